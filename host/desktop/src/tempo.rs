//! The times of a match in the window, as they are set.

use std::time::Duration;
use stonehouse_bots::BotSpec;

/// The times of a match in the window: how long bots take, and how long a frame waits. A program from outside takes as
/// long as it likes: its time may reveal something.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// How long an action is shown before a bot answers, so that people can follow.
    pub pause: Duration,
    /// After this time a bot has to give the best action that it has found so far: a house rule can make looking ahead
    /// slow.
    pub longest_thought: Duration,
    /// The time after which a bot that looks far ahead answers in a game with secrets, for any decision. `None`: bots
    /// answer as soon as they have chosen, and the time that they take reveals something.
    pub steady: Option<Duration>,
    /// How long a frame waits for rules that it has called: too short for anybody to notice.
    pub frame_timeout: Duration,
}

impl Tempo {
    /// The time after which `bot` answers in a game with secrets; `None` if that is not fixed. It depends on the bot's
    /// level alone, so that it reveals nothing about the bot's hidden pieces.
    pub fn moment(&self, bot: BotSpec) -> Option<Duration> {
        let looks_far = matches!(bot, BotSpec::Master | BotSpec::Companion | BotSpec::Search(_));
        self.steady.map(|steady| if looks_far { steady } else { self.pause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_bots::Budget;

    #[test]
    fn the_moment_of_an_answer_follows_from_the_level_alone() {
        let (pause, steady) = (Duration::from_millis(700), Duration::from_millis(2500));
        let tempo =
            Tempo { pause, longest_thought: Duration::from_secs(4), steady: Some(steady), frame_timeout: pause };
        for bot in [BotSpec::Random, BotSpec::Greedy, BotSpec::Apprentice, BotSpec::Journeyman] {
            assert_eq!(tempo.moment(bot), Some(pause));
        }
        for bot in [BotSpec::Master, BotSpec::Companion, BotSpec::Search(Budget::Iterations(9))] {
            assert_eq!(tempo.moment(bot), Some(steady));
        }
        assert_eq!(Tempo { steady: None, ..tempo }.moment(BotSpec::Master), None);
    }
}

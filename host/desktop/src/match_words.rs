//! Sentences about a match.

use crate::{labels, names};
use std::time::Duration;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Ending, Player, Reason, Ruleset};
use stonehouse_language::{tr, translate, translate_words};
use stonehouse_plugin::{Seat, Seating, Text, text};
use stonehouse_session::AgentSpec;

/// The level of a bot: "journeyman". `None` for a person, and for a bot that this version of Stonehouse does not have.
pub fn level(player: &Player) -> Option<String> {
    let bot: BotSpec = player.player.parse().ok()?;
    Some(title(&bot.into()))
}

/// The name of a bot or a program in the middle of a sentence.
pub fn title(spec: &AgentSpec) -> String {
    translate_words(&spec.title().to_lowercase())
}

/// The result of a match: "Anna wins, 14 to 9", or without the scores if the game counts no points. `names` are the
/// players' names, by seat.
pub fn ending(end: &Ending, names: &[String], seating: &Seating, has_points: bool) -> String {
    let why = |text: Text| translate(&text, names);
    let scores = &end.outcome.scores;
    let winners: Vec<Seat> = end.outcome.winners.into();
    let result = match winners.split_first() {
        None if seating.is_one_team() => tr!("The match is lost").to_owned(),
        Some(_) if seating.is_one_team() => tr!("The match is won").to_owned(),
        None => tr!("Nobody wins").to_owned(),
        Some(_) if winners.len() == names.len() => tr!("A draw").to_owned(),
        Some((only, [])) => translate(&text!("{winner} wins", winner = *only), names),
        Some((first, more)) => {
            let winners =
                stonehouse_language::joined(&winners.iter().map(|seat| &names[seat.index()]).collect::<Vec<_>>());
            let together = more.iter().all(|seat| seating.team(*seat) == seating.team(*first));
            if together { tr!("{winners} win", winners) } else { tr!("{winners} share the win", winners) }
        }
    };
    // Those who resigned on the way come first.
    let resigned: String = end.resigned.iter().map(|seat| why(text!("{who} resigned", who = *seat)) + ". ").collect();
    resigned
        + &match end.reason {
            Reason::Time(seat) => format!("{}. {result}", why(text!("{who} ran out of time", who = seat))),
            Reason::Resigned(seat) => format!("{}. {result}", why(text!("{who} resigned", who = seat))),
            Reason::Agreed => tr!("A draw, on which all agreed").to_owned(),
            Reason::Rules if !has_points => result,
            Reason::Rules => {
                // Each team's score once: the winners' first, then the others from the highest down.
                let best_of = |team: u8| seating.best_score(scores, team);
                let mut teams = seating.teams();
                teams.sort_unstable();
                teams.dedup();
                let first = winners.first().map(|seat| seating.team(*seat));
                teams.sort_by_key(|other| (Some(*other) != first, -best_of(*other)));
                let scores: Vec<i64> = teams.into_iter().map(best_of).collect();
                let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
                format!("{result}, {}", names::to(&scores))
            }
        }
}

/// The message while rules are running: "Waiting for Hex with `wide.lua`… 3 s".
pub fn waiting(ruleset: &Ruleset, elapsed: Duration) -> String {
    let scripts: Vec<&str> = ruleset.variant().scripts.iter().map(|script| script.name.as_str()).collect();
    let (game, seconds) = (labels::game(ruleset.plugin()), elapsed.as_secs());
    if scripts.is_empty() {
        tr!("Waiting for {whose}… {seconds} s", whose = game, seconds)
    } else {
        tr!("Waiting for {game} with {rules}… {seconds} s", game, rules = scripts.join(", "), seconds)
    }
}

/// How many actions a match has: "1 action", "12 actions".
pub fn actions(count: usize) -> String {
    if count == 1 { tr!("1 action").to_owned() } else { tr!("{actions} actions", actions = count) }
}

/// A clock's reading: "29:05", "1:00:00".
pub fn clock(left: Duration) -> String {
    // A started second counts: a clock shows 0:00 only when it has run out.
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::{Outcome, SeatInfo};

    fn sentence(scores: &[i64], winners: &[u8], reason: Reason, teams: &[u8]) -> String {
        let names = ["Anna", "Ben", "Cem", "Dora"].map(str::to_owned);
        let seats: Vec<SeatInfo> = teams.iter().map(|team| SeatInfo::new("", *team)).collect();
        let winners = winners.iter().map(|seat| Seat(*seat)).collect();
        let end = Ending { outcome: Outcome { scores: scores.to_vec(), winners }, reason, resigned: Vec::new() };
        ending(&end, &names[..scores.len()], &Seating::new(seats), true)
    }

    #[test]
    fn the_viewer_is_addressed_and_scores_need_points() {
        let names = ["You", "Ada"].map(str::to_owned);
        let seating = Seating::new([SeatInfo::new("Red", 0), SeatInfo::new("Blue", 1)]);
        let sentence = |winners: &[u8], has_points| {
            let winners = winners.iter().map(|seat| Seat(*seat)).collect();
            let outcome = Outcome { scores: vec![1, 0], winners };
            let end = Ending { outcome, reason: Reason::Rules, resigned: Vec::new() };
            ending(&end, &names, &seating, has_points)
        };
        assert_eq!((sentence(&[0], true), sentence(&[0], false)), ("You win, 1 to 0".to_owned(), "You win".to_owned()));
        assert_eq!((sentence(&[1], false), sentence(&[0, 1], false)), ("Ada wins".to_owned(), "A draw".to_owned()));
    }

    #[test]
    fn an_end_names_winner_and_scores() {
        assert_eq!(sentence(&[9, 14], &[1], Reason::Rules, &[0, 1]), "Ben wins, 14 to 9");
        assert_eq!(sentence(&[7, 7], &[0, 1], Reason::Rules, &[0, 1]), "A draw, 7 to 7");
        assert_eq!(sentence(&[9, 14], &[0], Reason::Time(Seat(1)), &[0, 1]), "Ben ran out of time. Anna wins");
        assert_eq!(sentence(&[9, 14], &[1], Reason::Resigned(Seat(0)), &[0, 1]), "Anna resigned. Ben wins");
        assert_eq!(sentence(&[9, 14], &[0, 1], Reason::Agreed, &[0, 1]), "A draw, on which all agreed");
        assert_eq!(sentence(&[5, 3, 5, 3], &[0, 2], Reason::Rules, &[0, 1, 0, 1]), "Anna and Cem win, 5 to 3");
        assert_eq!(sentence(&[5, 3, 5], &[0, 2], Reason::Rules, &[0, 1, 2]), "Anna and Cem share the win, 5 to 5 to 3");
    }

    #[test]
    fn a_single_team_wins_or_loses_and_does_not_draw() {
        assert_eq!(sentence(&[21, 21], &[0, 1], Reason::Rules, &[0, 0]), "The match is won, 21");
        assert_eq!(sentence(&[9, 9], &[], Reason::Rules, &[0, 0]), "The match is lost, 9");
        assert_eq!(sentence(&[3], &[0], Reason::Rules, &[0]), "The match is won, 3");
        assert_eq!(sentence(&[9, 9], &[], Reason::Rules, &[0, 1]), "Nobody wins, 9 to 9");
    }

    #[test]
    fn an_end_names_first_who_resigned_on_the_way() {
        let names = ["Anna", "Ben", "Cem"].map(str::to_owned);
        let outcome = Outcome { scores: vec![5, 9, 3], winners: Seat(0).into() };
        let end = Ending { outcome, reason: Reason::Rules, resigned: vec![Seat(1)] };
        let seating = Seating::new([0, 1, 2].map(|team| SeatInfo::new("", team)));
        assert_eq!(ending(&end, &names, &seating, true), "Ben resigned. Anna wins, 5 to 9 to 3");
    }

    #[test]
    fn a_bot_has_a_level_and_a_person_has_none() {
        assert_eq!(level(&Player::bot("Ada", "journeyman")).as_deref(), Some("journeyman"));
        assert_eq!(level(&Player::bot("Ada", "deep-blue")), None);
        assert_eq!(level(&Player::person("Anna")), None);
    }

    #[test]
    fn a_clock_shows_nought_only_when_it_has_run_out() {
        assert_eq!(clock(Duration::from_secs(1745)), "29:05");
        assert_eq!(clock(Duration::from_hours(1)), "1:00:00");
        assert_eq!(clock(Duration::from_millis(300)), "0:01");
        assert_eq!(clock(Duration::ZERO), "0:00");
    }
}

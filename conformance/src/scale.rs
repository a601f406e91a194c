//! Checks whether prospects are on the scale of the scores.

use super::{Check, call_failed};
use stonehouse_runtime::{Decision, Rules, State};

/// The least number of games in which the scores must differ before a conclusion is drawn.
const MIN_GAMES: u32 = 3;

/// The largest permitted ratio of the two: a correct forecast of a random game may be far from its end.
const MAX_RATIO: f64 = 20.0;

/// The differences between seats, in prospects one decision before the end of random games, and in the scores at
/// their ends.
#[derive(Default)]
pub(super) struct Scale {
    games: u32,
    prospects: f64,
    scores: f64,
    unit: i64,
}

impl Scale {
    /// Adds a game that was played to its `end`.
    pub fn add(&mut self, end: &State, decisions: &[Decision], seed: u64) -> Check {
        let rules = end.rules();
        self.unit = rules.prospect_unit();
        let scores = spread(&end.outcome().map_err(call_failed)?.scores, rules);
        let last = decisions.iter().rposition(|decision| !matches!(decision, Decision::Chance(_)));
        let (Some(last), true) = (last, scores > 0.0) else { return Ok(()) };
        let mut before = rules.deal(seed).map_err(call_failed)?;
        for decision in &decisions[..last] {
            before.decide(decision).map_err(call_failed)?;
        }
        let mut prospects = vec![0; rules.seating().seats.len()];
        before.prospects(&mut prospects).map_err(call_failed)?;
        self.games += 1;
        self.prospects += spread(&prospects, rules);
        self.scores += scores * self.unit as f64;
        Ok(())
    }

    /// A warning if prospects and scores differ in scale.
    pub fn warning(&self) -> Option<String> {
        let (prospects, scores) = (self.prospects, self.scores);
        // Prospects that expect nothing are on any scale.
        if self.games < MIN_GAMES
            || prospects == 0.0
            || prospects <= scores * MAX_RATIO && scores <= prospects * MAX_RATIO
        {
            return None;
        }
        let of_a_game = |sum: f64| (sum / f64::from(self.games) * 10.0).round() / 10.0;
        Some(format!(
            "one decision before the end the prospects of the seats are {} apart on average, and at the end the scores, in the unit of {} \
             for a point, are {} apart: prospects are not on the scale of the scores, and bots misjudge the end of the game. Declare \
             another `prospect_unit`, or compute prospects as the score that each seat can expect",
            of_a_game(prospects),
            self.unit,
            of_a_game(scores)
        ))
    }
}

/// The difference between the greatest and the least points; with one team, its points.
fn spread(points: &[i64], rules: &Rules) -> f64 {
    let (least, most) =
        points.iter().fold((i64::MAX, i64::MIN), |(least, most), own| (least.min(*own), most.max(*own)));
    if rules.seating().is_one_team() {
        return least.abs().max(most.abs()) as f64;
    }
    (most - least) as f64
}

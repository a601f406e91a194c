//! Two simulations side by side: what differs beyond chance.

use crate::simulation::{SideSummary, Summary};
use crate::tally::Spread;
use serde::Serialize;
use stonehouse_engine::comparison::Estimate;

/// One figure under both rulesets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What it is: "South wins".
    pub name: String,
    /// Whether it is a share, from 0 to 1.
    pub is_share: bool,
    /// Under the first ruleset.
    pub one: Estimate,
    /// Under the second.
    pub other: Estimate,
    /// How much more it is under the second, with the interval that contains the true difference in 95 of 100 cases: for shares Newcombe's, from
    /// Wilson's intervals (method 10 of R. G. Newcombe, Statistics in Medicine 17, 1998), for means that of the normal distribution.
    pub more: Estimate,
    /// Whether it is beyond chance: the interval does not contain 0.
    pub is_clear: bool,
}

impl Difference {
    fn of(name: String, is_share: bool, one: Estimate, other: Estimate) -> Self {
        // Both intervals are around their estimates, so that the distances add up as standard errors do.
        let below = (other.value - other.least).hypot(one.greatest - one.value);
        let above = (other.greatest - other.value).hypot(one.value - one.least);
        let value = other.value - one.value;
        let more = Estimate { value, least: value - below, greatest: value + above };
        Self { name, is_share, one, other, more, is_clear: more.least > 0.0 || more.greatest < 0.0 }
    }
}

/// What two simulations of as many seats have in common, figure by figure. `seats` are the seats' names.
///
/// Figures that only one of them has are left out. Of twenty figures that do not differ one seems to, on average: a single clear figure
/// among many is no proof.
pub fn differences(one: &Summary, other: &Summary, seats: &[String]) -> Vec<Difference> {
    let share = |name: &str, one, other| Difference::of(name.to_owned(), true, one, other);
    let mean = |name: &str, one: &Spread, other: &Spread| Difference::of(name.to_owned(), false, one.mean, other.mean);
    let sides = |name: &str, one: &SideSummary, other: &SideSummary| {
        let wins = share(&format!("{name} wins"), one.win_share, other.win_share);
        [wins, mean(&format!("score of {name}"), &one.score, &other.score)]
    };
    let mut found: Vec<Difference> = Vec::new();
    for (name, (one, other)) in seats.iter().zip(one.seats.iter().zip(&other.seats)) {
        found.extend(sides(name, one, other));
    }
    if let (Some(one), Some(other)) = (&one.first_to_decide, &other.first_to_decide) {
        found.push(share("whoever begins wins", one.win_share, other.win_share));
    }
    found.push(share("shared wins", one.shared_wins, other.shared_wins));
    found.push(mean("winner ahead by", &one.margin, &other.margin));
    found.push(mean("actions", &one.actions, &other.actions));
    if let (Some(one), Some(other)) = (&one.lead_changes, &other.lead_changes) {
        found.push(mean("changes of the lead", one, other));
    }
    found
}

//! Rulesets for as many players as are named, and at the values of a sweep.

use super::changes;
use crate::args::PlayedArgs;
use std::sync::Arc;
use stonehouse_engine::variant::KnobPath;
use stonehouse_engine::{Catalog, Problem, Ruleset};
use stonehouse_lab::sweep::{Axis, named};

/// The ruleset for as many seats as players are named, where the variant leaves their number open.
pub fn for_players(ruleset: &Arc<Ruleset>, players: usize) -> Result<Arc<Ruleset>, String> {
    ruleset.for_players(players).map_err(|problems| Problem::lines(&problems))
}

/// The first value of each axis.
pub fn first_values(axes: &[Axis]) -> Vec<i64> {
    axes.iter().filter_map(|axis| axis.values.first().copied()).collect()
}

/// The ruleset at these values of the axes.
///
/// # Errors
/// The problems of the variant at these values, a line each.
pub fn at_values(
    catalog: &Catalog,
    played: &PlayedArgs,
    axes: &[Axis],
    values: &[i64],
) -> Result<Arc<Ruleset>, String> {
    let numbers: Vec<(&KnobPath, i64)> = axes.iter().map(|axis| &axis.knob).zip(values.iter().copied()).collect();
    let ruleset = changes::with_numbers(catalog, &played.variant, &played.changes, &numbers)
        .map_err(|why| if axes.is_empty() { why } else { format!("{}: {why}", named(axes, values)) })?;
    for_players(&ruleset, played.players.len())
}

//! Numbers of a variant that move over a range: one or two knobs swept, or several tuned.

use crate::estimate::Estimate;
use crate::plan::{SimulationError, SimulationPlan};
use crate::results::SimulationResults;
use crate::simulation::{SimulationObserver, play_on};
use crate::{Partial, SimulationSetup};
use serde::Serialize;
use std::error::Error;
use std::str::FromStr;
use std::sync::Arc;
use stonehouse_bots::Stop;
use stonehouse_engine::Ruleset;
use stonehouse_engine::variant::{KnobPath, KnobPathError};

/// The most values of one axis.
const MAX_VALUES: i64 = 1000;

/// A number and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Axis {
    /// The knob that moves.
    #[serde(rename = "name")]
    pub knob: KnobPath,
    /// The values, ascending.
    pub values: Vec<i64>,
}

/// A mistake in the text of an axis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AxisError {
    /// It has another form.
    #[error("`{0}`: write what moves as knob=from..to or knob=from..to:step, for example line_length=3..5")]
    Form(String),
    /// Its range is empty or too long.
    #[error("`{0}`: from at most to, in steps of at least 1, and at most {MAX_VALUES} values")]
    Range(String),
    /// The knob cannot be read.
    #[error(transparent)]
    Knob(#[from] KnobPathError),
}

impl FromStr for Axis {
    type Err = AxisError;

    fn from_str(text: &str) -> Result<Self, AxisError> {
        let wrong = || AxisError::Form(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        let count = to.checked_sub(from).and_then(|reach| reach.checked_div(step));
        if step < 1 || from > to || count.is_none_or(|count| count >= MAX_VALUES) {
            return Err(AxisError::Range(text.to_owned()));
        }
        let knob = name.parse()?;
        let values = (from..=to).step_by(step as usize).collect();
        Ok(Self { knob, values })
    }
}

/// Every combination of the values of these axes, the last axis fastest.
pub fn grid(axes: &[Axis]) -> Vec<Vec<i64>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let with =
            |point: &Vec<i64>| axis.values.iter().map(|value| [&point[..], &[*value]].concat()).collect::<Vec<_>>();
        points.iter().flat_map(with).collect()
    })
}

/// A function from the values of a point to a ruleset. Its errors are the caller's.
pub type PointRules<'a> = dyn FnMut(&[i64]) -> Result<Arc<Ruleset>, Box<dyn Error + Send + Sync>> + 'a;

/// The reason why a point of a sweep or of a search has no results.
#[derive(Debug, thiserror::Error)]
pub enum PointError {
    /// It has no ruleset, for this reason of the caller's.
    #[error(transparent)]
    Rules(Box<dyn Error + Send + Sync>),
    /// Its games cannot be played, or one of them failed.
    #[error("{values}: {failure}")]
    Games {
        /// The values, with the names of their knobs.
        values: String,
        /// The failure.
        failure: SimulationError,
    },
}

/// A point of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The values, by axis.
    pub values: Vec<i64>,
    /// The results there.
    pub results: SimulationResults,
}

/// A sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The variant.
    pub variant: String,
    /// The numbers that move.
    pub axes: Vec<Axis>,
    /// The results at each point, the last axis fastest. Fewer than all if it was stopped.
    pub points: Vec<Point>,
}

/// Plays the same games at every point.
///
/// # Errors
/// The first failure, with the values at which it happened.
pub fn sweep(
    variant: &str,
    axes: &[Axis],
    plan: &SimulationPlan,
    ruleset: &mut PointRules<'_>,
    stop: &Stop,
    done: &mut dyn FnMut(&Point),
) -> Result<Sweep, PointError> {
    let mut points = Vec::new();
    for values in grid(axes) {
        let ruleset = ruleset(&values).map_err(PointError::Rules)?;
        let at = |failure| PointError::Games { values: named(axes, &values), failure };
        let part = Partial::new(SimulationSetup::of(&ruleset, plan).map_err(at)?);
        let observer = SimulationObserver { stop: stop.clone(), ..SimulationObserver::default() };
        let results = play_on(&ruleset, plan, part, observer).map_err(at)?.results();
        if stop.is_stopped() {
            break;
        }
        let point = Point { values, results };
        done(&point);
        points.push(point);
    }
    Ok(Sweep { variant: variant.to_owned(), axes: axes.to_vec(), points })
}

/// The distance of each field of a heat map from the mean of all: -1 to 1, below 0 where it is less.
///
/// 0 where its interval contains the mean: that may be chance. The others are parts of the greatest distance, or of the
/// mean width of the intervals if that is more, so that no scale is narrower than what chance does.
pub fn departures(fields: &[Estimate]) -> Vec<f64> {
    let count = fields.len().max(1) as f64;
    let mean = fields.iter().map(|field| field.value).sum::<f64>() / count;
    let width = fields.iter().map(|field| field.upper - field.lower).sum::<f64>() / count;
    let beyond = |field: &Estimate| {
        // Sums of equal values are not always equal.
        let slack = 1e-9 * mean.abs().max(1.0);
        let contains = (field.lower - slack..=field.upper + slack).contains(&mean);
        if contains { 0.0 } else { field.value - mean }
    };
    let beyond: Vec<f64> = fields.iter().map(beyond).collect();
    let scale = beyond.iter().map(|beyond| beyond.abs()).fold(width, f64::max);
    beyond.into_iter().map(|beyond| if scale > 0.0 { beyond / scale } else { 0.0 }).collect()
}

/// Values with the names of what they are of.
pub fn named(axes: &[Axis], values: &[i64]) -> String {
    axes.iter().zip(values).map(|(axis, value)| format!("{}={value}", axis.knob)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heat_map_has_colours_only_beyond_chance() {
        let of = |value: f64, half: f64| Estimate { value, lower: value - half, upper: value + half };
        // Noise alone: the mean is in each interval.
        assert_eq!(departures(&[of(0.16, 0.025), of(0.18, 0.025), of(0.18, 0.025)]), [0.0, 0.0, 0.0]);
        // The mean is 0.5, and the intervals are as wide as a third.
        assert_eq!(departures(&[of(0.125, 0.125), of(0.375, 0.25), of(1.0, 0.125)]), [-0.75, 0.0, 1.0]);
        // Barely beyond chance: the mean is 0.5, and the intervals are twice as wide as the distance from it.
        let parts = departures(&[of(0.25, 0.25 - 1e-6), of(0.75, 0.25 - 1e-6)]);
        assert!((parts[0] + 0.5).abs() < 1e-5 && (parts[1] - 0.5).abs() < 1e-5, "{parts:?}");
        assert_eq!(departures(&[of(5.0, 0.0), of(5.0, 0.0)]), [0.0, 0.0], "what never varies");
        assert_eq!(departures(&[]), [0.0; 0]);
    }

    #[test]
    fn an_axis_is_what_moves_and_its_values() {
        let axis: Axis = "handicap_points[1]=0..10:5".parse().unwrap();
        assert_eq!((axis.knob.to_string(), axis.values), ("handicap_points[1]".to_owned(), vec![0, 5, 10]));
        let axis: Axis = "rules.even_seats.south=-1..1".parse().unwrap();
        assert_eq!((axis.knob.to_string(), axis.values), ("rules.even_seats.south".to_owned(), vec![-1, 0, 1]));
        for wrong in ["a", "a=1", "a=3..1", "a=1..5:0", "a=1..x", "a=0..5000", "a[x]=1..2", "a=0..9223372036854775807"]
        {
            assert!(wrong.parse::<Axis>().is_err(), "{wrong}");
        }
        let two = ["a=1..2".parse().unwrap(), "b=7..9".parse().unwrap()];
        let grid = grid(&two);
        assert_eq!((grid.len(), &grid[1], &grid[3]), (6, &vec![1, 8], &vec![2, 7]));
        assert_eq!(named(&two, &grid[1]), "a=1 b=8");
    }
}

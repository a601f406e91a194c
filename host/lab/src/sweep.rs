//! Numbers of a variant that move over a range: one or two knobs swept, or several tuned.

use crate::plan::{Simulation, SimulationError};
use crate::results::SimulationResults;
use crate::simulation::{Watch, play_on};
use crate::{Partial, Setup};
use serde::Serialize;
use std::str::FromStr;
use std::sync::Arc;
use stonehouse_bots::Stop;
use stonehouse_engine::{Ruleset, Variant};

/// The most values of one axis.
const MOST_VALUES: i64 = 1000;

/// A number to vary: a knob, or a constant of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A knob, or one place of a knob that is a list, counted from 0: `points`, `handicap_points[1]`.
    Knob(String, Option<usize>),
    /// A number that a script defines in a line of its own, `local NAME = 3`: `komi.lua:NAME`.
    Script(String, String),
}

/// A number and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Axis {
    /// Its name on the command line.
    pub name: String,
    /// A number to vary: a knob, or a constant of a script.
    pub target: Target,
    /// The values, ascending.
    pub values: Vec<i64>,
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}`: write what moves as knob=from..to or knob=from..to:step, for example line_length=3..5")
        };
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        let count = to.checked_sub(from).and_then(|reach| reach.checked_div(step));
        if step < 1 || from > to || count.is_none_or(|count| count >= MOST_VALUES) {
            return Err(format!("`{text}`: from at most to, in steps of at least 1, and at most {MOST_VALUES} values"));
        }
        let target = match name.split_once(".lua:") {
            Some((file, number)) => Target::Script(format!("{file}.lua"), number.to_owned()),
            None => match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                Some((knob, place)) => Target::Knob(knob.to_owned(), Some(place.parse().map_err(|_| wrong())?)),
                None => Target::Knob(name.to_owned(), None),
            },
        };
        let values = (from..=to).step_by(step as usize).collect();
        Ok(Self { name: name.to_owned(), target, values })
    }
}

/// The parts of a line that defines a number, `local NAME = 3`: the name, the number, and the rest.
fn number_in(line: &str) -> Option<(&str, i64, &str)> {
    let (name, rest) = line.strip_prefix("local ")?.split_once('=')?;
    let (name, rest) = (name.trim(), rest.trim_start());
    let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '-').unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_all = rest.trim_start().is_empty() || rest.trim_start().starts_with("--");
    (is_name && is_all).then_some((name, number.parse().ok()?, rest))
}

/// The numbers that a script defines in lines of their own, `local NAME = 3`, in their order.
pub fn numbers(source: &str) -> Vec<(String, i64)> {
    let mut found: Vec<(String, i64)> = Vec::new();
    for (name, number, _) in source.lines().filter_map(number_in) {
        // Only the first of a name moves.
        if found.iter().all(|(other, _)| other != name) {
            found.push((name.to_owned(), number));
        }
    }
    found
}

/// A script in which a number that it defines in a line of its own, `local NAME = 3`, is another one; none if there is
/// no such line.
fn with_number(source: &str, name: &str, value: i64) -> Option<String> {
    let mut found = false;
    let lines = source.split_inclusive('\n').map(|line| match number_in(line) {
        Some((message, _, rest)) if message == name && !found => {
            found = true;
            format!("local {name} = {value}{rest}")
        }
        _ => line.to_owned(),
    });
    let changed: String = lines.collect();
    found.then_some(changed)
}

/// Why nothing of a variant moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// The game has no such knob.
    NoKnob,
    /// The knob is no number, or has none at this place.
    NoNumber,
    /// The variant has no such script.
    NoScript,
    /// The script has no such line.
    NoLine,
}

impl Target {
    /// Gives a number of a variant another value.
    ///
    /// # Errors
    /// When the variant has no such number.
    pub fn set(&self, variant: &mut Variant, number: i64) -> Result<(), Unmoved> {
        match self {
            Self::Knob(knob, place) => {
                let value = variant.knobs.get_mut(knob).ok_or(Unmoved::NoKnob)?;
                let value = match place {
                    None => Some(value),
                    Some(place) => value.get_mut(*place),
                };
                *value.filter(|value| value.is_number()).ok_or(Unmoved::NoNumber)? = number.into();
            }
            Self::Script(file, constant) => {
                let there = variant.scripts.iter_mut().find(|script| script.name == *file);
                let script = there.ok_or(Unmoved::NoScript)?;
                let source = with_number(&script.source, constant, number).ok_or(Unmoved::NoLine)?;
                script.source = source.as_str().into();
            }
        }
        Ok(())
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

/// A function from the values of a point to a ruleset.
pub type PointRules<'a> = dyn FnMut(&[i64]) -> Result<Arc<Ruleset>, String> + 'a;

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
    /// A number to vary: a knob, or a constant of a script.
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
    plan: &Simulation,
    ruleset: &mut PointRules<'_>,
    stop: &Stop,
    done: &mut dyn FnMut(&Point),
) -> Result<Sweep, String> {
    let mut points = Vec::new();
    for values in grid(axes) {
        let ruleset = ruleset(&values)?;
        let at = |error: SimulationError| format!("{}: {error}", named(axes, &values));
        let part = Partial::new(Setup::of(&ruleset, plan).map_err(at)?);
        let watch = Watch { stop: stop.clone(), ..Watch::default() };
        let results = play_on(&ruleset, plan, part, watch).map_err(at)?.results();
        if stop.is_stopped() {
            break;
        }
        let point = Point { values, results };
        done(&point);
        points.push(point);
    }
    Ok(Sweep { variant: variant.to_owned(), axes: axes.to_vec(), points })
}

/// Values with the names of what they are of.
pub fn named(axes: &[Axis], values: &[i64]) -> String {
    axes.iter().zip(values).map(|(axis, value)| format!("{}={value}", axis.name)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_what_moves_and_its_values() {
        let axis: Axis = "handicap_points[1]=0..10:5".parse().unwrap();
        assert_eq!((axis.target, axis.values), (Target::Knob("handicap_points".to_owned(), Some(1)), vec![0, 5, 10]));
        let axis: Axis = "komi.lua:SOUTH=-1..1".parse().unwrap();
        assert_eq!(axis.target, Target::Script("komi.lua".to_owned(), "SOUTH".to_owned()));
        assert_eq!(axis.values, [-1, 0, 1]);
        for wrong in ["a", "a=1", "a=3..1", "a=1..5:0", "a=1..x", "a=0..5000", "a[x]=1..2", "a=0..9223372036854775807"]
        {
            assert!(wrong.parse::<Axis>().is_err(), "{wrong}");
        }
        let two = ["a=1..2".parse().unwrap(), "b=7..9".parse().unwrap()];
        let grid = grid(&two);
        assert_eq!((grid.len(), &grid[1], &grid[3]), (6, &vec![1, 8], &vec![2, 7]));
        assert_eq!(named(&two, &grid[1]), "a=1 b=8");
    }

    #[test]
    fn a_number_of_a_script_is_changed_in_its_line_and_nowhere_else() {
        let source = "-- komi\nlocal SOUTH = 10 -- points\nlocal SOUTHERN = 3\nreturn SOUTH\n";
        let changed = with_number(source, "SOUTH", -4).unwrap();
        assert_eq!(changed, source.replace("= 10", "= -4"));
        assert_eq!(with_number(source, "NORTH", 1), None);
        for other in [
            "local X = y",
            "local X = 3.5",
            "local X = 3 + Y",
            "local X, Y = 3, 4",
            "  local X = 3",
            "local X: number = 3",
        ] {
            assert_eq!(with_number(other, "X", 1), None, "{other}");
        }
    }

    #[test]
    fn script_numbers_have_own_lines_and_the_first_of_a_name_counts() {
        let source =
            "local SOUTH = 10 -- points\r\nlocal rule = {}\nlocal LESS = -3\nlocal SOUTH = 4\nlocal HALF = 0.5\n";
        assert_eq!(numbers(source), [("SOUTH".to_owned(), 10), ("LESS".to_owned(), -3)]);
        assert_eq!(
            with_number(source, "SOUTH", 5).unwrap(),
            source.replacen("= 10", "= 5", 1),
            "what is listed is what moves"
        );
    }
}

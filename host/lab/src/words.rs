//! Figures in words: the same on the command line and on the screen.

pub use crate::counts::{count, games_needed};
use crate::estimate::Estimate;
use crate::sweep::Sweep;
use crate::{Difference, MeasuredFigure, ScriptHash, SimulationResults, Unit};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stonehouse_house_rules::rule_of;

/// A share as percent, or a mean; with its interval.
pub fn estimate(estimate: &Estimate, is_share: bool) -> String {
    let [value, lower, upper] = estimate.scaled(is_share);
    if !is_share && lower == upper {
        // It never varied.
        return format!("{value}");
    }
    if is_share {
        format!("{value:.1} % ({lower:.1} to {upper:.1})")
    } else {
        format!("{value:.2} ({lower:.2} to {upper:.2})")
    }
}

/// The value alone.
pub fn value(estimate: &Estimate, is_share: bool) -> String {
    let [value, ..] = estimate.scaled(is_share);
    if is_share { format!("{value:.1} %") } else { format!("{value:.2}") }
}

/// A figure, with the spread of single values.
pub fn figure(figure: &MeasuredFigure, unit: Unit) -> String {
    let text = estimate(&figure.estimate, unit == Unit::Share);
    match &figure.spread {
        Some(spread) => {
            let [lower, tenth, _, median, _, most, upper] = spread.quantiles.map(rounded);
            format!("{text}; median {median}, most of them {tenth} to {most}, all {lower} to {upper}")
        }
        None => text,
    }
}

/// A value to two digits after the point.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The difference of the second from the first.
pub fn more(difference: &Difference) -> String {
    let [value, lower, upper] = difference.more.scaled(difference.is_share);
    format!("{value:+.2} ({lower:+.2} to {upper:+.2})")
}

/// Whether a difference is beyond chance, and how large it is.
pub fn verdict(difference: &Difference) -> String {
    match (difference.is_clear, difference.size()) {
        (true, Some(size)) => format!("differs, {size}"),
        (true, None) => "differs".to_owned(),
        _ => "no clear difference".to_owned(),
    }
}

/// The most differences that are described in a sentence each.
const MAX_SENTENCES: usize = 4;

/// The players of a simulation, each name once.
pub fn players(results: &SimulationResults) -> String {
    let mut players = results.setup.lineup.players.clone();
    players.dedup();
    players.join(", ")
}

/// The game and the bots of a simulation, as a question.
pub fn question(results: &SimulationResults) -> String {
    format!("How does {} play between {}?", results.setup.title, players(results))
}

/// The change that a comparison measures, as a question.
pub fn question_of_two(one: &SimulationResults, other: &SimulationResults) -> String {
    let (first, second) = (&one.setup.rules, &other.setup.rules);
    let mut changes: Vec<String> = Vec::new();
    let mut moved = |first: &Map<String, Value>, second: &Map<String, Value>, prefix: &str| {
        let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
        for knob in names.into_iter().filter(|knob| first.get(*knob) != second.get(*knob)) {
            // A knob that is as the game comes is not in the setup.
            changes.push(match (first.get(knob), second.get(knob)) {
                (Some(old), Some(new)) => format!("{prefix}{knob} from {old} to {new}"),
                (None, Some(new)) => format!("{prefix}{knob} = {new}"),
                _ => format!("{prefix}{knob} as the game comes"),
            });
        }
    };
    moved(&first.knobs, &second.knobs, "");
    let of = |scripts: &[ScriptHash], name: &str| scripts.iter().find(|script| script.name == name).cloned();
    for script in &second.scripts {
        if let Some(same) = of(&first.scripts, &script.name) {
            moved(&same.knobs, &script.knobs, &format!("rules.{}.", rule_of(&script.name)));
        }
    }
    let same = |scripts: &[ScriptHash], one: &ScriptHash| scripts.iter().any(|script| script.sha256 == one.sha256);
    for script in second.scripts.iter().filter(|script| !same(&first.scripts, script)) {
        changes.push(format!("with {}", script.name));
    }
    for script in first.scripts.iter().filter(|script| !same(&second.scripts, script)) {
        changes.push(format!("without {}", script.name));
    }
    let changes = if changes.is_empty() { String::new() } else { format!(" ({})", changes.join("; ")) };
    format!("What differs in {}{changes} against {}, between {}?", other.setup.title, one.setup.title, players(one))
}

/// The figures that move in a sweep, and those that are not shown to move, in a sentence for each.
pub fn changes(sweep: &Sweep) -> Vec<String> {
    let Some(first) = sweep.points.first() else { return vec!["Nothing was played.".to_owned()] };
    let (mut moved, mut unmoved): (Vec<(f64, &str, String)>, Vec<&str>) = (Vec::new(), Vec::new());
    for metric in first.results.own_first() {
        let is_share = metric.unit == Unit::Share;
        let moves = metric.figures.iter().filter_map(|figure| {
            let estimates = sweep.points.iter().filter_map(|point| point.results.figure(&metric.id, &figure.of));
            let mut estimates: Vec<Estimate> = estimates.map(|same| same.estimate).collect();
            estimates.sort_by(|one, other| one.value.total_cmp(&other.value));
            let [least, .., most] = estimates[..] else { return None };
            // The largest of many differences is looked for, so that intervals side by side are not enough.
            let apart = most.value - least.value;
            let noise = (least.upper - least.value) + (most.value - most.lower);
            (apart > 1.5 * noise).then(|| (apart / noise.max(1e-9), figure, least, most))
        });
        match moves.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((by, figure, least, most)) => {
                let of = if figure.of.is_empty() { String::new() } else { format!(" of {}", figure.of) };
                let [least, most] = [least, most].map(|estimate| value(&estimate, is_share));
                moved.push((by, &metric.name, format!("{}{of} ({least} to {most})", metric.name)));
            }
            None => unmoved.push(&metric.name),
        }
    }
    moved.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut sentences = Vec::new();
    let strongest: Vec<&str> = moved.iter().take(MAX_SENTENCES).map(|(.., text)| text.as_str()).collect();
    let others: Vec<&str> = moved.iter().skip(MAX_SENTENCES).map(|(_, name, _)| *name).collect();
    if !strongest.is_empty() {
        sentences.push(format!("Changes beyond chance, the clearest first: {}.", strongest.join(", ")));
    }
    if !others.is_empty() {
        sentences.push(format!("Changes as well: {}.", others.join(", ")));
    }
    if !unmoved.is_empty() {
        sentences.push(format!("No clear change: {}.", unmoved.join(", ")));
    }
    sentences
}

/// The answer of a simulation in two or three sentences: who wins, and how long games are.
pub fn answer(results: &SimulationResults) -> Vec<String> {
    let mut sentences: Vec<String> = wins_sentence(results).into_iter().collect();
    if let Some(figure) = results.figure("actions", "") {
        sentences.push(format!("A game takes {} actions.", estimate(&figure.estimate, false)));
    }
    sentences
}

/// The sentence on wins: of the seats where players are alike, of the players where they differ.
fn wins_sentence(results: &SimulationResults) -> Option<String> {
    if let Some(lost) = results.figure("lost", "") {
        return Some(format!("The players lose {} of the games.", estimate(&lost.estimate, true)));
    }
    let differ = results.setup.lineup.players_differ();
    let metric = if differ {
        results.metric("player_wins")?
    } else {
        results.metric("seat_shares").or_else(|| results.metric("wins"))?
    };
    let mut figures: Vec<&MeasuredFigure> = metric.figures.iter().collect();
    figures.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
    let [most, .., least] = figures[..] else { return None };
    let spread = results.figure("seat_spread", "");
    let differs = spread.map_or_else(|| most.estimate.differs(&least.estimate), |spread| spread.estimate.lower > 0.0);
    let mut sentence = if differs {
        let [often, seldom] = [most, least].map(|figure| estimate(&figure.estimate, true));
        format!("{} wins most often, {often}; {} least, {seldom}.", most.of, least.of)
    } else {
        let who = if differ { "player" } else { "seat" };
        format!("No {who} wins more often than another, as far as these games show.")
    };
    if let Some(spread) = spread {
        sentence += &format!(" The spread between seats is {}.", estimate(&spread.estimate, true));
    }
    Some(sentence)
}

/// The spread between seats under both rulesets; none where it was not measured.
pub fn fairness(found: &[Difference]) -> Option<String> {
    let spread = found.iter().find(|difference| difference.metric == "seat_spread")?;
    let [one, other] = [&spread.one, &spread.other].map(|spread| estimate(spread, true));
    let which = match (spread.is_clear, spread.more.value < 0.0) {
        (true, true) => "the second is fairer",
        (true, false) => "the first is fairer",
        (false, _) => "no clear difference",
    };
    Some(format!("Spread between seats: {one} under the first, {other} under the second; {which}."))
}

/// The figures that only one of two simulations has, as of actions that a house rule adds: a sentence for each name.
pub fn only_in_one(one: &SimulationResults, other: &SimulationResults) -> Vec<String> {
    let mut sentences = Vec::new();
    for (which, has, lacks) in [("first", one, other), ("second", other, one)] {
        let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for metric in &has.metrics {
            for figure in metric.figures.iter().filter(|figure| lacks.figure(&metric.id, &figure.of).is_none()) {
                let text = format!("{} {}", metric.name, estimate(&figure.estimate, metric.unit == Unit::Share));
                by_name.entry(&figure.of).or_default().push(text);
            }
        }
        sentences.extend(by_name.into_iter().map(|(of, figures)| {
            let of = if of.is_empty() { String::new() } else { format!("{of}, ") };
            format!("Only under the {which}: {of}{}.", figures.join(", "))
        }));
    }
    sentences
}

/// Describes the differences that a comparison found beyond chance in a few sentences, the largest first.
pub fn in_short(found: &[Difference]) -> String {
    differences(found).join(" ")
}

/// The sentences of [`in_short`].
pub fn differences(found: &[Difference]) -> Vec<String> {
    // Those whose size is not known are last.
    let effect = |difference: &Difference| difference.effect.map_or(0.0, f64::abs);
    let (tiny, mut large): (Vec<&Difference>, Vec<&Difference>) =
        found.iter().filter(|difference| difference.is_clear).partition(|one| one.is_tiny());
    large.sort_by(|one, other| effect(other).total_cmp(&effect(one)));
    let sentence = |difference: &&Difference| {
        let [one, other] = [&difference.one, &difference.other].map(|estimate| value(estimate, difference.is_share));
        format!("{}: {one} under the first, {other} under the second; {}.", difference.name, verdict(difference))
    };
    let mut wins = found.iter().filter(|difference| difference.metric == "wins").peekable();
    let are_wins_alike = wins.peek().is_some() && wins.all(|difference| !difference.is_clear);
    let mut sentences: Vec<String> =
        are_wins_alike.then(|| "Wins: no clear difference.".to_owned()).into_iter().collect();
    sentences.extend(large.iter().take(MAX_SENTENCES).map(sentence));
    let rest: Vec<&str> = large.iter().skip(MAX_SENTENCES).map(|difference| difference.name.as_str()).collect();
    if !rest.is_empty() {
        sentences.push(format!("Differs as well: {}.", rest.join("; ")));
    }
    if large.is_empty() {
        let than = if tiny.is_empty() { "" } else { " by more than very little" };
        sentences.push(format!("Nothing differs beyond chance{than}."));
    }
    if !tiny.is_empty() {
        let names: Vec<&str> = tiny.iter().map(|difference| difference.name.as_str()).collect();
        sentences.push(format!("Differs beyond chance, but by very little: {}.", names.join("; ")));
    }
    sentences
}

/// A duration for people.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_the_unit_that_people_use() {
        let message = [0.2, 99.0, 99.5, 5_999.0, 9_960.0].map(|seconds| time(Duration::from_secs_f64(seconds)));
        assert_eq!(message, ["1 s", "99 s", "2 min", "100 min", "2 h 46 min"]);
    }

    #[test]
    fn figures_are_written_with_their_intervals() {
        let of = |value, lower, upper| Estimate { value, lower, upper };
        assert_eq!(estimate(&of(0.5, 0.25, 0.75), true), "50.0 % (25.0 to 75.0)");
        assert_eq!(estimate(&of(-1.5, -2.0, -1.0), false), "-1.50 (-2.00 to -1.00)");
        assert_eq!(estimate(&of(7.0, 7.0, 7.0), false), "7", "what never varies has no interval");
        assert_eq!(value(&of(0.5, 0.25, 0.75), true), "50.0 %");
    }

    #[test]
    fn games_that_are_needed_are_rounded_up_to_two_digits() {
        let games = [7, 99, 100, 101, 4_711, 9_950].map(|games| {
            let sentence = games_needed(games);
            sentence.trim_start_matches("To know the spread to within 2 points takes about ").to_owned()
        });
        assert_eq!(games, ["7 games.", "99 games.", "100 games.", "110 games.", "4,800 games.", "10,000 games."]);
    }

    #[test]
    fn fairness_is_the_spread_of_both_and_which_is_smaller() {
        let of = |value, half| Estimate { value, lower: value - half, upper: value + half };
        let spread = |value: f64, half| Difference {
            metric: "seat_spread".into(),
            of: String::new(),
            name: "spread between seats".into(),
            is_share: true,
            one: of(0.25, 0.0625),
            other: of(0.25 + value, 0.0625),
            more: of(value, half),
            is_clear: value.abs() > half,
            paired: false,
            effect: None,
        };
        let fairer = |value| fairness(&[spread(value, 0.03)]).unwrap();
        assert_eq!(
            fairer(-0.125),
            "Spread between seats: 25.0 % (18.8 to 31.2) under the first, 12.5 % (6.2 to 18.8) under the second; the second is fairer."
        );
        assert!(fairer(0.125).ends_with("the first is fairer.") && fairer(0.01).ends_with("no clear difference."));
        assert_eq!(fairness(&[]), None);
    }

    #[test]
    fn large_numbers_are_read_by_their_thousands() {
        assert_eq!([7, 999, 1000, 1_234_567].map(count), ["7", "999", "1,000", "1,234,567"]);
    }
}

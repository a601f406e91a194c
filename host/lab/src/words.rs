//! Figures in words: the same on the command line and on the screen.

use crate::estimate::Estimate;
use crate::{Difference, MeasuredFigure, Unit};
use std::time::Duration;

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

/// A figure, with how single values are spread.
pub fn figure(figure: &MeasuredFigure, unit: Unit) -> String {
    let text = estimate(&figure.estimate, unit == Unit::Share);
    match &figure.spread {
        Some(spread) => {
            let [lower, tenth, _, median, _, most, upper] = spread.quantiles;
            format!("{text}; median {median}, most of them {tenth} to {most}, all {lower} to {upper}")
        }
        None => text,
    }
}

/// By how much the second is more than the first.
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

/// Describes the differences that a comparison found beyond chance in a few sentences, the largest first.
pub fn in_short(found: &[Difference]) -> String {
    let effect = |difference: &Difference| difference.effect.map_or(f64::INFINITY, f64::abs);
    let (mut large, tiny): (Vec<&Difference>, Vec<&Difference>) =
        found.iter().filter(|difference| difference.is_clear).partition(|one| one.size() != Some("tiny"));
    large.sort_by(|one, other| effect(other).total_cmp(&effect(one)));
    let sentence = |difference: &&Difference| {
        let [one, other] = [&difference.one, &difference.other].map(|estimate| value(estimate, difference.is_share));
        format!("{}: {one} under the first, {other} under the second; {}.", difference.name, verdict(difference))
    };
    let mut sentences: Vec<String> = large.iter().map(sentence).collect();
    if large.is_empty() {
        let than = if tiny.is_empty() { "" } else { " by more than very little" };
        sentences.push(format!("Nothing differs beyond chance{than}."));
    }
    if !tiny.is_empty() {
        let names: Vec<&str> = tiny.iter().map(|difference| difference.name.as_str()).collect();
        sentences.push(format!("Differs beyond chance, but by very little: {}.", names.join("; ")));
    }
    sentences.join(" ")
}

/// A number with commas between its thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
    fn large_numbers_are_read_by_their_thousands() {
        assert_eq!([7, 999, 1000, 1_234_567].map(count), ["7", "999", "1,000", "1,234,567"]);
    }
}

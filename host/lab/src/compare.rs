//! Two simulations side by side: the differences beyond chance, and how much they matter.

use crate::estimate::Estimate;
use crate::results::{MeasuredFigure, MetricFigures, SimulationResults, Unit};
use serde::Serialize;

/// One figure under both rulesets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The metric's id.
    pub metric: String,
    /// The seat, player or kind of action whose figure it is; empty: the game as a whole.
    pub of: String,
    /// The figure's name: "wins, South".
    pub name: String,
    /// Whether it is a share, from 0 to 1.
    pub is_share: bool,
    /// Under the first ruleset.
    pub one: Estimate,
    /// Under the second.
    pub other: Estimate,
    /// How much more it is under the second, with the interval that contains the true difference in 95 of 100 cases:
    /// for shares Newcombe's, from Wilson's intervals (method 10 of R. G. Newcombe, Statistics in Medicine 17, 1998),
    /// for means that of the normal distribution. For the headline figures of a comparison in pairs, a confidence
    /// sequence.
    pub more: Estimate,
    /// Whether it is beyond chance: the interval does not contain 0.
    pub is_clear: bool,
    /// Whether the interval is of pairs of games with the same chance, and holds for all headline figures together and
    /// at all times.
    pub paired: bool,
    /// How large the difference is: Cohen's h for shares, Cohen's d for means. 0.2 is small, 0.5 medium, 0.8 large.
    /// None where it is not known.
    pub effect: Option<f64>,
}

impl Difference {
    fn of(metric: &MetricFigures, one: &MeasuredFigure, other: &MeasuredFigure) -> Self {
        let name = if one.of.is_empty() { metric.name.clone() } else { format!("{}, {}", metric.name, one.of) };
        let is_share = metric.unit == Unit::Share;
        let effect = match (&one.spread, &other.spread) {
            (Some(first), Some(second)) if !is_share => {
                let pair = (first.deviation, second.deviation);
                effect_of_mean(one.estimate.value, other.estimate.value, pair)
            }
            // Cohen's h is of shares of cases, not of differences of shares.
            _ if is_share && !["worth", "seat_spread"].contains(&metric.id.as_str()) => {
                Some(effect_of_share(one.estimate.value, other.estimate.value))
            }
            _ => None,
        };
        let (of, one, other) = (one.of.clone(), one.estimate, other.estimate);
        // Both intervals are around their estimates, so that the distances add up as standard errors do.
        let below = (other.value - other.lower).hypot(one.upper - one.value);
        let above = (other.upper - other.value).hypot(one.value - one.lower);
        let value = other.value - one.value;
        let more = Estimate { value, lower: value - below, upper: value + above };
        let is_clear = more.lower > 0.0 || more.upper < 0.0;
        Self { metric: metric.id.clone(), of, name, is_share, one, other, more, is_clear, paired: false, effect }
    }

    /// Replaces the interval by that of pairs of games.
    pub(crate) fn in_pairs(&mut self, more: Estimate) {
        self.is_clear = more.lower > 0.0 || more.upper < 0.0;
        self.more = more;
        self.paired = true;
    }

    /// Whether the difference is too small to matter: tiny, or, where its size is not known, less than a hundredth.
    pub fn is_tiny(&self) -> bool {
        self.size().map_or_else(|| self.more.value.abs() < self.one.value.abs() / 100.0, |size| size == "tiny")
    }

    /// How large the difference is, in a word; none where that is not known.
    pub fn size(&self) -> Option<&'static str> {
        Some(match self.effect?.abs() {
            0.0..0.2 => "tiny",
            0.2..0.5 => "small",
            0.5..0.8 => "medium",
            _ => "large",
        })
    }
}

/// Cohen's h: the difference of two shares on a scale on which chance is as large everywhere.
fn effect_of_share(one: f64, other: f64) -> f64 {
    let angle = |share: f64| 2.0 * libm::asin(share.clamp(0.0, 1.0).sqrt());
    angle(other) - angle(one)
}

/// Cohen's d: the difference of two means in standard deviations of single games; none where games do not vary.
fn effect_of_mean(one: f64, other: f64, (first, second): (f64, f64)) -> Option<f64> {
    let spread = ((first * first + second * second) / 2.0).sqrt();
    (spread > 0.0).then(|| (other - one) / spread)
}

/// Returns the differences between two simulations, figure by figure.
///
/// Figures that only one of them has are left out, and those of actions of every player in every game of both. Of
/// twenty figures that do not differ one seems to, on average: a single clear figure among many is no proof.
pub fn differences(one: &SimulationResults, other: &SimulationResults) -> Vec<Difference> {
    let mut found = Vec::new();
    for metric in &one.metrics {
        for figure in &metric.figures {
            if let Some(same) = other.figure(&metric.id, &figure.of) {
                if one.is_always(metric, figure) && other.is_always(metric, same) {
                    continue;
                }
                found.push(Difference::of(metric, figure, same));
            }
        }
    }
    found
}

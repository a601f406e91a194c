//! The results of a simulation, ready for reports: plain data, the same bytes for the same games.

use crate::estimate::Estimate;
use crate::game::Lineup;
use crate::sums::{Proportion, Ratio, Values};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stonehouse_house_rules::Measure;

/// The unit of a metric's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A share, from 0 to 1.
    Share,
    /// A mean of numbers: points, actions, turns.
    Mean,
}

/// One figure: a share or a mean, with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasuredFigure {
    /// The seat, player or kind of action. Empty: the game as a whole.
    pub of: String,
    /// From how many cases.
    pub cases: u64,
    /// The estimate, with the interval that contains the true value in 95 of 100 cases.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How single values are spread; for means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Distribution>,
}

/// How single values are spread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// The standard deviation.
    pub deviation: f64,
    /// The values that 0, 10, 25, 50, 75, 90 and 100 of 100 do not exceed: the least value first, the median in the
    /// middle, the greatest last.
    pub quantiles: [f64; 7],
    /// The histogram: the least value of each bucket that is not empty, and how many values are in it.
    pub histogram: Vec<(f64, u64)>,
}

impl MeasuredFigure {
    pub(crate) fn share(of: impl Into<String>, share: &Proportion) -> Self {
        Self { of: of.into(), cases: share.of, estimate: share.estimate(), spread: None }
    }

    pub(crate) fn ratio(ratio: &Ratio) -> Self {
        Self { of: String::new(), cases: ratio.of, estimate: ratio.estimate(), spread: None }
    }

    /// A mean of values that are counted in parts: `parts` of them make one.
    pub(crate) fn mean(of: impl Into<String>, values: &Values, parts: i64) -> Self {
        let parts = parts as f64;
        let Estimate { value, lower, upper } = values.mean();
        let quantiles = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0].map(|share| values.quantile(share) as f64 / parts);
        let (lowest, highest) = values.bounds.unwrap_or_default();
        let [_, middle @ .., _] = quantiles;
        let [a, b, c, d, e] = middle;
        let spread = Distribution {
            deviation: values.deviation() / parts,
            quantiles: [lowest as f64 / parts, a, b, c, d, e, highest as f64 / parts],
            histogram: values.histogram.buckets().map(|(at, count)| (at as f64 / parts, count)).collect(),
        };
        let estimate = Estimate { value: value / parts, lower: lower / parts, upper: upper / parts };
        Self { of: of.into(), cases: values.count, estimate, spread: Some(spread) }
    }

    /// This figure alone; none if it has no cases.
    pub(crate) fn if_measured(self) -> Vec<Self> {
        if self.cases == 0 { Vec::new() } else { vec![self] }
    }
}

/// A metric and its figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricFigures {
    /// Its id, for programs.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its definition, in a sentence.
    pub sentence: String,
    /// Where the definition is from, and its names elsewhere; empty if it is our own.
    pub source: String,
    /// The unit of its figures.
    pub unit: Unit,
    /// Where the intervals are from.
    pub interval: String,
    /// The figures; none where nothing was measured.
    pub figures: Vec<MeasuredFigure>,
    /// After about how many games the interval would reach two of a hundred games to each side, of the spread between
    /// seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_needed: Option<u64>,
    /// Remarks that are not figures, a sentence each: kinds of actions that were never used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// A script of the user's own that measures games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnMeasures {
    /// The script's name.
    pub file: String,
    /// A hash of its text.
    pub hash: String,
    /// Its measures.
    pub measures: Vec<Measure>,
}

impl OwnMeasures {
    /// The id of one of its metrics: `runs.longest` of `longest` in `runs.lua`.
    pub fn id(&self, measure: &str) -> String {
        format!("{}.{measure}", self.file.trim_end_matches(".lua"))
    }
}

/// The rules that were played, as far as a reader needs them to play them again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesText {
    /// The version of Stonehouse.
    pub stonehouse: String,
    /// The version of the game.
    pub game_version: String,
    /// The knobs that have another value than the game's default.
    pub knobs: Map<String, Value>,
    /// The house rules, in order.
    pub scripts: Vec<ScriptHash>,
}

/// A house rule, by its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptHash {
    /// The file's name.
    pub name: String,
    /// The SHA-256 of its text.
    pub sha256: String,
    /// The values of its knobs.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub knobs: Map<String, Value>,
}

/// The setup of a simulation: two results can be added up or compared only if they agree in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulationSetup {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// The variant's name for people.
    pub title: String,
    /// A hash of all that decides how it is played: the game and its version, seats, knobs, scripts.
    pub ruleset: String,
    /// The rules in words.
    pub rules: RulesText,
    /// The seed of all games.
    pub seed: u64,
    /// How many games were wanted.
    pub games: u64,
    /// How many games are played of each deal.
    pub replays: u64,
    /// Whether players keep their seats.
    pub fixed_seats: bool,
    /// Whether only results were wanted.
    pub results_only: bool,
    /// The number of actions after which a game is cut off, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u64>,
    /// Whether the worth of actions is measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub worth: bool,
    /// The user's own scripts that measure games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<OwnMeasures>,
    /// Seats and players.
    #[serde(flatten)]
    pub lineup: Lineup,
}

/// The results of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulationResults {
    /// The version of this form.
    pub format: u32,
    /// The setup of the games.
    pub setup: SimulationSetup,
    /// How many games were played: fewer than were wanted if it was stopped.
    pub played: u64,
    /// Every metric that was measured.
    pub metrics: Vec<MetricFigures>,
    /// How the score of each seat goes in the course of a game; empty where only results were wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<ScoreCurve>,
}

/// How a seat's score goes in the course of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreCurve {
    /// The seat.
    pub of: String,
    /// Its scores after each twentieth of the actions.
    pub stretches: Vec<Stretch>,
}

/// The score of a seat after a part of the actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch {
    /// After which part: 1 at the end.
    pub at: f64,
    /// The mean, with its interval.
    pub mean: Estimate,
    /// The values that 10, 25, 50, 75 and 90 of 100 games do not exceed.
    pub quantiles: [i64; 5],
}

impl SimulationResults {
    /// Whether a figure only states that every player does something in every game: then it is named in one line with
    /// the others.
    pub fn is_always(&self, metric: &MetricFigures, figure: &MeasuredFigure) -> bool {
        match metric.id.as_str() {
            "used" => figure.cases > 0 && figure.estimate.value >= 1.0,
            // A case is a seat that uses it in a game.
            "used_wins" => figure.cases > 0 && figure.cases == self.played * self.setup.lineup.seats.len() as u64,
            _ => false,
        }
    }

    /// The figures of a metric that are worth a line each, and the line that names the others.
    pub fn shown<'a>(&self, metric: &'a MetricFigures) -> (Vec<&'a MeasuredFigure>, Option<String>) {
        let (always, shown): (Vec<&MeasuredFigure>, Vec<&MeasuredFigure>) =
            metric.figures.iter().partition(|figure| self.is_always(metric, figure));
        let names: Vec<&str> = always.iter().map(|figure| figure.of.as_str()).collect();
        let who = if metric.id == "used_wins" { "By everybody in every game" } else { "In every game" };
        (shown, (!names.is_empty()).then(|| format!("{who}: {}.", names.join(", "))))
    }

    /// Whether a metric is a measure of the user's own.
    pub fn is_own(&self, id: &str) -> bool {
        let measures = |script: &OwnMeasures| script.measures.iter().any(|measure| script.id(&measure.name) == id);
        self.setup.measures.iter().any(measures)
    }

    /// The metrics in the order in which they are shown: the user's own measures first, because the user chose them.
    pub fn own_first(&self) -> Vec<&MetricFigures> {
        let (mut own, others): (Vec<_>, Vec<_>) = self.metrics.iter().partition(|metric| self.is_own(&metric.id));
        own.extend(others);
        own
    }

    /// A metric, by its id.
    pub fn metric(&self, id: &str) -> Option<&MetricFigures> {
        self.metrics.iter().find(|metric| metric.id == id)
    }

    /// A figure, by its metric and what it is of.
    pub fn figure(&self, metric: &str, of: &str) -> Option<&MeasuredFigure> {
        self.metric(metric)?.figures.iter().find(|figure| figure.of == of)
    }
}

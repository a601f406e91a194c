//! The measures of the user's own scripts.

use crate::game::PlayedGame;
use crate::results::{MeasuredFigure, MetricFigures, OwnMeasures, Unit};
use crate::sums::{Proportion, Summable, Values};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Fractions are counted in thousandths.
const PARTS: f64 = 1000.0;

/// The sums of the numbers that a measure returns under one name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MeasureValues {
    /// How many of them were true or false.
    truths: u64,
    /// Those that are whole.
    whole: Values,
    /// All of them, in thousandths.
    parts: Values,
}

/// The most lines printed by a measure that are reported.
const MAX_LINES: usize = 10;

/// Lines that a measure printed: the first different ones, each with the game that printed it first and its place among
/// that game's lines. On any number of threads they are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct PrintedLines(BTreeMap<String, (u64, usize)>);

impl PrintedLines {
    fn add(&mut self, line: &str, at: (u64, usize)) {
        match self.0.get_mut(line) {
            Some(first) => *first = at.min(*first),
            None => {
                self.0.insert(line.to_owned(), at);
            }
        }
        if self.0.len() > MAX_LINES
            && let Some(last) = self.0.iter().max_by_key(|(_, at)| **at).map(|(line, _)| line.clone())
        {
            self.0.remove(&last);
        }
    }

    /// A sentence for each line, in order.
    fn remarks(&self) -> Vec<String> {
        let mut lines: Vec<(&(u64, usize), &String)> = self.0.iter().map(|(line, at)| (at, line)).collect();
        lines.sort_unstable();
        lines.into_iter().map(|((game, _), line)| format!("printed in game {game}: {line}")).collect()
    }
}

impl Summable for PrintedLines {
    fn add_up(&mut self, other: &Self) {
        other.0.iter().for_each(|(line, at)| self.add(line, *at));
    }
}

impl Summable for MeasureValues {
    fn add_up(&mut self, other: &Self) {
        self.truths += other.truths;
        self.whole.add_up(&other.whole);
        self.parts.add_up(&other.parts);
    }
}

/// The sums of the measures: by measure, and by the name that its numbers have. A measure's name is that of its file
/// and of its function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnMeasureValues {
    measures: BTreeMap<String, BTreeMap<String, MeasureValues>>,
    /// By measure, the lines that it printed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    printed: BTreeMap<String, PrintedLines>,
}

impl Summable for OwnMeasureValues {
    fn add_up(&mut self, other: &Self) {
        self.measures.add_up(&other.measures);
        self.printed.add_up(&other.printed);
    }
}

impl OwnMeasureValues {
    /// Adds a game.
    pub fn add(&mut self, game: &PlayedGame<'_>) {
        for (id, amount) in game.own {
            let own = self.measures.entry(id.clone()).or_default().entry(amount.of.clone()).or_default();
            own.truths += u64::from(amount.is_truth);
            if amount.value.fract() == 0.0 {
                own.whole.add(amount.value as i64);
            }
            own.parts.add(libm::round(amount.value * PARTS) as i64);
        }
        for (place, (id, line)) in game.printed.iter().enumerate() {
            self.printed.entry(id.clone()).or_default().add(line, (game.number, place));
        }
    }

    /// The figures of every measure, in the order of the scripts.
    pub fn measured(&self, scripts: &[OwnMeasures]) -> Vec<MetricFigures> {
        let measures = scripts.iter().flat_map(|script| script.measures.iter().map(move |measure| (script, measure)));
        let measured = measures.filter_map(|(script, measure)| {
            let id = script.id(&measure.name);
            let remarks = self.printed.get(&id).map(PrintedLines::remarks).unwrap_or_default();
            let nothing = BTreeMap::new();
            let of = self.measures.get(&id).or((!remarks.is_empty()).then_some(&nothing))?;
            // Measures that are only ever true or false are counted.
            let is_share = of.values().all(|own| own.truths == own.parts.count);
            let sentence = if measure.sentence.is_empty() {
                format!("Measured by `{}` of {}.", measure.name, script.file)
            } else {
                measure.sentence.clone()
            };
            Some(MetricFigures {
                id,
                name: measure.name.replace('_', " "),
                sentence,
                source: script.file.clone(),
                unit: if is_share { Unit::Share } else { Unit::Mean },
                interval: if is_share { "Wilson" } else { "normal" }.to_owned(),
                figures: of.iter().map(|(of, own)| own.figure(of, is_share)).collect(),
                games_needed: None,
                remarks,
            })
        });
        measured.collect()
    }
}

impl MeasureValues {
    fn figure(&self, of: &str, is_share: bool) -> MeasuredFigure {
        if is_share {
            let count = u64::try_from(self.whole.sum).unwrap_or_default();
            return MeasuredFigure::share(of, &Proportion { count, of: self.whole.count });
        }
        if self.whole.count == self.parts.count {
            return MeasuredFigure::mean(of, &self.whole, 1);
        }
        MeasuredFigure::mean(of, &self.parts, PARTS as i64)
    }
}

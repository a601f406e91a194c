//! The metrics of the lab, and their registry.
//!
//! A metric is one item: its definition, the sums that it keeps, the numbers that a game adds to them, and the figures
//! that follow. Related ones are in one file each. All sums are of whole numbers, so that they are the same in whatever
//! order games are added. To add a metric, write it in the file where it belongs and name it in the list below; no
//! other code names them one by one.
//!
//! A metric receives a game once, when it is over, with its course; so the loop that plays does not change when a
//! metric is added.

mod actions;
mod choices;
mod course;
mod deal;
mod ending;
mod lead;
mod length;
mod own;
mod scores;
mod skill;
mod spread;
mod wins;
mod worth;

use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, MetricFigures, ScoreCurve, SimulationSetup, Unit};
use crate::sums::Summable;
use serde::{Deserialize, Serialize};
pub(crate) use wins::by_name;

/// The description of a metric.
pub(crate) struct MetricInfo {
    /// Its id, for programs.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its definition, in a sentence.
    pub sentence: &'static str,
    /// Where the definition is from, and its names elsewhere.
    pub source: &'static str,
    /// The unit of its figures.
    pub unit: Unit,
}

/// A metric.
pub(crate) trait Metric: Default + Summable {
    /// Its description.
    const INFO: MetricInfo;

    /// The method of its intervals.
    const INTERVAL: &'static str = match Self::INFO.unit {
        Unit::Share => "Wilson",
        Unit::Mean => "normal",
    };

    /// Adds a game.
    fn add(&mut self, game: &PlayedGame<'_>);

    /// The figures that follow from the sums; none where nothing was measured.
    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure>;

    /// The number of games after which its interval is as narrow as ± 2 percentage points; none where that is not
    /// known.
    fn games_needed(&self, _lineup: &Lineup) -> Option<u64> {
        None
    }

    /// Remarks that are not figures.
    fn remarks(&self, _lineup: &Lineup) -> Vec<String> {
        Vec::new()
    }
}

/// The sums of a metric: a struct of things that add up.
macro_rules! sums {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) struct $name { $($(#[$doc])* $field: $kind,)* }

        impl crate::sums::Summable for $name {
            fn add_up(&mut self, other: &Self) {
                $(self.$field.add_up(&other.$field);)*
            }
        }
    };
}
pub(crate) use sums;

macro_rules! metrics {
    ($($field:ident: $metric:ty,)*) => {
        /// The sums of all metrics.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub(crate) struct Metrics {
            $($field: $metric,)*
            course: course::Courses,
            own: own::OwnMeasureValues,
        }

        impl Metrics {
            /// Adds a game.
            pub fn add(&mut self, game: &PlayedGame<'_>) {
                $(self.$field.add(game);)*
                self.course.add(game);
                self.own.add(game);
            }

            /// The figures of every metric.
            pub fn measured(&self, lineup: &Lineup) -> Vec<MetricFigures> {
                let mut all = Vec::new();
                $(all.extend(measured(&self.$field, lineup));)*
                all
            }

            /// The figures of every metric, those of the user's own scripts last.
            pub fn all_measured(&self, setup: &SimulationSetup) -> Vec<MetricFigures> {
                let mut all = self.measured(&setup.lineup);
                all.extend(self.own.measured(&setup.measures));
                all
            }

            /// How scores go in the course of a game.
            pub fn course(&self, lineup: &Lineup) -> Vec<ScoreCurve> {
                self.course.curves(lineup)
            }
        }

        impl Summable for Metrics {
            fn add_up(&mut self, other: &Self) {
                $(self.$field.add_up(&other.$field);)*
                self.course.add_up(&other.course);
                self.own.add_up(&other.own);
            }
        }
    };
}

metrics! {
    wins: wins::Wins,
    players: wins::PlayerWins,
    player_shares: skill::Shares,
    seat_shares: skill::SeatShares,
    seat_spread: spread::SeatSpread,
    teams: wins::TeamWins,
    first: wins::FirstMover,
    shared: ending::SharedWins,
    lost: ending::Lost,
    unfinished: ending::Unfinished,
    score: scores::SeatScores,
    player_score: scores::PlayerScores,
    margin: scores::Margin,
    actions: length::ActionCount,
    turns: length::Turns,
    most_turns: length::MostTurns,
    choices: choices::Choices,
    forced: choices::Forced,
    lead_changes: lead::Changes,
    drama: lead::Drama,
    decision_point: lead::DecisionPoint,
    comebacks: lead::Comebacks,
    overcome: lead::Overcome,
    used: actions::Used,
    used_wins: actions::UsedWins,
    worth: worth::WorthWins,
    worth_points: worth::WorthPoints,
    swapped: skill::Swapped,
    deal_wins: deal::OfWins,
    deal_scores: deal::OfScores,
}

/// The figures of a metric, if it measured anything.
fn measured<M: Metric>(metric: &M, lineup: &Lineup) -> Option<MetricFigures> {
    let figures = metric.figures(lineup);
    let MetricInfo { id, name, sentence, source, unit } = M::INFO;
    let text = str::to_owned;
    (!figures.is_empty()).then(|| MetricFigures {
        id: text(id),
        name: text(name),
        sentence: text(sentence),
        source: text(source),
        unit,
        interval: text(M::INTERVAL),
        figures,
        games_needed: metric.games_needed(lineup),
        remarks: metric.remarks(lineup),
    })
}

#[cfg(test)]
mod tests;

//! Statistics over the matches that are shown: how often, how well, and how that changed.

use super::HistoryLine;
use egui::{Align, Grid, Label, Layout, Margin, Modifiers, RichText, ScrollArea, Ui};
use egui_plot::{Line as Curve, Plot, PlotPoints};
use std::collections::BTreeMap;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// Over how many matches the curve averages.
const WINDOW: usize = 10;
/// The height of the plot, in points.
const HEIGHT: f32 = 200.0;

/// The results of a player in some matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResultTally {
    pub played: usize,
    pub won: usize,
    pub drawn: usize,
}

impl ResultTally {
    fn add(&mut self, outcome: ResultOutcome) {
        self.played += 1;
        self.won += usize::from(outcome == ResultOutcome::Won);
        self.drawn += usize::from(outcome == ResultOutcome::Drawn);
    }

    /// How many of the matches were won, a draw counting half, in percent.
    fn percent(self) -> f64 {
        if self.played == 0 { 0.0 } else { 100.0 * (self.won as f64 + self.drawn as f64 / 2.0) / self.played as f64 }
    }
}

/// The result of a match for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultOutcome {
    /// The player is among the winners.
    Won,
    /// All players are among the winners, or none; never where all play as one team.
    Drawn,
    /// Another player won, or nobody of the only team.
    Lost,
}

/// Statistics of one player.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Statistics {
    pub player: String,
    pub all: ResultTally,
    pub variants: BTreeMap<String, ResultTally>,
    /// Against bots of which level, or against people.
    pub levels: BTreeMap<String, ResultTally>,
    pub opponents: BTreeMap<String, ResultTally>,
    /// The share of the last matches that was won, after each match from the oldest on, in percent.
    pub course: Vec<[f64; 2]>,
}

/// The default player of the statistics: the one with most of these matches, people before bots.
pub(super) fn usual_player<'a>(lines: impl Iterator<Item = &'a HistoryLine>) -> Option<String> {
    let mut counts: BTreeMap<&str, (bool, usize)> = BTreeMap::new();
    for line in lines {
        for (player, level) in line.players.iter().zip(&line.levels) {
            let count = counts.entry(player).or_default();
            count.0 |= level.is_none();
            count.1 += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(name, count)| (*count, std::cmp::Reverse(*name)));
    most.map(|(name, _)| name.to_owned())
}

impl Statistics {
    /// The statistics of a player over lines, the newest first, of which those that are over count.
    pub(super) fn of<'a>(player: &str, lines: impl DoubleEndedIterator<Item = &'a HistoryLine>) -> Self {
        let mut statistics = Self { player: player.to_owned(), ..Self::default() };
        let mut results: Vec<f64> = Vec::new();
        for line in lines.rev() {
            let Some(seat) = line.players.iter().position(|name| name == player) else { continue };
            let Some(outcome) = line.outcome(seat) else { continue };
            statistics.all.add(outcome);
            let variant = format!("{} · {}", line.game, line.variant);
            statistics.variants.entry(variant).or_default().add(outcome);
            let others = || (0..line.players.len()).filter(|other| *other != seat);
            let against = |seat: usize| line.levels[seat].clone().unwrap_or_else(|| tr!("people").to_owned());
            let levels: std::collections::BTreeSet<String> = others().map(against).collect();
            for level in levels {
                statistics.levels.entry(level).or_default().add(outcome);
            }
            for other in others() {
                statistics.opponents.entry(line.players[other].clone()).or_default().add(outcome);
            }
            results.push(match outcome {
                ResultOutcome::Won => 100.0,
                ResultOutcome::Drawn => 50.0,
                ResultOutcome::Lost => 0.0,
            });
            let last = &results[results.len().saturating_sub(WINDOW)..];
            statistics.course.push([results.len() as f64, last.iter().sum::<f64>() / last.len() as f64]);
        }
        statistics
    }

    /// Shows the statistics.
    pub(super) fn ui(&self, ui: &mut Ui) {
        let soft = theme::colours(ui).ink_soft;
        if self.all.played == 0 {
            ui.label(RichText::new(tr!("No finished match is like that.")).color(soft));
            return;
        }
        ScrollArea::vertical().id_salt("statistics").auto_shrink(false).show(ui, |ui| {
            theme::page_keys(ui, Modifiers::NONE);
            let ResultTally { played, won, drawn } = self.all;
            let matches = if played == 1 { tr!("1 match").to_owned() } else { tr!("{n} matches", n = played) };
            ui.heading(tr!("{player}: {matches}", player = self.player, matches));
            let text = tr!("{won} won, {drawn} drawn, {lost} lost", won, drawn, lost = played - won - drawn);
            ui.label(RichText::new(text).text_style(theme::title()));
            if self.course.len() > 1 {
                ui.label(RichText::new(tr!("Won of the last {n}, in percent, match by match", n = WINDOW)).color(soft));
                let plot = Plot::new("statistics").height(HEIGHT * theme::scale(ui)).show_background(false);
                let plot = plot.allow_drag(false).allow_zoom(false).allow_scroll(false).allow_boxed_zoom(false);
                let plot = plot.grid_color(theme::colours(ui).line);
                plot.include_y(0.0).include_y(100.0).show(ui, |plot| {
                    let colour = theme::colours::of(plot.ctx().theme()).accent;
                    plot.line(Curve::new("won", PlotPoints::from(self.course.clone())).color(colour).width(2.5));
                });
            }
            table(ui, tr!("By game and variant"), &self.variants);
            table(ui, tr!("By strength of the others"), &self.levels);
            table(ui, tr!("By player"), &self.opponents);
            ui.add_space(16.0);
        });
    }
}

/// The width of a table's figures, and at most of its names.
const FIGURES: f32 = 360.0;
const NAMES: f32 = 340.0;
/// The margin of a table within its card, in points.
const MARGIN: i8 = 14;

/// A table of tallies, the most played first, in its own card. Figures end below the ends of their heads.
fn table(ui: &mut Ui, title: &str, rows: &BTreeMap<String, ResultTally>) {
    ui.add_space(10.0);
    let mut rows: Vec<(&String, &ResultTally)> = rows.iter().collect();
    rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.played));
    let colours = theme::colours(ui);
    // A column of a grid gives a text that may be cut off no room by itself.
    let scale = theme::scale(ui);
    let room = ui.available_width() - f32::from(2 * MARGIN);
    let width = (room - FIGURES * scale).clamp(90.0, NAMES * scale);
    let to_end = Layout::right_to_left(Align::Center);
    theme::card_frame(ui).inner_margin(Margin::same(MARGIN)).show(ui, |ui| {
        ui.set_width(room.min((NAMES + FIGURES) * scale));
        ui.label(RichText::new(title).text_style(theme::title()));
        ui.spacing_mut().interact_size.y = 20.0 * scale;
        Grid::new(title).num_columns(4).spacing(egui::vec2(22.0, 4.0)).show(ui, |ui| {
            ui.label("");
            for head in [tr!("matches"), tr!("won"), tr!("in percent, a draw counting half")] {
                let head = RichText::new(head).text_style(theme::small()).color(colours.ink_soft);
                ui.with_layout(to_end, |ui| ui.label(head));
            }
            ui.end_row();
            for (name, tally) in rows {
                ui.horizontal(|ui| {
                    ui.set_width(width);
                    ui.add(Label::new(name.as_str()).truncate());
                });
                for figure in [tally.played.to_string(), tally.won.to_string(), format!("{:.0}", tally.percent())] {
                    ui.with_layout(to_end, |ui| ui.label(figure));
                }
                ui.end_row();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(players: [&str; 2], level: &str, won: Option<[bool; 2]>) -> HistoryLine {
        HistoryLine {
            game: "Hex".to_owned(),
            variant: "Small".to_owned(),
            players: players.map(str::to_owned).to_vec(),
            levels: vec![None, Some(level.to_owned())],
            won: won.map(|won| won.to_vec()),
            ..HistoryLine::default()
        }
    }

    #[test]
    fn statistics_count_by_variant_level_and_player_draws_as_half() {
        // The newest first; the last one is not over.
        let lines = [
            line(["Anna", "Ada"], "master", None),
            line(["Anna", "Ada"], "master", Some([true, false])),
            line(["Anna", "Bruno"], "apprentice", Some([true, true])),
            line(["Ben", "Ada"], "master", Some([true, false])),
            line(["Anna", "Ada"], "master", Some([false, true])),
        ];
        assert_eq!(usual_player(lines.iter()).as_deref(), Some("Anna"));
        let found = Statistics::of("Anna", lines.iter());
        assert_eq!(found.all, ResultTally { played: 3, won: 1, drawn: 1 });
        assert_eq!(found.variants["Hex · Small"].played, 3);
        assert_eq!(found.levels["master"], ResultTally { played: 2, won: 1, drawn: 0 });
        assert_eq!(found.opponents["Bruno"], ResultTally { played: 1, won: 0, drawn: 1 });
        assert_eq!(found.course, [[1.0, 0.0], [2.0, 25.0], [3.0, 50.0]]);
        assert_eq!(found.all.percent(), 50.0);
    }

    #[test]
    fn a_match_of_one_team_counts_as_won_or_lost_and_never_as_drawn() {
        let lines = [[true, true], [false, false], [false, false]]
            .map(|won| HistoryLine { is_one_team: true, ..line(["Anna", "Ben"], "master", Some(won)) });
        assert_eq!(Statistics::of("Anna", lines.iter()).all, ResultTally { played: 3, won: 1, drawn: 0 });
    }
}

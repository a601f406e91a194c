//! The summary of a match that is over: the winners, the placings, the course of the scores, and the next steps.

use super::MatchCommand;
use super::actor::ScoreHistory;
use super::blunders::Blunders;
use super::handle::MatchHandle;
use crate::board::Board;
use egui::{Align2, Color32, Grid, Modifiers, RichText, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use egui_plot::{AxisHints, GridMark, Line, Plot};
use std::cmp::Reverse;
use stonehouse_engine::{Ending, Player, Reason};
use stonehouse_language::tr;
use stonehouse_plugin::{Seat, Seating};
use stonehouse_ui::theme;

/// The width of the summary and the height of the plot, in points.
const WIDTH: f32 = 580.0;
const PLOT: f32 = 170.0;

/// A line of the placings.
#[derive(Debug, PartialEq, Eq)]
struct Placing {
    place: usize,
    seats: Vec<Seat>,
    score: i64,
}

/// The placings: the winners first, then by score, and last those who resigned: of these, the later one comes first.
/// Players of one team are together, and are out once all of them resigned; equal scores share a place.
fn placings(end: &Ending, seating: &Seating) -> Vec<Placing> {
    let score = |seat: &Seat| end.outcome.scores.get(seat.index()).copied().unwrap_or_default();
    let mut teams: Vec<(bool, i64, Vec<Seat>)> = Vec::new();
    for seat in Seat::all(seating.seats.len()) {
        let won = end.outcome.winners.contains(seat);
        match teams.iter_mut().find(|(.., seats)| seating.team(seats[0]) == seating.team(seat)) {
            Some((has_won, best, seats)) => {
                *has_won |= won;
                *best = (*best).max(score(&seat));
                seats.push(seat);
            }
            None => teams.push((won, score(&seat), vec![seat])),
        }
    }
    // Where two sides are left, one word is enough for a whole side: it resigned last of all.
    let ended_it = |seats: &[Seat]| matches!(end.reason, Reason::Resigned(seat) if seats.contains(&seat));
    let when = |seat: &Seat| end.resigned.iter().position(|other| other == seat);
    let out = |seats: &[Seat]| -> Option<usize> {
        if ended_it(seats) && !end.resigned.is_empty() {
            return Some(end.resigned.len());
        }
        seats.iter().map(when).collect::<Option<Vec<usize>>>()?.into_iter().max()
    };
    teams.sort_by_key(|(won, best, seats)| (out(seats).map(Reverse), !*won, Reverse(*best)));
    let mut placed: Vec<Placing> = Vec::new();
    let mut before: Option<(bool, i64)> = None;
    for (index, (won, score, seats)) in teams.into_iter().enumerate() {
        // Winners share the first place, whatever their scores are; no two resign at once.
        let is_out = out(&seats).is_some();
        let shares = !is_out && before.is_some_and(|(other, best)| other == won && (won || best == score));
        let place = placed.last().filter(|_| shares).map_or(index + 1, |last| last.place);
        before = Some((won, score));
        placed.push(Placing { place, seats, score });
    }
    placed
}

/// The summary of a match that is over.
#[derive(Default)]
pub(super) struct Summary {
    is_open: bool,
    /// Whether it was shown in the frame before.
    was_shown: bool,
    blunders: Blunders,
}

/// The subject of a summary.
pub(super) struct Ended<'a> {
    pub board: &'a Board,
    pub end: &'a Ending,
    pub history: &'a ScoreHistory,
    /// Whether a variant is only tried: the match is not kept, and there is no button to return to it.
    pub is_trial: bool,
}

impl Summary {
    /// Whether it is open; something else may be shown first.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    pub const fn set_open(&mut self, is_open: bool) {
        self.is_open = is_open;
    }

    /// Closes the summary, and discards the search for blunders: the match is not over any more.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Something else is shown first in this frame.
    pub const fn wait_for_its_turn(&mut self) {
        self.was_shown = false;
    }

    /// Blocks until a search for blunders is done: for tests and tools.
    pub fn wait(&mut self) {
        self.blunders.wait();
    }

    /// Shows the summary. The focus moves to it if the keyboard is used.
    pub fn ui(&mut self, ui: &Ui, ended: &Ended<'_>, actor: &MatchHandle, by_keyboard: bool) -> Option<MatchCommand> {
        // A person who plays by keyboard need not look for the way from the table into the summary. In the frame after
        // a tally was closed, it still keeps the keyboard for itself.
        let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some());
        let takes_focus = !self.was_shown && by_keyboard && !is_covered;
        self.was_shown |= !is_covered;
        let mut command = None;
        let mut close = false;
        let scale = theme::scale(ui);
        let room = ui.ctx().content_rect().size() - vec2(60.0, 150.0 * scale);
        let window = egui::Window::new("The end").title_bar(false).resizable(false).collapsible(false);
        let window = window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).default_width((WIDTH * scale).min(room.x));
        window.show(ui.ctx(), |ui| {
            ui.set_width((WIDTH * scale).min(room.x));
            egui::ScrollArea::vertical().max_height(room.y.max(80.0)).show(ui, |ui| {
                theme::page_keys(ui, Modifiers::NONE);
                command = ended.ui(ui);
                if !ended.is_trial && ended.board.players().iter().any(Player::is_person) {
                    command = self.blunders.ui(ui, ended.board, actor).or(command.take());
                }
            });
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                if theme::primary(ui, tr!("Rematch")).on_hover_text(ended.board.rematch_tip()).clicked() {
                    command = Some(MatchCommand::Rematch);
                }
                let swap = if ended.board.players().len() == 2 { tr!("Swap seats") } else { tr!("Move seats") };
                if ui.button(swap).on_hover_text(ended.board.swap_tip()).clicked() {
                    command = Some(MatchCommand::Swap);
                }
                if !ended.is_trial {
                    let review = ui.button(tr!("Review")).on_hover_text(tr!("Step through the match"));
                    if takes_focus {
                        review.request_focus();
                    }
                    if review.clicked() {
                        command = Some(MatchCommand::Review(None));
                    }
                }
                if !ended.is_trial
                    && ui.button(tr!("Another variant")).on_hover_text(tr!("Back to the launcher")).clicked()
                {
                    command = Some(MatchCommand::AnotherVariant);
                }
                close =
                    ui.button(tr!("Look at the table")).on_hover_text(tr!("What was hidden is shown now")).clicked();
            });
        });
        if close {
            self.is_open = false;
        }
        command
    }
}

impl Ended<'_> {
    /// Shows the placings, and how the match came to that.
    fn ui(&self, ui: &mut Ui) -> Option<MatchCommand> {
        let end = self.end;
        let (has_points, seating) = (self.board.has_points(), self.board.ruleset().seating());
        ui.label(RichText::new(self.board.ending(end)).text_style(theme::heading()));
        let colours = theme::colours(ui);
        Grid::new("placings").num_columns(3).min_col_width(0.0).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
            for placing in placings(end, seating) {
                let names: Vec<&str> =
                    placing.seats.iter().map(|seat| self.board.names()[seat.index()].as_str()).collect();
                let won = placing.seats.iter().any(|seat| end.outcome.winners.contains(*seat));
                let text = |text: String| {
                    let text = RichText::new(text).text_style(theme::title());
                    if won { text.strong().color(colours.accent) } else { text }
                };
                ui.label(text(format!("{}.", placing.place)));
                ui.horizontal(|ui| {
                    if self.has_history() {
                        placing.seats.iter().for_each(|seat| self.dot(ui, seat.index()));
                    }
                    ui.label(text(stonehouse_language::joined(&names)));
                });
                ui.label(text(if has_points { placing.score.to_string() } else { String::new() }));
                ui.end_row();
            }
        });
        self.plot(ui);
        self.turned(ui)
    }

    /// The action that turned the match: after it the winners were in front to the end.
    fn turned(&self, ui: &mut Ui) -> Option<MatchCommand> {
        let end = self.end;
        let lead = self.history.leads.to_the_end.as_ref()?;
        if !lead.side.iter().any(|seat| end.outcome.winners.contains(*seat)) {
            return None;
        }
        let number = tr!("Action {number}", number = lead.after);
        let text = tr!("In front to the end: {players}", players = lead.who(self.board.names()));
        if self.is_trial {
            ui.label(format!("{number}. {text}"));
            return None;
        }
        let open = |ui: &mut Ui| {
            let hint = tr!("Opens the review before this action: “Play on from here” tries it again");
            let opens = ui.button(&number).on_hover_text(hint);
            opens.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{text}. {number}")));
            ui.label(&text);
            opens.clicked().then_some(MatchCommand::Review(Some((lead.after, lead.side[0]))))
        };
        ui.horizontal(open).inner
    }

    fn has_history(&self) -> bool {
        !self.history.seats.is_empty()
    }

    /// The course of the scores, its lines in the colours of the dots beside the names.
    fn plot(&self, ui: &mut Ui) {
        if !self.has_history() {
            return;
        }
        let plot = Plot::new("course").height(PLOT * theme::scale(ui)).grid_spacing(egui::Rangef::new(2.0, 40.0));
        let plot = plot.allow_drag(false).allow_zoom(false).allow_scroll(false).allow_boxed_zoom(false);
        // Marks that are close are as dark as others, so that they can be read.
        let across = AxisHints::new_x().label(tr!("actions")).label_spacing(egui::Rangef::new(24.0, 36.0));
        let up = AxisHints::new_y().label_spacing(egui::Rangef::new(10.0, 16.0));
        let plot = plot.custom_x_axes(vec![across]).custom_y_axes(vec![up]).show_background(false).include_y(0.0);
        let plot = plot
            .x_grid_spacer(|input| round_marks(input.bounds))
            .y_grid_spacer(|input| round_marks(input.bounds))
            .grid_color(theme::colours(ui).line);
        let colours: Vec<Color32> = (0..self.history.seats.len()).map(|seat| self.line_colour(ui, seat)).collect();
        plot.show(ui, |plot| {
            for (seat, points) in self.history.seats.iter().enumerate() {
                plot.line(Line::new(self.board.names()[seat].clone(), points.clone()).color(colours[seat]).width(2.5));
            }
        });
    }

    /// A dot in the colour of a seat's line.
    fn dot(&self, ui: &mut Ui, seat: usize) {
        let size = 11.0 * theme::scale(ui);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
        ui.painter().circle_filled(rect.center(), size / 2.0, self.line_colour(ui, seat));
    }

    fn line_colour(&self, ui: &Ui, seat: usize) -> Color32 {
        theme::tints::seen_on(theme::colours(ui).card, self.colour_of(seat))
    }

    /// The colour of a seat: its own, as far as no other seat has the same.
    fn colour_of(&self, seat: usize) -> Color32 {
        let seats = &self.board.scene().seats;
        let own = seats.iter().find(|panel| panel.seat.index() == seat).and_then(|panel| panel.tint);
        let alone = seats.iter().filter(|panel| panel.tint == own).count() == 1;
        own.filter(|_| alone).map_or(theme::tints::SEATS[seat % theme::tints::SEATS.len()], theme::tint)
    }
}

/// Marks at round numbers, six at the most, so that each has room for its number.
fn round_marks((least, greatest): (f64, f64)) -> Vec<GridMark> {
    let rough = (greatest - least) / 5.0;
    if !rough.is_finite() || rough <= 0.0 {
        return Vec::new();
    }
    let unit = 10_f64.powf(rough.log10().floor()).max(1.0);
    let step = [unit, 2.0 * unit, 5.0 * unit].into_iter().find(|step| *step >= rough).unwrap_or(10.0 * unit);
    let places = (least / step).ceil() as i64..=(greatest / step).floor() as i64;
    places.map(|place| GridMark { value: place as f64 * step, step_size: step }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::{Outcome, SeatInfo};

    fn placed(scores: &[i64], winners: &[u8], teams: &[u8]) -> Vec<(usize, Vec<u8>)> {
        placed_without(scores, winners, teams, &[])
    }

    fn placed_without(scores: &[i64], winners: &[u8], teams: &[u8], resigned: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let winners = winners.iter().map(|seat| Seat(*seat)).collect();
        let resigned = resigned.iter().map(|seat| Seat(*seat)).collect();
        let end = Ending { outcome: Outcome { scores: scores.to_vec(), winners }, reason: Reason::Rules, resigned };
        let seating = Seating::new(teams.iter().map(|team| SeatInfo::new("", *team)).collect::<Vec<_>>());
        let seats = |placing: Placing| placing.seats.iter().map(|seat| seat.0).collect();
        placings(&end, &seating).into_iter().map(|placing| (placing.place, seats(placing))).collect()
    }

    #[test]
    fn the_marks_of_the_scores_are_round_and_few() {
        let marks = |least: f64, greatest: f64| -> Vec<f64> {
            round_marks((least, greatest)).into_iter().map(|mark| mark.value).collect()
        };
        assert_eq!(marks(-3.0, 63.0), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(marks(0.0, 1056.0), [0.0, 500.0, 1000.0]);
        assert_eq!(marks(-31.0, 70.0), [0.0, 50.0]);
        assert_eq!(marks(0.0, 2.0), [0.0, 1.0, 2.0]);
        assert!(marks(0.0, 0.0).is_empty() && marks(f64::NAN, 1.0).is_empty() && marks(0.0, f64::INFINITY).is_empty());
        for greatest in 1..2000 {
            assert!((2..=6).contains(&marks(0.0, f64::from(greatest)).len()), "{greatest}");
        }
    }

    #[test]
    fn ranking_puts_winners_first_keeps_teams_and_shares_ties() {
        assert_eq!(placed(&[9, 14], &[1], &[0, 1]), [(1, vec![1]), (2, vec![0])]);
        assert_eq!(placed(&[9, 14], &[0], &[0, 1]), [(1, vec![0]), (2, vec![1])], "the other ran out of time");
        let three = placed(&[5, 7, 5], &[1], &[0, 1, 2]);
        assert_eq!(three, [(1, vec![1]), (2, vec![0]), (2, vec![2])]);
        let four = placed(&[3, 8, 3, 8], &[1, 3], &[0, 1, 0, 1]);
        assert_eq!(four, [(1, vec![1, 3]), (2, vec![0, 2])]);
        let shared = placed(&[5, 5, 2, 1], &[0, 1], &[0, 1, 2, 3]);
        assert_eq!(shared, [(1, vec![0]), (1, vec![1]), (3, vec![2]), (4, vec![3])]);
    }

    #[test]
    fn seats_that_resigned_come_last_the_later_above_the_earlier() {
        let four = placed_without(&[9, 8, 1, 9], &[2], &[0, 1, 2, 3], &[3, 0]);
        assert_eq!(four, [(1, vec![2]), (2, vec![1]), (3, vec![0]), (4, vec![3])]);
        let pairs = placed_without(&[9, 8, 1, 9, 8, 1], &[0], &[0, 1, 2, 0, 1, 2], &[1, 3, 4]);
        assert_eq!(pairs, [(1, vec![0, 3]), (2, vec![2, 5]), (3, vec![1, 4])]);
    }
}

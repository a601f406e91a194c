//! Beside the table: the seats with their scores and clocks, and below them the log or the rules.

use super::actor::{self, MatchStatus};
use super::hint::Hints;
use super::log_highlight::LogHighlight;
use super::rules::RulesPanel;
use crate::board::{Board, clock_label, number_width, stone};
use crate::log::LogLine;
use egui::{
    Align, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea, Stroke, Ui, vec2,
};
use std::time::{Duration, Instant};
use stonehouse_language::{InLanguage, tr, translate_words};
use stonehouse_plugin::scene::SeatPanel;
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The width of the side, in points, with the log and with the rules; and its greatest share of the window's width.
const LOG_WIDTH: f32 = 264.0;
const RULES_WIDTH: f32 = 400.0;
const SHARE: f32 = 0.36;
/// The height of a seat with one line of details and of one without, and the least height below the seats for the log
/// and for the rules. If the seats would leave less, they are shown without details.
const SEAT_HEIGHT: f32 = 82.0;
const BRIEF_HEIGHT: f32 = 30.0;
/// The width that details do not have: margins, and a clock where there is one.
const MARGINS: f32 = 30.0;
const CLOCK: f32 = 74.0;
const LOG_HEIGHT: f32 = 110.0;
const RULES_HEIGHT: f32 = 230.0;

/// How much is shown of each seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Everything, in as many lines as it takes.
    All,
    /// The name and the points in one line, and below it the details that change while playing.
    Changing,
    /// Only the name and the points.
    Points,
}

/// The side of the table.
pub(super) struct Side {
    pub rules: RulesPanel,
    pub hints: Hints,
    pub highlight: LogHighlight,
}

impl Side {
    /// Shows the side.
    pub fn ui(&mut self, ui: &mut Ui, board: &Board, status: &MatchStatus, textures: &Textures) {
        self.rules.key(ui, board);
        let frame = Frame::new().fill(theme::colours(ui).paper).inner_margin(Margin::same(12));
        let (most, least_below) =
            if self.rules.is_open { (RULES_WIDTH, RULES_HEIGHT) } else { (LOG_WIDTH, LOG_HEIGHT) };
        let scale = theme::scale(ui);
        let width = (ui.available_width() * SHARE).min(most * scale);
        Panel::right("side").exact_size(width).resizable(false).frame(frame).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0 * scale;
            let clocks = status.clock.as_ref().map(|clock| clock.left(Instant::now()));
            let seats = SeatPanels { board, status };
            let panels = &board.scene().seats;
            let (line, clock) = (lines(ui, "", f32::INFINITY), if clocks.is_some() { CLOCK } else { 0.0 });
            let room = ui.available_height() - least_below * scale;
            let high = |detail: Detail, seat: f32, wide: f32| {
                let more = |panel| lines(ui, &seats.details(panel, detail), wide) - line;
                panels.iter().map(|panel| seat * scale + more(panel)).sum::<f32>()
            };
            let wide = ui.available_width() - MARGINS;
            let detail = if high(Detail::All, SEAT_HEIGHT, wide - clock * scale) <= room {
                Detail::All
            } else if high(Detail::Changing, BRIEF_HEIGHT + line, wide) <= room {
                Detail::Changing
            } else {
                Detail::Points
            };
            for panel in panels {
                let left = clocks.as_ref().and_then(|left| left.get(panel.seat.index())).copied();
                seats.seat(ui, panel, textures, left, detail);
            }
            ui.add_space(4.0);
            self.hints.card(ui);
            if self.rules.is_open {
                self.rules.ui(ui);
            } else {
                self.log(ui, board, textures);
            }
        });
    }

    fn log(&mut self, ui: &mut Ui, board: &Board, textures: &Textures) {
        if board.lines().is_empty() {
            ui.label(RichText::new(tr!("What is played will be listed here.")).color(theme::colours(ui).ink_soft));
            return;
        }
        let column = number_width(ui, board.lines().iter().filter_map(|line| line.number).max().unwrap_or_default());
        // Every match has its own log, scrolled to its end until a person scrolls it.
        let area = ScrollArea::vertical().id_salt(("log", board.id())).auto_shrink(false).stick_to_bottom(true);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for line in board.lines() {
                let shown = ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    log_line(ui, board, line, column, textures);
                });
                let Some(number) = line.number else { continue };
                if ui.rect_contains_pointer(shown.response.rect) {
                    self.highlight.hovered = Some(number);
                }
                if self.highlight.chosen == Some(number) {
                    let colours = theme::colours(ui);
                    let outline = shown.response.rect.expand(2.0);
                    ui.painter().rect_stroke(outline, 4.0, Stroke::new(2.0, colours.accent), egui::StrokeKind::Outside);
                    if self.highlight.scrolls {
                        shown.response.scroll_to_me(None);
                    }
                }
            }
        });
        self.highlight.scrolls = false;
    }
}

/// The seats, in as much detail as there is room.
struct SeatPanels<'a> {
    board: &'a Board,
    status: &'a MatchStatus,
}

impl SeatPanels<'_> {
    /// The line about a seat below its name and points.
    fn details(&self, panel: &SeatPanel, detail: Detail) -> String {
        let mut notes = Vec::new();
        if detail != Detail::Changing {
            notes.push(translate_words(&self.board.ruleset().seating().seats[panel.seat.index()].name));
            notes.extend(actor::kind(self.board, self.status, panel.seat));
        }
        notes.extend(panel.notes.iter().map(|note| note.shown(self.board.names())));
        if panel.out {
            notes.push(tr!("out").to_owned());
        }
        notes.join(" · ")
    }

    /// Shows a seat.
    fn seat(&self, ui: &mut Ui, panel: &SeatPanel, textures: &Textures, left: Option<Duration>, detail: Detail) {
        let brief = detail != Detail::All;
        let acts = self.status.to_act == Some(panel.seat);
        let won = self.status.end.as_ref().is_some_and(|end| end.outcome.winners.contains(panel.seat));
        let is_out = panel.out || self.status.resigned.contains(&panel.seat);
        // The margin makes up for the wider line, so that nothing inside it moves.
        let (stroke, margin) = if acts || won {
            (Stroke::new(2.0, theme::colours(ui).turn), 0)
        } else {
            (Stroke::new(1.0, theme::colours(ui).line), 1)
        };
        let frame = Frame::new()
            .fill(theme::colours(ui).card)
            .stroke(stroke)
            .outer_margin(Margin::same(margin))
            .corner_radius(CornerRadius::same(9))
            .inner_margin(Margin::symmetric(12, if brief { 1 } else { 8 }));
        let scale = theme::scale(ui);
        let height = if brief { 24.0 } else { 34.0 } * scale;
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.allocate_ui_with_layout(
                vec2(ui.available_width(), height),
                Layout::right_to_left(Align::Center),
                |ui| {
                    ui.set_min_height(height);
                    let size = if brief { 20.0 } else { 30.0 } * scale;
                    if let Some(score) = panel.score {
                        let score = RichText::new(score.to_string()).font(FontId::proportional(size));
                        ui.label(score).on_hover_text(tr!("Points"));
                    }
                    let gained = self.board.gained(panel.seat);
                    if gained != 0 {
                        let text = RichText::new(format!("{gained:+}")).color(gain(theme::colours(ui), gained));
                        ui.label(text).on_hover_text(tr!("Since your last turn"));
                    }
                    if let Some(left) = left.filter(|_| brief) {
                        clock_label(ui, left, acts);
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        stone(ui, textures, panel.tint, if brief { 16.0 } else { 22.0 } * scale);
                        let style = if brief { theme::body() } else { theme::title() };
                        let name =
                            RichText::new(&crate::names::display_names(self.board.players())[panel.seat.index()])
                                .text_style(style);
                        let name = if is_out { name.color(theme::colours(ui).ink_soft).strikethrough() } else { name };
                        ui.add(Label::new(name).truncate());
                    });
                },
            );
            let text = self.details(panel, detail);
            let notes = RichText::new(&text).text_style(theme::small()).color(theme::colours(ui).ink_soft);
            let notes = Label::new(notes).wrap();
            match detail {
                Detail::All => {
                    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                        if let Some(left) = left {
                            clock_label(ui, left, acts);
                        }
                        ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(notes));
                    });
                }
                Detail::Changing if !text.is_empty() => _ = ui.add(notes),
                Detail::Changing | Detail::Points => {}
            }
        });
        if brief {
            shown.response.on_hover_text(self.details(panel, Detail::All));
        }
    }
}

/// Shows a line of the log, with its number in a column of this width.
fn log_line(ui: &mut Ui, board: &Board, line: &LogLine, column: f32, textures: &Textures) {
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    let number = RichText::new(number).text_style(theme::small()).color(theme::colours(ui).ink_soft);
    ui.allocate_ui_with_layout(vec2(column, 18.0 * theme::scale(ui)), Layout::right_to_left(Align::Min), |ui| {
        ui.set_min_width(column);
        ui.label(number);
    });
    let Some(seat) = line.seat else {
        // An announcement of a house rule belongs to the action above, and nobody did it.
        ui.add_space(17.0 * theme::scale(ui));
        ui.add(Label::new(RichText::new(&line.text).text_style(theme::small()).italics()).wrap());
        return;
    };
    stone(ui, textures, board.tint(seat), 12.0 * theme::scale(ui));
    let text = board.sentence(line);
    let text: egui::WidgetText = if line.number.is_some() {
        theme::directed(ui, &text, &theme::small(), ui.visuals().text_color()).into()
    } else {
        RichText::new(text).text_style(theme::small()).italics().color(theme::colours(ui).alarm).into()
    };
    let shown = ui.add(Label::new(text).wrap());
    if !line.hook_changes.is_empty() {
        shown.on_hover_ui(|ui| {
            ui.set_max_width(420.0);
            ui.label(RichText::new(tr!("What house rules changed")).strong());
            line.hook_changes.iter().for_each(|reason| {
                ui.label(RichText::new(reason).text_style(theme::small()));
            });
        });
    }
}

/// The colour of points that were gained, or lost.
const fn gain(colours: &theme::colours::Colours, points: i64) -> Color32 {
    if points < 0 { colours.alarm } else { colours.accent }
}

/// The height of details in lines of this width.
fn lines(ui: &Ui, text: &str, wide: f32) -> f32 {
    ui.painter().layout(text.to_owned(), theme::font(ui, &theme::small()), Color32::PLACEHOLDER, wide).size().y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_the_colour_of_an_alarm_and_a_gain_has_not() {
        for colours in [&theme::colours::LIGHT, &theme::colours::DARK] {
            assert_eq!((gain(colours, -20), gain(colours, 20)), (colours.alarm, colours.accent));
            assert_ne!(gain(colours, -20), gain(colours, 20));
        }
    }
}

//! Beside the table: the seats with their scores and clocks, and below them the log or the rules.

use super::actor::{self, MatchStatus};
use super::hint::Hints;
use super::log_highlight::LogHighlight;
use super::rules::RulesPanel;
use crate::board::{Board, number_width};
use crate::seat_card::{Detail, SeatCard, log_line};
use egui::{Frame, Margin, Panel, RichText, ScrollArea, Stroke, Ui};
use std::time::{Duration, Instant};
use stonehouse_language::{InLanguage, tr, translate_words};
use stonehouse_plugin::scene::SeatPanel;
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The width of the side, in points, with the log and with the rules; and its greatest share of the window's width.
const LOG_WIDTH: f32 = 264.0;
const RULES_WIDTH: f32 = 400.0;
const SHARE: f32 = 0.36;
/// The least height below the seats for the log and for the rules, in points. If the seats would leave less, they are
/// shown with less detail.
const MIN_LOG_HEIGHT: f32 = 110.0;
const MIN_RULES_HEIGHT: f32 = 230.0;

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
            if self.rules.is_open { (RULES_WIDTH, MIN_RULES_HEIGHT) } else { (LOG_WIDTH, MIN_LOG_HEIGHT) };
        let scale = theme::scale(ui);
        let width = (ui.available_width() * SHARE).min(most * scale);
        Panel::right("side").exact_size(width).resizable(false).frame(frame).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0 * scale;
            let clocks = status.clock.as_ref().map(|clock| clock.left(Instant::now()));
            let seats = SeatPanels { board, status };
            let panels = &board.scene().seats;
            let room = ui.available_height() - least_below * scale;
            let detail = Detail::fitting(ui, room, clocks.is_some(), |detail| {
                panels.iter().map(|panel| seats.details(panel, detail)).collect()
            });
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
                    let tint = line.seat.and_then(|seat| board.tint(seat));
                    log_line(ui, line, &board.sentence(line), tint, column, textures);
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
        let card = SeatCard {
            name: &crate::names::display_names(self.board.players())[panel.seat.index()],
            panel: Some(panel),
            about: self.details(panel, detail),
            is_warning: false,
            gained: self.board.gained(panel.seat),
            left,
            acts: self.status.to_act == Some(panel.seat),
            won: self.status.end.as_ref().is_some_and(|end| end.outcome.winners.contains(panel.seat)),
            is_out: panel.out || self.status.resigned.contains(&panel.seat),
            detail,
        };
        let shown = card.ui(ui, textures, |_| {});
        if detail != Detail::All {
            shown.on_hover_text(self.details(panel, Detail::All));
        }
    }
}

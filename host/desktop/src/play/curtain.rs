//! The curtain: while people change seats or are asked something together, and in a pause, nothing of the table is shown.
//!
//! A question to another person follows the same rule ([`MatchActor::put`](super::actor::MatchActor::put)): a draw is offered to
//! each of the others behind a curtain of their own, and consent to an undo is asked of everybody over a covered table.

use super::Play;
use super::actor::{Asked, MatchActor, Snapshot};
use super::end_dialog::EndDialog;
use crate::names;
use egui::{CentralPanel, Frame, Label, RichText, Ui};
use std::time::Instant;
use stonehouse_language::{tr, translate};
use stonehouse_plugin::{Seat, text};
use stonehouse_ui::look;

/// How high the words and buttons are, in points, where text has its usual size.
const WORDS: f32 = 235.0;

/// How far down they begin at the most, as a share of the height.
const DOWN: f32 = 0.28;

impl Play {
    /// Whether the table is covered.
    pub(super) fn is_covered(&self) -> bool {
        let asks_all = self.status.asked == Some(Asked::Everybody) && self.status.end.is_none();
        self.paused || self.status.handover.is_some() || asks_all
    }

    /// Shows the curtain instead of the table.
    pub(super) fn curtain(&mut self, ui: &mut Ui) {
        let (mut lifted, mut goes_on, mut takes_back) = (false, false, false);
        // What lies over the curtain is read first.
        let takes_keys = !self.tally_open && !self.is_stopped();
        CentralPanel::default().frame(Frame::new().fill(look::CLOTH)).show(ui, |ui| {
            // What does not fit below that is reached by scrolling.
            let room = ui.available_height();
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space((room - WORDS * look::scale(ui)).clamp(0.0, room * DOWN));
                ui.vertical_centered(|ui| {
                    ui.spacing_mut().item_spacing.y = 14.0;
                    let line = |ui: &mut Ui, text: String, style, colour| {
                        ui.add(Label::new(RichText::new(text).text_style(style).color(colour)).wrap());
                    };
                    if self.paused {
                        line(ui, tr!("Pause").to_owned(), look::heading(), look::BRASS_LIGHT);
                        let rests = if self.status.clock.is_some() { tr!("The clocks rest. ") } else { "" };
                        line(ui, tr!("{rests}The table is covered.", rests), look::title(), look::LIGHT);
                        goes_on = answer(ui, tr!("Go on"), takes_keys);
                        return;
                    }
                    let Some(seat) = self.status.handover else { return };
                    let whose = translate(&text!("{player}'s seat", player = seat), self.board.names());
                    line(ui, whose, look::heading(), look::BRASS_LIGHT);
                    let others = self.others(seat.index());
                    let away = match others[..] {
                        [only] => translate(&text!("{player} looks away now.", player = only), self.board.names()),
                        _ => {
                            let names: Vec<&str> = others.iter().map(|seat| self.board.name(*seat)).collect();
                            tr!("{players} look away now.", players = names::all(&names))
                        }
                    };
                    line(ui, away, look::title(), look::LIGHT);
                    let offer = match self.end_dialog {
                        Some(EndDialog::Draw { by, .. }) => Some(by),
                        _ => None,
                    };
                    if let Some(by) = offer {
                        let offered = translate(&text!("{player} offers a draw.", player = by), self.board.names());
                        line(ui, offered, look::title(), look::LIGHT);
                    }
                    lifted = answer(ui, tr!("Show my side"), takes_keys);
                    takes_back = offer.is_some() && look::secondary_on_cloth(ui, tr!("Take the offer back")).clicked();
                    let key = tr!("Enter or Space, once nobody else looks");
                    line(ui, key.to_owned(), look::small(), look::LIGHT);
                });
            });
        });
        if takes_back {
            self.end_dialog = None;
        }
        if goes_on {
            self.paused = false;
            self.ask(MatchActor::go_on);
        } else if lifted {
            self.ask(MatchActor::show_side);
        }
    }

    /// The people who must not see what this seat sees.
    fn others(&self, seat: usize) -> Vec<Seat> {
        let people =
            Seat::all(self.board.players().len()).filter(|other| self.board.players()[other.index()].is_person());
        people.filter(|other| other.index() != seat).collect()
    }

    /// Covers the table and stops the clocks, until somebody goes on.
    pub(super) fn pause(&mut self) {
        if self.status.end.is_none() && !self.pending.is_pending() {
            self.stop_thinking();
            self.paused = true;
            self.ask(MatchActor::pause);
        }
    }
}

/// The main button of the curtain: the keyboard is on it, unless it is somewhere else.
fn answer(ui: &mut Ui, text: &str, takes_keys: bool) -> bool {
    let button = look::primary_on_cloth(ui, text);
    if takes_keys && ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none()) {
        button.request_focus();
    }
    button.clicked()
}

impl MatchActor {
    /// Stops the clocks.
    fn pause(&mut self) -> Snapshot {
        self.current_mut().pause_clock(Instant::now());
        self.snapshot(Ok(()))
    }

    /// Starts the clocks again.
    fn go_on(&mut self) -> Snapshot {
        self.current_mut().start_clock(Instant::now());
        self.snapshot(Ok(()))
    }
}

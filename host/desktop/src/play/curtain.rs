//! The curtain: while people change seats or are asked something together, and in a pause, nothing of the table is
//! shown.
//!
//! The same holds for a question to another person
//! ([`MatchActor::ask_consent`](super::actor::MatchActor::ask_consent)): a draw is offered to each of the others behind
//! their own curtain, and all people are asked for consent to an undo over a covered table.

use super::actor::MatchStatus;
use crate::board::Board;
use egui::{CentralPanel, Frame, Label, RichText, Ui};
use stonehouse_language::{tr, translate};
use stonehouse_plugin::{Seat, text};
use stonehouse_ui::theme;

/// How high the words and buttons are, in points, where text has its usual size.
const WORDS: f32 = 235.0;

/// How far down they begin at the most, as a share of the height.
const DOWN: f32 = 0.28;

/// A person's act at the curtain.
pub(super) enum CurtainCommand {
    /// The person who has to come to the screen confirms that they are there.
    Lift,
    /// The pause is over.
    GoOn,
    /// The draw that is offered is not offered any more.
    TakeOfferBack,
}

/// Shows the curtain instead of the table: during a pause, or until the next person has come to the screen. `draw_by`
/// is the seat that offers them a draw. The button has the keyboard focus, unless a window above it is read first
/// (`takes_keys` is false).
pub(super) fn show(
    ui: &mut Ui,
    board: &Board,
    status: &MatchStatus,
    paused: bool,
    draw_by: Option<Seat>,
    takes_keys: bool,
) -> Option<CurtainCommand> {
    let (mut lifted, mut goes_on, mut takes_back) = (false, false, false);
    CentralPanel::default().frame(Frame::new().fill(theme::CLOTH)).show(ui, |ui| {
        // The rest below that is reached by scrolling.
        let room = ui.available_height();
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.add_space((room - WORDS * theme::scale(ui)).clamp(0.0, room * DOWN));
            ui.vertical_centered(|ui| {
                ui.spacing_mut().item_spacing.y = 14.0;
                let line = |ui: &mut Ui, text: String, style, colour| {
                    ui.add(Label::new(RichText::new(text).text_style(style).color(colour)).wrap());
                };
                if paused {
                    line(ui, tr!("Pause").to_owned(), theme::heading(), theme::BRASS_LIGHT);
                    let rests = if status.clock.is_some() { tr!("The clocks rest. ") } else { "" };
                    line(ui, tr!("{rests}The table is covered.", rests), theme::title(), theme::LIGHT);
                    goes_on = answer(ui, tr!("Go on"), takes_keys);
                    return;
                }
                let Some(seat) = status.handover else { return };
                let whose = translate(&text!("{player}'s seat", player = seat), board.names());
                line(ui, whose, theme::heading(), theme::BRASS_LIGHT);
                let others = others(board, seat);
                let away = match others[..] {
                    [only] => translate(&text!("{player} looks away now.", player = only), board.names()),
                    _ => {
                        let names: Vec<&str> = others.iter().map(|seat| board.name(*seat)).collect();
                        tr!("{players} look away now.", players = stonehouse_language::joined(&names))
                    }
                };
                line(ui, away, theme::title(), theme::LIGHT);
                if let Some(by) = draw_by {
                    let offered = translate(&text!("{player} offers a draw.", player = by), board.names());
                    line(ui, offered, theme::title(), theme::LIGHT);
                }
                lifted = answer(ui, tr!("Show my side"), takes_keys);
                takes_back = draw_by.is_some() && theme::secondary_on_cloth(ui, tr!("Take the offer back")).clicked();
                let key = tr!("Enter or Space, once nobody else looks");
                line(ui, key.to_owned(), theme::small(), theme::LIGHT);
            });
        });
    });
    if takes_back {
        Some(CurtainCommand::TakeOfferBack)
    } else if goes_on {
        Some(CurtainCommand::GoOn)
    } else {
        lifted.then_some(CurtainCommand::Lift)
    }
}

/// The people who must not see the view of this seat.
fn others(board: &Board, seat: Seat) -> Vec<Seat> {
    let people = Seat::all(board.players().len()).filter(|other| board.players()[other.index()].is_person());
    people.filter(|other| *other != seat).collect()
}

/// The main button of the curtain: the keyboard is on it, unless it is somewhere else.
fn answer(ui: &mut Ui, text: &str, takes_keys: bool) -> bool {
    let button = theme::primary_on_cloth(ui, text);
    if takes_keys && ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none()) {
        button.request_focus();
    }
    button.clicked()
}

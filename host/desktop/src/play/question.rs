//! Questions that need consent: resigning, draws, undo.
//!
//! Where two sides are left, resigning lets the other one win. Where more play, nobody decides the match for the
//! others: a seat that resigns is out of the running, and a bot plays their turns.
//!
//! An action that has revealed something is taken back only if the people who play agree: nobody can unsee it. In a
//! game with secrets that holds between people; against bots it is taken back without a question, unless the settings
//! are strict. It is never taken back while the screen changes hands. The log notes that something was taken back. At a
//! shared screen nobody's view is shown afterwards until a person confirms that they are there.

use super::actor::{MatchStatus, Respondent};
use super::draw_offer::{DrawAnswer, DrawOffer};
use crate::board::Board;
use egui::{Label, RichText, Ui};
use stonehouse_language::{tr, translate};
use stonehouse_plugin::{Seat, text};
use stonehouse_ui::theme;

/// How many actions are played after a draw was refused before it can be offered to bots again.
const AFTER_REFUSAL: usize = 10;

/// A question to people, or the state of an offer.
pub(super) enum TableQuestion {
    /// Whether this seat really resigns.
    Resign(Seat),
    /// Whether a person agrees to the draw that a seat offers. The people of the other sides are asked one after the
    /// other.
    Draw { by: Seat, of: Seat },
    /// Nothing: bots are thinking about a draw.
    Offered(DrawOffer),
    /// Nothing: a player refuses the draw, if it is known who.
    Refused(Option<Seat>),
    /// Whether all people agree that something is taken back.
    TakeBack,
}

/// An agreement of the people at the table.
pub(super) enum Agreed {
    Resign(Seat),
    /// This person agrees to the draw that a seat offers.
    Draw {
        by: Seat,
        of: Seat,
    },
    TakeBack,
}

/// The question that is open, if there is one.
#[derive(Default)]
pub(super) struct Questions {
    open: Option<TableQuestion>,
    /// The number of actions that were played when bots last refused a draw.
    refused_at: Option<usize>,
}

impl Questions {
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub fn ask(&mut self, question: TableQuestion) {
        self.open = Some(question);
    }

    pub fn close(&mut self) {
        self.open = None;
    }

    /// Closes the questions that no longer apply once the match is over: only actions can still be taken back.
    pub fn match_is_over(&mut self) {
        self.open.take_if(|question| !matches!(question, TableQuestion::TakeBack));
    }

    /// The player who answers, if it concerns others than the person at the screen.
    pub const fn asked(&self) -> Option<Respondent> {
        match self.open {
            Some(TableQuestion::Draw { of, .. }) => Some(Respondent::One(of)),
            Some(TableQuestion::TakeBack) => Some(Respondent::Everybody),
            _ => None,
        }
    }

    /// The seat that offers the draw about which a person is asked.
    pub const fn draw_by(&self) -> Option<Seat> {
        if let Some(TableQuestion::Draw { by, .. }) = self.open { Some(by) } else { None }
    }

    /// How many more actions are played before a draw can be offered to bots again, after `count`: a judgement may be
    /// off for a moment, and asking often enough would reveal it.
    pub fn actions_until_offer(&self, count: usize) -> usize {
        self.refused_at.map_or(0, |refused| (refused + AFTER_REFUSAL).saturating_sub(count))
    }

    /// Takes the answer of bots to a draw, when it is due. Returns who offers it, if they agree.
    pub fn poll(&mut self, ui: &Ui, now: f64, count: usize) -> Option<Seat> {
        let Some(TableQuestion::Offered(offer)) = &mut self.open else { return None };
        let answer = offer.poll(ui, now)?;
        let by = offer.by();
        ui.request_repaint();
        match answer {
            DrawAnswer::Agreed => {
                self.open = None;
                Some(by)
            }
            DrawAnswer::PlaysOn(seat) => {
                (self.open, self.refused_at) = (Some(TableQuestion::Refused(seat)), Some(count));
                None
            }
        }
    }

    /// Blocks until bots have judged a draw: for tests and tools.
    pub fn wait(&mut self) {
        if let Some(TableQuestion::Offered(offer)) = &mut self.open {
            offer.wait();
        }
    }

    /// Whether the question has a window: one to others than the person at the screen only once it was put to them.
    pub const fn is_shown(&self, is_put: bool) -> bool {
        self.is_open() && (is_put || self.asked().is_none())
    }

    /// Shows the question, and returns the agreement of the people to whom it was put.
    pub fn ui(&mut self, ui: &Ui, board: &Board, status: &MatchStatus) -> Option<Agreed> {
        let question = self.open.as_ref()?;
        let name = |seat: Seat| board.name(seat);
        let (title, text, yes, no) = match *question {
            TableQuestion::Resign(seat) => {
                let winners: Vec<Seat> = against(board, status, seat).collect();
                let text = if let ([winner], 2) = (&winners[..], sides(board, status)) {
                    let wins = translate(&text!("{player} wins then.", player = *winner), board.names());
                    tr!("{wins} What was hidden is shown, and the match is kept.", wins)
                } else if sides(board, status) == 2 {
                    let winners =
                        stonehouse_language::joined(&winners.iter().map(|seat| name(*seat)).collect::<Vec<_>>());
                    tr!("{others} win then. What was hidden is shown, and the match is kept.", others = winners)
                } else {
                    tr!(
                        "You come in last, even if your seat does well: from now on a bot plays your turns, and the others play on. You can look on, or leave: the match is kept."
                    )
                    .to_owned()
                };
                let alone = board.players().iter().filter(|player| player.is_person()).count() == 1;
                let title =
                    if alone { tr!("Resign?").to_owned() } else { tr!("{player}: resign?", player = name(seat)) };
                (title, text, Some(tr!("Resign")), tr!("Play on"))
            }
            TableQuestion::Draw { by, of } => {
                let offer = translate(&text!("{player} offers a draw.", player = by), board.names());
                let text = offer + " " + tr!("Everybody shares the win then, whatever the scores are.");
                (tr!("{player}: agree to a draw?", player = name(of)), text, Some(tr!("Agree")), tr!("Play on"))
            }
            TableQuestion::Offered(_) => {
                let text = tr!("Bots that expect no more than that agree.").to_owned();
                (tr!("A draw is offered").to_owned(), text, None, tr!("Take the offer back"))
            }
            TableQuestion::TakeBack => {
                let text = tr!(
                    "The last action has revealed something that cannot be unseen. It is taken back only if everybody agrees, and the log notes it."
                );
                let yes = Some(tr!("Everybody agrees"));
                (tr!("Take it back?").to_owned(), text.to_owned(), yes, tr!("It stays played"))
            }
            TableQuestion::Refused(who) => {
                let text = tr!("The offer was refused.").to_owned();
                let title = match who {
                    Some(seat) => tr!("{player} plays on", player = name(seat)),
                    None => tr!("No draw").to_owned(),
                };
                (title, text, None, tr!("Play on"))
            }
        };
        let (mut agrees, mut refuses) = (false, false);
        let modal = theme::dialog(
            ui.ctx(),
            "question",
            440.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(title).text_style(theme::title()));
                ui.add(Label::new(text).wrap());
            },
            |(), ui| {
                if let Some(yes) = yes {
                    agrees = ui.button(yes).clicked();
                }
                refuses = theme::primary(ui, no).clicked();
            },
        );
        if !agrees && !refuses && !modal.should_close() {
            return None;
        }
        match self.open.take().filter(|_| agrees)? {
            TableQuestion::Resign(seat) => Some(Agreed::Resign(seat)),
            TableQuestion::Draw { by, of } => Some(Agreed::Draw { by, of }),
            TableQuestion::TakeBack => Some(Agreed::TakeBack),
            TableQuestion::Offered(_) | TableQuestion::Refused(_) => None,
        }
    }
}

/// The seats that are in the running.
fn in_the_running(board: &Board, status: &MatchStatus) -> impl Iterator<Item = Seat> {
    Seat::all(board.players().len()).filter(|seat| !status.resigned.contains(seat))
}

/// How many sides are in the running.
pub(super) fn sides(board: &Board, status: &MatchStatus) -> usize {
    board.ruleset().seating().count_teams(in_the_running(board, status))
}

/// The seats of the other sides that are in the running.
pub(super) fn against(board: &Board, status: &MatchStatus, of: Seat) -> impl Iterator<Item = Seat> {
    let seating = board.ruleset().seating();
    in_the_running(board, status).filter(move |seat| seating.team(*seat) != seating.team(of))
}

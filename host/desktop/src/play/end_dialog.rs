//! Ends that people choose: giving up, and a draw on which they agree.
//!
//! Where two sides are left, giving up lets the other one win. Where more play, nobody decides the match for the others: a seat that gives up is out of
//! the running, and a bot plays their turns.

use super::Play;
use super::actor::{Asked, MatchActor, Snapshot};
use egui::{Label, RichText, Ui};
use std::time::Instant;
use stonehouse_engine::MatchError;
use stonehouse_language::{tr, translate};
use stonehouse_plugin::{Seat, text};
use stonehouse_ui::look;

/// What a person is asked about the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndDialog {
    /// Whether this seat really gives up.
    Resign(Seat),
    /// Whether a person agrees to the draw that a seat offers. The people of the other sides are asked one after the other.
    Draw { by: Seat, of: Seat },
    /// Nothing: bots are thinking about a draw.
    Asked,
    /// Nothing: somebody agrees to no draw, if it is known who.
    Refused(Option<Seat>),
}

impl MatchActor {
    fn resign(&mut self, seat: Seat) -> Snapshot {
        let done = self.current_mut().resign(seat, Instant::now());
        self.ended(done)
    }

    fn agree(&mut self) -> Snapshot {
        let done = self.current_mut().agree(Instant::now());
        self.ended(done)
    }

    fn ended(&mut self, done: Result<(), MatchError>) -> Snapshot {
        self.asked = None;
        self.undone.clear();
        self.snapshot(match done {
            // The clock ran out before that: the snapshot has it.
            Err(MatchError::Over) => Ok(()),
            done => done,
        })
    }
}

impl Play {
    /// How many sides are in the running.
    pub(super) fn sides(&self) -> usize {
        let left = Seat::all(self.board.players().len()).filter(|seat| !self.status.gave_up.contains(seat));
        self.board.ruleset().seating().count_teams(left)
    }

    /// The seat that can give up or offer a draw now: the person's whose turn it is, or the only person's. `None` where there is one side
    /// only.
    pub(super) fn ending_seat(&self) -> Option<Seat> {
        if self.sides() < 2
            || self.status.end.is_some()
            || self.status.asked.is_some()
            || self.is_covered()
            || self.is_taught()
        {
            return None;
        }
        let mut people = Seat::all(self.board.players().len()).filter(|seat| self.seated(*seat).is_none());
        let (first, more) = (people.next(), people.next());
        self.status.to_act.filter(|_| self.persons_turn()).or(first.filter(|_| more.is_none()))
    }

    /// Offers a draw: the others' bots are asked first, and then the people.
    pub(super) fn offer_draw(&mut self, ui: &Ui, seat: Seat) {
        let bots: Vec<Seat> = self.against(seat).filter(|other| self.seated(*other).is_some()).collect();
        if bots.is_empty() { self.draw_for_people(seat) } else { self.offer_to_bots(ui, seat, bots) }
    }

    /// The bots agree to the draw that a seat offers: so do all, unless there are people to be asked.
    pub(super) fn draw_for_people(&mut self, seat: Seat) {
        self.ask_next(seat, None);
    }

    /// Asks the next person after `last` whether they agree to the draw that a seat offers; if there is nobody else, all have agreed.
    fn ask_next(&mut self, by: Seat, last: Option<Seat>) {
        let is_next = |seat: &Seat| self.seated(*seat).is_none() && last.is_none_or(|last| *seat > last);
        let next = self.against(by).find(is_next);
        self.end_dialog = next.map(|of| EndDialog::Draw { by, of });
        if next.is_none() {
            self.ask(MatchActor::agree);
        }
    }

    /// Whether people can answer the question that is open: it was put to them, and the person asked has come to the screen.
    pub(super) fn is_put(&self) -> bool {
        self.status.asked == self.question() && self.status.handover.is_none() && !self.pending.is_pending()
    }

    /// To whom the question is put that is open, if it concerns others than the person at the screen.
    fn question(&self) -> Option<Asked> {
        match self.end_dialog {
            Some(EndDialog::Draw { of, .. }) => Some(Asked::One(of)),
            _ if self.asks_consent => Some(Asked::Everybody),
            _ => None,
        }
    }

    /// Sends the actor to whom the open question is put: what others may not see is then not shown.
    pub(super) fn put_question(&mut self) {
        let question = self.question();
        if question != self.status.asked && !self.pending.is_pending() {
            self.ask(move |actor| actor.put(question));
        }
    }

    /// The seats of the other sides that are in the running.
    fn against(&self, of: Seat) -> impl Iterator<Item = Seat> {
        let seating = self.board.ruleset().seating();
        let left = Seat::all(self.board.players().len()).filter(|seat| !self.status.gave_up.contains(seat));
        left.filter(move |seat| seating.team(*seat) != seating.team(of))
    }

    /// The question about the end, if there is one.
    pub(super) fn end_dialog_window(&mut self, ui: &Ui) {
        let Some(dialog) = self.end_dialog else { return };
        let name = |seat: Seat| self.board.names()[seat.index()].as_str();
        let (title, text, yes, no) = match dialog {
            EndDialog::Resign(seat) => {
                let winners: Vec<Seat> = self.against(seat).collect();
                let text = if let ([winner], 2) = (&winners[..], self.sides()) {
                    let wins = translate(&text!("{player} wins then.", player = *winner), self.board.names());
                    tr!("{wins} What was hidden lies open, and the match is kept.", wins)
                } else if self.sides() == 2 {
                    let winners = crate::names::all(&winners.iter().map(|seat| name(*seat)).collect::<Vec<_>>());
                    tr!("{others} win then. What was hidden lies open, and the match is kept.", others = winners)
                } else {
                    tr!(
                        "You come in last, even if your seat does well: from now on a bot plays your turns, and the others play on. You can look on, or leave: the match is kept."
                    )
                    .to_owned()
                };
                let alone = self.board.players().iter().filter(|player| player.is_person()).count() == 1;
                let title =
                    if alone { tr!("Give up?").to_owned() } else { tr!("{player}: give up?", player = name(seat)) };
                (title, text, Some(tr!("Give up")), tr!("Play on"))
            }
            EndDialog::Draw { .. } if !self.is_put() => return,
            EndDialog::Draw { by, of } => {
                let offer = translate(&text!("{player} offers a draw.", player = by), self.board.names());
                let text = offer + " " + tr!("Everybody shares the win then, whatever the scores are.");
                (tr!("{player}: agree to a draw?", player = name(of)), text, Some(tr!("Agree")), tr!("Play on"))
            }
            EndDialog::Asked => {
                let text = tr!("Bots that expect no more than that agree.").to_owned();
                (tr!("A draw is offered").to_owned(), text, None, tr!("Take the offer back"))
            }
            EndDialog::Refused(who) => {
                let text = tr!("The offer was refused.").to_owned();
                let title = match who {
                    Some(seat) => tr!("{player} plays on", player = name(seat)),
                    None => tr!("No draw").to_owned(),
                };
                (title, text, None, tr!("Play on"))
            }
        };
        let (mut agrees, mut refuses) = (false, false);
        let modal = look::dialog(
            ui.ctx(),
            "end",
            440.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(title).text_style(look::title()));
                ui.add(Label::new(text).wrap());
            },
            |(), ui| {
                if let Some(yes) = yes {
                    agrees = ui.button(yes).clicked();
                }
                refuses = look::primary(ui, no).clicked();
            },
        );
        if agrees || refuses || modal.should_close() {
            (self.end_dialog, self.offer) = (None, None);
        }
        if agrees {
            self.stop_thinking();
            match dialog {
                EndDialog::Resign(seat) => self.ask(move |actor| actor.resign(seat)),
                EndDialog::Draw { by, of } => self.ask_next(by, Some(of)),
                EndDialog::Asked | EndDialog::Refused(_) => {}
            }
        }
    }
}

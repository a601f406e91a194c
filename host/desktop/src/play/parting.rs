//! Ends that people choose: giving up, and a draw on which they agree.
//!
//! Giving up is offered where there are two sides, a person's and another: the other side wins. Where more play for themselves, nobody decides
//! the match for the others: whoever wants to stop leaves, and the match is kept.

use super::Play;
use super::desk::{Desk, Report};
use egui::{Label, RichText, Ui};
use std::collections::BTreeSet;
use std::time::Instant;
use stonehouse_engine::MatchError;
use stonehouse_language::say;
use stonehouse_plugin_api::Seat;
use stonehouse_table::look;

/// What a person is asked about the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// Whether this seat really gives up.
    Resign(Seat),
    /// Whether the others agree to the draw that this seat offers.
    Draw(Seat),
    /// That bots agree to no draw.
    Refused,
}

impl Desk {
    fn resign(&mut self, seat: Seat) -> Report {
        let done = self.current_mut().resign(seat, Instant::now());
        self.parted(done)
    }

    fn agree(&mut self) -> Report {
        let done = self.current_mut().agree(Instant::now());
        self.parted(done)
    }

    fn parted(&mut self, done: Result<(), MatchError>) -> Report {
        self.undone.clear();
        self.report(match done {
            // The clock ran out before that: the report says so.
            Err(MatchError::Over) => Ok(()),
            done => done,
        })
    }
}

impl Play {
    /// The seat that can give up or offer a draw now: the person's whose turn it is, or the only person's. `None` where there are not two
    /// sides.
    pub(super) fn parting_seat(&self) -> Option<Seat> {
        let seats = &self.ruleset.seating().seats;
        let sides: BTreeSet<u8> = seats.iter().map(|seat| seat.team).collect();
        if sides.len() != 2 || self.standing.end.is_some() || self.is_covered() {
            return None;
        }
        let mut people = Seat::all(self.players.len()).filter(|seat| self.players[seat.index()].is_person());
        let (first, more) = (people.next(), people.next());
        self.standing.to_act.filter(|_| self.persons_turn()).or(first.filter(|_| more.is_none()))
    }

    /// Offers a draw.
    pub(super) fn offer_draw(&mut self, seat: Seat) {
        let team = |seat: Seat| self.ruleset.seating().seats[seat.index()].team;
        let mut others = Seat::all(self.players.len()).filter(|other| team(*other) != team(seat));
        let asks_people = others.all(|other| self.players[other.index()].is_person());
        self.parting = Some(if asks_people { Parting::Draw(seat) } else { Parting::Refused });
    }

    /// The question about the end, if there is one.
    pub(super) fn parting_window(&mut self, ui: &Ui) {
        let Some(parting) = self.parting else { return };
        let name = |seat: Seat| self.names[seat.index()].as_str();
        let team = |seat: Seat| self.ruleset.seating().seats[seat.index()].team;
        let others = |of: Seat| {
            let others = Seat::all(self.players.len()).filter(|seat| team(*seat) != team(of));
            crate::names::all(&others.map(name).collect::<Vec<_>>())
        };
        let (title, text, yes, no) = match parting {
            Parting::Resign(seat) => {
                let text = say!(
                    "{others} wins then. What was hidden lies open, and the match is kept.",
                    others = others(seat)
                );
                (say!("{player}: give up?", player = name(seat)), text, Some(say!("Give up")), say!("Play on"))
            }
            Parting::Draw(seat) => {
                let text = say!(
                    "{player} offers a draw. Everybody shares the win then, whatever the scores are.",
                    player = name(seat)
                );
                (say!("{others}: agree to a draw?", others = others(seat)), text, Some(say!("Agree")), say!("Play on"))
            }
            Parting::Refused => {
                let text =
                    say!("Bots and programs play to the end. You can give up, or leave: the match is kept.").to_owned();
                (say!("No draw").to_owned(), text, None, say!("Play on"))
            }
        };
        let (mut said_yes, mut said_no) = (false, false);
        let modal = look::dialog(
            ui.ctx(),
            "parting",
            440.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(title).text_style(look::title()));
                ui.add(Label::new(text).wrap());
            },
            |(), ui| {
                if let Some(yes) = yes {
                    said_yes = ui.button(yes).clicked();
                }
                said_no = look::primary(ui, no).clicked();
            },
        );
        if said_yes {
            self.stop_thinking();
            match parting {
                Parting::Resign(seat) => self.ask(move |desk| desk.resign(seat)),
                Parting::Draw(_) => self.ask(Desk::agree),
                Parting::Refused => {}
            }
        }
        if said_yes || said_no || modal.should_close() {
            self.parting = None;
        }
    }
}

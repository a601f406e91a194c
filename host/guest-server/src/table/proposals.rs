//! Proposals, to which everybody with a seat who is connected has to agree.
//!
//! One proposal is open at a time. One that concerns the position (an undo, a draw, a pause) is settled when the match
//! goes on.

use super::{GuestId, Table};
use std::time::Instant;
use stonehouse_engine::{Match, MatchError, Problem};
use stonehouse_guest_protocol::{FromHost, Proposal};
use stonehouse_plugin::{Seat, Seats, Text, text};

/// A proposal that has to be answered.
pub(super) struct OpenProposal {
    id: u64,
    proposal: Proposal,
    by: Seat,
    /// The seats that have not answered.
    waiting: Seats,
    /// The revision at which it was made.
    revision: u64,
}

/// A proposal in words, as the end of "Anna proposes to".
fn in_words(proposal: Proposal) -> Text {
    match proposal {
        Proposal::Undo => text!("take back the last action"),
        Proposal::Draw => text!("end the match in a draw"),
        Proposal::Pause => text!("stop the clocks until the next action"),
        Proposal::Rematch => text!("play again"),
        Proposal::SwapSeats => text!("play again, each in the next seat"),
        Proposal::StandIn => text!("let a bot play for those who are away and at free seats"),
    }
}

impl Table {
    /// Proposes something; does it at once, if nobody has to agree.
    pub(super) fn propose(&mut self, id: GuestId, proposal: Proposal, now: Instant) -> Result<(), Text> {
        let by = self.seat_of(id)?;
        if self.current().is_some_and(|current| current.end().is_none() && current.has_resigned(by)) {
            return Err(text!("you have resigned"));
        }
        if let Some(open) = &self.proposal {
            if open.by == by {
                return Err(text!("the others have not answered your last proposal yet"));
            }
            let name = self.places[open.by.index()].name();
            let what = in_words(open.proposal);
            return Err(text!("{name} has proposed to {what}: answer that first", name = name.to_owned(), what));
        }
        self.check_proposal(proposal)?;
        let waiting: Seats = self.seats_with_people().filter(|seat| *seat != by).collect();
        self.proposals_so_far += 1;
        let id = self.proposals_so_far;
        if waiting.is_empty() {
            return self.perform(proposal, now);
        }
        let name = self.places[by.index()].name().to_owned();
        self.proposal = Some(OpenProposal { id, proposal, by, waiting, revision: self.revision });
        for guest in self.guests.values().filter(|guest| guest.seat.is_some_and(|seat| waiting.contains(seat))) {
            guest.outbox.push(FromHost::Proposed { id, proposal, by: name.clone(), text: in_words(proposal) });
        }
        self.report(text!("{name} proposes to {what}.", name, what = in_words(proposal)));
        Ok(())
    }

    /// The seats of guests who are connected and have not resigned.
    fn seats_with_people(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.places.len()).filter(|seat| {
            let is_connected = self.seated(*seat).is_some_and(|player| player.guest.is_some());
            is_connected
                && !self.current().is_some_and(|current| current.end().is_none() && current.has_resigned(*seat))
        })
    }

    /// Refuses what is not possible now.
    fn check_proposal(&self, proposal: Proposal) -> Result<(), Text> {
        let current = self.current().ok_or_else(|| text!("the match has not begun"))?;
        let is_over = current.end().is_some();
        let why = match proposal {
            Proposal::Undo if !current.can_undo() && self.ahead.is_empty() => text!("there is nothing to take back"),
            Proposal::Draw | Proposal::Pause | Proposal::StandIn if is_over => text!("the match is over"),
            Proposal::Draw if self.has_agents_in_the_running(current) => text!("bots and programs agree to no draw"),
            Proposal::Pause if current.clock().is_none() => text!("the match has no clocks"),
            Proposal::StandIn if !self.has_seat_to_fill() => text!("nobody is away, and no seat is free"),
            Proposal::Rematch | Proposal::SwapSeats if !is_over && self.failure.is_none() => {
                text!("the match is not over")
            }
            _ => return Ok(()),
        };
        Err(why)
    }

    fn has_agents_in_the_running(&self, current: &Match) -> bool {
        Seat::all(self.places.len()).any(|seat| self.places[seat.index()].is_agent() && !current.has_resigned(seat))
    }

    /// Answers a proposal for a guest.
    pub(super) fn answer(&mut self, id: GuestId, number: u64, agrees: bool, now: Instant) -> Result<(), Text> {
        let seat = self.seat_of(id)?;
        let name = self.places[seat.index()].name().to_owned();
        let Some(open) = self.proposal.as_mut().filter(|open| open.id == number) else {
            return Err(text!("that proposal is settled already"));
        };
        if !open.waiting.contains(seat) {
            return Err(text!("that proposal is not yours to answer"));
        }
        open.waiting.remove(seat);
        let (proposal, is_complete) = (open.proposal, open.waiting.is_empty());
        if !agrees {
            self.settle(false, text!("{name} does not agree to {what}.", name, what = in_words(proposal)));
        } else if is_complete {
            self.settle_and_perform(proposal, text!("All agree to {what}.", what = in_words(proposal)), now);
        }
        Ok(())
    }

    /// Does what all agree to, unless it is no longer possible.
    fn settle_and_perform(&mut self, proposal: Proposal, agreed: Text, now: Instant) {
        match self.check_proposal(proposal) {
            Ok(()) => {
                self.settle(true, agreed);
                if let Err(why) = self.perform(proposal, now) {
                    self.report(text!("That was not possible: {why}.", why));
                }
            }
            Err(why) => {
                let text = text!("It is no longer possible to {what}: {why}.", what = in_words(proposal), why);
                self.settle(false, text);
            }
        }
    }

    fn settle(&mut self, agreed: bool, text: Text) {
        if let Some(open) = self.proposal.take() {
            self.send_to_all(&FromHost::Settled { id: open.id, agreed, text });
        }
    }

    /// Settles a proposal about a position that is no longer that of the match.
    pub(super) fn drop_outdated_proposal(&mut self) {
        let is_outdated = self.proposal.as_ref().is_some_and(|open| {
            open.revision != self.revision && matches!(open.proposal, Proposal::Undo | Proposal::Draw | Proposal::Pause)
        });
        if is_outdated {
            self.settle(false, text!("The match has gone on."));
        }
    }

    /// Settles a proposal whose proposer has left, and does not wait for the answers of those who have.
    pub(super) fn drop_proposal_if_alone(&mut self, now: Instant) {
        let connected: Seats = self.seats_with_people().collect();
        let Some(open) = &mut self.proposal else { return };
        let left = open.waiting.iter().filter(|seat| connected.contains(*seat)).collect::<Seats>();
        open.waiting = left;
        let (proposal, has_proposer) = (open.proposal, connected.contains(open.by));
        if !has_proposer {
            self.settle(false, text!("The player who proposed it has left."));
        } else if left.is_empty() {
            let agreed = text!("All who are here agree to {what}.", what = in_words(proposal));
            self.settle_and_perform(proposal, agreed, now);
        }
    }

    /// Does what was agreed.
    fn perform(&mut self, proposal: Proposal, now: Instant) -> Result<(), Text> {
        self.check_proposal(proposal)?;
        let Some(session) = &mut self.session else { return Ok(()) };
        match proposal {
            Proposal::Undo => {
                // Choices of those who choose together are taken back with it, and those kept ahead first.
                if self.ahead.is_empty() || session.current().can_undo() {
                    session.current_mut().undo(now).map_err(|error| Text::from(error.to_string()))?;
                }
                let kept = session.current().len();
                self.ahead.clear();
                self.failure = None;
                self.guests.values_mut().for_each(|guest| guest.log_sent = guest.log_sent.min(kept));
                self.seat_agents();
                self.renew_position();
            }
            Proposal::Draw => match session.current_mut().agree(now) {
                Ok(()) => self.renew_position(),
                Err(error @ (MatchError::EndNotRecorded(_) | MatchError::EndNotNotified(_))) => {
                    self.failure = Some(error.to_string().into());
                    self.renew_position();
                }
                Err(error) => return Err(error.to_string().into()),
            },
            Proposal::Pause => self.is_paused = true,
            Proposal::Rematch => self.play_again(0, now)?,
            Proposal::SwapSeats => self.play_again(1, now)?,
            Proposal::StandIn => {
                self.seat_stand_ins(now);
                self.report(text!("A bot plays for those who are away until they come back, and at free seats."));
            }
        }
        self.set_clock_going(now);
        self.changed(now);
        Ok(())
    }

    /// Begins another match, with each player `moved` seats further to the left.
    fn play_again(&mut self, moved: usize, now: Instant) -> Result<(), Text> {
        let Some(current) = self.current() else { return Ok(()) };
        let memory = current.position().house().map(|house| house.memory.clone()).unwrap_or_default();
        let carried = current.ruleset().carried(&memory, moved);
        let ruleset = current.ruleset().carrying(carried).map_err(|problems| Text::from(Problem::lines(&problems)))?;
        (0..moved).for_each(|_| self.move_seats());
        self.stop_thinking();
        self.renew_position();
        self.begin(&ruleset, now);
        Ok(())
    }
}

//! Actions of guests, and of bots.

use super::{GuestId, Table};
use std::time::{Duration, Instant};
use stonehouse_bots::Stop;
use stonehouse_engine::{Match, MatchError};
use stonehouse_guest_protocol::FromHost;
use stonehouse_plugin::{Seat, Seats, Text, text};
use stonehouse_runtime::Choice;
use stonehouse_session::agent::AgentError;
use stonehouse_session::{AgentQuestion, Session};

/// The place of a decision in a match: the revision, and how many decisions were made.
pub(super) type DecisionPlace = (u64, usize);

/// A decision of an agent, to be made on any thread.
pub struct AgentWork {
    seat: Seat,
    question: AgentQuestion,
    place: DecisionPlace,
    stop: Stop,
}

impl AgentWork {
    /// Lets the agent choose.
    pub fn decide(&self) -> Result<Choice, AgentError> {
        self.question.decide(&self.stop)
    }
}

/// An agent that is choosing.
pub(super) struct Thinking {
    place: DecisionPlace,
    stop: Stop,
}

/// The reason why a match refuses something.
pub(super) fn refusal(error: &MatchError) -> Text {
    match error {
        MatchError::Over => text!("the match is over"),
        MatchError::NotYourTurn => text!("it is not your turn"),
        other => other.to_string().into(),
    }
}

impl Table {
    /// The seats that have to choose.
    pub(super) fn seats_to_act(&self) -> Seats {
        let Some(current) = self.current() else { return Seats::default() };
        let mut seats = current.undecided_seats().unwrap_or_default();
        if seats.is_empty() {
            seats = current.to_act().map(Seats::from).unwrap_or_default();
        }
        self.ahead.iter().for_each(|(seat, _)| seats.remove(*seat));
        seats
    }

    /// Plays the choice of a guest; or keeps it until those before it have chosen, too.
    pub(super) fn act(&mut self, id: GuestId, revision: u64, choice: Choice, now: Instant) -> Result<(), Text> {
        let seat = self.seat_of(id)?;
        if self.session.is_none() {
            return Err(text!("the match has not begun: it begins when all seats are taken"));
        }
        if revision != self.revision {
            return Err(text!("the table has changed since: choose again"));
        }
        if self.ahead.iter().any(|(other, _)| *other == seat) {
            return Err(text!("you have chosen already"));
        }
        let current = self.current().ok_or_else(|| refusal(&MatchError::Over))?;
        if current.has_resigned(seat) {
            return Err(text!("you have resigned"));
        }
        if current.undecided_seats().map_err(|failure| Text::from(failure.to_string()))?.is_empty() {
            if current.to_act() != Some(seat) {
                let error = if current.end().is_some() { MatchError::Over } else { MatchError::NotYourTurn };
                return Err(refusal(&error));
            }
            self.play(seat, choice, now)?;
        } else {
            current.check_choice_of(seat, &choice).map_err(|error| refusal(&error))?;
            self.ahead.push((seat, choice));
        }
        self.is_paused = false;
        self.after_decision(now);
        Ok(())
    }

    /// Plays a choice of the seat whose turn it is.
    fn play(&mut self, seat: Seat, choice: Choice, now: Instant) -> Result<(), Text> {
        let credit = self.seated(seat).map_or(Duration::ZERO, |player| player.lag.credit());
        let Some(session) = &mut self.session else { return Err(refusal(&MatchError::Over)) };
        let used = |session: &Session| {
            let clock = session.current().clock()?;
            let before = clock.left_when_stopped().get(seat.index()).copied()?;
            Some(before.saturating_sub(clock.left(now).get(seat.index()).copied()?))
        };
        let credit = used(session).map_or(Duration::ZERO, |used| credit.min(used));
        match session.current_mut().play_with_credit(choice, now, credit) {
            Ok(()) => {}
            Err(error @ (MatchError::EndNotRecorded(_) | MatchError::EndNotNotified(_))) => {
                self.failure = Some(error.to_string().into());
            }
            Err(error) => return Err(refusal(&error)),
        }
        if let Some(player) = self.player_mut(seat) {
            player.lag.spend(credit);
        }
        Ok(())
    }

    /// Plays the choices that were made ahead, as far as it is their turn.
    pub(super) fn play_ahead(&mut self, now: Instant) {
        while let Some(seat) = self.current().and_then(Match::to_act) {
            let Some(place) = self.ahead.iter().position(|(other, _)| *other == seat) else { return };
            let (_, choice) = self.ahead.remove(place);
            if let Err(why) = self.play(seat, choice, now) {
                // It was legal when it was chosen; a house rule that failed can refuse it nevertheless.
                let guest = self.seated(seat).and_then(|player| player.guest).and_then(|id| self.guests.get(&id));
                if let Some(guest) = guest {
                    guest.outbox.push(FromHost::Refused { why });
                }
                return;
            }
        }
    }

    /// Continues the match after a decision: as a new revision, unless other seats still choose together with it.
    pub(super) fn after_decision(&mut self, now: Instant) {
        self.play_ahead(now);
        let is_half_chosen = self.current().is_some_and(|current| current.position().is_half_chosen());
        if !is_half_chosen && self.ahead.is_empty() {
            self.renew_position();
        }
        self.drop_outdated_proposal();
        self.set_clock_going(now);
        self.changed(now);
    }

    /// Makes choices from earlier views invalid.
    pub(super) fn renew_position(&mut self) {
        self.revision += 1;
    }

    fn decision_place(&self) -> DecisionPlace {
        (self.revision, self.current().map_or(0, Match::decisions))
    }

    /// The decision that an agent has to make now, once.
    pub fn agent_work(&mut self) -> Option<AgentWork> {
        let place = self.decision_place();
        if self.failure.is_some() || self.thinking.as_ref().is_some_and(|thinking| thinking.place == place) {
            return None;
        }
        self.stop_thinking();
        let session = self.session.as_mut()?;
        session.notify_end();
        let seat = session.current().to_act()?;
        match session.question() {
            Ok(question) => {
                let stop = Stop::new();
                self.thinking = Some(Thinking { place, stop: stop.clone() });
                Some(AgentWork { seat, question: question?, place, stop })
            }
            Err(failure) => {
                self.failure = Some(failure.to_string().into());
                self.guests.values().for_each(|guest| guest.outbox.renew_view());
                None
            }
        }
    }

    /// Stops an agent that is choosing: its question is out of date.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
        }
    }

    /// Plays what an agent has chosen, unless its question is out of date.
    pub fn agent_decided(&mut self, work: &AgentWork, decided: Result<Choice, AgentError>, now: Instant) {
        if work.place != self.decision_place() || self.thinking.is_none() {
            return;
        }
        self.thinking = None;
        let failed = match decided {
            Ok(choice) => self.play(work.seat, choice, now).err(),
            Err(error) => Some(error.to_string().into()),
        };
        if let Some(why) = failed {
            let name = self.places[work.seat.index()].name().to_owned();
            if self.replace_agent(work.seat) {
                self.report(text!("{name} did not choose ({why}). Another bot plays on in its place.", name, why));
            } else {
                self.failure = Some(text!("{name}: {why}", name, why));
            }
        }
        self.after_decision(now);
    }

    /// Resigns for a guest. Where others play on, a bot plays its seat.
    pub(super) fn resign(&mut self, id: GuestId, now: Instant) -> Result<(), Text> {
        let seat = self.seat_of(id)?;
        let session = self.session.as_mut().ok_or_else(|| text!("the match has not begun"))?;
        session.current_mut().resign(seat, now).map_err(|error| refusal(&error))?;
        self.ahead.retain(|(other, _)| *other != seat);
        self.seat_agent(seat);
        let name = self.places[seat.index()].name().to_owned();
        let goes_on = self.current().is_some_and(|current| current.end().is_none());
        self.report(if goes_on {
            text!("{name} resigns, and a bot plays on in the seat.", name)
        } else {
            text!("{name} resigns.", name)
        });
        self.renew_position();
        self.drop_outdated_proposal();
        self.set_clock_going(now);
        self.changed(now);
        Ok(())
    }
}

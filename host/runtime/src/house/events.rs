//! Events: house rules are notified of them after each action, and of the end of the match.

use super::failed;
use crate::events::EventQueue;
use crate::{
    CallError, Choice, EffectRequest, Event, HostEvent, HostHook, HouseLayer, MatchEnd, OfferKind, Position, Rules,
    ScriptLine, Teams, Work,
};
use std::sync::Arc;
use stonehouse_plugin::{Seat, Seats, Turn};

/// The most events that follow from one action.
const MAX_EVENTS_PER_ACTION: usize = 1000;

/// How far the events of one action have been reported.
#[derive(Default)]
struct Reached {
    /// Whether the turn of the seat that acted has ended.
    turn_ended: bool,
    /// Whether the match would be over, and has not gone on since.
    ending: bool,
}

impl Position {
    /// Plays a choice: one of the game by `play`, and then runs the house rules that follow from it.
    #[inline]
    pub(crate) fn with_house_rules(
        &mut self,
        choice: &Choice,
        play: impl FnOnce(&mut Self) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        if self.has_layer() { self.play_around(choice, play) } else { play(self) }
    }

    fn play_around(
        &mut self,
        choice: &Choice,
        play: impl FnOnce(&mut Self) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        if self.is_of_the_house(choice.action) {
            return if choice.values.is_empty() { self.play_in_house(choice.action) } else { Err(CallError::Illegal) };
        }
        if self.turn_in_house().is_some() {
            return Err(CallError::Illegal);
        }
        let seat = self.to_act()?;
        self.forget_events();
        play(self)?;
        if self.is_half_chosen() {
            self.clear_messages();
            return Ok(());
        }
        self.follow(1, seat)
    }

    /// Lets the house rules follow `steps` steps of the game, the last of which `actor` made.
    pub(super) fn follow(&mut self, steps: u32, actor: Option<Seat>) -> Result<(), CallError> {
        if !self.has_layer() {
            return Ok(());
        }
        self.count_actions(steps);
        self.clear_messages();
        // The queue goes back afterwards, with its space.
        let mut pending = std::mem::take(&mut self.state.events);
        if let Some(seat) = actor {
            pending.push(Event::Host(HostEvent::AfterAction), &[seat.0.into()]);
        }
        let resolved = self.resolve_events(&mut pending, actor, None);
        pending.clear();
        self.state.events = pending;
        resolved
    }

    /// Lets the house rules follow `steps` steps of the game in which they did not act; they may at the end of the
    /// match, with which the game may then go on.
    pub(super) fn follow_to_the_end(&mut self, steps: u32) -> Result<(), CallError> {
        self.forget_events();
        let subscriptions = self.rules().subscriptions();
        if [HostEvent::MatchEnding, HostEvent::MatchEnded].into_iter().any(|at| subscriptions.includes(Event::Host(at)))
        {
            // A rollout may stop where chance has the turn.
            self.roll()?;
            return self.follow(steps, None);
        }
        if steps > 0 {
            self.count_actions(steps);
        }
        // A rollout may stop before the end.
        if self.state.turn()?.is_over()
            && let Some(house) = self.house_mut()
        {
            house.has_ended = true;
        }
        Ok(())
    }

    /// Forgets the messages of the action before.
    pub(super) fn clear_messages(&mut self) {
        if let Some(house) = self.house_mut() {
            house.messages.clear();
        }
    }

    pub(super) fn count_actions(&mut self, count: u32) {
        if let Some(played) = self.house_mut().and_then(|house| house.memory.first_mut()) {
            *played += i64::from(count);
        }
    }

    /// Resolves the first turns of chance after the deal, and notifies house rules.
    pub(crate) fn begin_match(&mut self) -> Result<(), CallError> {
        self.forget_events();
        self.roll()?;
        if !self.has_layer() {
            return Ok(());
        }
        let mut begun = EventQueue::new();
        begun.push(Event::Host(HostEvent::MatchStarted), &[]);
        self.resolve_events(&mut begun, None, None)
    }

    /// Notifies house rules of the events and applies the effects that they request, until no events are left. `actor`
    /// has acted; `next_steps` are the actions of the house that are the next step of its choice.
    pub(super) fn resolve_events(
        &mut self,
        pending: &mut EventQueue,
        actor: Option<Seat>,
        next_steps: Option<OfferKind>,
    ) -> Result<(), CallError> {
        let rules = Arc::clone(self.rules());
        let Some(layer) = rules.layer() else { return Ok(()) };
        let subscriptions = rules.subscriptions();
        let (mut count, mut reached) = (0, Reached::default());
        // The seat whose turn it is by the game; `None` until it is known.
        let mut next: Option<Option<Seat>> = None;
        loop {
            if self.notify_of_all(&rules, layer, pending, &mut count)? {
                next = None;
            }
            let next = match next {
                Some(next) => next,
                None => *next.insert(self.acting()?),
            };
            let Some((event, seat)) = self.next_host_event(layer, &mut reached, actor, next)? else { break };
            match (event, seat) {
                (HostEvent::MatchEnded, _) => self.push_end_by_rules(layer, pending)?,
                (_, Some(seat)) => pending.push(Event::Host(event), &[seat.0.into()]),
                (_, None) => pending.push(Event::Host(event), &[]),
            }
        }
        let pending = if subscriptions.waits && !self.is_ended_by_rules() {
            self.waited_for(layer, actor.zip(next_steps))?
        } else {
            None
        };
        if let Some(house) = self.house_mut() {
            house.pending = pending;
        }
        self.forget_events();
        Ok(())
    }

    /// Notifies house rules of the events, and of those that follow from the effects that they request, until none is
    /// left. Returns whether they requested any. `count` is the number of events so far.
    fn notify_of_all(
        &mut self,
        rules: &Rules,
        layer: &dyn HouseLayer,
        pending: &mut EventQueue,
        count: &mut usize,
    ) -> Result<bool, CallError> {
        let (mut effects, mut has_changed) = (Vec::new(), false);
        while let Some((event, fields)) = pending.pop() {
            if !rules.subscriptions().includes(event) || !rules.plugin().declares(event, fields.len()) {
                continue;
            }
            *count += 1;
            if *count > MAX_EVENTS_PER_ACTION {
                return Err(endless_events(layer, event));
            }
            if let Event::Roll(roll) = event
                && layer.rolls().get(roll).is_some_and(|decl| decl.secret)
            {
                let result = fields.to_vec();
                self.keep_secret_roll(layer, roll, &result, pending)?;
                continue;
            }
            rules.begin(Work::Query);
            let mut request = |requested: &[EffectRequest]| effects.extend_from_slice(requested);
            layer.notify(event, fields, &self.facts(), &mut request).map_err(failed)?;
            if !effects.is_empty() {
                self.apply_effects(layer, &mut effects, pending)?;
                has_changed = true;
            }
        }
        Ok(has_changed)
    }

    /// Adds the event of an end by the rules, with those who win by them.
    fn push_end_by_rules(&self, layer: &dyn HouseLayer, pending: &mut EventQueue) -> Result<(), CallError> {
        if !self.rules().subscriptions().includes(Event::Host(HostEvent::MatchEnded)) {
            return Ok(());
        }
        let winners = if layer.reads_winners() {
            let outcome = self.outcome()?;
            let resigned = self.house().map_or(Seats::default(), |house| house.resigned);
            Teams::of(self.rules()).winners_left(outcome.winners, &outcome.scores, resigned)
        } else {
            Seats::default()
        };
        self.push_end(MatchEnd::Rules, winners, pending);
        Ok(())
    }

    fn push_end(&self, end: MatchEnd, winners: Seats, pending: &mut EventQueue) {
        let won = Seat::all(self.rules().seats()).map(|seat| winners.contains(seat).into());
        let fields: Vec<i64> = std::iter::once(end as i64).chain(won).collect();
        pending.push(Event::Host(HostEvent::MatchEnded), &fields);
    }

    /// Notifies house rules that the match has ended in this way, and not by the rules, and that these seats win, which
    /// they cannot change. Returns whether they have a function for it: if not, the position is as before.
    ///
    /// # Errors
    /// When a house rule or the plugin failed; the position must not be used then.
    pub fn end_by_decision(&mut self, end: MatchEnd, winners: Seats) -> Result<bool, CallError> {
        let rules = Arc::clone(self.rules());
        let Some(layer) = rules.layer() else { return Ok(false) };
        if !rules.subscriptions().includes(Event::Host(HostEvent::MatchEnded)) {
            return Ok(false);
        }
        self.forget_events();
        self.clear_messages();
        let mut pending = EventQueue::new();
        self.push_end(end, winners, &mut pending);
        self.notify_of_all(&rules, layer, &mut pending, &mut 0)?;
        self.forget_events();
        Ok(true)
    }

    /// The next event that every game has, with its seat, when no other is left; `None` when all has been reported.
    /// `next` is the seat whose turn it is by the game.
    fn next_host_event(
        &mut self,
        layer: &dyn HouseLayer,
        reached: &mut Reached,
        actor: Option<Seat>,
        next: Option<Seat>,
    ) -> Result<Option<(HostEvent, Option<Seat>)>, CallError> {
        reached.ending &= next.is_none();
        if let Some(actor) = actor.filter(|actor| !reached.turn_ended && next != Some(*actor)) {
            reached.turn_ended = true;
            return Ok(Some((HostEvent::TurnEnded, Some(actor))));
        }
        if next.is_none() && !reached.ending && self.can_go_on() {
            reached.ending = true;
            return Ok(Some((HostEvent::MatchEnding, None)));
        }
        if !self.is_ended_by_rules() && self.should_end(layer, next.is_none())? {
            if let Some(house) = self.house_mut() {
                house.has_ended = true;
            }
            return Ok(Some((HostEvent::MatchEnded, None)));
        }
        let begun = next.filter(|seat| !self.is_ended_by_rules() && self.note_turn_of(*seat));
        Ok(begun.map(|seat| (HostEvent::TurnStarted, Some(seat))))
    }

    /// Forgets events of calls that were no part of the action about to be played, such as those of a deal or a sample.
    pub(super) fn forget_events(&mut self) {
        self.state.events.clear();
    }

    /// Adds the events that the game has reported since the last time.
    pub(super) fn collect(&mut self, pending: &mut EventQueue) {
        pending.append(&mut self.state.events, usize::MAX);
    }

    /// The seat whose turn it is by the game, the first of several; `None` when the game is over.
    pub(super) fn acting(&self) -> Result<Option<Seat>, CallError> {
        Ok(match self.state.turn()? {
            Turn::Seat(seat) => Some(seat),
            Turn::Together(seats) => seats.iter().next(),
            Turn::Over | Turn::Chance => None,
        })
    }

    /// Whether house rules may go on with a match that is over by the rules of the game.
    fn can_go_on(&self) -> bool {
        self.rules().subscriptions().includes(Event::Host(HostEvent::MatchEnding))
            && self.house().is_some_and(|house| !house.has_ended && !house.finish_requested)
    }

    /// Sets the seat whose turn it is. Returns whether it is another one than before, of which house rules are
    /// notified.
    fn note_turn_of(&mut self, seat: Seat) -> bool {
        let is_notified = self.rules().subscriptions().includes(Event::Host(HostEvent::TurnStarted));
        let Some(house) = self.house_mut().filter(|_| is_notified) else { return false };
        house.turn_of.replace(seat) != Some(seat)
    }

    fn should_end(&self, layer: &dyn HouseLayer, by_the_game: bool) -> Result<bool, CallError> {
        let can_end = self.rules().subscriptions().ends;
        let by_effect = self.house().is_some_and(|house| house.finish_requested);
        if by_the_game || by_effect || !can_end {
            return Ok(by_the_game || by_effect);
        }
        self.rules().begin(Work::Query);
        layer.decide(HostHook::Ended, &[], &self.facts(), false).map_err(failed)
    }
}

/// The error of events without an end, of which `event` is one too many.
fn endless_events(layer: &dyn HouseLayer, event: Event) -> CallError {
    let many = format!("more than {MAX_EVENTS_PER_ACTION} events followed from one action");
    let rolled = if let Event::Roll(roll) = event { layer.rolls().get(roll).map(|decl| (roll, decl)) } else { None };
    match rolled {
        Some((roll, decl)) => {
            let why = format!(
                "{many}: the roll `{}` is rolled again and again. Let its `rolled` ask for another one only while a condition holds \
                 that ends: a `memory` can count how often",
                decl.name
            );
            failed(layer.refused(layer.line_of_roll(roll), why))
        }
        None => {
            failed(layer.refused(ScriptLine::default(), format!("{many}: house rules trigger each other without end")))
        }
    }
}

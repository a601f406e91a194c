//! House rules around a game: their memory in a position, their events, and their effects.
//!
//! Everything here belongs to rulesets whose house rules have a [layer](HouseLayer); for others a position is what its
//! state is.
//!
//! # Design
//! House rules that do more than change values (extra turns, counters, bids, drafts, sudden death) need memory and
//! events. Both belong to the position, so they are cloned, searched, taken back and replayed with it:
//!
//! - Memory is a list of whole numbers.
//! - Events are passed to the scripts after the call in which the game reported them. What the scripts then request
//!   is done by the host or by the game's [effects](stonehouse_plugin::effects!), until nothing more happens.
//! - An action of the house is an action code from 2^31 on and legal like any other, so bots, records, undo and the
//!   table need no code for it.
//!
//! The game knows nothing of this; a game that declares no facts, events or effects still has memory, actions, ends
//! and winners. Scripts are reached through the trait [`HouseLayer`] only, so this crate does not depend on Lua. A
//! ruleset with a layer is played by the game's own playouts and rollouts up to the steps at which its rules
//! [act](Attention).
//!
//! # Seams
//! These functions outside of this file, and no others, distinguish a position with a layer, or an action of the house;
//! without a layer each costs a single test. `tests/all/house_layer.rs` of this crate compares the list with the code.
//!
//! | seam | here | functions |
//! |---|---|---|
//! | what is kept | `memory` | `HouseState::new`, `Rules::layer` |
//! | before and after an action | `with_house_rules`, `play_in_house` | `play`, `play_listed`, `apply`, `play_candidate_or_outcome` |
//! | whose turn it is | `is_over`, `waits_for` | `to_act`, `is_finished` |
//! | what is legal | `add_offered` | `legal_actions`, `candidates` |
//! | values of actions: those of the house have none | `is_of_the_house` | `candidates_of`, `choice_of`, `draw_of` |
//! | scores and winners | `judge`, `judge_prospects` | `scores`, `prospects` |
//! | what is shown | `add_to_scene` | `scene` |
//! | what is described | `describe_in_house`, `log_in_house` | `describe`, `describe_alone`, `describe_done`, `foretell`, `news`, `remembered` |
//! | what is unknown | `redraw_memory` | `has_house_secrets` |
//! | games played on | `playout_in_house`, `rollout_in_house` | `playout`, `course`, `rollout`, `traced_rollout` |
//!
//! A wrapper type around `Position` would need the choices that wait for others, the dice and the notes of it at most
//! of these places, so the layer is part of the position instead.

use super::events::EventQueue;
use super::facts::FactsOf;
use super::frame;
use super::results::AppliedEffect;
use super::{CallError, Position};
use crate::{
    EffectRequest, Event, HookFailure, HookHost, HostEvent, HostHook, HouseEffect, HouseLayer, HouseMemory, Target,
    Work,
};
use std::sync::Arc;
use stonehouse_plugin::house::MAX_EVENTS;
use stonehouse_plugin::scene::Prompt;
use stonehouse_plugin::{
    Action, ActionText, FieldKind, LONGEST_GAME, MOST_POINTS, Observer, Rng, Scene, Seat, Seats, Text, Trace, Turn,
    json, text,
};

/// The first code of actions of the house: a game's own are lower where house rules add some.
pub const HOUSE_ACTIONS: u32 = 1 << 31;

/// The most events that follow from one action.
const MAX_EVENTS_PER_ACTION: usize = 1000;

/// The most messages of house rules after one action.
const MOST_MESSAGES: usize = 20;

/// How a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// By a playout: each legal action is as likely as any other.
    Random,
    /// By a rollout of the game.
    Plausible,
}

/// When house rules have to be called while a game is played on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attention {
    /// Not before its end.
    Never,
    /// After a step in which the game reports an event.
    AtEvents,
    /// After each step.
    AtEachStep,
}

/// What house rules around a game have a function for, so that nothing is done for the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Subscriptions {
    /// The game's events: bit `n` is event `n`.
    game_events: u64,
    /// The host's events, by their numbers.
    host_events: u8,
    /// Whether they can end the match.
    ends: bool,
    /// Whether they have actions for which the game waits.
    waits: bool,
    /// Whether they have other actions.
    offers: bool,
}

impl Subscriptions {
    /// Those of these house rules.
    pub fn of(hooks: &dyn HookHost) -> Self {
        let Some(layer) = hooks.layer() else { return Self::default() };
        let has = |event: Event| layer.listens_to(event) && !hooks.is_idle_at(event);
        let offers = |first: bool| {
            let mut actions = layer.actions().iter().enumerate();
            actions.any(|(index, decl)| decl.first == first && !hooks.is_never_offered(index))
        };
        let game_events = (0..MAX_EVENTS).filter(|event| has(Event::Game(*event)));
        let host_events = HostEvent::ALL.into_iter().filter(|event| has(Event::Host(*event)));
        Self {
            game_events: game_events.fold(0, |bits, event| bits | 1 << event),
            host_events: host_events.fold(0, |bits, event| bits | 1 << event as u8),
            ends: layer.uses(HostHook::Ended) && !hooks.is_idle_hook(HostHook::Ended),
            waits: offers(true),
            offers: offers(false),
        }
    }

    /// The game's events: bit `n` is event `n`.
    pub const fn game_events(self) -> u64 {
        self.game_events
    }

    /// Whether there is a function for this event.
    const fn includes(self, event: Event) -> bool {
        match event {
            Event::Game(index) => index < MAX_EVENTS && self.game_events >> index & 1 == 1,
            Event::Host(event) => self.host_events >> event as u8 & 1 == 1,
        }
    }

    /// When they act while a game is played on by itself.
    const fn attention(self) -> Attention {
        let at_steps = [Event::Host(HostEvent::AfterAction), Event::Host(HostEvent::TurnEnded)];
        if self.includes(at_steps[0]) || self.includes(at_steps[1]) || self.ends || self.waits || self.offers {
            Attention::AtEachStep
        } else if self.game_events != 0 {
            Attention::AtEvents
        } else {
            Attention::Never
        }
    }
}

const fn code(action: usize, target: usize) -> Action {
    Action(HOUSE_ACTIONS | (action as u32) << 8 | target as u32)
}

/// The action of the house that a code encodes, and the target, as indices.
const fn decode(action: Action) -> Option<(usize, usize)> {
    if action.0 & HOUSE_ACTIONS == 0 {
        return None;
    }
    let rest = action.0 & !HOUSE_ACTIONS;
    Some(((rest >> 8) as usize, (rest & 0xFF) as usize))
}

/// The placeholder of the target in the words of an action of the house.
const TARGET: &str = "{target}";

/// What an action of the house is called where its target is not known.
fn aimed_somewhere(action: &str) -> Text {
    Text::plain(action.replace(TARGET, "…"))
}

/// What an action of the house is called, and what it is aimed at.
fn aimed_at(action: String, target: &Target) -> Text {
    if let Some((before, after)) = action.split_once(TARGET) {
        let (before, after) = (before.to_owned(), after.to_owned());
        return if target.seat {
            text!("{before}{player}{after}", before, player = Seat(target.value as u8), after)
        } else {
            text!("{before}{target}{after}", before, target = target.label.clone(), after)
        };
    }
    let action = Text::plain(action);
    match (target.seat, &*target.label) {
        (true, _) => text!("{action}: {player}", action, player = Seat(target.value as u8)),
        (false, "") => action,
        (false, target) => text!("{action}: {target}", action, target = target.to_owned()),
    }
}

fn failed(failure: Box<HookFailure>) -> CallError {
    CallError::Hook(failure)
}

impl Position {
    /// Whether house rules do anything around the game.
    #[inline]
    pub(super) const fn has_layer(&self) -> bool {
        self.state.house.is_some()
    }

    /// What is kept for the house rules, if they do anything around the game.
    #[inline]
    pub fn memory(&self) -> Option<&HouseMemory> {
        self.state.house.as_deref().map(|kept| &kept.memory)
    }

    fn memory_mut(&mut self) -> Option<&mut HouseMemory> {
        self.state.house.as_deref_mut().map(|kept| &mut kept.memory)
    }

    /// The messages of house rules since the last action, in order.
    pub fn messages(&self) -> &[String] {
        self.memory().map_or(&[], |kept| &kept.messages)
    }

    /// Whether house rules have ended the match, or it has ended while they were active.
    pub(super) fn is_over(&self) -> bool {
        self.memory().is_some_and(|kept| kept.over)
    }

    /// Who has to choose an action of the house before the game continues.
    pub(super) fn waits_for(&self) -> Option<Seat> {
        self.memory().and_then(|kept| kept.waits_for)
    }

    fn facts(&self) -> FactsOf<'_> {
        self.state.facts()
    }

    /// Runs `call`, then the house rules that follow from it.
    pub(super) fn with_house_rules(
        &mut self,
        call: impl FnOnce(&mut Self) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        if !self.has_layer() {
            return call(self);
        }
        if self.is_over() {
            return Err(CallError::Illegal);
        }
        let seat = self.to_act()?;
        self.forget_events();
        call(self)?;
        if self.is_half_chosen() {
            if let Some(kept) = self.memory_mut() {
                kept.messages.clear();
            }
            return Ok(());
        }
        self.follow(1, seat)
    }

    /// Lets the house rules follow `steps` steps of the game, the last of which `actor` made.
    fn follow(&mut self, steps: u32, actor: Option<Seat>) -> Result<(), CallError> {
        self.count_actions(steps);
        if let Some(kept) = self.memory_mut() {
            kept.messages.clear();
        }
        let Some(kept) = self.state.house.as_deref_mut() else { return Ok(()) };
        // The queue goes back afterwards, with its space.
        let mut pending = std::mem::take(&mut kept.events);
        if let Some(seat) = actor {
            pending.push(Event::Host(HostEvent::AfterAction), &[seat.0.into()]);
        }
        let resolved = self.resolve_events(&mut pending, actor);
        pending.clear();
        if let Some(kept) = self.state.house.as_deref_mut() {
            kept.events = pending;
        }
        resolved
    }

    /// Lets the house rules follow `steps` steps of the game in which they did not act; they may at the end of the
    /// match.
    fn follow_to_the_end(&mut self, steps: u32) -> Result<(), CallError> {
        self.forget_events();
        if self.rules().subscriptions().includes(Event::Host(HostEvent::MatchEnded)) {
            return self.follow(steps, None);
        }
        if steps > 0 {
            self.count_actions(steps);
        }
        Ok(())
    }

    fn count_actions(&mut self, count: u32) {
        if let Some(played) = self.memory_mut().and_then(|memory| Arc::make_mut(&mut memory.slots).first_mut()) {
            *played += i64::from(count);
        }
    }

    /// The match was dealt: resolves the first turns of chance, and notifies house rules.
    pub(super) fn begin(&mut self) -> Result<(), CallError> {
        self.forget_events();
        self.roll()?;
        if !self.has_layer() {
            return Ok(());
        }
        let mut begun = EventQueue::new();
        begun.push(Event::Host(HostEvent::MatchBegun), &[]);
        self.resolve_events(&mut begun, None)
    }

    /// Notifies house rules of the events and applies the effects that they request, until no events are left. `actor`
    /// has acted.
    fn resolve_events(&mut self, pending: &mut EventQueue, actor: Option<Seat>) -> Result<(), CallError> {
        let rules = Arc::clone(self.rules());
        let Some(layer) = rules.layer() else { return Ok(()) };
        let subscriptions = rules.subscriptions();
        let (mut effects, mut count, mut turn_ended) = (Vec::new(), 0, false);
        // Whose turn it is by the game; `None` until it is known.
        let mut next: Option<Option<Seat>> = None;
        loop {
            while let Some((event, fields)) = pending.pop() {
                if !subscriptions.includes(event) || !rules.plugin().declares(event, fields.len()) {
                    continue;
                }
                count += 1;
                if count > MAX_EVENTS_PER_ACTION {
                    let why = format!(
                        "more than {MAX_EVENTS_PER_ACTION} events followed from one action: house rules trigger each other without end"
                    );
                    return Err(failed(layer.refused((0, 0), why)));
                }
                rules.begin(Work::Question);
                layer.notify(event, fields, &self.facts(), &mut effects).map_err(failed)?;
                if !effects.is_empty() {
                    self.apply_effects(layer, &mut effects, pending)?;
                    next = None;
                }
            }
            let next = match next {
                Some(next) => next,
                None => *next.insert(self.acting()?),
            };
            if let Some(actor) = actor.filter(|actor| !turn_ended && next != Some(*actor)) {
                turn_ended = true;
                pending.push(Event::Host(HostEvent::TurnEnded), &[actor.0.into()]);
            } else if !self.is_over() && self.has_ended(layer, subscriptions.ends, next.is_none())? {
                if let Some(kept) = self.memory_mut() {
                    kept.over = true;
                }
                pending.push(Event::Host(HostEvent::MatchEnded), &[]);
            } else {
                break;
            }
        }
        let waits_for = if subscriptions.waits && !self.is_over() { self.first_waited_for(layer)? } else { None };
        if let Some(kept) = self.memory_mut() {
            kept.waits_for = waits_for;
        }
        self.forget_events();
        Ok(())
    }

    /// Forgets events of calls that were no part of the action about to be played, such as those of a deal or a sample.
    fn forget_events(&mut self) {
        if let Some(kept) = self.state.house.as_deref_mut() {
            kept.events.clear();
        }
    }

    /// Adds the events that the game has reported since the last time.
    fn collect(&mut self, pending: &mut EventQueue) {
        let Some(kept) = self.state.house.as_deref_mut() else { return };
        pending.append(&mut kept.events, usize::MAX);
    }

    /// The seat whose turn it is by the game, the first of several; `None` when the game is over.
    fn acting(&self) -> Result<Option<Seat>, CallError> {
        Ok(match self.state.turn()? {
            Turn::Seat(seat) => Some(seat),
            Turn::Together(seats) => seats.iter().next(),
            Turn::Over | Turn::Chance => None,
        })
    }

    fn has_ended(&self, layer: &dyn HouseLayer, can_end: bool, by_the_game: bool) -> Result<bool, CallError> {
        let by_effect = self.memory().is_some_and(|kept| kept.finished);
        if by_the_game || by_effect || !can_end {
            return Ok(by_the_game || by_effect);
        }
        self.rules().begin(Work::Question);
        layer.decide(HostHook::Ended, &[], &self.facts(), false).map_err(failed)
    }

    /// The first seat to which an action is offered for which the game waits.
    fn first_waited_for(&self, layer: &dyn HouseLayer) -> Result<Option<Seat>, CallError> {
        let mut offered = Vec::new();
        for seat in Seat::all(self.rules().seats()) {
            self.offered(layer, seat, true, &mut offered)?;
            if !offered.is_empty() {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// Adds the actions of the house that are offered to `seat`: those for which the game waits, or the others.
    fn offered(
        &self,
        layer: &dyn HouseLayer,
        seat: Seat,
        first: bool,
        actions: &mut Vec<Action>,
    ) -> Result<(), CallError> {
        for (index, decl) in layer.actions().iter().enumerate().filter(|(_, decl)| decl.first == first) {
            self.rules().begin(Work::Question);
            for (place, target) in decl.targets.iter().enumerate() {
                if target.seat && target.value as usize >= self.rules().seats() {
                    continue;
                }
                if layer.offers(index, seat, target.value, &self.facts()).map_err(failed)? {
                    actions.push(code(index, place));
                }
            }
        }
        Ok(())
    }

    /// Adds the actions of the house to those of the game, which are in `actions`; or puts them in their place, where
    /// the game waits.
    pub(super) fn add_offered(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let rules = self.rules();
        let Some(layer) = rules.layer() else { return Ok(()) };
        if self.is_over() {
            actions.clear();
            return Ok(());
        }
        if let Some(seat) = self.waits_for() {
            actions.clear();
            return self.offered(layer, seat, true, actions);
        }
        if !rules.subscriptions().offers {
            return Ok(());
        }
        if let Some(high) = actions.last().filter(|action| action.0 >= HOUSE_ACTIONS) {
            return Err(CallError::Contract(format!(
                "the game has an action {}, and where house rules add actions its own must be below {HOUSE_ACTIONS}",
                high.0
            )));
        }
        // While several choose at once, in secret, nobody does anything else.
        match self.state.turn()? {
            Turn::Seat(seat) => self.offered(layer, seat, false, actions),
            _ => Ok(()),
        }
    }

    /// Whether the code is that of an action of the house, under these rules.
    pub(super) fn is_of_the_house(&self, action: Action) -> bool {
        self.has_layer() && action.0 >= HOUSE_ACTIONS
    }

    /// Whether `observer` may not know the target of this action of the seat that decides next.
    pub(super) fn is_secret_to(&self, action: Action, observer: Seat) -> Result<bool, CallError> {
        let (true, Some(layer)) = (self.is_of_the_house(action), self.rules().layer()) else { return Ok(false) };
        let decl = decode(action).and_then(|(index, _)| layer.actions().get(index));
        Ok(decl.is_some_and(|decl| decl.secret) && self.to_act()? != Some(observer))
    }

    /// Whether two codes are those of the same action of the house.
    pub(super) fn is_same_but_for_target(&self, one: Action, other: Action) -> bool {
        let index = |action| decode(action).map(|(index, _)| index);
        self.is_of_the_house(one) && index(one) == index(other)
    }

    /// The target of an action of the house, and its place among the actions.
    fn aimed(layer: &dyn HouseLayer, action: Action) -> Result<(usize, &Target), CallError> {
        let (index, place) = decode(action).ok_or(CallError::Illegal)?;
        let target = layer.actions().get(index).and_then(|decl| decl.targets.get(place)).ok_or(CallError::Illegal)?;
        Ok((index, target))
    }

    /// Plays an action of the house for the seat that decides next.
    pub(super) fn play_in_house(&mut self, action: Action) -> Result<(), CallError> {
        let rules = Arc::clone(self.rules());
        let (Some(layer), Some(seat)) = (rules.layer(), self.to_act()?) else {
            return Err(CallError::Illegal);
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal)?;
        if legal.binary_search(&action).is_err() {
            return Err(CallError::Illegal);
        }
        let (index, target) = Self::aimed(layer, action)?;
        let (mut effects, mut pending) = (Vec::new(), EventQueue::new());
        self.forget_events();
        rules.begin(Work::Question);
        layer.play(index, seat, target.value, &self.facts(), &mut effects).map_err(failed)?;
        if let Some(kept) = self.memory_mut() {
            kept.messages.clear();
        }
        self.rolled.clear();
        self.apply_effects(layer, &mut effects, &mut pending)?;
        self.count_actions(1);
        pending.push(Event::Host(HostEvent::AfterAction), &[seat.0.into()]);
        self.resolve_events(&mut pending, Some(seat))
    }

    /// Applies the effects that house rules request, in order.
    fn apply_effects(
        &mut self,
        layer: &dyn HouseLayer,
        effects: &mut Vec<EffectRequest>,
        pending: &mut EventQueue,
    ) -> Result<(), CallError> {
        for EffectRequest { what, place } in effects.drain(..) {
            let what = match what {
                HouseEffect::Points { seat, points } => match self.own_points() {
                    Some(effect) => HouseEffect::Game { effect, arguments: vec![seat.0.into(), points] },
                    None => what,
                },
                HouseEffect::Remember { .. }
                | HouseEffect::Finish { .. }
                | HouseEffect::Say { .. }
                | HouseEffect::Game { .. } => what,
            };
            let noted = self.noted.is_some().then(|| what.clone()).filter(|what| !self.is_kept(what));
            let before = match (&noted, &what) {
                (Some(_), HouseEffect::Game { .. }) => Some(self.state.try_clone()?),
                _ => None,
            };
            match what {
                HouseEffect::Points { seat, points } => self.add_points(layer, place, seat, points)?,
                HouseEffect::Game { effect, arguments } => self.in_game(layer, place, effect, &arguments)?,
                HouseEffect::Remember { slot, value } => self.remember(slot, value),
                HouseEffect::Finish { winners } => self.finish(winners),
                HouseEffect::Say { text } => self.say(text),
            }
            if let Some(what) = noted {
                let after = before.is_some().then(|| self.state.try_clone()).transpose()?;
                let effected = AppliedEffect::new(what, before.zip(after));
                self.noted.get_or_insert_default().effects.push(effected);
            }
            self.roll_on()?;
            self.collect(pending);
        }
        Ok(())
    }

    /// Whether this would keep a value that is kept already.
    fn is_kept(&self, what: &HouseEffect) -> bool {
        let HouseEffect::Remember { slot, value } = what else { return false };
        self.memory().is_some_and(|kept| kept.slots.get(*slot) == Some(value))
    }

    /// The game's own effect for points, if it has one.
    fn own_points(&self) -> Option<usize> {
        self.rules().plugin().effects().iter().position(|effect| {
            let kinds = effect.arguments.iter().map(|argument| &argument.kind);
            effect.name == "points" && kinds.eq([&FieldKind::Seat, &FieldKind::Integer])
        })
    }

    fn in_game(
        &mut self,
        layer: &dyn HouseLayer,
        place: (usize, usize),
        effect: usize,
        arguments: &[i64],
    ) -> Result<(), CallError> {
        match self.state.effect(effect, arguments)? {
            Ok(()) => Ok(()),
            Err(why) => Err(failed(layer.refused(place, why))),
        }
    }

    fn add_points(
        &mut self,
        layer: &dyn HouseLayer,
        place: (usize, usize),
        seat: Seat,
        points: i64,
    ) -> Result<(), CallError> {
        let kept = self.memory_mut().and_then(|kept| kept.points.get_mut(seat.index()));
        let Some(sum) = kept else {
            return Err(failed(layer.refused(place, format!("there is no {seat} at this table"))));
        };
        let next = sum.saturating_add(points);
        if !(-MOST_POINTS..=MOST_POINTS).contains(&next) {
            return Err(failed(
                layer.refused(place, format!("{next} points are more than the ±{MOST_POINTS} of a match")),
            ));
        }
        *sum = next;
        Ok(())
    }

    fn remember(&mut self, slot: usize, value: i64) {
        let Some(memory) = self.memory_mut() else { return };
        if let Some(place) = Arc::make_mut(&mut memory.slots).get_mut(slot) {
            *place = value;
        }
    }

    fn finish(&mut self, winners: Option<Seats>) {
        let Some(memory) = self.memory_mut() else { return };
        (memory.finished, memory.winners) = (true, winners);
    }

    /// Keeps a message for the log; those beyond [`MOST_MESSAGES`] are dropped.
    fn say(&mut self, text: String) {
        let Some(memory) = self.memory_mut() else { return };
        if memory.messages.len() < MOST_MESSAGES {
            memory.messages.push(text);
        }
    }

    /// The scores with what the house rules added, and who wins by them.
    pub(super) fn judge(&self, scores: &mut [i64], winners: Seats) -> Result<Seats, CallError> {
        let (Some(layer), Some(kept)) = (self.rules().layer(), self.memory()) else { return Ok(winners) };
        let mut winners = winners;
        if kept.points.iter().any(|points| *points != 0) {
            for (score, points) in scores.iter_mut().zip(&kept.points) {
                *score = score.saturating_add(*points).clamp(-MOST_POINTS, MOST_POINTS);
            }
            winners = Seats::highest(scores);
        } else if kept.finished {
            // The game itself has no winners before it is over.
            winners = Seats::highest(scores);
        }
        winners = kept.winners.unwrap_or(winners);
        if !layer.uses(HostHook::Wins) {
            return Ok(winners);
        }
        self.rules().begin(Work::Question);
        let mut judged = Seats::default();
        for seat in Seat::all(scores.len()) {
            let wins = winners.contains(seat);
            if layer.decide(HostHook::Wins, &[seat.0.into()], &self.facts(), wins).map_err(failed)? {
                judged.insert(seat);
            }
        }
        // If nobody wins, all share the result.
        Ok(if judged == Seats::default() { Seat::all(scores.len()).collect() } else { judged })
    }

    /// Redraws what only others know of the memory.
    pub(super) fn redraw_memory(&mut self, observer: Seat, seed: u64) {
        let rules = Arc::clone(self.rules());
        let (Some(layer), Some(kept)) = (rules.layer(), self.memory_mut()) else { return };
        let mut draws = Rng::from_seed(seed);
        let seats = rules.seats();
        for decl in layer.memory().iter().filter(|decl| decl.secret && decl.each_seat) {
            for seat in Seat::all(seats).filter(|seat| *seat != observer) {
                let slots = Arc::make_mut(&mut kept.slots);
                let Some(value) = slots.get_mut(decl.slot + seat.index()).filter(|value| **value != decl.start) else {
                    continue;
                };
                let width = u32::try_from(decl.max.saturating_sub(decl.min)).unwrap_or(u32::MAX - 1);
                *value = decl.min + i64::from(draws.below(width + 1));
            }
        }
    }

    /// Plays at random to the end: as the game's own playout does, but house rules act on the way. Returns the number
    /// of steps.
    pub(super) fn playout_in_house(&mut self, seed: u64) -> Result<u32, CallError> {
        if self.rules().subscriptions().attention() == Attention::Never {
            self.forget_events();
            let played = self.state.playout(seed)?;
            self.follow_to_the_end(played)?;
            return Ok(played);
        }
        self.play_on_in_house(seed, Style::Random, &mut Trace::new())
    }

    /// Continues the game as its own rollouts do, but house rules act on the way. Where the game
    /// [traces](Self::traces), `trace` gets who played what.
    pub(super) fn rollout_in_house(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        if !self.rules().plugin().abilities.rollout {
            return self.play_on_in_house(seed, Style::Random, trace).map(|_| ());
        }
        if self.rules().subscriptions().attention() == Attention::Never {
            return self.rollout_without_events(seed, trace);
        }
        self.play_on_in_house(seed, Style::Plausible, trace).map(|_| ())
    }

    /// A rollout of the game in which house rules answer hooks, and act only if it ends the match.
    fn rollout_without_events(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        self.forget_events();
        if self.traces() { self.state.traced_rollout(seed, trace) } else { self.state.rollout(seed) }?;
        self.follow_to_the_end(0)
    }

    /// Plays on to the end, or as far as a rollout goes. The game plays by itself up to the steps at which house rules
    /// [act](Attention); a decision in which one of their actions is possible is made at random here.
    fn play_on_in_house(&mut self, seed: u64, style: Style, trace: &mut Trace) -> Result<u32, CallError> {
        let each_step = self.rules().subscriptions().attention() == Attention::AtEachStep;
        let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
        let (mut played, mut of_the_house, mut last) = (0, 0, Action(0));
        while let Some(seat) = self.to_act()? {
            if played as usize >= LONGEST_GAME {
                return Err(self.endless(last, of_the_house > played / 2));
            }
            if !self.chooses_in_house()? {
                self.forget_events();
                let pause = &mut || each_step || frame::has_events();
                let stretch = match style {
                    Style::Random => self.state.playout_until(&mut choices, pause)?.map(|steps| (steps, false)),
                    Style::Plausible => self.state.rollout_until(&mut choices, pause, trace)?,
                };
                match stretch {
                    Some((steps, is_complete)) if steps > 0 || is_complete => {
                        played += steps;
                        self.roll()?;
                        self.follow(steps, each_step.then_some(seat))?;
                        if is_complete {
                            break;
                        }
                        continue;
                    }
                    _ if style == Style::Plausible => {
                        return self.rollout_without_events(choices.next_u64(), trace).map(|()| played);
                    }
                    _ => {}
                }
            }
            let chosen = self.draw(&mut choices, &mut actions)?;
            last = chosen.action;
            of_the_house += u32::from(self.is_of_the_house(last));
            if self.traces() {
                trace.push(seat, last);
            }
            self.play_candidate(chosen)?;
            played += 1;
        }
        Ok(played)
    }

    /// Whether the seat that decides next can choose an action of the house.
    fn chooses_in_house(&self) -> Result<bool, CallError> {
        if self.waits_for().is_some() {
            return Ok(true);
        }
        if !self.rules().subscriptions().offers {
            return Ok(false);
        }
        let Some(layer) = self.rules().layer() else { return Ok(false) };
        // While several choose at once, in secret, nobody does anything else.
        let Turn::Seat(seat) = self.state.turn()? else { return Ok(false) };
        let mut offered = Vec::new();
        self.offered(layer, seat, false, &mut offered)?;
        Ok(!offered.is_empty())
    }

    /// The error of a game without an end; if most of its actions were those of the house, that `action` is the reason.
    fn endless(&self, action: Action, is_of_the_house: bool) -> CallError {
        let found = decode(action).filter(|_| is_of_the_house).zip(self.rules().layer());
        let Some(((index, decl), layer)) =
            found.and_then(|((index, _), layer)| Some(((index, layer.actions().get(index)?), layer)))
        else {
            return CallError::Endless;
        };
        let waits = if decl.first { ", and with `first = true` the game waits as long as it is" } else { "" };
        let why = format!(
            "a game did not end within {LONGEST_GAME} actions: the action `{}` is offered again and again{waits}. Let its `when` be false \
             once it was chosen: a `memory` can count how often",
            decl.name
        );
        failed(layer.refused(layer.position_in_source(index), why))
    }

    /// Describes an action of the house before it is chosen: the text of its button.
    pub(super) fn describe_in_house(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let rules = self.rules();
        let layer = rules.layer().ok_or(CallError::Illegal)?;
        let (index, target) = Self::aimed(layer, action)?;
        let decl = &layer.actions()[index];
        let mut data = json!({ "house": decl.name });
        if decl.secret && !self.to_act()?.is_some_and(|seat| observer.sees(seat)) {
            return Ok(ActionText::new(aimed_somewhere(&decl.label)).data(data));
        }
        if decl.targets.len() > 1 || target.seat {
            data["target"] = target.value.into();
        }
        Ok(ActionText::new(Self::words_for(layer, action)?).data(data).path([handle(action)]))
    }

    /// Describes an action of the house once it is done, for the log.
    pub(super) fn log_in_house(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let mut text = self.describe_in_house(action, observer)?;
        let rules = self.rules();
        let layer = rules.layer().ok_or(CallError::Illegal)?;
        let (index, target) = Self::aimed(layer, action)?;
        let log = layer.actions()[index].log.clone();
        text.text = if log.is_empty() {
            text!("chooses “{action}”", action = text.text)
        } else if text.data.get("target").is_some() {
            aimed_at(log, target)
        } else {
            aimed_somewhere(&log)
        };
        Ok(text)
    }

    fn words_for(layer: &dyn HouseLayer, action: Action) -> Result<Text, CallError> {
        let (index, target) = Self::aimed(layer, action)?;
        Ok(aimed_at(layer.actions()[index].label.clone(), target))
    }

    /// The prospects of a position with a layer: the points that house rules gave count, too.
    pub(super) fn judge_prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let unit = self.rules().prospect_unit();
        if self.is_over() {
            self.scores(prospects)?;
            prospects.iter_mut().for_each(|prospect| *prospect = prospect.saturating_mul(unit));
            return Ok(());
        }
        self.state.prospects(prospects)?;
        let points = self.memory().map_or(&[][..], |kept| &kept.points);
        for (prospect, points) in prospects.iter_mut().zip(points) {
            *prospect = prospect.saturating_add(points.saturating_mul(unit));
        }
        Ok(())
    }

    /// The table with what the house rules add to it: points, what they remember, and what they offer.
    pub(super) fn add_to_scene(&self, scene: &mut Scene, observer: Observer) -> Result<(), CallError> {
        let rules = self.rules();
        let (Some(layer), Some(kept)) = (rules.layer(), self.memory()) else { return Ok(()) };
        for (panel, points) in scene.seats.iter_mut().zip(&kept.points) {
            if *points != 0 {
                panel.score = Some(panel.score.unwrap_or(0).saturating_add(*points));
            }
        }
        for decl in layer.memory().iter().filter(|decl| !decl.label.is_empty()) {
            let value = |place: usize| kept.slots.get(decl.slot + place).copied().unwrap_or_default();
            if decl.each_seat {
                for panel in scene.seats.iter_mut().filter(|panel| !decl.secret || observer.sees(panel.seat)) {
                    let what = decl.label.clone();
                    panel.notes.push(text!("{what}: {value}", what, value = value(panel.seat.index())));
                }
            } else {
                let known = std::mem::take(&mut scene.status);
                let note = text!("{what}: {value}", what = decl.label.clone(), value = value(0));
                scene.status = if known.is_empty() { note } else { text!("{known} · {note}", known, note) };
            }
        }
        let Some(seat) = self.to_act()? else {
            scene.prompt = None;
            return Ok(());
        };
        let mut offered = Vec::new();
        let waits = self.waits_for().is_some();
        if waits || !self.plugin_turn_is_shared()? {
            self.offered(layer, seat, waits, &mut offered)?;
        }
        if waits {
            scene.prompt = Some(Prompt::new(seat, "Choose"));
        }
        let Some(prompt) = scene.prompt.as_mut().filter(|prompt| prompt.seat == seat && observer.sees(seat)) else {
            return Ok(());
        };
        for action in offered {
            let (index, _) = Self::aimed(layer, action)?;
            let mut dressed = std::mem::take(prompt).button(handle(action), Self::words_for(layer, action)?);
            if let Some(button) = dressed.buttons.last_mut() {
                button.tip = Text::plain(layer.actions()[index].tip.clone());
            }
            *prompt = dressed;
        }
        Ok(())
    }

    fn plugin_turn_is_shared(&self) -> Result<bool, CallError> {
        Ok(!matches!(self.state.turn()?, Turn::Seat(_)))
    }
}

/// The handle of the button of an action of the house.
fn handle(action: Action) -> String {
    format!("house/{}", action.0 & !HOUSE_ACTIONS)
}

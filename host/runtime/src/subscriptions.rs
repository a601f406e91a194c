//! Subscriptions: the functions that house rules have, so that nothing is done for the rest.

use crate::{Event, HookHost, HostEvent, HostHook, OfferKind};
use stonehouse_plugin::house::MAX_EVENTS;

/// When house rules have to be called while a game is played on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attention {
    /// Not before its end.
    Never,
    /// After a step in which the game reports an event, and at its end, from which it may go on.
    AtEvents,
    /// After each step.
    AtEachStep,
}

/// The events, hooks and actions for which house rules around a game have a function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subscriptions {
    /// The game's events: bit `n` is event `n`.
    game_events: u64,
    /// The host's events, by their numbers.
    host_events: u8,
    /// Whether they can end the match.
    pub(crate) ends: bool,
    /// Whether they have actions for which the game waits.
    pub(crate) waits: bool,
    /// Whether they have other actions.
    pub(crate) offers: bool,
    /// Whether they can be notified in the middle of a playout:
    /// [`HouseLayer::are_events_apart_from_game`](crate::HouseLayer::are_events_apart_from_game).
    pub(crate) apart: bool,
}

impl Subscriptions {
    /// The subscriptions of these house rules.
    pub fn of(hooks: &dyn HookHost) -> Self {
        let Some(layer) = hooks.layer() else { return Self::default() };
        let skips_idle = !hooks.calls_idle_functions();
        let has = |event: Event| layer.subscribes_to(event) && !(skips_idle && layer.is_idle_at(event));
        let offers = |in_turn: bool| {
            let mut actions = layer.actions().iter().enumerate();
            actions.any(|(index, decl)| {
                (decl.offer == OfferKind::InTurn) == in_turn && !(skips_idle && layer.is_never_offered(index))
            })
        };
        let game_events = (0..MAX_EVENTS).filter(|event| has(Event::Game(*event)));
        let host_events = HostEvent::ALL.into_iter().filter(|event| has(Event::Host(*event)));
        Self {
            game_events: game_events.fold(0, |bits, event| bits | 1 << event),
            host_events: host_events.fold(0, |bits, event| bits | 1 << event as u8),
            ends: layer.uses(HostHook::Ended) && !(skips_idle && layer.is_idle_hook(HostHook::Ended)),
            waits: offers(false),
            offers: offers(true),
            apart: layer.are_events_apart_from_game(),
        }
    }

    /// The game's events: bit `n` is event `n`.
    pub const fn game_events(self) -> u64 {
        self.game_events
    }

    /// Whether there is a function for this event.
    pub(crate) const fn includes(self, event: Event) -> bool {
        match event {
            Event::Game(index) => index < MAX_EVENTS && self.game_events >> index & 1 == 1,
            Event::Host(event) => self.host_events >> event as u8 & 1 == 1,
            // Only they themselves cause it.
            Event::Roll(_) => true,
        }
    }

    /// When they act in a sample of a search, in which nobody chooses their optional actions.
    pub(crate) const fn attention_in_samples(self) -> Attention {
        Self { offers: false, ..self }.attention()
    }

    /// When they act while a game is played on by itself.
    pub(crate) const fn attention(self) -> Attention {
        let at_steps = self.includes(Event::Host(HostEvent::AfterAction))
            || self.includes(Event::Host(HostEvent::TurnEnded))
            || self.includes(Event::Host(HostEvent::TurnStarted));
        if at_steps || self.ends || self.waits || self.offers {
            Attention::AtEachStep
        } else if self.game_events != 0 || self.includes(Event::Host(HostEvent::MatchEnding)) {
            Attention::AtEvents
        } else {
            Attention::Never
        }
    }
}

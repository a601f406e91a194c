//! House rules around a game: their memory in a position, their events, and their effects.
//!
//! Everything here belongs to rulesets whose house rules have a [layer](HouseLayer); for others a position equals its
//! state.
//!
//! # Design
//! House rules that do more than change values (extra turns, counters, bids, drafts, sudden death) need memory and
//! events. Both belong to the position, so they are cloned, searched, taken back and replayed with it:
//!
//! - Memory is a list of whole numbers.
//! - A roll is an effect whose result is an event of the rule itself, so that calls of scripts stay functions of their
//!   inputs. The host draws it from its own generator, which follows from the match's seed and is part of the
//!   position: taken back, resumed or replayed, a match has the same rolls. A sample has others.
//! - What follows from a secret roll is computed for each of its values when the rules are loaded: values of secret
//!   memory, and nothing else. So a sample draws another value, and what the memory keeps of it, without a script.
//! - Events are passed to the scripts after the call in which the game reported them. The effects that they then
//!   request are applied by the host or by the game's [effects](stonehouse_plugin::effects!), until no event is left.
//! - An action of the house is an action code from 2^31 on and legal like any other, so bots, records, undo and the
//!   table need no code for it.
//! - Actions that several seats choose together are kept with the choices of games in which several choose at once:
//!   nothing of them is in the state before all have chosen, and samples draw those of others.
//!
//! The game is not involved; a game that declares no facts, events or effects still has memory, actions, ends and
//! winners. Scripts are reached through the trait [`HouseLayer`] only, so this crate does not depend on Lua. A ruleset
//! with a layer is played by the game's own playouts and rollouts up to the steps at which its rules
//! [act](crate::subscriptions::Attention).
//!
//! The state of house rules is in the module `house_state`, and the functions that they have are in `subscriptions`:
//! the modules below the position use both.
//!
//! # Seams
//! A `State` carries the values of house rules, and pushes them with the frame of each call (`state.rs`, `frame.rs`,
//! `facts.rs`). Otherwise these functions outside of this folder, and no others, call it; without a layer each call
//! costs a single test, and its callers do not test for a layer themselves. `tests/all/house_layer.rs` of this crate
//! compares the list with the code.
//!
//! | seam | here | functions |
//! |---|---|---|
//! | its state | `house`, `Rules::layer` | `Rules::layer`, `Rules::new_house`, `Subscriptions::of` |
//! | before and after an action | `with_house_rules`, `begin_match` | `play_checked`, `deal`, `deal_again` |
//! | the turn | `turn_in_house` | `turn`, `draw_necessary` |
//! | legal actions | `with_offered` | `legal_actions`, `candidates` |
//! | values of actions: those of the house have none | `is_of_the_house` | `samples` |
//! | scores and winners | `adjust_scores`, `adjust_prospects` | `scores`, `prospects` |
//! | scenes, and pictures in them | `add_to_scene`, `Rules::layer` | `scene`, `Rules::pictures` |
//! | descriptions | `describe_in_house`, `is_of_the_house` | `describe_alone`, `with_result` |
//! | effects in the log | `Rules::layer` | `describe` |
//! | news: of the game only | `choices_of_the_game` | `news` |
//! | hidden information | `resample_in_house`, `Rules::layer` | `determinize`, `has_house_secrets` |
//! | choices made together | `undecided_in_house`, `actions_together` | `undecided_seats`, `draw_for` |
//! | games played on | `playout_with_rules`, `rollout_with_rules` | `playout`, `course`, `rollout`, `traced_rollout` |
//!
//! - `events`, `effects`: when they act, and what they do
//! - `actions`, `targets`: their actions
//! - `scene`, `areas`, `scores`: their part of the table, and the result
//! - `playout`: games played on by themselves
//!
//! A wrapper type around `Position` would need the choices that wait for others, the dice and the notes of it at most
//! of these places, so the layer is part of the position instead.

mod actions;
mod areas;
mod effects;
mod events;
mod playout;
mod scene;
mod scores;
mod targets;

pub use actions::{HOUSE_ACTIONS, TARGET_PLACEHOLDER, is_house_handle};
pub use scene::HOUSE_PROMPT;

#[cfg(doc)]
use super::HouseLayer;
use super::facts::FactsOf;
use super::{CallError, FixedRolls, HookFailure, HouseMessage, HouseState, Position, ReadFacts, Rules};
use std::sync::Arc;
use stonehouse_plugin::{Seat, Seats, Turn};

fn failed(failure: Box<HookFailure>) -> CallError {
    CallError::Hook(failure)
}

impl Position {
    /// Whether house rules do anything around the game.
    #[inline]
    pub(crate) const fn has_layer(&self) -> bool {
        self.state.house.is_some()
    }

    /// The state of the house rules, if they do anything around the game.
    #[inline]
    pub fn house(&self) -> Option<&HouseState> {
        self.state.house.as_deref()
    }

    fn house_mut(&mut self) -> Option<&mut HouseState> {
        self.state.house.as_deref_mut()
    }

    /// The messages of house rules since the last action, in order: those for one seat, too.
    pub fn messages(&self) -> &[HouseMessage] {
        self.house().map_or(&[], |house| &house.messages)
    }

    /// Whether house rules have ended the match, or it has ended while they were active.
    fn is_ended_by_rules(&self) -> bool {
        self.house().is_some_and(|house| house.has_ended)
    }

    /// The turn where the game does not have it: house rules have ended the match, or a seat has to choose an action of
    /// theirs before the game continues.
    #[inline]
    pub(crate) fn turn_in_house(&self) -> Option<Turn> {
        let house = self.house()?;
        if house.has_ended { Some(Turn::Over) } else { house.pending.map(|(seat, _)| Turn::Seat(seat)) }
    }

    fn facts(&self) -> FactsOf<'_> {
        self.state.facts()
    }

    /// As [`deal`](Self::deal), but these results of rolls of house rules are not drawn: for tests.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal_with_fixed_rolls(rules: &Arc<Rules>, seed: u64, fixed: FixedRolls) -> Result<Self, CallError> {
        let mut dealt = Self::deal_seeded(rules, seed)?;
        dealt.state.house = dealt.state.house.map(|house| Box::new(house.with_fixed_rolls(fixed)));
        dealt.begin_match()?;
        Ok(dealt)
    }

    /// The facts of this position that house rules read: for their tests.
    pub fn read_facts(&self) -> impl ReadFacts + '_ {
        self.facts()
    }

    /// Sets the seats that resigned while others play on, so that house rules are not notified that one of them wins.
    pub fn set_resigned(&mut self, seats: Seats) {
        if let Some(house) = self.house_mut() {
            house.resigned = seats;
        }
    }

    /// Makes the rolls to come those of `other`, for a sample in which they are to be the same; not the secret ones.
    pub fn share_rolls_with(&mut self, other: &Self) {
        if let (Some(house), Some(other)) = (self.house_mut(), other.house()) {
            house.share_rolls_with(other);
        }
    }

    /// Resamples what `observer` may not know of the memory, and all rolls to come.
    pub(crate) fn resample_in_house(&mut self, observer: Seat, seed: u64) {
        let rules = Arc::clone(self.rules());
        if let (Some(layer), Some(house)) = (rules.layer(), self.house_mut()) {
            house.resample(layer, observer, seed);
        }
    }
}

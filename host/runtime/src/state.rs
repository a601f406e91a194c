//! A state of a game: the calls of the core, checked.

use super::events::EventQueue;
use super::facts::FactsOf;
use super::{CallError, EffectFailure, GameState, Rules};
use crate::{HouseState, Work};
use serde_json::Value;
use std::sync::Arc;
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::{Action, ActionText, MAX_POINTS, Observer, Outcome, Scene, Seat, Seats, Turn};

/// A state of a game.
pub struct State {
    pub(super) rules: Arc<Rules>,
    /// The game's side of it.
    pub(super) game: Box<dyn GameState>,
    /// The state of house rules that do something around the game.
    pub(super) house: Option<Box<HouseState>>,
    /// The events of the game of which house rules have not been notified yet; none without house rules.
    pub(super) events: EventQueue,
}

impl State {
    pub(super) fn new(rules: Arc<Rules>, game: Box<dyn GameState>, house: Option<Box<HouseState>>) -> Self {
        Self { rules, game, house, events: EventQueue::new() }
    }

    /// The ruleset under which it is played.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// A copy of this state.
    ///
    /// # Errors
    /// When the game failed.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let (game, house) = (self.game.try_clone()?, self.house.clone());
        Ok(Self { rules: Arc::clone(&self.rules), game, house, events: self.events.clone() })
    }

    /// Makes this state a copy of `source`, without allocating if the game can.
    ///
    /// # Errors
    /// When they are of different rulesets, or the game failed.
    pub fn copy_from(&mut self, source: &Self) -> Result<(), CallError> {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            return Err(CallError::Contract("states of two rulesets".to_owned()));
        }
        match (&mut self.house, &source.house) {
            (Some(own), Some(other)) => own.clone_from(other),
            (own, other) => own.clone_from(other),
        }
        self.events.clone_from(&source.events);
        if !self.change(Work::Query, |game| game.copy_from(&*source.game))? {
            *self = source.try_clone()?;
        }
        Ok(())
    }

    /// Deals again, without allocating if the game can.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn deal(&mut self, seed: u64) -> Result<(), CallError> {
        self.house = self.rules.new_house(seed);
        self.events.clear();
        if !self.change(Work::Query, |game| game.deal_again(seed))? {
            *self = self.rules.deal(seed)?;
        }
        Ok(())
    }

    /// Returns the turn: of a seat, of several seats or of chance, or the end of the game.
    ///
    /// # Errors
    /// When the game failed.
    #[inline]
    pub fn turn(&self) -> Result<Turn, CallError> {
        match self.query(GameState::turn)? {
            Turn::Seat(seat) if seat.index() < self.rules.seats() => Ok(Turn::Seat(seat)),
            Turn::Over => Ok(Turn::Over),
            turn => self.check_turn(turn),
        }
    }

    /// Checks a turn that is no single seat's.
    fn check_turn(&self, turn: Turn) -> Result<Turn, CallError> {
        let wrong = |what: String| Err(CallError::Contract(format!("`turn` reports {what}")));
        let (seats, plugin) = (self.rules.seats(), &self.rules.plugin);
        match turn {
            Turn::Over => Ok(turn),
            Turn::Seat(Seat(seat)) => wrong(format!("that seat {seat} has the turn, but there is no such seat")),
            Turn::Chance if plugin.has_chance() => Ok(turn),
            Turn::Chance => wrong("that chance decides, but the plugin lacks the extension for it".to_owned()),
            Turn::Together(_) if !plugin.has_simultaneous_turns() => {
                wrong("that several seats choose at once, but the plugin lacks the extension for it".to_owned())
            }
            Turn::Together(Seats(0)) => wrong("that several seats choose at once, but names none".to_owned()),
            Turn::Together(Seats(set)) if set >> seats == 0 => Ok(turn),
            Turn::Together(Seats(set)) => {
                wrong(format!("that seats choose who are not at this table of {seats} ({set:#b})"))
            }
        }
    }

    /// Applies an action.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), CallError> {
        self.change(Work::Query, |game| game.apply(action, &[]))
    }

    /// Writes the current scores (one place per seat) and returns the winners, meaningful once the game is over.
    ///
    /// # Errors
    /// When the game failed.
    #[inline]
    pub fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        let seats = self.rules.seats();
        if scores.len() != seats {
            return Err(CallError::Contract(format!("{} places for the scores of {seats} seats", scores.len())));
        }
        let Seats(winners) = self.query(|game| game.scores(scores))?;
        // A table has fewer seats than the set has bits.
        if winners >> seats != 0 {
            return Err(CallError::Contract(format!("seats won that are not at this table of {seats} ({winners:#b})")));
        }
        check_points("outcome", scores)?;
        Ok(Seats(winners))
    }

    /// The outcome, as if the game were over now.
    ///
    /// # Errors
    /// When the game failed.
    pub fn outcome(&self) -> Result<Outcome, CallError> {
        let mut scores = vec![0; self.rules.seats()];
        let winners = self.scores(&mut scores)?;
        Ok(Outcome { scores, winners })
    }

    /// The table as `observer` may see it. It [can be drawn](Scene::check) at this table.
    ///
    /// # Errors
    /// When the game failed, or its scene cannot be drawn.
    pub fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        self.check_observer(observer)?;
        let scene = self.query(|game| game.scene(observer))?;
        match scene.check(self.rules.seats()) {
            Ok(()) => Ok(scene),
            Err(why) => Err(CallError::Contract(format!("`scene`: {why}"))),
        }
    }

    /// Everything on the table, hidden or not, by name, for the referee of a finished match; null where the game
    /// reveals nothing.
    ///
    /// # Errors
    /// When the game failed.
    pub fn reveal(&self) -> Result<Value, CallError> {
        Ok(self.query(GameState::reveal)?.unwrap_or_default())
    }

    /// Describes a legal action to `observer`, with the ways to choose it.
    ///
    /// # Errors
    /// When the game failed.
    pub fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        self.check_observer(observer)?;
        self.query(|game| game.describe(action, observer))
    }

    /// Describes legal actions to `observer`, in their order.
    ///
    /// # Errors
    /// When the game failed.
    pub fn describe_all(&self, actions: &[Action], observer: Observer) -> Result<Vec<ActionText>, CallError> {
        self.check_observer(observer)?;
        let Some(described) = self.query(|game| game.describe_all(actions, observer))? else {
            return actions.iter().map(|action| self.describe(*action, observer)).collect();
        };
        if described.len() == actions.len() {
            return Ok(described);
        }
        let (described, actions) = (described.len(), actions.len());
        Err(CallError::Contract(format!("`describe_all` describes {described} of {actions} actions")))
    }

    /// Fills `values` with the pieces of a zone of `seat`, or of the only one: the values that the game passes to house
    /// rules, which are whole pieces.
    ///
    /// # Errors
    /// When the game has no such zone, passed something other than it declares, or failed.
    pub fn zone(&self, zone: usize, seat: Seat, values: &mut Vec<i64>) -> Result<(), CallError> {
        let decl = self.rules.plugin.zones().get(zone);
        let decl = decl.ok_or_else(|| CallError::Contract(format!("the game has no zone {zone}")))?;
        values.resize(decl.max_values(), 0);
        let len = self.query(|game| game.read_zone(zone, seat, values))?;
        values.truncate(len);
        if decl.is_whole(values) {
            return Ok(());
        }
        Err(CallError::Contract(format!("`zone` has {len} values for `{}`, which are no pieces of it", decl.name)))
    }

    /// Writes the fact with this number: one value, or one for each seat if it is declared so.
    ///
    /// # Errors
    /// When the game has no such fact, there is no room for its values, or the game failed.
    pub fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        let decl = self.rules.plugin.facts().get(fact);
        let decl = decl.ok_or_else(|| CallError::Contract(format!("the game has no fact {fact}")))?;
        let wanted = if decl.each_seat { self.rules.seats() } else { 1 };
        if values.len() != wanted {
            let name = &decl.name;
            return Err(CallError::Contract(format!("{} places for the {wanted} values of `{name}`", values.len())));
        }
        self.query(|game| game.read_fact(fact, values))
    }

    /// The name and the handle of a piece of a zone of `seat`, or of the only one, by its index; `None` where the game
    /// has none.
    ///
    /// # Errors
    /// When the game failed.
    pub fn piece_label(&self, zone: usize, seat: Seat, piece: usize) -> Result<Option<PieceLabel>, CallError> {
        self.query(|game| game.piece_label(zone, seat, piece))
    }

    /// The facts of this state that house rules may read.
    pub(super) fn facts(&self) -> FactsOf<'_> {
        let game: &dyn GameState = &*self.game;
        FactsOf::new(Some(game), self.rules.seats(), self.house.as_deref())
    }

    /// Applies an effect.
    ///
    /// # Errors
    /// When the effect cannot be applied here, or the game failed.
    pub fn effect(&mut self, effect: usize, arguments: &[i64]) -> Result<(), EffectFailure> {
        if !self.rules.plugin.abilities.effects {
            return Err(EffectFailure::Refused("this game has no effects of its own".to_owned()));
        }
        let mut refused = None;
        self.change(Work::Query, |game| match game.apply_effect(effect, arguments) {
            Ok(()) => Ok(()),
            Err(EffectFailure::Refused(why)) => {
                refused = Some(why);
                Ok(())
            }
            Err(EffectFailure::Call(error)) => Err(error),
        })?;
        refused.map_or(Ok(()), |why| Err(EffectFailure::Refused(why)))
    }

    /// Makes `call`, one call of the game about this state, within a [frame](super::frame).
    #[inline]
    pub(super) fn query<T>(&self, call: impl FnOnce(&dyn GameState) -> Result<T, CallError>) -> Result<T, CallError> {
        self.rules.in_frame(Work::Query, self.house.as_deref(), None, || call(&*self.game))
    }

    /// As [`query`](Self::query), for a call that changes the state: events that the game reports in it are kept for
    /// the house rules.
    #[inline]
    pub(super) fn change<T>(
        &mut self,
        work: Work,
        call: impl FnOnce(&mut dyn GameState) -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        let Self { rules, game, house, events } = self;
        rules.in_frame(work, house.as_deref(), Some(events), || call(&mut **game))
    }

    /// Refuses an observer who is not at this table.
    pub(super) fn check_observer(&self, observer: Observer) -> Result<(), CallError> {
        match observer {
            Observer::Seat(seat) if seat.index() >= self.rules.seats() => {
                Err(CallError::Contract(format!("there is no {seat}")))
            }
            _ => Ok(()),
        }
    }
}

/// Scores, and what seats can count on, are within ±[`MAX_POINTS`].
pub(super) fn check_points(call: &str, points: &[i64]) -> Result<(), CallError> {
    match points.iter().find(|points| !(-MAX_POINTS..=MAX_POINTS).contains(*points)) {
        Some(points) => Err(CallError::Contract(format!("`{call}` gives a seat {points} points"))),
        None => Ok(()),
    }
}

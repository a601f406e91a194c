//! Effects that house rules request.

use super::failed;
use crate::events::EventQueue;
use crate::house_state::KeptRoll;
use crate::{
    AppliedEffect, CallError, EffectFailure, EffectRequest, Event, HouseEffect, HouseLayer, HouseMessage, MemoryDecl,
    Position, ScriptLine,
};
use stonehouse_plugin::{MAX_POINTS, Seat, Seats};

/// The most messages of house rules after one action.
const MAX_MESSAGES: usize = 20;

impl Position {
    /// Applies the effects that house rules request, in order.
    pub(super) fn apply_effects(
        &mut self,
        layer: &dyn HouseLayer,
        effects: &mut Vec<EffectRequest>,
        pending: &mut EventQueue,
    ) -> Result<(), CallError> {
        for EffectRequest { what, place } in effects.drain(..) {
            let noted = self.noted.is_some().then(|| what.clone()).filter(|what| !self.is_unchanged(layer, what));
            let before = match (&noted, &what) {
                (Some(_), HouseEffect::Game { .. }) => Some(self.state.try_clone()?),
                _ => None,
            };
            let mut rolled = Vec::new();
            match what {
                HouseEffect::Points { seat, points } => self.add_points(layer, place, seat, points)?,
                HouseEffect::Game { effect, arguments } => self.in_game(layer, place, effect, &arguments)?,
                HouseEffect::Remember { slot, value } => self.remember(slot, value),
                HouseEffect::Finish { winners } => self.finish(winners),
                HouseEffect::Say(message) => self.add_message(message),
                HouseEffect::Shuffle { memory } => self.shuffle(layer, memory),
                HouseEffect::Roll { roll, seat } => rolled = self.roll_in_house(layer, roll, seat, pending),
            }
            if let Some(what) = noted {
                let after = before.is_some().then(|| self.state.try_clone()).transpose()?;
                let effected = AppliedEffect::new(what, before.zip(after), rolled);
                self.noted.get_or_insert_default().effects.push(effected);
            }
            self.roll_on()?;
            self.collect(pending);
        }
        Ok(())
    }

    /// Whether this would write the value that is in the memory already. Always false for a secret memory:
    /// a missing entry of the log would reveal the value.
    fn is_unchanged(&self, layer: &dyn HouseLayer, what: &HouseEffect) -> bool {
        let HouseEffect::Remember { slot, value } = what else { return false };
        let seats = self.rules().seats();
        let is_of = |decl: &&MemoryDecl| (decl.slot..decl.slot + decl.slots(seats)).contains(slot);
        self.house().is_some_and(|house| house.memory.get(*slot) == Some(value))
            && !layer.memory().iter().find(is_of).is_some_and(|decl| decl.secret)
    }

    fn in_game(
        &mut self,
        layer: &dyn HouseLayer,
        place: ScriptLine,
        effect: usize,
        arguments: &[i64],
    ) -> Result<(), CallError> {
        let was_over = self.is_ended_by_rules() && self.state.turn()?.is_over();
        self.state.effect(effect, arguments).map_err(|failure| match failure {
            EffectFailure::Refused(why) => {
                let name = self.rules().plugin().effects().get(effect).map_or("", |decl| &decl.name);
                failed(layer.refused(place, format!("`effects.{name}` cannot be done: {why}")))
            }
            EffectFailure::Call(error) => error,
        })?;
        if was_over && !self.state.turn()?.is_over() {
            let why = "the match is over, and cannot go on any more: ask for this in `match_ending`".to_owned();
            return Err(failed(layer.refused(place, why)));
        }
        Ok(())
    }

    fn add_points(
        &mut self,
        layer: &dyn HouseLayer,
        place: ScriptLine,
        seat: Seat,
        points: i64,
    ) -> Result<(), CallError> {
        let kept = self.house_mut().and_then(|house| house.points.get_mut(seat.index()));
        let Some(sum) = kept else {
            return Err(failed(layer.refused(place, format!("there is no {seat} at this table"))));
        };
        let next = sum.saturating_add(points);
        if !(-MAX_POINTS..=MAX_POINTS).contains(&next) {
            return Err(failed(
                layer.refused(place, format!("{next} points are more than the ±{MAX_POINTS} of a match")),
            ));
        }
        *sum = next;
        Ok(())
    }

    fn remember(&mut self, slot: usize, value: i64) {
        if let Some(house) = self.house_mut() {
            house.remember(slot, value);
        }
    }

    fn shuffle(&mut self, layer: &dyn HouseLayer, memory: usize) {
        if let (Some(decl), Some(house)) = (layer.memory().get(memory), self.house_mut()) {
            house.shuffle(decl);
        }
    }

    /// Draws the values of a roll, and adds the event of its result.
    fn roll_in_house(
        &mut self,
        layer: &dyn HouseLayer,
        roll: usize,
        seat: Option<Seat>,
        pending: &mut EventQueue,
    ) -> Vec<i64> {
        let (Some(decl), Some(house)) = (layer.rolls().get(roll), self.house_mut()) else { return Vec::new() };
        let mut fields: Vec<i64> = seat.map(|seat| seat.0.into()).into_iter().collect();
        let values = if decl.secret {
            let outcome = house.roll_in_secret(decl);
            fields.push(outcome.into());
            decl.values_in(outcome)
        } else {
            let values = house.roll(decl);
            fields.extend(&values);
            values
        };
        pending.push(Event::Roll(roll), &fields);
        values
    }

    /// Keeps what follows from a secret roll with this result: a seat, where each is for one, and the outcome.
    pub(super) fn keep_secret_roll(
        &mut self,
        layer: &dyn HouseLayer,
        roll: usize,
        result: &[i64],
        pending: &mut EventQueue,
    ) -> Result<(), CallError> {
        let [seat @ .., outcome] = result else { return Ok(()) };
        let seat = seat.first().map(|seat| Seat(*seat as u8));
        let (kept, place) = (layer.kept_of_roll(roll, seat, *outcome as u32), layer.line_of_roll(roll));
        let remember = |(slot, value): &(usize, i64)| HouseEffect::Remember { slot: *slot, value: *value };
        let mut effects = kept.iter().map(|kept| EffectRequest { what: remember(kept), place }).collect();
        self.apply_effects(layer, &mut effects, pending)?;
        if let Some(house) = self.house_mut() {
            house.keep_roll(KeptRoll { roll, seat, slots: kept.iter().map(|(slot, _)| *slot).collect() });
        }
        Ok(())
    }

    fn finish(&mut self, winners: Option<Seats>) {
        let Some(house) = self.house_mut() else { return };
        (house.finish_requested, house.winners) = (true, winners);
    }

    /// Keeps a message for the log; those beyond [`MAX_MESSAGES`] are dropped.
    fn add_message(&mut self, message: HouseMessage) {
        let Some(house) = self.house_mut() else { return };
        if house.messages.len() < MAX_MESSAGES {
            house.messages.push(message);
        }
    }
}

//! The state of house rules around a game.

use crate::{HouseLayer, HouseMessage, MemoryDecl, MemoryShape, OfferKind, RollDecl};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Observer, Rng, Seat, Seats};

/// Separates the rolls of house rules from everything else that is derived from a match's seed.
const ROLLS: u64 = 0x726f_6c6c;

/// Separates secret rolls from all others, so that those can be the same where these are not known.
const SECRET_ROLLS: u64 = 0x7365_6372_6574;

/// Separates resampled rolls from those of a match, whatever its seed is.
const RESAMPLED_ROLLS: u64 = 0x7265_726f_6c6c;

/// As [`RESAMPLED_ROLLS`], of secret rolls.
const RESAMPLED_SECRET_ROLLS: u64 = 0x7265_7365_6372;

/// A secret roll of which the memory still keeps something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRoll {
    /// Its index.
    pub roll: usize,
    /// The seat for which it was rolled, and which knows its value.
    pub seat: Option<Seat>,
    /// The slots that have kept their values since.
    pub slots: Vec<usize>,
}

/// The results of rolls that a test states: for each roll, by its name, the values of its next dice.
pub type FixedRolls = BTreeMap<String, VecDeque<i64>>;

/// The state of house rules around a game: part of the position.
#[derive(Debug, PartialEq, Eq)]
pub struct HouseState {
    /// The number of actions played, then the memory.
    pub memory: Vec<i64>,
    /// Points that the rules added, by seat, where the game has no effect for it.
    pub points: Vec<i64>,
    /// Whether the match is over.
    pub has_ended: bool,
    /// Whether an effect has requested its end.
    pub finish_requested: bool,
    /// The winners that an effect names.
    pub winners: Option<Seats>,
    /// The seat that has to choose an action of the house before the game continues, and which ones.
    pub pending: Option<(Seat, OfferKind)>,
    /// The seat whose turn it was when house rules were last notified of a turn that started.
    pub turn_of: Option<Seat>,
    /// The seats that resigned while others play on: they cannot win.
    pub(crate) resigned: Seats,
    /// The messages since the last action.
    pub messages: Vec<HouseMessage>,
    /// The generator of the rolls and of lists that are shuffled, where the rules declare any. Nothing that anybody is
    /// shown depends on it.
    rolls: Option<Rng>,
    /// As `rolls`, of secret ones.
    secret_rolls: Option<Rng>,
    /// The secret rolls of which the memory keeps something. Shared until it is written to.
    kept_rolls: Arc<Vec<KeptRoll>>,
    /// The results of rolls that are not drawn, in a test.
    fixed_rolls: Option<Box<FixedRolls>>,
}

impl Clone for HouseState {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            points: self.points.clone(),
            has_ended: self.has_ended,
            finish_requested: self.finish_requested,
            winners: self.winners,
            pending: self.pending,
            turn_of: self.turn_of,
            resigned: self.resigned,
            messages: self.messages.clone(),
            rolls: self.rolls.clone(),
            secret_rolls: self.secret_rolls.clone(),
            kept_rolls: Arc::clone(&self.kept_rolls),
            fixed_rolls: self.fixed_rolls.clone(),
        }
    }

    /// Copies without allocating: a search copies positions all the time.
    fn clone_from(&mut self, source: &Self) {
        let Self { memory, points, has_ended, finish_requested, winners, pending, turn_of, messages, .. } = source;
        self.memory.clone_from(memory);
        self.points.clone_from(points);
        self.messages.clone_from(messages);
        (self.has_ended, self.finish_requested) = (*has_ended, *finish_requested);
        (self.winners, self.pending, self.turn_of) = (*winners, *pending, *turn_of);
        self.resigned = source.resigned;
        self.rolls.clone_from(&source.rolls);
        self.secret_rolls.clone_from(&source.secret_rolls);
        self.kept_rolls.clone_from(&source.kept_rolls);
        self.fixed_rolls.clone_from(&source.fixed_rolls);
    }
}

impl HouseState {
    /// The state at the start of the match with this seed under these house rules, at a table of `seats`.
    pub(crate) fn new(layer: &dyn HouseLayer, seats: usize, seed: u64) -> Self {
        let mut memory = vec![0];
        for decl in layer.memory() {
            memory.resize(decl.slot, 0);
            memory.extend(std::iter::repeat_n(decl.start, decl.slots(seats)));
        }
        for (slot, value) in layer.carried() {
            if let Some(place) = memory.get_mut(*slot) {
                *place = *value;
            }
        }
        // A list can be shuffled.
        let has_list = |secret| {
            layer.memory().iter().any(|decl| decl.secret == secret && matches!(decl.shape, MemoryShape::List(_)))
        };
        let has_rolls = !layer.rolls().is_empty() || has_list(false);
        let has_secret_rolls = layer.rolls().iter().any(|decl| decl.secret) || has_list(true);
        Self {
            memory,
            points: vec![0; seats],
            has_ended: false,
            finish_requested: false,
            winners: None,
            pending: None,
            turn_of: None,
            resigned: Seats::default(),
            messages: Vec::new(),
            rolls: has_rolls.then(|| Rng::from_seed(seed_of(seed, ROLLS))),
            secret_rolls: has_secret_rolls.then(|| Rng::from_seed(seed_of(seed, SECRET_ROLLS))),
            kept_rolls: Arc::default(),
            fixed_rolls: None,
        }
    }

    /// The same state, in which these results of rolls are not drawn.
    pub(crate) fn with_fixed_rolls(self, fixed: FixedRolls) -> Self {
        Self { fixed_rolls: Some(Box::new(fixed)), ..self }
    }

    /// The fixed results that no roll has used yet.
    pub fn fixed_rolls(&self) -> Option<&FixedRolls> {
        self.fixed_rolls.as_deref()
    }

    fn next_fixed(&mut self, decl: &RollDecl) -> Option<i64> {
        self.fixed_rolls.as_mut()?.get_mut(&decl.name)?.pop_front()
    }

    /// Draws the values of a roll.
    pub(crate) fn roll(&mut self, decl: &RollDecl) -> Vec<i64> {
        let mut die = || {
            let fixed = self.next_fixed(decl);
            fixed.unwrap_or_else(|| decl.value_at(self.rolls.as_mut().map_or(0, |rolls| rolls.below(decl.sides))))
        };
        (0..decl.count()).map(|_| die()).collect()
    }

    /// Draws the outcome of a secret roll.
    pub(crate) fn roll_in_secret(&mut self, decl: &RollDecl) -> u32 {
        let drawn = self.secret_rolls.as_mut().map_or(0, |rolls| rolls.below(decl.outcomes()));
        if self.fixed_rolls.is_none() {
            return drawn;
        }
        let dice = decl.values_in(drawn);
        decl.outcome_of(dice.into_iter().map(|die| self.next_fixed(decl).unwrap_or(die)))
    }

    /// Shuffles the values of a list, but for those that are its start.
    pub(crate) fn shuffle(&mut self, decl: &MemoryDecl) {
        let rolls = if decl.secret { &mut self.secret_rolls } else { &mut self.rolls };
        if let Some(rolls) = rolls {
            shuffle(decl, &mut self.memory, rolls);
        }
    }

    /// Keeps a value in a slot of the memory.
    pub(crate) fn remember(&mut self, slot: usize, value: i64) {
        if let Some(place) = self.memory.get_mut(slot) {
            *place = value;
        }
        // It no longer follows from a roll.
        if self.follows_from_roll(slot) {
            let kept_rolls = Arc::make_mut(&mut self.kept_rolls);
            kept_rolls.iter_mut().for_each(|kept| kept.slots.retain(|other| *other != slot));
            kept_rolls.retain(|kept| !kept.slots.is_empty());
        }
    }

    /// Notes that the values in these slots follow from a secret roll.
    pub(crate) fn keep_roll(&mut self, kept: KeptRoll) {
        if !kept.slots.is_empty() {
            Arc::make_mut(&mut self.kept_rolls).push(kept);
        }
    }

    fn follows_from_roll(&self, slot: usize) -> bool {
        self.kept_rolls.iter().any(|kept| kept.slots.contains(&slot))
    }

    /// Resamples all rolls to come, and what `observer` may not know of the memory. A secret list has the same values
    /// in another order. What follows from a secret roll becomes what follows from a value of it that is possible by
    /// what the observer knows, each as likely as any other; of everything else only the bounds are known, and whether
    /// it still is what it was at the start.
    pub(crate) fn resample(&mut self, layer: &dyn HouseLayer, observer: Seat, seed: u64) {
        if let Some(rolls) = &mut self.rolls {
            *rolls = Rng::from_seed(seed_of(seed, RESAMPLED_ROLLS));
        }
        if let Some(rolls) = &mut self.secret_rolls {
            *rolls = Rng::from_seed(seed_of(seed, RESAMPLED_SECRET_ROLLS));
        }
        self.messages.retain(|message| message.is_shown_to(Observer::Seat(observer)));
        // Once the match is over, everything is known.
        if self.has_ended {
            return;
        }
        let mut draws = Rng::from_seed(seed);
        let seats = self.points.len();
        for decl in layer.memory().iter().filter(|decl| decl.secret) {
            if matches!(decl.shape, MemoryShape::List(_)) {
                shuffle(decl, &mut self.memory, &mut draws);
                continue;
            }
            for place in (0..decl.slots(seats)).filter(|place| !decl.is_shown_to(Observer::Seat(observer), *place)) {
                let slot = decl.slot + place;
                if self.follows_from_roll(slot) {
                    continue;
                }
                let Some(value) = self.memory.get_mut(slot).filter(|value| **value != decl.start) else { continue };
                *value = between(decl.min, decl.max, &mut draws);
            }
        }
        let is_known = |slot: usize| {
            let decls = layer.memory().iter();
            let decl = decls.take_while(|decl| decl.slot <= slot).last();
            decl.is_some_and(|decl| decl.is_shown_to(Observer::Seat(observer), slot - decl.slot))
        };
        for kept in self.kept_rolls.iter().filter(|kept| kept.seat != Some(observer)) {
            let Some(decl) = layer.rolls().get(kept.roll) else { continue };
            let kept_of = |outcome| layer.kept_of_roll(kept.roll, kept.seat, outcome);
            let slots = &mut self.memory;
            // The outcomes that are possible by what the observer knows.
            let fits = |(slot, value): &(usize, i64)| {
                !(kept.slots.contains(slot) && is_known(*slot)) || slots.get(*slot) == Some(value)
            };
            let possible: Vec<u32> =
                (0..decl.outcomes()).filter(|outcome| kept_of(*outcome).iter().all(fits)).collect();
            let Some(outcome) = draws.pick(&possible) else { continue };
            for (slot, value) in kept_of(*outcome).iter().filter(|(slot, _)| kept.slots.contains(slot)) {
                if let Some(kept) = slots.get_mut(*slot) {
                    *kept = *value;
                }
            }
        }
    }

    /// Makes the rolls to come those of `other`, except secret ones.
    pub(crate) fn share_rolls_with(&mut self, other: &Self) {
        self.rolls.clone_from(&other.rolls);
    }
}

/// A number between two bounds, both included.
fn between(min: i64, max: i64, draws: &mut Rng) -> i64 {
    let width = max.abs_diff(min);
    let drawn = match u32::try_from(width) {
        Ok(width) if width < u32::MAX => u64::from(draws.below(width + 1)),
        _ => ((u128::from(draws.next_u64()) * (u128::from(width) + 1)) >> 64) as u64,
    };
    min.saturating_add_unsigned(drawn)
}

/// Shuffles the values of a list in this memory, but for those that are its start.
fn shuffle(decl: &MemoryDecl, memory: &mut [i64], draws: &mut Rng) {
    let MemoryShape::List(len) = decl.shape else { return };
    let Some(list) = memory.get_mut(decl.slot..decl.slot + len) else { return };
    let mut values: Vec<i64> = list.iter().copied().filter(|value| *value != decl.start).collect();
    draws.shuffle(&mut values);
    list.iter_mut().filter(|value| **value != decl.start).zip(values).for_each(|(place, value)| *place = value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_between_two_bounds_is_within_them_however_wide_they_are() {
        let exact = 1_i64 << 53;
        for (min, max) in [(0, 0), (-3, 3), (0, i64::from(u32::MAX)), (-exact, exact), (i64::MIN, i64::MAX)] {
            let mut draws = Rng::from_seed(1);
            let drawn: Vec<i64> = (0..200).map(|_| between(min, max, &mut draws)).collect();
            assert!(drawn.iter().all(|number| (min..=max).contains(number)), "{min} to {max}");
            let middle = min / 2 + max / 2;
            assert!(
                min == max
                    || drawn.iter().any(|number| *number < middle) && drawn.iter().any(|number| *number > middle)
            );
        }
    }
}

//! A cache of the results of hook calls, and of the effects that are requested at events.
//!
//! Scripts are pure, so a cached result cannot change a game; it makes simulations with house rules many times
//! faster. The key is the inputs that the script reads according to its text (`source/reads.rs`); where the text does
//! not show them, the key is everything.

use std::collections::HashMap;
use std::rc::Rc;
use stonehouse_runtime::EffectRequest;

/// The effects that calls of one entry point have requested, each list once: a [`Memo`] stores its number.
#[derive(Default)]
pub(super) struct EffectLists {
    lists: Vec<Rc<[EffectRequest]>>,
    numbers: HashMap<Rc<[EffectRequest]>, i64>,
}

/// The most different lists of effects of one entry point that are cached: scripts with texts may have any number.
const MAX_LISTS: usize = 4096;

impl EffectLists {
    /// The list of this number.
    pub(super) fn list(&self, number: i64) -> Option<&[EffectRequest]> {
        self.lists.get(usize::try_from(number).ok()?).map(|list| &**list)
    }

    /// The number of a list; `None` if there are too many.
    pub(super) fn number_of(&mut self, effects: &[EffectRequest]) -> Option<i64> {
        if let Some(number) = self.numbers.get(effects) {
            return Some(*number);
        }
        let number = self.lists.len();
        if number == MAX_LISTS {
            return None;
        }
        let list: Rc<[EffectRequest]> = effects.into();
        self.lists.push(Rc::clone(&list));
        self.numbers.insert(list, number as i64);
        Some(number as i64)
    }
}

/// A direct-mapped cache: each slot holds the last call that was mapped to it. It allocates once and never grows.
pub(super) struct Memo {
    /// By slot, a few bits of its call's hash; 0 while it is empty. They stay in the processor's cache, so most misses
    /// read no main memory.
    tags: Vec<u8>,
    /// By slot: the steps that the call took, its value, its result, its context.
    slots: Vec<i64>,
    width: usize,
}

/// The number of slots, a power of two. With a context of five fields they take 1 MiB: reading a slot from main memory
/// takes longer than many calls.
const SLOTS: usize = 1 << 14;

/// The number of values before the context in each slot.
const BEFORE: usize = 3;

impl Memo {
    /// An empty memo for contexts of `fields` integers.
    pub(super) const fn new(fields: usize) -> Self {
        Self { tags: Vec::new(), slots: Vec::new(), width: BEFORE + fields }
    }

    /// The cached result of this call and the steps that it took, if there is one.
    #[inline]
    pub(super) fn get(&self, context: &[i64], value: i64) -> Option<(i64, u64)> {
        let (place, tag) = slot_of(context, value);
        if *self.tags.get(place)? != tag {
            return None;
        }
        let start = place * self.width;
        let [steps, argument, result, known @ ..] = self.slots.get(start..start + self.width)? else { return None };
        let same = *argument == value && known.iter().zip(context).all(|(known, given)| known == given);
        same.then_some((*result, *steps as u64))
    }

    /// Caches a result and the steps that it took.
    pub(super) fn put(&mut self, context: &[i64], value: i64, (result, steps): (i64, u64)) {
        if self.slots.is_empty() {
            self.tags.resize(SLOTS, 0);
            self.slots.resize(SLOTS * self.width, 0);
        }
        let (place, tag) = slot_of(context, value);
        let start = place * self.width;
        let (head, known) = self.slots[start..start + self.width].split_at_mut(BEFORE);
        head.copy_from_slice(&[steps as i64, value, result]);
        known.copy_from_slice(context);
        self.tags[place] = tag;
    }
}

/// The place of a call, and its tag.
#[inline]
fn slot_of(context: &[i64], value: i64) -> (usize, u8) {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = (value as u64).wrapping_mul(MULTIPLIER);
    for word in context {
        hash = (hash.rotate_left(5) ^ *word as u64).wrapping_mul(MULTIPLIER);
    }
    let place = hash >> (64 - SLOTS.trailing_zeros());
    // The bits below those of the place; never 0, which is an empty place's.
    let tag = (hash >> (56 - SLOTS.trailing_zeros())) as u8 | 1;
    (place as usize, tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_gives_back_only_what_was_put_for_that_very_call() {
        let mut memo = Memo::new(2);
        assert_eq!(memo.get(&[0, 0], 0), None);
        for number in 0..1000 {
            memo.put(&[number, -number], 7, (number * 2, 5));
            assert_eq!(memo.get(&[number, -number], 7), Some((number * 2, 5)));
            assert_eq!(memo.get(&[number, -number], 8), None);
            assert_eq!(memo.get(&[number, number + 1], 7), None);
        }
    }
}

//! Lists that a game fills for the host: samples of inputs, outcomes of chance, the trace of a rollout, the course of a
//! random game.

use crate::{Action, Seat};
use std::mem::MaybeUninit;

/// The most actions that one position may offer.
pub const MAX_ACTIONS: usize = 1 << 20;

/// The most values that one action takes.
pub const MAX_VALUES: usize = 16;

/// The most samples that are listed for one action.
pub const MAX_SAMPLES: usize = 256;

/// The most outcomes that chance can have in one position.
pub const MAX_OUTCOMES: usize = 1 << 16;

/// Values that may be tried with one action: every sample has as many values as the action has inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The values of each sample: 0 while there is none.
    width: usize,
    values: Vec<i64>,
    /// A sample had another number of values than the first, or none.
    uneven: bool,
}

impl Samples {
    /// An empty list.
    pub const fn new() -> Self {
        Self { width: 0, values: Vec::new(), uneven: false }
    }

    /// Adds a sample: one value for each input of the action.
    pub fn push(&mut self, values: &[i64]) {
        if self.values.is_empty() {
            self.width = values.len();
        }
        if values.is_empty() || values.len() != self.width {
            self.uneven = true;
        } else {
            self.values.extend_from_slice(values);
        }
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or_default()
    }

    /// Whether there is none: the action has no inputs.
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of values of each sample.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The sample at `index`, from 0.
    pub fn get(&self, index: usize) -> Option<&[i64]> {
        self.iter().nth(index)
    }

    /// The samples, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// Takes everything out, for use with another action.
    pub fn clear(&mut self) {
        (self.width, self.uneven) = (0, false);
        self.values.clear();
    }

    /// Whether a sample was left out because it had another number of values than the first, or none.
    pub const fn is_uneven(&self) -> bool {
        self.uneven
    }

    /// All values, sample by sample.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The buffer of all values, sample by sample; the host fills it.
    pub const fn buffer(&mut self) -> &mut Vec<i64> {
        &mut self.values
    }

    /// Sets that each sample has `width` values.
    pub const fn set_width(&mut self, width: usize) {
        self.width = width;
    }
}

/// The possible outcomes of chance, each with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The code of each outcome.
    pub codes: Vec<u32>,
    /// The weight of each outcome, as many as there are codes.
    pub weights: Vec<u32>,
}

impl Outcomes {
    /// An empty list.
    pub const fn new() -> Self {
        Self { codes: Vec::new(), weights: Vec::new() }
    }

    /// Adds an outcome. Its probability is `weight` divided by the sum of all weights, which must be below 2^32.
    ///
    /// The code means the same in every build of a plugin's major version: records store it.
    pub fn push(&mut self, code: u32, weight: u32) {
        self.codes.push(code);
        self.weights.push(weight);
    }

    /// The number of outcomes.
    pub const fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The outcomes: code and weight.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.codes.iter().copied().zip(self.weights.iter().copied())
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.codes.clear();
        self.weights.clear();
    }

    /// The sum of all weights.
    pub fn total(&self) -> u64 {
        self.weights.iter().map(|weight| u64::from(*weight)).sum()
    }

    /// The code at `drawn` of the sum of weights, counted from 0: the first at which the sum up to and with it exceeds
    /// `drawn`.
    pub fn at(&self, drawn: u32) -> Option<u32> {
        let mut sum = 0;
        self.iter().find_map(|(code, weight)| {
            sum += u64::from(weight);
            (u64::from(drawn) < sum).then_some(code)
        })
    }
}

/// The actions of a rollout, each with the seat that played it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace(pub Vec<(Seat, Action)>);

impl Trace {
    /// An empty trace.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an action that `seat` has played.
    #[inline]
    pub fn push(&mut self, seat: Seat, action: Action) {
        self.0.push((seat, action));
    }

    /// The seats and their actions, in order.
    pub fn as_slice(&self) -> &[(Seat, Action)] {
        &self.0
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// One step of a random game, as the C ABI has it.
#[doc(hidden)]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CourseEntry {
    /// The seat that played.
    pub seat: u32,
    /// The action.
    pub action: u32,
    /// The number of legal actions.
    pub choices: u32,
}

/// The course of a random game: the seat and action of each step, and the scores after it. It writes to buffers of the
/// host, as far as there is room.
#[derive(Debug)]
pub struct CourseWriter<'a> {
    steps: &'a mut [MaybeUninit<CourseEntry>],
    scores: &'a mut [i64],
    seats: usize,
    len: usize,
}

impl<'a> CourseWriter<'a> {
    /// An empty course in buffers with room for as many steps as `steps` has, and for the scores of `seats` seats after
    /// each.
    pub fn over(steps: &'a mut [MaybeUninit<CourseEntry>], scores: &'a mut [i64], seats: usize) -> Self {
        Self { steps, scores, seats, len: 0 }
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// Adds an action of `seat`, the number of legal ones, and the scores after it.
    #[inline]
    pub fn push(&mut self, seat: Seat, action: Action, choices: u32, scores: &[i64]) {
        let begin = self.len * self.seats;
        if let Some(step) = self.steps.get_mut(self.len)
            && let Some(places) = self.scores.get_mut(begin..begin + self.seats)
        {
            step.write(CourseEntry { seat: seat.0.into(), action: action.0, choices });
            places.iter_mut().zip(scores).for_each(|(place, score)| *place = *score);
        }
        self.len += 1;
    }

    /// The number of steps that were added, including those for which there was no room.
    #[expect(clippy::len_without_is_empty, reason = "a plugin only adds to it")]
    pub const fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_as_many_values_as_the_first() {
        let mut samples = Samples::new();
        assert_eq!((samples.len(), samples.get(0)), (0, None));
        samples.push(&[1, 2]);
        samples.push(&[3, 4]);
        assert!(!samples.is_uneven());
        assert_eq!((samples.len(), samples.width(), samples.get(1), samples.get(2)), (2, 2, Some(&[3, 4][..]), None));
        for wrong in [&[][..], &[1], &[1, 2, 3]] {
            let mut samples = samples.clone();
            samples.push(wrong);
            assert!(samples.is_uneven() && samples.len() == 2, "{wrong:?}");
        }
        samples.clear();
        samples.push(&[7]);
        assert_eq!((samples.iter().collect::<Vec<_>>(), samples.is_uneven()), (vec![&[7][..]], false));
    }

    #[test]
    fn an_outcome_has_as_much_of_the_sum_as_it_weighs() {
        let mut outcomes = Outcomes::new();
        outcomes.push(2, 1);
        outcomes.push(5, 3);
        assert_eq!(outcomes.total(), 4);
        assert_eq!(
            (0..5).map(|drawn| outcomes.at(drawn)).collect::<Vec<_>>(),
            [Some(2), Some(5), Some(5), Some(5), None]
        );
    }
}

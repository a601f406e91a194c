//! Limits of a knob's values, which a declaration states beside their type. Each clause that [`knobs!`](crate::knobs!)
//! takes is a trait here, so that a clause that makes no sense for a type does not compile.

use std::ops::{RangeInclusive, RangeToInclusive};

/// The clause `in`: the least and the greatest value; of a list, of each of its values.
#[diagnostic::on_unimplemented(message = "a knob of this type has no range: `in` is for numbers, and lists of numbers")]
pub trait Within<Bounds> {
    /// The limits with these bounds.
    #[must_use]
    fn within(self, bounds: Bounds) -> Self;
}

/// The clause `step`: the distance from one value to the next, counted from the least.
#[diagnostic::on_unimplemented(message = "a knob of this type has no steps: `step` is for `f64`")]
pub trait KnobStep {
    /// The limits with these steps.
    #[must_use]
    fn step(self, step: f64) -> Self;
}

/// The clause `letters`: the most letters of a text.
#[diagnostic::on_unimplemented(message = "a knob of this type has no letters: `letters` is for texts")]
pub trait Letters {
    /// The limits with at most that many letters.
    #[must_use]
    fn letters(self, most: RangeToInclusive<usize>) -> Self;
}

/// The clause `length`: the fewest and the most values of a list.
#[diagnostic::on_unimplemented(message = "a knob of this type has no length: `length` is for `Vec`")]
pub trait Length {
    /// The limits with these lengths.
    #[must_use]
    fn length(self, length: RangeInclusive<usize>) -> Self;
}

/// The limits of a whole number.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T> {
    pub(super) min: T,
    pub(super) max: T,
}

impl<T: Copy> Within<RangeInclusive<T>> for Whole<T> {
    fn within(self, bounds: RangeInclusive<T>) -> Self {
        Self { min: *bounds.start(), max: *bounds.end() }
    }
}

/// The limits of a fraction.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) step: Option<f64>,
}

impl Default for Fraction {
    fn default() -> Self {
        Self { min: -1e9, max: 1e9, step: None }
    }
}

impl Within<RangeInclusive<f64>> for Fraction {
    fn within(self, bounds: RangeInclusive<f64>) -> Self {
        Self { min: *bounds.start(), max: *bounds.end(), ..self }
    }
}

impl KnobStep for Fraction {
    fn step(self, step: f64) -> Self {
        Self { step: Some(step), ..self }
    }
}

/// The limits of a text.
#[derive(Clone, Copy, Debug)]
pub struct TextLimits {
    pub(super) longest: usize,
}

impl Default for TextLimits {
    fn default() -> Self {
        Self { longest: 1000 }
    }
}

impl Letters for TextLimits {
    fn letters(self, most: RangeToInclusive<usize>) -> Self {
        Self { longest: most.end }
    }
}

/// The limits of a list whose length is open.
#[derive(Clone, Copy, Debug)]
pub struct List<Each> {
    pub(super) each: Each,
    pub(super) min: usize,
    pub(super) max: usize,
}

impl<Each: Default> Default for List<Each> {
    fn default() -> Self {
        Self { each: Each::default(), min: 0, max: 100 }
    }
}

impl<Bounds, Each: Within<Bounds>> Within<Bounds> for List<Each> {
    fn within(self, bounds: Bounds) -> Self {
        Self { each: self.each.within(bounds), ..self }
    }
}

impl<Each> Length for List<Each> {
    fn length(self, length: RangeInclusive<usize>) -> Self {
        Self { min: *length.start(), max: *length.end(), ..self }
    }
}

/// No limits beside the type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

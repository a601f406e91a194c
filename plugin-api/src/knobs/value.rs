//! The types that a knob can have.

use super::KnobKind;
use super::limits::{Fraction, List, TextLimits, Unlimited, Whole};
use crate::NamedEnum;
use crate::words::one_line;
use serde_json::Value;

/// A type that a knob can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a knob",
    note = "knobs are integers of at most 64 bits, `f64`, `bool`, `String`, enums that are declared with `words!`, \
            arrays and `Vec`s of these, and an `Option` of anything but a text"
)]
pub trait KnobValue: Clone + PartialEq + 'static {
    /// The clauses of a declaration beside the type.
    type Limits: Default;

    /// Type and range, as declared to the host.
    fn kind(limits: &Self::Limits) -> KnobKind;

    /// The value as the host passes it.
    fn to_json(&self) -> Value;

    /// The value of this type that the host passed, if it is one.
    fn from_json(value: &Value) -> Option<Self>;
}

/// A type that an optional knob can have: `Option<T>`. A text is none, since it could be the word `none` itself.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be the type of a knob",
    note = "an optional knob is an integer, an `f64`, a `bool`, a choice, an array or a `Vec`"
)]
pub trait MayBeNone: KnobValue {}

macro_rules! whole_numbers {
    ($($integer:ty),*) => {$(
        impl Default for Whole<$integer> {
            fn default() -> Self {
                Self { min: <$integer>::MIN, max: <$integer>::MAX }
            }
        }

        impl KnobValue for $integer {
            type Limits = Whole<Self>;

            fn kind(limits: &Self::Limits) -> KnobKind {
                KnobKind::Integer { min: i64::from(limits.min), max: i64::from(limits.max) }
            }

            fn to_json(&self) -> Value {
                Value::from(*self)
            }

            fn from_json(value: &Value) -> Option<Self> {
                value.as_i64()?.try_into().ok()
            }
        }

        impl MayBeNone for $integer {}
    )*};
}

whole_numbers!(i8, i16, i32, i64, u8, u16, u32);

impl KnobValue for f64 {
    type Limits = Fraction;

    fn kind(limits: &Self::Limits) -> KnobKind {
        KnobKind::Fraction { min: limits.min, max: limits.max, step: limits.step }
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn from_json(value: &Value) -> Option<Self> {
        value.as_f64()
    }
}

impl MayBeNone for f64 {}

impl KnobValue for bool {
    type Limits = Unlimited;

    fn kind(_: &Self::Limits) -> KnobKind {
        KnobKind::Boolean
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn from_json(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl MayBeNone for bool {}

impl KnobValue for String {
    type Limits = TextLimits;

    fn kind(limits: &Self::Limits) -> KnobKind {
        KnobKind::Text { longest: limits.longest }
    }

    fn to_json(&self) -> Value {
        Value::from(self.as_str())
    }

    fn from_json(value: &Value) -> Option<Self> {
        value.as_str().map(Self::from)
    }
}

impl<C: NamedEnum + PartialEq> KnobValue for C {
    type Limits = Unlimited;

    fn kind(_: &Self::Limits) -> KnobKind {
        let words = C::WORDS.iter().zip(C::MEANINGS);
        KnobKind::Word(words.map(|(word, meaning)| ((*word).to_owned(), one_line(meaning))).collect())
    }

    fn to_json(&self) -> Value {
        Value::from(self.word())
    }

    fn from_json(value: &Value) -> Option<Self> {
        C::named(value.as_str()?)
    }
}

impl<C: NamedEnum + PartialEq> MayBeNone for C {}

impl<T: KnobValue, const LEN: usize> KnobValue for [T; LEN] {
    type Limits = T::Limits;

    fn kind(limits: &Self::Limits) -> KnobKind {
        KnobKind::List { of: Box::new(T::kind(limits)), min: LEN, max: LEN }
    }

    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        Vec::from_json(value)?.try_into().ok()
    }
}

impl<T: KnobValue, const LEN: usize> MayBeNone for [T; LEN] {}

impl<T: KnobValue> KnobValue for Vec<T> {
    type Limits = List<T::Limits>;

    fn kind(limits: &Self::Limits) -> KnobKind {
        KnobKind::List { of: Box::new(T::kind(&limits.each)), min: limits.min, max: limits.max }
    }

    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::from_json).collect()
    }
}

impl<T: KnobValue> MayBeNone for Vec<T> {}

impl<T: MayBeNone> KnobValue for Option<T> {
    type Limits = T::Limits;

    fn kind(limits: &Self::Limits) -> KnobKind {
        KnobKind::Optional(Box::new(T::kind(limits)))
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn from_json(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_json(value).map(Some) }
    }
}

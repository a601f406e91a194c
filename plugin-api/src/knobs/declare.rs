//! The macro that declares knobs.

use super::{KnobDecl, KnobError, KnobValue};
use crate::words::one_line;
use serde_json::{Map, Value};

/// Declares the knobs of a game: a struct whose fields carry their documentation, default and limits.
///
/// ```
/// use stonehouse_plugin::{KnobSet, knobs, words};
///
/// words! {
///     /// Who begins.
///     pub enum First {
///         /// The youngest.
///         Youngest = "youngest",
///         /// The seed decides.
///         Draw = "by_draw",
///     }
/// }
///
/// knobs! {
///     /// The knobs of a game of counters.
///     pub struct Knobs {
///         /// Counters that each player starts with.
///         pub counters: u8 = 7, in 1..=40;
///         /// Whether the last counter wins rather than loses.
///         pub last_wins: bool = true;
///         /// Who begins.
///         pub first: First = First::Draw;
///         /// The part of the counters that may be taken at once.
///         pub share: f64 = 0.5, in 0.0..=1.0, step 0.25;
///         /// The text shown when somebody wins.
///         pub motto: String = "Well taken.".to_owned(), letters ..=80;
///         /// Points of the first, second and third place.
///         pub points: [i64; 3] = [3, 2, 1], in 0..=100;
///         /// Heaps, each with that many counters.
///         pub heaps: Vec<u16> = vec![3, 4, 5], in 1..=99, length 1..=8;
///         /// The turn after which the game ends, if any.
///         pub last_turn: Option<u16> = None, in 1..=1000;
///     }
/// }
/// assert_eq!(Knobs::default().counters, 7);
/// let declared = Knobs::declared();
/// assert_eq!(declared[0].doc, "Counters that each player starts with.");
/// assert_eq!(declared[3].kind.expected(), "a number from 0 to 1 in steps of 0.25");
/// assert_eq!(declared[7].kind.expected(), "a whole number from 1 to 1000, or \"none\"");
/// ```
///
/// | type | clauses | in a variant |
/// |---|---|---|
/// | `i8` to `i64`, `u8` to `u32` | `in 1..=40` | `7` |
/// | `f64` | `in 0.0..=1.0`, `step 0.25` | `0.5`; `1` is accepted, too |
/// | `bool` | | `true` |
/// | `String` | `letters ..=80` (1000 if not given) | `"Well taken."` |
/// | an enum of [`words!`](crate::words!) | | `"by_draw"` |
/// | `[T; N]` | those of `T`, for each | `[3, 2, 1]` |
/// | `Vec<T>` | those of `T`, for each; `length 1..=8` (0 to 100 if not given) | `[3, 4, 5]` |
/// | `Option<T>` of anything but a text | those of `T` | a value of `T`, or `"none"` |
///
/// A fraction reaches the game as it was written, everywhere the same. Results that are computed with fractions may
/// differ in the last digit from one system to the next (`sin`, `powf`), so turn it into an integer once, in
/// [`Game::new`](crate::Game::new), and let the rules compute with that.
///
/// A type or clause that the host does not know does not compile, and neither does a number, or an array of numbers,
/// whose default is out of its range. (Other defaults are checked when the plugin is loaded.)
///
/// ```compile_fail,E0277
/// stonehouse_plugin::knobs! {
///     struct Knobs {
///         /// No host knows it.
///         letter: char = 'a';
///     }
/// }
/// ```
///
/// ```compile_fail,E0277
/// stonehouse_plugin::knobs! {
///     struct Knobs {
///         /// `none` could be the text itself.
///         motto: Option<String> = None;
///     }
/// }
/// ```
///
/// ```compile_fail,E0277
/// stonehouse_plugin::knobs! {
///     struct Knobs {
///         /// A truth value has no range.
///         pouch: bool = true, in 0..=1;
///     }
/// }
/// ```
///
/// ```compile_fail,E0080
/// stonehouse_plugin::knobs! {
///     struct Knobs {
///         /// Too many.
///         counters: u8 = 41, in 1..=40;
///     }
/// }
/// ```
///
/// ```compile_fail,E0080
/// stonehouse_plugin::knobs! {
///     struct Knobs {
///         /// The last is too small.
///         points: [i64; 3] = [3, 2, -1], in 0..=100;
///     }
/// }
/// ```
#[macro_export]
macro_rules! knobs {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field_vis:vis $field:ident: $kind:tt $(<$inner:ty>)? = $default:expr $(, $clause:ident $limit:expr)*;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[doc = $doc])+ $field_vis $field: $kind $(<$inner>)?),*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        $($crate::knobs!(@check [$kind $(<$inner>)?] $field, $default $(, $clause $limit)*);)*

        impl $crate::KnobSet for $name {
            fn declared() -> Vec<$crate::KnobDecl> {
                #[allow(unused_variables, reason = "there may be no knob")]
                let defaults = Self::default();
                vec![$({
                    let limits = <$kind $(<$inner>)? as $crate::knobs::KnobValue>::Limits::default();
                    $(let limits = $crate::knobs!(@limit limits, $clause, $limit);)*
                    $crate::KnobDecl::of(stringify!($field), concat!($($doc, "\n"),+), &limits, &defaults.$field)
                }),*]
            }

            fn values(&self) -> $crate::reexport::serde_json::Map<String, $crate::Json> {
                let pairs: Vec<(&str, $crate::Json)> =
                    vec![$((stringify!($field), $crate::knobs::KnobValue::to_json(&self.$field))),*];
                pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }

            fn read(values: &$crate::reexport::serde_json::Map<String, $crate::Json>) -> Result<Self, $crate::knobs::KnobError> {
                let given = $crate::knobs::take::<Self>(values)?;
                #[allow(unused_mut, reason = "there may be no knob")]
                let mut knobs = Self::default();
                $(given.set(stringify!($field), &mut knobs.$field)?;)*
                Ok(knobs)
            }
        }
    };
    // A number, and an array of numbers, is checked as it is compiled.
    (@check [$kind:ident] $field:ident, $default:expr, in $bounds:expr $(, $clause:ident $limit:expr)*) => {
        const _: () = {
            const DEFAULT: $kind = $default;
            const BOUNDS: ::std::ops::RangeInclusive<$kind> = $bounds;
            assert!(
                *BOUNDS.start() <= DEFAULT && DEFAULT <= *BOUNDS.end(),
                concat!("the default of the knob `", stringify!($field), "` is out of its range"),
            );
        };
    };
    (@check [[$kind:ident; $len:expr]] $field:ident, $default:expr, in $bounds:expr $(, $clause:ident $limit:expr)*) => {
        const _: () = {
            const DEFAULT: [$kind; $len] = $default;
            const BOUNDS: ::std::ops::RangeInclusive<$kind> = $bounds;
            let mut at = 0;
            while at < DEFAULT.len() {
                assert!(
                    *BOUNDS.start() <= DEFAULT[at] && DEFAULT[at] <= *BOUNDS.end(),
                    concat!("the default of the knob `", stringify!($field), "` is out of its range"),
                );
                at += 1;
            }
        };
    };
    (@check $($any:tt)*) => {};
    (@limit $limits:expr, in, $limit:expr) => { $crate::knobs::Within::within($limits, $limit) };
    (@limit $limits:expr, step, $limit:expr) => { $crate::knobs::KnobStep::step($limits, $limit) };
    (@limit $limits:expr, letters, $limit:expr) => { $crate::knobs::Letters::letters($limits, $limit) };
    (@limit $limits:expr, length, $limit:expr) => { $crate::knobs::Length::length($limits, $limit) };
}

impl KnobDecl {
    /// A knob of a type, with its limits and its default; the documentation becomes one line.
    pub fn of<T: KnobValue>(name: &str, doc: &str, limits: &T::Limits, default: &T) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), kind: T::kind(limits), default: default.to_json() }
    }
}

/// Values that were given for knobs, checked; each is taken out by its name.
pub struct KnobValues(Map<String, Value>);

/// Checks values against the knobs that `K` declares.
///
/// # Errors
/// As [`KnobSet::read`](super::KnobSet::read).
pub fn take<K: super::KnobSet>(values: &Map<String, Value>) -> Result<KnobValues, KnobError> {
    let declared = K::declared();
    let mut given = Map::new();
    for (name, value) in values {
        let knob =
            declared.iter().find(|knob| knob.name == *name).ok_or_else(|| KnobError::Unknown { name: name.clone() })?;
        let value = knob.kind.fit(value).map_err(|expected| KnobError::Value { name: name.clone(), expected })?;
        given.insert(name.clone(), value);
    }
    Ok(KnobValues(given))
}

impl KnobValues {
    /// Sets a knob, if a value was given for it.
    ///
    /// # Errors
    /// When its type does not accept a value that its kind accepts.
    pub fn set<T: KnobValue>(&self, name: &str, knob: &mut T) -> Result<(), KnobError> {
        if let Some(value) = self.0.get(name) {
            *knob = T::from_json(value)
                .ok_or_else(|| KnobError::Type { name: name.to_owned(), value: value.to_string() })?;
        }
        Ok(())
    }
}

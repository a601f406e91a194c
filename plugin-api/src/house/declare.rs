//! The macros that declare facts and effects.

use crate::hooks::HookField;
use crate::{NamedEnum, Seat};

/// Declares the facts of a game, and implements [`Facts`](crate::house::Facts): one function for each, of the rules and
/// the state, and of a seat where there is one value for each. `secret` behind the type marks a value that only its own
/// seat may know.
///
/// ```
/// # use stonehouse_plugin::*;
/// # struct Heap; #[derive(Clone)] struct Left { stones: i64, taken: [i64; 2], next: i64 }
/// # knobs! { struct Knobs {} }
/// # impl Game for Heap {
/// #   type Knobs = Knobs; type State = Left;
/// #   fn about() -> About { About::new("heap", "Heap", "1.0.0") }
/// #   fn new(_: Setup<Knobs>) -> Result<Self, RulesError> { Ok(Self) }
/// #   fn seating(&self) -> Seating { Seating::players(2) }
/// #   fn deal(&self, _: u64) -> Result<Left, GameError> { Ok(Left { stones: 9, taken: [0; 2], next: 1 }) }
/// #   fn turn(&self, _: &Left) -> Turn { Turn::Over }
/// #   fn legal_actions(&self, _: &Left, _: &mut Actions<'_>) -> Result<(), GameError> { Ok(()) }
/// #   fn apply(&self, _: &mut Left, _: Action) -> Result<(), GameError> { Ok(()) }
/// #   fn scores(&self, _: &Left, _: &mut [i64]) {}
/// #   fn scene(&self, _: &Left, _: Observer) -> Scene { Scene::default() }
/// #   fn describe(&self, _: &Left, _: Action, _: Observer) -> ActionText { ActionText::default() }
/// # }
/// facts! {
///     impl Facts for Heap;
///
///     /// Stones that are left.
///     fn stones_left(_rules, state) -> i64 {
///         state.stones
///     }
///
///     /// Stones that each player has taken.
///     fn taken(_rules, state, seat) -> i64 {
///         state.taken[seat.index()]
///     }
///
///     /// How many the heap grows by next.
///     fn growth(_rules, state) -> i64, secret {
///         state.next
///     }
/// }
/// # fn main() {
/// use stonehouse_plugin::house::Facts;
/// let mut values = [0; 2];
/// Heap.fact(&Left { stones: 4, taken: [2, 3], next: 1 }, 1, &mut values);
/// assert_eq!(values, [2, 3]);
/// assert_eq!(Heap::facts().iter().map(|fact| fact.secret).collect::<Vec<_>>(), [false, false, true]);
/// # }
/// ```
#[macro_export]
macro_rules! facts {
    (
        impl Facts for $game:ty;
        $(
            $(#[doc = $doc:literal])+
            fn $fact:ident($rules:ident, $state:ident $(, $seat:ident)?) -> $kind:ty $(, $secret:ident)? $body:block
        )+
    ) => {
        impl $crate::house::Facts for $game {
            fn facts() -> Vec<$crate::house::FactDecl> {
                vec![$($crate::house::FactDecl::new(
                    stringify!($fact),
                    concat!($($doc, "\n"),+),
                    <$kind as $crate::hooks::HookField>::kind(),
                    $crate::facts!(@each $($seat)?),
                )$(.$secret())?),+]
            }

            #[allow(unused_assignments, unused_variables, reason = "not every fact needs the rules")]
            fn fact(&self, state: &Self::State, fact: usize, values: &mut [i64]) {
                #[allow(non_camel_case_types, reason = "a fact has one name everywhere, also in scripts")]
                enum Index { $($fact),+ }
                $(if fact == Index::$fact as usize {
                    let ($rules, $state) = (self, state);
                    $crate::facts!(@write values, $kind, $body $(, $seat)?);
                    return;
                })+
            }
        }
    };
    (@each) => { false };
    (@each $seat:ident) => { true };
    (@write $values:ident, $kind:ty, $body:block) => {
        if let Some(value) = $values.first_mut() {
            let read: $kind = $body;
            *value = $crate::hooks::HookField::code(read);
        }
    };
    (@write $values:ident, $kind:ty, $body:block, $seat:ident) => {
        for (index, value) in $values.iter_mut().enumerate() {
            let $seat = $crate::Seat(index as u8);
            let read: $kind = $body;
            *value = $crate::hooks::HookField::code(read);
        }
    };
}

/// Declares the effects that house rules can request of a game, and implements [`Effects`](crate::house::Effects): one
/// function for each, of the rules, the state and its arguments.
///
/// ```ignore
/// effects! {
///     impl Effects for Heap;
///
///     /// Puts stones back on the heap. It cannot be done when the heap would have more than 40.
///     fn put_back(_rules, state, /** How many. */ stones: u8) {
///         if state.stones + i64::from(stones) > 40 {
///             return Err(EffectError::new("the heap would have more than 40 stones"));
///         }
///         state.stones += i64::from(stones);
///         Ok(())
///     }
/// }
/// ```
#[macro_export]
macro_rules! effects {
    (
        impl Effects for $game:ty;
        $(
            $(#[doc = $doc:literal])+
            fn $effect:ident($rules:ident, $state:ident $(, $(#[doc = $argument_doc:literal])+ $argument:ident: $kind:ty)* $(,)?) $body:block
        )+
    ) => {
        impl $crate::house::Effects for $game {
            fn effects() -> Vec<$crate::house::EffectDecl> {
                vec![$($crate::house::EffectDecl::new(
                    stringify!($effect),
                    concat!($($doc, "\n"),+),
                    vec![$($crate::Field::of::<$kind>(stringify!($argument), concat!($($argument_doc, "\n"),+))),*],
                )),+]
            }

            #[allow(unused_variables, reason = "not every effect needs the rules")]
            fn effect(
                &self,
                state: &mut Self::State,
                effect: usize,
                arguments: &[i64],
            ) -> Result<(), $crate::house::EffectError> {
                #[allow(non_camel_case_types, reason = "an effect has one name everywhere, also in scripts")]
                enum Index { $($effect),+ }
                $(if effect == Index::$effect as usize {
                    let ($rules, $state) = (self, state);
                    let mut given = arguments.iter().copied();
                    $(let $argument: $kind = $crate::house::Argument::decode(given.next(), stringify!($argument))?;)*
                    return $body;
                })+
                Err($crate::house::EffectError::new("the game has no such effect"))
            }
        }
    };
}

/// A type that an argument of an effect can have: an integer, a boolean, a [`Seat`], or a type of words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an effect",
    note = "arguments are integers of at most 64 bits, `bool`, `Seat`, and enums that are declared with `words!`"
)]
pub trait Argument: HookField {
    /// The argument that this integer encodes, if any.
    fn of(code: i64) -> Option<Self>;

    /// The argument of this name, as it was passed.
    ///
    /// # Errors
    /// When it is missing, or the integer encodes no argument.
    fn decode(code: Option<i64>, name: &str) -> Result<Self, super::EffectError> {
        let code = code.ok_or_else(|| super::EffectError::new(format!("`{name}` is missing")))?;
        Self::of(code).ok_or_else(|| super::EffectError::new(format!("`{name}` cannot be {code}")))
    }
}

macro_rules! integer_arguments {
    ($($integer:ty),*) => {$(
        impl Argument for $integer {
            fn of(code: i64) -> Option<Self> {
                Self::try_from(code).ok()
            }
        }
    )*};
}

integer_arguments!(i8, i16, i32, i64, u8, u16, u32);

impl Argument for bool {
    fn of(code: i64) -> Option<Self> {
        match code {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Argument for Seat {
    fn of(code: i64) -> Option<Self> {
        u8::try_from(code).ok().filter(|seat| usize::from(*seat) < crate::MAX_SEATS).map(Self)
    }
}

impl<C: NamedEnum> Argument for C {
    fn of(code: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

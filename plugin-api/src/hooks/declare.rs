//! The macro that declares hooks, and the types that fields and values can have.

use super::{FieldKind, HookValue};
use crate::{Named, Seat};
use std::ops::RangeInclusive;

/// Declares the hooks of a game: one line for each gives its name, its context, its value and, in the comments, what
/// they mean.
///
/// ```
/// use stonehouse_plugin::{hooks, words};
///
/// words! {
///     /// A player.
///     pub enum Player {
///         /// Moves first.
///         White = "white",
///         /// Moves second.
///         Black = "black",
///     }
/// }
///
/// /// A position of the game.
/// pub struct Board;
///
/// hooks! {
///     /// The values that house rules can change.
///     pub struct House for Board;
///     /// The hooks, by name.
///     pub enum Hook;
///
///     /// Points that a line scores.
///     fn line_points(
///         /// The player it scores for.
///         player: Player,
///         /// Its row, 0 at the top.
///         row: u8,
///     ) -> i64 in 0..=1000;
///
///     /// Whether a pocket may be played.
///     fn may_play(
///         /// Its row, 0 at the top.
///         row: u8,
///     ) -> bool;
///
///     // The events that house rules can subscribe to: this part may be left out.
///     events pub enum Event;
///
///     /// A line was completed.
///     fn line_scored(
///         /// Its owner.
///         player: Player,
///     );
/// }
///
/// # fn main() -> Result<(), stonehouse_plugin::GameError> {
/// // No script uses this hook: the value is the one that was passed.
/// let house = House::new(stonehouse_plugin::Hooks::none());
/// assert_eq!(house.line_points(&Board, Player::White, 3, 10)?, 10);
/// assert!(house.may_play(&Board, 3, true)?);
/// house.line_scored(Player::White);
/// // Where the context takes time to compute, check first whether a script uses the hook.
/// assert!(!house.uses(Hook::may_play));
/// # Ok(())
/// # }
/// ```
///
/// The struct wraps the [`Hooks`](crate::Hooks) of [`Setup`](crate::Setup). Each hook is a method: it takes the state
/// that the hook is evaluated for, which is a [`Game::State`](crate::Game::State), the fields of the context, which are
/// integers, booleans, [`Seat`]s or [`Named`](crate::Named), and the value that the rules have computed, and returns
/// the value to use. Each event is a method that takes its fields. `House::declared()` is what
/// [`Game::hooks`](crate::Game::hooks) returns. The order of hooks and fields is the order in which the reference lists
/// them, and nothing else.
///
/// An invalid declaration does not compile: a field of another type, an integer without bounds, bounds without a value
/// between them.
///
/// ```compile_fail,E0277
/// stonehouse_plugin::hooks! {
///     struct House for ();
///     enum Hook;
///     /// The value of a stone.
///     fn worth(/** Which stone. */ stone: String) -> i64 in 0..=5;
/// }
/// ```
///
/// ```compile_fail,E0308
/// stonehouse_plugin::hooks! {
///     struct House for ();
///     enum Hook;
///     /// The value of a stone.
///     fn worth() -> i64;
/// }
/// ```
///
/// ```compile_fail,E0080
/// stonehouse_plugin::hooks! {
///     struct House for ();
///     enum Hook;
///     /// The value of a stone.
///     fn worth() -> i64 in 5..=0;
/// }
/// ```
#[macro_export]
macro_rules! hooks {
    (
        $(#[$meta:meta])*
        $vis:vis struct $house:ident for $state:ty;
        $(#[$names_meta:meta])*
        $names_vis:vis enum $names:ident;
        $(
            $(#[doc = $doc:literal])+
            fn $hook:ident($($(#[doc = $field_doc:literal])+ $field:ident: $kind:ty),* $(,)?)
                -> $value:ident $(in $bounds:expr)?;
        )+
        $(
            events $events_vis:vis enum $events:ident;
            $(
                $(#[doc = $event_doc:literal])+
                fn $event:ident($($(#[doc = $event_field_doc:literal])+ $event_field:ident: $event_kind:ty),* $(,)?);
            )+
        )?
    ) => {
        $(#[$meta])*
        $vis struct $house($crate::Hooks);

        $(#[$names_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, reason = "a hook has one name everywhere, also in scripts")]
        $names_vis enum $names {
            $($(#[doc = $doc])+ $hook),+
        }

        const _: () = assert!([$($names::$hook),+].len() <= $crate::MAX_HOOKS, "a game has at most 64 hooks");
        $($(const _: () = {
            const BOUNDS: ::std::ops::RangeInclusive<i64> = $bounds;
            assert!(
                *BOUNDS.start() <= *BOUNDS.end(),
                concat!("the hook `", stringify!($hook), "` has no value within its bounds"),
            );
        };)?)+

        impl $house {
            /// The hooks of a ruleset, as [`Setup`]($crate::Setup) has them.
            pub const fn new(hooks: $crate::Hooks) -> Self {
                Self(hooks)
            }

            /// The declarations.
            pub fn declared() -> Vec<$crate::HookDecl> {
                vec![$($crate::HookDecl::of::<$value>(
                    stringify!($hook),
                    concat!($($doc, "\n"),+),
                    vec![$($crate::Field::of::<$kind>(stringify!($field), concat!($($field_doc, "\n"),+))),*],
                    $crate::hooks!(@bounds $($bounds)?),
                )),+]
            }

            /// Whether any script uses a hook: check this before computing a context that takes time.
            #[inline]
            pub const fn uses(&self, hook: $names) -> bool {
                self.0.uses(hook as usize)
            }

            /// Whether the results of a hook depend only on the value and these fields of its context. Then they can be
            /// computed once, when the rules are made, and looked up where speed counts.
            pub fn depends_only_on(&self, hook: $names, fields: &[&str]) -> bool {
                let names: &[&str] = [$(&[$(stringify!($field)),*] as &[&str]),+][hook as usize];
                let known = names.iter().take(63).enumerate().filter(|(_, name)| fields.contains(*name));
                self.0.dependencies(hook as usize) & !known.fold(0, |bits, (field, _)| bits | 1 << field) == 0
            }

            $(
                $(#[doc = $doc])+
                ///
                $(#[doc = concat!("- `", stringify!($field), "`:", $($field_doc),+)])*
                ///
                /// # Errors
                /// [`GameError::Hook`]($crate::GameError::Hook) when a script failed.
                #[inline]
                #[allow(clippy::too_many_arguments, reason = "a context has as many fields as it takes")]
                pub fn $hook(
                    &self,
                    state: &$state,
                    $($field: $kind,)*
                    value: $value,
                ) -> Result<$value, $crate::GameError> {
                    self.0.call($names::$hook as usize, state, || [$($crate::hooks::HookField::code($field)),*], value)
                }
            )+

            $(/// The events, as [`Game::events`]($crate::Game::events) returns them.
            pub fn events() -> Vec<$crate::house::EventDecl> {
                vec![$($crate::house::EventDecl::new(
                    stringify!($event),
                    concat!($($event_doc, "\n"),+),
                    vec![$($crate::Field::of::<$event_kind>(
                        stringify!($event_field),
                        concat!($($event_field_doc, "\n"),+),
                    )),*],
                )),+]
            })?

            $(/// Whether any script subscribes to an event: for use before computing fields that take time.
            #[inline]
            pub const fn subscribes_to(&self, event: $events) -> bool {
                self.0.subscribes_to(event as usize)
            })?

            $($(
                $(#[doc = $event_doc])+
                ///
                $(#[doc = concat!("- `", stringify!($event_field), "`:", $($event_field_doc),+)])*
                #[inline]
                pub fn $event(&self, $($event_field: $event_kind,)*) {
                    self.0.notify($events::$event as usize, || [$($crate::hooks::HookField::code($event_field)),*]);
                }
            )+)?
        }

        $(
            /// The events, by name.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[allow(non_camel_case_types, reason = "an event has one name everywhere, also in scripts")]
            $events_vis enum $events {
                $($(#[doc = $event_doc])+ $event),+
            }
            const _: () = assert!(
                [$($events::$event),+].len() <= $crate::house::MAX_EVENTS,
                "a game has at most 64 events",
            );
        )?
    };
    (@bounds) => { () };
    (@bounds $bounds:expr) => { $bounds };
}

/// A type that a field of a hook's context can have: an integer, a boolean, a [`Seat`], or a type of [`Named`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a hook's context",
    note = "fields are integers of at most 64 bits, `bool`, `Seat`, and enums that are declared with `words!`"
)]
pub trait HookField: Copy {
    /// The type that a script sees.
    fn kind() -> FieldKind;

    /// This value as an integer: see [`FieldKind`].
    fn code(self) -> i64;
}

macro_rules! integer_fields {
    ($($integer:ty),*) => {$(
        impl HookField for $integer {
            fn kind() -> FieldKind {
                FieldKind::Integer
            }

            #[inline]
            fn code(self) -> i64 {
                i64::from(self)
            }
        }
    )*};
}

integer_fields!(i8, i16, i32, i64, u8, u16, u32);

impl HookField for bool {
    fn kind() -> FieldKind {
        FieldKind::Boolean
    }

    #[inline]
    fn code(self) -> i64 {
        i64::from(self)
    }
}

impl HookField for Seat {
    fn kind() -> FieldKind {
        FieldKind::Seat
    }

    #[inline]
    fn code(self) -> i64 {
        i64::from(self.0)
    }
}

impl<W: Named> HookField for W {
    fn kind() -> FieldKind {
        FieldKind::Word(W::WORDS.iter().map(|word| (*word).to_owned()).collect())
    }

    #[inline]
    fn code(self) -> i64 {
        self.index() as i64
    }
}

/// A type that a hook's value can have: an `i64` within bounds, or a `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a hook",
    note = "a hook's value is `i64 in LEAST..=GREATEST`, or `bool`"
)]
pub trait HookResult: Copy {
    /// The bounds that a declaration gives.
    type Bounds;

    /// Its type and bounds.
    fn value(bounds: Self::Bounds) -> HookValue;

    /// This value as an integer.
    fn code(self) -> i64;

    /// The value of an integer.
    fn of(code: i64) -> Self;
}

impl HookResult for i64 {
    type Bounds = RangeInclusive<Self>;

    fn value(bounds: Self::Bounds) -> HookValue {
        HookValue::Integer { min: *bounds.start(), max: *bounds.end() }
    }

    #[inline]
    fn code(self) -> i64 {
        self
    }

    #[inline]
    fn of(code: i64) -> Self {
        code
    }
}

impl HookResult for bool {
    type Bounds = ();

    fn value((): ()) -> HookValue {
        HookValue::Boolean
    }

    #[inline]
    fn code(self) -> i64 {
        i64::from(self)
    }

    #[inline]
    fn of(code: i64) -> Self {
        code != 0
    }
}

#[cfg(test)]
mod tests {
    use crate::hooks::{DEPENDS_ON_STATE, HookCaller, StateRef};
    use crate::{Field, FieldKind, GameError, HookDecl, HookValue, Hooks, Seat, words};

    words! {
        /// A stone.
        enum Stone {
            White = "white",
            Clear = "clear",
        }
    }

    hooks! {
        /// The house rules of a small game.
        struct House for u8;
        /// Its hooks.
        enum Hook;

        /// What a stone
        /// is worth.
        fn worth(
            /// Which stone.
            stone: Stone,
            /// Whose: a seat, from 0.
            seat: Seat,
            /// How far it lies from
            /// the edge.
            edge: i16,
            /// Whether it shines.
            shines: bool,
        ) -> i64 in -5..=5;

        /// Whether there is more.
        fn more() -> bool;
    }

    /// Answers only the first hook, with the sum of its context and the value, plus one; the number holds its
    /// dependencies.
    struct Sum(u64);

    impl HookCaller for Sum {
        fn call(&self, hook: usize, context: &[i64], _: StateRef, value: i64) -> Result<i64, GameError> {
            assert_eq!(hook, Hook::worth as usize);
            Ok(context.iter().sum::<i64>() + value + 1)
        }

        fn dependencies(&self, _: usize) -> u64 {
            self.0
        }
    }

    /// House rules with a script for `worth` only, with these dependencies.
    fn house(dependencies: u64) -> House {
        House::new(Hooks::calling(1, 0, Box::new(Sum(dependencies))))
    }

    #[test]
    fn hooks_macro_generates_the_declarations() {
        let field = |name: &str, doc: &str, kind| Field { name: name.into(), doc: doc.into(), kind };
        let worth = HookDecl {
            name: "worth".into(),
            doc: "What a stone is worth.".into(),
            context: vec![
                field("stone", "Which stone.", FieldKind::Word(vec!["white".into(), "clear".into()])),
                field("seat", "Whose: a seat, from 0.", FieldKind::Seat),
                field("edge", "How far it lies from the edge.", FieldKind::Integer),
                field("shines", "Whether it shines.", FieldKind::Boolean),
            ],
            value: HookValue::Integer { min: -5, max: 5 },
        };
        assert_eq!(House::declared(), [worth, HookDecl::boolean("more", "Whether there is more.", [])]);
    }

    #[test]
    fn a_hook_receives_ordered_fields_and_defaults_to_the_value() {
        let house = house(u64::MAX);
        assert_eq!(house.worth(&0, Stone::Clear, Seat(20), 300, true, -4000), Ok(1 + 20 + 300 + 1 - 4000 + 1));
        assert_eq!([house.more(&0, true), house.more(&0, false)], [Ok(true), Ok(false)]);
        assert_eq!([Hook::worth, Hook::more].map(|hook| house.uses(hook)), [true, false]);
    }

    #[test]
    fn dependencies_are_those_of_the_host_and_everything_by_default() {
        assert!(house(0b0101).depends_only_on(Hook::worth, &["stone", "edge"]));
        assert!(house(0b0101).depends_only_on(Hook::worth, &["stone", "edge", "shines"]));
        assert!(!house(0b0101).depends_only_on(Hook::worth, &["edge", "shines"]));
        assert!(!house(DEPENDS_ON_STATE).depends_only_on(Hook::worth, &["stone", "seat", "edge", "shines"]));
        let unknown = house(u64::MAX);
        assert!(!unknown.depends_only_on(Hook::worth, &["stone", "seat", "edge", "shines"]));
        assert!(unknown.depends_only_on(Hook::more, &[]), "no script uses it");
    }
}

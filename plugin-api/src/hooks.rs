//! Hooks: the places in a game's rules where a house rule may change a value.
//!
//! Every hook is a fold. The rules compute a value; each script, in order, receives a context and that value and
//! returns the value to use. A game declares its hooks once, with [`hooks!`](crate::hooks!), which generates the call,
//! the check of the result and the reference page.
//!
//! Only the macro uses the order of hooks and fields, so no rule passes an index; and a declaration that the host could
//! not read does not compile. The macros are `macro_rules!`, so a plugin needs no crate but this one. Hooks are
//! variants of an enum in lower case: one name in Rust, Lua and the reference is worth more than Rust's convention.

mod declare;

pub use declare::{HookField, HookResult};

use crate::GameError;
use crate::words::one_line;
use serde::{Deserialize, Serialize};
use std::any::TypeId;
use std::ffi::c_void;

/// The most hooks that a game may have.
pub const MAX_HOOKS: usize = 64;

/// The bit of a hook's dependencies for anything that is not one of the first 63 fields of its context.
pub const DEPENDS_ON_STATE: u64 = 1 << 63;

/// The declaration of one hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HookDecl {
    /// The name of the Lua function, in `snake_case`.
    pub name: String,
    /// The meaning of the value, and when the hook is called.
    pub doc: String,
    /// The fields that the script gets, in the order in which the game passes them.
    pub context: Vec<Field>,
    /// The type and bounds of the value.
    pub value: HookValue,
}

/// One field of a hook's context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Field {
    /// The field's name in the context table.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// Its type.
    pub kind: FieldKind,
}

/// The type of a context field. The game passes every field as one integer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number.
    Integer,
    /// True or false; passed as 1 or 0.
    Boolean,
    /// One of these words; passed as its index.
    Word(Vec<String>),
    /// A seat; passed as its number, from 0.
    Seat,
}

/// The type and bounds of a hook's value. Passed as an integer, like a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HookValue {
    /// A whole number between two bounds, both included.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// True or false.
    Boolean,
}

impl HookDecl {
    /// A hook whose value is a `V`; the documentation becomes one line.
    pub fn of<V: HookResult>(name: &str, doc: &str, context: Vec<Field>, bounds: V::Bounds) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), context, value: V::value(bounds) }
    }

    /// A hook whose value is a whole number within `min..=max`.
    pub fn integer(name: &str, doc: &str, context: impl Into<Vec<Field>>, (min, max): (i64, i64)) -> Self {
        Self { value: HookValue::Integer { min, max }, ..Self::boolean(name, doc, context) }
    }

    /// A hook whose value is true or false.
    pub fn boolean(name: &str, doc: &str, context: impl Into<Vec<Field>>) -> Self {
        Self { name: name.to_owned(), doc: doc.to_owned(), context: context.into(), value: HookValue::Boolean }
    }
}

impl Field {
    /// A field that is a `T`; the documentation becomes one line.
    pub fn of<T: HookField>(name: &str, doc: &str) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), kind: T::kind() }
    }

    /// A whole number.
    pub fn integer(name: &str, doc: &str) -> Self {
        Self { name: name.to_owned(), doc: doc.to_owned(), kind: FieldKind::Integer }
    }

    /// True or false.
    pub fn boolean(name: &str, doc: &str) -> Self {
        Self { kind: FieldKind::Boolean, ..Self::integer(name, doc) }
    }

    /// One of `words`.
    pub fn word(name: &str, doc: &str, words: &[impl AsRef<str>]) -> Self {
        let words = words.iter().map(|word| word.as_ref().to_owned()).collect();
        Self { kind: FieldKind::Word(words), ..Self::integer(name, doc) }
    }
}

/// The house rules of one ruleset, as the game sees them. A hook that no script uses costs
/// one test of a bit.
pub struct Hooks {
    used: u64,
    subscribed: u64,
    host: Box<dyn HookCaller>,
}

/// Calls the hooks of the host.
pub(crate) trait HookCaller: Send + Sync {
    /// Folds a value through the scripts of a hook, given its context and the state that it is about, if it is about
    /// one.
    fn call(&self, hook: usize, context: &[i64], state: StateRef, value: i64) -> Result<i64, GameError>;

    /// The dependencies of a hook's results, beside the value: bit `n` is field `n` of its context, and
    /// [`DEPENDS_ON_STATE`] anything else, or a field after the 63rd.
    fn dependencies(&self, hook: usize) -> u64;

    /// Notifies the house rules of an event.
    fn notify(&self, _event: usize, _fields: &[i64]) {}
}

/// The state that a hook is evaluated for: its address and type.
#[derive(Clone, Copy)]
pub(crate) struct StateRef {
    address: *const c_void,
    kind: TypeId,
}

impl StateRef {
    fn of<S: 'static>(state: &S) -> Self {
        Self { address: std::ptr::from_ref(state).cast(), kind: TypeId::of::<S>() }
    }

    /// The address of the state, if it is an `S`; otherwise null.
    #[inline]
    pub fn address<S: 'static>(self) -> *const c_void {
        if self.kind == TypeId::of::<S>() { self.address } else { std::ptr::null() }
    }
}

/// House rules that are a function, for the tests of a game.
struct Answered<F>(F);

impl<F: Fn(usize, &[i64], i64) -> i64 + Send + Sync> HookCaller for Answered<F> {
    fn call(&self, hook: usize, context: &[i64], _: StateRef, value: i64) -> Result<i64, GameError> {
        Ok((self.0)(hook, context, value))
    }

    fn dependencies(&self, _: usize) -> u64 {
        u64::MAX
    }
}

/// No house rules: every value is that of the rules.
struct NoRules;

impl HookCaller for NoRules {
    fn call(&self, _: usize, _: &[i64], _: StateRef, value: i64) -> Result<i64, GameError> {
        Ok(value)
    }

    fn dependencies(&self, _: usize) -> u64 {
        0
    }
}

impl Hooks {
    /// House rules that use every hook, for the tests of a game: `answer` receives the index of the hook, its context
    /// and the value, and returns the value to use.
    pub fn from_fn(answer: impl Fn(usize, &[i64], i64) -> i64 + Send + Sync + 'static) -> Self {
        Self::calling(u64::MAX, 0, Box::new(Answered(answer)))
    }

    /// Hooks with a bit of `used` for each that a script uses, and a bit of `subscribed` for each event that one
    /// subscribes to.
    pub(crate) const fn calling(used: u64, subscribed: u64, host: Box<dyn HookCaller>) -> Self {
        Self { used, subscribed, host }
    }

    /// No house rules.
    pub fn none() -> Self {
        Self::calling(0, 0, Box::new(NoRules))
    }

    /// Whether any house rule subscribes to the event at `index` of the game's declarations.
    #[inline]
    pub const fn subscribes_to(&self, index: usize) -> bool {
        index < MAX_HOOKS && self.subscribed >> index & 1 == 1
    }

    /// Notifies the house rules that subscribe to the event at `index`. Their effects follow the action in progress.
    #[inline]
    pub fn notify<const FIELDS: usize>(&self, index: usize, fields: impl FnOnce() -> [i64; FIELDS]) {
        if self.subscribes_to(index) {
            self.host.notify(index, &fields());
        }
    }

    /// Whether any script uses the hook at `index` of the game's declarations; false for an index beyond the last.
    #[inline]
    pub const fn uses(&self, index: usize) -> bool {
        index < MAX_HOOKS && self.used >> index & 1 == 1
    }

    /// The dependencies of the results of the hook at `index`, beside the value: bit `n` is field `n` of its context,
    /// and [`DEPENDS_ON_STATE`] anything else.
    pub fn dependencies(&self, index: usize) -> u64 {
        if self.uses(index) { self.host.dependencies(index) } else { 0 }
    }

    /// The value to use for the hook at `index`: `value` itself where no script uses it; then the context is not
    /// computed.
    ///
    /// A game calls the methods that [`hooks!`](crate::hooks!) makes of its declarations, and they call this. `state`
    /// is the state that the hook is evaluated for: the host reads facts from it. It is a
    /// [`Game::State`](crate::Game::State) of the game.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a script failed. The game returns it, and the host, which has the reason, reports it.
    #[inline]
    pub fn call<S: 'static, V: HookResult, const FIELDS: usize>(
        &self,
        index: usize,
        state: &S,
        context: impl FnOnce() -> [i64; FIELDS],
        value: V,
    ) -> Result<V, GameError> {
        if self.uses(index) {
            self.host.call(index, &context(), StateRef::of(state), value.code()).map(V::of)
        } else {
            Ok(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_that_no_script_uses_is_not_computed() {
        let hooks = Hooks::none();
        assert_eq!(hooks.call(0, &(), || -> [i64; 1] { unreachable!("no script uses it") }, 7), Ok(7));
    }

    #[test]
    fn the_last_hook_is_called_and_an_index_beyond_it_is_not() {
        let hooks = Hooks::from_fn(|_, _, value| value + 1);
        for index in [0, 1, 63] {
            assert_eq!((hooks.uses(index), hooks.call(index, &(), || [], 7)), (true, Ok(8)), "{index}");
        }
        for index in [64, 65, 127, 128, usize::MAX] {
            assert_eq!((hooks.uses(index), hooks.call(index, &(), || [], 7)), (false, Ok(7)), "{index}");
        }
    }
}

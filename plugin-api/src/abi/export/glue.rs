//! The conversion of the host's pointers and of results in every exported function.

#![allow(unsafe_code, reason = "turns raw pointers of the host into references")]

use crate::abi::{Sink, observer as observers, status};
use crate::{Action, Actions, Game, GameError, Observer, Seat};
use serde::Serialize;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// A failed call: its status and the text for the error sink.
pub(super) struct Failure(pub i32, pub String);

pub(super) type Called<T = ()> = Result<T, Failure>;

impl From<GameError> for Failure {
    fn from(fault: GameError) -> Self {
        let status = match fault {
            GameError::Refused(why) => return Self(status::ILLEGAL, why.to_owned()),
            GameError::Illegal => status::ILLEGAL,
            GameError::Hook => status::HOOK,
            GameError::Endless => status::ENDLESS,
            GameError::Unsupported => status::UNSUPPORTED,
            GameError::Stopped => status::STOPPED,
        };
        Self(status, String::new())
    }
}

pub(super) fn argument(message: impl Into<String>) -> Failure {
    Failure(status::ARGUMENT, message.into())
}

/// Runs a call: it catches panics, and writes the reason of a failure to `error`.
#[inline]
pub(super) fn guard(error: &Out<'_>, call: impl FnOnce() -> Called) -> i32 {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => status::OK,
        Ok(Err(Failure(status, message))) => {
            if !message.is_empty() {
                error.write(message.as_bytes());
            }
            status
        }
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "no reason given".to_owned());
            // A panic's payload may panic again when it is dropped; it is small and rare, so it stays.
            std::mem::forget(panic);
            error.write(message.as_bytes());
            status::PANIC
        }
    }
}

/// A sink of the host, for the time of a call.
pub(super) struct Out<'a>(pub Option<&'a Sink>);

impl Out<'_> {
    /// # Safety
    /// `sink` is null or lives through the call, and its `write` may be called with its `context`.
    #[inline]
    pub(super) unsafe fn of(sink: *const Sink) -> Self {
        // SAFETY: as the caller promises.
        Self(unsafe { sink.as_ref() })
    }

    pub(super) fn write(&self, bytes: &[u8]) {
        if let Some(Sink { context, write: Some(write) }) = self.0 {
            // SAFETY: the sink is one that was promised to `of`; the bytes live through the call, as `Sink::write`
            // requires.
            unsafe { write(*context, bytes.as_ptr(), bytes.len()) }
        }
    }

    pub(super) fn json(&self, value: &impl Serialize) -> Called {
        let text = serde_json::to_vec(value).map_err(|error| argument(error.to_string()))?;
        self.write(&text);
        Ok(())
    }
}

/// The rules behind a handle.
///
/// # Safety
/// `rules` is null or was returned by `rules_new` of the same game and was not freed.
#[inline]
pub(super) unsafe fn rules_of<'a, G: Game>(rules: *const c_void) -> Option<&'a G> {
    // SAFETY: as the caller promises.
    unsafe { rules.cast::<G>().as_ref() }
}

/// The state behind a handle, to read.
///
/// # Safety
/// `state` is null or was returned by `state_new` or `state_clone` of the same game, was not freed, and nobody writes
/// to it meanwhile.
#[inline]
pub(super) unsafe fn state_of<'a, G: Game>(state: *const c_void) -> Option<&'a G::State> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_ref() }
}

/// The state behind a handle, to write.
///
/// # Safety
/// As [`state_of`], and nobody else uses it meanwhile.
#[inline]
pub(super) unsafe fn state_mut<'a, G: Game>(state: *mut c_void) -> Option<&'a mut G::State> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_mut() }
}

/// The host's place for a result.
///
/// # Safety
/// `place` is null or valid for one write during the call.
#[inline]
pub(super) unsafe fn place_of<'a, T>(place: *mut T) -> Option<&'a mut MaybeUninit<T>> {
    // SAFETY: as the caller promises; its present content is not read.
    unsafe { place.cast::<MaybeUninit<T>>().as_mut() }
}

/// The host's buffer, which need not hold anything yet.
///
/// # Safety
/// `buffer` is null or has room for `len` values, used by nobody else during the call.
#[inline]
pub(super) unsafe fn buffer_of<'a, T>(buffer: *mut T, len: usize) -> Option<&'a mut [MaybeUninit<T>]> {
    if len == 0 {
        return Some(&mut []);
    }
    // SAFETY: not null, and as the caller promises; its present content is not read.
    (!buffer.is_null()).then(|| unsafe { slice::from_raw_parts_mut(buffer.cast(), len) })
}

/// The host's places for one number each.
///
/// # Safety
/// `buffer` is null or holds `len` numbers, used by nobody else during the call.
#[inline]
pub(super) unsafe fn numbers_of<'a>(buffer: *mut i64, len: usize) -> Option<&'a mut [i64]> {
    if len == 0 {
        return Some(&mut []);
    }
    // SAFETY: not null, and as the caller promises.
    (!buffer.is_null()).then(|| unsafe { slice::from_raw_parts_mut(buffer, len) })
}

/// Values that the host passes.
///
/// # Safety
/// `values` is null or points to `len` values that live through the call.
#[inline]
pub(super) unsafe fn values_of<'a, T>(values: *const T, len: usize) -> Option<&'a [T]> {
    if len == 0 {
        return Some(&[]);
    }
    // SAFETY: not null, and as the caller promises.
    (!values.is_null()).then(|| unsafe { slice::from_raw_parts(values, len) })
}

/// The target of a pointer of the host; an error if it was null.
#[inline]
pub(super) fn not_null<T>(what: Option<T>) -> Called<T> {
    what.ok_or_else(|| argument("a pointer is null"))
}

/// A seat's number as the host passes it.
pub(super) fn seat_of(code: u32) -> Called<Seat> {
    u8::try_from(code).map(Seat).map_err(|_| argument(format!("there is no seat {code}")))
}

pub(super) fn observer_of(code: u32) -> Called<Observer> {
    match code {
        observers::PUBLIC => Ok(Observer::Public),
        observers::REFEREE => Ok(Observer::Referee),
        seat => seat_of(seat).map(Observer::Seat),
    }
}

/// Writes the actions that `fill` lists into the host's buffer, as far as there is room, and their number to `len`.
#[inline]
pub(super) fn list(
    buffer: &mut [MaybeUninit<Action>],
    len: &mut MaybeUninit<usize>,
    fill: impl FnOnce(&mut Actions<'_>) -> Result<(), GameError>,
) -> Called {
    let capacity = buffer.len();
    let mut actions = Actions::over(buffer);
    fill(&mut actions)?;
    len.write(actions.len());
    if actions.len() > capacity { Err(Failure(status::TOO_SMALL, String::new())) } else { Ok(()) }
}

/// Makes functions of a table. Each has the arguments of the C function, but for its sink for errors, as the body
/// receives them:
///
/// | argument | the C function's | in the body |
/// |---|---|---|
/// | `Rules`, `State`, `StateMut` | a handle | a reference |
/// | `Seat`, `Observer`, `Action`, `Index` | `u32` | the value; of an index, `usize` |
/// | `Values<T>` | a pointer and a length | `&[T]` |
/// | `Numbers` | a pointer to `i64` and a length | `&mut [i64]` |
/// | `Buffer<T>`, `Actions` | a pointer and a length | places to write, of actions for their codes |
/// | `Place<T>` | a pointer | a place to write |
/// | `Sink` | a sink | [`Out`] |
///
/// Any other type is passed as it is. A null pointer, except to nothing, and a seat that cannot be, are errors.
macro_rules! shims {
    ($(fn $name:ident<G: $Trait:ident>($($arguments:tt)*) $body:block)+) => {
        $(shims!(@next (($name $Trait $body) () () ()) $($arguments)*,);)+
    };
    (@next $done:tt $arg:ident: Rules, $($more:tt)*) => {
        shims!(@add $done ($arg: *const c_void,) (not_null(rules_of::<G>($arg))?) $($more)*);
    };
    (@next $done:tt $arg:ident: State, $($more:tt)*) => {
        shims!(@add $done ($arg: *const c_void,) (not_null(state_of::<G>($arg))?) $($more)*);
    };
    (@next $done:tt $arg:ident: StateMut, $($more:tt)*) => {
        shims!(@add $done ($arg: *mut c_void,) (not_null(state_mut::<G>($arg))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Seat, $($more:tt)*) => {
        shims!(@add $done ($arg: u32,) (seat_of($arg)?) $($more)*);
    };
    (@next $done:tt $arg:ident: Observer, $($more:tt)*) => {
        shims!(@add $done ($arg: u32,) (observer_of($arg)?) $($more)*);
    };
    (@next $done:tt $arg:ident: Action, $($more:tt)*) => {
        shims!(@add $done ($arg: u32,) (Action($arg)) $($more)*);
    };
    (@next $done:tt $arg:ident: Index, $($more:tt)*) => {
        shims!(@add $done ($arg: u32,) ($arg as usize) $($more)*);
    };
    (@next $done:tt $arg:ident: Values<$T:ty>, $($more:tt)*) => {
        shims!(@add $done ($arg: *const $T, len: usize,) (not_null(values_of($arg, len))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Numbers, $($more:tt)*) => {
        shims!(@add $done ($arg: *mut i64, len: usize,) (not_null(numbers_of($arg, len))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Buffer<$T:ty>, $($more:tt)*) => {
        shims!(@add $done ($arg: *mut $T, len: usize,) (not_null(buffer_of($arg, len))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Actions, $($more:tt)*) => {
        // `Action` is transparent over `u32`.
        shims!(@add $done ($arg: *mut u32, len: usize,)
            (not_null(buffer_of($arg.cast::<Action>(), len))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Place<$T:ty>, $($more:tt)*) => {
        shims!(@add $done ($arg: *mut $T,) (not_null(place_of($arg))?) $($more)*);
    };
    (@next $done:tt $arg:ident: Sink, $($more:tt)*) => {
        shims!(@add $done ($arg: *const Sink,) (Out::of($arg)) $($more)*);
    };
    (@next $done:tt $arg:ident: $T:ty, $($more:tt)*) => {
        shims!(@add $done ($arg: $T,) ($arg) $($more)*);
    };
    (@add ($shim:tt ($($raw:tt)*) ($($names:ident)*) ($($values:tt)*))
        ($arg:ident: $($new:tt)*) $value:tt $($more:tt)*) => {
        shims!(@next ($shim ($($raw)* $arg: $($new)*) ($($names)* $arg) ($($values)* $value,)) $($more)*);
    };
    (@next (($name:ident $Trait:ident $body:block) ($($raw:tt)*) ($($names:ident)*) ($($values:tt)*))) => {
        /// # Safety
        /// As the field of this name in the table of the trait requires.
        unsafe extern "C" fn $name<G: $Trait>($($raw)* error: *const Sink) -> i32 {
            // SAFETY: a sink of the host.
            let error = unsafe { Out::of(error) };
            guard(&error, || {
                // SAFETY: pointers are null or point to what the field of the table describes. Handles are live and of
                // this plugin, or the state that a game of it passed to a hook and that is borrowed meanwhile.
                let ($($names,)*) = unsafe { ($($values)*) };
                $body
            })
        }
    };
}

pub(super) use shims;

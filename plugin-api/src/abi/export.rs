//! The plugin's side: turns a [`Game`] into a [`PluginTable`].
//!
//! Every function of the table begins by turning the host's pointers into references, which is all that is unsafe about it; what
//! follows runs inside `guard`, which no panic leaves.

#![allow(unsafe_code, reason = "the functions of the C ABI: raw pointers from the host")]

use super::{ABI_MAJOR, ABI_MINOR, HookTable, MAGIC, NOBODY, PluginTable, Sink, observer as observers, status};
use crate::{
    Action, Actions, Fault, Game, Hooks, MAX_HOOKS, Observer, Rng, Seat, Setup,
    hooks::{HookFailed, HookHost},
    knobs,
};
use serde::Serialize;
use serde_json::json;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// Exports `$game`, which implements [`Game`], as a Stonehouse plugin. Once per crate: the symbol has the crate's name in it, so that
/// several games can be linked into one program or one library.
#[macro_export]
macro_rules! export_game {
    ($game:ty) => {
        /// What the host looks for in this library.
        #[allow(unsafe_code, non_upper_case_globals, reason = "the exported symbol of the C ABI")]
        // SAFETY: the name begins as the plugin ABI says and ends with the name of this crate, which exports one game.
        #[unsafe(export_name = concat!("stonehouse_plugin_", env!("CARGO_CRATE_NAME")))]
        pub static stonehouse_plugin: $crate::abi::PluginTable = $crate::abi::export::table::<$game>();
    };
}

/// The table of a game.
pub const fn table<G: Game>() -> PluginTable {
    PluginTable {
        magic: MAGIC,
        struct_size: size_of::<PluginTable>() as u32,
        abi_major: ABI_MAJOR,
        abi_minor: ABI_MINOR,
        about: Some(about::<G>),
        panic_probe: Some(panic_probe),
        rules_new: Some(rules_new::<G>),
        rules_free: Some(rules_free::<G>),
        seating: Some(seating::<G>),
        state_new: Some(state_new::<G>),
        state_free: Some(state_free::<G>),
        state_clone: Some(state_clone::<G>),
        state_copy: Some(state_copy::<G>),
        deal: Some(deal::<G>),
        to_act: Some(to_act::<G>),
        legal_actions: Some(legal_actions::<G>),
        apply: Some(apply::<G>),
        outcome: Some(outcome::<G>),
        determinize: Some(determinize::<G>),
        playout: Some(playout::<G>),
        scene: Some(scene::<G>),
        describe: Some(describe::<G>),
        rollout: Some(rollout::<G>),
        prospects: Some(prospects::<G>),
        candidates: Some(candidates::<G>),
        reveal: Some(reveal::<G>),
    }
}

/// Why a call fails: its status and the text for the error sink.
struct Failure(i32, String);

type Called<T = ()> = Result<T, Failure>;

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let status = match fault {
            Fault::Illegal => status::ILLEGAL,
            Fault::Hook => status::HOOK,
            Fault::Endless => status::ENDLESS,
        };
        Self(status, String::new())
    }
}

fn argument(message: impl Into<String>) -> Failure {
    Failure(status::ARGUMENT, message.into())
}

/// Runs a call: no panic leaves it, and the reason of its failure goes to `error`.
#[inline]
fn guard(error: &Out<'_>, call: impl FnOnce() -> Called) -> i32 {
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
struct Out<'a>(Option<&'a Sink>);

impl Out<'_> {
    /// # Safety
    /// `sink` is null or lives through the call, and its `write` may be called with its `context`.
    #[inline]
    unsafe fn of(sink: *const Sink) -> Self {
        // SAFETY: as the caller promises.
        Self(unsafe { sink.as_ref() })
    }

    fn write(&self, bytes: &[u8]) {
        if let Some(Sink { context, write: Some(write) }) = self.0 {
            // SAFETY: the sink is one that `of` was promised; the bytes live through the call, as `Sink::write` asks.
            unsafe { write(*context, bytes.as_ptr(), bytes.len()) }
        }
    }

    fn json(&self, value: &impl Serialize) -> Called {
        let text = serde_json::to_vec(value).map_err(|error| argument(error.to_string()))?;
        self.write(&text);
        Ok(())
    }
}

/// The rules behind a handle.
///
/// # Safety
/// `rules` is null or came from `rules_new` of the same game and was not freed.
#[inline]
unsafe fn rules_of<'a, G: Game>(rules: *const c_void) -> Option<&'a G> {
    // SAFETY: as the caller promises.
    unsafe { rules.cast::<G>().as_ref() }
}

/// The state behind a handle, to read.
///
/// # Safety
/// `state` is null or came from `state_new` or `state_clone` of the same game, was not freed, and nobody
/// writes to it meanwhile.
#[inline]
unsafe fn state_of<'a, G: Game>(state: *const c_void) -> Option<&'a G::State> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_ref() }
}

/// The state behind a handle, to write.
///
/// # Safety
/// As [`state_of`], and nobody else uses it meanwhile.
#[inline]
unsafe fn state_mut<'a, G: Game>(state: *mut c_void) -> Option<&'a mut G::State> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_mut() }
}

/// The host's place for a result.
///
/// # Safety
/// `place` is null or valid for one write during the call.
#[inline]
unsafe fn place_of<'a, T>(place: *mut T) -> Option<&'a mut MaybeUninit<T>> {
    // SAFETY: as the caller promises; what is there now is not read.
    unsafe { place.cast::<MaybeUninit<T>>().as_mut() }
}

/// The host's buffer.
///
/// # Safety
/// `buffer` is null or holds `len` initialised values, used by nobody else during the call.
#[inline]
unsafe fn buffer_of<'a, T>(buffer: *mut T, len: usize) -> Option<&'a mut [T]> {
    if len == 0 {
        return Some(&mut []);
    }
    // SAFETY: not null, and as the caller promises.
    (!buffer.is_null()).then(|| unsafe { slice::from_raw_parts_mut(buffer, len) })
}

/// What a pointer of the host led to, unless it was null.
#[inline]
fn given<T>(what: Option<T>) -> Called<T> {
    what.ok_or_else(|| argument("a pointer is null"))
}

/// A seat's number as the host passes it.
fn seat_of(code: u32) -> Called<Seat> {
    u8::try_from(code).map(Seat).map_err(|_| argument(format!("there is no seat {code}")))
}

fn observer_of(code: u32) -> Called<Observer> {
    match code {
        observers::PUBLIC => Ok(Observer::Public),
        observers::REFEREE => Ok(Observer::Referee),
        seat => seat_of(seat).map(Observer::Seat),
    }
}

/// The host's hooks, as the game sees them.
struct HostHooks {
    used: u64,
    context: *const c_void,
    fold: unsafe extern "C" fn(*const c_void, u32, *const i64, usize, *mut i64) -> i32,
}

impl HostHooks {
    /// Copies the host's table; `None` when there is none.
    ///
    /// # Safety
    /// `hooks` is null or as long as its `struct_size` says, and `fold` may be called with `context` until the rules are freed.
    unsafe fn of(hooks: *const HookTable) -> Called<Option<Self>> {
        if hooks.is_null() {
            return Ok(None);
        }
        // SAFETY: not null, and the size comes first in every version of the table.
        let size = unsafe { hooks.cast::<u32>().read() };
        if (size as usize) < size_of::<HookTable>() {
            return Err(argument(format!("the table of hooks is cut short: {size} bytes")));
        }
        // SAFETY: the table is whole.
        let HookTable { used, context, fold, .. } = unsafe { hooks.read() };
        let fold = fold.ok_or_else(|| argument("the table of hooks has no `fold`"))?;
        Ok(Some(Self { used, context, fold }))
    }
}

// SAFETY: the host promises in `HookTable` that `fold` may be called with `context` from any thread.
unsafe impl Send for HostHooks {}
// SAFETY: as above.
unsafe impl Sync for HostHooks {}

impl HookHost for HostHooks {
    fn uses(&self, index: usize) -> bool {
        index < MAX_HOOKS && self.used >> index & 1 == 1
    }

    #[inline]
    fn fold(&self, index: usize, context: &[i64], value: i64) -> Result<i64, HookFailed> {
        let mut value = value;
        // SAFETY: `fold` and its context came from the host together; the slice and the value live through the call.
        let status =
            unsafe { (self.fold)(self.context, index as u32, context.as_ptr(), context.len(), &raw mut value) };
        if status == status::OK { Ok(value) } else { Err(HookFailed) }
    }
}

// The functions of the table. Each may be called as the ABI's rules in `super` and the field of its name in `PluginTable` say: pointers
// are null or point to what the field describes, handles are alive and of this plugin, and nobody writes to a state meanwhile.

/// # Safety
/// As [`PluginTable::about`] asks.
unsafe extern "C" fn about<G: Game>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || {
        out.json(&json!({
            "about": G::about(),
            "knobs": knobs::declared::<G::Knobs>(),
            "knob_schema": knobs::schema::<G::Knobs>(),
            "hooks": G::hooks(),
        }))
    })
}

/// # Safety
/// As [`PluginTable::panic_probe`] asks.
unsafe extern "C" fn panic_probe(error: *const Sink) -> i32 {
    // SAFETY: a sink of the host.
    let error = unsafe { Out::of(error) };
    guard(&error, || panic!("asked to panic"))
}

/// # Safety
/// As [`PluginTable::rules_new`] asks.
unsafe extern "C" fn rules_new<G: Game>(
    json: *const u8,
    len: usize,
    hooks: *const HookTable,
    rules: *mut *mut c_void,
    error: *const Sink,
) -> i32 {
    #[derive(serde::Deserialize)]
    struct Request<K> {
        seats: u8,
        knobs: K,
    }
    // SAFETY: the host's text of `len` bytes, its hooks, its place for the handle, and its sink.
    let (json, hooks, rules, error) = unsafe {
        let json = (!json.is_null()).then(|| slice::from_raw_parts(json, len));
        (json, HostHooks::of(hooks), place_of(rules), Out::of(error))
    };
    guard(&error, || {
        let json = given(json)?;
        let Request { seats, knobs } = serde_json::from_slice(json).map_err(|error| argument(error.to_string()))?;
        let hooks = hooks?.map_or_else(Hooks::none, |hooks| Hooks::new(Box::new(hooks), G::hooks().len()));
        match G::new(Setup { seats, knobs, hooks }) {
            Ok(game) => {
                given(rules)?.write(Box::into_raw(Box::new(game)).cast());
                Ok(())
            }
            Err(error) => Err(Failure(status::RULES, json!(error).to_string())),
        }
    })
}

/// # Safety
/// As [`PluginTable::rules_free`] asks.
unsafe extern "C" fn rules_free<G: Game>(rules: *mut c_void) {
    // SAFETY: null, or from `Box::into_raw` in `rules_new` and given back once.
    let rules = (!rules.is_null()).then(|| unsafe { Box::from_raw(rules.cast::<G>()) });
    guard(&Out(None), || {
        drop(rules);
        Ok(())
    });
}

/// # Safety
/// As [`PluginTable::seating`] asks.
unsafe extern "C" fn seating<G: Game>(rules: *const c_void, out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin, and sinks of the host.
    let (rules, out, error) = unsafe { (rules_of::<G>(rules), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&given(rules)?.seating()))
}

/// # Safety
/// As [`PluginTable::state_new`] asks.
unsafe extern "C" fn state_new<G: Game>(
    rules: *const c_void,
    seed: u64,
    state: *mut *mut c_void,
    error: *const Sink,
) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the handle, and its sink.
    let (rules, place, error) = unsafe { (rules_of::<G>(rules), place_of(state), Out::of(error)) };
    guard(&error, || {
        let (rules, place) = (given(rules)?, given(place)?);
        place.write(Box::into_raw(Box::new(rules.deal(seed)?)).cast());
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::state_free`] asks.
unsafe extern "C" fn state_free<G: Game>(state: *mut c_void) {
    // SAFETY: null, or from `Box::into_raw` in `state_new` or `state_clone` and given back once.
    let state = (!state.is_null()).then(|| unsafe { Box::from_raw(state.cast::<G::State>()) });
    guard(&Out(None), || {
        drop(state);
        Ok(())
    });
}

/// # Safety
/// As [`PluginTable::state_clone`] asks.
unsafe extern "C" fn state_clone<G: Game>(state: *const c_void, clone: *mut *mut c_void, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the handle, and its sink.
    let (state, place, error) = unsafe { (state_of::<G>(state), place_of(clone), Out::of(error)) };
    guard(&error, || {
        let (state, place) = (given(state)?, given(place)?);
        place.write(Box::into_raw(Box::new(state.clone())).cast());
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::state_copy`] asks.
unsafe extern "C" fn state_copy<G: Game>(state: *mut c_void, source: *const c_void, error: *const Sink) -> i32 {
    // SAFETY: two different live handles of this plugin, and a sink of the host.
    let (state, source, error) = unsafe { (state_mut::<G>(state), state_of::<G>(source), Out::of(error)) };
    guard(&error, || {
        given(state)?.clone_from(given(source)?);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::deal`] asks.
unsafe extern "C" fn deal<G: Game>(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || {
        *given(state)? = given(rules)?.deal(seed)?;
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::to_act`] asks.
unsafe extern "C" fn to_act<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    seat: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's place for the seat, and its sink.
    let (rules, state, seat, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), place_of(seat), Out::of(error)) };
    guard(&error, || {
        given(seat)?.write(given(rules)?.to_act(given(state)?).map_or(NOBODY, |seat| u32::from(seat.0)));
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::legal_actions`] asks.
unsafe extern "C" fn legal_actions<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: the arguments are the host's, as this function asks for them.
    unsafe { list(rules, state, (buffer, capacity), len, error, G::legal_actions) }
}

/// # Safety
/// As [`PluginTable::candidates`] asks.
unsafe extern "C" fn candidates<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: as above.
    unsafe { list(rules, state, (buffer, capacity), len, error, G::candidates) }
}

/// Writes a list of actions into the host's buffer.
///
/// # Safety
/// As [`PluginTable::legal_actions`] asks.
#[inline]
unsafe fn list<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    (buffer, capacity): (*mut u32, usize),
    len: *mut usize,
    error: *const Sink,
    fill: impl Fn(&G, &G::State, &mut Actions<'_>) -> Result<(), Fault>,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer of `capacity` integers (`Action` is transparent over `u32`), its place
    // for the length, and its sink.
    let (rules, state, buffer, len, error) = unsafe {
        let buffer = buffer_of(buffer.cast::<Action>(), capacity);
        (rules_of::<G>(rules), state_of::<G>(state), buffer, place_of(len), Out::of(error))
    };
    guard(&error, || {
        let mut actions = Actions::new(given(buffer)?);
        fill(given(rules)?, given(state)?, &mut actions)?;
        given(len)?.write(actions.len());
        if actions.len() > capacity { Err(Failure(status::TOO_SMALL, String::new())) } else { Ok(()) }
    })
}

/// # Safety
/// As [`PluginTable::apply`] asks.
unsafe extern "C" fn apply<G: Game>(rules: *const c_void, state: *mut c_void, action: u32, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || Ok(given(rules)?.apply(given(state)?, Action(action))?))
}

/// # Safety
/// As [`PluginTable::outcome`] asks.
unsafe extern "C" fn outcome<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    scores: *mut i64,
    seats: usize,
    winners: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer of one integer per seat, its place for the winners, and its sink.
    let (rules, state, scores, winners, error) = unsafe {
        let scores = buffer_of(scores, seats);
        (rules_of::<G>(rules), state_of::<G>(state), scores, place_of(winners), Out::of(error))
    };
    guard(&error, || {
        let (rules, state) = (given(rules)?, given(state)?);
        rules.scores(state, given(scores)?);
        given(winners)?.write(rules.winners(state).0);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::determinize`] asks.
unsafe extern "C" fn determinize<G: Game>(
    rules: *const c_void,
    state: *mut c_void,
    seat: u32,
    seed: u64,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || {
        given(rules)?.determinize(given(state)?, seat_of(seat)?, seed);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::playout`] asks.
unsafe extern "C" fn playout<G: Game>(
    rules: *const c_void,
    state: *mut c_void,
    seed: u64,
    played: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's place for the count, and its sink.
    let (rules, state, played, error) =
        unsafe { (rules_of::<G>(rules), state_mut::<G>(state), place_of(played), Out::of(error)) };
    guard(&error, || {
        given(played)?.write(given(rules)?.playout(given(state)?, &mut Rng::from_seed(seed))?);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::scene`] asks.
unsafe extern "C" fn scene<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&given(rules)?.scene(given(state)?, observer_of(observer)?)))
}

/// # Safety
/// As [`PluginTable::describe`] asks.
unsafe extern "C" fn describe<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    action: u32,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&given(rules)?.describe(given(state)?, Action(action), observer_of(observer)?)))
}

/// # Safety
/// As [`PluginTable::rollout`] asks.
unsafe extern "C" fn rollout<G: Game>(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || Ok(given(rules)?.rollout(given(state)?, &mut Rng::from_seed(seed))?))
}

/// # Safety
/// As [`PluginTable::prospects`] asks.
unsafe extern "C" fn prospects<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    prospects: *mut i64,
    seats: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer of one integer per seat, and its sink.
    let (rules, state, prospects, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), buffer_of(prospects, seats), Out::of(error)) };
    guard(&error, || {
        given(rules)?.prospects(given(state)?, given(prospects)?);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::reveal`] asks.
unsafe extern "C" fn reveal<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&given(rules)?.reveal(given(state)?)))
}

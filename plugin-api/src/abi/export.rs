//! The plugin's side: turns a [`Game`] into a [`PluginTable`].

use super::{ABI_MAJOR, ABI_MINOR, HookTable, MAGIC, NOBODY, PluginTable, Sink, observer as observers, status};
use crate::{
    Action, Actions, Fault, Game, Hooks, Observer, Rng, Seat, Setup,
    hooks::{HookFailed, HookHost},
    knobs,
};
use serde::Serialize;
use serde_json::json;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// Exports `$game`, which implements [`Game`], as a Stonehouse plugin. Once per library.
#[macro_export]
macro_rules! export_game {
    ($game:ty) => {
        /// What the host looks for in this library.
        #[allow(unsafe_code, non_upper_case_globals, reason = "the one exported symbol of the C ABI")]
        // SAFETY: the name is the plugin ABI's own, and a library exports one game.
        #[unsafe(no_mangle)]
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

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let status = match fault {
            Fault::Illegal => status::ILLEGAL,
            Fault::Hook => status::HOOK,
        };
        Self(status, String::new())
    }
}

fn argument(message: impl Into<String>) -> Failure {
    Failure(status::ARGUMENT, message.into())
}

/// Runs a call: no panic leaves it, and its failure is told.
#[inline]
fn guard(error: *const Sink, call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => status::OK,
        Ok(Err(Failure(status, message))) => {
            if !message.is_empty() {
                write(error, message.as_bytes());
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
            write(error, message.as_bytes());
            status::PANIC
        }
    }
}

fn write(sink: *const Sink, bytes: &[u8]) {
    // SAFETY: the caller passes null or a sink that lives through the call.
    if let Some(sink) = unsafe { sink.as_ref() }
        && let Some(write) = sink.write
    {
        // SAFETY: the bytes live through the call, as `Sink::write` asks.
        unsafe { write(sink.context, bytes.as_ptr(), bytes.len()) }
    }
}

fn write_json(sink: *const Sink, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_vec(value).map_err(|error| argument(error.to_string()))?;
    write(sink, &text);
    Ok(())
}

/// The rules behind a handle.
///
/// # Safety
/// `rules` is null or came from `rules_new` of the same game and was not freed.
#[inline]
unsafe fn rules_of<'a, G: Game>(rules: *const c_void) -> Result<&'a G, Failure> {
    // SAFETY: as the caller promises.
    unsafe { rules.cast::<G>().as_ref() }.ok_or_else(|| argument("the rules are null"))
}

/// The state behind a handle, to read.
///
/// # Safety
/// `state` is null or came from `state_new` or `state_clone` of the same game, was not freed, and nobody
/// writes to it meanwhile.
#[inline]
unsafe fn state_of<'a, G: Game>(state: *const c_void) -> Result<&'a G::State, Failure> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_ref() }.ok_or_else(|| argument("the state is null"))
}

/// The state behind a handle, to write.
///
/// # Safety
/// As [`state_of`], and nobody else uses it meanwhile.
#[inline]
unsafe fn state_mut<'a, G: Game>(state: *mut c_void) -> Result<&'a mut G::State, Failure> {
    // SAFETY: as the caller promises.
    unsafe { state.cast::<G::State>().as_mut() }.ok_or_else(|| argument("the state is null"))
}

/// Writes a result through a caller's pointer.
///
/// # Safety
/// `place` is null or valid for one write.
#[inline]
unsafe fn put<T>(place: *mut T, value: T) -> Result<(), Failure> {
    if place.is_null() {
        return Err(argument("the place for the result is null"));
    }
    // SAFETY: not null, and valid as the caller promises.
    unsafe { place.write(value) };
    Ok(())
}

fn observer(code: u32) -> Observer {
    match code {
        observers::PUBLIC => Observer::Public,
        observers::REFEREE => Observer::Referee,
        seat => Observer::Seat(Seat(seat as u8)),
    }
}

/// The host's hooks, as the game sees them.
struct HostHooks {
    used: u64,
    context: *const c_void,
    fold: unsafe extern "C" fn(*const c_void, u32, *const i64, usize, *mut i64) -> i32,
}

// SAFETY: the host promises in `HookTable` that `fold` may be called with `context` from any thread.
unsafe impl Send for HostHooks {}
// SAFETY: as above.
unsafe impl Sync for HostHooks {}

impl HookHost for HostHooks {
    fn uses(&self, index: usize) -> bool {
        self.used >> index & 1 == 1
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

extern "C" fn about<G: Game>(out: *const Sink, error: *const Sink) -> i32 {
    guard(error, || {
        write_json(
            out,
            &json!({
                "about": G::about(),
                "knobs": knobs::declared::<G::Knobs>(),
                "knob_schema": knobs::schema::<G::Knobs>(),
                "hooks": G::hooks(),
            }),
        )
    })
}

extern "C" fn panic_probe(error: *const Sink) -> i32 {
    guard(error, || panic!("asked to panic"))
}

extern "C" fn rules_new<G: Game>(
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
    guard(error, || {
        if json.is_null() {
            return Err(argument("the ruleset is null"));
        }
        // SAFETY: not null, and `len` bytes long as the host promises.
        let json = unsafe { slice::from_raw_parts(json, len) };
        let Request { seats, knobs } = serde_json::from_slice(json).map_err(|error| argument(error.to_string()))?;
        // SAFETY: null, or a table that lives until the rules are freed.
        let hooks = match unsafe { hooks.as_ref() } {
            Some(HookTable { used, context, fold: Some(fold), .. }) => {
                Hooks::new(Box::new(HostHooks { used: *used, context: *context, fold: *fold }), G::hooks().len())
            }
            _ => Hooks::none(),
        };
        match G::new(Setup { seats, knobs, hooks }) {
            // SAFETY: the host's place for the handle.
            Ok(game) => unsafe { put(rules, Box::into_raw(Box::new(game)).cast()) },
            Err(error) => Err(Failure(status::RULES, json!(error).to_string())),
        }
    })
}

extern "C" fn rules_free<G: Game>(rules: *mut c_void) {
    guard(std::ptr::null(), || {
        if !rules.is_null() {
            // SAFETY: from `Box::into_raw` in `rules_new`, and given back once.
            drop(unsafe { Box::from_raw(rules.cast::<G>()) });
        }
        Ok(())
    });
}

extern "C" fn seating<G: Game>(rules: *const c_void, out: *const Sink, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: the host passes handles of this plugin, alive and unshared as the ABI asks (here and below).
        let rules = unsafe { rules_of::<G>(rules) }?;
        write_json(out, &rules.seating())
    })
}

extern "C" fn state_new<G: Game>(rules: *const c_void, seed: u64, state: *mut *mut c_void, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: a live handle of this plugin.
        let dealt = unsafe { rules_of::<G>(rules) }?.deal(seed)?;
        // SAFETY: the host's place for the handle.
        unsafe { put(state, Box::into_raw(Box::new(dealt)).cast()) }
    })
}

extern "C" fn state_free<G: Game>(state: *mut c_void) {
    guard(std::ptr::null(), || {
        if !state.is_null() {
            // SAFETY: from `Box::into_raw` in `state_new` or `state_clone`, and given back once.
            drop(unsafe { Box::from_raw(state.cast::<G::State>()) });
        }
        Ok(())
    });
}

extern "C" fn state_clone<G: Game>(state: *const c_void, clone: *mut *mut c_void, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: a live handle of this plugin.
        let copy = unsafe { state_of::<G>(state) }?.clone();
        // SAFETY: the host's place for the handle.
        unsafe { put(clone, Box::into_raw(Box::new(copy)).cast()) }
    })
}

extern "C" fn state_copy<G: Game>(state: *mut c_void, source: *const c_void, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: two different live handles of this plugin.
        unsafe { state_mut::<G>(state)?.clone_from(state_of::<G>(source)?) };
        Ok(())
    })
}

extern "C" fn deal<G: Game>(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        unsafe { *state_mut::<G>(state)? = rules_of::<G>(rules)?.deal(seed)? };
        Ok(())
    })
}

extern "C" fn to_act<G: Game>(rules: *const c_void, state: *const c_void, seat: *mut u32, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        let acting = unsafe { rules_of::<G>(rules)?.to_act(state_of::<G>(state)?) };
        // SAFETY: the host's place for the seat.
        unsafe { put(seat, acting.map_or(NOBODY, |seat| u32::from(seat.0))) }
    })
}

extern "C" fn legal_actions<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: the arguments are the host's, as this function asks for them.
    guard(error, || unsafe { list(rules, state, buffer, capacity, len, G::legal_actions) })
}

extern "C" fn candidates<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: as above.
    guard(error, || unsafe { list(rules, state, buffer, capacity, len, G::candidates) })
}

/// Writes a list of actions into the host's buffer.
///
/// # Safety
/// Live handles of this plugin; `buffer` is null or has `capacity` initialised integers; `len` is null or a place for one.
unsafe fn list<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    fill: impl Fn(&G, &G::State, &mut Actions<'_>) -> Result<(), Fault>,
) -> Result<(), Failure> {
    let buffer = if buffer.is_null() || capacity == 0 {
        &mut []
    } else {
        // SAFETY: the host's buffer of `capacity` initialised integers; `Action` is transparent over `u32`.
        unsafe { slice::from_raw_parts_mut(buffer.cast::<Action>(), capacity) }
    };
    let mut actions = Actions::new(buffer);
    // SAFETY: live handles of this plugin.
    unsafe { fill(rules_of::<G>(rules)?, state_of::<G>(state)?, &mut actions)? };
    let needed = actions.len();
    // SAFETY: the host's place for the length.
    unsafe { put(len, needed) }?;
    if needed > capacity { Err(Failure(status::TOO_SMALL, String::new())) } else { Ok(()) }
}

extern "C" fn apply<G: Game>(rules: *const c_void, state: *mut c_void, action: u32, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        unsafe { rules_of::<G>(rules)?.apply(state_mut::<G>(state)?, Action(action))? };
        Ok(())
    })
}

extern "C" fn outcome<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    scores: *mut i64,
    seats: usize,
    winners: *mut u32,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        if scores.is_null() {
            return Err(argument("the place for the scores is null"));
        }
        // SAFETY: live handles of this plugin.
        let (rules, state) = unsafe { (rules_of::<G>(rules)?, state_of::<G>(state)?) };
        // SAFETY: the host's buffer of one integer per seat, initialised.
        rules.scores(state, unsafe { slice::from_raw_parts_mut(scores, seats) });
        // SAFETY: the host's place for the winners.
        unsafe { put(winners, rules.winners(state).0) }
    })
}

extern "C" fn determinize<G: Game>(
    rules: *const c_void,
    state: *mut c_void,
    seat: u32,
    seed: u64,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        unsafe { rules_of::<G>(rules)?.determinize(state_mut::<G>(state)?, Seat(seat as u8), seed) };
        Ok(())
    })
}

extern "C" fn playout<G: Game>(
    rules: *const c_void,
    state: *mut c_void,
    seed: u64,
    played: *mut u32,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        let count = unsafe { rules_of::<G>(rules)?.playout(state_mut::<G>(state)?, &mut Rng::from_seed(seed))? };
        // SAFETY: the host's place for the count.
        unsafe { put(played, count) }
    })
}

extern "C" fn scene<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    code: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        let scene = unsafe { rules_of::<G>(rules)?.scene(state_of::<G>(state)?, observer(code)) };
        write_json(out, &scene)
    })
}

extern "C" fn describe<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    action: u32,
    code: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        let (rules, state) = unsafe { (rules_of::<G>(rules)?, state_of::<G>(state)?) };
        write_json(out, &rules.describe(state, Action(action), observer(code)))
    })
}

extern "C" fn rollout<G: Game>(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        unsafe { rules_of::<G>(rules)?.rollout(state_mut::<G>(state)?, &mut Rng::from_seed(seed))? };
        Ok(())
    })
}

extern "C" fn prospects<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    prospects: *mut i64,
    seats: usize,
    error: *const Sink,
) -> i32 {
    guard(error, || {
        if prospects.is_null() {
            return Err(argument("the place for the prospects is null"));
        }
        // SAFETY: live handles of this plugin.
        let (rules, state) = unsafe { (rules_of::<G>(rules)?, state_of::<G>(state)?) };
        // SAFETY: the host's buffer of one integer per seat, initialised.
        rules.prospects(state, unsafe { slice::from_raw_parts_mut(prospects, seats) });
        Ok(())
    })
}

extern "C" fn reveal<G: Game>(rules: *const c_void, state: *const c_void, out: *const Sink, error: *const Sink) -> i32 {
    guard(error, || {
        // SAFETY: live handles of this plugin.
        let revealed = unsafe { rules_of::<G>(rules)?.reveal(state_of::<G>(state)?) };
        write_json(out, &revealed)
    })
}

//! The core table of a game.

#![allow(unsafe_code, reason = "the functions of the C ABI: raw pointers from the host")]

use super::Exported;
use super::glue::{
    Failure, Out, argument, guard, list, not_null, numbers_of, observer_of, place_of, rules_of, state_mut, state_of,
    values_of,
};
use super::host::{HostHooks, HostSide};
use crate::abi::host::HostTable;
use crate::abi::{ABI_MAJOR, ABI_MINOR, MAGIC, PluginTable, Sink, status, turn as turns};
use crate::{Action, Game, Hooks, KnobSet, Setup, Turn};
use serde_json::{Map, Value, json};
use std::ffi::{CStr, c_char, c_void};
use std::ptr;

/// The table of a game.
pub const fn table<G: Exported>() -> PluginTable {
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
        turn: Some(turn::<G>),
        legal_actions: Some(legal_actions::<G>),
        apply: Some(apply::<G>),
        outcome: Some(outcome::<G>),
        scene: Some(scene::<G>),
        describe: Some(describe::<G>),
        reveal: Some(reveal::<G>),
        extension: Some(extension::<G>),
        describe_all: Some(describe_all::<G>),
    }
}

// The functions of the table. Each may be called as the ABI's rules in `super` and the field of its name in
// `PluginTable` state: pointers are null or point to what the field describes, handles are live and of this plugin, and
// nobody writes to a state meanwhile.

/// # Safety
/// As [`PluginTable::about`] requires.
unsafe extern "C" fn about<G: Game>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || {
        out.json(&json!({
            "about": G::about(),
            "knobs": G::Knobs::declared(),
            "hooks": G::hooks(),
            "events": G::events(),
            "seat_words": G::seat_words(),
        }))
    })
}

/// # Safety
/// As [`PluginTable::panic_probe`] requires.
unsafe extern "C" fn panic_probe(error: *const Sink) -> i32 {
    // SAFETY: a sink of the host.
    let error = unsafe { Out::of(error) };
    guard(&error, || panic!("panics for the host"))
}

/// # Safety
/// As [`PluginTable::rules_new`] requires.
unsafe extern "C" fn rules_new<G: Game>(
    json: *const u8,
    len: usize,
    host: *const HostTable,
    rules: *mut *mut c_void,
    error: *const Sink,
) -> i32 {
    #[derive(serde::Deserialize)]
    struct Request {
        seats: u8,
        knobs: Map<String, Value>,
    }
    // SAFETY: the host's text of `len` bytes, its table, its place for the handle, and its sink.
    let (json, host, rules, error) = unsafe {
        let json = (!json.is_null()).then_some(()).and_then(|()| values_of(json, len));
        (json, HostSide::of(host), place_of(rules), Out::of(error))
    };
    guard(&error, || {
        let json = not_null(json)?;
        let Request { seats, knobs } = serde_json::from_slice(json).map_err(|error| argument(error.to_string()))?;
        let knobs = G::Knobs::read(&knobs).map_err(|error| argument(error.to_string()))?;
        let HostSide { hooks, host } = host?;
        let hooks = hooks.map_or_else(Hooks::none, HostHooks::hooks::<G>);
        match G::new(Setup { seats, knobs, hooks, host }) {
            Ok(game) => {
                not_null(rules)?.write(Box::into_raw(Box::new(game)).cast());
                Ok(())
            }
            Err(error) => Err(Failure(status::RULES, json!(error).to_string())),
        }
    })
}

/// # Safety
/// As [`PluginTable::rules_free`] requires.
unsafe extern "C" fn rules_free<G: Game>(rules: *mut c_void) {
    // SAFETY: null, or from `Box::into_raw` in `rules_new` and given back once.
    let rules = (!rules.is_null()).then(|| unsafe { Box::from_raw(rules.cast::<G>()) });
    guard(&Out(None), || {
        drop(rules);
        Ok(())
    });
}

/// # Safety
/// As [`PluginTable::seating`] requires.
unsafe extern "C" fn seating<G: Game>(rules: *const c_void, out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin, and sinks of the host.
    let (rules, out, error) = unsafe { (rules_of::<G>(rules), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&not_null(rules)?.seating()))
}

/// # Safety
/// As [`PluginTable::state_new`] requires.
unsafe extern "C" fn state_new<G: Game>(
    rules: *const c_void,
    seed: u64,
    state: *mut *mut c_void,
    error: *const Sink,
) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the handle, and its sink.
    let (rules, place, error) = unsafe { (rules_of::<G>(rules), place_of(state), Out::of(error)) };
    guard(&error, || {
        let (rules, place) = (not_null(rules)?, not_null(place)?);
        place.write(Box::into_raw(Box::new(rules.deal(seed)?)).cast());
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::state_free`] requires.
unsafe extern "C" fn state_free<G: Game>(state: *mut c_void) {
    // SAFETY: null, or from `Box::into_raw` in `state_new` or `state_clone` and given back once.
    let state = (!state.is_null()).then(|| unsafe { Box::from_raw(state.cast::<G::State>()) });
    guard(&Out(None), || {
        drop(state);
        Ok(())
    });
}

/// # Safety
/// As [`PluginTable::state_clone`] requires.
unsafe extern "C" fn state_clone<G: Game>(state: *const c_void, clone: *mut *mut c_void, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the handle, and its sink.
    let (state, place, error) = unsafe { (state_of::<G>(state), place_of(clone), Out::of(error)) };
    guard(&error, || {
        let (state, place) = (not_null(state)?, not_null(place)?);
        place.write(Box::into_raw(Box::new(state.clone())).cast());
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::state_copy`] requires.
unsafe extern "C" fn state_copy<G: Game>(state: *mut c_void, source: *const c_void, error: *const Sink) -> i32 {
    // SAFETY: two different live handles of this plugin, and a sink of the host.
    let (state, source, error) = unsafe { (state_mut::<G>(state), state_of::<G>(source), Out::of(error)) };
    guard(&error, || {
        not_null(state)?.clone_from(not_null(source)?);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::deal`] requires.
unsafe extern "C" fn deal<G: Game>(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || {
        *not_null(state)? = not_null(rules)?.deal(seed)?;
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::turn`] requires.
unsafe extern "C" fn turn<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    turn: *mut u32,
    seats: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's places for turn and seats, and its sink.
    let (rules, state, turn, seats, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), place_of(turn), place_of(seats), Out::of(error)) };
    guard(&error, || {
        let code = match not_null(rules)?.turn(not_null(state)?) {
            Turn::Seat(seat) => seat.0.into(),
            Turn::Over => turns::OVER,
            Turn::Chance => turns::CHANCE,
            Turn::Together(set) => {
                not_null(seats)?.write(set.0);
                turns::TOGETHER
            }
        };
        not_null(turn)?.write(code);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::legal_actions`] requires.
unsafe extern "C" fn legal_actions<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: the arguments are the host's, as this function requires them.
    unsafe { list(rules, state, (buffer, capacity), len, error, G::legal_actions) }
}

/// # Safety
/// As [`PluginTable::apply`] requires.
unsafe extern "C" fn apply<G: Game>(rules: *const c_void, state: *mut c_void, action: u32, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || Ok(not_null(rules)?.apply(not_null(state)?, Action(action))?))
}

/// # Safety
/// As [`PluginTable::outcome`] requires.
unsafe extern "C" fn outcome<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    scores: *mut i64,
    seats: usize,
    winners: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer of one integer per seat, its place for the winners, and
    // its sink.
    let (rules, state, scores, winners, error) = unsafe {
        let scores = numbers_of(scores, seats);
        (rules_of::<G>(rules), state_of::<G>(state), scores, place_of(winners), Out::of(error))
    };
    guard(&error, || {
        let (rules, state) = (not_null(rules)?, not_null(state)?);
        rules.scores(state, not_null(scores)?);
        not_null(winners)?.write(rules.winners(state).0);
        Ok(())
    })
}

/// # Safety
/// As [`PluginTable::scene`] requires.
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
    guard(&error, || out.json(&not_null(rules)?.scene(not_null(state)?, observer_of(observer)?)))
}

/// # Safety
/// As [`PluginTable::describe_all`] requires.
unsafe extern "C" fn describe_all<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    actions: *const u32,
    len: usize,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's list of that many actions, and its sinks.
    let (rules, state, actions, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), values_of(actions, len), Out::of(out), Out::of(error)) };
    guard(&error, || {
        let (rules, state, observer) = (not_null(rules)?, not_null(state)?, observer_of(observer)?);
        let described = not_null(actions)?.iter().map(|action| rules.describe(state, Action(*action), observer));
        out.json(&described.collect::<Vec<_>>())
    })
}

/// # Safety
/// As [`PluginTable::describe`] requires.
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
    guard(&error, || out.json(&not_null(rules)?.describe(not_null(state)?, Action(action), observer_of(observer)?)))
}

/// # Safety
/// As [`PluginTable::extension`] requires.
unsafe extern "C" fn extension<G: Exported>(id: *const c_char) -> *const c_void {
    // SAFETY: null, or a text of the host that ends in a zero.
    let id = (!id.is_null()).then(|| unsafe { CStr::from_ptr(id) });
    let found = G::EXTENSIONS.iter().find(|extension| Some(extension.id) == id);
    found.map_or(ptr::null(), |extension| extension.table.0)
}

/// # Safety
/// As [`PluginTable::reveal`] requires.
unsafe extern "C" fn reveal<G: Game>(
    rules: *const c_void,
    state: *const c_void,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&not_null(rules)?.reveal(not_null(state)?)))
}

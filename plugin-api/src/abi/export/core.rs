//! The core table of a game.

#![allow(unsafe_code, reason = "the functions of the C ABI: raw pointers from the host")]

use super::Exported;
use super::glue::{
    Failure, Out, argument, buffer_of, guard, list, not_null, numbers_of, observer_of, place_of, rules_of, shims,
    state_mut, state_of, values_of,
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

shims! {
    fn about<G: Game>(out: Sink) {
        out.json(&json!({
            "about": G::about(),
            "knobs": G::Knobs::declared(),
            "hooks": G::hooks(),
            "events": G::events(),
            "seat_words": G::seat_words(),
        }))
    }

    fn seating<G: Game>(rules: Rules, out: Sink) {
        out.json(&rules.seating())
    }

    fn state_new<G: Game>(rules: Rules, seed: u64, state: Place<*mut c_void>) {
        state.write(Box::into_raw(Box::new(rules.deal(seed)?)).cast());
        Ok(())
    }

    fn state_clone<G: Game>(state: State, clone: Place<*mut c_void>) {
        clone.write(Box::into_raw(Box::new(state.clone())).cast());
        Ok(())
    }

    // The host passes two different states.
    fn state_copy<G: Game>(state: StateMut, source: State) {
        state.clone_from(source);
        Ok(())
    }

    fn deal<G: Game>(rules: Rules, state: StateMut, seed: u64) {
        *state = rules.deal(seed)?;
        Ok(())
    }

    fn turn<G: Game>(rules: Rules, state: State, turn: Place<u32>, seats: *mut u32) {
        let code = match rules.turn(state) {
            Turn::Seat(seat) => seat.0.into(),
            Turn::Over => turns::OVER,
            Turn::Chance => turns::CHANCE,
            Turn::Together(set) => {
                // SAFETY: the host's place for a set of seats.
                not_null(unsafe { place_of(seats) })?.write(set.0);
                turns::TOGETHER
            }
        };
        turn.write(code);
        Ok(())
    }

    fn legal_actions<G: Game>(rules: Rules, state: State, buffer: Actions, len: Place<usize>) {
        list(buffer, len, |actions| rules.legal_actions(state, actions))
    }

    fn apply<G: Game>(rules: Rules, state: StateMut, action: Action) {
        Ok(rules.apply(state, action)?)
    }

    fn outcome<G: Game>(rules: Rules, state: State, scores: Numbers, winners: Place<u32>) {
        rules.scores(state, scores);
        winners.write(rules.winners(state).0);
        Ok(())
    }

    fn scene<G: Game>(rules: Rules, state: State, observer: Observer, out: Sink) {
        out.json(&rules.scene(state, observer))
    }

    fn describe_all<G: Game>(rules: Rules, state: State, actions: Values<u32>, observer: Observer, out: Sink) {
        let described = actions.iter().map(|action| rules.describe(state, Action(*action), observer));
        out.json(&described.collect::<Vec<_>>())
    }

    fn describe<G: Game>(rules: Rules, state: State, action: Action, observer: Observer, out: Sink) {
        out.json(&rules.describe(state, action, observer))
    }

    fn reveal<G: Game>(rules: Rules, state: State, out: Sink) {
        out.json(&rules.reveal(state))
    }
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
/// As [`PluginTable::extension`] requires.
unsafe extern "C" fn extension<G: Exported>(id: *const c_char) -> *const c_void {
    // SAFETY: null, or a text of the host that ends in a zero.
    let id = (!id.is_null()).then(|| unsafe { CStr::from_ptr(id) });
    let found = G::EXTENSIONS.iter().find(|extension| Some(extension.id) == id);
    found.map_or(ptr::null(), |extension| extension.table.0)
}

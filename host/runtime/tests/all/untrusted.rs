//! Plugins that break the C ABI: their answers are checked before use, and end in an error instead of harm.
#![allow(unsafe_code, reason = "these plugins are tables made by hand, with functions that lie")]

use fixture_pebbles::Pebbles;
use std::ffi::{CStr, c_char, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;
use std::sync::{Arc, Mutex};
use stonehouse_plugin::abi::host::{self, HookTable, HostTable};
use stonehouse_plugin::abi::{
    BotsTable, DeterminizeTable, PluginTable, Sink, export, extension, observer, status, turn,
};
use stonehouse_plugin::{Action, Observer, Seat, Turn, json};
use stonehouse_runtime::{CallError, Plugin, Rules, State, TableError};

/// Pebbles with a changed table.
fn changed(change: impl FnOnce(&mut PluginTable)) -> Result<Arc<Plugin>, TableError> {
    let mut table = export::table::<Pebbles>();
    change(&mut table);
    // SAFETY: the table is as long as it was, whatever its size states, and its functions are part of this program.
    unsafe { Plugin::from_table(&raw const table) }
}

fn rules(change: impl FnOnce(&mut PluginTable)) -> Arc<Rules> {
    changed(change).unwrap().rules(2, &json!({}), None).unwrap()
}

fn state(change: impl FnOnce(&mut PluginTable)) -> State {
    rules(change).deal(1).unwrap()
}

fn contract<T>(answer: Result<T, CallError>) -> String {
    match answer {
        Err(CallError::Contract(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was believed"),
    }
}

#[test]
fn a_table_that_ends_in_the_middle_of_a_function_is_refused() {
    let header = offset_of!(PluginTable, about);
    for size in header..size_of::<PluginTable>() {
        let answer = changed(|table| table.struct_size = size as u32).map(|_| ());
        if (size - header).is_multiple_of(size_of::<usize>()) {
            let whole = size >= offset_of!(PluginTable, reveal);
            assert!(if whole { answer.is_ok() } else { matches!(answer, Err(TableError::Truncated { .. })) }, "{size}");
        } else {
            assert_eq!(answer, Err(TableError::Cut { size: size as u32 }));
        }
    }
}

/// Writes through a host's sink.
///
/// # Safety
/// `out` is a live sink; `len` bytes are only read if they exist.
unsafe fn write(out: *const Sink, bytes: *const u8, len: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        let sink = &*out;
        sink.write.unwrap()(sink.context, bytes, len);
    }
}

unsafe extern "C" fn about_of_all_the_memory_there_is(out: *const Sink, _: *const Sink) -> i32 {
    // SAFETY: the host's sink. The second length is false and must not be used.
    unsafe {
        write(out, b"{".as_ptr(), 1);
        write(out, b"{".as_ptr(), usize::MAX);
        write(out, b"}".as_ptr(), 1);
    }
    status::OK
}

#[test]
fn a_text_of_impossible_length_is_an_error_and_not_read() {
    let refused = changed(|table| table.about = Some(about_of_all_the_memory_there_is)).map(|_| ());
    let Err(TableError::About(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("longer than 64 MiB"), "{why}");
}

unsafe extern "C" fn reason_of_all_the_memory_there_is(
    _: *const c_void,
    _: *mut c_void,
    _: u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: as above.
    unsafe {
        write(error, b"because".as_ptr(), 7);
        write(error, b"because".as_ptr(), usize::MAX - 3);
    }
    status::ARGUMENT
}

#[test]
fn a_reason_of_impossible_length_is_cut_short() {
    let mut state = state(|table| table.apply = Some(reason_of_all_the_memory_there_is));
    assert_eq!(contract(state.apply(Action(1))), "`apply` refuses its arguments: because");
}

unsafe extern "C" fn more_than_have_room(
    _: *const c_void,
    _: *const c_void,
    _: *mut u32,
    capacity: usize,
    len: *mut usize,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's place for the length.
    unsafe { len.write(capacity + 1) };
    status::OK
}

unsafe extern "C" fn more_candidates_than_have_room(
    rules: *const c_void,
    state: *const c_void,
    _: u32,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: as the host calls it.
    unsafe { more_than_have_room(rules, state, buffer, capacity, len, error) }
}

/// Help for bots with a false number of candidates.
static BOTS: BotsTable = BotsTable {
    struct_size: size_of::<BotsTable>() as u32,
    candidates: Some(more_candidates_than_have_room),
    rollout: None,
    trace: None,
    prospects: None,
    prospect_unit: None,
    rollout_until: None,
};

unsafe extern "C" fn any_prospects(_: *const c_void, _: *const c_void, _: *mut i64, _: usize, _: *const Sink) -> i32 {
    status::OK
}

unsafe extern "C" fn no_unit(_: *const c_void, unit: *mut i64, _: *const Sink) -> i32 {
    // SAFETY: the host's place for the unit.
    unsafe { unit.write(0) };
    status::OK
}

/// Help for bots whose prospects have no unit.
static UNITLESS: BotsTable = BotsTable {
    struct_size: size_of::<BotsTable>() as u32,
    candidates: None,
    rollout: None,
    trace: None,
    prospects: Some(any_prospects),
    prospect_unit: Some(no_unit),
    rollout_until: None,
};

unsafe extern "C" fn only_unitless_bots(id: *const c_char) -> *const c_void {
    // SAFETY: the host's id.
    if unsafe { CStr::from_ptr(id) } == extension::BOTS { (&raw const UNITLESS).cast() } else { ptr::null() }
}

#[test]
fn a_unit_of_prospects_that_cannot_be_is_an_error() {
    let plugin = changed(|table| table.extension = Some(only_unitless_bots)).unwrap();
    let error = contract(plugin.rules(2, &json!({}), None));
    assert_eq!(error, "`prospect_unit` is 0, and only 1 to 1000000 are possible");
}

unsafe extern "C" fn only_bots(id: *const c_char) -> *const c_void {
    // SAFETY: the host's id.
    if unsafe { CStr::from_ptr(id) } == extension::BOTS { (&raw const BOTS).cast() } else { ptr::null() }
}

#[test]
fn a_list_beyond_its_buffer_is_an_error_without_stale_actions() {
    let state = state(|table| {
        table.legal_actions = Some(more_than_have_room);
        table.extension = Some(only_bots);
    });
    let mut actions = vec![Action(7); 40];
    for (name, answer) in
        [("legal_actions", state.legal_actions(&mut actions)), ("candidates", state.candidates(Seat(0), &mut actions))]
    {
        let error = contract(answer);
        assert!(
            error.starts_with(&format!("`{name}` listed ")) && error.ends_with("without reporting an error"),
            "{error}"
        );
        assert_eq!(actions, []);
    }
}

macro_rules! seating {
    ($name:ident, $json:expr) => {
        unsafe extern "C" fn $name(_: *const c_void, out: *const Sink, _: *const Sink) -> i32 {
            let text = $json.to_string();
            // SAFETY: the host's sink, and a text that lives through the call.
            unsafe { write(out, text.as_ptr(), text.len()) };
            status::OK
        }
    };
}

seating!(three, json!({ "seats": vec![json!({ "name": "A", "team": 0 }); 3] }));
seating!(endless_name, json!({ "seats": vec![json!({ "name": "A".repeat(3000), "team": 0 }); 2] }));
seating!(two_lines, json!({ "seats": vec![json!({ "name": "A\nB", "team": 0 }); 2] }));

#[test]
fn a_seating_that_cannot_be_is_refused() {
    let refused =
        |seating| contract(changed(|table| table.seating = Some(seating)).unwrap().rules(2, &json!({}), None));
    assert!(refused(three).contains("is for 3 seats, and 2 were requested"));
    assert!(refused(endless_name).contains("has 3000 letters, and at most 60 are allowed"));
    assert!(refused(two_lines).contains("must be one line"));
}

unsafe extern "C" fn somebody_elsewhere_won(
    _: *const c_void,
    _: *const c_void,
    scores: *mut i64,
    seats: usize,
    winners: *mut u32,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's buffer of a score for each seat, and its place for the winners.
    unsafe {
        (0..seats).for_each(|seat| scores.add(seat).write(0));
        winners.write(1 << 31 | 1);
    }
    status::OK
}

#[test]
fn a_winner_who_is_not_at_the_table_is_an_error() {
    let state = state(|table| table.outcome = Some(somebody_elsewhere_won));
    assert!(contract(state.scores(&mut [0; 2])).contains("not at this table of 2"));
    assert!(contract(state.outcome()).contains("not at this table of 2"));
}

#[test]
fn the_host_asks_for_no_seat_that_is_not_at_the_table() {
    let mut state = state(|_| ());
    let nobody = Observer::Seat(Seat(2));
    contract(state.scene(nobody));
    contract(state.describe(Action(1), nobody));
    contract(state.determinize(Seat(2), 1));
    state.scene(Observer::Seat(Seat(1))).unwrap();
}

#[test]
fn rules_are_made_for_as_many_seats_as_the_game_has() {
    let plugin = changed(|_| ()).unwrap();
    for seats in [0, 1, 3, 255] {
        let Err(CallError::Rules(error)) = plugin.rules(seats, &json!({}), None) else { panic!("{seats} seats") };
        assert_eq!(error.message, format!("Pebbles is for 2 to 2 players, not for {seats}"));
    }
}

/// The table of Pebbles itself, called as a host in another language would.
struct Raw {
    table: PluginTable,
    rules: *mut c_void,
    state: *mut c_void,
}

const NO_SINK: *const Sink = ptr::null();

fn raw() -> Raw {
    let table = export::table::<Pebbles>();
    let request = json!({ "seats": 2, "knobs": {} }).to_string();
    let (mut rules, mut state) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: every pointer is null, where that is allowed, or lives through the call.
    unsafe {
        let (text, len) = (request.as_ptr(), request.len());
        assert_eq!(table.rules_new.unwrap()(text, len, ptr::null(), &raw mut rules, NO_SINK), status::OK);
        assert_eq!(table.state_new.unwrap()(rules, 1, &raw mut state, NO_SINK), status::OK);
    }
    Raw { table, rules, state }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: each handle is freed once, the state before its rules.
        unsafe {
            self.table.state_free.unwrap()(self.state);
            self.table.rules_free.unwrap()(self.rules);
        }
    }
}

#[test]
fn a_seat_beyond_255_is_an_invalid_argument_and_not_truncated() {
    let Raw { table, rules, state } = &raw();
    for seat in [256, 257, 65536, observer::PUBLIC - 1] {
        // SAFETY: live handles; no sinks.
        unsafe {
            assert_eq!(table.scene.unwrap()(*rules, *state, seat, NO_SINK, NO_SINK), status::ARGUMENT);
            assert_eq!(table.describe.unwrap()(*rules, *state, 1, seat, NO_SINK, NO_SINK), status::ARGUMENT);
        }
    }
    for seat in [256, observer::PUBLIC, observer::REFEREE] {
        // SAFETY: the table of the extension; live handles; no sink.
        let answer = unsafe {
            let extension = table.extension.unwrap()(extension::DETERMINIZE.as_ptr()).cast::<DeterminizeTable>();
            (*extension).determinize.unwrap()(*rules, *state, seat, 1, NO_SINK)
        };
        assert_eq!(answer, status::ARGUMENT);
    }
    for seat in [0, 1, observer::PUBLIC, observer::REFEREE] {
        // SAFETY: live handles; no sinks.
        assert_eq!(unsafe { table.scene.unwrap()(*rules, *state, seat, NO_SINK, NO_SINK) }, status::OK);
    }
}

unsafe extern "C" fn fold(_: *const c_void, _: u32, _: *const i64, _: usize, _: *const c_void, _: *mut i64) -> i32 {
    status::OK
}

/// A host that has hooks only: its context is their table.
unsafe extern "C" fn only_hooks(context: *const c_void, id: *const c_char) -> *const c_void {
    // SAFETY: the plugin's id.
    if unsafe { CStr::from_ptr(id) } == host::extension::HOOKS { context } else { ptr::null() }
}

#[test]
fn a_table_of_hooks_that_is_cut_short_or_cannot_be_asked_is_refused() {
    let table = export::table::<Pebbles>();
    let request = json!({ "seats": 2, "knobs": {} }).to_string();
    let whole = size_of::<HookTable>() as u32;
    let answer = |struct_size, fold| {
        let hooks = HookTable { struct_size, used: 1, context: ptr::null(), fold, reads: None };
        let host = HostTable {
            struct_size: size_of::<HostTable>() as u32,
            context: (&raw const hooks).cast(),
            extension: Some(only_hooks),
        };
        let mut rules = ptr::null_mut();
        // SAFETY: every pointer but the sink, which may be null, lives until the rules are freed, which is at once.
        unsafe {
            let host = &raw const host;
            let status = table.rules_new.unwrap()(request.as_ptr(), request.len(), host, &raw mut rules, NO_SINK);
            table.rules_free.unwrap()(rules);
            status
        }
    };
    assert_eq!(answer(whole, Some(fold)), status::OK);
    assert_eq!(answer(whole + 8, Some(fold)), status::OK, "a newer host knows more");
    assert_eq!(answer(whole - 8, Some(fold)), status::OK, "an older host does not report dependencies");
    assert_eq!(answer(whole - 12, Some(fold)), status::ARGUMENT);
    assert_eq!(answer(whole - 16, Some(fold)), status::ARGUMENT);
    assert_eq!(answer(0, Some(fold)), status::ARGUMENT);
    assert_eq!(answer(whole, None), status::ARGUMENT);
}

#[test]
fn null_pointers_are_arguments_that_make_no_sense() {
    let Raw { table, rules, state } = &raw();
    let none = ptr::null_mut::<c_void>();
    // SAFETY: handles are alive or null, places and buffers null.
    unsafe {
        let whose = table.turn.unwrap();
        assert_eq!(whose(none, *state, &mut 0, &mut 0, NO_SINK), status::ARGUMENT);
        assert_eq!(whose(*rules, none, &mut 0, &mut 0, NO_SINK), status::ARGUMENT);
        assert_eq!(whose(*rules, *state, ptr::null_mut(), &mut 0, NO_SINK), status::ARGUMENT);
        assert_eq!(whose(*rules, *state, &mut 0, ptr::null_mut(), NO_SINK), status::OK, "one seat needs no set");
        assert_eq!(table.outcome.unwrap()(*rules, *state, ptr::null_mut(), 2, &mut 0, NO_SINK), status::ARGUMENT);
        let (list, len) = (table.legal_actions.unwrap(), &mut 0);
        assert_eq!(list(*rules, *state, ptr::null_mut(), 3, len, NO_SINK), status::ARGUMENT);
        assert_eq!(list(*rules, *state, ptr::null_mut(), 0, len, NO_SINK), status::TOO_SMALL);
        assert_eq!(*len, 3, "the needed length");
        assert_eq!(
            table.rules_new.unwrap()(ptr::null(), 0, ptr::null(), &mut ptr::null_mut(), NO_SINK),
            status::ARGUMENT
        );
    }
}

#[test]
fn a_game_that_does_not_end_ends_its_playout_in_an_error() {
    let plugin = changed(|_| ()).unwrap();
    let mut state = plugin.rules(2, &json!({ "endless": true }), None).unwrap().deal(1).unwrap();
    assert_eq!(state.playout(1), Err(CallError::Endless));
    state.deal(1).unwrap();
    assert_eq!(state.rollout(1), Err(CallError::Endless));
    assert_eq!(CallError::Endless.to_string(), "a game did not end within 100000 actions");
}

/// A function that writes a turn as given here: code and set.
macro_rules! turn {
    ($name:ident, $code:expr, $set:expr) => {
        unsafe extern "C" fn $name(
            _: *const c_void,
            _: *const c_void,
            code: *mut u32,
            set: *mut u32,
            _: *const Sink,
        ) -> i32 {
            // SAFETY: the host's places.
            unsafe {
                code.write($code);
                set.write($set);
            }
            status::OK
        }
    };
}

turn!(of_seat_two, 2, 0);
turn!(of_chance, turn::CHANCE, 0);
turn!(of_all, turn::TOGETHER, 0b11);
turn!(of_the_second, 1, 0xFFFF_FFFF);
turn!(of_no_number, 0xFFFF_FF00, 0);

#[test]
fn a_turn_that_cannot_be_is_an_error() {
    let error = |turn| contract(state(|table| table.turn = Some(turn)).turn());
    assert_eq!(error(of_seat_two), "`turn` reports that seat 2 has the turn, but there is no such seat");
    assert_eq!(error(of_no_number), "`turn` reports that seat 4294967040 has the turn, but there is no such seat");
    assert_eq!(error(of_chance), "`turn` reports that chance decides, but the plugin lacks the extension for it");
    assert_eq!(
        error(of_all),
        "`turn` reports that several seats choose at once, but the plugin lacks the extension for it"
    );
    let one = state(|table| table.turn = Some(of_the_second));
    assert_eq!(one.turn(), Ok(Turn::Seat(Seat(1))), "a set beside a single seat is ignored");
}

#[test]
fn an_observer_is_notified_of_every_call_by_name() {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&calls);
    let table = export::table::<Pebbles>();
    // SAFETY: the table is whole, and its functions are part of this program.
    let plugin =
        unsafe { Plugin::observed(&raw const table, Some(Arc::new(move |call| noted.lock().unwrap().push(call)))) };
    let plugin = plugin.unwrap();
    let calls_of = |work: &mut dyn FnMut()| {
        calls.lock().unwrap().clear();
        work();
        calls.lock().unwrap().clone()
    };
    let mut state = None;
    let deal = &mut || state = Some(plugin.rules(2, &json!({}), None).unwrap().deal(1).unwrap());
    assert_eq!(calls_of(deal), ["rules_new", "seating", "prospect_unit", "hides", "state_new"]);
    let mut state = state.unwrap();
    let mut legal = Vec::new();
    let play = &mut || {
        state.legal_actions(&mut legal).unwrap();
        state.describe(legal[0], Observer::Public).unwrap();
        state.apply(legal[0]).unwrap();
        state.scene(Observer::Seat(Seat(0))).unwrap();
    };
    assert_eq!(calls_of(play), ["legal_actions", "describe", "apply", "scene"]);
    let mut state = Some(state);
    assert_eq!(calls_of(&mut || drop(state.take())), ["state_free", "rules_free"]);
}

unsafe extern "C" fn one_description_of_all(
    _: *const c_void,
    _: *const c_void,
    _: *const u32,
    _: usize,
    _: u32,
    out: *const Sink,
    _: *const Sink,
) -> i32 {
    let text = br#"[{ "text": "takes one" }]"#;
    // SAFETY: the host's sink.
    unsafe { write(out, text.as_ptr(), text.len()) };
    status::OK
}

#[test]
fn actions_are_described_in_one_call_or_one_by_one_alike() {
    let described = |change: fn(&mut PluginTable)| {
        let state = state(change);
        let mut legal = Vec::new();
        state.legal_actions(&mut legal).unwrap();
        assert!(legal.len() > 1);
        state.describe_all(&legal, Observer::Seat(Seat(0)))
    };
    let in_one_call = described(|_| ()).unwrap();
    assert_eq!(in_one_call, described(|table| table.describe_all = None).unwrap());
    let wrong = contract(described(|table| table.describe_all = Some(one_description_of_all)));
    assert!(wrong.starts_with("`describe_all` describes 1 of "), "{wrong}");
}

#[test]
fn an_undeclared_determinize_counts_as_hiding_information() {
    static SILENT: DeterminizeTable =
        DeterminizeTable { struct_size: size_of::<DeterminizeTable>() as u32 - size_of::<usize>() as u32, ..ALL };
    const ALL: DeterminizeTable = DeterminizeTable { struct_size: 0, determinize: Some(resampled), hides: None };
    unsafe extern "C" fn resampled(_: *const c_void, _: *mut c_void, _: u32, _: u64, _: *const Sink) -> i32 {
        status::OK
    }
    unsafe extern "C" fn silent(id: *const c_char) -> *const c_void {
        // SAFETY: the host's id.
        if unsafe { CStr::from_ptr(id) } == extension::DETERMINIZE { (&raw const SILENT).cast() } else { ptr::null() }
    }
    unsafe extern "C" fn none(_: *const c_char) -> *const c_void {
        ptr::null()
    }
    let hides = |rules: Arc<Rules>| (rules.hides(), rules.shows_all_alike());
    assert_eq!(hides(rules(|_| ())), (false, true), "pebbles declares it");
    assert_eq!(hides(rules(|table| table.extension = Some(silent))), (true, false));
    assert_eq!(hides(rules(|table| table.extension = Some(none))), (false, false));
}

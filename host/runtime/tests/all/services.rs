//! The host's replacements for missing functions of a plugin, its services, and its checks of an extension.
#![allow(unsafe_code, reason = "some of these plugins are tables made by hand")]

use crate::wide::{Wide, picture};
use fixture_pebbles::Pebbles;
use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_void};
use std::mem::size_of;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use stonehouse_conformance::check;
use stonehouse_plugin::abi::{
    AssetsTable, BotsTable, CourseEntry, DeterminizeTable, PlayoutTable, PluginTable, Sink, export, extension, status,
};
use stonehouse_plugin::{Action, HostServices, Level, Observer, Seat, Trace, json};
use stonehouse_runtime::{CallError, Course, Plugin, State, TableError};

/// Pebbles with a changed table.
fn changed(change: impl FnOnce(&mut PluginTable)) -> Result<Arc<Plugin>, TableError> {
    let mut table = export::table::<Pebbles>();
    change(&mut table);
    // SAFETY: the table is as long as it states, and its functions are part of this program.
    unsafe { Plugin::from_table(&raw const table) }
}

fn pebbles(change: impl FnOnce(&mut PluginTable)) -> State {
    changed(change).unwrap().rules(2, &json!({}), None).unwrap().deal(1).unwrap()
}

fn contract<T: std::fmt::Debug>(answer: Result<T, CallError>) -> String {
    match answer {
        Err(CallError::Contract(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plugin_may_lack_what_the_host_can_do_itself() {
    let plugin = changed(|table| {
        (table.panic_probe, table.state_copy, table.deal) = (None, None, None);
        (table.reveal, table.extension) = (None, None);
    })
    .unwrap();
    assert_eq!(plugin.extensions().len(), 0);
    assert_eq!(plugin.panic_probe(), Ok(()), "nothing in it can panic");
    assert_eq!((plugin.asset_names(), plugin.asset("king.svg")), (Ok(Vec::new()), Ok(None)));
    let rules = plugin.rules(2, &json!({}), None).unwrap();
    check(&rules, 10, 1).unwrap();

    let (start, mut state) = (rules.deal(1).unwrap(), rules.deal(1).unwrap());
    state.apply(Action(3)).unwrap();
    assert_ne!(state.scene(Observer::Public), start.scene(Observer::Public));
    state.copy_from(&start).unwrap();
    assert_eq!(state.scene(Observer::Public), start.scene(Observer::Public));
    state.apply(Action(3)).unwrap();
    state.deal(1).unwrap();
    assert_eq!(state.scene(Observer::Public), start.scene(Observer::Public));
    state.determinize(Seat(0), 7).unwrap();
    assert_eq!(state.scene(Observer::Referee), start.scene(Observer::Referee), "there is nothing to redraw");
}

#[test]
fn the_hosts_random_game_is_the_one_that_the_plugin_plays() {
    let (mut own, mut plain) = (pebbles(|_| ()), pebbles(|table| table.extension = None));
    for seed in 0..50 {
        own.deal(seed).unwrap();
        plain.deal(seed).unwrap();
        assert_eq!(own.playout(seed), plain.playout(seed), "{seed}");
        assert_eq!(own.outcome(), plain.outcome(), "{seed}");
    }
}

#[test]
fn a_long_list_is_requested_again_and_an_excessive_one_refused() {
    let rules = |actions: u32| {
        let plugin = Plugin::linked::<Wide>().unwrap();
        plugin.rules(2, &json!({ "actions": actions }), None).unwrap()
    };
    let mut actions = Vec::new();
    for count in [1, 1024, 1025, 5000, 1 << 20] {
        let state = rules(count).deal(1).unwrap();
        state.legal_actions(&mut actions).unwrap();
        assert!(actions.iter().copied().eq((0..count).map(Action)), "{count}");
    }
    let state = rules((1 << 20) + 1).deal(1).unwrap();
    let error = contract(state.legal_actions(&mut actions));
    assert!(error.starts_with("`legal_actions` needs room for 1048577 actions"), "{error}");
    assert_eq!(actions, []);
    check(&rules(3000), 2, 1).unwrap();
}

/// Services that record the lines of the log and can request the end of a call.
#[derive(Default)]
struct RecordingHost {
    lines: Mutex<Vec<(Level, String)>>,
    stops: AtomicBool,
}

impl HostServices for RecordingHost {
    fn log(&self, level: Level, text: &str) {
        self.lines.lock().unwrap().push((level, text.to_owned()));
    }

    fn should_stop(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }
}

#[test]
fn a_game_writes_to_the_hosts_log_and_ends_a_long_call_on_request() {
    let plugin = Plugin::linked::<Wide>().unwrap();
    let services = Arc::new(RecordingHost::default());
    let rules = plugin.rules_with(2, &json!({ "turns": 1000 }), None, Some(Arc::clone(&services) as _)).unwrap();
    let mut state = rules.deal(1).unwrap();
    assert_eq!(*services.lines.lock().unwrap(), [(Level::Warning, "dealt with the seed 1".to_owned())]);
    assert_eq!(state.try_clone().unwrap().playout(1), Ok(1000));
    services.stops.store(true, Ordering::Relaxed);
    assert_eq!(state.try_clone().unwrap().playout(1), Err(CallError::Stopped), "the plugin asks");
    assert_eq!(state.plain_playout(1), Err(CallError::Stopped), "the host asks itself");
    // Without a host there is no log.
    plugin.rules(2, &json!({}), None).unwrap().deal(1).unwrap();
}

#[test]
fn a_rollout_is_traced_where_the_plugin_can() {
    let rules = Plugin::linked::<Wide>().unwrap().rules(2, &json!({ "turns": 600 }), None).unwrap();
    let (mut state, mut trace) = (rules.deal(1).unwrap(), Trace::new());
    assert!(state.traces() && !pebbles(|_| ()).traces());
    state.traced_rollout(1, &mut trace).unwrap();
    assert_eq!(trace.as_slice().len(), State::MAX_TRACED, "the rest is left out");
    assert!(
        trace.as_slice().iter().enumerate().all(|(turn, (seat, action))| *seat == Seat(turn as u8 % 2) && action.0 < 5)
    );
    pebbles(|_| ()).traced_rollout(1, &mut trace).unwrap();
    assert_eq!(trace.as_slice(), []);
    let short = Plugin::linked::<Wide>().unwrap().rules(2, &json!({}), None).unwrap();
    check(&short, 5, 1).unwrap();
}

#[test]
fn pictures_match_their_names_and_have_a_bounded_size() {
    let plugin = Plugin::linked::<Wide>().unwrap();
    assert_eq!(plugin.asset_names().unwrap(), ["king.svg", "stones/black.png"]);
    assert_eq!(plugin.asset("king.svg").unwrap(), picture("king.svg").map(Cow::into_owned));
    assert!(plugin.asset("stones/black.png").unwrap().unwrap().starts_with(b"\x89PNG"));
    for none in ["queen.svg", "King.svg", "../king.svg", "", "king"] {
        assert_eq!(plugin.asset(none), Ok(None), "{none:?}");
    }
    assert!(contract(plugin.asset("text.svg")).contains("has another format than its name"));
    assert!(contract(plugin.asset("text.png")).contains("has another format than its name"));
    assert!(contract(plugin.asset("huge.svg")).contains("has 262145 bytes, and at most 262144 are allowed"));
}

#[test]
fn a_plugin_that_needs_what_this_host_lacks_is_refused_by_name() {
    unsafe extern "C" fn needy(out: *const Sink, _: *const Sink) -> i32 {
        let about = json!({
            "about": {
                "id": "needy", "name": "Needy", "version": "1", "summary": "", "rules": "",
                "seats": { "min": 2, "max": 2, "default": 2 }, "needs": ["stonehouse.log/1", "stonehouse.oracle/3"],
            },
            "knobs": [], "knob_schema": {}, "hooks": [],
        });
        let text = about.to_string();
        // SAFETY: the host's sink, and a text that lives through the call.
        unsafe { (*out).write.unwrap()((*out).context, text.as_ptr(), text.len()) };
        status::OK
    }
    let Err(refused) = changed(|table| table.about = Some(needy)) else { panic!("it was taken") };
    assert_eq!(refused, TableError::Needs { id: "stonehouse.oracle/3".to_owned() });
    assert!(refused.to_string().starts_with("it needs `stonehouse.oracle/3`, which this Stonehouse does not offer"));
}

/// The tables of a plugin whose extensions are wrong.
static CUT: PlayoutTable = PlayoutTable { struct_size: 12, playout: None, course: None, playout_until: None };
static EMPTY: DeterminizeTable =
    DeterminizeTable { struct_size: size_of::<DeterminizeTable>() as u32, determinize: None, hides: None };
static TINY: AssetsTable = AssetsTable { struct_size: 0, names: None, asset: None };

macro_rules! only {
    ($name:ident, $id:ident, $table:ident) => {
        unsafe extern "C" fn $name(id: *const c_char) -> *const c_void {
            // SAFETY: the host's id.
            if unsafe { CStr::from_ptr(id) } == extension::$id { (&raw const $table).cast() } else { ptr::null() }
        }
    };
}

only!(cut_playout, PLAYOUT, CUT);
only!(empty_determinize, DETERMINIZE, EMPTY);
only!(tiny_assets, ASSETS, TINY);

#[test]
fn a_truncated_or_incomplete_extension_is_refused_with_its_id() {
    for (answers, id, why) in [
        (
            cut_playout as unsafe extern "C" fn(_) -> _,
            "stonehouse.playout/1",
            "ends in the middle of a function, after 12 bytes",
        ),
        (empty_determinize, "stonehouse.determinize/1", "has no `determinize`"),
        (tiny_assets, "stonehouse.assets/1", "ends in the middle of a function, after 0 bytes"),
    ] {
        let Err(refused) = changed(|table| table.extension = Some(answers)) else { panic!("{id} was taken") };
        assert_eq!(refused, TableError::Extension { id, why: why.to_owned() });
    }
}

unsafe extern "C" fn four_thousand_million(
    _: *const c_void,
    _: *mut c_void,
    _: u64,
    played: *mut u32,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's place.
    unsafe { played.write(4_000_000_000) };
    status::OK
}

unsafe extern "C" fn boundless_hopes(
    _: *const c_void,
    _: *const c_void,
    prospects: *mut i64,
    _: usize,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's places.
    unsafe { prospects.write(i64::MIN) };
    status::OK
}

unsafe extern "C" fn boundless_scores(
    _: *const c_void,
    _: *const c_void,
    scores: *mut i64,
    _: usize,
    winners: *mut u32,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's places.
    unsafe {
        scores.write((1 << 53) + 1);
        winners.write(1);
    }
    status::OK
}

static LONG: PlayoutTable = PlayoutTable {
    struct_size: size_of::<PlayoutTable>() as u32,
    playout: Some(four_thousand_million),
    course: None,
    playout_until: None,
};
static HOPES: BotsTable = BotsTable {
    struct_size: size_of::<BotsTable>() as u32,
    candidates: None,
    rollout: None,
    trace: None,
    prospects: Some(boundless_hopes),
    prospect_unit: None,
    rollout_until: None,
};

/// Writes one step of seat `SEAT`, with these points, and that there were `LEN`.
unsafe extern "C" fn one_step<const SEAT: u32, const POINTS: i64, const LEN: usize>(
    _: *const c_void,
    _: *mut c_void,
    _: u64,
    steps: *mut CourseEntry,
    scores: *mut i64,
    _: usize,
    _: usize,
    len: *mut usize,
    _: *const Sink,
) -> i32 {
    // SAFETY: the host's buffers and its place.
    unsafe {
        steps.write(CourseEntry { seat: SEAT, action: 0, choices: 1 });
        scores.write(POINTS);
        len.write(LEN);
    }
    status::OK
}

const fn with_course<const SEAT: u32, const POINTS: i64, const LEN: usize>() -> PlayoutTable {
    PlayoutTable {
        struct_size: size_of::<PlayoutTable>() as u32,
        playout: Some(four_thousand_million),
        course: Some(one_step::<SEAT, POINTS, LEN>),
        playout_until: None,
    }
}

static GOOD_COURSE: PlayoutTable = with_course::<1, 5, 1>();
static NOBODYS_COURSE: PlayoutTable = with_course::<2, 5, 1>();
static RICH_COURSE: PlayoutTable = with_course::<1, { i64::MAX }, 1>();
static LONG_COURSE: PlayoutTable = with_course::<1, 5, 300>();
static ENDLESS_COURSE: PlayoutTable = with_course::<1, 5, { usize::MAX }>();

only!(good_course, PLAYOUT, GOOD_COURSE);
only!(nobodys_course, PLAYOUT, NOBODYS_COURSE);
only!(rich_course, PLAYOUT, RICH_COURSE);
only!(long_course, PLAYOUT, LONG_COURSE);
only!(endless_course, PLAYOUT, ENDLESS_COURSE);

#[test]
fn the_course_of_a_game_is_checked() {
    let mut course = Course::default();
    let mut played = |change: fn(&mut PluginTable)| pebbles(change).course(1, &mut course);
    assert_eq!(played(|table| table.extension = None), Ok(false));
    assert_eq!(played(|table| table.extension = Some(good_course)), Ok(true));
    let error = contract(played(|table| table.extension = Some(nobodys_course)));
    assert_eq!(error, "`course` has a step of seat 2, but there is no such seat");
    let error = contract(played(|table| table.extension = Some(rich_course)));
    assert_eq!(error, "`course` gives a seat 9223372036854775807 points");
    let error = contract(played(|table| table.extension = Some(endless_course)));
    assert!(error.starts_with("`course` reported 18446744073709551615 actions"), "{error}");
    // There is room for it the second time.
    let long: fn(&mut PluginTable) = |table| table.extension = Some(long_course);
    assert_eq!((played(long), played(long)), (Ok(false), Ok(true)));
    assert_eq!((course.steps().len(), course.scores().len()), (300, 600));
}

only!(long_playout, PLAYOUT, LONG);
only!(hopeful_bots, BOTS, HOPES);

#[test]
fn out_of_range_plugin_numbers_are_errors_naming_the_call() {
    let error = contract(pebbles(|table| table.extension = Some(long_playout)).playout(1));
    assert!(error.starts_with("`playout` reported 4000000000 actions"), "{error}");
    let error = contract(pebbles(|table| table.extension = Some(hopeful_bots)).prospects(&mut [0; 2]));
    assert_eq!(error, "`prospects` gives a seat -9223372036854775808 points");
    let error = contract(pebbles(|table| table.outcome = Some(boundless_scores)).outcome());
    assert_eq!(error, "`outcome` gives a seat 9007199254740993 points");
}

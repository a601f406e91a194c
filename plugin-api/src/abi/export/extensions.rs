//! The tables of a game's extensions.

#![allow(unsafe_code, reason = "the functions of the C ABI: raw pointers from the host")]

use super::Extension;
use super::glue::{
    Called, Failure, Out, argument, buffer_of, guard, list, not_null, numbers_of, observer_of, place_of, rules_of,
    seat_of, state_mut, state_of, values_of,
};
use crate::abi::{
    AssetsTable, BotsTable, ChanceTable, ChosenEntry, CourseEntry, DeterminizeTable, Dice, EffectsTable, FactsTable,
    InputsTable, NewsTable, PauseTable, PlayoutTable, ResultsTable, SimultaneousTable, Sink, TablePointer, TraceEntry,
    ZonesTable, extension, status,
};
use crate::house::Pieces;
use crate::{
    Action, Assets, BotHelp, Chance, Chosen, CourseWriter, Determinize, Effects, Facts, Inputs, MAX_SEATS, News,
    Outcomes, Pause, Playout, Results, Rng, Samples, Seat, Simultaneous, Trace, Zones,
};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

/// The extensions of a game by the names of their traits, for [`export_game!`](crate::export_game!).
#[allow(non_snake_case, reason = "each is named like the trait that it asks for")]
pub mod named {
    use super::{Extension, Of, TablePointer, extension, ptr};

    macro_rules! named {
        ($($name:ident $table:ident $id:ident;)+) => {
            $(
                #[doc = concat!("The extension of [`", stringify!($name), "`](crate::", stringify!($name), ").")]
                pub const fn $name<G: crate::$name>() -> Extension {
                    Extension { id: extension::$id, table: TablePointer(ptr::from_ref(&Of::<G>::$table).cast()) }
                }
            )+
        };
    }

    named! {
        Playout PLAYOUT PLAYOUT;
        BotHelp BOTS BOTS;
        Determinize DETERMINIZE DETERMINIZE;
        Simultaneous SIMULTANEOUS SIMULTANEOUS;
        Inputs INPUTS INPUTS;
        Chance CHANCE CHANCE;
        Assets ASSETS ASSETS;
        Facts FACTS FACTS;
        Zones ZONES ZONES;
        Effects EFFECTS EFFECTS;
        News NEWS NEWS;
        Results RESULTS RESULTS;
    }
}

/// The tables of the game `G`.
struct Of<G>(PhantomData<G>);

impl<G: Playout> Of<G> {
    const PLAYOUT: PlayoutTable = PlayoutTable {
        struct_size: size_of::<PlayoutTable>() as u32,
        playout: Some(playout::<G>),
        course: Some(course::<G>),
        playout_until: Some(playout_until::<G>),
    };
}

impl<G: BotHelp> Of<G> {
    const BOTS: BotsTable = BotsTable {
        struct_size: size_of::<BotsTable>() as u32,
        candidates: Some(candidates::<G>),
        rollout: Some(rollout::<G>),
        trace: if G::TRACES { Some(trace::<G>) } else { None },
        prospects: Some(prospects::<G>),
        prospect_unit: Some(prospect_unit::<G>),
        rollout_until: Some(rollout_until::<G>),
    };
}

impl<G: Determinize> Of<G> {
    const DETERMINIZE: DeterminizeTable = DeterminizeTable {
        struct_size: size_of::<DeterminizeTable>() as u32,
        determinize: Some(determinize::<G>),
        hides: Some(hides::<G>),
    };
}

impl<G: Simultaneous> Of<G> {
    const SIMULTANEOUS: SimultaneousTable = SimultaneousTable {
        struct_size: size_of::<SimultaneousTable>() as u32,
        choices: Some(choices::<G>),
        resolve: Some(resolve::<G>),
        describe_choice: Some(describe_choice::<G>),
    };
}

impl<G: Inputs> Of<G> {
    const INPUTS: InputsTable = InputsTable {
        struct_size: size_of::<InputsTable>() as u32,
        apply_with: Some(apply_with::<G>),
        samples: Some(samples::<G>),
        describe_with: Some(describe_with::<G>),
    };
}

impl<G: Chance> Of<G> {
    const CHANCE: ChanceTable = ChanceTable {
        struct_size: size_of::<ChanceTable>() as u32,
        outcomes: Some(outcomes::<G>),
        happen: Some(happen::<G>),
        describe_outcome: Some(describe_outcome::<G>),
    };
}

impl<G: Assets> Of<G> {
    const ASSETS: AssetsTable =
        AssetsTable { struct_size: size_of::<AssetsTable>() as u32, names: Some(names::<G>), asset: Some(asset::<G>) };
}

impl<G: Facts> Of<G> {
    const FACTS: FactsTable = FactsTable {
        struct_size: size_of::<FactsTable>() as u32,
        declared: Some(facts_declared::<G>),
        fact: Some(fact::<G>),
    };
}

impl<G: Zones> Of<G> {
    const ZONES: ZonesTable = ZonesTable {
        struct_size: size_of::<ZonesTable>() as u32,
        declared: Some(zones_declared::<G>),
        zone: Some(zone::<G>),
        piece_label: Some(piece_label::<G>),
    };
}

impl<G: Effects> Of<G> {
    const EFFECTS: EffectsTable = EffectsTable {
        struct_size: size_of::<EffectsTable>() as u32,
        declared: Some(effects_declared::<G>),
        effect: Some(effect::<G>),
    };
}

impl<G: News> Of<G> {
    const NEWS: NewsTable =
        NewsTable { struct_size: size_of::<NewsTable>() as u32, news: Some(news::<G>), opening: Some(opening::<G>) };
}

impl<G: Results> Of<G> {
    const RESULTS: ResultsTable = ResultsTable {
        struct_size: size_of::<ResultsTable>() as u32,
        describe_result: Some(describe_result::<G>),
        effect_result: Some(effect_result::<G>),
    };
}

// Each function may be called as the ABI's rules in `abi` and the field of its name in the table state: pointers are
// null or point to what the field describes, handles are live and of this plugin, and nobody writes to a state
// meanwhile.

/// # Safety
/// As [`PlayoutTable::playout`] requires.
unsafe extern "C" fn playout<G: Playout>(
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
        not_null(played)?.write(not_null(rules)?.playout(not_null(state)?, &mut Rng::from_seed(seed))?);
        Ok(())
    })
}

/// # Safety
/// As [`PlayoutTable::course`] requires.
unsafe extern "C" fn course<G: Playout>(
    rules: *const c_void,
    state: *mut c_void,
    seed: u64,
    steps: *mut CourseEntry,
    scores: *mut i64,
    capacity: usize,
    seats: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffers for `capacity` steps and for as many scores of each seat,
    // its place for the length, and its sink.
    let (rules, state, steps, scores, len, error) = unsafe {
        let (steps, scores) = (buffer_of(steps, capacity), numbers_of(scores, capacity.saturating_mul(seats)));
        (rules_of::<G>(rules), state_mut::<G>(state), steps, scores, place_of(len), Out::of(error))
    };
    guard(&error, || {
        let (len, mut course) = (not_null(len)?, CourseWriter::over(not_null(steps)?, not_null(scores)?, seats));
        not_null(rules)?.course(not_null(state)?, &mut Rng::from_seed(seed), &mut course)?;
        len.write(course.len());
        Ok(())
    })
}

/// Runs `play` with the generator whose state the host keeps and with its pause.
///
/// # Safety
/// `dice` and `pause` are null or the host's, and live through the call.
unsafe fn with_pause<T>(
    dice: *mut Dice,
    pause: *const PauseTable,
    play: impl FnOnce(&mut Rng, &mut Pause<'_>) -> Called<T>,
) -> Called<T> {
    if dice.is_null() || pause.is_null() {
        return Err(argument("there are no dice, or no pause".to_owned()));
    }
    // SAFETY: as the caller promises.
    let (mut choices, table) = unsafe { (Rng::from(*dice), PauseTable::read(pause)) };
    let Some((context, is_due)) = table.ok().and_then(|table| Some((table.context, table.is_due?))) else {
        return Err(argument("the table of the pause lacks its function".to_owned()));
    };
    // SAFETY: function and context are from one table of the host.
    let mut is_due = || unsafe { is_due(context) } != 0;
    let played = play(&mut choices, &mut Pause::when(&mut is_due));
    // SAFETY: as the caller promises.
    unsafe { *dice = Dice::from(&choices) };
    played
}

/// # Safety
/// As [`PlayoutTable::playout_until`] requires.
unsafe extern "C" fn playout_until<G: Playout>(
    rules: *const c_void,
    state: *mut c_void,
    dice: *mut Dice,
    pause: *const PauseTable,
    played: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's place for the count, and its sink.
    let (rules, state, played, error) =
        unsafe { (rules_of::<G>(rules), state_mut::<G>(state), place_of(played), Out::of(error)) };
    guard(&error, || {
        let (rules, state) = (not_null(rules)?, not_null(state)?);
        // SAFETY: the host's dice and pause.
        let steps =
            unsafe { with_pause(dice, pause, |choices, pause| Ok(rules.playout_until(state, choices, pause)?)) }?;
        not_null(played)?.write(steps);
        Ok(())
    })
}

/// # Safety
/// As [`BotsTable::rollout_until`] requires.
unsafe extern "C" fn rollout_until<G: BotHelp>(
    rules: *const c_void,
    state: *mut c_void,
    dice: *mut Dice,
    pause: *const PauseTable,
    buffer: *mut TraceEntry,
    capacity: usize,
    len: *mut usize,
    played: *mut u32,
    complete: *mut u32,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer for `capacity` entries, its places, and its sink.
    let (rules, state, buffer, len, played, complete, error) = unsafe {
        let (buffer, places) = (buffer_of(buffer, capacity), (place_of(played), place_of(complete)));
        (rules_of::<G>(rules), state_mut::<G>(state), buffer, place_of(len), places.0, places.1, Out::of(error))
    };
    guard(&error, || {
        let (rules, state) = (not_null(rules)?, not_null(state)?);
        let mut trace = Trace::new();
        // SAFETY: the host's dice and pause.
        let (steps, is_complete) = unsafe {
            with_pause(dice, pause, |choices, pause| Ok(rules.rollout_until(state, choices, pause, &mut trace)?))
        }?;
        write_trace(&trace, not_null(buffer)?, not_null(len)?);
        not_null(played)?.write(steps);
        not_null(complete)?.write(is_complete.into());
        Ok(())
    })
}

/// Writes the seats and their actions, as far as there is room, and the number of all actions.
fn write_trace(trace: &Trace, buffer: &mut [MaybeUninit<TraceEntry>], len: &mut MaybeUninit<usize>) {
    for (place, (seat, action)) in buffer.iter_mut().zip(&trace.0) {
        place.write(TraceEntry { seat: seat.0.into(), action: action.0 });
    }
    len.write(trace.0.len());
}

/// # Safety
/// As [`BotsTable::candidates`] requires.
unsafe extern "C" fn candidates<G: BotHelp>(
    rules: *const c_void,
    state: *const c_void,
    seat: u32,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    let fill = |game: &G, state: &G::State, actions: &mut crate::Actions<'_>| match seat_of(seat) {
        Ok(seat) => game.candidates(state, seat, actions),
        // No seat: no candidates.
        Err(_) => Ok(()),
    };
    // SAFETY: the arguments are the host's, as this function requires them.
    unsafe { list(rules, state, (buffer, capacity), len, error, fill) }
}

/// # Safety
/// As [`BotsTable::rollout`] requires.
unsafe extern "C" fn rollout<G: BotHelp>(
    rules: *const c_void,
    state: *mut c_void,
    seed: u64,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || Ok(not_null(rules)?.rollout(not_null(state)?, &mut Rng::from_seed(seed))?))
}

/// # Safety
/// As [`BotsTable::trace`] requires.
unsafe extern "C" fn trace<G: BotHelp>(
    rules: *const c_void,
    state: *mut c_void,
    seed: u64,
    buffer: *mut TraceEntry,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer for `capacity` entries, its place for the length, and its
    // sink.
    let (rules, state, buffer, len, error) = unsafe {
        let buffer = buffer_of(buffer, capacity);
        (rules_of::<G>(rules), state_mut::<G>(state), buffer, place_of(len), Out::of(error))
    };
    guard(&error, || {
        let (buffer, len) = (not_null(buffer)?, not_null(len)?);
        let mut trace = Trace::new();
        not_null(rules)?.trace(not_null(state)?, &mut Rng::from_seed(seed), &mut trace)?;
        write_trace(&trace, buffer, len);
        Ok(())
    })
}

/// # Safety
/// As [`BotsTable::prospects`] requires.
unsafe extern "C" fn prospects<G: BotHelp>(
    rules: *const c_void,
    state: *const c_void,
    prospects: *mut i64,
    seats: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer of one integer per seat, and its sink.
    let (rules, state, prospects, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), numbers_of(prospects, seats), Out::of(error)) };
    guard(&error, || {
        not_null(rules)?.prospects(not_null(state)?, not_null(prospects)?);
        Ok(())
    })
}

/// # Safety
/// As [`BotsTable::prospect_unit`] requires.
unsafe extern "C" fn prospect_unit<G: BotHelp>(rules: *const c_void, unit: *mut i64, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the unit, and its sink.
    let (rules, unit, error) = unsafe { (rules_of::<G>(rules), place_of(unit), Out::of(error)) };
    guard(&error, || {
        not_null(unit)?.write(not_null(rules)?.prospect_unit());
        Ok(())
    })
}

/// # Safety
/// As [`DeterminizeTable::hides`] requires.
unsafe extern "C" fn hides<G: Determinize>(rules: *const c_void, hides: *mut u32, error: *const Sink) -> i32 {
    // SAFETY: a live handle of this plugin; the host's place for the answer, and its sink.
    let (rules, hides, error) = unsafe { (rules_of::<G>(rules), place_of(hides), Out::of(error)) };
    guard(&error, || {
        not_null(hides)?.write(not_null(rules)?.hides().into());
        Ok(())
    })
}

/// # Safety
/// As [`DeterminizeTable::determinize`] requires.
unsafe extern "C" fn determinize<G: Determinize>(
    rules: *const c_void,
    state: *mut c_void,
    seat: u32,
    seed: u64,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || {
        not_null(rules)?.determinize(not_null(state)?, seat_of(seat)?, seed);
        Ok(())
    })
}

/// # Safety
/// As [`SimultaneousTable::choices`] requires.
unsafe extern "C" fn choices<G: Simultaneous>(
    rules: *const c_void,
    state: *const c_void,
    seat: u32,
    buffer: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    let fill = |game: &G, state: &G::State, actions: &mut crate::Actions<'_>| match seat_of(seat) {
        Ok(seat) => game.legal_actions_of(state, seat, actions),
        // No seat: nothing to choose.
        Err(_) => Ok(()),
    };
    // SAFETY: the arguments are the host's, as this function requires them.
    unsafe { list(rules, state, (buffer, capacity), len, error, fill) }
}

/// # Safety
/// As [`SimultaneousTable::resolve`] requires.
unsafe extern "C" fn resolve<G: Simultaneous>(
    rules: *const c_void,
    state: *mut c_void,
    chosen: *const ChosenEntry,
    len: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` entries of the host that live through the call, and its sink.
    let (rules, state, entries, error) =
        unsafe { (rules_of::<G>(rules), state_mut::<G>(state), values_of(chosen, len), Out::of(error)) };
    guard(&error, || {
        let mut places = [NO_CHOICE; MAX_SEATS];
        // SAFETY: entries of the host.
        let chosen = unsafe { all_chosen(not_null(entries)?, &mut places) }?;
        Ok(not_null(rules)?.resolve(not_null(state)?, chosen)?)
    })
}

/// The placeholder of a choice that is not read yet.
const NO_CHOICE: Chosen<'static> = Chosen { seat: Seat(0), action: Action(0), values: &[] };

/// Reads the choices of all these seats into `places`.
///
/// # Safety
/// The values of the entries live as long as the entries, as the host passes them.
unsafe fn all_chosen<'a, 'e>(
    entries: &'e [ChosenEntry],
    places: &'a mut [Chosen<'e>; MAX_SEATS],
) -> Called<&'a [Chosen<'e>]> {
    let count = entries.len();
    let chosen = places.get_mut(..count).ok_or_else(|| argument(format!("{count} choices for {MAX_SEATS} seats")))?;
    for (place, entry) in chosen.iter_mut().zip(entries) {
        // SAFETY: as the caller promises.
        *place = unsafe { chosen_of(entry) }?;
    }
    Ok(chosen)
}

/// Reads the choice of a seat.
///
/// # Safety
/// The values of the entry live as long as the entry, as the host passes it.
unsafe fn chosen_of(entry: &ChosenEntry) -> Called<Chosen<'_>> {
    // SAFETY: as the caller promises.
    let values = not_null(unsafe { values_of(entry.values, entry.values_len) })?;
    Ok(Chosen { seat: seat_of(entry.seat)?, action: Action(entry.action), values })
}

/// # Safety
/// As [`SimultaneousTable::describe_choice`] requires.
unsafe extern "C" fn describe_choice<G: Simultaneous>(
    rules: *const c_void,
    state: *const c_void,
    choice: *const ChosenEntry,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, an entry of the host that lives through the call, and its sinks.
    let (rules, state, choice, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), choice.as_ref(), Out::of(out), Out::of(error)) };
    guard(&error, || {
        // SAFETY: an entry of the host.
        let choice = unsafe { chosen_of(not_null(choice)?) }?;
        out.json(&not_null(rules)?.describe_choice(not_null(state)?, choice, observer_of(observer)?))
    })
}

/// # Safety
/// As [`InputsTable::apply_with`] requires.
unsafe extern "C" fn apply_with<G: Inputs>(
    rules: *const c_void,
    state: *mut c_void,
    action: u32,
    values: *const i64,
    len: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` values of the host that live through the call, and its sink.
    let (rules, state, values, error) =
        unsafe { (rules_of::<G>(rules), state_mut::<G>(state), values_of(values, len), Out::of(error)) };
    guard(&error, || Ok(not_null(rules)?.apply_with(not_null(state)?, Action(action), not_null(values)?)?))
}

/// # Safety
/// As [`InputsTable::samples`] requires.
unsafe extern "C" fn samples<G: Inputs>(
    rules: *const c_void,
    state: *const c_void,
    seat: u32,
    action: u32,
    values: *mut i64,
    capacity: usize,
    width: *mut usize,
    count: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffer for `capacity` values, its places, and its sink.
    let (rules, state, values, width, count, error) = unsafe {
        let values = buffer_of(values, capacity);
        (rules_of::<G>(rules), state_of::<G>(state), values, place_of(width), place_of(count), Out::of(error))
    };
    guard(&error, || {
        let (width, count, buffer) = (not_null(width)?, not_null(count)?, not_null(values)?);
        let mut samples = Samples::new();
        not_null(rules)?.samples(not_null(state)?, seat_of(seat)?, Action(action), &mut samples)?;
        if samples.is_uneven() {
            return Err(argument(format!("the samples of action {action} do not all have the same number of values")));
        }
        width.write(samples.width());
        count.write(samples.len());
        copy(samples.values(), buffer)
    })
}

/// # Safety
/// As [`InputsTable::describe_with`] requires.
unsafe extern "C" fn describe_with<G: Inputs>(
    rules: *const c_void,
    state: *const c_void,
    action: u32,
    values: *const i64,
    len: usize,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` values of the host that live through the call, and its sinks.
    let (rules, state, values, out, error) = unsafe {
        let sinks = (Out::of(out), Out::of(error));
        (rules_of::<G>(rules), state_of::<G>(state), values_of(values, len), sinks.0, sinks.1)
    };
    guard(&error, || {
        let (values, observer) = (not_null(values)?, observer_of(observer)?);
        out.json(&not_null(rules)?.describe_with(not_null(state)?, Action(action), values, observer))
    })
}

/// # Safety
/// As [`ChanceTable::outcomes`] requires.
unsafe extern "C" fn outcomes<G: Chance>(
    rules: *const c_void,
    state: *const c_void,
    codes: *mut u32,
    weights: *mut u32,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; the host's buffers for `capacity` numbers each, its place, and its sink.
    let (rules, state, codes, weights, len, error) = unsafe {
        let buffers = (buffer_of(codes, capacity), buffer_of(weights, capacity));
        (rules_of::<G>(rules), state_of::<G>(state), buffers.0, buffers.1, place_of(len), Out::of(error))
    };
    guard(&error, || {
        let (codes, weights, len) = (not_null(codes)?, not_null(weights)?, not_null(len)?);
        let mut outcomes = Outcomes::new();
        not_null(rules)?.outcomes(not_null(state)?, &mut outcomes)?;
        len.write(outcomes.len());
        copy(&outcomes.codes, codes)?;
        copy(&outcomes.weights, weights)
    })
}

/// Writes `values` to the beginning of the host's buffer.
fn copy<T: Copy>(values: &[T], buffer: &mut [MaybeUninit<T>]) -> Called {
    if values.len() > buffer.len() {
        return Err(Failure(status::TOO_SMALL, String::new()));
    }
    for (place, value) in buffer.iter_mut().zip(values) {
        place.write(*value);
    }
    Ok(())
}

/// # Safety
/// As [`ChanceTable::happen`] requires.
unsafe extern "C" fn happen<G: Chance>(rules: *const c_void, state: *mut c_void, code: u32, error: *const Sink) -> i32 {
    // SAFETY: live handles of this plugin, and a sink of the host.
    let (rules, state, error) = unsafe { (rules_of::<G>(rules), state_mut::<G>(state), Out::of(error)) };
    guard(&error, || Ok(not_null(rules)?.apply_outcome(not_null(state)?, code)?))
}

/// # Safety
/// As [`ChanceTable::describe_outcome`] requires.
unsafe extern "C" fn describe_outcome<G: Chance>(
    rules: *const c_void,
    state: *const c_void,
    code: u32,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&not_null(rules)?.describe_outcome(not_null(state)?, code, observer_of(observer)?)))
}

/// # Safety
/// As [`AssetsTable::names`] requires.
unsafe extern "C" fn names<G: Assets>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&G::names()))
}

/// # Safety
/// As [`AssetsTable::asset`] requires.
unsafe extern "C" fn asset<G: Assets>(name: *const u8, len: usize, out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: `len` bytes of the host that live through the call, and its sinks.
    let (name, out, error) = unsafe { (values_of(name, len), Out::of(out), Out::of(error)) };
    guard(&error, || {
        let name = std::str::from_utf8(not_null(name)?).map_err(|error| argument(error.to_string()))?;
        let picture = G::asset(name).ok_or_else(|| Failure(status::ABSENT, String::new()))?;
        out.write(&picture);
        Ok(())
    })
}

/// # Safety
/// As [`FactsTable::declared`] requires.
unsafe extern "C" fn facts_declared<G: Facts>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&G::facts()))
}

/// # Safety
/// As [`FactsTable::fact`] requires.
unsafe extern "C" fn fact<G: Facts>(
    rules: *const c_void,
    state: *const c_void,
    fact: u32,
    values: *mut i64,
    len: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, or the state that a game of it passed to a hook and that is borrowed
    // meanwhile; the host's places for `len` integers, and its sink.
    let (rules, state, values, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), numbers_of(values, len), Out::of(error)) };
    guard(&error, || {
        not_null(rules)?.fact(not_null(state)?, fact as usize, not_null(values)?);
        Ok(())
    })
}

/// # Safety
/// As [`ZonesTable::declared`] requires.
unsafe extern "C" fn zones_declared<G: Zones>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&G::zones()))
}

/// # Safety
/// As [`ZonesTable::zone`] requires.
unsafe extern "C" fn zone<G: Zones>(
    rules: *const c_void,
    state: *const c_void,
    zone: u32,
    seat: u32,
    values: *mut i64,
    capacity: usize,
    len: *mut usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, or the state that a game of it passed to a hook and that is borrowed
    // meanwhile; the host's places for `capacity` integers and for the number, and its sink.
    let (rules, state, values, len, error) = unsafe {
        (rules_of::<G>(rules), state_of::<G>(state), numbers_of(values, capacity), place_of(len), Out::of(error))
    };
    guard(&error, || {
        let (len, mut pieces) = (not_null(len)?, Pieces::new(not_null(values)?));
        not_null(rules)?.zone(not_null(state)?, zone as usize, seat_of(seat)?, &mut pieces);
        len.write(pieces.len());
        Ok(())
    })
}

/// # Safety
/// As [`ZonesTable::piece_label`] requires.
unsafe extern "C" fn piece_label<G: Zones>(
    rules: *const c_void,
    state: *const c_void,
    zone: u32,
    seat: u32,
    piece: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || {
        out.json(&not_null(rules)?.piece_label(not_null(state)?, zone as usize, seat_of(seat)?, piece as usize))
    })
}

/// # Safety
/// As [`EffectsTable::declared`] requires.
unsafe extern "C" fn effects_declared<G: Effects>(out: *const Sink, error: *const Sink) -> i32 {
    // SAFETY: sinks of the host.
    let (out, error) = unsafe { (Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&G::effects()))
}

/// # Safety
/// As [`EffectsTable::effect`] requires.
unsafe extern "C" fn effect<G: Effects>(
    rules: *const c_void,
    state: *mut c_void,
    effect: u32,
    arguments: *const i64,
    len: usize,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` integers of the host's, and its sink.
    let (rules, state, arguments, error) =
        unsafe { (rules_of::<G>(rules), state_mut::<G>(state), values_of(arguments, len), Out::of(error)) };
    guard(&error, || {
        let done = not_null(rules)?.effect(not_null(state)?, effect as usize, not_null(arguments)?);
        done.map_err(|refused| Failure(status::REFUSED, refused.0))
    })
}

/// # Safety
/// As [`NewsTable::news`] requires.
unsafe extern "C" fn news<G: News>(
    rules: *const c_void,
    before: *const c_void,
    after: *const c_void,
    chosen: *const ChosenEntry,
    len: usize,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` entries of the host that live through the call, and its sinks.
    let (rules, states, entries, out, error) = unsafe {
        let states = (state_of::<G>(before), state_of::<G>(after));
        (rules_of::<G>(rules), states, values_of(chosen, len), Out::of(out), Out::of(error))
    };
    guard(&error, || {
        let mut places = [NO_CHOICE; MAX_SEATS];
        // SAFETY: entries of the host.
        let chosen = unsafe { all_chosen(not_null(entries)?, &mut places) }?;
        out.json(&not_null(rules)?.news(not_null(states.0)?, chosen, not_null(states.1)?, observer_of(observer)?))
    })
}

/// # Safety
/// As [`NewsTable::opening`] requires.
unsafe extern "C" fn opening<G: News>(
    rules: *const c_void,
    state: *const c_void,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin, and sinks of the host.
    let (rules, state, out, error) =
        unsafe { (rules_of::<G>(rules), state_of::<G>(state), Out::of(out), Out::of(error)) };
    guard(&error, || out.json(&not_null(rules)?.opening(not_null(state)?, observer_of(observer)?)))
}

/// # Safety
/// As [`ResultsTable::describe_result`] requires.
unsafe extern "C" fn describe_result<G: Results>(
    rules: *const c_void,
    before: *const c_void,
    after: *const c_void,
    chosen: *const ChosenEntry,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; null or an entry of the host that lives through the call, and its sinks.
    let (rules, states, chosen, out, error) = unsafe {
        let states = (state_of::<G>(before), state_of::<G>(after));
        (rules_of::<G>(rules), states, chosen.as_ref(), Out::of(out), Out::of(error))
    };
    guard(&error, || {
        // SAFETY: an entry of the host.
        let chosen = chosen.map(|chosen| unsafe { chosen_of(chosen) }).transpose()?;
        out.json(&not_null(rules)?.describe_result(
            not_null(states.0)?,
            chosen,
            not_null(states.1)?,
            observer_of(observer)?,
        ))
    })
}

/// # Safety
/// As [`ResultsTable::effect_result`] requires.
unsafe extern "C" fn effect_result<G: Results>(
    rules: *const c_void,
    before: *const c_void,
    after: *const c_void,
    effect: u32,
    arguments: *const i64,
    len: usize,
    observer: u32,
    out: *const Sink,
    error: *const Sink,
) -> i32 {
    // SAFETY: live handles of this plugin; `len` integers of the host that live through the call, and its sinks.
    let (rules, states, arguments, out, error) = unsafe {
        let states = (state_of::<G>(before), state_of::<G>(after));
        (rules_of::<G>(rules), states, values_of(arguments, len), Out::of(out), Out::of(error))
    };
    guard(&error, || {
        let (rules, arguments, observer) = (not_null(rules)?, not_null(arguments)?, observer_of(observer)?);
        out.json(&rules.effect_result(not_null(states.0)?, effect as usize, arguments, not_null(states.1)?, observer))
    })
}

//! The tables of a game's extensions.

#![allow(unsafe_code, reason = "the functions of the C ABI: raw pointers from the host")]

use super::Extension;
use super::glue::{
    Called, Failure, Out, argument, buffer_of, guard, list, not_null, numbers_of, observer_of, place_of, rules_of,
    seat_of, shims, state_mut, state_of, values_of,
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

/// The tables of the game `G`.
struct Of<G>(PhantomData<G>);

/// Makes the table of each extension, and a function of the name of its trait. A field without a value is the function
/// of its name.
macro_rules! extensions {
    ($($Trait:ident, $ID:ident: $Table:ident { $($field:ident $(: $call:expr)?),+ })+) => {
        $(
            impl<G: $Trait> Of<G> {
                const $ID: $Table = $Table {
                    struct_size: size_of::<$Table>() as u32,
                    $($field: extensions!(@call $field $($call)?)),+
                };
            }
        )+

        /// The extensions of a game by the names of their traits, for [`export_game!`](crate::export_game!).
        #[allow(non_snake_case, reason = "each is named like the trait that it requires")]
        pub mod named {
            use super::{Extension, Of, TablePointer, extension, ptr};

            $(
                #[doc = concat!("The extension of [`", stringify!($Trait), "`](crate::", stringify!($Trait), ").")]
                pub const fn $Trait<G: crate::$Trait>() -> Extension {
                    Extension { id: extension::$ID, table: TablePointer(ptr::from_ref(&Of::<G>::$ID).cast()) }
                }
            )+
        }
    };
    (@call $field:ident) => { Some($field::<G>) };
    (@call $field:ident $call:expr) => { $call };
}

extensions! {
    Playout, PLAYOUT: PlayoutTable { playout, course, playout_until }
    BotHelp, BOTS: BotsTable {
        candidates, rollout, trace: if G::TRACES { Some(trace::<G>) } else { None }, prospects, prospect_unit,
        rollout_until
    }
    Determinize, DETERMINIZE: DeterminizeTable { determinize, hides }
    Simultaneous, SIMULTANEOUS: SimultaneousTable { choices, resolve, describe_choice }
    Inputs, INPUTS: InputsTable { apply_with, samples, describe_with }
    Chance, CHANCE: ChanceTable { outcomes, happen, describe_outcome }
    Assets, ASSETS: AssetsTable { names, asset }
    Facts, FACTS: FactsTable { declared: Some(facts_declared::<G>), fact }
    Zones, ZONES: ZonesTable { declared: Some(zones_declared::<G>), zone, piece_label }
    Effects, EFFECTS: EffectsTable { declared: Some(effects_declared::<G>), effect }
    News, NEWS: NewsTable { news, opening }
    Results, RESULTS: ResultsTable { describe_result, effect_result }
}

shims! {
    fn playout<G: Playout>(rules: Rules, state: StateMut, seed: u64, played: Place<u32>) {
        played.write(rules.playout(state, &mut Rng::from_seed(seed))?);
        Ok(())
    }

    fn course<G: Playout>(
        rules: Rules, state: StateMut, seed: u64,
        steps: *mut CourseEntry, scores: *mut i64, capacity: usize, seats: usize, len: Place<usize>
    ) {
        // SAFETY: the host's buffers for `capacity` steps and for as many scores of each seat.
        let (steps, scores) =
            unsafe { (buffer_of(steps, capacity), numbers_of(scores, capacity.saturating_mul(seats))) };
        let mut course = CourseWriter::over(not_null(steps)?, not_null(scores)?, seats);
        rules.course(state, &mut Rng::from_seed(seed), &mut course)?;
        len.write(course.len());
        Ok(())
    }

    fn playout_until<G: Playout>(
        rules: Rules, state: StateMut, dice: *mut Dice, pause: *const PauseTable, played: Place<u32>
    ) {
        // SAFETY: the host's dice and pause.
        let steps =
            unsafe { with_pause(dice, pause, |choices, pause| Ok(rules.playout_until(state, choices, pause)?)) }?;
        played.write(steps);
        Ok(())
    }

    fn candidates<G: BotHelp>(rules: Rules, state: State, seat: u32, buffer: Actions, len: Place<usize>) {
        list(buffer, len, |actions| match seat_of(seat) {
            Ok(seat) => rules.candidates(state, seat, actions),
            // No seat: no candidates.
            Err(_) => Ok(()),
        })
    }

    fn rollout<G: BotHelp>(rules: Rules, state: StateMut, seed: u64) {
        Ok(rules.rollout(state, &mut Rng::from_seed(seed))?)
    }

    fn rollout_until<G: BotHelp>(
        rules: Rules, state: StateMut, dice: *mut Dice, pause: *const PauseTable,
        buffer: Buffer<TraceEntry>, len: Place<usize>, played: Place<u32>, complete: Place<u32>
    ) {
        let mut trace = Trace::new();
        // SAFETY: the host's dice and pause.
        let (steps, is_complete) = unsafe {
            with_pause(dice, pause, |choices, pause| Ok(rules.rollout_until(state, choices, pause, &mut trace)?))
        }?;
        write_trace(&trace, buffer, len);
        played.write(steps);
        complete.write(is_complete.into());
        Ok(())
    }

    fn trace<G: BotHelp>(
        rules: Rules, state: StateMut, seed: u64, buffer: Buffer<TraceEntry>, len: Place<usize>
    ) {
        let mut trace = Trace::new();
        rules.trace(state, &mut Rng::from_seed(seed), &mut trace)?;
        write_trace(&trace, buffer, len);
        Ok(())
    }

    fn prospects<G: BotHelp>(rules: Rules, state: State, prospects: Numbers) {
        rules.prospects(state, prospects);
        Ok(())
    }

    fn prospect_unit<G: BotHelp>(rules: Rules, unit: Place<i64>) {
        unit.write(rules.prospect_unit());
        Ok(())
    }

    fn hides<G: Determinize>(rules: Rules, hides: Place<u32>) {
        hides.write(rules.hides().into());
        Ok(())
    }

    fn determinize<G: Determinize>(rules: Rules, state: StateMut, seat: Seat, seed: u64) {
        rules.determinize(state, seat, seed);
        Ok(())
    }

    fn choices<G: Simultaneous>(rules: Rules, state: State, seat: u32, buffer: Actions, len: Place<usize>) {
        list(buffer, len, |actions| match seat_of(seat) {
            Ok(seat) => rules.legal_actions_of(state, seat, actions),
            // No seat: nothing to choose.
            Err(_) => Ok(()),
        })
    }

    fn resolve<G: Simultaneous>(rules: Rules, state: StateMut, entries: Values<ChosenEntry>) {
        let mut places = [NO_CHOICE; MAX_SEATS];
        // SAFETY: entries of the host.
        let chosen = unsafe { all_chosen(entries, &mut places) }?;
        Ok(rules.resolve(state, chosen)?)
    }

    fn describe_choice<G: Simultaneous>(
        rules: Rules, state: State, choice: *const ChosenEntry, observer: Observer, out: Sink
    ) {
        // SAFETY: null or an entry of the host, which lives through the call.
        let choice = unsafe { chosen_of(not_null(choice.as_ref())?) }?;
        out.json(&rules.describe_choice(state, choice, observer))
    }

    fn apply_with<G: Inputs>(rules: Rules, state: StateMut, action: Action, values: Values<i64>) {
        Ok(rules.apply_with(state, action, values)?)
    }

    fn samples<G: Inputs>(
        rules: Rules, state: State, seat: Seat, action: Action,
        values: Buffer<i64>, width: Place<usize>, count: Place<usize>
    ) {
        let mut samples = Samples::new();
        rules.samples(state, seat, action, &mut samples)?;
        if samples.is_uneven() {
            return Err(argument(format!(
                "the samples of action {} do not all have the same number of values",
                action.0
            )));
        }
        width.write(samples.width());
        count.write(samples.len());
        copy(samples.values(), values)
    }

    fn describe_with<G: Inputs>(
        rules: Rules, state: State, action: Action, values: Values<i64>, observer: Observer, out: Sink
    ) {
        out.json(&rules.describe_with(state, action, values, observer))
    }

    fn outcomes<G: Chance>(
        rules: Rules, state: State, codes: *mut u32, weights: *mut u32, capacity: usize, len: Place<usize>
    ) {
        // SAFETY: the host's buffers for `capacity` numbers each.
        let (codes, weights) = unsafe { (buffer_of(codes, capacity), buffer_of(weights, capacity)) };
        let (codes, weights) = (not_null(codes)?, not_null(weights)?);
        let mut outcomes = Outcomes::new();
        rules.outcomes(state, &mut outcomes)?;
        len.write(outcomes.len());
        copy(&outcomes.codes, codes)?;
        copy(&outcomes.weights, weights)
    }

    fn happen<G: Chance>(rules: Rules, state: StateMut, code: u32) {
        Ok(rules.apply_outcome(state, code)?)
    }

    fn describe_outcome<G: Chance>(rules: Rules, state: State, code: u32, observer: Observer, out: Sink) {
        out.json(&rules.describe_outcome(state, code, observer))
    }

    fn names<G: Assets>(out: Sink) {
        out.json(&G::names())
    }

    fn asset<G: Assets>(name: Values<u8>, out: Sink) {
        let name = std::str::from_utf8(name).map_err(|error| argument(error.to_string()))?;
        let picture = G::asset(name).ok_or_else(|| Failure(status::ABSENT, String::new()))?;
        out.write(&picture);
        Ok(())
    }

    fn facts_declared<G: Facts>(out: Sink) {
        out.json(&G::facts())
    }

    fn fact<G: Facts>(rules: Rules, state: State, fact: Index, values: Numbers) {
        rules.fact(state, fact, values);
        Ok(())
    }

    fn zones_declared<G: Zones>(out: Sink) {
        out.json(&G::zones())
    }

    fn zone<G: Zones>(
        rules: Rules, state: State, zone: Index, seat: Seat, values: Numbers, len: Place<usize>
    ) {
        let mut pieces = Pieces::new(values);
        rules.zone(state, zone, seat, &mut pieces);
        len.write(pieces.len());
        Ok(())
    }

    fn piece_label<G: Zones>(rules: Rules, state: State, zone: Index, seat: Seat, piece: Index, out: Sink) {
        out.json(&rules.piece_label(state, zone, seat, piece))
    }

    fn effects_declared<G: Effects>(out: Sink) {
        out.json(&G::effects())
    }

    fn effect<G: Effects>(rules: Rules, state: StateMut, effect: Index, arguments: Values<i64>) {
        rules.effect(state, effect, arguments).map_err(|refused| Failure(status::REFUSED, refused.0))
    }

    fn news<G: News>(
        rules: Rules, before: State, after: State, entries: Values<ChosenEntry>, observer: Observer, out: Sink
    ) {
        let mut places = [NO_CHOICE; MAX_SEATS];
        // SAFETY: entries of the host.
        let chosen = unsafe { all_chosen(entries, &mut places) }?;
        out.json(&rules.news(before, chosen, after, observer))
    }

    fn opening<G: News>(rules: Rules, state: State, observer: Observer, out: Sink) {
        out.json(&rules.opening(state, observer))
    }

    fn describe_result<G: Results>(
        rules: Rules, before: State, after: State, chosen: *const ChosenEntry, observer: Observer, out: Sink
    ) {
        // SAFETY: null or an entry of the host, which lives through the call.
        let chosen = unsafe { chosen.as_ref().map(|chosen| chosen_of(chosen)) }.transpose()?;
        out.json(&rules.describe_result(before, chosen, after, observer))
    }

    fn effect_result<G: Results>(
        rules: Rules, before: State, after: State, effect: Index, arguments: Values<i64>, observer: Observer,
        out: Sink
    ) {
        out.json(&rules.effect_result(before, effect, arguments, after, observer))
    }
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

/// Writes the seats and their actions, as far as there is room, and the number of all actions.
fn write_trace(trace: &Trace, buffer: &mut [MaybeUninit<TraceEntry>], len: &mut MaybeUninit<usize>) {
    for (place, (seat, action)) in buffer.iter_mut().zip(&trace.0) {
        place.write(TraceEntry { seat: seat.0.into(), action: action.0 });
    }
    len.write(trace.0.len());
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

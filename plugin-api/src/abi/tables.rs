//! The tables of a plugin: the core, and one for each extension.
//!
//! Functions marked *cold* may take their time and pass JSON; the others allocate nothing once a state exists.

#![allow(unsafe_code, reason = "tables are read only up to their own size")]

use super::Sink;
use super::host::HostTable;
use super::table::{TableField, table};
use crate::Rng;
pub use crate::lists::CourseEntry;
use std::ffi::{CStr, c_char, c_void};

table! {
    /// The table that a plugin library exports: the functions of every game.
    ///
    /// Functions marked *cold* may take their time and pass JSON; the others allocate nothing once a state exists.
    pub struct PluginTable, checked as CoreCalls {
        /// [`MAGIC`](super::MAGIC).
        magic: [u8; 8],
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
        /// [`ABI_MAJOR`](super::ABI_MAJOR) of the plugin.
        abi_major: u16,
        /// [`ABI_MINOR`](super::ABI_MINOR) of the plugin.
        abi_minor: u16,
    }

    /// Cold. Writes the JSON object `{about, knobs, hooks, events, seat_words}`; the last two may be left out. Needs no
    /// rules.
    required fn about(out: *const Sink, error: *const Sink) -> i32;
    /// Panics inside, on purpose: returns [`status::PANIC`](super::status::PANIC) if the plugin was built to unwind.
    /// Null: nothing in it can panic.
    optional fn panic_probe(error: *const Sink) -> i32;
    /// Cold. Makes rules from `len` bytes of JSON `{seats, knobs}`. `host` is null or points to the host's table, valid
    /// until the rules are freed.
    required fn rules_new(
        json: *const u8,
        len: usize,
        host: *const HostTable,
        rules: *mut *mut c_void,
        error: *const Sink,
    ) -> i32;
    /// Frees rules. Their states are already freed.
    required fn rules_free(rules: *mut c_void);
    /// Cold. Writes the JSON of [`Seating`](crate::Seating).
    required fn seating(rules: *const c_void, out: *const Sink, error: *const Sink) -> i32;
    /// Makes a state dealt from `seed`.
    required fn state_new(rules: *const c_void, seed: u64, state: *mut *mut c_void, error: *const Sink) -> i32;
    /// Frees a state.
    required fn state_free(state: *mut c_void);
    /// Makes another state like `state`.
    required fn state_clone(state: *const c_void, clone: *mut *mut c_void, error: *const Sink) -> i32;
    /// Makes `state` like `source`, in place. Null: the host clones `source` and frees `state`.
    optional fn state_copy(state: *mut c_void, source: *const c_void, error: *const Sink) -> i32;
    /// Deals again, in place. Null: the host makes a new state and frees `state`.
    optional fn deal(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32;
    /// Writes whose turn it is: a seat, or one of the numbers in [`turn`](super::turn). Only with
    /// [`TOGETHER`](super::turn::TOGETHER) it also writes the set of seats.
    required fn turn(
        rules: *const c_void,
        state: *const c_void,
        turn: *mut u32,
        seats: *mut u32,
        error: *const Sink,
    ) -> i32;
    /// Writes the legal actions of the seat whose turn it is into `buffer` (room for `capacity`), ascending, none
    /// twice, and their number to `len`: with [`status::OK`](super::status::OK) at most `capacity`; with
    /// [`status::TOO_SMALL`](super::status::TOO_SMALL) how many there are.
    required fn legal_actions(
        rules: *const c_void,
        state: *const c_void,
        buffer: *mut u32,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Applies an action.
    required fn apply(rules: *const c_void, state: *mut c_void, action: u32, error: *const Sink) -> i32;
    /// Writes the scores (one per seat) and the set of winners (no bits beyond the seats), meaningful once the game is
    /// over.
    required fn outcome(
        rules: *const c_void,
        state: *const c_void,
        scores: *mut i64,
        seats: usize,
        winners: *mut u32,
        error: *const Sink,
    ) -> i32;
    /// Cold. Writes the scene for an observer as JSON.
    required fn scene(
        rules: *const c_void,
        state: *const c_void,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
    /// Cold. Writes the description of a legal action for an observer as JSON.
    required fn describe(
        rules: *const c_void,
        state: *const c_void,
        action: u32,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
    /// Cold. Writes everything on the table, hidden or not, as JSON. Null: nothing.
    optional fn reveal(rules: *const c_void, state: *const c_void, out: *const Sink, error: *const Sink) -> i32;
    /// The table of the extension with this id, or null. Always the same, and valid as long as the library is loaded.
    /// Null: there are no extensions.
    optional fn extension(id: *const c_char) -> *const c_void;
    /// Cold. As `describe`, of `len` legal actions: writes the descriptions in their order as a JSON array. Null: the
    /// host calls `describe` for each.
    optional fn describe_all(
        rules: *const c_void,
        state: *const c_void,
        actions: *const u32,
        len: usize,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::PLAYOUT`](super::extension::PLAYOUT): random games in one call.
    pub struct PlayoutTable, checked as PlayoutCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Plays random actions from `seed` to the end and writes their number, exactly as
    /// [`Playout::playout`](crate::Playout::playout) and [`Rng`](crate::Rng) specify.
    required fn playout(
        rules: *const c_void,
        state: *mut c_void,
        seed: u64,
        played: *mut u32,
        error: *const Sink,
    ) -> i32;
    /// As `playout`, and also writes each step to `steps` and the scores after it, one per seat, to `scores`, as far as
    /// there is room for `capacity` steps of `seats` seats, and the number of all steps to `len`. Null: the host plays
    /// step by step where it needs the steps.
    optional fn course(
        rules: *const c_void,
        state: *mut c_void,
        seed: u64,
        steps: *mut CourseEntry,
        scores: *mut i64,
        capacity: usize,
        seats: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// As `playout`, drawn from `dice`, which keeps the state at which it stopped: at the end, or after the first step
    /// after which `pause` is due. Writes the number of steps. Null, or
    /// [`status::UNSUPPORTED`](super::status::UNSUPPORTED): where house rules act in the middle of a game, the host
    /// plays step by step.
    optional fn playout_until(
        rules: *const c_void,
        state: *mut c_void,
        dice: *mut Dice,
        pause: *const PauseTable,
        played: *mut u32,
        error: *const Sink,
    ) -> i32;
}

/// The state of a generator of random numbers, as [`Rng`](crate::Rng) defines it: 128 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// The lower 64 bits.
    pub low: u64,
    /// The upper 64 bits.
    pub high: u64,
}

impl From<&Rng> for Dice {
    fn from(rng: &Rng) -> Self {
        let state = rng.state();
        Self { low: state as u64, high: (state >> 64) as u64 }
    }
}

impl From<Dice> for Rng {
    fn from(dice: Dice) -> Self {
        Self::from_state(u128::from(dice.high) << 64 | u128::from(dice.low))
    }
}

table! {
    /// The host's signal to interrupt a game that is played on in one call. Valid for that call.
    pub struct PauseTable, checked as PauseCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// The first argument of its functions.
        context: *mut c_void,
    }

    /// 1 when the call is to return; called after each step, and once for each, on the thread of the call.
    required fn is_due(context: *mut c_void) -> u32;
}

table! {
    /// [`extension::BOTS`](super::extension::BOTS): knowledge that a bot cannot obtain by trial.
    pub struct BotsTable, checked as BotsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Writes the legal actions of `seat` that a bot should consider, as `legal_actions` does; an empty list means all
    /// of them. Null: all.
    optional fn candidates(
        rules: *const c_void,
        state: *const c_void,
        seat: u32,
        buffer: *mut u32,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Plays on with plausible actions from `seed`, to the end or to a position that `prospects` judges. Null: a
    /// playout. After [`status::UNSUPPORTED`](super::status::UNSUPPORTED) the host plays the rest at random.
    optional fn rollout(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32;
    /// As `rollout`, and also writes the seats and their actions to `buffer`, up to its `capacity`, and the number of
    /// all actions to `len`. Null: rollouts are not traced.
    optional fn trace(
        rules: *const c_void,
        state: *mut c_void,
        seed: u64,
        buffer: *mut TraceEntry,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Writes the scores that each seat can expect, times the unit of `prospect_unit`. Null: the scores, as they are.
    optional fn prospects(
        rules: *const c_void,
        state: *const c_void,
        prospects: *mut i64,
        seats: usize,
        error: *const Sink,
    ) -> i32;
    /// Writes the number of points of `prospects` that make one point of the scores, from 1 to
    /// [`MAX_UNITS`](crate::MAX_UNITS). Null: 1.
    optional fn prospect_unit(rules: *const c_void, unit: *mut i64, error: *const Sink) -> i32;
    /// As `rollout` and `trace`, drawn from `dice`, which keeps the state at which it stopped: complete, or after the
    /// first step after which `pause` is due. Writes the number of steps, and 1 to `complete` if it is. Null, or
    /// [`status::UNSUPPORTED`](super::status::UNSUPPORTED): the host calls `rollout` or `trace` instead, and house
    /// rules act on no event in it.
    optional fn rollout_until(
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
    ) -> i32;
}

/// One action of a rollout.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceEntry {
    /// The seat that played it.
    pub seat: u32,
    /// The action.
    pub action: u32,
}

table! {
    /// [`extension::DETERMINIZE`](super::extension::DETERMINIZE): something is hidden or random.
    pub struct DeterminizeTable, checked as DeterminizeCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Resamples, from `seed`, everything that `seat` cannot know.
    required fn determinize(
        rules: *const c_void,
        state: *mut c_void,
        seat: u32,
        seed: u64,
        error: *const Sink,
    ) -> i32;
    /// Writes 1 if something may be hidden from a seat that another seat sees, and 0 if every observer always sees the
    /// same. Null: 1.
    optional fn hides(rules: *const c_void, hides: *mut u32, error: *const Sink) -> i32;
}

table! {
    /// [`extension::SIMULTANEOUS`](super::extension::SIMULTANEOUS): several seats choose at once, in secret.
    pub struct SimultaneousTable, checked as SimultaneousCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Writes the legal actions of `seat`, one of those whose turn it is, as `legal_actions` does.
    required fn choices(
        rules: *const c_void,
        state: *const c_void,
        seat: u32,
        buffer: *mut u32,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Applies the choices of all: `len` choices, one for each seat whose turn it is, in the order of seats.
    required fn resolve(
        rules: *const c_void,
        state: *mut c_void,
        chosen: *const ChosenEntry,
        len: usize,
        error: *const Sink,
    ) -> i32;
    /// Cold. As `describe`, for an action that one of these seats may choose or has chosen; with values only where the
    /// choice is described for a log. Null: the host calls `describe`, which does not receive the seat.
    optional fn describe_choice(
        rules: *const c_void,
        state: *const c_void,
        choice: *const ChosenEntry,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

/// The choice of one seat.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ChosenEntry {
    /// The seat that has chosen.
    pub seat: u32,
    /// The action.
    pub action: u32,
    /// The values of its inputs, valid for the call; null if there are none.
    pub values: *const i64,
    /// The number of values.
    pub values_len: usize,
}

table! {
    /// [`extension::INPUTS`](super::extension::INPUTS): actions that take numbers.
    pub struct InputsTable, checked as InputsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Applies an action with the values of its inputs.
    required fn apply_with(
        rules: *const c_void,
        state: *mut c_void,
        action: u32,
        values: *const i64,
        len: usize,
        error: *const Sink,
    ) -> i32;
    /// Writes the values that a bot may try with an action of `seat`: to `count` the number of samples (none for an
    /// action without inputs), to `width` the number of values of each, and to `values` (room for `capacity` integers)
    /// sample after sample.
    required fn samples(
        rules: *const c_void,
        state: *const c_void,
        seat: u32,
        action: u32,
        values: *mut i64,
        capacity: usize,
        width: *mut usize,
        count: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Cold. As `describe`, of a legal action with the values of its inputs. Null: the text of `describe`, without the
    /// values.
    optional fn describe_with(
        rules: *const c_void,
        state: *const c_void,
        action: u32,
        values: *const i64,
        len: usize,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::CHANCE`](super::extension::CHANCE): the host rolls.
    pub struct ChanceTable, checked as ChanceCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Writes the possible outcomes: codes, ascending, none twice, to `codes` and their weights to `weights` (each with
    /// room for `capacity`), and their number to `len`, as `legal_actions` does. The sum of the weights is below 2^32,
    /// none is 0.
    required fn outcomes(
        rules: *const c_void,
        state: *const c_void,
        codes: *mut u32,
        weights: *mut u32,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Applies the outcome of this code.
    required fn happen(rules: *const c_void, state: *mut c_void, code: u32, error: *const Sink) -> i32;
    /// Cold. As `describe`, of an outcome that may happen, for the log and the record. Null: they have its code, for
    /// every observer.
    optional fn describe_outcome(
        rules: *const c_void,
        state: *const c_void,
        code: u32,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::ASSETS`](super::extension::ASSETS): pictures.
    pub struct AssetsTable, checked as AssetsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. Writes a JSON list of the names of all pictures. Needs no rules.
    required fn names(out: *const Sink, error: *const Sink) -> i32;
    /// Cold. Writes the bytes of the picture with this name, or returns [`status::ABSENT`](super::status::ABSENT).
    /// Needs no rules.
    required fn asset(name: *const u8, len: usize, out: *const Sink, error: *const Sink) -> i32;
}

table! {
    /// [`extension::FACTS`](super::extension::FACTS): the facts that house rules can read.
    pub struct FactsTable, checked as FactsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. Writes a JSON list of [`FactDecl`](crate::house::FactDecl). Needs no rules.
    required fn declared(out: *const Sink, error: *const Sink) -> i32;
    /// Writes a fact to `values` (room for `len` integers): one value, or one for each seat. It may be called while the
    /// plugin calls [`HookTable::fold`](super::host::HookTable::fold), with the state that the plugin passed there.
    required fn fact(
        rules: *const c_void,
        state: *const c_void,
        fact: u32,
        values: *mut i64,
        len: usize,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::ZONES`](super::extension::ZONES): the places of the pieces, for house rules.
    pub struct ZonesTable, checked as ZonesCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. Writes a JSON list of [`ZoneDecl`](crate::house::ZoneDecl). Needs no rules.
    required fn declared(out: *const Sink, error: *const Sink) -> i32;
    /// Writes the pieces of a zone to `values` (room for `capacity` integers): of a grid first the numbers of rows and
    /// columns; then the values of the fields of each piece, piece after piece; and to `len` how many integers. A place
    /// of a grid without a piece has -1 as its first field. `seat` is the seat whose zone it is, and 0 where there is
    /// only one. It may be called while the plugin calls [`HookTable::fold`](super::host::HookTable::fold), with the
    /// state that the plugin passed there.
    required fn zone(
        rules: *const c_void,
        state: *const c_void,
        zone: u32,
        seat: u32,
        values: *mut i64,
        capacity: usize,
        len: *mut usize,
        error: *const Sink,
    ) -> i32;
    /// Writes a JSON [`PieceLabel`](crate::house::PieceLabel) of a piece, by its index among those of the zone, or
    /// `null` where it has none.
    optional fn piece_label(
        rules: *const c_void,
        state: *const c_void,
        zone: u32,
        seat: u32,
        piece: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::EFFECTS`](super::extension::EFFECTS): the effects of house rules.
    pub struct EffectsTable, checked as EffectsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. Writes a JSON list of [`EffectDecl`](crate::house::EffectDecl). Needs no rules.
    required fn declared(out: *const Sink, error: *const Sink) -> i32;
    /// Applies an effect, given `len` arguments, or returns [`status::REFUSED`](super::status::REFUSED).
    required fn effect(
        rules: *const c_void,
        state: *mut c_void,
        effect: u32,
        arguments: *const i64,
        len: usize,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::NEWS`](super::extension::NEWS): the results of an action, for the log.
    pub struct NewsTable, checked as NewsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. Writes as JSON a text, or null for none: the message for the observer once `before` has become `after`,
    /// two states of the same rules, by `len` choices in the order of seats: one, several that were made together, or
    /// none where it was an action of house rules.
    required fn news(
        rules: *const c_void,
        before: *const c_void,
        after: *const c_void,
        chosen: *const ChosenEntry,
        len: usize,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
    /// Cold. Writes as JSON a text, or null for none: the announcement of the deal for the observer, before the first
    /// action of a match. Null: nothing is announced.
    optional fn opening(
        rules: *const c_void,
        state: *const c_void,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

table! {
    /// [`extension::RESULTS`](super::extension::RESULTS): descriptions that include the effects of house rules.
    pub struct ResultsTable, checked as ResultsCalls {
        /// The size of this struct as the plugin knows it.
        struct_size: u32,
    }

    /// Cold. As `describe`, for an action by which `before` became `after`, with all effects of house rules. `chosen`
    /// is the choice, or null for an action of house rules: then the host appends the text to the action's own, adds
    /// the data to its own, and ignores the paths.
    required fn describe_result(
        rules: *const c_void,
        before: *const c_void,
        after: *const c_void,
        chosen: *const ChosenEntry,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
    /// Cold. Writes the JSON of [`EffectResult`](crate::house::EffectResult): the result of an effect with `len`
    /// arguments by which `before` became `after`, as far as the observer may know it. Null: effects are recorded by
    /// their names and arguments.
    optional fn effect_result(
        rules: *const c_void,
        before: *const c_void,
        after: *const c_void,
        effect: u32,
        arguments: *const i64,
        len: usize,
        observer: u32,
        out: *const Sink,
        error: *const Sink,
    ) -> i32;
}

// The places of what precedes the functions, and the sizes of entries of lists. The order of functions is in the test
// of the header.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::offset_of;
    assert!(offset_of!(PluginTable, struct_size) == 8);
    assert!(offset_of!(PluginTable, abi_major) == 12);
    assert!(offset_of!(PluginTable, abi_minor) == 14);
    assert!(offset_of!(PluginTable, about) == 16);
    assert!(size_of::<ChosenEntry>() == 24);
    assert!(size_of::<TraceEntry>() == 8);
};

/// An extension of a plugin.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionTable {
    /// Its [id](super::extension).
    pub id: &'static CStr,
    /// The size of its table, in bytes.
    pub size: usize,
    /// The functions of its table.
    pub fields: &'static [TableField],
}

/// All extensions of a plugin.
pub const EXTENSIONS: [ExtensionTable; 12] = {
    macro_rules! extensions {
        ($($ID:ident $Table:ident,)+) => {
            [$(ExtensionTable { id: super::extension::$ID, size: size_of::<$Table>(), fields: $Table::FIELDS }),+]
        };
    }
    extensions! {
        PLAYOUT PlayoutTable,
        BOTS BotsTable,
        DETERMINIZE DeterminizeTable,
        SIMULTANEOUS SimultaneousTable,
        INPUTS InputsTable,
        CHANCE ChanceTable,
        ASSETS AssetsTable,
        FACTS FactsTable,
        ZONES ZonesTable,
        EFFECTS EffectsTable,
        NEWS NewsTable,
        RESULTS ResultsTable,
    }
};

//! The C ABI between the host and a plugin.
//!
//! Rust has no stable ABI, so a plugin library exports a C symbol for each of its games, named [`SYMBOL`] and more: a constant [`PluginTable`] that
//! opens with a magic word, its own size and the version of this ABI. Plugin authors never meet it: [`export`] builds it from a
//! [`Game`](crate::Game), and [`client`] is the host's safe face of it.
//!
//! # Versions
//! The ABI has its own number, apart from the program's. The major must be equal. A plugin of an older minor
//! works: what it lacks reads as null. A plugin of a newer minor is refused, for it may rely on what this host has not.
//! Structs are append-only. The tables say how long they are, and end between two fields: a size in the middle of one is refused.
//!
//! # Rules that hold for every function
//! - It returns a [`status`]. Panics never cross: they are caught inside and come back as [`status::PANIC`].
//! - Who allocates, frees: handles go back to the plugin's own `*_free`. Buffers are the caller's. Text is handed to a
//!   [`Sink`] during the call and is not kept.
//! - Rules are immutable and may be used from several threads at once. A state belongs to one call at a time, on any thread.
//! - A state is used only with the rules it was made with, and freed before them.
//! - On a failed call the reason, as UTF-8 text, goes to the `error` sink, except for [`status::ILLEGAL`] and
//!   [`status::HOOK`], which the host words itself.
//! - The library is never unloaded.

pub mod client;
mod declared;
mod error;
pub mod export;
mod sink;

use std::ffi::c_void;

/// What the name of every exported table begins with. The rest tells the games of one library apart; a library of one game needs none.
pub const SYMBOL: &str = "stonehouse_plugin";

/// The first bytes of the table.
pub const MAGIC: [u8; 8] = *b"STONEHSE";

/// The major version of this ABI: equal, or refused.
pub const ABI_MAJOR: u16 = 1;

/// The minor version of this ABI: it grows when a struct does.
pub const ABI_MINOR: u16 = 2;

/// What a call returns.
pub mod status {
    /// It did what was asked.
    pub const OK: i32 = 0;
    /// The action is not legal; the state is unchanged.
    pub const ILLEGAL: i32 = 1;
    /// A hook call failed; the state is not to be used further.
    pub const HOOK: i32 = 2;
    /// The knobs contradict each other; the error sink got a JSON object `{knob, message}`.
    pub const RULES: i32 = 3;
    /// The buffer is too small; its needed length was written.
    pub const TOO_SMALL: i32 = 4;
    /// The plugin panicked; the state is not to be used further.
    pub const PANIC: i32 = 5;
    /// An argument made no sense: a null pointer, a seat that cannot be, text that is not UTF-8 or not the expected JSON.
    pub const ARGUMENT: i32 = 6;
    /// Since minor 2: a playout or rollout found no end after [`LONGEST_GAME`](crate::LONGEST_GAME) actions; the state is not to be used
    /// further.
    pub const ENDLESS: i32 = 7;
}

/// An observer as a number: a seat, or one of these two.
pub mod observer {
    /// Sees what is public.
    pub const PUBLIC: u32 = 0xFFFF_FFFE;
    /// Sees everything.
    pub const REFEREE: u32 = 0xFFFF_FFFF;
}

/// The seat number that says that nobody is to act: the game is over.
pub const NOBODY: u32 = 0xFFFF_FFFF;

/// Where text goes. `write` may be called several times during a call; the pieces belong together, and are one UTF-8 text (or JSON
/// document, where JSON is asked for) of 64 MiB at the most.
#[repr(C)]
pub struct Sink {
    /// The first argument of `write`.
    pub context: *mut c_void,
    /// Takes `len` bytes of UTF-8 at `bytes`, valid for this call only.
    pub write: Option<unsafe extern "C" fn(context: *mut c_void, bytes: *const u8, len: usize)>,
}

/// The host's side of the hooks, handed over when rules are made. The table itself lives through `rules_new` only: the plugin copies what it
/// needs. `fold` may be called with `context` until the rules are freed.
#[repr(C)]
pub struct HookTable {
    /// The size of this struct as the host knows it.
    pub struct_size: u32,
    /// Bit `n`: whether hook `n` is used by any script.
    pub used: u64,
    /// The first argument of `fold`.
    pub context: *const c_void,
    /// Folds `value` through the scripts of hook `hook`, given `len` context integers; any thread.
    pub fold: Option<
        unsafe extern "C" fn(context: *const c_void, hook: u32, fields: *const i64, len: usize, value: *mut i64) -> i32,
    >,
}

/// What a plugin library exports.
///
/// Functions marked *cold* may take their time and pass JSON; the others allocate nothing once a state exists.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PluginTable {
    /// [`MAGIC`].
    pub magic: [u8; 8],
    /// The size of this struct as the plugin knows it.
    pub struct_size: u32,
    /// [`ABI_MAJOR`] of the plugin.
    pub abi_major: u16,
    /// [`ABI_MINOR`] of the plugin.
    pub abi_minor: u16,
    /// Cold. Writes a JSON object: `about`, `knobs` (declarations), `knob_schema`, `hooks` (declarations).
    pub about: Option<unsafe extern "C" fn(out: *const Sink, error: *const Sink) -> i32>,
    /// Panics on purpose and must return [`status::PANIC`]: shows that the plugin was built to unwind.
    pub panic_probe: Option<unsafe extern "C" fn(error: *const Sink) -> i32>,
    /// Cold. Makes rules from a JSON object `{seats, knobs}` of `len` bytes and the hooks (null: none).
    pub rules_new: Option<
        unsafe extern "C" fn(
            json: *const u8,
            len: usize,
            hooks: *const HookTable,
            rules: *mut *mut c_void,
            error: *const Sink,
        ) -> i32,
    >,
    /// Frees rules. No state of theirs is left.
    pub rules_free: Option<unsafe extern "C" fn(rules: *mut c_void)>,
    /// Cold. Writes the seating as JSON.
    pub seating: Option<unsafe extern "C" fn(rules: *const c_void, out: *const Sink, error: *const Sink) -> i32>,
    /// Makes a state dealt from `seed`.
    pub state_new: Option<
        unsafe extern "C" fn(rules: *const c_void, seed: u64, state: *mut *mut c_void, error: *const Sink) -> i32,
    >,
    /// Frees a state.
    pub state_free: Option<unsafe extern "C" fn(state: *mut c_void)>,
    /// Makes another state like `state`.
    pub state_clone:
        Option<unsafe extern "C" fn(state: *const c_void, clone: *mut *mut c_void, error: *const Sink) -> i32>,
    /// Makes `state` like `source`, in place.
    pub state_copy: Option<unsafe extern "C" fn(state: *mut c_void, source: *const c_void, error: *const Sink) -> i32>,
    /// Deals anew, in place.
    pub deal:
        Option<unsafe extern "C" fn(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32>,
    /// Writes the seat to act, or [`NOBODY`].
    pub to_act: Option<
        unsafe extern "C" fn(rules: *const c_void, state: *const c_void, seat: *mut u32, error: *const Sink) -> i32,
    >,
    /// Writes the legal actions into `buffer` (room for `capacity`) and their number to `len`: with [`status::OK`] at most `capacity`.
    pub legal_actions: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            buffer: *mut u32,
            capacity: usize,
            len: *mut usize,
            error: *const Sink,
        ) -> i32,
    >,
    /// Applies an action.
    pub apply:
        Option<unsafe extern "C" fn(rules: *const c_void, state: *mut c_void, action: u32, error: *const Sink) -> i32>,
    /// Writes the scores (one per seat) and the set of winners (no bits beyond the seats), meaningful once the game is over.
    pub outcome: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            scores: *mut i64,
            seats: usize,
            winners: *mut u32,
            error: *const Sink,
        ) -> i32,
    >,
    /// Samples anew what `seat` cannot know.
    pub determinize: Option<
        unsafe extern "C" fn(rules: *const c_void, state: *mut c_void, seat: u32, seed: u64, error: *const Sink) -> i32,
    >,
    /// Plays random actions from `seed` to the end and writes their number.
    pub playout: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *mut c_void,
            seed: u64,
            played: *mut u32,
            error: *const Sink,
        ) -> i32,
    >,
    /// Cold. Writes the scene for an observer as JSON.
    pub scene: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            observer: u32,
            out: *const Sink,
            error: *const Sink,
        ) -> i32,
    >,
    /// Cold. Writes the description of a legal action for an observer as JSON.
    pub describe: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            action: u32,
            observer: u32,
            out: *const Sink,
            error: *const Sink,
        ) -> i32,
    >,
    /// Since minor 1; null: as `playout`. Plays on sensibly from `seed`, to the end or to a position that `prospects` judges.
    pub rollout:
        Option<unsafe extern "C" fn(rules: *const c_void, state: *mut c_void, seed: u64, error: *const Sink) -> i32>,
    /// Since minor 1; null: the scores of `outcome`. Writes what each seat can count on, in points.
    pub prospects: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            prospects: *mut i64,
            seats: usize,
            error: *const Sink,
        ) -> i32,
    >,
    /// Since minor 1; null: as `legal_actions`, whose arguments it has. Writes the legal actions worth a bot's thought.
    pub candidates: Option<
        unsafe extern "C" fn(
            rules: *const c_void,
            state: *const c_void,
            buffer: *mut u32,
            capacity: usize,
            len: *mut usize,
            error: *const Sink,
        ) -> i32,
    >,
    /// Since minor 2; null: nothing. Cold. Writes everything that lies on the table, hidden or not, as JSON.
    pub reveal: Option<
        unsafe extern "C" fn(rules: *const c_void, state: *const c_void, out: *const Sink, error: *const Sink) -> i32,
    >,
}

// What is released stays where it is: these break the build when a field moves.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::{offset_of, size_of};
    assert!(size_of::<Sink>() == 16);
    assert!(size_of::<HookTable>() == 32);
    assert!(offset_of!(HookTable, used) == 8);
    assert!(offset_of!(HookTable, context) == 16);
    assert!(offset_of!(HookTable, fold) == 24);
    assert!(offset_of!(PluginTable, struct_size) == 8);
    assert!(offset_of!(PluginTable, abi_major) == 12);
    assert!(offset_of!(PluginTable, abi_minor) == 14);
    assert!(offset_of!(PluginTable, about) == 16);
    assert!(offset_of!(PluginTable, rules_new) == 32);
    assert!(offset_of!(PluginTable, state_new) == 56);
    assert!(offset_of!(PluginTable, deal) == 88);
    assert!(offset_of!(PluginTable, apply) == 112);
    assert!(offset_of!(PluginTable, playout) == 136);
    assert!(offset_of!(PluginTable, describe) == 152);
    assert!(offset_of!(PluginTable, rollout) == 160);
    assert!(offset_of!(PluginTable, candidates) == 176);
    assert!(offset_of!(PluginTable, reveal) == 184);
    assert!(size_of::<PluginTable>() == 192);
};

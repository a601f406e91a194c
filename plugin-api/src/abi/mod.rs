//! The C ABI between the host and a plugin.
//!
//! Rust has no stable ABI, so a plugin library exports a C symbol for each of its games, whose name begins with
//! [`SYMBOL`]: a constant [`PluginTable`] that opens with a magic word, its own size and the version of this ABI.
//! Authors in Rust never meet it: [`export`] builds it from a [`Game`](crate::Game); the crate `stonehouse-runtime` is
//! the host's safe interface to it. For authors in C it is declared in `include/stonehouse_plugin.h`.
//!
//! - [`export`], [`mod@host`]: the plugin's side, and the services of the host
//! - `table`, `tables`: the declaration of tables of functions, and the tables of a plugin
//! - `declared`, `schema`: the declarations of a plugin as JSON, and the schemas of documents
//!
//! # Core and extensions
//! The core table holds the functions that every game has; a few may be null, with the fallback that each documents.
//! Everything else is an extension, requested by its [id](extension) with [`PluginTable::extension`]: a constant table
//! of its own, or null where the plugin lacks it. The host offers extensions to the plugin in the same way, with the
//! [`HostTable`](host::HostTable).
//!
//! # Versions
//! The ABI has its own number, apart from the program's. The major must be equal. A plugin of another minor works,
//! older or newer: functions that a table lacks read as null, additional ones are not read. A plugin that cannot do
//! without an extension of the host lists it (`needs`), and is refused by a host that lacks it. Tables are append-only.
//! They contain their size, and end between two functions: a size in the middle of one is refused.
//!
//! # Rules that hold for every function
//! - It returns a [`status`]. Panics never cross: they are caught inside and returned as [`status::PANIC`].
//! - The side that allocates frees: handles are freed by the plugin's own `*_free`. Buffers are the caller's. Text is
//!   handed to a [`Sink`] during the call and is not kept.
//! - Rules are immutable and may be used from several threads at once. A state belongs to one call at a time, on any
//!   thread.
//! - A state is used only with the rules it was made with, and freed before them.
//! - On a failed call the reason, as UTF-8 text, is written to the `error` sink, except for [`status::HOOK`], for which
//!   the host has its own sentence. For [`status::ILLEGAL`] it may be left out; people read it.
//! - The library is never unloaded.
//!
//! # Design
//! - Hot calls pass integers and slices and allocate nothing. Cold calls pass JSON, to which either side can add
//!   fields.
//! - An author's tests and the conformance kit make the same calls as the host: through these tables.
//! - Each table is declared once (`tables.rs`): that list generates the C struct and the host's checked form of it. A
//!   test compares it with the C header, and with the order of functions in released libraries. The exporting side
//!   fills the struct, so the compiler reports a function that is missing.
//! - The library is never unloaded because Rust code may leave thread-locals and functions in use.

mod declared;
pub mod export;
pub mod host;
#[cfg(feature = "schema")]
pub mod schema;
mod table;
mod tables;

pub use declared::Declared;
pub(crate) use table::TablePointer;
pub use table::{TableField, TableSizeError};
pub use tables::*;

use std::ffi::c_void;

/// The prefix of the name of every exported table. The rest distinguishes the games of one library; a library with one
/// game needs none.
pub const SYMBOL: &str = "stonehouse_plugin";

/// The first bytes of the table.
pub const MAGIC: [u8; 8] = *b"STONEHSE";

/// The major version of this ABI: equal, or refused.
pub const ABI_MAJOR: u16 = 1;

/// The minor version of this ABI: it grows when a table does.
pub const ABI_MINOR: u16 = 3;

/// The ids of a plugin's extensions. The number after the slash is the extension's major version: a change that is not
/// an addition is another id.
pub mod extension {
    use std::ffi::CStr;

    /// [`PlayoutTable`](super::PlayoutTable). Absent: the host plays at random with the calls of the core.
    pub const PLAYOUT: &CStr = c"stonehouse.playout/1";
    /// [`BotsTable`](super::BotsTable). Absent: bots consider every legal action and learn from playouts.
    pub const BOTS: &CStr = c"stonehouse.bots/1";
    /// [`DeterminizeTable`](super::DeterminizeTable). Absent: nothing is hidden and nothing random remains.
    pub const DETERMINIZE: &CStr = c"stonehouse.determinize/1";
    /// [`SimultaneousTable`](super::SimultaneousTable). Absent: one seat acts at a time.
    pub const SIMULTANEOUS: &CStr = c"stonehouse.simultaneous/1";
    /// [`InputsTable`](super::InputsTable). Absent: no action has inputs.
    pub const INPUTS: &CStr = c"stonehouse.inputs/1";
    /// [`ChanceTable`](super::ChanceTable). Absent: the host never rolls.
    pub const CHANCE: &CStr = c"stonehouse.chance/1";
    /// [`AssetsTable`](super::AssetsTable). Absent: there are no pictures.
    pub const ASSETS: &CStr = c"stonehouse.assets/1";
    /// [`FactsTable`](super::FactsTable). Absent: house rules read only what hooks pass and what the host provides.
    pub const FACTS: &CStr = c"stonehouse.facts/1";
    /// [`ZonesTable`](super::ZonesTable). Absent: house rules do not read the position piece by piece.
    pub const ZONES: &CStr = c"stonehouse.zones/1";
    /// [`EffectsTable`](super::EffectsTable). Absent: house rules have only the effects of the host.
    pub const EFFECTS: &CStr = c"stonehouse.effects/1";
    /// [`NewsTable`](super::NewsTable). Absent: the log has only the text of `describe` for each action.
    pub const NEWS: &CStr = c"stonehouse.news/1";
    /// [`ResultsTable`](super::ResultsTable). Absent: descriptions contain only the results of the game itself, and
    /// effects of house rules are recorded by their names and arguments.
    pub const RESULTS: &CStr = c"stonehouse.results/1";
}

/// The statuses that a call returns.
pub mod status {
    /// The call succeeded.
    pub const OK: i32 = 0;
    /// The action is not legal; the state is unchanged.
    pub const ILLEGAL: i32 = 1;
    /// A hook call failed; the state must not be used any more.
    pub const HOOK: i32 = 2;
    /// The knobs contradict each other; the error sink received a JSON object `{knob, message}`.
    pub const RULES: i32 = 3;
    /// The buffer is too small; its needed length was written.
    pub const TOO_SMALL: i32 = 4;
    /// The plugin panicked; the state must not be used any more.
    pub const PANIC: i32 = 5;
    /// An argument is invalid: a null pointer, a seat that does not exist, text that is not UTF-8 or not the expected
    /// JSON.
    pub const ARGUMENT: i32 = 6;
    /// A playout or rollout did not end within [`MAX_GAME_STEPS`](crate::MAX_GAME_STEPS) steps; the state must not be
    /// used any more.
    pub const ENDLESS: i32 = 7;
    /// The plugin does not support this call: for example its own playout for a game that it cannot play in one
    /// call.
    pub const UNSUPPORTED: i32 = 8;
    /// The host requested it ([`StopTable`](super::host::StopTable)); the state must not be used any more.
    pub const STOPPED: i32 = 9;
    /// Nothing has that name.
    pub const ABSENT: i32 = 10;
    /// The effect that a house rule requested cannot be applied here; the state is unchanged, and the error sink
    /// received the reason.
    pub const REFUSED: i32 = 11;
}

/// An observer as a number: a seat, or one of these two.
pub mod observer {
    /// The public: sees only what is public.
    pub const PUBLIC: u32 = 0xFFFF_FFFE;
    /// Sees everything.
    pub const REFEREE: u32 = 0xFFFF_FFFF;
}

/// A turn as a number: the seat whose turn it is, or one of these.
pub mod turn {
    /// Nobody's: the game is over.
    pub const OVER: u32 = 0xFFFF_FFFF;
    /// That of several seats at once, which are written as a set: bit `n` for seat `n`.
    pub const TOGETHER: u32 = 0xFFFF_FFFE;
    /// Chance's.
    pub const CHANCE: u32 = 0xFFFF_FFFD;
}

/// A receiver of text. `write` may be called several times during a call; the pieces belong together, and are one UTF-8
/// text (or JSON document, where JSON is required) of at most 64 MiB.
#[repr(C)]
pub struct Sink {
    /// The first argument of `write`.
    pub context: *mut c_void,
    /// Takes `len` bytes at `bytes`, valid for this call only.
    pub write: Option<unsafe extern "C" fn(context: *mut c_void, bytes: *const u8, len: usize)>,
}

const _: () = assert!(size_of::<Sink>() == 2 * size_of::<usize>());

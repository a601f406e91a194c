//! The plugin's side: turns a [`Game`] into a [`PluginTable`](super::PluginTable).
//!
//! Every function of a table begins by turning the host's pointers into references, which is its only unsafe part; the
//! rest runs inside `guard`, which catches panics.
//!
//! - `core`, `extensions`: the tables of a game
//! - `glue`: the conversion of pointers and results
//! - `host`: the host as the plugin sees it

mod core;
mod extensions;
mod glue;
mod host;

use super::TablePointer;
use crate::Game;
use std::ffi::CStr;

pub use self::core::table;
pub use self::extensions::named;

/// A game with its extensions, implemented by [`export_game!`](crate::export_game!) and
/// [`linked_game!`](crate::linked_game!).
pub trait Exported: Game {
    /// The extensions that it has.
    const EXTENSIONS: &'static [Extension];
}

/// An extension of a game: its id and its table.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    id: &'static CStr,
    table: TablePointer,
}

impl Extension {
    /// The id.
    pub const fn id(&self) -> &'static CStr {
        self.id
    }
}

/// Exports `$game`, which implements [`Game`](crate::Game), as a Stonehouse plugin, with the named
/// [extensions](crate::extensions), which it implements too. Once per crate: the symbol has the crate's name in it, so
/// that several games can be linked into one program or one library.
///
/// ```ignore
/// export_game!(MyGame);
/// export_game!(MyGame: BotHelp, Determinize);
/// ```
#[macro_export]
macro_rules! export_game {
    ($game:ty $(: $($extension:ident),+ $(,)?)?) => {
        $crate::linked_game!($game $(: $($extension),+)?);

        /// The table that the host looks up in this library.
        #[allow(unsafe_code, non_upper_case_globals, reason = "the exported symbol of the C ABI")]
        // SAFETY: the name begins as the plugin ABI requires and ends with the name of this crate, which exports one
        // game.
        #[unsafe(export_name = concat!("stonehouse_plugin_", env!("CARGO_CRATE_NAME")))]
        pub static stonehouse_plugin: $crate::abi::PluginTable = $crate::abi::export::table::<$game>();
    };
}

/// Names the extensions of a game that is not exported but linked into a program or a test, for
/// `Plugin::linked` of the crate `stonehouse-conformance`.
///
/// ```ignore
/// linked_game!(MyGame);
/// linked_game!(MyGame: BotHelp, Determinize);
/// ```
#[macro_export]
macro_rules! linked_game {
    ($game:ty $(: $($extension:ident),+ $(,)?)?) => {
        impl $crate::abi::export::Exported for $game {
            const EXTENSIONS: &'static [$crate::abi::export::Extension] =
                &[$($($crate::abi::export::named::$extension::<$game>()),+)?];
        }
    };
}

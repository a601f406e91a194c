//! The errors of plugins that cannot be used, and of calls that did not succeed.

use crate::HookFailure;
use stonehouse_plugin::abi::ABI_MAJOR;
use stonehouse_plugin::{MAX_GAME_STEPS, RulesError};

/// The most characters of a wrong version that a message shows.
const MAX_VERSION: usize = 40;

/// The reason for which a library is no plugin that this host can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The exported symbol is not a plugin table.
    #[error("it exports `stonehouse_plugin`, but not a Stonehouse plugin table: build it with `export_game!`")]
    Magic,
    /// Another major version.
    #[error(
        "it was built for version {found} of the plugin interface, and this Stonehouse needs version {ABI_MAJOR}: \
         get the plugin for this version of Stonehouse, or rebuild it with this version's stonehouse-plugin"
    )]
    Major {
        /// The plugin's major version.
        found: u16,
    },
    /// The table ends before a function that every plugin must have.
    #[error("its plugin table is cut short (no `{missing}`): rebuild it with stonehouse-plugin")]
    Truncated {
        /// The first missing function.
        missing: &'static str,
    },
    /// The table ends in the middle of a function.
    #[error("its plugin table ends in the middle of a function, after {size} bytes: rebuild it with stonehouse-plugin")]
    Cut {
        /// The size that the table gives.
        size: u32,
    },
    /// The table of one of its extensions cannot be used.
    #[error("its table for `{id}` {why}: rebuild it with stonehouse-plugin")]
    Extension {
        /// The id of the extension.
        id: &'static str,
        /// The problem.
        why: String,
    },
    /// It requires something that this host does not offer.
    #[error(
        "it needs `{id}`, which this Stonehouse does not offer: update Stonehouse, or get a release of the plugin that does not need it"
    )]
    Needs {
        /// The id of the extension.
        id: String,
    },
    /// Its version is none.
    #[error("its version is `{}`, and a version is three numbers, such as 1.0.0 ({error})",
        version.chars().take(MAX_VERSION).collect::<String>())]
    Version {
        /// The version that it declares.
        version: String,
        /// The problem.
        error: String,
    },
    /// It could not describe itself.
    #[error("it could not describe itself ({0}): ask its author")]
    About(String),
    /// Its description is impossible, or cannot be used.
    #[error("its description cannot be used: {0}. Ask its author")]
    Declared(String),
}

/// The reason for which a call of a game did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The action is not legal; the state is unchanged.
    #[error("that action is not legal here")]
    Illegal,
    /// The action is not legal, for this reason; the state is unchanged.
    #[error("that action is not legal here: {0}")]
    Refused(String),
    /// A house rule failed in this very call: which, where and why.
    #[error("a house rule failed. {0}")]
    Hook(Box<HookFailure>),
    /// The script of a game failed in this call: which, where and why.
    #[error("the game's script failed. {0}")]
    Script(Box<HookFailure>),
    /// Knobs contradict each other.
    #[error(transparent)]
    Rules(RulesError),
    /// The plugin panicked in this call, for this reason. The state must not be used any more.
    #[error("the game's plugin failed inside {0}")]
    Panic(String),
    /// A playout or rollout did not end.
    #[error("a game did not end within {MAX_GAME_STEPS} actions")]
    Endless,
    /// The host requested the end of a long call. The state must not be used any more.
    #[error("it was stopped")]
    Stopped,
    /// The plugin broke the contract, or was called against it.
    #[error("the game's plugin and Stonehouse misunderstood each other: {0}")]
    Contract(String),
}

/// The reason why an effect was not applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EffectFailure {
    /// The effect is impossible here, for this reason of the game; the state is unchanged.
    #[error("{0}")]
    Refused(String),
    /// The game failed.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl CallError {
    /// Whether an action was refused, with or without a reason. The state is unchanged then.
    pub const fn is_illegal(&self) -> bool {
        matches!(self, Self::Illegal | Self::Refused(_))
    }
}

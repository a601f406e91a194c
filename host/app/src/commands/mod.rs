//! The subcommands, a file each.

pub mod changes;
pub mod check;
pub mod check_player;
pub mod check_plugin;
pub mod compare;
pub mod export;
pub mod figures;
pub mod install;
pub mod interrupt;
pub mod ladder;
pub mod list;
pub mod new;
pub mod pack;
pub mod packs;
pub mod paths;
pub mod perft;
pub mod play;
pub mod plugins;
pub mod probe;
pub mod progress;
pub mod record;
pub mod reference;
pub mod simulate;
pub mod sweep;
pub mod tables;
pub mod types;

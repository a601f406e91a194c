//! The subcommands, related ones in one file each; `types` and `check_plugin` are parts of `check`, and `editor` is
//! `stonehouse types`. What several of them use is in `support`.

pub mod check;
pub mod check_player;
pub mod check_plugin;
pub mod compare;
pub mod editor;
pub mod install;
pub mod ladder;
pub mod list;
pub mod manual;
pub mod new;
pub mod pack;
pub mod packs;
pub mod paths;
pub mod perft;
pub mod play;
pub mod plugins;
pub mod probe;
pub mod record;
pub mod reference;
pub mod serve;
pub mod simulate;
pub mod sweep;
pub mod tables;
pub mod tune;
pub mod types;

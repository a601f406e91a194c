//! The runtime: what the host does with a game.
//!
//! [`Plugin`] → [`Rules`] → [`State`] → [`Position`], each keeping alive what it came from. Every answer of a plugin is checked before use: seats and
//! winners are at the table, lists fit into their buffers and are in order, numbers are small enough to compute with. So engine, bots, lab and
//! window can rely on what they get. Memory that native code writes to is beyond any such check.
//!
//! What a plugin lacks, the runtime does itself, so that no other code needs to ask: random games are played with the calls of the core, a
//! bot considers every legal action, and nothing is hidden.
//!
//! | module | what it holds |
//! |---|---|
//! | `plugin`, `declared`, `calls` | the tables of a library, the check of what it declares, and the calls of its functions |
//! | `rules`, `offer` | a compiled ruleset, and the tables that the plugin calls back |
//! | `state`, `lists`, `beyond`, `facts`, `assets` | the calls about one state: core and extensions |
//! | `position`, `results` | a state that advances one decision at a time, chance and simultaneous choices included, and what each decision did |
//! | `layer`, `house` | memory, events, actions and endings of house rules around a position |
//! | `frame` | the call under way on a thread |
//! | `hooks`, `failure` | hooks as the host answers them, and why one failed |
//! | `random` | a seat that decides at random |

mod assets;
mod beyond;
mod calls;
mod declared;
mod error;
mod facts;
mod failure;
mod frame;
mod hooks;
mod house;
mod layer;
mod lists;
mod offer;
mod plugin;
mod position;
mod random;
mod results;
mod rules;
mod sink;
mod state;

pub use calls::CallObserver;
pub use error::{CallError, TableError};
pub use failure::{HookFailure, HookFailureKind, StepLimit};
pub use hooks::{HookHost, Work};
pub use layer::{
    ActionDecl, EffectRequest, Event, HostEffect, HostEvent, HostHook, HouseEffect, HouseLayer, HouseMemory,
    MemoryDecl, NoFacts, ReadFacts, Target, host_events, host_hooks,
};
pub use plugin::Plugin;
pub use position::{Candidate, Position};
pub use random::{Choice, Decision, RandomPlayer};
pub use results::{AppliedEffect, RolledOutcome, StepNotes};
pub use rules::Rules;
pub use state::State;

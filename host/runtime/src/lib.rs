//! The runtime: what the host does with a game.
//!
//! [`Plugin`] → [`Rules`] → [`State`] → [`Position`], each keeping alive what it came from. Every answer of a plugin is
//! checked before use: seats and winners are at the table, lists fit into their buffers and are in order, numbers are
//! small enough to compute with. So engine, bots, lab and window can rely on what they get. Memory that native code
//! writes to is beyond any such check.
//!
//! The runtime replaces abilities that a game lacks, so that no other code depends on them: random games are played
//! with the calls of the core, a bot considers every legal action, and nothing is hidden.
//!
//! | module | contents |
//! |---|---|
//! | `game`, `host` | the seam: the calls of a game by the runtime, and the services that the game may use |
//! | `native` | games behind the C ABI, an implementation of that seam |
//! | `plugin`, `declared`, `assets` | a game, with its description and pictures checked |
//! | `rules`, `teams` | a compiled ruleset, and its teams |
//! | `state`, `lists`, `fallbacks` | a state of a game: the core, lists of actions, and abilities or what replaces them |
//! | `position` | a state played by decisions, also of chance or several seats at once |
//! | `notes`, `results` | the effects and outcomes of chance of one step; the results of actions, in words |
//! | `layer`, `house` | memory, events, actions and endings of house rules: declarations and effects |
//! | `house_state`, `subscriptions` | the state of house rules in a position, and the functions that they have |
//! | `hooks`, `facts`, `failure` | hooks as the host answers them, the facts that they read, and their failures |
//! | `frame`, `events` | the call under way on a thread, and the events that wait for house rules |
//! | `choice` | candidates and choices of a player, and one step of a game |
//! | `length` | games played decision by decision, and when they count as endless |
//! | `random`, `course` | random games, and the course of one |
//! | `error` | the errors of games that cannot be used, and of calls that did not succeed |

mod assets;
mod choice;
mod course;
mod declared;
mod error;
mod events;
mod facts;
mod failure;
mod fallbacks;
mod frame;
mod game;
mod hooks;
mod host;
mod house;
mod house_state;
mod layer;
mod length;
mod lists;
mod native;
mod notes;
mod plugin;
mod position;
mod random;
mod results;
mod rules;
mod state;
mod subscriptions;
mod teams;

pub use assets::{MAX_PNG_BYTES, MAX_SVG_BYTES};
pub use choice::{Candidate, Choice, Decision, DescribedAction};
pub use course::Course;
pub use error::{CallError, EffectFailure, TableError};
pub use failure::{HookFailure, HookFailureKind, ScriptLimit};
pub use game::{Abilities, CompiledGame, GameState, LoadedGame, ReadState};
pub use hooks::{HookHost, Work};
pub use host::{GameHost, PendingHookFailure};
pub use house::{HOUSE_ACTIONS, HOUSE_PROMPT, TARGET_PLACEHOLDER, is_house_handle};
pub use house_state::{FixedRolls, HouseState};
pub use layer::{
    ActionDecl, Available, EffectRequest, Event, HostEffectKind, HostEvent, HostHook, HouseEffect, HouseLayer,
    HouseMessage, MAX_SECRET_OUTCOMES, MatchEnd, MemoryDecl, MemoryShape, NoFacts, OfferKind, ReadFacts, RollDecl,
    ScriptLine, TargetKey, Targets, WordPicture,
};
pub use length::{GameLength, PlayedTo};
pub use native::CallObserver;
pub use notes::{AppliedEffect, RolledOutcome, StepNotes};
pub use plugin::Plugin;
pub use position::Position;
pub use random::RandomPlayer;
pub use results::SECRECY_SAMPLES;
pub use rules::Rules;
pub use state::State;
pub use teams::{Teams, WinningTeams};

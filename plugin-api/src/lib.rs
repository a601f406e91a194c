//! The contract between Stonehouse and a game.
//!
//! A game is a library in safe Rust: one trait, [`Game`], and one line, [`export_game!`].
//! `stonehouse new game NAME --rust` makes a package for one, with tests; by hand, it is a library of
//! `crate-type = ["cdylib", "rlib"]` that depends on this crate. This is a whole one, in which two players take stones,
//! and the one who takes the last stone wins:
//!
//! ```
//! use stonehouse_plugin::scene::{Prompt, SeatPanel};
//! use stonehouse_plugin::{
//!     About, Action, ActionText, Actions, Game, GameError, Observer, RulesError, Scene, Seat, Seating, Setup, Turn,
//!     export_game, json, knobs, text,
//! };
//!
//! knobs! {
//!     /// The parameters that variants can change.
//!     pub struct Knobs {
//!         /// The stones at the start.
//!         pub stones: u32 = 15, in 1..=99;
//!         /// The most stones that a player may take.
//!         pub most: u32 = 3, in 1..=9;
//!     }
//! }
//!
//! pub struct LastStone(Knobs);
//!
//! #[derive(Clone)]
//! pub struct State {
//!     left: u32,
//!     next: Seat,
//! }
//!
//! impl Game for LastStone {
//!     type Knobs = Knobs;
//!     type State = State;
//!
//!     fn about() -> About {
//!         About::new("last-stone", "Last stone", "1.0.0").summary("Take the last stone.")
//!     }
//!
//!     fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
//!         Ok(Self(setup.knobs))
//!     }
//!
//!     fn seating(&self) -> Seating {
//!         Seating::players(2)
//!     }
//!
//!     fn deal(&self, _seed: u64) -> Result<State, GameError> {
//!         Ok(State { left: self.0.stones, next: Seat(0) })
//!     }
//!
//!     fn turn(&self, state: &State) -> Turn {
//!         if state.left == 0 { Turn::Over } else { Turn::Seat(state.next) }
//!     }
//!
//!     fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
//!         (1..=self.0.most.min(state.left)).for_each(|count| actions.push(Action(count)));
//!         Ok(())
//!     }
//!
//!     fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
//!         if !(1..=self.0.most.min(state.left)).contains(&action.0) {
//!             return Err(GameError::Illegal);
//!         }
//!         state.left -= action.0;
//!         // The next one of two seats.
//!         state.next = state.next.left(1, 2);
//!         Ok(())
//!     }
//!
//!     // The most points win: a point for the player who took the last stone.
//!     fn scores(&self, state: &State, scores: &mut [i64]) {
//!         scores.fill(0);
//!         if state.left == 0 {
//!             scores[state.next.left(1, 2).index()] = 1;
//!         }
//!     }
//!
//!     fn scene(&self, state: &State, _observer: Observer) -> Scene {
//!         let choices = 1..=self.0.most.min(state.left);
//!         let prompt = choices.fold(Prompt::new(state.next, "Take stones"), |prompt, count| {
//!             // The handle of the button: the action whose `path` names it is chosen by a click on it.
//!             prompt.button(format!("take/{count}"), text!("Take {count}", count))
//!         });
//!         Scene::new(text!("{n} stones are left", n = state.left))
//!             // Without a score: nobody has one before the end.
//!             .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, None)))
//!             .prompt((state.left > 0).then_some(prompt))
//!     }
//!
//!     fn describe(&self, _state: &State, action: Action, _observer: Observer) -> ActionText {
//!         let count = action.0;
//!         ActionText::new(text!("takes {count}", count)).data(json!({ "take": count })).path([format!("take/{count}")])
//!     }
//! }
//!
//! export_game!(LastStone);
//! # fn main() {}
//! ```
//!
//! The host plays it, shows it, records it, undoes it, has bots for it and measures it. For more, implement another
//! trait and name it in the last line, as in `export_game!(LastStone: BotHelp, Facts)`:
//!
//! | I want to | so I implement |
//! |---|---|
//! | hide cards, or draw from a generator in the position | [`Determinize`] |
//! | let the host roll dice | [`Chance`] |
//! | have several players choose at once | [`Simultaneous`] |
//! | ask for numbers with an action | [`Inputs`] |
//! | make bots stronger | [`BotHelp`] |
//! | make simulations faster | [`Playout`] |
//! | show pictures of my own | [`Assets`] |
//! | announce the results of an action | [`News`] |
//! | let house rules change a value of the rules | [`hooks!`], and [`Game::hooks`] |
//! | let house rules read numbers and words of the position | [`Facts`], by [`facts!`] |
//! | let house rules read the position piece by piece | [`Zones`], by [`zones!`] |
//! | let house rules change the position | [`Effects`], by [`effects!`] |
//! | describe actions with the effects of house rules | [`Results`] |
//! | check all of it in a test | the crate `stonehouse-conformance` |
//!
//! The other modules define the interface between the two sides:
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | the trait, and the inputs of a ruleset |
//! | [`extensions`] | the optional parts beyond it: playouts, help for bots, secrets, dice, inputs, pictures |
//! | [`manifest`] | the authors of a game, its terms, and its duration |
//! | [`turn`] | turns |
//! | [`action`] | seats, sets of them, actions, observers, results |
//! | [`actions`], [`lists`] | the lists that a game fills |
//! | [`pause`] | the host's signal to interrupt a game that is played on in one call |
//! | [`choice`] | the descriptions of actions, and the ways to choose them |
//! | [`mod@text`] | texts for people, as templates |
//! | [`mod@knobs`] | typed parameters of a game, from one definition |
//! | [`mod@hooks`] | the places where a house rule may change a value |
//! | [`house`] | facts, zones, events and effects: the interface of house rules beyond hooks |
//! | [`mod@words`] | enums whose values people write by name |
//! | [`host`] | the services of the host for a game |
//! | [`scene`] | the view of the table for one observer |
//! | [`rng`] | randomness whose stream is the same on every machine |
//! | `abi` | the underlying C ABI, for hosts and the macros of this crate; documented in its source |
//!
//! A *knob* is a parameter that a variant sets; a *house rule* is a script that changes values or adds actions; a
//! *ruleset* is the game with both applied; an *observer* is a seat, the public or the referee who sees all; a *scene*
//! is what one observer may see of the table; a *face* is how a piece looks; a *handle* names what can be touched. The
//! feature `schema` derives JSON schemas for the types that are written as JSON.
//!
//! A plugin needs no files, no Lua and no screen. The host contains nothing that is made for a particular game.

extern crate self as stonehouse_plugin;

#[doc(hidden)]
pub mod abi;
pub mod action;
pub mod actions;
pub mod choice;
pub mod extensions;
pub mod game;
pub mod hooks;
pub mod host;
pub mod house;
pub mod knobs;
pub mod lists;
pub mod manifest;
pub mod pause;
pub mod rng;
pub mod scene;
pub mod text;
pub mod turn;
pub mod words;

pub use action::{Action, MAX_SEATS, Observer, Outcome, Seat, Seats};
pub use actions::Actions;
pub use choice::{ActionText, Input, InputKind, Path, PathStep};
pub use extensions::{
    Assets, BotHelp, Chance, Chosen, Determinize, Inputs, MAX_UNITS, News, Playout, Results, Simultaneous,
    random_playout, random_playout_until,
};
pub use game::{About, Game, GameError, MAX_GAME_STEPS, MAX_POINTS, RulesError, SeatInfo, Seating, SeatsRange, Setup};
pub use hooks::{Field, FieldKind, HookDecl, HookValue, Hooks, MAX_HOOKS};
pub use host::{Host, HostServices, Level};
pub use house::{EffectError, Effects, Facts, Zones};
pub use knobs::{KnobDecl, KnobKind, KnobSet};
pub use lists::{CourseWriter, MAX_ACTIONS, MAX_OUTCOMES, MAX_SAMPLES, MAX_VALUES, Outcomes, Samples, Trace};
pub use manifest::Manifest;
pub use pause::Pause;
pub use rng::Rng;
pub use scene::Scene;
pub use text::{Arg, Text};
pub use turn::Turn;
pub use words::{Named, NamedEnum};

/// Items that the macros of this crate name; not for direct use.
#[doc(hidden)]
pub mod reexport {
    pub use serde_json;
}

pub use serde_json::{Value as Json, json};

//! The rules: the compiled ruleset, and the turn.
//!
//! - `deal`: knobs checked, the first position
//! - `legal`: the legal actions
//! - `apply`: the application of actions
//! - `score`: the lines that a stone completes, and the end
//! - `effects`: the application of effects
//! - `notify`: notifications of house rules
//! - `precomputed`: results of house rules with few inputs, computed once
//! - `playout`: random games at full speed

mod apply;
mod deal;
pub(crate) mod effects;
mod legal;
mod notify;
mod playout;
mod precomputed;
mod score;

use crate::board::{Board, places};
use crate::hooks::{Event, Hook, House, Player};
use crate::knobs::Knobs;
use crate::state::{Counts, State};
use crate::{moves, view};
use precomputed::Precomputed;
use stonehouse_plugin::house::{EffectResult, EventDecl};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chosen, CourseWriter, Determinize, Effects, Game, GameError, HookDecl,
    Json, Manifest, Named, Observer, Pause, Playout, Results, Rng, RulesError, Scene, Seat, SeatInfo, Seating, Seats,
    Setup, Trace, Turn,
};

/// A compiled ruleset of 3 Stones.
pub struct ThreeStones {
    pub(crate) knobs: Knobs,
    pub(crate) board: Board,
    pub(crate) house: House,
    /// Stones in the game, of each kind.
    counts: Counts,
    /// Precomputed results of hooks.
    pub(crate) known: Precomputed,
    /// Whether playouts must call hooks for scores.
    pub(crate) scores_by_hooks: bool,
    /// Whether playouts must call hooks stone by stone: house rules change the next player, or the legal actions in a
    /// way that was not precomputed.
    pub(crate) hooks_each_stone: bool,
    /// Whether any script subscribes to an event.
    pub(crate) notifies: bool,
    /// Whether house rules are called for each line that scores, or notified of it.
    pub(crate) scores_line_by_line: bool,
}

impl Game for ThreeStones {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("three-stones", "3 Stones", env!("CARGO_PKG_VERSION"))
            .summary("Place glass stones on an octagonal board; every three in a row score, no matter who placed them.")
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(20, 60)
                    .weight(1),
            )
    }

    fn hooks() -> Vec<HookDecl> {
        House::declared()
    }

    fn events() -> Vec<EventDecl> {
        House::events()
    }

    fn seat_words() -> Vec<String> {
        Player::WORDS.iter().map(|word| (*word).to_owned()).collect()
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        let (board, counts) = Self::check(&setup.knobs)?;
        let house = House::new(setup.hooks);
        let notifies = house.has_subscribers();
        let scores_line_by_line = house.uses(Hook::line_points)
            || house.subscribes_to(Event::line_scored)
            || house.subscribes_to(Event::row_scored);
        let known = Precomputed::default();
        let mut rules = Self {
            knobs: setup.knobs,
            board,
            house,
            known,
            counts,
            scores_by_hooks: false,
            hooks_each_stone: false,
            notifies,
            scores_line_by_line,
        };
        rules.known = Precomputed::compute(&rules, &rules.dealt(0));
        let uses = |hook: Hook| rules.house.uses(hook);
        let scores_by_hooks = uses(Hook::final_score) || uses(Hook::line_points) && rules.known.line_points.is_none();
        let asks_where = (uses(Hook::may_play) || uses(Hook::also_play)) && rules.known.pockets.is_none();
        let hooks_each_stone = uses(Hook::plays_again) || asks_where;
        Ok(Self { scores_by_hooks, hooks_each_stone, ..rules })
    }

    fn seating(&self) -> Seating {
        Seating::new([SeatInfo::new("White", 0), SeatInfo::new("Black", 1)])
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        Ok(self.dealt(seed))
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Seat(Seat(state.next)) }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.over {
            return Ok(());
        }
        for stone in self.playable(state) {
            places(self.targets(state, stone)?).for_each(|place| actions.push(moves::action(stone, place)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let (stone, place) = moves::decode(action).ok_or(GameError::Illegal)?;
        if state.over || !self.is_playable(state, stone) || self.targets(state, stone)? >> place & 1 == 0 {
            return Err(GameError::Illegal);
        }
        self.play(state, stone, place)
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.scores);
    }

    // As by default, without the seats' names, which a caller after every stone would wait for.
    fn winners(&self, state: &State) -> Seats {
        Seats::highest(&state.scores)
    }

    fn scene(&self, state: &State, _: Observer) -> Scene {
        view::scene(self, state)
    }

    fn reveal(&self, state: &State) -> Json {
        view::reveal(self, state)
    }

    fn describe(&self, state: &State, action: Action, _: Observer) -> ActionText {
        view::describe(self, state, action)
    }
}

impl Results for ThreeStones {
    fn describe_result(&self, before: &State, chosen: Option<Chosen<'_>>, after: &State, _: Observer) -> ActionText {
        match chosen {
            Some(chosen) => view::describe_move(self, before, chosen.action, Some(after)),
            None => view::describe_house_action(before, after),
        }
    }

    fn effect_result(&self, before: &State, effect: usize, _: &[i64], after: &State, _: Observer) -> EffectResult {
        let effects = Self::effects();
        let name = effects.get(effect).map(|decl| decl.name.as_str());
        name.and_then(|name| view::effect_result(self, before, name, after)).unwrap_or_default()
    }
}

impl Playout for ThreeStones {
    fn playout(&self, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
        playout::playout(self, state, draws)
    }

    fn playout_until(&self, state: &mut State, draws: &mut Rng, pause: &mut Pause<'_>) -> Result<u32, GameError> {
        playout::until(self, state, draws, pause)
    }

    fn course(&self, state: &mut State, draws: &mut Rng, course: &mut CourseWriter<'_>) -> Result<(), GameError> {
        playout::recorded(self, state, draws, course)
    }
}

impl BotHelp for ThreeStones {
    // A stone has about the same value whenever and by whichever player it is laid: a rollout's result for one holds
    // for all.
    const TRACES: bool = true;

    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        playout::playout(self, state, draws).map(|_| ())
    }

    fn rollout_until(
        &self,
        state: &mut State,
        draws: &mut Rng,
        pause: &mut Pause<'_>,
        trace: &mut Trace,
    ) -> Result<(u32, bool), GameError> {
        Ok((playout::traced_until(self, state, draws, pause, trace)?, state.over))
    }

    fn trace(&self, state: &mut State, draws: &mut Rng, trace: &mut Trace) -> Result<(), GameError> {
        playout::traced(self, state, draws, trace)
    }
}

impl Determinize for ThreeStones {
    fn determinize(&self, state: &mut State, _: Seat, seed: u64) {
        // Stones on the board, in the pouch and in hand are open to both; only future draws are not.
        state.rng = Rng::from_seed(seed);
    }

    /// Whether a seat may see what others do not: never, only future draws are unknown.
    fn hides(&self) -> bool {
        false
    }
}

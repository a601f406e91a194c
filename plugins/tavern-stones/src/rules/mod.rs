//! The rules: the compiled ruleset, and its interface for a host.
//!
//! - `deal`: a hand dealt; resampling hidden information
//! - `legal`: the legal actions
//! - `trade`: the application of actions, and the next turn
//! - `count`: the end of a hand and of the match
//! - `playout`: random games in one call
//! - `valuation`: heuristics for bots
//! - `rollout`: a hand played on as bots play it

mod count;
mod deal;
mod legal;
mod playout;
mod rollout;
mod trade;
mod valuation;

use crate::hooks::House;
use crate::kinds::Kinds;
use crate::knobs::Knobs;
use crate::moves::Move;
use crate::state::{Phase, State};
use crate::view;
use stonehouse_plugin::house::{EffectResult, EventDecl};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chosen, Determinize, Effects, Game, GameError, HookDecl, Json,
    Manifest, Observer, Pause, Playout, Results, Rng, RulesError, Scene, Seat, SeatInfo, Seating, Setup, Trace, Turn,
};

/// A compiled ruleset of Stones.
pub struct TavernStones {
    pub(crate) knobs: Knobs,
    pub(crate) house: House,
    pub(crate) kinds: Kinds,
    pub(crate) seats: u8,
    /// The stones of a player.
    pub(crate) places: u8,
    bonus_weights: valuation::BonusWeights,
}

impl TavernStones {
    /// The kinds of stones.
    pub const fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The knobs.
    pub const fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// The seat that decides.
    pub(crate) const fn decider(state: &State) -> Option<u8> {
        match state.phase {
            Phase::Turn => Some(state.mover),
            Phase::Answer(offer) => Some(offer.to),
            Phase::Over => None,
        }
    }

    /// A seat's name.
    pub(crate) fn seat_name(&self, seat: u8) -> &'static str {
        let names: &[&str] = match self.seats {
            3 => &["South", "West", "East"],
            4 => &["South", "West", "North", "East"],
            _ => &["South", "West", "Northwest", "Northeast", "East"],
        };
        names.get(seat as usize).copied().unwrap_or("nobody")
    }
}

impl Game for TavernStones {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("tavern-stones", "Stones", env!("CARGO_PKG_VERSION"))
            .summary("The tavern game: trade partly hidden stones for the most complete hand.")
            .seats(3, 5, 4)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(40, 90)
                    .weight(3),
            )
    }

    fn hooks() -> Vec<HookDecl> {
        House::declared()
    }

    fn events() -> Vec<EventDecl> {
        House::events()
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        let (knobs, seats) = (setup.knobs, setup.seats);
        let kinds = Kinds::new(&knobs);
        if kinds.in_play.count_ones() < 2 {
            return Err(RulesError::knob("jewels", "there is nothing to trade: take stones of at least two kinds"));
        }
        let places = knobs.visible_stones + knobs.hidden_stones;
        let (dealt, stones) =
            (u32::from(places) * u32::from(seats), kinds.stones.iter().map(|count| u32::from(*count)).sum::<u32>());
        if dealt > stones {
            let message =
                format!("{dealt} stones are dealt, and there are {stones}: take more stones or smaller hands");
            return Err(RulesError::knob("hidden_stones", message));
        }
        let full = knobs.starting_coins[..usize::from(seats)].iter().position(|coins| *coins >= knobs.goal);
        if let Some(seat) = full {
            let message = format!(
                "player {} would begin with {} coins, and {} win: take a higher `goal` or fewer coins",
                seat + 1,
                knobs.starting_coins[seat],
                knobs.goal
            );
            return Err(RulesError::knob("starting_coins", message));
        }
        let bonus_weights = valuation::bonus_weights(knobs.trades_per_hand);
        Ok(Self { knobs, house: House::new(setup.hooks), kinds, seats, places, bonus_weights })
    }

    fn seating(&self) -> Seating {
        Seating::new((0..self.seats).map(|seat| SeatInfo::new(self.seat_name(seat), seat)))
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        self.deal_match(Rng::from_seed(seed))
    }

    fn turn(&self, state: &State) -> Turn {
        Self::decider(state).map(Seat).into()
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        self.push_legal(state, actions)
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let chosen = Move::of(action).ok_or(GameError::Illegal)?;
        if !self.is_legal(state, chosen)? {
            return Err(GameError::Illegal);
        }
        self.play(state, chosen)
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        for (score, coins) in scores.iter_mut().zip(state.coins) {
            *score = coins;
        }
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        view::scene(self, state, observer)
    }

    fn reveal(&self, state: &State) -> Json {
        view::reveal(self, state)
    }

    fn describe(&self, state: &State, action: Action, observer: Observer) -> ActionText {
        view::describe(self, state, action, observer)
    }
}

impl Results for TavernStones {
    fn describe_result(&self, before: &State, chosen: Option<Chosen<'_>>, _: &State, observer: Observer) -> ActionText {
        // The other effects of house rules have results of their own.
        chosen.map_or_else(ActionText::default, |chosen| view::describe(self, before, chosen.action, observer))
    }

    fn effect_result(
        &self,
        before: &State,
        effect: usize,
        arguments: &[i64],
        after: &State,
        observer: Observer,
    ) -> EffectResult {
        let effects = Self::effects();
        let name = effects.get(effect).map_or("", |decl| &decl.name);
        view::effect_result(self, before, (name, arguments), after, observer)
    }
}

impl Playout for TavernStones {
    fn playout(&self, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
        self.play_at_random(state, draws, &mut Pause::never())
    }

    fn playout_until(&self, state: &mut State, draws: &mut Rng, pause: &mut Pause<'_>) -> Result<u32, GameError> {
        self.play_at_random(state, draws, pause)
    }
}

impl BotHelp for TavernStones {
    fn candidates(&self, state: &State, _: Seat, actions: &mut Actions<'_>) -> Result<(), GameError> {
        self.push_candidates(state, actions)
    }

    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        self.play_on(state, draws, &mut Pause::never()).map(|_| ())
    }

    fn rollout_until(
        &self,
        state: &mut State,
        draws: &mut Rng,
        pause: &mut Pause<'_>,
        _: &mut Trace,
    ) -> Result<(u32, bool), GameError> {
        self.play_on(state, draws, pause)
    }

    fn prospects(&self, state: &State, prospects: &mut [i64]) {
        self.expectations(state, prospects);
    }
}

impl Determinize for TavernStones {
    fn determinize(&self, state: &mut State, observer: Seat, seed: u64) {
        self.resample_hidden(state, observer.0, seed);
    }
}

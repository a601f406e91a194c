//! The rules: the compiled ruleset, and the decision to be made.
//!
//! - `deal`: a hand dealt, cards drawn
//! - `resample`: resampling of hidden information
//! - `draft`: hands drafted, where house rules request it
//! - `effects`: effects of house rules
//! - `legal`: the legal actions
//! - `apply`: the application of actions
//! - `score`: the value of rows, and the end
//! - `wild`: cards that substitute for others
//! - `rollout`: a game played on by heuristics, for bots

mod apply;
mod deal;
mod draft;
mod effects;
mod legal;
mod resample;
mod rollout;
mod score;
mod wild;

use crate::cards::{Cards, Deck, Special};
use crate::hooks::{Hook, House};
use crate::knobs::Knobs;
use crate::state::{NOBODY, Phase, State};
use crate::view;
use stonehouse_plugin::house::{EffectResult, EventDecl};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chosen, Determinize, Effects, Game, GameError, HookDecl, Json,
    Manifest, News, Observer, Pause, Playout, Results, Rng, RulesError, Scene, Seat, SeatInfo, Seating, Setup, Text,
    Trace, Turn,
};

/// A compiled ruleset of StoneRow.
pub struct StoneRow {
    pub(crate) knobs: Knobs,
    pub(crate) house: House,
    pub(crate) deck: Deck,
    pub(crate) seats: u8,
}

/// The team of a seat in team play, 0 or 1. Its members are this seat and the one two further on.
pub(crate) const fn team_of(seat: u8) -> u8 {
    seat % 2
}

impl StoneRow {
    /// The deck.
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The seat whose turn it is.
    pub fn mover(&self, state: &State) -> u8 {
        if state.guest != NOBODY {
            return state.guest;
        }
        ((u16::from(state.dealer) + 1 + state.turn) % u16::from(self.seats)) as u8
    }

    /// The seat that decides.
    pub(crate) fn decider(&self, state: &State) -> Option<u8> {
        match state.phase {
            Phase::Over => None,
            Phase::Attract { asked, .. } | Phase::Draft { asked, .. } => Some(asked),
            Phase::Add { .. } | Phase::PickUp => Some(self.partner(self.mover(state))),
            Phase::Draw | Phase::Act | Phase::Sift { .. } => Some(self.mover(state)),
        }
    }

    /// The teammate of a seat in team play: partners sit opposite each other.
    pub(crate) const fn partner(&self, seat: u8) -> u8 {
        (seat + 2) % self.seats
    }

    /// Whether two seats play against each other.
    pub(crate) const fn opposed(&self, one: u8, other: u8) -> bool {
        if self.knobs.teams { team_of(one) != team_of(other) } else { one != other }
    }

    /// Whether two seats are neighbours: with two players, each other.
    pub(crate) const fn adjacent(&self, one: u8, other: u8) -> bool {
        (one + 1) % self.seats == other || (other + 1) % self.seats == one
    }

    /// The cards of a kind of special.
    pub(crate) const fn special(&self, special: Special) -> Cards {
        self.deck.special(special)
    }

    /// The round that is played, from 1.
    pub(crate) fn round(&self, state: &State) -> u16 {
        state.turn / u16::from(self.seats) + 1
    }
}

/// Whether a card may have this name.
fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || " -".contains(letter))
}

impl Game for StoneRow {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("stonerow", "StoneRow", env!("CARGO_PKG_VERSION"))
            .summary("Build sets and runs; break, steal and repair those of others.")
            .seats(2, 4, 4)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(30, 60)
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
        let deck = Deck::new(&knobs).ok_or_else(|| {
            RulesError::knob("colours", "the deck has more than 128 cards: take fewer colours, numbers or specials")
        })?;
        if knobs.teams && seats != 4 {
            return Err(RulesError::knob("teams", "team play is for four: set `seats = 4`"));
        }
        if knobs.teams && knobs.foremen > 0 {
            return Err(RulesError::knob(
                "foremen",
                "team play has no rounds for a Foreman to add to: set `foremen = 0`",
            ));
        }
        if let Some(name) = knobs.house_card_names.iter().find(|name| !is_name(name)) {
            let message = format!("{name:?} is no name for a card: use letters, digits, spaces and hyphens");
            return Err(RulesError::knob("house_card_names", message));
        }
        // Twelve is the most that a house rule may deal to each; a Keystone and the first of the Brickyard are
        // additional.
        let house = House::new(setup.hooks);
        let each = if house.uses(Hook::hand_size) { 12 } else { u32::from(knobs.hand_sizes[usize::from(seats) - 2]) };
        let dealt = each * u32::from(seats) + 2;
        if u32::from(deck.size) < dealt + u32::from(knobs.foremen) {
            let message = if house.uses(Hook::hand_size) {
                format!(
                    "the deck has {} cards, and with a house rule for `hand_size`, which may deal twelve to each, it needs {dealt}: \
                     set `colours` or `numbers` higher, or leave that rule out",
                    deck.size
                )
            } else {
                format!("the deck has {} cards, and {dealt} are dealt: take more colours or smaller hands", deck.size)
            };
            return Err(RulesError::knob("hand_sizes", message));
        }
        Ok(Self { knobs, house, deck, seats })
    }

    fn seating(&self) -> Seating {
        let names: &[&str] = match self.seats {
            2 => &["South", "North"],
            3 => &["South", "West", "East"],
            _ => &["South", "West", "North", "East"],
        };
        Seating::new(
            (0..)
                .zip(names)
                .map(|(seat, name)| SeatInfo::new(name, if self.knobs.teams { team_of(seat) } else { seat })),
        )
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        let mut state = deal::empty(Rng::from_seed(seed), self.seats - 1);
        self.deal_hand(&mut state)?;
        Ok(state)
    }

    fn turn(&self, state: &State) -> Turn {
        self.decider(state).map(Seat).into()
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        self.push_legal(state, actions)
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let mut buffer = [Action(0); legal::MAX_ACTIONS as usize];
        let mut actions = Actions::new(&mut buffer);
        self.push_legal(state, &mut actions)?;
        if actions.as_slice().binary_search(&action).is_err() {
            return Err(GameError::Illegal);
        }
        self.play(state, action)
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        for (seat, score) in scores.iter_mut().enumerate() {
            *score = self.score(state, seat as u8);
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

impl News for StoneRow {
    fn news(&self, before: &State, _: &[Chosen<'_>], after: &State, _: Observer) -> Option<Text> {
        view::news(before, after)
    }

    fn opening(&self, dealt: &State, _: Observer) -> Option<Text> {
        view::opening(dealt)
    }
}

impl Results for StoneRow {
    fn describe_result(
        &self,
        before: &State,
        chosen: Option<Chosen<'_>>,
        after: &State,
        observer: Observer,
    ) -> ActionText {
        match chosen {
            Some(chosen) => view::describe_move(self, before, chosen.action, Some(after), observer),
            None => view::describe_house_action(self, before, after),
        }
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

impl Playout for StoneRow {
    fn playout(&self, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
        self.playout_until(state, draws, &mut Pause::never())
    }

    fn playout_until(&self, state: &mut State, draws: &mut Rng, pause: &mut Pause<'_>) -> Result<u32, GameError> {
        let any = |_: &State, legal: &[Action]| legal.get(draws.below(legal.len() as u32) as usize).copied();
        self.play_while(state, pause, |state| state.phase != Phase::Over, any)
    }
}

impl BotHelp for StoneRow {
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
        for (seat, prospect) in prospects.iter_mut().enumerate() {
            *prospect = self.prospect(state, seat as u8);
        }
    }
}

impl Determinize for StoneRow {
    fn determinize(&self, state: &mut State, observer: Seat, seed: u64) {
        self.resample_hidden(state, observer.0, seed);
    }
}

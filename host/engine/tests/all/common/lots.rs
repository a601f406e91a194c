//! Lots, a small game of hidden cards for the tests: eight cards are face down, and two players in turn draw one that
//! only they see, lay one of theirs open, or pass. What was laid open counts, after the number of turns in the knob.

use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::scene::SeatPanel;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Determinize, Game, GameError, Json, Observer, Rng, RulesError, Scene, Seat,
    Seating, Setup, Turn, json, knobs, linked_game,
};
use stonehouse_runtime::Plugin;

knobs! {
    /// The knobs of Lots.
    pub struct Knobs {
        /// Turns that are played.
        pub turns: u32 = 4, in 1..=100;
    }
}

pub const DRAW: Action = Action(0);
pub const PASS: Action = Action(9);

/// Laying this card open.
pub fn lay(card: u8) -> Action {
    Action(card.into())
}

/// A ruleset of Lots.
pub struct Lots {
    turns: u32,
}

#[derive(Clone)]
pub struct Table {
    rng: Rng,
    deck: Vec<u8>,
    hands: [Vec<u8>; 2],
    laid: [i64; 2],
    turn: u32,
}

impl Table {
    fn seat(&self) -> Seat {
        Seat((self.turn % 2) as u8)
    }
}

impl Game for Lots {
    type Knobs = Knobs;
    type State = Table;

    fn about() -> About {
        About::new("lots", "Lots", "0.1.0").summary("Draw, and lay open what you drew.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { turns: setup.knobs.turns })
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, seed: u64) -> Result<Table, GameError> {
        let mut rng = Rng::from_seed(seed);
        let mut deck: Vec<u8> = (1..=8).collect();
        rng.shuffle(&mut deck);
        Ok(Table { rng, deck, hands: [Vec::new(), Vec::new()], laid: [0, 0], turn: 0 })
    }

    fn turn(&self, state: &Table) -> Turn {
        (state.turn < self.turns).then(|| state.seat()).into()
    }

    fn legal_actions(&self, state: &Table, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if !state.deck.is_empty() {
            actions.push(DRAW);
        }
        let mut hand = state.hands[state.seat().index()].clone();
        hand.sort_unstable();
        hand.into_iter().for_each(|card| actions.push(lay(card)));
        actions.push(PASS);
        Ok(())
    }

    fn apply(&self, state: &mut Table, action: Action) -> Result<(), GameError> {
        let seat = state.seat().index();
        match action {
            DRAW => state.hands[seat].push(state.deck.pop().ok_or(GameError::Illegal)?),
            PASS => {}
            Action(card) => {
                let place =
                    state.hands[seat].iter().position(|held| u32::from(*held) == card).ok_or(GameError::Illegal)?;
                state.laid[seat] += i64::from(state.hands[seat].remove(place));
            }
        }
        state.turn += 1;
        Ok(())
    }

    fn scores(&self, state: &Table, scores: &mut [i64]) {
        scores.copy_from_slice(&state.laid);
    }

    fn scene(&self, state: &Table, observer: Observer) -> Scene {
        let hand = |seat: Seat| {
            let cards: Vec<String> = state.hands[seat.index()]
                .iter()
                .map(|card| if observer.sees(seat) { card.to_string() } else { "?".to_owned() })
                .collect();
            format!("{} holds {}, laid {}", seat, cards.join(" "), state.laid[seat.index()])
        };
        let status = format!("{} in the deck; {}; {}", state.deck.len(), hand(Seat(0)), hand(Seat(1)));
        Scene::new(status).seats(Seat::all(2).map(|seat| SeatPanel::new(seat, state.laid[seat.index()])))
    }

    fn reveal(&self, state: &Table) -> Json {
        let deck: Vec<u8> = state.deck.iter().rev().copied().collect();
        json!({ "deck, from the top": deck, "hands": state.hands })
    }

    fn describe(&self, state: &Table, action: Action, observer: Observer) -> ActionText {
        let card = state.deck.last();
        let (text, data) = match action {
            DRAW if observer.sees(state.seat()) => (format!("draws {}", card.unwrap()), json!({ "draws": card })),
            DRAW => ("draws a card".to_owned(), json!({})),
            PASS => ("passes".to_owned(), json!({})),
            Action(card) => (format!("lays {card}"), json!({ "lays": card })),
        };
        ActionText::new(text).data(data).path([format!("do/{}", action.0)])
    }
}

impl Determinize for Lots {
    fn determinize(&self, state: &mut Table, observer: Seat, seed: u64) {
        let other = 1 - observer.index();
        let held = state.hands[other].len();
        let mut unknown: Vec<u8> = state.deck.drain(..).chain(state.hands[other].drain(..)).collect();
        unknown.sort_unstable();
        state.rng = Rng::from_seed(seed);
        state.rng.shuffle(&mut unknown);
        state.hands[other] = unknown.split_off(unknown.len() - held);
        state.deck = unknown;
    }
}

linked_game!(Lots: Determinize);

pub fn plugin() -> Arc<Plugin> {
    Plugin::linked::<Lots>().unwrap()
}

/// The ruleset of a game of `turns`.
pub fn ruleset(turns: u32) -> Arc<Ruleset> {
    let text = format!("game = \"lots\"\n[knobs]\nturns = {turns}\n");
    let file = VariantFile::parse("variants/lots/test.toml".as_ref(), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin(), &|_, _| None).unwrap();
    Ruleset::compile(&plugin(), &Arc::new(variant)).unwrap_or_else(|problems| panic!("{}", super::joined(&problems)))
}

/// A match of Anna and a bot over `turns`.
pub fn dealt(turns: u32, records: Option<&std::path::Path>) -> Match {
    let players = vec![Player::person("Anna"), Player::bot("Bot", "random")];
    Match::new(&ruleset(turns), 1, players, records).unwrap()
}

pub fn play(game: &mut Match, actions: &[Action]) {
    for action in actions {
        game.play(*action, std::time::Instant::now()).unwrap();
    }
}

//! Bots in games with secrets and partners: none can see what its seat cannot know.

use stonehouse_bots::analysis::{analyse, judge};
use stonehouse_bots::{BotSpec, Budget, Stop, Viewpoint};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Determinize, Game, GameError, Observer, Rng, RulesError, Scene, Seat, SeatInfo,
    Seating, Setup, Turn, json, knobs, linked_game,
};
use stonehouse_runtime::{Plugin, Position};

knobs! {
    /// The knobs of the guessing game.
    pub struct Knobs {
        /// How many cards there are to guess from.
        pub cards: u32 = 2, in 2..=9;
        /// Whether the guess is helped: seat 2, the partner of seat 0, gains with it.
        pub partners: bool = false;
    }
}

/// One card is hidden; seat 0 names one, and scores when it is that card.
struct Guess(Knobs);

#[derive(Clone)]
struct Table {
    card: u32,
    guess: Option<u32>,
}

impl Game for Guess {
    type Knobs = Knobs;
    type State = Table;

    fn about() -> About {
        About::new("guess", "Guess", "1.0.0").summary("Guess the hidden card.").seats(3, 3, 3)
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self(setup.knobs))
    }

    fn seating(&self) -> Seating {
        Seating::new((0..3).map(|seat| SeatInfo::new(&seat.to_string(), seat % 2)))
    }

    fn deal(&self, seed: u64) -> Result<Table, GameError> {
        Ok(Table { card: Rng::from_seed(seed).below(self.0.cards), guess: None })
    }

    fn turn(&self, state: &Table) -> Turn {
        state.guess.is_none().then_some(Seat(0)).into()
    }

    fn legal_actions(&self, state: &Table, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.guess.is_none() {
            (0..self.0.cards).for_each(|card| actions.push(Action(card)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut Table, action: Action) -> Result<(), GameError> {
        if state.guess.is_some() || action.0 >= self.0.cards {
            return Err(GameError::Illegal);
        }
        state.guess = Some(action.0);
        Ok(())
    }

    fn scores(&self, state: &Table, scores: &mut [i64]) {
        // With partners, the last card pays seat 2, whatever is hidden, and seat 1 gains by every other guess.
        let right = state.guess == Some(state.card);
        let last = state.guess == Some(self.0.cards - 1);
        let points = if self.0.partners { [0, i64::from(!last), i64::from(last)] } else { [i64::from(right), 0, 0] };
        scores.copy_from_slice(&points);
    }

    fn scene(&self, _: &Table, _: Observer) -> Scene {
        Scene::default()
    }

    fn describe(&self, _: &Table, action: Action, _: Observer) -> ActionText {
        ActionText::new("guesses").path([action.0.to_string()])
    }
}

impl Determinize for Guess {
    fn determinize(&self, state: &mut Table, _: Seat, seed: u64) {
        if state.guess.is_none() {
            state.card = Rng::from_seed(seed).below(self.0.cards);
        }
    }
}

linked_game!(Guess: Determinize);

fn deal(knobs: &stonehouse_plugin::Json, seed: u64) -> Position {
    Position::deal(&Plugin::linked::<Guess>().unwrap().rules(3, knobs, None).unwrap(), seed).unwrap()
}

fn choose(bot: &str, seed: u64, state: &Position) -> Action {
    bot.parse::<BotSpec>().unwrap().build(seed).choose(&Viewpoint::new(state, Seat(0)), &Stop::new()).unwrap().action
}

#[test]
fn no_bot_chooses_by_what_is_hidden() {
    let knobs = json!({ "cards": 5 });
    for bot in ["random", "greedy", "apprentice", "journeyman", "companion", "search@200"] {
        for seed in 0..10 {
            let choices: Vec<Action> = (0..12).map(|dealt| choose(bot, seed, &deal(&knobs, dealt))).collect();
            assert!(choices.windows(2).all(|pair| pair[0] == pair[1]), "{bot} looked: {choices:?}");
        }
    }
}

#[test]
fn no_hint_depends_on_what_is_hidden() {
    let knobs = json!({ "cards": 5 });
    for seed in 0..10 {
        let hints = |dealt| {
            let state = deal(&knobs, dealt);
            let view = Viewpoint::new(&state, Seat(0));
            let budget = Budget::Iterations(200);
            let verdict = judge(&view, Action(2).into(), budget, seed, &Stop::new()).unwrap();
            (analyse(&view, budget, seed, &Stop::new()).unwrap(), verdict)
        };
        let first = hints(0);
        assert_eq!(first.0.len(), 5);
        assert!((1..12).all(|dealt| hints(dealt) == first));
    }
}

#[test]
fn guessing_right_stays_a_matter_of_luck() {
    for bot in ["greedy", "search@200"] {
        let right = (0..400)
            .filter(|seed| {
                let mut state = deal(&json!({}), *seed);
                state.apply(choose(bot, seed + 1000, &state)).unwrap();
                state.outcome().unwrap().scores[0] == 1
            })
            .count();
        assert!((150..250).contains(&right), "{bot}: {right} of 400");
    }
}

#[test]
fn a_bot_plays_for_its_partner() {
    let knobs = json!({ "cards": 4, "partners": true });
    for bot in ["greedy", "search@200"] {
        for seed in 0..5 {
            assert_eq!(choose(bot, seed, &deal(&knobs, seed)), Action(3), "{bot}");
        }
    }
}

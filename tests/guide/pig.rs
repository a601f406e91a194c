//! Pig, a game of dice: the author's guide shows parts of it.

use stonehouse_plugin::scene::{Area, Face, Layout, Piece, Prompt, SeatPanel, Tint};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Chance, Game, GameError, Observer, Outcomes, RulesError, Scene, Seat, Seating,
    Setup, Turn, json, knobs, linked_game, text, words,
};

words! {
    /// Who begins.
    pub enum First {
        /// The first player.
        Eldest = "eldest",
        /// The last player.
        Youngest = "youngest",
    }
}

knobs! {
    /// The knobs of my game.
    pub struct Knobs {
        /// Who begins.
        pub first: First = First::Eldest;
        /// Points that win.
        pub goal: u32 = 50, in 10..=1000;
        /// Points that each player has at the start.
        pub handicap: [i64; 2] = [0, 0], in 0..=9;
        /// The most rolls of one turn, if there is a limit.
        pub rolls: Option<u8> = None, in 1..=20;
    }
}

const ROLL: Action = Action(0);
const HOLD: Action = Action(1);

/// The rules of a match.
pub struct Pig(Knobs);

/// A position.
#[derive(Clone)]
pub struct State {
    rolling: bool,
    /// The face of the die, once it was rolled in this turn.
    shows: Option<u8>,
    rolls: u8,
    /// Points of this turn.
    saved: i64,
    scores: [i64; 2],
    next: Seat,
}

impl Pig {
    fn is_over(&self, state: &State) -> bool {
        state.scores.iter().any(|score| *score >= i64::from(self.0.goal))
    }

    fn pass(state: &mut State) {
        (state.rolls, state.saved, state.next) = (0, 0, state.next.left(1, 2));
    }
}

impl Game for Pig {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("pig", "Pig", "1.0.0").summary("Roll on, or keep what you have.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self(setup.knobs))
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, _seed: u64) -> Result<State, GameError> {
        let next = Seat(u8::from(self.0.first == First::Youngest));
        Ok(State { rolling: false, shows: None, rolls: 0, saved: 0, scores: self.0.handicap, next })
    }

    fn turn(&self, state: &State) -> Turn {
        match (self.is_over(state), state.rolling) {
            (true, _) => Turn::Over,
            (false, true) => Turn::Chance,
            (false, false) => Turn::Seat(state.next),
        }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if self.turn(state).seat().is_some() {
            if self.0.rolls.is_none_or(|most| state.rolls < most) {
                actions.push(ROLL);
            }
            if state.rolls > 0 {
                actions.push(HOLD);
            }
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let mut buffer = [ROLL; 2];
        let mut legal = Actions::new(&mut buffer);
        self.legal_actions(state, &mut legal)?;
        if !legal.as_slice().contains(&action) {
            return Err(GameError::Illegal);
        }
        if action == ROLL {
            state.rolling = true;
        } else {
            state.scores[state.next.index()] += state.saved;
            Self::pass(state);
        }
        Ok(())
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.scores);
    }

    fn scene(&self, state: &State, _observer: Observer) -> Scene {
        let die = Piece::new(0, Face::die(6, state.shows, Tint::White), "die");
        let mut prompt = Prompt::new(state.next, "Roll on, or keep your points");
        if self.0.rolls.is_none_or(|most| state.rolls < most) {
            prompt = prompt.button("roll", "Roll");
        }
        if state.rolls > 0 {
            prompt = prompt.button("hold", text!("Keep {n}", n = state.saved));
        }
        let asked = self.turn(state).seat().map(|_| prompt);
        let status = if state.rolling { "The die rolls".into() } else { text!("{n} in this turn", n = state.saved) };
        Scene::new(status)
            .areas([Area::new("dice", Layout::Row).title("Die").pieces([die])])
            .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, state.scores[seat.index()])))
            .prompt(asked)
    }

    fn describe(&self, _state: &State, action: Action, _observer: Observer) -> ActionText {
        let (text, handle) = if action == ROLL { ("roll", "roll") } else { ("keep the points", "hold") };
        ActionText::new(text).data(json!({ "action": handle })).path([handle])
    }
}

impl Chance for Pig {
    // The faces of the die, each with the same weight.
    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) -> Result<(), GameError> {
        if state.rolling {
            (1..=6).for_each(|face| outcomes.push(face, 1));
        }
        Ok(())
    }

    fn apply_outcome(&self, state: &mut State, code: u32) -> Result<(), GameError> {
        if !state.rolling || !(1..=6).contains(&code) {
            return Err(GameError::Illegal);
        }
        (state.rolling, state.shows) = (false, Some(code as u8));
        (state.rolls, state.saved) = (state.rolls + 1, state.saved + i64::from(code));
        if code == 1 {
            Self::pass(state);
        }
        Ok(())
    }

    fn describe_outcome(&self, _state: &State, code: u32, _observer: Observer) -> ActionText {
        ActionText::new(text!("a {code} is rolled", code))
    }
}

linked_game!(Pig: Chance);

#[test]
fn pig_keeps_the_contract() {
    let plugin = stonehouse_conformance::Plugin::linked::<Pig>().unwrap();
    for knobs in [json!({}), json!({ "first": "youngest", "handicap": [0, 9], "rolls": 3 })] {
        stonehouse_conformance::check(&plugin.rules(2, &knobs, None).unwrap(), 30, 1).unwrap();
    }
}

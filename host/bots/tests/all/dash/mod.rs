//! Dash, a race with one die that the host rolls: the first seat to move all its runners home wins. A runner that is
//! met goes back to the start. Its rollouts stop after one turn, where the die is to be rolled, and its prospects judge
//! that position.

use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chance, Game, GameError, Observer, Outcomes, Rng, RulesError, Scene,
    Seat, Seating, Setup, Turn, knobs, linked_game, text,
};

knobs! {
    /// Nothing can be changed.
    pub struct Knobs {}
}

/// Home, in steps from the start.
const HOME: u8 = 16;

/// The runners of each seat.
const RUNNERS: usize = 4;

pub struct Dash;

#[derive(Clone)]
pub struct Track {
    /// The steps of each seat's runners.
    runners: [[u8; RUNNERS]; 2],
    next: Seat,
    /// The outcome of the roll; `None` while the die is to be rolled.
    rolled: Option<u8>,
}

impl Track {
    fn is_home(&self, seat: usize) -> bool {
        self.runners[seat] == [HOME; RUNNERS]
    }

    fn steps(&self, seat: usize) -> i64 {
        self.runners[seat].iter().map(|steps| i64::from(*steps)).sum()
    }
}

impl Game for Dash {
    type Knobs = Knobs;
    type State = Track;

    fn about() -> About {
        About::new("dash", "Dash", "1.0.0").summary("Bring both runners home.")
    }

    fn new(_: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self)
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, seed: u64) -> Result<Track, GameError> {
        Ok(Track { runners: [[0; RUNNERS]; 2], next: Seat((seed % 2) as u8), rolled: None })
    }

    fn turn(&self, state: &Track) -> Turn {
        match state.rolled {
            _ if state.is_home(0) || state.is_home(1) => Turn::Over,
            None => Turn::Chance,
            Some(_) => Turn::Seat(state.next),
        }
    }

    fn legal_actions(&self, state: &Track, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if let Turn::Seat(seat) = self.turn(state) {
            let own = state.runners[seat.index()];
            (0..RUNNERS as u32)
                .filter(|runner| own[*runner as usize] < HOME)
                .for_each(|runner| actions.push(Action(runner)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut Track, action: Action) -> Result<(), GameError> {
        let (Turn::Seat(seat), Some(steps)) = (self.turn(state), state.rolled) else { return Err(GameError::Illegal) };
        let (own, other) = (seat.index(), 1 - seat.index());
        let runner = action.0 as usize;
        if runner >= RUNNERS || state.runners[own][runner] == HOME {
            return Err(GameError::Illegal);
        }
        let arrived = (state.runners[own][runner] + steps).min(HOME);
        state.runners[own][runner] = arrived;
        if arrived < HOME {
            state.runners[other].iter_mut().filter(|met| **met == arrived).for_each(|met| *met = 0);
        }
        (state.next, state.rolled) = (seat.left(1, 2), None);
        Ok(())
    }

    fn scores(&self, state: &Track, scores: &mut [i64]) {
        (0..2).for_each(|seat| scores[seat] = i64::from(state.is_home(seat)));
    }

    fn scene(&self, _: &Track, _: Observer) -> Scene {
        Scene::default()
    }

    fn describe(&self, _: &Track, action: Action, _: Observer) -> ActionText {
        ActionText::new(text!("runner {n} runs", n = action.0)).path([action.0.to_string()])
    }
}

impl Chance for Dash {
    fn outcomes(&self, state: &Track, outcomes: &mut Outcomes) -> Result<(), GameError> {
        if self.turn(state) == Turn::Chance {
            (1..=6).for_each(|face| outcomes.push(face, 1));
        }
        Ok(())
    }

    fn apply_outcome(&self, state: &mut Track, code: u32) -> Result<(), GameError> {
        if self.turn(state) != Turn::Chance || !(1..=6).contains(&code) {
            return Err(GameError::Illegal);
        }
        state.rolled = Some(code as u8);
        Ok(())
    }

    fn describe_outcome(&self, _: &Track, code: u32, _: Observer) -> ActionText {
        ActionText::new(text!("a {code} is rolled", code))
    }
}

impl BotHelp for Dash {
    fn rollout(&self, state: &mut Track, draws: &mut Rng) -> Result<(), GameError> {
        while let Turn::Seat(_) = self.turn(state) {
            let mut buffer = [Action(0); RUNNERS];
            let mut legal = Actions::new(&mut buffer);
            self.legal_actions(state, &mut legal)?;
            let action = *draws.pick(legal.as_slice()).ok_or(GameError::Illegal)?;
            self.apply(state, action)?;
        }
        Ok(())
    }

    fn prospects(&self, state: &Track, prospects: &mut [i64]) {
        if self.turn(state).is_over() {
            self.scores(state, prospects);
            return prospects.iter_mut().for_each(|prospect| *prospect *= self.prospect_unit());
        }
        let ahead = (state.steps(0) - state.steps(1)) * 100 / (2 * RUNNERS as i64 * i64::from(HOME));
        prospects.copy_from_slice(&[50 + ahead, 50 - ahead]);
    }

    fn prospect_unit(&self) -> i64 {
        100
    }
}

linked_game!(Dash: Chance, BotHelp);

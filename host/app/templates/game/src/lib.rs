//! My game: two players take one, two or three stones from a heap in turn, and the player who takes the last one wins.
//!
//! It is complete, and small enough to be replaced piece by piece by a game of your own.

use stonehouse_plugin::scene::{Area, Face, Layout, Prompt, SeatPanel, Tint};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Manifest, Observer, RulesError, Scene, Seat, Seating, Setup,
    Turn, export_game, json, knobs, text,
};

knobs! {
    /// The knobs of the game.
    pub struct Knobs {
        /// Stones on the heap at the start.
        pub heap: u32 = 15, in 1..=1000;
        /// The most that may be taken at once.
        pub most: u32 = 3, in 1..=9;
    }
}

/// The rules of a match: the knobs, checked.
pub struct Rules {
    knobs: Knobs,
}

/// A position: plain data.
#[derive(Clone)]
pub struct State {
    heap: u32,
    /// The seat to act.
    next: Seat,
    scores: [i64; 2],
}

impl Rules {
    fn most(&self, state: &State) -> u32 {
        self.knobs.most.min(state.heap)
    }
}

impl Game for Rules {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("my-game", "My game", env!("CARGO_PKG_VERSION"))
            .summary("Take the last stone from the heap.")
            .manifest(Manifest::new().minutes(5, 10).weight(1))
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        if setup.knobs.most > setup.knobs.heap {
            return Err(RulesError::knob("most", "`most` cannot be more than `heap`"));
        }
        Ok(Self { knobs: setup.knobs })
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    // Nothing is left to chance here; otherwise the state would keep an `Rng` made from the seed.
    fn deal(&self, _seed: u64) -> Result<State, GameError> {
        Ok(State { heap: self.knobs.heap, next: Seat(0), scores: [0, 0] })
    }

    fn turn(&self, state: &State) -> Turn {
        if state.heap > 0 { Turn::Seat(state.next) } else { Turn::Over }
    }

    // An action's number is how many stones are taken.
    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        (1..=self.most(state)).for_each(|take| actions.push(Action(take)));
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let take = action.0;
        if !(1..=self.most(state)).contains(&take) {
            return Err(GameError::Illegal);
        }
        state.heap -= take;
        if state.heap == 0 {
            state.scores[state.next.index()] = 1;
        }
        state.next = Seat(1 - state.next.0);
        Ok(())
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.scores);
    }

    // All players see everything, so that the observer does not matter.
    fn scene(&self, state: &State, _observer: Observer) -> Scene {
        let heap = Area::new("heap", Layout::stack(state.heap, Face::Stone(Tint::Grey))).title("Heap").style("bag");
        let prompt = (state.heap > 0).then(|| {
            let ask = Prompt::new(state.next, "Take some stones");
            (1..=self.most(state)).fold(ask, |ask, take| ask.button(format!("take/{take}"), text!("Take {take}", take)))
        });
        Scene::new(text!("{n} stones left", n = state.heap))
            .areas([heap])
            .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, state.scores[seat.index()])))
            .prompt(prompt)
    }

    fn describe(&self, _state: &State, action: Action, _observer: Observer) -> ActionText {
        let take = action.0;
        ActionText::new(text!("take {take}", take)).data(json!({ "take": take })).path([format!("take/{take}")])
    }
}

export_game!(Rules);

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_conformance::{Plugin, check};

    /// The kit plays random games through the plugin interface and checks every promise of the contract.
    #[test]
    fn it_keeps_the_contract() {
        let plugin = Plugin::linked::<Rules>().unwrap();
        let rules = plugin.rules(2, &json!({}), None).unwrap();
        let report = check(&rules, 100, 1).unwrap();
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    }

    #[test]
    fn the_player_who_takes_the_last_stone_wins() {
        let rules = Rules::new(Setup::new(2, Knobs { heap: 4, most: 3 }, stonehouse_plugin::Hooks::none())).unwrap();
        let mut state = rules.deal(1).unwrap();
        rules.apply(&mut state, Action(3)).unwrap();
        rules.apply(&mut state, Action(1)).unwrap();
        assert!(rules.turn(&state).is_over());
        assert_eq!(state.scores, [0, 1]);
    }
}

//! Wide, a game of as many actions and turns as its knobs set, which writes to the log, checks whether to stop, traces
//! the actions of its rollouts and has pictures.

use std::borrow::Cow;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Assets, BotHelp, Game, GameError, Host, Level, MAX_GAME_STEPS, Observer,
    Playout, Rng, RulesError, Scene, Seat, Seating, Setup, Trace, Turn, json, knobs, linked_game, random_playout,
};

knobs! {
    /// The knobs of Wide.
    pub struct Knobs {
        /// Actions in each position.
        pub actions: u32 = 5, in 1..=2_000_000;
        /// Turns that are played.
        pub turns: u32 = 3, in 1..=1000;
    }
}

pub struct Wide {
    knobs: Knobs,
    host: Host,
}

#[derive(Clone)]
pub struct State {
    turn: u32,
    sum: i64,
}

impl Game for Wide {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("wide", "Wide", "1.0.0").needs("stonehouse.log/1")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { knobs: setup.knobs, host: setup.host })
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        self.host.log(Level::Warning, &format!("dealt with the seed {seed}"));
        Ok(State { turn: 0, sum: 0 })
    }

    fn turn(&self, state: &State) -> Turn {
        (state.turn < self.knobs.turns).then_some(Seat((state.turn % 2) as u8)).into()
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.turn < self.knobs.turns {
            (0..self.knobs.actions).for_each(|code| actions.push(Action(code)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        if state.turn >= self.knobs.turns || action.0 >= self.knobs.actions {
            return Err(GameError::Illegal);
        }
        state.turn += 1;
        state.sum += i64::from(action.0);
        Ok(())
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&[state.sum, 0]);
    }

    fn scene(&self, state: &State, _: Observer) -> Scene {
        let panels: Vec<_> = [state.sum, 0]
            .into_iter()
            .enumerate()
            .map(|(seat, score)| json!({ "seat": seat, "colour": null, "score": score, "notes": [] }))
            .collect();
        let buttons: Vec<_> = (0..self.knobs.actions)
            .map(|code| json!({ "handle": format!("do/{code}"), "text": format!("{code}") }))
            .collect();
        let prompt = self
            .turn(state)
            .seat()
            .map(|seat| json!({ "seat": seat, "text": "Choose", "holds": null, "buttons": buttons }));
        let scene = json!({
            "status": format!("turn {}", state.turn), "areas": [], "seats": panels, "prompt": prompt, "lit": [],
            "gesture": null, "tally": null,
        });
        serde_json::from_value(scene).unwrap()
    }

    fn describe(&self, _: &State, action: Action, _: Observer) -> ActionText {
        let handle = format!("do/{}", action.0);
        let text = format!("does {}", action.0);
        serde_json::from_value(json!({ "text": text, "data": {}, "path": [handle], "paths": [[handle]] })).unwrap()
    }
}

impl Playout for Wide {
    fn playout(&self, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
        if self.host.should_stop() { Err(GameError::Stopped) } else { random_playout(self, state, draws) }
    }
}

impl BotHelp for Wide {
    const TRACES: bool = true;

    fn trace(&self, state: &mut State, draws: &mut Rng, trace: &mut Trace) -> Result<(), GameError> {
        for _ in 0..MAX_GAME_STEPS {
            let Turn::Seat(seat) = self.turn(state) else { return Ok(()) };
            let action = Action(draws.below(self.knobs.actions));
            trace.push(seat, action);
            self.apply(state, action)?;
        }
        Err(GameError::Endless)
    }
}

impl Assets for Wide {
    fn names() -> Vec<String> {
        ["king.svg", "stones/black.png"].map(str::to_owned).into()
    }

    fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
        picture(name)
    }
}

/// The picture of this name, and some that are none.
pub fn picture(name: &str) -> Option<Cow<'static, [u8]>> {
    Some(match name {
        "king.svg" => Cow::Borrowed(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".as_slice()),
        "stones/black.png" => Cow::Borrowed(b"\x89PNG\r\n\x1a\n...".as_slice()),
        "text.svg" | "text.png" => Cow::Borrowed(b"a shopping list".as_slice()),
        "huge.svg" => Cow::Owned([b"<svg/>".to_vec(), vec![b' '; (256 << 10) - 5]].concat()),
        _ => return None,
    })
}

linked_game!(Wide: Playout, BotHelp, Assets);

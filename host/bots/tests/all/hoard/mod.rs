//! Hoard, a game in which the score on the table does not decide: a seat that has gathered six more than the other may
//! strike, and wins; but not for ever, and gathering for ever draws. As in chess, scores are 1 and 0.

use stonehouse_plugin::scene::{Prompt, SeatPanel};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Game, GameError, Observer, Rng, RulesError, Scene, Seat, Seating,
    Seats, Setup, Turn, json, knobs, linked_game, text,
};

knobs! {
    /// The knobs of Hoard.
    pub struct Knobs {
        /// Whether prospects are thousandths of a win, as it then declares; otherwise a hundred for each stone that a
        /// seat is ahead.
        pub declares_unit: bool = true;
    }
}

const GATHER: Action = Action(0);
const REST: Action = Action(1);
const STRIKE: Action = Action(2);

/// How many stones a seat has to be ahead to strike, and gathers at once.
const ENOUGH: i64 = 6;
const GATHERED: i64 = 3;
/// The turns of a match, and those in which a seat may strike.
const MAX_TURNS: u32 = 60;
const STRIKES: u32 = 40;
/// The turns of a rollout.
const LOOKED_AHEAD: u32 = 6;

pub struct Hoard(Knobs);

#[derive(Clone)]
pub struct Hoards {
    stones: [i64; 2],
    turns: u32,
    winner: Option<Seat>,
}

impl Hoards {
    fn next(&self) -> Seat {
        Seat((self.turns % 2) as u8)
    }

    fn may_strike(&self, seat: Seat) -> bool {
        self.turns < STRIKES && self.ahead(seat.index()) >= ENOUGH
    }

    fn ahead(&self, seat: usize) -> i64 {
        self.stones[seat] - self.stones[1 - seat]
    }
}

impl Game for Hoard {
    type Knobs = Knobs;
    type State = Hoards;

    fn about() -> About {
        About::new("hoard", "Hoard", "1.0.0").summary("Gather stones, and strike.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self(setup.knobs))
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, _: u64) -> Result<Hoards, GameError> {
        Ok(Hoards { stones: [0; 2], turns: 0, winner: None })
    }

    fn turn(&self, state: &Hoards) -> Turn {
        if state.winner.is_some() || state.turns == MAX_TURNS { Turn::Over } else { Turn::Seat(state.next()) }
    }

    fn legal_actions(&self, state: &Hoards, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if let Turn::Seat(seat) = self.turn(state) {
            actions.push(GATHER);
            actions.push(REST);
            if state.may_strike(seat) {
                actions.push(STRIKE);
            }
        }
        Ok(())
    }

    fn apply(&self, state: &mut Hoards, action: Action) -> Result<(), GameError> {
        let Turn::Seat(seat) = self.turn(state) else { return Err(GameError::Illegal) };
        match action {
            GATHER => state.stones[seat.index()] += GATHERED,
            REST => {}
            STRIKE if state.may_strike(seat) => state.winner = Some(seat),
            _ => return Err(GameError::Illegal),
        }
        state.turns += 1;
        Ok(())
    }

    fn scores(&self, state: &Hoards, scores: &mut [i64]) {
        Seat::all(2).for_each(|seat| scores[seat.index()] = i64::from(state.winner == Some(seat)));
    }

    fn winners(&self, state: &Hoards) -> Seats {
        state.winner.into_iter().collect()
    }

    fn scene(&self, state: &Hoards, _: Observer) -> Scene {
        let prompt = self.turn(state).seat().map(|seat| {
            let buttons = ["gather", "rest", "strike"];
            buttons.into_iter().fold(Prompt::new(seat, "Choose"), |prompt, what| prompt.button(what, what))
        });
        let won = |seat: Seat| i64::from(state.winner == Some(seat));
        Scene::new(text!(
            "{n} turns, {own} and {other}",
            n = state.turns,
            own = state.stones[0],
            other = state.stones[1]
        ))
        .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, won(seat))))
        .prompt(prompt)
    }

    fn describe(&self, _: &Hoards, action: Action, _: Observer) -> ActionText {
        let what = ["gather", "rest", "strike"][action.0 as usize % 3];
        ActionText::new(what).data(json!({ "action": what })).path([what])
    }
}

impl BotHelp for Hoard {
    fn rollout(&self, state: &mut Hoards, draws: &mut Rng) -> Result<(), GameError> {
        let until = state.turns + LOOKED_AHEAD;
        while state.turns < until && !self.turn(state).is_over() {
            let mut buffer = [Action(0); 3];
            let mut legal = Actions::new(&mut buffer);
            self.legal_actions(state, &mut legal)?;
            let action = *draws.pick(legal.as_slice()).ok_or(GameError::Illegal)?;
            self.apply(state, action)?;
        }
        Ok(())
    }

    fn prospects(&self, state: &Hoards, prospects: &mut [i64]) {
        if self.turn(state).is_over() {
            self.scores(state, prospects);
            return prospects.iter_mut().for_each(|prospect| *prospect *= self.prospect_unit());
        }
        for seat in Seat::all(2) {
            let ahead = state.ahead(seat.index());
            prospects[seat.index()] =
                if self.0.declares_unit { 500 + 500 * ahead / (ahead.abs() + ENOUGH) } else { 100 * ahead };
        }
    }

    fn prospect_unit(&self) -> i64 {
        if self.0.declares_unit { 1000 } else { 1 }
    }
}

linked_game!(Hoard: BotHelp);

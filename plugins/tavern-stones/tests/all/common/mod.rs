//! A table on which a test lays stones by their initials: J, G, S, C.
#![allow(dead_code, reason = "each test file uses its part")]

use stonehouse_plugin::{
    Action, Actions, BotHelp, Game, GameError, Hooks, Json, KnobSet, Observer, RulesError, Seat, Setup, Text,
};
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tavern_stones::kinds::{Counts, Kind};
use stonehouse_tavern_stones::knobs::Knobs;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tavern_stones::state::{NOBODY, Place, State, Stone};

pub const JEWEL: Kind = 0;
pub const GOLD: Kind = 1;
pub const SILVER: Kind = 2;

pub struct Table {
    pub rules: TavernStones,
    pub state: State,
}

pub fn knobs(json: &Json) -> Knobs {
    Knobs::read(json.as_object().unwrap()).unwrap()
}

pub fn refused(seats: u8, json: &Json) -> RulesError {
    TavernStones::new(Setup::new(seats, knobs(json), Hooks::none())).err().unwrap()
}

/// A table of four at which seat 0 moves first.
pub fn table(json: &Json) -> Table {
    hooked(4, json, Hooks::none())
}

pub fn hooked(seats: u8, json: &Json, hooks: Hooks) -> Table {
    let rules = TavernStones::new(Setup::new(seats, knobs(json), hooks)).unwrap();
    let mut state = rules.deal(1).unwrap();
    (state.mover, state.first, state.barred) = (0, 0, NOBODY);
    Table { rules, state }
}

impl Table {
    /// Lays everybody's stones: "JJG/SSSS" are two jewels and gold in front, four silver hidden.
    pub fn lay(&mut self, hands: &[&str]) -> &mut Self {
        for (seat, hand) in hands.iter().enumerate() {
            let (front, hidden) = hand.split_once('/').unwrap();
            for (place, initial) in front.chars().chain(hidden.chars()).enumerate() {
                let kind = "JGSC".find(initial).unwrap() as Kind;
                let id = self.state.stones[seat][place].id;
                self.state.stones[seat][place] = if place < front.len() {
                    Stone::seen(kind, id)
                } else {
                    Stone { kind, may_be: self.rules.kinds().in_play, known_to: 1 << seat, id }
                };
            }
        }
        let dealt = self.dealt();
        for (kind, count) in dealt.iter().enumerate() {
            let all = self.rules.kinds().stones[kind];
            self.state.bag[kind] = all.checked_sub(*count).expect("not more stones than there are");
        }
        self
    }

    /// All stones on boards, by kind.
    pub fn dealt(&self) -> Counts {
        let mut all = [0; 4];
        for seat in 0..self.seats() {
            for (all, count) in all.iter_mut().zip(self.state.counts(seat, self.places())) {
                *all += count;
            }
        }
        all
    }

    pub fn seats(&self) -> u8 {
        self.rules.seating().seats.len() as u8
    }

    pub fn places(&self) -> u8 {
        let knobs = self.rules.knobs();
        knobs.visible_stones + knobs.hidden_stones
    }

    /// A seat's stones by their initials.
    pub fn hand(&self, seat: usize) -> String {
        let front = self.rules.knobs().visible_stones as usize;
        let stones = &self.state.stones[seat][..self.places() as usize];
        let mut hand: String = stones.iter().map(|stone| "JGSC".chars().nth(stone.kind as usize).unwrap()).collect();
        hand.insert(front, '/');
        hand
    }

    pub fn legal(&self) -> Vec<Move> {
        list(|actions| self.rules.legal_actions(&self.state, actions))
    }

    pub fn candidates(&self) -> Vec<Move> {
        list(|actions| self.rules.candidates(&self.state, self.rules.turn(&self.state).seat().unwrap(), actions))
    }

    pub fn may(&self, wanted: Move) -> bool {
        self.legal().contains(&wanted)
    }

    pub fn play(&mut self, chosen: Move) -> &mut Self {
        self.rules.apply(&mut self.state, chosen.action()).unwrap_or_else(|fault| panic!("{chosen:?}: {fault}"));
        self
    }

    pub fn acts(&self) -> Option<u8> {
        self.rules.turn(&self.state).seat().map(|seat| seat.0)
    }

    /// Passes until the trade counter is one before its end; then it is seat 0's turn.
    pub fn last_turn(&mut self) -> &mut Self {
        self.state.counter = self.rules.knobs().trades_per_hand - 1;
        self.state.mover = 0;
        self
    }

    pub fn coins(&self) -> Vec<i64> {
        let mut scores = vec![0; self.seats() as usize];
        self.rules.scores(&self.state, &mut scores);
        scores
    }

    /// A seat's name for a place in its scene.
    pub fn sees(&self, eye: Observer, seat: u8, place: Place) -> String {
        let scene = self.rules.scene(&self.state, eye);
        let handle = format!("stone/{seat}/{place}");
        let mut pieces = scene.areas.into_iter().flat_map(|area| area.pieces);
        english(&pieces.find(|piece| piece.handle == handle).unwrap().name)
    }
}

fn list(fill: impl Fn(&mut Actions<'_>) -> Result<(), GameError>) -> Vec<Move> {
    let mut buffer = [Action(0); 2048];
    let mut actions = Actions::new(&mut buffer);
    fill(&mut actions).unwrap();
    actions.as_slice().iter().map(|action| Move::of(*action).unwrap()).collect()
}

/// A text in English, with the rules' own names for four seats.
pub fn english(text: &Text) -> String {
    text.fill(&["South", "West", "North", "East"])
}

pub fn eye(seat: u8) -> Observer {
    Observer::Seat(Seat(seat))
}

pub fn offer(give: Place, to: u8, asked: RequestedStone) -> Move {
    Move::Offer { give, to, asked }
}

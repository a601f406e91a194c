//! A table on which a test lays cards by their names.
#![allow(dead_code, reason = "each test file uses its part")]

use stonehouse_plugin::{Action, Actions, Game, GameError, Hooks, Json, KnobSet, Setup, Text};
use stonehouse_stonerow::StoneRow;
use stonehouse_stonerow::cards::{Card, Cards, each};
use stonehouse_stonerow::knobs::Knobs;
use stonehouse_stonerow::moves::{Move, RowId};
use stonehouse_stonerow::state::{Phase, Pile, State};

pub struct Table {
    pub rules: StoneRow,
    pub state: State,
}

pub fn knobs(json: &Json) -> Knobs {
    Knobs::read(json.as_object().unwrap()).unwrap()
}

/// A table at which seat 0 is about to act, with empty hands; cards that are not laid out are in the Quarry. The
/// Keystone is the yellow 1, so that the other 1s are Hammers.
pub fn table(seats: u8, json: &Json) -> Table {
    hooked(seats, json, Hooks::none())
}

pub fn hooked(seats: u8, json: &Json, hooks: Hooks) -> Table {
    let rules = StoneRow::new(Setup::new(seats, knobs(json), hooks)).unwrap();
    let mut state = rules.deal(1).unwrap();
    let deck = rules.deck().clone();
    state.hands = [0; 4];
    state.seen = 0;
    state.out_of_play = 0;
    state.rounds -= state.foremen;
    state.foremen = 0;
    state.keystone = deck.card(0, 3);
    state.hammers = deck.of_rank(0) & !(1 << state.keystone);
    state.brickyard = Pile::EMPTY;
    state.quarry = Pile::EMPTY;
    for card in (0..deck.size).filter(|card| *card != state.keystone) {
        state.quarry.push(card);
    }
    state.phase = Phase::Act;
    Table { rules, state }
}

impl Table {
    /// A card of the Quarry by its name.
    pub fn card(&self, name: &str) -> Card {
        let deck = self.rules.deck();
        let found = each(self.state.quarry.set()).find(|card| deck.name(*card) == name);
        found.unwrap_or_else(|| panic!("no {name} in the Quarry"))
    }

    pub fn cards(&mut self, names: &str) -> Cards {
        names.split(", ").fold(0, |cards, name| {
            let card = self.card(name);
            self.state.quarry.remove(card);
            cards | 1 << card
        })
    }

    /// Deals these cards to a seat.
    pub fn hand(&mut self, seat: usize, names: &str) -> &mut Self {
        let cards = self.cards(names);
        self.state.hands[seat] |= cards;
        self
    }

    /// Lays these cards onto the Brickyard, the last on top.
    pub fn brickyard(&mut self, names: &str) -> &mut Self {
        for name in names.split(", ") {
            let card = self.card(name);
            self.state.quarry.remove(card);
            self.state.brickyard.push(card);
        }
        self
    }

    /// The cards that a seat holds, by name.
    pub fn held(&self, seat: usize) -> Vec<String> {
        each(self.state.hands[seat]).map(|card| self.rules.deck().name(card)).collect()
    }

    pub fn legal(&self) -> Vec<Move> {
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        self.rules.legal_actions(&self.state, &mut actions).unwrap();
        actions.as_slice().iter().map(|action| Move::of(*action).unwrap()).collect()
    }

    pub fn may(&self, wanted: Move) -> bool {
        self.legal().contains(&wanted)
    }

    pub fn play(&mut self, chosen: Move) -> &mut Self {
        self.rules
            .apply(&mut self.state, chosen.action())
            .unwrap_or_else(|fault: GameError| panic!("{chosen:?}: {fault}"));
        self
    }

    /// The move that builds these cards, which are in the mover's hand.
    pub fn building(&self, names: &str) -> Move {
        let deck = self.rules.deck();
        let wanted: Vec<&str> = names.split(", ").collect();
        let found = self.legal().into_iter().find(|legal| {
            let cards: Vec<String> = match *legal {
                Move::Set { rank, colours } => {
                    each(u128::from(colours) << (rank * deck.colours)).map(|card| deck.name(card)).collect()
                }
                Move::Run { low, colour, len } => {
                    (low..low + len).map(|rank| deck.name(deck.card(rank, colour))).collect()
                }
                _ => return false,
            };
            cards.len() == wanted.len() && wanted.iter().all(|name| cards.iter().any(|card| card == name))
        });
        found.unwrap_or_else(|| panic!("{names} cannot be built; legal: {:?}", self.legal()))
    }

    /// Seat `seat` has built these cards; it is seat `seat`'s turn no longer, and the first to act acts again.
    pub fn row(&mut self, seat: u8, names: &str) -> RowId {
        let (turn, phase) = (self.state.turn, self.state.phase);
        self.hand(seat as usize, names);
        self.turn_of(seat);
        let build = self.building(names);
        self.play(build);
        if matches!(self.state.phase, Phase::Add { .. }) {
            self.play(Move::AddNone);
        }
        (self.state.turn, self.state.phase) = (turn, phase);
        self.state.row_count - 1
    }

    /// Lets it be this seat's turn to act.
    pub fn turn_of(&mut self, seat: u8) -> &mut Self {
        self.state.phase = Phase::Act;
        self.state.turn = (u16::from(seat) + 4 * u16::from(self.rules_seats()) - u16::from(self.state.dealer) - 1)
            % u16::from(self.rules_seats());
        assert_eq!(self.rules.mover(&self.state), seat);
        self
    }

    fn rules_seats(&self) -> u8 {
        self.rules.seating().seats.len() as u8
    }

    pub fn discard(&mut self, name: &str) -> &mut Self {
        let seat = self.rules.mover(&self.state) as usize;
        let deck = self.rules.deck();
        let card = each(self.state.hands[seat]).find(|card| deck.name(*card) == name).unwrap();
        self.play(Move::Discard { card })
    }

    pub fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0; self.rules_seats() as usize];
        self.rules.scores(&self.state, &mut scores);
        scores
    }

    pub fn asked(&self) -> Option<u8> {
        self.rules.turn(&self.state).seat().map(|seat| seat.0)
    }
}

/// A text in English, with the rules' own names for four seats.
pub fn english(text: &Text) -> String {
    text.fill(&["South", "West", "North", "East"])
}

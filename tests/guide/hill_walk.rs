//! Hill walk: a race up a path, with cards that only their owner sees.

use stonehouse_plugin::scene::{Area, Card, Cells, Face, Layout, Mark, Piece, Prompt, SeatPanel, Shape, Tint};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Determinize, Game, GameError, HookDecl, Json, Manifest, Observer, Rng,
    RulesError, Scene, Seat, Seating, Setup, Turn, export_game, hooks, json, knobs, text,
};

const RULES: &str = "\
Everybody walks up the same path, and holds three cards that the others do not see.

**Your turn.** Play a card, walk as many steps as its number, and draw another card. The player who stood where you arrive slides back to the foot of
the hill.

**The end.** The player who reaches the last step wins.";

/// The most players.
const MAX_SEATS: usize = 4;
/// The cards of each hand.
const HAND: usize = 3;
/// The cards are numbered from 1 to this, with six of each number.
const MAX_STEPS: u8 = 4;

knobs! {
    /// What variants can change.
    pub struct Knobs {
        /// The steps of the path.
        pub path: u8 = 20, in 8..=60;
        /// Whether the player who is met slides back to the foot of the hill.
        pub slides: bool = true;
    }
}

hooks! {
    /// The house rules.
    pub struct House for State;
    /// The places where a house rule may change the game.
    pub enum Hook;

    /// How many steps a card walks.
    fn steps(
        /// Who walks.
        seat: u8,
        /// The number on the card.
        card: u8,
    ) -> i64 in 0..=60;
}

/// The rules of a match: the knobs, checked, and the house rules.
pub struct HillWalk {
    knobs: Knobs,
    house: House,
    seats: usize,
}

/// A card that was drawn. Its id is the same from scene to scene, and reveals nothing about its number.
#[derive(Clone, Copy, Default)]
struct Held {
    id: u32,
    number: u8,
}

/// A position: plain data.
#[derive(Clone)]
pub struct State {
    /// The step on which each walker stands: 0 at the foot of the hill.
    places: [u8; MAX_SEATS],
    hands: [[Held; HAND]; MAX_SEATS],
    /// Numbers of the cards to be drawn; the last one is on top.
    deck: Vec<u8>,
    /// The cards that were played; the last one is on top.
    played: Vec<Held>,
    drawn: u32,
    next: Seat,
    chance: Rng,
}

impl State {
    /// Draws a card. Where none is left, those that were played are shuffled first.
    fn draw(&mut self) -> Held {
        if self.deck.is_empty() {
            self.deck = self.played.drain(..).map(|card| card.number).collect();
            self.chance.shuffle(&mut self.deck);
        }
        self.drawn += 1;
        Held { id: 100 + self.drawn, number: self.deck.pop().unwrap_or(1) }
    }
}

impl HillWalk {
    fn is_over(&self, state: &State) -> bool {
        state.places.contains(&self.knobs.path)
    }
}

impl Game for HillWalk {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("hill-walk", "Hill walk", env!("CARGO_PKG_VERSION"))
            .summary("Walk up the hill, and do not be met.")
            .seats(2, MAX_SEATS as u8, 3)
            .rules(RULES)
            .manifest(Manifest::new().author("Your name").licence("MIT").minutes(5, 15).weight(1))
    }

    fn hooks() -> Vec<HookDecl> {
        House::declared()
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        if !setup.knobs.slides && setup.knobs.path < 12 {
            return Err(RulesError::knob("path", "a path without slides needs at least 12 steps"));
        }
        Ok(Self { knobs: setup.knobs, house: House::new(setup.hooks), seats: setup.seats.into() })
    }

    fn seating(&self) -> Seating {
        Seating::players(self.seats as u8)
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        let mut state = State {
            places: [0; MAX_SEATS],
            hands: [[Held::default(); HAND]; MAX_SEATS],
            deck: (1..=MAX_STEPS).flat_map(|number| [number; 6]).collect(),
            played: Vec::new(),
            drawn: 0,
            next: Seat(0),
            chance: Rng::from_seed(seed),
        };
        state.chance.shuffle(&mut state.deck);
        for seat in 0..self.seats {
            for place in 0..HAND {
                state.hands[seat][place] = state.draw();
            }
        }
        Ok(state)
    }

    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) { Turn::Over } else { Turn::Seat(state.next) }
    }

    // An action's number is the number on the card. Two cards of one number are one action.
    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if !self.is_over(state) {
            let hand = &state.hands[state.next.index()];
            let numbers = (1..=MAX_STEPS).filter(|number| hand.iter().any(|card| card.number == *number));
            numbers.for_each(|number| actions.push(Action(number.into())));
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let mover = state.next.index();
        let found = state.hands[mover].iter().position(|card| u32::from(card.number) == action.0);
        let Some(place) = found.filter(|_| !self.is_over(state)) else {
            return Err(GameError::Illegal);
        };
        let card = state.hands[mover][place];
        let steps = self.house.steps(state, state.next.0, card.number, card.number.into())?;
        state.hands[mover][place] = state.draw();
        state.played.push(card);
        let arrived = (i64::from(state.places[mover]) + steps).min(self.knobs.path.into()) as u8;
        if self.knobs.slides && arrived > 0 {
            state.places[..self.seats].iter_mut().filter(|place| **place == arrived).for_each(|place| *place = 0);
        }
        state.places[mover] = arrived;
        state.next = state.next.left(1, self.seats);
        Ok(())
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        for (score, place) in scores.iter_mut().zip(state.places) {
            *score = place.into();
        }
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        let walkers = Seat::all(self.seats).map(|seat| {
            let name = text!("{player}'s walker", player = seat);
            Piece::new(seat.0.into(), Face::figure(Shape::Meeple, Tint::Seat(seat)), name)
                .on(format!("step/{}", state.places[seat.index()]))
        });
        let path = Area::new("path", Cells::track(usize::from(self.knobs.path) + 1)).title("The hill").pieces(walkers);
        let deck = Area::new("deck", Layout::stack(state.deck.len() as u32, Face::Back(Tint::Brown))).title("Deck");
        let last = state.played.last().map(|card| open(*card).mark(Mark::Last));
        let played = Area::new("played", Layout::Row).title("Played last").pieces(last);
        let hands = Seat::all(self.seats).map(|seat| {
            let cards = state.hands[seat.index()].iter().map(|card| {
                if !observer.sees(seat) {
                    return Piece::new(card.id, Face::Back(Tint::Brown), "a card");
                }
                open(*card).handle(format!("card/{}", card.id))
            });
            Area::new(format!("hand/{}", seat.0), Layout::Fan)
                .title(text!("{player}'s hand", player = seat))
                .seat(seat)
                .pieces(cards)
        });
        let panels = Seat::all(self.seats)
            .map(|seat| SeatPanel::new(seat, i64::from(state.places[seat.index()])).tint(Tint::Seat(seat)));
        let over = self.is_over(state);
        let best = state.places.iter().copied().max().unwrap_or_default();
        let status =
            if over { "The top is reached".into() } else { text!("{n} steps to go", n = self.knobs.path - best) };
        Scene::new(status)
            .areas([path, deck, played])
            .areas(hands)
            .seats(panels)
            .prompt((!over).then(|| Prompt::new(state.next, "Play a card")))
    }

    fn describe(&self, state: &State, action: Action, observer: Observer) -> ActionText {
        let number = action.0;
        let called = ActionText::new(text!("play a {number}", number)).data(json!({ "card": number }));
        // Any card of this number will do: a path for each. Which cards these are is the secret of the player who holds
        // them.
        let hand = state.hands[state.next.index()].iter().filter(|_| observer.sees(state.next));
        hand.filter(|card| u32::from(card.number) == number)
            .fold(called, |called, card| called.path([format!("card/{}", card.id)]))
    }

    fn reveal(&self, state: &State) -> Json {
        let numbers = |hand: &[Held; HAND]| hand.map(|card| card.number);
        let hands: Vec<_> = state.hands[..self.seats].iter().map(numbers).collect();
        let deck: Vec<u8> = state.deck.iter().rev().copied().collect();
        json!({ "hands": hands, "deck, from the top": deck })
    }
}

/// A card face up.
fn open(card: Held) -> Piece {
    let number = card.number;
    Piece::new(card.id, Card::new(number.to_string()).into(), text!("a {number}", number))
}

impl Determinize for HillWalk {
    // The observer knows its own hand and what was played. The deck and the other hands are dealt again, and so is all
    // chance to come.
    fn determinize(&self, state: &mut State, observer: Seat, seed: u64) {
        state.chance = Rng::from_seed(seed);
        let hidden = |seat: &usize| *seat != observer.index();
        let mut unseen = std::mem::take(&mut state.deck);
        let left = unseen.len();
        for seat in (0..self.seats).filter(hidden) {
            unseen.extend(state.hands[seat].iter().map(|card| card.number));
        }
        // Sorted first, so that the guess does not depend on the real card.
        unseen.sort_unstable();
        state.chance.shuffle(&mut unseen);
        let mut others = unseen.split_off(left).into_iter();
        state.deck = unseen;
        for seat in (0..self.seats).filter(hidden) {
            for card in &mut state.hands[seat] {
                card.number = others.next().unwrap_or(card.number);
            }
        }
    }
}

export_game!(HillWalk: Determinize);

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_conformance::{Plugin, check};
    use stonehouse_plugin::Hooks;

    #[test]
    fn it_keeps_the_contract_at_every_table() {
        let plugin = Plugin::linked::<HillWalk>().unwrap();
        for (seats, knobs) in [(2, json!({})), (3, json!({ "path": 8 })), (4, json!({ "slides": false }))] {
            let rules = plugin.rules(seats, &knobs, None).unwrap();
            check(&rules, 20, 1).unwrap();
        }
    }

    #[test]
    fn a_player_who_is_met_slides_back_to_the_foot_of_the_hill() {
        let rules = HillWalk::new(Setup::new(2, Knobs::default(), Hooks::none())).unwrap();
        let mut state = rules.deal(1).unwrap();
        state.places[1] = 3;
        state.hands[0][0].number = 3;
        rules.apply(&mut state, Action(3)).unwrap();
        assert_eq!(state.places, [3, 0, 0, 0]);
    }
}

//! A draft: all choose a card of their hands at once, and the log then lists what each has built. The kit accepts a
//! correct game.

use stonehouse_conformance::check;
use stonehouse_plugin::scene::{Area, Card, Layout, Piece, Prompt, SeatPanel};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Chosen, Determinize, Game, GameError, Observer, Rng, RulesError, Scene, Seat,
    Seating, Seats, Setup, Simultaneous, Turn, json, knobs, linked_game, text,
};
use stonehouse_runtime::Plugin;

knobs! {
    /// The knobs of the draft.
    pub struct Knobs {
        /// Whether what is built stays hidden, though the log contains it.
        pub leaks: bool = false;
    }
}

const SEATS: usize = 3;
const HAND: usize = 4;

struct Draft(Knobs);

#[derive(Clone)]
struct Table {
    hands: [Vec<u32>; SEATS],
    built: [Vec<u32>; SEATS],
}

impl Game for Draft {
    type Knobs = Knobs;
    type State = Table;

    fn about() -> About {
        About::new("draft", "Draft", "1.0.0").summary("Build, all at once.").seats(3, 3, 3)
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self(setup.knobs))
    }

    fn seating(&self) -> Seating {
        Seating::players(SEATS as u8)
    }

    fn deal(&self, seed: u64) -> Result<Table, GameError> {
        let mut cards: Vec<u32> = (0..30).collect();
        Rng::from_seed(seed).shuffle(&mut cards);
        let mut hands = cards.chunks(HAND).map(|hand| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            hand
        });
        Ok(Table { hands: std::array::from_fn(|_| hands.next().unwrap_or_default()), built: Default::default() })
    }

    fn turn(&self, state: &Table) -> Turn {
        if state.hands[0].is_empty() { Turn::Over } else { Turn::Together(Seats::all(SEATS)) }
    }

    fn legal_actions(&self, _: &Table, _: &mut Actions<'_>) -> Result<(), GameError> {
        Ok(())
    }

    fn apply(&self, _: &mut Table, _: Action) -> Result<(), GameError> {
        Err(GameError::Illegal)
    }

    fn scores(&self, state: &Table, scores: &mut [i64]) {
        for (score, built) in scores.iter_mut().zip(&state.built) {
            *score = built.iter().map(|card| i64::from(*card)).sum();
        }
    }

    fn scene(&self, state: &Table, observer: Observer) -> Scene {
        let card = |card: &u32, open: bool| {
            let name = if open { text!("card {card}", card = *card) } else { "a card".into() };
            let face = Card::new(if open { card.to_string() } else { String::new() });
            let piece = Piece::new(*card + if open { 0 } else { 1000 }, face.into(), name);
            if open { piece.handle(format!("card/{card}")) } else { piece }
        };
        let hands = Seat::all(SEATS).map(|seat| {
            let cards = state.hands[seat.index()].iter().enumerate();
            let (open, first) = (observer.sees(seat), 2000 + 10 * u32::from(seat.0));
            let pieces =
                cards.map(|(place, own)| if open { card(own, true) } else { card(&(first + place as u32), false) });
            Area::new(format!("hand/{}", seat.0), Layout::Fan).title("Hand").seat(seat).pieces(pieces)
        });
        let built = Seat::all(SEATS).map(|seat| {
            let cards = state.built[seat.index()].iter().enumerate();
            let (open, first) = (!self.0.leaks || observer.sees(seat), 5000 + 10 * u32::from(seat.0));
            let pieces =
                cards.map(|(place, own)| if open { card(own, true) } else { card(&(first + place as u32), false) });
            Area::new(format!("built/{}", seat.0), Layout::Row).title("Built").seat(seat).pieces(pieces)
        });
        let seat = if let Observer::Seat(seat) = observer { Some(seat) } else { None };
        let prompt = seat.filter(|_| !self.turn(state).is_over()).map(|seat| Prompt::new(seat, "Build a card"));
        let panels = Seat::all(SEATS).map(|seat| SeatPanel::new(seat, None));
        Scene::new(text!("{n} cards left", n = state.hands[0].len()))
            .areas(hands)
            .areas(built)
            .seats(panels)
            .prompt(prompt)
    }

    fn describe(&self, _: &Table, _: Action, _: Observer) -> ActionText {
        ActionText::new("build")
    }
}

impl Simultaneous for Draft {
    fn legal_actions_of(&self, state: &Table, seat: Seat, actions: &mut Actions<'_>) -> Result<(), GameError> {
        (0..state.hands[seat.index()].len() as u32).for_each(|place| actions.push(Action(place)));
        Ok(())
    }

    fn resolve(&self, state: &mut Table, chosen: &[Chosen<'_>]) -> Result<(), GameError> {
        let left = state.hands[0].len() as u32;
        if chosen.iter().any(|one| !one.values.is_empty() || one.action.0 >= left) {
            return Err(GameError::Illegal);
        }
        for one in chosen {
            let seat = one.seat.index();
            let card = state.hands[seat].remove(one.action.0 as usize);
            state.built[seat].push(card);
        }
        Ok(())
    }

    /// An action is a place in the hand: which card that is, is read once it is built.
    fn describe_choice(&self, state: &Table, choice: Chosen<'_>, observer: Observer) -> ActionText {
        let card = state.hands[choice.seat.index()][choice.action.0 as usize];
        let called = ActionText::new(text!("build {card}", card)).data(json!({ "card": card }));
        if observer.sees(choice.seat) { called.path([format!("card/{card}")]) } else { called }
    }
}

impl Determinize for Draft {
    fn determinize(&self, state: &mut Table, observer: Seat, seed: u64) {
        let mut known: Vec<u32> = state.hands[observer.index()].clone();
        for (seat, built) in Seat::all(SEATS).zip(&state.built) {
            if !self.0.leaks || seat == observer {
                known.extend(built);
            }
        }
        let mut cards: Vec<u32> = (0..30).filter(|card| !known.contains(card)).collect();
        Rng::from_seed(seed).shuffle(&mut cards);
        for seat in Seat::all(SEATS).filter(|seat| *seat != observer) {
            for hand in &mut state.hands[seat.index()] {
                *hand = cards.pop().unwrap_or_default();
            }
            state.hands[seat.index()].sort_unstable();
            if self.0.leaks {
                for built in &mut state.built[seat.index()] {
                    *built = cards.pop().unwrap_or_default();
                }
            }
        }
    }
}

linked_game!(Draft: Simultaneous, Determinize);

#[test]
fn a_draft_whose_log_lists_public_builds_keeps_the_contract() {
    let plugin = Plugin::linked::<Draft>().unwrap();
    let report = check(&plugin.rules(3, &json!({}), None).unwrap(), 40, 1).unwrap();
    assert_eq!((report.games, report.longest), (40, HAND as u32));
}

#[test]
fn a_draft_whose_log_reveals_hidden_builds_is_found() {
    let plugin = Plugin::linked::<Draft>().unwrap();
    let promise = check(&plugin.rules(3, &json!({ "leaks": true }), None).unwrap(), 40, 1).unwrap_err().promise;
    assert!(promise.contains("reveals what the scene afterwards does not show"), "{promise}");
}

//! The scene, and the names of actions. Everybody knows which cards the others still hold; only the prizes to come are
//! hidden.

use crate::rules::{Goofspiel, State};
use stonehouse_plugin::scene::{Area, Card, Face, Layout, Lit, Mark, Piece, Prompt, SeatPanel, Sign, Tint};
use stonehouse_plugin::{Action, ActionText, Game, Observer, Scene, Seat, Turn, json, text};

const SIGNS: [Sign; 5] = [Sign::Spade, Sign::Heart, Sign::Club, Sign::Star, Sign::Hexagon];

/// Cards of the seats have the numbers from 20, 40 and so on; prizes those below.
fn id(seat: Seat, card: u8) -> u32 {
    20 * (u32::from(seat.0) + 1) + u32::from(card)
}

fn card(seat: Seat, card: u8) -> Piece {
    let face = Card::new(card.to_string()).suit(SIGNS[seat.index()], Tint::Seat(seat));
    Piece::new(id(seat, card), face.into(), text!("{seat}'s {card}", seat, card))
}

pub(crate) fn scene(rules: &Goofspiel, state: &State, observer: Observer) -> Scene {
    let prize = rules.prize(state);
    let mut areas = Vec::new();
    if let Some(prize) = prize {
        let left = u32::from(rules.cards - state.round - 1);
        areas.push(Area::new("prizes", Layout::stack(left, Face::Back(Tint::Orange))).title("Prizes to come"));
        let face = Card::new(prize.to_string()).suit(Sign::Diamond, Tint::Orange);
        let turned = Piece::new(prize.into(), face.into(), text!("prize of {prize}", prize));
        let title = if state.carried > 0 { text!("Prize, and {n} more", n = state.carried) } else { "Prize".into() };
        areas.push(Area::new("prize", Layout::Row).title(title).pieces([turned]));
    }
    for seat in Seat::all(rules.seats) {
        let chooses = prize.is_some() && observer == Observer::Seat(seat);
        let held = rules.held(state.hands[seat.index()]).map(|number| {
            let card = card(seat, number);
            if chooses { card.handle(format!("card/{number}")) } else { card }
        });
        areas.push(
            Area::new(format!("hand/{}", seat.0), Layout::Fan)
                .title(text!("{seat}'s cards", seat))
                .seat(seat)
                .pieces(held),
        );
        if state.round > 0 {
            let bid = card(seat, state.bids[seat.index()]).mark(Mark::Last);
            areas.push(Area::new(format!("bid/{}", seat.0), Layout::Row).title("Last bid").seat(seat).pieces([bid]));
        }
    }
    let status = match rules.turn(state) {
        Turn::Over => "All prizes are gone".into(),
        _ => text!("Round {round} of {rounds}", round = state.round + 1, rounds = rules.cards),
    };
    let asked = match observer {
        Observer::Seat(seat) if prize.is_some() => Some(Prompt::new(seat, "Choose a card to bid")),
        _ => None,
    };
    let won =
        state.winner.map(|winner| Lit::new([format!("bid/{}", winner.0)], text!("{winner} wins the prize", winner)));
    Scene::new(status)
        .areas(areas)
        .seats(
            Seat::all(rules.seats).map(|seat| SeatPanel::new(seat, state.scores[seat.index()]).tint(Tint::Seat(seat))),
        )
        .prompt(asked)
        .lit(won)
}

/// A bid is described when all are shown, so it is no secret then.
pub(crate) fn describe(action: Action) -> ActionText {
    let card = action.0;
    ActionText::new(text!("bid {card}", card)).data(json!({ "bid": card })).path([format!("card/{card}")])
}

//! The scene for each observer, and the names of actions.
//!
//! - this module: the scene
//! - `tray`: a player's own board
//! - `tally`: how the last hand was counted
//! - `words`: the names of actions
//! - `tips`: the tooltips of stones, places and buttons
//! - `record`: the data of a deal and of an action in a record

mod record;
mod tally;
mod tips;
mod tray;
mod words;

pub(crate) use record::{effect_result, reveal};
pub(crate) use words::describe;

use crate::kinds::{self, Kind, NAMES};
use crate::moves::RequestedStone;
use crate::rules::TavernStones;
use crate::state::{MAX_SEATS, Offer, Phase, Place, State, Stone};
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::scene::{Area, Arrow, Face, Layout, Prompt, Scene, SeatPanel, Tint};
use stonehouse_plugin::{Observer, Seat, Text, text};

/// A coin of those to be won.
const COIN: Face = Face::token(1, Tint::Rgb(0xdf, 0xae, 0x42));

/// The handle of a stone.
fn stone_handle(seat: u8, place: Place) -> String {
    format!("stone/{seat}/{place}")
}

/// The name and the handle of a stone whose kind a player knows.
pub(crate) fn stone_label(state: &State, seat: Seat, place: Place) -> PieceLabel {
    let stone = state.stone(seat.0, place).kind;
    PieceLabel::new(
        text!("{player}'s {stone}", player = seat, stone = NAMES[stone as usize]),
        stone_handle(seat.0, place),
    )
}

/// The handle of a request.
fn asked_handle(seat: u8, asked: RequestedStone) -> String {
    match asked {
        RequestedStone::Visible(place) => stone_handle(seat, place),
        RequestedStone::Hidden(kind) => format!("stone/{seat}/hidden-{}", NAMES[kind as usize]),
        RequestedStone::Any => format!("stone/{seat}/hidden-any"),
    }
}

/// The handle of a player's board.
fn tray_handle(seat: u8) -> String {
    format!("tray/{seat}")
}

/// The table as `observer` may see it.
pub(crate) fn scene(rules: &TavernStones, state: &State, observer: Observer) -> Scene {
    let arrow = match state.phase {
        Phase::Answer(offer) => {
            let (from, to) = (stone_handle(state.mover, offer.give), asked_handle(offer.to, offer.asked));
            Some(Arrow::new(from, to, offered(state, offer)))
        }
        Phase::Turn | Phase::Over => None,
    };
    Scene::new(status(rules, state))
        .areas(middle(rules, state))
        .areas((0..rules.seats).flat_map(|seat| tray::tray(rules, state, seat, observer)))
        .seats((0..rules.seats).map(|seat| panel(rules, state, seat, observer)))
        .prompt(prompt(rules, state, observer))
        .arrows(arrow)
        .tally((state.last.hand > 0).then(|| tally::tally(rules, state)))
}

fn status(rules: &TavernStones, state: &State) -> Text {
    match state.phase {
        Phase::Over => "The match is over".into(),
        _ if rules.knobs.goal == 1 => text!("Hand {hand}, to 1 coin", hand = state.hand),
        _ => text!("Hand {hand}, to {goal} coins", hand = state.hand, goal = rules.knobs.goal),
    }
}

/// The bag, the trade counter and the bonus.
fn middle(rules: &TavernStones, state: &State) -> [Area; 3] {
    let in_bag = state.bag.iter().map(|count| u32::from(*count)).sum();
    let steps = u32::from(rules.knobs.trades_per_hand);
    let reached = u32::from(state.counter).min(steps);
    let bonus = (rules.knobs.bonus + state.carried).max(0);
    [
        Area::new("bag", Layout::stack(in_bag, Face::Covered)).title("Bag").tip(tips::BAG).style("bag"),
        Area::new("counter", Layout::meter(reached, steps))
            .title("Trade counter")
            .tip(tips::of_counter(&rules.knobs))
            .style("dial"),
        Area::new("bonus", Layout::stack(u32::try_from(bonus).unwrap_or(u32::MAX), COIN))
            .title("Bonus")
            .tip(tips::BONUS),
    ]
}

/// The kind of a stone, if the observer knows it.
fn known(stone: Stone, seat: u8, observer: Observer) -> Option<Kind> {
    let sees = match observer {
        Observer::Seat(eye) => eye.0 == seat || stone.is_known_to(eye.0),
        Observer::Public => stone.public().is_some(),
        Observer::Referee => true,
    };
    sees.then_some(stone.kind)
}

/// A stone of this kind.
fn face(kind: Kind) -> Face {
    Face::picture(format!("{}.png", NAMES[kind as usize]))
}

/// "South and West": several players, or several of anything.
fn all_of(texts: Vec<Text>) -> Text {
    let join = |one: Text, other| text!("{one} and {other}", one, other);
    texts.into_iter().reduce(join).unwrap_or_default()
}

fn player(seat: u8) -> Text {
    text!("{player}", player = Seat(seat))
}

fn panel(rules: &TavernStones, state: &State, seat: u8, observer: Observer) -> SeatPanel {
    let note = if observer.sees(Seat(seat)) {
        // A house rule that fails here fails again when the hand is counted, and is reported then.
        text!("hand worth {coins}", coins = rules.worth(state, seat).unwrap_or_default())
    } else {
        let visible = state.counts(seat, rules.knobs.visible_stones);
        text!("{coins} in front", coins = rules.kinds.value(visible))
    };
    SeatPanel::new(Seat(seat), state.coins[seat as usize]).note(note)
}

fn prompt(rules: &TavernStones, state: &State, observer: Observer) -> Option<Prompt> {
    let seat = Seat(TavernStones::decider(state)?);
    let button = |prompt: Prompt, handle: &str, words: &'static str| {
        prompt.explained(handle, words, tips::of_button(&rules.knobs, handle))
    };
    let prompt = match state.phase {
        Phase::Turn => {
            let text = if state.barred as usize >= MAX_SEATS {
                "Offer one of your stones for another, or pass".into()
            } else {
                text!("Offer one of your stones for another, not to {player}, or pass", player = Seat(state.barred))
            };
            button(Prompt::new(seat, text), "pass", "Pass")
        }
        Phase::Answer(offer) => {
            let text = match offer.asked {
                RequestedStone::Any => text!("{offer}: choose which to give", offer = offered(state, offer)),
                RequestedStone::Visible(_) | RequestedStone::Hidden(_) => offered(state, offer),
            };
            let prompt = Prompt::new(seat, text).at(tray_handle(seat.0));
            let may_accept =
                offer.asked != RequestedStone::Any && observer.sees(seat) && rules.could_give(state, offer);
            let prompt = if may_accept { button(prompt, "accept", "Accept") } else { prompt };
            button(prompt, "deny", "Deny")
        }
        Phase::Over => return None,
    };
    Some(prompt)
}

/// "West offers gold for a jewel that South hides".
fn offered(state: &State, offer: Offer) -> Text {
    let gives = kinds::one(state.stone(state.mover, offer.give).kind);
    let (from, to) = (Seat(state.mover), Seat(offer.to));
    match offer.asked {
        RequestedStone::Visible(take) => {
            let asks = kinds::one(state.stone(offer.to, take).kind);
            text!("{from} offers {gives} for {asks} in front of {to}", from, gives, asks, to)
        }
        RequestedStone::Hidden(kind) => {
            text!("{from} offers {gives} for {asks} that {to} hides", from, gives, asks = kinds::one(kind), to)
        }
        RequestedStone::Any => text!("{from} offers {gives} for any stone that {to} hides", from, gives, to),
    }
}

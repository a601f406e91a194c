//! What the table looks like to whom, and what actions are called.
//!
//! - this module: the scene
//! - `tally`: how the last hand was counted
//! - `words`: what actions are called
//! - `record`: what a record tells of a deal and of an action

mod record;
mod tally;
mod words;

pub(crate) use record::reveal;
pub(crate) use words::describe;

use crate::kinds::{self, Kind, NAMES, each};
use crate::knobs::HiddenRequest;
use crate::moves::Asked;
use crate::position::{MOST_SEATS, Offer, Phase, Place, Position, Stone};
use crate::rules::TavernStones;
use stonehouse_plugin_api::scene::{
    Area, AreaKind, Button, Colour, Face, Gesture, Mark, Piece, Prompt, Scene, SeatPanel, Treasure,
};
use stonehouse_plugin_api::{Observer, Seat};

/// The numbers of pieces: those of one hand's stones follow each other, those of the next hand are others.
const IDS_OF_A_HAND: u32 = 100;
const FORCE_IDS: u32 = 100_000;
const REQUEST_IDS: u32 = 200_000;

/// The handle of a stone.
fn stone_handle(seat: u8, place: Place) -> String {
    format!("stone/{seat}/{place}")
}

/// The handle of what is asked for.
fn asked_handle(seat: u8, asked: Asked) -> String {
    match asked {
        Asked::Visible(place) => stone_handle(seat, place),
        Asked::Hidden(kind) => format!("stone/{seat}/hidden-{}", NAMES[kind as usize]),
        Asked::Any => format!("stone/{seat}/hidden-any"),
    }
}

/// The table as `observer` may see it.
pub(crate) fn scene(rules: &TavernStones, state: &Position, observer: Observer) -> Scene {
    let mut areas = middle(rules, state);
    areas.extend((0..rules.seats).map(|seat| tray(rules, state, seat, observer)));
    let gesture = match state.phase {
        Phase::Answer(Offer { give, to, asked }) => {
            Some(Gesture { from: stone_handle(state.mover, give), to: asked_handle(to, asked) })
        }
        Phase::Turn | Phase::Over => None,
    };
    Scene {
        status: status(rules, state),
        areas,
        seats: (0..rules.seats).map(|seat| panel(rules, state, seat, observer)).collect(),
        prompt: prompt(rules, state, observer),
        gesture,
        tally: (state.last.hand > 0).then(|| tally::tally(rules, state)),
        ..Scene::default()
    }
}

fn status(rules: &TavernStones, state: &Position) -> String {
    let goal = rules.knobs.goal;
    match state.phase {
        Phase::Over => "The match is over".to_owned(),
        _ => format!("Hand {}, to {goal} coins", state.hand),
    }
}

/// The bag, the trade counter and the bonus.
fn middle(rules: &TavernStones, state: &Position) -> Vec<Area> {
    let area =
        |handle: &str, title: String, kind| Area { handle: handle.into(), title, seat: None, kind, pieces: Vec::new() };
    let in_bag = state.bag.iter().map(|count| u32::from(*count)).sum();
    let steps = u32::from(rules.knobs.trades_per_hand);
    let reached = u32::from(state.counter).min(steps);
    let bonus = rules.knobs.bonus + state.carried;
    vec![
        area("bag", "Bag".into(), AreaKind::Pile { count: in_bag }),
        area("counter", "Trade counter".into(), AreaKind::Dial { steps, reached }),
        area("bonus", "Bonus".into(), AreaKind::Purse { coins: bonus.max(0) as u32 }),
    ]
}

/// A player's board: stones in front, stones behind, what may be asked for of these, force stones.
fn tray(rules: &TavernStones, state: &Position, seat: u8, observer: Observer) -> Area {
    let (visible, hidden) = (rules.knobs.visible_stones, rules.knobs.hidden_stones);
    let mut pieces: Vec<Piece> = (0..rules.places).map(|place| stone(rules, state, (seat, place), observer)).collect();
    let requests: Vec<Piece> =
        requests(rules, state, seat, observer).map(|asked| request(rules, seat, asked)).collect();
    let count = requests.len() as u32;
    pieces.extend(requests);
    pieces.extend(force_stones(rules, state, seat));
    Area {
        handle: format!("tray/{seat}"),
        title: format!("{}'s stones", rules.seat_name(seat)),
        seat: Some(Seat(seat)),
        kind: AreaKind::Tray { front: visible.into(), hidden: hidden.into(), requests: count },
        pieces,
    }
}

/// What an observer knows of a stone: its kind, if it knows that much.
fn known(stone: Stone, seat: u8, observer: Observer) -> Option<Kind> {
    let sees = match observer {
        Observer::Seat(eye) => eye.0 == seat || stone.is_known_to(eye.0),
        Observer::Public => stone.public().is_some(),
        Observer::Referee => true,
    };
    sees.then_some(stone.kind)
}

fn face(kind: Kind) -> Face {
    Face::Treasure(match kind {
        0 => Treasure::Jewel,
        1 => Treasure::Gold,
        2 => Treasure::Silver,
        _ => Treasure::Copper,
    })
}

fn stone(rules: &TavernStones, state: &Position, (seat, place): (u8, Place), observer: Observer) -> Piece {
    let stone = state.stone(seat, place);
    let is_hidden = place >= rules.knobs.visible_stones;
    let known = known(stone, seat, observer);
    let mut name = match known {
        Some(kind) if is_hidden => format!("hidden {}", NAMES[kind as usize]),
        Some(kind) => NAMES[kind as usize].to_owned(),
        None => format!("hidden stone{}", what_it_is_not(rules, stone)),
    };
    let mut marks = Vec::new();
    if is_hidden && known.is_some() {
        if stone.public().is_some() {
            marks.push(Mark::Known);
            name.push_str(", known to all");
        } else {
            let knowers = (0..rules.seats).filter(|other| *other != seat && stone.known_to >> *other & 1 == 1);
            let knowers: Vec<&str> = knowers.map(|other| rules.seat_name(other)).collect();
            if !knowers.is_empty() {
                marks.push(Mark::Known);
                name.push_str(&format!(", known to {}", knowers.join(" and ")));
            }
        }
    }
    Piece {
        id: u32::from(state.hand) * IDS_OF_A_HAND + u32::from(stone.id),
        handle: stone_handle(seat, place),
        space: String::new(),
        face: known.map_or(Face::Covered, face),
        name,
        count: 1,
        marks,
    }
}

/// ", no silver": what everybody has seen that a hidden stone is not.
fn what_it_is_not(rules: &TavernStones, stone: Stone) -> String {
    let out: Vec<String> =
        each(rules.kinds.in_play & !stone.may_be).map(|kind| format!(", no {}", NAMES[kind as usize])).collect();
    out.concat()
}

/// What is asked for of a seat's hidden stones now: by the offer that is made, or by one that the mover, who looks, may make.
fn requests(
    rules: &TavernStones,
    state: &Position,
    seat: u8,
    observer: Observer,
) -> impl Iterator<Item = Asked> + use<> {
    let offered = match state.phase {
        Phase::Answer(Offer { to, asked, .. }) if to == seat && !matches!(asked, Asked::Visible(_)) => Some(asked),
        _ => None,
    };
    let may_ask = state.phase == Phase::Turn
        && observer.sees(Seat(state.mover))
        && seat != state.mover
        && seat != state.barred
        && rules.knobs.hidden_stones > 0;
    let by_kind = may_ask && rules.knobs.hidden_request == HiddenRequest::Kind;
    let any = may_ask && rules.knobs.hidden_request == HiddenRequest::Blind;
    let kinds = each(if by_kind { rules.kinds.in_play } else { 0 }).map(Asked::Hidden);
    kinds.chain(any.then_some(Asked::Any)).chain(offered)
}

fn request(rules: &TavernStones, seat: u8, asked: Asked) -> Piece {
    let (face, name, number) = match asked {
        Asked::Hidden(kind) => {
            (face(kind), format!("hidden {} of {}", NAMES[kind as usize], rules.seat_name(seat)), kind)
        }
        Asked::Any | Asked::Visible(_) => {
            (Face::Covered, format!("any hidden stone of {}", rules.seat_name(seat)), kinds::KINDS as Kind)
        }
    };
    Piece {
        id: REQUEST_IDS + u32::from(seat) * 10 + u32::from(number),
        handle: asked_handle(seat, asked),
        space: String::new(),
        face,
        name: format!("ask for {name}"),
        count: 1,
        marks: Vec::new(),
    }
}

/// The force stones by a board: those that its player has left, and those that others played on it.
fn force_stones(rules: &TavernStones, state: &Position, seat: u8) -> Vec<Piece> {
    let force_stone = |owner: u8, number: u8, handle: String, name: String, marks: Vec<Mark>| Piece {
        id: FORCE_IDS + u32::from(owner) * 10 + u32::from(number),
        handle,
        space: String::new(),
        face: Face::Stone(Colour::Red),
        name,
        count: 1,
        marks,
    };
    let name = rules.seat_name(seat);
    let mut pieces = Vec::new();
    for number in 0..state.force_stones[seat as usize] {
        // One of several is enough to touch.
        let handle = if number == 0 { format!("force/{seat}") } else { String::new() };
        pieces.push(force_stone(seat, number, handle, format!("force stone of {name}"), Vec::new()));
    }
    for owner in 0..rules.seats {
        let played_before = |on: u8| -> u8 { state.forced[owner as usize][..on as usize].iter().sum() };
        for nth in 0..state.forced[owner as usize][seat as usize] {
            let number = state.force_stones[owner as usize] + played_before(seat) + nth;
            let text = format!("force stone of {}, played on {name}", rules.seat_name(owner));
            pieces.push(force_stone(owner, number, String::new(), text, vec![Mark::Spent]));
        }
    }
    pieces
}

fn panel(rules: &TavernStones, state: &Position, seat: u8, observer: Observer) -> SeatPanel {
    let coins = if observer.sees(Seat(seat)) {
        // A house rule that fails here fails again when the hand is counted, and is told then.
        format!("hand worth {}", rules.worth(state, seat).unwrap_or_default())
    } else {
        let visible = state.counts(seat, rules.knobs.visible_stones);
        format!("{} in front", rules.kinds.value(visible))
    };
    SeatPanel { seat: Seat(seat), colour: None, score: state.coins[seat as usize], notes: vec![coins] }
}

fn prompt(rules: &TavernStones, state: &Position, observer: Observer) -> Option<Prompt> {
    let seat = Seat(TavernStones::decider(state)?);
    let button = |handle: &str, text: &str| Button { handle: handle.into(), text: text.into() };
    let (text, buttons) = match state.phase {
        Phase::Turn => {
            let barred = if state.barred as usize >= MOST_SEATS {
                String::new()
            } else {
                format!(", not to {}", rules.seat_name(state.barred))
            };
            (format!("Offer one of your stones for another{barred}, or pass"), vec![button("pass", "Pass")])
        }
        Phase::Answer(offer) => {
            let mut buttons = vec![button("deny", "Deny")];
            if offer.asked != Asked::Any && (observer.sees(seat) && rules.could_give(state, offer)) {
                buttons.insert(0, button("accept", "Accept"));
            }
            (offered(rules, state, offer), buttons)
        }
        Phase::Over => return None,
    };
    Some(Prompt { seat, text, holds: None, buttons })
}

/// "West offers gold for a hidden jewel".
fn offered(rules: &TavernStones, state: &Position, offer: Offer) -> String {
    let gives = kinds::one(state.stone(state.mover, offer.give).kind);
    let asks = match offer.asked {
        Asked::Visible(take) => {
            format!("{} in front of {}", kinds::one(state.stone(offer.to, take).kind), rules.seat_name(offer.to))
        }
        Asked::Hidden(kind) => format!("{} that {} hides", kinds::one(kind), rules.seat_name(offer.to)),
        Asked::Any => format!("any stone that {} hides: choose which to give", rules.seat_name(offer.to)),
    };
    format!("{} offers {gives} for {asks}", rules.seat_name(state.mover))
}

//! A player's own board: stones in front, hidden stones, requests for these, force stones.

use super::{all_of, asked_handle, face, known, player, stone_handle, tips, tray_handle};
use crate::kinds::{KINDS, Kind, NAMES, each};
use crate::knobs::HiddenRequest;
use crate::moves::RequestedStone;
use crate::rules::TavernStones;
use crate::state::{Offer, Phase, Place, State, Stone};
use stonehouse_plugin::scene::{Area, Face, Layout, Mark, Piece, Tint};
use stonehouse_plugin::{Observer, Seat, Text, text};

/// The numbers of pieces: those of one hand's stones follow each other, those of the next hand are others.
const IDS_OF_A_HAND: u32 = 100;
const FORCE_IDS: u32 = 100_000;
const REQUEST_IDS: u32 = 200_000;

/// The handle of a player's force stones, of which one is played.
pub(super) fn force_handle(seat: u8) -> String {
    format!("force-stone/{seat}")
}

/// The board and its parts.
pub(super) fn tray(rules: &TavernStones, state: &State, seat: u8, observer: Observer) -> Vec<Area> {
    let stones = |places: std::ops::Range<Place>| places.map(move |place| stone(rules, state, (seat, place), observer));
    let front = rules.knobs.visible_stones;
    let part = |name: &str, pieces: Vec<Piece>| {
        let part = Area::new(format!("{name}/{seat}"), Layout::Row);
        part.seat(Seat(seat)).inside(tray_handle(seat)).pieces(pieces)
    };
    let title = text!("{player}'s stones", player = Seat(seat));
    let requests: Vec<Piece> = requests(rules, state, seat, observer).map(|asked| request(seat, asked)).collect();
    let mut areas = vec![
        Area::new(tray_handle(seat), Layout::column()).title(title).tip(tips::TRAY).seat(Seat(seat)).style("tray"),
        part("front", stones(0..front).collect()),
        part("rack", stones(front..rules.places).collect()).style("rack"),
    ];
    if !requests.is_empty() {
        areas.push(part("ask", requests).title("ask for").style("plate"));
    }
    areas.push(part("force", force_stones(rules, state, seat)).style("edge"));
    areas
}

fn stone(rules: &TavernStones, state: &State, (seat, place): (u8, Place), observer: Observer) -> Piece {
    let stone = state.stone(seat, place);
    let is_hidden = place >= rules.knobs.visible_stones;
    let known = known(stone, seat, observer);
    let name = match known {
        Some(kind) if is_hidden => text!("hidden {kind}", kind = NAMES[kind as usize]),
        Some(kind) => NAMES[kind as usize].into(),
        None => covered(rules, stone),
    };
    let id = u32::from(state.hand) * IDS_OF_A_HAND + u32::from(stone.id);
    let seats = if is_hidden && known.is_some() { seats_that_know(rules, stone, seat) } else { None };
    let piece = match seats {
        Some(seats) => {
            Piece::new(id, Face::Covered, text!("{stone}, known to {seats}", stone = name, seats)).mark(Mark::Known)
        }
        None => Piece::new(id, Face::Covered, name),
    };
    let tip = known.map_or_else(|| tips::COVERED.into(), |kind| tips::of_stone(rules, kind));
    let mut piece = piece.handle(stone_handle(seat, place)).tip(tip);
    piece.face = known.map_or(Face::Covered, face);
    piece
}

/// The other seats that know a hidden stone of this seat.
fn seats_that_know(rules: &TavernStones, stone: Stone, seat: u8) -> Option<Text> {
    if stone.public().is_some() {
        return Some("all".into());
    }
    let others = (0..rules.seats).filter(|other| *other != seat && stone.known_to >> *other & 1 == 1);
    let others: Vec<Text> = others.map(player).collect();
    (!others.is_empty()).then(|| all_of(others))
}

/// "hidden stone, no silver": the name with the kinds that it is not, by what everybody has seen.
fn covered(rules: &TavernStones, stone: Stone) -> Text {
    let no = |kind: Kind| text!("no {kind}", kind = NAMES[kind as usize]);
    let out: Vec<Text> = each(rules.kinds.in_play & !stone.may_be).map(no).collect();
    if out.is_empty() { "hidden stone".into() } else { text!("hidden stone, {out}", out) }
}

/// The requests for a seat's hidden stones: that of the current offer, or those that the mover, if that is the
/// observer, can make.
fn requests(
    rules: &TavernStones,
    state: &State,
    seat: u8,
    observer: Observer,
) -> impl Iterator<Item = RequestedStone> + use<> {
    let offered = match state.phase {
        Phase::Answer(Offer { to, asked, .. }) if to == seat && !matches!(asked, RequestedStone::Visible(_)) => {
            Some(asked)
        }
        _ => None,
    };
    let may_ask = state.phase == Phase::Turn
        && observer.sees(Seat(state.mover))
        && seat != state.mover
        && seat != state.barred
        && rules.knobs.hidden_stones > 0;
    let by_kind = may_ask && rules.knobs.hidden_request == HiddenRequest::Kind;
    let any = may_ask && rules.knobs.hidden_request == HiddenRequest::Blind;
    let kinds = each(if by_kind { rules.kinds.in_play } else { 0 }).map(RequestedStone::Hidden);
    kinds.chain(any.then_some(RequestedStone::Any)).chain(offered)
}

fn request(seat: u8, asked: RequestedStone) -> Piece {
    let player = Seat(seat);
    let (face, name, number) = match asked {
        RequestedStone::Hidden(kind) => {
            let name = text!("ask for {player}'s hidden {kind}", kind = NAMES[kind as usize], player);
            (face(kind), name, kind)
        }
        RequestedStone::Any | RequestedStone::Visible(_) => {
            (Face::Covered, text!("ask for any of {player}'s hidden stones", player), KINDS as Kind)
        }
    };
    let id = REQUEST_IDS + u32::from(seat) * 10 + u32::from(number);
    Piece::new(id, face, name).tip(tips::REQUEST).handle(asked_handle(seat, asked))
}

/// The force stones by a board: those that its player has left, and those that others played on it.
fn force_stones(rules: &TavernStones, state: &State, seat: u8) -> Vec<Piece> {
    let force_stone = |owner: u8, number: u8, name: Text| {
        let id = FORCE_IDS + u32::from(owner) * 10 + u32::from(number);
        Piece::new(id, Face::Stone(Tint::Red), name)
    };
    let mut pieces = Vec::new();
    for number in 0..state.force_stones[seat as usize] {
        let piece = force_stone(seat, number, text!("{player}'s force stone", player = Seat(seat)));
        let piece = piece.tip(tips::of_force_stone(&rules.knobs));
        // One of several is enough to touch.
        pieces.push(if number == 0 { piece.handle(force_handle(seat)) } else { piece });
    }
    for owner in 0..rules.seats {
        let played_before = |on: u8| -> u8 { state.forced[owner as usize][..on as usize].iter().sum() };
        for nth in 0..state.forced[owner as usize][seat as usize] {
            let number = state.force_stones[owner as usize] + played_before(seat) + nth;
            let name = text!("{owner}'s force stone, played on {player}", owner = Seat(owner), player = Seat(seat));
            pieces.push(force_stone(owner, number, name).tip(tips::FORCED).mark(Mark::Spent));
        }
    }
    pieces
}

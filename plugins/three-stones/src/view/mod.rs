//! Scenes and texts. Everything on this table is open to both players, except future draws.
//!
//! - this module: the scene
//! - `words`: the names of actions
//! - `record`: the data of a deal and of the result of an action in a record

mod record;
mod words;

pub(crate) use record::{describe_house_action, effect_result, reveal};
pub(crate) use words::{describe, describe_move};

use crate::board::{Place, places};
use crate::rules::ThreeStones;
use crate::state::{STONES, State, Stone};
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::scene::{
    Area, Cell, Cells, Face, Layout, Lit, Mark, Outline, Piece, Prompt, Scene, SeatPanel, Tint,
};
use stonehouse_plugin::{Game, Named, Seat, Text, text};

/// The brass of which closed places are made.
const BRASS: Tint = Tint::Rgb(0xb8, 0x86, 0x38);
/// How far a corner of a closed place is from its middle, in distances from pocket to pocket.
const LOZENGE: f32 = 0.3;
/// The radius of a pocket.
const POCKET: f32 = 0.43;

const fn tint(stone: Stone) -> Tint {
    match stone {
        Stone::White => Tint::White,
        Stone::Black => Tint::Black,
        Stone::Clear => Tint::Clear,
    }
}

const fn name(stone: Stone) -> &'static str {
    match stone {
        Stone::White => "white stone",
        Stone::Black => "black stone",
        Stone::Clear => "clear stone",
    }
}

const fn none_left(stone: Stone) -> &'static str {
    match stone {
        Stone::White => "no white stone left",
        Stone::Black => "no black stone left",
        Stone::Clear => "no clear stone left",
    }
}

/// The tooltip of the ring.
const LAST: &str = "The stone played last: the next one goes into its row or column, if a pocket is empty there.";

/// Pieces in hand and pouch have numbers above those of the stones on the board.
const SUPPLY_IDS: u32 = 1000;

fn pocket(rules: &ThreeStones, place: Place) -> String {
    let (row, col) = rules.board.at(place);
    format!("pocket/{row},{col}")
}

/// The name and the handle of a pocket.
pub(crate) fn pocket_label(rules: &ThreeStones, place: Place) -> PieceLabel {
    PieceLabel::new(rules.board.name(place), pocket(rules, place))
}

fn supply(stone: Stone) -> String {
    format!("supply/{}", stone.word())
}

const fn tip(stone: Stone) -> &'static str {
    match stone {
        Stone::White => "Its lines score for White, no matter who placed it.",
        Stone::Black => "Its lines score for Black, no matter who placed it.",
        Stone::Clear => "It counts for both colours. A line of clear stones alone counts for nobody.",
    }
}

fn stone_piece(id: u32, stone: Stone) -> Piece {
    Piece::new(id, Face::Stone(tint(stone)), name(stone)).tip(tip(stone))
}

/// The table.
pub(crate) fn scene(rules: &ThreeStones, state: &State) -> Scene {
    let to_act = rules.turn(state).seat();
    let mut areas = vec![board(rules, state)];
    if rules.knobs.pouch {
        areas.extend(pouch(state));
    } else {
        areas.extend((0..2).map(|seat| hand(state, seat, to_act == Some(Seat(seat)))));
    }
    let status = match state.to_play() {
        1 if state.over => "No pocket is left, and 1 stone is".into(),
        left if left > 0 && state.over => text!("No pocket is left, and {left} stones are", left),
        0 => "All stones are played".into(),
        1 => "The last stone".into(),
        left => text!("{left} stones to play", left),
    };
    let prompt = to_act.map(|seat| Prompt::new(seat, prompt(state)).holds(state.drawn.map(|_| state.number.into())));
    Scene::new(status)
        .areas(areas)
        .seats((0..2).map(|seat| panel(rules, state, seat)))
        .prompt(prompt)
        .lit(lit(rules, state))
}

fn prompt(state: &State) -> Text {
    match state.drawn {
        Some(stone) => text!("Place the {stone}", stone = name(stone)),
        None => "Choose a stone, then a pocket".into(),
    }
}

fn board(rules: &ThreeStones, state: &State) -> Area {
    let board = &rules.board;
    let middle = |place| {
        let (row, col) = board.at(place);
        [f32::from(col), f32::from(row)]
    };
    let lozenge = [[0.0, -LOZENGE], [LOZENGE, 0.0], [0.0, LOZENGE], [-LOZENGE, 0.0]];
    let closed = places(board.closed | state.blocked)
        .map(|place| Cell::new("", "", middle(place)).outline(Outline::Polygon(lozenge.to_vec())).tint(BRASS));
    let pockets = places(board.pockets & !state.blocked).map(|place| {
        Cell::new(pocket(rules, place), board.name(place), middle(place)).outline(Outline::Circle(POCKET))
    });
    let mut pieces = Vec::new();
    for stone in STONES {
        for place in places(state.stones[stone as usize]) {
            let piece = stone_piece(state.order[place as usize].into(), stone).on(pocket(rules, place));
            pieces.push(if state.last == Some(place) { piece.mark(Mark::Last).tip(LAST) } else { piece });
        }
    }
    pieces.sort_by_key(|piece| piece.id);
    Area::new("board", Cells::new(closed.chain(pockets))).title("Board").pieces(pieces)
}

/// The pouch, and beside it the stone that was drawn: its number is that of the stone it will be on the board.
fn pouch(state: &State) -> [Area; 2] {
    let drawn = state.drawn.map(|stone| stone_piece(state.number.into(), stone));
    let [white, black, clear] = state.left[0];
    let count = u32::from(white) + u32::from(black) + u32::from(clear);
    let tip = text!("Still to be drawn: {white} white, {black} black and {clear} clear stones.", white, black, clear);
    [
        Area::new("pouch", Layout::stack(count, Face::Covered)).title("Pouch").tip(tip).style("bag"),
        Area::new("drawn", Layout::Row)
            .title("Drawn stone")
            .tip("It is placed next, whatever its colour.")
            .pieces(drawn),
    ]
}

fn hand(state: &State, seat: u8, to_act: bool) -> Area {
    let left = state.left[seat as usize];
    let pieces = STONES.into_iter().map(|stone| {
        let id = SUPPLY_IDS + u32::from(seat) * 3 + stone as u32;
        match left[stone as usize] {
            // A kind that is used up keeps its place, so that the others do not move.
            0 => Piece::new(id, Face::Stone(tint(stone)), none_left(stone)).mark(Mark::Spent),
            count if to_act => stone_piece(id, stone).count(count.into()).handle(supply(stone)),
            count => stone_piece(id, stone).count(count.into()),
        }
    });
    let seat = Seat(seat);
    Area::new(format!("hand/{}", seat.0), Layout::Row)
        .title(text!("{player}'s stones", player = seat))
        .seat(seat)
        .pieces(pieces)
}

fn panel(rules: &ThreeStones, state: &State, seat: u8) -> SeatPanel {
    let index = seat as usize;
    let lines: u32 = rules.board.count_lines(state.stones[index], state.stones[Stone::Clear as usize]).iter().sum();
    let panel = SeatPanel::new(Seat(seat), state.scores[index]).tint(tint(STONES[index])).note(if lines == 1 {
        "1 line".into()
    } else {
        text!("{lines} lines", lines)
    });
    match rules.knobs.handicap_points[index] {
        0 => panel,
        1 => panel.note("1 point spotted"),
        points => panel.note(text!("{points} points spotted", points)),
    }
}

/// The lines that the last stone made.
fn lit(rules: &ThreeStones, state: &State) -> Vec<Lit> {
    let new = state.last.into_iter().flat_map(|last| rules.new_lines(state, last));
    new.map(|line| {
        let words = text!("{length} in a row for {player}", length = rules.knobs.line_length, player = Seat(line.seat));
        let pockets = places(line.pockets).map(|place| pocket(rules, place));
        Lit::new(pockets, words).tint(tint(STONES[line.seat as usize]))
    })
    .collect()
}

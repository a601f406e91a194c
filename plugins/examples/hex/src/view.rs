//! The scene, and the names of actions. Nothing in Hex is hidden.

use crate::rules::{Hex, RED, State};
use stonehouse_plugin::scene::{Area, Cells, Face, Line, Lit, Mark, Piece, Prompt, SeatPanel, Tint, boards};
use stonehouse_plugin::{Action, ActionText, Game, Scene, Seat, json, text};

const TINTS: [Tint; 2] = [Tint::Red, Tint::Blue];
/// The description of the swap.
const SWAP: &str = "Takes over the stone that lies there, instead of placing one: it is yours, on the mirrored cell.";
/// The width of the coloured edges.
const EDGE: f32 = 0.16;

impl Hex {
    fn handle(&self, cell: usize) -> String {
        boards::cell(cell / self.size, cell % self.size)
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", boards::column(cell % self.size), cell / self.size + 1)
    }
}

pub(crate) fn scene(rules: &Hex, state: &State) -> Scene {
    let stones = (0..rules.cells()).filter_map(|cell| Some((cell, state.stone(cell)?)));
    let pieces = stones.map(|(cell, owner)| {
        let name = ["red stone", "blue stone"][owner.index()];
        let stone = Piece::new(cell as u32, Face::Stone(TINTS[owner.index()]), name).on(rules.handle(cell));
        if state.last == Some(cell as u16) { stone.mark(Mark::Last) } else { stone }
    });
    let status = match state.winner {
        Some(winner) => text!("{winner} has connected", winner),
        None if state.played == 1 => "1 stone placed".into(),
        None => text!("{n} stones placed", n = state.played),
    };
    let turn = rules.turn(state).seat().map(|seat| {
        let prompt = Prompt::new(seat, "Place a stone");
        if state.played == 1 { prompt.explained("swap", "Swap", SWAP) } else { prompt }
    });
    let won = state.winner.zip(state.last).map(|(winner, last)| {
        let (chain, _) = rules.chain(state, last.into());
        let handles = chain.into_iter().map(|cell| rules.handle(cell));
        Lit::new(handles, text!("{winner} connects", winner)).tint(TINTS[winner.index()]).apart()
    });
    Scene::new(status)
        .areas([Area::new("board", board(rules.size)).title("Board").pieces(pieces)])
        .seats(Seat::all(2).map(|seat| {
            let edges = if seat == RED { "top to bottom" } else { "left to right" };
            SeatPanel::new(seat, None).tint(TINTS[seat.index()]).note(edges)
        }))
        .prompt(turn)
        .lit(won)
}

/// The board, with the edges in the colours of those who connect them.
fn board(size: usize) -> Cells {
    let last = size as i32 - 1;
    // Around the outermost cells, a little away from them, from the upper left corner: along the upper and the left
    // side.
    let far = boards::HEXAGON + EDGE * 0.577;
    let (wide, dent) = (far * 0.866, 0.289);
    let corner = [-wide, -far / 2.0];
    let upper = (0..=last).flat_map(|col| {
        let [x, y] = boards::hexagon_at(0, col);
        [[x, y - far], if col < last { [x + 0.5, y - far + dent] } else { [x + wide, y - far / 2.0] }]
    });
    let left = (0..=last).flat_map(|row| {
        let [x, y] = boards::hexagon_at(row, 0);
        let below = if row < last { [x + 0.5 - wide, y + far / 2.0 + dent] } else { [x, y + far] };
        [[x - wide, y + far / 2.0], below]
    });
    // The lower and the right side are these two, rotated about the middle of the board.
    let [right, bottom] = boards::hexagon_at(last, last);
    let edges = [(Tint::Red, upper.collect::<Vec<_>>()), (Tint::Blue, left.collect())].map(|(tint, mut edge)| {
        edge.insert(0, corner);
        let opposite: Vec<[f32; 2]> = edge.iter().map(|[x, y]| [right - x, bottom - y]).collect();
        [edge, opposite].map(|points| Line::new(points).drawn(tint, EDGE))
    });
    Cells::hexagons(size, size).lines(edges.into_iter().flatten())
}

pub(crate) fn describe(rules: &Hex, state: &State, action: Action) -> ActionText {
    if action == rules.swap_action() {
        return ActionText::new("swap").data(json!({ "action": "swap" })).path(["swap"]);
    }
    let cell = action.0 as usize;
    let _ = state;
    ActionText::new(text!("{cell}", cell = rules.name(cell)))
        .data(json!({ "action": "place", "cell": rules.name(cell) }))
        .path([rules.handle(cell)])
}

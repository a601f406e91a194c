//! What is seen, and what actions are called. Nothing in Hex is hidden.

use crate::rules::{Hex, Position, RED};
use stonehouse_plugin_api::scene::{Area, Cells, Face, Line, Lit, Mark, Piece, Prompt, SeatPanel, Tint, boards};
use stonehouse_plugin_api::{Action, ActionText, Game, Scene, Seat, json, text};

const TINTS: [Tint; 2] = [Tint::Red, Tint::Blue];

impl Hex {
    fn handle(&self, cell: usize) -> String {
        boards::cell(cell / self.size, cell % self.size)
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", boards::column(cell % self.size), cell / self.size + 1)
    }
}

pub(crate) fn scene(rules: &Hex, state: &Position) -> Scene {
    let stones = (0..rules.cells()).filter_map(|cell| Some((cell, state.stone(cell)?)));
    let pieces = stones.map(|(cell, owner)| {
        let name = ["red stone", "blue stone"][owner.index()];
        let stone = Piece::new(cell as u32, Face::Stone(TINTS[owner.index()]), name).on(rules.handle(cell));
        if state.last == Some(cell as u16) { stone.mark(Mark::Last) } else { stone }
    });
    let status = match state.winner {
        Some(winner) => text!("{winner} has connected", winner),
        None => text!("{n} stones placed", n = state.played),
    };
    let turn = rules.turn(state).seat().map(|seat| {
        let prompt = Prompt::new(seat, "Place a stone");
        if state.played == 1 { prompt.button("swap", "Swap") } else { prompt }
    });
    let won = state.winner.zip(state.last).map(|(winner, last)| {
        let (chain, _) = rules.chain(state, last.into());
        let handles = chain.into_iter().map(|cell| rules.handle(cell));
        Lit::new(handles, text!("{winner} connects", winner)).tint(TINTS[winner.index()]).apart()
    });
    Scene::new(status)
        .areas([Area::new("board", board(rules.size)).title("Board").pieces(pieces)])
        .seats(Seat::all(2).map(|seat| {
            let edges = if seat == RED { "connects top and bottom" } else { "connects left and right" };
            SeatPanel::new(seat, None).tint(TINTS[seat.index()]).note(edges)
        }))
        .prompt(turn)
        .lit(won)
}

/// The board, with the edges in the colours of those who connect them.
fn board(size: usize) -> Cells {
    let last = size as i32 - 1;
    let at = |row: i32, col: i32, right: f32, down: f32| {
        let [x, y] = boards::hexagon_at(row, col);
        [x + right, y + down]
    };
    // Along the outer corners of the outermost cells.
    let edges = [
        (Tint::Red, [at(0, 0, -0.45, -0.62), at(0, last, 0.1, -0.62)]),
        (Tint::Red, [at(last, 0, -0.1, 0.62), at(last, last, 0.45, 0.62)]),
        (Tint::Blue, [at(0, 0, -0.68, -0.12), at(last, 0, -0.5, 0.5)]),
        (Tint::Blue, [at(0, last, 0.5, -0.5), at(last, last, 0.68, 0.12)]),
    ];
    Cells::hexagons(size, size).lines(edges.map(|(tint, points)| Line::new(points).drawn(tint, 0.16)))
}

pub(crate) fn describe(rules: &Hex, state: &Position, action: Action) -> ActionText {
    if action == rules.swap_action() {
        return ActionText::new("swap").data(json!({ "action": "swap" })).path(["swap"]);
    }
    let cell = action.0 as usize;
    let _ = state;
    ActionText::new(text!("{cell}", cell = rules.name(cell)))
        .data(json!({ "action": "place", "cell": rules.name(cell) }))
        .path([rules.handle(cell)])
}

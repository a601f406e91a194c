//! Boards, with little beside them.

use super::{choices, seats};
use stonehouse_plugin::scene::{Area, Cell, Cells, Face, Layout, Lit, Mark, Outline, Piece, Shape, Stacking, Tint};
use stonehouse_plugin::{Action, ActionText, Scene, Seat};
use stonehouse_runtime::DescribedAction;

pub fn chess() -> (Scene, Vec<DescribedAction>) {
    use Shape::{Bishop, King, Knight, Pawn, Queen, Rook};
    let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    let man = |id: usize, shape, tint, row: usize, col: usize| {
        Piece::new(id as u32, Face::figure(shape, tint), "man").on(format!("cell/{row},{col}"))
    };
    let mut pieces = Vec::new();
    for (col, shape) in back.into_iter().enumerate() {
        pieces.push(man(col, shape, Tint::Black, 0, col));
        pieces.push(man(8 + col, Pawn, Tint::Black, 1, col));
        pieces.push(man(16 + col, Pawn, Tint::White, if col == 4 { 4 } else { 6 }, col));
        pieces.push(man(24 + col, shape, Tint::White, 7, col));
    }
    pieces[20] = pieces[20].clone().mark(Mark::Last);
    let last = pieces.iter_mut().find(|piece| piece.id == 4).unwrap();
    last.marks.push(Mark::Threatened);
    let board = Area::new("board", Cells::chequered(8, 8)).pieces(pieces);
    let taken = |seat: u8, tint| {
        let men = (0..5)
            .map(|number| Piece::new(100 + 10 * u32::from(seat) + number, Face::figure(Pawn, tint), "pawn").sized(0.6));
        Area::new(format!("taken/{seat}"), Layout::Row).title("Taken").seat(Seat(seat)).pieces(men)
    };
    let scene = Scene::new("").areas([board, taken(0, Tint::Black), taken(1, Tint::White)]);
    let paths = vec![
        vec!["cell/7,6", "cell/5,5"],
        vec!["cell/7,6", "cell/5,7"],
        vec!["cell/6,3", "cell/5,3"],
        vec!["cell/6,3", "cell/4,3"],
    ];
    (seats(scene, 2), choices(paths))
}

pub fn go() -> (Scene, Vec<DescribedAction>) {
    let dots = [(3, 3), (3, 9), (3, 15), (9, 3), (9, 9), (9, 15), (15, 3), (15, 9), (15, 15)];
    let at = [(3, 3), (3, 15), (15, 3), (15, 15), (2, 5), (9, 9), (10, 9), (9, 10), (16, 10), (5, 16)];
    let pieces = at.iter().enumerate().map(|(id, (row, col))| {
        let tint = if id % 2 == 0 { Tint::Black } else { Tint::White };
        let piece = Piece::new(id as u32, Face::Stone(tint), "stone").on(format!("cell/{row},{col}"));
        if id == 9 { piece.mark(Mark::Last) } else { piece }
    });
    let board = Area::new("board", Cells::crossings(19, 19, &dots)).pieces(pieces);
    let bowl = |seat, tint| {
        Area::new(format!("bowl/{seat}"), Layout::stack(170, Face::Stone(tint))).title("Captured").seat(Seat(seat))
    };
    let mut paths: Vec<Vec<String>> = Vec::new();
    for row in 0..19 {
        paths.extend((0..19).filter(|col| !at.contains(&(row, *col))).map(|col| vec![format!("cell/{row},{col}")]));
    }
    let choices = paths.iter().enumerate().map(|(code, path)| DescribedAction {
        action: Action(code as u32),
        description: ActionText::new("").path(path.clone()),
    });
    let scene = Scene::new("").areas([board, bowl(0, Tint::Black), bowl(1, Tint::White)]);
    (seats(scene, 2), choices.collect())
}

pub fn hex() -> (Scene, Vec<DescribedAction>) {
    let at = [(5, 5), (4, 6), (6, 4), (3, 7), (7, 3), (5, 6), (2, 8)];
    let pieces = at.iter().enumerate().map(|(id, (row, col))| {
        Piece::new(id as u32, Face::Stone(if id % 2 == 0 { Tint::Red } else { Tint::Blue }), "stone")
            .on(format!("cell/{row},{col}"))
    });
    let board = Area::new("board", Cells::hexagons(11, 11)).pieces(pieces);
    let scene = Scene::new("").areas([board]).lit([Lit::new(["cell/5,5", "cell/4,6", "cell/3,7"], "")]);
    (
        seats(scene, 2),
        choices(vec![vec!["cell/0,0"], vec!["cell/0,1"], vec!["cell/5,5"], vec!["cell/10,10"], vec!["cell/9,9"]]),
    )
}

pub fn backgammon() -> (Scene, Vec<DescribedAction>) {
    let mut cells = Vec::new();
    for point in 0..24_usize {
        let (col, top) = if point < 12 { (11 - point, false) } else { (point - 12, true) };
        let x = col as f32 + if col > 5 { 1.0 } else { 0.0 };
        let (y, way) = if top { (0.5, 1.0) } else { (9.5, -1.0) };
        let corners = vec![[-0.5, -0.5 * way], [0.5, -0.5 * way], [0.0, 4.2 * way]];
        let tint = if point % 2 == 0 { Tint::Rgb(0x7a, 0x2f, 0x28) } else { Tint::Rgb(0xe6, 0xcf, 0xa2) };
        let cell = Cell::new(format!("point/{point}"), format!("point {}", point + 1), [x, y]);
        cells.push(cell.outline(Outline::Polygon(corners)).tint(tint).stacking(Stacking::Spread([0.0, 0.86 * way])));
    }
    let board = Cells::new(cells);
    let mut pieces = Vec::new();
    for (point, count, tint) in [
        (0, 2, Tint::White),
        (11, 5, Tint::White),
        (16, 3, Tint::White),
        (18, 5, Tint::White),
        (23, 2, Tint::Black),
        (12, 5, Tint::Black),
        (7, 3, Tint::Black),
        (5, 5, Tint::Black),
    ] {
        for _ in 0..count {
            pieces.push(Piece::new(pieces.len() as u32, Face::Disc(tint), "man").on(format!("point/{point}")));
        }
    }
    let dice = [3, 5].map(|shows| Piece::new(100 + u32::from(shows), Face::die(6, Some(shows), Tint::White), "die"));
    let cube = Piece::new(200, Face::die(64, Some(64), Tint::Brown), "cube");
    let scene = Scene::new("").areas([
        Area::new("board", board).pieces(pieces),
        Area::new("dice", Layout::Row).title("Dice").pieces(dice),
        Area::new("cube", Layout::Row).title("Doubling").pieces([cube]),
    ]);
    (
        seats(scene, 2),
        choices(vec![vec!["point/0", "point/3"], vec!["point/0", "point/5"], vec!["point/11", "point/14"]]),
    )
}

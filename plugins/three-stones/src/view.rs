//! What is seen and said: scenes and action texts. Everything on this table is open to both players, but for what will be drawn.

use crate::board::{Place, places};
use crate::position::{Counts, Position, STONES, Stone};
use crate::rules::ThreeStones;
use stonehouse_plugin_api::scene::{
    Area, AreaKind, Board, Colour, Face, Lit, Mark, Material, Piece, Prompt, Scene, SeatPanel, Space,
};
use stonehouse_plugin_api::{Action, ActionText, Game, Json, Seat, Words, json};

const PLAYERS: [&str; 2] = ["White", "Black"];

const fn colour(stone: Stone) -> Colour {
    match stone {
        Stone::White => Colour::White,
        Stone::Black => Colour::Black,
        Stone::Clear => Colour::Clear,
    }
}

/// Pieces in hand and pouch have numbers above those of the stones on the board.
const SUPPLY_IDS: u32 = 1000;

fn pocket(rules: &ThreeStones, place: Place) -> String {
    let (row, col) = rules.board.at(place);
    format!("pocket/{row},{col}")
}

fn stone_piece(id: u32, stone: Stone) -> Piece {
    Piece {
        id,
        handle: String::new(),
        space: String::new(),
        face: Face::Stone(colour(stone)),
        name: format!("{} stone", stone.word()),
        count: 1,
        marks: Vec::new(),
    }
}

/// The table.
pub(crate) fn scene(rules: &ThreeStones, state: &Position) -> Scene {
    let to_act = rules.turn(state).seat();
    let mut areas = vec![board(rules, state)];
    if rules.knobs.pouch {
        areas.extend(pouch(state));
    } else {
        areas.extend((0..2).map(|seat| hand(state, seat, to_act == Some(Seat(seat)))));
    }
    let left = rules.total - state.played;
    Scene {
        status: match left {
            0 => "All stones are played".to_owned(),
            1 => "The last stone".to_owned(),
            left => format!("{left} stones to play"),
        },
        areas,
        seats: (0..2).map(|seat| panel(rules, state, seat)).collect(),
        prompt: to_act.map(|seat| Prompt {
            seat,
            text: prompt(state),
            holds: state.drawn.map(|_| state.played.into()),
            buttons: Vec::new(),
        }),
        lit: lit(rules, state),
        ..Scene::default()
    }
}

fn prompt(state: &Position) -> String {
    match state.drawn {
        Some(stone) => format!("Place the {} stone", stone.word()),
        None => "Choose a stone, then a pocket".to_owned(),
    }
}

fn board(rules: &ThreeStones, state: &Position) -> Area {
    let board = &rules.board;
    let spaces = places(board.pockets).map(|place| {
        let (row, col) = board.at(place);
        Space { handle: pocket(rules, place), row, col, name: board.name(place) }
    });
    let mut pieces = Vec::new();
    for stone in STONES {
        for place in places(state.stones[stone as usize]) {
            let mut piece = stone_piece(state.order[place as usize].into(), stone);
            piece.space = pocket(rules, place);
            if state.last == Some(place) {
                piece.marks.push(Mark::Ring);
            }
            pieces.push(piece);
        }
    }
    pieces.sort_by_key(|piece| piece.id);
    Area {
        handle: "board".into(),
        title: "Board".into(),
        seat: None,
        kind: AreaKind::Board(Board {
            material: Material::Wood,
            rows: board.rows,
            cols: board.cols,
            spaces: spaces.collect(),
            blanks: places(board.closed).map(|place| board.at(place)).collect(),
        }),
        pieces,
    }
}

/// The pouch, and beside it the stone that was drawn: its number is that of the stone it will be on the board.
fn pouch(state: &Position) -> [Area; 2] {
    let drawn = state.drawn.map(|stone| stone_piece(state.played.into(), stone));
    let count = state.left[0].iter().map(|count| u32::from(*count)).sum();
    let area = |handle: &str, title: &str, kind, pieces| Area {
        handle: handle.into(),
        title: title.into(),
        seat: None,
        kind,
        pieces,
    };
    [
        area("pouch", "Pouch", AreaKind::Pile { count }, Vec::new()),
        area("drawn", "Drawn stone", AreaKind::Row, drawn.into_iter().collect()),
    ]
}

fn hand(state: &Position, seat: u8, to_act: bool) -> Area {
    let pieces = STONES.into_iter().filter(|stone| state.left[seat as usize][*stone as usize] > 0).map(|stone| {
        let count = state.left[seat as usize][stone as usize];
        let mut piece = stone_piece(SUPPLY_IDS + u32::from(seat) * 3 + stone as u32, stone);
        piece.count = count.into();
        if to_act {
            piece.handle = format!("supply/{}", stone.word());
        }
        piece
    });
    Area {
        handle: format!("hand/{seat}"),
        title: format!("{}'s stones", PLAYERS[seat as usize]),
        seat: Some(Seat(seat)),
        kind: AreaKind::Row,
        pieces: pieces.collect(),
    }
}

fn panel(rules: &ThreeStones, state: &Position, seat: u8) -> SeatPanel {
    let index = seat as usize;
    let lines: u32 = rules.board.count_lines(state.stones[index], state.stones[Stone::Clear as usize]).iter().sum();
    let mut notes = vec![if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") }];
    let spotted = rules.knobs.handicap_points[index];
    if spotted != 0 {
        notes.push(format!("{spotted} points spotted"));
    }
    SeatPanel { seat: Seat(seat), colour: Some(colour(STONES[index])), score: state.scores[index], notes }
}

/// The lines that the last stone made.
fn lit(rules: &ThreeStones, state: &Position) -> Vec<Lit> {
    let new = state.last.into_iter().flat_map(|last| rules.new_lines(state, last));
    new.map(|line| Lit {
        handles: places(line.pockets).map(|place| pocket(rules, place)).collect(),
        colour: Some(colour(STONES[line.seat as usize])),
        text: format!("{} in a row for {}", rules.knobs.line_length, PLAYERS[line.seat as usize]),
    })
    .collect()
}

/// What an action is called.
pub(crate) fn describe(rules: &ThreeStones, state: &Position, action: Action) -> ActionText {
    let Some((stone, place)) = ThreeStones::meaning(action) else {
        return ActionText { text: "nothing".into(), data: json!({}), path: Vec::new() };
    };
    let (row, col) = rules.board.at(place);
    let pocket_name = rules.board.name(place);
    let mut text = format!("{} to {pocket_name}", stone.word());
    let mut data = json!({ "stone": stone.word(), "row": row, "col": col, "pocket": pocket_name });
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is told then.
    if rules.apply(&mut after, action).is_ok() {
        let gained = [0, 1].map(|seat| after.scores[seat] - state.scores[seat]);
        data["points"] = json!(gained);
        for (player, points) in PLAYERS.iter().zip(gained) {
            match points {
                0 => {}
                1 => text += &format!(", 1 point for {player}"),
                points => text += &format!(", {points} points for {player}"),
            }
        }
    }
    let mut path = vec![pocket(rules, place)];
    if !rules.knobs.pouch {
        path.insert(0, format!("supply/{}", stone.word()));
    }
    ActionText { text, data, path }
}

/// Everything that lies on the table, by name, and the order in which the pouch will be drawn: the seed has fixed it.
pub(crate) fn reveal(rules: &ThreeStones, state: &Position) -> Json {
    let counts = |left: Counts| {
        let counted = STONES.map(|stone| (stone.word().to_owned(), json!(left[stone as usize])));
        Json::Object(counted.into_iter().collect())
    };
    let board =
        STONES.into_iter().flat_map(|stone| places(state.stones[stone as usize]).map(move |place| (stone, place)));
    let mut board: Vec<(Stone, Place)> = board.collect();
    board.sort_by_key(|(_, place)| state.order[*place as usize]);
    let stones: Vec<Json> = board
        .iter()
        .map(|(stone, place)| json!({ "stone": stone.word(), "pocket": rules.board.name(*place) }))
        .collect();
    let mut table = json!({ "first": state.first, "points": state.scores, "board": stones });
    if rules.knobs.pouch {
        table["drawn"] = json!(state.drawn.map(Words::word));
        table["pouch"] = counts(state.left[0]);
        let mut to_come = state.clone();
        let order = std::iter::from_fn(|| {
            to_come.draw();
            to_come.drawn.map(Words::word)
        });
        table["to_come"] = json!(order.collect::<Vec<_>>());
    } else {
        table["hands"] = json!(state.left.map(counts));
    }
    table
}

//! Dice and dominoes.

use super::{choices, seats};
use stonehouse_plugin::scene::{Area, Face, Layout, Mark, Piece, Row, Sheet, SheetCell, Tint};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::DescribedAction;

pub fn dice() -> (Scene, Vec<DescribedAction>) {
    let dice = [1, 3, 4, 6, 6].iter().enumerate().map(|(id, shows)| {
        Piece::new(id as u32, Face::die(6, Some(*shows), if id > 2 { Tint::Red } else { Tint::White }), "die")
            .handle(format!("die/{id}"))
    });
    let rows = [
        "Ones",
        "Twos",
        "Threes",
        "Fours",
        "Fives",
        "Sixes",
        "Bonus",
        "Three of a kind",
        "Full house",
        "Straight",
        "Chance",
    ];
    let row = |(number, name): (usize, &&'static str)| {
        let cells = (0..3).map(|seat| {
            let text = if (number + seat) % 3 == 0 { format!("{}", number * 3 + seat) } else { String::new() };
            let cell = SheetCell::from(text);
            if number % 3 == 1 && seat == 0 { cell.handle(format!("score/{number}")) } else { cell }
        });
        cells.fold(Row::new(*name), Row::cell).strong(number == 6)
    };
    let sheet = Sheet::new(["Anna", "Ben", "Cem"]).rows(rows.iter().enumerate().map(row));
    let odd = [(4, Tint::Blue), (8, Tint::Green), (10, Tint::Purple), (12, Tint::Orange), (20, Tint::Black)];
    let odd = odd
        .iter()
        .map(|(sides, tint)| Piece::new(50 + u32::from(*sides), Face::die(*sides, Some(*sides), *tint), "die"));
    let covered = Piece::new(90, Face::die(6, None, Tint::White), "die");
    let scene = Scene::new("").areas([
        Area::new("sheet", sheet).title("Scores"),
        Area::new("dice", Layout::Row).title("Dice").pieces(dice),
        Area::new("odd", Layout::Row).title("Others").pieces(odd.chain([covered])),
        Area::new("meter", Layout::meter(4, 13)).title("Rounds"),
    ]);
    let paths = vec![vec!["die/0"], vec!["die/1"], vec!["score/1"], vec!["score/4"]];
    (seats(scene, 3), choices(paths))
}

pub fn dominoes() -> (Scene, Vec<DescribedAction>) {
    let tile = |id: u32, upper, lower| Piece::new(id, Face::domino(upper, lower, Tint::White), "domino");
    // A chain: doubles are upright, the others across.
    let chain = [(6, 6), (6, 1), (1, 4), (4, 4), (4, 0), (0, 3), (3, 9), (9, 12)];
    let chain = chain.into_iter().zip(1..).map(|((left, right), id)| {
        let tile = tile(id, right, left);
        let tile = if left == right { tile } else { tile.turned(90.0) };
        if id == 8 { tile.mark(Mark::Last) } else { tile }
    });
    let hand = [(0, 0), (2, 5), (3, 3), (7, 8)];
    let hand =
        hand.into_iter().zip(20..).map(|((upper, lower), id)| tile(id, upper, lower).handle(format!("tile/{id}")));
    let colours = [Tint::Black, Tint::Red, Tint::Seat(Seat(2)), Tint::Yellow];
    let colours = colours.into_iter().zip(40..).map(|(tint, id)| {
        Piece::new(id, Face::domino(5, (id % 7) as u8, tint), "domino").turned(12.0 * (id - 40) as f32)
    });
    let scene = Scene::new("").areas([
        Area::new("chain", Layout::Row).title("The chain").pieces(chain),
        Area::new("colours", Layout::Row).title("Of other colours, turned").pieces(colours),
        Area::new("hand/0", Layout::Row).title("Your tiles").seat(Seat(0)).pieces(hand),
    ]);
    let paths = ["tile/20", "tile/21", "tile/22", "tile/23"].map(|tile| vec![tile, "chain"]).to_vec();
    (seats(scene, 2), choices(paths))
}

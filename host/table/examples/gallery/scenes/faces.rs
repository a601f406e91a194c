//! A piece of every face but dice and dominoes, which have scenes of their own.

use super::seats;
use stonehouse_plugin::scene::{Area, Card, Face, Layout, Mark, Piece, Shape, Sign, Tint};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::DescribedAction;

pub fn faces() -> (Scene, Vec<DescribedAction>) {
    use Shape::{Bishop, Cone, House, King, Knight, Meeple, Pawn, Queen, Ring, Road, Rook, Town};
    let figures = [Pawn, Rook, Knight, Bishop, Queen, King, Meeple, House, Town, Road, Ring, Cone];
    let figures = figures
        .iter()
        .enumerate()
        .map(|(id, shape)| Piece::new(id as u32, Face::figure(*shape, Tint::Seat(Seat((id % 6) as u8))), "figure"));
    let plain = [
        Face::Disc(Tint::Seat(Seat(0))),
        Face::Disc(Tint::Seat(Seat(1))),
        Face::Disc(Tint::Seat(Seat(2))),
        Face::Disc(Tint::Seat(Seat(3))),
        Face::Disc(Tint::Seat(Seat(4))),
        Face::Disc(Tint::Seat(Seat(5))),
        Face::Cube(Tint::Red),
        Face::Cube(Tint::Seat(Seat(4))),
        Face::Covered,
        Face::Plain,
        Face::picture("sun"),
        Face::picture("moon"),
        Face::token(12_500, Tint::Purple),
        Face::Stone(Tint::Green),
        Face::Stone(Tint::Clear),
        Face::Stone(Tint::Yellow),
    ];
    let plain = plain
        .into_iter()
        .enumerate()
        .map(|(id, face)| Piece::new(100 + id as u32, face, "a thing").label(if id % 5 == 3 { "7" } else { "" }));
    let signs = [
        Sign::Spade,
        Sign::Heart,
        Sign::Diamond,
        Sign::Club,
        Sign::Triangle,
        Sign::Square,
        Sign::Hexagon,
        Sign::Cross,
        Sign::Star,
        Sign::Disc,
    ];
    let tints = [
        Tint::Black,
        Tint::Red,
        Tint::Red,
        Tint::Black,
        Tint::Green,
        Tint::Yellow,
        Tint::Purple,
        Tint::Blue,
        Tint::Orange,
        Tint::Grey,
    ];
    let cards = signs.iter().zip(tints).enumerate().map(|(id, (sign, tint))| {
        let card = Card::new(["A", "10", "Q"][id % 3]).suit(*sign, tint);
        let card = if id == 4 { card.title("Surveyor").picture("sun") } else { card };
        let card = if id == 5 {
            card.title("Market").text("Draw two cards. You may trade one of them with the player on your left.")
        } else {
            card
        };
        let piece = Piece::new(200 + id as u32, card.into(), "card");
        match id {
            0 => piece.mark(Mark::Strong),
            1 => piece.mark(Mark::Last),
            2 => piece.turned(90.0),
            3 => piece.mark(Mark::Spent),
            6 => piece.turned(15.0),
            7 => piece.mark(Mark::Threatened),
            _ => piece,
        }
    });
    let back = Piece::new(300, Face::Back(Tint::White), "card").label("clue 3");
    let scene = Scene::new("").areas([
        Area::new("figures", Layout::Row).title("Figures").pieces(figures),
        Area::new("plain", Layout::Row).title("Others").pieces(plain),
        Area::new("cards", Layout::Row).title("Cards").pieces(cards.chain([back])),
        Area::new("spent", Layout::Spread)
            .title("0, broken")
            .mark(Mark::Spent)
            .pieces((0..3).map(|id| Piece::new(400 + id, Card::new("7").suit(Sign::Heart, Tint::Red).into(), "7"))),
        Area::new("meter", Layout::meter(7, 30)).title("Meter"),
        Area::new("many", Layout::meter(70, 300)).title("Meter"),
        Area::new("dial", Layout::meter(7, 12)).title("Dial").style("dial"),
        Area::new("tower", Layout::meter(4, 6)).title("Tower").style("tower"),
    ]);
    (seats(scene, 2), Vec::new())
}

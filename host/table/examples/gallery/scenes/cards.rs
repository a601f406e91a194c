//! Cards and chips.

use super::{choices, seats};
use stonehouse_plugin::scene::{Area, Card, Face, Layout, Mark, Piece, Prompt, Sign, Tint};
use stonehouse_plugin::{Action, ActionText, Input, Scene, Seat};
use stonehouse_runtime::DescribedAction;

pub fn poker() -> (Scene, Vec<DescribedAction>) {
    let card = |id: u32, corner: &str, sign, tint| {
        Piece::new(id, Card::new(corner).suit(sign, tint).into(), corner.to_owned())
    };
    let chips = |seat: u8| {
        let chip = |(number, (value, tint)): (usize, (i64, Tint))| {
            Piece::new(1000 + u32::from(seat) * 10 + number as u32, Face::token(value, tint), "chips")
                .count(3 + number as u32)
        };
        let stack = [(100, Tint::Black), (25, Tint::Green), (5, Tint::Red)].into_iter().enumerate().map(chip);
        Area::new(format!("chips/{seat}"), Layout::Row).seat(Seat(seat)).pieces(stack)
    };
    let hand = |seat: u8| {
        let pieces = if seat == 0 {
            vec![card(1, "A", Sign::Spade, Tint::Black).handle("ace"), card(2, "10", Sign::Heart, Tint::Red)]
        } else {
            (0..2).map(|nth| Piece::new(10 + 2 * u32::from(seat) + nth, Face::Back(Tint::Blue), "card")).collect()
        };
        Area::new(format!("hand/{seat}"), Layout::Fan).title("hand").seat(Seat(seat)).pieces(pieces)
    };
    let board = [
        ("K", Sign::Club, Tint::Black),
        ("Q", Sign::Diamond, Tint::Red),
        ("J", Sign::Spade, Tint::Black),
        ("2", Sign::Heart, Tint::Red),
    ];
    let board = board.iter().enumerate().map(|(id, (corner, sign, tint))| card(50 + id as u32, corner, *sign, *tint));
    let mut areas = vec![
        Area::new("deck", Layout::stack(40, Face::Back(Tint::Blue))).title("Deck"),
        Area::new("board", Layout::Row).title("Board").pieces(board),
        Area::new("pot", Layout::stack(350, Face::token(1, Tint::Red))).title("Pot"),
    ];
    for seat in 0..5 {
        areas.extend([hand(seat), chips(seat)]);
    }
    let prompt = Prompt::new(Seat(0), "Call, raise or fold")
        .button("fold", "Fold")
        .button("call", "Call 20")
        .button("raise", "Raise");
    let bet = Input::number("amount", "Raise to", 40, 500).step(5).proposed(60).mark(350, "Pot").mark(500, "All in");
    let trade = Input::counts("trade", "", vec![("wood".into(), 3), ("clay".into(), 2)], (2, 2));
    let suit = Input::pick("suit", "Suit", ["hearts", "spades"]);
    let texts = [
        ActionText::new("fold").path(["fold"]),
        ActionText::new("call").path(["call"]),
        ActionText::new("raise").path([
            "raise".into(),
            bet.into(),
            suit.into(),
            stonehouse_plugin::PathStep::from(trade),
        ]),
    ];
    let choice = |(code, text)| DescribedAction { action: Action(code as u32), description: text };
    let choices = texts.into_iter().zip(0..).map(|(text, code)| choice((code, text)));
    (seats(Scene::new("").areas(areas).prompt(prompt), 5), choices.collect())
}

pub fn ring() -> (Scene, Vec<DescribedAction>) {
    let card = |id: u32, corner: &str, sign, tint| Piece::new(id, Card::new(corner).suit(sign, tint).into(), "card");
    // Seat 2 has led, seat 0 is to play.
    let trick = [("Q", Sign::Heart, Tint::Red), ("4", Sign::Heart, Tint::Red)];
    let trick = trick.into_iter().zip(1..).map(|((corner, sign, tint), id)| card(id, corner, sign, tint));
    let market = (0..8).map(|id| {
        let chip = Piece::new(20 + id, Face::token(i64::from(id) + 1, Tint::Seat(Seat((id % 4) as u8))), "chip");
        if id == 5 { chip.mark(Mark::Last) } else { chip }
    });
    let mut areas = vec![
        Area::new("trick", Layout::ring(4, 2)).title("Trick").pieces(trick),
        Area::new("market", Layout::ring(8, 0)).title("Rondel").pieces(market),
    ];
    for seat in 0..4_u8 {
        let hand = (0..5).map(|nth| {
            let id = 100 + u32::from(seat) * 10 + nth;
            if seat > 0 {
                return Piece::new(id, Face::Back(Tint::Blue), "card");
            }
            card(id, ["7", "9", "10", "K", "A"][nth as usize], Sign::Spade, Tint::Black).handle(format!("card/{nth}"))
        });
        areas.push(Area::new(format!("hand/{seat}"), Layout::Fan).title("hand").seat(Seat(seat)).pieces(hand));
    }
    (seats(Scene::new("").areas(areas), 4), choices(vec![vec!["card/0", "trick"], vec!["card/3", "trick"]]))
}

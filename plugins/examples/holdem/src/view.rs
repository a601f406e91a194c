//! The scene, and the names of actions. A seat sees its own cards, and after a showdown everybody those that were
//! shown.

use crate::bot_help;
use crate::hands::{Card, rank, suit, worth};
use crate::rules::{BOARD, CALL, FOLD, Holdem, Last, RAISE, State};
use stonehouse_plugin::scene::{
    Area, Card as Front, Face, Layout, Piece, Prompt, Row, SeatPanel, Sheet, Sign, Tally, Tint,
};
use stonehouse_plugin::{Action, ActionText, Input, Observer, PathStep, Scene, Seat, Text, json, text};

const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS: [(&str, Sign, Tint); 4] = [
    ("spades", Sign::Spade, Tint::Black),
    ("hearts", Sign::Heart, Tint::Red),
    ("diamonds", Sign::Diamond, Tint::Blue),
    ("clubs", Sign::Club, Tint::Green),
];

/// "A of spades".
pub(crate) fn name(card: Card) -> String {
    format!("{} of {}", RANKS[rank(card) as usize], SUITS[suit(card) as usize].0)
}

fn piece(id: u32, card: Card) -> Piece {
    let (_, sign, tint) = SUITS[suit(card) as usize];
    Piece::new(id, Front::new(RANKS[rank(card) as usize]).suit(sign, tint).into(), name(card))
}

fn chips(handle: String, title: impl Into<Text>, count: i64) -> Area {
    let count = u32::try_from(count).unwrap_or_default();
    Area::new(handle, Layout::stack(count, Face::chip(Tint::Red))).title(title)
}

pub(crate) fn scene(rules: &Holdem, state: &State, observer: Observer) -> Scene {
    // Every hand has cards of its own numbers.
    let first = 20 * u32::from(state.hand);
    let common = rules.board(state).iter().enumerate().map(|(place, card)| piece(first + place as u32, *card));
    let mut areas = vec![chips("pot".into(), "Pot", state.pot)];
    if !rules.board(state).is_empty() {
        areas.push(Area::new("board", Layout::Row).title("Common cards").pieces(common));
    }
    for seat in Seat::all(2) {
        let hole = rules.hole(state, seat).iter().enumerate().map(|(place, card)| {
            let id = first + 10 + 2 * u32::from(seat.0) + place as u32;
            if observer.sees(seat) { piece(id, *card) } else { Piece::new(id, Face::Back(Tint::Blue), "card") }
        });
        let hole: Vec<Piece> = if state.over { Vec::new() } else { hole.collect() };
        areas.push(
            Area::new(format!("hand/{}", seat.0), Layout::Fan)
                .title(text!("{seat}'s cards", seat))
                .seat(seat)
                .pieces(hole),
        );
        areas.push(chips(format!("bet/{}", seat.0), "Bet", state.bets[seat.index()]).seat(seat));
        areas.push(chips(format!("chips/{}", seat.0), "Chips", state.stacks[seat.index()]).seat(seat));
    }
    let prompt = (!state.over).then(|| prompt(rules, state));
    let status = if state.over {
        "The match is over".into()
    } else {
        text!("Hand {hand} of {hands}", hand = state.hand, hands = rules.knobs.hands)
    };
    Scene::new(status)
        .areas(areas)
        .seats(Seat::all(2).map(|seat| {
            let panel = SeatPanel::new(seat, state.stacks[seat.index()]).tint(Tint::Seat(seat));
            if seat == state.dealer { panel.note("dealer") } else { panel }
        }))
        .prompt(prompt)
        .tally(state.last.as_ref().map(|last| tally(rules, last)))
}

fn prompt(rules: &Holdem, state: &State) -> Prompt {
    let to_pay = state.to_pay().min(state.stacks[state.mover.index()]);
    let may_raise = rules.raise_to(state).is_some();
    let prompt = if to_pay > 0 {
        let text = if may_raise {
            text!("Call {n}, raise or fold", n = to_pay)
        } else {
            text!("Call {n} or fold", n = to_pay)
        };
        Prompt::new(state.mover, text).button("fold", "Fold").button("call", text!("Call {n}", n = to_pay))
    } else {
        let text = if state.bets == [0; 2] { "Check or bet" } else { "Check or raise" };
        Prompt::new(state.mover, text).button("call", "Check")
    };
    let opens = state.bets == [0; 2];
    match rules.raise_to(state) {
        Some((least, most)) if least == most && opens => prompt.button("raise", text!("Bet {least}", least)),
        Some((least, most)) if least == most => prompt.button("raise", text!("Raise to {least}", least)),
        Some(_) => prompt.button("raise", if opens { "Bet" } else { "Raise" }),
        None => prompt,
    }
}

fn tally(rules: &Holdem, last: &Last) -> Tally {
    let each = usize::from(rules.knobs.hole_cards);
    let kind = |seat: usize| {
        last.shown.map(|hands| worth(&[&hands[seat][..each], &last.board[..last.dealt.into()]].concat(), rules.top()).0)
    };
    let rows = Seat::all(2).map(|seat| {
        let cards = last.shown.into_iter().flat_map(move |hands| hands[seat.index()].into_iter().take(each));
        let pieces = cards.enumerate().map(|(place, card)| piece(10 * u32::from(seat.0) + place as u32, card));
        let won = last.won[seat.index()];
        let kind = kind(seat.index()).map_or("", |kind| kind.name());
        Row::of(seat).pieces(pieces).cell(kind).cell(won.to_string()).strong(won > 0)
    });
    let board =
        last.board[..last.dealt.into()].iter().enumerate().map(|(place, card)| piece(100 + place as u32, *card));
    let common = (last.dealt > 0).then(|| Row::new("Common cards").pieces(board.take(BOARD)));
    let reason: Text = match (last.shown, last.won) {
        (_, [a, b]) if a > 0 && b > 0 => {
            text!("Both hands are worth the same: the pot of {pot} is shared.", pot = a + b)
        }
        (shown, won) => {
            let winner = Seat(u8::from(won[1] > 0));
            let pot = won[winner.index()];
            if shown.is_some() {
                text!("{winner} wins the pot of {pot} with the better hand.", winner, pot)
            } else {
                let other = winner.left(1, 2);
                text!("{other} folded: {winner} wins the pot of {pot}.", other, winner, pot)
            }
        }
    };
    Tally::new(
        last.hand.into(),
        text!("Hand {hand}", hand = last.hand),
        Sheet::new(["Hand", "Won"]).rows(rows).rows(common),
        reason,
    )
}

/// A raise with its amount, as shown in the log.
pub(crate) fn describe_raise(rules: &Holdem, state: &State, action: Action, to: i64) -> ActionText {
    let mut description = describe(rules, state, action);
    description.text = raise(state, to);
    description.data = json!({ "action": "raise", "to": to });
    description
}

fn raise(state: &State, to: i64) -> Text {
    if state.bets == [0; 2] { text!("bet {to}", to) } else { text!("raise to {to}", to) }
}

pub(crate) fn describe(rules: &Holdem, state: &State, action: Action) -> ActionText {
    match (action, rules.raise_to(state)) {
        (FOLD, _) => ActionText::new("fold").data(json!({ "action": "fold" })).path(["fold"]),
        (CALL, _) if state.to_pay() > 0 => {
            ActionText::new(text!("call {n}", n = state.to_pay())).data(json!({ "action": "call" })).path(["call"])
        }
        (CALL, _) => ActionText::new("check").data(json!({ "action": "check" })).path(["call"]),
        (RAISE, Some((least, most))) if least == most => {
            ActionText::new(raise(state, least)).data(json!({ "action": "raise" })).path(["raise"])
        }
        (RAISE, Some((least, most))) => {
            let words: [&'static str; 2] = if state.bets == [0; 2] { ["bet", "Bet"] } else { ["raise", "Raise to"] };
            let amounts = bot_help::amounts(state, least, most);
            // Where two amounts are equal, only the first name is shown.
            let is_first = |place: &usize| amounts[..*place].iter().all(|(to, _)| *to != amounts[*place].0);
            let named = (0..amounts.len()).filter(is_first).map(|place| amounts[place]);
            let amount =
                named.fold(Input::number("amount", words[1], least, most), |input, (to, name)| input.mark(to, name));
            ActionText::new(words[0]).data(json!({ "action": "raise" })).path([PathStep::from("raise"), amount.into()])
        }
        _ => ActionText::new("nothing"),
    }
}

//! What is seen, and what actions are called. A seat sees its own dice, and after a challenge everybody those of that round.

use crate::rules::{Bid, CHALLENGE, HIGHER, LiarsDice, Position, RAISE, Shown};
use stonehouse_plugin_api::scene::{Area, Face, Layout, Mark, Piece, Prompt, Row, SeatPanel, Sheet, Tally, Tint};
use stonehouse_plugin_api::{Action, ActionText, Input, Observer, Scene, Seat, Step, Text, json, text};

/// "four 3s".
fn words(bid: Bid) -> Text {
    match bid.count {
        1 => text!("one {face}", face = bid.face),
        count => text!("{count} {face}s", count, face = bid.face),
    }
}

/// A bid with its values, as the log tells it.
pub(crate) fn describe_bid(state: &Position, action: Action, bid: Option<Bid>) -> ActionText {
    let mut told = describe(state, action);
    if let Some(bid) = bid {
        told.text = text!("bids {bid}", bid = words(bid));
        told.data = json!({ "action": "bid", "count": bid.count, "face": bid.face });
    }
    told
}

pub(crate) fn scene(rules: &LiarsDice, state: &Position, observer: Observer) -> Scene {
    let bid = state.bid.map(|(bid, bidder)| {
        let die = Piece::new(1, Face::die(6, Some(bid.face), Tint::White), words(bid))
            .count(bid.count.into())
            .mark(Mark::Last);
        (die, text!("{bidder} bids {bid}", bidder, bid = words(bid)))
    });
    let (die, title) = bid.map_or((None, "No bid yet".into()), |(die, title)| (Some(die), title));
    let mut areas = vec![Area::new("bid", Layout::Row).title(title).pieces(die)];
    areas.extend(Seat::all(rules.seats).map(|seat| cup(state, seat, observer)));
    let prompt = (!rules.is_over(state)).then(|| {
        let prompt = Prompt::new(
            state.mover,
            if state.bid.is_some() { "Raise the bid, or challenge it" } else { "Make the first bid" },
        );
        let prompt = if rules.may_raise(state) {
            prompt.button("raise", if state.bid.is_some() { "More dice" } else { "Bid" })
        } else {
            prompt
        };
        match state.bid {
            Some((bid, _)) if bid.face < 6 => prompt.button("higher", "Higher face").button("challenge", "Challenge"),
            Some(_) => prompt.button("challenge", "Challenge"),
            None => prompt,
        }
    });
    Scene::new(text!("Round {round}, {dice} dice", round = state.round, dice = state.all_dice()))
        .areas(areas)
        .seats(Seat::all(rules.seats).map(|seat| {
            let left = state.left[seat.index()];
            SeatPanel::new(seat, i64::from(left)).tint(Tint::Seat(seat)).out(left == 0)
        }))
        .prompt(prompt)
        .tally(state.shown.as_ref().map(|shown| tally(rules, shown)))
}

fn cup(state: &Position, seat: Seat, observer: Observer) -> Area {
    let dice = state.cup(seat).iter().enumerate().map(|(place, die)| {
        // The same numbers every round: that dice were rolled is no move.
        let id = 100 * (u32::from(seat.0) + 1) + place as u32;
        let shows = observer.sees(seat).then_some(*die);
        let name = shows.map_or_else(|| "hidden die".into(), |die| text!("{die}", die));
        Piece::new(id, Face::die(6, shows, Tint::Seat(seat)), name)
    });
    Area::new(format!("dice/{}", seat.0), Layout::Row).title(text!("{seat}'s dice", seat)).seat(seat).pieces(dice)
}

fn tally(rules: &LiarsDice, shown: &Shown) -> Tally {
    let rows = Seat::all(rules.seats).filter(|seat| shown.left[seat.index()] > 0).map(|seat| {
        let cup = &shown.cups[seat.index()][..shown.left[seat.index()].into()];
        let dice = cup.iter().enumerate().map(|(place, die)| {
            let piece = Piece::new(
                100 * (u32::from(seat.0) + 1) + place as u32,
                Face::die(6, Some(*die), Tint::Seat(seat)),
                text!("{die}", die = *die),
            );
            if rules.fits(*die, shown.bid.face) { piece.mark(Mark::Last) } else { piece }
        });
        let fitting = cup.iter().filter(|die| rules.fits(**die, shown.bid.face)).count();
        Row::of(seat).pieces(dice).cell(fitting.to_string())
    });
    let (bidder, challenger, bid, found) = (shown.bidder, shown.challenger, words(shown.bid), shown.found);
    let reason = if found >= shown.bid.count {
        text!("{bidder} bid {bid}, and there are {found}: {challenger} loses a die.", bidder, bid, found, challenger)
    } else {
        text!("{bidder} bid {bid}, and there are {found}: {bidder} loses a die.", bidder, bid, found)
    };
    Tally::new(
        shown.round.into(),
        text!("Round {round}", round = shown.round),
        Sheet::new(["Fitting dice"]).rows(rows),
        reason,
    )
}

pub(crate) fn describe(state: &Position, action: Action) -> ActionText {
    const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
    let bid = state.bid.map(|(bid, _)| bid);
    match (action, bid) {
        (CHALLENGE, Some(bid)) => ActionText::new(text!("challenges {bid}", bid = words(bid)))
            .data(json!({ "action": "challenge" }))
            .path(["challenge"]),
        (HIGHER, Some(bid)) => {
            let faces = FACES.into_iter().skip(bid.face.into());
            let face = Input::pick("face", "Face", faces);
            ActionText::new("bids a higher face")
                .data(json!({ "action": "higher" }))
                .path([Step::from("higher"), face.into()])
        }
        _ if action == RAISE => {
            let least = bid.map_or(1, |bid| i64::from(bid.count) + 1);
            let count = Input::number("count", "Dice", least, state.all_dice().into());
            let face = Input::pick("face", "Face", FACES);
            ActionText::new("bids").data(json!({ "action": "raise" })).path([
                Step::from("raise"),
                count.into(),
                face.into(),
            ])
        }
        _ => ActionText::new("nothing"),
    }
}

//! The scene, and the names of actions. A seat sees its own dice, and after a challenge everybody those of that round.

use crate::rules::{Bid, CHALLENGE, ChallengeResult, HIGHER, LiarsDice, RAISE, State};
use stonehouse_plugin::scene::{Area, Face, Layout, Mark, Piece, Prompt, Row, SeatPanel, Sheet, Tally, Tint};
use stonehouse_plugin::{Action, ActionText, Input, Observer, PathStep, Scene, Seat, Text, json, text};

/// Small numbers, which would run into those of the faces.
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// "four 3s".
fn words(bid: Bid) -> Text {
    let face = bid.face;
    match NUMBERS.get(usize::from(bid.count)) {
        Some(count) if bid.count == 1 => text!("{count} {face}", count = *count, face),
        Some(count) => text!("{count} {face}s", count = *count, face),
        None => text!("{count} times {face}", count = bid.count, face),
    }
}

/// A bid with its values, as shown in the log.
pub(crate) fn describe_bid(state: &State, action: Action, bid: Option<Bid>) -> ActionText {
    let mut description = describe(state, action);
    if let Some(bid) = bid {
        description.text = text!("bid {bid}", bid = words(bid));
        description.data = json!({ "action": "bid", "count": bid.count, "face": bid.face });
    }
    description
}

pub(crate) fn scene(rules: &LiarsDice, state: &State, observer: Observer) -> Scene {
    let bid = state.bid.map(|(bid, bidder)| {
        let die =
            |number| Piece::new(number, Face::die(6, Some(bid.face), Tint::White), text!("{die}", die = bid.face));
        Area::new("bid", Layout::Row)
            .title(text!("{bidder} bids {bid}", bidder, bid = words(bid)))
            .pieces((1..=bid.count.into()).map(die))
    });
    let mut areas: Vec<Area> = bid.into_iter().collect();
    areas.extend(
        Seat::all(rules.seats).filter(|seat| state.left[seat.index()] > 0).map(|seat| cup(state, seat, observer)),
    );
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
    let status = if rules.is_over(state) {
        text!("{winner} has the last dice", winner = state.mover)
    } else {
        text!("Round {round}, {dice} dice", round = state.round, dice = state.all_dice())
    };
    Scene::new(status)
        .areas(areas)
        .seats(Seat::all(rules.seats).map(|seat| {
            let left = state.left[seat.index()];
            let panel = SeatPanel::new(seat, None).tint(Tint::Seat(seat)).out(left == 0);
            match left {
                0 => panel,
                1 => panel.note("1 die"),
                _ => panel.note(text!("{left} dice", left)),
            }
        }))
        .prompt(prompt)
        .tally(state.shown.as_ref().map(|shown| tally(rules, shown)))
}

fn cup(state: &State, seat: Seat, observer: Observer) -> Area {
    let dice = state.cup(seat).iter().enumerate().map(|(place, die)| {
        // The same numbers every round: a roll of the dice is no move of pieces.
        let id = 100 * (u32::from(seat.0) + 1) + place as u32;
        let shows = observer.sees(seat).then_some(*die);
        let name = shows.map_or_else(|| "hidden die".into(), |die| text!("{die}", die));
        Piece::new(id, Face::die(6, shows, Tint::Seat(seat)), name)
    });
    Area::new(format!("dice/{}", seat.0), Layout::Row).title(text!("{seat}'s dice", seat)).seat(seat).pieces(dice)
}

fn tally(rules: &LiarsDice, shown: &ChallengeResult) -> Tally {
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
    let (bidder, bid, found) = (shown.bidder, words(shown.bid), shown.found);
    let loser = if found >= shown.bid.count { shown.challenger } else { bidder };
    let found: Text = match found {
        0 => "there is none".into(),
        1 => "there is one".into(),
        _ => text!("there are {found}", found),
    };
    let reason = text!("{bidder} bid {bid}, and {found}: {loser} loses a die.", bidder, bid, found, loser);
    Tally::new(
        shown.round.into(),
        text!("Round {round}", round = shown.round),
        Sheet::new(["Dice that count"]).rows(rows),
        reason,
    )
}

pub(crate) fn describe(state: &State, action: Action) -> ActionText {
    const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
    let bid = state.bid.map(|(bid, _)| bid);
    match (action, bid) {
        (CHALLENGE, Some(bid)) => ActionText::new(text!("challenge {bid}", bid = words(bid)))
            .data(json!({ "action": "challenge" }))
            .path(["challenge"]),
        (HIGHER, Some(bid)) => {
            let faces = FACES.into_iter().skip(bid.face.into());
            let face = Input::pick("face", "Face", faces);
            ActionText::new("bid a higher face")
                .data(json!({ "action": "higher" }))
                .path([PathStep::from("higher"), face.into()])
        }
        _ if action == RAISE => {
            let least = bid.map_or(1, |bid| i64::from(bid.count) + 1);
            let count = Input::number("count", "Dice", least, state.all_dice().into());
            let face = Input::pick("face", "Face", FACES);
            ActionText::new("bid").data(json!({ "action": "raise" })).path([
                PathStep::from("raise"),
                count.into(),
                face.into(),
            ])
        }
        _ => ActionText::new("nothing"),
    }
}

//! Scenes and texts. A seat sees its own hand and the cards on the table.
//!
//! - this module: the scene
//! - `cards`: the face and the name of a card
//! - `words`: the names of actions
//! - `tips`: the tooltips of cards, piles, places and buttons
//! - `record`: the data of a deal and of an action in a record

mod cards;
mod record;
mod tips;
mod words;

pub(crate) use record::{describe_house_action, effect_result, reveal};
pub(crate) use words::{describe, describe_move, label_of_row, news, opening};

use crate::cards::{Card, Cards, Special, each};
use crate::rows::Row;
use crate::rules::{StoneRow, team_of};
use crate::state::{Phase, State};
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::scene::{Area, Face, Layout, Mark, Piece, Prompt, Scene, SeatPanel, Tint};
use stonehouse_plugin::{Game, Observer, Seat, Text, text};

/// The least number of a card that is not seen: its number depends on its place alone.
const HIDDEN_IDS: u32 = 1000;

/// As [`HIDDEN_IDS`], for cards that are kept in a draft.
const KEPT_IDS: u32 = 2000;

/// The colour of the cards' backs.
const BACK: Face = Face::Back(Tint::Rgb(0x6d, 0x2b, 0x30));

/// The offset below its usual place of a card that was laid across a StoneRow, in heights of a card.
const ACROSS: f32 = 0.24;

/// The handle of a card in the Brickyard.
fn in_brickyard(state: &State, card: Card) -> String {
    format!("brickyard/{}", state.ids[usize::from(card)])
}

/// The handle of a card in a hand.
fn in_hand(state: &State, card: Card) -> String {
    format!("card/{}", state.ids[usize::from(card)])
}

/// The name and the handle of a card of a hand.
pub(crate) fn label_of_held(rules: &StoneRow, state: &State, seat: Seat, card: Card) -> PieceLabel {
    let is_kept = state.kept[seat.index()] >> card & 1 == 1;
    PieceLabel::new(rules.card_name(card), if is_kept { String::new() } else { in_hand(state, card) })
}

/// The name of a card of the Brickyard. It is touched only while the mover sifts through it.
pub(crate) fn label_in_brickyard(rules: &StoneRow, card: Card) -> PieceLabel {
    PieceLabel::new(rules.card_name(card), "")
}

/// The table as `observer` may see it.
pub(crate) fn scene(rules: &StoneRow, state: &State, observer: Observer) -> Scene {
    let mut areas = middle(rules, state);
    for seat in 0..rules.seats {
        areas.push(hand(rules, state, seat, observer));
        areas.extend(kept(rules, state, seat, observer));
        let deflectors = each(state.deflectors[seat as usize]).map(|card| rules.piece(state, card));
        areas.push(Area::new(format!("rows/{seat}"), Layout::Row).seat(Seat(seat)).pieces(deflectors));
        let own = state.rows().iter().enumerate().filter(|(_, row)| row.owner == seat);
        areas.extend(own.map(|(number, row)| stone_row(rules, state, number, row)));
    }
    Scene::new(status(rules, state))
        .areas(areas)
        .seats((0..rules.seats).map(|seat| panel(rules, state, seat)))
        .prompt(rules.decider(state).map(|seat| prompt(rules, state, Seat(seat))))
}

fn status(rules: &StoneRow, state: &State) -> Text {
    match (rules.knobs.teams, state.phase) {
        (_, Phase::Over) => "The match is over".into(),
        (true, _) => {
            text!("Hand {hand}, to {points} points", hand = state.hand, points = state.goals[0].max(state.goals[1]))
        }
        (false, _) => {
            let round = rules.round(state).min(state.rounds.into());
            let status = text!("Round {round} of {rounds}", round, rounds = state.rounds);
            if state.foremen > 0 { text!("Overtime! {status}", status) } else { status }
        }
    }
}

/// The steps of the round marker: the rounds that there can be, whether or not a Foreman has turned up yet.
fn most_rounds(rules: &StoneRow, state: &State) -> u32 {
    let knobs = &rules.knobs;
    let most = u32::from(knobs.rounds) + u32::from(knobs.rounds_per_foreman) * u32::from(knobs.foremen);
    // A house rule may add more rounds than the knob.
    most.max(state.rounds.into())
}

/// Tower, Quarry, Brickyard, Keystone.
fn middle(rules: &StoneRow, state: &State) -> Vec<Area> {
    let tower = |handle: String, reached: u32, steps: u32| {
        Area::new(handle, Layout::meter(reached.min(steps), steps)).style("tower").tip(tips::of_tower(&rules.knobs))
    };
    let mut areas = Vec::new();
    if rules.knobs.teams {
        for team in 0..2_u8 {
            let title = text!("{one}, {other}", one = Seat(team), other = Seat(team + 2));
            let reached = state.towers[team as usize].into();
            areas.push(tower(format!("tower/{team}"), reached, rules.knobs.tower_cards.into()).title(title));
        }
    } else {
        let reached = u32::from(rules.round(state)).min(state.rounds.into());
        areas.push(tower("tower".into(), reached, most_rounds(rules, state)).title("Tower"));
    }
    let foremen = rules.special(Special::Foreman);
    // Where cards of the deck can leave play their place is reserved from the beginning.
    let place_of = |place: Cards, cards: Cards, handle: &str, title: &'static str, tip: &'static str| {
        let pieces: Vec<Piece> = each(state.out_of_play & cards).map(|card| rules.piece(state, card)).collect();
        let is_used = place != 0 || !pieces.is_empty();
        is_used.then(|| Area::new(handle, Layout::Spread).title(title).tip(tip).pieces(pieces))
    };
    let title = if state.out_of_play & foremen == 0 { "Foreman" } else { "Overtime!" };
    areas.extend(place_of(foremen, foremen, "overtime", title, tips::OVERTIME));
    let quarry = Area::new("quarry", Layout::stack(state.quarry.len() as u32, BACK));
    areas.push(quarry.title("Quarry").tip(tips::QUARRY));
    areas.push(brickyard(rules, state));
    let keystone = Area::new("keystone", Layout::Row).title("Keystone").tip(tips::KEYSTONE);
    areas.push(keystone.pieces([rules.piece(state, state.keystone)]));
    // Beside the Keystone, never on it.
    let diggers = rules.special(Special::GoldDigger);
    areas.extend(place_of(diggers, !foremen, "out-of-play", "Out of play", tips::OUT_OF_PLAY));
    if let Phase::Attract { hammer, .. } = state.phase {
        let falling = rules.piece(state, hammer).mark(Mark::Last);
        areas.push(Area::new("falling", Layout::Row).title("Hammer").tip(tips::FALLING).pieces([falling]));
    }
    areas
}

/// The Brickyard: its top card, and all of it while a player looks through it.
fn brickyard(rules: &StoneRow, state: &State) -> Area {
    let sifting = matches!(state.phase, Phase::Sift { .. });
    let brickyard = state.brickyard.as_slice();
    let shown = if sifting { brickyard } else { &brickyard[brickyard.len().saturating_sub(1)..] };
    let pieces = shown.iter().map(|card| {
        let piece = rules.piece(state, *card);
        if sifting { piece.handle(in_brickyard(state, *card)) } else { piece }
    });
    let area = Area::new("brickyard", Layout::Row).title(text!("Brickyard, {count}", count = brickyard.len()));
    area.tip(tips::BRICKYARD).pieces(pieces)
}

fn hand(rules: &StoneRow, state: &State, seat: u8, observer: Observer) -> Area {
    let cards = state.hands[seat as usize] & !state.kept[seat as usize];
    Area::new(format!("hand/{seat}"), Layout::Fan)
        .title(text!("{player}'s hand", player = Seat(seat)))
        .seat(Seat(seat))
        .pieces(held(rules, state, (seat, cards), observer, HIDDEN_IDS))
}

/// The cards that a player keeps while all draft.
fn kept(rules: &StoneRow, state: &State, seat: u8, observer: Observer) -> Option<Area> {
    let cards = state.kept[seat as usize];
    (cards != 0).then(|| {
        Area::new(format!("kept/{seat}"), Layout::Fan)
            .title(text!("{player} keeps", player = Seat(seat)))
            .seat(Seat(seat))
            .pieces(held(rules, state, (seat, cards), observer, KEPT_IDS))
    })
}

/// The cards of a hand: faces for their player and the seats to which they were shown; backs for all others. While all
/// draft, nobody sees which of the cards that were passed on are kept.
fn held(rules: &StoneRow, state: &State, (seat, cards): (u8, Cards), observer: Observer, ids: u32) -> Vec<Piece> {
    let owns = observer.sees(Seat(seat));
    let shown = match observer {
        Observer::Seat(Seat(eye)) if !matches!(state.phase, Phase::Draft { .. }) => state.known[eye as usize],
        _ => 0,
    };
    let visible = if owns { cards } else { cards & shown };
    let piece = |card| {
        let piece = rules.piece(state, card);
        let choosable = owns && state.kept[seat as usize] >> card & 1 == 0;
        if choosable { piece.handle(in_hand(state, card)) } else { piece }
    };
    let first = ids + u32::from(seat) * 200;
    let backs = (0..(cards & !visible).count_ones()).map(|place| Piece::new(first + place, BACK, "card"));
    each(visible).map(piece).chain(backs).collect()
}

fn stone_row(rules: &StoneRow, state: &State, number: usize, row: &Row) -> Area {
    let built = each(row.cards).map(|card| rules.piece(state, card));
    let across = each(row.on).map(|card| rules.piece(state, card).shifted(0.0, ACROSS));
    let area = Area::new(format!("row/{number}"), Layout::Spread)
        .title(worth(rules, row))
        .seat(Seat(row.owner))
        .pieces(built.chain(across));
    if row.broken { area.mark(Mark::Spent).tip(tips::BROKEN) } else { area.tip(tips::ROW) }
}

/// The value of a row to each seat: "18", "18, West 30"; for a broken one also its value if it were repaired: "0,
/// broken (18)".
fn worth(rules: &StoneRow, row: &Row) -> Text {
    let own = row.points[row.owner as usize];
    let others = (0..rules.seats).filter(|seat| *seat != row.owner && row.claims[*seat as usize] > 0);
    let share = |seat: u8| text!("{player} {points}", player = Seat(seat), points = row.points[seat as usize]);
    let shares: Vec<Text> = others.map(share).collect();
    let worth = if shares.is_empty() {
        text!("{points}", points = own)
    } else {
        text!("{points}, {shares}", points = own, shares)
    };
    if row.broken { text!("0, broken ({worth})", worth) } else { worth }
}

fn panel(rules: &StoneRow, state: &State, seat: u8) -> SeatPanel {
    let mut scores = [0; 4];
    rules.scores(state, &mut scores[..rules.seats as usize]);
    let mut panel = SeatPanel::new(Seat(seat), scores[seat as usize]);
    // In a hand of team play the points are first: the score is the team's tower.
    if rules.knobs.teams {
        let partner = Seat(rules.partner(seat));
        // A house rule that fails here fails again when the points are needed, and is reported then.
        panel = panel.note(match rules.team_points(state, team_of(seat)).unwrap_or_default() {
            1 => text!("1 point with {partner}", partner),
            points => text!("{points} points with {partner}", points, partner),
        });
    }
    let cards = state.hands[seat as usize].count_ones();
    panel = panel.note(if cards == 1 { "1 card".into() } else { text!("{cards} cards", cards) });
    match state.bonus[seat as usize] {
        0 => panel,
        points => panel.note(text!("{points} by house rules", points)),
    }
}

fn prompt(rules: &StoneRow, state: &State, seat: Seat) -> Prompt {
    let buttons: &[(&str, &'static str)] = match state.phase {
        // While a card is drawn none can be pressed yet, but their places are reserved.
        Phase::Draw | Phase::Act => {
            &[("build", "Build"), ("hammer", "As a Hammer"), ("discard", "Discard"), ("pass", "Pass")]
        }
        Phase::Attract { .. } => &[("attract", "Attract it"), ("let-fall", "Let it fall")],
        Phase::Sift { .. } => &[("enough", "Enough")],
        Phase::Add { .. } => &[("add-none", "Done")],
        Phase::PickUp => &[("pick-up", "Pick it up"), ("leave-it", "Leave it")],
        Phase::Draft { .. } | Phase::Over => &[],
    };
    let prompt = Prompt::new(seat, question(rules, state));
    buttons.iter().fold(prompt, |prompt, (handle, words)| prompt.explained(*handle, *words, tips::of_button(handle)))
}

fn question(rules: &StoneRow, state: &State) -> Text {
    match state.phase {
        Phase::Draw => "Draw from the Quarry or the Brickyard".into(),
        Phase::Act if state.hands[rules.mover(state) as usize] == 0 => "You have no cards".into(),
        Phase::Act => "Choose cards to build, play or discard".into(),
        Phase::Attract { hammer, row, .. } => {
            let owner = Seat(state.row(row).map_or(0, |row| row.owner));
            text!("A Hammer ({card}) falls on {owner}'s StoneRow", card = rules.card_name(hammer), owner)
        }
        Phase::Sift { left } => text!("Take up to {left} from the Brickyard", left),
        Phase::Add { .. } => "Add cards to your teammate's StoneRow".into(),
        Phase::PickUp => {
            let card = state.brickyard.top().map_or_else(Text::default, |card| rules.card_name(card));
            text!("Pick up your teammate's discard, the {card}?", card)
        }
        Phase::Draft { .. } => "Keep a card; the others go to the left".into(),
        Phase::Over => Text::default(),
    }
}

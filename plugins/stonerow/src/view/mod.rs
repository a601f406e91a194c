//! What is seen and said. A seat sees its own hand and what is on the table.
//!
//! - this module: the scene
//! - `words`: what actions are called
//! - `record`: what a record tells of a deal and of an action

mod record;
mod words;

pub(crate) use record::reveal;
pub(crate) use words::describe;

use crate::cards::{Card, Kind, Special, each, special_name};
use crate::position::{Phase, Position};
use crate::rows::Row;
use crate::rules::StoneRow;
use stonehouse_plugin_api::scene::{Area, AreaKind, Button, CardFace, Face, Mark, Piece, Prompt, Scene, SeatPanel};
use stonehouse_plugin_api::{Game, Observer, Seat};

/// Cards that are not seen have numbers above those of the cards, which follow from their place alone.
const HIDDEN_IDS: u32 = 1000;

impl StoneRow {
    fn face(&self, card: Card) -> Face {
        Face::Card(match self.deck.kind(card) {
            Kind::Suited { rank, colour } => {
                let name = self.deck.rank_name(rank);
                let is_character = self.deck.is_character(rank);
                CardFace {
                    suit: Some(colour),
                    corner: if is_character { short(&name) } else { name.clone() },
                    picture: if is_character { picture(&name) } else { String::new() },
                    title: if is_character { name } else { String::new() },
                }
            }
            Kind::Special(special) => {
                let name = special_name(special);
                CardFace { suit: None, corner: String::new(), title: name.to_owned(), picture: picture(name) }
            }
        })
    }

    fn piece(&self, state: &Position, card: Card) -> Piece {
        let mut name = self.deck.name(card);
        let mut marks = Vec::new();
        if state.hammers >> card & 1 == 1 {
            name += ", a Hammer";
            marks.push(Mark::Trump);
        }
        Piece {
            id: card.into(),
            handle: String::new(),
            space: String::new(),
            face: self.face(card),
            name,
            count: 1,
            marks,
        }
    }

    fn seat_name(&self, seat: u8) -> String {
        self.seating().seats[seat as usize].name.clone()
    }
}

/// "Ap" for Apprentice, "GM" for Guild Master.
fn short(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, second)) => first.chars().take(1).chain(second.chars().take(1)).collect(),
        None => name.chars().take(2).collect(),
    }
}

fn picture(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

fn area(
    handle: impl Into<String>,
    title: impl Into<String>,
    seat: Option<u8>,
    kind: AreaKind,
    pieces: Vec<Piece>,
) -> Area {
    Area { handle: handle.into(), title: title.into(), seat: seat.map(Seat), kind, pieces }
}

/// The table as `observer` may see it.
pub(crate) fn scene(rules: &StoneRow, state: &Position, observer: Observer) -> Scene {
    let mut areas = middle(rules, state);
    for seat in 0..rules.seats {
        areas.push(hand(rules, state, seat, observer));
        let deflectors = each(state.deflectors[seat as usize]).map(|card| rules.piece(state, card)).collect();
        areas.push(area(format!("rows/{seat}"), "", Some(seat), AreaKind::Row, deflectors));
        let own = state.rows().iter().enumerate().filter(|(_, row)| row.owner == seat);
        areas.extend(own.map(|(number, row)| stone_row(rules, state, number, row)));
    }
    Scene {
        status: status(rules, state),
        areas,
        seats: (0..rules.seats).map(|seat| panel(rules, state, seat)).collect(),
        prompt: rules.decider(state).map(|seat| Prompt {
            seat: Seat(seat),
            text: prompt(rules, state),
            holds: None,
            buttons: buttons(state),
        }),
        ..Scene::default()
    }
}

fn status(rules: &StoneRow, state: &Position) -> String {
    match (rules.knobs.teams, state.phase) {
        (_, Phase::Over) => "The match is over".to_owned(),
        (true, _) => format!("Hand {}, to {} points", state.hand, state.goals[0].max(state.goals[1])),
        (false, _) => {
            let overtime = if state.foremen > 0 { "Overtime! " } else { "" };
            format!("{overtime}Round {} of {}", rules.round(state).min(state.rounds.into()), state.rounds)
        }
    }
}

/// The steps of the round marker: the rounds that there can be, whether or not a Foreman has turned up yet.
fn most_rounds(rules: &StoneRow, state: &Position) -> u32 {
    let knobs = &rules.knobs;
    let most = u32::from(knobs.rounds) + u32::from(knobs.rounds_per_foreman) * u32::from(knobs.foremen);
    // A house rule may add more rounds than the knob says.
    most.max(state.rounds.into())
}

/// Tower, Quarry, Brickyard, Keystone.
fn middle(rules: &StoneRow, state: &Position) -> Vec<Area> {
    let mut areas = Vec::new();
    if rules.knobs.teams {
        for team in 0..2_u8 {
            let title = format!("{}, {}", rules.seat_name(team), rules.seat_name(team + 2));
            let reached = state.towers[team as usize].into();
            let kind = AreaKind::Track { steps: rules.knobs.tower_cards.into(), reached };
            areas.push(area(format!("tower/{team}"), title, None, kind, Vec::new()));
        }
    } else {
        let reached = u32::from(rules.round(state)).min(state.rounds.into());
        let kind = AreaKind::Track { steps: most_rounds(rules, state), reached };
        areas.push(area("tower", "Tower", None, kind, Vec::new()));
    }
    let aside = |special: Special, handle: &str, title: &str| {
        let pieces: Vec<Piece> =
            each(state.aside & rules.special(special)).map(|card| rules.piece(state, card)).collect();
        (!pieces.is_empty()).then(|| area(handle, title, None, AreaKind::Row, pieces))
    };
    areas.extend(aside(Special::Foreman, "overtime", "Overtime!"));
    areas.push(area("quarry", "Quarry", None, AreaKind::Deck { count: state.quarry.len() as u32 }, Vec::new()));
    let sifting = matches!(state.phase, Phase::Sift { .. });
    let shown =
        if sifting { state.yard.as_slice() } else { &state.yard.as_slice()[state.yard.len().saturating_sub(1)..] };
    let pieces = shown.iter().map(|card| {
        let mut piece = rules.piece(state, *card);
        if sifting {
            piece.handle = format!("yard/{card}");
        }
        piece
    });
    let title = format!("Brickyard, {}", state.yard.len());
    areas.push(area("brickyard", title, None, AreaKind::Row, pieces.collect()));
    areas.push(area("keystone", "Keystone", None, AreaKind::Row, vec![rules.piece(state, state.keystone)]));
    // Beside the Keystone, never on it.
    areas.extend(aside(Special::GoldDigger, "out-of-play", "Out of play"));
    if let Phase::Attract { hammer, .. } = state.phase {
        let mut falling = rules.piece(state, hammer);
        falling.marks.push(Mark::Ring);
        areas.push(area("falling", "Hammer", None, AreaKind::Row, vec![falling]));
    }
    areas
}

fn hand(rules: &StoneRow, state: &Position, seat: u8, observer: Observer) -> Area {
    let cards = state.hands[seat as usize];
    let title = format!("{}'s hand", rules.seat_name(seat));
    let pieces: Vec<Piece> = if observer.sees(Seat(seat)) {
        let turn = rules.decider(state) == Some(seat) && matches!(state.phase, Phase::Act | Phase::Add { .. });
        each(cards)
            .map(|card| {
                let mut piece = rules.piece(state, card);
                if turn {
                    piece.handle = format!("card/{card}");
                }
                piece
            })
            .collect()
    } else {
        (0..cards.count_ones())
            .map(|place| Piece {
                id: HIDDEN_IDS + u32::from(seat) * 200 + place,
                handle: String::new(),
                space: String::new(),
                face: Face::Back,
                name: "card".into(),
                count: 1,
                marks: Vec::new(),
            })
            .collect()
    };
    area(format!("hand/{seat}"), title, Some(seat), AreaKind::Hand, pieces)
}

fn stone_row(rules: &StoneRow, state: &Position, number: usize, row: &Row) -> Area {
    let mut pieces: Vec<Piece> = each(row.cards).map(|card| rules.piece(state, card)).collect();
    pieces.extend(each(row.on).map(|card| {
        let mut piece = rules.piece(state, card);
        piece.marks.push(Mark::Across);
        piece
    }));
    let kind = AreaKind::Meld { broken: row.broken };
    area(format!("row/{number}"), worth(rules, row), Some(row.owner), kind, pieces)
}

/// What a row is worth to whom: "18", "18, West 30"; of a broken one also what it would be worth if it were repaired: "0, broken (18)".
fn worth(rules: &StoneRow, row: &Row) -> String {
    let own = row.points[row.owner as usize];
    let others = (0..rules.seats).filter(|seat| *seat != row.owner && row.claims[*seat as usize] > 0);
    let shares: String =
        others.map(|seat| format!(", {} {}", rules.seat_name(seat), row.points[seat as usize])).collect();
    if row.broken { format!("0, broken ({own}{shares})") } else { format!("{own}{shares}") }
}

fn panel(rules: &StoneRow, state: &Position, seat: u8) -> SeatPanel {
    let cards = state.hands[seat as usize].count_ones();
    let mut notes = vec![if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }];
    if rules.knobs.teams {
        // A house rule that fails here fails again when the points are needed, and is told then.
        let points = rules.team_points(state, seat % 2).unwrap_or_default();
        notes.push(format!("team has {points}"));
    }
    let mut scores = [0; 4];
    rules.scores(state, &mut scores[..rules.seats as usize]);
    SeatPanel { seat: Seat(seat), colour: None, score: scores[seat as usize], notes }
}

fn prompt(rules: &StoneRow, state: &Position) -> String {
    match state.phase {
        Phase::Draw => "Draw from the Quarry or the Brickyard".into(),
        Phase::Act if state.hands[rules.mover(state) as usize] == 0 => "You have no cards".into(),
        Phase::Act => "Choose cards to build, play or discard".into(),
        Phase::Attract { hammer, row, .. } => {
            let owner = state.row(row).map_or_else(String::new, |row| rules.seat_name(row.owner));
            format!("A Hammer ({}) falls on a StoneRow of {owner}", rules.deck.name(hammer))
        }
        Phase::Sift { left } => format!("Take up to {left} from the Brickyard"),
        Phase::Add { .. } => "Add cards to your teammate's StoneRow".into(),
        Phase::PickUp => {
            let card = state.yard.top().map_or_else(String::new, |card| rules.deck.name(card));
            format!("Pick up your teammate's discard, the {card}?")
        }
        Phase::Over => String::new(),
    }
}

fn buttons(state: &Position) -> Vec<Button> {
    let all: &[(&str, &str)] = match state.phase {
        Phase::Act => &[("build", "Build"), ("hammer", "As a Hammer"), ("discard", "Discard"), ("pass", "Pass")],
        Phase::Attract { .. } => &[("attract", "Attract it"), ("let-fall", "Let it fall")],
        Phase::Sift { .. } => &[("enough", "Enough")],
        Phase::Add { .. } => &[("add-none", "Done")],
        Phase::PickUp => &[("pick-up", "Pick it up"), ("leave-it", "Leave it")],
        Phase::Draw | Phase::Over => &[],
    };
    all.iter().map(|(handle, text)| Button { handle: (*handle).into(), text: (*text).into() }).collect()
}

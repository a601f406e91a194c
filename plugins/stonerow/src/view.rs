//! What is seen and said: scenes and action texts. A seat sees its own hand and what is on the table.

use crate::cards::{COLOURS, Card, Cards, Kind, Special, each, special_name};
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::rows::{Row, RowKind};
use crate::rules::StoneRow;
use stonehouse_plugin_api::scene::{Area, AreaKind, Button, CardFace, Face, Mark, Piece, Prompt, Scene, SeatPanel};
use stonehouse_plugin_api::{Action, ActionText, Game, Observer, Seat, json};

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
        (false, _) => format!("Round {} of {}", rules.round(state).min(state.rounds.into()), state.rounds),
    }
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
        areas.push(area("tower", "Tower", None, AreaKind::Track { steps: state.rounds.into(), reached }, Vec::new()));
    }
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
    let mut beside = vec![rules.piece(state, state.keystone)];
    beside.extend(each(state.aside).map(|card| rules.piece(state, card)));
    if let Phase::Attract { hammer, .. } = state.phase {
        let mut falling = rules.piece(state, hammer);
        falling.marks.push(Mark::Ring);
        beside.push(falling);
    }
    areas.push(area("keystone", "Keystone", None, AreaKind::Row, beside));
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

/// What a row is worth to whom: "18", "18, West 30", "broken (18)".
fn worth(rules: &StoneRow, row: &Row) -> String {
    let own = row.points[row.owner as usize];
    let others = (0..rules.seats).filter(|seat| *seat != row.owner && row.claims[*seat as usize] > 0);
    let shares: String =
        others.map(|seat| format!(", {} {}", rules.seat_name(seat), row.points[seat as usize])).collect();
    if row.broken { format!("broken ({own}{shares})") } else { format!("{own}{shares}") }
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

/// What an action is called.
pub(crate) fn describe(rules: &StoneRow, state: &Position, action: Action, observer: Observer) -> ActionText {
    let Some(chosen) = Move::of(action) else {
        return ActionText { text: "nothing".into(), data: json!({}), path: Vec::new() };
    };
    let words = Words { rules, state, seat: rules.mover(state) };
    let (kind, text, cards, row, path) = words.of(chosen);
    let names: Vec<String> = each(cards).map(|card| rules.deck.name(card)).collect();
    let mut data = json!({ "action": kind });
    if !names.is_empty() {
        data["cards"] = json!(names);
    }
    if let Some(row) = row {
        data["row"] = json!(row);
    }
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is told then.
    if rules.apply(&mut after, action).is_ok() {
        words.add_consequences(&mut data, &after, row, observer);
    }
    ActionText { text, data, path }
}

struct Words<'a> {
    rules: &'a StoneRow,
    state: &'a Position,
    seat: u8,
}

type Told = (&'static str, String, Cards, Option<u8>, Vec<String>);

impl Words<'_> {
    /// Kind, text, cards, row and path of a move.
    fn of(&self, chosen: Move) -> Told {
        let handle = |card: Card| format!("card/{card}");
        let name = |card: Card| self.rules.deck.name(card);
        let special = |special| self.state.leaves(self.seat, self.rules.special(special)).unwrap_or_default();
        let on = |row: u8| {
            let owner = self.state.row(row).map_or(0, |row| row.owner);
            format!("{} of {}", self.row_name(row), self.rules.seat_name(owner))
        };
        let one = |card: Card| 1 << card;
        let button = |word: &str| vec![word.to_owned()];
        match chosen {
            Move::DrawQuarry => ("draw", "draw from the Quarry".into(), 0, None, button("quarry")),
            Move::DrawYard => {
                let top = self.state.yard.top().unwrap_or_default();
                let text = format!("take the {} from the Brickyard", name(top));
                ("draw_brickyard", text, one(top), None, button("brickyard"))
            }
            Move::Set { rank, colours } => self.build(u128::from(colours) << (rank * self.rules.deck.colours)),
            Move::Run { low, colour, len } => self.build(Row::run(&self.rules.deck, colour, low, len, 0).cards),
            Move::Hammer { card, row } => {
                let mut path = vec![handle(card), format!("row/{row}")];
                // A special card that is a Hammer too must say as what it is played.
                if !self.rules.is_suited(card) {
                    path.insert(1, "hammer".into());
                }
                ("hammer", format!("Hammer, the {}, on the {}", name(card), on(row)), one(card), Some(row), path)
            }
            Move::Steal { row } => {
                let card = special(Special::Highwayman);
                let path = vec![handle(card), format!("row/{row}")];
                ("steal", format!("steal the {} with a Highwayman", on(row)), one(card), Some(row), path)
            }
            Move::Repair { row } => {
                let card = special(Special::Mason);
                let path = vec![handle(card), format!("row/{row}")];
                ("repair", format!("repair the {} with a Mason", on(row)), one(card), Some(row), path)
            }
            Move::Mortar { card, row } => {
                let mason = special(Special::Mason);
                let path = vec![handle(mason), handle(card), format!("row/{row}")];
                let text = format!("mortar the {} to the {}", name(card), on(row));
                ("mortar", text, one(mason) | one(card), Some(row), path)
            }
            Move::Deflect => {
                let card = special(Special::Displacer);
                let path = vec![handle(card), format!("rows/{}", self.seat)];
                ("deflect", "a Displacer by the StoneRows".into(), one(card), None, path)
            }
            Move::DigQuarry => {
                let card = special(Special::GoldDigger);
                let text = "GoldDigger, three from the Quarry".into();
                ("dig_quarry", text, one(card), None, vec![handle(card), "quarry".into()])
            }
            Move::DigYard => {
                let card = special(Special::GoldDigger);
                let text = "GoldDigger, into the Brickyard".into();
                ("dig_brickyard", text, one(card), None, vec![handle(card), "brickyard".into()])
            }
            Move::Discard { card } => (
                "discard",
                format!("discard the {}", name(card)),
                one(card),
                None,
                vec![handle(card), "discard".into()],
            ),
            Move::Pass => ("pass", "pass".into(), 0, None, button("pass")),
            Move::Attract => ("attract", "attract the Hammer with a Displacer".into(), 0, None, button("attract")),
            Move::LetFall => ("let_fall", "let it fall".into(), 0, None, button("let-fall")),
            Move::Take { card } => {
                let text = format!("take the {} from the Brickyard", name(card));
                ("take", text, one(card), None, vec![format!("yard/{card}")])
            }
            Move::Enough => ("enough", "take no more".into(), 0, None, button("enough")),
            Move::Add { card } => ("add", format!("add the {}", name(card)), one(card), None, vec![handle(card)]),
            Move::AddNone => ("add_none", "add nothing more".into(), 0, None, button("add-none")),
            Move::PickUp => {
                let top = self.state.yard.top().unwrap_or_default();
                ("pick_up", format!("pick up the {}", name(top)), one(top), None, button("pick-up"))
            }
            Move::LeaveIt => ("leave_it", "leave it".into(), 0, None, button("leave-it")),
        }
    }

    fn build(&self, cards: Cards) -> Told {
        let names: Vec<String> = each(cards).map(|card| self.rules.deck.name(card)).collect();
        let mut path: Vec<String> = each(cards).map(|card| format!("card/{card}")).collect();
        path.push("build".into());
        ("build", format!("build {}", names.join(", ")), cards, Some(self.state.row_count), path)
    }

    /// "three 9s", "red run from 4".
    fn row_name(&self, row: u8) -> String {
        let Some(row) = self.state.row(row) else { return "StoneRow".into() };
        let rank = self.rules.deck.rank_name(row.low);
        match row.kind {
            RowKind::Set => format!("{} {rank}s", ["", "", "two", "three", "four"][row.len().min(4) as usize]),
            RowKind::Run => format!("{} run from {rank}", COLOURS[row.colour as usize]),
        }
    }

    /// What stands after an action: everybody's scores, the row's claims, and for the referee the cards that were drawn.
    fn add_consequences(
        &self,
        data: &mut stonehouse_plugin_api::Json,
        after: &Position,
        row: Option<u8>,
        observer: Observer,
    ) {
        let points: Vec<i64> = if self.rules.knobs.teams {
            (0..2).map(|team| self.rules.team_points(after, team).unwrap_or_default()).collect()
        } else {
            (0..self.rules.seats).map(|seat| StoneRow::points(after, seat)).collect()
        };
        data["points"] = json!(points);
        if self.rules.knobs.teams {
            data["towers"] = json!(after.towers);
        }
        if after.hand != self.state.hand {
            return;
        }
        if let Some(row) = row.and_then(|row| after.row(row)) {
            data["claims"] = json!(row.points[..self.rules.seats as usize]);
            data["broken"] = json!(row.broken);
        }
        if observer == Observer::Referee {
            let drawn = after.hands[self.seat as usize] & !self.state.hands[self.seat as usize];
            if drawn != 0 {
                data["drawn"] = json!(each(drawn).map(|card| self.rules.deck.name(card)).collect::<Vec<_>>());
            }
        }
    }
}

//! What actions are called.

use super::record;
use crate::cards::{COLOURS, Card, Cards, Special, each};
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::rows::{Row, RowKind};
use crate::rules::StoneRow;
use stonehouse_plugin_api::{Action, ActionText, Observer, Seat, json};

/// What an action is called.
pub(crate) fn describe(rules: &StoneRow, state: &Position, action: Action, observer: Observer) -> ActionText {
    let Some(chosen) = Move::of(action) else {
        return ActionText { text: "nothing".into(), data: json!({}), path: Vec::new() };
    };
    let words = Words { rules, state, seat: rules.mover(state), observer };
    let told = words.of(chosen);
    let mut data = json!({ "action": told.kind });
    let names = |cards: Cards| each(cards).map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    if told.cards != 0 {
        data["cards"] = json!(names(told.cards));
    }
    if told.taken != 0 {
        data["taken"] = json!(names(told.taken));
    }
    if let Move::Take { card } = chosen {
        data["from_top"] = json!(state.yard.from_top().position(|other| other == card));
    }
    if let Some(row) = told.row {
        data["row"] = json!(row);
    }
    // Whoever is about to draw a Foreman must not be told so: he is called with the action that comes after him.
    let mut text = told.text;
    if state.called > 0 {
        text.insert_str(0, "Overtime! ");
        data["overtime"] = json!(true);
    }
    record::add_consequences(rules, state, (action, chosen), told.row, observer, &mut data);
    ActionText { text, data, path: told.path }
}

struct Words<'a> {
    rules: &'a StoneRow,
    state: &'a Position,
    /// The mover.
    seat: u8,
    observer: Observer,
}

/// What there is to say of a move.
struct Told {
    kind: &'static str,
    text: String,
    /// Cards out of a hand.
    cards: Cards,
    /// Cards out of the Brickyard.
    taken: Cards,
    /// The row that it is about.
    row: Option<u8>,
    path: Vec<String>,
}

impl Told {
    fn new(kind: &'static str, text: impl Into<String>, path: Vec<String>) -> Self {
        Self { kind, text: text.into(), cards: 0, taken: 0, row: None, path }
    }

    fn cards(self, cards: Cards) -> Self {
        Self { cards, ..self }
    }

    fn taken(self, card: Card) -> Self {
        Self { taken: 1 << card, ..self }
    }

    fn row(self, row: u8) -> Self {
        Self { row: Some(row), ..self }
    }
}

impl Words<'_> {
    fn of(&self, chosen: Move) -> Told {
        let handle = |card: Card| format!("card/{card}");
        let name = |card: Card| self.rules.deck.name(card);
        let special = |special| self.special(special);
        let on = |row: u8| {
            let owner = self.state.row(row).map_or(0, |row| row.owner);
            format!("{} of {}", self.row_name(row), self.rules.seat_name(owner))
        };
        let one = |card: Card| 1 << card;
        let top = || self.state.yard.top().unwrap_or_default();
        let button = |word: &str| vec![word.to_owned()];
        match chosen {
            Move::DrawQuarry => Told::new("draw", "draw from the Quarry", button("quarry")),
            Move::DrawYard => {
                let text = format!("take the {} from the Brickyard", name(top()));
                Told::new("draw_brickyard", text, button("brickyard")).taken(top())
            }
            Move::Set { rank, colours } => self.build(u128::from(colours) << (rank * self.rules.deck.colours)),
            Move::Run { low, colour, len } => self.build(Row::run(&self.rules.deck, colour, low, len, 0).cards),
            Move::Hammer { card, row } => {
                let mut path = vec![handle(card), format!("row/{row}")];
                // A special card that is a Hammer too must say as what it is played.
                if !self.rules.is_suited(card) {
                    path.insert(1, "hammer".into());
                }
                let text = format!("Hammer, the {}, on the {}", name(card), on(row));
                Told::new("hammer", text, path).cards(one(card)).row(row)
            }
            Move::Steal { row } => {
                let card = special(Special::Highwayman);
                let path = vec![handle(card), format!("row/{row}")];
                let text = format!("steal the {} with a Highwayman", on(row));
                Told::new("steal", text, path).cards(one(card)).row(row)
            }
            Move::Repair { row } => {
                let card = special(Special::Mason);
                let path = vec![handle(card), format!("row/{row}")];
                let text = format!("repair the {} with a Mason", on(row));
                Told::new("repair", text, path).cards(one(card)).row(row)
            }
            Move::Mortar { card, row } => {
                let mason = special(Special::Mason);
                let path = vec![handle(mason), handle(card), format!("row/{row}")];
                let text = format!("mortar the {} to the {}", name(card), on(row));
                Told::new("mortar", text, path).cards(one(mason) | one(card)).row(row)
            }
            Move::Deflect => {
                let card = special(Special::Displacer);
                let path = vec![handle(card), format!("rows/{}", self.seat)];
                Told::new("deflect", "a Displacer by the StoneRows", path).cards(one(card))
            }
            Move::DigQuarry => {
                let card = special(Special::GoldDigger);
                let path = vec![handle(card), "quarry".into()];
                Told::new("dig_quarry", "GoldDigger, three from the Quarry", path).cards(one(card))
            }
            Move::DigYard => {
                let card = special(Special::GoldDigger);
                let path = vec![handle(card), "brickyard".into()];
                Told::new("dig_brickyard", "GoldDigger, into the Brickyard", path).cards(one(card))
            }
            Move::Discard { card } => {
                let path = vec![handle(card), "discard".into()];
                Told::new("discard", format!("discard the {}", name(card)), path).cards(one(card))
            }
            Move::Pass => Told::new("pass", "pass", button("pass")),
            Move::Attract => {
                let told = Told::new("attract", "attract the Hammer with a Displacer", button("attract"));
                self.on_falling(told.cards(one(special(Special::Displacer))))
            }
            Move::LetFall => self.on_falling(Told::new("let_fall", "let it fall", button("let-fall"))),
            Move::Take { card } => {
                let text = format!("take the {} from the Brickyard", name(card));
                Told::new("take", text, vec![format!("yard/{card}")]).taken(card)
            }
            Move::Enough => Told::new("enough", "take no more", button("enough")),
            Move::Add { card } => {
                let told = Told::new("add", format!("add the {}", name(card)), vec![handle(card)]).cards(one(card));
                match self.state.phase {
                    Phase::Add { row } => told.row(row),
                    _ => told,
                }
            }
            Move::AddNone => Told::new("add_none", "add nothing more", button("add-none")),
            Move::PickUp => {
                Told::new("pick_up", format!("pick up the {}", name(top())), button("pick-up")).taken(top())
            }
            Move::LeaveIt => Told::new("leave_it", "leave it", button("leave-it")),
        }
    }

    /// The special card that a move plays. Which of alike ones is nobody's business but the player's: to others the first of its kind
    /// stands for all.
    fn special(&self, special: Special) -> Card {
        let alike = self.rules.special(special);
        let own = if self.observer.sees(Seat(self.seat)) { self.state.leaves(self.seat, alike) } else { None };
        own.or_else(|| each(alike).next()).unwrap_or_default()
    }

    /// It is about the row on which a Hammer is about to fall.
    fn on_falling(&self, told: Told) -> Told {
        match self.state.phase {
            Phase::Attract { row, .. } => told.row(row),
            _ => told,
        }
    }

    fn build(&self, cards: Cards) -> Told {
        let names: Vec<String> = each(cards).map(|card| self.rules.deck.name(card)).collect();
        let mut path: Vec<String> = each(cards).map(|card| format!("card/{card}")).collect();
        path.push("build".into());
        Told::new("build", format!("build {}", names.join(", ")), path).cards(cards).row(self.state.row_count)
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
}

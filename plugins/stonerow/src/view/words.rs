//! The names of actions, and how they are chosen.

use super::record;
use crate::cards::{COLOURS, Card, Cards, Special, each};
use crate::moves::Move;
use crate::rows::{Row, RowKind};
use crate::rules::StoneRow;
use crate::state::{Phase, State};
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::{Action, ActionText, Observer, Path, PathStep, Seat, Text, json, text};

/// The name of an action.
pub(crate) fn describe(rules: &StoneRow, state: &State, action: Action, observer: Observer) -> ActionText {
    describe_move(rules, state, action, None, observer)
}

/// The name of an action; `result` is the resulting position with house rules, if that is known.
pub(crate) fn describe_move(
    rules: &StoneRow,
    state: &State,
    action: Action,
    result: Option<&State>,
    observer: Observer,
) -> ActionText {
    let Some(chosen) = Move::of(action) else {
        return ActionText::new("nothing").data(json!({}));
    };
    let words = Words { rules, state, seat: rules.mover(state), observer };
    let description = words.of(chosen);
    let mut data = json!({ "action": description.kind });
    let names = |cards: Cards| each(cards).map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    if description.cards != 0 {
        data["cards"] = json!(names(description.cards));
    }
    if description.taken != 0 {
        data["taken"] = json!(names(description.taken));
    }
    if let Move::Take { card } = chosen {
        data["from_top"] = json!(state.brickyard.from_top().position(|other| other == card));
    }
    if let Some(row) = description.row {
        data["row"] = json!(row);
    }
    let gain = record::add_consequences(rules, state, (action, chosen), result, description.row, observer, &mut data);
    let gain = if gain > 0 { record::points_gained(gain) } else { Text::default() };
    description.paths.into_iter().fold(ActionText::new(description.text).gain(gain).data(data), ActionText::path)
}

/// The announcement after an action: a Foreman that turned up with it.
pub(crate) fn news(before: &State, after: &State) -> Option<Text> {
    (after.foremen > before.foremen).then(|| OVERTIME.into())
}

/// The announcement of the deal: a Foreman among the cards.
pub(crate) fn opening(dealt: &State) -> Option<Text> {
    (dealt.foremen > 0).then(|| OVERTIME.into())
}

const OVERTIME: &str = "Overtime!";

struct Words<'a> {
    rules: &'a StoneRow,
    state: &'a State,
    /// The mover.
    seat: u8,
    observer: Observer,
}

/// The description of a move.
struct Description {
    kind: &'static str,
    text: Text,
    /// Cards out of a hand.
    cards: Cards,
    /// Cards out of the Brickyard.
    taken: Cards,
    /// The row that it is about.
    row: Option<u8>,
    paths: Vec<Path>,
}

impl Description {
    fn new(kind: &'static str, text: impl Into<Text>, paths: impl Into<Vec<Path>>) -> Self {
        Self { kind, text: text.into(), cards: 0, taken: 0, row: None, paths: paths.into() }
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

fn row_handle(row: u8) -> String {
    format!("row/{row}")
}

/// The name and the handle of a StoneRow.
pub(crate) fn label_of_row(rules: &StoneRow, state: &State, row: u8) -> PieceLabel {
    let words = Words { rules, state, seat: rules.mover(state), observer: Observer::Public };
    PieceLabel::new(words.row(row), row_handle(row))
}

/// The path that touches one handle.
fn touch(handle: impl Into<PathStep>) -> [Path; 1] {
    [vec![handle.into()]]
}

/// The paths for placing a card: the card first, or the place first.
fn lay(card: String, on: &str) -> [Path; 2] {
    [vec![card.clone().into(), on.into()], vec![on.into(), card.into()]]
}

impl Words<'_> {
    /// The handle of a card in the hand of the deciding player. For others, who see no handles there, the first of
    /// alike ones represents all.
    fn handle(&self, card: Card) -> String {
        let decider = self.rules.decider(self.state).unwrap_or(self.seat);
        if self.observer.sees(Seat(decider)) {
            return super::in_hand(self.state, card);
        }
        let first = each(self.rules.deck.alike(card)).next().unwrap_or(card);
        format!("card/{first}")
    }

    fn of(&self, chosen: Move) -> Description {
        let name = |card: Card| self.rules.card_name(card);
        let top = || self.state.brickyard.top().unwrap_or_default();
        let one = |card: Card| 1 << card;
        match chosen {
            Move::DrawQuarry => Description::new("draw", "draw from the Quarry", touch("quarry")),
            Move::DrawBrickyard => {
                let text = text!("take the {card} from the Brickyard", card = name(top()));
                Description::new("draw_brickyard", text, touch("brickyard")).taken(top())
            }
            Move::Set { rank, colours } => self.build(u128::from(colours) << (rank * self.rules.deck.colours)),
            Move::Run { low, colour, len } => self.build(Row::run(&self.rules.deck, colour, low, len, 0).cards),
            Move::WildSet { rank, colours, wild } => {
                self.build(u128::from(colours) << (rank * self.rules.deck.colours) | 1 << wild)
            }
            Move::WildRun { low, colour, len, missing, wild } => {
                let run = Row::run(&self.rules.deck, colour, low, len, 0).cards;
                self.build(run ^ (1 << self.rules.deck.card(low + missing, colour) | 1 << wild))
            }
            Move::Keep { card } => self.keep(card),
            Move::Hammer { card, row } => self.hammer(card, row),
            Move::Steal { row } => {
                let text = text!("steal {row} with a Highwayman", row = self.row(row));
                self.special_on("steal", text, Special::Highwayman, &row_handle(row)).row(row)
            }
            Move::Repair { row } => {
                let text = text!("repair {row} with a Mason", row = self.row(row));
                self.special_on("repair", text, Special::Mason, &row_handle(row)).row(row)
            }
            Move::Mortar { card, row } => self.mortar(card, row),
            Move::Deflect => {
                self.special_on("deflect", "a Displacer by the StoneRows", Special::Displacer, &self.own_rows())
            }
            Move::DigQuarry => {
                self.special_on("dig_quarry", "GoldDigger, three from the Quarry", Special::GoldDigger, "quarry")
            }
            Move::DigBrickyard => {
                self.special_on("dig_brickyard", "GoldDigger, into the Brickyard", Special::GoldDigger, "brickyard")
            }
            Move::Discard { card } => {
                let text = text!("discard the {card}", card = name(card));
                Description::new("discard", text, self.discard(card)).cards(one(card))
            }
            Move::Pass => Description::new("pass", "pass", touch("pass")),
            Move::Attract => {
                let description = Description::new("attract", "attract the Hammer with a Displacer", touch("attract"));
                self.on_falling(description.cards(one(self.special(Special::Displacer))))
            }
            Move::LetFall => self.on_falling(Description::new("let_fall", "let it fall", touch("let-fall"))),
            Move::Take { card } => {
                let text = text!("take the {card} from the Brickyard", card = name(card));
                Description::new("take", text, touch(super::in_brickyard(self.state, card))).taken(card)
            }
            Move::Enough => Description::new("enough", "take no more", touch("enough")),
            Move::Add { card } => {
                let text = text!("add the {card}", card = name(card));
                let description = Description::new("add", text, touch(self.handle(card))).cards(one(card));
                match self.state.phase {
                    Phase::Add { row } => description.row(row),
                    _ => description,
                }
            }
            Move::AddNone => Description::new("add_none", "add nothing more", touch("add-none")),
            Move::PickUp => {
                let text = text!("pick up the {card}", card = name(top()));
                Description::new("pick_up", text, touch("pick-up")).taken(top())
            }
            Move::LeaveIt => Description::new("leave_it", "leave it", touch("leave-it")),
        }
    }

    /// A card kept in a draft; only the player's own description names it.
    fn keep(&self, card: Card) -> Description {
        let asked = self.rules.decider(self.state).unwrap_or_default();
        if self.observer.sees(Seat(asked)) {
            let text = text!("keep the {card}", card = self.rules.card_name(card));
            return Description::new("keep", text, touch(self.handle(card))).cards(1 << card);
        }
        Description::new("keep", "keep a card", touch(self.handle(card)))
    }

    fn hammer(&self, card: Card, row: u8) -> Description {
        // The text of a special card that is a Hammer too must name its use.
        let paths = if self.rules.is_suited(card) {
            lay(self.handle(card), &row_handle(row)).to_vec()
        } else {
            vec![vec![PathStep::any([self.handle(card), "hammer".into()]), row_handle(row).into()]]
        };
        let text = text!("Hammer, the {card}, on {row}", card = self.rules.card_name(card), row = self.row(row));
        Description::new("hammer", text, paths).cards(1 << card).row(row)
    }

    fn mortar(&self, card: Card, row: u8) -> Description {
        let mason = self.special(Special::Mason);
        let paths = [
            vec![PathStep::any([self.handle(mason), self.handle(card)]), row_handle(row).into()],
            // The Mason before the card: the row and then the card is a Hammer on it.
            vec![row_handle(row).into(), self.handle(mason).into(), self.handle(card).into()],
        ];
        let text = text!("mortar the {card} to {row}", card = self.rules.card_name(card), row = self.row(row));
        Description::new("mortar", text, paths).cards(1 << mason | 1 << card).row(row)
    }

    /// The description of laying a special card on its target.
    fn special_on(&self, kind: &'static str, text: impl Into<Text>, special: Special, on: &str) -> Description {
        let card = self.special(special);
        Description::new(kind, text, lay(self.handle(card), on)).cards(1 << card)
    }

    /// The special card that a move plays. Only the player may know which of alike ones it is: for others the first of
    /// its kind represents all.
    fn special(&self, special: Special) -> Card {
        let alike = self.rules.special(special);
        let own = if self.observer.sees(Seat(self.seat)) { self.state.leaves(self.seat, alike) } else { None };
        own.or_else(|| each(alike).next()).unwrap_or_default()
    }

    /// A description with the row on which a Hammer is about to fall.
    fn on_falling(&self, description: Description) -> Description {
        match self.state.phase {
            Phase::Attract { row, .. } => description.row(row),
            _ => description,
        }
    }

    /// The place of the mover's StoneRows.
    fn own_rows(&self) -> String {
        format!("rows/{}", self.seat)
    }

    /// The description of a build: the cards in any order, and then the button or the place for them.
    fn build(&self, cards: Cards) -> Description {
        let names: Vec<Text> = each(cards).map(|card| self.rules.card_name(card)).collect();
        let set = || PathStep::any(each(cards).map(|card| self.handle(card)));
        let paths = [vec![set(), "build".into()], vec![set(), self.own_rows().into()]];
        Description::new("build", text!("build {cards}", cards = names), paths).cards(cards).row(self.state.row_count)
    }

    /// A card, and then the button or the Brickyard. A GoldDigger there looks through the Brickyard.
    fn discard(&self, card: Card) -> Vec<Path> {
        let mut paths: Vec<Path> = vec![vec![self.handle(card).into(), "discard".into()]];
        if self.rules.special(Special::GoldDigger) >> card & 1 == 0 {
            paths.push(vec![self.handle(card).into(), "brickyard".into()]);
        }
        paths
    }

    /// "West's three 9s", "West's red run from 4"; with its cards where these words fit another row as well.
    fn row(&self, number: u8) -> Text {
        let Some(row) = self.state.row(number) else { return "a StoneRow".into() };
        let name = self.row_name(row);
        let alike = self.state.rows().iter().filter(|other| self.row_name(other) == name).count();
        if alike == 1 {
            return name;
        }
        let cards: Vec<Text> = each(row.cards).map(|card| self.rules.card_name(card)).collect();
        text!("{row} ({cards})", row = name, cards)
    }

    fn row_name(&self, row: &Row) -> Text {
        let (rank, owner) = (self.rules.rank(row.low), Seat(row.owner));
        match row.kind {
            RowKind::Set => match row.len() {
                2 => text!("{owner}'s two {rank}s", rank, owner),
                3 => text!("{owner}'s three {rank}s", rank, owner),
                _ => text!("{owner}'s four {rank}s", rank, owner),
            },
            RowKind::Run => {
                text!("{owner}'s {colour} run from {rank}", colour = COLOURS[row.colour as usize], rank, owner)
            }
        }
    }
}

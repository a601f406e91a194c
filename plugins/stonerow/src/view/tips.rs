//! The tooltips of cards, piles, places and buttons: a sentence each.

use crate::cards::{Card, Kind, Special};
use crate::knobs::{Attract, Knobs};
use crate::rules::StoneRow;
use crate::state::State;
use stonehouse_plugin::{Text, text};

impl StoneRow {
    /// The tooltip of a card.
    pub(super) fn tip_of(&self, state: &State, card: Card) -> Text {
        let knobs = &self.knobs;
        let tip = match self.deck.kind(card) {
            Kind::Suited { rank, .. } if self.deck.is_character(rank) => {
                let [pair, three, four] = knobs.set_points;
                text!(
                    "Characters follow the highest number: Apprentice, Surveyor, Architect, Guild Master. \
                     Two alike score {pair}, three {three}, four {four}.",
                    pair,
                    three,
                    four
                )
            }
            Kind::Suited { .. } => text!(
                "Two to four of a rank are a set; three to {most} of one colour, in order, are a run.",
                most = knobs.max_run
            ),
            Kind::Special(special) => of_special(knobs, special),
        };
        if state.hammers >> card & 1 == 0 {
            return tip;
        }
        text!("Played as a Hammer it breaks an opponent's StoneRow. {otherwise}", otherwise = tip)
    }
}

fn of_special(knobs: &Knobs, special: Special) -> Text {
    match special {
        Special::Highwayman => "Moves an opponent's StoneRow in front of you, broken or not.".into(),
        Special::Mason if knobs.mortar_neighbours => {
            "Repairs a broken StoneRow in which you have points, or adds a card to a StoneRow of yours or of a neighbour."
                .into()
        }
        Special::Mason => "Repairs a broken StoneRow in which you have points, or adds a card to one of yours.".into(),
        Special::GoldDigger => {
            "Brings three cards from the Quarry, or up to three of your choice from the Brickyard.".into()
        }
        Special::Displacer => match knobs.attract {
            Attract::AnyOpponent => {
                "By your StoneRows it keeps Hammers off them; in your hand it can attract a Hammer that an opponent plays."
                    .into()
            }
            Attract::TargetOnly => {
                "By your StoneRows it keeps Hammers off them; in your hand it can attract a Hammer that falls on one of yours."
                    .into()
            }
        },
        Special::Foreman => match knobs.rounds_per_foreman {
            1 => "Overtime: he adds a round when he turns up.".into(),
            rounds => text!("Overtime: he adds {rounds} rounds when he turns up.", rounds),
        },
        Special::House1 | Special::House2 | Special::House3 => {
            "A card of the house: see this variant's house rules.".into()
        }
    }
}

/// The tower: of rounds, or of a team.
pub(super) fn of_tower(knobs: &Knobs) -> Text {
    if knobs.teams && knobs.tower_cards == 1 {
        return text!("The first team that reaches {goal} points wins the match.", goal = knobs.points_goal);
    }
    if knobs.teams {
        return text!(
            "A team that reaches {goal} points wins the hand and turns a card of its tower; {cards} cards win the match.",
            goal = knobs.points_goal,
            cards = knobs.tower_cards
        );
    }
    "The rounds. After the last one, most points win.".into()
}

/// The cards still to be drawn.
pub(super) const QUARRY: &str = "Cards that nobody has seen. Draw one to begin your turn.";

/// The cards out of play.
pub(super) const BRICKYARD: &str = "Discarded cards. The top one may be drawn instead of one from the Quarry.";

/// The card that makes Hammers.
pub(super) const KEYSTONE: &str = "Cards of its rank are Hammers.";

/// Foremen that turned up.
pub(super) const OVERTIME: &str = "Foremen that turned up: each has made the match longer.";

/// Cards that take no part.
pub(super) const OUT_OF_PLAY: &str = "Cards that take no further part.";

/// A Hammer that is played and not yet resolved.
pub(super) const FALLING: &str = "A Hammer that was played and is about to fall.";

/// A row that was broken.
pub(super) const BROKEN: &str =
    "A broken StoneRow: it scores nothing until a Mason repairs it. In brackets is what it would score.";

/// A row.
pub(super) const ROW: &str =
    "A StoneRow, with its points for whom it lies in front of; others who have points in it are named.";

/// The tooltip of a button.
pub(super) fn of_button(handle: &str) -> &'static str {
    match handle {
        "build" => "Lays the chosen cards before you as a new StoneRow.",
        "hammer" => "Plays the chosen card as a Hammer, not as what it is besides.",
        "discard" => "Lays the chosen card on the Brickyard. That is your action.",
        "pass" => "Does nothing: you have no card left.",
        "attract" => {
            "The Hammer comes into your hand, your Displacer goes to the Brickyard, and the StoneRow stays whole."
        }
        "let-fall" => "The Hammer breaks the StoneRow, unless somebody else attracts it.",
        "enough" => "Takes no more cards.",
        "add-none" => "Adds no more cards to the StoneRow.",
        "pick-up" => "Takes the discard into your hand.",
        "leave-it" => "Leaves the discard where it is.",
        _ => "",
    }
}

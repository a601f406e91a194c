//! The hooks of Stones: where house rules speak.

use crate::kinds::NAMES;
use stonehouse_plugin_api::{Field, HookDecl};

/// The index of `stone_worth`.
pub const STONE_WORTH: usize = 0;
/// The index of `bonus_to`.
pub const BONUS_TO: usize = 1;
/// The index of `bonus`.
pub const BONUS: usize = 2;
/// The index of `may_trade`.
pub const MAY_TRADE: usize = 3;
/// The index of `goal`.
pub const GOAL: usize = 4;
/// The index of `starting_coins`.
pub const STARTING_COINS: usize = 5;
/// The index of `force_stones`.
pub const FORCE_STONES: usize = 6;

/// The word for a blind request among [`NAMES`].
pub const ANY: &str = "any";

/// The declarations, each at its index.
pub fn declared() -> Vec<HookDecl> {
    let seat = || Field::integer("seat", "The player: a seat, from 0.");
    let hand = || Field::integer("hand", "The number of the hand, from 1.");
    let asked: Vec<&str> = NAMES.into_iter().chain([ANY]).collect();
    vec![
        HookDecl::integer(
            "stone_worth",
            "Coins that a stone is worth when a hand is counted.",
            [
                Field::word("kind", "The stone's kind.", &NAMES),
                seat(),
                Field::boolean("visible", "Whether it stands in front for all to see."),
                Field::integer("alike", "How many stones of its kind the player has, this one included."),
                hand(),
            ],
            (0, 10_000),
        ),
        HookDecl::integer(
            "bonus_to",
            "Who gets the bonus of a hand: a seat, from 0; -1 for nobody, and it is added to the next hand's.",
            [
                Field::integer("richest", "Whose stones are worth most, if one player's are: a seat, or -1."),
                Field::integer("poorest", "Whose stones are worth least, if one player's are: a seat, or -1."),
                Field::integer("leader", "Who had most coins before this hand, if one player had: a seat, or -1."),
                Field::integer("first", "Who moved first in this hand: a seat."),
                hand(),
            ],
            (-1, 4),
        ),
        HookDecl::integer(
            "bonus",
            "Coins of the bonus, with what was carried over, when somebody gets it.",
            [
                seat(),
                Field::integer("size", "The size of the player's largest group of one kind."),
                Field::word("kind", "The kind of that group.", &NAMES),
                Field::integer("carried", "Coins carried over from earlier hands."),
                hand(),
            ],
            (0, 100_000),
        ),
        HookDecl::boolean(
            "may_trade",
            "Whether a trade may be offered or forced. Asked for each that the rules allow.",
            [
                Field::integer("by", "Who offers: a seat, from 0."),
                Field::integer("to", "Who is asked: a seat, from 0."),
                Field::word("gives", "The kind offered.", &NAMES),
                Field::boolean("from_hidden", "Whether it is offered from a hidden place."),
                Field::word("asks", "The kind asked for; \"any\" in a blind request.", &asked),
                Field::boolean("of_hidden", "Whether it is asked from among the hidden stones."),
                Field::boolean("force", "Whether it is forced."),
                Field::integer("turn", "The turn on the trade counter, from 1."),
            ],
        ),
        HookDecl::integer(
            "goal",
            "Coins with which a player wins. Asked at the end of each hand.",
            [
                hand(),
                Field::integer("best", "The most coins that a player has."),
                Field::integer("next_best", "The most coins that another player has."),
            ],
            (1, 100_000),
        ),
        HookDecl::integer(
            "starting_coins",
            "Coins with which a player begins.",
            [seat(), Field::integer("players", "How many play.")],
            (0, 100_000),
        ),
        HookDecl::integer(
            "force_stones",
            "Force stones that a player gets for a hand.",
            [
                seat(),
                hand(),
                Field::integer("coins", "Coins that the player has."),
                Field::integer("best", "The most coins that any player has."),
            ],
            (0, 3),
        ),
    ]
}

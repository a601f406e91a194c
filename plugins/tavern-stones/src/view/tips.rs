//! The tooltips of stones, places and buttons: a sentence each.

use crate::kinds::Kind;
use crate::knobs::{AfterDenial, CountedTurns, Knobs};
use crate::rules::TavernStones;
use stonehouse_plugin::{Text, text};

/// A stone of this kind.
pub(super) fn of_stone(rules: &TavernStones, kind: Kind) -> Text {
    match rules.kinds.coins[kind as usize] {
        1 => "Worth 1 coin at the end of the hand.".into(),
        coins => text!("Worth {coins} coins at the end of the hand.", coins),
    }
}

/// A stone whose kind is not known.
pub(super) const COVERED: &str = "Its owner knows what it is. Its name states what everybody has seen that it is not.";

/// A force stone that can be played.
pub(super) fn of_force_stone(knobs: &Knobs) -> Text {
    match knobs.forces_upon {
        1 => "Exchanges a stone of yours for one in front of another player, without asking. Nobody is forced twice in a hand.".into(),
        times => text!(
            "Exchanges a stone of yours for one in front of another player, without asking. Nobody is forced more than {times} times in a hand.",
            times
        ),
    }
}

/// A force stone that was played.
pub(super) const FORCED: &str = "It was played in this hand, and comes back for the next.";

/// A stone that can be asked for.
pub(super) const REQUEST: &str = "Choose it, and one of your own stones to offer for it.";

/// The bag.
pub(super) const BAG: &str = "Stones that are not in this hand.";

/// The trade counter.
pub(super) fn of_counter(knobs: &Knobs) -> Text {
    let turns = knobs.trades_per_hand;
    match knobs.counts {
        CountedTurns::EveryTurn => text!("Turns of this hand. After {turns} the stones are counted.", turns),
        CountedTurns::TradesOnly => {
            text!("Trades of this hand. After {turns}, or when everybody passes, the stones are counted.", turns)
        }
    }
}

/// The bonus.
pub(super) const BONUS: &str =
    "Goes to the most complete hand: the largest group of one kind; of groups equally large, the dearer kind.";

/// A player's board.
pub(super) const TRAY: &str = "In front stand stones for all to see, behind them those that only their owner knows.";

/// The tooltip of a button.
pub(super) fn of_button(knobs: &Knobs, handle: &str) -> &'static str {
    match (handle, knobs.after_denial) {
        ("pass", _) => "Trades nothing. The player to your left is next.",
        ("accept", _) => "The two stones change places.",
        ("deny", AfterDenial::Asked) => "Nothing is traded, and the next turn is yours.",
        ("deny", AfterDenial::Left) => "Nothing is traded. The player to the left of the one who offered is next.",
        _ => "",
    }
}

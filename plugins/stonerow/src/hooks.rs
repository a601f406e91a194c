//! The hooks of StoneRow: where house rules speak.

use stonehouse_plugin_api::{Field, HookDecl};

/// The index of `row_points`.
pub const ROW_POINTS: usize = 0;
/// The index of `may_build`.
pub const MAY_BUILD: usize = 1;
/// The index of `hand_size`.
pub const HAND_SIZE: usize = 2;
/// The index of `extra_rounds`.
pub const EXTRA_ROUNDS: usize = 3;
/// The index of `may_break`.
pub const MAY_BREAK: usize = 4;
/// The index of `may_steal`.
pub const MAY_STEAL: usize = 5;
/// The index of `points_goal`.
pub const POINTS_GOAL: usize = 6;
/// The index of `team_points`.
pub const TEAM_POINTS: usize = 7;
/// The index of `final_score`.
pub const FINAL_SCORE: usize = 8;

/// The kinds of StoneRows as words, by number.
pub const KINDS: [&str; 2] = ["set", "run"];

/// The declarations, each at its index.
pub fn declared() -> Vec<HookDecl> {
    let kind = || Field::word("kind", "Whether it is a set or a run.", &KINDS);
    let cards = || Field::integer("cards", "How many cards it has.");
    let rank = || Field::integer("rank", "Its lowest rank: 1 and up are numbers, the characters follow them.");
    let points = || Field::integer("points", "What it is worth to its owner.");
    let by = || Field::integer("by", "Whose action it is: a seat, from 0.");
    let owner = || Field::integer("owner", "In front of whom it lies: a seat, from 0.");
    vec![
        HookDecl::integer(
            "row_points",
            "What a StoneRow is worth to one player. Asked when it is built, extended or stolen.",
            [
                kind(),
                cards(),
                rank(),
                Field::boolean("character", "Whether that rank is a character."),
                Field::integer("seat", "To whom it is worth that: a seat, from 0."),
                Field::boolean("shared", "Whether the player has it only as a share in another's."),
            ],
            (0, 1000),
        ),
        HookDecl::boolean(
            "may_build",
            "Whether cards make a StoneRow. Asked for each set and run that the rules allow.",
            [kind(), cards(), rank(), Field::boolean("character", "Whether that rank is a character.")],
        ),
        HookDecl::integer(
            "hand_size",
            "Cards dealt to a player at the start of a hand.",
            [
                Field::integer("seat", "The player: a seat, from 0."),
                Field::integer("players", "How many play."),
                Field::integer("hand", "The number of the hand, from 1."),
            ],
            (1, 12),
        ),
        HookDecl::integer(
            "extra_rounds",
            "Rounds that a Foreman adds when it turns up.",
            [
                Field::integer("foremen", "Foremen that have turned up, this one included."),
                Field::integer("round", "The round that is played, from 1."),
            ],
            (0, 10),
        ),
        HookDecl::boolean(
            "may_break",
            "Whether a Hammer may break a StoneRow.",
            [by(), owner(), kind(), cards(), points()],
        ),
        HookDecl::boolean(
            "may_steal",
            "Whether a Highwayman may steal a StoneRow.",
            [by(), owner(), kind(), cards(), points(), Field::boolean("broken", "Whether it is broken.")],
        ),
        HookDecl::integer(
            "points_goal",
            "Points with which a team wins a hand of team play. Asked when it is dealt.",
            [
                Field::integer("team", "The team: 0 or 1."),
                Field::integer("tower", "Tower cards that it has turned."),
                Field::integer("other_tower", "Tower cards that the other team has turned."),
            ],
            (1, 10_000),
        ),
        HookDecl::integer(
            "team_points",
            "What a team's StoneRows count for together.",
            [
                Field::integer("team", "The team: 0 or 1."),
                Field::integer("first", "Points that lie in front of its first player."),
                Field::integer("second", "Points that lie in front of its second player."),
                Field::integer("shares", "Points of its shares in the other team's StoneRows."),
            ],
            (0, 10_000),
        ),
        HookDecl::integer(
            "final_score",
            "A player's score at the end of a game without teams.",
            [
                Field::integer("seat", "The player: a seat, from 0."),
                Field::integer("rows", "Unbroken StoneRows in front of the player."),
                Field::integer("broken", "Broken ones."),
                Field::integer("cards", "Cards left in hand."),
                Field::integer("best", "The highest score at the table before this hook."),
            ],
            (-100_000, 100_000),
        ),
    ]
}

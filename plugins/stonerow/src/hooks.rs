//! The hooks of StoneRow: where house rules speak.

use crate::rows::RowKind;

stonehouse_plugin_api::hooks! {
    /// The house rules, asked by name.
    pub struct House;
    /// The hooks.
    pub enum Hook;

    /// What a StoneRow is worth to one player. Asked when it is built, extended or stolen.
    fn row_points(
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// Its lowest rank: 1 and up are numbers, the characters follow them.
        rank: u8,
        /// Whether that rank is a character.
        character: bool,
        /// To whom it is worth that: a seat, from 0.
        seat: u8,
        /// Whether the player has it only as a share in another's.
        shared: bool,
    ) -> i64 in 0..=1000;

    /// Whether cards make a StoneRow. Asked for each set and run that the rules allow.
    fn may_build(
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// Its lowest rank: 1 and up are numbers, the characters follow them.
        rank: u8,
        /// Whether that rank is a character.
        character: bool,
    ) -> bool;

    /// Cards dealt to a player at the start of a hand.
    fn hand_size(
        /// The player: a seat, from 0.
        seat: u8,
        /// How many play.
        players: u8,
        /// The number of the hand, from 1.
        hand: u8,
    ) -> i64 in 1..=12;

    /// Rounds that a Foreman adds when it turns up.
    fn extra_rounds(
        /// Foremen that have turned up, this one included.
        foremen: u8,
        /// The round that is played, from 1.
        round: u16,
    ) -> i64 in 0..=10;

    /// Whether a Hammer may break a StoneRow.
    fn may_break(
        /// Whose action it is: a seat, from 0.
        by: u8,
        /// In front of whom it lies: a seat, from 0.
        owner: u8,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it is worth to its owner.
        points: i16,
    ) -> bool;

    /// Whether a Highwayman may steal a StoneRow.
    fn may_steal(
        /// Whose action it is: a seat, from 0.
        by: u8,
        /// In front of whom it lies: a seat, from 0.
        owner: u8,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it is worth to its owner.
        points: i16,
        /// Whether it is broken.
        broken: bool,
    ) -> bool;

    /// Points with which a team wins a hand of team play. Asked when it is dealt.
    fn points_goal(
        /// The team: 0 or 1.
        team: u8,
        /// Tower cards that it has turned.
        tower: u8,
        /// Tower cards that the other team has turned.
        other_tower: u8,
    ) -> i64 in 1..=10_000;

    /// What a team's StoneRows count for together.
    fn team_points(
        /// The team: 0 or 1.
        team: u8,
        /// Points that lie in front of its first player.
        first: i64,
        /// Points that lie in front of its second player.
        second: i64,
        /// Points of its shares in the other team's StoneRows.
        shares: i64,
    ) -> i64 in 0..=10_000;

    /// A player's score at the end of a game without teams.
    fn final_score(
        /// The player: a seat, from 0.
        seat: u8,
        /// Unbroken StoneRows in front of the player.
        rows: u32,
        /// Broken ones.
        broken: u32,
        /// Cards left in hand.
        cards: u32,
        /// The highest score at the table before this hook.
        best: i64,
    ) -> i64 in -100_000..=100_000;
}

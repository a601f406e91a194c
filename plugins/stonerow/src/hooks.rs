//! The hooks and events of StoneRow, with their contexts.

#![allow(clippy::too_many_arguments, reason = "an event has many fields")]

use crate::cards::Special;
use crate::rows::RowKind;
use crate::state::State;
use stonehouse_plugin::{Seat, words};

words! {
    /// The use of a special card.
    pub enum Purpose {
        /// A Highwayman steals a StoneRow.
        Steal = "steal",
        /// A Mason repairs a StoneRow.
        Repair = "repair",
        /// A Mason mortars a card to a StoneRow.
        Mortar = "mortar",
        /// A GoldDigger brings cards of the Quarry.
        DigQuarry = "dig_quarry",
        /// A GoldDigger brings cards of the Brickyard.
        DigBrickyard = "dig_brickyard",
        /// A Displacer is laid by one's StoneRows.
        Deflect = "deflect",
        /// A Displacer attracts a Hammer.
        Attract = "attract",
    }
}

words! {
    /// The decision to be made.
    pub enum DecisionKind {
        /// The mover draws.
        Draw = "draw",
        /// The mover takes an action.
        Act = "act",
        /// Somebody is asked whether to attract a Hammer.
        Attract = "attract",
        /// The mover takes cards from the Brickyard.
        Sift = "sift",
        /// The mover's teammate may add cards to a StoneRow.
        Add = "add",
        /// The mover's teammate may pick up the discard.
        PickUp = "pick_up",
        /// The players draft their hands.
        Draft = "draft",
        /// The match is over.
        Over = "over",
    }
}

stonehouse_plugin::hooks! {
    /// The house rules, called by name.
    pub struct House for State;
    /// The hooks.
    pub enum Hook;

    /// What a StoneRow is worth to one player. Called when it is built, extended or stolen.
    fn row_points(
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// Its lowest rank: 1 and up are numbers, the characters follow them.
        rank: u8,
        /// Whether that rank is a character.
        character: bool,
        /// To whom it is worth that.
        seat: Seat,
        /// Whether the player has it only as a share in another's.
        shared: bool,
    ) -> i64 in 0..=1000;

    /// Whether cards make a StoneRow. Called for each set and run that the rules allow.
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
        /// The player.
        seat: Seat,
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
        /// Whose action it is.
        by: Seat,
        /// In front of whom it lies.
        owner: Seat,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it is worth to its owner.
        points: i16,
    ) -> bool;

    /// Whether a Highwayman may steal a StoneRow.
    fn may_steal(
        /// Whose action it is.
        by: Seat,
        /// In front of whom it lies.
        owner: Seat,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it is worth to its owner.
        points: i16,
        /// Whether it is broken.
        broken: bool,
    ) -> bool;

    /// Points with which a team wins a hand of team play. Called when it is dealt.
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
        /// The player.
        seat: Seat,
        /// Unbroken StoneRows in front of the player.
        rows: u32,
        /// Broken ones.
        broken: u32,
        /// Cards left in hand.
        cards: u32,
        /// The highest score at the table before this hook.
        best: i64,
    ) -> i64 in -100_000..=100_000;

    /// Cards that a player draws from the Quarry at the beginning of a turn.
    fn draw_count(
        /// The player.
        seat: Seat,
    ) -> i64 in 1..=10;

    /// The rank whose cards are wild: one of them may stand in a new StoneRow for a card that the player does not hold.
    /// 0: none.
    fn wild_rank(
        /// The player.
        seat: Seat,
    ) -> i64 in 0..=32;

    /// Whether a player may use a special card for what it does. Called for each use that the rules allow.
    fn may_use(
        /// The player.
        seat: Seat,
        /// The card.
        special: Special,
        /// What for.
        purpose: Purpose,
    ) -> bool;

    /// Whether a Mason may repair a StoneRow.
    fn may_repair(
        /// Whose action it is.
        by: Seat,
        /// In front of whom it lies.
        owner: Seat,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it would be worth to its owner.
        points: i16,
    ) -> bool;

    /// Whether a Mason may mortar a card to a StoneRow.
    fn may_mortar(
        /// Whose action it is.
        by: Seat,
        /// In front of whom it lies.
        owner: Seat,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// What it is worth to its owner.
        points: i16,
    ) -> bool;

    events pub enum Event;

    /// A player drew a card at the beginning of a turn. Which one from the Quarry only the player knows.
    fn card_drawn(
        /// Who drew it.
        seat: Seat,
        /// Whether it came from the Brickyard, where all saw it.
        from_brickyard: bool,
    );

    /// A player discarded a card, for all to see.
    fn card_discarded(
        /// Who discarded it.
        seat: Seat,
        /// Its rank: 1 and up are numbers, the characters follow them; 0 for a special card.
        rank: u8,
        /// Whether that rank is a character.
        character: bool,
    );

    /// The teammate picked up what a player discarded.
    fn card_picked_up(
        /// Who picked it up.
        seat: Seat,
        /// Who had discarded it.
        from: Seat,
    );

    /// A StoneRow was built.
    fn row_built(
        /// Who built it.
        seat: Seat,
        /// The number of the StoneRow: those on the table are numbered from 0 in the order in which they were built.
        row: u8,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has.
        cards: u8,
        /// Its lowest rank: 1 and up are numbers, the characters follow them.
        rank: u8,
        /// Whether that rank is a character.
        character: bool,
        /// What it is worth.
        points: i16,
    );

    /// A card was added to a StoneRow: mortared, or added by the teammate.
    fn row_extended(
        /// Who added it.
        by: Seat,
        /// In front of whom the StoneRow lies.
        owner: Seat,
        /// The number of the StoneRow.
        row: u8,
        /// Whether it is a set or a run.
        kind: RowKind,
        /// How many cards it has now.
        cards: u8,
        /// What it is worth now to the player whose share has grown.
        points: i16,
    );

    /// A Hammer was played on a StoneRow. It has not fallen yet.
    fn hammer_played(
        /// Who played it.
        by: Seat,
        /// In front of whom the StoneRow lies.
        owner: Seat,
        /// The number of the StoneRow.
        row: u8,
    );

    /// A Hammer broke a StoneRow.
    fn row_broken(
        /// Who played the Hammer.
        by: Seat,
        /// In front of whom the StoneRow lies.
        owner: Seat,
        /// The number of the StoneRow.
        row: u8,
        /// What it was worth to its owner.
        points: i16,
    );

    /// A Displacer attracted a Hammer.
    fn hammer_attracted(
        /// Whose Displacer it was.
        seat: Seat,
        /// Who had played the Hammer.
        by: Seat,
        /// The number of the StoneRow that it would have broken.
        row: u8,
    );

    /// A Highwayman stole a StoneRow.
    fn row_stolen(
        /// Who stole it, and has it now.
        by: Seat,
        /// Who had it.
        owner: Seat,
        /// The number of the StoneRow.
        row: u8,
        /// What it is worth to the thief, were it unbroken.
        points: i16,
    );

    /// A Mason repaired a broken StoneRow.
    fn row_repaired(
        /// Who repaired it.
        by: Seat,
        /// In front of whom it lies.
        owner: Seat,
        /// The number of the StoneRow.
        row: u8,
        /// What it is worth to its owner again.
        points: i16,
    );

    /// A Displacer was laid by a player's StoneRows.
    fn displacer_laid(
        /// The player.
        seat: Seat,
    );

    /// A GoldDigger was played.
    fn gold_dug(
        /// Who played it.
        seat: Seat,
        /// Whether for the Brickyard; otherwise for the Quarry.
        from_brickyard: bool,
    );

    /// A Foreman turned up, and is laid by the Tower. Not called for those that turn up in the first deal.
    fn foreman_turned(
        /// Foremen that have turned up, this one included.
        foremen: u8,
    );

    /// A player had nothing to do and passed.
    fn turn_passed(
        /// The player.
        seat: Seat,
    );

    /// Everybody has had a turn.
    fn round_ended(
        /// The number of the round, from 1.
        round: u16,
    );

    /// A hand of team play is over. The next one has been dealt already, unless the match is over.
    fn hand_ended(
        /// The number of the hand, from 1.
        hand: u8,
        /// The team that turns a Tower card, 0 or 1; -1 if none does.
        won_by: i8,
        /// Points of the team of the first and the third player.
        first: i64,
        /// Points of the team of the second and the fourth player.
        second: i64,
    );
}

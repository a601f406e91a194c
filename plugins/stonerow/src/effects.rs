//! The effects of house rules. `rules::effects` applies them.

use crate::cards::Special;
use crate::rules::StoneRow;
use stonehouse_plugin::{Seat, effects};

effects! {
    impl Effects for StoneRow;

    /// Adds points to a player's score; a negative number takes some away. In team play they count for the team in this
    /// hand. It cannot be done in team play when the match is over.
    fn points(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// How many.
        points: i64,
    ) {
        rules.add_points(state, seat, points)
    }

    /// A player draws cards from the Quarry: as many as there are, if there are fewer. It cannot be done in a draft.
    fn draw(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// How many, at most 20.
        cards: u8,
    ) {
        rules.draw_cards(state, seat, cards)
    }

    /// A player takes the Brickyard's top card, which all see. It cannot be done when there is none, nor in a draft.
    fn take_top(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        rules.take_top(state, seat)
    }

    /// Cards of a player's hand, drawn at random, go to the Brickyard. It cannot be done when there are fewer, nor in a
    /// draft.
    fn discard(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// How many.
        cards: u8,
    ) {
        rules.discard_random(state, seat, cards)
    }

    /// A card of a player's hand goes to the Brickyard. It cannot be done when there is no such card, nor in a draft.
    fn discard_held(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// Its place in the list `cards`, from 1.
        place: u8,
    ) {
        rules.discard_held(state, seat, place)
    }

    /// A card of one player's hand goes to the hand of another; only these two see it. It cannot be done when there is
    /// no such card, nor in a draft.
    fn give_held(
        rules,
        state,
        /// Who loses a card.
        from: Seat,
        /// Its place in the list `cards`, from 1.
        place: u8,
        /// Who gets it.
        to: Seat,
    ) {
        rules.give_held(state, from, place, to)
    }

    /// A card of one player's hand, drawn at random, goes to the hand of another; only these two see it. It cannot be
    /// done when there is none, nor in a draft.
    fn give(
        rules,
        state,
        /// Who loses a card.
        from: Seat,
        /// Who gets it.
        to: Seat,
    ) {
        rules.give_random(state, from, to)
    }

    /// Two players swap a card of their hands; only they see these two. It cannot be done when there is no such card,
    /// nor in a draft.
    fn swap_held(
        rules,
        state,
        /// One of them.
        one: Seat,
        /// The place of the card in that player's list `cards`, from 1.
        place: u8,
        /// The other.
        other: Seat,
        /// The place of the card in the other's list `cards`, from 1.
        other_place: u8,
    ) {
        rules.swap_held(state, (one, place), (other, other_place))
    }

    /// A card of a player's hand is shown to all, and stays known to the other players as long as it is there. It
    /// cannot be done when there is no such card, nor in a draft.
    fn show_held(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// Its place in the list `cards`, from 1.
        place: u8,
    ) {
        rules.show_held(state, seat, place)
    }

    /// Two players swap their hands. It cannot be done in a draft.
    fn swap_hands(
        rules,
        state,
        /// One of them.
        one: Seat,
        /// The other.
        other: Seat,
    ) {
        rules.swap(state, one, other)
    }

    /// Every hand goes to the neighbour on the left. It cannot be done in a draft.
    fn pass_hands(rules, state) {
        rules.pass_hands(state)
    }

    /// The players draft: each in turn keeps a card, then all pass the cards that they do not keep to the left, so many
    /// times. It can be done at the beginning of a turn, and when anybody has cards.
    fn draft(
        rules,
        state,
        /// How many cards each keeps before the last ones are passed on: 1 to 20.
        picks: u8,
    ) {
        rules.open_draft(state, picks)
    }

    /// A player is shown the hand of another, and the cards stay known to that player as long as they are in it.
    fn show_hand(
        rules,
        state,
        /// Whose hand.
        seat: Seat,
        /// Who is shown it.
        to: Seat,
    ) {
        rules.show(state, seat, to)
    }

    /// A player lays a special card out of play. It cannot be done when the player does not hold one.
    fn spend_card(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// Which card.
        special: Special,
    ) {
        rules.put_out_of_play(state, seat, special)
    }

    /// A player puts a special card on the Brickyard. It cannot be done when the player does not hold one.
    fn discard_card(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// Which card.
        special: Special,
    ) {
        rules.throw(state, seat, special)
    }

    /// Breaks a StoneRow, without a Hammer. It cannot be done when there is no such StoneRow, or it is broken.
    fn break_row(
        rules,
        state,
        /// Its number.
        row: i64,
    ) {
        rules.set_broken(state, row, true)
    }

    /// Repairs a broken StoneRow, without a Mason. It cannot be done when there is no such StoneRow, or it is not
    /// broken.
    fn repair_row(
        rules,
        state,
        /// Its number.
        row: i64,
    ) {
        rules.set_broken(state, row, false)
    }

    /// A StoneRow moves in front of a player, as if a Highwayman had stolen it: all of it is worth its points to that
    /// player, and nothing to others. It cannot be done when there is no such StoneRow, or it lies there.
    fn move_row(
        rules,
        state,
        /// Its number.
        row: i64,
        /// The player.
        seat: Seat,
    ) {
        rules.give_row(state, row, seat)
    }

    /// From now on the cards of this rank are the Hammers. It cannot be done when the deck has no such rank.
    fn hammer_rank(
        rules,
        state,
        /// The rank: 1 and up are numbers, the characters follow them.
        rank: u8,
    ) {
        rules.name_hammers(state, rank)
    }

    /// A player takes the first turn, and the others follow to the left. It can be done before anything is played in a
    /// hand.
    fn begin(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        rules.let_begin(state, seat)
    }

    /// The next turn to begin is this player's, out of order; then play goes on where it was. At the beginning of a
    /// turn that is at once.
    fn turn_to(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        rules.insert_turn(state, seat)
    }

    /// The turn under way ends at once. It can be done while the player is to draw or to act.
    fn end_turn(rules, state) {
        rules.cut_turn(state)
    }

    /// More rounds are played, or fewer: at least the one under way, and at most 100. A match that would be over goes
    /// on with them, as long as `match_ended` has not come. It cannot be done in team play.
    fn add_rounds(
        rules,
        state,
        /// How many; a negative number takes some away.
        rounds: i64,
    ) {
        rules.add_rounds(state, rounds)
    }
}

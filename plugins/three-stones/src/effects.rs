//! The effects of house rules on the board, in the pouch, in the hands, and in the order of play.

use crate::rules::ThreeStones;
use crate::rules::effects::{at_table, draw_place, no_hands, other_colour};
use crate::state::Stone;
use stonehouse_plugin::{EffectError, Seat, effects};

/// The greatest absolute value of a score after an effect.
const MAX_POINTS: i64 = 1_000_000;

effects! {
    impl Effects for ThreeStones;

    /// Adds points to a player's score; a negative number takes some away. It cannot be done when the score would be
    /// more than a million, or less than a million below 0.
    fn points(
        _rules,
        state,
        /// The player.
        seat: Seat,
        /// How many.
        points: i64,
    ) {
        let seat = at_table(seat)?;
        let score = state.scores[seat].saturating_add(points);
        if !(-MAX_POINTS..=MAX_POINTS).contains(&score) {
            return Err(EffectError::new(format!("a score cannot be {score}: at most a million either way")));
        }
        state.scores[seat] = score;
        state.given[seat] += points;
        Ok(())
    }

    /// Makes it a player's turn, no matter who would be next. It cannot be done when that player has no stone in hand,
    /// in the game of pure skill. When the game is over it does nothing.
    fn next_player(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        let seat = at_table(seat)? as u8;
        if state.over {
            return Ok(());
        }
        if !rules.knobs.pouch && state.in_hand(seat) == 0 {
            return Err(EffectError::new("that player has no stone in hand, and cannot be next"));
        }
        rules.change(state, |after| {
            after.next = seat;
            Ok(())
        })
    }

    /// Makes the players change colours: every white stone becomes a black one and every black one a white one, on the
    /// board, in the pouch and in the hands, which change owners. The scores change places, but not what a player was
    /// spotted. Whose turn it is stays as it is.
    fn swap_colours(rules, state) {
        rules.change(state, |after| {
            after.stones.swap(0, 1);
            for left in &mut after.left {
                left.swap(0, 1);
            }
            if !rules.knobs.pouch {
                after.left.swap(0, 1);
            }
            after.drawn = after.drawn.map(other_colour);
            let spotted = rules.knobs.handicap_points;
            let made = [0, 1].map(|seat| after.scores[seat] - spotted[seat]);
            after.scores = [made[1] + spotted[0], made[0] + spotted[1]];
            rules.house.colours_swapped();
            Ok(())
        })
    }

    /// Takes a stone off the board and out of the game; what it has scored stays. It cannot be done when no stone lies
    /// there.
    fn remove(
        rules,
        state,
        /// Row of its pocket, 0 at the top.
        row: i64,
        /// Column of its pocket, 0 at the left.
        col: i64,
    ) {
        let place = rules.pocket(row, col)?;
        rules.change(state, |after| rules.take_off(after, place))
    }

    /// Takes a stone that chance chooses off the board and out of the game. It cannot be done when the board is empty.
    fn remove_random(rules, state) {
        rules.change(state, |after| {
            let filled = after.filled();
            let place = draw_place(after, filled).ok_or_else(|| EffectError::new("no stone lies on the board"))?;
            rules.take_off(after, place)
        })
    }

    /// Puts a stone on the board that comes from outside of the game. Lines that it completes score, and the ring stays
    /// where it is. It cannot be done when there is no empty pocket.
    fn place(
        rules,
        state,
        /// Which stone.
        stone: Stone,
        /// Row of the pocket, 0 at the top.
        row: i64,
        /// Column of the pocket, 0 at the left.
        col: i64,
    ) {
        let place = rules.empty_pocket(state, row, col)?;
        rules.change(state, |after| {
            after.keep_numbers();
            let ring = after.last;
            after.put(stone, place);
            after.last = ring;
            rules.score_placed_by_rule(after, stone, place, None)
        })
    }

    /// Moves a stone to another pocket, with the ring if it lies there. Lines that it completes there score. It cannot
    /// be done when no stone lies there, or the other pocket is not empty.
    fn move_stone(
        rules,
        state,
        /// Row of its pocket, 0 at the top.
        row: i64,
        /// Column of its pocket, 0 at the left.
        col: i64,
        /// Row of the other pocket.
        to_row: i64,
        /// Column of the other pocket.
        to_col: i64,
    ) {
        let from = rules.pocket(row, col)?;
        let to = rules.empty_pocket(state, to_row, to_col)?;
        let stone = rules.stone_in(state, from)?;
        rules.change(state, |after| {
            after.stones[stone as usize] ^= 1 << from | 1 << to;
            after.order[usize::from(to)] = after.order[usize::from(from)];
            if after.last == Some(from) {
                after.last = Some(to);
            }
            rules.score_placed_by_rule(after, stone, to, None)
        })
    }

    /// Makes a stone on the board one of another kind. Lines that were none before score. It cannot be done when no
    /// stone lies there.
    fn recolour(
        rules,
        state,
        /// What it becomes.
        stone: Stone,
        /// Row of its pocket, 0 at the top.
        row: i64,
        /// Column of its pocket, 0 at the left.
        col: i64,
    ) {
        let place = rules.pocket(row, col)?;
        let was = rules.stone_in(state, place)?;
        rules.change(state, |after| {
            let before = after.stones;
            after.stones[was as usize] &= !(1 << place);
            after.stones[stone as usize] |= 1 << place;
            rules.score_placed_by_rule(after, stone, place, Some(before))
        })
    }

    /// Blocks a pocket: no stone can be put there any more. When no pocket is left the game is over. It cannot be done
    /// when the pocket is not empty.
    fn block(
        rules,
        state,
        /// Its row, 0 at the top.
        row: i64,
        /// Its column, 0 at the left.
        col: i64,
    ) {
        let place = rules.empty_pocket(state, row, col)?;
        rules.change(state, |after| {
            rules.close(after, place);
            Ok(())
        })
    }

    /// Blocks an empty pocket that chance chooses. It cannot be done when there is none.
    fn block_random(rules, state) {
        rules.change(state, |after| {
            let empty = rules.board.pockets & !after.taken();
            let place = draw_place(after, empty).ok_or_else(|| EffectError::new("no pocket is empty"))?;
            rules.close(after, place);
            Ok(())
        })
    }

    /// Opens a pocket again that was blocked. It cannot be done when it is not blocked.
    fn unblock(
        rules,
        state,
        /// Its row, 0 at the top.
        row: i64,
        /// Its column, 0 at the left.
        col: i64,
    ) {
        let place = rules.pocket(row, col)?;
        if state.blocked >> place & 1 == 0 {
            return Err(EffectError::new(format!("the pocket {} is not blocked", rules.board.name(place))));
        }
        rules.change(state, |after| {
            after.blocked &= !(1 << place);
            Ok(())
        })
    }

    /// Puts the ring on a pocket, empty or not: the next stone goes into its row or its column.
    fn move_ring(
        rules,
        state,
        /// Row of the pocket, 0 at the top.
        row: i64,
        /// Column of the pocket, 0 at the left.
        col: i64,
    ) {
        let place = rules.pocket(row, col)?;
        rules.change(state, |after| {
            after.last = Some(place);
            Ok(())
        })
    }

    /// Takes the ring off the board: the next stone goes anywhere.
    fn lift_ring(rules, state) {
        rules.change(state, |after| {
            after.last = None;
            Ok(())
        })
    }

    /// Draws another stone from the pouch, and puts the one that was drawn back. It cannot be done when no other is in
    /// the pouch.
    fn redraw(rules, state) {
        let drawn = state.drawn.ok_or_else(|| EffectError::new("no stone is drawn"))?;
        if state.left[0] == [0; 3] {
            return Err(EffectError::new("no other stone is in the pouch"));
        }
        rules.change(state, |after| {
            after.draw();
            after.left[0][drawn as usize] += 1;
            rules.notify_drawn(after);
            Ok(())
        })
    }

    /// Takes the stone that was drawn out of the game; the next one is drawn. When there is none the game is over.
    fn discard_drawn(rules, state) {
        if state.drawn.is_none() {
            return Err(EffectError::new("no stone is drawn"));
        }
        rules.change(state, |after| {
            after.draw();
            rules.notify_drawn(after);
            Ok(())
        })
    }

    /// Takes a stone out of a player's hand and out of the game. It cannot be done when the player has none of that
    /// kind, or there are no hands.
    fn discard(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// Which stone.
        stone: Stone,
    ) {
        let seat = at_table(seat)?;
        rules.holds(state, seat, stone)?;
        rules.change(state, |after| {
            after.left[seat][stone as usize] -= 1;
            Ok(())
        })
    }

    /// Gives a stone out of a player's hand to the other player. It cannot be done when the player has none of that
    /// kind, or there are no hands.
    fn hand_over(
        rules,
        state,
        /// Who gives it.
        seat: Seat,
        /// Which stone.
        stone: Stone,
    ) {
        let seat = at_table(seat)?;
        rules.holds(state, seat, stone)?;
        rules.change(state, |after| {
            after.left[seat][stone as usize] -= 1;
            after.left[1 - seat][stone as usize] += 1;
            Ok(())
        })
    }

    /// Makes the players exchange hands. It cannot be done when there are no hands.
    fn swap_hands(rules, state) {
        if rules.knobs.pouch {
            return Err(no_hands());
        }
        rules.change(state, |after| {
            after.left.swap(0, 1);
            Ok(())
        })
    }
}

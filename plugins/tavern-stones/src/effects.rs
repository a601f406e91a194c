//! The effects of house rules. After each of them every stone is in exactly one place, and the knowledge about it is
//! true.

use crate::kinds::KINDS;
use crate::moves::RequestedStone;
use crate::rules::TavernStones;
use crate::state::{NOBODY, Phase, Place, State, Stone};
use stonehouse_plugin::{EffectError, Seat, effects};

/// The most coins that a player may have or owe by an effect: more than any hands can add.
const MAX_COINS: i64 = 1_000_000_000_000;

/// The most coins of a bonus: the greatest value of the hook `bonus`.
const MAX_BONUS: i64 = 100_000;

/// The most force stones of a player in a hand, left and played.
const MAX_FORCE_STONES: u8 = 9;

type Done = Result<(), EffectError>;

fn refuse<T>(why: impl Into<String>) -> Result<T, EffectError> {
    Err(EffectError::new(why))
}

impl TavernStones {
    /// A seat at this table.
    fn seated(&self, seat: Seat) -> Result<u8, EffectError> {
        if seat.0 < self.seats {
            return Ok(seat.0);
        }
        refuse(format!("there is no seat {} at a table of {}", seat.0, self.seats))
    }

    /// A place on the board of a seat at this table, while the match lasts.
    fn at(&self, state: &State, seat: Seat, place: Place) -> Result<(u8, Place), EffectError> {
        let seat = self.seated(seat)?;
        in_play(state)?;
        if place < self.places {
            return Ok((seat, place));
        }
        refuse(format!("there is no place {place}: they are counted from 0 to {}", self.places - 1))
    }

    /// A place whose stone is not part of an offer.
    fn movable(&self, state: &State, seat: Seat, place: Place) -> Result<(u8, Place), EffectError> {
        let at = self.at(state, seat, place)?;
        match state.phase {
            Phase::Answer(offer)
                if at == (state.mover, offer.give)
                    || at.0 == offer.to && offer.asked == RequestedStone::Visible(place) =>
            {
                refuse("that stone is part of the offer that waits for its answer")
            }
            _ => Ok(at),
        }
    }

    /// Puts a stone at a place: in front, everybody sees it; hidden, its owner does.
    fn put(&self, state: &mut State, mut stone: Stone, seat: u8, place: Place) {
        stone.known_to |= 1 << seat;
        if place < self.knobs.visible_stones {
            stone.show();
        }
        state.stones[seat as usize][place as usize] = stone;
    }

    fn swap_places(&self, state: &mut State, one: (u8, Place), other: (u8, Place)) {
        let (first, second) = (state.stone(one.0, one.1), state.stone(other.0, other.1));
        self.put(state, first, other.0, other.1);
        self.put(state, second, one.0, one.1);
    }

    /// Exchanges a stone for one drawn from the bag.
    fn draw(&self, state: &mut State, seat: u8, place: Place) -> Done {
        let total: u32 = state.bag.iter().map(|count| u32::from(*count)).sum();
        if total == 0 {
            return refuse("the bag is empty");
        }
        let mut nth = state.rng.below(total);
        let mut kind = 0;
        while nth >= u32::from(state.bag[kind]) {
            nth -= u32::from(state.bag[kind]);
            kind += 1;
        }
        let old = state.stone(seat, place);
        let in_front = place < self.knobs.visible_stones;
        for eye in 0..self.seats {
            let seen = &mut state.seen_in_bag[eye as usize];
            // A player who does not see the stone drawn knows of each stone only that it may no longer be in the bag.
            for known in (0..KINDS).filter(|known| *known == kind || !in_front && eye != seat) {
                seen[known] = seen[known].saturating_sub(1);
            }
            seen[old.kind as usize] += u8::from(old.is_known_to(eye));
        }
        state.bag[kind] -= 1;
        state.bag[old.kind as usize] += 1;
        let drawn = Stone { kind: kind as u8, may_be: self.kinds.in_play, known_to: 0, id: old.id };
        self.put(state, drawn, seat, place);
        Ok(())
    }
}

fn in_play(state: &State) -> Done {
    if state.phase == Phase::Over { refuse("the match is over") } else { Ok(()) }
}

/// The coins of a player after `coins` are added, if that is within bounds.
fn purse(state: &State, seat: u8, coins: i64) -> Result<i64, EffectError> {
    let sum = state.coins[seat as usize].checked_add(coins);
    match sum.filter(|sum| (-MAX_COINS..=MAX_COINS).contains(sum)) {
        Some(sum) => Ok(sum),
        None => refuse(format!("{coins} coins more are too many")),
    }
}

effects! {
    impl Effects for TavernStones;

    /// Gives coins to a player; a negative number takes some away, and may leave the player in debt.
    fn points(
        rules,
        state,
        /// The player.
        seat: Seat,
        /// How many coins.
        points: i64,
    ) {
        let seat = rules.seated(seat)?;
        state.coins[seat as usize] = purse(state, seat, points)?;
        Ok(())
    }

    /// A player gives coins to another, and may be left in debt. It cannot be done with fewer than 0 coins.
    fn give_coins(
        rules,
        state,
        /// Who gives.
        from: Seat,
        /// Who gets.
        to: Seat,
        /// How many.
        coins: i64,
    ) {
        let (from, to) = (rules.seated(from)?, rules.seated(to)?);
        if coins < 0 {
            return refuse(format!("{coins} coins cannot be given"));
        }
        if from != to {
            let (left, sum) = (purse(state, from, -coins)?, purse(state, to, coins)?);
            state.coins[from as usize] = left;
            state.coins[to as usize] = sum;
        }
        Ok(())
    }

    /// Adds coins to the bonus of this hand; a negative number takes some away. The bonus must remain within 0 and
    /// 100000.
    fn carry(
        rules,
        state,
        /// How many.
        coins: i64,
    ) {
        in_play(state)?;
        let sum = state.carried.checked_add(coins);
        match sum.filter(|sum| (0..=MAX_BONUS).contains(&(rules.knobs.bonus.saturating_add(*sum)))) {
            Some(sum) => {
                state.carried = sum;
                Ok(())
            }
            None => refuse(format!(
                "the bonus would not remain within 0 and {MAX_BONUS}: it is {}",
                rules.knobs.bonus + state.carried
            )),
        }
    }

    /// Two players exchange all their stones, each going to the same place of the other board. Everybody remembers what
    /// they have seen. It cannot be done while one of them has offered a trade or is asked for one.
    fn swap_boards(
        rules,
        state,
        /// A player.
        a: Seat,
        /// Another player.
        b: Seat,
    ) {
        let (a, b) = (rules.seated(a)?, rules.seated(b)?);
        in_play(state)?;
        if let Phase::Answer(offer) = state.phase
            && [a, b].into_iter().any(|seat| seat == state.mover || seat == offer.to)
        {
            return refuse("one of the two boards is part of the offer that waits for its answer");
        }
        for place in (0..rules.places).filter(|_| a != b) {
            rules.swap_places(state, (a, place), (b, place));
        }
        Ok(())
    }

    /// Two stones change places, on one board or two. In front everybody sees them; behind, their new owners do. It
    /// cannot be done with a stone that is part of an offer.
    fn swap_stones(
        rules,
        state,
        /// Whose the one stone is.
        seat: Seat,
        /// Its place: those in front from 0, the hidden ones after them.
        place: u8,
        /// Whose the other stone is.
        other: Seat,
        /// Its place.
        other_place: u8,
    ) {
        let (one, other) = (rules.movable(state, seat, place)?, rules.movable(state, other, other_place)?);
        rules.swap_places(state, one, other);
        Ok(())
    }

    /// A player's stone is shown to everybody, who remember it.
    fn show_stone(
        rules,
        state,
        /// Whose it is.
        seat: Seat,
        /// Its place: those in front from 0, the hidden ones after them.
        place: u8,
    ) {
        let (seat, place) = rules.at(state, seat, place)?;
        state.stones[seat as usize][place as usize].show();
        Ok(())
    }

    /// A player's stone is shown to one other player, who remembers it.
    fn show_stone_to(
        rules,
        state,
        /// Whose it is.
        seat: Seat,
        /// Its place: those in front from 0, the hidden ones after them.
        place: u8,
        /// Who sees it.
        to: Seat,
    ) {
        let ((seat, place), to) = (rules.at(state, seat, place)?, rules.seated(to)?);
        let stone = &mut state.stones[seat as usize][place as usize];
        if stone.public().is_none() {
            stone.known_to |= 1 << to;
        }
        Ok(())
    }

    /// A stone drawn from the bag takes the place of a player's stone, which goes into the bag. It cannot be done when
    /// the bag is empty, and not with a stone that is part of an offer.
    fn draw_from_bag(
        rules,
        state,
        /// Whose stone it is.
        seat: Seat,
        /// Its place: those in front from 0, the hidden ones after them.
        place: u8,
    ) {
        let (seat, place) = rules.movable(state, seat, place)?;
        rules.draw(state, seat, place)
    }

    /// A player gets one more force stone for this hand. Nobody can have more than 9, those that were played included.
    fn give_force_stone(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        let seat = rules.seated(seat)? as usize;
        in_play(state)?;
        if state.force_stones[seat] + state.forced[seat].iter().sum::<u8>() >= MAX_FORCE_STONES {
            return refuse(format!("nobody can have more than {MAX_FORCE_STONES} force stones in a hand"));
        }
        state.force_stones[seat] += 1;
        Ok(())
    }

    /// A player loses a force stone. It cannot be done when the player has none left.
    fn take_force_stone(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        let seat = rules.seated(seat)? as usize;
        in_play(state)?;
        match state.force_stones[seat].checked_sub(1) {
            Some(left) => {
                state.force_stones[seat] = left;
                Ok(())
            }
            None => refuse("the player has no force stone left"),
        }
    }

    /// It is a player's turn now, to trade with anybody. It cannot be done while an offer waits for its answer.
    fn next(
        rules,
        state,
        /// The player.
        seat: Seat,
    ) {
        let seat = rules.seated(seat)?;
        match state.phase {
            Phase::Over => refuse("the match is over"),
            Phase::Answer(_) => refuse("an offer waits for its answer"),
            Phase::Turn => {
                (state.mover, state.barred) = (seat, NOBODY);
                Ok(())
            }
        }
    }

    /// The hand ends now: it is counted, and the next one is dealt, unless a player has won. An offer that waits for
    /// its answer is void.
    fn end_hand(rules, state) {
        in_play(state)?;
        let mut after = state.clone();
        if rules.end_hand(&mut after).is_err() {
            return refuse("the hand cannot be counted: a house rule failed");
        }
        *state = after;
        Ok(())
    }
}

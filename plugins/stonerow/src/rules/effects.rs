//! Effects of house rules. Everything is checked before anything changes, and afterwards the deciding player has a
//! legal action.

use super::StoneRow;
use crate::cards::{Card, Special, each};
use crate::moves::RowId;
use crate::state::{NOBODY, Phase, State};
use stonehouse_plugin::{EffectError, GameError, Seat};

/// The result of an effect.
type Done = Result<(), EffectError>;

/// The most points that house rules give a player, or take from one.
const MAX_BONUS: i64 = 1_000_000;

/// The most cards that are drawn at once, and the most picks of a draft.
const MAX_CARDS_AT_ONCE: u8 = 20;

/// The most rounds.
const MAX_ROUNDS: i64 = 100;

fn refuse<T>(why: impl Into<String>) -> Result<T, EffectError> {
    Err(EffectError::new(why))
}

/// The error when a house rule failed that the effect called.
fn failed(_: GameError) -> EffectError {
    EffectError::new("a hook that decides about it failed")
}

impl StoneRow {
    pub(crate) fn add_points(&self, state: &mut State, seat: Seat, points: i64) -> Done {
        let place = usize::from(self.at_table(seat)?);
        let over = state.phase == Phase::Over;
        if over && self.knobs.teams {
            return refuse("the match is over, and in team play points count in a hand");
        }
        let sum = state.bonus[place].checked_add(points).filter(|sum| (-MAX_BONUS..=MAX_BONUS).contains(sum));
        let Some(sum) = sum else {
            return refuse(format!("house rules add at most {MAX_BONUS} points to a score"));
        };
        state.bonus[place] = sum;
        if over {
            state.finals[place] += points;
            return Ok(());
        }
        self.settle(state)
    }

    pub(crate) fn draw_cards(&self, state: &mut State, seat: Seat, cards: u8) -> Done {
        let seat = self.holder(state, seat)?;
        if cards > MAX_CARDS_AT_ONCE {
            return refuse(format!("at most {MAX_CARDS_AT_ONCE} cards are drawn at once"));
        }
        for _ in 0..cards {
            if !self.draw_one(state, seat).map_err(failed)? {
                break;
            }
        }
        self.settle(state)
    }

    pub(crate) fn take_top(&self, state: &mut State, seat: Seat) -> Done {
        let seat = self.holder(state, seat)?;
        let Some(card) = state.brickyard.pop() else { return refuse("there is no card in the Brickyard") };
        self.take_seen(state, seat, card).map_err(failed)?;
        self.settle(state)
    }

    pub(crate) fn discard_random(&self, state: &mut State, seat: Seat, cards: u8) -> Done {
        let seat = self.holder(state, seat)?;
        let held = state.hands[seat as usize].count_ones();
        if held < u32::from(cards) {
            return refuse(format!("seat {seat} has {held} cards to discard, not {cards}"));
        }
        for _ in 0..cards {
            if let Some(card) = self.random_card(state, seat) {
                state.leave_hand_alike(&self.deck, seat, card);
                state.brickyard.push(card);
            }
        }
        self.settle(state)
    }

    pub(crate) fn discard_held(&self, state: &mut State, seat: Seat, place: u8) -> Done {
        let seat = self.holder(state, seat)?;
        let card = Self::held_at(state, seat, place)?;
        state.leave_hand_alike(&self.deck, seat, card);
        state.brickyard.push(card);
        self.settle(state)
    }

    pub(crate) fn give_held(&self, state: &mut State, from: Seat, place: u8, to: Seat) -> Done {
        let (from, to) = (self.holder(state, from)?, self.holder(state, to)?);
        if from == to {
            return refuse("nobody gives a card to themselves");
        }
        let card = Self::held_at(state, from, place)?;
        state.give(&self.deck, from, to, card);
        self.settle(state)
    }

    /// The card at this place of a hand, counted from 1 in the order of the zone `cards`.
    fn held_at(state: &State, seat: u8, place: u8) -> Result<Card, EffectError> {
        let card = place.checked_sub(1).and_then(|nth| each(state.hands[seat as usize]).nth(nth.into()));
        card.map_or_else(|| refuse(format!("seat {seat} has no card at place {place} of the hand")), Ok)
    }

    pub(crate) fn give_random(&self, state: &mut State, from: Seat, to: Seat) -> Done {
        let (from, to) = (self.holder(state, from)?, self.holder(state, to)?);
        if from == to {
            return refuse("nobody gives a card to themselves");
        }
        let Some(card) = self.random_card(state, from) else {
            return refuse(format!("seat {from} has no card to give"));
        };
        state.give(&self.deck, from, to, card);
        self.settle(state)
    }

    pub(crate) fn swap_held(&self, state: &mut State, one: (Seat, u8), other: (Seat, u8)) -> Done {
        let (seat, other_seat) = (self.holder(state, one.0)?, self.holder(state, other.0)?);
        if seat == other_seat {
            return refuse("nobody swaps a card with themselves");
        }
        let (card, other_card) = (Self::held_at(state, seat, one.1)?, Self::held_at(state, other_seat, other.1)?);
        state.give(&self.deck, seat, other_seat, card);
        state.give(&self.deck, other_seat, seat, other_card);
        self.settle(state)
    }

    pub(crate) fn show_held(&self, state: &mut State, seat: Seat, place: u8) -> Done {
        let seat = self.holder(state, seat)?;
        state.show_card(seat, Self::held_at(state, seat, place)?);
        Ok(())
    }

    pub(crate) fn swap(&self, state: &mut State, one: Seat, other: Seat) -> Done {
        let (one, other) = (self.holder(state, one)?, self.holder(state, other)?);
        if one == other {
            return refuse("nobody swaps hands with themselves");
        }
        state.swap_hands(one, other);
        self.settle(state)
    }

    pub(crate) fn pass_hands(&self, state: &mut State) -> Done {
        self.holder(state, Seat(0))?;
        state.pass_hands(self.seats);
        self.settle(state)
    }

    pub(crate) fn open_draft(&self, state: &mut State, picks: u8) -> Done {
        if !(1..=MAX_CARDS_AT_ONCE).contains(&picks) {
            return refuse(format!("a draft has 1 to {MAX_CARDS_AT_ONCE} picks, not {picks}"));
        }
        if state.phase != Phase::Draw {
            return refuse("a draft begins where a turn begins");
        }
        if self.begin_draft(state, picks) { Ok(()) } else { refuse("nobody has a card to draft") }
    }

    pub(crate) fn show(&self, state: &mut State, seat: Seat, to: Seat) -> Done {
        let (seat, to) = (self.holder(state, seat)?, self.holder(state, to)?);
        state.show_hand(seat, to);
        Ok(())
    }

    pub(crate) fn put_out_of_play(&self, state: &mut State, seat: Seat, special: Special) -> Done {
        let card = self.special_of(state, seat, special)?;
        state.out_of_play |= 1 << card;
        self.settle(state)
    }

    pub(crate) fn throw(&self, state: &mut State, seat: Seat, special: Special) -> Done {
        let card = self.special_of(state, seat, special)?;
        state.brickyard.push(card);
        self.settle(state)
    }

    pub(crate) fn set_broken(&self, state: &mut State, row: i64, broken: bool) -> Done {
        let row = Self::number_of(state, row)?;
        let changed = &mut state.rows[row as usize];
        if changed.broken == broken {
            return refuse(format!("StoneRow {row} is {} already", if broken { "broken" } else { "whole" }));
        }
        changed.broken = broken;
        self.settle(state)
    }

    pub(crate) fn give_row(&self, state: &mut State, row: i64, seat: Seat) -> Done {
        let (row, seat) = (Self::number_of(state, row)?, self.at_table(seat)?);
        if state.rows[row as usize].owner == seat {
            return refuse(format!("StoneRow {row} lies in front of seat {seat} already"));
        }
        self.move_row(state, row, seat).map_err(failed)?;
        self.settle(state)
    }

    pub(crate) fn name_hammers(&self, state: &mut State, rank: u8) -> Done {
        if !(1..=self.deck.ranks).contains(&rank) {
            return refuse(format!("the deck has the ranks 1 to {}, not {rank}", self.deck.ranks));
        }
        state.hammers = self.deck.of_rank(rank - 1) & !(1 << state.keystone);
        Ok(())
    }

    pub(crate) fn let_begin(&self, state: &mut State, seat: Seat) -> Done {
        let seat = self.at_table(seat)?;
        let untouched = state.turn == 0 && state.guest == NOBODY;
        if !untouched || !matches!(state.phase, Phase::Draw | Phase::Draft { .. }) {
            return refuse("the first turn is under way");
        }
        state.dealer = (seat + self.seats - 1) % self.seats;
        Ok(())
    }

    pub(crate) fn insert_turn(&self, state: &mut State, seat: Seat) -> Done {
        let seat = self.at_table(seat)?;
        match state.phase {
            Phase::Over => return refuse("the match is over"),
            Phase::Draw => state.guest = seat,
            _ => state.next_guest = seat,
        }
        Ok(())
    }

    pub(crate) fn cut_turn(&self, state: &mut State) -> Done {
        if !matches!(state.phase, Phase::Draw | Phase::Act) {
            return refuse("no turn is under way that could end here");
        }
        self.end_turn(state).map_err(failed)
    }

    pub(crate) fn add_rounds(&self, state: &mut State, rounds: i64) -> Done {
        if self.knobs.teams {
            return refuse("there are no rounds to add to");
        }
        let sum = i64::from(state.rounds).saturating_add(rounds);
        let is_over = state.phase == Phase::Over;
        if is_over && rounds < 1 {
            return refuse("the match is over, and only more rounds can be added");
        }
        if sum < i64::from(self.round(state)) || sum > MAX_ROUNDS {
            let round = self.round(state);
            return refuse(format!(
                "there would be {sum} rounds: at least {round} are played, and at most {MAX_ROUNDS}"
            ));
        }
        state.rounds = sum as u8;
        if is_over {
            Self::begin_next_turn(state);
        }
        Ok(())
    }

    /// The number of a seat that is at this table.
    fn at_table(&self, seat: Seat) -> Result<u8, EffectError> {
        if seat.0 < self.seats {
            Ok(seat.0)
        } else {
            refuse(format!("there is no seat {}: they are numbered from 0 to {}", seat.0, self.seats - 1))
        }
    }

    /// The number of a seat whose hand may change now.
    fn holder(&self, state: &State, seat: Seat) -> Result<u8, EffectError> {
        match state.phase {
            Phase::Over => refuse("the match is over"),
            Phase::Draft { .. } => refuse("the players draft their hands"),
            _ => self.at_table(seat),
        }
    }

    /// A row's number.
    fn number_of(state: &State, row: i64) -> Result<RowId, EffectError> {
        if state.phase == Phase::Over {
            return refuse("the match is over");
        }
        match u8::try_from(row) {
            Ok(row) if row < state.row_count => Ok(row),
            _ => refuse(format!("there is no StoneRow {row}: there are {}, numbered from 0", state.row_count)),
        }
    }

    /// Takes a special card out of a hand.
    fn special_of(&self, state: &mut State, seat: Seat, special: Special) -> Result<Card, EffectError> {
        let seat = self.holder(state, seat)?;
        let card = self.spend(state, seat, special);
        card.ok_or_else(|| EffectError::new(format!("seat {seat} holds no {}", self.deck.special_name(special))))
    }

    /// A random card of a hand; of alike ones the one that leaves it first.
    fn random_card(&self, state: &mut State, seat: u8) -> Option<Card> {
        let hand = state.hands[seat as usize];
        let drawn = state.rng.below(hand.count_ones().max(1)) as usize;
        let card = each(hand).nth(drawn)?;
        state.leaves(seat, self.deck.alike(card))
    }

    /// Ensures that the deciding player has a legal action, and that a hand of team play ends in which a team has
    /// reached its goal.
    fn settle(&self, state: &mut State) -> Done {
        let stuck = match state.phase {
            Phase::Draw => {
                Self::begin_turn(state);
                false
            }
            // The Brickyard that is looked through is empty, or the discard no longer there.
            Phase::Sift { .. } | Phase::PickUp => state.brickyard.is_empty(),
            // The StoneRow to which the teammate may add is broken, or another's.
            Phase::Add { row } => {
                let row = &state.rows[row as usize];
                row.broken || row.owner != self.mover(state)
            }
            _ => false,
        };
        let done = match (stuck, state.phase) {
            (_, Phase::Over) => Ok(()),
            (true, _) => self.end_turn(state),
            (false, _) => self.check_goal(state).map(|_| ()),
        };
        done.map_err(failed)
    }
}

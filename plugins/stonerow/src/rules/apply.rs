//! The application of actions.

use super::StoneRow;
use crate::cards::{Card, Special, each};
use crate::moves::{Move, RowId};
use crate::rows::Row;
use crate::state::{MAX_ROWS, Phase, State};
use stonehouse_plugin::{Action, GameError, Seat};

/// The number of cards that a GoldDigger takes from the Quarry, and the most that it takes from the Brickyard.
pub(super) const GOLD_DIGGER_CARDS: u8 = 3;

impl StoneRow {
    /// Applies a legal action.
    pub(super) fn play(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        let seat = self.mover(state);
        match Move::of(action).ok_or(GameError::Illegal)? {
            Move::DrawQuarry => {
                for _ in 0..self.draw_count(state)? {
                    if self.draw_one(state, seat)? {
                        self.house.card_drawn(Seat(seat), false);
                    }
                }
                state.phase = Phase::Act;
                Ok(())
            }
            Move::DrawBrickyard => {
                if let Some(card) = state.brickyard.pop() {
                    self.take_seen(state, seat, card)?;
                    self.house.card_drawn(Seat(seat), true);
                }
                state.phase = Phase::Act;
                Ok(())
            }
            Move::Set { rank, colours } => {
                let cards = u128::from(colours) << (rank * self.deck.colours);
                self.build(state, seat, Row::set(rank, cards, seat))
            }
            Move::Run { low, colour, len } => self.build(state, seat, Row::run(&self.deck, colour, low, len, seat)),
            Move::WildSet { rank, colours, wild } => {
                let cards = u128::from(colours) << (rank * self.deck.colours) | 1 << wild;
                self.build(state, seat, Row::set(rank, cards, seat))
            }
            Move::WildRun { low, colour, len, missing, wild } => {
                let mut row = Row::run(&self.deck, colour, low, len, seat);
                row.cards ^= 1 << self.deck.card(low + missing, colour) | 1 << wild;
                self.build(state, seat, row)
            }
            Move::Hammer { card, row } => self.play_hammer(state, seat, card, row),
            Move::Steal { row } => self.steal(state, seat, row),
            Move::Repair { row } => self.repair(state, seat, row),
            Move::Mortar { card, row } => self.mortar(state, seat, card, row),
            Move::Deflect => {
                if let Some(card) = self.spend(state, seat, Special::Displacer) {
                    state.deflectors[seat as usize] |= 1 << card;
                }
                self.house.displacer_laid(Seat(seat));
                self.end_turn(state)
            }
            Move::DigQuarry => {
                self.play_gold_digger(state, seat);
                self.house.gold_dug(Seat(seat), false);
                for _ in 0..GOLD_DIGGER_CARDS {
                    self.draw_one(state, seat)?;
                }
                self.end_turn(state)
            }
            Move::DigBrickyard => {
                self.play_gold_digger(state, seat);
                self.house.gold_dug(Seat(seat), true);
                state.phase = Phase::Sift { left: GOLD_DIGGER_CARDS };
                Ok(())
            }
            Move::Discard { card } => self.discard(state, seat, card),
            Move::Pass => {
                let stalled = state.quarry.is_empty() && state.brickyard.is_empty();
                let idle = if stalled { state.idle.saturating_add(1) } else { 0 };
                self.house.turn_passed(Seat(seat));
                self.next_turn(state, idle)
            }
            Move::Attract => self.attract(state, seat),
            Move::LetFall => self.let_fall(state, seat),
            Move::Take { card } => self.sift(state, seat, card),
            Move::Enough | Move::AddNone | Move::LeaveIt => self.end_turn(state),
            Move::Add { card } => self.add(state, seat, card),
            Move::PickUp => {
                if let Some(card) = state.brickyard.pop() {
                    let partner = self.partner(seat);
                    self.take_seen(state, partner, card)?;
                    self.house.card_picked_up(Seat(partner), Seat(seat));
                }
                self.end_turn(state)
            }
            Move::Keep { card } => {
                self.keep(state, card);
                Ok(())
            }
        }
    }

    /// Takes a special card out of a hand.
    pub(super) fn spend(&self, state: &mut State, seat: u8, special: Special) -> Option<Card> {
        let card = state.leaves(seat, self.special(special))?;
        state.leave_hand_alike(&self.deck, seat, card);
        Some(card)
    }

    /// Lays a special card out of a hand onto a row.
    fn spend_on(&self, state: &mut State, seat: u8, special: Special, row: RowId) {
        if let Some(card) = self.spend(state, seat, special) {
            state.rows[row as usize].on |= 1 << card;
        }
    }

    /// Builds a StoneRow. In team play the teammate may add to it.
    fn build(&self, state: &mut State, seat: u8, row: Row) -> Result<(), GameError> {
        let number = state.row_count;
        debug_assert!(usize::from(number) < MAX_ROWS, "two cards for each row");
        each(row.cards).for_each(|card| state.leave_hand(seat, card));
        state.rows[usize::from(number)] = row;
        state.row_count += 1;
        self.claim_whole(state, number, seat)?;
        let Row { kind, low, points, .. } = state.rows[usize::from(number)];
        let (points, character) = (points[usize::from(seat)], self.deck.is_character(low));
        self.house.row_built(Seat(seat), number, kind, row.len(), low + 1, character, points);
        if self.knobs.teams && self.knobs.team_additions {
            state.phase = Phase::Add { row: number };
            return self.check_goal(state).map(|_| ());
        }
        self.end_turn(state)
    }

    /// Team play: the teammate adds a card to the row that was just built; its owner's claim grows.
    fn add(&self, state: &mut State, seat: u8, card: Card) -> Result<(), GameError> {
        let Phase::Add { row } = state.phase else { return Err(GameError::Illegal) };
        state.leave_hand(self.partner(seat), card);
        state.rows[row as usize].add(&self.deck, card);
        self.extend_claim(state, row, seat)?;
        self.notify_extended(state, self.partner(seat), row, seat);
        self.check_goal(state).map(|_| ())
    }

    /// Notifies house rules that `by` added a card to a row, and that the share of `claimant` has grown by it.
    fn notify_extended(&self, state: &State, by: u8, row: RowId, claimant: u8) {
        let Row { owner, kind, points, .. } = state.rows[row as usize];
        let cards = state.rows[row as usize].len();
        self.house.row_extended(Seat(by), Seat(owner), row, kind, cards, points[claimant as usize]);
    }

    /// Plays a Hammer: the opponents are asked one after the other whether they attract it, then it falls.
    fn play_hammer(&self, state: &mut State, seat: u8, card: Card, row: RowId) -> Result<(), GameError> {
        state.leave_hand_alike(&self.deck, seat, card);
        let owner = state.rows[row as usize].owner;
        self.house.hammer_played(Seat(seat), Seat(owner), row);
        match self.next_asked(seat, owner, seat) {
            Some(asked) => {
                state.phase = Phase::Attract { asked, hammer: card, row };
                Ok(())
            }
            None => self.break_row(state, card, row),
        }
    }

    /// Breaks the row; the Hammer stays on it.
    fn break_row(&self, state: &mut State, hammer: Card, row: RowId) -> Result<(), GameError> {
        let broken = &mut state.rows[row as usize];
        broken.broken = true;
        broken.on |= 1 << hammer;
        let (owner, points) = (Seat(broken.owner), broken.worth());
        self.house.row_broken(Seat(self.mover(state)), owner, row, points);
        self.end_turn(state)
    }

    fn let_fall(&self, state: &mut State, seat: u8) -> Result<(), GameError> {
        let Phase::Attract { asked, hammer, row } = state.phase else { return Err(GameError::Illegal) };
        let owner = state.rows[row as usize].owner;
        match self.next_asked(seat, owner, asked) {
            Some(next) => {
                state.phase = Phase::Attract { asked: next, hammer, row };
                Ok(())
            }
            None => self.break_row(state, hammer, row),
        }
    }

    /// Displacer as attractor: puts the Hammer into the hand, the Displacer onto the Brickyard; nothing breaks.
    fn attract(&self, state: &mut State, seat: u8) -> Result<(), GameError> {
        let Phase::Attract { asked, hammer, row } = state.phase else { return Err(GameError::Illegal) };
        if let Some(displacer) = self.spend(state, asked, Special::Displacer) {
            state.brickyard.push(displacer);
        }
        state.into_hand_seen(asked, hammer);
        self.house.hammer_attracted(Seat(asked), Seat(seat), row);
        self.end_turn(state)
    }

    /// Highwayman: the row moves in front of the thief, with everything on it; the thief's claim is the whole row,
    /// every other ends.
    fn steal(&self, state: &mut State, seat: u8, row: RowId) -> Result<(), GameError> {
        self.spend_on(state, seat, Special::Highwayman, row);
        let owner = state.rows[row as usize].owner;
        self.move_row(state, row, seat)?;
        self.house.row_stolen(Seat(seat), Seat(owner), row, state.rows[row as usize].worth());
        self.end_turn(state)
    }

    /// Moves a row in front of a seat, whose claim is the whole row from now on.
    pub(super) fn move_row(&self, state: &mut State, row: RowId, seat: u8) -> Result<(), GameError> {
        let moved = &mut state.rows[row as usize];
        moved.owner = seat;
        moved.claims = [0; 4];
        moved.points = [0; 4];
        self.claim_whole(state, row, seat)
    }

    /// Plays a Mason: a broken row counts again.
    fn repair(&self, state: &mut State, seat: u8, row: RowId) -> Result<(), GameError> {
        self.spend_on(state, seat, Special::Mason, row);
        let repaired = &mut state.rows[row as usize];
        repaired.broken = false;
        let (owner, points) = (Seat(repaired.owner), repaired.worth());
        self.house.row_repaired(Seat(seat), owner, row, points);
        self.end_turn(state)
    }

    /// Mason: a card is mortared. To one's own row, or the teammate's, it extends the owner's claim; to a neighbour's
    /// it adds a claim on the whole row at that time, and leaves every other claim unchanged.
    fn mortar(&self, state: &mut State, seat: u8, card: Card, row: RowId) -> Result<(), GameError> {
        self.spend_on(state, seat, Special::Mason, row);
        state.leave_hand(seat, card);
        let extended = &mut state.rows[row as usize];
        extended.add(&self.deck, card);
        let owner = extended.owner;
        let claimant = if self.opposed(seat, owner) {
            self.claim_whole(state, row, seat)?;
            seat
        } else {
            self.extend_claim(state, row, owner)?;
            owner
        };
        self.notify_extended(state, seat, row, claimant);
        self.end_turn(state)
    }

    /// Puts the GoldDigger beside the Keystone, out of play.
    fn play_gold_digger(&self, state: &mut State, seat: u8) {
        if let Some(card) = self.spend(state, seat, Special::GoldDigger) {
            state.out_of_play |= 1 << card;
        }
    }

    /// GoldDigger: one card out of the Brickyard.
    fn sift(&self, state: &mut State, seat: u8, card: Card) -> Result<(), GameError> {
        let Phase::Sift { left } = state.phase else { return Err(GameError::Illegal) };
        state.brickyard.remove(card);
        self.take_seen(state, seat, card)?;
        if left == 1 || state.brickyard.is_empty() {
            return self.end_turn(state);
        }
        state.phase = Phase::Sift { left: left - 1 };
        Ok(())
    }

    /// Discards a card: face up on the Brickyard. In team play the teammate may pick it up.
    fn discard(&self, state: &mut State, seat: u8, card: Card) -> Result<(), GameError> {
        state.leave_hand_alike(&self.deck, seat, card);
        state.brickyard.push(card);
        let (rank, character) =
            self.deck.suited_rank(card).map_or((0, false), |rank| (rank + 1, self.deck.is_character(rank)));
        self.house.card_discarded(Seat(seat), rank, character);
        if self.knobs.teams && self.knobs.team_pickups {
            state.phase = Phase::PickUp;
            return Ok(());
        }
        self.end_turn(state)
    }
}

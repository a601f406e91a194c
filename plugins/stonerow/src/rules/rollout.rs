//! A game played on by heuristics, as a sample for the tree search.
//!
//! Random play builds too rarely to distinguish a good hand from a bad one. Here every player chooses the greatest
//! immediate gain: their own points, and those that an opponent loses.

use super::{StoneRow, legal, team_of};
use crate::cards::{Card, Cards, Kind};
use crate::moves::{Move, RowId};
use crate::rows::Row;
use crate::state::{Phase, State};
use std::mem::MaybeUninit;
use stonehouse_plugin::{Action, Actions, GameError, Pause, Rng};

/// The estimated value of three new cards, in points.
const DIG: i64 = 3;

/// The estimated value of a pair held in hand in team play, where a hand continues until a team has the points.
const HELD_PAIR: i64 = 12;

/// As [`HELD_PAIR`], of three of a kind, which a fourth can complete.
const HELD_THREE: i64 = 24;

impl StoneRow {
    /// Plays on to the end; in team play to the end of the hand; or to a pause. Returns the number of actions, and
    /// whether it reached the end. House rules about single actions are applied, since only legal ones are played.
    pub(super) fn play_on(
        &self,
        state: &mut State,
        draws: &mut Rng,
        pause: &mut Pause<'_>,
    ) -> Result<(u32, bool), GameError> {
        let hand = state.hand;
        let goes_on = |state: &State| state.phase != Phase::Over && state.hand == hand;
        let played = self.play_while(state, pause, goes_on, |state, legal| self.sensible(state, legal, draws))?;
        Ok((played, !goes_on(state)))
    }

    /// Plays the actions that `choose` returns of the legal ones, while `goes_on`, or to a pause. Returns their number.
    #[inline]
    pub(super) fn play_while(
        &self,
        state: &mut State,
        pause: &mut Pause<'_>,
        goes_on: impl Fn(&State) -> bool,
        mut choose: impl FnMut(&State, &[Action]) -> Option<Action>,
    ) -> Result<u32, GameError> {
        let mut buffer = [MaybeUninit::uninit(); legal::MAX_ACTIONS as usize];
        let mut played = 0;
        while goes_on(state) {
            let mut actions = Actions::over(&mut buffer);
            self.push_legal(state, &mut actions)?;
            let chosen = choose(state, actions.as_slice()).ok_or(GameError::Illegal)?;
            self.play(state, chosen)?;
            played += 1;
            if pause.is_due() {
                break;
            }
        }
        Ok(played)
    }

    /// One of the actions that seem best, each as likely as the others.
    fn sensible(&self, state: &State, legal: &[Action], draws: &mut Rng) -> Option<Action> {
        let (first, more) = legal.split_first()?;
        if more.is_empty() {
            return Some(*first);
        }
        let seat = self.decider(state)?;
        let (mut best, mut equals, mut chosen) = (i64::MIN, 0, *first);
        for action in legal {
            let gain = self.gain(state, seat, Move::of(*action)?);
            if gain > best {
                (best, equals, chosen) = (gain, 1, *action);
            } else if gain == best {
                equals += 1;
                if draws.below(equals) == 0 {
                    chosen = *action;
                }
            }
        }
        Some(chosen)
    }

    /// The estimated immediate gain of a move for `seat`'s side, in points.
    fn gain(&self, state: &State, seat: u8, chosen: Move) -> i64 {
        let hand = state.hands[seat as usize];
        match chosen {
            Move::Set { rank, colours } => {
                let row = Row::set(rank, u128::from(colours) << (rank * self.deck.colours), seat);
                row.value(&self.deck, &self.knobs, row.len())
            }
            Move::Run { low, colour, len } | Move::WildRun { low, colour, len, .. } => {
                Row::run(&self.deck, colour, low, len, seat).value(&self.deck, &self.knobs, len)
            }
            Move::WildSet { rank, colours, .. } => {
                let row = Row::set(rank, u128::from(colours) << (rank * self.deck.colours), seat);
                row.value(&self.deck, &self.knobs, row.len() + 1)
            }
            Move::Keep { card } => i64::from(self.goes_with(hand & !(1 << card), card)),
            Move::Hammer { row, .. } => -self.lead_in(&state.rows[row as usize], seat),
            Move::Steal { row } => {
                let row = &state.rows[row as usize];
                if row.broken { 0 } else { row.value(&self.deck, &self.knobs, row.len()) - self.lead_in(row, seat) }
            }
            Move::Repair { row } => self.lead_in(&state.rows[row as usize], seat),
            Move::Mortar { row, .. } => self.extension(state, seat, row),
            Move::Add { .. } => match state.phase {
                Phase::Add { row } => self.extension(state, seat, row).max(1),
                _ => 0,
            },
            Move::Attract => match state.phase {
                // The Hammer itself is worth having.
                Phase::Attract { row, .. } => 1 + self.lead_in(&state.rows[row as usize], seat),
                _ => 0,
            },
            Move::DrawBrickyard | Move::PickUp => {
                state.brickyard.top().map_or(-1, |card| if self.goes_with(hand, card) { 1 } else { -1 })
            }
            Move::Take { card } => i64::from(self.goes_with(hand, card)) + 1,
            Move::DigQuarry => DIG,
            Move::Discard { card } => -i64::from(self.goes_with(hand & !(1 << card), card)),
            Move::DigBrickyard
            | Move::Deflect
            | Move::DrawQuarry
            | Move::Pass
            | Move::LetFall
            | Move::Enough
            | Move::AddNone
            | Move::LeaveIt => 0,
        }
    }

    /// The points by which a row counts more for `seat`'s side than for the others, were it unbroken.
    fn lead_in(&self, row: &Row, seat: u8) -> i64 {
        (0..self.seats)
            .map(|other| {
                let points = i64::from(row.points[other as usize]);
                if self.opposed(seat, other) { -points } else { points }
            })
            .sum()
    }

    /// The gain of `seat`'s side from one more card on a row, in points.
    fn extension(&self, state: &State, seat: u8, row: RowId) -> i64 {
        let row = &state.rows[row as usize];
        let claimant = if self.opposed(seat, row.owner) { seat } else { row.owner };
        let claim = if claimant == row.owner { row.claims[claimant as usize] } else { row.len() };
        row.value(&self.deck, &self.knobs, claim + 1) - i64::from(row.points[claimant as usize])
    }

    /// Whether a card is of use beside these: a special one, a second of its rank, or one of three in a row with two
    /// others.
    fn goes_with(&self, hand: Cards, card: Card) -> bool {
        let Kind::Suited { rank, .. } = self.deck.kind(card) else { return true };
        if hand & self.deck.of_rank(rank) != 0 {
            return true;
        }
        let step = u32::from(self.deck.colours);
        let suited = hand & self.deck.suited;
        let near = |ranks: i32| {
            let at = i32::from(card) + ranks * step as i32;
            (0..i32::from(self.deck.size)).contains(&at) && suited >> at & 1 == 1
        };
        near(-1) && (near(-2) || near(1)) || near(1) && near(2)
    }

    /// The estimated value of cards of one rank that are held together, in points: low pairs are better kept for a
    /// third than laid down.
    fn held(&self, hand: Cards) -> i64 {
        let promise = |rank: u8| match (hand & self.deck.of_rank(rank)).count_ones() {
            0 | 1 => 0,
            2 => HELD_PAIR,
            _ => HELD_THREE,
        };
        (0..self.deck.ranks).map(promise).sum()
    }

    /// The prospect of a seat: its points; in team play the hands that its team has won, its points in this one, and
    /// the estimated value of its cards.
    pub(super) fn prospect(&self, state: &State, seat: u8) -> i64 {
        if self.knobs.teams && state.phase != Phase::Over {
            let team = team_of(seat);
            // A house rule that fails here fails again when the points are needed, and is reported then.
            let points = self.team_points(state, team).unwrap_or_default();
            let held = self.held(state.hands[team as usize]) + self.held(state.hands[team as usize + 2]);
            return i64::from(state.towers[usize::from(team)]) * self.knobs.points_goal + points + held;
        }
        self.score(state, seat)
    }
}

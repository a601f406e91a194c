//! The legal actions, in ascending order of their codes.

use super::StoneRow;
use super::apply::GOLD_DIGGER_CARDS;
use crate::cards::{Cards, Kind, Special, each};
use crate::hooks::{Hook, Purpose};
use crate::knobs::{Attract, Repairs};
use crate::moves::Move;
use crate::rows::{MAX_SET, MIN_RUN, Row, RowKind};
use crate::state::{Phase, State};
use stonehouse_plugin::{Actions, GameError, Seat};

/// More actions than any position offers.
pub(super) const MAX_ACTIONS: u32 = 2048;

impl StoneRow {
    /// Pushes every legal action.
    pub(super) fn push_legal(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        match state.phase {
            Phase::Over => Ok(()),
            Phase::Draw => {
                if Self::quarry_has_cards(state) {
                    actions.push(Move::DrawQuarry.action());
                }
                if !state.brickyard.is_empty() {
                    actions.push(Move::DrawBrickyard.action());
                }
                Ok(())
            }
            Phase::Act => self.push_turn_actions(state, actions),
            Phase::Attract { asked, .. } => {
                if self.can(state, asked, Special::Displacer, Purpose::Attract)? {
                    actions.push(Move::Attract.action());
                }
                actions.push(Move::LetFall.action());
                Ok(())
            }
            Phase::Sift { left } => {
                each(state.brickyard.set()).for_each(|card| actions.push(Move::Take { card }.action()));
                if left < GOLD_DIGGER_CARDS {
                    actions.push(Move::Enough.action());
                }
                Ok(())
            }
            Phase::Add { row } => {
                let seat = self.partner(self.mover(state));
                if let Some(row) = state.row(row) {
                    let fitting = each(state.hands[seat as usize] & self.deck.suited)
                        .filter(|card| row.fits(&self.deck, &self.knobs, *card));
                    fitting.for_each(|card| actions.push(Move::Add { card }.action()));
                }
                actions.push(Move::AddNone.action());
                Ok(())
            }
            Phase::PickUp => {
                actions.push(Move::PickUp.action());
                actions.push(Move::LeaveIt.action());
                Ok(())
            }
            Phase::Draft { asked, .. } => {
                let choice =
                    self.distinguishable(state, asked, state.hands[asked as usize] & !state.kept[asked as usize]);
                each(choice).for_each(|card| actions.push(Move::Keep { card }.action()));
                Ok(())
            }
        }
    }

    /// Whether a seat holds a special card and may use it for something.
    fn can(&self, state: &State, seat: u8, special: Special, purpose: Purpose) -> Result<bool, GameError> {
        let holds = state.hands[seat as usize] & self.special(special) != 0;
        Ok(holds && self.house.may_use(state, Seat(seat), special, purpose, true)?)
    }

    fn push_turn_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let seat = self.mover(state);
        let hand = state.hands[seat as usize];
        if hand == 0 {
            actions.push(Move::Pass.action());
            return Ok(());
        }
        self.push_builds(state, hand & self.deck.suited, actions)?;
        self.push_hammers(state, seat, actions)?;
        self.push_steals(state, seat, actions)?;
        self.push_mason_actions(state, seat, actions)?;
        // A second deflector by the same rows would do nothing.
        if state.deflectors[seat as usize] == 0 && self.can(state, seat, Special::Displacer, Purpose::Deflect)? {
            actions.push(Move::Deflect.action());
        }
        if Self::quarry_has_cards(state) && self.can(state, seat, Special::GoldDigger, Purpose::DigQuarry)? {
            actions.push(Move::DigQuarry.action());
        }
        if !state.brickyard.is_empty() && self.can(state, seat, Special::GoldDigger, Purpose::DigBrickyard)? {
            actions.push(Move::DigBrickyard.action());
        }
        each(self.distinguishable(state, seat, hand)).for_each(|card| actions.push(Move::Discard { card }.action()));
        if self.house.uses(Hook::wild_rank) {
            self.push_wild_builds(state, seat, actions)?;
        }
        Ok(())
    }

    /// The distinguishable ones of some cards of a hand: of alike ones the one that would leave it first.
    fn distinguishable(&self, state: &State, seat: u8, some: Cards) -> Cards {
        let specials = some & !self.deck.suited;
        // None or one: this is called for every decision of a random game.
        if specials & specials.wrapping_sub(1) == 0 {
            return some;
        }
        let kinds = crate::cards::SPECIALS.into_iter();
        let leaving = kinds.filter_map(|special| state.leaves(seat, self.special(special) & specials));
        leaving.fold(some & self.deck.suited, |cards, card| cards | 1 << card)
    }

    /// Build: two to four of a rank, three and more in a row of a colour.
    fn push_builds(&self, state: &State, hand: Cards, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let deck = &self.deck;
        let all_colours = (1_u8 << deck.colours) - 1;
        for rank in 0..deck.ranks {
            let held = (hand >> (rank * deck.colours)) as u8 & all_colours;
            if held.count_ones() < 2 {
                continue;
            }
            for colours in 1..=held {
                let count = colours.count_ones() as u8;
                if colours & !held == 0
                    && (2..=MAX_SET).contains(&count)
                    && self.may_build(state, RowKind::Set, count, rank)?
                {
                    actions.push(Move::Set { rank, colours }.action());
                }
            }
        }
        let step = u32::from(deck.colours);
        // A bit remains where a run of this length begins.
        let mut longer = [0; 8];
        let mut run = hand;
        for len in 2..=self.knobs.max_run {
            run &= hand >> (step * (u32::from(len) - 1));
            longer[usize::from(len)] = run;
        }
        for card in each(longer[usize::from(MIN_RUN)]) {
            let (low, colour) = (card / deck.colours, card % deck.colours);
            for len in MIN_RUN..=self.knobs.max_run {
                if longer[usize::from(len)] >> card & 1 == 1 && self.may_build(state, RowKind::Run, len, low)? {
                    actions.push(Move::Run { low, colour, len }.action());
                }
            }
        }
        Ok(())
    }

    pub(super) fn may_build(&self, state: &State, kind: RowKind, count: u8, rank: u8) -> Result<bool, GameError> {
        self.house.may_build(state, kind, count, rank + 1, self.deck.is_character(rank), true)
    }

    /// The rows of opponents, with their numbers.
    fn rows_of_opponents<'a>(&'a self, state: &'a State, seat: u8) -> impl Iterator<Item = (u8, &'a Row)> {
        let numbered = state.rows().iter().enumerate().map(|(number, row)| (number as u8, row));
        numbered.filter(move |(_, row)| self.opposed(seat, row.owner))
    }

    /// Hammer: breaks an unbroken row of an opponent with no Displacer beside its rows.
    fn push_hammers(&self, state: &State, seat: u8, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let hand = state.hands[seat as usize];
        if hand & state.hammers == 0 {
            return Ok(());
        }
        let held = self.distinguishable(state, seat, hand) & state.hammers;
        let mut targets: u64 = 0;
        for (number, row) in self.rows_of_opponents(state, seat) {
            let open = !row.broken && state.deflectors[row.owner as usize] == 0;
            let (by, owner) = (Seat(seat), Seat(row.owner));
            if open && self.house.may_break(state, by, owner, row.kind, row.len(), row.worth(), true)? {
                targets |= 1 << number;
            }
        }
        for card in each(held) {
            for row in each(targets.into()) {
                actions.push(Move::Hammer { card, row }.action());
            }
        }
        Ok(())
    }

    /// Highwayman: steals a row of an opponent, broken or not.
    fn push_steals(&self, state: &State, seat: u8, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if !self.can(state, seat, Special::Highwayman, Purpose::Steal)? {
            return Ok(());
        }
        for (number, row) in self.rows_of_opponents(state, seat) {
            let (by, owner) = (Seat(seat), Seat(row.owner));
            if self.house.may_steal(state, by, owner, row.kind, row.len(), row.worth(), row.broken, true)? {
                actions.push(Move::Steal { row: number }.action());
            }
        }
        Ok(())
    }

    /// Mason: repairs a broken row in which one has points, or mortars a hand card to an unbroken one.
    fn push_mason_actions(&self, state: &State, seat: u8, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let (hand, by) = (state.hands[seat as usize], Seat(seat));
        if hand & self.special(Special::Mason) == 0 {
            return Ok(());
        }
        if self.house.may_use(state, by, Special::Mason, Purpose::Repair, true)? {
            for (number, row) in state.rows().iter().enumerate() {
                let (owner, kind) = (Seat(row.owner), row.kind);
                if row.broken
                    && self.has_stake(row, seat)
                    && self.house.may_repair(state, by, owner, kind, row.len(), row.worth(), true)?
                {
                    actions.push(Move::Repair { row: number as u8 }.action());
                }
            }
        }
        if !self.house.may_use(state, by, Special::Mason, Purpose::Mortar, true)? {
            return Ok(());
        }
        let mut open: u64 = 0;
        for (number, row) in state.rows().iter().enumerate() {
            let own = !self.opposed(seat, row.owner);
            let (owner, kind) = (Seat(row.owner), row.kind);
            if !row.broken
                && (own || self.knobs.mortar_neighbours && self.adjacent(seat, row.owner))
                && self.house.may_mortar(state, by, owner, kind, row.len(), row.worth(), true)?
            {
                open |= 1 << number;
            }
        }
        for card in each(hand & self.deck.suited) {
            for row in each(open.into()) {
                if state.rows[row as usize].fits(&self.deck, &self.knobs, card) {
                    actions.push(Move::Mortar { card, row }.action());
                }
            }
        }
        Ok(())
    }

    /// Whether a row is one in which a seat has points; with the knob, one in which its teammate has.
    fn has_stake(&self, row: &Row, seat: u8) -> bool {
        let has_points = |seat: u8| row.claims[seat as usize] > 0;
        let team = self.knobs.teams && self.knobs.repairs == Repairs::Team;
        has_points(seat) || team && has_points(self.partner(seat))
    }

    /// The seat asked next, after `after` in turn order, whether it attracts a Hammer that `by` plays on a row of
    /// `owner`. Everybody who could hold a Displacer is asked, so that being asked reveals nothing.
    pub(super) fn next_asked(&self, by: u8, owner: u8, after: u8) -> Option<u8> {
        let steps = (after + self.seats - by) % self.seats;
        (steps + 1..self.seats)
            .map(|step| (by + step) % self.seats)
            .find(|seat| match self.knobs.attract {
                Attract::AnyOpponent => self.opposed(by, *seat),
                Attract::TargetOnly => *seat == owner,
            })
            .filter(|_| self.special(Special::Displacer) != 0)
    }

    /// Whether a card is a number or character.
    pub(crate) fn is_suited(&self, card: u8) -> bool {
        matches!(self.deck.kind(card), Kind::Suited { .. })
    }
}

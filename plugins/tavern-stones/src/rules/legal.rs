//! The legal actions, in ascending order of their codes.

use super::TavernStones;
use crate::hooks::{Hook, KindByName, RequestedKind};
use crate::kinds::{KINDS, Kind, KindSet};
use crate::knobs::HiddenRequest;
use crate::moves::{Move, RequestedStone};
use crate::state::{Offer, Phase, Place, State};
use stonehouse_plugin::{Actions, GameError, Seat};

impl TavernStones {
    /// Pushes every legal action.
    pub(super) fn push_legal(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        self.push_some(state, actions, false)
    }

    /// Pushes the legal actions that a bot should consider: see [`TavernStones::would_gain`] and
    /// [`TavernStones::represents_alike`].
    pub(super) fn push_candidates(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        self.push_some(state, actions, true)
    }

    fn push_some(&self, state: &State, actions: &mut Actions<'_>, thoughtful: bool) -> Result<(), GameError> {
        match state.phase {
            Phase::Turn => self.turn(state, actions, thoughtful),
            Phase::Answer(offer) => {
                self.answers(state, offer, actions, thoughtful);
                Ok(())
            }
            Phase::Over => Ok(()),
        }
    }

    fn turn(&self, state: &State, actions: &mut Actions<'_>, thoughtful: bool) -> Result<(), GameError> {
        let by = state.mover;
        let own = state.counts(by, self.places);
        // The kinds worth asking for, by the kind given.
        let mut wanted = [self.kinds.in_play; KINDS];
        for kind in self.kinds.each() {
            wanted[kind as usize] &= !(1 << kind);
            if thoughtful && own[kind as usize] > 0 {
                wanted[kind as usize] =
                    self.kinds.each().filter(|other| self.would_gain(own, kind, *other)).fold(0, set);
            }
        }
        let gives = || (0..self.places).filter(|give| !thoughtful || self.represents_alike(state, by, *give));
        let wanted = |give: Place| wanted[state.stone(by, give).kind as usize];
        for give in gives() {
            for to in self.partners(state) {
                self.visible(state, to, wanted(give), thoughtful, |take| {
                    let asked = RequestedStone::Visible(take);
                    if self.may_trade(state, give, to, asked, false)? {
                        actions.push(Move::Offer { give, to, asked }.action());
                    }
                    Ok(())
                })?;
                for asked in self.requests(state, to, wanted(give), thoughtful) {
                    if self.may_trade(state, give, to, asked, false)? {
                        actions.push(Move::Offer { give, to, asked }.action());
                    }
                }
            }
        }
        if state.force_stones[by as usize] > 0 {
            for give in gives() {
                for to in self.partners(state).filter(|to| state.forced_upon(*to) < self.knobs.forces_upon) {
                    if !self.can_pay_force(state, to)? {
                        continue;
                    }
                    self.visible(state, to, wanted(give), thoughtful, |take| {
                        if self.may_trade(state, give, to, RequestedStone::Visible(take), true)? {
                            actions.push(Move::Force { give, to, take }.action());
                        }
                        Ok(())
                    })?;
                }
            }
        }
        actions.push(Move::Pass.action());
        Ok(())
    }

    /// The seats with which the mover may trade: all but the one that just traded with it.
    pub(super) fn partners<'a>(&self, state: &'a State) -> impl Iterator<Item = u8> + use<'a> {
        (0..self.seats).filter(|seat| *seat != state.mover && *seat != state.barred)
    }

    /// The visible stones of a seat that are of a wanted kind; if `thoughtful`, of alike ones only the first.
    fn visible(
        &self,
        state: &State,
        to: u8,
        wanted: KindSet,
        thoughtful: bool,
        mut push: impl FnMut(Place) -> Result<(), GameError>,
    ) -> Result<(), GameError> {
        let mut wanted = wanted;
        for take in 0..self.knobs.visible_stones {
            let kind = state.stone(to, take).kind;
            if wanted >> kind & 1 == 1 {
                push(take)?;
                if thoughtful {
                    wanted &= !(1 << kind);
                }
            }
        }
        Ok(())
    }

    /// The possible requests for a seat's hidden stones; if `thoughtful`, only for kinds that it may have.
    fn requests(
        &self,
        state: &State,
        to: u8,
        wanted: KindSet,
        thoughtful: bool,
    ) -> impl Iterator<Item = RequestedStone> {
        let hidden = &state.stones[to as usize][self.knobs.visible_stones as usize..self.places as usize];
        let mut kinds = if hidden.is_empty() { 0 } else { wanted };
        let mut any = None;
        if self.knobs.hidden_request == HiddenRequest::Blind {
            any = (kinds != 0).then_some(RequestedStone::Any);
            kinds = 0;
        } else if thoughtful {
            kinds &= hidden.iter().fold(0, |kinds, stone| kinds | stone.may_be);
        }
        crate::kinds::each(kinds).map(RequestedStone::Hidden).chain(any)
    }

    /// Whether the house rules allow a trade that the rules allow.
    pub(super) fn may_trade(
        &self,
        state: &State,
        give: Place,
        to: u8,
        asked: RequestedStone,
        force: bool,
    ) -> Result<bool, GameError> {
        if !self.house.uses(Hook::may_trade) {
            return Ok(true);
        }
        let asks = match asked {
            RequestedStone::Visible(take) => Some(state.stone(to, take).kind),
            RequestedStone::Hidden(kind) => Some(kind),
            RequestedStone::Any => None,
        };
        let gives = KindByName(state.stone(state.mover, give).kind);
        let from_hidden = give >= self.knobs.visible_stones;
        let of_hidden = !matches!(asked, RequestedStone::Visible(_));
        let turn = u16::from(state.counter) + 1;
        self.house.may_trade(
            state,
            Seat(state.mover),
            Seat(to),
            gives,
            from_hidden,
            RequestedKind(asks),
            of_hidden,
            force,
            turn,
            true,
        )
    }

    /// The coins that the mover pays to force a seat.
    pub(super) fn force_cost(&self, state: &State, to: u8) -> Result<i64, GameError> {
        self.house.force_cost(state, Seat(state.mover), Seat(to), u16::from(state.counter) + 1, 0)
    }

    /// Whether the mover has the coins that it costs to force a seat, or the credit.
    pub(super) fn can_pay_force(&self, state: &State, to: u8) -> Result<bool, GameError> {
        if !self.house.uses(Hook::force_cost) {
            return Ok(true);
        }
        let cost = self.force_cost(state, to)?;
        let credit = || self.house.credit(state, Seat(state.mover), state.hand, 0);
        Ok(cost == 0 || state.coins[state.mover as usize] - cost >= -credit()?)
    }

    fn answers(&self, state: &State, offer: Offer, actions: &mut Actions<'_>, thoughtful: bool) {
        let own = state.counts(offer.to, self.places);
        let gets = state.stone(state.mover, offer.give).kind;
        let worthwhile = |gives: Kind| !thoughtful || self.would_gain(own, gives, gets);
        match offer.asked {
            RequestedStone::Any => {
                let can_give = self.hidden().filter(|place| {
                    let kind = state.stone(offer.to, *place).kind;
                    kind != gets && worthwhile(kind) && (!thoughtful || self.represents_alike(state, offer.to, *place))
                });
                can_give.for_each(|place| actions.push(Move::Give { place }.action()));
            }
            RequestedStone::Visible(_) | RequestedStone::Hidden(_) => {
                if self.asked_kind(state, offer).is_some_and(worthwhile) {
                    actions.push(Move::Accept.action());
                }
            }
        }
        actions.push(Move::Deny.action());
    }

    /// The hidden places of every board.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = Place> + use<> {
        self.knobs.visible_stones..self.places
    }

    /// The kind that the asked player would give; `None` when they have no such stone.
    pub(super) fn asked_kind(&self, state: &State, offer: Offer) -> Option<Kind> {
        match offer.asked {
            RequestedStone::Visible(take) => Some(state.stone(offer.to, take).kind),
            RequestedStone::Hidden(kind) => {
                self.hidden().any(|place| state.stone(offer.to, place).kind == kind).then_some(kind)
            }
            RequestedStone::Any => None,
        }
    }

    /// Whether the asked player has a stone to give.
    pub(crate) fn could_give(&self, state: &State, offer: Offer) -> bool {
        self.asked_kind(state, offer).is_some()
    }

    /// Whether a move is legal, that is, in the list, without making the list.
    pub(super) fn is_legal(&self, state: &State, chosen: Move) -> Result<bool, GameError> {
        match (state.phase, chosen) {
            (Phase::Turn, Move::Pass) | (Phase::Answer(_), Move::Deny) => Ok(true),
            (Phase::Turn, Move::Offer { give, to, asked }) => {
                Ok(self.can_ask(state, give, to, asked) && self.may_trade(state, give, to, asked, false)?)
            }
            (Phase::Turn, Move::Force { give, to, take }) => {
                let asked = RequestedStone::Visible(take);
                let can = state.force_stones[state.mover as usize] > 0
                    && self.can_ask(state, give, to, asked)
                    && state.forced_upon(to) < self.knobs.forces_upon
                    && self.can_pay_force(state, to)?;
                Ok(can && self.may_trade(state, give, to, asked, true)?)
            }
            (Phase::Answer(offer), Move::Accept) => Ok(self.asked_kind(state, offer).is_some()),
            (Phase::Answer(offer), Move::Give { place }) => Ok(offer.asked == RequestedStone::Any
                && self.hidden().any(|hidden| hidden == place)
                && state.stone(offer.to, place).kind != state.stone(state.mover, offer.give).kind),
            _ => Ok(false),
        }
    }

    /// Whether the mover may request `asked` for the stone at `give`.
    fn can_ask(&self, state: &State, give: Place, to: u8, asked: RequestedStone) -> bool {
        if give >= self.places || !self.partners(state).any(|partner| partner == to) {
            return false;
        }
        let kind = state.stone(state.mover, give).kind;
        match asked {
            RequestedStone::Visible(take) => take < self.knobs.visible_stones && state.stone(to, take).kind != kind,
            RequestedStone::Hidden(other) => {
                self.knobs.hidden_request == HiddenRequest::Kind
                    && self.knobs.hidden_stones > 0
                    && other != kind
                    && self.kinds.in_play >> other & 1 == 1
            }
            RequestedStone::Any => self.knobs.hidden_request == HiddenRequest::Blind && self.knobs.hidden_stones > 0,
        }
    }
}

fn set(set: KindSet, kind: Kind) -> KindSet {
    set | 1 << kind
}

//! The names of actions, and their data in records.

use super::{asked_handle, known, record, stone_handle, tray};
use crate::kinds::{self, Kind, NAMES};
use crate::moves::{Move, RequestedStone};
use crate::rules::TavernStones;
use crate::state::{Offer, Phase, Place, State};
use stonehouse_plugin::{Action, ActionText, Json, Observer, PathStep, Seat, Text, json, text};

/// The name of an action.
pub(crate) fn describe(rules: &TavernStones, state: &State, action: Action, observer: Observer) -> ActionText {
    let Some(chosen) = Move::of(action) else {
        return ActionText::new("nothing").data(json!({}));
    };
    let mut description = Words { rules, state }.of(chosen, observer);
    if observer == Observer::Referee {
        record::add_consequences(rules, state, action, &mut description.data);
    }
    description
}

struct Words<'a> {
    rules: &'a TavernStones,
    state: &'a State,
}

impl Words<'_> {
    fn of(&self, chosen: Move, observer: Observer) -> ActionText {
        let mover = self.state.mover;
        let button = |words: &'static str| ActionText::new(words).data(json!({ "action": words })).path([words]);
        match (chosen, self.state.phase) {
            (Move::Offer { give, to, asked }, _) => {
                let (gives, asks) = (self.given(give), self.asked(to, asked));
                ActionText::new(text!("offer {gives} to {player} for {asks}", gives, player = Seat(to), asks))
                    .data(self.trade("offer", give, to, asked))
                    .path([PathStep::any([stone_handle(mover, give), asked_handle(to, asked)])])
            }
            (Move::Force { give, to, take }, _) => {
                let asked = RequestedStone::Visible(take);
                let (gives, asks) = (self.given(give), self.asked(to, asked));
                ActionText::new(text!("force {player}: {gives} for {asks}", player = Seat(to), gives, asks))
                    .data(self.trade("force", give, to, asked))
                    .path([
                        tray::force_handle(mover).into(),
                        PathStep::any([stone_handle(mover, give), stone_handle(to, take)]),
                    ])
            }
            (Move::Give { place }, Phase::Answer(offer)) => {
                let path = [stone_handle(offer.to, place)];
                match self.kind_given(offer, place, observer) {
                    Some(kind) => ActionText::new(text!("accept, and give {stone}", stone = kinds::one(kind)))
                        .data(json!({ "action": "give", "gives": NAMES[kind as usize] }))
                        .path(path),
                    None => {
                        ActionText::new("accept, and give a hidden stone").data(json!({ "action": "give" })).path(path)
                    }
                }
            }
            (Move::Pass, _) => button("pass"),
            (Move::Accept, _) => button("accept"),
            _ => button("deny"),
        }
    }

    /// "a jewel", "a hidden jewel".
    fn given(&self, give: Place) -> Text {
        let kind = self.state.stone(self.state.mover, give).kind;
        if give < self.rules.knobs.visible_stones { kinds::one(kind).into() } else { hidden(kind) }
    }

    fn asked(&self, to: u8, asked: RequestedStone) -> Text {
        match asked {
            RequestedStone::Visible(take) => kinds::one(self.state.stone(to, take).kind).into(),
            RequestedStone::Hidden(kind) => hidden(kind),
            RequestedStone::Any => "any hidden stone".into(),
        }
    }

    /// The kind of the stone given in a blind request, if the observer may know it: the giver and the receiver;
    /// everybody, if it is now in front or was known before.
    fn kind_given(&self, offer: Offer, place: Place, observer: Observer) -> Option<Kind> {
        let stone = self.state.stone(offer.to, place);
        let receives = observer == Observer::Seat(Seat(self.state.mover));
        let comes_to_front = offer.give < self.rules.knobs.visible_stones;
        if receives || comes_to_front { Some(stone.kind) } else { known(stone, offer.to, observer) }
    }

    /// The structured fields of an offer or a forced trade.
    fn trade(&self, action: &str, give: Place, to: u8, asked: RequestedStone) -> Json {
        let side = |is_hidden: bool| if is_hidden { "hidden" } else { "front" };
        let asks = match asked {
            RequestedStone::Visible(take) => NAMES[self.state.stone(to, take).kind as usize],
            RequestedStone::Hidden(kind) => NAMES[kind as usize],
            RequestedStone::Any => "any",
        };
        let mut data = json!({
            "action": action,
            "gives": NAMES[self.state.stone(self.state.mover, give).kind as usize],
            "from": side(give >= self.rules.knobs.visible_stones),
            "place": give,
            "to": to,
            "asks": asks,
            "of": side(!matches!(asked, RequestedStone::Visible(_))),
        });
        if let RequestedStone::Visible(take) = asked {
            data["of_place"] = json!(take);
        }
        data
    }
}

fn hidden(kind: Kind) -> Text {
    if kind == 0 { "a hidden jewel".into() } else { text!("hidden {kind}", kind = NAMES[kind as usize]) }
}

//! What actions are called, and what records say of them.

use super::{asked_handle, known, record, stone_handle};
use crate::kinds::{self, Kind, NAMES};
use crate::moves::{Asked, Move};
use crate::position::{Offer, Phase, Place, Position};
use crate::rules::TavernStones;
use stonehouse_plugin_api::{Action, ActionText, Json, Observer, Seat, json};

/// What an action is called.
pub(crate) fn describe(rules: &TavernStones, state: &Position, action: Action, observer: Observer) -> ActionText {
    let Some(chosen) = Move::of(action) else {
        return ActionText { text: "nothing".into(), data: json!({}), path: Vec::new() };
    };
    let words = Words { rules, state };
    let (text, mut data, path) = words.of(chosen, observer);
    if observer == Observer::Referee {
        record::add_consequences(rules, state, action, &mut data);
    }
    ActionText { text, data, path }
}

struct Words<'a> {
    rules: &'a TavernStones,
    state: &'a Position,
}

impl Words<'_> {
    fn of(&self, chosen: Move, observer: Observer) -> (String, Json, Vec<String>) {
        let mover = self.state.mover;
        match (chosen, self.state.phase) {
            (Move::Offer { give, to, asked }, _) => {
                let (gives, asks) = (self.given(give), self.asked(to, asked));
                let text = format!("offer {gives} to {} for {asks}", self.rules.seat_name(to));
                let data = self.trade("offer", give, to, asked);
                (text, data, vec![stone_handle(mover, give), asked_handle(to, asked)])
            }
            (Move::Force { give, to, take }, _) => {
                let asked = Asked::Visible(take);
                let (gives, asks) = (self.given(give), self.asked(to, asked));
                let text = format!("force {}: {gives} for {asks}", self.rules.seat_name(to));
                let path = vec![format!("force/{mover}"), stone_handle(mover, give), stone_handle(to, take)];
                (text, self.trade("force", give, to, asked), path)
            }
            (Move::Give { place }, Phase::Answer(offer)) => {
                let path = vec![stone_handle(offer.to, place)];
                let mut data = json!({ "action": "give" });
                let Some(kind) = self.kind_given(offer, place, observer) else {
                    return ("accept, and give a hidden stone".into(), data, path);
                };
                data["gives"] = json!(NAMES[kind as usize]);
                (format!("accept, and give {}", kinds::one(kind)), data, path)
            }
            (Move::Pass, _) => ("pass".into(), json!({ "action": "pass" }), vec!["pass".into()]),
            (Move::Accept, _) => ("accept".into(), json!({ "action": "accept" }), vec!["accept".into()]),
            _ => ("deny".into(), json!({ "action": "deny" }), vec!["deny".into()]),
        }
    }

    /// "a jewel", "a hidden jewel".
    fn given(&self, give: Place) -> String {
        let kind = self.state.stone(self.state.mover, give).kind;
        if give < self.rules.knobs.visible_stones { kinds::one(kind).to_owned() } else { hidden(kind) }
    }

    fn asked(&self, to: u8, asked: Asked) -> String {
        match asked {
            Asked::Visible(take) => kinds::one(self.state.stone(to, take).kind).to_owned(),
            Asked::Hidden(kind) => hidden(kind),
            Asked::Any => "any hidden stone".to_owned(),
        }
    }

    /// The kind of the stone given in a blind request, for whom it is to know: the giver and the receiver; everybody, when it comes to stand
    /// in front or was known before.
    fn kind_given(&self, offer: Offer, place: Place, observer: Observer) -> Option<Kind> {
        let stone = self.state.stone(offer.to, place);
        let receives = observer == Observer::Seat(Seat(self.state.mover));
        let comes_to_front = offer.give < self.rules.knobs.visible_stones;
        if receives || comes_to_front { Some(stone.kind) } else { known(stone, offer.to, observer) }
    }

    /// The structured fields of an offer or a forced trade.
    fn trade(&self, action: &str, give: Place, to: u8, asked: Asked) -> Json {
        let side = |is_hidden: bool| if is_hidden { "hidden" } else { "front" };
        let asks = match asked {
            Asked::Visible(take) => NAMES[self.state.stone(to, take).kind as usize],
            Asked::Hidden(kind) => NAMES[kind as usize],
            Asked::Any => "any",
        };
        let mut data = json!({
            "action": action,
            "gives": NAMES[self.state.stone(self.state.mover, give).kind as usize],
            "from": side(give >= self.rules.knobs.visible_stones),
            "place": give,
            "to": to,
            "asks": asks,
            "of": side(!matches!(asked, Asked::Visible(_))),
        });
        if let Asked::Visible(take) = asked {
            data["of_place"] = json!(take);
        }
        data
    }
}

fn hidden(kind: Kind) -> String {
    if kind == 0 { "a hidden jewel".to_owned() } else { format!("hidden {}", NAMES[kind as usize]) }
}

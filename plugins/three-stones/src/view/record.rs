//! Contents of a record, so that a finished match can be followed without the program: the table, and the results of
//! actions of house rules and of effects.

use super::words::{gained, gains};
use crate::board::{Bits, Place, places};
use crate::rules::ThreeStones;
use crate::state::{Counts, STONES, State, Stone};
use stonehouse_plugin::house::EffectResult;
use stonehouse_plugin::{ActionText, Json, Named, Text, json, text};

/// The result of an action of house rules.
pub(crate) fn describe_house_action(state: &State, after: &State) -> ActionText {
    let gains = gains(state, after);
    let gains = if gains.is_empty() { Text::default() } else { text!("{gains}", gains) };
    ActionText::new(gains.clone()).gain(gains).data(json!({ "points": gained(state, after) }))
}

/// The result of an effect: the stones and pockets that changed, or the stone drawn. Everything on this table is open.
pub(crate) fn effect_result(rules: &ThreeStones, before: &State, effect: &str, after: &State) -> Option<EffectResult> {
    let name = |place: Place| rules.board.name(place);
    let one = |bits: Bits| places(bits).next();
    let left = one(before.filled() & !after.filled());
    let came = one(after.filled() & !before.filled());
    let closed = one(after.blocked ^ before.blocked);
    let stone_to = |place: Place, is: &dyn Fn(&'static str, String) -> Text| {
        let (stone, pocket) = (after.stone_at(place).or(before.stone_at(place))?.word(), name(place));
        let data = json!({ "stone": stone, "pocket": pocket });
        Some(EffectResult::new(is(stone, pocket)).data(data))
    };
    let of_pocket = |place: Place, is: &dyn Fn(String) -> Text| {
        Some(EffectResult::new(is(name(place))).data(json!({ "pocket": name(place) })))
    };
    match effect {
        "remove" | "remove_random" => {
            stone_to(left?, &|stone, pocket| text!("the {stone} stone in {pocket} leaves the board", stone, pocket))
        }
        "place" => stone_to(came?, &|stone, pocket| text!("a {stone} stone is put into {pocket}", stone, pocket)),
        "move_stone" => {
            let (from, to) = (name(left?), name(came?));
            let data = json!({ "from": from, "to": to });
            Some(EffectResult::new(text!("the stone in {from} moves to {to}", from, to)).data(data))
        }
        "recolour" => {
            let changed = places(after.filled()).find(|place| before.stone_at(*place) != after.stone_at(*place))?;
            stone_to(changed, &|stone, pocket| text!("the stone in {pocket} becomes {stone}", stone, pocket))
        }
        "block" | "block_random" => of_pocket(closed?, &|pocket| text!("{pocket} is blocked", pocket)),
        "unblock" => of_pocket(closed?, &|pocket| text!("{pocket} is open again", pocket)),
        "move_ring" => of_pocket(after.last?, &|pocket| text!("the ring moves to {pocket}", pocket)),
        "redraw" | "discard_drawn" => {
            let drawn = after.drawn.map(Stone::word);
            let description = drawn.map(|stone| EffectResult::new(text!("a {stone} stone is drawn", stone)));
            Some(description.unwrap_or_default().data(json!({ "drawn": drawn })))
        }
        "swap_colours" => Some(EffectResult::new("the players change colours")),
        // The scores and the table show the others, which have no sentence: "points", "next_player", "lift_ring",
        // "discard", "hand_over", "swap_hands".
        _ => None,
    }
}

/// Everything on the table, by name, and the order in which the pouch will be drawn: the seed has fixed it.
pub(crate) fn reveal(rules: &ThreeStones, state: &State) -> Json {
    let counts = |left: Counts| {
        let counted = STONES.map(|stone| (stone.word().to_owned(), json!(left[stone as usize])));
        Json::Object(counted.into_iter().collect())
    };
    let board =
        STONES.into_iter().flat_map(|stone| places(state.stones[stone as usize]).map(move |place| (stone, place)));
    let mut board: Vec<(Stone, Place)> = board.collect();
    board.sort_by_key(|(_, place)| state.order[*place as usize]);
    let stones: Vec<Json> = board
        .iter()
        .map(|(stone, place)| json!({ "stone": stone.word(), "pocket": rules.board.name(*place) }))
        .collect();
    let mut table = json!({ "first": state.first, "points": state.scores, "board": stones });
    if state.blocked != 0 {
        table["blocked"] = json!(places(state.blocked).map(|place| rules.board.name(place)).collect::<Vec<_>>());
    }
    if rules.knobs.pouch {
        table["drawn"] = json!(state.drawn.map(Named::word));
        table["pouch"] = counts(state.left[0]);
        let mut to_come = state.clone();
        let order = std::iter::from_fn(|| {
            to_come.draw();
            to_come.drawn.map(Named::word)
        });
        table["to_come"] = json!(order.collect::<Vec<_>>());
    } else {
        table["hands"] = json!(state.left.map(counts));
    }
    table
}

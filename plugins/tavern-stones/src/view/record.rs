//! The data of records for the referee, with which a finished match can be followed without the program: the stones on
//! the table, and the results of an action.

use super::known;
use crate::kinds::{Kind, NAMES};
use crate::moves::Move;
use crate::rules::TavernStones;
use crate::state::{NOBODY, Phase, Place, State};
use stonehouse_plugin::house::EffectResult;
use stonehouse_plugin::{Action, Game, Json, Observer, Seat, json, text};

/// Everything on the table, hidden or not, by name.
pub(crate) fn reveal(rules: &TavernStones, state: &State) -> Json {
    let front = rules.knobs.visible_stones;
    let board = |seat: u8| {
        let names = |places: std::ops::Range<Place>| -> Vec<&str> {
            places.map(|place| NAMES[state.stone(seat, place).kind as usize]).collect()
        };
        json!({ "front": names(0..front), "hidden": names(front..rules.places) })
    };
    let count = |kind: Kind| (NAMES[kind as usize].to_owned(), json!(state.bag[kind as usize]));
    let seats = rules.seats as usize;
    json!({
        "hand": state.hand,
        "first": state.first,
        "to_move": state.mover,
        "boards": (0..rules.seats).map(board).collect::<Vec<_>>(),
        "bag": Json::Object(rules.kinds.each().map(count).collect()),
        "force_stones": state.force_stones[..seats],
        "bonus": rules.knobs.bonus + state.carried,
        "coins": state.coins[..seats],
    })
}

/// The result of an effect, as far as the observer may know it: how a hand was counted, and the next one dealt; the
/// stones that changed places; the seats that got coins.
pub(crate) fn effect_result(
    rules: &TavernStones,
    before: &State,
    (effect, arguments): (&str, &[i64]),
    after: &State,
    observer: Observer,
) -> EffectResult {
    let number = |index: usize| arguments.get(index).copied().unwrap_or_default();
    let seat = |index: usize| Seat(u8::try_from(number(index)).unwrap_or_default());
    match effect {
        "points" if number(1) == 1 => EffectResult::new(text!("1 coin for {player}", player = seat(0))),
        "points" => EffectResult::new(text!("{coins} coins for {player}", coins = number(1), player = seat(0))),
        "give_coins" if number(2) == 1 => {
            EffectResult::new(text!("{player} pays {other} 1 coin", player = seat(0), other = seat(1)))
        }
        "give_coins" => EffectResult::new(text!(
            "{player} pays {other} {coins} coins",
            player = seat(0),
            other = seat(1),
            coins = number(2)
        )),
        "carry" if number(0) == 1 => EffectResult::new("1 coin goes into the bonus"),
        "carry" => EffectResult::new(text!("{coins} coins go into the bonus", coins = number(0))),
        "swap_boards" => {
            EffectResult::new(text!("{player} and {other} swap boards", player = seat(0), other = seat(1)))
        }
        "draw_from_bag" => {
            let (owner, place) = (seat(0), Place::try_from(number(1)).unwrap_or_default());
            let stone = |state: &State| known(state.stone(owner.0, place), owner.0, observer);
            let kinds = [("stone", stone(after)), ("put_back", stone(before))];
            let known =
                kinds.into_iter().filter_map(|(what, kind)| Some((what.to_owned(), json!(NAMES[kind? as usize]))));
            EffectResult::new(text!("{player} draws a stone from the bag", player = owner))
                .data(Json::Object(known.collect()))
        }
        "end_hand" => {
            let mut data = json!({});
            add_end_of_hand(rules, after, &mut data);
            if observer != Observer::Referee {
                data = json!({ "hand": data["hand"] });
            }
            EffectResult::new("the hand is counted").data(data)
        }
        // The table shows the others, which have no sentence, to those who may know of them: "swap_stones",
        // "show_stone", "show_stone_to", "give_force_stone", "take_force_stone", "next".
        _ => EffectResult::default(),
    }
}

/// Adds the consequences of an action: the place of the stone that the asked player gave; how a hand was counted, and
/// the next one dealt.
pub(super) fn add_consequences(rules: &TavernStones, state: &State, action: Action, data: &mut Json) {
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is reported then.
    if rules.apply(&mut after, action).is_err() {
        return;
    }
    let ends_hand = after.last.hand != state.last.hand;
    if let (Phase::Answer(offer), Some(Move::Accept | Move::Give { .. })) = (state.phase, Move::of(action)) {
        let stones = if ends_hand { &after.last.stones } else { &after.stones };
        // The stone offered is in the other one's former place.
        let given = state.stone(state.mover, offer.give).id;
        data["taken_from"] =
            json!(stones[offer.to as usize][..rules.places as usize].iter().position(|stone| stone.id == given));
    }
    if ends_hand {
        add_end_of_hand(rules, &after, data);
    }
}

/// Adds how the last hand was counted, and the next one as it was dealt.
fn add_end_of_hand(rules: &TavernStones, after: &State, data: &mut Json) {
    let (last, seats) = (&after.last, rules.seats as usize);
    let bonus_to = (last.bonus_to != NOBODY).then_some(last.bonus_to);
    data["hand"] = json!({
        "number": last.hand,
        "stones": last.value[..seats],
        "bonus": last.bonus,
        "bonus_to": bonus_to,
        "coins": last.coins[..seats],
    });
    if last.extra.iter().any(|extra| *extra != 0) {
        data["hand"]["house_rule"] = json!(last.extra[..seats]);
    }
    if after.phase != Phase::Over {
        data["dealt"] = reveal(rules, after);
    }
}

//! The names of actions.

use super::{pocket, supply};
use crate::moves;
use crate::rules::ThreeStones;
use crate::state::State;
use stonehouse_plugin::{Action, ActionText, Game, Named, Seat, Text, json, text};

/// The name of an action, and its points by the rules of the game.
pub(crate) fn describe(rules: &ThreeStones, state: &State, action: Action) -> ActionText {
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is reported then.
    let after = rules.apply(&mut after, action).is_ok().then_some(&after);
    describe_move(rules, state, action, after)
}

/// The name of an action that leads to `after`, if that is known.
pub(crate) fn describe_move(rules: &ThreeStones, state: &State, action: Action, after: Option<&State>) -> ActionText {
    let Some((stone, place)) = moves::decode(action) else {
        return ActionText::new("nothing").data(json!({}));
    };
    let (row, col) = rules.board.at(place);
    let pocket_name = rules.board.name(place);
    let mut data = json!({ "stone": stone.word(), "row": row, "col": col, "pocket": pocket_name });
    let mut text = text!("{stone} to {pocket}", stone = stone.word(), pocket = pocket_name);
    let mut gain = Text::default();
    if let Some(after) = after {
        data["points"] = json!(gained(state, after));
        let gains = gains(state, after);
        for gain in gains.clone() {
            text = text!("{action}, {gain}", action = text, gain);
        }
        if !gains.is_empty() {
            gain = text!("{gains}", gains);
        }
    }
    let description = ActionText::new(text).gain(gain).data(data);
    let pocket = pocket(rules, place);
    if rules.knobs.pouch { description.path([pocket]) } else { description.path([supply(stone), pocket]) }
}

/// The points that each player gained.
pub(super) fn gained(state: &State, after: &State) -> [i64; 2] {
    [0, 1].map(|seat| after.scores[seat] - state.scores[seat])
}

/// The points of each player who gained or lost any.
pub(super) fn gains(state: &State, after: &State) -> Vec<Text> {
    let gained = Seat::all(2).zip(gained(state, after));
    let gains = gained.filter_map(|(player, points)| match points {
        0 => None,
        1 => Some(text!("1 point for {player}", player)),
        points => Some(text!("{points} points for {player}", points, player)),
    });
    gains.collect()
}

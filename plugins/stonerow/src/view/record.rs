//! Contents of a record, so that a finished match can be followed without the program: the table, and the results of an
//! action.

use crate::cards::{Cards, Kind, each};
use crate::moves::Move;
use crate::rows::Row;
use crate::rules::StoneRow;
use crate::state::{Phase, Pile, State};
use stonehouse_plugin::house::EffectResult;
use stonehouse_plugin::{Action, ActionText, Game, Json, Observer, Seat, Text, json, text};

/// Everything on the table, hidden or not, by name; piles from the top down.
pub(crate) fn reveal(rules: &StoneRow, state: &State) -> Json {
    let names = |cards: Cards| each(cards).map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    let pile = |pile: &Pile| pile.from_top().map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    let seats = 0..usize::from(rules.seats);
    let rows = state.rows().iter().map(|row| {
        json!({
            "owner": row.owner,
            "cards": names(row.cards),
            "on": names(row.on),
            "claims": claims(rules, row),
            "broken": row.broken,
        })
    });
    // All Hammers have one rank or name: the Keystone's, or the one that a house rule returns.
    let hammer = match rules.deck.kind(each(state.hammers).next().unwrap_or(state.keystone)) {
        Kind::Suited { rank, .. } => rules.deck.rank_name(rank),
        Kind::Special(special) => rules.deck.special_name(special).to_owned(),
    };
    let mut table = json!({
        "dealer": state.dealer,
        "first": (state.dealer + 1) % rules.seats,
        "hands": seats.clone().map(|seat| names(state.hands[seat])).collect::<Vec<_>>(),
        "quarry": pile(&state.quarry),
        "brickyard": pile(&state.brickyard),
        "keystone": rules.deck.name(state.keystone),
        "hammer": hammer,
        "foremen": state.foremen,
        "aside": names(state.out_of_play),
        "deflectors": seats.map(|seat| state.deflectors[seat].count_ones()).collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
    });
    if state.bonus != [0; 4] {
        table["house_points"] = json!(state.bonus[..rules.seats.into()]);
    }
    if let Phase::Attract { hammer, row, .. } = state.phase {
        table["falling"] = json!({ "card": rules.deck.name(hammer), "row": row });
    }
    if rules.knobs.teams {
        table["hand"] = json!(state.hand);
        table["towers"] = json!(state.towers);
    }
    table
}

/// The value of a row to each seat: 0 while it is broken.
fn claims(rules: &StoneRow, row: &Row) -> Vec<i16> {
    let worth = |points: &i16| if row.broken { 0 } else { *points };
    row.points[..rules.seats.into()].iter().map(worth).collect()
}

/// Adds the consequences of an action: everybody's points, the row's claims, how a hand ended; for the referee also the
/// cards that were drawn and dealt. `row` is the one that the action is about, and `result` the position after it with
/// all effects of house rules, if that is known. Returns the points of the action for its player, or the team.
pub(super) fn add_consequences(
    rules: &StoneRow,
    state: &State,
    (action, chosen): (Action, Move),
    result: Option<&State>,
    row: Option<u8>,
    observer: Observer,
    data: &mut Json,
) -> i64 {
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is reported then.
    if rules.apply(&mut after, action).is_err() {
        return 0;
    }
    let result = result.unwrap_or(&after);
    data["points"] = json!(scores(rules, result));
    if rules.knobs.teams {
        data["towers"] = json!(result.towers);
    }
    // All have chosen in a draft, and the cards that they do not keep were passed to the left.
    if matches!(chosen, Move::Keep { .. }) && after.hands != state.hands {
        data["passed"] = json!(true);
    }
    let ends_hand = rules.knobs.teams && (after.hand != state.hand || after.phase == Phase::Over);
    let end = if ends_hand { rules.end_of_hand(state, action).ok() } else { None };
    if let Some(end) = &end {
        let won_by = (0..2).find(|team| after.towers[*team] > state.towers[*team]);
        data["hand"] = json!({ "number": state.hand, "points": points(rules, end), "won_by": won_by });
    }
    let done = end.as_ref().unwrap_or(result);
    if let Some(row) = row.and_then(|row| done.row(row)) {
        data["claims"] = json!(claims(rules, row));
        data["broken"] = json!(row.broken);
    }
    if observer == Observer::Referee {
        add_drawn(rules, state, chosen, data);
        if result.foremen > state.foremen {
            data["foremen"] = json!(result.foremen - state.foremen);
        }
        if after.hand != state.hand {
            data["dealt"] = reveal(rules, &after);
        }
    }
    let own = usize::from(rules.mover(state)) % points(rules, state).len();
    if ends_hand { points(rules, done)[own] - points(rules, state)[own] } else { gained(rules, state, done)[own] }
}

/// "8 points".
pub(super) fn points_gained(gain: i64) -> Text {
    if gain == 1 { "1 point".into() } else { text!("{gain} points", gain) }
}

/// The result of an action of house rules.
pub(crate) fn describe_house_action(rules: &StoneRow, state: &State, after: &State) -> ActionText {
    let mut data = json!({ "points": scores(rules, after) });
    if rules.knobs.teams {
        data["towers"] = json!(after.towers);
    }
    let own = usize::from(rules.mover(state)) % points(rules, state).len();
    let description = ActionText::new("").data(data);
    match gained(rules, state, after)[own] {
        0 => description,
        gain => description.gain(points_gained(gain)),
    }
}

/// The result of an effect, as far as the observer may know it: the cards it drew, moved or showed, and the points it
/// gave.
pub(crate) fn effect_result(
    rules: &StoneRow,
    before: &State,
    (effect, arguments): (&str, &[i64]),
    after: &State,
    observer: Observer,
) -> EffectResult {
    let names = |cards: Cards| each(cards).map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    let seat = |place: usize| arguments.get(place).and_then(|seat| u8::try_from(*seat).ok()).map(Seat);
    let count = |place: usize| arguments.get(place).copied().unwrap_or_default();
    let description = match (effect, seat(0), seat(1)) {
        ("points", Some(player), _) if count(1) == 1 => text!("1 point for {player}", player),
        ("points", Some(player), _) => text!("{points} points for {player}", points = count(1), player),
        ("draw", Some(player), _) => text!("{player} draws from the Quarry: {cards}", player, cards = count(1)),
        ("discard", Some(player), _) => {
            text!("{player} loses cards to the Brickyard: {cards}", player, cards = count(1))
        }
        ("give", Some(player), Some(other)) => text!("{player} gives {other} a card", player, other),
        ("swap_held", Some(player), _) => {
            let Some(other) = seat(2) else { return EffectResult::default() };
            text!("{player} and {other} swap a card", player, other)
        }
        ("show_held", Some(player), _) => {
            let nth = usize::try_from(count(1) - 1).unwrap_or(usize::MAX);
            match before.hands.get(player.index()).and_then(|hand| each(*hand).nth(nth)) {
                Some(card) => text!("{player} shows a card: {card}", player, card = rules.deck.name(card)),
                None => Text::default(),
            }
        }
        ("swap_hands", Some(player), Some(other)) => text!("{player} and {other} swap hands", player, other),
        ("pass_hands", ..) => "everybody passes the hand to the left".into(),
        // The table shows the others, which have no sentence, to those who may know of them: "take_top",
        // "discard_held", "give_held", "draft", "show_hand", "spend_card", "discard_card", "break_row", "repair_row",
        // "move_row", "hammer_rank", "begin", "turn_to", "end_turn", "add_rounds".
        _ => Text::default(),
    };
    let description = EffectResult::new(description);
    if observer != Observer::Referee {
        return description;
    }
    // All cards that changed places, for the referee alone: the scenes determine which seat may know which card.
    let mut data = json!({});
    let hands: Vec<Json> = (0..usize::from(rules.seats)).map(|seat| json!(names(after.hands[seat]))).collect();
    if after.hands != before.hands {
        data["hands"] = json!(hands);
    }
    let pile = |pile: &Pile| pile.from_top().map(|card| rules.deck.name(card)).collect::<Vec<_>>();
    if pile(&after.quarry) != pile(&before.quarry) {
        data["quarry"] = json!(pile(&after.quarry));
    }
    if pile(&after.brickyard) != pile(&before.brickyard) {
        data["brickyard"] = json!(pile(&after.brickyard));
    }
    if after.out_of_play != before.out_of_play {
        data["aside"] = json!(names(after.out_of_play));
    }
    if data == json!({}) { description } else { description.data(data) }
}

/// How much each seat's score, or in team play each team's points in this hand, grew.
fn gained(rules: &StoneRow, state: &State, after: &State) -> Vec<i64> {
    let before = if rules.knobs.teams { points(rules, state) } else { scores(rules, state) };
    let after = if rules.knobs.teams { points(rules, after) } else { scores(rules, after) };
    after.iter().zip(before).map(|(after, before)| after - before).collect()
}

/// Each seat's score as it counts, at the end with all that was added there; in team play each team's points in this
/// hand.
fn scores(rules: &StoneRow, state: &State) -> Vec<i64> {
    if rules.knobs.teams {
        return points(rules, state);
    }
    let mut scores = vec![0; rules.seats.into()];
    rules.scores(state, &mut scores);
    scores
}

/// Each seat's points; in team play each team's.
fn points(rules: &StoneRow, state: &State) -> Vec<i64> {
    if rules.knobs.teams {
        return (0..2).map(|team| rules.team_points(state, team).unwrap_or_default()).collect();
    }
    (0..rules.seats).map(|seat| StoneRow::points(state, seat)).collect()
}

/// Adds the cards drawn from the Quarry, in order, and the Quarry if it was remade.
fn add_drawn(rules: &StoneRow, state: &State, chosen: Move, data: &mut Json) {
    let drawn = rules.drawn_by(state, chosen);
    let names = |cards: &[u8]| cards.iter().map(|card| rules.deck.name(*card)).collect::<Vec<_>>();
    if !drawn.cards.is_empty() {
        data["drawn"] = json!(names(&drawn.cards));
    }
    if !drawn.remade.is_empty() {
        data["remade"] = json!(names(&drawn.remade));
    }
}

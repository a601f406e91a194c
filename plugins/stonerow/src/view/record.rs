//! What a record tells, so that a finished match can be followed without the program: what lies on the table, and what came of an action.

use crate::cards::{Cards, Kind, each};
use crate::moves::Move;
use crate::position::{Phase, Pile, Position};
use crate::rows::Row;
use crate::rules::StoneRow;
use stonehouse_plugin_api::{Action, Game, Json, Observer, json};

/// Everything that lies on the table, hidden or not, by name; piles from the top down.
pub(crate) fn reveal(rules: &StoneRow, state: &Position) -> Json {
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
    // All Hammers have one rank or name: the Keystone's, or what a house rule says.
    let hammer = match rules.deck.kind(each(state.hammers).next().unwrap_or(state.keystone)) {
        Kind::Suited { rank, .. } => rules.deck.rank_name(rank),
        Kind::Special(special) => rules.deck.special_name(special).to_owned(),
    };
    let mut table = json!({
        "dealer": state.dealer,
        "first": (state.dealer + 1) % rules.seats,
        "hands": seats.clone().map(|seat| names(state.hands[seat])).collect::<Vec<_>>(),
        "quarry": pile(&state.quarry),
        "brickyard": pile(&state.yard),
        "keystone": rules.deck.name(state.keystone),
        "hammer": hammer,
        "foremen": state.foremen,
        "aside": names(state.aside),
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

/// What a row is worth to each seat: nothing while it is broken.
fn claims(rules: &StoneRow, row: &Row) -> Vec<i16> {
    let worth = |points: &i16| if row.broken { 0 } else { *points };
    row.points[..rules.seats.into()].iter().map(worth).collect()
}

/// Adds what stands after an action: everybody's points, the row's claims, how a hand ended; for the referee also the cards that were
/// drawn and dealt. `row` is the one that the action is about. Returns the points that the action brings its player, or the team.
pub(super) fn add_consequences(
    rules: &StoneRow,
    state: &Position,
    (action, chosen): (Action, Move),
    row: Option<u8>,
    observer: Observer,
    data: &mut Json,
) -> i64 {
    let mut after = state.clone();
    // A house rule that fails here fails again when the action is played, and is told then.
    if rules.apply(&mut after, action).is_err() {
        return 0;
    }
    data["points"] = json!(points(rules, &after));
    if rules.knobs.teams {
        data["towers"] = json!(after.towers);
    }
    // All have chosen in a draft, and what they do not keep has gone to the left.
    if matches!(chosen, Move::Keep { .. }) && after.hands != state.hands {
        data["passed"] = json!(true);
    }
    let ends_hand = rules.knobs.teams && (after.hand != state.hand || after.phase == Phase::Over);
    let end = if ends_hand { rules.end_of_hand(state, action).ok() } else { None };
    if let Some(end) = &end {
        let won_by = (0..2).find(|team| after.towers[*team] > state.towers[*team]);
        data["hand"] = json!({ "number": state.hand, "points": points(rules, end), "won_by": won_by });
    }
    let done = end.as_ref().unwrap_or(&after);
    if let Some(row) = row.and_then(|row| done.row(row)) {
        data["claims"] = json!(claims(rules, row));
        data["broken"] = json!(row.broken);
    }
    if observer == Observer::Referee {
        add_drawn(rules, state, chosen, data);
        if after.foremen > state.foremen {
            data["foremen"] = json!(after.foremen - state.foremen);
        }
        if after.hand != state.hand {
            data["dealt"] = reveal(rules, &after);
        }
    }
    let own = usize::from(rules.mover(state)) % points(rules, state).len();
    points(rules, done)[own] - points(rules, state)[own]
}

/// Each seat's points; in team play each team's.
fn points(rules: &StoneRow, state: &Position) -> Vec<i64> {
    if rules.knobs.teams {
        return (0..2).map(|team| rules.team_points(state, team).unwrap_or_default()).collect();
    }
    (0..rules.seats).map(|seat| StoneRow::points(state, seat)).collect()
}

/// Adds what came from the Quarry, in order, and the Quarry if it was remade.
fn add_drawn(rules: &StoneRow, state: &Position, chosen: Move, data: &mut Json) {
    let drawn = rules.drawn_by(state, chosen);
    let names = |cards: &[u8]| cards.iter().map(|card| rules.deck.name(*card)).collect::<Vec<_>>();
    if !drawn.cards.is_empty() {
        data["drawn"] = json!(names(&drawn.cards));
    }
    if !drawn.remade.is_empty() {
        data["remade"] = json!(names(&drawn.remade));
    }
}

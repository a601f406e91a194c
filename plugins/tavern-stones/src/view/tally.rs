//! How the last hand was counted, and why the bonus went where it did.

use super::{all_of, face, player};
use crate::kinds::{self, Completeness, KINDS, NAMES};
use crate::rules::TavernStones;
use crate::state::{Counted, NOBODY, State};
use stonehouse_plugin::scene::{Piece, Row, Sheet, Tally};
use stonehouse_plugin::{Seat, Text, text};

/// The tally of the hand counted last: now everybody sees every stone.
pub(super) fn tally(rules: &TavernStones, state: &State) -> Tally {
    let last = &state.last;
    // A house rule has its own column where it gave or took something.
    let changed = last.extra.iter().any(|extra| *extra != 0);
    let columns = ["Most alike", "Stones", "Bonus", "House rule", "Coins"];
    let columns = columns.into_iter().filter(|column| changed || *column != "House rule");
    let sheet = Sheet::new(columns).rows((0..rules.seats).map(|seat| row(rules, last, seat, changed)));
    Tally::new(last.hand.into(), text!("Hand {hand}", hand = last.hand), sheet, reason(rules, last))
}

fn row(rules: &TavernStones, last: &Counted, seat: u8, changed: bool) -> Row {
    let mut stones: Vec<_> = last.stones[seat as usize][..rules.places as usize].iter().collect();
    stones.sort_by_key(|stone| stone.kind);
    let piece = |(number, kind): (usize, u8)| {
        Piece::new(u32::from(seat) * 100 + number as u32, face(kind), NAMES[kind as usize])
    };
    let number = |number: i64| text!("{number}", number);
    let bonus = if last.bonus_to == seat { text!("+{bonus}", bonus = last.bonus) } else { Text::default() };
    let row = Row::of(Seat(seat))
        .pieces(stones.iter().map(|stone| stone.kind).enumerate().map(piece))
        .cell(many(group(rules, last, seat)))
        .cell(number(last.value[seat as usize]))
        .cell(bonus);
    let row = if changed { row.cell(signed(last.extra[seat as usize])) } else { row };
    row.cell(number(last.coins[seat as usize])).strong(last.bonus_to == seat)
}

/// "+20", "-50"; nothing for 0.
fn signed(coins: i64) -> Text {
    match coins {
        0 => Text::default(),
        1.. => text!("+{coins}", coins),
        _ => text!("{coins}", coins),
    }
}

fn many(group: Completeness) -> Text {
    kinds::many(group.size, group.kind)
}

fn group(rules: &TavernStones, last: &Counted, seat: u8) -> Completeness {
    let mut counts = [0; KINDS];
    for stone in &last.stones[seat as usize][..rules.places as usize] {
        counts[stone.kind as usize] += 1;
    }
    rules.kinds.completeness(counts)
}

/// Why the bonus went where it did.
fn reason(rules: &TavernStones, last: &Counted) -> Text {
    let bonus = last.bonus;
    let goes = if last.bonus_to == NOBODY {
        text!("Nobody gets the bonus of {bonus}: it waits for the next hand.", bonus)
    } else if last.bonus_to == last.most_complete {
        text!("The bonus of {bonus} goes to {player}.", bonus, player = Seat(last.bonus_to))
    } else {
        text!("A house rule gives the bonus of {bonus} to {player}.", bonus, player = Seat(last.bonus_to))
    };
    text!("{complete} {bonus}", complete = complete(rules, last), bonus = goes)
}

/// The player with the most complete hand.
fn complete(rules: &TavernStones, last: &Counted) -> Text {
    if last.most_complete == NOBODY {
        let groups = (0..rules.seats).map(|seat| (seat, group(rules, last, seat)));
        let best = groups.clone().map(|(_, group)| group).max_by(Completeness::compare);
        let best = best.unwrap_or(Completeness { size: 0, coins: 0, kind: 0 });
        let tied = groups.filter(|(_, group)| group.compare(&best).is_eq()).map(|(seat, _)| player(seat)).collect();
        let players = all_of(tied);
        return text!("{players} have hands equally complete, with {stones} each.", players, stones = many(best));
    }
    let best = group(rules, last, last.most_complete);
    let others = (0..rules.seats).filter(|seat| *seat != last.most_complete);
    let second = others.map(|seat| group(rules, last, seat)).max_by(Completeness::compare);
    let (player, stones) = (Seat(last.most_complete), many(best));
    match second.filter(|second| second.size == best.size) {
        Some(second) => {
            let others = many(second);
            text!("{player} has the most complete hand, with {stones}, dearer than {others}.", player, stones, others)
        }
        None => text!("{player} has the most complete hand, with {stones}.", player, stones),
    }
}

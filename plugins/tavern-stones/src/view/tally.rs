//! How the last hand was counted, and why the bonus went where it did.

use super::face;
use crate::kinds::{Completeness, KINDS, NAMES, many};
use crate::position::{Counted, NOBODY, Position};
use crate::rules::TavernStones;
use stonehouse_plugin_api::Seat;
use stonehouse_plugin_api::scene::{Piece, Tally, TallyRow};

/// The tally of the hand counted last: now everybody sees every stone.
pub(super) fn tally(rules: &TavernStones, state: &Position) -> Tally {
    let last = &state.last;
    let columns = ["Most alike", "Stones", "Bonus", "Coins"].map(String::from).to_vec();
    Tally {
        number: last.hand.into(),
        title: format!("Hand {}", last.hand),
        columns,
        rows: (0..rules.seats).map(|seat| row(rules, last, seat)).collect(),
        reason: reason(rules, last),
    }
}

fn row(rules: &TavernStones, last: &Counted, seat: u8) -> TallyRow {
    let mut stones: Vec<_> = last.stones[seat as usize][..rules.places as usize].iter().collect();
    stones.sort_by_key(|stone| stone.kind);
    let piece = |(number, kind): (usize, u8)| Piece {
        id: u32::from(seat) * 100 + number as u32,
        handle: String::new(),
        space: String::new(),
        face: face(kind),
        name: NAMES[kind as usize].to_owned(),
        count: 1,
        marks: Vec::new(),
    };
    let group = group(rules, last, seat);
    let bonus = if last.bonus_to == seat { format!("+{}", last.bonus) } else { String::new() };
    TallyRow {
        seat: Seat(seat),
        pieces: stones.iter().map(|stone| stone.kind).enumerate().map(piece).collect(),
        cells: vec![
            many(group.size, group.kind),
            last.value[seat as usize].to_string(),
            bonus,
            last.coins[seat as usize].to_string(),
        ],
        won: last.bonus_to == seat,
    }
}

fn group(rules: &TavernStones, last: &Counted, seat: u8) -> Completeness {
    let mut counts = [0; KINDS];
    for stone in &last.stones[seat as usize][..rules.places as usize] {
        counts[stone.kind as usize] += 1;
    }
    rules.kinds.completeness(counts)
}

/// Why the bonus went where it did.
fn reason(rules: &TavernStones, last: &Counted) -> String {
    let name = |seat: u8| rules.seat_name(seat);
    let told = |group: Completeness| many(group.size, group.kind);
    let complete = if last.most_complete == NOBODY {
        let groups = (0..rules.seats).map(|seat| (seat, group(rules, last, seat)));
        let best = groups.clone().map(|(_, group)| group).max_by(Completeness::compare);
        let best = best.unwrap_or(Completeness { size: 0, coins: 0, kind: 0 });
        let tied: Vec<&str> =
            groups.filter(|(_, group)| group.compare(&best).is_eq()).map(|(seat, _)| name(seat)).collect();
        format!("{} have hands equally complete, with {} each.", tied.join(" and "), told(best))
    } else {
        let best = group(rules, last, last.most_complete);
        let others = (0..rules.seats).filter(|seat| *seat != last.most_complete);
        let second = others.map(|seat| group(rules, last, seat)).max_by(Completeness::compare);
        let dearer = match second {
            Some(second) if second.size == best.size => {
                format!(", dearer than {}", told(second))
            }
            _ => String::new(),
        };
        format!("{} has the most complete hand, with {}{dearer}.", name(last.most_complete), told(best))
    };
    let bonus = last.bonus;
    let goes = if last.bonus_to == NOBODY {
        format!("Nobody gets the bonus of {bonus}: it waits for the next hand.")
    } else if last.bonus_to == last.most_complete {
        format!("The bonus of {bonus} goes to {}.", name(last.bonus_to))
    } else {
        format!("A house rule gives the bonus of {bonus} to {}.", name(last.bonus_to))
    };
    format!("{complete} {goes}")
}

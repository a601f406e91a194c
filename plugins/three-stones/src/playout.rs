//! Random games at full speed: without house rules the lines are counted once, on the finished board.

use crate::board::{Bits, Place};
use crate::position::{Position, STONES};
use crate::rules::ThreeStones;
use multiversion::multiversion;
use multiversion::target::match_target;
use stonehouse_plugin_api::{Fault, Rng};

/// Plays `state` to its end, each legal action as likely as any other, and returns the number of actions.
pub(crate) fn playout(rules: &ThreeStones, state: &mut Position, choices: &mut Rng) -> Result<u32, Fault> {
    if rules.asks || state.altered {
        return play_to_the_end(rules, state, choices);
    }
    let to_play = state.to_play();
    if rules.knobs.pouch {
        draw_to_the_end(rules, state, choices);
    } else {
        choose_to_the_end(rules, state, choices);
    }
    state.turns += to_play;
    state.over = true;
    Ok(to_play)
}

/// Plays stone by stone, asking the house rules: each action is drawn without being listed and, since it is legal, not checked again.
fn play_to_the_end(rules: &ThreeStones, state: &mut Position, choices: &mut Rng) -> Result<u32, Fault> {
    let mut played = 0;
    while !state.over {
        // The legal actions are the stones that may be played, in order, each with its pockets.
        let mut targets = [0; STONES.len()];
        for stone in rules.playable(state) {
            targets[stone as usize] = rules.targets(state, stone)?;
        }
        let counts = targets.map(Bits::count_ones);
        let mut choice = choices.below(counts.iter().sum());
        let mut kind = 0;
        while choice >= counts[kind] {
            choice -= counts[kind];
            kind += 1;
            if kind == STONES.len() {
                return Err(Fault::Illegal);
            }
        }
        let place = pick(targets[kind], nth, |_| choice);
        rules.play(state, STONES[kind], place)?;
        played += 1;
    }
    Ok(played)
}

/// Plays the stones of the pouch.
///
/// Compiled twice, for the processors that count and find bits in one instruction and for the others; which is used is
/// decided when the program runs.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn draw_to_the_end(rules: &ThreeStones, state: &mut Position, choices: &mut Rng) {
    let nth = |word: u64, n: u32| {
        match_target! {
            "x86_64+bmi1+bmi2+lzcnt+popcnt" => std::arch::x86_64::_pdep_u64(1u64 << n, word).trailing_zeros() as Place,
            _ => nth(word, n),
        }
    };
    // Kept apart from the position, which is written in parts: reading those back as a whole would stall.
    let (mut filled, mut last) = (state.filled(), state.last);
    while let Some(stone) = state.drawn {
        let place = pick(rules.allowed(filled, last), nth, |count| choices.below(count));
        (filled, last) = (filled | 1 << place, Some(place));
        state.put(stone, place);
        state.draw();
    }
    count(rules, state);
}

/// Plays the stones of both hands.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn choose_to_the_end(rules: &ThreeStones, state: &mut Position, choices: &mut Rng) {
    let nth = |word: u64, n: u32| {
        match_target! {
            "x86_64+bmi1+bmi2+lzcnt+popcnt" => std::arch::x86_64::_pdep_u64(1u64 << n, word).trailing_zeros() as Place,
            _ => nth(word, n),
        }
    };
    let (mut filled, mut last) = (state.filled(), state.last);
    let mut mover = usize::from(state.next);
    for _ in 0..state.to_play() {
        let hand = state.left[mover].map(|count| u32::from(count > 0));
        // The legal actions are the kinds in hand, in order, each with every allowed pocket.
        let kinds = hand[0] + hand[1] + hand[2];
        let mut kind = 0;
        let place = pick(rules.allowed(filled, last), nth, |pockets| {
            let choice = choices.below(kinds * pockets);
            kind = u32::from(choice >= pockets) + u32::from(choice >= 2 * pockets);
            choice - kind * pockets
        });
        // The `kind`th of those in hand.
        let first = u32::from(hand[0] == 0) + u32::from(hand[0] + hand[1] == 0);
        let stone = match kind {
            0 => first,
            1 if first == 0 && hand[1] == 1 => 1,
            _ => 2,
        };
        (filled, last) = (filled | 1 << place, Some(place));
        state.put(STONES[stone as usize], place);
        state.left[mover][stone as usize] -= 1;
        mover = 1 - mover;
    }
    count(rules, state);
}

/// Scores the finished board. Without house rules no stone is ever moved, so every line that was made on the way is still there.
#[inline(always)]
fn count(rules: &ThreeStones, state: &mut Position) {
    let [white, black, clear] = state.stones;
    for (seat, own) in [white, black].into_iter().enumerate() {
        let lines: u32 = rules.board.count_lines(own, clear).iter().sum();
        state.scores[seat] = rules.knobs.handicap_points[seat] + i64::from(lines) * rules.knobs.points_per_line;
    }
}

/// The place in `set` that `choose` names by its number, told how many there are.
#[inline(always)]
fn pick(set: Bits, nth: impl Fn(u64, u32) -> Place, choose: impl FnOnce(u32) -> u32) -> Place {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let in_low = low.count_ones();
    let n = choose(in_low + high.count_ones());
    let (word, n, base) = if n < in_low { (low, n, 0) } else { (high, n - in_low, 64) };
    base + nth(word, n)
}

/// The number of the `n`th set bit, from 0.
fn nth(mut word: u64, n: u32) -> Place {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros() as Place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::places;

    #[test]
    fn pick_finds_every_place_and_counts_them() {
        for set in [1, 1 << 127, 0b1011, Bits::MAX, 0x8000_0000_0000_0001_8000_0000_0000_0001] {
            pick(set, nth, |count| {
                assert_eq!(count, set.count_ones());
                0
            });
            for (n, place) in places(set).enumerate() {
                assert_eq!(pick(set, nth, |_| n as u32), place, "{set:x}");
            }
        }
    }
}

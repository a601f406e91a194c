//! Random games at full speed: without house rules the lines are counted once, on the finished board.

use crate::board::{Bits, Place};
use crate::hooks::{FINAL_SCORE, LINE_POINTS, MAY_PLAY};
use crate::position::{Position, STONES, Stone};
use crate::rules::ThreeStones;
use stonehouse_plugin_api::game::random_playout;
use stonehouse_plugin_api::{Fault, Rng};

/// Plays `state` to its end, each legal action as likely as any other, and returns the number of actions.
pub(crate) fn playout(rules: &ThreeStones, state: &mut Position, choices: &mut Rng) -> Result<u32, Fault> {
    if [LINE_POINTS, MAY_PLAY, FINAL_SCORE].iter().any(|hook| rules.hooks.uses(*hook)) {
        return random_playout(rules, state, choices);
    }
    let to_play = rules.total - state.played;
    let pouch = rules.knobs.pouch;
    while state.played < rules.total {
        let allowed = rules.allowed(state);
        if pouch {
            let place = pick(allowed, |count| choices.below(count));
            state.put(state.drawn.unwrap_or(Stone::Clear), place);
            state.draw();
        } else {
            let hand = state.left[ThreeStones::mover(state) as usize];
            let kinds = STONES.into_iter().filter(|stone| hand[*stone as usize] > 0);
            // The legal actions are the kinds in hand, in order, each with every allowed pocket.
            let mut kind = 0;
            let place = pick(allowed, |pockets| {
                let choice = choices.below(kinds.clone().count() as u32 * pockets);
                kind = choice / pockets;
                choice % pockets
            });
            let stone = kinds.clone().nth(kind as usize).unwrap_or(Stone::Clear);
            let mover = ThreeStones::mover(state) as usize;
            state.put(stone, place);
            state.left[mover][stone as usize] -= 1;
        }
    }
    // No stone is ever moved, so every line that was scored on the way is still there, and is scored here.
    let [white, black, clear] = state.stones;
    for (seat, own) in [white, black].into_iter().enumerate() {
        let lines: u32 = rules.board.count_lines(own, clear).iter().sum();
        state.scores[seat] = rules.knobs.handicap_points[seat] + i64::from(lines) * rules.knobs.points_per_line;
    }
    Ok(to_play.into())
}

/// Picks one of the places of `set`, given how many there are, and tells which.
///
/// Counting and selecting share their work, and neither branches: what random games do is hard to predict.
#[inline]
fn pick(set: Bits, choose: impl FnOnce(u32) -> u32) -> Place {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let (low_sums, high_sums) = (byte_sums(low), byte_sums(high));
    let in_low = (low_sums >> 56) as u32;
    let n = choose(in_low + (high_sums >> 56) as u32);
    let in_high = n >= in_low;
    let (word, sums, n, base) =
        if in_high { (high, high_sums, n - in_low, 64) } else { (low, low_sums, n, 0) };
    base + nth_of_word(word, sums, n)
}

/// In each byte, the set bits of `word` up to and including that byte.
#[inline]
const fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of the `n`th set bit of `word` (Vigna, "Broadword Implementation of Rank/Select Queries", 2008).
#[inline]
fn nth_of_word(word: u64, sums: u64, n: u32) -> Place {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // A byte's high bit stays when its sum is at most n: those bytes lie before the one that holds the bit.
    let before = ((u64::from(n) * ONES | HIGH) - sums) & HIGH;
    let shift = ((before >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    let earlier = (sums << 8) >> shift & 0xFF;
    let byte = (word >> shift & 0xFF) as usize;
    shift as Place + NTH_OF_BYTE[byte][(u64::from(n) - earlier) as usize & 7]
}

/// For each byte, the number of its `n`th set bit.
static NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::places;

    #[test]
    fn pick_finds_every_place_and_counts_them() {
        for set in [1, 1 << 127, 0b1011, Bits::MAX, 0x8000_0000_0000_0001_8000_0000_0000_0001] {
            pick(set, |count| {
                assert_eq!(count, set.count_ones());
                0
            });
            for (n, place) in places(set).enumerate() {
                assert_eq!(pick(set, |_| n as u32), place, "{set:x}");
            }
        }
    }
}

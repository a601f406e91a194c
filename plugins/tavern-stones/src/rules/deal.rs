//! The deal, and resampling hidden information.

use super::TavernStones;
use crate::hooks::Hook;
use crate::kinds::{Counts, KINDS, Kind, each};
use crate::state::{Counted, MAX_SEATS, MAX_STONES_EACH, NOBODY, Phase, Place, State, Stone};
use stonehouse_plugin::{GameError, Rng, Seat};

/// The most stones in a bag.
const MAX_STONES: usize = 120;

/// How often hidden stones are drawn at random before they are fitted in one by one.
const TRIES: u32 = 64;

const NO_STONES: [[Stone; MAX_STONES_EACH]; MAX_SEATS] = [[Stone::seen(0, 0); MAX_STONES_EACH]; MAX_SEATS];

impl TavernStones {
    /// The table with everybody's starting coins, and the first hand dealt.
    pub(super) fn deal_match(&self, rng: Rng) -> Result<State, GameError> {
        let nothing = Counted {
            hand: 0,
            stones: NO_STONES,
            value: [0; MAX_SEATS],
            most_complete: NOBODY,
            bonus_to: NOBODY,
            bonus: 0,
            extra: [0; MAX_SEATS],
            coins: [0; MAX_SEATS],
        };
        let mut state = State {
            stones: NO_STONES,
            bag: [0; KINDS],
            seen_in_bag: [[0; KINDS]; MAX_SEATS],
            coins: [0; MAX_SEATS],
            carried: 0,
            counter: 0,
            turns: 0,
            passes: 0,
            mover: 0,
            barred: NOBODY,
            first: 0,
            hand: 0,
            force_stones: [0; MAX_SEATS],
            forced: [[0; MAX_SEATS]; MAX_SEATS],
            phase: Phase::Turn,
            last: nothing,
            rng,
        };
        for seat in 0..self.seats {
            let coins = self.knobs.starting_coins[seat as usize];
            state.coins[seat as usize] = self.house.starting_coins(&state, Seat(seat), self.seats, coins)?;
        }
        self.deal_hand(&mut state)?;
        Ok(state)
    }

    /// Everybody's visible and hidden stones, drawn from the full bag; a force stone for each; a random first mover.
    pub(super) fn deal_hand(&self, state: &mut State) -> Result<(), GameError> {
        let mut bag = [0; MAX_STONES];
        let mut left = 0;
        for kind in self.kinds.each() {
            let count = self.kinds.stones[kind as usize] as usize;
            bag[left..left + count].fill(kind);
            left += count;
        }
        state.bag = self.kinds.stones;
        state.seen_in_bag = [[0; KINDS]; MAX_SEATS];
        let mut id = 0;
        for seat in 0..self.seats {
            for place in 0..self.places {
                let drawn = state.rng.below(left as u32) as usize;
                left -= 1;
                bag.swap(drawn, left);
                let kind: Kind = bag[left];
                state.bag[kind as usize] -= 1;
                state.stones[seat as usize][place as usize] = if place < self.knobs.visible_stones {
                    Stone::seen(kind, id)
                } else {
                    Stone { kind, may_be: self.kinds.in_play, known_to: 1 << seat, id }
                };
                id += 1;
            }
        }
        state.hand += 1;
        state.forced = [[0; MAX_SEATS]; MAX_SEATS];
        state.force_stones = [self.knobs.forces_each; MAX_SEATS];
        if self.house.uses(Hook::force_stones) {
            let best = state.coins[..self.seats as usize].iter().copied().max().unwrap_or_default();
            for seat in 0..self.seats {
                let coins = state.coins[seat as usize];
                let stones = self.house.force_stones(
                    state,
                    Seat(seat),
                    state.hand,
                    coins,
                    best,
                    self.knobs.forces_each.into(),
                )?;
                state.force_stones[seat as usize] = stones as u8;
            }
        }
        (state.counter, state.turns, state.passes) = (0, 0, 0);
        state.first = state.rng.below(u32::from(self.seats)) as u8;
        state.mover = state.first;
        state.barred = NOBODY;
        state.phase = Phase::Turn;
        Ok(())
    }

    /// Resamples everything that `observer` cannot know: the hidden stones that it has not seen, and the bag. Each
    /// stone remains one of the kinds that it may be by what everybody has seen; a seat that knows it still knows it.
    pub(super) fn resample_hidden(&self, state: &mut State, observer: u8, seed: u64) {
        state.rng = Rng::from_seed(seed);
        let mut chance = Rng::from_seed(seed ^ 0x5EED);
        let mut unknown = Vec::with_capacity(self.seats as usize * self.places as usize);
        // The stones that it saw put into the bag are still there.
        let seen = state.seen_in_bag[observer as usize];
        let mut pool = state.bag;
        for (pool, seen) in pool.iter_mut().zip(seen) {
            *pool -= seen;
        }
        for seat in (0..self.seats).filter(|seat| *seat != observer) {
            for place in self.knobs.visible_stones..self.places {
                let stone = state.stone(seat, place);
                if !stone.is_known_to(observer) {
                    pool[stone.kind as usize] += 1;
                    unknown.push((seat, place));
                }
            }
        }
        for _ in 0..TRIES {
            if let Some(left) = draw_all(state, &unknown, pool, &mut chance) {
                state.bag = sum(left, seen);
                return;
            }
        }
        // Rarely needed: only when almost every stone is impossible at some place.
        if fit(state, &unknown, &mut pool, &mut chance) {
            state.bag = sum(pool, seen);
        }
    }
}

fn sum(mut one: Counts, other: Counts) -> Counts {
    for (one, other) in one.iter_mut().zip(other) {
        *one += other;
    }
    one
}

/// Draws every unknown stone at random; returns the rest of the bag, or `None` when a stone cannot be of the kind
/// drawn.
fn draw_all(state: &mut State, unknown: &[(u8, Place)], mut pool: Counts, chance: &mut Rng) -> Option<Counts> {
    let mut total: u32 = pool.iter().map(|count| u32::from(*count)).sum();
    for (seat, place) in unknown {
        let mut drawn = chance.below(total);
        let mut kind = 0;
        while drawn >= u32::from(pool[kind]) {
            drawn -= u32::from(pool[kind]);
            kind += 1;
        }
        let stone = &mut state.stones[*seat as usize][*place as usize];
        if stone.may_be >> kind & 1 == 0 {
            return None;
        }
        stone.kind = kind as Kind;
        pool[kind] -= 1;
        total -= 1;
    }
    Some(pool)
}

/// Fits stones one by one, and backtracks where none fits. The actual stones fit, so it terminates.
fn fit(state: &mut State, unknown: &[(u8, Place)], pool: &mut Counts, chance: &mut Rng) -> bool {
    let Some(((seat, place), rest)) = unknown.split_first() else { return true };
    let mut order: Vec<Kind> = each(state.stone(*seat, *place).may_be).collect();
    chance.shuffle(&mut order);
    for kind in order {
        if pool[kind as usize] > 0 {
            pool[kind as usize] -= 1;
            state.stones[*seat as usize][*place as usize].kind = kind;
            if fit(state, rest, pool, chance) {
                return true;
            }
            pool[kind as usize] += 1;
        }
    }
    false
}

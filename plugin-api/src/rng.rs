//! Randomness whose stream is the same on every machine, build and thread count.
//!
//! A state carries its own [`Rng`], seeded when it is dealt. The generator is PCG-64-MCG (O'Neill, "PCG: A
//! Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014) from `rand_pcg`, whose output is
//! promised to be stable; drawing below a bound and shuffling are written out here, because `rand` may change its
//! own from one release to the next.

use rand::rand_core::{Infallible, TryRng};
use rand_pcg::Pcg64Mcg;

/// A seeded generator of random numbers. Cloned with the state that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The generator of a seed. Near seeds give unrelated streams.
    pub fn from_seed(seed: u64) -> Self {
        let mut state = seed;
        let high = split_mix(&mut state);
        let low = split_mix(&mut state);
        Self(Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)))
    }

    /// The generator that continues the stream where its [state](Self::state) was taken.
    pub fn from_state(state: u128) -> Self {
        Self(Pcg64Mcg::new(state))
    }

    /// The state of the generator, from which the stream [continues](Self::from_state).
    pub fn state(&self) -> u128 {
        self.0.state()
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        match self.0.try_next_u64() {
            Ok(bits) => bits,
        }
    }

    /// A number in `0..bound`, each as likely as any other to within one part in 2^32 (Lemire,
    /// "Fast Random Integer Generation in an Interval", 2019, without the rejection step).
    /// `bound` 0 gives 0.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// One element of `items`; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts `items` in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// Allows the rest of `rand` to draw from it. Prefer the methods above where a record must replay after an update of
/// `rand`.
impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// The seed of the `index`th of many matches, or samples, begun from one seed: unrelated to its neighbours, and
/// independent of the distribution over threads.
pub fn seed_of(seed: u64, index: u64) -> u64 {
    let mut state = seed ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03);
    split_mix(&mut state)
}

/// One step of `SplitMix64` (Steele, Lea and Flood, 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_fixed_for_ever() {
        let mut rng = Rng::from_seed(1);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, STREAM_OF_SEED_1);
    }

    #[test]
    fn a_stream_continues_from_its_state() {
        let mut whole = Rng::from_seed(5);
        for _ in 0..100 {
            let mut continued = Rng::from_state(whole.state());
            assert_eq!(continued.next_u64(), whole.next_u64());
            assert_eq!(continued, whole);
        }
    }

    const STREAM_OF_SEED_1: [u32; 8] = [5, 67, 61, 85, 13, 75, 46, 49];

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut rng = Rng::from_seed(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (9_500..10_500).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_shuffle_keeps_every_element() {
        let mut rng = Rng::from_seed(3);
        let mut cards: Vec<u32> = (0..63).collect();
        rng.shuffle(&mut cards);
        assert_ne!(cards, (0..63).collect::<Vec<_>>());
        cards.sort_unstable();
        assert_eq!(cards, (0..63).collect::<Vec<_>>());
    }
}

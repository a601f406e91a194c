//! Sums over games: whole numbers, the same in whatever order the games are added, and as large after a billion games
//! as after a thousand.
//!
//! So threads, shards and resumed runs have the same bytes as result. The buckets of a histogram become twice as wide
//! when there would be too many; their width follows from the least and the greatest value alone.

use crate::estimate::{Estimate, Z_95, wilson};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The parts of a win: a number that up to sixteen teams can share evenly.
pub(crate) const WIN_PARTS: i128 = 720_720;

/// A sum that can be added to another.
pub(crate) trait Summable {
    /// Adds another sum to this one.
    fn add_up(&mut self, other: &Self);
}

impl Summable for u64 {
    fn add_up(&mut self, other: &Self) {
        *self += other;
    }
}

impl<T: Summable + Clone> Summable for Vec<T> {
    /// Place by place; the longer of the two decides how many there are.
    fn add_up(&mut self, other: &Self) {
        for (own, other) in self.iter_mut().zip(other) {
            own.add_up(other);
        }
        if let Some(rest) = other.get(self.len()..) {
            self.extend_from_slice(rest);
        }
    }
}

impl<T: Summable + Clone> Summable for BTreeMap<String, T> {
    fn add_up(&mut self, other: &Self) {
        for (name, other) in other {
            match self.get_mut(name) {
                Some(own) => own.add_up(other),
                None => {
                    self.insert(name.clone(), other.clone());
                }
            }
        }
    }
}

/// A number of cases among all cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proportion {
    pub count: u64,
    pub of: u64,
}

impl Proportion {
    pub fn add(&mut self, is_one: bool) {
        self.count += u64::from(is_one);
        self.of += 1;
    }

    /// With Wilson's interval.
    pub fn estimate(&self) -> Estimate {
        Estimate::share(self.count, self.of)
    }
}

impl Summable for Proportion {
    fn add_up(&mut self, other: &Self) {
        self.count += other.count;
        self.of += other.of;
    }
}

/// A ratio of counts over games: decisions that are forced, of all decisions. Since the cases of one game are alike,
/// its interval is made from whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ratio {
    pub games: u64,
    pub count: u64,
    pub of: u64,
    #[serde(with = "wide")]
    count_squares: i128,
    #[serde(with = "wide")]
    products: i128,
    #[serde(with = "wide")]
    of_squares: i128,
}

impl Ratio {
    /// Adds a game in which `count` of `of` cases are counted.
    pub fn add(&mut self, count: u64, of: u64) {
        self.games += 1;
        self.count += count;
        self.of += of;
        let [count, of] = [count, of].map(i128::from);
        self.count_squares += count * count;
        self.products += count * of;
        self.of_squares += of * of;
    }

    /// With the interval of a ratio estimator over games (linearised: Cochran, Sampling Techniques, 1977, 2.11).
    pub fn estimate(&self) -> Estimate {
        if self.of == 0 || self.games == 0 {
            return Estimate::default();
        }
        let (of, games) = (self.of as f64, self.games as f64);
        let value = self.count as f64 / of;
        let [own, both, other] = [self.count_squares, self.products, self.of_squares].map(|sum| sum as f64);
        let rest = (own - 2.0 * value * both + value * value * other).max(0.0);
        let half = if self.games > 1 { Z_95 * (rest * games / (games - 1.0)).sqrt() / of } else { 0.0 };
        Estimate { value, lower: value - half, upper: value + half }
    }

    /// As a share of cases of which a game has several: Wilson's interval for as many cases as the spread between games
    /// is worth.
    pub fn share(&self) -> Estimate {
        let Estimate { value, lower, .. } = self.estimate();
        let error = (value - lower) / Z_95;
        // Where nothing varies, a game is worth a case.
        let is_certain = error < 1e-9 || value <= 0.0 || value >= 1.0;
        wilson(value, if is_certain { self.games as f64 } else { value * (1.0 - value) / (error * error) })
    }
}

impl Summable for Ratio {
    fn add_up(&mut self, other: &Self) {
        self.games += other.games;
        self.count += other.count;
        self.of += other.of;
        self.count_squares += other.count_squares;
        self.products += other.products;
        self.of_squares += other.of_squares;
    }
}

/// How values are distributed: mean, deviation and quantiles follow from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Values {
    pub count: u64,
    #[serde(with = "wide")]
    pub sum: i128,
    #[serde(with = "wide")]
    pub squares: i128,
    /// The least and the greatest value.
    pub bounds: Option<(i64, i64)>,
    pub histogram: ValueHistogram,
}

impl Values {
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        // Only values near the ends of 64 bits could overflow it, after several games.
        self.squares = self.squares.saturating_add(i128::from(value) * i128::from(value));
        self.bounds = Some(self.bounds.map_or((value, value), |(lower, upper)| (lower.min(value), upper.max(value))));
        self.histogram.add(value);
    }

    /// The mean, with the interval of the normal distribution.
    pub fn mean(&self) -> Estimate {
        Estimate::mean(self.sum as f64, self.squares as f64, self.count)
    }

    /// The standard deviation of single values.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        ((self.squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0)).sqrt()
    }

    /// The least value that at least this share of the values does not exceed; to within the width of the histogram's
    /// buckets.
    pub fn quantile(&self, share: f64) -> i64 {
        let (lower, upper) = self.bounds.unwrap_or_default();
        let wanted = ((self.count as f64 * share).ceil() as u64).max(1);
        self.histogram.at(wanted).clamp(lower, upper)
    }
}

impl Summable for Values {
    fn add_up(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.bounds = match (self.bounds, other.bounds) {
            (Some((lower, upper)), Some((other_lower, other_upper))) => {
                Some((lower.min(other_lower), upper.max(other_upper)))
            }
            (own, other) => own.or(other),
        };
        self.histogram.add_up(&other.histogram);
    }
}

/// The most buckets of a histogram.
const MAX_BUCKETS: i128 = 1024;

/// How many values are in each bucket. Buckets are one wide until there would be too many; then they are made twice as
/// wide. Their width follows from the least and the greatest value alone, so the histogram does not depend on the order
/// of the values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueHistogram {
    /// A bucket is as wide as two to the power of this.
    pub shift: u8,
    /// The number of the first bucket: its values, shifted.
    pub first: i64,
    /// From the bucket of the least value to that of the greatest.
    pub counts: Vec<u64>,
}

impl ValueHistogram {
    fn add(&mut self, value: i64) {
        let place = (value >> self.shift).wrapping_sub(self.first) as u64;
        if let Some(count) = self.counts.get_mut(place as usize) {
            *count += 1;
            return;
        }
        let bucket = value >> self.shift;
        self.make_room(bucket, bucket);
        self.counts[((value >> self.shift) - self.first) as usize] += 1;
    }

    /// Makes room for the buckets from `lower` to `upper`, as they are numbered before.
    fn make_room(&mut self, mut lower: i64, mut upper: i64) {
        if let Some(more) = self.counts.len().checked_sub(1) {
            (lower, upper) = (lower.min(self.first), upper.max(self.first + more as i64));
        } else {
            self.first = lower;
        }
        let mut wider = 0;
        while i128::from(upper) - i128::from(lower) >= MAX_BUCKETS {
            (lower, upper, wider) = (lower >> 1, upper >> 1, wider + 1);
        }
        let mut counts = vec![0; (upper - lower) as usize + 1];
        for (bucket, count) in self.numbered() {
            counts[((bucket >> wider) - lower) as usize] += count;
        }
        *self = Self { shift: self.shift + wider, first: lower, counts };
    }

    fn add_up(&mut self, other: &Self) {
        let Some(more) = other.counts.len().checked_sub(1) else { return };
        if self.counts.is_empty() {
            self.clone_from(other);
            return;
        }
        let last = other.first + more as i64;
        if other.shift > self.shift {
            let wider = other.shift - self.shift;
            let mut counts: Vec<u64> = Vec::new();
            let first = self.first >> wider;
            for (bucket, count) in self.numbered() {
                let place = ((bucket >> wider) - first) as usize;
                counts.resize(counts.len().max(place + 1), 0);
                counts[place] += count;
            }
            *self = Self { shift: other.shift, first, counts };
        }
        let finer = self.shift - other.shift;
        let (lower, upper) = (other.first >> finer, last >> finer);
        if lower < self.first || upper >= self.first + self.counts.len() as i64 {
            self.make_room(lower, upper);
        }
        let finer = self.shift - other.shift;
        for (bucket, count) in other.numbered() {
            self.counts[((bucket >> finer) - self.first) as usize] += count;
        }
    }

    /// The buckets by their numbers.
    fn numbered(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().enumerate().map(|(place, count)| (self.first + place as i64, *count))
    }

    /// The lower end of the bucket in which the value of this rank is, counted from 1.
    fn at(&self, rank: u64) -> i64 {
        let mut seen = 0;
        for (bucket, count) in self.numbered() {
            seen += count;
            if seen >= rank {
                return bucket << self.shift;
            }
        }
        0
    }

    /// The buckets that are not empty: the least value of each, and how many values are in it.
    pub fn buckets(&self) -> impl Iterator<Item = (i64, u64)> {
        self.numbered().filter(|(_, count)| *count > 0).map(|(at, count)| (at << self.shift, count))
    }
}

/// Numbers of 128 bits in JSON: as texts, since JSON's readers take fewer digits.
pub(crate) mod wide {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::Rng;

    fn values(of: &[i64]) -> Values {
        let mut values = Values::default();
        of.iter().for_each(|value| values.add(*value));
        values
    }

    #[test]
    fn the_greatest_values_add_up_without_overflow() {
        let mut one = values(&[i64::MAX, i64::MIN, 0, i64::MAX]);
        one.add_up(&one.clone());
        assert_eq!((one.sum, one.count), (4 * i128::from(i64::MAX) + 2 * i128::from(i64::MIN), 8));
        assert_eq!(one.bounds, Some((i64::MIN, i64::MAX)));
        assert!(
            one.histogram.counts.len() <= 1024 && one.histogram.buckets().map(|(_, count)| count).sum::<u64>() == 8
        );
    }

    #[test]
    fn means_deviations_and_quantiles_are_those_of_the_values() {
        let eight = values(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((eight.mean().value, eight.bounds), (5.0, Some((2, 9))));
        assert!((eight.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        let ten = values(&(1..=10).collect::<Vec<_>>());
        assert_eq!([0.0, 0.1, 0.5, 0.9, 1.0].map(|share| ten.quantile(share)), [1, 1, 5, 9, 10]);
    }

    #[test]
    fn sums_are_the_same_in_any_order_and_however_they_are_split() {
        let mut dice = Rng::from_seed(1);
        for round in 0..200_u32 {
            let reach = 1_u32 << (round % 31);
            let all: Vec<i64> = (0..60).map(|_| i64::from(dice.below(reach)) - i64::from(reach / 3)).collect();
            let whole = values(&all);
            let mut shuffled = all.clone();
            dice.shuffle(&mut shuffled);
            assert_eq!(values(&shuffled), whole);
            let mut sum = Values::default();
            let mut rest = &shuffled[..];
            while !rest.is_empty() {
                let (part, others) = rest.split_at(1 + dice.below(rest.len() as u32) as usize);
                sum.add_up(&values(part));
                rest = others;
            }
            assert_eq!(sum, whole, "{all:?}");
            let text = serde_json::to_string(&whole).unwrap();
            assert_eq!(serde_json::from_str::<Values>(&text).unwrap(), whole);
        }
    }
}

//! Values counted in a few bars, the same bars for both sides of a comparison.

use std::ops::RangeInclusive;
use stonehouse_lab::Distribution;
use stonehouse_language::tr;

/// The most bars.
const MAX_BARS: i64 = 24;

/// How many values are in each bar, by side of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub struct Histogram {
    from: i64,
    width: i64,
    /// By side, and by bar.
    pub counts: Vec<Vec<u64>>,
}

impl Histogram {
    /// The histogram of the sides, each with the spreads that are counted together; none where there is no value.
    pub fn of(compared: &[Vec<&Distribution>]) -> Option<Self> {
        let all = || compared.iter().flatten();
        let least = all().map(|spread| spread.quantiles[0]).min_by(f64::total_cmp)? as i64;
        let most = all().map(|spread| spread.quantiles[6]).max_by(f64::total_cmp)? as i64;
        let width = (most.saturating_sub(least) / MAX_BARS).saturating_add(1);
        let bars = (most.saturating_sub(least) / width) as usize + 1;
        let count = |spreads: &Vec<&Distribution>| {
            let mut counts = vec![0; bars];
            for (value, count) in spreads.iter().flat_map(|spread| &spread.histogram) {
                let bar = (*value as i64).saturating_sub(least).max(0) / width;
                counts[(bar as usize).min(bars - 1)] += count;
            }
            counts
        };
        Some(Self { from: least, width, counts: compared.iter().map(count).collect() })
    }

    /// The values of a bar.
    pub fn values(&self, bar: usize) -> RangeInclusive<i64> {
        let from = self.from.saturating_add(self.width.saturating_mul(bar as i64));
        from..=from.saturating_add(self.width - 1)
    }

    /// The middle of a bar.
    pub fn middle(&self, bar: usize) -> f64 {
        let values = self.values(bar);
        (*values.start() as f64 + *values.end() as f64) / 2.0
    }

    /// How wide bars are.
    pub fn width(&self) -> f64 {
        self.width as f64
    }

    /// The values of a bar in words.
    pub fn label(&self, bar: usize) -> String {
        let values = self.values(bar);
        if self.width == 1 {
            values.start().to_string()
        } else {
            tr!("{least} to {most}", least = values.start(), most = values.end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(values: &[(f64, u64)]) -> Distribution {
        let (least, most) = (values[0].0, values[values.len() - 1].0);
        Distribution { deviation: 1.0, quantiles: [least, 0.0, 0.0, 0.0, 0.0, 0.0, most], histogram: values.to_vec() }
    }

    #[test]
    fn compared_groups_share_their_bars_and_every_value_is_counted() {
        let (one, other) = (spread(&[(0.0, 3), (40.0, 1)]), spread(&[(-7.0, 2), (5.0, 5)]));
        let histogram = Histogram::of(&[vec![&one], vec![&other, &other]]).unwrap();
        assert_eq!((histogram.width, histogram.values(0), histogram.label(0).as_str()), (2, -7..=-6, "-7 to -6"));
        assert_eq!(histogram.counts[0].iter().sum::<u64>(), 4);
        assert_eq!(histogram.counts[1].iter().sum::<u64>(), 14);
        assert_eq!((histogram.counts[0][3], histogram.counts[1][6], histogram.counts[0][23]), (3, 10, 1));
        assert!(Histogram::of(&[Vec::new()]).is_none());
        let single = Histogram::of(&[vec![&spread(&[(4.0, 9)])]]).unwrap();
        assert_eq!((single.counts, single.width), (vec![vec![9]], 1));
    }
}

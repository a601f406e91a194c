//! Estimates with their confidence intervals.

use serde::Serialize;

/// How far an interval that contains the true value in 95 of 100 cases reaches, in standard errors.
pub(crate) const Z_95: f64 = 1.96;

/// An estimate and the interval around it that contains the true value in 95 of 100 cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Estimate {
    /// The share of `count` in `of`, with Wilson's interval; of no cases, from 0 to 1.
    pub fn share(count: u64, of: u64) -> Self {
        if of == 0 {
            return Self { value: 0.0, lower: 0.0, upper: 1.0 };
        }
        wilson(count as f64 / of as f64, of as f64)
    }

    /// The mean of `of` values with this sum and sum of squares.
    pub(crate) fn mean(sum: f64, squares: f64, of: u64) -> Self {
        let n = of.max(1) as f64;
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0);
        let half = if of > 1 { Z_95 * (variance / (n - 1.0)).sqrt() } else { 0.0 };
        Self { value: mean, lower: mean - half, upper: mean + half }
    }

    /// Value, lower and upper end as they are shown: those of a share in percent.
    pub fn scaled(&self, is_share: bool) -> [f64; 3] {
        let scale = if is_share { 100.0 } else { 1.0 };
        [self.value, self.lower, self.upper].map(|value| value * scale)
    }

    /// Whether the intervals have no value in common.
    pub fn differs(&self, other: &Self) -> bool {
        self.lower > other.upper || other.lower > self.upper
    }
}

/// A share, with Wilson's interval for as many cases as it is worth, which need not be a whole number.
pub(crate) fn wilson(share: f64, cases: f64) -> Estimate {
    let square = Z_95 * Z_95;
    let middle = (share + square / (2.0 * cases)) / (1.0 + square / cases);
    let half = Z_95 / (1.0 + square / cases) * (share * (1.0 - share) / cases + square / (4.0 * cases * cases)).sqrt();
    let share = share.clamp(0.0, 1.0);
    // Rounding must not leave the share outside of its own interval.
    Estimate { value: share, lower: (middle - half).clamp(0.0, share), upper: (middle + half).clamp(share, 1.0) }
}

/// How many standard errors an interval reaches to each side that is wrong this often: 1.96 for 0.05.
pub(crate) fn z_of(error: f64) -> f64 {
    // The chance falls as z grows, so halving finds it; 40 is beyond every chance that a number can hold.
    let (mut near, mut far) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = (near + far) / 2.0;
        if libm::erfc(middle * std::f64::consts::FRAC_1_SQRT_2) > error {
            near = middle;
        } else {
            far = middle;
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::Rng;

    #[test]
    fn intervals_contain_the_true_value_at_their_level() {
        let mut dice = Rng::from_seed(1);
        let (mut shares, mut means) = (0, 0);
        for _ in 0..1000 {
            let throws: Vec<f64> = (0..60).map(|_| f64::from(u8::from(dice.next_u64() % 10 < 3))).collect();
            let share = Estimate::share(throws.iter().sum::<f64>() as u64, 60);
            shares += u32::from((share.lower..=share.upper).contains(&0.3));
            // The sum of two such throws, whose mean is 0.6.
            let pairs: Vec<f64> = throws.chunks(2).map(|pair| pair[0] + pair[1]).collect();
            let mean = Estimate::mean(pairs.iter().sum(), pairs.iter().map(|pair| pair * pair).sum(), 30);
            means += u32::from((mean.lower..=mean.upper).contains(&0.6));
        }
        assert!((930..=970).contains(&shares) && (915..=970).contains(&means), "{shares} and {means} of 1000");
    }

    #[test]
    fn standard_errors_follow_from_the_chance_to_be_wrong() {
        // From tables of the normal distribution.
        for (error, z) in [(0.05, 1.959_964), (0.05 / 6.0, 2.638_257), (0.01, 2.575_829), (1e-6, 4.891_638)] {
            assert!((z_of(error) - z).abs() < 1e-5, "{error}: {}", z_of(error));
        }
    }

    #[test]
    fn intervals_shrink_with_more_games_and_a_share_is_within_its_own() {
        let few = Estimate::share(5, 10);
        let many = Estimate::share(500, 1000);
        assert_eq!((few.value, many.value), (0.5, 0.5));
        assert!(few.lower < many.lower && many.upper < few.upper);
        assert!(many.lower > 0.46 && many.upper < 0.54, "{many:?}");
        // Values 1 and 3 in equal numbers: their mean is 2, and the standard deviation 1.
        let mean = Estimate::mean(200.0, 500.0, 100);
        assert!((mean.upper - 2.197).abs() < 0.001, "{mean:?}");
        assert!(mean.differs(&Estimate::mean(300.0, 1000.0, 100)) && !mean.differs(&mean));
        for of in 1..300 {
            for count in 0..=of {
                let Estimate { value, lower, upper } = Estimate::share(count, of);
                assert!((0.0..=value).contains(&lower) && (value..=1.0).contains(&upper), "{count} of {of}");
            }
        }
        assert_eq!(Estimate::share(0, 0), Estimate { value: 0.0, lower: 0.0, upper: 1.0 });
    }
}

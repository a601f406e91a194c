//! How good scores are for a seat's team.
//!
//! A reward counts how far a team is ahead of each other one, not of the best only: at a table of four, points given to
//! the third count too.

use stonehouse_plugin::Seat;
use stonehouse_runtime::Teams;

/// How far ahead of the other teams the team of `seat` is, from 0 to 1: the mean of [`lead`] over them. Unlike the
/// margin it includes weaker teams, which may be the strongest later; what one team gains the others lose. 0.5 where
/// there is no other team.
pub fn mean_lead(teams: &Teams, scores: &[i64], seat: Seat, scale: f64) -> f64 {
    let (mut sum, mut others) = (0.0, 0.0);
    for margin in teams.margins(scores, seat) {
        sum += lead(margin as f64, scale);
        others += 1.0;
    }
    if others == 0.0 { 0.5 } else { sum / others }
}

/// The worth of a lead of `ahead` points, from 0 to 1: 0.5 for none, and 0.75 for `scale`.
pub fn lead(ahead: f64, scale: f64) -> f64 {
    0.5 + 0.5 * ahead / (ahead.abs() + scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_counts_every_other_team_once() {
        let each = Teams::new(vec![0, 1, 2]);
        assert_eq!(mean_lead(&each, &[5, 5, 5], Seat(1), 10.0), 0.5);
        assert_eq!(mean_lead(&each, &[15, 5, 5], Seat(0), 10.0), 0.75);
        assert_eq!(mean_lead(&each, &[15, 5, 5], Seat(1), 10.0), (0.25 + 0.5) / 2.0);
        let pairs = Teams::new(vec![0, 1, 0, 1]);
        assert_eq!(mean_lead(&pairs, &[40, 10, 40, 30], Seat(2), 10.0), 0.75);
        let sum: f64 = (0..3).map(|seat| mean_lead(&each, &[90, -4, 31], Seat(seat), 20.0)).sum();
        assert!((sum - 1.5).abs() < 1e-12);
    }
}

//! How good scores are for a seat's team.
//!
//! A reward counts how far a team is ahead of each other one, not of the best only: at a table of four, points given to
//! the third count too.

use stonehouse_plugin::{Seat, Seats};
use stonehouse_runtime::Rules;

/// The teams of a table.
#[derive(Clone, Debug)]
pub struct Teams(Vec<u8>);

impl Teams {
    /// The teams of a ruleset.
    pub fn of(rules: &Rules) -> Self {
        Self(rules.seating().teams())
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// The number of teams.
    pub fn count(&self) -> usize {
        let first_of_its_team = |(index, team): (usize, &u8)| !self.0[..index].contains(team);
        self.0.iter().enumerate().filter(|seat| first_of_its_team(*seat)).count()
    }

    /// Whether two seats are of one team.
    pub fn are_one(&self, one: Seat, other: Seat) -> bool {
        self.0[one.index()] == self.0[other.index()]
    }

    /// By how much the team of `seat` is ahead of the best other team, in points: the best score within each team
    /// counts, so that it does not matter whether a game gives a team's points to one of its seats or to each.
    pub fn margin(&self, scores: &[i64], seat: Seat) -> i64 {
        let own = self.0[seat.index()];
        let best = |same: bool| {
            let of_side = scores.iter().zip(&self.0).filter(|(_, team)| (**team == own) == same);
            of_side.map(|(score, _)| *score).max().unwrap_or_default()
        };
        best(true) - best(false)
    }

    /// How far ahead of the other teams the team of `seat` is, from 0 to 1: the mean over them of 1/2 + d / (2 (|d| +
    /// `scale`)), where d is the difference in points. Unlike the margin it includes weaker teams, which may be the
    /// strongest later; what one team gains the others lose. 0.5 where there is no other team.
    pub fn lead(&self, scores: &[i64], seat: Seat, scale: f64) -> f64 {
        let own = self.best(scores, self.0[seat.index()]);
        let (mut sum, mut others) = (0.0, 0.0);
        for (index, team) in self.0.iter().enumerate() {
            if *team != self.0[seat.index()] && !self.0[..index].contains(team) {
                sum += lead((own - self.best(scores, *team)) as f64, scale);
                others += 1.0;
            }
        }
        if others == 0.0 { 0.5 } else { sum / others }
    }

    /// The best score within a team.
    fn best(&self, scores: &[i64], team: u8) -> i64 {
        let of_team = scores.iter().zip(&self.0).filter(|(_, other)| **other == team);
        of_team.map(|(score, _)| *score).max().unwrap_or_default()
    }

    /// 1 for a win of the seat's team alone, 0 for a loss, and in between, its share of a win that it shares with
    /// others.
    pub fn win(&self, winners: Seats, seat: Seat) -> f64 {
        let own = self.0[seat.index()];
        let mut teams: Vec<u8> = winners.iter().filter_map(|winner| self.0.get(winner.index()).copied()).collect();
        // Teams sit interleaved, so equal ones need not be neighbours.
        teams.sort_unstable();
        teams.dedup();
        if teams.contains(&own) { 1.0 / teams.len() as f64 } else { 0.0 }
    }
}

/// What being `ahead` by so many points is worth, from 0 to 1: 0.5 for none, and 0.75 for `scale`.
pub fn lead(ahead: f64, scale: f64) -> f64 {
    0.5 + 0.5 * ahead / (ahead.abs() + scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_over_the_best_other_team() {
        let each = Teams(vec![0, 1, 2]);
        assert_eq!(each.margin(&[5, 9, 7], Seat(0)), -4);
        assert_eq!(each.margin(&[5, 9, 7], Seat(1)), 2);
        let pairs = Teams(vec![0, 1, 0, 1]);
        assert_eq!(pairs.margin(&[40, 10, 40, 30], Seat(2)), 10);
    }

    #[test]
    fn a_lead_counts_every_other_team_once() {
        let each = Teams(vec![0, 1, 2]);
        assert_eq!(each.lead(&[5, 5, 5], Seat(1), 10.0), 0.5);
        assert_eq!(each.lead(&[15, 5, 5], Seat(0), 10.0), 0.75);
        assert_eq!(each.lead(&[15, 5, 5], Seat(1), 10.0), (0.25 + 0.5) / 2.0);
        let pairs = Teams(vec![0, 1, 0, 1]);
        assert_eq!(pairs.lead(&[40, 10, 40, 30], Seat(2), 10.0), 0.75);
        let sum: f64 = (0..3).map(|seat| each.lead(&[90, -4, 31], Seat(seat), 20.0)).sum();
        assert!((sum - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_shared_win_is_worth_its_share() {
        let teams = Teams(vec![0, 1]);
        assert_eq!(teams.win(Seats(0b01), Seat(0)), 1.0);
        assert_eq!(teams.win(Seats(0b01), Seat(1)), 0.0);
        assert_eq!(teams.win(Seats(0b11), Seat(1)), 0.5);
        let pairs = Teams(vec![0, 0, 1]);
        assert_eq!(pairs.win(Seats(0b011), Seat(1)), 1.0);
    }

    #[test]
    fn interleaved_teams_share_a_win_by_team_and_not_by_seat() {
        let across = Teams(vec![0, 1, 0, 1]);
        for seat in Seat::all(4) {
            assert_eq!(across.win(Seats(0b1111), seat), 0.5, "{seat}");
        }
        assert_eq!(across.win(Seats(0b0101), Seat(2)), 1.0);
        assert_eq!(across.win(Seats(0b0101), Seat(3)), 0.0);
        assert_eq!(across.win(Seats(0b0111), Seat(3)), 0.5);
    }
}

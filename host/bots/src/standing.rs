//! How good scores are for a seat's team.

use stonehouse_plugin_api::abi::client::Rules;
use stonehouse_plugin_api::{Seat, Winners};

/// The teams of a table.
#[derive(Clone, Debug)]
pub struct Teams(Vec<u8>);

impl Teams {
    /// The teams of a ruleset.
    pub fn of(rules: &Rules) -> Self {
        Self(rules.seating().seats.iter().map(|seat| seat.team).collect())
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// By how much the team of `seat` is ahead of the best other team, in points: the best score within each team counts, so
    /// that it does not matter whether a game gives a team's points to one of its seats or to each.
    pub fn margin(&self, scores: &[i64], seat: Seat) -> i64 {
        let own = self.0[seat.index()];
        let best = |same: bool| {
            let of_side = scores.iter().zip(&self.0).filter(|(_, team)| (**team == own) == same);
            of_side.map(|(score, _)| *score).max().unwrap_or_default()
        };
        best(true) - best(false)
    }

    /// 1 for a win of the seat's team alone, 0 for a loss, and its share between for a win that it shares with others.
    pub fn win(&self, winners: Winners, seat: Seat) -> f64 {
        let own = self.0[seat.index()];
        let mut teams: Vec<u8> = winners.seats().filter_map(|winner| self.0.get(winner.index()).copied()).collect();
        teams.dedup();
        if teams.contains(&own) { 1.0 / teams.len() as f64 } else { 0.0 }
    }
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
    fn a_shared_win_is_worth_its_share() {
        let teams = Teams(vec![0, 1]);
        assert_eq!(teams.win(Winners(0b01), Seat(0)), 1.0);
        assert_eq!(teams.win(Winners(0b01), Seat(1)), 0.0);
        assert_eq!(teams.win(Winners(0b11), Seat(1)), 0.5);
        let pairs = Teams(vec![0, 0, 1]);
        assert_eq!(pairs.win(Winners(0b011), Seat(1)), 1.0);
    }
}

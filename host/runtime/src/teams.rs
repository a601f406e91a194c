//! The teams of a table: their seats, the team that leads, and the value of a result for a seat's team.

use crate::Rules;
use serde::{Deserialize, Serialize};
use stonehouse_plugin::{Seat, Seats};

/// The number of each seat's team, by seat. Seats with the same number play together; teams may sit interleaved.
///
/// A team's score is the best among its seats, so that it makes no difference whether a game gives a team's points to
/// one of its seats or to each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Teams(Vec<u8>);

/// The teams that win a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinningTeams {
    /// All seats of these teams.
    pub seats: Seats,
    /// The number of teams.
    pub count: u32,
}

impl Teams {
    /// Teams by the number of each seat's team.
    pub const fn new(numbers: Vec<u8>) -> Self {
        Self(numbers)
    }

    /// The teams of a ruleset.
    pub fn of(rules: &Rules) -> Self {
        Self(rules.seating().teams())
    }

    /// The number of each seat's team, by seat.
    pub fn numbers(&self) -> &[u8] {
        &self.0
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// The number of teams.
    pub fn count(&self) -> usize {
        self.distinct().count()
    }

    /// Whether all seats play as one team, against the game.
    pub fn is_one(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Whether two seats are of one team.
    pub fn are_one(&self, one: Seat, other: Seat) -> bool {
        self.0[one.index()] == self.0[other.index()]
    }

    /// The teams of `winners`.
    pub fn winning(&self, winners: Seats) -> WinningTeams {
        let mut winning = WinningTeams::default();
        for winner in winners.iter() {
            if let Some(team) = self.0.get(winner.index())
                && !winning.seats.contains(winner)
            {
                winning.count += 1;
                let members = Seat::all(self.0.len()).zip(&self.0).filter(|(_, other)| *other == team);
                members.for_each(|(seat, _)| winning.seats.insert(seat));
            }
        }
        winning
    }

    /// The team that wins alone; none if nobody wins, or several teams do.
    pub fn sole_winner(&self, winners: Seats) -> Option<u8> {
        let mut teams = winners.iter().filter_map(|winner| self.0.get(winner.index()).copied());
        let first = teams.next()?;
        teams.all(|team| team == first).then_some(first)
    }

    /// The winners of a match among those who have not `resigned`: all of the teams of `winners`, or, if all of these
    /// resigned, of the teams with the best score.
    pub fn winners_left(&self, winners: Seats, scores: &[i64], resigned: Seats) -> Seats {
        if resigned == Seats::default() {
            return winners;
        }
        let left = || Seat::all(self.seats()).filter(|seat| !resigned.contains(*seat));
        let won = self.winning(winners).seats;
        let winning: Seats = left().filter(|seat| won.contains(*seat)).collect();
        if winning != Seats::default() || winners == Seats::default() {
            return winning;
        }
        let score_of = |seat: Seat| self.best_scores(scores, self.0.get(seat.index()).copied()).0;
        let best = left().map(score_of).max();
        left().filter(|seat| Some(score_of(*seat)) == best).collect()
    }

    /// 1 for a win of the seat's team alone, 0 for a loss, and in between, its share of a win that it shares with
    /// others.
    pub fn win_share(&self, winners: Seats, seat: Seat) -> f64 {
        let winning = self.winning(winners);
        if winning.seats.contains(seat) { 1.0 / winning.count as f64 } else { 0.0 }
    }

    /// The team that has more points than every other, if one has.
    pub fn leader(&self, scores: &[i64]) -> Option<u8> {
        let mut all = scores.iter().zip(&self.0);
        let (mut best, mut leader) = all.next().map(|(score, team)| (*score, Some(*team)))?;
        for (score, team) in all {
            if *score > best {
                (best, leader) = (*score, Some(*team));
            } else if *score == best && leader != Some(*team) {
                leader = None;
            }
        }
        leader
    }

    /// The score of a team, and the best of all others; none for a side without seats.
    pub fn best_scores(&self, scores: &[i64], team: Option<u8>) -> (Option<i64>, Option<i64>) {
        let (mut own, mut other) = (None, None);
        for (score, of) in scores.iter().zip(&self.0) {
            let best = if Some(*of) == team { &mut own } else { &mut other };
            *best = (*best).max(Some(*score));
        }
        (own, other)
    }

    /// The lead of the team of `seat` over the best other team, in points; 0 stands in for the score of a side without
    /// seats.
    pub fn margin(&self, scores: &[i64], seat: Seat) -> i64 {
        let (own, other) = self.best_scores(scores, self.0.get(seat.index()).copied());
        own.unwrap_or_default().saturating_sub(other.unwrap_or_default())
    }

    /// The lead of the team of `seat` over each other team, in points.
    pub fn margins(&self, scores: &[i64], seat: Seat) -> impl Iterator<Item = i64> {
        let score = |team: u8| self.best_scores(scores, Some(team)).0.unwrap_or_default();
        let own = self.0[seat.index()];
        self.distinct().filter(move |team| *team != own).map(move |team| score(own) - score(team))
    }

    /// Each team once, by its first seat.
    fn distinct(&self) -> impl Iterator<Item = u8> {
        self.0.iter().enumerate().filter(|(seat, team)| !self.0[..*seat].contains(team)).map(|(_, team)| *team)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> Teams {
        Teams::new(vec![0, 1, 0, 1])
    }

    #[test]
    fn a_shared_best_score_is_not_a_lead() {
        let two = Teams::new(vec![0, 1]);
        assert_eq!(two.leader(&[3, 5]), Some(1));
        assert_eq!(two.leader(&[5, 5]), None);
        assert_eq!(pairs().leader(&[2, 5, 2, 5]), Some(1));
        assert_eq!(pairs().leader(&[5, 5, 5, 5]), None);
        assert_eq!(Teams::default().leader(&[]), None);
    }

    #[test]
    fn the_margin_is_over_the_best_other_team() {
        let each = Teams::new(vec![0, 1, 2]);
        assert_eq!(each.margin(&[5, 9, 7], Seat(0)), -4);
        assert_eq!(each.margin(&[5, 9, 7], Seat(1)), 2);
        assert_eq!(pairs().margin(&[40, 10, 40, 30], Seat(2)), 10);
    }

    #[test]
    fn margins_count_every_other_team_once() {
        let each = Teams::new(vec![0, 1, 2]);
        assert_eq!(each.margins(&[5, 9, 7], Seat(1)).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(pairs().margins(&[40, 10, 40, 30], Seat(2)).collect::<Vec<_>>(), [10]);
        assert_eq!(Teams::new(vec![3, 3]).margins(&[1, 2], Seat(0)).count(), 0);
    }

    #[test]
    fn teams_are_counted_by_number() {
        assert_eq!((pairs().seats(), pairs().count(), pairs().is_one()), (4, 2, false));
        let one = Teams::new(vec![7, 7]);
        assert_eq!((one.count(), one.is_one()), (1, true));
        assert!(pairs().are_one(Seat(0), Seat(2)) && !pairs().are_one(Seat(0), Seat(1)));
    }

    #[test]
    fn a_shared_win_is_worth_its_share() {
        let two = Teams::new(vec![0, 1]);
        assert_eq!(two.win_share(Seats(0b01), Seat(0)), 1.0);
        assert_eq!(two.win_share(Seats(0b01), Seat(1)), 0.0);
        assert_eq!(two.win_share(Seats(0b11), Seat(1)), 0.5);
        assert_eq!((two.sole_winner(Seats(0b10)), two.sole_winner(Seats(0b11))), (Some(1), None));
        let neighbours = Teams::new(vec![0, 0, 1]);
        assert_eq!(neighbours.win_share(Seats(0b011), Seat(1)), 1.0);
        assert_eq!(neighbours.sole_winner(Seats(0b011)), Some(0));
    }

    #[test]
    fn those_who_resigned_win_nothing() {
        let each = Teams::new(vec![0, 1, 2]);
        assert_eq!(each.winners_left(Seats(0b001), &[5, 3, 3], Seats(0)), Seats(0b001));
        assert_eq!(each.winners_left(Seats(0b011), &[5, 5, 3], Seats(0b001)), Seats(0b010));
        assert_eq!(each.winners_left(Seats(0b001), &[5, 3, 3], Seats(0b001)), Seats(0b110));
        assert_eq!(each.winners_left(Seats(0), &[5, 3, 3], Seats(0b001)), Seats(0));
        // A partner who is left wins for the team, alone.
        assert_eq!(pairs().winners_left(Seats(0b0101), &[5, 3, 5, 3], Seats(0b0001)), Seats(0b0100));
        assert_eq!(pairs().winners_left(Seats(0b0001), &[5, 3, 0, 9], Seats(0b0101)), Seats(0b1010));
    }

    #[test]
    fn interleaved_teams_share_a_win_by_team_and_not_by_seat() {
        for seat in Seat::all(4) {
            assert_eq!(pairs().win_share(Seats(0b1111), seat), 0.5, "{seat}");
        }
        assert_eq!(pairs().win_share(Seats(0b0101), Seat(2)), 1.0);
        assert_eq!(pairs().win_share(Seats(0b0101), Seat(3)), 0.0);
        assert_eq!(pairs().win_share(Seats(0b0111), Seat(3)), 0.5);
    }
}

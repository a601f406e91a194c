//! Sums over games: whole numbers, wide enough for any number of games, in whatever order they are added.

use stonehouse_plugin_api::Seats;

/// The sums of a simulation so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// By seat, the games that its team won alone.
    pub wins: Vec<u64>,
    /// By seat, the games in which its team shared the win.
    pub draws: Vec<u64>,
    /// By seat, the sum of its scores: no number of games makes 64-bit scores overflow it.
    pub scores: Vec<i128>,
    /// The actions of all games.
    pub actions: u64,
}

impl Tally {
    /// The sums of no game.
    pub fn new(seats: usize) -> Self {
        Self { wins: vec![0; seats], draws: vec![0; seats], scores: vec![0; seats], actions: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, teams: &[u8], scores: &[i64], winners: Seats, actions: u64) {
        let won = || winners.iter().filter_map(|seat| Some((seat.index(), *teams.get(seat.index())?)));
        let first = won().next().map(|(_, team)| team);
        let alone = won().all(|(_, team)| Some(team) == first);
        for (seat, _) in won() {
            let counts = if alone { &mut self.wins } else { &mut self.draws };
            counts[seat] += 1;
        }
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            *sum += i128::from(*score);
        }
        self.actions += actions;
    }

    /// The sum of both.
    pub fn merge(mut self, other: &Self) -> Self {
        for (own, other) in [(&mut self.wins, &other.wins), (&mut self.draws, &other.draws)] {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
        self.scores.iter_mut().zip(&other.scores).for_each(|(own, other)| *own += other);
        self.actions += other.actions;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_scores_add_up_without_overflow() {
        let mut one = Tally::new(2);
        for _ in 0..3 {
            one.add(&[0, 1], &[i64::MAX, i64::MIN], Seats(0b01), 1);
        }
        let sum = one.clone().merge(&one);
        assert_eq!(sum.scores, [6 * i128::from(i64::MAX), 6 * i128::from(i64::MIN)]);
        assert_eq!((sum.wins, sum.actions), (vec![6, 0], 6));
    }

    #[test]
    fn a_win_of_one_team_is_a_win_for_its_seats_and_one_of_two_teams_a_draw() {
        let mut tally = Tally::new(4);
        tally.add(&[0, 1, 0, 1], &[0; 4], Seats(0b0101), 1);
        tally.add(&[0, 1, 0, 1], &[0; 4], Seats(0b1111), 1);
        assert_eq!(tally.wins, [1, 0, 1, 0]);
        assert_eq!(tally.draws, [1, 1, 1, 1]);
    }
}

//! Sums over games: whole numbers, wide enough for any number of games, in whatever order they are added.

use serde::Serialize;
use std::collections::BTreeMap;
use stonehouse_engine::comparison::Estimate;
use stonehouse_plugin_api::{Seat, Seats};

/// Sums of values, from which follow their mean and spread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
    bounds: Option<(i64, i64)>,
}

impl Moments {
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        // Only scores near the ends of 64 bits could overflow it, after several games.
        self.squares = self.squares.saturating_add(i128::from(value) * i128::from(value));
        self.bounds = Some(self.bounds.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.bounds = match (self.bounds, other.bounds) {
            (Some((least, most)), Some((other_least, other_most))) => {
                Some((least.min(other_least), most.max(other_most)))
            }
            (own, other) => own.or(other),
        };
    }

    pub fn spread(&self) -> Spread {
        let n = self.count.max(1) as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        let deviation = if self.count > 1 { (variance * n / (n - 1.0)).sqrt() } else { 0.0 };
        let (least, greatest) = self.bounds.unwrap_or_default();
        Spread { mean: Estimate::mean(self.sum as f64, self.squares as f64, self.count), deviation, least, greatest }
    }
}

/// How values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean, with an interval that contains the true one in 95 of 100 cases (by the normal distribution).
    pub mean: Estimate,
    /// The standard deviation of single values.
    pub deviation: f64,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub greatest: i64,
}

/// The sums of a seat or of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    pub games: u64,
    /// The games that its team won alone.
    pub wins: u64,
    /// The games in which its team shared the win with another.
    pub shared: u64,
    pub scores: Moments,
}

impl Side {
    fn add(&mut self, (won, alone): (bool, bool), score: i64) {
        self.games += 1;
        self.wins += u64::from(won && alone);
        self.shared += u64::from(won && !alone);
        self.scores.add(score);
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
        self.scores.merge(&other.scores);
    }
}

/// What is counted while a game is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Course {
    /// Actions, chance not among them.
    pub actions: u64,
    /// The legal actions of all decisions together.
    pub choices: u64,
    /// Decisions with one legal action.
    pub forced: u64,
    /// How often another team came to be alone in front.
    pub lead_changes: u64,
    /// Who decided first.
    pub first: Option<Seat>,
    leader: Option<u8>,
}

impl Course {
    /// A game of which nothing is known but how many actions it had.
    pub fn of(actions: u64) -> Self {
        Self { actions, ..Self::default() }
    }

    /// A decision among so many legal actions.
    pub fn decides(&mut self, seat: Seat, choices: usize) {
        self.first.get_or_insert(seat);
        self.actions += 1;
        self.choices += choices as u64;
        self.forced += u64::from(choices == 1);
    }

    /// The scores after an action.
    pub fn stands(&mut self, teams: &[u8], scores: &[i64]) {
        let best = scores.iter().max();
        let mut leaders = scores.iter().zip(teams).filter(|(score, _)| Some(*score) == best).map(|(_, team)| *team);
        let Some(leader) = leaders.next().filter(|first| leaders.all(|team| team == *first)) else { return };
        if self.leader.replace(leader).is_some_and(|before| before != leader) {
            self.lead_changes += 1;
        }
    }
}

/// A game that is over.
pub(crate) struct Ended<'a> {
    /// Each seat's team.
    pub teams: &'a [u8],
    /// Which player sat at each seat.
    pub seated: &'a [usize],
    pub scores: &'a [i64],
    pub winners: Seats,
}

/// The sums of a simulation so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub games: u64,
    pub seats: Vec<Side>,
    pub players: Vec<Side>,
    /// Whoever decided first, whichever seat that was.
    pub first: Side,
    /// Games that several teams won together, or nobody.
    pub shared: u64,
    /// How far the winners were ahead of the best other team.
    pub margins: Moments,
    pub lengths: Moments,
    /// How many games had how many actions: at most as many entries as the longest game has actions.
    pub by_length: BTreeMap<u64, u64>,
    pub lead_changes: Moments,
    pub choices: u64,
    pub forced: u64,
}

impl Tally {
    /// The sums of no game.
    pub fn new(seats: usize) -> Self {
        Self { seats: vec![Side::default(); seats], players: vec![Side::default(); seats], ..Self::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Ended<'_>, course: &Course) {
        let team_of = |seat: Seat| game.teams.get(seat.index()).copied();
        let mut winners = game.winners.iter().filter_map(team_of);
        let winner = winners.next();
        let alone = winner.is_some() && winners.all(|team| Some(team) == winner);
        for (seat, score) in game.scores.iter().enumerate() {
            let result = (game.winners.contains(Seat(seat as u8)), alone);
            self.seats[seat].add(result, *score);
            self.players[game.seated[seat]].add(result, *score);
            if course.first == Some(Seat(seat as u8)) {
                self.first.add(result, *score);
            }
        }
        self.games += 1;
        self.shared += u64::from(!alone);
        let best = |won: bool| {
            let seats = game.scores.iter().enumerate().filter(|(seat, _)| {
                let team = game.teams.get(*seat).copied();
                (alone && team == winner) == won
            });
            seats.map(|(_, score)| *score).max()
        };
        if let (Some(own), Some(other)) = (best(true), best(false)) {
            self.margins.add(own.saturating_sub(other));
        }
        self.lengths.add(course.actions as i64);
        *self.by_length.entry(course.actions).or_default() += 1;
        self.lead_changes.add(course.lead_changes as i64);
        self.choices += course.choices;
        self.forced += course.forced;
    }

    /// The sum of both.
    pub fn merge(mut self, other: &Self) -> Self {
        for (own, other) in [(&mut self.seats, &other.seats), (&mut self.players, &other.players)] {
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(other));
        }
        self.first.merge(&other.first);
        self.games += other.games;
        self.shared += other.shared;
        self.margins.merge(&other.margins);
        self.lengths.merge(&other.lengths);
        for (length, games) in &other.by_length {
            *self.by_length.entry(*length).or_default() += games;
        }
        self.lead_changes.merge(&other.lead_changes);
        self.choices += other.choices;
        self.forced += other.forced;
        self
    }

    /// The least length that at least this share of the games does not exceed.
    pub fn length_at(&self, share: f64) -> u64 {
        let wanted = (self.games as f64 * share).ceil() as u64;
        let mut seen = 0;
        for (length, games) in &self.by_length {
            seen += games;
            if seen >= wanted {
                return *length;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally_of(games: &[([i64; 4], u32)]) -> Tally {
        let mut tally = Tally::new(4);
        for (scores, winners) in games {
            let game = Ended { teams: &[0, 1, 0, 1], seated: &[1, 2, 3, 0], scores, winners: Seats(*winners) };
            tally.add(&game, &Course::of(1));
        }
        tally
    }

    #[test]
    fn the_greatest_scores_add_up_without_overflow() {
        let one = tally_of(&[([i64::MAX, i64::MIN, 0, 0], 0b0101); 3]);
        let sum = one.clone().merge(&one);
        assert_eq!(sum.seats[0].scores.sum, 6 * i128::from(i64::MAX));
        assert_eq!((sum.seats[0].wins, sum.games, sum.margins.spread().greatest), (6, 6, i64::MAX));
    }

    #[test]
    fn a_win_of_one_team_is_a_win_for_its_seats_and_one_of_two_teams_is_shared() {
        let tally = tally_of(&[([5, 1, 2, 3], 0b0101), ([4; 4], 0b1111)]);
        let counts = |sides: &[Side]| sides.iter().map(|side| (side.wins, side.shared)).collect::<Vec<_>>();
        assert_eq!(counts(&tally.seats), [(1, 1), (0, 1), (1, 1), (0, 1)]);
        assert_eq!(counts(&tally.players), [(0, 1), (1, 1), (0, 1), (1, 1)], "the player who sat there");
        assert_eq!(tally.shared, 1);
        assert_eq!(tally.margins.spread().greatest, 2, "5 for one team, 3 for the other");
    }

    #[test]
    fn the_lead_changes_when_another_team_comes_to_be_alone_in_front() {
        let mut course = Course::default();
        for scores in [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 2, 2], [1, 2, 3], [4, 2, 3]] {
            course.stands(&[0, 1, 0], &scores);
        }
        // Team 0 leads, team 1 overtakes it, the third seat, of team 0, overtakes that; the first seat is of the same team.
        assert_eq!(course.lead_changes, 2);
    }

    #[test]
    fn means_deviations_and_quantiles_are_those_of_the_values() {
        let mut moments = Moments::default();
        [2, 4, 4, 4, 5, 5, 7, 9].iter().for_each(|value| moments.add(*value));
        let spread = moments.spread();
        assert_eq!((spread.mean.value, spread.least, spread.greatest), (5.0, 2, 9));
        assert!((spread.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12, "{spread:?}");
        let mut tally = Tally::new(1);
        for length in 1..=10 {
            let game = Ended { teams: &[0], seated: &[0], scores: &[0], winners: Seats(1) };
            tally.add(&game, &Course::of(length));
        }
        assert_eq!([0.1, 0.5, 0.9, 1.0].map(|share| tally.length_at(share)), [1, 5, 9, 10]);
    }
}

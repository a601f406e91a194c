//! The games to show as examples: the first that a seat wins, the longest, one of each length. Memory does not grow
//! with the number of games.
//!
//! The game that is opened is played again from its seed and recorded, so nothing else is kept of a million games.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use stonehouse_lab::rows::GameRow;

/// The most different lengths or scores that are kept.
const MAX_EXAMPLES: usize = 4096;

/// A game that is the first, or the last, in some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtremeGame {
    /// The value by which games are ordered: actions, or points.
    pub value: i64,
    /// Its number.
    pub game: u64,
}

/// Games to show.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// By seat, the first game that it won alone.
    wins: Vec<Option<u64>>,
    /// The first game that no team won alone.
    pub shared: Option<ExtremeGame>,
    /// The game with the most actions.
    pub longest: Option<ExtremeGame>,
    /// That with the fewest.
    pub shortest: Option<ExtremeGame>,
    /// That in which the winners were furthest ahead.
    pub lopsided: Option<ExtremeGame>,
    /// That in which they were ahead the least.
    pub closest: Option<ExtremeGame>,
    /// By length, the first game.
    lengths: BTreeMap<i64, u64>,
    /// By seat and score, the first game.
    scores: Vec<BTreeMap<i64, u64>>,
}

impl Examples {
    /// Adds a game. Games are added in their order.
    pub fn add(&mut self, row: &GameRow) {
        let (game, seats) = (row.game, row.scores.len());
        self.wins.resize(seats, None);
        self.scores.resize_with(seats, BTreeMap::new);
        let length = ExtremeGame { value: row.actions as i64, game };
        keep(&mut self.longest, length, |new, old| new > old);
        keep(&mut self.shortest, length, |new, old| new < old);
        note(&mut self.lengths, length.value, game);
        for (scores, score) in self.scores.iter_mut().zip(&row.scores) {
            note(scores, *score, game);
        }
        if !row.alone {
            self.shared.get_or_insert(ExtremeGame { value: length.value, game });
            return;
        }
        for seat in &row.winners {
            if let Some(first) = self.wins.get_mut(*seat) {
                first.get_or_insert(game);
            }
        }
        let best = |wins: bool| {
            let of = row.scores.iter().enumerate().filter(|(seat, _)| row.winners.contains(seat) == wins);
            of.map(|(_, score)| *score).max()
        };
        if let (Some(own), Some(other)) = (best(true), best(false)) {
            let ahead = ExtremeGame { value: own.saturating_sub(other), game };
            keep(&mut self.lopsided, ahead, |new, old| new > old);
            keep(&mut self.closest, ahead, |new, old| new < old);
        }
    }

    /// A game that this seat won.
    pub fn won_by(&self, seat: usize) -> Option<u64> {
        self.wins.get(seat).copied().flatten()
    }

    /// A game of such a length.
    pub fn as_long_as(&self, actions: RangeInclusive<i64>) -> Option<u64> {
        self.lengths.range(actions).next().map(|(_, game)| *game)
    }

    /// A game in which this seat, or any, has such a score.
    pub fn with_score(&self, seat: Option<usize>, score: RangeInclusive<i64>) -> Option<u64> {
        let of = |scores: &BTreeMap<i64, u64>| scores.range(score.clone()).next().map(|(_, game)| *game);
        match seat {
            Some(seat) => self.scores.get(seat).and_then(of),
            None => self.scores.iter().find_map(of),
        }
    }
}

fn keep(record: &mut Option<ExtremeGame>, new: ExtremeGame, is_better: fn(i64, i64) -> bool) {
    if record.is_none_or(|old| is_better(new.value, old.value)) {
        *record = Some(new);
    }
}

fn note(games: &mut BTreeMap<i64, u64>, value: i64, game: u64) {
    if games.len() < MAX_EXAMPLES {
        games.entry(value).or_insert(game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: u64, scores: [i64; 2], winners: &[usize], actions: u64) -> GameRow {
        GameRow {
            game,
            seed: 1,
            players: vec![0, 1],
            scores: scores.to_vec(),
            winners: winners.to_vec(),
            alone: winners.len() == 1,
            actions,
            cut_off: false,
            own: Vec::new(),
        }
    }

    #[test]
    fn the_first_game_of_each_kind_is_kept() {
        let mut examples = Examples::default();
        for row in [
            row(0, [5, 5], &[0, 1], 9),
            row(1, [9, 2], &[0], 7),
            row(2, [3, 4], &[1], 12),
            row(3, [8, 1], &[0], 7),
            row(4, [4, 5], &[1], 12),
        ] {
            examples.add(&row);
        }
        assert_eq!((examples.won_by(0), examples.won_by(1), examples.won_by(2)), (Some(1), Some(2), None));
        let of = |value, game| Some(ExtremeGame { value, game });
        assert_eq!((examples.longest, examples.shortest), (of(12, 2), of(7, 1)));
        assert_eq!((examples.lopsided, examples.closest, examples.shared), (of(7, 1), of(1, 2), of(9, 0)));
        assert_eq!((examples.as_long_as(8..=11), examples.as_long_as(13..=20)), (Some(0), None));
        assert_eq!((examples.with_score(Some(1), 5..=9), examples.with_score(None, 8..=8)), (Some(0), Some(3)));
    }
}

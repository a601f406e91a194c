//! The knobs checked, and the first position.

use super::ThreeStones;
use crate::board::{Board, MAX_PLACES};
use crate::knobs::{FirstPlayer, Knobs};
use crate::state::{Counts, State};
use stonehouse_plugin::{Rng, RulesError};

impl ThreeStones {
    /// The position at the start.
    pub(super) fn dealt(&self, seed: u64) -> State {
        let mut rng = Rng::from_seed(seed);
        let first = match self.knobs.first_player {
            FirstPlayer::White => 0,
            FirstPlayer::Black => 1,
            FirstPlayer::Random => rng.below(2) as u8,
        };
        let left = if self.knobs.pouch { [self.counts, [0; 3]] } else { [self.counts.map(|count| count / 2); 2] };
        let mut state = State {
            stones: [0; 3],
            blocked: 0,
            left,
            drawn: None,
            last: None,
            number: 0,
            turns: 0,
            first,
            next: first,
            over: false,
            altered: false,
            scores: self.knobs.handicap_points,
            given: [0; 2],
            order: [0; MAX_PLACES],
            rng,
        };
        if self.knobs.pouch {
            state.draw();
        }
        state
    }

    /// The board and the numbers of stones; refuses knobs that contradict each other.
    pub(super) fn check(knobs: &Knobs) -> Result<(Board, Counts), RulesError> {
        let board = Board::parse(&knobs.board, knobs.line_length)
            .map_err(|error| RulesError::knob("board", error.to_string()))?;
        let counts = [knobs.white_stones, knobs.black_stones, knobs.clear_stones];
        let names = ["white_stones", "black_stones", "clear_stones"];
        // The knob to blame is one that the variant turned, if it turned any.
        let standard = Knobs::default();
        let standard = [standard.white_stones, standard.black_stones, standard.clear_stones];
        let turned = (0..3).find(|kind| counts[*kind] != standard[*kind]).map_or("board", |kind| names[kind]);

        let total: u32 = counts.iter().map(|count| u32::from(*count)).sum();
        let pockets = board.pockets.count_ones();
        if total > pockets {
            return Err(RulesError::knob(
                turned,
                format!("{total} stones do not fit into {pockets} pockets: take fewer stones, or draw a larger board"),
            ));
        }
        if total == 0 {
            return Err(RulesError::knob(turned, "there is no stone to play with"));
        }
        if !knobs.pouch
            && let Some(odd) = (0..3).find(|kind| counts[*kind] % 2 == 1)
        {
            return Err(RulesError::knob(
                names[odd],
                format!("each player starts with half of the stones, and `{}` is odd: take an even number", names[odd]),
            ));
        }
        Ok((board, counts))
    }
}

//! House rules with so few inputs that all results are computed once, when the rules are created.
//!
//! Random games look them up, since nobody watches house rules there. Everything else calls them each time: a player
//! may want to know which script forbade a pocket, and where.

use super::ThreeStones;
use crate::board::{Bits, DIRECTIONS, Direction, MAX_PLACES, Place, places};
use crate::hooks::{Hook, Player};
use crate::state::{State, Stone};
use stonehouse_plugin::GameError;

/// The results that are known, if they are.
#[derive(Default)]
pub(crate) struct Precomputed {
    /// The points of a line, by seat and direction.
    pub line_points: Option<[[i64; DIRECTIONS]; 2]>,
    /// The pockets into which house rules let the next stone be placed.
    pub pockets: Option<Box<Pockets>>,
}

/// The pockets that house rules add and permit, by the place of the stone last played; the last entry is for the first
/// stone.
pub(crate) struct Pockets {
    added: [Bits; MAX_PLACES + 1],
    permitted: [Bits; MAX_PLACES + 1],
}

impl Precomputed {
    /// Computes the results that can be known under these rules. `state` is any state of theirs. A result at which a
    /// script fails is not known: the script fails again where a match needs it.
    pub fn compute(rules: &ThreeStones, state: &State) -> Self {
        let house = &rules.house;
        let points =
            house.uses(Hook::line_points) && house.depends_only_on(Hook::line_points, &["player", "direction"]);
        let last_and_here = ["row", "col", "last_row", "last_col"];
        let pockets = [Hook::may_play, Hook::also_play];
        let steered = pockets.into_iter().any(|hook| house.uses(hook))
            && pockets.into_iter().all(|hook| house.depends_only_on(hook, &last_and_here));
        Self {
            line_points: points.then(|| line_points(rules, state).ok()).flatten(),
            pockets: steered.then(|| Pockets::compute(rules, state).ok()).flatten(),
        }
    }
}

fn line_points(rules: &ThreeStones, state: &State) -> Result<[[i64; DIRECTIONS]; 2], GameError> {
    let mut all = [[0; DIRECTIONS]; 2];
    for (player, points) in [Player::White, Player::Black].into_iter().zip(&mut all) {
        for (way, points) in points.iter_mut().enumerate() {
            let (direction, each) = (Direction::of(way as u8), rules.knobs.points_per_line);
            *points = rules.house.line_points(state, player, player, direction, 0, 0, 0, 0, each)?;
        }
    }
    Ok(all)
}

impl Pockets {
    fn compute(rules: &ThreeStones, state: &State) -> Result<Box<Self>, GameError> {
        let mut known = Box::new(Self { added: [0; MAX_PLACES + 1], permitted: [0; MAX_PLACES + 1] });
        let (player, stone) = (Player::White, Stone::Clear);
        for last in places(rules.board.pockets).map(Some).chain([None]) {
            let (last_row, last_col) = rules.row_and_column(last);
            let (mut added, mut permitted) = (0, 0);
            for place in places(rules.board.pockets).filter(|place| Some(*place) != last) {
                let (row, col) = rules.board.at(place);
                // Before the first stone every pocket is allowed, and none is added.
                if last.is_some() && rules.house.also_play(state, player, stone, row, col, last_row, last_col, false)? {
                    added |= 1 << place;
                }
                if rules.house.may_play(state, player, stone, row, col, last_row, last_col, 0, 0, true)? {
                    permitted |= 1 << place;
                }
            }
            let index = index(last);
            (known.added[index], known.permitted[index]) = (added, permitted);
        }
        Ok(known)
    }

    /// Of the `empty` pockets, those that may be played; the rules allow `allowed` of them. As [`ThreeStones::targets`]
    /// finds them by asking.
    #[inline(always)]
    pub fn of(&self, empty: Bits, allowed: Bits, last: Option<Place>) -> Bits {
        let (added, permitted) = (self.added[index(last)], self.permitted[index(last)]);
        let offered = allowed | added & empty;
        if offered & permitted != 0 {
            offered & permitted
        } else if empty & permitted != 0 {
            empty & permitted
        } else {
            empty
        }
    }
}

#[inline(always)]
fn index(last: Option<Place>) -> usize {
    last.map_or(MAX_PLACES, |last| usize::from(last) % MAX_PLACES)
}

//! The rules: the turn, the legal actions, the winner.

use crate::view;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Game, GameError, Manifest, Observer, Playout, Rng, RulesError, Scene,
    Seat, SeatInfo, Seating, Seats, Setup, Turn, knobs,
};

/// The longest side of a board.
const MAX_EDGE: usize = 19;

knobs! {
    /// The knobs of Hex.
    pub struct Knobs {
        /// How many cells the board has on each side.
        pub size: u8 = 11, in 2..=19;
        /// Whether Blue may take over Red's first stone.
        pub swap: bool = true;
    }
}

/// A compiled ruleset of Hex.
pub struct Hex {
    /// Cells on a side.
    pub(crate) size: usize,
    swap: bool,
}

/// A position.
#[derive(Clone)]
pub struct State {
    /// The owner of the stone on each cell, row by row.
    stones: [Option<Seat>; MAX_EDGE * MAX_EDGE],
    /// Stones placed so far; a swap counts as one.
    pub(crate) played: u16,
    /// The cell of the stone placed last.
    pub(crate) last: Option<u16>,
    /// The seat that has connected its edges.
    pub(crate) winner: Option<Seat>,
}

pub(crate) const RED: Seat = Seat(0);

impl State {
    pub(crate) const fn mover(&self) -> Seat {
        Seat((self.played % 2) as u8)
    }

    pub(crate) const fn stone(&self, cell: usize) -> Option<Seat> {
        self.stones[cell]
    }
}

impl Hex {
    pub(crate) const fn cells(&self) -> usize {
        self.size * self.size
    }

    /// The code of the swap: the first that is no cell.
    pub(crate) const fn swap_action(&self) -> Action {
        Action(self.cells() as u32)
    }

    const fn may_swap(&self, state: &State) -> bool {
        self.swap && state.played == 1
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col, size) = (cell / self.size, cell % self.size, self.size);
        [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)].into_iter().filter_map(move |(down, right)| {
            let (row, col) = ((row + down).checked_sub(1)?, (col + right).checked_sub(1)?);
            (row < size && col < size).then_some(row * size + col)
        })
    }

    /// The cells of the chain through `cell`, and whether it reaches both of its owner's edges.
    pub(crate) fn chain(&self, state: &State, cell: usize) -> (Vec<usize>, bool) {
        let Some(owner) = state.stones[cell] else { return (Vec::new(), false) };
        let mut seen = [false; MAX_EDGE * MAX_EDGE];
        let mut chain = vec![cell];
        seen[cell] = true;
        let (mut near, mut far) = (false, false);
        let mut next = 0;
        while let Some(&cell) = chain.get(next) {
            next += 1;
            let along = if owner == RED { cell / self.size } else { cell % self.size };
            near |= along == 0;
            far |= along == self.size - 1;
            for neighbour in self.neighbours(cell) {
                if state.stones[neighbour] == Some(owner) && !seen[neighbour] {
                    seen[neighbour] = true;
                    chain.push(neighbour);
                }
            }
        }
        (chain, near && far)
    }

    fn place(&self, state: &mut State, cell: usize) {
        state.stones[cell] = Some(state.mover());
        state.last = Some(cell as u16);
        if self.chain(state, cell).1 {
            state.winner = Some(state.mover());
        }
        state.played += 1;
    }
}

impl Game for Hex {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("hex", "Hex", env!("CARGO_PKG_VERSION"))
            .summary("Connect your two edges; exactly one of you can")
            .seats(2, 2, 2)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(10, 30)
                    .weight(1),
            )
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { size: setup.knobs.size.into(), swap: setup.knobs.swap })
    }

    fn seating(&self) -> Seating {
        Seating::new([SeatInfo::new("Red", 0), SeatInfo::new("Blue", 1)])
    }

    fn deal(&self, _seed: u64) -> Result<State, GameError> {
        Ok(State { stones: [None; MAX_EDGE * MAX_EDGE], played: 0, last: None, winner: None })
    }

    fn turn(&self, state: &State) -> Turn {
        if state.winner.is_some() { Turn::Over } else { Turn::Seat(state.mover()) }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.winner.is_some() {
            return Ok(());
        }
        let empty = (0..self.cells()).filter(|cell| state.stones[*cell].is_none());
        empty.for_each(|cell| actions.push(Action(cell as u32)));
        if self.may_swap(state) {
            actions.push(self.swap_action());
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        if state.winner.is_some() {
            return Err(GameError::Illegal);
        }
        if let (true, Some(opening)) = (action == self.swap_action() && self.may_swap(state), state.last) {
            let (row, col) = (usize::from(opening) / self.size, usize::from(opening) % self.size);
            state.stones[usize::from(opening)] = None;
            self.place(state, col * self.size + row);
            return Ok(());
        }
        let cell = action.0 as usize;
        if cell >= self.cells() || state.stones[cell].is_some() {
            return Err(GameError::Illegal);
        }
        self.place(state, cell);
        Ok(())
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        for (seat, score) in Seat::all(2).zip(scores) {
            *score = i64::from(state.winner == Some(seat));
        }
    }

    fn winners(&self, state: &State) -> Seats {
        state.winner.into_iter().collect()
    }

    fn scene(&self, state: &State, _observer: Observer) -> Scene {
        view::scene(self, state)
    }

    fn describe(&self, state: &State, action: Action, _observer: Observer) -> ActionText {
        view::describe(self, state, action)
    }
}

impl Playout for Hex {}

impl BotHelp for Hex {
    /// Fills the board at random, then determines the winner: the result is the same as if it were determined after
    /// each stone, and it is much faster.
    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        if state.winner.is_some() {
            return Ok(());
        }
        let mut empty: Vec<usize> = (0..self.cells()).filter(|cell| state.stones[*cell].is_none()).collect();
        draws.shuffle(&mut empty);
        for cell in empty {
            state.stones[cell] = Some(state.mover());
            state.played += 1;
        }
        let red = (0..self.size).any(|cell| state.stones[cell] == Some(RED) && self.chain(state, cell).1);
        state.winner = Some(if red { RED } else { Seat(1) });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(size: u8, swap: bool) -> Hex {
        Hex { size: size.into(), swap }
    }

    fn played(rules: &Hex, actions: &[u32]) -> State {
        let mut state = rules.deal(0).unwrap();
        actions.iter().for_each(|action| rules.apply(&mut state, Action(*action)).unwrap());
        state
    }

    #[test]
    fn red_wins_from_top_to_bottom_and_blue_from_left_to_right() {
        let rules = hex(3, false);
        assert_eq!(played(&rules, &[1, 0, 4, 3, 7]).winner, Some(RED));
        assert_eq!(played(&rules, &[0, 3, 1, 4, 8, 5]).winner, Some(Seat(1)));
        assert_eq!(played(&rules, &[1, 0, 4, 3]).winner, None);
    }

    #[test]
    fn a_cell_has_six_neighbours_and_a_sharp_corner_two() {
        let rules = hex(5, false);
        assert_eq!(rules.neighbours(12).collect::<Vec<_>>(), [7, 8, 11, 13, 16, 17]);
        assert_eq!(rules.neighbours(0).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(rules.neighbours(4).count(), 3);
    }

    #[test]
    fn the_swap_is_offered_once_and_mirrors_the_opening() {
        let rules = hex(4, true);
        let state = played(&rules, &[1, 16]);
        assert_eq!((state.stone(1), state.stone(4), state.mover()), (None, Some(Seat(1)), RED));
        for (swap, opening) in [(true, &[][..]), (true, &[1, 2]), (false, &[1])] {
            let rules = hex(4, swap);
            assert_eq!(rules.apply(&mut played(&rules, opening), Action(16)), Err(GameError::Illegal));
        }
    }

    #[test]
    fn a_full_board_has_exactly_one_winner() {
        let rules = hex(7, false);
        for seed in 0..200 {
            let mut state = rules.deal(0).unwrap();
            rules.rollout(&mut state, &mut Rng::from_seed(seed)).unwrap();
            let blue = (0..7).any(|row| state.stone(row * 7) == Some(Seat(1)) && rules.chain(&state, row * 7).1);
            assert_eq!(state.winner == Some(Seat(1)), blue, "{seed}");
        }
    }
}

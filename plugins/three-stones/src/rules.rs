//! The rules: whose turn it is, what may be played, what scores.

use crate::board::{Bits, Board, Direction, Place, places};
use crate::hooks::{Hook, House, Player};
use crate::knobs::{FirstPlayer, Knobs};
use crate::position::{Counts, Position, STONES, Stone};
use crate::{playout, view};
use stonehouse_plugin_api::{
    About, Action, ActionText, Actions, Determinize, Fault, Game, HookDecl, Json, Manifest, Observer, Playout, Rng,
    RulesError, Scene, Seat, SeatInfo, Seating, Setup, Turn,
};

/// A compiled ruleset of 3 Stones.
pub struct ThreeStones {
    pub(crate) knobs: Knobs,
    pub(crate) board: Board,
    pub(crate) house: House,
    /// Stones in the game, of each kind.
    pub(crate) counts: Counts,
    /// Stones in the game.
    pub(crate) total: u8,
}

/// A line that a stone has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewLine {
    pub pockets: Bits,
    pub direction: Direction,
    /// The seat it scores for.
    pub seat: u8,
}

impl ThreeStones {
    /// The action of placing `stone` at `place`: its code is the stone's number times 128 plus the place.
    pub(crate) const fn action(stone: Stone, place: Place) -> Action {
        Action((stone as u32) << 7 | place as u32)
    }

    /// What an action's code means, if anything.
    pub(crate) fn meaning(action: Action) -> Option<(Stone, Place)> {
        let stone = *STONES.get((action.0 >> 7) as usize)?;
        Some((stone, (action.0 & 127) as Place))
    }

    /// The seat whose turn it is; meaningless once the game is over.
    #[inline(always)]
    pub(crate) fn mover(state: &Position) -> u8 {
        (state.first + state.played) & 1
    }

    /// The stones that the mover may play: the drawn one, or any in hand.
    pub(crate) fn playable(&self, state: &Position) -> impl Iterator<Item = Stone> {
        let hand = state.left[Self::mover(state) as usize];
        let (pouch, drawn) = (self.knobs.pouch, state.drawn);
        STONES.into_iter().filter(move |stone| if pouch { drawn == Some(*stone) } else { hand[*stone as usize] > 0 })
    }

    /// Row-or-column rule: the empty pockets in the row and the column of the stone last played; any empty one if there is
    /// none, and for the first stone.
    #[inline(always)]
    pub(crate) fn allowed(&self, filled: Bits, last: Option<Place>) -> Bits {
        let empty = self.board.pockets & !filled;
        match last {
            Some(last) if self.board.reach[last as usize] & empty != 0 => self.board.reach[last as usize] & empty,
            _ => empty,
        }
    }

    /// Where the mover may play `stone`: what the rules allow, less what house rules forbid.
    fn targets(&self, state: &Position, stone: Stone) -> Result<Bits, Fault> {
        let allowed = self.allowed(state.filled(), state.last);
        if !self.house.uses(Hook::may_play) {
            return Ok(allowed);
        }
        let empty = self.board.pockets & !state.filled();
        for candidates in [allowed, empty] {
            let permitted = self.permitted(state, stone, candidates)?;
            if permitted != 0 {
                return Ok(permitted);
            }
        }
        Ok(empty)
    }

    fn permitted(&self, state: &Position, stone: Stone, candidates: Bits) -> Result<Bits, Fault> {
        let player = Player::at(Self::mover(state));
        let (last_row, last_col) = state.last.map_or((-1, -1), |last| {
            let (row, col) = self.board.at(last);
            (row.into(), col.into())
        });
        let mut permitted = 0;
        for place in places(candidates) {
            let (row, col) = self.board.at(place);
            if self.house.may_play(player, stone, row, col, last_row, last_col, state.played, true)? {
                permitted |= 1 << place;
            }
        }
        Ok(permitted)
    }

    /// Scoring: the lines that the stone at `place` completes, whoever placed it. A clear stone can complete lines of both.
    pub(crate) fn new_lines(&self, state: &Position, place: Place) -> impl Iterator<Item = NewLine> {
        let [white, black, clear] = state.stones;
        self.board.lines_through(place).iter().flat_map(move |line| {
            [(0, white), (1, black)].into_iter().filter_map(move |(seat, own)| {
                let filled = line.pockets & !(own | clear) == 0 && line.pockets & own != 0;
                filled.then_some(NewLine { pockets: line.pockets, direction: line.direction, seat })
            })
        })
    }

    fn score_lines(&self, state: &mut Position, by: u8, place: Place) -> Result<(), Fault> {
        let mut gained = [0; 2];
        let each = self.knobs.points_per_line;
        let (row, col) = self.board.at(place);
        for line in self.new_lines(state, place) {
            let clear = (line.pockets & state.stones[Stone::Clear as usize]).count_ones();
            let (player, by) = (Player::at(line.seat), Player::at(by));
            let points = self.house.line_points(player, by, line.direction, row, col, clear, each)?;
            gained[line.seat as usize] += points;
        }
        state.scores[0] += gained[0];
        state.scores[1] += gained[1];
        Ok(())
    }

    fn score_end(&self, state: &mut Position) -> Result<(), Fault> {
        if !self.house.uses(Hook::final_score) {
            return Ok(());
        }
        let before = state.scores;
        for player in [Player::White, Player::Black] {
            let seat = player as usize;
            let lines = self.board.count_lines(state.stones[seat], state.stones[Stone::Clear as usize]);
            let [across, down, right, left] = lines;
            let (all, diagonal) = (lines.iter().sum(), right + left);
            state.scores[seat] =
                self.house.final_score(player, before[1 - seat], all, across, down, diagonal, before[seat])?;
        }
        Ok(())
    }

    fn check(knobs: &Knobs) -> Result<(Board, Counts, u8), RulesError> {
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
        Ok((board, counts, total as u8))
    }
}

impl Game for ThreeStones {
    type Knobs = Knobs;
    type State = Position;

    fn about() -> About {
        About::new("three-stones", "3 Stones", env!("CARGO_PKG_VERSION"))
            .summary("Place glass stones on an octagonal board; every three in a row score, whoever placed them.")
            .rules(include_str!("rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(20, 60)
                    .weight(1),
            )
    }

    fn hooks() -> Vec<HookDecl> {
        House::declared()
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        let (board, counts, total) = Self::check(&setup.knobs)?;
        Ok(Self { knobs: setup.knobs, board, house: House::new(setup.hooks), counts, total })
    }

    fn seating(&self) -> Seating {
        Seating::new([SeatInfo::new("White", 0), SeatInfo::new("Black", 1)])
    }

    fn deal(&self, seed: u64) -> Result<Position, Fault> {
        let mut rng = Rng::from_seed(seed);
        let first = match self.knobs.first_player {
            FirstPlayer::White => 0,
            FirstPlayer::Black => 1,
            FirstPlayer::Random => rng.below(2) as u8,
        };
        let left = if self.knobs.pouch { [self.counts, [0; 3]] } else { [self.counts.map(|count| count / 2); 2] };
        let mut state = Position {
            stones: [0; 3],
            left,
            drawn: None,
            last: None,
            played: 0,
            first,
            scores: self.knobs.handicap_points,
            order: [0; crate::board::MOST_PLACES],
            rng,
        };
        if self.knobs.pouch {
            state.draw();
        }
        Ok(state)
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.played < self.total { Turn::Seat(Seat(Self::mover(state))) } else { Turn::Over }
    }

    fn legal_actions(&self, state: &Position, actions: &mut Actions<'_>) -> Result<(), Fault> {
        if state.played == self.total {
            return Ok(());
        }
        for stone in self.playable(state) {
            for place in places(self.targets(state, stone)?) {
                actions.push(Self::action(stone, place));
            }
        }
        Ok(())
    }

    fn apply(&self, state: &mut Position, action: Action) -> Result<(), Fault> {
        let (stone, place) = Self::meaning(action).ok_or(Fault::Illegal)?;
        let playable = state.played < self.total && self.playable(state).any(|playable| playable == stone);
        if !playable || self.targets(state, stone)? >> place & 1 == 0 {
            return Err(Fault::Illegal);
        }
        let by = Self::mover(state);
        state.put(stone, place);
        self.score_lines(state, by, place)?;
        if self.knobs.pouch {
            state.draw();
        } else {
            state.left[by as usize][stone as usize] -= 1;
        }
        if state.played == self.total {
            self.score_end(state)?;
        }
        Ok(())
    }

    fn scores(&self, state: &Position, scores: &mut [i64]) {
        scores.copy_from_slice(&state.scores);
    }

    fn scene(&self, state: &Position, _: Observer) -> Scene {
        view::scene(self, state)
    }

    fn reveal(&self, state: &Position) -> Json {
        view::reveal(self, state)
    }

    fn describe(&self, state: &Position, action: Action, _: Observer) -> ActionText {
        view::describe(self, state, action)
    }
}

impl Playout for ThreeStones {
    fn playout(&self, state: &mut Position, choices: &mut Rng) -> Result<u32, Fault> {
        playout::playout(self, state, choices)
    }
}

impl Determinize for ThreeStones {
    fn determinize(&self, state: &mut Position, _: Seat, seed: u64) {
        // Stones on the board, in the pouch and in hand are open to both; only what will be drawn is not.
        state.rng = Rng::from_seed(seed);
    }
}

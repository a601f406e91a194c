//! Scores of many random games agree with a second scorer, which is written as simply as possible, without bitboards.

use crate::common::rules;
use stonehouse_plugin::scene::{Cell, Face, Layout, Tint};
use stonehouse_plugin::{Json, Observer, Rng, json};
use stonehouse_runtime::State;

/// Stones on a grid; `None` where there is no pocket or no stone.
type Grid = Vec<Vec<Option<Tint>>>;

/// The board as the scene shows it.
fn grid(state: &State) -> Grid {
    let scene = state.scene(Observer::Public).unwrap();
    let area = &scene.areas[0];
    let Layout::Cells(board) = &area.layout else { panic!("the first area is the board") };
    let place = |cell: &Cell| cell.at.map(|at| at as usize);
    let size = |part: usize| board.cells.iter().map(|cell| place(cell)[part] + 1).max().unwrap();
    let mut grid = vec![vec![None; size(0)]; size(1)];
    for piece in &area.pieces {
        let [col, row] = place(board.cells.iter().find(|cell| cell.handle == piece.on).unwrap());
        let Face::Stone(tint) = piece.face else { panic!("every piece is a stone") };
        grid[row][col] = Some(tint);
    }
    grid
}

/// Walks every line from every place.
fn naive_score(grid: &Grid, own: Tint, length: i32) -> i64 {
    let mut score = 0;
    for row in 0..grid.len() as i32 {
        for col in 0..grid[0].len() as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let stones: Vec<Option<Tint>> = (0..length)
                    .map(|step| {
                        let row = usize::try_from(row + step * down).ok()?;
                        let col = usize::try_from(col + step * right).ok()?;
                        *grid.get(row)?.get(col)?
                    })
                    .collect();
                let fits = stones.iter().all(|stone| *stone == Some(own) || *stone == Some(Tint::Clear));
                if fits && stones.contains(&Some(own)) {
                    score += 1;
                }
            }
        }
    }
    score
}

fn expected(state: &State, length: i32) -> Vec<i64> {
    let grid = grid(state);
    [Tint::White, Tint::Black].map(|own| naive_score(&grid, own, length)).to_vec()
}

fn agree(knobs: &Json, length: i32, games: u64) {
    let rules = rules(knobs);
    let mut actions = Vec::new();
    for seed in 0..games {
        let mut kept = rules.deal(seed).unwrap();
        let mut at_once = kept.try_clone().unwrap();
        at_once.playout(seed).unwrap();
        assert_eq!(at_once.outcome().unwrap().scores, expected(&at_once, length), "playout of seed {seed}");
        let mut draws = Rng::from_seed(seed);
        while kept.turn().unwrap().seat().is_some() {
            kept.legal_actions(&mut actions).unwrap();
            kept.apply(*draws.pick(&actions).unwrap()).unwrap();
        }
        assert_eq!(kept.outcome().unwrap().scores, expected(&kept, length), "move by move, seed {seed}");
    }
}

#[test]
fn scores_of_10_000_standard_games_agree_with_the_naive_scorer() {
    agree(&json!({}), 3, 10_000);
}

#[test]
fn scores_agree_in_pure_skill_and_with_other_line_lengths() {
    agree(&json!({ "pouch": false }), 3, 500);
    agree(&json!({ "line_length": 2 }), 2, 500);
    agree(&json!({ "line_length": 5 }), 5, 500);
    agree(
        &json!({ "board": "oooooo\noooooo\noo++oo\noooooo\noooooo", "white_stones": 11, "black_stones": 11, "clear_stones": 4 }),
        3,
        500,
    );
}

#[test]
fn a_playout_from_the_middle_scores_no_line_twice() {
    let rules = rules(&json!({ "handicap_points": [3, 0], "points_per_line": 2 }));
    let mut actions = Vec::new();
    for seed in 0..300 {
        let mut state = rules.deal(seed).unwrap();
        let mut draws = Rng::from_seed(seed);
        for _ in 0..seed % 72 {
            state.legal_actions(&mut actions).unwrap();
            state.apply(*draws.pick(&actions).unwrap()).unwrap();
        }
        state.playout(seed).unwrap();
        let lines = expected(&state, 3);
        assert_eq!(state.outcome().unwrap().scores, [3 + 2 * lines[0], 2 * lines[1]]);
    }
}

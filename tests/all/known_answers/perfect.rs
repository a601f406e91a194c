//! Perfect players, on a board that an exhaustive search in this test solves.

use super::games::{Underway, plan};
use super::truth::tiny;
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_lab::{SimulationResults, simulate};
use stonehouse_runtime::Position;

/// The points by which White is ahead at the end if both players do their best.
fn solve(position: &Position) -> i64 {
    let Some(seat) = position.to_act().unwrap() else {
        let scores = position.outcome().unwrap().scores;
        return scores[0] - scores[1];
    };
    let mut legal = Vec::new();
    position.legal_actions(&mut legal).unwrap();
    let ends = legal.into_iter().map(|action| {
        let mut next = position.try_clone().unwrap();
        next.apply(action).unwrap();
        solve(&next)
    });
    if seat.index() == 0 { ends.max().unwrap() } else { ends.min().unwrap() }
}

fn value(ruleset: &Arc<Ruleset>) -> i64 {
    solve(&Underway::deal(ruleset, 1).position)
}

fn wins(results: &SimulationResults, seat: usize) -> f64 {
    results.metric("wins").unwrap().figures[seat].estimate.value
}

#[test]
fn the_lab_agrees_with_exhaustive_search_for_perfect_players() {
    let even = value(&tiny(0));
    // With and without a handicap for Black: White wins, it is even, Black wins.
    for handicap in [0, even.max(0), even.max(0) + 1] {
        let rules = tiny(handicap as u32);
        let value = even - handicap;
        let results = simulate(&rules, &plan("master,master", 6)).unwrap();
        let expected = [f64::from(u8::from(value > 0)), f64::from(u8::from(value < 0))];
        assert_eq!([wins(&results, 0), wins(&results, 1)], expected, "White is {value} ahead");
        assert_eq!(results.figure("shared_wins", "").unwrap().estimate.value, f64::from(u8::from(value == 0)));
        let margin = results
            .figure("margin", "")
            .map(|figure| (figure.estimate.value, figure.spread.as_ref().unwrap().deviation));
        assert_eq!(margin, (value != 0).then_some((value.abs() as f64, 0.0)), "every game ends alike");
        // No player does better against a perfect player than another one.
        let random =
            simulate(&rules, &stonehouse_lab::SimulationPlan { fixed_seats: true, ..plan("master,random", 40) })
                .unwrap();
        let lead = |results: &SimulationResults| {
            let scores = &results.metric("score").unwrap().figures;
            scores[0].estimate.value - scores[1].estimate.value
        };
        assert!(lead(&random) >= value as f64, "{} against {value}", lead(&random));
    }
}

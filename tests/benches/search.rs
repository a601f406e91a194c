//! The cost of a search, in each game: iterations on one thread through the loaded shared library, from the beginning
//! of a match.
//!
//! `cargo bench -p stonehouse-tests --bench search`. Read the items (iterations) a second; figures are in
//! `docs/performance.md`. On a noisy machine count instructions instead: see `docs/performance.md`.

use divan::{Bencher, counter::ItemsCount};
use stonehouse_bots::search::{Budget, Search, Style};
use stonehouse_bots::{Bot, Stop, Viewpoint};
use stonehouse_runtime::Position;
use stonehouse_tests::ruleset;

/// Iterations for each sample.
const ITERATIONS: u32 = 2000;

const VARIANTS: [&str; 4] =
    ["three-stones/standard", "three-stones/pure-skill", "stonerow/official", "tavern-stones/official"];

fn main() {
    divan::main();
}

fn think(bencher: Bencher<'_, '_>, variant: &str, style: Style) {
    let ruleset = ruleset(variant);
    let position = Position::deal(ruleset.rules(), 1).expect("a deal");
    let seat = position.to_act().expect("a turn").expect("somebody begins");
    let view = Viewpoint::new(&position, seat);
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        let mut search = Search::in_style(1, Budget::Iterations(ITERATIONS), style);
        divan::black_box(search.choose(&view, &Stop::new()).expect("a choice"))
    });
}

#[divan::bench(args = VARIANTS)]
fn one_tree(bencher: Bencher<'_, '_>, variant: &str) {
    think(bencher, variant, Style::FULL);
}

/// As it was before it used the traces of rollouts.
#[divan::bench(args = VARIANTS)]
fn one_tree_without_amaf(bencher: Bencher<'_, '_>, variant: &str) {
    think(bencher, variant, Style { amaf: false, ..Style::FULL });
}

/// Twice the iterations, in the same time where two processors are idle.
#[divan::bench(args = VARIANTS)]
fn two_trees(bencher: Bencher<'_, '_>, variant: &str) {
    think(bencher, variant, Style { trees: 2, ..Style::FULL });
}

/// One sample of the hidden information, and one rollout: the least cost of every iteration.
#[divan::bench(args = VARIANTS)]
fn sample_and_rollout(bencher: Bencher<'_, '_>, variant: &str) {
    let ruleset = ruleset(variant);
    let position = Position::deal(ruleset.rules(), 1).expect("a deal");
    let seat = position.to_act().expect("a turn").expect("somebody begins");
    let view = Viewpoint::new(&position, seat);
    let mut sample = view.sample(0).expect("a sample");
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        for seed in 0..u64::from(ITERATIONS) {
            view.resample(&mut sample, seed).expect("a sample");
            sample.rollout(seed).expect("a rollout");
        }
    });
}

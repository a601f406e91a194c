//! Random playouts on one thread, through the loaded shared library and linked in: what the plugin boundary costs, and a house rule.
//!
//! `cargo bench -p stonehouse-tests --bench playouts`. Read the items (games) a second; figures stand in `docs/measurements.md`.

use divan::{Bencher, counter::ItemsCount};
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_plugin_api::abi::client::{Plugin, Rules};
use stonehouse_plugin_api::json;
use stonehouse_tests::ruleset;
use stonehouse_three_stones::ThreeStones;

/// Games for each sample.
const GAMES: u64 = 2000;

fn main() {
    divan::main();
}

fn play(bencher: Bencher<'_, '_>, rules: &Arc<Rules>) {
    let mut state = rules.deal(0).expect("a deal");
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for seed in 0..GAMES {
            state.deal(seed).expect("a deal");
            divan::black_box(state.playout(seed).expect("a playout"));
        }
    });
}

#[divan::bench(args = ["three-stones/standard", "three-stones/pure-skill", "three-stones/slanted"])]
fn through_the_library(bencher: Bencher<'_, '_>, variant: &str) {
    let ruleset: Arc<Ruleset> = ruleset(variant);
    play(bencher, ruleset.rules());
}

#[divan::bench]
fn standard_linked_in(bencher: Bencher<'_, '_>) {
    let plugin = Plugin::linked::<ThreeStones>().expect("the game is linked in");
    play(bencher, &plugin.rules(2, &json!({}), None).expect("the official rules"));
}

//! Random playouts on one thread, through the loaded shared library and linked in, with and without a house rule; and
//! the cost of the plugin boundary, action by action.
//!
//! `cargo bench -p stonehouse-tests --bench playouts`. Read the items (games, or actions) a second; figures are in
//! `docs/performance.md`.

use divan::{Bencher, counter::ItemsCount};
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_plugin::{Action, Actions, Game, Hooks, Rng, Setup, json};
use stonehouse_runtime::{Plugin, Rules};
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::ruleset;
use stonehouse_three_stones::ThreeStones;

/// Games for each sample.
const GAMES: u64 = 2000;

/// Games for each sample, where actions are counted.
const FEW_GAMES: u64 = 50;

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

#[divan::bench(args = [
    "three-stones/standard",
    "three-stones/pure-skill",
    "three-stones/slanted",
    "stonerow/official",
    "stonerow/team",
    "tavern-stones/official",
])]
fn through_the_library(bencher: Bencher<'_, '_>, variant: &str) {
    let ruleset: Arc<Ruleset> = ruleset(variant);
    play(bencher, ruleset.rules());
}

#[divan::bench]
fn standard_linked_in(bencher: Bencher<'_, '_>) {
    let plugin = Plugin::linked::<ThreeStones>().expect("the game is linked in");
    play(bencher, &plugin.rules(2, &json!({}), None).expect("the official rules"));
}

/// One `legal_actions` and one `apply` for each action of random games, across the boundary.
#[divan::bench(args = ["three-stones/standard", "stonerow/official", "tavern-stones/official"])]
fn action_by_action_through_the_library(bencher: Bencher<'_, '_>, variant: &str) {
    let ruleset: Arc<Ruleset> = ruleset(variant);
    let (mut state, mut legal) = (ruleset.rules().deal(0).expect("a deal"), Vec::new());
    let mut played = |seed| {
        let mut draws = Rng::from_seed(seed);
        state.deal(seed).expect("a deal");
        let mut count = 0_u64;
        loop {
            state.legal_actions(&mut legal).expect("a list");
            let Some(action) = draws.pick(&legal) else { return count };
            state.apply(*action).expect("a legal action");
            count += 1;
        }
    };
    let actions: u64 = (0..FEW_GAMES).map(&mut played).sum();
    bencher.counter(ItemsCount::new(actions)).bench_local(|| (0..FEW_GAMES).map(&mut played).sum::<u64>());
}

/// As [`action_by_action_through_the_library`], called directly.
#[divan::bench(types = [ThreeStones, StoneRow, TavernStones])]
fn action_by_action_called_directly<G: Game>(bencher: Bencher<'_, '_>) {
    let knobs = G::Knobs::default();
    let game = G::new(Setup::new(G::about().seats.default, knobs, Hooks::none())).expect("the official rules");
    let mut buffer = [Action(0); 4096];
    let mut played = |seed| {
        let mut draws = Rng::from_seed(seed);
        let mut state = game.deal(seed).expect("a deal");
        let mut count = 0_u64;
        loop {
            let mut legal = Actions::new(&mut buffer);
            game.legal_actions(&state, &mut legal).expect("a list");
            let Some(action) = draws.pick(legal.as_slice()) else { return count };
            game.apply(&mut state, *action).expect("a legal action");
            count += 1;
        }
    };
    let actions: u64 = (0..FEW_GAMES).map(&mut played).sum();
    bencher.counter(ItemsCount::new(actions)).bench_local(|| (0..FEW_GAMES).map(&mut played).sum::<u64>());
}

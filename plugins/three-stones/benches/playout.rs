//! Random games of the standard rules, one thread: through the C ABI and called directly.

use divan::Bencher;
use divan::counter::ItemsCount;
use stonehouse_plugin::{Game, Hooks, Json, Playout, Rng, Setup, json};
use stonehouse_runtime::Plugin;
use stonehouse_three_stones::ThreeStones;
use stonehouse_three_stones::knobs::Knobs;

fn main() {
    divan::main();
}

const GAMES: u64 = 1000;

fn through_the_abi(bencher: Bencher<'_, '_>, knobs: &Json) {
    let Ok(rules) =
        Plugin::linked::<ThreeStones>().map_err(|_| ()).and_then(|plugin| plugin.rules(2, knobs, None).map_err(|_| ()))
    else {
        return;
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let Ok(mut state) = rules.deal(0) else { return 0 };
        let mut scores = [0; 2];
        let mut total = 0;
        for seed in 0..GAMES {
            if state.deal(seed).is_ok() && state.playout(seed).is_ok() && state.scores(&mut scores).is_ok() {
                total += scores[0];
            }
        }
        total
    });
}

#[divan::bench]
fn standard_through_the_abi(bencher: Bencher<'_, '_>) {
    through_the_abi(bencher, &json!({}));
}

#[divan::bench]
fn pure_skill_through_the_abi(bencher: Bencher<'_, '_>) {
    through_the_abi(bencher, &json!({ "pouch": false }));
}

#[divan::bench]
fn standard_called_directly(bencher: Bencher<'_, '_>) {
    let Ok(game) = ThreeStones::new(Setup::new(2, Knobs::default(), Hooks::none())) else { return };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let mut scores = [0; 2];
        let mut total = 0;
        for seed in 0..GAMES {
            if let Ok(mut state) = game.deal(seed)
                && game.playout(&mut state, &mut Rng::from_seed(seed)).is_ok()
            {
                game.scores(&state, &mut scores);
                total += scores[0] + i64::from(game.winners(&state).0);
            }
        }
        total
    });
}

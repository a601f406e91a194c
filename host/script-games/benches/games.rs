//! Random games and single actions of Connect Four, through the runtime.

use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_house_rules::Script;
use stonehouse_runtime::{Choice, Plugin, Position};
use stonehouse_script_games::ScriptGame;

fn main() {
    divan::main();
}

fn connect_four() -> Position {
    let source = include_str!("../tests/all/connect_four.luau");
    let game = ScriptGame::load(Script::new("game.luau", "game.luau", source)).expect("a game");
    let plugin = Plugin::new(Arc::new(game)).expect("a game");
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    let rules = plugin.rules(2, &Value::Object(knobs), None).expect("its rules");
    Position::deal(&rules, 1).expect("a deal")
}

#[divan::bench]
fn random_game(bencher: divan::Bencher<'_, '_>) {
    let mut position = connect_four();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        position.deal_again(seed).expect("a deal");
        position.playout(seed).expect("a game")
    });
}

#[divan::bench]
fn copy_and_act(bencher: divan::Bencher<'_, '_>) {
    let position = connect_four();
    let mut copy = position.try_clone().expect("a copy");
    let mut actions = Vec::new();
    bencher.bench_local(|| {
        copy.copy_from(&position).expect("a copy");
        actions.clear();
        copy.legal_actions(&mut actions).expect("actions");
        copy.play(&Choice::from(actions[3])).expect("an action");
    });
}

//! 3 Stones in Luau by the standard rules: the same action counts, legal actions and scores as the plugin.
//!
//! The two draw stones in other ways from a seed: the plugin one number for each, the script by a shuffle of the pouch.
//! So the script gets the stones in the order in which the plugin draws them, from another file in the place of
//! `pouch.luau`.

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use stonehouse_conformance::check;
use stonehouse_house_rules::Script;
use stonehouse_plugin::{Action, Observer, Rng};
use stonehouse_runtime::{Choice, Plugin, Position, Rules};
use stonehouse_script_games::ScriptGame;

const GAME: &str = include_str!("luau/three-stones/three-stones.luau");
const POUCH: &str = include_str!("luau/three-stones/pouch.luau");

#[allow(unsafe_code, reason = "the table is part of this program")]
fn native() -> Arc<Plugin> {
    // SAFETY: a whole table, whose functions are part of this program.
    unsafe { Plugin::from_table(&raw const stonehouse_three_stones::stonehouse_plugin) }.unwrap()
}

fn script(pouch: &str) -> Arc<Plugin> {
    let file = |name: &str, source: &str| Script::new(name, name, source);
    let game = ScriptGame::load_files(file("three-stones.luau", GAME), vec![file("pouch.luau", pouch)]);
    Plugin::new(Arc::new(game.unwrap_or_else(|error| panic!("{error}")))).unwrap()
}

fn rules(plugin: &Arc<Plugin>) -> Arc<Rules> {
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    plugin.rules(2, &Value::Object(knobs), None).unwrap()
}

/// The text of a `pouch.luau` with the stones that the plugin will draw.
fn fed(position: &Position) -> String {
    let table = position.state().reveal().unwrap();
    let mut order = vec![table["drawn"].clone()];
    order.extend(table["to_come"].as_array().unwrap().iter().cloned());
    let order: Vec<String> = order.iter().rev().map(Value::to_string).collect();
    format!(
        "local order = {{ {} }}\nreturn function(at)\nfor place, kind in order do at.pouch[place] = at:stone({{ kind = kind }}) end\nend",
        order.join(", ")
    )
}

/// The same position of both.
struct Both {
    native: Position,
    script: Position,
}

/// The legal actions, by their pockets: the number of the row, times 11, and that of the column, from 0.
type Legal = BTreeMap<u32, Action>;

impl Both {
    fn dealt(seed: u64) -> Self {
        let native = Position::deal(&rules(&native()), seed).unwrap();
        let script = Position::deal(&rules(&script(&fed(&native))), seed).unwrap();
        Self { native, script }
    }

    /// The legal actions of both, which are of the same pockets.
    fn legal(&self) -> Vec<(Action, Action)> {
        let actions = |position: &Position| {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions).unwrap();
            actions
        };
        let native: Legal = actions(&self.native).into_iter().map(|action| (action.0 & 127, action)).collect();
        let own = actions(&self.script);
        let texts = self.script.describe_all(&own, Observer::Referee).unwrap();
        let pocket = |text: String| {
            let (column, row) = text.strip_prefix("a stone at ").unwrap().split_at(1);
            (11 - row.parse::<u32>().unwrap()) * 11 + u32::from(column.as_bytes()[0] - b'A')
        };
        let script: Legal =
            own.into_iter().zip(texts).map(|(action, text)| (pocket(text.text.to_string()), action)).collect();
        assert!(native.keys().eq(script.keys()), "{native:?}\n{script:?}");
        native.into_values().zip(script.into_values()).collect()
    }

    fn play(&mut self, (native, script): (Action, Action)) {
        self.native.play(&Choice::from(native)).unwrap();
        self.script.play(&Choice::from(script)).unwrap();
        let scores = |position: &Position| {
            let mut scores = [0; 2];
            position.scores(&mut scores).unwrap();
            (scores, position.state().turn().unwrap())
        };
        assert_eq!(scores(&self.native), scores(&self.script));
    }

    /// The number of sequences of `depth` actions, which is that of both.
    fn perft(&self, depth: u32) -> usize {
        let legal = self.legal();
        if depth == 1 {
            return legal.len();
        }
        let after = |action| {
            let mut both = Self { native: self.native.try_clone().unwrap(), script: self.script.try_clone().unwrap() };
            both.play(action);
            both.perft(depth - 1)
        };
        legal.into_iter().map(after).sum()
    }

    /// Plays random actions; fewer where the match ends.
    fn play_random(&mut self, count: usize, draws: &mut Rng) {
        for _ in 0..count {
            let legal = self.legal();
            if legal.is_empty() {
                return;
            }
            self.play(legal[draws.below(legal.len() as u32) as usize]);
        }
    }
}

#[test]
fn three_stones_in_luau_has_the_perft_of_the_plugin() {
    let both = Both::dealt(1);
    assert_eq!([both.perft(1), both.perft(2), both.perft(3)], [80, 1180, 16760]);
    let mut draws = Rng::from_seed(1);
    for seed in 2..5 {
        for played in [15, 40, 66] {
            let mut both = Both::dealt(seed);
            both.play_random(played, &mut draws);
            assert!(both.perft(3) > 0);
        }
    }
}

#[test]
fn three_stones_in_luau_plays_whole_matches_as_the_plugin_does() {
    for seed in 0..6 {
        let mut both = Both::dealt(seed);
        both.play_random(100, &mut Rng::from_seed(seed));
        assert!(both.native.is_finished().unwrap() && both.script.is_finished().unwrap());
        let winners = [&both.native, &both.script].map(|position| position.outcome().unwrap().winners);
        assert_eq!(winners[0], winners[1], "seed {seed}");
    }
}

#[test]
fn three_stones_in_luau_passes_the_kit() {
    check(&rules(&script(POUCH)), 1, 1).unwrap_or_else(|error| panic!("{error}"));
}

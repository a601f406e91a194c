//! Games so small that every way to play them can be enumerated: the figures of random players are known to the last
//! digit, and the lab's intervals must hold them as often as they claim.

use super::games::{Played, Underway, plan, ruleset};
use super::reference::{Key, values};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_lab::{SimulationPlan, differences, simulate};
use stonehouse_runtime::Choice;

/// A board of six pockets, with as many stones and no chance.
pub fn tiny(handicap: u32) -> Arc<Ruleset> {
    let knobs = [
        ("board", json!("ooo\nooo")),
        ("white_stones", json!(2)),
        ("black_stones", json!(2)),
        ("clear_stones", json!(2)),
        ("line_length", json!(2)),
        ("handicap_points", json!([0, handicap])),
    ];
    ruleset("three-stones/pure-skill", &knobs)
}

/// Enumerates every way to play, each with its probability between players who choose at random.
fn every_game(game: Underway, likely: f64, ruleset: &Ruleset, see: &mut dyn FnMut(&Played, f64)) {
    if game.seat().is_none() {
        see(&game.over(ruleset, vec![0, 1]), likely);
        return;
    }
    let legal = game.legal();
    for action in &legal {
        let mut next = game.copy();
        next.act(&Choice { action: *action, values: Vec::new() });
        every_game(next, likely / legal.len() as f64, ruleset, see);
    }
}

/// The true value of every figure between random players.
fn truth(ruleset: &Arc<Ruleset>) -> BTreeMap<Key, f64> {
    let mut sums: BTreeMap<Key, (f64, f64)> = BTreeMap::new();
    let (mut all, mut games) = (0.0, 0);
    let names = ["random".to_owned(), "random".to_owned()];
    every_game(Underway::deal(ruleset, 1), 1.0, ruleset, &mut |game, likely| {
        games += 1;
        all += likely;
        for (key, (value, of)) in values(game, &names) {
            let sum = sums.entry(key).or_default();
            sum.0 += value * likely;
            sum.1 += of * likely;
        }
    });
    assert!(games > 1000 && (all - 1.0_f64).abs() < 1e-9, "{games} games, {all}");
    // A kind of action that is not used in a game is in no sum: the share is of all games.
    sums.into_iter().map(|(key, (own, of))| (key.clone(), own / if key.0 == "used" { 1.0 } else { of })).collect()
}

#[test]
fn intervals_hold_what_is_true_of_random_players_in_95_of_100_runs() {
    let rules = tiny(0);
    let truth = truth(&rules);
    let mut held: BTreeMap<&Key, (u32, u32)> = BTreeMap::new();
    for seed in 0..1000 {
        let results = simulate(&rules, &SimulationPlan { seed: 70_000 + seed, ..plan("random,random", 100) }).unwrap();
        for (key, truth) in &truth {
            let Some(figure) = results.figure(&key.0, &key.1) else { continue };
            let (held, of) = held.entry(key).or_default();
            *of += 1;
            // Fractions are counted in thousandths.
            let found = figure.estimate;
            *held += u32::from((found.lower - 1e-3..=found.upper + 1e-3).contains(truth));
        }
    }
    let mut wrong = Vec::new();
    for (key, (held, of)) in held {
        assert_eq!(of, 1000, "{key:?} is always measured");
        // A figure that never varies is held always.
        let varies = !["actions", "turns", "most_turns", "used"].contains(&key.0.as_str());
        if held < 925 || varies && held > 975 {
            wrong.push(format!("{key:?}: {held} of 1000 hold {}", truth[key]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_handicap_is_found_and_sized() {
    let (even, given) = (tiny(0), tiny(1));
    let [truth, with] = [&even, &given].map(truth);
    let of = |id: &str, seat: usize| (id.to_owned(), even.seating().seats[seat].name.clone());
    let more = |key: &Key| with[key] - truth[key];
    assert!((more(&of("score", 1)) - 1.0).abs() < 1e-9 && more(&of("wins", 1)) > 0.05, "{}", more(&of("wins", 1)));
    let played = [&even, &given].map(|rules| simulate(rules, &plan("random,random", 20_000)).unwrap());
    let found = differences(&played[0], &played[1]);
    for (id, seat) in [("score", 0), ("score", 1), ("wins", 0), ("wins", 1)] {
        let key = of(id, seat);
        let figure = found.iter().find(|figure| figure.metric == key.0 && figure.of == key.1).unwrap();
        let (lower, upper) = (figure.more.lower, figure.more.upper);
        assert!((lower..=upper).contains(&more(&key)), "{key:?}: {}, found {figure:?}", more(&key));
        assert_eq!(figure.is_clear, more(&key).abs() > 1e-9, "{key:?}: {figure:?}");
    }
}

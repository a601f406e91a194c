//! Tests that the game keeps the contract under every kind of ruleset.

use std::sync::Arc;
use stonehouse_conformance::{check, event_house_rules, noop_house_rules};
use stonehouse_plugin::{Json, json};
use stonehouse_runtime::{Plugin, Rules};
use stonehouse_tavern_stones::TavernStones;

fn rules(seats: u8, knobs: &Json) -> Arc<Rules> {
    Plugin::linked::<TavernStones>().unwrap().rules(seats, knobs, None).unwrap()
}

#[test]
fn official_keeps_the_contract_with_three_four_and_five() {
    for seats in 3..=5 {
        let report = check(&rules(seats, &json!({})), 10, 1).unwrap_or_else(|broken| panic!("{seats} seats: {broken}"));
        assert!(report.most_legal < 300, "{} actions in one position", report.most_legal);
    }
}

#[test]
fn blind_requests_keep_the_contract() {
    check(&rules(4, &json!({ "hidden_request": "blind", "goal": 500 })), 20, 2).unwrap();
}

#[test]
fn other_games_keep_the_contract() {
    let games = [
        json!({ "counts": "trades_only", "after_denial": "left", "goal": 400 }),
        json!({ "copper": 20, "copper_coins": 30, "hidden_stones": 6, "visible_stones": 6, "goal": 700, "jewels": 20 }),
        json!({ "hidden_stones": 0, "forces_each": 3, "forces_upon": 9, "goal": 300 }),
        json!({ "visible_stones": 1, "forces_each": 0, "bonus": 0, "jewels": 0, "gold": 30, "goal": 300 }),
        json!({ "hidden_request": "blind", "counts": "trades_only", "copper": 12, "goal": 300, "hidden_stones": 5 }),
    ];
    for game in games {
        check(&rules(4, &game), 6, 4).unwrap_or_else(|broken| panic!("{game}: {broken}"));
    }
}

#[test]
fn house_rules_that_use_all_there_is_keep_the_contract() {
    let plugin = Plugin::linked::<TavernStones>().unwrap();
    for (seats, knobs) in [(4, json!({ "goal": 400 })), (3, json!({ "hidden_request": "blind", "goal": 300 }))] {
        for house in [noop_house_rules, event_house_rules] {
            let rules = plugin.rules(seats, &knobs, Some(house(&plugin))).unwrap();
            check(&rules, 3, 5).unwrap_or_else(|broken| panic!("{knobs}: {broken}"));
        }
    }
}

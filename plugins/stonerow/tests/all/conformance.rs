//! Tests that the game keeps the contract under every kind of ruleset.

use std::sync::Arc;
use stonehouse_conformance::{check, event_house_rules, noop_house_rules};
use stonehouse_plugin::{Json, json};
use stonehouse_runtime::{Plugin, Rules};
use stonehouse_stonerow::StoneRow;

fn rules(seats: u8, knobs: &Json) -> Arc<Rules> {
    Plugin::linked::<StoneRow>().unwrap().rules(seats, knobs, None).unwrap()
}

#[test]
fn official_keeps_the_contract_with_two_three_and_four() {
    for seats in 2..=4 {
        let report = check(&rules(seats, &json!({})), 30, 1).unwrap_or_else(|broken| panic!("{seats} seats: {broken}"));
        assert!(report.most_legal < 300, "{} actions in one position", report.most_legal);
    }
}

#[test]
fn base_keeps_the_contract() {
    let base = json!({ "highwaymen": 2, "masons": 1, "gold_diggers": 0, "displacers": 0, "mortar_neighbours": false });
    check(&rules(4, &base), 30, 2).unwrap();
}

#[test]
fn team_play_keeps_the_contract() {
    check(&rules(4, &json!({ "teams": true, "foremen": 0, "tower_cards": 2 })), 6, 3).unwrap();
}

#[test]
fn other_decks_keep_the_contract() {
    let decks = [
        json!({ "colours": 6, "numbers": 12, "max_run": 7 }),
        json!({ "colours": 3, "numbers": 5, "keystone_special": "by_name", "highwaymen": 6, "masons": 6, "displacers": 6 }),
        json!({ "attract": "target_only", "foremen": 4, "rounds": 12 }),
    ];
    for deck in decks {
        check(&rules(3, &deck), 10, 4).unwrap_or_else(|broken| panic!("{deck}: {broken}"));
    }
}

#[test]
fn house_rules_that_use_all_there_is_keep_the_contract() {
    let plugin = Plugin::linked::<StoneRow>().unwrap();
    for (seats, knobs) in
        [(3, json!({})), (4, json!({ "teams": true, "foremen": 0, "tower_cards": 1, "house_cards": [2, 2, 0] }))]
    {
        for house in [noop_house_rules, event_house_rules] {
            let rules = plugin.rules(seats, &knobs, Some(house(&plugin))).unwrap();
            check(&rules, 6, 5).unwrap_or_else(|broken| panic!("{knobs}: {broken}"));
        }
    }
}

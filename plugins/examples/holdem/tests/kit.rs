//! Tests that the game keeps the contract.

use stonehouse_conformance::{Plugin, check};
use stonehouse_holdem::Holdem;
use stonehouse_plugin::json;

#[test]
fn heads_up_and_kuhn_poker_keep_the_contract() {
    let plugin = Plugin::linked::<Holdem>().unwrap();
    let kuhn = json!({
        "ranks": 3, "suits": 1, "hole_cards": 1, "streets": 0, "small_blind": 0, "big_blind": 0, "ante": 1, "fixed_bet": 1,
        "raises": 1, "stack": 20, "hands": 20,
    });
    for knobs in [json!({}), kuhn, json!({ "stack": 5, "hands": 3, "ranks": 6 })] {
        let rules = plugin.rules(2, &knobs, None).unwrap();
        check(&rules, 20, 1).unwrap_or_else(|violation| panic!("{knobs}: {violation}"));
    }
}

//! Tests that the game keeps the contract.

use stonehouse_conformance::{Plugin, check};
use stonehouse_liars_dice::LiarsDice;
use stonehouse_plugin::json;

#[test]
fn tables_of_two_to_six_keep_the_contract() {
    let plugin = Plugin::linked::<LiarsDice>().unwrap();
    for (seats, dice, wild_ones) in [(2, 5, true), (4, 5, false), (6, 2, true), (3, 1, true)] {
        let rules = plugin.rules(seats, &json!({ "dice": dice, "wild_ones": wild_ones }), None).unwrap();
        check(&rules, 20, 1).unwrap_or_else(|violation| panic!("{seats} with {dice}: {violation}"));
    }
}

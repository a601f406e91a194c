//! Tests that the game keeps the contract.

use stonehouse_conformance::{Plugin, check};
use stonehouse_hex::Hex;
use stonehouse_plugin::json;

#[test]
fn every_size_of_board_keeps_the_contract() {
    let plugin = Plugin::linked::<Hex>().unwrap();
    for (size, swap, games) in [(2, true, 40), (5, false, 20), (11, true, 5), (19, true, 1)] {
        let rules = plugin.rules(2, &json!({ "size": size, "swap": swap }), None).unwrap();
        check(&rules, games, 1).unwrap_or_else(|violation| panic!("{size}: {violation}"));
    }
}

//! Tests that the game keeps the contract.

use stonehouse_conformance::{Plugin, check};
use stonehouse_goofspiel::Goofspiel;
use stonehouse_plugin::json;

#[test]
fn tables_of_two_to_five_keep_the_contract() {
    let plugin = Plugin::linked::<Goofspiel>().unwrap();
    for (seats, cards, ties) in [(2, 13, "discard"), (3, 5, "carry"), (5, 15, "discard"), (2, 2, "carry")] {
        let rules = plugin.rules(seats, &json!({ "cards": cards, "ties": ties }), None).unwrap();
        check(&rules, 20, 1).unwrap_or_else(|violation| panic!("{seats} with {cards}: {violation}"));
    }
}

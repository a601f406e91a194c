//! Several games in one program: linked beside each other, and each with its own symbol in its library.

use std::collections::BTreeSet;
use std::fs;
use stonehouse_plugin::abi::PluginTable;
use stonehouse_runtime::Plugin;
use stonehouse_tests::library;

/// The exported tables of the games that are linked into this test. Naming all of them makes the linker take each,
/// however the crates were divided into units: two of one name would not link.
fn exported() -> [&'static PluginTable; 3] {
    [
        &stonehouse_three_stones::stonehouse_plugin,
        &stonehouse_stonerow::stonehouse_plugin,
        &stonehouse_tavern_stones::stonehouse_plugin,
    ]
}

#[test]
#[allow(unsafe_code, reason = "the tables are part of this program")]
fn three_games_link_into_one_program_under_their_own_ids() {
    let ids: BTreeSet<String> = exported()
        .into_iter()
        // SAFETY: a whole table, whose functions are part of this program.
        .map(|table| unsafe { Plugin::from_table(table) }.unwrap().about().id.clone())
        .collect();
    assert_eq!(ids, ["stonerow", "tavern-stones", "three-stones"].map(str::to_owned).into());
}

#[test]
fn a_games_symbol_has_the_name_of_its_crate_in_it() {
    for package in ["stonehouse_three_stones", "stonehouse_stonerow", "stonehouse_tavern_stones"] {
        let bytes = fs::read(library(package)).unwrap();
        let symbol = format!("\0stonehouse_plugin_{package}\0").into_bytes();
        assert!(bytes.windows(symbol.len()).any(|window| window == symbol), "{package}");
    }
}

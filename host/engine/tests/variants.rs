//! Variants: what they may say, and what is said of those that say it wrong.

mod common;

use common::{plugin, told, variant};
use std::path::Path;
use stonehouse_engine::Ruleset;
use stonehouse_engine::variant::file::VariantFile;

fn parse_error(text: &str) -> String {
    told(&VariantFile::parse(Path::new("v.toml"), &text.into()).unwrap_err())
}

fn resolve_error(body: &str) -> String {
    told(&variant(&[("v", body)], &[]).unwrap_err())
}

#[test]
fn a_knob_that_no_file_sets_has_its_default() {
    let variant = variant(&[("v", "name = \"Plain\"")], &[]).unwrap();
    assert_eq!(variant.knobs["heap"], 12);
    assert!(variant.differences(plugin().knobs()).is_empty());
}

#[test]
fn a_variant_extends_another_knob_by_knob() {
    let bodies = [("long", "extends = \"base\"\n[knobs]\nheap = 30\n"), ("base", "[knobs]\nmost = 5\nheap = 20\n")];
    let variant = variant(&bodies, &[]).unwrap();
    assert_eq!((&variant.knobs["heap"], &variant.knobs["most"]), (&30.into(), &5.into()));
    assert_eq!(variant.differences(plugin().knobs()), ["heap: 30 instead of 12", "most: 5 instead of 3"]);
}

#[test]
fn variants_that_extend_each_other_are_refused() {
    let problems = variant(&[("a", "extends = \"b\""), ("b", "extends = \"a\"")], &[]).unwrap_err();
    assert_eq!(
        told(&problems),
        "variants/pebbles/b.toml:2:11: `a` extends this variant in its turn: one of them must stop\n"
    );
}

#[test]
fn an_unknown_base_is_refused_with_the_nearest_name() {
    let problems = variant(&[("a", "extends = \"standrad\""), ("standard", "")], &[]).unwrap_err();
    assert!(
        told(&problems)
            .contains(":2:11: there is no variant `standrad` of this game to extend. Did you mean `standard`?")
    );
}

#[test]
fn an_unknown_knob_is_refused_with_place_and_nearest_name() {
    assert_eq!(
        resolve_error("[knobs]\nheep = 3\n"),
        "variants/pebbles/v.toml:3:1: this game has no knob `heep`. Did you mean `heap`? `stonehouse schema pebbles` lists them\n"
    );
}

#[test]
fn a_knob_of_the_wrong_type_is_refused() {
    assert!(
        resolve_error("[knobs]\nheap = \"many\"\n").contains(":3:8: `heap` must be a whole number from 1 to 1000.")
    );
    assert!(
        resolve_error("[knobs]\nhead_start = [1, 2, 3]\n").contains("a list of 2, each a whole number from 0 to 50")
    );
}

#[test]
fn a_knob_out_of_range_is_refused() {
    assert!(resolve_error("[knobs]\nheap = 1001\n").contains(":3:8: `heap` must be a whole number from 1 to 1000."));
}

#[test]
fn an_unknown_word_is_refused_with_the_nearest() {
    let message = resolve_error("[knobs]\nfail_in = \"aply\"\n");
    assert!(
        message.contains(":3:11: `fail_in` must be one of \"none\"") && message.contains("Did you mean `apply`?"),
        "{message}"
    );
}

#[test]
fn knobs_that_contradict_each_other_are_refused_where_one_was_set() {
    let variant = variant(&[("v", "[knobs]\nheap = 2\n  most = 3\n")], &[]).unwrap();
    let problems = Ruleset::compile(&plugin(), &variant).err().unwrap();
    assert_eq!(told(&problems), "variants/pebbles/v.toml:4:10: `most` must not exceed `heap`\n");
}

#[test]
fn syntax_errors_are_all_told_at_once_with_their_places() {
    let message = parse_error("game = \"pebbles\nname = 3 3\n");
    assert!(message.contains("v.toml:1:") && message.contains("v.toml:2:"), "{message}");
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest() {
    let message = parse_error("game = \"g\"\nsumary = \"x\"\n");
    assert!(message.starts_with("v.toml:2:1: a variant has no key `sumary`. Did you mean `summary`?"), "{message}");
}

#[test]
fn a_variant_without_a_game_is_refused() {
    assert!(parse_error("name = \"x\"\n").starts_with("v.toml:1: a variant must say which game it is of"));
}

#[test]
fn wrong_types_of_keys_are_refused_at_their_values() {
    for (text, expected) in [
        ("game = 3", "v.toml:1:8: `game` must be a text in quotes"),
        ("game = \"g\"\nseats = \"two\"", "v.toml:2:9: `seats` must be a whole number"),
        ("game = \"g\"\nscripts = \"a.lua\"", "v.toml:2:11: `scripts` must be a list"),
        ("game = \"g\"\nscripts = [\"../a.lua\"]", "v.toml:2:12: name the script by its file's name alone"),
        ("game = \"g\"\nknobs = 3", "v.toml:2:9: `knobs` must be a table"),
        ("game = \"g\"\n[clock]\nminutes = 0", "v.toml:3:11: `minutes` must be from a second to a week"),
        ("game = \"g\"\n[clock]\nminuets = 3", "v.toml:3:1: `[clock]` has no key `minuets`. Did you mean `minutes`?"),
    ] {
        assert!(parse_error(text).contains(expected), "{text}: {}", parse_error(text));
    }
}

#[test]
fn seats_outside_the_games_range_are_refused() {
    assert!(resolve_error("seats = 3").contains(":2:9: `seats` must be from 2 to 2 for Pebbles"));
}

#[test]
fn a_missing_script_is_refused_where_it_is_named() {
    assert!(resolve_error("scripts = [\"nix.lua\"]").contains(":2:12: there is no script `nix.lua` for Pebbles"));
}

#[test]
fn a_clock_has_one_time_for_all_or_one_for_each_seat() {
    let clock = |minutes: &str| variant(&[("v", &format!("[clock]\nminutes = {minutes}\n"))], &[]);
    assert_eq!(clock("30").unwrap().clock.as_ref().unwrap().minutes, [30.0, 30.0]);
    assert_eq!(clock("[30, 20]").unwrap().clock.as_ref().unwrap().summary(), "30 / 20 min");
    assert!(told(&clock("[1, 2, 3]").unwrap_err()).contains("gives 3 times for 2 seats"));
}

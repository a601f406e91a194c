//! Variants: what they may contain, and the errors of wrong ones.

use crate::common::{joined, plugin, variant};
use std::path::Path;
use stonehouse_engine::Ruleset;
use stonehouse_engine::variant::{Resolver, file::VariantFile, resolve};

fn parse_error(text: &str) -> String {
    joined(&VariantFile::parse(Path::new("v.toml"), &text.into()).unwrap_err())
}

fn resolve_error(body: &str) -> String {
    joined(&variant(&[("v", body)], &[]).unwrap_err())
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
fn a_variant_does_not_inherit_the_summary_of_its_base() {
    let base = ("base", "summary = \"As it comes.\"\nscripts = [\"a.lua\"]\n");
    let source = "-- Heaps grow: each by one. Every turn.\n-- Or so it seems.\n--\n-- How it is done.\nlocal a = 1\n";
    let variant = variant(&[("v", "extends = \"base\""), base], &[("a.lua", source)]).unwrap();
    assert_eq!(variant.summary, "");
    let script = &variant.scripts[0];
    assert_eq!(script.about(), "Heaps grow: each by one. Every turn. Or so it seems.");
    assert_eq!(script.title(), "Heaps grow");
}

#[test]
fn variants_that_extend_each_other_are_refused() {
    let problems = variant(&[("a", "extends = \"b\""), ("b", "extends = \"a\"")], &[]).unwrap_err();
    assert_eq!(
        joined(&problems),
        "variants/pebbles/b.toml:2:11: `a` extends this variant, too, directly or through others: remove one of the two `extends`\n"
    );
}

#[test]
fn an_unknown_base_is_refused_with_the_nearest_name() {
    let problems = variant(&[("a", "extends = \"standrad\""), ("standard", "")], &[]).unwrap_err();
    assert!(
        joined(&problems)
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
    assert_eq!(joined(&problems), "variants/pebbles/v.toml:4:10: `most` must not exceed `heap`\n");
}

#[test]
fn syntax_errors_are_all_reported_at_once_with_their_places() {
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
    assert!(parse_error("name = \"x\"\n").starts_with("v.toml:1: a variant must name its game"));
}

#[test]
fn wrong_types_of_keys_are_refused_at_their_values() {
    for (text, expected) in [
        ("game = 3", "v.toml:1:8: `game` must be a text in quotes"),
        ("game = \"g\"\nseats = \"two\"", "v.toml:2:9: `seats` must be a whole number"),
        ("game = \"g\"\nscripts = \"a.lua\"", "v.toml:2:11: `scripts` must be a list"),
        ("game = \"g\"\nscripts = [\"../a.lua\"]", "v.toml:2:12: give only the script's file name"),
        ("game = \"g\"\nknobs = 3", "v.toml:2:9: `knobs` must be a table"),
        ("game = \"g\"\n[clock]\nminutes = 0", "v.toml:3:11: `minutes` must be from a second to a week"),
        ("game = \"g\"\n[clock]\nminuets = 3", "v.toml:3:1: `[clock]` has no key `minuets`. Did you mean `minutes`?"),
    ] {
        assert!(parse_error(text).contains(expected), "{text}: {}", parse_error(text));
    }
}

#[test]
fn seats_outside_the_games_range_are_refused() {
    assert!(resolve_error("seats = 3").contains(":2:9: `seats` must be 2 for Pebbles"));
}

#[test]
fn a_wrong_base_hides_no_other_mistake() {
    let wrong = resolve_error("extends = \"nix\"\nseats = 3\n[knobs]\nheep = 4");
    let lines: Vec<&str> = wrong.lines().collect();
    let [base, seats, knob] = *lines else { panic!("{wrong}") };
    assert!(base.contains(":2:11: there is no variant `nix` of this game to extend"), "{base}");
    assert!(seats.contains(":3:9: `seats` must be 2 for Pebbles"), "{seats}");
    assert!(knob.contains("`heep`. Did you mean `heap`?"), "{knob}");
}

#[test]
fn a_missing_script_is_refused_where_it_is_named() {
    assert!(resolve_error("scripts = [\"nix.lua\"]").contains(":2:12: there is no script `nix.lua` for Pebbles"));
}

#[test]
fn a_missing_script_is_reported_before_the_knobs_of_its_rule() {
    let wrong = resolve_error("scripts = [\"wroth.lua\"]\n[rules.worth]\neach = 1");
    assert_eq!(
        wrong,
        "variants/pebbles/v.toml:2:12: there is no script `wroth.lua` for Pebbles: put it into `scripts/pebbles/`, or correct the name.\n"
    );
}

#[test]
fn a_clock_has_one_time_for_all_or_one_for_each_seat() {
    let clock = |minutes: &str| variant(&[("v", &format!("[clock]\nminutes = {minutes}\n"))], &[]);
    assert_eq!(clock("30").unwrap().clock.as_ref().unwrap().minutes, [30.0, 30.0]);
    assert_eq!(clock("[30, 20]").unwrap().clock.as_ref().unwrap().summary(), "30 / 20 min");
    assert!(joined(&clock("[1, 2, 3]").unwrap_err()).contains("gives 3 times for 2 seats"));
}

/// So many variants, each of which extends the next; the last extends none.
fn chain(length: usize) -> Vec<(String, String)> {
    let body = |at: usize| {
        let extends = if at + 1 < length { format!("extends = \"v{}\"\n", at + 1) } else { String::new() };
        format!("{extends}[knobs]\nheap = {}\n", at % 1000 + 1)
    };
    (0..length).map(|at| (format!("v{at}"), body(at))).collect()
}

/// Resolves all of these: how many could be, and the problems of the others.
fn resolve_all(bodies: &[(String, String)]) -> (usize, String) {
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(id, body)| (id.as_str(), body.as_str())).collect();
    let (files, plugin) = (crate::common::files(&bodies), plugin());
    let mut resolver = Resolver::new(&files, &plugin);
    let found = (0..files.len()).filter(|place| resolver.resolve(*place, &|_, _| None).is_some()).count();
    (found, joined(&resolver.into_problems()))
}

#[test]
fn a_chain_of_extends_has_at_most_64_steps() {
    assert_eq!(resolve_all(&chain(65)), (65, String::new()));
    let (found, lines) = resolve_all(&chain(66));
    assert_eq!(found, 65);
    assert!(lines.starts_with("variants/pebbles/v0.toml:2:11: this would be a chain of more than 64 steps"), "{lines}");
}

#[test]
fn however_many_variants_extend_each_other_each_is_looked_at_once() {
    // Cubic work would take minutes here, and the problem would be reported for each.
    let (found, lines) = resolve_all(&chain(5000));
    assert_eq!((found, lines.lines().count()), (65, 1));
    let mut star = chain(1);
    star.extend((1..5000).map(|at| (format!("v{at}"), "extends = \"v0\"\n".to_owned())));
    assert_eq!(resolve_all(&star), (5000, String::new()));
    star[0].1 = (0..30).map(|at| format!("knob{at} = 1\n")).fold("[knobs]\n".to_owned(), |text, line| text + &line);
    let (found, lines) = resolve_all(&star);
    assert_eq!((found, lines.lines().count()), (0, 21));
}

#[test]
fn of_many_problems_in_a_file_twenty_are_listed_others_counted() {
    let many: String = (0..20_000).map(|at| format!("key{at} = 1\n")).collect();
    let lines = parse_error(&format!("game = \"g\"\n{many}"));
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 21);
    for (at, line) in lines[..20].iter().enumerate() {
        assert!(line.starts_with(&format!("v.toml:{}:1: a variant has no key `key{at}`", at + 2)), "{line}");
    }
    assert_eq!(lines[20], "v.toml: and 19980 more problems in this file");
    let knobs: String = (0..20_000).map(|at| format!("knob{at} = 1\n")).collect();
    assert!(resolve_error(&format!("[knobs]\n{knobs}")).ends_with("v.toml: and 19980 more problems in this file\n"));
    let line = "x".repeat(200_000);
    assert!(parse_error(&format!("game = \"g\"\n{line} = 1\n")).starts_with("v.toml:2:1: a variant has no key"));
}

#[test]
fn a_variant_has_32_scripts_at_most() {
    let scripts = |count| format!("game = \"g\"\nscripts = [{}]\n", vec!["\"a.lua\""; count].join(", "));
    assert!(VariantFile::parse(Path::new("v.toml"), &scripts(32).into()).is_ok());
    assert_eq!(parse_error(&scripts(5000)), "v.toml:2:300: a variant has at most 32 scripts, and here are 5000\n");
}

#[test]
fn a_clock_gives_from_a_second_to_a_week() {
    let wrong = |minutes: &str| parse_error(&format!("game = \"g\"\n[clock]\nminutes = {minutes}\n"));
    for minutes in ["1e-300", "0.01", "-1", "1e300", "inf", "nan", "[1, 0.01]", "[]"] {
        assert!(wrong(minutes).contains(":3:11: `minutes` must be"), "{minutes}: {}", wrong(minutes));
    }
    assert!(VariantFile::parse(Path::new("v.toml"), &"game = \"g\"\n[clock]\nminutes = 0.0167".into()).is_ok());
}

#[test]
fn a_file_may_extend_the_file_it_shadows_but_not_its_shadower() {
    let of = |folder: &str, body: &str| {
        let path = format!("{folder}/standard.toml");
        VariantFile::parse(Path::new(&path), &format!("game = \"pebbles\"\n{body}").into()).unwrap()
    };
    let files = [
        of("bundled", "[knobs]\nheap = 5\n"),
        of("own", "extends = \"standard\"\n[knobs]\nmost = 2\n"),
        of("named", "extends = \"standard\"\n"),
    ];
    let variant = resolve(&files, 2, &plugin(), &|_, _| None).unwrap();
    assert_eq!((&variant.knobs["heap"], &variant.knobs["most"], variant.depth), (&5.into(), &2.into(), 2));
}

//! `pack.toml`: what it must contain, and the errors of a wrong one.

use super::{MANIFEST, read, refusal, with_manifest};
use std::path::Path;
use stonehouse_engine::pack::PackManifest;

#[test]
fn every_missing_required_key_is_named_at_once() {
    assert_eq!(
        refusal(with_manifest("")),
        "bent.stonehouse/pack.toml:1:1: `id` is missing: `id = \"my-rules\"`, by which other packs and the command line name it\n\
         bent.stonehouse/pack.toml:1:1: `name` is missing: `name = \"My rules\"`, which people see\n\
         bent.stonehouse/pack.toml:1:1: `version` is missing: `version = \"1.0.0\"`\n\
         bent.stonehouse/pack.toml:1:1: `authors` is missing: `authors = [\"…\"]`, who wrote it\n\
         bent.stonehouse/pack.toml:1:1: `licence` is missing: `licence = \"CC0-1.0\"`, what others may do with it\n\
         bent.stonehouse/pack.toml:1:1: `api` is missing: `api = \"1.0\"`, the version of the interface for house rules for which it was written"
    );
}

#[test]
fn misspelt_keys_wrong_types_and_forms_are_reported_with_places() {
    let text = MANIFEST.replace("licence", "license") + "sumary = 3\n[needs]\ngame = 1\n";
    let message = refusal(with_manifest(&text));
    for expected in [
        "bent.stonehouse/pack.toml:5:1: a pack has no key `license`. Did you mean `licence`?",
        "bent.stonehouse/pack.toml:7:1: a pack has no key `sumary`. Did you mean `summary`?",
        "bent.stonehouse/pack.toml:9:1: `[needs]` has no key `game`. Did you mean `games`?",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    let wrong = |from: &str, to: &str| refusal(with_manifest(&MANIFEST.replace(from, to)));
    assert_eq!(
        wrong("\"bent\"", "\"Bent Rules\""),
        "bent.stonehouse/pack.toml:1:6: `id` is made of lower-case letters, digits and hyphens, at most 64: `id = \"my-rules\"`"
    );
    assert_eq!(
        wrong("1.0.0", "1.0"),
        "bent.stonehouse/pack.toml:3:11: `version` must be of three numbers, such as \"1.0.0\""
    );
    assert_eq!(
        wrong("[\"Ada\"]", "\"Ada\""),
        "bent.stonehouse/pack.toml:4:11: `authors` must be a list of texts: `authors = [\"…\"]`"
    );
    assert_eq!(
        wrong("[\"Ada\"]", "[]"),
        "bent.stonehouse/pack.toml:4:11: `authors` names at least one, and at most 32"
    );
    assert!(
        wrong("\"Bent\"", "\"Be\\u202Ent\"")
            .ends_with("`name` has letters that cannot be seen: write plain text on one line")
    );
    assert!(wrong("\"Bent\"", "\"Be\\nnt\"").contains("`name` has letters that cannot be seen"));
    assert!(wrong("\"Bent\"", "\" \"").ends_with("`name` has from 1 to 80 letters"));
    assert!(
        refusal(with_manifest(&(MANIFEST.to_owned() + "homepage = \"javascript:alert(1)\"\n")))
            .ends_with("`homepage` must be a web address: https://…")
    );
    assert_eq!(
        refusal(with_manifest(&(MANIFEST.to_owned() + "picture = \"none.png\"\n"))),
        "bent.stonehouse: its `picture` is `none.png`, which is no picture in it"
    );
}

#[test]
fn a_pack_for_a_later_interface_is_refused_with_what_to_do() {
    let text = MANIFEST.replace("\"1.0\"", "\"1.7\"") + "something = \"new\"\n";
    assert_eq!(
        refusal(with_manifest(&text)),
        "bent.stonehouse/pack.toml:6:7: this pack was written for version 1.7 of the interface for house rules, and this \
         Stonehouse has 1.0: update Stonehouse"
    );
    let old = refusal(with_manifest(&MANIFEST.replace("\"1.0\"", "\"0.9\"")));
    assert!(old.ends_with("and this Stonehouse has 1.0: ask its author for a newer version"), "{old}");
    for odd in ["1", "1.0.0", "-1.0", "1.+0", "one"] {
        let refused = refusal(with_manifest(&MANIFEST.replace("\"1.0\"", &format!("{odd:?}"))));
        assert!(refused.contains("`api` must be two numbers, such as \"1.0\""), "{refused}");
    }
}

#[test]
fn needs_are_ids_with_versions() {
    let text = MANIFEST.to_owned() + "[needs.games]\npebbles = \"0.1\"\n[needs.packs]\nbase = \"1.2\"\nany = \"*\"\n";
    let manifest = read(with_manifest(&text)).unwrap().manifest;
    assert!(manifest.games["pebbles"].matches(&"0.1.7".parse().unwrap()));
    assert!(!manifest.packs["base"].matches(&"1.1.0".parse().unwrap()));
    assert!(!manifest.packs["base"].matches(&"2.0.0".parse().unwrap()));
    assert!(manifest.packs["any"].matches(&"7.0.0".parse().unwrap()));
    let refused = refusal(with_manifest(&(MANIFEST.to_owned() + "[needs.packs]\nbase = \"newest\"\n")));
    assert!(
        refused.starts_with(
            "bent.stonehouse/pack.toml:8:8: `base` must be a version, such as \"1.2\" for 1.2.0 and later ones"
        ),
        "{refused}"
    );
    assert!(
        refusal(with_manifest(&(MANIFEST.to_owned() + "[needs.packs]\nBase = \"1\"\n")))
            .contains("names at most 32 by their ids")
    );
}

#[test]
fn the_text_of_a_manifest_parses_to_the_same() {
    let text = MANIFEST.replace("\"Bent\"", "'Bent \"twice\"'")
        + "summary = \"A\\\\b.\"\nhomepage = \"https://example.org\"\npicture = \"cover.svg\"\n[needs.games]\npebbles = \">=0.1, <0.3\"\n[needs.packs]\nbase = \"1.2\"\n";
    let manifest = read(with_manifest(&text)).unwrap().manifest;
    let again = PackManifest::parse(Path::new("pack.toml"), &manifest.text().into()).unwrap();
    assert_eq!(again, manifest);
}

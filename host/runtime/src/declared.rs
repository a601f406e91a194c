//! The declarations of a plugin: read when it is loaded, and checked.

use std::collections::HashSet;
use stonehouse_plugin::abi::Declared;
use stonehouse_plugin::house::{
    EffectDecl, FactDecl, MAX_EVENTS, MAX_FACTS, MAX_PIECE_FIELDS, MAX_PIECES, MAX_ZONES, ZoneDecl, ZoneLayout,
};
use stonehouse_plugin::text::is_control;
use stonehouse_plugin::{
    About, Field, HookDecl, HookValue, KnobDecl, MAX_HOOKS, MAX_SEATS, Manifest, SeatInfo, Seating, SeatsRange,
};

/// The most letters of a name: of a game, a version, a seat, a knob, a hook.
const MAX_NAME: usize = 60;

/// The most letters of a summary, which is shown in the launcher.
const MAX_SUMMARY: usize = 400;

/// The most authors that a manifest names.
const MAX_AUTHORS: usize = 20;

/// The longest match that a manifest can promise: a day.
const MAX_MINUTES: u16 = 24 * 60;

type DeclarationCheck = Result<(), String>;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> DeclarationCheck {
    if holds { Ok(()) } else { Err(why()) }
}

/// Checks that ids, names, ranges and defaults can be used.
///
/// # Errors
/// The first problem, as a clause.
pub fn check_declared(declared: &Declared) -> DeclarationCheck {
    check_about(&declared.about)?;
    let mut names = HashSet::new();
    for knob in &declared.knobs {
        line("the name of a knob", &knob.name, MAX_NAME)?;
        ensure(names.insert(&knob.name), || format!("two knobs are called `{}`", knob.name))?;
        check_knob(knob)?;
    }
    ensure(declared.hooks.len() <= MAX_HOOKS, || {
        format!("it declares {} hooks, and at most {MAX_HOOKS} are allowed", declared.hooks.len())
    })?;
    let mut names = HashSet::new();
    for hook in &declared.hooks {
        line("the name of a hook", &hook.name, MAX_NAME)?;
        ensure(names.insert(&hook.name), || format!("two hooks are called `{}`", hook.name))?;
        check_hook(hook)?;
    }
    let events = declared.events.iter().map(|event| (&*event.name, &event.fields[..]));
    check_all("event", MAX_EVENTS, events)?;
    if let Some(both) = declared.events.iter().find(|event| names.contains(&event.name)) {
        return Err(format!("a hook and an event are called `{}`", both.name));
    }
    ensure(
        declared.seat_words.is_empty() || declared.seat_words.len() == usize::from(declared.about.seats.max),
        || format!("it has {} words for its {} seats", declared.seat_words.len(), declared.about.seats.max),
    )?;
    let mut names = HashSet::new();
    for word in &declared.seat_words {
        line("a word for a seat", word, MAX_NAME)?;
        ensure(names.insert(word), || format!("two seats are called `{word}`"))?;
    }
    Ok(())
}

/// Checks what the extension for facts declares.
pub fn check_facts(facts: &[FactDecl]) -> DeclarationCheck {
    check_all("fact", MAX_FACTS, facts.iter().map(|fact| (&*fact.name, &[][..])))
}

/// The names of the fields that the host adds to those of a piece, for actions that are aimed at it.
const RESERVED_FIELDS: [&str; 4] = ["seat", "target", "row", "column"];

/// Checks what the extension for zones declares. Scripts read zones and facts by their names alike.
pub fn check_zones(zones: &[ZoneDecl], facts: &[FactDecl]) -> DeclarationCheck {
    check_all("zone", MAX_ZONES, zones.iter().map(|zone| (&*zone.name, &zone.piece[..])))?;
    for zone in zones {
        let (name, pieces) = (&zone.name, zone.layout.max_pieces());
        ensure(facts.iter().all(|fact| fact.name != *name), || format!("a fact and a zone are called `{name}`"))?;
        ensure((1..=MAX_PIECES).contains(&pieces), || {
            format!("the zone `{name}` has room for {pieces} pieces, and from 1 to {MAX_PIECES} are allowed")
        })?;
        let reserved =
            |field: &&Field| RESERVED_FIELDS.contains(&&*field.name) || zone.each_seat && field.name == "owner";
        let found = zone.piece.iter().find(reserved);
        ensure(found.is_none(), || {
            let field = found.map_or("", |field| &field.name);
            format!(
                "a piece of the zone `{name}` has a field `{field}`, which is one of the host's: give it another name"
            )
        })?;
        ensure(!zone.each_seat || matches!(zone.layout, ZoneLayout::List { .. }), || {
            format!("the zone `{name}` is a grid for each seat, and only lists may be: declare one grid for all")
        })?;
        ensure((1..=MAX_PIECE_FIELDS).contains(&zone.piece.len()), || {
            format!(
                "a piece of the zone `{name}` has {} fields, and from 1 to {MAX_PIECE_FIELDS} are allowed",
                zone.piece.len()
            )
        })?;
    }
    Ok(())
}

/// Checks what the extension for effects declares.
pub fn check_effects(effects: &[EffectDecl]) -> DeclarationCheck {
    check_all("effect", MAX_FACTS, effects.iter().map(|effect| (&*effect.name, &effect.arguments[..])))
}

/// Checks the names of declarations of one kind and of their fields.
fn check_all<'a>(
    what: &str,
    most: usize,
    declared: impl ExactSizeIterator<Item = (&'a str, &'a [Field])>,
) -> DeclarationCheck {
    let count = declared.len();
    ensure(count <= most, || format!("it declares {count} {what}s, and at most {most} are allowed"))?;
    let mut names = HashSet::new();
    for (name, fields) in declared {
        line(&format!("the name of {} {what}", if what == "effect" { "an" } else { "a" }), name, MAX_NAME)?;
        ensure(names.insert(name), || format!("two {what}s are called `{name}`"))?;
        check_fields(what, name, fields)?;
    }
    Ok(())
}

fn check_fields(what: &str, name: &str, fields: &[Field]) -> DeclarationCheck {
    let mut names = HashSet::new();
    for field in fields {
        line(&format!("the name of a field of the {what} `{name}`"), &field.name, MAX_NAME)?;
        ensure(names.insert(&field.name), || format!("two fields of the {what} `{name}` are called `{}`", field.name))?;
    }
    Ok(())
}

fn check_about(about: &About) -> DeclarationCheck {
    let id = &about.id;
    line("its id", id, MAX_NAME)?;
    let letters = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    ensure(letters && !id.starts_with('-') && !id.ends_with('-'), || {
        format!(
            "its id is {id:?}, and an id is made of lower-case letters, digits and hyphens, with no hyphen at an end"
        )
    })?;
    line("its name", &about.name, MAX_NAME)?;
    line("its version", &about.version, MAX_NAME)?;
    if !about.summary.is_empty() {
        line("its summary", &about.summary, MAX_SUMMARY)?;
    }
    check_manifest(&about.manifest)?;
    let SeatsRange { min, max, default } = about.seats;
    ensure(1 <= min && min <= default && default <= max && usize::from(max) <= MAX_SEATS, || {
        format!(
            "it has {min} to {max} seats, {default} by default, and only 1 to {MAX_SEATS} are possible, the default among them"
        )
    })
}

fn check_manifest(manifest: &Manifest) -> DeclarationCheck {
    let Manifest { authors, licence, homepage, minutes, weight, .. } = manifest;
    ensure(authors.len() <= MAX_AUTHORS, || {
        format!("its manifest names {} authors, and at most {MAX_AUTHORS} are allowed", authors.len())
    })?;
    authors.iter().try_for_each(|author| line("an author of its manifest", author, MAX_NAME))?;
    for (what, text) in [("the licence of its manifest", licence), ("the homepage of its manifest", homepage)] {
        if !text.is_empty() {
            line(what, text, MAX_SUMMARY)?;
        }
    }
    let is_address = homepage.is_empty()
        || ["https://", "http://"]
            .iter()
            .any(|scheme| homepage.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
            && !homepage.contains(char::is_whitespace);
    ensure(is_address, || format!("the homepage of its manifest is {homepage:?}, which is not a web address"))?;
    if let Some([least, most]) = *minutes {
        ensure(1 <= least && least <= most && most <= MAX_MINUTES, || {
            format!(
                "its manifest promises matches of {least} to {most} minutes, and only 1 to {MAX_MINUTES} are possible"
            )
        })?;
    }
    ensure(weight.is_none_or(|weight| (1..=5).contains(&weight)), || {
        format!("the weight in its manifest is {}, and only 1 to 5 are possible", weight.unwrap_or_default())
    })
}

fn check_knob(knob: &KnobDecl) -> DeclarationCheck {
    if let Some(why) = knob.kind.contradiction() {
        return Err(format!("the knob `{}` {why}", knob.name));
    }
    knob.kind
        .check(&knob.default)
        .map_err(|expected| format!("the knob `{}` must be {expected}, and its default is {}", knob.name, knob.default))
}

fn check_hook(hook: &HookDecl) -> DeclarationCheck {
    check_fields("hook", &hook.name, &hook.context)?;
    match hook.value {
        HookValue::Integer { min, max } => {
            ensure(min <= max, || format!("the hook `{}` has no value between {min} and {max}", hook.name))
        }
        HookValue::Boolean => Ok(()),
    }
}

/// Checks a seating for a match of `seats`.
///
/// # Errors
/// The problem, as a clause.
pub fn check_seating(seating: &Seating, seats: u8) -> DeclarationCheck {
    ensure(seating.seats.len() == usize::from(seats), || {
        format!("its seating is for {} seats, and {seats} were requested", seating.seats.len())
    })?;
    seating.seats.iter().try_for_each(|SeatInfo { name, .. }| line("the name of a seat", name, MAX_NAME))
}

/// Checks that a text is one line of at least one and at most `longest` letters.
fn line(what: &str, text: &str, longest: usize) -> DeclarationCheck {
    let letters = text.chars().count();
    ensure(!text.trim().is_empty(), || format!("{what} is empty"))?;
    ensure(letters <= longest, || format!("{what} has {letters} letters, and at most {longest} are allowed"))?;
    ensure(!text.contains(is_control), || {
        format!("{what} is {text:?}, and must be one line without control characters, those of direction among them")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::house::EventDecl;
    use stonehouse_plugin::{KnobKind, json};

    fn declared() -> Declared {
        Declared {
            about: About::new("three-stones", "3 Stones", "1.0.0")
                .summary("Threes in a row.")
                .seats(2, 4, 2)
                .rules("# Rules\n\nOf many lines."),
            knobs: vec![KnobDecl {
                name: "stones".into(),
                doc: String::new(),
                kind: KnobKind::Integer { min: 1, max: 40 },
                default: json!(7),
            }],
            hooks: vec![HookDecl::boolean("may_play", "", [Field::integer("row", "")])],
            events: Vec::new(),
            seat_words: Vec::new(),
        }
    }

    /// The error in a declaration that was changed.
    fn refused(change: impl FnOnce(&mut Declared)) -> String {
        let mut changed = declared();
        change(&mut changed);
        check_declared(&changed).expect_err("it cannot be used")
    }

    #[test]
    fn a_valid_declaration_is_accepted() {
        check_declared(&declared()).unwrap();
        let mut terse = declared();
        terse.about.summary.clear();
        check_declared(&terse).unwrap();
    }

    #[test]
    fn an_id_with_forbidden_characters_is_refused() {
        for id in ["", "Bad", "a b", "../../etc/x", "a\n", "-a", "a-", "ä", &"a".repeat(61)] {
            let error = refused(|declared| declared.about.id = id.to_owned());
            assert!(error.starts_with("its id "), "{id:?}: {error}");
        }
    }

    #[test]
    fn names_of_several_lines_or_without_end_are_refused() {
        for text in ["", "  ", "a\nb", "a\u{1b}[2J", "a\u{202e}b", &"n".repeat(500)] {
            assert!(refused(|declared| declared.about.name = text.into()).starts_with("its name "));
            assert!(refused(|declared| declared.about.version = text.into()).starts_with("its version "));
            if !text.is_empty() {
                assert!(refused(|declared| declared.about.summary = text.into()).starts_with("its summary "));
            }
            assert!(refused(|declared| declared.knobs[0].name = text.into()).starts_with("the name of a knob "));
            assert!(refused(|declared| declared.hooks[0].name = text.into()).starts_with("the name of a hook "));
            let error = refused(|declared| declared.hooks[0].context[0].name = text.into());
            assert!(error.starts_with("the name of a field of the hook `may_play` "));
        }
    }

    #[test]
    fn a_range_of_seats_that_cannot_be_is_refused() {
        for (min, default, max) in [(0, 2, 4), (2, 1, 4), (2, 5, 4), (9, 2, 2), (2, 2, 17), (2, 200, 255)] {
            let error = refused(|declared| declared.about.seats = SeatsRange { min, max, default });
            assert!(error.contains(&format!("{min} to {max} seats, {default} by default")), "{error}");
        }
    }

    #[test]
    fn a_manifest_may_be_full_or_empty_but_not_impossible() {
        let checked = |manifest: Manifest| {
            let mut changed = declared();
            changed.about.manifest = manifest;
            check_declared(&changed)
        };
        let full = || {
            let terms = Manifest::new().author("Anna").author("Ben").licence("MIT OR Apache-2.0");
            terms.homepage("https://example.org/three").minutes(20, 40).weight(2)
        };
        assert_eq!(checked(full()), Ok(()));
        assert_eq!(checked(Manifest::new().minutes(5, 5).weight(5)), Ok(()));
        for (manifest, what) in [
            (full().author(" "), "an author of its manifest is empty"),
            (full().author("a\nb"), "must be one line"),
            ((0..19).fold(full(), |manifest, _| manifest.author("x")), "21 authors"),
            (full().licence(&"x".repeat(401)), "the licence of its manifest has 401 letters"),
            (full().homepage("javascript:alert(1)"), "which is not a web address"),
            (full().homepage("https://"), "which is not a web address"),
            (full().homepage("http://a b"), "which is not a web address"),
            (full().minutes(0, 9), "matches of 0 to 9 minutes"),
            (full().minutes(9, 8), "matches of 9 to 8 minutes"),
            (full().minutes(9, 2000), "matches of 9 to 2000 minutes"),
            (full().weight(0), "the weight in its manifest is 0"),
            (full().weight(6), "the weight in its manifest is 6"),
        ] {
            let why = checked(manifest).unwrap_err();
            assert!(why.contains(what), "{why}");
        }
    }

    #[test]
    fn events_of_a_plugin_before_their_renaming_are_read() {
        let event = json!({ "name": "scored", "doc": "", "fields": [] });
        for name in ["events", "happenings"] {
            let written = json!({ "about": declared().about, "knobs": [], "hooks": [], name: [event] });
            let read: Declared = serde_json::from_value(written).unwrap();
            assert_eq!(read.events, [EventDecl::new("scored", "", Vec::new())], "{name}");
        }
    }

    #[test]
    fn a_default_outside_its_own_knob_is_refused() {
        for default in [json!(0), json!(41), json!("7"), json!(null)] {
            let error = refused(|declared| declared.knobs[0].default = default.clone());
            let expected =
                format!("the knob `stones` must be a whole number from 1 to 40, and its default is {default}");
            assert_eq!(error, expected);
        }
        refused(|declared| declared.knobs[0].kind = KnobKind::Integer { min: 8, max: 6 });
    }

    #[test]
    fn duplicate_declarations_are_refused() {
        refused(|declared| declared.knobs.push(declared.knobs[0].clone()));
        refused(|declared| declared.hooks.push(declared.hooks[0].clone()));
        refused(|declared| {
            let twice = declared.hooks[0].context[0].clone();
            declared.hooks[0].context.push(twice);
        });
    }

    #[test]
    fn more_hooks_than_there_can_be_are_refused() {
        let hooks = |count: usize| (0..count).map(|hook| HookDecl::boolean(&format!("hook_{hook}"), "", [])).collect();
        let mut most = declared();
        most.hooks = hooks(MAX_HOOKS);
        check_declared(&most).unwrap();
        let error = refused(|declared| declared.hooks = hooks(MAX_HOOKS + 1));
        assert_eq!(error, "it declares 65 hooks, and at most 64 are allowed");
        refused(|declared| declared.hooks[0].value = HookValue::Integer { min: 1, max: 0 });
    }
}

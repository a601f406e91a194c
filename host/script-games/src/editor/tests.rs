use super::general::{POSITION, types};
use super::*;
use crate::declared;
use serde::de::value::Error;
use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use stonehouse_house_rules::Script;

/// A reader that only notes which fields a table can have.
struct FieldsOf<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldsOf<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a table is needed"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("only the fields are needed"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The fields that the loader reads of a table.
fn read_by_loader<T: for<'de> Deserialize<'de>>() -> Vec<&'static str> {
    let mut fields: &[&str] = &[];
    assert!(T::deserialize(FieldsOf(&mut fields)).is_err());
    fields.to_vec()
}

/// The fields of a type of every game.
fn documented(name: &str) -> Vec<String> {
    let known = types().into_iter().find(|known| own::plain_name(&known.name) == name).unwrap();
    let Is::Table { fields, .. } = known.is else { panic!("{name} is no table") };
    fields.into_iter().map(|field| field.name).collect()
}

#[test]
fn types_and_reference_have_exactly_the_keys_that_the_loader_reads() {
    let read = [
        ("Game", declared::KEYS.to_vec()),
        ("About", read_by_loader::<declared::AboutSpec>()),
        ("SeatsRange", read_by_loader::<declared::SeatsRange>()),
        ("Range", read_by_loader::<declared::RangeSpec>()),
        ("Knob", read_by_loader::<declared::KnobSpec>()),
        ("PieceKind", read_by_loader::<declared::PieceSpec>()),
        ("Zone", read_by_loader::<declared::ZoneSpec>()),
        ("MemoryValue", read_by_loader::<declared::MemorySpec>()),
        ("Action", read_by_loader::<declared::ActionSpec>()),
        ("Roll", read_by_loader::<declared::RollSpec>()),
        ("HookDeclaration", read_by_loader::<declared::HookSpec>()),
        ("EventDeclaration", read_by_loader::<declared::EventSpec>()),
        ("Fact", read_by_loader::<declared::FactSpec>()),
        ("Effect", read_by_loader::<declared::EffectSpec>()),
        ("TestWith", read_by_loader::<declared::OtherTest>()),
        ("Bots", read_by_loader::<declared::BotsSpec>()),
    ];
    let page = reference();
    let definitions = EditorTypes::of([]).definitions;
    for (name, keys) in read {
        let known = documented(name);
        assert_eq!(known.iter().map(String::as_str).collect::<BTreeSet<_>>(), keys.iter().copied().collect(), "{name}");
        let heading = |line: &str| line.strip_prefix("## `").and_then(|rest| rest.strip_prefix(name)).is_some();
        let lines: Vec<&str> = page.lines().skip_while(|line| !heading(line)).skip(1).collect();
        let section = lines.iter().take_while(|line| !line.starts_with("## "));
        let listed: BTreeSet<&str> =
            section.filter_map(|line| line.strip_prefix("- `")?.split_once(':').map(|(key, _)| key)).collect();
        assert_eq!(listed, keys.iter().copied().collect(), "{name} on the page");
        for key in keys {
            assert!(definitions.contains(&format!("\n    {key}: ")), "{name}.{key}");
        }
    }
}

#[test]
fn the_position_and_tests_have_exactly_the_documented_members() {
    let functions = |prelude: &'static str, before: &str| -> BTreeSet<&str> {
        let names = prelude.lines().filter_map(|line| line.trim().strip_prefix(before)?.split('(').next());
        names.collect()
    };
    let methods = functions(include_str!("../vm/prelude/methods.luau"), "function methods.");
    assert_eq!(methods, crate::checks::METHODS.into_iter().collect());
    let members: BTreeSet<&str> = POSITION.iter().map(|(name, ..)| *name).collect();
    assert_eq!(members, methods.into_iter().chain(crate::checks::FIELDS).collect());
    let mut plays = functions(include_str!("../vm/prelude/tests.luau"), "function driver.");
    plays.extend(["turn", "winners"]);
    assert_eq!(documented("Test").iter().map(String::as_str).collect::<BTreeSet<_>>(), plays);
}

const GAME: &str = r#"
local game = {}
game.about = { id = "hill-walk", name = "Hill walk", version = "1.0.0", seats = 2 }
game.knobs = {
    size = { default = 3, min = 3, max = 9, doc = "How many rows." },
    mild = { default = true },
    way = { default = "short", values = { "short", "long" } },
}
game.pieces = {
    walker = { fields = { owner = "seat", step = { min = 1, max = 3 } } },
    card = { fields = { suit = { "hearts", "stars" } } },
}
game.zones = {
    hill = { piece = "walker", rows = "size", columns = 3, doc = "The hill." },
    hand = { piece = "card", size = 5, each = "seat", sees = "owner", title = "Hand" },
    pile = { piece = "card", size = 10 },
}
game.memory = {
    wind = { max = 3, label = "Wind" },
    tired = { each = "seat", start = false },
    sky = { values = { "sun", "rain" } },
    marks = { rows = 2, columns = 2 },
}
game.rolls = { die = { sides = 6, rolled = function(at, seat, number) end } }
game.actions = {
    walk = { label = "Walk to {cell}", tip = "Walks.", fields = { { cell = "hill" }, { card = "hand" } }, play = function() end },
    rest = { label = "Rest", play = function() end },
    greet = { label = "Greet {target}", targets = "seats", play = function() end },
    call = { label = "Call {target}", targets = { "hello", "hey" }, play = function() end },
}
game.hooks = { height = { doc = "The height.", value = "integer" } }
return game
"#;

#[test]
fn the_types_of_a_game_are_those_of_what_it_declares() {
    let game = ScriptGame::load(Script::new("hill-walk.luau", "hill-walk.luau", GAME)).unwrap();
    let of_all = EditorTypes::of([]);
    let own = EditorTypes::of([&game]);
    insta::assert_snapshot!(own.definitions.strip_prefix(&of_all.definitions).unwrap());
    let explained = |name: &str| own.documentation[format!("@stonehouse/globaltype/{name}")]["documentation"].as_str();
    assert_eq!(explained("HillWalkPosition.hill"), Some("The hill."));
    assert_eq!(explained("HillWalkPosition.wind"), Some("Wind"));
    assert_eq!(explained("HillWalkKnobs.size"), Some("How many rows."));
    assert_eq!(explained("HillWalkActions.walk"), Some("Walks."));
    assert!(explained("Game.about").unwrap().contains("id"));
    assert!(explained("Zone.fits").is_some());
}

#[test]
fn names_that_luau_could_not_read_are_written_so_that_it_can() {
    let source =
        GAME.replace("hill-walk", "7-hills").replace("step =", "[\"end\"] =").replace("rest =", "[\"repeat\"] =");
    let game = ScriptGame::load(Script::new("one.luau", "one.luau", source.as_str())).unwrap();
    let definitions = EditorTypes::of([&game]).definitions;
    assert!(definitions.contains("export type _7HillsPosition = {"));
    assert!(definitions.contains("    [\"repeat\"]: Action<_7HillsPosition, ()>?,"));
    assert!(definitions.contains("    [\"end\"]: number,"));
    assert!(definitions.contains("(self: any, fields: { [\"end\"]: number, owner: number }) -> _7HillsWalker"));
}

#[test]
fn games_with_types_of_the_same_name_get_others() {
    let of = |id: &str| {
        let source = GAME.replace("hill-walk", id);
        ScriptGame::load(Script::new("one.luau", "one.luau", source.as_str())).unwrap()
    };
    let (first, second) = (of("hill-walk"), of("hill--walk"));
    let definitions = EditorTypes::of([&first, &second]).definitions;
    let names: Vec<&str> =
        definitions.lines().filter_map(|line| line.strip_prefix("export type ")?.split([' ', '<']).next()).collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len());
    assert!(names.contains(&"HillWalkPosition") && names.contains(&"HillWalkPosition_"));
}

#[test]
fn no_line_of_the_reference_is_too_long_and_nothing_in_it_is_empty() {
    let page = reference();
    assert!(page.lines().all(|line| line.chars().count() <= MAX_LINE));
    for known in types() {
        assert!(known.doc.ends_with('.'), "{}", known.name);
        if let Is::Table { fields, .. } = known.is {
            fields.iter().for_each(|field| assert!(field.doc.ends_with('.'), "{}.{}", known.name, field.name));
        }
    }
}

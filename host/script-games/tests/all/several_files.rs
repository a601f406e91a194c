//! Games of several files.

use super::{plugin_of, rules_under};
use std::sync::Arc;
use stonehouse_conformance::check;
use stonehouse_house_rules::{Problem, Script};
use stonehouse_runtime::{Plugin, Position};
use stonehouse_script_games::ScriptGame;

/// A game whose track, actions and tests are in other files.
const GAME: &str = include_str!("race/race.luau");
const TRACK: &str = include_str!("race/track.luau");
const STEPS: &str = include_str!("race/steps.luau");
const TESTS: &str = include_str!("race/tests.luau");

/// The files beside the game, with some of them replaced or added.
fn load(game: &str, others: &[(&str, &str)]) -> Result<Arc<Plugin>, Problem> {
    let mut files = vec![("track.luau", TRACK), ("steps.luau", STEPS), ("tests.luau", TESTS)];
    for (name, source) in others {
        files.retain(|(known, _)| known != name);
        files.push((name, source));
    }
    let script = |name: &str, source: &str| Script::new(name, format!("race/{name}"), source);
    let beside = files.into_iter().map(|(name, source)| script(name, source)).collect();
    Ok(plugin_of(ScriptGame::load_files(script("race.luau", game), beside)?))
}

#[test]
fn a_game_of_several_files_is_played_and_passes_its_tests() {
    let rules = rules_under(&load(GAME, &[]).unwrap(), None);
    assert_eq!(check(&rules, 15, 1).unwrap_or_else(|error| panic!("{error}")).games, 15);
    assert!(rules.failed_tests().is_empty());
    assert_eq!(rules.plugin().tests().len(), 1);
}

#[test]
fn an_error_in_a_file_beside_a_game_names_that_file_and_its_line() {
    let failing = |others: &[(&str, &str)]| {
        let rules = rules_under(&load(GAME, others).unwrap(), None);
        let tests = rules.failed_tests().into_iter().map(|(name, error)| format!("{name}: {error}"));
        let mut position = Position::deal(&rules, 1).unwrap();
        let played = position.playout(1).map(|_| ()).map_err(|error| error.to_string());
        (tests.collect::<Vec<_>>().join("; "), played.err().unwrap_or_default())
    };
    let own = STEPS.replace("at.place[seat] += steps", "at.place[seat] -= 9");
    let called = TRACK.replace("return at.place[seat] == ", "return at.place[seat] < nil == ");
    let endless = TRACK.replace("return at.place[seat]", "while true do end return at.place[seat]");
    let huge = STEPS.replace("at.place[seat] += steps", "local t = 'x' while true do t ..= t end");
    let test = TESTS.replace("assert(test.winners[1] == 1)", "assert(test.winners[1] == 2, \"wrong\")");
    let cases = [
        ("steps.luau", own),
        ("track.luau", called),
        ("track.luau", endless),
        ("steps.luau", huge),
        ("tests.luau", test),
    ];
    let lines = cases.map(|(name, source)| {
        let (tests, played) = failing(&[(name, &source)]);
        format!("{name}\n  {tests}\n  {played}")
    });
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_wrong_require_is_an_error_with_the_file_and_the_line() {
    let refused = |game: &str, others: &[(&str, &str)]| load(game, others).err().map(|problem| problem.to_string());
    let replaced = |with: &str| GAME.replace("require(\"./track\")", with);
    let games = [
        "require(\"track\")",
        "require(\"./track.luau\")",
        "require(\"../track\")",
        "require(\"./../track\")",
        "require(\"./more/track\")",
        "require(\"/etc/passwd\")",
        "require(\"./trak\")",
        "require(\"./\")",
        "require(7)",
        "require()",
        "require(\"./race\")",
    ];
    let mut lines: Vec<String> = Vec::new();
    let mut note = |what: &str, problem: Option<String>| {
        lines.push(format!("{what}\n  {}", problem.unwrap_or_else(|| panic!("accepted: {what}"))));
    };
    for with in games {
        note(with, refused(&replaced(with), &[]));
    }
    let files = [
        ("a circle of two", "track.luau", "local steps = require(\"./steps\")\nreturn {}"),
        ("a circle of one", "track.luau", "\n\nlocal track = require(\"./track\")\nreturn {}"),
        ("a circle through the game", "tests.luau", "local game = require(\"./race\")\nreturn game"),
        ("nothing returned", "track.luau", "local race = {}\nreturn"),
        ("a mistake in the syntax", "track.luau", "local race = {}\nreturn race race"),
        ("an error as it starts", "track.luau", "local race = {}\nrace.length = nil + 1\nreturn race"),
        (
            "a variable that would last",
            "track.luau",
            "local n = 0\nreturn { length = 7, is_over = function()\n n += 1\n return n > 7\nend }",
        ),
        (
            "a declaration that is wrong",
            "steps.luau",
            "return {\n    step = { label = 'Go', play = function() end, tipp = 'x' },\n}",
        ),
        ("a loop as it starts", "track.luau", "local race = {}\nwhile true do end\nreturn race"),
        ("memory without end", "track.luau", "local t = 'x'\nwhile true do t ..= t end\nreturn t"),
    ];
    for (what, name, source) in files {
        note(what, refused(GAME, &[(name, source)]));
    }
    let late = STEPS.replace("at.place[seat] += steps", "at.place[seat] += require(\"./track\").length");
    let rules = rules_under(&load(GAME, &[("steps.luau", &late)]).unwrap(), None);
    let played = Position::deal(&rules, 1).unwrap().playout(1).map_err(|error| error.to_string());
    note("a file that is required in a match", played.err());
    let many: Vec<(String, &str)> = (0..32).map(|number| (format!("more{number}.luau"), "return {}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, source)| (&**name, *source)).collect();
    note("too many files", refused(GAME, &many));
    let long = " ".repeat(600 << 10);
    note("files that are too long together", refused(GAME, &[("a.luau", &long), ("b.luau", &long)]));
    let alone = ScriptGame::load(Script::new("race.luau", "race.luau", GAME));
    note("a game that is no folder", alone.err().map(|problem| problem.to_string()));
    insta::assert_snapshot!(lines.join("\n"));
}

//! The memory of house rules: words, lists and grids, beside the numbers.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Record, Ruleset};
use stonehouse_plugin::scene::{Area, Face, Layout, Piece};
use stonehouse_plugin::{Action, Observer};

/// Pebbles under one house rule.
fn under(script: &str) -> Arc<Ruleset> {
    ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)])
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

/// The slots of the memory after the number of actions.
fn memory(game: &Match) -> Vec<i64> {
    game.position().house().unwrap().memory[1..].to_vec()
}

#[test]
fn words_are_remembered_compared_and_shown_at_the_table() {
    let ruleset = under(
        "return {
            memory = {
                weather = { values = { 'sun', 'rain' }, start = 'rain', label = 'Weather' },
                mood = { each = 'seat', values = { 'calm', 'wild' }, label = 'Mood' },
            },
            pebbles_taken = function(ctx, effects)
                if ctx.weather == 'rain' and ctx.mood[ctx.seat] == 'calm' then
                    effects.remember('weather', 'sun')
                    effects.remember('mood', ctx.seat, 'wild')
                    effects.points(ctx.seat, 5)
                end
            end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    let shown = |game: &Match| {
        let scene = game.scene(Observer::Public).unwrap();
        let notes = |seat: usize| scene.seats[seat].notes.iter().map(ToString::to_string).collect::<Vec<_>>();
        (scene.status.to_string(), notes(0), notes(1))
    };
    assert!(shown(&game).0.ends_with("Weather: rain"), "{}", shown(&game).0);
    assert_eq!([shown(&game).1, shown(&game).2], [["Mood: calm"], ["Mood: calm"]]);
    play(&mut game, &[3, 1]);
    assert!(shown(&game).0.ends_with("Weather: sun"));
    assert_eq!([shown(&game).1, shown(&game).2], [["Mood: wild"], ["Mood: calm"]]);
    assert_eq!(scores(&game), [5, 0]);
}

#[test]
fn players_are_remembered_and_shown_by_their_names() {
    let ruleset = under(
        "return {
            memory = {
                champion = { values = 'seats', label = 'Champion' },
                rival = { each = 'seat', values = 'seats', start = 1, label = 'Rival' },
                takers = { size = 3, values = 'seats', area = 'Takers' },
            },
            pebbles_taken = function(ctx, effects)
                if ctx.champion == false then effects.say('a new champion') end
                if ctx.champion == ctx.seat and ctx.rival[ctx.champion] == 1 then effects.say('again') end
                effects.remember('champion', ctx.seat)
                effects.remember('rival', ctx.seat, false)
                effects.remember('takers', ctx.actions, ctx.seat)
                if ctx.pebbles == 2 then effects.remember('champion', false) end
            end,
        }",
    );
    let records = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset, Some(records.path()));
    let names = ["Anna", "Bot"];
    let shown = |game: &Match| {
        let scene = game.scene(Observer::Public).unwrap();
        let notes = |seat: usize| scene.seats[seat].notes.iter().map(|note| note.fill(&names)).collect::<String>();
        let area = scene.areas.iter().find(|area| area.handle == "house/memory/takers").unwrap();
        let Layout::Sheet(sheet) = &area.layout else { panic!("{area:?}") };
        let cells: Vec<String> = sheet.rows[0].cells.iter().map(|cell| cell.text.fill(&names)).collect();
        (scene.status.fill(&names), notes(0), notes(1), cells.join(" "))
    };
    let messages = |game: &Match| {
        let last = game.log(Observer::Public).pop().unwrap();
        last.messages.iter().map(ToString::to_string).collect::<String>()
    };
    let (status, first, second, takers) = shown(&game);
    assert!(status.ends_with("Champion: –"), "{status}");
    assert_eq!((&*first, &*second, &*takers), ("Rival: Bot", "Rival: Bot", "– – –"));
    play(&mut game, &[1]);
    assert_eq!(messages(&game), "a new champion");
    let (status, first, second, takers) = shown(&game);
    assert!(status.ends_with("Champion: Anna"), "{status}");
    assert_eq!((&*first, &*second, &*takers), ("Rival: –", "Rival: Bot", "Anna – –"));
    play(&mut game, &[2]);
    assert_eq!((messages(&game), memory(&game)[0]), (String::new(), -1));
    play(&mut game, &[3]);
    assert_eq!(messages(&game), "a new champion");
    assert_eq!(shown(&game).3, "Anna Bot Anna");
    let file = game.record_file().unwrap().to_owned();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#"{"effect":"remember","with":{"memory":"champion","value":0}}"#), "{text}");
    assert!(text.contains(r#"{"effect":"remember","with":{"memory":"champion","value":null}}"#), "{text}");
    assert_eq!(memory(&Record::read(&file).unwrap().replay(&plugin()).unwrap()), memory(&game));
}

#[test]
fn a_memory_of_players_refuses_other_values() {
    let refused = |effect: &str| {
        let script = format!(
            "return {{ memory = {{ champion = {{ values = 'seats' }} }}, pebbles_taken = function(ctx, effects) {effect} end }}"
        );
        dealt(&under(&script), None).play(Action(1), Instant::now()).unwrap_err().to_string()
    };
    let remembered = |value: &str| refused(&format!("effects.remember('champion', {value})"));
    let begins = "`champion` is a player, or `false` for nobody, and ";
    for (value, why) in [
        ("2", "there is no seat 2: they are numbered from 0 to 1"),
        ("-1", "there is no seat -1: they are numbered from 0 to 1"),
        ("true", "a seat is needed, and it is true"),
        ("nil", "a seat is needed, and it is nothing (nil)"),
        ("'white'", "there is no seat \"white\"."),
    ] {
        assert!(remembered(value).contains(&format!("{begins}{why}")), "{value}: {}", remembered(value));
    }
    // Nobody has no score.
    let error = refused("effects.points(0, ctx.scores[ctx.champion])");
    assert!(error.contains("`false` is nobody, and no seat: seats are numbered from 0 to 1"), "{error}");
}

/// A rule that remembers the pebbles taken, by turn, and in a grid of two rows for the seats and three columns for how
/// many were taken.
const LISTS: &str = "return {
    memory = {
        heaps = { size = 12, max = 3 },
        counts = { rows = 2, columns = 3, max = 12 },
    },
    pebbles_taken = function(ctx, effects)
        effects.remember('heaps', ctx.actions, ctx.pebbles)
        local column = ctx.pebbles - 1
        effects.remember('counts', ctx.seat, column, ctx.counts[ctx.seat][column] + 1)
    end,
    last_pebble = function(ctx, points)
        local sum = 0
        for _, pebbles in ctx.heaps do sum += pebbles end
        return 2 * sum + 10 * ctx.counts[0][2] + ctx.counts[1][1]
    end,
}";

#[test]
fn lists_and_grids_are_read_and_changed_by_their_places() {
    let mut game = dealt(&under(LISTS), None);
    play(&mut game, &[3, 2, 3, 2, 1]);
    let before = memory(&game);
    game.undo(Instant::now()).unwrap();
    assert_ne!(memory(&game), before);
    play(&mut game, &[1]);
    // The grid comes first, by its name.
    assert_eq!(memory(&game), [1, 0, 2, 0, 2, 0, 3, 2, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(memory(&game), before);
    play(&mut game, &[1]);
    // The last pebble counts before it is noted: 11 of 12.
    assert_eq!(scores(&game), [0, 2 * 11 + 10 * 2 + 2]);
}

#[test]
fn lists_and_grids_are_the_same_when_a_match_is_resumed() {
    let records = tempfile::tempdir().unwrap();
    let mut game = dealt(&under(LISTS), Some(records.path()));
    play(&mut game, &[3, 2, 3]);
    let path = game.record_file().unwrap().to_owned();
    let kept = memory(&game);
    drop(game);
    let resumed = Record::read_interrupted(&path).unwrap().resume(&plugin()).unwrap();
    assert_eq!(memory(&resumed), kept);
}

#[test]
fn places_that_are_not_there_are_reported_with_those_that_are() {
    let output = |line: &str| {
        let script = format!(
            "return {{ memory = {{ heaps = {{ size = 12 }}, counts = {{ rows = 2, columns = 3 }}, weather = {{ values = {{ 'sun', 'rain' }} }} }},\n\
            after_action = function(ctx, effects) {line} end }}"
        );
        let mut game = dealt(&under(&script), None);
        let error = game.play(Action(1), Instant::now()).unwrap_err().to_string();
        error.replace("a house rule failed. scripts/pebbles/rule.lua:2:", "").lines().next().unwrap().to_owned()
    };
    let lines = [
        "local _ = ctx.heaps[0]",
        "local _ = ctx.heaps['first']",
        "local _ = ctx.counts[2][0]",
        "local _ = ctx.counts[1][3]",
        "effects.remember('heaps', 13, 1)",
        "effects.remember('heaps', 1)",
        "effects.remember('counts', 1, 3, 1)",
        "effects.remember('counts', 1, 1)",
        "effects.remember('weather', 'snow')",
        "effects.remember('weather', 1)",
    ];
    insta::assert_snapshot!(lines.map(|line| format!("{line}\n  {}", output(line))).join("\n"));
}

#[test]
fn wrong_declarations_of_memory_are_reported_with_what_is_right() {
    let refused = |memory: &str| {
        let script = format!("return {{ memory = {{\n  it = {memory} }} }}");
        let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", &script)]).unwrap();
        let problems = Ruleset::compile(&plugin(), &variant).map(|_| ()).unwrap_err();
        joined(&problems).trim().replace("scripts/pebbles/rule.lua:", "")
    };
    let declarations = [
        "{ size = 0 }",
        "{ size = 256 }",
        "{ size = 255, each = 'seat' }",
        "{ rows = 3 }",
        "{ rows = 20, columns = 20 }",
        "{ rows = 3, columns = 3, size = 9 }",
        "{ size = 3, label = 'Heaps' }",
        "{ rows = 3, columns = 3, secret = true }",
        "{ size = 3, secret = true, area = 'Deck' }",
        "{ each = 'seat', area = 'Bids' }",
        "{ size = 3, area = 7 }",
        "{ values = { 'sun' } }",
        "{ values = { 'sun', 'sun' } }",
        "{ values = 'sun' }",
        "{ values = { 'sun', 'rain' }, max = 2 }",
        "{ values = { 'sun', 'rain' }, start = 'snow' }",
        "{ values = { 'sun', 'rain' }, start = 1 }",
        "{ values = { 'sun', 'rain' }, pictures = { sun = '<svg/>' } }",
        "{ rows = 3, columns = 3, values = { 'sun', 'rain' }, area = 'Sky', pictures = { sun = '<svg/>' } }",
        "{ values = { 'sun', 'rain' }, area = 'Sky', pictures = { rian = '<svg/>' } }",
        "{ values = { 'sun', 'rain' }, area = 'Sky', pictures = { sun = 'sun.svg' } }",
        "{ values = { 'sun', 'rain' }, area = 'Sky', pictures = '<svg/>' }",
        "{ max = 9, area = 'Sky', pictures = { sun = '<svg/>' } }",
        "{ values = 'seats', max = 1 }",
        "{ values = 'seats', start = 2 }",
        "{ values = 'seats', start = 'white' }",
        "{ values = 'seats', start = true }",
    ];
    insta::assert_snapshot!(declarations.map(|given| format!("{given}\n  {}", refused(given))).join("\n"));
}

#[test]
fn values_with_an_area_are_on_a_sheet_with_its_title() {
    let script = "return {
        memory = {
            weather = { values = { 'sun', 'rain' }, area = 'Sky' },
            wind = { max = 9, label = 'Wind', area = 'Sky' },
            bids = { size = 3, min = -1, area = 'Market', label = 'Bids' },
            marks = { rows = 2, columns = 3, values = { '-', 'x' }, area = 'Marks' },
            heaps = { size = 12, area = 'Heaps' },
            moon = { max = 9, label = 'Moon' },
            hidden = { max = 9 },
        },
        after_action = function(ctx, effects)
            effects.remember('weather', 'rain')
            effects.remember('wind', 4)
            effects.remember('bids', 3, 7)
            effects.remember('marks', 1, 2, 'x')
        end,
    }";
    let ruleset = ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)]);
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[1]);
    let scene = game.scene(Observer::Public).unwrap();
    let mut shown = format!("{}\n", scene.status);
    for area in scene.areas.iter().filter(|area| area.handle.starts_with("house/")) {
        let Layout::Sheet(sheet) = &area.layout else { panic!("{area:?}") };
        let columns: Vec<String> = sheet.columns.iter().map(ToString::to_string).collect();
        let _ = writeln!(shown, "{} ({}) [{}]", area.title, area.handle, columns.join(" "));
        for row in &sheet.rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.to_string()).collect();
            let _ = writeln!(shown, "  {}: {}", row.name, cells.join(" "));
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn words_with_pictures_are_on_cards_in_their_area() {
    let script = "return {
        memory = {
            weather = { values = { 'sun', 'rain' }, area = 'Sky', label = 'Today', pictures = { sun = '<svg>sun</svg>', rain = '<svg>rain</svg>' } },
            dawn = { values = { 'sun', 'rain' }, area = 'Sky', pictures = { sun = '<svg>sun</svg>' } },
            week = { size = 3, values = { 'no', 'cloud' }, area = 'Week', pictures = { cloud = '<svg>cloud</svg>' } },
            wind = { max = 9, label = 'Wind', area = 'Sky' },
        },
        after_action = function(ctx, effects)
            effects.remember('weather', 'rain')
            effects.remember('week', 2, 'cloud')
        end,
    }";
    let ruleset = ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)]);
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[1]);
    let scene = game.scene(Observer::Public).unwrap();
    let areas: Vec<&Area> = scene.areas.iter().filter(|area| area.handle.starts_with("house/")).collect();
    let cards = |area: &Area| -> Vec<(String, String)> {
        let card = |piece: &Piece| {
            let Face::Card(card) = &piece.face else { panic!("{piece:?}") };
            let picture = ruleset.rules().asset(&card.picture).unwrap().map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(card.title, piece.name);
            (card.title.to_string(), picture.unwrap_or_default())
        };
        area.pieces.iter().map(card).collect()
    };
    let titles: Vec<String> = areas.iter().map(|area| area.title.to_string()).collect();
    assert_eq!(titles, ["Sky", "Sky: Today", "Week", "Sky"]);
    let pair = |word: &str, picture: &str| (word.to_owned(), picture.to_owned());
    assert_eq!(cards(areas[0]), [pair("sun", "<svg>sun</svg>")]);
    assert_eq!(cards(areas[1]), [pair("rain", "<svg>rain</svg>")]);
    assert_eq!(cards(areas[2]), [pair("no", ""), pair("cloud", "<svg>cloud</svg>"), pair("no", "")]);
    assert!(areas[3].pieces.is_empty());
    // The same picture has the same name wherever it is.
    let names: Vec<&str> = ruleset.rules().pictures().map(|picture| picture.name.as_str()).collect();
    assert_eq!((names.len(), names[0] == names[1], names[0] == names[2]), (4, true, false));
    assert_eq!(ruleset.rules().asset("house/0.svg").unwrap(), None);
}

#[test]
fn a_word_that_a_memory_never_is_is_found_when_the_rule_is_loaded() {
    let refused = |condition: &str| {
        let script = format!(
            "return {{ memory = {{ weather = {{ values = {{ 'sun', 'rain' }} }}, heaps = {{ size = 3 }} }},\n\
            after_action = function(ctx, effects) if {condition} then effects.say('!') end end }}"
        );
        let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", &script)]).unwrap();
        joined(&Ruleset::compile(&plugin(), &variant).map(|_| ()).unwrap_err())
    };
    assert!(refused("ctx.weather == 'rian'").contains("`weather` is never \"rian\". Did you mean `rain`?"));
    assert!(refused("ctx.heaps == 'rain'").contains("`heaps` has a list of values"));
}

#[test]
fn tests_of_scripts_give_words_lists_and_grids_in_their_shape() {
    let failed = |ctx: &str| {
        let script = format!(
            "return {{ memory = {{ weather = {{ values = {{ 'sun', 'rain' }} }}, heaps = {{ size = 2 }}, counts = {{ rows = 2, columns = 3 }} }},\n\
            last_pebble = function(ctx, points)\n\
            return if ctx.weather == 'rain' then ctx.heaps[2] + ctx.counts[1][2] else 0 end,\n\
            tests = {{ {{ hook = 'last_pebble', ctx = {ctx}, value = 1, gives = 40 }} }} }}"
        );
        under(&script).run_tests().1.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(failed("{ weather = 'rain', heaps = { 1, 10 }, counts = { { 1, 2, 3 }, { 4, 5, 30 } } }"), "");
    for (ctx, missing) in [
        ("{ weather = 'rain', heaps = { 1 }, counts = { { 1, 2, 3 }, { 4, 5, 30 } } }", "`heaps` needs 2 values"),
        ("{ weather = 'rain', heaps = { 1, 10 }, counts = { 1, 2, 3, 4, 5, 30 } }", "`counts` needs 6 values"),
        ("{ weather = 'rain', heaps = { 1, 10 }, counts = { { 1, 2 }, { 3, 4, 5, 30 } } }", "`counts` needs 6 values"),
        (
            "{ weather = 'rain', heaps = { { 1, 10 } }, counts = { { 1, 2, 3 }, { 4, 5, 30 } } }",
            "`heaps` needs 2 values",
        ),
    ] {
        assert!(failed(ctx).contains(missing), "{ctx}: {}", failed(ctx));
    }
}

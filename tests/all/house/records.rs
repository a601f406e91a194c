//! The effects of house rules are in the descriptions of actions, and in records.

use super::under;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Record, Ruleset};
use stonehouse_plugin::{Action, Observer, Rng, Seat};
use stonehouse_runtime::{HOUSE_ACTIONS, Plugin};
use stonehouse_tests::{catalog, messages};

/// A match between people, recorded in a folder.
fn begin(ruleset: &Arc<Ruleset>, seed: u64, records: &Path) -> Match {
    let players = ruleset.seating().seats.iter().map(|seat| Player::person(&seat.name)).collect();
    Match::new(ruleset, seed, players, Some(records)).unwrap()
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

/// An action as a finished record has it in the end: its fields, and the effects of house rules.
fn revealed(record: &Record, number: usize) -> (&Value, &[Value]) {
    let (_, line) = &record.actions[number - 1];
    record.revealed.get(&number).map_or((&line.data, &line.house), |(_, whole)| (&whole.data, &whole.house))
}

/// An action that was played: the scores before it and after it, and the points in the choice's description.
struct Played {
    before: Vec<i64>,
    after: Vec<i64>,
    foretold: Value,
    text: String,
}

/// A random match; of many actions of the game and a few of the house each half is as likely.
fn play(game: &mut Match, seed: u64) -> Vec<Played> {
    let mut draws = Rng::from_seed(seed);
    let mut played = Vec::new();
    let seats = game.ruleset().seating().seats.clone();
    let names: Vec<&str> = seats.iter().map(|seat| &*seat.name).collect();
    while game.to_act().is_some() {
        let choices = game.described_actions().unwrap();
        let house: Vec<usize> = (0..choices.len()).filter(|index| choices[*index].action.0 >= HOUSE_ACTIONS).collect();
        let index = if house.is_empty() || draws.below(2) == 0 {
            draws.below(choices.len() as u32) as usize
        } else {
            *draws.pick(&house).unwrap()
        };
        let message = &choices[index].description;
        let (before, foretold, text) = (scores(game), message.data["points"].clone(), message.text.fill(&names));
        game.play(choices[index].action, Instant::now()).unwrap();
        played.push(Played { before, after: scores(game), foretold, text });
    }
    played
}

#[test]
fn points_of_shipped_house_rules_are_in_choices_and_records() {
    let (records, catalog) = (tempfile::tempdir().unwrap(), catalog());
    let mut given = 0;
    for game in catalog.games() {
        for variant in game.variants.iter().filter(|variant| !variant.scripts.is_empty()) {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            let is_team = ruleset.variant().knobs.get("teams") == Some(&json!(true));
            for seed in 0..2 {
                let mut table = begin(&ruleset, seed, records.path());
                let played = play(&mut table, seed);
                let record = Record::read(table.record_file().unwrap()).unwrap();
                for (number, Played { before, after, foretold, text }) in (1..).zip(&played) {
                    let what = format!("{}, seed {seed}, action {number} ({text})", variant.full_name());
                    let (data, house) = revealed(&record, number);
                    let difference: Vec<i64> = after.iter().zip(before).map(|(after, before)| after - before).collect();
                    // No points are foretold for an action of the house that gives none.
                    let brings_nothing = difference.iter().all(|points| *points == 0);
                    let foretold_right = *foretold == data["points"] || foretold.is_null() && brings_nothing;
                    given += usize::from(house.iter().any(|effect| effect["effect"] == "points"));
                    match &*game.plugin.about().id {
                        "three-stones" => {
                            assert_eq!(data["points"], json!(difference), "{what}");
                            assert!(foretold_right, "{what}: foretold {foretold}");
                        }
                        "stonerow" if is_team => {
                            let towers: Vec<i64> =
                                (0..4).map(|seat| data["towers"][seat % 2].as_i64().unwrap()).collect();
                            assert_eq!(towers, *after, "{what}");
                        }
                        "stonerow" => {
                            assert_eq!(data["points"], json!(after), "{what}");
                            assert!(foretold_right, "{what}: foretold {foretold}");
                        }
                        _ => {
                            let ended = house.iter().find(|effect| effect["effect"] == "end_hand");
                            let hand = ended.map_or(&data["hand"], |effect| &effect["result"]["hand"]);
                            assert!(hand.is_null() || hand["coins"] == json!(after), "{what}: {hand}, {after:?}");
                        }
                    }
                }
                assert_eq!(scores(&table), played.last().unwrap().after, "{}", variant.full_name());
            }
        }
    }
    assert!(given > 20, "house rules gave points {given} times");
}

fn plugin(game: &str) -> Arc<Plugin> {
    Arc::clone(&catalog().game(game).unwrap().plugin)
}

#[test]
fn a_choice_does_not_foretell_what_chance_decides() {
    let records = tempfile::tempdir().unwrap();
    let rule = "return {
        stone_placed = function(ctx, effects) effects.block_random() end,
        pocket_blocked = function(ctx, effects) effects.points('white', 10 + ctx.row) end,
    }";
    let ruleset = under(&plugin("three-stones"), "", rule).unwrap();
    let mut table = begin(&ruleset, 1, records.path());
    let choice = table.described_actions().unwrap().swap_remove(0);
    assert_eq!(choice.description.data["points"], json!([0, 0]), "a pocket that chance will choose decides the points");
    table.play(choice.action, Instant::now()).unwrap();
    let record = Record::read(table.record_file().unwrap()).unwrap();
    let (data, house) = revealed(&record, 1);
    assert_eq!(data["points"], json!(scores(&table)));
    let pocket = house[0]["result"]["pocket"].as_str().unwrap();
    assert_eq!(
        house[0],
        json!({"effect": "block_random", "with": {}, "result": {"pocket": pocket}, "text": format!("{pocket} is blocked")})
    );
    let log = table.log(Observer::Public).remove(0).text.fill(&["White", "Black"]);
    assert!(log.ends_with(&format!("points for White; {pocket} is blocked")), "{log}");
}

/// The rule of the documentation that begins with these words.
fn rule_of_the_manual(first: &str) -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/house-rules.md")).unwrap();
    let mut rules = page.split("```lua\n").map(|rest| rest.split("```").next().unwrap());
    rules.find(|rule| rule.starts_with(first)).unwrap().to_owned()
}

/// The rule with sealed bids that the documentation shows.
fn sealed_bids() -> String {
    rule_of_the_manual("-- Before the match everybody bids in secret")
}

#[test]
fn the_series_of_the_manual_goes_on_from_match_to_match() {
    let records = tempfile::tempdir().unwrap();
    let plugin = plugin("three-stones");
    let mut ruleset = under(&plugin, "", &rule_of_the_manual("-- Consolation:")).unwrap();
    let (mut lost, mut most) = ([0, 0], 0);
    for seed in 1..=8 {
        let mut table = begin(&ruleset, seed, records.path());
        assert_eq!(scores(&table), lost.map(|lost| 2 * lost));
        play(&mut table, seed);
        let scores = scores(&table);
        for (seat, lost) in lost.iter_mut().enumerate() {
            *lost = if scores[seat] < scores[1 - seat] { (*lost + 1).min(3) } else { 0 };
            most = most.max(*lost);
        }
        Record::read(table.record_file().unwrap()).unwrap().verify(&plugin).unwrap();
        // After each third match the players swap seats.
        let moved = usize::from(seed % 3 == 0);
        lost.rotate_right(moved);
        ruleset = ruleset.carrying(ruleset.carried(&table.position().house().unwrap().memory, moved)).unwrap();
    }
    assert!(most > 1, "nobody has lost twice in a row");
}

#[test]
fn a_secret_action_shows_its_target_to_its_seat_only_until_the_end() {
    let records = tempfile::tempdir().unwrap();
    let plugin = plugin("stonerow");
    let ruleset = under(&plugin, "seats = 2", &sealed_bids()).unwrap();
    let mut table = begin(&ruleset, 5, records.path());
    let bid = |table: &Match, place: usize| table.described_actions().unwrap()[place].action;
    for place in [3, 1] {
        table.play(bid(&table, place), Instant::now()).unwrap();
    }
    let names = ["South", "North"];
    let log = |table: &Match, eye| table.log(eye)[..2].iter().map(|line| line.text.fill(&names)).collect::<Vec<_>>();
    assert_eq!(log(&table, Observer::Public), ["bids", "bids"]);
    assert_eq!(log(&table, Observer::Seat(Seat(0))), ["bids: 7", "bids"]);
    assert_eq!(log(&table, Observer::Seat(Seat(1))), ["bids", "bids: 3"]);

    // While it is played, the record does not show it either; and the match can be resumed from it.
    let file = table.record_file().unwrap().to_owned();
    let lines = |file: &Path| -> Vec<Value> {
        fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for line in &lines(&file)[1..] {
        let remembered = json!([{ "effect": "remember", "with": { "memory": "bid", "seat": line["seat"] } }]);
        assert_eq!((&line["text"], &line["data"]), (&json!("bids"), &json!({ "house": "bid", "points": [0, 0] })));
        assert!(line.get("action").is_none() && line["sealed"].as_str().unwrap().len() == 64);
        assert_eq!(line["house"], remembered);
    }
    let codes: Vec<Action> = table.actions().map(|(_, action)| action).collect();
    drop(table);
    let mut table = Record::read(&file).unwrap().resume(&plugin).unwrap();
    assert_eq!(table.actions().map(|(_, action)| action).collect::<Vec<_>>(), codes);

    play(&mut table, 1);
    let whole = lines(&file);
    let of = |number: u64| whole.iter().find(|line| line["line"] == "revealed" && line["number"] == number).unwrap();
    for (number, target) in [(1, 7), (2, 3)] {
        let line = of(number);
        assert_eq!((&line["data"]["target"], &line["text"]), (&json!(target), &json!(format!("bids: {target}"))));
        assert_eq!(line["action"], json!(codes[number as usize - 1].0));
        assert_eq!(line["house"][0]["with"], json!({ "memory": "bid", "seat": number - 1, "value": target }));
    }
    let record = Record::read(&file).unwrap();
    let (_, last) = revealed(&record, record.actions.len());
    let paid: Vec<&Value> =
        last.iter().filter(|effect| effect["effect"] == "points").map(|effect| &effect["with"]).collect();
    assert_eq!(paid, [&json!({ "seat": 0, "points": 3 })]);
    record.verify(&plugin).unwrap();
}

#[test]
fn the_card_kept_in_a_draft_is_not_in_the_code_of_a_running_match() {
    let (records, catalog) = (tempfile::tempdir().unwrap(), catalog());
    let (game, variant) = catalog.variant("stonerow/draft").unwrap();
    let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
    let mut table = begin(&ruleset, 2, records.path());
    let kept = table.described_actions().unwrap()[1].action;
    table.play(kept, Instant::now()).unwrap();
    let file = table.record_file().unwrap().to_owned();
    let line: Value = serde_json::from_str(fs::read_to_string(&file).unwrap().lines().nth(1).unwrap()).unwrap();
    assert!(line["text"].as_str().unwrap().ends_with("keep a card"), "{line}");
    assert_eq!((line.get("action"), line["sealed"].is_string()), (None, true));
    drop(table);
    let mut table = Record::read(&file).unwrap().resume(&game.plugin).unwrap();
    assert_eq!(table.actions().next(), Some((Seat(0), kept)));
    play(&mut table, 1);
    let record = Record::read(&file).unwrap();
    let (_, first) = &record.revealed[&1];
    assert_eq!((first.action, first.data["cards"].as_array().unwrap().len()), (Some(kept), 1));
    record.verify(&game.plugin).unwrap();
}

#[test]
fn a_house_action_is_logged_by_its_own_words_or_as_a_choice() {
    let records = tempfile::tempdir().unwrap();
    let action = |log: &str| {
        format!(
            "return {{ actions = {{ pass = {{ label = 'Pass', {log} targets = 'seats', when = function(ctx) return ctx.turn == 1 end,
                play = function(ctx, effects) effects.next_player('black'); effects.points('white', -2) end }} }} }}"
        )
    };
    let logged = |log: &str| {
        let ruleset = under(&plugin("three-stones"), "", &action(log)).unwrap();
        let mut table = begin(&ruleset, 1, records.path());
        let choice = table.described_actions().unwrap().pop().unwrap();
        assert_eq!(choice.description.gain.fill(&["White", "Black"]), "-2 points for White");
        assert_eq!(choice.description.data, json!({ "house": "pass", "target": 1, "points": [-2, 0] }));
        table.play(choice.action, Instant::now()).unwrap();
        table.log(Observer::Public).remove(0).text.fill(&["White", "Black"])
    };
    assert_eq!(logged("log = 'leaves the turn',"), "leaves the turn: Black, -2 points for White");
    assert_eq!(logged(""), "chooses “Pass: Black”, -2 points for White");
}

/// A rule by which White is shown where Black's last stone went, and everybody that it was placed.
const WHISPERS: &str = "return {
    match_started = function(ctx, effects) effects.whisper('black', '{player} begins', 'white') end,
    stone_placed = function(ctx, effects)
        effects.say('{player} has placed a stone, {player}!', ctx.player)
        if ctx.player == 'black' then effects.whisper('white', `Column {ctx.col} of \\{player}`, ctx.player) end
    end,
}";

#[test]
fn a_message_to_one_seat_reaches_nobody_else_before_the_end() {
    let records = tempfile::tempdir().unwrap();
    let plugin = plugin("three-stones");
    let ruleset = under(&plugin, "", WHISPERS).unwrap();
    let mut table = begin(&ruleset, 1, records.path());
    for _ in 0..2 {
        let choice = table.described_actions().unwrap().swap_remove(0);
        table.play(choice.action, Instant::now()).unwrap();
    }
    let names = ["Anna", "Ben"];
    let read = |table: &Match, observer| {
        let log = table.log(observer);
        let lines = log.iter().flat_map(|entry| entry.dealt.iter().chain(&entry.messages));
        lines.map(|line| line.fill(&names)).collect::<Vec<_>>()
    };
    let (to_black, to_white) = ("Anna begins", "Column 5 of Ben");
    let (anna, ben) = ("Anna has placed a stone, Anna!", "Ben has placed a stone, Ben!");
    assert_eq!(read(&table, Observer::Public), [anna, ben]);
    assert_eq!(read(&table, Observer::Seat(Seat(0))), [anna, ben, to_white]);
    assert_eq!(read(&table, Observer::Seat(Seat(1))), [to_black, anna, ben]);
    assert_eq!(read(&table, Observer::Referee), [to_black, anna, ben, to_white]);
    assert!(table.has_secrets(), "people at one screen take turns looking");
    // Nor is it in the trace that the console shows, nor in what a bot is handed.
    let trace = table.hook_trace(1, Observer::Seat(Seat(1))).unwrap().changes.join("\n");
    assert!(trace.contains("requested whisper(white)") && !trace.contains("Column"), "{trace}");
    let mut sample = table.position().try_clone().unwrap();
    sample.determinize(Seat(1), 1).unwrap();
    assert_eq!(messages(&sample).len(), 1);

    let file = table.record_file().unwrap().to_owned();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(":[\"Black has placed a stone, Black!\"],"), "{text}");
    // The rule itself is in the record, with its texts.
    assert!(!text.lines().skip(1).any(|line| line.contains("Column")), "{text}");
    drop(table);
    let mut table = Record::read(&file).unwrap().resume(&plugin).unwrap();
    play(&mut table, 1);
    let record = Record::read(&file).unwrap();
    let (_, whole) = &record.revealed[&2];
    assert_eq!(whole.messages, ["Black has placed a stone, Black!", "Column 5 of Black"]);
    record.verify(&plugin).unwrap();
}

#[test]
fn a_message_with_names_needs_a_seat_for_each() {
    let message = |call: &str| {
        let script = format!("return {{ match_started = function(_, effects) {call} end }}");
        let ruleset = under(&plugin("three-stones"), "", &script).unwrap();
        let players = ruleset.seating().seats.iter().map(|seat| Player::person(&seat.name)).collect();
        match Match::new(&ruleset, 1, players, None) {
            Ok(game) => messages(game.position()).join("; "),
            Err(error) => {
                let message = error.to_string();
                let message = message.split(": `effects.").last().unwrap();
                message.strip_suffix(" (in `match_started`)").unwrap().to_owned()
            }
        }
    };
    let found: Vec<String> = [
        "effects.say('{player} leads {other}', 'white', 'black')",
        "effects.say('{ } and {player} are left as they are')",
        "effects.say('{player} leads {other}', 'white')",
        "effects.say('No name', 'white')",
        "effects.say('{player} leads', 'grey')",
        "effects.say(nil, 'white')",
        "effects.whisper('white', '{player} leads you', 'black')",
        "effects.whisper('You lead')",
        "effects.whisper('white')",
        "effects.whisper()",
    ]
    .into_iter()
    .map(message)
    .collect();
    assert_eq!(
        found,
        [
            "seat 1 leads seat 2",
            "{ } and {player} are left as they are",
            "say`: the text has 2 names in braces, such as `{player}`, and 1 seat for them",
            "say`: the text has 0 names in braces, such as `{player}`, and 1 seat for them",
            "say`: there is no seat \"grey\".",
            "say`: a text is needed, and it is nothing (nil)",
            "seat 2 leads you",
            "whisper`: there is no seat \"You lead\".",
            "whisper`: a text is needed, and it is nothing (nil)",
            "whisper`: a seat is needed, then a text",
        ]
    );
}

//! Ends of records: the checks, and the reports on what cannot be checked.

use crate::common::seal::{opened, sealed, unhashed};
use crate::common::{dealt, play, plugin, ruleset};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonehouse_engine::{Checks, Reason, Record};
use stonehouse_plugin::{Seat, Seats};

const TIMED: &str = "[clock]\nminutes = 1\n[knobs]\nheap = 4\n";

fn finished(folder: &Path, body: &str) -> PathBuf {
    let mut game = dealt(&ruleset(body, &[]), Some(folder));
    play(&mut game, &[1, 3]);
    game.record_file().unwrap().to_owned()
}

/// A match in which seat 2 ran out of time after one action.
fn timed_out(folder: &Path) -> PathBuf {
    let mut game = dealt(&ruleset(TIMED, &[]), Some(folder));
    let start = Instant::now();
    game.start_clock(start);
    game.play(stonehouse_plugin::Action(1), start + Duration::from_secs(10)).unwrap();
    assert!(game.check_time(start + Duration::from_secs(100)).unwrap());
    game.record_file().unwrap().to_owned()
}

fn checked(file: &Path, text: &str) -> Result<Checks, String> {
    fs::write(file, text).unwrap();
    Record::read(file)
        .and_then(|record| record.verify(&plugin()))
        .map(|verified| verified.checks)
        .map_err(|problem| problem.to_string())
}

/// The checks of the record that `make` makes, once its lines were changed and hashed again.
fn forged(make: fn(&Path) -> PathBuf, change: impl FnOnce(&mut Vec<String>)) -> Result<Checks, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = make(folder.path());
    let mut lines = opened(&fs::read_to_string(&file).unwrap());
    change(&mut lines);
    checked(&file, &sealed(&lines))
}

#[test]
fn a_record_lists_what_was_checked() {
    let checks = forged(|folder| finished(folder, "[knobs]\nheap = 4\n"), |_| {}).unwrap();
    assert_eq!(
        checks.sentences(),
        [
            "The 2 actions replay, each with its text and fields.",
            "The running hash is whole: no line was changed, lost or moved by accident.",
            "It ends by the rules, with these scores and winners."
        ]
    );
    let checks = forged(timed_out, |_| {}).unwrap();
    assert_eq!(checks.sentences()[2], "It ends by the clock, and the recorded clocks agree.");
}

#[test]
fn an_older_format_record_replays_and_resumes_without_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), Some(folder.path()));
    play(&mut game, &[1]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let old = unhashed(&fs::read_to_string(&file).unwrap());
    let checks = checked(&file, &old).unwrap();
    assert_eq!(checks.sentences()[1], "The record has no running hash (format 1): an edit that replays is not found.");

    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    play(&mut game, &[3]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&old) && !text.contains("hash") && !text.contains("deal"), "{text}");
    assert_eq!(
        text.lines().last().unwrap(),
        "{\"line\":\"end\",\"outcome\":{\"scores\":[0,1],\"winners\":[1]},\"reason\":\"rules\"}"
    );
    drop(game);
    let record = Record::read(&file).unwrap();
    assert!(!record.is_unfinished());
    record.verify(&plugin()).unwrap();
}

#[test]
fn hashes_in_a_record_of_format_1_are_an_edit() {
    let folder = tempfile::tempdir().unwrap();
    let file = finished(folder.path(), "[knobs]\nheap = 4\n");
    let text = fs::read_to_string(&file).unwrap().replacen("\"format\":3", "\"format\":1", 1);
    assert!(checked(&file, &text).unwrap_err().contains(":1: the record was edited or damaged: it states format 1"));
}

#[test]
fn a_win_by_the_clock_needs_clocks_that_say_so() {
    let won = "{\"line\":\"end\",\"outcome\":{\"scores\":[0,0],\"winners\":[0]},\"reason\":{\"time\":1}";
    let clock = "\"clock\":{\"minutes\":[1.0,1.0],\"increment_seconds\":0.0}";
    // A line put in after the deal of an untimed match.
    let untimed = |folder: &Path| finished(folder, "[knobs]\nheap = 4\n");
    let message = forged(untimed, |lines| *lines = vec![lines[0].clone(), format!("{won}}}")]);
    assert!(message.unwrap_err().contains("it has no clocks"));
    // As above, with a clock put into the head.
    let message = forged(untimed, |lines| {
        let head = lines[0].replace("\"clock\":null", clock);
        *lines = vec![head, format!("{won}}}")];
    });
    assert!(message.unwrap_err().contains("it does not say what they showed"));
    let message = forged(untimed, |lines| {
        let head = lines[0].replace("\"clock\":null", clock);
        *lines = vec![head, format!("{won},\"left_ms\":[60000,0]}}")];
    });
    assert!(message.unwrap_err().contains("seat 1 (Bot) ran out of time in it, but another clock was running"));
    // Clocks in which there is time left.
    let message = forged(timed_out, |lines| {
        let last = lines.last_mut().unwrap();
        assert!(last.contains("\"left_ms\":[50000,0]"), "{last}");
        *last = last.replace("[50000,0]", "[50000,1]");
    });
    assert!(message.unwrap_err().contains("seat 1 (Bot) ran out of time in it, but had 1 ms left"));
}

#[test]
fn an_uncheckable_win_by_the_clock_is_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let file = timed_out(folder.path());
    let old = unhashed(&fs::read_to_string(&file).unwrap());
    let checks = checked(&file, &old).unwrap();
    assert!(checks.sentences()[2].contains("what the clocks showed then was not recorded (format 1)"));
}

#[test]
fn a_plugin_version_mismatch_is_reported_by_verification() {
    let untimed = |folder: &Path| finished(folder, "[knobs]\nheap = 4\n");
    let checks = forged(untimed, |lines| {
        let version = lines[0].find("\"game_version\":\"").unwrap() + 16;
        let end = version + lines[0][version..].find('"').unwrap();
        lines[0].replace_range(version..end, "0.9.9");
        lines[1] = lines[1].replace("takes 1", "resigns in shame");
    })
    .unwrap();
    assert!(!checks.compared_texts());
    let version = plugin().about().version.clone();
    let message = format!("Played with 0.9.9, replayed with {version}: texts and fields were not compared.");
    assert!(checks.sentences()[0].ends_with(&message), "{:?}", checks.sentences());
}

#[test]
fn a_match_whose_end_is_missing_ends_when_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    for old in [false, true] {
        let file = finished(folder.path(), "[knobs]\nheap = 4\n");
        let text = fs::read_to_string(&file).unwrap();
        let played: String = text.split_inclusive('\n').take(3).collect();
        let checks = checked(&file, &if old { unhashed(&played) } else { played }).unwrap();
        assert_eq!(checks.sentences()[2], "The match is over by the rules; its end is recorded when it is resumed.");
        let game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
        assert_eq!(game.end().unwrap().outcome.winners, Seats::from(Seat(1)));
        drop(game);
        let record = Record::read(&file).unwrap();
        assert_eq!(record.ending.as_ref().unwrap().1.ending.reason, Reason::Rules);
        record.verify(&plugin()).unwrap();
        if !old {
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }
}

#[test]
fn invalid_clocks_in_a_record_are_refused_without_a_panic() {
    let heads = [
        "{\"minutes\":[-1.0,1.0],\"increment_seconds\":0.0}",
        "{\"minutes\":[1e300,1.0],\"increment_seconds\":0.0}",
        "{\"minutes\":[1e-300,1.0],\"increment_seconds\":0.0}",
        "{\"minutes\":[1.0,1.0],\"increment_seconds\":-5.0}",
        "{\"minutes\":[1.0,1.0],\"increment_seconds\":1.8e19}",
        "{\"minutes\":[],\"increment_seconds\":0.0}",
        "{\"minutes\":[1.0],\"increment_seconds\":0.0}",
        "{\"minutes\":[1.0,1.0,1.0],\"increment_seconds\":0.0}",
    ];
    for head in heads {
        let message = forged(timed_out, |lines| {
            let at = lines[0].find("\"clock\":").unwrap() + 8;
            let end = at + lines[0][at..].find('}').unwrap() + 1;
            lines[0].replace_range(at..end, head);
        });
        let message = message.unwrap_err();
        assert!(
            message.contains(":1: the record was edited or damaged: its clock gives")
                || message.contains(":1: the record was edited or damaged: its clock adds"),
            "{head}: {message}"
        );
    }
    for left in ["[]", "[1]", "[1,1,1]", "[18446744073709551615,1]", "[60001,60000]", "null"] {
        let message = forged(timed_out, |lines| {
            let at = lines[1].find("\"left_ms\":").unwrap() + 10;
            let end = at + lines[1][at..].find(']').unwrap() + 1;
            lines[1].replace_range(at..end, left);
        });
        assert!(message.as_ref().unwrap_err().contains(":2: the record was edited or damaged:"), "{left}: {message:?}");
    }
}

#[test]
fn a_head_with_too_many_scripts_or_players_is_refused() {
    let untimed = |folder: &Path| finished(folder, "[knobs]\nheap = 4\n");
    let scripts = vec!["{\"name\":\"a.lua\",\"source\":\"return {}\"}"; 20_000].join(",");
    let message = forged(untimed, |lines| {
        lines[0] = lines[0].replace("\"scripts\":[]", &format!("\"scripts\":[{scripts}]"));
    });
    assert!(message.unwrap_err().contains(":1: the record was edited or damaged: it has 20000 scripts"));
    let player = "{\"name\":\"Zoe\",\"player\":\"person\"}";
    for (more, expected) in [(3, "it has 5 players, but Pebbles is for 2 to 2"), (300, "it has 302 players")] {
        let message = forged(untimed, |lines| {
            let players = vec![player; more].join(",");
            lines[0] = lines[0].replace("\"players\":[", &format!("\"players\":[{players},"));
            lines.truncate(1);
        });
        assert!(message.as_ref().unwrap_err().contains(expected), "{message:?}");
    }
}

#[test]
fn a_seed_has_64_bits_in_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let seed = u64::MAX - 1;
    let rules = ruleset("", &[]);
    let game = stonehouse_engine::Match::new(&rules, seed, crate::common::players(), Some(folder.path())).unwrap();
    assert!(fs::read_to_string(game.record_file().unwrap()).unwrap().contains("\"seed\":18446744073709551614"));
    let replayed = Record::read(game.record_file().unwrap()).unwrap().replay(&plugin()).unwrap();
    assert_eq!(replayed.seed(), seed);
}

#[test]
fn a_rule_failure_after_resuming_names_the_records_own_copy() {
    let folder = tempfile::tempdir().unwrap();
    let rule =
        "return { last_pebble = function(ctx, points) return points + (function(c) return c.trns end)(ctx) end }";
    let rules = ruleset("scripts = [\"worth.lua\"]\n[knobs]\nheap = 3\n", &[("worth.lua", rule)]);
    let mut game = dealt(&rules, Some(folder.path()));
    play(&mut game, &[1, 1]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    let failed = game.play(stonehouse_plugin::Action(1), Instant::now()).unwrap_err().to_string();
    assert!(failed.contains("the record's own copy of worth.lua:1:"), "{failed}");
    assert!(
        failed.contains("repair the script in your own folder of scripts, where `pebbles/test` finds it"),
        "{failed}"
    );
}

/// A match that seat 1 resigned after one action.
fn resignations(folder: &Path) -> PathBuf {
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), Some(folder));
    play(&mut game, &[1]);
    game.resign(Seat(0), Instant::now()).unwrap();
    game.record_file().unwrap().to_owned()
}

#[test]
fn a_resigned_or_agreed_end_verifies_and_a_forged_is_refused() {
    let checks = forged(resignations, |_| {}).unwrap();
    assert!(checks.sentences()[2].starts_with("It ends because somebody resigned"));
    let agreed = |folder: &Path| {
        let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), Some(folder));
        play(&mut game, &[1]);
        game.agree(Instant::now()).unwrap();
        assert_eq!(game.end().unwrap().outcome.winners, [Seat(0), Seat(1)].into_iter().collect());
        game.record_file().unwrap().to_owned()
    };
    assert!(forged(agreed, |_| {}).is_ok());
    // The other one is recorded to have given up, and still to have won.
    let message = forged(resignations, |lines| {
        let last = lines.last_mut().unwrap();
        *last = last.replace("{\"resigned\":0}", "{\"resigned\":1}");
    });
    assert!(message.unwrap_err().contains("the winners"));
    let message = forged(resignations, |lines| {
        let last = lines.last_mut().unwrap();
        *last = last.replace("{\"resigned\":0}", "{\"resigned\":9}");
    });
    assert!(message.unwrap_err().contains("has no place at the table"));
    // Given up when it was over.
    let message = forged(
        |folder| finished(folder, "[knobs]\nheap = 4\n"),
        |lines| {
            let last = lines.last_mut().unwrap();
            *last = last.replace("\"rules\"", "{\"resigned\":0}");
        },
    );
    assert!(message.unwrap_err().contains("it was over by the rules"));
}

#[test]
fn a_resigned_match_is_over_and_continues_after_undo() {
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), None);
    play(&mut game, &[1]);
    game.resign(Seat(1), Instant::now()).unwrap();
    assert_eq!(game.end().unwrap().outcome.winners, Seats::from(Seat(0)));
    assert!(game.resign(Seat(0), Instant::now()).is_err() && game.to_act().is_none());
    game.undo(Instant::now()).unwrap();
    assert!(game.end().is_none() && game.to_act() == Some(Seat(0)));
}

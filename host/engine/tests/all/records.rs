//! Records: written as the match goes, replayed to the same end, and the errors of damaged ones.

use crate::common::seal::{opened, sealed};
use crate::common::{dealt, play, plugin, ruleset};
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::record::{list, seed_file};
use stonehouse_engine::{Match, Player, Record};
use stonehouse_plugin::Observer;

/// A record of a match in which these were taken, from a heap of `heap`.
fn recorded(folder: &Path, heap: u32, takes: &[u32]) -> PathBuf {
    let mut game = dealt(&ruleset(&format!("[knobs]\nheap = {heap}\n"), &[]), Some(folder));
    play(&mut game, takes);
    game.record_file().unwrap().to_owned()
}

/// The problem with a record in which `from` was replaced by `to`, and the lines were hashed again.
fn edited(from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 4, &[1, 3]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&file, sealed(&opened(&text.replacen(from, to, 1)))).unwrap();
    let outcome = Record::read(&file).and_then(|record| record.replay(&plugin()).map(|_| ()));
    let message = outcome.unwrap_err().to_string();
    message.replace(&folder.path().display().to_string(), "")
}

#[test]
fn a_record_replays_to_the_same_end_without_its_variant_or_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let rule = "return { last_pebble = function(ctx, points) return 40 + ctx.turns end }";
    let rules = ruleset("scripts = [\"worth.lua\"]\n[knobs]\nheap = 5\n", &[("worth.lua", rule)]);
    let mut game = dealt(&rules, Some(folder.path()));
    play(&mut game, &[1, 1, 3]);
    let record = Record::read(game.record_file().unwrap()).unwrap();
    let replayed = record.replay(&plugin()).unwrap();
    assert_eq!(replayed.end(), game.end());
    assert_eq!(replayed.end().unwrap().outcome.scores, [42, 0]);
    assert_eq!(replayed.scene(Observer::Referee).unwrap(), game.scene(Observer::Referee).unwrap());
}

#[test]
fn an_undone_action_does_not_count_and_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), Some(folder.path()));
    play(&mut game, &[3, 1]);
    game.undo(std::time::Instant::now()).unwrap();
    play(&mut game, &[1, 3]);
    let file = game.record_file().unwrap();
    let record = Record::read(file).unwrap();
    assert_eq!(record.actions.iter().map(|(_, step)| step.code().0).collect::<Vec<_>>(), [1, 3]);
    record.replay(&plugin()).unwrap();
    assert_eq!(fs::read_to_string(file).unwrap().lines().count(), 10);
}

#[test]
fn an_unfinished_match_is_resumed_and_goes_on_in_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 6, &[1, 2]);
    let record = Record::read(&file).unwrap();
    assert!(record.is_unfinished());
    let mut game = record.resume(&plugin()).unwrap();
    assert_eq!(game.len(), 2);
    play(&mut game, &[3]);
    drop(game);
    let record = Record::read(&file).unwrap();
    assert!(!record.is_unfinished());
    record.replay(&plugin()).unwrap();
}

#[test]
fn a_record_cut_off_anywhere_loses_at_most_the_action_in_flight() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 6, &[1, 2]);
    let bytes = fs::read(&file).unwrap();
    let lines: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    for cut in lines[0]..bytes.len() {
        fs::write(&file, &bytes[..cut]).unwrap();
        let whole = lines.iter().filter(|end| **end <= cut).count();
        let record = Record::read_interrupted(&file).unwrap();
        assert_eq!(record.actions.len(), whole - 1, "cut at {cut}");
        if !lines.contains(&cut) {
            let message = Record::read(&file).unwrap_err().to_string();
            assert!(message.contains(&format!(":{}: the record is cut off in this line", whole + 1)), "{message}");
        }
    }
}

#[test]
fn a_cut_off_record_is_kept_as_it_is_when_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 6, &[1, 2]);
    let bytes = fs::read(&file).unwrap();
    let cut = &bytes[..bytes.len() - 5];
    fs::write(&file, cut).unwrap();
    let mut game = Record::read_interrupted(&file).unwrap().resume(&plugin()).unwrap();
    assert_eq!(game.len(), 1);
    play(&mut game, &[3, 2]);
    drop(game);
    assert_eq!(fs::read(file.with_extension("stonehouse-record.damaged")).unwrap(), cut);
    Record::read(&file).unwrap().replay(&plugin()).unwrap();

    // Cut off again: the first copy stays, and a second is made.
    let bytes = fs::read(&file).unwrap();
    let again = &bytes[..bytes.len() - 3];
    fs::write(&file, again).unwrap();
    Record::read_interrupted(&file).unwrap().resume(&plugin()).unwrap();
    assert_eq!(fs::read(file.with_extension("stonehouse-record.damaged")).unwrap(), cut);
    assert_eq!(fs::read(file.with_extension("stonehouse-record.damaged-2")).unwrap(), again);
}

#[test]
fn a_record_cut_off_in_its_first_line_is_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 6, &[]);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(Record::read(&file).unwrap_err().to_string().contains(":1: this is not a record of Stonehouse"));
    fs::write(&file, "").unwrap();
    assert!(Record::read(&file).unwrap_err().to_string().contains("the file is empty"));
}

#[test]
fn an_edited_and_rehashed_record_fails_at_the_edited_line() {
    assert!(
        edited("\"action\":1", "\"action\":2")
            .contains(".stonehouse-record:2: the record does not verify: action 2 is “takes 2”")
    );
    assert!(edited("\"take\":1", "\"take\":2").contains(":2: the record does not verify"));
    assert!(
        edited("\"action\":1", "\"action\":9").contains(":2: the record does not verify: action 9 cannot be played")
    );
    assert!(
        edited("\"seat\":0", "\"seat\":1")
            .contains(":2: the record does not verify: seat 1 (Bot) acts here, but it is the turn of seat 0 (Anna)")
    );
    assert!(edited("\"scores\":[0,1]", "\"scores\":[1,0]").contains(":5: the record does not verify"));
    assert!(edited("\"winners\":[1]", "\"winners\":[0]").contains(":5: the record does not verify"));
    assert!(edited("\"heap\":4", "\"heap\":5").contains(":4: the record does not verify: the deal was"));
    assert!(edited("\"heap\":4", "\"heap\":\"x\"").contains(":1: the record was edited"));
    assert!(edited("{\"line\":\"action\"", "{\"line\":\"acton\"").contains(":2: the record is damaged in this line"));
    assert!(edited("\"format\":3", "\"format\":4").contains(":1: the record is in format 4"));
    assert!(edited("\"number\":2", "\"number\":3").contains(":3: the record was edited or damaged: this is action 3"));
    assert!(
        edited("\"seat\":0", "\"seat\":9")
            .contains(":2: the record was edited or damaged: there is no seat 9 in a match of 2, counted from 0")
    );
    assert!(
        edited("\"winners\":[1]", "\"winners\":[7]")
            .contains(":5: the record was edited or damaged: there is no seat 7 in a match of 2, counted from 0")
    );
    assert!(
        edited("\"scores\":[0,1]", "\"scores\":[0]").contains(":5: the record was edited or damaged: it has 1 scores")
    );
    assert!(edited("\"game_version\":\"0", "\"game_version\":\"7").contains("the match was played with Pebbles 7"));
}

#[test]
fn two_matches_begun_in_the_same_second_have_two_records() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = (0..3).map(|_| recorded(folder.path(), 4, &[1])).collect();
    assert!(files[0] != files[1] && files[1] != files[2]);
    let (records, problems) = list(folder.path());
    assert_eq!((records.len(), problems.len()), (3, 0));
}

#[test]
fn a_match_whose_record_cannot_be_written_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no-folder");
    fs::write(&file, "").unwrap();
    let rules = ruleset("", &[]);
    let error = Match::new(&rules, 1, crate::common::players(), Some(&file)).err().unwrap();
    assert!(error.to_string().contains("the match cannot be recorded here"), "{error}");
}

#[test]
fn any_changed_byte_is_detected_by_hash_or_as_line_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 4, &[1, 3]);
    let bytes = fs::read(&file).unwrap();
    let mut line = 1;
    for at in 0..bytes.len() {
        let mut edited = bytes.clone();
        edited[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        let found = Record::parse(&file, &edited).map(|record| record.is_unfinished());
        let what = String::from_utf8_lossy(&edited).into_owned();
        // The last line's end taken away leaves a record that was cut off there.
        if at + 1 == bytes.len() {
            assert_eq!(found, Ok(true), "{what}");
        } else {
            assert_eq!(found.expect_err(&what).line, line, "{what}");
        }
        line += usize::from(bytes[at] == b'\n');
    }
}

#[test]
fn lines_lost_exchanged_or_put_in_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 6, &[1, 1, 1, 1]);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let found = |lines: &[&str]| Record::parse(&file, lines.concat().as_bytes()).is_err();
    for at in 1..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(at);
        assert!(found(&fewer), "line {at} lost");
        let mut more = lines.clone();
        more.insert(at, lines[at]);
        assert!(found(&more), "line {at} twice");
        let mut other = lines.clone();
        other.swap(at, at + 1);
        assert!(found(&other), "line {at} exchanged");
    }
    let crlf: Vec<String> = lines.iter().map(|line| line.replace('\n', "\r\n")).collect();
    assert!(found(&crlf.iter().map(String::as_str).collect::<Vec<_>>()));
}

/// A match in which an outside program plays, from a heap of 4, after these were taken.
fn with_a_program(folder: &Path, takes: &[u32]) -> Match {
    let players = vec![Player::person("Anna"), Player::bot("Ada", "program:Ada")];
    let mut game = Match::new(&ruleset("[knobs]\nheap = 4\n", &[]), 1_234_567, players, Some(folder)).unwrap();
    play(&mut game, takes);
    game
}

#[test]
fn with_a_program_a_record_only_hashes_the_seed_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let game = with_a_program(folder.path(), &[1]);
    let file = game.record_file().unwrap().to_owned();
    let seed = seed_file(&file);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        !text.contains("1234567") && text.contains("\"format\":3,") && text.contains("\"seed_sha256\":\""),
        "{text}"
    );
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&seed).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "nobody else can read the seed");
    }

    // It is resumed with the seed that is beside it, and not without it.
    drop(game);
    let away = folder.path().join("away");
    fs::rename(&seed, &away).unwrap();
    let why = Record::read(&file).unwrap().resume(&plugin()).err().unwrap().to_string();
    assert!(why.starts_with(&seed.display().to_string()) && why.contains("is missing"), "{why}");
    fs::write(&seed, "{\"seed\":7,\"salt\":\"00\"}").unwrap();
    let why = Record::read(&file).unwrap_err().to_string();
    assert!(why.contains("the seed of another match"), "{why}");
    fs::rename(&away, &seed).unwrap();
    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    play(&mut game, &[3]);

    assert!(!seed.exists() && game.end().is_some());
    let verified = Record::read(&file).unwrap().verify(&plugin()).unwrap();
    assert!(verified.checks.seed_committed && verified.replayed.seed() == 1_234_567);
    assert!(verified.checks.sentences().iter().any(|sentence| sentence.contains("before the first action")));

    // Another seed than the one that was committed to is found, even with lines hashed again.
    let lines = opened(&fs::read_to_string(&file).unwrap());
    assert_eq!(lines.iter().filter(|line| line.contains("\"line\":\"seed\"")).count(), 1);
    fs::write(&file, sealed(&lines.iter().map(|line| line.replace("1234567", "7654321")).collect::<Vec<_>>())).unwrap();
    let why = Record::read(&file).unwrap_err().to_string();
    assert!(why.contains(":4: ") && why.contains("not the seed whose hash is in the first line"), "{why}");
}

#[test]
fn a_revealed_seed_is_kept_after_undo_and_written_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = with_a_program(folder.path(), &[1, 3]);
    let file = game.record_file().unwrap().to_owned();
    game.undo(std::time::Instant::now()).unwrap();
    drop(game);
    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    while game.to_act().is_some() {
        play(&mut game, &[1]);
    }
    Record::read(&file).unwrap().verify(&plugin()).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.matches("\"line\":\"seed\"").count() == 1 && !seed_file(&file).exists(), "{text}");
}

#[test]
fn a_match_that_is_left_without_an_end_can_reveal_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = with_a_program(folder.path(), &[1]);
    let file = game.record_file().unwrap().to_owned();
    game.reveal_seed().unwrap();
    game.reveal_seed().unwrap();
    assert!(!seed_file(&file).exists());
    let verified = Record::read(&file).unwrap().verify(&plugin()).unwrap();
    assert!(verified.checks.seed_committed && verified.replayed.len() == 1);
}

#[test]
fn players_have_names_of_bounded_length() {
    let long = "A".repeat(1001);
    let why = edited("\"name\":\"Anna\"", &format!("\"name\":\"{long}\""));
    let expected = ":1: the record was edited or damaged: the name of the player of seat 0 is longer than 1000 bytes";
    assert!(why.contains(expected), "{why}");
    // Nor does a list of records show it.
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 4, &[1]);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"name\":\"Anna\"", &format!("\"name\":\"{long}\""), 1)).unwrap();
    let (entries, problems) = list(folder.path());
    assert!(entries.is_empty() && problems[0].to_string().contains(expected), "{problems:?}");
}

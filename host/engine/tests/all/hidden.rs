//! Hidden cards in a record: nothing is revealed while the match is played, everything once it is over.

use crate::common::lots::{DRAW, PASS, dealt, lay, play, plugin};
use crate::common::seal::{opened, sealed};
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Match, Record};
use stonehouse_plugin::Observer;

/// A match of four turns in which Anna draws, the bot draws, and both pass.
fn finished(folder: &Path) -> (Match, PathBuf) {
    let mut game = dealt(4, Some(folder));
    play(&mut game, &[DRAW, DRAW, PASS, PASS]);
    let file = game.record_file().unwrap().to_owned();
    (game, file)
}

/// The problem with a finished record after its lines were changed and hashed again.
fn forged(change: impl FnOnce(&mut Vec<String>)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = finished(folder.path());
    let mut lines = opened(&fs::read_to_string(&file).unwrap());
    change(&mut lines);
    fs::write(&file, sealed(&lines)).unwrap();
    let checked = Record::read(&file).and_then(|record| record.verify(&plugin()).map(|_| ()));
    checked.map_or_else(|problem| problem.to_string(), |()| "verifies".to_owned())
}

#[test]
fn a_record_has_public_data_during_the_match_and_all_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(4, Some(folder.path()));
    play(&mut game, &[DRAW, DRAW, PASS]);
    let file = game.record_file().unwrap().to_owned();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("\"text\":\"draws a card\",\"data\":{}").count(), 2, "{text}");
    assert!(!text.contains("deck") && !text.contains("\"draws\""), "{text}");

    play(&mut game, &[PASS]);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let log = game.log(Observer::Referee);
    assert_eq!(lines.len(), 9);
    assert!(lines[5].starts_with("{\"line\":\"deal\",\"deal\":{\"deck, from the top\":["), "{text}");
    for (line, number) in [(6, 1), (7, 2)] {
        let message = &log[number - 1].text;
        assert!(
            lines[line].contains(&format!("\"line\":\"revealed\",\"number\":{number},\"text\":\"{message}\"")),
            "{text}"
        );
    }
    assert!(lines[8].starts_with("{\"line\":\"end\""), "{text}");
    Record::read(&file).unwrap().verify(&plugin()).unwrap();
}

#[test]
fn the_deal_in_a_record_is_the_one_that_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let (game, file) = finished(folder.path());
    let record = Record::read(&file).unwrap();
    let deck = record.deal.unwrap().1["deck, from the top"].clone();
    let log = game.log(Observer::Referee);
    assert_eq!(log[0].text.to_string(), format!("draws {}", deck[0]));
    assert_eq!(log[1].text.to_string(), format!("draws {}", deck[1]));
}

#[test]
fn revealed_information_is_verified_and_must_be_complete() {
    assert_eq!(forged(|_| {}), "verifies");
    let deal = |lines: &mut Vec<String>| lines[5] = lines[5].replacen('[', "[9,", 1);
    assert!(forged(deal).contains(":6: the record does not verify: the deal was a different one"));
    assert!(forged(|lines| drop(lines.remove(5))).contains(":8: the record does not verify: the deal is not revealed"));
    assert!(forged(|lines| drop(lines.remove(7))).contains("what action 2 was is not revealed before the end"));
    let other = |lines: &mut Vec<String>| lines[6] = lines[6].replace("draws ", "draws 1");
    assert!(
        forged(other).contains("the record does not verify: what line 7 reveals of action 0 is “draws"),
        "{}",
        forged(other)
    );
    let fields = |lines: &mut Vec<String>| lines[6] = lines[6].replace("{\"draws\":", "{\"draws\":1");
    assert!(forged(fields).contains("has the fields {\"draws\":"), "{}", forged(fields));
    let nowhere = |lines: &mut Vec<String>| lines[6] = lines[6].replace("\"number\":1", "\"number\":7");
    assert!(forged(nowhere).contains(":7: the record was edited or damaged: there is no action 7"));
}

#[test]
fn an_undo_after_the_end_takes_back_what_was_revealed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, file) = finished(folder.path());
    assert_eq!(Record::read(&file).unwrap().revealed.len(), 2);
    game.undo(std::time::Instant::now()).unwrap();
    let record = Record::read(&file).unwrap();
    assert!(record.deal.is_none() && record.revealed.is_empty() && record.is_unfinished());

    let card = game.log(Observer::Referee)[0].text.to_string().strip_prefix("draws ").unwrap().parse().unwrap();
    play(&mut game, &[lay(card), PASS]);
    let record = Record::read(&file).unwrap();
    assert_eq!((record.revealed.len(), record.actions.len()), (2, 4));
    record.verify(&plugin()).unwrap();
}

#[test]
fn a_record_cut_off_in_its_end_is_resumed_and_ends_again() {
    let folder = tempfile::tempdir().unwrap();
    let (game, file) = finished(folder.path());
    let end = game.end().cloned();
    drop(game);
    let bytes = fs::read(&file).unwrap();
    let played = bytes.split_inclusive(|byte| *byte == b'\n').take(5).map(<[u8]>::len).sum();
    // Every line's end and its neighbours, and some bytes of each line.
    let near_end = |cut: usize| (cut - 1..=cut + 1).any(|at| bytes.get(at) == Some(&b'\n'));
    for cut in (played..bytes.len()).filter(|cut| cut % 29 == 0 || near_end(*cut)) {
        fs::write(&file, &bytes[..cut]).unwrap();
        let game = Record::read_interrupted(&file).unwrap().resume(&plugin()).unwrap();
        assert_eq!(game.end().cloned(), end, "cut at {cut}");
        drop(game);
        let record = Record::read(&file).unwrap();
        assert!(!record.is_unfinished(), "cut at {cut}");
        record.verify(&plugin()).unwrap();
    }
}

#[test]
fn the_record_that_the_documentation_shows_is_one() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/records.md");
    let text = fs::read_to_string(&page).unwrap();
    let (_, rest) = text.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let record = Record::parse(&page, example.as_bytes()).unwrap();
    let verified = record.verify(&plugin()).unwrap();
    assert!(verified.replayed.end().is_some());
    for line in ["match", "action", "undo", "deal", "revealed", "end", "continued"] {
        assert!(text.contains(&format!("| `{line}` |")), "{line}");
    }
}

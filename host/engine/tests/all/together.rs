//! Matches in which several choose at once, give numbers with an action, and the program rolls the dice: played, taken
//! back, recorded.

use crate::common::seal::{opened, sealed};
use fixture_auction::{Auction, BID, GIVE, KEEP, PASS};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::record::Record;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, MatchError, Player, RulesFailure, Ruleset};
use stonehouse_plugin::{Action, Observer, Seat, Seats, Text};
use stonehouse_runtime::{Choice, Plugin};

fn plugin() -> Arc<Plugin> {
    Plugin::linked::<Auction>().unwrap()
}

/// A match of three people; no rule but those of the game.
fn dealt(records: Option<&Path>) -> Match {
    dealt_with("", records)
}

/// As [`dealt`], with these lines of knobs.
fn dealt_with(knobs: &str, records: Option<&Path>) -> Match {
    let text = format!("game = \"auction\"\n[knobs]\n{knobs}\n");
    let file = VariantFile::parse("variants/auction/test.toml".as_ref(), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin(), &|_, _| None).unwrap();
    let ruleset = Ruleset::compile(&plugin(), &Arc::new(variant)).unwrap_or_else(|problems| panic!("{}", problems[0]));
    Match::new(&ruleset, 4, ["Anna", "Ben", "Cleo"].map(Player::person).to_vec(), records).unwrap()
}

fn play(game: &mut Match, action: Action, values: &[i64]) {
    game.play(Choice { action, values: values.to_vec() }, Instant::now()).unwrap();
}

/// A match to its end: one tie, one bid that wins and a gift, one that wins and is kept.
fn finished(records: Option<&Path>) -> Match {
    to_the_end(dealt(records))
}

fn to_the_end(mut game: Match) -> Match {
    for bids in [[2, 2, 1], [3, 1, 1], [1, 2, 1]] {
        bids.into_iter().for_each(|bid| play(&mut game, BID, &[bid]));
        match bids {
            [3, ..] => play(&mut game, GIVE, &[2, 1]),
            [1, ..] => play(&mut game, KEEP, &[]),
            _ => {}
        }
    }
    assert!(game.end().is_some());
    game
}

#[test]
fn incomplete_joint_choices_are_not_logged_recorded_or_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(Some(folder.path()));
    let file = game.record_file().unwrap().to_owned();
    let before = (fs::read_to_string(&file).unwrap(), game.scene(Observer::Referee).unwrap());
    play(&mut game, BID, &[3]);
    play(&mut game, BID, &[5]);
    assert_eq!((fs::read_to_string(&file).unwrap(), game.scene(Observer::Referee).unwrap()), before);
    assert_eq!((game.len(), game.log(Observer::Referee).len(), game.to_act()), (0, 0, Some(Seat(2))));
    assert_eq!(game.undecided_seats().unwrap(), Seats::from(Seat(2)), "who has chosen is no secret");
    play(&mut game, PASS, &[]);
    let log: Vec<String> = game.log(Observer::Public).iter().map(|entry| entry.joined().to_string()).collect();
    assert_eq!(log, ["seat 1 chooses 1 [3]", "seat 2 chooses 1 [5]", "seat 3 chooses 0 []. seat 2 gets it"]);
    assert_eq!(game.to_act(), Some(Seat(1)));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"action\":1,\"values\":[5],"), "{text}");
}

#[test]
fn results_of_a_choice_are_described_to_each_observer() {
    let folder = tempfile::tempdir().unwrap();
    let game = finished(Some(folder.path()));
    let message = |observer| -> Vec<String> {
        let log = game.log(observer).into_iter().map(|entry| entry.joined().to_string());
        log.filter_map(|text| Some(text.split_once(". ")?.1.to_owned())).collect()
    };
    for observer in [Observer::Public, Observer::Seat(Seat(2))] {
        assert_eq!(message(observer), ["Nobody gets it", "seat 1 gets it", "seat 2 gets it"], "{observer:?}");
    }
    assert_eq!(message(Observer::Referee), ["Nobody gets it", "seat 1 gets it", "seat 2 gets it"]);
    assert_eq!(message(Observer::Seat(Seat(0))), ["Nobody gets it", "It is yours", "seat 2 gets it"]);
    let text = fs::read_to_string(game.record_file().unwrap()).unwrap();
    assert!(text.contains("\"text\":\"seat 3 chooses 1 [1]. Nobody gets it\""), "{text}");
    let replayed = Record::read(game.record_file().unwrap()).unwrap().verify(&plugin()).unwrap().replayed;
    assert_eq!(replayed.log(Observer::Public), game.log(Observer::Public));
}

#[test]
fn a_choice_that_cannot_be_is_refused_and_changes_nothing() {
    let mut game = dealt(None);
    let refused = |game: &mut Match, choice: Choice| match game.play(choice, Instant::now()) {
        Err(MatchError::Rules(RulesFailure::Illegal)) => (),
        other => panic!("{other:?}"),
    };
    refused(&mut game, KEEP.into());
    play(&mut game, BID, &[1]);
    play(&mut game, BID, &[1]);
    refused(&mut game, Choice { action: BID, values: vec![1000] });
    assert_eq!((game.len(), game.to_act()), (0, Some(Seat(2))));
    play(&mut game, BID, &[7]);
    assert_eq!(game.len(), 3);
}

#[test]
fn a_record_with_secret_choices_inputs_and_dice_replays() {
    let folder = tempfile::tempdir().unwrap();
    let game = finished(Some(folder.path()));
    let record = Record::read(game.record_file().unwrap()).unwrap();
    let verified = record.verify(&plugin()).unwrap();
    assert_eq!(verified.replayed.end(), game.end());
    let acts = |game: &Match| game.choices().map(|(seat, choice)| (seat, choice.clone())).collect::<Vec<_>>();
    assert_eq!((acts(&verified.replayed), record.actions.len()), (acts(&game), 11));
    let rolled: Vec<usize> = record.actions.iter().map(|(_, step)| step.rolled.len()).collect();
    assert_eq!(rolled, [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], "dice are rolled between the rounds");
}

#[test]
fn a_record_with_other_dice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = finished(Some(folder.path())).record_file().unwrap().to_owned();
    let mut lines = opened(&fs::read_to_string(&file).unwrap());
    let line = lines[1..].iter_mut().find(|line| line.contains("\"rolled\":[")).unwrap();
    let at = line.find("\"rolled\":[").unwrap() + 10;
    let message = line[at..=at].to_owned();
    line.replace_range(at..=at, if message == "1" { "2" } else { "1" });
    fs::write(&file, sealed(&lines)).unwrap();
    let output = Record::read(&file).unwrap().verify(&plugin()).err().unwrap().to_string();
    assert!(output.contains("the outcomes of chance are"), "{output}");
}

#[test]
fn undo_reverts_a_waiting_choice_alone_and_a_round_as_a_whole() {
    let mut game = dealt(None);
    play(&mut game, BID, &[3]);
    play(&mut game, BID, &[4]);
    assert!(!game.undo_reveals().unwrap(), "nobody has seen it");
    assert_eq!((game.undo(Instant::now()).unwrap(), game.to_act()), (1, Some(Seat(1))));
    play(&mut game, BID, &[2]);
    play(&mut game, BID, &[1]);
    assert_eq!((game.len(), game.to_act()), (3, Some(Seat(0))));
    assert!(game.undo_reveals().unwrap(), "everybody has seen the bids");
    assert_eq!((game.undo(Instant::now()).unwrap(), game.len(), game.to_act()), (3, 0, Some(Seat(0))));
}

#[test]
fn a_record_cut_off_amid_joint_choices_resumes_at_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(Some(folder.path()));
    [2, 2, 1].into_iter().for_each(|bid| play(&mut game, BID, &[bid]));
    [1, 1, 1].into_iter().for_each(|bid| play(&mut game, BID, &[bid]));
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let text = fs::read_to_string(&file).unwrap();
    let kept = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&file, &text[..kept]).unwrap();

    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    assert_eq!((game.len(), game.to_act()), (3, Some(Seat(0))));
    [3, 1, 1].into_iter().for_each(|bid| play(&mut game, BID, &[bid]));
    assert_eq!(game.len(), 6);
    let record = Record::read(&file).unwrap();
    assert_eq!(record.verify(&plugin()).unwrap().replayed.len(), 6);
}

/// The outcomes of chance that are logged for an observer: those before the first action, then those after each of the
/// 11 actions.
fn rolled(game: &Match, observer: Observer) -> (Vec<String>, Vec<Vec<String>>) {
    let english = |texts: &[Text]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let log = game.log(observer);
    assert!(log[1..].iter().all(|entry| entry.dealt.is_empty()), "they are dealt once");
    (english(&log[0].dealt), log.iter().map(|entry| english(&entry.rolled)).collect())
}

#[test]
fn outcomes_of_chance_are_described_in_log_record_and_replay() {
    let folder = tempfile::tempdir().unwrap();
    let game = finished(Some(folder.path()));
    let record = Record::read(game.record_file().unwrap()).unwrap();
    let (dealt, after) = rolled(&game, Observer::Public);
    let prize = |code: &u32| format!("the prize is {code}");
    assert_eq!((dealt, record.header.rolled.len()), (record.header.rolled.iter().map(prize).collect(), 1));
    let codes = record.actions.iter().map(|(_, step)| step.rolled.iter().map(prize).collect::<Vec<_>>());
    assert_eq!(after, codes.collect::<Vec<_>>());
    assert_eq!(after.iter().filter(|rolled| !rolled.is_empty()).count(), 2, "before the second and the third round");
    for observer in Seat::all(3).map(Observer::Seat).chain([Observer::Referee]) {
        assert_eq!(rolled(&game, observer), rolled(&game, Observer::Public));
    }
    let text = fs::read_to_string(&record.file).unwrap();
    let code = record.header.rolled[0];
    let message =
        format!("\"rolled\":[{code}],\"rolls\":[{{\"text\":\"the prize is {code}\",\"data\":{{\"prize\":{code}}}}}]");
    assert!(text.lines().next().unwrap().contains(&message), "{message} in {text}");
    let replayed = record.verify(&plugin()).unwrap().replayed;
    assert_eq!(replayed.log(Observer::Public), game.log(Observer::Public));
}

/// The problem with a record after a change of its lines; empty, if it verifies.
fn wrong_after(file: &Path, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines = opened(&fs::read_to_string(file).unwrap());
    change(&mut lines);
    let changed = file.with_file_name("changed.stonehouse-record");
    fs::write(&changed, sealed(&lines)).unwrap();
    let checked = Record::read(&changed).and_then(|record| record.verify(&plugin()));
    checked.err().map(|problem| problem.to_string()).unwrap_or_default()
}

/// Changes the fields of a line.
fn change(line: &mut String, change: impl FnOnce(&mut serde_json::Map<String, serde_json::Value>)) {
    let mut fields = serde_json::from_str(line).unwrap();
    change(&mut fields);
    *line = serde_json::to_string(&fields).unwrap();
}

#[test]
fn altered_rolls_fail_verification_and_records_without_any_pass() {
    let folder = tempfile::tempdir().unwrap();
    let file = finished(Some(folder.path())).record_file().unwrap().to_owned();
    let with = |line: &String| line.contains("\"rolls\":");
    let forged = |line: &mut String| *line = line.replace("\"text\":\"the prize is", "\"text\":\"no prize is");
    let wrong = wrong_after(&file, |lines| lines.iter_mut().filter(|line| with(line)).skip(1).for_each(forged));
    assert!(wrong.contains("the outcomes of chance are [“the prize is") && wrong.contains("[“no prize is"), "{wrong}");
    let wrong = wrong_after(&file, |lines| forged(&mut lines[0]));
    assert!(wrong.contains("the outcomes of chance before the first action were different ones"), "{wrong}");
    let older = |lines: &mut Vec<String>| {
        assert_eq!(lines.iter().filter(|line| with(line)).count(), 3);
        change(&mut lines[0], |fields| assert!(fields.remove("rolled").is_some()));
        lines.iter_mut().for_each(|line| change(line, |fields| drop(fields.remove("rolls"))));
    };
    assert_eq!(wrong_after(&file, older), "");
}

#[test]
fn a_secret_chance_outcome_is_recorded_only_after_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt_with("hides_prize = true", Some(folder.path()));
    let file = game.record_file().unwrap().to_owned();
    [2, 2, 1].into_iter().for_each(|bid| play(&mut game, BID, &[bid]));
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("\"rolls\":[{\"text\":\"a prize is drawn\"}]").count(), 2, "{text}");
    assert!(!text.contains("\"rolled\"") && !text.contains("the prize is"), "{text}");
    let game = to_the_end(dealt_with("hides_prize = true", Some(folder.path())));
    let file = game.record_file().unwrap().to_owned();
    let public = rolled(&game, Observer::Public);
    assert_eq!(
        (&public.0[..], &public.1[2][..]),
        (&["a prize is drawn".to_owned()][..], &["a prize is drawn".to_owned()][..])
    );
    assert_eq!(rolled(&game, Observer::Seat(Seat(1))), public);
    let known = rolled(&game, Observer::Seat(Seat(0)));
    assert!(known.0[0].starts_with("the prize is ") && known.1[2][0].starts_with("the prize is "), "{known:?}");
    assert_eq!(rolled(&game, Observer::Referee), known);
    let record = Record::read(&file).unwrap();
    let [(_, third), ..] = &record.revealed.values().collect::<Vec<_>>()[..] else { panic!("it is revealed") };
    assert_eq!((third.number, format!("the prize is {}", third.rolled[0])), (3, third.rolls[0].text.clone()));
    assert_eq!(third.rolls[0].text, known.1[2][0]);
    assert_eq!(record.verify(&plugin()).unwrap().replayed.log(Observer::Referee), game.log(Observer::Referee));
    let wrong = wrong_after(&file, |lines| lines.retain(|line| !line.contains("\"line\":\"revealed\",\"number\":3,")));
    assert!(wrong.contains("what action 3 was is not revealed"), "{wrong}");
    // Earlier versions recorded the codes at once, and no descriptions.
    let older = |lines: &mut Vec<String>| {
        lines.retain(|line| !line.contains("\"line\":\"revealed\""));
        for line in lines {
            change(line, |fields| {
                fields.remove("rolls");
                let number = fields.get("number").and_then(serde_json::Value::as_u64).unwrap_or_default() as usize;
                if let Some((_, revealed)) = record.revealed.get(&number) {
                    fields.insert("rolled".to_owned(), revealed.rolled.clone().into());
                }
            });
        }
    };
    assert_eq!(wrong_after(&file, older), "");
}

#[test]
fn each_seat_that_chooses_with_others_can_choose_before_them() {
    let mut game = dealt(None);
    let bid = |value| Choice { action: BID, values: vec![value] };
    let first = game.described_actions_of(Seat(0)).unwrap();
    assert_eq!(first, game.described_actions().unwrap());
    let third = game.described_actions_of(Seat(2)).unwrap();
    game.check_choice_of(Seat(2), &bid(7)).unwrap();
    for choice in [bid(1000), KEEP.into(), Choice { action: PASS, values: vec![1] }] {
        let refused = game.check_choice_of(Seat(2), &choice);
        assert!(matches!(refused, Err(MatchError::Rules(RulesFailure::Illegal))), "{choice}: {refused:?}");
    }
    assert_eq!((game.decisions(), game.to_act()), (0, Some(Seat(0))), "nothing was played");
    play(&mut game, BID, &[3]);
    assert!(game.described_actions_of(Seat(0)).unwrap().is_empty(), "it has chosen");
    play(&mut game, BID, &[5]);
    assert_eq!(game.described_actions().unwrap(), third, "as the third seat was offered before");
    play(&mut game, PASS, &[]);
    assert_eq!(game.to_act(), Some(Seat(1)));
    assert!(game.described_actions_of(Seat(0)).unwrap().is_empty());
    assert!(matches!(game.check_choice_of(Seat(0), &bid(1)), Err(MatchError::NotYourTurn)));
    let over = finished(None);
    assert!(matches!(over.check_choice_of(Seat(0), &bid(1)), Err(MatchError::Over)));
}

//! Matches: played, clocked, undone, suspended and taken up again.

use crate::common::{dealt, play, players, ruleset};
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, MatchError, Reason, RulesFailure};
use stonehouse_plugin::{Action, Observer, Seat, Seats};

#[test]
fn a_match_is_played_to_its_end() {
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), None);
    assert_eq!(game.described_actions().unwrap().len(), 3);
    play(&mut game, &[1, 3]);
    let end = game.end().unwrap();
    assert_eq!((&end.outcome.scores[..], end.outcome.winners), (&[0, 1][..], Seats::from(Seat(1))));
    assert_eq!(end.reason, Reason::Rules);
    assert!(game.described_actions().unwrap().is_empty());
    assert!(matches!(game.play(Action(1), Instant::now()), Err(MatchError::Over)));
}

#[test]
fn an_illegal_action_changes_nothing() {
    let mut game = dealt(&ruleset("", &[]), None);
    let before = game.scene(Observer::Referee).unwrap();
    let refused = game.play(Action(9), Instant::now());
    assert!(matches!(refused, Err(MatchError::Rules(RulesFailure::Illegal))));
    assert_eq!(game.scene(Observer::Referee).unwrap(), before);
    assert!(game.is_empty());
}

#[test]
fn undo_reverts_a_persons_last_action_and_later_bot_actions() {
    let mut game = dealt(&ruleset("", &[]), None);
    play(&mut game, &[1, 2]);
    let before = game.scene(Observer::Referee).unwrap();
    play(&mut game, &[3, 1]);
    assert_eq!(game.undo(Instant::now()).unwrap(), 2);
    assert_eq!(game.scene(Observer::Referee).unwrap(), before);
    assert_eq!(game.to_act(), Some(Seat(0)));
    assert_eq!(game.undo(Instant::now()).unwrap(), 2);
    assert!(matches!(game.undo(Instant::now()), Err(MatchError::NothingToUndo)));
}

#[test]
fn a_match_that_was_won_can_be_undone() {
    let mut game = dealt(&ruleset("[knobs]\nheap = 3\n", &[]), None);
    play(&mut game, &[3]);
    assert!(game.end().is_some());
    game.undo(Instant::now()).unwrap();
    assert!(game.end().is_none());
}

#[test]
fn a_player_out_of_time_loses_whatever_the_score() {
    let mut game = dealt(&ruleset("[clock]\nminutes = 1\n", &[]), None);
    let start = Instant::now();
    game.start_clock(start);
    game.play(Action(1), start + Duration::from_secs(59)).unwrap();
    assert!(!game.check_time(start + Duration::from_secs(118)).unwrap());
    assert!(game.check_time(start + Duration::from_secs(119)).unwrap());
    let end = game.end().unwrap();
    assert_eq!((end.reason, end.outcome.winners), (Reason::Time(Seat(1)), Seats::from(Seat(0))));
    assert_eq!(game.to_act(), None);
}

#[test]
fn an_action_that_comes_after_the_flag_fell_does_not_count() {
    let mut game = dealt(&ruleset("[clock]\nminutes = 1\n", &[]), None);
    let start = Instant::now();
    game.start_clock(start);
    assert!(matches!(game.play(Action(1), start + Duration::from_secs(61)), Err(MatchError::Over)));
    assert!(game.is_empty());
}

#[test]
fn the_time_that_a_message_took_is_not_taken_from_the_clock() {
    let mut game = dealt(&ruleset("[clock]\nminutes = 1\n", &[]), None);
    let start = Instant::now();
    let (late, credit) = (start + Duration::from_secs(61), Duration::from_secs(2));
    game.start_clock(start);
    game.play_with_credit(Action(1).into(), late, credit).unwrap();
    let left = game.clock().unwrap().left(late + Duration::from_secs(10));
    assert_eq!(left, [1, 50].map(Duration::from_secs), "the next clock starts when the message has arrived");
    let later = late + Duration::from_secs(70);
    assert!(matches!(game.play_with_credit(Action(1).into(), later, credit), Err(MatchError::Over)));
}

#[test]
fn the_end_of_the_log_is_as_in_the_whole() {
    let mut game = dealt(&ruleset("", &[]), None);
    play(&mut game, &[1, 2, 3]);
    for observer in [Observer::Public, Observer::Seat(Seat(1)), Observer::Referee] {
        let whole = game.log(observer);
        assert_eq!(whole.len(), 3);
        (0..=4).for_each(|from| assert_eq!(game.log_since(from, observer), whole[from.min(3)..]));
    }
}

#[test]
fn each_seat_has_its_own_time_and_undo_gives_it_back() {
    let mut game = dealt(&ruleset("[clock]\nminutes = [1, 0.5]\nincrement_seconds = 5\n", &[]), None);
    let start = Instant::now();
    let seconds = |game: &Match, at| game.clock().unwrap().left(start + Duration::from_secs(at))[0].as_secs();
    game.start_clock(start);
    game.play(Action(1), start + Duration::from_secs(10)).unwrap();
    assert_eq!(seconds(&game, 20), 55);
    game.undo(start + Duration::from_secs(20)).unwrap();
    assert_eq!(seconds(&game, 20), 60);
}

#[test]
fn a_paused_clock_loses_no_time() {
    let mut game = dealt(&ruleset("[clock]\nminutes = 1\n", &[]), None);
    let start = Instant::now();
    game.start_clock(start);
    game.pause_clock(start + Duration::from_secs(5));
    assert!(!game.check_time(start + Duration::from_secs(500)).unwrap());
    assert_eq!(game.clock().unwrap().left(start + Duration::from_secs(500))[0], Duration::from_secs(55));
}

#[test]
fn a_failing_house_rule_stops_the_match_until_it_is_repaired() {
    let rule = |worth: &str| format!("return {{ last_pebble = function(ctx, points) return {worth} end }}");
    let (broken, repaired) = (rule("points + (function(c) return c.trns end)(ctx)"), rule("points + ctx.turns"));
    let folder = tempfile::tempdir().unwrap();
    let body = "scripts = [\"worth.lua\"]\n[knobs]\nheap = 3\n";
    let mut game = dealt(&ruleset(body, &[("worth.lua", &broken)]), Some(folder.path()));
    play(&mut game, &[1, 1]);
    let Err(MatchError::Rules(RulesFailure::HouseRule { problem, .. })) = game.play(Action(1), Instant::now()) else {
        panic!("the house rule should have failed");
    };
    assert!(problem.to_string().starts_with("scripts/pebbles/worth.lua:1:"), "{problem}");
    assert_eq!(game.len(), 2);
    let first = game.record_file().unwrap().to_owned();

    game.continue_under(&ruleset(body, &[("worth.lua", &repaired)])).unwrap();
    play(&mut game, &[1]);
    assert_eq!(game.end().unwrap().outcome.scores, [3, 0]);
    let old = stonehouse_engine::Record::read(&first).unwrap();
    assert!(!old.is_unfinished() && old.continued.is_some());
}

#[test]
fn every_call_in_which_a_plugin_panics_ends_in_a_sentence() {
    for call in ["deal", "turn", "legal_actions", "apply", "scores", "scene", "describe"] {
        let rules = ruleset(&format!("[knobs]\nfail_in = \"{call}\"\nheap = 1\nmost = 1\n"), &[]);
        let run = || -> Result<(), String> {
            let mut game = Match::new(&rules, 1, players(), None).map_err(|error| error.to_string())?;
            game.scene(Observer::Public).map_err(|error| error.to_string())?;
            game.described_actions().map_err(|error| error.to_string())?;
            game.play(Action(1), Instant::now()).map_err(|error| error.to_string())
        };
        let message = run().unwrap_err();
        assert!(
            message.starts_with("Pebbles cannot continue: the game's plugin failed inside `")
                && message.contains("`: asked to fail in "),
            "{call}: {message}"
        );
    }
}

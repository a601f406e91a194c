//! Whether an undo reveals: whether a player saw what they could not have known without the actions taken back.

use crate::common::lots::{DRAW, PASS, dealt, lay, play};
use stonehouse_plugin::{Action, Observer, Seat};

/// The card that the last action of a match drew.
fn drawn(game: &stonehouse_engine::Match) -> u8 {
    let log = game.log(Observer::Referee);
    log.last().unwrap().text.to_string().strip_prefix("draws ").unwrap().parse().unwrap()
}

fn reveals(actions: &[Action]) -> bool {
    let mut game = dealt(9, None);
    play(&mut game, actions);
    game.undo_reveals().unwrap()
}

#[test]
fn taking_back_nothing_or_what_was_known_reveals_nothing() {
    assert!(!reveals(&[]));
    assert!(!reveals(&[PASS]));
    assert!(!reveals(&[PASS, PASS]));
}

#[test]
fn taking_back_a_draw_takes_back_what_was_seen() {
    assert!(reveals(&[DRAW]));
    assert!(reveals(&[DRAW, PASS]));
}

#[test]
fn a_bots_hidden_draw_reveals_nothing_but_an_open_card_does() {
    assert!(!reveals(&[PASS, DRAW]));
    let mut game = dealt(9, None);
    play(&mut game, &[PASS, DRAW]);
    let card = drawn(&game);
    play(&mut game, &[PASS]);
    assert!(!game.undo_reveals().unwrap());
    play(&mut game, &[lay(card)]);
    assert!(game.undo_reveals().unwrap());
}

#[test]
fn laying_open_a_card_reveals_it_only_to_another_person() {
    let mut game = dealt(9, None);
    play(&mut game, &[DRAW]);
    let card = drawn(&game);
    play(&mut game, &[PASS, lay(card)]);
    assert!(!game.undo_reveals().unwrap());

    let people = ["Anna", "Ben"].map(stonehouse_engine::Player::person).to_vec();
    let mut game = stonehouse_engine::Match::new(&crate::common::lots::ruleset(9), 1, people, None).unwrap();
    play(&mut game, &[DRAW]);
    let card = drawn(&game);
    play(&mut game, &[PASS, lay(card)]);
    assert!(game.undo_reveals().unwrap());
    assert_eq!(game.to_act(), Some(Seat(1)));
}

#[test]
fn asking_changes_nothing() {
    let mut game = dealt(9, None);
    play(&mut game, &[DRAW, DRAW, PASS]);
    let before: Vec<_> = [Observer::Referee, Observer::Public].map(|who| game.scene(who).unwrap()).into();
    game.undo_reveals().unwrap();
    assert_eq!(before, [Observer::Referee, Observer::Public].map(|who| game.scene(who).unwrap()));
    play(&mut game, &[DRAW]);
    assert_eq!(game.len(), 4);
}

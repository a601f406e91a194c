//! Golden playthroughs: one match of every variant as text, to be reviewed by eye. A change of rules shows up as a readable difference.

#[path = "playthroughs/printed.rs"]
mod printed;

use printed::Printed;
use std::fmt::Write;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin_api::{Observer, Rng, Seat};
use stonehouse_tests::catalog;

/// Of a longer match the beginning and the end are told.
const LONGEST: usize = 150;

#[test]
fn a_match_of_every_variant() {
    for game in catalog().games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            let names: Vec<String> = ruleset.seating().seats.iter().map(|seat| seat.name.clone()).collect();
            let players = names.iter().map(Player::person).collect();
            let mut played = Match::new(&ruleset, 7, players, None).unwrap();
            let name = variant.full_name().replace('/', "__");
            insta::assert_snapshot!(name, playthrough(&mut played, names));
        }
    }
}

/// The whole match: a line for each action, the table as each seat sees it now and then, how each hand was counted, and at last what
/// everything looked like.
fn playthrough(played: &mut Match, names: Vec<String>) -> String {
    let mut printed = Printed::new(names);
    let mut text = String::new();
    let mut random = Rng::from_seed(1);
    let mut counted = 0;
    while let Some(seat) = played.to_act() {
        let told = played.len() < LONGEST;
        if told && played.len().is_multiple_of(24) {
            text += &tables(&mut printed, played);
        }
        let scene = played.scene(Observer::Seat(seat)).unwrap();
        if told {
            text += &printed.tally(scene.tally.as_ref(), &mut counted);
        }
        let choices = played.choices().unwrap();
        let choice = &choices[random.below(choices.len() as u32) as usize];
        let asked = printed.prompt(&scene, choices.len());
        let line = format!("{:>3}. {seat} {asked} > {}", played.len() + 1, printed.english(&choice.told.text));
        if told {
            writeln!(text, "{line}").unwrap();
        } else if played.len() == LONGEST {
            writeln!(text, "…").unwrap();
        }
        played.play(choice.action, Instant::now()).unwrap();
    }
    text += &printed.tally(played.scene(Observer::Public).unwrap().tally.as_ref(), &mut counted);
    text += &tables(&mut printed, played);
    let end = played.end().unwrap();
    writeln!(text, "scores {:?}, winners {:?}, {:?}", end.outcome.scores, end.outcome.winners, end.reason).unwrap();
    text + &printed.looks()
}

/// The table as each seat sees it, told once where all see the same.
fn tables(printed: &mut Printed, played: &Match) -> String {
    let seats = 0..played.players().len() as u8;
    let seen: Vec<String> =
        seats.map(|seat| printed.table(&played.scene(Observer::Seat(Seat(seat))).unwrap())).collect();
    if seen.windows(2).all(|pair| pair[0] == pair[1]) {
        return format!("\n{}\n", seen[0]);
    }
    seen.iter().enumerate().map(|(seat, seen)| format!("\nseat {seat} sees\n{seen}\n")).collect()
}

//! Golden playthroughs: a random match of every variant as text. Of a few variants the whole text is a snapshot, so
//! that a change of rules is a readable difference; of the others its digest, so that none changes unnoticed.

mod printed;

use printed::Printed;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Observer, Rng, Seat};
use stonehouse_tests::catalog;

/// Of a longer match the beginning and the end are printed.
const MAX_ACTIONS: usize = 150;

/// The variants whose matches are snapshots: of each game the base rules, and one of each kind of rule.
const READABLE: [&str; 12] = [
    "stonerow/base",
    "stonerow/draft",
    "stonerow/official",
    "stonerow/team",
    "tavern-stones/alliance",
    "tavern-stones/auction",
    "tavern-stones/loans",
    "tavern-stones/official",
    "three-stones/pie-rule",
    "three-stones/pure-skill",
    "three-stones/rising-water",
    "three-stones/standard",
];

#[test]
fn a_match_of_every_variant() {
    let mut digests = String::new();
    for game in catalog().games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            let names: Vec<String> = ruleset.seating().seats.iter().map(|seat| seat.name.clone()).collect();
            let players = names.iter().map(Player::person).collect();
            let mut played = Match::new(&ruleset, 7, players, None).unwrap();
            let text = playthrough(&mut played, names);
            let name = variant.full_name();
            let digest: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(digests, "{name} {digest}").unwrap();
            if READABLE.contains(&name.as_str()) {
                insta::assert_snapshot!(name.replace('/', "__"), text);
            }
        }
    }
    insta::assert_snapshot!("digests", digests);
}

/// The whole match: a line for each action, the table as each seat sees it now and then, how each hand was counted, and
/// at last the looks of all things.
fn playthrough(played: &mut Match, names: Vec<String>) -> String {
    let mut printed = Printed::new(names);
    let mut text = String::new();
    let mut random = Rng::from_seed(1);
    let mut counted = 0;
    while let Some(seat) = played.to_act() {
        let message = played.len() < MAX_ACTIONS;
        if message && played.len().is_multiple_of(24) {
            text += &tables(&mut printed, played);
        }
        let scene = played.scene(Observer::Seat(seat)).unwrap();
        if message {
            text += &printed.tally(scene.tally.as_ref(), &mut counted);
        }
        let choices = played.described_actions().unwrap();
        let choice = &choices[random.below(choices.len() as u32) as usize];
        let asked = printed.prompt(&scene, choices.len());
        let line = format!("{:>3}. {seat} {asked} > {}", played.len() + 1, printed.fill(&choice.description.text));
        if message {
            writeln!(text, "{line}").unwrap();
        } else if played.len() == MAX_ACTIONS {
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

/// The table as each seat sees it, printed once where all see the same.
fn tables(printed: &mut Printed, played: &Match) -> String {
    let seats = 0..played.players().len() as u8;
    let seen: Vec<String> =
        seats.map(|seat| printed.table(&played.scene(Observer::Seat(Seat(seat))).unwrap())).collect();
    if seen.windows(2).all(|pair| pair[0] == pair[1]) {
        return format!("\n{}\n", seen[0]);
    }
    seen.iter().enumerate().map(|(seat, seen)| format!("\nseat {seat} sees\n{seen}\n")).collect()
}

//! Languages that ship tell every text that a game that ships shows.

use std::collections::BTreeSet;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_language::{Language, shelf};
use stonehouse_plugin_api::abi::client::Position;
use stonehouse_plugin_api::{Arg, Observer, Rng, Seat, Text};
use stonehouse_tests::{catalog, folders};

/// The texts that matches of a ruleset show, each by its English template.
struct Shown(BTreeSet<String>);

impl Shown {
    fn note(&mut self, text: &Text) {
        // What has no words needs no other language: the name of a pocket, a number in its place.
        let words = text.key().split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() > 1);
        if words.count() > 0 {
            self.0.insert(text.key().to_owned());
        }
        for (_, arg) in text.arguments() {
            match arg {
                Arg::Text(text) => self.note(text),
                Arg::List(texts) => texts.iter().for_each(|text| self.note(text)),
                _ => {}
            }
        }
    }

    fn play(&mut self, ruleset: &Ruleset, seed: u64) {
        let mut rng = Rng::from_seed(seed);
        let mut position = Position::deal(ruleset.rules(), seed).unwrap();
        let mut legal = Vec::new();
        for turn in 0..1000 {
            if turn % 5 == 0 {
                for seat in 0..ruleset.seating().seats.len() {
                    let scene = position.scene(Observer::Seat(Seat(seat as u8)));
                    scene.unwrap().each_text(&mut |text| self.note(text));
                }
            }
            position.attempts(&mut legal).unwrap();
            if legal.is_empty() {
                break;
            }
            for attempt in legal.iter().take(40) {
                let act = position.act_of(*attempt).unwrap();
                let mut told = position.describe(&act, Observer::Referee).unwrap();
                told.each_text(&mut |text| self.note(text));
            }
            let attempt = legal[rng.below(legal.len() as u32) as usize];
            position.attempt(attempt).unwrap();
        }
    }
}

/// Every text of the shipped games: of matches of every variant, and of their names.
fn shown(catalog: &Catalog) -> BTreeSet<String> {
    let mut shown = Shown(BTreeSet::new());
    for game in catalog.games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            shown.play(&ruleset, 7);
        }
    }
    shown.0
}

#[test]
fn german_tells_every_text_that_the_shipped_games_show() {
    let (languages, problems) = shelf::all(&folders(None));
    assert_eq!(problems, []);
    let german: &Language = languages.iter().find(|language| language.code == "de").unwrap();
    let missing: Vec<String> = shown(&catalog()).into_iter().filter(|key| german.told(key).is_none()).collect();
    assert!(missing.is_empty(), "{} texts are missing:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn german_tells_the_rules_and_the_lessons_of_every_game_that_ships() {
    let (languages, _) = shelf::all(&folders(None));
    let german: &Language = languages.iter().find(|language| language.code == "de").unwrap();
    let catalog = catalog();
    let without: Vec<&str> =
        catalog.games().iter().map(stonehouse_engine::GameEntry::id).filter(|id| german.rules(id).is_none()).collect();
    assert_eq!(without, [""; 0], "no rules in German");
    let (lessons, _) = stonehouse_lesson::shelf::all(&folders(None));
    let texts = lessons.iter().flat_map(|lesson| {
        let steps = lesson.steps.iter().map(|step| &step.say).filter(|say| !say.is_empty());
        [&lesson.name, &lesson.summary].into_iter().chain(steps)
    });
    let missing: Vec<&String> = texts.filter(|text| german.told(text).is_none()).collect();
    assert!(missing.is_empty(), "{} texts are missing:\n{missing:#?}", missing.len());
}

//! Knobs of every kind, from a variant file to the game and through a record.

use crate::common::joined;
use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve, schema};
use stonehouse_engine::{Match, Player, Record, Ruleset, Variant};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Json, Observer, RulesError, Scene, Seat, Seating, Setup, Turn,
    json, knobs, linked_game, words,
};
use stonehouse_runtime::Plugin;

words! {
    /// Who begins.
    pub enum First {
        /// The youngest.
        Youngest = "youngest",
        /// Chosen by the seed.
        Draw = "by_draw",
    }
}

knobs! {
    /// The knobs of Dials.
    pub struct Knobs {
        /// A fraction, in hundredths when the game computes with it.
        pub share: f64 = 0.5, in 0.0..=1.0, step 0.01;
        /// A list whose length is open.
        pub heaps: Vec<u16> = vec![3, 4], in 1..=99, length 1..=4;
        /// A number, or none.
        pub last_turn: Option<u16> = Some(40), in 1..=1000;
        /// A text.
        pub motto: String = "Well taken.".to_owned(), letters ..=20;
        /// A choice.
        pub first: First = First::Draw;
    }
}

/// A game of one action, whose scores are values of its knobs.
struct Dials([i64; 2]);

impl Game for Dials {
    type Knobs = Knobs;
    type State = bool;

    fn about() -> About {
        About::new("dials", "Dials", "0.1.0").summary("Turn the knobs.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        let Knobs { share, heaps, last_turn, .. } = setup.knobs;
        let hundredths = (share * 100.0).round() as i64;
        let heaps: i64 = heaps.into_iter().map(i64::from).sum();
        Ok(Self([hundredths, heaps * 10_000 + last_turn.map_or(-1, i64::from)]))
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, _: u64) -> Result<bool, GameError> {
        Ok(false)
    }

    fn turn(&self, over: &bool) -> Turn {
        (!over).then_some(Seat(0)).into()
    }

    fn legal_actions(&self, _: &bool, actions: &mut Actions<'_>) -> Result<(), GameError> {
        actions.push(Action(0));
        Ok(())
    }

    fn apply(&self, over: &mut bool, _: Action) -> Result<(), GameError> {
        *over = true;
        Ok(())
    }

    fn scores(&self, _: &bool, scores: &mut [i64]) {
        scores.copy_from_slice(&self.0);
    }

    fn scene(&self, _: &bool, _: Observer) -> Scene {
        Scene::default()
    }

    fn describe(&self, _: &bool, _: Action, _: Observer) -> ActionText {
        ActionText::new("ends it").path(["do/0"])
    }
}

linked_game!(Dials);

fn plugin() -> Arc<Plugin> {
    Plugin::linked::<Dials>().unwrap()
}

fn variant(knobs: &str) -> Result<Arc<Variant>, String> {
    let text = format!("game = \"dials\"\n[knobs]\n{knobs}\n");
    let file =
        VariantFile::parse("variants/dials/test.toml".as_ref(), &text.into()).map_err(|problems| joined(&problems))?;
    resolve(&[file], 0, &plugin(), &|_, _| None).map(Arc::new).map_err(|problems| joined(&problems))
}

fn scores(variant: &Arc<Variant>) -> Vec<i64> {
    let ruleset = Ruleset::compile(&plugin(), variant).unwrap_or_else(|problems| panic!("{}", joined(&problems)));
    ruleset.rules().deal(1).unwrap().outcome().unwrap().scores
}

#[test]
fn the_game_gets_the_values_of_the_file() {
    assert_eq!(scores(&variant("").unwrap()), [50, 70_040]);
    let set = variant("share = 0.29\nheaps = [9, 1, 1]\nlast_turn = 7\nfirst = \"youngest\"").unwrap();
    assert_eq!(scores(&set), [29, 110_007]);
    // A fraction may be written as a whole number, and what may be absent by a word.
    let plain = variant("share = 1\nlast_turn = \"none\"").unwrap();
    assert_eq!(scores(&plain), [100, 69_999]);
    assert_eq!((&plain.knobs["share"], &plain.knobs["last_turn"]), (&json!(1.0), &Json::Null));
}

#[test]
fn an_impossible_value_of_a_knob_is_refused_with_its_place() {
    let cases = [
        ("share = 0.295", "3:9: `share` must be a number from 0 to 1 in steps of 0.01."),
        ("share = \"half\"", "3:9: `share` must be a number from 0 to 1 in steps of 0.01."),
        ("share = nan", "3:9: `share` has a value that no knob can have"),
        ("heaps = []", "3:9: `heaps` must be a list of 1 to 4, each a whole number from 1 to 99."),
        ("heaps = [1, 100]", "3:9: `heaps` must be a list of 1 to 4, each a whole number from 1 to 99."),
        ("last_turn = 0", "3:13: `last_turn` must be a whole number from 1 to 1000, or \"none\"."),
        ("motto = \"More than twenty letters.\"", "3:9: `motto` must be a text of at most 20 letters."),
    ];
    for (knobs, problem) in cases {
        assert_eq!(variant(knobs).unwrap_err(), format!("variants/dials/test.toml:{problem}\n"), "{knobs}");
    }
}

#[test]
fn differences_say_what_is_absent() {
    let set = variant("share = 0.25\nheaps = [7]\nlast_turn = \"none\"").unwrap();
    assert_eq!(set.differences(plugin().knobs()), ["share: 0.25 instead of 0.5", "heaps: 7", "no last turn"]);
    assert!(variant("share = 0.5\nlast_turn = 40").unwrap().differences(plugin().knobs()).is_empty());
}

#[test]
fn a_record_gives_back_the_same_knobs_to_the_last_digit() {
    let folder = tempfile::tempdir().unwrap();
    let set = variant("share = 0.07\nheaps = [1, 2, 3, 4]\nlast_turn = \"none\"").unwrap();
    let ruleset = Ruleset::compile(&plugin(), &set).unwrap_or_else(|problems| panic!("{}", joined(&problems)));
    let players = vec![Player::person("Anna"), Player::bot("Bot", "random")];
    let mut played = Match::new(&ruleset, 1, players, Some(folder.path())).unwrap();
    played.play(Action(0), std::time::Instant::now()).unwrap();
    let file = played.record_file().unwrap().to_owned();
    drop(played);
    let record = Record::read(&file).unwrap();
    let again = record.ruleset(&plugin()).unwrap();
    assert_eq!(again.variant().knobs, set.knobs);
    assert_eq!(scores(again.variant()), [7, 99_999]);
}

#[test]
fn the_schema_of_variant_files_holds_the_knobs() {
    let schema = schema(&plugin());
    let knobs = &schema["properties"]["knobs"];
    assert_eq!(knobs["description"], json!("The knobs of Dials."));
    assert_eq!(knobs["properties"]["heaps"]["maxItems"], json!(4));
    assert_eq!(knobs["properties"]["last_turn"]["default"], json!(40));
}

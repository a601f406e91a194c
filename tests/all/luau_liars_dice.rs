//! Liar's dice in Luau plays as the plugin of the same name does, seed by seed.
//!
//! The two draw dice in other ways from a seed: the plugin one number for each die, the script by shuffling the faces,
//! since a roll that everybody sees is no hidden die. So the script gets the dice that the plugin rolled for a seed,
//! from another file in the place of `dice.luau`. Everything else is compared: whose turn it is, the legal actions, the
//! scores and the winners.

use fixture_liars_dice::LiarsDice;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use stonehouse_conformance::check;
use stonehouse_house_rules::Script;
use stonehouse_plugin::{Action, Observer, Rng, Turn};
use stonehouse_runtime::{Choice, Plugin, Position, Rules};
use stonehouse_script_games::ScriptGame;

const GAME: &str = include_str!("luau/liars-dice/liars-dice.luau");
const DICE: &str = include_str!("luau/liars-dice/dice.luau");

/// The actions of the plugin: more dice, of any face; as many dice of a higher face; a challenge.
const RAISE: Action = Action(0);
const HIGHER: Action = Action(1);
const CHALLENGE: Action = Action(2);

fn script(dice: &str) -> Arc<Plugin> {
    let file = |name: &str, source: &str| Script::new(name, name, source);
    let game = ScriptGame::load_files(file("liars-dice.luau", GAME), vec![file("dice.luau", dice)]);
    Plugin::new(Arc::new(game.unwrap_or_else(|error| panic!("{error}")))).unwrap()
}

fn rules(plugin: &Arc<Plugin>, seats: u8, dice: u8, wild: bool) -> Arc<Rules> {
    let knobs = Map::from_iter([("dice".to_owned(), json!(dice)), ("wild_ones".to_owned(), json!(wild))]);
    plugin.rules(seats, &Value::Object(knobs), None).unwrap()
}

/// A choice: a bid, or a challenge.
type Bid = Option<(u64, u64)>;

/// The choices of the plugin, by the bid that each is: with all values that it accepts.
fn choices_of_native(position: &Position, current: Bid, dice: u64) -> BTreeMap<Bid, Choice> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    let mut choices = BTreeMap::new();
    for action in actions {
        let with = |values: Vec<i64>| Choice { action, values };
        let (count, face) = current.unwrap_or_default();
        let candidates: Vec<(Bid, Choice)> = match action {
            RAISE => (0..=dice + 1)
                .flat_map(|count| (0..=7).map(move |face| (count, face)))
                .map(|(count, face)| (Some((count, face)), with(vec![count as i64, face as i64 - 1])))
                .collect(),
            HIGHER => (0..7).map(|above| (Some((count, face + 1 + above)), with(vec![above as i64]))).collect(),
            action => {
                assert_eq!(action, CHALLENGE);
                vec![(None, Choice::from(action))]
            }
        };
        for (bid, choice) in candidates {
            if position.try_clone().unwrap().play(&choice).is_ok() {
                assert!(choices.insert(bid, choice).is_none(), "two ways to {bid:?}");
            }
        }
    }
    choices
}

/// The choices of the script.
fn choices_of_script(position: &Position) -> BTreeMap<Bid, Choice> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    let texts = position.describe_all(&actions, Observer::Referee).unwrap();
    let bid = |text: &str| {
        let (count, face) = text.strip_prefix("bids ")?.split_once(" of ")?;
        Some((count.parse().unwrap(), face.parse().unwrap()))
    };
    actions.into_iter().zip(texts).map(|(action, text)| (bid(&text.text.to_string()), Choice::from(action))).collect()
}

/// A match of the plugin with random choices.
struct Played {
    first: u8,
    /// The dice of each seat, by rounds.
    rolls: Vec<Value>,
    steps: Vec<Step>,
    winners: String,
}

/// A position of a match, and what was chosen in it.
struct Step {
    turn: Turn,
    scores: Vec<i64>,
    choices: Vec<Bid>,
    chosen: Bid,
}

fn scores(position: &Position, seats: u8) -> Vec<i64> {
    let mut scores = vec![0; seats.into()];
    position.scores(&mut scores).unwrap();
    scores
}

fn played(rules: &Arc<Rules>, seats: u8, seed: u64) -> Played {
    let mut position = Position::deal(rules, seed).unwrap();
    let mut draws = Rng::from_seed(seed);
    let dice = |position: &Position| position.state().reveal().unwrap()["dice"].take();
    let (mut rolls, mut steps, mut current) = (vec![dice(&position)], Vec::new(), None);
    let Turn::Seat(first) = position.state().turn().unwrap() else { panic!("nobody begins") };
    while let Turn::Seat(_) = position.state().turn().unwrap() {
        let before = scores(&position, seats);
        let choices = choices_of_native(&position, current, before.iter().sum::<i64>() as u64);
        // Low bids, so that matches have some of them, and a challenge now and then.
        let most = choices.len().min(9) as u32;
        let (chosen, choice) = choices.iter().nth(draws.below(most) as usize).unwrap();
        let step = Step {
            turn: position.state().turn().unwrap(),
            scores: before,
            chosen: *chosen,
            choices: choices.keys().copied().collect(),
        };
        steps.push(step);
        position.play(choice).unwrap();
        current = *chosen;
        if chosen.is_none() {
            rolls.push(dice(&position));
        }
    }
    let winners = format!("{:?} {:?}", position.outcome().unwrap().winners, scores(&position, seats));
    Played { first: first.0 + 1, rolls, steps, winners }
}

/// The text of a `dice.luau` with these dice.
fn fed(played: &Played) -> String {
    let mut text = format!("local dice = {{ first = function() return {} end }}\nlocal rolls = {{\n", played.first);
    for roll in &played.rolls {
        let _ = writeln!(text, "    {},", roll.to_string().replace('[', "{").replace(']', "}"));
    }
    text + "}\nfunction dice.roll(at, seat, number)\n\
        local faces = { rolls[at.round][seat][number] }\n\
        for face = 1, 6 do if face ~= faces[1] then table.insert(faces, face) end end\n\
        return faces\nend\nreturn dice\n"
}

#[test]
fn liars_dice_in_luau_plays_as_the_plugin_does_seed_by_seed() {
    let native = Plugin::linked::<LiarsDice>().unwrap();
    for (seats, dice, wild) in [(2, 5, true), (3, 2, false), (4, 3, true), (6, 1, true)] {
        let rules_of_native = rules(&native, seats, dice, wild);
        for seed in 0..6 {
            let expected = played(&rules_of_native, seats, seed);
            let mut position = Position::deal(&rules(&script(&fed(&expected)), seats, dice, wild), seed).unwrap();
            for (number, step) in expected.steps.iter().enumerate() {
                let place = format!("{seats} seats, seed {seed}, action {number}");
                assert_eq!(position.state().turn().unwrap(), step.turn, "{place}");
                assert_eq!(scores(&position, seats), step.scores, "{place}");
                let choices = choices_of_script(&position);
                assert!(choices.keys().eq(&step.choices), "{place}");
                position.play(&choices[&step.chosen]).unwrap();
            }
            assert!(position.is_finished().unwrap());
            let winners = format!("{:?} {:?}", position.outcome().unwrap().winners, scores(&position, seats));
            assert_eq!(winners, expected.winners, "{seats} seats, seed {seed}");
        }
    }
}

#[test]
fn liars_dice_in_luau_passes_its_tests_and_the_kit() {
    let rules = rules(&script(DICE), 3, 2, true);
    check(&rules, 4, 1).unwrap_or_else(|error| panic!("{error}"));
    let failed = self::rules(&script(DICE), 4, 5, true).failed_tests();
    assert!(failed.is_empty(), "{failed:?}");
}

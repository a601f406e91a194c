//! Many tables for a program that learns: whole conversations with linked games.

use fixture_market::Market;
use fixture_pebbles::Pebbles;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Rng, Seat};
use stonehouse_runtime::Plugin;
use stonehouse_session::Programs;
use stonehouse_session::caller::CallerSetup;
use stonehouse_session::tables::{TablesError, TablesSetup, serve};

fn ruleset(plugin: &Arc<Plugin>, knobs: &str) -> Arc<Ruleset> {
    let game = &plugin.about().id;
    let text = format!("game = \"{game}\"\nname = \"Test\"\n[knobs]\n{knobs}\n");
    let file = VariantFile::parse(Path::new("variants/test.toml"), &text.into()).unwrap();
    let variant = resolve(&[file], 0, plugin, &|_, _| None).unwrap();
    Ruleset::compile(plugin, &Arc::new(variant)).unwrap()
}

fn pebbles(knobs: &str) -> Arc<Ruleset> {
    ruleset(&Plugin::linked::<Pebbles>().unwrap(), knobs)
}

fn setup(ruleset: Arc<Ruleset>, players: [&str; 2], tables: u32, threads: usize) -> TablesSetup {
    let seat_players = players.map(|name| name.parse().unwrap()).to_vec();
    let seats = CallerSetup { ruleset, seat_players, programs: Programs::default(), record_dir: None };
    TablesSetup { seats, tables, threads }
}

const YOU: [&str; 2] = ["outside", "outside"];

fn reset(seed: u64) -> Vec<u8> {
    [&1_u32.to_le_bytes()[..], &seed.to_le_bytes()].concat()
}

fn step(choices: &[u32]) -> Vec<u8> {
    [2].iter().chain(choices).flat_map(|number| number.to_le_bytes()).collect()
}

/// The whole output for these requests.
fn output(setup: &TablesSetup, requests: &[Vec<u8>]) -> (Vec<u8>, Result<(), TablesError>) {
    let mut output = Vec::new();
    let served = serve(setup, &mut requests.concat().as_slice(), &mut output);
    (output, served)
}

/// An answer.
#[derive(Debug, PartialEq)]
enum Answer {
    /// Each array as numbers, by name, and the codes of all choices.
    Arrays(Vec<(String, Vec<i64>)>, Vec<u32>),
    Refused(String),
    Failed(String),
}

impl Answer {
    fn array(&self, wanted: &str) -> &[i64] {
        let Self::Arrays(arrays, _) = self else { panic!("{self:?}") };
        &arrays.iter().find(|(name, _)| name == wanted).unwrap_or_else(|| panic!("{wanted}: {self:?}")).1
    }
}

fn word(bytes: &mut &[u8]) -> u32 {
    let (word, rest) = bytes.split_first_chunk::<4>().unwrap();
    *bytes = rest;
    u32::from_le_bytes(*word)
}

/// The description of the arrays, and the answers.
fn parse(output: &[u8]) -> (Value, Vec<Answer>) {
    let line = output.iter().position(|byte| *byte == b'\n').unwrap();
    let hello: Value = serde_json::from_slice(&output[..line]).unwrap();
    let (mut rest, mut answers) = (&output[line + 1..], Vec::new());
    while !rest.is_empty() {
        let (answer, length) = (word(&mut rest), word(&mut rest) as usize);
        if answer > 0 {
            let text = String::from_utf8(rest[..length].to_vec()).unwrap();
            rest = &rest[length..];
            answers.push(if answer == 1 { Answer::Refused(text) } else { Answer::Failed(text) });
            continue;
        }
        let mut arrays = Vec::new();
        for array in hello["arrays"].as_array().unwrap() {
            let shape = array["shape"].as_array().unwrap().iter().map(|length| length.as_u64().unwrap());
            let count = (shape.product::<u64>() * hello["tables"].as_u64().unwrap()) as usize;
            let size = match array["number"].as_str().unwrap() {
                "u64" | "i64" => 8,
                "i32" => 4,
                _ => 1,
            };
            let number = |bytes: &[u8]| match *bytes {
                [one] => one.into(),
                [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).into(),
                _ => i64::from_le_bytes(bytes.try_into().unwrap()),
            };
            arrays.push((
                array["name"].as_str().unwrap().to_owned(),
                rest[..count * size].chunks(size).map(number).collect(),
            ));
            rest = &rest[count * size..];
        }
        let codes = (0..length).map(|_| word(&mut rest)).collect();
        answers.push(Answer::Arrays(arrays, codes));
    }
    (hello, answers)
}

fn answers(setup: &TablesSetup, requests: &[Vec<u8>]) -> Vec<Answer> {
    let (output, served) = output(setup, requests);
    served.unwrap();
    parse(&output).1
}

#[test]
fn the_first_line_describes_what_follows() {
    let (output, served) = output(&setup(pebbles(""), ["outside", "random"], 3, 1), &[reset(1)]);
    served.unwrap();
    let (hello, answers) = parse(&output);
    assert_eq!((&hello["say"], &hello["protocol"], &hello["tables"]), (&json!("tables"), &json!(1), &json!(3)));
    assert_eq!((&hello["variant"], &hello["yours"]), (&json!("pebbles/test"), &json!([0])));
    assert_eq!(hello["seats"][1]["player"], "Random");
    let names: Vec<&str> =
        hello["arrays"].as_array().unwrap().iter().map(|array| array["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["seeds", "final_scores", "scores", "rewards", "seat", "choices", "facts", "done"]);
    assert_eq!(answers[0].array("choices"), [3, 3, 3]);
    assert_eq!(answers[0].array("seat"), [0, 0, 0]);
}

/// A batch that is reset with `seed` and played for so many steps, each with the choice that `pick` returns for the
/// number of the step, the table and its number of choices.
fn played(setup: &TablesSetup, seed: u64, steps: u64, pick: impl Fn(u64, u64, u32) -> u32) -> Vec<Answer> {
    let mut requests = vec![reset(seed)];
    // Each time from the beginning, which makes no difference.
    for number in 0..steps {
        let answers = answers(setup, &requests);
        let counts = answers.last().unwrap().array("choices").iter();
        let choices: Vec<u32> = (0..).zip(counts).map(|(table, count)| pick(number, table, *count as u32)).collect();
        requests.push(step(&choices));
    }
    answers(setup, &requests)
}

fn anything(number: u64, table: u64, count: u32) -> u32 {
    (seed_of(number, table) % u64::from(count)) as u32
}

#[test]
fn matches_are_those_of_their_seeds_and_follow_one_another() {
    let ruleset = pebbles("heap = 5");
    let answers = played(&setup(Arc::clone(&ruleset), YOU, 2, 1), 9, 9, anything);
    for table in 0..2 {
        let deal = |number: u64| {
            let players = YOU.map(|name| Player::bot(name, name)).to_vec();
            Match::new(&ruleset, seed_of(seed_of(9, table), number), players, None).unwrap()
        };
        let (mut begun, mut current) = (1, deal(0));
        for (number, answer) in (0..).zip(&answers) {
            let of = |name: &str, width: usize| &answer.array(name)[table as usize * width..][..width];
            if number > 0 {
                let mut legal = Vec::new();
                current.position().legal_actions(&mut legal).unwrap();
                let chosen = legal[anything(number - 1, table, legal.len() as u32) as usize];
                current.play(chosen, Instant::now()).unwrap();
            }
            let outcome = current.end().map(|end| end.outcome.clone());
            assert_eq!(of("done", 1), [i64::from(outcome.is_some())]);
            assert_eq!(of("final_scores", 2), outcome.as_ref().map_or(vec![0, 0], |outcome| outcome.scores.clone()));
            let reward = |seat| match &outcome {
                None => 0,
                Some(outcome) if outcome.winners.contains(seat) => 1,
                Some(_) => -1,
            };
            assert_eq!(of("rewards", 2), [reward(Seat(0)), reward(Seat(1))]);
            if outcome.is_some() {
                current = deal(begun);
                begun += 1;
            }
            assert_eq!(of("seeds", 1), [current.seed().cast_signed()]);
            assert_eq!(of("seat", 1), [i64::from(current.to_act().unwrap().0)]);
            let mut heap = [0];
            current.position().state().fact(0, &mut heap).unwrap();
            assert_eq!(of("facts", 3)[0], heap[0]);
        }
        assert!(begun > 2, "matches that follow one another");
    }
}

#[test]
fn neither_threads_nor_other_tables_change_what_happens_at_a_table() {
    let ruleset = pebbles("");
    let with =
        |tables, threads| played(&setup(Arc::clone(&ruleset), ["outside", "random"], tables, threads), 5, 8, anything);
    let one = with(50, 1);
    for threads in [2, 3, 7] {
        assert_eq!(with(50, threads), one);
    }
    for (few, many) in with(20, 1).iter().zip(&one) {
        for name in ["seeds", "seat", "choices", "done"] {
            assert_eq!(few.array(name), &many.array(name)[..20]);
        }
    }
}

#[test]
fn an_impossible_choice_is_refused_and_changes_nothing() {
    let setup = setup(pebbles(""), YOU, 2, 1);
    let refused = |why: &str| Answer::Refused(why.to_owned());
    let answers = answers(&setup, &[step(&[0, 0]), reset(1), step(&[0, 3]), step(&[u32::MAX, 0]), step(&[2, 2])]);
    assert_eq!(answers[0], refused("there are no matches: reset the tables first"));
    assert_eq!(answers[2], refused("table 1 has no choice 3: there are 3, counted from 0"));
    assert_eq!(answers[3], refused("table 0 has no choice 4294967295: there are 3, counted from 0"));
    assert_eq!(answers[4].array("facts"), [9, 3, 0, 9, 3, 0]);
}

#[test]
fn a_failure_is_that_of_the_lowest_table_and_ends_with_a_reset() {
    let setup = setup(pebbles("fail_in = \"apply\""), YOU, 40, 2);
    let steps = [reset(1), step(&[0; 40]), step(&[0; 40]), reset(1)];
    let answers = answers(&setup, &steps);
    let Answer::Failed(why) = &answers[1] else { panic!("{answers:?}") };
    assert!(why.starts_with(&format!("table 0, in the match of seed {}: ", seed_of(seed_of(1, 0), 0))), "{why}");
    assert!(matches!(&answers[2], Answer::Refused(why) if why.contains("reset")), "{answers:?}");
    assert_eq!(answers[3], answers[0]);
}

#[test]
fn a_choice_that_asks_for_values_gets_the_least_ones() {
    let market = Plugin::linked::<Market>().unwrap();
    // Passing, a number, a word, counts.
    let turns = |number: u64, table: u64, _: u32| ((number + table) % 4) as u32;
    let answers = played(&setup(ruleset(&market, "dice = true"), YOU, 4, 1), 3, 8, turns);
    assert!(answers.iter().all(|answer| matches!(answer, Answer::Arrays(..))), "{answers:?}");
    let closed = played(&setup(ruleset(&market, "closed = true"), YOU, 1, 1), 3, 1, |_, _, _| 0);
    assert!(matches!(&closed[1], Answer::Failed(why) if why.contains("the market is closed")), "{closed:?}");
}

#[test]
fn a_match_that_does_not_end_fails() {
    let setup = setup(pebbles("endless = true"), ["outside", "random"], 1, 1);
    let steps: Vec<Vec<u8>> = std::iter::once(reset(1)).chain((0..50_001).map(|_| step(&[0]))).collect();
    let answers = answers(&setup, &steps);
    let failed = answers.iter().find(|answer| !matches!(answer, Answer::Arrays(..)));
    assert!(matches!(failed, Some(Answer::Failed(why)) if why.contains("did not end within 100000")), "{failed:?}");
}

#[test]
fn requests_that_mean_nothing_end_the_conversation_with_a_sentence() {
    let setup = setup(pebbles(""), YOU, 2, 1);
    let error = |bytes: &[u8]| output(&setup, &[bytes.to_vec()]).1.map_err(|error| error.to_string());
    assert_eq!(error(b""), Ok(()));
    let ended = Err("the input ended in the middle of a request".to_owned());
    for bytes in [&b"\x01"[..], &reset(1)[..11], &step(&[0, 0])[..8]] {
        assert_eq!(error(bytes), ended);
    }
    let unknown = "a request began with 1919251317: 1 resets the tables, and 2 plays a choice at each";
    assert_eq!(error(b"user"), Err(unknown.to_owned()));
}

#[test]
fn requests_in_any_order_with_any_numbers_are_answered() {
    let setup = setup(pebbles(""), YOU, 2, 1);
    for seed in 0..300 {
        let mut dice = Rng::from_seed(seed);
        let requests: Vec<Vec<u8>> = (0..20)
            .map(|_| match dice.below(8) {
                0 => reset(dice.next_u64()),
                1 => step(&[dice.below(5), u32::MAX - dice.below(2)]),
                _ => step(&[dice.below(4), dice.below(4)]),
            })
            .collect();
        assert_eq!(answers(&setup, &requests).len(), requests.len());
        // Cut off anywhere, or with one byte that is another.
        let mut bytes = requests.concat();
        let place = dice.below(bytes.len() as u32) as usize;
        bytes[place] = dice.below(256) as u8;
        bytes.truncate(place + dice.below(30) as usize);
        let (output, _) = output(&setup, &[bytes]);
        parse(&output);
    }
}

#[test]
fn outside_programs_and_arrays_without_end_are_refused_at_once() {
    let with = |players, tables| {
        let (output, served) = output(&setup(pebbles(""), players, tables, 1), &[]);
        (output.len(), served.map_err(|error| error.to_string()))
    };
    let (length, refused) = with(["outside", "run:cat"], 1);
    assert!(length == 0 && refused.clone().unwrap_err().starts_with("`run:cat` is an outside program"), "{refused:?}");
    let (length, refused) = with(YOU, u32::MAX);
    assert!(length == 0 && refused.clone().unwrap_err().contains("at most 1073741824 are possible"), "{refused:?}");
}

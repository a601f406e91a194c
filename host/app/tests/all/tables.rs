//! Many tables at once, from the command line: the messages of `stonehouse tables`.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use stonehouse_plugin::rng::seed_of;

/// Stonehouse with its own home, and pipes.
fn command(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonehouse"));
    command.args(args).current_dir(home).envs([("HOME", home), ("XDG_DATA_HOME", home)]);
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A conversation with Stonehouse.
struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn begin(home: &Path, args: &[&str]) -> Self {
        let mut child = command(home, args).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn word(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.output.read_exact(&mut bytes).unwrap();
        u32::from_le_bytes(bytes)
    }

    /// Ends the program by closing its input.
    fn close(self) {
        let Self { mut child, input, output } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
        drop(output);
    }
}

/// A batch of tables.
struct Tables {
    conversation: Conversation,
    hello: Value,
    count: usize,
    /// The arrays of the last answer, each as its bytes.
    arrays: Vec<Vec<u8>>,
    /// The codes of the choices, by table.
    codes: Vec<Vec<u64>>,
}

impl Tables {
    fn begin(home: &Path, variant: &str, tables: usize, threads: &str) -> Self {
        let args = ["tables", variant, "--tables", &tables.to_string(), "--threads", threads];
        let mut conversation = Conversation::begin(home, &args);
        let hello = conversation.line();
        assert_eq!(
            (&hello["say"], &hello["protocol"], &hello["tables"]),
            (&json!("tables"), &json!(1), &json!(tables))
        );
        Self { conversation, hello, count: tables, arrays: Vec::new(), codes: Vec::new() }
    }

    fn request(&mut self, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.conversation.input.write_all(&bytes).unwrap();
        let (answer, length) = (self.conversation.word(), self.conversation.word());
        assert_eq!(answer, 0);
        self.arrays.clear();
        for array in self.hello["arrays"].as_array().unwrap() {
            let size = match array["number"].as_str().unwrap() {
                "u64" | "i64" => 8,
                "i32" => 4,
                _ => 1,
            };
            let mut bytes = vec![0; self.count * length_of(array) * size];
            self.conversation.output.read_exact(&mut bytes).unwrap();
            self.arrays.push(bytes);
        }
        let mut codes = (0..length).map(|_| u64::from(self.conversation.word())).collect::<Vec<_>>().into_iter();
        self.codes =
            self.numbers("choices").iter().map(|count| codes.by_ref().take(count[0] as usize).collect()).collect();
        assert_eq!(codes.next(), None);
    }

    /// The description of an array.
    fn array(&self, name: &str) -> (usize, &Value) {
        let mut arrays = self.hello["arrays"].as_array().unwrap().iter().enumerate();
        arrays.find(|(_, array)| array["name"] == name).unwrap()
    }

    /// The numbers of an array, by table.
    fn numbers(&self, name: &str) -> Vec<Vec<i64>> {
        let (index, array) = self.array(name);
        let bytes = &self.arrays[index];
        let numbers: Vec<i64> = match array["number"].as_str().unwrap() {
            "u64" | "i64" => bytes.chunks(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap())).collect(),
            "i32" => bytes.chunks(4).map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap()).into()).collect(),
            _ => bytes.iter().map(|byte| i64::from(*byte)).collect(),
        };
        numbers.chunks(length_of(array)).map(<[i64]>::to_vec).collect()
    }

    /// The number of the column of a fact, of a seat where it has a value for each.
    fn fact(&self, name: &str, seat: Option<i64>) -> usize {
        let columns = self.array("facts").1["fields"].as_array().unwrap();
        columns.iter().position(|column| column["name"] == name && column["seat"].as_i64() == seat).unwrap()
    }

    fn reset(&mut self, seed: u32) {
        self.request(&[1, seed, 0]);
    }

    /// Plays something at each table.
    fn step(&mut self, number: u64) -> Vec<u32> {
        let place = |(table, codes): (usize, &Vec<u64>)| (seed_of(number, table as u64) % codes.len() as u64) as u32;
        let places: Vec<u32> = self.codes.iter().enumerate().map(place).collect();
        self.request(&[&[2], &places[..]].concat());
        places
    }
}

/// How many numbers an array has for each table.
fn length_of(array: &Value) -> usize {
    array["shape"].as_array().unwrap().iter().map(|length| length.as_u64().unwrap() as usize).product()
}

#[test]
fn a_match_at_a_table_is_the_match_that_play_deals_from_its_seed() {
    let home = tempfile::tempdir().unwrap();
    let variants = ["three-stones/small-board", "three-stones/hat-trick", "stonerow/duel", "tavern-stones/quick"];
    for variant in variants {
        let mut tables = Tables::begin(home.path(), variant, 3, "2");
        tables.reset(7);
        let mut single = Conversation::begin(home.path(), &["play", variant]);
        assert_eq!(single.line()["seats"], tables.hello["seats"]);
        let seed = tables.numbers("seeds")[1][0].cast_unsigned();
        assert_eq!(seed, seed_of(seed_of(7, 1), 0));
        single.say(&json!({ "say": "new", "seed": seed }));
        let (mut decisions, seats) = (0, tables.hello["seats"].as_array().unwrap().len());
        loop {
            let message = single.line();
            match message["say"].as_str().unwrap() {
                "match" => {}
                "choose" => {
                    let codes: Vec<u64> = message["choices"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|one| one["action"].as_u64().unwrap())
                        .collect();
                    assert_eq!((&codes, tables.numbers("done")[1][0]), (&tables.codes[1], 0), "{variant}");
                    assert_eq!(message["seat"], tables.numbers("seat")[1][0]);
                    let places = tables.step(decisions);
                    // The least values of inputs: the games that ship ask for none.
                    single.say(&json!({ "say": "choice", "id": message["id"], "choice": places[1] }));
                    decisions += 1;
                }
                "end" => {
                    assert_eq!(tables.numbers("done")[1][0], 1, "{variant}");
                    assert_eq!(message["scores"], json!(tables.numbers("final_scores")[1]), "{variant}");
                    let winners = message["winners"].as_array().unwrap();
                    let won = (0..seats).map(|seat| tables.numbers("rewards")[1][seat] >= 0);
                    assert!(won.enumerate().all(|(seat, won)| won == winners.contains(&json!(seat))), "{variant}");
                    break;
                }
                other => panic!("{variant}: {other}"),
            }
        }
        assert!(decisions > 10);
        single.close();
        tables.conversation.close();
    }
}

#[test]
fn a_seat_observes_of_what_is_secret_its_own_pieces_only() {
    let home = tempfile::tempdir().unwrap();
    for (variant, zone, count) in
        [("stonerow/official", "cards", "hand_cards"), ("tavern-stones/quick", "hidden_stones", "")]
    {
        let mut tables = Tables::begin(home.path(), variant, 8, "1");
        let (_, description) = tables.array(zone);
        assert_eq!(description["axes"], json!(["piece", "field"]), "{variant}");
        let fields = description["fields"].as_array().unwrap().len();
        let names: Vec<&str> =
            tables.hello["arrays"].as_array().unwrap().iter().map(|array| array["name"].as_str().unwrap()).collect();
        assert!(!names.contains(&"scores"), "they may count what is hidden: {names:?}");
        let secret = ["faces_held", "masons_held", "alike", "stones_worth"];
        let columns = tables.array("facts").1["fields"].as_array().unwrap();
        assert!(!columns.iter().any(|column| secret.iter().any(|fact| column["name"] == *fact)), "{variant}");
        tables.reset(1);
        for number in 0..60 {
            for (table, pieces) in tables.numbers(zone).iter().enumerate() {
                let held = pieces.chunks(fields).filter(|piece| piece[0] >= 0).count() as i64;
                let facts = &tables.numbers("facts")[table];
                let seat = tables.numbers("seat")[table][0];
                let expected = if count.is_empty() {
                    facts[tables.fact("stones_each", None)] - facts[tables.fact("stones_in_front", None)]
                } else {
                    facts[tables.fact(count, Some(seat))]
                };
                assert_eq!(held, expected, "{variant}");
            }
            tables.step(number);
        }
        tables.conversation.close();
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let home = tempfile::tempdir().unwrap();
    for variant in ["three-stones/slanted", "stonerow/duel"] {
        let [mut one, mut many] = ["1", "3"].map(|threads| Tables::begin(home.path(), variant, 50, threads));
        one.reset(3);
        many.reset(3);
        for number in 0..30 {
            assert!(one.arrays == many.arrays && one.codes == many.codes, "{variant}: {number}");
            one.step(number);
            many.step(number);
        }
        one.conversation.close();
        many.conversation.close();
    }
}

/// Runs Stonehouse with these bytes on its input.
fn send(home: &Path, args: &[&str], bytes: &[u8]) -> Output {
    let mut child = command(home, args).spawn().unwrap();
    // A program that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    child.wait_with_output().unwrap()
}

#[test]
fn an_impossible_or_malformed_request_ends_with_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let standard = ["tables", "three-stones/standard"];
    for (args, bytes, why) in [
        (&["tables", "three-stones/standart"][..], &b""[..], "Did you mean `standard`"),
        (&["tables", "three-stones/standard", "--players", "greedy,greedy"], b"", "no seat is left to you"),
        (&["tables", "three-stones/standard", "--players", "outside,run:cat"], b"", "`run:cat` is an outside program"),
        (&["tables", "three-stones/standard", "--set", "line_length=99"], b"", "line_length"),
        (&standard, b"\x01\0\0\0seed", "the input ended in the middle of a request"),
        (&standard, b"{\"say\":\"new\"}\n", "a request began with 1634935419"),
        (&standard, &[255; 10_000], "a request began with 4294967295"),
    ] {
        let output = send(home.path(), args, bytes);
        let report = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && report.contains(why), "{args:?}: {report}");
        assert_eq!(report.lines().count(), 1, "{report}");
    }
    for tables in ["0", "65537"] {
        let output = send(home.path(), &["tables", "three-stones/standard", "--tables", tables], b"");
        assert_eq!(output.status.code(), Some(2));
    }
}

//! Matches with a caller, who plays several seats over one line: whole conversations with a linked game.

use fixture_pebbles::Pebbles;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use stonehouse_bots::BotSpec;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Plugin;
use stonehouse_session::caller::{CallerError, CallerSetup, SeatPlayer, serve};
use stonehouse_session::{AgentSpec, Programs};

fn ruleset() -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let text = "game = \"pebbles\"\nname = \"Test\"\n";
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin, &|_, _| None).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

fn setup(seat_players: [&str; 2], record_dir: Option<PathBuf>) -> CallerSetup {
    let seat_players = seat_players.map(|name| name.parse().unwrap()).to_vec();
    CallerSetup { ruleset: ruleset(), seat_players, programs: Programs::default(), record_dir }
}

/// Bytes that are sent while they are read.
struct Pipe(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(into.len());
        into[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// A caller, and Stonehouse on another thread.
struct Call {
    say: Option<Sender<Vec<u8>>>,
    received: mpsc::Receiver<Value>,
    served: thread::JoinHandle<Result<(), CallerError>>,
}

impl Call {
    fn begin(setup: CallerSetup) -> Self {
        let ((say, output), (report, received)) = (mpsc::channel(), mpsc::channel());
        let served = thread::spawn(move || {
            let mut input = BufReader::new(Pipe(output, Vec::new()));
            serve(&setup, &mut input, &mut |line| {
                assert!(!line.contains('\n'));
                report.send(serde_json::from_str(line).unwrap()).map_err(|_| io::ErrorKind::BrokenPipe.into())
            })
        });
        let call = Self { say: Some(say), received, served };
        let table = call.receive();
        assert_eq!((&table["say"], &table["protocol"]), (&json!("table"), &json!(1)));
        call
    }

    fn say(&self, line: &str) {
        self.say.as_ref().unwrap().send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn receive(&self) -> Value {
        self.received.recv().unwrap()
    }

    /// Sends a line, and receives one message.
    fn ask(&self, line: &str) -> Value {
        self.say(line);
        self.receive()
    }

    fn choose(&self, question: &Value, choice: usize) {
        self.say(&json!({"say": "choice", "id": question["id"], "choice": choice}).to_string());
    }

    /// Plays a match of this seed with the first choice of each question: all messages from its beginning to its end.
    fn play(&self, seed: u64, seats: usize) -> Vec<Value> {
        self.say(&json!({"say": "new", "seed": seed}).to_string());
        let mut description = Vec::new();
        let mut ended = 0;
        while ended < seats {
            let message = self.receive();
            match message["say"].as_str().unwrap() {
                "choose" => self.choose(&message, 0),
                "match" => self.say(r#"{"say":"ready","protocol":1}"#),
                "end" => ended += 1,
                other => panic!("{other}: {message}"),
            }
            description.push(message);
        }
        description
    }

    fn close(mut self) -> Result<(), CallerError> {
        self.say = None;
        self.served.join().unwrap()
    }
}

fn is_refused(message: &Value, why: &str) -> bool {
    message["say"] == "refused" && message["why"].as_str().unwrap().contains(why)
}

#[test]
fn a_caller_plays_all_seats_and_a_seed_reproduces_the_match() {
    let call = Call::begin(setup(["outside", "outside"], None));
    let first = call.play(7, 2);
    let seats = |say: &str| -> Vec<u64> {
        first
            .iter()
            .filter(|description| description["say"] == say)
            .map(|description| description["seat"].as_u64().unwrap())
            .collect()
    };
    assert_eq!((seats("match"), seats("end")), (vec![0, 1], vec![0, 1]));
    assert!(seats("choose").contains(&0) && seats("choose").contains(&1));
    assert_eq!(first[0]["seats"].as_array().unwrap().len(), 2);
    // The numbers of the questions continue; everything else is the same.
    let bare = |description: Vec<Value>| -> Vec<Value> {
        description
            .into_iter()
            .map(|mut message| {
                message.as_object_mut().unwrap().remove("id");
                message
            })
            .collect()
    };
    let again = call.play(7, 2);
    assert_eq!(bare(first.clone()), bare(again));
    call.close().unwrap();
}

#[test]
fn each_message_contains_what_its_seat_may_see_and_no_more() {
    let call = Call::begin(setup(["outside", "outside"], None));
    let description = call.play(3, 2);
    let players = || vec![Player::bot("Outside", "outside"), Player::bot("Outside", "outside")];
    let mut current = Match::new(&ruleset(), 3, players(), None).unwrap();
    let mut lines = [0, 0];
    for question in description.iter().filter(|description| description["say"] == "choose") {
        let seat = Seat(question["seat"].as_u64().unwrap() as u8);
        assert_eq!(current.to_act(), Some(seat));
        let scene = current.scene(Observer::Seat(seat)).unwrap();
        assert_eq!(question["scene"], serde_json::to_value(scene).unwrap());
        // Each line of the log is sent once to each seat.
        assert_eq!(question["log_from"], lines[seat.index()]);
        lines[seat.index()] += question["log"].as_array().unwrap().len();
        assert_eq!(lines[seat.index()], current.len());
        let first = current.described_actions().unwrap()[0].action;
        current.play(first, std::time::Instant::now()).unwrap();
    }
    assert_eq!(description.last().unwrap()["scores"], json!(current.end().unwrap().outcome.scores));
    call.close().unwrap();
}

#[test]
fn the_other_seats_are_bots_and_receive_nothing() {
    let call = Call::begin(setup(["random", "outside"], None));
    let description = call.play(5, 1);
    assert!(description.iter().all(|message| message["seat"] == 1), "{description:?}");
    assert_eq!(description[0]["seats"][0]["player"], "Random");
    let refused = call.ask(r#"{"say":"look","seat":0}"#);
    assert!(is_refused(&refused, "seat 0 is not yours"), "{refused}");
    call.close().unwrap();
}

#[test]
fn a_new_match_takes_the_place_of_one_that_is_under_way() {
    let call = Call::begin(setup(["outside", "outside"], None));
    for seed in [1, 2] {
        call.say(&json!({"say": "new", "seed": seed}).to_string());
        assert_eq!(
            [call.receive(), call.receive(), call.receive()].map(|description| description["say"].clone()),
            ["match", "match", "choose"]
        );
    }
    let refused = call.ask(r#"{"say":"choice","id":1,"choice":0}"#);
    assert!(is_refused(&refused, "question 1 was asked before; this is 2"), "{refused}");
    call.close().unwrap();
}

#[test]
fn a_look_shows_the_table_to_a_seat_or_to_the_public_at_any_time() {
    let call = Call::begin(setup(["outside", "outside"], None));
    assert!(is_refused(&call.ask(r#"{"say":"look"}"#), "no match is under way"));
    call.play(4, 2);
    for (line, seat) in [(r#"{"say":"look","seat":1}"#, json!(1)), (r#"{"say":"look"}"#, Value::Null)] {
        let seen = call.ask(line);
        assert_eq!((&seen["say"], &seen["seat"]), (&json!("scene"), &seat));
        assert!(seen["scene"]["areas"].is_array());
    }
    call.close().unwrap();
}

#[test]
fn whatever_is_wrong_is_refused_with_a_reason_and_changes_nothing() {
    let call = Call::begin(setup(["outside", "random"], None));
    for line in ["hello", "{}", "[1]", r#"{"say":"new"}"#, r#"{"say":"new","seed":-1}"#, r#"{"say":"dance"}"#, "\u{0}"]
    {
        let refused = call.ask(line);
        assert!(is_refused(&refused, "not understood"), "{line}: {refused}");
        assert_eq!(refused["id"], Value::Null);
    }
    assert!(is_refused(&call.ask(r#"{"say":"choice","id":1,"choice":0}"#), "no match is under way"));
    assert!(is_refused(&call.ask(r#"{"say":"ready","protocol":7}"#), "version 7"));

    call.say(r#"{"say":"new","seed":1}"#);
    let mut question = call.receive();
    while question["say"] != "choose" {
        question = call.receive();
    }
    let id = question["id"].as_u64().unwrap();
    let choice = |id: u64, choice: &str, values: &str| {
        format!(r#"{{"say":"choice","id":{id},"choice":{choice},"values":{values}}}"#)
    };
    for (line, why) in [
        (choice(id, "999", "[]"), "there is no choice 999"),
        (choice(id + 5, "0", "[]"), "was never asked"),
        (choice(id, "0", "[1,2,3]"), "it takes 0 values"),
        (choice(id, "-1", "[]"), "not understood"),
    ] {
        let refused = call.ask(&line);
        assert!(is_refused(&refused, why), "{line}: {refused}");
        assert_eq!((&refused["id"], &refused["seat"]), (&json!(id), &json!(0)));
    }
    // The question is still open.
    call.choose(&question, 0);
    assert_ne!(call.receive()["say"], "refused");
    call.close().unwrap();
}

#[test]
fn a_line_without_end_is_an_error_and_not_kept() {
    let call = Call::begin(setup(["outside", "random"], None));
    call.say(&"x".repeat(2 << 20));
    assert!(matches!(call.served.join().unwrap(), Err(CallerError::TooLong)));
}

#[test]
fn every_match_has_a_record_of_its_own_and_none_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let call = Call::begin(setup(["outside", "random"], Some(folder.path().to_owned())));
        call.play(1, 1);
        call.play(2, 1);
        call.close().unwrap();
    }
    let mut names: Vec<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, [0, 1, 2, 3].map(|number| format!("game-{number:06}.stonehouse-record")));
    let text = fs::read_to_string(folder.path().join("game-000002.stonehouse-record")).unwrap();
    assert!(text.contains(r#""player":"outside""#) && text.contains(r#""line":"end""#), "{text}");
}

#[test]
fn a_match_that_cannot_begin_is_reported_and_another_may_follow() {
    let nobody = SeatPlayer::Agent(AgentSpec::Named("Ada".to_owned()));
    let call = Call::begin(CallerSetup {
        seat_players: vec![SeatPlayer::Outside, nobody],
        ..setup(["outside", "outside"], None)
    });
    for _ in 0..2 {
        let failed = call.ask(r#"{"say":"new","seed":1}"#);
        assert!(failed["say"] == "failed" && failed["why"].as_str().unwrap().contains("no program called `Ada`"));
    }
    call.close().unwrap();
}

#[test]
fn the_seats_of_a_caller_are_named_outside() {
    assert_eq!("outside".parse(), Ok(SeatPlayer::Outside));
    assert_eq!("random".parse(), Ok(SeatPlayer::Agent(AgentSpec::Bot(BotSpec::Random))));
    assert!("inside".parse::<SeatPlayer>().unwrap_err().to_string().contains("random"));
}

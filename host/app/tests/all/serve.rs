//! `stonehouse serve`: the links that it prints, and a process that is killed in the middle of matches.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

fn command(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonehouse"));
    command.arg("serve").args(args).current_dir(home).envs([("HOME", home), ("XDG_DATA_HOME", home)]);
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server that listens on a port that the system chose, and the links that it printed.
struct Serving {
    child: Child,
    links: Vec<String>,
}

impl Serving {
    /// Starts a server and reads its output up to this many links.
    fn start(home: &Path, args: &[&str], links: usize) -> Self {
        let mut child = command(home, &[args, &["--address", "127.0.0.1:0"]].concat()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let links: Vec<String> = lines
            .filter_map(|line| line.trim().split(' ').next().map(str::to_owned))
            .filter(|link| link.starts_with("http://"))
            .take(links)
            .collect();
        Self { child, links }
    }

    /// The address, without a code.
    fn address(&self) -> &str {
        self.links[0].strip_prefix("http://").and_then(|link| link.split_once("/#")).unwrap().0
    }

    fn code(&self, link: usize) -> &str {
        self.links[link].split_once("/#").unwrap().1
    }

    /// Ends it at once, as a power cut would.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A guest that speaks the protocol in JSON.
struct Guest {
    socket: WebSocket<TcpStream>,
    key: Value,
    view: Value,
    log: Vec<Value>,
}

impl Guest {
    fn join(address: &str, code: &str, name: &str, key: &Value) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/guest"), stream).unwrap();
        let mut guest = Self { socket, key: Value::Null, view: Value::Null, log: Vec::new() };
        guest.send(&json!({ "say": "hello", "protocol": 1, "code": code, "name": name, "key": key }));
        guest.until(|guest| !guest.view.is_null());
        guest
    }

    fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            match message["say"].as_str().unwrap() {
                "welcome" => self.key = message["key"].clone(),
                "view" => {
                    self.log.truncate(message["log_from"].as_u64().unwrap() as usize);
                    self.log.extend(message["log"].as_array().unwrap().iter().cloned());
                    self.view = message;
                }
                _ => {}
            }
        }
    }

    fn sit(&mut self, seat: u64) {
        self.send(&json!({ "say": "sit", "seat": seat }));
        self.until(|guest| guest.view["you"] == seat);
    }

    fn can_choose(&self) -> bool {
        self.view["choices"].as_array().is_some_and(|choices| !choices.is_empty())
    }

    /// Chooses the first action when it is its turn, and waits until it is in the log.
    fn act(&mut self) {
        self.until(Self::can_choose);
        let played = self.log.len();
        let action = self.view["choices"][0]["action"].clone();
        self.send(&json!({ "say": "act", "revision": self.view["revision"], "action": action }));
        self.until(|guest| guest.log.len() > played);
    }
}

#[test]
fn a_killed_server_continues_with_every_action_that_anybody_saw() {
    let home = tempfile::tempdir().unwrap();
    let first = Serving::start(home.path(), &["three-stones/standard"], 2);
    let (club, table) = (first.code(0).to_owned(), first.code(1).to_owned());
    let mut anna = Guest::join(first.address(), &table, "Anna", &Value::Null);
    anna.sit(0);
    let mut ben = Guest::join(first.address(), &table, "Ben", &Value::Null);
    ben.sit(1);
    for _ in 0..5 {
        anna.act();
        ben.act();
    }
    anna.act();
    first.kill();

    let second = Serving::start(home.path(), &["three-stones/standard"], 2);
    assert_eq!(
        (second.code(0), second.code(1)),
        (&*club, &*table),
        "the club and the table stay, and no new one is opened"
    );
    let mut back = Guest::join(second.address(), &table, "", &anna.key);
    assert_eq!((&back.view["you"], back.log.len()), (&json!(0), 11));
    assert_eq!(back.log, anna.log);
    let mut ben = Guest::join(second.address(), &table, "", &ben.key);
    ben.act();
    back.act();
    assert_eq!(back.log.len(), 13);
    second.kill();

    let records: Vec<_> = fs::read_dir(home.path().join("stonehouse/guests/records")).unwrap().collect();
    assert_eq!(records.len(), 1, "the match goes on in its record");
}

fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn an_impossible_table_is_refused_with_the_reason() {
    let home = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| failed(&command(home.path(), args).output().unwrap());
    let any = ["--address", "127.0.0.1:0"];
    assert!(run(&[&any[..], &["three-stones/none"]].concat()).contains("no variant `none`"));
    let players = ["three-stones/standard", "--players", "guest,greedy,greedy"];
    assert!(run(&[&any[..], &players].concat()).contains("3 players were named, but this variant has 2 seats"));
    let players = ["three-stones/standard", "--players", "greedy,greedy"];
    assert!(run(&[&any[..], &players].concat()).contains("at least one seat has to be for a guest"));
    assert!(run(&["--address", "127.0.0.1"]).contains("such as 127.0.0.1:7717"));
    assert!(run(&["--link", "games.example.org"]).contains("such as https://games.example.org"));
    assert!(run(&[&any[..], &["--no-club"]].concat()).contains("name a variant"));

    let serving = Serving::start(home.path(), &[], 1);
    let used = run(&["--address", serving.address(), "--folder", "other"]);
    assert!(used.contains("cannot be listened on") && used.contains("Another program uses the port"), "{used}");
    assert!(run(&any).contains("another server uses this folder"));
    serving.kill();
}

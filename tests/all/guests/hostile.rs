//! Guests who do what they must not. The others play on, and nothing changes.

use super::{Client, Games, catalog, open, seated, server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::{FromGuest, MAX_GUEST_MESSAGE, Proposal};
use stonehouse_guest_server::Server;
use stonehouse_plugin::{Action, Seat};
use tungstenite::Message;

const VARIANT: &str = "three-stones/standard";

/// A table at which Anna and Ben play.
struct Scenario {
    server: Server,
    code: String,
    anna: Client,
    ben: Client,
    _folder: tempfile::TempDir,
}

fn scenario() -> Scenario {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    let (ben, mut anna) = (guests.remove(1), guests.remove(0));
    anna.until("a turn", Client::can_choose);
    Scenario { server, code, anna, ben, _folder: folder }
}

impl Scenario {
    fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Everybody plays on as if nothing had happened.
    /// Returns how many messages besides views Anna was sent.
    fn plays_on(mut self) -> usize {
        assert!(self.anna.newest().log.is_empty(), "nothing was played");
        self.anna.act(0);
        self.ben.until("a turn", Client::can_choose);
        self.ben.act(0);
        self.anna.until("the next turn", |client| client.can_choose() && client.newest().log.len() == 2);
        self.anna.messages.len()
    }
}

#[test]
fn messages_that_are_none_end_the_connection() {
    let scenario = scenario();
    let texts = [
        "no JSON".to_owned(),
        "{\"say\":\"dance\"}".to_owned(),
        "[".repeat(8000),
        "{\"say\":\"act\",\"revision\":-1,\"action\":0}".to_owned(),
        "{\"say\":\"act\",\"revision\":1,\"action\":-1}".to_owned(),
        "{\"say\":\"act\",\"revision\":1,\"action\":1,\"values\":[1e300]}".to_owned(),
        "{\"say\":\"sit\",\"seat\":300}".to_owned(),
    ];
    for text in texts {
        let mut guest = Client::join(scenario.address(), &scenario.code, "Mallory");
        guest.send_text(text.clone());
        let why = guest.farewell();
        assert!(why.contains("not understood"), "{why}: {}", text.chars().take(40).collect::<String>());
    }
    let mut guest = Client::join(scenario.address(), &scenario.code, "Mallory");
    guest.send_frame(Message::binary(vec![0; 10]));
    assert!(guest.farewell().contains("messages are text"));
    let mut guest = Client::join(scenario.address(), &scenario.code, "Mallory");
    guest.send_text("x".repeat(MAX_GUEST_MESSAGE + 1));
    guest.farewell();
    scenario.plays_on();
}

/// Raw frames that no library would send.
#[test]
fn frames_that_are_none_end_the_connection() {
    let scenario = scenario();
    let frames: [&[u8]; 4] = [
        // Of a gigabyte.
        &[0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4],
        // Not masked.
        &[0x81, 0x02, b'{', b'}'],
        // Not UTF-8.
        &[0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28],
        // Of an unknown kind.
        &[0x8B, 0x80, 0, 0, 0, 0],
    ];
    for frame in frames {
        let mut stream = TcpStream::connect(scenario.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = "GET /guest HTTP/1.1\r\nHost: table\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                       Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        stream.write_all(frame).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    }
    scenario.plays_on();
}

#[test]
fn nobody_plays_for_somebody_else_or_twice() {
    let mut scenario = scenario();
    let (revision, action) = (scenario.anna.newest().revision, scenario.anna.newest().choices[0].action);
    let act = FromGuest::Act { revision, action, values: Vec::new() };
    // Not the own turn, no seat, an old revision, one of the future, no such action, values for none.
    assert!(scenario.ben.refused(&act).contains("not your turn"));
    let mut spectator = Client::join(scenario.address(), &scenario.code, "Mallory");
    assert!(spectator.refused(&act).contains("take a seat first"));
    for message in [FromGuest::Resign, FromGuest::Stand, FromGuest::Propose { proposal: Proposal::Undo }] {
        assert!(spectator.refused(&message).contains("take a seat first"));
    }
    for other in [revision - 1, revision + 1, u64::MAX] {
        let act = FromGuest::Act { revision: other, action, values: Vec::new() };
        assert!(scenario.anna.refused(&act).contains("the table has changed"));
    }
    let illegal = FromGuest::Act { revision, action: Action(u32::MAX), values: Vec::new() };
    assert!(!scenario.anna.refused(&illegal).is_empty());
    let valued = FromGuest::Act { revision, action, values: vec![i64::MAX; 100] };
    assert!(!scenario.anna.refused(&valued).is_empty());
    assert!(spectator.refused(&FromGuest::Sit { seat: Seat(0) }).contains("Anna has taken that seat"));
    assert!(spectator.refused(&FromGuest::Answer { id: 1, agrees: true }).contains("take a seat first"));

    // The same action twice in one packet acts once.
    scenario.anna.messages.clear();
    scenario.anna.send(&act);
    scenario.anna.send(&act);
    scenario.anna.until("the refusal", |client| !client.refusals().is_empty());
    scenario.ben.until("a turn", Client::can_choose);
    assert_eq!(scenario.ben.newest().log.len(), 1);
}

#[test]
fn wrong_codes_and_keys_open_nothing() {
    let scenario = scenario();
    let mut guest = Client::connect(scenario.address());
    guest.send(&FromGuest::Hello {
        protocol: 2,
        code: scenario.code.clone(),
        name: String::new(),
        key: None,
        language: None,
    });
    assert!(guest.farewell().contains("version 1"));
    let mut guest = Client::connect(scenario.address());
    guest.send(&FromGuest::Resign);
    assert!(guest.farewell().contains("has to be `hello`"));
    for key in ["", "00000000000000000000000000000000", "no key", "../../etc/passwd"] {
        let guest = Client::join_with(scenario.address(), &scenario.code, "Mallory", Some(key.to_owned()));
        assert_eq!(guest.newest().you, None, "{key}");
    }
    for _ in 0..5 {
        let mut guest = Client::connect(scenario.address());
        guest.hello("0000-0000-0000-0000", "Mallory", None);
        assert!(guest.farewell().contains("no table with this code"));
    }
    let mut guest = Client::connect(scenario.address());
    guest.hello("0000-0000-0000-0000", "Mallory", None);
    assert!(guest.farewell().contains("too many wrong codes"));
    // Others may have the same address.
    Client::join(scenario.address(), &scenario.code, "Ada");
    scenario.plays_on();
}

#[test]
fn a_flood_of_messages_reaches_nobody() {
    let scenario = scenario();
    let mut guest = Client::join(scenario.address(), &scenario.code, "Mallory");
    for _ in 0..2000 {
        guest.send(&FromGuest::Remark { text: "again".to_owned() });
    }
    guest
        .until("the refusal", |client| client.refusals().iter().any(|why| why.contains("faster than others can read")));
    // Spectators who read nothing cost the players nothing.
    let silent: Vec<Client> = (0..40).map(|_| Client::join(scenario.address(), &scenario.code, "Sam")).collect();
    let messages = scenario.plays_on();
    assert!(messages <= 6, "{messages}");
    drop(silent);
}

#[test]
fn requests_that_are_only_begun_are_closed() {
    let scenario = scenario();
    let begun: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = TcpStream::connect(scenario.address()).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ta").unwrap();
            stream
        })
        .collect();
    let start = Instant::now();
    for mut stream in begun {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Vec::new();
        assert!(stream.read_to_end(&mut answer).is_ok(), "still open after {:?}", start.elapsed());
    }
    scenario.plays_on();
}

#[test]
fn an_address_has_a_limit_of_connections() {
    let scenario = scenario();
    let mut open: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(scenario.address()).unwrap()).collect();
    let mut refused = 0;
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let sent = stream.write_all(b"GET /health HTTP/1.1\r\nHost: table\r\n\r\n");
        let mut answer = [0; 16];
        if sent.is_err() || !matches!(stream.read(&mut answer), Ok(1..)) {
            refused += 1;
        }
    }
    // Two are those of the players.
    assert_eq!(refused, 100 - 62);
    scenario.plays_on();
}

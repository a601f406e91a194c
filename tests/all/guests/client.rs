//! A guest that speaks the protocol.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::{FromGuest, FromHost, LogLine, PROTOCOL, Proposal, View, Welcome};
use stonehouse_plugin::Seat;
use tungstenite::{Message, WebSocket};

/// The time within which everything that a test waits for happens.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A guest.
pub struct Client {
    socket: WebSocket<TcpStream>,
    /// The message that it was sent when it came to the table.
    pub welcome: Option<Welcome>,
    /// The newest view, with the whole log.
    pub view: Option<View>,
    /// The messages besides views, in order.
    pub messages: Vec<FromHost>,
}

impl Client {
    /// Opens a connection and sends nothing.
    pub fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/guest"), stream).unwrap();
        Self { socket, welcome: None, view: None, messages: Vec::new() }
    }

    /// Comes to a table for the first time.
    pub fn join(address: SocketAddr, code: &str, name: &str) -> Self {
        Self::join_with(address, code, name, None)
    }

    /// Comes to a table with a key.
    pub fn join_with(address: SocketAddr, code: &str, name: &str, key: Option<String>) -> Self {
        let mut client = Self::connect(address);
        client.hello(code, name, key);
        client.until("a view", |client| client.view.is_some());
        client
    }

    /// Sends the first message.
    pub fn hello(&mut self, code: &str, name: &str, key: Option<String>) {
        self.hello_in(None, code, name, key);
    }

    /// Sends the first message of a guest to whom the host has to write in a language.
    pub fn hello_in(&mut self, language: Option<&str>, code: &str, name: &str, key: Option<String>) {
        self.send(&FromGuest::Hello {
            protocol: PROTOCOL,
            code: code.to_owned(),
            name: name.to_owned(),
            key,
            language: language.map(str::to_owned),
        });
    }

    /// The key that the host gave.
    pub fn key(&self) -> Option<String> {
        self.welcome.as_ref().map(|welcome| welcome.key.clone())
    }

    /// Sends a message.
    pub fn send(&mut self, message: &FromGuest) {
        self.send_text(serde_json::to_string(message).unwrap());
    }

    /// Sends a text.
    pub fn send_text(&mut self, text: String) {
        // A connection that the host has closed is noticed when it is read.
        let _ = self.socket.send(Message::text(text));
    }

    /// Sends a frame of any kind.
    pub fn send_frame(&mut self, message: Message) {
        let _ = self.socket.send(message);
    }

    /// Takes a seat, and waits until it has it.
    pub fn sit(&mut self, seat: u8) {
        self.send(&FromGuest::Sit { seat: Seat(seat) });
        self.until("the seat", |client| client.newest().you == Some(Seat(seat)));
    }

    /// Chooses the action at this place among those offered.
    pub fn act(&mut self, place: usize) {
        let view = self.newest();
        let (revision, action) = (view.revision, view.choices[place].action);
        self.send(&FromGuest::Act { revision, action, values: Vec::new() });
    }

    /// Proposes something.
    pub fn propose(&mut self, proposal: Proposal) {
        self.send(&FromGuest::Propose { proposal });
    }

    /// Answers the last proposal that it was sent.
    pub fn answer(&mut self, agrees: bool) {
        self.until("a proposal", |client| client.proposal().is_some());
        let id = self.proposal().unwrap();
        self.messages.clear();
        self.send(&FromGuest::Answer { id, agrees });
    }

    /// The number of the last proposal that it was sent.
    pub fn proposal(&self) -> Option<u64> {
        self.messages.iter().rev().find_map(|message| match message {
            FromHost::Proposed { id, .. } => Some(*id),
            _ => None,
        })
    }

    /// The newest view.
    pub fn newest(&self) -> &View {
        self.view.as_ref().expect("a table sends a view at once")
    }

    /// Whether it may choose.
    pub fn can_choose(&self) -> bool {
        self.view.as_ref().is_some_and(|view| !view.choices.is_empty())
    }

    /// The reasons for which requests were refused.
    pub fn refusals(&self) -> Vec<String> {
        let refused = self.messages.iter().filter_map(|message| match message {
            FromHost::Refused { why } => Some(why.to_string()),
            _ => None,
        });
        refused.collect()
    }

    /// Reads until something is so.
    ///
    /// # Panics
    /// When it is not so in time, or the connection ends.
    pub fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            let in_time = start.elapsed() < TIMEOUT;
            assert!(in_time && self.read(), "no message brought {what}: {:?} {:?}", self.summary(), self.messages);
        }
    }

    /// The parts of the newest view that explain what a test waits for.
    fn summary(&self) -> Option<impl std::fmt::Debug> {
        let view = self.view.as_ref()?;
        Some((view.revision, view.you, view.to_act, view.choices.len(), view.log.len(), &view.seats, &view.failure))
    }

    /// Sends this and waits for the refusal, which is returned.
    pub fn refused(&mut self, message: &FromGuest) -> String {
        self.messages.clear();
        self.send(message);
        self.until("a refusal", |client| !client.refusals().is_empty());
        self.refusals().remove(0)
    }

    /// Reads until the host ends the connection. Returns its reason; empty without one.
    pub fn farewell(&mut self) -> String {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT && self.read() {}
        assert!(start.elapsed() < TIMEOUT, "the host has not ended the connection");
        match self.messages.last() {
            Some(FromHost::Bye { why }) => why.to_string(),
            _ => String::new(),
        }
    }

    /// Reads one message. False when the connection has ended.
    fn read(&mut self) -> bool {
        match self.socket.read() {
            Ok(Message::Text(text)) => {
                self.receive(&text);
                true
            }
            Ok(Message::Close(_)) | Err(_) => false,
            Ok(_) => true,
        }
    }

    fn receive(&mut self, text: &str) {
        match serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}")) {
            FromHost::Welcome(welcome) => self.welcome = Some(welcome),
            FromHost::View(mut view) => {
                let mut log: Vec<LogLine> = self.view.take().map(|view| view.log).unwrap_or_default();
                assert!(view.log_from <= log.len(), "a line of the log was left out");
                log.truncate(view.log_from);
                log.append(&mut view.log);
                view.log = log;
                if let Some(scene) = &view.scene {
                    scene.check(view.seats.len()).unwrap();
                }
                self.view = Some(view);
            }
            message => self.messages.push(message),
        }
    }
}

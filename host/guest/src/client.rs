//! The connection to a host, on its own thread. When it is lost it is made again, until the client is dropped or the
//! host ends it.

use crate::link::TableLink;
use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::{FromGuest, FromHost, MAX_HOST_MESSAGE, PROTOCOL};
use stonehouse_language::{current_language, set_language, tr};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

/// The time in which a host has to answer when a connection is made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(6);

/// The time for which the thread waits for a message before it looks for one to send.
const POLL: Duration = Duration::from_millis(20);

/// The time after which a connection without any message is lost: the host sends a ping every five seconds.
const MAX_SILENCE: Duration = Duration::from_secs(15);

/// The time before the first attempt to connect again, and the longest one, in which repeated attempts end.
const RETRY: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(8));

/// A report of the connection.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent {
    /// It is made, and the guest is being recognised.
    Connected,
    /// A message of the host.
    Received(Box<FromHost>),
    /// It is lost, or could not be made, for this reason: a sentence. It is made again later.
    Lost(String),
}

/// A guest's connection to a host.
pub struct Client {
    outgoing: Sender<FromGuest>,
    events: Receiver<ClientEvent>,
}

impl Client {
    /// Begins to connect. `key` is the one that the host gave the guest earlier; `wake` is called after each event.
    pub fn connect(
        link: TableLink,
        name: String,
        key: Option<String>,
        wake: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        let (outgoing, requests) = mpsc::channel();
        let (reports, events) = mpsc::channel();
        let language = current_language();
        let connection = Connection { link, name, key, requests, reports, wake: Box::new(wake) };
        thread::Builder::new().name("guest".to_owned()).spawn(move || {
            set_language(&language);
            connection.run();
        })?;
        Ok(Self { outgoing, events })
    }

    /// Sends a message. While the connection is lost it is discarded.
    pub fn send(&self, message: FromGuest) {
        // A thread that has ended has reported why.
        let _ = self.outgoing.send(message);
    }

    /// The next event, if there is one.
    pub fn next_event(&self) -> Option<ClientEvent> {
        self.events.try_recv().ok()
    }
}

/// How a connection ended.
enum Ended {
    /// The host ended it: there is no other attempt.
    ForGood,
    /// It is lost, for this reason.
    Lost(String),
}

/// The client was dropped.
struct Dropped;

struct Connection {
    link: TableLink,
    name: String,
    key: Option<String>,
    requests: Receiver<FromGuest>,
    reports: Sender<ClientEvent>,
    wake: Box<dyn Fn() + Send>,
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

impl Connection {
    fn run(mut self) {
        let (first, longest) = RETRY;
        let mut wait = first;
        loop {
            let ended = match self.open() {
                Ok(socket) => {
                    wait = first;
                    self.talk(socket)
                }
                Err(why) => Ok(Ended::Lost(why)),
            };
            let Ok(Ended::Lost(why)) = ended else { return };
            if self.report(ClientEvent::Lost(why)).is_err() || self.rest(wait).is_err() {
                return;
            }
            wait = (wait * 2).min(longest);
        }
    }

    fn report(&self, event: ClientEvent) -> Result<(), Dropped> {
        self.reports.send(event).map_err(|_| Dropped)?;
        (self.wake)();
        Ok(())
    }

    /// Waits before the next attempt. What is sent meanwhile is discarded.
    fn rest(&self, wait: Duration) -> Result<(), Dropped> {
        let until = Instant::now() + wait;
        loop {
            match self.requests.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Disconnected) => return Err(Dropped),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(()),
            }
        }
    }

    /// Makes a connection.
    fn open(&self) -> Result<Socket, String> {
        let host = self.link.host();
        let unreachable = |why: String| tr!("{host} cannot be reached: {why}", host, why);
        let failed = |error: std::io::Error| unreachable(error.to_string());
        let usual = if self.link.is_encrypted() { 443 } else { 80 };
        let with_port = if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
            host.to_owned()
        } else {
            format!("{host}:{usual}")
        };
        let mut stream = Err(std::io::Error::from(ErrorKind::AddrNotAvailable));
        for address in with_port.to_socket_addrs().map_err(failed)? {
            stream = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT);
            if stream.is_ok() {
                break;
            }
        }
        let stream = stream.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_read_timeout(Some(CONNECT_TIMEOUT)).map_err(failed)?;
        stream.set_write_timeout(Some(CONNECT_TIMEOUT)).map_err(failed)?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_HOST_MESSAGE))
            .max_frame_size(Some(MAX_HOST_MESSAGE))
            .read_buffer_size(16 * 1024)
            .write_buffer_size(0);
        let no_host = || tr!("{host} is no host of tables", host);
        let upgraded = tungstenite::client_tls_with_config(self.link.socket(), stream, Some(config), None);
        match upgraded {
            Ok((socket, _)) => Ok(socket),
            Err(
                HandshakeError::Interrupted(_)
                | HandshakeError::Failure(Error::Http(_) | Error::Protocol(_) | Error::HttpFormat(_)),
            ) => Err(no_host()),
            Err(HandshakeError::Failure(error)) => Err(unreachable(error.to_string())),
        }
    }

    /// Passes messages on in both directions until the connection ends.
    fn talk(&mut self, mut socket: Socket) -> Result<Ended, Dropped> {
        self.report(ClientEvent::Connected)?;
        let hello = FromGuest::Hello {
            protocol: PROTOCOL,
            code: self.link.code.to_string(),
            name: self.name.clone(),
            key: self.key.clone(),
            language: None,
        };
        let lost = || Ok(Ended::Lost(tr!("The connection is lost.").to_owned()));
        if set_poll(&socket).is_err() || send(&mut socket, &hello).is_err() {
            return lost();
        }
        let mut received = Instant::now();
        loop {
            loop {
                let message = match self.requests.try_recv() {
                    Ok(message) => message,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        let _ = socket.close(None).and_then(|()| socket.flush());
                        return Err(Dropped);
                    }
                };
                if send(&mut socket, &message).is_err() {
                    return lost();
                }
            }
            match socket.read() {
                Ok(Message::Text(text)) => {
                    received = Instant::now();
                    // A later version may have messages that this one does not know.
                    let Ok(message) = serde_json::from_str::<FromHost>(text.as_str()) else { continue };
                    if let FromHost::Welcome(welcome) = &message {
                        self.key = Some(welcome.key.clone());
                    }
                    let is_last = matches!(message, FromHost::Bye { .. });
                    self.report(ClientEvent::Received(Box::new(message)))?;
                    if is_last {
                        return Ok(Ended::ForGood);
                    }
                }
                Ok(_) => received = Instant::now(),
                Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if received.elapsed() > MAX_SILENCE {
                        return lost();
                    }
                }
                Err(_) => return lost(),
            }
        }
    }
}

/// Sends a message at once.
fn send(socket: &mut Socket, message: &FromGuest) -> Result<(), Error> {
    let text = serde_json::to_string(message).map_err(|error| Error::Io(error.into()))?;
    socket.send(Message::text(text))
}

/// Reads for [`POLL`] only from now on.
fn set_poll(socket: &Socket) -> std::io::Result<()> {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream.set_read_timeout(Some(POLL)),
        MaybeTlsStream::Rustls(stream) => stream.get_ref().set_read_timeout(Some(POLL)),
        _ => Ok(()),
    }
}

//! One guest's connection: a WebSocket, at the club or at a table.

use crate::limits::{OpenConnection, Rate, WrongCodes};
use crate::open_tables::{Entrance, OpenTables, TableHandle, join};
use crate::outbox::{Outbox, Outgoing};
use crate::table::GuestId;
use crate::translated;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::{FromGuest, FromHost, MAX_GUEST_MESSAGE, MAX_HOST_MESSAGE, PROTOCOL};
use stonehouse_language::Language;
use stonehouse_plugin::{Text, text};
use tokio::time::{interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// The time in which a guest has to state its code.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The time in which a message has to be accepted by the guest's side.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// The silence after which a connection is lost.
pub(crate) const MAX_SILENCE: Duration = Duration::from_secs(15);

/// The time between two lists of the club.
const CLUB_INTERVAL: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Why a connection ends.
enum Ended {
    /// It is lost, or the other side closed it.
    Lost,
    /// The host ends it, for this reason.
    Closed(Text),
}

/// Limits of a guest's frames; small buffers, because there are many connections.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MAX_HOST_MESSAGE)
        .max_message_size(Some(MAX_GUEST_MESSAGE))
        .max_frame_size(Some(MAX_GUEST_MESSAGE))
}

/// Serves one guest until its connection ends.
pub(crate) async fn serve(
    upgraded: Upgraded,
    tables: Arc<OpenTables>,
    wrong_codes: Arc<WrongCodes>,
    address: IpAddr,
    counted: Arc<OpenConnection>,
) {
    let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config())).await;
    let (ended, language) = match hello(&mut socket).await {
        Ok(hello) => {
            let language = tables.games().language(hello.language.as_deref());
            (converse(&mut socket, &tables, &wrong_codes, address, hello, &language).await, language)
        }
        Err(ended) => (ended, tables.games().language(None)),
    };
    if let Ended::Closed(why) = ended {
        let _ = send(&mut socket, &FromHost::Bye { why }, &language).await;
        let _ = timeout(SEND_TIMEOUT, socket.close(None)).await;
    }
    drop(counted);
}

/// The first message of a guest.
struct Hello {
    protocol: u32,
    code: String,
    name: String,
    key: Option<String>,
    language: Option<String>,
}

async fn hello(socket: &mut Socket) -> Result<Hello, Ended> {
    match timeout(HELLO_TIMEOUT, next_message(socket)).await {
        Ok(Ok(FromGuest::Hello { protocol, code, name, key, language })) => {
            Ok(Hello { protocol, code, name, key, language })
        }
        Ok(Ok(_)) => Err(Ended::Closed(text!("the first message has to be `hello`"))),
        Ok(Err(ended)) => Err(ended),
        Err(_) => Err(Ended::Closed(text!("nothing was sent"))),
    }
}

async fn converse(
    socket: &mut Socket,
    tables: &Arc<OpenTables>,
    wrong_codes: &WrongCodes,
    address: IpAddr,
    hello: Hello,
    language: &Arc<Language>,
) -> Ended {
    let Hello { protocol, code, name, key, .. } = hello;
    if protocol != PROTOCOL {
        return Ended::Closed(text!(
            "the host uses version {own} of the protocol, and your page or program version {other}: reload or update it",
            own = PROTOCOL,
            other = protocol
        ));
    }
    match tables.entrance(&code) {
        // The right code opens the table, also for an address from which others have tried wrong ones.
        None if wrong_codes.is_blocked(address, Instant::now()) => {
            Ended::Closed(text!("too many wrong codes were tried from your address: wait a minute"))
        }
        None => {
            wrong_codes.note(address, Instant::now());
            Ended::Closed(text!("there is no table with this code: it may have been closed. Ask for another link"))
        }
        Some(Entrance::Club) => at_club(socket, tables, language).await,
        Some(Entrance::Table(table)) => match join(&table, &name, key.as_deref(), Arc::clone(language)) {
            Ok((id, outbox)) => {
                let (ended, received) = at_table(socket, &table, id, &outbox, language).await;
                table.with(|table| table.lose(id, received, Instant::now()));
                ended
            }
            Err(why) => Ended::Closed(why),
        },
    }
}

/// Serves a guest at the club: sends the list of tables when it changes, and opens tables.
async fn at_club(socket: &mut Socket, tables: &Arc<OpenTables>, language: &Language) -> Ended {
    let mut rate = Rate::of_messages(Instant::now());
    let mut ticks = interval(CLUB_INTERVAL);
    let mut sent = None;
    let mut received = Instant::now();
    loop {
        tokio::select! {
            message = next_frame(socket) => {
                received = Instant::now();
                slow_down(&mut rate).await;
                match message {
                    Ok(Frame::Message(FromGuest::Open { variant, players })) => {
                        let opened = tables.open_for_guest(&variant, &players);
                        let answer = match opened {
                            Ok(code) => FromHost::Opened { code: code.to_string() },
                            Err(error) => FromHost::Refused { why: error.to_string().into() },
                        };
                        if let Err(ended) = send(socket, &answer, language).await {
                            return ended;
                        }
                        sent = None;
                    }
                    Ok(Frame::Message(FromGuest::Leave)) => return Ended::Closed(text!("you have left")),
                    Ok(Frame::Message(_)) => {
                        let why = text!("this is the list of tables: open one, or go to one");
                        if let Err(ended) = send(socket, &FromHost::Refused { why }, language).await {
                            return ended;
                        }
                    }
                    Ok(Frame::Answer(_)) => {}
                    Err(ended) => return ended,
                }
            }
            _ = ticks.tick() => {
                if received.elapsed() > MAX_SILENCE {
                    return Ended::Lost;
                }
                let list = tables.club();
                let done = if sent.as_ref() == Some(&list) { ping(socket, Bytes::new()).await } else { send(socket, &list, language).await };
                if let Err(ended) = done {
                    return ended;
                }
                sent = Some(list);
            }
        }
    }
}

/// Serves a guest at a table. Returns when something was last received, too.
async fn at_table(
    socket: &mut Socket,
    table: &Arc<TableHandle>,
    id: GuestId,
    outbox: &Outbox,
    language: &Language,
) -> (Ended, Instant) {
    let mut rate = Rate::of_messages(Instant::now());
    let mut pings = interval(PING_INTERVAL);
    let mut pinged = (0_u64, Instant::now());
    let mut received = Instant::now();
    let ended = loop {
        tokio::select! {
            message = next_frame(socket) => {
                let now = Instant::now();
                match message {
                    Ok(frame) => {
                        received = now;
                        slow_down(&mut rate).await;
                        match frame {
                            Frame::Message(message) => {
                                table.note_received(id, None, now);
                                table.receive(id, message);
                            }
                            Frame::Answer(bytes) => {
                                // Only the answer to the last ping states how long it took.
                                let is_last = *bytes == pinged.0.to_be_bytes();
                                let answered_in = is_last.then(|| now.saturating_duration_since(pinged.1));
                                table.note_received(id, answered_in, now);
                            }
                        }
                    }
                    Err(ended) => break ended,
                }
            }
            outgoing = outbox.next() => {
                let sent = match outgoing {
                    Outgoing::Message(message) => send(socket, &message, language).await,
                    Outgoing::View => match table.view(id) {
                        Some(view) => send_text(socket, view).await,
                        None => Ok(()),
                    },
                    Outgoing::Close(why) => break Ended::Closed(why),
                };
                if let Err(ended) = sent {
                    break ended;
                }
            }
            _ = pings.tick() => {
                if received.elapsed() > MAX_SILENCE {
                    break Ended::Lost;
                }
                pinged = (pinged.0 + 1, Instant::now());
                if let Err(ended) = ping(socket, Bytes::copy_from_slice(&pinged.0.to_be_bytes())).await {
                    break ended;
                }
            }
        }
    };
    (ended, received)
}

/// Waits as long as a guest is ahead of the rate of messages: what it has sent meanwhile waits in its own system.
async fn slow_down(rate: &mut Rate) {
    while let Err(wait) = rate.count(Instant::now()) {
        tokio::time::sleep(wait).await;
    }
}

/// A frame of a guest.
enum Frame {
    Message(FromGuest),
    /// The answer to a ping.
    Answer(Bytes),
}

async fn next_message(socket: &mut Socket) -> Result<FromGuest, Ended> {
    loop {
        if let Frame::Message(message) = next_frame(socket).await? {
            return Ok(message);
        }
    }
}

async fn next_frame(socket: &mut Socket) -> Result<Frame, Ended> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                return serde_json::from_str(&text).map(Frame::Message).map_err(|error| {
                    Ended::Closed(text!("a message of yours is not understood: {why}", why = error.to_string()))
                });
            }
            Some(Ok(Message::Pong(bytes))) => return Ok(Frame::Answer(bytes)),
            // The library answers pings itself.
            Some(Ok(Message::Ping(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(Ended::Closed(text!("messages are text"))),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended::Lost),
        }
    }
}

async fn send(socket: &mut Socket, message: &FromHost, language: &Language) -> Result<(), Ended> {
    match serde_json::to_string(&*translated::message(language, message)) {
        Ok(text) => send_text(socket, text).await,
        Err(error) => Err(Ended::Closed(error.to_string().into())),
    }
}

async fn send_text(socket: &mut Socket, text: String) -> Result<(), Ended> {
    within_time(socket, Message::text(text)).await
}

async fn ping(socket: &mut Socket, bytes: Bytes) -> Result<(), Ended> {
    within_time(socket, Message::Ping(bytes)).await
}

async fn within_time(socket: &mut Socket, message: Message) -> Result<(), Ended> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Ended::Lost),
    }
}

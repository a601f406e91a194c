//! The connection of a guest to a table or to a club, and the trouble with it.

use super::words;
use egui::Context;
use stonehouse_guest::{Client, ClientEvent, TableLink};
use stonehouse_guest_protocol::{FromGuest, FromHost};
use stonehouse_language::tr;

/// The connection to a host.
pub(super) struct HostConnection {
    link: TableLink,
    /// The name under which the guest plays.
    name: String,
    client: Option<Client>,
    status: ConnectionStatus,
    /// Why the last request changed nothing.
    refusal: Option<String>,
}

/// The state of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConnectionStatus {
    Connecting,
    Connected,
    /// It is lost for this reason, and made again.
    Lost(String),
    /// It has ended, for this reason.
    Ended(String),
}

impl HostConnection {
    /// A connection that is made when its first message is taken.
    pub(super) const fn new(link: TableLink, name: String) -> Self {
        Self { link, name, client: None, status: ConnectionStatus::Connecting, refusal: None }
    }

    pub(super) const fn link(&self) -> &TableLink {
        &self.link
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) const fn status(&self) -> &ConnectionStatus {
        &self.status
    }

    pub(super) fn is_made(&self) -> bool {
        self.status == ConnectionStatus::Connected
    }

    pub(super) fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    pub(super) fn refuse(&mut self, why: String) {
        self.refusal = Some(why);
    }

    pub(super) fn close_refusal(&mut self) {
        self.refusal = None;
    }

    /// Makes the connection once more, with the next message that is taken.
    pub(super) fn reconnect(&mut self) {
        (self.client, self.status, self.refusal) = (None, ConnectionStatus::Connecting, None);
    }

    /// Goes to another table of the same host. Returns the link of the one before.
    pub(super) fn go_to(&mut self, link: TableLink) -> TableLink {
        self.reconnect();
        std::mem::replace(&mut self.link, link)
    }

    /// Ends the connection, for this reason.
    pub(super) fn end(&mut self, why: String) {
        (self.client, self.status) = (None, ConnectionStatus::Ended(why));
    }

    /// Sends a message, or states that nothing was sent.
    pub(super) fn send(&mut self, message: FromGuest) {
        if !self.is_made() {
            self.refuse(tr!("Without a connection nothing was sent.").to_owned());
            return;
        }
        self.refusal = None;
        if let Some(client) = &self.client {
            client.send(message);
        }
    }

    /// The next message of the host. `key` returns the key that the host gave this guest earlier.
    pub(super) fn next_message(&mut self, ctx: &Context, key: impl FnOnce() -> Option<String>) -> Option<FromHost> {
        if self.client.is_none() && self.status == ConnectionStatus::Connecting {
            let wake = ctx.clone();
            match Client::connect(self.link.clone(), self.name.clone(), key(), move || wake.request_repaint()) {
                Ok(client) => self.client = Some(client),
                Err(error) => self.end(words::sentence(&error.to_string())),
            }
        }
        loop {
            match self.client.as_ref()?.next_event()? {
                ClientEvent::Connected => self.status = ConnectionStatus::Connected,
                ClientEvent::Lost(why) => self.status = ConnectionStatus::Lost(why),
                ClientEvent::Received(message) => return Some(*message),
            }
        }
    }
}

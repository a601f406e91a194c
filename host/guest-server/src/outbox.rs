//! Messages that wait to be sent to a guest.
//!
//! A view is not queued: the connection is notified that there is a newer one, and fetches it when it can send. So a
//! slow guest is sent the newest view only, and costs the host nothing.

use parking_lot::Mutex;
use std::collections::VecDeque;
use stonehouse_guest_protocol::FromHost;
use stonehouse_plugin::{Text, text};
use tokio::sync::Notify;

/// The most messages that wait for a guest. One that does not read them is disconnected.
const MAX_WAITING: usize = 64;

/// The next item to send: a message, a view, or the end.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it is sent at once")]
pub enum Outgoing {
    /// A message.
    Message(FromHost),
    /// The newest view, to be fetched.
    View,
    /// The last message, after which the connection is closed: the reason.
    Close(Text),
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<FromHost>,
    has_newer_view: bool,
    closed: Option<Text>,
}

/// Messages that wait to be sent to a guest, in their order, and whether there is a newer view.
#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

impl Outbox {
    /// Queues a message. A guest for whom too many wait is disconnected.
    pub fn push(&self, message: FromHost) {
        let mut waiting = self.waiting.lock();
        if waiting.messages.len() >= MAX_WAITING {
            waiting.closed.get_or_insert_with(|| text!("your connection is too slow: come to the table again"));
        } else {
            waiting.messages.push_back(message);
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// Notes that there is a newer view.
    pub fn renew_view(&self) {
        self.waiting.lock().has_newer_view = true;
        self.changed.notify_one();
    }

    /// Ends the connection after the messages that wait.
    pub fn close(&self, why: Text) {
        self.waiting.lock().closed.get_or_insert(why);
        self.changed.notify_one();
    }

    /// Waits for the next item to send.
    pub async fn next(&self) -> Outgoing {
        loop {
            let changed = self.changed.notified();
            if let Some(next) = self.take() {
                return next;
            }
            changed.await;
        }
    }

    fn take(&self) -> Option<Outgoing> {
        let mut waiting = self.waiting.lock();
        if let Some(message) = waiting.messages.pop_front() {
            return Some(Outgoing::Message(message));
        }
        if let Some(why) = waiting.closed.clone() {
            return Some(Outgoing::Close(why));
        }
        std::mem::take(&mut waiting.has_newer_view).then_some(Outgoing::View)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(number: usize) -> FromHost {
        FromHost::Remark { by: "Anna".to_owned(), text: number.to_string() }
    }

    #[test]
    fn views_are_sent_once_and_after_the_messages() {
        let outbox = Outbox::default();
        outbox.renew_view();
        outbox.push(remark(1));
        outbox.renew_view();
        assert!(matches!(outbox.take(), Some(Outgoing::Message(_))));
        assert!(matches!(outbox.take(), Some(Outgoing::View)));
        assert!(outbox.take().is_none());
    }

    #[test]
    fn a_guest_who_reads_nothing_is_disconnected() {
        let outbox = Outbox::default();
        (0..1000).for_each(|number| outbox.push(remark(number)));
        let messages = std::iter::from_fn(|| match outbox.take() {
            Some(Outgoing::Message(_)) => Some(()),
            _ => None,
        });
        assert_eq!(messages.count(), MAX_WAITING);
        assert!(matches!(outbox.take(), Some(Outgoing::Close(_))));
    }
}

//! Events that house rules have not been notified of yet.

use crate::Event;

/// Events in the order in which they happened, with their fields. Its space is used again and again: a playout with
/// house rules goes through many events.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    /// Each event, and how many of the fields are its own.
    events: Vec<(Event, usize)>,
    /// The fields of all events, one after another.
    fields: Vec<i64>,
    /// The first event that was not taken out, and its first field.
    next: (usize, usize),
}

impl EventQueue {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { events: Vec::new(), fields: Vec::new(), next: (0, 0) }
    }

    /// How many events wait.
    pub const fn len(&self) -> usize {
        self.events.len() - self.next.0
    }

    /// Whether no event waits.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops all events.
    #[inline]
    pub fn clear(&mut self) {
        if !self.events.is_empty() {
            self.events.clear();
            self.fields.clear();
            self.next = (0, 0);
        }
    }

    /// Adds an event.
    pub fn push(&mut self, event: Event, fields: &[i64]) {
        self.events.push((event, fields.len()));
        self.fields.extend_from_slice(fields);
    }

    /// Moves at most `most` events of `other` to the end of this queue, and drops the rest.
    #[inline]
    pub fn append(&mut self, other: &mut Self, most: usize) {
        if other.is_empty() {
            return;
        }
        for _ in 0..most {
            let Some((event, fields)) = other.pop() else { break };
            self.push(event, fields);
        }
        other.clear();
    }

    /// The next event, with its fields.
    pub fn peek(&self) -> Option<(Event, &[i64])> {
        let (index, start) = self.next;
        let (event, count) = self.events.get(index).copied()?;
        Some((event, &self.fields[start..start + count]))
    }

    /// Takes the next event out, with its fields.
    pub fn pop(&mut self) -> Option<(Event, &[i64])> {
        let (index, start) = self.next;
        let Some((event, count)) = self.events.get(index).copied() else {
            self.clear();
            return None;
        };
        self.next = (index + 1, start + count);
        Some((event, &self.fields[start..start + count]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_leave_a_queue_in_order_with_their_fields() {
        let (mut queue, mut other) = (EventQueue::new(), EventQueue::new());
        for round in 0..3 {
            queue.push(Event::Game(1), &[round, 2]);
            other.push(Event::Game(2), &[]);
            other.push(Event::Game(3), &[4]);
            other.push(Event::Game(4), &[5]);
            queue.append(&mut other, 2);
            assert_eq!((queue.len(), other.len()), (3, 0));
            assert_eq!(queue.peek(), Some((Event::Game(1), &[round, 2][..])));
            assert_eq!(queue.pop(), Some((Event::Game(1), &[round, 2][..])));
            assert_eq!(queue.pop(), Some((Event::Game(2), &[][..])));
            queue.push(Event::Game(5), &[6]);
            assert_eq!(queue.pop(), Some((Event::Game(3), &[4][..])));
            assert_eq!(queue.pop(), Some((Event::Game(5), &[6][..])));
            assert_eq!(queue.pop(), None);
        }
    }
}

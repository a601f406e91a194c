//! An action that was played, and its lines in a record.

use super::describe::{Descriptions, RecordText};
use crate::record::{ActionLine, Revealed};
use std::cell::OnceCell;
use std::time::Duration;
use stonehouse_house_rules::HookTrace;
use stonehouse_plugin::Seat;
use stonehouse_runtime::{Choice, Position};

/// An action that was played and not taken back.
pub(super) struct PlayedChoice {
    /// The position in which it was chosen.
    pub before: Position,
    pub seat: Seat,
    pub choice: Choice,
    pub descriptions: Descriptions,
    /// Whether its code would reveal more to the public than its description does.
    pub is_sealed: bool,
    /// The time left on each clock after it.
    pub left: Option<Vec<Duration>>,
    /// The outcomes of chance after it, by code.
    pub rolled: Vec<u32>,
    /// The changes and output of house rules in it.
    pub hook_trace: HookTrace,
    /// Whether it was chosen together with the step before it.
    pub joins: bool,
    /// Whether a person chose it.
    pub by_person: bool,
    /// For each seat whether it learned something by this step, once that is computed.
    pub reveals_to: Box<[OnceCell<bool>]>,
}

impl PlayedChoice {
    /// The line of a record for this step of the match with this seed: with what the public may know, or `all`.
    pub fn line(&self, number: usize, seed: u64, all: bool) -> ActionLine {
        let text = if all { &self.descriptions.referee_record } else { &self.descriptions.public_record };
        let RecordText { text, data, house, rolls, messages } = text.clone();
        let mut line = ActionLine {
            // The older format, which contains everything, has no numbers.
            number: (!all).then_some(number),
            seat: self.seat,
            action: Some(self.choice.action),
            values: self.choice.values.clone(),
            sealed: None,
            text,
            data,
            left_ms: self.left.as_deref().map(milliseconds),
            rolled: if all { self.rolled.clone() } else { self.descriptions.public_codes(&self.rolled).to_vec() },
            rolls,
            messages,
            house: if all { Vec::new() } else { house },
        };
        if !all && self.is_sealed {
            line.seal(seed);
        }
        line
    }

    /// The line of this step at the end of the match, with what was secret.
    pub fn revealed_line(&self, number: usize) -> Revealed {
        let RecordText { text, data, house, rolls, messages } = self.descriptions.referee_record.clone();
        let (action, values) =
            if self.is_sealed { (Some(self.choice.action), self.choice.values.clone()) } else { (None, Vec::new()) };
        let (rolled, rolls) =
            if self.descriptions.hides_rolls() { (self.rolled.clone(), rolls) } else { (Vec::new(), Vec::new()) };
        let messages = if self.descriptions.hides_messages() { messages } else { Vec::new() };
        Revealed { number, action, values, text, data, house, rolled, rolls, messages }
    }
}

pub(super) fn milliseconds(left: &[Duration]) -> Vec<u64> {
    left.iter().map(|left| left.as_millis() as u64).collect()
}

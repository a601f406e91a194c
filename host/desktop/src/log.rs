//! The log of a match, as matches and reviews show it.

use stonehouse_engine::LogEntry;
use stonehouse_language::translate;
use stonehouse_plugin::{Seat, Text};

/// A line of the log.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogLine {
    /// The number of the action, from 1; `None` for an event before or after an action.
    pub number: Option<usize>,
    /// The seat that acted, or did what is no action; `None` for what nobody did, such as an announcement.
    pub seat: Option<Seat>,
    pub text: String,
    /// Whether it is an outcome of chance, after the action above or before the first one.
    pub is_rolled: bool,
    /// The changes that house rules made when it was played.
    pub hook_changes: Vec<String>,
    /// The lines that they printed then.
    pub printed: Vec<String>,
}

/// An event between two actions.
pub(crate) struct Remark {
    /// How many actions the match had then.
    pub after: usize,
    pub seat: Option<Seat>,
    pub text: String,
}

/// The log with the players' names filled in, and with remarks between its lines. Remarks about actions that were taken
/// back come last.
pub(crate) fn log_lines(log: Vec<LogEntry>, remarks: &[Remark], names: &[String]) -> Vec<LogLine> {
    let count = log.len();
    let remarks_at = |at: usize| {
        let here = remarks.iter().filter(move |remark| remark.after.min(count) == at);
        here.map(|remark| LogLine { seat: remark.seat, text: remark.text.clone(), ..LogLine::default() })
    };
    let announced = |text: Text| LogLine { text: translate(&text, names), ..LogLine::default() };
    let rolled = |text: Text| LogLine { is_rolled: true, ..announced(text) };
    let mut lines = Vec::new();
    for (index, entry) in log.into_iter().enumerate() {
        lines.extend(entry.dealt.into_iter().map(rolled));
        lines.extend(entry.opening.map(announced));
        lines.extend(remarks_at(index));
        lines.push(LogLine { number: Some(index + 1), seat: Some(entry.seat), ..announced(entry.text) });
        lines.extend(entry.rolled.into_iter().map(rolled));
        lines.extend(entry.news.map(announced));
        lines.extend(entry.messages.into_iter().map(announced));
    }
    lines.extend(remarks_at(count));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str) -> LogEntry {
        LogEntry {
            seat: Seat(0),
            dealt: Vec::new(),
            opening: None,
            text: text.to_owned().into(),
            rolled: Vec::new(),
            news: None,
            messages: Vec::new(),
        }
    }

    fn remark(after: usize) -> Remark {
        Remark { after, seat: Some(Seat(1)), text: String::new() }
    }

    #[test]
    fn a_remark_follows_its_actions_and_comes_last_after_undo() {
        let log = |count: usize| ["a", "b", "c"][..count].iter().map(|text| entry(text)).collect::<Vec<_>>();
        let numbers = |count: usize| {
            let lines = log_lines(log(count), &[remark(2)], &[]);
            lines.iter().map(|line| line.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(3), [Some(1), Some(2), None, Some(3)]);
        assert_eq!(numbers(1), [Some(1), None]);
        assert_eq!(numbers(0), [None]);
    }

    #[test]
    fn the_deal_comes_before_a_remark_that_precedes_the_first_action() {
        let text = |text: &str| Text::from(text.to_owned());
        let entry = LogEntry { dealt: vec![text("dealt")], opening: Some(text("opened")), ..entry("a") };
        let lines = log_lines(vec![entry], &[remark(0)], &[]);
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["dealt", "opened", "", "a"]);
        assert!(lines[0].is_rolled && !lines[1].is_rolled);
    }
}

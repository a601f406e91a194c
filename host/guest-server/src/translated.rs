//! Messages in the language of a guest.
//!
//! A page in a browser has no languages of its own: it names the one that it wants, and is sent everything in it. A
//! program that translates by itself names none, and is sent English templates.

use std::borrow::Cow;
use stonehouse_guest_protocol::{BotInfo, FromHost, LogLine, OpenTable, SeatTitle, TableInfo, VariantInfo, Welcome};
use stonehouse_language::Language;
use stonehouse_plugin::{Seat, Text};

/// A message of the host in this language. A view is written in it already.
pub fn message<'a>(language: &Language, message: &'a FromHost) -> Cow<'a, FromHost> {
    if language.is_english() {
        return Cow::Borrowed(message);
    }
    let text = |text: &Text| language.text(text, None);
    Cow::Owned(match message.clone() {
        FromHost::Welcome(welcome) => FromHost::Welcome(Welcome { table: table(language, welcome.table), ..welcome }),
        FromHost::Club { variants, bots, tables } => FromHost::Club {
            variants: variants.into_iter().map(|it| VariantInfo { title: text(&it.title), ..it }).collect(),
            bots: bots.into_iter().map(|it| BotInfo { title: text(&it.title), ..it }).collect(),
            tables: tables
                .into_iter()
                .map(|it| OpenTable { title: text(&it.title), state: text(&it.state), ..it })
                .collect(),
        },
        FromHost::Proposed { id, proposal, by, text: what } => {
            FromHost::Proposed { id, proposal, by, text: text(&what) }
        }
        FromHost::Settled { id, agreed, text: result } => FromHost::Settled { id, agreed, text: text(&result) },
        FromHost::Report { text: report } => FromHost::Report { text: text(&report) },
        FromHost::Refused { why } => FromHost::Refused { why: text(&why) },
        FromHost::Bye { why } => FromHost::Bye { why: text(&why) },
        other @ (FromHost::Opened { .. } | FromHost::View(_) | FromHost::Remark { .. }) => other,
    })
}

fn table(language: &Language, table: TableInfo) -> TableInfo {
    let words = |english: &str| language.words(english).into_owned();
    TableInfo {
        game: words(&table.game),
        variant: words(&table.variant),
        rules: table.rules.iter().map(|rule| language.text(rule, None)).collect(),
        seats: table.seats.into_iter().map(|seat| SeatTitle { name: words(&seat.name), ..seat }).collect(),
        ..table
    }
}

/// A line of the log in this language, for the reader at the seat `you`.
pub fn log_line(language: &Language, line: LogLine, you: Option<Seat>) -> LogLine {
    if language.is_english() {
        return line;
    }
    let text = |text: &Text| language.text(text, you);
    let all = |texts: &[Text]| texts.iter().map(text).collect();
    LogLine {
        seat: line.seat,
        dealt: all(&line.dealt),
        opening: line.opening.as_ref().map(text),
        text: text(&line.text),
        rolled: all(&line.rolled),
        news: line.news.as_ref().map(text),
        messages: all(&line.messages),
    }
}

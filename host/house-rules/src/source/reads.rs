//! The names that a function reads of its first parameter, as far as its source shows: of a hook, the fields of its
//! context.
//!
//! Only these have to be passed, and only these decide the result; and a name that the game does not have is found
//! before anything is played. The names are known where the parameter occurs only in `ctx.name`. Wherever else it
//! occurs (passed on, indexed, assigned, hidden by another variable of its name) any name may be read, and this is the
//! result.

use super::lexer::{Token, TokenKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// A function, and the names that it reads.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Reads {
    /// The line of its `function`, from 1.
    pub line: usize,
    /// The names; `None` if it may read anything.
    pub names: Option<BTreeSet<String>>,
    /// Each place at which a name is read, and the name.
    pub places: Vec<(Range<usize>, String)>,
    /// Those of the places that are followed by `[ctx.seat]`.
    pub of_own_seat: Vec<usize>,
    /// The misuses of the context: the place and the kind of each; only where nothing else is in doubt.
    pub misused: Vec<(Range<usize>, Misuse)>,
    /// Each text with which a name is compared: its place, the name and the text.
    pub compared: Vec<(Range<usize>, String, String)>,
}

/// A misuse of the context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Misuse {
    /// A field is called as a method: `ctx:row()`.
    Called(String),
    /// A field is assigned: `ctx.n += 1`, or one of its seats, `ctx.n[seat] += 1`.
    Assigned {
        name: String,
        /// The text between the brackets.
        seat: Option<String>,
        /// The value that is assigned: `ctx.n + 1`.
        value: String,
    },
}

/// The tokens that may be before a comparison so that its first operand is the field alone.
const BEFORE: [&str; 15] =
    ["(", "if", "elseif", "and", "or", "return", "=", ",", "while", "until", "{", ";", "then", "else", "do"];
/// The tokens that bind more strongly than a comparison, after its second operand.
const STRONGER: [&str; 15] = ["..", ".", "[", "(", ":", "+", "-", "*", "/", "//", "%", "^", "::", "{", "=="];

/// The reads of the function with these tokens. `line` is that of its `function`, `parameter` the place of its first
/// parameter, if it has one, and `body` the tokens after its parameters.
pub(super) fn reads(
    source: &str,
    tokens: &[Token],
    line: usize,
    parameter: Option<usize>,
    body: Range<usize>,
) -> Reads {
    let text = |index: usize| tokens.get(index).map_or("", |token| &source[token.span.clone()]);
    let mut found = Reads {
        line,
        names: Some(BTreeSet::new()),
        places: Vec::new(),
        of_own_seat: Vec::new(),
        misused: Vec::new(),
        compared: Vec::new(),
    };
    let Some(parameter) = parameter.map(text) else { return found };
    if parameter == "..." {
        found.names = None;
        return found;
    }
    let mut names = BTreeSet::new();
    let mut is_known = true;
    for index in body {
        if tokens[index].kind != TokenKind::Word || text(index) != parameter {
            continue;
        }
        let before = index.checked_sub(1).map_or("", text);
        if matches!(before, "." | ":") && !is_range(tokens, index) {
            // A field or a method that has the name of the parameter, or a type.
            is_known &= before == ".";
            continue;
        }
        if let Some(misuse) = misuse(source, tokens, index) {
            found.misused.push(misuse);
            continue;
        }
        let is_read = text(index + 1) == "."
            && tokens.get(index + 2).is_some_and(|token| token.kind == TokenKind::Word)
            && !matches!(before, "function" | "::")
            && !matches!(text(index + 3), "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "..=");
        if !is_read {
            is_known = false;
            continue;
        }
        let name = text(index + 2).to_owned();
        let place = tokens[index].span.start..tokens[index + 2].span.end;
        let forward =
            matches!(text(index + 3), "==" | "~=") && BEFORE.contains(&before) && !STRONGER.contains(&text(index + 5));
        let backward = index >= 3
            && matches!(before, "==" | "~=")
            && BEFORE.contains(&text(index - 3))
            && !STRONGER.contains(&text(index + 3));
        let other = if forward { Some(index + 4) } else { backward.then(|| index - 2) };
        if let Some(word) = other.and_then(|other| plain(tokens.get(other)?, text(other))) {
            found.compared.push((place.clone(), name.clone(), word.to_owned()));
        }
        let key: Vec<&str> = (index + 3..index + 8).map(text).collect();
        if key == ["[", parameter, ".", "seat", "]"] {
            found.of_own_seat.push(place.start);
        }
        found.places.push((place, name.clone()));
        names.insert(name);
    }
    if !is_known {
        found.misused.clear();
    }
    found.names = (is_known && found.misused.is_empty()).then_some(names);
    found
}

/// The misuse of the context at this token, if there is one.
fn misuse(source: &str, tokens: &[Token], index: usize) -> Option<(Range<usize>, Misuse)> {
    /// The longest key, in tokens: its end is searched from every use.
    const MAX_KEY: usize = 32;
    let text = |index: usize| tokens.get(index).map_or("", |token| &source[token.span.clone()]);
    let name = tokens.get(index + 2).filter(|token| token.kind == TokenKind::Word)?;
    let (place, called) = (tokens[index].span.start..name.span.end, text(index + 2).to_owned());
    match text(index + 1) {
        ":" if text(index + 3) == "(" => return Some((place, Misuse::Called(called))),
        "." => {}
        _ => return None,
    }
    let (mut at, mut seat) = (index + 3, None);
    if text(at) == "[" {
        let mut depth = 0usize;
        let end = (at..at + MAX_KEY).find(|at| {
            match text(*at) {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        seat = Some(source[tokens[at].span.end..tokens[end].span.start].trim().to_owned());
        at = end + 1;
    }
    let operator = text(at)
        .strip_suffix('=')
        .filter(|operator| matches!(*operator, "" | "+" | "-" | "*" | "/" | "//" | "%" | "^"))?;
    let value = tokens
        .get(at + 1)
        .filter(|token| matches!(token.kind, TokenKind::Number | TokenKind::Word | TokenKind::String));
    // Only for a value of one token is the end certain.
    let ends = tokens
        .get(at + 2)
        .is_none_or(|next| next.kind == TokenKind::Word || next.kind == TokenKind::End || text(at + 2) == ";");
    let value = value.filter(|_| ends).map_or("...", |token| &source[token.span.clone()]);
    let read = &source[tokens[index].span.start..tokens[at - 1].span.end];
    let value = if operator.is_empty() { value.to_owned() } else { format!("{read} {operator} {value}") };
    Some((place, Misuse::Assigned { name: called, seat, value }))
}

/// Whether what is before the token is `..`, which ends in a dot too.
fn is_range(tokens: &[Token], index: usize) -> bool {
    tokens[index - 1].span.len() > 1
}

/// Whether the token after a text ends the operand of a comparison.
pub(super) fn ends_operand(next: &str) -> bool {
    !STRONGER.contains(&next)
}

/// The words of a text in quotes without anything special in it.
pub(super) fn plain<'a>(token: &Token, text: &'a str) -> Option<&'a str> {
    let is_quoted = token.kind == TokenKind::String && (text.starts_with('"') || text.starts_with('\''));
    is_quoted.then(|| &text[1..text.len() - 1]).filter(|words| !words.contains('\\'))
}

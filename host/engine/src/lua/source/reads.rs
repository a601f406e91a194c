//! What a function reads of its first parameter, as far as its text tells: of a hook, the fields of its context.
//!
//! Only what is read has to be handed over, and only what is read decides the answer; and a name that the game does not know is found before
//! anything is played. The text tells it where the parameter stands only in `ctx.name`. Wherever else it stands (handed on, indexed, assigned,
//! hidden by another variable of its name) anything may be read, and that is what is said.

use super::lexer::{Kind, Token};
use std::collections::BTreeSet;
use std::ops::Range;

/// A function, and what it reads.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Reads {
    /// The line of its `function`, from 1.
    pub line: usize,
    /// The names; `None` if it may read anything.
    pub names: Option<BTreeSet<String>>,
    /// Each place at which a name is read, and the name.
    pub places: Vec<(Range<usize>, String)>,
    /// Each text with which a name is compared: its place, the name and the text.
    pub compared: Vec<(Range<usize>, String, String)>,
}

/// What may stand before a comparison so that its first operand is the field alone.
const BEFORE: [&str; 15] =
    ["(", "if", "elseif", "and", "or", "return", "=", ",", "while", "until", "{", ";", "then", "else", "do"];
/// What binds more strongly than a comparison, after its second operand.
const STRONGER: [&str; 15] = ["..", ".", "[", "(", ":", "+", "-", "*", "/", "//", "%", "^", "::", "{", "=="];

/// What the function with these tokens reads. `line` is that of its `function`, `parameter` the place of its first parameter, if it has
/// one with a name, and `body` what comes after its parameters.
pub(super) fn reads(
    source: &str,
    tokens: &[Token],
    line: usize,
    parameter: Option<usize>,
    body: Range<usize>,
) -> Reads {
    let text = |index: usize| tokens.get(index).map_or("", |token| &source[token.at.clone()]);
    let mut found = Reads { line, names: Some(BTreeSet::new()), places: Vec::new(), compared: Vec::new() };
    let Some(parameter) = parameter.map(text) else {
        // Without a parameter nothing can be read of it; `...` has no name.
        found.names = None;
        return found;
    };
    let mut names = BTreeSet::new();
    let mut is_known = true;
    for index in body {
        if tokens[index].kind != Kind::Word || text(index) != parameter {
            continue;
        }
        let before = index.checked_sub(1).map_or("", text);
        if matches!(before, "." | ":") && !is_range(tokens, index) {
            // A field or a method that has the name of the parameter, or a type.
            is_known &= before == ".";
            continue;
        }
        let is_read = text(index + 1) == "."
            && tokens.get(index + 2).is_some_and(|token| token.kind == Kind::Word)
            && !matches!(before, "function" | "::")
            && !matches!(text(index + 3), "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "..=");
        if !is_read {
            is_known = false;
            continue;
        }
        let name = text(index + 2).to_owned();
        let place = tokens[index].at.start..tokens[index + 2].at.end;
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
        found.places.push((place, name.clone()));
        names.insert(name);
    }
    found.names = is_known.then_some(names);
    found
}

/// Whether what stands before the token is `..`, which ends in a dot too.
fn is_range(tokens: &[Token], index: usize) -> bool {
    tokens[index - 1].at.len() > 1
}

/// The words of a text in quotes without anything special in it.
fn plain<'a>(token: &Token, text: &'a str) -> Option<&'a str> {
    let is_quoted = token.kind == Kind::Text && (text.starts_with('"') || text.starts_with('\''));
    is_quoted.then(|| &text[1..text.len() - 1]).filter(|words| !words.contains('\\'))
}

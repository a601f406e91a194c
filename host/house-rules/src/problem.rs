//! Problems of files that a person wrote: the mistake, the place and the remedy.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The most problems of one file, or of one folder's records, that are shown; of the others only the number.
pub const MAX_SHOWN: usize = 20;

/// The beginnings of a list of names in a message.
const LISTS: [&str; 4] = [" It has: ", " The keys are: ", " Every hook can read: ", " It is one of: "];

/// A problem of a file, for the person who can correct it.
///
/// Shown as `file:line:column: message`; [`render`](Self::render) draws it with the line itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// The column in characters, counted from 1; 0 when the line as a whole is meant.
    pub column: usize,
    /// The mistake, and the remedy.
    pub message: String,
    /// Further hints, a line each.
    pub notes: Vec<String>,
    /// The file's text and the bytes that are meant, where known.
    source: Option<Box<(Arc<str>, Range<usize>)>>,
}

impl Problem {
    /// A problem of a file as a whole.
    pub fn file(file: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self { file: file.into(), line: 0, column: 0, message: message.into(), notes: Vec::new(), source: None }
    }

    /// A problem of a line.
    pub fn line(file: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Self { line, ..Self::file(file, message) }
    }

    /// A problem of the bytes `span` of the file's text.
    pub fn span(file: impl Into<PathBuf>, text: &Arc<str>, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = floor_boundary(text, span.start);
        let end = floor_boundary(text, span.end).max(start);
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self { line, column, source: Some(Box::new((Arc::clone(text), start..end))), ..Self::file(file, message) }
    }

    /// The problems as one text, each on its own line.
    pub fn lines(problems: &[Self]) -> String {
        problems.iter().map(Self::to_string).collect::<Vec<_>>().join("\n")
    }

    /// The messages of problems without their files, each on its own line.
    pub fn messages(problems: &[Self]) -> String {
        problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The problem with the line it is about, for a terminal without colours. A list of names that are possible is at
    /// the end.
    pub fn render(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("\n  {note}")).collect();
        let Some((text, span)) = self.source.as_deref() else { return self.to_string() + &notes };
        let path = self.file.display().to_string();
        let snippet = Snippet::source(&**text).path(&path).annotation(AnnotationKind::Primary.span(span.clone()));
        let list = LISTS.iter().filter_map(|list| self.message.find(list)).min();
        let (message, list) = self.message.split_at(list.unwrap_or(self.message.len()));
        let report = [Group::with_title(Level::ERROR.primary_title(message)).element(snippet)];
        let list = if list.is_empty() { String::new() } else { format!("\n  {}", list.trim_start()) };
        Renderer::plain().render(&report) + &notes + &list
    }

    /// The problems as one text, each with the line it is about, with an empty line between two.
    pub fn render_all(problems: &[Self]) -> String {
        problems.iter().map(Self::render).collect::<Vec<_>>().join("\n\n")
    }

    /// This problem at the first name that its message quotes, where that is in its line once; `asked` is the name of
    /// the function that was called.
    #[must_use]
    pub fn at_name(self, text: &Arc<str>, asked: &str) -> Self {
        let Some(before) = self.line.checked_sub(1).filter(|_| self.column == 0) else { return self };
        let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
        let line = text[start..].lines().next().unwrap_or_default();
        // The called function is named last, and is in no line of the script.
        let message = self.message.split(" (in `").next().unwrap_or_default();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let quoted = message.split(['`', '\'', '"']).skip(1).step_by(2);
        let place = quoted
            .filter(|name| {
                !name.is_empty() && *name != asked && name.chars().all(|letter| is_part(letter) || letter == '.')
            })
            .find_map(|name| {
                let is_whole =
                    |at: &usize| !line[..*at].ends_with(is_part) && !line[at + name.len()..].starts_with(is_part);
                let mut found = line.match_indices(name).map(|(at, _)| at).filter(is_whole);
                found.next().filter(|_| found.next().is_none()).map(|at| at..at + name.len())
            });
        match place {
            Some(place) => {
                let notes = self.notes;
                let placed = Self::span(self.file, text, start + place.start..start + place.end, self.message);
                Self { notes, ..placed }
            }
            None => self,
        }
    }

    /// This problem with the file's text, so that the line is shown with it.
    #[must_use]
    pub fn in_text(mut self, text: &Arc<str>) -> Self {
        let Some(before) = self.line.checked_sub(1).filter(|_| self.source.is_none()) else { return self };
        let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
        let line = text[start..].lines().next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        if self.column == 0 && !line.trim().is_empty() {
            self.source = Some(Box::new((Arc::clone(text), start + indent..start + line.trim_end().len())));
        }
        self
    }
}

fn floor_boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|index| text.is_char_boundary(*index)).unwrap_or_default()
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Problem {}

/// The longest word, and the most candidates, that are compared to find the name that a word was meant to be: a longer
/// word was not mistyped, and of more candidates the first are enough.
const MAX_COMPARED_NAME: usize = 64;
const MAX_COMPARED: usize = 256;

/// The one of `known` that `word` was probably meant to be.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_COMPARED_NAME {
        return None;
    }
    known
        .into_iter()
        .filter(|candidate| candidate.len() <= MAX_COMPARED_NAME)
        .take(MAX_COMPARED)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// ` Did you mean "that"?`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map(|best| format!(" Did you mean `{best}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_file_line_and_column() {
        let text: Arc<str> = "a = 1\nbé = 2\n".into();
        let at = text.find('2').unwrap_or_default();
        let problem = Problem::span("v.toml", &text, at..at + 1, "must be true or false");
        assert_eq!(problem.to_string(), "v.toml:2:6: must be true or false");
        assert!(problem.render().contains("bé = 2"), "{}", problem.render());
    }

    #[test]
    fn a_rendered_problem_has_its_list_of_names_last() {
        let message = "it has no `c`. Did you mean `a`? It has: a, b. Every hook can read: d";
        let mut problem = Problem::span("v.toml", &"c = 1\n".into(), 0..1, message);
        problem.notes.push("`ctx` had a = 1".to_owned());
        let rendered = "error: it has no `c`. Did you mean `a`?\n --> v.toml:1:1\n  |\n1 | c = 1\n  | ^\n  \
                        `ctx` had a = 1\n  It has: a, b. Every hook can read: d";
        assert_eq!(problem.render(), rendered);
    }

    #[test]
    fn a_near_miss_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("line_lenght", ["line_length", "pouch"]), Some("line_length"));
        assert_eq!(nearest("zebra", ["line_length", "pouch"]), None);
    }
}

//! The text of a script.

use std::path::PathBuf;
use std::sync::Arc;

/// The text of one house rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The file's name, by which variants and errors name it.
    pub name: String,
    /// The file from which it was read.
    pub file: PathBuf,
    /// Its text.
    pub source: Arc<str>,
}

impl Script {
    /// The title of the script: the first clause of its first comment; its name where it has none.
    pub fn title(&self) -> String {
        let about = self.about();
        let sentence = about.split_inclusive(['.', ':', ';']).next().unwrap_or_default();
        sentence.trim_end_matches(['.', ':', ';']).to_owned()
    }

    /// The description of the script: the whole first paragraph of its first comment, without the full stop at its end
    /// where it is one sentence; its name where it has none.
    pub fn about(&self) -> String {
        let comment: Vec<&str> = self
            .source
            .lines()
            .skip_while(|line| line.trim().is_empty() || line.starts_with("--!"))
            .take_while(|line| line.starts_with("--") && !line.starts_with("--["))
            .map(|line| line.trim_start_matches('-').trim())
            .take_while(|line| !line.is_empty())
            .collect();
        let text = comment.join(" ");
        let one = text.strip_suffix('.').filter(|text| !text.contains(". "));
        let text = one.unwrap_or(&text);
        if text.is_empty() { self.name.clone() } else { text.to_owned() }
    }
}

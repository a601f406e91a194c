//! The text of a script.

use serde_json::{Map, Value};
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
    /// The values that a variant gives to its [knobs](crate::HouseRules::knobs), by name.
    pub knobs: Map<String, Value>,
    /// The values of its memory with which a match goes on in a series, by name: see
    /// [`HouseRules::carried`](crate::HouseRules::carried).
    pub carried: Map<String, Value>,
    /// The values of its memory with which a match of a test begins, by name; of any memory, in a series or not.
    pub starts: Map<String, Value>,
}

impl Script {
    /// A script whose knobs have their defaults, for the first match of a series.
    pub fn new(name: impl Into<String>, file: impl Into<PathBuf>, source: impl Into<Arc<str>>) -> Self {
        let (knobs, carried, starts) = (Map::new(), Map::new(), Map::new());
        Self { name: name.into(), file: file.into(), source: source.into(), knobs, carried, starts }
    }

    /// The name by which a variant sets its knobs, as in `[rules.NAME]`: that of its file, without the ending.
    pub fn rule(&self) -> &str {
        rule_of(&self.name)
    }

    /// The title of the script: the first clause of its first comment; its name where it has none.
    pub fn title(&self) -> String {
        let about = self.about();
        let sentence = about.split_inclusive(['.', ':', ';']).next().unwrap_or_default();
        sentence.trim_end_matches(['.', ':', ';']).to_owned()
    }

    /// The title, with the values that a variant gives to its knobs: `Beggar (cards 2, open)`.
    pub fn title_with_knobs(&self) -> String {
        let value = |(name, value): (&String, &Value)| {
            let name = name.replace('_', " ");
            match value {
                Value::Bool(true) => name,
                Value::Bool(false) => format!("no {name}"),
                Value::String(text) => format!("{name} {text}"),
                value => format!("{name} {value}"),
            }
        };
        let values: Vec<String> = self.knobs.iter().map(value).collect();
        if values.is_empty() { self.title() } else { format!("{} ({})", self.title(), values.join(", ")) }
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

/// The name of a house rule whose script has this file name: without the ending.
pub fn rule_of(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(rule, _)| rule)
}

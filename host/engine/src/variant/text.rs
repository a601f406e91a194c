//! The text of a variant file that needs no other variant.

use crate::clock::ClockRule;
use serde_json::{Map, Value};
use std::fmt;
use stonehouse_house_rules::rule_of;
use stonehouse_plugin::knobs::written;

/// A variant by its parts; displayed, the text of its file.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariantText<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The name that people see.
    pub name: &'a str,
    /// One sentence for the launcher; empty: none.
    pub summary: &'a str,
    /// The number of seats; `None`: as the game has it.
    pub seats: Option<usize>,
    /// The names of the house rules, each with the values of its knobs.
    pub scripts: &'a [(&'a str, &'a Map<String, Value>)],
    /// The knobs that have another value than the game's default.
    pub knobs: &'a [(&'a str, &'a Value)],
    /// The clock.
    pub clock: Option<&'a ClockRule>,
}

impl fmt::Display for VariantText<'_> {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(text, "game = {}\nname = {}", toml(&self.game.into()), toml(&self.name.into()))?;
        if !self.summary.is_empty() {
            writeln!(text, "summary = {}", toml(&self.summary.into()))?;
        }
        if let Some(seats) = self.seats {
            writeln!(text, "seats = {seats}")?;
        }
        if !self.scripts.is_empty() {
            let names: Vec<String> = self.scripts.iter().map(|(name, _)| toml(&(*name).into())).collect();
            writeln!(text, "scripts = [{}]", names.join(", "))?;
        }
        if !self.knobs.is_empty() {
            text.write_str("\n[knobs]\n")?;
        }
        for (name, value) in self.knobs {
            writeln!(text, "{name} = {}", toml(&written(value)))?;
        }
        for (name, knobs) in self.scripts.iter().filter(|(_, knobs)| !knobs.is_empty()) {
            let rule = rule_of(name);
            let is_bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
            let key = if rule.chars().all(is_bare) { rule.to_owned() } else { toml(&rule.into()) };
            writeln!(text, "\n[rules.{key}]")?;
            for (name, value) in *knobs {
                writeln!(text, "{name} = {}", toml(&written(value)))?;
            }
        }
        if let Some(ClockRule { minutes, increment_seconds }) = self.clock {
            let all = minutes.first().filter(|first| minutes.iter().all(|time| time == *first));
            let minutes = all.map_or_else(|| Value::from(minutes.clone()), |first| Value::from(*first));
            writeln!(text, "\n[clock]\nminutes = {}", toml(&minutes))?;
            writeln!(text, "increment_seconds = {}", toml(&(*increment_seconds).into()))?;
        }
        Ok(())
    }
}

/// A value in TOML.
fn toml(value: &Value) -> String {
    match value {
        // A board is easier to read line by line.
        Value::String(text) if text.contains('\n') && !text.contains("'''") && !text.contains('\r') => {
            format!("'''\n{text}'''")
        }
        value => toml::Value::try_from(value).map_or_else(|_| value.to_string(), |value| value.to_string()),
    }
}

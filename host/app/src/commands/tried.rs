//! A variant with changes that no file says, for a try.

use crate::output;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::draft::{self, About};
use stonehouse_engine::problem::did_you_mean;
use stonehouse_engine::{Catalog, Draft, Ruleset, Script, files};

/// The ruleset of a variant in which some knobs have other values (each `knob=value`) and further house rules are played.
///
/// # Errors
/// What is wrong with the variant or the changes, a line each.
pub fn ruleset(catalog: &Catalog, name: &str, set: &[String], scripts: &[PathBuf]) -> Result<Arc<Ruleset>, String> {
    if set.is_empty() && scripts.is_empty() {
        return output::ruleset(catalog, name);
    }
    let (game, variant) = catalog.variant(name)?;
    let mut changed = Draft::for_a_match(variant).variant;
    for setting in set {
        let (knob, text) = setting.split_once('=').ok_or_else(|| {
            format!("`--set {setting}` says no value: write it as knob=value, for example {setting}=3")
        })?;
        let Some(value) = changed.knobs.get_mut(knob) else {
            let hint = did_you_mean(knob, game.plugin.knobs().iter().map(|known| known.name.as_str()));
            return Err(format!("{name} has no knob `{knob}`.{hint}"));
        };
        // A word needs no quotation marks.
        *value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    }
    for file in scripts {
        changed.scripts.push(script(file)?);
    }
    draft::check(&game.plugin, &changed).map_err(|faults| {
        let lines = faults.iter().map(|fault| match &fault.about {
            About::Knob(knob) => format!("`--set {knob}`: {}", fault.text),
            _ => fault.text.clone(),
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}

fn script(file: &Path) -> Result<Script, String> {
    let source = files::read_text(file).map_err(|problem| problem.render())?;
    let name = file.file_name().map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Script { name, file: file.to_owned(), source })
}

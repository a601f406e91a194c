//! A variant with changes from the command line.

use crate::args::ChangesArgs;
use crate::output;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::draft::{self, VariantPart};
use stonehouse_engine::variant::{KnobPath, KnobPathError, Variant};
use stonehouse_engine::{Catalog, Ruleset, Script, VariantDraft, files};
use stonehouse_house_rules::rule_of;

/// The ruleset of a variant in which some knobs have other values (each `knob=value`) and further house rules are
/// played.
///
/// # Errors
/// The problems of the variant or the changes, a line each.
pub fn ruleset(catalog: &Catalog, name: &str, changes: &ChangesArgs) -> Result<Arc<Ruleset>, String> {
    with_numbers(catalog, name, changes, &[])
}

/// As [`ruleset`], and with other numbers in knobs.
///
/// # Errors
/// The problems of the variant or the changes, a line each.
pub fn with_numbers(
    catalog: &Catalog,
    name: &str,
    changes: &ChangesArgs,
    numbers: &[(&KnobPath, i64)],
) -> Result<Arc<Ruleset>, String> {
    if changes.is_none() && numbers.is_empty() {
        return output::ruleset(catalog, name);
    }
    let (game, _) = output::variant(catalog, name)?;
    let changed = changed(catalog, name, changes, numbers)?;
    draft::check(&game.plugin, &changed).map_err(|faults| {
        let lines = faults.iter().map(|fault| match &fault.about {
            VariantPart::Knob(knob) => format!("`--set {knob}`: {}", fault.text),
            VariantPart::RuleKnob { script, knob } => {
                let path = KnobPath::Rule { rule: rule_of(script).to_owned(), knob: knob.clone() };
                format!("`--set {path}`: {}", fault.text)
            }
            _ => fault.text.clone(),
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// The variant with these changes, not checked yet.
///
/// # Errors
/// When there is no such variant, knob, script or number.
pub fn changed(
    catalog: &Catalog,
    name: &str,
    changes: &ChangesArgs,
    numbers: &[(&KnobPath, i64)],
) -> Result<Variant, String> {
    let (_, variant) = output::variant(catalog, name)?;
    let mut changed = VariantDraft::for_a_match(&variant).variant;
    for file in &changes.script {
        changed.scripts.push(script(file)?);
    }
    for setting in &changes.set {
        let (knob, text) = setting.split_once('=').ok_or_else(|| {
            format!("`--set {setting}` has no value: write it as knob=value, for example {setting}=3")
        })?;
        // A word needs no quotation marks.
        let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
        let path: KnobPath = knob.parse().map_err(|error: KnobPathError| format!("`--set {setting}`: {error}"))?;
        path.set(&mut changed, value).map_err(|error| format!("{name} {error}"))?;
    }
    for (path, number) in numbers {
        path.set_number(&mut changed, *number).map_err(|error| format!("{name} {error}"))?;
    }
    Ok(changed)
}

/// The script in a file.
///
/// # Errors
/// When it cannot be read.
pub fn script(file: &Path) -> Result<Script, String> {
    let source = files::read_text(file).map_err(|problem| problem.render())?;
    let name = file.file_name().map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Script::new(name, file, source))
}

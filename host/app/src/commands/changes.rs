//! A variant with changes from the command line.

use crate::args::ChangesArgs;
use crate::output;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::draft::{self, VariantPart};
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, Draft, Ruleset, Script, files};
use stonehouse_house_rules::{did_you_mean, rule_of};
use stonehouse_lab::sweep::{Target, Unmoved, rule_knob};

/// The ruleset of a variant in which some knobs have other values (each `knob=value`) and further house rules are
/// played.
///
/// # Errors
/// The problems of the variant or the changes, a line each.
pub fn ruleset(catalog: &Catalog, name: &str, changes: &ChangesArgs) -> Result<Arc<Ruleset>, String> {
    with_numbers(catalog, name, changes, &[])
}

/// As [`ruleset`], and with other numbers in knobs and scripts.
///
/// # Errors
/// The problems of the variant or the changes, a line each.
pub fn with_numbers(
    catalog: &Catalog,
    name: &str,
    changes: &ChangesArgs,
    numbers: &[(&Target, i64)],
) -> Result<Arc<Ruleset>, String> {
    if changes.is_none() && numbers.is_empty() {
        return output::ruleset(catalog, name);
    }
    let (game, _) = catalog.variant(name)?;
    let changed = changed(catalog, name, changes, numbers)?;
    draft::check(&game.plugin, &changed).map_err(|faults| {
        let lines = faults.iter().map(|fault| match &fault.about {
            VariantPart::Knob(knob) => format!("`--set {knob}`: {}", fault.text),
            VariantPart::RuleKnob { script, knob } => {
                format!("`--set rules.{}.{knob}`: {}", rule_of(script), fault.text)
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
    numbers: &[(&Target, i64)],
) -> Result<Variant, String> {
    let (game, variant) = catalog.variant(name)?;
    let mut changed = Draft::for_a_match(variant).variant;
    let unknown = |knob: &str| {
        let hint = did_you_mean(knob, game.plugin.knobs().iter().map(|known| known.name.as_str()));
        format!("{name} has no knob `{knob}`.{hint}")
    };
    for file in &changes.script {
        changed.scripts.push(script(file)?);
    }
    let no_rule = |changed: &Variant, rule: &str| {
        let known: Vec<&str> = changed.scripts.iter().map(Script::rule).collect();
        let hint = did_you_mean(rule, known.iter().copied());
        let known = if known.is_empty() { "It has none".to_owned() } else { format!("It has: {}", known.join(", ")) };
        format!("{name} has no house rule `{rule}`.{hint} {known}")
    };
    for setting in &changes.set {
        let (knob, text) = setting.split_once('=').ok_or_else(|| {
            format!("`--set {setting}` has no value: write it as knob=value, for example {setting}=3")
        })?;
        // A word needs no quotation marks.
        let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
        if let Some((rule, knob)) = rule_knob(knob) {
            let why = no_rule(&changed, rule);
            let script = changed.scripts.iter_mut().find(|script| script.rule() == rule).ok_or(why)?;
            script.knobs.insert(knob.to_owned(), value);
        } else {
            *changed.knobs.get_mut(knob).ok_or_else(|| unknown(knob))? = value;
        }
    }
    for (target, number) in numbers {
        target.set(&mut changed, *number).map_err(|why| match (target, why) {
            (Target::Knob(knob, _), Unmoved::NoKnob) => unknown(knob),
            (Target::Knob(knob, place), _) => no_number(knob, place.is_some()),
            (Target::Rule(rule, _), _) => no_rule(&changed, rule),
        })?;
    }
    Ok(changed)
}

fn no_number(knob: &str, is_place: bool) -> String {
    if is_place {
        format!("`{knob}` is no list with a number at that place; places are counted from 0")
    } else {
        format!("`{knob}` is no whole number; of a list, name the place that moves: {knob}[0]=1..5")
    }
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

//! Compiles a draft, and assigns each problem to a part of it.

use crate::ruleset::{Ruleset, load_house_rules};
use crate::variant::Variant;
use serde_json::Value;
use std::sync::Arc;
use stonehouse_house_rules::{LoadFault, Problem, Script};
use stonehouse_runtime::{CallError, Plugin};

/// The part of a variant that something is wrong with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantPart {
    /// The knob of this name.
    Knob(String),
    /// The house rule of this file name.
    Script(String),
    /// A knob of the house rule of this file name.
    RuleKnob {
        /// The house rule.
        script: String,
        /// The knob.
        knob: String,
    },
    /// The clock.
    Clock,
    /// No single part.
    Whole,
}

/// A problem with a part of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part.
    pub about: VariantPart,
    /// The problem, and the remedy.
    pub text: String,
}

/// Compiles a variant that is in no file yet.
///
/// # Errors
/// Every problem, with the part that it is about.
pub fn check(plugin: &Arc<Plugin>, variant: &Variant) -> Result<Arc<Ruleset>, Vec<Fault>> {
    let mut faults: Vec<Fault> = plugin
        .knobs()
        .iter()
        .filter_map(|knob| {
            let unfit = knob.kind.check(variant.knobs.get(&knob.name).unwrap_or(&knob.default)).err()?;
            Some(Fault { about: VariantPart::Knob(knob.name.clone()), text: format!("This must be {unfit}.") })
        })
        .collect();
    let clock = variant.clock.as_ref().map_or(Ok(()), |clock| clock.check(variant.seats.into()));
    faults.extend(clock.err().map(|error| Fault { about: VariantPart::Clock, text: error.to_string() }));
    if !faults.is_empty() {
        return Err(faults);
    }
    // Without the house rules first: a refusal by the game is reported with the knob's name.
    let knobs = Value::Object(variant.knobs.clone());
    if let Err(CallError::Rules(error)) = plugin.rules(variant.seats, &knobs, None) {
        let known = plugin.knobs().iter().any(|knob| knob.name == error.knob);
        let about = if known { VariantPart::Knob(error.knob) } else { VariantPart::Whole };
        return Err(vec![Fault { about, text: error.message }]);
    }
    if let Err(found) = load_house_rules(plugin, variant) {
        let fault = |fault| match fault {
            LoadFault::Knob { script, knob, message } => {
                Fault { about: VariantPart::RuleKnob { script, knob }, text: message }
            }
            LoadFault::Script(problem) => fault_of(&problem, &variant.scripts),
        };
        return Err(found.into_iter().map(fault).collect());
    }
    Ruleset::compile(plugin, &Arc::new(variant.clone()))
        .map_err(|problems| problems.iter().map(|problem| fault_of(problem, &variant.scripts)).collect())
}

fn fault_of(problem: &Problem, scripts: &[Script]) -> Fault {
    match scripts.iter().find(|script| script.file == problem.file) {
        Some(script) if problem.line > 0 => Fault {
            about: VariantPart::Script(script.name.clone()),
            text: format!("{}, line {}: {}", script.name, problem.line, problem.message),
        },
        Some(script) => Fault {
            about: VariantPart::Script(script.name.clone()),
            text: format!("{}: {}", script.name, problem.message),
        },
        None => Fault { about: VariantPart::Whole, text: problem.message.clone() },
    }
}

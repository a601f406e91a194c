//! Games that are written in Luau: a script that declares pieces, zones, values and actions, in the sandbox of house
//! rules.
//!
//! | module | contents |
//! |---|---|
//! | this one | [`ScriptGame`], a game of the runtime |
//! | `checks` | seats, knobs and names that cannot be |
//! | `declared` | the declarations of a script |
//! | `shape` | the numbers of a position, from the declarations and the knobs |
//! | `looks` | the words for looks: pieces, boards, suits |
//! | `vm` | a VM with the script, on one thread |
//! | `state` | a position |
//! | `house` | the interface for house rules: hooks, events, facts, zones, effects |
//! | `rules` | a compiled ruleset |
//! | `samples` | hidden pieces, dealt again |
//! | `scene` | the table and the descriptions of actions, from the declarations |
//! | `texts` | the names of pieces and values |
//! | `editor` | types for editors, and the reference page |
//!
//! A position is a list of numbers, not a table of a VM: see `shape`. The files of `vm/prelude` make the tables that a
//! script reads and writes from it, and back.

mod checks;
mod declared;
mod editor;
mod house;
mod looks;
mod rules;
mod samples;
mod scene;
mod shape;
mod state;
mod texts;
mod vm;

pub use editor::{EditorTypes, FIRST_LINE, reference};

use declared::{Declarations, KnobSpec, Minutes, Wrong, ZoneSpec};
use house::FactSource;
use rules::ScriptRules;
use serde_json::{Value, json};
use shape::Shape;
use std::sync::Arc;
use stonehouse_house_rules::{CheckedScript, Problem, Script};
use stonehouse_plugin::abi::Declared;
use stonehouse_plugin::house::{EffectDecl, FactDecl, ZoneDecl};
use stonehouse_plugin::{About, RulesError};
use stonehouse_runtime::{Abilities, CallError, CompiledGame, GameHost, LoadedGame, Plugin};

/// A game that is written in Luau.
pub struct ScriptGame {
    script: CheckedScript,
    declared: Declarations,
    facts: Vec<(FactDecl, FactSource)>,
    zones: Vec<(ZoneDecl, usize)>,
    source_hash: Option<String>,
}

impl ScriptGame {
    /// Loads a game.
    ///
    /// # Errors
    /// When the script does not compile, fails as it starts, or declares something wrong: with the line.
    pub fn load(script: Script) -> Result<Self, Problem> {
        Self::of(CheckedScript::new(script)?)
    }

    /// Loads a game of several files: its script, and those beside it, which it may require.
    ///
    /// # Errors
    /// As [`load`](Self::load), with the file.
    pub fn load_files(script: Script, beside: Vec<Script>) -> Result<Self, Problem> {
        Self::of(CheckedScript::with_files(script, beside)?)
    }

    /// The same game, with the SHA-256 of its source, in hexadecimal digits, for records.
    #[must_use]
    pub fn with_source_hash(self, hash: String) -> Self {
        Self { source_hash: Some(hash), ..self }
    }

    fn of(script: CheckedScript) -> Result<Self, Problem> {
        let declared = vm::declarations(&script)?;
        let (facts, zones) = (house::facts(&declared), house::zones(&declared));
        let game = Self { script, declared, facts, zones, source_hash: None };
        checks::check(&game.declared).map_err(|wrong| game.problem(&wrong))?;
        house::check(&game.declared).map_err(|wrong| game.problem(&wrong))?;
        // The declarations are tried with the official rules.
        let knobs: serde_json::Map<String, Value> =
            game.declared.knobs.iter().map(|(name, knob)| (name.clone(), knob.default.clone())).collect();
        let (_, _, seats) = game.declared.about.seats.range();
        let shape = Shape::new(&game.declared, seats.into(), &Value::Object(knobs.clone()));
        shape.map_err(|wrong| game.problem(&wrong))?;
        Plugin::check(&game).map_err(|error| game.problem(&checks::wrong_table(error)))?;
        Ok(game)
    }

    fn problem(&self, wrong: &Wrong) -> Problem {
        self.script.problem_at(&wrong.word, wrong.why.clone())
    }

    /// The error of a ruleset that is wrong.
    fn refusal(&self, wrong: &Wrong) -> CallError {
        CallError::Rules(RulesError { knob: String::new(), message: self.problem(wrong).to_string() })
    }
}

impl LoadedGame for ScriptGame {
    fn declared(&self) -> Result<Declared, CallError> {
        let spec = &self.declared.about;
        let (min, max, default) = spec.seats.range();
        let mut about = About::new(&spec.id, &spec.name, &spec.version).summary(&spec.summary).seats(min, max, default);
        about.rules.clone_from(&spec.rules);
        about.manifest.authors.clone_from(&spec.authors);
        about.manifest.licence.clone_from(&spec.licence);
        if let Some(minutes) = spec.minutes {
            about.manifest.minutes = Some(match minutes {
                Minutes::About(minutes) => [minutes, minutes],
                Minutes::Between(minutes) => minutes,
            });
        }
        let mut in_order: Vec<(&String, &KnobSpec)> = self.declared.knobs.iter().collect();
        in_order.sort_by_key(|(_, knob)| knob.place);
        let knobs: Vec<Value> = in_order
            .into_iter()
            .map(|(name, knob)| {
                let kind = match (&knob.default, &*knob.values) {
                    (Value::Bool(_), _) => json!("boolean"),
                    (_, []) => {
                        let (min, max) = knob.bounds();
                        json!({ "integer": { "min": min, "max": max } })
                    }
                    (_, words) => json!({ "word": words.iter().map(|word| (word, "")).collect::<Vec<_>>() }),
                };
                json!({ "name": name, "doc": knob.doc, "kind": kind, "default": knob.default })
            })
            .collect();
        let (hooks, events) = (house::hooks(&self.declared), house::events(&self.declared));
        let declared = json!({ "about": about, "knobs": knobs, "hooks": hooks, "events": events });
        serde_json::from_value(declared).map_err(|error| CallError::Contract(error.to_string()))
    }

    fn facts(&self) -> Result<Vec<FactDecl>, CallError> {
        Ok(self.facts.iter().map(|(decl, _)| decl.clone()).collect())
    }

    fn zones(&self) -> Result<Vec<ZoneDecl>, CallError> {
        Ok(self.zones.iter().map(|(decl, _)| decl.clone()).collect())
    }

    fn effects(&self) -> Result<Vec<EffectDecl>, CallError> {
        Ok(house::effects(&self.declared))
    }

    fn source_hash(&self) -> Option<&str> {
        self.source_hash.as_deref()
    }

    fn tests(&self) -> Vec<String> {
        self.declared.tests.keys().cloned().collect()
    }

    fn abilities(&self) -> Abilities {
        let declared = &self.declared;
        let hides = declared.zones.values().any(ZoneSpec::is_hidden);
        Abilities {
            determinize: hides,
            chance: !declared.rolls.is_empty(),
            playout: true,
            simultaneous: declared.together.is_some(),
            effects: !declared.effects.is_empty(),
            candidates: declared.has_weights(),
            rollout: declared.has_weights() || declared.bots.steps.is_some(),
            prospects: declared.bots.value.is_some(),
            news: true,
            ..Abilities::default()
        }
    }

    fn compile(
        self: Arc<Self>,
        seats: u8,
        knobs: &Value,
        host: &Arc<GameHost>,
    ) -> Result<Arc<dyn CompiledGame>, CallError> {
        Ok(Arc::new(ScriptRules::new(self, seats, knobs.clone(), Arc::clone(host))?))
    }
}

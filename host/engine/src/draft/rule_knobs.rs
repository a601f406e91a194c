//! The knobs that house rules declare, for forms.

use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_house_rules::{HouseRules, Interface, Script};
use stonehouse_plugin::KnobDecl;
use stonehouse_runtime::Plugin;

/// The knobs of house rules, each script run once to read them.
#[derive(Debug, Default)]
pub struct RuleKnobs(Vec<(Arc<str>, Vec<KnobDecl>)>);

impl RuleKnobs {
    /// The knobs of a script for a game with this number of players; none while it has a mistake.
    pub fn of(&mut self, plugin: &Plugin, seats: u8, script: &Script) -> &[KnobDecl] {
        let known = self.0.iter().position(|(source, _)| *source == script.source);
        let place = known.unwrap_or_else(|| {
            let alone = Script { knobs: Map::new(), ..script.clone() };
            let loaded = HouseRules::load(vec![alone], Interface::of(plugin, seats)).ok();
            self.0.push((Arc::clone(&script.source), loaded.map_or_else(Vec::new, |rules| rules.knobs(0).to_vec())));
            self.0.len() - 1
        });
        &self.0[place].1
    }
}

/// Sets a knob of a script, which `parent` has, too, if a variant extends one with it: a value that the script would
/// have anyway, its default, is not stored.
pub fn set_rule_knob(script: &mut Script, parent: Option<&Script>, knob: &KnobDecl, value: Value) {
    let is_inherited = parent.is_some_and(|parent| parent.knobs.contains_key(&knob.name));
    if value == knob.default && !is_inherited {
        script.knobs.remove(&knob.name);
    } else {
        script.knobs.insert(knob.name.clone(), value);
    }
}

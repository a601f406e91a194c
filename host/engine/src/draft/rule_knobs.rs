//! The knobs that house rules declare, for forms.

use crate::ruleset::load_house_rules;
use crate::variant::Variant;
use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_house_rules::Script;
use stonehouse_plugin::KnobDecl;
use stonehouse_runtime::Plugin;

/// The knobs of house rules, each script run once to read them.
#[derive(Debug, Default)]
pub struct RuleKnobs(Vec<(Arc<str>, Vec<KnobDecl>)>);

impl RuleKnobs {
    /// The knobs of a script of this variant; none while it has a mistake.
    pub fn of(&mut self, plugin: &Plugin, variant: &Variant, script: &Script) -> &[KnobDecl] {
        let known = self.0.iter().position(|(source, _)| *source == script.source);
        let place = known.unwrap_or_else(|| {
            let alone = Script { knobs: Map::new(), ..script.clone() };
            let mut variant = variant.clone();
            variant.scripts = vec![alone];
            let loaded = load_house_rules(plugin, &variant).ok().flatten();
            self.0.push((Arc::clone(&script.source), loaded.map_or_else(Vec::new, |rules| rules.knobs(0).to_vec())));
            self.0.len() - 1
        });
        &self.0[place].1
    }
}

/// Sets a knob of the script at `place`: a value that the variant would have anyway, as the default of the script, is
/// not stored.
pub fn set_rule_knob(variant: &mut Variant, parent: &Variant, place: usize, knob: &KnobDecl, value: Value) {
    let Some(script) = variant.scripts.get_mut(place) else { return };
    let inherited = parent.scripts.iter().find(|known| known.name == script.name);
    let is_inherited = inherited.is_some_and(|parent| parent.knobs.contains_key(&knob.name));
    if value == knob.default && !is_inherited {
        script.knobs.remove(&knob.name);
    } else {
        script.knobs.insert(knob.name.clone(), value);
    }
}

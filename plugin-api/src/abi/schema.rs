//! The JSON Schemas of what a plugin writes as JSON, for authors who write it by hand.
//!
//! They are stricter than the host. It ignores unknown fields, since a later minor version may have them; a schema
//! reports them, since they are most likely misspelt.

use super::declared::Declared;
use crate::house::{EffectDecl, EffectResult, FactDecl};
use crate::{ActionText, RulesError, Scene, Seating, Text};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

/// The schemas: the name of each, and the schema.
///
/// - `about`: what [`PluginTable::about`](super::PluginTable) writes.
/// - `rules-error`: the error of `rules_new` with [`status::RULES`](super::status::RULES).
/// - `seating`: what `seating` writes.
/// - `scene`: what `scene` writes.
/// - `action-text`: what `describe` and its like in extensions write.
/// - `facts` and `effects`: what `declared` of these extensions writes.
/// - `news`: what `news` writes.
/// - `effect-result`: what `effect_result` writes.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("about", schema::<Declared>()),
        ("rules-error", schema::<RulesError>()),
        ("seating", schema::<Seating>()),
        ("scene", schema::<Scene>()),
        ("action-text", schema::<ActionText>()),
        ("facts", schema::<Vec<FactDecl>>()),
        ("effects", schema::<Vec<EffectDecl>>()),
        ("news", schema::<Option<Text>>()),
        ("effect-result", schema::<EffectResult>()),
    ]
}

fn schema<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T).to_value();
    close(&mut schema);
    schema
}

/// Allows no fields but those that are described.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.entry("additionalProperties").or_insert(Value::Bool(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

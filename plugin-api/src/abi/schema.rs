//! The JSON Schemas of the documents that a plugin writes, for authors who write it by hand.
//!
//! They are stricter than the host. It ignores unknown fields, since a later minor version may have them; a schema
//! reports them, since they are most likely misspelt.

use super::declared::Declared;
use crate::house::{EffectDecl, EffectResult, FactDecl, ZoneDecl};
use crate::{ActionText, RulesError, Scene, Seating, Text};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

/// The schemas: the name of each, and the schema.
///
/// - `about`: the document of [`PluginTable::about`](super::PluginTable).
/// - `rules-error`: the error of `rules_new` with [`status::RULES`](super::status::RULES).
/// - `seating`: the document of `seating`.
/// - `scene`: the document of `scene`.
/// - `action-text`: the document of `describe` and of similar functions of extensions.
/// - `facts`, `zones` and `effects`: the documents of `declared` of these extensions.
/// - `news`: the document of `news`.
/// - `effect-result`: the document of `effect_result`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("about", schema::<Declared>()),
        ("rules-error", schema::<RulesError>()),
        ("seating", schema::<Seating>()),
        ("scene", schema::<Scene>()),
        ("action-text", schema::<ActionText>()),
        ("facts", schema::<Vec<FactDecl>>()),
        ("zones", schema::<Vec<ZoneDecl>>()),
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

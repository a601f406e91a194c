//! The JSON Schema of a game's variant files, for editors that check TOML as it is typed.

use super::MAX_SCRIPTS;
use crate::clock::{MAX_INCREMENT, MAX_MINUTES, MIN_MINUTES};
use serde_json::{Value, json};
use stonehouse_plugin::knobs;
use stonehouse_runtime::Plugin;

/// The schema, in draft 7, which TOML editors support best.
pub fn schema(plugin: &Plugin) -> Value {
    let about = plugin.about();
    let mut knobs = knobs::schema(plugin.knobs());
    knobs["description"] = json!(format!("The knobs of {}.", about.name));
    let minutes = json!({ "type": "number", "minimum": MIN_MINUTES, "maximum": MAX_MINUTES });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("A variant of {}", about.name),
        "type": "object",
        "additionalProperties": false,
        "required": ["game"],
        "properties": {
            "game": { "const": about.id, "description": "The game that this is a variant of." },
            "name": { "type": "string", "description": "The name that people see." },
            "summary": { "type": "string", "description": "One sentence for the launcher." },
            "extends": { "type": "string", "description": "The variant of this game whose values this one starts from." },
            "seats": {
                "type": "integer", "minimum": about.seats.min, "maximum": about.seats.max, "default": about.seats.default,
                "description": "How many play."
            },
            "scripts": {
                "type": "array", "items": { "type": "string" }, "maxItems": MAX_SCRIPTS,
                "description": "House rules, applied in this order: files beside this one or in the script folders."
            },
            "knobs": knobs,
            "rules": {
                "type": "object", "additionalProperties": { "type": "object" },
                "description": "The knobs of house rules: a table for each, by the name of its script without the ending."
            },
            "clock": {
                "type": "object",
                "additionalProperties": false,
                "required": ["minutes"],
                "description": "Chess clocks: who runs out of time loses.",
                "properties": {
                    "minutes": {
                        "description": "Each seat's time: one for all, or one for each.",
                        "oneOf": [minutes, { "type": "array", "items": minutes }]
                    },
                    "increment_seconds": {
                        "type": "number", "minimum": 0, "maximum": MAX_INCREMENT, "default": 0,
                        "description": "What a seat gains with each action."
                    }
                }
            }
        }
    })
}

//! The JSON Schema of `pack.toml`, for editors that check TOML as it is typed.

use super::API;
use super::manifest::{MAX_LINE, MAX_LISTED, MAX_SUMMARY, MAX_VERSION};
use super::name::MAX_PART;
use serde_json::{Value, json};

/// The schema, in draft 7, which TOML editors support best.
pub fn schema() -> Value {
    let id = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";
    let line = |about: &str| json!({ "type": "string", "minLength": 1, "maxLength": MAX_LINE, "description": about });
    let needed = |about: &str| {
        json!({
            "type": "object",
            "description": about,
            "propertyNames": { "pattern": id },
            "maxProperties": MAX_LISTED,
            "additionalProperties": {
                "type": "string",
                "description": "The version: \"1.2\" is 1.2.0 and whatever later one goes with it, \"*\" is any."
            }
        })
    };
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A pack of Stonehouse",
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "name", "version", "authors", "licence", "api"],
        "properties": {
            "id": {
                "type": "string", "pattern": id, "maxLength": MAX_PART,
                "description": "By which other packs and the command line name it. No two packs that are installed have the same."
            },
            "name": line("The name that people see."),
            "version": {
                "type": "string", "pattern": "^\\d+\\.\\d+\\.\\d+", "maxLength": MAX_VERSION,
                "description": "Three numbers: the first grows when matches would go another way, the others when something is added or repaired."
            },
            "authors": {
                "type": "array", "minItems": 1, "maxItems": MAX_LISTED, "items": line("Somebody who wrote it."),
                "description": "Who wrote it."
            },
            "licence": line("What others may do with it, by its short name where it has one: CC0-1.0, MIT."),
            "summary": {
                "type": "string", "minLength": 1, "maxLength": MAX_SUMMARY,
                "description": "One sentence about what is in it."
            },
            "homepage": {
                "type": "string", "pattern": "^https?://", "maxLength": MAX_SUMMARY,
                "description": "Where it comes from, on the web."
            },
            "picture": { "type": "string", "description": "A picture in the pack that is shown of it: a .png or .svg." },
            "api": {
                "type": "string", "pattern": "^\\d+\\.\\d+$", "default": API.to_string(),
                "description": "The version of the interface for house rules for which it was written."
            },
            "needs": {
                "type": "object",
                "additionalProperties": false,
                "description": "What has to be there.",
                "properties": {
                    "games": needed("Games, by their ids."),
                    "packs": needed("Other packs, by their ids. Their house rules can be used, and their variants extended.")
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::manifest::{KEYS, NEEDS_KEYS};

    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        let keys = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(keys(&schema["properties"]), KEYS);
        assert_eq!(keys(&schema["properties"]["needs"]["properties"]), NEEDS_KEYS);
    }
}

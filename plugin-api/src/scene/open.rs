//! Enums that may grow: a word from a newer contract must not cost the whole scene.

use serde_json::Value;

/// The tag of an externally tagged enum as JSON: a string, or the only key of an object.
fn tag(value: &Value) -> Option<&str> {
    match value {
        Value::String(word) => Some(word),
        Value::Object(fields) if fields.len() == 1 => fields.keys().next().map(String::as_str),
        _ => None,
    }
}

/// Whether the value is of a kind that is not among these.
pub(super) fn is_unknown(value: &Value, known: &[&str]) -> bool {
    tag(value).is_some_and(|tag| !known.contains(&tag))
}

/// Deserializes an enum, marked `#[serde(remote = "Self")]`, whose unknown variants become `$fallback`.
macro_rules! open_enum {
    ($kind:ident, $fallback:expr, [$($known:literal),* $(,)?]) => {
        impl $kind {
            /// The words by which its variants are known in JSON.
            pub(crate) const WORDS: &'static [&'static str] = &[$($known),*];
        }

        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $kind::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                if $crate::scene::open::is_unknown(&value, Self::WORDS) {
                    return Ok($fallback);
                }
                $kind::deserialize(value).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(super) use open_enum;

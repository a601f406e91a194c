//! Knobs: the typed parameters of a game.
//!
//! One definition, [`knobs!`](crate::knobs!), gives type, range, default and documentation. From it come the check when
//! a variant is loaded, the form in the desktop, the JSON Schema for editors and the reference page.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Defines the knobs of a game: a struct whose fields carry their documentation, range and default.
///
/// ```
/// stonehouse_plugin_api::knobs! {
///     /// The knobs of a game of counters.
///     pub struct Knobs {
///         /// Counters that each player starts with.
///         #[schemars(range(min = 1, max = 40))]
///         pub counters: u8 = 7,
///         /// Whether the last counter wins rather than loses.
///         pub last_wins: bool = true,
///     }
/// }
/// assert_eq!(Knobs::default().counters, 7);
/// let knobs = stonehouse_plugin_api::knobs::declared::<Knobs>();
/// assert_eq!(knobs[0].doc, "Counters that each player starts with.");
/// ```
///
/// A field may be a boolean, an integer, a text, an enum whose variants carry documentation (derive
/// `Serialize`, `Deserialize` and `JsonSchema` for it), or an array of integers.
#[macro_export]
macro_rules! knobs {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $kind:ty = $default:expr),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(
            Clone, Debug, PartialEq,
            $crate::reexport::serde::Serialize,
            $crate::reexport::serde::Deserialize,
            $crate::reexport::schemars::JsonSchema,
        )]
        #[serde(crate = "stonehouse_plugin_api::reexport::serde", default, deny_unknown_fields)]
        #[schemars(crate = "stonehouse_plugin_api::reexport::schemars")]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $kind),*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }
    };
}

/// One knob, as the host sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnobDecl {
    /// Its name in a variant's `[knobs]`.
    pub name: String,
    /// What it turns.
    pub doc: String,
    /// Its type and range.
    pub kind: KnobKind,
    /// Its value in the official rules.
    pub default: Value,
}

/// The type and range of a knob.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum KnobKind {
    /// True or false.
    Boolean,
    /// A whole number between two bounds, both included.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A text, which may have several lines.
    Text,
    /// One of these words, each with what it means.
    Word(Vec<(String, String)>),
    /// A fixed number of values of one type.
    List {
        /// The type of each.
        of: Box<KnobKind>,
        /// How many.
        len: usize,
    },
}

impl KnobKind {
    /// Checks a value against the type and range.
    ///
    /// # Errors
    /// Says what was expected: "a whole number from 1 to 40".
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let fits = match self {
            Self::Boolean => value.is_boolean(),
            Self::Integer { min, max } => value.as_i64().is_some_and(|number| (*min..=*max).contains(&number)),
            Self::Text => value.is_string(),
            Self::Word(words) => value.as_str().is_some_and(|word| words.iter().any(|(known, _)| known == word)),
            Self::List { of, len } => value
                .as_array()
                .is_some_and(|items| items.len() == *len && items.iter().all(|item| of.check(item).is_ok())),
        };
        if fits { Ok(()) } else { Err(self.expected()) }
    }

    /// What a value must be, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Boolean => "true or false".to_owned(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Text => "a text".to_owned(),
            Self::Word(words) => {
                let words: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                format!("one of {}", words.join(", "))
            }
            Self::List { of, len } => format!("a list of {len}, each {}", of.expected()),
        }
    }
}

/// The JSON Schema (draft 7, without references) of a knobs struct.
pub fn schema<K: schemars::JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<K>().to_value()
}

/// The knobs of a knobs struct, in the order of its fields.
pub fn declared<K: schemars::JsonSchema + Serialize + Default>() -> Vec<KnobDecl> {
    let schema = schema::<K>();
    let defaults = serde_json::to_value(K::default()).unwrap_or_default();
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    properties
        .iter()
        .map(|(name, property)| KnobDecl {
            name: name.clone(),
            doc: one_line(property["description"].as_str().unwrap_or_default()),
            kind: kind_of(property),
            default: defaults[name].clone(),
        })
        .collect()
}

fn kind_of(property: &Value) -> KnobKind {
    let words = |value: &Value| {
        let word = value["const"].as_str().or_else(|| value.as_str())?.to_owned();
        Some((word, one_line(value["description"].as_str().unwrap_or_default())))
    };
    if let Some(choices) = property["oneOf"].as_array().or_else(|| property["enum"].as_array()) {
        // An enum mixes `{const, description}` with `{enum: [..]}` for variants without documentation.
        let flat = choices.iter().flat_map(|choice| match choice["enum"].as_array() {
            Some(plain) => plain.clone(),
            None => vec![choice.clone()],
        });
        return KnobKind::Word(flat.filter_map(|choice| words(&choice)).collect());
    }
    match property["type"].as_str() {
        Some("boolean") => KnobKind::Boolean,
        Some("integer") => KnobKind::Integer {
            min: bound(&property["minimum"]).unwrap_or(i64::MIN),
            max: bound(&property["maximum"]).unwrap_or(i64::MAX),
        },
        Some("array") => KnobKind::List {
            of: Box::new(kind_of(property.get("items").unwrap_or(&Value::Null))),
            len: property["maxItems"].as_u64().unwrap_or_default() as usize,
        },
        _ => KnobKind::Text,
    }
}

fn bound(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().map(|number| number as i64))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

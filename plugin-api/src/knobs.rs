//! Knobs: the typed parameters of a game.
//!
//! One definition, [`knobs!`](crate::knobs!), gives type, range, default and documentation. It generates the check when
//! a variant is loaded, the form in the desktop, the JSON Schema for editors and the reference page.
//!
//! A knob may be a fraction, because people think in shares and factors; it reaches the game with all digits as
//! written. Rules convert it to an integer at once and never compute with fractions, whose rounding could differ
//! between systems.
//!
//! - `declare`: the macro that declares knobs
//! - `limits`: limits of a value, which a declaration states beside its type
//! - `value`: the types that a knob can have

mod declare;
mod limits;
mod value;

pub use limits::{KnobStep, Length, Letters, Within};
pub use value::{KnobValue, MayBeNone};

#[doc(hidden)]
pub use declare::take;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The word that a variant writes where an optional knob has no value.
pub const NONE: &str = "none";

/// The values that a knob accepts, as an error: "a whole number from 1 to 40".
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ExpectedKnobValue(pub String);

/// The reason why values are not those of a set of knobs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KnobError {
    /// No knob has this name.
    #[error("there is no knob `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A value is not one that its knob accepts.
    #[error("`{name}` must be {expected}")]
    Value {
        /// The knob.
        name: String,
        /// The values that it accepts.
        expected: ExpectedKnobValue,
    },
    /// The type of the knob does not accept a value that its kind accepts.
    #[error("`{name}` cannot be {value}")]
    Type {
        /// The knob.
        name: String,
        /// The value, as JSON.
        value: String,
    },
}

/// A struct of knobs, which [`knobs!`](crate::knobs!) declares.
pub trait KnobSet: Clone + Default + 'static {
    /// The knobs, in the order of the fields.
    fn declared() -> Vec<KnobDecl>;

    /// Every knob's value, by name.
    fn values(&self) -> Map<String, Value>;

    /// Knobs with these values; those that are not named have their defaults.
    ///
    /// # Errors
    /// When a value is not valid for its knob, or no knob has that name.
    fn read(values: &Map<String, Value>) -> Result<Self, KnobError>;
}

/// One knob, as the host sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnobDecl {
    /// Its name in a variant's `[knobs]`.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// Its type and range.
    pub kind: KnobKind,
    /// Its value in the official rules.
    pub default: Value,
}

/// The type and range of a knob.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// A number with a fraction between two bounds, both included.
    Fraction {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// The distance from one value to the next, counted from the least; absent where any value is accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<f64>,
    },
    /// A text, which may have several lines.
    Text {
        /// The most letters.
        longest: usize,
    },
    /// One of these words, each with what it means.
    Word(Vec<(String, String)>),
    /// A number of values of one type.
    List {
        /// The type of each.
        of: Box<KnobKind>,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// A value of a type, or none: null, for which a variant writes [`NONE`].
    Optional(Box<KnobKind>),
}

impl KnobKind {
    /// Checks a value against the type and range, and returns it in the form that the game receives: a fraction may be
    /// written as a whole number, and none as a word.
    ///
    /// # Errors
    /// States what was expected: "a whole number from 1 to 40".
    pub fn fit(&self, value: &Value) -> Result<Value, ExpectedKnobValue> {
        let fitted = match self {
            Self::Boolean => value.is_boolean().then(|| value.clone()),
            Self::Integer { min, max } => {
                value.as_i64().filter(|number| (*min..=*max).contains(number)).map(Value::from)
            }
            Self::Fraction { min, max, step } => fraction(value, *min, *max, *step),
            Self::Text { longest } => value.as_str().filter(|text| text.chars().count() <= *longest).map(Value::from),
            Self::Word(words) => {
                value.as_str().filter(|word| words.iter().any(|(known, _)| known == word)).map(Value::from)
            }
            Self::List { of, min, max } => value
                .as_array()
                .filter(|items| (*min..=*max).contains(&items.len()))
                .and_then(|items| items.iter().map(|item| of.fit(item).ok()).collect()),
            Self::Optional(_) if value.is_null() || value == NONE => Some(Value::Null),
            Self::Optional(kind) => kind.fit(value).ok(),
        };
        fitted.ok_or_else(|| ExpectedKnobValue(self.expected()))
    }

    /// Checks a value against the type and range.
    ///
    /// # Errors
    /// As [`fit`](Self::fit).
    pub fn check(&self, value: &Value) -> Result<(), ExpectedKnobValue> {
        self.fit(value).map(|_| ())
    }

    /// A description of the valid values.
    pub fn expected(&self) -> String {
        match self {
            Self::Boolean => "true or false".to_owned(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Fraction { min, max, step: None } => format!("a number from {min} to {max}"),
            Self::Fraction { min, max, step: Some(step) } => format!("a number from {min} to {max} in steps of {step}"),
            Self::Text { longest } => format!("a text of at most {longest} letters"),
            Self::Word(words) => {
                let words: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                format!("one of {}", words.join(", "))
            }
            Self::List { of, min, max } if min == max => format!("a list of {max}, each {}", of.expected()),
            Self::List { of, min, max } => format!("a list of {min} to {max}, each {}", of.expected()),
            Self::Optional(kind) => format!("{}, or \"{NONE}\"", kind.expected()),
        }
    }

    /// The contradiction in this type, if any: it has no valid value, or a value has two meanings.
    pub fn contradiction(&self) -> Option<String> {
        match self {
            Self::Integer { min, max } if min > max => Some(format!("has no value between {min} and {max}")),
            Self::Fraction { min, max, .. } if !(min.is_finite() && max.is_finite() && min <= max) => {
                Some(format!("has no value between {min} and {max}"))
            }
            Self::Fraction { step: Some(step), .. } if !(step.is_finite() && *step > 0.0) => {
                Some(format!("has steps of {step}"))
            }
            Self::Word(words) if words.is_empty() => Some("has no word to choose".to_owned()),
            Self::List { min, max, .. } if min > max => Some(format!("has no length between {min} and {max}")),
            Self::List { of, .. } => of.contradiction(),
            Self::Optional(kind) => match kind.as_ref() {
                Self::Optional(_) | Self::Text { .. } => Some(format!("may be \"{NONE}\" in two ways")),
                Self::Word(words) if words.iter().any(|(word, _)| word == NONE) => {
                    Some(format!("may be \"{NONE}\" in two ways"))
                }
                kind => kind.contradiction(),
            },
            _ => None,
        }
    }

    /// The JSON Schema (draft 7) of the values that a variant may write.
    pub fn schema(&self) -> Value {
        match self {
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Self::Fraction { min, max, .. } => json!({ "type": "number", "minimum": min, "maximum": max }),
            Self::Text { longest } => json!({ "type": "string", "maxLength": longest }),
            Self::Word(words) => {
                let word = |(word, meaning): &(String, String)| json!({ "type": "string", "const": word, "description": meaning });
                json!({ "oneOf": words.iter().map(word).collect::<Vec<_>>() })
            }
            Self::List { of, min, max } => {
                json!({ "type": "array", "items": of.schema(), "minItems": min, "maxItems": max })
            }
            Self::Optional(kind) => json!({ "anyOf": [kind.schema(), { "const": NONE }] }),
        }
    }
}

/// A number as a fraction of this type, if it is one. Equal numbers are written the same way: there is one zero.
fn fraction(value: &Value, min: f64, max: f64, step: Option<f64>) -> Option<Value> {
    /// The tolerance around a step, in steps: the error of decimal numbers that are stored in binary.
    const SLACK: f64 = 1e-6;
    let number = value.as_f64()? + 0.0;
    let on_a_step = step.is_none_or(|step| {
        let steps = (number - min) / step;
        (steps - steps.round()).abs() <= SLACK
    });
    (number.is_finite() && (min..=max).contains(&number) && on_a_step).then(|| Value::from(number))
}

/// A value as a variant writes it.
pub fn written(value: &Value) -> Value {
    if value.is_null() { Value::from(NONE) } else { value.clone() }
}

/// The JSON Schema (draft 7, without references) of the knobs that a game declares.
pub fn schema(knobs: &[KnobDecl]) -> Value {
    let properties: Map<String, Value> = knobs
        .iter()
        .map(|knob| {
            let mut schema = knob.kind.schema();
            schema["description"] = Value::from(knob.doc.as_str());
            schema["default"] = written(&knob.default);
            (knob.name.clone(), schema)
        })
        .collect();
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

//! Texts as JSON. Written by hand, because a scene is mostly texts: forms that serde has to distinguish by trying would
//! be read twice, and copied to be written.

use super::{Arg, Text};
use crate::Seat;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A text as JSON, for the schema.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Text", untagged)]
#[allow(dead_code, reason = "only described")]
pub(super) enum Form {
    /// A text without arguments, taken literally.
    Plain(Cow<'static, str>),
    /// A template, with an argument for each of its places.
    Template { template: Cow<'static, str>, with: Vec<(Cow<'static, str>, Arg)> },
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.with.is_empty() {
            return serializer.serialize_str(&self.template);
        }
        let mut fields = serializer.serialize_struct("Text", 2)?;
        fields.serialize_field("template", &self.template)?;
        fields.serialize_field("with", &self.with)?;
        fields.end()
    }
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Seat { seat } => {
                let mut fields = serializer.serialize_struct("Seat", 1)?;
                fields.serialize_field("seat", seat)?;
                fields.end()
            }
            Self::List(texts) => texts.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(JsonReader)? {
            Arg::Text(text) => Ok(text),
            _ => Err(D::Error::custom(format!("expected {TEXT}"))),
        }
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonReader)
    }
}

const TEXT: &str = "a text: a string, or a template `with` arguments";

/// Reads an argument of any kind.
struct JsonReader;

/// The fields that an object may have. Fields that this version does not know are ignored.
#[derive(Deserialize)]
struct Fields {
    seat: Option<Seat>,
    template: Option<Cow<'static, str>>,
    with: Option<Vec<(Cow<'static, str>, Arg)>>,
}

impl<'de> Visitor<'de> for JsonReader {
    type Value = Arg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number, a seat, a list of texts, or {TEXT}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Arg, E> {
        Ok(Arg::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Arg, E> {
        i64::try_from(number).map(Arg::Number).map_err(|_| E::custom(format!("{number} is too large for a number")))
    }

    fn visit_str<E: Error>(self, words: &str) -> Result<Arg, E> {
        self.visit_string(words.to_owned())
    }

    fn visit_string<E: Error>(self, words: String) -> Result<Arg, E> {
        Ok(Arg::Text(Text::plain(words)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, texts: A) -> Result<Arg, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(texts)).map(Arg::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Arg, A::Error> {
        match Fields::deserialize(MapAccessDeserializer::new(fields))? {
            Fields { seat: Some(seat), .. } => Ok(Arg::Seat { seat }),
            Fields { template: Some(template), with: Some(with), .. } => Ok(Arg::Text(Text { template, with })),
            _ => {
                Err(A::Error::custom("this object has neither a `seat` nor a `template` and what is put in `with` it"))
            }
        }
    }
}

//! Colours, by role.

use crate::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A colour. The host chooses the shade, and adds a shape or pattern where colours alone would have to be
/// distinguished.
///
/// As JSON a word: `"red"`, `"seat/0"` for the colour of a seat, `"#2a784a"` for one that no word names. An unknown
/// word is grey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tint {
    /// White.
    White,
    /// Black.
    Black,
    /// Grey.
    #[default]
    Grey,
    /// Transparent.
    Clear,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Brown.
    Brown,
    /// The colour that the host gives to this seat: different for each seat of a table.
    Seat(Seat),
    /// Red, green and blue, from 0 to 255.
    Rgb(u8, u8, u8),
}

impl Tint {
    /// The colours that have a name, with it.
    #[doc(hidden)]
    pub const NAMED: [(&'static str, Self); 11] = [
        ("white", Self::White),
        ("black", Self::Black),
        ("grey", Self::Grey),
        ("clear", Self::Clear),
        ("red", Self::Red),
        ("orange", Self::Orange),
        ("yellow", Self::Yellow),
        ("green", Self::Green),
        ("blue", Self::Blue),
        ("purple", Self::Purple),
        ("brown", Self::Brown),
    ];
}

impl fmt::Display for Tint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "seat/{}", seat.0),
            Self::Rgb(red, green, blue) => write!(f, "#{red:02x}{green:02x}{blue:02x}"),
            word => f.write_str(Self::NAMED.iter().find(|(_, tint)| tint == word).map_or("grey", |(word, _)| word)),
        }
    }
}

impl From<&str> for Tint {
    fn from(word: &str) -> Self {
        let seat = || word.strip_prefix("seat/")?.parse().ok().map(|seat| Self::Seat(Seat(seat)));
        let rgb = || {
            let digits = word.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
            let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
            Some(Self::Rgb(part(0)?, part(2)?, part(4)?))
        };
        let named = Self::NAMED.iter().find(|(known, _)| *known == word).map(|(_, tint)| *tint);
        named.or_else(seat).or_else(rgb).unwrap_or_default()
    }
}

impl Serialize for Tint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(std::borrow::Cow::<str>::deserialize(deserializer)?.as_ref().into())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Tint {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tint".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words = Self::NAMED.map(|(word, _)| word).join("|");
        schemars::json_schema!({
            "description": "A colour: a role, a seat, or red, green and blue. What is none of these is grey.",
            "type": "string",
            "examples": ["red", "seat/0", "#c08040"],
            "pattern": format!("^({words}|seat/[0-9]+|#[0-9a-fA-F]{{6}})$"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tint_comes_back_from_its_word_and_an_unknown_word_is_grey() {
        let tints = Tint::NAMED.map(|(_, tint)| tint).into_iter().chain([Tint::Seat(Seat(3)), Tint::Rgb(1, 0xab, 255)]);
        for tint in tints {
            let word = serde_json::to_value(tint).unwrap();
            assert_eq!(serde_json::from_value::<Tint>(word.clone()).unwrap(), tint, "{word}");
        }
        for word in ["", "mauve", "seat/", "seat/-1", "seat/300", "#12345", "#12345g", "#äöü"] {
            assert_eq!(Tint::from(word), Tint::Grey, "{word}");
        }
    }
}

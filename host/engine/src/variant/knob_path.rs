//! The path of a knob, by which the command line and the lab name one: of the game, a place of a list, or of a house
//! rule.

use super::Variant;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use stonehouse_house_rules::{Script, did_you_mean};

/// The path of a knob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnobPath {
    /// A knob of the game, `points`, or a place of one that is a list, counted from 0: `handicap_points[1]`.
    Game {
        /// The knob.
        knob: String,
        /// The place.
        place: Option<usize>,
    },
    /// A knob of a house rule: `rules.komi.points`.
    Rule {
        /// The house rule.
        rule: String,
        /// The knob.
        knob: String,
    },
}

/// The reason why a path leads to no knob of a variant, as what follows after the variant's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KnobPathError {
    /// It cannot be read.
    #[error("a place of a list is written as knob[0], and not as `{0}`")]
    Unreadable(String),
    /// The game has no such knob.
    #[error("has no knob `{knob}`.{hint}")]
    NoKnob {
        /// The knob.
        knob: String,
        /// The nearest name, as a sentence; empty if none is near.
        hint: String,
    },
    /// The knob is no list, or a shorter one.
    #[error("has `{0}`, which is no list with that place; places are counted from 0")]
    NoPlace(String),
    /// The knob is no whole number.
    #[error("has `{0}`, which is no whole number; of a list, name the place that moves: {0}[0]=1..5")]
    NoNumber(String),
    /// The variant has no such house rule.
    #[error("has no house rule `{rule}`.{hint} {known}")]
    NoRule {
        /// The house rule.
        rule: String,
        /// The nearest name, as a sentence; empty if none is near.
        hint: String,
        /// Those that it has, as a sentence.
        known: String,
    },
}

impl fmt::Display for KnobPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { knob, place: None } => f.write_str(knob),
            Self::Game { knob, place: Some(place) } => write!(f, "{knob}[{place}]"),
            Self::Rule { rule, knob } => write!(f, "rules.{rule}.{knob}"),
        }
    }
}

impl FromStr for KnobPath {
    type Err = KnobPathError;

    fn from_str(text: &str) -> Result<Self, KnobPathError> {
        if let Some((rule, knob)) = text.strip_prefix("rules.").and_then(|rest| rest.rsplit_once('.')) {
            return Ok(Self::Rule { rule: rule.to_owned(), knob: knob.to_owned() });
        }
        let Some((knob, place)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else {
            return Ok(Self::Game { knob: text.to_owned(), place: None });
        };
        let place = place.parse().map_err(|_| KnobPathError::Unreadable(text.to_owned()))?;
        Ok(Self::Game { knob: knob.to_owned(), place: Some(place) })
    }
}

impl Serialize for KnobPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl KnobPath {
    /// Sets the knob, without checking that it may have this value.
    ///
    /// # Errors
    /// When the variant has no such knob, place or house rule. A knob that a house rule does not declare is found when
    /// the variant is compiled.
    pub fn set(&self, variant: &mut Variant, value: Value) -> Result<(), KnobPathError> {
        match self {
            Self::Game { .. } => *self.of_the_game(variant)? = value,
            Self::Rule { rule, knob } => {
                let error = || {
                    let rules: Vec<&str> = variant.scripts.iter().map(Script::rule).collect();
                    let known = if rules.is_empty() {
                        "It has none".to_owned()
                    } else {
                        format!("It has: {}", rules.join(", "))
                    };
                    KnobPathError::NoRule { rule: rule.clone(), hint: did_you_mean(rule, rules.iter().copied()), known }
                };
                let place = variant.scripts.iter().position(|script| script.rule() == rule).ok_or_else(error)?;
                variant.scripts[place].knobs.insert(knob.clone(), value);
            }
        }
        Ok(())
    }

    /// As [`set`](Self::set), for a knob of the game that is a whole number or a fraction, or a knob of a house rule.
    ///
    /// # Errors
    /// As [`set`](Self::set), and when a knob of the game is no number.
    pub fn set_number(&self, variant: &mut Variant, number: i64) -> Result<(), KnobPathError> {
        if matches!(self, Self::Game { .. }) && !self.of_the_game(variant)?.is_number() {
            return Err(KnobPathError::NoNumber(self.to_string()));
        }
        self.set(variant, number.into())
    }

    /// The value of a knob of the game.
    fn of_the_game<'v>(&self, variant: &'v mut Variant) -> Result<&'v mut Value, KnobPathError> {
        let (Self::Game { knob, .. } | Self::Rule { knob, .. }) = self;
        if !variant.knobs.contains_key(knob) {
            let hint = did_you_mean(knob, variant.knobs.keys().map(String::as_str));
            return Err(KnobPathError::NoKnob { knob: knob.clone(), hint });
        }
        let value = &mut variant.knobs[knob.as_str()];
        match self {
            Self::Game { knob, place: Some(place) } => {
                value.get_mut(*place).ok_or_else(|| KnobPathError::NoPlace(knob.clone()))
            }
            _ => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_it_is_read() {
        for text in ["points", "handicap_points[1]", "rules.even_seats.south", "rules.a.b.c"] {
            assert_eq!(text.parse::<KnobPath>().unwrap().to_string(), text);
        }
        assert_eq!("a[x]".parse::<KnobPath>(), Err(KnobPathError::Unreadable("a[x]".to_owned())));
        let rule = KnobPath::Rule { rule: "even_seats".to_owned(), knob: "south".to_owned() };
        assert_eq!("rules.even_seats.south".parse(), Ok(rule));
    }
}

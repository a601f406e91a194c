//! Texts that people read: a template and its arguments.
//!
//! A game writes `text!("{player} builds {cards}", player = seat, cards = names)`. The English template is also the key
//! of its translations. A seat is a separate kind of argument: the host fills in the rules' name or the player's, and
//! addresses the reader ("you build").
//!
//! So the host writes "Anna" where the rules have "North", and a translation needs no change in a plugin. A record
//! contains the English text with the rules' own names.

mod json;

use crate::Seat;
use std::borrow::Cow;
use std::fmt;

/// A text for people.
///
/// As JSON a text without arguments is a string, taken literally. One with arguments is
/// `{"template": "{player} has {n}", "with": [["player", {"seat": 0}], ["n", 3]]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "json::Form"))]
pub struct Text {
    template: Cow<'static, str>,
    with: Vec<(Cow<'static, str>, Arg)>,
}

/// An argument of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
#[non_exhaustive]
pub enum Arg {
    /// A number.
    Number(i64),
    /// The host's name of this seat.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// Several texts, with commas between them.
    List(Vec<Text>),
    /// Another text.
    Text(Text),
}

/// Makes a [`Text`] from a template whose places are names in braces, and an argument for each:
/// `text!("{n} stones left", n = 3)`. A variable of that name need not be repeated: `text!("{n} stones left", n)`.
#[macro_export]
macro_rules! text {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Text::template($template)$(.with(stringify!($name), $crate::text!(@ $name $(= $value)?)))*
    };
    (@ $name:ident) => { $name };
    (@ $name:ident = $value:expr) => { $value };
}

impl Text {
    /// A text that is only its words: braces in it mean nothing.
    pub fn plain(words: impl Into<Cow<'static, str>>) -> Self {
        Self { template: words.into(), with: Vec::new() }
    }

    /// A template, whose arguments follow with [`with`](Self::with). [`text!`](crate::text!) reads better.
    pub fn template(template: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(template)
    }

    /// Puts `value` in for `{name}`.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Arg>) -> Self {
        self.with.push((name.into(), value.into()));
        self
    }

    /// The template: the key of a translation.
    pub fn key(&self) -> &str {
        &self.template
    }

    /// The arguments of the template, by name.
    pub fn arguments(&self) -> impl Iterator<Item = (&str, &Arg)> {
        self.with.iter().map(|(name, arg)| (&**name, arg))
    }

    /// As this text, but with other templates: `template` returns the one for a text, for example in another language,
    /// or `None` to keep its own. Also called for the texts within this one.
    #[must_use]
    pub fn with_templates(&self, template: &impl Fn(&Self) -> Option<String>) -> Self {
        let again = |text: &Self| text.with_templates(template);
        let translate = |arg: &Arg| match arg {
            Arg::Text(text) => Arg::Text(again(text)),
            Arg::List(texts) => Arg::List(texts.iter().map(again).collect()),
            other => other.clone(),
        };
        Self {
            template: template(self).map_or_else(|| self.template.clone(), Cow::Owned),
            with: self.with.iter().map(|(name, arg)| (name.clone(), translate(arg))).collect(),
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// Its size in bytes, including its arguments.
    pub fn size(&self) -> usize {
        self.template.len() + self.with.iter().map(|(name, arg)| name.len() + arg.size()).sum::<usize>()
    }

    /// The text with its arguments filled in, each seat by its name in `names`; a seat without one is "seat 3".
    pub fn fill(&self, names: &[impl AsRef<str>]) -> String {
        let mut filled = String::with_capacity(self.template.len() + 16);
        self.fill_into(&mut filled, &mut |filled, seat, rest| {
            match names.get(seat.index()) {
                Some(name) => *filled += name.as_ref(),
                None => *filled += &seat.to_string(),
            }
            rest
        });
        filled
    }

    /// Appends the text to `filled`. `name` appends the name of a seat: it receives the text filled so far, the seat
    /// and the rest of the template, and returns the remaining part of that rest.
    pub fn fill_into(&self, filled: &mut String, name: &mut impl for<'t> FnMut(&mut String, Seat, &'t str) -> &'t str) {
        if self.with.is_empty() {
            *filled += &self.template;
            return;
        }
        fill_template(&self.template, filled, |filled, place, rest| {
            let (_, arg) = self.with.iter().find(|(known, _)| known == place)?;
            Some(arg.fill_into(filled, rest, name))
        });
    }

    /// The errors of the template, for its author: placeholders without an argument, and arguments without a
    /// placeholder.
    pub fn template_errors(&self) -> Vec<String> {
        if self.with.is_empty() {
            return Vec::new();
        }
        let places: Vec<&str> =
            self.template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect();
        let unfilled = places.iter().filter(|place| !self.with.iter().any(|(name, _)| name == *place));
        let unused = self.with.iter().filter(|(name, _)| !places.contains(&&**name));
        unfilled
            .map(|place| format!("no argument is given for {{{place}}}"))
            .chain(unused.map(|(name, _)| format!("the argument `{name}` is not used")))
            .collect()
    }
}

/// Appends a template to `filled`, with each `{place}` replaced. `argument` appends the text of a place: it receives
/// the text filled so far, the name of the place and the rest of the template, and returns the remaining part of that
/// rest; `None` leaves the place unchanged.
pub fn fill_template<'t>(
    template: &'t str,
    filled: &mut String,
    mut argument: impl FnMut(&mut String, &'t str, &'t str) -> Option<&'t str>,
) {
    let mut rest = template;
    while let Some((before, place)) = rest.split_once('{') {
        *filled += before;
        rest = place;
        match place.split_once('}').and_then(|(name, after)| argument(filled, name, after)) {
            Some(after) => rest = after,
            None => filled.push('{'),
        }
    }
    *filled += rest;
}

impl Arg {
    fn size(&self) -> usize {
        match self {
            Self::Number(_) | Self::Seat { .. } => 8,
            Self::List(texts) => texts.iter().map(Text::size).sum(),
            Self::Text(text) => text.size(),
        }
    }

    fn fill_into<'t>(
        &self,
        filled: &mut String,
        rest: &'t str,
        name: &mut impl for<'a> FnMut(&mut String, Seat, &'a str) -> &'a str,
    ) -> &'t str {
        match self {
            Self::Number(number) => *filled += &number.to_string(),
            Self::Seat { seat } => return name(filled, *seat, rest),
            Self::List(texts) => {
                for (index, text) in texts.iter().enumerate() {
                    *filled += if index == 0 { "" } else { ", " };
                    text.fill_into(filled, name);
                }
            }
            Self::Text(text) => text.fill_into(filled, name),
        }
        rest
    }
}

impl fmt::Display for Text {
    /// With the seats by their numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fill(&[""; 0]))
    }
}

impl From<&'static str> for Text {
    fn from(words: &'static str) -> Self {
        Self::plain(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::plain(words)
    }
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Arg {
            fn from(number: $kind) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}

numbers!(i64, i32, i16, i8, u32, u16, u8);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Self::Seat { seat }
    }
}

impl<T: Into<Text>> From<T> for Arg {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<Text>> From<Vec<T>> for Arg {
    fn from(texts: Vec<T>) -> Self {
        Self::List(texts.into_iter().map(Into::into).collect())
    }
}

/// Whether a letter is a control character, or one of those that change the direction of the text around it: none
/// belongs into a text for people.
pub fn is_control(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NAMES: [&str; 2] = ["Anna", "Ben"];

    #[test]
    fn a_template_is_filled_with_numbers_texts_lists_and_seat_names() {
        let cards = vec!["red 7", "blue 7"];
        let n = 3_u8;
        let text = text!(
            "{player} builds {cards}: {n} points, {why}",
            player = Seat(1),
            cards,
            n,
            why = text!("{n} each", n = 1)
        );
        assert_eq!(text.fill(&NAMES), "Ben builds red 7, blue 7: 3 points, 1 each");
        assert_eq!(text!("{player} passes", player = Seat(2)).fill(&NAMES), "seat 3 passes");
        assert_eq!(text.template_errors(), [""; 0]);
    }

    #[test]
    fn other_templates_apply_to_a_text_and_the_texts_within_it() {
        let text =
            text!("{player} takes {cards}, {why}", player = Seat(1), cards = vec!["red 7", "joker"], why = "as dealt");
        let german = |text: &Text| match text.key() {
            "{player} takes {cards}, {why}" => Some("{why}: {player} nimmt {cards}".to_owned()),
            "red 7" => Some("rote 7".to_owned()),
            "as dealt" => Some("so gegeben".to_owned()),
            _ => None,
        };
        assert_eq!(text.with_templates(&german).fill(&NAMES), "so gegeben: Ben nimmt rote 7, joker");
    }

    #[test]
    fn braces_without_an_argument_stay_as_they_are() {
        assert_eq!(Text::plain("a {b} c").fill(&NAMES), "a {b} c");
        let text = text!("{a} {b} {", a = 1);
        assert_eq!(text.fill(&NAMES), "1 {b} {");
        assert_eq!(text.template_errors(), ["no argument is given for {b}"]);
        assert_eq!(text!("{a}", a = 1, c = 2).template_errors(), ["the argument `c` is not used"]);
    }

    #[test]
    fn texts_round_trip_in_json_and_plain_ones_are_strings() {
        assert_eq!(serde_json::to_value(Text::from("Pass")).unwrap(), json!("Pass"));
        let text = text!("{player} has {n}: {what}", player = Seat(0), n = 3, what = vec!["a", "b"]);
        let json = serde_json::to_value(&text).unwrap();
        let with = json!([["player", { "seat": 0 }], ["n", 3], ["what", ["a", "b"]]]);
        assert_eq!(json, json!({ "template": "{player} has {n}: {what}", "with": with }));
        assert_eq!(serde_json::from_value::<Text>(json).unwrap(), text);
    }
}

//! Texts that people read: a template and what is put into it.
//!
//! A game writes `text!("{player} builds {cards}", player = seat, cards = names)`. Today the host puts the arguments into the English
//! template; the template is also the key by which a translation can be found. A seat is an argument of its own kind: the host puts in
//! whatever it calls that seat, the rules' name or the player's.
//!
//! So the host writes "Anna" where the rules say "North", and a translation needs no change in a plugin. A record
//! contains the English text with the rules' own names.

mod json;

use crate::Seat;
use std::borrow::Cow;
use std::fmt;

/// A text for people.
///
/// As JSON a text without arguments is a string, taken literally. One with arguments is
/// `{"template": "{player} has {n}", "with": [["player", {"seat": 0}], ["n", 3]]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "json::Form"))]
pub struct Text {
    template: Cow<'static, str>,
    with: Vec<(Cow<'static, str>, Arg)>,
}

/// What is put into a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
#[non_exhaustive]
pub enum Arg {
    /// A number.
    Number(i64),
    /// Whatever the host calls this seat.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// Several texts, with commas between them.
    List(Vec<Text>),
    /// Another text.
    Text(Text),
}

/// Makes a [`Text`] from a template whose places are names in braces, and an argument for each: `text!("{n} stones left", n = 3)`. A
/// variable of that name need not be repeated: `text!("{n} stones left", n)`.
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

    /// What is put in, by name.
    pub fn arguments(&self) -> impl Iterator<Item = (&str, &Arg)> {
        self.with.iter().map(|(name, arg)| (&**name, arg))
    }

    /// The same text from other templates: `template` gives the one for a text, in another language for example, or `None` to leave it.
    /// It is asked for the texts within this one, too.
    #[must_use]
    pub fn retold(&self, template: &impl Fn(&Self) -> Option<String>) -> Self {
        let again = |text: &Self| text.retold(template);
        let retold = |arg: &Arg| match arg {
            Arg::Text(text) => Arg::Text(again(text)),
            Arg::List(texts) => Arg::List(texts.iter().map(again).collect()),
            other => other.clone(),
        };
        Self {
            template: template(self).map_or_else(|| self.template.clone(), Cow::Owned),
            with: self.with.iter().map(|(name, arg)| (name.clone(), retold(arg))).collect(),
        }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// How many bytes it has, those of its arguments included.
    pub fn size(&self) -> usize {
        self.template.len() + self.with.iter().map(|(name, arg)| name.len() + arg.size()).sum::<usize>()
    }

    /// The text in English, with the name of each seat from `names`; a seat without one is "seat 3". Whoever is called "You" is spoken to:
    /// "your stones" rather than "You's stones", and the verb right after a seat that begins a clause agrees with it: "you win" rather
    /// than "You wins".
    pub fn english(&self, names: &[impl AsRef<str>]) -> String {
        let mut said = String::with_capacity(self.template.len() + 16);
        self.say(names, &mut said);
        said
    }

    /// Adds the text to what is said already: whether "you" has a capital follows from what comes before.
    fn say(&self, names: &[impl AsRef<str>], said: &mut String) {
        if self.with.is_empty() {
            *said += &self.template;
            return;
        }
        let mut rest = &*self.template;
        while let Some((before, place)) = rest.split_once('{') {
            *said += before;
            rest = place;
            if let Some((name, after)) = place.split_once('}')
                && let Some((_, arg)) = self.with.iter().find(|(known, _)| known == name)
            {
                rest = if arg.is_you(names) {
                    say_you(said, after)
                } else {
                    arg.say(names, said);
                    after
                };
            } else {
                said.push('{');
            }
        }
        *said += rest;
    }

    /// What is wrong with the template, for its author: placeholders without an argument, and arguments without a placeholder.
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

/// Says "you", or "your" before an `'s`, with a capital at the beginning of a sentence, and the verb that follows as it is said to you;
/// gives what is still to be said.
fn say_you<'a>(said: &mut String, after: &'a str) -> &'a str {
    let is_subject = begins_a_clause(said);
    let before = said.trim_end();
    *said += if before.is_empty() || before.ends_with(['.', '!', '?']) { "You" } else { "you" };
    if let Some(rest) = after.strip_prefix("'s") {
        said.push('r');
        return rest;
    }
    let Some(words) = after.strip_prefix(' ').filter(|_| is_subject) else { return after };
    let end = words.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(words.len());
    let (verb, rest) = words.split_at(end);
    said.push(' ');
    *said += &said_to_you(verb);
    rest
}

/// Whether whoever is named after these words does something, rather than has something done to them.
fn begins_a_clause(said: &str) -> bool {
    const BEFORE: [&str; 13] =
        ["and", "as", "because", "before", "after", "but", "if", "once", "or", "that", "until", "when", "where"];
    let said = said.trim_end();
    said.is_empty()
        || said.ends_with(['.', ',', ':', ';', '!', '?', '('])
        || said.rsplit(' ').next().is_some_and(|word| BEFORE.contains(&word))
}

/// A verb of the third person as it is said to you: "have" for "has", "pass" for "passes". Any other word stays as it is.
fn said_to_you(verb: &str) -> Cow<'_, str> {
    match verb {
        "has" => "have".into(),
        "is" => "are".into(),
        "was" => "were".into(),
        "does" | "goes" => verb[..2].into(),
        "as" | "across" | "always" | "his" | "its" | "perhaps" | "plus" | "thus" | "this" | "towards" => verb.into(),
        _ if verb.ends_with("ss") => verb.into(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("es"), verb.strip_suffix('s')) {
            (Some(carr), ..) if carr.len() > 1 => format!("{carr}y").into(),
            (_, Some(pass), _) if ["ss", "sh", "ch", "x", "zz"].iter().any(|end| pass.ends_with(end)) => pass.into(),
            (.., Some(win)) => win.into(),
            _ => verb.into(),
        },
    }
}

impl Arg {
    /// Whether it is a seat whom the host calls "You": the person who reads.
    fn is_you(&self, names: &[impl AsRef<str>]) -> bool {
        matches!(self, Self::Seat { seat } if names.get(seat.index()).is_some_and(|name| name.as_ref() == "You"))
    }

    fn size(&self) -> usize {
        match self {
            Self::Number(_) | Self::Seat { .. } => 8,
            Self::List(texts) => texts.iter().map(Text::size).sum(),
            Self::Text(text) => text.size(),
        }
    }

    fn say(&self, names: &[impl AsRef<str>], said: &mut String) {
        match self {
            Self::Number(number) => *said += &number.to_string(),
            Self::Seat { seat } => match names.get(seat.index()) {
                Some(name) => *said += name.as_ref(),
                None => *said += &seat.to_string(),
            },
            Self::List(texts) => {
                for (index, text) in texts.iter().enumerate() {
                    *said += if index == 0 { "" } else { ", " };
                    text.say(names, said);
                }
            }
            Self::Text(text) => text.say(names, said),
        }
    }
}

impl fmt::Display for Text {
    /// In English, seats by their numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english(&[""; 0]))
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

/// Whether a letter is a control character, or one of those that change the direction of the text around it: none belongs into a text for people.
pub fn is_control(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NAMES: [&str; 2] = ["Anna", "Ben"];

    #[test]
    fn a_template_is_filled_with_numbers_texts_lists_and_the_names_of_seats() {
        let cards = vec!["red 7", "blue 7"];
        let n = 3_u8;
        let text = text!(
            "{player} builds {cards}: {n} points, {why}",
            player = Seat(1),
            cards,
            n,
            why = text!("{n} each", n = 1)
        );
        assert_eq!(text.english(&NAMES), "Ben builds red 7, blue 7: 3 points, 1 each");
        assert_eq!(text!("{player} passes", player = Seat(2)).english(&NAMES), "seat 3 passes");
        assert_eq!(text.template_errors(), [""; 0]);
    }

    #[test]
    fn a_text_and_the_texts_within_it_can_be_told_by_other_templates() {
        let text =
            text!("{player} takes {cards}, {why}", player = Seat(1), cards = vec!["red 7", "joker"], why = "as dealt");
        let german = |text: &Text| match text.key() {
            "{player} takes {cards}, {why}" => Some("{why}: {player} nimmt {cards}".to_owned()),
            "red 7" => Some("rote 7".to_owned()),
            "as dealt" => Some("so gegeben".to_owned()),
            _ => None,
        };
        assert_eq!(text.retold(&german).english(&NAMES), "so gegeben: Ben nimmt rote 7, joker");
    }

    #[test]
    fn whoever_reads_is_spoken_to() {
        let names = ["You", "Ben"];
        let hand = |seat| text!("{player}'s stones", player = Seat(seat)).english(&names);
        assert_eq!((hand(0), hand(1)), ("Your stones".to_owned(), "Ben's stones".to_owned()));
        let told = text!("{a} asks {b} for {b}'s gold", a = Seat(1), b = Seat(0)).english(&names);
        assert_eq!(told, "Ben asks you for your gold");
        let row = text!("{owner}'s two 6s", owner = Seat(0));
        assert_eq!(text!("steals {row}", row).english(&names), "steals your two 6s");
    }

    #[test]
    fn the_verb_after_whoever_is_spoken_to_agrees_where_they_do_something() {
        let names = ["You", "Ben"];
        let told = |template: &'static str| {
            let text = |seat| Text::template(template).with("a", Seat(seat)).with("b", Seat(1 - seat)).english(&names);
            (text(0), text(1))
        };
        for (template, you, ben) in [
            ("{a} has connected", "You have connected", "Ben has connected"),
            ("{b} folded: {a} wins 9.", "Ben folded: you win 9.", "You folded: Ben wins 9."),
            ("gold that {a} hides", "gold that you hide", "gold that Ben hides"),
            ("{a} passes, {b} carries on", "You pass, Ben carries on", "Ben passes, you carry on"),
            ("It is over. {a} is out", "It is over. You are out", "It is over. Ben is out"),
            ("{a} goes, and {b} loses", "You go, and Ben loses", "Ben goes, and you lose"),
            // What is done to somebody agrees with somebody else.
            ("{a} gives {b} coins", "You give Ben coins", "Ben gives you coins"),
            ("{a} asks {b} as usual", "You ask Ben as usual", "Ben asks you as usual"),
            ("{a} and {b} agree", "You and Ben agree", "Ben and you agree"),
            ("{a}: {b}'s 3", "You: Ben's 3", "Ben: your 3"),
        ] {
            assert_eq!(told(template), (you.to_owned(), ben.to_owned()), "{template}");
        }
    }

    #[test]
    fn braces_without_an_argument_stay_as_they_are() {
        assert_eq!(Text::plain("a {b} c").english(&NAMES), "a {b} c");
        let text = text!("{a} {b} {", a = 1);
        assert_eq!(text.english(&NAMES), "1 {b} {");
        assert_eq!(text.template_errors(), ["no argument is given for {b}"]);
        assert_eq!(text!("{a}", a = 1, c = 2).template_errors(), ["the argument `c` is not used"]);
    }

    #[test]
    fn a_text_without_arguments_is_a_string_in_json_and_every_text_comes_back_from_it() {
        assert_eq!(serde_json::to_value(Text::from("Pass")).unwrap(), json!("Pass"));
        let text = text!("{player} has {n}: {what}", player = Seat(0), n = 3, what = vec!["a", "b"]);
        let json = serde_json::to_value(&text).unwrap();
        let with = json!([["player", { "seat": 0 }], ["n", 3], ["what", ["a", "b"]]]);
        assert_eq!(json, json!({ "template": "{player} has {n}: {what}", "with": with }));
        assert_eq!(serde_json::from_value::<Text>(json).unwrap(), text);
    }
}

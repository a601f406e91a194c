//! Translation of texts for people. A language's files are read by `languages` of the engine.
//!
//! Every text of a game, and every one of the window, is a template with arguments ([`Text`]), and its English template
//! is the key under which a language has its own. So a game does not depend on languages, and a text that a language
//! lacks is shown in English.
//!
//! | module | contents |
//! |---|---|
//! | [`window`] | the language of the window's texts: [`tr!`] |
//! | `english` | English sentences that address the reader as "you", with the verb that belongs to it |
//! | this module | [`Language`], which translates texts and scenes |
//!
//! All texts of a scene and of an action can be visited (`scene/texts.rs` of the contract), so a scene is translated
//! whole before it is shown. Which form is used for the reader ("you") is decided then, since other languages change
//! more than the verb. A test plays every shipped variant and lists what German lacks.

mod english;
pub mod window;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use stonehouse_plugin::{ActionText, Arg, Scene, Seat, Text};
pub use window::{
    InLanguage, MadeIn, capitalized, current_language, filled, joined, number, reader, set_language, translate,
    translate_words, with_language, words,
};

/// A language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Language {
    /// Its code, after BCP 47: `en`, `de`.
    pub code: String,
    /// Its own name: "Deutsch".
    pub name: String,
    /// The name of the reader, where a text has no form of its own for that: "Du".
    pub you: String,
    /// Its decimal sign: ",". Empty: a point.
    pub decimal: String,
    texts: HashMap<String, Translation>,
    /// The rules of games in short, as Markdown, by the game's id.
    rules: HashMap<String, String>,
}

/// A text in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// Its template.
    pub text: String,
    /// Its template where a seat is the reader's, by the argument's name: "Du baust {cards}".
    pub you: BTreeMap<String, String>,
}

impl Language {
    /// English: everything as it is.
    pub fn english() -> Self {
        Self::new("en", "English", "You", "")
    }

    /// A language without texts, so far: its code, its name, the name of the reader, and its decimal sign.
    pub fn new(
        code: impl Into<String>,
        name: impl Into<String>,
        you: impl Into<String>,
        decimal: impl Into<String>,
    ) -> Self {
        Self { code: code.into(), name: name.into(), you: you.into(), decimal: decimal.into(), ..Self::default() }
    }

    /// Adds the translation of an English template.
    pub fn add_text(&mut self, key: String, translation: Translation) {
        self.texts.insert(key, translation);
    }

    /// Adds the rules of a game in short, as Markdown.
    pub fn add_rules(&mut self, game: String, text: String) {
        self.rules.insert(game, text);
    }

    /// Whether it is English, so that nothing has to be translated.
    pub fn is_english(&self) -> bool {
        self.texts.is_empty()
    }

    /// The English templates that it has texts for, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The translation of this English template, if it has one.
    pub fn translation(&self, key: &str) -> Option<&Translation> {
        self.texts.get(key)
    }

    /// The text in this language, for the reader at the seat `you`. What the language lacks stays in English.
    #[must_use]
    pub fn text(&self, text: &Text, you: Option<Seat>) -> Text {
        text.with_templates(&|text| {
            let translation = self.translation(text.key())?;
            let is_you = |arg: &Arg| matches!(arg, Arg::Seat { seat } if Some(*seat) == you);
            let own = text.arguments().filter(|(_, arg)| is_you(arg)).find_map(|(name, _)| translation.you.get(name));
            Some(own.unwrap_or(&translation.text).clone())
        })
    }

    /// Words without arguments in this language.
    pub fn words<'a>(&'a self, english: &'a str) -> Cow<'a, str> {
        self.translation(english).map_or(Cow::Borrowed(english), |translation| Cow::Borrowed(&translation.text))
    }

    /// Translates every text of a scene into this language.
    pub fn scene(&self, scene: &mut Scene, you: Option<Seat>) {
        if !self.is_english() {
            scene.each_text(&mut |text| *text = self.text(text, you));
        }
    }

    /// Translates every text of an action into this language.
    pub fn action(&self, action: &mut ActionText, you: Option<Seat>) {
        if !self.is_english() {
            action.each_text(&mut |text| *text = self.text(text, you));
        }
    }

    /// The rules of a game in short, as Markdown, if it has them in this language.
    pub fn rules(&self, game: &str) -> Option<&str> {
        self.rules.get(game).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::text;

    fn german() -> Language {
        let translation = |text: &str, you: &[(&str, &str)]| Translation {
            text: text.to_owned(),
            you: you.iter().map(|(arg, text)| ((*arg).to_owned(), (*text).to_owned())).collect(),
        };
        Language {
            code: "de".into(),
            name: "Deutsch".into(),
            you: "Du".into(),
            decimal: ",".into(),
            texts: HashMap::from([
                ("Tower".to_owned(), translation("Turm", &[])),
                (
                    "{player} builds {cards}".to_owned(),
                    translation("{player} baut {cards}", &[("player", "Du baust {cards}")]),
                ),
                (
                    "{thief} steals {owner}'s row".to_owned(),
                    translation(
                        "{thief} stiehlt {owner} die Reihe",
                        &[("thief", "Du stiehlst {owner} die Reihe"), ("owner", "{thief} stiehlt dir die Reihe")],
                    ),
                ),
            ]),
            rules: HashMap::new(),
        }
    }

    #[test]
    fn a_text_is_translated_and_addresses_the_reader() {
        let names = ["Du", "Ben"];
        let filled = |text: Text| german().text(&text, Some(Seat(0))).fill(&names);
        assert_eq!(filled(text!("{player} builds {cards}", player = Seat(1), cards = vec!["Tower"])), "Ben baut Turm");
        assert_eq!(filled(text!("{player} builds {cards}", player = Seat(0), cards = vec!["Tower"])), "Du baust Turm");
        let steal =
            |thief, owner| filled(text!("{thief} steals {owner}'s row", thief = Seat(thief), owner = Seat(owner)));
        assert_eq!(steal(1, 0), "Ben stiehlt dir die Reihe");
        assert_eq!(steal(0, 1), "Du stiehlst Ben die Reihe");
    }

    #[test]
    fn missing_translations_stay_english() {
        let translation = german().text(&text!("{n} stones left of the {what}", n = 3, what = "Tower"), None);
        assert_eq!(translation.fill(&[""; 0]), "3 stones left of the Turm");
        assert_eq!(german().words("Settings"), "Settings");
    }

    #[test]
    fn all_texts_of_a_scene_and_of_an_action_are_translated() {
        let mut scene = Scene::new("Tower");
        german().scene(&mut scene, None);
        assert_eq!(scene.status.key(), "Turm");
        let mut action = ActionText::new(text!("{player} builds {cards}", player = Seat(1), cards = "Tower"));
        german().action(&mut action, Some(Seat(1)));
        assert_eq!(action.text.fill(&["Ada", "Du"]), "Du baust Turm");
    }
}

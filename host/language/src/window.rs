//! The language of the window.
//!
//! It belongs to a thread: [`set_language`] sets it at the start of each frame, so that windows beside each other do
//! not mix, and [`with_language`] takes it along to another thread. A window's text is written where it is shown, in
//! English, and that is the key of its translation:
//!
//! ```
//! use stonehouse_language::tr;
//! let seconds = 3;
//! assert_eq!(tr!("Leave"), "Leave");
//! assert_eq!(tr!("Waiting for {whose}… {seconds} s", whose = "the pack", seconds), "Waiting for the pack… 3 s");
//! ```
//!
//! A number of things needs two keys: "1 match" and "{n} matches".
//!
//! Nothing has to be handed down to a button this way, and English costs a look into a thread's own cell. What is kept
//! for longer than a frame, such as a log or a scene, remembers the language it was made in ([`MadeIn`]) and is made
//! again when that changes. Names of players are translated where they are shown: a record has "You", the German screen
//! "Du".

use crate::{Language, english};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use stonehouse_plugin::text::fill_template;
use stonehouse_plugin::{Seat, Text};

/// A text of the window in its language.
///
/// `tr!("Leave")` is a `&'static str`. `tr!("All {n}", n = 3)` fills the places of the template and is a `String`; a
/// variable of the place's name need not be repeated: `tr!("All {n}", n)`.
#[macro_export]
macro_rules! tr {
    (@ $name:ident) => { $name };
    (@ $name:ident = $value:expr) => { $value };
    ($key:literal $(,)?) => { $crate::words($key) };
    ($key:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {
        $crate::filled($crate::words($key), &[$((stringify!($name), &$crate::tr!(@ $name $(= $value)?) as &dyn ::std::fmt::Display)),+])
    };
}

/// Marks a text of the window in a list or a constant, which is translated only where it is shown, with [`words`].
/// Expands to the text itself.
#[macro_export]
macro_rules! key {
    ($key:literal) => {
        $key
    };
}

/// Several names in a sentence of the window: "Ada and Ben", "Ada and Ben and Clara".
pub fn joined(names: &[impl AsRef<str>]) -> String {
    let mut names = names.iter().map(|name| name.as_ref().to_owned());
    let first = names.next().unwrap_or_default();
    names.fold(first, |one, other| tr!("{one} and {other}", one, other))
}

/// The language of a thread.
struct Current {
    language: Arc<Language>,
    /// The texts translated so far, by their English words.
    translated: HashMap<&'static str, &'static str>,
}

thread_local! {
    static CURRENT: RefCell<Current> =
        RefCell::new(Current { language: Arc::clone(&ENGLISH), translated: HashMap::new() });
}

static ENGLISH: LazyLock<Arc<Language>> = LazyLock::new(|| Arc::new(Language::english()));

/// The window's texts in other languages: each is kept once, for as long as the program runs, so that it can be handed
/// around like one that is written in code.
static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);

fn kept(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into());
    kept.insert(new);
    new
}

/// Sets the language of this thread. It costs next to nothing if it is unchanged.
pub fn set_language(language: &Arc<Language>) {
    CURRENT.with_borrow_mut(|current| {
        if !Arc::ptr_eq(&current.language, language) {
            *current = Current { language: Arc::clone(language), translated: HashMap::new() };
        }
    });
}

/// The language of this thread: English, until another is set.
pub fn current_language() -> Arc<Language> {
    CURRENT.with_borrow(|current| Arc::clone(&current.language))
}

/// Wraps work so that it uses the language that this thread has now, on whichever thread it runs.
pub fn with_language<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let language = current_language();
    move || {
        set_language(&language);
        work()
    }
}

/// Words of the window, or the template of a sentence, in the language of this thread. [`tr!`](crate::tr) reads better.
pub fn words(english: &'static str) -> &'static str {
    CURRENT.with_borrow_mut(|current| {
        let Current { language, translated } = current;
        if language.is_english() {
            return english;
        }
        let new = || language.translation(english).map_or(english, |translation| kept(&translation.text));
        *translated.entry(english).or_insert_with(new)
    })
}

/// Words that are known only when they are shown, such as the name of a variant, in the language of this thread.
pub fn translate_words(english: &str) -> String {
    CURRENT.with_borrow(|current| current.language.words(english).into_owned())
}

/// A text of a game in the language of this thread, as a sentence. The player with the language's name for the reader
/// is addressed.
pub fn translate(text: &Text, names: &[impl AsRef<str>]) -> String {
    CURRENT.with_borrow(|current| {
        let language = &current.language;
        if language.is_english() {
            english::fill(text, names)
        } else {
            language.text(text, reader(language, names)).fill(names)
        }
    })
}

/// The seat whose player has the language's name for the reader: "You".
pub fn reader(language: &Language, names: &[impl AsRef<str>]) -> Option<Seat> {
    let place = names.iter().position(|name| name.as_ref() == language.you)?;
    u8::try_from(place).ok().map(Seat)
}

/// A text that is in the language of this thread already, such as one of a translated scene.
pub trait InLanguage {
    /// The text with its arguments filled in, each seat by its name in `names`. In English a seat called "You" is
    /// addressed.
    fn shown(&self, names: &[impl AsRef<str>]) -> String;
}

impl InLanguage for Text {
    fn shown(&self, names: &[impl AsRef<str>]) -> String {
        let is_english = CURRENT.with_borrow(|current| current.language.is_english());
        if is_english { english::fill(self, names) } else { self.fill(names) }
    }
}

/// The text with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A template with its places filled in. [`tr!`](crate::tr) reads better.
pub fn filled(template: &str, with: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    fill_template(template, &mut filled, |filled, name, rest| {
        let (_, value) = with.iter().find(|(known, _)| *known == name)?;
        // Writing to a string fails only if the value itself does; then it is cut short.
        let _ = write!(filled, "{value}");
        Some(rest)
    });
    filled
}

/// A number with `digits` after the decimal sign, which is the language's: 3.5, or 3,5.
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    CURRENT.with_borrow(|current| match &*current.language.decimal {
        "" | "." => text,
        decimal => text.replace('.', decimal),
    })
}

/// The language in which something cached was made, to notice that the window's language has changed.
#[derive(Debug)]
pub struct MadeIn(Arc<Language>);

impl MadeIn {
    /// The current language of this thread.
    pub fn now() -> Self {
        Self(current_language())
    }

    /// Whether the language of this thread has changed since then, or since the last call.
    pub fn has_changed(&mut self) -> bool {
        CURRENT.with_borrow(|current| {
            let changed = !Arc::ptr_eq(&self.0, &current.language);
            if changed {
                self.0 = Arc::clone(&current.language);
            }
            changed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Translation;
    use stonehouse_plugin::text;

    fn german() -> Arc<Language> {
        let translation = |(key, text): (&str, &str)| {
            (key.to_owned(), Translation { text: text.to_owned(), ..Translation::default() })
        };
        let mut german =
            Language { code: "de".into(), name: "Deutsch".into(), you: "Du".into(), ..Language::default() };
        german.decimal = ",".into();
        german.texts =
            [("Leave", "Verlassen"), ("All {n}", "Alle {n}"), ("{a} of {b}", "von {b} {a}")].map(translation).into();
        german.texts.insert(
            "{player} wins".into(),
            Translation { text: "{player} gewinnt".into(), you: [("player".into(), "Du gewinnst".into())].into() },
        );
        Arc::new(german)
    }

    #[test]
    fn a_text_is_in_the_language_of_its_thread() {
        assert_eq!((tr!("Leave"), tr!("All {n}", n = 3)), ("Leave", "All 3".to_owned()));
        set_language(&german());
        assert_eq!((tr!("Leave"), tr!("All {n}", n = 3)), ("Verlassen", "Alle 3".to_owned()));
        assert_eq!(tr!("{a} of {b}", a = "x", b = 2.5), "von 2.5 x");
        assert_eq!(tr!("Undo"), "Undo", "what the language lacks stays English");
        assert_eq!((number(2.54, 1), translate_words("Leave")), ("2,5".to_owned(), "Verlassen".to_owned()));
        let here = with_language(|| tr!("Leave"));
        assert_eq!(std::thread::spawn(here).join().unwrap(), "Verlassen");
        assert_eq!(std::thread::spawn(|| tr!("Leave")).join().unwrap(), "Leave");
    }

    #[test]
    fn a_text_of_a_game_addresses_the_player_with_the_readers_name() {
        let wins = |seat| text!("{player} wins", player = Seat(seat));
        assert_eq!(translate(&wins(0), &["You", "Ben"]), "You win");
        set_language(&german());
        assert_eq!(translate(&wins(0), &["Du", "Ben"]), "Du gewinnst");
        assert_eq!(translate(&wins(1), &["Du", "Ben"]), "Ben gewinnt");
    }

    #[test]
    fn a_change_of_the_language_is_noticed_once() {
        let mut made_in = MadeIn::now();
        assert!(!made_in.has_changed());
        set_language(&german());
        assert!(made_in.has_changed());
        assert!(!made_in.has_changed());
    }

    #[test]
    fn braces_that_are_no_place_stay_as_they_are() {
        let (a, b) = (1, "{a}");
        assert_eq!(tr!("{a} {c} {", a), "1 {c} {");
        assert_eq!(tr!("{b} {a}", a, b), "{a} 1", "what is put in is not filled again");
    }
}

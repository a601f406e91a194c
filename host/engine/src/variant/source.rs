//! The source of a variant, and what it overrides.

use super::Variant;
use crate::folders::Origin;
use crate::pack_label::PackLabel;
use std::fmt;
use std::sync::Arc;
use stonehouse_plugin::{Text, text};

/// The source of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The game itself, which has no variant files.
    Game,
    /// It came with the program.
    Shipped,
    /// A pack that is installed.
    Pack(Arc<PackLabel>),
    /// The user's own folder.
    Own,
    /// A folder or a file that was named.
    Named,
    /// A record, which holds what it needs.
    Record,
}

impl From<Origin> for Source {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Bundled | Origin::Built => Self::Shipped,
            Origin::User => Self::Own,
            Origin::Named => Self::Named,
        }
    }
}

/// As the end of a sentence: "it comes from …".
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_words().fmt(f)
    }
}

impl Source {
    /// Its name for people, as a text that can be translated.
    pub fn in_words(&self) -> Text {
        match self {
            Self::Game => "the game".into(),
            Self::Shipped => "Stonehouse".into(),
            Self::Pack(label) => text!("the pack {pack}", pack = label.to_string()),
            Self::Own => "your own folder".into(),
            Self::Named => "a folder that you named".into(),
            Self::Record => "a record".into(),
        }
    }

    /// A word for tools.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Shipped => "shipped",
            Self::Pack(_) => "pack",
            Self::Own => "own",
            Self::Named => "named",
            Self::Record => "record",
        }
    }

    /// The pack, if it is one.
    pub const fn pack(&self) -> Option<&Arc<PackLabel>> {
        match self {
            Self::Pack(label) => Some(label),
            _ => None,
        }
    }
}

impl Variant {
    /// Whether it overrides a shipped variant of the same id.
    pub fn shadows_shipped(&self) -> bool {
        self.shadows.contains(&Source::Shipped)
    }

    /// Its name for people; of one that overrides a shipped variant, with its source.
    pub fn title(&self) -> String {
        title(&self.name, self.source.pack().map(AsRef::as_ref), self.shadows_shipped())
    }

    /// `GAME/ID` for people; as [`title`](Self::title) where it overrides a shipped variant.
    pub fn full_title(&self) -> String {
        title(&self.full_name(), self.source.pack().map(AsRef::as_ref), self.shadows_shipped())
    }

    /// Its source and what it overrides, in a few words; `None` for one that came with the program or the game.
    pub fn origin(&self) -> Option<String> {
        self.origin_in_words().map(|origin| origin.to_string())
    }

    /// As [`origin`](Self::origin), as a text that can be translated.
    pub fn origin_in_words(&self) -> Option<Text> {
        let from: Text = match &self.source {
            Source::Game | Source::Shipped | Source::Record => return None,
            Source::Own => "your own".into(),
            source => text!("from {source}", source = source.in_words()),
        };
        let mut instead = self.shadows.iter().map(|shadowed| match shadowed {
            Source::Shipped | Source::Game => Text::from("the shipped one"),
            Source::Own => "your own".into(),
            other => text!("the one from {source}", source = other.in_words()),
        });
        let Some(first) = instead.next() else { return Some(from) };
        let instead = instead.fold(first, |one, other| text!("{one} and {other}", one, other));
        Some(text!("{from}, instead of {instead}", from, instead))
    }
}

/// The name for people of a variant from this pack, or none; it is played instead of a shipped one, or not.
pub(crate) fn title(name: &str, pack: Option<&PackLabel>, not_shipped: bool) -> String {
    match (pack, not_shipped) {
        (_, false) => name.to_owned(),
        (Some(pack), true) => format!("{name} (from {}, not the shipped one)", pack.name),
        (None, true) => format!("{name} (not the shipped one)"),
    }
}

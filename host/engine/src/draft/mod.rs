//! Drafts: variants in the making, as a form holds them, before they are a file.
//!
//! - this module: a draft
//! - `rule_knobs`: the knobs of house rules
//! - `check`: compiles a draft, and assigns each problem to a part of it
//! - `words`: the differences from the variant that it starts from, in plain words
//! - `write`: its text, as a new file or in one that exists, whose comments and order are kept
//!
//! The form is made from the knobs' declarations, so that the desktop depends on no game. A draft is checked as text
//! before it is a file: the text is read and resolved as it would be later, and is written only if it would be played
//! as the form shows.

mod check;
mod rule_knobs;
mod words;
pub(crate) mod write;

pub use check::{Fault, VariantPart, check};
pub use rule_knobs::{RuleKnobs, set_rule_knob};
pub use words::{differences, subject, value_in_words};
pub use write::new_text as text;

use crate::variant::Variant;
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_house_rules::Script;

/// The suffix of the id of a variant that was changed without being saved, which distinguishes it from the one in the
/// file.
const CHANGED: &str = " (changed)";

/// A variant in the making.
#[derive(Clone, Debug)]
pub struct VariantDraft {
    /// The variant that it starts from, or the official rules.
    pub parent: Arc<Variant>,
    /// The id by which a file extends the parent; `None` if it is no file, but the game's official rules.
    pub extends: Option<String>,
    /// The variant as it is now.
    pub variant: Variant,
    /// The person's own file that it was read from, if it was.
    pub own: Option<PathBuf>,
}

impl VariantDraft {
    /// A draft that starts as a copy of `parent`, which a file extends by the id `extends`.
    pub fn new(parent: &Arc<Variant>, extends: Option<String>) -> Self {
        let mut variant = Variant::clone(parent);
        variant.id.push_str(CHANGED);
        variant.name = format!("My {}", parent.name);
        variant.summary.clear();
        Self { parent: Arc::clone(parent), extends, variant, own: None }
    }

    /// A draft of what is played in one match only: it starts as a copy of `parent`.
    pub fn for_a_match(parent: &Arc<Variant>) -> Self {
        let mut variant = Variant::clone(parent);
        if !is_changed(parent) {
            variant.id.push_str(CHANGED);
            variant.name.push_str(CHANGED);
        }
        Self { parent: Arc::clone(parent), extends: None, variant, own: None }
    }

    /// A draft of a variant of one's own, which can be saved over.
    pub fn of_own(variant: &Variant, parent: &Arc<Variant>, extends: Option<String>) -> Self {
        let mut draft = variant.clone();
        draft.id.push_str(CHANGED);
        Self { parent: Arc::clone(parent), extends, variant: draft, own: Some(variant.file.clone()) }
    }

    /// Whether it plays as its parent does.
    pub fn plays_as_parent(&self) -> bool {
        plays_alike(&self.variant, &self.parent)
    }
}

/// Whether two variants of a game are played alike, whatever they are called.
pub fn plays_alike(one: &Variant, other: &Variant) -> bool {
    let rules = |script: &Script| (script.source.clone(), script.knobs.clone());
    let rules = |variant: &Variant| variant.scripts.iter().map(rules).collect::<Vec<_>>();
    one.knobs == other.knobs
        && (one.seats, one.seats_open) == (other.seats, other.seats_open)
        && one.clock == other.clock
        && rules(one) == rules(other)
}

/// The name of the variant that a changed one was made of; any other name is returned as it is.
pub fn unchanged_name(name: &str) -> &str {
    name.strip_suffix(CHANGED).unwrap_or(name)
}

/// Whether a variant was changed without being saved: no file matches it.
pub fn is_changed(variant: &Variant) -> bool {
    variant.id.ends_with(CHANGED)
}

//! A game in Luau that came as a plain file, as a pack: so it is shown, installed, switched off and replaced like one.

use super::{DerivedDetails, PackDetails, PackDraft, PackDraftError};
use crate::pack::{EXTENSION, Pack};
use crate::plugins::{is_script_game, load_script_game};
use std::path::Path;
use stonehouse_house_rules::Problem;

/// The author of a game that states none.
const NO_AUTHOR: &str = "unknown";
/// The licence of a game that states none, in the form of SPDX.
const NO_LICENCE: &str = "LicenseRef-none";

impl PackDraft {
    /// A pack of the game in this file, with the files beside it where it has a folder of its own. What a pack states
    /// and the game does not is "unknown".
    ///
    /// # Errors
    /// When the game cannot be loaded, or has an id that no pack can have.
    pub fn of_game_file(game: &Path) -> Result<Self, PackDraftError> {
        let plugin = load_script_game(game)?;
        let about = plugin.about();
        let mut draft = Self::default();
        draft.add_script_game(&about.id, game)?;
        let (authors, licence) = (&about.manifest.authors, &about.manifest.licence);
        let likely = DerivedDetails {
            id: &about.id,
            name: &about.name,
            version: &about.version,
            summary: &about.summary,
            authors: if authors.is_empty() { &[NO_AUTHOR.to_owned()] } else { authors },
            licence: Some(if licence.is_empty() { NO_LICENCE } else { licence }),
        };
        draft.describe(&PackDetails::default().manifest(&likely)?);
        Ok(draft)
    }
}

/// The pack in a file, or the one of a game in Luau in it.
///
/// # Errors
/// When it is neither, or something is wrong with it: the problems.
pub fn pack_in_file(file: &Path) -> Result<Pack, Vec<Problem>> {
    if !is_script_game(file) {
        return Pack::read(file);
    }
    let draft = PackDraft::of_game_file(file).map_err(|error| match error {
        PackDraftError::File(problem) => vec![problem],
        other => vec![Problem::file(file, other.to_string())],
    })?;
    draft.pack(&file.with_extension(EXTENSION))
}

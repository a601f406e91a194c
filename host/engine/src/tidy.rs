//! Removes what ended processes left behind.

use crate::folders::{Folders, Origin};
use crate::{files, pack, plugins};

/// Removes what ended processes left in the folders in which this program writes.
pub fn tidy(folders: &Folders) {
    folders.copies().iter().for_each(|folder| plugins::tidy(folder));
    let files = [&folders.verdicts, &folders.settings].into_iter().flatten().filter_map(|file| file.parent());
    for folder in files.chain(folders.packs.as_deref()) {
        files::tidy_temporary(folder);
    }
    if let Some(packs) = &folders.packs {
        files::tidy_temporary(&packs.join(pack::store::OLD));
    }
    for folder in folders.variants.iter().filter(|folder| folder.origin == Origin::User) {
        for games in std::fs::read_dir(&folder.path).into_iter().flatten().flatten() {
            files::tidy_temporary(&games.path());
        }
    }
}

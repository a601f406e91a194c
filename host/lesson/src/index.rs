//! The lessons that this program finds.

use crate::{Guide, Lesson, file};
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_engine::folders::{Folder, list};
use stonehouse_engine::{Catalog, Folders, Problem, Ruleset};

/// Every lesson that is found, by the game's id and then by name of the file; a user's own takes the place of one that
/// ships with the same game and file name. Also the problems of the rest.
pub fn all(folders: &Folders) -> (Vec<Lesson>, Vec<Problem>) {
    let (mut lessons, mut problems): (Vec<Lesson>, Vec<Problem>) = (Vec::new(), Vec::new());
    for folder in &folders.lessons {
        for path in files(folder, &mut problems) {
            match file::read(&path) {
                Ok(lesson) => {
                    lessons
                        .retain(|known| known.game != lesson.game || known.file.file_name() != lesson.file.file_name());
                    lessons.push(lesson);
                }
                Err(problem) => problems.push(problem),
            }
        }
    }
    lessons.sort_by(|a, b| (&a.game, a.file.file_name()).cmp(&(&b.game, b.file.file_name())));
    (lessons, problems)
}

/// The ruleset of a lesson, and the way through it, played through once.
///
/// # Errors
/// The problems of the lesson, or of the variant that it names.
pub fn open(catalog: &Catalog, lesson: Lesson) -> Result<(Arc<Ruleset>, Guide), Vec<Problem>> {
    let name = format!("{}/{}", lesson.game, lesson.variant);
    let (game, variant) =
        catalog.variant(&name).map_err(|unknown| vec![Problem::file(&lesson.file, unknown.to_string())])?;
    let ruleset = Ruleset::compile(&game.plugin, variant)?.for_players(lesson.players.len())?;
    let guide = Guide::new(lesson, &ruleset).map_err(|problem| vec![problem])?;
    Ok((ruleset, guide))
}

/// Checks the lessons of these folders by playing each through. Returns how many there are, and their problems.
pub fn check(catalog: &Catalog) -> (usize, Vec<Problem>) {
    let (lessons, mut problems) = all(catalog.folders());
    let count = lessons.len();
    problems.extend(lessons.into_iter().filter_map(|lesson| open(catalog, lesson).err()).flatten());
    (count, problems)
}

/// The files `GAME/NAME.toml` of a folder.
fn files(folder: &Folder, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let mut listed = |folder: &Folder| {
        list(folder).unwrap_or_else(|problem| {
            problems.push(problem);
            Vec::new()
        })
    };
    let games: Vec<PathBuf> = listed(folder).into_iter().filter(|path| path.is_dir()).collect();
    let inside = games.into_iter().flat_map(|path| listed(&Folder { path, origin: folder.origin }));
    inside.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

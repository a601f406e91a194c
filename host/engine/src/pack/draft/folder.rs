//! A folder with a `pack.toml` as a pack, and a pack as such a folder.

use super::PackDraft;
use crate::files::{MAX_TEXT_BYTES, check_inside, read_bytes};
use crate::pack::archive::{MAX_FILES, MAX_PICTURE_BYTES};
use crate::pack::name::{Kind, MANIFEST};
use crate::pack::signature::SIGNATURE;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The endings of what is in packs. Files with others are left out.
const ENDINGS: [&str; 7] = ["toml", "lua", "luau", "md", "txt", "png", "svg"];

impl PackDraft {
    /// The files of a folder, as a pack. Hidden files are left out, and those that no pack can hold.
    ///
    /// # Errors
    /// The files that cannot be read, are where they do not belong, or are links to files elsewhere.
    pub fn of_folder(folder: &Path) -> Result<Self, Vec<Problem>> {
        if !folder.join(MANIFEST).is_file() {
            let message = format!(
                "there is no `{MANIFEST}` in this folder. Write one, or let `stonehouse pack GAME/VARIANT --folder DIR` make the \
                 folder of a pack"
            );
            return Err(vec![Problem::file(folder, message)]);
        }
        let (mut draft, mut problems) = (Self::default(), Vec::new());
        draft.add_folder(folder, folder, "", &mut problems);
        if problems.is_empty() { Ok(draft) } else { Err(problems) }
    }

    fn add_folder(&mut self, whole: &Path, folder: &Path, prefix: &str, problems: &mut Vec<Problem>) {
        let entries = match entries_of(folder) {
            Ok(entries) => entries,
            Err(error) => return problems.push(Problem::file(folder, format!("the folder cannot be read: {error}"))),
        };
        for path in entries {
            let Some(own) = path.file_name().and_then(|name| name.to_str()).filter(|own| !own.starts_with('.')) else {
                continue;
            };
            let name = format!("{prefix}{own}");
            // The pack that is made of the folder is signed by the user who makes it.
            if name == SIGNATURE {
                continue;
            }
            // A game's folder, and the one for scripts in it.
            let depth = prefix.matches('/').count();
            if path.is_dir() && depth < 2 {
                self.add_folder(whole, &path, &format!("{name}/"), problems);
            } else if path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known))
                || Kind::of(&name).is_ok()
            {
                match file(whole, &path, &name) {
                    Ok(bytes) => _ = self.files.insert(name, bytes),
                    Err(problem) => problems.push(problem),
                }
            } else {
                self.left_out.push(name);
            }
            if self.files.len() > MAX_FILES {
                let message =
                    format!("there are more than {MAX_FILES} files in this folder, the most that a pack holds");
                return problems.push(Problem::file(whole, message));
            }
        }
    }

    /// Writes the files into a folder, which must not exist yet or be empty.
    ///
    /// # Errors
    /// When there is something in the folder, or it cannot be written.
    pub fn write_folder(&self, folder: &Path) -> Result<(), Problem> {
        let unwritable = |error: io::Error| Problem::file(folder, format!("cannot be written: {error}"));
        fs::create_dir_all(folder).map_err(unwritable)?;
        if fs::read_dir(folder).map_err(unwritable)?.next().is_some() {
            let message = "there is something in this folder, and nothing is overwritten: choose another one";
            return Err(Problem::file(folder, message));
        }
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            let write = || {
                fs::create_dir_all(path.parent().unwrap_or(folder))?;
                File::create_new(&path)?.write_all(bytes)
            };
            write().map_err(|error| Problem::file(&path, format!("cannot be written: {error}")))?;
        }
        Ok(())
    }
}

fn entries_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

/// A file of the folder, if a pack can hold it there.
fn file(whole: &Path, path: &Path, name: &str) -> Result<Vec<u8>, Problem> {
    let kind = Kind::of(name).map_err(|misplaced| Problem::file(path, misplaced.to_string()))?;
    check_inside(whole, path)?;
    read_bytes(path, if kind == Kind::Picture { MAX_PICTURE_BYTES } else { MAX_TEXT_BYTES })
}

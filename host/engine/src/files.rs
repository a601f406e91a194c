//! Files that a person wrote, opened with care: whatever they are, reading them ends, and takes limited memory. And new files, which never
//! take the place of others.

use crate::problem::Problem;
use std::fs::{File, FileType};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest variant or script, in bytes.
pub const TEXT_LIMIT: u64 = 1 << 20;

/// How many files of one name are tried before a new one is given up.
const MOST_TRIED: u32 = 1000;

/// Words as a file's name on every system: nothing but letters, digits and hyphens.
pub fn stem(words: &str) -> String {
    let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Writes a file that was not there to a folder, which is made if need be: `STEM.EXTENSION`, or with a number behind it.
///
/// # Errors
/// When it cannot be written: with the file.
pub fn write_new(folder: &Path, stem: &str, extension: &str, bytes: &[u8]) -> Result<PathBuf, Problem> {
    let wrong = |file: &Path, error: std::io::Error| Problem::file(file, format!("cannot be written: {error}"));
    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
    for number in 1..MOST_TRIED {
        let tail = if number == 1 { String::new() } else { format!("-{number}") };
        let file = folder.join(format!("{stem}{tail}.{extension}"));
        match File::create_new(&file) {
            Ok(mut new) => {
                new.write_all(bytes).map_err(|error| wrong(&file, error))?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(wrong(&file, error)),
        }
    }
    Err(Problem::file(folder, format!("holds too many files named {stem}: remove some")))
}

/// Opens a file for reading, if it is a regular one.
///
/// # Errors
/// When it is something else, such as a folder, a pipe or a device, or cannot be opened.
pub fn open(file: &Path) -> Result<File, Problem> {
    let unreadable = |error: std::io::Error| Problem::file(file, format!("cannot be read: {error}"));
    // Checked before it is opened, because opening a pipe waits for a writer.
    let regular = |kind: FileType| {
        if kind.is_file() {
            Ok(())
        } else {
            let what = if kind.is_dir() { "a folder" } else { "a pipe, a device or something similar" };
            Err(Problem::file(file, format!("this is {what}, not a file: move it elsewhere")))
        }
    };
    regular(std::fs::metadata(file).map_err(unreadable)?.file_type())?;
    let open = File::open(file).map_err(unreadable)?;
    regular(open.metadata().map_err(unreadable)?.file_type())?;
    Ok(open)
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// When it is longer, something else, or cannot be read.
pub fn read_bytes(file: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    open(file)?
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Problem::file(file, format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > limit {
        let message = format!("this file is longer than {} MiB, the most that is allowed", limit >> 20);
        return Err(Problem::file(file, message));
    }
    Ok(bytes)
}

/// Reads a variant or a script: text in UTF-8, with or without a byte order mark, at most [`TEXT_LIMIT`] bytes.
///
/// # Errors
/// A problem that says why it cannot be read.
pub fn read_text(file: &Path) -> Result<Arc<str>, Problem> {
    text_of(file, &read_bytes(file, TEXT_LIMIT)?)
}

/// The text of a file that was read, as [`read_text`] gives it.
///
/// # Errors
/// When it is not text in UTF-8: with the line.
pub fn text_of(file: &Path, bytes: &[u8]) -> Result<Arc<str>, Problem> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.split(|byte| *byte == b'\n').count();
            Err(Problem::line(file, line, "this line is not text in UTF-8: save the file in that encoding"))
        }
    }
}

/// Checks that a file found in `folder` really is in it, and not reached through a link that leads out: a folder from somebody else
/// must not pull in other files of this machine.
///
/// # Errors
/// When it is elsewhere.
pub fn check_inside(folder: &Path, file: &Path) -> Result<(), Problem> {
    // The parent of a bare file name is empty, and means the working folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real =
        |path: &Path| path.canonicalize().map_err(|error| Problem::file(file, format!("cannot be read: {error}")));
    if real(file)?.starts_with(real(folder)?) {
        return Ok(());
    }
    Err(Problem::file(
        file,
        format!("this is a link to a file outside {}: put a copy of that file here instead", folder.display()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_only_letters_that_every_system_takes() {
        assert_eq!(stem("hex/small-board (changed)"), "hex-small-board-changed");
    }

    #[test]
    fn no_file_is_written_over_another_and_a_folder_that_cannot_be_is_told() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("reports");
        let one = write_new(&folder, "a", "html", b"one").unwrap();
        let two = write_new(&folder, "a", "html", b"two").unwrap();
        assert_eq!((one.file_name().unwrap(), two.file_name().unwrap()), ("a.html".as_ref(), "a-2.html".as_ref()));
        assert_eq!(std::fs::read_to_string(one).unwrap(), "one");
        let file = home.path().join("file");
        std::fs::write(&file, "").unwrap();
        let problem = write_new(&file, "a", "html", b"").unwrap_err();
        assert!(problem.message.starts_with("cannot be written"), "{problem}");
    }
}

//! Files that a command writes for other programs and for people.
//!
//! Each is written under a temporary name beside its own and gets its name when it is whole: a command that fails, or
//! is killed, leaves no part of a file that looks like the whole.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stonehouse_engine::Problem;
use stonehouse_engine::files::{self, NewFile};

/// The problem that a file cannot be written.
pub fn unwritten(file: &Path, error: impl Display) -> Problem {
    Problem::file(file, format!("it cannot be written: {error}"))
}

/// A file that is written. When it is dropped before it [is whole](Self::finish), nothing of it remains.
pub struct Export {
    new: NewFile,
    path: PathBuf,
}

impl Export {
    /// A new file. An existing one is not overwritten.
    ///
    /// # Errors
    /// When the file exists already, or cannot be made.
    pub fn new(path: &Path) -> Result<Self, Problem> {
        // Found before anything is written.
        if path.exists() {
            return Err(there_already(path));
        }
        let new = NewFile::shared(path).map_err(|error| unwritten(path, error))?;
        Ok(Self { new, path: path.to_owned() })
    }

    /// Gives the file its name: it is whole.
    ///
    /// # Errors
    /// When another file got that name meanwhile, or something could not be written.
    pub fn finish(self) -> Result<(), Problem> {
        let Self { new, path } = self;
        new.create_new().map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists { there_already(&path) } else { unwritten(&path, error) }
        })
    }
}

impl Write for Export {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.new.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.new.flush()
    }
}

/// Writes a whole new file.
///
/// # Errors
/// As [`Export`].
pub fn write_new(path: &Path, text: &str) -> Result<(), Problem> {
    let mut file = Export::new(path)?;
    file.write_all(text.as_bytes()).map_err(|error| unwritten(path, error))?;
    file.finish()
}

/// Writes a file, and replaces an old one once the new one is whole.
///
/// # Errors
/// When it cannot be written. An old one is as it was then.
pub fn replace(path: &Path, text: &str) -> Result<(), Problem> {
    let written = if path.exists() && !path.is_file() {
        // A pipe or a device has no old text to be kept, and must not be replaced by a file.
        File::options().write(true).open(path).and_then(|mut file| file.write_all(text.as_bytes()))
    } else {
        files::replace_shared(path, text.as_bytes())
    };
    written.map_err(|error| unwritten(path, error))
}

fn there_already(path: &Path) -> Problem {
    unwritten(path, "it is there already: name another file, or remove it")
}

//! Files that a person wrote, opened with care: whatever they are, reading them ends, and takes limited memory. And
//! files that are written whole or not at all:
//!
//! - [`replace`] and [`create_new`] write files of this program's own, which only this user can read
//! - [`replace_shared`] and [`create_new_shared`] write files with the usual permissions, for other programs and people
//! - [`replace_keeping_permissions`] leaves the permissions of the file as they are
//! - [`NewFile`] takes the bytes one after another
//! - [`write_new`] finds a free name

use std::fs::{File, FileType, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use stonehouse_house_rules::{Problem, Script};
use tempfile::{NamedTempFile, PersistError};

/// The longest variant or script, in bytes.
pub const MAX_TEXT_BYTES: u64 = 1 << 20;

/// The most files of one name that are tried before a new one is given up.
const MAX_TRIED: u32 = 1000;

/// The file whose lock is the lock of its folder.
const LOCK: &str = ".lock";

/// Timeout of the lock of a folder. It is held only while a few files are read and written.
const LOCK_TIMEOUT: Duration = Duration::from_secs(20);

/// The interval at which a lock that another program holds is tried again.
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".stonehouse-tmp-";

/// The age after which a temporary file that no program has locked is a leftover. Between making a file and locking it
/// pass microseconds.
const LEFTOVER_AGE: Duration = Duration::from_mins(1);

/// As [`LEFTOVER_AGE`], where the file system has no locks.
const LEFT_WITHOUT_LOCKS: Duration = Duration::from_hours(24);

/// The lock of a folder, held until it is dropped. Another thread or process of Stonehouse that requests it waits.
#[derive(Debug)]
#[must_use = "the lock is released when this is dropped"]
pub struct FolderLock {
    _file: File,
}

/// Locks a folder, which is made if need be: a caller that reads, changes and writes back files in it holds this lock
/// from before reading until after writing. It is not reentrant. On a file system without locks it protects nothing.
///
/// # Errors
/// When the folder cannot be written to, or another program holds the lock for more than 20 seconds.
pub fn lock(folder: &Path) -> io::Result<FolderLock> {
    std::fs::create_dir_all(folder)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) if began.elapsed() < LOCK_TIMEOUT => std::thread::sleep(LOCK_RETRY_INTERVAL),
            Err(TryLockError::WouldBlock) => {
                let message =
                    format!("another Stonehouse has been changing the files in {} for a long time", folder.display());
                return Err(io::Error::new(ErrorKind::WouldBlock, message));
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(FolderLock { _file: file });
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// The folder of a file. The parent of a bare file name is empty, and means the working folder.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a temporary file in a folder, to be written and then moved to its place. Only this user can read it. It is
/// locked while this process has it open, so that [`tidy_temporary`] can distinguish it from a leftover.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    temporary_of(folder, 0o600)
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "permissions are inherited from the folder"))]
fn temporary_of(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    // Opened here, because errors of `tempfile_in` name the temporary file.
    let file = tempfile::Builder::new().prefix(TEMPORARY).make_in(folder, |path| options.open(path))?;
    // Without a lock its age decides.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// A file that is being written, under a temporary name beside its own. It gets its name when it is whole, and its
/// bytes have reached the disk. When it is dropped before, nothing of it remains.
#[derive(Debug)]
pub struct NewFile {
    temporary: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file in one of this program's own folders, which [`tidy`](fn@crate::tidy) tidies. Only this user can
    /// read it.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn private(path: &Path) -> io::Result<Self> {
        Ok(Self { temporary: temporary(folder_of(path))?, path: path.to_owned() })
    }

    /// Begins a file in any folder, with the permissions that new files usually have. What killed processes left in the
    /// folder is removed.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn shared(path: &Path) -> io::Result<Self> {
        let folder = folder_of(path);
        tidy_temporary(folder);
        Ok(Self { temporary: temporary_of(folder, 0o666)?, path: path.to_owned() })
    }

    /// Gives the file its name, in place of another file of that name, if there is one.
    ///
    /// # Errors
    /// When something cannot be written. The other file is as it was then.
    pub fn replace(self) -> io::Result<()> {
        self.temporary.as_file().sync_all()?;
        self.temporary.persist(&self.path)?;
        sync_name(&self.path);
        Ok(())
    }

    /// Gives the file its name, if there is no other of that name.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] when there is another one; and when something cannot be written.
    pub fn create_new(self) -> io::Result<()> {
        self.temporary.as_file().sync_all()?;
        match self.temporary.persist_noclobber(&self.path) {
            Ok(_) => {}
            Err(PersistError { error, .. }) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            // Some file systems cannot rename without replacing: the name is taken first.
            Err(PersistError { file, .. }) => {
                File::create_new(&self.path)?;
                if let Err(failed) = file.persist(&self.path) {
                    let _ = std::fs::remove_file(&self.path);
                    return Err(failed.error);
                }
            }
        }
        sync_name(&self.path);
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.as_file_mut().flush()
    }
}

/// Replaces a file, or makes it: afterwards it has these bytes, or, on an error or a crash, is as it was. They have
/// reached the disk. Only this user can read it.
///
/// # Errors
/// When it cannot be written.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::private(file)?;
    new.write_all(bytes)?;
    new.replace()
}

/// Replaces a file as [`replace`] does, and leaves its permissions as they are.
///
/// # Errors
/// When it cannot be written.
pub fn replace_keeping_permissions(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::private(file)?;
    new.write_all(bytes)?;
    if let Ok(old) = std::fs::metadata(file) {
        // A file system without permissions refuses this.
        let _ = std::fs::set_permissions(new.temporary.path(), old.permissions());
    }
    new.replace()
}

/// Replaces a file as [`replace`] does, with the permissions that new files usually have.
///
/// # Errors
/// When it cannot be written.
pub fn replace_shared(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::shared(file)?;
    new.write_all(bytes)?;
    new.replace()
}

/// Makes a new file, whole or not at all; never overwrites another. Its bytes have reached the disk. Only this user can
/// read it.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] when there is another one; and when it cannot be written.
pub fn create_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::private(file)?;
    new.write_all(bytes)?;
    new.create_new()
}

/// Makes a new file as [`create_new`] does, with the permissions that new files usually have.
///
/// # Errors
/// As [`create_new`].
pub fn create_new_shared(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::shared(file)?;
    new.write_all(bytes)?;
    new.create_new()
}

/// Makes sure that the names of the files in a folder have reached the disk, where the system can do that.
///
/// # Errors
/// When it is not certain.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some network file systems do not support this.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// As [`sync_folder`], for the folder of a file that has got its name. A failure is not reported: the file is in its
/// place, and whole.
fn sync_name(file: &Path) {
    let _ = sync_folder(folder_of(file));
}

/// Removes the temporary files that ended processes left in a folder.
pub fn tidy_temporary(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) && is_left_over(&entry.path()) {
            // Another process may have been faster.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Whether no living process has a temporary file open.
fn is_left_over(file: &Path) -> bool {
    let Some(age) = age(file) else { return false };
    let Ok(open) = File::options().write(true).open(file) else { return false };
    match open.try_lock() {
        Ok(()) => age > LEFTOVER_AGE,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => age > LEFT_WITHOUT_LOCKS,
    }
}

/// The time since a regular file was changed.
fn age(file: &Path) -> Option<Duration> {
    let found = file.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
    SystemTime::now().duration_since(found.modified().ok()?).ok()
}

/// Words as a file's name on every system: nothing but letters, digits and hyphens.
pub fn stem(words: &str) -> String {
    let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Writes a new file, whole or not at all, to a folder, which is made if need be: `STEM.EXTENSION`, or with a number
/// after the stem.
///
/// # Errors
/// When it cannot be written: with the file.
pub fn write_new(folder: &Path, stem: &str, extension: &str, bytes: &[u8]) -> Result<PathBuf, Problem> {
    let wrong = |file: &Path, error: io::Error| Problem::file(file, format!("cannot be written: {error}"));
    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
    for number in 1..MAX_TRIED {
        let tail = if number == 1 { String::new() } else { format!("-{number}") };
        let file = folder.join(format!("{stem}{tail}.{extension}"));
        match create_new_shared(&file, bytes) {
            Ok(()) => return Ok(file),
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
    let unreadable = |error: io::Error| Problem::file(file, format!("cannot be read: {error}"));
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

/// Reads a variant or a script: text in UTF-8, with or without a byte order mark, at most [`MAX_TEXT_BYTES`] bytes.
///
/// # Errors
/// The problem that prevents reading it.
pub fn read_text(file: &Path) -> Result<Arc<str>, Problem> {
    text_of(file, &read_bytes(file, MAX_TEXT_BYTES)?)
}

/// Reads a script.
///
/// # Errors
/// As [`read_text`].
pub fn read_script(file: &Path) -> Result<Script, Problem> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Script::new(name, file, read_text(file)?))
}

/// The text of a file that was read, as [`read_text`] returns it.
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

/// Checks that a file found in `folder` really is in it, and not reached through a link that leads out: another
/// person's folder must not pull in other files of this machine.
///
/// # Errors
/// When it is elsewhere.
pub fn check_inside(folder: &Path, file: &Path) -> Result<(), Problem> {
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
    fn counts_by_threads_under_a_folder_lock_are_all_kept() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("new");
        let file = folder.join("count");
        let count = || -> u32 { std::fs::read_to_string(&file).map_or(0, |text| text.parse().unwrap()) };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let _lock = lock(&folder).unwrap();
                        replace(&file, (count() + 1).to_string().as_bytes()).unwrap();
                    }
                });
            }
        });
        assert_eq!(count(), 200);
        let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [LOCK, "count"], "no temporary file is left");
    }

    #[test]
    fn a_file_is_replaced_and_a_new_one_replaces_nothing() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        create_new_shared(&file, b"one").unwrap();
        for taken in [create_new, create_new_shared] {
            assert_eq!(taken(&file, b"two").unwrap_err().kind(), ErrorKind::AlreadyExists);
        }
        assert_eq!(std::fs::read(&file).unwrap(), b"one");
        for (bytes, over) in [(b"two", replace as fn(&Path, &[u8]) -> _), (b"six", replace_shared)] {
            over(&file, bytes).unwrap();
            assert_eq!(std::fs::read(&file).unwrap(), bytes);
        }
        drop(NewFile::shared(&file).unwrap());
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 1, "no temporary file is left");
        let error = replace(&home.path().join("none/file"), b"").unwrap_err();
        assert!(error.kind() == ErrorKind::NotFound && !error.to_string().contains(TEMPORARY), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn private_files_are_for_this_user_only_and_permissions_can_be_kept() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        create_new(&file, b"").unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        replace_keeping_permissions(&file, b"").unwrap();
        assert_eq!(mode(), 0o640);
        replace(&file, b"").unwrap();
        assert_eq!(mode(), 0o600);
        // As `File::create` would make it.
        let usual = home.path().join("usual");
        File::create(&usual).unwrap();
        replace_shared(&file, b"").unwrap();
        assert_eq!(mode(), std::fs::metadata(&usual).unwrap().permissions().mode() & 0o777);
    }

    #[test]
    fn temporary_files_of_ended_processes_are_removed_and_others_stay() {
        let home = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - LEFTOVER_AGE - Duration::from_secs(1);
        let make_old = |file: &File| file.set_modified(long_ago).unwrap();
        // A process that was killed released its lock, and left the file.
        let killed = home.path().join(format!("{TEMPORARY}killed"));
        make_old(&File::create(&killed).unwrap());
        let young = home.path().join(format!("{TEMPORARY}young"));
        File::create(&young).unwrap();
        let other = home.path().join(".tmpAbCdEf");
        make_old(&File::create(&other).unwrap());
        let living = temporary(home.path()).unwrap();
        make_old(living.as_file());
        tidy_temporary(home.path());
        assert_eq!([killed.as_path(), &young, &other, living.path()].map(Path::exists), [false, true, true, true]);
    }

    #[test]
    fn no_file_is_written_over_another_and_a_bad_folder_is_reported() {
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

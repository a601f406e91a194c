//! A plugin that ends the whole program: by a crash, or by calling `exit` or `quick_exit`. The library and the call are
//! reported, at once on standard error and by a note that the next start reads.
//!
//! Nothing is written down while plugins work, so this costs playouts nothing: the plugin under way is found on the
//! stack when the program ends. That needs the C library of GNU; elsewhere no plugin is named. A plugin that ends the
//! process by `_exit` or by a system call of its own is not noticed: nothing of this program runs then. (A filter of
//! system calls would be inherited by every program that is started.)
//!
//! A note before each call of a plugin would slow every playout down. Instead, handlers of crash signals, of `exit`, of
//! `quick_exit` and of `fork` read the return addresses on the stack: the innermost one within a plugin's library names
//! the library, and the function of the outermost one is looked up in the library's tables.

use std::path::Path;
use stonehouse_house_rules::Problem;
use stonehouse_plugin::abi::PluginTable;

/// The longest note that is read, in bytes.
const MAX_NOTE: u64 = 1 << 16;

/// Enables reports of the plugin that ended this program, permanently: on standard error, and in the file `note`. Also
/// ends the other half of the program that a plugin made with `fork`.
pub fn guard(note: Option<&Path>) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::guard(note);
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = note;
}

/// Reads and removes the note of an earlier end.
pub fn last_end(note: &Path) -> Vec<Problem> {
    if note.symlink_metadata().is_err() {
        return Vec::new();
    }
    let text = crate::files::read_bytes(note, MAX_NOTE).unwrap_or_default();
    let _ = std::fs::remove_file(note);
    let mut found: Vec<Problem> = String::from_utf8_lossy(&text).lines().filter_map(problem).collect();
    found.dedup();
    found
}

/// The content of a line of a note: the file, how the program ended, and the call, with tabs between them.
fn problem(line: &str) -> Option<Problem> {
    let mut parts = line.split('\t');
    let (file, how, call) = (parts.next()?, parts.next()?, parts.next()?);
    let place = if call.is_empty() { String::new() } else { format!("`{call}` of ") };
    let message = format!(
        "Stonehouse ended the last time, by {how} in {place}this plugin. If it happens again, remove the plugin, or ask its author"
    );
    Some(Problem::file(file, message))
}

/// A library that can be named.
pub struct LoadedLibrary {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    library: Option<&'static gnu::Library>,
}

impl LoadedLibrary {
    /// Notes a library that was just loaded, before anything of it is called: its own file, and the copy that was
    /// loaded.
    pub fn new(original: &Path, copy: &Path) -> Self {
        #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
        let _ = (original, copy);
        Self {
            #[cfg(all(target_os = "linux", target_env = "gnu"))]
            library: gnu::loaded(original, copy),
        }
    }

    /// Notes its tables, once they were checked, so that its calls can be named, too.
    pub fn has(&self, tables: &[*const PluginTable]) {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        if let Some(library) = self.library {
            library.has(tables);
        }
        #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
        let _ = tables;
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "signal handlers, and functions of the C library that have no safe form")]
mod gnu {
    use libc::{c_int, c_void};
    use std::cell::Cell;
    use std::ffi::{CStr, CString};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use stonehouse_plugin::abi::{EXTENSIONS, ExtensionTable, PluginTable, TableField};

    /// The most libraries that can be named. Of further ones none is named.
    const MAX_LIBRARIES: usize = 128;
    /// The most frames of a stack that are examined.
    const MAX_FRAMES: usize = 512;
    /// The seconds after which the process ends, even if the plugin that ended it was not found.
    const TIMEOUT: u32 = 5;
    /// The most threads that call `exit` at the same time and are detected.
    const MAX_EXITS: usize = 64;
    /// The exit code after a plugin has called `exit`.
    const EXIT_CODE: c_int = 70;

    /// The signals of crashes, and their names.
    const SIGNALS: [(c_int, &CStr); 5] = [
        (libc::SIGSEGV, c"a segmentation fault"),
        (libc::SIGBUS, c"a bus error"),
        (libc::SIGILL, c"an illegal instruction"),
        (libc::SIGFPE, c"an arithmetic error"),
        (libc::SIGABRT, c"an abort"),
    ];

    /// A library that was loaded. A handler of signals reads it, and allocates nothing.
    pub struct Library {
        file: Vec<u8>,
        /// Its ranges of addresses in memory.
        ranges: Vec<(usize, usize)>,
        /// The beginnings of the functions in its tables, and their names.
        functions: OnceLock<Vec<(usize, &'static str)>>,
    }

    static LIBRARIES: [OnceLock<Library>; MAX_LIBRARIES] = [const { OnceLock::new() }; MAX_LIBRARIES];
    static KNOWN: AtomicUsize = AtomicUsize::new(0);
    /// The thread that reports the end of the program; 0 while none does.
    static REPORTER: AtomicUsize = AtomicUsize::new(0);
    static NOTE: OnceLock<CString> = OnceLock::new();
    /// The earlier actions of the signals, in the order of [`SIGNALS`].
    static BEFORE: OnceLock<[libc::sigaction; 5]> = OnceLock::new();

    thread_local! {
        /// Whether a plugin is about to fork on this thread.
        static FORKS: Cell<bool> = const { Cell::new(false) };
    }

    unsafe extern "C" {
        // Of the unwinder, which goes from frame to frame.
        fn _Unwind_Backtrace(visit: extern "C" fn(*mut c_void, *mut c_void) -> c_int, data: *mut c_void) -> c_int;
        fn _Unwind_GetIP(frame: *mut c_void) -> usize;
        fn _Unwind_GetRegionStart(frame: *mut c_void) -> usize;
        fn at_quick_exit(handler: extern "C" fn()) -> c_int;
        fn pthread_atfork(
            prepare: Option<extern "C" fn()>,
            parent: Option<extern "C" fn()>,
            child: Option<extern "C" fn()>,
        ) -> c_int;
    }

    pub fn guard(note: Option<&Path>) {
        if let Some(note) = note.and_then(|note| CString::new(note.as_os_str().as_bytes()).ok()) {
            let _ = NOTE.set(note);
        }
        // The first call loads the unwinder, which a handler must not do.
        let _ = culprit();
        let before = SIGNALS.map(|(signal, _)| {
            // SAFETY: zeros are a valid action, and both places live through the call.
            unsafe {
                let mut before: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, std::ptr::null(), &raw mut before);
                before
            }
        });
        if BEFORE.set(before).is_err() {
            return;
        }
        for (signal, _) in SIGNALS {
            let handler: extern "C" fn(c_int) = crashed;
            // SAFETY: the handler calls only what a handler may, as far as it is known, and the process ends after it
            // in any case.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handler as usize;
                action.sa_flags = libc::SA_ONSTACK;
                libc::sigaction(signal, &raw const action, std::ptr::null_mut());
            }
        }
        // SAFETY: functions that live as long as the program.
        unsafe {
            // Each thread that calls `exit` takes the next handler from the list. With one handler, a second thread
            // would find none, and end the process as a success.
            for _ in 0..MAX_EXITS {
                libc::atexit(ended);
                at_quick_exit(ended_quickly);
            }
            pthread_atfork(Some(before_fork), None, Some(after_fork));
        }
    }

    pub fn loaded(original: &Path, copy: &Path) -> Option<&'static Library> {
        let copy = copy.canonicalize().unwrap_or_else(|_| copy.to_owned());
        let maps = std::fs::read("/proc/self/maps").unwrap_or_default();
        let ranges: Vec<(usize, usize)> =
            maps.split(|byte| *byte == b'\n').filter_map(|line| range(line, &copy)).collect();
        let mut file = original.as_os_str().as_bytes().to_vec();
        file.iter_mut().filter(|byte| byte.is_ascii_control()).for_each(|byte| *byte = b'?');
        let place = LIBRARIES.get(KNOWN.fetch_add(1, Ordering::Relaxed))?;
        Some(place.get_or_init(|| Library { file, ranges, functions: OnceLock::new() }))
    }

    impl Library {
        pub fn has(&self, tables: &[*const PluginTable]) {
            // SAFETY: the tables were checked, and their library is never unloaded.
            let functions = tables.iter().flat_map(|table| unsafe { functions(*table) }).collect();
            let _ = self.functions.set(functions);
        }
    }

    /// The addresses in a line of `/proc/self/maps`, if it is about this file.
    fn range(line: &[u8], file: &Path) -> Option<(usize, usize)> {
        if !line.ends_with(file.as_os_str().as_bytes()) {
            return None;
        }
        let addresses = std::str::from_utf8(line.split(|byte| *byte == b' ').next()?).ok()?;
        let (from, to) = addresses.split_once('-')?;
        Some((usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?))
    }

    /// The beginnings of all functions in a plugin's tables, with their names.
    ///
    /// # Safety
    /// The table and those of its extensions were checked.
    unsafe fn functions(table: *const PluginTable) -> Vec<(usize, &'static str)> {
        // SAFETY: as the caller promises; the fields are read only within the table's own size.
        unsafe {
            let size = (&raw const (*table).struct_size).read_unaligned();
            let mut found = addresses(table.cast(), size, PluginTable::FIELDS);
            let place = std::mem::offset_of!(PluginTable, extension);
            if place + size_of::<usize>() > size as usize {
                return found;
            }
            let Some(get_extension) = (&raw const (*table).extension).read_unaligned() else { return found };
            for ExtensionTable { id, fields, .. } in EXTENSIONS {
                let table = get_extension(id.as_ptr());
                if !table.is_null() {
                    found.extend(addresses(table, table.cast::<u32>().read_unaligned(), fields));
                }
            }
            found
        }
    }

    /// The addresses in the fields of a table of this size.
    ///
    /// # Safety
    /// The table has its stated size.
    unsafe fn addresses(table: *const c_void, size: u32, fields: &[TableField]) -> Vec<(usize, &'static str)> {
        let there = fields.iter().filter(|field| field.offset + size_of::<usize>() <= size as usize);
        // SAFETY: as the caller promises.
        there
            .map(|field| (unsafe { table.cast::<u8>().add(field.offset).cast::<usize>().read_unaligned() }, field.name))
            .collect()
    }

    /// The plugin on the stack of a thread: its library and its call.
    #[derive(Default)]
    struct OnStack {
        frames: usize,
        /// The library of the innermost frame that belongs to one.
        library: Option<&'static Library>,
        /// The call in its tables of the outermost frame that belongs to it.
        call: &'static str,
    }

    /// The plugin whose code is on the stack of this thread: its file, and the call of its tables that is under way, if
    /// one is.
    ///
    /// A handler of a crash has its own small stack, of which the processor's registers take up to half: nothing
    /// is stored for each frame.
    fn culprit() -> Option<(&'static [u8], &'static str)> {
        let mut found = OnStack::default();
        // SAFETY: the function takes what is passed here, which lives through the call.
        unsafe { _Unwind_Backtrace(visit, (&raw mut found).cast()) };
        found.library.map(|library| (&*library.file, found.call))
    }

    /// Examines a frame for [`culprit`].
    extern "C" fn visit(frame: *mut c_void, found: *mut c_void) -> c_int {
        const NEXT: c_int = 0;
        const STOP: c_int = 4;
        // SAFETY: `culprit` passes this, and nothing else uses it meanwhile; the frame is the unwinder's.
        let (found, address, begin) =
            unsafe { (&mut *found.cast::<OnStack>(), _Unwind_GetIP(frame), _Unwind_GetRegionStart(frame)) };
        found.frames += 1;
        let mut known = LIBRARIES.iter().map_while(OnceLock::get);
        let at = known.find(|library| library.ranges.iter().any(|(from, to)| (*from..*to).contains(&address)));
        if let Some(library) = at {
            let own = *found.library.get_or_insert(library);
            let call = library.functions.get().and_then(|calls| calls.iter().find(|(address, _)| *address == begin));
            if let Some((_, name)) = call.filter(|_| std::ptr::eq(own, library)) {
                found.call = name;
            }
        }
        if found.frames == MAX_FRAMES { STOP } else { NEXT }
    }

    /// Makes this thread the one that reports the end of the program. If another one is, waits here until it has ended
    /// the process.
    fn become_reporter() {
        // SAFETY: functions that a handler may call.
        unsafe {
            let own = libc::pthread_self() as usize;
            if REPORTER.compare_exchange(0, own, Ordering::AcqRel, Ordering::Acquire).is_err_and(|first| first != own) {
                loop {
                    libc::pause();
                }
            }
        }
    }

    /// Handles the signal of a crash.
    extern "C" fn crashed(signal: c_int) {
        // SAFETY: functions that a handler may call.
        unsafe {
            libc::alarm(TIMEOUT);
            let place = SIGNALS.iter().position(|(known, _)| *known == signal);
            let before = place.and_then(|place| BEFORE.get()?.get(place));
            if let Some(before) = before {
                libc::sigaction(signal, before, std::ptr::null_mut());
            }
            if let (Some((file, call)), Some(place)) = (culprit(), place) {
                become_reporter();
                report(SIGNALS[place].1, file, call);
            }
            // The earlier handler handles the signal when the instruction is tried again; it detects an overflow of the
            // stack. A signal that was sent is raised again.
            if before.is_none_or(|before| before.sa_sigaction == libc::SIG_DFL) {
                libc::raise(signal);
            }
        }
    }

    /// Handles the end of the program: where a plugin has called `exit`, this is no success.
    extern "C" fn ended() {
        fail_if_by_plugin(c"a call of `exit`");
    }

    /// As [`ended`], for `quick_exit`.
    extern "C" fn ended_quickly() {
        fail_if_by_plugin(c"a call of `quick_exit`");
    }

    fn fail_if_by_plugin(how: &CStr) {
        if let Some((file, call)) = culprit() {
            become_reporter();
            report(how, file, call);
            // SAFETY: it ends the process.
            unsafe { libc::_exit(EXIT_CODE) };
        }
    }

    extern "C" fn before_fork() {
        FORKS.set(culprit().is_some());
    }

    /// Ends the half of the program that a plugin has made.
    extern "C" fn after_fork() {
        if FORKS.get() {
            // SAFETY: it ends the process.
            unsafe { libc::_exit(EXIT_CODE) };
        }
    }

    /// Reports the library that ended the program, on standard error and in the note. Allocates nothing.
    fn report(how: &CStr, file: &[u8], call: &str) {
        let (open, close): (&[u8], &[u8]) = if call.is_empty() { (b"", b"") } else { (b"`", b"` of ") };
        let parts: [&[u8]; 9] = [
            b"\nstonehouse: the program was ended by ",
            how.to_bytes(),
            b" in ",
            open,
            call.as_bytes(),
            close,
            b"the plugin ",
            file,
            b". Remove the plugin, or ask its author\n",
        ];
        write(libc::STDERR_FILENO, &parts);
        let Some(note) = NOTE.get() else { return };
        // SAFETY: a path that ends in a zero.
        let opened = unsafe {
            libc::open(note.as_ptr(), libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND | libc::O_CLOEXEC, 0o600)
        };
        if opened >= 0 {
            write(opened, &[file, b"\t", how.to_bytes(), b"\t", call.as_bytes(), b"\n"]);
        }
    }

    fn write(file: c_int, parts: &[&[u8]]) {
        for part in parts {
            // SAFETY: the bytes live through the call.
            unsafe { libc::write(file, part.as_ptr().cast(), part.len()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_once_and_whatever_is_in_it_is_harmless() {
        let home = tempfile::tempdir().unwrap();
        let note = home.path().join("ended.txt");
        assert!(last_end(&note).is_empty());
        std::fs::write(&note, "/p/a.so\tan abort\tapply\n\nhalf\t\n/p/b.so\ta bus error\t\n\u{0}").unwrap();
        let ends: Vec<String> = last_end(&note).iter().map(ToString::to_string).collect();
        assert_eq!(ends.len(), 2);
        assert!(
            ends[0].starts_with("/p/a.so: Stonehouse ended the last time, by an abort in `apply` of this plugin"),
            "{}",
            ends[0]
        );
        assert!(ends[1].contains("by a bus error in this plugin"), "{}", ends[1]);
        assert!(!note.exists() && last_end(&note).is_empty());
    }
}

//! The journal under failing storage, and its lock.

use crate::common::{dealt, play, players, plugin, ruleset};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use stonehouse_engine::record::{Journal, Storage};
use stonehouse_engine::{Match, MatchError, Record};
use stonehouse_plugin::Action;

/// Storage in memory that fails on request.
#[derive(Clone, Debug, Default)]
struct Failing(Arc<Mutex<Disk>>);

#[derive(Debug, Default)]
struct Disk {
    bytes: Vec<u8>,
    /// The number of bytes that find room; none: all do.
    room: Option<usize>,
    /// The next sync fails.
    sync_fails: bool,
    /// It is not certain that the storage itself reaches the disk.
    entry_fails: bool,
    /// The length of the storage when its entry last reached the disk.
    entry_synced: Option<usize>,
    /// A cut fails.
    cut_fails: bool,
}

impl Failing {
    fn set(&self, change: impl FnOnce(&mut Disk)) {
        change(&mut self.0.lock().unwrap());
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().bytes.clone()
    }

    fn entry_synced(&self) -> Option<usize> {
        self.0.lock().unwrap().entry_synced
    }
}

impl Storage for Failing {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.0.lock().unwrap();
        let room = disk.room.map_or(bytes.len(), |room| room.saturating_sub(disk.bytes.len()).min(bytes.len()));
        disk.bytes.extend_from_slice(&bytes[..room]);
        if room < bytes.len() { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        let failed = std::mem::take(&mut self.0.lock().unwrap().sync_fails);
        if failed { Err(io::Error::other("the disk does not answer")) } else { Ok(()) }
    }

    fn sync_entry(&mut self) -> io::Result<()> {
        let mut disk = self.0.lock().unwrap();
        if disk.entry_fails {
            return Err(io::Error::other("the folder does not answer"));
        }
        disk.entry_synced = Some(disk.bytes.len());
        Ok(())
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        let mut disk = self.0.lock().unwrap();
        if disk.cut_fails {
            return Err(io::Error::other("nor can anything be taken back"));
        }
        disk.bytes.truncate(len as usize);
        Ok(())
    }
}

const TAKES: [u32; 3] = [1, 2, 1];

/// A match from a heap of 4 that is recorded into `disk`.
fn on(disk: &Failing) -> Match {
    let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), None);
    let journal = Journal::begin(Box::new(disk.clone()), Path::new("r.jsonl"), &game.header(), true).unwrap();
    game.attach(journal);
    game
}

/// The bytes of the record of the whole match, and the length of the first line.
fn whole() -> (Vec<u8>, usize) {
    let disk = Failing::default();
    let mut game = on(&disk);
    let head = disk.bytes().len();
    play(&mut game, &TAKES);
    (disk.bytes(), head)
}

fn actions(bytes: &[u8]) -> usize {
    Record::parse(Path::new("r.jsonl"), bytes).unwrap().actions.len()
}

/// The number of lines; the last must be whole.
fn lines(bytes: &[u8]) -> usize {
    assert!(bytes.ends_with(b"\n"));
    bytes.split_inclusive(|byte| *byte == b'\n').count()
}

#[test]
fn a_full_disk_leaves_whole_lines_and_the_action_can_be_retried() {
    let (whole, head) = whole();
    for room in head..whole.len() {
        let disk = Failing::default();
        let mut game = on(&disk);
        disk.set(|disk| disk.room = Some(room));
        let mut ended = true;
        for take in TAKES {
            let before = (game.len(), disk.bytes());
            match game.play(Action(take), Instant::now()) {
                Ok(()) => {}
                Err(MatchError::Record(_)) => {
                    assert_eq!((game.len(), disk.bytes()), before, "room for {room}");
                    assert_eq!(actions(&disk.bytes()), game.len());
                    disk.set(|disk| disk.room = None);
                    play(&mut game, &[take]);
                }
                Err(MatchError::EndNotRecorded(_)) => {
                    assert!(game.end().is_some(), "room for {room}");
                    ended = false;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(lines(&disk.bytes()), if ended { lines(&whole) } else { 1 + TAKES.len() }, "room for {room}");
        Record::parse(Path::new("r.jsonl"), &disk.bytes()).unwrap().verify(&plugin()).unwrap();
    }
}

#[test]
fn an_unsynced_line_is_rolled_back_and_not_written_twice() {
    for failing in 0..TAKES.len() {
        let disk = Failing::default();
        let mut game = on(&disk);
        play(&mut game, &TAKES[..failing]);
        disk.set(|disk| disk.sync_fails = true);
        let before = disk.bytes();
        assert!(matches!(game.play(Action(TAKES[failing]), Instant::now()), Err(MatchError::Record(_))));
        assert_eq!((disk.bytes(), game.len()), (before, failing));
        play(&mut game, &TAKES[failing..]);
        assert_eq!(actions(&disk.bytes()), 3);
        Record::parse(Path::new("r.jsonl"), &disk.bytes()).unwrap().verify(&plugin()).unwrap();
    }
}

#[test]
fn nothing_follows_a_part_of_a_line_that_could_not_be_taken_back() {
    let disk = Failing::default();
    let mut game = on(&disk);
    play(&mut game, &[1]);
    let whole = disk.bytes();
    disk.set(|disk| (disk.room, disk.cut_fails) = (Some(whole.len() + 9), true));
    assert!(matches!(game.play(Action(2), Instant::now()), Err(MatchError::Record(_))));
    let torn = disk.bytes();
    disk.set(|disk| (disk.room, disk.cut_fails) = (None, false));
    let refused = game.play(Action(2), Instant::now()).unwrap_err().to_string();
    assert!(refused.contains("could not be removed. Leave the match and resume it"), "{refused}");
    assert_eq!((disk.bytes(), game.len()), (torn, 1));
}

#[test]
fn an_end_that_cannot_be_recorded_ends_the_match_as_such() {
    let (whole, _) = whole();
    let disk = Failing::default();
    let mut game = on(&disk);
    play(&mut game, &TAKES[..2]);
    disk.set(|disk| disk.room = Some(whole.len() - 1));
    let text = game.play(Action(1), Instant::now()).unwrap_err().to_string();
    assert!(text.starts_with("the match is over, but its end could not be recorded: r.jsonl:"), "{text}");
    assert!(game.end().is_some() && game.to_act().is_none());
}

#[test]
fn a_new_records_folder_entry_is_synced_before_the_match_begins() {
    let header = dealt(&ruleset("", &[]), None).header();
    let begin = |disk: &Failing, durable| {
        Journal::begin(Box::new(disk.clone()), Path::new("r.jsonl"), &header, durable).map(drop)
    };
    let disk = Failing::default();
    begin(&disk, true).unwrap();
    assert_eq!(disk.entry_synced(), Some(disk.bytes().len()), "with the first line in it");
    // A record that may be lost with the machine waits for no disk.
    let disk = Failing::default();
    begin(&disk, false).unwrap();
    assert_eq!(disk.entry_synced(), None);

    let disk = Failing::default();
    disk.set(|disk| disk.entry_fails = true);
    assert_eq!(begin(&disk, true).unwrap_err().to_string(), "the folder does not answer");
}

#[test]
fn a_match_that_cannot_be_begun_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.jsonl");
    let mut header = dealt(&ruleset("", &[]), None).header();
    header.variant_name = "x".repeat(65 << 20);
    let refused = Journal::create(&path, &header, true).unwrap_err().to_string();
    assert!(refused.contains("longer than 64 MiB"), "{refused}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_incompatible_rule_names_the_action_and_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 9\n", &[]), Some(folder.path()));
    play(&mut game, &[1, 3]);
    let file = game.record_file().unwrap().to_owned();
    let before = fs::read(&file).unwrap();
    let text = game.continue_under(&ruleset("[knobs]\nheap = 9\nmost = 2\n", &[])).unwrap_err().to_string();
    assert!(text.starts_with("action 2 of the match, “takes 3”, is not legal under the changed rules."), "{text}");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    play(&mut game, &[1]);
    assert_eq!(game.len(), 3);
}

#[test]
fn a_record_changed_since_reading_is_not_resumed_or_modified() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 9\n", &[]), Some(folder.path()));
    play(&mut game, &[1, 3]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 4]).unwrap();
    let record = Record::read_interrupted(&file).unwrap();
    // Another program continued it in the meantime.
    fs::write(&file, &bytes).unwrap();
    let text = record.resume(&plugin()).err().unwrap().to_string();
    assert!(text.contains("the record has changed since it was read"), "{text}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The variable that makes the test below resume a damaged record where files may not become as large as the record is.
#[cfg(unix)]
const SMALL_FILES: &str = "STONEHOUSE_TEST_SMALL_FILES";

/// Resuming keeps what a damaged record holds in a copy first.
#[cfg(unix)]
#[test]
fn a_failed_copy_of_a_damaged_record_leaves_only_the_original() {
    let resumed = |file: &Path| Record::read_interrupted(file).unwrap().resume(&plugin());
    if let Some(file) = std::env::var_os(SMALL_FILES) {
        println!(
            "RESUMED: {}",
            resumed(Path::new(&file)).map_or_else(|problem| problem.to_string(), |_| "yes".to_owned())
        );
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 900\n", &[]), Some(folder.path()));
    play(&mut game, &[1; 100]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let whole = fs::read(&file).unwrap();
    let damaged = &whole[..whole.len() - 9];
    fs::write(&file, damaged).unwrap();

    // `ulimit` counts in blocks of 512 or 1024 bytes; the signal that comes with the limit is ignored, so that writing
    // fails.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "journal::a_failed_copy_of_a_damaged_record_leaves_only_the_original"])
        .arg("--nocapture")
        .env(SMALL_FILES, &file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(damaged.len() > 4096, "the copy goes beyond the limit: {}", damaged.len());
    assert!(text.contains("RESUMED: ") && text.contains("the match cannot be recorded any further: "), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no half copy is left");
    assert_eq!(fs::read(&file).unwrap(), damaged);

    // Where there is room, it is resumed, and the copy holds all.
    assert_eq!(resumed(&file).unwrap().len(), 99);
    assert_eq!(fs::read(file.with_extension("stonehouse-record.damaged")).unwrap(), damaged);
    let last_line = whole.split_inclusive(|byte| *byte == b'\n').next_back().unwrap().len();
    assert_eq!(fs::read(&file).unwrap(), whole[..whole.len() - last_line]);
}

/// The variable that makes the test below play the other window.
const OTHER_WINDOW: &str = "STONEHOUSE_TEST_RECORD";

#[test]
fn a_match_open_in_one_window_cannot_be_resumed_in_another() {
    if let Some(file) = std::env::var_os(OTHER_WINDOW) {
        let resumed = Record::read(Path::new(&file)).unwrap().resume(&plugin());
        println!("RESUMED: {}", resumed.map_or_else(|problem| problem.to_string(), |_| "yes".to_owned()));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut game = Match::new(&ruleset("[knobs]\nheap = 9\n", &[]), 1, players(), Some(folder.path())).unwrap();
    play(&mut game, &[1]);
    let file = game.record_file().unwrap().to_owned();
    let other = || {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "journal::a_match_open_in_one_window_cannot_be_resumed_in_another", "--nocapture"])
            .env(OTHER_WINDOW, &file)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = other();
    assert!(text.contains("RESUMED: ") && text.contains("it is open in another window of Stonehouse"), "{text}");
    // Nor in another window of this process.
    let text = Record::read(&file).unwrap().resume(&plugin()).err().unwrap().to_string();
    assert!(text.contains("it is open in another window of Stonehouse"), "{text}");

    drop(game);
    assert!(other().contains("RESUMED: yes"));
}

//! No file can block the program: whatever is in a folder is read in bounds, or refused in a sentence.

use crate::common::{dealt, play, ruleset};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::files::read_script;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::variant::file::VariantFile;
use stonehouse_engine::{Catalog, Folder, Folders, Origin, Record, record};

fn problem_of_variant(file: &Path) -> String {
    crate::common::joined(&VariantFile::read(file).unwrap_err())
}

/// The catalog's problems with a folder of variants.
fn problems_in(folder: &Path) -> Vec<String> {
    let variants = vec![Folder { path: folder.to_owned(), origin: Origin::User }];
    Catalog::load(&Folders { variants, ..Folders::default() }, Arc::new(Trusting))
        .problems()
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn file(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn files_over_1_mib_and_records_over_64_mib_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    // Sparse: it takes no room on the disk.
    for (name, limit) in [("v.toml", 1), ("s.lua", 1), ("r.jsonl", 64)] {
        let path = file(folder.path(), name, b"");
        fs::File::options().write(true).open(&path).unwrap().set_len((limit << 20) + 1).unwrap();
        let message = match limit {
            64 => Record::read(&path).unwrap_err().to_string(),
            _ if name == "v.toml" => problem_of_variant(&path),
            _ => read_script(&path).unwrap_err().to_string(),
        };
        assert!(message.contains(&format!("{name}: this file is longer than {limit} MiB")), "{message}");
    }
    let most = file(folder.path(), "most.lua", &vec![b' '; 1 << 20]);
    assert_eq!(read_script(&most).unwrap().source.len(), 1 << 20);
}

#[test]
fn invalid_utf_8_is_reported_with_its_line_and_a_bom_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let latin = file(folder.path(), "v.toml", b"game = \"g\"\n# \xe4\n");
    assert!(problem_of_variant(&latin).contains("v.toml:2: this line is not text in UTF-8"));
    assert!(read_script(&latin).unwrap_err().to_string().contains("v.toml:2: this line is not text in UTF-8"));
    let marked = file(folder.path(), "m.toml", "\u{feff}game = \"g\"\nnme = 3\n".as_bytes());
    assert!(problem_of_variant(&marked).contains("m.toml:2:1: a variant has no key `nme`"));
    let marked = file(folder.path(), "m.lua", "\u{feff}return {}".as_bytes());
    assert_eq!(&*read_script(&marked).unwrap().source, "return {}");
}

#[test]
fn a_folder_in_the_place_of_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("v.toml")).unwrap();
    assert!(problems_in(folder.path())[0].contains("v.toml: this is a folder, not a file"));
    fs::create_dir(folder.path().join("r.jsonl")).unwrap();
    let (records, problems) = record::list(folder.path());
    assert!(records.is_empty() && problems[0].to_string().contains("r.jsonl: this is a folder, not a file"));
}

#[test]
fn a_bare_file_name_lies_in_the_working_folder() {
    // Tests run in their package's folder.
    stonehouse_engine::files::check_inside(Path::new(""), Path::new("Cargo.toml")).unwrap();
    assert!(stonehouse_engine::files::check_inside(Path::new(""), Path::new("../app/Cargo.toml")).is_err());
}

#[cfg(unix)]
mod on_unix {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn a_pipe_or_device_is_refused_everywhere_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        pipe(&path("v.toml"));
        pipe(&path("r.jsonl"));
        let what = "this is a pipe, a device or something similar, not a file";
        assert!(problems_in(folder.path())[0].contains(what));
        assert!(read_script(&path("v.toml")).unwrap_err().to_string().contains(what));
        assert!(Record::read(&path("r.jsonl")).unwrap_err().to_string().contains(what));
        let (records, problems) = record::list(folder.path());
        assert!(records.is_empty() && problems[0].to_string().contains(what));
        assert!(read_script(Path::new("/dev/zero")).unwrap_err().to_string().contains(what));
        assert!(Record::read(Path::new("/dev/zero")).unwrap_err().to_string().contains(what));
    }

    #[test]
    fn a_link_out_of_the_folder_is_refused_unless_it_was_named_itself() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("variants");
        fs::create_dir_all(folder.join("sub")).unwrap();
        let outside = file(home.path(), "secret.txt", b"game = \"g\"\n");
        file(&folder, "real.toml", b"game = \"g\"\n");
        symlink(&outside, folder.join("out.toml")).unwrap();
        symlink(&outside, folder.join("sub/deep.toml")).unwrap();
        symlink(folder.join("real.toml"), folder.join("sub/in.toml")).unwrap();
        symlink("/dev/zero", folder.join("zero.toml")).unwrap();
        let problems = problems_in(&folder).join("\n");
        for name in ["out.toml", "deep.toml", "zero.toml"] {
            assert!(problems.contains(&format!("{name}: this is a link to a file outside")), "{problems}");
        }
        // It was read, and its game does not exist here.
        assert!(problems.contains("in.toml:1:8: there is no game `g`"), "{problems}");
        assert!(VariantFile::read(&folder.join("out.toml")).is_ok());
    }
}

#[test]
fn a_list_of_records_describes_each_by_first_and_last_lines() {
    let folder = tempfile::tempdir().unwrap();
    let begin = |takes: &[u32]| {
        let mut game = dealt(&ruleset("[knobs]\nheap = 4\n", &[]), Some(folder.path()));
        play(&mut game, takes);
        game
    };
    let listed = |path: &Path| {
        let (records, problems) = record::list(folder.path());
        assert!(problems.is_empty(), "{problems:?}");
        let found = records.into_iter().find(|entry| entry.file == path).unwrap();
        (found.is_unfinished, found.actions)
    };
    let path = |game: &stonehouse_engine::Match| game.record_file().unwrap().to_owned();
    let empty = begin(&[]);
    assert_eq!(listed(&path(&empty)), (true, Some(0)));
    let mut game = begin(&[1, 1, 1]);
    assert_eq!(listed(&path(&game)), (true, Some(3)));
    game.undo(std::time::Instant::now()).unwrap();
    assert_eq!(listed(&path(&game)), (true, Some(2)));
    play(&mut game, &[2]);
    assert!(!listed(&path(&game)).0);
    game.undo(std::time::Instant::now()).unwrap();
    assert_eq!(listed(&path(&game)), (true, Some(2)));

    // Cut off in its last line, it is unfinished; in the older format actions are not counted.
    let text = fs::read_to_string(path(&game)).unwrap();
    let cut = file(folder.path(), "cut.jsonl", &text.as_bytes()[..text.len() - 9]);
    assert!(!listed(&cut).0, "what stands before the cut line is the end");
    let lines: String = text.split_inclusive('\n').take(3).collect();
    let cut = file(folder.path(), "cut.jsonl", &lines.as_bytes()[..lines.len() - 9]);
    assert_eq!(listed(&cut), (true, Some(1)));
    let old = file(folder.path(), "old.jsonl", crate::common::seal::unhashed(&lines).as_bytes());
    assert_eq!(listed(&old), (true, None));
    // A last line that is longer than what is read of the end at first.
    let undo = format!("{{\"line\":\"undo\",{}\"actions\":1}}\n", " ".repeat(9000));
    let long = file(folder.path(), "long.jsonl", format!("{lines}{undo}").as_bytes());
    assert_eq!(listed(&long), (true, Some(1)));
}

#[test]
fn a_list_of_records_reads_no_more_than_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset("[knobs]\nheap = 9\n", &[]), Some(folder.path()));
    play(&mut game, &[1, 1]);
    let text = fs::read_to_string(game.record_file().unwrap()).unwrap();
    drop(game);
    let (head, last) = (text.lines().next().unwrap(), text.lines().last().unwrap());
    // The part between the first and the last lines is not read: here it is 60 MiB of zeros.
    let long = file(folder.path(), "long.jsonl", format!("{head}\n").as_bytes());
    let open = fs::File::options().append(true).open(&long).unwrap();
    open.set_len(60 << 20).unwrap();
    std::io::Write::write_all(&mut &open, format!("\n{last}\n").as_bytes()).unwrap();
    let (records, problems) = record::list(folder.path());
    assert!(problems.is_empty(), "{problems:?}");
    let found = records.iter().find(|entry| entry.file == long).unwrap();
    assert!(found.is_unfinished);
    assert_eq!((found.actions, found.header.players.len()), (Some(2), 2));
    assert!(Record::read(&long).unwrap_err().to_string().contains("long.jsonl:2: the record is damaged in this line"));
}

#[test]
fn of_many_non_records_twenty_are_listed_and_others_counted() {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..50 {
        file(folder.path(), &format!("{at:02}.jsonl"), if at % 2 == 0 { b"" } else { b"not a record\n" });
    }
    let (records, problems) = record::list(folder.path());
    assert_eq!((records.len(), problems.len()), (0, 21));
    assert!(problems[20].to_string().ends_with("and 30 more records that cannot be read"));
}

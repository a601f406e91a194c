//! The files of earlier versions in a user's folder, `tests/data-folders`, and files of versions to come.

use super::{home, run_alone};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders that earlier versions have left.
fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data-folders");
    fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect()
}

/// The files in a folder, with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found
}

/// Copies a folder into the home of a user.
fn copy_into(home: &Path, folder: &Path) -> PathBuf {
    let data = home.join("stonehouse");
    for (file, bytes) in files(folder) {
        let copy = data.join(file.strip_prefix(folder).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::write(copy, bytes).unwrap();
    }
    data
}

#[test]
fn the_folder_of_every_earlier_version_opens_and_stays_as_it_is() {
    let folders = folders();
    assert!(!folders.is_empty());
    for folder in folders {
        let home = home();
        let data = copy_into(home.path(), &folder);
        let printed = |args: &[&str]| {
            let output = run_alone(home.path(), args);
            let (out, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
            assert!(output.status.success() && errors.is_empty(), "{args:?} in {}: {out}{errors}", folder.display());
            out
        };
        let all = printed(&["list", "--json"]);
        for variant in ["three-stones/top-heavy", "three-stones/wide"] {
            assert!(all.contains(&format!("\"{variant}\"")), "{variant} in {all}");
        }
        assert!(printed(&["check"]).contains("are in order"));
        assert!(printed(&["packs"]).contains("Wide 1.0.0"));
        let records: Vec<PathBuf> = fs::read_dir(data.join("records")).unwrap().map(|it| it.unwrap().path()).collect();
        assert_eq!(records.len(), 2);
        for record in &records {
            printed(&["record", record.to_str().unwrap()]);
        }
        // The user's files; the verdicts on libraries are the program's own.
        let own = |folder: &Path| {
            let named =
                files(folder).into_iter().map(|(path, bytes)| (path.strip_prefix(folder).unwrap().to_owned(), bytes));
            let mut named: Vec<_> =
                named.filter(|(path, _)| !path.ends_with("verdicts.json") && !path.ends_with(".lock")).collect();
            named.sort();
            named
        };
        assert_eq!(own(&data), own(&folder));
        // An allowed library is identified by its name.
        printed(&["plugins", "forget", "libours.so"]);
    }
}

#[test]
fn a_record_of_a_later_format_is_refused_as_newer() {
    let home = home();
    let file = home.path().join("newer.stonehouse-record");
    for line in [r#"{"line":"match","format":4,"dealt":"otherwise"}"#.to_owned() + "\n", {
        let records = folders()[0].join("records");
        let record = fs::read_dir(records).unwrap().next().unwrap().unwrap().path();
        fs::read_to_string(record).unwrap().replacen(r#""format":3"#, r#""format":4"#, 1)
    }] {
        fs::write(&file, &line).unwrap();
        let output = run_alone(home.path(), &["record", "newer.stonehouse-record"]);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8(output.stderr).unwrap();
        let why = "the record is in format 4, but this Stonehouse reads formats up to 3: update Stonehouse";
        assert!(message.contains(why), "{message}");
        assert_eq!(fs::read_to_string(&file).unwrap(), line, "the file stays as it is");
    }
}

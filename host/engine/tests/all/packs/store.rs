//! Packs that are installed: kept as they are, switched off and on, replaced without loss.

use super::{FILES, MANIFEST, SCRIPT, VARIANT, read, with_manifest, zipped};
use std::fs;
use std::path::Path;
use stonehouse_engine::Pack;
use stonehouse_engine::pack::{PackDraft, store};

/// A pack of this id and version that needs these packs.
fn pack(id: &str, version: &str, needs: &[(&str, &str)]) -> Pack {
    let mut text = MANIFEST.replace("\"bent\"", &format!("{id:?}")).replace("1.0.0", version);
    if !needs.is_empty() {
        text += "[needs.packs]\n";
        needs.iter().for_each(|(id, version)| text += &format!("{id} = {version:?}\n"));
    }
    read(with_manifest(&text)).unwrap()
}

/// The packs in a folder, in order: id, version, whether each is in use, and what it lacks.
fn listed(folder: &Path) -> Vec<String> {
    let (packs, problems) = store::installed(folder);
    assert_eq!(problems, []);
    let line = |one: &store::Installed| {
        let state = one.lacks.clone().unwrap_or_else(|| if one.on { "on".to_owned() } else { "off".to_owned() });
        format!("{} {}: {state}", one.pack.id(), one.pack.manifest.version)
    };
    packs.iter().map(line).collect()
}

#[test]
fn a_pack_that_is_installed_is_the_very_file() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("packs");
    assert_eq!(listed(&folder), [""; 0]);
    let own = pack("bent", "1.0.0", &[]);
    let done = store::install(&folder, &own).unwrap();
    assert_eq!((done.file.clone(), done.replaced), (folder.join("bent.stonehouse"), None));
    assert_eq!(fs::read(done.file).unwrap(), own.bytes());
    assert_eq!(listed(&folder), ["bent 1.0.0: on"]);
    // Nothing else was written but the folder's lock.
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".lock", "bent.stonehouse"]);
}

#[test]
fn a_pack_is_switched_off_and_on_without_its_file_being_touched() {
    let home = tempfile::tempdir().unwrap();
    let file = store::install(home.path(), &pack("bent", "1.0.0", &[])).unwrap().file;
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    store::switch(home.path(), "bent", false).unwrap();
    store::switch(home.path(), "bent", false).unwrap();
    assert_eq!(listed(home.path()), ["bent 1.0.0: off"]);
    store::switch(home.path(), "bent", true).unwrap();
    assert_eq!(listed(home.path()), ["bent 1.0.0: on"]);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
}

#[test]
fn another_version_takes_the_place_of_the_one_before_which_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let (first, second) = (pack("bent", "1.0.0", &[]), pack("bent", "1.1.0", &[]));
    store::install(home.path(), &first).unwrap();
    store::switch(home.path(), "bent", false).unwrap();
    let done = store::install(home.path(), &second).unwrap();
    let kept = done.replaced.unwrap();
    assert_eq!(kept, home.path().join("old/bent-1.0.0.stonehouse"));
    assert_eq!(fs::read(&kept).unwrap(), first.bytes());
    assert_eq!(listed(home.path()), ["bent 1.1.0: on"]);
    // Of the same version, but another content: both are kept, and the same file once only.
    let other = read(super::with(&[("NEWS.md", b"x")])).unwrap();
    store::install(home.path(), &other).unwrap();
    assert_eq!(
        store::install(home.path(), &second).unwrap().replaced.unwrap(),
        home.path().join("old/bent-1.0.0-2.stonehouse")
    );
    assert_eq!(
        store::install(home.path(), &second).unwrap().replaced.unwrap(),
        home.path().join("old/bent-1.1.0.stonehouse")
    );
    assert_eq!(fs::read_dir(home.path().join("old")).unwrap().count(), 3);
}

#[test]
fn a_manually_copied_pack_counts_and_is_replaced_by_an_install() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("downloaded (1).stonehouse"), pack("bent", "1.0.0", &[]).bytes()).unwrap();
    assert_eq!(listed(home.path()), ["bent 1.0.0: on"]);
    store::install(home.path(), &pack("bent", "1.1.0", &[])).unwrap();
    assert_eq!(listed(home.path()), ["bent 1.1.0: on"]);
    assert!(home.path().join("old/bent-1.0.0.stonehouse").is_file());
}

#[test]
fn installing_a_pack_does_not_overwrite_another_file() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("bent.stonehouse");
    fs::write(&place, "my notes").unwrap();
    let refused = store::install(home.path(), &pack("bent", "1.0.0", &[])).unwrap_err();
    assert!(refused.to_string().ends_with("something else is in its place. Move that file elsewhere"), "{refused}");
    assert_eq!(fs::read_to_string(&place).unwrap(), "my notes");
    let (packs, problems) = store::installed(home.path());
    assert!(packs.is_empty());
    assert!(problems[0].to_string().ends_with("it is no pack: a pack is a zip file with a `pack.toml` in it"));
}

#[test]
fn a_pack_that_is_removed_is_kept() {
    let home = tempfile::tempdir().unwrap();
    store::install(home.path(), &pack("bent", "1.0.0", &[])).unwrap();
    store::switch(home.path(), "bent", false).unwrap();
    let (packs, _) = store::installed(home.path());
    let kept = store::remove(home.path(), &packs[0].pack).unwrap();
    assert!(kept.is_file() && listed(home.path()).is_empty());
    // It was off; installed again it is on.
    fs::copy(&kept, home.path().join("bent.stonehouse")).unwrap();
    assert_eq!(listed(home.path()), ["bent 1.0.0: on"]);
}

#[test]
fn two_files_of_one_pack_are_reported_and_the_first_counts() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.stonehouse"), pack("bent", "1.0.0", &[]).bytes()).unwrap();
    fs::write(home.path().join("b.stonehouse"), pack("bent", "2.0.0", &[]).bytes()).unwrap();
    let (packs, problems) = store::installed(home.path());
    assert_eq!((packs.len(), packs[0].pack.manifest.version.to_string()), (1, "1.0.0".to_owned()));
    let message = problems[0].to_string();
    assert!(
        message.contains("b.stonehouse: this pack has the id `bent`, but ")
            && message.ends_with("remove one of the two")
    );
}

#[test]
fn packs_come_after_those_that_they_need() {
    let home = tempfile::tempdir().unwrap();
    for pack in [pack("a", "1.0.0", &[("c", "1.0")]), pack("b", "1.0.0", &[]), pack("c", "1.4.0", &[("b", "*")])] {
        store::install(home.path(), &pack).unwrap();
    }
    assert_eq!(listed(home.path()), ["b 1.0.0: on", "c 1.4.0: on", "a 1.0.0: on"]);
    store::switch(home.path(), "b", false).unwrap();
    assert_eq!(
        listed(home.path()),
        [
            "b 1.0.0: off",
            "a 1.0.0: it needs the pack `c` 1.0, which lacks something itself",
            "c 1.4.0: it needs the pack `b` *, which is switched off",
        ]
    );
}

#[test]
fn missing_dependencies_of_a_pack_are_reported() {
    let home = tempfile::tempdir().unwrap();
    for pack in [
        pack("a", "1.0.0", &[("nothing", "1.2")]),
        pack("b", "1.0.0", &[("c", "2.0")]),
        pack("c", "1.0.0", &[]),
        pack("d", "1.0.0", &[("e", "1")]),
        pack("e", "1.0.0", &[("d", "1")]),
    ] {
        store::install(home.path(), &pack).unwrap();
    }
    assert_eq!(
        listed(home.path()),
        [
            "c 1.0.0: on",
            "a 1.0.0: it needs the pack `nothing` 1.2, which is not installed",
            "b 1.0.0: it needs the pack `c` 2.0, and 1.0.0 is installed",
            "d 1.0.0: it needs the pack `e` 1, which lacks something itself",
            "e 1.0.0: it needs the pack `d` 1, which lacks something itself",
        ]
    );
}

#[test]
fn a_damaged_list_of_what_is_off_is_reported_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    store::install(home.path(), &pack("bent", "1.0.0", &[])).unwrap();
    fs::write(home.path().join("off.json"), "{ nonsense").unwrap();
    let (packs, problems) = store::installed(home.path());
    assert!(packs[0].on);
    assert!(problems[0].to_string().ends_with("Delete it: then all are on"), "{}", problems[0]);
    assert!(store::switch(home.path(), "bent", false).is_err());
    assert!(store::install(home.path(), &pack("bent", "2.0.0", &[])).is_err());
    assert_eq!(fs::read_to_string(home.path().join("off.json")).unwrap(), "{ nonsense");
    assert_eq!(store::installed(home.path()).0[0].pack.manifest.version.to_string(), "1.0.0");
}

fn folder_of(home: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = home.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

#[test]
fn the_same_folder_gives_the_same_bytes_and_comes_out_as_it_went_in() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    folder_of(one.path(), &FILES);
    let mut backwards = FILES;
    backwards.reverse();
    folder_of(two.path(), &backwards);
    let packed = |folder: &Path| PackDraft::of_folder(folder).unwrap().pack(Path::new("x.stonehouse")).unwrap();
    let pack = packed(one.path());
    assert_eq!(pack.bytes(), packed(two.path()).bytes());
    let out = one.path().join("out");
    PackDraft::of_pack(&pack).unwrap().write_folder(&out).unwrap();
    for (name, text) in FILES {
        assert_eq!(fs::read_to_string(out.join(name)).unwrap(), text);
    }
    let again = PackDraft::of_pack(&pack).unwrap().write_folder(&out).unwrap_err();
    assert!(
        again
            .to_string()
            .ends_with("there is something in this folder, and nothing is overwritten: choose another one")
    );
    // These bytes are the same on every machine: they are what is compared, signed, listed.
    assert_eq!(pack.bytes().len(), packed(one.path().join("out").as_path()).bytes().len());
    assert!(pack.bytes().starts_with(b"PK\x03\x04"));
}

#[test]
fn hidden_and_foreign_files_are_left_out_misplaced_ones_reported() {
    let home = tempfile::tempdir().unwrap();
    folder_of(home.path(), &FILES);
    folder_of(
        home.path(),
        &[(".git/config", "x"), ("pebbles/.luaurc", "{}"), ("schema.json", "{}"), ("notes.ods", "x")],
    );
    let draft = PackDraft::of_folder(home.path()).unwrap();
    assert_eq!(draft.left_out, ["notes.ods", "schema.json"]);
    assert_eq!(draft.names().count(), FILES.len());
    folder_of(home.path(), &[("pebbles/lost.lua", SCRIPT), ("stray.toml", VARIANT)]);
    let message: Vec<String> = PackDraft::of_folder(home.path()).unwrap_err().iter().map(ToString::to_string).collect();
    assert!(message[0].ends_with("is a house rule, which belongs into `GAME/scripts/NAME.lua`"), "{message:?}");
    assert!(message[1].ends_with("belongs into the folder of its game: `GAME/NAME.toml`"), "{message:?}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_packed() {
    let home = tempfile::tempdir().unwrap();
    folder_of(home.path(), &[("secret.txt", "secret")]);
    let folder = home.path().join("pack");
    folder_of(&folder, &FILES);
    std::os::unix::fs::symlink(home.path().join("secret.txt"), folder.join("notes.txt")).unwrap();
    let message = PackDraft::of_folder(&folder).unwrap_err()[0].to_string();
    assert!(message.contains("notes.txt: this is a link to a file outside "), "{message}");
}

#[test]
fn a_folder_without_a_manifest_shows_how_to_begin() {
    let home = tempfile::tempdir().unwrap();
    let message = PackDraft::of_folder(home.path()).unwrap_err()[0].to_string();
    assert!(message.contains(
        "there is no `pack.toml` in this folder. Write one, or let `stonehouse pack GAME/VARIANT --folder DIR`"
    ));
    // A pack must hold something that can be played.
    let empty = read(zipped(&[("pack.toml", MANIFEST.as_bytes())]));
    let Err(problems) = empty else { panic!("it was read") };
    assert!(problems[0].to_string().ends_with("there is no game, no variant and no house rule in it"));
}

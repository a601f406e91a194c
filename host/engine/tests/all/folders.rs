//! Everything that comes with the program is found in every layout of an installation.

use std::fs;
use std::path::Path;
use stonehouse_engine::folders::{FolderKind, bundled_places};
use stonehouse_engine::{Folders, Origin};
use tempfile::TempDir;

const DATA: [&str; 6] = ["games", "variants", "scripts", "languages", "lessons", "docs"];

/// An installation with these folders and files.
fn installed(folders: &[&str], files: &[&str]) -> TempDir {
    let root = tempfile::Builder::new().prefix("Stonehouse für zwei ").tempdir().unwrap();
    for folder in folders {
        fs::create_dir_all(root.path().join(folder)).unwrap();
    }
    for file in files {
        let file = root.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }
    root
}

/// Asserts that a program at `exe` under `root` finds its data in `data`, and its plugins and documentation in these
/// folders.
fn finds(root: &Path, exe: &str, data: &str, plugins: (&str, Origin), docs: &str) {
    let folders = Folders::bundled(&root.join(exe));
    for kind in FolderKind::ALL {
        let found = folders.of_kind(kind);
        let (path, origin) = match kind {
            FolderKind::Plugins => (root.join(plugins.0), plugins.1),
            FolderKind::Docs => (root.join(docs), Origin::Bundled),
            _ => (root.join(data).join(kind.name()), Origin::Bundled),
        };
        assert_eq!(found.len(), 1, "{kind:?}");
        assert_eq!(fs::canonicalize(&found[0].path).unwrap(), fs::canonicalize(path).unwrap(), "{kind:?}");
        assert_eq!(found[0].origin, origin, "{kind:?}");
    }
}

/// The folders of `data`, as paths under `home`.
fn under(home: &str, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{home}/{name}")).collect()
}

fn installed_under(home: &str, names: &[&str], files: &[&str]) -> TempDir {
    let folders = under(home, names);
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    installed(&folders, files)
}

#[test]
fn an_archive_has_everything_beside_the_program() {
    let all = [&DATA[..], &["plugins"]].concat();
    let root = installed_under("Stonehouse", &all, &["Stonehouse/stonehouse"]);
    finds(
        root.path(),
        "Stonehouse/stonehouse",
        "Stonehouse",
        ("Stonehouse/plugins", Origin::Bundled),
        "Stonehouse/docs",
    );
}

#[test]
fn a_prefix_has_data_in_share_and_plugins_in_lib() {
    for program in ["usr/bin/stonehouse", "usr/games/stonehouse"] {
        let root = installed_under("usr/share/stonehouse", &DATA, &[program, "usr/lib/stonehouse/plugins/libgame.so"]);
        finds(
            root.path(),
            program,
            "usr/share/stonehouse",
            ("usr/lib/stonehouse/plugins", Origin::Bundled),
            "usr/share/stonehouse/docs",
        );
    }
}

#[test]
fn a_prefix_may_have_plugins_in_share_and_documentation_in_doc() {
    let data = [&DATA[..5], &["plugins"]].concat();
    let root =
        installed_under("usr/share/stonehouse", &data, &["usr/bin/stonehouse", "usr/share/doc/stonehouse/lab.md"]);
    finds(
        root.path(),
        "usr/bin/stonehouse",
        "usr/share/stonehouse",
        ("usr/share/stonehouse/plugins", Origin::Bundled),
        "usr/share/doc/stonehouse",
    );
}

#[test]
fn a_macos_bundle_has_data_in_its_resources() {
    let app = "Stonehouse.app/Contents";
    let program = "Stonehouse.app/Contents/MacOS/stonehouse";
    let resources = format!("{app}/Resources");
    let root = installed_under(&resources, &DATA, &[program, "Stonehouse.app/Contents/PlugIns/libgame.dylib"]);
    let docs = format!("{resources}/docs");
    finds(root.path(), program, &resources, ("Stonehouse.app/Contents/PlugIns", Origin::Bundled), &docs);
    let all = [&DATA[..], &["plugins"]].concat();
    let root = installed_under(&resources, &all, &[program]);
    finds(root.path(), program, &resources, (&format!("{resources}/plugins"), Origin::Bundled), &docs);
}

#[test]
fn a_source_tree_has_its_libraries_where_cargo_builds_them() {
    let sources = ["plugin-api/Cargo.toml", "plugins/stonerow/Cargo.toml", "target/debug/deps/libgame.so"];
    let root = installed_under(".", &DATA, &sources);
    for program in ["target/debug/stonehouse", "target/debug/deps/all-0123"] {
        finds(root.path(), program, ".", ("target/debug/deps", Origin::Built), "docs");
    }
}

#[test]
fn files_beside_the_program_precede_installed_ones() {
    let root = installed(
        &["usr/bin/variants", "usr/share/stonehouse/variants", "usr/share/stonehouse/scripts"],
        &["usr/bin/stonehouse"],
    );
    let folders = Folders::bundled(&root.path().join("usr/bin/stonehouse"));
    assert_eq!(folders.variants[0].path, root.path().join("usr/bin/variants"));
    assert_eq!(folders.scripts[0].path, root.path().join("usr/share/stonehouse/scripts"));
    assert_eq!((folders.plugins.len(), folders.docs), (0, None), "what was not installed is not invented");
}

#[test]
fn places_are_listed_whether_they_exist_or_not() {
    let places = bundled_places(Path::new("/opt/house/bin/stonehouse"));
    let of = |kind: FolderKind| -> Vec<String> {
        let of_kind = places.iter().filter(|place| place.kind == kind);
        of_kind.map(|place| place.folder.path.display().to_string().replace('\\', "/")).collect()
    };
    let plugins =
        ["/opt/house/bin/plugins", "/opt/house/lib/stonehouse/plugins", "/opt/house/share/stonehouse/plugins"];
    assert_eq!(of(FolderKind::Plugins), plugins);
    assert_eq!(of(FolderKind::Lessons), ["/opt/house/bin/lessons", "/opt/house/share/stonehouse/lessons"]);
}

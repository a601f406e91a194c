//! The files that name a release agree on its version; `docs/releasing.md` lists them.

use crate::docs::root;
use std::fs;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The version in `[workspace.package]`.
fn version() -> String {
    let manifest = read("Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \"")).unwrap();
    line.trim_end_matches('"').to_owned()
}

/// The text between two others, where the first one occurs first.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split_once(before).and_then(|(_, rest)| rest.split_once(after)).unwrap().0
}

#[test]
fn every_file_that_names_a_release_names_the_version_of_the_program() {
    let version = version();
    let readme = read("README.md");
    for package in [
        format!("`stonehouse_{version}_amd64.deb`"),
        format!("`stonehouse-{version}-linux-x86_64.tar.gz`"),
        format!("`stonehouse-{version}-windows-x86_64-setup.exe`"),
    ] {
        assert!(readme.contains(&package), "the README does not name {package}");
    }
    let flatpak = read("packaging/linux/org.stonehouse.stonehouse.yml");
    assert!(flatpak.contains(&format!("stonehouse-{version}-linux-x86_64.tar.gz")), "the Flatpak's archive");
    // The newest chapter of the changelog, and the newest release of the metainfo, with the same day. A chapter of what
    // is not in a release yet may come before.
    let changelog = read("CHANGELOG.md").replace("\n## [Unreleased]", "\n## Unreleased");
    let (chapter, day) = between(&changelog, "\n## [", "\n").split_once("] - ").unwrap();
    assert_eq!(chapter, version, "the newest chapter of CHANGELOG.md");
    let metainfo = read("packaging/linux/org.stonehouse.stonehouse.metainfo.xml");
    let release = between(&metainfo, "<release ", ">");
    assert_eq!(between(release, "version=\"", "\""), version, "the newest release of the metainfo");
    let pictures: Vec<_> =
        metainfo.split("<image>").skip(1).map(|rest| rest.split_once("</image>").unwrap().0).collect();
    assert_eq!(pictures.len(), 3, "{pictures:?}");
    for picture in pictures {
        let (_, path) =
            picture.split_once(&format!("/v{version}/")).unwrap_or_else(|| panic!("{picture} is not at the tag"));
        assert!(root().join(path).is_file(), "{path} is not in the repository");
    }
    if day != "unreleased" {
        assert_eq!(between(release, "date=\"", "\""), day, "the day of the release");
    }
    assert!(changelog.contains(&format!("\n[{version}]: https://")), "the chapter {version} leads to no page");
}

#[test]
fn packages_are_built_with_a_rust_that_is_supported() {
    let (toolchain, manifest) = (read("packaging/toolchain"), read("Cargo.toml"));
    let numbers = |version: &str| version.trim().split('.').map(|part| part.parse().unwrap()).collect::<Vec<u32>>();
    let oldest = between(&manifest, "rust-version = \"", "\"");
    assert!(numbers(&toolchain) >= numbers(oldest), "{toolchain}");
}

#[test]
fn packages_have_no_crate_that_is_optimised_less() {
    let manifest = read("Cargo.toml");
    let (release, dist) = manifest.split_once("\n[profile.dist]\n").unwrap();
    // These are not in a package.
    let build = between(release, "# What runs only while the program is built.", "\n# The screens");
    let mut lowered = 0;
    let (_, levels) = release.split_once("\n[profile.release.package]\n").unwrap();
    for (name, level) in levels.lines().filter_map(|line| line.split_once(".opt-level = ")) {
        // Luau in C++ has the level that is usual for it.
        let is_lowered = level != "3" && name != "mlua-sys";
        if is_lowered && !build.contains(&format!("\n{name}.opt-level")) {
            assert!(dist.contains(&format!("\n{name}.opt-level = 3\n")), "[profile.dist.package] lacks {name}");
            lowered += 1;
        }
    }
    assert!(lowered > 20, "{lowered}");
}

/// The crates that are published, by their folders.
const PUBLISHED: [&str; 3] = ["plugin-api", "host/runtime", "conformance"];

#[test]
fn the_published_crates_have_the_licences_of_the_project() {
    for folder in PUBLISHED {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&format!("{folder}/{licence}")), read(licence), "{folder}/{licence}");
        }
    }
}

/// The version of a crate in a folder.
fn version_of(folder: &str) -> String {
    let manifest = read(&format!("{folder}/Cargo.toml"));
    let inherits = manifest.contains("\nversion.workspace = true\n");
    if inherits { version() } else { between(&manifest, "\nversion = \"", "\"").to_owned() }
}

#[test]
fn the_published_crates_are_depended_on_by_their_versions() {
    let manifest = read("Cargo.toml");
    for folder in PUBLISHED {
        let dependency = format!("{{ path = \"{folder}\", version = \"{}\" }}", version_of(folder));
        assert!(manifest.contains(&dependency), "[workspace.dependencies] lacks {dependency}");
    }
    let template = read("host/app/templates/game/Cargo.toml");
    for (name, folder) in [("stonehouse-plugin", "plugin-api"), ("stonehouse-conformance", "conformance")] {
        let version = version_of(folder);
        // Changes of the third number are compatible, so the template does not name it; but only the whole version
        // names a pre-release.
        let wanted = if version.contains('-') { &version } else { version.rsplit_once('.').unwrap().0 };
        assert_eq!(between(&template, &format!("\n{name} = \""), "\""), wanted, "{name} in the template of a game");
    }
}

#[test]
fn the_notes_of_a_release_name_the_packages_that_are_not_tried() {
    let (releasing, notes) = (read("docs/releasing.md"), read("packaging/notes"));
    let untried = releasing.lines().filter(|line| line.starts_with('|') && line.contains("**not tried yet**")).count();
    assert_eq!(between(&notes, "\nUNTRIED = {", "}").matches(": ").count(), untried);
}

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
    // The newest chapter of the changelog, and the newest release of the metainfo, with the same day.
    let changelog = read("CHANGELOG.md");
    let (chapter, day) = between(&changelog, "\n## [", "\n").split_once("] - ").unwrap();
    assert_eq!(chapter, version, "the newest chapter of CHANGELOG.md");
    let metainfo = read("packaging/linux/org.stonehouse.stonehouse.metainfo.xml");
    let release = between(&metainfo, "<release ", "/>");
    assert_eq!(between(release, "version=\"", "\""), version, "the newest release of the metainfo");
    if day != "unreleased" {
        assert_eq!(between(release, "date=\"", "\""), day, "the day of the release");
    }
}

//! The page that browsers are sent, and the files of the drawn table beside it.

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::path::Path;
use stonehouse_engine::hex;

/// The page, a client of the protocol. It has the line below for the version of the drawn table.
const PAGE: &str = include_str!("page.html");

/// The line of the page in which the version of the drawn table is set.
const VERSION_LINE: &str = "const DRAWN = \"\";";

/// The manifest with which a browser installs the page as an app, and its icon.
pub const MANIFEST: &str = include_str!("page.webmanifest");
pub const ICON: &str = include_str!("../../../packaging/icon.svg");

/// A file that browsers keep.
pub struct KeptFile {
    /// Its name, with the version.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    pub bytes: Bytes,
    /// Its content, compressed as the encodings of HTTP with these names, the smallest first.
    pub compressed: Vec<(&'static str, Bytes)>,
}

/// The page and its files.
pub struct Page {
    pub html: String,
    pub files: Vec<KeptFile>,
}

impl Page {
    /// The page with the drawn table of this folder, as `packaging/page` writes it; in words only where the folder does
    /// not have it.
    pub fn read(folder: Option<&Path>) -> Self {
        let read = |name: &str| folder.and_then(|folder| std::fs::read(folder.join(name)).ok()).map(Bytes::from);
        let (Some(script), Some(program)) = (read("table.js"), read("table_bg.wasm")) else {
            return Self { html: PAGE.to_owned(), files: Vec::new() };
        };
        let compressed = |name: &str| {
            let encodings = [("br", "br"), ("gzip", "gz")].into_iter();
            encodings.filter_map(|(encoding, end)| Some((encoding, read(&format!("{name}.{end}"))?))).collect()
        };
        let digest = Sha256::new().chain_update(&script).chain_update(&program).finalize();
        let version = hex(&digest[..8]);
        let html = PAGE.replacen(VERSION_LINE, &format!("const DRAWN = \"{version}\";"), 1);
        let files = vec![
            KeptFile {
                name: format!("table-{version}.js"),
                kind: "text/javascript",
                bytes: script,
                compressed: compressed("table.js"),
            },
            KeptFile {
                name: format!("table-{version}.wasm"),
                kind: "application/wasm",
                bytes: program,
                compressed: compressed("table_bg.wasm"),
            },
        ];
        Self { html, files }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_the_version_of_its_files() {
        assert_eq!(PAGE.matches(VERSION_LINE).count(), 1);
        let folder = tempfile::tempdir().unwrap();
        assert!(Page::read(Some(folder.path())).files.is_empty());
        std::fs::write(folder.path().join("table.js"), "script").unwrap();
        std::fs::write(folder.path().join("table_bg.wasm"), "program").unwrap();
        let page = Page::read(Some(folder.path()));
        let version = page.files[0].name.strip_prefix("table-").and_then(|name| name.strip_suffix(".js")).unwrap();
        assert!(page.html.contains(&format!("const DRAWN = \"{version}\";")));
        assert_eq!(page.files[1].name, format!("table-{version}.wasm"));
        std::fs::write(folder.path().join("table_bg.wasm"), "another").unwrap();
        assert_ne!(Page::read(Some(folder.path())).files[0].name, page.files[0].name);
    }
}

//! The page that browsers are sent, in each language, and the files of the drawn table beside it.

use aho_corasick::AhoCorasick;
use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::hex;
use stonehouse_language::Language;

/// The page, a client of the protocol. Each of its texts is in double brackets, and is replaced by its translation.
const PAGE: &str = include_str!("page.html");

/// The lines of the page in which the version of the drawn table, the file of its texts and the language are set.
const VERSION_LINE: &str = "const DRAWN = \"\";";
const TEXTS_LINE: &str = "const TEXTS = \"\";";
const LANGUAGE_LINE: &str = "const LANGUAGE = \"en\";";

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
    /// The page by the code of its language, English first.
    pages: Vec<(String, Bytes)>,
    pub files: Vec<KeptFile>,
}

impl Page {
    /// The page with the drawn table of this folder, as `packaging/page` writes it; in words only where the folder does
    /// not have it.
    pub fn read(folder: Option<&Path>, languages: &[Arc<Language>]) -> Self {
        let read = |name: &str| folder.and_then(|folder| std::fs::read(folder.join(name)).ok()).map(Bytes::from);
        let (version, files) = match (read("table.js"), read("table_bg.wasm")) {
            (Some(script), Some(program)) => {
                let compressed = |name: &str| {
                    let encodings = [("br", "br"), ("gzip", "gz")].into_iter();
                    encodings.filter_map(|(encoding, end)| Some((encoding, read(&format!("{name}.{end}"))?))).collect()
                };
                let digest = Sha256::new().chain_update(&script).chain_update(&program).finalize();
                let version = hex(&digest[..8]);
                let mut files = texts_of_program(&program, languages);
                let (script_of, program_of) = (compressed("table.js"), compressed("table_bg.wasm"));
                files.push(KeptFile::new(format!("table-{version}.js"), "text/javascript", script, script_of));
                files.push(KeptFile::new(format!("table-{version}.wasm"), "application/wasm", program, program_of));
                (version, files)
            }
            _ => (String::new(), Vec::new()),
        };
        let page = |language: &Language| {
            let texts = files.iter().find(|file| file.name.starts_with(&format!("texts-{}-", language.code)));
            let html = in_language(PAGE, language)
                .replacen(VERSION_LINE, &format!("const DRAWN = \"{version}\";"), 1)
                .replacen(LANGUAGE_LINE, &format!("const LANGUAGE = \"{}\";", language.code), 1)
                .replacen("lang=\"en\"", &format!("lang=\"{}\"", language.code), 1)
                .replacen(TEXTS_LINE, &format!("const TEXTS = \"{}\";", texts.map_or("", |file| &file.name)), 1);
            (language.code.clone(), Bytes::from(html))
        };
        // A code that could end the line it is written in belongs to no language.
        let is_code = |code: &str| code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let mut pages: Vec<_> =
            languages.iter().filter(|language| is_code(&language.code)).map(|language| page(language)).collect();
        if pages.is_empty() {
            pages.push(page(&Language::english()));
        }
        Self { pages, files }
    }

    /// The page in the first of these languages that there is, as a browser lists them: `de-AT,de;q=0.9,en;q=0.8`.
    pub fn html(&self, languages: &str) -> Bytes {
        let codes = languages.split(',').map(|language| language.split([';', '-']).next().unwrap_or_default().trim());
        let mut found =
            codes.filter_map(|wanted| self.pages.iter().find(|(code, _)| code.eq_ignore_ascii_case(wanted)));
        found.next().or_else(|| self.pages.first()).map(|(_, html)| html.clone()).unwrap_or_default()
    }
}

impl KeptFile {
    const fn new(name: String, kind: &'static str, bytes: Bytes, compressed: Vec<(&'static str, Bytes)>) -> Self {
        Self { name, kind, bytes, compressed }
    }
}

/// The texts of the drawn table in each language but English: those whose English templates the program contains.
fn texts_of_program(program: &[u8], languages: &[Arc<Language>]) -> Vec<KeptFile> {
    let file = |language: &Arc<Language>| {
        let keys: Vec<&str> = language.keys().collect();
        let finder = AhoCorasick::new(&keys).ok()?;
        let found = finder.find_overlapping_iter(program).map(|found| keys[found.pattern().as_usize()]);
        let texts: BTreeMap<&str, &str> =
            found.filter_map(|key| Some((key, language.translation(key)?.text.as_str()))).collect();
        let bytes = Bytes::from(serde_json::to_vec(&texts).ok()?);
        let version = hex(&Sha256::digest(&bytes)[..8]);
        let name = format!("texts-{}-{version}.json", language.code);
        Some(KeptFile::new(name, "application/json", bytes, Vec::new()))
    };
    languages.iter().filter(|language| !language.is_english()).filter_map(file).collect()
}

/// A page in this language. A translation that could end the string in which it is written is not used.
fn in_language(page: &str, language: &Language) -> String {
    let mut html = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, (text, after))) =
        rest.split_once("[[").and_then(|(before, marked)| Some((before, marked.split_once("]]")?)))
    {
        let translated = language.words(text);
        let is_safe = !translated.contains(['"', '<', '>', '&', '`', '\\', '$', '\n']);
        html += before;
        html += if is_safe { &translated } else { text };
        rest = after;
    }
    html + rest
}

/// The texts of the page.
pub fn texts_of_page() -> impl Iterator<Item = &'static str> {
    PAGE.split("[[").skip(1).filter_map(|marked| Some(marked.split_once("]]")?.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_language::Translation;

    fn german(texts: &[(&str, &str)]) -> Arc<Language> {
        let mut german = Language::new("de", "Deutsch", "Du", ",");
        for (english, text) in texts {
            german.add_text((*english).to_owned(), Translation { text: (*text).to_owned(), ..Translation::default() });
        }
        Arc::new(german)
    }

    fn text_of(html: &Bytes) -> &str {
        std::str::from_utf8(html).unwrap()
    }

    #[test]
    fn the_page_names_the_version_of_its_files() {
        for line in [VERSION_LINE, LANGUAGE_LINE, TEXTS_LINE] {
            assert_eq!(PAGE.matches(line).count(), 1, "{line}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(Page::read(Some(folder.path()), &[]).files.is_empty());
        std::fs::write(folder.path().join("table.js"), "script").unwrap();
        std::fs::write(folder.path().join("table_bg.wasm"), "program").unwrap();
        let page = Page::read(Some(folder.path()), &[]);
        let version = page.files[0].name.strip_prefix("table-").and_then(|name| name.strip_suffix(".js")).unwrap();
        assert!(text_of(&page.html("")).contains(&format!("const DRAWN = \"{version}\";")));
        assert_eq!(page.files[1].name, format!("table-{version}.wasm"));
        std::fs::write(folder.path().join("table_bg.wasm"), "another").unwrap();
        assert_ne!(Page::read(Some(folder.path()), &[]).files[0].name, page.files[0].name);
    }

    #[test]
    fn a_browser_is_sent_the_page_in_its_language() {
        let languages = [Arc::new(Language::english()), german(&[("Come in", "Herein"), ("Send", "\"</script>")])];
        let page = Page::read(None, &languages);
        let html = page.html("fr, DE-at;q=0.9,en;q=0.8");
        let german = text_of(&html);
        assert!(german.contains(">Herein<") && german.contains("<html lang=\"de\">"));
        assert!(german.contains("const LANGUAGE = \"de\";"));
        assert!(german.contains(">Send<"), "a translation that would end its string is not used");
        let html = page.html("fr");
        let english = text_of(&html);
        assert!(english.contains(">Come in<") && !english.contains("[["), "without the marks of texts");
    }

    #[test]
    fn the_drawn_table_has_the_texts_that_its_program_contains() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("table.js"), "script").unwrap();
        std::fs::write(folder.path().join("table_bg.wasm"), b"\0Confirm\xffempty places").unwrap();
        let texts = [("Confirm", "Bestätigen"), ("empty", "leer"), ("Settings", "Einstellungen")];
        let page = Page::read(Some(folder.path()), &[Arc::new(Language::english()), german(&texts)]);
        let file = page.files.iter().find(|file| file.kind == "application/json").unwrap();
        let expected = r#"{"Confirm":"Bestätigen","empty":"leer"}"#;
        assert_eq!(text_of(&file.bytes), expected);
        assert!(text_of(&page.html("de")).contains(&format!("const TEXTS = \"{}\";", file.name)));
        assert!(text_of(&page.html("en")).contains(TEXTS_LINE));
    }
}

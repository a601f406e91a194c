//! `pack.toml`: the manifest of a pack.

use super::API;
use super::name::{MAX_PART, is_id};
use super::store::plain;
use crate::pack_label::PackLabel;
use crate::variant::file::{SourcePlace, VariantReader};
use semver::{Version, VersionReq};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use stonehouse_house_rules::Problem;
use toml::de::DeTable;

/// The keys of `pack.toml`.
pub(super) const KEYS: [&str; 10] =
    ["id", "name", "version", "authors", "licence", "summary", "homepage", "picture", "api", "needs"];
pub(super) const NEEDS_KEYS: [&str; 2] = ["games", "packs"];

/// The most letters of a name, of an author, and of a licence.
pub(super) const MAX_LINE: usize = 80;
/// The most letters of a version.
pub(super) const MAX_VERSION: usize = 40;
/// The most letters of a summary and of a homepage.
pub(super) const MAX_SUMMARY: usize = 300;
/// The most authors, and the most games or packs that are needed.
pub(super) const MAX_LISTED: usize = 32;

/// The manifest of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackManifest {
    /// Its id: no two packs that are installed have the same.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: Version,
    /// Its authors.
    pub authors: Vec<String>,
    /// The licence, by its short name where it has one: `CC0-1.0`, `MIT`.
    pub licence: String,
    /// One sentence.
    pub summary: String,
    /// Its homepage on the web.
    pub homepage: String,
    /// The file of the picture that is shown of it.
    pub picture: Option<String>,
    /// The version of the interface for house rules for which it was written.
    pub api: Api,
    /// The games that it needs, by id.
    pub games: BTreeMap<String, VersionReq>,
    /// The packs that it needs, by id.
    pub packs: BTreeMap<String, VersionReq>,
}

/// A version of the interface for house rules: scripts written for a smaller minor version work under a greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Api {
    /// Changes when scripts written before no longer work.
    pub major: u32,
    /// Grows when something is added.
    pub minor: u32,
}

impl std::fmt::Display for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl Api {
    /// Whether scripts that were written for another version work under this one.
    pub const fn takes(self, other: Self) -> bool {
        self.major == other.major && other.minor <= self.minor
    }
}

impl FromStr for Api {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (major, minor) = text.split_once('.').ok_or(())?;
        let is_number = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = |digits: &str| Some(digits).filter(is_number).and_then(|digits| digits.parse().ok()).ok_or(());
        Ok(Self { major: number(major)?, minor: number(minor)? })
    }
}

impl PackManifest {
    /// Parses the text of a `pack.toml`; `file` is what messages call it.
    ///
    /// # Errors
    /// Everything that is wrong with it, each at its place.
    pub fn parse(file: &Path, text: &Arc<str>) -> Result<Self, Vec<Problem>> {
        let (mut reader, table) = VariantReader::new(file, text);
        // A pack for a later Stonehouse may have keys that this one does not support: that is checked first.
        let api = api(&mut reader, &table).map_err(|newer| vec![newer])?;
        reader.known(&table, &KEYS, "a pack");
        let id = reader.text(&table, "id");
        if let Some((id, place)) = &id
            && !is_id(id)
        {
            let message = format!(
                "`id` is made of lower-case letters, digits and hyphens, at most {MAX_PART}: `id = \"my-rules\"`"
            );
            reader.report(place.clone(), message);
        }
        let version = reader.text(&table, "version").and_then(|(text, place)| {
            let version = Version::parse(&text).ok().filter(|_| text.len() <= MAX_VERSION);
            if version.is_none() {
                reader.report(place, "`version` must be of three numbers, such as \"1.0.0\"".to_owned());
            }
            version
        });
        let line = |reader: &mut VariantReader, key: &str, most| line(reader, &table, key, most);
        let name = line(&mut reader, "name", MAX_LINE);
        let authors = reader.texts(&table, "authors").map(|authors| {
            if authors.is_empty() || authors.len() > MAX_LISTED {
                let place = reader.place(table.get("authors").map(toml::Spanned::span).unwrap_or_default());
                reader.report(place, format!("`authors` names at least one, and at most {MAX_LISTED}"));
            }
            authors.iter().for_each(|(author, place)| check_line(&mut reader, "an author", author, place, MAX_LINE));
            authors.into_iter().map(|(author, _)| author).collect::<Vec<_>>()
        });
        let licence = line(&mut reader, "licence", MAX_LINE);
        let summary = line(&mut reader, "summary", MAX_SUMMARY);
        let homepage = line(&mut reader, "homepage", MAX_SUMMARY);
        if let Some((address, place)) = &homepage
            && !["https://", "http://"].iter().any(|begin| address.starts_with(begin))
        {
            reader.report(place.clone(), "`homepage` must be a web address: https://…".to_owned());
        }
        let picture = reader.text(&table, "picture").map(|(picture, _)| picture);
        let (games, packs) = needs(&mut reader, &table);
        for (key, there) in [
            ("id", id.is_some()),
            ("name", name.is_some()),
            ("version", version.is_some()),
            ("authors", authors.is_some()),
            ("licence", licence.is_some()),
            ("api", api.is_some()),
        ] {
            if !there && !table.contains_key(key) {
                let place = reader.place(0..0);
                reader.report(place, format!("`{key}` is missing: {}", how(key)));
            }
        }
        let text = |read: Option<(String, SourcePlace)>| read.map(|(text, _)| text).unwrap_or_default();
        let manifest = Self {
            id: text(id),
            name: text(name),
            version: version.unwrap_or(Version::new(0, 0, 0)),
            authors: authors.unwrap_or_default(),
            licence: text(licence),
            summary: text(summary),
            homepage: text(homepage),
            picture,
            api: api.unwrap_or(API),
            games,
            packs,
        };
        reader.finish(manifest)
    }

    /// Its label.
    pub fn label(&self) -> PackLabel {
        PackLabel {
            id: self.id.clone(),
            name: self.name.clone(),
            version: self.version.to_string(),
            authors: self.authors.clone(),
            licence: self.licence.clone(),
        }
    }

    /// The text of its `pack.toml`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let quoted = |value: &str| toml::Value::String(value.to_owned()).to_string();
        let authors: Vec<String> = self.authors.iter().map(|author| quoted(author)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "id = {}\nname = {}", quoted(&self.id), quoted(&self.name));
        let _ = writeln!(text, "version = {}", quoted(&self.version.to_string()));
        let _ = writeln!(text, "authors = [{}]\nlicence = {}", authors.join(", "), quoted(&self.licence));
        for (key, value) in
            [("summary", Some(&self.summary)), ("homepage", Some(&self.homepage)), ("picture", self.picture.as_ref())]
        {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let _ = writeln!(text, "{key} = {}", quoted(value));
            }
        }
        let _ = writeln!(text, "api = {}", quoted(&self.api.to_string()));
        for (key, needed) in [("games", &self.games), ("packs", &self.packs)] {
            if !needed.is_empty() {
                let _ = writeln!(text, "\n[needs.{key}]");
                for (id, version) in needed {
                    let _ = writeln!(text, "{id} = {}", quoted(&plain(version)));
                }
            }
        }
        text
    }
}

/// The remedy for a key that is missing.
fn how(key: &str) -> &'static str {
    match key {
        "id" => "`id = \"my-rules\"`, by which other packs and the command line name it",
        "name" => "`name = \"My rules\"`, which people see",
        "version" => "`version = \"1.0.0\"`",
        "authors" => "`authors = [\"…\"]`, who wrote it",
        "licence" => "`licence = \"CC0-1.0\"`, what others may do with it",
        _ => "`api = \"1.0\"`, the version of the interface for house rules for which it was written",
    }
}

/// The `api`, if it exists and is valid.
///
/// # Errors
/// When only a later Stonehouse can read this pack.
fn api(reader: &mut VariantReader, table: &DeTable<'_>) -> Result<Option<Api>, Problem> {
    let Some((text, place)) = reader.text(table, "api") else { return Ok(None) };
    let Ok(api) = text.parse::<Api>() else {
        reader.report(place, format!("`api` must be two numbers, such as \"{API}\""));
        return Ok(None);
    };
    if API.takes(api) {
        return Ok(Some(api));
    }
    let remedy = if api.major < API.major { "ask its author for a newer version" } else { "update Stonehouse" };
    Err(place.problem(format!(
        "this pack was written for version {api} of the interface for house rules, and this Stonehouse has {API}: {remedy}"
    )))
}

/// A text of one line.
fn line(reader: &mut VariantReader, table: &DeTable<'_>, key: &str, most: usize) -> Option<(String, SourcePlace)> {
    let (text, place) = reader.text(table, key)?;
    check_line(reader, &format!("`{key}`"), &text, &place, most);
    Some((text, place))
}

fn check_line(reader: &mut VariantReader, what: &str, text: &str, place: &SourcePlace, most: usize) {
    if text.trim().is_empty() || text.chars().count() > most {
        reader.report(place.clone(), format!("{what} has from 1 to {most} letters"));
    } else if text.chars().any(is_hidden) {
        reader.report(place.clone(), format!("{what} has letters that cannot be seen: write plain text on one line"));
    }
}

/// Whether a letter is invisible, but changes the display of others: control characters, marks of the direction of
/// text.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

type Needed = BTreeMap<String, VersionReq>;

/// The games and the packs that are needed.
fn needs(reader: &mut VariantReader, table: &DeTable<'_>) -> (Needed, Needed) {
    let Some(needs) = reader.table(table, "needs") else { return Default::default() };
    reader.known(needs, &NEEDS_KEYS, "`[needs]`");
    (needed(reader, needs, "games"), needed(reader, needs, "packs"))
}

fn needed(reader: &mut VariantReader, needs: &DeTable<'_>, key: &str) -> Needed {
    let mut found = Needed::new();
    let Some(listed) = reader.table(needs, key) else { return found };
    for (id, _) in listed {
        let name: &str = id.get_ref();
        let place = reader.place(id.span());
        if !is_id(name) || found.len() >= MAX_LISTED {
            reader.report(place, format!("`needs.{key}` names at most {MAX_LISTED} by their ids"));
            return found;
        }
        let Some((version, place)) = reader.text(listed, name) else { continue };
        match VersionReq::parse(&version) {
            Ok(version) => _ = found.insert(name.to_owned(), version),
            Err(error) => reader.report(
                place,
                format!(
                    "`{name}` must be a version, such as \"1.2\" for 1.2.0 and later ones that go with it ({error})"
                ),
            ),
        }
    }
    found
}

//! The kinds and the names of files that a pack may have.
//!
//! Nothing in a pack is ever written to the disk under its own name. The names are limited nevertheless, so that a pack
//! can be unpacked with any program on any system: no folder but a game's, no name that means something else elsewhere,
//! no two that differ in case only.

use super::signature::SIGNATURE;
use crate::plugins::SCRIPT_GAME;
use stonehouse_house_rules::is_required_name;

/// The longest name of a file in a pack, with its folders, in bytes.
pub const MAX_NAME: usize = 150;

/// The manifest file.
pub const MANIFEST: &str = "pack.toml";

/// The folder in a game's folder in which house rules are.
pub const SCRIPTS: &str = "scripts";

/// The kind of a file in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// The manifest.
    Manifest,
    /// The signature of its author.
    Signature,
    /// A variant of this game.
    Variant(&'a str),
    /// A house rule for this game.
    Script(&'a str),
    /// This game, in Luau.
    Game(&'a str),
    /// A file beside this game, in Luau, which the game requires.
    GamePart(&'a str),
    /// A text for people.
    Text,
    /// A picture.
    Picture,
}

/// The reason why a file cannot be in a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misplaced(String);

impl<'a> Kind<'a> {
    /// The kind of the file of this name.
    ///
    /// # Errors
    /// When a pack cannot hold such a file, or it is in the wrong folder.
    pub fn of(name: &'a str) -> Result<Self, Misplaced> {
        let refused = |why: &str| Err(Misplaced(format!("the file `{}` in it {why}", shown(name))));
        if name.len() > MAX_NAME {
            return refused(&format!("has a name of more than {MAX_NAME} letters"));
        }
        if name.starts_with('/') || name.contains(['\\', ':']) || name.split('/').any(|part| part == "..") {
            return refused("would be outside of the pack: such a pack is made to do harm");
        }
        let parts: Vec<&str> = name.split('/').collect();
        if !parts.iter().all(|part| is_portable(part)) {
            return refused(
                "has a name that not every system can use: write letters from a to z, digits, `-`, `_` and `.`, \
                 beginning with a letter or digit",
            );
        }
        let end = parts.last().and_then(|last| last.rsplit_once('.')).map(|(_, end)| end);
        match (parts.as_slice(), end) {
            ([MANIFEST], _) => Ok(Self::Manifest),
            ([SIGNATURE], _) => Ok(Self::Signature),
            ([game, _], Some("toml")) if is_id(game) => Ok(Self::Variant(game)),
            ([game, SCRIPTS, _], Some("lua")) if is_id(game) => Ok(Self::Script(game)),
            ([game, file], Some(SCRIPT_GAME)) if is_id(game) && file.strip_suffix(".luau") == Some(game) => {
                Ok(Self::Game(game))
            }
            ([game, file], Some(SCRIPT_GAME))
                if is_id(game) && file.strip_suffix(".luau").is_some_and(is_required_name) =>
            {
                Ok(Self::GamePart(game))
            }
            ([_] | [_, _], Some("md" | "txt")) | (["LICENSE" | "LICENCE" | "COPYING"], None) => Ok(Self::Text),
            ([_] | [_, _], Some("png" | "svg")) => Ok(Self::Picture),
            (_, Some("toml")) => refused("is a variant, which belongs into the folder of its game: `GAME/NAME.toml`"),
            (_, Some("lua")) => refused("is a house rule, which belongs into `GAME/scripts/NAME.lua`"),
            (_, Some(SCRIPT_GAME)) => refused("is of a game, and belongs into the folder of its id: `GAME/GAME.luau`"),
            (_, Some("md" | "txt" | "png" | "svg")) => {
                refused("is too deep in folders: move it to the top or into a game's folder")
            }
            _ => refused(
                "is none that a pack may hold: games (.luau), variants (.toml), house rules (.lua), texts (.md, .txt) \
                 and pictures (.png, .svg)",
            ),
        }
    }
}

/// Whether a pack or a game can have this id: lower-case letters, digits and hyphens, with no hyphen at an end.
pub fn is_id(id: &str) -> bool {
    let letters = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let ends = |byte: Option<u8>| byte.is_some_and(|byte| byte != b'-');
    letters && ends(id.bytes().next()) && ends(id.bytes().last()) && is_portable(id)
}

/// The most letters of an id and of a file's own name.
pub const MAX_PART: usize = 64;

/// Whether every system can have a file of this name.
fn is_portable(part: &str) -> bool {
    let letters = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    let begins = part.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    letters && begins && !part.ends_with('.') && part.len() <= MAX_PART && !is_device(part)
}

/// Whether Windows would open a device instead of a file of this name.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device)
            .is_some_and(|number| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

/// The nearest name that a pack's file or a pack can have: of a name with other letters, those that can stay.
pub fn portable(name: &str, fallback: &str) -> String {
    let mut id = String::new();
    for letter in name.chars() {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => id.push(letter),
            '_' if !id.is_empty() => id.push('_'),
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    id.truncate(MAX_PART - 8);
    let id = id.trim_matches(['-', '_']);
    if id.is_empty() || is_device(id) { fallback.to_owned() } else { id.to_owned() }
}

/// A name from a stranger's file, as much of it as fits into a sentence.
pub fn shown(name: &str) -> String {
    const MAX_LENGTH: usize = 80;
    if name.chars().count() <= MAX_LENGTH {
        name.to_owned()
    } else {
        name.chars().take(MAX_LENGTH).collect::<String>() + "…"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(name: &str) -> String {
        Kind::of(name).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_classified_by_folder_and_extension() {
        assert_eq!(Kind::of("pack.toml"), Ok(Kind::Manifest));
        assert_eq!(Kind::of("three-stones/long-lines.toml"), Ok(Kind::Variant("three-stones")));
        assert_eq!(Kind::of("three-stones/scripts/no_corners.lua"), Ok(Kind::Script("three-stones")));
        assert_eq!(Kind::of("README.md"), Ok(Kind::Text));
        assert_eq!(Kind::of("LICENSE"), Ok(Kind::Text));
        assert_eq!(Kind::of("three-stones/board.svg"), Ok(Kind::Picture));
    }

    #[test]
    fn a_name_that_leads_out_of_the_pack_is_called_harmful() {
        for name in ["../evil.toml", "a/../../b.toml", "/etc/passwd", "C:\\x.toml", "a\\b.toml", "..", "c:x.md"] {
            assert_eq!(
                refusal(name),
                format!("the file `{name}` in it would be outside of the pack: such a pack is made to do harm")
            );
        }
    }

    #[test]
    fn a_name_that_some_system_cannot_have_is_refused() {
        for name in [
            "con.md",
            "a/NUL.txt",
            "com1.md",
            "größe.md",
            ".git.md",
            "a/.x.md",
            "-x.md",
            "a//b.md",
            "",
            "x.md.",
            "a b.md",
            "x\u{202e}.md",
            "x\n.md",
        ] {
            assert!(refusal(name).contains("has a name that not every system can use"), "{name}: {}", refusal(name));
        }
        assert!(refusal(&"a".repeat(151)).ends_with("has a name of more than 150 letters"));
        assert!(refusal(&format!("{}.md", "a".repeat(80))).contains("not every system"));
    }

    #[test]
    fn refused_and_misplaced_files_are_reported_with_their_place() {
        for name in ["libgame.so", "game.dll", "run.sh", "a/b/c.so", "x", "a/scripts/x.so", "scripts/data.bin"] {
            assert!(refusal(name).contains("is none that a pack may hold"), "{name}");
        }
        assert!(refusal("rule.lua").ends_with("is a house rule, which belongs into `GAME/scripts/NAME.lua`"));
        assert!(refusal("g/rule.lua").contains("belongs into `GAME/scripts/NAME.lua`"));
        assert!(refusal("standard.toml").contains("belongs into the folder of its game"));
        assert!(refusal("a/b/c/readme.md").contains("is too deep in folders"));
    }

    #[test]
    fn an_id_is_made_of_lower_case_letters_digits_and_hyphens() {
        assert!(["a", "top-heavy", "3-stones", "x2"].iter().all(|id| is_id(id)));
        assert!(["", "-a", "a-", "A", "a_b", "ä", "con", "a.b", "a/b"].iter().all(|id| !is_id(id)));
    }

    #[test]
    fn a_name_with_other_letters_keeps_those_that_every_system_has() {
        assert_eq!(portable("Top Heavy!", "variant"), "top-heavy");
        assert_eq!(portable("../../etc", "variant"), "etc");
        assert_eq!(portable("größe", "variant"), "gr-e");
        assert_eq!(portable("赤", "variant"), "variant");
        assert_eq!(portable("CON", "variant"), "variant");
        assert!(is_id(&portable(&"x".repeat(500), "variant")));
    }
}

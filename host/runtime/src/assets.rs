//! Pictures of a plugin, checked: their names, their sizes, and that their formats match their names.

use super::{CallError, Plugin};

/// The most pictures of one plugin.
const MAX_PICTURES: usize = 1024;

/// The most letters of a picture's name.
const MAX_NAME: usize = 60;

/// The most bytes of an SVG picture.
pub const MAX_SVG_BYTES: usize = 256 << 10;

/// The most bytes of a PNG picture.
pub const MAX_PNG_BYTES: usize = 1 << 20;

/// The first bytes of every PNG picture.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

impl Plugin {
    /// The names of all its pictures.
    ///
    /// # Errors
    /// When the plugin failed, or a name is not allowed.
    pub fn asset_names(&self) -> Result<Vec<String>, CallError> {
        let names = self.game.picture_names()?;
        if names.len() > MAX_PICTURES {
            return Err(CallError::Contract(format!(
                "`names` names {} pictures, and at most {MAX_PICTURES} are allowed",
                names.len()
            )));
        }
        match names.iter().find(|name| !is_name(name)) {
            Some(name) => Err(CallError::Contract(format!(
                "`names` names a picture {name:?}: a name is made of lower-case letters, digits, `-`, `_` and `/`, ends in `.svg` or \
                 `.png`, and has at most {MAX_NAME} letters"
            ))),
            None => Ok(names),
        }
    }

    /// The bytes of the picture with this name: PNG or SVG, as the name ends. `None` if it does not exist.
    ///
    /// # Errors
    /// When the plugin failed, or the picture is too large or of another format than its name.
    pub fn asset(&self, name: &str) -> Result<Option<Vec<u8>>, CallError> {
        if !is_name(name) {
            return Ok(None);
        }
        let Some(bytes) = self.game.picture(name)? else { return Ok(None) };
        let (most, is_one) = match name.strip_suffix(".png") {
            Some(_) => (MAX_PNG_BYTES, bytes.starts_with(PNG)),
            None => (MAX_SVG_BYTES, std::str::from_utf8(&bytes).is_ok_and(|text| text.contains("<svg"))),
        };
        if bytes.len() > most {
            return Err(CallError::Contract(format!(
                "the picture {name:?} has {} bytes, and at most {most} are allowed",
                bytes.len()
            )));
        }
        if is_one {
            Ok(Some(bytes))
        } else {
            Err(CallError::Contract(format!("{name:?} has another format than its name")))
        }
    }
}

/// Whether a picture can have this name.
fn is_name(name: &str) -> bool {
    let stem = name.strip_suffix(".svg").or_else(|| name.strip_suffix(".png"));
    let letters = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte))
    };
    name.len() <= MAX_NAME && stem.is_some_and(|stem| stem.split('/').all(letters))
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_of_pictures_have_plain_letters_and_a_known_ending() {
        for name in ["king.svg", "figures/black-king_2.png", "a/b/c.svg"] {
            assert!(is_name(name), "{name}");
        }
        let long = format!("{}.svg", "a".repeat(60));
        for name in
            ["", ".svg", "king", "King.svg", "../king.svg", "/king.svg", "a//b.svg", "king.svg/", "a b.png", &long]
        {
            assert!(!is_name(name), "{name:?}");
        }
    }
}

//! The pictures of the stones, compiled in.

use crate::kinds::KINDS;
use crate::rules::TavernStones;
use std::borrow::Cow;
use stonehouse_plugin::Assets;

/// The pictures by kind.
const PICTURES: [(&str, &[u8]); KINDS] = [
    ("jewel.png", include_bytes!("../assets/jewel.png")),
    ("gold.png", include_bytes!("../assets/gold.png")),
    ("silver.png", include_bytes!("../assets/silver.png")),
    ("copper.png", include_bytes!("../assets/copper.png")),
];

impl Assets for TavernStones {
    fn names() -> Vec<String> {
        PICTURES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
        PICTURES.into_iter().find(|(known, _)| *known == name).map(|(_, picture)| picture.into())
    }
}

//! The pictures of the stones, compiled in.

use crate::kinds::KINDS;
use std::borrow::Cow;

/// The pictures by kind.
const PICTURES: [(&str, &[u8]); KINDS] = [
    ("jewel.png", include_bytes!("../assets/jewel.png")),
    ("gold.png", include_bytes!("../assets/gold.png")),
    ("silver.png", include_bytes!("../assets/silver.png")),
    ("copper.png", include_bytes!("../assets/copper.png")),
];

/// The pictures' names, in the order of the [kinds](crate::kinds::NAMES).
pub fn names() -> impl Iterator<Item = &'static str> {
    PICTURES.into_iter().map(|(name, _)| name)
}

/// The picture of this name; none: there is none of that name.
pub fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
    PICTURES.into_iter().find(|(known, _)| *known == name).map(|(_, picture)| picture.into())
}

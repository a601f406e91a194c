//! The pictures on the cards, compiled in: SVGs in one colour, each about a character or a special card.

use std::borrow::Cow;

const PICTURES: [(&str, &[u8]); 9] = [
    ("apprentice.svg", include_bytes!("../assets/apprentice.svg")),
    ("surveyor.svg", include_bytes!("../assets/surveyor.svg")),
    ("architect.svg", include_bytes!("../assets/architect.svg")),
    ("guild-master.svg", include_bytes!("../assets/guild-master.svg")),
    ("highwayman.svg", include_bytes!("../assets/highwayman.svg")),
    ("mason.svg", include_bytes!("../assets/mason.svg")),
    ("golddigger.svg", include_bytes!("../assets/golddigger.svg")),
    ("displacer.svg", include_bytes!("../assets/displacer.svg")),
    ("foreman.svg", include_bytes!("../assets/foreman.svg")),
];

/// The pictures' names.
pub fn names() -> impl Iterator<Item = &'static str> {
    PICTURES.into_iter().map(|(name, _)| name)
}

/// The picture of this name; none: there is none of that name.
pub fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
    PICTURES.into_iter().find(|(known, _)| *known == name).map(|(_, picture)| picture.into())
}

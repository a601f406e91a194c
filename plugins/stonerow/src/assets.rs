//! The pictures on the cards, compiled in: SVGs in one colour, each about a character or a special card.

use crate::rules::StoneRow;
use std::borrow::Cow;
use stonehouse_plugin::Assets;

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

impl Assets for StoneRow {
    fn names() -> Vec<String> {
        PICTURES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
        PICTURES.into_iter().find(|(known, _)| *known == name).map(|(_, picture)| picture.into())
    }
}

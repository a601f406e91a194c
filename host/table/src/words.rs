//! Pieces and marks in words, for assistive technology and for a scene as text.

use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::scene::{Mark, Piece};

/// The name of a piece, and how many of it there are.
pub fn piece_name(piece: &Piece, names: &[String]) -> String {
    let many = if piece.count > 1 { format!(", {}", tr!("{n} of them", n = piece.count)) } else { String::new() };
    format!("{}{many}", piece.name.shown(names))
}

/// The names of the pieces on one place; the one that was played last is marked.
pub fn place_contents(pieces: &[&Piece], names: &[String]) -> String {
    let name = |piece: &&Piece| {
        let name = piece_name(piece, names);
        if piece.marks.contains(&Mark::Last) { tr!("{piece}, last played", piece = name) } else { name }
    };
    let pieces: Vec<String> = pieces.iter().map(name).collect();
    if pieces.is_empty() { tr!("empty").to_owned() } else { pieces.join(", ") }
}

/// A piece in words: its name, how many of it there are, and its marks.
pub fn piece_text(piece: &Piece, names: &[String]) -> String {
    let marks = marks(&piece.marks).into_iter().map(str::to_owned);
    std::iter::once(piece_name(piece, names)).chain(marks).collect::<Vec<_>>().join(", ")
}

/// Marks in words.
pub fn marks(marks: &[Mark]) -> Vec<&'static str> {
    let word = |mark: &Mark| match mark {
        Mark::Last => Some(tr!("played last")),
        Mark::Strong => Some(tr!("stronger than its face")),
        Mark::Spent => Some(tr!("used up")),
        Mark::Threatened => Some(tr!("in danger")),
        // The name of a piece that others know names them already.
        _ => None,
    };
    marks.iter().filter_map(word).collect()
}

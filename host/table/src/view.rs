//! The content of the table, and what a person holds of it.

use super::changes;
use stonehouse_plugin::scene::Piece;
use stonehouse_plugin::{Scene, Seat};
use stonehouse_ui::pictures::Pictures;

/// The content of the table.
pub struct View<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The scene's number: every change of the match has a new one.
    pub revision: u64,
    /// The seat at the lower edge.
    pub viewer: Seat,
    /// The names of the players, by seat.
    pub names: &'a [String],
    /// The labels on their areas of the table: name and seat.
    pub places: &'a [String],
    /// The game's pictures.
    pub pictures: &'a Pictures,
    /// Whether anybody at this machine may choose now.
    pub may_choose: bool,
    /// The places that are pointed at from elsewhere, such as from the log.
    pub pointed: Option<&'a changes::Places>,
}

/// The piece with this handle, or the uppermost piece on the cell with this handle; without a handle, the piece that
/// the seat holds according to the prompt.
pub(super) fn held<'a>(scene: &'a Scene, handle: Option<&str>) -> Option<&'a Piece> {
    match handle {
        Some(handle) => {
            let itself = scene.pieces().find(|piece| piece.handle == handle);
            itself.or_else(|| scene.pieces().filter(|piece| piece.on == handle).last())
        }
        None => {
            let holds = scene.prompt.as_ref().and_then(|prompt| prompt.holds)?;
            scene.pieces().find(|piece| piece.id == holds)
        }
    }
}

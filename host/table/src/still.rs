//! A scene to look at, in which nothing can be touched, such as an emblem.

use super::layout::{Layout, Wanted};
use super::looks::{self, Canvas};
use super::marks;
use super::paint::paint_piece;
use super::spot::Spot;
use egui::{Pos2, Rect};
use stonehouse_plugin_api::scene::Piece;
use stonehouse_plugin_api::{Scene, Seat};

/// A scene to look at, laid out once for the room that it has.
pub struct Still {
    scene: Scene,
    laid: Option<(Rect, Layout)>,
}

impl Still {
    /// A picture of this scene.
    pub const fn new(scene: Scene) -> Self {
        Self { scene, laid: None }
    }

    /// Paints it.
    pub fn paint(&mut self, canvas: &Canvas<'_>, rect: Rect) {
        let scene = &self.scene;
        if self.laid.as_ref().is_none_or(|(room, _)| *room != rect) {
            let wanted = Wanted { scene, rect, viewer: Seat(0), asks: false, arrangement: None, text: 1.0 };
            self.laid = Some((rect, Layout::new(&wanted)));
        }
        let Some((_, layout)) = &self.laid else { return };
        for (area, laid) in scene.areas.iter().zip(&layout.areas) {
            looks::layout(&area.layout).paint(canvas, area, laid);
        }
        for placed in &layout.pieces {
            paint_piece(canvas, &scene.areas[placed.area].pieces[placed.piece], placed.spot);
        }
    }
}

/// Paints a piece that is not on the table, as large as fits into a circle of this radius.
pub fn paint_alone(canvas: &Canvas<'_>, piece: &Piece, at: Pos2, radius: f32) {
    let shape = looks::face(&piece.face).shape(&piece.face);
    let spot = Spot { ..shape.within(at, radius) };
    marks::shadow_of(canvas, &piece.face, spot, false);
    looks::paint_flat(canvas, piece.into(), spot, 1.0);
}

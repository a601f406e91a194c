//! A stone of glass.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::spot::Spot;
use crate::textures::WHOLE;
use egui::Color32;
use stonehouse_plugin::scene::Face;

/// The look of a stone.
pub struct Stone;

impl FaceLook for Stone {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::ROUND
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Stone(tint) = shown.face else { return };
        let texture = canvas.textures.stone(canvas.painter.ctx(), *tint);
        canvas.painter.image(texture, spot.upright(), WHOLE, Color32::WHITE.gamma_multiply(presence));
        letters::label(canvas, shown, spot, *tint, presence);
    }
}

//! A small thing hidden from sight: a cloth drawn over it.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::spot::Spot;
use crate::textures::WHOLE;
use egui::Color32;
use stonehouse_plugin::scene::{Face, Tint};

/// The look of something covered.
pub struct Covered;

impl FaceLook for Covered {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::ROUND
    }

    fn is_hidden(&self, _: &Face) -> bool {
        true
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let colour = Color32::WHITE.gamma_multiply(presence);
        canvas.painter.image(canvas.textures.covered(), spot.upright(), WHOLE, colour);
        letters::label(canvas, shown, spot, Tint::Brown, presence);
    }
}

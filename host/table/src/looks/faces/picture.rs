//! A picture of the plugin.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::marks;
use crate::spot::Spot;
use crate::textures::WHOLE;
use egui::Color32;
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a picture.
pub struct Picture;

impl FaceLook for Picture {
    fn shape(&self, face: &Face) -> FaceShape {
        match face {
            Face::Picture(picture) if (0.2..=5.0).contains(&picture.aspect) => {
                FaceShape { height: if picture.aspect > 1.1 { 1.0 } else { 0.62 }, aspect: picture.aspect }
            }
            _ => FaceShape::ROUND,
        }
    }

    fn shadow(&self, canvas: &Canvas<'_>, face: &Face, spot: Spot, lifted: bool) {
        let is_rect = matches!(face, Face::Picture(picture) if picture.aspect > 0.0);
        let spot = if is_rect { Spot { aspect: 0.0, ..spot } } else { spot };
        marks::shadow(canvas.painter, canvas.textures, spot, lifted);
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Picture(picture) = shown.face else { return };
        let rect = spot.upright();
        let tint = theme::tint(picture.tint);
        match canvas.pictures.texture(canvas.painter, &picture.asset, tint, rect.size()) {
            Some(texture) => {
                canvas.painter.image(texture, rect, WHOLE, Color32::WHITE.gamma_multiply(presence));
                letters::label(canvas, shown, spot, picture.tint, presence);
            }
            None => super::plain::words(canvas, shown, spot, presence),
        }
    }
}

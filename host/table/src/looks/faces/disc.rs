//! A flat disc, a little thick.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::spot::Spot;
use egui::{Stroke, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a disc.
pub struct Disc;

impl FaceLook for Disc {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::ROUND
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Disc(tint) = shown.face else { return };
        let colour = theme::tint(*tint).gamma_multiply(presence);
        let (painter, radius) = (canvas.painter, spot.radius * 0.97);
        let (dark, bright) = (theme::darker(colour, 0.42), theme::lighter(colour, 0.3));
        let top = spot.at - vec2(0.0, radius * 0.07);
        painter.circle_filled(spot.at + vec2(0.0, radius * 0.05), radius * 0.97, dark);
        painter.circle(top, radius * 0.94, colour, Stroke::new((radius * 0.05).max(0.8), dark));
        painter.circle_stroke(top, radius * 0.62, Stroke::new((radius * 0.07).max(0.7), bright));
        painter.circle_stroke(top, radius * 0.55, Stroke::new((radius * 0.05).max(0.6), dark.gamma_multiply(0.6)));
        if shown.label.is_empty() {
            letters::seat_sign(canvas, *tint, Spot::round(top, radius * 0.5), presence);
        }
        letters::label(canvas, shown, Spot::round(top, radius), *tint, presence);
    }
}

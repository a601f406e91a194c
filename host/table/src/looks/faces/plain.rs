//! Nothing but a label: a plate with a few words.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart};
use crate::spot::Spot;
use egui::{Stroke, StrokeKind};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a plain piece.
pub struct Plain;

impl FaceLook for Plain {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::ROUND
    }

    fn shadow(&self, _: &Canvas<'_>, _: &Face, _: Spot, _: bool) {}

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        words(canvas, shown, spot, presence);
    }
}

/// A plate with the label, or with the name if there is no label.
pub(super) fn words(canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
    let line = Stroke::new(1.0, theme::CARD_EDGE.gamma_multiply(presence));
    let (rect, fill) = (spot.upright(), theme::CARD.gamma_multiply(presence));
    let room = if spot.is_round() {
        canvas.painter.circle(spot.at, spot.radius, fill, line);
        rect.shrink(spot.radius * 0.22)
    } else {
        canvas.painter.rect(rect, rect.height() * 0.08, fill, line, StrokeKind::Inside);
        rect.shrink(3.0)
    };
    let text = if shown.label.is_empty() { shown.name } else { shown.label };
    theme::fit(canvas.painter, room, &canvas.shown(text), room.height() * 0.5, theme::INK.gamma_multiply(presence));
}

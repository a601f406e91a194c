//! A card, face down.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart};
use crate::spot::Spot;
use egui::{Rect, Stroke, StrokeKind};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a card's back.
pub struct Back;

impl FaceLook for Back {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::CARD
    }

    fn is_hidden(&self, _: &Face) -> bool {
        true
    }

    fn overlaps(&self) -> bool {
        true
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Back(tint) = shown.face else { return };
        let (painter, rect) = (canvas.painter, spot.upright());
        let unit = rect.height();
        let edge = Stroke::new(1.0, theme::CARD_EDGE.gamma_multiply(presence));
        painter.rect(rect, unit * 0.06, theme::CARD.gamma_multiply(presence), edge, StrokeKind::Inside);
        let inner = rect.shrink(unit * 0.05);
        let colour = theme::tint(*tint).gamma_multiply(presence);
        painter.rect_filled(inner, unit * 0.04, colour);
        let metal = if theme::is_light(colour) { theme::darker(colour, 0.45) } else { theme::BRASS };
        let line = Stroke::new((unit * 0.012).max(0.6), metal.gamma_multiply(0.7 * presence));
        // Courses of stone.
        for row in 1..5 {
            let y = egui::lerp(inner.y_range(), row as f32 / 5.0);
            painter.hline(inner.x_range(), y, line);
        }
        for row in 0..5 {
            let (top, bottom) =
                (egui::lerp(inner.y_range(), row as f32 / 5.0), egui::lerp(inner.y_range(), (row + 1) as f32 / 5.0));
            let shift = if row % 2 == 0 { 0.33 } else { 0.66 };
            painter.vline(egui::lerp(inner.x_range(), shift), top..=bottom, line);
        }
        if !shown.label.is_empty() {
            let plate = Rect::from_center_size(rect.center(), egui::vec2(rect.width() * 0.8, unit * 0.26));
            painter.rect_filled(plate, unit * 0.04, theme::CARD.gamma_multiply(presence));
            theme::fit(
                painter,
                plate.shrink(2.0),
                &canvas.shown(shown.label),
                unit * 0.18 * theme::text_scale(painter).max(1.0),
                theme::INK,
            );
        }
    }
}

//! A domino: pips on both halves, or numerals for numbers above nine.

use super::pips::pips;
use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart};
use crate::spot::Spot;
use egui::{Rect, Stroke, StrokeKind, Vec2, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a domino.
pub struct Domino;

impl FaceLook for Domino {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape { height: 0.94, aspect: 2.0 }
    }

    fn corner(&self) -> f32 {
        0.08
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Domino(domino) = shown.face else { return };
        let (painter, rect) = (canvas.painter, spot.upright());
        let half = rect.width() / 2.0;
        let colour = theme::tint(domino.tint).gamma_multiply(presence);
        let dark = theme::darker(colour, 0.4);
        let ink = theme::contrast(colour).gamma_multiply(presence);
        let line = Stroke::new((half * 0.05).max(0.8), dark);
        let round = half * 0.24;
        painter.rect_filled(rect.translate(vec2(0.0, half * 0.08)), round, dark);
        painter.rect(rect, round, colour, line, StrokeKind::Inside);
        painter.rect_filled(rect.shrink(half * 0.1), round * 0.8, theme::lighter(colour, 0.07));
        painter.hline(rect.shrink(half * 0.22).x_range(), rect.center().y, Stroke::new((half * 0.06).max(1.0), dark));
        for (number, down) in [(domino.upper, -half), (domino.lower, half)] {
            let middle = rect.center() + vec2(0.0, down);
            match pips(number, middle, half) {
                Some(pips) => pips.into_iter().for_each(|at| _ = painter.circle_filled(at, half * 0.15, ink)),
                None => {
                    let room = Rect::from_center_size(middle, Vec2::splat(half * 1.4));
                    theme::fit(painter, room, &number.to_string(), half * 1.1, ink);
                }
            }
        }
    }
}

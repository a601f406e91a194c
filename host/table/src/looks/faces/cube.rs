//! A cube, seen from above and in front.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::marks;
use crate::spot::Spot;
use egui::{Pos2, Shape, Stroke, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a cube.
pub struct Cube;

impl FaceLook for Cube {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape { height: 0.42, aspect: 0.0 }
    }

    fn shadow(&self, canvas: &Canvas<'_>, _: &Face, spot: Spot, lifted: bool) {
        marks::shadow(canvas.painter, canvas.textures, Spot::round(spot.at, spot.radius * 0.95), lifted);
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Cube(tint) = shown.face else { return };
        let colour = theme::tint(*tint).gamma_multiply(presence);
        let point = |x: f32, y: f32| -> Pos2 { spot.at + vec2(x, y) * spot.radius };
        let line = Stroke::new((spot.radius * 0.05).max(0.7), theme::darker(colour, 0.5));
        let sides = [
            ([(0.0, -0.86), (0.76, -0.44), (0.0, -0.02), (-0.76, -0.44)], theme::lighter(colour, 0.28)),
            ([(-0.76, -0.44), (0.0, -0.02), (0.0, 0.88), (-0.76, 0.46)], colour),
            ([(0.76, -0.44), (0.0, -0.02), (0.0, 0.88), (0.76, 0.46)], theme::darker(colour, 0.26)),
        ];
        for (corners, fill) in sides {
            let corners = corners.map(|(x, y)| point(x, y)).to_vec();
            canvas.painter.add(Shape::convex_polygon(corners, fill, line));
        }
        letters::label(canvas, shown, Spot::round(point(-0.36, 0.22), spot.radius * 0.5), *tint, presence);
    }
}

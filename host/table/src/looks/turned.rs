//! Turns shapes that were painted upright.

use egui::emath::Rot2;
use egui::{Painter, Pos2, Shape};
use std::sync::Arc;

/// Turns the shapes that `paint` paints clockwise around `middle`.
pub fn turned(painter: &Painter, middle: Pos2, radians: f32, paint: impl FnOnce()) {
    let next = || painter.ctx().graphics_mut(|layers| layers.entry(painter.layer_id()).next_idx());
    let first = next();
    paint();
    let end = next();
    // Clip rectangles cannot be turned, so nothing is clipped.
    let whole = painter.clip_rect();
    painter.ctx().graphics_mut(|layers| {
        let list = layers.entry(painter.layer_id());
        for index in first.0..end.0 {
            list.mutate_shape(egui::layers::ShapeIdx(index), |clipped| {
                turn(&mut clipped.shape, middle, radians);
                clipped.clip_rect = whole;
            });
        }
    });
}

fn turn(shape: &mut Shape, middle: Pos2, radians: f32) {
    let rotation = Rot2::from_angle(radians);
    let about = |point: Pos2| middle + rotation * (point - middle);
    match shape {
        Shape::Vec(shapes) => shapes.iter_mut().for_each(|shape| turn(shape, middle, radians)),
        Shape::Circle(circle) => circle.center = about(circle.center),
        Shape::Ellipse(ellipse) => {
            ellipse.center = about(ellipse.center);
            ellipse.angle += radians;
        }
        Shape::LineSegment { points, .. } => points.iter_mut().for_each(|point| *point = about(*point)),
        Shape::Path(path) => path.points.iter_mut().for_each(|point| *point = about(*point)),
        Shape::Rect(rect) => {
            let at = about(rect.rect.center());
            rect.rect = rect.rect.translate(at - rect.rect.center());
            rect.angle += radians;
        }
        Shape::Text(text) => {
            text.pos = about(text.pos);
            text.angle += radians;
        }
        Shape::Mesh(mesh) => {
            for vertex in &mut Arc::make_mut(mesh).vertices {
                vertex.pos = about(vertex.pos);
            }
        }
        Shape::QuadraticBezier(curve) => curve.points.iter_mut().for_each(|point| *point = about(*point)),
        Shape::CubicBezier(curve) => curve.points.iter_mut().for_each(|point| *point = about(*point)),
        // Looks paint nothing else.
        _ => {}
    }
}

//! Small symbols for suits and seats, so that pieces that differ in colour differ in their symbols, too.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use stonehouse_plugin::scene::Sign;

/// Paints a symbol of this radius.
pub fn paint(painter: &Painter, sign: Sign, at: Pos2, radius: f32, colour: Color32) {
    let regular = |corners: usize, turn: f32| -> Vec<Pos2> {
        let step = TAU / corners as f32;
        (0..corners).map(|corner| at + Vec2::angled(turn + step * corner as f32) * radius).collect()
    };
    let fill = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    let point = |x: f32, y: f32| at + vec2(x, y) * radius;
    match sign {
        Sign::Diamond => _ = fill(vec![point(0.0, -1.1), point(0.8, 0.0), point(0.0, 1.1), point(-0.8, 0.0)]),
        Sign::Triangle => {
            let points = regular(3, -FRAC_PI_2).into_iter().map(|point| point + vec2(0.0, radius * 0.18));
            fill(points.collect());
        }
        Sign::Square => _ = fill(regular(4, -FRAC_PI_2 / 2.0)),
        Sign::Hexagon => _ = fill(regular(6, 0.0)),
        Sign::Cross => {
            let (long, thick) = (radius, radius * 0.36);
            for half in [vec2(long, thick), vec2(thick, long)] {
                painter.rect_filled(Rect::from_center_size(at, 2.0 * half), 0.0, colour);
            }
        }
        Sign::Star => {
            for corner in 0..5 {
                let turn = TAU * corner as f32 / 5.0 - FRAC_PI_2;
                let inner = |turn: f32| at + Vec2::angled(turn) * radius * 0.42;
                fill(vec![at, inner(turn - PI / 5.0), at + Vec2::angled(turn) * radius * 1.1, inner(turn + PI / 5.0)]);
            }
        }
        Sign::Heart => heart(painter, at, radius, colour, 1.0),
        Sign::Spade => {
            heart(painter, at - vec2(0.0, radius * 0.12), radius * 0.92, colour, -1.0);
            fill(vec![point(0.0, 0.1), point(0.38, 1.05), point(-0.38, 1.05)]);
        }
        Sign::Club => {
            for (x, y) in [(0.0, -0.5), (-0.52, 0.24), (0.52, 0.24)] {
                painter.circle_filled(point(x, y), radius * 0.47, colour);
            }
            fill(vec![point(0.0, -0.1), point(0.36, 1.05), point(-0.36, 1.05)]);
        }
        // A disc, and all signs that this version does not know yet.
        _ => _ = painter.circle_filled(at, radius * 0.92, colour),
    }
}

/// A heart made of two discs and a point; upside down (`way` -1) it is the upper part of a spade.
fn heart(painter: &Painter, at: Pos2, radius: f32, colour: Color32, way: f32) {
    let point = |x: f32, y: f32| at + vec2(x, y * way) * radius;
    for side in [-1.0, 1.0] {
        painter.circle_filled(point(0.46 * side, -0.32), radius * 0.5, colour);
    }
    let points = vec![point(-0.9, -0.09), point(-0.1, -0.5), point(0.1, -0.5), point(0.9, -0.09), point(0.0, 1.05)];
    painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

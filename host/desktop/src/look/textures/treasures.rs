//! Things of value, each with an outline of its own: a cut jewel, a bar of gold, a coin of silver, a pierced plate of copper; and the cloth
//! over what is hidden. Coordinates go from -1 to 1; a pixel is straight RGBA.

use super::{dome, inside, smooth};
use std::f32::consts::{PI, TAU};

/// How wide an edge is smoothed.
const SOFT: f32 = 0.035;

/// How much of a pixel lies within `reach` of an outline's `distance`.
fn within(distance: f32, reach: f32) -> f32 {
    smooth(reach, reach - SOFT, distance)
}

/// Light from the upper left on a face that leans this way.
fn lit(x: f32, y: f32) -> f32 {
    -0.6 * x - 0.78 * y
}

fn shade(base: [f32; 3], level: f32, glint: f32, alpha: f32) -> [f32; 4] {
    let part = |base: f32| (base * level + 255.0 * glint).clamp(0.0, 255.0);
    [part(base[0]), part(base[1]), part(base[2]), alpha]
}

/// The distance from the middle in a regular polygon, 1 at its corners' circle times the cosine of half a side.
fn polygon(x: f32, y: f32, sides: f32) -> (f32, f32) {
    let side = TAU / sides;
    let turn = y.atan2(x);
    let middle = (turn / side).round() * side;
    ((turn - middle).cos() * x.hypot(y), middle)
}

/// A brilliant with eight sides.
pub(super) fn jewel(x: f32, y: f32) -> [f32; 4] {
    let (distance, side) = polygon(x, y, 8.0);
    let alpha = within(distance, 0.9);
    let half = if (y.atan2(x) - side).sin() > 0.0 { 0.07 } else { -0.07 };
    let facet = lit(side.cos(), side.sin());
    let (level, glint) = if distance < 0.46 {
        // The table, with the lower facets shining through.
        let star = ((y.atan2(x) * 4.0).cos() * 0.10 + 0.04) * distance / 0.46;
        (0.98 + star + 0.25 * lit(x, y), 0.22 * smooth(0.3, 0.0, (x + 0.2).hypot(y + 0.24)))
    } else {
        (0.66 + 0.42 * facet + half, 0.0)
    };
    let edge = 0.22 * smooth(0.045, 0.0, (distance - 0.46).abs());
    shade([58.0, 104.0, 226.0], level, glint + edge, alpha)
}

/// A bar, seen from above.
pub(super) fn gold(x: f32, y: f32) -> [f32; 4] {
    // Wider towards the beholder.
    let wide = 0.86 + 0.09 * y / 0.6;
    let distance = (x.abs() / wide * 0.93).max(y.abs() / 0.6 * 0.93);
    let alpha = within(distance, 0.93);
    let top = (x.abs() / (wide - 0.2)).max((y + 0.07).abs() / 0.36);
    let (level, glint) = if top < 1.0 {
        (1.02 + 0.1 * lit(x, y), 0.35 * smooth(0.16, 0.0, (x * 0.8 + y + 0.28).abs()))
    } else if x.abs() / wide > y.abs() / 0.6 + 0.12 {
        (if x < 0.0 { 0.98 } else { 0.66 }, 0.0)
    } else {
        (if y < 0.0 { 1.12 } else { 0.6 }, 0.0)
    };
    let edge = 0.25 * smooth(0.06, 0.0, (top - 1.0).abs());
    shade([232.0, 178.0, 52.0], level, glint * 0.7 + edge, alpha)
}

/// A coin with a rim and a star.
pub(super) fn silver(x: f32, y: f32) -> [f32; 4] {
    let radius = x.hypot(y);
    let alpha = within(radius, 0.88);
    let star = 0.3 + 0.16 * (5.0 * (y.atan2(x) + PI / 2.0)).cos();
    let rim = smooth(0.05, 0.0, (radius - 0.74).abs());
    let raised = smooth(0.05, 0.0, (radius - star).abs());
    let lean = lit(x, y) / radius.max(0.01);
    let level =
        0.86 + 0.14 * lit(x, y) + 0.2 * rim * lean + 0.3 * raised * lean + if radius < star { 0.08 } else { 0.0 };
    let level = if radius > 0.78 { 0.86 + 0.24 * lean } else { level };
    shade([196.0, 200.0, 206.0], level, 0.25 * smooth(0.5, 0.0, (x + 0.4).hypot(y + 0.45)), alpha)
}

/// A plate with six sides and a hole.
pub(super) fn copper(x: f32, y: f32) -> [f32; 4] {
    let (distance, side) = polygon(x, y, 6.0);
    let radius = x.hypot(y);
    let alpha = within(distance, 0.82) * smooth(0.24, 0.24 + SOFT, radius);
    let level = if distance > 0.68 {
        0.86 + 0.34 * lit(side.cos(), side.sin())
    } else if radius < 0.36 {
        0.8 - 0.3 * lit(x, y) / radius.max(0.01)
    } else {
        0.95 + 0.12 * lit(x, y)
    };
    shade([188.0, 106.0, 62.0], level, 0.2 * smooth(0.4, 0.0, (x + 0.35).hypot(y + 0.45)), alpha)
}

/// A cloth drawn over something, tied in the middle.
pub(super) fn covered(x: f32, y: f32) -> [f32; 4] {
    let radius = x.hypot(y);
    let turn = y.atan2(x);
    let (light, _) = dome(x, y);
    let folds = (turn * 9.0).sin() * 0.09 * smooth(0.15, 0.7, radius);
    let knot = smooth(0.2, 0.14, radius);
    let level = 0.5 + 0.6 * light + folds;
    let cloth = [126.0, 104.0, 84.0];
    let cord = [206.0, 160.0, 78.0];
    let base: [f32; 3] = std::array::from_fn(|part| cloth[part] * (1.0 - knot) + cord[part] * knot);
    shade(base, level, 0.0, inside(radius / 0.94))
}

//! Shadows, rings, highlights and arrows around the things on the table: painted at a place, whatever is there.

use super::signs;
use super::spot::{CORNER, Spot};
use crate::textures::{Textures, WHOLE};
use egui::epaint::{Mesh, PathStroke, QuadraticBezierShape};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_plugin::scene::{Sign, Tint};
use stonehouse_ui::theme;

/// How much wider than the bright line of a ring the dark one below it is, in points.
const EDGE: f32 = 2.5;
/// The shine on the brass of the latest action.
const SHINE: Color32 = Color32::from_rgb(0xff, 0xe3, 0x9f);
/// The usual size of the number of equal pieces, in points.
const COUNT: f32 = 13.0;
/// The size of a tile of cloth, in points.
const CLOTH_TILE: f32 = 128.0;

/// The cloth that covers the table, a little darker towards its edges.
pub fn cloth(painter: &Painter, textures: &Textures, rect: Rect) {
    let uv = Rect::from_min_max(pos2(0.0, 0.0), (rect.size() / CLOTH_TILE).to_pos2());
    painter.image(textures.cloth(), rect, uv, Color32::WHITE);
    let mut shade = Mesh::default();
    let dark = Color32::from_black_alpha(110);
    shade.colored_vertex(rect.center(), Color32::TRANSPARENT);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    for corner in corners {
        shade.colored_vertex(corner, dark);
    }
    for corner in 0..4 {
        shade.add_triangle(0, 1 + corner, 1 + (corner + 1) % 4);
    }
    painter.add(shade);
}

/// The shadow of a piece; it is longer if the piece is `lifted`.
pub fn shadow(painter: &Painter, textures: &Textures, spot: Spot, lifted: bool) {
    if spot.is_round() || (spot.turn != 0.0 && (2.0 * spot.turn).sin().abs() > 0.02) {
        let reach = if lifted { 0.42 } else { 0.16 };
        let middle = spot.at + vec2(0.5, 1.0) * reach * spot.inner_radius();
        let shadow = Rect::from_center_size(middle, Vec2::splat(2.36 * spot.inner_radius()));
        painter.image(textures.shadow(), shadow, WHOLE, Color32::WHITE);
        return;
    }
    let shadow = spot.bounds().translate(vec2(1.0, 2.0) * if lifted { 3.0 } else { 0.8 });
    painter.rect_filled(shadow, shadow.height() * 0.06, Color32::from_black_alpha(if lifted { 70 } else { 60 }));
}

/// A ring on the piece or place of the latest action: brass with a light and a dark edge, so that it is visible on
/// every colour.
pub fn last(painter: &Painter, spot: Spot, corner: f32) {
    if !spot.is_round() {
        return ring(painter, spot, 2.0, corner, 2.5);
    }
    let radius = spot.radius * 0.98;
    let width = spot.radius * 0.17;
    painter.circle_stroke(spot.at, radius, Stroke::new(width + 2.0, theme::INK));
    painter.circle_stroke(spot.at, radius, Stroke::new(width, theme::BRASS));
    painter.circle_stroke(spot.at, radius + width * 0.22, Stroke::new(1.0, SHINE));
}

/// A brass star in the upper right corner of a piece stronger than its face shows.
pub fn strong(painter: &Painter, spot: Spot) {
    let bounds = spot.bounds();
    let size = (bounds.size().min_elem() * 0.3).min(30.0);
    let disc = bounds.right_top() + vec2(-0.62, 0.62) * size;
    painter.circle(disc, size * 0.5, theme::BRASS, Stroke::new(1.0, theme::CARD_EDGE));
    signs::paint(painter, Sign::Star, disc + vec2(0.0, size * 0.02), size * 0.3, theme::INK);
}

/// An eye on a piece that is hidden but known.
pub fn known(painter: &Painter, spot: Spot) {
    let radius = spot.inner_radius();
    let (at, size) = (spot.at + vec2(0.66, 0.62) * radius, radius * 0.36);
    painter.circle(at, size, theme::INK, Stroke::new(1.0, theme::BRASS));
    painter.add(Shape::ellipse_filled(at, vec2(0.72, 0.4) * size, theme::LIGHT));
    painter.circle_filled(at, size * 0.28, theme::INK);
}

/// Marks a piece as used up: dulled, with a line through it.
pub fn spent(painter: &Painter, spot: Spot) {
    let dull = Color32::from_rgba_unmultiplied(40, 20, 10, 120);
    if spot.is_round() {
        painter.circle_filled(spot.at, spot.radius, dull);
    } else {
        painter.rect_filled(spot.bounds(), spot.size().y * 0.06, dull);
    }
    let reach = Vec2::angled(-0.6) * spot.radius * 0.95;
    painter.line_segment([spot.at - reach, spot.at + reach], Stroke::new(2.0, theme::LIGHT.gamma_multiply(0.7)));
}

/// Marks a place in danger: a red line around it, with a light edge.
pub fn threatened(painter: &Painter, spot: Spot) {
    around(painter, spot, 2.0, Stroke::new(5.0, theme::LIGHT.gamma_multiply(0.8)));
    around(painter, spot, 2.0, Stroke::new(3.0, theme::ALARM));
    danger(painter, spot.bounds());
}

/// An exclamation mark in the upper left corner of a place in danger: the colour alone does not distinguish it from
/// that of the latest action.
pub fn danger(painter: &Painter, bounds: Rect) {
    let size = (bounds.size().min_elem() * 0.3).clamp(9.0, 24.0);
    let disc = bounds.left_top() + vec2(0.6, 0.6) * size;
    painter.circle(disc, size * 0.5, theme::ALARM, Stroke::new(1.0, theme::LIGHT));
    let stem = [disc + vec2(0.0, -0.28) * size, disc + vec2(0.0, 0.07) * size];
    painter.line_segment(stem, Stroke::new(size * 0.15, theme::LIGHT));
    painter.circle_filled(disc + vec2(0.0, 0.26) * size, size * 0.09, theme::LIGHT);
}

/// A broken area, which counts for nothing: greyed, with a crack across.
pub fn broken(painter: &Painter, rect: Rect) {
    painter.rect_filled(rect, rect.height() * 0.05, Color32::from_rgba_unmultiplied(40, 34, 30, 120));
    let points: Vec<_> = (0..=8)
        .map(|step| {
            let along = step as f32 / 8.0;
            let offset = if step % 2 == 0 { -0.09 } else { 0.09 };
            pos2(egui::lerp(rect.x_range(), along), rect.center().y + rect.height() * (offset + 0.25 * (0.5 - along)))
        })
        .collect();
    painter.add(Shape::line(points.clone(), Stroke::new(5.0, Color32::from_rgb(0x2a, 0x1d, 0x16))));
    painter.add(Shape::line(points, Stroke::new(1.5, Color32::from_rgb(0xe8, 0xa0, 0x80))));
}

/// The size of the number at a piece of this height, in points: it grows with the size of text, but no larger than fits
/// the piece.
pub fn count_size(painter: &Painter, high: f32) -> f32 {
    (COUNT * theme::text_scale(painter)).min((high * 0.6).max(COUNT))
}

/// The number of equal pieces in one place.
pub fn count(painter: &Painter, at: Pos2, count: u32, size: f32) {
    let galley = painter.layout_no_wrap(count.to_string(), egui::FontId::proportional(size), theme::LIGHT);
    let plate = Rect::from_center_size(at, galley.size() + vec2(12.0, 4.0));
    painter.rect_filled(plate, plate.height() / 2.0, Color32::from_black_alpha(190));
    painter.galley(plate.center() - galley.size() / 2.0, galley, theme::LIGHT);
}

/// A place that can be touched, to be highlighted.
pub struct Touchable<'a> {
    /// The place.
    pub spot: Spot,
    /// Its outline, where it is neither round nor a rectangle.
    pub outline: Option<&'a [Pos2]>,
    /// Whether it is a place on a board rather than a piece or an area.
    pub is_cell: bool,
    /// Whether it is occupied.
    pub is_taken: bool,
    /// Whether it is only a point where lines meet.
    pub is_crossing: bool,
}

impl Touchable<'_> {
    /// Whether it is highlighted below the pieces rather than above them.
    pub fn is_below(&self) -> bool {
        self.is_cell && !(self.spot.is_round() && self.is_taken && self.outline.is_none())
    }

    /// Highlights a place that may be touched: with a thin ring, or with a wide one if it is `near`, with the pointer
    /// or the keyboard on it.
    pub fn legal(&self, painter: &Painter, near: bool) {
        let width = if near { 2.5 } else { 1.5 };
        let soft = theme::BRASS.gamma_multiply(if near { 0.22 } else { 0.15 });
        let spot = self.spot;
        if !self.is_cell {
            return ring(painter, spot, if spot.is_round() { 3.0 } else { 1.0 }, CORNER, width);
        }
        if self.is_crossing && !self.is_taken && !near {
            return dot(painter, spot.at, (spot.radius * 0.17).max(2.0));
        }
        if let Some(outline) = self.outline {
            if is_convex(outline) {
                painter.add(Shape::convex_polygon(outline.to_vec(), soft, Stroke::NONE));
            }
            outlined(painter, outline, width);
        } else if spot.is_round() && self.is_taken {
            ring(painter, spot, 1.5, CORNER, width);
        } else if spot.is_round() {
            painter.circle_filled(spot.at, spot.radius, soft);
            ring(painter, Spot { radius: spot.radius * 0.97, ..spot }, 0.0, CORNER, width);
        } else if self.is_taken || near {
            painter.rect_filled(spot.upright().shrink(1.5), 2.0, soft);
            within(painter, spot.upright().shrink(1.0), width);
        } else {
            dot(painter, spot.at, spot.inner_radius() * 0.26);
        }
    }

    /// Highlights a place that was touched when another touch has to follow.
    pub fn chosen(&self, painter: &Painter) {
        let width = 3.5;
        match (self.is_cell, self.outline) {
            (true, Some(outline)) => outlined(painter, outline, width),
            (true, None) if !self.spot.is_round() => within(painter, self.spot.upright(), width),
            _ => ring(painter, self.spot, if self.spot.is_round() { 4.0 } else { 1.0 }, CORNER, width),
        }
    }
}

/// The lines of a ring, the wider first: light on dark, so that one of them is seen on every ground.
fn lines(width: f32) -> [Stroke; 2] {
    [Stroke::new(width + EDGE, theme::INK), Stroke::new(width, theme::BRASS_LIGHT)]
}

/// A ring around a place at this distance; `corner` is the radius of its corners as a share of the height.
pub fn ring(painter: &Painter, spot: Spot, outside: f32, corner: f32, width: f32) {
    for line in lines(width) {
        rounded(painter, spot, outside, corner, line);
    }
}

/// A ring just inside of a rectangle.
fn within(painter: &Painter, rect: Rect, width: f32) {
    for line in lines(width) {
        painter.rect_stroke(rect.shrink((width + EDGE) / 2.0), 2.0, line, StrokeKind::Middle);
    }
}

/// A ring along an outline.
fn outlined(painter: &Painter, outline: &[Pos2], width: f32) {
    for line in lines(width) {
        painter.add(Shape::closed_line(outline.to_vec(), PathStroke::new(line.width, line.color)));
    }
}

/// A dot with a dark edge, which is seen on light and dark ground alike.
fn dot(painter: &Painter, at: Pos2, radius: f32) {
    painter.circle(at, radius, theme::BRASS_LIGHT, Stroke::new(EDGE / 2.0, theme::INK));
}

fn is_convex(points: &[Pos2]) -> bool {
    let turns = (0..points.len()).map(|index| {
        let at = |by: usize| points[(index + by) % points.len()];
        let (a, b) = (at(1) - at(0), at(2) - at(1));
        a.x * b.y - a.y * b.x
    });
    let (least, most) =
        turns.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), turn| (low.min(turn), high.max(turn)));
    least >= -0.01 || most <= 0.01
}

/// Highlights the place that has the keyboard focus.
pub fn focus(painter: &Painter, spot: Spot) {
    around(painter, spot, 3.0, Stroke::new(5.0, theme::INK));
    around(painter, spot, 3.0, Stroke::new(2.5, theme::LIGHT));
}

/// A line around a place at this distance.
fn around(painter: &Painter, spot: Spot, outside: f32, stroke: Stroke) {
    rounded(painter, spot, outside, CORNER, stroke);
}

/// As [`around`], with round corners; `corner` is their radius as a share of the height.
fn rounded(painter: &Painter, spot: Spot, outside: f32, corner: f32, stroke: Stroke) {
    if spot.is_round() {
        painter.circle_stroke(spot.at, spot.radius + outside, stroke);
    } else if spot.turn == 0.0 {
        let rect = spot.upright().expand(outside);
        painter.rect_stroke(rect, rect.height().min(120.0) * corner, stroke, StrokeKind::Middle);
    } else {
        painter.add(Shape::closed_line(spot.corners().to_vec(), PathStroke::new(stroke.width, stroke.color)));
    }
}

/// Highlights places: with a line through all of them, or each on its own (`apart`). Places that are neither round nor
/// rectangles have their outlines.
pub fn lit(painter: &Painter, places: &[(Spot, Option<&[Pos2]>)], tint: Option<Tint>, apart: bool, shine: f32) {
    let (Some((first, _)), Some((last, _))) = (places.first(), places.last()) else { return };
    let inner = tint.map_or(theme::BRASS, theme::tint);
    let glow = theme::BRASS.gamma_multiply(0.35 + 0.4 * shine);
    if apart || places.len() == 1 {
        for (spot, outline) in places {
            let width = (spot.inner_radius() * (0.1 + 0.12 * shine)).clamp(2.0, 8.0);
            if let Some(outline) = outline {
                // Slightly smaller than the place, so that neighbours do not overlap.
                let points: Vec<Pos2> = outline.iter().map(|at| spot.at + (*at - spot.at) * 0.93).collect();
                painter.add(Shape::closed_line(points.clone(), PathStroke::new(width * 1.6, glow)));
                painter.add(Shape::closed_line(points, PathStroke::new(width, inner)));
                continue;
            }
            around(painter, *spot, 2.0, Stroke::new(width * 2.2, glow));
            around(painter, *spot, 2.0, Stroke::new(width, inner));
        }
        return;
    }
    let radius = first.inner_radius();
    let along = (last.at - first.at).normalized();
    let reach = along * radius * 0.35;
    let mut points: Vec<Pos2> = places.iter().map(|(spot, _)| spot.at).collect();
    if is_straight(&points, radius) {
        points = vec![first.at, last.at];
    }
    if let [start, .., end] = &mut points[..] {
        *start -= reach;
        *end += reach;
    }
    let width = radius * (0.20 + 0.16 * shine);
    for (width, colour) in [(width * 2.6, glow), (width * 1.25, theme::BRASS), (width * 0.7, inner)] {
        painter.add(Shape::line(points.clone(), Stroke::new(width, colour)));
        for point in [points[0], points[points.len() - 1]] {
            painter.circle_filled(point, width / 2.0, colour);
        }
    }
}

/// Whether places of this radius are on a straight line, which is drawn from end to end; any other is drawn from place
/// to place.
fn is_straight(middles: &[Pos2], radius: f32) -> bool {
    let (Some(first), Some(last)) = (middles.first(), middles.last()) else { return false };
    let across = (*last - *first).normalized().rot90();
    middles.iter().all(|at| (*at - *first).dot(across).abs() < radius * 0.5)
}

/// Marks the places that were lit since the viewer's last action: the same lines, thin and without a glow.
pub fn was_lit(painter: &Painter, places: &[(Spot, Option<&[Pos2]>)], tint: Option<Tint>, apart: bool) {
    let (Some((first, _)), Some((last, _))) = (places.first(), places.last()) else { return };
    let inner = tint.map_or(theme::BRASS, theme::tint);
    if apart || places.len() == 1 {
        for (spot, _) in places {
            fresh(painter, *spot);
        }
        return;
    }
    let width = (first.inner_radius() * 0.1).clamp(1.5, 4.0);
    let middles: Vec<Pos2> = places.iter().map(|(spot, _)| spot.at).collect();
    let points = if is_straight(&middles, first.inner_radius()) { vec![first.at, last.at] } else { middles };
    painter.add(Shape::line(points.clone(), Stroke::new(width + EDGE, theme::INK)));
    painter.add(Shape::line(points, Stroke::new(width, inner)));
}

/// Marks a place as new since the viewer's last action: four corners around it, light with a dark edge, which show on
/// every ground.
pub fn fresh(painter: &Painter, spot: Spot) {
    let bounds = spot.bounds().expand(if spot.is_round() { 0.0 } else { 2.0 });
    let reach = bounds.size() * 0.2;
    for (width, colour) in [(4.0, theme::INK), (2.0, theme::LIGHT)] {
        for (corner, x, y) in [
            (bounds.left_top(), 1.0, 1.0),
            (bounds.right_top(), -1.0, 1.0),
            (bounds.left_bottom(), 1.0, -1.0),
            (bounds.right_bottom(), -1.0, -1.0),
        ] {
            let points = vec![corner + vec2(x * reach.x, 0.0), corner, corner + vec2(0.0, y * reach.y)];
            painter.add(Shape::line(points, Stroke::new(width, colour)));
        }
    }
}

/// A dark plate with a few bright words around a point, moved to where all of it is seen.
pub fn plate(painter: &Painter, at: Pos2, text: String, size: f32, presence: f32) {
    let widest = (painter.clip_rect().width() - 40.0).max(60.0);
    let galley = painter.layout(text, egui::FontId::proportional(size), theme::BRASS_LIGHT, widest);
    let plate = kept_inside(Rect::from_center_size(at, galley.size() + vec2(18.0, 8.0)), painter.clip_rect());
    let (ground, edge) = (Color32::from_black_alpha(205), Stroke::new(1.0, theme::BRASS.gamma_multiply(presence)));
    painter.rect(plate, (plate.height() / 2.0).min(size), ground.gamma_multiply(presence), edge, StrokeKind::Inside);
    painter.galley(plate.center() - galley.size() / 2.0, galley, theme::BRASS_LIGHT.gamma_multiply(presence));
}

/// Shows the gain of touching a place above it, or below it where the table ends.
pub fn gain(painter: &Painter, spot: Spot, text: String, size: f32) {
    let bounds = spot.bounds();
    let away = size * 0.6 + 14.0;
    let above = bounds.center_top() - vec2(0.0, away);
    let fits = above.y - away >= painter.clip_rect().top();
    plate(painter, if fits { above } else { bounds.center_bottom() + vec2(0.0, away) }, text, size, 1.0);
}

/// A rectangle moved so that it is inside another.
pub fn kept_inside(rect: Rect, room: Rect) -> Rect {
    let room = room.shrink(4.0);
    let right = (room.right() - rect.right()).min(0.0) + (room.left() - rect.left()).max(0.0);
    let down = (room.bottom() - rect.bottom()).min(0.0) + (room.top() - rect.top()).max(0.0);
    rect.translate(vec2(right, down))
}

/// Marks a place that is pointed at from elsewhere.
pub fn pointed(painter: &Painter, spot: Spot) {
    ring(painter, spot, 4.0, CORNER, 4.0);
}

/// An arrow from one thing to another, with rings around both.
pub fn arrow(painter: &Painter, from: Spot, to: Spot) {
    let way = to.at - from.at;
    let (along, length) = (way.normalized(), way.length());
    let (leaves, meets) = (from.inner_radius().min(40.0), to.inner_radius().min(40.0));
    let bend = along.rot90() * (length * 0.14).min(60.0);
    let middle = from.at + way / 2.0 + bend;
    let begin = from.at + (middle - from.at).normalized() * (leaves + 3.0);
    let into = (to.at - middle).normalized();
    let end = to.at - into * (meets + 4.0);
    let head = 15.0_f32.min(length * 0.25);
    let neck = end - into * head * 0.8;
    let curve = |width: f32, colour: Color32| {
        let stroke = PathStroke::new(width, colour);
        let points = [begin, middle, neck];
        painter.add(QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke));
    };
    let point = |reach: f32, colour: Color32| {
        let side = into.rot90() * reach * 0.62;
        let tip: Pos2 = end + into * (reach - head) * 0.5;
        painter.add(Shape::convex_polygon(vec![tip, neck - side, neck + side], colour, Stroke::NONE));
    };
    curve(9.0, Color32::from_black_alpha(110));
    point(head + 4.0, Color32::from_black_alpha(110));
    curve(5.0, theme::BRASS);
    point(head, theme::BRASS);
    for (spot, outside) in [(from, 3.0), (to, 4.0)] {
        ring(painter, spot, outside, CORNER, 2.5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_ui::theme::tints::ratio;

    #[test]
    fn a_mark_has_light_and_dark_lines_visible_on_any_background() {
        // The contrast that WCAG asks of marks is 3 to 1: two lines that have more than its square between them have it
        // on every ground.
        for (name, light, dark) in [
            ("focus", theme::LIGHT, theme::INK),
            ("new", theme::LIGHT, theme::INK),
            ("pointed at, legal, chosen", theme::BRASS_LIGHT, theme::INK),
            ("played last", SHINE, theme::INK),
        ] {
            assert!(ratio(light, dark) >= 8.9, "{name}: {}", ratio(light, dark));
        }
    }
}

//! How things on the table look. Nothing here reacts to anything.

use super::layout::{BoardPlan, POCKET_RADIUS, Spot, loose_rect, title_at};
use super::{cards, pictures};
use crate::look::{self, Textures, textures::WHOLE};
use egui::epaint::{Mesh, PathStroke, Vertex};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use stonehouse_plugin_api::scene::{Board, Colour, Face, Material};

/// Points of a texture's tile on the table.
const WOOD_TILE: f32 = 460.0;
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

/// A board with its empty places.
pub fn board(painter: &Painter, textures: &Textures, board: &Board, plan: &BoardPlan) {
    let outline = plan.outline(board);
    if outline.len() < 3 {
        return;
    }
    let pitch = plan.pitch;
    let moved = |by: Vec2| outline.iter().map(|point| *point + by).collect::<Vec<_>>();
    for step in 0..5 {
        let drop = vec2(0.03, 0.06) * pitch * (step as f32 + 1.0);
        painter.add(Shape::convex_polygon(moved(drop), Color32::from_black_alpha(26), Stroke::NONE));
    }
    let side = Color32::from_rgb(0x5d, 0x36, 0x18);
    painter.add(Shape::convex_polygon(moved(vec2(0.0, 0.11 * pitch)), side, Stroke::NONE));
    painter.add(top(textures, board.material, &outline));
    painter.add(Shape::closed_line(outline.clone(), PathStroke::new(1.5, Color32::from_rgb(0x6e, 0x42, 0x1f))));
    let middle = Rect::from_points(&outline).center();
    let inset = |by: f32| outline.iter().map(|point| *point + (middle - *point).normalized() * by).collect::<Vec<_>>();
    let bright = Color32::from_rgba_unmultiplied(0xff, 0xe6, 0xb8, 90);
    painter.add(Shape::closed_line(inset(0.06 * pitch), PathStroke::new(0.035 * pitch, bright)));
    let groove = Color32::from_rgba_unmultiplied(0x4a, 0x28, 0x0e, 120);
    painter.add(Shape::closed_line(inset(0.22 * pitch), PathStroke::new(0.035 * pitch, groove)));

    let mut pockets = Mesh::with_texture(textures.pocket());
    for space in &board.spaces {
        let size = Vec2::splat(2.0 * POCKET_RADIUS * pitch);
        pockets.add_rect_with_uv(Rect::from_center_size(plan.at(space.row, space.col), size), WHOLE, Color32::WHITE);
    }
    painter.add(pockets);
    for (row, col) in &board.blanks {
        inlay(painter, plan.at(*row, *col), pitch);
    }
}

fn top(textures: &Textures, material: Material, outline: &[Pos2]) -> Mesh {
    let (texture, tile) = match material {
        Material::Wood => (textures.wood(), WOOD_TILE),
        _ => (textures.cloth(), CLOTH_TILE),
    };
    let bounds = Rect::from_points(outline);
    let mut mesh = Mesh::with_texture(texture);
    let mut vertex = |pos: Pos2| {
        // Lit from the upper left.
        let dark = egui::remap_clamp((pos - bounds.min).dot(vec2(0.5, 0.8)), 0.0..=bounds.width() * 1.3, 0.0..=46.0);
        let uv = ((pos - bounds.min) / tile).to_pos2();
        mesh.vertices.push(Vertex { pos, uv, color: Color32::from_gray(255 - dark as u8) });
    };
    vertex(bounds.center());
    outline.iter().for_each(|point| vertex(*point));
    let count = outline.len() as u32;
    for index in 0..count {
        mesh.add_triangle(0, 1 + index, 1 + (index + 1) % count);
    }
    mesh
}

/// A closed place: a lozenge of brass let into the wood.
fn inlay(painter: &Painter, at: Pos2, pitch: f32) {
    let lozenge =
        |reach: f32| [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)].map(|by| at + by);
    let edge = Stroke::new(0.03 * pitch, Color32::from_rgb(0x5a, 0x3a, 0x16));
    painter.add(Shape::convex_polygon(lozenge(0.3 * pitch).to_vec(), Color32::from_rgb(0xb8, 0x86, 0x38), edge));
    painter.add(Shape::convex_polygon(
        lozenge(0.17 * pitch).to_vec(),
        Color32::from_rgb(0xdc, 0xb0, 0x5e),
        Stroke::NONE,
    ));
}

/// A piece. One that is `lifted` casts its shadow further.
pub fn piece(painter: &Painter, textures: &Textures, face: &Face, spot: Spot, lifted: bool) {
    if !spot.is_round() {
        let shadow = spot.bounds().translate(vec2(1.0, 2.0) * if lifted { 3.0 } else { 0.8 });
        painter.rect_filled(shadow, shadow.height() * 0.06, Color32::from_black_alpha(if lifted { 70 } else { 60 }));
        flat_piece(painter, textures, face, spot, 1.0);
        return;
    }
    let reach = if lifted { 0.42 } else { 0.16 };
    let shadow =
        Rect::from_center_size(spot.at + vec2(0.5, 1.0) * reach * spot.radius, Vec2::splat(2.36 * spot.radius));
    painter.image(textures.shadow(), shadow, WHOLE, Color32::WHITE);
    flat_piece(painter, textures, face, spot, 1.0);
}

/// A piece without its shadow, more or less there.
pub fn flat_piece(painter: &Painter, textures: &Textures, face: &Face, spot: Spot, presence: f32) {
    let rect = Rect::from_center_size(spot.at, Vec2::splat(2.0 * spot.radius));
    let tint = Color32::WHITE.gamma_multiply(presence);
    match face {
        Face::Stone(colour) => _ = painter.image(textures.stone(*colour), rect, WHOLE, tint),
        Face::Treasure(treasure) => _ = painter.image(textures.treasure(*treasure), rect, WHOLE, tint),
        Face::Covered => _ = painter.image(textures.covered(), rect, WHOLE, tint),
        Face::Card(face) => cards::face(painter, face, spot),
        Face::Back => cards::back(painter, spot),
        _ => _ = painter.circle_filled(spot.at, spot.radius, look::CARD.gamma_multiply(presence)),
    }
}

/// The ring on the stone last played: brass, with a light and a dark edge, so that it shows on every stone.
pub fn ring(painter: &Painter, spot: Spot) {
    if !spot.is_round() {
        return around(painter, spot, 2.0, Stroke::new(3.0, look::BRASS));
    }
    let radius = spot.radius * 0.98;
    let width = spot.radius * 0.17;
    painter.circle_stroke(spot.at, radius, Stroke::new(width + 2.0, Color32::from_rgb(0x5b, 0x3d, 0x10)));
    painter.circle_stroke(spot.at, radius, Stroke::new(width, look::BRASS));
    painter.circle_stroke(spot.at, radius + width * 0.22, Stroke::new(1.0, Color32::from_rgb(0xff, 0xe3, 0x9f)));
}

/// A mallet in brass in the upper right corner of what can do more than its face says.
pub fn trump(painter: &Painter, spot: Spot) {
    let bounds = spot.bounds();
    let size = bounds.width() * 0.3;
    let disc = bounds.right_top() + vec2(-0.62, 0.62) * size;
    painter.circle(disc, size * 0.5, look::BRASS, Stroke::new(1.0, look::CARD_EDGE));
    let picture = Rect::from_center_size(disc, Vec2::splat(size * 0.62));
    pictures::picture(painter, "hammer", picture, look::INK, look::INK);
}

/// A piece that may be touched: quiet, and clear when the pointer or the keyboard is on it.
pub fn legal_piece(painter: &Painter, spot: Spot, strength: f32) {
    around(
        painter,
        spot,
        if spot.is_round() { 3.0 } else { 1.0 },
        Stroke::new(2.0, look::BRASS.gamma_multiply(strength)),
    );
}

/// A place of a board that may be touched.
pub fn legal(painter: &Painter, spot: Spot, strength: f32) {
    painter.circle_filled(spot.at, spot.radius, look::BRASS.gamma_multiply(0.22 * strength));
    painter.circle_stroke(spot.at, spot.radius * 0.97, Stroke::new(2.0, look::BRASS.gamma_multiply(strength)));
}

/// The keyboard's place.
pub fn focus(painter: &Painter, spot: Spot) {
    around(painter, spot, 3.0, Stroke::new(5.0, look::INK));
    around(painter, spot, 3.0, Stroke::new(2.5, look::LIGHT));
}

/// A piece that was chosen and waits for its place.
pub fn chosen(painter: &Painter, spot: Spot) {
    around(painter, spot, if spot.is_round() { 4.0 } else { 1.0 }, Stroke::new(3.5, look::BRASS));
}

/// A line around a place, so far outside it.
fn around(painter: &Painter, spot: Spot, outside: f32, stroke: Stroke) {
    if spot.is_round() {
        painter.circle_stroke(spot.at, spot.radius + outside, stroke);
    } else {
        let rect = spot.bounds().expand(outside);
        painter.rect_stroke(rect, rect.height() * 0.05, stroke, egui::StrokeKind::Middle);
    }
}

/// A line of places that the last action made worth a look.
pub fn lit(painter: &Painter, spots: &[Spot], colour: Option<Colour>, shine: f32) {
    let (Some(first), Some(last)) = (spots.first(), spots.last()) else { return };
    let along = (last.at - first.at).normalized();
    let reach = along * first.radius * 0.35;
    let points = [first.at - reach, last.at + reach];
    let width = first.radius * (0.20 + 0.16 * shine);
    let inner = colour.map_or(look::BRASS, look::tint);
    let glow = look::BRASS.gamma_multiply(0.35 + 0.4 * shine);
    for (width, stroke) in [(width * 2.6, glow), (width * 1.25, look::BRASS), (width * 0.7, inner)] {
        painter.line_segment(points, Stroke::new(width, stroke));
        for point in points {
            painter.circle_filled(point, width / 2.0, stroke);
        }
    }
}

/// What people call an area, at its upper edge.
pub fn headline(painter: &Painter, area: Rect, text: &str, strong: bool) {
    let at = pos2(area.center().x, area.top() + 8.0);
    let colour = if strong { look::LIGHT } else { look::LIGHT.gamma_multiply(0.75) };
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), look::SMALL(), colour);
    // What is worth reading may be a little wider than the cards below it, but not run into its neighbour.
    let room = if strong { area.width().max(120.0) } else { area.width() + 16.0 };
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    painter.galley(at - galley.size() / 2.0, galley, colour);
}

/// What people call an area of loose pieces, above them.
pub fn title(painter: &Painter, area: Rect, text: &str) {
    painter.text(title_at(area), Align2::CENTER_CENTER, text, look::SMALL(), look::LIGHT.gamma_multiply(0.8));
}

/// How many alike lie in one place.
pub fn count(painter: &Painter, at: Pos2, count: u32) {
    let galley = painter.layout_no_wrap(count.to_string(), look::SMALL(), look::LIGHT);
    let plate = Rect::from_center_size(at, galley.size() + vec2(12.0, 4.0));
    painter.rect_filled(plate, plate.height() / 2.0, Color32::from_black_alpha(190));
    painter.galley(plate.center() - galley.size() / 2.0, galley, look::LIGHT);
}

/// A pouch with so many pieces in it.
pub fn pile(painter: &Painter, area: Rect, count: u32) {
    let rect = loose_rect(area);
    let size = rect.height().min(rect.width()) * 0.46;
    let middle = rect.center() + vec2(0.0, size * 0.12);
    let leather = Color32::from_rgb(0x7b, 0x2f, 0x33);
    let outline: Vec<Pos2> = (0..=40)
        .map(|step| {
            let turn = std::f32::consts::TAU * step as f32 / 40.0 - std::f32::consts::FRAC_PI_2;
            let (x, y) = (turn.cos(), turn.sin());
            // Round below, drawn together above.
            let wide = if y < 0.0 { 1.0 - 0.55 * y * y } else { 1.0 };
            middle + vec2(x * wide, y * 0.9) * size
        })
        .collect();
    let shadow = outline.iter().map(|point| *point + vec2(3.0, 5.0)).collect();
    painter.add(Shape::convex_polygon(shadow, Color32::from_black_alpha(90), Stroke::NONE));
    painter.add(Shape::convex_polygon(outline, leather, Stroke::new(1.5, Color32::from_rgb(0x4c, 0x1a, 0x1f))));
    let neck = middle - vec2(0.0, size * 0.92);
    let frill = [vec2(-0.2, 0.05), vec2(-0.42, -0.32), vec2(0.42, -0.32), vec2(0.2, 0.05)].map(|by| neck + by * size);
    painter.add(Shape::convex_polygon(frill.to_vec(), Color32::from_rgb(0x92, 0x3d, 0x3f), Stroke::NONE));
    let cord = Rect::from_center_size(neck + vec2(0.0, size * 0.04), vec2(size * 0.5, size * 0.12));
    painter.rect_filled(cord, cord.height() / 2.0, look::BRASS);
    let shine = Color32::from_rgba_unmultiplied(255, 220, 210, 26);
    painter.add(Shape::ellipse_filled(middle + vec2(-0.32, -0.1) * size, vec2(0.3, 0.46) * size, shine));
    let font = FontId::proportional((size * 0.62).max(14.0));
    painter.text(middle + vec2(0.0, size * 0.12), Align2::CENTER_CENTER, count, font, look::LIGHT);
}

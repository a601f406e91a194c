//! Things on top of each other: a pile of cards, a heap of coins, a pile of anything else. Styles: "bag".

use crate::layout::{Laid, SceneLayout};
use crate::looks::{self, Canvas, LayoutLook, Slot, VisiblePart, description_and_pieces, spot_of};
use crate::marks;
use crate::spot::Spot;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};
use stonehouse_language::InLanguage;
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{Area, Face, Layout};
use stonehouse_ui::theme;

/// The look of a stack.
pub struct Stack;

/// How much higher each round piece is than the one below it, as a share of a card's height.
const RISE: f32 = 0.05;

impl LayoutLook for Stack {
    fn pile_count(&self, layout: &Layout) -> Option<u32> {
        if let Layout::Stack(stack) = layout { Some(stack.count) } else { None }
    }

    fn wants(&self, slot: Slot<'_>, _: f32) -> Vec2 {
        let Layout::Stack(stack) = &slot.area().layout else { return Vec2::ZERO };
        match &stack.face {
            _ if slot.area().style == "bag" => Vec2::splat(slot.unit * 0.96),
            face => {
                if let Some(heap) = looks::face(face).heap() {
                    return heap.size(slot.unit);
                }
                let shape = looks::face(face).shape(face);
                // A pile of cards takes as much room as one card, so that titles are level; the edges of the others are
                // painted above it.
                let more = if shape.aspect == 0.0 { vec2(0.07, RISE * 4.0) } else { vec2(0.07, 0.0) };
                shape.size(slot.unit) + more * slot.unit
            }
        }
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let place = Align2::CENTER_CENTER.align_size_within_rect(self.wants(slot, rect.width()).min(rect.size()), rect);
        layout.touchable(slot.area(), Spot::rect(place));
        // Pieces on top of the pile are side by side.
        let area = slot.area();
        let middle = (area.pieces.len().max(1) - 1) as f32 / 2.0;
        for (index, piece) in area.pieces.iter().enumerate() {
            let sideways = (index as f32 - middle) * slot.unit * 0.3;
            layout.place(slot, index, piece, spot_of(piece, rect.center() + vec2(sideways, 0.0), slot.unit));
        }
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        let Layout::Stack(stack) = &area.layout else { return };
        match &stack.face {
            _ if area.style == "bag" => bag(canvas.painter, laid.body, stack.count),
            face => match looks::face(face).heap() {
                Some(heap) => heap.paint(canvas, laid.body, face, stack.count),
                None => pile(canvas, laid.body, face, stack.count, laid.unit),
            },
        }
    }

    fn lines(&self, area: &Area, names: &[String]) -> Vec<String> {
        description_and_pieces(self, area, names)
    }

    fn description(&self, area: &Area, names: &[String]) -> String {
        let Layout::Stack(stack) = &area.layout else { return String::new() };
        let pieces: String = area.pieces.iter().map(|piece| format!(", {}", piece.name.shown(names))).collect();
        format!("{}: {}{pieces}", area.title.shown(names), stack.count)
    }
}

/// Paints a pile, face down or face up according to its face.
fn pile(canvas: &Canvas<'_>, rect: Rect, face: &Face, count: u32, unit: f32) {
    let size = looks::face(face).shape(face).size(unit);
    let shown = VisiblePart { face, label: &Text::default(), name: &Text::default() };
    let shape = looks::face(face).shape(face);
    let layers = count.div_ceil(12).min(5);
    let down = if shape.aspect == 0.0 { RISE * unit * layers.saturating_sub(1) as f32 / 2.0 } else { 0.0 };
    let place = Spot { at: rect.center() + vec2(0.0, down), radius: size.x / 2.0, aspect: shape.aspect, turn: 0.0 };
    for layer in 0..layers {
        let step = if shape.aspect == 0.0 { vec2(0.0, -RISE * unit) } else { vec2(-1.5, -1.5) };
        let spot = Spot { at: place.at + step * layer as f32, ..place };
        if layer == 0 {
            marks::shadow(canvas.painter, canvas.textures, spot, false);
        }
        looks::paint_flat(canvas, shown, spot, 1.0);
    }
    if count == 0 {
        let line = Stroke::new(1.5, theme::LIGHT.gamma_multiply(0.4));
        if place.is_round() {
            canvas.painter.circle_stroke(place.at, place.radius, line);
        } else {
            canvas.painter.rect_stroke(place.upright(), size.y * 0.06, line, StrokeKind::Inside);
        }
    }
    marks::count(canvas.painter, rect.center(), count, marks::count_size(canvas.painter, size.y));
}

/// Paints a bag with pieces in it.
fn bag(painter: &Painter, rect: Rect, count: u32) {
    let size = rect.height().min(rect.width()) * 0.5;
    let middle = rect.center() + vec2(0.0, size * 0.14);
    let leather = Color32::from_rgb(0x7b, 0x2f, 0x33);
    let outline: Vec<Pos2> = (0..=40)
        .map(|step| {
            let turn = std::f32::consts::TAU * step as f32 / 40.0 - std::f32::consts::FRAC_PI_2;
            let (x, y) = (turn.cos(), turn.sin());
            // Round at the bottom, tied at the top.
            let wide = if y < 0.0 { 1.0 - 0.55 * y * y } else { 1.0 };
            middle + vec2(x * wide, y * 0.86) * size
        })
        .collect();
    let shadow = outline.iter().map(|point| *point + vec2(3.0, 5.0)).collect();
    painter.add(Shape::convex_polygon(shadow, Color32::from_black_alpha(90), Stroke::NONE));
    painter.add(Shape::convex_polygon(outline, leather, Stroke::new(1.5, Color32::from_rgb(0x4c, 0x1a, 0x1f))));
    let neck = middle - vec2(0.0, size * 0.88);
    let frill = [vec2(-0.2, 0.05), vec2(-0.42, -0.3), vec2(0.42, -0.3), vec2(0.2, 0.05)].map(|by| neck + by * size);
    painter.add(Shape::convex_polygon(frill.to_vec(), Color32::from_rgb(0x92, 0x3d, 0x3f), Stroke::NONE));
    let cord = Rect::from_center_size(neck + vec2(0.0, size * 0.04), vec2(size * 0.5, size * 0.12));
    painter.rect_filled(cord, cord.height() / 2.0, theme::BRASS);
    let shine = Color32::from_rgba_unmultiplied(255, 220, 210, 26);
    painter.add(Shape::ellipse_filled(middle + vec2(-0.32, -0.1) * size, vec2(0.3, 0.46) * size, shine));
    let grown = size * 0.62 * theme::text_scale(painter).max(1.0);
    let font = FontId::proportional(grown.min(size * 0.9).max(11.0));
    painter.text(middle + vec2(0.0, size * 0.12), Align2::CENTER_CENTER, count, font, theme::LIGHT);
}

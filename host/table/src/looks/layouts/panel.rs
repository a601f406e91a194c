//! Several areas in one frame: one behind the other, or side by side. Styles: "tray" is a wooden tray, in which a part
//! of style "rack" is the darker place for hidden pieces, a part of style "edge" is beside the others, and a part of
//! style "plate" below the wood.

use super::row;
use crate::layout::{Laid, SceneLayout, title_height};
use crate::looks::{self, AreaRole, Canvas, LayoutLook, Slot};
use crate::spot::Spot;
use egui::{Color32, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_plugin::scene::{Area, Layout};
use stonehouse_ui::theme;

/// The look of a panel.
pub struct Panel;

/// The margin around the parts and the gap between them, as a share of a card's height.
const MARGIN: f32 = 0.06;
/// The least height of a part of a tray, as a share of a card's height.
const MIN_TRAY_ROW: f32 = 0.67;
/// The width of the part at the side of a tray, as a share of a card's height.
const EDGE: f32 = 0.42;
/// The scale of the things at a tray's side.
const EDGE_SCALE: f32 = 0.56;
/// The height of a plate, as a share of a card's height. Room is always kept for one.
const PLATE: f32 = 0.56;
/// The scale of the things on it.
const PLATE_SCALE: f32 = 0.78;

fn is_tray(slot: Slot<'_>) -> bool {
    slot.area().style == "tray"
}

/// The parts of a tray.
struct Tray<'a> {
    rows: Vec<Slot<'a>>,
    edge: Vec<Slot<'a>>,
    plate: Vec<Slot<'a>>,
}

fn tray(slot: Slot<'_>) -> Tray<'_> {
    let of = |style: &'static str| slot.parts().filter(move |part| part.area().style == style);
    let rows = slot.parts().filter(|part| !["edge", "plate"].contains(&part.area().style.as_str()));
    Tray {
        rows: rows.collect(),
        edge: of("edge").map(|part| part.at(slot.unit * EDGE_SCALE)).collect(),
        plate: of("plate").map(|part| part.at(slot.unit * PLATE_SCALE)).collect(),
    }
}

fn part_wants(part: Slot<'_>, width: f32) -> Vec2 {
    let area = part.area();
    let title = title_height(area, part.unit, part.text);
    looks::layout(&area.layout).wants(part, width) + vec2(0.0, title)
}

/// The height of a tray's rows.
fn row_height(part: Slot<'_>, width: f32) -> f32 {
    part_wants(part, width).y.max(MIN_TRAY_ROW * part.unit)
}

impl LayoutLook for Panel {
    fn role(&self) -> AreaRole {
        AreaRole::Panel
    }

    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2 {
        let Layout::Panel(panel) = slot.area().layout else { return Vec2::ZERO };
        let unit = slot.unit;
        let margin = 2.0 * MARGIN * unit;
        if is_tray(slot) {
            let tray = tray(slot);
            let edge = if tray.edge.is_empty() { 0.0 } else { EDGE * unit };
            let rows = tray.rows.iter().map(|part| vec2(part_wants(*part, f32::INFINITY).x, row_height(*part, width)));
            let rows = rows.fold(Vec2::ZERO, |sum, size| vec2(sum.x.max(size.x), sum.y + size.y));
            let plates: f32 = tray.plate.len() as f32 * PLATE * unit;
            // Room is always kept for a plate below the wood, so that the wood does not move.
            return vec2(rows.x.max(1.3 * unit) + edge + margin, rows.y + plates.max(PLATE * unit));
        }
        let parts = slot.parts().map(|part| part_wants(part, width - margin));
        let gap = MARGIN * unit;
        let size = if panel.across {
            parts.fold(Vec2::ZERO, |sum, size| vec2(sum.x + size.x + gap, sum.y.max(size.y)))
        } else {
            parts.fold(Vec2::ZERO, |sum, size| vec2(sum.x.max(size.x), sum.y + size.y + gap))
        };
        size + Vec2::splat(margin)
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let Layout::Panel(panel) = slot.area().layout else { return };
        if is_tray(slot) {
            return place_tray(slot, rect, layout);
        }
        let unit = slot.unit;
        let inner = rect.shrink(MARGIN * unit);
        let mut parts: Vec<Slot<'_>> = slot.parts().collect();
        if !slot.own {
            parts.reverse();
        }
        let wanted: Vec<Vec2> = parts.iter().map(|part| part_wants(*part, inner.width())).collect();
        let total = wanted.iter().fold(Vec2::ZERO, |sum, size| sum + *size);
        let gap = MARGIN * unit;
        let spare = (inner.size() - total - Vec2::splat(gap * parts.len().saturating_sub(1) as f32)).max(Vec2::ZERO);
        let share = spare / parts.len().max(1) as f32;
        let mut at = inner.min;
        for (part, wanted) in parts.into_iter().zip(wanted) {
            let size = if panel.across {
                vec2(wanted.x + share.x, inner.height())
            } else {
                vec2(inner.width(), wanted.y + share.y)
            };
            place_part(part, Rect::from_min_size(at, size), layout);
            at += if panel.across { vec2(size.x + gap, 0.0) } else { vec2(0.0, size.y + gap) };
        }
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        if area.style == "tray" {
            paint_tray(canvas, laid);
        } else {
            let line = Stroke::new(1.0, theme::LIGHT.gamma_multiply(0.14));
            canvas.painter.rect(laid.body, 8.0, Color32::from_black_alpha(46), line, StrokeKind::Inside);
        }
    }

    fn is_titled_by_owner(&self) -> bool {
        true
    }
}

fn place_part(part: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
    let area = part.area();
    let title = title_height(area, part.unit, part.text);
    let body = rect.with_min_y(rect.top() + title);
    layout.areas[part.number] = Laid { rect, body, unit: part.unit, own: part.own, ..Laid::default() };
    layout.touchable(area, Spot::rect(body));
    looks::layout(&area.layout).place(part, body, layout);
}

fn place_tray(slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
    let (unit, tray) = (slot.unit, tray(slot));
    let below = (tray.plate.len() as f32).max(1.0) * PLATE * unit;
    let mut wood = rect.with_max_y(rect.bottom() - below);
    layout.areas[slot.number].parts.push(("wood".to_owned(), wood));
    if !tray.edge.is_empty() {
        let edge;
        (wood, edge) = wood.split_left_right_at_x(wood.right() - (EDGE + MARGIN) * unit);
        let edge = edge.shrink2(vec2(0.0, MARGIN * unit));
        let high = edge.height() / tray.edge.len() as f32;
        for (number, part) in tray.edge.iter().enumerate() {
            let top = edge.top() + high * number as f32;
            place_part(*part, Rect::from_min_size(pos2(edge.left(), top), vec2(EDGE * unit, high)), layout);
        }
    }
    let mut rows = tray.rows;
    if !slot.own {
        rows.reverse();
    }
    let heights: Vec<f32> = rows.iter().map(|part| row_height(*part, wood.width())).collect();
    let scale = wood.height() / heights.iter().sum::<f32>().max(1.0);
    let mut top = wood.top();
    for (part, height) in rows.into_iter().zip(heights) {
        let place = Rect::from_min_size(pos2(wood.left(), top), vec2(wood.width(), height * scale));
        place_part(part, place, layout);
        layout.areas[slot.number].parts.push((part.area().style.clone(), place));
        top = place.bottom();
    }
    let mut top = rect.bottom() - below;
    for part in tray.plate {
        // The title of a plate is on its left.
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), 0.54 * unit));
        let words = if part.area().title.is_empty() {
            0.0
        } else {
            (0.62 * unit * slot.text).clamp(30.0, 64.0 * slot.text.max(0.5))
        };
        let words = words.min(place.width() * 0.45);
        let pieces = place.with_min_x(place.left() + words);
        layout.areas[part.number] =
            Laid { rect: place, body: pieces, unit: part.unit, own: part.own, ..Laid::default() };
        layout.touchable(part.area(), Spot::rect(pieces));
        let wide = row::side_by_side(part.area(), 1.0).x.max(0.1);
        let fits = part.at(part.unit.min(pieces.width() * 0.96 / wide));
        looks::layout(&part.area().layout).place(fits, pieces, layout);
        top = place.bottom();
    }
}

fn paint_tray(canvas: &Canvas<'_>, laid: &Laid) {
    let (painter, unit) = (canvas.painter, laid.unit * 0.55);
    let Some((_, wood)) = laid.parts.first() else { return };
    let round = unit * 0.2;
    for step in 1..=4 {
        let drop = vec2(0.015, 0.035) * unit * step as f32;
        painter.rect_filled(wood.translate(drop).expand(1.0), round, Color32::from_black_alpha(24));
    }
    let uv = Rect::from_min_size(pos2(0.13, 0.21), wood.size() / 460.0);
    painter.image(canvas.textures.wood(), *wood, uv, Color32::from_gray(232));
    let edge = Color32::from_rgb(0x5d, 0x36, 0x18);
    for (number, (style, part)) in laid.parts.iter().enumerate().skip(1) {
        if style == "rack" {
            let hollow = part.shrink(unit * 0.05);
            painter.rect_filled(hollow, round * 0.6, Color32::from_rgba_unmultiplied(40, 20, 8, 118));
            let line = Stroke::new(1.0, Color32::from_rgba_unmultiplied(30, 14, 4, 150));
            painter.rect_stroke(hollow, round * 0.6, line, StrokeKind::Inside);
        }
        if number > 1 {
            // A rail between two parts.
            let y = part.top();
            let rail = Rect::from_x_y_ranges(part.x_range().shrink(unit * 0.08), y - unit * 0.035..=y + unit * 0.035);
            painter.rect_filled(rail, unit * 0.03, edge);
            let bright = rail.translate(vec2(0.0, -unit * 0.02)).shrink(0.5);
            painter.rect_filled(bright, unit * 0.03, theme::BRASS.gamma_multiply(0.55));
        }
    }
    painter.rect_stroke(*wood, round * 0.4, Stroke::new(1.5, edge), StrokeKind::Outside);
}

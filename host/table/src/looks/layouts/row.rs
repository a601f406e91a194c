//! Pieces side by side. Styles in a tray: "rack" is its darker part, "edge" is at its side, "plate" below the wood.

use crate::layout::{Laid, SceneLayout};
use crate::looks::{AreaRole, Canvas, LayoutLook, Slot, size_of, spot_of};
use egui::{Color32, Rect, Vec2, pos2, vec2};
use stonehouse_plugin::scene::Area;
use stonehouse_ui::theme;

/// The look of a row.
pub struct Row;

/// The gap between pieces, as a share of a card's height.
pub const GAP: f32 = 0.08;

/// The size of all pieces side by side, if a card is `unit` high.
pub fn side_by_side(area: &Area, unit: f32) -> Vec2 {
    let mut size = Vec2::ZERO;
    for piece in &area.pieces {
        let own = size_of(piece, unit);
        size = vec2(size.x + own.x + GAP * unit, size.y.max(own.y * (1.0 + piece.shift[1].abs())));
    }
    if area.pieces.is_empty() { Vec2::splat(0.55 * unit) } else { size - vec2(GAP * unit, 0.0) }
}

/// Whether any of the pieces has a count below it.
fn counts(area: &Area) -> bool {
    area.pieces.iter().any(|piece| piece.count > 1)
}

/// The height of a count below a piece, in points, where text has its usual size.
const COUNT: f32 = 20.0;

/// The pieces in lines of at most this width: the indices of each line, and its size.
fn lines(area: &Area, unit: f32, width: f32) -> Vec<(Vec<usize>, Vec2)> {
    let gap = GAP * unit;
    let mut lines: Vec<(Vec<usize>, Vec2)> = Vec::new();
    for (index, piece) in area.pieces.iter().enumerate() {
        let size = size_of(piece, unit);
        match lines.last_mut().filter(|(_, line)| line.x + gap + size.x <= width + 0.5) {
            Some((line, used)) => {
                line.push(index);
                *used = vec2(used.x + gap + size.x, used.y.max(size.y));
            }
            None => lines.push((vec![index], size)),
        }
    }
    lines
}

/// As [`lines`], but of about equal length, and no more of them: five pieces as three and two rather than four and one.
fn evenly(area: &Area, unit: f32, width: f32) -> Vec<(Vec<usize>, Vec2)> {
    let mut best = lines(area, unit, width);
    let longest = |lines: &[(Vec<usize>, Vec2)]| lines.iter().map(|(_, size)| size.x).fold(0.0, f32::max);
    while best.len() > 1 {
        let narrower = lines(area, unit, longest(&best) - 1.0);
        if narrower.len() > best.len() || longest(&narrower) >= longest(&best) {
            break;
        }
        best = narrower;
    }
    best
}

impl LayoutLook for Row {
    fn role(&self) -> AreaRole {
        AreaRole::Row
    }

    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2 {
        let area = slot.area();
        let whole = side_by_side(area, slot.unit);
        let below = if counts(area) { COUNT * slot.text } else { 0.0 };
        if whole.x <= width || area.pieces.len() < 2 {
            return whole + vec2(0.0, below);
        }
        let lines = lines(area, slot.unit, width).len() as f32;
        vec2(width, (whole.y + below) * lines + GAP * slot.unit * (lines - 1.0))
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let (area, unit) = (slot.area(), slot.unit);
        let gap = GAP * unit;
        let below = if counts(area) { COUNT * slot.text } else { 0.0 };
        let lines = evenly(area, unit, rect.width());
        let high: f32 = lines.iter().map(|(_, size)| size.y + below + gap).sum::<f32>() - gap;
        let mut top = rect.center().y - high / 2.0;
        for (line, used) in lines {
            let mut x = rect.center().x - used.x / 2.0;
            for index in line {
                let piece = &area.pieces[index];
                let size = size_of(piece, unit);
                layout.place(slot, index, piece, spot_of(piece, pos2(x + size.x / 2.0, top + used.y / 2.0), unit));
                x += size.x + gap;
            }
            top += used.y + below + gap;
        }
        layout.touchable_at_pieces(slot);
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        if area.pieces.is_empty() && !laid.is_ground && area.inside.is_empty() {
            let place = Rect::from_center_size(laid.body.center(), Vec2::splat(laid.body.size().min_elem() * 0.8));
            let line = egui::Stroke::new(1.2, theme::LIGHT.gamma_multiply(0.22));
            canvas.painter.circle_stroke(place.center(), place.width() / 2.0, line);
        }
        if area.style == "plate" {
            let plate = laid.rect.shrink2(vec2(3.0, 1.0));
            canvas.painter.rect_filled(plate, plate.height() / 2.0, Color32::from_black_alpha(70));
            // Its title is on its left.
            let words = plate.with_min_x(plate.left() + plate.height() * 0.3).with_max_x(laid.body.left());
            let colour = theme::LIGHT.gamma_multiply(0.85);
            let scale = theme::text_scale(canvas.painter);
            let size = (plate.height() * 0.4 * scale).min(14.0 * scale).min(plate.height() * 0.8);
            theme::fit_left(canvas.painter, words, &canvas.shown(&area.title), size, colour);
        }
    }
}

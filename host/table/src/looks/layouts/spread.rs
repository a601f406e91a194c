//! Pieces that overlap, so that the corner of each shows: cards that were laid down together.

use crate::layout::{Laid, SceneLayout};
use crate::looks::{AreaRole, Canvas, LayoutLook, Slot, size_of, spot_of};
use egui::{Rect, Vec2, vec2};
use stonehouse_plugin::scene::{Area, Piece};

/// The look of a spread.
pub struct Spread;

/// How much of a piece is visible beside the next one, as a share of its height.
const STEP: f32 = 0.3;

fn size(area: &Area, unit: f32) -> Vec2 {
    let mut size = Vec2::ZERO;
    for (index, piece) in area.pieces.iter().enumerate() {
        let own = size_of(piece, unit);
        size = vec2(size.x.max(left_of(area, index, unit) + own.x), size.y.max(own.y * (1.0 + lower(piece))));
    }
    if area.pieces.is_empty() { vec2(0.71, 1.0) * unit } else { size }
}

fn lower(piece: &Piece) -> f32 {
    piece.shift[1].abs()
}

/// The distance of a piece from the left edge.
fn left_of(area: &Area, index: usize, unit: f32) -> f32 {
    area.pieces[..index].iter().map(|piece| size_of(piece, unit).y * STEP).sum()
}

impl LayoutLook for Spread {
    fn role(&self) -> AreaRole {
        AreaRole::Laid
    }

    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2 {
        let whole = size(slot.area(), slot.unit);
        // If there is too little room, the pieces move closer together.
        vec2(whole.x.min(width.max(slot.unit * 0.72)), whole.y)
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let (area, unit) = (slot.area(), slot.unit);
        let whole = size(area, unit);
        let last = area.pieces.last().map_or(0.0, |piece| size_of(piece, unit).x);
        let closer =
            if whole.x > rect.width() + 0.5 { (rect.width() - last).max(1.0) / (whole.x - last).max(1.0) } else { 1.0 };
        let used = whole.x.min(rect.width());
        let min = rect.center_top() - vec2(used / 2.0, 0.0);
        for (index, piece) in area.pieces.iter().enumerate() {
            let own = size_of(piece, unit);
            // Pieces that are shifted up need room above.
            let above = area.pieces.iter().map(|piece| -piece.shift[1].min(0.0) * own.y).fold(0.0, f32::max);
            let at = min + vec2(left_of(area, index, unit) * closer, above) + own / 2.0;
            layout.place(slot, index, piece, spot_of(piece, at, unit));
        }
        layout.touchable_at_pieces(slot);
    }

    fn paint(&self, _: &Canvas<'_>, _: &Area, _: &Laid) {}
}

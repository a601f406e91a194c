//! A hand of cards: fanned out in a shallow arc, overlapping where there is too little room.

use crate::layout::{Laid, SceneLayout};
use crate::looks::{AreaRole, Canvas, LayoutLook, Slot, size_of, spot_of};
use egui::{Rect, Vec2, pos2, vec2};
use stonehouse_plugin::scene::Area;

/// The look of a hand.
pub struct Fan;

/// How much lower the outermost cards are, as a share of a card's height.
const ARC: f32 = 0.1;
/// How much of a card must be visible, as a share of its width.
const LEAST_STEP: f32 = 0.2;

fn card(slot: Slot<'_>) -> Vec2 {
    let sizes = slot.area().pieces.iter().map(|piece| size_of(piece, slot.unit));
    let size = sizes.fold(Vec2::ZERO, Vec2::max);
    if size == Vec2::ZERO { vec2(0.71, 1.0) * slot.unit } else { size }
}

impl LayoutLook for Fan {
    fn role(&self) -> AreaRole {
        AreaRole::Hand
    }

    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2 {
        let card = card(slot);
        let steps = slot.area().pieces.len().saturating_sub(1) as f32;
        let wide = card.x + steps * (card.x + 4.0);
        let least = card.x * (1.0 + steps * LEAST_STEP);
        vec2(wide.min(width).max(least), card.y * (1.0 + ARC))
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let (area, card) = (slot.area(), card(slot));
        let count = area.pieces.len();
        let middle = (count.max(1) - 1) as f32 / 2.0;
        let step = ((rect.width() - card.x) / (count.max(2) - 1) as f32).min(card.x + 4.0);
        for (index, piece) in area.pieces.iter().enumerate() {
            let sideways = index as f32 - middle;
            let drop = ARC * card.y * (sideways / middle.max(2.0)).powi(2);
            let at = pos2(rect.center().x + step * sideways, rect.top() + card.y / 2.0 + drop);
            layout.place(slot, index, piece, spot_of(piece, at, slot.unit));
        }
    }

    fn paint(&self, _: &Canvas<'_>, _: &Area, _: &Laid) {}

    fn is_titled_by_owner(&self) -> bool {
        true
    }
}

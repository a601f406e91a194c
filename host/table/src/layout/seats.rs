//! A table without a board: the areas of each player are in front of their seat, areas that belong to nobody in the
//! middle.

use super::{LayoutGroup, SceneLayout, Wanted, flow, prompt_height};
use crate::looks::{self, AreaRole};
use egui::{Rect, Vec2, pos2, vec2};

/// The arrangements that are tried, as shares of the table: the height of the viewer's zone, the height of the zones
/// opposite, the width of the zones at the sides. The first is the usual one.
const SHARES: [[f32; 3]; 9] = [
    [0.40, 0.31, 0.26],
    [0.34, 0.26, 0.26],
    [0.46, 0.31, 0.26],
    [0.34, 0.34, 0.30],
    [0.30, 0.20, 0.20],
    [0.50, 0.24, 0.22],
    [0.26, 0.38, 0.26],
    [0.22, 0.16, 0.18],
    [0.40, 0.38, 0.32],
];
/// The height of a card, as a share of the table's height.
const CARD: f32 = 0.155;

/// The zones of the seats, clockwise from the viewer's, and of the middle.
struct Zones {
    seats: Vec<Rect>,
    middle: Rect,
    prompt: Option<Rect>,
}

/// Lays the scene out.
pub(super) fn lay(layout: &mut SceneLayout, wanted: &Wanted<'_>, seated: &[LayoutGroup<'_>], common: &LayoutGroup<'_>) {
    let rect = wanted.rect;
    if seated.iter().all(|group| group.slots.is_empty()) {
        let unit = flow::largest(common, rect.size(), (rect.height() * 0.24).clamp(40.0, 150.0));
        return flow::place_group(layout, common, rect, unit);
    }
    // Room for questions is always kept if players have panels: prompts are shown there.
    let has_prompt =
        wanted.has_prompt || seated[0].slots.iter().any(|slot| looks::role(slot.area()) == AreaRole::Panel);
    let prompt = has_prompt.then(|| prompt_height(wanted.text, rect.size()));
    let most = rect.height() * CARD;
    let mut best: Option<(f32, usize, Zones)> = None;
    for (number, shares) in SHARES.iter().enumerate() {
        for sideways in [true, false] {
            let number = 2 * number + usize::from(!sideways);
            let zones = zones(rect, seated, *shares, sideways, prompt, common.slots.is_empty());
            let sizes = seated.iter().zip(&zones.seats).filter(|(group, _)| !group.slots.is_empty());
            let least = sizes.map(|(group, zone)| flow::largest(group, inner(*zone).size(), most)).fold(most, f32::min);
            let middle = flow::largest(common, zones.middle.shrink(4.0).size(), most * 1.06);
            let mut quality = (least / most).powf(0.7) * (middle / most).min(1.0).powf(0.5);
            if wanted.arrangement == Some(number) {
                quality *= 1.12;
            } else if number == 0 {
                quality *= 1.06;
            }
            if best.as_ref().is_none_or(|(best, ..)| quality > *best) {
                best = Some((quality, number, zones));
            }
        }
    }
    let Some((_, number, zones)) = best else { return };
    layout.arrangement = Some(number);
    layout.prompt_at = zones.prompt;
    // All other players' areas have the same scale.
    let size = |group: &LayoutGroup<'_>, zone: &Rect| flow::largest(group, inner(*zone).size(), most);
    let others = seated.iter().zip(&zones.seats).skip(1).map(|(group, zone)| size(group, zone)).fold(most, f32::min);
    for (place, (group, zone)) in seated.iter().zip(&zones.seats).enumerate() {
        let unit = if place == 0 { size(group, zone) } else { others };
        flow::place_group(layout, group, inner(*zone), unit);
    }
    let middle = zones.middle.shrink(4.0);
    flow::place_group(layout, common, middle, flow::largest(common, middle.size(), most * 1.06));
}

fn inner(zone: Rect) -> Rect {
    zone.shrink2(vec2(6.0, 3.0))
}

fn zones(
    rect: Rect,
    seated: &[LayoutGroup<'_>],
    shares: [f32; 3],
    sideways: bool,
    prompt: Option<f32>,
    no_middle: bool,
) -> Zones {
    let [own, across, side] = shares;
    let count = seated.len();
    let (width, height) = (rect.width(), rect.height());
    let has_sides = sideways && count > 2;
    let side = if has_sides { (width * side).min(320.0) } else { 0.0 };
    let own = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height * own), rect.max);
    let opposite = if count == 1 || (has_sides && count == 3) { 0.0 } else { height * across };
    let top =
        Rect::from_min_max(pos2(rect.left() + side, rect.top()), pos2(rect.right() - side, rect.top() + opposite));
    let gap = vec2(0.0, 2.0);
    let left = Rect::from_min_max(rect.min, pos2(rect.left() + side, own.top())).shrink2(gap);
    let right = Rect::from_min_max(pos2(rect.right() - side, rect.top()), pos2(rect.right(), own.top())).shrink2(gap);
    let middle = Rect::from_min_max(pos2(rect.left() + side, top.bottom()), pos2(rect.right() - side, own.top()));
    let (prompt, own) = if let Some(high) = prompt {
        let (prompt, own) = own.split_top_bottom_at_y(own.top() + high);
        (Some(prompt), own)
    } else {
        (None, own)
    };
    let in_a_row = if has_sides { count.saturating_sub(3) } else { count - 1 };
    let share = top.width() / in_a_row.max(1) as f32;
    let mut seats = vec![own];
    if has_sides {
        seats.push(left);
    }
    // If the middle is empty, the zones opposite get its room.
    let deep = if no_middle { middle.height() } else { 0.0 };
    seats.extend((0..in_a_row).map(|place| {
        let at = pos2(top.left() + share * place as f32, top.top());
        Rect::from_min_size(at, Vec2::new(share, top.height() + deep)).shrink2(vec2(2.0, 0.0))
    }));
    if has_sides {
        seats.push(right);
    }
    Zones { seats, middle, prompt }
}

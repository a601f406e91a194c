//! A board with everything else around it: several arrangements are tried, and the best one is chosen.

use super::{LayoutGroup, SceneLayout, Wanted, flow, prompt_height};
use crate::looks::Slot;
use crate::looks::layouts::cells;
use egui::{Rect, Vec2, pos2, vec2};

/// The scales that are tried for the areas around the board.
const SIZES: [f32; 13] = [1.0, 0.9, 0.8, 0.72, 0.64, 0.56, 0.48, 0.42, 0.36, 0.3, 0.24, 0.18, 0.12];
/// The gap between the board and the areas around it.
const GAP: f32 = 8.0;
/// A card is hard to read below this height, in points.
const LEGIBLE: f32 = 54.0;
/// How much wider the sides may become if the board leaves room there, in points.
const WIDENED: f32 = 60.0;

/// An arrangement: the areas above, below, to the left and to the right of the board.
#[derive(Clone, Default)]
struct Around<'g, 'a> {
    above: Vec<&'g LayoutGroup<'a>>,
    below: Vec<&'g LayoutGroup<'a>>,
    left: Vec<&'g LayoutGroup<'a>>,
    right: Vec<&'g LayoutGroup<'a>>,
    /// Whether the sides reach from the upper to the lower edge of the table.
    tall: bool,
}

/// The rectangles of an arrangement at one scale.
struct Plan {
    unit: f32,
    board: Rect,
    above: Rect,
    below: Rect,
    left: Rect,
    right: Rect,
}

/// Lays the scene out.
pub(super) fn lay(
    layout: &mut SceneLayout,
    wanted: &Wanted<'_>,
    boards: &[Slot<'_>],
    seated: &[LayoutGroup<'_>],
    common: &LayoutGroup<'_>,
) {
    let mut rect = wanted.rect;
    if wanted.has_prompt {
        let prompt;
        (rect, prompt) = rect.split_top_bottom_at_y(rect.bottom() - prompt_height(wanted.text, rect.size()));
        layout.prompt_at = Some(prompt);
    }
    let usual = (rect.height() * 0.155).min(rect.width() * 0.12).clamp(44.0, 120.0);
    let alone = scale(boards, rect).max(0.001);
    let mut best: Option<(f32, usize, Around<'_, '_>, Plan)> = None;
    for (number, around) in arrangements(seated, common).into_iter().enumerate() {
        for size in SIZES {
            let unit = usual * size;
            let Some(plan) = plan(&around, rect, unit) else { continue };
            let mut quality = size.powf(0.6) * scale(boards, plan.board) / alone;
            if unit < LEGIBLE {
                quality *= (unit / LEGIBLE).sqrt();
            }
            if wanted.arrangement == Some(number) {
                quality *= 1.1;
            }
            if best.as_ref().is_none_or(|(best, ..)| quality > *best) {
                best = Some((quality, number, around.clone(), plan));
            }
        }
    }
    let Some((_, number, around, mut plan)) = best else {
        // There is no room for anything else: only the board is shown.
        lay_boards(layout, boards, rect, usual);
        return;
    };
    layout.arrangement = Some(number);
    let covered = lay_boards(layout, boards, plan.board, plan.unit);
    // The sides get some of the room that the board leaves.
    if !around.left.is_empty() {
        plan.left.max.x = (covered.left() - GAP).clamp(plan.left.right(), plan.left.right() + WIDENED);
    }
    if !around.right.is_empty() {
        plan.right.min.x = (covered.right() + GAP).clamp(plan.right.left() - WIDENED, plan.right.left());
    }
    for (groups, rect) in [(&around.above, plan.above), (&around.below, plan.below)] {
        for (group, (left, width)) in groups.iter().zip(columns(groups, rect.width(), plan.unit)) {
            let at = Rect::from_min_size(pos2(rect.left() + left, rect.top()), vec2(width, rect.height()));
            flow::place_group(layout, group, at, plan.unit);
        }
    }
    for (groups, rect) in [(&around.left, plan.left), (&around.right, plan.right)] {
        let heights: Vec<f32> =
            groups.iter().map(|group| flow::group_wants(group, rect.width(), plan.unit).y).collect();
        let spare = (rect.height() - heights.iter().sum::<f32>()).max(0.0) / (groups.len() + 1) as f32;
        let mut top = rect.top() + spare;
        for (group, height) in groups.iter().zip(heights) {
            let at = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), height));
            flow::place_group(layout, group, at, plan.unit);
            top += height + spare;
        }
    }
}

/// The arrangements that are tried, always in the same order: the viewer's areas below or at the right, the others'
/// above or at the sides, those that belong to nobody on any side.
fn arrangements<'g, 'a>(seated: &'g [LayoutGroup<'a>], common: &'g LayoutGroup<'a>) -> Vec<Around<'g, 'a>> {
    let filled = |groups: &'g [LayoutGroup<'a>]| groups.iter().filter(|group| !group.slots.is_empty());
    let own: Vec<&LayoutGroup<'_>> = filled(&seated[..1]).collect();
    let others: Vec<&LayoutGroup<'_>> = filled(&seated[1..]).collect();
    let common: Vec<&LayoutGroup<'_>> = filled(std::slice::from_ref(common)).collect();
    let mut all = Vec::new();
    for place in 0..48 {
        let (own_at, others_at, common_at, tall) = (place % 2, place / 2 % 3, place / 6 % 4, place >= 24);
        let mut around = Around { tall, ..Around::default() };
        match others_at {
            0 => around.above.extend(&others),
            1 => around.right.extend(&others),
            _ => around.left.extend(&others),
        }
        match common_at {
            0 => around.right.extend(&common),
            1 => around.below.extend(&common),
            2 => around.left.extend(&common),
            _ => around.above.extend(&common),
        }
        if own_at == 0 {
            around.below.splice(0..0, own.iter().copied());
        } else {
            around.right.extend(&own);
        }
        all.push(around);
    }
    all
}

/// The rectangles of an arrangement, if it fits at this scale.
fn plan(around: &Around<'_, '_>, rect: Rect, unit: f32) -> Option<Plan> {
    let most = vec2(rect.width() * 0.48, rect.height() * 0.62);
    let whole = rect.width();
    // Tall sides get their room first, otherwise the areas above and below.
    let mut middle = rect;
    let (mut left, mut right) = (Rect::NOTHING, Rect::NOTHING);
    let mut sides = |middle: &mut Rect| -> Option<()> {
        for (groups, side, is_left) in [(&around.left, &mut left, true), (&around.right, &mut right, false)] {
            if groups.is_empty() {
                continue;
            }
            let width = narrowest(groups, vec2(most.x, middle.height()), unit)?;
            if is_left {
                (*side, *middle) = middle.split_left_right_at_x(middle.left() + width);
                middle.min.x += GAP;
            } else {
                (*middle, *side) = middle.split_left_right_at_x(middle.right() - width);
                middle.max.x -= GAP;
            }
        }
        Some(())
    };
    if around.tall {
        sides(&mut middle)?;
    }
    let (mut above, mut below) = (Rect::NOTHING, Rect::NOTHING);
    for (groups, strip, is_above) in [(&around.above, &mut above, true), (&around.below, &mut below, false)] {
        if groups.is_empty() {
            continue;
        }
        let mut height = 0.0_f32;
        for (group, (_, width)) in groups.iter().zip(columns(groups, middle.width(), unit)) {
            let size = flow::group_wants(group, width, unit);
            if size.x > width + 0.5 {
                return None;
            }
            height = height.max(size.y);
        }
        if height > most.y {
            return None;
        }
        if is_above {
            (*strip, middle) = middle.split_top_bottom_at_y(middle.top() + height);
            middle.min.y += GAP;
        } else {
            (middle, *strip) = middle.split_top_bottom_at_y(middle.bottom() - height);
            middle.max.y -= GAP;
        }
    }
    if !around.tall {
        sides(&mut middle)?;
    }
    let enough = middle.width() > whole * 0.2 && middle.height() > rect.height() * 0.2;
    enough.then_some(Plan { unit, board: middle, above, below, left, right })
}

/// The least width at which these groups, one below the other, are not too high.
fn narrowest(groups: &[&LayoutGroup<'_>], most: Vec2, unit: f32) -> Option<f32> {
    (4..=16).map(|step| most.x * step as f32 / 16.0).find(|width| {
        let sizes = groups.iter().map(|group| flow::group_wants(group, *width, unit));
        let (wide, high) = sizes.fold((0.0_f32, 0.0), |(wide, high), size| (wide.max(size.x), high + size.y + GAP));
        wide <= *width && high - GAP <= most.y
    })
}

/// The left edge and the width of each of these groups, side by side.
fn columns(groups: &[&LayoutGroup<'_>], width: f32, unit: f32) -> Vec<(f32, f32)> {
    let room = width - GAP * groups.len().saturating_sub(1) as f32;
    let natural: Vec<f32> = groups.iter().map(|group| flow::group_wants(group, room, unit).x.max(1.0)).collect();
    let scale = room / natural.iter().sum::<f32>().max(1.0);
    let mut left = 0.0;
    natural
        .into_iter()
        .map(|wide| {
            let column = (left, wide * scale);
            left += wide * scale + GAP;
            column
        })
        .collect()
}

/// The scale of the smallest board if they are side by side in this rectangle.
fn scale(boards: &[Slot<'_>], rect: Rect) -> f32 {
    split(rect, boards.len())
        .zip(boards)
        .map(|(rect, slot)| cells::scale(slot.area(), rect))
        .fold(f32::INFINITY, f32::min)
}

/// Places the boards side by side, and returns the rectangle that they cover.
fn lay_boards(layout: &mut SceneLayout, boards: &[Slot<'_>], rect: Rect, unit: f32) -> Rect {
    let mut covered = Rect::NOTHING;
    for (rect, slot) in split(rect, boards.len()).zip(boards) {
        flow::place(layout, slot.at(unit), rect);
        covered = covered.union(layout.areas[slot.number].rect);
    }
    covered
}

fn split(rect: Rect, count: usize) -> impl Iterator<Item = Rect> {
    let across = rect.width() > rect.height();
    let step = if across { vec2(rect.width(), 0.0) } else { vec2(0.0, rect.height()) } / count as f32;
    let size = if across { vec2(step.x, rect.height()) } else { vec2(rect.width(), step.y) };
    (0..count).map(move |place| Rect::from_min_size(rect.min + step * place as f32, size))
}

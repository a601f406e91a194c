//! Places areas in lines, one below the other, all at one scale.

use super::{Laid, LayoutGroup, SceneLayout, title_height};
use crate::looks::{self, AreaRole, Slot};
use crate::spot::Spot;
use egui::{Pos2, Rect, Vec2, vec2};

/// The gap between areas, in points.
const GAP: f32 = 10.0;
/// The scale of cards in the viewer's hand, in other hands that are open, and in hidden ones, compared with those on
/// the table.
const OWN_HAND: f32 = 1.22;
const OTHER_HAND: f32 = 0.8;
const HIDDEN_HAND: f32 = 0.58;
/// The average width of a letter of a title, as a share of its height.
const LETTER: f32 = 0.42;
/// The greatest distance between a hand and other things of its owner, as a multiple of a card's height.
const MAX_DISTANCE: f32 = 0.35;
/// The smallest height of a card that is tried, in points.
const MIN_CARD_HEIGHT: f32 = 7.0;

/// The greatest height of a card that is alone on the table, in points.
const MAX_SIZE: f32 = 240.0;

/// How much room an area needs with its title.
pub fn wants(slot: Slot<'_>, width: f32) -> Vec2 {
    let area = slot.area();
    let title = title_height(area, slot.unit, slot.text);
    let body = looks::layout(&area.layout).wants(slot, width);
    let letters = area.title.key().len().min(14) as f32;
    let least = if title > 0.0 { (letters * LETTER * title).min(width) } else { 0.0 };
    vec2(body.x.max(least), body.y + title)
}

/// Places an area in this rectangle.
pub fn place(layout: &mut SceneLayout, slot: Slot<'_>, rect: Rect) {
    let area = slot.area();
    let title = title_height(area, slot.unit, slot.text).min(rect.height());
    let body = rect.with_min_y(rect.top() + title);
    layout.areas[slot.number] = Laid { rect, body, unit: slot.unit, own: slot.own, ..Laid::default() };
    layout.touchable(area, Spot::rect(body));
    looks::layout(&area.layout).place(slot, body, layout);
}

/// Whether an area is only a surface for pieces: it takes the room that is left.
fn is_ground(slot: &Slot<'_>) -> bool {
    let area = slot.area();
    matches!(looks::role(area), AreaRole::Row | AreaRole::Laid | AreaRole::Hand)
        && area.pieces.is_empty()
        && area.title.is_empty()
        && area.seat.is_some()
}

fn is_hand(slot: &Slot<'_>) -> bool {
    looks::role(slot.area()) == AreaRole::Hand
}

/// The scale of the cards in a hand, compared with those on the table.
fn hand_scale(slot: &Slot<'_>) -> f32 {
    let hidden = slot.area().pieces.iter().all(|piece| looks::face(&piece.face).is_hidden(&piece.face));
    match (slot.own, hidden) {
        (true, _) => OWN_HAND,
        (false, true) => HIDDEN_HAND,
        (false, false) => OTHER_HAND,
    }
}

/// The places of areas in centred lines, relative to the upper left corner, and the size of all lines together.
fn lines(slots: &[Slot<'_>], width: f32, unit: f32) -> (Vec<Rect>, Vec2) {
    let gap = GAP.min(unit * 0.16);
    let mut places: Vec<Rect> = Vec::new();
    let (mut x, mut y, mut line, mut first, mut widest) = (0.0_f32, 0.0, 0.0_f32, 0, 0.0_f32);
    let finish = |places: &mut [Rect], used: f32, high: f32| {
        let offset = (width - used).max(0.0) / 2.0;
        for place in places {
            // The areas of a line share their lower edge.
            *place = place.translate(vec2(offset, high - place.height()));
        }
    };
    for slot in slots {
        let size = wants(slot.at(unit), width);
        if x > 0.0 && x + size.x > width + 0.5 {
            finish(&mut places[first..], x - gap, line);
            widest = widest.max(x - gap);
            (x, y, first) = (0.0, y + line + gap, places.len());
            line = 0.0;
        }
        places.push(Rect::from_min_size(Pos2::new(x, y), size));
        x += size.x + gap;
        line = line.max(size.y);
    }
    if !slots.is_empty() {
        finish(&mut places[first..], x - gap, line);
        widest = widest.max(x - gap);
    }
    (places, vec2(widest, y + line))
}

/// The areas of a group: empty surfaces, hands, and the rest.
fn sorted<'a>(group: &LayoutGroup<'a>) -> (Vec<Slot<'a>>, Vec<Slot<'a>>, Vec<Slot<'a>>) {
    let (grounds, things): (Vec<_>, Vec<_>) = group.slots.iter().copied().partition(is_ground);
    let (hands, rest) = things.into_iter().partition(is_hand);
    (grounds, hands, rest)
}

/// How much room a group needs at this scale if it may be at most this wide.
pub fn group_wants(group: &LayoutGroup<'_>, width: f32, unit: f32) -> Vec2 {
    let (grounds, hands, rest) = sorted(group);
    let (_, mut size) = lines(&rest, width, unit);
    for hand in hands {
        let wanted = wants(hand.at(unit * hand_scale(&hand)), width);
        size = vec2(size.x.max(wanted.x), size.y + wanted.y + GAP * 0.4);
    }
    if rest.is_empty() && !grounds.is_empty() {
        size += vec2(0.0, unit * 0.5);
    }
    size
}

/// The largest scale, up to `most`, at which a group fits.
pub fn largest(group: &LayoutGroup<'_>, room: Vec2, most: f32) -> f32 {
    let mut unit = most;
    while unit > MIN_CARD_HEIGHT {
        let size = group_wants(group, room.x, unit);
        if size.x <= room.x + 0.5 && size.y <= room.y + 0.5 {
            break;
        }
        unit *= 0.95;
    }
    unit
}

/// Places a group: hands at the edge nearest to their owner, the rest in the middle of the remaining room.
pub fn place_group(layout: &mut SceneLayout, group: &LayoutGroup<'_>, rect: Rect, unit: f32) {
    let (grounds, hands, rest) = sorted(group);
    let mut left = rect;
    let has_hand = !hands.is_empty();
    for hand in hands {
        let hand = hand.at(unit * hand_scale(&hand));
        let high = wants(hand, rect.width()).y;
        let strip;
        if group.own {
            (left, strip) = left.split_top_bottom_at_y(left.bottom() - high);
            left.max.y -= GAP * 0.4;
        } else {
            (strip, left) = left.split_top_bottom_at_y(left.top() + high);
            left.min.y += GAP * 0.4;
        }
        place(layout, hand, strip);
    }
    for ground in grounds {
        place(layout, ground.at(unit), left);
        layout.areas[ground.number].is_ground = true;
    }
    let (places, used) = lines(&rest, left.width(), unit);
    let spare = (left.height() - used.y).max(0.0);
    // A player's other areas are near the hand.
    let near = (spare / 2.0).min(unit * MAX_DISTANCE);
    let down = match (has_hand, group.own) {
        (true, true) => spare - near,
        (true, false) => near,
        (false, _) => spare / 2.0,
    };
    for (slot, at) in rest.iter().zip(places) {
        place(layout, slot.at(unit), at.translate(left.min.to_vec2() + vec2(0.0, down)));
    }
}

/// Fills the room with one area, as large as it fits, within reason.
pub fn fill(layout: &mut SceneLayout, slot: Slot<'_>, rect: Rect) {
    if looks::role(slot.area()) == AreaRole::Board {
        return place(layout, slot.at(rect.height() * 0.155), rect);
    }
    let group = LayoutGroup { slots: vec![slot], own: true };
    let unit = largest(&group, rect.size(), rect.height().min(MAX_SIZE));
    place_group(layout, &group, rect, unit);
}

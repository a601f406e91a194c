//! A table without a board: everybody's cards before their seat, what belongs to all in the middle.
//!
//! The viewer sits at the bottom, the others follow clockwise.

use super::{CARD_ASPECT, Layout, Spot, trays};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use stonehouse_plugin_api::scene::{Area, AreaKind, Mark};
use stonehouse_plugin_api::{Scene, Seat};

/// How much of a card shows beside the next one of its meld, in card heights.
const MELD_STEP: f32 = 0.3;
/// How much lower a card lies that was played across others, in card heights.
const ACROSS_DROP: f32 = 0.24;
/// How much lower the outermost cards of a fanned hand lie, in card heights.
const FAN: f32 = 0.1;
/// Room for a title.
const TITLE: f32 = 18.0;
/// Between things.
const GAP: f32 = 10.0;
/// Room for a question above the viewer's own tray.
const ASKED: f32 = 46.0;

/// A zone before a seat.
struct Zone {
    rect: Rect,
    /// The height of the hand's strip.
    hand: f32,
    /// Whether the hand lies below the rest, near whoever holds it.
    hand_below: bool,
    /// The largest height of a card on the table.
    card: f32,
}

/// Lays the scene out.
pub(super) fn lay(layout: &mut Layout, scene: &Scene, rect: Rect, viewer: Seat) {
    let count = scene.seats.len().max(1);
    layout.areas = vec![Rect::NOTHING; scene.areas.len()];
    layout.boards = vec![None; scene.areas.len()];
    if let [only] = &scene.areas[..]
        && matches!(only.kind, AreaKind::Tray { .. })
    {
        return trays::lay(layout, 0, only, rect, true);
    }
    let (mut zones, mut middle) = zones(rect, count);
    if scene.areas.iter().all(|area| area.seat.is_none()) {
        middle = rect;
    }
    let has_trays = scene.areas.iter().any(|area| matches!(area.kind, AreaKind::Tray { .. }));
    if has_trays && let Some(own) = zones.first_mut() {
        let (asked, rest) = own.rect.split_top_bottom_at_y(own.rect.top() + ASKED);
        layout.asked_at = Some(asked);
        own.rect = rest;
    }
    for (place, zone) in zones.iter().enumerate() {
        let seat = viewer.left(place, count);
        let own = |area: &&(usize, &Area)| area.1.seat == Some(seat);
        let areas: Vec<(usize, &Area)> = scene.areas.iter().enumerate().filter(|area| own(&area)).collect();
        lay_zone(layout, zone, &areas);
    }
    let common: Vec<(usize, &Area)> = scene.areas.iter().enumerate().filter(|(_, area)| area.seat.is_none()).collect();
    lay_middle(layout, middle, &common);
}

/// The zones, from the viewer's clockwise, and the middle.
fn zones(rect: Rect, count: usize) -> (Vec<Zone>, Rect) {
    let (width, height) = (rect.width(), rect.height());
    let side = if count > 2 { (width * 0.26).min(300.0) } else { 0.0 };
    let (own_hand, other_hand) = (height * 0.19, height * 0.09);
    let own = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height * 0.40), rect.max);
    let across = if count == 3 { 0.0 } else { height * 0.31 };
    let top = Rect::from_min_max(pos2(rect.left() + side, rect.top()), pos2(rect.right() - side, rect.top() + across));
    let left = Rect::from_min_max(rect.min, pos2(rect.left() + side, own.top())).shrink2(vec2(0.0, 2.0));
    let right = Rect::from_min_max(pos2(rect.right() - side, rect.top()), pos2(rect.right(), own.top()))
        .shrink2(vec2(0.0, 2.0));
    let middle = Rect::from_min_max(pos2(rect.left() + side, top.bottom()), pos2(rect.right() - side, own.top()));
    let card = height * 0.155;
    let other = |rect| Zone { rect, hand: other_hand, hand_below: false, card };
    let own = Zone { rect: own, hand: own_hand, hand_below: true, card };
    let zones = match count {
        0 | 1 => vec![own],
        2 => vec![own, other(top)],
        3 => vec![own, other(left), other(right)],
        4 => vec![own, other(left), other(top), other(right)],
        _ => {
            let (first, second) = top.split_left_right_at_fraction(0.5);
            let apart = vec2(4.0, 0.0);
            vec![own, other(left), other(first.shrink2(apart)), other(second.shrink2(apart)), other(right)]
        }
    };
    (zones, middle)
}

fn lay_zone(layout: &mut Layout, zone: &Zone, areas: &[(usize, &Area)]) {
    if let Some((number, tray)) = areas.iter().find(|(_, area)| matches!(area.kind, AreaKind::Tray { .. })) {
        return trays::lay(layout, *number, tray, zone.rect.shrink(6.0), zone.hand_below);
    }
    let (hand, rest) = if zone.hand_below {
        let (rest, hand) = zone.rect.split_top_bottom_at_y(zone.rect.bottom() - zone.hand);
        (hand, rest)
    } else {
        zone.rect.split_top_bottom_at_y(zone.rect.top() + zone.hand)
    };
    for (number, area) in areas.iter().filter(|(_, area)| matches!(area.kind, AreaKind::Hand)) {
        lay_hand(layout, *number, area, hand.shrink2(vec2(8.0, 2.0)));
    }
    let melds: Vec<(usize, &Area)> =
        areas.iter().copied().filter(|(_, area)| !matches!(area.kind, AreaKind::Hand)).collect();
    flow(layout, rest.shrink2(vec2(6.0, 2.0)), &melds, zone.card);
}

/// A hand: fanned out in a shallow arc, overlapping as far as the room demands.
fn lay_hand(layout: &mut Layout, number: usize, area: &Area, rect: Rect) {
    layout.areas[number] = rect;
    layout.touchable(area, Spot::rect(rect));
    let height = ((rect.height() - TITLE) / (1.0 + FAN)).max(12.0);
    let width = height / CARD_ASPECT;
    let count = area.pieces.len();
    let middle = (count.max(1) - 1) as f32 / 2.0;
    let step = ((rect.width() - width) / (count.max(2) - 1) as f32).min(width + 4.0);
    for (index, piece) in area.pieces.iter().enumerate() {
        let aside = index as f32 - middle;
        let drop = FAN * height * (aside / middle.max(2.0)).powi(2);
        let at = pos2(rect.center().x + step * aside, rect.top() + TITLE + height / 2.0 + drop);
        layout.place(number, index, piece, Spot::card(at, height));
    }
}

/// The size of a meld whose cards are of height 1, without its title.
fn meld_size(area: &Area) -> Vec2 {
    let across = area.pieces.iter().any(|piece| piece.marks.contains(&Mark::Across));
    let steps = area.pieces.len().saturating_sub(1) as f32;
    vec2(1.0 / CARD_ASPECT + MELD_STEP * steps, if across { 1.0 + ACROSS_DROP } else { 1.0 })
}

/// Melds in lines, as large as they fit. Areas without cards are places to lay cards: they get the whole zone.
fn flow(layout: &mut Layout, rect: Rect, areas: &[(usize, &Area)], most: f32) {
    let (full, empty): (Vec<(usize, &Area)>, Vec<_>) = areas.iter().partition(|(_, area)| !area.pieces.is_empty());
    for (number, area) in empty {
        layout.areas[number] = rect;
        layout.touchable(area, Spot::rect(rect));
    }
    let mut height = most;
    let (places, used) = loop {
        let (places, used) = lines(&full, rect, height);
        if used <= rect.height() || height < 16.0 {
            break (places, used);
        }
        height *= 0.94;
    };
    let down = ((rect.height() - used) / 2.0).max(0.0);
    for ((number, area), at) in full.iter().zip(places) {
        let at = at + vec2(0.0, down);
        let size = meld_size(area) * height;
        layout.areas[*number] = Rect::from_min_size(at, size + vec2(0.0, TITLE));
        let cards = at + vec2(0.0, TITLE);
        layout.touchable(area, Spot::rect(Rect::from_min_size(cards, size)));
        lay_meld(layout, *number, area, cards, height);
    }
}

/// The upper left corners of melds laid out in lines, each line in the middle, and the height of them all.
fn lines(areas: &[(usize, &Area)], rect: Rect, height: f32) -> (Vec<Pos2>, f32) {
    let mut places: Vec<Pos2> = Vec::new();
    let (mut x, mut y, mut line, mut first) = (0.0, 0.0, 0.0_f32, 0);
    let centre = |places: &mut [Pos2], used: f32| {
        let aside = ((rect.width() - used + GAP) / 2.0).max(0.0);
        places.iter_mut().for_each(|place| place.x += aside);
    };
    for (_, area) in areas {
        let size = meld_size(area) * height + vec2(GAP, TITLE + 4.0);
        if x > 0.0 && x + size.x - GAP > rect.width() {
            centre(&mut places[first..], x);
            (x, y, first) = (0.0, y + line, places.len());
            line = 0.0;
        }
        places.push(rect.min + vec2(x, y));
        x += size.x;
        line = line.max(size.y);
    }
    centre(&mut places[first..], x);
    (places, y + line)
}

fn lay_meld(layout: &mut Layout, number: usize, area: &Area, at: Pos2, height: f32) {
    let half = vec2(height / CARD_ASPECT, height) / 2.0;
    for (index, piece) in area.pieces.iter().enumerate() {
        let drop = if piece.marks.contains(&Mark::Across) { ACROSS_DROP } else { 0.0 };
        let middle = at + half + vec2(MELD_STEP * index as f32, drop) * height;
        layout.place(number, index, piece, Spot::card(middle, height));
    }
}

/// What belongs to all, side by side, the cards all of one size.
fn lay_middle(layout: &mut Layout, rect: Rect, areas: &[(usize, &Area)]) {
    let most = (rect.height() - TITLE - 8.0).clamp(24.0, 110.0);
    let cards_wide = |area: &Area| 1.0 / CARD_ASPECT + MELD_STEP * area.pieces.len().saturating_sub(1) as f32;
    let width = |area: &Area, height: f32| match area.kind {
        AreaKind::Track { .. } => height * 0.75,
        AreaKind::Pile { .. } | AreaKind::Dial { .. } | AreaKind::Purse { .. } => height,
        _ => height * cards_wide(area),
    };
    let total = |height: f32| areas.iter().map(|(_, area)| width(area, height) + 2.0 * GAP).sum::<f32>();
    let gaps = total(0.0);
    let height = (most * (rect.width() - gaps) / (total(most) - gaps).max(1.0)).clamp(16.0, most);
    let mut x = rect.center().x - total(height) / 2.0 + GAP;
    for (number, area) in areas {
        let wide = width(area, height);
        let top = rect.center().y - (height + TITLE) / 2.0;
        let cards = Rect::from_min_size(pos2(x, top + TITLE), vec2(wide, height));
        layout.areas[*number] = Rect::from_min_max(pos2(x, top), cards.max);
        layout.touchable(area, Spot::rect(cards));
        for (index, piece) in area.pieces.iter().enumerate() {
            let aside = height * (0.5 / CARD_ASPECT + MELD_STEP * index as f32);
            layout.place(*number, index, piece, Spot::card(pos2(x + aside, cards.center().y), height));
        }
        x += wide + 2.0 * GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin_api::scene::{CardFace, Face, Piece, SeatPanel};

    fn cards(count: u32, first: u32) -> Vec<Piece> {
        let face = CardFace { suit: Some(0), corner: "7".into(), title: String::new(), picture: String::new() };
        (first..first + count)
            .map(|id| Piece {
                id,
                handle: format!("card/{id}"),
                space: String::new(),
                face: Face::Card(face.clone()),
                name: "card".into(),
                count: 1,
                marks: Vec::new(),
            })
            .collect()
    }

    /// Everybody with eleven cards in hand and seven melds of four.
    fn crowded(seats: u8) -> Scene {
        let mut areas = Vec::new();
        let mut area = |handle: String, seat: Option<u8>, kind, pieces| {
            areas.push(Area { handle, title: "title".into(), seat: seat.map(Seat), kind, pieces });
        };
        area("tower".into(), None, AreaKind::Track { steps: 6, reached: 2 }, Vec::new());
        area("quarry".into(), None, AreaKind::Deck { count: 9 }, Vec::new());
        area("keystone".into(), None, AreaKind::Row, cards(4, 1));
        for seat in 0..seats {
            let base = 1000 * (u32::from(seat) + 1);
            area(format!("hand/{seat}"), Some(seat), AreaKind::Hand, cards(11, base));
            for meld in 0..7 {
                let pieces = cards(4, base + 20 + 4 * meld);
                area(format!("row/{seat}{meld}"), Some(seat), AreaKind::Meld { broken: false }, pieces);
            }
        }
        let panel = |seat| SeatPanel { seat: Seat(seat), colour: None, score: 0, notes: Vec::new() };
        Scene { areas, seats: (0..seats).map(panel).collect(), ..Scene::default() }
    }

    #[test]
    fn a_crowded_table_fits_into_every_window_and_nothing_lies_on_anything_else() {
        for seats in 2..=4 {
            let scene = crowded(seats);
            for size in [vec2(612.0, 470.0), vec2(990.0, 650.0), vec2(2000.0, 1200.0)] {
                let rect = Rect::from_min_size(pos2(10.0, 100.0), size);
                let layout = Layout::new(&scene, rect, Seat(1));
                assert_eq!(layout.pieces.len(), scene.areas.iter().map(|area| area.pieces.len()).sum::<usize>());
                for (number, area) in layout.areas.iter().enumerate() {
                    let name = &scene.areas[number].handle;
                    assert!(rect.expand(1.0).contains_rect(*area), "{name} of {seats} in {size}: {area}");
                    for (other, more) in layout.areas.iter().enumerate().skip(number + 1) {
                        let apart = !area.shrink(1.0).intersects(more.shrink(1.0));
                        assert!(apart, "{name} and {} of {seats} in {size}", scene.areas[other].handle);
                    }
                }
            }
        }
    }

    #[test]
    fn the_viewer_sits_at_the_lower_edge() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(990.0, 650.0));
        let layout = Layout::new(&crowded(4), rect, Seat(2));
        let hand = |seat: usize| layout.areas[3 + seat * 8].center();
        assert!((0..4).filter(|seat| *seat != 2).all(|seat| hand(seat).y < hand(2).y));
        assert!(hand(3).x < hand(0).x && hand(0).x < hand(1).x, "the others follow clockwise");
    }
}

//! Things on a circle: the cards of a trick, each towards its player; a rondel.

use crate::layout::{Laid, SceneLayout};
use crate::looks::layouts::row::GAP;
use crate::looks::{Canvas, LayoutLook, Slot, size_of, spot_of};
use egui::{Rect, Stroke, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, TAU};
use stonehouse_plugin::scene::{Area, Layout};
use stonehouse_ui::theme;

/// The look of a ring.
pub struct Ring;

/// The size of a place if no piece defines it: that of a card, as multiples of a card's height.
const PLACE: Vec2 = vec2(0.71, 1.0);
/// More places than these are not kept apart one by one.
const MAX_PLACES: usize = 2000;

/// The number of places.
fn places(area: &Area) -> usize {
    let Layout::Ring(ring) = area.layout else { return 1 };
    area.pieces.len().max(ring.places as usize).clamp(1, MAX_PLACES)
}

/// The size of a place: that of the largest piece.
fn place_size(area: &Area, unit: f32) -> Vec2 {
    let sizes = area.pieces.iter().map(|piece| size_of(piece, unit));
    let size = sizes.fold(Vec2::ZERO, Vec2::max);
    if size == Vec2::ZERO { PLACE * unit } else { size }
}

/// The direction from the middle to a place, as a vector of length 1.
fn way(place: usize, count: usize, first: f32) -> Vec2 {
    Vec2::angled(first + TAU * (place % count) as f32 / count as f32)
}

/// The least radius at which neighbours do not overlap.
fn radius(count: usize, size: Vec2, gap: f32) -> f32 {
    if count < 2 {
        return 0.0;
    }
    let is_apart = |radius: f32| {
        (0..count).all(|place| {
            let by = (way(place + 1, count, -FRAC_PI_2) - way(place, count, -FRAC_PI_2)) * radius;
            by.x.abs() >= size.x + gap || by.y.abs() >= size.y + gap
        })
    };
    let mut radius = size.max_elem() / 2.0;
    while !is_apart(radius) && radius < size.max_elem() * count as f32 {
        radius *= 1.04;
    }
    radius
}

fn circle(area: &Area, unit: f32) -> (f32, Vec2) {
    let size = place_size(area, unit);
    (radius(places(area), size, GAP * unit), size)
}

impl LayoutLook for Ring {
    fn wants(&self, slot: Slot<'_>, _: f32) -> Vec2 {
        let (radius, size) = circle(slot.area(), slot.unit);
        Vec2::splat(2.0 * radius) + size
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let area = slot.area();
        let Layout::Ring(ring) = area.layout else { return };
        let count = places(area);
        // If there is a place for each seat, each is towards its seat, with the viewer's at the bottom; otherwise the
        // first is at the top.
        let seated = slot.scene.seats.len() == count;
        let (turned, angle) = if seated { (count - slot.viewer.index() % count, FRAC_PI_2) } else { (0, -FRAC_PI_2) };
        let (radius, _) = circle(area, slot.unit);
        for (index, piece) in area.pieces.iter().enumerate() {
            let place = ring.first as usize % count + index + turned;
            let at = rect.center() + way(place, count, angle) * radius;
            layout.place(slot, index, piece, spot_of(piece, at, slot.unit));
        }
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        let (radius, size) = circle(area, laid.unit);
        let line = Stroke::new(1.2, theme::LIGHT.gamma_multiply(0.22));
        canvas.painter.circle_stroke(laid.body.center(), radius.max(size.min_elem() / 2.0), line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Wanted;
    use egui::pos2;
    use stonehouse_plugin::scene::{Card, Face, Piece, SeatPanel, Sign, Tint};
    use stonehouse_plugin::{Scene, Seat};

    fn laid(places: u32, first: u32, pieces: u32, face: &Face, viewer: u8) -> SceneLayout {
        let pieces = (0..pieces).map(|id| Piece::new(id, face.clone(), "thing"));
        let ring = Area::new("ring", Layout::ring(places, first)).pieces(pieces);
        let scene = Scene::new("").areas([ring]).seats(Seat::all(4).map(|seat| SeatPanel::new(seat, 0)));
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 500.0));
        SceneLayout::new(&Wanted {
            scene: &scene,
            rect,
            viewer: Seat(viewer),
            has_prompt: false,
            arrangement: None,
            text: 1.0,
        })
    }

    /// The direction of each piece from the middle: "below", "left".
    fn sides(layout: &SceneLayout) -> Vec<&'static str> {
        let middle = layout.areas[0].body.center();
        let side = |way: Vec2| match (way.x, way.y) {
            (x, y) if x.abs() < 1.0 && y > 0.0 => "below",
            (x, y) if x.abs() < 1.0 && y < 0.0 => "above",
            (x, _) if x < 0.0 => "left",
            _ => "right",
        };
        layout.pieces.iter().map(|placed| side(placed.spot.at - middle)).collect()
    }

    #[test]
    fn the_cards_of_a_trick_lie_towards_their_players_wherever_these_sit() {
        let card: Face = Card::new("7").suit(Sign::Heart, Tint::Red).into();
        assert_eq!(sides(&laid(4, 0, 4, &card, 0)), ["below", "left", "above", "right"]);
        assert_eq!(sides(&laid(4, 2, 3, &card, 0)), ["above", "right", "below"], "seat 2 has led");
        assert_eq!(sides(&laid(4, 2, 3, &card, 3)), ["right", "below", "left"], "the last seat looks");
        assert_eq!(sides(&laid(2, 0, 2, &card, 3)), ["above", "below"], "fewer places than seats begin at the top");
    }

    #[test]
    fn things_on_a_ring_lie_within_it_and_apart_however_many_there_are() {
        let card: Face = Card::new("7").suit(Sign::Heart, Tint::Red).into();
        for face in [card, Face::token(5, Tint::Red)] {
            for count in [1, 2, 3, 5, 8, 13, 40] {
                let layout = laid(count, 0, count, &face, 1);
                let room = layout.areas[0].rect.expand(1.0);
                let spots: Vec<Rect> = layout.pieces.iter().map(|placed| placed.spot.bounds()).collect();
                assert!(spots.iter().all(|spot| room.contains_rect(*spot)), "{count}");
                let apart = |a: usize, b: usize| a == b || !spots[a].shrink(0.5).intersects(spots[b].shrink(0.5));
                assert!((0..spots.len()).all(|a| (0..spots.len()).all(|b| apart(a, b))), "{count}: {face:?}");
            }
        }
    }
}

//! Animates pieces: each moves from its place in the previous scene to its place in this one.

use super::layout::SceneLayout;
use super::looks;
use super::spot::Spot;
use std::collections::HashMap;
use stonehouse_plugin::Scene;
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme::SHINE_SECONDS;

/// The pieces that are moving.
#[derive(Default)]
pub struct Motion {
    /// The number of the latest scene.
    seen: Option<u64>,
    /// The time at which it was first shown.
    since: f64,
    /// How long a move takes, in seconds; 0: nothing moves.
    takes: f64,
    /// The places of its pieces, by id.
    lay: HashMap<u32, Lay>,
    /// The starting points of the pieces that move, by id.
    from: HashMap<u32, Spot>,
}

struct Lay {
    spot: Spot,
    face: Face,
    count: u32,
}

impl Motion {
    /// Notes the scene with the number `revision` and its layout, and starts the animation, which lasts `takes`
    /// seconds, if it is a new one. Nothing moves in the first scene.
    pub fn update(&mut self, revision: u64, scene: &Scene, layout: &SceneLayout, now: f64, takes: f64) {
        self.takes = takes;
        if self.seen != Some(revision) {
            self.from.clear();
            if self.seen.is_some() && takes > 0.0 {
                self.set_off(scene, layout);
            }
            self.seen = Some(revision);
            self.since = now;
        }
        self.lay.clear();
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            self.lay.insert(piece.id, Lay { spot: placed.spot, face: piece.face.clone(), count: piece.count });
        }
    }

    fn set_off(&mut self, scene: &Scene, layout: &SceneLayout) {
        let pile = scene.areas.iter().zip(&layout.areas).find(|(area, _)| looks::pile_count(area).is_some());
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            let from = match self.lay.get(&piece.id) {
                Some(lay) => Some(lay.spot),
                // A new piece moves from a stack of the same face that has shrunk, or else from a pile.
                None => self
                    .lay
                    .iter()
                    .find(|(id, lay)| lay.face == piece.face && lay.count > count_of(scene, **id))
                    .map(|(_, lay)| lay.spot)
                    .or_else(|| {
                        pile.map(|(_, laid)| Spot {
                            at: laid.body.center(),
                            radius: placed.spot.radius * 0.6,
                            ..placed.spot
                        })
                    }),
            };
            if let Some(from) = from.filter(|from| from.at.distance(placed.spot.at) > 1.0) {
                self.from.insert(piece.id, from);
            }
        }
    }

    /// The position of a piece now on its way to `spot`.
    pub fn spot(&self, id: u32, spot: Spot, now: f64) -> Spot {
        let Some(from) = self.from.get(&id) else { return spot };
        let way = ((now - self.since) / self.takes).clamp(0.0, 1.0) as f32;
        let eased = 1.0 - (1.0 - way).powi(3);
        from.towards(spot, eased)
    }

    /// Whether a piece is moving.
    pub fn is_moving(&self, id: u32, now: f64) -> bool {
        self.from.contains_key(&id) && now - self.since < self.takes
    }

    /// The strength of the glow of highlights, from 1 down to 0.
    pub fn shine(&self, now: f64) -> f32 {
        if self.takes == 0.0 {
            return 0.0;
        }
        (1.0 - (now - self.since - self.takes) / SHINE_SECONDS).clamp(0.0, 1.0) as f32
    }

    /// Whether all pieces have arrived: highlights are shown only then.
    pub fn has_arrived(&self, now: f64) -> bool {
        self.from.is_empty() || now - self.since >= self.takes
    }

    /// Whether an animation is running, so that another frame is needed.
    pub fn is_busy(&self, scene: &Scene, now: f64) -> bool {
        !self.has_arrived(now) || (!scene.lit.is_empty() && self.shine(now) > 0.0)
    }
}

fn count_of(scene: &Scene, id: u32) -> u32 {
    let mut pieces = scene.areas.iter().flat_map(|area| &area.pieces);
    pieces.find(|piece| piece.id == id).map_or(0, |piece| piece.count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Wanted;
    use egui::{Pos2, Rect, vec2};
    use stonehouse_plugin::Seat;
    use stonehouse_plugin::scene::{Area, Layout, Piece, Tint};

    fn scene(left: &[(u32, u32)], right: &[(u32, u32)]) -> Scene {
        let row = |handle: &'static str, pieces: &[(u32, u32)]| {
            let piece =
                |(id, count): &(u32, u32)| Piece::new(*id, Face::Stone(Tint::White), "white stone").count(*count);
            Area::new(handle, Layout::Row).title(handle).pieces(pieces.iter().map(piece))
        };
        Scene::default().areas([row("left", left), row("right", right)])
    }

    fn laid(motion: &mut Motion, revision: u64, scene: &Scene, now: f64) -> SceneLayout {
        let layout = SceneLayout::new(&Wanted {
            scene,
            rect: Rect::from_min_size(Pos2::ZERO, vec2(400.0, 500.0)),
            viewer: Seat(0),
            has_prompt: false,
            arrangement: None,
            text: 1.0,
        });
        motion.update(revision, scene, &layout, now, 0.22);
        layout
    }

    #[test]
    fn a_piece_moves_from_where_it_lay_and_arrives() {
        let mut motion = Motion::default();
        let before = laid(&mut motion, 0, &scene(&[(1, 1)], &[]), 0.0);
        let moved = scene(&[], &[(1, 1)]);
        let after = laid(&mut motion, 1, &moved, 10.0);
        let to = after.pieces[0].spot;
        assert_eq!(motion.spot(1, to, 10.0).at, before.pieces[0].spot.at);
        assert!(motion.is_busy(&moved, 10.1));
        assert_eq!(motion.spot(1, to, 11.0), to);
        assert!(!motion.is_busy(&moved, 11.0));
    }

    #[test]
    fn a_new_piece_comes_from_the_stack_that_shrank() {
        let mut motion = Motion::default();
        let before = laid(&mut motion, 0, &scene(&[(1000, 5)], &[]), 0.0);
        let after = laid(&mut motion, 1, &scene(&[(1000, 4)], &[(7, 1)]), 1.0);
        assert_eq!(motion.spot(7, after.pieces[1].spot, 1.0).at, before.pieces[0].spot.at);
    }

    #[test]
    fn nothing_moves_into_the_first_scene() {
        let mut motion = Motion::default();
        let first = scene(&[(1, 1)], &[]);
        laid(&mut motion, 0, &first, 0.0);
        assert!(!motion.is_busy(&first, 0.0));
    }
}

//! A scene to look at, in which nothing can be touched, such as an emblem.

use super::layout::{Laid, SceneLayout, Wanted};
use super::looks::{self, Canvas};
use super::paint::paint_piece;
use super::spot::Spot;
use egui::{Pos2, Rect};
use stonehouse_plugin::scene::Piece;
use stonehouse_plugin::{Scene, Seat};

/// A scene to look at, laid out once for the room that it has.
pub struct Still {
    scene: Scene,
    laid: Option<(Rect, SceneLayout)>,
}

impl Still {
    /// A picture of this scene.
    pub const fn new(scene: Scene) -> Self {
        Self { scene, laid: None }
    }

    /// Paints the picture.
    pub fn paint(&mut self, canvas: &Canvas<'_>, rect: Rect) {
        let scene = &self.scene;
        if self.laid.as_ref().is_none_or(|(room, _)| *room != rect) {
            self.laid = Some((rect, centred(scene, rect)));
        }
        let Some((_, layout)) = &self.laid else { return };
        for (area, laid) in scene.areas.iter().zip(&layout.areas) {
            looks::layout(&area.layout).paint(canvas, area, laid);
        }
        for placed in &layout.pieces {
            paint_piece(canvas, &scene.areas[placed.area].pieces[placed.piece], placed.spot);
        }
    }
}

/// The layout of a scene in the middle of its room.
fn centred(scene: &Scene, rect: Rect) -> SceneLayout {
    let lay = |rect| {
        SceneLayout::new(&Wanted { scene, rect, viewer: Seat(0), has_prompt: false, arrangement: None, text: 1.0 })
    };
    let laid = lay(rect);
    match covered(&laid) {
        Some(covered) => lay(rect.translate(rect.center() - covered.center())),
        None => laid,
    }
}

/// The rectangle that a layout covers. A panel may keep room for a part that does not exist: only its parts are
/// covered.
fn covered(layout: &SceneLayout) -> Option<Rect> {
    let covers = |laid: &Laid| laid.parts.iter().map(|(_, part)| *part).reduce(Rect::union).unwrap_or(laid.body);
    let all = layout.areas.iter().map(covers).filter(|rect| rect.is_positive() && rect.is_finite());
    all.reduce(Rect::union)
}

/// Paints a piece that is not on the table, as large as fits into a circle of this radius.
pub fn paint_alone(canvas: &Canvas<'_>, piece: &Piece, at: Pos2, radius: f32) {
    let shape = looks::face(&piece.face).shape(&piece.face);
    let spot = Spot { ..shape.within(at, radius) };
    looks::face(&piece.face).shadow(canvas, &piece.face, spot, false);
    looks::paint_flat(canvas, piece.into(), spot, 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;
    use stonehouse_plugin::scene::{Area, Face, Layout, Tint};

    #[test]
    fn a_tray_lies_in_the_middle_although_it_keeps_room_for_a_plate() {
        let stones = || (0..3).map(|id| Piece::new(id, Face::Stone(Tint::White), "white stone"));
        let part = |name: &str| Area::new(name, Layout::Row).inside("tray").pieces(stones());
        let tray = Area::new("tray", Layout::column()).style("tray");
        let scene = Scene::default().areas([tray, part("front"), part("rack").style("rack")]);
        let rect = Rect::from_min_size(Pos2::new(20.0, 30.0), vec2(380.0, 210.0));
        let laid = centred(&scene, rect);
        let wood = laid.areas[1].rect.union(laid.areas[2].rect).center();
        assert!((wood.y - rect.center().y).abs() < 2.0, "{wood:?} in {rect:?}");
    }

    #[test]
    fn a_small_scene_is_centred_in_its_room() {
        let stones = (0..3).map(|id| Piece::new(id, Face::Stone(Tint::White), "white stone"));
        let scene = Scene::default().areas([Area::new("row", Layout::Row).pieces(stones)]);
        for size in [vec2(400.0, 200.0), vec2(200.0, 300.0)] {
            let rect = Rect::from_min_size(Pos2::new(20.0, 30.0), size);
            let middle = covered(&centred(&scene, rect)).unwrap().center();
            assert!(middle.distance(rect.center()) < 1.0, "{middle:?} in {rect:?}");
        }
    }
}

//! The differences between two scenes: which pieces are new, are elsewhere or show something else.
//!
//! Marks of new pieces, the origins of rising points and the places of a line of the log follow from comparing scenes
//! that the same observer saw. So every game has them, no plugin declares anything for them, and they show nothing that
//! the observer may not know.

use super::looks;
use std::collections::HashMap;
use stonehouse_plugin::Scene;
use stonehouse_plugin::scene::{Area, Face};

/// The place and the face of every piece of a scene, by the pieces' ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PiecePlaces(HashMap<u32, (String, Face)>);

/// The pieces and places that an action touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The pieces that are new, are elsewhere or show something else, by their ids.
    pub pieces: Vec<u32>,
    /// The handles of their cells and areas, and of the places that were lit up.
    pub handles: Vec<String>,
}

/// The name of the place of a piece: its cell, or else its area.
fn place(area: &Area, number: usize, on: &str) -> String {
    match (on, area.handle.as_str()) {
        ("", "") => format!("area {number}"),
        ("", handle) => handle.to_owned(),
        (cell, _) => cell.to_owned(),
    }
}

impl PiecePlaces {
    /// The places of the pieces of this scene.
    pub fn of(scene: &Scene) -> Self {
        let mut places = HashMap::new();
        for (number, area) in scene.areas.iter().enumerate() {
            for piece in &area.pieces {
                places.insert(piece.id, (place(area, number, &piece.on), piece.face.clone()));
            }
        }
        Self(places)
    }

    /// The ids of the pieces in `scene` that were not at these places, and the handles of their places now. A change of
    /// the uppermost piece of a stack does not count.
    pub fn differs(&self, scene: &Scene) -> Places {
        let mut places = Places::default();
        for (number, area) in scene.areas.iter().enumerate() {
            if looks::pile_count(area).is_some() {
                continue;
            }
            // A piece that is about to be placed does not count.
            let holds = scene.prompt.as_ref().and_then(|prompt| prompt.holds);
            for piece in area.pieces.iter().filter(|piece| Some(piece.id) != holds) {
                let now = (place(area, number, &piece.on), piece.face.clone());
                if self.0.get(&piece.id) != Some(&now) {
                    places.pieces.push(piece.id);
                    if !piece.on.is_empty() {
                        places.handles.push(piece.on.clone());
                    }
                }
            }
        }
        places
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The pieces and places that the action between these two scenes touched.
pub fn between(before: &Scene, after: &Scene) -> Places {
    let mut places = PiecePlaces::of(before).differs(after);
    places.handles.extend(after.lit.iter().flat_map(|lit| &lit.handles).cloned());
    // An offer or an announced move touches what its arrow joins.
    let new = after.arrows.iter().filter(|arrow| !before.arrows.contains(arrow));
    places.handles.extend(new.flat_map(|arrow| [arrow.from.clone(), arrow.to.clone()]));
    if places.pieces.is_empty() && places.handles.is_empty() {
        // The pieces that were removed had a place: their area.
        let removed = before.areas.iter().filter(|area| {
            let now = after.areas.iter().find(|other| other.handle == area.handle);
            now.is_some_and(|now| now.pieces.len() < area.pieces.len())
        });
        places.handles.extend(removed.map(|area| area.handle.clone()).filter(|handle| !handle.is_empty()));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::scene::{Layout, Lit, Piece, Stack, Tint};

    fn row(handle: &'static str, pieces: &[(u32, Tint)]) -> Area {
        let piece = |(id, tint): &(u32, Tint)| Piece::new(*id, Face::Stone(*tint), "stone");
        Area::new(handle, Layout::Row).pieces(pieces.iter().map(piece))
    }

    #[test]
    fn new_moved_and_turned_pieces_are_touched_and_the_rest_is_not() {
        let before =
            Scene::default().areas([row("a", &[(1, Tint::White), (2, Tint::White), (3, Tint::White)]), row("b", &[])]);
        let after = Scene::default()
            .areas([row("a", &[(1, Tint::White), (3, Tint::Black)]), row("b", &[(2, Tint::White), (9, Tint::White)])]);
        let mut touched = between(&before, &after).pieces;
        touched.sort_unstable();
        assert_eq!(touched, [2, 3, 9]);
        assert_eq!(between(&after, &after), Places::default());
    }

    #[test]
    fn the_top_of_a_stack_is_no_news_and_what_was_lit_is_pointed_at() {
        let stack =
            |id| Area::new("pile", Layout::Stack(Stack::default())).pieces([Piece::new(id, Face::Covered, "card")]);
        let before = Scene::default().areas([stack(1)]);
        let mut lit = Lit::default();
        lit.handles = vec!["pocket/1".to_owned()];
        let after = Scene::default().areas([stack(2)]).lit([lit]);
        assert_eq!(between(&before, &after), Places { pieces: Vec::new(), handles: vec!["pocket/1".to_owned()] });
    }
}

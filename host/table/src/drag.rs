//! Drag and drop: starting to drag touches a piece, and dropping it touches the place under the pointer.

use super::layout::SceneLayout;
use super::looks::{self, Canvas};
use super::pick::Pick;
use super::touch::Touched;
use super::view::held;
use egui::{Id, Pos2, Rect, Sense, Ui};
use std::collections::BTreeSet;
use stonehouse_plugin::Scene;

/// The current drag, if any.
#[derive(Default)]
pub(super) struct Drag {
    on: Option<Dragged>,
}

struct Dragged {
    /// The handle that is dragged; `None`: the piece that the seat holds according to the prompt.
    handle: Option<String>,
    /// Whether it was already touched before the drag.
    was_touched: bool,
    /// The piece that moves with the pointer.
    piece: Option<u32>,
    at: Pos2,
}

impl Drag {
    /// Whether anything is dragged.
    pub(super) const fn is_on(&self) -> bool {
        self.on.is_some()
    }

    /// Whether this piece is dragged.
    pub(super) fn holds(&self, id: u32) -> bool {
        self.on.as_ref().is_some_and(|on| on.piece == Some(id))
    }

    /// Whether something is being dragged over this rectangle.
    pub(super) fn is_over(&self, rect: Rect) -> bool {
        self.on.as_ref().is_some_and(|on| rect.contains(on.at))
    }

    /// Follows the pointer, and returns the handle on which something was dropped. What is dropped anywhere else goes
    /// back.
    #[expect(clippy::too_many_arguments, reason = "all of the table takes part in it")]
    pub(super) fn update(
        &mut self,
        ui: &Ui,
        canvas: &Canvas<'_>,
        scene: &Scene,
        layout: &SceneLayout,
        touched: &[Touched<'_>],
        pick: &mut Pick,
        continues_with: &BTreeSet<String>,
    ) -> Option<String> {
        if self.on.is_none() {
            self.begin(ui, scene, layout, touched, pick, continues_with);
        }
        let on = self.on.as_mut()?;
        if let Some(at) = ui.input(|input| input.pointer.latest_pos()) {
            on.at = at;
        }
        if ui.input(|input| input.pointer.any_down()) {
            let placed =
                layout.pieces.iter().find(|placed| Some(scene.areas[placed.area].pieces[placed.piece].id) == on.piece);
            if let Some(placed) = placed {
                let piece = &scene.areas[placed.area].pieces[placed.piece];
                let spot = super::spot::Spot { at: on.at, ..placed.spot };
                looks::face(&piece.face).shadow(canvas, &piece.face, spot, true);
                looks::paint_flat(canvas, piece.into(), spot, 1.0);
            }
            ui.set_cursor_icon(egui::CursorIcon::Grabbing);
            return None;
        }
        let dropped = self.on.take()?;
        ui.request_repaint();
        let under = touched.iter().filter(|touched| touched.response.rect.contains(dropped.at));
        let under = under.filter(|touched| pick.continues_with(touched.handle));
        let distance = |touched: &&Touched<'_>| touched.spot.at.distance(dropped.at);
        let target = under.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if target.is_none()
            && !dropped.was_touched
            && let Some(handle) = &dropped.handle
            && pick.touched().last() == Some(handle)
        {
            pick.back();
        }
        target.map(|touched| touched.handle.to_owned())
    }

    fn begin(
        &mut self,
        ui: &Ui,
        scene: &Scene,
        layout: &SceneLayout,
        touched: &[Touched<'_>],
        pick: &mut Pick,
        continues_with: &BTreeSet<String>,
    ) {
        if let Some(begun) = touched.iter().find(|touched| touched.response.drag_started()) {
            let handle = begun.handle.to_owned();
            let was_touched = pick.touched().contains(&handle);
            if !was_touched {
                if pick.completes(&handle)
                    || (!continues_with.contains(&handle) && !pick.first().contains(handle.as_str()))
                {
                    return;
                }
                pick.touch(&handle);
            }
            let piece = held(scene, Some(&handle)).map(|piece| piece.id);
            self.on = Some(Dragged { handle: Some(handle), was_touched, piece, at: begun.spot.at });
            return;
        }
        // The piece that the seat holds according to the prompt can be dragged too, although it has no handle to touch.
        if continues_with.is_empty() || !pick.touched().is_empty() {
            return;
        }
        let Some(piece) = held(scene, None).filter(|piece| piece.handle.is_empty()) else { return };
        let at_rest = layout.pieces.iter().find(|placed| scene.areas[placed.area].pieces[placed.piece].id == piece.id);
        let Some(at_rest) = at_rest else { return };
        let response = ui.interact(at_rest.spot.touch(), Id::unique(("held", piece.id)), Sense::drag());
        if response.on_hover_cursor(egui::CursorIcon::Grab).drag_started() {
            self.on = Some(Dragged { handle: None, was_touched: true, piece: Some(piece.id), at: at_rest.spot.at });
        }
    }
}

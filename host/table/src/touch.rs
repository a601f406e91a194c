//! Makes every place known to the pointer, the keyboard and assistive technology.

use super::layout::SceneLayout;
use super::looks::{self, AreaRole, CellTouched, Touchable};
use super::pick::Pick;
use super::spoken;
use super::spot::Spot;
use super::view::View;
use super::words::piece_name;
use egui::{CursorIcon, Id, Response, Role, Sense, Ui, WidgetInfo};
use std::collections::BTreeSet;
use stonehouse_language::InLanguage;
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{Area, Piece};

/// A place that can be touched, and the response to it in this frame.
pub struct Touched<'a> {
    /// Its handle.
    pub handle: &'a str,
    /// Its position.
    pub spot: Spot,
    /// The response to the pointer and the keyboard in this frame.
    pub response: Response,
    /// More about it, if it is a place on a board.
    pub cell: Option<CellTouched>,
}

/// Makes every place known, and returns those that can be touched now.
pub fn touchables<'a>(
    ui: &Ui,
    view: &View<'a>,
    layout: &SceneLayout,
    can_touch: &BTreeSet<&str>,
    pick: &Pick,
) -> Vec<Touched<'a>> {
    let mut known = Known { ui, view, layout, can_touch, pick, touched: Vec::new() };
    for area in &view.scene.areas {
        // A board is known by its cells, unless it can be touched as a whole.
        if !area.handle.is_empty() && (looks::role(area) != AreaRole::Board || can_touch.contains(area.handle.as_str()))
        {
            let name = || area_name(area, view.names);
            known.add(&Touchable { handle: &area.handle, tip: &area.tip, cell: None, name: &name });
        }
        looks::layout(&area.layout).touchables(area, view.names, &mut |touchable| known.add(&touchable));
        for piece in area.pieces.iter().filter(|piece| !piece.handle.is_empty()) {
            let name = || piece_name(piece, view.names);
            known.add(&Touchable { handle: &piece.handle, tip: tip_of(piece), cell: None, name: &name });
        }
        tips(ui, view, layout, area);
    }
    known.touched
}

/// The accessible name of an area: what its layout makes of it, or its owner's name.
fn area_name(area: &Area, names: &[String]) -> String {
    let described = looks::layout(&area.layout).description(area, names);
    let owner = || area.seat.and_then(|seat| names.get(seat.index()).cloned());
    if described.is_empty() { owner().unwrap_or_default() } else { described }
}

struct Known<'a, 'v> {
    ui: &'v Ui,
    view: &'v View<'a>,
    layout: &'v SceneLayout,
    can_touch: &'v BTreeSet<&'v str>,
    pick: &'v Pick,
    touched: Vec<Touched<'a>>,
}

impl<'a> Known<'a, '_> {
    fn add(&mut self, touchable: &Touchable<'a, '_>) {
        let Touchable { handle, tip, cell, name } = *touchable;
        let Some(spot) = self.layout.spots.get(handle).filter(|_| !handle.is_empty()) else { return };
        let enabled = self.can_touch.contains(handle);
        // If another touch has to follow, it can be dragged there.
        let gain = self.pick.gain_of(handle).filter(|_| enabled);
        let drags = enabled && gain.is_none();
        let sense = match (enabled, drags) {
            (true, true) => Sense::click_and_drag(),
            (true, false) => Sense::click(),
            _ => Sense::hover(),
        };
        let response = self.ui.interact(spot.touch(), Id::unique(("spot", handle)), sense);
        response.widget_info(|| {
            let gain = gain.map(|gain| gain.shown(self.view.names)).unwrap_or_default();
            WidgetInfo::labeled(Role::Button, enabled, spoken::with_spoken_gain(&name(), &gain))
        });
        let response = if tip.is_empty() { response } else { response.on_hover_text(tip.shown(self.view.names)) };
        if enabled {
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            self.touched.push(Touched { handle, spot: *spot, response, cell });
        }
    }
}

/// The tips of pieces that cannot be touched.
fn tips(ui: &Ui, view: &View<'_>, layout: &SceneLayout, area: &Area) {
    let has_tips = area.pieces.iter().any(|piece| piece.handle.is_empty() && !tip_of(piece).is_empty());
    if !has_tips {
        return;
    }
    for placed in &layout.pieces {
        let lies_here = std::ptr::eq(&raw const view.scene.areas[placed.area], area);
        let Some(piece) = area.pieces.get(placed.piece).filter(|_| lies_here) else { continue };
        let tip = tip_of(piece);
        if piece.handle.is_empty() && !tip.is_empty() {
            let response = ui.interact(placed.spot.touch(), Id::unique(("tip", piece.id)), Sense::hover());
            response.on_hover_text(tip.shown(view.names));
        }
    }
}

/// The tip of a piece: its own, or that of its face.
fn tip_of(piece: &Piece) -> &Text {
    let of_face = || looks::face(&piece.face).tip(&piece.face);
    if piece.tip.is_empty() { of_face().unwrap_or(&piece.tip) } else { &piece.tip }
}

//! Makes every place known to the pointer, the keyboard and assistive technology.

use super::layout::SceneLayout;
use super::pick::Pick;
use super::spot::Spot;
use super::view::{View, is_board};
use super::{looks, spoken};
use egui::{CursorIcon, Id, Response, Role, Sense, Ui, WidgetInfo};
use std::collections::{BTreeSet, HashMap};
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{Area, Layout, Mark, Outline, Piece};

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

/// A place on a board.
pub struct CellTouched {
    /// Whether it is occupied.
    pub is_taken: bool,
    /// Whether it is only a point where lines meet.
    pub is_crossing: bool,
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
        if !area.handle.is_empty() && (!is_board(area) || can_touch.contains(area.handle.as_str())) {
            known.add(&area.handle, &area.tip, None, || area_name(area, view.names));
        }
        match &area.layout {
            Layout::Cells(board) => {
                let mut by_place: HashMap<&str, Vec<&Piece>> = HashMap::new();
                for piece in &area.pieces {
                    by_place.entry(&piece.on).or_default().push(piece);
                }
                for cell in board.cells.iter().filter(|cell| !cell.handle.is_empty()) {
                    let on = by_place.get(cell.handle.as_str()).map_or(&[][..], Vec::as_slice);
                    let is_crossing = matches!(cell.outline, Outline::Crossing(_));
                    let cell_touched = CellTouched { is_taken: !on.is_empty(), is_crossing };
                    let name = || format!("{}: {}", cell.name.shown(view.names), lying_on(on, view.names));
                    known.add(&cell.handle, &cell.tip, Some(cell_touched), name);
                }
            }
            Layout::Sheet(sheet) => {
                for row in &sheet.rows {
                    let row_name = looks::layouts::sheet::row_name(row, view.names);
                    for (number, cell) in row.cells.iter().enumerate().filter(|(_, cell)| !cell.handle.is_empty()) {
                        let column = sheet.columns.get(number).map(|column| column.shown(view.names));
                        let text = cell.text.shown(view.names);
                        let name = || match &column {
                            Some(column) => format!("{row_name}, {column}: {text}"),
                            None => format!("{row_name}: {text}"),
                        };
                        known.add(&cell.handle, &Text::default(), None, name);
                    }
                    for piece in &row.pieces {
                        known.add(&piece.handle, &piece.tip, None, || piece_name(piece, view.names));
                    }
                }
            }
            _ => {}
        }
        for piece in area.pieces.iter().filter(|piece| !piece.handle.is_empty()) {
            known.add(&piece.handle, tip_of(piece), None, || piece_name(piece, view.names));
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
    fn add(&mut self, handle: &'a str, tip: &Text, cell: Option<CellTouched>, name: impl Fn() -> String) {
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

fn piece_name(piece: &Piece, names: &[String]) -> String {
    let many = if piece.count > 1 { format!(", {}", tr!("{n} of them", n = piece.count)) } else { String::new() };
    format!("{}{many}", piece.name.shown(names))
}

fn lying_on(pieces: &[&Piece], names: &[String]) -> String {
    let name = |piece: &&Piece| {
        let name = piece_name(piece, names);
        if piece.marks.contains(&Mark::Last) { tr!("{piece}, last played", piece = name) } else { name }
    };
    let pieces: Vec<String> = pieces.iter().map(name).collect();
    if pieces.is_empty() { tr!("empty").to_owned() } else { pieces.join(", ") }
}

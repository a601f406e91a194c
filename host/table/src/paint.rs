//! Paints the table: areas, pieces, and the highlights of the places that can be touched.

use super::drag::Drag;
use super::layout::{Laid, PiecePosition, SceneLayout, TITLE_GAP};
use super::looks::layouts::cells::is_marked_below;
use super::looks::{self, AreaRole, Canvas};
use super::marks;
use super::motion::Motion;
use super::pick::Pick;
use super::recent_changes::RecentChanges;
use super::spot::{CORNER, Spot};
use super::touch::Touched;
use super::view::{View, held};
use egui::{Align2, Painter, Pos2, Rect, vec2};
use std::collections::{BTreeSet, HashMap};
use stonehouse_plugin::scene::{Area, Mark, Piece};
use stonehouse_ui::theme;

/// A frame of the table.
pub(super) struct Painting<'a> {
    pub motion: &'a Motion,
    pub recent_changes: &'a RecentChanges,
    pub pick: &'a Pick,
    pub drag: &'a Drag,
    pub canvas: Canvas<'a>,
    pub view: &'a View<'a>,
    pub layout: &'a SceneLayout,
    /// The places that can be touched now.
    pub touched: &'a [Touched<'a>],
    /// The handles that can be touched next.
    pub continues_with: &'a BTreeSet<String>,
    /// The window's time.
    pub now: f64,
    /// The size of running text, in points.
    pub text: f32,
}

/// Whether highlights are painted before the pieces or after them.
#[derive(Clone, Copy, PartialEq)]
enum PaintLevel {
    BelowPieces,
    AbovePieces,
}

impl Painting<'_> {
    /// Paints everything but the piece that is being dragged.
    pub(super) fn paint(&self, rect: Rect) {
        marks::cloth(self.canvas.painter, self.canvas.textures, rect);
        self.areas();
        self.touchables(PaintLevel::BelowPieces);
        self.pieces();
        self.marks_of_areas();
        self.lit();
        self.touchables(PaintLevel::AbovePieces);
        self.moving_pieces();
        self.pointed();
        for arrow in &self.view.scene.arrows {
            if let (Some(from), Some(to)) = (self.layout.spots.get(&arrow.from), self.layout.spots.get(&arrow.to)) {
                marks::arrow(self.canvas.painter, *from, *to);
            }
        }
        self.gains();
    }

    fn laid_areas(&self) -> impl Iterator<Item = (&Area, &Laid)> {
        self.view.scene.areas.iter().zip(&self.layout.areas)
    }

    fn areas(&self) {
        for (area, laid) in self.laid_areas() {
            let look = looks::layout(&area.layout);
            look.paint(&self.canvas, area, laid);
            let owner = area.seat.filter(|_| look.is_titled_by_owner() && area.inside.is_empty());
            let title = match owner.and_then(|seat| self.view.places.get(seat.index())) {
                Some(name) => name.clone(),
                None => self.canvas.shown(&area.title),
            };
            let strong = area.seat.is_some() && matches!(look.role(), AreaRole::Laid | AreaRole::Panel);
            headline(self.canvas.painter, laid, &title, strong);
        }
    }

    fn marks_of_areas(&self) {
        for (area, laid) in self.laid_areas() {
            mark_area(self.canvas.painter, &area.marks, laid);
        }
    }

    fn placed(&self) -> impl Iterator<Item = (&Piece, &PiecePosition)> {
        let pieces =
            self.layout.pieces.iter().map(|placed| (&self.view.scene.areas[placed.area].pieces[placed.piece], placed));
        pieces.filter(|(piece, _)| !self.drag.holds(piece.id))
    }

    /// Paints the pieces that do not move. Each has its highlight at once, so that the next card of a hand covers it
    /// where they overlap.
    fn pieces(&self) {
        let faint: HashMap<&str, &Touched<'_>> = self
            .touched
            .iter()
            .filter(|touched| self.is_faint(touched))
            .map(|touched| (touched.handle, touched))
            .collect();
        for (piece, placed) in self.placed().filter(|(piece, _)| !self.motion.is_moving(piece.id, self.now)) {
            paint_piece(&self.canvas, piece, placed.spot);
            if self.recent_changes.is_fresh(piece.id) && !piece.marks.contains(&Mark::Last) {
                RecentChanges::mark(self.canvas.painter, placed.spot);
            }
            if let Some(touched) = faint.get(piece.handle.as_str()) {
                self.place_of(touched).legal(self.canvas.painter, false);
            }
        }
    }

    fn moving_pieces(&self) {
        for (piece, placed) in self.placed().filter(|(piece, _)| self.motion.is_moving(piece.id, self.now)) {
            let spot = self.motion.spot(piece.id, placed.spot, self.now);
            looks::face(&piece.face).shadow(&self.canvas, &piece.face, spot, true);
            looks::paint_flat(&self.canvas, piece.into(), spot, 1.0);
        }
    }

    /// Paints the highlights of the scene, once all pieces have arrived.
    fn lit(&self) {
        let motion = self.motion;
        if !motion.has_arrived(self.now) {
            return;
        }
        let shine = motion.shine(self.now);
        let past = self.recent_changes.past().iter().map(|lit| (lit, true));
        for (lit, is_past) in past.chain(self.view.scene.lit.iter().map(|lit| (lit, false))) {
            let place = |handle: &String| -> Option<(Spot, Option<&[Pos2]>)> {
                Some((*self.layout.spots.get(handle)?, self.layout.outlines.get(handle).map(Vec::as_slice)))
            };
            let places: Vec<_> = lit.handles.iter().filter_map(place).collect();
            if is_past {
                marks::was_lit(self.canvas.painter, &places, lit.tint, lit.apart);
            } else {
                marks::lit(self.canvas.painter, &places, lit.tint, lit.apart, shine);
            }
        }
    }

    /// Paints the gain of touching the place under the pointer or the keyboard.
    fn gains(&self) {
        for touched in self.touched.iter().filter(|touched| self.is_near(touched)) {
            let gain = self.pick.shown_gain(touched.handle, self.canvas.names);
            if !gain.is_empty() {
                marks::gain(self.canvas.painter, touched.spot, gain, self.text);
            }
        }
    }

    /// Marks the places that are pointed at from elsewhere.
    fn pointed(&self) {
        let Some(places) = self.view.pointed else { return };
        let pieces = self
            .layout
            .pieces
            .iter()
            .filter(|placed| places.pieces.contains(&self.view.scene.areas[placed.area].pieces[placed.piece].id));
        let mut spots: Vec<Spot> = pieces.map(|placed| placed.spot).collect();
        for spot in places.handles.iter().filter_map(|handle| self.layout.spots.get(handle)) {
            // A piece on its cell is pointed at once.
            if !spots.iter().any(|known| known.at.distance(spot.at) < 3.0) {
                spots.push(*spot);
            }
        }
        for spot in spots {
            marks::pointed(self.canvas.painter, spot);
        }
    }

    fn place_of(&self, touched: &Touched<'_>) -> marks::Touchable<'_> {
        marks::Touchable {
            spot: touched.spot,
            outline: self.layout.outlines.get(touched.handle).map(Vec::as_slice),
            is_cell: touched.cell.is_some(),
            is_taken: touched.cell.as_ref().is_some_and(|cell| cell.is_taken),
            is_crossing: touched.cell.as_ref().is_some_and(|cell| cell.is_crossing),
        }
    }

    fn is_chosen(&self, touched: &Touched<'_>) -> bool {
        self.pick.touched().iter().any(|done| done == touched.handle)
    }

    /// Whether the pointer, the keyboard or a dragged piece is on it.
    fn is_near(&self, touched: &Touched<'_>) -> bool {
        let response = &touched.response;
        response.hovered() || response.has_focus() || self.drag.is_over(response.rect)
    }

    /// Whether it is a thing, and no cell, that is only faintly highlighted.
    fn is_faint(&self, touched: &Touched<'_>) -> bool {
        touched.cell.is_none()
            && self.continues_with.contains(touched.handle)
            && !self.is_chosen(touched)
            && !self.is_near(touched)
    }

    /// Paints the highlights of the places that can be touched at one level, except for those that are painted with
    /// their pieces.
    fn touchables(&self, level: PaintLevel) {
        let pieces: HashMap<&str, (&Piece, &PiecePosition)> = self
            .placed()
            .filter(|(piece, _)| !self.motion.is_moving(piece.id, self.now))
            .map(|(piece, placed)| (piece.handle.as_str(), (piece, placed)))
            .collect();
        let painter = self.canvas.painter;
        for touched in self.touched {
            let place = self.place_of(touched);
            let here = place.is_below() == (level == PaintLevel::BelowPieces);
            let piece = pieces.get(touched.handle);
            if self.is_chosen(touched) {
                if here {
                    self.lift(piece);
                    place.chosen(painter);
                }
            } else if self.continues_with.contains(touched.handle) {
                let is_painted = self.is_faint(touched) && piece.is_some();
                if here && !is_painted {
                    self.lift(piece.filter(|_| self.is_near(touched)));
                    place.legal(painter, self.is_near(touched));
                }
                if level == PaintLevel::AbovePieces {
                    self.ghost(touched);
                }
            }
            if touched.response.has_focus() && level == PaintLevel::AbovePieces {
                marks::focus(painter, touched.spot);
            }
        }
    }

    /// Shows a whole card where its neighbours overlap it.
    fn lift(&self, piece: Option<&(&Piece, &PiecePosition)>) {
        let Some((piece, placed)) = piece else { return };
        if matches!(looks::role(&self.view.scene.areas[placed.area]), AreaRole::Hand | AreaRole::Laid) {
            paint_piece(&self.canvas, piece, placed.spot);
        }
    }

    /// Shows on a cell under the pointer how the piece that is about to be placed would look there.
    fn ghost(&self, touched: &Touched<'_>) {
        if touched.cell.is_none() || !self.is_near(touched) || self.drag.is_on() {
            return;
        }
        if let Some(piece) = held(self.view.scene, self.pick.touched().last().map(String::as_str)) {
            let shape = looks::face(&piece.face).shape(&piece.face);
            let spot = shape.within(touched.spot.at, touched.spot.inner_radius() * 0.88);
            looks::paint_flat(&self.canvas, piece.into(), spot, 0.72);
        }
    }
}

/// Paints a piece with its shadow and its marks.
pub(super) fn paint_piece(canvas: &Canvas<'_>, piece: &Piece, spot: Spot) {
    looks::face(&piece.face).shadow(canvas, &piece.face, spot, false);
    looks::paint_flat(canvas, piece.into(), spot, 1.0);
    mark_piece(canvas, piece, spot);
}

/// Paints the marks of a piece, and its count.
fn mark_piece(canvas: &Canvas<'_>, piece: &Piece, spot: Spot) {
    for mark in &piece.marks {
        match mark {
            Mark::Last | Mark::Threatened if is_marked_below(piece) => {}
            Mark::Last => marks::last(canvas.painter, spot, looks::face(&piece.face).corner()),
            Mark::Strong => marks::strong(canvas.painter, spot),
            Mark::Spent => marks::spent(canvas.painter, spot),
            Mark::Known => marks::known(canvas.painter, spot),
            Mark::Threatened => marks::threatened(canvas.painter, spot),
            _ => {}
        }
    }
    if piece.count > 1 {
        let size = marks::count_size(canvas.painter, spot.size().y);
        let below = spot.bounds().center_bottom() + vec2(0.0, size * 0.77);
        marks::count(canvas.painter, below, piece.count, size);
    }
}

/// Paints the marks of an area.
fn mark_area(painter: &Painter, marks: &[Mark], laid: &Laid) {
    for mark in marks {
        match mark {
            Mark::Spent => marks::broken(painter, laid.body),
            Mark::Last => marks::ring(painter, Spot::rect(laid.body), 3.0, CORNER, 2.5),
            Mark::Strong => marks::strong(painter, Spot::rect(laid.body)),
            Mark::Known => marks::known(painter, Spot::rect(laid.body)),
            Mark::Threatened => marks::threatened(painter, Spot::rect(laid.body)),
            _ => {}
        }
    }
}

/// The title of an area, at its upper edge; `strong` makes it brighter.
fn headline(painter: &Painter, laid: &Laid, text: &str, strong: bool) {
    let high = laid.body.top() - laid.rect.top();
    // An area without a place is not painted either.
    if !laid.rect.is_positive() || high < 6.0 || text.is_empty() {
        return;
    }
    let colour = if strong { theme::LIGHT } else { theme::LIGHT.gamma_multiply(0.75) };
    // Leaves a gap for the ring around the area below.
    let high = high - TITLE_GAP.min(high * 0.2);
    let usual = (high * 0.74).clamp(7.0, 13.0);
    let large = (high * 0.74).clamp(7.0, 13.0 * theme::text_scale(painter).max(1.0));
    // A title may be a little wider than its area, but not run into the next one: larger text gives way before words
    // are cut off.
    let width = laid.rect.width() + 8.0;
    let whole = painter.layout_no_wrap(text.to_owned(), egui::FontId::proportional(large), colour).size().x;
    let size = (large * (width / whole.max(1.0)).min(1.0)).max(usual);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), egui::FontId::proportional(size), colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = painter.layout_job(job);
    let room = Rect::from_min_size(laid.rect.min, vec2(laid.rect.width(), high));
    let place = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), room);
    painter.galley(place.min, galley, colour);
}

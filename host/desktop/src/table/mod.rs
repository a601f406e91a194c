//! The table: draws a scene, and turns touches on it into an action.
//!
//! It contains nothing for a particular game: what lies where, what can be touched and what it is called come from the scene and the paths of the
//! legal actions.
//!
//! - [`layout`]: the place of everything
//! - [`looks`]: how layouts and faces look, a file for each; `marks` and `signs`: what is painted around and on them
//! - [`pick`]: touches turned into an action; [`inputs`]: the values that go with one; `asks`: questions on the table
//! - [`motion`]: pieces on their way

mod asks;
mod drag;
pub mod inputs;
mod keyboard;
pub mod layout;
pub mod looks;
mod marks;
pub mod motion;
pub mod pick;
mod signs;
pub mod spot;
mod still;
mod touch;

use crate::look::{Pictures, Textures};
use drag::Drag;
use egui::{Key, Pos2, Rect, Ui, Vec2};
use inputs::{Answer, Form};
use keyboard::Keyboard;
use layout::{Layout, Wanted};
use looks::Canvas;
use motion::Motion;
use pick::{Pick, Picked};
use spot::Spot;
use std::collections::BTreeSet;
use std::rc::Rc;
pub use still::{Still, paint_alone};
use stonehouse_engine::Choice;
use stonehouse_plugin_api::scene::{Area, Button, Layout as AreaLayout, Piece};
use stonehouse_plugin_api::{Action, Scene, Seat};
use touch::Touched;

/// The table of one match.
#[derive(Default)]
pub struct Table {
    motion: Motion,
    pick: Pick,
    keyboard: Keyboard,
    drag: Drag,
    /// The values of the action that is chosen, while they are asked for.
    form: Option<Form>,
    /// How much room they took on the table in the last frame.
    form_size: Option<Vec2>,
    /// The scene as it was laid out last.
    laid: Option<(LaidFor, Rc<Layout>)>,
    /// Whether a question was asked on the table before: room is kept for the next one.
    has_asked: bool,
}

/// What a layout was made for: the scene's number, the room, who looks, whether somebody is asked.
type LaidFor = (u64, Rect, Seat, bool);

/// An action that was chosen, with the values that go with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The action.
    pub action: Action,
    /// Its values, in order; most actions have none.
    pub values: Vec<i64>,
}

/// What the table shows.
pub struct View<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its number: another one for every change of the match.
    pub revision: u64,
    /// Who sits at the lower edge.
    pub viewer: Seat,
    /// What the players are called, by seat.
    pub names: &'a [String],
    /// The labels at their places: their names and their seats.
    pub places: &'a [String],
    /// The game's pictures.
    pub pictures: &'a Pictures,
    /// Whether anybody at this machine may choose now.
    pub may_choose: bool,
}

impl Table {
    /// Forgets what was touched: these are the choices now.
    pub fn offer(&mut self, choices: &[Choice]) {
        self.pick.offer(choices);
        self.form = None;
        self.drag = Drag::default();
    }

    /// Whether a touch was made that another must follow.
    pub fn is_picking(&self) -> bool {
        !self.pick.touched().is_empty()
    }

    /// Whether touching this leads on from what was touched.
    pub fn leads_on(&self, handle: &str) -> bool {
        self.pick.leads_on(handle)
    }

    /// The values that are asked for, if any are.
    pub const fn form(&self) -> Option<&Form> {
        self.form.as_ref()
    }

    /// Whether what is asked is shown on the table, rather than above it.
    pub fn asks_here(scene: &Scene) -> bool {
        scene.prompt.as_ref().is_some_and(|prompt| !prompt.at.is_empty() || !scene.arrows.is_empty())
    }

    /// Touches something that is shown elsewhere, such as a button of the prompt.
    pub fn touch(&mut self, handle: &str, choices: &[Choice]) -> Option<Chosen> {
        self.picked(handle, choices)
    }

    fn picked(&mut self, handle: &str, choices: &[Choice]) -> Option<Chosen> {
        self.form = None;
        match self.pick.touch(handle)? {
            Picked::Action(action) => Some(Chosen { action, values: Vec::new() }),
            Picked::Asks(action, inputs) => {
                let text = choices.iter().find(|choice| choice.action == action).map(|choice| choice.told.text.clone());
                self.form = Some(Form::new(action, text.unwrap_or_default(), inputs));
                None
            }
        }
    }

    /// Shows the values that are asked for, and gives the action when they are given.
    pub fn form_ui(&mut self, ui: &mut Ui, names: &[String]) -> Option<Chosen> {
        match self.form.as_mut()?.ui(ui, names)? {
            Answer::Given(action, values) => {
                self.form = None;
                self.pick.clear();
                Some(Chosen { action, values })
            }
            Answer::Back => {
                self.form = None;
                self.pick.back();
                None
            }
        }
    }

    /// The layout of the scene, computed again only when something has changed.
    fn laid_out(&mut self, view: &View<'_>, rect: Rect) -> Rc<Layout> {
        self.has_asked |= Self::asks_here(view.scene);
        let key = (view.revision, rect, view.viewer, self.has_asked);
        if let Some((_, layout)) = self.laid.as_ref().filter(|(laid, _)| *laid == key) {
            return Rc::clone(layout);
        }
        // The next scene keeps to the arrangement, while the room is the same.
        let before = self.laid.as_ref().filter(|((_, room, ..), _)| *room == rect);
        let layout = Rc::new(Layout::new(&Wanted {
            scene: view.scene,
            rect,
            viewer: view.viewer,
            asks: self.has_asked,
            arrangement: before.and_then(|(_, layout)| layout.arrangement),
        }));
        self.laid = Some((key, Rc::clone(&layout)));
        layout
    }

    /// Shows the table in all the room there is, and returns the action that was chosen on it.
    pub fn show(&mut self, ui: &mut Ui, textures: &Textures, view: &View<'_>, choices: &[Choice]) -> Option<Chosen> {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let now = ui.input(|input| input.time);
        let layout = self.laid_out(view, rect.shrink(14.0));
        self.motion.update(view.revision, view.scene, &layout, now);

        let leads_on: BTreeSet<String> =
            if view.may_choose { self.pick.next().into_iter().map(str::to_owned).collect() } else { BTreeSet::new() };
        let first = if view.may_choose { self.pick.first() } else { BTreeSet::new() };
        let can_touch: BTreeSet<&str> = leads_on.iter().map(String::as_str).chain(first).collect();
        let touched = touch::touchables(ui, view, &layout, &can_touch, &self.pick);
        self.keyboard.aim(ui, rect.center(), &touched, &leads_on);

        // A table that is scrolled stays within its window.
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let (names, pictures) = (view.names, view.pictures);
        let canvas = Canvas { painter: &painter, textures, pictures, names };
        marks::cloth(&canvas, rect);
        paint_areas(&canvas, view, &layout);
        self.paint_touchables(&canvas, view.scene, &layout, &touched, &leads_on, true);
        self.paint_pieces(&canvas, view.scene, &layout, now);
        self.paint_touchables(&canvas, view.scene, &layout, &touched, &leads_on, false);
        self.paint_pieces_on_their_way(&canvas, view.scene, &layout, now);
        for arrow in &view.scene.arrows {
            if let (Some(from), Some(to)) = (layout.spots.get(&arrow.from), layout.spots.get(&arrow.to)) {
                marks::arrow(&painter, *from, *to);
            }
        }
        let dropped = self.drag.update(ui, &canvas, view.scene, &layout, &touched, &mut self.pick, &leads_on);
        let answer = self.answers(ui, view, &layout);
        let given = self.form_here(ui, view, &layout);
        if given.is_some() {
            return given;
        }
        if self.motion.is_busy(view.scene, now) {
            ui.request_repaint();
        }

        let goes_back = self.is_picking() && self.form.is_none() && ui.input(|input| input.key_pressed(Key::Escape));
        if goes_back {
            self.pick.back();
        }
        if let Some(handle) = answer.or(dropped) {
            ui.request_repaint();
            return self.picked(&handle, choices);
        }
        let clicked = touched.iter().find(|touched| touched.response.clicked())?;
        self.keyboard.touched(clicked);
        let handle = clicked.handle.to_owned();
        ui.request_repaint();
        self.picked(&handle, choices)
    }

    fn paint_pieces(&self, canvas: &Canvas<'_>, scene: &Scene, layout: &Layout, now: f64) {
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            if !self.motion.is_moving(piece.id, now) && !self.drag.holds(piece.id) {
                paint_piece(canvas, piece, placed.spot);
            }
        }
        for (area, laid) in scene.areas.iter().zip(&layout.areas) {
            marks::on_area(canvas.painter, &area.marks, laid);
        }
        if self.motion.has_arrived(now) {
            let shine = self.motion.shine(now);
            for lit in &scene.lit {
                let places: Vec<(Spot, Option<&[Pos2]>)> = lit
                    .handles
                    .iter()
                    .filter_map(|handle| {
                        Some((*layout.spots.get(handle)?, layout.outlines.get(handle).map(Vec::as_slice)))
                    })
                    .collect();
                marks::lit(canvas.painter, &places, lit.tint, lit.apart, shine);
            }
        }
    }

    fn paint_pieces_on_their_way(&self, canvas: &Canvas<'_>, scene: &Scene, layout: &Layout, now: f64) {
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            if self.motion.is_moving(piece.id, now) && !self.drag.holds(piece.id) {
                let spot = self.motion.spot(piece.id, placed.spot, now);
                marks::shadow_of(canvas, &piece.face, spot, true);
                looks::paint_flat(canvas, piece.into(), spot, 1.0);
            }
        }
    }

    /// Paints what can be touched: the part of it that lies `below` the pieces, or the part above them.
    fn paint_touchables(
        &self,
        canvas: &Canvas<'_>,
        scene: &Scene,
        layout: &Layout,
        touched: &[Touched<'_>],
        leads_on: &BTreeSet<String>,
        below: bool,
    ) {
        let ghost = self.held(scene);
        for Touched { handle, spot, response, cell } in touched {
            let place = marks::Touchable {
                spot: *spot,
                outline: layout.outlines.get(*handle).map(Vec::as_slice),
                is_cell: cell.is_some(),
                is_taken: cell.as_ref().is_some_and(|cell| cell.is_taken),
                is_crossing: cell.as_ref().is_some_and(|cell| cell.is_crossing),
            };
            let here = place.is_below() == below;
            if self.pick.touched().iter().any(|done| done == handle) {
                if here {
                    place.chosen(canvas.painter);
                }
            } else if leads_on.contains(*handle) {
                let near = response.hovered() || response.has_focus() || self.drag.is_over(response.rect);
                if here {
                    place.legal(canvas.painter, near);
                }
                if let (false, true, Some(piece), Some(_), false) = (below, near, ghost, cell, self.drag.is_on()) {
                    let shape = looks::face(&piece.face).shape(&piece.face);
                    looks::paint_flat(canvas, piece.into(), shape.within(spot.at, spot.inner_radius() * 0.88), 0.72);
                }
            }
            if response.has_focus() && !below {
                marks::focus(canvas.painter, *spot);
            }
        }
    }

    /// The piece about to be placed: the one that was touched, the one on the cell that was touched, or the one that the rules put into
    /// the seat's hand.
    fn held<'a>(&self, scene: &'a Scene) -> Option<&'a Piece> {
        held(scene, self.pick.touched().last().map(String::as_str))
    }
}

fn paint_areas(canvas: &Canvas<'_>, view: &View<'_>, layout: &Layout) {
    for (area, laid) in view.scene.areas.iter().zip(&layout.areas) {
        let look = looks::layout(&area.layout);
        look.paint(canvas, area, laid);
        let owner = area.seat.filter(|_| look.is_called_by_its_owner() && area.inside.is_empty());
        let title = match owner.and_then(|seat| view.places.get(seat.index())) {
            Some(name) => name.clone(),
            None => canvas.say(&area.title),
        };
        let strong = matches!(area.layout, AreaLayout::Spread | AreaLayout::Panel(_));
        marks::headline(canvas.painter, laid, &title, strong);
    }
}

/// The piece that is touched by this handle: itself, or as the uppermost one on a cell; without a handle, the one that is held.
fn held<'a>(scene: &'a Scene, handle: Option<&str>) -> Option<&'a Piece> {
    match handle {
        Some(handle) => {
            let itself = scene.pieces().find(|piece| piece.handle == handle);
            itself.or_else(|| scene.pieces().filter(|piece| piece.on == handle).last())
        }
        None => {
            let holds = scene.prompt.as_ref().and_then(|prompt| prompt.holds)?;
            scene.pieces().find(|piece| piece.id == holds)
        }
    }
}

/// A button of a prompt. Returns whether it was clicked.
pub fn prompt_button(ui: &mut Ui, button: &Button, names: &[String]) -> bool {
    let response = ui.button(button.text.english(names));
    if button.tip.is_empty() {
        return response.clicked();
    }
    response.on_hover_text(button.tip.english(names)).clicked()
}

fn paint_piece(canvas: &Canvas<'_>, piece: &Piece, spot: Spot) {
    marks::shadow_of(canvas, &piece.face, spot, false);
    looks::paint_flat(canvas, piece.into(), spot, 1.0);
    marks::on_piece(canvas, piece, spot);
}

/// Whether an area is a board.
const fn is_board(area: &Area) -> bool {
    matches!(area.layout, AreaLayout::Cells(_))
}

//! The table: a scene drawn, and touches on it turned into an action.
//!
//! It knows no game: what lies where, what can be touched and what it is called all come from the scene and from the paths of the
//! legal actions.

mod cards;
mod keyboard;
pub mod layout;
pub mod motion;
mod paint;
pub mod pick;
mod pictures;
mod trays;

use crate::look::{self, Textures};
use egui::{Id, Key, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use keyboard::Keyboard;
use layout::{Layout, Spot, TrayPlan};
use motion::Motion;
use pick::Pick;
use std::collections::BTreeSet;
use stonehouse_engine::Choice;
use stonehouse_plugin_api::scene::{Area, AreaKind, Face, Mark, Piece};
use stonehouse_plugin_api::{Action, Scene, Seat};

/// The table of one match.
#[derive(Default)]
pub struct Table {
    motion: Motion,
    pick: Pick,
    keyboard: Keyboard,
}

/// What the table shows.
pub struct View<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its number: another one for every change of the match.
    pub revision: u64,
    /// Who sits at the lower edge.
    pub viewer: Seat,
    /// The players' names, by seat.
    pub names: &'a [String],
    /// What may be chosen; empty while nobody at this machine has the choice.
    pub choices: &'a [Choice],
}

/// What a touchable place did in this frame.
struct Touched<'a> {
    handle: &'a str,
    spot: Spot,
    response: Response,
}

impl Table {
    /// Forgets what was touched: the choices are others now.
    pub fn clear_pick(&mut self) {
        self.pick.clear();
    }

    /// Whether a touch was made that another must follow.
    pub fn is_picking(&self) -> bool {
        !self.pick.touched().is_empty()
    }

    /// Whether touching this leads on from what was touched.
    pub fn leads_on(&self, handle: &str, choices: &[Choice]) -> bool {
        self.pick.next(choices).contains(handle)
    }

    /// Touches something that is shown elsewhere, such as a button of the prompt.
    pub fn touch(&mut self, handle: &str, choices: &[Choice]) -> Option<Action> {
        self.pick.touch(handle, choices)
    }

    /// Shows the table in all the room there is, and returns the action that was chosen on it.
    pub fn show(&mut self, ui: &mut Ui, textures: &Textures, view: &View<'_>) -> Option<Action> {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let now = ui.input(|input| input.time);
        let layout = Layout::new(view.scene, rect.shrink(14.0), view.viewer);
        self.motion.update(view.revision, view.scene, &layout, now);

        let leads_on = self.pick.next(view.choices);
        let can_touch: BTreeSet<&str> = leads_on.union(&Pick::first(view.choices)).copied().collect();
        let touched = touchables(ui, view.scene, &layout, &can_touch);
        self.keyboard.aim(ui, rect.center(), &touched, &leads_on);

        // A table that is scrolled stays within its window.
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        paint::cloth(&painter, textures, rect);
        self.paint_areas(&painter, textures, view, &layout, now);
        self.paint_touchables(&painter, textures, view.scene, &touched, &leads_on);
        self.paint_pieces_on_their_way(&painter, textures, view.scene, &layout, now);
        paint_gesture(&painter, view.scene, &layout);
        let answer = self.answers(ui, view, &layout);
        if self.motion.is_busy(view.scene, now) {
            ui.request_repaint();
        }

        if self.is_picking() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.pick.back();
        }
        if let Some(handle) = answer {
            return self.pick.touch(&handle, view.choices);
        }
        let clicked = touched.iter().find(|touched| touched.response.clicked())?;
        self.keyboard.touched(clicked);
        let chosen = self.pick.touch(clicked.handle, view.choices);
        ui.request_repaint();
        chosen
    }

    /// What the viewer is asked by a gesture, with the answers, where they look: above their own things. Gives the answer touched.
    fn answers(&self, ui: &mut Ui, view: &View<'_>, layout: &Layout) -> Option<String> {
        let (prompt, asked_at) = (view.scene.prompt.as_ref()?, layout.asked_at?);
        if view.scene.gesture.is_none() || view.choices.is_empty() {
            return None;
        }
        let mut touched = None;
        // Where the table is scrolled, the question stays in sight.
        let seen = ui.clip_rect().shrink(6.0);
        let room = Rect::from_x_y_ranges(asked_at.x_range().intersection(seen.x_range()), asked_at.y_range());
        let size = Vec2::new(room.width().clamp(0.0, 640.0), 44.0);
        let plate = egui::Align2::CENTER_CENTER.align_size_within_rect(size, room);
        let down = plate.top().min(seen.bottom() - size.y).max(seen.top()) - plate.top();
        let plate = plate.translate(Vec2::new(0.0, down));
        ui.painter().rect_filled(plate, 22.0, look::GREEN);
        ui.painter().rect_stroke(plate, 22.0, egui::Stroke::new(2.0, look::BRASS), egui::StrokeKind::Inside);
        let inner = plate.shrink2(Vec2::new(18.0, 6.0));
        ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for button in prompt.buttons.iter().rev() {
                    if self.leads_on(&button.handle, view.choices) && ui.button(&button.text).clicked() {
                        touched = Some(button.handle.clone());
                    }
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = egui::RichText::new(&prompt.text).color(look::LIGHT);
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
        touched
    }

    fn paint_areas(&self, painter: &egui::Painter, textures: &Textures, view: &View<'_>, layout: &Layout, now: f64) {
        let scene = view.scene;
        for (number, area) in scene.areas.iter().enumerate() {
            let rect = layout.areas[number];
            match (&area.kind, &layout.boards[number]) {
                (AreaKind::Board(board), Some(plan)) => paint::board(painter, textures, board, plan),
                (AreaKind::Deck { count }, _) => {
                    paint::headline(painter, rect, &area.title, false);
                    cards::deck(painter, below_headline(rect), *count);
                }
                (AreaKind::Tray { requests, .. }, _) => {
                    let name = area.seat.and_then(|seat| view.names.get(seat.index()));
                    paint::headline(painter, rect, name.unwrap_or(&area.title), true);
                    let own = area.seat == Some(view.viewer);
                    if let Some(plan) = TrayPlan::new(area, rect, own) {
                        trays::tray(painter, textures, &plan, *requests > 0);
                    }
                }
                (AreaKind::Dial { steps, reached }, _) => {
                    paint::headline(painter, rect, &area.title, false);
                    trays::dial(painter, below_headline(rect), *steps, *reached);
                }
                (AreaKind::Purse { coins }, _) => {
                    paint::headline(painter, rect, &area.title, false);
                    trays::purse(painter, below_headline(rect), *coins);
                }
                (AreaKind::Track { steps, reached }, _) => {
                    paint::headline(painter, rect, &area.title, false);
                    cards::track(painter, below_headline(rect), *steps, *reached);
                }
                (AreaKind::Hand, _) => {
                    let name = area.seat.and_then(|seat| view.names.get(seat.index()));
                    paint::headline(painter, rect, name.unwrap_or(&area.title), false);
                }
                (AreaKind::Meld { .. }, _) => paint::headline(painter, rect, &area.title, true),
                (AreaKind::Pile { count }, _) => {
                    paint::title(painter, rect, &area.title);
                    paint::pile(painter, rect, *count);
                }
                _ if layout.has_board() => paint::title(painter, rect, &area.title),
                _ => paint::headline(painter, rect, &area.title, false),
            }
        }
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            if !self.motion.is_moving(piece.id, now) {
                paint_piece(painter, textures, piece, placed.spot);
            }
        }
        for (area, rect) in scene.areas.iter().zip(&layout.areas) {
            if matches!(area.kind, AreaKind::Meld { broken: true }) {
                cards::broken(painter, below_headline(*rect));
            }
        }
        if self.motion.has_arrived(now) {
            let shine = self.motion.shine(now);
            for lit in &scene.lit {
                let spots: Vec<Spot> =
                    lit.handles.iter().filter_map(|handle| layout.spots.get(handle).copied()).collect();
                paint::lit(painter, &spots, lit.colour, shine);
            }
        }
    }

    fn paint_pieces_on_their_way(
        &self,
        painter: &egui::Painter,
        textures: &Textures,
        scene: &Scene,
        layout: &Layout,
        now: f64,
    ) {
        for placed in &layout.pieces {
            let piece = &scene.areas[placed.area].pieces[placed.piece];
            if self.motion.is_moving(piece.id, now) {
                paint::piece(painter, textures, &piece.face, self.motion.spot(piece.id, placed.spot, now), true);
            }
        }
    }

    fn paint_touchables(
        &self,
        painter: &egui::Painter,
        textures: &Textures,
        scene: &Scene,
        touched: &[Touched<'_>],
        leads_on: &BTreeSet<&str>,
    ) {
        let ghost = self.held(scene);
        for Touched { handle, spot, response } in touched {
            if self.pick.touched().iter().any(|done| done == handle) {
                paint::chosen(painter, *spot);
            } else if leads_on.contains(handle) {
                let near = response.hovered() || response.has_focus();
                let strength = if near { 1.0 } else { 0.7 };
                if handle_is_space(scene, handle) {
                    paint::legal(painter, *spot, strength);
                    if let (true, Some(face)) = (near, ghost) {
                        let spot = Spot { radius: spot.radius * 0.9, ..*spot };
                        paint::flat_piece(painter, textures, face, spot, 0.72);
                    }
                } else {
                    paint::legal_piece(painter, *spot, strength);
                }
            }
            if response.has_focus() {
                paint::focus(painter, *spot);
            }
        }
    }

    /// The face of the piece about to be placed: the one that was touched, or the one that the rules put into the seat's hand.
    fn held<'a>(&self, scene: &'a Scene) -> Option<&'a Face> {
        let holds = scene.prompt.as_ref().and_then(|prompt| prompt.holds);
        let is_held = |piece: &Piece| match self.pick.touched().last() {
            Some(touched) => piece.handle == *touched,
            None => Some(piece.id) == holds,
        };
        scene.areas.iter().flat_map(|area| &area.pieces).find(|piece| is_held(piece)).map(|piece| &piece.face)
    }
}

fn paint_gesture(painter: &egui::Painter, scene: &Scene, layout: &Layout) {
    let spots = scene.gesture.as_ref().map(|gesture| (layout.spots.get(&gesture.from), layout.spots.get(&gesture.to)));
    if let Some((Some(from), Some(to))) = spots {
        trays::gesture(painter, *from, *to);
    }
}

/// A scene without anything that can be touched: an emblem, a preview.
pub fn paint_still(painter: &egui::Painter, textures: &Textures, scene: &Scene, rect: Rect) {
    let layout = Layout::new(scene, rect, Seat(0));
    for (area, plan) in scene.areas.iter().zip(&layout.boards) {
        if let (AreaKind::Board(board), Some(plan)) = (&area.kind, plan) {
            paint::board(painter, textures, board, plan);
        }
    }
    for (area, rect) in scene.areas.iter().zip(&layout.areas) {
        if let Some(plan) = TrayPlan::new(area, *rect, true) {
            trays::tray(painter, textures, &plan, false);
        }
    }
    for placed in &layout.pieces {
        paint_piece(painter, textures, &scene.areas[placed.area].pieces[placed.piece], placed.spot);
    }
}

/// A round piece by itself, off the table.
pub fn paint_alone(painter: &egui::Painter, textures: &Textures, face: &Face, at: egui::Pos2, radius: f32) {
    paint::piece(painter, textures, face, Spot::round(at, radius), false);
}

fn paint_piece(painter: &egui::Painter, textures: &Textures, piece: &Piece, spot: Spot) {
    paint::piece(painter, textures, &piece.face, spot, false);
    if piece.marks.contains(&Mark::Ring) {
        paint::ring(painter, spot);
    }
    if piece.marks.contains(&Mark::Trump) {
        paint::trump(painter, spot);
    }
    if piece.marks.contains(&Mark::Spent) {
        trays::spent(painter, spot);
    }
    if piece.marks.contains(&Mark::Known) {
        trays::known(painter, spot);
    }
    if piece.count > 1 {
        paint::count(painter, spot.at + Vec2::new(0.0, spot.radius + 14.0), piece.count);
    }
}

fn handle_is_space(scene: &Scene, handle: &str) -> bool {
    scene.areas.iter().any(|area| match &area.kind {
        AreaKind::Board(board) => board.spaces.iter().any(|space| space.handle == handle),
        _ => false,
    })
}

/// Makes every place known to the pointer, the keyboard and assistive technology, and returns those that can be touched.
fn touchables<'a>(ui: &Ui, scene: &'a Scene, layout: &Layout, can_touch: &BTreeSet<&str>) -> Vec<Touched<'a>> {
    let mut touched = Vec::new();
    let mut add = |handle: &'a str, name: String| {
        let Some(spot) = layout.spots.get(handle) else { return };
        let enabled = can_touch.contains(handle);
        let rect = spot.bounds();
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, Id::unique(("spot", handle)), sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &name));
        if enabled {
            touched.push(Touched {
                handle,
                spot: *spot,
                response: response.on_hover_cursor(egui::CursorIcon::PointingHand),
            });
        }
    };
    for area in &scene.areas {
        if !area.handle.is_empty() && !matches!(area.kind, AreaKind::Board(_)) {
            add(&area.handle, area_name(area));
        }
        if let AreaKind::Board(board) = &area.kind {
            for space in &board.spaces {
                add(&space.handle, format!("{}: {}", space.name, lying_on(area, &space.handle)));
            }
        }
        for piece in area.pieces.iter().filter(|piece| !piece.handle.is_empty()) {
            let many = if piece.count > 1 { format!(", {} of them", piece.count) } else { String::new() };
            add(&piece.handle, format!("{}{many}", piece.name));
        }
    }
    touched
}

/// The room of an area below its title.
fn below_headline(rect: Rect) -> Rect {
    Rect::from_min_max(rect.min + Vec2::new(0.0, 18.0), rect.max)
}

/// What assistive technology reads of an area.
fn area_name(area: &Area) -> String {
    let pieces: Vec<&str> = area.pieces.iter().map(|piece| piece.name.as_str()).collect();
    match &area.kind {
        AreaKind::Pile { count } | AreaKind::Deck { count } => format!("{}: {count}", area.title),
        AreaKind::Purse { coins } => format!("{}: {coins}", area.title),
        AreaKind::Track { steps, reached } | AreaKind::Dial { steps, reached } => {
            format!("{}: {reached} of {steps}", area.title)
        }
        _ if pieces.is_empty() => area.title.clone(),
        _ => format!("{}: {}", area.title, pieces.join(", ")),
    }
}

fn lying_on(area: &Area, space: &str) -> String {
    let pieces: Vec<String> = area
        .pieces
        .iter()
        .filter(|piece| piece.space == space)
        .map(|piece| {
            if piece.marks.contains(&Mark::Ring) { format!("{}, last played", piece.name) } else { piece.name.clone() }
        })
        .collect();
    if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") }
}

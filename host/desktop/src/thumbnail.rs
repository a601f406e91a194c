//! A thumbnail of a match that is kept: its table, its scores, and whose turn it is.
//!
//! The record is replayed on its own thread, because no rule runs on the window's thread. It shows what a review
//! may show.

use crate::names;
use crate::review::observers;
use egui::{Rect, Ui};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{Catalog, Match, Record};
use stonehouse_language::tr;
use stonehouse_plugin::scene::{Area, Layout, Piece};
use stonehouse_plugin::{Scene, Text};
use stonehouse_runtime::Rules;
use stonehouse_table::looks::{self, AreaRole, Canvas};
use stonehouse_table::{Still, Textures};
use stonehouse_ui::pictures::Pictures;
use stonehouse_ui::theme;
use stonehouse_ui::worker::{POLL_INTERVAL, Task};

/// The most cards in a picture of a scene.
const MAX_CARDS: usize = 3;
/// How many records are replayed at a time.
const MAX_AT_ONCE: usize = 4;
/// How many thumbnails are kept; more when more are shown at once.
const MAX_KEPT: usize = 64;

/// The inputs from which thumbnails are made.
#[derive(Clone, Copy)]
pub struct ThumbnailContext<'a> {
    /// The games.
    pub catalog: &'a Catalog,
    /// The textures of the table.
    pub textures: &'a Textures,
    /// How long the frame that first wants a thumbnail waits for it.
    pub timeout: Duration,
}

/// The thumbnails, made when they are first wanted. However many records there are, few are replayed at a time and few
/// are kept.
#[derive(Default)]
pub struct Thumbnails(HashMap<PathBuf, Thumbnail>);

struct Thumbnail {
    state: ThumbnailState,
    /// The window's pass in which it was wanted last.
    wanted: u64,
}

enum ThumbnailState {
    Awaited(Task<Option<Preview>>),
    Loaded(Box<Still>, Pictures, String),
    /// The record cannot be replayed; resuming it reports why.
    None,
}

struct Preview {
    scene: Scene,
    rules: Arc<Rules>,
    status: String,
}

impl Thumbnails {
    /// The standing of a match: "12 to 8 · your turn". `None` while its record is replayed.
    pub fn status(&mut self, ui: &Ui, context: &ThumbnailContext<'_>, file: &Path) -> Option<&str> {
        let pass = ui.ctx().cumulative_pass_nr();
        if !self.0.contains_key(file) {
            if self.awaited() >= MAX_AT_ONCE {
                ui.request_repaint_after(POLL_INTERVAL);
                return None;
            }
            if self.0.len() >= MAX_KEPT {
                self.0.retain(|_, thumbnail| thumbnail.wanted + 1 >= pass);
            }
            let (catalog, path) = (context.catalog.clone(), file.to_owned());
            let wake = ui.ctx().clone();
            let task = Task::begin("thumbnail", move || wake.request_repaint(), move || preview(&catalog, &path));
            let mut state = ThumbnailState::Awaited(task);
            state.poll(context.timeout);
            self.0.insert(file.to_owned(), Thumbnail { state, wanted: pass });
        }
        let thumbnail = self.0.get_mut(file)?;
        thumbnail.wanted = pass;
        thumbnail.state.poll(Duration::ZERO);
        match &thumbnail.state {
            ThumbnailState::Loaded(.., status) => Some(status),
            ThumbnailState::Awaited(task) => {
                task.schedule_poll(ui);
                None
            }
            ThumbnailState::None => Some(tr!("cannot be opened; a click shows the reason")),
        }
    }

    /// How many records are being replayed.
    fn awaited(&mut self) -> usize {
        self.0.values_mut().for_each(|thumbnail| thumbnail.state.poll(Duration::ZERO));
        self.0.values().filter(|thumbnail| matches!(thumbnail.state, ThumbnailState::Awaited(_))).count()
    }

    /// Paints the table of a match on cloth.
    pub fn paint(&mut self, ui: &Ui, textures: &Textures, file: &Path, rect: Rect) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, 7.0, theme::CLOTH);
        if let Some(Thumbnail { state: ThumbnailState::Loaded(still, pictures, _), .. }) = self.0.get_mut(file) {
            still.paint(&Canvas { painter: &painter, textures, pictures, names: &[] }, rect.shrink(3.0));
        }
    }
}

impl ThumbnailState {
    /// Takes the picture, if it is ready in time.
    fn poll(&mut self, timeout: Duration) {
        let Self::Awaited(task) = self else { return };
        *self = match task.poll(timeout) {
            Some(Ok(Some(preview))) => {
                let pictures = Pictures::new(preview.rules);
                Self::Loaded(Box::new(Still::new(preview.scene)), pictures, preview.status)
            }
            Some(_) => Self::None,
            None => return,
        };
    }
}

/// Replays a record and returns its preview, as far as a review may show the match.
fn preview(catalog: &Catalog, file: &Path) -> Option<Preview> {
    let record = Record::read_interrupted(file).ok()?;
    let game = catalog.game(&record.header.game).ok()?;
    let current = record.replay(&game.plugin).ok()?;
    let observer = *observers(&current).first()?;
    let mut scene = current.scene_after(current.len(), observer).ok()?;
    stonehouse_language::current_language().scene(&mut scene, None);
    let status = status(&current, &scene);
    let rules = Arc::clone(current.ruleset().rules());
    Some(Preview { scene: recognisable(scene), rules, status })
}

/// The standing of a match, in a few words.
fn status(current: &Match, scene: &Scene) -> String {
    let scores: Vec<String> =
        scene.seats.iter().filter_map(|panel| panel.score).map(|score| score.to_string()).collect();
    let people = current.players().iter().filter(|player| player.is_person()).count();
    let turn = current.to_act().map(|seat| {
        // A seat that resigned does not act any more.
        if current.is_played_by_person(seat) && people == 1 {
            tr!("your turn").to_owned()
        } else {
            tr!("{player} to act", player = names::display_names(current.players())[seat.index()])
        }
    });
    let scores = (!scores.is_empty()).then(|| names::to(&scores));
    scores.into_iter().chain(turn).collect::<Vec<_>>().join(" · ")
}

/// The part of a scene by which people recognise the game: its board; or the area of one player; or some of its cards.
pub fn recognisable(mut scene: Scene) -> Scene {
    let is_board = |area: &Area| looks::role(area) == AreaRole::Board;
    if scene.areas.iter().any(is_board) {
        // The areas around the board would be too small to see.
        scene.areas.retain(is_board);
        scene.areas.truncate(1);
    } else if let Some(panel) = scene.areas.iter().find(|area| looks::role(area) == AreaRole::Panel) {
        let handle = panel.handle.clone();
        scene.areas.retain(|area| {
            let is_large = !["plate", "edge"].contains(&area.style.as_str());
            area.handle == handle || (area.inside == handle && is_large)
        });
    } else {
        // Cards that were laid down, or else anything that is face up.
        let laid = |area: &&Area| looks::role(area) == AreaRole::Laid;
        let of = |areas: &[Area], wanted: &dyn Fn(&&Area) -> bool| -> Vec<_> {
            areas.iter().filter(wanted).flat_map(|area| &area.pieces).take(MAX_CARDS).cloned().collect()
        };
        let mut pieces = of(&scene.areas, &laid);
        if pieces.is_empty() {
            pieces = open(&scene).take(MAX_CARDS).cloned().collect();
        }
        if pieces.is_empty() {
            pieces = of(&scene.areas, &|_| true);
        }
        if pieces.is_empty() {
            // There are only stacks, meters and sheets: show the first one.
            scene.areas.truncate(1);
        } else {
            for piece in &mut pieces {
                piece.marks.clear();
            }
            // Dice are side by side, cards overlap.
            let overlap = pieces.iter().any(|piece| looks::face(&piece.face).overlaps());
            let layout = if overlap { Layout::Spread } else { Layout::Row };
            scene.areas = vec![Area::new("", layout).pieces(pieces)];
        }
    }
    for area in &mut scene.areas {
        area.title = Text::default();
        area.seat = None;
    }
    scene
}

/// The pieces that are face up and not in a hand.
pub fn open(scene: &Scene) -> impl Iterator<Item = &Piece> {
    let pieces = scene.areas.iter().filter(|area| looks::role(area) != AreaRole::Hand).flat_map(|area| &area.pieces);
    pieces.filter(|piece| !looks::face(&piece.face).is_hidden(&piece.face))
}

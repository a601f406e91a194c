//! The launcher: the games, their variants, matches to resume, and problems of files.
//!
//! - this module: the screen
//! - `tile`: a game; `emblem`: its picture; `cards`: its variants
//! - `resume`: matches that are not over
//! - `search`: the rank of a variant in a search
//! - `problems`: problems of files

mod cards;
mod emblem;
mod problems;
mod resume;
mod search;
mod tile;

use crate::explain::{self, Page};
use crate::history::records::RecordList;
use crate::thumbnail::{self, Thumbnails};
use crate::{find, labels};
use cards::{CardCommand, VariantCard};
use egui::{Align, CentralPanel, Frame, Id, Key, Layout, Margin, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo};
pub use emblem::Emblems;
use std::cell::RefCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use stonehouse_engine::record::RecordEntry;
use stonehouse_engine::{Catalog, GameEntry, Problem, Variant};
use stonehouse_language::{MadeIn, tr, translate_words};
use stonehouse_lesson::Lesson;
use stonehouse_table::Textures;
use stonehouse_ui::theme::{self, LineEnd};
use tile::Tile;

/// The greatest width of the content, in points, where text has its usual size.
const MAX_WIDTH: f32 = 1440.0;
/// The least room on either side of it, in points.
const MIN_SIDE: f32 = 28.0;
/// The most lines of small print on a variant's card.
const MAX_NOTES: usize = 4;

/// Below this height of the window, in points where text has its usual size, favourites are below the games.
const LOW: f32 = 720.0;

/// The width of the line of buttons below which one of them has a shorter name, and below which it is on a line of its
/// own, in points.
const TIGHT: f32 = 960.0;
const VERY_TIGHT: f32 = 720.0;

/// The field for searching.
const SEARCH: &str = "search of the launcher";

/// The launcher.
pub struct Launcher {
    records: RecordList,
    thumbnails: Thumbnails,
    timeout: Duration,
    /// The game whose variants are shown.
    unfolded: Option<String>,
    /// The text of the search.
    query: String,
    /// The rules that are shown.
    page: Option<Page>,
    shows_problems: bool,
    /// Whether the keyboard goes to the first game that can be played.
    to_first: bool,
    /// Whether it goes there in the next frame: in this one, the arrow would move it further.
    soon_to_first: bool,
    /// When it was opened, which serves as an id: each begins at its top.
    began: Instant,
    /// Whether Enter was pressed in the field for searching.
    takes_first: bool,
    lessons: Vec<Lesson>,
    lesson_problems: Vec<Problem>,
    /// The language of its pictures and standings.
    made_in: MadeIn,
}

/// The launcher's input besides the catalog.
pub struct LauncherContext<'a> {
    /// The textures of the table.
    pub textures: &'a Textures,
    /// Whether files are being searched at the moment.
    pub is_looking: bool,
    /// Problems that are in no catalog.
    pub problems: &'a [&'a Problem],
    /// The variants that a person likes best, as `GAME/ID`.
    pub favourites: &'a [String],
    /// The pictures of the games.
    pub emblems: &'a RefCell<Emblems>,
}

/// A command that a person gives in the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LauncherCommand {
    /// Set up a match of this variant, named `GAME/ID`.
    Sheet(String),
    /// Change this variant in the workshop.
    Change(String),
    /// Make this variant a favourite, or no longer one.
    Favour(String),
    /// Resume the match of this record.
    Resume(PathBuf),
    /// Take this lesson.
    Learn(Box<Lesson>),
    /// Come to a table with guests.
    SitDown,
    /// Show all matches that were kept.
    History,
    /// Open the lab, in which bots play.
    Lab,
    /// Show the packs that are installed.
    Packs,
    /// Change the settings.
    Settings,
    /// Search for plugins, variants and scripts again.
    Reload,
}

impl Launcher {
    /// The launcher for the games of a catalog. A frame waits for records no longer than `timeout`.
    pub fn new(catalog: &Catalog, timeout: Duration) -> Self {
        let (lessons, lesson_problems) = stonehouse_lesson::index::all(catalog.folders());
        Self {
            lessons,
            lesson_problems,
            records: RecordList::new(catalog.folders().records.clone(), timeout),
            thumbnails: Thumbnails::default(),
            timeout,
            unfolded: None,
            query: String::new(),
            page: None,
            shows_problems: false,
            to_first: false,
            soon_to_first: false,
            began: Instant::now(),
            takes_first: false,
            made_in: MadeIn::now(),
        }
    }

    /// The launcher with the variants of this game shown.
    #[must_use]
    pub fn unfolded(self, game: Option<String>) -> Self {
        Self { unfolded: game, ..self }
    }

    /// The game whose variants are shown.
    pub fn shows_variants_of(&self) -> Option<&str> {
        self.unfolded.as_deref()
    }

    /// Reads the records again.
    pub fn refresh(&mut self, timeout: Duration) {
        self.records.read_again(timeout);
        self.thumbnails = Thumbnails::default();
    }

    /// Shows the launcher.
    pub fn ui(&mut self, ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
        self.records.update(ui);
        if self.made_in.has_changed() {
            (self.thumbnails, self.page) = (Thumbnails::default(), None);
        }
        if self.page.as_mut().is_some_and(|page| page.dialog(ui.ctx())) {
            self.page = None;
        }
        self.arrows(ui);
        let mut command = ui.input(|input| input.key_pressed(Key::F5)).then_some(LauncherCommand::Reload);
        let paper = Frame::new().fill(theme::colours(ui).paper);
        Panel::top("head")
            .frame(paper.inner_margin(Margin::symmetric(MIN_SIDE as i8, 12)))
            .show_separator_line(false)
            .show(ui, |ui| {
                in_column(ui, |ui| command = self.head(ui, context.is_looking).or(command.take()));
            });
        let problems: Vec<&Problem> = catalog
            .problems()
            .iter()
            .chain(self.records.problems())
            .chain(&self.lesson_problems)
            .chain(context.problems.iter().copied())
            .collect();
        problems::show(ui, &problems, &mut self.shows_problems);
        let margin = Margin { left: MIN_SIDE as i8, right: 8, top: 0, bottom: 0 };
        CentralPanel::default().frame(paper.inner_margin(margin)).show(ui, |ui| {
            ScrollArea::vertical().id_salt(self.began).auto_shrink(false).show(ui, |ui| {
                in_column(ui, |ui| command = self.body(ui, catalog, context).or(command.take()));
                ui.add_space(20.0);
            });
        });
        command
    }

    /// Moves the keyboard to the first game that can be played when an arrow is pressed and it is nowhere, or down from
    /// the field for searching; from there egui's own arrows continue.
    fn arrows(&mut self, ui: &Ui) {
        let (focused, modal) = ui.memory(|memory| (memory.focused(), memory.top_modal_layer().is_some()));
        let nowhere = focused.is_none() && !modal;
        let searching = focused == Some(Id::unique(SEARCH));
        let arrows: &[Key] = match (nowhere, searching) {
            (true, _) => &[Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight],
            (_, true) => &[Key::ArrowDown],
            _ => &[],
        };
        self.to_first = std::mem::take(&mut self.soon_to_first);
        if ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key))) {
            self.soon_to_first = true;
            ui.request_repaint();
        }
    }

    /// The name of the program, the field for searching, and the buttons of other screens.
    fn head(&mut self, ui: &mut Ui, is_looking: bool) -> Option<LauncherCommand> {
        let mut command = None;
        let scale = theme::scale(ui);
        let is_tight = ui.available_width() < TIGHT * scale;
        let is_very_tight = ui.available_width() < VERY_TIGHT * scale;
        let mut search_below = false;
        ui.horizontal(|ui| {
            let ways = LineEnd::of(ui, "ways");
            ways.before(ui, |ui| {
                ui.label(RichText::new("Stonehouse").size(32.0 * scale.min(1.25)));
                search_below = ui.available_width() < 190.0 * scale;
                if !search_below {
                    let width = (ui.available_width() - 24.0).min(300.0 * scale);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.search(ui, width));
                }
            });
            ways.show(ui, |ui| {
                let hint =
                    tr!("What others have made, switched on and off. Drop a pack's file on the window to install it");
                if !is_very_tight && sit_down(ui, is_tight) {
                    command = Some(LauncherCommand::SitDown);
                }
                for (text, hint, goes) in [
                    (tr!("Settings"), tr!("Colours, language, size of text, pace (Ctrl+,)"), LauncherCommand::Settings),
                    (
                        tr!("History"),
                        tr!("All matches that were played, to be looked at again"),
                        LauncherCommand::History,
                    ),
                    (
                        tr!("Lab"),
                        tr!("Let bots play many games of a variant, and see what that shows"),
                        LauncherCommand::Lab,
                    ),
                    (tr!("Packs"), hint, LauncherCommand::Packs),
                ] {
                    if ui.button(text).on_hover_text(hint).clicked() {
                        command = Some(goes);
                    }
                }
                let hint = tr!("Search for plugins, variants and house rules again (F5)");
                if is_looking {
                    ui.label(tr!("Searching…"));
                } else if ui.button(tr!("Reload")).on_hover_text(hint).clicked() {
                    command = Some(LauncherCommand::Reload);
                }
            });
        });
        if search_below {
            let room = ui.available_width();
            self.search(ui, room);
        }
        if is_very_tight && sit_down(ui, false) {
            command = Some(LauncherCommand::SitDown);
        }
        command
    }

    fn search(&mut self, ui: &mut Ui, width: f32) {
        let name = tr!("Search games and variants");
        let field = find::field(ui, Id::unique(SEARCH), name, &mut self.query, width);
        self.takes_first = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    }

    fn body(&mut self, ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
        if !self.query.trim().is_empty() {
            return self.found(ui, catalog, context);
        }
        if catalog.games().is_empty() && !context.is_looking {
            no_games(ui, catalog);
        }
        let resumed = self.resume(ui, catalog, context);
        // Where the window is low, the buttons that start a match are visible without scrolling.
        let is_low = Self::is_low(ui);
        let above = if is_low { None } else { favourites(ui, catalog, context) };
        let played = self.games(ui, catalog, context);
        let below = if is_low { favourites(ui, catalog, context) } else { None };
        resumed.or(above).or(played).or(below)
    }

    /// Whether the window has no room for favourites above the games.
    fn is_low(ui: &Ui) -> bool {
        ui.ctx().content_rect().height() < LOW * theme::scale(ui)
    }

    /// The matches that can be resumed.
    fn resume(&mut self, ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
        let records = self.records.entries().iter();
        let open: Vec<&RecordEntry> = records.filter(|record| record.is_unfinished && record.has_begun).collect();
        if open.is_empty() {
            return None;
        }
        let mut command = None;
        let more = open.len() > resume::fitting(ui);
        ui.horizontal(|ui| {
            ui.label(RichText::new(tr!("Continue")).text_style(theme::title()));
            let all = tr!("All {n}", n = open.len());
            if more && ui.small_button(all).on_hover_text(tr!("In the history")).clicked() {
                command = Some(LauncherCommand::History);
            }
        });
        let now = jiff::Zoned::now().datetime();
        let about = thumbnail::ThumbnailContext { catalog, textures: context.textures, timeout: self.timeout };
        if let Some(entry) = resume::row(ui, &open, &about, now, &mut self.thumbnails) {
            command = Some(LauncherCommand::Resume(entry.file.clone()));
        }
        ui.add_space(8.0);
        command
    }

    /// The games, side by side, and below them the variants of the one that was unfolded.
    fn games(&mut self, ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
        let mut command = None;
        let games = catalog.games();
        let (columns, width) = tile::columns(games.len(), ui.available_width(), theme::scale(ui));
        for row in games.chunks(columns) {
            let tiles: Vec<Tile<'_>> = row
                .iter()
                .filter_map(|game| {
                    let is_open = self.unfolded.as_deref() == Some(game.id());
                    let lessons = self.lessons.iter().filter(|lesson| lesson.game == game.id()).collect();
                    usual(game).map(|usual| Tile { game, usual, is_open, lessons })
                })
                .collect();
            if tiles.is_empty() {
                continue;
            }
            if std::mem::take(&mut self.to_first) {
                ui.memory_mut(|memory| memory.request_focus(tile::start(tiles[0].game.id())));
            }
            if let Some((place, chosen)) =
                tile::row(ui, &tiles, width, (&mut context.emblems.borrow_mut(), self.timeout), context.textures)
            {
                let Tile { game, usual, is_open, ref lessons } = tiles[place];
                match chosen {
                    tile::TileCommand::Learn(which) => {
                        command =
                            lessons.get(which).map(|lesson| LauncherCommand::Learn(Box::new(Lesson::clone(lesson))));
                    }
                    tile::TileCommand::Start => command = Some(LauncherCommand::Sheet(usual.full_name())),
                    tile::TileCommand::Unfold => self.unfolded = (!is_open).then(|| game.id().to_owned()),
                    tile::TileCommand::Rules => self.page = Some(Page::new(&game.plugin, usual, usual)),
                }
            }
            ui.add_space(14.0);
            if let Some(Tile { game, .. }) = tiles.iter().find(|tile| tile.is_open) {
                let game_name = labels::game(&game.plugin);
                ui.label(RichText::new(tr!("{game}: its variants", game = game_name)).text_style(theme::title()));
                let cards: Vec<VariantCard> =
                    game.variants.iter().map(|variant| card(game, variant, context.favourites)).collect();
                command = cards::grid(ui, "unfolded", &cards).map(wanted).or(command);
                ui.add_space(12.0);
            }
        }
        command
    }

    /// The variants that are searched for.
    fn found(&self, ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
        let mut found = Vec::new();
        for game in catalog.games() {
            let name = labels::game(&game.plugin);
            for variant in &game.variants {
                let card = card(game, variant, context.favourites);
                let differences = usual(game).map(|usual| explain::differences(game.plugin.knobs(), usual, variant));
                let about = [&card.summary, &differences.unwrap_or_default().join(" ")].map(String::as_str).join(" ");
                if let Some(rank) = search::rank(&self.query, &[&card.name, &name, &about]) {
                    found.push((rank, VariantCard { summary: format!("{name}: {}", card.summary), ..card }));
                }
            }
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let cards: Vec<VariantCard> = found.into_iter().map(|(_, card)| card).collect();
        let title = match cards.len() {
            0 => tr!("No name or description matches.").to_owned(),
            1 => tr!("1 variant").to_owned(),
            many => tr!("{n} variants", n = many),
        };
        ui.label(RichText::new(title).text_style(theme::title()));
        let first = cards.first().map(|card| card.id.clone());
        let chosen = cards::grid(ui, "found", &cards).map(wanted);
        if let Some(first) = first.as_ref().filter(|_| self.to_first) {
            ui.memory_mut(|memory| memory.request_focus(cards::id("found", first)));
        }
        chosen.or_else(|| first.filter(|_| self.takes_first).map(LauncherCommand::Sheet))
    }
}

/// Shows the button that leads to tables with guests. Returns whether it was pressed.
fn sit_down(ui: &mut Ui, is_short: bool) -> bool {
    let name = tr!("Sit down at a table…");
    let button = ui.button(if is_short { tr!("Sit down…") } else { name });
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    button
        .on_hover_text(tr!("At a table of somebody else, with the link that they sent you; or at one of your own"))
        .clicked()
}

/// Shows something in the column of the launcher, in whose middle the window is: everything begins and ends at the same
/// edges.
fn in_column(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().width() - 2.0 * MIN_SIDE;
    let width = room.min(MAX_WIDTH * theme::scale(ui));
    ui.horizontal_top(|ui| {
        ui.add_space((room - width) / 2.0);
        ui.vertical(|ui| {
            ui.set_max_width(width);
            show(ui);
        });
    });
}

/// The variant of a game that people play unless they want another one.
fn usual(game: &GameEntry) -> Option<&Variant> {
    game.variants.first().map(AsRef::as_ref)
}

/// Shows the favourites that exist.
fn favourites(ui: &mut Ui, catalog: &Catalog, context: &LauncherContext<'_>) -> Option<LauncherCommand> {
    let found = context.favourites.iter().filter_map(|name| catalog.variant(name).ok());
    let cards: Vec<VariantCard> = found
        .map(|(game, variant)| {
            let card = card(game, variant, context.favourites);
            VariantCard { summary: labels::game(&game.plugin), notes: Vec::new(), ..card }
        })
        .collect();
    if cards.is_empty() {
        return None;
    }
    ui.label(RichText::new(tr!("Favourites")).text_style(theme::title()));
    let chosen = cards::grid(ui, "favourites", &cards).map(wanted);
    ui.add_space(8.0);
    chosen
}

fn wanted(chosen: CardCommand) -> LauncherCommand {
    match chosen {
        CardCommand::Play(variant) => LauncherCommand::Sheet(variant),
        CardCommand::Change(variant) => LauncherCommand::Change(variant),
        CardCommand::Favour(variant) => LauncherCommand::Favour(variant),
    }
}

/// The card of a variant. The small print names its house rules, and the other differences from the usual one.
fn card(game: &GameEntry, variant: &Variant, favourites: &[String]) -> VariantCard {
    let id = variant.full_name();
    let differences = usual(game).map(|usual| explain::differences(game.plugin.knobs(), usual, variant));
    let mut differences = differences.unwrap_or_default();
    if differences.len() > MAX_NOTES {
        let more = differences.len() - (MAX_NOTES - 1);
        differences.truncate(MAX_NOTES - 1);
        differences.push(tr!("and {n} more", n = more));
    }
    VariantCard {
        name: labels::variant(variant),
        summary: translate_words(&variant.summary),
        notes: variant
            .origin_in_words()
            .into_iter()
            .map(|origin| stonehouse_language::translate(&origin, &[""; 0]))
            .chain(differences)
            .collect(),
        is_favourite: favourites.contains(&id),
        id,
        game: labels::game(&game.plugin),
    }
}

fn no_games(ui: &mut Ui, catalog: &Catalog) {
    ui.heading(tr!("No game was found"));
    ui.label(tr!("Stonehouse looks for games in these folders:"));
    for folder in catalog.folders().with_games() {
        ui.label(RichText::new(folder.path.display().to_string()).monospace());
    }
    ui.label(tr!("Put a game into one of them and press Reload, or start Stonehouse with --plugins and the name of another folder."));
}

//! The history: all matches that were kept, to be found, reviewed, resumed, deleted and restored.
//!
//! - this module: the screen
//! - `statistics`: how often and how well
//! - [`records`]: the records, read on their own thread; `filter`: which of them are shown; `row`: one of them;
//!   [`mod@when`]: when a match was played, in words

mod filter;
pub mod records;
mod row;
mod statistics;
mod when;

use crate::match_words;
use crate::thumbnail::{ThumbnailContext, Thumbnails};
use crate::{find, labels, names};
use egui::{CentralPanel, ComboBox, Frame, Id, Key, Label, Margin, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo};
use filter::{Filter, values};
use records::RecordList;
use row::row;
use statistics::{ResultOutcome, Statistics, usual_player};
use std::path::PathBuf;
use std::time::Duration;
use stonehouse_engine::record::RecordEntry;
use stonehouse_engine::{Catalog, Ending, Player, Reason};
use stonehouse_language::{MadeIn, tr, translate};
use stonehouse_plugin::{Text, text};
use stonehouse_table::Textures;
use stonehouse_ui::theme;
pub use when::when;

/// The height of a match in the list, in points.
const ROW: f32 = 66.0;

/// The field for searching.
const SEARCH: &str = "search of the history";

/// The screen.
pub struct History {
    kept: RecordList,
    deleted: RecordList,
    /// Whether the deleted ones are shown.
    shows_deleted: bool,
    filter: Filter,
    lines: Vec<HistoryLine>,
    /// The places in `lines` of those that are shown.
    shown: Vec<usize>,
    /// The inputs from which `lines` and `shown` were made.
    made_for: Option<MadeFor>,
    /// The file of the match that was deleted last, which can be put back with one click.
    last_deleted: Option<PathBuf>,
    trouble: Option<String>,
    timeout: Duration,
    thumbnails: Thumbnails,
    /// Whether statistics are shown instead of the matches.
    shows_statistics: bool,
    /// The statistics of the lines that are shown.
    statistics: Option<Statistics>,
    /// The language of its lines.
    made_in: MadeIn,
}

/// The inputs of the lines: whether they are the deleted ones, the number of the records' reading, the number of games
/// (the names of others are not known), and the filter.
type MadeFor = (bool, u64, usize, Filter);

/// A match as a line of the list.
#[derive(Debug, Default)]
pub struct HistoryLine {
    file: PathBuf,
    game: String,
    variant: String,
    players: Vec<String>,
    result: String,
    when: String,
    actions: Option<usize>,
    is_unfinished: bool,
    /// The level of each bot; none: a person.
    levels: Vec<Option<String>>,
    /// The winners, by seat, once it is over.
    won: Option<Vec<bool>>,
    /// Whether all play as one team: then a match is won or lost, and never drawn.
    is_one_team: bool,
    /// Everything that is searched, in lower case.
    words: String,
}

/// A command that a person gives in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryCommand {
    /// Back to the launcher.
    Leave,
    /// Continue this match.
    Resume(PathBuf),
    /// Step through this match.
    Review(PathBuf),
}

/// A person's action on a line.
enum RowCommand {
    Go(HistoryCommand),
    Delete(PathBuf),
    PutBack(PathBuf),
}

impl History {
    /// The history of the records in a folder. A frame waits for them no longer than `timeout`.
    pub fn new(folder: Option<PathBuf>, timeout: Duration) -> Self {
        Self {
            deleted: RecordList::new(folder.as_ref().map(|folder| folder.join(records::DELETED)), timeout),
            kept: RecordList::new(folder, timeout),
            shows_deleted: false,
            filter: Filter::default(),
            lines: Vec::new(),
            shown: Vec::new(),
            made_for: None,
            last_deleted: None,
            trouble: None,
            timeout,
            thumbnails: Thumbnails::default(),
            shows_statistics: false,
            statistics: None,
            made_in: MadeIn::now(),
        }
    }

    /// Reads the records again, such as after a match.
    pub fn refresh(&mut self) {
        self.kept.read_again(self.timeout);
        self.deleted.read_again(self.timeout);
        self.thumbnails = Thumbnails::default();
    }

    /// Shows the history. The records of `open` are being written, and stay where they are.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        catalog: &Catalog,
        textures: &Textures,
        open: &[PathBuf],
    ) -> Option<HistoryCommand> {
        self.kept.update(ui);
        self.deleted.update(ui);
        if self.made_in.has_changed() {
            // Games, variants and players may have other names now.
            (self.made_for, self.filter) =
                (None, Filter { words: std::mem::take(&mut self.filter.words), ..Filter::default() });
            self.thumbnails = Thumbnails::default();
        }
        self.make(catalog);
        let mut command = self.bar(ui);
        let nobody_types = ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
        if nobody_types && ui.input(|input| input.key_pressed(Key::Escape)) {
            command = Some(HistoryCommand::Leave);
        }
        let mut action = None;
        let frame =
            Frame::new().fill(theme::colours(ui).paper).inner_margin(Margin { left: 24, right: 8, top: 4, bottom: 0 });
        CentralPanel::default().frame(frame).show(ui, |ui| {
            self.notes(ui);
            if self.shown.is_empty() {
                self.nothing(ui);
                return;
            }
            if self.shows_statistics {
                self.statistics().ui(ui);
                return;
            }
            let height = ROW * theme::scale(ui);
            // Many may be wanted in one frame, which shares its timeout among them.
            let context = ThumbnailContext { catalog, textures, timeout: self.timeout / 10 };
            let area = ScrollArea::vertical().id_salt(("history", self.shows_deleted)).auto_shrink(false);
            area.show_rows(ui, height, self.shown.len(), |ui, rows| {
                for place in rows {
                    let line = &self.lines[self.shown[place]];
                    action =
                        row(ui, line, height, self.shows_deleted, &context, &mut self.thumbnails).or(action.take());
                }
            });
        });
        match action {
            Some(RowCommand::Go(go)) => command = Some(go),
            Some(RowCommand::Delete(file)) if open.contains(&file) => {
                self.trouble = Some(tr!("This match is open in another tab. Close it there first.").to_owned());
            }
            Some(RowCommand::Delete(file)) => self.delete(&file),
            Some(RowCommand::PutBack(file)) => self.put_back(&file),
            None => {}
        }
        command
    }

    /// Makes the lines, if the records or the filter have changed.
    fn make(&mut self, catalog: &Catalog) {
        let list = if self.shows_deleted { &self.deleted } else { &self.kept };
        let wanted = (self.shows_deleted, list.number(), catalog.games().len(), self.filter.clone());
        if self.made_for.as_ref() == Some(&wanted) {
            return;
        }
        let same_records =
            self.made_for.as_ref().is_some_and(|made| (made.0, made.1, made.2) == (wanted.0, wanted.1, wanted.2));
        if !same_records {
            let now = jiff::Zoned::now().datetime();
            // A match that continues in another record is listed under that one.
            let shown = list.entries().iter().filter(|entry| entry.is_unfinished || entry.end.is_some());
            let mut shown: Vec<&RecordEntry> = shown.collect();
            // By their dates, not by the names of their files; those of one minute stay as they are.
            shown.sort_by(|one, other| other.header.started.cmp(&one.header.started));
            self.lines = shown.into_iter().map(|entry| HistoryLine::of(entry, catalog, now)).collect();
        }
        self.shown = (0..self.lines.len()).filter(|place| self.filter.shows(&self.lines[*place])).collect();
        self.statistics = None;
        self.made_for = Some(wanted);
    }

    /// The bar: back, the filter, and the number of matches.
    fn bar(&mut self, ui: &mut Ui) -> Option<HistoryCommand> {
        let mut command = None;
        let frame = theme::bar_frame(ui);
        Panel::top("history bar").frame(frame).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                if ui.button(tr!("Back")).on_hover_text(tr!("To the launcher (Esc)")).clicked() {
                    command = Some(HistoryCommand::Leave);
                }
                ui.label(RichText::new(tr!("History")).text_style(theme::title()));
                let scale = theme::scale(ui);
                find::field(ui, Id::unique(SEARCH), tr!("Search"), &mut self.filter.words, 150.0 * scale);
                let (lines, filter) = (&self.lines, &mut self.filter);
                let game = filter.game.clone();
                choose(ui, tr!("All games"), tr!("Game"), &mut filter.game, || {
                    values(lines.iter().map(|line| &line.game))
                });
                let of_game = || lines.iter().filter(|line| game.as_ref().is_none_or(|game| line.game == *game));
                choose(ui, tr!("All variants"), tr!("Variant"), &mut filter.variant, || {
                    values(of_game().map(|line| &line.variant))
                });
                choose(ui, tr!("All players"), tr!("Player"), &mut filter.player, || {
                    values(lines.iter().flat_map(|line| &line.players))
                });
                for (text, over) in
                    [(tr!("All"), None), (tr!("Finished"), Some(true)), (tr!("Unfinished"), Some(false))]
                {
                    if ui.add(theme::option(filter.is_over == over, text)).clicked() {
                        filter.is_over = over;
                    }
                }
                let statistics = theme::option(self.shows_statistics, tr!("Statistics"));
                if ui.add(statistics).on_hover_text(tr!("How often and how well, of the matches chosen here")).clicked()
                {
                    self.shows_statistics = !self.shows_statistics;
                }
                let bin = theme::option(self.shows_deleted, tr!("Deleted"));
                if ui.add(bin).on_hover_text(tr!("Those that were deleted: each can be put back")).clicked() {
                    self.shows_deleted = !self.shows_deleted;
                }
                let count = tr!("{shown} of {all}", shown = self.shown.len(), all = self.lines.len());
                ui.label(RichText::new(count).text_style(theme::small()).color(theme::colours(ui).ink_soft));
            });
        });
        // A variant of another game would show nothing.
        if let Some(variant) = &self.filter.variant
            && self
                .filter
                .game
                .as_ref()
                .is_some_and(|game| !self.lines.iter().any(|line| line.game == *game && line.variant == *variant))
        {
            self.filter.variant = None;
        }
        command
    }

    /// The statistics of the lines that are shown: of the player who was chosen, or else of the one who played most.
    fn statistics(&mut self) -> &Statistics {
        let lines = || self.shown.iter().map(|place| &self.lines[*place]);
        let player = || self.filter.player.clone().or_else(|| usual_player(lines())).unwrap_or_default();
        self.statistics.get_or_insert_with(|| Statistics::of(&player(), lines()))
    }

    /// Shows the match that was deleted last, and the latest error.
    fn notes(&mut self, ui: &mut Ui) {
        let mut back = None;
        if let Some(file) = &self.last_deleted {
            ui.horizontal(|ui| {
                ui.label(tr!("The match was deleted."));
                if ui.button(tr!("Undo")).on_hover_text(tr!("Put it back")).clicked() {
                    back = Some(file.clone());
                }
            });
        }
        if let Some(back) = back {
            self.put_back(&back);
        }
        if let Some(trouble) = &self.trouble {
            let text = RichText::new(trouble).color(theme::colours(ui).alarm);
            ui.add(Label::new(text).wrap().selectable(true));
        }
    }

    fn nothing(&self, ui: &mut Ui) {
        let list = if self.shows_deleted { &self.deleted } else { &self.kept };
        let text = if list.is_waiting() {
            tr!("Reading the records…")
        } else if !self.lines.is_empty() {
            tr!("No match is like that.")
        } else if self.shows_deleted {
            tr!("Nothing was deleted.")
        } else {
            tr!("No match has been played yet. Every match is kept here by itself.")
        };
        ui.add_space(12.0);
        ui.label(RichText::new(text).color(theme::colours(ui).ink_soft));
    }

    fn delete(&mut self, file: &std::path::Path) {
        match records::delete(file) {
            Ok(deleted) => {
                self.kept.forget(file);
                self.last_deleted = Some(deleted);
                self.trouble = None;
                self.deleted.read_again(self.timeout);
            }
            Err(why) => self.trouble = Some(why),
        }
    }

    fn put_back(&mut self, file: &std::path::Path) {
        match records::put_back(file) {
            Ok(_) => {
                self.deleted.forget(file);
                self.trouble = None;
                self.kept.read_again(self.timeout);
            }
            Err(why) => self.trouble = Some(why),
        }
        self.last_deleted = None;
    }
}

impl HistoryLine {
    fn of(entry: &RecordEntry, catalog: &Catalog, now: jiff::civil::DateTime) -> Self {
        let header = &entry.header;
        let game = catalog.game(&header.game).map_or_else(|_| header.game.clone(), |game| labels::game(&game.plugin));
        let variant = labels::variant_of(header);
        let players = names::display_names(&header.players);
        let words = format!("{game} {variant} {} {}", players.join(" "), header.started).to_lowercase();
        Self {
            file: entry.file.clone(),
            result: entry.end.as_ref().map_or_else(String::new, |end| result(end, &players, header.is_one_team())),
            when: when(&header.started, now),
            actions: entry.actions,
            is_unfinished: entry.is_unfinished,
            levels: header.players.iter().map(level).collect(),
            won: entry.end.as_ref().map(|end| {
                let seats = stonehouse_plugin::Seat::all(header.players.len());
                seats.map(|seat| end.outcome.winners.contains(seat)).collect()
            }),
            is_one_team: header.is_one_team(),
            game,
            variant,
            players,
            words,
        }
    }
}

impl HistoryLine {
    /// The result for a seat, if it is over.
    fn outcome(&self, seat: usize) -> Option<ResultOutcome> {
        let won = self.won.as_ref()?;
        let all_alike = won.iter().all(|won| *won) || won.iter().all(|won| !*won);
        Some(match (all_alike && !self.is_one_team, *won.get(seat)?) {
            (true, _) => ResultOutcome::Drawn,
            (false, true) => ResultOutcome::Won,
            (false, false) => ResultOutcome::Lost,
        })
    }
}

/// The kind of bot that plays: a level, or the name of a player that is not known here; `None`: a person.
fn level(player: &Player) -> Option<String> {
    (!player.is_person()).then(|| match_words::level(player).unwrap_or_else(|| player.player.clone()))
}

/// The result of a match: "Anna wins, 14 – 9", the scores in the order of the players.
fn result(end: &Ending, players: &[String], is_one_team: bool) -> String {
    let winners = Vec::from(end.outcome.winners);
    let sentence = |text: Text| translate(&text, players);
    let won = match &winners[..] {
        [] if is_one_team => tr!("The match is lost").to_owned(),
        _ if is_one_team => tr!("The match is won").to_owned(),
        [] => tr!("Nobody wins").to_owned(),
        all if all.len() == players.len() => tr!("A draw").to_owned(),
        [only] => sentence(text!("{winner} wins", winner = *only)),
        several => {
            let names: Vec<&String> = several.iter().filter_map(|seat| players.get(seat.index())).collect();
            tr!("{winners} win", winners = stonehouse_language::joined(&names))
        }
    };
    let won = match end.reason {
        Reason::Time(seat) => sentence(text!("{who} ran out of time", who = seat)),
        Reason::Resigned(seat) => sentence(text!("{who} resigned", who = seat)),
        Reason::Agreed | Reason::Rules => won,
    };
    let resigned: String =
        end.resigned.iter().map(|seat| sentence(text!("{who} resigned", who = *seat)) + ". ").collect();
    let won = resigned + &won;
    let scores = &end.outcome.scores;
    // One for winning and nought for losing are no points.
    if scores.iter().all(|score| matches!(score, 0 | 1)) {
        return won;
    }
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    format!("{won}, {}", scores.join(" – "))
}

/// A list to choose one value from, or none.
fn choose(ui: &mut Ui, all: &str, name: &str, value: &mut Option<String>, values: impl FnOnce() -> Vec<String>) {
    let shown = value.clone().unwrap_or_else(|| all.to_owned());
    let width = 118.0 * theme::scale(ui);
    let list = ComboBox::from_id_salt(("history", name)).selected_text(shown.clone()).width(width).truncate();
    let list = list.show_ui(ui, |ui| {
        ui.selectable_value(value, None, all);
        for one in values() {
            ui.selectable_value(value, Some(one.clone()), one);
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {shown}")));
}

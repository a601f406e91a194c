//! The program's state, and how one screen leads to the next.
//!
//! Plugins are searched when the program starts and when a person asks for it (*Reload*, F5), on a thread of their own:
//! the window does not wait for them. Variants and scripts, which are only read, are read each time they are shown.

mod closing;
mod files;
mod lab;
mod languages;
mod lessons;
mod links;
mod past;
mod setup;
mod tabs;
mod tap_filter;
mod work;
mod workshop_return;

use crate::consent::Consent;
use crate::history::History;
use crate::labels;
use crate::launcher::{self, Launcher};
use crate::live::Watcher;
use crate::packs::{self, News, Packs};
use crate::play::{self, Play, Tempo};
use crate::review::Review;
use crate::settings::{self, Settings};
use crate::sheet::{self, NewMatch, Sheet, SheetResult};
use crate::workshop::Workshop;
use egui::Ui;
use languages::Languages;
use parking_lot::MappedMutexGuard;
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use stonehouse_engine::plugins::Prober;
use stonehouse_engine::{Catalog, Folders, Match, Player, Problem, Ruleset, record};
use stonehouse_lab_screen::Lab;
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_sound::Speaker;
use stonehouse_table::Textures;
use stonehouse_ui::look;
use stonehouse_ui::worker::{Task, UNNOTICED};
use tabs::{Others, Tab};
use tap_filter::TapFilter;
use work::{Done, Work};

/// How long bots take when people play.
const TEMPO: Tempo = Tempo {
    pace: Duration::from_millis(700),
    patience: Duration::from_secs(4),
    steady: Some(Duration::from_millis(2500)),
    at_once: UNNOTICED,
};

/// The program.
pub struct App {
    catalog: Catalog,
    /// The tab that is shown, and the others.
    tab: Tab,
    others: Others,
    sheet: Option<Sheet>,
    packs: Packs,
    consent: Consent,
    /// An error that a person has to read and close.
    trouble: Option<String>,
    tempo: Tempo,
    /// The seed of the next match that is not given one; `None`: a random one.
    next_seed: Option<u64>,
    textures: Option<Textures>,
    /// The search for plugins, variants and scripts, while it runs.
    search: Task<Catalog>,
    /// What it has found so far, each time a new library has been tried out.
    found_so_far: Option<Receiver<Catalog>>,
    work: Option<Work>,
    /// Watches for saved variants and scripts.
    watcher: Option<Watcher>,
    /// The action before which the next review begins, and whose eyes it is seen with.
    review_at: Option<(usize, Seat)>,
    /// Whether files were changed while other work was under way.
    files_wait: bool,
    settings: Settings,
    speaker: Speaker,
    /// The problems of their files.
    settings_problems: Vec<Problem>,
    settings_window: settings::Window,
    languages: Languages,
    /// What becomes of the match, if people are asked whether they want to leave it.
    asks_to_leave: Option<Leaving>,
    /// Whether people are asked before the window is closed.
    closing: closing::Closing,
    /// The game whose variants the launcher shows.
    unfolded: Option<String>,
    /// Whether a dialog lay over the screen in the frame before.
    had_dialog: bool,
    emblems: RefCell<launcher::Emblems>,
    links: links::Links,
    taps: TapFilter,
}

/// How a match is left.
#[derive(Clone, Copy)]
enum Leaving {
    /// For the launcher.
    Leave,
    /// With its tab.
    Close,
}

enum Screen {
    Launcher(Box<Launcher>),
    Workshop(Box<Workshop>),
    Play(Box<Play>),
    History(Box<History>),
    Review(Box<Review>),
    Lab(Box<Lab>),
}

impl App {
    /// Starts in the launcher and begins to search `folders`. A library is loaded if `prober` accepts it, which can take a while when it is
    /// new. `ctx` is the window's.
    pub fn new(folders: &Folders, prober: Arc<dyn Prober>, ctx: &egui::Context) -> Self {
        let mut app = Self::with_tempo(Catalog::empty(folders, prober), TEMPO);
        app.speaker = Speaker::new(app.settings.loudness());
        app.languages = Languages::of(folders, &app.settings.language, true);
        app.begin_reload(ctx);
        let ctx = ctx.clone();
        app.watcher = Watcher::begin(folders, move || ctx.request_repaint());
        app
    }

    /// Starts in the launcher with a catalog that is already loaded, and with a tempo of its own, so that tests need not wait for bots.
    pub fn with_tempo(catalog: Catalog, tempo: Tempo) -> Self {
        let launcher = Launcher::new(&catalog, tempo.at_once);
        let (settings, settings_problems) =
            catalog.folders().settings.as_deref().map(settings::file::read).unwrap_or_default();
        let languages = Languages::of(catalog.folders(), &settings.language, false);
        Self {
            catalog,
            tab: Tab::new(Screen::Launcher(Box::new(launcher))),
            others: Others::default(),
            sheet: None,
            packs: Packs::default(),
            consent: Consent::default(),
            trouble: None,
            tempo,
            next_seed: None,
            textures: None,
            search: Task::default(),
            found_so_far: None,
            work: None,
            review_at: None,
            watcher: None,
            files_wait: false,
            settings,
            speaker: Speaker::silent(),
            settings_problems,
            settings_window: settings::Window::default(),
            languages,
            asks_to_leave: None,
            closing: closing::Closing::No,
            unfolded: None,
            had_dialog: false,
            emblems: RefCell::default(),
            links: links::Links::default(),
            taps: TapFilter::default(),
        }
    }

    /// Numbers the seeds of new matches from `first` on instead of drawing them at random, so that the same clicks lead to the same
    /// matches.
    #[must_use]
    pub const fn with_seeds(mut self, first: u64) -> Self {
        self.next_seed = Some(first);
        self
    }

    /// Lets this speaker play the sounds.
    #[must_use]
    pub fn with_speaker(mut self, mut speaker: Speaker) -> Self {
        speaker.set_volume(self.settings.loudness());
        self.speaker = speaker;
        self
    }

    /// The match on the screen, if there is one. It blocks while rules are running, and so is only for tests and tools.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        match &self.tab.screen {
            Screen::Play(play) => play.current(),
            _ => None,
        }
    }

    /// The title of the notice that stops the match on the screen, if there is one.
    pub fn stopped_by(&self) -> Option<&'static str> {
        match &self.tab.screen {
            Screen::Play(play) => play.stopped_by(),
            _ => None,
        }
    }

    /// Blocks until running rules, a thinking bot and a comparison are done: for tests and tools, which show frames faster than bots think.
    pub fn wait_for_bot(&mut self) {
        self.languages.set_language();
        self.take_result(Duration::MAX);
        for tab in self.others.iter_mut() {
            if let Screen::Play(play) = &mut tab.screen {
                play.wait();
            }
        }
        match &mut self.tab.screen {
            Screen::Play(play) => play.wait(),
            Screen::Workshop(workshop) => workshop.wait(),
            Screen::Review(review) => review.wait(),
            Screen::Lab(lab) => lab.wait(),
            Screen::Launcher(_) | Screen::History(_) => {}
        }
    }

    /// Blocks until a running search of the files has ended: for tests and tools, which show frames faster than files are read.
    pub fn wait_for_files(&mut self) {
        self.languages.set_language();
        self.take_files(Duration::MAX);
    }

    /// Shows one frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.languages.set_language();
        self.take_files(Duration::ZERO);
        self.take_result(Duration::ZERO);
        let was_busy = self.work.is_none() && std::mem::take(&mut self.files_wait);
        if self.watcher.as_ref().is_some_and(Watcher::has_changed) || was_busy {
            self.files_changed();
        }
        let textures = self.textures.take().unwrap_or_else(|| {
            look::apply(ui.ctx(), self.settings.looks());
            // This part of the window was made with the style from before.
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        });
        // Before the screen, so that the key press that opens a sheet does not answer it too.
        match self.sheet.as_mut().and_then(|sheet| sheet.ui(ui)) {
            Some(SheetResult::Start(new)) => self.start(new),
            Some(SheetResult::Count(ruleset, count)) => self.count(ruleset, count),
            Some(SheetResult::Cancel) => self.sheet = None,
            None => {}
        }
        self.close_tips(ui);
        full_screen_key(ui);
        self.show_tabs(ui);
        match &mut self.tab.screen {
            Screen::Launcher(launcher) => {
                let problems: Vec<&Problem> = self.settings_problems.iter().chain(&self.languages.problems).collect();
                let around = launcher::Around {
                    textures: &textures,
                    is_looking: self.search.is_pending(),
                    problems: &problems,
                    favourites: &self.settings.favourites,
                    emblems: &self.emblems,
                };
                let command = launcher.ui(ui, &self.catalog, &around);
                self.unfolded = launcher.shows_variants_of().map(str::to_owned);
                if let Some(command) = command {
                    self.launcher_command(command, ui.ctx());
                }
            }
            Screen::Workshop(workshop) => {
                let command = workshop.ui(ui);
                if let Some(command) = command {
                    self.workshop_command(command);
                }
            }
            Screen::Play(play) => {
                let command = play.ui(ui, &textures);
                self.speaker.play(&play.take_sounds());
                if let Some(command) = command {
                    self.play_command(command);
                }
            }
            Screen::History(history) => {
                let open = tabs::open_records(&self.others);
                let command = history.ui(ui, &self.catalog, &textures, &open);
                if let Some(command) = command {
                    self.history_command(command);
                }
            }
            Screen::Review(review) => {
                let command = review.ui(ui, &textures, self.settings.text_view);
                if let Some(command) = command {
                    self.review_command(command);
                }
            }
            Screen::Lab(lab) => {
                let command = lab.ui(ui);
                if let Some(command) = command {
                    self.lab_command(command);
                }
            }
        }
        self.show_packs(ui);
        self.show_consent(ui);
        self.show_settings(ui);
        self.show_leaving(ui);
        self.show_closing(ui);
        self.show_work(ui);
        self.show_trouble(ui);
        self.links.ui(ui);
        self.textures = Some(textures);
    }

    /// Closes the tip of the screen below when a dialog has opened: egui keeps a tip open as long as the pointer is over what it is about, even
    /// if a dialog lies between. The pointer is found again when it moves.
    fn close_tips(&mut self, ui: &Ui) {
        let has_dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
        if has_dialog && !std::mem::replace(&mut self.had_dialog, has_dialog) {
            ui.input_mut(|input| input.pointer = egui::PointerState::default());
            ui.request_repaint();
        }
        self.had_dialog = has_dialog;
    }

    fn launcher_command(&mut self, command: launcher::LauncherCommand, ctx: &egui::Context) {
        match command {
            launcher::LauncherCommand::Sheet(variant) => self.open_sheet(&variant),
            launcher::LauncherCommand::Change(variant) => self.open_workshop(&variant),
            launcher::LauncherCommand::Favour(variant) => self.favour(variant),
            launcher::LauncherCommand::Resume(file) => self.resume(file),
            launcher::LauncherCommand::Learn(lesson) => self.open_lesson(*lesson),
            launcher::LauncherCommand::History => self.open_history(),
            launcher::LauncherCommand::Lab => self.open_lab(None),
            launcher::LauncherCommand::Packs => self.packs.open_list(),
            launcher::LauncherCommand::Settings => self.settings_window.open(),
            launcher::LauncherCommand::Reload => {
                self.consent.ask_again();
                self.begin_reload(ctx);
            }
        }
    }

    fn play_command(&mut self, command: play::MatchCommand) {
        let Screen::Play(play) = &mut self.tab.screen else { return };
        let (ruleset, players, terms) = (Arc::clone(play.ruleset()), play.players().to_vec(), play.terms());
        match command {
            play::MatchCommand::Leave if self.settings.confirm_leaving && play.has_running_clocks() => {
                self.asks_to_leave = Some(Leaving::Leave);
            }
            play::MatchCommand::Leave => self.leave_match(),
            play::MatchCommand::AnotherVariant => {
                self.unfolded = Some(ruleset.plugin().about().id.clone());
                self.leave_match();
            }
            play::MatchCommand::NewTab => self.new_tab(),
            play::MatchCommand::Settings => self.settings_window.open(),
            play::MatchCommand::PlayOn => self.play_on_after_lesson(),
            play::MatchCommand::Review => {
                self.review_at = None;
                if let Some(file) = play.record().map(Path::to_owned) {
                    self.open_review(file);
                }
            }
            play::MatchCommand::ReviewAt(number, seat) => {
                if let Some(file) = play.record().map(Path::to_owned) {
                    self.review_at = Some((number, seat));
                    self.open_review(file);
                }
            }
            play::MatchCommand::Rematch => self.start(Sheet::rematch(ruleset, &players, terms)),
            play::MatchCommand::Swap => {
                let mut players = players;
                players.rotate_right(1);
                self.start(Sheet::rematch(ruleset, &players, terms));
            }
            play::MatchCommand::NewMatch => self.sheet = Some(self.new_sheet(ruleset, Some(&players))),
            play::MatchCommand::Reload => {
                self.catalog.reload_variants();
                let compiled = self.compiling_again(&ruleset);
                self.begin(&labels::game(ruleset.plugin()), move || {
                    Done::Repaired(compiled.and_then(|compile| compile()))
                });
            }
        }
    }

    /// Begins to search all files again, plugins included, unless such a search is running.
    fn begin_reload(&mut self, ctx: &egui::Context) {
        if !self.search.is_pending() {
            let ctx = ctx.clone();
            let mut fresh = self.catalog.clone();
            // Trying out a new library takes a while.
            let (send, so_far) = channel();
            let waker = ctx.clone();
            let look = move || {
                fresh.reload_showing(|found| {
                    let _ = send.send(found);
                    ctx.request_repaint();
                });
                fresh
            };
            self.search = Task::begin("files", move || waker.request_repaint(), look);
            self.found_so_far = Some(so_far);
        }
    }

    /// Takes the result of the search, if it is done.
    fn take_files(&mut self, patience: Duration) {
        // A game can be played as soon as it has been judged.
        let more = |found: &Catalog| found.games().len() > self.catalog.games().len();
        let so_far = self.found_so_far.as_ref().filter(|_| self.search.is_pending());
        if let Some(found) = so_far.and_then(|so_far| so_far.try_iter().filter(more).last()) {
            self.reloaded(found);
        }
        if let Some(Ok(found)) = self.search.poll(patience) {
            self.reloaded(found);
        }
    }

    /// Shows what the search has found.
    fn reloaded(&mut self, found: Catalog) {
        self.languages = self.languages.again(found.folders(), &self.settings.language);
        self.languages.set_language();
        self.catalog = found;
        self.others_are_stale();
        if let Screen::Launcher(launcher) = &mut self.tab.screen {
            **launcher = Launcher::new(&self.catalog, self.tempo.at_once).unfolded(self.unfolded.take());
        }
    }

    /// Reads variants and scripts again and shows the launcher.
    fn open_launcher(&mut self) {
        self.tab.before_lab = None;
        self.catalog.reload_variants();
        let launcher = Launcher::new(&self.catalog, self.tempo.at_once).unfolded(self.unfolded.take());
        self.tab.screen = Screen::Launcher(Box::new(launcher));
        self.join_launchers();
    }

    /// Opens the setup sheet for a variant, compiled from its files as they are now.
    fn open_sheet(&mut self, variant: &str) {
        self.catalog.reload_variants();
        let game = self.catalog.variant(variant).map(|(game, _)| (game.id().to_owned(), labels::game(&game.plugin)));
        let (id, name) = game.unwrap_or_default();
        let (compiled, records) = (compiling(&self.catalog, variant), self.catalog.folders().records.clone());
        self.begin(&name, move || {
            let last = records.and_then(|records| last_players(&records, &id));
            let players = last.as_ref().map_or(0, Vec::len);
            // As many players as last time, if the variant leaves that open.
            let ruleset = compiled.and_then(|compile| compile(players).or_else(|_| compile(0)));
            Done::Sheet(ruleset, last)
        });
    }

    /// Compiles the variant of the setup sheet for another number of players.
    fn count(&mut self, ruleset: Arc<Ruleset>, count: usize) {
        let name = labels::game(ruleset.plugin());
        self.begin(&name, move || Done::Counted(ruleset.for_players(count).map_err(|found| sheet::problems(&found))));
    }

    /// Shows what there is to show of packs, and looks into those that were dropped, one after the other.
    fn show_packs(&mut self, ui: &Ui) {
        match self.packs.ui(ui, &self.catalog) {
            Some(News::Changed) => self.packs_changed(ui.ctx()),
            Some(News::Trouble(why)) => self.show_error(&why),
            None => {}
        }
        // What a pack would change is known once it is known what is there.
        if self.work.is_none()
            && !self.search.is_pending()
            && self.trouble.is_none()
            && let Some(file) = self.packs.next_dropped()
        {
            // The record of a match is looked at, wherever it lies.
            if file.extension().is_some_and(|end| end == record::EXTENSION) {
                self.open_review(file);
                return;
            }
            let catalog = self.catalog.clone();
            self.begin(tr!("the pack"), move || Done::Pack(packs::look_into(&catalog, &file).map(Box::new)));
        }
    }

    /// Asks about plugins that wait for consent, in the launcher, while nothing else is asked.
    fn show_consent(&mut self, ui: &Ui) {
        let is_free = !self.search.is_pending()
            && self.sheet.is_none()
            && self.work.is_none()
            && self.trouble.is_none()
            && !self.packs.is_shown();
        if !is_free || !matches!(self.tab.screen, Screen::Launcher(_)) {
            return;
        }
        match self.consent.ui(ui, &self.catalog) {
            Some(Ok(())) => self.begin_reload(ui.ctx()),
            Some(Err(problem)) => self.show_error(&problem.to_string()),
            None => {}
        }
    }

    /// Shows the variants that there are now.
    fn packs_changed(&mut self, ctx: &egui::Context) {
        self.catalog.reload_variants();
        self.others_are_stale();
        if let Screen::Launcher(launcher) = &mut self.tab.screen {
            **launcher = Launcher::new(&self.catalog, self.tempo.at_once).unfolded(self.unfolded.take());
        }
        // A search that is running may have read the packs before.
        if std::mem::take(&mut self.search).is_pending() {
            self.begin_reload(ctx);
        }
    }

    fn start(&mut self, new: NewMatch) {
        if !self.can_open_match() {
            return;
        }
        let seed = new.seed.unwrap_or_else(|| self.fresh_seed());
        let records = self.catalog.folders().records.clone().filter(|_| !self.is_trial());
        let name = labels::game(new.ruleset.plugin());
        self.begin(&name, move || {
            let dealt = Match::on_terms(&new.ruleset, seed, new.players, new.terms, records.as_deref());
            let begun = dealt.and_then(|dealt| past::play_again(dealt, new.acts));
            Done::Dealt(begun.map_err(|error| error.to_string()))
        });
    }

    /// A seed for a match that was not given one. It uses all 64 bits, so that nobody can find it by comparing the deals of all seeds with
    /// their own cards.
    fn fresh_seed(&mut self) -> u64 {
        match &mut self.next_seed {
            Some(next) => {
                let seed = *next;
                *next = seed.wrapping_add(1);
                seed
            }
            None => rand::random(),
        }
    }
}

/// Fills the screen with the window when F11 is pressed, and takes that back when it is pressed again.
fn full_screen_key(ui: &Ui) {
    if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::F11)) {
        let is_full = ui.input(|input| input.viewport().fullscreen.unwrap_or_default());
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
    }
}

/// Who played the last match of a game.
fn last_players(records: &Path, game: &str) -> Option<Vec<Player>> {
    let (records, _) = record::list(records);
    let last = records.into_iter().find(|record| record.header.game == *game)?;
    Some(last.header.players)
}

/// A function that compiles the variant for a number of players; 0 is the variant's default.
fn compiling(
    catalog: &Catalog,
    variant: &str,
) -> Result<impl Fn(usize) -> Result<Arc<Ruleset>, String> + Send + use<>, String> {
    // A variant whose file has a mistake by now is listed among the problems, not among the variants.
    let (game, variant) = catalog.variant(variant).map_err(|unknown| {
        let problems = sheet::problems(catalog.problems());
        if problems.is_empty() { unknown } else { problems }
    })?;
    let (plugin, variant) = (Arc::clone(&game.plugin), Arc::clone(variant));
    Ok(move |players| {
        let compiled = Ruleset::compile(&plugin, &variant).and_then(|ruleset| ruleset.for_players(players));
        compiled.map_err(|problems| sheet::problems(&problems))
    })
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        if self.taps.filter(&mut input.events) {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.ui(ui);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_engine::plugins::Trusting;

    #[test]
    fn a_fresh_seed_uses_all_64_bits() {
        let catalog = Catalog::empty(&Folders::default(), Arc::new(Trusting));
        let mut app = App::with_tempo(catalog, TEMPO);
        let (mut ever_set, mut always_set) = (0, u64::MAX);
        // The chance that any bit is the same in all of them by accident is below 1 in 2 to the power of 180.
        for _ in 0..256 {
            let seed = app.fresh_seed();
            ever_set |= seed;
            always_set &= seed;
        }
        assert_eq!((ever_set, always_set), (u64::MAX, 0));
    }
}

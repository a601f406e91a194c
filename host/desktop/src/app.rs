//! The program: its parts, which own their state, and a frame of its window.
//!
//! - `screens`: how one screen leads to the next; `tab`: the screens to which people return; `tabs`: several screens
//!   beside each other
//! - `guests`: tables with guests
//! - `files`: games, variants and house rules, and the search for them; `preferences` and `languages`: what people have
//!   chosen
//! - `saving`: variants that are saved from the workshop, and packs of them
//! - `greeting`: the dialogs of the start, which are `crash_report`, the report of an earlier error, and `welcome`, the
//!   first start; `about`: version, licences and folders
//! - `work`: rules that run on other threads, and errors; `closing`: questions before something is left
//! - `open`: files that are opened in the window; `frame`: its title and textures; `links`: links; `tap_filter`: quick
//!   taps
//!
//! Plugins are searched when the program starts and when a person asks for it (*Reload*, F5), on their own thread:
//! the window does not wait for them. Variants and scripts, which are only read, are read each time they are shown.

mod about;
mod closing;
pub(crate) mod crash_report;
mod files;
mod frame;
mod greeting;
mod guests;
mod languages;
mod links;
mod open;
mod preferences;
mod saving;
mod screens;
mod tab;
mod tabs;
mod tap_filter;
mod welcome;
mod work;

use crate::guest::{GuestScreen, SitDown, WeakHostServer};
use crate::history::History;
use crate::launcher::{self, Launcher};
use crate::packs::{Packs, PacksEvent};
use crate::play::Play;
use crate::review::Review;
use crate::setup_sheet::{SetupSheet, SheetCommand};
use crate::tempo::Tempo;
use crate::workshop::Workshop;
use about::About;
use closing::{ClosingState, Leaving};
use egui::Ui;
use files::GameLibrary;
use frame::WindowFrame;
use greeting::Greeting;
use open::OpenQueue;
use parking_lot::MappedMutexGuard;
use preferences::Preferences;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::Prober;
use stonehouse_engine::{Catalog, Folders, Match};
use stonehouse_lab_screen::Lab;
use stonehouse_language::tr;
use stonehouse_sound::Speaker;
use stonehouse_ui::worker::WAIT_BEFORE_NEXT_FRAME;
use tab::Tab;
use tabs::Tabs;
use work::Work;

/// The name of the program, in the title of its window.
pub(crate) const PROGRAM: &str = "Stonehouse";

/// How long bots take when people play.
const TEMPO: Tempo = Tempo {
    pause: Duration::from_millis(700),
    longest_thought: Duration::from_secs(4),
    steady: Some(Duration::from_millis(2500)),
    frame_timeout: WAIT_BEFORE_NEXT_FRAME,
};

/// The program.
pub struct App {
    library: GameLibrary,
    tabs: Tabs,
    preferences: Preferences,
    sheet: Option<SetupSheet>,
    sit_down: Option<SitDown>,
    host_server: WeakHostServer,
    packs: Packs,
    open_queue: OpenQueue,
    tempo: Tempo,
    /// The seed of the next match that is not given one; `None`: a random one.
    next_seed: Option<u64>,
    work: Work,
    closing: ClosingState,
    launcher: LauncherMemory,
    greeting: Greeting,
    about: About,
    frame: WindowFrame,
}

/// The memory of the launcher while other screens are shown.
#[derive(Default)]
struct LauncherMemory {
    /// The game whose variants it shows.
    unfolded: Option<String>,
    emblems: RefCell<launcher::Emblems>,
}

enum Screen {
    Launcher(Box<Launcher>),
    Workshop(Box<Workshop>),
    Play(Box<Play>),
    History(Box<History>),
    Review(Box<Review>),
    Lab(Box<Lab>),
    Guest(Box<GuestScreen>),
}

impl App {
    /// Starts in the launcher and begins to search `folders`. A library is loaded if `prober` accepts it, which can
    /// take a while when it is new. `ctx` is the window's.
    pub fn new(folders: &Folders, prober: Arc<dyn Prober>, ctx: &egui::Context) -> Self {
        let mut app = Self::with_tempo(Catalog::empty(folders, prober), TEMPO);
        app.preferences.set_speaker(Speaker::new(app.preferences.settings().loudness()));
        app.preferences.ask_system(folders);
        app.library.begin_search(ctx);
        app.library.watch(ctx);
        app.greet()
    }

    /// Starts in the launcher with a catalog that is already loaded, and with its own tempo, so that tests need
    /// not wait for bots.
    pub fn with_tempo(catalog: Catalog, tempo: Tempo) -> Self {
        let launcher = Launcher::new(&catalog, tempo.frame_timeout);
        Self {
            preferences: Preferences::of(catalog.folders()),
            library: GameLibrary::new(catalog),
            tabs: Tabs::new(Screen::Launcher(Box::new(launcher))),
            sheet: None,
            sit_down: None,
            host_server: WeakHostServer::default(),
            packs: Packs::default(),
            open_queue: OpenQueue::default(),
            tempo,
            next_seed: None,
            work: Work::default(),
            closing: ClosingState::default(),
            launcher: LauncherMemory::default(),
            greeting: Greeting::default(),
            about: About::default(),
            frame: WindowFrame::default(),
        }
    }

    /// Numbers the seeds of new matches from `first` on instead of drawing them at random, so that the same clicks lead
    /// to the same matches.
    #[must_use]
    pub const fn with_seeds(mut self, first: u64) -> Self {
        self.next_seed = Some(first);
        self
    }

    /// Shows the message of an earlier run before anything else: the report of an error; and on the first start the
    /// welcome.
    #[must_use]
    pub fn greet(mut self) -> Self {
        self.greeting = Greeting::of(self.library.catalog().folders(), self.preferences.settings());
        self
    }

    /// Lets this speaker play the sounds.
    #[must_use]
    pub fn with_speaker(mut self, speaker: Speaker) -> Self {
        self.preferences.set_speaker(speaker);
        self
    }

    /// The match on the screen, if there is one. It blocks while rules are running, and so is only for tests and tools.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        match self.tabs.screen() {
            Screen::Play(play) => play.current(),
            _ => None,
        }
    }

    /// The title of the notice that stops the match on the screen, if there is one.
    pub fn stopped_by(&self) -> Option<&'static str> {
        match self.tabs.screen() {
            Screen::Play(play) => play.stopped_by(),
            _ => None,
        }
    }

    /// Blocks until running rules, a thinking bot and a comparison are done: for tests and tools, which show frames
    /// faster than bots think.
    pub fn wait_for_bot(&mut self) {
        self.preferences.set_language();
        self.take_result(Duration::MAX);
        for tab in self.tabs.others_mut() {
            if let Screen::Play(play) = tab.screen_mut() {
                play.wait();
            }
        }
        match self.tabs.screen_mut() {
            Screen::Play(play) => play.wait(),
            Screen::Workshop(workshop) => workshop.wait(),
            Screen::Review(review) => review.wait(),
            Screen::Lab(lab) => lab.wait(),
            Screen::Launcher(_) | Screen::History(_) | Screen::Guest(_) => {}
        }
    }

    /// Blocks until a running search of the files has ended: for tests and tools, which show frames faster than files
    /// are read.
    pub fn wait_for_files(&mut self) {
        self.preferences.set_language();
        self.take_files(Duration::MAX);
    }

    /// Shows one frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.preferences.set_language();
        self.take_files(Duration::ZERO);
        self.take_result(Duration::ZERO);
        self.take_changes();
        let textures = self.frame.take_textures(ui, self.preferences.settings().looks());
        // Before the screen, so that the key press that opens a sheet does not answer it too.
        match self.sheet.as_mut().and_then(|sheet| sheet.ui(ui)) {
            Some(SheetCommand::Start(new)) => self.start(new),
            Some(SheetCommand::OpenTable(new)) => self.open_table(new),
            Some(SheetCommand::Count(ruleset, count)) => self.count(ruleset, count),
            Some(SheetCommand::Cancel) => self.sheet = None,
            None => {}
        }
        close_tips(ui);
        full_screen_key(ui);
        self.show_tabs(ui);
        let open_records = self.tabs.open_records();
        match self.tabs.screen_mut() {
            Screen::Launcher(launcher) => {
                let problems = self.preferences.problems();
                let context = launcher::LauncherContext {
                    textures: &textures,
                    is_looking: self.library.is_searching(),
                    problems: &problems,
                    favourites: &self.preferences.settings().favourites,
                    emblems: &self.launcher.emblems,
                };
                let command = launcher.ui(ui, self.library.catalog(), &context);
                self.launcher.unfolded = launcher.shows_variants_of().map(str::to_owned);
                if let Some(command) = command {
                    self.launcher_command(command, ui.ctx());
                }
            }
            Screen::Workshop(workshop) => {
                if let Some(command) = workshop.ui(ui) {
                    self.workshop_command(command);
                }
            }
            Screen::Play(play) => {
                let command = play.ui(ui, &textures);
                self.preferences.play(&play.take_sounds());
                if let Some(command) = command {
                    self.play_command(command);
                }
            }
            Screen::History(history) => {
                if let Some(command) = history.ui(ui, self.library.catalog(), &textures, &open_records) {
                    self.history_command(command);
                }
            }
            Screen::Review(review) => {
                if let Some(command) = review.ui(ui, &textures, self.preferences.settings().text_view) {
                    self.review_command(command);
                }
            }
            Screen::Lab(lab) => {
                if let Some(command) = lab.ui(ui) {
                    self.lab_command(command);
                }
            }
            Screen::Guest(guest) => {
                let command = guest.ui(ui, &textures, self.preferences.settings().text_view);
                self.preferences.play(&guest.take_sounds());
                if let Some(command) = command {
                    self.guest_command(command);
                }
            }
        }
        self.show_sit_down(ui);
        self.show_packs(ui);
        self.open_files(ui);
        self.show_consent(ui);
        self.show_settings(ui);
        self.show_greeting(ui);
        self.show_closing(ui);
        self.show_work(ui);
        self.show_error_dialog(ui);
        self.frame.end(ui, textures, self.window_title());
    }

    /// The screen in the title of the window.
    fn window_title(&self) -> String {
        let shown = self.tabs.shown();
        match shown.screen() {
            _ if self.packs.is_shown() => format!("{} – {PROGRAM}", tr!("Packs")),
            Screen::Launcher(_) => PROGRAM.to_owned(),
            _ => format!("{} – {PROGRAM}", shown.title()),
        }
    }

    /// Shows the dialogs about packs.
    fn show_packs(&mut self, ui: &Ui) {
        match self.packs.ui(ui, self.library.catalog()) {
            Some(PacksEvent::Changed) => {
                self.library.reread(ui.ctx());
                self.games_changed();
            }
            Some(PacksEvent::Trouble(why)) => self.show_error(&why),
            None => {}
        }
    }

    /// Whether the launcher is shown, without a dialog or work in progress. Dialogs of the start are not counted.
    const fn is_idle(&self) -> bool {
        let has_dialog =
            self.sheet.is_some() || self.sit_down.is_some() || !self.work.is_idle() || self.packs.is_shown();
        matches!(self.tabs.screen(), Screen::Launcher(_)) && !has_dialog
    }

    /// Shows the settings if they were asked for; the matches in all tabs take what was changed.
    fn show_settings(&mut self, ui: &Ui) {
        if self.preferences.ui(ui, self.library.catalog().folders().settings.as_deref()) {
            let settings = self.preferences.settings();
            let tempo = settings.tempo(self.tempo);
            for tab in self.tabs.iter_mut() {
                if let Screen::Play(play) = tab.screen_mut() {
                    play.take_settings(tempo, settings);
                }
            }
        }
        if self.preferences.take_about() {
            self.about.open();
        }
        self.about.ui(ui, self.library.catalog(), self.preferences.settings());
    }

    /// Asks before a match with clocks or guests is left, and before the window is closed over what was not saved.
    fn show_closing(&mut self, ui: &Ui) {
        let screen = self.tabs.screen();
        let text = || {
            match screen {
            Screen::Play(play) => {
                tr!("It is kept, and its clocks rest until it is resumed. {clocks}", clocks = play.clocks_in_words())
            }
            _ => tr!(
                "The table is closed, and its guests are disconnected. The match is kept: Continue in the launcher opens the table again, and they come back to their seats."
            )
            .to_owned(),
        }
        };
        match self.closing.leave_ui(ui, text) {
            Some(Leaving::Leave) => self.go_back(),
            Some(Leaving::Close) => self.close_tab(),
            None => {}
        }
        let is_unsaved = |tab: &Tab| tab.workshop().is_some_and(Workshop::is_changed);
        if let Some(place) = self.closing.close_ui(ui, || self.tabs.iter().position(is_unsaved)) {
            self.turn_to(place);
            self.back_to_workshop();
        }
    }

    /// A seed for a match that was not given one. It uses all 64 bits, so that nobody can find it by comparing the
    /// deals of all seeds with their own cards.
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

/// Closes the tip of the screen below when a dialog has opened: egui keeps a tip open as long as the pointer is over
/// what it is about, even if a dialog is between. The pointer is found again when it moves.
fn close_tips(ui: &Ui) {
    let has_dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
    let id = egui::Id::unique("a dialog is open");
    let had_dialog = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(id, false), has_dialog));
    if has_dialog && !had_dialog {
        ui.input_mut(|input| input.pointer = egui::PointerState::default());
        ui.request_repaint();
    }
}

/// Fills the screen with the window when F11 is pressed, and takes that back when it is pressed again.
fn full_screen_key(ui: &Ui) {
    if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::F11)) {
        let is_full = ui.input(|input| input.viewport().fullscreen.unwrap_or_default());
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
    }
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        if self.frame.taps.filter(&mut input.events) {
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

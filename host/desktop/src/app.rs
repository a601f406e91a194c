//! The program's state, and the way from screen to screen.

use crate::launcher::{self, Launcher};
use crate::look::{self, Textures};
use crate::play::{self, Play, Tempo};
use crate::reload::Reload;
use crate::sheet::{self, Answer, NewMatch, Sheet};
use egui::{RichText, Ui};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::Prober;
use stonehouse_engine::{Catalog, Folders, Match, Player, Record, Ruleset, record};

/// How long bots take at a table of people.
const TEMPO: Tempo = Tempo {
    pace: Duration::from_millis(700),
    patience: Duration::from_secs(4),
    steady: Some(Duration::from_millis(2500)),
};

/// The program.
pub struct App {
    catalog: Catalog,
    screen: Screen,
    sheet: Option<Sheet>,
    /// Something that did not work, to be read and closed.
    trouble: Option<String>,
    tempo: Tempo,
    /// The seed of the next match that is not given one; `None`: the system's randomness.
    next_seed: Option<u64>,
    textures: Option<Textures>,
    /// The files being looked through.
    reload: Option<Reload>,
}

enum Screen {
    Launcher(Launcher),
    Play(Box<Play>),
}

impl App {
    /// The launcher over everything found in `folders`, once it is found: a library is loaded if `prober` lets it in, which can take
    /// a while when it is new. `ctx` is the window's.
    pub fn new(folders: &Folders, prober: Arc<dyn Prober>, ctx: &egui::Context) -> Self {
        let mut app = Self::with_tempo(Catalog::empty(folders, prober), TEMPO);
        app.begin_reload(ctx);
        app
    }

    /// The launcher over a catalog, with bots of another tempo: tests do not wait.
    pub fn with_tempo(catalog: Catalog, tempo: Tempo) -> Self {
        let launcher = Launcher::new(&catalog);
        Self {
            catalog,
            screen: Screen::Launcher(launcher),
            sheet: None,
            trouble: None,
            tempo,
            next_seed: None,
            textures: None,
            reload: None,
        }
    }

    /// Gives matches that are not given a seed the numbers from `first` on, in place of the system's randomness: the same clicks lead to
    /// the same matches.
    #[must_use]
    pub const fn with_seeds(mut self, first: u64) -> Self {
        self.next_seed = Some(first);
        self
    }

    /// The match on the screen, if there is one.
    pub fn current(&self) -> Option<&Match> {
        match &self.screen {
            Screen::Play(play) => Some(play.current()),
            Screen::Launcher(_) => None,
        }
    }

    /// What stops the match on the screen, if anything does: the title of the notice.
    pub fn stopped_by(&self) -> Option<&'static str> {
        match &self.screen {
            Screen::Play(play) => play.stopped_by(),
            Screen::Launcher(_) => None,
        }
    }

    /// Blocks until the bot that thinks, if one does, has chosen: for those who show frames faster than bots think.
    pub fn wait_for_bot(&mut self) {
        if let Screen::Play(play) = &mut self.screen {
            play.wait_for_bot();
        }
    }

    /// Blocks until the files are looked through, if they are being: for those who show frames faster than files are read.
    pub fn wait_for_files(&mut self) {
        if let Some(found) = self.reload.take().and_then(Reload::wait) {
            self.reloaded(found);
        }
    }

    /// Shows one frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        match self.reload.take().map(Reload::poll) {
            Some(Ok(Some(found))) => self.reloaded(found),
            Some(Err(under_way)) => self.reload = Some(under_way),
            Some(Ok(None)) | None => {}
        }
        let textures = self.textures.take().unwrap_or_else(|| {
            look::install(ui.ctx());
            Textures::new(ui.ctx())
        });
        // Before the screen, so that the key press that opens a sheet does not answer it too.
        match self.sheet.as_mut().and_then(|sheet| sheet.ui(ui)) {
            Some(Answer::Start(new)) => self.start(new),
            Some(Answer::Cancel) => self.sheet = None,
            None => {}
        }
        match &mut self.screen {
            Screen::Launcher(launcher) => {
                let wish = launcher.ui(ui, &self.catalog, &textures, self.reload.is_some());
                if let Some(wish) = wish {
                    self.launcher_wish(wish, ui.ctx());
                }
            }
            Screen::Play(play) => {
                let wish = play.ui(ui, &textures, self.tempo);
                if let Some(wish) = wish {
                    self.play_wish(wish);
                }
            }
        }
        self.show_trouble(ui);
        self.textures = Some(textures);
    }

    fn launcher_wish(&mut self, wish: launcher::Wish, ctx: &egui::Context) {
        match wish {
            launcher::Wish::Sheet(variant) => self.open_sheet(&variant),
            launcher::Wish::Resume(file) => match self.resume(&file) {
                Ok(resumed) => self.screen = Screen::Play(Box::new(Play::new(resumed))),
                Err(why) => self.trouble = Some(why),
            },
            launcher::Wish::Reload => self.begin_reload(ctx),
        }
    }

    fn play_wish(&mut self, wish: play::Wish) {
        let Screen::Play(play) = &mut self.screen else { return };
        let current = play.current();
        let ruleset = Arc::clone(current.ruleset());
        match wish {
            play::Wish::Leave => self.open_launcher(),
            play::Wish::Rematch => {
                let again = Sheet::rematch(ruleset, current.players());
                self.start(again);
            }
            play::Wish::NewMatch => {
                let players = current.players().to_vec();
                self.sheet = Some(Sheet::new(ruleset, Some(&players)));
            }
            play::Wish::Reload => {
                self.catalog.reload_variants();
                let players = play.current().players().len();
                match compile(&self.catalog, &ruleset.variant().full_name(), players) {
                    Ok(mended) => play.continue_under(&mended),
                    Err(why) => play.still_wrong(why),
                }
            }
        }
    }

    /// Begins to look through all files again, plugins included, unless that is under way.
    fn begin_reload(&mut self, ctx: &egui::Context) {
        if self.reload.is_none() {
            let ctx = ctx.clone();
            self.reload = Reload::begin(&self.catalog, move || ctx.request_repaint());
        }
    }

    /// Takes what was found in the files.
    fn reloaded(&mut self, found: Catalog) {
        self.catalog = found;
        if let Screen::Launcher(launcher) = &mut self.screen {
            *launcher = Launcher::new(&self.catalog);
        }
    }

    /// Looks through variants and scripts again and shows the launcher.
    fn open_launcher(&mut self) {
        self.catalog.reload_variants();
        self.screen = Screen::Launcher(Launcher::new(&self.catalog));
    }

    /// The sheet for a variant, as its files are now.
    fn open_sheet(&mut self, variant: &str) {
        self.catalog.reload_variants();
        match compile(&self.catalog, variant, 0) {
            Ok(ruleset) => {
                let last = self.last_players(&ruleset);
                self.sheet = Some(Sheet::new(ruleset, last.as_deref()));
            }
            Err(why) => self.trouble = Some(why),
        }
    }

    /// Who played the last match of the ruleset's game.
    fn last_players(&self, ruleset: &Ruleset) -> Option<Vec<Player>> {
        let (records, _) = record::list(self.catalog.folders().records.as_deref()?);
        let game = &ruleset.plugin().about().id;
        let last = records.into_iter().find(|record| record.header.game == *game)?;
        Some(last.header.players)
    }

    fn start(&mut self, new: NewMatch) {
        let seed = new.seed.unwrap_or_else(|| self.fresh_seed());
        let records = self.catalog.folders().records.clone();
        match Match::new(&new.ruleset, seed, new.players, records.as_deref()) {
            Ok(dealt) => {
                self.sheet = None;
                self.screen = Screen::Play(Box::new(Play::new(dealt)));
            }
            Err(error) => match &mut self.sheet {
                Some(sheet) => sheet.failed(error.to_string()),
                None => self.trouble = Some(error.to_string()),
            },
        }
    }

    /// A seed for a match that was not given one: of so many that nobody finds it by trying them all against the cards of a hand.
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

    fn resume(&self, file: &Path) -> Result<Match, String> {
        let record = Record::read_interrupted(file).map_err(|problem| problem.to_string())?;
        let game = self.catalog.game(&record.header.game)?;
        record.resume(&game.plugin).map_err(|problem| problem.to_string())
    }

    fn show_trouble(&mut self, ui: &Ui) {
        let Some(trouble) = &self.trouble else { return };
        let mut close = false;
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new("That did not work").font(look::TITLE()).color(look::ALARM));
            ui.add(egui::Label::new(RichText::new(trouble).monospace()).wrap().selectable(true));
        };
        let modal = look::sheet(ui.ctx(), "trouble", 620.0, &mut (), body, |(), ui| {
            close = look::primary(ui, "Close").clicked();
        });
        if close || modal.should_close() {
            self.trouble = None;
        }
    }
}

/// A variant compiled, for so many players where it leaves that open.
fn compile(catalog: &Catalog, variant: &str, players: usize) -> Result<Arc<Ruleset>, String> {
    // A variant that has become wrong is among the problems, no longer among the variants.
    let (game, variant) = catalog.variant(variant).map_err(|unknown| {
        let problems = sheet::problems(catalog.problems());
        if problems.is_empty() { unknown } else { problems }
    })?;
    let compiled = Ruleset::compile(&game.plugin, variant).and_then(|ruleset| ruleset.for_players(players));
    compiled.map_err(|problems| sheet::problems(&problems))
}

impl eframe::App for App {
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
        // That one of the bits comes out alike in all of them happens less than once in 2 to the power of 180.
        for _ in 0..256 {
            let seed = app.fresh_seed();
            ever_set |= seed;
            always_set &= seed;
        }
        assert_eq!((ever_set, always_set), (u64::MAX, 0));
    }
}

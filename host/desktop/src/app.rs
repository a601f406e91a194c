//! The program's state, and the way from screen to screen.

use crate::aside::{Pending, Progress};
use crate::launcher::{self, Launcher};
use crate::look::{self, Textures};
use crate::play::{self, Play, Tempo};
use crate::sheet::{self, Answer, NewMatch, Sheet};
use egui::{RichText, Ui};
use parking_lot::MappedMutexGuard;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::Prober;
use stonehouse_engine::{Catalog, Folders, Match, Player, Record, Ruleset, record};

/// How long bots take at a table of people.
const TEMPO: Tempo = Tempo {
    pace: Duration::from_millis(700),
    patience: Duration::from_secs(4),
    steady: Some(Duration::from_millis(2500)),
    at_once: Duration::from_millis(40),
};

/// How long rules may be at work before people are told whom they wait for.
const NOTICED: Duration = Duration::from_millis(700);
/// How often it is looked whether they are done.
const LOOKED_AGAIN: Duration = Duration::from_millis(20);

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
    /// The search of the files, while it runs.
    reload: Option<Pending<Catalog>>,
    errand: Option<Errand>,
}

/// Rules at work for something that is shown when they are done.
struct Errand {
    /// Whom people wait for.
    whose: String,
    pending: Pending<Done>,
}

/// What rules have done, or why they could not.
enum Done {
    /// A variant was compiled, for a sheet on which these players sit down again.
    Sheet(Result<Arc<Ruleset>, String>, Option<Vec<Player>>),
    /// It was compiled for another number of players.
    Counted(Result<Arc<Ruleset>, String>),
    /// A match was dealt.
    Dealt(Result<Match, String>),
    /// A match was taken up again.
    Resumed(Result<Match, String>),
    /// The variant of the match on the screen was compiled from files read again.
    Mended(Result<Arc<Ruleset>, String>),
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
            errand: None,
        }
    }

    /// Gives matches that are not given a seed the numbers from `first` on, in place of the system's randomness: the same clicks lead to
    /// the same matches.
    #[must_use]
    pub const fn with_seeds(mut self, first: u64) -> Self {
        self.next_seed = Some(first);
        self
    }

    /// The match on the screen, if there is one: for tests and tools, which may wait until no rule is at work.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        match &self.screen {
            Screen::Play(play) => play.current(),
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

    /// Blocks until rules and the bot, if they are at work, are done: for those who show frames faster than bots think.
    pub fn wait_for_bot(&mut self) {
        self.hear(Duration::MAX);
        if let Screen::Play(play) = &mut self.screen {
            play.wait();
        }
    }

    /// Blocks until a running search of the files has ended: for tests, which show frames faster than files are read.
    pub fn wait_for_files(&mut self) {
        self.hear_of_files(Duration::MAX);
    }

    /// Shows one frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.hear_of_files(Duration::ZERO);
        self.hear(Duration::ZERO);
        let textures = self.textures.take().unwrap_or_else(|| {
            look::install(ui.ctx());
            Textures::new(ui.ctx())
        });
        // Before the screen, so that the key press that opens a sheet does not answer it too.
        match self.sheet.as_mut().and_then(|sheet| sheet.ui(ui)) {
            Some(Answer::Start(new)) => self.start(new),
            Some(Answer::Count(ruleset, count)) => self.count(ruleset, count),
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
                let wish = play.ui(ui, &textures);
                if let Some(wish) = wish {
                    self.play_wish(wish);
                }
            }
        }
        self.show_errand(ui);
        self.show_trouble(ui);
        self.textures = Some(textures);
    }

    fn launcher_wish(&mut self, wish: launcher::Wish, ctx: &egui::Context) {
        match wish {
            launcher::Wish::Sheet(variant) => self.open_sheet(&variant),
            launcher::Wish::Resume(file) => self.resume(file),
            launcher::Wish::Reload => self.begin_reload(ctx),
        }
    }

    fn play_wish(&mut self, wish: play::Wish) {
        let Screen::Play(play) = &mut self.screen else { return };
        let (ruleset, players) = (Arc::clone(play.ruleset()), play.players().to_vec());
        match wish {
            play::Wish::Leave => self.open_launcher(),
            play::Wish::Rematch => self.start(Sheet::rematch(ruleset, &players)),
            play::Wish::NewMatch => self.sheet = Some(Sheet::new(ruleset, Some(&players))),
            play::Wish::Reload => {
                self.catalog.reload_variants();
                let compiled = compiling(&self.catalog, &ruleset.variant().full_name());
                self.begin(&ruleset.plugin().about().name, move || {
                    Done::Mended(compiled.and_then(|compile| compile(players.len())))
                });
            }
        }
    }

    /// Begins to look through all files again, plugins included, unless that is under way.
    fn begin_reload(&mut self, ctx: &egui::Context) {
        if self.reload.is_none() {
            let ctx = ctx.clone();
            let mut fresh = self.catalog.clone();
            // A library that is tried out takes its time.
            let look = move || {
                fresh.reload();
                fresh
            };
            self.reload = Pending::begin("files", move || ctx.request_repaint(), look);
        }
    }

    /// Takes what was found in the files, if they have been looked through.
    fn hear_of_files(&mut self, patience: Duration) {
        let Some(reload) = self.reload.take() else { return };
        match reload.wait(patience) {
            Progress::Done(found) => self.reloaded(found),
            Progress::Working => self.reload = Some(reload),
            Progress::Broken => {}
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
        let game = self.catalog.variant(variant).map(|(game, _)| game.id().to_owned()).unwrap_or_default();
        let (compiled, last) = (compiling(&self.catalog, variant), self.last_players(&game));
        let players = last.as_ref().map_or(0, Vec::len);
        self.begin(&game, move || {
            // As many as last time, where the variant leaves it open.
            let ruleset = compiled.and_then(|compile| compile(players).or_else(|_| compile(0)));
            Done::Sheet(ruleset, last)
        });
    }

    /// The sheet's variant for another number of players.
    fn count(&mut self, ruleset: Arc<Ruleset>, count: usize) {
        let name = ruleset.plugin().about().name.clone();
        self.begin(&name, move || Done::Counted(ruleset.for_players(count).map_err(|found| sheet::problems(&found))));
    }

    /// Lets rules work, whose name people are told if they have to wait. What takes no longer than nobody notices is waited for.
    fn begin(&mut self, whose: &str, work: impl FnOnce() -> Done + Send + 'static) {
        if self.errand.is_some() {
            return;
        }
        match Pending::begin("rules", || (), work) {
            Some(pending) => {
                self.errand = Some(Errand { whose: whose.to_owned(), pending });
                self.hear(self.tempo.at_once);
            }
            None => self.stumble("The system has no thread left for it. Close other programs and try again."),
        }
    }

    /// Takes what rules have done, if they are done in time.
    fn hear(&mut self, patience: Duration) {
        let Some(errand) = self.errand.take() else { return };
        match errand.pending.wait(patience) {
            Progress::Done(done) => self.done(done),
            Progress::Working => self.errand = Some(errand),
            Progress::Broken => self.stumble("Something in this program failed, and not in the game."),
        }
    }

    fn done(&mut self, done: Done) {
        match (done, &mut self.sheet, &mut self.screen) {
            (Done::Sheet(Ok(ruleset), last), ..) => self.sheet = Some(Sheet::new(ruleset, last.as_deref())),
            (Done::Counted(counted), Some(sheet), _) => match counted {
                Ok(ruleset) => sheet.counted(ruleset),
                Err(why) => sheet.failed(why),
            },
            (Done::Dealt(Ok(current)) | Done::Resumed(Ok(current)), ..) => {
                self.sheet = None;
                self.screen = Screen::Play(Box::new(Play::new(current, self.tempo)));
            }
            (Done::Dealt(Err(why)), Some(sheet), _) => sheet.failed(why),
            (Done::Mended(Ok(ruleset)), _, Screen::Play(play)) => play.continue_under(&ruleset),
            (Done::Mended(Err(why)), _, Screen::Play(play)) => play.still_wrong(why),
            (Done::Sheet(Err(why), _) | Done::Dealt(Err(why)) | Done::Resumed(Err(why)), ..) => {
                self.stumble(&why);
            }
            // The sheet or the match was closed meanwhile.
            (Done::Counted(_) | Done::Mended(_), ..) => {}
        }
    }

    /// Something did not work.
    fn stumble(&mut self, why: &str) {
        self.trouble = Some(why.to_owned());
    }

    /// Shows whom people wait for, if they have to.
    fn show_errand(&mut self, ui: &Ui) {
        let Some(errand) = &self.errand else { return };
        ui.request_repaint_after(LOOKED_AGAIN);
        let elapsed = errand.pending.elapsed();
        if elapsed < NOTICED {
            return;
        }
        let text = format!("Waiting for {}… {} s", errand.whose, elapsed.as_secs());
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(&text).font(look::TITLE()));
        };
        let mut stop = false;
        let modal = look::sheet(ui.ctx(), "errand", 420.0, &mut (), body, |(), ui| {
            stop = ui.button("Do not wait").clicked();
        });
        if stop || modal.should_close() {
            self.errand = None;
        }
    }

    /// Who played the last match of a game.
    fn last_players(&self, game: &str) -> Option<Vec<Player>> {
        let (records, _) = record::list(self.catalog.folders().records.as_deref()?);
        let last = records.into_iter().find(|record| record.header.game == *game)?;
        Some(last.header.players)
    }

    fn start(&mut self, new: NewMatch) {
        let seed = new.seed.unwrap_or_else(|| self.fresh_seed());
        let records = self.catalog.folders().records.clone();
        let name = new.ruleset.plugin().about().name.clone();
        self.begin(&name, move || {
            let dealt = Match::new(&new.ruleset, seed, new.players, records.as_deref());
            Done::Dealt(dealt.map_err(|error| error.to_string()))
        });
    }

    /// A seed for a match that was not given one, from so large a range that nobody can find it by trying all against the cards of a hand.
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

    fn resume(&mut self, file: PathBuf) {
        let catalog = self.catalog.clone();
        self.begin("the record", move || Done::Resumed(resume(&catalog, &file)));
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

/// The match of a record that was interrupted.
fn resume(catalog: &Catalog, file: &Path) -> Result<Match, String> {
    let record = Record::read_interrupted(file).map_err(|problem| problem.to_string())?;
    let game = catalog.game(&record.header.game)?;
    record.resume(&game.plugin).map_err(|problem| problem.to_string())
}

/// What compiles a variant, for this many players where it leaves that open; 0 for its default.
fn compiling(
    catalog: &Catalog,
    variant: &str,
) -> Result<impl Fn(usize) -> Result<Arc<Ruleset>, String> + Send + use<>, String> {
    // A variant that has become wrong is among the problems, no longer among the variants.
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

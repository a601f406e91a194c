//! Searches plugins in the background, and reloads variants, house rules and games in Luau that are saved while the
//! program runs.

use super::work::WorkResult;
use super::{App, Screen};
use crate::live::Watcher;
use egui::Context;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use stonehouse_engine::catalog::examine_script;
use stonehouse_engine::draft::{is_changed, plays_alike};
use stonehouse_engine::plugins::{editor, is_of_script_game, is_script_game};
use stonehouse_engine::{Catalog, GameEntry, Problem, Ruleset, Variant, files};
use stonehouse_runtime::Plugin;
use stonehouse_ui::worker::Task;

/// The games, variants and house rules that were found, and the search for more.
pub(super) struct GameLibrary {
    catalog: Catalog,
    /// The search for plugins, variants and scripts, while it runs.
    search: Task<Catalog>,
    /// The catalog so far, sent by the search each time a new library has been probed.
    found_so_far: Option<Receiver<Catalog>>,
    /// Watches for saved variants and scripts.
    watcher: Option<Watcher>,
    /// Whether files were changed while other work was under way.
    is_put_off: bool,
}

/// The games in which a game in Luau is examined each time that it is saved.
const EXAMINED_AT_SAVE: u64 = 3;

/// The rules of a match as their files have them.
pub(super) struct RulesInFiles {
    plugin: Arc<Plugin>,
    variant: Variant,
}

impl GameLibrary {
    pub fn new(catalog: Catalog) -> Self {
        Self { catalog, search: Task::default(), found_so_far: None, watcher: None, is_put_off: false }
    }

    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Reads games in Luau, variants and scripts again.
    pub fn reload_texts(&mut self) {
        self.catalog.reload_texts();
    }

    /// Watches for saved variants and scripts from now on.
    pub fn watch(&mut self, ctx: &Context) {
        let ctx = ctx.clone();
        self.watcher = Watcher::begin(self.catalog.folders(), move || ctx.request_repaint());
    }

    /// The variant of this name, with its game. Otherwise the text for a person: a variant whose file has a mistake by
    /// now is listed among the problems, not among the variants.
    pub fn find_variant(&self, name: &str) -> Result<(&GameEntry, &Arc<Variant>), String> {
        self.catalog.variant(name).map_err(|unknown| match self.catalog.problems() {
            [] => unknown.to_string(),
            problems => Problem::render_all(problems),
        })
    }

    /// Whether all files are being searched.
    pub const fn is_searching(&self) -> bool {
        self.search.is_pending()
    }

    /// Begins to search all files again, plugins included, unless such a search is running.
    pub fn begin_search(&mut self, ctx: &Context) {
        if self.search.is_pending() {
            return;
        }
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

    /// Reads texts again. A search that is running may have read them before, and begins again.
    pub fn reread(&mut self, ctx: &Context) {
        self.catalog.reload_texts();
        if std::mem::take(&mut self.search).is_pending() {
            self.begin_search(ctx);
        }
    }

    /// Takes the result of the search, for which this waits at most `timeout`. Returns whether it has found anything.
    fn poll(&mut self, timeout: Duration) -> bool {
        // A game can be played as soon as it has been judged.
        let more = |found: &Catalog| found.games().len() > self.catalog.games().len();
        let so_far = self.found_so_far.as_ref().filter(|_| self.search.is_pending());
        let so_far = so_far.and_then(|so_far| so_far.try_iter().filter(more).last());
        let all = self.search.poll(timeout).and_then(Result::ok);
        let found = all.or(so_far);
        let has_found = found.is_some();
        found.into_iter().for_each(|found| self.catalog = found);
        has_found
    }

    /// Whether files were changed that the screen does not show yet.
    fn has_changed(&mut self, is_free: bool) -> bool {
        let was_put_off = is_free && std::mem::take(&mut self.is_put_off);
        self.watcher.as_ref().is_some_and(Watcher::has_changed) || was_put_off
    }
}

impl App {
    /// Takes the result of a search for files, and shows the files that were saved while the program runs.
    pub(super) fn take_files(&mut self, timeout: Duration) {
        if self.library.poll(timeout) {
            self.preferences.reread_languages(self.library.catalog().folders());
            self.games_changed();
        }
    }

    /// Shows the files that were saved while the program runs.
    pub(super) fn take_changes(&mut self) {
        if self.library.has_changed(!self.work.is_running()) {
            self.files_changed();
        }
    }

    /// Shows the games and variants that exist now.
    pub(super) fn games_changed(&mut self) {
        self.tabs.others_are_stale();
        if matches!(self.tabs.screen(), Screen::Launcher(_)) {
            self.renew_launcher();
        }
    }

    /// Reads games in Luau, variants and scripts again, and shows the changes.
    pub fn files_changed(&mut self) {
        self.library.reload_texts();
        self.tabs.others_are_stale();
        self.show_changes();
    }

    /// Shows the changes in the files that were read again.
    pub(super) fn show_changes(&mut self) {
        match self.tabs.screen_mut() {
            Screen::Launcher(launcher) => launcher.refresh(self.tempo.frame_timeout),
            Screen::History(_) | Screen::Review(_) | Screen::Lab(_) | Screen::Guest(_) => {}
            Screen::Workshop(_) => self.reread_house_rules(),
            Screen::Play(play) => {
                let ruleset = Arc::clone(play.ruleset());
                self.match_changed(&ruleset);
            }
        }
    }

    /// Compiles the variant of the match on the screen, if its files differ from when they were last read. A match that
    /// was resumed under older rules keeps them until then.
    fn match_changed(&mut self, ruleset: &Arc<Ruleset>) {
        let now = self.rules_in_files(ruleset.variant());
        let is_new = match (&self.tabs.shown().in_files, &now) {
            (Some(Ok(before)), Ok(now)) => {
                !Arc::ptr_eq(&before.plugin, &now.plugin) || !plays_alike(&before.variant, &now.variant)
            }
            (Some(Err(before)), Err(now)) => before != now,
            _ => true,
        };
        if !is_new {
            return;
        }
        if self.work.is_running() {
            self.library.is_put_off = true;
            return;
        }
        self.tabs.shown_mut().in_files = Some(now);
        let compiled = self.compiling_again(ruleset);
        let game = self.library.catalog().game(&ruleset.variant().game).ok();
        let script = game.map(|game| game.file.clone()).filter(|file| is_script_game(file));
        let before = Arc::clone(ruleset.plugin());
        self.begin(&crate::labels::game(ruleset.plugin()), move || {
            let compiled = compiled.and_then(|compile| compile());
            let examine = |ruleset: Arc<Ruleset>| {
                let script = script.filter(|_| !Arc::ptr_eq(ruleset.plugin(), &before));
                let problems = script.map(|file| {
                    // An editor knows then what the game declares by now; what keeps it from that is no mistake of it.
                    let _ = editor::renew_types(&file);
                    examine_script(ruleset.plugin(), &file, EXAMINED_AT_SAVE)
                });
                (ruleset, problems.unwrap_or_default())
            };
            WorkResult::Live(compiled.map(examine))
        });
    }

    /// A game and a variant of it as their files have them now.
    pub(super) fn rules_in_files(&self, variant: &Variant) -> Result<RulesInFiles, String> {
        let variant = self.variant_in_files(variant)?;
        let game = self.library.catalog().game(&variant.game).map_err(|unknown| unknown.to_string())?;
        // Of a script with a mistake the version before is in use.
        let is_own = |problem: &&Problem| is_of_script_game(&game.file, &problem.file);
        match self.library.catalog().problems().iter().find(is_own) {
            Some(problem) if is_script_game(&game.file) => Err(problem.render()),
            _ => Ok(RulesInFiles { plugin: Arc::clone(&game.plugin), variant }),
        }
    }

    /// A variant as its files have it now, in the same match of a series. One that was changed without being saved is
    /// in no file, but its house rules are.
    pub(super) fn variant_in_files(&self, variant: &Variant) -> Result<Variant, String> {
        if is_changed(variant) {
            let mut again = variant.clone();
            for script in &mut again.scripts {
                // A deleted file keeps its last version.
                if let Ok(fresh) = files::read_script(&script.file) {
                    script.source = fresh.source;
                }
            }
            return Ok(again);
        }
        let mut found = self.library.find_variant(&variant.full_name()).map(|(_, found)| Variant::clone(found))?;
        for script in &mut found.scripts {
            if let Some(before) = variant.scripts.iter().find(|before| before.name == script.name) {
                script.carried.clone_from(&before.carried);
            }
        }
        Ok(found)
    }

    /// A function that compiles a ruleset again from its files, for as many players.
    pub(super) fn compiling_again(
        &self,
        ruleset: &Arc<Ruleset>,
    ) -> Result<impl Fn() -> Result<Arc<Ruleset>, String> + Send + use<>, String> {
        let RulesInFiles { plugin, variant } = self.rules_in_files(ruleset.variant())?;
        let (variant, players) = (Arc::new(variant), ruleset.seating().seats.len());
        Ok(move || {
            let compiled = Ruleset::compile(&plugin, &variant).and_then(|again| again.for_players(players));
            compiled.map_err(|problems| Problem::render_all(&problems))
        })
    }
}

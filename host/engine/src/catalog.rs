//! The catalog: every game and variant found, and the problems of the rest.
//!
//! - `error`: errors of look-ups
//! - `layers`: variants from folders and packs, the later before the earlier
//! - `own`: variants of the user's own, written and deleted
//! - `scripts`: where the house rules are that variants name

mod error;
mod layers;
mod own;
mod scripts;

use crate::files;
use crate::folders::{Folder, Folders, Origin, list};
use crate::pack::{self, Installed, Pack};
use crate::plugins::{
    self, Consents, GameFile, GameFileCache, LibraryMetadata, PackedGame, Prober, SCRIPT_GAME, ScanContext,
    is_script_game,
};
use crate::ruleset::{RulesFailure, Ruleset};
use crate::smoke_test::{SmokeTest, smoke_test};
use crate::variant::file::VariantFile;
use crate::variant::{MAX_STEPS, Source, Variant, resolve};
pub use error::CatalogError;
pub(crate) use layers::games_of;
use scripts::Scripts;
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script, problem_of};
use stonehouse_plugin::{Text, text};
use stonehouse_runtime::{CallError, Plugin};

/// Everything that can be played. Loading never fails: what could not be used is among the problems.
///
/// A clone shares the games' libraries, so that one can be [reloaded](Self::reload) on another thread while this one is
/// in use.
#[derive(Clone)]
pub struct Catalog {
    folders: Folders,
    prober: Arc<dyn Prober>,
    files_of_games: GameFileCache,
    games: Vec<GameEntry>,
    /// The variant files that could be read, shadowed ones included, in the order of the folders.
    files: Vec<VariantFile>,
    /// The packs that are installed, those that others need before these.
    packs: Vec<Installed>,
    /// The problems of the files of packs; they are in `problems`, too.
    pack_problems: Vec<Problem>,
    problems: Vec<Problem>,
    /// The problems of the files of games and their folders; they are in `problems`, too.
    file_problems: Vec<Problem>,
    /// The libraries that wait for the user's consent.
    waiting: Vec<LibraryMetadata>,
    /// The plugins that ended the program the last time.
    ended: Vec<Problem>,
    /// Whether the user's own games in Luau are left out, in whatever folder they are.
    is_for_another_user: bool,
}

/// A game and its variants.
#[derive(Clone)]
pub struct GameEntry {
    /// The game.
    pub plugin: Arc<Plugin>,
    /// Its library, or its script.
    pub file: PathBuf,
    /// The source of that file.
    pub source: Source,
    /// Its variants, folder by folder; within a folder, variants that others extend come first, and those without house
    /// rules before those with some.
    pub variants: Vec<Arc<Variant>>,
}

impl GameEntry {
    /// The game's id.
    pub fn id(&self) -> &str {
        &self.plugin.about().id
    }

    /// The number of players, the duration and the difficulty, as far as the manifest states them.
    pub fn details(&self) -> Vec<Text> {
        let about = self.plugin.about();
        let players = match (about.seats.min, about.seats.max) {
            (1, 1) => "1 player".into(),
            (least, most) if least == most => text!("{n} players", n = least),
            (least, most) => text!("{least} to {most} players", least, most),
        };
        let minutes = about.manifest.minutes.map(|[least, most]| match (least, most) {
            (_, 1) => "about 1 minute".into(),
            _ if least == most => text!("about {n} minutes", n = least),
            _ => text!("{least} to {most} minutes", least, most),
        });
        let weight = about.manifest.weight.map(|weight| match weight {
            1 => "learned in two minutes".into(),
            2 => "easy to learn".into(),
            3 => "some rules to learn".into(),
            4 => "many rules to learn".into(),
            _ => "an evening to learn".into(),
        });
        std::iter::once(players).chain(minutes).chain(weight).collect()
    }

    /// The official rules: every knob has its default.
    pub(crate) fn official(&self) -> Variant {
        let source = if self.source.pack().is_some() { self.source.clone() } else { Source::Game };
        let mut official = Variant::official(&self.plugin, &self.file);
        official.source = source;
        official
    }

    /// The variant with this id.
    pub fn variant(&self, id: &str) -> Option<&Arc<Variant>> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}

impl Catalog {
    /// Searches the folders. A library is loaded if `prober` allows it.
    pub fn load(folders: &Folders, prober: Arc<dyn Prober>) -> Self {
        let mut catalog = Self::empty(folders, prober);
        catalog.reload();
        catalog
    }

    /// A catalog of these folders that is empty until it is [reloaded](Self::reload).
    pub fn empty(folders: &Folders, prober: Arc<dyn Prober>) -> Self {
        Self {
            folders: folders.clone(),
            prober,
            files_of_games: GameFileCache::default(),
            games: Vec::new(),
            files: Vec::new(),
            packs: Vec::new(),
            pack_problems: Vec::new(),
            problems: Vec::new(),
            file_problems: Vec::new(),
            waiting: Vec::new(),
            ended: folders.ended().map(|note| plugins::last_end(&note)).unwrap_or_default(),
            is_for_another_user: false,
        }
    }

    /// Searches the folders again. If a library has changed, the new build is loaded beside the old one, which running
    /// matches keep. This can take seconds when a library has to be probed.
    pub fn reload(&mut self) {
        self.load_games(|_, _, _| {});
        self.take_variants();
    }

    /// As [`reload`](Self::reload); after each library that had to be probed, calls `show` with the catalog so far,
    /// without its problems.
    pub fn reload_showing(&mut self, mut show: impl FnMut(Self)) {
        self.load_games(|catalog, known, files| {
            let mut so_far = Self { files_of_games: known.clone(), ..catalog.clone() };
            so_far.gather(files);
            so_far.take_variants();
            so_far.problems.clear();
            show(so_far);
        });
        self.take_variants();
    }

    /// Searches the folders again for all that is text: games in Luau, variants, scripts and packs. Libraries stay as
    /// they are.
    pub fn reload_texts(&mut self) {
        self.read_packs();
        self.take_script_games();
        self.take_variants();
    }

    /// Reads the packs that are installed.
    fn read_packs(&mut self) {
        (self.packs, self.pack_problems) =
            self.folders.packs.as_deref().map(pack::store::installed).unwrap_or_default();
    }

    /// Searches folders and packs for games in Luau. Libraries stay as they are.
    fn take_script_games(&mut self) {
        let (files, problems) = self.game_files();
        self.files_of_games.scan_script_games(&files);
        self.gather(&files);
        self.file_problems.splice(0..0, problems);
    }

    /// Searches folders and packs for variants and scripts of the games that are known.
    fn take_variants(&mut self) {
        self.problems.clone_from(&self.file_problems);
        self.problems.extend_from_slice(&self.pack_problems);
        self.load_variants();
    }

    /// Returns the catalog with these packs in place of the installed ones.
    #[must_use]
    pub fn with_packs(&self, packs: Vec<Installed>) -> Self {
        let mut other = self.clone();
        other.packs = pack::store::in_order(packs);
        other.pack_problems.clear();
        other.take_script_games();
        other.take_variants();
        other
    }

    /// Returns the catalog of another user who has the same libraries, these packs, and nothing else of this user's.
    #[must_use]
    pub fn for_another_user(&self, packs: Vec<Installed>) -> Self {
        let mut other = self.clone();
        other.is_for_another_user = true;
        other.folders.games.retain(Folder::is_shipped);
        other.folders.variants.retain(Folder::is_shipped);
        other.folders.scripts.retain(Folder::is_shipped);
        other.with_packs(packs)
    }

    /// The packs that are installed, those that others need before these.
    pub fn packs(&self) -> &[Installed] {
        &self.packs
    }

    /// The pack with this id, if it is installed.
    ///
    /// # Errors
    /// When there is none: with the ids of the installed ones.
    pub fn pack(&self, id: &str) -> Result<&Installed, CatalogError> {
        self.packs.iter().find(|installed| installed.pack.id() == id).ok_or_else(|| {
            let (id, known) = (id.to_owned(), ids(self.packs.iter().map(|installed| installed.pack.id())));
            if known.is_empty() { CatalogError::NoPacks { id } } else { CatalogError::NoPack { id, known } }
        })
    }

    /// The packs whose variants can be played, in order.
    fn packs_in_use(&self) -> Vec<Arc<Pack>> {
        self.packs.iter().filter(|installed| installed.in_use()).map(|installed| Arc::clone(&installed.pack)).collect()
    }

    /// The folders that were searched.
    pub const fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The games, in the order of their names.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The problems of the files that are not among the games.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The libraries that wait for the user's consent, of which no code was run. Each is among the problems, too.
    pub fn waiting(&self) -> &[LibraryMetadata] {
        &self.waiting
    }

    /// The game with this id.
    ///
    /// # Errors
    /// When there is none: with the ids of the existing ones.
    pub fn game(&self, id: &str) -> Result<&GameEntry, CatalogError> {
        self.games.iter().find(|game| game.id() == id).ok_or_else(|| {
            let (id, known) = (id.to_owned(), ids(self.games.iter().map(GameEntry::id)));
            if known.is_empty() { CatalogError::NoGames { id } } else { CatalogError::NoGame { id, known } }
        })
    }

    /// The variant named `GAME/ID`.
    ///
    /// # Errors
    /// When there is none: with the ids of the existing ones.
    pub fn variant(&self, name: &str) -> Result<(&GameEntry, &Arc<Variant>), CatalogError> {
        let Some((game, id)) = name.split_once('/') else {
            return Err(CatalogError::NoName { name: name.to_owned(), example: self.example() });
        };
        let game = self.game(game)?;
        let variant = game.variant(id).ok_or_else(|| CatalogError::NoVariant {
            game: game.plugin.about().name.clone(),
            id: id.to_owned(),
            known: ids(game.variants.iter().map(|variant| variant.id.as_str())),
        })?;
        Ok((game, variant))
    }

    /// Checks everything that was found: what could not be used, and every variant compiled and tried out.
    pub fn check(&self) -> CheckReport {
        let mut checked = CheckReport::from(self.problems.clone());
        for game in &self.games {
            if is_script_game(&game.file) && game.source != Source::Shipped {
                checked.extend(check_script_game(&game.plugin, &game.file));
            }
            for variant in &game.variants {
                checked.extend(check_variant(&game.plugin, variant));
            }
            let used: HashSet<&Path> =
                game.variants.iter().flat_map(|variant| &variant.scripts).map(|script| &*script.file).collect();
            for (folder, script) in self.scripts_of(game.id()) {
                if !used.contains(&*script) {
                    checked.extend(match files::check_inside(&folder, &script) {
                        Ok(()) => check_script_of(game, &script),
                        Err(problem) => vec![problem].into(),
                    });
                }
            }
            for pack in self.packs_in_use() {
                let own = pack.scripts().filter(|(of, _)| *of == game.id());
                let scripts = own.filter_map(|(_, name)| pack.script(game.id(), name));
                for script in scripts.filter(|script| !used.contains(&*script.file)) {
                    checked.extend(check_script(game, script));
                }
            }
        }
        checked
    }

    /// Checks one variant (`.toml`), house rule (`.lua`), game in Luau (`.luau`) or pack (`.stonehouse`), which need
    /// not be in the folders.
    pub fn check_file(&self, file: &Path) -> CheckReport {
        match file.extension().and_then(|end| end.to_str()) {
            Some("toml") => self.check_variant_file(file),
            Some("lua") => self.check_script_file(file),
            Some(SCRIPT_GAME) => check_game_file(file),
            Some(pack::EXTENSION) => match Pack::read(file) {
                Ok(pack) => self.check_pack(&Arc::new(pack)),
                Err(problems) => problems.into(),
            },
            _ => {
                let message =
                    "this is neither a variant (.toml) nor a house rule (.lua), a game (.luau) or a pack (.stonehouse)";
                vec![Problem::file(file, message)].into()
            }
        }
    }

    /// Checks a pack as another user would find it, with the packs that it needs and nothing else of this user's.
    pub fn check_pack(&self, pack: &Arc<Pack>) -> CheckReport {
        let mut checked: CheckReport = pack.verify().err().into_iter().collect::<Vec<_>>().into();
        let installed = |pack: &Arc<Pack>| Installed { pack: Arc::clone(pack), on: true, lacks: None };
        let others = self.packs.iter().filter(|other| other.pack.id() != pack.id());
        let packs = others.map(|other| &other.pack).chain([pack]).map(installed).collect();
        let only = pack::store::needed_by(packs, pack.id());
        let elsewhere = self.for_another_user(only);
        let inside = |problem: &&Problem| problem.file.starts_with(&pack.file);
        checked.problems.extend(elsewhere.problems.iter().filter(inside).cloned());
        for game in &elsewhere.games {
            if game.file.starts_with(&pack.file) {
                checked.extend(check_script_game(&game.plugin, &game.file));
            }
            let own = |variant: &&Arc<Variant>| variant.file.starts_with(&pack.file);
            for variant in game.variants.iter().filter(own) {
                checked.extend(check_variant(&game.plugin, variant));
            }
            for (_, name) in pack.scripts().filter(|(of, _)| *of == game.id()) {
                let used = game.variants.iter().flat_map(|variant| &variant.scripts);
                let script = pack.script(game.id(), name);
                let unused = script.filter(|script| !used.into_iter().any(|used| used.file == script.file));
                checked.extend(unused.map(|script| check_script(game, script)).unwrap_or_default());
            }
        }
        // A problem in a script is found once for each variant that uses it.
        let mut seen = HashSet::new();
        checked.problems.retain(|problem| seen.insert(problem.to_string()));
        checked
    }

    fn check_variant_file(&self, file: &Path) -> CheckReport {
        match self.variant_in_file(file) {
            Ok((game, variant)) => check_variant(&game.plugin, &Arc::new(variant)),
            Err(problems) => problems.into(),
        }
    }

    /// The variant in a file, which need not be in the folders, and its game.
    ///
    /// # Errors
    /// The problems of the file, or of those that it extends.
    pub fn variant_in_file(&self, file: &Path) -> Result<(&GameEntry, Variant), Vec<Problem>> {
        let parsed = VariantFile::read_leniently(file)?;
        let game = self.game(&parsed.game).map_err(|unknown| vec![parsed.game_place.problem(unknown.to_string())])?;
        let same_game = self.files.iter().filter(|other| other.game == parsed.game && other.file != parsed.file);
        let mut files: Vec<VariantFile> = same_game.cloned().collect();
        add_siblings(&mut files, &parsed);
        files.push(parsed);
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        let own = files[files.len() - 1].clone();
        let find = |name: &str, written: &VariantFile| scripts.find(game.id(), name, &own, written);
        Ok((game, resolve(&files, files.len() - 1, &game.plugin, &find)?))
    }

    /// Checks a script. It does not name its game: its folder's name does, or a variant beside it that uses it.
    /// Otherwise the game is the one most of whose names are in the script, and every problem states that.
    fn check_script_file(&self, file: &Path) -> CheckReport {
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let by_folder = self.games.iter().find(|game| game.id() == folder);
        if let Some(game) = by_folder.or_else(|| self.game_of_variants_beside(file)) {
            return check_script_of(game, file);
        }
        let text = files::read_text(file).unwrap_or_default();
        let words: HashSet<&str> = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let known = |game: &GameEntry| {
            let plugin = &game.plugin;
            let names =
                plugin.hooks().iter().map(|hook| &hook.name).chain(plugin.facts().iter().map(|fact| &fact.name));
            let names = names.chain(plugin.zones().iter().map(|zone| &zone.name));
            let names = names.chain(plugin.events().iter().map(|event| &event.name));
            names
                .chain(plugin.effects().iter().map(|effect| &effect.name))
                .filter(|name| words.contains(&***name))
                .count()
        };
        // On a tie, the one with the fewest errors.
        let most = self.games.iter().map(known).max().unwrap_or_default();
        let likely = self.games.iter().filter(|game| known(game) == most);
        let tried = likely.map(|game| (game, check_script_of(game, file)));
        let Some((game, mut checked)) = tried.min_by_key(|(_, checked)| checked.problems.len()) else {
            return CheckReport::default();
        };
        for problem in &mut checked.problems {
            let (name, id) = (&game.plugin.about().name, game.id());
            problem.message.push_str(&format!(
                ". (It is taken for a house rule of {name}: a folder `{id}` around it, or a variant beside it that uses it, states its game)"
            ));
        }
        checked
    }

    /// The game of the first variant beside a script that names it.
    fn game_of_variants_beside(&self, script: &Path) -> Option<&GameEntry> {
        /// The most files that are read.
        const MAX_FILES: usize = 200;
        let name = script.file_name()?.to_str()?;
        let beside = Folder { path: files::folder_of(script).to_owned(), origin: Origin::Named };
        let files = list(&beside).ok()?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "toml"));
        let read = files.take(MAX_FILES).filter_map(|path| VariantFile::read(&path).ok());
        let named = |variant: &VariantFile| variant.scripts.iter().flatten().any(|(used, _)| used == name);
        let of: Vec<String> = read.filter(named).map(|variant| variant.game).collect();
        self.games.iter().find(|game| of.iter().any(|id| id == game.id()))
    }

    /// The scripts in the folders of a game, each with its folder.
    fn scripts_of(&self, game: &str) -> Vec<(PathBuf, PathBuf)> {
        let mut found = Vec::new();
        for folder in &self.folders.scripts {
            let own = Folder { path: folder.path.join(game), ..folder.clone() };
            // A script folder need not have a subfolder for each game.
            if own.path.is_dir() {
                let paths = list(&own).unwrap_or_default().into_iter();
                let scripts = paths.filter(|path| path.extension().is_some_and(|end| end == "lua"));
                found.extend(scripts.map(|script| (folder.path.clone(), script)));
            }
        }
        found
    }

    fn example(&self) -> String {
        let first = self.games.iter().flat_map(|game| &game.variants).next();
        first.map_or_else(|| "GAME/VARIANT".to_owned(), |variant| variant.full_name())
    }

    /// Loads the games of all folders; `show` is called after each that had to be probed.
    fn load_games(&mut self, mut show: impl FnMut(&Self, &GameFileCache, &[GameFile])) {
        self.read_packs();
        let (files, mut problems) = self.game_files();
        let consents = Consents::new(self.folders.consents.clone());
        let (copies, prober) = (self.folders.copies(), Arc::clone(&self.prober));
        let context = ScanContext { copies: &copies, prober: &*prober, consents: &consents };
        let mut known = std::mem::take(&mut self.files_of_games);
        known.scan(&files, &context, |known| show(self, known, &files));
        self.files_of_games = known;
        self.gather(&files);
        problems.append(&mut self.file_problems);
        self.file_problems = problems;
    }

    /// The files of games in all folders, and what is wrong with the folders and with the user's consents.
    fn game_files(&self) -> (Vec<GameFile>, Vec<Problem>) {
        let (mut files, mut problems) = (Vec::<GameFile>::new(), Vec::new());
        // A folder may be named twice; naming it on the command line is consent.
        let mut add = |new: GameFile| match files.iter_mut().find(|known| known.file == new.file) {
            Some(known) if known.origin == Origin::User => known.origin = new.origin,
            Some(_) => {}
            None => files.push(new),
        };
        for folder in self.folders.with_games() {
            match plugins::game_files_in(folder) {
                Ok(found) => {
                    // A folder of plugins may hold both.
                    let is_left_out =
                        |file: &PathBuf| self.is_for_another_user && !folder.is_shipped() && is_script_game(file);
                    let found = found.into_iter().filter(|file| !is_left_out(file));
                    found.for_each(|file| add(GameFile { file, origin: folder.origin, packed: None }));
                }
                Err(problem) => problems.push(problem),
            }
        }
        // Last, so that they replace no game of a folder.
        for pack in self.packs_in_use() {
            for (id, script) in pack.games() {
                let (file, label) = (script.file.clone(), Arc::clone(pack.label()));
                let beside = pack.files_beside(id).collect();
                let packed = Some(PackedGame { pack: label, id: id.to_owned(), script, beside });
                add(GameFile { file, origin: Origin::User, packed });
            }
        }
        problems.extend(Consents::new(self.folders.consents.clone()).all().err());
        (files, problems)
    }

    /// Takes the games of these files, as far as they are known.
    fn gather(&mut self, files: &[GameFile]) {
        self.games.clear();
        self.file_problems.clone_from(&self.ended);
        self.waiting.clear();
        for candidate in files {
            let file = &candidate.file;
            let Some(known) = self.files_of_games.get(file) else { continue };
            self.file_problems.extend(known.problem.clone());
            self.waiting.extend(known.waiting.clone());
            for plugin in &known.plugins {
                if let Some(game) = &candidate.packed
                    && game.id != plugin.about().id
                {
                    let message = format!(
                        "its `id` is \"{0}\": in a pack it belongs into the folder of that id, as {0}/{0}.{SCRIPT_GAME}",
                        plugin.about().id
                    );
                    self.file_problems.push(Problem::file(file, message));
                    continue;
                }
                match self.games.iter().find(|game| game.id() == plugin.about().id) {
                    Some(first) => self.file_problems.push(Problem::file(
                        file,
                        format!(
                            "this game has the id `{}`, but {} has the same id and was found first: give it another id, or remove one of the two",
                            plugin.about().id,
                            first.file.display()
                        ),
                    )),
                    None => self.games.push(GameEntry {
                        plugin: Arc::clone(plugin),
                        file: file.clone(),
                        source: candidate.source(),
                        variants: Vec::new(),
                    }),
                }
            }
        }
        self.games.sort_by(|a, b| a.plugin.about().name.cmp(&b.plugin.about().name));
    }
}

fn ids<'a>(known: impl Iterator<Item = &'a str>) -> Vec<String> {
    known.map(str::to_owned).collect()
}

/// The games of the conformance kit in which `check` examines a game in Luau.
const MAX_EXAMINED_GAMES: u64 = 20;

/// About how many actions those games may have: of a long game fewer are played.
const MAX_EXAMINED_ACTIONS: u64 = 1500;

/// The results of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// The problems.
    pub problems: Vec<Problem>,
    /// The cost and the effects of the house rules of each variant.
    pub smoke_tests: Vec<SmokeTest>,
    /// The number of tests of games in Luau that ran.
    pub tests: usize,
}

impl From<Vec<Problem>> for CheckReport {
    fn from(problems: Vec<Problem>) -> Self {
        Self { problems, ..Self::default() }
    }
}

impl CheckReport {
    /// Adds the results of another check.
    pub fn extend(&mut self, other: Self) {
        self.problems.extend(other.problems);
        self.smoke_tests.extend(other.smoke_tests);
        self.tests += other.tests;
    }
}

pub(crate) fn check_variant(plugin: &Arc<Plugin>, variant: &Arc<Variant>) -> CheckReport {
    let mut failed = Vec::new();
    let tried = Ruleset::compile(plugin, variant).and_then(|ruleset| {
        failed = ruleset.run_tests().1;
        smoke_test(&ruleset).map_err(|failure| match failure {
            RulesFailure::HouseRule { problem, .. } | RulesFailure::GameScript(problem) => vec![*problem],
            other => vec![Problem::file(&variant.file, other.to_string())],
        })
    });
    match tried {
        Ok(smoke_test) => CheckReport { smoke_tests: vec![smoke_test], problems: failed, tests: 0 },
        Err(problems) => problems.into(),
    }
}

/// Examines a game in Luau under its official rules: its tests, and what the conformance kit finds in so many games.
pub fn examine_script(plugin: &Arc<Plugin>, file: &Path, games: u64) -> Vec<Problem> {
    let variant = Arc::new(Variant::official(plugin, file));
    let ruleset = match Ruleset::compile(plugin, &variant) {
        Ok(ruleset) => ruleset,
        Err(problems) => return problems,
    };
    let of_test = |(name, error): (String, CallError)| match error {
        CallError::Script(failure) => {
            let mut problem = problem_of(*failure);
            problem.message = format!("the test \"{name}\" failed: {}", problem.message);
            problem
        }
        error => Problem::file(file, format!("the test \"{name}\" failed: {error}")),
    };
    let mut problems: Vec<Problem> = ruleset.rules().failed_tests().into_iter().map(of_test).collect();
    let (games, mut found) = match stonehouse_conformance::check(ruleset.rules(), 1, 1) {
        Ok(report) => {
            let games = games.min(MAX_EXAMINED_ACTIONS / report.actions.max(1)).max(1);
            (games, stonehouse_conformance::check(ruleset.rules(), games - 1, 2).err())
        }
        Err(violation) => (1, Some(violation)),
    };
    if found.is_none() && !(plugin.hooks().is_empty() && plugin.events().is_empty()) {
        // The fields of hooks and events are read only where house rules use them.
        let house = stonehouse_conformance::noop_house_rules(plugin);
        let under =
            plugin.rules(ruleset.seating().seats.len() as u8, &Value::Object(variant.knobs.clone()), Some(house));
        found = under.ok().and_then(|rules| stonehouse_conformance::check(&rules, games.min(3), 1).err());
    }
    problems.extend(found.map(|violation| Problem::file(file, violation.to_string())));
    problems
}

fn check_script_game(plugin: &Arc<Plugin>, file: &Path) -> CheckReport {
    let problems = examine_script(plugin, file, MAX_EXAMINED_GAMES);
    CheckReport { problems, smoke_tests: Vec::new(), tests: plugin.tests().len() }
}

fn check_game_file(file: &Path) -> CheckReport {
    match plugins::load_script_game(file) {
        Ok(plugin) => check_script_game(&plugin, file),
        Err(problem) => vec![problem].into(),
    }
}

fn check_script_of(game: &GameEntry, file: &Path) -> CheckReport {
    match files::read_script(file) {
        Ok(script) => check_script(game, script),
        Err(problem) => vec![problem].into(),
    }
}

/// Checks a house rule by itself: loads it, and tries it out under the game's first variant that has none, which is its
/// standard one.
fn check_script(game: &GameEntry, script: Script) -> CheckReport {
    let plain = game.variants.iter().find(|variant| variant.scripts.is_empty());
    let mut variant =
        plain.map_or_else(|| Variant::official(&game.plugin, &script.file), |plain| Variant::clone(plain));
    (variant.file, variant.scripts) = (script.file.clone(), vec![script]);
    check_variant(&game.plugin, &Arc::new(variant))
}

/// Adds the files that a variant extends, where they are beside it and not among the files yet. One that cannot be read
/// counts as missing.
fn add_siblings(files: &mut Vec<VariantFile>, variant: &VariantFile) {
    let next = |file: &VariantFile| file.extends.as_ref().map(|(name, _)| name.clone());
    let mut extends = next(variant);
    for _ in 0..=MAX_STEPS {
        // An id is a file's name, and names no other folder.
        let Some(name) = extends.filter(|name| !name.contains(['/', '\\'])) else { return };
        if name == variant.id || files.iter().any(|known| known.id == name) {
            return;
        }
        let beside = variant.file.with_file_name(format!("{name}.toml"));
        let Some(sibling) = VariantFile::read(&beside).ok().filter(|sibling| sibling.game == variant.game) else {
            return;
        };
        extends = next(&sibling);
        files.push(sibling);
    }
}

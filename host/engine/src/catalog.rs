//! The catalog: every game and variant found, and what is wrong with the rest.

use crate::files;
use crate::folders::{Folder, Folders, list};
use crate::lua::Script;
use crate::plugins::{self, Prober, Shelf, tidy};
use crate::problem::{Problem, did_you_mean};
use crate::ruleset::{RulesFailure, Ruleset};
use crate::tryout::{Tryout, try_out};
use crate::variant::file::VariantFile;
use crate::variant::{MOST_STEPS, Resolver, Variant, resolve};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_plugin_api::Manifest;
use stonehouse_plugin_api::abi::client::Plugin;

/// Everything that can be played. Loading never fails: what could not be used is among the problems.
///
/// A clone shares the games' libraries, so that one can be [reloaded](Self::reload) on another thread while this one is in use.
#[derive(Clone)]
pub struct Catalog {
    folders: Folders,
    prober: Arc<dyn Prober>,
    shelf: Shelf,
    games: Vec<GameEntry>,
    /// The variant files that could be read, shadowed ones included, in the order of the folders.
    files: Vec<VariantFile>,
    problems: Vec<Problem>,
    /// The problems of libraries and their folders; they are in `problems`, too.
    library_problems: Vec<Problem>,
}

/// A game and its variants.
#[derive(Clone)]
pub struct GameEntry {
    /// The game.
    pub plugin: Arc<Plugin>,
    /// Its library.
    pub file: PathBuf,
    /// Its variants, folder by folder; within a folder, variants that others extend come first, and those without house rules before
    /// those with some.
    pub variants: Vec<Arc<Variant>>,
}

impl GameEntry {
    /// The game's id.
    pub fn id(&self) -> &str {
        &self.plugin.about().id
    }

    /// What a person wants to know about the game besides its name and summary, in a few words each: players, minutes, authors, licence and
    /// homepage, as far as its manifest says so.
    pub fn facts(&self) -> Vec<String> {
        let about = self.plugin.about();
        let Manifest { authors, licence, homepage, minutes, .. } = &about.manifest;
        let players = match (about.seats.min, about.seats.max) {
            (1, 1) => "1 player".to_owned(),
            (min, max) if min == max => format!("{min} players"),
            (min, max) => format!("{min} to {max} players"),
        };
        let minutes = minutes.map(|[least, most]| {
            if least == most { format!("about {least} minutes") } else { format!("{least} to {most} minutes") }
        });
        let authors = (!authors.is_empty()).then(|| format!("by {}", authors.join(", ")));
        let rest = [licence, homepage].into_iter().filter(|text| !text.is_empty()).cloned();
        std::iter::once(players).chain(minutes).chain(authors).chain(rest).collect()
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
        tidy(&catalog.folders.copies());
        catalog.reload();
        catalog
    }

    /// A catalog of these folders that is empty until it is [reloaded](Self::reload).
    pub fn empty(folders: &Folders, prober: Arc<dyn Prober>) -> Self {
        let (shelf, games, files, problems) = (Shelf::default(), Vec::new(), Vec::new(), Vec::new());
        Self { folders: folders.clone(), prober, shelf, games, files, problems, library_problems: Vec::new() }
    }

    /// Searches the folders again. If a library has changed, the new build is loaded beside the old one, which running matches keep. This
    /// can take seconds when a library has to be tried out.
    pub fn reload(&mut self) {
        self.load_plugins();
        self.reload_variants();
    }

    /// Searches the folders again for variants and scripts, and leaves libraries as they are.
    pub fn reload_variants(&mut self) {
        self.problems.clone_from(&self.library_problems);
        self.load_variants();
    }

    /// The folders that were searched.
    pub const fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The games, in the order of their names.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// What is wrong with the files that are not among the games.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The game with this id.
    ///
    /// # Errors
    /// A sentence that names the existing ones.
    pub fn game(&self, id: &str) -> Result<&GameEntry, String> {
        self.games.iter().find(|game| game.id() == id).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(GameEntry::id).collect();
            let hint = did_you_mean(id, known.iter().copied());
            if known.is_empty() {
                format!("there is no game `{id}`: no plugin was found. `stonehouse check` says more")
            } else {
                format!("there is no game `{id}`.{hint} There are: {}", known.join(", "))
            }
        })
    }

    /// The variant named `GAME/ID`.
    ///
    /// # Errors
    /// A sentence that names the existing ones.
    pub fn variant(&self, name: &str) -> Result<(&GameEntry, &Arc<Variant>), String> {
        let Some((game, id)) = name.split_once('/') else {
            return Err(format!(
                "`{name}` is not the name of a variant: write GAME/ID, for example {}",
                self.example()
            ));
        };
        let game = self.game(game)?;
        let variant = game.variant(id).ok_or_else(|| {
            let known: Vec<&str> = game.variants.iter().map(|variant| variant.id.as_str()).collect();
            let hint = did_you_mean(id, known.iter().copied());
            format!("{} has no variant `{id}`.{hint} It has: {}", game.plugin.about().name, known.join(", "))
        })?;
        Ok((game, variant))
    }

    /// Checks everything that was found: what could not be used, and every variant compiled and tried out.
    pub fn check(&self) -> Checked {
        let mut checked = Checked::from(self.problems.clone());
        for game in &self.games {
            for variant in &game.variants {
                checked.extend(check_variant(&game.plugin, variant));
            }
            let used: HashSet<&Path> =
                game.variants.iter().flat_map(|variant| &variant.scripts).map(|script| &*script.file).collect();
            for (folder, script) in self.scripts_of(game.id()) {
                if !used.contains(&*script) {
                    checked.extend(match files::check_inside(&folder, &script) {
                        Ok(()) => check_script(game, &script),
                        Err(problem) => vec![problem].into(),
                    });
                }
            }
        }
        checked
    }

    /// Checks one variant (`.toml`) or house rule (`.lua`), which need not be in the folders.
    pub fn check_file(&self, file: &Path) -> Checked {
        match file.extension().and_then(|end| end.to_str()) {
            Some("toml") => self.check_variant_file(file),
            Some("lua") => self.check_script_file(file),
            _ => vec![Problem::file(file, "this is neither a variant (.toml) nor a house rule (.lua)")].into(),
        }
    }

    fn check_variant_file(&self, file: &Path) -> Checked {
        let parsed = match VariantFile::read(file) {
            Ok(parsed) => parsed,
            Err(problems) => return problems.into(),
        };
        let game = match self.game(&parsed.game) {
            Ok(game) => game,
            Err(unknown) => return vec![parsed.game_place.problem(unknown)].into(),
        };
        let same_game = self.files.iter().filter(|other| other.game == parsed.game && other.file != parsed.file);
        let mut files: Vec<VariantFile> = same_game.cloned().collect();
        add_siblings(&mut files, &parsed);
        files.push(parsed);
        let scripts = Scripts::new(&self.folders.scripts);
        let find = |name: &str| scripts.find(game.id(), name, file);
        match resolve(&files, files.len() - 1, &game.plugin, &find) {
            Ok(variant) => check_variant(&game.plugin, &Arc::new(variant)),
            Err(problems) => problems.into(),
        }
    }

    /// A script does not say which game it is for: its folder's name does, or else whichever game accepts it.
    fn check_script_file(&self, file: &Path) -> Checked {
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        if let Some(game) = self.games.iter().find(|game| game.id() == folder) {
            return check_script(game, file);
        }
        let tried = self.games.iter().map(|game| check_script(game, file));
        tried.min_by_key(|checked| checked.problems.len()).unwrap_or_default()
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
        first.map_or_else(|| "three-stones/standard".to_owned(), |variant| variant.full_name())
    }

    fn load_plugins(&mut self) {
        self.games.clear();
        self.library_problems.clear();
        let mut files = Vec::new();
        for folder in &self.folders.plugins {
            match plugins::libraries_in(folder) {
                Ok(found) => files.extend(found),
                Err(problem) => self.library_problems.push(problem),
            }
        }
        // A folder may be named twice.
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.clone()));
        self.shelf.look(&files, &self.folders.copies(), &*self.prober);
        for file in &files {
            let Some(library) = self.shelf.library(file) else { continue };
            self.library_problems.extend(library.problem.clone());
            for plugin in &library.plugins {
                match self.games.iter().find(|game| game.id() == plugin.about().id) {
                    Some(first) => self.library_problems.push(Problem::file(
                        file,
                        format!(
                            "this plugin has the id `{}`, but {} has the same id and was found first: remove one of the two",
                            plugin.about().id,
                            first.file.display()
                        ),
                    )),
                    None => self.games.push(GameEntry {
                        plugin: Arc::clone(plugin),
                        file: file.clone(),
                        variants: Vec::new(),
                    }),
                }
            }
        }
        self.games.sort_by(|a, b| a.plugin.about().name.cmp(&b.plugin.about().name));
    }

    fn load_variants(&mut self) {
        let mut files: Vec<VariantFile> = Vec::new();
        for folder in self.folders.variants.clone() {
            for path in self.toml_files(&folder) {
                let inside = files::check_inside(&folder.path, &path).map_err(|problem| vec![problem]);
                match inside.and_then(|()| VariantFile::read(&path)) {
                    Ok(file) => files.push(file),
                    Err(mut problems) => self.problems.append(&mut problems),
                }
            }
        }
        for file in &files {
            if let Err(unknown) = self.game(&file.game) {
                self.problems.push(file.game_place.problem(unknown));
            }
        }
        let scripts = Scripts::new(&self.folders.scripts);
        for game in &mut self.games {
            game.variants.clear();
            let id = game.plugin.about().id.clone();
            let own: Vec<VariantFile> = files.iter().filter(|file| file.game == id).cloned().collect();
            let mut resolver = Resolver::new(&own, &game.plugin);
            for (place, file) in own.iter().enumerate() {
                // What comes later in the search path shadows what comes earlier.
                if !resolver.is_shadowed(place) {
                    let variant = resolver.resolve(place, &|name| scripts.find(&id, name, &file.file));
                    game.variants.extend(variant.map(Arc::new));
                }
            }
            self.problems.append(&mut resolver.into_problems());
            if own.is_empty() {
                game.variants.push(Arc::new(Variant::official(&game.plugin, &game.file)));
            }
            let folders = &self.folders.variants;
            game.variants.sort_by_cached_key(|variant| {
                let folder = folders.iter().position(|folder| variant.file.starts_with(&folder.path));
                (folder, variant.depth, !variant.scripts.is_empty(), variant.name.clone())
            });
        }
        self.files = files;
        // A problem in a script is found once for each variant that uses it.
        let mut told = HashSet::new();
        self.problems.retain(|problem| {
            told.insert((problem.file.clone(), problem.line, problem.column, problem.message.clone()))
        });
    }

    /// The variant files of a folder and of its subfolders, one level down.
    fn toml_files(&mut self, folder: &Folder) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut entries = self.listed(folder);
        let subfolders: Vec<PathBuf> = entries.iter().filter(|path| path.is_dir()).cloned().collect();
        for path in subfolders {
            entries.extend(self.listed(&Folder { path, origin: folder.origin }));
        }
        found.extend(entries.into_iter().filter(|path| path.extension().is_some_and(|end| end == "toml")));
        found
    }

    fn listed(&mut self, folder: &Folder) -> Vec<PathBuf> {
        list(folder).unwrap_or_else(|problem| {
            self.problems.push(problem);
            Vec::new()
        })
    }
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What the house rules of each variant cost and do.
    pub tryouts: Vec<Tryout>,
}

impl From<Vec<Problem>> for Checked {
    fn from(problems: Vec<Problem>) -> Self {
        Self { problems, tryouts: Vec::new() }
    }
}

impl Checked {
    /// Adds what another check found.
    pub fn extend(&mut self, other: Self) {
        self.problems.extend(other.problems);
        self.tryouts.extend(other.tryouts);
    }
}

fn check_variant(plugin: &Arc<Plugin>, variant: &Arc<Variant>) -> Checked {
    let tried = Ruleset::compile(plugin, variant).and_then(|ruleset| {
        try_out(&ruleset).map_err(|failure| match failure {
            RulesFailure::HouseRule { problem, .. } => vec![*problem],
            other => vec![Problem::file(&variant.file, other.to_string())],
        })
    });
    match tried {
        Ok(tryout) => Checked { tryouts: vec![tryout], ..Checked::default() },
        Err(problems) => problems.into(),
    }
}

/// Checks a house rule by itself: loads it, and tries it out under the game's first variant that has none, which is its standard one.
fn check_script(game: &GameEntry, file: &Path) -> Checked {
    let script = match Script::read(file) {
        Ok(script) => script,
        Err(problem) => return vec![problem].into(),
    };
    let plain = game.variants.iter().find(|variant| variant.scripts.is_empty());
    let mut variant = plain.map_or_else(|| Variant::official(&game.plugin, file), |plain| Variant::clone(plain));
    (variant.file, variant.scripts) = (file.to_owned(), vec![script]);
    check_variant(&game.plugin, &Arc::new(variant))
}

/// Adds what a variant extends, where it lies beside it and is not among the files yet. What cannot be read is as good as missing.
fn add_siblings(files: &mut Vec<VariantFile>, variant: &VariantFile) {
    let next = |file: &VariantFile| file.extends.as_ref().map(|(name, _)| name.clone());
    let mut extends = next(variant);
    for _ in 0..=MOST_STEPS {
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

/// The scripts that variants name, each read once.
struct Scripts<'a> {
    folders: &'a [Folder],
    read: RefCell<HashMap<PathBuf, Result<Script, Problem>>>,
}

impl<'a> Scripts<'a> {
    fn new(folders: &'a [Folder]) -> Self {
        Self { folders, read: RefCell::default() }
    }

    /// A script by its file's name: beside the variant, then in the script folders, the last first.
    fn find(&self, game: &str, name: &str, variant: &Path) -> Option<Result<Script, Problem>> {
        let beside = variant.parent().map(|folder| (folder, folder.join(name)));
        let shared = self.folders.iter().rev().flat_map(|folder| {
            let path = &*folder.path;
            [(path, path.join(game).join(name)), (path, path.join(name))]
        });
        // Whatever has that name is what the variant means, even a broken link.
        let (folder, file) = beside.into_iter().chain(shared).find(|(_, file)| file.symlink_metadata().is_ok())?;
        let read = || files::check_inside(folder, &file).and_then(|()| Script::read(&file));
        Some(self.read.borrow_mut().entry(file.clone()).or_insert_with(read).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::Origin;
    use std::fs;

    #[test]
    fn a_script_is_found_beside_the_variant_and_then_in_the_last_folder_and_is_read_once() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        for (file, text) in [("variants/a.lua", "a"), ("one/a.lua", "1"), ("one/b.lua", "1"), ("two/g/b.lua", "2")] {
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::write(path(file), text).unwrap();
        }
        let folders = ["one", "two"].map(|name| Folder { path: path(name), origin: Origin::User });
        let scripts = Scripts::new(&folders);
        let found = |name: &str| scripts.find("g", name, &path("variants/v.toml")).unwrap().unwrap().source;
        assert_eq!((&*found("a.lua"), &*found("b.lua")), ("a", "2"));
        fs::write(path("two/g/b.lua"), "3").unwrap();
        assert_eq!(&*found("b.lua"), "2");
        assert!(scripts.find("g", "c.lua", &path("variants/v.toml")).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_script_that_is_a_link_out_of_its_folder_is_refused_and_one_within_it_is_not() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        fs::create_dir_all(path("scripts/g")).unwrap();
        fs::write(path("secret.txt"), "return {}").unwrap();
        fs::write(path("scripts/real.lua"), "return {}").unwrap();
        std::os::unix::fs::symlink(path("secret.txt"), path("scripts/g/out.lua")).unwrap();
        std::os::unix::fs::symlink(path("scripts/real.lua"), path("scripts/g/in.lua")).unwrap();
        std::os::unix::fs::symlink(path("nowhere"), path("scripts/g/dead.lua")).unwrap();
        let folders = [Folder { path: path("scripts"), origin: Origin::User }];
        let scripts = Scripts::new(&folders);
        let find = |name: &str| scripts.find("g", name, &path("variants/v.toml")).unwrap();
        let refused = find("out.lua").unwrap_err().to_string();
        assert!(refused.contains("out.lua: this is a link to a file outside "), "{refused}");
        assert!(find("dead.lua").unwrap_err().to_string().contains("dead.lua: cannot be read: "));
        assert_eq!(&*find("in.lua").unwrap().source, "return {}");
    }
}

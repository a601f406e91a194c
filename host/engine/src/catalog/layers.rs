//! Variants from everywhere, in layers: those that ship, those of packs, the user's own, those of folders that were
//! named. A variant of a later layer takes the place of one with the same id in an earlier one.
//!
//! Each variant has its source and the sources of those that it shadows; one that shadows a shipped variant has a
//! longer title, which every screen, list and record shows. A variant of a pack that cannot be resolved is left out
//! before anything is shadowed, so a broken pack breaks nothing.

use super::{Catalog, GameEntry, Scripts};
use crate::files;
use crate::folders::{Folder, list};
use crate::pack::Pack;
use crate::pack::store::plain;
use crate::variant::file::VariantFile;
use crate::variant::{MAX_STEPS, OFFICIAL, Resolver, Source, Variant};
use semver::Version;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};

impl Catalog {
    /// Reads and resolves the variants of all layers.
    pub(super) fn load_variants(&mut self) {
        let mut files = self.variant_files();
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        let mut kept = Vec::new();
        for game in &mut self.games {
            let id = game.id().to_owned();
            let (own, others) = files.into_iter().partition(|file| file.game == id);
            files = others;
            let own = without_broken(own, game, &scripts, &mut self.problems);
            resolve_all(game, &own, &scripts, &mut self.problems);
            kept.extend(own);
        }
        // Variants of games that do not exist.
        kept.extend(files);
        self.files = kept;
        // A problem in a script is found once for each variant that uses it.
        let mut seen = HashSet::new();
        self.problems.retain(|problem| {
            seen.insert((problem.file.clone(), problem.line, problem.column, problem.message.clone()))
        });
    }

    /// The files of all layers that can be read, in order.
    fn variant_files(&mut self) -> Vec<VariantFile> {
        let folders = self.folders.variants.clone();
        let mut files: Vec<VariantFile> = Vec::new();
        let mut layer = 0;
        let mut add = |found: Vec<VariantFile>| {
            layer += 1;
            files.extend(found.into_iter().map(|file| VariantFile { layer, ..file }));
        };
        for installed in self.packs.iter().filter(|installed| installed.on) {
            let lacks = installed.lacks.iter().map(|lacks| Problem::file(&installed.pack.file, lacks));
            self.problems.extend(lacks);
        }
        for folder in folders.iter().filter(|folder| folder.is_shipped()) {
            add(self.files_of_folder(folder));
        }
        for pack in self.packs_in_use() {
            add(self.files_of_pack(&pack));
        }
        for folder in folders.iter().filter(|folder| !folder.is_shipped()) {
            add(self.files_of_folder(folder));
        }
        files
    }

    fn files_of_folder(&mut self, folder: &Folder) -> Vec<VariantFile> {
        let mut files = Vec::new();
        for path in self.toml_files(folder) {
            let inside = files::check_inside(&folder.path, &path).map_err(|problem| vec![problem]);
            match inside.and_then(|()| VariantFile::read_leniently(&path)) {
                Ok(file) => match self.game(&file.game) {
                    Ok(_) => files.push(VariantFile { source: Source::from(folder.origin), ..file }),
                    Err(unknown) => self.problems.push(file.game_place.problem(unknown.to_string())),
                },
                Err(mut problems) => self.problems.append(&mut problems),
            }
        }
        files
    }

    /// The variants of a pack, for those of its games that exist in a version that it accepts.
    fn files_of_pack(&mut self, pack: &Pack) -> Vec<VariantFile> {
        let (mut files, mut problems) = pack.variant_files();
        for game in games_of(pack) {
            if let Some(lacks) = self.lacks_game(pack, &game) {
                self.problems.push(Problem::file(&pack.file, lacks));
                files.retain(|file| file.game != game);
            }
        }
        self.problems.append(&mut problems);
        files
    }

    /// The reason why a pack's variants of a game cannot be played, if the game is not the one that it needs.
    pub(crate) fn lacks_game(&self, pack: &Pack, game: &str) -> Option<String> {
        let needed = pack.manifest.games.get(game);
        let Ok(there) = self.game(game) else {
            return Some(format!("it needs the game `{game}`, which is not here"));
        };
        let (needed, about) = (needed?, there.plugin.about());
        let fits = Version::parse(&about.version).is_ok_and(|version| needed.matches(&version));
        let needed = plain(needed);
        (!fits && needed != "*").then(|| format!("it needs {} {needed}, and here is {}", about.name, about.version))
    }

    /// The file of a variant and those that it extends, in this order.
    pub(crate) fn chain(&self, game: &GameEntry, id: &str) -> Vec<VariantFile> {
        let files: Vec<VariantFile> = self.files.iter().filter(|file| file.game == game.id()).cloned().collect();
        let resolver = Resolver::new(&files, &game.plugin);
        let mut chain = Vec::new();
        let mut next = files.iter().rposition(|file| file.id == id);
        // A chain that was resolved ends, but nothing here depends on it.
        while let Some(place) = next.filter(|_| chain.len() <= MAX_STEPS) {
            chain.extend(files.get(place).cloned());
            next = resolver.base(place);
        }
        chain
    }

    /// The scripts that a variant's file names, without those that it inherits.
    pub(crate) fn scripts_written_in(&self, game: &GameEntry, file: &VariantFile) -> Result<Vec<Script>, Problem> {
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        let found = file.scripts.iter().flatten().filter_map(|(name, _)| scripts.find(game.id(), name, file, file));
        found.collect()
    }

    /// Whether a script or variant came with the program.
    pub fn is_shipped(&self, file: &Path) -> bool {
        let folders = self.folders.variants.iter().chain(&self.folders.scripts);
        folders.filter(|folder| folder.is_shipped()).any(|folder| file.starts_with(&folder.path))
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

/// The games for which a pack has files, or which it needs.
pub(crate) fn games_of(pack: &Pack) -> BTreeSet<String> {
    let variants = pack.variants().map(|(_, game, _)| game);
    let rules = pack.scripts().map(|(game, _)| game);
    let games = variants.chain(rules).chain(pack.games().map(|(game, _)| game)).map(str::to_owned);
    games.chain(pack.manifest.games.keys().cloned()).collect()
}

/// The files without those of packs that cannot be used: a pack that is broken must not shadow one that works.
fn without_broken(
    mut files: Vec<VariantFile>,
    game: &GameEntry,
    scripts: &Scripts<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<VariantFile> {
    loop {
        let mut resolver = Resolver::new(&files, &game.plugin);
        // Those that cannot be used, and those in which the reason is.
        let (mut broken, mut wrong) = (HashSet::new(), HashSet::new());
        for (place, file) in files.iter().enumerate().filter(|(_, file)| file.source.pack().is_some()) {
            let find = |name: &str, written: &VariantFile| scripts.find(game.id(), name, file, written);
            let known = resolver.problems().len();
            if resolver.resolve(place, &find).is_none() {
                broken.insert(file.file.clone());
                for problem in &resolver.problems()[known..] {
                    // It may be in a file that this one extends, or in a script that it names.
                    let other = files.iter().find(|other| other.file == problem.file);
                    wrong.insert(other.unwrap_or(file).file.clone());
                }
            }
        }
        if broken.is_empty() {
            return files;
        }
        // Without the wrong one, a variant that extends it may extend the one that it shadowed.
        wrong.retain(|file| broken.contains(file));
        let out = if wrong.is_empty() { broken } else { wrong };
        problems.append(&mut resolver.into_problems());
        files.retain(|file| !out.contains(&file.file));
    }
}

/// Resolves the variants of a game.
fn resolve_all(game: &mut GameEntry, files: &[VariantFile], scripts: &Scripts<'_>, problems: &mut Vec<Problem>) {
    let id = game.id().to_owned();
    let mut resolver = Resolver::new(files, &game.plugin);
    let mut found: Vec<(usize, Arc<Variant>)> = Vec::new();
    for (place, file) in files.iter().enumerate() {
        // A later file in the search path shadows an earlier one.
        if !resolver.is_shadowed(place) {
            let find = |name: &str, written: &VariantFile| scripts.find(&id, name, file, written);
            found.extend(resolver.resolve(place, &find).map(|variant| (file.layer, Arc::new(variant))));
        }
    }
    problems.append(&mut resolver.into_problems());
    // The variants that ship with a game are its line-up; others come in addition to its official rules.
    if !files.iter().any(|file| file.source == Source::Shipped || file.id == OFFICIAL) {
        found.push((0, Arc::new(game.official())));
    }
    found.sort_by_cached_key(|(layer, variant)| {
        (*layer, variant.depth, !variant.scripts.is_empty(), variant.name.clone())
    });
    game.variants = found.into_iter().map(|(_, variant)| variant).collect();
}

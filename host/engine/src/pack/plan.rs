//! A preview of what installing a pack adds, changes and overrides.
//!
//! It is found by comparing two catalogs, one with the pack and one without. So command line and window report what
//! really changes, also in variants that only extend what the pack replaces.

use super::store::plain;
use super::{Installed, Pack};
use crate::catalog::{Catalog, GameEntry, check_variant, examine_script, games_of};
use crate::draft::differences;
use crate::ruleset::Ruleset;
use crate::variant::{OFFICIAL, Source, Variant};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};

/// The most variants of a pack that are tried out in a few games; the others are only loaded.
const MAX_TRIED: usize = 16;

/// The games of the conformance kit in which a game of a pack is examined.
const EXAMINED_GAMES: u64 = 3;

/// The plan of an installation: what installing a pack would do.
pub struct PackPlan {
    /// The pack.
    pub pack: Arc<Pack>,
    /// The pack of the same id that is installed.
    pub before: Option<Arc<Pack>>,
    /// The effects of the installation, under headings.
    pub sections: Vec<Section>,
    /// The problems of its rules. Its variants without a problem can be played nevertheless.
    pub problems: Vec<Problem>,
}

/// A group of effects of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// A sentence each.
    pub lines: Vec<String>,
    /// Whether people should think twice.
    pub warns: bool,
}

impl PackPlan {
    /// Determines what installing a pack would do, and tries its rules out. Nothing is changed.
    pub fn make(catalog: &Catalog, pack: Pack) -> Self {
        let pack = Arc::new(pack);
        let others = catalog.packs().iter().filter(|other| other.pack.id() != pack.id()).cloned();
        let own = Installed { pack: Arc::clone(&pack), on: true, lacks: None };
        let after = catalog.with_packs(others.chain([own]).collect());
        let before = catalog.packs().iter().find(|other| other.pack.id() == pack.id());
        let before = before.map(|installed| Arc::clone(&installed.pack));
        let (author, is_other_author) = author(before.as_deref(), &pack, catalog);
        let comparing = Comparing { pack: &pack, before: catalog, after: &after };
        let sections = [
            section("Already installed", installed(before.as_deref(), &pack), false),
            section("Author", author, is_other_author),
            section("It brings", comparing.contents(), false),
            section("Changed since the installed version", comparing.updates(), false),
            section("It takes the place of", comparing.shadows(), true),
            section("It also changes what is built on that", comparing.changes(), true),
            section("It no longer has", comparing.removed(), true),
            section("Not offered, because others of that name come first", comparing.hidden(), false),
            section("It needs", comparing.needs(), false),
            section("Missing", comparing.lacks(), true),
        ];
        let (problems, reveals) = comparing.problems();
        let reveals = section("Secrets", reveals, true);
        Self { before, sections: sections.into_iter().flatten().chain(reveals).collect(), problems, pack }
    }

    /// The authors and the licence of the pack: a line for people.
    pub fn about(&self) -> String {
        let manifest = &self.pack.manifest;
        let authors = manifest.authors.join(", ");
        format!("{} {}, by {authors}, licence: {}", manifest.name, manifest.version, manifest.licence)
    }

    /// Whether the same pack is installed, byte for byte.
    pub fn is_installed(&self) -> bool {
        self.before.as_ref().is_some_and(|before| before.is_same(&self.pack))
    }
}

fn section(title: &'static str, lines: Vec<String>, warns: bool) -> Option<Section> {
    (!lines.is_empty()).then_some(Section { title, lines, warns })
}

/// A comparison of a pack with the one that is installed.
fn installed(before: Option<&Pack>, pack: &Pack) -> Vec<String> {
    let Some(before) = before else { return Vec::new() };
    let (here, new) = (&before.manifest.version, &pack.manifest.version);
    let kept = "The installed file is kept";
    vec![match new.cmp(here) {
        Ordering::Equal if before.is_same(pack) => format!("{here}, and it is the same pack"),
        Ordering::Equal => format!("{here}, too, but with other content. {kept}"),
        Ordering::Greater => format!("{here}; this one is newer and takes its place. {kept}"),
        Ordering::Less => format!("{here}; this one is OLDER and would take its place. {kept}"),
    }]
}

/// A comparison of the author with that of the installed version and of other packs, and whether to think twice.
fn author(before: Option<&Pack>, pack: &Pack, catalog: &Catalog) -> (Vec<String>, bool) {
    let same = |other: &Pack| other.author().is_some() && other.author() == pack.author();
    match (before, pack.author()) {
        (Some(before), _) if same(before) => (vec!["the same as of the installed version".to_owned()], false),
        (Some(before), _) if before.author().is_some() => {
            let who = before.manifest.authors.join(", ");
            let line = format!("NOT the one who signed the installed version. Before you install it, ask {who}");
            (vec![line], true)
        }
        (_, None) => (Vec::new(), false),
        (_, Some(_)) => {
            let others = catalog.packs().iter().map(|installed| &installed.pack).filter(|other| same(other));
            let others: Vec<String> = others.map(|other| other.label().to_string()).collect();
            let line = match others.as_slice() {
                [] => "signed: later versions will be compared with it".to_owned(),
                others => format!("the same as of {}", others.join(", ")),
            };
            (vec![line], false)
        }
    }
}

/// The catalog as it is, and as it would be.
struct Comparing<'a> {
    pack: &'a Pack,
    before: &'a Catalog,
    after: &'a Catalog,
}

impl Comparing<'_> {
    fn is_own(&self, variant: &Variant) -> bool {
        variant.source.pack().is_some_and(|label| label.id == self.pack.id())
    }

    /// All variants after the installation.
    fn variants(&self) -> impl Iterator<Item = &Arc<Variant>> {
        self.after.games().iter().flat_map(|game| &game.variants)
    }

    /// The variant of this name, as it is now.
    fn now(&self, name: &str) -> Option<&Arc<Variant>> {
        self.before.variant(name).ok().map(|(_, variant)| variant)
    }

    /// The games of the pack, after the installation.
    fn games(&self) -> impl Iterator<Item = &GameEntry> {
        self.after.games().iter().filter(|game| game.file.starts_with(&self.pack.file))
    }

    /// Its games and variants, and how many other things are in it.
    fn contents(&self) -> Vec<String> {
        // The official rules are the game itself.
        let own = self.variants().filter(|variant| self.is_own(variant) && variant.id != OFFICIAL);
        let mut lines: Vec<String> = self.games().map(|game| self.game_line(game)).collect();
        lines.extend(own.map(|variant| self.variant_line(variant)));
        let things = [
            (self.pack.scripts().count(), "house rule"),
            (self.pack.texts().count(), "text"),
            (self.pack.pictures().count(), "picture"),
        ];
        let counted = things.iter().filter(|(count, _)| *count > 0).map(|(count, thing)| many(*count, thing));
        let counted: Vec<String> = counted.collect();
        if !counted.is_empty() {
            lines.push(counted.join(", "));
        }
        lines
    }

    /// A game of the pack in one line.
    fn game_line(&self, game: &GameEntry) -> String {
        let about = game.plugin.about();
        let details: Vec<String> = game.details().iter().map(ToString::to_string).collect();
        let news = match self.before.game(game.id()) {
            Ok(now) if now.source.pack().is_some_and(|label| label.id == self.pack.id()) => {
                if self.is_same_script(game.id()) { ", as before" } else { ", changed" }
            }
            _ => "",
        };
        let summary = if about.summary.is_empty() { String::new() } else { format!(": {}", about.summary) };
        format!("the game {} {} ({}){news}{summary}", about.name, about.version, details.join(", "))
    }

    /// Whether the installed version of the pack has the same script of a game.
    fn is_same_script(&self, game: &str) -> bool {
        let sources = |pack: &Pack| -> Vec<(String, Arc<str>)> {
            let own = pack.games().filter(|(id, _)| *id == game).map(|(_, script)| script);
            own.chain(pack.files_beside(game)).map(|script| (script.name, script.source)).collect()
        };
        let before = self.before.pack(self.pack.id()).map(|installed| sources(&installed.pack));
        before.is_ok_and(|before| before == sources(self.pack))
    }

    /// A variant of the pack in one line.
    fn variant_line(&self, variant: &Variant) -> String {
        let scripts: Vec<&str> = variant.scripts.iter().map(|script| script.name.as_str()).collect();
        let with = if scripts.is_empty() { String::new() } else { format!(" (with {})", scripts.join(", ")) };
        let summary = if variant.summary.is_empty() { String::new() } else { format!(": {}", variant.summary) };
        let news = match self.now(&variant.full_name()) {
            Some(now) if self.is_own(now) && same_rules(now, variant) => ", as before",
            Some(now) if self.is_own(now) => ", changed",
            _ => "",
        };
        format!("{} “{}”{news}{summary}{with}", variant.full_name(), variant.name)
    }

    /// The differences from the installed version of the pack: of its variants, and the lines of its scripts.
    fn updates(&self) -> Vec<String> {
        let Ok(installed) = self.before.pack(self.pack.id()) else { return Vec::new() };
        let mut lines = Vec::new();
        for game in self.after.games() {
            for variant in game.variants.iter().filter(|variant| self.is_own(variant)) {
                let Some(now) = self.now(&variant.full_name()).filter(|now| self.is_own(now)) else { continue };
                let changed = differences(game.plugin.knobs(), now, variant);
                let changed: Vec<String> = changed.iter().map(ToString::to_string).collect();
                if !changed.is_empty() {
                    lines.push(format!("{}: {}", variant.full_name(), changed.join("; ")));
                }
            }
        }
        let scripts = |pack: &Pack| -> BTreeMap<String, Arc<str>> {
            let games = pack.games().flat_map(|(id, script)| std::iter::once(script).chain(pack.files_beside(id)));
            let rules = pack.scripts().filter_map(|(game, name)| pack.script(game, name));
            let inside =
                |script: &Script| script.file.strip_prefix(&pack.file).unwrap_or(&script.file).display().to_string();
            games.chain(rules).map(|script| (inside(&script), script.source)).collect()
        };
        let before = scripts(&installed.pack);
        for (name, source) in scripts(self.pack) {
            if let Some(known) = before.get(&name).filter(|known| **known != source) {
                let (added, removed) = (lines_only_in(&source, known), lines_only_in(known, &source));
                lines.push(format!("{name}: {} added, {removed} removed", many(added, "line")));
            }
        }
        lines
    }

    /// The variants that those of the pack override.
    fn shadows(&self) -> Vec<String> {
        let own = self.variants().filter(|variant| self.is_own(variant) && !variant.shadows.is_empty());
        own.map(|variant| {
            let whose: Vec<String> = variant
                .shadows
                .iter()
                .map(|source| match source {
                    Source::Shipped => "the one that ships with Stonehouse".to_owned(),
                    other => format!("the one from {other}"),
                })
                .collect();
            format!("{}, {}: it cannot be played while the pack is on", variant.full_name(), whose.join(" and "))
        })
        .collect()
    }

    /// The other variants whose rules would change.
    fn changes(&self) -> Vec<String> {
        let others = self.variants().filter(|variant| !self.is_own(variant));
        let changed = others.filter(|variant| {
            self.now(&variant.full_name()).is_some_and(|now| !self.is_own(now) && !same_rules(now, variant))
        });
        changed.map(|variant| format!("{} “{}”", variant.full_name(), variant.name)).collect()
    }

    /// The variants that the installed version has and this one has not.
    fn removed(&self) -> Vec<String> {
        let now = self.before.games().iter().flat_map(|game| &game.variants).filter(|variant| self.is_own(variant));
        let own =
            |variant: &Variant| self.after.variant(&variant.full_name()).is_ok_and(|(_, after)| self.is_own(after));
        now.filter(|variant| !own(variant)).map(|variant| variant.full_name()).collect()
    }

    /// Its variants that others override.
    fn hidden(&self) -> Vec<String> {
        let others = self.variants().filter(|variant| !self.is_own(variant));
        let by_other = others.filter(|variant| {
            variant.shadows.iter().any(|source| source.pack().is_some_and(|label| label.id == self.pack.id()))
        });
        by_other.map(|variant| format!("{}: the one from {} is played", variant.full_name(), variant.source)).collect()
    }

    fn needs(&self) -> Vec<String> {
        let manifest = &self.pack.manifest;
        let games = manifest.games.iter().map(|(id, version)| {
            let name = self.after.game(id).map_or(id.as_str(), |game| game.plugin.about().name.as_str());
            format!("{name} {}", plain(version))
        });
        games.chain(manifest.packs.iter().map(|(id, version)| format!("the pack `{id}` {}", plain(version)))).collect()
    }

    fn lacks(&self) -> Vec<String> {
        let installed = self.after.pack(self.pack.id()).ok().and_then(|installed| installed.lacks.clone());
        let games = games_of(self.pack).into_iter().filter_map(|game| self.after.lacks_game(self.pack, &game));
        installed.into_iter().chain(games).collect()
    }

    /// The problems that it would cause, and a line for each of its scripts that reads hidden information.
    fn problems(&self) -> (Vec<Problem>, Vec<String>) {
        let mut reveals = Vec::new();
        let known = self.before.problems();
        // A missing requirement has its own section.
        let of_pack = |problem: &Problem| problem.file == self.pack.file;
        let new = self.after.problems().iter().filter(|problem| !known.contains(problem) && !of_pack(problem));
        let mut problems: Vec<Problem> = new.cloned().chain(self.pack.verify().err()).collect();
        let mut tried = 0;
        for game in self.games() {
            problems.extend(examine_script(&game.plugin, &game.file, EXAMINED_GAMES));
        }
        for game in self.after.games() {
            for variant in game.variants.iter().filter(|variant| self.is_own(variant)) {
                tried += 1;
                let compiled = Ruleset::compile(&game.plugin, variant);
                for problem in compiled.iter().flat_map(|ruleset| ruleset.reveals()) {
                    let script = problem.file.file_name().unwrap_or_default().to_string_lossy();
                    let line = format!("{script} reads what players hide from each other");
                    if !reveals.contains(&line) {
                        reveals.push(line);
                    }
                }
                problems.extend(if tried <= MAX_TRIED {
                    check_variant(&game.plugin, variant).problems
                } else {
                    compiled.err().unwrap_or_default()
                });
            }
        }
        let mut seen = std::collections::HashSet::new();
        problems.retain(|problem| seen.insert(problem.to_string()));
        (problems, reveals)
    }
}

/// Whether two variants are played by the same rules.
fn same_rules(a: &Variant, b: &Variant) -> bool {
    let rules = |variant: &Variant| {
        let scripts: Vec<_> =
            variant.scripts.iter().map(|script| (Arc::clone(&script.source), script.knobs.clone())).collect();
        (variant.knobs.clone(), scripts, variant.seats, variant.seats_open, variant.clock.clone())
    };
    rules(a) == rules(b)
}

/// How many lines of a text another one does not have, each as often as it occurs.
fn lines_only_in(text: &str, other: &str) -> usize {
    let mut known: HashMap<&str, usize> = HashMap::new();
    other.lines().for_each(|line| *known.entry(line).or_default() += 1);
    let mut new = 0;
    for line in text.lines() {
        match known.get_mut(line) {
            Some(count @ 1..) => *count -= 1,
            _ => new += 1,
        }
    }
    new
}

/// "1 text", "3 texts".
fn many(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

//! Variant files resolved against their game, knob by knob.
//!
//! A variant inherits knobs one by one, those of house rules, too; but its own `scripts` replace those of its base: the
//! scripts that a file names are those that are played.

use super::file::{ClockTable, SourcePlace, VariantFile, first};
use super::{Source, Variant, rule_knob};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{self, Path};
use stonehouse_house_rules::{Problem, Script, did_you_mean, fit_knob, rule_of};
use stonehouse_plugin::{KnobDecl, SeatsRange};
use stonehouse_runtime::Plugin;

/// The longest chain of `extends`.
pub(crate) const MAX_STEPS: usize = 64;

/// Finds a house rule by its file's name; the file is the one in which that name is written. Nothing: there is none.
pub type FindScript<'f> = dyn Fn(&str, &VariantFile) -> Option<Result<Script, Problem>> + 'f;

/// Resolves the file at `place` among all files of its game.
///
/// # Errors
/// Every problem found, each at its place.
pub fn resolve(
    files: &[VariantFile],
    place: usize,
    plugin: &Plugin,
    find_script: &FindScript<'_>,
) -> Result<Variant, Vec<Problem>> {
    let mut resolver = Resolver::new(files, plugin);
    resolver.resolve(place, find_script).ok_or(resolver.problems)
}

/// The variant files of one game, the later shadowing the earlier ones. A file that several extend is resolved once.
pub struct Resolver<'a> {
    files: &'a [VariantFile],
    plugin: &'a Plugin,
    /// The places of the files of each id.
    by_id: HashMap<&'a str, Vec<usize>>,
    settled: Vec<FileState<'a>>,
    problems: Vec<Problem>,
}

/// The state of a file.
#[derive(Clone)]
enum FileState<'a> {
    Unresolved,
    /// It, or what it extends, is wrong.
    Invalid,
    /// The settings that variants which extend it inherit.
    Resolved(Box<VariantSettings<'a>>),
}

/// The values of a file and everything that it extends.
#[derive(Clone)]
struct VariantSettings<'a> {
    /// Without scripts and clock.
    variant: Variant,
    /// With the file in which they are written.
    scripts: Option<(&'a VariantFile, &'a [(String, SourcePlace)])>,
    /// The knobs of house rules, by their names.
    rules: BTreeMap<String, Map<String, Value>>,
    /// The tables of the file that are for none of its house rules.
    surplus_rules: Vec<(SourcePlace, String)>,
    clock: Option<&'a (ClockTable, SourcePlace)>,
}

impl<'a> Resolver<'a> {
    /// Nothing resolved yet.
    pub fn new(files: &'a [VariantFile], plugin: &'a Plugin) -> Self {
        let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, file) in files.iter().enumerate() {
            by_id.entry(&file.id).or_default().push(place);
        }
        Self { files, plugin, by_id, settled: vec![FileState::Unresolved; files.len()], problems: Vec::new() }
    }

    /// Whether a later file has the same id.
    pub fn is_shadowed(&self, place: usize) -> bool {
        self.files
            .get(place)
            .and_then(|file| self.by_id.get(file.id.as_str()))
            .is_some_and(|all| all.last() != Some(&place))
    }

    /// The sources of the files that one shadows, the first of them first.
    fn shadowed_by(&self, place: usize) -> Vec<Source> {
        let all = self.files.get(place).and_then(|file| self.by_id.get(file.id.as_str())).into_iter().flatten();
        let earlier = all.filter(|other| **other < place).filter_map(|other| self.files.get(*other));
        earlier.map(|file| file.source.clone()).collect()
    }

    /// The file that the one at `place` extends, if it extends one that exists.
    pub fn base(&self, place: usize) -> Option<usize> {
        self.files.get(place).and_then(|file| file.extends.as_ref()).and_then(|(name, _)| self.base_of(place, name))
    }

    /// Resolves the file at `place`; nothing when it, or what it extends, is wrong. The problems of a file are reported
    /// once, however many extend it.
    pub fn resolve(&mut self, place: usize, find_script: &FindScript<'_>) -> Option<Variant> {
        self.resolve_settings(place);
        let Some(FileState::Resolved(settings)) = self.settled.get(place) else { return None };
        match settings.as_ref().clone().finish(&self.plugin.about().name, find_script) {
            Ok(mut variant) => {
                variant.shadows = self.shadowed_by(place);
                Some(variant)
            }
            Err(mut problems) => {
                self.problems.append(&mut problems);
                None
            }
        }
    }

    /// The problems of the files that were resolved, in the order in which they were found.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The problems of the files that were resolved.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Resolves a file, and what it extends first.
    fn resolve_settings(&mut self, place: usize) {
        let mut chain = Vec::new();
        let mut on_the_way = HashSet::new();
        let mut next = Some(place);
        let mut base = None;
        while let Some(place) = next.take() {
            let Some(file) = self.files.get(place) else { break };
            match &self.settled[place] {
                FileState::Unresolved => {}
                FileState::Invalid => return self.give_up(&chain),
                FileState::Resolved(settings) => {
                    base = Some(settings.as_ref().clone());
                    break;
                }
            }
            chain.push(place);
            on_the_way.insert(place);
            let Some((name, written)) = &file.extends else { break };
            match self.base_of(place, name) {
                Some(found) if on_the_way.contains(&found) => {
                    let message = format!(
                        "`{name}` extends this variant, too, directly or through others: remove one of the two `extends`"
                    );
                    self.problems.push(written.problem(message));
                    return self.give_up(&chain);
                }
                Some(found) => next = Some(found),
                None => {
                    let known = self.by_id.keys().copied().filter(|id| *id != file.id);
                    let hint = did_you_mean(name, known);
                    let message = format!("there is no variant `{name}` of this game to extend.{hint}");
                    self.problems.push(written.problem(message));
                    // Its other mistakes do not depend on what it extends.
                    self.problems.extend(self.extend(None, file).err().into_iter().flatten());
                    return self.give_up(&chain);
                }
            }
        }
        while let Some(place) = chain.pop() {
            match self.extend(base.take(), &self.files[place]) {
                Ok(settings) => {
                    base = Some(settings.clone());
                    self.settled[place] = FileState::Resolved(Box::new(settings));
                }
                Err(mut problems) => {
                    self.problems.append(&mut problems);
                    self.settled[place] = FileState::Invalid;
                    return self.give_up(&chain);
                }
            }
        }
    }

    fn give_up(&mut self, chain: &[usize]) {
        for place in chain {
            self.settled[*place] = FileState::Invalid;
        }
    }

    /// The file that the one at `place` extends by this name: one that shadows another may extend the one that it
    /// shadows.
    fn base_of(&self, place: usize, name: &str) -> Option<usize> {
        let all = self.by_id.get(name)?;
        if self.files[place].id == name {
            all.iter().rev().find(|other| **other < place).copied()
        } else {
            all.last().copied()
        }
    }

    /// Applies `file` to what it extends.
    fn extend(
        &self,
        base: Option<VariantSettings<'a>>,
        file: &'a VariantFile,
    ) -> Result<VariantSettings<'a>, Vec<Problem>> {
        let about = self.plugin.about();
        let knobs = self.plugin.knobs();
        let mut found = file.mistakes.clone();
        let mut settings = base.map_or_else(
            || VariantSettings {
                variant: Variant { summary: String::new(), ..Variant::official(self.plugin, &file.file) },
                scripts: None,
                rules: BTreeMap::new(),
                surplus_rules: Vec::new(),
                clock: None,
            },
            |mut base| {
                base.variant.depth += 1;
                base.surplus_rules.clear();
                base
            },
        );
        let variant = &mut settings.variant;
        if let Some((_, place)) = file.extends.as_ref().filter(|_| variant.depth > MAX_STEPS) {
            let message =
                format!("this would be a chain of more than {MAX_STEPS} steps of `extends`: extend an earlier variant");
            return Err(vec![place.problem(message)]);
        }
        variant.file.clone_from(&file.file);
        variant.source.clone_from(&file.source);
        variant.id.clone_from(&file.id);
        variant.name = file.name.clone().unwrap_or_else(|| file.id.clone());
        // The description of the variant that it extends need not apply to it.
        variant.summary = file.summary.clone().unwrap_or_default();
        if let Some((seats, place)) = &file.seats {
            variant.seats_open = false;
            match u8::try_from(*seats) {
                Ok(seats) if (about.seats.min..=about.seats.max).contains(&seats) => variant.seats = seats,
                _ => found.push((place.clone(), wrong_seats(&about.name, about.seats))),
            }
        }
        set_knobs(variant, file, knobs, &mut found);
        settings.scripts = file.scripts.as_deref().map(|scripts| (file, scripts)).or(settings.scripts);
        settings.set_rules(file);
        settings.clock = file.clock.as_ref().or(settings.clock);
        if found.is_empty() {
            return Ok(settings);
        }
        found.append(&mut settings.surplus_rules);
        Err(first(&file.file, found))
    }
}

impl VariantSettings<'_> {
    /// Applies the knobs of house rules in `file`, whose scripts are set already.
    fn set_rules(&mut self, file: &VariantFile) {
        let scripts = self.scripts.iter().flat_map(|(_, scripts)| *scripts);
        let used: Vec<&str> = scripts.map(|(name, _)| rule_of(name)).collect();
        self.rules.retain(|rule, _| used.contains(&rule.as_str()));
        for table in &file.rules {
            if !used.contains(&table.rule.as_str()) {
                let message = if used.is_empty() {
                    format!("this variant has no house rule `{}`: name its script in `scripts`", table.rule)
                } else {
                    let hint = did_you_mean(&table.rule, used.iter().copied());
                    format!("this variant has no house rule `{}`.{hint} It has: {}", table.rule, used.join(", "))
                };
                self.surplus_rules.push((table.place.clone(), message));
                continue;
            }
            let values = self.rules.entry(table.rule.clone()).or_default();
            for knob in &table.knobs {
                values.insert(knob.name.clone(), knob.value.clone());
                let name = rule_knob(&table.rule, &knob.name);
                self.variant.places.retain(|(known, _)| *known != name);
                self.variant.places.push((name, knob.value_place.clone()));
            }
        }
    }

    /// The variant with its scripts and its clock.
    fn finish(self, game: &str, find_script: &FindScript<'_>) -> Result<Variant, Vec<Problem>> {
        let Self { mut variant, scripts, mut rules, surplus_rules, clock } = self;
        let mut problems = Vec::new();
        let listed = scripts.iter().flat_map(|(file, scripts)| scripts.iter().map(move |script| (file, script)));
        for (file, (name, place)) in listed {
            match find_script(name, file) {
                Some(Ok(script)) => {
                    let knobs = rules.remove(script.rule()).unwrap_or_default();
                    variant.scripts.push(Script { knobs, ..script });
                }
                Some(Err(problem)) => problems.push(problem),
                None => {
                    let beside = scripts_beside(&file.file);
                    let hint = did_you_mean(name, beside.iter().map(String::as_str));
                    problems.push(place.problem(format!(
                        "there is no script `{name}` for {game}: put it into `scripts/{}/`, or correct the name.{hint}",
                        variant.game
                    )));
                }
            }
        }
        // Where a script is missing, its name may be wrong, and not that of the table.
        if problems.is_empty() && !surplus_rules.is_empty() {
            problems = first(&variant.file, surplus_rules);
        }
        if let Some((rule, place)) = clock {
            match rule.for_seats(variant.seats) {
                Ok(rule) => {
                    // Per-seat times fix the number of seats.
                    variant.seats_open &= rule.minutes.windows(2).all(|pair| pair[0] == pair[1]);
                    variant.clock = Some(rule);
                }
                Err(error) => problems.push(place.problem(error.to_string())),
            }
        }
        if problems.is_empty() { Ok(variant) } else { Err(problems) }
    }
}

fn set_knobs(variant: &mut Variant, file: &VariantFile, knobs: &[KnobDecl], found: &mut Vec<(SourcePlace, String)>) {
    for knob in &file.knobs {
        let Some(declared) = knobs.iter().find(|declared| declared.name == knob.name) else {
            let hint = did_you_mean(&knob.name, knobs.iter().map(|declared| declared.name.as_str()));
            let message =
                format!("this game has no knob `{}`.{hint} `stonehouse schema {}` lists them", knob.name, variant.game);
            found.push((knob.name_place.clone(), message));
            continue;
        };
        match fit_knob(declared, &knob.value) {
            Ok(value) => {
                variant.knobs.insert(knob.name.clone(), value);
                variant.places.retain(|(name, _)| *name != knob.name);
                variant.places.push((knob.name.clone(), knob.value_place.clone()));
            }
            Err(error) => found.push((knob.value_place.clone(), error.to_string())),
        }
    }
}

/// The message that a game is not played by so many.
pub(crate) fn wrong_seats(game: &str, SeatsRange { min, max, .. }: SeatsRange) -> String {
    let allowed = if min == max { min.to_string() } else { format!("from {min} to {max}") };
    format!("`seats` must be {allowed} for {game}")
}

/// The names of the scripts in the folder of a variant.
fn scripts_beside(variant: &Path) -> Vec<String> {
    let file = path::absolute(variant).ok();
    let folder = file.as_deref().and_then(Path::parent);
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|end| end == "lua"));
    let mut scripts: Vec<String> = files.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned())).collect();
    scripts.sort();
    scripts
}

//! `stonehouse check`

use crate::args::CheckArgs;
use crate::output::{self, one_line};
use crate::support::packs::refused_pictures;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::catalog::CheckReport;
use stonehouse_engine::folders::list;
use stonehouse_engine::pack::EXTENSION;
use stonehouse_engine::plugins::{editor, is_script_game};
use stonehouse_engine::smoke_test::SmokeTest;
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, Folder, Origin, Pack, Problem, files};
use stonehouse_lesson::{Lesson, file, index};
use stonehouse_ui::pictures::refusal;

/// Checks everything, or the files and folders that were named.
pub fn run(catalog: &Catalog, args: &CheckArgs) -> ExitCode {
    if args.types {
        return super::types::run(catalog, &args.paths);
    }
    // Renews the editor's types first; a failure to write them is not a problem of the game.
    for game in args.paths.iter().filter(|path| is_script_game(path)) {
        let _ = std::path::absolute(game).map(|game| editor::renew_types(&game));
    }
    let (CheckReport { problems, smoke_tests, tests }, lessons) = if args.paths.is_empty() {
        let (lessons, wrong) = index::check(catalog);
        let mut checked = catalog.check();
        checked.problems.extend(wrong);
        (checked, lessons)
    } else {
        (check_all(catalog, &args.paths), 0)
    };
    let mut pictures = refused(catalog, &args.paths);
    pictures.extend(smoke_tests.iter().flat_map(refused_in_rules));
    let same_names = same_names(&smoke_tests);
    // The cost of house rules is shown where there are any; warnings always.
    let ruled: Vec<&SmokeTest> =
        smoke_tests.iter().filter(|smoke_test| !smoke_test.variant.scripts.is_empty()).collect();
    let printed = if args.json {
        let description = |problem: &Problem| json!({ "file": problem.file, "line": problem.line, "column": problem.column, "message": problem.message });
        let findings: Vec<Value> = problems.iter().map(description).collect();
        let [refused, same_names] =
            [&pictures, &same_names].map(|found| found.iter().map(description).collect::<Vec<_>>());
        let costs: Vec<Value> = ruled.iter().map(|smoke_test| cost(smoke_test)).collect();
        output::print_json(
            &json!({ "ok": problems.is_empty(), "findings": findings, "house_rules": costs, "refused_pictures": refused, "same_names": same_names }),
        )
    } else {
        // Of files that came with the program only problems are shown, unless they are named.
        let is_own = |smoke_test: &&SmokeTest| !args.paths.is_empty() || !catalog.is_shipped(&smoke_test.variant.file);
        let warnings: Vec<String> = smoke_tests
            .iter()
            .filter(is_own)
            .flat_map(warnings)
            .chain(pictures.iter().chain(&same_names).map(warning))
            .collect();
        let (own, shipped): (Vec<&SmokeTest>, Vec<&SmokeTest>) = ruled.iter().copied().partition(is_own);
        let mut costs: String = own.iter().map(|smoke_test| description(smoke_test)).collect();
        if !shipped.is_empty() {
            let variants = count(shipped.len(), "variant");
            costs.push_str(&format!(
                "{variants} with house rules that came with Stonehouse: `stonehouse check --json` lists their cost.\n"
            ));
        }
        let variants: usize = catalog.games().iter().map(|game| game.variants.len()).sum();
        let everything = || {
            let games = count(catalog.games().len(), "game");
            format!("{games}, {} and {}", count(variants, "variant"), count(lessons, "lesson"))
        };
        let what = match (warnings.len(), args.paths.is_empty()) {
            _ if !problems.is_empty() => String::new(),
            (0, true) => format!("{} are in order.\n", everything()),
            (0, false) if tests > 0 => format!("All in order, {} passed.\n", count(tests, "test")),
            (0, false) => "All in order.\n".to_owned(),
            (number, true) => format!("{}: no mistakes, {}.\n", everything(), count(number, "warning")),
            (number, false) => format!("No mistakes, {}.\n", count(number, "warning")),
        };
        let findings: String = problems.iter().map(finding).collect();
        output::print(&format!("{findings}{}{costs}{what}", warnings.concat()))
    };
    if problems.is_empty() { printed } else { ExitCode::FAILURE }
}

/// Describes the cost of a variant's house rules, and their effects.
fn description(smoke_test: &SmokeTest) -> String {
    let hooks: String = smoke_test.hook_lines().iter().map(|line| format!("  {line}\n")).collect();
    let printed =
        smoke_test.printed.iter().map(|(action, line)| format!("  action {action}, {}\n", one_line(&line.sentence())));
    let printed: String = printed.collect();
    let variant = &smoke_test.variant;
    let name = if is_script(variant) {
        format!("{} under {}", variant.file.display(), variant.full_title())
    } else {
        variant.full_title()
    };
    format!("{name}: {}\n{hooks}{printed}", smoke_test.summary())
}

/// The cost of a variant's house rules, as JSON.
fn cost(smoke_test: &SmokeTest) -> Value {
    json!({
        "variant": smoke_test.variant.full_name(),
        "games": smoke_test.games,
        "calls": smoke_test.cost.calls,
        "steps": smoke_test.cost.steps,
        "hooks": smoke_test.hooks.iter().map(|(hook, calls, changed)| json!({ "hook": hook, "calls": calls, "changed": changed })).collect::<Vec<_>>(),
        "seconds": smoke_test.time.as_secs_f64(),
        "printed": smoke_test.printed.iter().map(|(action, line)| json!({ "action": action, "line": line.sentence() })).collect::<Vec<_>>(),
        "warnings": smoke_test.warnings,
        "doubts": smoke_test.doubts.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// Warnings, each as `FILE:LINE:COLUMN: warning: …`; without the line and column where they are about a whole file.
fn warnings(smoke_test: &SmokeTest) -> Vec<String> {
    let whole = smoke_test.warnings.iter().map(|warning| Problem::file(&smoke_test.variant.file, warning));
    smoke_test.doubts.iter().cloned().chain(whole).map(|problem| warning(&problem)).collect()
}

/// A warning, as a line.
fn warning(problem: &Problem) -> String {
    let mut problem = problem.clone();
    problem.message.insert_str(0, "warning: ");
    finding(&problem)
}

/// The pictures that are not shown: of the packs that were named, or of all that are in use.
fn refused(catalog: &Catalog, paths: &[PathBuf]) -> Vec<Problem> {
    if paths.is_empty() {
        let installed = catalog.packs().iter().filter(|installed| installed.in_use());
        return installed.flat_map(|installed| refused_pictures(&installed.pack)).collect();
    }
    let packs = paths.iter().filter(|path| path.extension().is_some_and(|end| end == EXTENSION));
    packs.filter_map(|path| Pack::read(path).ok()).flat_map(|pack| refused_pictures(&pack)).collect()
}

/// The pictures of house rules that are not shown, each at the line at which it begins.
fn refused_in_rules(smoke_test: &SmokeTest) -> Vec<Problem> {
    let variant = &smoke_test.variant;
    let refused = smoke_test.pictures.iter().filter_map(|picture| {
        let message = format!("this picture is not shown: {}", refusal(picture.svg.as_bytes())?);
        let at_line = variant.scripts.iter().find_map(|script| {
            let before = script.source.split_once(picture.svg.as_str())?.0;
            Some(Problem::line(&script.file, before.matches('\n').count() + 1, &message))
        });
        Some(at_line.unwrap_or_else(|| Problem::file(&variant.file, &message)))
    });
    refused.collect()
}

/// Whether a variant is that of a script which is checked by itself.
fn is_script(variant: &Variant) -> bool {
    variant.file.extension().is_some_and(|end| end == "lua")
}

/// The variants that have the name of another one in their folder: players cannot distinguish them.
fn same_names(smoke_tests: &[SmokeTest]) -> Vec<Problem> {
    // A script that is checked by itself is played in the official game, and has no name.
    let variants: Vec<&Variant> =
        smoke_tests.iter().map(|smoke_test| &*smoke_test.variant).filter(|variant| !is_script(variant)).collect();
    let found = variants.iter().enumerate().filter_map(|(number, variant)| {
        let is_same = |other: &&&Variant| {
            other.name == variant.name && other.game == variant.game && other.file.parent() == variant.file.parent()
        };
        let other = variants[..number].iter().filter(|other| other.file != variant.file).find(is_same)?;
        let file = other.file.file_name().unwrap_or_default().display();
        let message =
            format!("{file}, in the same folder, is called “{}” too: give one of them another name", variant.name);
        Some(Problem::file(&variant.file, &message))
    });
    found.collect()
}

fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A finding as `FILE:LINE:COLUMN: …`, in one line. A finding about a whole file has no line, and one about a whole
/// line no column.
fn finding(problem: &Problem) -> String {
    format!("{}\n", one_line(&problem.to_string()))
}

/// The lesson in this file, if it is one: it has steps, which no variant has.
fn lesson(path: &Path) -> Option<Result<Lesson, Problem>> {
    let is_toml = path.extension().is_some_and(|end| end == "toml");
    let text = is_toml.then(|| files::read_text(path).ok()).flatten()?;
    text.lines().any(|line| line.trim() == "[[step]]").then(|| file::parse(path, &text))
}

fn check_path(catalog: &Catalog, path: &Path) -> CheckReport {
    if !path.is_dir() {
        return match lesson(path) {
            Some(Ok(lesson)) => index::open(catalog, lesson).err().unwrap_or_default().into(),
            Some(Err(problem)) => vec![problem].into(),
            None => catalog.check_file(path),
        };
    }
    let folder = Folder { path: path.to_owned(), origin: Origin::Named };
    match list(&folder) {
        Err(problem) => vec![problem].into(),
        Ok(entries) => {
            let relevant =
                |entry: &PathBuf| entry.is_dir() || entry.extension().is_some_and(|end| end == "toml" || end == "lua");
            check_all(catalog, entries.iter().filter(|entry| relevant(entry)))
        }
    }
}

fn check_all<'a>(catalog: &Catalog, paths: impl IntoIterator<Item = &'a PathBuf>) -> CheckReport {
    let mut checked = CheckReport::default();
    for path in paths {
        checked.extend(check_path(catalog, path));
    }
    checked
}

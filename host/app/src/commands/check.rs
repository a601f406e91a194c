//! `stonehouse check`

use crate::args::CheckArgs;
use crate::output;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::plugins::list;
use stonehouse_engine::{Catalog, Folder, Origin, Problem};

/// Checks everything, or the files and folders that were named.
pub fn run(catalog: &Catalog, args: &CheckArgs) -> ExitCode {
    let problems = if args.paths.is_empty() {
        catalog.check()
    } else {
        args.paths.iter().flat_map(|path| check_path(catalog, path)).collect()
    };
    let printed = if args.json {
        let findings: Vec<Value> = problems
            .iter()
            .map(|problem| {
                json!({ "file": problem.file, "line": problem.line, "column": problem.column, "message": problem.message })
            })
            .collect();
        output::print_json(&json!({ "ok": problems.is_empty(), "findings": findings }))
    } else if problems.is_empty() {
        let variants: usize = catalog.games().iter().map(|game| game.variants.len()).sum();
        let what = if args.paths.is_empty() {
            format!("{} and {} are in order.", count(catalog.games().len(), "game"), count(variants, "variant"))
        } else {
            "All in order.".to_owned()
        };
        output::print(&what)
    } else {
        output::print(&problems.iter().map(finding).collect::<String>())
    };
    if problems.is_empty() { printed } else { ExitCode::FAILURE }
}

fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A finding as tools expect it. What is wrong with a file as a whole is told of its beginning.
fn finding(problem: &Problem) -> String {
    let (line, column) = (problem.line.max(1), problem.column.max(1));
    format!("{}:{line}:{column}: {}\n", problem.file.display(), problem.message.replace('\n', " "))
}

fn check_path(catalog: &Catalog, path: &Path) -> Vec<Problem> {
    if !path.is_dir() {
        return catalog.check_file(path);
    }
    let folder = Folder { path: path.to_owned(), origin: Origin::Named };
    match list(&folder) {
        Err(problem) => vec![problem],
        Ok(entries) => {
            let relevant =
                |entry: &PathBuf| entry.is_dir() || entry.extension().is_some_and(|end| end == "toml" || end == "lua");
            entries.iter().filter(|entry| relevant(entry)).flat_map(|entry| check_path(catalog, entry)).collect()
        }
    }
}

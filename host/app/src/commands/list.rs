//! `stonehouse list`

use crate::args::ListArgs;
use crate::output::{self, one_line};
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::variant::Source;
use stonehouse_engine::{Catalog, GameEntry, Script, Variant};

/// Lists the games and their variants.
pub fn run(catalog: &Catalog, args: &ListArgs) -> ExitCode {
    for problem in catalog.problems() {
        output::warn(&problem.to_string());
    }
    if args.json {
        let games: Vec<Value> = catalog.games().iter().map(game_json).collect();
        return output::print_json(&json!({ "games": games }));
    }
    let mut text = String::new();
    for game in catalog.games() {
        let about = game.plugin.about();
        let _ = writeln!(text, "{} {} — {}", about.name, about.version, one_line(&about.summary));
        let _ = writeln!(text, "  {}", one_line(&facts(game)));
        let width = game.variants.iter().map(|variant| variant.full_name().chars().count()).max().unwrap_or_default();
        for variant in &game.variants {
            let origin = variant.origin().map(|origin| format!(" [{origin}]")).unwrap_or_default();
            let _ = writeln!(text, "  {:width$}  {}{origin}", variant.full_name(), one_line(&summary_of(variant)));
        }
        text.push('\n');
    }
    if text.is_empty() {
        return output::fail("no game was found: is the folder `plugins` beside the program?");
    }
    output::print(text.trim_end())
}

/// The facts of a game, its authors, its licence and its homepage.
fn facts(game: &GameEntry) -> String {
    let manifest = &game.plugin.about().manifest;
    let facts = game.details().into_iter().map(|fact| fact.fill(&[""; 0]));
    let authors = (!manifest.authors.is_empty()).then(|| format!("by {}", manifest.authors.join(", ")));
    let rest = [&manifest.licence, &manifest.homepage].into_iter().filter(|text| !text.is_empty()).cloned();
    facts.chain(authors).chain(rest).collect::<Vec<_>>().join(" · ")
}

fn game_json(game: &GameEntry) -> Value {
    let about = game.plugin.about();
    let variants: Vec<Value> = game.variants.iter().map(|variant| variant_json(game, variant)).collect();
    json!({
        "id": about.id,
        "name": about.name,
        "version": about.version,
        "summary": about.summary,
        "seats": about.seats,
        "manifest": about.manifest,
        "plugin": game.file,
        "variants": variants,
    })
}

fn variant_json(game: &GameEntry, variant: &Variant) -> Value {
    let scripts: Vec<&str> = variant.scripts.iter().map(|script| script.name.as_str()).collect();
    json!({
        "name": variant.full_name(),
        "title": variant.name,
        "summary": variant.summary,
        "seats": variant.seats,
        "differences": variant.differences(game.plugin.knobs()),
        "knobs": variant.knobs,
        "scripts": scripts,
        "clock": variant.clock,
        "source": variant.source.word(),
        "pack": variant.source.pack().map(AsRef::as_ref),
        "shadows": variant.shadows.iter().map(Source::word).collect::<Vec<_>>(),
        "file": variant.file,
    })
}

/// The summary of a variant, or else of its house rules.
fn summary_of(variant: &Variant) -> String {
    if variant.summary.is_empty() {
        variant.scripts.iter().map(Script::about).collect::<Vec<_>>().join(" · ")
    } else {
        variant.summary.clone()
    }
}

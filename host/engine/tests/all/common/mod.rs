//! Pebbles, linked in, with variants and scripts from texts.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod lots;
pub mod seal;

use fixture_pebbles::Pebbles;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Problem, Ruleset, Script, Variant};
use stonehouse_plugin::Action;
use stonehouse_runtime::Plugin;

pub fn plugin() -> Arc<Plugin> {
    Plugin::linked::<Pebbles>().unwrap()
}

/// Files of the game Pebbles: the body of each, by id.
pub fn files(bodies: &[(&str, &str)]) -> Vec<VariantFile> {
    bodies
        .iter()
        .map(|(id, body)| {
            let path = format!("variants/pebbles/{id}.toml");
            VariantFile::parse(Path::new(&path), &format!("game = \"pebbles\"\n{body}").into()).unwrap()
        })
        .collect()
}

/// The first of these files, resolved.
pub fn variant(bodies: &[(&str, &str)], scripts: &[(&str, &str)]) -> Result<Arc<Variant>, Vec<Problem>> {
    let files = files(bodies);
    let find = |name: &str, _: &VariantFile| {
        let (name, source) = scripts.iter().find(|(script, _)| *script == name)?;
        let file = format!("scripts/pebbles/{name}");
        Some(Ok(Script::new(*name, file, *source)))
    };
    resolve(&files, 0, &plugin(), &find).map(Arc::new)
}

pub fn ruleset(body: &str, scripts: &[(&str, &str)]) -> Arc<Ruleset> {
    let variant = variant(&[("test", body)], scripts).unwrap();
    Ruleset::compile(&plugin(), &variant).unwrap_or_else(|problems| panic!("{}", joined(&problems)))
}

pub fn players() -> Vec<Player> {
    vec![Player::person("Anna"), Player::bot("Bot", "random")]
}

pub fn dealt(ruleset: &Arc<Ruleset>, records: Option<&Path>) -> Match {
    Match::new(ruleset, 1, players(), records).unwrap()
}

pub fn play(game: &mut Match, takes: &[u32]) {
    for take in takes {
        game.play(Action(*take), std::time::Instant::now()).unwrap();
    }
}

/// Problems as they are printed.
pub fn joined(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

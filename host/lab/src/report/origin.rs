//! The origin of a report: the data with which a reader can repeat it.

use super::escaped;
use crate::results::SimulationSetup;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use stonehouse_engine::Variant;
use stonehouse_engine::draft::unchanged_name;
use stonehouse_engine::variant::{Source, VariantText};
use stonehouse_house_rules::rule_of;

/// The id of the game.
fn game_of(setup: &SimulationSetup) -> &str {
    setup.variant.split('/').next().unwrap_or_default()
}

/// The variant as a file that needs no other.
fn variant_text(setup: &SimulationSetup) -> String {
    let rules = &setup.rules;
    let text = VariantText {
        game: game_of(setup),
        name: &setup.title,
        seats: Some(setup.lineup.seats.len()),
        scripts: &rules.scripts.iter().map(|script| (script.name.as_str(), &script.knobs)).collect::<Vec<_>>(),
        knobs: &rules.knobs.iter().map(|(name, value)| (name.as_str(), value)).collect::<Vec<_>>(),
        ..VariantText::default()
    };
    text.to_string()
}

/// The origin of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOrigin {
    command: String,
    date: String,
    /// The name and the text of each house rule.
    scripts: BTreeSet<(String, String)>,
    /// The variants that ship with Stonehouse or with their game.
    shipped: BTreeSet<String>,
}

impl ReportOrigin {
    /// A report that this command line makes, of these variants; `date` is when. Without a command line it is one of
    /// the window's.
    pub fn new(command: String, date: String, variants: &[&Variant]) -> Self {
        let scripts = variants.iter().flat_map(|variant| &variant.scripts);
        let scripts = scripts.map(|script| (script.name.clone(), script.source.to_string())).collect();
        let shipped = variants.iter().filter(|variant| matches!(variant.source, Source::Shipped | Source::Game));
        let shipped = shipped.map(|variant| unchanged_name(&variant.full_name()).to_owned()).collect();
        Self { command, date, scripts, shipped }
    }

    /// The rules of each side, and how to play them again.
    pub(super) fn section(&self, sides: &[(&str, &SimulationSetup)]) -> String {
        let mut text = "<section>\n<h2>what was played</h2>\n<table>\n".to_owned();
        let mut row = |name: &str, values: &mut dyn Iterator<Item = String>| {
            let values: String = values.map(|value| format!("<td class=\"name\">{}</td>", escaped(&value))).collect();
            let _ = writeln!(text, "<tr><td>{}</td>{values}</tr>", escaped(name));
        };
        if sides.iter().any(|(name, _)| !name.is_empty()) {
            row("", &mut sides.iter().map(|(name, _)| (*name).to_owned()));
        }
        let setups = || sides.iter().map(|(_, setup)| *setup);
        row("variant", &mut setups().map(|setup| setup.variant.clone()));
        row("version of the game", &mut setups().map(|setup| setup.rules.game_version.clone()));
        let knobs: BTreeSet<&String> = setups().flat_map(|setup| setup.rules.knobs.keys()).collect();
        for knob in knobs {
            let value = |setup: &SimulationSetup| {
                setup.rules.knobs.get(knob).map_or("as the game comes".to_owned(), Value::to_string)
            };
            row(knob, &mut setups().map(value));
        }
        let scripts: Vec<&str> =
            setups().flat_map(|setup| &setup.rules.scripts).fold(Vec::new(), |mut names, script| {
                if !names.contains(&script.name.as_str()) {
                    names.push(&script.name);
                }
                names
            });
        for name in scripts {
            let hash = |setup: &SimulationSetup| {
                let script = setup.rules.scripts.iter().find(|script| script.name == name);
                script.map_or("not played".to_owned(), |script| format!("SHA-256 {}", script.sha256))
            };
            row(name, &mut setups().map(hash));
            let knobs = |setup: &SimulationSetup| {
                let script = setup.rules.scripts.iter().find(|script| script.name == name);
                script.map(|script| script.knobs.clone()).unwrap_or_default()
            };
            let names: BTreeSet<String> =
                setups().flat_map(|setup| knobs(setup).into_iter().map(|(knob, _)| knob)).collect();
            for knob in names {
                let path = format!("rules.{}.{knob}", rule_of(name));
                let value =
                    |setup: &SimulationSetup| knobs(setup).get(&knob).map_or("not played".to_owned(), Value::to_string);
                row(&path, &mut setups().map(value));
            }
        }
        row("players", &mut setups().map(|setup| setup.lineup.players.join(", ")));
        row("games", &mut setups().map(|setup| setup.games.to_string()));
        row("seed", &mut setups().map(|setup| setup.seed.to_string()));
        text += "</table>\n";
        if let Some((_, setup)) = sides.first() {
            let (date, version) = (escaped(&self.date), escaped(&setup.rules.stonehouse));
            let command = match self.command.as_str() {
                "" => ", on the screen of the lab.</p>".to_owned(),
                command => format!(":</p>\n<pre>{}</pre>", escaped(command)),
            };
            let _ = writeln!(text, "<p class=\"soft\">Made on {date} by Stonehouse {version}{command}");
        }
        text += "<p class=\"soft\">With the same versions, the same files and the same seed the same games are played on every computer. \
                 Files that you do not have belong in your own folder, which <code>stonehouse paths</code> prints:</p>\n";
        let file = |text: &mut String, path: String, source: &str| {
            let (path, source) = (escaped(&path), escaped(source));
            let _ = writeln!(text, "<details><summary>{path}</summary>\n<pre>{source}</pre></details>");
        };
        let mut variants: Vec<&str> = Vec::new();
        for (_, setup) in sides {
            // A command line makes its changes itself.
            let name = if self.command.is_empty() { &setup.variant } else { unchanged_name(&setup.variant) };
            if variants.contains(&name) {
                continue;
            }
            variants.push(name);
            if self.shipped.contains(name) {
                let _ = writeln!(text, "<p>{} ships with Stonehouse.</p>", escaped(name));
            } else {
                file(&mut text, format!("variants/{name}.toml"), &variant_text(setup));
            }
        }
        let game = sides.first().map_or("", |(_, setup)| game_of(setup));
        for (name, source) in &self.scripts {
            file(&mut text, format!("scripts/{game}/{name}"), source);
        }
        text + "</section>\n"
    }
}

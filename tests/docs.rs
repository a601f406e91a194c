//! The documentation keeps up with the code: what a rules page names exists, and the README's example is in order.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::Ruleset;
use stonehouse_plugin_api::{Observer, Rng};
use stonehouse_tests::{catalog_of, folders};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every Rust source of a folder and its subfolders, in one text.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|end| end == "rs") {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

#[test]
fn every_function_and_knob_that_a_rules_page_names_exists() {
    for page in fs::read_dir(root().join("docs/rules")).unwrap() {
        let page = page.unwrap().path();
        let game = page.file_stem().unwrap().to_str().unwrap();
        let code = sources(&root().join("plugins").join(game)) + &sources(&root().join("host/engine"));
        let text = fs::read_to_string(&page).unwrap();
        // Words in backticks with an underscore are functions, knobs and hooks.
        let named: BTreeSet<&str> = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| word.contains('_') && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
            .collect();
        assert!(named.len() > 20, "{game} has a rules page worth the name");
        for name in named {
            let known =
                [format!("fn {name}("), format!("pub {name}:"), format!("const {name}:"), format!("\"{name}\"")];
            assert!(
                known.iter().any(|known| code.contains(known)),
                "{} names `{name}`, which is nowhere",
                page.display()
            );
        }
    }
}

#[test]
fn the_readmes_house_rule_is_in_order_and_gives_the_top_row_three_points() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let block = |language: &str| {
        let begin = readme.find(&format!("```{language}\n")).unwrap() + language.len() + 4;
        let end = begin + readme[begin..].find("```").unwrap();
        readme[begin..end].lines().map(|line| line.trim_start_matches("   ").to_owned() + "\n").collect::<String>()
    };
    let home = tempfile::tempdir().unwrap();
    let (variants, scripts) = (home.path().join("variants"), home.path().join("scripts"));
    fs::create_dir_all(variants.join("three-stones")).unwrap();
    fs::create_dir_all(scripts.join("three-stones")).unwrap();
    fs::write(variants.join("three-stones/top-heavy.toml"), block("toml")).unwrap();
    fs::write(scripts.join("three-stones/top_row.lua"), block("lua")).unwrap();
    let mut folders = folders(None);
    folders.add_named(&[], &[variants], &[scripts]);
    let catalog = catalog_of(&folders);
    assert_eq!(catalog.check().problems, []);

    // The same games with the rule and without it: a line completed in the top row scores three points instead of one, any other as ever.
    let compiled = |name: &str| {
        let (game, variant) = catalog.variant(name).unwrap();
        Ruleset::compile(&game.plugin, variant).unwrap()
    };
    let (ruled, plain) = (compiled("three-stones/top-heavy"), compiled("three-stones/standard"));
    let (mut top_lines, mut other_lines) = (0, 0);
    for seed in 0..20 {
        let mut tables = [&ruled, &plain].map(|ruleset| ruleset.rules().deal(seed).unwrap());
        let mut random = Rng::from_seed(seed);
        let mut legal = Vec::new();
        let mut before = [0, 0];
        while tables[0].turn().unwrap().seat().is_some() {
            tables[0].legal_actions(&mut legal).unwrap();
            let action = *random.pick(&legal).unwrap();
            let row = tables[0].describe(action, Observer::Referee).unwrap().data["row"].clone();
            tables.iter_mut().for_each(|state| state.apply(action).unwrap());
            let points = tables.each_ref().map(|state| state.outcome().unwrap().scores.iter().sum::<i64>());
            let [gained, lines] = [points[0] - before[0], points[1] - before[1]];
            if row == 0 {
                assert_eq!(gained, 3 * lines, "seed {seed}");
                top_lines += lines;
            } else {
                assert_eq!(gained, lines, "seed {seed}");
                other_lines += lines;
            }
            before = points;
        }
    }
    assert!(top_lines > 0 && other_lines > 0, "{top_lines} lines in the top row and {other_lines} in others");
}

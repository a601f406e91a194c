//! The documentation keeps up with the code: links and names of a page exist, listings are those of files that are
//! compiled and tested, and the README's example is in order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use stonehouse_engine::plugins::{self, Trusting};
use stonehouse_engine::{Folder, Origin, Ruleset, Script};
use stonehouse_house_rules::Interface;
use stonehouse_plugin::{Action, Observer, Rng, json};
use stonehouse_runtime::{HOUSE_ACTIONS, Position};
use stonehouse_tests::{catalog_of, copies, folders};

// The games of the author's guide: each is compiled here, and its tests run.
#[path = "../guide/hill_walk.rs"]
mod hill_walk;
#[path = "../guide/pig.rs"]
mod pig;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every Rust source of a folder and its subfolders, in one text.
fn sources(folder: &Path) -> String {
    let mut files = Vec::new();
    rust_files(folder, &mut files);
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn the_reference_has_a_loadable_example_of_every_game_feature() {
    let catalog = catalog_of(&folders(None));
    for game in catalog.games() {
        let all = Interface::everything(&game.plugin);
        let reference = fs::read_to_string(root().join(format!("docs/reference/{}.md", game.id()))).unwrap();
        let within = |what: &str, body: &str| format!("function house.{what}\n    {body}\nend\n");
        let hooks = all.hooks.iter().map(|hook| (all.sample_of_hook(hook), None));
        let events = all.events.iter().map(|event| (all.sample_of_event(event), None));
        let facts = all.facts.iter().map(|fact| {
            let sample = all.sample_of_fact(fact);
            let body = format!("if {sample} then return value end\n    return value");
            (sample, Some(within("ended(ctx, value)", &body)))
        });
        let first = &all.events[0].name;
        let effects = all.effects.iter().map(|effect| {
            let sample = all.sample_of_effect(effect);
            let rule = within(&format!("{first}(ctx, effects)"), &sample);
            (sample, Some(rule))
        });
        let mut count = 0;
        for (sample, rule) in hooks.chain(events).chain(facts).chain(effects) {
            let shown: String = sample.trim_end().lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
            let page: String = reference.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
            assert!(page.contains(&shown), "{}: {sample}", game.id());
            let memory = "house.memory = { count = { min = 0, max = 9 } }\n";
            let source = format!("local house = {{}}\n{memory}{}return house\n", rule.unwrap_or(sample));
            let mut variant = (*game.variants[0]).clone();
            variant.scripts = vec![Script::new("example.lua", "example.lua", source.as_str())];
            if let Err(problems) = Ruleset::compile(&game.plugin, &Arc::new(variant)) {
                panic!("{}: {problems:?}\n{source}", game.id());
            }
            count += 1;
        }
        assert!(count > 40, "{}: {count}", game.id());
    }
}

#[test]
fn the_reference_of_games_in_luau_is_that_of_the_program() {
    let page = fs::read_to_string(root().join("docs/reference/luau-games.md")).unwrap();
    assert_eq!(page.trim_end(), plugins::editor::reference().trim_end(), "`.ci/generate` renews it");
}

#[test]
fn every_function_and_knob_that_a_rules_page_names_exists() {
    for page in fs::read_dir(root().join("docs/rules")).unwrap() {
        let page = page.unwrap().path();
        let game = page.file_stem().unwrap().to_str().unwrap();
        let code = sources(&root().join("plugins").join(game))
            + &sources(&root().join("host/engine"))
            + &sources(&root().join("host/runtime/src"))
            + &sources(&root().join("tests/all/house"));
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

/// The cells of a column of the tables of a page that have it, without its heading.
fn column<'a>(page: &'a str, title: &str) -> Vec<&'a str> {
    let (mut place, mut found) = (None, Vec::new());
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') || cells.contains(&title) {
            place = cells.iter().position(|cell| *cell == title);
        } else if let Some(cell) = place.map(|place| cells[place]).filter(|cell| *cell != "---") {
            found.push(cell);
        }
    }
    found
}

#[test]
fn every_knob_and_hook_is_in_the_knob_column_of_its_rules_page() {
    let catalog = catalog_of(&folders(None));
    assert_eq!(catalog.games().len(), GAMES.len());
    let (mut declared, mut missing) = (0, Vec::new());
    for game in catalog.games() {
        let page = fs::read_to_string(root().join(format!("docs/rules/{}.md", game.id()))).unwrap();
        // In a cell the knobs come before the word "hook" and the hooks after it: some have the same name.
        let (knobs, hooks): (Vec<&str>, Vec<&str>) =
            column(&page, "knob").into_iter().map(|cell| cell.split_once("hook").unwrap_or((cell, ""))).unzip();
        let [knobs, hooks] = [knobs, hooks].map(|cells| quoted(&cells.join(" ")));
        let all = Interface::everything(&game.plugin);
        let mut check = |kind: &str, name: &str, named: &[String]| {
            declared += 1;
            if !named.iter().any(|known| known == name) {
                missing.push(format!("docs/rules/{}.md names no rule that the {kind} `{name}` changes", game.id()));
            }
        };
        game.plugin.knobs().iter().for_each(|knob| check("knob", &knob.name, &knobs));
        all.hooks.iter().for_each(|hook| check("hook", &hook.name, &hooks));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(declared > 80, "{declared} knobs and hooks");
}

#[test]
fn every_item_that_a_rules_page_places_in_a_file_is_in_it() {
    let root = root();
    let mut placed = 0;
    for (_, game) in GAMES {
        let page = fs::read_to_string(root.join("docs/rules").join(format!("{game}.md"))).unwrap();
        for code in column(&page, "code") {
            for part in code.split("; ") {
                let (file, items) = part.split_once("`: `").unwrap_or_else(|| panic!("{game}: no file in {code:?}"));
                let file = file.trim_start_matches('`');
                let folder =
                    if file.starts_with("host/") { root.clone() } else { root.join("plugins").join(game).join("src") };
                let source =
                    fs::read_to_string(folder.join(file)).unwrap_or_else(|_| panic!("{game}: there is no {file}"));
                for item in items.trim_end_matches('`').split("`, `") {
                    let definitions = [format!("fn {item}("), format!("fn {item}<"), format!("const {item}:")];
                    let is_there = definitions.iter().any(|definition| source.contains(definition));
                    assert!(is_there, "{game}: `{item}` is not in `{file}`");
                    placed += 1;
                }
            }
        }
    }
    assert!(placed > 150, "{placed}");
}

/// The pages for people: the README, the changelog and those directly in `docs`.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.chain(["README.md", "CHANGELOG.md"].map(|page| root().join(page))).collect()
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let (mut followed, mut broken) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let is_there = target.exists()
                && (heading.is_empty()
                    || fs::read_to_string(&target)
                        .unwrap()
                        .lines()
                        .any(|line| line.starts_with('#') && anchor(line.trim_start_matches('#')) == heading));
            if !is_there {
                broken.push(format!("{}: {link}", page.display()));
            }
            followed += 1;
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(followed > 100, "{followed} links");
}

#[test]
fn every_file_that_the_pages_for_contributors_name_exists() {
    let root = root();
    let folders =
        ["host/", "plugin-api/", "conformance/", "plugins/", "tests/", "docs/", "languages/", ".ci/", "fuzz/"];
    let mut files = Vec::new();
    folders.iter().for_each(|folder| rust_files(&root.join(folder), &mut files));
    let (mut named, mut missing) = (0, Vec::new());
    for page in ["architecture.md", "one-click.md", "extending.md", "contributing.md", "performance.md"] {
        let text = fs::read_to_string(root.join("docs").join(page)).unwrap();
        // Names in capitals are to be replaced.
        let is_real =
            |path: &&str| !path.contains(|letter: char| letter.is_ascii_uppercase() || "<*{ ".contains(letter));
        for path in text.split('`').skip(1).step_by(2).filter(is_real) {
            let exists = if folders.iter().any(|folder| path.starts_with(folder)) {
                root.join(path).exists()
            } else if Path::new(path).extension().is_some_and(|end| end == "rs") {
                // In a folder that is named before it.
                files.iter().any(|file| file.ends_with(path))
            } else {
                continue;
            };
            named += 1;
            if !exists {
                missing.push(format!("{page}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(named > 120, "{named} paths");
}

/// The members that the manifest of the workspace lists.
pub fn quoted_members(manifest: &str) -> impl Iterator<Item = &str> {
    let members = manifest.split("members = [").nth(1).unwrap().split(']').next().unwrap();
    members.split('"').skip(1).step_by(2)
}

/// The package, the test target and the filter of a command that runs tests, as far as it names them.
fn tests_run_by(command: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let words: Vec<&str> = command.strip_prefix("cargo test ")?.split(" #").next()?.split_whitespace().collect();
    let after = |option: &str| words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1)).copied();
    let filter = words.last().filter(|word| word.ends_with("::")).map(|word| word.trim_end_matches("::"));
    Some((after("-p")?, after("--test"), filter))
}

/// Whether the documentation in these sources has an example in Rust, which `cargo test` compiles.
fn has_example(sources: &str) -> bool {
    let mut is_inside = false;
    sources.lines().map(str::trim_start).any(|line| {
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or_default();
        let Some(kind) = text.trim_start().strip_prefix("```") else { return false };
        is_inside = !is_inside;
        is_inside && ["", "rust", "ignore", "no_run", "should_panic", "compile_fail"].contains(&kind.trim())
    })
}

#[test]
fn packages_without_examples_have_no_doc_tests() {
    let root = root();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let mut examples = 0;
    for member in quoted_members(&manifest).filter(|member| root.join(member).join("src/lib.rs").exists()) {
        let folder = root.join(member);
        let has_example = has_example(&sources(&folder.join("src")));
        let has_doc_tests = !fs::read_to_string(folder.join("Cargo.toml")).unwrap().contains("doctest = false");
        assert_eq!(has_doc_tests, has_example, "`doctest` of {member}");
        examples += usize::from(has_example);
    }
    assert!(examples >= 3, "{examples} packages");
}

#[test]
fn every_test_command_of_the_pages_for_contributors_finds_its_tests() {
    let (root, mut commands, mut missing) = (root(), 0, Vec::new());
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let folders: Vec<PathBuf> = quoted_members(&manifest).map(|member| root.join(member)).collect();
    let folder_of = |package: &str| {
        let name = format!("name = \"{package}\"");
        let has_name = |folder: &&PathBuf| fs::read_to_string(folder.join("Cargo.toml")).unwrap().contains(&name);
        folders.iter().find(has_name)
    };
    for page in ["extending.md", "contributing.md", "languages.md"] {
        let text = fs::read_to_string(root.join("docs").join(page)).unwrap();
        for command in text.split(['`', '\n']) {
            let Some((package, target, filter)) = tests_run_by(command) else { continue };
            // Each game has the same tests.
            let package = package.replace("GAME", "stonerow");
            commands += 1;
            let found = folder_of(&package).is_some_and(|folder| {
                let targets = match target {
                    Some(target) => vec![format!("{target}/main.rs"), format!("tests/{target}/main.rs")],
                    None => {
                        ["src/lib.rs", "src/main.rs", "all/main.rs", "tests/all/main.rs"].map(str::to_owned).to_vec()
                    }
                };
                let sources: Vec<String> =
                    targets.iter().filter_map(|file| fs::read_to_string(folder.join(file)).ok()).collect();
                let has = |module: &str| sources.iter().any(|source| source.contains(&format!("mod {module};")));
                !sources.is_empty() && filter.is_none_or(has)
            });
            if !found {
                missing.push(format!("{page}: {command}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(commands >= 15, "{commands} commands");
}

#[test]
fn every_file_that_lists_the_games_is_named_for_a_new_game() {
    let page = fs::read_to_string(root().join("docs/extending.md")).unwrap();
    let chapter = page.split("\n## ").find(|chapter| chapter.starts_with("A bundled game in Rust")).unwrap();
    let named = quoted(chapter);
    let is_named = |file: &str| named.iter().any(|name| file == name || file.ends_with(&format!("/{name}")));
    let (mut pending, mut lists, mut missing) = (Vec::new(), 0, Vec::new());
    let folders = ".ci fuzz host/app/tests/all host/bots/examples host/python/tests packaging tests/all tests/screens";
    pending.extend(folders.split(' ').map(|folder| root().join(folder)));
    while let Some(path) = pending.pop() {
        let file = path.strip_prefix(root()).unwrap().display().to_string().replace('\\', "/");
        if path.is_dir() {
            if !["snapshots", "target", "corpus", "artifacts"].iter().any(|skip| file.ends_with(skip)) {
                pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default().replace('_', "-");
        if path.extension().is_none_or(|end| end != "lock") && GAMES.iter().all(|(_, game)| text.contains(game)) {
            lists += 1;
            // The files of a folder of house rules are of one game each.
            if !is_named(&file) && !file.starts_with("tests/all/house/") {
                missing.push(file);
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    assert!(lists > 15, "{lists} files");
}

#[test]
fn every_recipe_that_the_page_for_contributors_names_exists() {
    let page = fs::read_to_string(root().join("docs/contributing.md")).unwrap();
    let recipes = fs::read_to_string(root().join("justfile")).unwrap();
    let named: BTreeSet<&str> = page.split("`just ").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()).collect();
    for name in &named {
        let is_recipe = |line: &str| line.split([' ', ':']).next() == Some(*name) && line.ends_with(':');
        assert!(recipes.lines().any(is_recipe), "there is no recipe {name}");
    }
    assert!(named.len() > 4, "{named:?}");
}

/// The Rust sources of a folder and its subfolders.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// A listing of a page.
struct Listing {
    language: String,
    /// The file that it is stated to come from, in the line before it.
    from: Option<String>,
    lines: Vec<String>,
}

/// The listings of a page, in order.
fn listings(page: &str) -> Vec<Listing> {
    let text = fs::read_to_string(root().join("docs").join(page)).unwrap();
    let mut found = Vec::new();
    let (mut lines, mut above) = (text.lines(), "");
    while let Some(line) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let from = above.trim().strip_prefix("<!-- from ").and_then(|from| from.strip_suffix(" -->"));
            let own = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")).map(str::to_owned);
            found.push(Listing { language: language.to_owned(), from: from.map(str::to_owned), lines: own.collect() });
        }
        above = line;
    }
    found
}

const GUIDE: &str = "plugin-author.md";

#[test]
fn the_pieces_of_the_guides_game_are_the_whole_file_in_order() {
    let file = "tests/guide/hill_walk.rs";
    let pieces = listings(GUIDE).into_iter().filter(|listing| listing.from.as_deref() == Some(file));
    // A snippet that is shown again further down begins indented.
    let pieces: Vec<String> = pieces.map(|listing| listing.lines.join("\n")).filter(|text| !is_snippet(text)).collect();
    let whole = fs::read_to_string(root().join(file)).unwrap();
    let printed: String = pieces.join("\n");
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&printed), lines(&whole));
}

/// Whether a listing is only a line or two.
fn is_snippet(text: &str) -> bool {
    text.lines().count() < 3
}

#[test]
fn every_rust_or_c_listing_of_the_guide_matches_its_file() {
    let mut compared = 0;
    for listing in listings(GUIDE).iter().filter(|listing| ["rust", "c"].contains(&&*listing.language)) {
        let from = listing.from.as_ref().unwrap_or_else(|| panic!("it comes from no file: {:?}", listing.lines));
        let trimmed = |line: &str| line.trim().to_owned();
        let file: Vec<String> = fs::read_to_string(root().join(from)).unwrap().lines().map(trimmed).collect();
        let lines: Vec<String> = listing.lines.iter().map(|line| trimmed(line)).collect();
        assert!(file.windows(lines.len()).any(|part| part == lines), "{from} does not hold {:#?}", listing.lines);
        compared += 1;
    }
    assert!(compared > 20, "{compared} listings");
}

#[cfg(unix)]
#[test]
fn the_guides_change_to_the_game_in_c_keeps_the_contract() {
    let root = root();
    let template = fs::read_to_string(root.join("host/app/templates/game-c/game.c")).unwrap();
    let listings = listings(GUIDE);
    let change = listings.iter().position(|listing| listing.from.as_deref() == Some("tests/guide/last_stone.c"));
    let change = change.expect("the guide changes the game in C");
    let code = |listing: &Listing| listing.lines.iter().map(|line| format!("    {line}\n")).collect::<String>();
    let (before, after) = (code(&listings[change - 1]), code(&listings[change]));
    assert_eq!(template.matches(&before).count(), 1, "{before}");
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("game.c"), folder.path().join("libgame.so"));
    fs::write(&source, template.replace(&before, &after)).unwrap();
    let built = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-I"])
        .arg(root.join("plugin-api/include"))
        .args([Path::new("-o"), &library, &source])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let plugin = plugins::load(&library, &copies(), &Trusting).unwrap().remove(0);
    let rules = plugin.rules(2, &json!({}), None).unwrap();
    stonehouse_conformance::check(&rules, 20, 1).unwrap();
    // Taking three, and then one at a time, the second player takes the last stone and loses.
    let mut state = rules.deal(1).unwrap();
    state.apply(Action(3)).unwrap();
    (0..12).for_each(|_| state.apply(Action(1)).unwrap());
    assert_eq!(state.outcome().unwrap().scores, [0, 1], "the first took the last");
}

#[test]
fn every_sentence_in_the_guides_table_of_mistakes_exists() {
    let root = root();
    let code: String = ["plugin-api/src", "conformance/src", "host/runtime/src", "host/engine/src", "host/app/src"]
        .iter()
        .map(|folder| sources(&root.join(folder)))
        .collect::<String>()
        .lines()
        .map(|line| line.trim_start().trim_end_matches('\\'))
        .collect();
    let guide = fs::read_to_string(root.join("docs").join(GUIDE)).unwrap();
    let table = guide.split("## Common mistakes").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut message = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let sentences = row.split(" | ").next().unwrap();
        for sentence in sentences.split('`').skip(1).step_by(2) {
            for part in sentence.split('…').map(|part| part.trim_matches([' ', ','])).filter(|part| part.len() > 3) {
                assert!(code.contains(part), "nothing contains {part:?}");
                message += 1;
            }
        }
    }
    assert!(message > 25, "{message} sentences");
}

#[test]
fn the_readmes_house_rule_gives_the_top_row_three_points() {
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

    // The games are the same with the rule and without it: a line completed in the top row scores three points instead
    // of one, any other as usual.
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

#[test]
fn every_house_rule_of_the_guide_loads_and_changes_a_game() {
    let guide = fs::read_to_string(root().join("docs/house-rules.md")).unwrap();
    let listings = guide.split("```lua\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let whole: Vec<&str> = listings.filter(|listing| listing.ends_with("return house\n")).collect();
    assert!(whole.len() >= 4, "the guide has whole house rules");
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("three-stones");
    fs::create_dir(&own).unwrap();
    for (number, listing) in whole.into_iter().enumerate() {
        let script = format!("rule_{number}.lua");
        fs::write(own.join(&script), listing).unwrap();
        let variant = format!("game = \"three-stones\"\nname = \"Rule {number}\"\nscripts = [\"{script}\"]\n");
        fs::write(own.join(format!("rule-{number}.toml")), variant).unwrap();
    }
    let mut folders = folders(None);
    folders.variants.push(Folder { path: folder.path().to_owned(), origin: Origin::User });
    let catalog = catalog_of(&folders);
    let game = catalog.game("three-stones").unwrap();
    let own = game.variants.iter().filter(|variant| variant.id.starts_with("rule-"));
    let mut played = 0;
    for variant in own {
        let ruleset = Ruleset::compile(&game.plugin, variant).unwrap_or_else(|problems| panic!("{problems:?}"));
        let smoke_test = stonehouse_engine::smoke_test::smoke_test(&ruleset).unwrap();
        assert!(smoke_test.hooks.iter().any(|(_, _, changed)| *changed > 0), "{}: {:?}", variant.id, smoke_test.hooks);
        played += 1;
    }
    assert!(played >= 4, "{:?}", catalog.problems());
}

const HOUSE_RULES: &str = "house-rules.md";

/// The games by the names that people know them by.
const GAMES: [(&str, &str); 3] = [("3 Stones", "three-stones"), ("StoneRow", "stonerow"), ("Stones", "tavern-stones")];

/// A chapter of the page on house rules.
fn chapter(title: &str) -> String {
    let page = fs::read_to_string(root().join("docs").join(HOUSE_RULES)).unwrap();
    let begin = page.find(&format!("## {title}\n")).unwrap_or_else(|| panic!("no chapter {title:?}"));
    page[begin + 3..].split("\n## ").next().unwrap().to_owned()
}

/// The rows of the tables of a chapter, in cells, each with the last paragraph before its table.
fn rows(chapter: &str) -> Vec<(String, Vec<String>)> {
    let (mut paragraph, mut found) = (String::new(), Vec::new());
    for line in chapter.lines() {
        if line.starts_with("| ") {
            let cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            found.push((paragraph.clone(), cells));
        } else if !line.is_empty() && !line.starts_with('|') {
            line.clone_into(&mut paragraph);
        }
    }
    found
}

/// The words in backticks.
pub fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_docs_list_every_shipped_script_with_comment_and_variants() {
    let mut listed = BTreeMap::new();
    for (paragraph, cells) in rows(&chapter("Scripts that ship")) {
        let game = GAMES.iter().find(|(name, _)| paragraph == format!("For {name}:")).unwrap().1;
        if cells[0] != "script" {
            let variants: BTreeSet<String> = quoted(&cells[2]).into_iter().collect();
            listed.insert(format!("{game}/{}", quoted(&cells[0])[0]), (cells[1].clone(), variants));
        }
    }
    let mut ships: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for variant in catalog_of(&folders(None)).games().iter().flat_map(|game| &game.variants) {
        for script in &variant.scripts {
            let comment = script.source.lines().map_while(|line| line.strip_prefix("--")).map(str::trim);
            let comment = comment.collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned();
            let entry = ships.entry(format!("{}/{}", variant.game, script.name)).or_default();
            entry.0 = comment;
            entry.1.insert(variant.id.clone());
        }
    }
    assert_eq!(listed, ships);
}

#[test]
fn every_rule_that_people_asked_for_is_where_the_page_states() {
    let root = root();
    let chapter = chapter("Rules that people asked for");
    let mut numbers = BTreeSet::new();
    for (paragraph, cells) in rows(&chapter) {
        let Some((_, game)) = GAMES.iter().find(|(name, _)| paragraph.starts_with(&format!("{name} (tests in ")))
        else {
            // Those that are another game.
            for path in cells.last().map(|cell| quoted(cell)).unwrap_or_default() {
                assert!(root.join(&path).is_dir(), "{path}");
            }
            continue;
        };
        let [number, rule, how, test] = &cells[..] else { panic!("{cells:?}") };
        let Ok(number) = number.parse::<u32>() else { continue };
        numbers.insert(number);
        let tests = fs::read_to_string(root.join(&quoted(&paragraph)[0])).unwrap();
        for test in quoted(test) {
            assert!(tests.contains(&format!("#[test]\nfn {test}()")), "{rule}: there is no test {test}");
        }
        assert!(!quoted(how).is_empty() || how.contains("action"), "{rule}: {how:?} names nothing");
        let declared = sources(&root.join("plugins").join(game).join("src"));
        for name in quoted(how) {
            let there = match name.as_str() {
                script if Path::new(script).extension().is_some() => {
                    root.join("scripts").join(game).join(script).is_file()
                }
                variant if variant.contains('-') => {
                    root.join("variants").join(game).join(format!("{variant}.toml")).is_file()
                }
                // The hook that every game has.
                "wins" => true,
                name => declared.contains(&format!("fn {name}(")) || declared.contains(&format!("pub {name}:")),
            };
            assert!(there, "{rule}: {name} is nowhere");
        }
    }
    assert_eq!(numbers, (1..=38).collect(), "each rule that was asked for");
}

/// A listing of the tutorial on a new card that is stated to be a file, without its indentation.
fn tutorial_file(name: &str) -> String {
    let chapter = chapter("A new card in fifteen minutes");
    let begin = chapter.find(&format!("<!-- file {name} -->")).unwrap();
    let lines = chapter[begin..].lines().skip(2).take_while(|line| line.trim() != "```");
    lines.map(|line| format!("{}\n", line.strip_prefix("   ").unwrap_or(line))).collect()
}

#[test]
fn the_tutorial_card_takes_a_card_from_every_player_ahead() {
    let own = tempfile::tempdir().unwrap();
    for file in ["beggar.toml", "beggar.lua"] {
        fs::write(own.path().join(file), tutorial_file(file)).unwrap();
    }
    let mut folders = folders(None);
    folders.add_named(&[], &[own.path().to_owned()], &[]);
    let catalog = catalog_of(&folders);
    assert_eq!(catalog.check_file(&own.path().join("beggar.toml")).problems, []);
    let (game, variant) = catalog.variant("stonerow/beggar").unwrap();
    let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
    assert_eq!(ruleset.tests().len(), 2);
    let mut begged = 0;
    for seed in 0..60 {
        let mut position = Position::deal(ruleset.rules(), seed).unwrap();
        let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
        while let Some(seat) = position.to_act().unwrap() {
            let mut next = position.draw(&mut choices, &mut actions).unwrap();
            // The only action of the house.
            let beg = actions.iter().find(|action| action.0 >= HOUSE_ACTIONS);
            if let Some(beg) = beg {
                next = (*beg).into();
            }
            let hands = |position: &Position| -> Vec<usize> {
                let there = position.state().reveal().unwrap();
                there["hands"].as_array().unwrap().iter().map(|hand| hand.as_array().unwrap().len()).collect()
            };
            let (before, scores) = (hands(&position), position.outcome().unwrap().scores);
            position.play_candidate(next).unwrap();
            if beg.is_some() {
                let mut expected = before;
                for other in 0..4 {
                    if scores[other] > scores[seat.index()] && expected[other] > 0 {
                        expected[other] -= 1;
                        expected[seat.index()] += 1;
                    }
                }
                expected[seat.index()] -= 1;
                assert_eq!(hands(&position), expected);
                begged += 1;
            }
        }
    }
    assert!(begged > 10, "{begged}");
}

#[test]
fn no_comment_is_wider_than_the_code() {
    const WIDTH: usize = 120;
    let root = root();
    let mut files = Vec::new();
    ["host", "plugin-api", "conformance", "plugins", "tests"]
        .iter()
        .for_each(|folder| rust_files(&root.join(folder), &mut files));
    assert!(files.len() > 400, "{} files", files.len());
    let mut wide = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let comment = line.trim_start();
            // Rows of tables and code cannot be wrapped.
            let is_text = comment.starts_with("//") && !comment.contains('|') && !comment.starts_with("//!     ");
            if is_text && line.chars().count() > WIDTH {
                wide.push(format!("{}:{}", file.display(), number + 1));
            }
        }
    }
    assert!(wide.is_empty(), "comments of more than {WIDTH} columns:\n{}", wide.join("\n"));
}

#[test]
fn names_of_functions_are_short_and_begin_with_no_question_word() {
    const QUESTIONS: [&str; 9] = ["how", "that", "what", "when", "where", "whether", "which", "who", "whose"];
    let root = root();
    let mut files = Vec::new();
    ["host", "plugin-api", "conformance", "plugins", "tests"]
        .iter()
        .for_each(|folder| rust_files(&root.join(folder), &mut files));
    let (mut names, mut refused) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for name in text.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split(['(', '<']).next()) {
            names += 1;
            let is_question = name.split_once('_').is_some_and(|(word, _)| QUESTIONS.contains(&word));
            if name.len() > 65 || is_question {
                refused.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(names > 5_000, "only {names} functions were found");
    assert!(refused.is_empty(), "state the behaviour in at most 65 letters:\n{}", refused.join("\n"));
}

#[test]
fn the_name_of_a_limit_begins_with_max_or_min() {
    // The first word of the documentation of a constant, and how its name begins.
    let starts = [
        (["The most ", "The longest ", "The largest ", "The greatest ", "The highest "].as_slice(), "MAX_"),
        (["The least ", "The fewest ", "The smallest ", "The lowest ", "The shortest "].as_slice(), "MIN_"),
    ];
    let root = root();
    let mut files = Vec::new();
    ["host", "plugin-api", "conformance"].iter().for_each(|folder| rust_files(&root.join(folder), &mut files));
    let (mut limits, mut wrong) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut first = None;
        for (number, line) in text.lines().map(str::trim_start).enumerate() {
            if let Some(doc) = line.strip_prefix("/// ") {
                first = first.or(Some(doc));
                continue;
            }
            let name =
                line.trim_start_matches("pub ").trim_start_matches("pub(super) ").trim_start_matches("pub(crate) ");
            let name = name.strip_prefix("const ").and_then(|rest| rest.split_once(':')).map(|(name, _)| name);
            if let (Some(doc), Some(name)) = (first.take(), name)
                && let Some((_, start)) =
                    starts.iter().find(|(words, _)| words.iter().any(|word| doc.starts_with(word)))
            {
                limits += 1;
                if !name.starts_with(start) {
                    wrong.push(format!("{}:{}: {name}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(limits > 100, "{limits} limits");
    assert!(wrong.is_empty(), "limits whose names do not begin with MAX_ or MIN_:\n{}", wrong.join("\n"));
}

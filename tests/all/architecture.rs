//! The map of the packages keeps up with the code: the imports that each may have, the way of one click, and the
//! modules of each crate.

use super::docs::{quoted, quoted_members, root};
use super::imports::{Names, dependencies_of_modules};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The packages from outside that decide where a package belongs.
const DECISIVE: [&str; 7] = ["eframe", "egui", "libloading", "mlua", "rodio", "tokio", "toml"];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A chapter of the page.
fn chapter(title: &str) -> String {
    let page = read("docs/architecture.md");
    let chapter = page.split("\n## ").find(|chapter| chapter.starts_with(title));
    chapter.unwrap_or_else(|| panic!("no chapter {title:?}")).to_owned()
}

/// The folders of packages that a name of the table means, such as `host/lab` or `plugins/*`, from the root.
fn packages(name: &str) -> Vec<String> {
    let Some(parent) = name.strip_suffix("/*") else { return vec![name.to_owned()] };
    let folders = fs::read_dir(root().join(parent)).unwrap().map(|entry| entry.unwrap().file_name());
    let folders = folders.map(|folder| format!("{parent}/{}", folder.into_string().unwrap()));
    folders.filter(|folder| root().join(folder).join("Cargo.toml").exists()).collect()
}

/// A dependency as the table names it.
fn short(dependency: &str) -> String {
    match dependency.strip_prefix("stonehouse-") {
        Some("plugin") => "plugin-api".to_owned(),
        Some(game) if root().join("plugins").join(game).exists() => "games".to_owned(),
        Some(own) => own.to_owned(),
        None if dependency.starts_with("fixture-") => "fixtures".to_owned(),
        None => dependency.to_owned(),
    }
}

/// The dependencies of a package and those of its tests, which may be their own package, as the table names them.
fn dependencies(package: &str) -> [Names; 2] {
    let mut found = [Names::new(), Names::new()];
    for manifest in [package.to_owned(), format!("{package}/tests")].map(|folder| format!("{folder}/Cargo.toml")) {
        let Ok(manifest) = fs::read_to_string(root().join(manifest)) else { continue };
        let mut section = "";
        for line in manifest.lines() {
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
            } else if section.ends_with("dependencies") && line.contains('=') && !line.starts_with('#') {
                let name = line.split([' ', '.', '=']).next().unwrap_or_default();
                found[usize::from(section.ends_with("dev-dependencies"))].insert(short(name));
            }
        }
    }
    let [own, tests] = &mut found;
    tests.retain(|name| !own.contains(name));
    tests.remove(&short(&format!("stonehouse-{}", package.rsplit('/').next().unwrap_or_default())));
    found
}

/// The packages of the workspace besides those with only tests.
fn members() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let is_tests = |member: &str| member.starts_with("tests") || member.ends_with("/tests");
    quoted_members(&manifest).filter(|member| !is_tests(member)).map(str::to_owned).collect()
}

#[test]
fn the_table_of_packages_has_the_imports_of_each_in_order() {
    // Names of packages, their allowed imports, and those that only their tests may have.
    let mut rows: Vec<(Vec<String>, [Names; 2])> = Vec::new();
    for line in chapter("Packages").lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let packages: Vec<String> = quoted(cells[0]).iter().flat_map(|name| packages(name)).collect();
        if cells[2] != "everything" && root().join(&packages[0]).join("Cargo.toml").exists() {
            let (imports, tests) = cells[2].split_once("tests: ").unwrap_or((cells[2], ""));
            rows.push((packages, [imports, tests].map(|names| quoted(names).into_iter().collect())));
        }
    }
    let own = |package: &String| package.rsplit('/').next().unwrap().to_owned();
    let listed: Names = rows.iter().flat_map(|(packages, _)| packages.iter().cloned()).collect();
    members().iter().for_each(|member| assert!(listed.contains(member), "{member} is not in the table"));

    let ours: Names = listed.iter().map(own).chain(["games", "fixtures"].map(str::to_owned)).collect();
    let mut before = Names::from(["games".to_owned()]);
    for (packages, stated) in &rows {
        for package in packages {
            let found = dependencies(package).map(|names| -> Names {
                names.into_iter().filter(|name| DECISIVE.contains(&name.as_str()) || ours.contains(name)).collect()
            });
            assert_eq!(*stated, found, "{package}: what it imports, and what its tests do");
            let ours: Vec<&String> = found[0].iter().filter(|name| ours.contains(*name)).collect();
            assert!(ours.iter().all(|name| before.contains(*name)), "{package} is above one of {ours:?}");
        }
        before.extend(packages.iter().map(own));
    }
    assert!(rows.len() > 15, "{} rows", rows.len());
}

#[test]
fn tables_are_drawn_without_files_scripts_or_libraries() {
    let mut needed = Names::from(["table".to_owned()]);
    let mut next: Vec<String> = needed.iter().cloned().collect();
    while let Some(name) = next.pop() {
        let package = if name == "plugin-api" { name } else { format!("host/{name}") };
        if root().join(&package).exists() {
            let [found, _] = dependencies(&package);
            next.extend(found.into_iter().filter(|name| needed.insert(name.clone())));
        }
    }
    for kept_out in ["engine", "house-rules", "script-games", "mlua", "libloading", "toml"] {
        assert!(!needed.contains(kept_out), "`{kept_out}` is needed to draw a table");
    }
    assert!(["plugin-api", "runtime", "language", "ui", "egui"].iter().all(|name| needed.contains(*name)));
}

#[test]
fn each_function_of_one_click_is_in_the_file_named_before_it() {
    let (mut file, mut source, mut found) = (String::new(), String::new(), 0);
    for word in quoted(&read("docs/one-click.md")) {
        if word.contains('/') && Path::new(&word).extension().is_some() {
            source = read(&word);
            file = word;
        } else if let Some((kind, function)) = word.split_once("::").filter(|(kind, _)| !kind.contains('_')) {
            let is_of_kind = source.lines().any(|line| line.starts_with("impl") && line.contains(kind));
            let is_there = [format!("fn {function}("), format!("fn {function}<")];
            assert!(is_of_kind && is_there.iter().any(|it| source.contains(it)), "`{word}` is not in {file}");
            found += 1;
        }
    }
    assert!(found > 20, "{found} functions");
}

/// Whether a source defines a function or a type of this name.
fn defines(source: &str, name: &str) -> bool {
    let definitions = ["fn", "struct", "enum", "trait"].map(|kind| format!("{kind} {name}"));
    definitions.iter().any(|start| {
        source
            .match_indices(start.as_str())
            .any(|(at, _)| !source[at + start.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

#[test]
fn each_name_of_the_table_of_readers_is_in_the_file_beside_it() {
    let (table, mut found) = (chapter("Who may read what"), 0);
    for place in table.lines().filter(|line| line.starts_with("| ")).flat_map(|row| row.split(';')) {
        let (files, names): (Vec<String>, Vec<String>) = quoted(place).into_iter().partition(|word| word.contains('/'));
        // A name without a file is a method of the contract.
        let contract = ["plugin-api/src/game.rs", "plugin-api/src/extensions.rs"].map(str::to_owned).to_vec();
        let sources: Vec<String> =
            if files.is_empty() { &contract } else { &files }.iter().map(|file| read(file)).collect();
        for name in names {
            let item = name.rsplit("::").next().unwrap();
            assert!(sources.iter().any(|source| defines(source, item)), "`{name}` is not in {files:?}");
            found += 1;
        }
        found += files.len();
    }
    assert!(found > 15, "{found} names and files");
}

#[test]
fn the_documentation_of_each_crate_lists_its_modules() {
    let mut listed = 0;
    let packages =
        ["plugin-api", "conformance", "host/*", "plugins/*", "plugins/examples/*"].into_iter().flat_map(packages);
    for package in packages.filter(|package| root().join(package).join("src/lib.rs").exists()) {
        let source = read(&format!("{package}/src/lib.rs"));
        let header: Vec<&str> = source.lines().take_while(|line| line.starts_with("//!")).collect();
        let header_text = header.join("\n");
        let modules = declared_modules(&source);
        for module in &modules {
            let is_listed =
                header_text.contains(&format!("`{module}`")) || header_text.contains(&format!("`mod@{module}`"));
            assert!(is_listed, "{package} does not list its module `{module}`");
            listed += 1;
        }
        for row in header.iter().filter(|line| line.starts_with("//! | ")) {
            for named in quoted(row.split(" | ").nth(1).unwrap()) {
                let named = named.trim_start_matches("mod@");
                assert!(modules.contains(&named), "{package} lists `{named}`, which is no module of it");
            }
        }
    }
    assert!(listed > 150, "{listed} modules");
}

/// The modules that a source declares, of any visibility, but those of tests.
fn declared_modules(source: &str) -> Vec<&str> {
    fn module(line: &str) -> Option<&str> {
        let (visibility, name) = line.split_once("mod ")?;
        let is_declared = visibility.is_empty() || visibility.starts_with("pub");
        name.strip_suffix(';').filter(|name| is_declared && !matches!(*name, "test" | "tests"))
    }
    source.lines().filter_map(module).collect()
}

/// The sources of a folder that have modules of their own.
fn with_modules(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            with_modules(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            if !declared_modules(&source).is_empty() && !path.ends_with("src/lib.rs") && !path.ends_with("src/main.rs")
            {
                into.push((path, source));
            }
        }
    }
}

#[test]
fn a_module_with_modules_lists_them() {
    let (mut sources, mut missing, mut listed) = (Vec::new(), Vec::new(), 0);
    let packages =
        ["plugin-api", "conformance", "host/*", "plugins/*", "plugins/examples/*"].into_iter().flat_map(packages);
    for package in packages.filter(|package| root().join(package).join("src").exists()) {
        with_modules(&root().join(package).join("src"), &mut sources);
    }
    for (path, source) in sources {
        let header: Vec<&str> = source.lines().take_while(|line| line.starts_with("//!")).collect();
        let header = header.join("\n");
        let modules = declared_modules(&source);
        // A registry of files of one kind states so, and a single module needs no list.
        if modules.len() < 2
            || ["file each", "its own file", "one file for each", "have a file"]
                .iter()
                .any(|words| header.contains(words))
        {
            continue;
        }
        listed += modules.len();
        for module in modules {
            let forms = ["`{}`", "`mod@{}`"].map(|form| form.replace("{}", module));
            if !forms.iter().any(|form| header.contains(form)) {
                missing.push(format!("{}: `{module}`", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(listed > 100, "{listed} modules");
}

#[test]
fn the_source_tree_lists_every_package_and_only_folders_that_exist() {
    let page = read("docs/contributing.md");
    let list = page.split("\n## ").find(|chapter| chapter.starts_with("The source tree")).unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| `"));
    let listed: Names = rows.flat_map(|row| quoted(row.split(" | ").next().unwrap())).collect();
    for folder in &listed {
        assert!(root().join(folder).is_dir(), "{folder} is no folder");
    }
    let packages = ["plugin-api", "conformance", "tests", "fuzz", "host/*", "plugins/*"].into_iter().flat_map(packages);
    for package in packages {
        assert!(listed.contains(&format!("{package}/")), "{package} is not in the list");
    }
}

#[test]
fn the_games_have_the_same_files() {
    let page = read("docs/extending.md");
    let rules = ["mod.rs", "deal.rs", "legal.rs"].map(|file| format!("rules/{file}"));
    let view = ["mod.rs", "words.rs", "record.rs"].map(|file| format!("view/{file}"));
    let own = ["lib", "knobs", "hooks", "facts", "effects", "state", "moves"].map(|module| format!("{module}.rs"));
    for file in own.into_iter().chain(rules).chain(view).chain(["rules.md".to_owned()]) {
        let name = file.rsplit('/').next().unwrap();
        assert!(page.contains(&format!("`{name}`")), "{file} is not in docs/extending.md");
        for game in packages("plugins/*") {
            assert!(root().join(&game).join("src").join(&file).is_file(), "{game} has no src/{file}");
        }
    }
}

/// Top-level modules of a crate that depend on each other, with the reason why they are one subject. Between the other
/// top-level modules dependencies go one way.
///
/// The root of a crate and modules within modules are not checked: the root names all of its modules, to export them,
/// and types that many modules need may be defined in it; the modules within one are one subject.
const MUTUAL: [(&str, &[&str], &str); 10] = [
    (
        "host/engine",
        &["catalog", "pack"],
        "the catalog reads installed packs; what a pack would change needs the catalog",
    ),
    (
        "host/runtime",
        &["facts", "game", "host"],
        "a game calls hooks of the host in the middle of a call, and the host reads facts of the state",
    ),
    ("host/runtime", &["rules", "state"], "rules deal states, and each state is played by the rules that it keeps"),
    (
        "host/session",
        &["agent", "program", "programs", "spec"],
        "a program is an agent with errors of its own; a specification makes every kind of agent",
    ),
    ("host/table", &["layout", "looks"], "the layout of a scene measures each area by its looks"),
    (
        "plugin-api",
        &["game", "hooks", "house"],
        "the trait of a game declares hooks and events; hooks fail as its calls do; facts and effects extend it",
    ),
    ("plugins/stonerow", &["rules", "view"], "the trait is implemented in one place and returns the view"),
    ("plugins/tavern-stones", &["moves", "state"], "a position keeps what was asked; a move names places"),
    ("plugins/tavern-stones", &["rules", "view"], "the trait is implemented in one place and returns the view"),
    ("plugins/three-stones", &["rules", "view"], "the trait is implemented in one place and returns the view"),
];

#[test]
fn top_level_modules_depend_on_each_other_only_where_listed() {
    let mut mutual: Vec<(String, Vec<String>)> = Vec::new();
    for package in members() {
        let direct = dependencies_of_modules(&package);
        let reached = |from: &String| {
            let (mut found, mut pending) = (Names::new(), vec![from.clone()]);
            while let Some(name) = pending.pop() {
                let new = direct[&name].iter().filter(|next| found.insert((*next).clone()));
                pending.extend(new.cloned().collect::<Vec<_>>());
            }
            found
        };
        let reached: BTreeMap<&String, Names> = direct.keys().map(|name| (name, reached(name))).collect();
        for (name, names) in reached.iter().filter(|(name, names)| names.contains(**name)) {
            let group: Vec<String> = names.iter().filter(|other| reached[other].contains(*name)).cloned().collect();
            if group.first() == Some(*name) {
                mutual.push((package.clone(), group));
            }
        }
    }
    mutual.sort();
    let listed: Vec<(String, Vec<String>)> = MUTUAL
        .iter()
        .map(|(package, names, _)| ((*package).to_owned(), names.iter().map(|name| (*name).to_owned()).collect()))
        .collect();
    assert_eq!(mutual, listed, "modules that depend on each other, found and listed");
}

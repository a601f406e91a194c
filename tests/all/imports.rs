//! The modules of a crate that each of its modules names, read from the text of its sources: paths from `crate::` and
//! `super::`, and names that the root imports or exports again, which stand for the modules that define them.
//!
//! Comments, unit tests and paths from `$crate::` in macros do not count. Neither do items of the root itself, nor
//! methods that a module calls on a value whose type it does not name.

use super::docs::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

pub type Names = BTreeSet<String>;

/// The top-level modules of a crate that each of them names, itself excepted.
pub fn dependencies_of_modules(package: &str) -> BTreeMap<String, Names> {
    let (mut files, mut found) = (Vec::new(), BTreeMap::<String, Names>::new());
    collect(&root().join(package).join("src"), &[], &mut files);
    let is_root = |path: &[String]| matches!(path, [name] if name == "lib" || name == "main");
    let modules: Names = files.iter().filter(|(path, _)| !is_root(path)).map(|(path, _)| path[0].clone()).collect();
    let mut of_root = BTreeMap::new();
    for (_, source) in files.iter().filter(|(path, _)| is_root(path)) {
        of_root.extend(names_of_root(source, &modules));
    }
    for (path, source) in files.iter().filter(|(path, _)| !is_root(path)) {
        let named = named_modules(source, path, &modules, &of_root);
        found.entry(path[0].clone()).or_default().extend(named.into_iter().filter(|name| *name != path[0]));
    }
    found
}

/// The sources of a folder with the path of each one's module, without those of unit tests.
fn collect(folder: &Path, within: &[String], files: &mut Vec<(Vec<String>, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut module = within.to_vec();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        module.extend((stem != "mod").then(|| stem.to_owned()));
        if path.is_dir() {
            collect(&path, &module, files);
        } else if path.extension().is_some_and(|end| end == "rs") && stem != "tests" {
            files.push((module, fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The code of a source in pieces, each with the count of modules within the source that it is in: 0 or 1. Comments
/// and unit tests are left out.
fn pieces(source: &str) -> Vec<(usize, String)> {
    let (mut pieces, mut depth, mut is_test, mut before) = (vec![(0, String::new())], 0, false, "");
    for line in source.lines() {
        let words = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        if words.starts_with("mod ") && line.ends_with('{') {
            (depth, is_test) = (1, before == "#[cfg(test)]");
            pieces.push((depth, String::new()));
        } else if depth == 1 && line == "}" {
            (depth, is_test) = (0, false);
            pieces.push((depth, String::new()));
        } else if !is_test {
            let (_, piece) = pieces.last_mut().unwrap();
            piece.push_str(line.split("//").next().unwrap_or_default());
            piece.push('\n');
        }
        before = line;
    }
    pieces
}

/// A path of a `use` or of an expression, and the name that it gives to the item at its end.
#[derive(Debug, PartialEq)]
struct Named {
    path: Vec<String>,
    name: String,
}

/// Whether a letter may be in a name.
fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Reads a path and the lists in it, such as `a::{b, c::D as E}`, and returns the rest of the text. Paths of macros,
/// such as `text!`, are left out.
fn read_paths<'a>(text: &'a str, before: &[String], found: &mut Vec<Named>) -> &'a str {
    let mut rest = text.trim_start();
    if let Some(list) = rest.strip_prefix('{') {
        rest = list;
        loop {
            rest = read_paths(rest, before, found).trim_start();
            let Some(next) = rest.strip_prefix(',') else { return rest.strip_prefix('}').unwrap_or(rest) };
            rest = next;
        }
    }
    let name = if rest.starts_with('*') { "*" } else { rest.split(|it| !is_of_name(it)).next().unwrap_or_default() };
    rest = &rest[name.len()..];
    if name.is_empty() {
        return rest;
    }
    let path = [before, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(next) if next.starts_with(|it| is_of_name(it) || it == '{' || it == '*') => {
            return read_paths(next, &path, found);
        }
        _ => {}
    }
    let mut name = name;
    if let Some(other) = rest.strip_prefix(" as ") {
        name = other.split(|it| !is_of_name(it)).next().unwrap_or_default();
        rest = &other[name.len()..];
    }
    if !rest.starts_with('!') {
        found.push(Named { name: name.to_owned(), path });
    }
    rest
}

/// The module of each name that the root imports from one of its modules, or exports again.
fn names_of_root(source: &str, modules: &Names) -> BTreeMap<String, String> {
    let mut found = Vec::new();
    for (_, code) in pieces(source).iter().filter(|(depth, _)| *depth == 0) {
        let mut at = 0;
        for line in code.split_inclusive('\n') {
            at += line.len();
            let words = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            if let Some(paths) = words.strip_prefix("use ") {
                let paths = &code[at - paths.len()..];
                read_paths(paths.trim_start_matches("crate::").trim_start_matches("self::"), &[], &mut found);
            }
        }
    }
    let of_modules = found.into_iter().filter(|it| it.path.len() > 1 && modules.contains(&it.path[0]));
    of_modules.map(|mut it| (it.name, it.path.swap_remove(0))).collect()
}

/// The top-level modules that a source names, whose own module has this path.
fn named_modules(source: &str, path: &[String], modules: &Names, of_root: &BTreeMap<String, String>) -> Names {
    let mut found = Names::new();
    for (depth, code) in pieces(source) {
        let within = path.len() + depth;
        for word in ["crate::", "super::"] {
            for (at, _) in code.match_indices(word) {
                // `$crate::` is of a macro, and what follows another `super::` was read with it.
                if code[..at].ends_with(|before| is_of_name(before) || before == '$' || before == ':') {
                    continue;
                }
                let (mut rest, mut above) = (&code[at..], within);
                rest = rest.strip_prefix("crate::").inspect(|_| above = 0).unwrap_or(rest);
                while let Some(next) = rest.strip_prefix("super::") {
                    (rest, above) = (next, above.saturating_sub(1));
                }
                let mut paths = Vec::new();
                read_paths(rest, &[], &mut paths);
                // Only a path from the root leaves the top-level module.
                for named in paths.into_iter().filter(|_| above == 0) {
                    let first = &named.path[0];
                    assert!(first != "*", "{path:?} imports everything of the root");
                    let module = if modules.contains(first) { Some(first) } else { of_root.get(first) };
                    found.extend(module.cloned());
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that a source names, in a crate with modules `a` to `f` whose root is given.
    fn named(root: &str, path: &[&str], source: &str) -> String {
        let modules: Names = ["a", "b", "c", "d", "e", "f"].map(str::to_owned).into();
        let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        let found = named_modules(source, &path, &modules, &names_of_root(root, &modules));
        found.into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn modules_are_found_in_lists_and_in_expressions() {
        let source = "use crate::{a::{B, c}, d, g::F};\nuse crate::e;\nfn f() { crate::f::i(b, c::k) }";
        assert_eq!(named("", &["x"], source), "a d e f");
        assert_eq!(named("", &["x"], "use crate::{\n    a::B,\n    c::{D, E},\n};\nfn b() {}"), "a c");
        assert_eq!(named("", &["x"], "impl From<crate::a::B> for crate::c::D<crate::e::F> {}"), "a c e");
        assert_eq!(named("", &["x"], "let b = crate::a::<B>();"), "a");
    }

    #[test]
    fn super_is_resolved_by_the_depth_of_the_file() {
        let source = "use super::a::B;\nuse super::super::b::C;\nuse super::super::super::c::D;";
        assert_eq!(named("", &["x"], "use super::a::B;\nuse super::{b, c::D};"), "a b c");
        assert_eq!(named("", &["x", "y"], "use super::a::B;\nuse super::super::b::C;"), "b");
        assert_eq!(named("", &["x", "y", "z"], source), "c");
        assert_eq!(named("", &["x"], "mod y {\n    use super::a::B;\n    use super::super::b::C;\n}"), "b");
        assert_eq!(named("", &["x"], "mod y {\n    const A: u8 = super::B;\n}\nuse super::c;"), "c");
    }

    #[test]
    fn names_of_the_root_stand_for_the_modules_that_define_them() {
        let root = "mod a;\npub use a::{Abc, Def};\nuse b::inner::{Ghi as Jkl};\nuse std::sync::Arc;\npub(crate) use \
                    c::{\n    mno,\n    pqr,\n};\nuse egui::e;\npub struct Own;\n";
        assert_eq!(named(root, &["x"], "use crate::{Abc, Own};"), "a");
        assert_eq!(named(root, &["x"], "use super::{Jkl, Own, mno};"), "b c");
        assert_eq!(named(root, &["x", "y"], "use super::Abc;\nfn f() -> crate::Jkl { crate::pqr(super::Def) }"), "b c");
        assert_eq!(named(root, &["x"], "use crate::Abc as Ghi;\nuse super::e::F;"), "a e");
        assert_eq!(named(root, &["x"], "use crate::{Arc, Ghi};"), "");
    }

    #[test]
    fn macros_comments_and_unit_tests_do_not_count() {
        assert_eq!(named("", &["x"], "/// [`B`](crate::b::B)\nfn f() {} // crate::c\n$crate::a::b();"), "");
        assert_eq!(named("", &["x"], "crate::a!(\"{n} left\");\nuse crate::b;"), "b");
        let source =
            "#[cfg(test)]\nmod tests;\nuse crate::a;\n#[cfg(test)]\nmod more {\n    use crate::b;\n}\nuse crate::c;";
        assert_eq!(named("", &["x"], source), "a c");
    }
}

//! Shared by the fuzz targets: the games, linked in, and the variants and files that ship.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Problem, Ruleset, Script, Variant};
use stonehouse_runtime::Plugin;

/// The three games, linked into the target.
pub static GAMES: LazyLock<[Arc<Plugin>; 3]> = LazyLock::new(|| {
    [
        Plugin::linked::<stonehouse_three_stones::ThreeStones>().expect("3 Stones can be used"),
        Plugin::linked::<stonehouse_stonerow::StoneRow>().expect("StoneRow can be used"),
        Plugin::linked::<stonehouse_tavern_stones::TavernStones>().expect("Stones can be used"),
    ]
});

/// The shipped variant files of each of [`GAMES`].
static VARIANTS: LazyLock<[Vec<VariantFile>; 3]> = LazyLock::new(|| {
    std::array::from_fn(|game| {
        let folder = source_tree().join("variants").join(&GAMES[game].about().id);
        let entries = fs::read_dir(folder).expect("a game has a folder of variants").flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        files.iter().map(|file| VariantFile::read(file).expect("a shipped variant can be read")).collect()
    })
});

/// The place of a game in [`GAMES`], by its id.
pub fn game_of(id: &str) -> Option<usize> {
    GAMES.iter().position(|plugin| plugin.about().id == id)
}

fn source_tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A shipped script, or one that the input contains as `fuzz.lua`.
fn script(game: usize, name: &str, own: &str) -> Option<Result<Script, Problem>> {
    if name == "fuzz.lua" {
        return Some(Ok(Script::new(name, name, own)));
    }
    let file = source_tree().join("scripts").join(&GAMES[game].about().id).join(name);
    let source = fs::read_to_string(&file).ok()?;
    Some(Ok(Script::new(name, file, source)))
}

/// A variant of a game from the text of its file, resolved among the shipped ones; `own` is the source of its script
/// `fuzz.lua`.
///
/// # Errors
/// The problems of the file.
pub fn variant(game: usize, text: &str, own: &str) -> Result<Arc<Variant>, Vec<Problem>> {
    let mut files = VARIANTS[game].clone();
    files.push(VariantFile::parse(Path::new("fuzz.toml"), &text.into())?);
    let find = |name: &str, _: &VariantFile| script(game, name, own);
    resolve(&files, files.len() - 1, &GAMES[game], &find).map(Arc::new)
}

/// A variant of a game from the text of its file, [resolved](variant) and compiled.
///
/// # Errors
/// The problems of the file or of its scripts.
pub fn ruleset(game: usize, text: &str, own: &str) -> Result<Arc<Ruleset>, Vec<Problem>> {
    variant(game, text, own).and_then(|variant| Ruleset::compile(&GAMES[game], &variant))
}

/// The shipped variant with this id, compiled.
///
/// # Errors
/// When there is none, or it does not compile.
pub fn shipped(game: usize, id: &str) -> Result<Arc<Ruleset>, Vec<Problem>> {
    ruleset(game, &format!("game = \"{}\"\nextends = \"{id}\"\n", GAMES[game].about().id), "")
}

/// A record with the hashes that its lines should have, so that a changed line reaches the replay.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else { return bytes.to_vec() };
    let mut sealed = String::with_capacity(text.len());
    let mut last = String::new();
    for line in text.lines() {
        let open = line.rfind(",\"hash\":\"").map_or(line.strip_suffix('}'), |at| Some(&line[..at]));
        let Some(open) = open else { return bytes.to_vec() };
        let digest = Sha256::digest(format!("{last}{open}}}"));
        last = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        sealed.push_str(&format!("{open},\"hash\":\"{last}\"}}\n"));
    }
    sealed.into_bytes()
}

/// Checks that problems are reported as promised: at least one, each with a file and of bounded length.
///
/// # Panics
/// When one is not.
pub fn check_problems(problems: &[Problem]) {
    assert!(!problems.is_empty(), "refused without a reason");
    for problem in problems {
        let text = problem.to_string();
        assert!(text.contains(':') && text.len() < 100_000, "{text}");
        let _ = problem.render();
    }
}

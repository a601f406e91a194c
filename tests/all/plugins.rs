//! Libraries that are no plugin, or a broken one: each ends in a sentence that names the file and the remedy, and the
//! host continues.

use std::fs;
use std::mem::{offset_of, size_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::Problem;
use stonehouse_engine::plugins::{self, Trusting};
use stonehouse_plugin::abi::{MAGIC, PluginTable, SYMBOL};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Observer, RulesError, Scene, Seat, Seating, Setup, Turn, json,
    knobs, linked_game,
};
use stonehouse_runtime::{CallError, Plugin};
use stonehouse_tests::{catalog_of, copies, folders, library};

/// Where the plugin's table begins in its library.
fn table_in(bytes: &[u8]) -> usize {
    let mut opening = MAGIC.to_vec();
    opening.extend((size_of::<PluginTable>() as u32).to_le_bytes());
    bytes.windows(opening.len()).position(|window| window == opening).expect("a plugin holds its table")
}

/// A copy of the 3 Stones library with these bytes of its table changed.
fn patched(folder: &Path, name: &str, offset: usize, bytes: &[u8]) -> PathBuf {
    let mut library = fs::read(library("stonehouse_three_stones")).unwrap();
    let at = table_in(&library) + offset;
    library[at..at + bytes.len()].copy_from_slice(bytes);
    let file = folder.join(name);
    fs::write(&file, library).unwrap();
    file
}

/// The one plugin of a library.
fn load(file: &Path) -> Arc<Plugin> {
    plugins::load(file, &copies(), &Trusting).unwrap().remove(0)
}

/// The message about a library, without its folder.
fn refused(file: &Path) -> String {
    let problem = match plugins::load(file, &copies(), &Trusting) {
        Ok(_) => panic!("{} was taken", file.display()),
        Err(problem) => problem.to_string(),
    };
    let folder = file.parent().unwrap().display().to_string();
    problem.replace(&format!("{folder}/"), "").replace(&folder, "")
}

const STRUCT_SIZE: usize = 8;
const ABI_MAJOR: usize = 12;

#[test]
fn a_plugin_of_another_major_is_refused_with_both_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = patched(folder.path(), "future.so", ABI_MAJOR, &9_u16.to_le_bytes());
    insta::assert_snapshot!(refused(&file));
}

#[test]
fn a_plugin_of_a_newer_minor_works_as_far_as_the_host_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    // Its table has three more functions.
    let mut newer = (size_of::<PluginTable>() as u32 + 24).to_le_bytes().to_vec();
    newer.extend(1_u16.to_le_bytes());
    newer.extend(7_u16.to_le_bytes());
    let file = patched(folder.path(), "newer.so", STRUCT_SIZE, &newer);
    let rules = load(&file).rules(2, &json!({}), None).unwrap();
    stonehouse_conformance::check(&rules, 2, 1).unwrap();
}

#[test]
fn a_plugin_works_without_what_it_may_lack() {
    let folder = tempfile::tempdir().unwrap();
    let size = offset_of!(PluginTable, reveal) as u32;
    let file = patched(folder.path(), "terse.so", STRUCT_SIZE, &size.to_le_bytes());
    let plugin = load(&file);
    assert_eq!(plugin.extensions().len(), 0);
    let rules = plugin.rules(2, &json!({}), None).unwrap();
    stonehouse_conformance::check(&rules, 2, 1).unwrap();
    assert_eq!(rules.deal(4).unwrap().reveal().unwrap(), json!(null), "it reveals nothing");
    let (mut state, mut played) = (rules.deal(4).unwrap(), rules.deal(4).unwrap());
    let (mut legal, mut candidates) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal).unwrap();
    state.candidates(Seat(0), &mut candidates).unwrap();
    assert_eq!(candidates, legal);
    state.rollout(9).unwrap();
    played.playout(9).unwrap();
    assert_eq!(state.outcome().unwrap(), played.outcome().unwrap(), "a rollout is the random playout");
    let mut prospects = [0; 2];
    state.prospects(&mut prospects).unwrap();
    assert_eq!(prospects[..], state.outcome().unwrap().scores, "prospects are the scores");
    // The host plays as the plugin's own playout does.
    let mut own = load(&library("stonehouse_three_stones")).rules(2, &json!({}), None).unwrap().deal(4).unwrap();
    own.playout(9).unwrap();
    assert_eq!(own.outcome().unwrap(), played.outcome().unwrap());
}

#[test]
fn a_truncated_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = patched(folder.path(), "short.so", STRUCT_SIZE, &24_u32.to_le_bytes());
    insta::assert_snapshot!(refused(&file));
}

#[test]
fn a_table_that_ends_in_the_middle_of_a_function_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // Half of the pointer to `describe`: the host would have jumped to it.
    let size = offset_of!(PluginTable, describe) + 4;
    let file = patched(folder.path(), "cut.so", STRUCT_SIZE, &(size as u32).to_le_bytes());
    insta::assert_snapshot!(refused(&file));
}

#[test]
fn a_symbol_without_the_magic_word_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = patched(folder.path(), "other.so", 0, b"SOMEGAME");
    insta::assert_snapshot!(refused(&file));
}

#[test]
fn a_library_that_is_no_plugin_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(library("stonehouse_three_stones")).unwrap();
    let name = SYMBOL.as_bytes();
    let places: Vec<usize> = (0..bytes.len() - name.len()).filter(|at| bytes[*at..].starts_with(name)).collect();
    for at in places {
        bytes[at] = b'x';
    }
    let file = folder.path().join("plain.so");
    fs::write(&file, bytes).unwrap();
    insta::assert_snapshot!(refused(&file));
}

#[test]
fn a_file_that_is_no_library_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.so");
    fs::write(&file, "shopping list").unwrap();
    let message = refused(&file);
    assert!(message.starts_with("notes.so: this is not a library that can be loaded here ("), "{message}");
    assert!(message.ends_with("): remove it, or replace it by a plugin built for this system"), "{message}");
}

#[test]
fn of_two_plugins_with_one_id_the_first_is_taken_and_both_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("twin.so");
    fs::copy(library("stonehouse_three_stones"), &file).unwrap();
    let mut folders = folders(None);
    folders.add_named(&[folder.path().to_owned()], &[], &[]);
    let catalog = catalog_of(&folders);
    assert_eq!(catalog.games().iter().filter(|game| game.id() == "three-stones").count(), 1);
    let text: Vec<String> = catalog.problems().iter().map(Problem::to_string).collect();
    let first = library("stonehouse_three_stones").display().to_string();
    assert_eq!(
        text,
        [format!(
            "{}: this game has the id `three-stones`, but {first} has the same id and was found first: give it another id, or remove one of the two",
            file.display()
        )]
    );
}

#[test]
fn a_broken_library_does_not_hide_the_games_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.so"), "shopping list").unwrap();
    let mut folders = folders(None);
    folders.add_named(&[folder.path().to_owned()], &[], &[]);
    let catalog = catalog_of(&folders);
    assert!(catalog.game("three-stones").is_ok());
    assert_eq!(catalog.problems().len(), 1);
}

#[test]
fn a_plugin_that_panics_in_any_call_comes_back_with_an_error() {
    let plugin = load(&library("fixture_pebbles"));
    plugin.panic_probe().expect("a plugin is built to unwind");
    let calls = [
        ("new", "New"),
        ("seating", "Seating"),
        ("deal", "Deal"),
        ("turn", "Turn"),
        ("legal_actions", "LegalActions"),
        ("candidates", "Candidates"),
        ("apply", "Apply"),
        ("scores", "Scores"),
        ("winners", "Winners"),
        ("prospects", "Prospects"),
        ("determinize", "Determinize"),
        ("scene", "Scene"),
        ("describe", "Describe"),
        ("reveal", "Reveal"),
        ("clone", "Clone"),
        ("playout", "Playout"),
        ("rollout", "Rollout"),
    ];
    for (call, name) in calls {
        let message = all_calls(&plugin, call).expect_err(call);
        let inside = message.strip_prefix("the game's plugin failed inside `").unwrap_or_else(|| panic!("{message}"));
        assert!(inside.ends_with(&format!("`: asked to fail in {name}")), "{message}");
    }
    all_calls(&plugin, "none").unwrap();
    // The first call when a library is loaded, before there are any rules.
    let message = Plugin::linked::<Mute>().err().unwrap().to_string();
    assert!(
        message.contains("could not describe itself (the game's plugin failed inside `about`: asked who it is)"),
        "{message}"
    );
}

/// Calls everything once, with a game that panics in `fail_in`.
fn all_calls(plugin: &Arc<Plugin>, fail_in: &str) -> Result<(), String> {
    let call = || {
        let rules = plugin.rules(2, &json!({ "fail_in": fail_in }), None)?;
        let mut state = rules.deal(1)?;
        state.turn()?;
        let mut legal = Vec::new();
        state.legal_actions(&mut legal)?;
        state.candidates(Seat(0), &mut legal)?;
        state.describe(legal[0], Observer::Public)?;
        state.scene(Observer::Public)?;
        state.reveal()?;
        state.prospects(&mut [0; 2])?;
        state.outcome()?;
        state.determinize(Seat(0), 1)?;
        let mut clone = state.try_clone()?;
        clone.copy_from(&state)?;
        clone.deal(2)?;
        clone.rollout(1)?;
        clone.deal(2)?;
        clone.playout(1)?;
        state.apply(legal[0])
    };
    call().map_err(|error: CallError| error.to_string())
}

/// A game that panics when its description is requested, and so never reaches any other call.
struct Mute;

knobs! {
    /// None.
    struct NoKnobs {}
}

linked_game!(Mute);

impl Game for Mute {
    type Knobs = NoKnobs;
    type State = ();

    fn about() -> About {
        panic!("asked who it is")
    }

    fn new(_: Setup<NoKnobs>) -> Result<Self, RulesError> {
        unreachable!()
    }

    fn seating(&self) -> Seating {
        unreachable!()
    }

    fn deal(&self, _: u64) -> Result<(), GameError> {
        unreachable!()
    }

    fn turn(&self, (): &()) -> Turn {
        unreachable!()
    }

    fn legal_actions(&self, (): &(), _: &mut Actions<'_>) -> Result<(), GameError> {
        unreachable!()
    }

    fn apply(&self, (): &mut (), _: Action) -> Result<(), GameError> {
        unreachable!()
    }

    fn scores(&self, (): &(), _: &mut [i64]) {
        unreachable!()
    }

    fn scene(&self, (): &(), _: Observer) -> Scene {
        unreachable!()
    }

    fn describe(&self, (): &(), _: Action, _: Observer) -> ActionText {
        unreachable!()
    }
}

//! Libraries built for a released version of the plugin ABI load and play as they did, and sources written for it still
//! build.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::{ChildProber, Limits};
use stonehouse_engine::{Catalog, Folders, Ruleset};

const PROGRAM: &str = env!("CARGO_BIN_EXE_stonehouse");

/// Versions, their games, and the winners of the random games of the seeds 0 to 23 when they were released.
const RELEASED: [(&str, &str, &str); 2] =
    [("1.0", "heap", "011101010000100101101001"), ("1.0", "heap-c", "011101010000100101101001")];

fn released(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/released").join(version)
}

/// The games of a folder, each probed in its own process first, as in the program.
fn catalog(libraries: &Path, home: &Path) -> Catalog {
    let mut folders = Folders { copies: Some(home.join("copies")), ..Folders::default() };
    folders.add_named(&[libraries.to_owned()], &[], &[]);
    let limits = Limits { memory: 2 << 30, processor: Duration::from_secs(20), clock: Duration::from_mins(10) };
    let catalog = Catalog::load(&folders, Arc::new(ChildProber::new(PROGRAM.into(), limits, None)));
    assert_eq!(catalog.problems(), []);
    catalog
}

/// Each game keeps the contract, and its random games go as they did.
fn plays_as_it_did(version: &str, catalog: &Catalog) {
    let games: Vec<_> = RELEASED.iter().filter(|(of, ..)| *of == version).collect();
    assert_eq!(catalog.games().len(), games.len());
    for (_, id, winners) in games {
        let game = catalog.game(id).unwrap();
        let ruleset = Ruleset::compile(&game.plugin, &game.variants[0]).unwrap();
        stonehouse_conformance::check(ruleset.rules(), 10, 1).unwrap();
        let played: String = (0..24)
            .map(|seed| {
                let mut state = ruleset.rules().deal(seed).unwrap();
                state.playout(seed).unwrap();
                let winners = state.outcome().unwrap().winners;
                winners.iter().map(|seat| seat.0.to_string()).collect::<String>()
            })
            .collect();
        assert_eq!(played, *winners, "{id} of {version}");
    }
}

#[test]
fn libraries_that_were_released_load_and_play_as_they_did() {
    let home = tempfile::tempdir().unwrap();
    plays_as_it_did("1.0", &catalog(&released("1.0"), home.path()));
}

#[test]
fn games_built_against_released_sources_play_as_before() {
    let home = tempfile::tempdir().unwrap();
    let libraries = home.path().join("libraries");
    fs::create_dir(&libraries).unwrap();
    let run = |command: &mut Command| {
        let output = command.current_dir(home.path()).output().unwrap();
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(Command::new("tar").arg("-xzf").arg(released("1.0").join("sources.tar.gz")));
    // The dependencies that were current then, built once for all runs of this test.
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("released-1.0");
    run(Command::new(env!("CARGO"))
        .args(["build", "--locked", "--manifest-path", "heap/Cargo.toml"])
        .env("CARGO_TARGET_DIR", &built));
    run(Command::new("make").args(["-C", "heap-c"]));
    fs::copy(built.join("debug/libheap.so"), libraries.join("libheap.so")).unwrap();
    fs::copy(home.path().join("heap-c/libheap-c.so"), libraries.join("libheap-c.so")).unwrap();
    plays_as_it_did("1.0", &catalog(&libraries, home.path()));
}

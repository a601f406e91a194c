//! The second tutorial, "a new card in fifteen minutes", word for word: from an empty folder to a card in a pack.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A step of the tutorial.
enum Step {
    /// A file is written.
    File(String, String),
    /// A command is given.
    Command(String),
}

/// The steps, in order.
fn steps() -> Vec<Step> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/house-rules.md");
    let page = fs::read_to_string(page).unwrap();
    let chapter = page.split("\n## A new card in fifteen minutes\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let (mut steps, mut above) = (Vec::new(), "");
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            let listing = lines.by_ref().take_while(|line| line.trim() != "```");
            let text: String = listing.map(|line| format!("{}\n", line.strip_prefix("   ").unwrap_or(line))).collect();
            let file = above.trim().strip_prefix("<!-- file ").and_then(|file| file.strip_suffix(" -->"));
            steps.push(match file {
                Some(file) => Step::File(file.to_owned(), text),
                None => Step::Command(text.trim().to_owned()),
            });
        }
        above = line;
    }
    steps
}

#[test]
fn the_second_tutorial_works_word_for_word_from_an_empty_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = |command: &str| {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("stonehouse"), "{command}");
        let output = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
            .args(words)
            .current_dir(folder.path())
            .envs([("HOME", home.path()), ("XDG_DATA_HOME", home.path())])
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let message = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{command}: {message}");
        message
    };
    let mut commands = 0;
    for step in steps() {
        match step {
            Step::File(file, text) => {
                let file = folder.path().join(file);
                assert!(file.is_file(), "{} was written to begin with", file.display());
                fs::write(file, text).unwrap();
            }
            // This one opens the window.
            Step::Command(command) if command == "stonehouse --variants ." => {}
            Step::Command(command) => {
                let message = run(&command);
                if command.starts_with("stonehouse check") {
                    assert!(message.contains("All in order.") && message.contains("it carries 2 tests"), "{message}");
                    assert!(
                        !message.contains("warning") && message.contains("`actions.beg.play` was called"),
                        "{message}"
                    );
                }
                commands += 1;
            }
        }
    }
    assert_eq!(commands, 4);
    assert!(run("stonehouse list --variants .").contains("stonerow/beggar"));
    run("stonehouse install beggar.stonehouse --yes");
    fs::remove_file(folder.path().join("beggar.lua")).unwrap();
    assert!(run("stonehouse simulate stonerow/beggar --games 10").contains("10 games of stonerow/beggar"));

    // The mistake that the tutorial suggests is found before anything is played, with the right name.
    let Some(Step::File(_, script)) = steps().into_iter().rfind(|step| matches!(step, Step::File(..))) else {
        panic!("the tutorial writes a script")
    };
    fs::write(folder.path().join("beggar.lua"), script.replace("ctx.hand_cards", "ctx.hand_card")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(["check", "beggar.toml"])
        .current_dir(folder.path())
        .envs([("HOME", home.path()), ("XDG_DATA_HOME", home.path())])
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let message = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!output.status.success() && message.contains("hand_card") && message.contains("hand_cards"), "{message}");
}

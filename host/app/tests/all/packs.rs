//! Packs on the command line: the example of `docs/packs.md` word for word, and the messages when something is wrong.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A machine with its own home, which is also the folder in which it works.
struct Machine(TempDir);

/// The verdicts of a first run on the libraries that it probed, so that the others need not try them.
fn verdicts() -> &'static [u8] {
    static KEPT: OnceLock<Vec<u8>> = OnceLock::new();
    KEPT.get_or_init(|| {
        let first = Machine(tempfile::tempdir().unwrap());
        first.shows(&["list"]);
        fs::read(first.path("stonehouse/verdicts.json")).unwrap()
    })
}

impl Machine {
    fn new() -> Self {
        let new = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(new.path("stonehouse")).unwrap();
        fs::write(new.path("stonehouse/verdicts.json"), verdicts()).unwrap();
        new
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs Stonehouse, and answers its questions with this.
    fn run(&self, args: &[&str], answer: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
            .args(args)
            .current_dir(self.0.path())
            .env("HOME", self.0.path())
            .env("XDG_DATA_HOME", self.0.path())
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command without a question may have ended already.
        let _ = child.stdin.take().unwrap().write_all(answer.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// The output of a command that succeeds.
    fn shows(&self, args: &[&str]) -> String {
        let output = self.run(args, "y\n");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of a command that fails.
    fn refuses(&self, args: &[&str]) -> String {
        let output = self.run(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }
}

const VARIANT: &str = "game = \"three-stones\"\nname = \"Long\"\nsummary = \"Longer.\"\nextends = \"standard\"\n[knobs]\nwhite_stones = 13\n";
const BY_ADA: [&str; 4] = ["--author", "Ada", "--licence", "MIT"];

/// A user who made a variant and a pack of it.
fn author() -> Machine {
    let ada = Machine::new();
    ada.write("stonehouse/variants/three-stones/long.toml", VARIANT);
    ada.shows(&[&["pack", "three-stones/long"], &BY_ADA[..]].concat());
    ada
}

/// A machine to which this file was sent.
fn sent(from: &Machine, file: &str) -> Machine {
    let to = Machine::new();
    fs::copy(from.path(file), to.path(file)).unwrap();
    to
}

/// A listing of the page: the comment above it, its language, its text.
struct Listing {
    above: Option<String>,
    language: String,
    text: String,
}

fn listings(page: &Path) -> Vec<Listing> {
    let page = fs::read_to_string(page).unwrap();
    let (mut lines, mut above, mut found) = (page.lines(), "", Vec::new());
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let above = above.strip_prefix("<!-- ").and_then(|above| above.strip_suffix(" -->")).map(str::to_owned);
            found.push(Listing { above, language: language.to_owned(), text });
        }
        above = line;
    }
    found
}

#[test]
fn the_pages_example_goes_word_for_word() {
    let listings = listings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/packs.md"));
    let (ada, ben) = (Machine::new(), Machine::new());
    let (mut printed, mut compared, mut ran) = (String::new(), 0, 0);
    for Listing { above, language, text } in listings {
        let machine = above.as_deref().map(|above| if above.starts_with("ada") { &ada } else { &ben });
        match (machine, &*language) {
            (Some(machine), "sh") => {
                if ada.path("top-heavy.stonehouse").is_file() {
                    fs::copy(ada.path("top-heavy.stonehouse"), ben.path("top-heavy.stonehouse")).unwrap();
                }
                printed.clear();
                for command in text.lines() {
                    let words: Vec<&str> = command.strip_prefix("stonehouse ").unwrap().split(' ').collect();
                    let report = machine.shows(&words);
                    // Figures with times are not the same twice.
                    if words[0] != "simulate" {
                        printed += &report;
                    }
                    ran += 1;
                }
            }
            (Some(machine), _) => {
                let above = above.unwrap();
                machine.write(above.split_once(": ").unwrap().1, &text);
            }
            (None, "text") => {
                assert_eq!(printed, text);
                compared += 1;
            }
            _ => {}
        }
    }
    assert_eq!((ran, compared), (8, 6));
}

#[test]
fn a_pack_is_installed_only_after_a_yes() {
    let ben = sent(&author(), "long.stonehouse");
    for answer in ["", "\n", "n\n", "what\n"] {
        let output = ben.run(&["install", "long.stonehouse"], answer);
        assert_eq!(output.status.code(), Some(1));
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.ends_with("Install it? [y/N] Nothing was changed.\n"), "{report}");
    }
    assert!(!ben.path("stonehouse/packs").exists());
    let report = ben.shows(&["install", "long.stonehouse", "--yes"]);
    assert!(report.ends_with("\n\nInstalled Long 1.0.0.\nSwitch it off with: stonehouse packs off long\n"), "{report}");
    assert!(
        ben.shows(&["install", "long.stonehouse"])
            .ends_with("The same pack is installed already: nothing is changed.\n")
    );
}

#[test]
fn a_plan_names_the_rule_that_reads_other_players_secrets() {
    let ada = Machine::new();
    let variant = |name: &str| {
        format!("game = \"stonerow\"\nname = \"{name}\"\nsummary = \"Another.\"\nscripts = [\"{name}.lua\"]\n")
    };
    let rule = |seat: &str| {
        let when = format!("function(ctx) return ctx.masons_held[{seat}] > 9 end");
        format!(
            "return {{ actions = {{ nod = {{ label = 'Nod',\nwhen = {when},\nplay = function(ctx, effects) end }} }} }}\n"
        )
    };
    // One reads a value of a certain seat, the other that of the seat to which the action is offered.
    for (name, seat) in [("spy", "0"), ("own", "ctx.seat")] {
        ada.write(&format!("stonehouse/variants/stonerow/{name}.toml"), &variant(name));
        ada.write(&format!("stonehouse/scripts/stonerow/{name}.lua"), &rule(seat));
        ada.shows(&[&["pack", &format!("stonerow/{name}")], &BY_ADA[..]].concat());
    }
    let ben = sent(&ada, "spy.stonehouse");
    let message = ben.shows(&["install", "spy.stonehouse"]);
    let secrets: Vec<&str> =
        message.lines().skip_while(|line| *line != "Secrets:").skip(1).take_while(|line| !line.is_empty()).collect();
    assert_eq!(secrets, ["  spy.lua reads what players hide from each other"], "{message}");
    let message = sent(&ada, "own.stonehouse").shows(&["install", "own.stonehouse"]);
    assert!(!message.contains("Secrets"), "{message}");
}

#[test]
fn list_names_a_variants_pack_and_what_it_replaces() {
    let ada = Machine::new();
    ada.write("stonehouse/variants/three-stones/standard.toml", VARIANT);
    assert!(ada.shows(&["list"]).contains("  Longer. [your own, instead of the shipped one]\n"));
    ada.shows(&[&["pack", "three-stones/standard", "--name", "Longer games", "--id", "longer"], &BY_ADA[..]].concat());
    let ben = sent(&ada, "longer.stonehouse");
    let message = ben.shows(&["install", "longer.stonehouse"]);
    assert!(
        message.contains(
            "It takes the place of:\n  three-stones/standard, the one that ships with Stonehouse: it cannot be played while the pack is on\n"
        ),
        "{message}"
    );
    assert!(
        message.contains("\nIt also changes what is built on that:\n")
            && message.contains("\n  three-stones/slanted “Slanted”\n"),
        "{message}"
    );
    assert!(
        ben.shows(&["list"]).contains("  Longer. [from the pack Longer games 1.0.0, instead of the shipped one]\n")
    );
    let json: Value = serde_json::from_str(&ben.shows(&["list", "--json"])).unwrap();
    let games = json["games"].as_array().unwrap();
    let variants = games.iter().flat_map(|game| game["variants"].as_array().unwrap());
    let standard = variants.into_iter().find(|variant| variant["name"] == "three-stones/standard").unwrap();
    assert_eq!(
        (&standard["source"], &standard["pack"]["id"], &standard["shadows"][0]),
        (&"pack".into(), &"longer".into(), &"shipped".into())
    );
    let simulated = ben.shows(&["simulate", "three-stones/standard", "--games", "2"]);
    assert!(
        simulated.starts_with("2 games of three-stones/standard (from Longer games, not the shipped one), seed 1\n"),
        "{simulated}"
    );
}

#[test]
fn a_record_is_replayed_without_the_pack_and_made_a_pack_of() {
    let ada = author();
    let ben = sent(&ada, "long.stonehouse");
    ben.shows(&["install", "long.stonehouse"]);
    ben.shows(&["simulate", "three-stones/long", "--games", "1", "--record-dir", "."]);
    let plain = sent(&ben, "game-000000.stonehouse-record");
    assert!(plain.shows(&["record", "game-000000.stonehouse-record"]).contains("Long (three-stones/long), seed "));
    let made = plain.shows(&["pack", "--from-record", "game-000000.stonehouse-record"]);
    assert!(
        made.starts_with("Made long.stonehouse, the pack Long 1.0.0:\n  pack.toml\n  three-stones/long.toml\n"),
        "{made}"
    );
    let message = plain.shows(&["packs", "show", "long.stonehouse"]);
    assert!(message.starts_with("Long 1.0.0, by Ada, licence: MIT\nAs it was played on "), "{message}");
    plain.shows(&["install", "long.stonehouse"]);
    let json: Value = serde_json::from_str(&plain.shows(&["packs", "--json"])).unwrap();
    assert_eq!(json["packs"][0]["variants"][0], "three-stones/long");
    assert_eq!(json["packs"][0]["in_use"], true);
}

#[test]
fn a_pack_that_is_wrong_is_not_made_and_nothing_is_overwritten() {
    let ada = author();
    let again = ada.refuses(&[&["pack", "three-stones/long"], &BY_ADA[..]].concat());
    assert_eq!(
        again,
        "stonehouse: long.stonehouse exists already: name another file with --output, or replace it with --force\n"
    );
    ada.shows(&["pack", "long.stonehouse", "--folder", "long"]);
    assert!(
        ada.refuses(&["pack", "long.stonehouse", "--folder", "long"])
            .contains("there is something in this folder, and nothing is overwritten")
    );
    ada.write("long/three-stones/long.toml", &VARIANT.replace("white_stones", "white_stnes"));
    let wrong = ada.refuses(&["pack", "long", "--output", "new.stonehouse"]);
    assert!(wrong.contains("the pack was not written, because something in it is wrong:"), "{wrong}");
    assert!(wrong.contains("Did you mean `white_stones`?"), "{wrong}");
    assert!(!ada.path("new.stonehouse").exists());
    assert!(
        ada.refuses(&["pack", "three-stones/long"]).contains("say who made the pack and what others may do with it")
    );
    assert!(
        ada.refuses(&["pack", "three-stones/lnog", "--author", "A", "--licence", "MIT"])
            .contains("Did you mean `long`?")
    );
    assert!(ada.refuses(&["pack", "long", "--author", "Eve"]).contains("is in its `pack.toml`: change it there"));
}

#[test]
fn a_plain_file_of_a_game_in_luau_is_installed_as_a_pack() {
    let ben = Machine::new();
    ben.write("hill.luau", include_str!("../../templates/game.luau"));
    assert!(ben.shows(&["install", "hill.luau"]).contains("Installed My game 0.1.0."));
    assert!(ben.shows(&["list"]).contains("my-game/official"));
    assert!(ben.shows(&["packs", "off", "my-game"]).contains("My game 0.1.0 is off."));
    assert!(!ben.shows(&["list"]).contains("my-game/official"));
}

#[test]
fn a_file_that_is_no_pack_is_refused_with_the_reason() {
    let ben = Machine::new();
    ben.write("evil.stonehouse", "#!/bin/sh\n");
    ben.write("game.so", "");
    assert!(
        ben.refuses(&["install", "evil.stonehouse"])
            .contains("evil.stonehouse: it is no pack: a pack is a zip file with a `pack.toml` in it")
    );
    assert!(ben.refuses(&["packs", "off", "none"]).contains("there is no pack `none`: none is installed"));
    ben.write("hill.luau", &include_str!("../../templates/game.luau").replace("seats = 2", "seats = 0"));
    let refused = ben.refuses(&["install", "hill.luau"]);
    assert!(refused.contains("`seats` is 0: ") && refused.contains("hill.luau:9:5"), "{refused}");
    assert!(ben.refuses(&["install", "game.so"]).contains("game.so is no pack: a pack's file ends in .stonehouse"));
    assert!(ben.refuses(&["install", "none.stonehouse"]).contains("none.stonehouse: cannot be read: "));
    assert_eq!(ben.shows(&["packs"]), "No pack is installed. Install one with: stonehouse install FILE\n");
    let checked = ben.run(&["check", "evil.stonehouse"], "");
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stdout).starts_with("evil.stonehouse: it is no pack"));
}

#[test]
fn an_author_sees_which_pictures_are_not_shown_and_why() {
    let ada = author();
    ada.shows(&["pack", "long.stonehouse", "--folder", "long"]);
    let svg = |inner: &str| format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inner}</svg>");
    ada.write("long/three-stones/good.svg", &svg("<rect width='9' height='9'/>"));
    ada.write("long/three-stones/crowded.svg", &svg(&"<g/>".repeat(3000)));
    let why = "/three-stones/crowded.svg: this picture is not shown: it has 3001 elements, at most 2000\n";
    let packed = ada.shows(&["pack", "long", "--force", "--output", "long.stonehouse"]);
    assert!(packed.contains(&format!("warning: long.stonehouse{why}")) && !packed.contains("good.svg:"), "{packed}");
    let shown = ada.shows(&["packs", "show", "long.stonehouse"]);
    assert!(shown.contains(&format!("warning: long.stonehouse{why}")) && !shown.contains("good.svg:"), "{shown}");
    let why = why.replace(": this", ": warning: this");
    let checked = ada.shows(&["check", "long.stonehouse"]);
    assert_eq!(checked, format!("long.stonehouse{why}No mistakes, 1 warning.\n"));
    ada.shows(&["install", "long.stonehouse"]);
    let checked = ada.shows(&["check"]);
    assert!(checked.contains(&why) && checked.ends_with(": no mistakes, 1 warning.\n"), "{checked}");
}

#[test]
fn a_pack_is_checked_removed_and_kept() {
    let ada = author();
    assert_eq!(ada.shows(&["check", "long.stonehouse"]), "All in order.\n");
    ada.shows(&["install", "long.stonehouse"]);
    let removed = ada.shows(&["packs", "remove", "long"]);
    assert!(removed.starts_with("Removed Long 1.0.0. Its file is kept: "), "{removed}");
    let kept = ada.path("stonehouse/packs/old/long-1.0.0.stonehouse");
    assert_eq!(fs::read(kept).unwrap(), fs::read(ada.path("long.stonehouse")).unwrap());
    assert!(ada.refuses(&["packs", "on", "long"]).contains("there is no pack `long`"));
}

#[test]
fn the_packs_that_need_a_removed_one_are_named() {
    let ada = author();
    ada.shows(&["pack", "long.stonehouse", "--folder", "other"]);
    let manifest = fs::read_to_string(ada.path("other/pack.toml")).unwrap();
    let manifest = manifest.replace("id = \"long\"", "id = \"other\"") + "\n[needs.packs]\nlong = \"1.0\"\n";
    ada.write("other/pack.toml", &manifest);
    fs::rename(ada.path("other/three-stones/long.toml"), ada.path("other/three-stones/other.toml")).unwrap();
    ada.shows(&["install", "long.stonehouse"]);
    ada.shows(&["pack", "other"]);
    let ben = sent(&ada, "long.stonehouse");
    fs::copy(ada.path("other.stonehouse"), ben.path("other.stonehouse")).unwrap();
    ben.shows(&["install", "long.stonehouse"]);
    ben.shows(&["install", "other.stonehouse"]);
    let removed = ben.shows(&["packs", "remove", "long"]);
    let last = removed.lines().last().unwrap();
    assert_eq!(last, "Long 1.0.0 is not in use: it needs the pack `long` 1.0, which is not installed");
}

/// The packs `p0`, `p1` and so on, or versions of one, made from a folder.
fn packs_of(ada: &Machine, number: usize, manifest: impl Fn(usize, &str) -> String) -> Vec<PathBuf> {
    ada.shows(&["pack", "long.stonehouse", "--folder", "long"]);
    let plain = fs::read_to_string(ada.path("long/pack.toml")).unwrap();
    let make = |number: usize| {
        ada.write("long/pack.toml", &manifest(number, &plain));
        let file = format!("{number}.stonehouse");
        ada.shows(&["pack", "long", "--output", &file]);
        ada.path(&file)
    };
    (0..number).map(make).collect()
}

/// Runs several commands at once: whether each succeeded.
fn at_once(machine: &Machine, commands: &[Vec<String>]) {
    std::thread::scope(|scope| {
        for command in commands {
            scope.spawn(|| machine.shows(&command.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    });
}

#[test]
fn ten_programs_that_switch_packs_off_at_once_lose_no_switch() {
    let ada = author();
    let renamed = |number: usize, plain: &str| plain.replace("id = \"long\"", &format!("id = \"p{number}\""));
    for (number, file) in packs_of(&ada, 10, renamed).iter().enumerate() {
        fs::create_dir_all(ada.path("stonehouse/packs")).unwrap();
        fs::copy(file, ada.path(&format!("stonehouse/packs/p{number}.stonehouse"))).unwrap();
    }
    let off = |number: usize| ["packs", "off", &format!("p{number}")].map(str::to_owned).to_vec();
    at_once(&ada, &(0..10).map(off).collect::<Vec<_>>());
    let listed: Value = serde_json::from_str(&ada.shows(&["packs", "--json"])).unwrap();
    let on = |pack: &Value| pack["on"].as_bool().unwrap();
    assert_eq!(listed["packs"].as_array().unwrap().iter().map(on).collect::<Vec<_>>(), [false; 10]);
}

#[test]
fn of_six_versions_installed_at_once_five_are_kept() {
    let ada = author();
    let version =
        |number: usize, plain: &str| plain.replace("version = \"1.0.0\"", &format!("version = \"1.0.{number}\""));
    let files = packs_of(&ada, 6, version);
    let install = |file: &PathBuf| vec!["install".to_owned(), file.display().to_string(), "--yes".to_owned()];
    at_once(&ada, &files.iter().map(install).collect::<Vec<_>>());
    let packs = ada.path("stonehouse/packs");
    let kept = fs::read_dir(packs.join("old")).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    let mut found: Vec<Vec<u8>> = kept.chain([fs::read(packs.join("long.stonehouse")).unwrap()]).collect();
    let mut made: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    found.sort();
    made.sort();
    assert_eq!(found.len(), 6);
    assert!(found == made, "each of the six is there once");
}

#[test]
fn leftovers_of_a_killed_installation_are_removed_at_the_next_start() {
    let ada = author();
    let left = ada.path("stonehouse/packs/.stonehouse-tmp-abcdef");
    ada.write("stonehouse/packs/.stonehouse-tmp-abcdef", "half of a pack");
    let hour = std::time::Duration::from_hours(1);
    let file = fs::File::options().write(true).open(&left).unwrap();
    file.set_modified(std::time::SystemTime::now() - hour).unwrap();
    // While another program has it open, it stays.
    file.lock().unwrap();
    ada.shows(&["packs"]);
    assert!(left.exists());
    drop(file);
    ada.shows(&["packs"]);
    assert!(!left.exists());
}

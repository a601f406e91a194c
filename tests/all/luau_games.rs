//! Games in Luau, found in a folder like plugins: matches, records, reloads, mistakes.

use crate::house::{random_match, under};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_conformance as conformance;
use stonehouse_engine::plugins::{Trusting, is_script_game};
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, Folder, Match, Origin, Player, Problem, Record, Ruleset};
use stonehouse_house_rules::Script;
use stonehouse_plugin::Observer;
use stonehouse_runtime::{Choice, Plugin, Position};
use stonehouse_script_games::ScriptGame;
use stonehouse_tests::{catalog_of, folders};

/// The whole game of the guide.
fn of_the_guide() -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/luau-games.md");
    let guide = fs::read_to_string(guide).unwrap();
    guide.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
}

/// The catalog with a folder of the user's own, in which no library runs without consent.
fn catalog_with(folder: &Path) -> Catalog {
    let mut folders = folders(None);
    folders.plugins.push(Folder { path: folder.to_owned(), origin: Origin::User });
    Catalog::load(&folders, Arc::new(Trusting))
}

#[test]
fn the_game_of_the_guide_is_played_undone_and_resumed() {
    let (own, records) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(own.path().join("four.luau"), of_the_guide()).unwrap();
    let catalog = catalog_with(own.path());
    assert!(catalog.problems().is_empty() && catalog.waiting().is_empty(), "{:?}", catalog.problems());
    let game = catalog.game("connect-four").unwrap();
    let variant = Arc::new(Variant::official(&game.plugin, &game.file));
    let ruleset = Ruleset::compile(&game.plugin, &variant).unwrap();
    for seed in 0..20 {
        let played = random_match(&ruleset, seed, records.path());
        let record = Record::read(played.record_file().unwrap()).unwrap();
        record.verify(&game.plugin).unwrap();
    }
}

#[test]
fn a_saved_game_is_loaded_again_and_a_mistake_keeps_the_one_before() {
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("four.luau");
    let text = of_the_guide();
    fs::write(&file, &text).unwrap();
    let mut catalog = catalog_with(own.path());
    let summary = |catalog: &Catalog| catalog.game("connect-four").unwrap().plugin.about().summary.clone();
    fs::write(&file, text.replace("four in a row win.\"", "four in line win!\"")).unwrap();
    catalog.reload();
    assert_eq!(summary(&catalog), "Drop your discs: four in line win!");
    fs::write(&file, text.replace("return game", "return gme")).unwrap();
    catalog.reload();
    assert_eq!(summary(&catalog), "Drop your discs: four in line win!");
    let problem = catalog.problems().iter().find(|problem| problem.file == file).unwrap().to_string();
    assert!(problem.contains(&format!("four.luau:{}", text.lines().count())), "{problem}");
    assert!(problem.contains("What was loaded before stays in use"), "{problem}");
}

/// The files of a game of several files.
pub const RACE: [(&str, &str); 4] = [
    ("race/race.luau", include_str!("../../host/script-games/tests/all/race/race.luau")),
    ("race/steps.luau", include_str!("../../host/script-games/tests/all/race/steps.luau")),
    ("race/tests.luau", include_str!("../../host/script-games/tests/all/race/tests.luau")),
    ("race/track.luau", include_str!("../../host/script-games/tests/all/race/track.luau")),
];

/// A folder with a game of several files.
fn folder_with_race() -> tempfile::TempDir {
    let own = tempfile::tempdir().unwrap();
    fs::create_dir(own.path().join("race")).unwrap();
    for (name, text) in RACE {
        fs::write(own.path().join(name), text).unwrap();
    }
    own
}

#[test]
fn a_game_of_several_files_is_a_folder_and_each_of_them_is_reloaded() {
    let (own, records) = (folder_with_race(), tempfile::tempdir().unwrap());
    // Neither a folder without a file of its name nor a file with another kind of name is a game, or a part of one.
    fs::create_dir(own.path().join("notes")).unwrap();
    fs::write(own.path().join("notes/other.luau"), "not Luau").unwrap();
    fs::write(own.path().join("race/race.d.luau"), "not Luau").unwrap();
    fs::write(own.path().join("games.d.luau"), "not Luau either: it is for editors").unwrap();
    let mut catalog = catalog_with(own.path());
    assert_eq!(catalog.problems(), []);
    assert!(catalog.check_file(&own.path().join("race/race.luau")).problems.is_empty());
    let length = |catalog: &Catalog| {
        let game = catalog.game("race").unwrap();
        let ruleset = Ruleset::compile(&game.plugin, &Arc::new(Variant::official(&game.plugin, &game.file))).unwrap();
        let played = random_match(&ruleset, 1, records.path());
        Record::read(played.record_file().unwrap()).unwrap().verify(&game.plugin).unwrap();
        Position::deal(ruleset.rules(), 1).unwrap().playout(1).unwrap()
    };
    let short = length(&catalog);
    let track = own.path().join("race/track.luau");
    fs::write(&track, fs::read_to_string(&track).unwrap().replace("length = 7", "length = 70")).unwrap();
    catalog.reload();
    assert!(length(&catalog) > 3 * short);
    fs::write(&track, "local track = {}\nreturn trak").unwrap();
    catalog.reload();
    let problem = catalog.problems().iter().find(|problem| problem.file == track).unwrap().to_string();
    assert!(problem.contains("track.luau:2: ") && problem.contains("stays in use"), "{problem}");
    assert!(length(&catalog) > 3 * short);
    fs::remove_file(&track).unwrap();
    catalog.reload();
    let problem = Problem::lines(catalog.problems());
    assert!(problem.contains("race.luau:2: there is no file `track.luau` beside this one"), "{problem}");
}

#[test]
fn a_record_states_that_the_files_of_its_game_were_changed_since() {
    let (own, records) = (folder_with_race(), tempfile::tempdir().unwrap());
    let mut catalog = catalog_with(own.path());
    let plugin = |catalog: &Catalog| Arc::clone(&catalog.game("race").unwrap().plugin);
    let (race, official) = (plugin(&catalog), own.path().join("race/race.luau"));
    let ruleset = Ruleset::compile(&race, &Arc::new(Variant::official(&race, &official))).unwrap();
    // Twice 3 steps of each seat, and the last one of the first.
    let played = |fields: &[usize]| {
        let players = vec![Player::person("Anna"), Player::person("Ben")];
        let mut begun = Match::new(&ruleset, 1, players, Some(records.path())).unwrap();
        let mut actions = Vec::new();
        for field in fields {
            begun.position().legal_actions(&mut actions).unwrap();
            begun.play(actions[*field], Instant::now()).unwrap();
        }
        begun.record_file().unwrap().to_owned()
    };
    let (finished, begun) = (played(&[2, 2, 2, 2, 0]), played(&[2, 2]));
    let header = Record::read(&finished).unwrap().header;
    assert_eq!(header.game_sha256.as_deref(), race.source_hash());
    assert_eq!(header.game_sha256.map(|hash| hash.len()), Some(64));
    let is_edited = |file: &Path, race: &Arc<Plugin>| {
        let verified = Record::read(file).unwrap().verify(race).unwrap();
        assert_eq!(verified.replayed.precedes_edit(), verified.checks.game_edited);
        assert_eq!(verified.checks.compared_texts(), !verified.checks.game_edited);
        let stated = verified.checks.sentences().join(" ").contains("The files of the game were changed since");
        assert_eq!(stated, verified.checks.game_edited);
        stated
    };
    assert!(!is_edited(&finished, &race));

    // A file beside the game's own is changed: its actions are described in other words, and the match replays.
    let steps = own.path().join("race/steps.luau");
    let text = fs::read_to_string(&steps).unwrap();
    fs::write(&steps, text.replace("Go {steps}", "Walk {steps}")).unwrap();
    catalog.reload();
    let edited = plugin(&catalog);
    assert!(is_edited(&finished, &edited) && !is_edited(&finished, &race));

    // What is resumed goes on in a record of its own, which is one of the changed game.
    let resumed = Record::read(&begun).unwrap().resume(&edited).unwrap();
    assert!(resumed.precedes_edit());
    assert_eq!(resumed.len(), 2);
    let again = resumed.record_file().unwrap().to_owned();
    drop(resumed);
    assert_ne!(again, begun);
    assert!(Record::read(&begun).unwrap().continued.is_some());
    let header = Record::read(&again).unwrap().header;
    assert_eq!(header.game_sha256.as_deref(), edited.source_hash());
    assert!(!is_edited(&again, &edited));

    // An action is not legal any more.
    fs::write(&steps, text.replace("max = 3", "max = 2")).unwrap();
    catalog.reload();
    let why = Record::read(&finished).unwrap().verify(&plugin(&catalog)).err().unwrap().to_string();
    let expected = ":2: the record does not verify: ";
    assert!(why.contains(expected) && why.contains("The files of the game were changed since the match"), "{why}");

    // As before.
    fs::write(&steps, text).unwrap();
    catalog.reload();
    assert!(!is_edited(&finished, &plugin(&catalog)));
}

#[test]
fn a_record_without_the_hash_of_its_game_opens_as_before() {
    let (own, records) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(own.path().join("four.luau"), of_the_guide()).unwrap();
    let catalog = catalog_with(own.path());
    let hashed = &catalog.game("connect-four").unwrap().plugin;
    assert!(hashed.source_hash().is_some());
    // As in earlier versions.
    let game = ScriptGame::load(Script::new("four.luau", "four.luau", of_the_guide())).unwrap();
    let plugin = Plugin::new(Arc::new(game)).unwrap();
    let variant = Arc::new(Variant::official(&plugin, Path::new("four.luau")));
    let played = random_match(&Ruleset::compile(&plugin, &variant).unwrap(), 1, records.path());
    let record = Record::read(played.record_file().unwrap()).unwrap();
    assert_eq!(record.header.game_sha256, None);
    let checks = record.verify(hashed).unwrap().checks;
    assert!(!checks.game_edited && checks.compared_texts());
}

#[cfg(unix)]
#[test]
fn a_game_of_several_files_reads_no_link_out_of_its_folder() {
    let own = folder_with_race();
    let (track, secret) = (own.path().join("race/track.luau"), own.path().join("secret.luau"));
    fs::rename(&track, &secret).unwrap();
    std::os::unix::fs::symlink(&secret, &track).unwrap();
    let why = Problem::lines(catalog_with(own.path()).problems());
    assert!(why.contains("track.luau: this is a link to a file outside "), "{why}");
}

#[test]
fn check_examines_a_game_by_itself() {
    let own = tempfile::tempdir().unwrap();
    let (right, wrong) = (own.path().join("right.luau"), own.path().join("wrong.luau"));
    let text = of_the_guide();
    fs::write(&right, &text).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("at:win(seat)")).unwrap();
    fs::write(&wrong, text.replace("at:win(seat)", "at:win(seat + 2)")).unwrap();
    let catalog = catalog_with(tempfile::tempdir().unwrap().path());
    assert!(catalog.check_file(&right).problems.is_empty());
    let problems = catalog.check_file(&wrong).problems;
    let [of_test, of_kit] = &*problems else { panic!("{problems:?}") };
    let why = "the winner is 3: seats are from 1 to 2";
    let expected = format!("wrong.luau:{line}: the test \"four in a row win\" failed: {why}");
    assert!(of_test.to_string().contains(&expected), "{of_test}");
    assert!(of_kit.to_string().contains(&format!("wrong.luau:{line}: {why}")), "{of_kit}");
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_file_that_is_too_long_are_refused() {
    let own = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("mkfifo").arg(own.path().join("pipe.luau")).status().unwrap();
    assert!(made.success());
    fs::write(own.path().join("long.luau"), " ".repeat(3 << 20)).unwrap();
    let catalog = catalog_with(own.path());
    let problems: Vec<String> = catalog.problems().iter().map(ToString::to_string).collect();
    assert!(problems.iter().any(|problem| problem.contains("pipe.luau") && problem.contains("a pipe")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("long.luau: this file is longer than")), "{problems:?}");
}

fn games_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")
}

/// The files of the games in Luau that come with the program.
fn shipped() -> Vec<PathBuf> {
    let files = fs::read_dir(games_folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| is_script_game(file)).collect();
    files.sort();
    files
}

#[test]
fn every_shipped_game_in_luau_is_listed_where_people_look() {
    let text = |file: &str| fs::read_to_string(games_folder().join("..").join(file)).unwrap();
    let (readme, changelog, installed) = (text("README.md"), text("CHANGELOG.md"), text(".ci/installed"));
    let catalog = catalog_with(&games_folder());
    for file in shipped() {
        let about = catalog.games().iter().find(|game| game.file == file).unwrap().plugin.about().clone();
        assert!(readme.contains(&format!("**{}**", about.name)), "README.md: {}", about.name);
        assert!(changelog.contains(&about.name), "CHANGELOG.md: {}", about.name);
        assert!(installed.contains(&about.id), ".ci/installed: {}", about.id);
    }
}

#[test]
fn every_shipped_game_in_luau_passes_its_tests_and_the_kit() {
    let catalog = catalog_with(tempfile::tempdir().unwrap().path());
    for file in shipped() {
        let problems = catalog.check_file(&file).problems;
        assert!(problems.is_empty(), "{}", Problem::lines(&problems));
    }
}

#[test]
fn shipped_games_in_luau_are_undone_resumed_and_alike_on_threads() {
    let records = tempfile::tempdir().unwrap();
    let mut folders = folders(None);
    folders.games.push(Folder { path: games_folder(), origin: Origin::Bundled });
    let catalog = catalog_of(&folders);
    for file in shipped() {
        let game = catalog.games().iter().find(|game| game.file.file_name() == file.file_name()).unwrap();
        let ruleset = Ruleset::compile(&game.plugin, &Arc::new(Variant::official(&game.plugin, &game.file))).unwrap();
        for seed in 0..3 {
            let played = random_match(&ruleset, seed, records.path());
            Record::read(played.record_file().unwrap()).unwrap().verify(&game.plugin).unwrap();
        }
        let playouts = || {
            let play = |seed| {
                let mut position = Position::deal(ruleset.rules(), seed).unwrap();
                (position.playout(seed).unwrap(), position.outcome().unwrap())
            };
            (0..4).map(play).collect::<Vec<_>>()
        };
        let here = playouts();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(playouts)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), here, "{}", game.id());
            }
        });
    }
}

/// A game with hooks, events, facts, zones and effects.
const HEAP: &str = include_str!("../../host/script-games/tests/all/heap.luau");

/// A house rule that uses all that the game offers.
const BENT: &str = "
    local house = {}
    house.memory = { wild = { each = 'seat', max = 99 } }
    function house.most(ctx, most)
        if ctx.left > 6 and ctx.mood == 'calm' then return 5 end
        return most
    end
    function house.may_take(ctx, may)
        return may and (ctx.count ~= 2 or ctx.rack[0][1].colour ~= 'blue')
    end
    function house.took(ctx, effects)
        if ctx.count > 3 then
            effects.excite('wild')
            effects.give(ctx.seat)
        end
        if ctx.mood == 'wild' and ctx.worth[ctx.seat] > 5 and #ctx.bag[ctx.seat] > 2 and ctx.taken[ctx.seat] > 2 then
            effects.points(ctx.seat, 1)
        end
    end
    return house";

#[test]
fn house_rules_bend_a_game_with_its_hooks_events_facts_and_effects() {
    let (own, records) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(own.path().join("heap.luau"), HEAP).unwrap();
    let catalog = catalog_with(own.path());
    let plugin = &catalog.game("heap").unwrap().plugin;
    let ruleset = under(plugin, "", BENT).unwrap();
    let mut position = Position::deal(ruleset.rules(), 1).unwrap();
    let legal = |position: &Position| {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions).unwrap();
        actions
    };
    let texts = |position: &Position| {
        let text = |action| position.describe(&Choice::from(action), Observer::Referee).unwrap().text.to_string();
        legal(position).into_iter().map(text).collect::<Vec<_>>()
    };
    // Five are allowed, but two are not.
    assert_eq!(texts(&position), ["takes 1", "takes 3", "takes 4", "takes 5"]);
    let five = legal(&position)[3];
    position.play(&Choice::from(five)).unwrap();
    // The fifth token was taken, the sixth was given, and three are left, of which two may not be taken.
    assert_eq!(texts(&position), ["takes 1", "takes 3"]);
    conformance::check(ruleset.rules(), 10, 1).unwrap_or_else(|error| panic!("{error}"));
    for seed in 0..20 {
        let played = random_match(&ruleset, seed, records.path());
        Record::read(played.record_file().unwrap()).unwrap().verify(plugin).unwrap();
    }
    let wrong = under(plugin, "", &BENT.replace("ctx.left", "ctx.lefts")).err().unwrap();
    assert!(wrong.contains("lefts") && wrong.contains("`left`"), "{wrong}");
}

#[test]
fn check_reads_the_fields_of_hooks_and_events_that_nobody_uses() {
    let own = tempfile::tempdir().unwrap();
    let catalog = catalog_with(tempfile::tempdir().unwrap().path());
    for (right, wrong) in [("mood = at.mood })", "mud = at.mood })"), ("left = #at.heap }", "lift = #at.heap }")] {
        let file = own.path().join("heap.luau");
        fs::write(&file, HEAP.replacen(right, wrong, 1)).unwrap();
        let problems = Problem::lines(&catalog.check_file(&file).problems);
        let line = 1 + HEAP.lines().position(|line| line.contains(right)).unwrap();
        assert!(problems.contains(&format!("heap.luau:{line}: ")), "{problems}");
    }
}

#[test]
fn a_failing_test_of_a_game_is_a_problem_of_its_line() {
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("heap.luau");
    fs::write(&file, HEAP.replace("assert(test.winners == nil)", "assert(test.winners ~= nil, \"still open\")"))
        .unwrap();
    let catalog = catalog_with(tempfile::tempdir().unwrap().path());
    let problems = catalog.check_file(&file).problems;
    let [problem] = &*problems else { panic!("{problems:?}") };
    let line = 1 + HEAP.lines().position(|line| line.contains("test.winners == nil")).unwrap();
    let expected = format!("heap.luau:{line}: the test \"the last token wins\" failed: still open");
    assert!(problem.to_string().contains(&expected), "{problem}");
}

//! Packs with the real games: made, installed, played, recorded; the files that each replaces, and that a broken pack
//! breaks nothing.

use crate::luau_games::RACE;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::pack::draft::{PackDetails, checked};
use stonehouse_engine::pack::{PackDraft, PackPlan, store};
use stonehouse_engine::{Catalog, Match, Pack, Player, Problem, Record, Ruleset};
use stonehouse_plugin::Rng;
use stonehouse_tests::{catalog_of, folders};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MANIFEST: &str =
    "id = \"bent\"\nname = \"Bent\"\nversion = \"1.0.0\"\nauthors = [\"Ada\"]\nlicence = \"CC0-1.0\"\napi = \"1.0\"\n";

/// Lines that were completed in the top row count three points.
const TOP_ROW: &str = "-- Lines in the top row count three.\nlocal house = {}\nfunction house.line_points(ctx, points)\n    \
                       if ctx.row == 0 then return 3 end\n    return points\nend\nreturn house\n";

/// A game in Luau in which the players take tokens, until none is left.
const HEAP: &str = r#"
local game = {}
game.about = {
    id = "heap", name = "Heap", version = "1.2.0", summary = "Who takes the last token wins.", seats = 2,
    authors = { "Ada" }, licence = "CC0-1.0",
}
game.knobs = { tokens = { default = 7, min = 1, max = 20 } }
game.memory = { left = { min = 0, max = 20, label = "Left" } }
game.hooks = { most = { doc = "The most tokens of a turn.", fields = { seat = "seat" }, value = { min = 1, max = 5 } } }
game.start = function(at)
    at.left = at.knobs.tokens
end
game.actions = {
    take = {
        label = "Take {count}",
        fields = { { count = { min = 1, max = 5 } } },
        when = function(at, seat, count)
            return count <= math.min(at.left, at:hook("most", 3, { seat = seat }))
        end,
        play = function(at, seat, count)
            at.left -= count
            if at.left == 0 then
                return at:win(seat)
            end
        end,
    },
}
return game
"#;

/// A user with these files in the data folder.
struct Home(TempDir);

impl Home {
    fn new(files: &[(&str, &str)]) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, text)| home.write(name, text));
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    fn catalog(&self) -> Catalog {
        let mut folders = folders(None);
        folders.add_user(self.0.path());
        folders.verdicts = None;
        catalog_of(&folders)
    }

    fn install(&self, pack: &Pack) {
        store::install(&self.path("packs"), pack).unwrap();
    }
}

/// A pack of these files, read as if another person had sent it.
fn pack(files: &[(&str, &str)]) -> Pack {
    pack_saying(MANIFEST, files)
}

fn pack_saying(manifest: &str, files: &[(&str, &str)]) -> Pack {
    let folder = Home::new(files);
    folder.write("pack.toml", manifest);
    PackDraft::of_folder(folder.0.path())
        .unwrap()
        .pack(Path::new("sent.stonehouse"))
        .unwrap_or_else(|message| panic!("{message:?}"))
}

fn given() -> PackDetails {
    PackDetails { authors: vec!["Ada".to_owned()], licence: Some("CC0-1.0".to_owned()), ..PackDetails::default() }
}

fn names(catalog: &Catalog) -> Vec<String> {
    catalog.games().iter().flat_map(|game| &game.variants).map(|variant| variant.full_title()).collect()
}

/// The sections of a plan, as they are shown.
fn message(plan: &PackPlan) -> String {
    let lines =
        |section: &stonehouse_engine::pack::plan::Section| format!("{}: {}\n", section.title, section.lines.join("; "));
    plan.sections.iter().map(lines).collect()
}

fn ruleset(catalog: &Catalog, name: &str) -> Arc<Ruleset> {
    let (game, variant) = catalog.variant(name).unwrap_or_else(|why| panic!("{why}"));
    Ruleset::compile(&game.plugin, variant).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A random match of at most `most` actions, and its record.
fn played(ruleset: &Arc<Ruleset>, records: &Path, most: usize) -> (Match, Record) {
    let seats = ruleset.seating().seats.len();
    let players = (0..seats).map(|seat| Player::person(format!("Seat {seat}"))).collect();
    let mut game = Match::new(ruleset, 5, players, Some(records)).unwrap();
    let mut random = Rng::from_seed(9);
    while game.to_act().is_some() && game.len() < most {
        let choices = game.described_actions().unwrap();
        game.play(random.pick(&choices).unwrap().action, Instant::now()).unwrap();
    }
    let record = Record::read(game.record_file().unwrap()).unwrap();
    (game, record)
}

#[test]
fn a_variant_pack_includes_its_bases_but_nothing_that_ships() {
    let home = Home::new(&[
        (
            "variants/three-stones/base.toml",
            "game = \"three-stones\"\nname = \"Base\"\nsummary = \"A base.\"\nextends = \"standard\"\n[knobs]\nwhite_stones = 12\n",
        ),
        (
            "variants/three-stones/top.toml",
            "game = \"three-stones\"\nname = \"Top heavy\"\nsummary = \"A climb.\"\nextends = \"base\"\nscripts = [\"top_row.lua\", \"slanted.lua\"]\n",
        ),
        ("variants/three-stones/unrelated.toml", "game = \"three-stones\"\n"),
        ("scripts/three-stones/top_row.lua", TOP_ROW),
    ]);
    let catalog = home.catalog();
    let draft = PackDraft::of_names(&catalog, &["three-stones/top".to_owned()], &given()).unwrap();
    assert_eq!(
        draft.names().collect::<Vec<_>>(),
        ["pack.toml", "three-stones/base.toml", "three-stones/scripts/top_row.lua", "three-stones/top.toml"]
    );
    let made = checked(&catalog, draft.pack(Path::new("top.stonehouse")).unwrap()).unwrap();
    assert_eq!(
        made.manifest.text(),
        "id = \"top\"\nname = \"Top heavy\"\nversion = \"1.0.0\"\nauthors = [\"Ada\"]\nlicence = \"CC0-1.0\"\n\
         summary = \"A climb.\"\napi = \"1.0\"\n\n[needs.games]\nthree-stones = \"0.2\"\n"
    );

    // Another person installs it, and has the same rules.
    let other = Home::new(&[]);
    let plan = PackPlan::make(&other.catalog(), made.as_ref().clone());
    assert_eq!(
        message(&plan),
        "It brings: three-stones/base “Base”: A base.; three-stones/top “Top heavy”: A climb. (with top_row.lua, slanted.lua); 1 house rule\n\
         It needs: 3 Stones 0.2\n"
    );
    assert_eq!(plan.problems, []);
    other.install(&made);
    let (here, there) = (ruleset(&catalog, "three-stones/top"), ruleset(&other.catalog(), "three-stones/top"));
    assert_eq!(here.variant().knobs, there.variant().knobs);
    let sources =
        |ruleset: &Ruleset| ruleset.variant().scripts.iter().map(|script| script.source.clone()).collect::<Vec<_>>();
    assert_eq!(sources(&here), sources(&there));
    assert_eq!(there.variant().origin().unwrap(), "from the pack Top heavy 1.0.0");
    assert_eq!(other.catalog().problems(), []);
    // A file from a pack is given away with its own file.
    let refusal = |catalog: &Catalog, name: &str, given: &PackDetails| {
        PackDraft::of_names(catalog, &[name.to_owned()], given).unwrap_err().to_string()
    };
    let again = refusal(&other.catalog(), "three-stones/top", &given());
    assert_eq!(again, "three-stones/top is in the pack Top heavy 1.0.0 already: give away that pack's file");
    let shipped = refusal(&catalog, "three-stones/standard", &given());
    assert_eq!(shipped, "three-stones/standard comes with Stonehouse: everybody has it, and there is nothing to pack");
    let nobody = refusal(&catalog, "three-stones/top", &PackDetails::default());
    assert!(
        nobody.starts_with("say who made the pack and what others may do with it, for example --author"),
        "{nobody}"
    );
}

#[test]
fn a_pack_carries_a_game_with_a_variant_and_a_house_rule() {
    let home = Home::new(&[
        ("games/tokens.luau", HEAP),
        (
            "variants/heap/small.toml",
            "game = \"heap\"\nname = \"Small\"\nscripts = [\"two.lua\"]\n[knobs]\ntokens = 5\n",
        ),
        ("scripts/heap/two.lua", "return { most = function(ctx, most) return 2 end }\n"),
    ]);
    let catalog = home.catalog();
    // The official rules stay beside a variant of the user's own.
    assert!(catalog.variant("heap/official").is_ok() && catalog.variant("heap/small").is_ok());
    let of = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        PackDraft::of_names(&catalog, &names, &PackDetails::default()).unwrap()
    };
    assert_eq!(of(&["heap/official"]).names().collect::<Vec<_>>(), ["heap/heap.luau", "pack.toml"]);
    let draft = of(&["heap", "heap/small"]);
    assert_eq!(
        draft.names().collect::<Vec<_>>(),
        ["heap/heap.luau", "heap/scripts/two.lua", "heap/small.toml", "pack.toml"]
    );
    let made = checked(&catalog, draft.pack(Path::new("heap.stonehouse")).unwrap()).unwrap();
    assert_eq!(
        made.manifest.text(),
        "id = \"heap\"\nname = \"Heap\"\nversion = \"1.2.0\"\nauthors = [\"Ada\"]\nlicence = \"CC0-1.0\"\napi = \"1.0\"\n"
    );

    let other = Home::new(&[]);
    let plan = PackPlan::make(&other.catalog(), made.as_ref().clone());
    assert_eq!(
        message(&plan),
        "It brings: the game Heap 1.2.0 (2 players): Who takes the last token wins.; heap/small “Small” (with two.lua); 1 house rule\n"
    );
    assert_eq!(plan.problems, []);
    other.install(&made);
    let catalog = other.catalog();
    assert_eq!(catalog.problems(), []);
    let official = ruleset(&catalog, "heap/official");
    assert_eq!(official.variant().origin().unwrap(), "from the pack Heap 1.2.0");
    let records = tempfile::tempdir().unwrap();
    for name in ["heap/official", "heap/small"] {
        let (game, record) = played(&ruleset(&catalog, name), records.path(), 100);
        assert!(game.to_act().is_none());
        record.verify(&catalog.game("heap").unwrap().plugin).unwrap();
        assert_eq!(record.header.pack.unwrap().to_string(), "Heap 1.2.0");
    }
    // Switched off, its game is not here.
    store::switch(&other.path("packs"), "heap", false).unwrap();
    assert!(other.catalog().game("heap").is_err());
}

#[test]
fn a_pack_carries_all_files_of_a_game_and_an_update_shows_each() {
    let files = RACE.map(|(name, text)| (format!("games/{name}"), text));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let own = Home::new(&files);
    let catalog = own.catalog();
    let draft = PackDraft::of_names(&catalog, &["race".to_owned()], &given()).unwrap();
    let names: Vec<&str> = draft.names().filter(|name| *name != "pack.toml").collect();
    assert_eq!(names, RACE.map(|(name, _)| name));
    let made = checked(&catalog, draft.pack(Path::new("race.stonehouse")).unwrap()).unwrap();
    let other = Home::new(&[]);
    other.install(&made);
    let catalog = other.catalog();
    assert_eq!(catalog.problems(), []);
    let records = tempfile::tempdir().unwrap();
    let (game, record) = played(&ruleset(&catalog, "race/official"), records.path(), 100);
    assert!(game.to_act().is_none());
    record.verify(&catalog.game("race").unwrap().plugin).unwrap();
    let update = |from: &str, to: &str| {
        let changed = RACE.map(|(name, text)| (name, text.replace(from, to)));
        let changed: Vec<(&str, &str)> = changed.iter().map(|(name, text)| (*name, &**text)).collect();
        let manifest = MANIFEST.replace("\"bent\"", "\"race\"").replace("1.0.0", "1.1.0");
        message(&PackPlan::make(&catalog, pack_saying(&manifest, &changed)))
    };
    let longer = update("length = 7", "length = 9");
    assert!(longer.contains("the game Race 1.0.0 (2 players), changed"), "{longer}");
    assert!(longer.contains("race/track.luau: 1 line added, 1 removed"), "{longer}");
    assert!(update("", "").contains("the game Race 1.0.0 (2 players), as before"));
    // A file of a game that is not in the pack belongs to nothing.
    let home = Home::new(&[("race/track.luau", "return {}"), ("three-stones/a.toml", "game = \"three-stones\"\n")]);
    home.write("pack.toml", MANIFEST);
    let refused = PackDraft::of_folder(home.0.path()).unwrap().pack(Path::new("x.stonehouse")).err().unwrap();
    let why = Problem::lines(&refused);
    assert!(why.contains("`race/track.luau` in it belongs to the game `race/race.luau`, which is not in it"), "{why}");
}

/// The lines of a plan about the author, and whether they warn.
fn author_lines(plan: &PackPlan) -> Option<(&[String], bool)> {
    let section = plan.sections.iter().find(|section| section.title == "Author")?;
    Some((&section.lines, section.warns))
}

#[test]
fn a_signature_shows_whether_a_pack_is_by_the_same_author() {
    let folder = Home::new(&[]);
    // A key is made once.
    let (ada, eve) = (folder.path("ada.key"), folder.path("eve.key"));
    let sign = |version: &str, key: Option<&Path>| {
        let files = Home::new(&[("heap/heap.luau", HEAP)]);
        files.write("pack.toml", &MANIFEST.replace("1.0.0", version));
        let mut draft = PackDraft::of_folder(files.0.path()).unwrap();
        if let Some(key) = key {
            draft.sign(key).unwrap();
        }
        draft.pack(Path::new("sent.stonehouse")).unwrap()
    };
    let first = sign("1.0.0", Some(&ada));
    assert_eq!(first.bytes(), sign("1.0.0", Some(&ada)).bytes(), "the same files and key give the same bytes");
    let home = Home::new(&[]);
    let plan = |pack: Pack| PackPlan::make(&home.catalog(), pack);
    let lines = |pack: Pack| author_lines(&plan(pack)).map(|(lines, warns)| (lines.join("; "), warns));
    let known = |line: &str, warns| Some((line.to_owned(), warns));
    assert_eq!(lines(first.clone()), known("signed: later versions will be compared with it", false));
    assert_eq!(lines(sign("1.0.0", None)), None);
    home.install(&first);
    assert_eq!(lines(sign("1.1.0", Some(&ada))), known("the same as of the installed version", false));
    let other = known("NOT the one who signed the installed version. Before you install it, ask Ada", true);
    assert_eq!(lines(sign("1.1.0", Some(&eve))), other);
    assert_eq!(lines(sign("1.1.0", None)), other);
    // Unpacked and changed, it is no longer signed; changed inside, it is refused.
    let draft = PackDraft::of_pack(&first).unwrap();
    assert!(draft.pack(Path::new("copy.stonehouse")).unwrap().author().is_none());
    let refused = |name: &str, text: &str| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (file, bytes) in first.files().unwrap() {
            zip.start_file(&*file, SimpleFileOptions::default()).unwrap();
            zip.write_all(if file == name { text.as_bytes() } else { &bytes }).unwrap();
        }
        let bytes = zip.finish().unwrap().into_inner();
        let Err(problems) = Pack::parse(Path::new("sent.stonehouse"), bytes.into()) else { panic!("it was read") };
        problems[0].to_string()
    };
    let why =
        "sent.stonehouse: its signature does not fit its files: somebody changed them after its author had signed it";
    assert_eq!(refused("heap/heap.luau", &HEAP.replace("= 7", "= 9")), why);
    assert_eq!(refused("pack.toml", &MANIFEST.replace("Ada", "Eve")), why);
    assert_eq!(refused("pack.sig", "ed25519 00 11"), "sent.stonehouse: its signature is malformed");
    // A damaged key is not replaced by another one.
    folder.write("ada.key", "ed25519 12\n");
    let damaged = PackDraft::of_pack(&first).unwrap().sign(&ada).unwrap_err();
    assert!(damaged.to_string().contains("ada.key: the key that signs your packs is damaged"), "{damaged}");
}

#[test]
fn an_update_of_a_pack_shows_the_difference_of_its_rules() {
    let home = Home::new(&[]);
    let small = "game = \"heap\"\nscripts = [\"two.lua\"]\n[knobs]\ntokens = 5\n";
    let two = "return {\n    most = function(ctx, most) return 2 end,\n}\n";
    home.install(&pack(&[("heap/heap.luau", HEAP), ("heap/small.toml", small), ("heap/scripts/two.lua", two)]));
    let lines = |heap: &str, small: &str, two: &str| {
        let manifest = MANIFEST.replace("1.0.0", "1.1.0");
        let files = [("heap/heap.luau", heap), ("heap/small.toml", small), ("heap/scripts/two.lua", two)];
        let plan = PackPlan::make(&home.catalog(), pack_saying(&manifest, &files));
        assert_eq!(plan.problems, []);
        message(&plan).split_once("It brings: ").unwrap().1.to_owned()
    };
    let summary = "Who takes the last token wins.";
    assert_eq!(
        lines(HEAP, small, two),
        format!(
            "the game Heap 1.2.0 (2 players), as before: {summary}; heap/small “small”, as before (with two.lua); 1 house rule\n"
        )
    );
    let other = HEAP.replace("default = 7", "default = 9").replace("return game", "-- The end.\nreturn game");
    assert_eq!(
        lines(&other, &small.replace('5', "6"), &two.replace("return 2", "return 1")),
        format!(
            "the game Heap 1.2.0 (2 players), changed: {summary}; heap/small “small”, changed (with two.lua); 1 house rule\n\
             Changed since the installed version: heap/official: Tokens: 9 instead of 7; heap/small: Tokens: 6 instead of 5; \
             heap/heap.luau: 2 lines added, 1 removed; heap/scripts/two.lua: 1 line added, 1 removed\n"
        )
    );
}

#[test]
fn a_game_of_a_pack_replaces_no_other_and_a_wrong_one_is_reported() {
    let home = Home::new(&[("games/tokens.luau", HEAP)]);
    let problems = |files: &[(&str, &str)]| {
        let plan = PackPlan::make(&home.catalog(), pack(files));
        plan.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let same = problems(&[("heap/heap.luau", HEAP)]);
    assert!(same.contains("this game has the id `heap`, but "), "{same}");
    assert!(same.contains("tokens.luau has the same id and was found first"), "{same}");
    let misplaced = problems(&[("pile/pile.luau", HEAP)]);
    assert!(
        misplaced.contains(
            "pile.luau: its `id` is \"heap\": in a pack it belongs into the folder of that id, as heap/heap.luau"
        ),
        "{misplaced}"
    );
    let pile = HEAP.replace("\"heap\"", "\"pile\"");
    let line = 1 + HEAP.lines().position(|line| line.contains("at:win(seat)")).unwrap();
    let wrong = problems(&[("pile/pile.luau", &pile.replace("at:win(seat)", "at:win(9)"))]);
    assert!(wrong.contains(&format!("pile/pile.luau:{line}: the winner is 9: seats are from 1 to 2")), "{wrong}");
    let broken = problems(&[("pile/pile.luau", &pile.replace("return game", "return gme"))]);
    assert!(broken.contains("sent.stonehouse/pile/pile.luau:"), "{broken}");
}

#[test]
fn a_pack_of_rules_for_a_game_of_a_pack_needs_it() {
    let home = Home::new(&[("variants/heap/tall.toml", "game = \"heap\"\n[knobs]\ntokens = 20\n")]);
    home.install(&pack(&[("heap/heap.luau", HEAP)]));
    let catalog = home.catalog();
    let draft = PackDraft::of_names(&catalog, &["heap/tall".to_owned()], &given()).unwrap();
    let made = checked(&catalog, draft.pack(Path::new("tall.stonehouse")).unwrap()).unwrap();
    let text = made.manifest.text();
    assert!(text.ends_with("[needs.games]\nheap = \"1.2\"\n\n[needs.packs]\nbent = \"1.0\"\n"), "{text}");
    let library = PackDraft::of_names(&catalog, &["three-stones".to_owned()], &given()).unwrap_err().to_string();
    assert_eq!(library, "three-stones comes with Stonehouse: everybody has it, and there is nothing to pack");
}

#[test]
fn a_variant_that_extends_one_of_a_pack_needs_that_pack() {
    let home = Home::new(&[(
        "variants/three-stones/mine.toml",
        "game = \"three-stones\"\nname = \"Mine\"\nextends = \"top\"\n[knobs]\nwhite_stones = 11\n",
    )]);
    let base = pack(&[
        ("three-stones/top.toml", "game = \"three-stones\"\nname = \"Top\"\nscripts = [\"top_row.lua\"]\n"),
        ("three-stones/scripts/top_row.lua", TOP_ROW),
    ]);
    home.install(&base);
    let catalog = home.catalog();
    // It inherits the pack's script.
    assert_eq!(&*ruleset(&catalog, "three-stones/mine").variant().scripts[0].source, TOP_ROW);
    let draft = PackDraft::of_names(&catalog, &["three-stones/mine".to_owned()], &given()).unwrap();
    assert_eq!(draft.names().collect::<Vec<_>>(), ["pack.toml", "three-stones/mine.toml"]);
    let made = checked(&catalog, draft.pack(Path::new("mine.stonehouse")).unwrap()).unwrap();
    assert!(made.manifest.text().ends_with("[needs.packs]\nbent = \"1.0\"\n"), "{}", made.manifest.text());

    // Without that pack it is installed, but not in use, until that pack is installed, too.
    let other = Home::new(&[]);
    let plan = PackPlan::make(&other.catalog(), made.as_ref().clone());
    assert!(message(&plan).contains("Missing: it needs the pack `bent` 1.0, which is not installed\n"));
    other.install(&made);
    assert!(!names(&other.catalog()).contains(&"three-stones/mine".to_owned()));
    assert!(
        other.catalog().problems()[0].to_string().ends_with("it needs the pack `bent` 1.0, which is not installed")
    );
    other.install(&base);
    assert_eq!(other.catalog().problems(), []);
    assert_eq!(&*ruleset(&other.catalog(), "three-stones/mine").variant().scripts[0].source, TOP_ROW);
}

#[test]
fn a_pack_that_replaces_a_shipped_variant_shows_it_everywhere() {
    let home = Home::new(&[]);
    let bent = pack(&[(
        "three-stones/standard.toml",
        "game = \"three-stones\"\nname = \"Standard\"\nextends = \"standard\"\n[knobs]\nwhite_stones = 13\n",
    )]);
    let plan = PackPlan::make(&home.catalog(), bent.clone());
    let message = message(&plan);
    assert!(message.contains(
        "It takes the place of: three-stones/standard, the one that ships with Stonehouse: it cannot be played while the pack is on\n"
    ), "{message}");
    let changed = message.lines().find(|line| line.starts_with("It also changes what is built on that: ")).unwrap();
    assert!(changed.contains("three-stones/slanted “Slanted”"), "{message}");
    assert!(!message.contains("stonerow"), "{message}");
    // Nothing was changed by looking.
    assert!(!home.path("packs").exists());

    home.install(&bent);
    let catalog = home.catalog();
    assert!(names(&catalog).contains(&"three-stones/standard (from Bent, not the shipped one)".to_owned()));
    let changed = ruleset(&catalog, "three-stones/standard");
    assert_eq!(changed.variant().title(), "Standard (from Bent, not the shipped one)");
    assert_eq!(changed.variant().origin().unwrap(), "from the pack Bent 1.0.0, instead of the shipped one");
    assert_eq!(changed.variant().knobs["white_stones"], 13);

    // Also in the record, for a person who has no such pack.
    let (_, record) = played(&changed, &home.path("records"), 3);
    assert_eq!(record.header.title(), "Standard (from Bent, not the shipped one)");
    let plain = Home::new(&[]);
    let replayed = record.verify(&plain.catalog().game("three-stones").unwrap().plugin).unwrap().replayed;
    assert_eq!(replayed.ruleset().variant().title(), "Standard (from Bent, not the shipped one)");

    store::switch(&home.path("packs"), "bent", false).unwrap();
    let catalog = home.catalog();
    assert_eq!(ruleset(&catalog, "three-stones/standard").variant().title(), "Standard");
    assert!(catalog.packs().iter().all(|installed| !installed.in_use()));
}

#[test]
fn the_users_own_variants_come_before_those_of_packs() {
    let text = |stones: u8| format!("game = \"three-stones\"\nname = \"Long\"\n[knobs]\nwhite_stones = {stones}\n");
    let home = Home::new(&[("variants/three-stones/long.toml", &text(7))]);
    let bent = pack(&[("three-stones/long.toml", &text(9))]);
    let plan = PackPlan::make(&home.catalog(), bent.clone());
    assert!(
        message(&plan).contains(
            "Not offered, because others of that name come first: three-stones/long: the one from your own folder is played"
        ),
        "{}",
        message(&plan)
    );
    home.install(&bent);
    let catalog = home.catalog();
    assert_eq!(ruleset(&catalog, "three-stones/long").variant().knobs["white_stones"], 7);
    assert_eq!(
        ruleset(&catalog, "three-stones/long").variant().origin().unwrap(),
        "your own, instead of the one from the pack Bent 1.0.0"
    );
}

#[test]
fn a_broken_pack_is_reported_and_breaks_nothing() {
    let home = Home::new(&[]);
    let sound = names(&home.catalog());
    let broken = pack(&[
        ("three-stones/standard.toml", "game = \"three-stones\"\nname = \"Standard\"\n[knobs]\nwhite_stnes = 13\n"),
        (
            "three-stones/on_top.toml",
            "game = \"three-stones\"\nname = \"On top\"\nextends = \"standard\"\nscripts = [\"none.lua\"]\n",
        ),
        ("three-stones/half.toml", "game = \"three-stones\nname = \n"),
        ("three-stones/stray.toml", "game = \"stonerow\"\n"),
        ("three-stones/crash.toml", "game = \"three-stones\"\nname = \"Crash\"\nscripts = [\"crash.lua\"]\n"),
        ("three-stones/scripts/crash.lua", "return { line_points = function(ctx, points) return points + nil end }\n"),
        ("three-stones/fine.toml", "game = \"three-stones\"\nname = \"Fine\"\nextends = \"standard\"\n"),
        ("hex/x.toml", "game = \"hex\"\n"),
    ]);
    let plan = PackPlan::make(&home.catalog(), broken.clone());
    let problems: String = plan.problems.iter().map(|problem| format!("{problem}\n")).collect();
    for expected in [
        "sent.stonehouse/three-stones/standard.toml:4:1: this game has no knob `white_stnes`. Did you mean `white_stones`?",
        "sent.stonehouse/three-stones/on_top.toml:4:12: there is no script `none.lua` for 3 Stones",
        "sent.stonehouse/three-stones/half.toml:1:",
        "sent.stonehouse/three-stones/stray.toml:1:8: this file is in the folder of `three-stones`, so it must have `game = \"three-stones\"`",
        "sent.stonehouse/three-stones/scripts/crash.lua:1",
        ". The script comes with the pack Bent 1.0.0: notify its author, or switch the pack off (`stonehouse packs off bent`)",
    ] {
        assert!(problems.contains(expected), "{expected} in {problems}");
    }
    assert!(message(&plan).contains("Missing: it needs the game `hex`, which is not here\n"), "{}", message(&plan));
    home.install(&broken);
    let catalog = home.catalog();
    // The files that work are used, and those that shipped are where they were.
    let mut expected = [sound, vec!["three-stones/crash".to_owned(), "three-stones/fine".to_owned()]].concat();
    let mut found = names(&catalog);
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(ruleset(&catalog, "three-stones/standard").variant().title(), "Standard");
    assert_eq!(
        ruleset(&catalog, "three-stones/fine").variant().knobs,
        ruleset(&catalog, "three-stones/standard").variant().knobs
    );
    assert!(!catalog.problems().is_empty());
    // A pack that is wrong is not made.
    let refused = checked(&catalog, broken).unwrap_err();
    assert!(refused.len() >= 5, "{refused:?}");
}

#[test]
fn a_record_is_played_without_the_pack_and_turned_into_one() {
    let home = Home::new(&[]);
    let bent = pack(&[
        (
            "three-stones/top.toml",
            "game = \"three-stones\"\nname = \"Top\"\nextends = \"small-board\"\nscripts = [\"top_row.lua\", \"slanted.lua\"]\n[clock]\nminutes = 10\nincrement_seconds = 2.5\n",
        ),
        ("three-stones/scripts/top_row.lua", TOP_ROW),
    ]);
    home.install(&bent);
    let (game, record) = played(&ruleset(&home.catalog(), "three-stones/top"), &home.path("records"), usize::MAX);
    let label = record.header.pack.as_ref().unwrap();
    assert_eq!((&*label.id, &*label.version, &*label.licence), ("bent", "1.0.0", "CC0-1.0"));

    let other = Home::new(&[]);
    let catalog = other.catalog();
    let plugin = &catalog.game("three-stones").unwrap().plugin;
    let verified = record.verify(plugin).unwrap();
    assert_eq!(verified.replayed.end(), game.end());

    // The author is known from the record.
    let draft = PackDraft::of_record(&catalog, &record, &PackDetails::default()).unwrap();
    let made = checked(&catalog, draft.pack(Path::new("top.stonehouse")).unwrap()).unwrap();
    assert_eq!((made.id(), &*made.manifest.name, &*made.manifest.authors), ("top", "Top", &["Ada".to_owned()][..]));
    assert_eq!(made.scripts().collect::<Vec<_>>(), [("three-stones", "slanted.lua"), ("three-stones", "top_row.lua")]);
    other.install(&made);
    let again = ruleset(&other.catalog(), "three-stones/top");
    assert_eq!(again.variant().knobs, game.ruleset().variant().knobs);
    assert_eq!(again.variant().clock, game.ruleset().variant().clock);
    let mut match_again = Match::new(&again, 5, game.players().to_vec(), None).unwrap();
    for (_, action) in game.actions() {
        match_again.play(action, Instant::now()).unwrap();
    }
    assert_eq!(match_again.end().map(|end| &end.outcome), game.end().map(|end| &end.outcome));
    // The same record gives the same bytes.
    let twice = PackDraft::of_record(&catalog, &record, &PackDetails::default()).unwrap();
    assert_eq!(twice.pack(Path::new("top.stonehouse")).unwrap().bytes(), made.bytes());
}

#[test]
fn every_shipped_variant_comes_out_of_its_record_with_the_same_rules() {
    let home = Home::new(&[]);
    let catalog = home.catalog();
    for game in catalog.games() {
        for variant in &game.variants {
            let name = variant.full_name();
            let (_, record) = played(&ruleset(&catalog, &name), &home.path("records"), 1);
            let draft = PackDraft::of_record(&catalog, &record, &given()).unwrap();
            let made = checked(&catalog, draft.pack(Path::new("x.stonehouse")).unwrap())
                .unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
            let other = Home::new(&[]);
            other.install(&made);
            // A pack made of a record replaces nothing.
            let again = ruleset(&other.catalog(), &format!("{name}-recorded"));
            assert_eq!(again.variant().knobs, record.ruleset(&game.plugin).unwrap().variant().knobs, "{name}");
            assert_eq!(again.variant().clock, record.header.clock, "{name}");
            assert_eq!(again.variant().scripts.len(), record.header.scripts.len(), "{name}");
        }
    }
}

#[test]
fn a_record_with_odd_names_in_it_gives_a_pack_all_the_same() {
    let home = Home::new(&[
        ("variants/three-stones/odd.toml", "game = \"three-stones\"\nscripts = [\"a.lua\"]\n"),
        ("scripts/a.lua", TOP_ROW),
    ]);
    let (_, mut record) = played(&ruleset(&home.catalog(), "three-stones/odd"), &home.path("records"), 1);
    record.header.variant = "three-stones/../../Größe \"x\"".to_owned();
    record.header.variant_name = "A\nB".to_owned();
    let mut second = record.header.scripts[0].clone();
    record.header.scripts[0].name = "../../con.lua".to_owned();
    second.name = "..\\CON".to_owned();
    record.header.scripts.push(second);
    let draft = PackDraft::of_record(&home.catalog(), &record, &given()).unwrap();
    assert_eq!(
        draft.names().collect::<Vec<_>>(),
        ["pack.toml", "three-stones/gr-e-x.toml", "three-stones/scripts/rule-2.lua", "three-stones/scripts/rule.lua"]
    );
    let made = checked(&home.catalog(), draft.pack(Path::new("x.stonehouse")).unwrap()).unwrap();
    assert_eq!(made.manifest.name, "A match");
}

#[test]
fn a_pack_needs_its_games_in_a_version_that_it_was_made_for() {
    let home = Home::new(&[]);
    let manifest = format!("{MANIFEST}[needs.games]\nthree-stones = \"0.9\"\n");
    let bent = pack_saying(
        &manifest,
        &[("three-stones/a.toml", "game = \"three-stones\"\n"), ("stonerow/b.toml", "game = \"stonerow\"\n")],
    );
    let plan = PackPlan::make(&home.catalog(), bent.clone());
    let here = home.catalog().game("three-stones").unwrap().plugin.about().version.clone();
    let missing = format!("Missing: it needs 3 Stones 0.9, and here is {here}\n");
    assert!(message(&plan).contains(&missing), "{}", message(&plan));
    home.install(&bent);
    let found = names(&home.catalog());
    assert!(found.contains(&"stonerow/b".to_owned()) && !found.contains(&"three-stones/a".to_owned()));
    let problem = format!("bent.stonehouse: it needs 3 Stones 0.9, and here is {here}");
    assert!(home.catalog().problems()[0].to_string().ends_with(&problem));
}

#[test]
fn pack_rules_replace_no_others_and_user_variants_may_use_them() {
    let other_rule = "return { line_points = function(ctx, points) return points end }\n";
    let home = Home::new(&[
        ("variants/three-stones/mine.toml", "game = \"three-stones\"\nscripts = [\"own.lua\", \"only.lua\"]\n"),
        ("scripts/three-stones/own.lua", TOP_ROW),
    ]);
    let uses = "game = \"three-stones\"\nscripts = [\"slanted.lua\", \"own.lua\", \"only.lua\"]\n";
    let bent = pack(&[
        ("three-stones/theirs.toml", uses),
        ("three-stones/scripts/slanted.lua", other_rule),
        ("three-stones/scripts/own.lua", other_rule),
        ("three-stones/scripts/only.lua", other_rule),
    ]);
    home.install(&bent);
    let catalog = home.catalog();
    let sources = |name: &str| -> Vec<String> {
        ruleset(&catalog, name).variant().scripts.iter().map(|script| script.source.to_string()).collect()
    };
    assert_eq!(sources("three-stones/mine"), [TOP_ROW, other_rule]);
    assert_eq!(sources("three-stones/theirs"), [other_rule; 3]);
    assert_ne!(sources("three-stones/slanted"), [other_rule]);

    // Two packs with the same script: the pack has to be named.
    home.install(&pack_saying(&MANIFEST.replace("bent", "twin"), &[("three-stones/scripts/only.lua", TOP_ROW)]));
    let catalog = home.catalog();
    assert!(
        catalog.problems()[0].to_string().ends_with(
            "the packs Bent and Bent both have a script `only.lua`: extend a variant of the one that you mean"
        ),
        "{:?}",
        catalog.problems()
    );
    assert!(catalog.variant("three-stones/theirs").is_ok());
}

#[test]
fn a_newer_pack_lists_what_is_new_changed_and_removed() {
    let home = Home::new(&[]);
    let text = |stones: u8| format!("game = \"three-stones\"\nname = \"V\"\n[knobs]\nwhite_stones = {stones}\n");
    home.install(&pack(&[
        ("three-stones/same.toml", &text(7)),
        ("three-stones/other.toml", &text(8)),
        ("three-stones/lost.toml", &text(9)),
    ]));
    let newer = pack_saying(
        &MANIFEST.replace("1.0.0", "1.1.0"),
        &[
            ("three-stones/same.toml", &text(7)),
            ("three-stones/other.toml", &text(10)),
            ("three-stones/new.toml", &text(11)),
        ],
    );
    assert_eq!(
        message(&PackPlan::make(&home.catalog(), newer.clone())),
        "Already installed: 1.0.0; this one is newer and takes its place. The installed file is kept\n\
         It brings: three-stones/new “V”; three-stones/other “V”, changed; three-stones/same “V”, as before\n\
         Changed since the installed version: three-stones/other: White stones in the game: 10 instead of 8\n\
         It no longer has: three-stones/lost\n"
    );
    home.install(&newer);
    let older = PackPlan::make(&home.catalog(), pack(&[("three-stones/same.toml", &text(7))]));
    assert!(message(&older).starts_with("Already installed: 1.1.0; this one is OLDER and would take its place."));
    assert!(PackPlan::make(&home.catalog(), newer).is_installed());
}

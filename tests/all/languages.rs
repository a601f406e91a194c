//! Languages that ship translate every text of the window and of the games that ship.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use stonehouse_bots::BotSpec;
use stonehouse_engine::draft::RuleKnobs;
use stonehouse_engine::{Catalog, Ruleset, draft, languages};
use stonehouse_guest_server::texts_of_page;
use stonehouse_language::Language;
use stonehouse_plugin::{Arg, KnobKind, Observer, Rng, Seat, Text};
use stonehouse_runtime::Position;
use stonehouse_tests::{catalog_of, folders, folders_with_script_games};

/// All games that ship, libraries and scripts, and their variants.
fn shipped() -> Catalog {
    catalog_of(&folders_with_script_games())
}

/// The texts that matches of a ruleset show, each by its English template.
struct Shown(BTreeSet<String>);

impl Shown {
    fn note(&mut self, text: &Text) {
        // A text without words needs no other language: the name of a pocket, a number in its place.
        let words = text.key().split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() > 1);
        if words.count() > 0 {
            self.0.insert(text.key().to_owned());
        }
        for (_, arg) in text.arguments() {
            match arg {
                Arg::Text(text) => self.note(text),
                Arg::List(texts) => texts.iter().for_each(|text| self.note(text)),
                _ => {}
            }
        }
    }

    fn play(&mut self, ruleset: &Ruleset, seed: u64) {
        let mut rng = Rng::from_seed(seed);
        let mut position = Position::deal(ruleset.rules(), seed).unwrap();
        let mut legal = Vec::new();
        position.opening(Observer::Referee).unwrap().iter().for_each(|text| self.note(text));
        for turn in 0..1000 {
            if turn % 5 == 0 {
                for seat in 0..ruleset.seating().seats.len() {
                    let scene = position.scene(Observer::Seat(Seat(seat as u8)));
                    scene.unwrap().each_text(&mut |text| self.note(text));
                }
            }
            position.all_candidates(&mut legal).unwrap();
            if legal.is_empty() {
                break;
            }
            for attempt in legal.iter().take(40) {
                let act = position.choice_of(*attempt).unwrap();
                let mut message = position.describe(&act, Observer::Referee).unwrap();
                message.each_text(&mut |text| self.note(text));
            }
            let attempt = legal[rng.below(legal.len() as u32) as usize];
            let (act, before) = (position.choice_of(attempt).unwrap(), position.try_clone().unwrap());
            let effects = position.play_and_note(&act).unwrap().effects;
            position.describe_done(&before, &act, Observer::Referee).unwrap().each_text(&mut |text| self.note(text));
            for effect in effects {
                if let Some((_, text)) = effect.describe(position.rules(), Observer::Referee).unwrap() {
                    self.note(&text);
                }
            }
        }
    }
}

/// Every text of the shipped games: of matches of every variant, and of their names.
fn shown(catalog: &Catalog) -> BTreeSet<String> {
    let mut shown = Shown(BTreeSet::new());
    for game in catalog.games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            shown.play(&ruleset, 7);
        }
    }
    shown.0
}

#[test]
fn german_translates_every_text_of_the_shipped_games() {
    let (languages, problems) = languages::all(&folders(None));
    assert_eq!(problems, []);
    let german: &Language = languages.iter().find(|language| language.code == "de").unwrap();
    let missing: Vec<String> = shown(&shipped()).into_iter().filter(|key| german.translation(key).is_none()).collect();
    assert!(missing.is_empty(), "{} texts are missing:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn german_translates_rules_and_lessons_of_the_shipped_games() {
    let (languages, _) = languages::all(&folders(None));
    let german: &Language = languages.iter().find(|language| language.code == "de").unwrap();
    let catalog = shipped();
    let without: Vec<&str> =
        catalog.games().iter().map(stonehouse_engine::GameEntry::id).filter(|id| german.rules(id).is_none()).collect();
    assert_eq!(without, [""; 0], "no rules in German");
    let (lessons, _) = stonehouse_lesson::index::all(&folders(None));
    let texts = lessons.iter().flat_map(|lesson| {
        let steps = lesson.steps.iter().map(|step| &step.say).filter(|say| !say.is_empty());
        [&lesson.name, &lesson.summary].into_iter().chain(steps)
    });
    let missing: Vec<&String> = texts.filter(|text| german.translation(text).is_none()).collect();
    assert!(missing.is_empty(), "{} texts are missing:\n{missing:#?}", missing.len());
}

/// The literal that a macro begins with, as the compiler reads it: `None` if it begins with something else.
fn literal(code: &str) -> Option<String> {
    let mut letters = code.trim_start().strip_prefix('"')?.chars().peekable();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                // A line that continues in the next one.
                '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                letter => text.push(letter),
            },
            letter => text.push(letter),
        }
    }
}

/// The texts that a game in Luau declares, and those that it writes into the log, whether a random game shows them or
/// not.
fn texts_of_script(source: &str, output: &mut BTreeSet<String>) {
    let code = source.split("game.tests = {").next().unwrap();
    for start in ["label = ", "log = ", "tip = ", "prompt = ", "title = ", "name = "] {
        output.extend(code.split(start).skip(1).filter_map(literal));
    }
    output.extend(code.split('"').filter(|text| text.starts_with("{player} ")).map(str::to_owned));
}

#[test]
fn german_translates_what_random_games_in_luau_do_not_reach() {
    let mut output = BTreeSet::new();
    for file in fs::read_dir(&folders_with_script_games().games[0].path).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "luau") {
            texts_of_script(&fs::read_to_string(file).unwrap(), &mut output);
        }
    }
    assert!(output.len() > 60 && output.contains("{player} plays {from}/{to}*"), "{output:#?}");
    let german = german();
    let missing: Vec<String> = output.into_iter().filter(|key| german.translation(key).is_none()).collect();
    assert!(missing.is_empty(), "German lacks {}", listed(&missing));
}

/// Every text in the sources of a package.
fn texts_in(folder: &Path, output: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts_in(&path, output);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let source = fs::read_to_string(&path).unwrap();
            let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap().replace("include_str!(", "");
            for start in ["tr!(", "key!(", "text!("] {
                output.extend(code.split(start).skip(1).filter_map(literal));
            }
        }
    }
}

fn german() -> Language {
    let (languages, problems) = languages::all(&folders(None));
    assert_eq!(problems, []);
    languages.into_iter().find(|language| language.code == "de").unwrap()
}

fn listed(texts: &[String]) -> String {
    format!("{} texts:\n{}", texts.len(), texts.join("\n"))
}

#[test]
fn german_translates_every_window_text_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut output = BTreeSet::new();
    for package in ["desktop", "guest", "lab-screen", "language", "table", "ui"] {
        texts_in(&root.join("host").join(package).join("src"), &mut output);
    }
    texts_in(&root.join("host/guest-server/src"), &mut output);
    output.extend(texts_of_page().map(str::to_owned));
    assert!(output.len() > 500, "{} texts are found", output.len());
    let german = german();
    let missing: Vec<String> = output.iter().filter(|key| german.translation(key).is_none()).cloned().collect();
    assert!(missing.is_empty(), "German lacks {}", listed(&missing));
    let mut stale = Vec::new();
    for file in ["window.toml", "lab.toml", "guests.toml"] {
        let text = fs::read_to_string(root.join("languages/de").join(file)).unwrap();
        let keys = text.lines().filter(|line| line.starts_with('"')).filter_map(literal);
        stale.extend(keys.filter(|key| !output.contains(key)));
    }
    assert!(stale.is_empty(), "nothing uses {}", listed(&stale));
}

#[test]
fn german_translates_a_text_alike_in_all_its_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("languages/de");
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") || path.ends_with("language.toml") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| line.starts_with('"')) {
            let key = literal(line).unwrap();
            let before = known.insert(key.clone(), line.to_owned());
            assert!(
                before.is_none_or(|before| before == line),
                "{key} is translated in two ways, once in {}",
                path.display()
            );
        }
    }
}

#[test]
fn german_translates_names_of_variants_knobs_rules_and_bots() {
    let mut shown = Shown(BTreeSet::new());
    for game in shipped().games() {
        let about = game.plugin.about();
        [&about.name, &about.summary].iter().for_each(|text| shown.note(&Text::plain((*text).clone())));
        for knob in game.plugin.knobs() {
            shown.note(&draft::subject(knob).into());
            let KnobKind::Word(words) = &knob.kind else { continue };
            for (word, _) in words {
                shown.note(&draft::value_in_words(&knob.kind, &word.as_str().into()));
                shown.note(&word.replace('_', " ").into());
            }
        }
        let official = game.variants.first().unwrap();
        for variant in &game.variants {
            [&variant.name, &variant.summary].iter().for_each(|text| shown.note(&Text::plain((*text).clone())));
            variant.scripts.iter().for_each(|script| {
                shown.note(&script.title().into());
                shown.note(&script.about().into());
            });
            let mut rule_knobs = RuleKnobs::default();
            for script in &variant.scripts {
                for knob in rule_knobs.of(&game.plugin, variant.seats, script) {
                    shown.note(&knob.doc.clone().into());
                    shown.note(&draft::subject(knob).into());
                }
            }
            let both = [(official, variant), (variant, official)];
            let differences = both.iter().flat_map(|(from, to)| draft::differences(game.plugin.knobs(), from, to));
            differences.for_each(|text| shown.note(&text));
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            ruleset.seating().seats.iter().for_each(|seat| shown.note(&seat.name.clone().into()));
        }
    }
    for bot in BotSpec::FOR_PEOPLE.into_iter().chain([BotSpec::Random, BotSpec::Greedy]) {
        let title = bot.title();
        [title.to_lowercase(), title, bot.about().to_owned()].into_iter().for_each(|text| shown.note(&text.into()));
    }
    let german = german();
    let missing: Vec<String> = shown.0.into_iter().filter(|key| german.translation(key).is_none()).collect();
    assert!(missing.is_empty(), "German lacks {}", listed(&missing));
}

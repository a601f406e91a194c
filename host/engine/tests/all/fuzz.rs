//! Broken texts and wild actions by the thousand: nothing panics, and whatever is refused is refused with its file and
//! line.
//!
//! `PROPTEST_CASES` is the number of cases, `FUZZ_SEED` the first seed; inputs that failed once are in `corpus`, and
//! are tried every time.

use crate::common::lots::{self, DRAW};
use crate::common::seal::{opened, sealed, unhashed};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stonehouse_engine::record::{Journal, Storage};
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Problem, Record, Ruleset, Script};
use stonehouse_house_rules::{HouseRules, Interface, SharedRules};
use stonehouse_plugin::{Action, Field, HookDecl};
use stonehouse_runtime::{HookHost, NoFacts, Plugin, Work};

/// A record in memory.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Storage for Memory {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn sync_entry(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.0.lock().unwrap().truncate(len as usize);
        Ok(())
    }
}

/// Lets `game` be recorded in memory.
fn recorded(game: &mut Match) -> Memory {
    let memory = Memory::default();
    let journal = Journal::begin(Box::new(memory.clone()), Path::new("r.jsonl"), &game.header(), true).unwrap();
    game.attach(journal);
    memory
}

/// Tries `test` with as many values as asked for, from a seed that is given.
fn fuzz<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value)) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let cases = number("PROPTEST_CASES").map_or(cases, |cases| cases as u32);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FUZZ_SEED").unwrap_or(1).to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, rng);
    runner
        .run(strategy, |value| {
            test(value);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// One change of a text: what is done, where in parts of 65536 of it, how far, and with what.
type Change = (u8, u16, u8, u8);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec(any::<Change>(), 1..6)
}

/// The words that are put into texts: values at the edges, and words of the formats.
const WORDS: [&str; 40] = [
    "-1",
    "0",
    "1",
    "7",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "-9223372036854775808",
    "1e300",
    "1e-300",
    "-0.0",
    "0.5",
    "nan",
    "inf",
    "null",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "[1]",
    "[1,1,1,1,1]",
    "{}",
    "\"time\":1",
    "\"left_ms\":[0,0],",
    "\"number\":1,",
    "\"hash\":\"0000000000000000\"",
    "\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\\u0000",
    "extends = \"v\"\n",
    "scripts = [\"a.lua\"]\n",
    "[knobs]\n",
    "[clock]\n",
    "minutes = 1\n",
    "[[[[[[[[",
];

/// A text after changes, as bytes: it need not be UTF-8 any more.
fn changed(text: &str, words: &[&str], changes: &[Change]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (what, at, far, with) in changes {
        let at = usize::from(*at) * bytes.len() / 65536;
        let end = (at + usize::from(*far) % 24).min(bytes.len());
        let word = words[usize::from(*with) % words.len()].as_bytes();
        match what % 8 {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 if at < bytes.len() => bytes[at] ^= 1 << (with % 8),
            3 => drop(bytes.splice(at..at, word.to_vec())),
            4 => {
                let copy = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            // A number, or the rest of one, becomes something else.
            5 | 6 => {
                let digit = |byte: &u8| byte.is_ascii_digit();
                if let Some(start) = bytes[at..].iter().position(digit).map(|found| at + found) {
                    let len = bytes[start..].iter().take_while(|byte| digit(byte)).count();
                    drop(bytes.splice(start..start + len, word.to_vec()));
                }
            }
            // A line is lost, or exchanged with the next.
            _ => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let line = usize::from(*far) % lines.len().max(1);
                if with % 2 == 0 && line + 1 < lines.len() {
                    lines.swap(line, line + 1);
                } else if line < lines.len() {
                    lines.remove(line);
                }
                bytes = lines.concat();
            }
        }
    }
    bytes
}

/// Records to begin with: timed, lost on time, with a house rule, with hidden cards, and in the older format.
fn some_records() -> Vec<(Arc<Plugin>, String)> {
    let text = |memory: Memory| String::from_utf8(memory.bytes()).unwrap();
    let rule = "return { last_pebble = function(ctx, points) return points + ctx.turns end }";
    let body = "scripts = [\"w.lua\"]\n[clock]\nminutes = 1\nincrement_seconds = 2\n[knobs]\nheap = 6\n";
    let rules = crate::common::ruleset(body, &[("w.lua", rule)]);
    let start = Instant::now();

    let mut won = crate::common::dealt(&rules, None);
    let memory = recorded(&mut won);
    won.start_clock(start);
    won.play(Action(2), start + Duration::from_secs(3)).unwrap();
    won.undo(start).unwrap();
    crate::common::play(&mut won, &[1, 2]);
    won.play(Action(3), Instant::now()).unwrap();
    let won = text(memory);

    let mut lost = crate::common::dealt(&rules, None);
    let memory = recorded(&mut lost);
    lost.start_clock(start);
    lost.play(Action(1), start + Duration::from_secs(10)).unwrap();
    assert!(lost.check_time(start + Duration::from_secs(200)).unwrap());
    let lost = text(memory);

    let mut hidden = lots::dealt(3, None);
    let memory = recorded(&mut hidden);
    lots::play(&mut hidden, &[DRAW, DRAW, DRAW]);
    let hidden = text(memory);

    let (pebbles, lots) = (crate::common::plugin(), lots::plugin());
    vec![(Arc::clone(&pebbles), unhashed(&won)), (Arc::clone(&pebbles), won), (pebbles, lost), (lots, hidden)]
}

/// Reads a record and plays it again: what is refused is refused with its file, and its line where it has one.
fn try_record(plugin: &Arc<Plugin>, bytes: &[u8]) -> Result<Record, Problem> {
    let file = Path::new("r.jsonl");
    let tried = Record::parse(file, bytes).and_then(|record| record.verify(plugin).map(|_| record));
    if let Err(problem) = &tried {
        let description = problem.to_string();
        assert!(
            description.starts_with("r.jsonl:") || description.starts_with("the record's own copy of "),
            "{description}"
        );
        assert!(problem.line > 0 || bytes.is_empty() || description.contains("was played with"), "{description}");
        assert!(description.len() < 20_000 + 2 * bytes.len(), "{}", description.len());
    }
    tried
}

#[test]
fn edited_records_are_refused_or_harmless() {
    let bases = some_records();
    for (plugin, base) in &bases {
        try_record(plugin, base.as_bytes()).unwrap();
    }
    let strategy = (0..bases.len(), any::<bool>(), any::<bool>(), changes());
    fuzz(600, &strategy, |(base, seal, resume, changes)| {
        let (plugin, text) = &bases[base];
        let mut bytes = changed(&if seal { opened(text).join("\n") + "\n" } else { text.clone() }, &WORDS, &changes);
        if let (true, Ok(text)) = (seal, std::str::from_utf8(&bytes)) {
            // The lines hashed again: changes that the hash does not detect must be found otherwise, or do no harm.
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if lines.iter().all(|line| line.ends_with('}')) {
                bytes = sealed(&lines).into_bytes();
            }
        }
        let Ok(record) = try_record(plugin, &bytes) else { return };
        if resume && record.is_unfinished() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("r.jsonl");
            fs::write(&file, &bytes).unwrap();
            let resumed = Record::read_interrupted(&file).unwrap().resume(plugin).unwrap();
            let stands = resumed.len();
            drop(resumed);
            let again = Record::read(&file).unwrap();
            assert_eq!(again.replay(plugin).unwrap().len(), stands);
        }
    });
}

/// Parses a variant, resolves and compiles it: what is refused is refused with its file.
fn try_variant(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let plugin = crate::common::plugin();
    let base = VariantFile::parse(Path::new("base.toml"), &"game = \"pebbles\"\n".into()).unwrap();
    let script = |name: &str, _: &VariantFile| {
        let source = "return { may_take = function(ctx, may) return may end }";
        (name == "a.lua").then(|| Ok(Script::new(name, "a.lua", source)))
    };
    let tried = VariantFile::parse(Path::new("v.toml"), &text.into())
        .and_then(|file| resolve(&[base, file], 1, &plugin, &script))
        .and_then(|variant| Ruleset::compile(&plugin, &Arc::new(variant)));
    if let Err(problems) = tried {
        assert!(!problems.is_empty() && problems.len() <= 40);
        for problem in problems {
            assert!(problem.to_string().starts_with("v.toml:"), "{problem}");
            assert!(problem.line > 0 || problem.message.ends_with("in this file"), "{problem}");
            let _ = problem.render();
        }
    }
}

#[test]
fn edited_variants_are_compiled_or_refused_with_their_file() {
    let base = "game = \"pebbles\"\nname = \"Näme\"\nsummary = \"One.\"\nextends = \"base\"\nseats = 2\nscripts = [\"a.lua\"]\n\
                [knobs]\nheap = 9\nmost = 3\nhead_start = [1, 2]\nfail_in = \"none\"\n[clock]\nminutes = [15, 0.5]\nincrement_seconds = 2\n";
    try_variant(base.as_bytes());
    fuzz(1500, &changes(), |changes| try_variant(&changed(base, &WORDS, &changes)));
}

/// The words that are put into scripts: those that reveal addresses, keep something, take long or much, and words of
/// the language.
const SCRIPT_WORDS: [&str; 48] = [
    "[{}] = 1",
    "[ctx]",
    " ^ ",
    " % ",
    "%= 3 ",
    "^= 2 ",
    "t[k] = v ",
    "(function() count = 1 end)()",
    "local count = 0\n",
    "house.x = 1 ",
    "while true do ",
    "for i = 1, 1e9 do ",
    "repeat until false ",
    "end ",
    "do ",
    "then ",
    "else ",
    "return ",
    "function ",
    "local ",
    "not ",
    "nil",
    "ctx",
    "points",
    "math.sin(1e9)",
    "string.rep('x', 1e9)",
    "('a'):rep(1e4):find('.-.-b')",
    "table.move({}, 1, 1e9, 2)",
    "table.sort({ 3, 1, 2 }, function() return true end)",
    "setmetatable({}, { __mode = 'k' })",
    "setmetatable({}, { __index = function(t, k) return t[k] end }).x",
    "tostring({})",
    "error({})",
    "rawset",
    "pcall",
    "_G",
    "`{",
    "}`",
    "[[",
    "--[[",
    "]]",
    "::",
    ": any",
    "...",
    "((((((((",
    "{{{{{{{{",
    "é",
    "1e309",
];

/// Loads a script and calls it a few times: its results are the same in another machine, or it is refused by its name.
fn try_script(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let field = |name| Field::integer(name, "A field.");
    let hooks = [
        HookDecl::integer("line_points", "Points.", [field("row"), field("col"), field("clears")], (0, 1000)),
        HookDecl::boolean("may_play", "Whether.", [field("row"), field("col"), field("clears")]),
    ];
    let answers = || {
        let script = Script::new("r.lua", "r.lua", text);
        let rules = HouseRules::load(vec![script], Interface::with_hooks(&hooks)).map_err(|problems| {
            assert!(!problems.is_empty());
            problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        })?;
        let rules = SharedRules { house: Arc::new(rules), uncached: false };
        let mut answers = Vec::new();
        for index in 0..hooks.len() {
            for row in 0..3 {
                rules.begin(Work::Query);
                answers
                    .push(rules.fold(index, &[row, 2, 1], &NoFacts, 1).map_err(|failure| vec![failure.to_string()])?);
            }
        }
        Ok(answers)
    };
    let (first, second): (Result<Vec<i64>, Vec<String>>, _) =
        (answers(), std::thread::scope(|scope| scope.spawn(answers).join().unwrap()));
    for problem in first.as_ref().err().into_iter().flatten() {
        assert!(problem.starts_with("r.lua:") && !problem.contains("0x") && problem.len() < 20_000, "{problem}");
        assert!(!problem.contains("a fault of Stonehouse"), "{problem}\n{text}");
    }
    assert_eq!(first, second, "{text}");
}

#[test]
fn edited_scripts_repeat_their_results_or_are_refused_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/three-stones");
    let mut bases: Vec<String> = ["slanted.lua", "no_free_clear.lua", "open_water.lua"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap())
        .into();
    bases.push(
        "local base, house = { [1 + 1] = 3, x = { 1, 2 } }, {}\n\
         function house.line_points(ctx, points)\nlocal t = table.clone(base)\nfor k, v in t do t[k] = v end\n\
         t[ctx.row % 3] = points ^ 2 % 7\nlocal s = `{ctx.row} {#t}`\nif s:find('%d') then points += 1 end\n\
         return math.floor(math.max(points, t[ctx.row % 3] or 0)) % 100\nend\n\
         house.may_play = function(ctx, may) return may or ctx.col > 2 end\nreturn house\n"
            .to_owned(),
    );
    bases.iter().for_each(|base| try_script(base.as_bytes()));
    fuzz(400, &(0..bases.len(), changes()), |(base, changes)| {
        try_script(&changed(&bases[base], &SCRIPT_WORDS, &changes));
    });
}

#[test]
fn wild_actions_leave_a_match_and_its_record_in_agreement() {
    // Steps: an action by its code, an undo, or time that passes.
    let strategy = (any::<bool>(), prop::collection::vec((0..20_u8, any::<u32>()), 1..40));
    fuzz(150, &strategy, |(hidden, steps)| {
        let timed = "[clock]\nminutes = 1\n[knobs]\nheap = 20\n";
        let mut game = if hidden {
            lots::dealt(12, None)
        } else {
            crate::common::dealt(&crate::common::ruleset(timed, &[]), None)
        };
        let plugin = Arc::clone(game.ruleset().plugin());
        let memory = recorded(&mut game);
        let mut now = Instant::now();
        game.start_clock(now);
        for (what, with) in steps {
            let (len, bytes) = (game.len(), memory.bytes());
            let done = match what {
                0 => game.undo(now).map(|_| ()),
                1 => {
                    now += Duration::from_secs(u64::from(with % 40));
                    game.check_time(now).map(|_| ())
                }
                2 => game.play(Action(with), now),
                _ => game.play(Action(with % 10), now),
            };
            if done.is_err() && game.end().is_none() {
                assert_eq!((game.len(), memory.bytes()), (len, bytes), "what is refused changes nothing");
            }
            game.undo_reveals().unwrap();
        }
        let record = try_record(&plugin, &memory.bytes()).unwrap();
        assert_eq!((record.actions.len(), record.is_unfinished()), (game.len(), game.end().is_none()));
    });
}

#[test]
fn inputs_that_failed_once_do_not_fail_again() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let files = |folder: &str| {
        let entries = fs::read_dir(corpus.join(folder)).unwrap();
        entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect::<Vec<_>>()
    };
    let plugins = [crate::common::plugin(), lots::plugin()];
    let records = files("records");
    assert!(!records.is_empty());
    for bytes in records {
        for plugin in &plugins {
            let _ = try_record(plugin, &bytes);
        }
    }
    let variants = files("variants");
    assert!(!variants.is_empty());
    variants.iter().for_each(|bytes| try_variant(bytes));
    files("scripts").iter().for_each(|bytes| try_script(bytes));
}

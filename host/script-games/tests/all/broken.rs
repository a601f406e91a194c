//! Broken and hostile games: each ends in a sentence with the file and the line, whatever it does.

use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use std::thread;
use stonehouse_conformance::check;
use stonehouse_house_rules::Script;
use stonehouse_plugin::Turn;
use stonehouse_runtime::{CallError, Choice, Plugin, Position, Rules};
use stonehouse_script_games::ScriptGame;

/// A game that is right, up to its last line.
const RIGHT: &str = "\
local game = {}
game.about = { id = 'g', name = 'G', version = '1.0.0', seats = 2 }
game.pieces = { disc = { fields = { owner = 'seat' } }, card = { fields = { rank = { min = 1, max = 9 } } } }
game.zones = { board = { rows = 2, columns = 2, piece = 'disc' }, pile = { size = 2, piece = 'disc' } }
game.memory = { count = { max = 3 }, done = { each = 'seat', start = false }, mood = { values = { 'calm', 'wild' }, start = 'calm' } }
game.actions = { go = { label = 'Go', play = function(at, seat) if at.played > 8 then at:draw() end end } }
game.rolls = { die = { sides = 6, rolled = function(at, seat, number) end } }
";

/// Bodies of `play`.
const BODIES: [&str; 50] = [
    "at.bord[1][1] = nil",
    "at.board[1][3] = at:disc({ owner = 1 })",
    "at.board[1][1] = 7",
    "at.board[1][1] = { owner = 1 }",
    "at.board[1][1] = at:card({ rank = 1 })",
    "at.board[3][1] = at:disc({ owner = 1 })",
    "at.board[1][1] = at:disc({ owner = 1 }) at.board[1][1].owner = 2",
    "at:disc({ owner = 3 })",
    "at:disc({})",
    "at:card({ rank = 10 })",
    "at:chip({ owner = 1 })",
    "at.count = 4",
    "at.count = -1",
    "at.count = 0.5",
    "at.count = 0 / 0",
    "at.count = 'many'",
    "at.mood = 'mad'",
    "at.scores[3] = 1",
    "at.scores[1] = 1 / 0",
    "for _ = 1, 3 do table.insert(at.pile, at:disc({ owner = 1 })) end",
    "at.extra = 1",
    "at.done[1] = 1",
    "at.board = {}",
    "at.seats = 3",
    "at.played = 7",
    "at.board[1] = nil",
    "at.pile[3] = at:disc({ owner = 1 })",
    "at.knobs.size = 3",
    "at:win(0)",
    "at:next(9)",
    "at:cell('pile', 1, 1)",
    "at:all('chip')",
    "at:say('{player} takes {card}', seat)",
    "at:say(seat)",
    "at:hook('most', 1, {})",
    "at:event('gone', {})",
    "return 5",
    "return 'white'",
    "return at:roll('dice')",
    "return at:together()",
    "return { turn = -999 }",
    "error('not yet')",
    "error({})",
    "local function deep(n) return 1 + deep(n + 1) end deep(1)",
    "while true do end",
    "local text = 'x' while true do text ..= text end",
    "local all = {} while true do table.insert(all, { #all }) end",
    "local n = string.find(string.rep('a', 9000), string.rep('a?', 100) .. string.rep('a', 100))",
    "return string.rep('x', 1e9)",
    "game.about.name = 'other'",
];

/// Names that the sandbox lacks, as `play` uses them.
const ABSENT: [&str; 12] = [
    "pcall(error)",
    "os.time()",
    "io.open('/etc/passwd')",
    "loadstring('return 1')()",
    "coroutine.wrap(print)()",
    "debug.traceback()",
    "math.random()",
    "collectgarbage('stop')",
    "getfenv()",
    "buffer.create(8)",
    "newproxy(true)",
    "at.count = counter + 1",
];

/// Statements after a game that is right.
const CHANGES: [&str; 62] = [
    "game.zonse = {}",
    "game.about = nil",
    "game.about.seats = nil",
    "game.about.seats = 0",
    "game.zones.board.piece = nil",
    "game.zones.board.rows = 'many'",
    "game.zones.pile.size = 40000",
    "game.zones.pile.sees = 'owner'",
    "game.pieces.disc.colour = 'red'",
    "game.pieces.disc.face = 'disk'",
    "game.pieces.disc.fields.rank = { min = 1, maxx = 3 }",
    "game.memory['full house'] = {}",
    "game.memory.count = { min = 3, max = 1 }",
    "game.actions.go.play = nil",
    "game.actions.go.targets = 'field'",
    "game.rolls.die.sides = 1",
    "game.facts = { left = { doc = 'x', each = 'seats', read = print } }",
    "game.hooks = { most = { doc = 'x', value = 'seat' } }",
    "game.events = { took = { doc = 'x', fields = { seat = 'saet' } } }",
    "game.effects = { give = { doc = 'x', apply = 7 } }",
    "game.bots = { steps = 12 }",
    "game.about.inside = game",
    "game.actions.go.when = function(at) at.count = 1 return true end",
    "game.actions.go.when = function(at) at:shuffle(at.pile) return true end",
    "game.actions.go.when = function(at) return at.count > at.most end",
    "game.actions.put = { label = 'Put', targets = 'board', play = print, choices = function(at, seat, add) add(7) end }",
    "game.start = function(at) return 3 end",
    "game.start = function(at) return at:roll('die') end game.rolls.die.rolled = function() return 7 end",
    "local last = 0 game.actions.go.play = function() last += 1 end",
    "game.tests = { ['it ends'] = function(at, test) test:play('stop') end }",
    "game.tests = { ['one wins'] = function(at, test) test:play('go') assert(test.winners, 'nobody has won') end }",
    "while true do end",
    "game.about.seats = 17",
    "game.about.seats = -1",
    "game.about.seats = 'two'",
    "game.about.seats = { min = 4, max = 2 }",
    "game.about.seats = { min = 2, max = 4, default = 5 }",
    "game.about.id = 'My Game'",
    "game.about.id = 7",
    "game.about.name = ''",
    "game.about.version = '1'",
    "game.about.minutes = { 9, 3 }",
    "game.about.authors = 'Anna'",
    "game.about = 7",
    "game.knobs = { wide = { default = 200 } }",
    "game.knobs = { mode = { default = 'fast' } }",
    "game.knobs = { mode = { default = 'slow', values = { 'fast' } } }",
    "game.knobs = { mode = { default = {} } }",
    "game.knobs = { mode = 7 }",
    "game.memory.pile = { max = 3 }",
    "game.zones.played = { size = 2, piece = 'disc' }",
    "game.zones.disc = { size = 2, piece = 'disc' }",
    "game.memory.disc = { max = 3 }",
    "game.memory.shuffle = { max = 3 }",
    "game.pieces.turn = { fields = { owner = 'seat' } }",
    "game.hooks = { took = { doc = 'x', value = 'integer' } } game.events = { took = { doc = 'x' } }",
    "game.zones.hand = { size = 2, piece = 'disc', each = 'seat', sees = 'owner' }",
    "game.facts = { pile = { doc = 'x', read = print } }",
    "game.actions.go.play = { 1 }",
    "game.actions.go.label = 7",
    "game.rolls.die.sides = 2.5",
    "game.rolls.die.sides = -6",
];

/// Whole files.
const FILES: [&str; 6] = [
    "",
    "return 7",
    "local game = {}\nreturn gme",
    "local game = {}\nfunction game.start(at\nreturn game",
    "\u{1b}LuaQ",
    "local cards = require('./cards')\nreturn {}",
];

/// The error of a script, if it has one.
fn refused(source: &str) -> Result<(), String> {
    let game =
        ScriptGame::load(Script::new("game.luau", "game.luau", source)).map_err(|problem| problem.to_string())?;
    let plugin = Plugin::new(Arc::new(game)).map_err(|error| error.to_string())?;
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    let seats = plugin.about().seats.default;
    let rules = plugin.rules(seats, &Value::Object(knobs), None).map_err(|error| error.to_string())?;
    if let Some((name, error)) = rules.failed_tests().into_iter().next() {
        return Err(format!("the test \"{name}\" failed: {error}"));
    }
    played(&rules).map_err(|error| error.to_string())?;
    check(&rules, 2, 1).map(|_| ()).map_err(|violation| violation.to_string())
}

/// Plays the first action ten times.
fn played(rules: &Arc<Rules>) -> Result<(), CallError> {
    let mut position = Position::deal(rules, 1)?;
    for _ in 0..10 {
        let Turn::Seat(_) = position.state().turn()? else { break };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions)?;
        position.play(&Choice::from(actions[0]))?;
    }
    Ok(())
}

#[test]
fn broken_and_hostile_games_end_in_a_sentence_with_file_and_line() {
    let whole = |changes: &str| format!("{RIGHT}{changes}\nreturn game\n");
    refused(&whole("")).unwrap_or_else(|why| panic!("the game is right: {why}"));
    let body =
        |body: &&'static str| (*body, whole(&format!("game.actions.go.play = function(at, seat)\n    {body}\nend")));
    let games = BODIES.iter().chain(&ABSENT).map(body).chain(CHANGES.iter().map(|change| (*change, whole(change))));
    let games: Vec<(&str, String)> = games.chain(FILES.iter().map(|file| (*file, (*file).to_owned()))).collect();
    // Half of them on another thread: each has VMs of its own.
    let all = |games: &[(&str, String)]| games.iter().map(|(_, source)| refused(source)).collect::<Vec<_>>();
    let (first, second) = games.split_at(games.len() / 2);
    let answers = thread::scope(|scope| {
        let other = scope.spawn(|| all(second));
        let mut answers = all(first);
        answers.extend(other.join().unwrap());
        answers
    });
    let (mut listed, mut sentences, mut unplaced) = (String::new(), BTreeSet::new(), Vec::new());
    for ((what, source), answer) in games.iter().zip(answers) {
        let Err(why) = answer else {
            unplaced.push(format!("accepted: {what}"));
            continue;
        };
        let place = why.split("game.luau:").nth(1).and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let lines = source.lines().count().max(1);
        if !place.is_some_and(|line| (1..=lines).contains(&line)) {
            unplaced.push(format!("no line of the file: {what}\n  {why}"));
        }
        let _ = writeln!(listed, "{what}\n  {why}");
        sentences.insert(why);
    }
    assert!(unplaced.is_empty(), "{}", unplaced.join("\n"));
    assert!(sentences.len() >= 90, "{} different errors", sentences.len());
    insta::assert_snapshot!(listed);
}

//! The inputs of measures, their results, and their errors.

use serde_json::json;
use stonehouse_engine::Script;
use stonehouse_house_rules::{FinishedAction, FinishedGame, Measures};
use stonehouse_plugin::{Seat, Seats};

fn load(source: &str) -> Result<Measures, String> {
    let script = Script::new("own.lua", "own.lua", source);
    Measures::load(script).map_err(|problem| problem.to_string())
}

/// A game of White and Black in which White took two pebbles and Black one, and White won.
fn with_game<T>(measure: impl FnOnce(&FinishedGame<'_>) -> T) -> T {
    let names = |names: [&str; 2]| names.map(str::to_owned);
    let (words, seats) = (names(["white", "black"]), names(["White", "Black"]));
    let data = [json!({"take": 2, "from": ["heap"]}), json!({"take": 1})];
    let mut won = Seats::default();
    won.insert(Seat(0));
    let action = |seat: u8| FinishedAction {
        seat: Seat(seat),
        kind: "take",
        choices: 3,
        data: &data[usize::from(seat)],
        scores: &[[2, 0], [2, 1]][usize::from(seat)],
    };
    measure(&FinishedGame {
        number: 7,
        seat_words: &words,
        seats: &seats,
        teams: &[0, 1],
        players: vec!["greedy", "random"],
        scores: &[2, 1],
        won,
        cut_off: false,
        actions: vec![action(0), action(1)],
    })
}

/// The numbers that a measure of this body returns: the subject of each, its value, and whether it is a truth value.
fn given(body: &str) -> Result<Vec<(String, f64, bool)>, String> {
    let source = format!("local measures = {{}}\nfunction measures.own(game)\n{body}\nend\nreturn measures\n");
    let mut vm = load(&source)?.vm().map_err(|problem| problem.to_string())?;
    let amounts = with_game(|game| vm.of(game)).map_err(|problem| problem.to_string())?;
    Ok(amounts.into_iter().map(|amount| (amount.of, amount.value, amount.is_truth)).collect())
}

#[allow(clippy::unnecessary_wraps, reason = "what is given is compared with it")]
fn one(value: f64) -> Result<Vec<(String, f64, bool)>, String> {
    Ok(vec![(String::new(), value, false)])
}

#[test]
fn a_measure_is_given_the_whole_game() {
    assert_eq!(given("return #game.actions + game.number"), one(9.0));
    assert_eq!(given("return game.actions[1].data.take + game.actions[2].data.take"), one(3.0));
    assert_eq!(given("return #game.actions[1].data.from[1]"), one(4.0));
    assert_eq!(given("return game.actions[2].scores.white * 10 + game.scores.black"), one(21.0));
    assert_eq!(given("return game.actions[2].choices + game.teams.black"), one(4.0));
    assert_eq!(
        given("return if game.actions[2].seat == 'black' and game.players.white == 'greedy' then 1 else 0"),
        one(1.0)
    );
    assert_eq!(given("return if game.names[game.seats[2]] == 'Black' and not game.cut_off then 1 else 0"), one(1.0));
    assert_eq!(given("return if game.won.white and not game.won.black then 1 else 0"), one(1.0));
}

#[test]
fn a_measure_gives_a_number_or_a_truth_or_a_table_of_them_or_nothing() {
    assert_eq!(given("return 0.5"), one(0.5));
    assert_eq!(given("return nil"), Ok(vec![]));
    assert_eq!(given("return game.won.white"), Ok(vec![(String::new(), 1.0, true)]));
    let by_seat = "local won = {} for _, seat in game.seats do won[seat] = game.won[seat] end return won";
    let of = |name: &str, value: f64, is_truth: bool| (name.to_owned(), value, is_truth);
    assert_eq!(given(by_seat), Ok(vec![of("Black", 0.0, true), of("White", 1.0, true)]), "seats by their names");
    assert_eq!(given("return { late = 2, [3] = 1 }"), Ok(vec![of("3", 1.0, false), of("late", 2.0, false)]));
}

#[test]
fn a_measure_without_a_number_is_refused_with_its_line() {
    for (body, why) in [
        (
            "return 'many'",
            "own.lua:2: `own` must return a number, true or false, or a table of these, and it returned a string",
        ),
        ("return { white = {} }", "or a table of these, and it returned a table"),
        ("return 1 / 0", "own.lua:2: `own` returned inf: a number must lie between"),
        ("return 0 / 0", "return nil where there is nothing to measure"),
        ("local t = {} for i = 1, 70 do t[i] = 1 end return t", "a table of more than 64 numbers"),
        ("return { [true] = 1 }", "a key that is neither a text nor a whole number"),
    ] {
        let message = given(body).unwrap_err();
        assert!(message.contains(why), "{body}: {message}");
    }
}

#[test]
fn a_mistake_is_reported_with_its_line_and_a_remedy() {
    for (body, why) in [
        ("return game.score", "own.lua:3: a game has no `score`. Did you mean `scores`?"),
        ("return game.actions[1].sort", "an action has no `sort`"),
        ("return game.actions[9].kind", "own.lua:3: attempt to index nil"),
        ("game.scores.white = 9 return 1", "work on a copy"),
        ("game.actions[1].data.take = 9 return 1", "work on a copy"),
        (
            "while true do end",
            "ran too long (in `own`): more than 200000 steps in one call. Look for a loop that never ends",
        ),
        ("local t = {} while true do t[#t + 1] = ('a'):rep(999) .. #t end", "KiB of memory (in `own`)"),
        ("return math.random(6)", "`math.random` is not available"),
        ("error('of my own')", "own.lua:3: of my own (in `own`)"),
    ] {
        let message = given(body).unwrap_err();
        assert!(message.contains(why), "{body}: {message}");
    }
}

#[test]
fn a_measures_machine_survives_a_failure_and_keeps_no_state() {
    let source = "local measures = {}\nfunction measures.own(game)\nif game.number == 7 then error('seven') end\nreturn 1\nend\nreturn measures\n";
    let mut vm = load(source).unwrap().vm().unwrap();
    with_game(|game| {
        assert!(vm.of(game).unwrap_err().to_string().contains("seven"));
        let next = FinishedGame { number: 8, ..game.clone() };
        assert_eq!(vm.of(&next).unwrap()[0].value, 1.0);
    });
    let message =
        load("local n = 0\nlocal measures = {}\nfunction measures.own(game)\nn += 1\nreturn n\nend\nreturn measures\n");
    assert!(message.unwrap_err().contains("own.lua:3: this function assigns a variable that lives outside of it"));
}

#[test]
fn a_measures_script_is_a_table_of_documented_functions() {
    let source =
        "return { about = { b = \"How many.\" }, b = function(game) return 1 end, a = function(game) return 2 end }";
    let measures = load(source).unwrap();
    let text: Vec<(&str, &str)> =
        measures.measures().iter().map(|measure| (measure.name.as_str(), measure.sentence.as_str())).collect();
    assert_eq!(text, [("a", ""), ("b", "How many.")]);
    for (source, why) in [
        ("return 3", "a script of measures must end by returning its table of functions (`return measures`)"),
        ("return {}", "has from 1 to 64 functions, and this one has 0"),
        (
            "return { about = { longst = \"\" }, longest = function() end }",
            "there is no such measure. Did you mean `longest`?",
        ),
        ("return { Longest = function() end }", "`Longest` is no name for a measure"),
        ("return { longest = 3 }", "`longest` is a"),
        ("return {\nlongest = function( end }", "own.lua:2"),
    ] {
        let message = load(source).unwrap_err();
        assert!(message.contains(why), "{source}: {message}");
    }
}

//! Games in Luau, through the runtime.

mod broken;
mod recipes;
mod several_files;

use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_conformance::{check, event_house_rules, noop_house_rules};
use stonehouse_house_rules::Script;
use stonehouse_plugin::{Action, Observer, Outcomes, Seat, Turn};
use stonehouse_runtime::{Choice, Decision, HookHost, Plugin, Position, Rules, State};
use stonehouse_script_games::ScriptGame;

const CONNECT_FOUR: &str = include_str!("connect_four.luau");
const HEAP: &str = include_str!("heap.luau");
const LAST_TRICK: &str = include_str!("last_trick.luau");
const BIDS: &str = include_str!("bids.luau");
const PIG: &str = include_str!("pig.luau");

fn plugin(source: &str) -> Arc<Plugin> {
    let game = ScriptGame::load(Script::new("game.luau", "game.luau", source));
    plugin_of(game.unwrap_or_else(|error| panic!("{error}")))
}

fn plugin_of(game: ScriptGame) -> Arc<Plugin> {
    Plugin::new(Arc::new(game)).unwrap()
}

fn rules(source: &str) -> Arc<Rules> {
    rules_under(&plugin(source), None)
}

fn rules_under(plugin: &Arc<Plugin>, house: Option<Box<dyn HookHost>>) -> Arc<Rules> {
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    let seats = plugin.about().seats.default;
    plugin.rules(seats, &Value::Object(knobs), house).unwrap()
}

/// Plays the actions with these texts.
fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions).unwrap();
        let described = |action| position.describe(&Choice::from(action), Observer::Referee).unwrap().text.to_string();
        let all: Vec<String> = actions.iter().map(|action| described(*action)).collect();
        let index = all.iter().position(|known| known == text).unwrap_or_else(|| panic!("{text:?} is none of {all:?}"));
        position.play(&Choice::from(actions[index])).unwrap();
    }
}

/// The legal actions of the seat whose turn it is.
fn actions(state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions).unwrap();
    actions
}

#[test]
fn four_in_a_row_win_in_connect_four() {
    let mut position = Position::deal(&rules(CONNECT_FOUR), 1).unwrap();
    let drop = |cell: &str| format!("disc at {cell}");
    let texts: Vec<String> = ["A1", "B1", "A2", "B2", "A3", "B3", "A4"].map(drop).into();
    play(&mut position, &texts.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(position.is_finished().unwrap());
    assert_eq!(position.outcome().unwrap().winners.iter().collect::<Vec<_>>(), [Seat(0)]);
}

#[test]
fn the_kit_checks_games_with_boards_cards_and_dice() {
    for source in [CONNECT_FOUR, PIG, LAST_TRICK, BIDS, HEAP] {
        let report = check(&rules(source), 15, 1).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(report.games, 15);
    }
}

#[test]
fn the_kit_checks_games_under_house_rules_that_use_all_they_offer() {
    for source in [LAST_TRICK, BIDS, HEAP] {
        let plugin = plugin(source);
        for house in [noop_house_rules, event_house_rules] {
            let rules = rules_under(&plugin, Some(house(&plugin)));
            let report = check(&rules, 10, 1).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(report.games, 10);
        }
    }
}

/// A game in which the players take tokens, with lines of the log and knowledge for bots.
const TOKENS: &str = r#"
local game = {}
game.about = { id = "tokens", name = "Tokens", version = "1.0.0", seats = { min = 2, max = 4 } }
game.knobs = { tokens = { default = 7, min = 1, max = 20 }, most = { default = 3, min = 1, max = 9 } }
game.memory = { left = { min = 0, max = 20, label = "Left" } }
game.pieces = { disc = { fields = { owner = "seat" }, name = "disc of {owner}" } }
game.zones = { board = { rows = 2, columns = 2, piece = "disc" } }
game.start = function(at)
    at.left = at.knobs.tokens
    at:say("There are {n} tokens", tostring(at.left))
end
game.actions = {
    take = {
        label = "Take {count}",
        fields = { { count = { min = 1, max = 9 } } },
        when = function(at, seat, count) return count <= math.min(at.left, at.knobs.most) end,
        weight = function(at, seat, count) return if count == 2 then 0 else count end,
        play = function(at, seat, count)
            at.left -= count
            at:say("{player} leaves {n}, and {cell} is free for {disc}",
                seat, tostring(at.left), at:cell("board", 1, 2), at:disc({ owner = seat }))
            at:say("It is quiet")
            if at.left == 0 then return at:win(seat) end
        end,
    },
}
game.bots = { value = function(at, seat) return at.left / 4 + seat end, steps = 1 }
game.tests = {
    ["four play with five tokens"] = {
        seats = 4,
        knobs = { tokens = 5 },
        run = function(at, test) assert(at.left == 5 and at.seats == 4 and at.knobs.most == 3) end,
    },
}
return game
"#;

#[test]
fn a_script_writes_lines_of_the_log() {
    let rules = rules(TOKENS);
    let mut state = rules.deal(1).unwrap();
    let opening = state.opening(Observer::Public).unwrap().unwrap();
    assert_eq!(opening.to_string(), "There are 7 tokens");
    let before = state.try_clone().unwrap();
    let take = Choice::from(actions(&state)[0]);
    state.decide(&Decision::Seat(take.clone())).unwrap();
    let news = |state: &State| state.news(&before, &[take.by(Seat(0))], Observer::Public).unwrap().unwrap();
    assert_eq!(news(&state).fill(&["Anna", "Ben"]), "Anna leaves 6, and B2 is free for disc of Anna. It is quiet");
    // A copy has them, too, and the next action has only its own.
    assert_eq!(news(&state.try_clone().unwrap()), news(&state));
    state.decide(&Decision::Seat(Choice::from(actions(&state)[0]))).unwrap();
    assert!(news(&state).fill(&["Anna", "Ben"]).starts_with("Ben leaves 5"));
    check(&rules, 10, 1).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn weights_and_value_of_a_script_are_for_bots() {
    let rules = rules(TOKENS);
    let mut state = rules.deal(1).unwrap();
    let mut candidates = Vec::new();
    state.candidates(Seat(0), &mut candidates).unwrap();
    let all = actions(&state);
    assert_eq!((all.len(), candidates), (3, vec![all[0], all[2]]));
    let mut prospects = [0; 2];
    state.prospects(&mut prospects).unwrap();
    assert_eq!((rules.prospect_unit(), prospects), (1000, [2750, 3750]));
    // A rollout takes one step, three tokens three times as often as one.
    let lefts = (0..400).map(|seed| {
        let mut state = state.try_clone().unwrap();
        state.rollout(seed).unwrap();
        state.prospects(&mut prospects).unwrap();
        (prospects[0] - 1000) / 250
    });
    let lefts: Vec<i64> = lefts.collect();
    let threes = lefts.iter().filter(|left| **left == 4).count();
    assert!(lefts.iter().all(|left| [6, 4].contains(left)) && (260..340).contains(&threes), "{threes}");
    // Without points a win is one.
    while let Some(action) = actions(&state).last() {
        state.decide(&Decision::Seat(Choice::from(*action))).unwrap();
    }
    assert_eq!(state.outcome().unwrap().scores, [1, 0]);
    let wrong = [
        ("else count end", "else -1 end"),
        ("at.left / 4 + seat", "at.left / 0"),
        ("at.left / 4 + seat", "at.turn and nil"),
        ("seat, tostring", "tostring"),
        ("return if count == 2", "at.left = 1 return if count == 2"),
        ("return at.left / 4", "at.left = 1 return at.left / 4"),
    ];
    let messages = wrong.map(|(right, wrong)| {
        let rules = self::rules(&TOKENS.replacen(right, wrong, 1));
        let mut state = rules.deal(1).unwrap();
        let tried = state
            .candidates(Seat(0), &mut Vec::new())
            .and_then(|()| state.prospects(&mut [0; 2]))
            .and_then(|()| state.decide(&Decision::Seat(Choice::from(actions(&state)[0]))));
        format!("{wrong}\n  {}", tried.unwrap_err())
    });
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_test_of_a_script_has_seats_and_knobs_of_its_own() {
    assert_eq!(rules(TOKENS).failed_tests(), []);
    let wrong = [
        ("at.left == 5", "at.left == 7"),
        ("seats = 4,", "seats = 5,"),
        ("knobs = { tokens = 5 }", "knobs = { tokens = 21 }"),
        ("knobs = { tokens = 5 }", "knobs = { chips = 5 }"),
    ];
    let messages = wrong.map(|(right, wrong)| {
        let failed = rules(&TOKENS.replacen(right, wrong, 1)).failed_tests();
        let [(_, error)] = &*failed else { panic!("{wrong}: {failed:?}") };
        format!("{wrong}\n  {error}")
    });
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn tests_of_a_script_play_in_positions_that_they_edit() {
    assert_eq!(rules(HEAP).failed_tests(), []);
    let failing = [
        ("assert(#at.heap == 6)", "assert(#at.heap == 7, 'there are six')"),
        ("test:play(\"take\", 1)", "test:play(\"take\", 2)"),
        ("assert(not test:legal(\"take\", 4))", "test:rolled(2)"),
        ("assert(test.winners == nil)", "assert(test.winner == nil)"),
        ("test:deal(7)\n        while", "test:together({ \"take\", 1 })\n        while"),
        ("test:play(\"take\", 3)\n        assert(#at", "test:play(\"take\", 9)\n        assert(#at"),
        ("test:play(\"take\", 3)\n        assert(#test", "test:play(\"tkae\", 3)\n        assert(#test"),
    ];
    let messages = failing.map(|(line, wrong)| {
        let source = HEAP.replace("test.turn == 2 and #at.heap == 6", "#at.heap == 6").replacen(line, wrong, 1);
        let failed = rules(&source).failed_tests();
        let [(name, error)] = &*failed else { panic!("{wrong}: {failed:?}") };
        format!("{wrong}\n  {name}: {error}")
    });
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_sample_keeps_what_a_seat_sees_and_deals_the_rest_again() {
    let rules = rules(LAST_TRICK);
    let position = Position::deal(&rules, 5).unwrap();
    let hands = |position: &Position| position.state().reveal().unwrap()["hand"].clone();
    let mut differ = [false; 3];
    for seed in 0..8 {
        let mut sample = position.try_clone().unwrap();
        sample.determinize(Seat(1), seed).unwrap();
        for (seat, differs) in differ.iter_mut().enumerate() {
            *differs |= hands(&sample)[seat] != hands(&position)[seat];
        }
    }
    assert_eq!(differ, [true, false, true]);
    let seen = serde_json::to_string(&position.scene(Observer::Seat(Seat(1))).unwrap()).unwrap();
    assert_eq!(seen.matches(" of {suit}").count(), 4, "only the own hand: {seen}");
}

#[test]
fn seats_of_a_turn_together_see_and_choose_only_their_own_cards() {
    let rules = rules(BIDS);
    let mut state = rules.deal(3).unwrap();
    assert_eq!(state.turn().unwrap(), Turn::Chance);
    let mut outcomes = Outcomes::new();
    state.outcomes(&mut outcomes).unwrap();
    // Five dice in any order, each as likely as the ways in which they can fall.
    assert_eq!((outcomes.len(), outcomes.total()), (252, 7776));
    state.decide(&Decision::Chance(7)).unwrap();
    assert_eq!(state.turn().unwrap(), Turn::Together(Seat::all(3).collect()));
    for seat in Seat::all(3) {
        let prompt = state.scene(Observer::Seat(seat)).unwrap().prompt.unwrap();
        assert_eq!((prompt.seat, prompt.text.to_string()), (seat, "Bid a card".to_owned()));
    }
    let bid = |seat: u8, rank: usize| {
        let mut actions = Vec::new();
        state.legal_actions_of(Seat(seat), &mut actions).unwrap();
        (Seat(seat), Choice::from(actions[rank - 1]))
    };
    let bids = vec![bid(0, 5), bid(1, 4), bid(2, 5)];
    state.decide(&Decision::Together(bids)).unwrap();
    let scores = state.outcome().unwrap().scores;
    // The eighth outcome of the dice.
    let prize = 1 + 1 + 1 + 2 + 3;
    assert_eq!(scores, [0, prize, 0]);
}

#[test]
fn a_card_keeps_its_id_from_the_hand_to_the_table() {
    let mut position = Position::deal(&rules(LAST_TRICK), 5).unwrap();
    let ids = |position: &Position, area: &str| -> Vec<(String, u32)> {
        let scene = position.scene(Observer::Seat(Seat(0))).unwrap();
        let area = scene.areas.into_iter().find(|found| found.handle == area).unwrap();
        area.pieces.iter().map(|piece| (piece.name.to_string(), piece.id)).collect()
    };
    let before = ids(&position, "hand/0");
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    position.play(&Choice::from(actions[0])).unwrap();
    let (hand, trick) = (ids(&position, "hand/0"), ids(&position, "trick"));
    assert_eq!((hand.len(), trick.len()), (3, 1));
    assert!(hand.iter().chain(&trick).all(|piece| before.contains(piece)), "{before:?} {hand:?} {trick:?}");
}

#[test]
fn a_playout_is_the_same_as_single_actions_and_on_another_thread() {
    for source in [CONNECT_FOUR, LAST_TRICK, PIG, BIDS, HEAP] {
        let rules = rules(source);
        let played = move |seed: u64| {
            let [mut whole, mut single] = [rules.deal(seed).unwrap(), rules.deal(seed).unwrap()];
            let steps = (whole.playout(seed).unwrap(), single.plain_playout(seed).unwrap());
            assert_eq!((steps.0, whole.outcome().unwrap()), (steps.1, single.outcome().unwrap()));
            (steps, whole.reveal().unwrap(), whole.outcome().unwrap())
        };
        let here: Vec<_> = (0..20).map(&played).collect();
        let there = std::thread::spawn(move || (0..20).map(&played).collect::<Vec<_>>()).join().unwrap();
        assert_eq!(here, there);
    }
}

#[test]
fn listing_the_legal_actions_may_not_change_the_position() {
    let listing = |body: &str| {
        let source = format!(
            "local game = {{}}\ngame.about = {{ id = 'g', name = 'G', version = '1.0.0', seats = 2 }}\n\
             game.memory = {{ count = {{ max = 9 }} }}\n\
             game.actions = {{ go = {{ label = 'Go {{target}}', targets = {{ 1, 2 }},\nwhen = function(at, seat, number)\n\
             {body}\nreturn true end, play = function(at) at:draw() end }} }}\nreturn game"
        );
        let position = Position::deal(&rules(&source), 1).unwrap();
        position.legal_actions(&mut Vec::new()).unwrap_err().to_string()
    };
    let bodies = ["at.count = number", "at.scores[1] += 1", "at:win(1)", "at:shuffle(at.scores)"];
    insta::assert_snapshot!(bodies.map(|body| format!("{body}\n  {}", listing(body))).join("\n"));
}

/// A game in which a card goes from a hand to the deck, and which can be done while a king is held.
const BURIED: &str = "
    local game = {}
    game.about = { id = 'g', name = 'G', version = '1.0.0', seats = 2 }
    game.pieces = { card = { fields = { rank = { 'king', 'queen', 'jack' } }, face = 'card', corner = '{rank}' } }
    game.zones = {
        deck = { piece = 'card', size = 9, sees = 'nobody' },
        hand = { piece = 'card', size = 9, each = 'seat', sees = 'owner' },
    }
    game.memory = { passed = { each = 'seat', start = false }, over = { start = false, label = 'Over' } }
    function game.start(at)
        for _ = 1, 2 do for _, card in at:all('card') do table.insert(at.deck, card) end end
        at:shuffle(at.deck)
        for seat = 1, 2 do for _ = 1, 2 do table.insert(at.hand[seat], table.remove(at.deck)) end end
    end
    game.actions = {
        bury = { label = 'Bury {card}', log = 'buries {card}', secret = true,
            fields = { { card = 'hand' } },
            choices = function(at, seat, add) for _, card in at.hand[seat] do add(card) end end,
            play = function(at, seat, card)
                table.remove(at.hand[seat], table.find(at.hand[seat], card))
                table.insert(at.deck, 1, card)
            end },
        crown = { label = 'Crown', prompt = 'Crown or bury',
            when = function(at, seat) return at.hand[seat][1] ~= nil and at.hand[seat][1].rank == 'king' end,
            play = function(at, seat) at:win(seat) end },
        pass = { label = 'Pass',
            play = function(at, seat)
                if at.passed[1] and at.passed[2] then return at:draw() end
                at.passed[seat] = true
                at.over = at.passed[1] and at.passed[2]
            end },
    }
    return game";

#[test]
fn the_kit_finds_no_secret_in_prompts_and_in_secret_actions() {
    let rules = rules(BURIED);
    check(&rules, 20, 1).unwrap_or_else(|error| panic!("{error}"));
    let position = (0..50).map(|seed| Position::deal(&rules, seed).unwrap());
    let mut prompts = position.map(|position| {
        let prompt = |seat| position.scene(Observer::Seat(Seat(seat))).unwrap().prompt.unwrap().text.to_string();
        (prompt(0), prompt(1))
    });
    assert!(prompts.any(|(own, other)| own == "Crown or bury" && other == "Choose"));
}

/// The error of a game whose `play` has this body, in the first action.
fn failing(body: &str) -> String {
    let source = format!(
        "local game = {{}}\ngame.about = {{ id = 'g', name = 'G', version = '1.0.0', seats = 2 }}\n\
         game.pieces = {{ disc = {{ fields = {{ owner = 'seat' }} }} }}\n\
         game.zones = {{ board = {{ rows = 2, columns = 2, piece = 'disc' }}, pile = {{ size = 2, piece = 'disc' }} }}\n\
         game.memory = {{ count = {{ max = 3 }}, done = {{ each = 'seat', start = false }} }}\n\
         game.actions = {{ go = {{ label = 'Go', play = function(at, seat)\n{body}\nend }} }}\nreturn game"
    );
    let mut position = Position::deal(&rules(&source), 1).unwrap();
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    position.play(&Choice::from(actions[0])).unwrap_err().to_string()
}

#[test]
fn a_mistake_in_a_game_is_an_error_with_its_line() {
    let bodies = [
        "at.bord[1][1] = nil",
        "at.board[1][3] = at:disc({ owner = 1 })",
        "at.board[1][1] = 7",
        "at.board[3][1] = at:disc({ owner = 1 })",
        "at:disc({ owner = 3 })",
        "at.count = 4",
        "at.count = 'many'",
        "at.scores[3] = 1",
        "for _ = 1, 3 do table.insert(at.pile, at:disc({ owner = 1 })) end",
        "at.extra = 1",
        "at.done[1] = 1",
        "return 5",
        "return 'white'",
        "return at:roll('die')",
        "return at:together()",
        "return { turn = -999 }",
        "at.board = {}",
        "at.seats = 3",
        "at.count = at.knobs.coutn",
        "at.count = at:disc({ owner = 1 }).ower",
        "at.played = 7",
        "at.board[1] = nil",
        "at.pile[3] = at:disc({ owner = 1 })",
        "at:win(0)",
        "error('not yet')",
        "while true do end",
        "local text = 'x' while true do text ..= text end",
    ];
    insta::assert_snapshot!(bodies.map(|body| format!("{body}\n  {}", failing(body))).join("\n"));
}

#[test]
fn a_wrong_declaration_is_an_error_with_its_line() {
    let about = "game.about = { id = 'g', name = 'G', version = '1.0.0', seats = 2 }";
    let declarations = [
        "",
        "game.about = { id = 'g', name = 'G', version = '1.0.0' }",
        &format!("{about}\ngame.zonse = {{}}"),
        &format!("{about}\ngame.zones = {{ board = {{ rows = 2, columns = 2 }} }}"),
        &format!(
            "{about}\ngame.pieces = {{ disc = {{}} }}\ngame.zones = {{ board = {{ rows = 'many', columns = 2, piece = 'disc' }} }}"
        ),
        &format!("{about}\ngame.pieces = {{ disc = {{ colour = 'red' }} }}"),
        &format!("{about}\ngame.pieces = {{ disc = {{ face = 'disk' }} }}"),
        &format!("-- A disc is a piece.\n{about}\ngame.pieces = {{\n    disc = {{ face = 'disk' }},\n}}"),
        &format!("{about}\ngame.memory = {{ ['full house'] = {{}} }}"),
        &format!("{about}\ngame.facts = {{ left = {{ doc = 'x', each = 'seats', read = print }} }}"),
        &format!("{about}\ngame.hooks = {{ most = {{ doc = 'x', value = 'seat' }} }}"),
        &format!("{about}\ngame.events = {{ took = {{ doc = 'x', fields = {{ seat = 'saet' }} }} }}"),
        &format!("{about}\ngame.pieces = {{ disc = {{ fields = {{ rank = {{ min = 1, maxx = 3 }} }} }} }}"),
        &format!(
            "{about}\ngame.pieces = {{ disc = {{}} }}\ngame.zones = {{ pile = {{ size = 40000, piece = 'disc' }} }}"
        ),
        &format!("{about}\ngame.actions = {{ go = {{ label = 'Go' }} }}"),
        &format!("{about}\ngame.actions = {{ go = {{ label = 'Go', targets = 'board', play = print }} }}"),
        &format!("{about}\ngame.rolls = {{ die = {{ sides = 1, rolled = print }} }}"),
        &format!("{about}\ngame.memory = {{ count = {{ min = 3, max = 1 }} }}"),
    ];
    let refused = |text: &str| {
        let source = format!("local game = {{}}\n{text}\nreturn game");
        match ScriptGame::load(Script::new("game.luau", "game.luau", source)) {
            Ok(_) => panic!("accepted: {text}"),
            Err(problem) => problem.to_string(),
        }
    };
    insta::assert_snapshot!(declarations.map(|text| format!("{text}\n  {}", refused(text))).join("\n"));
}

#[test]
fn an_open_list_of_each_seat_is_the_same_for_everybody() {
    let source = r#"
local game = {}
game.about = { id = "open", name = "Open", version = "1.0.0", seats = 2 }
game.pieces = { cube = { face = "cube" } }
game.zones = { taken = { piece = "cube", size = 9, each = "seat", title = "Taken" } }
game.actions = {
    take = {
        label = "Take a cube",
        play = function(at, seat)
            table.insert(at.taken[seat], at:cube({}))
            if at.played == 7 then at:draw() end
        end,
    },
}
return game
"#;
    let report = check(&rules(source), 5, 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.games, 5);
    let scene = Position::deal(&rules(source), 1).unwrap().scene(Observer::Seat(Seat(0))).unwrap();
    let titles: Vec<String> = scene.areas.iter().map(|area| area.title.fill(&["Anna", "Ben"])).collect();
    assert_eq!(titles, ["Anna: Taken", "Ben: Taken"]);
}

//! The house rules of 3 Stones: each that groups play is made and does what it promises. Those with a variant are
//! bundled; the others are here as texts.

use super::rule_text;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Action, Json, Observer, Rng, Seat, Seats, json};
use stonehouse_runtime::{CallError, HOUSE_ACTIONS, Plugin};
use stonehouse_tests::{catalog, messages, ruleset};

fn plugin() -> Arc<Plugin> {
    Arc::clone(&catalog().game("three-stones").unwrap().plugin)
}

/// A ruleset of these knobs and one script.
fn with(knobs: &str, script: &str) -> Arc<Ruleset> {
    super::under(&plugin(), &format!("[knobs]\n{knobs}"), script).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The game of pure skill under this script.
fn skill(script: &str) -> Arc<Ruleset> {
    with("pouch = false", script)
}

/// The script of a bundled variant, in the game of pure skill: there a test chooses the stones.
fn bundled_in_skill(id: &str) -> Arc<Ruleset> {
    let found = catalog();
    let (_, variant) = found.variant(&format!("three-stones/{id}")).unwrap();
    assert_eq!(variant.scripts.len(), 1);
    skill(&variant.scripts[0].source)
}

fn dealt(ruleset: &Arc<Ruleset>, seed: u64) -> Match {
    let players = vec![Player::person("Anna"), Player::bot("Bot", "random")];
    Match::new(ruleset, seed, players, None).unwrap()
}

/// The code of placing a stone (w, b or c) at a pocket of the official board: `w F7`.
fn action(play: &str) -> Action {
    let (stone, pocket) = play.split_once(' ').unwrap();
    let kind = ["w", "b", "c"].iter().position(|known| *known == stone).unwrap() as u32;
    let col = u32::from(pocket.as_bytes()[0] - b'A');
    let row: u32 = pocket[1..].parse::<u32>().unwrap() - 1;
    Action(kind * 128 + row * 11 + col)
}

fn play(game: &mut Match, plays: &[&str]) {
    for play in plays {
        game.play(action(play), Instant::now()).unwrap_or_else(|error| panic!("{play}: {error}"));
    }
}

/// A match after these plays.
fn after(ruleset: &Arc<Ruleset>, plays: &[&str]) -> Match {
    let mut game = dealt(ruleset, 1);
    play(&mut game, plays);
    game
}

fn legal(game: &Match) -> Vec<Action> {
    let mut actions = Vec::new();
    game.position().legal_actions(&mut actions).unwrap();
    actions
}

/// The pockets that may be played, in order.
fn pockets(game: &Match) -> Vec<String> {
    let mut places: Vec<u32> =
        legal(game).iter().filter(|action| action.0 < HOUSE_ACTIONS).map(|action| action.0 % 128).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|place| format!("{}{}", char::from(b'A' + (place % 11) as u8), place / 11 + 1)).collect()
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

fn winners(game: &Match) -> Seats {
    game.end().unwrap().outcome.winners
}

/// Plays an action that a house rule has added, by its label.
fn choose(game: &mut Match, label: &str) {
    game.play(super::offered_as(game.position(), label), Instant::now()).unwrap();
}

/// The labels of the actions that house rules offer.
fn offered(game: &Match) -> Vec<String> {
    super::offered(game.position()).into_iter().map(|(_, text)| text).collect()
}

/// The stone that is to be placed, and the stones on the board, in the words of the record.
fn table(game: &Match) -> Json {
    game.position().state().reveal().unwrap()
}

/// Plays at random to the end, looking at each position on the way.
fn at_random(ruleset: &Arc<Ruleset>, seed: u64, mut look: impl FnMut(&Match)) -> Match {
    let mut game = dealt(ruleset, seed);
    let mut draws = Rng::from_seed(seed);
    while game.to_act().is_some() {
        let chosen = *draws.pick(&legal(&game)).unwrap();
        game.play(chosen, Instant::now()).unwrap();
        look(&game);
    }
    game
}

const WHITE: Option<Seat> = Some(Seat(0));
const BLACK: Option<Seat> = Some(Seat(1));

#[test]
fn two_golden_pockets_count_five() {
    let rule = skill(
        "return { line_points = function(ctx, points)
            local golden = ctx.row == 3 and (ctx.col == 3 or ctx.col == 7)
            return golden and 5 or points
        end }",
    );
    assert_eq!(scores(&after(&rule, &["w F4", "w E4", "w D4", "w G4"])), [6, 0]);
}

#[test]
fn a_line_that_is_completed_for_the_opponent_scores_nothing() {
    let rule = skill("return { line_points = function(ctx, points) return ctx.by == ctx.player and points or 0 end }");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&after(&rule, &["b D4", "w D5", "b E5", "w E4", "b F4", "w G4", "b G5", "w F5"])), [0, 0]);
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "b G4", "w F4"])), [0, 0], "Black has placed it");
}

#[test]
fn the_first_stone_goes_on_the_edge() {
    let rule = skill(
        "return { may_play = function(ctx, may)
            if ctx.stones_played > 0 then return may end
            return ctx.row == 0 or ctx.col == 0 or ctx.row == ctx.rows - 1 or ctx.col == ctx.cols - 1
        end }",
    );
    let game = after(&rule, &[]);
    assert_eq!(pockets(&game), ["E1", "F1", "G1", "A5", "K5", "A6", "K6", "A7", "K7", "E11", "F11", "G11"]);
    assert_eq!(pockets(&after(&rule, &["w E1"])).len(), 2 + 10);
}

#[test]
fn a_lead_under_three_is_a_draw() {
    let rule = with("", "return { wins = function(ctx, wins) return wins or ctx.best - ctx.least < 3 end }");
    let mut close = 0;
    for seed in 0..60 {
        let game = at_random(&rule, seed, |_| {});
        let lead = scores(&game)[0] - scores(&game)[1];
        let expected = match lead {
            3.. => Seats::from(Seat(0)),
            ..=-3 => Seats::from(Seat(1)),
            _ => Seats::all(2),
        };
        close += i32::from(lead != 0 && lead.abs() < 3);
        assert_eq!(winners(&game), expected, "seed {seed}, a lead of {lead}");
    }
    assert!(close > 0);
}

#[test]
fn the_next_stone_goes_a_knights_move_away() {
    let rule = bundled_in_skill("knights-move");
    assert_eq!(pockets(&after(&rule, &[])).len(), 80);
    let game = after(&rule, &["w F8"]);
    assert_eq!(pockets(&game), ["E6", "G6", "D7", "H7", "D9", "H9", "E10", "G10"]);
    let game = after(&rule, &["w E1"]);
    assert_eq!(pockets(&game), ["G2", "D3", "F3"]);
    // Where none of them is empty, any pocket will do.
    let island = with(
        "pouch = false\nboard = '''\nooo\nooo\nooo'''\nwhite_stones = 4\nblack_stones = 4\nclear_stones = 0",
        &catalog().variant("three-stones/knights-move").unwrap().1.scripts[0].source,
    );
    let mut game = dealt(&island, 1);
    game.play(Action(4), Instant::now()).unwrap();
    assert_eq!(pockets(&game).len(), 8, "from the middle no knight can move");
}

#[test]
fn a_house_rule_adds_pockets_diagonal_to_the_last_stone() {
    let rule = skill(
        "return { also_play = function(ctx, may)
            return may or math.abs(ctx.row - ctx.last_row) == 1 and math.abs(ctx.col - ctx.last_col) == 1
        end }",
    );
    let plain = pockets(&after(&skill("return {}"), &["w F8"]));
    let (ruled, diagonal) = (pockets(&after(&rule, &["w F8"])), ["E7", "G7", "E9", "G9"]);
    assert!(diagonal.iter().all(|pocket| !plain.contains(&(*pocket).to_owned())));
    let others: Vec<String> = ruled.iter().filter(|pocket| !diagonal.contains(&pocket.as_str())).cloned().collect();
    assert_eq!((others, ruled.len()), (plain.clone(), plain.len() + 4));
}

#[test]
fn every_third_diagonal_line_brings_a_point() {
    let rule = with("", "return { final_score = function(ctx, score) return score + ctx.diagonal // 3 end }");
    let count = "return { after_action = function(ctx, effects)
            effects.say(`{ctx.lines_diagonal.white}`) effects.say(`{ctx.lines_diagonal.black}`)
        end }";
    let plain = with("", count);
    for seed in 0..20 {
        let game = at_random(&rule, seed, |_| {});
        let mut expected = dealt(&plain, seed);
        for (_, action) in game.actions() {
            expected.play(action, Instant::now()).unwrap();
        }
        let diagonal: Vec<i64> = messages(expected.position()).iter().map(|lines| lines.parse().unwrap()).collect();
        let bonus: Vec<i64> = (0..2).map(|seat| scores(&game)[seat] - scores(&expected)[seat]).collect();
        assert_eq!(bonus, [diagonal[0] / 3, diagonal[1] / 3], "seed {seed}");
    }
}

#[test]
fn a_player_who_scores_plays_again() {
    let rule = bundled_in_skill("once-more");
    let mut game = after(&rule, &["w D4", "w E4"]);
    assert_eq!(game.to_act(), WHITE);
    play(&mut game, &["w F4"]);
    assert_eq!(game.to_act(), WHITE, "White has scored");
    play(&mut game, &["b F5"]);
    assert_eq!(game.to_act(), BLACK, "White has not scored");
    play(&mut game, &["w G5"]);
    assert_eq!(game.to_act(), WHITE);
    // A line for the opponent gives no other turn.
    assert_eq!(after(&rule, &["w D4", "w E4", "b G4", "w F4"]).to_act(), WHITE);
}

#[test]
fn a_player_without_stones_is_skipped_after_extra_turns() {
    let rule = with(
        "pouch = false\nwhite_stones = 10\nblack_stones = 10\nclear_stones = 2",
        "return { plays_again = function(ctx, again) return ctx.player == 'white' end }",
    );
    let mut order = Vec::new();
    let mut game = dealt(&rule, 3);
    while let Some(seat) = game.to_act() {
        order.push(seat.0);
        let first = legal(&game)[0];
        game.play(first, Instant::now()).unwrap();
    }
    assert_eq!(order, [vec![0; 11], vec![1; 11]].concat());
}

#[test]
fn ten_points_or_a_lead_of_eight_end_the_match_at_once() {
    let mut game = after(&bundled_in_skill("sudden-death"), &[]);
    for col in "ABCDEFGHI".chars() {
        play(&mut game, &[&format!("w {col}5")]);
        assert!(game.end().is_none());
    }
    play(&mut game, &["w J5"]);
    assert_eq!((scores(&game), winners(&game)), (vec![8, 0], Seats::from(Seat(0))));

    let rule = ruleset("three-stones/sudden-death");
    let mut early = 0;
    for seed in 0..40 {
        let decided = |scores: &[i64]| scores.iter().any(|points| *points >= 10) || (scores[0] - scores[1]).abs() >= 8;
        let game = at_random(&rule, seed, |game| {
            assert_eq!(game.to_act().is_none(), decided(&scores(game)) || game.len() == 72, "seed {seed}");
        });
        early += i32::from(game.len() < 72);
        assert_eq!(winners(&game), Seats::highest(&scores(&game)));
    }
    assert!(early > 0);
}

#[test]
fn a_player_behind_scores_a_point_more_for_each_line() {
    let rule = bundled_in_skill("comeback");
    let game = after(&rule, &["w D4", "w E4", "w F4", "b F5", "b E5", "b D5"]);
    assert_eq!(scores(&game), [1, 2], "White's line was scored when nobody was behind, Black's when Black was");
    // Two lines of one stone are scored by the score before that stone.
    let game = after(&rule, &["w D4", "w E4", "w F4", "b F5", "b G5", "b D5", "b E5"]);
    assert_eq!(scores(&game), [1, 4]);
}

#[test]
fn the_last_five_stones_count_double() {
    let rule = with(
        "",
        "return { line_points = function(ctx, points) return ctx.stones_left < 5 and 2 * points or points end }",
    );
    let plain = ruleset("three-stones/standard");
    for seed in 0..20 {
        let game = at_random(&rule, seed, |_| {});
        let mut expected = dealt(&plain, seed);
        let mut at = Vec::new();
        for (_, action) in game.actions() {
            expected.play(action, Instant::now()).unwrap();
            at.push(scores(&expected));
        }
        let last: Vec<i64> = (0..2).map(|seat| at[71][seat] - at[66][seat]).collect();
        let doubled: Vec<i64> = (0..2).map(|seat| at[71][seat] + last[seat]).collect();
        assert_eq!(scores(&game), doubled, "seed {seed}");
    }
}

#[test]
fn a_row_of_four_counts_five() {
    let rule = bundled_in_skill("long-rows");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4", "c G4"])), [5, 0]);
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w G4", "w F4"])), [5, 0], "both lines at once");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4", "c G4", "w H4"])), [6, 0]);
    // Longer rows at once count no less, and a row that has its three points gets no more.
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w G4", "w H4", "w F4"])), [6, 0], "two and two");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4", "w H4", "w G4"])), [6, 0], "three and one");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4", "w G4", "w I4", "w H4"])), [7, 0], "four and one");
    // A field of `line_points` is the length of the row, too.
    let rule = skill("return { line_points = function(ctx, points) return ctx.length end }");
    assert_eq!(scores(&after(&rule, &["w D4", "w E4", "w F4", "c G4"])), [7, 0]);
}

#[test]
fn after_the_first_stone_the_other_player_may_change_colours() {
    let rule = ruleset("three-stones/pie-rule");
    let mut game = after(&rule, &[]);
    assert_eq!(offered(&game), Vec::<String>::new());
    play(&mut game, &["w D4"]);
    assert_eq!((game.to_act(), offered(&game)), (BLACK, vec!["Change colours".to_owned()]));
    choose(&mut game, "Change colours");
    // The stone is Black's now, White has Black's hand in White's colours, and White plays on.
    let table = table(&game);
    assert_eq!(table["board"], json!([{ "pocket": "D4", "stone": "black" }]));
    assert_eq!(table["hands"][0], json!({ "white": 15, "black": 15, "clear": 6 }));
    assert_eq!(table["hands"][1], json!({ "white": 15, "black": 14, "clear": 6 }));
    assert_eq!((game.to_act(), offered(&game).len()), (WHITE, 0));
    play(&mut game, &["b E4", "b F4"]);
    assert_eq!((scores(&game), offered(&game).len()), (vec![0, 1], 0));
    // After a clear stone only this shows that colours were changed.
    let mut game = after(&rule, &["c D4"]);
    let before = game.scene(Observer::Public).unwrap();
    choose(&mut game, "Change colours");
    let output = game.log(Observer::Public)[1].messages[0].to_string();
    assert_eq!(output, "Colours changed: the first stone counts as Black's, and White plays on.");
    let changed = game.scene(Observer::Public).unwrap();
    assert_eq!(changed.areas[0].pieces, before.areas[0].pieces);
    let status = changed.status.fill(&["White", "Black"]);
    assert!(status.ends_with("Colours changed: 1"), "{status}");
    // A player who does not change colours plays on without being asked again.
    let game = after(&rule, &["w D4", "b E4"]);
    assert_eq!((game.to_act(), offered(&game).len()), (WHITE, 0));
}

#[test]
fn from_the_twentieth_stone_on_the_water_takes_a_pocket_with_each() {
    let rule = ruleset("three-stones/rising-water");
    for seed in 0..8 {
        let game = at_random(&rule, seed, |game| {
            let flooded = table(game)["blocked"].as_array().map_or(0, Vec::len);
            let stones = table(game)["board"].as_array().unwrap().len();
            assert_eq!((stones, flooded), (game.len(), game.len().saturating_sub(19).min(80 - game.len())));
        });
        assert_eq!(game.len(), 50, "then no pocket is left: 50 stones and 30 flooded pockets");
    }
}

#[test]
fn the_oldest_stone_melts_when_there_are_more_than_twenty_four() {
    let rule = ruleset("three-stones/melting-stones");
    let game = at_random(&rule, 3, |game| {
        let board = table(game)["board"].clone();
        let played: Vec<u32> = game.actions().map(|(_, action)| action.0 % 128).collect();
        let last: Vec<String> = played[played.len().saturating_sub(24)..]
            .iter()
            .map(|place| format!("{}{}", char::from(b'A' + (place % 11) as u8), place / 11 + 1))
            .collect();
        let lying: Vec<&str> =
            board.as_array().unwrap().iter().map(|stone| stone["pocket"].as_str().unwrap()).collect();
        assert_eq!(lying, last);
    });
    assert_eq!(game.len(), 72, "all stones are played");
}

#[test]
fn a_drawn_stone_may_be_refused_three_times() {
    let rule = ruleset("three-stones/second-thoughts");
    let mut game = dealt(&rule, 5);
    let drawn = |game: &Match| table(game)["drawn"].clone();
    let left = |game: &Match| game.scene(Observer::Public).unwrap().seats[0].notes.last().unwrap().to_string();
    let first = drawn(&game);
    choose(&mut game, "Pass it on");
    assert_eq!((game.to_act(), drawn(&game), left(&game)), (BLACK, first, "Refusals left: 2".to_owned()));
    choose(&mut game, "Pass it on");
    assert_eq!(game.to_act(), WHITE);
    choose(&mut game, "Throw it away");
    choose(&mut game, "Throw it away");
    assert_eq!((game.to_act(), offered(&game).len()), (WHITE, 0));
    let first = legal(&game)[0];
    game.play(first, Instant::now()).unwrap();
    assert_eq!((game.to_act(), offered(&game).len()), (BLACK, 2), "Black has refused once");
    let placed = |game: &Match| table(game)["board"].as_array().unwrap().len();
    // Each stone that is thrown away is one less on the board at the end.
    while game.to_act().is_some() {
        let first = legal(&game)[0];
        game.play(first, Instant::now()).unwrap();
    }
    assert_eq!(placed(&game), 70);
}

#[test]
fn three_stones_of_ones_own_may_be_discarded_from_the_hand() {
    let rule = skill(
        "return {
            memory = { discards = { each = 'seat', max = 3, start = 3 } },
            actions = { discard = { label = 'Discard', targets = { 'white', 'black', 'clear' },
                when = function(ctx)
                    local held = { white = ctx.white_in_hand, black = ctx.black_in_hand, clear = ctx.clear_in_hand }
                    return ctx.discards[ctx.seat] > 0 and held[ctx.target][ctx.seat] > 0
                end,
                play = function(ctx, effects)
                    effects.remember('discards', ctx.seat, ctx.discards[ctx.seat] - 1)
                    effects.discard(ctx.seat, ctx.target)
                end } },
        }",
    );
    let mut game = dealt(&rule, 1);
    for _ in 0..3 {
        choose(&mut game, "Discard: black");
    }
    assert_eq!((game.to_act(), offered(&game).len()), (WHITE, 0));
    assert_eq!(table(&game)["hands"][0], json!({ "white": 15, "black": 12, "clear": 6 }));
    let game = at_random(&rule, 4, |_| {});
    assert!(table(&game)["board"].as_array().unwrap().len() < 72);
}

// A choice of two steps
#[test]
fn a_next_step_belongs_to_the_seat_that_began_and_comes_first() {
    let rule = skill(
        "return {
            memory = { exchanged = { each = 'seat', max = 1 }, from_row = { max = 20 }, from_column = { max = 20 } },
            actions = {
                exchange = { label = 'Exchange', targets = 'board',
                    when = function(ctx) return ctx.pocket == 'black' and ctx.exchanged[ctx.seat] == 0 end,
                    play = function(ctx, effects)
                        effects.remember('exchanged', ctx.seat, 1)
                        effects.remember('from_row', ctx.row)
                        effects.remember('from_column', ctx.column)
                        effects.next_player('black')
                    end },
                exchange_with = { after = 'exchange', label = 'For', prompt = 'Choose the white stone', targets = 'board',
                    when = function(ctx) return ctx.pocket == 'white' end,
                    play = function(ctx, effects)
                        effects.recolour('black', ctx.row, ctx.column)
                        effects.recolour('white', ctx.from_row, ctx.from_column)
                    end },
            },
        }",
    );
    let mut game = after(&rule, &["w D4", "b E4", "w F4", "b G4"]);
    let stones = |game: &Match| table(game)["board"].clone();
    let before = stones(&game);
    choose(&mut game, "Exchange: E4");
    let prompt = game.scene(Observer::Public).unwrap().prompt.unwrap();
    assert_eq!((game.to_act(), prompt.text.to_string()), (WHITE, "Choose the white stone".to_owned()));
    assert_eq!(legal(&game).len(), offered(&game).len(), "nothing else can be played");
    assert_eq!(offered(&game).len(), 2, "only white stones");
    choose(&mut game, "For: D4");
    assert_eq!(game.to_act(), BLACK, "the turn was given away at the first step");
    assert_ne!(stones(&game), before);
    game.undo(Instant::now()).unwrap();
    assert_eq!(game.to_act(), WHITE);
    // Where no next step is possible, the game goes on.
    let mut game = after(&rule, &["b E4"]);
    choose(&mut game, "Exchange: E4");
    assert_eq!(
        (game.to_act(), game.scene(Observer::Public).unwrap().prompt.unwrap().text.to_string().contains("white")),
        (BLACK, false)
    );
}

// A counter over the match
#[test]
fn scoring_turns_of_ones_own_are_counted_until_one_does_not_score() {
    let rule = bundled_in_skill("hat-trick");
    let count = |game: &Match| game.scene(Observer::Public).unwrap().seats[0].notes.last().unwrap().to_string();
    let mut game = after(&rule, &["w D4", "w E4", "w F4"]);
    assert_eq!(count(&game), "Scoring turns in a row: 1");
    play(&mut game, &["b H4", "w G4"]);
    assert_eq!((count(&game), scores(&game)), ("Scoring turns in a row: 2".to_owned(), vec![2, 0]));
    play(&mut game, &["b C4", "c I4"]);
    assert_eq!((count(&game), scores(&game)), ("Scoring turns in a row: 0".to_owned(), vec![2, 0]));
}

#[test]
fn three_scoring_turns_in_a_row_bring_five_points_each_time() {
    let rule = bundled_in_skill("hat-trick");
    let mut tricks = 0;
    for seed in 0..6 {
        let mut streak = [0; 2];
        let mut before = vec![0, 0];
        let mut mover = Seat(0);
        at_random(&rule, seed, |game| {
            let now = scores(game);
            let gained = now[mover.index()] - before[mover.index()];
            streak[mover.index()] = if gained > 0 { streak[mover.index()] + 1 } else { 0 };
            let trick = streak[mover.index()] == 3;
            if trick {
                streak[mover.index()] = 0;
                tricks += 1;
                assert!(gained > 5);
            }
            assert_eq!(messages(game.position()).len(), usize::from(trick));
            before = now;
            mover = Seat(1 - mover.0);
        });
    }
    assert!(tricks > 0);
}

// Gravity
#[test]
fn a_stone_falls_to_the_lowest_empty_pocket_of_a_column() {
    let rule = bundled_in_skill("gravity");
    let board = pockets(&dealt(&skill("return {}"), 1));
    let mut game = dealt(&rule, 1);
    assert_eq!(pockets(&game), ["A7", "K7", "B8", "J8", "C9", "I9", "D10", "H10", "E11", "F11", "G11"]);
    play(&mut game, &["w F11"]);
    assert_eq!(pockets(&game), ["F10", "E11", "G11"]);
    play(&mut game, &["b F10"]);
    assert_eq!(pockets(&game), ["F9", "D10", "H10"]);
    play(&mut game, &["w F9", "b F8", "w F7"]);
    assert_eq!(pockets(&game), ["F5", "A7", "K7"], "past the closed centre");
    let is_below = |one: &str, other: &str| {
        let row = |pocket: &str| pocket[1..].parse::<u32>().unwrap();
        one[..1] == other[..1] && row(one) > row(other)
    };
    for rule in [&rule, &with("[rules.rule]\nanywhere = true", &rule_text("three-stones", "gravity.lua"))] {
        let game = at_random(rule, 3, |game| {
            let lying = table(game)["board"].as_array().unwrap().clone();
            let empty = |pocket: &&String| !lying.iter().any(|stone| stone["pocket"] == ***pocket);
            for pocket in pockets(game) {
                let below: Vec<&String> = board.iter().filter(|other| is_below(other, &pocket)).filter(empty).collect();
                assert!(below.is_empty(), "below {pocket}: {below:?}");
            }
        });
        assert_eq!(game.len(), 72);
    }
}

#[test]
fn stones_fall_into_any_column_where_the_knob_permits_it() {
    let rule = with("pouch = false\n[rules.rule]\nanywhere = true", &rule_text("three-stones", "gravity.lua"));
    let game = after(&rule, &["w F11"]);
    assert_eq!(pockets(&game), ["A7", "K7", "B8", "J8", "C9", "I9", "D10", "F10", "H10", "E11", "G11"]);
}

// Enclosed stones
#[test]
fn enclosed_stones_take_the_colour_of_the_stone_that_encloses_them() {
    let rule = bundled_in_skill("custodian");
    let lying = |plays: &[&str]| {
        let board = table(&after(&rule, plays))["board"].as_array().unwrap().clone();
        let of = |colour: &str| {
            let stones = board.iter().filter(|stone| stone["stone"] == colour);
            let mut pockets: Vec<String> = stones.map(|stone| stone["pocket"].as_str().unwrap().to_owned()).collect();
            pockets.sort();
            pockets.join(" ")
        };
        (of("white"), of("black"))
    };
    let is = |white: &str, black: &str| (white.to_owned(), black.to_owned());
    assert_eq!(lying(&["w D4", "b E4", "w F4"]), is("D4 E4 F4", ""));
    assert_eq!(lying(&["b D4", "w E4", "b F4"]), is("", "D4 E4 F4"), "White has placed both");
    assert_eq!(lying(&["w D4", "b D5", "b D6", "b D7", "w D8"]), is("D4 D5 D6 D7 D8", ""), "three");
    let four = ["w D4", "b D5", "b D6", "b D7", "b D8", "w D9"];
    assert_eq!(lying(&four), is("D4 D9", "D5 D6 D7 D8"), "four are too many");
    assert_eq!(lying(&["w D4", "c E4", "w F4"]), is("D4 F4", ""), "a clear stone keeps its kind");
    assert_eq!(lying(&["c D4", "b E4", "w F4"]), is("F4", "E4"), "and encloses nothing");
    assert_eq!(lying(&["w D4", "b E4", "c G4", "w F4"]), is("D4 E4 F4", ""), "between two stones of one colour");
    assert_eq!(lying(&["w E5", "b E4", "b F4", "w G4"]), is("E5 G4", "E4 F4"), "not where an end is open");
    assert_eq!(lying(&["w E5", "c D5", "b D6", "c C6", "w C7"]), is("C7 D6 E5", ""), "aslant");
}

#[test]
fn lines_of_enclosed_stones_score_and_what_was_scored_stays() {
    let rule = bundled_in_skill("custodian");
    assert_eq!(scores(&after(&rule, &["w D4", "b E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&after(&rule, &["w D4", "b E4", "b F4", "w G4"])), [2, 0]);
    // White takes the three black stones that have scored; what they have scored stays.
    assert_eq!(scores(&after(&rule, &["w D4", "b E4", "b F4", "b G4", "w H4"])), [3, 1]);
}

#[test]
fn enclosing_takes_stones_that_melted_or_changed_colours_as_they_are() {
    let melting = format!(
        "local house = (function() {} end)()
        local placed = house.stone_placed
        house.colours_swapped = house.colours_swapped
        house.actions = {{
            swap = {{ label = 'Swap', when = function() return true end, play = function(_, effects) effects.swap_colours() end }},
            melt = {{ label = 'Melt', when = function(ctx) return ctx.stones_on_board > 0 end,
                play = function(ctx, effects) effects.remove(ctx.oldest_row, ctx.oldest_col) end }},
        }}
        return house",
        rule_text("three-stones", "custodian.lua")
    );
    let rule = skill(&melting);
    let mut game = after(&rule, &["w D4", "b E4"]);
    choose(&mut game, "Swap");
    play(&mut game, &["b F4"]);
    assert_eq!(scores(&game), [0, 1], "the white stone between two black ones");
    let mut game = after(&rule, &["w D4", "b E4"]);
    choose(&mut game, "Melt");
    play(&mut game, &["w F4"]);
    assert_eq!(scores(&game), [0, 0], "the stone at the other end has melted");
}

// Doubling
#[test]
fn a_round_pays_its_stakes_to_the_player_who_gained_more_in_it() {
    let rule = with("pouch = false\n[rules.rule]\nstones = 4", &rule_text("three-stones", "doubling.lua"));
    let round = ["w D4", "w E4", "w F4", "b H4"];
    assert_eq!(scores(&after(&rule, &round)), [1 + 2, 0]);
    assert_eq!(scores(&after(&rule, &[&round[..], &["b H5", "b H6", "w G6", "w E6"]].concat())), [3, 1 + 2]);
    let even = ["w D4", "c D5", "b D6", "c E6"];
    assert_eq!(scores(&after(&rule, &even)), [0, 0], "nobody has gained anything");
    // Doubled once and again: by White, and then by Black, who accepted.
    let mut game = after(&rule, &["w D4"]);
    choose(&mut game, "Offer to double the stakes");
    assert_eq!((game.to_act(), legal(&game).len()), (WHITE, 2), "nothing but an answer");
    choose(&mut game, "Accept the doubled stakes");
    assert_eq!((game.to_act(), offered(&game).len()), (BLACK, 0));
    play(&mut game, &["w E4"]);
    choose(&mut game, "Offer to double the stakes");
    choose(&mut game, "Accept the doubled stakes");
    assert_eq!((game.to_act(), offered(&game).len()), (WHITE, 0));
    play(&mut game, &["w F4", "b H4"]);
    assert_eq!(scores(&game), [1 + 8, 0]);
}

#[test]
fn a_round_that_is_given_up_pays_what_was_not_doubled_yet() {
    let rule = bundled_in_skill("doubling");
    assert_eq!(offered(&dealt(&rule, 1)), [""; 0], "not before the first stone");
    let mut game = after(&rule, &["w D4", "w E4"]);
    choose(&mut game, "Offer to double the stakes");
    let answers = offered(&game);
    choose(&mut game, &answers[1]);
    assert_eq!((game.to_act(), scores(&game), offered(&game)), (WHITE, vec![2, 0], vec![]), "a new round");
    // White's line counts in the new round, which is the last and ends with the match.
    let game = at_random(&rule, 5, |_| {});
    let status = game.scene(Observer::Public).unwrap().status.to_string();
    assert!(status.contains("Stakes: 2") && status.contains("May double: both"), "{status}");
}

#[test]
fn stakes_are_doubled_three_times_at_most() {
    let rule = bundled_in_skill("doubling");
    let mut game = after(&rule, &["w D4"]);
    for pocket in ["w E4", "b G4", "w H4", "b I4"] {
        if !offered(&game).is_empty() {
            choose(&mut game, "Offer to double the stakes");
            choose(&mut game, "Accept the doubled stakes");
        }
        play(&mut game, &[pocket]);
    }
    let status = game.scene(Observer::Public).unwrap().status.fill(&["White", "Black"]);
    assert!(status.contains("Stakes: 16") && offered(&game).is_empty(), "{status}");
}

/// Every event of a match, by name, with its fields.
fn message(knobs: &str, plays: &[&str]) -> Vec<String> {
    let listen = "local function say(name, fields)
            return function(ctx, effects)
                local text = name
                for _, field in fields do text = `{text} {field(ctx)}` end
                effects.say(text)
            end
        end
        local player = function(ctx) return ctx.player end
        return {
            line_scored = say('line', { player, function(ctx) return ctx.by end, function(ctx) return ctx.direction end,
                function(ctx) return ctx.length end, function(ctx) return ctx.points end }),
            row_scored = say('row', { player, function(ctx) return ctx.length end, function(ctx) return ctx.lines end }),
            both_scored = say('both', { function(ctx) return ctx.by end }),
            stone_placed = say('placed', { player, function(ctx) return ctx.stone end, function(ctx) return ctx.lines end,
                function(ctx) return ctx.points end, function(ctx) return ctx.gift end }),
            lead_taken = say('lead', { player, function(ctx) return ctx.lead end }),
            board_row_filled = say('filled row', { function(ctx) return ctx.row end }),
            board_column_filled = say('filled column', { function(ctx) return ctx.col end }),
            board_half_full = say('half full', {}),
            board_freed = say('freed', { player }),
            kind_used_up = say('used up', { function(ctx) return ctx.stone end }),
            stone_drawn = say('drawn', { player }),
            turn_repeated = say('again', { player }),
            last_stone = say('last', { player }),
            plays_again = function(ctx, again) return ctx.lines > 1 end,
        }";
    let mut game = dealt(&with(knobs, listen), 1);
    let mut message = Vec::new();
    for play in plays {
        let chosen = play.parse().map_or_else(|_| action(play), Action);
        game.play(chosen, Instant::now()).unwrap_or_else(|error| panic!("{play}: {error}"));
        message.push(messages(game.position()).join(", "));
    }
    message
}

#[test]
fn house_rules_are_notified_of_lines_leads_and_turns() {
    let message = message("pouch = false", &["w D4", "w E4", "b G4", "b H4", "c F4", "w I4"]);
    assert_eq!(
        message,
        [
            "placed white white 0 0 0",
            "placed black white 0 0 0",
            "placed white black 0 0 0",
            "placed black black 0 0 0",
            "line white white across 3 1, line black white across 3 1, row white 3 1, row black 3 1, both white, \
             placed white clear 2 1 1, again white",
            "placed white white 0 0 0",
        ]
    );
}

#[test]
fn house_rules_are_notified_how_the_board_fills_up() {
    // Two rows of three; codes are those of places, and of black stones 128 more.
    let message = message(
        "pouch = false\nboard = '''\nooo\nooo'''\nwhite_stones = 4\nblack_stones = 2\nclear_stones = 0",
        &["0", "1", "2", "133", "132", "3"],
    );
    assert_eq!(
        message,
        [
            "placed white white 0 0 0",
            "placed black white 0 0 0",
            "line white white across 3 1, row white 3 1, placed white white 1 1 0, lead white 1, filled row 0, half full",
            "placed black black 0 0 0, filled column 2",
            "placed white black 0 0 0, used up black, filled column 1",
            "placed black white 0 0 0, used up white, filled row 1, filled column 0, last black",
        ]
    );
}

#[test]
fn house_rules_are_notified_of_drawn_stones_and_a_freed_board() {
    let message = message("board = '''\no.\n.o'''\nwhite_stones = 2\nblack_stones = 0\nclear_stones = 0", &["0", "3"]);
    assert_eq!(
        message,
        [
            "placed white white 0 0 0, filled row 0, filled column 0, half full, drawn black, freed black",
            "placed black white 0 0 0, used up white, filled row 1, filled column 1, last black",
        ]
    );
}

/// The message of a script after these plays, which reads `what`.
fn read(knobs: &str, plays: &[&str], what: &str) -> String {
    let script = format!("return {{ after_action = function(ctx, effects) effects.say(`{what}`) end }}");
    let game = after(&with(knobs, &script), plays);
    messages(game.position()).join("\n")
}

#[test]
fn facts_describe_the_state_of_the_match() {
    let plays = ["w D4", "c E4", "w F4", "b G4"];
    let read = |what: &str| read("pouch = false\nhandicap_points = [0, 3]", &plays, what);
    assert_eq!(read("{ctx.turn} {ctx.to_play} {ctx.first_player} {ctx.pouch} {ctx.drawn}"), "5 white white false none");
    assert_eq!(read("{ctx.stones_left} {ctx.white_left} {ctx.black_left} {ctx.clear_left}"), "68 28 29 11");
    assert_eq!(
        read("{ctx.hand.white} {ctx.white_in_hand.white} {ctx.black_in_hand.black} {ctx.clear_in_hand.black}"),
        "34 13 14 5"
    );
    assert_eq!(
        read("{ctx.stones_on_board} {ctx.own_on_board.white} {ctx.own_on_board.black} {ctx.clear_on_board}"),
        "4 2 1 1"
    );
    assert_eq!(read("{ctx.pockets} {ctx.empty_pockets} {ctx.blocked_pockets}"), "80 76 0");
    assert_eq!(
        read("{ctx.lines_on_board.white} {ctx.lines_across.white} {ctx.lines_down.white} {ctx.lines_diagonal.white}"),
        "1 1 0 0"
    );
    assert_eq!(
        read("{ctx.longest_row.white} {ctx.longest_row.black} {ctx.row_at_ring.white} {ctx.row_at_ring.black}"),
        "3 1 0 1"
    );
    assert_eq!(
        read("{ctx.last_row} {ctx.last_col} {ctx.stone_in_ring} {ctx.oldest_row} {ctx.oldest_col}"),
        "3 6 black 3 3"
    );
    assert_eq!(
        read("{ctx.handicap.white} {ctx.handicap.black} {ctx.scores.black} {ctx.rows} {ctx.cols} {ctx.line_length}"),
        "0 3 3 11 11 3"
    );
    let pouch = |what: &str| {
        let script = format!("return {{ match_started = function(ctx, effects) effects.say(`{what}`) end }}");
        messages(dealt(&with("clear_stones = 0\nwhite_stones = 0", &script), 1).position()).join("\n")
    };
    assert_eq!(
        pouch("{ctx.drawn} {ctx.stones_left} {ctx.hand.white} {ctx.last_row} {ctx.oldest_row} {ctx.stone_in_ring}"),
        "black 30 0 -1 -1 none"
    );
}

#[test]
fn a_rule_reads_the_board_pocket_by_pocket() {
    // A stone scores a point for each neighbour of its kind.
    let corner = "local house = {}
        function house.stone_placed(ctx, effects)
            local alike = 0
            for down = -1, 1 do
                for right = -1, 1 do
                    local there = ctx.board[ctx.row + down][ctx.col + right]
                    if (down ~= 0 or right ~= 0) and there == ctx.stone then alike += 1 end
                end
            end
            if alike > 0 then effects.points(ctx.player, alike) end
        end
        return house";
    let game = after(&skill(corner), &["w D4", "b E4", "w E5", "b D5", "w D6"]);
    // White's are at E5 and D6, Black's is at D5.
    assert_eq!(scores(&game), [2, 1]);
    // A board with a gap, a blocked pocket and an edge.
    let count = "local house = {}
        function house.stone_placed(ctx, effects)
            local found = {}
            for row = -2, 12 do
                for column = -2, 12 do
                    local pocket = ctx.board[row][column] or \"nothing\"
                    found[pocket] = (found[pocket] or 0) + 1
                end
            end
            if ctx.empty_pockets ~= (found.empty or 0) or ctx.blocked_pockets ~= (found.blocked or 0) then error(\"pockets\") end
            if ctx.stones_on_board ~= (found.white or 0) + (found.black or 0) + (found.clear or 0) then error(\"stones\") end
            effects.say(`{found.nothing} without a pocket`)
            if ctx.turn == 2 then effects.block_random() end
        end
        return house";
    let mut game = after(
        &with(
            "pouch = false\nline_length = 2\nboard = \"\"\"\no.oo\noooo\n\"\"\"\nwhite_stones = 4\nblack_stones = 2\nclear_stones = 0",
            count,
        ),
        &[],
    );
    while game.end().is_none() {
        game.play(legal(&game)[0], Instant::now()).unwrap();
    }
}

#[test]
fn a_match_that_a_rule_ends_at_its_beginning_has_no_action() {
    let rules = skill("return { match_started = function(ctx, effects) effects.finish(\"white\") end }");
    let mut position = stonehouse_runtime::Position::deal(rules.rules(), 1).unwrap();
    assert_eq!(position.playout(1).unwrap(), 0);
    position.rollout(1).unwrap();
    assert_eq!(position.outcome().unwrap().winners, Seats::from_iter([Seat(0)]));
    assert!(dealt(&rules, 1).end().is_some());
}

// ---- Turncoats

#[test]
fn a_code_that_aims_at_no_pocket_is_not_legal() {
    let mut game = dealt(&ruleset("three-stones/turncoat"), 1);
    let first = legal(&game)[0];
    game.play(first, Instant::now()).unwrap();
    // A corner of the board without a pocket, a place beside the board, and one of a second board.
    for target in [0, 0x79, 0xFF, 1 << 16] {
        let error = game.position().describe(&Action(HOUSE_ACTIONS | target).into(), Observer::Referee).unwrap_err();
        assert!(matches!(error, CallError::Illegal), "{target}: {error}");
    }
}

#[test]
fn a_condition_that_does_not_depend_on_the_target_is_evaluated_once() {
    /// The offered actions of this rule at the deal, and the calls of its functions.
    fn offered(functions: &str) -> (usize, u64) {
        let rule = format!(
            "return {{ actions = {{ act = {{ label = 'Act', targets = 'board', {functions}
                play = function(ctx, effects) effects.points(ctx.seat, ctx.row) end }} }} }}"
        );
        let game = dealt(&skill(&rule), 1);
        let (budget, mut actions) = (stonehouse_house_rules::ScriptBudget::of_an_action(), Vec::new());
        game.position().legal_actions(&mut actions).unwrap();
        (actions.iter().filter(|action| action.0 >= HOUSE_ACTIONS).count(), budget.cost().calls)
    }
    let by_target = "when = function(ctx) return ctx.pocket == 'empty' end,";
    let (pockets, calls) = offered(by_target);
    assert!(pockets > 60 && calls >= pockets as u64, "{pockets} pockets, {calls} calls");
    assert_eq!(offered("when = function(ctx) return ctx.board[0][4] == 'empty' end,"), (pockets, 1));
    assert_eq!(offered("when = function(ctx) return ctx.board[0][4] == 'white' end,"), (0, 1));
    let with_available = |answer: &str| offered(&format!("available = function(ctx) return {answer} end, {by_target}"));
    assert_eq!(with_available("ctx.scores[ctx.seat] > 0"), (0, 1));
    assert_eq!(with_available("ctx.scores[ctx.seat] == 0"), (pockets, calls + 1));
}

#[test]
fn a_condition_before_the_targets_reads_no_target() {
    let rule = "return { actions = { act = { label = 'Act', targets = 'board',
        available = function(ctx) return ctx.row == 0 end,
        when = function(ctx) return true end,
        play = function(ctx, effects) effects.points(ctx.seat, 1) end } } }";
    let failed = super::under(&plugin(), "", rule).map(|_| ()).unwrap_err();
    assert!(failed.contains("actions.act.available") && failed.contains("row"), "{failed}");
}

#[test]
fn remembering_in_a_playout_equals_remembering_between_its_steps() {
    let rule = rule_text("three-stones", "hat_trick.lua");
    // What reads a score is called between the steps.
    let between = rule.replacen("local streak = 0", "local streak = 0 * ctx.best", 1);
    assert!(rule != between);
    for knobs in ["pouch = false", ""] {
        let games = [&rule, &between].map(|rule| dealt(&with(knobs, rule), 7));
        for seed in 0..50 {
            let [middle, between] = games.each_ref().map(|game| {
                let [mut random, mut plausible] = [(); 2].map(|()| game.position().try_clone().unwrap());
                random.playout(seed).unwrap();
                plausible.rollout(seed).unwrap();
                let memory = |position: &stonehouse_runtime::Position| position.house().unwrap().memory.clone();
                [&random, &plausible].map(|position| (position.outcome().unwrap(), memory(position)))
            });
            assert_eq!(middle, between, "{knobs:?}, seed {seed}");
        }
    }
}

#[test]
fn a_coordinate_by_the_wrong_name_is_reported_with_the_right_one() {
    let plugin = Arc::clone(&catalog().game("three-stones").unwrap().plugin);
    let refused = |script: &str| super::under(&plugin, "", script).map(|_| ()).unwrap_err();
    let event = "return { stone_placed = function(ctx, effects) if ctx.column > 3 then effects.say('!') end end }";
    assert!(refused(event).contains("has no `column` in its `ctx`. Here it is called `col`."), "{}", refused(event));
    let action = "return { actions = { turn = { label = 'Turn', targets = 'board',
        when = function(ctx) return ctx.col > 3 end, play = print } } }";
    assert!(refused(action).contains("has no `col` in its `ctx`. Here it is called `column`."), "{}", refused(action));
}

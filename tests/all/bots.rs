//! The decisions of bots in a particular game, through the real libraries.

use stonehouse_bots::draw::agrees_to_draw;
use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Position;
use stonehouse_tests::ruleset;

/// The worth of a seat's stones, the size of its largest group and the worth of a stone of it, as the referee sees
/// them.
fn hand(state: &Position, seat: Seat) -> (i64, usize, i64) {
    let scene = state.scene(Observer::Referee).unwrap();
    let own = [format!("front/{}", seat.0), format!("rack/{}", seat.0)];
    let areas = scene.areas.iter().filter(|area| own.contains(&area.handle));
    let stones: Vec<String> = areas.flat_map(|area| &area.pieces).map(|piece| piece.name.to_string()).collect();
    assert_eq!(stones.len(), 7);
    let groups = [("jewel", 12), ("gold", 6), ("silver", 1)]
        .map(|(kind, coins)| (stones.iter().filter(|name| name.contains(kind)).count(), coins));
    let worth = groups.iter().map(|(count, coins)| *count as i64 * coins).sum();
    let (size, coins) = groups.into_iter().max().unwrap();
    (worth, size, coins)
}

#[test]
fn no_bot_accepts_a_trade_that_only_loses() {
    let mut accepted = 0;
    for variant in ["tavern-stones/quick", "tavern-stones/blind"] {
        let ruleset = ruleset(variant);
        for bot in ["apprentice", "greedy", "journeyman"] {
            let spec: BotSpec = bot.parse().unwrap();
            let mut state = Position::deal(ruleset.rules(), accepted).unwrap();
            let mut bots: Vec<_> = (0..4).map(|seat| spec.build(seat)).collect();
            for _ in 0..150 {
                let Some(seat) = state.to_act().unwrap() else { break };
                let chosen = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
                let message = state.describe(&chosen.action.into(), Observer::Referee).unwrap();
                let ends_the_hand = message.data.get("hand").is_some();
                let before = hand(&state, seat);
                state.play_candidate(chosen).unwrap();
                if message.text.key().starts_with("accept") && !ends_the_hand {
                    accepted += 1;
                    let after = hand(&state, seat);
                    assert!(
                        after.0 > before.0 || (after.1, after.2) > (before.1, before.2),
                        "{bot} in {variant}: {before:?} became {after:?}"
                    );
                }
            }
        }
    }
    assert!(accepted > 40, "{accepted} trades were accepted");
}

/// The errors of forecasts of the coins that each seat gets in a hand of Stones (root mean square): the hand's average,
/// the prospects, and the mean of rollouts. Greedy bots play; forecasts are made from the stones on the table before
/// every turn but the first.
fn forecasts(matches: u64, rollouts: u64) -> [f64; 3] {
    let ruleset = ruleset("tavern-stones/quick");
    let (mut squares, mut count) = ([0.0; 3], 0.0);
    for game in 0..matches {
        let mut state = Position::deal(ruleset.rules(), game).unwrap();
        let mut bots: Vec<_> = (0..4).map(|seat| BotSpec::Greedy.build(game * 4 + seat)).collect();
        let (mut before, mut scores) = (vec![0; 4], vec![0; 4]);
        let mut turns: Vec<Position> = Vec::new();
        while let Some(seat) = state.to_act().unwrap() {
            let is_asked = !state.scene(Observer::Public).unwrap().arrows.is_empty();
            if !is_asked {
                turns.push(state.try_clone().unwrap());
            }
            let chosen = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
            state.play_candidate(chosen).unwrap();
            state.scores(&mut scores).unwrap();
            if scores == before {
                continue;
            }
            for turn in turns.drain(..).skip(1) {
                let mut message = [vec![0.0; 4], vec![0.0; 4], vec![0.0; 4]];
                let mut hopes = vec![0; 4];
                turn.prospects(&mut hopes).unwrap();
                let mut ends = vec![0; 4];
                for seed in 0..rollouts {
                    let mut on = turn.try_clone().unwrap();
                    on.rollout(seed).unwrap();
                    on.scores(&mut ends).unwrap();
                    for seat in 0..4 {
                        message[2][seat] += ends[seat] as f64 / rollouts as f64;
                    }
                }
                for seat in 0..4 {
                    let gained: i64 = (0..4).map(|seat| scores[seat] - before[seat]).sum();
                    message[0][seat] = before[seat] as f64 + gained as f64 / 4.0;
                    message[1][seat] = hopes[seat] as f64;
                    for (square, message) in squares.iter_mut().zip(&message) {
                        *square += (message[seat] - scores[seat] as f64).powi(2);
                    }
                    count += 1.0;
                }
            }
            before.clone_from(&scores);
        }
    }
    squares.map(|square| (square / count).sqrt())
}

#[test]
fn rollouts_of_stones_foretell_a_hand() {
    let [average, prospects, rollouts] = forecasts(12, 60);
    println!("off by {average:.1} coins (average), {prospects:.1} (prospects), {rollouts:.1} (rollouts)");
    assert!(prospects < 0.85 * average && rollouts < 0.85 * average, "{average} {prospects} {rollouts}");
    assert!(rollouts < prospects, "{prospects} {rollouts}");
}

/// All bots that judge a draw in their own way.
const JUDGES: [BotSpec; 5] =
    [BotSpec::Greedy, BotSpec::Apprentice, BotSpec::Journeyman, BotSpec::Master, BotSpec::Companion];

/// A position of a match of two sides in which seat 0, a strong bot, is far ahead of seat 1, which plays at random.
fn one_sided(variant: &str, ahead_by: i64) -> Position {
    let ruleset = ruleset(variant);
    for seed in 0..40 {
        let mut state = Position::deal(ruleset.rules(), seed).unwrap();
        let mut bots = [BotSpec::Journeyman.build(seed), BotSpec::Random.build(seed)];
        let mut scores = vec![0; 2];
        while let Some(seat) = state.to_act().unwrap() {
            state.scores(&mut scores).unwrap();
            if scores[0] - scores[1] >= ahead_by {
                return state;
            }
            let chosen = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
            state.play_candidate(chosen).unwrap();
        }
    }
    panic!("nobody was so far ahead");
}

#[test]
fn bots_accept_a_draw_when_clearly_behind_but_not_when_ahead() {
    for (variant, ahead_by) in [("three-stones/standard", 6), ("stonerow/duel", 40)] {
        let state = one_sided(variant, ahead_by);
        let shows = |bot, seat| agrees_to_draw(bot, &Viewpoint::new(&state, Seat(seat)), 3, &Stop::new()).unwrap();
        for bot in JUDGES {
            assert!(!shows(bot, 0), "{bot} is ahead in {variant}");
            assert!(shows(bot, 1), "{bot} is behind in {variant}");
        }
        assert!(!shows(BotSpec::Random, 0) && !shows(BotSpec::Random, 1), "the random bot plays on");
    }
}

#[test]
fn a_bots_answer_to_a_draw_does_not_depend_on_hidden_things() {
    for (variant, played) in [("three-stones/standard", 8), ("stonerow/duel", 15)] {
        let ruleset = ruleset(variant);
        for seed in 0..3 {
            let mut state = Position::deal(ruleset.rules(), seed).unwrap();
            let mut random = BotSpec::Random.build(seed);
            for _ in 0..played {
                let seat = state.to_act().unwrap().unwrap();
                let chosen = random.choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
                state.play_candidate(chosen).unwrap();
            }
            for bot in JUDGES {
                for seat in [Seat(0), Seat(1)] {
                    let shows =
                        |state: &Position| agrees_to_draw(bot, &Viewpoint::new(state, seat), seed, &Stop::new());
                    let output = shows(&state).unwrap();
                    for redraw in 0..3 {
                        let mut other = state.try_clone().unwrap();
                        other.determinize(seat, redraw).unwrap();
                        assert_eq!(shows(&other).unwrap(), output, "{bot} in {seat} of {variant}, redrawn");
                    }
                }
            }
        }
    }
}

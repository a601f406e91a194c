//! House rules at the end of a match that somebody resigned, lost on time, or that was agreed to be a draw.

use crate::common::seal::{opened, sealed};
use crate::common::{dealt, play, plugin, ruleset};
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, MatchError, Reason, Record, Ruleset};
use stonehouse_plugin::{Observer, Seat, Seats};

/// Keeps how the match has ended and who has won, writes it, and gives points for it.
const NOTED: &str = "return {
    memory = {
        ended_by = { values = { 'nothing', 'rules', 'resigned', 'time', 'agreed' }, series = true },
        victories = { each = 'seat', max = 9, series = true },
        moves = { max = 99, series = true },
    },
    pebbles_taken = function(ctx, effects) effects.remember('moves', ctx.moves + 1) end,
    match_ended = function(ctx, effects)
        effects.remember('ended_by', ctx.how)
        for seat, won in ctx.won do
            if won then
                effects.remember('victories', seat, ctx.victories[seat] + 1)
                effects.points(seat, 10)
            end
        end
        effects.finish(0)
        effects.say(`ended: {ctx.how}`)
        effects.whisper(0, 'for you')
    end,
}";

fn under(source: &str) -> Arc<Ruleset> {
    ruleset("scripts = [\"rule.lua\"]\n[clock]\nminutes = 1\n", &[("rule.lua", source)])
}

/// The memory that goes on in the next match of a series.
fn kept(game: &Match) -> Value {
    json!(game.ruleset().carried(&game.position().house().unwrap().memory, 0)[0])
}

fn seats(seats: &[u8]) -> Seats {
    seats.iter().map(|seat| Seat(*seat)).collect()
}

fn time_out(game: &mut Match) {
    let start = Instant::now();
    game.start_clock(start);
    assert!(game.check_time(start + Duration::from_secs(100)).unwrap());
}

/// A way in which a match ends, how it is called, and who wins.
type End = (fn(&mut Match), Reason, &'static str, &'static [u8]);

const ENDS: [End; 3] = [
    (|game| game.resign(Seat(0), Instant::now()).unwrap(), Reason::Resigned(Seat(0)), "resigned", &[1]),
    (|game| game.agree(Instant::now()).unwrap(), Reason::Agreed, "agreed", &[0, 1]),
    (time_out, Reason::Time(Seat(1)), "time", &[0]),
];

#[test]
fn house_rules_are_notified_of_an_end_that_players_or_clocks_decide() {
    let records = tempfile::tempdir().unwrap();
    for (end, reason, how, winners) in ENDS {
        let mut game = dealt(&under(NOTED), Some(records.path()));
        play(&mut game, &[3]);
        end(&mut game);
        let found = game.end().unwrap().clone();
        // Who wins is decided: `finish` changes nothing.
        assert_eq!((found.reason, found.outcome.winners), (reason, seats(winners)), "{how}");
        let won = [winners.contains(&0), winners.contains(&1)].map(i64::from);
        assert_eq!(found.outcome.scores, won.map(|won| won * 10), "{how}");
        assert_eq!(kept(&game), json!({ "ended_by": how, "victories": won, "moves": 1 }));
        let messages = |seat| game.log(Observer::Seat(Seat(seat))).pop().unwrap().messages;
        let texts = |seat| messages(seat).iter().map(|text| text.fill(&["Anna", "Bot"])).collect::<Vec<_>>();
        assert_eq!(texts(0), [format!("ended: {how}"), "for you".to_owned()]);
        assert_eq!(texts(1), [format!("ended: {how}")]);

        let file = game.record_file().unwrap().to_owned();
        let verified = Record::read(&file).unwrap().verify(&plugin()).unwrap();
        assert_eq!((kept(&verified.replayed), verified.replayed.end()), (kept(&game), Some(&found)), "{how}");
        let mut lines = opened(&fs::read_to_string(&file).unwrap());
        let end = lines.last_mut().unwrap();
        assert!(end.contains(",\"notified\":true"), "{end}");
        // Without it the end would be another one.
        *end = end.replace(",\"notified\":true", "");
        fs::write(&file, sealed(&lines)).unwrap();
        let error = Record::read(&file).unwrap().replay(&plugin()).err().unwrap().to_string();
        assert!(error.contains("it replays to the scores [0, 0]"), "{error}");
    }
}

#[test]
fn an_end_by_the_rules_names_who_wins_before_house_rules_change_it() {
    let records = tempfile::tempdir().unwrap();
    let mut game = dealt(&under(NOTED), Some(records.path()));
    play(&mut game, &[3, 3, 3, 3]);
    let end = game.end().unwrap();
    assert_eq!((end.reason, end.outcome.winners), (Reason::Rules, seats(&[0])), "`finish` decides");
    assert_eq!(kept(&game), json!({ "ended_by": "rules", "victories": [0, 1], "moves": 4 }));
    let file = game.record_file().unwrap().to_owned();
    assert!(!fs::read_to_string(&file).unwrap().contains("notified"));
    let replayed = Record::read(&file).unwrap().replay(&plugin()).unwrap();
    assert_eq!((kept(&replayed), replayed.end()), (kept(&game), game.end()));

    // The hook of the rules is part of it.
    let wins = NOTED.replace("return {", "return { wins = function(ctx, wins) return ctx.seat == 0 end,");
    let mut game = dealt(&under(&wins), None);
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(kept(&game)["victories"], json!([1, 0]));
}

#[test]
fn a_series_goes_on_after_a_resignation() {
    let mut first = dealt(&under(NOTED), None);
    first.resign(Seat(1), Instant::now()).unwrap();
    let carried = first.ruleset().carried(&first.position().house().unwrap().memory, 1);
    let mut second = dealt(&first.ruleset().carrying(carried).unwrap(), None);
    assert_eq!(kept(&second), json!({ "ended_by": "resigned", "victories": [0, 1] }));
    play(&mut second, &[3]);
    second.resign(Seat(0), Instant::now()).unwrap();
    assert_eq!(kept(&second), json!({ "ended_by": "resigned", "victories": [0, 2], "moves": 1 }));
}

#[test]
fn effects_of_house_rules_at_such_an_end_are_undone_with_it() {
    let records = tempfile::tempdir().unwrap();
    for (end, ..) in ENDS {
        let mut game = dealt(&under(NOTED), Some(records.path()));
        play(&mut game, &[3, 2]);
        // A bot has acted since: both are taken back.
        end(&mut game);
        assert!(game.undo_reveals().unwrap(), "somebody has read something");
        assert_eq!(game.undo(Instant::now()).unwrap(), 2);
        assert_eq!((kept(&game), game.end()), (json!({}), None));
        play(&mut game, &[3, 3, 3, 3]);
        assert_eq!(kept(&game), json!({ "ended_by": "rules", "victories": [0, 1], "moves": 4 }));
        let record = Record::read(game.record_file().unwrap()).unwrap();
        assert_eq!(kept(&record.replay(&plugin()).unwrap()), kept(&game));
    }
}

#[test]
fn a_rule_that_fails_at_such_an_end_does_not_prevent_it() {
    let records = tempfile::tempdir().unwrap();
    let source = "return {
        memory = { moves = { max = 9, series = true } },
        match_ended = function(ctx, effects)
            effects.remember('moves', 7)
            if ctx.how ~= 'rules' then error('this cannot be') end
        end,
    }";
    for (end, reason) in [
        (Match::agree as fn(&mut Match, Instant) -> Result<(), MatchError>, Reason::Agreed),
        (|game, now| game.resign(Seat(1), now), Reason::Resigned(Seat(1))),
        (
            |game, now| {
                game.start_clock(now);
                game.check_time(now + Duration::from_secs(100)).map(|_| ())
            },
            Reason::Time(Seat(1)),
        ),
    ] {
        let mut game = dealt(&under(source), Some(records.path()));
        play(&mut game, &[3]);
        let error = end(&mut game, Instant::now()).unwrap_err();
        assert!(matches!(error, MatchError::EndNotNotified(_)), "{error}");
        assert!(error.to_string().contains("rule.lua:5: this cannot be"), "{error}");
        assert_eq!((game.end().unwrap().reason, kept(&game)), (reason, json!({})));
        assert!(game.check_time(Instant::now()).unwrap(), "the error is reported once");
        let file = game.record_file().unwrap().to_owned();
        assert!(!fs::read_to_string(&file).unwrap().contains("notified"));
        assert_eq!(Record::read(&file).unwrap().replay(&plugin()).unwrap().end(), game.end());
    }
}

#[test]
fn without_a_function_for_the_end_nothing_of_it_is_recorded() {
    let records = tempfile::tempdir().unwrap();
    for source in
        ["return { memory = { moves = {} } }", "return { match_ended = function(ctx, effects) end }", "return {}"]
    {
        let mut game = dealt(&under(source), Some(records.path()));
        play(&mut game, &[3]);
        game.resign(Seat(1), Instant::now()).unwrap();
        assert!(!fs::read_to_string(game.record_file().unwrap()).unwrap().contains("notified"), "{source}");
    }
}

//! Resigning where more than two sides play.

use crate::common::seal::{opened, sealed};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Reason, Record, Ruleset, Script, record};
use stonehouse_plugin::scene::SeatPanel;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Observer, RulesError, Scene, Seat, SeatInfo, Seating, Seats,
    Setup, Turn, json, knobs, linked_game,
};
use stonehouse_runtime::Plugin;

knobs! {
    /// The knobs of the game.
    pub struct Knobs {
        /// Turns that are played.
        pub turns: u32 = 6, in 1..=100;
        /// How many sides there are, seats of one side being so far apart.
        pub sides: u8 = 6, in 2..=6;
    }
}

/// Each seat in turn takes one to nine points.
struct Takings {
    setup: Setup<Knobs>,
}

#[derive(Clone)]
struct Table {
    taken: Vec<i64>,
    turn: u32,
}

impl Game for Takings {
    type Knobs = Knobs;
    type State = Table;

    fn about() -> About {
        About::new("takings", "Takings", "0.1.0").summary("Take points.").seats(2, 6, 3)
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { setup })
    }

    fn seating(&self) -> Seating {
        let seats = (0..self.setup.seats).map(|seat| SeatInfo::new(&seat.to_string(), seat % self.setup.knobs.sides));
        Seating::new(seats.collect::<Vec<_>>())
    }

    fn deal(&self, _seed: u64) -> Result<Table, GameError> {
        Ok(Table { taken: vec![0; usize::from(self.setup.seats)], turn: 0 })
    }

    fn turn(&self, state: &Table) -> Turn {
        let seat = Seat((state.turn % u32::from(self.setup.seats)) as u8);
        (state.turn < self.setup.knobs.turns).then_some(seat).into()
    }

    fn legal_actions(&self, state: &Table, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.turn < self.setup.knobs.turns {
            (1..=9).for_each(|points| actions.push(Action(points)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut Table, action: Action) -> Result<(), GameError> {
        let seat = state.turn as usize % state.taken.len();
        state.taken[seat] += i64::from(action.0);
        state.turn += 1;
        Ok(())
    }

    fn scores(&self, state: &Table, scores: &mut [i64]) {
        scores.copy_from_slice(&state.taken);
    }

    fn scene(&self, state: &Table, _observer: Observer) -> Scene {
        let panels = Seat::all(state.taken.len()).map(|seat| SeatPanel::new(seat, state.taken[seat.index()]));
        Scene::new("takings").seats(panels)
    }

    fn describe(&self, _state: &Table, action: Action, _observer: Observer) -> ActionText {
        ActionText::new(format!("takes {}", action.0)).data(json!({})).path([format!("take/{}", action.0)])
    }
}

linked_game!(Takings);

fn plugin() -> Arc<Plugin> {
    Plugin::linked::<Takings>().unwrap()
}

/// Keeps who has won.
const WINNERS: &str = "return {
    memory = { victories = { each = 'seat', max = 9, series = true } },
    match_ended = function(ctx, effects)
        for seat, won in ctx.won do if won then effects.remember('victories', seat, 1) end end
    end,
}";

fn ruleset(body: &str) -> Arc<Ruleset> {
    let text = format!("game = \"takings\"\n{body}");
    let file = VariantFile::parse("variants/takings/test.toml".as_ref(), &text.into()).unwrap();
    let script = |name: &str, _: &VariantFile| Some(Ok(Script::new(name, format!("scripts/takings/{name}"), WINNERS)));
    let variant = resolve(&[file], 0, &plugin(), &script).unwrap();
    Ruleset::compile(&plugin(), &Arc::new(variant))
        .unwrap_or_else(|problems| panic!("{}", crate::common::joined(&problems)))
}

/// A match in which these seats are people's.
fn dealt(body: &str, people: &[u8], records: Option<&Path>) -> Match {
    let ruleset = ruleset(body);
    let seat = |seat: u8| {
        if people.contains(&seat) {
            Player::person(format!("P{seat}"))
        } else {
            Player::bot(format!("B{seat}"), "random")
        }
    };
    let players = (0..ruleset.seating().seats.len() as u8).map(seat).collect();
    Match::new(&ruleset, 1, players, records).unwrap()
}

fn play(game: &mut Match, takes: &[u32]) {
    takes.iter().for_each(|take| game.play(Action(*take), Instant::now()).unwrap());
}

fn resign(game: &mut Match, seat: u8) {
    game.resign(Seat(seat), Instant::now()).unwrap();
}

fn winners(game: &Match) -> Seats {
    game.end().expect("it is over").outcome.winners
}

fn seats(seats: &[u8]) -> Seats {
    seats.iter().map(|seat| Seat(*seat)).collect()
}

/// The record of a match, read and verified.
fn verified(file: &Path) -> Result<Match, String> {
    Record::read(file).and_then(|record| record.replay(&plugin())).map_err(|problem| problem.to_string())
}

#[test]
fn the_others_play_on_and_who_resigned_never_wins() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0, 1, 2], Some(folder.path()));
    play(&mut game, &[9]);
    resign(&mut game, 0);
    assert_eq!((game.to_act(), game.is_played_by_person(Seat(0))), (Some(Seat(1)), false), "it goes on");
    play(&mut game, &[2, 1, 9, 2, 1]);
    let end = game.end().unwrap();
    assert_eq!((&end.outcome.scores[..], end.outcome.winners), (&[18, 4, 2][..], seats(&[1])));
    assert_eq!((end.reason, &end.resigned[..]), (Reason::Rules, &[Seat(0)][..]));
    let text = fs::read_to_string(game.record_file().unwrap()).unwrap();
    assert_eq!(opened(&text)[2], "{\"line\":\"gave_up\",\"seat\":0,\"after\":1}");
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    assert_eq!(winners(&verified(&file).unwrap()), seats(&[1]));
}

#[test]
fn house_rules_are_notified_of_winners_that_have_not_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let won = |game: &Match| game.position().house().unwrap().memory[1..].to_vec();
    let under = "seats = 3\nscripts = [\"winners.lua\"]\n";
    // By the rules, when who has most points has resigned.
    let mut game = dealt(under, &[0, 1, 2], Some(folder.path()));
    play(&mut game, &[9]);
    resign(&mut game, 0);
    play(&mut game, &[2, 1, 9, 2, 1]);
    assert_eq!((winners(&game), won(&game)), (seats(&[1]), vec![0, 1, 0]));
    assert_eq!(won(&verified(game.record_file().unwrap()).unwrap()), won(&game));
    // What was noted of it is taken back with it.
    while !game.resignations().is_empty() {
        game.undo(Instant::now()).unwrap();
    }
    let played = game.len();
    play(&mut game, &[9, 2, 1, 9, 2, 1][played..]);
    assert_eq!((winners(&game), won(&game)), (seats(&[0]), vec![1, 0, 0]));

    // When all but one have resigned, or those who are left agree to a draw.
    for agree in [false, true] {
        let mut game = dealt(under, &[0, 1, 2], Some(folder.path()));
        play(&mut game, &[9]);
        resign(&mut game, 0);
        if agree {
            game.agree(Instant::now()).unwrap();
        } else {
            resign(&mut game, 1);
        }
        assert_eq!(won(&game), [0, agree.into(), 1]);
        assert_eq!(won(&verified(game.record_file().unwrap()).unwrap()), won(&game));
        game.undo(Instant::now()).unwrap();
        assert_eq!((game.resignations().len(), won(&game)), (0, vec![0, 0, 0]));
    }
}

#[test]
fn the_last_side_left_wins_and_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0, 1, 2], Some(folder.path()));
    play(&mut game, &[9]);
    resign(&mut game, 0);
    play(&mut game, &[2]);
    resign(&mut game, 2);
    let end = game.end().cloned().unwrap();
    assert_eq!((end.reason, end.outcome.winners), (Reason::Resigned(Seat(2)), seats(&[1])));
    assert_eq!(end.resigned, [Seat(0)]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    assert_eq!(verified(&file).unwrap().end(), Some(&end));
}

#[test]
fn a_draw_is_shared_by_those_who_are_left() {
    let mut game = dealt("seats = 3\n", &[0, 1, 2], None);
    resign(&mut game, 1);
    game.agree(Instant::now()).unwrap();
    assert_eq!(winners(&game), seats(&[0, 2]));
}

#[test]
fn a_side_can_win_until_all_its_seats_have_resigned() {
    let pairs = "seats = 6\n[knobs]\nsides = 3\n";
    let mut game = dealt(pairs, &[0, 1, 2, 3, 4, 5], None);
    resign(&mut game, 0);
    assert_eq!(game.sides().len(), 3);
    play(&mut game, &[9, 1, 2, 9, 1, 2]);
    assert_eq!(winners(&game), seats(&[3]), "the partner of the one who resigned");

    let mut game = dealt(pairs, &[0, 1, 2, 3, 4, 5], None);
    resign(&mut game, 0);
    resign(&mut game, 3);
    assert_eq!(game.sides().into_iter().collect::<Vec<_>>(), [1, 2]);
    play(&mut game, &[9, 1, 2, 9, 1, 2]);
    assert_eq!(winners(&game), seats(&[2, 5]));

    let mut game = dealt(pairs, &[0, 1, 2, 3, 4, 5], None);
    resign(&mut game, 0);
    resign(&mut game, 3);
    resign(&mut game, 4);
    assert_eq!(winners(&game), seats(&[2, 5]), "of two sides one person's word is enough");
}

#[test]
fn resigning_is_taken_back_and_recorded_like_an_action() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0], Some(folder.path()));
    play(&mut game, &[9, 1, 1]);
    resign(&mut game, 0);
    play(&mut game, &[3, 1]);
    assert_eq!(game.undo(Instant::now()).unwrap(), 2, "what bots did since");
    assert!(game.resignations().is_empty() && game.is_played_by_person(Seat(0)));
    assert_eq!((game.len(), game.to_act()), (3, Some(Seat(0))));
    // Where it is the last word, it alone is taken back.
    resign(&mut game, 0);
    assert_eq!(game.undo(Instant::now()).unwrap(), 0);
    assert!(game.resignations().is_empty() && game.len() == 3);
    // And then the action before.
    assert_eq!(game.undo(Instant::now()).unwrap(), 3);
    assert!(game.is_empty() && !game.can_undo());
    play(&mut game, &[1, 1, 1, 1, 1, 5]);
    assert_eq!(winners(&game), seats(&[2]));
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    assert!(verified(&file).unwrap().end().unwrap().resigned.is_empty());
}

#[test]
fn resigning_before_any_action_begins_the_match_until_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0], Some(folder.path()));
    let listed = || {
        let (records, problems) = record::list(folder.path());
        assert!(problems.is_empty());
        records.iter().map(|entry| (entry.has_begun, entry.is_unfinished, entry.actions)).collect::<Vec<_>>()
    };
    assert_eq!(listed(), [(false, true, Some(0))]);
    resign(&mut game, 0);
    assert_eq!(listed(), [(true, true, Some(0))]);
    game.undo(Instant::now()).unwrap();
    assert_eq!(listed(), [(false, true, Some(0))]);
    play(&mut game, &[9]);
    assert_eq!(listed(), [(true, true, Some(1))]);
}

#[test]
fn undo_reverts_a_resignation_with_the_bot_actions_since() {
    let mut game = dealt("seats = 3\n", &[0, 1], None);
    play(&mut game, &[9, 1, 1]);
    resign(&mut game, 0);
    play(&mut game, &[3, 4]);
    assert_eq!(game.undo(Instant::now()).unwrap(), 1, "the action of the other person");
    assert!(game.has_resigned(Seat(0)));
    assert_eq!(game.undo(Instant::now()).unwrap(), 1, "and what the bot did since resigning");
    assert!(!game.has_resigned(Seat(0)));
}

#[test]
fn a_resignation_persists_when_resumed_or_under_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0, 1], Some(folder.path()));
    play(&mut game, &[9, 1]);
    resign(&mut game, 1);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let mut game = Record::read(&file).unwrap().resume(&plugin()).unwrap();
    assert!(game.has_resigned(Seat(1)) && game.len() == 2);
    play(&mut game, &[2]);
    game.continue_under(&ruleset("seats = 3\n[knobs]\nturns = 4\n")).unwrap();
    assert!(game.has_resigned(Seat(1)) && !game.has_resigned(Seat(0)));
    play(&mut game, &[3]);
    assert_eq!((winners(&game), &game.end().unwrap().resigned[..]), (seats(&[0]), &[Seat(1)][..]));
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    verified(&file).unwrap();
}

#[test]
fn nobodys_clock_runs_for_a_seat_that_resigned() {
    let start = Instant::now();
    let mut game = dealt("seats = 3\n[clock]\nminutes = 1\n", &[0, 1, 2], None);
    game.start_clock(start);
    game.resign(Seat(0), start + Duration::from_secs(10)).unwrap();
    let later = start + Duration::from_secs(100);
    assert!(!game.check_time(later).unwrap());
    game.play(Action(1), later).unwrap();
    assert_eq!(game.clock().unwrap().left(later)[..2], [Duration::from_secs(50), Duration::from_mins(1)]);
    assert_eq!(game.clock().unwrap().running(), Some(Seat(1)));
}

#[test]
fn a_record_with_a_false_giver_up_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt("seats = 3\n", &[0, 1, 2], Some(folder.path()));
    play(&mut game, &[9]);
    resign(&mut game, 0);
    play(&mut game, &[2, 1, 9, 2, 1]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let lines = opened(&fs::read_to_string(&file).unwrap());
    let forged = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        fs::write(&file, sealed(&lines)).unwrap();
        verified(&file).map(|_| ()).unwrap_err()
    };
    let message = forged(&|lines| lines[2] = lines[2].replace("\"seat\":0", "\"seat\":7"));
    assert!(message.contains(":3: ") && message.contains("there is no seat 7"), "{message}");
    let message = forged(&|lines| lines[2] = lines[2].replace("\"after\":1", "\"after\":3"));
    assert!(message.contains("1 actions were played before it, not 3"), "{message}");
    let message = forged(&|lines| lines.insert(3, lines[2].clone()));
    assert!(message.contains("resigned in it twice"), "{message}");
    let message = forged(&|lines| lines.insert(3, lines[2].replace("\"seat\":0", "\"seat\":1")));
    assert!(message.contains("which is the end where two sides are left"), "{message}");
    let message = forged(&|lines| {
        lines.remove(2);
    });
    assert!(message.contains("names others who resigned"), "{message}");
    let message = forged(&|lines| {
        let last = lines.last_mut().unwrap();
        *last = last.replace("\"winners\":[1]", "\"winners\":[0]");
    });
    assert!(message.contains("the winners"), "{message}");
    let message = forged(&|lines| {
        let line = lines.remove(2);
        lines.insert(7, line.replace("\"after\":1", "\"after\":6"));
    });
    assert!(message.contains("it was over by the rules"), "{message}");
}

//! Golden playthroughs: one match of every variant as text, to be reviewed by eye. A change of rules shows up as a readable difference.

use std::fmt::Write;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin_api::scene::{Area, AreaKind, Colour, Face, Piece, Scene, Tally};
use stonehouse_plugin_api::{Observer, Rng, Seat};
use stonehouse_tests::catalog;

/// Of a longer match the beginning and the end are told.
const LONGEST: usize = 150;

#[test]
fn a_match_of_every_variant() {
    for game in catalog().games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            let players = ruleset.seating().seats.iter().map(|seat| Player::person(&seat.name)).collect();
            let mut played = Match::new(&ruleset, 7, players, None).unwrap();
            let name = variant.full_name().replace('/', "__");
            insta::assert_snapshot!(name, playthrough(&mut played));
        }
    }
}

/// The whole match: a line for each action, the table as each seat sees it now and then, and how each hand was counted.
fn playthrough(played: &mut Match) -> String {
    let mut text = String::new();
    let mut random = Rng::from_seed(1);
    let mut counted = 0;
    while let Some(seat) = played.to_act() {
        let told = played.len() < LONGEST;
        if told && played.len().is_multiple_of(24) {
            tables(&mut text, played);
        }
        let scene = played.scene(Observer::Seat(seat)).unwrap();
        if told {
            tally(&mut text, scene.tally.as_ref(), &mut counted);
        }
        let offered = scene.gesture.as_ref().map(|gesture| format!(" ({} for {})", gesture.from, gesture.to));
        let prompt = scene.prompt.unwrap();
        let choices = played.choices().unwrap();
        let choice = &choices[random.below(choices.len() as u32) as usize];
        let scores: Vec<i64> = scene.seats.iter().map(|panel| panel.score).collect();
        let line = format!(
            "{:>3}. {seat} {scores:?} {}{} [{}] > {}",
            played.len() + 1,
            prompt.text,
            offered.unwrap_or_default(),
            choices.len(),
            choice.told.text
        );
        if told {
            writeln!(text, "{line}").unwrap();
        } else if played.len() == LONGEST {
            writeln!(text, "…").unwrap();
        }
        played.play(choice.action, Instant::now()).unwrap();
    }
    tally(&mut text, played.scene(Observer::Public).unwrap().tally.as_ref(), &mut counted);
    tables(&mut text, played);
    let end = played.end().unwrap();
    writeln!(text, "scores {:?}, winners {:?}, {:?}", end.outcome.scores, end.outcome.winners, end.reason).unwrap();
    text
}

/// How a hand was counted, unless it is the one numbered `counted`.
fn tally(text: &mut String, tally: Option<&Tally>, counted: &mut u32) {
    let Some(tally) = tally.filter(|tally| tally.number != *counted) else { return };
    *counted = tally.number;
    writeln!(text, "\n{} ({}): {}", tally.title, tally.columns.join(", "), tally.reason).unwrap();
    for row in &tally.rows {
        let pieces: Vec<String> = row.pieces.iter().map(name).collect();
        let won = if row.won { ", won" } else { "" };
        writeln!(text, "    {}: {} ({}){won}", row.seat, pieces.join(", "), row.cells.join(", ")).unwrap();
    }
    writeln!(text).unwrap();
}

/// The table as each seat sees it, told once where all see the same.
fn tables(text: &mut String, played: &Match) {
    let seats = 0..played.players().len() as u8;
    let seen: Vec<String> = seats.map(|seat| table(&played.scene(Observer::Seat(Seat(seat))).unwrap())).collect();
    if seen.windows(2).all(|pair| pair[0] == pair[1]) {
        writeln!(text, "\n{}", seen[0]).unwrap();
    } else {
        for (seat, seen) in seen.iter().enumerate() {
            writeln!(text, "\nseat {seat} sees\n{seen}").unwrap();
        }
    }
}

fn table(scene: &Scene) -> String {
    let mut text = format!("{}\n", scene.status);
    for area in &scene.areas {
        match &area.kind {
            AreaKind::Board(board) => {
                for row in 0..board.rows {
                    let places: Vec<String> = (0..board.cols)
                        .map(|col| {
                            let space = board.spaces.iter().find(|space| (space.row, space.col) == (row, col));
                            space.map_or(" ".to_owned(), |space| mark(area, &space.handle))
                        })
                        .collect();
                    writeln!(text, "    {}", places.join(" ").trim_end()).unwrap();
                }
            }
            AreaKind::Pile { count } | AreaKind::Deck { count } => {
                writeln!(text, "    {}: {count}", area.title).unwrap();
            }
            AreaKind::Purse { coins } => writeln!(text, "    {}: {coins} coins", area.title).unwrap(),
            AreaKind::Track { steps, reached } | AreaKind::Dial { steps, reached } => {
                writeln!(text, "    {}: {reached} of {steps}", area.title).unwrap();
            }
            _ if area.pieces.is_empty() && area.title.is_empty() => {}
            _ => {
                let pieces: Vec<String> = area.pieces.iter().map(name).collect();
                writeln!(text, "    {}: {}", area.title, pieces.join(", ")).unwrap();
            }
        }
    }
    for lit in &scene.lit {
        writeln!(text, "    lit: {} ({})", lit.text, lit.handles.join(" ")).unwrap();
    }
    text
}

fn name(piece: &Piece) -> String {
    if piece.count == 1 { piece.name.clone() } else { format!("{} {}", piece.count, piece.name) }
}

fn mark(area: &Area, space: &str) -> String {
    let Some(piece) = area.pieces.iter().find(|piece| piece.space == space) else { return "·".to_owned() };
    let letter = match piece.face {
        Face::Stone(Colour::White) => 'w',
        Face::Stone(Colour::Black) => 'b',
        _ => 'c',
    };
    if piece.marks.is_empty() { letter.to_string() } else { letter.to_ascii_uppercase().to_string() }
}

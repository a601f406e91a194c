//! A scene as text: every area, piece, place and mark in words, for screen readers.
//!
//! Tests play every game by this text, so a table cannot become unreadable without a test that fails.

use super::looks;
use super::words::marks;
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::scene::Area;
use stonehouse_plugin::{Arg, Scene};
use stonehouse_runtime::DescribedAction;

/// A part of a scene in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its title: that of an area, or of the players.
    pub title: String,
    /// Its contents, a line each.
    pub lines: Vec<String>,
}

/// A scene in words. `names` are the players', `places` the labels of their areas.
pub fn describe(scene: &Scene, names: &[String], places: &[String]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut players = Vec::new();
    for panel in &scene.seats {
        let name = names.get(panel.seat.index()).cloned().unwrap_or_default();
        let score =
            panel.score.map(|score| if score == 1 { tr!("1 point").to_owned() } else { tr!("{n} points", n = score) });
        let notes = panel.notes.iter().map(|note| note.shown(names));
        let out = panel.out.then(|| tr!("out").to_owned());
        let details: Vec<String> = score.into_iter().chain(notes).chain(out).collect();
        players.push(if details.is_empty() { name } else { format!("{name}: {}", details.join(", ")) });
    }
    let status = scene.status.shown(names);
    players.extend((!status.is_empty()).then_some(status));
    parts.push(Part { title: tr!("Players").to_owned(), lines: players });
    parts.extend(areas(scene, names, places));
    let lit = scene.lit.iter().map(|lit| lit.text.shown(names));
    let arrows = scene.arrows.iter().map(|arrow| arrow.text.shown(names));
    let lines: Vec<String> = lit.chain(arrows).filter(|line| !line.is_empty()).collect();
    if !lines.is_empty() {
        parts.push(Part { title: tr!("Shown at the moment").to_owned(), lines });
    }
    parts
}

/// A choice in words, with its gain.
pub fn choice(choice: &DescribedAction, names: &[String]) -> String {
    let (text, gain) = (choice.description.text.shown(names), choice.description.gain.shown(names));
    // A game's own text may contain the gain already.
    if text.contains(&gain) { text } else { with_spoken_gain(&text, &gain) }
}

/// Appends the gain of an action to its text, unless that is empty.
pub(crate) fn with_spoken_gain(text: &str, gain: &str) -> String {
    if gain.is_empty() { text.to_owned() } else { tr!("{action}, brings {gain}", action = text, gain) }
}

/// The areas in words. An untitled area inside a panel is described with the panel; a panel that only holds titled
/// areas is left out.
fn areas(scene: &Scene, names: &[String], places: &[String]) -> impl Iterator<Item = Part> {
    let mut parts: Vec<(&str, Part)> = Vec::new();
    for area in &scene.areas {
        let part = described(area, names, places);
        let panel = parts.iter_mut().find(|(handle, _)| *handle == area.inside && area.title.is_empty());
        match panel {
            Some((_, panel)) => panel.lines.extend(part.lines),
            None => parts.push((&area.handle, part)),
        }
    }
    let holds_others = |handle: &str| scene.areas.iter().any(|area| area.inside == handle && !area.title.is_empty());
    parts.into_iter().filter_map(move |(handle, mut part)| {
        if part.lines.is_empty() {
            if holds_others(handle) {
                return None;
            }
            part.lines.push(tr!("empty").to_owned());
        }
        Some(part)
    })
}

/// An area in words; without lines if it is empty.
fn described(area: &Area, names: &[String], places: &[String]) -> Part {
    let own = area.title.shown(names);
    let owner = area.seat.and_then(|seat| places.get(seat.index()));
    let names_owner =
        area.seat.is_some_and(|seat| area.title.arguments().any(|(_, named)| *named == Arg::Seat { seat }));
    let title = match (owner, own.is_empty()) {
        (Some(owner), true) => owner.clone(),
        (Some(owner), false) if own != *owner && !names_owner => tr!("{area}, of {owner}", area = own, owner),
        _ => own,
    };
    let mut lines = looks::layout(&area.layout).lines(area, names);
    let marks = marks(&area.marks);
    if !marks.is_empty() {
        lines.push(marks.join(", "));
    }
    Part { title, lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::scene::{Cell, Cells, Face, Layout, Mark, Piece, SeatPanel, Tint};
    use stonehouse_plugin::{Seat, Text, text};

    #[test]
    fn a_single_point_is_one_point() {
        let scene = Scene::new("").seats([1, 2, 0].map(|score| SeatPanel::new(Seat(0), score)));
        let parts = describe(&scene, &["Anna".to_owned()], &[String::new()]);
        assert_eq!(parts[0].lines, ["Anna: 1 point", "Anna: 2 points", "Anna: 0 points"]);
    }

    #[test]
    fn every_piece_place_mark_and_score_is_described() {
        let mut board = Cells::default();
        for name in ["A1", "A2", "A3"] {
            let mut cell = Cell::default();
            cell.handle = format!("cell/{name}");
            cell.name = Text::from(name);
            board.cells.push(cell);
        }
        let mut stone = Piece::new(1, Face::Stone(Tint::White), "white stone");
        stone.on = "cell/A2".to_owned();
        stone.marks = vec![Mark::Last, Mark::Known];
        let mut hand = Area::new("hand", Layout::Fan).title("Hand");
        hand.seat = Some(Seat(0));
        let hand = hand.pieces([Piece::new(2, Face::Covered, "a hidden card").count(3)]);
        let scene = Scene::new("Round 2")
            .areas([Area::new("board", Layout::Cells(board)).title("Board").pieces([stone]), hand])
            .seats([SeatPanel::new(Seat(0), 7).note("2 lines")]);
        let parts = describe(&scene, &["Anna".to_owned()], &["Anna · White".to_owned()]);
        let part = |title: &str, lines: &[&str]| Part {
            title: title.to_owned(),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        assert_eq!(
            parts,
            [
                part("Players", &["Anna: 7 points, 2 lines", "Round 2"]),
                part("Board", &["A2: white stone, played last", "2 empty places"]),
                part("Hand, of Anna · White", &["a hidden card, 3 of them"]),
            ]
        );
    }

    #[test]
    fn panel_contents_are_merged_and_owners_named_once() {
        let stone = |id, name: &'static str| Piece::new(id, Face::Stone(Tint::White), name);
        let inside = |handle: &str, panel: &str| Area::new(handle, Layout::Row).seat(Seat(0)).inside(panel);
        let panel = |handle: &str, title: Text| Area::new(handle, Layout::column()).seat(Seat(0)).title(title);
        let scene = Scene::new("").areas([
            panel("tray", text!("{player}'s stones", player = Seat(0))),
            inside("front", "tray").pieces([stone(1, "a pebble")]),
            inside("rack", "tray").pieces([stone(2, "a hidden pebble")]),
            inside("wish", "tray").title("Wish"),
            panel("bare", "Bare".into()),
            panel("cards", "Cards".into()),
            inside("hand", "cards").title("Hand").pieces([stone(3, "a card")]),
        ]);
        let parts = describe(&scene, &["Anna".to_owned()], &["Anna · White".to_owned()]);
        let parts: Vec<(&str, Vec<&str>)> =
            parts.iter().map(|part| (&*part.title, part.lines.iter().map(|line| &**line).collect())).collect();
        assert_eq!(
            parts,
            [
                ("Players", vec![]),
                ("Anna's stones", vec!["a pebble", "a hidden pebble"]),
                ("Wish, of Anna · White", vec!["empty"]),
                ("Bare, of Anna · White", vec!["empty"]),
                ("Hand, of Anna · White", vec!["a card"]),
            ]
        );
    }
}

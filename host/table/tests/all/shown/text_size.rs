//! Large text on the table: it grows where there is room, and nothing covers anything else or is cut off.

use super::{Window, choice, window};
use egui::{Rect, Vec2, vec2};
use stonehouse_plugin::scene::{Area, Face, Layout, Piece, Prompt, Row, SeatPanel, Sheet, SheetCell, Tint};
use stonehouse_plugin::{PathStep, Scene, Seat};
use stonehouse_ui::theme::Appearance;

/// A table of two with piles, rows, a sheet, and a question with three answers.
fn table(size: Vec2, text: f32) -> Window {
    let stones = |first: u32, count: u32| {
        (first..first + 3).map(move |id| Piece::new(id, Face::Stone(Tint::White), "stone").count(count))
    };
    let row = |handle: &'static str, title: &'static str, seat: u8, first: u32, count: u32| {
        Area::new(handle, Layout::Row).title(title).seat(Seat(seat)).pieces(stones(first, count))
    };
    let pile = |handle: &'static str, title: &'static str, count: u32| {
        Area::new(handle, Layout::stack(count, Face::Back(Tint::Blue))).title(title)
    };
    let line = |name: &'static str, words: &'static str| {
        let mut cell = SheetCell::default();
        cell.text = words.into();
        let mut row = Row::default();
        (row.name, row.cells) = (name.into(), vec![cell]);
        row
    };
    let mut sheet = Sheet::default();
    (sheet.columns, sheet.rows) = (vec!["Points".into()], vec![line("Rows", "12"), line("Bonus", "3")]);
    let meter = Area::new("meter", Layout::meter(3, 8)).title("Round");
    let prompt = Prompt::new(Seat(0), "Ben offers a jewel for two of your stones")
        .button("accept", "Accept")
        .button("deny", "Deny it")
        .button("force", "Force the stone")
        .at("own");
    let mut scene = Scene::default().areas([
        pile("quarry", "Quarry", 41),
        pile("yard", "Brickyard", 7),
        Area::new("sheet", sheet).title("Score"),
        meter,
        row("own", "Your stones", 0, 1, 1),
        row("theirs", "Stones of Ben", 1, 10, 4),
    ]);
    scene = scene.seats([SeatPanel::new(Seat(0), 0), SeatPanel::new(Seat(1), 0)]);
    scene.prompt = Some(prompt);
    let one = |handle: &str| PathStep::One(handle.to_owned());
    let choices =
        ["accept", "deny", "force"].into_iter().zip(0..).map(|(name, number)| choice(number, [one(name)], ""));
    window(scene, choices.collect(), size, Appearance { text, ..Appearance::default() })
}

/// The words that are painted, where, and whether some of them are left out.
fn painted(window: &Window) -> Vec<(String, Rect, bool)> {
    let mut words = Vec::new();
    for shape in &window.output().shapes {
        all(&shape.shape, &mut words);
    }
    words
}

fn all(shape: &egui::Shape, words: &mut Vec<(String, Rect, bool)>) {
    match shape {
        egui::Shape::Text(text) if !text.galley.text().is_empty() => {
            let at = text.galley.rect.translate(text.pos.to_vec2());
            words.push((text.galley.text().to_owned(), at, text.galley.elided));
        }
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| all(shape, words)),
        _ => {}
    }
}

const SIZES: [Vec2; 3] = [vec2(660.0, 520.0), vec2(900.0, 600.0), vec2(1280.0, 800.0)];

#[test]
fn table_texts_neither_overlap_nor_are_cut_off_at_any_text_size() {
    for size in SIZES {
        for text in [0.8, 1.0, 1.5, 2.0] {
            let words = painted(&table(size, text));
            for (number, (label, at, elided)) in words.iter().enumerate() {
                assert!(!elided, "{label:?} is cut off, in {size} at {text}");
                assert!(
                    Rect::from_min_size(egui::Pos2::ZERO, size).expand(1.0).contains_rect(*at),
                    "{label:?} at {at}"
                );
                for (other, there, _) in &words[..number] {
                    let common = at.intersect(*there);
                    let covered = common.is_positive() && common.width() > 2.0 && common.height() > 4.0;
                    assert!(!covered, "{label:?} and {other:?} in {size} at {text}: {at} and {there}");
                }
            }
        }
    }
}

#[test]
fn all_table_text_grows_at_200_percent_if_the_window_has_room() {
    let high = |text: f32| {
        let words = painted(&table(vec2(1280.0, 800.0), text)).into_iter();
        // A question may have more lines.
        let words = words.filter(|(label, ..)| !label.contains("offers"));
        words.map(|(label, at, _)| (label, at.height())).collect::<Vec<_>>()
    };
    let (usual, large) = (high(1.0), high(2.0));
    assert!(usual.len() > 10, "{usual:?}");
    for (label, small) in usual {
        let now = large.iter().filter(|(other, _)| *other == label).map(|(_, high)| *high).fold(0.0, f32::max);
        assert!(now > small * 1.25, "{label:?}: {now} after {small}");
    }
}

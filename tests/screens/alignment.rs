//! What stands in line on the screens: the numbers of the log, the rows and bullets of the rules, the lines that divide the sheet.

use super::{Window, click, current, new_window, open_sheet, place, start};
use egui::{Rangef, Rect, Shape};
use egui_kittest::kittest::Queryable;

/// What was painted in the last frame.
fn painted(window: &Window) -> Vec<Shape> {
    fn single(shape: &Shape, into: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| single(shape, into)),
            shape => into.push(shape.clone()),
        }
    }
    let mut shapes = Vec::new();
    window.output().shapes.iter().for_each(|clipped| single(&clipped.shape, &mut shapes));
    shapes
}

/// Whether two places are the same, to a tenth of a point.
fn same(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.1
}

#[test]
fn the_numbers_of_the_log_end_in_one_column_and_its_texts_begin_in_one_however_many_digits_there_are() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    while current(&window).len() < 12 {
        place(&mut window);
    }
    let texts: Vec<Rect> = ["You: ", "Guest: "]
        .into_iter()
        .flat_map(|name| window.get_all_by_label_contains(name).map(|node| node.rect()).collect::<Vec<_>>())
        .collect();
    assert_eq!(texts.len(), 12);
    let mut ends = Vec::new();
    for number in 1..=12 {
        // The scores of the seats are numbers, too.
        let rects: Vec<Rect> = window.get_all_by_label(&number.to_string()).map(|node| node.rect()).collect();
        let beside = |text: &&Rect| rects.iter().any(|rect| rect.right() < text.left() && same(rect.top(), text.top()));
        let text = texts.iter().find(beside).expect("the number stands beside a text, at the height of its first row");
        assert!(same(text.left(), texts[0].left()), "the text of {number}: {text}");
        ends.extend(rects.iter().find(|rect| same(rect.top(), text.top())).map(Rect::right));
    }
    assert_eq!(ends.len(), 12);
    assert!(ends.iter().all(|end| same(*end, ends[0])), "{ends:?}");
}

#[test]
fn the_rows_of_the_rules_stand_at_one_distance_and_each_bullet_at_its_first_row() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Slanted", &["Black: Person"]);
    click(&mut window, "Rules");
    let side = window.get_by_label_contains("the rules in short").rect().left();
    let shapes = painted(&window);
    // The middles of the rows of each text in the rules.
    let mut texts: Vec<Vec<f32>> = Vec::new();
    let mut bullets = Vec::new();
    for shape in &shapes {
        match shape {
            Shape::Text(text) if text.pos.x >= side && !text.galley.text().trim().is_empty() => {
                texts.push(text.galley.rows.iter().map(|row| text.pos.y + row.rect().center().y).collect());
            }
            Shape::Circle(circle) if circle.center.x >= side => bullets.push(circle.center.y),
            _ => {}
        }
    }
    // Pixels round by half a point.
    let distances: Vec<f32> = texts.iter().flat_map(|rows| rows.windows(2).map(|two| two[1] - two[0])).collect();
    assert!(distances.len() > 5, "{texts:?}");
    assert!(distances.iter().all(|distance| (distance - distances[0]).abs() < 1.0), "{distances:?}");
    assert!(bullets.len() > 3, "{bullets:?}");
    // A text below the edge of the rules is not painted.
    let lowest = texts.iter().filter_map(|rows| rows.last()).fold(0.0, |lowest: f32, row| lowest.max(*row));
    for bullet in bullets.into_iter().filter(|bullet| *bullet <= lowest) {
        assert!(texts.iter().any(|rows| (rows[0] - bullet).abs() < 1.0), "the bullet at {bullet}: {texts:?}");
    }
}

#[test]
fn the_lines_that_divide_the_sheet_are_equally_wide() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Official of StoneRow", &[]);
    let lines: Vec<Rangef> = painted(&window)
        .iter()
        .filter_map(|shape| match shape {
            Shape::LineSegment { points: [from, to], .. } if from.y == to.y => Some(Rangef::new(from.x, to.x)),
            _ => None,
        })
        .collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], lines[1]);
}

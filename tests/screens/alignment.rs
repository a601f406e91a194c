//! Alignment on the screens: the numbers of the log, the rows and bullets of the rules, the lines that divide the
//! sheet.

use super::{Window, app, click, current, frames, new_window, open_sheet, place, press, sized_window, start, unfold};
use egui::{Key, Modifiers, Rangef, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use stonehouse_desktop::SMALL_WINDOW;

/// The shapes that were painted in the last frame.
pub fn painted(window: &Window) -> Vec<Shape> {
    painted_within(window).into_iter().map(|(_, shape)| shape).collect()
}

/// The shapes that were painted in the last frame, each with the rectangle to which it is clipped.
fn painted_within(window: &Window) -> Vec<(Rect, Shape)> {
    fn single(clip: Rect, shape: &Shape, into: &mut Vec<(Rect, Shape)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| single(clip, shape, into)),
            shape => into.push((clip, shape.clone())),
        }
    }
    let mut shapes = Vec::new();
    window.output().shapes.iter().for_each(|clipped| single(clipped.clip_rect, &clipped.shape, &mut shapes));
    shapes
}

/// Whether two places are the same, to a tenth of a point.
fn same(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.1
}

#[test]
fn log_numbers_align_right_and_texts_left_for_any_digit_count() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    while current(&window).len() < 12 {
        place(&mut window);
    }
    let texts: Vec<Rect> = ["Player 1: ", "Player 2: "]
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
fn the_numbers_and_the_texts_of_the_log_of_a_review_stand_in_columns() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["White: Apprentice", "Black: Apprentice"]);
    let length = current(&window).len();
    let names = super::names(&window);
    click(&mut window, "Review");
    press(&mut window, Modifiers::NONE, Key::Home);
    let texts: Vec<(Rect, String)> = painted(&window)
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Text(text) => {
                Some((Rect::from_min_size(text.pos, text.galley.size()), text.galley.text().to_owned()))
            }
            _ => None,
        })
        .collect();
    let lines = texts.iter().filter(|(_, text)| names.iter().any(|name| text.starts_with(&format!("{name}: "))));
    let lines: Vec<&Rect> = lines.map(|(rect, _)| rect).collect();
    assert!(lines.len() > 10 && length > 10, "{texts:?}");
    let mut ends = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        assert!(same(line.left(), lines[0].left()), "{texts:?}");
        let is_number = |(rect, text): &&(Rect, String)| {
            *text == (place + 1).to_string() && rect.right() < line.left() && (rect.top() - line.top()).abs() < 1.5
        };
        ends.push(texts.iter().find(is_number).expect("its number stands beside its first row").0.right());
    }
    // Pixels round.
    assert!(ends.iter().all(|end| (end - ends[0]).abs() < 0.6), "{ends:?}");
}

#[test]
fn rules_text_has_even_spacing_and_bullets_at_the_first_line() {
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
fn launcher_rules_have_even_spacing_and_aligned_bullets() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    for game in ["3 Stones", "StoneRow", "Stones"] {
        click(&mut window, &format!("Rules of {game}"));
        let all = painted_within(&window);
        let is_title =
            |shape: &Shape| matches!(shape, Shape::Text(text) if text.galley.text().contains("the rules in short"));
        let dialog = all.iter().find(|(_, shape)| is_title(shape)).expect("the rules are shown").0;
        let (mut texts, mut bullets): (Vec<(f32, f32)>, Vec<f32>) = (Vec::new(), Vec::new());
        for (_, shape) in all.iter().filter(|(clip, _)| *clip == dialog) {
            match shape {
                Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                    let rows = &text.galley.rows;
                    texts.push((
                        text.pos.y + rows[0].rect().center().y,
                        text.pos.y + rows[rows.len() - 1].rect().center().y,
                    ));
                }
                Shape::Circle(circle) => bullets.push(circle.center.y),
                _ => {}
            }
        }
        assert!(bullets.len() > 3, "{bullets:?}");
        // From the last row of each point of the list to the first of the next: as far, however many rows it has.
        let mut gaps = Vec::new();
        for (place, bullet) in bullets.iter().enumerate() {
            assert!(texts.iter().any(|(first, _)| (first - bullet).abs() < 1.0), "{game}: {bullet} of {texts:?}");
            let Some(next) = bullets.get(place + 1) else { break };
            let within = texts.iter().filter(|(first, _)| (bullet - 1.0..next - 1.0).contains(first));
            gaps.push(next - within.fold(0.0_f32, |lowest, (_, last)| lowest.max(*last)));
        }
        assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() < 1.0), "{game}: {gaps:?}");
        press(&mut window, Modifiers::NONE, Key::PageDown);
        press(&mut window, Modifiers::NONE, Key::PageDown);
        press(&mut window, Modifiers::NONE, Key::PageDown);
        assert!(window.query_by_label("By The Stonehouse authors").is_some(), "{game}");
        assert!(window.query_all_by_label_contains("Apache").next().is_none(), "{game}");
        click(&mut window, "Close the rules");
    }
}

#[test]
fn everything_in_a_wide_launcher_ends_at_the_same_edge() {
    let home = tempfile::tempdir().unwrap();
    let mut window = new_window(home.path());
    for _ in 0..4 {
        start(&mut window, "Small board", &["Black: Person"]);
        place(&mut window);
        click(&mut window, "Leave");
    }
    drop(window);
    for size in [vec2(1900.0, 1100.0), vec2(1280.0, 800.0), vec2(900.0, 600.0)] {
        let mut window = sized_window(app(home.path()), size);
        unfold(&mut window, "StoneRow");
        frames(&mut window);
        let all = painted(&window);
        // The smallest frame around the widget with this label.
        let frame = |label: &str, least: f32| -> f32 {
            let nodes = window.query_all_by_label_contains(label);
            let inner =
                nodes.map(|node| node.rect()).max_by(|one, other| one.right().total_cmp(&other.right())).expect(label);
            let frames = all.iter().filter_map(|shape| match shape {
                Shape::Rect(rect) if rect.rect.expand(0.5).contains_rect(inner) && rect.rect.width() >= least => {
                    Some(rect.rect)
                }
                _ => None,
            });
            frames.min_by(|one, other| one.area().total_cmp(&other.area())).expect(label).right()
        };
        let ends = [
            frame("Reload", 40.0),
            frame("Resume Player", 200.0),
            frame("Rules of Stones", 236.0),
            frame("Play ", 200.0),
        ];
        assert!(ends.iter().all(|end| same(*end, ends[0])), "{size}: {ends:?}");
    }
}

/// The scroll bars, where they are painted: narrow, and longer than wide.
fn scroll_bars(window: &Window, within: Rect) -> Vec<Rect> {
    let bars = painted(window).into_iter().filter_map(|shape| match shape {
        Shape::Rect(rect) if rect.fill.a() > 0 => Some(rect.rect),
        _ => None,
    });
    bars.filter(|bar| within.contains_rect(*bar) && bar.width() < 14.0 && bar.height() > 60.0).collect()
}

#[test]
fn the_sheet_of_four_players_has_a_scroll_bar_only_where_it_scrolls() {
    let records = tempfile::tempdir().unwrap();
    for (variant, size) in [
        ("Official of StoneRow", SMALL_WINDOW),
        ("Team play of StoneRow", SMALL_WINDOW),
        ("Quick of Stones", SMALL_WINDOW),
        ("Official of Stones", SMALL_WINDOW),
        ("Official of StoneRow", vec2(900.0, 400.0)),
    ] {
        let mut window = sized_window(app(records.path()), size);
        open_sheet(&mut window, variant, &[]);
        if window.query_by_label("4 players").is_some() {
            click(&mut window, "4 players");
        }
        let seats = ["South", "West", "North", "East"].map(|seat| format!("{seat}: Master"));
        assert!(seats.iter().all(|seat| window.query_by_label(seat).is_some()), "{variant} is for four");
        // The scrolled part of a dialog is above its foot.
        let foot = window.get_by_label("Start").rect();
        let sheet = Rect::from_x_y_ranges(foot.left()..=foot.left() + 800.0, 0.0..=foot.top());
        let last = window.get_by_label("Rules for this match…").rect();
        let is_cut = last.bottom() > foot.top();
        assert_eq!(scroll_bars(&window, sheet).is_empty(), !is_cut, "{variant} at {size}: {last:?}, {foot:?}");
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

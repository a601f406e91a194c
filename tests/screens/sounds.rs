//! Sounds, and a match as an animated picture.

use super::{Window, click, current, frames, new_window, place, plays_to_the_end, press, start, window};
use egui::{Color32, ColorImage, Key, Modifiers, ViewportCommand};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use stonehouse_desktop::tempo::Tempo;
use stonehouse_engine::Folders;
use stonehouse_sound::{Cue, Speaker};
use stonehouse_tests::{AT_ONCE, app_over, folders};

fn listened(home: &Path, settings: &str) -> (Window, Receiver<Vec<Cue>>) {
    listened_at(home, settings, AT_ONCE)
}

/// As [`listened`], with bots of this tempo.
fn listened_at(home: &Path, settings: &str, tempo: Tempo) -> (Window, Receiver<Vec<Cue>>) {
    let file = home.join("settings.toml");
    fs::write(&file, settings).unwrap();
    let folders = Folders { settings: Some(file), ..folders(Some(&home.join("records"))) };
    let (send, received) = channel();
    (window(app_over(&folders, tempo).with_speaker(Speaker::reporting(100, send))), received)
}

fn all(received: &Receiver<Vec<Cue>>) -> Vec<Cue> {
    received.try_iter().flatten().collect()
}

#[test]
fn a_stone_sounds_when_it_is_placed_and_not_when_taken_back() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, received) = listened(home.path(), "");
    start(&mut window, "Small board", &["Black: Apprentice"]);
    assert_eq!(all(&received), [], "a match that is opened makes no sound");
    place(&mut window);
    let sounds = all(&received);
    assert_eq!(sounds.iter().filter(|cue| **cue == Cue::Place).count(), 2, "mine and the bot's: {sounds:?}");
    assert_eq!(sounds.last(), Some(&Cue::YourTurn), "{sounds:?}");
    click(&mut window, "Undo");
    assert_eq!(all(&received), []);
    plays_to_the_end(&mut window);
    let won = current(&window).end().unwrap().outcome.winners.contains(stonehouse_plugin::Seat(0));
    assert_eq!(all(&received).contains(&Cue::Win), won);
}

#[test]
fn a_match_behind_another_tab_sounds_once_at_your_turn() {
    let home = tempfile::tempdir().unwrap();
    // Bots that answer after twelve frames.
    let slow = Tempo { pause: Duration::from_secs(3), ..AT_ONCE };
    let (mut window, received) = listened_at(home.path(), "", slow);
    start(&mut window, "Small board", &["Black: Apprentice"]);
    let pockets = super::touchable(&window, "");
    pockets.iter().find(|node| super::label(node).contains(": empty")).expect("a pocket").click();
    window.step();
    press(&mut window, Modifiers::COMMAND, Key::T);
    assert!(!all(&received).contains(&Cue::YourTurn), "it is the bot's turn");
    window.run_steps(8);
    window.state_mut().wait_for_bot();
    window.run_steps(12);
    assert_eq!(all(&received), [Cue::YourTurn]);
}

#[test]
fn sounds_are_switched_off_in_the_settings_and_stay_off() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, received) = listened(home.path(), "volume = 40\n");
    click(&mut window, "Settings");
    window.get_by_label("Play sounds").scroll_to_me();
    frames(&mut window);
    click(&mut window, "Play sounds");
    click(&mut window, "Close");
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    assert_eq!(all(&received), []);
    let kept = fs::read_to_string(home.path().join("settings.toml")).unwrap();
    assert_eq!(kept, "volume = 40\nsounds = false\n");
}

/// Lets a frame pass, and answers a window whose picture is requested.
fn frame_with_picture(window: &mut Window, shade: u8) -> bool {
    window.step();
    let viewports = &window.output().viewport_output;
    let commands = viewports.values().flat_map(|viewport| &viewport.commands);
    let asked = commands.filter_map(|command| match command {
        ViewportCommand::Screenshot(callback) => Some(callback.clone()),
        _ => None,
    });
    let asked: Vec<_> = asked.collect();
    for callback in &asked {
        callback.clone().complete(Arc::new(ColorImage::filled([900, 600], Color32::from_gray(shade))));
    }
    !asked.is_empty()
}

fn reviewed(records: &Path) -> (Window, usize) {
    let mut window = new_window(records);
    start(&mut window, "Small board", &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let count = current(&window).len();
    click(&mut window, "Review");
    (window, count)
}

#[test]
fn a_match_becomes_an_animated_picture_of_all_its_positions() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, count) = reviewed(&home.path().join("records"));
    click(&mut window, "Share");
    click(&mut window, "Make an animated picture");
    let mut asked = 0;
    for _ in 0..10_000 {
        if window.query_by_label("The animated picture is done").is_some() {
            break;
        }
        asked += usize::from(frame_with_picture(&mut window, (asked * 7 % 256) as u8));
        window.state_mut().wait_for_bot();
    }
    assert!(window.query_by_label("The animated picture is done").is_some());
    assert_eq!(asked, count + 1);
    let files: Vec<_> = fs::read_dir(home.path().join("pictures")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    let bytes = fs::read(&files[0]).unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
    click(&mut window, "Close");
    frames(&mut window);
    assert!(window.query_by_label("Close").is_none());
}

#[test]
fn each_animation_frame_names_players_scores_and_the_action() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, count) = reviewed(&home.path().join("records"));
    let texts = |window: &Window| -> Vec<(String, egui::Rect)> {
        let nodes = window.query_all_by_role(egui::Role::Label);
        nodes.map(|node| (super::label(&node), node.rect())).collect()
    };
    let is_score = |text: &str, name: &str| {
        text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).is_some_and(|rest| rest.parse::<i64>().is_ok())
    };
    let scores = final_scores(&home.path().join("records"));
    click(&mut window, "Share");
    click(&mut window, "Make an animated picture");
    let (mut seen, mut table) = (Vec::new(), egui::Rangef::NOTHING);
    while window.query_by_label("The animated picture is done").is_none() {
        assert!(seen.len() <= count + 1, "it never ends");
        if frame_with_picture(&mut window, (seen.len() * 7 % 256) as u8) {
            let texts = texts(&window);
            let named = |name: &str| texts.iter().find(|(text, _)| is_score(text, name));
            let (name, other) = (named("You").expect("the name and the score"), named("Ada").expect("the other's"));
            assert!((name.1.center().y - other.1.center().y).abs() < 1.0, "{texts:?}");
            let progress =
                texts.iter().find(|(text, _)| text.starts_with("Making the picture")).expect("how far it is");
            table = egui::Rangef::new(name.1.top(), progress.1.top());
            // The line of the names.
            let line = texts.iter().filter(|(_, rect)| (rect.center().y - name.1.center().y).abs() < 6.0);
            let caption: Vec<String> = line.map(|(text, _)| text.clone()).collect();
            seen.push(caption);
            // How far it is, whole.
            let progress = window.output().shapes.iter().find_map(|clipped| match &clipped.shape {
                egui::Shape::Text(text) if text.galley.text().starts_with("Making the picture") => {
                    Some(text.galley.elided)
                }
                _ => None,
            });
            assert_eq!(progress, Some(false));
        }
        window.state_mut().wait_for_bot();
    }
    assert_eq!(seen.len(), count + 1);
    for (number, caption) in seen.iter().enumerate().take(count).skip(1) {
        let player = if number % 2 == 1 { "You" } else { "Ada" };
        let action = format!("{number}  {player}: ");
        assert!(caption.iter().any(|text| text.starts_with(&action)), "{action}: {caption:?}");
    }
    let last = &seen[count];
    for text in [format!("You {}", scores[0]), format!("Ada {}", scores[1])] {
        assert!(last.contains(&text), "{text}: {last:?}");
    }
    assert!(last.iter().any(|text| text.contains("win") || text.contains("draw")), "{last:?}");
    assert!(window.query_by_label("Open the folder").is_some());
    // The picture reaches from the names down to the end of the table.
    let file = fs::read_dir(home.path().join("pictures")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(file).unwrap();
    let height = f32::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert!((height - table.span()).abs() < 20.0, "{height} of {table:?}");
}

/// The scores at the end of the only match in this folder.
fn final_scores(records: &Path) -> Vec<i64> {
    let file = fs::read_dir(records).unwrap().map(|file| file.unwrap().path()).find(|file| file.is_file()).unwrap();
    let record = stonehouse_engine::Record::read(&file).unwrap();
    record.ending.as_ref().unwrap().1.ending.outcome.scores.clone()
}

#[test]
fn a_cancelled_animation_leaves_no_file_and_an_unchanged_review() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, count) = reviewed(&home.path().join("records"));
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    click(&mut window, "Share");
    click(&mut window, "Make an animated picture");
    assert!(window.query_all_by_label_contains("Making the picture").next().is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    let place = format!("Action {} of {count}", count - 1);
    assert!(window.query_all_by_label_contains(&place).next().is_some());
    assert!(!home.path().join("pictures").exists());
}

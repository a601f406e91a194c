//! The cost of a frame to the processor: layout, painting and tessellation, without the graphics card.
//!
//! `cargo bench -p stonehouse-tests --bench frame`; figures are in `docs/performance.md`.

use divan::Bencher;
use egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::Path;
use std::time::Instant;
use stonehouse_desktop::App;
use stonehouse_desktop::play::Play;
use stonehouse_engine::{Match, Player};
use stonehouse_plugin::Rng;
use stonehouse_table::Textures;
use stonehouse_tests::{AT_ONCE, app, ruleset};
use stonehouse_ui::theme;
use tempfile::TempDir;

const WINDOW: Vec2 = Vec2::new(1280.0, 800.0);

fn main() {
    divan::main();
}

/// Shows frames, at first a sixtieth of a second apart.
struct Frames {
    ctx: Context,
    time: f64,
    /// Seconds from frame to frame.
    step: f64,
}

impl Frames {
    fn new() -> Self {
        let ctx = Context::default();
        theme::apply(&ctx, theme::Appearance::default());
        Self { ctx, time: 0.0, step: 1.0 / 60.0 }
    }

    fn press(&mut self, key: Option<Key>, ui: impl FnMut(&mut egui::Ui)) {
        self.time += self.step;
        let pressed =
            |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, WINDOW)),
            time: Some(self.time),
            events: key.map(pressed).into_iter().collect(),
            ..RawInput::default()
        };
        let output = self.ctx.run_ui(input, ui);
        divan::black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
    }
}

/// A match of the standard game between two people, `actions` old.
fn play(actions: usize) -> Match {
    begun(actions, "Anna", None)
}

fn begun(actions: usize, first: &str, records: Option<&Path>) -> Match {
    let ruleset = ruleset("three-stones/standard");
    let players = vec![Player::person(first), Player::person("Ben")];
    let mut played = Match::new(&ruleset, 1, players, records).expect("a deal");
    let mut random = Rng::from_seed(1);
    for _ in 0..actions {
        let choices = played.described_actions().expect("choices");
        let choice = &choices[random.below(choices.len() as u32) as usize];
        played.play(choice.action, Instant::now()).expect("a legal action");
    }
    played
}

#[divan::bench]
fn table_at_rest(bencher: Bencher<'_, '_>) {
    let mut frames = Frames::new();
    let textures = Textures::new(&frames.ctx);
    let mut play = Play::new(play(60), AT_ONCE, None);
    bencher.bench_local(|| frames.press(None, |ui| _ = play.ui(ui, &textures)));
}

/// A stone on its way: placed by the keyboard, and then time stands still.
#[divan::bench]
fn table_in_motion(bencher: Bencher<'_, '_>) {
    let mut frames = Frames::new();
    let textures = Textures::new(&frames.ctx);
    let mut play = Play::new(play(60), AT_ONCE, None);
    for key in [None, Some(Key::ArrowRight), None, Some(Key::Enter)] {
        frames.press(key, |ui| _ = play.ui(ui, &textures));
    }
    assert_eq!(play.current().map_or(0, |current| current.len()), 61, "a stone was placed");
    frames.step = 0.0;
    bencher.bench_local(|| frames.press(None, |ui| _ = play.ui(ui, &textures)));
}

/// Matches in the history.
const RECORDS: usize = 2000;

/// A folder with records of matches between people of forty names, one in ten of them not over.
fn archive() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for person in 0..40 {
        let actions = if person % 10 == 0 { 30 } else { 72 };
        drop(begun(actions, &format!("Anna {person}"), Some(folder.path())));
    }
    let originals: Vec<_> =
        std::fs::read_dir(&folder).expect("records").map(|entry| entry.expect("a record").path()).collect();
    assert_eq!(originals.len(), 40);
    for copy in 1..RECORDS / originals.len() {
        for original in &originals {
            let name = original.file_name().unwrap_or_default().to_string_lossy();
            std::fs::copy(original, folder.path().join(format!("{copy}-{name}"))).expect("a copy");
        }
    }
    folder
}

/// Screens, and the labels that lead there from the launcher.
const SCREENS: [(&str, &[&str]); 8] = [
    ("launcher", &[]),
    ("setup sheet", &["Change Standard of 3 Stones"]),
    ("history", &["History"]),
    ("statistics", &["History", "Statistics"]),
    ("settings", &["Settings"]),
    ("packs", &["Packs"]),
    ("lab", &["Lab"]),
    ("match", &["Start 3 Stones: Standard"]),
];

/// Every screen with [`RECORDS`] matches in the history. Names for assistive technology, which are not made unless they
/// are needed, are included.
#[divan::bench(args = SCREENS.map(|(screen, _)| screen))]
fn screen(bencher: Bencher<'_, '_>, screen: &str) {
    let folder = archive();
    let labels = SCREENS.into_iter().find(|(name, _)| *name == screen).map_or(&[][..], |(_, labels)| labels);
    let mut window =
        Harness::builder().with_size(WINDOW).build_ui_state(|ui, app: &mut App| app.ui(ui), app(folder.path()));
    window.run_steps(8);
    if screen == "setup sheet" {
        window.get_by_label("Variants of 3 Stones").click();
        window.run_steps(8);
    }
    for label in labels {
        window.get_by_label(label).click();
        window.run_steps(8);
        window.state_mut().wait_for_files();
        window.run_steps(8);
    }
    let mut frames = Frames { ctx: window.ctx.clone(), time: 1000.0, step: 1.0 / 60.0 };
    bencher.bench_local(|| frames.press(None, |ui| window.state_mut().ui(ui)));
}

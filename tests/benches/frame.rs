//! What a frame costs the processor: layout, painting and tessellation, without the graphics card.
//!
//! `cargo bench -p stonehouse-tests --bench frame`; figures stand in `docs/measurements.md`.

use divan::Bencher;
use egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2};
use std::time::Instant;
use stonehouse_desktop::play::Play;
use stonehouse_engine::{Match, Player};
use stonehouse_plugin_api::Rng;
use stonehouse_table::look::{self, Textures};
use stonehouse_tests::{AT_ONCE, app, ruleset};

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
        look::apply(&ctx, look::Wishes::default());
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
    let ruleset = ruleset("three-stones/standard");
    let players = vec![Player::person("Anna"), Player::person("Ben")];
    let mut played = Match::new(&ruleset, 1, players, None).expect("a deal");
    let mut random = Rng::from_seed(1);
    for _ in 0..actions {
        let choices = played.choices().expect("choices");
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

#[divan::bench]
fn launcher(bencher: Bencher<'_, '_>) {
    let mut frames = Frames::new();
    let records = tempfile::tempdir().expect("a folder");
    let mut app = app(records.path());
    bencher.bench_local(|| frames.press(None, |ui| app.ui(ui)));
}

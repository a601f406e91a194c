//! The table, driven as by a person: by its contents.

mod brings;
mod text_size;

use egui::{CentralPanel, Frame, Panel, Vec2};
use egui_kittest::kittest::NodeT;
use egui_kittest::{Harness, Node};
use std::borrow::Cow;
use stonehouse_plugin::{Action, ActionText, PathStep, Scene, Seat, Text};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_table::{Table, Textures, View};
use stonehouse_ui::pictures::{AssetSource, Pictures};
use stonehouse_ui::theme::{self, Appearance};

/// A table that shows a scene, with the buttons of its prompt above it.
struct Shown {
    scene: Scene,
    choices: Vec<DescribedAction>,
    table: Table,
    pictures: Pictures,
    textures: Option<Textures>,
    appearance: Appearance,
    /// The latest choice.
    chosen: Option<Choice>,
}

/// A game without pictures.
struct Bare;

impl AssetSource for Bare {
    fn asset(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(b""))
    }
}

impl Shown {
    fn ui(&mut self, ui: &mut egui::Ui) {
        let textures = self.textures.take().unwrap_or_else(|| {
            theme::apply(ui.ctx(), self.appearance);
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        });
        let names = ["You", "Ben"].map(str::to_owned);
        let mut chosen = None;
        Panel::top("buttons").show(ui, |ui| {
            chosen = self.table.form_ui(ui, &names);
            if let Some(prompt) = self.scene.prompt.as_ref().filter(|_| !Table::has_answers_on_table(&self.scene))
                && let Some(handle) = self.table.prompt_buttons(ui, prompt, true, &names)
            {
                chosen = self.table.touch(&handle, &self.choices);
            }
        });
        let on_table = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let view = View {
                scene: &self.scene,
                revision: 1,
                viewer: Seat(0),
                names: &names,
                places: &names,
                pictures: &self.pictures,
                may_choose: true,
                pointed: None,
            };
            self.table.show(ui, &textures, &view, &self.choices)
        });
        self.chosen = chosen.or(on_table.inner).or(self.chosen.take());
        self.textures = Some(textures);
    }
}

type Window = Harness<'static, Shown>;

/// A table with this scene and these choices.
fn window(scene: Scene, choices: Vec<DescribedAction>, size: Vec2, appearance: Appearance) -> Window {
    let mut table = Table::default();
    table.set_actions(&choices);
    let shown =
        Shown { scene, choices, table, pictures: Pictures::new(Bare), textures: None, appearance, chosen: None };
    let mut window = Harness::builder().with_size(size).build_ui_state(|ui, shown: &mut Shown| shown.ui(ui), shown);
    window.run_steps(4);
    window
}

/// An action that is chosen by touching these, and its gain.
fn choice(number: u32, path: impl IntoIterator<Item = PathStep>, brings: impl Into<Text>) -> DescribedAction {
    DescribedAction { action: Action(number), description: ActionText::new("act").gain(brings).path(path) }
}

fn label(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

//! Scenes of games that nobody plays, to look at: `cargo run -p stonehouse-table --example gallery -- chess`.

mod scenes;

use eframe::egui::{self, CentralPanel, Frame, vec2};
use std::borrow::Cow;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::DescribedAction;
use stonehouse_table::{Table, Textures, View};
use stonehouse_ui::pictures::{AssetSource, Pictures};
use stonehouse_ui::theme;

fn main() -> eframe::Result {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let size = vec2(1016.0, 680.0);
    let viewport = egui::ViewportBuilder::default().with_title("Gallery").with_inner_size(size);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native("Gallery", options, Box::new(|_| Ok(Box::new(Gallery::new(&name)))))
}

struct Gallery {
    scene: Scene,
    choices: Vec<DescribedAction>,
    table: Table,
    pictures: Pictures,
    textures: Option<Textures>,
}

struct Sun;

impl AssetSource for Sun {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><circle cx='5' cy='5' r='4' fill='currentColor'/>\
            <circle cx='4' cy='4' r='1.5' fill='#fff' fill-opacity='.5'/></svg>";
        (name == "sun").then_some(Cow::Borrowed(svg.as_bytes()))
    }
}

impl Gallery {
    fn new(name: &str) -> Self {
        let (scene, choices) = scenes::scene(name);
        if let Err(why) = scene.check(scene.seats.len()) {
            eprintln!("{why}");
        }
        let mut table = Table::default();
        table.set_actions(&choices);
        Self { scene, choices, table, pictures: Pictures::new(Sun), textures: None }
    }
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let textures = self.textures.take().unwrap_or_else(|| {
            theme::apply(ui.ctx(), theme::Appearance::default());
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        });
        let names = ["Anna", "Ben", "Cem", "Dora", "Eva", "Finn"].map(str::to_owned);
        egui::Panel::top("bar").frame(Frame::new().fill(theme::GREEN).inner_margin(8)).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                if let Some(chosen) = self.table.form_ui(ui, &names) {
                    eprintln!("{chosen:?}");
                }
                for button in self.scene.prompt.iter().flat_map(|prompt| &prompt.buttons) {
                    if ui.button(button.text.shown(&names)).clicked() {
                        self.table.touch(&button.handle, &self.choices);
                    }
                }
            });
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
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
            if let Some(chosen) = self.table.show(ui, &textures, &view, &self.choices) {
                eprintln!("{chosen:?}");
            }
        });
        self.textures = Some(textures);
    }
}

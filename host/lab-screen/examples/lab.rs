//! The lab in its own window, with the bundled games:
//! `cargo run -p stonehouse-lab-screen --example lab [GAME/ID]`.

use eframe::egui::{ThemePreference, ViewportBuilder, vec2};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::{Catalog, Folders};
use stonehouse_lab_screen::{Lab, LabCommand};
use stonehouse_ui::theme::{self, Appearance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Examples are one folder below programs.
    let program = std::env::current_exe()?;
    let beside =
        program.parent().and_then(std::path::Path::parent).map_or(program.clone(), |folder| folder.join("lab"));
    let mut folders = Folders::bundled(&beside);
    folders.copies = Some(std::env::temp_dir().join("stonehouse-lab-copies"));
    folders.records = Some(std::env::temp_dir().join("stonehouse-lab/records"));
    let catalog = Catalog::load(&folders, Arc::new(Trusting));
    let mut lab = Lab::new(&catalog, Duration::from_millis(40));
    if let Some(name) = std::env::args().nth(1) {
        lab = lab.with_variant(&name)?;
    }
    let is_dark = std::env::args().any(|argument| argument == "--dark");
    let text = if std::env::args().any(|argument| argument == "--large") { 2.0 } else { 1.0 };
    let theme = if is_dark { ThemePreference::Dark } else { ThemePreference::Light };
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default().with_title("Lab").with_inner_size(vec2(1280.0, 800.0)),
        ..Default::default()
    };
    let mut was_set = false;
    eframe::run_ui_native("lab", options, move |ui, _| {
        if !std::mem::replace(&mut was_set, true) {
            theme::apply(ui.ctx(), Appearance { theme, text, animation: 1.0 });
            ui.set_style(ui.ctx().global_style());
        }
        match lab.ui(ui) {
            Some(LabCommand::Review(file)) => println!("review {}", file.display()),
            Some(LabCommand::Leave) => ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close),
            None => {}
        }
    })?;
    Ok(())
}

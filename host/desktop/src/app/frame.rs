//! The frame around the screens: textures, links, and the title of the window.

use super::PROGRAM;
use super::links::Links;
use super::tap_filter::TapFilter;
use egui::{Ui, ViewportCommand};
use stonehouse_table::Textures;
use stonehouse_ui::theme::{self, Appearance};

/// The things that a frame of the window keeps for the next one.
#[derive(Default)]
pub(super) struct WindowFrame {
    /// `None` before the first frame, and while one is shown.
    textures: Option<Textures>,
    links: Links,
    pub taps: TapFilter,
    /// The title of the window, once it was set.
    title: Option<String>,
}

impl WindowFrame {
    /// Takes the textures for a frame. The first frame makes them, and applies this appearance.
    pub fn take_textures(&mut self, ui: &mut Ui, appearance: Appearance) -> Textures {
        self.textures.take().unwrap_or_else(|| {
            theme::apply(ui.ctx(), appearance);
            // This part of the window was made with the style from before.
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        })
    }

    /// Ends a frame: opens links, keeps the textures, and names the screen in the title of the window, for lists of
    /// windows and for screen readers.
    pub fn end(&mut self, ui: &Ui, textures: Textures, title: String) {
        self.links.ui(ui);
        self.textures = Some(textures);
        if title != self.title.as_deref().unwrap_or(PROGRAM) {
            ui.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = Some(title);
        }
    }
}

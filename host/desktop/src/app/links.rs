//! Links. The text of a link may name another address than its own: this one is shown before it is opened.

use egui::{Button, Label, OpenUrl, OutputCommand, RichText, Ui};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The beginnings of the addresses that are opened.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// The address that people are asked about.
#[derive(Default)]
pub(super) struct Links {
    address: Option<String>,
    is_copied: bool,
}

impl Links {
    /// Takes the link that was clicked in this frame, and asks whether it is to be opened.
    pub fn ui(&mut self, ui: &Ui) {
        ui.ctx().output_mut(|output| {
            output.commands.retain(|command| match command {
                OutputCommand::OpenUrl(link) => {
                    (self.address, self.is_copied) = (Some(link.url.clone()), false);
                    false
                }
                _ => true,
            });
        });
        let Some(address) = &self.address else { return };
        let (mut opens, mut closes, mut copies) = (false, false, false);
        let can = SCHEMES.iter().any(|start| address.starts_with(start));
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("Open this address?")).text_style(theme::title()));
            ui.add(Label::new(RichText::new(address).monospace()).wrap().selectable(true));
        };
        let modal = theme::dialog(ui.ctx(), "link", 520.0, &mut (), body, |(), ui| {
            closes = theme::primary(ui, tr!("Cancel")).clicked();
            let open = ui.add_enabled(can, Button::new(tr!("Open in the browser")));
            opens = open.on_disabled_hover_text(tr!("This is no address of a page")).clicked();
            copies = ui.button(if self.is_copied { tr!("Copied") } else { tr!("Copy the address") }).clicked();
        });
        if opens {
            ui.ctx().open_url(OpenUrl::new_tab(address));
        }
        if copies {
            ui.ctx().copy_text(address.clone());
            self.is_copied = true;
        }
        if opens || closes || modal.should_close() {
            self.address = None;
        }
    }
}

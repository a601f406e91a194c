//! The invitation to a table: its link as text, for the clipboard and for the camera of a phone, and who can reach it.

use egui::{Color32, ColorImage, Label, RichText, TextureHandle, TextureOptions, Ui, vec2};
use qrcode::{EcLevel, QrCode};
use stonehouse_guest::TableLink;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The width of the dialog and the side of the code, in points.
const WIDTH: f32 = 520.0;
const SIDE: f32 = 220.0;

/// The margin of a code, in modules: readers need it.
const QUIET_ZONE: usize = 4;

/// The dialog with an invitation.
#[derive(Default)]
pub(super) struct Invitation {
    /// The link and who can reach it, while it is shown.
    shown: Option<(TableLink, Option<String>)>,
    /// The link whose code was drawn, and the picture.
    code: Option<(String, TextureHandle)>,
    was_copied: bool,
}

impl Invitation {
    /// Shows the dialog.
    pub fn open(&mut self, link: TableLink, reach: Option<String>) {
        (self.shown, self.was_copied) = (Some((link, reach)), false);
    }

    /// Shows the dialog, if it is open.
    pub fn ui(&mut self, ui: &Ui) {
        let Some((link, reach)) = self.shown.clone() else { return };
        let mut close = false;
        let modal = theme::dialog(
            ui.ctx(),
            "invitation",
            WIDTH,
            self,
            |invitation, ui| {
                ui.heading(tr!("Invite others"));
                invitation.show(ui, &link, reach.as_deref());
            },
            |_, ui| close = theme::primary(ui, tr!("Close")).clicked(),
        );
        if close || modal.should_close() {
            self.shown = None;
        }
    }

    /// Shows the invitation.
    pub fn show(&mut self, ui: &mut Ui, link: &TableLink, reach: Option<&str>) {
        let text = link.to_string();
        let how = tr!(
            "Everybody who opens this link comes to this table: in a browser, on a phone, or with Sit down at a table in Stonehouse."
        );
        ui.add(Label::new(how).wrap());
        ui.horizontal_wrapped(|ui| {
            ui.add(Label::new(RichText::new(&text).monospace()).selectable(true));
            let copied = if self.was_copied { tr!("Copied") } else { tr!("Copy") };
            if ui.button(copied).clicked() {
                ui.copy_text(text.clone());
                self.was_copied = true;
            }
        });
        if let Some(reach) = reach {
            ui.add(Label::new(RichText::new(reach).color(theme::colours(ui).ink_soft)).wrap());
        }
        // No phone reaches a table that only this computer can reach.
        if link.host().starts_with("127.") {
            return;
        }
        if self.code.as_ref().is_none_or(|(of, _)| *of != text) {
            let image = qr_code(&text);
            self.code = image.map(|image| (text, ui.ctx().load_texture("invitation", image, TextureOptions::NEAREST)));
        }
        if let Some((_, texture)) = &self.code {
            ui.add_space(6.0);
            let side = SIDE.min(ui.available_width());
            let image = egui::Image::from_texture(egui::load::SizedTexture::new(texture.id(), vec2(side, side)));
            ui.add(image.alt_text(tr!("The link as a code for the camera of a phone")));
        }
    }
}

/// A text as a QR code, one pixel for each module. `None` if it is too long for one.
fn qr_code(text: &str) -> Option<ColorImage> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let modules = code.width();
    let side = modules + 2 * QUIET_ZONE;
    let mut image = ColorImage::filled([side, side], Color32::WHITE);
    for (place, colour) in code.to_colors().into_iter().enumerate() {
        if colour == qrcode::Color::Dark {
            let (row, column) = (place / modules + QUIET_ZONE, place % modules + QUIET_ZONE);
            image.pixels[row * side + column] = Color32::BLACK;
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_square_with_a_margin_that_readers_need() {
        let image = qr_code("http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB").unwrap();
        let [width, height] = image.size;
        assert_eq!(width, height);
        let is_margin = |place: usize| {
            let (row, column) = (place / width, place % width);
            [row, column].iter().any(|at| *at < QUIET_ZONE || *at >= width - QUIET_ZONE)
        };
        let dark = |place: &usize| image.pixels[*place] == Color32::BLACK;
        assert!((0..width * height).filter(dark).all(|place| !is_margin(place)));
        // The corner of the pattern by which readers find the code.
        assert!(dark(&(QUIET_ZONE * width + QUIET_ZONE)));
        assert!(qr_code(&"x".repeat(5000)).is_none());
    }
}

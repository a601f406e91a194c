//! The dialog in which settings are changed. Each change takes effect at once.

use super::controls::{language, note, part, text_size, words};
use super::{Settings, Speed, file};
use egui::{Align, Button, Label, Layout, Rect, RichText, Slider, Ui, UiBuilder, WidgetInfo, vec2};
use std::path::Path;
use std::sync::Arc;
use stonehouse_language::{Language, tr};
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 520.0;

/// The dialog.
#[derive(Default)]
pub struct SettingsWindow {
    is_open: bool,
    /// Why the last change could not be kept.
    problem: Option<String>,
    wants_about: bool,
}

impl SettingsWindow {
    /// Opens the window.
    pub const fn open(&mut self) {
        self.is_open = true;
    }

    /// Whether a person asked for the dialog about this program; no more after this call.
    pub const fn take_about(&mut self) -> bool {
        std::mem::replace(&mut self.wants_about, false)
    }

    /// Shows the window, if it is open, and keeps changes in `kept`. Returns whether something was changed.
    pub fn ui(&mut self, ui: &Ui, settings: &mut Settings, languages: &[Arc<Language>], kept: Option<&Path>) -> bool {
        if !self.is_open {
            return false;
        }
        let before = settings.clone();
        let (mut close, mut about) = (false, false);
        let problem = self.problem.clone();
        let body = |settings: &mut Settings, ui: &mut Ui| {
            // In the corner, beside the first heading: what is below keeps its place.
            let corner = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ui.spacing().interact_size.y));
            let layout = Layout::right_to_left(Align::Center);
            let mut corner = ui.new_child(UiBuilder::new().max_rect(corner).layout(layout));
            about = corner.button(tr!("About Stonehouse…")).clicked();
            form(ui, settings, languages, kept, problem.as_deref());
        };
        let modal = theme::dialog(ui.ctx(), "settings", WIDTH, settings, body, |settings, ui| {
            close = theme::primary(ui, tr!("Close")).clicked();
            // Favourites and the welcome are no matter of this dialog.
            let (favourites, welcomed) = (settings.favourites.clone(), settings.welcomed);
            let usual = Settings { favourites, welcomed, ..Settings::default() };
            let reset = ui.add_enabled(*settings != usual, Button::new(tr!("Everything as usual")));
            if reset.on_disabled_hover_text(tr!("Nothing was changed")).clicked() {
                *settings = usual;
            }
        });
        self.is_open = !(close || about || modal.should_close());
        self.wants_about |= about;
        if *settings == before {
            return false;
        }
        self.problem =
            kept.and_then(|kept| file::write(kept, &before, settings).err()).map(|problem| problem.to_string());
        true
    }
}

fn form(ui: &mut Ui, settings: &mut Settings, languages: &[Arc<Language>], kept: Option<&Path>, problem: Option<&str>) {
    ui.heading(tr!("Settings"));
    if let Some(problem) = problem {
        let text = RichText::new(problem).color(theme::colours(ui).alarm);
        ui.add(Label::new(text).wrap().selectable(true));
    }
    if languages.len() > 1 {
        part(ui, tr!("Language"), "");
        language(ui, languages, &mut settings.language);
    }
    part(ui, tr!("Colours"), "");
    words(ui, tr!("Colours"), &mut settings.theme);
    part(ui, tr!("Size of text"), tr!("Ctrl with + and − enlarges everything, pictures too"));
    text_size(ui, &mut settings.text_size);
    part(ui, tr!("How quickly pieces move"), "");
    ui.add_enabled_ui(!settings.reduced_motion, |ui| words(ui, tr!("Pieces move"), &mut settings.animation));
    ui.checkbox(&mut settings.reduced_motion, tr!("Reduced motion: nothing moves by itself"));
    part(ui, tr!("How quickly bots answer"), "");
    words::<Speed>(ui, tr!("Bots answer"), &mut settings.bots);
    part(ui, tr!("Sounds"), tr!("Wood and stones; your turn; the last ten seconds of a clock"));
    sounds(ui, settings);
    part(
        ui,
        tr!("Undo"),
        tr!("What has revealed something is taken back against bots, and between people if all of them agree"),
    );
    ui.checkbox(&mut settings.strict_undo, tr!("Strict: what has revealed something stays played"));
    part(
        ui,
        tr!("Hints"),
        tr!("What a strong bot would do, when you ask for it with a button or H; never in a match with clocks"),
    );
    ui.checkbox(&mut settings.hints, tr!("Offer hints"));
    part(ui, tr!("Questions"), "");
    ui.checkbox(&mut settings.confirm_leaving, tr!("Ask before a match with clocks is left"));
    part(
        ui,
        tr!("Reading the table"),
        tr!("For screen readers, and for the keyboard alone: what lies where, and every choice as a button"),
    );
    ui.checkbox(&mut settings.text_view, tr!("Show tables as text"));
    ui.add_space(6.0);
    let where_kept = match kept {
        Some(file) => tr!("Kept in {file}", file = file.display()),
        None => tr!("This system has no folder for settings: they are forgotten when the window is closed").to_owned(),
    };
    note(ui, &where_kept);
}

fn sounds(ui: &mut Ui, settings: &mut Settings) {
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut settings.sounds, tr!("Play sounds"));
        let slider = Slider::new(&mut settings.volume, 0..=100).step_by(5.0).suffix(" %");
        let slider = ui.add_enabled(settings.sounds, slider);
        slider.widget_info(|| WidgetInfo::slider(settings.sounds, f64::from(settings.volume), tr!("Volume")));
    });
}

#[cfg(test)]
mod tests {
    use super::super::{Theme, Word};
    use super::*;

    #[test]
    fn every_word_of_a_setting_is_in_its_list_once() {
        fn check<W: Word>() {
            let words: std::collections::BTreeSet<&str> = W::ALL.iter().map(|(value, ..)| value.word()).collect();
            assert_eq!(words.len(), W::ALL.len());
        }
        check::<Theme>();
        check::<Speed>();
    }
}

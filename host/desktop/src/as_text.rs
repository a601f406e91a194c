//! A table as text, for screen readers and for the keyboard alone: the latest actions, and the scene in words.

use crate::log::LogLine;
use egui::{
    AsIdSalt, CentralPanel, Event, Frame, InnerResponse, Label, Margin, Modifiers, Role, ScrollArea, Ui, WidgetInfo,
    vec2,
};
use stonehouse_language::tr;
use stonehouse_plugin::Scene;
use stonehouse_runtime::DescribedAction;
use stonehouse_table::spoken;
use stonehouse_ui::theme;

/// The number of latest actions on top.
const LATEST: usize = 8;

/// The paper on which a table is as text, in place of the table. Page up and Page down scroll it, with these modifiers;
/// `None` while they have another function.
pub(crate) fn paper(
    ui: &mut Ui,
    id: impl AsIdSalt,
    pages: Option<Modifiers>,
    content: impl FnOnce(&mut Ui),
) -> InnerResponse<()> {
    let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::symmetric(20, 12));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            if let Some(with) = pages {
                theme::page_keys(ui, with);
            }
            content(ui);
        });
    })
}

/// The latest of these actions, each with who played it and the outcomes of chance after it.
pub(crate) fn played_last(ui: &mut Ui, played: impl ExactSizeIterator<Item = String>) {
    if played.len() > 0 {
        heading(ui, tr!("What was played last"));
    }
    let earlier = played.len().saturating_sub(LATEST);
    for text in played.skip(earlier) {
        ui.add(Label::new(text).wrap());
    }
}

/// The latest actions of these lines of the log, with the sentence for each.
pub(crate) fn log<'a>(ui: &mut Ui, lines: impl Iterator<Item = &'a LogLine>, sentence: impl Fn(&LogLine) -> String) {
    let mut played: Vec<String> = Vec::new();
    for line in lines {
        match (line.number, played.last_mut()) {
            (Some(_), _) => played.push(sentence(line)),
            (None, Some(played)) if line.is_rolled => played.push_str(&format!("\n{}", line.text)),
            _ => {}
        }
    }
    played_last(ui, played.into_iter());
}

/// Shows these choices as buttons, and returns the place of the one that was pressed. The first one gets the keyboard,
/// if that is on nothing and `by_keyboard`, since the choices before disappeared with the last action.
pub(crate) fn choices(ui: &mut Ui, choices: &[DescribedAction], names: &[String], by_keyboard: bool) -> Option<usize> {
    let mut chosen = None;
    let mut is_lost = by_keyboard && ui.memory(|memory| memory.focused().is_none());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (place, choice) in choices.iter().enumerate() {
            let button = ui.button(spoken::choice(choice, names));
            if std::mem::take(&mut is_lost) {
                button.request_focus();
            }
            theme::keep_in_sight(&button);
            if button.clicked() {
                chosen = Some(place);
            }
        }
    });
    chosen
}

/// How people use the window.
#[derive(Default)]
pub(crate) struct InputUse {
    by_keyboard: bool,
}

impl InputUse {
    /// Whether the keyboard was used last, and not the pointer.
    pub const fn by_keyboard(&self) -> bool {
        self.by_keyboard
    }

    /// Notes whether the pointer or the keyboard is used in this frame.
    pub fn note(&mut self, ui: &Ui) {
        ui.input(|input| {
            let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
            self.by_keyboard = !input.pointer.any_pressed() && (self.by_keyboard || input.events.iter().any(is_key));
        });
    }
}

/// Shows the scene in words: each part with its contents.
pub(crate) fn scene(ui: &mut Ui, scene: &Scene, names: &[String], places: &[String]) {
    for part in spoken::describe(scene, names, places) {
        heading(ui, &part.title);
        for line in part.lines {
            ui.add(Label::new(line).wrap().selectable(true));
        }
    }
}

/// Shows the heading of the next lines.
pub(crate) fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    let label = ui.label(egui::RichText::new(text).text_style(theme::title()).strong());
    label.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}

//! A plugin in the user's own folder runs only after the user has allowed it: the question, with the known facts of the
//! library without running it.

use egui::{Label, RichText, Ui};
use std::collections::HashSet;
use stonehouse_engine::plugins::{Consents, LibraryMetadata};
use stonehouse_engine::{Catalog, Problem};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 620.0;

/// The question about plugins that wait for consent, one after the other.
#[derive(Default)]
pub struct Consent {
    /// The hashes of those about which the user does not want to decide now.
    later: HashSet<String>,
}

impl Consent {
    /// Asks about those again that were put off.
    pub fn ask_again(&mut self) {
        self.later.clear();
    }

    /// Shows the question about the first plugin that waits, if one does. When it is answered with yes: whether that
    /// was written down.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog) -> Option<Result<(), Problem>> {
        let found = catalog.waiting().iter().find(|found| !self.later.contains(&found.hash))?;
        let (mut allowed, mut later) = (false, false);
        let body = |(): &mut (), ui: &mut Ui| question(ui, found);
        let modal = theme::dialog(ui.ctx(), "plugin consent", WIDTH, &mut (), body, |(), ui| {
            allowed = ui.button(tr!("Allow")).clicked();
            later = theme::primary(ui, tr!("Not now")).clicked();
        });
        if allowed {
            let allowed = Consents::new(catalog.folders().consents.clone()).allow(found);
            // Until the search that follows has ended, and when it could not be written down.
            self.later.insert(found.hash.clone());
            return Some(allowed);
        }
        if later || modal.should_close() {
            self.later.insert(found.hash.clone());
        }
        None
    }
}

fn question(ui: &mut Ui, found: &LibraryMetadata) {
    let file = found.file.file_name().unwrap_or_default().to_string_lossy();
    ui.heading(tr!("Run the plugin {file}?", file));
    let warning = tr!(
        "This is a program and can do whatever you can: read and change your files, and use the network. Allow it only if you trust the person who gave it to you."
    );
    ui.add(Label::new(RichText::new(warning).color(theme::colours(ui).alarm)).wrap());
    ui.add_space(6.0);
    let folder = found.file.parent().unwrap_or(&found.file).display().to_string();
    let day = found.day();
    let lines = [
        tr!("Folder: {folder}", folder),
        tr!("Size: {n} bytes", n = found.size),
        if day.is_empty() { String::new() } else { tr!("Changed on {day}", day) },
        format!("SHA-256: {}", found.hash),
        tr!("Exports: {symbols}", symbols = found.symbols.join(", ")),
    ];
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        ui.add(Label::new(RichText::new(line).text_style(theme::small())).wrap().selectable(true));
    }
    ui.add_space(6.0);
    let note = tr!("It has not been run. Your answer is for exactly this file: another build of it asks again.");
    ui.add(Label::new(RichText::new(note).color(theme::colours(ui).ink_soft)).wrap());
}

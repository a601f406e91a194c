//! The packs that are installed, each with a switch.

use super::PacksEvent;
use egui::{Label, RichText, Ui};
use stonehouse_engine::Catalog;
use stonehouse_engine::pack::{Installed, store};
use stonehouse_language::{tr, translate_words};
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 560.0;

/// Shows the list, until it is closed. `new` is the pack that was just installed.
pub fn ui(ui: &Ui, catalog: &Catalog, new: Option<&str>, open: &mut bool) -> Option<PacksEvent> {
    let mut switched = None;
    let mut close = false;
    let body = |switched: &mut Option<(String, bool)>, ui: &mut Ui| {
        ui.heading(tr!("Packs"));
        if let Some(pack) = new {
            let done = tr!("{pack} is installed. What it brings is in the launcher now.", pack);
            ui.add(Label::new(RichText::new(done).color(theme::colours(ui).accent)).wrap());
            ui.add_space(6.0);
        } else if catalog.packs().is_empty() {
            ui.label(tr!("No pack is installed."));
            let what = tr!("A pack is one file with variants and house rules that somebody has made and given away.");
            ui.add(Label::new(what).wrap());
        }
        for installed in catalog.packs() {
            pack(ui, catalog, installed, switched);
            ui.add_space(6.0);
        }
        ui.separator();
        let how = tr!("To install a pack or a game in Luau, drop its file on this window.");
        ui.add(Label::new(RichText::new(how).color(theme::colours(ui).ink_soft)).wrap());
    };
    let modal = theme::dialog(ui.ctx(), "packs", WIDTH, &mut switched, body, |_, ui| {
        close = theme::primary(ui, tr!("Close")).clicked();
    });
    *open = !(close || modal.should_close());
    let (id, on) = switched?;
    let folder = catalog.folders().packs.as_deref()?;
    Some(match store::switch(folder, &id, on) {
        Ok(()) => PacksEvent::Changed,
        Err(problem) => PacksEvent::Trouble(problem.to_string()),
    })
}

/// A pack with its switch.
fn pack(ui: &mut Ui, catalog: &Catalog, installed: &Installed, switched: &mut Option<(String, bool)>) {
    let manifest = &installed.pack.manifest;
    let mut on = installed.on;
    let switch = ui.checkbox(&mut on, RichText::new(installed.pack.label().to_string()).strong());
    if switch.on_hover_text(tr!("Whether its variants can be played. It stays installed.")).changed() {
        *switched = Some((manifest.id.clone(), on));
    }
    ui.indent(&manifest.id, |ui| {
        let small = |text: String| RichText::new(text).text_style(theme::small());
        let made =
            tr!("by {authors} · Licence: {licence}", authors = manifest.authors.join(", "), licence = manifest.licence);
        ui.add(Label::new(small(made).color(theme::colours(ui).ink_soft)).wrap());
        if !manifest.summary.is_empty() {
            ui.add(Label::new(small(manifest.summary.clone())).wrap());
        }
        if let Some(lacks) = installed.lacks.as_ref().filter(|_| installed.on) {
            ui.add(Label::new(small(tr!("Not in use: {why}.", why = lacks)).color(theme::colours(ui).alarm)).wrap());
        }
        let all = catalog.games().iter().flat_map(|game| game.variants.iter().map(move |variant| (game, variant)));
        let own = all.filter(|(_, variant)| variant.source.pack().is_some_and(|label| label.id == manifest.id));
        let titles: Vec<String> = own
            .map(|(game, variant)| {
                let instead = if variant.shadows_shipped() { tr!(", instead of the shipped one") } else { "" };
                {
                    let (name, game) = (translate_words(&variant.name), crate::labels::game(&game.plugin));
                    tr!("{variant} of {game}{instead}", variant = name, game, instead)
                }
            })
            .collect();
        if !titles.is_empty() {
            ui.add(Label::new(small(titles.join(" · "))).wrap());
        }
    });
}

//! A game explained: its rules in short, and the differences of a variant, in plain words. It is shown beside the table
//! and can be read before a match begins.

use crate::labels;
use egui::{Label, RichText, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use std::sync::Arc;
use stonehouse_engine::{Ruleset, Variant, draft};
use stonehouse_language::{tr, translate_words};
use stonehouse_plugin::KnobDecl;
use stonehouse_runtime::Plugin;
use stonehouse_ui::theme;

/// The differences of `variant` from the `usual` one in plain words, a sentence each, house rules first.
pub fn differences(knobs: &[KnobDecl], usual: &Variant, variant: &Variant) -> Vec<String> {
    let new = |script: &&stonehouse_engine::Script| !usual.scripts.iter().any(|known| known.name == script.name);
    let rules = variant
        .scripts
        .iter()
        .filter(new)
        .map(|script| tr!("House rule: {rule}", rule = translate_words(&script.about())));
    let mut bare = variant.clone();
    bare.scripts.clone_from(&usual.scripts);
    rules.chain(labels::all(&draft::differences(knobs, usual, &bare))).collect()
}

/// The official rules of the game of a ruleset, for as many players: how many play is seen.
pub fn official(ruleset: &Ruleset) -> Variant {
    let variant = ruleset.variant();
    let mut official = Variant::official(ruleset.plugin(), &variant.file);
    (official.seats, official.seats_open) = (variant.seats, variant.seats_open);
    official
}

/// Shows text in Markdown.
pub fn markdown(ui: &mut Ui, cache: &mut CommonMarkCache, text: &str) {
    ui.scope(|ui| {
        // A line is as high as its text: otherwise the first line of each point of a list would be higher than the
        // others, and its dot above it.
        ui.spacing_mut().interact_size.y = ui.text_style_height(&theme::body());
        CommonMarkViewer::new().show(ui, cache, text);
    });
}

/// A page about a game.
pub struct Page {
    plugin: Arc<Plugin>,
    variant: String,
    differences: Vec<String>,
    markdown: CommonMarkCache,
}

impl Page {
    /// A page about a variant of a game, and its differences from the `usual` one.
    pub fn new(plugin: &Arc<Plugin>, usual: &Variant, variant: &Variant) -> Self {
        Self {
            differences: differences(plugin.knobs(), usual, variant),
            plugin: Arc::clone(plugin),
            variant: labels::variant(variant),
            markdown: CommonMarkCache::default(),
        }
    }

    /// A page about the variant of a match, compared with the game's official rules.
    pub fn of(ruleset: &Ruleset) -> Self {
        Self::new(ruleset.plugin(), &official(ruleset), ruleset.variant())
    }

    /// The title above the page.
    pub fn title(&self) -> String {
        tr!("{game}: the rules in short", game = labels::game(&self.plugin))
    }

    /// Shows the page, without its title: the differences first, because people who know the game look for nothing
    /// else.
    pub fn ui(&mut self, ui: &mut Ui) {
        if !self.differences.is_empty() {
            ui.label(RichText::new(tr!("{variant}: what is different", variant = self.variant)).strong());
            for difference in &self.differences {
                ui.add(Label::new(format!("• {difference}")).wrap());
            }
            ui.separator();
        }
        let about = self.plugin.about();
        let language = stonehouse_language::current_language();
        let rules = language.rules(&about.id).unwrap_or(&about.rules);
        markdown(ui, &mut self.markdown, rules);
        let manifest = &about.manifest;
        let authors =
            (!manifest.authors.is_empty()).then(|| tr!("By {authors}", authors = manifest.authors.join(", ")));
        if let Some(authors) = authors {
            ui.add_space(6.0);
            let text = RichText::new(authors).text_style(theme::small()).color(theme::colours(ui).ink_soft);
            let shown = ui.add(Label::new(text).wrap());
            // The terms are nothing that people read before they play.
            let terms = [manifest.licence.as_str(), &manifest.homepage].into_iter().filter(|text| !text.is_empty());
            let terms = terms.collect::<Vec<_>>().join(" · ");
            if !terms.is_empty() {
                shown.on_hover_text(terms);
            }
        }
    }

    /// Shows the page over everything else. Returns whether it is to be closed.
    pub fn dialog(&mut self, ctx: &egui::Context) -> bool {
        let mut close = false;
        let body = |page: &mut Self, ui: &mut Ui| {
            ui.heading(page.title());
            page.ui(ui);
        };
        let modal = theme::dialog(ctx, "explained", 620.0, self, body, |_, ui| {
            let button = ui.button(tr!("Close"));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tr!("Close the rules")));
            close = button.clicked();
        });
        close || modal.should_close()
    }
}

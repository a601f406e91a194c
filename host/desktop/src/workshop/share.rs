//! A variant or a game in Luau of one's own given away: as a pack, one file that others drop on their window.

use egui::{ComboBox, Label, RichText, TextEdit, Ui};
use stonehouse_engine::pack::draft::PackDetails;
use stonehouse_language::{key, tr, words};
use stonehouse_plugin::About;
use stonehouse_ui::theme;

/// The licences of a pack, each with what it allows others to do.
const LICENCES: [(&str, &str); 3] = [
    ("CC0-1.0", key!("do whatever they like")),
    ("CC-BY-4.0", key!("change it, if they name you")),
    ("CC-BY-SA-4.0", key!("change it, if they name you and keep these terms")),
];

/// The form to fill in before a pack is made.
#[derive(Default)]
pub(super) struct Share {
    author: String,
    /// The licence, by its place.
    licence: usize,
    /// The game that is shared, if it is no variant.
    game: Option<GameShare>,
}

/// The statements of a game about itself.
struct GameShare {
    authors: Vec<String>,
    /// Empty: it states none.
    licence: String,
}

/// A person's decision.
pub(super) enum ShareResult {
    Make(PackDetails),
    Cancel,
}

impl Share {
    /// The form for a game, with the authors and the licence that it states.
    pub fn of_game(about: &About) -> Self {
        let (authors, licence) = (about.manifest.authors.clone(), about.manifest.licence.clone());
        Self { author: authors.join(", "), licence: 0, game: Some(GameShare { authors, licence }) }
    }

    /// Asks, about the variant or the game of this name.
    pub fn ui(&mut self, ui: &Ui, variant: &str) -> Option<ShareResult> {
        let mut answer = None;
        let body = |share: &mut Self, ui: &mut Ui| {
            ui.label(RichText::new(tr!("Share {variant}", variant)).text_style(theme::title()));
            let text = if share.game.is_some() {
                tr!(
                    "One file with the game is made. Others drop it on their Stonehouse, and see what it brings before anything is done."
                )
            } else {
                tr!(
                    "One file with the variant and its house rules is made. Others drop it on their Stonehouse, and see what it brings before anything is done."
                )
            };
            ui.add(Label::new(text).wrap());
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let label = ui.label(tr!("Made by"));
                ui.add(TextEdit::singleline(&mut share.author).char_limit(80)).labelled_by(label.id);
            });
            let stated = share.game.as_ref().map(|game| game.licence.as_str()).filter(|licence| !licence.is_empty());
            if let Some(licence) = stated {
                ui.label(tr!("Licence of the game: {licence}", licence));
                return;
            }
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(tr!("Others may"));
                let (id, may) = LICENCES[share.licence];
                ComboBox::from_id_salt("licence")
                    .selected_text(format!("{} ({id})", words(may)))
                    .width(360.0 * theme::scale(ui))
                    .show_ui(ui, |ui| {
                        for (place, (id, may)) in LICENCES.into_iter().enumerate() {
                            ui.selectable_value(&mut share.licence, place, format!("{} ({id})", words(may)));
                        }
                    })
                    .response
                    .labelled_by(label.id);
            });
        };
        let modal = theme::dialog(ui.ctx(), "share", 520.0, self, body, |share, ui| {
            let named = !share.author.trim().is_empty();
            ui.add_enabled_ui(named, |ui| {
                let make = theme::primary(ui, tr!("Make the file"));
                if make.on_disabled_hover_text(tr!("Say who made it")).clicked() {
                    answer = Some(ShareResult::Make(share.given()));
                }
            });
            if ui.button(tr!("Cancel")).clicked() {
                answer = Some(ShareResult::Cancel);
            }
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(ShareResult::Cancel);
        }
        answer
    }

    fn given(&self) -> PackDetails {
        let chosen = (vec![self.author.trim().to_owned()], Some(LICENCES[self.licence].0.to_owned()));
        let (authors, licence) = match &self.game {
            // What the game states follows from the game.
            Some(game) => (
                if game.authors.join(", ") == self.author { Vec::new() } else { chosen.0 },
                if game.licence.is_empty() { chosen.1 } else { None },
            ),
            None => chosen,
        };
        PackDetails { authors, licence, ..PackDetails::default() }
    }
}

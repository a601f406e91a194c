//! The launcher: the games with their variants, matches to resume, and what is wrong with files.

mod cards;
mod emblem;

use crate::history::{shelf::Shelf, when};
use crate::look::{self, Textures};
use cards::{Card, Chosen};
use egui::{CentralPanel, Frame, Key, Label, Margin, Panel, RichText, ScrollArea, Sense, Ui, vec2};
use emblem::Emblems;
use std::path::PathBuf;
use std::time::Duration;
use stonehouse_engine::record::Entry;
use stonehouse_engine::{Catalog, GameEntry, Problem};

/// The most matches that are offered for resuming.
const RESUMABLE: usize = 8;

/// The launcher.
pub struct Launcher {
    shelf: Shelf,
    emblems: Emblems,
}

/// What a person wants from the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Set up a match of this variant, named `GAME/ID`.
    Sheet(String),
    /// Change this variant in the workshop.
    Change(String),
    /// Resume the match of this record.
    Resume(PathBuf),
    /// Show all matches that were kept.
    History,
    /// Show the packs that are installed.
    Packs,
    /// Change the settings.
    Settings,
    /// Search for plugins, variants and scripts again.
    Reload,
}

impl Launcher {
    /// The launcher for the games of a catalog. A frame waits for records no longer than `patience`.
    pub fn new(catalog: &Catalog, patience: Duration) -> Self {
        Self { shelf: Shelf::new(catalog.folders().records.clone(), patience), emblems: Emblems::default() }
    }

    /// Reads the records again.
    pub fn refresh(&mut self, patience: Duration) {
        self.shelf.read_again(patience);
    }

    /// The matches that can be resumed.
    fn resumable(&self) -> impl Iterator<Item = &Entry> {
        let records = self.shelf.entries().iter();
        records.filter(|record| record.is_unfinished && record.actions != Some(0)).take(RESUMABLE)
    }

    /// Shows it. `looking` says whether files are being searched at the moment; `more` are problems that are in no catalog.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        catalog: &Catalog,
        textures: &Textures,
        looking: bool,
        more: &[Problem],
    ) -> Option<Wish> {
        self.shelf.update(ui);
        let mut wish = ui.input(|input| input.key_pressed(Key::F5)).then_some(Wish::Reload);
        let paper = Frame::new().fill(look::colours(ui).paper);
        Panel::top("head").frame(paper.inner_margin(Margin::symmetric(28, 16))).show_separator_line(false).show(
            ui,
            |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Stonehouse").size(32.0 * look::scale(ui).min(1.25)));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if looking {
                            ui.label("Searching for games…");
                        } else if ui
                            .button("Reload")
                            .on_hover_text("Search for plugins, variants and house rules again (F5)")
                            .clicked()
                        {
                            wish = Some(Wish::Reload);
                        }
                        let hint = "What others have made, switched on and off. Drop a pack's file on the window to install it";
                        if ui.button("Packs").on_hover_text(hint).clicked() {
                            wish = Some(Wish::Packs);
                        }
                        if ui.button("History").on_hover_text("All matches that were played, to be looked at again").clicked() {
                            wish = Some(Wish::History);
                        }
                        let hint = "Colours, size of text, pace (Ctrl+,)";
                        if ui.button("Settings").on_hover_text(hint).clicked() {
                            wish = Some(Wish::Settings);
                        }
                    });
                });
            },
        );
        let problems: Vec<&Problem> = catalog.problems().iter().chain(self.shelf.problems()).chain(more).collect();
        if self.resumable().next().is_some() || !problems.is_empty() {
            let side = Panel::right("resume")
                .exact_size(284.0_f32.max(ui.available_width() * 0.3).min(284.0 * look::scale(ui)))
                .resizable(false)
                .frame(paper.inner_margin(Margin::symmetric(16, 4)));
            side.show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    wish = self.resume(ui, catalog).or(wish.take());
                    show_problems(ui, &problems);
                });
            });
        }
        CentralPanel::default().frame(paper.inner_margin(Margin { left: 28, right: 12, top: 0, bottom: 0 })).show(
            ui,
            |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - 16.0);
                    if catalog.games().is_empty() && !looking {
                        no_games(ui, catalog);
                    }
                    for game in catalog.games() {
                        wish = self.game(ui, game, textures).or(wish.take());
                    }
                    ui.add_space(24.0);
                });
            },
        );
        wish
    }

    fn game(&mut self, ui: &mut Ui, game: &GameEntry, textures: &Textures) -> Option<Wish> {
        let about = game.plugin.about();
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(112.0, 112.0), Sense::hover());
            self.emblems.paint(ui.painter(), game, textures, rect);
            ui.vertical(|ui| {
                ui.add_space(24.0);
                ui.heading(&about.name);
                ui.add(Label::new(RichText::new(&about.summary).color(look::colours(ui).ink_soft)).wrap());
                let facts =
                    RichText::new(game.facts().join(" · ")).text_style(look::small()).color(look::colours(ui).ink_soft);
                ui.add(Label::new(facts).wrap());
            });
        });
        ui.add_space(10.0);
        let variants = game.variants.iter().map(|variant| Card {
            name: variant.title(),
            summary: variant.summary.clone(),
            notes: variant.origin().into_iter().chain(variant.differences(game.plugin.knobs())).collect(),
            id: variant.full_name(),
        });
        let chosen = cards::grid(ui, &game.plugin.about().name, &variants.collect::<Vec<_>>());
        ui.add_space(20.0);
        Some(match chosen? {
            Chosen::Play(variant) => Wish::Sheet(variant),
            Chosen::Change(variant) => Wish::Change(variant),
        })
    }

    fn resume(&self, ui: &mut Ui, catalog: &Catalog) -> Option<Wish> {
        let mut wish = None;
        let now = jiff::Zoned::now().datetime();
        if self.resumable().next().is_some() {
            ui.label(RichText::new("Continue").text_style(look::title()));
        }
        for record in self.resumable() {
            let header = &record.header;
            let players: Vec<&str> = header.players.iter().map(|player| player.name.as_str()).collect();
            let game = catalog.game(&header.game).map_or(header.game.as_str(), |game| &game.plugin.about().name);
            let card = Card {
                name: players.join(" – "),
                summary: format!("{game} · {}", header.title()),
                notes: vec![match record.actions {
                    Some(actions) => format!("{} · {actions} actions", when(&header.started, now)),
                    None => when(&header.started, now),
                }],
                id: record.file.display().to_string(),
            };
            if cards::single(ui, &card, "Resume") {
                wish = Some(Wish::Resume(record.file.clone()));
            }
        }
        ui.add_space(16.0);
        wish
    }
}

fn show_problems(ui: &mut Ui, problems: &[&Problem]) {
    if problems.is_empty() {
        return;
    }
    let title = if problems.len() == 1 {
        "A file has a problem".to_owned()
    } else {
        format!("There are {} problems", problems.len())
    };
    ui.label(RichText::new(title).text_style(look::title()).color(look::colours(ui).alarm));
    for problem in problems {
        let frame = Frame::new().fill(look::colours(ui).card).corner_radius(8).inner_margin(10);
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            let file = problem.file.file_name().unwrap_or_default().to_string_lossy();
            let place = if problem.line > 0 { format!("{file}, line {}", problem.line) } else { file.into_owned() };
            ui.label(RichText::new(place).strong()).on_hover_text(problem.to_string());
            ui.add(Label::new(RichText::new(&problem.message).text_style(look::small())).wrap().selectable(true));
        });
    }
}

fn no_games(ui: &mut Ui, catalog: &Catalog) {
    ui.heading("No game was found");
    ui.label("Stonehouse looks for the plugins of games in these folders:");
    for folder in &catalog.folders().plugins {
        ui.label(RichText::new(folder.path.display().to_string()).monospace());
    }
    ui.label("Put a plugin into one of them and press Reload, or start Stonehouse with --plugins and the name of another folder.");
}

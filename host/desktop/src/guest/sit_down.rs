//! The dialog from which people come to a table: with a link, at a table that they visited before, or at one of their
//! own.

use super::host_server::{OwnTable, own_tables};
use super::visited::{Visited, VisitedTable};
use crate::names;
use egui::{Key, Label, Margin, RichText, TextEdit, Ui};
use stonehouse_engine::Catalog;
use stonehouse_guest::TableLink;
use stonehouse_guest_protocol::MAX_GUEST_NAME;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 600.0;

/// The most visited tables that are listed.
const MAX_LISTED: usize = 6;

/// The dialog.
pub struct SitDown {
    link: String,
    name: String,
    problem: Option<String>,
    visited: Vec<VisitedTable>,
    own: Vec<OwnTable>,
    /// Whether it was shown, after which the keyboard is on its first field.
    was_shown: bool,
}

/// A command that a person gives in the dialog.
pub enum SitDownCommand {
    /// Come to this table, under this name.
    Visit(TableLink, String),
    /// Open an own table again, under this name.
    Reopen(OwnTable, String),
    /// Close the dialog.
    Cancel,
}

impl SitDown {
    /// The dialog, with the tables that are known now.
    pub fn new(catalog: &Catalog, visited: &Visited) -> Self {
        let (own, known) = (own_tables(catalog, visited), visited.tables());
        let is_own = |table: &VisitedTable| own.iter().any(|own| table.link.ends_with(&own.saved.code.to_string()));
        let name = visited.name();
        Self {
            link: String::new(),
            name,
            problem: None,
            visited: known.into_iter().filter(|table| !is_own(table)).take(MAX_LISTED).collect(),
            own,
            was_shown: false,
        }
    }

    /// Shows the dialog.
    pub fn ui(&mut self, ui: &Ui) -> Option<SitDownCommand> {
        let (mut command, mut close) = (None, false);
        let (mut enter, mut pressed) = (false, false);
        let mut picked = None;
        let modal = theme::dialog(
            ui.ctx(),
            "sit down",
            WIDTH,
            self,
            |dialog, ui| {
                ui.heading(tr!("Sit down at a table"));
                let how = tr!(
                    "A friend who opens a table with guests, in the window or with stonehouse serve, sends you its link."
                );
                ui.add(Label::new(RichText::new(how).color(theme::colours(ui).ink_soft)).wrap());
                ui.add_space(6.0);
                let field = |ui: &mut Ui, name: &str, hint: &str, text: &mut String, most: usize| {
                    ui.horizontal(|ui| {
                        let label = ui.allocate_ui(egui::vec2(110.0 * theme::scale(ui), 28.0), |ui| {
                            ui.set_min_width(110.0 * theme::scale(ui));
                            ui.label(name)
                        });
                        let field = TextEdit::singleline(text)
                            .hint_text(hint)
                            .desired_width(ui.available_width() - 16.0)
                            .char_limit(most)
                            .margin(Margin::symmetric(8, 6));
                        let field = ui.add(field).labelled_by(label.inner.id);
                        theme::focus_ring(ui, &field);
                        field
                    })
                    .inner
                };
                let example = "http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB";
                let link = field(ui, tr!("Link"), example, &mut dialog.link, 300);
                if !std::mem::replace(&mut dialog.was_shown, true) {
                    link.request_focus();
                }
                let name = field(ui, tr!("Your name"), tr!("as others see it"), &mut dialog.name, MAX_GUEST_NAME);
                enter = ui.input(|input| input.key_pressed(Key::Enter)) && (link.lost_focus() || name.lost_focus());
                if let Some(problem) = &dialog.problem {
                    let text = RichText::new(problem).color(theme::colours(ui).alarm);
                    ui.add(Label::new(text).wrap().selectable(true));
                }
                if !dialog.own.is_empty() {
                    ui.add_space(6.0);
                    ui.label(RichText::new(tr!("Your own tables")).text_style(theme::title()));
                    for table in &dialog.own {
                        let players = players(&table.saved.names);
                        if row(ui, &table.title, &players, tr!("Open again")) {
                            picked = Some(Picked::Own(table.clone()));
                        }
                    }
                }
                if !dialog.visited.is_empty() {
                    ui.add_space(6.0);
                    ui.label(RichText::new(tr!("Tables where you have been")).text_style(theme::title()));
                    for table in &dialog.visited {
                        let host = table.link.split("/#").next().unwrap_or_default();
                        if row(ui, &table.title, host, tr!("Go there")) {
                            picked = Some(Picked::Visited(table.link.clone()));
                        }
                    }
                }
            },
            |_, ui| {
                pressed = theme::primary(ui, tr!("Sit down")).clicked();
                close = ui.button(tr!("Cancel")).clicked();
            },
        );
        match picked {
            Some(Picked::Own(table)) => command = self.named().map(|name| SitDownCommand::Reopen(table, name)),
            Some(Picked::Visited(link)) => {
                self.link = link;
                command = self.visit();
            }
            None if enter || pressed => command = self.visit(),
            None => {}
        }
        if command.is_none() && (close || modal.should_close()) {
            command = Some(SitDownCommand::Cancel);
        }
        command
    }

    /// The name, once there is one.
    fn named(&mut self) -> Option<String> {
        let name = names::kept(self.name.trim());
        if name.is_empty() || name == names::READER {
            self.problem = Some(tr!("Type the name by which the others know you.").to_owned());
            return None;
        }
        Some(name.to_owned())
    }

    fn visit(&mut self) -> Option<SitDownCommand> {
        let link = match self.link.parse::<TableLink>() {
            Ok(link) => link,
            Err(error) => {
                self.problem = Some(error.to_string());
                return None;
            }
        };
        self.named().map(|name| SitDownCommand::Visit(link, name))
    }
}

enum Picked {
    Own(OwnTable),
    Visited(String),
}

/// The names at a table; a free seat has none.
fn players(names: &[String]) -> String {
    let named: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| names::display_name(name)).collect();
    named.join(", ")
}

/// A table in a list, with a button. Returns whether it was pressed.
fn row(ui: &mut Ui, title: &str, about: &str, button: &str) -> bool {
    ui.horizontal(|ui| {
        let pressed = ui.button(button);
        pressed.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{button}: {title}")));
        ui.label(title);
        let about = RichText::new(about).text_style(theme::small()).color(theme::colours(ui).ink_soft);
        ui.add(Label::new(about).truncate());
        pressed.clicked()
    })
    .inner
}

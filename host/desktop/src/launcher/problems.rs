//! The problems of files: a line at the foot of the launcher, which opens to a list.

use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};
use stonehouse_engine::Problem;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The greatest share of the window's height that the list takes.
const MAX_SHARE: f32 = 0.4;

/// Shows the problems, all of them if they are `open`.
pub fn show(ui: &mut Ui, problems: &[&Problem], open: &mut bool) {
    let Some(first) = problems.first() else { return };
    let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::symmetric(28, 7));
    let most = ui.available_height() * MAX_SHARE;
    Panel::bottom("problems").frame(frame).resizable(false).show(ui, |ui| {
        if *open {
            ui.horizontal(|ui| {
                let title = if problems.len() == 1 {
                    tr!("A file has a problem").to_owned()
                } else {
                    tr!("There are {n} problems", n = problems.len())
                };
                ui.label(RichText::new(title).text_style(theme::title()).color(theme::colours(ui).alarm));
                *open = !ui.button(tr!("Hide")).clicked();
            });
            ScrollArea::vertical().auto_shrink([false, true]).max_height(most).show(ui, |ui| {
                for problem in problems {
                    ui.label(RichText::new(place(problem)).strong()).on_hover_text(problem.to_string());
                    let text = RichText::new(&problem.message).text_style(theme::small());
                    ui.add(Label::new(text).wrap().selectable(true));
                }
            });
            return;
        }
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let all =
                    if problems.len() == 1 { tr!("Show it").to_owned() } else { tr!("All {n}", n = problems.len()) };
                let button = ui.button(all);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tr!("Show what is wrong")));
                *open = button.clicked();
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.label(RichText::new(place(first)).strong().color(theme::colours(ui).alarm));
                    ui.add(Label::new(RichText::new(&first.message).text_style(theme::small())).truncate());
                });
            });
        });
    });
}

/// The file and the line.
fn place(problem: &Problem) -> String {
    let file = problem.file.file_name().unwrap_or_default().to_string_lossy();
    if problem.line > 0 { tr!("{file}, line {line}", file, line = problem.line) } else { file.into_owned() }
}

//! What people must know before the match continues.

use super::{Play, Wish};
use crate::look;
use egui::{RichText, Ui};
use stonehouse_engine::{MatchError, Problem, RulesFailure};

/// Something that people must know before the match continues.
pub(super) struct Notice {
    pub title: &'static str,
    pub detail: String,
    /// Whether correcting a file can help.
    pub can_reload: bool,
}

impl Notice {
    /// The match broke down: a fault of this program's.
    pub fn broken() -> Self {
        let detail =
            "Something in this program failed, and not in the game.\n\nNothing is lost: leave the match and resume it.";
        Self { title: "The match cannot go on", detail: detail.to_owned(), can_reload: false }
    }
}

impl Play {
    pub(super) fn tell(&mut self, error: &MatchError) {
        let house_rule = |problem: &Problem| Notice {
            title: "A house rule failed",
            detail: format!(
                "{}\n\nNothing is lost. Correct the script, save it, and continue from the same position.",
                problem.render()
            ),
            can_reload: true,
        };
        self.notice = Some(match error {
            MatchError::Rules(RulesFailure::HouseRule { problem, .. }) => house_rule(problem),
            MatchError::Record(problem) => Notice {
                title: "The match could not be recorded",
                detail: format!(
                    "{problem}\n\nThe last action was not taken. Make room or set the folder right, then try again."
                ),
                can_reload: false,
            },
            MatchError::EndNotRecorded(_) => {
                Notice { title: "The end could not be recorded", detail: error.to_string(), can_reload: false }
            }
            MatchError::NotUnderTheseRules { .. } => {
                Notice { title: "The files are not right yet", detail: error.to_string(), can_reload: true }
            }
            other => Notice { title: "The match cannot continue", detail: other.to_string(), can_reload: false },
        });
    }

    /// Tells that the files are not right yet.
    pub fn still_wrong(&mut self, why: String) {
        self.tries += 1;
        self.notice = Some(Notice { title: "The files are not right yet", detail: why, can_reload: true });
    }

    /// What stops the match, if anything does: its title, for people.
    pub fn stopped_by(&self) -> Option<&'static str> {
        self.notice.as_ref().map(|notice| notice.title)
    }

    /// Shows what stops the match.
    pub(super) fn notice_window(&mut self, ui: &Ui) -> Option<Wish> {
        let notice = self.notice.as_ref()?;
        let (mut wish, mut close) = (None, false);
        let tries = self.tries;
        look::sheet(
            ui.ctx(),
            "notice",
            620.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(notice.title).font(look::TITLE()).color(look::ALARM));
                if notice.can_reload && tries > 0 {
                    let times = if tries == 1 { String::new() } else { format!(" {tries} times") };
                    ui.label(format!("Tried again{times}: the files were read, and this is what came of it."));
                }
                ui.add(egui::Label::new(RichText::new(&notice.detail).monospace()).wrap().selectable(true));
            },
            |(), ui| {
                if notice.can_reload {
                    if look::primary(ui, "Reload and continue").clicked() {
                        wish = Some(Wish::Reload);
                    }
                } else if look::primary(ui, "Close").clicked() {
                    close = true;
                }
                if ui.button("Leave the match").clicked() {
                    wish = Some(Wish::Leave);
                }
            },
        );
        if close {
            self.notice = None;
        }
        wish
    }
}

//! Notices: what people have to read before the match continues.

use super::{MatchCommand, Play};
use egui::{RichText, Ui};
use stonehouse_engine::{MatchError, Problem, RulesFailure};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_ui::look;

/// A message that people have to read before the match continues.
pub(super) struct Notice {
    pub title: &'static str,
    pub detail: String,
    /// Whether correcting a file can help.
    pub can_reload: bool,
    /// Whose bot or program could not go on.
    pub seat: Option<Seat>,
}

impl Notice {
    /// The match's thread panicked: a fault of this program, not of the game.
    pub fn broken() -> Self {
        let detail = tr!(
            "Something failed in this program, not in the game.\n\nNothing is lost: leave the match and resume it."
        );
        Self { title: tr!("The match cannot continue"), detail: detail.to_owned(), can_reload: false, seat: None }
    }
}

impl Play {
    /// Stops the match with a notice about this error.
    pub(super) fn stop_for(&mut self, error: &MatchError) {
        let house_rule = |problem: &Problem| Notice {
            title: tr!("A house rule failed"),
            detail: tr!(
                "{problem}\n\nNothing is lost. Correct the script, save it, and continue from the same position.",
                problem = problem.render()
            ),
            can_reload: true,
            seat: None,
        };
        self.forget_news();
        self.notice = Some(match error {
            MatchError::Rules(RulesFailure::HouseRule { problem, .. }) => house_rule(problem),
            // Nothing has happened: the match goes on.
            MatchError::Rules(RulesFailure::Illegal | RulesFailure::Refused(_)) => Notice {
                title: tr!("That is not possible here"),
                detail: error.to_string(),
                can_reload: false,
                seat: None,
            },
            MatchError::Record(problem) => Notice {
                title: tr!("The match could not be recorded"),
                detail: tr!(
                    "{problem}\n\nThe last action was not played. Free some space or correct the folder's permissions, then try again.",
                    problem
                ),
                can_reload: false,
                seat: None,
            },
            MatchError::EndNotRecorded(_) => Notice {
                title: tr!("The end could not be recorded"),
                detail: error.to_string(),
                can_reload: false,
                seat: None,
            },
            MatchError::NotUnderTheseRules { .. } => Notice {
                title: tr!("The files still have a problem"),
                detail: error.to_string(),
                can_reload: true,
                seat: None,
            },
            other => Notice {
                title: tr!("The match cannot continue"),
                detail: other.to_string(),
                can_reload: false,
                seat: None,
            },
        });
    }

    /// Shows that the files still have a problem.
    pub fn still_wrong(&mut self, why: String) {
        self.tries += 1;
        self.forget_news();
        self.notice =
            Some(Notice { title: tr!("The files still have a problem"), detail: why, can_reload: true, seat: None });
    }

    /// The title of the notice that stops the match, if there is one.
    pub fn stopped_by(&self) -> Option<&'static str> {
        self.fork_title().or_else(|| self.notice.as_ref().map(|notice| notice.title))
    }

    /// Shows the notice, if there is one.
    pub(super) fn notice_window(&mut self, ui: &Ui) -> Option<MatchCommand> {
        let notice = self.notice.as_ref()?;
        let (mut command, mut close, mut again, mut stand_in) = (None, false, None, None);
        let tries = self.tries;
        look::dialog(
            ui.ctx(),
            "notice",
            620.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(notice.title).text_style(look::title()).color(look::colours(ui).alarm));
                if notice.can_reload && tries > 0 {
                    ui.label(if tries == 1 {
                        tr!("The files were read again, and this is the result:").to_owned()
                    } else {
                        tr!("The files were read again {n} times, and this is the result:", n = tries)
                    });
                }
                ui.add(egui::Label::new(RichText::new(&notice.detail).monospace()).wrap().selectable(true));
            },
            |(), ui| {
                if notice.can_reload {
                    if look::primary(ui, tr!("Reload and continue")).clicked() {
                        command = Some(MatchCommand::Reload);
                    }
                } else if let Some(seat) = notice.seat {
                    again = look::primary(ui, tr!("Try again")).clicked().then_some(seat);
                    stand_in = ui.button(tr!("Let a bot play instead")).clicked().then_some(seat);
                } else if look::primary(ui, tr!("Close")).clicked() {
                    close = true;
                }
                if ui.button(tr!("Leave the match")).clicked() {
                    command = Some(MatchCommand::Leave);
                }
            },
        );
        if close {
            self.notice = None;
        }
        if let Some(seat) = again {
            self.let_try_again(seat);
        } else if let Some(seat) = stand_in {
            self.let_stand_in(seat);
        }
        command
    }
}

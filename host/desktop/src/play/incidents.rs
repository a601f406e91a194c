//! Messages that people have to read before the match continues, and files that are changed in the middle of it: the
//! match continues under the new rules from where it is, or the reason why it cannot is shown.

use super::MatchCommand;
use super::console::Console;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};
use std::sync::Arc;
use stonehouse_engine::{MatchError, Problem, RulesFailure, Ruleset};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_session::AgentSpec;
use stonehouse_ui::theme;

/// The greatest height of the message above the table, in points.
const MAX_NEWS_HEIGHT: f32 = 64.0;

/// The incidents that stop the match, and the state of changed files.
///
/// A notice, a fork and rules that wait can exist together: they are no alternatives. Of notice and fork, the fork is
/// decided first.
#[derive(Default)]
pub(super) struct Incidents {
    notice: Option<Notice>,
    /// How often the files were read again since the last action.
    tries: u32,
    /// The rules under which the match is to continue as soon as the actor is free.
    next: Option<Arc<Ruleset>>,
    /// Problems of these rules that do not prevent a match.
    problems: String,
    /// The rules under which it is asked to continue.
    trying: Option<Arc<Ruleset>>,
    /// An action of the match that the new rules do not allow, until people have decided.
    fork: Option<Fork>,
    /// A message that does not stop the match.
    news: Option<Banner>,
}

/// A message that people have to read before the match continues.
pub(super) struct Notice {
    title: &'static str,
    detail: String,
    /// Whether correcting a file can help.
    can_reload: bool,
    /// The seat whose bot or program could not continue.
    seat: Option<Seat>,
}

/// An action of the match that is not legal under changed rules.
struct Fork {
    ruleset: Arc<Ruleset>,
    /// The number of the action, from 1.
    number: usize,
    text: String,
}

/// A message about changed files.
struct Banner {
    text: String,
    is_trouble: bool,
}

/// A person's decision on how the match continues.
pub(super) enum Remedy {
    Command(MatchCommand),
    /// The agent of this seat tries again.
    TryAgain(Seat),
    /// A bot plays for this seat.
    StandIn(Seat),
    /// The match continues under these rules, after this number of its actions.
    ContinueFrom(Arc<Ruleset>, usize),
}

impl Notice {
    /// The match's thread panicked: a fault of this program, not of the game.
    pub fn broken() -> Self {
        let detail = tr!(
            "Something failed in this program, not in the game.\n\nNothing is lost: leave the match and resume it."
        );
        Self { title: tr!("The match cannot continue"), detail: detail.to_owned(), can_reload: false, seat: None }
    }

    /// The agent of a seat, whose player has this name, could not choose.
    pub fn of_agent(seat: Option<Seat>, name: &str, spec: Option<&AgentSpec>, error: &str) -> Self {
        let todo = match spec {
            Some(AgentSpec::Bot(_)) | None => {
                tr!("Nothing is lost. Let it try again, or let another bot play in its place.")
            }
            Some(_) => {
                tr!(
                    "Nothing is lost. Correct the program or its line in `players.toml` and let it try again, or let a bot play in its place until the match is left."
                )
            }
        };
        let detail = format!("{name}: {error}\n\n{todo}");
        Self { title: tr!("A player cannot go on"), detail, can_reload: false, seat }
    }

    /// A notice about this error.
    pub fn of_error(error: &MatchError) -> Self {
        let (title, can_reload) = match error {
            MatchError::Rules(RulesFailure::HouseRule { .. }) => (tr!("A house rule failed"), true),
            // The match is over.
            MatchError::EndNotNotified(_) => (tr!("A house rule failed"), false),
            MatchError::Rules(RulesFailure::GameScript(_)) => (tr!("The game's script failed"), true),
            // Nothing has changed: the match continues.
            MatchError::Rules(RulesFailure::Illegal | RulesFailure::Refused(_)) => {
                (tr!("That is not possible here"), false)
            }
            MatchError::Record(_) => (tr!("The match could not be recorded"), false),
            MatchError::EndNotRecorded(_) => (tr!("The end could not be recorded"), false),
            MatchError::NotUnderTheseRules { .. } => (tr!("The files still have a problem"), true),
            _ => (tr!("The match cannot continue"), false),
        };
        let detail = match error {
            MatchError::Rules(RulesFailure::HouseRule { problem, .. } | RulesFailure::GameScript(problem)) => tr!(
                "{problem}\n\nNothing is lost. Correct the script, save it, and continue from the same position.",
                problem = problem.render()
            ),
            MatchError::Record(problem) => tr!(
                "{problem}\n\nThe last action was not played. Free some space or correct the folder's permissions, then try again.",
                problem
            ),
            other => other.to_string(),
        };
        Self { title, detail, can_reload, seat: None }
    }
}

impl Incidents {
    /// Stops the match until people have read this.
    pub fn stop(&mut self, notice: Notice) {
        self.news = None;
        self.notice = Some(notice);
    }

    /// Whether the match waits until people have read or decided something.
    pub const fn is_stopped(&self) -> bool {
        self.fork.is_some() || self.notice.is_some()
    }

    /// The title of the notice that stops the match, if there is one.
    pub fn title(&self) -> Option<&'static str> {
        let fork = self.fork.as_ref().map(|_| tr!("The match does not fit the changed rules"));
        fork.or_else(|| self.notice.as_ref().map(|notice| notice.title))
    }

    /// Resets the count of attempts, since an action was played.
    pub const fn reset_tries(&mut self) {
        self.tries = 0;
    }

    /// Shows that the files still have a problem.
    pub fn repair_failed(&mut self, why: String) {
        self.tries += 1;
        self.stop(Notice { title: tr!("The files still have a problem"), detail: why, can_reload: true, seat: None });
    }

    /// Stores rules whose files were changed, under which the match continues once the actor is free.
    pub fn queue_rules(&mut self, ruleset: Arc<Ruleset>, problems: &[Problem]) {
        self.next = Some(ruleset);
        self.problems = Problem::render_all(problems);
        self.fork = None;
    }

    /// Reports that the files were changed, but are wrong. The match continues as before.
    pub fn live_change_failed(&mut self, why: String, console: &mut Console) {
        if self.is_reloadable() {
            self.repair_failed(why);
            return;
        }
        console.note(&why);
        let text = tr!("The files were changed, but the match goes on under the old rules:\n{why}", why);
        self.news = Some(Banner { text, is_trouble: true });
    }

    /// Reports that the match was resumed under changed files of its game.
    pub fn note_edit(&mut self, console: &mut Console) {
        let text = tr!(
            "The files of this game were changed since the match was played: it goes on under the rules of today, in a new record."
        );
        console.note(text);
        self.news = Some(Banner { text: text.to_owned(), is_trouble: true });
    }

    fn is_reloadable(&self) -> bool {
        self.notice.as_ref().is_some_and(|notice| notice.can_reload)
    }

    /// Takes the queued rules, under which the match is then asked to continue.
    pub fn take_queued(&mut self) -> Option<Arc<Ruleset>> {
        let ruleset = self.next.take()?;
        self.trying = Some(Arc::clone(&ruleset));
        if self.is_reloadable() {
            self.notice = None;
            self.tries += 1;
        }
        Some(ruleset)
    }

    /// Clears the notice because of which these rules were read again, and counts the attempt to continue under them.
    pub fn retry(&mut self, ruleset: &Arc<Ruleset>) {
        self.notice = None;
        self.tries += 1;
        self.trying = Some(Arc::clone(ruleset));
    }

    /// Takes the answer of the actor, if it was asked to continue under other rules. Returns whether nothing else has
    /// to be reported.
    pub fn take_answer(&mut self, failed: Option<&MatchError>, console: &mut Console) -> bool {
        let Some(ruleset) = self.trying.take() else { return false };
        match failed {
            None => {
                let names: Vec<&str> = ruleset.variant().scripts.iter().map(|script| script.name.as_str()).collect();
                let of = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
                let text = tr!("The rules were read again{which}, and the match goes on under them.", which = of);
                console.note(&text);
                let problems = std::mem::take(&mut self.problems);
                self.news = Some(if problems.is_empty() {
                    Banner { text, is_trouble: false }
                } else {
                    console.note(&problems);
                    Banner { text: format!("{text}\n{problems}"), is_trouble: true }
                });
                true
            }
            Some(MatchError::NotUnderTheseRules { number, text }) => {
                self.fork = Some(Fork { ruleset, number: *number, text: text.clone() });
                true
            }
            // A match that a rule had stopped stays stopped.
            Some(_) if self.tries > 0 => false,
            Some(error) => {
                self.live_change_failed(error.to_string(), console);
                true
            }
        }
    }

    /// A strip with the message about changed files.
    pub fn strip(&mut self, ui: &mut Ui) {
        let Some(news) = &self.news else { return };
        let mut close = false;
        let colour = if news.is_trouble { theme::colours(ui).alarm } else { theme::colours(ui).accent };
        let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::symmetric(16, 6));
        Panel::top("news").frame(frame).show(ui, |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                ui.spacing_mut().button_padding.y = 1.0;
                ui.spacing_mut().interact_size.y = 20.0;
                close = ui.button(tr!("OK")).clicked();
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Min), |ui| {
                    // A long message must not push the table away.
                    ScrollArea::vertical().id_salt("news").max_height(MAX_NEWS_HEIGHT).auto_shrink([false, true]).show(
                        ui,
                        |ui| {
                            let text = RichText::new(&news.text).text_style(theme::small()).color(colour);
                            ui.add(Label::new(text).wrap().selectable(true));
                        },
                    );
                });
            });
        });
        if close {
            self.news = None;
        }
    }

    /// Asks how the match continues.
    pub fn window(&mut self, ui: &Ui) -> Option<Remedy> {
        if self.fork.is_some() { self.fork_window(ui) } else { self.notice_window(ui) }
    }

    /// Asks how the match continues, where an action of it is not legal under the changed rules.
    fn fork_window(&mut self, ui: &Ui) -> Option<Remedy> {
        let fork = self.fork.as_ref()?;
        let before = fork.number - 1;
        let there = if before == 0 {
            tr!("Begin it again").to_owned()
        } else {
            tr!("Go on from action {number}", number = before)
        };
        let (mut command, mut advance, mut keep) = (None, false, false);
        let detail = tr!(
            "Action {number}, “{action}”, is not legal under the rules as they are now. The match can go on under them from before that action, or with the old rules from where it is.",
            number = fork.number,
            action = fork.text
        );
        theme::dialog(
            ui.ctx(),
            "fork",
            560.0,
            &mut (),
            |(), ui| {
                ui.label(
                    RichText::new(tr!("The match does not fit the changed rules"))
                        .text_style(theme::title())
                        .color(theme::colours(ui).alarm),
                );
                ui.add(Label::new(detail).wrap());
            },
            |(), ui| {
                advance = theme::primary(ui, &there).clicked();
                keep = ui.button(tr!("Keep the old rules")).clicked();
                if ui.button(tr!("Leave the match")).clicked() {
                    command = Some(MatchCommand::Leave);
                }
            },
        );
        let fork = self.fork.take_if(|_| advance || keep).filter(|_| advance);
        let Some(fork) = fork else { return command.map(Remedy::Command) };
        self.trying = Some(Arc::clone(&fork.ruleset));
        Some(Remedy::ContinueFrom(fork.ruleset, fork.number - 1))
    }

    fn notice_window(&mut self, ui: &Ui) -> Option<Remedy> {
        let notice = self.notice.as_ref()?;
        let (mut command, mut close, mut again, mut stand_in) = (None, false, None, None);
        let tries = self.tries;
        theme::dialog(
            ui.ctx(),
            "notice",
            620.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(notice.title).text_style(theme::title()).color(theme::colours(ui).alarm));
                if notice.can_reload && tries > 0 {
                    ui.label(if tries == 1 {
                        tr!("The files were read again, and this is the result:").to_owned()
                    } else {
                        tr!("The files were read again {n} times, and this is the result:", n = tries)
                    });
                }
                ui.add(Label::new(RichText::new(&notice.detail).monospace()).wrap().selectable(true));
            },
            |(), ui| {
                if notice.can_reload {
                    if theme::primary(ui, tr!("Reload and continue")).clicked() {
                        command = Some(MatchCommand::Reload);
                    }
                } else if let Some(seat) = notice.seat {
                    again = theme::primary(ui, tr!("Try again")).clicked().then_some(seat);
                    stand_in = ui.button(tr!("Let a bot play instead")).clicked().then_some(seat);
                } else if theme::primary(ui, tr!("Close")).clicked() {
                    close = true;
                }
                if ui.button(tr!("Leave the match")).clicked() {
                    command = Some(MatchCommand::Leave);
                }
            },
        );
        if close || again.is_some() || stand_in.is_some() {
            self.notice = None;
        }
        let answer = again.map(Remedy::TryAgain).or(stand_in.map(Remedy::StandIn));
        answer.or(command.map(Remedy::Command))
    }
}

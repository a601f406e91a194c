//! Changed files in the middle of a match: the match goes on under the new rules from where it is, or the reason why it cannot is shown.

use super::{MatchCommand, Play};
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};
use std::sync::Arc;
use stonehouse_engine::{MatchError, Ruleset};
use stonehouse_language::tr;
use stonehouse_ui::look;

/// What is known of changed files.
#[derive(Default)]
pub(super) struct Live {
    /// The rules under which the match shall continue as soon as the actor is free.
    next: Option<Arc<Ruleset>>,
    /// The rules under which it is asked to continue.
    trying: Option<Arc<Ruleset>>,
    /// An action of the match that the new rules do not allow, until people have decided.
    fork: Option<Fork>,
    /// A message that does not stop the match.
    news: Option<News>,
}

/// An action of the match that is not legal under changed rules.
struct Fork {
    ruleset: Arc<Ruleset>,
    /// Which action, from 1.
    number: usize,
    text: String,
}

/// A message about changed files.
struct News {
    text: String,
    is_trouble: bool,
}

/// The greatest height of the message above the table, in points.
const NEWS: f32 = 64.0;

impl Play {
    /// Continues under rules whose files were changed, as soon as the actor is free.
    pub fn go_live(&mut self, ruleset: Arc<Ruleset>) {
        self.live.next = Some(ruleset);
        self.live.fork = None;
        self.try_next();
    }

    /// Reports that the files were changed, but are wrong. The match goes on as before.
    pub fn not_live(&mut self, why: String) {
        if self.notice.as_ref().is_some_and(|notice| notice.can_reload) {
            self.still_wrong(why);
            return;
        }
        self.console.note(&why);
        let text = tr!("The files were changed, but the match goes on under the old rules:\n{why}", why);
        self.live.news = Some(News { text, is_trouble: true });
    }

    /// Tries the rules that wait, if the actor is free.
    pub(super) fn try_next(&mut self) {
        if self.pending.is_pending() {
            return;
        }
        if let Some(ruleset) = self.live.next.take() {
            self.stop_thinking();
            self.live.trying = Some(Arc::clone(&ruleset));
            if self.notice.as_ref().is_some_and(|notice| notice.can_reload) {
                self.notice = None;
                self.tries += 1;
            }
            self.ask(move |actor| actor.continue_under(&ruleset));
        }
    }

    /// Notes the rules under which the match is asked to continue.
    pub(super) fn tries_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.live.trying = Some(Arc::clone(ruleset));
    }

    /// Takes the answer of the actor, if it was asked to continue under other rules. Returns whether nothing else has to be reported.
    pub(super) fn poll_trial(&mut self, failed: Option<&MatchError>) -> bool {
        let Some(ruleset) = self.live.trying.take() else { return false };
        match failed {
            None => {
                let names: Vec<&str> = ruleset.variant().scripts.iter().map(|script| script.name.as_str()).collect();
                let of = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
                let text = tr!("The rules were read again{which}, and the match goes on under them.", which = of);
                self.console.note(&text);
                self.live.news = Some(News { text, is_trouble: false });
                true
            }
            Some(MatchError::NotUnderTheseRules { number, text }) => {
                self.live.fork = Some(Fork { ruleset, number: *number, text: text.clone() });
                true
            }
            // A match that a rule had stopped stays stopped.
            Some(_) if self.tries > 0 => false,
            Some(error) => {
                self.not_live(error.to_string());
                true
            }
        }
    }

    /// Whether the match waits until people have read or decided something.
    pub(super) const fn is_stopped(&self) -> bool {
        self.live.fork.is_some() || self.notice.is_some()
    }

    /// The title of the question that stops the match, if there is one.
    pub(super) fn fork_title(&self) -> Option<&'static str> {
        if self.live.fork.is_some() { Some(tr!("The match does not fit the changed rules")) } else { None }
    }

    /// Withdraws the message: something more important stops the match.
    pub(super) fn forget_news(&mut self) {
        self.live.news = None;
    }

    /// A strip with the message about changed files.
    pub(super) fn news(&mut self, ui: &mut Ui) {
        let Some(news) = &self.live.news else { return };
        let mut close = false;
        let colour = if news.is_trouble { look::colours(ui).alarm } else { look::colours(ui).accent };
        let frame = Frame::new().fill(look::colours(ui).card).inner_margin(Margin::symmetric(16, 6));
        Panel::top("news").frame(frame).show(ui, |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                ui.spacing_mut().button_padding.y = 1.0;
                ui.spacing_mut().interact_size.y = 20.0;
                close = ui.button(tr!("OK")).clicked();
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Min), |ui| {
                    // A long message must not push the table away.
                    ScrollArea::vertical().id_salt("news").max_height(NEWS).auto_shrink([false, true]).show(ui, |ui| {
                        let text = RichText::new(&news.text).text_style(look::small()).color(colour);
                        ui.add(Label::new(text).wrap().selectable(true));
                    });
                });
            });
        });
        if close {
            self.live.news = None;
        }
    }

    /// Asks how the match goes on, where an action of it is not legal under the changed rules.
    pub(super) fn fork_window(&mut self, ui: &Ui) -> Option<MatchCommand> {
        let fork = self.live.fork.as_ref()?;
        let before = fork.number - 1;
        let there = if before == 0 {
            tr!("Begin it again").to_owned()
        } else {
            tr!("Go on from action {number}", number = before)
        };
        let (mut command, mut go_on, mut keep) = (None, false, false);
        let detail = tr!(
            "Action {number}, “{action}”, is not legal under the rules as they are now. The match can go on under them from before that action, or with the old rules from where it is.",
            number = fork.number,
            action = fork.text
        );
        look::dialog(
            ui.ctx(),
            "fork",
            560.0,
            &mut (),
            |(), ui| {
                ui.label(
                    RichText::new(tr!("The match does not fit the changed rules"))
                        .text_style(look::title())
                        .color(look::colours(ui).alarm),
                );
                ui.add(Label::new(detail).wrap());
            },
            |(), ui| {
                go_on = look::primary(ui, &there).clicked();
                keep = ui.button(tr!("Keep the old rules")).clicked();
                if ui.button(tr!("Leave the match")).clicked() {
                    command = Some(MatchCommand::Leave);
                }
            },
        );
        if go_on || keep {
            let fork = self.live.fork.take();
            if let Some(fork) = fork.filter(|_| go_on) {
                self.live.trying = Some(Arc::clone(&fork.ruleset));
                self.ask(move |actor| actor.continue_from(&fork.ruleset, fork.number - 1));
            }
        }
        command
    }
}

//! A hint: the choice of a strong bot, how much better it is than the next action, and how often the seat wins, only
//! from what the seat may know. It is found on its own thread.
//!
//! The search has no access to the position, its chance follows from how much was played and not from the match's seed,
//! and its budget is a number of iterations. So the hint is the same for all deals that the seat cannot distinguish;
//! `tests/screens/hints.rs` checks that by resampling them in every game.

use super::actor::MatchActor;
use super::handle::MatchHandle;
use egui::{Align, Key, Label, Layout, Margin, Modifiers, RichText, Ui};
use std::time::Duration;
use stonehouse_bots::analysis::{Evaluation, analyse};
use stonehouse_bots::{BotError, Budget, Stop, Viewpoint};
use stonehouse_language::tr;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Observer, PathStep, Seat};
use stonehouse_runtime::Position;
use stonehouse_table::changes::Places;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The budget of the search for a hint.
const HINT_BUDGET: Budget = Budget::Iterations(12_000);
/// After this time the search returns its best result so far: a house rule can make looking ahead slow.
const TIMEOUT: Duration = Duration::from_secs(6);
/// The seed of chance in a hint, together with the number of actions. The match's seed has no part in it.
const SEED: u64 = 0x68_696e_7473;
/// From how many of 100 tries on the best action is clearly better than the next one, or better; and up to which
/// difference it is as good.
const CLEARLY: u32 = 70;
const BETTER: u32 = 40;
const EQUAL: u32 = 1;

/// The action that a strong bot would choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// In words.
    pub text: String,
    /// The places on the table at which it is chosen.
    pub places: Places,
}

/// The hint of this turn, if one was asked for.
pub(super) struct Hints {
    /// Whether people want hints at all.
    pub is_on: bool,
    search: Task<Result<Hint, BotError>>,
    given: Option<Result<Hint, String>>,
}

impl Hints {
    /// No hint yet, if people want any.
    pub fn new(is_on: bool) -> Self {
        Self { is_on, search: Task::default(), given: None }
    }

    /// Takes the hint away.
    pub fn close(&mut self) {
        *self = Self::new(self.is_on);
    }

    /// Whether there is a hint, or one is looked for.
    const fn is_open(&self) -> bool {
        self.search.is_pending() || self.given.is_some()
    }

    /// Takes the hint when it is found.
    fn poll(&mut self) {
        if let Some(found) = self.search.poll(Duration::ZERO) {
            let failed = || Err(tr!("no hint could be looked for").to_owned());
            self.given = Some(found.map_or_else(|_| failed(), |found| found.map_err(|error| error.to_string())));
        }
    }

    /// Blocks until a hint that is being looked for is found: for tests and tools.
    pub fn wait(&mut self) {
        self.search.wait();
        self.poll();
    }

    /// Takes the hint when it is found, and Escape unless `is_picking` something needs it. Returns whether H was
    /// pressed.
    pub fn keys(&mut self, ui: &Ui, is_picking: bool) -> bool {
        let is_free = ui.memory(|memory| memory.top_modal_layer().is_none()) && !ui.ctx().text_edit_focused();
        let pressed = |key| is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let is_asked = self.is_on && pressed(Key::H);
        if self.is_open() && !is_asked && !is_picking && pressed(Key::Escape) {
            self.close();
        }
        self.poll();
        if self.search.elapsed() > TIMEOUT {
            self.search.cancel();
        }
        self.search.schedule_poll(ui);
        is_asked
    }

    /// Looks for a hint, if there `may` be one, or takes it away.
    pub fn toggle(&mut self, ui: &Ui, may: bool, actor: &MatchHandle) {
        if self.is_open() {
            self.close();
        } else if may {
            self.search = actor.work(ui, "hint", |actor, stop| actor.hint(stop));
            ui.request_repaint();
        }
    }

    /// The hint, if there is one: beside the table, so that nothing on it moves.
    pub fn card(&mut self, ui: &mut Ui) {
        let colours = theme::colours(ui);
        let (text, colour) = match &self.given {
            Some(Ok(hint)) => (tr!("Hint: {hint}", hint = hint.text), colours.accent),
            Some(Err(why)) => (tr!("There is no hint: {why}", why), colours.alarm),
            None if self.is_open() => (tr!("Looking for a hint…").to_owned(), colours.ink_soft),
            None => return,
        };
        let mut close = false;
        theme::card_frame(ui).corner_radius(9).inner_margin(Margin::symmetric(12, 6)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                close = ui.button(tr!("Hide")).on_hover_text(tr!("Hide the hint (Esc)")).clicked();
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.add(Label::new(RichText::new(text).color(colour)).wrap().selectable(true));
                });
            });
        });
        if close {
            self.close();
        }
    }

    /// The places of the table that the hint points at.
    pub fn places(&self) -> Option<&Places> {
        self.given.as_ref().and_then(|given| given.as_ref().ok()).map(|hint| &hint.places)
    }
}

/// The hint for the seat whose turn it is, after `played` actions. `names` are the players' names.
///
/// # Errors
/// When a house rule or the plugin failed.
pub fn hint_for(
    position: &Position,
    seat: Seat,
    played: usize,
    names: &[String],
    stop: &Stop,
) -> Result<Hint, BotError> {
    let judged = analyse(&Viewpoint::new(position, seat), HINT_BUDGET, seed_of(SEED, played as u64), stop)?;
    let mut described = Vec::new();
    for one in judged.iter().take(2) {
        described.push(position.describe(&position.choice_of(one.candidate)?, Observer::Seat(seat))?);
    }
    let Some(best) = described.first() else { return Err(BotError::NothingToDecide) };
    let handles = best.paths.first().into_iter().flatten().flat_map(PathStep::handles).cloned().collect();
    let texts: Vec<String> =
        described.iter().map(|action| stonehouse_language::translate(&action.text, names)).collect();
    Ok(Hint { text: words(&judged, &texts), places: Places { pieces: Vec::new(), handles } })
}

/// A hint in words. `texts` are those of the best actions, the best first.
fn words(judged: &[Evaluation], texts: &[String]) -> String {
    let ([best, rest @ ..], [action, others @ ..]) = (judged, texts) else { return String::new() };
    let (Some(next), Some(other)) = (rest.first(), others.first()) else {
        return tr!("{action}. There is nothing else to do.", action);
    };
    let better = match (hundredths(best.share), hundredths(next.share)) {
        (best, next) if best <= next + EQUAL => tr!("{action}, as good as {other}.", action, other),
        (CLEARLY.., _) => tr!("{action}, clearly better than {other}.", action, other),
        (BETTER.., _) => tr!("{action}, better than {other}.", action, other),
        _ => tr!("{action}, slightly better than {other}.", action, other),
    };
    match best.win {
        Some(win) => format!("{better} {}", chance(hundredths(win))),
        None => better,
    }
}

/// How many of 100 a share is.
fn hundredths(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

/// How often a seat wins, in words, from how many of 100 games it won.
fn chance(wins: u32) -> &'static str {
    match wins {
        95.. => tr!("You win nearly every game from here."),
        78..95 => tr!("You win most games from here."),
        60..78 => tr!("You win about two of three games from here."),
        53..60 => tr!("You win a bit more than half of the games from here."),
        48..53 => tr!("You win about half of the games from here."),
        41..48 => tr!("You win a bit less than half of the games from here."),
        23..41 => tr!("You win about one of three games from here."),
        6..23 => tr!("You win few games from here."),
        0..6 => tr!("You win hardly any game from here."),
    }
}

impl MatchActor {
    /// The search for a hint; `None` if it is no person's turn.
    fn hint(&self, stop: Stop) -> Option<impl FnOnce() -> Result<Hint, BotError> + Send + use<>> {
        let seat = self.asked_person()?;
        let position = self.current().position().try_clone().ok()?;
        let (played, names) = (self.current().decisions(), self.names().to_vec());
        Some(move || hint_for(&position, seat, played, &names, &stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::Action;

    fn judged(share: f64, win: Option<f64>) -> Evaluation {
        Evaluation { candidate: Action(0).into(), share, reward: 0.5, win, margin: 0.0 }
    }

    #[test]
    fn a_hint_compares_the_best_action_with_the_next_one() {
        let texts = ["black to F7", "black to C3"].map(str::to_owned);
        let sentence = |best: f64, next: f64| words(&[judged(best, None), judged(next, None)], &texts);
        assert_eq!(sentence(0.82, 0.18), "black to F7, clearly better than black to C3.");
        assert_eq!(sentence(0.5, 0.3), "black to F7, better than black to C3.");
        assert_eq!(sentence(0.5, 0.495), "black to F7, as good as black to C3.");
        assert_eq!(sentence(0.22, 0.16), "black to F7, slightly better than black to C3.");
        assert_eq!(words(&[judged(1.0, None)], &texts[..1]), "black to F7. There is nothing else to do.");
    }

    #[test]
    fn a_hint_has_the_chance_to_win_in_words() {
        let texts = ["black to K5", "black to A5"].map(str::to_owned);
        let sentence = |win: f64| words(&[judged(0.22, Some(win)), judged(0.16, None)], &texts);
        let better = "black to K5, slightly better than black to A5. You win";
        assert_eq!(sentence(0.55), format!("{better} a bit more than half of the games from here."));
        assert_eq!(sentence(0.5), format!("{better} about half of the games from here."));
        assert_eq!(sentence(0.641), format!("{better} about two of three games from here."));
        assert_eq!(
            (sentence(1.0), sentence(0.0)),
            (format!("{better} nearly every game from here."), format!("{better} hardly any game from here."),)
        );
        let all: Vec<&str> = (0..=100).map(chance).collect();
        assert_eq!(all.chunk_by(|one, other| one == other).count(), 9, "each range is one of nine sentences");
    }
}

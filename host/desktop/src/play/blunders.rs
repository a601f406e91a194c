//! The moments in which a match was lost: those in which a person gave away most, judged by a strong bot from what that
//! person could know then.

use super::MatchCommand;
use super::actor::MatchActor;
use super::handle::MatchHandle;
use crate::board::Board;
use egui::{Label, RichText, Ui};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use stonehouse_bots::analysis::{Verdict, candidate_of, judge, most_lost};
use stonehouse_bots::{BotError, Budget, Stop, Viewpoint};
use stonehouse_language::tr;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::{Candidate, Choice, Position};
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The budget of the search that judges a decision.
const JUDGE_BUDGET: Budget = Budget::Iterations(1500);
/// The seed of chance.
const SEED: u64 = 0x6c_6f73_7431;
/// The most moments that are shown.
const MAX_SHOWN: usize = 3;
/// The least loss that is worth showing, of a reward from 0 to 1: less may be chance.
const MIN_LOSS: f64 = 0.04;
/// The time between two looks of the window at how far the search is.
const REPAINT_INTERVAL: Duration = Duration::from_millis(200);

/// A decision of a person.
struct PersonDecision {
    position: Position,
    seat: Seat,
    choice: Choice,
    /// Its number, from 1.
    number: usize,
}

/// A moment in which something was lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    /// The number of the action, from 1.
    pub number: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action, and what was better.
    pub text: String,
}

/// The moments in which the match was lost, as far as they are known.
#[derive(Default)]
pub(super) enum Blunders {
    /// Nobody has asked.
    #[default]
    Unasked,
    /// The search is running; how many decisions were judged, and how many there are.
    Looking(Task<Result<Vec<Moment>, BotError>>, Arc<[AtomicUsize; 2]>),
    /// These moments, the worst first; or why they are not known.
    Found(Result<Vec<Moment>, String>),
}

impl Blunders {
    /// Takes the result of the search, if it is done.
    fn poll(&mut self) {
        let Self::Looking(task, _) = self else { return };
        let Some(found) = task.poll(Duration::ZERO) else { return };
        let failed = || Err(tr!("the match could not be looked at again").to_owned());
        *self = Self::Found(found.map_or_else(|_| failed(), |found| found.map_err(|error| error.to_string())));
    }

    /// Blocks until a search is done: for tests and tools.
    pub fn wait(&mut self) {
        if let Self::Looking(task, _) = self {
            task.wait();
        }
        self.poll();
    }
}

/// The moments in which most was lost. `judged` counts the decisions that are done.
fn look_back(
    decisions: &[PersonDecision],
    names: &[String],
    judged: &AtomicUsize,
    stop: &Stop,
) -> Result<Vec<Moment>, BotError> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut of: Vec<&PersonDecision> = Vec::new();
    for decision in decisions {
        if stop.is_stopped() {
            break;
        }
        let view = Viewpoint::new(&decision.position, decision.seat);
        let mut legal: Vec<Candidate> = Vec::new();
        view.legal(&mut legal)?;
        let chosen = candidate_of(&decision.position, &decision.choice)?;
        if let Some(chosen) = chosen.filter(|_| legal.len() > 1) {
            verdicts.push(judge(&view, chosen, JUDGE_BUDGET, seed_of(SEED, decision.number as u64), stop)?);
            of.push(decision);
        }
        judged.fetch_add(1, Ordering::Relaxed);
    }
    let worst = most_lost(&verdicts, MAX_SHOWN).into_iter().filter(|place| verdicts[*place].loss >= MIN_LOSS);
    worst.map(|place| moment(of[place], &verdicts[place], names)).collect()
}

fn moment(decision: &PersonDecision, verdict: &Verdict, names: &[String]) -> Result<Moment, BotError> {
    let (position, observer) = (&decision.position, Observer::Seat(decision.seat));
    let text = |choice: &Choice| {
        position.describe(choice, observer).map(|action| stonehouse_language::translate(&action.text, names))
    };
    let (done, better) = (text(&decision.choice)?, text(&position.choice_of(verdict.best.candidate)?)?);
    let hundredth = |win: f64| (win * 100.0).round() as u32;
    let cost = match (verdict.chosen.win, verdict.best.win) {
        (Some(with), Some(instead)) if hundredth(with) < hundredth(instead) => {
            tr!(" ({better} of 100 games won instead of {won})", better = hundredth(instead), won = hundredth(with))
        }
        _ => String::new(),
    };
    let text = tr!("{done}. Better: {better}{cost}", done, better, cost);
    Ok(Moment { number: decision.number, seat: decision.seat, text })
}

impl MatchActor {
    /// The search for blunders.
    fn look_back(
        &self,
        stop: Stop,
        counted: Arc<[AtomicUsize; 2]>,
    ) -> Option<impl FnOnce() -> Result<Vec<Moment>, BotError> + Send + use<>> {
        let of_people = self.current().choices().enumerate().filter(|(index, _)| self.current().is_of_person(*index));
        let mut decisions = Vec::new();
        for (index, (seat, choice)) in of_people {
            let position = self.current().position_after(index).try_clone().ok()?;
            decisions.push(PersonDecision { position, seat, choice: choice.clone(), number: index + 1 });
        }
        counted[1].store(decisions.len(), Ordering::Relaxed);
        let names = self.names().to_vec();
        Some(move || look_back(&decisions, &names, &counted[0], &stop))
    }
}

impl Blunders {
    /// Begins to look for where the match was lost.
    fn begin(&mut self, ui: &Ui, actor: &MatchHandle) {
        let counted = Arc::<[AtomicUsize; 2]>::default();
        let counts = Arc::clone(&counted);
        *self =
            Self::Looking(actor.work(ui, "looking back", move |actor, stop| actor.look_back(stop, counts)), counted);
    }

    /// Shows the part of the summary about where it was lost.
    pub fn ui(&mut self, ui: &mut Ui, board: &Board, actor: &MatchHandle) -> Option<MatchCommand> {
        self.poll();
        let mut command = None;
        let colours = theme::colours(ui);
        match self {
            Self::Unasked => {
                let button = ui.button(tr!("Where it was lost"));
                let hint = tr!("The up to three moments in which a person gave away most, as a strong bot sees it");
                if button.on_hover_text(hint).clicked() {
                    self.begin(ui, actor);
                    ui.request_repaint();
                }
            }
            Self::Looking(_, counted) => {
                let [judged, all] = counted.each_ref().map(|count| count.load(Ordering::Relaxed));
                let text = tr!("Looking back: {judged} of {all} decisions…", judged, all);
                ui.label(RichText::new(text).color(colours.ink_soft));
                ui.request_repaint_after(REPAINT_INTERVAL);
            }
            Self::Found(Err(why)) => {
                ui.add(Label::new(RichText::new(why.as_str()).color(colours.alarm)).wrap());
            }
            Self::Found(Ok(moments)) if moments.is_empty() => {
                ui.label(tr!("A strong bot finds nothing that was lost."));
            }
            Self::Found(Ok(moments)) => {
                ui.label(RichText::new(tr!("Where it was lost")).strong());
                for moment in moments {
                    ui.horizontal(|ui| {
                        let button = ui.button(tr!("Action {number}", number = moment.number));
                        let hint = tr!("Opens the review before this action: “Play on from here” tries it again");
                        if button.on_hover_text(hint).clicked() {
                            command = Some(MatchCommand::Review(Some((moment.number, moment.seat))));
                        }
                        let text = format!("{}: {}", board.name(moment.seat), moment.text);
                        ui.add(Label::new(text).wrap());
                    });
                }
            }
        }
        command
    }
}

//! A lesson on the table: remarks below the bar, and the places that are pointed at; only the action that the lesson
//! names can be chosen.
//!
//! Its match is not kept: most of it is set down in a file. Playing on begins a match with the same actions; that one
//! is kept.

use egui::{Align, Color32, Frame, Key, Label, Layout, Margin, Modifiers, Panel, RichText, ScrollArea, Ui, vec2};
use stonehouse_language::{tr, translate_words};
use stonehouse_lesson::{Goal, Guide};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_table::changes::Places;
use stonehouse_ui::theme;

/// The most of the window's height that is kept for a lesson's remarks.
const MAX_SHARE: f32 = 0.2;

/// A lesson that is being taken.
pub(super) struct ActiveLesson {
    guide: Guide,
    /// The places that are pointed at now.
    places: Places,
}

/// A person's act in a lesson.
pub(super) enum LessonCommand {
    /// They have read the remark, or end the lesson: another step begins.
    Next,
    /// They play on in a match that is kept.
    PlayOn,
}

impl ActiveLesson {
    /// A lesson at its beginning.
    pub fn new(guide: Guide) -> Self {
        let mut lesson = Self { guide, places: Places::default() };
        lesson.point();
        lesson
    }

    /// Takes over the places that are pointed at now.
    fn point(&mut self) {
        self.places = Places { pieces: Vec::new(), handles: self.guide.points().to_vec() };
    }

    /// Advances the lesson to this number of actions.
    pub fn follow(&mut self, actions: usize) {
        self.guide.follow(actions);
        self.point();
    }

    /// Those of these actions that may be chosen now.
    pub fn allowed(&self, actions: Vec<DescribedAction>) -> Vec<DescribedAction> {
        match self.guide.goal() {
            Goal::Choose(expected) => actions.into_iter().filter(|other| other.action == expected.action).collect(),
            Goal::Read | Goal::Watch(..) | Goal::Over => Vec::new(),
        }
    }

    /// The text of the banner while the learner reads, or has finished the lesson.
    pub fn banner(&self) -> Option<&'static str> {
        match self.guide.goal() {
            Goal::Read => Some(tr!("Read the text of the lesson, and go on")),
            Goal::Over => Some(tr!("Play on, or leave")),
            Goal::Choose(_) | Goal::Watch(..) => None,
        }
    }

    /// The action of another player that is next.
    pub fn watched(&self) -> Option<Choice> {
        match self.guide.goal() {
            Goal::Watch(_, choice) => Some(choice.clone()),
            _ => None,
        }
    }

    /// The values of the action that was chosen: where the lesson names an action, its own.
    pub fn values(&self, chosen: Vec<i64>) -> Vec<i64> {
        match self.guide.goal() {
            Goal::Choose(choice) => choice.values.clone(),
            _ => chosen,
        }
    }

    /// The places of the table that are pointed at.
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// Whether it directs what is done next. Once it is over nothing more is done in this match, which is not kept.
    pub fn directs(&self, is_ended: bool) -> bool {
        self.guide.goal() != Goal::Over || !is_ended
    }

    /// Shows a strip with the remark and its buttons. `is_ended`: the match is over.
    pub fn ui(&mut self, ui: &mut Ui, is_ended: bool) -> Option<LessonCommand> {
        let goal = self.guide.goal();
        let (reads, over) = (goal == Goal::Read, goal == Goal::Over);
        let is_free = ui.memory(|memory| memory.top_modal_layer().is_none()) && !ui.ctx().text_edit_focused();
        // A button that has the focus takes the key itself.
        let is_free = is_free && ui.memory(|memory| memory.focused().is_none());
        let mut advance = reads && is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let (mut leave, mut plays_on) = (false, false);
        let (step, all) = self.guide.progress();
        let colours = theme::colours(ui);
        let frame = Frame::new().fill(colours.card).inner_margin(Margin::symmetric(16, 8));
        Panel::top("lesson").frame(frame).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if over {
                    plays_on = !is_ended && theme::primary(ui, tr!("Play on")).clicked();
                } else {
                    leave = ui
                        .button(tr!("End the lesson"))
                        .on_hover_text(tr!("What it still has to say is skipped"))
                        .clicked();
                    let button = ui.add_enabled_ui(reads, |ui| theme::primary(ui, tr!("Go on"))).inner;
                    advance |= button.on_hover_text(tr!("I have read this (Enter)")).clicked();
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    let high = room(ui, &self.guide);
                    let words = translate_words(self.guide.remark());
                    let text = match (&*words, over) {
                        (_, true) if is_ended => tr!("The lesson is over."),
                        (_, true) => tr!("The lesson is over. Play on from here, in a match that is kept."),
                        ("", _) => tr!("Watch what the others do."),
                        (words, _) => words,
                    };
                    ui.allocate_ui(vec2(ui.available_width(), high), |ui| {
                        ui.set_min_height(high);
                        ScrollArea::vertical().id_salt(step).auto_shrink(false).show(ui, |ui| {
                            let text = RichText::new(text).text_style(theme::body()).color(colours.ink);
                            ui.add(Label::new(text).wrap().selectable(true));
                        });
                    });
                    let name = translate_words(&self.guide.lesson().name);
                    let step =
                        if over { name } else { tr!("{lesson} · step {step} of {all}", lesson = name, step, all) };
                    ui.label(RichText::new(step).text_style(theme::small()).color(colours.ink_soft));
                });
            });
        });
        if advance {
            self.guide.advance();
        } else if leave {
            self.guide.leave();
        }
        if advance || leave {
            self.point();
            return Some(LessonCommand::Next);
        }
        plays_on.then_some(LessonCommand::PlayOn)
    }
}

/// The height that is kept for the remarks of a lesson, in points: that of the longest, so that the table below never
/// moves, but no more than a share of the window. Longer ones are scrolled.
fn room(ui: &Ui, guide: &Guide) -> f32 {
    let (font, wide) = (theme::font(ui, &theme::body()), ui.available_width());
    let high = |text: &str| ui.painter().layout(text.to_owned(), font.clone(), Color32::PLACEHOLDER, wide).size().y;
    let heights = guide.lesson().steps.iter().map(|step| high(&translate_words(&step.say)));
    heights.fold(high(""), f32::max).min(ui.ctx().content_rect().height() * MAX_SHARE)
}

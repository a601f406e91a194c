//! The form of a variant: its players, knobs, house rules and clock, each with its faults beside it.

use super::widgets::{choice, complaint, named};
use super::{field, rules};
use crate::labels;
use egui::{Align, Layout, RichText, Role, TextEdit, Ui, vec2};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::draft::{self, Fault, RuleKnobs, VariantPart};
use stonehouse_engine::{ClockRule, Ruleset, Script, VariantDraft};
use stonehouse_language::tr;
use stonehouse_runtime::Plugin;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The minutes of a clock when it is switched on.
const MINUTES: f64 = 20.0;

type CheckedForm = Result<Arc<Ruleset>, Vec<Fault>>;

/// The form, and the variant as it is filled in.
pub struct VariantForm {
    plugin: Arc<Plugin>,
    draft: VariantDraft,
    /// Every house rule that could be switched on.
    rules: Vec<Script>,
    /// The check of the form, while it runs.
    checking: Task<CheckedForm>,
    /// Whether something was changed since the last check began.
    stale: bool,
    checked: CheckedForm,
    /// The knobs of house rules.
    rule_knobs: RuleKnobs,
    /// The letter with which each drawn text is painted, by the name of its knob.
    brushes: HashMap<String, char>,
    /// How long a frame waits for a check.
    timeout: Duration,
}

impl VariantForm {
    /// A form for a draft. `rules` are the house rules for this game.
    pub fn new(plugin: &Arc<Plugin>, draft: VariantDraft, rules: Vec<Script>, timeout: Duration) -> Self {
        let mut form = Self {
            plugin: Arc::clone(plugin),
            draft,
            rules,
            checking: Task::default(),
            stale: true,
            checked: Err(Vec::new()),
            rule_knobs: RuleKnobs::default(),
            brushes: HashMap::new(),
            timeout,
        };
        form.check();
        form
    }

    /// The variant as it is filled in.
    pub const fn draft(&self) -> &VariantDraft {
        &self.draft
    }

    /// Shows fields for the variant's name and summary.
    pub fn titles(&mut self, ui: &mut Ui) {
        let variant = &mut self.draft.variant;
        for (label, text, most) in [(tr!("Name"), &mut variant.name, 48), (tr!("Summary"), &mut variant.summary, 160)] {
            ui.horizontal(|ui| {
                let title = ui.allocate_ui_with_layout(vec2(70.0, 30.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(70.0);
                    ui.label(label)
                });
                let edit = TextEdit::singleline(text).char_limit(most).margin(egui::Margin::symmetric(8, 6));
                let edit = edit.desired_width(ui.available_width() - 8.0);
                self.stale |= ui.add(edit).labelled_by(title.inner.id).changed();
            });
        }
    }

    /// The differences from the variant that it starts from, in plain words.
    pub fn differences(&self) -> Vec<String> {
        labels::all(&draft::differences(self.plugin.knobs(), &self.draft.parent, &self.draft.variant))
    }

    /// The ruleset, if everything that is filled in is right and checked.
    pub fn ruleset(&self) -> Option<Arc<Ruleset>> {
        self.checked.as_ref().ok().filter(|_| !self.stale && !self.checking.is_pending()).cloned()
    }

    /// The faults of the form.
    pub fn faults(&self) -> &[Fault] {
        self.checked.as_ref().err().map_or(&[], Vec::as_slice)
    }

    /// Takes house rules whose files have changed. Returns whether one of those that are switched on is among them.
    pub fn reread(&mut self, rules: Vec<Script>) -> bool {
        let mut changed = false;
        for own in &mut self.draft.variant.scripts {
            if let Some(fresh) = rules.iter().find(|rule| rule.file == own.file && rule.source != own.source) {
                *own = Script { knobs: std::mem::take(&mut own.knobs), ..fresh.clone() };
                changed = true;
            }
        }
        self.rules = rules;
        self.stale |= changed;
        self.check();
        changed
    }

    /// Begins to check the form, or takes the result. This frame waits for it, for `timeout` at most.
    pub fn check(&mut self) {
        loop {
            if !self.checking.is_pending() {
                if !std::mem::take(&mut self.stale) {
                    return;
                }
                let (plugin, variant) = (Arc::clone(&self.plugin), self.draft.variant.clone());
                self.checking = Task::begin("check", || (), move || draft::check(&plugin, &variant));
            }
            let Some(checked) = self.checking.poll(self.timeout) else { return };
            self.checked = checked.unwrap_or_else(|_| {
                let text = tr!("The game failed when these rules were made.").to_owned();
                Err(vec![Fault { about: VariantPart::Whole, text }])
            });
        }
    }

    /// Shows the form. Returns whether something was changed.
    pub fn ui(&mut self, ui: &mut Ui) -> bool {
        let mut changed = self.players(ui);
        changed |= self.knobs(ui);
        changed |= self.rules(ui);
        changed |= self.clock(ui);
        let of_the_whole: Vec<&Fault> =
            self.faults().iter().filter(|fault| fault.about == VariantPart::Whole).collect();
        for fault in of_the_whole {
            complaint(ui, &fault.text);
        }
        self.stale |= changed;
        self.check();
        self.checking.schedule_poll(ui);
        changed
    }

    fn players(&mut self, ui: &mut Ui) -> bool {
        let range = self.plugin.about().seats;
        if range.min == range.max {
            return false;
        }
        section(ui, tr!("Players"));
        let variant = &mut self.draft.variant;
        let before = (variant.seats, variant.seats_open);
        ui.horizontal_wrapped(|ui| {
            // The variant that this one extends may fix the number, and a file cannot undo that.
            if self.draft.parent.seats_open
                && choice(ui, variant.seats_open, tr!("any number"), tr!("Any number of players"))
            {
                variant.seats_open = true;
            }
            for count in range.min..=range.max {
                let name = if count == 1 { tr!("1 player").to_owned() } else { tr!("{n} players", n = count) };
                if choice(ui, !variant.seats_open && variant.seats == count, &count.to_string(), &name) {
                    (variant.seats, variant.seats_open) = (count, false);
                }
            }
        });
        let after = (variant.seats, variant.seats_open);
        if let Some(clock) = variant.clock.as_mut().filter(|_| before != after) {
            let minutes = clock.minutes.first().copied().unwrap_or(MINUTES);
            clock.minutes.resize(usize::from(variant.seats), minutes);
        }
        before != after
    }

    fn knobs(&mut self, ui: &mut Ui) -> bool {
        if self.plugin.knobs().is_empty() {
            return false;
        }
        section(ui, tr!("Rules of the game"));
        let mut changed = false;
        let plugin = Arc::clone(&self.plugin);
        for knob in plugin.knobs() {
            let inherited = self.draft.parent.knobs.get(&knob.name).unwrap_or(&knob.default).clone();
            let value = self.draft.variant.knobs.entry(knob.name.clone()).or_insert_with(|| knob.default.clone());
            changed |= field::ui(ui, knob, value, &inherited, &mut self.brushes);
            let about = VariantPart::Knob(knob.name.clone());
            for fault in self.faults().iter().filter(|fault| fault.about == about) {
                complaint(ui, &fault.text);
            }
        }
        changed
    }

    /// Shows the house rules, each that is on with its knobs below it.
    fn rules(&mut self, ui: &mut Ui) -> bool {
        section(ui, tr!("House rules"));
        let (plugin, seats, rule_knobs) = (&self.plugin, self.draft.variant.seats, &mut self.rule_knobs);
        let mut shown = rules::RuleList {
            all: &self.rules,
            parent: &self.draft.parent.scripts,
            faults: self.checked.as_ref().err().map_or(&[], Vec::as_slice),
            knobs: &mut |script| rule_knobs.of(plugin, seats, script).to_vec(),
            brushes: &mut self.brushes,
        };
        shown.ui(ui, &mut self.draft.variant.scripts)
    }

    fn clock(&mut self, ui: &mut Ui) -> bool {
        section(ui, tr!("Clocks"));
        let parent_has = self.draft.parent.clock.is_some();
        let variant = &mut self.draft.variant;
        let before = variant.clock.clone();
        let mut on = before.is_some();
        // The variant that this one extends may have a clock, and a file cannot undo that.
        let can_change = !(parent_has && on);
        ui.add_enabled(can_change, egui::Checkbox::new(&mut on, tr!("Play with clocks")))
            .on_disabled_hover_text(tr!("The variant that this one starts from has clocks"));
        if on != before.is_some() {
            let minutes = vec![MINUTES; usize::from(variant.seats)];
            variant.clock = on.then_some(ClockRule { minutes, increment_seconds: 0.0 });
        }
        if let Some(clock) = &mut variant.clock {
            ui.horizontal_wrapped(|ui| {
                let alike = clock.minutes.windows(2).all(|pair| pair[0] == pair[1]);
                let shown = if alike { 1 } else { clock.minutes.len() };
                for (place, minutes) in clock.minutes.iter_mut().take(shown).enumerate() {
                    let name =
                        if alike { tr!("Minutes").to_owned() } else { tr!("Minutes of seat {n}", n = place + 1) };
                    let drag = egui::DragValue::new(minutes).range(0.5..=600.0).speed(0.5).suffix(tr!(" min"));
                    named(&ui.add(drag), Role::SpinButton, &name);
                }
                if let (true, Some(minutes)) = (alike, clock.minutes.first().copied()) {
                    clock.minutes.fill(minutes);
                }
                let drag = egui::DragValue::new(&mut clock.increment_seconds).range(0.0..=600.0);
                named(
                    &ui.add(drag.suffix(tr!(" s more for each action"))),
                    Role::SpinButton,
                    tr!("Seconds for each action"),
                );
            });
        }
        let changed = variant.clock != before;
        for fault in self.faults().iter().filter(|fault| fault.about == VariantPart::Clock) {
            complaint(ui, &fault.text);
        }
        changed
    }
}

/// The title of a part of the form.
pub(super) fn section(ui: &mut Ui, title: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(title).text_style(theme::title()).color(theme::colours(ui).accent));
}

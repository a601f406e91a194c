//! Numbers of a variant that move: over all their values, or until a goal is reached. The part of the form for them.

use crate::fields::{list, numbered, section};
use egui::{DragValue, Ui};
use stonehouse_engine::Variant;
use stonehouse_engine::draft::{self, RuleKnobs};
use stonehouse_engine::variant::KnobPath;
use stonehouse_lab::sweep::Axis;
use stonehouse_lab::tune::TuningGoal;
use stonehouse_language::{key, tr, translate_words};
use stonehouse_plugin::KnobKind;
use stonehouse_runtime::Plugin;

/// How many numbers may move.
const MAX_AXES: usize = 2;

/// The most values of one number.
const MAX_VALUES: i64 = 50;

/// The kinds of goals to choose from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoalKind {
    /// No goal: all values are played.
    Nothing,
    FairSeats,
    Length,
    Share,
}

impl GoalKind {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Nothing, key!("Play all values")),
        (Self::FairSeats, key!("Every seat wins equally often")),
        (Self::Length, key!("Games of a length")),
        (Self::Share, key!("The first player wins a share")),
    ];
}

/// A number that moves.
struct Mover {
    knob: KnobPath,
    from: i64,
    to: i64,
    step: i64,
}

impl Mover {
    fn axis(&self) -> Result<Axis, String> {
        let name = self.knob.to_string();
        if self.from > self.to {
            return Err(tr!("{knob}: the first value is greater than the last.", knob = name));
        }
        let values: Vec<i64> =
            (self.from..=self.to).step_by(self.step.max(1) as usize).take(MAX_VALUES as usize + 1).collect();
        if values.len() as i64 > MAX_VALUES {
            return Err(tr!("{knob}: more than {most} values: use a larger step.", knob = name, most = MAX_VALUES));
        }
        Ok(Axis { knob: self.knob.clone(), values })
    }
}

/// A number that could move, with its bounds and its value now.
struct Movable {
    knob: KnobPath,
    title: String,
    bounds: (i64, i64),
    now: i64,
}

fn movables(plugin: &Plugin, variant: &Variant, rule_knobs: &mut RuleKnobs) -> Vec<Movable> {
    let mut all = Vec::new();
    for knob in plugin.knobs() {
        let title = translate_words(&draft::subject(knob));
        let path = |place| KnobPath::Game { knob: knob.name.clone(), place };
        let value = variant.knobs.get(&knob.name).unwrap_or(&knob.default);
        match &knob.kind {
            KnobKind::Integer { min, max } => {
                let now = value.as_i64().unwrap_or(*min);
                all.push(Movable { knob: path(None), title, bounds: (*min, *max), now });
            }
            KnobKind::List { of, .. } => {
                let KnobKind::Integer { min, max } = **of else { continue };
                for (place, value) in value.as_array().into_iter().flatten().enumerate() {
                    let title = tr!("{knob}, place {n}", knob = title, n = place + 1);
                    let now = value.as_i64().unwrap_or(min);
                    all.push(Movable { knob: path(Some(place)), title, bounds: (min, max), now });
                }
            }
            _ => {}
        }
    }
    for script in &variant.scripts {
        for knob in rule_knobs.of(plugin, variant.seats, script) {
            let KnobKind::Integer { min, max } = knob.kind else { continue };
            let title = format!("{}: {}", translate_words(&script.title()), translate_words(&draft::subject(knob)));
            let now = script.knobs.get(&knob.name).unwrap_or(&knob.default).as_i64().unwrap_or(min);
            let knob = KnobPath::Rule { rule: script.rule().to_owned(), knob: knob.name.clone() };
            all.push(Movable { knob, title, bounds: (min, max), now });
        }
    }
    all
}

/// The form in which people choose the numbers that a sweep moves, and the figure that a tuning aims at.
pub struct Moves {
    movers: Vec<Mover>,
    rule_knobs: RuleKnobs,
    goal: GoalKind,
    length: f64,
    percent: f64,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            movers: Vec::new(),
            rule_knobs: RuleKnobs::default(),
            goal: GoalKind::Nothing,
            length: 40.0,
            percent: 50.0,
        }
    }
}

impl Moves {
    /// Stops all moves, because another variant was picked.
    pub fn clear(&mut self) {
        self.movers.clear();
        self.rule_knobs = RuleKnobs::default();
    }

    /// Whether something moves.
    pub const fn is_any(&self) -> bool {
        !self.movers.is_empty()
    }

    /// The numbers that move, with their ranges.
    ///
    /// # Errors
    /// If a range is wrong: why, for people.
    pub fn axes(&self) -> Result<Vec<Axis>, String> {
        self.movers.iter().map(Mover::axis).collect()
    }

    /// The goal, if there is one.
    pub fn goal(&self) -> Option<TuningGoal> {
        match self.goal {
            GoalKind::Nothing => None,
            GoalKind::FairSeats => Some(TuningGoal::FairSeats),
            GoalKind::Length => Some(TuningGoal::Length(self.length)),
            GoalKind::Share => Some(TuningGoal::Share(self.percent / 100.0)),
        }
    }

    /// Shows this part of the form.
    pub fn ui(&mut self, ui: &mut Ui, plugin: &Plugin, variant: &Variant) {
        let all = movables(plugin, variant, &mut self.rule_knobs);
        if all.is_empty() {
            return;
        }
        section(ui, tr!("What moves"));
        for place in 0..(self.movers.len() + 1).min(MAX_AXES) {
            self.mover(ui, place, &all);
        }
        if self.movers.is_empty() {
            return;
        }
        let shown = GoalKind::ALL
            .iter()
            .find(|(wanted, _)| *wanted == self.goal)
            .map_or("", |(_, name)| stonehouse_language::words(name));
        list(ui, tr!("What for"), shown, |ui| {
            for (wanted, name) in GoalKind::ALL {
                ui.selectable_value(&mut self.goal, wanted, stonehouse_language::words(name));
            }
        });
        match self.goal {
            GoalKind::Length => {
                numbered(ui, tr!("Actions in a game"), |ui| ui.add(DragValue::new(&mut self.length).range(1.0..=1e6)));
            }
            GoalKind::Share => {
                let drag = DragValue::new(&mut self.percent).range(0.0..=100.0).suffix(" %");
                numbered(ui, tr!("Wins of the first player"), |ui| ui.add(drag));
            }
            GoalKind::Nothing | GoalKind::FairSeats => {}
        }
    }

    fn mover(&mut self, ui: &mut Ui, place: usize, all: &[Movable]) {
        let is_now = |mover: &Mover, one: &&Movable| mover.knob == one.knob;
        let now = self.movers.get(place).and_then(|mover| all.iter().find(|one| is_now(mover, one)));
        let shown = now.map_or(tr!("nothing"), |one| one.title.as_str());
        let name = if place == 0 { tr!("A number that moves") } else { tr!("And another") };
        let (mut picked, mut nothing) = (None, false);
        list(ui, name, shown, |ui| {
            nothing = ui.selectable_label(now.is_none(), tr!("nothing")).clicked();
            for one in all {
                if ui.selectable_label(now.is_some_and(|now| std::ptr::eq(now, one)), &one.title).clicked() {
                    picked = Some(one);
                }
            }
        });
        if nothing {
            self.movers.truncate(place);
        }
        if let Some(one) = picked {
            let (least, most) = one.bounds;
            let (from, to) = (one.now.saturating_sub(2).max(least), one.now.saturating_add(2).min(most));
            self.movers.truncate(place);
            self.movers.push(Mover { knob: one.knob.clone(), from, to, step: 1 });
        }
        let Some(mover) = self.movers.get_mut(place) else { return };
        let Some(one) = all.iter().find(|one| is_now(mover, one)) else { return };
        let (from, to, step) = if place == 0 {
            (tr!("From"), tr!("To"), tr!("Step"))
        } else {
            (tr!("From of the other"), tr!("To of the other"), tr!("Step of the other"))
        };
        let (least, most) = one.bounds;
        numbered(ui, from, |ui| ui.add(DragValue::new(&mut mover.from).range(least..=most).speed(0.1)));
        numbered(ui, to, |ui| ui.add(DragValue::new(&mut mover.to).range(least..=most).speed(0.1)));
        numbered(ui, step, |ui| ui.add(DragValue::new(&mut mover.step).range(1..=10_000).speed(0.1)));
    }
}

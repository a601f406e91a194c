//! Numbers of a variant that move: over all their values, or until a goal is reached. The part of the form for them.

use crate::fields::{list, numbered, section};
use egui::{DragValue, Ui};
use stonehouse_engine::{Variant, draft};
use stonehouse_lab::sweep::{Axis, Target, numbers};
use stonehouse_lab::tune::Goal;
use stonehouse_language::{key, tr, translate_words};
use stonehouse_plugin::KnobKind;
use stonehouse_runtime::Plugin;

/// How many numbers may move.
const MOST: usize = 2;

/// The most values of one number.
const MOST_VALUES: i64 = 50;

/// How far numbers of scripts, without stated bounds, may move from 0.
const MOST_NUMBER: i64 = 1_000_000;

/// The kinds of goals to choose from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// No goal: all values are played.
    Nothing,
    FairSeats,
    Length,
    Share,
}

impl Wanted {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Nothing, key!("Play all values")),
        (Self::FairSeats, key!("Every seat wins equally often")),
        (Self::Length, key!("Games of a length")),
        (Self::Share, key!("The first player wins a share")),
    ];
}

/// A number that moves.
struct Mover {
    /// Its name on the command line.
    name: String,
    target: Target,
    from: i64,
    to: i64,
    step: i64,
}

impl Mover {
    fn axis(&self) -> Result<Axis, String> {
        let name = self.name.clone();
        if self.from > self.to {
            return Err(tr!("{knob}: the first value is greater than the last.", knob = name));
        }
        let values: Vec<i64> =
            (self.from..=self.to).step_by(self.step.max(1) as usize).take(MOST_VALUES as usize + 1).collect();
        if values.len() as i64 > MOST_VALUES {
            return Err(tr!("{knob}: more than {most} values: use a larger step.", knob = name, most = MOST_VALUES));
        }
        Ok(Axis { name, target: self.target.clone(), values })
    }
}

/// A number that could move, with its bounds and its value now.
struct Movable {
    name: String,
    target: Target,
    title: String,
    bounds: (i64, i64),
    now: i64,
}

fn movables(plugin: &Plugin, variant: &Variant) -> Vec<Movable> {
    let mut all = Vec::new();
    for knob in plugin.knobs() {
        let (name, title) = (knob.name.clone(), translate_words(&draft::subject(knob)));
        let value = variant.knobs.get(&knob.name).unwrap_or(&knob.default);
        match &knob.kind {
            KnobKind::Integer { min, max } => {
                let now = value.as_i64().unwrap_or(*min);
                let target = Target::Knob(name.clone(), None);
                all.push(Movable { name, target, title, bounds: (*min, *max), now });
            }
            KnobKind::List { of, .. } => {
                let KnobKind::Integer { min, max } = **of else { continue };
                for (place, value) in value.as_array().into_iter().flatten().enumerate() {
                    let title = tr!("{knob}, place {n}", knob = title, n = place + 1);
                    let now = value.as_i64().unwrap_or(min);
                    let target = Target::Knob(name.clone(), Some(place));
                    all.push(Movable { name: format!("{name}[{place}]"), target, title, bounds: (min, max), now });
                }
            }
            _ => {}
        }
    }
    for script in &variant.scripts {
        for (number, now) in numbers(&script.source) {
            let title = tr!("{number} in {file}", number, file = script.name);
            let (name, target) =
                (format!("{}:{number}", script.name), Target::Script(script.name.clone(), number.clone()));
            all.push(Movable { name, target, title, bounds: (-MOST_NUMBER, MOST_NUMBER), now });
        }
    }
    all
}

/// The form in which people choose the numbers that a sweep moves, and the figure that a tuning aims at.
pub struct Moves {
    movers: Vec<Mover>,
    wanted: Wanted,
    length: f64,
    percent: f64,
}

impl Default for Moves {
    fn default() -> Self {
        Self { movers: Vec::new(), wanted: Wanted::Nothing, length: 40.0, percent: 50.0 }
    }
}

impl Moves {
    /// Nothing moves any more: another variant was picked.
    pub fn clear(&mut self) {
        self.movers.clear();
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
    pub fn goal(&self) -> Option<Goal> {
        match self.wanted {
            Wanted::Nothing => None,
            Wanted::FairSeats => Some(Goal::FairSeats),
            Wanted::Length => Some(Goal::Length(self.length)),
            Wanted::Share => Some(Goal::Share(self.percent / 100.0)),
        }
    }

    /// Shows this part of the form.
    pub fn ui(&mut self, ui: &mut Ui, plugin: &Plugin, variant: &Variant) {
        let all = movables(plugin, variant);
        if all.is_empty() {
            return;
        }
        section(ui, tr!("What moves"));
        for place in 0..(self.movers.len() + 1).min(MOST) {
            self.mover(ui, place, &all);
        }
        if self.movers.is_empty() {
            return;
        }
        let shown = Wanted::ALL
            .iter()
            .find(|(wanted, _)| *wanted == self.wanted)
            .map_or("", |(_, name)| stonehouse_language::words(name));
        list(ui, tr!("What for"), shown, |ui| {
            for (wanted, name) in Wanted::ALL {
                ui.selectable_value(&mut self.wanted, wanted, stonehouse_language::words(name));
            }
        });
        match self.wanted {
            Wanted::Length => {
                numbered(ui, tr!("Actions in a game"), |ui| ui.add(DragValue::new(&mut self.length).range(1.0..=1e6)));
            }
            Wanted::Share => {
                let drag = DragValue::new(&mut self.percent).range(0.0..=100.0).suffix(" %");
                numbered(ui, tr!("Wins of the first player"), |ui| ui.add(drag));
            }
            Wanted::Nothing | Wanted::FairSeats => {}
        }
    }

    fn mover(&mut self, ui: &mut Ui, place: usize, all: &[Movable]) {
        let is_now = |mover: &Mover, one: &&Movable| mover.target == one.target;
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
            self.movers.push(Mover { name: one.name.clone(), target: one.target.clone(), from, to, step: 1 });
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

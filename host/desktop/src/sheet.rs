//! The sheet from which a match begins: who plays, at which level, under which names.

use crate::look;
use egui::{Key, RichText, TextEdit, Ui, vec2};
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Player, Problem, Ruleset};

/// The sheet.
pub struct Sheet {
    ruleset: Arc<Ruleset>,
    seats: Vec<Place>,
    seed: String,
    problem: Option<String>,
}

/// Who sits at one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    name: String,
    /// `None`: a person.
    bot: Option<BotSpec>,
}

/// A match to begin.
pub struct NewMatch {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// Who plays.
    pub players: Vec<Player>,
    /// The seed of the deal, if one was asked for.
    pub seed: Option<u64>,
}

/// What became of the sheet in this frame.
pub enum Answer {
    /// Begin.
    Start(NewMatch),
    /// Leave it.
    Cancel,
}

impl Sheet {
    /// A sheet for `ruleset`. `last` are the players of the last match of this game: they sit down again.
    pub fn new(ruleset: Arc<Ruleset>, last: Option<&[Player]>) -> Self {
        // As many as last time, where the variant leaves it open.
        let ruleset = last.and_then(|last| ruleset.for_players(last.len()).ok()).unwrap_or(ruleset);
        let count = ruleset.seating().seats.len();
        let seats = match last {
            Some(last) if last.len() == count => last.iter().map(Place::again).collect(),
            _ => (0..count)
                .map(|seat| if seat == 0 { Place::person("You") } else { Place::bot(BotSpec::Journeyman) })
                .collect(),
        };
        Self { ruleset, seats, seed: String::new(), problem: None }
    }

    /// Tells why the match could not begin.
    pub fn failed(&mut self, why: String) {
        self.problem = Some(why);
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Answer> {
        let mut answer = None;
        let modal = look::modal(ui.ctx(), "sheet").show(ui.ctx(), |ui| {
            ui.set_width(540.0);
            let variant = Arc::clone(self.ruleset.variant());
            ui.heading(&variant.name);
            ui.label(RichText::new(&variant.summary).color(look::INK_SOFT));
            let differences = variant.differences(self.ruleset.plugin().knobs());
            if !differences.is_empty() {
                ui.label(RichText::new(differences.join(" · ")).font(look::SMALL()).color(look::INK_SOFT));
            }
            ui.separator();
            self.count(ui);
            self.seats(ui);
            ui.separator();
            self.seed(ui);
            if let Some(problem) = &self.problem {
                ui.add(egui::Label::new(RichText::new(problem).color(look::ALARM)).wrap().selectable(true));
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                // Enter starts, but on a button it presses that button.
                let enter =
                    ui.input(|input| input.key_pressed(Key::Enter)) && ui.memory(|memory| memory.focused().is_none());
                if look::primary(ui, "Start").clicked() || enter {
                    answer = self.begin().map(Answer::Start);
                }
                if ui.button("Cancel").clicked() {
                    answer = Some(Answer::Cancel);
                }
            });
        });
        if modal.should_close() && answer.is_none() {
            answer = Some(Answer::Cancel);
        }
        answer
    }

    /// How many play, where the variant leaves it open.
    fn count(&mut self, ui: &mut Ui) {
        if !self.ruleset.variant().seats_open {
            return;
        }
        let range = self.ruleset.plugin().about().seats;
        ui.horizontal(|ui| {
            for count in range.min..=range.max {
                let text = format!("{count} players");
                let chosen = self.seats.len() == usize::from(count);
                if choose(ui, chosen, &text, &text, "How many play") && !chosen {
                    self.set_count(usize::from(count));
                }
            }
        });
    }

    fn set_count(&mut self, count: usize) {
        match self.ruleset.for_players(count) {
            Ok(ruleset) => {
                self.ruleset = ruleset;
                self.seats.resize_with(count, || Place::bot(BotSpec::Journeyman));
            }
            Err(found) => self.problem = Some(problems(&found)),
        }
    }

    fn seats(&mut self, ui: &mut Ui) {
        let seating = self.ruleset.seating().clone();
        for (place, seat) in self.seats.iter_mut().zip(&seating.seats) {
            ui.horizontal(|ui| {
                let label = ui
                    .allocate_ui_with_layout(vec2(64.0, 30.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.set_min_width(64.0);
                        ui.label(&seat.name)
                    })
                    .inner;
                ui.add(
                    TextEdit::singleline(&mut place.name)
                        .desired_width(128.0)
                        .margin(egui::Margin::symmetric(8, 6))
                        .char_limit(24),
                )
                .labelled_by(label.id);
                let person = place.bot.is_none();
                if choose(ui, person, "Person", &format!("{}: Person", seat.name), "Somebody at this machine")
                    && !person
                {
                    *place = Place::person("Guest");
                }
                for level in BotSpec::LEVELS {
                    let chosen = place.bot == Some(level);
                    if choose(ui, chosen, &level.title(), &format!("{}: {}", seat.name, level.title()), level.about())
                        && !chosen
                    {
                        *place = Place::bot(level);
                    }
                }
            });
        }
        if self.seats.len() == 2 && ui.button("Swap seats").clicked() {
            self.seats.swap(0, 1);
        }
    }

    fn seed(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label =
                ui.label("Seed").on_hover_text("The same seed gives the same draws. Leave it empty for a new deal.");
            ui.add(
                TextEdit::singleline(&mut self.seed)
                    .hint_text("any")
                    .desired_width(128.0)
                    .margin(egui::Margin::symmetric(8, 6)),
            )
            .labelled_by(label.id);
        });
    }

    fn begin(&mut self) -> Option<NewMatch> {
        let seed = match self.seed.trim() {
            "" => None,
            text => match text.parse() {
                Ok(seed) => Some(seed),
                Err(_) => {
                    self.problem = Some(format!("The seed must be a whole number from 0 to {}, or empty.", u64::MAX));
                    return None;
                }
            },
        };
        let seating = self.ruleset.seating();
        let players = self.seats.iter().zip(&seating.seats).map(|(place, seat)| place.player(&seat.name)).collect();
        Some(NewMatch { ruleset: Arc::clone(&self.ruleset), players, seed })
    }
}

/// Tells the problems of a variant that cannot be compiled.
pub fn problems(problems: &[Problem]) -> String {
    problems.iter().map(Problem::render).collect::<Vec<_>>().join("\n\n")
}

impl Place {
    fn person(name: &str) -> Self {
        Self { name: name.to_owned(), bot: None }
    }

    fn bot(bot: BotSpec) -> Self {
        Self { name: bot.title(), bot: Some(bot) }
    }

    fn again(player: &Player) -> Self {
        Self { name: player.name.clone(), bot: if player.is_person() { None } else { player.player.parse().ok() } }
    }

    /// The player, named after the seat if no name was given.
    fn player(&self, seat: &str) -> Player {
        let name = if self.name.trim().is_empty() { seat } else { self.name.trim() };
        match self.bot {
            None => Player::person(name),
            Some(bot) => Player::bot(name, bot.to_string()),
        }
    }
}

/// One of several: a button that stays down. `name` is what assistive technology reads.
fn choose(ui: &mut Ui, chosen: bool, text: &str, name: &str, hint: &str) -> bool {
    let response = ui.add(egui::Button::selectable(chosen, RichText::new(text).font(look::SMALL())));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, name));
    response.on_hover_text(hint).clicked()
}

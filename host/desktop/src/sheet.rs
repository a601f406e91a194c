//! The sheet from which a match begins: who plays, at which level, under which names.

use crate::{look, names};
use egui::{Key, RichText, TextEdit, Ui, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Player, Problem, Ruleset};

/// The width of the sheet, in points: its rows are as wide.
const WIDTH: f32 = 604.0;

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
    /// Let this many play.
    Count(Arc<Ruleset>, usize),
    /// Leave it.
    Cancel,
}

impl Sheet {
    /// A sheet for `ruleset`. `last` are the players of the last match of this game: they sit down again.
    pub fn new(ruleset: Arc<Ruleset>, last: Option<&[Player]>) -> Self {
        let count = ruleset.seating().seats.len();
        let mut seats: Vec<Place> = match last {
            Some(last) if last.len() == count => last.iter().map(Place::again).collect(),
            _ => (0..count)
                .map(|seat| if seat == 0 { Place::person("You") } else { Place::bot(BotSpec::Journeyman) })
                .collect(),
        };
        name_bots(&mut seats);
        Self { ruleset, seats, seed: String::new(), problem: None }
    }

    /// A new match with the same players at the same table, without showing the sheet.
    pub fn rematch(ruleset: Arc<Ruleset>, players: &[Player]) -> NewMatch {
        let mut seats: Vec<Place> = players.iter().map(Place::again).collect();
        name_bots(&mut seats);
        let players = players_of(&seats, &ruleset);
        NewMatch { ruleset, players, seed: None }
    }

    /// Tells why the match could not begin.
    pub fn failed(&mut self, why: String) {
        self.problem = Some(why);
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Answer> {
        let (mut answer, mut counted) = (None, None);
        let modal = look::sheet(
            ui.ctx(),
            "sheet",
            WIDTH,
            self,
            |sheet, ui| {
                let variant = Arc::clone(sheet.ruleset.variant());
                ui.heading(&variant.name);
                // A variant that came out of a record has no summary.
                if !variant.summary.is_empty() {
                    ui.label(RichText::new(&variant.summary).color(look::INK_SOFT));
                }
                let differences = variant.differences(sheet.ruleset.plugin().knobs());
                if !differences.is_empty() {
                    ui.label(RichText::new(differences.join(" · ")).font(look::SMALL()).color(look::INK_SOFT));
                }
                ui.separator();
                if let Some(count) = sheet.count(ui) {
                    counted = Some(count);
                }
                sheet.seats(ui);
                ui.separator();
                sheet.seed(ui);
                if let Some(problem) = &sheet.problem {
                    ui.add(egui::Label::new(RichText::new(problem).color(look::ALARM)).wrap().selectable(true));
                }
            },
            |sheet, ui| {
                // Enter starts, but on a button it presses that button.
                let enter =
                    ui.input(|input| input.key_pressed(Key::Enter)) && ui.memory(|memory| memory.focused().is_none());
                if look::primary(ui, "Start").clicked() || enter {
                    answer = sheet.begin().map(Answer::Start);
                }
                if ui.button("Cancel").clicked() {
                    answer = Some(Answer::Cancel);
                }
            },
        );
        answer = answer.or(counted.map(|count| Answer::Count(Arc::clone(&self.ruleset), count)));
        if modal.should_close() && answer.is_none() {
            answer = Some(Answer::Cancel);
        }
        answer
    }

    /// How many are to play, if another number was chosen; for variants that leave it open.
    fn count(&self, ui: &mut Ui) -> Option<usize> {
        if !self.ruleset.variant().seats_open {
            return None;
        }
        let range = self.ruleset.plugin().about().seats;
        let mut chosen = None;
        ui.horizontal(|ui| {
            for count in range.min..=range.max {
                let text = format!("{count} players");
                let now = self.seats.len() == usize::from(count);
                if choose(ui, now, &text, &text, "How many play") && !now {
                    chosen = Some(usize::from(count));
                }
            }
        });
        chosen
    }

    /// Takes the ruleset for another number of players.
    pub fn counted(&mut self, ruleset: Arc<Ruleset>) {
        self.seats.resize_with(ruleset.seating().seats.len(), || Place::bot(BotSpec::Journeyman));
        self.ruleset = ruleset;
        name_bots(&mut self.seats);
    }

    fn seats(&mut self, ui: &mut Ui) {
        let seating = self.ruleset.seating().clone();
        let mut changed = None;
        for (index, (place, seat)) in self.seats.iter_mut().zip(&seating.seats).enumerate() {
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
                    changed = Some((index, None));
                }
                for level in BotSpec::LEVELS {
                    let chosen = place.bot == Some(level);
                    if choose(ui, chosen, &level.title(), &format!("{}: {}", seat.name, level.title()), level.about())
                        && !chosen
                    {
                        changed = Some((index, Some(level)));
                    }
                }
            });
        }
        if let Some((index, player)) = changed {
            self.set_player(index, player);
        }
        if self.seats.len() == 2 && ui.button("Swap seats").clicked() {
            self.seats.swap(0, 1);
        }
    }

    /// Lets a bot of this level sit at a seat, or with `None` a person. A bot keeps its name when its level changes.
    fn set_player(&mut self, index: usize, player: Option<BotSpec>) {
        match (player, self.seats[index].bot) {
            (Some(level), Some(_)) => self.seats[index].bot = Some(level),
            (Some(level), None) => self.seats[index] = Place::bot(level),
            (None, _) => {
                self.seats[index].name.clear();
                self.seats[index] = Place::person(&names::for_guest(&taken(&self.seats)));
            }
        }
        name_bots(&mut self.seats);
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
        name_bots(&mut self.seats);
        let players = players_of(&self.seats, &self.ruleset);
        Some(NewMatch { ruleset: Arc::clone(&self.ruleset), players, seed })
    }
}

/// The players at the seats of a ruleset.
fn players_of(seats: &[Place], ruleset: &Ruleset) -> Vec<Player> {
    seats.iter().zip(&ruleset.seating().seats).map(|(place, seat)| place.player(&seat.name)).collect()
}

/// The names at a table.
fn taken(seats: &[Place]) -> BTreeSet<String> {
    seats.iter().map(|place| place.name.trim().to_owned()).collect()
}

/// Gives a name to every bot that has none, or bears that of another player.
fn name_bots(seats: &mut [Place]) {
    for index in 0..seats.len() {
        let name = seats[index].name.trim();
        let alike = seats.iter().filter(|place| place.name.trim() == name).count() > 1;
        if seats[index].bot.is_some() && (name.is_empty() || alike) {
            seats[index].name = names::for_bot(&taken(seats));
        }
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

    /// A bot that has no name yet.
    const fn bot(bot: BotSpec) -> Self {
        Self { name: String::new(), bot: Some(bot) }
    }

    fn again(player: &Player) -> Self {
        if player.is_person() {
            return Self::person(&player.name);
        }
        // A record may name a bot that this Stonehouse has not.
        let bot = player.player.parse().unwrap_or(BotSpec::Journeyman);
        // A level is not a name.
        let name = if player.name == bot.title() { String::new() } else { player.name.clone() };
        Self { name, bot: Some(bot) }
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

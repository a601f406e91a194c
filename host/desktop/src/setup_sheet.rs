//! The setup sheet, from which a match begins: who plays, at which level, under which names.
//!
//! - this module: the sheet
//! - `guests`: guests, and the table that is opened for them

mod guests;

use crate::explain::{self, Page};
use crate::guest::{Access, NewTable};
use crate::play::spec_of;
use crate::review::Continuation;
use crate::workshop::VariantForm;
use crate::{labels, names};
use egui::{Key, RichText, TextEdit, Ui, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Carried, Player, Problem, Ruleset, Script, Terms, VariantDraft};
use stonehouse_language::{tr, translate_words};
use stonehouse_runtime::Choice;
use stonehouse_session::{AgentSpec, Programs};
use stonehouse_ui::theme;

/// The width of the sheet and of its rows, in points.
const WIDTH: f32 = 770.0;

/// The most differences from the official rules on the sheet; the rules have them all.
const MAX_LISTED: usize = 5;

/// The setup sheet of a variant.
pub struct SetupSheet {
    ruleset: Arc<Ruleset>,
    seats: Vec<SeatSetup>,
    seed: String,
    terms: Terms,
    problem: Option<String>,
    /// The house rules for this game, and how long a frame waits for rules.
    rules: (Vec<Script>, Duration),
    /// The form in which the rules are changed for this match, once it was opened, and the rules as they were then.
    form: Option<(VariantForm, Arc<Ruleset>)>,
    /// The actions with which the match begins, and the seed that goes with them.
    continuation: Option<(u64, Vec<Choice>)>,
    /// The rules in short, while they are read.
    page: Option<Page>,
    /// The programs from outside that can be seated.
    programs: Programs,
    /// The ways in which guests can reach a table, and the one that is chosen; found once there is a guest.
    access: Option<(Vec<Access>, Access)>,
    /// The devices that can reach the tables that are open already, if any are.
    usual_access: Option<Access>,
    /// The name under which this user was a guest last; empty: they never were.
    guest_name: String,
}

/// The player at one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SeatSetup {
    name: String,
    occupant: Occupant,
}

/// The kind of player at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Occupant {
    /// Somebody at this computer.
    Person,
    /// Somebody at another device, who has an own name.
    Guest,
    /// A bot or a program.
    Agent(AgentSpec),
}

impl Occupant {
    const fn agent(&self) -> Option<&AgentSpec> {
        if let Self::Agent(spec) = self { Some(spec) } else { None }
    }
}

/// A match to begin.
pub struct NewMatch {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The seed of the deal, if one was asked for.
    pub seed: Option<u64>,
    /// The actions with which it begins: those of another match that is played on.
    pub choices: Vec<Choice>,
    /// The agreements of the people besides the rules.
    pub terms: Terms,
    /// The values that house rules carry on from the match before.
    pub carried: Carried,
}

/// A command that a person gives in the sheet.
pub enum SheetCommand {
    /// Begin the match.
    Start(NewMatch),
    /// Open a table to which guests come.
    OpenTable(NewTable),
    /// Compile the ruleset for this many players.
    Count(Arc<Ruleset>, usize),
    /// Close the sheet.
    Cancel,
}

impl SetupSheet {
    /// A sheet for `ruleset`, filled in with `last`, the players of the last match of this game.
    pub fn new(ruleset: Arc<Ruleset>, last: Option<&[Player]>) -> Self {
        let count = ruleset.seating().seats.len();
        let mut seats: Vec<SeatSetup> = match last {
            Some(last) if last.len() == count => last.iter().map(SeatSetup::again).collect(),
            _ => (0..count)
                .map(|seat| {
                    if seat == 0 {
                        SeatSetup::person(&names::shown(names::READER))
                    } else {
                        SeatSetup::bot(BotSpec::Journeyman)
                    }
                })
                .collect(),
        };
        name_players(&mut seats);
        Self {
            ruleset,
            seats,
            seed: String::new(),
            terms: Terms::default(),
            problem: None,
            rules: (Vec::new(), Duration::ZERO),
            form: None,
            continuation: None,
            page: None,
            programs: Programs::default(),
            access: None,
            usual_access: None,
            guest_name: String::new(),
        }
    }

    /// The sheet with the name under which this user was a guest last.
    #[must_use]
    pub fn with_guest_name(mut self, guest_name: String) -> Self {
        self.guest_name = guest_name;
        // Of the guests of the last match, one was this user.
        for place in self.seats.iter_mut().filter(|place| place.occupant == Occupant::Guest) {
            if place.name == self.guest_name {
                place.occupant = Occupant::Person;
            } else {
                place.name.clear();
            }
        }
        name_players(&mut self.seats);
        self
    }

    /// The sheet with the devices that can reach the tables that are open already: the same ones are proposed.
    #[must_use]
    pub const fn with_access(mut self, usual: Option<Access>) -> Self {
        self.usual_access = usual;
        self
    }

    /// A sheet for a match that begins with the actions of another one.
    pub fn continuation(continuation: Continuation) -> Self {
        let mut sheet = Self::new(continuation.ruleset, Some(&continuation.players));
        // It goes on at one screen.
        sheet.seats.iter_mut().filter(|place| place.occupant == Occupant::Guest).for_each(|place| {
            place.occupant = Occupant::Person;
        });
        name_players(&mut sheet.seats);
        Self { continuation: Some((continuation.seed, continuation.choices)), ..sheet }
    }

    /// The sheet with the house rules that can be switched on for one match. A frame waits for rules no longer than
    /// `timeout`.
    #[must_use]
    pub fn with_rules(self, rules: Vec<Script>, timeout: Duration) -> Self {
        Self { rules: (rules, timeout), ..self }
    }

    /// The sheet with the programs from outside that this user has named, or with the problems of their file.
    #[must_use]
    pub fn with_programs(mut self, programs: Result<Programs, Problem>) -> Self {
        match programs {
            Ok(programs) => self.programs = programs,
            Err(problem) => self.problem = Some(problem.to_string()),
        }
        for place in &mut self.seats {
            if let Occupant::Agent(AgentSpec::Named(name)) = &place.occupant
                && self.programs.command(name).is_err()
            {
                // Named by another user, or not any more.
                *place = SeatSetup::bot(BotSpec::Journeyman);
            }
        }
        name_players(&mut self.seats);
        self
    }

    /// The next match of a series, with the same players, without showing the sheet.
    pub fn rematch(ruleset: Arc<Ruleset>, players: &[Player], terms: Terms, carried: Carried) -> NewMatch {
        let mut seats: Vec<SeatSetup> = players.iter().map(SeatSetup::again).collect();
        name_players(&mut seats);
        let players = players_of(&seats, &ruleset);
        NewMatch { ruleset, players, seed: None, choices: Vec::new(), terms, carried }
    }

    /// A match in which a person tries a ruleset against quick bots, without showing the sheet.
    pub fn trial(ruleset: Arc<Ruleset>) -> NewMatch {
        let count = ruleset.seating().seats.len();
        let mut seats = vec![SeatSetup::bot(BotSpec::Apprentice); count];
        if let Some(first) = seats.first_mut() {
            *first = SeatSetup::person(&names::shown(names::READER));
        }
        name_players(&mut seats);
        let players = players_of(&seats, &ruleset);
        let (terms, carried) = (Terms::default(), Carried::new());
        NewMatch { ruleset, players, seed: None, choices: Vec::new(), terms, carried }
    }

    /// Shows why the match could not begin.
    pub fn failed(&mut self, why: String) {
        self.problem = Some(why);
    }

    /// Shows the sheet.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<SheetCommand> {
        let (mut answer, mut counted) = (None, None);
        let modal = theme::dialog(
            ui.ctx(),
            "sheet",
            WIDTH,
            self,
            |sheet, ui| {
                let variant = Arc::clone(sheet.ruleset.variant());
                let game = labels::game(sheet.ruleset.plugin());
                ui.heading(format!("{game} · {}", labels::variant(&variant)));
                // A variant that was read from a record has no summary.
                if !variant.summary.is_empty() {
                    ui.label(RichText::new(translate_words(&variant.summary)).color(theme::colours(ui).ink_soft));
                }
                let plugin = sheet.ruleset.plugin();
                let official = explain::official(&sheet.ruleset);
                let differences = explain::differences(plugin.knobs(), &official, &variant);
                for difference in differences.iter().take(MAX_LISTED) {
                    let text = RichText::new(format!("• {difference}")).text_style(theme::small());
                    ui.add(egui::Label::new(text.color(theme::colours(ui).ink_soft)).wrap());
                }
                if differences.len() > MAX_LISTED {
                    let more = tr!("and {n} more, with the rules", n = differences.len() - MAX_LISTED);
                    ui.label(RichText::new(more).text_style(theme::small()).color(theme::colours(ui).ink_soft));
                }
                ui.separator();
                if sheet.asks_count()
                    && let Some(count) = sheet.count(ui)
                {
                    counted = Some(count);
                }
                sheet.seats(ui);
                sheet.access(ui);
                ui.separator();
                if let Some((_, choices)) = &sheet.continuation {
                    let text = tr!(
                        "It goes on after action {number} of the match that you looked at, with the same luck.",
                        number = choices.len()
                    );
                    ui.label(RichText::new(text).color(theme::colours(ui).ink_soft));
                } else {
                    if !sheet.has_guests() {
                        sheet.seed(ui);
                    }
                    if !sheet.has_guests() || sheet.form.is_some() {
                        sheet.rules(ui);
                    }
                }
                if let Some(problem) = &sheet.problem {
                    ui.add(
                        egui::Label::new(RichText::new(problem).color(theme::colours(ui).alarm))
                            .wrap()
                            .selectable(true),
                    );
                }
            },
            |sheet, ui| {
                // Enter starts, but on a button it presses that button.
                let enter =
                    ui.input(|input| input.key_pressed(Key::Enter)) && ui.memory(|memory| memory.focused().is_none());
                let start = if sheet.has_guests() { tr!("Open the table") } else { tr!("Start") };
                if theme::primary(ui, start).clicked() || enter {
                    answer = if sheet.has_guests() {
                        sheet.table().map(SheetCommand::OpenTable)
                    } else {
                        sheet.begin().map(SheetCommand::Start)
                    };
                }
                if ui.button(tr!("Cancel")).clicked() {
                    answer = Some(SheetCommand::Cancel);
                }
                let rules = ui.button(tr!("Rules"));
                if rules.on_hover_text(tr!("The rules in short, and what is different in this variant")).clicked() {
                    sheet.page = Some(Page::of(&sheet.ruleset));
                }
            },
        );
        if self.page.as_mut().is_some_and(|page| page.dialog(ui.ctx())) {
            self.page = None;
        }
        answer = answer.or(counted.map(|count| SheetCommand::Count(Arc::clone(&self.ruleset), count)));
        if modal.should_close() && answer.is_none() {
            answer = Some(SheetCommand::Cancel);
        }
        answer
    }

    /// Buttons for the number of players. Returns the number if another one was chosen.
    fn count(&self, ui: &mut Ui) -> Option<usize> {
        let range = self.ruleset.plugin().about().seats;
        let mut chosen = None;
        ui.horizontal(|ui| {
            for count in range.min..=range.max {
                let text = if count == 1 { tr!("1 player").to_owned() } else { tr!("{n} players", n = count) };
                let now = self.seats.len() == usize::from(count);
                if choose(ui, now, &text, &text, tr!("Number of players")) && !now {
                    chosen = Some(usize::from(count));
                }
            }
        });
        chosen
    }

    /// The rules of this match, in a form that is opened with a button.
    fn rules(&mut self, ui: &mut Ui) {
        let Some((form, before)) = &mut self.form else {
            let button = ui.button(tr!("Rules for this match…"));
            if button.on_hover_text(tr!("Switch rules for one match, without making a variant")).clicked() {
                let draft = VariantDraft::for_a_match(self.ruleset.variant());
                let form = VariantForm::new(self.ruleset.plugin(), draft, self.rules.0.clone(), self.rules.1);
                self.form = Some((form, Arc::clone(&self.ruleset)));
            }
            return;
        };
        ui.separator();
        form.ui(ui);
        let same = form.draft().plays_as_parent();
        let ruleset = if same { Some(Arc::clone(before)) } else { form.ruleset() };
        if let Some(ruleset) = ruleset.filter(|fresh| !Arc::ptr_eq(fresh, &self.ruleset)) {
            self.counted(ruleset);
        }
    }

    /// Takes the ruleset for another number of players.
    pub fn counted(&mut self, ruleset: Arc<Ruleset>) {
        self.seats.resize_with(ruleset.seating().seats.len(), || SeatSetup::bot(BotSpec::Journeyman));
        self.ruleset = ruleset;
        name_players(&mut self.seats);
    }

    fn seats(&mut self, ui: &mut Ui) {
        let seating = self.ruleset.seating().clone();
        let mut changed = None;
        let top = ui.min_rect().bottom();
        let mut row = 0.0;
        for (index, (place, seat)) in self.seats.iter_mut().zip(&seating.seats).enumerate() {
            let seat_name = translate_words(&seat.name);
            let shown = ui.horizontal(|ui| {
                let label = ui
                    .allocate_ui_with_layout(
                        vec2(64.0, 30.0) * theme::scale(ui),
                        egui::Layout::left_to_right(egui::Align::Center),
                        |ui| {
                            ui.set_min_width(64.0 * theme::scale(ui));
                            ui.label(&seat_name)
                        },
                    )
                    .inner;
                let is_guest = place.occupant == Occupant::Guest;
                ui.add_enabled(
                    !is_guest,
                    TextEdit::singleline(&mut place.name)
                        .hint_text(if is_guest { tr!("their own") } else { "" })
                        .desired_width(128.0 * theme::scale(ui))
                        .align(egui::Align2::LEFT_CENTER)
                        .margin(egui::Margin::symmetric(8, 6))
                        .char_limit(24),
                )
                .labelled_by(label.id);
                let person = place.occupant == Occupant::Person;
                if choose(
                    ui,
                    person,
                    tr!("Person"),
                    &tr!("{seat}: Person", seat = seat_name),
                    tr!("Somebody at this computer"),
                ) && !person
                {
                    changed = Some((index, Occupant::Person));
                }
                let hint = tr!("Somebody at another device: a phone, a browser or another Stonehouse");
                if choose(ui, is_guest, tr!("Guest"), &tr!("{seat}: Guest", seat = seat_name), hint) && !is_guest {
                    changed = Some((index, Occupant::Guest));
                }
                for bot in BotSpec::FOR_PEOPLE {
                    let spec = AgentSpec::Bot(bot);
                    let chosen = place.occupant.agent() == Some(&spec);
                    let (title, about) = (translate_words(&bot.title()), translate_words(bot.about()));
                    if choose(ui, chosen, &title, &format!("{seat_name}: {title}"), &about) && !chosen {
                        changed = Some((index, Occupant::Agent(spec)));
                    }
                }
                if let Some(spec) = program(ui, &self.programs, place, &seat_name) {
                    changed = Some((index, Occupant::Agent(spec)));
                }
            });
            row = shown.response.rect.height();
        }
        self.who(ui);
        if let Some((index, player)) = changed {
            self.set_player(index, player);
        }
        if self.seats.len() == 2 && ui.button(tr!("Swap seats")).clicked() {
            self.seats.swap(0, 1);
        }
        let missing = self.most_height(ui, row) - (ui.min_rect().bottom() - top);
        if missing > 0.5 {
            ui.add_space(missing);
        }
    }

    /// The greatest height of the seats with their descriptions, in points, for any choice: so the buttons below stay
    /// where they are. `row` is the height of one seat.
    fn most_height(&self, ui: &Ui, row: f32) -> f32 {
        let gap = ui.spacing().item_spacing.y;
        let specs = BotSpec::FOR_PEOPLE.map(AgentSpec::Bot).into_iter();
        let programs = self.programs.all().iter().map(|program| AgentSpec::Named(program.name.clone()));
        let high = |spec: AgentSpec| {
            let galley = egui::WidgetText::from(self.about(ui, &spec));
            let style = egui::FontSelection::Default;
            galley.into_galley(ui, Some(egui::TextWrapMode::Wrap), ui.available_width(), style).size().y + gap
        };
        let mut lines: Vec<f32> = specs.chain(programs).map(high).collect();
        lines.sort_by(|one, other| other.total_cmp(one));
        let of = |count: usize| {
            (count + usize::from(count == 2)) as f32 * (row + gap) + lines.iter().take(count).sum::<f32>()
        };
        let now = self.seats.len();
        let seats = self.ruleset.plugin().about().seats;
        if self.asks_count() { (seats.min..=seats.max).map(usize::from).map(of).fold(0.0, f32::max) } else { of(now) }
    }

    /// Shows the descriptions of the bots and programs that are seated, a line each.
    fn who(&self, ui: &mut Ui) {
        let mut listed: Vec<&AgentSpec> = Vec::new();
        for spec in self.seats.iter().filter_map(|place| place.occupant.agent()) {
            if !listed.contains(&spec) {
                listed.push(spec);
            }
        }
        for spec in listed {
            ui.add(egui::Label::new(self.about(ui, spec)).wrap());
        }
    }

    fn about(&self, ui: &Ui, spec: &AgentSpec) -> RichText {
        let about = translate_words(&spec.about(&self.programs));
        let about = if about.is_empty() { tr!("A program from outside.").to_owned() } else { about };
        let text = RichText::new(format!("{}: {about}", translate_words(&spec.title()))).text_style(theme::small());
        text.color(theme::colours(ui).ink_soft)
    }

    /// Whether the number of players is asked for here: the form asks for it, too.
    fn asks_count(&self) -> bool {
        self.form.is_none() && self.continuation.is_none() && self.ruleset.variant().seats_open
    }

    /// Gives a seat to somebody else. A bot keeps its name when its level changes; a program has its own.
    fn set_player(&mut self, index: usize, occupant: Occupant) {
        match (occupant, &self.seats[index].occupant) {
            (new @ Occupant::Agent(AgentSpec::Bot(_)), Occupant::Agent(AgentSpec::Bot(_))) => {
                self.seats[index].occupant = new;
            }
            (Occupant::Agent(spec), _) => self.seats[index] = SeatSetup::of(spec),
            (Occupant::Person, _) => self.seats[index] = SeatSetup::person(&names::shown(names::READER)),
            (Occupant::Guest, _) => {
                self.seats[index] = SeatSetup::guest();
            }
        }
        name_players(&mut self.seats);
        self.name_host();
    }

    fn seed(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label = ui
                .label(tr!("Seed"))
                .on_hover_text(tr!("The same seed always gives the same deal. Leave it empty for a random one."));
            ui.add(
                TextEdit::singleline(&mut self.seed)
                    .hint_text(tr!("any"))
                    .desired_width(128.0 * theme::scale(ui))
                    .align(egui::Align2::LEFT_CENTER)
                    .margin(egui::Margin::symmetric(8, 6)),
            )
            .labelled_by(label.id);
            let hint = tr!("Nobody sees what a bot would do in this match, and its record notes this");
            ui.checkbox(&mut self.terms.no_hints, tr!("No hints")).on_hover_text(hint);
        });
    }

    fn begin(&mut self) -> Option<NewMatch> {
        if self.form.as_ref().is_some_and(|(form, _)| form.ruleset().is_none()) {
            self.problem = Some(tr!("First correct what is wrong with the rules.").to_owned());
            return None;
        }
        let seed = match self.seed.trim() {
            "" => None,
            text => match text.parse() {
                Ok(seed) => Some(seed),
                Err(_) => {
                    self.problem =
                        Some(tr!("The seed must be a whole number from 0 to {most}, or empty.", most = u64::MAX));
                    return None;
                }
            },
        };
        name_players(&mut self.seats);
        let players = players_of(&self.seats, &self.ruleset);
        let ruleset = Arc::clone(&self.ruleset);
        let (seed, choices, carried) = match &self.continuation {
            Some((seed, choices)) => (Some(*seed), choices.clone(), ruleset.variant().carried()),
            None => (seed, Vec::new(), Carried::new()),
        };
        Some(NewMatch { ruleset, players, seed, choices, terms: self.terms, carried })
    }
}

/// The players at the seats of a ruleset.
fn players_of(seats: &[SeatSetup], ruleset: &Ruleset) -> Vec<Player> {
    seats.iter().zip(&ruleset.seating().seats).map(|(place, seat)| place.player(&seat.name)).collect()
}

/// The names at a table.
fn taken(seats: &[SeatSetup]) -> BTreeSet<String> {
    seats.iter().map(|place| place.name.trim().to_owned()).collect()
}

/// Gives a name to every player who has none: a bot that has the same name as another player gets one of its own, a
/// person who has not given any is [`READER`](names::READER), or has a number where there are several people.
fn name_players(seats: &mut [SeatSetup]) {
    let several = seats.iter().filter(|place| place.occupant == Occupant::Person).count() > 1;
    for index in 0..seats.len() {
        let name = seats[index].name.trim();
        if seats[index].occupant == Occupant::Person && names::is_default(name, seats.len()) {
            let is_free = seats.iter().filter(|place| place.name.trim() == name).count() == 1;
            if !several {
                seats[index].name = names::shown(names::READER);
            } else if !is_free || names::kept(name) == names::READER {
                seats[index].name = names::for_person(&taken(seats));
            }
        }
    }
    for index in 0..seats.len() {
        let name = seats[index].name.trim();
        let alike = seats.iter().filter(|place| place.name.trim() == name).count() > 1;
        if let Occupant::Agent(spec) = &seats[index].occupant
            && (name.is_empty() || alike)
        {
            let free = match spec {
                AgentSpec::Named(own) => names::numbered(own, &taken(seats)),
                _ => names::for_bot(&taken(seats)),
            };
            seats[index].name = free;
        }
    }
}

impl SeatSetup {
    fn person(name: &str) -> Self {
        Self { name: name.to_owned(), occupant: Occupant::Person }
    }

    /// A guest, who has an own name.
    const fn guest() -> Self {
        Self { name: String::new(), occupant: Occupant::Guest }
    }

    /// A bot that has no name yet.
    const fn bot(bot: BotSpec) -> Self {
        Self { name: String::new(), occupant: Occupant::Agent(AgentSpec::Bot(bot)) }
    }

    /// A bot or a program. A program has its own name.
    fn of(spec: AgentSpec) -> Self {
        let name = if let AgentSpec::Named(name) = &spec { name.clone() } else { String::new() };
        Self { name, occupant: Occupant::Agent(spec) }
    }

    fn again(player: &Player) -> Self {
        match spec_of(player) {
            None if player.is_guest() => Self { name: player.name.clone(), occupant: Occupant::Guest },
            None => Self::person(&names::shown(&player.name)),
            // Only from the command line.
            Some(AgentSpec::Run(_)) => Self::bot(BotSpec::Journeyman),
            // A bot that was called after its level gets a proper name.
            Some(spec @ AgentSpec::Bot(_)) if player.name == spec.title() => Self::of(spec),
            Some(spec) => Self { name: player.name.clone(), ..Self::of(spec) },
        }
    }

    /// The player, named after the seat if no name was given.
    fn player(&self, seat: &str) -> Player {
        let name = if self.name.trim().is_empty() { seat } else { names::kept(self.name.trim()) };
        match &self.occupant {
            Occupant::Person | Occupant::Guest => Player::person(name),
            Occupant::Agent(spec) => Player::bot(name, spec.to_string()),
        }
    }
}

/// A menu of the programs from outside, if there are any. Returns the one that was chosen.
fn program(ui: &mut Ui, programs: &Programs, place: &SeatSetup, seat: &str) -> Option<AgentSpec> {
    if programs.all().is_empty() {
        return None;
    }
    let mut chosen = None;
    let now = if let Occupant::Agent(AgentSpec::Named(name)) = &place.occupant { Some(name) } else { None };
    let text = RichText::new(now.map_or(tr!("Program"), String::as_str)).text_style(theme::small());
    let button = theme::option(now.is_some(), text);
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        for program in programs.all() {
            let spec = AgentSpec::Named(program.name.clone());
            let text = if program.about.is_empty() {
                program.name.clone()
            } else {
                format!("{}: {}", program.name, program.about)
            };
            if ui.button(text).clicked() {
                chosen = Some(spec);
                ui.close();
            }
        }
    });
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, now.is_some(), tr!("{seat}: Program", seat))
    });
    response.on_hover_text(tr!("A program that you have named in players.toml"));
    chosen
}

/// A radio button. `name` is read by assistive technology.
fn choose(ui: &mut Ui, chosen: bool, text: &str, name: &str, hint: &str) -> bool {
    let response = ui.add(theme::option(chosen, RichText::new(text).text_style(theme::small())));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, name));
    response.on_hover_text(hint).clicked()
}

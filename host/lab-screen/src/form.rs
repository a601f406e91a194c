//! The form of a simulation: one variant or two, the players, the number of games.

use crate::fields::{list, numbered, section, trouble};
use crate::moves::Moves;
use crate::run::{SimulationJob, threads};
use crate::sweep::SweepJob;
use egui::{Align2, DragValue, Margin, Role, TextEdit, Ui, WidgetInfo};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{Catalog, Problem, Ruleset, Variant};
use stonehouse_lab::SimulationPlan;
use stonehouse_lab::tune::TuningGoal;
use stonehouse_language::{tr, translate_words};
use stonehouse_runtime::Plugin;
use stonehouse_session::{AgentSpec, Programs};
use stonehouse_ui::worker::{POLL_INTERVAL, Task};

/// The bots to choose from; others are named in words.
const BOTS: [&str; 8] =
    ["random", "greedy", "apprentice", "journeyman", "master", "companion", "search@200", "search@2000"];

/// The most games.
const MAX_GAMES: u64 = 10_000_000;

/// How many games there are to begin with.
const GAMES: u64 = 2000;

type Compiled = Result<Arc<Ruleset>, String>;

/// The source of rules.
#[derive(Clone)]
enum VariantSource {
    /// A variant of the catalog.
    Variant(Arc<Plugin>, Arc<Variant>),
    /// A variant that is in no file yet.
    Unsaved(Arc<Ruleset>),
}

impl VariantSource {
    fn compile(&self, players: usize) -> Compiled {
        let lines = |found: Vec<Problem>| Problem::render_all(&found);
        let rules = match self {
            Self::Variant(plugin, variant) => Ruleset::compile(plugin, variant).map_err(lines)?,
            Self::Unsaved(rules) => Arc::clone(rules),
        };
        rules.for_players(players).map_err(lines)
    }

    fn variant(&self) -> &Arc<Variant> {
        match self {
            Self::Variant(_, variant) => variant,
            Self::Unsaved(rules) => rules.variant(),
        }
    }

    fn plugin(&self) -> &Arc<Plugin> {
        match self {
            Self::Variant(plugin, _) => plugin,
            Self::Unsaved(rules) => rules.plugin(),
        }
    }
}

/// A variant that was picked, compiled on another thread.
pub struct PickedVariant {
    source: VariantSource,
    compiling: Task<Compiled>,
    /// The compiled rules; `None` until then.
    rules: Option<Compiled>,
}

impl PickedVariant {
    fn new(source: VariantSource, players: usize, timeout: Duration) -> Self {
        let own = source.clone();
        let compiling = Task::begin("rules", || (), move || own.compile(players));
        let mut pick = Self { source, compiling, rules: None };
        pick.poll(timeout);
        pick
    }

    fn poll(&mut self, timeout: Duration) {
        let Some(compiled) = self.compiling.poll(timeout) else { return };
        self.rules = Some(compiled.unwrap_or_else(|failure| Err(failure.sentence().to_owned())));
    }

    /// The variant's name for people.
    pub fn title(&self) -> String {
        let name = translate_words(&self.source.variant().name);
        match self.source {
            VariantSource::Variant(..) => name,
            VariantSource::Unsaved(_) => tr!("{variant} (not saved)", variant = name),
        }
    }

    fn ready(&self) -> Option<&Arc<Ruleset>> {
        self.rules.as_ref()?.as_ref().ok()
    }
}

/// The form.
pub struct SimulationForm {
    catalog: Catalog,
    /// How long a frame waits for rules to be compiled.
    timeout: Duration,
    one: Option<PickedVariant>,
    other: Option<PickedVariant>,
    /// The number of players; 0: as the variant has it.
    players: usize,
    /// Whether the same bot sits at every seat.
    alike: bool,
    /// By seat.
    bots: Vec<String>,
    games: u64,
    seed: u64,
    fixed_seats: bool,
    until_clear: bool,
    moves: Moves,
}

impl SimulationForm {
    /// The form for the first variant of the catalog.
    pub fn new(catalog: &Catalog, timeout: Duration) -> Self {
        let mut form = Self {
            catalog: catalog.clone(),
            timeout,
            one: None,
            other: None,
            players: 0,
            alike: true,
            bots: vec![BOTS[0].to_owned()],
            games: GAMES,
            seed: 1,
            fixed_seats: false,
            until_clear: true,
            moves: Moves::default(),
        };
        let first = catalog.games().iter().find_map(|game| game.variants.first().map(|first| (game, first)));
        if let Some((game, variant)) = first {
            form.one = Some(form.pick(VariantSource::Variant(Arc::clone(&game.plugin), Arc::clone(variant))));
        }
        form
    }

    /// For a variant of the catalog, `GAME/ID`.
    ///
    /// # Errors
    /// When there is none.
    pub fn choose(&mut self, name: &str) -> Result<(), String> {
        let (game, variant) = self.catalog.variant(name).map_err(|error| error.to_string())?;
        let source = VariantSource::Variant(Arc::clone(&game.plugin), Arc::clone(variant));
        self.one = Some(self.pick(source));
        self.other = None;
        Ok(())
    }

    /// For a variant and one that may not be saved, to be compared.
    pub fn compare(&mut self, plugin: &Arc<Plugin>, one: &Arc<Variant>, other: &Arc<Ruleset>) {
        self.players = other.seating().seats.len();
        self.one = Some(self.pick(VariantSource::Variant(Arc::clone(plugin), Arc::clone(one))));
        self.other = Some(self.pick(VariantSource::Unsaved(Arc::clone(other))));
    }

    fn pick(&self, source: VariantSource) -> PickedVariant {
        PickedVariant::new(source, self.players, self.timeout)
    }

    /// The rulesets, if all are compiled.
    pub fn rules(&self) -> Option<Vec<Arc<Ruleset>>> {
        let picks = self.one.iter().chain(&self.other);
        let rules: Option<Vec<_>> = picks.map(|pick| pick.ready().cloned()).collect();
        rules.filter(|rules| !rules.is_empty())
    }

    /// The variants' names for people.
    pub fn titles(&self) -> Vec<String> {
        self.one.iter().chain(&self.other).map(PickedVariant::title).collect()
    }

    /// The simulation or comparison that the form describes.
    ///
    /// # Errors
    /// The first missing or wrong field, for people.
    pub fn job(&self) -> Result<SimulationJob, String> {
        let failed = |pick: &PickedVariant| pick.rules.as_ref().and_then(|rules| rules.as_ref().err().cloned());
        if let Some(why) = self.one.iter().chain(&self.other).find_map(failed) {
            return Err(why);
        }
        let rules = self.rules().ok_or(tr!("Pick a variant first."))?;
        let seats: Vec<usize> = rules.iter().map(|rules| rules.seating().seats.len()).collect();
        if let [one, other] = seats[..]
            && one != other
        {
            let titles = self.titles();
            return Err(tr!(
                "{first} has {one} seats and {second} has {other}: only variants of as many seats can be compared.",
                first = titles[0],
                one,
                second = titles[1],
                other
            ));
        }
        Ok(SimulationJob { plan: self.plan(seats[0])?, rules, until_clear: self.until_clear })
    }

    fn plan(&self, seats: usize) -> Result<SimulationPlan, String> {
        let bots = (0..seats).map(|seat| self.bot(seat).parse::<AgentSpec>().map_err(|error| error.to_string()));
        Ok(SimulationPlan {
            seed: self.seed,
            threads: threads(),
            fixed_seats: self.fixed_seats && !self.alike,
            programs: Programs::of(self.catalog.folders()).map_err(|problem| problem.render())?,
            ..SimulationPlan::new(bots.collect::<Result<_, _>>()?, self.games)
        })
    }

    /// Whether numbers of the variant move.
    pub const fn moves(&self) -> bool {
        self.moves.is_any() && self.other.is_none()
    }

    /// The sweep or tuning that the form describes.
    ///
    /// # Errors
    /// The first missing or wrong field, for people.
    pub fn sweep_job(&self) -> Result<SweepJob, String> {
        let (Some(pick), Some(rules)) = (&self.one, self.rules()) else {
            return Err(tr!("Pick a variant first.").to_owned());
        };
        let seats = rules[0].seating().seats.len();
        let plan = self.plan(seats)?;
        if matches!(self.moves.goal(), Some(TuningGoal::Share(_)))
            && plan.players.windows(2).all(|pair| pair[0] == pair[1])
        {
            return Err(tr!("Whose share? Seat different bots: the goal is about the first of them.").to_owned());
        }
        Ok(SweepJob {
            plugin: Arc::clone(pick.source.plugin()),
            variant: Arc::clone(pick.source.variant()),
            players: self.players,
            axes: self.moves.axes()?,
            plan,
            goal: self.moves.goal(),
        })
    }

    /// The games and variants to pick from.
    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    fn bot(&self, seat: usize) -> &str {
        let seat = if self.alike { 0 } else { seat };
        self.bots.get(seat).or(self.bots.last()).map_or(BOTS[0], String::as_str)
    }

    /// Whether rules are still being compiled; waits for them at most `timeout`.
    pub fn poll(&mut self, timeout: Duration) -> bool {
        let mut waits = false;
        for pick in self.one.iter_mut().chain(&mut self.other) {
            pick.poll(timeout);
            waits |= pick.rules.is_none();
        }
        waits
    }

    /// Shows the form.
    pub fn ui(&mut self, ui: &mut Ui) {
        if self.poll(Duration::ZERO) {
            ui.request_repaint_after(POLL_INTERVAL);
        }
        self.variants(ui);
        self.count(ui);
        for pick in self.one.iter().chain(&self.other) {
            if let Some(Err(why)) = &pick.rules {
                trouble(ui, why);
            }
        }
        section(ui, tr!("Who plays"));
        self.players(ui);
        section(ui, tr!("How many games"));
        numbered(ui, tr!("Games"), |ui| ui.add(DragValue::new(&mut self.games).range(1..=MAX_GAMES).speed(20.0)));
        numbered(ui, tr!("Seed"), |ui| {
            ui.add(DragValue::new(&mut self.seed).speed(0.1)).on_hover_text(tr!("The same seed, the same games"))
        });
        if self.other.is_some() {
            let hint = tr!(
                "As soon as every headline figure (wins, scores, length) differs, or differs by less than 2 of 100 games or 2 % of a mean"
            );
            ui.checkbox(&mut self.until_clear, tr!("Stop when it is clear")).on_hover_text(hint);
        }
        if !self.alike {
            let hint = tr!("Otherwise players move on by one seat after each game, because seats are seldom equal");
            ui.checkbox(&mut self.fixed_seats, tr!("Players keep their seats")).on_hover_text(hint);
        }
        self.movers(ui);
    }

    /// The numbers of the variant that move.
    fn movers(&mut self, ui: &mut Ui) {
        if let (Some(pick), None) = (&self.one, &self.other) {
            self.moves.ui(ui, pick.source.plugin(), pick.source.variant());
        }
    }

    fn variants(&mut self, ui: &mut Ui) {
        section(ui, tr!("What to play"));
        let name = |source: &VariantSource| (source.plugin().about().id.clone(), source.variant().id.clone());
        let mut picked = None;
        let now = self.one.as_ref().map(|pick| name(&pick.source));
        let title = self.one.as_ref().map_or_else(
            || tr!("Nothing to play").to_owned(),
            |pick| format!("{}: {}", translate_words(&pick.source.plugin().about().name), pick.title()),
        );
        list(ui, tr!("Variant"), &title, |ui| {
            for game in self.catalog.games() {
                for variant in &game.variants {
                    let is_now = now.as_ref().is_some_and(|now| *now == (game.id().to_owned(), variant.id.clone()));
                    let text =
                        format!("{}: {}", translate_words(&game.plugin.about().name), translate_words(&variant.name));
                    if ui.selectable_label(is_now, text).clicked() {
                        picked = Some(VariantSource::Variant(Arc::clone(&game.plugin), Arc::clone(variant)));
                    }
                }
            }
        });
        if let Some(source) = picked {
            let other_game = now.is_none_or(|(game, _)| game != source.plugin().about().id);
            if other_game {
                (self.players, self.other) = (0, None);
            }
            self.moves.clear();
            self.one = Some(self.pick(source));
        }
        let Some(one) = &self.one else { return };
        let game = one.source.plugin().about().id.clone();
        let title = self.other.as_ref().map_or_else(|| tr!("nothing").to_owned(), PickedVariant::title);
        let (mut picked, mut nothing) = (None, false);
        list(ui, tr!("Compare with"), &title, |ui| {
            nothing = ui.selectable_label(self.other.is_none(), tr!("nothing")).clicked();
            let variants = self.catalog.game(&game).map(|game| &game.variants[..]).unwrap_or_default();
            let now = self.other.as_ref().map(|pick| pick.source.variant().id.clone());
            for variant in variants {
                if ui.selectable_label(now.as_ref() == Some(&variant.id), translate_words(&variant.name)).clicked() {
                    picked = Some(VariantSource::Variant(Arc::clone(one.source.plugin()), Arc::clone(variant)));
                }
            }
        });
        if nothing {
            self.other = None;
        }
        if let Some(source) = picked {
            self.other = Some(self.pick(source));
        }
    }

    /// The number of players, where the variant leaves it open.
    fn count(&mut self, ui: &mut Ui) {
        let Some(pick) = self.one.as_ref().filter(|pick| pick.source.variant().seats_open) else { return };
        let range = pick.source.plugin().about().seats;
        let now = pick.ready().map_or(self.players, |rules| rules.seating().seats.len());
        let mut chosen = now;
        list(ui, tr!("Players"), &now.to_string(), |ui| {
            for count in range.min..=range.max {
                ui.selectable_value(&mut chosen, count.into(), count.to_string());
            }
        });
        if chosen != now {
            self.players = chosen;
            self.one = self.one.take().map(|pick| self.pick(pick.source));
            self.other = self.other.take().map(|pick| self.pick(pick.source));
        }
    }

    fn players(&mut self, ui: &mut Ui) {
        let rules = self.one.as_ref().and_then(PickedVariant::ready);
        let names: Vec<String> = rules
            .map(|rules| rules.seating().seats.iter().map(|seat| translate_words(&seat.name)).collect())
            .unwrap_or_default();
        if names.len() > 1 {
            ui.checkbox(&mut self.alike, tr!("The same at every seat"));
        }
        let usual = self.bots.last().cloned().unwrap_or_else(|| BOTS[0].to_owned());
        self.bots.resize(names.len().max(1), usual);
        if self.alike {
            bot(ui, tr!("Every seat"), &mut self.bots[0]);
        } else {
            for (name, own) in names.iter().zip(&mut self.bots) {
                bot(ui, name, own);
            }
        }
    }
}

/// Shows the choice of a seat's bot: from the list, or any by its name.
fn bot(ui: &mut Ui, seat: &str, name: &mut String) {
    let spec = name.parse::<AgentSpec>();
    let is_listed = BOTS.contains(&name.as_str());
    let shown = match &spec {
        Ok(spec) if is_listed => translate_words(&spec.title()),
        _ => tr!("Another").to_owned(),
    };
    list(ui, seat, &shown, |ui| {
        for listed in BOTS {
            let title =
                listed.parse::<AgentSpec>().map_or_else(|_| listed.to_owned(), |spec| translate_words(&spec.title()));
            let about = listed.parse::<stonehouse_bots::BotSpec>().map(stonehouse_bots::BotSpec::about);
            if ui
                .selectable_label(name == listed, title)
                .on_hover_text(stonehouse_language::words(about.unwrap_or_default()))
                .clicked()
            {
                listed.clone_into(name);
            }
        }
        if ui.selectable_label(!is_listed, tr!("Another…")).clicked() && is_listed {
            "search@1000".clone_into(name);
        }
    });
    if !is_listed {
        let field = TextEdit::singleline(name).margin(Margin::symmetric(8, 6)).align(Align2::LEFT_CENTER);
        let field = ui.add(field.desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, tr!("{seat}: the bot's name", seat)));
        if let Err(error) = spec {
            trouble(ui, &error.to_string());
        }
    }
}

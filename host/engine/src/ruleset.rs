//! Rulesets: a variant compiled and checked, ready to be played any number of times.

use crate::variant::{Variant, rule_knob};
use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_house_rules::{
    Carried, HookTestError, HouseRules, Interface, LoadFault, Problem, RuleTest, SharedRules, TestValue, problem_of,
    rule_of,
};
use stonehouse_plugin::{KnobDecl, MAX_GAME_STEPS, Seating};
use stonehouse_runtime::{CallError, HookFailure, HookFailureKind, HookHost, Plugin, Rules, Teams};

/// A compiled ruleset. Immutable; shared by matches and threads.
pub struct Ruleset {
    variant: Arc<Variant>,
    rules: Arc<Rules>,
    /// The hooks, events and actions for which its house rules have functions, each with its place among the counts.
    functions: Vec<(usize, String)>,
    /// The house rules, for their tests: the rules have their own.
    house: Option<Arc<HouseRules>>,
}

/// The reason why a use of the rules failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesFailure {
    /// The action is not legal.
    #[error("that action is not legal here")]
    Illegal,
    /// The action is not legal, for this reason of the game.
    #[error("that action is not legal here: {0}")]
    Refused(String),
    /// A house rule failed: its file, line and remedy.
    #[error("a house rule failed. {problem}")]
    HouseRule {
        /// The problem, for the author of the rule.
        problem: Box<Problem>,
        /// The failure itself: the hook, the script, the kind.
        failure: Box<HookFailure>,
    },
    /// The script of a game in Luau failed: its file, line and remedy.
    #[error("the game's script failed. {0}")]
    GameScript(Box<Problem>),
    /// The plugin failed or broke the contract.
    #[error("{game} cannot continue: {reason}. This is a fault of the game's plugin: report it to its author")]
    Plugin {
        /// The game's name.
        game: String,
        /// The error.
        reason: String,
    },
}

impl Ruleset {
    /// Compiles a variant of a game.
    ///
    /// # Errors
    /// Every problem found: knobs that contradict each other, scripts that do not load.
    pub fn compile(plugin: &Arc<Plugin>, variant: &Arc<Variant>) -> Result<Arc<Self>, Vec<Problem>> {
        let house = load_house_rules(plugin, variant).map_err(|faults| {
            let problem = |fault| match fault {
                LoadFault::Knob { script, knob, message } => {
                    variant.problem_at(&rule_knob(rule_of(&script), &knob), message)
                }
                LoadFault::Script(problem) => remedy(variant, problem),
            };
            faults.into_iter().map(problem).collect::<Vec<_>>()
        })?;
        // Of what is carried, that which fits the scripts.
        let fitted = house.as_ref().map(HouseRules::scripts).filter(|scripts| **scripts != variant.scripts);
        let fitted = fitted.map(|scripts| Arc::new(variant.with_scripts(scripts.to_vec())));
        Self::with_house(plugin, fitted.as_ref().unwrap_or(variant), house.map(Arc::new), false)
    }

    /// This ruleset for another match of a series: its house rules begin with these values, which
    /// [`carried`](Self::carried) returned. Without any, it is for the first match.
    ///
    /// # Errors
    /// None that compiling the ruleset itself did not have.
    pub fn carrying(self: &Arc<Self>, carried: Carried) -> Result<Arc<Self>, Vec<Problem>> {
        let mut variant = Variant::clone(&self.variant);
        let mut carried = carried.into_iter();
        variant.scripts.iter_mut().for_each(|script| script.carried = carried.next().unwrap_or_default());
        if variant.scripts == self.variant.scripts {
            return Ok(Arc::clone(self));
        }
        Self::compile(self.plugin(), &Arc::new(variant))
    }

    /// Whether its house rules keep something for the next match of a series.
    pub fn has_series(&self) -> bool {
        self.house.as_ref().is_some_and(|house| house.have_series())
    }

    /// The values with which house rules begin the next match of a series, when a match under this ruleset has ended
    /// with this [memory](stonehouse_runtime::HouseState::memory) and each player moves on by `moved` seats.
    pub fn carried(&self, memory: &[i64], moved: usize) -> Carried {
        self.house.as_ref().map_or_else(Carried::new, |house| house.carried(memory, moved))
    }

    /// This ruleset with house rules that are called each time a result is needed, even where it is cached: to count
    /// the calls.
    ///
    /// # Errors
    /// None that compiling the ruleset itself did not have.
    pub(crate) fn uncached(&self) -> Result<Arc<Self>, Vec<Problem>> {
        Self::with_house(self.plugin(), &self.variant, self.house.clone(), true)
    }

    fn with_house(
        plugin: &Arc<Plugin>,
        variant: &Arc<Variant>,
        house: Option<Arc<HouseRules>>,
        uncached: bool,
    ) -> Result<Arc<Self>, Vec<Problem>> {
        let functions =
            house.iter().flat_map(|house| house.functions()).map(|(place, name)| (place, name.to_owned())).collect();
        let shared = house.clone().map(|house| SharedRules { house, uncached });
        let hooks = shared.map(|shared| Box::new(shared) as Box<dyn HookHost>);
        let knobs = Value::Object(variant.knobs.clone());
        let rules = plugin.rules(variant.seats, &knobs, hooks).map_err(|error| match error {
            CallError::Rules(error) => vec![variant.problem_at(&error.knob, error.message)],
            CallError::Hook(failure) => vec![remedy(variant, problem_of(*failure))],
            other => vec![Problem::file(&variant.file, format!("cannot be played: {other}"))],
        })?;
        Ok(Arc::new(Self { variant: Arc::clone(variant), rules, functions, house }))
    }

    /// Recompiles the ruleset for `players` seats. Returns `self` if the variant fixes the number or it already
    /// matches.
    ///
    /// # Errors
    /// Knobs that contradict that number of players.
    pub fn for_players(self: &Arc<Self>, players: usize) -> Result<Arc<Self>, Vec<Problem>> {
        let range = self.plugin().about().seats;
        let seats = u8::try_from(players).unwrap_or(u8::MAX);
        let can = self.variant.seats_open && (range.min..=range.max).contains(&seats) && seats != self.variant.seats;
        if can { Self::compile(self.plugin(), &Arc::new(self.variant.with_seats(seats))) } else { Ok(Arc::clone(self)) }
    }

    /// The hooks, events and actions for which its house rules have functions, by name, each with its place among the
    /// counts.
    pub fn functions(&self) -> &[(usize, String)] {
        &self.functions
    }

    /// The places at which its house rules read hidden information in a way that may reveal it to other players.
    pub fn reveals(&self) -> &[Problem] {
        self.house.as_ref().map_or(&[], |house| house.reveals())
    }

    /// The knobs of its house rule at this place.
    pub fn rule_knobs(&self, script: usize) -> &[KnobDecl] {
        self.house.as_ref().map_or(&[], |house| house.knobs(script))
    }

    /// The value of each knob of its house rule at this place, by name.
    pub fn rule_knob_values(&self, script: usize) -> Map<String, Value> {
        let given = self.variant.scripts.get(script).map(|script| &script.knobs);
        let value = |knob: &KnobDecl| {
            let given = given.and_then(|given| given.get(&knob.name));
            // It was checked when the ruleset was compiled.
            let value = given.and_then(|given| knob.kind.fit(given).ok()).unwrap_or_else(|| knob.default.clone());
            (knob.name.clone(), value)
        };
        self.rule_knobs(script).iter().map(value).collect()
    }

    /// The tests that its house rules carry.
    pub fn tests(&self) -> &[RuleTest] {
        self.house.as_ref().map_or(&[], |house| house.tests())
    }

    /// Returns the result of a hook of its house rules, for a test.
    pub(crate) fn try_hook(
        &self,
        hook: &str,
        ctx: &[(String, TestValue)],
        value: &TestValue,
    ) -> Result<TestValue, HookTestError> {
        self.house.as_ref().map_or_else(|| Ok(value.clone()), |house| house.try_hook(hook, ctx, value))
    }

    /// The places at which its house rules compare a piece of a zone with a text that probably none has.
    pub fn probable_mistakes(&self) -> &[Problem] {
        self.house.as_ref().map_or(&[], |house| house.probable_mistakes())
    }

    /// Its house rules, if it has any: for their tests.
    pub(crate) fn house(&self) -> Option<&HouseRules> {
        self.house.as_deref()
    }

    /// The variant it was compiled from.
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The rules, for code that plays without a match: bots and simulations.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The game.
    pub fn plugin(&self) -> &Arc<Plugin> {
        self.rules.plugin()
    }

    /// The seats.
    pub fn seating(&self) -> &Seating {
        self.rules.seating()
    }

    /// The number of each seat's team, as records have them: none where each seat plays for itself.
    pub(crate) fn teams(&self) -> Vec<u8> {
        let teams = Teams::of(&self.rules);
        if teams.count() == teams.seats() { Vec::new() } else { teams.numbers().to_vec() }
    }

    /// Describes a failed call for people.
    pub fn explain(&self, error: CallError) -> RulesFailure {
        match error {
            CallError::Illegal => RulesFailure::Illegal,
            CallError::Refused(why) => RulesFailure::Refused(why),
            CallError::Hook(failure) => {
                let mut problem = problem_of(failure.as_ref().clone());
                if let Some(script) = self.variant.scripts.iter().find(|script| script.file == problem.file) {
                    // A wrong result has no name in the script: it is the value that the function returns.
                    if !matches!(failure.kind, HookFailureKind::WrongType | HookFailureKind::OutOfBounds) {
                        problem = problem.at_name(&script.source, &failure.hook);
                    }
                    problem = problem.in_text(&script.source);
                }
                let problem = remedy(&self.variant, problem).into();
                RulesFailure::HouseRule { problem, failure }
            }
            CallError::Script(failure) => RulesFailure::GameScript(Box::new(problem_of(*failure))),
            // The game alone ends: that is tried before it is loaded.
            CallError::Endless if !self.variant.scripts.is_empty() => {
                let script = &self.variant.scripts[0];
                let named: Vec<&str> = self.variant.scripts.iter().map(|script| script.name.as_str()).collect();
                let message = format!(
                    "a game did not end within {MAX_GAME_STEPS} actions under the house rules ({}): look for what lets a turn or the match go on for ever",
                    named.join(", ")
                );
                let failure =
                    HookFailure { script: script.file.clone(), ..HookFailure::new(HookFailureKind::Host, message) };
                let problem = remedy(&self.variant, problem_of(failure.clone())).into();
                RulesFailure::HouseRule { problem, failure: Box::new(failure) }
            }
            other => RulesFailure::Plugin { game: self.plugin().about().name.clone(), reason: other.to_string() },
        }
    }
}

/// Loads the house rules of a variant; `None` if it has none.
///
/// # Errors
/// As [`HouseRules::load`].
pub(crate) fn load_house_rules(plugin: &Plugin, variant: &Variant) -> Result<Option<HouseRules>, Vec<LoadFault>> {
    if variant.scripts.is_empty() {
        return Ok(None);
    }
    HouseRules::load(variant.scripts.clone(), Interface::of(plugin, variant.seats)).map(Some)
}

/// A problem of a house rule, with what can be done about it when nobody can edit the script: it is a record's own
/// copy, or in a pack.
fn remedy(variant: &Variant, mut problem: Problem) -> Problem {
    if variant.recorded {
        problem.message.push_str(&format!(
            ". This copy was taken when the match began: repair the script in your own folder of scripts, where `{}` finds it, \
             and reload: the match continues under the repaired one",
            variant.full_name()
        ));
    } else if let Some(label) = variant.source.pack()
        && variant.scripts.iter().any(|script| script.file == problem.file)
    {
        problem.message.push_str(&format!(
            ". The script comes with the pack {label}: notify its author, or switch the pack off (`stonehouse packs off {}`)",
            label.id
        ));
    }
    problem
}

//! Plans of simulations, and the origin of reports.

use super::changes;
use super::export::replace;
use crate::args::{MeasuredArgs, PlayedArgs, RunsArgs};
use std::iter;
use std::path::Path;
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Catalog, Ruleset, Variant};
use stonehouse_house_rules::Measures;
use stonehouse_lab::SimulationPlan;
use stonehouse_lab::report::ReportOrigin;
use stonehouse_session::{AgentSpec, Programs};

/// The plan of the simulation at each point of a sweep.
pub fn plan_of(
    catalog: &Catalog,
    args: &PlayedArgs,
    measured: &MeasuredArgs,
    seats: usize,
) -> Result<SimulationPlan, String> {
    let plan = plan_of_games(catalog, args.games, args.runs, &args.players, measured, seats)?;
    Ok(SimulationPlan { fixed_seats: args.fixed_seats, longest: args.longest, ..plan })
}

/// The plan of this number of games.
pub fn plan_of_games(
    catalog: &Catalog,
    games: u64,
    runs: RunsArgs,
    players: &[AgentSpec],
    measured: &MeasuredArgs,
    seats: usize,
) -> Result<SimulationPlan, String> {
    let players = if players.is_empty() { vec![AgentSpec::Bot(BotSpec::Random); seats] } else { players.to_vec() };
    Ok(SimulationPlan {
        seed: runs.seed,
        threads: runs.threads.into(),
        worth: measured.worth,
        measures: measured.measure.iter().map(|file| measures(file)).collect::<Result<_, String>>()?,
        programs: Programs::of(catalog.folders()).map_err(|problem| problem.render())?,
        ..SimulationPlan::new(players, games)
    })
}

/// A script that measures games.
fn measures(file: &Path) -> Result<Arc<Measures>, String> {
    let loaded = changes::script(file).and_then(|script| {
        let source = Arc::clone(&script.source);
        Measures::load(script).map_err(|problem| problem.in_text(&source).render())
    });
    loaded.map(Arc::new)
}

/// A line for people whose house rules carry values on to the next match, which the lab does not; otherwise empty.
pub fn series_note(rulesets: &[&Arc<Ruleset>]) -> &'static str {
    if rulesets.iter().any(|ruleset| ruleset.has_series()) {
        "\nEach game was the first match of a series: a memory with `series = true` began at its start in each.\n"
    } else {
        ""
    }
}

/// The origin of a report of these rules that this command makes with this seed.
pub fn origin(rulesets: &[&Arc<Ruleset>], seed: u64) -> ReportOrigin {
    let mut words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if !words.iter().any(|word| word == "--seed" || word.starts_with("--seed=")) {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    let words = || iter::once("stonehouse").chain(words.iter().map(String::as_str));
    // A word with a null byte cannot be quoted, and no command line has one.
    let command = shlex::try_join(words()).unwrap_or_else(|_| words().collect::<Vec<_>>().join(" "));
    let variants: Vec<&Variant> = rulesets.iter().map(|ruleset| &**ruleset.variant()).collect();
    ReportOrigin::new(command, jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(), &variants)
}

/// Writes a page to a new file, or replaces an old one.
pub fn report(file: &Path, page: &str) -> Result<(), String> {
    replace(file, page).map_err(|problem| problem.render())
}

//! `stonehouse simulate`

use super::tried;
use crate::args::SimulateArgs;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stonehouse_bots::BotSpec;
use stonehouse_engine::comparison::Estimate;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_lab::{SideSummary, Simulation, Spread, Summary, simulate};
use stonehouse_session::{AgentSpec, Programs};

/// Plays many games and prints their summary.
pub fn run(catalog: &Catalog, args: &SimulateArgs) -> ExitCode {
    let ruleset = match tried::ruleset(catalog, &args.variant, &args.set, &args.script) {
        Ok(ruleset) => ruleset,
        Err(message) => return output::fail(&message),
    };
    // As many seats as players are named, where the variant leaves the number open.
    let ruleset = match ruleset.for_players(args.players.len()) {
        Ok(ruleset) => ruleset,
        Err(problems) => return output::fail(&problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    };
    let seats = ruleset.seating().seats.len();
    let programs = match Programs::of(catalog.folders()) {
        Ok(programs) => programs,
        Err(problem) => return output::fail(&problem.render()),
    };
    let plan = Simulation {
        games: args.games,
        seed: args.seed,
        threads: args.threads.into(),
        fixed_seats: args.fixed_seats,
        results_only: args.results_only,
        players: if args.players.is_empty() {
            vec![AgentSpec::Bot(BotSpec::Random); seats]
        } else {
            args.players.clone()
        },
        programs,
        record_dir: args.record_dir.clone(),
    };
    let progress = Progress::new(args.games);
    let result = simulate(&ruleset, &plan, &|done| progress.show(done));
    progress.clear();
    match result {
        Ok(summary) if args.json => output::print_json(&json!(summary)),
        Ok(summary) => output::print(&table(&ruleset, &plan, &summary)),
        Err(error) => output::fail(&error.to_string()),
    }
}

fn table(ruleset: &Ruleset, plan: &Simulation, summary: &Summary) -> String {
    let mut text = format!("{} games of {}, seed {}", summary.games, ruleset.variant().full_title(), plan.seed);
    let differ = plan.players.windows(2).any(|pair| pair[0] != pair[1]);
    let turns = if plan.fixed_seats { "players keep their seats" } else { "players in turn at each seat" };
    let _ = writeln!(text, "{}\n", if differ { format!("; {turns}") } else { String::new() });
    let names = ruleset.seating().seats.iter().map(|seat| seat.name.clone());
    sides(&mut text, "seat", names.zip(&summary.seats));
    if differ {
        text.push('\n');
        sides(&mut text, "player", plan.players.iter().map(AgentSpec::to_string).zip(&summary.players));
    }
    text.push('\n');
    if let Some(first) = &summary.first_to_decide {
        let _ = writeln!(text, "{:24} {}", "whoever begins wins", percent(&first.win_share));
    }
    let _ = writeln!(text, "{:24} {}", "shared wins", percent(&summary.shared_wins));
    let _ = writeln!(text, "{:24} {}", "winner ahead by", spread(&summary.margin));
    let [short, median, long] = summary.action_quantiles;
    let _ = writeln!(
        text,
        "{:24} {}; half of the games at most {median}, most of them {short} to {long}",
        "actions",
        spread(&summary.actions)
    );
    if let Some(decisions) = &summary.decisions {
        let forced = decisions.forced * 100.0;
        let _ = writeln!(text, "{:24} {:.1}; {forced:.1} % of decisions are forced", "choices", decisions.choices);
    }
    if let Some(changes) = &summary.lead_changes {
        let _ = writeln!(text, "{:24} {}", "changes of the lead", spread(changes));
    }
    let _ = writeln!(
        text,
        "\nIntervals hold the true value in 95 of 100 cases (shares: Wilson's; means: normal).\n{:.2} s, {:.0} games a second",
        summary.seconds, summary.games_per_second
    );
    text
}

/// A line for each seat or player.
fn sides<'a>(text: &mut String, what: &str, sides: impl Iterator<Item = (String, &'a SideSummary)>) {
    let _ = writeln!(text, "{what:16} {:>9} {:>22} {:>8} {:>36}", "wins", "", "shared", "score");
    for (name, side) in sides {
        let share = percent(&side.win_share);
        let _ = writeln!(text, "{name:16} {:>9} {share:>22} {:>8} {:>36}", side.wins, side.shared, spread(&side.score));
    }
}

fn percent(share: &Estimate) -> String {
    let [value, least, greatest] = [share.value, share.least, share.greatest].map(|share| share * 100.0);
    format!("{value:.1} % ({least:.1} to {greatest:.1})")
}

/// The mean, its interval, and how far single values lie from it.
fn spread(spread: &Spread) -> String {
    let half = spread.mean.greatest - spread.mean.value;
    format!("{:.2} ± {half:.2}, each ± {:.1}", spread.mean.value, spread.deviation)
}

/// A line that shows progress, on a terminal only.
struct Progress {
    games: u64,
    shown: Option<Mutex<Instant>>,
}

impl Progress {
    fn new(games: u64) -> Self {
        let shown = std::io::stderr().is_terminal().then(|| Mutex::new(Instant::now()));
        Self { games, shown }
    }

    fn show(&self, done: u64) {
        if let Some(Ok(mut shown)) = self.shown.as_ref().map(Mutex::try_lock)
            && shown.elapsed() > Duration::from_millis(200)
        {
            *shown = Instant::now();
            eprint!("\r{done} of {} games", self.games);
        }
    }

    fn clear(&self) {
        if self.shown.is_some() {
            eprint!("\r{:40}\r", "");
        }
    }
}

//! `stonehouse simulate`

use crate::args::SimulateArgs;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_lab::{Simulation, Summary, simulate};
use stonehouse_session::{AgentSpec, Programs};

/// Plays many games and prints their summary.
pub fn run(catalog: &Catalog, args: &SimulateArgs) -> ExitCode {
    let ruleset = match output::ruleset(catalog, &args.variant) {
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
    let mut text = format!("{} games of {}, seed {}\n\n", summary.games, ruleset.variant().full_title(), plan.seed);
    let _ = writeln!(text, "{:12} {:14} {:>9} {:>9} {:>12}", "seat", "player", "wins", "draws", "mean score");
    for ((seat, info), player) in summary.seats.iter().zip(&ruleset.seating().seats).zip(&plan.players) {
        let _ = writeln!(
            text,
            "{:12} {:14} {:>9} {:>9} {:>12.2}",
            info.name,
            player.to_string(),
            seat.wins,
            seat.draws,
            seat.mean_score
        );
    }
    let _ = writeln!(
        text,
        "\n{:.1} actions a game; {:.2} s, {:.0} games a second",
        summary.mean_actions, summary.seconds, summary.games_per_second
    );
    text
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

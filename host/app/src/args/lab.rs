//! Arguments of the commands of the lab.

use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use std::str::FromStr;
use stonehouse_bots::BotSpec;
use stonehouse_lab::sweep::Axis;
use stonehouse_lab::tune::TuningGoal;
use stonehouse_session::AgentSpec;

/// What is changed in a variant for a try.
#[derive(Debug, Default, ClapArgs)]
pub struct ChangesArgs {
    /// Play with another value of a knob, as knob=value; may be given several times.
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Play with a further house rule from this file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub script: Vec<PathBuf>,
}

impl ChangesArgs {
    /// Whether nothing is changed.
    pub const fn is_none(&self) -> bool {
        self.set.is_empty() && self.script.is_empty()
    }
}

/// A seed as it is named on the command line.
fn seed(named: &str) -> Result<u64, String> {
    match named {
        "random" => getrandom::u64().map_err(|error| format!("the system has no random numbers: {error}")),
        number => number.parse().map_err(|_| "a seed is a whole number below 2^64, or `random`".to_owned()),
    }
}

/// The chance of games, and what they are played on.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct RunsArgs {
    /// The seed of them all; `random` draws one that no program which plays can read from the command line. It is
    /// printed with the figures.
    #[arg(long, default_value = "1", value_parser = seed)]
    pub seed: u64,
    /// How many threads to use, up to 256; 0 is one for each processor.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u16).range(..=256))]
    pub threads: u16,
}

/// What is measured in games besides what always is.
#[derive(Debug, Default, ClapArgs)]
pub struct MeasuredArgs {
    /// Measure what each kind of action is worth: one use of each in each game is played on with it and without it.
    /// Takes many times as long; bots only.
    #[arg(long)]
    pub worth: bool,
    /// Measure games with the functions of this script as well; may be given several times.
    #[arg(long, value_name = "FILE.lua")]
    pub measure: Vec<PathBuf>,
}

/// Arguments of `simulate`.
#[derive(Debug, ClapArgs)]
pub struct SimulateArgs {
    /// The variant, as GAME/ID, or its file.
    pub variant: String,
    /// How many games to play, up to a billion.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    pub games: u64,
    /// Their seed and threads.
    #[command(flatten)]
    pub runs: RunsArgs,
    /// Who plays: a bot for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',', help = format!("Who plays: a bot or program for each seat, separated by commas [default: all random] [bots: {}] [programs: run:COMMAND, program:NAME]", BotSpec::NAMES))]
    pub players: Vec<AgentSpec>,
    /// What is changed for a try.
    #[command(flatten)]
    pub changes: ChangesArgs,
    /// Leave every player at the seat they are named for; otherwise they move on by one seat after each game.
    #[arg(long)]
    pub fixed_seats: bool,
    /// Count only who wins, scores and lengths: random games are then much faster.
    #[arg(long, conflicts_with_all = ["worth", "measure"])]
    pub results_only: bool,
    /// Play this many games of each deal, and report how far the deal decides.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1000))]
    pub replays: u64,
    /// Cut a game off after this number of actions and count it as it is; without this, a game that does not end is an
    /// error.
    #[arg(long, value_name = "ACTIONS", value_parser = value_parser!(u64).range(1..=100_000))]
    pub longest: Option<u64>,
    /// Save what was played in this file every few seconds, and go on from there if the file exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Play only this shard of the games, for example 2/7; `stonehouse merge` adds shards up.
    #[arg(long, value_name = "I/N", requires = "partial")]
    pub shard: Option<Shard>,
    /// Write the sums into this file when all is played, for `stonehouse merge`.
    #[arg(long, value_name = "FILE")]
    pub partial: Option<PathBuf>,
    /// Write a new CSV file with a row for each game.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub csv: Option<PathBuf>,
    /// Write a new CSV file with a row for each action.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "results_only"])]
    pub actions_csv: Option<PathBuf>,
    /// Write a page of HTML with plots.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write a record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub record_dir: Option<PathBuf>,
    /// What is measured besides.
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// Print of every figure what it is, and where its definition is from.
    #[arg(long)]
    pub explain: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// One of several shards of a simulation, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub index: u64,
    /// The number of shards.
    pub count: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if index >= 1 && index <= count => Ok(Self { index, count }),
            _ => Err("a shard is its number, from 1, and how many there are: 2/7".to_owned()),
        }
    }
}

/// Arguments of `merge`.
#[derive(Debug, ClapArgs)]
pub struct MergeArgs {
    /// The files, one of each shard, in any order.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print of every figure what it is, and where its definition is from.
    #[arg(long)]
    pub explain: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Debug, ClapArgs)]
pub struct CompareArgs {
    /// The first variant, as GAME/ID, or its file.
    pub one: String,
    /// The second, in which --set and --script change something; the first if none is named.
    pub other: Option<String>,
    /// What is changed in the second.
    #[command(flatten)]
    pub changes: ChangesArgs,
    /// Stop as soon as every headline figure is settled: it differs, or by less than matters.
    #[arg(long)]
    pub until_clear: bool,
    /// Replay these records, or those of this folder, under the variant instead, and report where they diverge.
    #[arg(long, value_name = "FOLDER|FILE", num_args = 1.., conflicts_with_all = ["until_clear", "players", "report", "worth", "measure"])]
    pub archive: Vec<PathBuf>,
    /// Write a page of HTML with the differences.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How many games to play under each, up to a billion.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    pub games: u64,
    /// Their seed and threads.
    #[command(flatten)]
    pub runs: RunsArgs,
    /// Who plays: a bot or program for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<AgentSpec>,
    /// What is measured besides.
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What `sweep` and `tune` play.
#[derive(Debug, ClapArgs)]
pub struct PlayedArgs {
    /// The variant, as GAME/ID, or its file.
    pub variant: String,
    /// How many games to play at each value, up to ten million.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=10_000_000))]
    pub games: u64,
    /// Their seed and threads.
    #[command(flatten)]
    pub runs: RunsArgs,
    /// Who plays: a bot or program for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<AgentSpec>,
    /// What is changed for a try.
    #[command(flatten)]
    pub changes: ChangesArgs,
    /// Leave every player at the seat they are named for; otherwise they move on by one seat after each game.
    #[arg(long)]
    pub fixed_seats: bool,
    /// Cut a game off after this number of actions and count it as it is.
    #[arg(long, value_name = "ACTIONS", value_parser = value_parser!(u64).range(1..=100_000))]
    pub longest: Option<u64>,
}

/// Arguments of `sweep`.
#[derive(Debug, ClapArgs)]
pub struct SweepArgs {
    /// What is played.
    #[command(flatten)]
    pub played: PlayedArgs,
    /// One or two numbers that move: `knob=from..to`, `knob=from..to:step`, `knob[place]=…` for a list,
    /// `rules.RULE.KNOB=…` for a knob of a house rule.
    #[arg(required = true, value_name = "KNOB=FROM..TO")]
    pub axes: Vec<Axis>,
    /// What is measured besides.
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// The metrics to print, by their ids, separated by commas; those of --worth and --measure are printed, too.
    #[arg(long, value_delimiter = ',', default_value = "wins,shared_wins,lost,score,margin,actions,lead_changes")]
    pub show: Vec<String>,
    /// Write a page of HTML with a curve for each figure, or a heat map for two numbers.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `ladder`.
#[derive(Debug, ClapArgs)]
pub struct LadderArgs {
    /// The variant, as GAME/ID, or its file.
    pub variant: String,
    /// Iterations of the lowest search.
    #[arg(long, value_name = "ITERATIONS", default_value_t = 50, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub from: u32,
    /// No search has more iterations than this.
    #[arg(long, value_name = "ITERATIONS", default_value_t = 800, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub to: u32,
    /// How many times as long each search thinks as the one below.
    #[arg(long, value_name = "TIMES", default_value_t = 2, value_parser = value_parser!(u32).range(2..=1000))]
    pub factor: u32,
    /// How many deals to play on each rung, up to a million; each is played from every seat.
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub deals: u64,
    /// Their seed and threads.
    #[command(flatten)]
    pub runs: RunsArgs,
    /// What is changed for a try.
    #[command(flatten)]
    pub changes: ChangesArgs,
    /// Write a new CSV file with a row for each rung.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page of HTML with a bar for each rung.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tune`.
#[derive(Debug, ClapArgs)]
pub struct TuneArgs {
    /// What is played.
    #[command(flatten)]
    pub played: PlayedArgs,
    /// What is measured besides what always is, such as measures of one's own to aim at.
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// What is wanted: fair-seats, length=40 (actions), share=0.5 (of the wins, for the first player named; of a
    /// shared win its part), or any metric or measure with its value, such as `lead_changes=5` or `score:White=30`.
    #[arg(long)]
    pub goal: TuningGoal,
    /// A number that may move, as in `sweep`; may be given up to four times.
    #[arg(long = "move", required = true, value_name = "KNOB=FROM..TO")]
    pub axes: Vec<Axis>,
    /// Write the variant that was found into this new file, for example fair.toml.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a page of HTML with what was found, and everything that was measured with it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, ClapArgs)]
pub struct PerftArgs {
    /// The variant, as GAME/ID, or its file.
    pub variant: String,
    /// The length of the sequences, up to 20. Their number, and the time, grows by a factor with each step.
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u32).range(..=20))]
    pub depth: u32,
    /// The seed of the deal.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

//! The command line, in one place: parsing, help and examples.

use clap::{Args as ClapArgs, Parser, Subcommand, value_parser};
use semver::Version;
use std::path::PathBuf;
use std::str::FromStr;
use stonehouse_bots::BotSpec;
use stonehouse_lab::sweep::Axis;
use stonehouse_lab::tune::Goal;
use stonehouse_session::AgentSpec;
use stonehouse_session::caller::Sitter;

/// A desktop home for tabletop games whose rules are meant to be changed. Without a subcommand it opens the desktop.
#[derive(Debug, Parser)]
#[command(name = "stonehouse", version, max_term_width = 100)]
pub struct Args {
    /// The folders to search.
    #[command(flatten)]
    pub folders: FolderArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Folders besides the bundled ones and the user's own.
#[derive(Debug, ClapArgs)]
pub struct FolderArgs {
    /// Look for game plugins in this folder too (may be repeated).
    #[arg(long, value_name = "DIR", global = true)]
    pub plugins: Vec<PathBuf>,
    /// Look for variants in this folder too (may be repeated).
    #[arg(long, value_name = "DIR", global = true)]
    pub variants: Vec<PathBuf>,
    /// Look for house-rule scripts in this folder too (may be repeated).
    #[arg(long, value_name = "DIR", global = true)]
    pub scripts: Vec<PathBuf>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games and their variants.
    #[command(after_help = "Example:\n  stonehouse list --json")]
    List(ListArgs),
    /// Check variants, house rules and plugins; exits with 1 when anything is wrong.
    #[command(after_help = "Examples:\n  stonehouse check\n  stonehouse check my-variant.toml my_rule.lua\n  \
        stonehouse check libmy_game.so --test contract --seed 7 --games 100\n\n\
        Each test of a plugin runs in a process of its own, so a plugin that crashes does no harm.")]
    Check(CheckArgs),
    /// Play many games between bots and sum them up.
    #[command(after_help = "Examples:\n  stonehouse simulate three-stones/standard --games 100000\n  \
        stonehouse simulate three-stones/pure-skill --games 200 --players greedy,search@2000 --json\n  \
        stonehouse simulate three-stones/standard --set line_length=4 --script my_rule.lua\n\n\
        The same seed gives the same figures on any number of threads. Ctrl-C ends the run with the figures so far.")]
    Simulate(SimulateArgs),
    /// Add up the shards of a simulation, which `simulate --shard` has written, and print its figures.
    #[command(after_help = "Example:\n  \
        stonehouse simulate three-stones/standard --games 1000 --shard 1/2 --partial one.part\n  \
        stonehouse simulate three-stones/standard --games 1000 --shard 2/2 --partial two.part\n  \
        stonehouse merge one.part two.part")]
    Merge(MergeArgs),
    /// Play the same games at every value of one or two numbers of a variant, and tell what they change.
    #[command(after_help = "Examples:\n  stonehouse sweep three-stones/standard line_length=3..5 --games 2000\n  \
        stonehouse sweep three-stones/handicap handicap_points[1]=0..30:5 --players greedy,random --report handicap.html")]
    Sweep(SweepArgs),
    /// Look for the values of some numbers of a variant that reach a goal, and write the variant.
    #[command(
        after_help = "Examples:\n  stonehouse tune three-stones/standard --goal length=40 --move clear_stones=0..30\n  \
        stonehouse tune three-stones/standard --goal share=0.5 --move handicap_points[1]=0..40 --players greedy,random \
        --fixed-seats --output even.toml"
    )]
    Tune(TuneArgs),
    /// Replay a record, verify it, and print it; exits with 1 when it does not verify.
    #[command(after_help = "Example:\n  stonehouse record game-000000.jsonl --json")]
    Record(RecordArgs),
    /// Play the same games under two variants, and tell what differs beyond chance.
    #[command(
        after_help = "Examples:\n  stonehouse compare three-stones/standard three-stones/slanted --games 20000 --until-clear\n  \
        stonehouse compare stonerow/official --set rounds=3\n  \
        stonehouse compare three-stones/slanted --archive ~/.local/share/stonehouse/records"
    )]
    Compare(CompareArgs),
    /// Let an outside program play, and say whether it keeps to the protocol; exits with 1 when it does not.
    #[command(after_help = "Examples:\n  stonehouse check-player \"python3 players/first.py\"\n  \
        stonehouse check-player ./bot stonerow/official --matches 20")]
    CheckPlayer(CheckPlayerArgs),
    /// Play matches for a program that plays some or all seats over standard input and output, and says when one begins.
    #[command(
        after_help = "Example:\n  echo '{\"say\":\"new\",\"seed\":1}' | stonehouse play three-stones/standard --players outside,greedy\n\n\
        The messages: docs/outside-players.md. In Python, host/python speaks them."
    )]
    Play(PlayArgs),
    /// Count the action sequences of a given length from the start.
    #[command(after_help = "Example:\n  stonehouse perft three-stones/pure-skill --depth 2 --seed 1")]
    Perft(PerftArgs),
    /// Describe what house rules can use of a game: hooks, happenings, facts and effects.
    #[command(after_help = "Example:\n  stonehouse hooks three-stones")]
    Hooks(HooksArgs),
    /// Write a game, a variant or a house rule to start from, which works as it is. Nothing is overwritten.
    #[command(after_help = "Examples:\n  stonehouse new variant three-stones long-lines\n  \
        stonehouse new rule three-stones no-corners\n  stonehouse new game hex")]
    New(NewArgs),
    /// Put variants and their house rules into one file, to be given away.
    #[command(after_help = "Examples:\n  stonehouse pack three-stones/top-heavy --author Ada --licence CC0-1.0\n  \
        stonehouse pack three-stones/top-heavy --author Ada --licence CC0-1.0 --folder top-heavy\n  \
        stonehouse pack top-heavy\n  stonehouse pack --from-record 2026-11-22-101500-three-stones-top-heavy.jsonl\n\n\
        The same files give the same bytes. The pack is checked as somebody would find it who has nothing else of yours.")]
    Pack(PackArgs),
    /// Install a pack that somebody made; shows what it brings, changes and needs, and asks.
    #[command(after_help = "Example:\n  stonehouse install top-heavy.stonehouse")]
    Install(InstallArgs),
    /// List the packs that are installed; switch them on and off.
    #[command(
        after_help = "Examples:\n  stonehouse packs\n  stonehouse packs off top-heavy\n  stonehouse packs on top-heavy\n  \
        stonehouse packs show top-heavy.stonehouse"
    )]
    Packs(PacksArgs),
    /// Try a plugin out in this process, which may not survive it; the program runs this itself before it loads a library.
    #[command(hide = true, after_help = "Example:\n  stonehouse probe libhex.so")]
    Probe(ProbeArgs),
    /// Describe the knobs of a game, for variants; with --json the JSON Schema of a variant file.
    #[command(after_help = "Example:\n  stonehouse schema three-stones --json")]
    Schema(GameArgs),
}

/// Arguments of `list`.
#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Variants, house rules, plugins or folders to check; everything that is found if none is named.
    pub paths: Vec<PathBuf>,
    /// Let luau-lsp check the types of these house rules instead.
    #[arg(long)]
    pub types: bool,
    /// Run only this test of a plugin.
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// Play this many games in each test of a plugin.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// The seed of these games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `simulate`.
#[derive(Debug, ClapArgs)]
pub struct SimulateArgs {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// How many games to play, up to a billion.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    pub games: u64,
    /// The seed of them all.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use, up to 256; 0 is one for each processor.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u16).range(..=256))]
    pub threads: u16,
    /// Who plays: a bot for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',', help = format!("Who plays: a bot or program for each seat, separated by commas [default: all random] [bots: {}] [programs: run:COMMAND, program:NAME]", BotSpec::NAMES))]
    pub players: Vec<AgentSpec>,
    /// Play with another value of a knob, as knob=value; may be given several times.
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Play with a further house rule from this file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub script: Vec<PathBuf>,
    /// Leave every player at the seat they are named for; otherwise they move on by one seat after each game.
    #[arg(long)]
    pub fixed_seats: bool,
    /// Count only who wins, scores and lengths: random games are then much faster.
    #[arg(long)]
    pub results_only: bool,
    /// Play so many games of each deal, and tell how far the deal decides.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1000))]
    pub replays: u64,
    /// Cut a game off after so many actions and count it as it stands; without this, a game that does not end is an error.
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
    /// Say of every figure what it is, and where its definition is from.
    #[arg(long)]
    pub explain: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// One of several shards of a simulation, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub index: u64,
    /// Of how many.
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
    /// Say of every figure what it is, and where its definition is from.
    #[arg(long)]
    pub explain: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Debug, ClapArgs)]
pub struct CompareArgs {
    /// The first variant, as GAME/ID.
    pub one: String,
    /// The second; the first with changes if none is named.
    pub other: Option<String>,
    /// Change a knob of the second, as knob=value; may be given several times.
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Add a house rule from this file to the second; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub script: Vec<PathBuf>,
    /// Stop as soon as every headline figure is settled: it differs, or by less than matters.
    #[arg(long)]
    pub until_clear: bool,
    /// Replay these records, or those of this folder, under the variant instead, and tell where they part.
    #[arg(long, value_name = "FOLDER|FILE", num_args = 1.., conflicts_with_all = ["until_clear", "players", "report"])]
    pub archive: Vec<PathBuf>,
    /// Write a page of HTML with the differences.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How many games to play under each, up to a billion.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    pub games: u64,
    /// The seed of them all.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use, up to 256; 0 is one for each processor.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u16).range(..=256))]
    pub threads: u16,
    /// Who plays: a bot or program for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<AgentSpec>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What `sweep` and `tune` play.
#[derive(Debug, ClapArgs)]
pub struct PlayedArgs {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// How many games to play at each value, up to ten million.
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(..=10_000_000))]
    pub games: u64,
    /// The seed of them all.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use, up to 256; 0 is one for each processor.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u16).range(..=256))]
    pub threads: u16,
    /// Who plays: a bot or program for each seat, separated by commas; all random when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<AgentSpec>,
    /// Play with another value of a knob, as knob=value; may be given several times.
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Play with a further house rule from this file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub script: Vec<PathBuf>,
    /// Leave every player at the seat they are named for; otherwise they move on by one seat after each game.
    #[arg(long)]
    pub fixed_seats: bool,
    /// Cut a game off after so many actions and count it as it stands.
    #[arg(long, value_name = "ACTIONS", value_parser = value_parser!(u64).range(1..=100_000))]
    pub longest: Option<u64>,
}

/// Arguments of `sweep`.
#[derive(Debug, ClapArgs)]
pub struct SweepArgs {
    /// What is played.
    #[command(flatten)]
    pub played: PlayedArgs,
    /// One or two numbers that move: `knob=from..to`, `knob=from..to:step`, `knob[place]=…` for a list, `script.lua:NAME=…` for a line `local NAME = 3`.
    #[arg(required = true, value_name = "KNOB=FROM..TO")]
    pub axes: Vec<Axis>,
    /// The metrics to print, by their ids, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "wins,shared_wins,score,margin,actions,lead_changes")]
    pub show: Vec<String>,
    /// Write a page of HTML with a curve for each figure, or a heat map for two numbers.
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
    /// What is wanted: fair-seats, length=40 (actions), or share=0.5 (wins of the first player named).
    #[arg(long)]
    pub goal: Goal,
    /// A number that may move, as in `sweep`; may be given up to four times.
    #[arg(long = "move", required = true, value_name = "KNOB=FROM..TO")]
    pub axes: Vec<Axis>,
    /// Write the variant that was found into this new file, for example fair.toml.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check-player`.
#[derive(Debug, ClapArgs)]
pub struct CheckPlayerArgs {
    /// The program and its arguments, in one text.
    pub command: String,
    /// The variants to play, each as GAME/ID; the first of every game if none is named.
    #[arg(value_name = "VARIANT")]
    pub played: Vec<String>,
    /// How many matches of each; at least one in each seat is played.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(..=10_000))]
    pub matches: u64,
}

/// Arguments of `play`.
#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// Who plays: `outside`, a bot or a program for each seat, separated by commas; all outside when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<Sitter>,
    /// Play with another value of a knob, as knob=value; may be given several times.
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Play with a further house rule from this file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub script: Vec<PathBuf>,
    /// Write a record of each match into this folder.
    #[arg(long, value_name = "DIR")]
    pub record_dir: Option<PathBuf>,
}

/// Arguments of `record`.
#[derive(Debug, ClapArgs)]
pub struct RecordArgs {
    /// The record's file.
    pub file: PathBuf,
    /// Print what each house rule changed and brought about, with its line.
    #[arg(long)]
    pub why: bool,
    /// Print the match as a test of a house rule, to be put into its `tests`.
    #[arg(long, conflicts_with_all = ["json", "why"])]
    pub test: bool,
    /// Print the match as a lesson for whoever plays at this seat (from 0), to be given remarks: see docs/lessons.md.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "why", "test"])]
    pub lesson: Option<u8>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, ClapArgs)]
pub struct PerftArgs {
    /// The variant, as GAME/ID.
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

/// Arguments of `new`.
#[derive(Debug, ClapArgs)]
pub struct NewArgs {
    /// What to make.
    #[command(subcommand)]
    pub kind: NewKind,
}

/// What can be made.
#[derive(Debug, Subcommand)]
pub enum NewKind {
    /// A game in Rust or C: a folder with a small complete game, its tests and its build files.
    #[command(after_help = "Examples:\n  stonehouse new game hex\n  stonehouse new game nine-stones --c")]
    Game(NewGame),
    /// A variant of a game, with every knob named.
    #[command(after_help = "Example:\n  stonehouse new variant three-stones long-lines")]
    Variant(NewOfGame),
    /// A house rule for a game, with every hook named, and a variant that uses it.
    #[command(after_help = "Example:\n  stonehouse new rule three-stones no-corners")]
    Rule(NewOfGame),
}

/// Arguments of `new game`.
#[derive(Debug, ClapArgs)]
pub struct NewGame {
    /// Its name, in lower case letters, digits and hyphens; the folder is named after it.
    pub name: String,
    /// Write it in C, without dependencies.
    #[arg(long, conflicts_with = "plugin_api")]
    pub c: bool,
    /// The folder of stonehouse-plugin-api; not needed if the program was built in its source folder.
    #[arg(long, value_name = "DIR")]
    pub plugin_api: Option<PathBuf>,
    /// Where to make the folder [default: here].
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Arguments of `new variant` and `new rule`.
#[derive(Debug, ClapArgs)]
pub struct NewOfGame {
    /// The game's id.
    pub game: String,
    /// Its name, in lower case letters, digits and hyphens; the file is named after it.
    pub name: String,
    /// Where to make it [default: Stonehouse's data folder].
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Arguments of `pack`.
#[derive(Debug, ClapArgs)]
pub struct PackArgs {
    /// Variants, as GAME/ID; or a folder with a `pack.toml`; or a pack's file.
    #[arg(required_unless_present = "from_record")]
    pub what: Vec<String>,
    /// Make the pack of what was played in this record's match.
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    pub from_record: Option<PathBuf>,
    /// The file to write [default: ID.stonehouse, here].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a folder, to be changed and packed again, instead of the file.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub folder: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
    /// Its id, in lower-case letters, digits and hyphens [default: that of the first variant].
    #[arg(long)]
    pub id: Option<String>,
    /// Its name for people [default: that of the first variant].
    #[arg(long)]
    pub name: Option<String>,
    /// Its version, of three numbers [default: 1.0.0].
    #[arg(long, value_name = "VERSION")]
    pub pack_version: Option<Version>,
    /// Who made it (may be repeated).
    #[arg(long, value_name = "NAME")]
    pub author: Vec<String>,
    /// What others may do with it, for example CC0-1.0.
    #[arg(long)]
    pub licence: Option<String>,
    /// One sentence about it [default: that of the first variant].
    #[arg(long)]
    pub summary: Option<String>,
    /// Where it comes from, on the web.
    #[arg(long, value_name = "ADDRESS")]
    pub homepage: Option<String>,
}

/// Arguments of `install`.
#[derive(Debug, ClapArgs)]
pub struct InstallArgs {
    /// The pack's file.
    pub file: PathBuf,
    /// Install it without asking.
    #[arg(long, short)]
    pub yes: bool,
}

/// Arguments of `packs`.
#[derive(Debug, ClapArgs)]
pub struct PacksArgs {
    /// What to do; lists the packs if nothing is named.
    #[command(subcommand)]
    pub action: Option<PacksAction>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What can be done with packs.
#[derive(Debug, Subcommand)]
pub enum PacksAction {
    /// Switch a pack on: its variants can be played.
    #[command(after_help = "Example:\n  stonehouse packs on top-heavy")]
    On(PackId),
    /// Switch a pack off: it stays installed, and nothing of it is in use.
    #[command(after_help = "Example:\n  stonehouse packs off top-heavy")]
    Off(PackId),
    /// Show what a pack holds, and what it would do if it were installed.
    #[command(
        after_help = "Examples:\n  stonehouse packs show top-heavy\n  stonehouse packs show top-heavy.stonehouse"
    )]
    Show(PackShown),
    /// Remove a pack: its file is moved into the folder `packs/old`.
    #[command(after_help = "Example:\n  stonehouse packs remove top-heavy")]
    Remove(PackId),
    /// Print the JSON Schema of `pack.toml`, for editors.
    #[command(after_help = "Example:\n  stonehouse packs schema")]
    Schema,
}

/// A pack that is installed.
#[derive(Debug, ClapArgs)]
pub struct PackId {
    /// The pack's id.
    pub id: String,
}

/// A pack to be shown.
#[derive(Debug, ClapArgs)]
pub struct PackShown {
    /// The id of a pack that is installed, or a pack's file.
    pub pack: String,
}

/// Arguments of `probe`.
#[derive(Debug, ClapArgs)]
pub struct ProbeArgs {
    /// The library.
    pub library: PathBuf,
    /// Where to write what is under way and what was found, instead of printing it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Only this test.
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// How many games to play.
    #[arg(long, default_value_t = 20)]
    pub games: u64,
    /// The seed of them all.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The address space that the process may use, in bytes.
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// The processor time that the process may use.
    #[arg(long, value_name = "SECONDS")]
    pub processor: Option<u64>,
}

/// Arguments of `hooks` and `schema`.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    /// The game's id.
    pub game: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `hooks`.
#[derive(Debug, ClapArgs)]
pub struct HooksArgs {
    /// The game's id.
    pub game: String,
    /// Print JSON.
    #[arg(long, conflicts_with = "luau")]
    pub json: bool,
    /// Print type definitions for editors (luau-lsp).
    #[arg(long)]
    pub luau: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed_and_every_subcommand_has_an_example() {
        let mut command = Args::command();
        command.build();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{}", sub.get_name());
        }
    }
}

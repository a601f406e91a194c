//! The command line, in one place: parsing, help and examples. The arguments of each group of commands have a file.

mod games;
mod lab;
mod matches;
mod new;
mod packs;
mod plugins;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand};
use std::path::PathBuf;
use stonehouse_house_rules::did_you_mean;

pub use games::*;
pub use lab::*;
pub use matches::*;
pub use new::*;
pub use packs::*;
pub use plugins::*;

/// A desktop home for tabletop games whose rules are meant to be changed. Without a subcommand it opens the window.
#[derive(Debug, Parser)]
#[command(name = "stonehouse", version, max_term_width = 100)]
pub struct Args {
    /// A pack, the record of a match, a lesson or a variant to show in the window.
    pub file: Option<PathBuf>,
    /// The folders to search.
    #[command(flatten)]
    pub folders: FolderArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Args {
    /// The file to open in the window, as a path from the root.
    ///
    /// # Errors
    /// When it does not exist, or when a subcommand was named too.
    pub fn file_to_open(&self) -> Result<Option<PathBuf>, String> {
        let Some(file) = &self.file else { return Ok(None) };
        let name = file.display();
        if self.command.is_none() && file.exists() {
            return std::path::absolute(file).map(Some).map_err(|error| format!("{name}: {error}"));
        }
        // A word is rather a command with a typing error than a file.
        let is_word = file.extension().is_none() && file.components().count() == 1;
        if self.command.is_some() || is_word {
            let command = Self::command();
            let known = command.get_subcommands().filter(|known| !known.is_hide_set()).map(clap::Command::get_name);
            let hint = did_you_mean(&file.to_string_lossy(), known);
            return Err(format!(
                "there is no command and no file `{name}`.{hint} `stonehouse --help` lists the commands"
            ));
        }
        Err(format!("there is no file {name}"))
    }
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
    /// Play the same games at every value of one or two numbers of a variant, and report what they change.
    #[command(after_help = "Examples:\n  stonehouse sweep three-stones/standard line_length=3..5 --games 2000\n  \
        stonehouse sweep three-stones/handicap handicap_points[1]=0..30:5 --players greedy,random --report handicap.html")]
    Sweep(SweepArgs),
    /// Let searches that think longer and longer play each against the one below, and report whether skill or the deal
    /// decides more.
    #[command(after_help = "Examples:\n  stonehouse ladder three-stones/pure-skill\n  \
        stonehouse ladder stonerow/duel --from 100 --to 6400 --factor 4 --deals 200 --report ladder.html\n\n\
        Every deal is played from every seat. The same seed gives the same figures on any number of threads.")]
    Ladder(LadderArgs),
    /// Look for the values of some numbers of a variant that reach a goal, and write the variant.
    #[command(
        after_help = "Examples:\n  stonehouse tune three-stones/standard --goal length=40 --move clear_stones=0..30\n  \
        stonehouse tune three-stones/standard --goal lead_changes=8 --move clear_stones=0..30\n  \
        stonehouse tune three-stones/standard --goal share=0.5 --move handicap_points[1]=0..40 --players greedy,random \
        --fixed-seats --output even.toml"
    )]
    Tune(TuneArgs),
    /// Replay a record, verify it, and print it; exits with 1 when it does not verify.
    #[command(after_help = "Example:\n  stonehouse record game-000000.stonehouse-record --json")]
    Record(RecordArgs),
    /// Play the same games under two variants, and report what differs beyond chance.
    #[command(
        after_help = "Examples:\n  stonehouse compare three-stones/standard three-stones/slanted --games 20000 --until-clear\n  \
        stonehouse compare stonerow/official --set rounds=3\n  \
        stonehouse compare three-stones/slanted --archive ~/.local/share/stonehouse/records"
    )]
    Compare(CompareArgs),
    /// Let an outside program play, and report whether it keeps to the protocol; exits with 1 when it does not.
    #[command(after_help = "Examples:\n  stonehouse check-player \"python3 players/first.py\"\n  \
        stonehouse check-player ./bot stonerow/official --matches 20")]
    CheckPlayer(CheckPlayerArgs),
    /// Play matches for a program that plays some or all seats over standard input and output, and decides when one
    /// begins.
    #[command(
        after_help = "Example:\n  echo '{\"say\":\"new\",\"seed\":1}' | stonehouse play three-stones/standard --players outside,greedy\n\n\
        The messages are on the page \"Players from outside\" of the documentation; a package for Python speaks them."
    )]
    Play(PlayArgs),
    /// Play at many tables at once for a program that learns: it chooses for some or all seats, and gets what they may
    /// know as arrays of numbers.
    #[command(
        after_help = "Example:\n  stonehouse tables three-stones/standard --tables 1024 --players outside,greedy\n\n\
        The messages are binary. They are on the page \"Players from outside\" of the documentation; a package for Python speaks them."
    )]
    Tables(TablesArgs),
    /// Open tables at which guests sit from browsers, on this computer, until Ctrl-C; print the links that invite them.
    #[command(
        after_help = "Examples:\n  stonehouse serve\n  stonehouse serve stonerow/official --address 192.168.1.7:7717\n  \
        stonehouse serve three-stones/standard --players guest,journeyman --tables 4 --no-club\n\n\
        Without a variant there are no tables yet: guests who have the link of the club open some. The tables, and the matches at \
        them, are as they were when it is started again. The page \"Tables with guests\" of the documentation has the rest."
    )]
    Serve(ServeArgs),
    /// Count the action sequences of a given length from the start.
    #[command(after_help = "Example:\n  stonehouse perft three-stones/pure-skill --depth 2 --seed 1")]
    Perft(PerftArgs),
    /// Describe what house rules can use of a game: hooks, events, facts and effects.
    #[command(after_help = "Example:\n  stonehouse hooks three-stones")]
    Hooks(HooksArgs),
    /// Write what an editor needs to know the games in Luau of a folder: types, their meanings and settings.
    #[command(after_help = "Examples:\n  stonehouse types\n  stonehouse types games/hill-walk.luau\n\n\
        They are written again when a game is checked, or saved while it is played.")]
    Types(TypesArgs),
    /// Write a game, a variant or a house rule to start from, which works as it is. Nothing is overwritten.
    #[command(after_help = "Examples:\n  stonehouse new variant three-stones long-lines\n  \
        stonehouse new rule three-stones no-corners\n  stonehouse new game hex")]
    New(NewArgs),
    /// Put variants and their house rules into one file, to be given away.
    #[command(after_help = "Examples:\n  stonehouse pack three-stones/top-heavy --author Ada --licence CC0-1.0\n  \
        stonehouse pack three-stones/top-heavy --author Ada --licence CC0-1.0 --folder top-heavy\n  \
        stonehouse pack top-heavy\n  stonehouse pack --from-record 2026-11-22-101500-three-stones-top-heavy.stonehouse-record\n\n\
        The same files give the same bytes. The pack is checked as somebody would find it who has nothing else of yours.")]
    Pack(PackArgs),
    /// Install a pack that somebody made, or a game in Luau; shows what it brings, changes and needs, and asks.
    #[command(after_help = "Examples:\n  stonehouse install top-heavy.stonehouse\n  stonehouse install hill-walk.luau")]
    Install(InstallArgs),
    /// List the packs that are installed; switch them on and off.
    #[command(
        after_help = "Examples:\n  stonehouse packs\n  stonehouse packs off top-heavy\n  stonehouse packs on top-heavy\n  \
        stonehouse packs show top-heavy.stonehouse"
    )]
    Packs(PacksArgs),
    /// List the plugins; allow one of your own folder to run, or forget that.
    #[command(
        after_help = "Examples:\n  stonehouse plugins\n  stonehouse plugins allow libhex.so\n  stonehouse plugins forget libhex.so\n\n\
        A plugin is a program and can do whatever you can. One in the folder `plugins` of your data folder runs only after you have \
        allowed this very file; another build of it asks again. Plugins that came with Stonehouse, and those in a folder named with \
        --plugins, run without that."
    )]
    Plugins(PluginsArgs),
    /// Print where plugins, games in Luau, variants, house rules, languages, lessons and documentation are looked for
    /// and found, and where your own files are.
    #[command(after_help = "Examples:\n  stonehouse paths\n  stonehouse paths --json")]
    Paths(PathsArgs),
    /// Try a plugin out in this process, which may not survive it; the program runs this itself before it loads a
    /// library.
    #[command(hide = true, after_help = "Example:\n  stonehouse probe libhex.so")]
    Probe(ProbeArgs),
    /// Write the manual pages and the completions for shells into a folder; packages run this.
    #[command(hide = true, after_help = "Example:\n  stonehouse manual target/manual")]
    Manual(ManualArgs),
    /// Describe the knobs of a game, for variants; with --json the JSON Schema of a variant file.
    #[command(after_help = "Example:\n  stonehouse schema three-stones --json")]
    Schema(GameArgs),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_valid_and_subcommands_have_examples() {
        let mut command = Args::command();
        command.build();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{}", sub.get_name());
        }
    }
}

//! `stonehouse check-player`

use crate::args::CheckPlayerArgs;
use crate::output;
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_session::AgentSpec;
use stonehouse_session::check_player::check_player;

/// Lets an outside program play every game, or the variants that are named.
pub fn run(catalog: &Catalog, args: &CheckPlayerArgs) -> ExitCode {
    let Ok(AgentSpec::Run(command)) = format!("run:{}", args.command).parse() else {
        return output::fail(
            "the command needs a program, with every quotation mark closed: for example \"python3 bot.py\"",
        );
    };
    let variants = if args.played.is_empty() {
        catalog.games().iter().filter_map(|game| game.variants.first()).map(|variant| variant.full_name()).collect()
    } else {
        args.played.clone()
    };
    let (mut text, mut failed) = (String::new(), 0);
    for name in &variants {
        let tried = output::ruleset(catalog, name)
            .and_then(|ruleset| check_player(&ruleset, &command, args.matches).map_err(|error| error.to_string()));
        match tried {
            Ok(decisions) => {
                let _ = writeln!(text, "{name}: in order, {decisions} decisions");
            }
            Err(why) => {
                failed += 1;
                let _ = writeln!(text, "{name}: FAILED. {why}");
            }
        }
    }
    let printed = output::print(&text);
    if failed > 0 { output::fail(&format!("{failed} of {} failed", variants.len())) } else { printed }
}

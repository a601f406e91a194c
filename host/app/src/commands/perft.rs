//! `stonehouse perft`

use crate::args::PerftArgs;
use crate::output;
use serde_json::json;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_lab::perft;

/// Counts action sequences and prints their number.
pub fn run(catalog: &Catalog, args: &PerftArgs) -> ExitCode {
    let ruleset = match output::ruleset(catalog, &args.variant) {
        Ok(ruleset) => ruleset,
        Err(message) => return output::fail(&message),
    };
    let counted = perft(ruleset.rules(), args.seed, args.depth);
    match counted {
        Ok(count) if args.json => output::print_json(
            &json!({ "variant": args.variant, "depth": args.depth, "seed": args.seed, "sequences": count }),
        ),
        Ok(count) => output::print(&count.to_string()),
        Err(error) => output::fail(&ruleset.explain(error).to_string()),
    }
}

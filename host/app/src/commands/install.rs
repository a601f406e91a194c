//! `stonehouse install`

use crate::args::InstallArgs;
use crate::output;
use crate::support::packs::{plan_text, problem_lines};
use std::io;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_engine::pack::draft::pack_in_file;
use stonehouse_engine::pack::{EXTENSION, PackPlan, store};
use stonehouse_engine::plugins::{SCRIPT_GAME, is_script_game};

/// Shows the changes that a pack or a game in Luau would make, asks the user, and installs it.
pub fn run(catalog: &Catalog, args: &InstallArgs) -> ExitCode {
    let Some(folder) = catalog.folders().packs.as_deref() else {
        return output::fail("this system has no folder for a user's own files, so no pack can be installed");
    };
    if args.file.extension().is_none_or(|end| end != EXTENSION) && !is_script_game(&args.file) {
        return output::fail(&format!(
            "{} is no pack: a pack's file ends in .{EXTENSION}, and that of a game in Luau, which can be installed too, in \
             .{SCRIPT_GAME}. (A plugin is a library that goes into the folder `plugins`, and a variant into `variants`.)",
            args.file.display()
        ));
    }
    let plan = match pack_in_file(&args.file) {
        Ok(pack) => PackPlan::make(catalog, pack),
        Err(problems) => return output::fail(&problem_lines(&problems)),
    };
    output::print(&format!("{}\n", plan_text(&plan)));
    if plan.is_installed() {
        return output::print("The same pack is installed already: nothing is changed.");
    }
    if !args.yes && !agreed() {
        output::print("Nothing was changed.");
        return ExitCode::FAILURE;
    }
    match store::install(folder, &plan.pack) {
        Ok(done) => {
            let kept = done.replaced.map(|kept| format!("\nThe one before is kept: {}", kept.display()));
            let switch = format!("\nSwitch it off with: stonehouse packs off {}", plan.pack.id());
            output::print(&format!("Installed {}.{}{switch}", plan.pack.label(), kept.unwrap_or_default()))
        }
        Err(problem) => output::fail(&problem.to_string()),
    }
}

/// Asks the user whether to continue.
fn agreed() -> bool {
    output::ask("Install it? [y/N] ");
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

//! A replacement of luau-lsp, which no registry has: the type checker that it is made around, and as much of its
//! command line as `stonehouse check --types` uses.

use luau_analyze::Checker;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [command, platform, definitions, script] = &arguments[..] else { return Err("four arguments".into()) };
    if command != "analyze" || platform != "--platform=standard" {
        return Err("analyze --platform=standard".into());
    }
    let definitions = definitions.strip_prefix("--definitions=").ok_or("--definitions=FILE")?;
    let mut checker = Checker::new()?;
    checker.add_definitions(&fs::read_to_string(definitions)?)?;
    // Types are checked strictly where a file beside the script demands it.
    let settings = Path::new(script).with_file_name(".luaurc");
    let is_strict = fs::read_to_string(settings).is_ok_and(|text| text.contains("\"strict\""));
    let mode = if is_strict { "strict" } else { "nonstrict" };
    let found = checker.check(&format!("--!{mode}\n{}", fs::read_to_string(script)?))?;
    for fault in &found.diagnostics {
        // The line of the mode stands before them, and they are counted from 0.
        println!("{script}({},{}): {}", fault.line, fault.col + 1, fault.message);
    }
    Ok(if found.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

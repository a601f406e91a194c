//! Packs and their problems as text.

use std::fmt::Write;
use stonehouse_engine::pack::PackPlan;
use stonehouse_engine::{Pack, Problem};
use stonehouse_ui::pictures::refusal;

/// Problems as they are printed.
pub fn problem_lines(problems: &[Problem]) -> String {
    problems.iter().map(Problem::render).collect::<Vec<_>>().join("\n")
}

/// The pictures of a pack that are not shown, each with the reason.
pub fn refused_pictures(pack: &Pack) -> Vec<Problem> {
    let refused = |name: &str| {
        let why = refusal(&pack.picture(name)?)?;
        Some(Problem::file(pack.file.join(name), format!("this picture is not shown: {why}")))
    };
    pack.pictures().filter_map(refused).collect()
}

/// The changes that installing a pack would make, for people.
pub fn plan_text(plan: &PackPlan) -> String {
    let manifest = &plan.pack.manifest;
    let mut text = format!("{}\n", plan.about());
    for line in [&manifest.summary, &manifest.homepage].into_iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{line}");
    }
    for section in &plan.sections {
        let _ = writeln!(text, "\n{}:", section.title);
        for line in &section.lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    if !plan.problems.is_empty() {
        let _ = writeln!(text, "\nWrong with its rules (the rest can be played):\n{}", problem_lines(&plan.problems));
    }
    text
}

//! The report of results, as a page that needs nothing else.

use crate::run::RunResults;
use crate::sweep::{SweepJob, SweepRun};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::{Folders, Variant, files};
use stonehouse_lab::report::{self, ReportOrigin};
use stonehouse_lab::sweep::{Point, Sweep};
use stonehouse_lab::tune::Tuning;
use stonehouse_language::tr;

/// Where reports are kept: beside the records of matches.
pub fn folder(folders: &Folders) -> Option<PathBuf> {
    Some(folders.records.as_ref()?.parent()?.join("reports"))
}

/// The contents of a report.
pub enum ReportContent {
    /// Games of a ruleset, or of two that are compared.
    Run(Arc<RunResults>),
    /// The points of a sweep: the same games at the values of numbers that move.
    Sweep(Arc<SweepJob>, Vec<Arc<Point>>),
    /// The values found for a goal.
    Tuned(Arc<SweepJob>, Arc<Tuning>),
}

impl ReportContent {
    /// The results of a sweep so far; `None` before its first point.
    pub fn of_sweep(sweep: &SweepRun) -> Option<Self> {
        if let Some(tuned) = &sweep.tuned {
            return Some(Self::Tuned(Arc::clone(&sweep.job), Arc::clone(tuned)));
        }
        let points = sweep.points();
        (!points.is_empty()).then(|| Self::Sweep(Arc::clone(&sweep.job), points))
    }

    /// The page, and its subject in words for the name of its file.
    fn page(&self) -> Result<(String, String), String> {
        match self {
            Self::Run(shown) => {
                let results: Vec<_> = shown.sides.iter().map(|side| &side.results).collect();
                let page = match results[..] {
                    [one] => report::simulation(one, &origin(&[])),
                    [one, other] => report::comparison(one, other, &shown.differences, &origin(&[])),
                    _ => return Err(tr!("There is nothing to report yet.").to_owned()),
                };
                let names: Vec<&str> = results.iter().map(|results| results.setup.variant.as_str()).collect();
                Ok((page, names.join(" against ")))
            }
            Self::Sweep(job, points) => {
                let (variant, axes) = (job.variant.full_name(), job.axes.clone());
                let names: Vec<String> = axes.iter().map(|axis| axis.knob.to_string()).collect();
                let about = format!("{variant} {}", names.join(" "));
                let points = points.iter().map(|point| Point::clone(point)).collect();
                Ok((report::sweep(&Sweep { variant, axes, points }, &origin(&[&job.variant])), about))
            }
            Self::Tuned(job, tuned) => {
                let page = report::tuned(tuned, &origin(&[&job.variant]));
                Ok((page, format!("{} tuned", job.variant.full_name())))
            }
        }
    }
}

/// The origin of a report of these variants.
fn origin(variants: &[&Variant]) -> ReportOrigin {
    ReportOrigin::new(String::new(), jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(), variants)
}

/// Writes the report of results to a new file, named by the variants, the numbers that move, and the day. Returns the
/// file.
///
/// # Errors
/// Why it could not be written, for people.
pub fn report(folder: &Path, found: &ReportContent) -> Result<PathBuf, String> {
    let (page, about) = found.page()?;
    let stem = format!("{}-{}", files::stem(&about), jiff::Zoned::now().date());
    files::write_new(folder, &stem, "html", page.as_bytes()).map_err(|problem| problem.to_string())
}

//! Mistakes that the source of a function shows before it is called.

use crate::declared::Declarations;
use crate::fault;
use crate::interface::{EntryPoint, Fact, Interface, ResultKind};
use crate::problem::Problem;
use crate::script::Script;
use crate::source::{self, Misuse, Prepared, Reads};
use std::ops::Range;

/// The reads of the function that begins in this line; `None` where its source does not show them.
pub(super) fn reads_of(prepared: &Prepared, line: usize) -> Option<&Reads> {
    let mut found = prepared.reads.iter().filter(|reads| reads.line == line);
    // Of two functions in one line it is not known which is meant.
    found.next().filter(|reads| reads.names.is_some() && found.next().is_none())
}

/// The problem of the first misuse of the context by the function in this line.
pub(super) fn misused(
    script: &Script,
    prepared: &Prepared,
    entry_point: &EntryPoint,
    declared: &Declarations,
    line: usize,
) -> Option<Problem> {
    let mut found = prepared.reads.iter().filter(|reads| reads.line == line);
    let reads = found.next().filter(|_| found.next().is_none())?;
    let (place, misuse) = reads.misused.first()?;
    let why = match misuse {
        Misuse::Called(name) => format!("`{name}` is a value, and no function: write `ctx.{name}`"),
        Misuse::Assigned { name, seat, value } if declared.memory.iter().any(|decl| decl.name == *name) => {
            let seat = seat.as_ref().map(|seat| format!("{seat}, ")).unwrap_or_default();
            let call = format!("`effects.remember(\"{name}\", {seat}{value})`");
            let how = match entry_point.answer {
                ResultKind::Effects => format!("write {call}"),
                ResultKind::Value(_) | ResultKind::Targets => {
                    format!(
                        "write {call} in an event or in an action's `play`; `{}` only returns a value",
                        entry_point.name
                    )
                }
            };
            format!("attempt to modify a readonly table: what is remembered is changed by an effect, so {how}")
        }
        Misuse::Assigned { .. } => {
            "attempt to modify a readonly table: `ctx` cannot be changed. Keep what changes in a `local`".to_owned()
        }
    };
    Some(Problem::span(&script.file, &script.source, place.clone(), why))
}

/// The places at which a function reads a secret fact or zone in a way that may reveal it to other players: any read in
/// an event or in `play`, and elsewhere a read of another seat's value than that of the seat to which something is
/// offered. `line` is that of the function, `entries` those of all functions that the game calls.
///
/// A function that passes its context on may read whatever the script's other functions read of theirs, but not the
/// reads of other entries.
pub(super) fn revealing(
    script: &Script,
    prepared: &Prepared,
    entry_point: &EntryPoint,
    interface: &Interface,
    line: usize,
    entries: &[usize],
) -> Vec<Problem> {
    let is_own_field = |name: &str| entry_point.fields.iter().any(|field| field.name == name);
    let whose = match entry_point.answer {
        ResultKind::Effects => "its effects may reveal it",
        ResultKind::Value(_) | ResultKind::Targets => "of others than `ctx.seat`, and what it answers may reveal it",
    };
    let is_known = reads_of(prepared, line).is_some();
    let mut problems = Vec::new();
    let facts = interface.facts.iter().filter(|fact| fact.secret).map(|fact| &fact.name);
    let zones = interface.zones.iter().filter(|zone| zone.secret).map(|zone| &zone.name);
    for name in facts.chain(zones).filter(|name| !is_own_field(name)) {
        let why = format!("`{}` reads `{name}`, which players hide from each other: {whose}", entry_point.name);
        for mention in source::mentions(&script.source, name) {
            // Of functions within each other the innermost comes first.
            let reader = prepared.reads.iter().find_map(|reads| {
                let place = reads.places.iter().map(|(place, _)| place).find(|place| place.end == mention.end)?;
                Some((reads, place))
            });
            match reader {
                Some((reads, _)) if reads.line != line && (is_known || entries.contains(&reads.line)) => {}
                Some((reads, place))
                    if entry_point.answer != ResultKind::Effects && reads.of_own_seat.contains(&place.start) => {}
                Some((_, place)) => {
                    problems.push(Problem::span(&script.file, &script.source, place.clone(), &*why));
                }
                None if is_known => {}
                None => problems.push(Problem::line(&script.file, line, &*why).in_text(&script.source)),
            }
        }
    }
    problems
}

/// The problem of the first name that a function reads and that does not exist, or that it compares with a value that
/// it never has.
pub(super) fn misread(
    script: &Script,
    entry_point: &EntryPoint,
    readable_facts: &[Fact],
    interface: &Interface,
    reads: &Reads,
) -> Option<Problem> {
    let at = |place: &Range<usize>, why| Problem::span(&script.file, &script.source, place.clone(), why);
    let kind = |name: &str| {
        let field = entry_point.fields.iter().position(|field| field.name == name);
        let field = field.map(|index| (&entry_point.fields[index].kind, entry_point.shape_of(index)));
        let fact = || readable_facts.iter().find(|readable| readable.name == name).map(|fact| (&fact.kind, fact.shape));
        field.or_else(fact)
    };
    let is_zone = |name: &str| interface.zones.iter().any(|zone| zone.name == name);
    let unknown = reads.places.iter().find(|(_, name)| kind(name).is_none() && !is_zone(name));
    let unknown = unknown.map(|(place, name)| {
        at(place, fault::no_field(&entry_point.name, name, &known(entry_point, readable_facts, interface)))
    });
    unknown.or_else(|| {
        reads.compared.iter().find_map(|(place, name, text)| {
            let (kind, shape) = kind(name)?;
            Some(at(place, fault::impossible_comparison(name, kind, shape, text)?))
        })
    })
}

/// The names that can be read at an entry point: its own fields, then all others.
pub(super) fn known<'a>(
    entry_point: &'a EntryPoint,
    readable_facts: &'a [Fact],
    interface: &'a Interface,
) -> (Vec<&'a str>, Vec<&'a str>) {
    let fields = entry_point.fields.iter().map(|field| &*field.name).collect();
    let facts = readable_facts.iter().map(|readable| &*readable.name);
    (fields, facts.chain(interface.zones.iter().map(|zone| &*zone.name)).collect())
}

//! No choice is in the way of another.
//!
//! A path is a sequence of touches; handles of one kind that follow each other may be touched in any order. So two paths clash where the
//! same touches complete both, and where one is complete on the way of the other, which then cannot be chosen.

use super::{Checked, ensure};
use std::collections::{BTreeSet, HashMap};

/// Handles of one kind, to be touched in any order.
type Stretch<'a> = BTreeSet<&'a str>;

/// The kind of a handle: what stands before the `/`.
fn kind(handle: &str) -> &str {
    handle.split('/').next().unwrap_or_default()
}

fn stretches(path: &[String]) -> Vec<Stretch<'_>> {
    path.chunk_by(|a, b| kind(a) == kind(b)).map(|stretch| stretch.iter().map(String::as_str).collect()).collect()
}

/// Checks the paths of the actions that are legal at one position.
pub(super) fn check(paths: &[Vec<String>]) -> Checked {
    let split: Vec<Vec<Stretch<'_>>> = paths.iter().map(|path| stretches(path)).collect();
    for (path, stretches) in paths.iter().zip(&split) {
        let handles: usize = stretches.iter().map(BTreeSet::len).sum();
        ensure(handles == path.len(), || format!("the path {path:?} asks for one handle twice in a row of its kind"))?;
    }
    // By the stretches that come before it: every stretch, with its path, and whether the path ends with it.
    let mut beside: HashMap<&[Stretch<'_>], Vec<(usize, &Stretch<'_>, bool)>> = HashMap::new();
    for (number, stretches) in split.iter().enumerate() {
        for (at, stretch) in stretches.iter().enumerate() {
            beside.entry(&stretches[..at]).or_default().push((number, stretch, at + 1 == stretches.len()));
        }
    }
    for stretches in beside.values() {
        for (number, last, _) in stretches.iter().filter(|(_, _, is_last)| *is_last) {
            // Within a larger stretch of its kind the shorter one would be complete first.
            let clash = stretches.iter().find(|(other, stretch, _)| other != number && last.is_subset(stretch));
            ensure(clash.is_none(), || {
                let other = clash.map(|(other, ..)| &paths[*other]);
                format!("an action is chosen by {:?}, which is on the way of another: {other:?}", paths[*number])
            })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(paths: &[&[&str]]) -> Checked {
        check(&paths.iter().map(|path| path.iter().map(|handle| (*handle).to_owned()).collect()).collect::<Vec<_>>())
    }

    #[test]
    fn paths_that_part_somewhere_are_in_order() {
        checked(&[
            &["card/1", "card/2", "build"],
            &["card/1", "card/2", "card/3", "build"],
            &["card/1", "discard"],
            &["card/1", "row/1"],
            &["row/1", "card/1"],
            &["pass"],
        ])
        .unwrap();
    }

    #[test]
    fn one_path_twice_is_found_also_in_another_order() {
        assert!(checked(&[&["card/1", "build"], &["card/1", "build"]]).is_err());
        assert!(checked(&[&["card/1", "card/2", "build"], &["card/2", "card/1", "build"]]).is_err());
        assert!(checked(&[&["square/e2", "square/e4"], &["square/e4", "square/e2"]]).is_err());
    }

    #[test]
    fn a_path_on_the_way_of_another_is_found() {
        for way in [&["card/1"][..], &["card/2"], &["card/1", "card/2"]] {
            assert!(checked(&[way, &["card/1", "card/2", "build"]]).is_err(), "{way:?}");
            assert!(checked(&[&["card/1", "card/2", "card/3"], way]).is_err(), "{way:?}");
        }
        assert!(checked(&[&["card/1", "build"], &["card/1", "build", "row/2"]]).is_err());
    }

    #[test]
    fn a_handle_twice_in_one_stretch_is_found() {
        assert!(checked(&[&["digit/1", "digit/1", "ok"]]).is_err());
    }
}

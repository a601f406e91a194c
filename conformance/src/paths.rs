//! No paths of two actions collide: none is the beginning of another, in any order that their steps allow.

use super::{Check, ensure};
use std::collections::{HashMap, HashSet};
use stonehouse_plugin::choice::{Path, PathStep, collide};

/// Checks the paths of the actions that are legal at one position.
pub(super) fn check(actions: &[Vec<Path>]) -> Check {
    let mut through: HashMap<&str, Vec<(usize, &Path)>> = HashMap::new();
    for (action, paths) in actions.iter().enumerate() {
        for path in paths {
            check_path(path)?;
            for handle in path.iter().flat_map(PathStep::handles) {
                through.entry(handle).or_default().push((action, path));
            }
        }
        let widths = |path: &Path| -> Vec<PathStep> {
            path.iter().filter(|step| matches!(step, PathStep::Input(_))).cloned().collect()
        };
        ensure(paths.windows(2).all(|pair| widths(&pair[0]) == widths(&pair[1])), || {
            format!("the paths of one action ask for different inputs: {paths:?}")
        })?;
    }
    for (action, path) in
        actions.iter().enumerate().flat_map(|(action, paths)| paths.iter().map(move |path| (action, path)))
    {
        // A path that collides with this one and is at least as long contains all its handles: it is enough to compare
        // the paths through the rarest of them.
        let fewest = path.iter().flat_map(PathStep::handles).min_by_key(|handle| through[handle.as_str()].len());
        let rivals = fewest.map_or(&[][..], |handle| &through[handle.as_str()]);
        let rival = rivals.iter().find(|(other, rival)| *other != action && collide(path, rival));
        ensure(rival.is_none(), || {
            let rival = rival.map(|(_, rival)| rival);
            format!("an action has the path {path:?}, which collides with a path of another action: {rival:?}")
        })?;
    }
    Ok(())
}

/// Checks that every step has a handle and none twice, and that inputs are last.
fn check_path(path: &Path) -> Check {
    let touches = path.iter().take_while(|step| !matches!(step, PathStep::Input(_))).count();
    ensure(touches > 0, || format!("a path does not begin with a handle: {path:?}"))?;
    ensure(path[touches..].iter().all(|step| matches!(step, PathStep::Input(_))), || {
        format!("a handle comes after an input: {path:?}")
    })?;
    for step in &path[..touches] {
        let handles: HashSet<&String> = step.handles().iter().collect();
        ensure(!handles.is_empty() && handles.len() == step.handles().len(), || {
            format!("a step of a path asks for nothing, or for the same handle twice: {step:?}")
        })?;
        ensure(handles.iter().all(|handle| !handle.is_empty()), || {
            format!("a step of a path has an empty handle: {step:?}")
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stonehouse_plugin::Input;

    fn checked(paths: &serde_json::Value) -> Check {
        let paths: Vec<Path> = serde_json::from_value(paths.clone()).unwrap();
        check(&paths.into_iter().map(|path| vec![path]).collect::<Vec<_>>())
    }

    #[test]
    fn paths_that_differ_at_some_touch_are_in_order() {
        checked(&json!([
            [["card/1", "card/2"], "build"],
            [["card/1", "card/2", "card/3"], "build"],
            ["card/1", "discard"],
            ["card/1", "row/1"],
            ["row/1", "card/1"],
            ["square/e2", "square/e4"],
            ["square/e4", "square/e2"],
            ["pass"],
        ]))
        .unwrap();
    }

    #[test]
    fn the_same_path_twice_is_found_in_another_order_too() {
        assert!(checked(&json!([["card/1", "build"], ["card/1", "build"]])).is_err());
        assert!(checked(&json!([[["card/1", "card/2"], "build"], ["card/2", "card/1", "build"]])).is_err());
    }

    #[test]
    fn a_path_that_is_the_beginning_of_another_is_found() {
        for way in [json!(["card/1"]), json!(["card/2"]), json!([["card/1", "card/2"]])] {
            assert!(checked(&json!([way, [["card/1", "card/2"], "build"]])).is_err(), "{way}");
            assert!(checked(&json!([[["card/1", "card/2", "card/3"]], way])).is_err(), "{way}");
        }
        assert!(checked(&json!([["card/1", "build"], ["card/1", "build", "row/2"]])).is_err());
    }

    #[test]
    fn two_paths_to_an_action_are_allowed_if_they_ask_equal_inputs() {
        let bet = |max| vec![PathStep::from("bet"), Input::number("amount", "", 1, max).into()];
        let all = |max| vec![PathStep::from("chips"), Input::number("amount", "", 1, max).into()];
        check(&[vec![bet(9), all(9)], vec![vec!["fold".into()]]]).unwrap();
        assert!(check(&[vec![bet(9), all(8)]]).is_err());
    }

    #[test]
    fn a_path_that_cannot_be_completed_is_found() {
        for path in [
            json!([]),
            json!([[]]),
            json!([""]),
            json!([["a", "a"]]),
            json!([{ "name": "n" }]),
            json!(["a", { "name": "n" }, "b"]),
        ] {
            assert!(checked(&json!([path])).is_err(), "{path}");
        }
        checked(&json!([["digit/1", "digit/1", "ok"]])).unwrap();
    }
}

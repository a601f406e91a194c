//! Touches turned into an action: each action names the handles that are touched, in order, to choose it. Handles of one kind (by what
//! stands before the `/`) that follow each other may be touched in any order: the cards of a set, say.

use std::collections::BTreeSet;
use stonehouse_engine::Choice;
use stonehouse_plugin_api::Action;

/// What was touched on the way to an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    touched: Vec<String>,
}

impl Pick {
    /// What was touched so far.
    pub fn touched(&self) -> &[String] {
        &self.touched
    }

    /// Forgets what was touched.
    pub fn clear(&mut self) {
        self.touched.clear();
    }

    /// Takes the last touch back; tells whether there was one.
    pub fn back(&mut self) -> bool {
        self.touched.pop().is_some()
    }

    /// The handles that lead on from what was touched.
    pub fn next<'a>(&self, choices: &'a [Choice]) -> BTreeSet<&'a str> {
        Self::after(&self.touched, choices)
    }

    /// The handles with which a choice begins.
    pub fn first(choices: &[Choice]) -> BTreeSet<&str> {
        Self::after(&[], choices)
    }

    fn after<'a>(touched: &[String], choices: &'a [Choice]) -> BTreeSet<&'a str> {
        choices.iter().flat_map(|choice| next_of(&choice.told.path, touched)).map(String::as_str).collect()
    }

    /// Touches a handle. An action comes back when it is the last of one's path. A handle that leads nowhere from here but begins
    /// a path begins anew; touching one again takes it back.
    pub fn touch(&mut self, handle: &str, choices: &[Choice]) -> Option<Action> {
        if let Some(at) = self.touched.iter().position(|touched| touched == handle) {
            self.touched.remove(at);
            return None;
        }
        if !self.next(choices).contains(handle) {
            if !Self::first(choices).contains(handle) {
                return None;
            }
            self.clear();
        }
        self.touched.push(handle.to_owned());
        let chosen = choices.iter().find(|choice| is_chosen(&choice.told.path, &self.touched))?;
        self.clear();
        Some(chosen.action)
    }
}

fn kind(handle: &str) -> &str {
    handle.split('/').next().unwrap_or_default()
}

/// The handles of a path that may be touched next: those left of the first stretch of one kind that is not done.
fn next_of<'a>(path: &'a [String], touched: &[String]) -> Vec<&'a String> {
    let mut todo = touched;
    for stretch in path.chunk_by(|a, b| kind(a) == kind(b)) {
        let done = todo.len().min(stretch.len());
        if !todo[..done].iter().all(|handle| stretch.contains(handle)) {
            return Vec::new();
        }
        if done < stretch.len() {
            return stretch.iter().filter(|handle| !todo.contains(handle)).collect();
        }
        todo = &todo[done..];
    }
    Vec::new()
}

fn is_chosen(path: &[String], touched: &[String]) -> bool {
    let Some((last, before)) = touched.split_last() else { return false };
    path.len() == touched.len() && next_of(path, before).into_iter().eq([last])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin_api::{ActionText, json};

    fn choices() -> Vec<Choice> {
        let paths: [&[&str]; 6] = [
            &["supply/white", "pocket/1"],
            &["supply/white", "pocket/2"],
            &["supply/clear", "pocket/1"],
            &["pass"],
            &["card/1", "card/2", "build"],
            &["card/1", "card/2", "card/3", "build"],
        ];
        let choice = |(code, path): (usize, &&[&str])| Choice {
            action: Action(code as u32),
            told: ActionText {
                text: String::new(),
                data: json!({}),
                path: path.iter().map(|handle| (*handle).to_owned()).collect(),
            },
        };
        paths.iter().enumerate().map(choice).collect()
    }

    #[test]
    fn the_handles_of_a_path_touched_in_order_choose_its_action() {
        let (mut pick, choices) = (Pick::default(), choices());
        assert_eq!(pick.touch("supply/white", &choices), None);
        assert_eq!(pick.next(&choices).into_iter().collect::<Vec<_>>(), ["pocket/1", "pocket/2"]);
        assert_eq!(pick.touch("pocket/2", &choices), Some(Action(1)));
        assert!(pick.touched().is_empty());
        assert_eq!(pick.touch("pass", &choices), Some(Action(3)));
    }

    #[test]
    fn another_beginning_replaces_the_first_and_a_second_touch_takes_it_back() {
        let (mut pick, choices) = (Pick::default(), choices());
        pick.touch("supply/white", &choices);
        pick.touch("supply/clear", &choices);
        assert_eq!(pick.touched(), ["supply/clear"]);
        pick.touch("supply/clear", &choices);
        assert!(pick.touched().is_empty());
    }

    #[test]
    fn handles_of_one_kind_may_come_in_any_order_and_be_put_back() {
        let (mut pick, choices) = (Pick::default(), choices());
        for card in ["card/3", "card/1"] {
            assert_eq!(pick.touch(card, &choices), None);
        }
        assert_eq!(pick.next(&choices).into_iter().collect::<Vec<_>>(), ["card/2"]);
        pick.touch("card/2", &choices);
        pick.touch("card/3", &choices);
        assert_eq!(pick.touched(), ["card/1", "card/2"]);
        assert_eq!(pick.next(&choices).into_iter().collect::<Vec<_>>(), ["build", "card/3"]);
        assert_eq!(pick.touch("build", &choices), Some(Action(4)));
    }

    #[test]
    fn a_handle_that_leads_nowhere_changes_nothing() {
        let (mut pick, choices) = (Pick::default(), choices());
        pick.touch("supply/clear", &choices);
        assert_eq!(pick.touch("pocket/2", &choices), None);
        assert_eq!(pick.touched(), ["supply/clear"]);
    }
}

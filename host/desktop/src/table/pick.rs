//! Touches turned into an action: each action names the handles that are touched, in order, to choose it.

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
        choices
            .iter()
            .filter_map(|choice| choice.told.path.strip_prefix(touched)?.first())
            .map(String::as_str)
            .collect()
    }

    /// Touches a handle. An action comes back when it is the last of one's path. A handle that leads nowhere from here but begins
    /// a path begins anew; touching the last one again takes it back.
    pub fn touch(&mut self, handle: &str, choices: &[Choice]) -> Option<Action> {
        if self.touched.last().is_some_and(|last| last == handle) {
            self.back();
            return None;
        }
        if !self.next(choices).contains(handle) {
            if !Self::first(choices).contains(handle) {
                return None;
            }
            self.clear();
        }
        self.touched.push(handle.to_owned());
        let chosen = choices.iter().find(|choice| choice.told.path == self.touched)?;
        self.clear();
        Some(chosen.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin_api::{ActionText, json};

    fn choices() -> Vec<Choice> {
        let paths: [&[&str]; 4] =
            [&["supply/white", "pocket/1"], &["supply/white", "pocket/2"], &["supply/clear", "pocket/1"], &["pass"]];
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
    fn a_handle_that_leads_nowhere_changes_nothing() {
        let (mut pick, choices) = (Pick::default(), choices());
        pick.touch("supply/clear", &choices);
        assert_eq!(pick.touch("pocket/2", &choices), None);
        assert_eq!(pick.touched(), ["supply/clear"]);
    }
}

//! A match continued under other rules, from where it is or from an earlier action.
//!
//! This is how a match continues after a house rule or variant was saved. If one of its actions is no longer legal,
//! people decide whether it continues from before that action or under the old rules. A mistake in a file never ends a
//! match.

use super::step::milliseconds;
use super::{Match, MatchError};
use crate::record::Journal;
use crate::ruleset::{RulesFailure, Ruleset};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Match {
    /// Returns this match under another ruleset, for example with a corrected house rule: its actions are replayed, and
    /// it continues in a new record; the old record states this.
    ///
    /// # Errors
    /// When an action is not legal under the other ruleset, or something failed. The match and its files are unchanged.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Result<(), MatchError> {
        self.continue_from(ruleset, usize::MAX)
    }

    /// As [`continue_under`](Self::continue_under), after the first `kept` actions, or all if there are fewer. Choices
    /// made together are kept or dropped together.
    ///
    /// # Errors
    /// As [`continue_under`](Self::continue_under).
    pub fn continue_from(&mut self, ruleset: &Arc<Ruleset>, kept: usize) -> Result<(), MatchError> {
        let mut other = Self::on_terms(ruleset, self.seed, self.players.clone(), self.terms, None)?;
        let mut kept = kept.min(self.steps.len());
        while self.steps.get(kept).is_some_and(|step| step.joins) {
            kept -= 1;
        }
        // As they resigned when this match was played, they do under the other rules.
        let resign_again = |other: &mut Self| {
            let _ = other.replay_resignations(&self.resignations);
        };
        for (number, step) in (1..).zip(&self.steps[..kept]) {
            resign_again(&mut other);
            let left = step.left.as_deref().map(milliseconds);
            other.replay(step.choice.clone(), left.as_deref()).map_err(|error| match error {
                MatchError::Rules(RulesFailure::Illegal | RulesFailure::Refused(_)) | MatchError::Over => {
                    MatchError::NotUnderTheseRules { number, text: step.descriptions.referee_record.text.clone() }
                }
                error => error,
            })?;
        }
        resign_again(&mut other);
        other.finish_if_over()?;
        if let Some(folder) = self.record_file().and_then(Path::parent).map(PathBuf::from) {
            other.record_in(&folder)?;
        }
        if let (Some(old), Some(new)) = (&mut self.journal, &mut other.journal)
            && let Err(problem) = old.continued(new.path())
        {
            other.journal.take().into_iter().for_each(Journal::discard);
            return Err(MatchError::Record(problem));
        }
        *self = other;
        Ok(())
    }
}

//! Records replayed: verified line by line, and resumed.

use crate::matches::{Match, MatchError, RecordText, RecordedAction, Terms};
use crate::record::{ActionLine, Journal, Reason, Record, Revealed, Roll, WITH_EFFECTS};
use crate::ruleset::Ruleset;
use crate::variant::{Source, Variant};
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};
use stonehouse_runtime::{Choice, Plugin};

/// A record that was replayed.
pub struct Verified {
    /// The match at the end of the record. It is not journalled.
    pub replayed: Match,
    /// The results of the checks.
    pub checks: Checks,
}

/// The checks of a record that replays, and those that could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks {
    /// How many actions were played and not taken back.
    pub actions: usize,
    /// Whether the lines have a running hash; if so, it was verified.
    pub hashed: bool,
    /// The version of the plugin under which the match was played.
    pub played_with: String,
    /// The version under which it was replayed. Texts and fields were compared only where both are the same, and so are
    /// the files of a game in Luau.
    pub replayed_with: String,
    /// Whether the game is written in Luau, and its files were changed since the match was played.
    pub game_edited: bool,
    /// Whether the hash of the seed was written before the first action, and the seed agrees with it.
    pub seed_committed: bool,
    /// Whether it was recorded in a format whose texts and fields lack what house rules do.
    pub lacks_effects: bool,
    /// The end of the match, and how far it was checked.
    pub end: EndCheck,
}

/// The end of a match, and how far it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCheck {
    /// It is not finished.
    Unfinished,
    /// It is over by the rules, but the record does not state it: writing was interrupted.
    Unwritten,
    /// It ended by the rules, with the recorded scores and winners.
    Rules,
    /// A player ran out of time, and the recorded clocks agree.
    Clock,
    /// A player ran out of time, but the times on the clocks were not recorded.
    ClockUnseen,
    /// A player resigned, or all agreed to a draw: that was their decision, and scores and winners follow from it.
    Decision,
}

impl Checks {
    /// Whether the texts and fields of the actions were compared.
    pub fn compared_texts(&self) -> bool {
        self.played_with == self.replayed_with && !self.game_edited && !self.lacks_effects
    }

    /// The checks that were made and those that were not, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let actions = if self.actions == 1 {
            "The action replays".to_owned()
        } else {
            format!("The {} actions replay", self.actions)
        };
        let texts = if self.compared_texts() {
            ", each with its text and fields.".to_owned()
        } else if self.game_edited {
            let versions = if self.played_with == self.replayed_with {
                String::new()
            } else {
                format!(" ({}, now {})", self.played_with, self.replayed_with)
            };
            format!(
                ". The files of the game were changed since the match was played{versions}: under the rules of today it may go \
                 another way. Texts and fields were not compared."
            )
        } else if self.played_with == self.replayed_with {
            ". It was recorded in an older format, without what house rules do: texts and fields were not compared."
                .to_owned()
        } else {
            format!(
                ". Played with {}, replayed with {}: texts and fields were not compared.",
                self.played_with, self.replayed_with
            )
        };
        let hash = if self.hashed {
            "The running hash is whole: no line was changed, lost or moved by accident."
        } else {
            "The record has no running hash (format 1): an edit that replays is not found."
        };
        let end = match self.end {
            EndCheck::Unfinished => "The match is not finished.",
            EndCheck::Unwritten => "The match is over by the rules; its end is recorded when it is resumed.",
            EndCheck::Rules => "It ends by the rules, with these scores and winners.",
            EndCheck::Decision => {
                "It ends because somebody resigned, or all agreed to a draw, with these scores and winners."
            }
            EndCheck::Clock => "It ends by the clock, and the recorded clocks agree.",
            EndCheck::ClockUnseen => {
                "It ends by the clock; what the clocks showed then was not recorded (format 1), so that this was not checked."
            }
        };
        let seed = "The seed is the one whose hash was written before the first action.";
        let seed = self.seed_committed.then(|| seed.to_owned());
        [format!("{actions}{texts}"), hash.to_owned()].into_iter().chain(seed).chain([end.to_owned()]).collect()
    }
}

impl Record {
    /// The ruleset of the match, compiled from what the record holds.
    ///
    /// # Errors
    /// When the plugin is of another major version, or the players, knobs or scripts are not what it takes.
    pub fn ruleset(&self, plugin: &Arc<Plugin>) -> Result<Arc<Ruleset>, Problem> {
        let header = &self.header;
        let about = plugin.about();
        if major(&header.game_version) != major(&about.version) {
            return Err(Problem::file(
                &self.file,
                format!(
                    "the match was played with {} {}, and here is {}: its actions mean something else now. \
                     Install that version of the plugin to replay it",
                    about.name, header.game_version, about.version
                ),
            ));
        }
        let edited = |wrong: String| {
            let why = if self.game_was_edited(plugin) {
                "the files of the game were changed since the match was played"
            } else {
                "the record was edited or is of another version"
            };
            Problem::line(&self.file, 1, format!("{why}: {wrong}"))
        };
        let seats = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
        if !(about.seats.min..=about.seats.max).contains(&seats) {
            return Err(edited(format!(
                "it has {seats} players, but {} is for {} to {}",
                about.name, about.seats.min, about.seats.max
            )));
        }
        let mut knobs: Map<String, Value> =
            plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
        for (name, value) in &header.knobs {
            let declared = plugin.knobs().iter().find(|knob| knob.name == *name);
            let value = declared
                .ok_or_else(|| edited(format!("it has a knob `{name}` that {} does not have", about.name)))?
                .kind
                .fit(value)
                .map_err(|expected| edited(format!("its `{name}` is not {expected}")))?;
            knobs.insert(name.clone(), value);
        }
        let scripts = header.scripts.iter().map(|script| Script {
            name: script.name.clone(),
            // There is no such file: messages call it that.
            file: PathBuf::from(format!("the record's own copy of {}", script.name)),
            source: script.source.as_str().into(),
            knobs: script.knobs.clone(),
            carried: script.carried.clone(),
            starts: Map::new(),
        });
        let id = header.variant.rsplit('/').next().unwrap_or_default();
        let mut variant = Variant::from_record(
            self.file.clone(),
            (&header.game, id, &header.variant_name),
            seats,
            knobs,
            scripts.collect(),
            header.clock.clone(),
        );
        if let Some(label) = &header.pack {
            variant.source = Source::Pack(Arc::new(label.clone()));
        }
        if header.not_shipped {
            variant.shadows = vec![Source::Shipped];
        }
        let ruleset = Ruleset::compile(plugin, &Arc::new(variant)).map_err(|problems| {
            let mut first =
                problems.into_iter().next().unwrap_or_else(|| Problem::file(&self.file, "cannot be played"));
            // A problem with the record as a whole is reported at its first line.
            if first.file == self.file {
                first.line = first.line.max(1);
            }
            first
        })?;
        for (script, compiled) in header.scripts.iter().zip(&ruleset.variant().scripts) {
            if let Some(name) = script.carried.keys().find(|name| !compiled.carried.contains_key(*name)) {
                return Err(edited(format!("`{}` cannot begin with the `{name}` that it carries", script.name)));
            }
        }
        Ok(ruleset)
    }

    /// Replays the record and verifies every line of it. The resulting match is not journalled.
    ///
    /// # Errors
    /// The first line that does not verify.
    pub fn replay(&self, plugin: &Arc<Plugin>) -> Result<Match, Problem> {
        Ok(self.verify(plugin)?.replayed)
    }

    /// As [`replay`](Self::replay), and returns what was checked.
    ///
    /// # Errors
    /// The first line that does not verify.
    pub fn verify(&self, plugin: &Arc<Plugin>) -> Result<Verified, Problem> {
        let ruleset = self.ruleset(plugin)?;
        let wrong = |line: usize, message: String| Problem::line(&self.file, line, message);
        let unsound = |line: usize, what: &str| {
            wrong(line, format!("the record does not verify: {what}. {}", self.blame(plugin)))
        };
        let terms = Terms { no_hints: self.header.no_hints };
        let mut replayed = Match::on_terms(&ruleset, self.seed()?, self.header.players.clone(), terms, None)
            .map_err(|error| wrong(1, error.to_string()))?;
        let mut checks = Checks {
            actions: self.actions.len(),
            hashed: self.is_hashed(),
            seed_committed: self.proves_seed(),
            played_with: self.header.game_version.clone(),
            replayed_with: plugin.about().version.clone(),
            game_edited: self.game_was_edited(plugin),
            lacks_effects: self.header.format < WITH_EFFECTS && !self.header.scripts.is_empty(),
            end: EndCheck::Unfinished,
        };
        replayed.precedes_edit = checks.game_edited;
        if !self.header.teams.is_empty() && self.header.teams != ruleset.teams() && checks.compared_texts() {
            return Err(unsound(1, "the teams were different ones"));
        }
        let header = &self.header;
        let has_rolls = !header.rolled.is_empty() || !header.rolls.is_empty();
        let rolls = (header.rolled.clone(), header.rolls.clone());
        if has_rolls && checks.compared_texts() && rolls != replayed.recorded_deal() {
            return Err(unsound(1, "the outcomes of chance before the first action were different ones"));
        }
        let mut compared = 0;
        for (line, step) in &self.actions {
            self.replay_resignations(&mut replayed)?;
            Self::replay_action(&mut replayed, step).map_err(|what| unsound(*line, &what))?;
            // Simultaneous choices take effect, and are described, with the last of them.
            for (line, step) in &self.actions[compared..replayed.len()] {
                compared += 1;
                if checks.compared_texts() {
                    self.compare_action(&replayed, compared, step).map_err(|what| unsound(*line, &what))?;
                }
            }
        }
        self.replay_resignations(&mut replayed)?;
        if let Some((line, deal)) = &self.deal
            && checks.compared_texts()
            && *deal != replayed.deal()
        {
            return Err(unsound(*line, "the deal was a different one"));
        }
        match &self.ending {
            Some((line, ending)) => {
                replayed.replay_end(ending).map_err(|what| unsound(*line, &what))?;
                checks.end = match (ending.ending.reason, &ending.left_ms) {
                    (Reason::Rules, _) => EndCheck::Rules,
                    (Reason::Time(_), Some(_)) => EndCheck::Clock,
                    (Reason::Time(_), None) => EndCheck::ClockUnseen,
                    (Reason::Resigned(_) | Reason::Agreed, _) => EndCheck::Decision,
                };
                if self.is_hashed() && checks.compared_texts() {
                    self.verify_revealed_all(&replayed).map_err(|what| unsound(*line, &what))?;
                }
            }
            None => {
                // The writing of the end was interrupted, or could not be begun.
                replayed.finish_if_over().map_err(|error| wrong(1, error.to_string()))?;
                if replayed.end().is_some() {
                    checks.end = EndCheck::Unwritten;
                }
            }
        }
        Ok(Verified { replayed, checks })
    }

    /// Replays the resignations after as many actions as were replayed by now.
    fn replay_resignations(&self, replayed: &mut Match) -> Result<(), Problem> {
        let here = replayed.decisions();
        let Some((line, _)) = self.resignations.iter().find(|(_, resignation)| resignation.after == here) else {
            return Ok(());
        };
        let plugin = Arc::clone(replayed.ruleset().plugin());
        replayed.replay_resignations(self.resignations.iter().map(|(_, resignation)| resignation)).map_err(|what| {
            let blame = self.blame(&plugin);
            Problem::line(&self.file, *line, format!("the record does not verify: {what}. {blame}"))
        })
    }

    /// Replays one action.
    fn replay_action(replayed: &mut Match, step: &ActionLine) -> Result<(), String> {
        match replayed.to_act() {
            Some(seat) if seat == step.seat => {}
            Some(seat) => {
                let (acts, turn) = (replayed.who(step.seat), replayed.who(seat));
                return Err(format!("{acts} acts here, but it is the turn of {turn}"));
            }
            None => return Err("the match was over before this action".to_owned()),
        }
        let choice = Choice { action: step.code(), values: step.values.clone() };
        replayed
            .replay(choice, step.left_ms.as_deref())
            .map_err(|error| format!("action {} cannot be played: {error}", step.code().0))
    }

    /// Compares the descriptions of a replayed action, counted from 1. Another release of the plugin may use other
    /// words, or reveal more.
    fn compare_action(&self, replayed: &Match, number: usize, step: &ActionLine) -> Result<(), String> {
        let Some(RecordedAction { public, whole, rolled, public_rolled }) = replayed.played(number - 1) else {
            return Ok(());
        };
        let code = step.code().0;
        let described = if self.is_hashed() { public } else { whole };
        compare_described(&format!("action {code}"), described, (&step.text, &step.data))?;
        if self.header.format >= WITH_EFFECTS && described.house != step.house {
            return Err(differing_effects(&format!("after action {code}"), described, &step.house));
        }
        let codes = if self.is_hashed() { public_rolled } else { rolled };
        // Earlier versions recorded the codes even where the public might not know them.
        if codes != step.rolled && rolled != step.rolled {
            return Err(format!(
                "after action {code} the outcomes of chance are {rolled:?}, but the record has {:?}",
                step.rolled
            ));
        }
        // And no descriptions.
        if !step.rolls.is_empty() && described.rolls != step.rolls {
            return Err(differing_rolls(&format!("after action {code}"), &described.rolls, &step.rolls));
        }
        if described.messages != step.messages {
            return Err(differing_messages(&format!("after action {code}"), &described.messages, &step.messages));
        }
        match self.revealed.get(&number) {
            None => Ok(()),
            Some((line, Revealed { text, data, house, action, values, rolled: codes, rolls, messages, .. })) => {
                let what = format!("what line {line} reveals of action {code}");
                compare_described(&what, whole, (text, data))?;
                if self.header.format >= WITH_EFFECTS && whole.house != *house {
                    return Err(differing_effects(&what, whole, house));
                }
                let hides_rolls = public.rolls != whole.rolls && step.rolled.is_empty();
                let expected = if hides_rolls { (rolled, &*whole.rolls) } else { Default::default() };
                if (&**codes, &**rolls) != expected {
                    return Err(differing_rolls(&what, expected.1, rolls));
                }
                let hides_messages = public.messages != whole.messages;
                if *messages != if hides_messages { &*whole.messages } else { &[] } {
                    return Err(differing_messages(&what, &whole.messages, messages));
                }
                let sealed = step.sealed.is_some();
                if *action != sealed.then_some(step.code()) || sealed && *values != step.values {
                    return Err(format!("{what} is another code"));
                }
                Ok(())
            }
        }
    }

    /// Checks that the end reveals everything about actions that the public did not learn, and the deal.
    fn verify_revealed_all(&self, replayed: &Match) -> Result<(), String> {
        let Some(closing) = replayed.closing() else { return Ok(()) };
        if self.deal.is_none() && !closing.deal.is_null() {
            return Err("the deal is not revealed before the end".to_owned());
        }
        let hidden: Vec<usize> = closing.revealed.iter().map(|revealed| revealed.number).collect();
        match hidden
            .iter()
            .find(|number| !self.revealed.contains_key(number) && !self.has_recorded_rolls(replayed, **number))
        {
            Some(number) => Err(format!("what action {number} was is not revealed before the end")),
            None => Ok(()),
        }
    }

    /// Whether only outcomes of chance are hidden of an action, counted from 1, and the record has their codes
    /// nevertheless, as earlier versions wrote them.
    fn has_recorded_rolls(&self, replayed: &Match, number: usize) -> bool {
        let has_codes = self.actions.get(number - 1).is_some_and(|(_, step)| !step.rolled.is_empty());
        has_codes
            && replayed.played(number - 1).is_some_and(|played| {
                played.public.equals_as_action(played.whole) && played.public.messages == played.whole.messages
            })
    }

    /// Whether the game is written in Luau, and its files were changed since the match was played. Records of earlier
    /// versions do not have what decides it.
    pub fn game_was_edited(&self, plugin: &Plugin) -> bool {
        let (then, now) = (&self.header.game_sha256, plugin.source_hash());
        then.as_ref().is_some_and(|then| now != Some(then))
    }

    /// The possible reasons for a record that does not verify.
    fn blame(&self, plugin: &Plugin) -> &'static str {
        if self.game_was_edited(plugin) {
            "The files of the game were changed since the match was played: restore them to open it"
        } else if self.header.scripts.is_empty() {
            "It was edited, or damaged"
        } else {
            "It was edited, or damaged, or its house rules give other answers now"
        }
    }

    /// Resumes an unfinished match: replays it and continues its record.
    ///
    /// A record whose last line was cut off is kept as it is in its own file, named `.damaged`, and continued
    /// after its last whole line. A match that is over, but whose record does not state it, ends now. Where the files
    /// of a game in Luau [were changed](Self::game_was_edited), the match continues in a new record, as in
    /// [`Match::continue_under`].
    ///
    /// # Errors
    /// When the record does not verify, cannot be written to, or is open in another window. Nothing is changed then.
    pub fn resume(&self, plugin: &Arc<Plugin>) -> Result<Match, Problem> {
        let mut resumed = self.replay(plugin)?;
        let mut journal = Journal::resume(self)?;
        // The record was cut off between simultaneous choices: those seats choose again.
        let half_chosen = resumed.forget_held();
        if half_chosen > 0 {
            journal.undo(half_chosen, 0)?;
        }
        resumed.attach(journal);
        if self.ending.is_none() && self.game_was_edited(plugin) {
            let ruleset = Arc::clone(resumed.ruleset());
            resumed.continue_under(&ruleset).map_err(|error| match error {
                MatchError::Record(problem) => problem,
                other => Problem::file(&self.file, other.to_string()),
            })?;
            resumed.precedes_edit = true;
        }
        if self.ending.is_none() {
            resumed.record_end().map_err(|error| match error {
                MatchError::EndNotRecorded(problem) | MatchError::Record(problem) => problem,
                other => Problem::file(&self.file, other.to_string()),
            })?;
        }
        Ok(resumed)
    }
}

/// Compares the description of an action, text and fields, with that in a record.
fn compare_described(what: &str, found: &RecordText, recorded: (&str, &Value)) -> Result<(), String> {
    if found.text != recorded.0 {
        return Err(format!("{what} is “{}”, but the record calls it “{}”", found.text, recorded.0));
    }
    if found.data != *recorded.1 {
        return Err(format!(
            "{what}, “{}”, has the fields {}, but the record has {}",
            found.text, found.data, recorded.1
        ));
    }
    Ok(())
}

fn differing_rolls(what: &str, found: &[Roll], recorded: &[Roll]) -> String {
    let list = |rolls: &[Roll]| rolls.iter().map(|roll| format!("“{}”", roll.text)).collect::<Vec<_>>().join(", ");
    format!("{what} the outcomes of chance are [{}], but the record has [{}]", list(found), list(recorded))
}

fn differing_effects(what: &str, found: &RecordText, recorded: &[Value]) -> String {
    let list = |effects: &[Value]| effects.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
    format!("{what} house rules did [{}], but the record has [{}]", list(&found.house), list(recorded))
}

fn differing_messages(what: &str, found: &[String], recorded: &[String]) -> String {
    format!("{what} the house rules wrote {found:?}, but the record has {recorded:?}")
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
}

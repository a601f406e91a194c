//! Runs the tests that house rules carry.

use crate::ruleset::{RulesFailure, Ruleset};
use crate::variant::{Variant, wrong_seats};
use std::collections::BTreeSet;
use std::sync::Arc;
use stonehouse_house_rules::{Expect, Problem, RuleTest, Script, TestSubject, TestValue, did_you_mean, nearest};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Observer, Rng, Seat};
use stonehouse_runtime::{CallError, FixedRolls, HOUSE_ACTIONS, HouseLayer, HouseState, Position, Targets};

/// The random games in which the words of actions are looked up, and the most actions of each.
const WORDS_GAMES: u64 = 20;
const MAX_WORDS_PLAYED: u32 = 200;

impl Ruleset {
    /// Runs the tests of its house rules. Returns their number, and a problem for each that fails.
    pub fn run_tests(&self) -> (usize, Vec<Problem>) {
        let failed = self.tests().iter().filter_map(|test| {
            let why = self.run_test(test).err()?;
            let script = &self.variant().scripts[test.script];
            let problem = Problem::line(&script.file, test.line, format!("the test “{}” fails: {why}", test.name));
            Some(problem.in_text(&script.source))
        });
        (self.tests().len(), failed.collect())
    }

    fn run_test(&self, test: &RuleTest) -> Result<(), String> {
        let is_alone =
            self.variant().scripts.len() == 1 && self.variant().scripts[test.script].knobs == test.rule_knobs;
        let is_other = !test.memory.is_empty()
            || matches!(&test.what, TestSubject::Match { knobs, seats, .. } if !knobs.is_empty() || seats.is_some());
        let other = if is_alone && !is_other { None } else { Some(self.alone(test)?) };
        let ruleset = other.as_deref().unwrap_or(self);
        // Loaded again, its function has another entry point.
        let again = ruleset.tests().iter().find(|again| again.line == test.line && again.name == test.name);
        match &again.unwrap_or(test).what {
            TestSubject::Hook { hook, ctx, value, gives } => {
                let found = ruleset.try_hook(hook, ctx, value).map_err(|error| error.to_string())?;
                if found == *gives {
                    Ok(())
                } else {
                    Err(format!("`{hook}` gives {}, and not {}", display(&found), display(gives)))
                }
            }
            what @ TestSubject::Match { .. } => ruleset.play_test(what),
        }
    }

    /// These rules with the script of a test alone, because a test does not concern the others, with the knobs of the
    /// test, with other values of some knobs of the game, and with as many players.
    fn alone(&self, test: &RuleTest) -> Result<Arc<Self>, String> {
        let mut variant = Variant::clone(self.variant());
        let none = serde_json::Map::new();
        let (knobs, seats) = match &test.what {
            TestSubject::Match { knobs, seats, .. } => (knobs, *seats),
            TestSubject::Hook { .. } => (&none, None),
        };
        let script = variant.scripts[test.script].clone();
        variant.scripts = vec![Script { knobs: test.rule_knobs.clone(), starts: test.memory.clone(), ..script }];
        if let Some(seats) = seats {
            let range = self.plugin().about().seats;
            if !(range.min..=range.max).contains(&seats) {
                return Err(wrong_seats(&self.plugin().about().name, range));
            }
            variant = variant.with_seats(seats);
        }
        for (name, value) in knobs {
            let declared = self.plugin().knobs().iter().find(|knob| knob.name == *name);
            let declared = declared.ok_or_else(|| format!("the game has no knob `{name}`"))?;
            let value = declared.kind.fit(value).map_err(|expected| format!("the knob `{name}` is not {expected}"))?;
            variant.knobs.insert(name.clone(), value);
        }
        let alone = Self::compile(self.plugin(), &Arc::new(variant))
            .map_err(|problems| problems.first().map_or_else(String::new, |problem| problem.message.clone()))?;
        let fits = |name: &String| alone.house().is_some_and(|house| house.scripts()[0].starts.contains_key(name));
        match test.memory.keys().find(|name| !fits(name)) {
            None => Ok(alone),
            Some(name) => {
                let known = alone.rules().layer().into_iter().flat_map(HouseLayer::memory).map(|decl| &*decl.name);
                let known: Vec<&str> = known.collect();
                let hint = did_you_mean(name, known.iter().copied().filter(|known| known != name));
                Err(if known.contains(&name.as_str()) {
                    format!(
                        "`{name}` cannot have this value: give what its declaration allows, and a list with one for each seat or place"
                    )
                } else {
                    format!("the rules have no memory `{name}`.{hint}")
                })
            }
        }
    }

    fn explained(&self, error: CallError) -> String {
        match self.explain(error) {
            RulesFailure::HouseRule { problem, .. } => problem.to_string(),
            other => other.to_string(),
        }
    }

    fn play_test(&self, test: &TestSubject) -> Result<(), String> {
        let TestSubject::Match { seed, rolls, actions, expect, .. } = test else { return Ok(()) };
        let explain = |error| self.explained(error);
        let fixed = self.house().map_or_else(|| Ok(FixedRolls::new()), |house| house.fixed_rolls(rolls))?;
        let mut position = Position::deal_with_fixed_rolls(self.rules(), *seed, fixed).map_err(explain)?;
        for (number, wanted) in (1..).zip(actions) {
            let action = self.named(&position, wanted).map_err(explain)?;
            let action = action.map_err(|why| format!("action {number}, {}: {why}", display(wanted)))?;
            position
                .apply(action)
                .map_err(|error| format!("action {number}, {}: {}", display(wanted), explain(error)))?;
        }
        let left = position.house().and_then(HouseState::fixed_rolls).and_then(|fixed| {
            let mut left = fixed.iter().filter(|(_, values)| !values.is_empty());
            left.next().map(|(roll, values)| (roll.clone(), values.len()))
        });
        if let Some((roll, left)) = left {
            let results = if left == 1 { "result" } else { "results" };
            return Err(format!("`rolls` has {left} more {results} of `{roll}` than the match rolled"));
        }
        self.check_expected(&position, expect)
    }

    fn check_expected(&self, position: &Position, expect: &Expect) -> Result<(), String> {
        let explain = |error| self.explained(error);
        let outcome = position.outcome().map_err(explain)?;
        let to_act = position.to_act().map_err(explain)?;
        if let Some(scores) = expect.scores.as_ref().filter(|scores| **scores != outcome.scores) {
            return Err(format!("the scores are {:?}, and not {scores:?}", outcome.scores));
        }
        if expect.over.is_some_and(|over| over != to_act.is_none()) {
            return Err(format!("the match is {}over", if to_act.is_none() { "" } else { "not " }));
        }
        let name = |seat: Seat| self.seating().seats[seat.index()].name.clone();
        if let Some(wanted) = &expect.winners {
            let winners: Vec<String> = outcome.winners.iter().map(name).collect();
            if winners != *wanted {
                return Err(format!("the winners are {}, and not {}", winners.join(", "), wanted.join(", ")));
            }
        }
        if let Some(wanted) = &expect.to_act {
            let found = to_act.map_or_else(|| "nobody".to_owned(), name);
            if found != *wanted {
                let mut names = self.seating().seats.iter().map(|seat| &*seat.name).chain(["nobody"]);
                if names.all(|name| name != wanted) {
                    let names = self.seating().seats.iter().map(|seat| &*seat.name);
                    return Err(format!(
                        "`to_act` names no player: there is no {wanted}.{}",
                        did_you_mean(wanted, names)
                    ));
                }
                return Err(format!("{found} acts next, and not {wanted}"));
            }
        }
        for (wanted, legal) in [(&expect.legal, true), (&expect.illegal, false)] {
            let Some(text) = wanted else { continue };
            let found = self.named(position, &TestValue::Word(text.clone())).map_err(explain)?;
            if found.is_ok() != legal {
                return Err(format!("“{text}” is {}legal", if legal { "not " } else { "" }));
            }
            if !legal && let Some(word) = self.unknown_word(position, text) {
                return Err(format!(
                    "“{text}” is the text of no action: none has the word “{word}” in it. Write it as the log does"
                ));
            }
        }
        if let Some(wanted) = &expect.messages {
            let names: Vec<&str> = self.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
            let found: Vec<String> = position.messages().iter().map(|message| message.text.fill(&names)).collect();
            if found != *wanted {
                return Err(format!("the messages are {}, and not {}", quoted(&found), quoted(wanted)));
            }
        }
        let Some(house) = self.house() else { return Ok(()) };
        let holds = house.holds(expect, &position.read_facts());
        match holds.map_err(|failure| explain(CallError::Hook(failure)))? {
            Ok(()) => Ok(()),
            Err(read) if read.is_empty() => Err("`holds` returns false, and reads nothing of `ctx`".to_owned()),
            Err(read) => Err(format!("`holds` returns false, where {}", read.join(", "))),
        }
    }

    /// A word of this text that is in no text of an action: not of those that are legal in `position`, not of those of
    /// the house, and not of those that are legal in a few random games.
    fn unknown_word(&self, position: &Position, text: &str) -> Option<String> {
        let is_number = |word: &String| word.chars().all(|letter| letter.is_ascii_digit());
        let mut unknown: BTreeSet<String> = words(text).filter(|word| !is_number(word)).collect();
        for seat in &self.seating().seats {
            forget(&mut unknown, &seat.name);
        }
        for decl in self.rules().layer().into_iter().flat_map(HouseLayer::actions) {
            forget(&mut unknown, &decl.label);
            if let Targets::Words(targets) = &decl.targets {
                targets.iter().for_each(|target| forget(&mut unknown, target));
            }
        }
        let (mut draws, mut actions) = (Rng::from_seed(0), Vec::new());
        // A house rule that fails in a random game has no more texts.
        let mut play = |mut position: Position| -> Result<(), CallError> {
            let names: Vec<&str> = self.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
            for _ in 0..MAX_WORDS_PLAYED {
                position.legal_actions(&mut actions)?;
                for action in &actions {
                    forget(&mut unknown, &position.describe(&(*action).into(), Observer::Referee)?.text.fill(&names));
                }
                let Some(action) = draws.pick(&actions).filter(|_| !unknown.is_empty()) else { break };
                position.apply(*action)?;
            }
            Ok(())
        };
        let _ = position.try_clone().and_then(&mut play);
        for game in 0..WORDS_GAMES {
            let _ = Position::deal(self.rules(), seed_of(0, game)).and_then(&mut play);
        }
        unknown.pop_first()
    }

    /// The legal action of this text or code; the inner error lists the legal ones.
    fn named(&self, position: &Position, wanted: &TestValue) -> Result<Result<Action, String>, CallError> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions)?;
        let text = match wanted {
            TestValue::Number(code) => {
                let action = u32::try_from(*code).ok().map(Action).filter(|action| actions.contains(action));
                return Ok(action.ok_or_else(|| "it is not legal here".to_owned()));
            }
            TestValue::Word(text) => text,
            _ => return Ok(Err("an action is a text or a number".to_owned())),
        };
        let names: Vec<&str> = self.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
        // A test is of the rule: its own actions come first in the message.
        let (mut texts, mut of_the_game) = (Vec::new(), Vec::new());
        for action in actions {
            let text_here = position.describe(&action.into(), Observer::Referee)?.text.fill(&names);
            if text_here == *text {
                return Ok(Ok(action));
            }
            let is_of_the_rule = action.0 >= HOUSE_ACTIONS;
            (if is_of_the_rule { &mut texts } else { &mut of_the_game }).push(text_here);
        }
        texts.append(&mut of_the_game);
        let has_its_words = |found: &&str| words(text).all(|word| words(found).any(|other| other == word));
        let all = || texts.iter().map(String::as_str);
        Ok(Err(match nearest(text, all()).or_else(|| all().find(has_its_words)) {
            Some(near) => format!("no legal action is called so. Did you mean “{near}”?"),
            None => format!("no legal action is called so. {}", legal(&texts)),
        }))
    }
}

/// Texts in quotation marks, in a list.
fn quoted(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| format!("“{text}”")).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

/// The most legal actions that an error lists.
const MAX_LISTED: usize = 8;

/// The legal actions, in a sentence.
fn legal(texts: &[String]) -> String {
    let listed: Vec<String> = texts.iter().take(MAX_LISTED).map(|text| format!("“{text}”")).collect();
    let more = match texts.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if texts.is_empty() { "There is none".to_owned() } else { format!("Legal are {}{more}", listed.join(", ")) }
}

/// The words of a text of an action, in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase)
}

/// Removes the words of a text.
fn forget(unknown: &mut BTreeSet<String>, text: &str) {
    if !unknown.is_empty() {
        words(text).for_each(|word| {
            unknown.remove(&word);
        });
    }
}

fn display(given: &TestValue) -> String {
    match given {
        TestValue::Number(number) => number.to_string(),
        TestValue::Truth(truth) => truth.to_string(),
        TestValue::Word(word) => format!("“{word}”"),
        TestValue::Each(values) => values.iter().map(display).collect::<Vec<_>>().join(", "),
    }
}

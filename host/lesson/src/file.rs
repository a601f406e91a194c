//! A lesson's file.
//!
//! ```toml
//! game = "lots"
//! variant = "official"
//! name = "First match"
//! summary = "Draw cards, and lay them open."
//! seed = 7
//! players = ["You", "Robin"]
//! learner = 0
//!
//! [[step]]
//! say = "All cards are in the deck."
//! point = ["deck"]
//!
//! [[step]]
//! say = "Draw one."
//! do = "draws a card"
//! ```

use crate::{ActionName, Lesson, LessonStep, NamedChoice};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::{Problem, files};
use stonehouse_plugin::Seat;
use toml::Spanned;

/// The most steps of a lesson.
pub const MAX_STEPS: usize = 500;
/// The longest remark, in characters, so that it can be read quickly.
pub const MAX_REMARK: usize = 600;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonHead {
    game: String,
    variant: String,
    name: String,
    summary: String,
    seed: Seed,
    players: Vec<String>,
    #[serde(default)]
    learner: u8,
    step: Vec<Spanned<WrittenStep>>,
}

/// A seed: a number, or its digits in a text where TOML has no number so large.
#[derive(Deserialize)]
#[serde(untagged)]
enum Seed {
    Number(u64),
    Digits(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    #[serde(default)]
    say: String,
    #[serde(default)]
    point: Vec<String>,
    #[serde(rename = "do")]
    act: Option<WrittenAction>,
    #[serde(default)]
    values: Vec<i64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenAction {
    Code(u32),
    Text(String),
}

/// Reads a lesson. Whether its match can be played is found out by [`Guide::new`](crate::Guide::new).
///
/// # Errors
/// When the file cannot be read, or is no lesson: with the place.
pub fn read(file: &Path) -> Result<Lesson, Problem> {
    parse(file, &files::read_text(file)?)
}

/// Whether the text of a TOML file is a lesson: it has steps, which no variant has. Text that is no TOML is none.
pub fn is_lesson(text: &str) -> bool {
    toml::from_str::<toml::Table>(text).is_ok_and(|table| table.contains_key("step"))
}

/// The lesson in this text, the content of `file`.
///
/// # Errors
/// As [`read`].
pub fn parse(file: &Path, text: &Arc<str>) -> Result<Lesson, Problem> {
    let wrong = |error: &toml::de::Error| {
        Problem::span(file, text, error.span().unwrap_or(0..0), error.message().trim().to_owned())
    };
    let written: LessonHead = toml::from_str(text).map_err(|error| wrong(&error))?;
    let seed = match &written.seed {
        Seed::Number(seed) => *seed,
        Seed::Digits(digits) => digits
            .parse()
            .map_err(|_| Problem::file(file, "`seed` is a whole number from 0 up to 18446744073709551615"))?,
    };
    if usize::from(written.learner) >= written.players.len() {
        let message = format!(
            "`learner` is seat {}, and `players` names {}: seats count from 0",
            written.learner,
            written.players.len()
        );
        return Err(Problem::file(file, message));
    }
    if written.step.is_empty() || written.step.len() > MAX_STEPS {
        return Err(Problem::file(
            file,
            format!("a lesson has 1 to {MAX_STEPS} steps, and this one {}", written.step.len()),
        ));
    }
    let mut steps = Vec::with_capacity(written.step.len());
    for step in written.step {
        let span = step.span();
        let line = text[..span.start].matches('\n').count() + 1;
        let step = step.into_inner();
        let wrong = |why: String| Err(Problem::span(file, text, span.clone(), why));
        if step.say.chars().count() > MAX_REMARK {
            return wrong(format!("a remark has at most {MAX_REMARK} characters: make two steps of it"));
        }
        if step.say.is_empty() && step.act.is_none() {
            return wrong("this step has no text and no action: give it `say`, `do` or both".to_owned());
        }
        if step.act.is_none() && !step.values.is_empty() {
            return wrong("`values` belong to an action: name it with `do`".to_owned());
        }
        let act = step.act.map(|action| NamedChoice {
            action: match action {
                WrittenAction::Code(code) => ActionName::Code(code),
                WrittenAction::Text(text) => ActionName::Text(text),
            },
            values: step.values,
        });
        steps.push(LessonStep { line, say: step.say, point: step.point, act });
    }
    Ok(Lesson {
        file: file.to_owned(),
        game: written.game,
        variant: written.variant,
        name: written.name,
        summary: written.summary,
        seed,
        learner: Seat(written.learner),
        players: written.players,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "game = \"lots\"\nvariant = \"official\"\nname = \"First\"\nsummary = \"Draw.\"\nseed = 3\n";

    fn parsed(rest: &str) -> Result<Lesson, String> {
        parse(Path::new("l.toml"), &format!("{HEAD}{rest}").into()).map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_lesson_has_steps_to_read_and_steps_to_do() {
        let lesson = parsed(
            "players = [\"You\", \"Robin\"]\n[[step]]\nsay = \"Look.\"\npoint = [\"deck\"]\n[[step]]\ndo = \"draws a card\"\n[[step]]\nsay = \"Two.\"\ndo = 4\nvalues = [2]\n",
        )
        .unwrap();
        assert_eq!(lesson.learner, Seat(0));
        assert_eq!(lesson.steps[0], LessonStep { line: 7, say: "Look.".into(), point: vec!["deck".into()], act: None });
        let text = NamedChoice { action: ActionName::Text("draws a card".into()), values: vec![] };
        assert_eq!(lesson.steps[1], LessonStep { line: 10, act: Some(text), ..LessonStep::default() });
        assert_eq!(lesson.steps[2].act, Some(NamedChoice { action: ActionName::Code(4), values: vec![2] }));
    }

    #[test]
    fn errors_of_a_lesson_have_their_position() {
        let players = "players = [\"You\", \"Robin\"]\n";
        let wrong = [
            (format!("{players}[[step]]\nspeaks = \"Hm\"\n"), "l.toml:8:1: unknown field `speaks`"),
            (format!("{players}learner = 2\n[[step]]\nsay = \"Hm\"\n"), "`learner` is seat 2, and `players` names 2"),
            (format!("{players}[[step]]\npoint = [\"deck\"]\n"), "l.toml:7:1: this step has no text and no action"),
            (format!("{players}[[step]]\nsay = \"a\"\nvalues = [1]\n"), "`values` belong to an action"),
            (format!("{players}step = []\n"), "a lesson has 1 to 500 steps, and this one 0"),
            (format!("{players}[[step]]\nsay = \"{}\"\n", "a".repeat(601)), "at most 600 characters"),
        ];
        for (text, expected) in wrong {
            let found = parsed(&text).unwrap_err();
            assert!(found.contains(expected), "{found}\nand not {expected}");
        }
    }
}

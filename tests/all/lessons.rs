//! Lessons that ship can be played, and a mistake in one is reported with its place.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Catalog, Match, Player, Problem, Ruleset};
use stonehouse_lesson::{Goal, Guide, file, index, write};
use stonehouse_plugin::Seat;
use stonehouse_tests::{catalog, folders};

const HEAD: &str = "game = \"three-stones\"\nvariant = \"standard\"\nname = \"Test\"\nsummary = \"Test.\"\nseed = 10\nplayers = [\"You\", \"Robin\"]\n";

fn opened(catalog: &Catalog, text: &str) -> Result<(Arc<Ruleset>, Guide), Vec<Problem>> {
    let lesson = file::parse(Path::new("test.toml"), &text.into()).map_err(|problem| vec![problem])?;
    index::open(catalog, lesson)
}

fn begun(ruleset: &Arc<Ruleset>, guide: &Guide) -> Match {
    let players = guide.lesson().players.iter().map(|name| Player::person(name.clone())).collect();
    Match::new(ruleset, guide.lesson().seed, players, None).unwrap()
}

/// Plays a lesson to its end: the match that was played, and how often there was something to read only, to choose and
/// to watch.
fn taken(ruleset: &Arc<Ruleset>, guide: &mut Guide) -> (Match, [usize; 3]) {
    let mut played = begun(ruleset, guide);
    let mut counts = [0; 3];
    loop {
        let act = match guide.goal() {
            Goal::Over => return (played, counts),
            Goal::Read => {
                counts[0] += 1;
                guide.advance();
                continue;
            }
            Goal::Choose(act) => {
                counts[1] += 1;
                act.clone()
            }
            Goal::Watch(seat, act) => {
                counts[2] += 1;
                assert_eq!(played.to_act(), Some(seat));
                act.clone()
            }
        };
        played.play(act, Instant::now()).unwrap();
        guide.follow(played.len());
    }
}

#[test]
fn shipped_games_have_lessons_and_lessons_can_be_finished() {
    let catalog = catalog();
    let (lessons, problems) = index::all(&folders(None));
    assert_eq!(problems, []);
    let taught: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.game.as_str()).collect();
    let games: BTreeSet<&str> = catalog.games().iter().map(stonehouse_engine::GameEntry::id).collect();
    assert_eq!(taught, games);
    for lesson in lessons {
        let name = lesson.file.display().to_string();
        let (ruleset, mut guide) = index::open(&catalog, lesson).unwrap_or_else(|problems| panic!("{problems:?}"));
        let (_, [read, choose, watch]) = taken(&ruleset, &mut guide);
        assert!(read > 0 && choose > 2 && watch > 2, "{name}: {read} to read, {choose} to choose, {watch} to watch");
    }
}

#[test]
fn a_guide_gives_text_and_goal_and_follows_undo() {
    let catalog = catalog();
    let text = format!(
        "{HEAD}[[step]]\nsay = \"One.\"\npoint = [\"pouch\"]\n[[step]]\nsay = \"Two.\"\ndo = \"white to F5\"\n[[step]]\nsay = \"Three.\"\npoint = [\"pocket/6,5\"]\ndo = \"black to F7\"\n[[step]]\nsay = \"Four.\"\n"
    );
    let (ruleset, mut guide) = opened(&catalog, &text).unwrap();
    let mut played = begun(&ruleset, &guide);
    assert_eq!((guide.goal(), guide.remark(), guide.points()), (Goal::Read, "One.", &["pouch".to_owned()][..]));
    guide.advance();
    let Goal::Choose(act) = guide.goal() else { panic!("{:?}", guide.goal()) };
    let act = act.clone();
    // Nothing is to be read here: continuing changes nothing.
    guide.advance();
    assert_eq!((guide.remark(), guide.progress()), ("Two.", (2, 4)));
    played.play(act, Instant::now()).unwrap();
    guide.follow(played.len());
    let Goal::Watch(seat, act) = guide.goal() else { panic!("{:?}", guide.goal()) };
    assert_eq!((seat, guide.remark(), guide.progress()), (Seat(1), "", (3, 4)));
    played.play(act.clone(), Instant::now()).unwrap();
    guide.follow(played.len());
    // The action of another player is explained once it is done.
    assert_eq!((guide.goal(), guide.remark(), guide.points()), (Goal::Read, "Three.", &["pocket/6,5".to_owned()][..]));
    assert_eq!(guide.progress(), (3, 4));
    guide.advance();
    assert_eq!((guide.goal(), guide.remark(), guide.progress()), (Goal::Read, "Four.", (4, 4)));

    // Robin's stone and one's own are taken back: the lesson asks for the first stone again.
    guide.follow(0);
    assert!(matches!(guide.goal(), Goal::Choose(_)), "{:?}", guide.goal());
    assert_eq!(guide.remark(), "Two.");
    guide.follow(2);
    guide.advance();
    guide.advance();
    assert_eq!((guide.goal(), guide.remark(), guide.progress()), (Goal::Over, "", (4, 4)));
    // Played on freely, the lesson stays over.
    guide.follow(3);
    assert_eq!(guide.goal(), Goal::Over);
    guide.follow(0);
    guide.leave();
    assert_eq!(guide.goal(), Goal::Over);
    guide.follow(0);
    assert_eq!(guide.goal(), Goal::Over, "a lesson that was ended does not begin again");
}

#[test]
fn errors_in_a_lesson_are_reported_with_line_and_remedy() {
    let catalog = catalog();
    let wrong = [
        (
            "[[step]]\ndo = \"white to F12\"\n",
            "test.toml:7: no legal action is described as “white to F12” here. One that is legal is “white to F1",
        ),
        ("[[step]]\ndo = \"white to F5\"\n\n[[step]]\ndo = 7\n", "test.toml:10: the action 7 is not legal here"),
        (
            "[[step]]\nsay = \"Look.\"\npoint = [\"pooch\"]\n",
            "test.toml:7: nothing on the table is called `pooch` now. Did you mean `pouch`?",
        ),
    ];
    for (steps, expected) in wrong {
        let found = opened(&catalog, &format!("{HEAD}{steps}")).err().unwrap();
        assert!(found[0].to_string().starts_with(expected), "{}\nand not {expected}", found[0]);
    }
    let three = HEAD.replace("\"Robin\"", "\"Robin\", \"Kim\"") + "[[step]]\nsay = \"Look.\"\n";
    let found = opened(&catalog, &three).err().unwrap();
    assert!(found[0].to_string().contains('3'), "{}", found[0]);
    let other = HEAD.replace("standard", "standart") + "[[step]]\nsay = \"Look.\"\n";
    let found = opened(&catalog, &other).err().unwrap();
    assert!(found[0].message.contains("no variant `standart`. Did you mean `standard`?"), "{}", found[0]);
    let ambiguous =
        HEAD.replace("three-stones", "tavern-stones").replace("standard", "official").replace("seed = 10", "seed = 1");
    let ambiguous = ambiguous.replace("\"Robin\"", "\"Robin\", \"Kim\", \"Sascha\"")
        + "[[step]]\ndo = \"offer a jewel to West for gold\"\n";
    let found = opened(&catalog, &ambiguous).err().unwrap();
    assert!(
        found[0].message.starts_with(
            "several actions are described as “offer a jewel to West for gold” here: name one by its code, "
        ),
        "{}",
        found[0]
    );
}

#[test]
fn a_played_match_becomes_a_lesson_that_plays_the_same_match() {
    let catalog = catalog();
    for lesson in index::all(&folders(None)).0 {
        let (ruleset, mut guide) = index::open(&catalog, lesson).unwrap();
        let (played, [_, choose, watch]) = taken(&ruleset, &mut guide);
        let text = write::from_match(&played, Seat(0)).unwrap();
        // The learner's steps wait for their remarks.
        assert_eq!(text.matches("say = \"\"").count(), choose);
        assert_eq!(text.matches("[[step]]").count(), choose + watch);
        match opened(&catalog, &text) {
            Ok((ruleset, mut again)) => {
                let (same, _) = taken(&ruleset, &mut again);
                assert_eq!(same.choices().collect::<Vec<_>>(), played.choices().collect::<Vec<_>>());
                assert_eq!(same.seed(), played.seed());
            }
            Err(problems) => panic!("{}\n{text}", problems[0]),
        }
    }
}

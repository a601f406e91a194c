//! Lessons on the command line.

use super::*;

#[test]
fn a_recorded_match_becomes_a_lesson_that_check_verifies() {
    let home = home();
    let played = run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", "records"]);
    assert!(played.status.success());
    let lesson = run(home.path(), &["record", "records/game-000000.stonehouse-record", "--lesson", "1"]);
    let text = String::from_utf8(lesson.stdout).unwrap();
    assert!(lesson.status.success() && text.contains("learner = 1\n"), "{text}");
    let folder = home.path().join("stonehouse/lessons/three-stones");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.toml");
    fs::write(&file, &text).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(String::from_utf8(run(home.path(), &["check", name]).stdout).unwrap(), "All in order.\n");

    // The first stone where there is no pocket.
    let first = text.lines().find(|line| line.starts_with("do = ")).unwrap();
    let place = text.lines().position(|line| line == first).unwrap();
    fs::write(&file, text.replacen(first, "do = \"white to K1\"", 1)).unwrap();
    for args in [&["check", name][..], &["check"]] {
        let output = run(home.path(), args);
        let message = String::from_utf8(output.stdout).unwrap();
        let expected =
            format!("mine.toml:{place}: no legal action is described as “white to K1” here. One that is legal is “");
        assert!(output.status.code() == Some(1) && message.contains(&expected), "{message}\nand not {expected}");
    }
    let none = run(home.path(), &["record", "records/game-000000.stonehouse-record", "--lesson", "2"]);
    let message = String::from_utf8(none.stderr).unwrap();
    assert!(none.status.code() == Some(1) && message.contains("no seat 2: it has 2, counted from 0"), "{message}");
}

//! The designer's guide, command for command, and the files of the lab's commands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(home: &Path, command: &str) -> Output {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("stonehouse"), "{command}");
    Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(words)
        .current_dir(home)
        .envs([("HOME", home), ("XDG_DATA_HOME", home)])
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

/// The output of a command that must have succeeded.
fn report(home: &Path, command: &str) -> String {
    let output = run(home, command);
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_of_the_designers_guide_works_from_an_empty_folder() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lab.md");
    let page = fs::read_to_string(page).unwrap();
    let home = tempfile::tempdir().unwrap();
    for file in page.split("<!-- file ").skip(1) {
        let (name, rest) = file.split_once(" -->").unwrap();
        let text = rest.split_once("```lua\n").unwrap().1.split_once("```").unwrap().0;
        fs::write(home.path().join(name), text).unwrap();
    }
    let mut commands = 0;
    for listing in page.split("```sh\n").skip(1) {
        for command in listing.split("```").next().unwrap().lines() {
            let answer = report(home.path(), command);
            if command.contains(" tune ") && command.contains("share") {
                assert!(answer.contains("these values are consistent with it"), "{answer}");
            }
            if command.contains("--measure moments.lua") {
                let message =
                    "The share of games that the player of that action wins alone. Interval: Wilson. [moments.lua]";
                assert!(answer.contains("biggest wins") && answer.contains(message), "{answer}");
            }
            if command.contains("--worth") {
                assert!(answer.contains("worth of using") && answer.contains("points of using"), "{answer}");
            }
            if command.contains(" ladder ") {
                assert!(
                    answer.contains("Twice the thinking") && answer.contains("of all deals the same player won"),
                    "{answer}"
                );
            }
            if command.contains("--until-clear") {
                assert!(answer.contains("Every headline figure is settled"), "{answer}");
            }
            commands += 1;
        }
    }
    assert!(commands > 12, "{commands}");
    for written in ["slanted.html", "handicap.html", "even.toml", "games.csv", "ladder.html"] {
        assert!(home.path().join(written).is_file(), "{written}");
    }
    assert!(fs::read_to_string(home.path().join("even.toml")).unwrap().contains("handicap_points = [0,"));
}

#[test]
fn records_under_another_rule_diverge_at_forbidden_actions() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    report(home, "stonehouse simulate three-stones/standard --games 5 --record-dir played");
    let same = report(home, "stonehouse compare three-stones/standard --archive played");
    assert!(same.contains("5 go as they went, with the same scores"), "{same}");
    let slanted = report(home, "stonehouse compare three-stones/slanted --archive played");
    assert!(slanted.contains("5 records under three-stones/slanted") && !slanted.contains("as they went"), "{slanted}");
    assert!(slanted.contains("72 of   72 actions: over"), "{slanted}");
    let long = report(home, "stonehouse compare three-stones/standard --set white_stones=0 --archive played --json");
    assert!(long.contains("\"not_legal\""), "{long}");
    let other = run(home, "stonehouse compare stonerow/duel --archive played");
    assert!(String::from_utf8_lossy(&other.stderr).contains("no record of stonerow"), "{other:?}");
}

#[test]
fn tuning_a_knob_of_a_rule_writes_new_files_and_overwrites_none() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let rule = "local house = {}\nhouse.knobs = knobs { points = { 7, min = 0, max = 60 } }\nfunction house.final_score(ctx, score)\n    \
        if ctx.player == \"black\" then\n        return score + house.knobs.points\n    end\n    return score\nend\nreturn house\n";
    fs::write(home.join("bonus.lua"), rule).unwrap();
    let tune = "stonehouse tune three-stones/standard --script bonus.lua --goal share=1 --move rules.bonus.points=0..60:60 \
        --players random,greedy --fixed-seats --games 40 --output own.toml";
    let found = report(home, tune);
    assert!(
        found.contains("rules.bonus.points=0\n"),
        "random, who is named first, never needs that greedy gets points: {found}"
    );
    let variant = fs::read_to_string(home.join("own.toml")).unwrap();
    assert!(variant.contains("extends = \"standard\"") && variant.contains("own_bonus.lua"), "{variant}");
    assert!(variant.ends_with("\n[rules.own_bonus]\npoints = 0\n"), "{variant}");
    assert_eq!(fs::read_to_string(home.join("own_bonus.lua")).unwrap(), rule);
    // With a bonus of 0 the rule changes nothing, which is a warning.
    assert!(report(home, "stonehouse check own.toml").contains("No mistakes, 1 warning."));
    let again = run(home, tune);
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("is there already"));
    for (wrong, why) in [
        ("--move rules.bonus.pionts=0..3", "this house rule has no knob `pionts`. Did you mean `points`?"),
        ("--move rules.other.points=0..3", "has no house rule `other`. It has: bonus"),
        ("--move board=0..3", "is no whole number"),
        ("--move handicap_points=0..3", "name the place that moves: handicap_points[0]=1..5"),
        ("--move line_lenght=3..4", "Did you mean `line_length`?"),
        ("--move line_length=3..40", "line_length=9"),
    ] {
        let command =
            format!("stonehouse tune three-stones/standard --script bonus.lua --goal length=72 {wrong} --games 20");
        let output = run(home, &command);
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && report.contains(why), "{wrong}: {report}");
    }
}

#[test]
fn measures_worth_and_ladders_as_json_csv_pages_and_errors() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let own = "local measures = {}\nfunction measures.clears(game)\n    local count = {}\n    for _, seat in game.seats do\n        count[seat] = 0\n    end\n    \
        for _, action in game.actions do\n        if action.data.stone == \"clear\" then\n            count[action.seat] += 1\n        end\n    end\n    return count\nend\nreturn measures\n";
    fs::write(home.join("own.lua"), own).unwrap();
    let small = "stonehouse simulate three-stones/small-board --games 40";
    let json = report(home, &format!("{small} --measure own.lua --csv own.csv --report own.html --json --threads 1"));
    assert!(json.contains("\"own.clears\"") && json.contains("Measured by `clears` of own.lua."), "{json}");
    assert_eq!(report(home, &format!("{small} --measure own.lua --json --threads 3")), json);
    let table = fs::read_to_string(home.join("own.csv")).unwrap();
    let mut lines = table.lines();
    assert!(lines.next().unwrap().ends_with(",cut_off,own.clears"), "{table}");
    assert!(lines.all(|line| line.contains(",Black: ") && line.contains("; White: ")), "{table}");
    let page = fs::read_to_string(home.join("own.html")).unwrap();
    assert!(page.contains("<h2>clears</h2>") && page.contains("course of the score"), "{page}");
    // The own measure is first, for people; in JSON it stays last.
    assert!(page.find("<h2>clears</h2>") < page.find("<h2>single figures</h2>"), "{page}");
    assert!(json.find("\"own.clears\"") > json.find("\"used\""), "{json}");
    let text = report(home, &format!("{small} --measure own.lua"));
    assert!(text.find("\nclears") < text.find("\nwins "), "{text}");
    // How fair the seats are, with the same words in text and page.
    assert!(json.contains("\"seat_spread\"") && json.contains("\"games_needed\""), "{json}");
    for sentence in ["The spread between seats is ", "To know the spread to within 2 points takes about "] {
        assert!(text.contains(sentence) && page.contains(sentence), "{sentence}: {text}");
    }

    fs::write(home.join("wrong.lua"), own.replace("data.stone", "date.stone")).unwrap();
    let output = run(home, &format!("{small} --measure wrong.lua"));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{why}");
    assert!(why.contains("wrong.lua:8") && why.contains("an action has no `date`. Did you mean `data`?"), "{why}");
    fs::write(home.join("open.lua"), "local measures = {\n").unwrap();
    let why = String::from_utf8_lossy(&run(home, &format!("{small} --measure open.lua")).stderr).into_owned();
    assert!(why.contains("open.lua"), "{why}");
    let why = String::from_utf8_lossy(&run(home, &format!("{small} --measure none.lua")).stderr).into_owned();
    assert!(why.contains("none.lua"), "{why}");

    let worth = report(home, "stonehouse simulate three-stones/pure-skill --games 8 --worth --json");
    assert!(worth.contains("\"worth_points\"") && worth.contains("\"stone white\""), "{worth}");

    let ladder = "stonehouse ladder three-stones/small-board --from 5 --to 20 --deals 6";
    let message = report(home, &format!("{ladder} --csv rungs.csv --report rungs.html --json --threads 1"));
    assert_eq!(report(home, &format!("{ladder} --json --threads 3")), message);
    assert!(message.contains("\"verdict\"") && message.contains("\"by_seat\""), "{message}");
    let rungs = fs::read_to_string(home.join("rungs.csv")).unwrap();
    assert_eq!(rungs.lines().count(), 3, "{rungs}");
    assert!(rungs.starts_with("budget,below,games,share,lower,upper,even\n10,5,12,"), "{rungs}");
    assert!(fs::read_to_string(home.join("rungs.html")).unwrap().contains("10 against 5"));
    let why = String::from_utf8_lossy(&run(home, &format!("{ladder} --csv rungs.csv")).stderr).into_owned();
    assert!(why.contains("it is there already"), "{why}");
    let why = String::from_utf8_lossy(&run(home, "stonehouse ladder three-stones/standard --from 9 --to 10").stderr)
        .into_owned();
    assert!(why.contains("a ladder has at least two searches: from 9 it goes on at 18, and it ends at 10"), "{why}");
}

#[test]
fn worth_and_own_measures_are_compared_and_swept_in_all_formats() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let own = "local measures = {}\nfunction measures.lead(game)\n    return math.abs(game.scores.white - game.scores.black)\nend\nreturn measures\n";
    fs::write(home.join("own.lua"), own).unwrap();
    let measured = "--games 30 --worth --measure own.lua";

    let compare = format!("stonehouse compare three-stones/pure-skill --set line_length=4 {measured}");
    let text = report(home, &format!("{compare} --report compared.html"));
    for message in ["worth of using, stone white", "points of using, stone white", "\nlead "] {
        assert!(text.contains(message), "{message}: {text}");
    }
    let short = text.split("In short: ").nth(1).unwrap().lines().next().unwrap();
    let page = fs::read_to_string(home.join("compared.html")).unwrap();
    let first = short.split_inclusive(". ").next().unwrap().trim();
    assert!(page.contains(first) && page.contains("(line_length = 4)"), "{first}: {page}");
    let json = report(home, &format!("{compare} --json --threads 1"));
    assert_eq!(report(home, &format!("{compare} --json --threads 3")), json);
    let compared: serde_json::Value = serde_json::from_str(&json).unwrap();
    let difference = |metric: &str| {
        let all = compared["differences"].as_array().unwrap();
        all.iter().find(|one| one["metric"] == metric).unwrap_or_else(|| panic!("{metric}: {json}"))
    };
    assert!(difference("worth")["effect"].is_null(), "a difference of shares has no effect as shares have");
    assert!(difference("worth_points")["effect"].is_number() && difference("own.lead")["effect"].is_number());
    let page = fs::read_to_string(home.join("compared.html")).unwrap();
    assert!(page.contains("worth of using, stone white") && page.contains("<td>lead</td>"), "{page}");

    let sweep = format!("stonehouse sweep three-stones/pure-skill line_length=3..4 {measured} --show wins");
    let text = report(home, &format!("{sweep} --report swept.html"));
    for message in ["\nworth of using\n", "\npoints of using\n", "\nlead\n", "\nwins\n"] {
        assert!(text.contains(message), "{message}: {text}");
    }
    assert!(!text.contains("\nscore\n"), "{text}");
    let json = report(home, &format!("{sweep} --json --threads 1"));
    assert_eq!(report(home, &format!("{sweep} --json --threads 3")), json);
    assert!(json.contains("\"own.lead\"") && json.contains("\"worth_points\""));
    let page = fs::read_to_string(home.join("swept.html")).unwrap();
    assert!(page.contains("<h2>worth of using</h2>") && page.contains("<h2>lead</h2>"), "{page}");

    fs::write(home.join("wrong.lua"), own.replace("game.scores.white", "game.score.white")).unwrap();
    for command in
        ["compare three-stones/standard three-stones/slanted", "sweep three-stones/standard line_length=3..4"]
    {
        let output = run(home, &format!("stonehouse {command} --games 10 --measure wrong.lua"));
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && why.contains("wrong.lua:3") && why.contains("`score`"), "{why}");
        let output = run(home, &format!("stonehouse {command} --games 10 --worth --players run:none,random"));
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && why.contains("which only bots can do"), "{why}");
    }
    let output = run(home, "stonehouse compare three-stones/standard --archive played --worth");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used with"), "{output:?}");
    let output = run(home, "stonehouse simulate three-stones/standard --worth --results-only");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used with"), "{output:?}");
}

fn fields_of_csv(file: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(file).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn tables_are_the_same_on_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let own = "local measures = {}\nfunction measures.lead(game)\n    return game.scores.white - game.scores.black\nend\n\
        function measures.both(game)\n    return game.scores\nend\nreturn measures\n";
    fs::write(home.join("own.lua"), own).unwrap();
    let small = "stonehouse simulate three-stones/small-board --games 300 --players random,greedy --measure own.lua";
    report(home, &format!("{small} --csv games.csv --actions-csv actions.csv --threads 1"));
    let games = fields_of_csv(&home.join("games.csv"));
    let heads = [
        "game",
        "seed",
        "player White",
        "player Black",
        "score White",
        "score Black",
        "winners",
        "alone",
        "actions",
        "cut_off",
        "own.both",
        "own.lead",
    ];
    assert_eq!((games.len(), &games[0][..]), (301, &heads.map(str::to_owned)[..]));
    let count: usize = games[1..].iter().map(|row| row[8].parse::<usize>().unwrap()).sum();
    let actions = fields_of_csv(&home.join("actions.csv"));
    let heads = ["game", "number", "seat", "player", "action", "kind", "choices", "score White", "score Black"];
    assert_eq!((actions.len(), &actions[0][..]), (count + 1, &heads.map(str::to_owned)[..]));
    report(home, &format!("{small} --csv again.csv --actions-csv again-actions.csv --threads 3"));
    for (one, again) in [("games.csv", "again.csv"), ("actions.csv", "again-actions.csv")] {
        assert!(fs::read(home.join(one)).unwrap() == fs::read(home.join(again)).unwrap(), "{one}");
    }

    // A shard writes the rows of its own games.
    report(home, &format!("{small} --shard 2/3 --partial two.part --csv two.csv"));
    let two = fields_of_csv(&home.join("two.csv"));
    assert_eq!((&two[0], &two[1..]), (&games[0], &games[101..201]));

    for (wrong, why) in [
        ("--csv games.csv", "it is there already"),
        ("--actions-csv actions.csv", "it is there already"),
        ("--csv new.csv --resume on.part", "'--csv <FILE>' cannot be used with '--resume <FILE>'"),
        ("--actions-csv new.csv --resume on.part", "cannot be used with '--resume <FILE>'"),
        ("--csv none/new.csv", "it cannot be written"),
    ] {
        let output = run(home, &format!("{small} {wrong}"));
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && report.contains(why), "{wrong}: {report}");
    }
}

#[test]
fn the_games_before_a_failure_are_in_the_table() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let own = "local measures = {}\nfunction measures.late(game)\n    if game.number == 7 then\n        error(\"enough\")\n    end\n    return 1\nend\nreturn measures\n";
    fs::write(home.join("late.lua"), own).unwrap();
    let output = run(
        home,
        "stonehouse simulate three-stones/small-board --games 20 --players greedy,random --measure late.lua --csv late.csv",
    );
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && report.contains("enough"), "{report}");
    let rows = fields_of_csv(&home.join("late.csv"));
    let games: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(games, ["0", "1", "2", "3", "4", "5", "6"]);
}

/// Runs a command whose files may have a few kilobytes at most, as on a full disk.
#[cfg(unix)]
fn without_room(home: &Path, args: &str) -> Output {
    let limited = format!("trap '' XFSZ; ulimit -f 8; exec '{}' {args}", env!("CARGO_BIN_EXE_stonehouse"));
    Command::new("sh")
        .args(["-c", &limited])
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn a_failed_export_leaves_no_partial_file_and_keeps_old_reports() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let small = "simulate three-stones/small-board --games 2000";
    // Every file that the program keeps for later starts is written now.
    report(home, "stonehouse simulate three-stones/small-board --games 1");
    fs::write(home.join("old.html"), "an old report").unwrap();
    for export in ["--csv new.csv", "--actions-csv new.csv --threads 1", "--report old.html", "--report new.html"] {
        let output = without_room(home, &format!("{small} {export}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && message.contains("it cannot be written"), "{export}: {message}");
        let mut left: Vec<_> = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.retain(|name| name != "stonehouse");
        assert_eq!(left, ["old.html"], "{export}");
        assert_eq!(fs::read_to_string(home.join("old.html")).unwrap(), "an old report");
    }
}

#[test]
fn a_report_names_changed_knobs_and_scripts_and_its_command() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let rule = "return { line_points = function(ctx, points) return points + 1 end } -- <mine>\n";
    fs::write(home.join("plus.lua"), rule).unwrap();
    let compare =
        "stonehouse compare three-stones/small-board --set line_length=4 --script plus.lua --games 40 --seed 7";
    let text = report(home, &format!("{compare} --report compared.html"));
    let page = fs::read_to_string(home.join("compared.html")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&report(home, &format!("{compare} --json"))).unwrap();
    let rules = &json["other"]["setup"]["rules"];
    assert_eq!((&rules["knobs"]["line_length"], &rules["scripts"][0]["name"]), (&4.into(), &"plus.lua".into()));
    let hash = rules["scripts"][0]["sha256"].as_str().unwrap();
    assert_eq!((hash.len(), &json["one"]["setup"]["rules"]["scripts"]), (64, &serde_json::json!([])));
    for message in [
        "<tr><td>line_length</td><td class=\"name\">as the game comes</td><td class=\"name\">4</td></tr>",
        &format!("<tr><td>plus.lua</td><td class=\"name\">not played</td><td class=\"name\">SHA-256 {hash}</td></tr>"),
        "points + 1 end } -- &lt;mine&gt;",
        &format!("<pre>{} --report compared.html</pre>", compare.replace("line_length=4", "'line_length=4'")),
        "<tr><td>seed</td><td class=\"name\">7</td>",
        "<tr><td>games</td><td class=\"name\">40</td>",
        &format!("by Stonehouse {}", rules["stonehouse"].as_str().unwrap()),
    ] {
        assert!(page.contains(message), "{message}: {page}");
    }
    // Actions of all players in every game are listed once, and are no difference.
    let played = report(home, "stonehouse simulate three-stones/small-board --games 40");
    let used: Vec<&str> = played.lines().filter(|line| line.starts_with("used ")).collect();
    assert!(used.len() == 1 && used[0].contains("In every game: "), "{played}");
    assert!(played.contains("By everybody in every game: ") && !text.contains("\nused, stone"), "{played}{text}");
}

//! `simulate`: the form of its figures, and changes that are tried without a file.

use super::*;

#[test]
fn simulate_prints_the_fixed_form() {
    let summary = json(&["simulate", "three-stones/standard", "--games", "50", "--seed", "3", "--json"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&summary), ["format", "setup", "played", "metrics", "course"]);
    assert_eq!(summary["played"], 50);
    assert_eq!(summary["setup"]["variant"], "three-stones/standard");
    assert_eq!(summary["setup"]["seats"], serde_json::json!(["White", "Black"]));
    let metrics = summary["metrics"].as_array().unwrap();
    for metric in metrics {
        let expected = ["id", "name", "sentence", "source", "unit", "interval", "figures"];
        assert_eq!(keys(metric)[..7], expected);
        for figure in metric["figures"].as_array().unwrap() {
            assert_eq!(keys(figure)[..5], ["of", "cases", "value", "lower", "upper"]);
        }
    }
    let share = |id: &str| -> f64 {
        let metric = metrics.iter().find(|metric| metric["id"] == id).unwrap();
        metric["figures"].as_array().unwrap().iter().map(|figure| figure["value"].as_f64().unwrap()).sum()
    };
    assert!((share("wins") + share("shared_wins") - 1.0).abs() < 1e-9);
    let message = printed(&["simulate", "three-stones/standard", "--games", "50", "--seed", "3", "--explain"]);
    assert!(
        message.contains("50 games of three-stones/standard, seed 3") && message.contains("Ludii: AdvantageP1"),
        "{message}"
    );
}

#[test]
fn the_same_seed_gives_the_same_figures_on_any_number_of_threads() {
    for players in ["random,random", "greedy,search@50"] {
        let figures = |threads: &str| {
            json(&[
                "simulate",
                "three-stones/slanted",
                "--games",
                "6",
                "--seed",
                "5",
                "--threads",
                threads,
                "--players",
                players,
                "--json",
            ])
        };
        assert_eq!(figures("1"), figures("2"), "{players}");
        assert_eq!(figures("1"), figures("5"), "{players}");
    }
}

#[test]
fn as_many_play_as_are_named_where_the_variant_leaves_it_open() {
    let seats = |players: &str| {
        let summary = json(&["simulate", "stonerow/official", "--games", "2", "--players", players, "--json"]);
        summary["setup"]["seats"].as_array().unwrap().len()
    };
    assert_eq!(seats("greedy,random"), 2);
    assert_eq!(seats("greedy,random,random"), 3);
}

#[test]
fn a_knob_and_a_house_rule_are_tried_without_a_file_of_a_variant() {
    let home = home();
    let rule = "local house = {}\nfunction house.line_points(ctx, points)\n    return 0\nend\nreturn house\n";
    fs::write(home.path().join("nothing.lua"), rule).unwrap();
    let tried =
        |args: &[&str]| run(home.path(), &[&["simulate", "three-stones/standard", "--games", "9"], args].concat());
    let best = |args: &[&str]| {
        let output = tried(&[args, &["--json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        let metrics = summary["metrics"].as_array().unwrap();
        let score = metrics.iter().find(|metric| metric["id"] == "score").unwrap();
        score["figures"][0]["spread"]["quantiles"][6].as_f64().unwrap() as i64
    };
    let plain = best(&[]);
    assert!(plain > 0);
    assert_eq!(best(&["--script", "nothing.lua"]), 0);
    assert!(best(&["--set", "line_length=5"]) < plain, "longer lines are rarer");
    let points = "local house = {}\nhouse.knobs = knobs { points = { 0, min = 0, max = 9 } }\n\
                  function house.line_points() return house.knobs.points end\nreturn house\n";
    fs::write(home.path().join("worth.lua"), points).unwrap();
    assert_eq!(best(&["--script", "worth.lua"]), 0);
    assert!(best(&["--script", "worth.lua", "--set", "rules.worth.points=9"]) > plain);
    for (set, expected) in [
        ("rules.worth.points=10", "`--set rules.worth.points`: `points` must be a whole number from 0 to 9"),
        ("rules.worth.piontes=1", "`--set rules.worth.piontes`: this house rule has no knob `piontes`"),
        ("rules.wroth.points=1", "has no house rule `wroth`. Did you mean `worth`? It has: worth"),
    ] {
        let output = tried(&["--script", "worth.lua", "--set", set]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && message.contains(expected), "{message}");
    }
    let swept = run(
        home.path(),
        &["sweep", "three-stones/standard", "rules.worth.points=0..4:4", "--script", "worth.lua", "--games", "9"],
    );
    let table = String::from_utf8_lossy(&swept.stdout);
    assert!(swept.status.success() && table.contains("rules.worth.points"), "{table}");
    for (args, expected) in [
        (["--set", "line_lenght=5"], "has no knob `line_lenght`. Did you mean `line_length`?"),
        (["--set", "line_length"], "`--set line_length` has no value"),
        (["--set", "line_length=many"], "`--set line_length`: This must be"),
        (["--script", "missing.lua"], "missing.lua"),
    ] {
        let output = tried(&args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && message.contains(expected), "{message}");
    }
}

//! Rulesets side by side, swept and tuned: a planted difference is found, and no other.

use fixture_pebbles::Pebbles;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_lab::pairs::{Compared, ComparisonObserver, Pairing, compare};
use stonehouse_lab::sweep::{Axis, sweep};
use stonehouse_lab::tune::{TuneError, TuningGoal, tune};
use stonehouse_lab::{SimulationPlan, Stop, report, simulate};
use stonehouse_runtime::Plugin;

/// Pebbles under these knobs.
fn ruleset(knobs: &str) -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let text = format!("game = \"pebbles\"\nname = \"Test\"\n[knobs]\n{knobs}\n");
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin, &|_, _| None).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

fn plan(players: &str, games: u64, threads: usize) -> SimulationPlan {
    let players = players.split(',').map(|name| name.parse().unwrap()).collect();
    SimulationPlan { seed: 5, threads, ..SimulationPlan::new(players, games) }
}

/// Two rulesets until it is clear.
fn compared(one: &str, other: &str, plan: SimulationPlan, other_seed: Option<u64>) -> Compared {
    let (one, other) = (ruleset(one), ruleset(other));
    let pairing = Pairing { one: &one, other: &other, plan, other_seed, until_clear: true };
    compare(&pairing, ComparisonObserver::default()).unwrap()
}

#[test]
fn a_ruleset_compared_with_itself_differs_in_at_most_5_of_100() {
    let wrong = (0..100_u64).filter(|seed| {
        let plan = SimulationPlan { seed: *seed, ..plan("random,random", 4000, 2) };
        let found = compared("heap = 14", "heap = 14", plan, Some(seed + 1000));
        found.differences.iter().any(|figure| figure.paired && figure.is_clear)
    });
    let wrong = wrong.count();
    assert!(wrong <= 5, "{wrong} of 100 differ from themselves");
}

#[test]
fn a_planted_difference_takes_equal_games_on_any_thread_count() {
    let found =
        |threads| compared("heap = 14", "heap = 14\nhead_start = [0, 7]", plan("random,random", 50_000, threads), None);
    let one = found(1);
    let figure = |metric: &str, of: &str| {
        one.differences.iter().find(|figure| figure.metric == metric && figure.of == of).unwrap()
    };
    let second = &one.one.setup.lineup.seats[1];
    let score = figure("score", second);
    assert!(score.paired && score.is_clear && score.more.value == 7.0, "{score:?}");
    assert!(!figure("actions", "").is_clear, "the games are the same");
    assert!(one.settled && one.pairs < 50_000, "{} pairs", one.pairs);
    assert_eq!(found(8), one);

    // A longer game: the difference of the means is within the interval of the pairs.
    let longer = compared("heap = 14", "heap = 16", plan("random,random", 20_000, 2), None);
    let actions = longer.differences.iter().find(|figure| figure.metric == "actions").unwrap();
    let means = |knobs: &str| {
        let results = simulate(&ruleset(knobs), &plan("random,random", 60_000, 2)).unwrap();
        results.figure("actions", "").unwrap().estimate.value
    };
    let truth = means("heap = 16") - means("heap = 14");
    assert!((actions.more.lower..=actions.more.upper).contains(&truth), "{truth}: {actions:?}");
}

#[test]
fn a_sweep_plays_at_each_point_what_a_simulation_would() {
    let axes: [Axis; 2] = ["heap=10..20:5".parse().unwrap(), "most=2..3".parse().unwrap()];
    let knobs = |values: &[i64]| format!("heap = {}\nmost = {}", values[0], values[1]);
    let plan = plan("random,greedy", 40, 2);
    let mut rules = |values: &[i64]| Ok(ruleset(&knobs(values)));
    let mut message = 0;
    let swept = sweep("pebbles/test", &axes, &plan, &mut rules, &Stop::new(), &mut |_| message += 1).unwrap();
    assert_eq!((swept.points.len(), message), (6, 6));
    for point in &swept.points {
        assert_eq!(point.results, simulate(&ruleset(&knobs(&point.values)), &plan).unwrap());
    }
    // Two numbers give heat maps, one gives curves, those of all seats in one plot.
    let page = report::sweep(&swept, &report::ReportOrigin::default());
    assert!(page.contains("heap across, most down") && page.contains("color-mix") && page.contains("± "));
    assert!(page.contains("What does heap and most change?") && page.contains("Changes beyond chance"), "{page}");
    let mut rules = |values: &[i64]| Ok(ruleset(&format!("heap = {}", values[0])));
    let curve = sweep("pebbles/test", &axes[..1], &plan, &mut rules, &Stop::new(), &mut |_| ()).unwrap();
    let page = report::sweep(&curve, &report::ReportOrigin::default());
    let wins = page.split("<section>").find(|section| section.contains("<h2>wins</h2>")).unwrap();
    assert_eq!((wins.matches("<svg").count(), wins.matches("class=\"curve").count()), (1, 2), "{wins}");
    let failing = &mut |_: &[i64]| Err("there is no such knob".into());
    assert_eq!(
        sweep("", &axes, &plan, failing, &Stop::new(), &mut |_| ()).unwrap_err().to_string(),
        "there is no such knob"
    );
}

#[test]
fn tuning_finds_the_length_that_is_wanted_on_any_number_of_threads() {
    let axes: [Axis; 1] = ["heap=5..80".parse().unwrap()];
    let mut rules = |values: &[i64]| Ok(ruleset(&format!("heap = {}", values[0])));
    let mut found = |threads| {
        let plan = plan("random,random", 1000, threads);
        tune(&TuningGoal::Length(15.0), &axes, &plan, &mut rules, &Stop::new(), &mut |_| ()).unwrap()
    };
    let tuned = found(1);
    let length = tuned.aims[0].found.value;
    // A pebble more makes a game half an action longer.
    assert!((length - 15.0).abs() < 0.5, "heap {:?}: {length} actions", tuned.values);
    assert_eq!(tuned.results.setup.seed, 6, "fresh games");
    assert_eq!(found(8), tuned);
}

#[test]
fn players_who_always_draw_are_even_to_the_tuner() {
    // The player who moves second takes the last pebble, which is a point.
    let axes: [Axis; 1] = ["head_start[0]=0..2".parse().unwrap()];
    let mut rules = |values: &[i64]| Ok(ruleset(&format!("heap = 2\nmost = 1\nhead_start = [{}, 0]", values[0])));
    let plan = SimulationPlan { fixed_seats: true, ..plan("greedy,random", 40, 2) };
    let tuned = tune(&TuningGoal::Share(0.5), &axes, &plan, &mut rules, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!((tuned.values.as_slice(), tuned.aims[0].found.value, tuned.holds()), (&[1][..], 0.5, true));
    let shared = tuned.results.figure("shared_wins", "").unwrap().estimate.value;
    assert_eq!(shared, 1.0, "nobody wins alone");
}

#[test]
fn tuning_finds_the_value_of_a_metric_or_lists_what_there_is() {
    let axes: [Axis; 1] = ["heap=5..80".parse().unwrap()];
    let mut rules = |values: &[i64]| Ok(ruleset(&format!("heap = {}", values[0])));
    let plan = plan("random,random", 400, 2);
    let mut found = |goal: &str| tune(&goal.parse().unwrap(), &axes, &plan, &mut rules, &Stop::new(), &mut |_| ());
    // A metric that only games with all metrics have, of the whole game and of one seat.
    let turns = found("turns=12").unwrap();
    assert!((turns.aims[0].found.value - 12.0).abs() < 0.5, "{:?}", turns.aims);
    let seat = turns.results.metric("score").unwrap().figures[1].of.clone();
    let score = found(&format!("score:{seat}=0.5")).unwrap();
    assert_eq!((score.aims.len(), score.aims[0].wanted), (1, 0.5));
    let unknown = found("turn=12").unwrap_err().to_string();
    assert!(unknown.starts_with("there is no metric `turn`. Did you mean `turns`? There are: "), "{unknown}");
    let nobody = found("score:Nobody=1").unwrap_err().to_string();
    assert!(nobody.starts_with("`score` has no figure of `Nobody`."), "{nobody}");
    assert_eq!(
        found("turns:White=1").unwrap_err().to_string(),
        "`turns` is a figure of the whole game: write `turns=…`"
    );
}

#[test]
fn tuning_reports_an_unreachable_goal_and_a_stop() {
    // With an odd heap, one pebble at a time, the first to act always takes the last one.
    let axes: [Axis; 1] = ["heap=1..7:2".parse().unwrap()];
    let mut rules = |values: &[i64]| Ok(ruleset(&format!("heap = {}\nmost = 1", values[0])));
    let plan = plan("random,random", 100, 2);
    let tuned = tune(&TuningGoal::FairSeats, &axes, &plan, &mut rules, &Stop::new(), &mut |_| ()).unwrap();
    assert!(!tuned.holds(), "the first player always wins: {:?}", tuned.aims);
    assert_eq!((tuned.aims[0].found.value, tuned.aims[0].wanted), (1.0, 0.5));
    let stopped = Stop::new();
    stopped.stop();
    let error = tune(&TuningGoal::FairSeats, &axes, &plan, &mut rules, &stopped, &mut |_| ()).unwrap_err();
    assert!(matches!(error, TuneError::Stopped), "{error}");
}

#[test]
fn a_report_lists_every_metric_and_fetches_nothing() {
    let results = simulate(&ruleset("heap = 14"), &plan("greedy,random", 60, 2)).unwrap();
    let page = report::simulation(&results, &report::ReportOrigin::default());
    for metric in &results.metrics {
        assert!(page.contains(&metric.sentence), "{}", metric.id);
    }
    // The answer is first. All seats are in one plot, and single figures in one table.
    assert!(page.find("<h2>in short</h2>").unwrap() < page.find("<h2>wins</h2>").unwrap());
    assert!(
        page.contains("How does pebbles/test play between greedy, random?") && page.contains("wins most often"),
        "{page}"
    );
    let section = |name: &str| {
        let name = format!("<h2>{name}</h2>");
        page.split("<section>").find(|section| section.contains(&name)).unwrap_or_else(|| panic!("{name}: {page}"))
    };
    for name in ["wins", "score", "course of the score"] {
        assert_eq!(section(name).matches("<svg").count(), 1, "{name}");
    }
    assert!(section("single figures").contains("<td>first mover wins</td>"));
    let found = compared("heap = 14", "heap = 15", plan("greedy,random", 300, 2), None);
    let other = report::comparison(&found.one, &found.other, &found.differences, &report::ReportOrigin::default());
    for metric in &found.one.metrics {
        assert!(other.contains(&metric.sentence), "{}", metric.id);
    }
    assert!(other.contains("class=\"bar second\"") && other.contains("second against first"));
    assert!(other.contains("(heap from 14 to 15)"), "{other}");
    let (clear, unclear) = (other.matches("class=\"point clear\""), other.matches("class=\"point unclear\""));
    assert!(clear.count() > 0 && unclear.count() > 0, "{other}");
    // The summary is first; then the setup.
    let place = |text: &str| other.find(text).unwrap_or_else(|| panic!("{text}: {other}"));
    assert!(place("<h2>in short</h2>") < place("<h2>what was played</h2>"));
    assert!(place("<h2>what was played</h2>") < place("<h2>what differs</h2>"));
    // The files with which to repeat it.
    let file = |path: &str| {
        let from = place(&format!("<summary>{path}</summary>"));
        other[from..].split("<pre>").nth(1).unwrap().split("</pre>").next().unwrap().to_owned()
    };
    assert_eq!(other.matches("<summary>").count(), 1, "both variants have the id of the test's");
    assert!(file("variants/pebbles/test.toml").ends_with("[knobs]\nheap = 14\n"), "{other}");
    assert!(other.contains("<tr><td>heap</td><td class=\"name\">14</td><td class=\"name\">15</td></tr>"), "{other}");
    for page in [page, other] {
        for fetched in ["http", "src=", "<script", "<link", "url("] {
            assert!(!page.contains(fetched), "{fetched}");
        }
        assert!(page.contains("prefers-color-scheme:dark"));
    }
}

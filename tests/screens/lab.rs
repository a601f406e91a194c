//! The lab: variants are played by bots, and their figures can be read, opened and saved.

use egui::{Event, Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use std::fs;
use std::path::Path;
use std::time::Duration;
use stonehouse_engine::Record;
use stonehouse_lab_screen::{Lab, LabCommand};
use stonehouse_tests::{catalog, catalog_of, folders};
use stonehouse_ui::theme::{self, Appearance};

/// The lab, and its last request.
struct Bench {
    lab: Lab,
    command: Option<LabCommand>,
    looks: Option<Appearance>,
}

type Window = Harness<'static, Bench>;

fn window_of(lab: Lab, looks: Appearance, size: egui::Vec2) -> Window {
    let show = |ui: &mut egui::Ui, bench: &mut Bench| {
        if let Some(looks) = bench.looks.take() {
            theme::apply(ui.ctx(), looks);
            ui.set_style(ui.ctx().global_style());
        }
        bench.command = bench.lab.ui(ui).or(bench.command.take());
    };
    let bench = Bench { lab, command: None, looks: Some(looks) };
    let mut window = Harness::builder().with_size(size).build_ui_state(show, bench);
    frames(&mut window);
    window
}

fn window(variant: &str) -> Window {
    let lab = Lab::new(&catalog(), Duration::MAX).with_variant(variant).unwrap();
    window_of(lab, Appearance::default(), stonehouse_desktop::SMALL_WINDOW)
}

fn frames(window: &mut Window) {
    window.run_steps(4);
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).scroll_to_me();
    frames(window);
    window.get_by_label(label).click();
    frames(window);
}

fn label(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Sets a number, as by the keyboard.
fn number(window: &mut Window, name: &str, value: &str) {
    let is_number = |node: &Node<'_>| matches!(node.accesskit_node().role(), Role::SpinButton | Role::TextInput);
    window.get_all_by_label(name).find(is_number).expect("a number of this name").focus();
    frames(window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(value.to_owned()));
    window.key_press(Key::Enter);
    frames(window);
}

/// Starts, and waits until all is over.
fn play(window: &mut Window) {
    click(window, "Start");
    window.state_mut().lab.wait();
    frames(window);
}

/// Buttons whose name begins so.
fn buttons(window: &Window, begin: &str) -> Vec<String> {
    let all = window.query_all_by_role(Role::Button).map(|node| label(&node));
    all.filter(|label| label.starts_with(begin)).collect()
}

/// Shows frames until the lab requests something.
fn command(window: &mut Window) -> LabCommand {
    // Far more frames than any run or replay takes.
    for _ in 0..100_000 {
        window.step();
        if let Some(command) = window.state_mut().command.take() {
            return command;
        }
        std::thread::yield_now();
    }
    panic!("nothing was wished for");
}

#[test]
fn a_run_shows_plots_with_labelled_bars_and_explained_metrics() {
    let mut window = window("three-stones/small-board");
    assert!(shows(&window, "Pick a variant"));
    number(&mut window, "Games", "60");
    play(&mut window);
    for message in
        ["60 games of ", "Who wins", "How long a game is", "Scores", "Course of the score", "What actions are worth"]
    {
        assert!(shows(&window, message), "{message}");
    }
    assert!(!buttons(&window, "White wins: ").is_empty() && !buttons(&window, "Black wins: ").is_empty());
    assert!(shows(&window, "White: ") && shows(&window, "after three quarters"), "the course is described in words");
    assert_eq!(buttons(&window, "Closest: "), ["Closest: 1 point ahead"]);
    click(&mut window, "All figures");
    for message in
        ["The share of games that a seat, or its team, wins alone", "Ludii: Balance", "interval: Wilson", "White: "]
    {
        assert!(shows(&window, message), "{message}");
    }
}

#[test]
fn the_names_of_actions_are_whole_and_beside_their_figures() {
    // Wide: two columns of plots. Narrow: one.
    for size in [vec2(1280.0, 800.0), stonehouse_desktop::SMALL_WINDOW] {
        for (variant, games) in [("three-stones/small-board", "40"), ("stonerow/duel", "10")] {
            let lab = Lab::new(&catalog(), Duration::MAX).with_variant(variant).unwrap();
            let mut window = window_of(lab, Appearance::default(), size);
            number(&mut window, "Games", games);
            play(&mut window);
            window.get_by_label("What actions are worth").scroll_to_me();
            frames(&mut window);
            let head = window.get_by_label("its user wins").rect();
            let used = window.get_by_label("used").rect();
            let card = window.get_by_label("What actions are worth").rect().left();
            let names = window.query_all_by_role(Role::Label).filter(|node| {
                let rect = node.rect();
                (rect.left() - card).abs() < 1.0 && rect.top() > head.bottom() && rect.right() < used.left()
            });
            let names: Vec<String> = names.map(|node| label(&node)).collect();
            assert!(names.len() > 2, "{variant}: {names:?}");
            let painted: Vec<_> = window
                .output()
                .shapes
                .iter()
                .filter_map(|clipped| match &clipped.shape {
                    egui::Shape::Text(text) if names.iter().any(|name| name == text.galley.text()) => Some(text),
                    _ => None,
                })
                .collect();
            assert!(!painted.is_empty(), "{variant} at {size}");
            // Figures are on one line each.
            let figures = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
                egui::Shape::Text(text) if text.pos.x >= used.left() - 1.0 && text.pos.y > head.bottom() => Some(text),
                _ => None,
            });
            let figures: Vec<_> = figures.filter(|text| text.galley.text().contains(" % (")).collect();
            assert!(!figures.is_empty(), "{variant} at {size}");
            for text in figures {
                assert_eq!(text.galley.rows.len(), 1, "{variant} at {size}: {}", text.galley.text());
                assert!(text.visual_bounding_rect().right() < size.x, "{variant} at {size}: {}", text.galley.text());
            }
            for text in painted {
                let is_whole = !text.galley.elided && text.galley.rows.len() == 1;
                assert!(is_whole, "{variant} at {size}: {}", text.galley.text());
            }
        }
    }
}

#[test]
fn two_runs_of_the_same_seed_show_the_same_figures() {
    let shown = || {
        let mut window = window("three-stones/small-board");
        number(&mut window, "Games", "300");
        number(&mut window, "Seed", "7");
        play(&mut window);
        assert!(shows(&window, "seed 7"));
        buttons(&window, "White wins: ")
    };
    assert_eq!(shown(), shown());
}

#[test]
fn two_variants_are_compared_and_differences_are_listed() {
    let mut window = window("three-stones/standard");
    click(&mut window, "Compare with: nothing");
    click(&mut window, "Slanted");
    number(&mut window, "Games", "400");
    play(&mut window);
    assert!(shows(&window, "The second differs from the first beyond chance:") && shows(&window, "score, White"));
    assert!(buttons(&window, "White wins (Slanted").len() == 1, "bars of both stand side by side");
    click(&mut window, "All figures");
    assert!(shows(&window, "What differs") && shows(&window, "differs, ") && shows(&window, "no clear difference"));
}

#[test]
fn a_bar_opens_a_game_that_it_counts_of_the_shown_length() {
    let mut window = window("three-stones/small-board");
    number(&mut window, "Games", "50");
    play(&mut window);
    let bar = buttons(&window, "Black wins: ").remove(0);
    click(&mut window, &bar);
    let LabCommand::Review(file) = command(&mut window) else { panic!("a game is to be reviewed") };
    let catalog = catalog();
    let replayed = |file: &Path| {
        let record = Record::read_interrupted(file).unwrap();
        let game = catalog.game(&record.header.game).unwrap();
        record.replay(&game.plugin).unwrap()
    };
    let scores = replayed(&file).end().expect("it is over").outcome.scores.clone();
    assert!(scores[1] > scores[0], "Black won it: {scores:?}");
    let longest = buttons(&window, "Longest: ").remove(0);
    click(&mut window, &longest);
    let LabCommand::Review(file) = command(&mut window) else { panic!("a game is to be reviewed") };
    let actions = replayed(&file).choices().count();
    assert_eq!(longest, format!("Longest: {actions} actions"));
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_played() {
    let mut window = window("three-stones/standard");
    number(&mut window, "Games", "10000000");
    click(&mut window, "Start");
    let is_shown = (0..100_000).any(|_| {
        window.step();
        std::thread::yield_now();
        window.query_by_label("Who wins").is_some()
    });
    assert!(is_shown);
    assert!(shows(&window, " left"), "the time left is shown");
    click(&mut window, "Stop");
    window.state_mut().lab.wait();
    frames(&mut window);
    assert!(shows(&window, "then it was stopped") && shows(&window, "Who wins"));
    assert!(window.query_by_label("Start").is_some());
}

#[test]
fn a_report_is_named_after_its_variant_and_never_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let catalog = catalog_of(&folders(Some(&home.path().join("records"))));
    let lab = Lab::new(&catalog, Duration::MAX).with_variant("three-stones/small-board").unwrap();
    let mut window = window_of(lab, Appearance::default(), vec2(1280.0, 800.0));
    number(&mut window, "Games", "20");
    play(&mut window);
    for count in 1..=2 {
        click(&mut window, "Save report");
        window.state_mut().lab.wait();
        frames(&mut window);
        let files: Vec<_> =
            fs::read_dir(home.path().join("reports")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), count);
        assert!(files.iter().any(|file| shows(&window, &format!("Saved as {}", file.display()))), "the path is shown");
        for file in files {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            assert!(
                name.starts_with("three-stones-small-board-2") && file.extension().is_some_and(|end| end == "html"),
                "{name}"
            );
            assert!(fs::read_to_string(&file).unwrap().contains("<svg"));
        }
    }
}

#[test]
fn an_impossible_comparison_is_reported_in_a_sentence() {
    let mut window = window("stonerow/official");
    click(&mut window, "Compare with: nothing");
    click(&mut window, "Duel");
    click(&mut window, "Start");
    assert!(shows(&window, "only variants of as many seats can be compared"));
}

#[test]
fn the_lab_works_by_keyboard_in_both_themes_with_large_text() {
    for theme in [ThemePreference::Light, ThemePreference::Dark] {
        let lab = Lab::new(&catalog(), Duration::MAX).with_variant("three-stones/small-board").unwrap();
        let looks = Appearance { theme, text: 2.0, animation: 0.0 };
        let mut window = window_of(lab, looks, stonehouse_desktop::SMALL_WINDOW);
        number(&mut window, "Games", "20");
        // By Tab from wherever the keyboard is to a button that is named so, and Enter.
        let mut reach = |begin: &str| {
            for _ in 0..120 {
                let is_there = |node: &Node<'_>| node.accesskit_node().is_focused() && label(node).starts_with(begin);
                let found = window.query_all_by_role(Role::Button).any(|node| is_there(&node));
                if found {
                    window.key_press(Key::Enter);
                    frames(&mut window);
                    window.state_mut().lab.wait();
                    frames(&mut window);
                    return;
                }
                window.key_press(Key::Tab);
                window.run_steps(1);
            }
            panic!("{begin} cannot be reached");
        };
        reach("Start");
        reach("White wins: ");
        assert!(matches!(command(&mut window), LabCommand::Review(_)));
    }
}

/// The lab over the bundled folders and empty ones of one's own.
fn with_own(home: &Path) -> Window {
    let (variants, scripts) = (home.join("variants"), home.join("scripts"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    let mut folders = folders(Some(&home.join("records")));
    folders.add_named(&[], &[variants], &[scripts]);
    let lab = Lab::new(&catalog_of(&folders), Duration::MAX).with_variant("three-stones/small-board").unwrap();
    window_of(lab, Appearance::default(), vec2(1280.0, 800.0))
}

/// Lets the second player's handicap move from 0 to 20 in steps of 10.
fn moves(window: &mut Window) {
    click(window, "A number that moves: nothing");
    click(window, "Points that White and Black start with, place 2");
    number(window, "From", "0");
    number(window, "To", "20");
    number(window, "Step", "10");
    number(window, "Games", "100");
}

#[test]
fn a_sweep_shows_every_figure_at_every_value_of_a_number() {
    let home = tempfile::tempdir().unwrap();
    let mut window = with_own(home.path());
    moves(&mut window);
    play(&mut window);
    assert!(shows(&window, "100 games at each of 3 points"));
    assert!(shows(&window, "what handicap_points[1] changes"));
    click(&mut window, "What is shown: wins");
    click(&mut window, "score");
    assert!(shows(&window, "The points of a seat at the end"), "the sentence of what is shown");
    // Black's mean grows by the handicap: the games are the same.
    let means: Vec<f64> = window
        .query_all_by_label_contains(" to ")
        .filter_map(|node| label(&node).split_once(" (")?.0.parse().ok())
        .collect();
    assert_eq!(means.len(), 6, "White and Black at three values: {means:?}");
    assert!((means[3] - means[1] - 10.0).abs() < 0.011 && (means[5] - means[1] - 20.0).abs() < 0.011, "{means:?}");
}

#[test]
fn values_are_found_for_a_goal_and_saved_as_a_new_variant() {
    let home = tempfile::tempdir().unwrap();
    let mut window = with_own(home.path());
    moves(&mut window);
    click(&mut window, "What for: Play all values");
    click(&mut window, "Every seat wins equally often");
    play(&mut window);
    assert!(shows(&window, "What was found") && shows(&window, "handicap_points[1]=0"));
    for count in 1..=2 {
        click(&mut window, "Save as variant");
        let own = home.path().join("variants/three-stones");
        let mut files: Vec<_> = fs::read_dir(own).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert_eq!(files.len(), count, "nothing is overwritten");
        assert!(shows(&window, "Saved as "));
        let text = fs::read_to_string(&files[0]).unwrap();
        assert!(text.contains("extends = \"small-board\"") && text.contains("name = \"Small board, tuned\""), "{text}");
    }
    click(&mut window, "What for: Every seat wins equally often");
    click(&mut window, "The first player wins a share");
    click(&mut window, "Start");
    assert!(shows(&window, "Seat different bots"), "a share is of one of several players");
}

/// Saves the report, and returns the names of all that were saved.
fn report(window: &mut Window, home: &Path) -> Vec<String> {
    click(window, "Save report");
    window.state_mut().lab.wait();
    frames(window);
    assert!(shows(window, "Saved as "));
    let files = fs::read_dir(home.join("reports")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files
        .map(|file| {
            assert!(fs::read_to_string(&file).unwrap().contains("<svg"), "{}", file.display());
            file.file_name().unwrap().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn sweep_and_search_reports_are_named_and_never_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let mut window = with_own(home.path());
    moves(&mut window);
    let save = |window: &Window| window.get_by_label("Save report").accesskit_node().is_disabled();
    assert!(save(&window), "nothing was played yet");
    play(&mut window);
    for count in 1..=2 {
        let names = report(&mut window, home.path());
        let is_sweep = |name: &String| name.starts_with("three-stones-small-board-handicap-points-1-2");
        assert!(names.len() == count && names.iter().all(is_sweep), "{names:?}");
    }
    let file = fs::read_dir(home.path().join("reports")).unwrap().next().unwrap().unwrap().path();
    let page = fs::read_to_string(file).unwrap();
    assert!(
        page.contains("what handicap_points[1] changes") && page.contains("At each of 3 points: 100 games"),
        "{page}"
    );
    click(&mut window, "What for: Play all values");
    click(&mut window, "Every seat wins equally often");
    play(&mut window);
    let names = report(&mut window, home.path());
    assert!(names.len() == 3 && names[2].starts_with("three-stones-small-board-tuned-2"), "{names:?}");
}

#[test]
fn a_knob_of_a_rule_can_be_swept_and_saved() {
    let home = tempfile::tempdir().unwrap();
    let [variants, scripts] = ["variants", "scripts"].map(|folder| home.path().join(folder).join("three-stones"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    let rule = "-- Black gets a bonus.\nlocal house = {}\nhouse.knobs = knobs { bonus = { 30, min = 0, max = 90, doc = \"Points for Black.\" } }\n\
        function house.final_score(ctx, score)\n    if ctx.player == \"black\" then\n        \
        return score + house.knobs.bonus\n    end\n    return score\nend\nreturn house\n";
    fs::write(scripts.join("bonus.lua"), rule).unwrap();
    let text = "game = \"three-stones\"\nname = \"Bonus\"\nextends = \"small-board\"\nscripts = [\"bonus.lua\"]\n";
    fs::write(variants.join("bonus.toml"), text).unwrap();
    let mut own = folders(Some(&home.path().join("records")));
    own.add_named(&[], &[home.path().join("variants")], &[home.path().join("scripts")]);
    let lab = Lab::new(&catalog_of(&own), Duration::MAX).with_variant("three-stones/bonus").unwrap();
    let mut window = window_of(lab, Appearance::default(), vec2(1280.0, 800.0));
    click(&mut window, "A number that moves: nothing");
    click(&mut window, "Black gets a bonus: Points for Black");
    for (name, value) in [("From", "0"), ("To", "60"), ("Step", "60"), ("Games", "100")] {
        number(&mut window, name, value);
    }
    play(&mut window);
    assert!(shows(&window, "100 games at each of 2 points") && shows(&window, "what rules.bonus.bonus changes"));
    let black: Vec<String> = window.query_all_by_label_contains("100.0 % (").map(|node| label(&node)).collect();
    assert_eq!(black.len(), 1, "with 60 points more Black wins every game: {black:?}");
    click(&mut window, "What for: Play all values");
    click(&mut window, "Every seat wins equally often");
    play(&mut window);
    assert!(shows(&window, "rules.bonus.bonus=0"));
    for variant in ["bonus-tuned", "bonus-tuned-2"] {
        click(&mut window, "Save as variant");
        assert!(shows(&window, "Saved as "));
        let text = fs::read_to_string(variants.join(format!("{variant}.toml"))).unwrap();
        assert!(text.ends_with("\n[rules.bonus]\nbonus = 0\n") && !text.contains("scripts"), "{text}");
    }
    let again = catalog_of(&own);
    let (game, saved) = again.variant("three-stones/bonus-tuned-2").unwrap();
    assert!(stonehouse_engine::Ruleset::compile(&game.plugin, saved).is_ok());
    assert_eq!(fs::read_to_string(scripts.join("bonus.lua")).unwrap(), rule, "nothing is overwritten");
}

/// Frames of the program until this is on the screen.
fn until(window: &mut super::Window, label: &str) {
    // Far more frames than any run or replay takes.
    for _ in 0..100_000 {
        if window.query_by_label(label).is_some() {
            return super::frames(window);
        }
        window.state_mut().wait_for_bot();
        window.step();
        std::thread::yield_now();
    }
    panic!("{label:?} never came");
}

#[test]
fn the_launcher_opens_the_lab_and_reviews_return_to_its_result() {
    let records = tempfile::tempdir().unwrap();
    let mut window = super::new_window(records.path());
    super::click(&mut window, "Lab");
    super::click(&mut window, "Start");
    until(&mut window, "Who wins");
    let bar = |node: &Node<'_>| label(node).starts_with("White wins: ");
    window.query_all_by_role(Role::Button).find(bar).expect("a bar").click();
    until(&mut window, "Share");
    super::click(&mut window, "Back");
    assert!(window.query_by_label("Who wins").is_some());
    super::click(&mut window, "Back");
    assert!(window.query_by_label("History").is_some(), "the launcher");
}

#[test]
fn the_lab_compares_unsaved_workshop_changes_with_the_parent() {
    let home = tempfile::tempdir().unwrap();
    let mut window = super::workshop::workshop(home.path(), "Standard of 3 Stones");
    super::workshop::tick(&mut window, "Diagonal lines count double");
    super::workshop::click_far(&mut window, "Against the parent, in the lab");
    until(&mut window, "Start");
    assert!(window.query_by_label("Compare with: My Standard (not saved)").is_some());
    super::click(&mut window, "Start");
    until(&mut window, "Who wins");
    assert!(window.query_all_by_label_contains("• score, White: ").next().is_some());
    super::click(&mut window, "Back");
    assert!(
        window.query_all_by_label_contains("• Diagonal lines count double").next().is_some(),
        "the workshop as it was"
    );
}

//! Every house rule that ships, in every variant: undo, resuming, replaying, searching and simulating give the same
//! games.

use super::{assert_repeats, random_match};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use stonehouse_bots::{BotSpec, Budget, Stop, Viewpoint};
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{GameEntry, Ruleset};
use stonehouse_lab::{SimulationPlan, simulate};
use stonehouse_plugin::{Json, KnobKind, Rng, json};
use stonehouse_runtime::{HOUSE_ACTIONS, Position};
use stonehouse_tests::{catalog, ruleset};

/// Every bundled variant with house rules, with its name.
fn ruled() -> Vec<(String, Arc<Ruleset>)> {
    let catalog = catalog();
    let games = catalog.games().iter();
    let ruled = games.flat_map(|game| game.variants.iter().map(move |variant| (game, variant)));
    let ruled = ruled.filter(|(_, variant)| !variant.scripts.is_empty());
    let compiled = ruled.map(|(game, variant)| {
        let ruleset = Ruleset::compile(&game.plugin, variant).unwrap_or_else(|problems| panic!("{problems:?}"));
        (variant.full_name(), ruleset)
    });
    compiled.collect()
}

#[test]
fn matches_under_shipped_rules_undo_resume_and_replay_equally() {
    let records = tempfile::tempdir().unwrap();
    let ruled = ruled();
    assert!(ruled.len() > 30, "{} variants with house rules", ruled.len());
    for (name, ruleset) in ruled {
        for seed in 0..2 {
            assert_repeats(&random_match(&ruleset, seed, records.path()), seed, &name);
        }
    }
}

#[test]
fn a_search_under_shipped_rules_repeats_and_changes_no_position() {
    for (name, ruleset) in ruled() {
        let mut position = Position::deal(ruleset.rules(), 3).unwrap();
        for number in 0..4 {
            let Some(seat) = position.to_act().unwrap() else { break };
            let choose = |on: &Position| {
                let mut bot = BotSpec::Search(Budget::Iterations(24)).build(number);
                bot.choose(&Viewpoint::new(on, seat), &Stop::new()).unwrap_or_else(|error| panic!("{name}: {error}"))
            };
            let looks = super::Looks::of(&position);
            let copy = position.try_clone().unwrap();
            let chosen = choose(&position);
            let chooses = &choose;
            let elsewhere = thread::scope(|scope| scope.spawn(move || chooses(&copy)).join().unwrap());
            assert_eq!(chosen, elsewhere, "{name}");
            assert!(super::Looks::of(&position) == looks, "{name}: the search changed what it looked at");
            position.play_candidate(chosen).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn shipped_rule_simulations_are_equal_on_one_and_eight_threads() {
    for (name, ruleset) in ruled() {
        let players = vec![BotSpec::Random.into(); ruleset.seating().seats.len()];
        let figures = |threads: usize| {
            // A thread takes 256 games at a time.
            let plan = SimulationPlan { seed: 7, threads, ..SimulationPlan::new(players.clone(), 260) };
            simulate(&ruleset, &plan).unwrap_or_else(|error| panic!("{name}: {error}")).metrics
        };
        assert_eq!(figures(1), figures(8), "{name}");
    }
}

#[test]
fn an_action_of_the_house_is_one_kind_whatever_it_is_aimed_at() {
    let plan = SimulationPlan { seed: 7, ..SimulationPlan::new(vec![BotSpec::Random.into(); 2], 40) };
    let metrics = simulate(&ruleset("three-stones/turncoat"), &plan).unwrap().metrics;
    let used = metrics.iter().find(|metric| metric.id == "used").unwrap();
    let kinds: Vec<&str> = used.figures.iter().map(|figure| figure.of.as_str()).collect();
    assert_eq!(kinds, ["Turn a stone clear", "stone black", "stone clear", "stone white"]);
}

/// The least and the greatest value of a knob, or all that it has; none of a text.
fn ends(kind: &KnobKind) -> Vec<Json> {
    match kind {
        KnobKind::Boolean => vec![json!(false), json!(true)],
        KnobKind::Integer { min, max } => vec![json!(min), json!(max)],
        KnobKind::Fraction { min, max, .. } => vec![json!(min), json!(max)],
        KnobKind::Word(words) => words.iter().map(|(word, _)| json!(word)).collect(),
        KnobKind::List { of, max, .. } => ends(of).into_iter().map(|end| json!(vec![end; *max])).collect(),
        KnobKind::Optional(of) => ends(of),
        _ => Vec::new(),
    }
}

/// Plays at random for a while, house rules as often as not, and returns the failure.
fn fails(ruleset: &Arc<Ruleset>, seed: u64) -> Option<String> {
    const LONG_ENOUGH: u32 = 250;
    let mut position = Position::deal(ruleset.rules(), seed).map_err(|error| error.to_string()).ok()?;
    let mut random = Rng::from_seed(seed);
    let mut actions = Vec::new();
    for _ in 0..LONG_ENOUGH {
        match position.to_act() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(error.to_string()),
        }
        if let Err(error) = position.legal_actions(&mut actions) {
            return Some(error.to_string());
        }
        let of_the_house: Vec<_> = actions.iter().copied().filter(|action| action.0 >= HOUSE_ACTIONS).collect();
        let from = if of_the_house.is_empty() || random.below(2) == 0 { &actions } else { &of_the_house };
        let chosen = *random.pick(from)?;
        if let Err(error) = position.apply(chosen) {
            return Some(error.to_string());
        }
    }
    None
}

/// Plays a variant, changed in some way, at its table, and returns the problem: a match halts, or it is refused without
/// naming the cause.
fn wrong(game: &GameEntry, variant: Variant, knob: Option<&str>) -> Option<String> {
    let what = format!(
        "{}, {} seats, {knob:?} = {:?}",
        variant.full_name(),
        variant.seats,
        knob.map(|knob| &variant.knobs[knob])
    );
    let variant = Arc::new(variant);
    match Ruleset::compile(&game.plugin, &variant) {
        Ok(ruleset) => (0..2).find_map(|seed| fails(&ruleset, seed)).map(|why| format!("{what}: {why}")),
        Err(problems) => {
            let message = format!("{problems:?}");
            let mut bare = (*variant).clone();
            bare.scripts.clear();
            let by_the_game = Ruleset::compile(&game.plugin, &Arc::new(bare)).is_err();
            let hooks = game.plugin.hooks().iter().map(|hook| format!("`{}`", hook.name));
            let names_script = variant
                .scripts
                .iter()
                .map(|script| script.name.clone())
                .chain(hooks)
                .any(|name| message.contains(&name));
            let names_knob = game.plugin.knobs().iter().any(|knob| message.contains(&format!("`{}`", knob.name)));
            // The wording of the game's own refusals is the game's.
            let named = by_the_game || names_script && names_knob;
            (!named).then(|| format!("{what} is refused, but not by name: {message}"))
        }
    }
}

#[test]
fn shipped_rules_play_or_are_refused_at_both_ends_of_each_knob() {
    let catalog = catalog();
    let mut changed: Vec<(&GameEntry, Variant, Option<String>)> = Vec::new();
    for game in catalog.games() {
        let seats = game.plugin.about().seats;
        for variant in game.variants.iter().filter(|variant| !variant.scripts.is_empty()) {
            for count in seats.min..=seats.max {
                let seated = variant.with_seats(count);
                changed.push((game, seated.clone(), None));
                // Knobs are turned at the smallest and at the largest table.
                let knobs = if count == seats.min || count == seats.max { game.plugin.knobs() } else { &[] };
                for knob in knobs {
                    for end in ends(&knob.kind) {
                        let mut turned = seated.clone();
                        turned.knobs.insert(knob.name.clone(), end);
                        changed.push((game, turned, Some(knob.name.clone())));
                    }
                }
            }
        }
    }
    assert!(changed.len() > 1000, "{}", changed.len());
    let (next, problems) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let check = || {
        while let Some((game, variant, knob)) = changed.get(next.fetch_add(1, Ordering::Relaxed)) {
            problems.lock().unwrap().extend(wrong(game, variant.clone(), knob.as_deref()));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(check)));
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), changed.len(), problems.join("\n"));
}

#[test]
fn allies_are_called_by_the_names_of_their_seats_at_every_table() {
    for (seats, names) in [
        (3, &["South", "West", "East"][..]),
        (4, &["South", "West", "North", "East"]),
        (5, &["South", "West", "Northwest", "Northeast", "East"]),
    ] {
        let catalog = catalog();
        let game = catalog.game("tavern-stones").unwrap();
        let mut variant = game.variant("alliance").unwrap().with_seats(seats);
        variant.knobs.insert("jewels".to_owned(), json!(20));
        let ruleset = Ruleset::compile(&game.plugin, &Arc::new(variant)).unwrap();
        let mut allied = 0;
        for seed in 0..12 {
            let mut position = Position::deal(ruleset.rules(), seed).unwrap();
            let mut random = Rng::from_seed(seed);
            let mut actions = Vec::new();
            for _ in 0..120 {
                if position.to_act().unwrap().is_none() {
                    break;
                }
                position.legal_actions(&mut actions).unwrap();
                let of_the_house: Vec<_> = actions.iter().copied().filter(|action| action.0 >= HOUSE_ACTIONS).collect();
                let chosen = *random.pick(if of_the_house.is_empty() { &actions } else { &of_the_house }).unwrap();
                position.apply(chosen).unwrap();
                for message in position.messages().iter().map(|message| message.text.fill(names)) {
                    let pair = message.strip_suffix(" are allied.").unwrap();
                    let (one, other) = pair.split_once(" and ").unwrap();
                    assert!(names.contains(&one) && names.contains(&other) && one != other, "{seats} seats: {message}");
                    allied += 1;
                }
            }
        }
        assert!(allied > 0, "{seats} seats");
    }
}

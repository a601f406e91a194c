//! Every metric computed again, plainly and slowly, from the records of a few hundred games: the lab must return the
//! same.

use super::games::{Played, plan, read, ruleset};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_lab::{SimulationPlan, SimulationResults, simulate};

/// How far 95 of 100 cases of a normal distribution reach.
const Z: f64 = 1.96;

/// The metric of a figure, and its seat, player or kind.
pub type Key = (String, String);

/// A figure: its value, its interval, and from how many cases.
#[derive(Clone, Copy, Debug)]
struct Expected {
    cases: u64,
    value: f64,
    lower: f64,
    upper: f64,
}

/// The team that won alone.
fn sole_team(game: &Played) -> Option<u8> {
    let teams: BTreeSet<u8> = game.winners.iter().map(|seat| game.teams[*seat]).collect();
    if teams.len() == 1 { teams.first().copied() } else { None }
}

fn won(game: &Played, seat: usize) -> f64 {
    f64::from(u8::from(sole_team(game) == Some(game.teams[seat])))
}

/// The best score of a team, and of all others.
fn bests(game: &Played, scores: &[i64], team: u8) -> (i64, i64) {
    let of =
        |own: bool| (0..scores.len()).filter(|seat| (game.teams[*seat] == team) == own).map(|seat| scores[seat]).max();
    (of(true).unwrap(), of(false).unwrap())
}

/// The team that is alone in front.
fn leader(game: &Played, scores: &[i64]) -> Option<u8> {
    let teams: BTreeSet<u8> = game.teams.iter().copied().collect();
    teams.into_iter().find(|team| {
        let (own, other) = bests(game, scores, *team);
        own > other
    })
}

/// The contribution of one game to each figure, as a part of so much: shares and means are sums of the first by sums of
/// the second.
pub fn values(game: &Played, names: &[String]) -> BTreeMap<Key, (f64, f64)> {
    let mut all = BTreeMap::new();
    let mut say = |id: &str, of: &str, value: f64, of_all: f64| {
        all.insert((id.to_owned(), of.to_owned()), (value, of_all));
    };
    let differ = names.iter().any(|name| *name != names[0]);
    for (seat, name) in game.seats.iter().enumerate() {
        say("wins", name, won(game, seat), 1.0);
        say("score", name, game.scores[seat] as f64, 1.0);
        if differ {
            let player = numbered(names, game.players[seat]);
            say("player_wins", &player, won(game, seat), 1.0);
            say("player_score", &player, game.scores[seat] as f64, 1.0);
        }
    }
    let teams: BTreeSet<u8> = game.teams.iter().copied().collect();
    let winner = sole_team(game);
    if teams.len() < game.seats.len() {
        for team in teams {
            let of: Vec<&str> =
                (0..game.seats.len()).filter(|seat| game.teams[*seat] == team).map(|seat| &*game.seats[seat]).collect();
            say("team_wins", &of.join(" and "), f64::from(u8::from(winner == Some(team))), 1.0);
        }
    }
    say("shared_wins", "", f64::from(u8::from(winner.is_none())), 1.0);
    say("first_mover", "", won(game, game.steps[0].seat), 1.0);
    say("actions", "", game.steps.len() as f64, 1.0);
    // Turns: runs of the same seat.
    let mut runs: Vec<usize> = Vec::new();
    for step in &game.steps {
        if runs.last() != Some(&step.seat) {
            runs.push(step.seat);
        }
    }
    say("turns", "", runs.len() as f64, 1.0);
    let most = (0..game.seats.len()).map(|seat| runs.iter().filter(|run| **run == seat).count()).max().unwrap();
    say("most_turns", "", most as f64, 1.0);
    let decisions = game.steps.len() as f64;
    say("choices", "", game.steps.iter().map(|step| step.choices as f64).sum(), decisions);
    say("forced", "", game.steps.iter().filter(|step| step.choices == 1).count() as f64, decisions);
    let leaders: Vec<u8> = game.steps.iter().filter_map(|step| leader(game, &step.scores)).collect();
    say("lead_changes", "", leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64, 1.0);
    if let Some(winner) = winner {
        let (own, other) = bests(game, &game.scores, winner);
        say("margin", "", (own - other) as f64, 1.0);
        let behind: Vec<f64> = game
            .steps
            .iter()
            .map(|step| bests(game, &step.scores, winner))
            .map(|(own, other)| (other - own) as f64)
            .collect();
        let worse: Vec<f64> = behind.iter().copied().filter(|points| *points > 0.0).collect();
        say("drama", "", if worse.is_empty() { 0.0 } else { worse.iter().sum::<f64>() / worse.len() as f64 }, 1.0);
        say("overcome", "", worse.iter().copied().fold(0.0, f64::max), 1.0);
        let last = game.steps.len() - 1;
        // The first action after which, and after all that follow, the winner is in front.
        let from =
            (0..=last).find(|from| game.steps[*from..].iter().all(|step| leader(game, &step.scores) == Some(winner)));
        say("decision_point", "", from.unwrap_or(last) as f64 / last.max(1) as f64, 1.0);
        let middle = (game.steps.len() / 2).max(1) - 1;
        say("comebacks", "", f64::from(u8::from(behind[middle] > 0.0)), 1.0);
    }
    let kinds: BTreeSet<&str> = game.steps.iter().map(|step| step.kind.as_str()).collect();
    for kind in kinds {
        say("used", kind, 1.0, 1.0);
        let users: BTreeSet<usize> = game.steps.iter().filter(|step| step.kind == kind).map(|step| step.seat).collect();
        say("used_wins", kind, users.iter().map(|seat| won(game, *seat)).sum(), users.len() as f64);
    }
    all
}

/// A player's name; those that several have are numbered.
fn numbered(names: &[String], player: usize) -> String {
    let name = &names[player];
    if names.iter().filter(|other| *other == name).count() == 1 {
        return name.clone();
    }
    format!("{name} {}", names[..=player].iter().filter(|other| *other == name).count())
}

/// Wilson's interval: where a true share would be whose own interval just reaches the one that was found.
fn wilson(share: f64, n: f64) -> (f64, f64) {
    // (share - p)^2 = Z^2 p (1 - p) / n, solved for p.
    let (a, b, c) = (1.0 + Z * Z / n, -(2.0 * share + Z * Z / n), share * share);
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    (((-b - root) / (2.0 * a)).max(0.0), ((-b + root) / (2.0 * a)).min(1.0))
}

fn share(values: &[(f64, f64)]) -> Expected {
    let (count, n): (f64, f64) = (values.iter().map(|value| value.0).sum(), values.iter().map(|value| value.1).sum());
    let (lower, upper) = wilson(count / n, n);
    Expected { cases: n as u64, value: count / n, lower, upper }
}

fn mean(values: &[f64]) -> Expected {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let half = Z * (variance / n).sqrt();
    Expected { cases: values.len() as u64, value: mean, lower: mean - half, upper: mean + half }
}

/// A ratio of sums over games.
fn ratio(values: &[(f64, f64)]) -> Expected {
    let n = values.len() as f64;
    let (own, all): (f64, f64) = (values.iter().map(|value| value.0).sum(), values.iter().map(|value| value.1).sum());
    let value = own / all;
    let rest: f64 = values.iter().map(|(own, all)| (own - value * all).powi(2)).sum();
    let half = Z * (rest / (n - 1.0) / n).sqrt() / (all / n);
    Expected { cases: all as u64, value, lower: value - half, upper: value + half }
}

/// The share of the variance that is between groups, by an analysis of variance.
fn between(groups: &[Vec<f64>]) -> Option<Expected> {
    let (count, size) = (groups.len() as f64, groups[0].len() as f64);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let all: Vec<f64> = groups.concat();
    let grand = mean(&all);
    let among = size * groups.iter().map(|group| (mean(group) - grand).powi(2)).sum::<f64>() / (count - 1.0);
    let within = groups.iter().flat_map(|group| group.iter().map(|value| (value - mean(group)).powi(2))).sum::<f64>()
        / (count * (size - 1.0));
    let sum = among + (size - 1.0) * within;
    if sum == 0.0 {
        return None;
    }
    let value = (among - within) / sum;
    let error = (1.0 - value) * (1.0 + (size - 1.0) * value) * (2.0 / (size * (size - 1.0) * (count - 1.0))).sqrt();
    Some(Expected { cases: groups.len() as u64, value, lower: value - Z * error, upper: value + Z * error })
}

/// Every figure of these games.
fn figures(games: &[Played], names: &[String], replays: usize) -> BTreeMap<Key, Expected> {
    let mut of_games: BTreeMap<Key, Vec<(f64, f64)>> = BTreeMap::new();
    for game in games {
        for (key, value) in values(game, names) {
            of_games.entry(key).or_default().push(value);
        }
    }
    let mut all: BTreeMap<Key, Expected> = of_games
        .into_iter()
        .map(|(key, mut values)| {
            let figure = match key.0.as_str() {
                "choices" | "forced" => ratio(&values),
                "used" => {
                    values.resize(games.len(), (0.0, 1.0));
                    share(&values)
                }
                "used_wins" => {
                    let Expected { cases, value, lower, .. } = ratio(&values);
                    let error = (value - lower) / Z;
                    let certain = error < 1e-9 || value == 0.0 || value == 1.0;
                    let worth = if certain { values.len() as f64 } else { value * (1.0 - value) / (error * error) };
                    let (lower, upper) = wilson(value, worth);
                    Expected { cases, value, lower, upper }
                }
                id if id.contains("wins") || ["first_mover", "comebacks"].contains(&id) => share(&values),
                _ => mean(&values.iter().map(|value| value.0).collect::<Vec<_>>()),
            };
            (key, figure)
        })
        .collect();
    let differ = names.iter().any(|name| *name != names[0]);
    let deals: Vec<&[Played]> = games.chunks(replays).collect();
    let teams = |game: &Played| -> BTreeSet<u8> { game.winners.iter().map(|seat| game.teams[*seat]).collect() };
    // The share of the wins, deal by deal, of the seat that `sits` returns for each game.
    let shares = |sits: &dyn Fn(&Played) -> usize| {
        let gets = |game: &Played| {
            let teams = teams(game);
            if teams.contains(&game.teams[sits(game)]) { 1.0 / teams.len() as f64 } else { 0.0 }
        };
        let by_deal: Vec<f64> = deals.iter().map(|deal| deal.iter().map(gets).sum::<f64>() / replays as f64).collect();
        let Expected { value, lower, .. } = mean(&by_deal);
        let error = (value - lower) / Z;
        let certain = error < 1e-6 || value == 0.0 || value == 1.0;
        let worth = if certain { by_deal.len() as f64 } else { value * (1.0 - value) / (error * error) };
        let (lower, upper) = wilson(value, worth);
        Expected { cases: games.len() as u64, value, lower, upper }
    };
    for player in (0..names.len()).filter(|_| differ) {
        let sits = |game: &Played| game.players.iter().position(|other| *other == player).unwrap();
        all.insert(("player_shares".into(), numbered(names, player)), shares(&sits));
    }
    if games.iter().any(|game| teams(game).len() > 1) {
        for (seat, name) in games[0].seats.iter().enumerate() {
            all.insert(("seat_shares".into(), name.clone()), shares(&|_| seat));
        }
    }
    if !differ {
        all.insert(("seat_spread".into(), String::new()), seat_spread(&deals, games));
    }
    if replays > 1 {
        for (seat, name) in games[0].seats.iter().enumerate() {
            let groups = |value: &dyn Fn(&Played) -> f64| -> Vec<Vec<f64>> {
                deals.iter().map(|deal| deal.iter().map(value).collect()).collect()
            };
            let wins = between(&groups(&|game| won(game, seat)));
            all.extend(wins.map(|figure| (("deal_wins".to_owned(), name.clone()), figure)));
            let scores = between(&groups(&|game| game.scores[seat] as f64));
            all.extend(scores.map(|figure| (("deal_scores".to_owned(), name.clone()), figure)));
        }
    }
    if differ && replays > 1 && replays.is_multiple_of(names.len()) {
        let same = |what: &dyn Fn(&Played) -> Option<BTreeSet<usize>>| {
            let is_same =
                |deal: &&[Played]| what(&deal[0]).is_some() && deal.iter().all(|game| what(game) == what(&deal[0]));
            share(&deals.iter().map(|deal| (f64::from(u8::from(is_same(deal))), 1.0)).collect::<Vec<_>>())
        };
        let seats = |game: &Played| -> Option<BTreeSet<usize>> {
            let team = sole_team(game)?;
            Some((0..names.len()).filter(|seat| game.teams[*seat] == team).collect())
        };
        let players = |game: &Played| Some(seats(game)?.into_iter().map(|seat| game.players[seat]).collect());
        all.insert(("swapped".into(), "the same player".into()), same(&players));
        all.insert(("swapped".into(), "the same seat".into()), same(&seats));
    }
    all
}

/// The greatest difference between what two seats get of the wins, by deal: Agresti's and Min's interval for paired
/// shares, wide enough for all pairs of teams at once.
fn seat_spread(deals: &[&[Played]], games: &[Played]) -> Expected {
    let first = &games[0];
    let teams: BTreeSet<u8> = first.teams.iter().copied().collect();
    // Of the normal distribution, for 1, 3 and 6 pairs.
    let z = match teams.len() {
        2 => 1.959_963_984_540_054,
        3 => 2.393_979_799_818_529,
        _ => 2.638_257_273_476_751,
    };
    let part = |game: &Played, seat: usize| {
        let winners: BTreeSet<u8> = game.winners.iter().map(|winner| game.teams[*winner]).collect();
        if winners.contains(&game.teams[seat]) { 1.0 / winners.len() as f64 } else { 0.0 }
    };
    let (mut value, mut lower, mut upper) = (0.0_f64, 0.0_f64, 0.0_f64);
    for one in 0..first.seats.len() {
        for other in 0..first.seats.len() {
            let more: Vec<f64> = deals
                .iter()
                .map(|deal| {
                    deal.iter().map(|game| part(game, one) - part(game, other)).sum::<f64>() / deal.len() as f64
                })
                .collect();
            value = value.max(more.iter().sum::<f64>() / more.len() as f64);
            if one == other {
                continue;
            }
            // Half a deal more is won by each, and one by both or neither.
            let count = more.len() as f64 + 2.0;
            let mean = more.iter().sum::<f64>() / count;
            let variance = (more.iter().map(|more| more * more).sum::<f64>() + 1.0) / count - mean * mean;
            let half = z * (variance / count).sqrt();
            lower = lower.max(mean - half);
            upper = upper.max(mean + half);
        }
    }
    Expected { cases: games.len() as u64, value, lower: lower.min(value), upper: upper.min(1.0).max(value) }
}

/// The smallest value that at least `percent` of a hundred do not exceed.
fn quantile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

fn near(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance
}

/// Compares the lab's figures of a plan with those of its games' records.
fn agrees(ruleset: &Arc<Ruleset>, plan: &SimulationPlan) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let plan = SimulationPlan { record_dir: Some(folder.path().to_owned()), ..plan.clone() };
    let results = simulate(ruleset, &plan).unwrap();
    let games = read(folder.path(), ruleset);
    assert_eq!(games.len() as u64, plan.games);
    let names: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    let expected = figures(&games, &names, plan.replays as usize);
    let text: BTreeSet<Key> = results
        .metrics
        .iter()
        .flat_map(|metric| metric.figures.iter().map(|figure| (metric.id.clone(), figure.of.clone())))
        .collect();
    assert_eq!(text, expected.keys().cloned().collect(), "what is measured");
    for ((id, of), expected) in &expected {
        let figure = results.figure(id, of).unwrap();
        // Fractions are counted in thousandths.
        let tolerance = if ["drama", "decision_point"].contains(&id.as_str()) { 2e-3 } else { 1e-9 };
        let found = figure.estimate;
        let same = near(found.value, expected.value, tolerance)
            && near(found.lower, expected.lower, tolerance)
            && near(found.upper, expected.upper, tolerance)
            && figure.cases == expected.cases;
        assert!(same, "{id}, {of}: {figure:?}, and the records say {expected:?}");
        let Some(spread) = &figure.spread else { continue };
        let key = (id.clone(), of.clone());
        let mut sorted: Vec<f64> = games.iter().filter_map(|game| Some(values(game, &names).get(&key)?.0)).collect();
        sorted.sort_by(f64::total_cmp);
        // A histogram of many values is coarser than they are.
        let reach = sorted[sorted.len() - 1] - sorted[0];
        let coarse = if tolerance > 1e-6 || reach >= 1000.0 { reach / 256.0 } else { 0.0 };
        for (percent, found) in [0, 10, 25, 50, 75, 90, 100].into_iter().zip(spread.quantiles) {
            let expected = quantile(&sorted, percent);
            assert!(
                near(found, expected, tolerance + coarse),
                "{id}, {of}: {percent} of 100 at {found}, not {expected}"
            );
        }
    }
    courses_agree(&results, &games);
    let used: BTreeSet<&str> = games.iter().flat_map(|game| game.steps.iter().map(|step| step.kind.as_str())).collect();
    let legal: BTreeSet<&str> = games.iter().flat_map(|game| game.legal.iter().map(String::as_str)).collect();
    let unused = legal.difference(&used).count();
    assert_eq!(results.metric("used").unwrap().remarks.len(), unused);
    expected.len()
}

/// The course of each seat's score.
fn courses_agree(results: &SimulationResults, games: &[Played]) {
    for (seat, course) in results.course.iter().enumerate() {
        for (twentieth, stretch) in (1..).zip(&course.stretches) {
            let after = |game: &Played| {
                let step = (1..=game.steps.len()).find(|step| step * 20 >= game.steps.len() * twentieth).unwrap();
                game.steps[step - 1].scores[seat] as f64
            };
            let mut scores: Vec<f64> = games.iter().map(after).collect();
            let expected = mean(&scores);
            assert!(near(stretch.mean.value, expected.value, 1e-9) && near(stretch.mean.lower, expected.lower, 1e-9));
            scores.sort_by(f64::total_cmp);
            let quantiles = [10, 25, 50, 75, 90].map(|percent| quantile(&scores, percent));
            assert_eq!(stretch.quantiles.map(|value| value as f64), quantiles, "{} at {}", course.of, stretch.at);
        }
    }
}

#[test]
fn every_metric_of_three_stones_follows_from_the_records() {
    let small = ruleset("three-stones/small-board", &[]);
    let figures = agrees(&small, &SimulationPlan { replays: 2, ..plan("greedy,random", 120) });
    assert!(figures >= 30, "{figures}");
    agrees(&small, &plan("random,random", 60));
    agrees(&ruleset("three-stones/pure-skill", &[]), &SimulationPlan { replays: 4, ..plan("greedy,apprentice", 24) });
}

#[test]
fn every_metric_of_stonerow_follows_from_the_records() {
    let official = ruleset("stonerow/official", &[]);
    let figures = agrees(&official, &SimulationPlan { replays: 4, ..plan("greedy,random,random,random", 40) });
    assert!(figures >= 50, "{figures}");
    agrees(&official, &SimulationPlan { replays: 3, ..plan("random,random,random,random", 30) });
}

#[test]
fn every_metric_of_teams_follows_from_the_records() {
    let team = ruleset("stonerow/team", &[]);
    agrees(&team, &SimulationPlan { replays: 4, ..plan("greedy,random,greedy,random", 12) });
}

//! Metrics of games whose course is known.

use super::*;
use crate::Estimate;
use crate::game::{LeadSummary, MeasuredCourse, MeasuredStep, WinnersLead};
use crate::kinds::ActionKinds;
use std::cell::OnceCell;
use stonehouse_plugin::{Action, Seat, Seats};
use stonehouse_runtime::Teams;

/// The sums of games with these scores and winners, which four players played in two teams.
fn metrics_of(games: &[([i64; 4], u32)]) -> (Metrics, Lineup) {
    let text = |names: [&str; 4]| names.map(str::to_owned).to_vec();
    let lineup = Lineup {
        seats: text(["South", "West", "North", "East"]),
        teams: Teams::new(vec![0, 1, 0, 1]),
        players: text(["a", "b", "b", "c"]),
    };
    let mut metrics = Metrics::default();
    for (number, (scores, winners)) in (0..).zip(games) {
        metrics.add(&game(&lineup, number, scores, *winners, None));
    }
    (metrics, lineup)
}

fn game<'a>(
    lineup: &'a Lineup,
    number: u64,
    scores: &'a [i64],
    winners: u32,
    course: Option<&'a MeasuredCourse>,
) -> PlayedGame<'a> {
    static KINDS: std::sync::LazyLock<ActionKinds> = std::sync::LazyLock::new(ActionKinds::default);
    PlayedGame {
        lineup,
        number,
        seed: 0,
        replay: (number % 2, 2),
        seated: if scores.len() == 4 { &[1, 2, 3, 0] } else { &[1, 0] },
        scores,
        winners: Seats(winners),
        actions: course.map_or(1, |course| course.steps.len() as u64),
        cut_off: false,
        course,
        worth: &[],
        own: &[],
        printed: &[],
        kinds: &KINDS,
        lead: OnceCell::new(),
        users: OnceCell::new(),
    }
}

/// The values of a metric's figures.
fn values(measured: &[MetricFigures], id: &str) -> Vec<f64> {
    let metric = measured.iter().find(|metric| metric.id == id).unwrap_or_else(|| panic!("{id} is not measured"));
    metric.figures.iter().map(|figure| figure.estimate.value).collect()
}

/// The spread between the seats of games with these winners, each game a deal, between players who are alike.
fn spread_of(games: &[u32], teams: Vec<u8>) -> Vec<MetricFigures> {
    let seats = teams.len();
    let lineup = Lineup {
        seats: (0..seats).map(|seat| seat.to_string()).collect(),
        teams: Teams::new(teams),
        players: vec!["a".to_owned(); seats],
    };
    let mut metrics = Metrics::default();
    for (number, winners) in (0..).zip(games) {
        metrics.add(&PlayedGame { replay: (0, 1), ..game(&lineup, number, &[0; 4][..seats], *winners, None) });
    }
    metrics.measured(&lineup).into_iter().filter(|metric| metric.id == "seat_spread").collect()
}

#[test]
fn the_spread_between_seats_is_that_of_paired_shares() {
    // The first wins 60 of 100 games, the second 30, and 10 are shared: 0.65 - 0.35.
    let games = [[0b01; 60].as_slice(), &[0b10; 30], &[0b11; 10]].concat();
    let [metric] = &spread_of(&games, vec![0, 1])[..] else { panic!("one metric") };
    let Estimate { value, lower, upper } = metric.figures[0].estimate;
    // Agresti and Min: 60.5 and 30.5 of 102, (30 ± 1.96 · √(91 - 30²/102)) / 102.
    let (middle, half) = (30.0 / 102.0, 1.959_964 * (91.0_f64 - 900.0 / 102.0).sqrt() / 102.0);
    assert!((value - 0.3).abs() < 1e-12 && (lower - (middle - half)).abs() < 1e-6, "{lower} to {upper}");
    assert!((upper - (middle + half)).abs() < 1e-6, "{lower} to {upper}");
    let needed = (91.0 / 102.0 - middle * middle) * (1.959_964_f64 / 0.02).powi(2);
    assert_eq!(metric.games_needed, Some(needed.ceil() as u64));
    assert_eq!(metric.remarks, ["To know the spread to within 2 points takes about 7,800 games."]);
}

#[test]
fn the_spread_between_seats_is_measured_where_seats_alone_differ() {
    // Partners win together: the spread is that of two teams, not of four seats.
    let partners = spread_of(&[[0b0101; 60].as_slice(), &[0b1010; 40]].concat(), vec![0, 1, 0, 1]);
    let opponents = spread_of(&[[0b01; 60].as_slice(), &[0b10; 40]].concat(), vec![0, 1]);
    assert_eq!(partners, opponents);
    assert_eq!(spread_of(&[0b11; 5], vec![0, 0]), [], "all seats are one team");
    let (metrics, lineup) = metrics_of(&[([1, 2, 3, 4], 0b1010), ([1, 2, 3, 4], 0b1010)]);
    assert!(metrics.measured(&lineup).iter().all(|metric| metric.id != "seat_spread"), "players differ");
    // What always happens is not certain after few games.
    let [always] = &spread_of(&[0b01; 10], vec![0, 1])[..] else { panic!("one metric") };
    let Estimate { value, lower, upper } = always.figures[0].estimate;
    assert!((value, upper) == (1.0, 1.0) && (0.3..0.8).contains(&lower), "{lower}");
}

#[test]
fn the_interval_of_the_spread_holds_the_true_one_in_95_of_100_runs() {
    let mut dice = stonehouse_plugin::Rng::from_seed(3);
    for (chances, truth) in [([25, 25, 25, 25], 0.0), ([40, 20, 20, 20], 0.2), ([30, 27, 23, 20], 0.1)] {
        let mut held = 0;
        for _ in 0..400 {
            let game = |_| {
                let drawn = dice.below(100);
                let sums: Vec<u32> = (1..4).map(|seats| chances[..seats].iter().sum()).collect();
                1_u32 << sums.iter().filter(|sum| drawn >= **sum).count()
            };
            let games: Vec<u32> = (0..200).map(game).collect();
            let found = spread_of(&games, vec![0, 1, 2, 3])[0].figures[0].estimate;
            held += u32::from((found.lower..=found.upper).contains(&truth));
        }
        assert!(held >= 375, "{chances:?}: {held} of 400");
    }
}

#[test]
fn a_team_win_counts_for_its_seats_and_a_two_team_win_is_shared() {
    let (metrics, lineup) = metrics_of(&[([5, 1, 2, 3], 0b0101), ([4; 4], 0b1111)]);
    let measured = metrics.measured(&lineup);
    assert_eq!(values(&measured, "wins"), [0.5, 0.0, 0.5, 0.0]);
    assert_eq!(values(&measured, "player_wins"), [0.0, 0.5, 0.0, 0.5], "the players who sat there");
    assert_eq!(values(&measured, "team_wins"), [0.5, 0.0]);
    assert_eq!(values(&measured, "shared_wins"), [0.5]);
    assert_eq!(values(&measured, "margin"), [2.0], "5 for one team, 3 for the other");
    let players = measured.iter().find(|metric| metric.id == "player_wins").unwrap();
    let names: Vec<&str> = players.figures.iter().map(|figure| figure.of.as_str()).collect();
    assert_eq!(names, ["a", "b 1", "b 2", "c"]);
}

#[test]
fn a_single_team_wins_or_loses_and_shares_its_wins_with_nobody() {
    let lineup = Lineup {
        seats: vec!["a".into(), "b".into()],
        teams: Teams::new(vec![1, 1]),
        players: vec!["random".into(); 2],
    };
    let mut metrics = Metrics::default();
    for (number, winners) in [0b11, 0, 0, 0].into_iter().enumerate() {
        metrics.add(&game(&lineup, number as u64, &[7, 7], winners, None));
    }
    let measured = metrics.measured(&lineup);
    assert_eq!(values(&measured, "lost"), [0.75]);
    assert_eq!(values(&measured, "wins"), [0.25, 0.25]);
    assert!(measured.iter().all(|metric| metric.id != "shared_wins"));
}

/// Metrics of one game of two, in which these were the scores after each action, and the seats acted in turn.
fn course_of(standings: &[[i64; 2]], winners: u32) -> Vec<MetricFigures> {
    let lineup = Lineup {
        seats: vec!["White".to_owned(), "Black".to_owned()],
        teams: Teams::new(vec![0, 1]),
        players: vec!["random".to_owned(); 2],
    };
    let step = |number: usize| MeasuredStep {
        seat: Seat((number / 2 % 2) as u8),
        action: Action(0),
        choices: 1 + (number % 2) as u32,
        kind: 0,
    };
    let course = MeasuredCourse {
        steps: (0..standings.len()).map(step).collect(),
        scores: standings.concat(),
        offered: vec![true, true],
        data: Vec::new(),
    };
    let mut metrics = Metrics::default();
    metrics.add(&game(&lineup, 0, standings.last().unwrap(), winners, Some(&course)));
    metrics.measured(&lineup)
}

#[test]
fn lead_drama_and_decision_point_are_those_of_the_standings() {
    // White leads, Black overtakes it by 4 and by 2, White wins with the last action but one.
    let measured = course_of(&[[0, 0], [1, 0], [1, 5], [3, 5], [6, 5], [6, 5]], 0b01);
    assert_eq!(values(&measured, "lead_changes"), [2.0]);
    assert_eq!(values(&measured, "drama"), [3.0], "behind by 4 and by 2");
    assert_eq!(values(&measured, "overcome"), [4.0]);
    assert_eq!(values(&measured, "decision_point"), [0.8], "the fifth of six actions, counted from 0 to 1");
    assert_eq!(values(&measured, "comebacks"), [1.0], "behind after three of six");
    assert_eq!(values(&measured, "first_mover"), [1.0]);

    // A winner who leads from the first action to the last.
    let measured = course_of(&[[1, 0], [2, 0], [3, 1]], 0b01);
    let all = ["lead_changes", "drama", "overcome", "decision_point", "comebacks"];
    assert_eq!(all.map(|id| values(&measured, id)[0]), [0.0; 5]);
    // A winner who never leads, but has fewer points in the end: these rules make the fewest points win.
    assert_eq!(values(&course_of(&[[1, 0], [2, 0]], 0b10), "decision_point"), [1.0]);
}

#[test]
fn lengths_and_choices_are_those_of_the_steps() {
    // Two decisions of each seat in turn, with one legal action and two.
    let measured = course_of(&[[0, 0]; 7], 0b11);
    assert_eq!(["actions", "turns", "most_turns"].map(|id| values(&measured, id)[0]), [7.0, 4.0, 2.0]);
    assert_eq!(values(&measured, "choices"), [10.0 / 7.0]);
    assert_eq!(values(&measured, "forced"), [4.0 / 7.0]);
}

#[test]
fn the_deal_explains_all_variance_if_it_decides_and_else_none() {
    // Two games of each deal.
    let share = |games: &[([i64; 4], u32)]| {
        let (metrics, lineup) = metrics_of(games);
        values(&metrics.measured(&lineup), "deal_wins")[0]
    };
    let (won, lost) = (([1, 0, 0, 0], 0b0101), ([0, 1, 0, 0], 0b1010));
    assert_eq!(share(&[won, won, lost, lost, won, won, lost, lost]), 1.0);
    let none: Vec<_> = [won, won, won, lost, lost, won, lost, lost].repeat(50);
    assert!(share(&none).abs() < 0.02, "{}", share(&none));
    assert!(share(&[won, lost, lost, won]) <= -0.9, "the very opposite");
}

#[test]
fn every_metric_has_an_id_of_its_own_and_a_sentence() {
    let (metrics, lineup) =
        metrics_of(&[([5, 1, 2, 3], 0b0101), ([1, 5, 2, 3], 0b1010), ([4; 4], 0b1111), ([4; 4], 0b1111)]);
    let mut measured = metrics.measured(&lineup);
    measured.extend(course_of(&[[0, 0], [1, 0]], 0b01));
    let mut ids: Vec<&str> = measured.iter().map(|metric| metric.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() >= 20, "{ids:?}");
    for metric in &measured {
        assert!(metric.sentence.ends_with('.') && metric.sentence.len() > 20, "{}", metric.id);
        assert!(!metric.name.is_empty() && !metric.figures.is_empty(), "{}", metric.id);
    }
}

#[test]
fn the_intervals_of_ratios_contain_the_true_value_at_their_level() {
    let mut dice = stonehouse_plugin::Rng::from_seed(7);
    let mut held = 0;
    for _ in 0..1000 {
        let mut ratio = crate::sums::Ratio::default();
        for _ in 0..60 {
            // In a game all decisions are forced, or none: one in three games, so 1/3 of all decisions.
            let (of, all) = (5 + u64::from(dice.below(10)), dice.below(3) == 0);
            ratio.add(if all { of } else { 0 }, of);
        }
        let estimate = ratio.estimate();
        held += u32::from((estimate.lower..=estimate.upper).contains(&(1.0 / 3.0)));
    }
    assert!((925..=970).contains(&held), "{held} of 1000");
}

#[test]
fn the_lead_found_in_one_pass_is_that_of_each_definition_by_itself() {
    let mut dice = stonehouse_plugin::Rng::from_seed(5);
    for teams in [&[0_u8, 1][..], &[0, 1, 2], &[0, 1, 0, 1], &[0, 1, 1], &[0, 0]] {
        let seats = teams.len();
        let names = vec![String::new(); seats];
        let lineup = Lineup { seats: names.clone(), teams: Teams::new(teams.to_vec()), players: names };
        for round in 0..400 {
            let steps = dice.below(9) as usize;
            let step = MeasuredStep { seat: Seat(0), action: Action(0), choices: 1, kind: 0 };
            let scores: Vec<i64> = (0..steps * seats).map(|_| i64::from(dice.below(4)) - 1).collect();
            let course = MeasuredCourse { steps: vec![step; steps], scores, ..MeasuredCourse::default() };
            let standings: Vec<&[i64]> = course.scores.chunks_exact(seats).collect();
            let of_team = |team: u8| (0..seats).filter(move |seat| teams[*seat] == team);
            let winner = (round % 3 > 0).then(|| teams[dice.below(seats as u32) as usize]);
            let winners =
                winner.map_or_else(|| Seats::all(seats), |team| of_team(team).map(|seat| Seat(seat as u8)).collect());
            let last = vec![0; seats];
            let played = game(&lineup, 0, &last, winners.0, Some(&course));
            // Where all seats are of one team, it wins in any case.
            let winner = winner.or((teams == [0, 0]).then_some(0));

            let best = |scores: &[i64], is: &dyn Fn(u8) -> bool| {
                (0..seats).filter(|seat| is(teams[*seat])).map(|seat| scores[seat]).max()
            };
            let in_front = |scores: &[i64]| {
                let alone = |team: &u8| best(scores, &|other| other == *team) > best(scores, &|other| other != *team);
                teams.iter().copied().find(alone)
            };
            let leaders: Vec<u8> = standings.iter().filter_map(|scores| in_front(scores)).collect();
            let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64;
            let of = winner.map(|winner| {
                let behind: Vec<Option<i64>> = standings
                    .iter()
                    .map(|scores| Some(best(scores, &|team| team != winner)? - best(scores, &|team| team == winner)?))
                    .collect();
                let points: Vec<i64> = behind.iter().flatten().copied().filter(|points| *points > 0).collect();
                let ends = standings.iter().rev().take_while(|scores| in_front(scores) == Some(winner)).count();
                WinnersLead {
                    times_behind: points.len() as i128,
                    points_behind: points.iter().copied().map(i128::from).sum(),
                    most_behind: behind.iter().flatten().copied().max(),
                    is_behind_in_the_middle: behind
                        .get((steps / 2).saturating_sub(1))
                        .copied()
                        .flatten()
                        .map(|points| points > 0),
                    ends_in_front: ends,
                }
            });
            assert_eq!(
                played.lead(),
                Some(&LeadSummary { changes, winner: of }),
                "{teams:?} {winner:?} {:?}",
                course.scores
            );
        }
    }
}

#[test]
fn seat_shares_count_a_shared_win_in_part_for_each_seat() {
    // Partners sit opposite: one win of each team, and one that both share.
    let (metrics, lineup) =
        metrics_of(&[([5, 1, 2, 3], 0b0101), ([5, 1, 2, 3], 0b0101), ([4; 4], 0b1111), ([4; 4], 0b1111)]);
    let measured = metrics.measured(&lineup);
    assert_eq!(values(&measured, "seat_shares"), [0.75, 0.25, 0.75, 0.25]);
    assert_eq!(values(&measured, "wins"), [0.5, 0.0, 0.5, 0.0]);
    let (metrics, lineup) = metrics_of(&[([5, 1, 2, 3], 0b0101), ([1, 5, 2, 3], 0b1010)]);
    assert!(metrics.measured(&lineup).iter().all(|metric| metric.id != "seat_shares"), "nothing is shared");
}

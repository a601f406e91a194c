//! The tree, and one iteration of the search.
//!
//! Logarithms come from `libm`, since every system rounds its own.

use super::amaf::{Amaf, Weights, pays};
use super::{Budget, Style};
use crate::standing::{lead, mean_lead};
use crate::{BotError, Viewpoint};
use stonehouse_plugin::rng::{Rng, seed_of};
use stonehouse_plugin::{Action, Seat};
use stonehouse_runtime::{Candidate, Position, Teams};

/// The weight of rarely tried actions in UCB1, for rewards between 0 and 1, without [AMAF](super::amaf). With 0.1 a
/// search won 29 % of its games against this one.
const EXPLORATION: f64 = 0.7;

/// How much of a reward is the win itself; the rest is its lead. A rollout that stops before the end has a lead only.
/// Rewards of the win alone won 46 % of games against this, those of the lead alone 45 %.
const WIN_SHARE: f64 = 0.5;

/// If determinizations diverge, a node is added below an action only after this many visits for each legal one. The
/// others' hands differ between determinizations, and so do their actions: a tree that grows at once would try each of
/// their actions once and learn nothing.
const VISITS_PER_ACTION: u32 = 40;

/// As [`VISITS_PER_ACTION`], with [AMAF](super::amaf), which has statistics of actions before they are tried.
const VISITS_PER_ACTION_WITH_AMAF: u32 = 5;

/// The index of the node where the search begins.
const ROOT: u32 = 0;

/// The most edges of a tree: about 200 MB. A search that fills it continues without adding any.
const MAX_EDGES: usize = 4_000_000;

/// A position in the tree, identified by the actions that lead to it: its actions, ascending.
#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
}

/// An action in a position of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub candidate: Candidate,
    /// The seat that chose it.
    seat: Seat,
    /// The node that it leads to; [`ROOT`], to which no edge leads, if there is none yet.
    node: u32,
    pub visits: u32,
    /// Iterations in which it was legal when its position was passed.
    available: u32,
    /// The sum of rewards for the team of `seat`.
    pub reward: f64,
    /// Iterations in which any player played it here or later, and the sum of their rewards.
    amaf_visits: u32,
    amaf_reward: f64,
}

impl Edge {
    const fn new(candidate: Candidate, seat: Seat) -> Self {
        Self { candidate, seat, node: ROOT, visits: 0, available: 0, reward: 0.0, amaf_visits: 0, amaf_reward: 0.0 }
    }

    fn upper_bound(&self) -> f64 {
        let visits = f64::from(self.visits);
        // The system's logarithm may differ in the last digit between platforms; `libm` does not.
        self.reward / visits + EXPLORATION * (libm::log(f64::from(self.available)) / visits).sqrt()
    }
}

/// The results of an action at the root, in points and wins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VisitTally {
    /// The sum of the points by which the seat's team was ahead.
    pub margin: f64,
    /// The sum of wins, shared ones in part, over the rollouts that reached the end.
    pub wins: f64,
    /// How many rollouts reached the end.
    pub ended: u32,
}

impl VisitTally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.margin += other.margin;
        self.wins += other.wins;
        self.ended += other.ended;
    }
}

/// A running mean.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    value: f64,
    count: f64,
}

impl Mean {
    /// Adds a value, and returns by how much it was above the mean of those before it.
    fn add(&mut self, value: f64) -> f64 {
        let above = if self.count == 0.0 { 0.0 } else { value - self.value };
        self.count += 1.0;
        self.value += (value - self.value) / self.count;
        above
    }
}

pub(crate) struct Tree {
    nodes: Vec<Node>,
    edges: usize,
    tallies: Vec<VisitTally>,
    teams: Teams,
    /// The actions to choose from.
    root_candidates: Vec<Candidate>,
    /// The seed of samples and rollouts.
    seed: u64,
    /// Breaks ties.
    rng: Rng,
    samples_diverge: bool,
    horizon: u32,
    /// The visits per legal action that an edge needs before a node is added below it.
    visits_per_action: u32,
    /// The mean result of the only team of a cooperative game.
    own_mean: Option<Mean>,
    /// The typical margin to the other teams, or to that mean: the unit in which leads are measured.
    typical_margin: f64,
    amaf: Option<Amaf>,
    // Reused in every iteration.
    sample: Position,
    actions: Vec<Action>,
    legal: Vec<Candidate>,
    /// For each legal action, the index of its edge.
    edge_indices: Vec<usize>,
    untried: Vec<usize>,
    path: Vec<(u32, usize)>,
    scores: Vec<i64>,
    rewards: Vec<Option<f64>>,
}

impl Tree {
    /// A tree without any iteration over these candidates, ascending. `samples_diverge` is determined unless it is
    /// given.
    pub fn new(
        view: &Viewpoint<'_>,
        root_candidates: Vec<Candidate>,
        seed: u64,
        samples_diverge: Option<bool>,
        style: Style,
        budget: Budget,
    ) -> Result<Self, BotError> {
        let teams = Teams::of(view.rules());
        let mut rng = Rng::from_seed(seed);
        let seed = rng.next_u64();
        let samples_diverge = match samples_diverge {
            Some(known) => known,
            None => super::samples::samples_diverge(view, &mut rng)?,
        };
        let sample = view.sample(rng.next_u64())?;
        let amaf = (style.amaf && sample.traces() && pays(budget, samples_diverge)).then(Amaf::default);
        let visits_per_action = match (samples_diverge, &amaf) {
            (false, _) => 0,
            (true, Some(_)) => VISITS_PER_ACTION_WITH_AMAF,
            (true, None) => VISITS_PER_ACTION,
        };
        Ok(Self {
            nodes: vec![Node {
                edges: root_candidates.iter().map(|candidate| Edge::new(*candidate, view.seat())).collect(),
            }],
            edges: root_candidates.len(),
            tallies: vec![VisitTally::default(); root_candidates.len()],
            own_mean: (teams.count() == 1).then(Mean::default),
            scores: vec![0; teams.seats()],
            rewards: vec![None; teams.seats()],
            teams,
            root_candidates,
            seed,
            rng,
            samples_diverge,
            horizon: style.horizon,
            visits_per_action,
            typical_margin: view.rules().prospect_unit() as f64,
            amaf,
            sample,
            actions: Vec::new(),
            legal: Vec::new(),
            edge_indices: Vec::new(),
            untried: Vec::new(),
            path: Vec::new(),
        })
    }

    /// The actions to choose from.
    pub fn root_candidates(&self) -> &[Candidate] {
        &self.root_candidates
    }

    /// Whether determinizations diverge: hidden information or chance soon matters.
    pub const fn samples_diverge(&self) -> bool {
        self.samples_diverge
    }

    /// The actions to choose from, with their statistics.
    pub fn root(&self) -> impl Iterator<Item = (&Edge, &VisitTally)> {
        self.nodes[ROOT as usize].edges.iter().zip(&self.tallies)
    }

    /// One iteration, which begins with the action at this index of the
    /// [candidates of the root](Self::root_candidates), if one is given.
    pub fn iterate(&mut self, view: &Viewpoint<'_>, first: Option<usize>) -> Result<(), BotError> {
        let (mut here, mut index) = (ROOT, first.unwrap_or_default());
        if first.is_none() {
            self.legal.clone_from(&self.root_candidates);
            match self.select(ROOT, view.seat()) {
                Some(selected) => index = selected,
                None => return Ok(()),
            }
        }
        let visits = self.nodes[ROOT as usize].edges[index].visits;
        let mut chance = Rng::from_seed(seed_of(self.seed, visits.into()));
        view.resample(&mut self.sample, chance.next_u64())?;
        self.path.clear();
        loop {
            let Edge { candidate, visits, .. } = self.nodes[here as usize].edges[index];
            self.sample.play_candidate(candidate)?;
            // Simultaneous choices of others cannot react to it.
            self.sample.finish_choosing()?;
            self.path.push((here, index));
            let Some(seat) = self.sample.to_act()? else { break };
            // At least one action is legal: where even one would need more visits, the legal ones are not listed.
            if visits < self.visits_per_action.max(1) || self.path.len() >= self.horizon as usize {
                break;
            }
            self.sample.candidates(&mut self.actions, &mut self.legal)?;
            if visits < self.visits_per_action * self.legal.len() as u32 {
                break;
            }
            here = self.below(here, index);
            match self.select(here, seat) {
                Some(selected) => index = selected,
                None => break,
            }
        }
        match &mut self.amaf {
            Some(amaf) => self.sample.traced_rollout(chance.next_u64(), &mut amaf.trace)?,
            None => self.sample.rollout(chance.next_u64())?,
        }
        self.credit(view.seat())?;
        Ok(())
    }

    /// Credits the actions of the path with the result of the iteration.
    fn credit(&mut self, own: Seat) -> Result<(), BotError> {
        let unit = self.sample.rules().prospect_unit();
        let winners = if self.sample.is_finished()? {
            let winners = self.sample.scores(&mut self.scores)?;
            // On the scale of prospects.
            self.scores.iter_mut().for_each(|score| *score = score.saturating_mul(unit));
            Some(winners)
        } else {
            self.sample.prospects(&mut self.scores)?;
            None
        };
        let margin = self.teams.margin(&self.scores, own) as f64;
        // Where all are one team no team is ahead of another: a result is good if it is above the mean.
        let ahead = self.own_mean.as_mut().map_or(margin, |mean| mean.add(margin));
        self.typical_margin += (ahead.abs() - self.typical_margin) / 32.0;
        if let Some(tally) = self.path.first().and_then(|(_, index)| self.tallies.get_mut(*index)) {
            let (wins, ended) = winners.map_or((0.0, 0), |winners| (self.teams.win_share(winners, own), 1));
            tally.add(&VisitTally { margin: margin / unit as f64, wins, ended });
        }

        self.rewards.fill(None);
        let (teams, scores, scale) = (&self.teams, &self.scores, self.typical_margin.max(1.0));
        let is_alone = self.own_mean.is_some();
        let rewards = &mut self.rewards;
        let mut reward_of = |seat: Seat| {
            *rewards[seat.index()].get_or_insert_with(|| {
                let lead = if is_alone { lead(ahead, scale) } else { mean_lead(teams, scores, seat, scale) };
                match winners {
                    Some(winners) => WIN_SHARE * teams.win_share(winners, seat) + (1.0 - WIN_SHARE) * lead,
                    None => lead,
                }
            })
        };
        for (node, index) in &self.path {
            let edge = &mut self.nodes[*node as usize].edges[*index];
            edge.visits += 1;
            edge.reward += reward_of(edge.seat);
        }
        let Some(amaf) = &mut self.amaf else { return Ok(()) };
        amaf.begin();
        amaf.add_trace();
        for (node, index) in self.path.iter().rev() {
            let edges = &mut self.nodes[*node as usize].edges;
            amaf.add(edges[*index].candidate.action);
            for edge in edges {
                if amaf.contains(edge.candidate.action) {
                    edge.amaf_visits += 1;
                    edge.amaf_reward += reward_of(edge.seat);
                }
            }
        }
        Ok(())
    }

    /// The node that an action leads to.
    fn below(&mut self, here: u32, index: usize) -> u32 {
        let new = self.nodes.len() as u32;
        let edge = &mut self.nodes[here as usize].edges[index];
        if edge.node == ROOT {
            edge.node = new;
            self.nodes.push(Node::default());
            return new;
        }
        edge.node
    }

    /// The index of the edge to follow from `here`, among the legal actions. `None` when there is no room for more
    /// edges, and none of the existing ones is legal.
    fn select(&mut self, here: u32, seat: Seat) -> Option<usize> {
        self.list(here, seat);
        if self.amaf.is_some() { self.select_by_rave(here) } else { self.select_by_ucb(here, seat) }
    }

    /// Makes an edge of every legal action that has none, and lists their indices.
    fn list(&mut self, here: u32, seat: Seat) {
        let edges = &mut self.nodes[here as usize].edges;
        if edges.is_empty() {
            edges.reserve_exact(self.legal.len());
        }
        self.edge_indices.clear();
        let mut next = 0;
        for candidate in &self.legal {
            while edges.get(next).is_some_and(|edge| edge.candidate < *candidate) {
                next += 1;
            }
            if edges.get(next).is_none_or(|edge| edge.candidate != *candidate) {
                if self.edges == MAX_EDGES {
                    continue;
                }
                self.edges += 1;
                edges.insert(next, Edge::new(*candidate, seat));
            }
            self.edge_indices.push(next);
            next += 1;
        }
    }

    /// An untried action, otherwise the best by UCB1.
    fn select_by_ucb(&mut self, here: u32, seat: Seat) -> Option<usize> {
        let edges = &mut self.nodes[here as usize].edges;
        self.untried.clear();
        let mut best: Option<(f64, usize)> = None;
        for index in &self.edge_indices {
            let edge = &mut edges[*index];
            if edge.visits == 0 {
                self.untried.push(*index);
                continue;
            }
            edge.available += 1;
            let bound = edge.upper_bound();
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, *index));
            }
        }
        match self.rng.pick(&self.untried) {
            Some(index) => {
                let edge = &mut edges[*index];
                (edge.seat, edge.available) = (seat, 1);
                Some(*index)
            }
            None => best.map(|(_, index)| index),
        }
    }

    /// The best by its own visits and AMAF; an action without either has the mean value of the others.
    fn select_by_rave(&mut self, here: u32) -> Option<usize> {
        let weights = Weights::of(self.samples_diverge);
        let edges = &mut self.nodes[here as usize].edges;
        let (mut visits, mut reward) = (1.0, 0.5);
        for index in &self.edge_indices {
            let edge = &mut edges[*index];
            edge.available += 1;
            visits += f64::from(edge.visits);
            reward += edge.reward;
        }
        let expected = reward / visits;
        // Ties are broken at random.
        let turned = self.rng.below(self.edge_indices.len() as u32) as usize;
        let (before, from) = self.edge_indices.split_at(turned);
        let mut best: Option<(f64, usize)> = None;
        // Most have been legal equally often.
        let (mut available, mut logarithm) = (1, 0.0);
        for index in from.iter().chain(before) {
            let edge = &edges[*index];
            if edge.available != available {
                (available, logarithm) = (edge.available, libm::log(f64::from(edge.available)));
            }
            let visits = f64::from(edge.visits);
            let amaf = (edge.amaf_reward + expected) / f64::from(edge.amaf_visits + 1);
            let known = if edge.visits == 0 {
                amaf
            } else {
                let share = weights.share(visits);
                (1.0 - share) * edge.reward / visits + share * amaf
            };
            let bound = known + weights.exploration * (logarithm / (visits + 1.0)).sqrt();
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, *index));
            }
        }
        best.map(|(_, index)| index)
    }
}

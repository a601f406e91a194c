//! The search of version 0.1 as it was before it listened to rollouts: the yardstick for changes.

use std::time::Instant;
use stonehouse_bots::standing::Teams;
use stonehouse_bots::{Bot, BotError, Budget, Stop, Viewpoint};
use stonehouse_plugin_api::abi::client::{Attempt, Position};
use stonehouse_plugin_api::rng::{Rng, seed_of};
use stonehouse_plugin_api::{Action, Seat};

/// The weight of rarely tried actions in UCB1, for rewards between 0 and 1.
const EXPLORATION: f64 = 0.7;

/// How much of a reward is the win itself; the rest is its lead. A rollout that stops before the end has a lead only.
const WIN_SHARE: f64 = 0.5;

/// If samples diverge, a node is expanded only after this many visits per legal action. What the others hold differs from sample to
/// sample, and so does what they can do: a tree that grows at once would try each of their actions once and learn nothing about any.
const VISITS_PER_ACTION: u32 = 40;

/// How many actions ahead samples are compared to find out whether they diverge.
const STEPS_TOGETHER: u32 = 16;

/// The number of the node where the search begins.
const ROOT: u32 = 0;

/// The most nodes of a tree: about 200 MB. A search that fills it continues without adding nodes.
const MOST_NODES: usize = 4_000_000;

/// Looks ahead.
pub struct Search {
    budget: Budget,
    rng: Rng,
}

struct Node {
    /// The action that leads here, and who chose it.
    action: Attempt,
    seat: Seat,
    visits: u32,
    /// Iterations in which the action was legal when its parent was passed.
    available: u32,
    /// The sum of rewards for the team of `seat`.
    reward: f64,
    /// The nodes of the actions that were tried from here, ascending by action.
    children: Vec<(Attempt, u32)>,
}

impl Node {
    const fn new(action: Attempt, seat: Seat) -> Self {
        Self { action, seat, visits: 0, available: 0, reward: 0.0, children: Vec::new() }
    }

    fn upper_bound(&self) -> f64 {
        let visits = f64::from(self.visits);
        // Every system has a logarithm of its own, and the last digit may decide: this one is the same everywhere.
        self.reward / visits + EXPLORATION * (libm::log(f64::from(self.available)) / visits).sqrt()
    }
}

impl Search {
    /// A searching player whose random choices follow from `seed`.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Self { budget, rng: Rng::from_seed(seed) }
    }
}

impl Bot for Search {
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Attempt, BotError> {
        let mut legal = Vec::new();
        view.candidates(&mut legal)?;
        if let [only] = legal[..] {
            return Ok(only);
        }
        let first = legal[0];
        let mut tree = Tree::new(view, legal, self.rng.next_u64())?;
        let began = Instant::now();
        let mut iterations = 0;
        loop {
            let spent = match self.budget {
                Budget::Iterations(most) => iterations >= most,
                // The clock is read rarely.
                Budget::Time(most) => iterations % 16 == 0 && began.elapsed() >= most,
            };
            if spent || stop.is_stopped() {
                break;
            }
            tree.iterate(view)?;
            iterations += 1;
        }
        Ok(tree.most_visited().unwrap_or(first))
    }
}

struct Tree {
    nodes: Vec<Node>,
    teams: Teams,
    /// The actions to choose from.
    choice: Vec<Attempt>,
    /// The seed of samples and rollouts.
    seed: u64,
    /// Breaks ties.
    rng: Rng,
    /// How many visits per legal action a node needs before it is expanded.
    visits_per_action: u32,
    /// The typical difference of scores at the end, by which leads are measured.
    typical_margin: f64,
    // Reused in every iteration.
    sample: Position,
    actions: Vec<Action>,
    legal: Vec<Attempt>,
    untried: Vec<Attempt>,
    path: Vec<u32>,
    scores: Vec<i64>,
}

impl Tree {
    fn new(view: &Viewpoint<'_>, choice: Vec<Attempt>, seed: u64) -> Result<Self, BotError> {
        let teams = Teams::of(view.rules());
        let mut rng = Rng::from_seed(seed);
        Ok(Self {
            nodes: vec![Node::new(Action(0).into(), view.seat())],
            scores: vec![0; teams.seats()],
            teams,
            choice,
            seed: rng.next_u64(),
            visits_per_action: if part_ways(view, &mut rng)? { VISITS_PER_ACTION } else { 0 },
            typical_margin: 1.0,
            sample: view.sample(rng.next_u64())?,
            rng,
            actions: Vec::new(),
            legal: Vec::new(),
            untried: Vec::new(),
            path: Vec::new(),
        })
    }

    fn iterate(&mut self, view: &Viewpoint<'_>) -> Result<(), BotError> {
        self.legal.clone_from(&self.choice);
        let Some(mut next) = self.select(ROOT, view.seat()) else { return Ok(()) };
        let mut chance = Rng::from_seed(seed_of(self.seed, self.nodes[next as usize].visits.into()));
        view.resample(&mut self.sample, chance.next_u64())?;
        self.path.clear();
        loop {
            let Node { action, visits, .. } = self.nodes[next as usize];
            self.sample.attempt(action)?;
            // Simultaneous choices of others cannot react to it.
            self.sample.finish_choosing()?;
            self.path.push(next);
            let Some(seat) = self.sample.to_act()? else { break };
            if visits == 0 {
                break;
            }
            self.sample.candidates(&mut self.actions, &mut self.legal)?;
            if visits < self.visits_per_action * self.legal.len() as u32 {
                break;
            }
            match self.select(next, seat) {
                Some(child) => next = child,
                None => break,
            }
        }
        self.sample.rollout(chance.next_u64())?;
        let winners = if self.sample.to_act()?.is_none() {
            Some(self.sample.scores(&mut self.scores)?)
        } else {
            self.sample.prospects(&mut self.scores)?;
            None
        };

        let margin = self.teams.margin(&self.scores, view.seat()).abs() as f64;
        self.typical_margin += (margin - self.typical_margin) / 32.0;
        for node in &self.path {
            let node = &mut self.nodes[*node as usize];
            let lead = self.teams.lead(&self.scores, node.seat, self.typical_margin.max(1.0));
            node.visits += 1;
            node.reward += match winners {
                Some(winners) => WIN_SHARE * self.teams.win(winners, node.seat) + (1.0 - WIN_SHARE) * lead,
                None => lead,
            };
        }
        Ok(())
    }

    /// The next node from `here`, among the legal actions: one that was never tried, otherwise the best. `None` when there is no
    /// room for another node and none of the existing ones is legal.
    fn select(&mut self, here: u32, seat: Seat) -> Option<u32> {
        let best = self.look(here);
        match self.rng.pick(&self.untried).copied() {
            Some(action) if self.nodes.len() < MOST_NODES => Some(self.add(here, action, seat)),
            _ => best,
        }
    }

    /// Compares the legal actions with those tried from `here`: lists the untried ones, counts the others as available, and
    /// gives the best of these.
    fn look(&mut self, here: u32) -> Option<u32> {
        self.untried.clear();
        let children = std::mem::take(&mut self.nodes[here as usize].children);
        let mut tried = children.iter().peekable();
        let mut best: Option<(f64, u32)> = None;
        for action in &self.legal {
            while tried.next_if(|(earlier, _)| earlier < action).is_some() {}
            match tried.next_if(|(same, _)| same == action) {
                None => self.untried.push(*action),
                Some((_, child)) => {
                    let node = &mut self.nodes[*child as usize];
                    node.available += 1;
                    let bound = node.upper_bound();
                    if best.is_none_or(|(highest, _)| bound > highest) {
                        best = Some((bound, *child));
                    }
                }
            }
        }
        self.nodes[here as usize].children = children;
        best.map(|(_, child)| child)
    }

    fn add(&mut self, parent: u32, action: Attempt, seat: Seat) -> u32 {
        let number = self.nodes.len() as u32;
        let mut node = Node::new(action, seat);
        node.available = 1;
        self.nodes.push(node);
        let children = &mut self.nodes[parent as usize].children;
        let place = children.partition_point(|(earlier, _)| *earlier < action);
        children.insert(place, (action, number));
        number
    }

    /// The action from the root that was tried most; of equals, the one that earned more.
    fn most_visited(&self) -> Option<Attempt> {
        let children = self.nodes[ROOT as usize].children.iter().map(|(_, child)| &self.nodes[*child as usize]);
        let best = children
            .max_by(|a, b| a.visits.cmp(&b.visits).then(a.reward.total_cmp(&b.reward)).then(b.action.cmp(&a.action)));
        best.map(|node| node.action)
    }
}

/// Whether hidden information or chance soon makes a difference: whether two samples, after the same actions, offer different
/// actions.
fn part_ways(view: &Viewpoint<'_>, rng: &mut Rng) -> Result<bool, BotError> {
    let (mut one, mut other) = (view.sample(rng.next_u64())?, view.sample(rng.next_u64())?);
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    for _ in 0..STEPS_TOGETHER {
        one.candidates(&mut Vec::new(), &mut legal)?;
        other.candidates(&mut Vec::new(), &mut others)?;
        if legal != others || one.to_act()? != other.to_act()? {
            return Ok(true);
        }
        let Some(action) = rng.pick(&legal) else { break };
        one.attempt(*action)?;
        other.attempt(*action)?;
    }
    Ok(false)
}

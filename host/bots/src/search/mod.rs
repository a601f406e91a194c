//! The searching player: information set Monte Carlo tree search.
//!
//! Single-observer ISMCTS (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): one tree
//! over actions, grown by many iterations. Each begins with a sample of what the seat cannot know, walks down by UCB1
//! over the actions that are [candidates](stonehouse_plugin::BotHelp::candidates) in that sample, adds a node where it
//! has enough visits, continues with the game's [`rollout`](stonehouse_plugin::BotHelp::rollout), and credits every
//! action of the path with the value of the outcome, or of the prospects at the end of the rollout, for the team that
//! acted there.
//!
//! The actions at the root are compared under common random numbers: the n-th iteration of each uses the n-th sample
//! and the n-th rollout's chance, so that none looks better by chance.
//!
//! Each decision grows a new tree: one that was kept from the decision before won no more games. Trees on several
//! threads have the whole budget each, since two with half of it won 44 to 49 %.
//!
//! | module | contents |
//! |---|---|
//! | `tree` | the tree and one iteration |
//! | `amaf` | all moves as first, where the game [traces](stonehouse_plugin::BotHelp::trace) its rollouts |
//! | `ending` | exact play of the last actions of a game without secrets or chance |
//! | `samples` | whether determinizations diverge |
//!
//! Trees have their own seed, position and budget, and their visits are summed in the order
//! of the trees: the choice does not depend on which thread is faster, nor on the number of processors.

mod amaf;
mod ending;
mod samples;
mod tree;

pub(crate) use tree::{Edge, Tree, VisitTally};

use crate::{Bot, BotError, Stop, Viewpoint};
use std::time::{Duration, Instant};
use stonehouse_plugin::rng::{Rng, seed_of};
use stonehouse_runtime::Candidate;

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of iterations for each tree: the same choice on every machine.
    Iterations(u32),
    /// A time: the better the machine, the better the choice.
    Time(Duration),
}

/// The settings of a search beyond its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many trees grow in parallel, each on its own thread with the whole budget; their visits are added. At least
    /// 1.
    pub trees: u8,
    /// How many decisions ahead the trees may grow; the rest is left to rollouts. At least 1.
    pub horizon: u32,
    /// Whether it uses AMAF statistics, where the game [traces](stonehouse_plugin::BotHelp::trace) its rollouts.
    pub amaf: bool,
    /// Whether it plays the last actions of a game without secrets or chance exactly, where its budget allows.
    pub exact: bool,
}

impl Style {
    /// Everything that helps, on one thread.
    pub const FULL: Self = Self { trees: 1, horizon: u32::MAX, amaf: true, exact: true };
}

/// The searching player.
pub struct Search {
    budget: Budget,
    style: Style,
    rng: Rng,
}

impl Search {
    /// A searching player whose random choices follow from `seed`.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Self::in_style(seed, budget, Style::FULL)
    }

    /// As [`new`](Self::new), in a certain style.
    pub fn in_style(seed: u64, budget: Budget, style: Style) -> Self {
        Self { budget, style, rng: Rng::from_seed(seed) }
    }
}

impl Bot for Search {
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Candidate, BotError> {
        let mut legal = Vec::new();
        view.candidates(&mut legal)?;
        if let [only] = legal[..] {
            return Ok(only);
        }
        let began = Instant::now();
        let first = legal[0];
        let seed = self.rng.next_u64();
        let tree = Tree::new(view, legal, seed, None, self.style, self.budget)?;
        // Exact play considers all actions.
        if self.style.exact
            && !view.is_restricted()
            && !tree.samples_diverge()
            && let Some(best) = ending::solve(view, self.budget, seed, stop)?
        {
            return Ok(best);
        }
        let trees = grow(view, tree, (self.budget, began), self.style, seed, stop)?;
        Ok(most_visited(&sum(&trees)).unwrap_or(first))
    }
}

/// Grows a tree, and as many others beside it as the style has.
pub(crate) fn grow(
    view: &Viewpoint<'_>,
    mut tree: Tree,
    budget: (Budget, Instant),
    style: Style,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Tree>, BotError> {
    if style.trees <= 1 {
        run(view, &mut tree, budget, stop)?;
        return Ok(vec![tree]);
    }
    // Each thread has its own position and tree: the results do not depend on which of them is faster.
    let mut others = Vec::new();
    for number in 1..style.trees {
        let position = view.copy()?;
        let seed = seed_of(seed, number.into());
        let other =
            Tree::new(view, tree.root_candidates().to_vec(), seed, Some(tree.samples_diverge()), style, budget.0)?;
        others.push((position, other));
    }
    let seat = view.seat();
    std::thread::scope(|scope| {
        let running: Vec<_> = others
            .into_iter()
            .map(|(position, mut other)| {
                scope.spawn(move || run(&Viewpoint::new(&position, seat), &mut other, budget, stop).map(|()| other))
            })
            .collect();
        run(view, &mut tree, budget, stop)?;
        let mut trees = vec![tree];
        for thread in running {
            trees.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(trees)
    })
}

/// Iterates until the budget is spent.
fn run(view: &Viewpoint<'_>, tree: &mut Tree, budget: (Budget, Instant), stop: &Stop) -> Result<(), BotError> {
    let mut iterations = 0;
    loop {
        let spent = match budget {
            (Budget::Iterations(most), _) => iterations >= most,
            // The clock is read rarely.
            (Budget::Time(most), began) => iterations % 16 == 0 && began.elapsed() >= most,
        };
        if spent || stop.is_stopped() {
            return Ok(());
        }
        tree.iterate(view, None)?;
        iterations += 1;
    }
}

/// The actions at the root with the sums over all trees.
pub(crate) fn sum(trees: &[Tree]) -> Vec<(Edge, VisitTally)> {
    let mut sums: Vec<(Edge, VisitTally)> = Vec::new();
    for tree in trees {
        if sums.is_empty() {
            sums = tree.root().map(|(edge, tally)| (edge.clone(), *tally)).collect();
            continue;
        }
        // Each tree has all of them, in the same order.
        for ((edge, tally), (more, tallied)) in sums.iter_mut().zip(tree.root()) {
            edge.visits += more.visits;
            edge.reward += more.reward;
            tally.add(tallied);
        }
    }
    sums
}

/// The action that was tried most; of equals, the one that earned more. `None` if none was tried.
fn most_visited(root: &[(Edge, VisitTally)]) -> Option<Candidate> {
    let tried = root.iter().map(|(edge, _)| edge).filter(|edge| edge.visits > 0);
    let best = tried
        .max_by(|a, b| a.visits.cmp(&b.visits).then(a.reward.total_cmp(&b.reward)).then(b.candidate.cmp(&a.candidate)));
    best.map(|edge| edge.candidate)
}

//! Single games and actions, for tables that other programs read.

use crate::game::PlayedGame;

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number, from 0.
    pub game: u64,
    /// The seed of its deal.
    pub seed: u64,
    /// By seat, which player sat there, from 0.
    pub players: Vec<usize>,
    /// By seat, the score.
    pub scores: Vec<i64>,
    /// The seats that won; several if a team won, or several shared the win.
    pub winners: Vec<usize>,
    /// Whether one team won alone.
    pub alone: bool,
    /// Decisions.
    pub actions: u64,
    /// Whether it was cut off.
    pub cut_off: bool,
    /// The amounts that the user's own scripts return: the id of the metric, the name of what is counted, and the
    /// number.
    pub own: Vec<(String, String, f64)>,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRow {
    /// The number of its game, from 0.
    pub game: u64,
    /// Its number in the game, from 1.
    pub number: u64,
    /// The seat that chose it, from 0.
    pub seat: usize,
    /// The number of the player there, from 0.
    pub player: usize,
    /// Its code.
    pub action: u32,
    /// Its kind.
    pub kind: String,
    /// How many actions were legal.
    pub choices: u32,
    /// By seat, the scores after it.
    pub scores: Vec<i64>,
}

/// The kinds of rows that are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowKinds {
    /// A row for each game.
    pub games: bool,
    /// A row for each action.
    pub actions: bool,
}

/// Rows, in the order of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// A row for each game, if they are wanted.
    pub games: Vec<GameRow>,
    /// A row for each action, if they are wanted.
    pub actions: Vec<ActionRow>,
}

impl Rows {
    pub(crate) fn add(&mut self, game: &PlayedGame<'_>, wanted: RowKinds) {
        if wanted.games {
            self.games.push(GameRow {
                game: game.number,
                seed: game.seed,
                players: game.seated.to_vec(),
                scores: game.scores.to_vec(),
                winners: game.winners.iter().map(stonehouse_plugin::Seat::index).collect(),
                alone: game.winner().is_some(),
                actions: game.actions,
                cut_off: game.cut_off,
                own: game.own.iter().map(|(id, own)| (id.clone(), own.of.clone(), own.value)).collect(),
            });
        }
        let Some(course) = game.course.filter(|_| wanted.actions) else { return };
        for (number, (step, scores)) in (1..).zip(course.steps.iter().zip(course.standings())) {
            self.actions.push(ActionRow {
                game: game.number,
                number,
                seat: step.seat.index(),
                player: game.seated.get(step.seat.index()).copied().unwrap_or_default(),
                action: step.action.0,
                kind: game.kinds.name(step.kind).to_owned(),
                choices: step.choices,
                scores: scores.to_vec(),
            });
        }
    }
}

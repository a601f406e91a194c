//! Luck against skill: the players' shares of the win, and whether a deal is won by the same player from every seat, or
//! by the same seat no matter who sits there.

use super::{Metric, MetricInfo, by_name, sums};
use crate::estimate::{Estimate, wilson};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::{Proportion, Summable, WIN_PARTS, wide};
use serde::{Deserialize, Serialize};
use stonehouse_plugin::Seat;

/// The method of the intervals of parts.
const OF_DEALS: &str = "Wilson, for as many games as the spread between deals is worth";

/// Sums of the shares of wins of one player or seat, by deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WinShares {
    groups: u64,
    #[serde(with = "wide")]
    sum: i128,
    #[serde(with = "wide")]
    squares: i128,
    /// The sum of the group that is not whole yet.
    #[serde(with = "wide")]
    open: i128,
}

impl Summable for WinShares {
    fn add_up(&mut self, other: &Self) {
        self.groups += other.groups;
        self.sum += other.sum;
        self.squares += other.squares;
        self.open += other.open;
    }
}

/// Sums of the shares of wins of several players or seats, by deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Parts {
    /// Games of one deal.
    size: u64,
    all: Vec<WinShares>,
}

impl Summable for Parts {
    fn add_up(&mut self, other: &Self) {
        self.size = self.size.max(other.size);
        self.all.add_up(&other.all);
    }
}

impl Parts {
    /// Adds a game; `place` maps each seat to its player.
    fn add(&mut self, game: &PlayedGame<'_>, place: impl Fn(usize) -> usize) {
        let (number, size) = game.replay;
        self.size = size;
        self.all.resize_with(game.scores.len(), WinShares::default);
        let winning = game.lineup.teams.winning(game.winners);
        let part = WIN_PARTS.checked_div(winning.count.into()).unwrap_or_default();
        for seat in Seat::all(game.scores.len()) {
            let taken = &mut self.all[place(seat.index())];
            if winning.seats.contains(seat) {
                taken.open += part;
            }
            if number + 1 == size {
                taken.groups += 1;
                taken.sum += taken.open;
                taken.squares += taken.open * taken.open;
                taken.open = 0;
            }
        }
    }

    fn figures(&self, names: impl IntoIterator<Item = String>) -> Vec<MeasuredFigure> {
        let deals = self.all.iter().filter(|taken| taken.groups > 0);
        let figure = |(of, taken): (String, &WinShares)| MeasuredFigure {
            of,
            cases: taken.groups * self.size,
            estimate: self.estimate(taken),
            spread: None,
        };
        names.into_iter().zip(deals).map(figure).collect()
    }

    /// The mean over deals. Games of one deal are alike, or the very opposite where players have changed seats, so they
    /// are worth another number of games than they are: Wilson's interval is for that number.
    fn estimate(&self, taken: &WinShares) -> Estimate {
        let deals = taken.groups as f64;
        let whole = (WIN_PARTS * i128::from(self.size)) as f64;
        let value = taken.sum as f64 / whole / deals;
        let spread = (taken.squares as f64 / whole / whole / deals - value * value).max(0.0) * deals;
        // Where nothing varies, a deal is worth a game.
        let worth = if taken.groups > 1 && spread > 1e-9 && value > 0.0 && value < 1.0 {
            value * (1.0 - value) * deals * (deals - 1.0) / spread
        } else {
            deals
        };
        wilson(value, worth)
    }
}

sums! {
    /// The players' shares of the wins.
    pub struct Shares { players: Parts, }
}

impl Metric for Shares {
    const INFO: MetricInfo = MetricInfo {
        id: "player_shares",
        name: "share of the wins",
        sentence: "What a player, or its team, gets of the wins, wherever it sits: all of a win alone, a part of a win that several share, half of it if they are two.",
        source: "the score of tournaments",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = OF_DEALS;

    fn add(&mut self, game: &PlayedGame<'_>) {
        // They are of no use where all players are alike.
        if game.lineup.players_differ() {
            self.players.add(game, |seat| game.seated[seat]);
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        self.players.figures(by_name(&lineup.players))
    }
}

sums! {
    /// The seats' shares of the wins.
    pub struct SeatShares {
        seats: Parts,
        /// Games whose win several teams share.
        shared: u64,
    }
}

impl Metric for SeatShares {
    const INFO: MetricInfo = MetricInfo {
        id: "seat_shares",
        name: "seat's share of wins",
        sentence: "What a seat, or its team, gets of the wins, no matter who sits there: all of a win alone, a part of a win that several share, half of it if they are two. Left out where no win is shared.",
        source: "the score of tournaments",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = OF_DEALS;

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.shared += u64::from(game.lineup.teams.winning(game.winners).count > 1);
        self.seats.add(game, |seat| seat);
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        if self.shared == 0 { Vec::new() } else { self.seats.figures(lineup.seats.iter().cloned()) }
    }
}

/// A deal of which some games were played: who won them all so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OpenDeal {
    /// Where the first player sat in the first game.
    began: usize,
    /// The first player of the team that won, if it was the same in all games.
    player: Option<usize>,
    /// The team that won, if it was the same in all games.
    team: Option<u8>,
}

/// The winners of deals that are played from every seat: the same player, or the same seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Swapped {
    player: Proportion,
    seat: Proportion,
    open: Option<OpenDeal>,
}

impl Summable for Swapped {
    fn add_up(&mut self, other: &Self) {
        self.player.add_up(&other.player);
        self.seat.add_up(&other.seat);
        // Parts consist of whole deals: only the last one may be open.
        if other.open.is_some() {
            self.open.clone_from(&other.open);
        }
    }
}

impl Metric for Swapped {
    const INFO: MetricInfo = MetricInfo {
        id: "swapped",
        name: "deals won by",
        sentence: "Of the deals that are played from every seat, those that the same player, or its team, wins alone from every seat, and those that the same seat wins, no matter who sits there: the first is skill, the second is luck, or a seat that is better. In the rest it is now one and now the other.",
        source: "",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let (place, size) = game.replay;
        let seats = game.seated.len() as u64;
        if size < 2 || seats == 0 || !size.is_multiple_of(seats) || !game.lineup.players_differ() {
            return;
        }
        let team = game.winner();
        let of_team = game.seated.iter().zip(game.lineup.teams.numbers()).filter(|(_, other)| Some(**other) == team);
        let player = of_team.map(|(player, _)| *player).min();
        let first_sits = game.seated.iter().position(|player| *player == 0).unwrap_or_default();
        if place == 0 {
            self.open = Some(OpenDeal { began: first_sits, player, team });
        }
        let Some(open) = &mut self.open else { return };
        open.player = open.player.filter(|before| Some(*before) == player);
        open.team = open.team.filter(|before| Some(*before) == team);
        if place + 1 == size {
            // Where players keep their seats, nothing was swapped.
            if open.began != first_sits {
                self.player.add(open.player.is_some());
                self.seat.add(open.team.is_some());
            }
            self.open = None;
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        if self.player.of == 0 {
            return Vec::new();
        }
        vec![MeasuredFigure::share("the same player", &self.player), MeasuredFigure::share("the same seat", &self.seat)]
    }
}

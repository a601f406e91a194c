//! Lists of actions, checked before use.

use super::{CallError, GameState, State};
use stonehouse_plugin::{Action, MAX_ACTIONS, Seat, Turn};

impl State {
    /// Fills `actions` with the legal actions of the seat whose turn it is, ascending. Empty when the game is over, and
    /// when several seats or chance decide. The vector is reused: after its first growth this allocates nothing.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    #[inline]
    pub fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.list("legal_actions", actions, GameState::legal_actions)
    }

    /// Fills `actions` with the legal actions of `seat`, ascending: none if it has nothing to choose now.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn legal_actions_of(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        match self.turn()? {
            Turn::Seat(turn) if turn == seat => self.legal_actions(actions),
            Turn::Together(seats) if seats.contains(seat) => {
                self.list("choices", actions, |game, actions| game.legal_actions_of(seat, actions))
            }
            _ => {
                actions.clear();
                Ok(())
            }
        }
    }

    /// Whether the game lists the actions that a bot should consider.
    pub(super) fn has_candidates(&self) -> bool {
        self.rules.plugin.abilities.candidates
    }

    /// Fills `actions` with the legal actions of `seat` that a bot should consider, in ascending order; like
    /// [`legal_actions`](Self::legal_actions) it does not allocate once the vector has grown.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn candidates(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        if self.has_candidates() {
            self.list("candidates", actions, |game, actions| game.candidates(seat, actions))?;
            if !actions.is_empty() {
                return Ok(());
            }
        }
        self.legal_actions_of(seat, actions)
    }

    /// Fills `actions` by the call `list`, which is called `name`, and checks their number and order.
    #[inline]
    fn list(
        &self,
        name: &str,
        actions: &mut Vec<Action>,
        list: impl FnOnce(&dyn GameState, &mut Vec<Action>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        actions.clear();
        self.query(|game| list(game, actions))?;
        let why = if let Some(at) = actions.windows(2).position(|pair| pair[0] >= pair[1]) {
            let (earlier, later) = (actions[at].0, actions[at + 1].0);
            if earlier == later {
                format!("{later} twice")
            } else {
                format!("{later} after {earlier}, but the order must be ascending")
            }
        } else if actions.len() > MAX_ACTIONS {
            format!("{} actions, but at most {MAX_ACTIONS} are allowed", actions.len())
        } else {
            return Ok(());
        };
        actions.clear();
        Err(CallError::Contract(format!("`{name}` listed {why}")))
    }
}

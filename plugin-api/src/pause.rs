//! The host's signal to interrupt a game that is played on in one call.

/// The host's signal to interrupt a game that is played on in one call, because house rules are to act.
pub struct Pause<'a>(Option<&'a mut dyn FnMut() -> bool>);

impl<'a> Pause<'a> {
    /// A pause that is due when `is_due` returns true. It is called after each step.
    pub fn when(is_due: &'a mut dyn FnMut() -> bool) -> Self {
        Self(Some(is_due))
    }

    /// A pause that is never due: the game is played to its end.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Whether a pause can ever be due.
    pub(crate) const fn is_possible(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the call is to return now. A game calls this after each step, and once for each.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.0.as_mut().is_some_and(|is_due| is_due())
    }
}

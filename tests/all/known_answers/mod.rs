//! The lab's figures, against answers that are known: a second computation of every metric from records, games small
//! enough to be gone through whole, and players of whom it is known how they play.

mod games;
mod perfect;
mod reference;
mod truth;

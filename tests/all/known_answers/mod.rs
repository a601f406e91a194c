//! The lab's figures, against answers that are known: a second computation of every metric from records, games small
//! enough to be enumerated, and players whose way to play is known.

mod games;
mod perfect;
mod reference;
mod truth;

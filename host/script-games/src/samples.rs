//! Samples: hidden pieces dealt again at random, so that each is where it can be.

use stonehouse_plugin::Rng;

/// Deals `pieces` to as many places at random, so that each piece fits its place: `fits` returns whether a piece, by
/// its code, can be at a place. `None` where that is impossible.
///
/// Places that few pieces fit are dealt first, each a random one of those that are left. Where none is left, a piece of
/// an earlier place is moved along the shortest chain of places to a free one: a matching by augmenting paths.
pub(crate) fn deal(mut pieces: Vec<i32>, draws: &mut Rng, fits: impl Fn(usize, i32) -> bool) -> Option<Vec<i32>> {
    let places = pieces.len();
    draws.shuffle(&mut pieces);
    let mut order: Vec<usize> = (0..places).collect();
    draws.shuffle(&mut order);
    let choices = |place: usize| pieces.iter().filter(|piece| fits(place, **piece)).count();
    order.sort_by_cached_key(|place| choices(*place));
    let mut place_of: Vec<Option<usize>> = vec![None; places];
    for place in order {
        augment(place, &pieces, &mut place_of, &fits)?;
    }
    let mut dealt = vec![0; places];
    for (piece, place) in pieces.iter().zip(place_of) {
        dealt[place?] = *piece;
    }
    Some(dealt)
}

/// Finds a piece for a place, for which pieces of other places may have to move.
fn augment(
    place: usize,
    pieces: &[i32],
    place_of: &mut [Option<usize>],
    fits: &impl Fn(usize, i32) -> bool,
) -> Option<()> {
    // For each piece that was reached, the place that would get it, and the piece that this place has now.
    let mut reached: Vec<Option<(usize, Option<usize>)>> = vec![None; pieces.len()];
    let mut open = vec![(place, None)];
    let mut next = 0;
    while let Some((place, own)) = open.get(next).copied() {
        next += 1;
        let mut free = None;
        for (index, piece) in pieces.iter().enumerate() {
            if reached[index].is_some() || !fits(place, *piece) {
                continue;
            }
            reached[index] = Some((place, own));
            match place_of[index] {
                Some(other) => open.push((other, Some(index))),
                None => {
                    free = Some(index);
                    break;
                }
            }
        }
        while let Some(index) = free {
            let (place, own) = reached[index]?;
            place_of[index] = Some(place);
            free = own;
            if free.is_none() {
                return Some(());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_piece_fits_its_place_and_all_are_dealt() {
        // Piece `n` fits the places up to `n`: there is one way only.
        let fits = |place: usize, piece: i32| place as i32 <= piece;
        for seed in 0..20 {
            let dealt = deal((0..12).collect(), &mut Rng::from_seed(seed), fits).unwrap();
            assert_eq!(dealt, (0..12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_possible_deal_occurs_and_no_other() {
        let fits = |place: usize, piece: i32| !(place == 0 && piece > 1 || place == 1 && piece == 0);
        let deals: BTreeSet<Vec<i32>> =
            (0..200).map(|seed| deal(vec![0, 1, 2], &mut Rng::from_seed(seed), fits).unwrap()).collect();
        let possible = [[0, 1, 2], [0, 2, 1], [1, 2, 0]].map(Vec::from);
        assert_eq!(deals, BTreeSet::from(possible));
    }

    #[test]
    fn an_impossible_deal_is_none() {
        assert_eq!(deal(vec![1, 1, 2], &mut Rng::from_seed(1), |place, piece| place > 1 || piece == 2), None);
    }
}

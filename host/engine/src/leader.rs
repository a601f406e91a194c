//! Who is in front.

/// The team that has more points than every other, if one has; scores and teams are by seat.
pub fn leader(scores: &[i64], teams: &[u8]) -> Option<u8> {
    let mut all = scores.iter().zip(teams);
    let (mut best, mut leader) = all.next().map(|(score, team)| (*score, Some(*team)))?;
    for (score, team) in all {
        if *score > best {
            (best, leader) = (*score, Some(*team));
        } else if *score == best && leader != Some(*team) {
            leader = None;
        }
    }
    leader
}

#[cfg(test)]
mod tests {
    use super::leader;

    #[test]
    fn a_shared_best_score_is_not_a_lead() {
        assert_eq!(leader(&[3, 5], &[0, 1]), Some(1));
        assert_eq!(leader(&[5, 5], &[0, 1]), None);
        assert_eq!(leader(&[2, 5, 2, 5], &[0, 1, 0, 1]), Some(1));
        assert_eq!(leader(&[5, 5, 5, 5], &[0, 1, 0, 1]), None);
        assert_eq!(leader(&[], &[]), None);
    }
}

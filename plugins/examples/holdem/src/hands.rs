//! The worth of hands of cards.

/// A card: its rank from 0 (the lowest) times 4, plus its suit.
pub(crate) type Card = u8;

pub(crate) const fn rank(card: Card) -> u8 {
    card / 4
}

pub(crate) const fn suit(card: Card) -> u8 {
    card % 4
}

/// The category of a hand, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    HighCard,
    Pair,
    TwoPairs,
    Three,
    Straight,
    Flush,
    FullHouse,
    Four,
    StraightFlush,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::Pair => "a pair",
            Self::TwoPairs => "two pairs",
            Self::Three => "three of a kind",
            Self::Straight => "a straight",
            Self::Flush => "a flush",
            Self::FullHouse => "a full house",
            Self::Four => "four of a kind",
            Self::StraightFlush => "a straight flush",
        }
    }
}

/// The value of a hand: its kind, then the ranks that decide among equal kinds.
pub(crate) type Worth = (Kind, [u8; 5]);

/// The best five (or fewer) of these cards, out of a deck whose highest rank is `top`.
pub(crate) fn worth(cards: &[Card], top: u8) -> Worth {
    let mut counts = [0_u8; 13];
    let mut suits = [0_u16; 4];
    for card in cards {
        counts[rank(*card) as usize] += 1;
        suits[suit(*card) as usize] |= 1 << rank(*card);
    }
    let all = suits.iter().fold(0, |all, suit| all | suit);
    let flush = suits.into_iter().find(|suit| suit.count_ones() >= 5);
    if let Some(high) = flush.and_then(|suit| straight(suit, top)) {
        return (Kind::StraightFlush, [high, 0, 0, 0, 0]);
    }
    // Ranks, those of which there are most first, then the highest.
    let mut ranks: Vec<u8> = (0..13).filter(|rank| counts[*rank as usize] > 0).collect();
    ranks.sort_by_key(|rank| std::cmp::Reverse((counts[*rank as usize], *rank)));
    let count = |place: usize| ranks.get(place).map_or(0, |rank| counts[*rank as usize]);
    let kind = match (count(0), count(1)) {
        (4.., _) => Kind::Four,
        (3, 2..) => Kind::FullHouse,
        (3, _) => Kind::Three,
        (2, 2) => Kind::TwoPairs,
        (2, _) => Kind::Pair,
        _ => Kind::HighCard,
    };
    if let Some(suit) = flush.filter(|_| kind < Kind::FullHouse) {
        return (Kind::Flush, highest(suit));
    }
    if let Some(high) = straight(all, top).filter(|_| kind < Kind::Straight) {
        return (Kind::Straight, [high, 0, 0, 0, 0]);
    }
    let leading = match kind {
        Kind::TwoPairs | Kind::FullHouse => 2,
        Kind::HighCard => 0,
        _ => 1,
    };
    let mut deciding = [0; 5];
    let mut rest: Vec<u8> = ranks.split_off(leading.min(ranks.len()));
    rest.sort_unstable_by(|a, b| b.cmp(a));
    let used: u8 =
        ranks.iter().map(|rank| counts[*rank as usize].min(if kind == Kind::FullHouse { 3 } else { 4 })).sum();
    let others = 5_usize.saturating_sub(used.into());
    for (place, rank) in deciding.iter_mut().zip(ranks.into_iter().chain(rest.into_iter().take(others))) {
        *place = rank + 1;
    }
    (kind, deciding)
}

/// The five highest of a set of ranks.
fn highest(ranks: u16) -> [u8; 5] {
    let mut high = (0..13_u8).rev().filter(|rank| ranks >> rank & 1 == 1);
    std::array::from_fn(|_| high.next().map_or(0, |rank| rank + 1))
}

/// The highest rank of five in a row; the top rank may also be below the lowest.
fn straight(ranks: u16, top: u8) -> Option<u8> {
    let low_too = ranks << 1 | ranks >> top & 1;
    (0..=9_u8).rev().find(|low| low_too >> low & 0b1_1111 == 0b1_1111).map(|low| low + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "As" and the like, out of a whole deck.
    fn cards(words: &str) -> Vec<Card> {
        let card = |word: &str| {
            let mut letters = word.chars();
            let mut place = |of: &str| of.find(letters.next().unwrap()).unwrap() as u8;
            4 * place("23456789TJQKA") + place("shdc")
        };
        words.split(' ').map(card).collect()
    }

    fn of(words: &str) -> Worth {
        worth(&cards(words), 12)
    }

    #[test]
    fn every_kind_is_known_and_each_beats_those_before_it() {
        let hands = [
            ("As Kd 9c 7h 5s 3d 2c", Kind::HighCard),
            ("2s 2d Ac Kh Qs 9d 7c", Kind::Pair),
            ("2s 2d 3c 3h As Kd Qc", Kind::TwoPairs),
            ("2s 2d 2c 3h 4s Kd Qc", Kind::Three),
            ("As 2d 3c 4h 5s Kd Kc", Kind::Straight),
            ("2s 4s 6s 8s Ts Ad Ac", Kind::Flush),
            ("2s 2d 2c 3h 3s 4d 4c", Kind::FullHouse),
            ("2s 2d 2c 2h As Ad Ac", Kind::Four),
            ("As 2s 3s 4s 5s Ad Ac", Kind::StraightFlush),
        ];
        for ((words, kind), next) in hands.iter().zip(hands.iter().skip(1)) {
            assert_eq!(of(words).0, *kind, "{words}");
            assert!(of(words) < of(next.0), "{words}");
        }
        assert_eq!(of(hands[8].0).0, Kind::StraightFlush);
    }

    #[test]
    fn equal_hand_kinds_compare_ranks_and_only_five_cards_count() {
        for (better, worse) in [
            ("As Ad 3c 4h 6s", "Ks Kd Qc Jh 9s"),
            ("As Ad Kc 4h 6s", "Ac Ah Qc Jh 9s"),
            ("Ks Kd 2c 2h 3s", "Qs Qd Jc Jh As"),
            ("6s 5d 4c 3h 2s", "As 2d 3c 4h 5s"),
            ("3s 3d 3c 2h 2s", "2s 2d 2c Ah As"),
            ("As Ks Qs Js 9s", "As Ks Qs Js 8s"),
        ] {
            assert!(of(better) > of(worse), "{better} against {worse}");
        }
        assert_eq!(
            of("As Ad Kc Kh Qs 2d 3c"),
            of("As Ad Kc Kh Qs Jd Jc"),
            "a third pair is no kicker beyond the fifth card"
        );
        assert_eq!(of("As Ad Ac Kh Ks Qd Qc"), of("As Ad Ac Kh Ks 2d 3c"));
    }

    #[test]
    fn a_hand_of_one_card_is_worth_its_rank() {
        assert!(worth(&[8], 2) > worth(&[4], 2) && worth(&[4], 2) > worth(&[0], 2));
    }
}

//! Results of hook calls, remembered.

/// A fixed number of places, each holding the last call that fell on it. No allocation after the first
/// use, and no growth.
pub(super) struct Memo {
    /// Each place: the steps that the answer took and 1 more, or 0 while it is empty; the value asked; the answer; the context.
    places: Vec<i64>,
    width: usize,
}

/// Places of a memo: a power of two. With a context of five fields they take 1 MiB, which stays near the processor: a place that has to come from
/// far away takes longer than many an answer.
const PLACES: usize = 1 << 14;

/// What stands before the context at each place.
const BEFORE: usize = 3;

impl Memo {
    /// An empty memo for contexts of `fields` integers.
    pub(super) const fn new(fields: usize) -> Self {
        Self { places: Vec::new(), width: BEFORE + fields }
    }

    /// The answer to this call and the steps that it took, if it was given lately.
    #[inline]
    pub(super) fn get(&self, context: &[i64], value: i64) -> Option<(i64, u64)> {
        let start = self.start(context, value);
        let [steps, asked, answer, known @ ..] = self.places.get(start..start + self.width)? else { return None };
        let same = *steps > 0 && *asked == value && known.iter().zip(context).all(|(known, given)| known == given);
        same.then(|| (*answer, (*steps - 1) as u64))
    }

    /// Remembers an answer and the steps that it took.
    pub(super) fn put(&mut self, context: &[i64], value: i64, (answer, steps): (i64, u64)) {
        if self.places.is_empty() {
            self.places.resize(PLACES * self.width, 0);
        }
        let start = self.start(context, value);
        let (head, known) = self.places[start..start + self.width].split_at_mut(BEFORE);
        head.copy_from_slice(&[steps as i64 + 1, value, answer]);
        known.copy_from_slice(context);
    }

    #[inline]
    fn start(&self, context: &[i64], value: i64) -> usize {
        const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = (value as u64).wrapping_mul(MULTIPLIER);
        for word in context {
            hash = (hash.rotate_left(5) ^ *word as u64).wrapping_mul(MULTIPLIER);
        }
        (hash >> (64 - PLACES.trailing_zeros())) as usize * self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_gives_back_only_what_was_put_for_that_very_call() {
        let mut memo = Memo::new(2);
        assert_eq!(memo.get(&[0, 0], 0), None);
        for number in 0..1000 {
            memo.put(&[number, -number], 7, (number * 2, 5));
            assert_eq!(memo.get(&[number, -number], 7), Some((number * 2, 5)));
            assert_eq!(memo.get(&[number, -number], 8), None);
            assert_eq!(memo.get(&[number, number + 1], 7), None);
        }
    }
}

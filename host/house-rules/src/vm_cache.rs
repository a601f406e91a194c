//! The VMs that a thread keeps ready.

use std::cell::{Cell, RefCell};

/// The most rulesets whose VMs a thread keeps ready.
const MAX_VMS: usize = 4;

/// VMs of a thread, each with the number of the rules whose scripts it holds, the most recently used first.
///
/// A VM is taken out while it is called: scripts of other rules may be called inside, and a VM that fails is not
/// returned.
pub struct VmCache<T> {
    /// Separate, because most calls are of the same rules as the one before.
    latest: Cell<Option<(u64, Box<T>)>>,
    others: RefCell<Vec<(u64, Box<T>)>>,
}

impl<T> VmCache<T> {
    /// A cache without VMs.
    pub const fn empty() -> Self {
        Self { latest: Cell::new(None), others: RefCell::new(Vec::new()) }
    }

    /// Takes the VM of the rules with this number; `None` if this thread has none.
    #[inline]
    pub fn take(&self, rules: u64) -> Option<Box<T>> {
        match self.latest.take() {
            Some((held, vm)) if held == rules => Some(vm),
            latest => {
                self.latest.set(latest);
                self.take_other(rules)
            }
        }
    }

    #[cold]
    fn take_other(&self, rules: u64) -> Option<Box<T>> {
        let mut others = self.others.borrow_mut();
        let place = others.iter().position(|(held, _)| *held == rules)?;
        Some(others.remove(place).1)
    }

    /// Keeps a VM as the most recently used one.
    #[inline]
    pub fn put(&self, rules: u64, vm: Box<T>) {
        if let Some(latest) = self.latest.replace(Some((rules, vm))) {
            self.put_other(latest);
        }
    }

    #[cold]
    fn put_other(&self, vm: (u64, Box<T>)) {
        let mut others = self.others.borrow_mut();
        // Dropped outside of the borrow.
        let dropped = if others.len() < MAX_VMS - 1 { None } else { others.pop() };
        others.insert(0, vm);
        drop(others);
        drop(dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recently_used_vms_are_kept_and_one_is_taken_once() {
        let cache = VmCache::empty();
        for rules in 0..6 {
            cache.put(rules, Box::new(10 * rules));
        }
        let kept: Vec<Option<u64>> = (0..6).map(|rules| cache.take(rules).map(|vm| *vm)).collect();
        assert_eq!(kept, [None, None, Some(20), Some(30), Some(40), Some(50)]);
        assert!((0..6).all(|rules| cache.take(rules).is_none()));
    }

    #[test]
    fn a_vm_that_is_used_again_outlives_one_that_is_not() {
        let cache = VmCache::empty();
        for rules in 0..4 {
            cache.put(rules, Box::new(()));
        }
        let used = cache.take(0).unwrap();
        cache.put(0, used);
        cache.put(4, Box::new(()));
        let kept: Vec<bool> = (0..5).map(|rules| cache.take(rules).is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
    }
}

//! A map that forgets: what is remembered of a recording is bounded.
//!
//! In:  entries by their keys.
//! Out: the entries that came last.
//! Holds: there are never more than were allowed; the oldest goes first, whether it was used since or not.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// The entries that were added last, `most` of them, but at least one.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    most: usize,
    entries: HashMap<K, V>,
    /// The keys of the entries, the oldest first.
    order: VecDeque<K>,
}

impl<K: Copy + Eq + Hash, V> Recent<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, entries: HashMap::new(), order: VecDeque::new() }
    }

    pub(crate) fn get(&self, key: K) -> Option<&V> {
        self.entries.get(&key)
    }

    /// The entry of a key, which is added if it is not there; and the key of the entry that had to go for it.
    pub(crate) fn entry(&mut self, key: K, new: impl FnOnce() -> V) -> (&mut V, Option<K>) {
        let mut forgotten = None;
        if !self.entries.contains_key(&key) {
            if self.order.len() >= self.most
                && let Some(oldest) = self.order.pop_front()
            {
                self.entries.remove(&oldest);
                forgotten = Some(oldest);
            }
            self.order.push_back(key);
        }
        (self.entries.entry(key).or_insert_with(new), forgotten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left, and what was forgotten, of keys that are added one after the other.
    fn add(most: usize, keys: &str) -> (String, String) {
        let (mut recent, mut forgotten) = (Recent::new(most), String::new());
        for key in keys.chars() {
            let (value, oldest) = recent.entry(key, || key);
            assert_eq!(*value, key);
            forgotten.extend(oldest);
        }
        assert_eq!(recent.entries.len(), recent.order.len());
        (recent.order.iter().filter_map(|key| recent.get(*key)).collect(), forgotten)
    }

    #[test]
    fn the_oldest_is_forgotten_when_there_are_more() {
        let rows = [
            (3, "", "", ""),
            (3, "abc", "abc", ""),
            (3, "abcd", "bcd", "a"),
            (3, "abcabc", "abc", ""),
            // To be used again makes nothing younger; to come back does.
            (3, "abcad", "bcd", "a"),
            (3, "abcdae", "dae", "abc"),
            (1, "aab", "b", "a"),
            (0, "aab", "b", "a"),
        ];
        for (most, keys, left, forgotten) in rows {
            assert_eq!(add(most, keys), (left.to_owned(), forgotten.to_owned()), "{most} of {keys}");
        }
    }
}

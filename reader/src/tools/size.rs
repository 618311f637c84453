//! Bounds on the size of an answer.

use serde::Serialize;

use crate::plain;

/// Longest answer to a request that sets no limit, in characters.
pub const CHARS_DEFAULT: usize = 8_000;
/// Longest answer to any request, in characters.
pub const CHARS_MAX: usize = 40_000;

/// Returns how many of the first items stay within `chars_max` characters of JSON; at least one.
pub fn fitting<T: Serialize>(items: &[T], chars_max: usize) -> usize {
    let mut budget = CharBudget::new(chars_max);
    items
        .iter()
        .position(|item| !budget.take(item))
        .unwrap_or(items.len())
}

/// A bound on the size of a list, in characters of JSON. The first item always fits.
pub struct CharBudget {
    left: usize,
    is_empty: bool,
}

impl CharBudget {
    /// Creates a budget of `chars_max` characters.
    pub fn new(chars_max: usize) -> Self {
        Self {
            left: chars_max,
            is_empty: true,
        }
    }

    /// Spends the size of an item and returns true, if the item fits. A caller ends its list at the first item that does not.
    pub fn take<T: Serialize>(&mut self, item: &T) -> bool {
        let json = serde_json::to_string(item).unwrap_or_default();
        let size = plain::escaped_json(&json).chars().count() + 1;
        if size > self.left && !self.is_empty {
            return false;
        }
        self.left = self.left.saturating_sub(size);
        self.is_empty = false;
        true
    }
}

//! A table that is read when somebody first looks at it.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

/// A table that is at hand, or that will be fetched when it is first looked at.
pub struct Deferred<T> {
    now: Vec<T>,
    later: Option<Box<Later<T>>>,
}

/// A table that is to take the place of `now`.
struct Later<T> {
    table: OnceLock<Vec<T>>,
    fetch: Box<dyn Fn() -> Vec<T> + Send + Sync>,
}

impl<T> Deferred<T> {
    /// A table that `fetch` gives. Where it unwinds, whoever looks unwinds, too, and the next one to look asks again.
    pub fn later(fetch: impl Fn() -> Vec<T> + Send + Sync + 'static) -> Self {
        let later = Later {
            table: OnceLock::new(),
            fetch: Box::new(fetch),
        };
        Self {
            now: Vec::new(),
            later: Some(Box::new(later)),
        }
    }
}

impl<T> From<Vec<T>> for Deferred<T> {
    fn from(now: Vec<T>) -> Self {
        Self { now, later: None }
    }
}

impl<T> Default for Deferred<T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<T> Deref for Deferred<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        match &self.later {
            None => &self.now,
            Some(later) => later.table.get_or_init(&later.fetch),
        }
    }
}

impl<T> DerefMut for Deferred<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        if let Some(later) = self.later.take() {
            let Later { table, fetch } = *later;
            self.now = table.into_inner().unwrap_or_else(fetch);
        }
        &mut self.now
    }
}

impl<'t, T> IntoIterator for &'t Deferred<T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::Deferred;

    #[test]
    fn it_is_fetched_once_and_only_if_somebody_looks() {
        let count = Arc::new(AtomicU32::new(0));
        let counted = || {
            let count = Arc::clone(&count);
            Deferred::later(move || vec![count.fetch_add(1, Ordering::Relaxed)])
        };
        drop(counted());
        assert_eq!(count.load(Ordering::Relaxed), 0);
        let looked_at = counted();
        assert_eq!((&looked_at[..], looked_at.len()), (&[0][..], 1));
        let mut changed = counted();
        changed.push(7);
        assert_eq!(changed[..], [1, 7]);
    }
}

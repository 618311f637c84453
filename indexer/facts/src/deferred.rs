//! A table that is loaded on first access.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use crate::DamagedFacts;

/// A table that is in memory, or is loaded on first access.
pub struct Deferred<T> {
    /// Empty while `lazy` is some.
    table: Vec<T>,
    lazy: Option<Box<Lazy<T>>>,
}

/// A table with its loader.
struct Lazy<T> {
    table: OnceLock<Vec<T>>,
    load: Box<dyn Fn() -> Option<Vec<T>> + Send + Sync>,
}

impl<T> Lazy<T> {
    fn load(&self) -> Vec<T> {
        (self.load)().unwrap_or_else(|| DamagedFacts.escape())
    }
}

impl<T> Deferred<T> {
    /// Returns a table that `load` loads. If `load` returns none, the access ends with [`DamagedFacts`], and the next access
    /// calls it again.
    pub fn new(load: impl Fn() -> Option<Vec<T>> + Send + Sync + 'static) -> Self {
        let lazy = Lazy {
            table: OnceLock::new(),
            load: Box::new(load),
        };
        Self {
            table: Vec::new(),
            lazy: Some(Box::new(lazy)),
        }
    }
}

impl<T> From<Vec<T>> for Deferred<T> {
    fn from(table: Vec<T>) -> Self {
        Self { table, lazy: None }
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
        match &self.lazy {
            None => &self.table,
            Some(lazy) => lazy.table.get_or_init(|| lazy.load()),
        }
    }
}

impl<T> DerefMut for Deferred<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        if let Some(mut lazy) = self.lazy.take() {
            self.table = lazy.table.take().unwrap_or_else(|| lazy.load());
        }
        &mut self.table
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
    fn it_is_loaded_on_first_access_and_once() {
        let count = Arc::new(AtomicU32::new(0));
        let counted = || {
            let count = Arc::clone(&count);
            Deferred::new(move || Some(vec![count.fetch_add(1, Ordering::Relaxed)]))
        };
        drop(counted());
        assert_eq!(count.load(Ordering::Relaxed), 0);
        let accessed = counted();
        assert_eq!((&accessed[..], accessed.len()), (&[0][..], 1));
        let mut changed = counted();
        changed.push(7);
        assert_eq!(changed[..], [1, 7]);
    }
}

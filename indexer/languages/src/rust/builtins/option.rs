// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub enum Option<T> { None, Some(T) }
impl<T> Clone for Option<T> {}
impl<T> Ord for Option<T> {}
impl<T> Default for Option<T> {}
impl<T> IntoIterator for Option<T> { type Item = T; }
impl<T> crate::ops::TryInner<T> for Option<T> {}
impl<T> Option<T> {
    fn __try__(self) -> T;
    fn __elem__(self) -> T;
    fn is_some_and(self, _: impl FnOnce(T) -> bool) -> bool;
    fn is_none_or(self, _: impl FnOnce(T) -> bool) -> bool;
    fn as_ref(&self) -> Option<&T>;
    fn as_mut(&mut self) -> Option<&mut T>;
    fn as_deref(&self) -> Option<&T>;
    fn as_deref_mut(&mut self) -> Option<&mut T>;
    fn as_slice(&self) -> &[T];
    fn expect(self, _: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or(self, _: T) -> T;
    fn unwrap_or_else(self, _: impl FnOnce() -> T) -> T;
    fn unwrap_or_default(self) -> T;
    fn unwrap_unchecked(self) -> T;
    fn map<U>(self, _: impl FnOnce(T) -> U) -> Option<U>;
    fn inspect(self, _: impl FnOnce(&T)) -> Option<T>;
    fn map_or<U>(self, _: U, _: impl FnOnce(T) -> U) -> U;
    fn map_or_else<U>(self, _: impl FnOnce() -> U, _: impl FnOnce(T) -> U) -> U;
    fn ok_or<E>(self, _: E) -> Result<T, E>;
    fn ok_or_else<E>(self, _: impl FnOnce() -> E) -> Result<T, E>;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn iter_mut(&mut self) -> impl Iterator<Item = T>;
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn and<U>(self, _: Option<U>) -> Option<U>;
    fn and_then<U>(self, _: impl FnOnce(T) -> Option<U>) -> Option<U>;
    fn filter(self, _: impl FnOnce(&T) -> bool) -> Option<T>;
    fn or(self, _: Option<T>) -> Option<T>;
    fn or_else(self, _: impl FnOnce() -> Option<T>) -> Option<T>;
    fn xor(self, _: Option<T>) -> Option<T>;
    fn insert(&mut self, _: T) -> &mut T;
    fn get_or_insert(&mut self, _: T) -> &mut T;
    fn get_or_insert_with(&mut self, _: impl FnOnce() -> T) -> &mut T;
    fn take(&mut self) -> Option<T>;
    fn take_if(&mut self, _: impl FnOnce(&mut T) -> bool) -> Option<T>;
    fn replace(&mut self, _: T) -> Option<T>;
    fn zip<U>(self, _: Option<U>) -> Option<(T, U)>;
    fn copied(self) -> Option<T>;
    fn cloned(self) -> Option<T>;
    fn flatten(self) -> T;
    fn context<C>(self, _: C) -> Result<T, crate::anyhow::Error>;
    fn with_context<C>(self, _: impl FnOnce() -> C) -> Result<T, crate::anyhow::Error>;
}
impl<T, E> Option<Result<T, E>> { fn transpose(self) -> Result<Option<T>, E>; }

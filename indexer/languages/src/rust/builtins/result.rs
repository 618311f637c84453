// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub enum Result<T, E> { Ok(T), Err(E) }
impl<T, E> Clone for Result<T, E> {}
impl<T, E> crate::ops::TryInner<T> for Result<T, E> {}
impl<T, E> Result<T, E> {
    fn __try__(self) -> T;
    fn __elem__(self) -> T;
    fn is_ok_and(self, _: impl FnOnce(T) -> bool) -> bool;
    fn is_err_and(self, _: impl FnOnce(E) -> bool) -> bool;
    fn ok(self) -> Option<T>;
    fn err(self) -> Option<E>;
    fn as_ref(&self) -> Result<&T, &E>;
    fn as_mut(&mut self) -> Result<&mut T, &mut E>;
    fn as_deref(&self) -> Result<&T, &E>;
    fn map<U>(self, _: impl FnOnce(T) -> U) -> Result<U, E>;
    fn map_or<U>(self, _: U, _: impl FnOnce(T) -> U) -> U;
    fn map_or_else<U>(self, _: impl FnOnce(E) -> U, _: impl FnOnce(T) -> U) -> U;
    fn map_err<F>(self, _: impl FnOnce(E) -> F) -> Result<T, F>;
    fn inspect(self, _: impl FnOnce(&T)) -> Result<T, E>;
    fn inspect_err(self, _: impl FnOnce(&E)) -> Result<T, E>;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn expect(self, _: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or_default(self) -> T;
    fn expect_err(self, _: &str) -> E;
    fn unwrap_err(self) -> E;
    fn and<U>(self, _: Result<U, E>) -> Result<U, E>;
    fn and_then<U>(self, _: impl FnOnce(T) -> Result<U, E>) -> Result<U, E>;
    fn or<F>(self, _: Result<T, F>) -> Result<T, F>;
    fn or_else<F>(self, _: impl FnOnce(E) -> Result<T, F>) -> Result<T, F>;
    fn unwrap_or(self, _: T) -> T;
    fn unwrap_or_else(self, _: impl FnOnce(E) -> T) -> T;
    fn copied(self) -> Result<T, E>;
    fn cloned(self) -> Result<T, E>;
    fn flatten(self) -> T;
    fn context<C>(self, _: C) -> Result<T, crate::anyhow::Error>;
    fn with_context<C>(self, _: impl FnOnce() -> C) -> Result<T, crate::anyhow::Error>;
}
impl<T, E> Result<Option<T>, E> { fn transpose(self) -> Option<Result<T, E>>; }

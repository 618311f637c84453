// Written by hand: no stable tool prints signatures of a crate. Names and signatures are facts of anyhow, licensed
// under MIT OR Apache-2.0.

//! `anyhow`, whose result type stands in the signatures of many programs; `eyre` and the like have the same shape.
pub type Result<T, E = Error> = crate::result::Result<T, E>;
pub struct Error;
impl crate::fmt::Display for Error {}
impl Error {
    fn new<E>(_: E) -> Error;
    fn msg<M>(_: M) -> Error;
    fn from<E>(_: E) -> Error;
    fn context<C>(self, _: C) -> Error;
    fn chain(&self) -> impl Iterator<Item = &dyn crate::error::Error>;
    fn root_cause(&self) -> &dyn crate::error::Error;
    fn downcast<E>(self) -> Result<E, Error>;
    fn downcast_ref<E>(&self) -> Option<&E>;
    fn downcast_mut<E>(&mut self) -> Option<&mut E>;
    fn is<E>(&self) -> bool;
    fn source(&self) -> Option<&dyn crate::error::Error>;
}
pub trait Context<T, E> { fn context<C>(self, _: C) -> Result<T, Error>; fn with_context<C>(self, _: impl FnOnce() -> C) -> Result<T, Error>; }
pub trait WrapErr<T, E> { fn wrap_err<C>(self, _: C) -> Result<T, Error>; fn wrap_err_with<C>(self, _: impl FnOnce() -> C) -> Result<T, Error>; }
pub use Error as Report;

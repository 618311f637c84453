// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait From<T> { fn from(_: T) -> Self; }
pub trait Into<T> { fn into(self) -> T; }
pub trait TryFrom<T> { type Error; fn try_from(_: T) -> Result<Self, Self::Error>; }
pub trait TryInto<T> { type Error; fn try_into(self) -> Result<T, Self::Error>; }
pub trait AsRef<T> { fn as_ref(&self) -> &T; }
pub trait AsMut<T> { fn as_mut(&mut self) -> &mut T; }
pub enum Infallible {}
pub fn identity<T>(_: T) -> T;

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::prelude::ToOwned;
pub enum Cow<B> { Borrowed(B), Owned(B) }
impl<B> Clone for Cow<B> {}
impl<B> crate::ops::Deref for Cow<B> { type Target = B; fn deref(&self) -> &B; }
impl Cow<str> { fn into_owned(self) -> String; fn to_mut(&mut self) -> &mut String; fn to_string(&self) -> String; }
impl Cow<crate::path::Path> { fn into_owned(self) -> crate::path::PathBuf; }
impl<T> Cow<[T]> { fn into_owned(self) -> Vec<T>; fn to_mut(&mut self) -> &mut Vec<T>; }
impl<B> Cow<B> { fn into_owned(self) -> B; fn to_mut(&mut self) -> &mut B; fn as_ref(&self) -> &B; fn from<T>(_: T) -> Cow<B>; }
pub trait Borrow<T> { fn borrow(&self) -> &T; }
pub trait BorrowMut<T> { fn borrow_mut(&mut self) -> &mut T; }

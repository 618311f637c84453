// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Box<T>;
impl<T> Clone for Box<T> {}
impl<T> Default for Box<T> {}
impl<T> crate::ops::Deref for Box<T> { type Target = T; fn deref(&self) -> &T; }
impl<T> Box<T> {
    fn new(_: T) -> Box<T>;
    fn pin(_: T) -> crate::pin::Pin<Box<T>>;
    fn from(_: T) -> Box<T>;
    fn as_ref(&self) -> &T;
    fn as_mut(&mut self) -> &mut T;
    fn into_inner(_: Box<T>) -> T;
    fn leak(_: Box<T>) -> &mut T;
    fn __call__(&self);
}
impl<T> Box<[T]> { fn into_vec(self) -> Vec<T>; fn into_iter(self) -> impl Iterator<Item = T>; }

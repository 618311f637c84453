// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub enum Poll<T> { Ready(T), Pending }
impl<T> Poll<T> { fn map<U>(self, _: impl FnOnce(T) -> U) -> Poll<U>; fn is_ready(&self) -> bool; }
impl<T, E> Poll<Result<T, E>> { fn __try__(self) -> Poll<T>; }
pub struct Context;
impl Context { fn waker(&self) -> &Waker; fn from_waker(_: &Waker) -> Context; }
pub struct Waker;
impl Clone for Waker {}

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::prelude::{Eq, Ord, PartialEq, PartialOrd};
pub enum Ordering { Less, Equal, Greater }
impl Clone for Ordering {}
impl Ordering {
    fn reverse(self) -> Ordering;
    fn then(self, _: Ordering) -> Ordering;
    fn then_with(self, _: impl FnOnce() -> Ordering) -> Ordering;
}
pub struct Reverse<T>(pub T);
impl<T> Ord for Reverse<T> {}
pub fn max<T>(_: T, _: T) -> T;
pub fn min<T>(_: T, _: T) -> T;

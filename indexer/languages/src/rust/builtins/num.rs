// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct ParseIntError;
impl crate::error::Error for ParseIntError {}
pub struct ParseFloatError;
impl crate::error::Error for ParseFloatError {}
pub struct TryFromIntError;
pub struct NonZero<T>;
impl<T> Clone for NonZero<T> {}
impl<T> Ord for NonZero<T> {}
impl<T> NonZero<T> { fn new(_: T) -> Option<NonZero<T>>; fn get(self) -> T; fn new_unchecked(_: T) -> NonZero<T>; }
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroUsize = NonZero<usize>;
pub type NonZeroI32 = NonZero<i32>;

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::prelude::Hash;
pub trait Hasher { fn finish(&self) -> u64; fn write(&mut self, _: &[u8]); }
pub trait BuildHasher { type Hasher; fn build_hasher(&self) -> Self::Hasher; fn hash_one<T>(&self, _: T) -> u64; }
pub struct BuildHasherDefault<H>;
impl<H> Default for BuildHasherDefault<H> {}

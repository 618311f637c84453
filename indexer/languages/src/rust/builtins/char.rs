// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub fn from_u32(_: u32) -> Option<char>;
pub fn from_digit(_: u32, _: u32) -> Option<char>;

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

//! What every file sees without an import: primitive types, the standard prelude, what literals and macros make.
//! A member that is not listed on a type here is external and of unknown type: only what leads on is listed.

pub use crate::boxed::Box;
pub use crate::convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
pub use crate::future::Future;
pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
pub use crate::ops::{Drop, Fn, FnMut, FnOnce, Range};
pub use crate::option::Option;
pub use crate::option::Option::{None, Some};
pub use crate::pin::Pin; // Of `pin!`; the prelude of Rust does not have it.
pub use crate::result::Result;
pub use crate::result::Result::{Err, Ok};
pub use crate::slice::slice;
pub use crate::str::str;
pub use crate::string::{String, ToString};
pub use crate::vec::Vec;

pub fn drop<T>(_: T);

pub trait Clone { fn clone(&self) -> Self; fn clone_from(&mut self, _: &Self); }
pub trait Copy: Clone {}
pub trait Send {}
pub trait Sync {}
pub trait Sized {}
pub trait Unpin {}
pub trait Debug {}
pub trait Hash {}
pub trait Default { fn default() -> Self; }
pub trait PartialEq<Rhs = Self> { fn eq(&self, _: &Rhs) -> bool; fn ne(&self, _: &Rhs) -> bool; }
pub trait Eq: PartialEq {}
pub trait PartialOrd<Rhs = Self>: PartialEq {
    fn partial_cmp(&self, _: &Rhs) -> Option<crate::cmp::Ordering>;
    fn lt(&self, _: &Rhs) -> bool;
    fn le(&self, _: &Rhs) -> bool;
    fn gt(&self, _: &Rhs) -> bool;
    fn ge(&self, _: &Rhs) -> bool;
}
pub trait Ord: Eq + PartialOrd {
    fn cmp(&self, _: &Self) -> crate::cmp::Ordering;
    fn max(self, _: Self) -> Self;
    fn min(self, _: Self) -> Self;
    fn clamp(self, _: Self, _: Self) -> Self;
}
pub trait ToOwned { type Owned; fn to_owned(&self) -> Self::Owned; }

/// What every value has.
impl<T> Any for T {
    fn into<U>(self) -> U;
    fn try_into<U, E>(self) -> Result<U, E>;
    fn type_id(&self) -> crate::any::TypeId;
}
impl<T: Clone> Owning for T { fn to_owned(&self) -> T; }
impl<T: crate::fmt::Display> ToString for T { fn to_string(&self) -> String; }

pub struct Arguments;
pub struct tuple;
impl tuple { fn clone(&self) -> Self; }
pub struct function;
pub struct bool;
impl Ord for bool {}
impl Clone for bool {}
impl bool {
    fn then<T>(self, _: impl FnOnce() -> T) -> Option<T>;
    fn then_some<T>(self, _: T) -> Option<T>;
}
pub struct char;
impl Ord for char {}
impl Clone for char {}
impl crate::fmt::Display for char {}
impl char {
    fn from<T>(_: T) -> char;
    fn try_from<T>(_: T) -> Result<char, crate::num::TryFromIntError>;
    fn to_uppercase(self) -> impl Iterator<Item = char>;
    fn to_lowercase(self) -> impl Iterator<Item = char>;
    fn escape_default(self) -> impl Iterator<Item = char>;
    fn to_digit(self, _: u32) -> Option<u32>;
    fn from_u32(_: u32) -> Option<char>;
    fn from_digit(_: u32, _: u32) -> Option<char>;
    fn encode_utf8(self, _: &mut [u8]) -> &mut str;
    fn to_ascii_uppercase(&self) -> char;
    fn to_ascii_lowercase(&self) -> char;
}

/// What all numbers have in common.
pub trait Number: Copy + Ord + Default + crate::fmt::Display + crate::str::FromStr {
    fn from<T>(_: T) -> Self;
    fn try_from<T>(_: T) -> Result<Self, crate::num::TryFromIntError>;
    const MAX: Self;
    const MIN: Self;
    fn checked_add(self, _: Self) -> Option<Self>;
    fn checked_sub(self, _: Self) -> Option<Self>;
    fn checked_mul(self, _: Self) -> Option<Self>;
    fn checked_div(self, _: Self) -> Option<Self>;
    fn checked_rem(self, _: Self) -> Option<Self>;
    fn checked_pow(self, _: u32) -> Option<Self>;
    fn overflowing_add(self, _: Self) -> (Self, bool);
    fn overflowing_sub(self, _: Self) -> (Self, bool);
    fn saturating_add(self, _: Self) -> Self;
    fn saturating_sub(self, _: Self) -> Self;
    fn saturating_mul(self, _: Self) -> Self;
    fn wrapping_add(self, _: Self) -> Self;
    fn wrapping_sub(self, _: Self) -> Self;
    fn wrapping_mul(self, _: Self) -> Self;
    fn pow(self, _: u32) -> Self;
    fn abs(self) -> Self;
    fn abs_diff(self, _: Self) -> Self;
    fn div_ceil(self, _: Self) -> Self;
    fn rem_euclid(self, _: Self) -> Self;
    fn next_multiple_of(self, _: Self) -> Self;
    fn next_power_of_two(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn round(self) -> Self;
    fn sqrt(self) -> Self;
    fn leading_zeros(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn count_ones(self) -> u32;
    fn to_le_bytes(self) -> [u8];
    fn to_be_bytes(self) -> [u8];
    fn to_ne_bytes(self) -> [u8];
    fn from_le_bytes(_: [u8]) -> Self;
    fn from_be_bytes(_: [u8]) -> Self;
    fn from_ne_bytes(_: [u8]) -> Self;
    fn from_str_radix(_: &str, _: u32) -> Result<Self, crate::num::ParseIntError>;
    fn total_cmp(&self, _: &Self) -> crate::cmp::Ordering;
    fn to_ascii_uppercase(&self) -> Self;
    fn to_ascii_lowercase(&self) -> Self;
}
pub struct i8;
pub struct i16;
pub struct i32;
pub struct i64;
pub struct i128;
pub struct isize;
pub struct u8;
pub struct u16;
pub struct u32;
pub struct u64;
pub struct u128;
pub struct usize;
pub struct f32;
pub struct f64;
impl Number for i8 {}
impl Number for i16 {}
impl Number for i32 {}
impl Number for i64 {}
impl Number for i128 {}
impl Number for isize {}
impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}
impl Number for u128 {}
impl Number for usize {}
impl Number for f32 {}
impl Number for f64 {}

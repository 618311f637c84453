// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct String;
impl Clone for String {}
impl Ord for String {}
impl Default for String {}
impl crate::fmt::Display for String {}
impl crate::fmt::Write for String {}
impl FromIterator<char> for String {}
impl FromIterator<str> for String {}
impl FromIterator<String> for String {}
impl crate::convert::AsRef<str> for String {}
impl crate::ops::Deref for String { type Target = str; fn deref(&self) -> &str; }
impl String {
    fn new() -> String;
    fn with_capacity(_: usize) -> String;
    fn from<T>(_: T) -> String;
    fn from_iter<T>(_: T) -> String;
    fn from_utf8(_: Vec<u8>) -> Result<String, FromUtf8Error>;
    fn from_utf8_lossy(_: &[u8]) -> crate::borrow::Cow<str>;
    fn from_utf8_unchecked(_: Vec<u8>) -> String;
    fn into_bytes(self) -> Vec<u8>;
    fn as_str(&self) -> &str;
    fn as_mut_str(&mut self) -> &mut str;
    fn as_bytes(&self) -> &[u8];
    fn into_boxed_str(self) -> Box<str>;
    fn pop(&mut self) -> Option<char>;
    fn remove(&mut self, _: usize) -> char;
    fn retain(&mut self, _: impl FnMut(char) -> bool);
    fn split_off(&mut self, _: usize) -> String;
    fn drain<R>(&mut self, _: R) -> impl Iterator<Item = char>;
    fn leak(self) -> &mut str;
}
pub trait ToString { fn to_string(&self) -> String; }
pub struct FromUtf8Error;
impl crate::error::Error for FromUtf8Error {}
impl FromUtf8Error { fn into_bytes(self) -> Vec<u8>; fn utf8_error(&self) -> crate::str::Utf8Error; }

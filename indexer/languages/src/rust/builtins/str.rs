// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct str;
impl Clone for str { fn clone(&self) -> &str; }
impl Ord for str {}
impl Default for str {}
impl crate::fmt::Display for str {}
impl crate::convert::AsRef<str> for str {}
impl str {
    fn to_string(&self) -> String;
    fn to_owned(&self) -> String;
    fn as_bytes(&self) -> &[u8];
    fn as_str(&self) -> &str;
    fn get<I>(&self, _: I) -> Option<&str>;
    fn __index__(&self) -> &str;
    fn split_at(&self, _: usize) -> (&str, &str);
    fn chars(&self) -> Chars;
    fn char_indices(&self) -> impl Iterator<Item = (usize, char)>;
    fn bytes(&self) -> impl Iterator<Item = u8>;
    fn split_whitespace(&self) -> impl Iterator<Item = &str>;
    fn split_ascii_whitespace(&self) -> impl Iterator<Item = &str>;
    fn lines(&self) -> impl Iterator<Item = &str>;
    fn find<P>(&self, _: P) -> Option<usize>;
    fn rfind<P>(&self, _: P) -> Option<usize>;
    fn split(&self, _: impl FnMut(char) -> bool) -> impl Iterator<Item = &str>;
    fn split_inclusive(&self, _: impl FnMut(char) -> bool) -> impl Iterator<Item = &str>;
    fn rsplit(&self, _: impl FnMut(char) -> bool) -> impl Iterator<Item = &str>;
    fn split_terminator<P>(&self, _: P) -> impl Iterator<Item = &str>;
    fn splitn<P>(&self, _: usize, _: P) -> impl Iterator<Item = &str>;
    fn rsplitn<P>(&self, _: usize, _: P) -> impl Iterator<Item = &str>;
    fn split_once<P>(&self, _: P) -> Option<(&str, &str)>;
    fn rsplit_once<P>(&self, _: P) -> Option<(&str, &str)>;
    fn matches<P>(&self, _: P) -> impl Iterator<Item = &str>;
    fn match_indices<P>(&self, _: P) -> impl Iterator<Item = (usize, &str)>;
    fn trim(&self) -> &str;
    fn trim_start(&self) -> &str;
    fn trim_end(&self) -> &str;
    fn trim_matches<P>(&self, _: P) -> &str;
    fn trim_start_matches<P>(&self, _: P) -> &str;
    fn trim_end_matches<P>(&self, _: P) -> &str;
    fn strip_prefix<P>(&self, _: P) -> Option<&str>;
    fn strip_suffix<P>(&self, _: P) -> Option<&str>;
    fn parse<F: FromStr>(&self) -> Result<F, F::Err>;
    fn replace<P>(&self, _: P, _: &str) -> String;
    fn replacen<P>(&self, _: P, _: &str, _: usize) -> String;
    fn to_lowercase(&self) -> String;
    fn to_uppercase(&self) -> String;
    fn repeat(&self, _: usize) -> String;
    fn to_ascii_uppercase(&self) -> String;
    fn to_ascii_lowercase(&self) -> String;
    fn into_string(self) -> String;
    fn into_boxed_str(self) -> Box<str>;
    fn as_ref(&self) -> &str;
    fn cmp(&self, _: &str) -> crate::cmp::Ordering;
}
pub struct Chars;
impl Iterator for Chars { type Item = char; }
pub struct CharIndices;
impl Iterator for CharIndices { type Item = (usize, char); }
pub type Lines = crate::iter::Iterator<str>;
pub type Bytes = crate::iter::Iterator<u8>;
pub type SplitWhitespace = crate::iter::Iterator<str>;
pub trait FromStr { type Err; fn from_str(_: &str) -> Result<Self, Self::Err>; }
pub struct Utf8Error;
impl crate::error::Error for Utf8Error {}
pub fn from_utf8(_: &[u8]) -> Result<&str, Utf8Error>;
pub fn from_utf8_unchecked(_: &[u8]) -> &str;

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub type Result<T> = crate::result::Result<T, Error>;
pub struct Error;
impl crate::error::Error for Error {}
impl crate::fmt::Display for Error {}
impl Error {
    fn new<E>(_: ErrorKind, _: E) -> Error;
    fn other<E>(_: E) -> Error;
    fn from<T>(_: T) -> Error;
    fn last_os_error() -> Error;
    fn from_raw_os_error(_: i32) -> Error;
    fn kind(&self) -> ErrorKind;
    fn raw_os_error(&self) -> Option<i32>;
    fn into_inner(self) -> Option<Box<dyn crate::error::Error>>;
    fn get_ref(&self) -> Option<&dyn crate::error::Error>;
}
pub enum ErrorKind { NotFound, PermissionDenied, BrokenPipe, AlreadyExists, InvalidInput, InvalidData, TimedOut, Interrupted, UnexpectedEof, Other }
impl Clone for ErrorKind {}
pub trait Read {
    fn read(&mut self, _: &mut [u8]) -> Result<usize>;
    fn read_to_end(&mut self, _: &mut Vec<u8>) -> Result<usize>;
    fn read_to_string(&mut self, _: &mut String) -> Result<usize>;
    fn read_exact(&mut self, _: &mut [u8]) -> Result<()>;
    fn by_ref(&mut self) -> &mut Self;
    fn bytes(self) -> impl Iterator<Item = Result<u8>>;
    fn chain<R>(self, _: R) -> Self;
    fn take(self, _: u64) -> Self;
}
pub trait Write {
    fn write(&mut self, _: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
    fn write_all(&mut self, _: &[u8]) -> Result<()>;
    fn write_fmt(&mut self, _: crate::fmt::Arguments) -> Result<()>;
    fn by_ref(&mut self) -> &mut Self;
}
pub trait Seek { fn seek(&mut self, _: SeekFrom) -> Result<u64>; fn rewind(&mut self) -> Result<()>; fn stream_position(&mut self) -> Result<u64>; }
pub enum SeekFrom { Start(u64), End(i64), Current(i64) }
pub trait BufRead: Read {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, _: usize);
    fn read_until(&mut self, _: u8, _: &mut Vec<u8>) -> Result<usize>;
    fn read_line(&mut self, _: &mut String) -> Result<usize>;
    fn lines(self) -> impl Iterator<Item = Result<String>>;
    fn split(self, _: u8) -> impl Iterator<Item = Result<Vec<u8>>>;
}
pub trait IsTerminal { fn is_terminal(&self) -> bool; }
pub mod prelude { pub use super::{BufRead, Read, Seek, Write}; }
pub struct BufReader<R>;
impl<R> BufRead for BufReader<R> {}
impl<R> BufReader<R> { fn new(_: R) -> BufReader<R>; fn with_capacity(_: usize, _: R) -> BufReader<R>; fn get_ref(&self) -> &R; fn get_mut(&mut self) -> &mut R; fn into_inner(self) -> R; }
pub struct BufWriter<W>;
impl<W> Write for BufWriter<W> {}
impl<W> BufWriter<W> { fn new(_: W) -> BufWriter<W>; fn with_capacity(_: usize, _: W) -> BufWriter<W>; fn get_ref(&self) -> &W; fn get_mut(&mut self) -> &mut W; fn into_inner(self) -> crate::result::Result<W, Error>; }
pub type LineWriter<W> = BufWriter<W>;
pub struct Cursor<T>;
impl<T> Clone for Cursor<T> {}
impl<T> BufRead for Cursor<T> {}
impl<T> Write for Cursor<T> {}
impl<T> Seek for Cursor<T> {}
impl<T> Cursor<T> { fn new(_: T) -> Cursor<T>; fn into_inner(self) -> T; fn get_ref(&self) -> &T; fn get_mut(&mut self) -> &mut T; fn position(&self) -> u64; fn set_position(&mut self, _: u64); }
pub struct Stdin;
impl BufRead for Stdin {}
impl IsTerminal for Stdin {}
impl Stdin { fn lock(&self) -> Stdin; fn lines(self) -> impl Iterator<Item = Result<String>>; }
pub struct Stdout;
impl Write for Stdout {}
impl IsTerminal for Stdout {}
impl Stdout { fn lock(&self) -> Stdout; }
pub type Stderr = Stdout;
pub type StdinLock = Stdin;
pub type StdoutLock = Stdout;
pub type StderrLock = Stdout;
pub struct Sink;
impl Write for Sink {}
pub struct Empty;
impl BufRead for Empty {}
pub fn stdin() -> Stdin;
pub fn stdout() -> Stdout;
pub fn stderr() -> Stdout;
pub fn sink() -> Sink;
pub fn empty() -> Empty;
pub fn copy<R, W>(_: &mut R, _: &mut W) -> Result<u64>;
pub fn read_to_string<R>(_: R) -> Result<String>;

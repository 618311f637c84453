// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::prelude::{Arguments, Debug};
pub type Result = crate::result::Result<(), Error>;
pub struct Error;
impl crate::error::Error for Error {}
pub trait Display { fn fmt(&self, _: &mut Formatter) -> Result; fn to_string(&self) -> String; }
pub trait Write { fn write_str(&mut self, _: &str) -> Result; fn write_char(&mut self, _: char) -> Result; fn write_fmt(&mut self, _: Arguments) -> Result; }
pub trait LowerHex {}
pub trait UpperHex {}
pub trait Binary {}
pub trait Pointer {}
pub struct Formatter;
impl Write for Formatter {}
impl Formatter {
    fn pad(&mut self, _: &str) -> Result;
    fn width(&self) -> Option<usize>;
    fn precision(&self) -> Option<usize>;
    fn debug_struct(&mut self, _: &str) -> DebugStruct;
    fn debug_tuple(&mut self, _: &str) -> DebugStruct;
    fn debug_list(&mut self) -> DebugStruct;
    fn debug_set(&mut self) -> DebugStruct;
    fn debug_map(&mut self) -> DebugStruct;
}
pub struct DebugStruct;
impl DebugStruct {
    fn field<T>(&mut self, _: T) -> &mut DebugStruct;
    fn entry<T>(&mut self, _: T) -> &mut DebugStruct;
    fn entries<T>(&mut self, _: T) -> &mut DebugStruct;
    fn finish(&mut self) -> Result;
    fn finish_non_exhaustive(&mut self) -> Result;
}
pub fn format(_: Arguments) -> String;

pub fn from_u32(_: u32) -> Option<char>;
pub fn from_digit(_: u32, _: u32) -> Option<char>;

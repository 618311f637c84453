// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct OsStr;
impl Ord for OsStr {}
impl OsStr {
    fn new<S>(_: &S) -> &OsStr;
    fn to_str(&self) -> Option<&str>;
    fn to_string_lossy(&self) -> crate::borrow::Cow<str>;
    fn to_os_string(&self) -> OsString;
    fn to_owned(&self) -> OsString;
    fn as_bytes(&self) -> &[u8];
    fn from_bytes(_: &[u8]) -> &OsStr;
    fn as_encoded_bytes(&self) -> &[u8];
    fn to_ascii_lowercase(&self) -> OsString;
    fn as_ref(&self) -> &OsStr;
}
pub struct OsString;
impl Clone for OsString {}
impl Default for OsString {}
impl crate::ops::Deref for OsString { type Target = OsStr; fn deref(&self) -> &OsStr; }
impl OsString { fn new() -> OsString; fn from<T>(_: T) -> OsString; fn into_string(self) -> Result<String, OsString>; fn as_os_str(&self) -> &OsStr; fn into_vec(self) -> Vec<u8>; fn from_vec(_: Vec<u8>) -> OsString; }
pub struct CString;
impl CString { fn new<T>(_: T) -> Result<CString, NulError>; fn as_bytes(&self) -> &[u8]; fn into_bytes(self) -> Vec<u8>; fn as_c_str(&self) -> &CStr; }
impl crate::ops::Deref for CString { type Target = CStr; fn deref(&self) -> &CStr; }
pub struct CStr;
impl CStr { fn from_ptr<T>(_: T) -> &CStr; fn to_str(&self) -> Result<&str, crate::str::Utf8Error>; fn to_bytes(&self) -> &[u8]; fn to_string_lossy(&self) -> crate::borrow::Cow<str>; }
pub struct NulError;

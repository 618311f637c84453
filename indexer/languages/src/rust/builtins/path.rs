// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

use crate::ffi::{OsStr, OsString};
pub struct Path;
impl Ord for Path {}
impl crate::convert::AsRef<OsStr> for Path {}
impl Path {
    fn new<S>(_: &S) -> &Path;
    fn as_os_str(&self) -> &OsStr;
    fn to_str(&self) -> Option<&str>;
    fn to_string_lossy(&self) -> crate::borrow::Cow<str>;
    fn to_path_buf(&self) -> PathBuf;
    fn to_owned(&self) -> PathBuf;
    fn into_path_buf(self) -> PathBuf;
    fn parent(&self) -> Option<&Path>;
    fn ancestors(&self) -> impl Iterator<Item = &Path>;
    fn file_name(&self) -> Option<&OsStr>;
    fn file_stem(&self) -> Option<&OsStr>;
    fn extension(&self) -> Option<&OsStr>;
    fn strip_prefix<P>(&self, _: P) -> Result<&Path, StripPrefixError>;
    fn join<P>(&self, _: P) -> PathBuf;
    fn with_file_name<S>(&self, _: S) -> PathBuf;
    fn with_extension<S>(&self, _: S) -> PathBuf;
    fn components(&self) -> Components;
    fn iter(&self) -> impl Iterator<Item = &OsStr>;
    fn display(&self) -> Display;
    fn metadata(&self) -> crate::io::Result<crate::fs::Metadata>;
    fn symlink_metadata(&self) -> crate::io::Result<crate::fs::Metadata>;
    fn canonicalize(&self) -> crate::io::Result<PathBuf>;
    fn read_link(&self) -> crate::io::Result<PathBuf>;
    fn read_dir(&self) -> crate::io::Result<crate::fs::ReadDir>;
    fn as_ref(&self) -> &Path;
}
pub struct PathBuf;
impl Clone for PathBuf {}
impl Default for PathBuf {}
impl FromIterator<Path> for PathBuf {}
impl crate::ops::Deref for PathBuf { type Target = Path; fn deref(&self) -> &Path; }
impl PathBuf {
    fn new() -> PathBuf;
    fn from<T>(_: T) -> PathBuf;
    fn as_path(&self) -> &Path;
    fn into_os_string(self) -> OsString;
    fn into_boxed_path(self) -> Box<Path>;
    fn set_extension<S>(&mut self, _: S) -> bool;
}
pub struct StripPrefixError;
pub struct Display;
impl crate::fmt::Display for Display {}
pub struct Components;
impl Iterator for Components { type Item = Component; }
impl Components { fn as_path(&self) -> &Path; }
pub enum Component { Prefix(PrefixComponent), RootDir, CurDir, ParentDir, Normal(OsStr) }
impl Component { fn as_os_str(self) -> &OsStr; }
pub struct PrefixComponent;

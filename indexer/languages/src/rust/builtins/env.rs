// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub fn args() -> impl Iterator<Item = String>;
pub fn args_os() -> impl Iterator<Item = crate::ffi::OsString>;
pub fn var<K>(_: K) -> Result<String, VarError>;
pub fn var_os<K>(_: K) -> Option<crate::ffi::OsString>;
pub fn vars() -> impl Iterator<Item = (String, String)>;
pub fn current_dir() -> crate::io::Result<crate::path::PathBuf>;
pub fn current_exe() -> crate::io::Result<crate::path::PathBuf>;
pub fn temp_dir() -> crate::path::PathBuf;
pub fn home_dir() -> Option<crate::path::PathBuf>;
pub fn split_paths<T>(_: &T) -> impl Iterator<Item = crate::path::PathBuf>;
pub enum VarError { NotPresent, NotUnicode(crate::ffi::OsString) }

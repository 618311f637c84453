// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

use crate::io::Result;
use crate::path::{Path, PathBuf};
pub struct File;
impl crate::io::Read for File {}
impl crate::io::Write for File {}
impl crate::io::Seek for File {}
impl File {
    fn open<P>(_: P) -> Result<File>;
    fn create<P>(_: P) -> Result<File>;
    fn create_new<P>(_: P) -> Result<File>;
    fn options() -> OpenOptions;
    fn metadata(&self) -> Result<Metadata>;
    fn sync_all(&self) -> Result<()>;
    fn set_len(&self, _: u64) -> Result<()>;
    fn try_clone(&self) -> Result<File>;
}
pub struct OpenOptions;
impl OpenOptions {
    fn new() -> OpenOptions;
    fn read(&mut self, _: bool) -> &mut OpenOptions;
    fn write(&mut self, _: bool) -> &mut OpenOptions;
    fn append(&mut self, _: bool) -> &mut OpenOptions;
    fn truncate(&mut self, _: bool) -> &mut OpenOptions;
    fn create(&mut self, _: bool) -> &mut OpenOptions;
    fn create_new(&mut self, _: bool) -> &mut OpenOptions;
    fn mode(&mut self, _: u32) -> &mut OpenOptions;
    fn open<P>(&self, _: P) -> Result<File>;
}
pub struct Metadata;
impl Clone for Metadata {}
impl Metadata { fn file_type(&self) -> FileType; fn permissions(&self) -> Permissions; fn modified(&self) -> Result<crate::time::SystemTime>; fn created(&self) -> Result<crate::time::SystemTime>; fn len(&self) -> u64; }
pub struct FileType;
impl Clone for FileType {}
pub struct Permissions;
pub struct ReadDir;
impl Iterator for ReadDir { type Item = Result<DirEntry>; }
pub struct DirEntry;
impl DirEntry { fn path(&self) -> PathBuf; fn metadata(&self) -> Result<Metadata>; fn file_type(&self) -> Result<FileType>; fn file_name(&self) -> crate::ffi::OsString; }
pub fn read<P>(_: P) -> Result<Vec<u8>>;
pub fn read_to_string<P>(_: P) -> Result<String>;
pub fn write<P, C>(_: P, _: C) -> Result<()>;
pub fn read_dir<P>(_: P) -> Result<ReadDir>;
pub fn metadata<P>(_: P) -> Result<Metadata>;
pub fn symlink_metadata<P>(_: P) -> Result<Metadata>;
pub fn canonicalize<P>(_: P) -> Result<PathBuf>;
pub fn read_link<P>(_: P) -> Result<PathBuf>;
pub fn create_dir<P>(_: P) -> Result<()>;
pub fn create_dir_all<P>(_: P) -> Result<()>;
pub fn remove_file<P>(_: P) -> Result<()>;
pub fn remove_dir<P>(_: P) -> Result<()>;
pub fn remove_dir_all<P>(_: P) -> Result<()>;
pub fn rename<P, Q>(_: P, _: Q) -> Result<()>;
pub fn copy<P, Q>(_: P, _: Q) -> Result<u64>;

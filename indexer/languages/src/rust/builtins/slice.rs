// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct slice<T>;
impl<T> Clone for slice<T> {}
impl<T> Ord for slice<T> {}
impl<T> Default for slice<T> {}
impl<T> IntoIterator for slice<T> { type Item = T; }
impl<T> slice<T> {
    fn __index__(&self) -> &T;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn contains(&self, _: &T) -> bool;
    fn starts_with(&self, _: &[T]) -> bool;
    fn ends_with(&self, _: &[T]) -> bool;
    fn swap(&mut self, _: usize, _: usize);
    fn reverse(&mut self);
    fn sort(&mut self);
    fn sort_unstable(&mut self);
    fn fill(&mut self, _: T);
    fn copy_from_slice(&mut self, _: &[T]);
    fn clone_from_slice(&mut self, _: &[T]);
    fn first(&self) -> Option<&T>;
    fn first_mut(&mut self) -> Option<&mut T>;
    fn last(&self) -> Option<&T>;
    fn last_mut(&mut self) -> Option<&mut T>;
    fn split_first(&self) -> Option<(&T, &[T])>;
    fn split_last(&self) -> Option<(&T, &[T])>;
    fn get<I>(&self, _: I) -> Option<&T>;
    fn get_mut<I>(&mut self, _: I) -> Option<&mut T>;
    fn get_unchecked<I>(&self, _: I) -> &T;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn iter_mut(&mut self) -> impl Iterator<Item = T>;
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn windows(&self, _: usize) -> impl Iterator<Item = [T]>;
    fn chunks(&self, _: usize) -> impl Iterator<Item = [T]>;
    fn chunks_mut(&mut self, _: usize) -> impl Iterator<Item = [T]>;
    fn chunks_exact(&self, _: usize) -> impl Iterator<Item = [T]>;
    fn rchunks(&self, _: usize) -> impl Iterator<Item = [T]>;
    fn chunk_by(&self, _: impl FnMut(&T, &T) -> bool) -> impl Iterator<Item = [T]>;
    fn split_at(&self, _: usize) -> (&[T], &[T]);
    fn split_at_mut(&mut self, _: usize) -> (&mut [T], &mut [T]);
    fn split(&self, _: impl FnMut(&T) -> bool) -> impl Iterator<Item = [T]>;
    fn splitn(&self, _: usize, _: impl FnMut(&T) -> bool) -> impl Iterator<Item = [T]>;
    fn strip_prefix(&self, _: &[T]) -> Option<&[T]>;
    fn strip_suffix(&self, _: &[T]) -> Option<&[T]>;
    fn binary_search(&self, _: &T) -> Result<usize, usize>;
    fn binary_search_by(&self, _: impl FnMut(&T) -> crate::cmp::Ordering) -> Result<usize, usize>;
    fn binary_search_by_key<B>(&self, _: &B, _: impl FnMut(&T) -> B) -> Result<usize, usize>;
    fn partition_point(&self, _: impl FnMut(&T) -> bool) -> usize;
    fn sort_by(&mut self, _: impl FnMut(&T, &T) -> crate::cmp::Ordering);
    fn sort_by_key<K>(&mut self, _: impl FnMut(&T) -> K);
    fn sort_by_cached_key<K>(&mut self, _: impl FnMut(&T) -> K);
    fn sort_unstable_by(&mut self, _: impl FnMut(&T, &T) -> crate::cmp::Ordering);
    fn sort_unstable_by_key<K>(&mut self, _: impl FnMut(&T) -> K);
    fn to_vec(&self) -> Vec<T>;
    fn into_vec(self) -> Vec<T>;
    fn to_owned(&self) -> Vec<T>;
    fn repeat(&self, _: usize) -> Vec<T>;
    fn concat(&self) -> T;
    fn map<U>(self, _: impl FnMut(T) -> U) -> [U];
    fn as_slice(&self) -> &[T];
    fn as_ref(&self) -> &[T];
    fn as_mut(&mut self) -> &mut [T];
    fn to_ascii_lowercase(&self) -> Vec<u8>;
    fn to_ascii_uppercase(&self) -> Vec<u8>;
    fn trim_ascii(&self) -> &[u8];
    fn par_iter(&self) -> impl Iterator<Item = T>;
    fn par_iter_mut(&mut self) -> impl Iterator<Item = T>;
    fn par_chunks(&self, _: usize) -> impl Iterator<Item = [T]>;
}
impl slice<str> { fn join(&self, _: &str) -> String; fn concat(&self) -> String; }
impl slice<String> { fn join(&self, _: &str) -> String; fn concat(&self) -> String; }
pub type Iter<T> = crate::iter::Iterator<T>;
pub type IterMut<T> = crate::iter::Iterator<T>;
pub type Chunks<T> = crate::iter::Iterator<[T]>;
pub type Windows<T> = crate::iter::Iterator<[T]>;
pub fn from_ref<T>(_: &T) -> &[T];
pub fn from_raw_parts<T>(_: &T, _: usize) -> &[T];

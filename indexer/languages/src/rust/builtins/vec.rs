// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Vec<T>;
impl<T> Clone for Vec<T> {}
impl<T> Ord for Vec<T> {}
impl<T> Default for Vec<T> {}
impl<T> FromIterator<T> for Vec<T> {}
impl<T> IntoIterator for Vec<T> { type Item = T; }
impl<T> crate::ops::Deref for Vec<T> { type Target = [T]; fn deref(&self) -> &[T]; }
impl Vec<u8> { fn write_all(&mut self, _: &[u8]) -> crate::io::Result<()>; fn by_ref(&mut self) -> &mut Vec<u8>; }
impl<T> Vec<T> {
    fn new() -> Vec<T>;
    fn with_capacity(_: usize) -> Vec<T>;
    fn from(_: impl IntoIterator<Item = T>) -> Vec<T>;
    fn from_iter(_: impl IntoIterator<Item = T>) -> Vec<T>;
    fn into_boxed_slice(self) -> Box<[T]>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn capacity(&self) -> usize;
    fn reserve(&mut self, _: usize);
    fn shrink_to_fit(&mut self);
    fn clear(&mut self);
    fn truncate(&mut self, _: usize);
    fn dedup(&mut self);
    fn as_slice(&self) -> &[T];
    fn as_mut_slice(&mut self) -> &mut [T];
    fn insert(&mut self, _: usize, _: T);
    fn remove(&mut self, _: usize) -> T;
    fn swap_remove(&mut self, _: usize) -> T;
    fn retain(&mut self, _: impl FnMut(&T) -> bool);
    fn retain_mut(&mut self, _: impl FnMut(&mut T) -> bool);
    fn dedup_by_key<K>(&mut self, _: impl FnMut(&mut T) -> K);
    fn dedup_by(&mut self, _: impl FnMut(&mut T, &mut T) -> bool);
    fn push(&mut self, _: T);
    fn push_back(&mut self, _: T);
    fn push_front(&mut self, _: T);
    fn pop(&mut self) -> Option<T>;
    fn pop_front(&mut self) -> Option<T>;
    fn pop_back(&mut self) -> Option<T>;
    fn front(&self) -> Option<&T>;
    fn front_mut(&mut self) -> Option<&mut T>;
    fn back(&self) -> Option<&T>;
    fn back_mut(&mut self) -> Option<&mut T>;
    fn drain<R>(&mut self, _: R) -> impl Iterator<Item = T>;
    fn split_off(&mut self, _: usize) -> Vec<T>;
    fn resize(&mut self, _: usize, _: T);
    fn resize_with(&mut self, _: usize, _: impl FnMut() -> T);
    fn extend(&mut self, _: impl IntoIterator<Item = T>);
    fn extend_from_slice(&mut self, _: &[T]);
    fn append(&mut self, _: &mut Vec<T>);
    fn splice<R, I>(&mut self, _: R, _: I) -> impl Iterator<Item = T>;
    fn leak(self) -> &mut [T];
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn into_inner(self) -> [T];
}
pub type IntoIter<T> = crate::iter::Iterator<T>;
pub type Drain<T> = crate::iter::Iterator<T>;

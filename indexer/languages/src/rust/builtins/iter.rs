// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait IntoIterator {
    type Item;
    type IntoIter;
    fn into_iter(self) -> impl Iterator<Item = Self::Item>;
    fn __elem__(self) -> Self::Item;
}
pub trait FromIterator<A> {}
pub trait Extend<A> {}
pub trait Sum<A> {}
pub trait Product<A> {}
pub trait Iterator: IntoIterator<Item = Self::Item> {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
    fn __elem__(self) -> Self::Item;
    fn into_iter(self) -> Self;
    fn last(self) -> Option<Self::Item>;
    fn nth(&mut self, _: usize) -> Option<Self::Item>;
    fn step_by(self, _: usize) -> impl Iterator<Item = Self::Item>;
    fn chain<U>(self, _: U) -> impl Iterator<Item = Self::Item>;
    fn zip<B>(self, _: impl IntoIterator<Item = B>) -> impl Iterator<Item = (Self::Item, B)>;
    fn map<B>(self, _: impl FnMut(Self::Item) -> B) -> impl Iterator<Item = B>;
    fn for_each(self, _: impl FnMut(Self::Item));
    fn filter(self, _: impl FnMut(&Self::Item) -> bool) -> impl Iterator<Item = Self::Item>;
    fn filter_map<B>(self, _: impl FnMut(Self::Item) -> Option<B>) -> impl Iterator<Item = B>;
    fn enumerate(self) -> impl Iterator<Item = (usize, Self::Item)>;
    fn peekable(self) -> Peekable<Self::Item>;
    fn skip_while(self, _: impl FnMut(&Self::Item) -> bool) -> impl Iterator<Item = Self::Item>;
    fn take_while(self, _: impl FnMut(&Self::Item) -> bool) -> impl Iterator<Item = Self::Item>;
    fn map_while<B>(self, _: impl FnMut(Self::Item) -> Option<B>) -> impl Iterator<Item = B>;
    fn skip(self, _: usize) -> impl Iterator<Item = Self::Item>;
    fn take(self, _: usize) -> impl Iterator<Item = Self::Item>;
    fn scan<S, B>(self, _: S, _: impl FnMut(&mut S, Self::Item) -> Option<B>) -> impl Iterator<Item = B>;
    fn flat_map<B>(self, _: impl FnMut(Self::Item) -> IntoIterator<Item = B>) -> impl Iterator<Item = B>;
    fn flatten(self) -> Flatten<Self::Item>;
    fn fuse(self) -> Self;
    fn inspect(self, _: impl FnMut(&Self::Item)) -> Self;
    fn by_ref(&mut self) -> &mut Self;
    fn collect<B: FromIterator<Self::Item>>(self) -> B;
    fn partition<B: FromIterator<Self::Item>>(self, _: impl FnMut(&Self::Item) -> bool) -> (B, B);
    fn fold<B>(self, _: B, _: impl FnMut(B, Self::Item) -> B) -> B;
    fn try_fold<B, R>(&mut self, _: B, _: impl FnMut(B, Self::Item) -> R) -> R;
    fn try_for_each<R>(&mut self, _: impl FnMut(Self::Item) -> R) -> R;
    fn reduce(self, _: impl FnMut(Self::Item, Self::Item) -> Self::Item) -> Option<Self::Item>;
    fn all(&mut self, _: impl FnMut(Self::Item) -> bool) -> bool;
    fn any(&mut self, _: impl FnMut(Self::Item) -> bool) -> bool;
    fn find(&mut self, _: impl FnMut(&Self::Item) -> bool) -> Option<Self::Item>;
    fn find_map<B>(&mut self, _: impl FnMut(Self::Item) -> Option<B>) -> Option<B>;
    fn position(&mut self, _: impl FnMut(Self::Item) -> bool) -> Option<usize>;
    fn rposition(&mut self, _: impl FnMut(Self::Item) -> bool) -> Option<usize>;
    fn max(self) -> Option<Self::Item>;
    fn min(self) -> Option<Self::Item>;
    fn max_by_key<B>(self, _: impl FnMut(&Self::Item) -> B) -> Option<Self::Item>;
    fn min_by_key<B>(self, _: impl FnMut(&Self::Item) -> B) -> Option<Self::Item>;
    fn max_by(self, _: impl FnMut(&Self::Item, &Self::Item) -> crate::cmp::Ordering) -> Option<Self::Item>;
    fn min_by(self, _: impl FnMut(&Self::Item, &Self::Item) -> crate::cmp::Ordering) -> Option<Self::Item>;
    fn rev(self) -> impl Iterator<Item = Self::Item>;
    fn copied(self) -> impl Iterator<Item = Self::Item>;
    fn cloned(self) -> impl Iterator<Item = Self::Item>;
    fn cycle(self) -> impl Iterator<Item = Self::Item>;
    fn next_back(&mut self) -> Option<Self::Item>;
    fn rfind(&mut self, _: impl FnMut(&Self::Item) -> bool) -> Option<Self::Item>;
    fn clone(&self) -> Self;
    fn as_slice(&self) -> &[Self::Item];
    fn as_str(&self) -> &str;
    fn into_par_iter(self) -> Self;
    fn par_bridge(self) -> Self;
    fn collect_vec(self) -> Vec<Self::Item>;
    fn sorted(self) -> impl Iterator<Item = Self::Item>;
    fn sorted_by_key<K>(self, _: impl FnMut(&Self::Item) -> K) -> impl Iterator<Item = Self::Item>;
    fn unique(self) -> impl Iterator<Item = Self::Item>;
    fn dedup(self) -> impl Iterator<Item = Self::Item>;
    fn exactly_one(self) -> Result<Self::Item, Self>;
}
pub trait DoubleEndedIterator: Iterator {}
pub trait ExactSizeIterator: Iterator {}
pub trait FusedIterator: Iterator {}
pub struct Flatten<I>(I);
impl<I: IntoIterator> Iterator for Flatten<I> { type Item = I::Item; }
pub struct Peekable<T>;
impl<T> Iterator for Peekable<T> { type Item = T; }
impl<T> Peekable<T> {
    fn peek(&mut self) -> Option<&T>;
    fn peek_mut(&mut self) -> Option<&mut T>;
    fn next_if(&mut self, _: impl FnOnce(&T) -> bool) -> Option<T>;
    fn next_if_eq<R>(&mut self, _: &R) -> Option<T>;
}
pub type Rev<I> = I;
pub type Skip<I> = I;
pub type Take<I> = I;
pub type Cloned<I> = I;
pub type Copied<I> = I;
pub type Chain<A, B> = A;
pub type Fuse<I> = I;
pub struct Enumerate<I>(I);
impl<I: Iterator> Iterator for Enumerate<I> { type Item = (usize, I::Item); }
pub fn once<T>(_: T) -> impl Iterator<Item = T>;
pub fn once_with<T>(_: impl FnOnce() -> T) -> impl Iterator<Item = T>;
pub fn empty<T>() -> impl Iterator<Item = T>;
pub fn repeat<T>(_: T) -> impl Iterator<Item = T>;
pub fn repeat_with<T>(_: impl FnMut() -> T) -> impl Iterator<Item = T>;
pub fn repeat_n<T>(_: T, _: usize) -> impl Iterator<Item = T>;
pub fn from_fn<T>(_: impl FnMut() -> Option<T>) -> impl Iterator<Item = T>;
pub fn successors<T>(_: Option<T>, _: impl FnMut(&T) -> Option<T>) -> impl Iterator<Item = T>;
pub fn zip<A, B>(_: impl IntoIterator<Item = A>, _: impl IntoIterator<Item = B>) -> impl Iterator<Item = (A, B)>;

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::hash_map;
pub use crate::btree_map;
pub use crate::hash_map as hash_set;
pub use crate::btree_map as btree_set;
pub use crate::vec_deque;
pub use crate::hash_map::HashMap;
pub use crate::btree_map::HashMap as BTreeMap;
pub use crate::hash_map::HashSet;
pub use crate::btree_map::HashSet as BTreeSet;
pub use crate::vec_deque::Vec as VecDeque;
pub use crate::vec_deque::Vec as LinkedList;
pub struct BinaryHeap<T>;
impl<T> Clone for BinaryHeap<T> {}
impl<T> Default for BinaryHeap<T> {}
impl<T> FromIterator<T> for BinaryHeap<T> {}
impl<T> IntoIterator for BinaryHeap<T> { type Item = T; }
impl<T> BinaryHeap<T> {
    fn new() -> BinaryHeap<T>;
    fn with_capacity(_: usize) -> BinaryHeap<T>;
    fn from(_: impl IntoIterator<Item = T>) -> BinaryHeap<T>;
    fn push(&mut self, _: T);
    fn pop(&mut self) -> Option<T>;
    fn peek(&self) -> Option<&T>;
    fn peek_mut(&mut self) -> Option<&mut T>;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn drain(&mut self) -> impl Iterator<Item = T>;
    fn into_vec(self) -> Vec<T>;
    fn into_sorted_vec(self) -> Vec<T>;
}

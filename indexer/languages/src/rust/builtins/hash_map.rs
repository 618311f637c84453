// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct HashMap<K, V, S>;
impl<K, V, S> Clone for HashMap<K, V, S> {}
impl<K, V, S> Default for HashMap<K, V, S> {}
impl<K, V, S> FromIterator<(K, V)> for HashMap<K, V, S> {}
impl<K, V, S> IntoIterator for HashMap<K, V, S> { type Item = (K, V); }
impl<K, V, S> HashMap<K, V, S> {
    fn __index__(&self) -> &V;
    fn new() -> HashMap<K, V, S>;
    fn with_capacity(_: usize) -> HashMap<K, V, S>;
    fn with_hasher(_: S) -> HashMap<K, V, S>;
    fn with_capacity_and_hasher(_: usize, _: S) -> HashMap<K, V, S>;
    fn from(_: impl IntoIterator<Item = (K, V)>) -> HashMap<K, V, S>;
    fn from_iter(_: impl IntoIterator<Item = (K, V)>) -> HashMap<K, V, S>;
    fn keys(&self) -> impl Iterator<Item = K>;
    fn into_keys(self) -> impl Iterator<Item = K>;
    fn values(&self) -> impl Iterator<Item = V>;
    fn values_mut(&mut self) -> impl Iterator<Item = V>;
    fn into_values(self) -> impl Iterator<Item = V>;
    fn iter(&self) -> impl Iterator<Item = (K, V)>;
    fn iter_mut(&mut self) -> impl Iterator<Item = (K, V)>;
    fn into_iter(self) -> impl Iterator<Item = (K, V)>;
    fn drain(&mut self) -> impl Iterator<Item = (K, V)>;
    fn range<R>(&self, _: R) -> impl Iterator<Item = (K, V)>;
    fn range_mut<R>(&mut self, _: R) -> impl Iterator<Item = (K, V)>;
    fn retain(&mut self, _: impl FnMut(&K, &mut V) -> bool);
    fn entry(&mut self, _: K) -> Entry<K, V>;
    fn get<Q>(&self, _: &Q) -> Option<&V>;
    fn get_key_value<Q>(&self, _: &Q) -> Option<(&K, &V)>;
    fn get_mut<Q>(&mut self, _: &Q) -> Option<&mut V>;
    fn insert(&mut self, _: K, _: V) -> Option<V>;
    fn remove<Q>(&mut self, _: &Q) -> Option<V>;
    fn remove_entry<Q>(&mut self, _: &Q) -> Option<(K, V)>;
    fn first_key_value(&self) -> Option<(&K, &V)>;
    fn last_key_value(&self) -> Option<(&K, &V)>;
    fn pop_first(&mut self) -> Option<(K, V)>;
    fn pop_last(&mut self) -> Option<(K, V)>;
    fn split_off<Q>(&mut self, _: &Q) -> HashMap<K, V, S>;
    fn extend(&mut self, _: impl IntoIterator<Item = (K, V)>);
    fn get_index(&self, _: usize) -> Option<(&K, &V)>;
    fn par_iter(&self) -> impl Iterator<Item = (K, V)>;
}
pub type BTreeMap<K, V> = HashMap<K, V, ()>;
pub type IndexMap<K, V, S> = HashMap<K, V, S>;
pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    fn or_insert(self, _: V) -> &mut V;
    fn or_insert_with(self, _: impl FnOnce() -> V) -> &mut V;
    fn or_insert_with_key(self, _: impl FnOnce(&K) -> V) -> &mut V;
    fn or_default(self) -> &mut V;
    fn and_modify(self, _: impl FnOnce(&mut V)) -> Entry<K, V>;
    fn key(&self) -> &K;
}
pub struct OccupiedEntry<K, V>;
impl<K, V> OccupiedEntry<K, V> {
    fn key(&self) -> &K;
    fn get(&self) -> &V;
    fn get_mut(&mut self) -> &mut V;
    fn into_mut(self) -> &mut V;
    fn insert(&mut self, _: V) -> V;
    fn remove(self) -> V;
    fn remove_entry(self) -> (K, V);
}
pub struct VacantEntry<K, V>;
impl<K, V> VacantEntry<K, V> { fn key(&self) -> &K; fn into_key(self) -> K; fn insert(self, _: V) -> &mut V; }
pub struct HashSet<T, S>;
impl<T, S> Clone for HashSet<T, S> {}
impl<T, S> Default for HashSet<T, S> {}
impl<T, S> FromIterator<T> for HashSet<T, S> {}
impl<T, S> IntoIterator for HashSet<T, S> { type Item = T; }
impl<T, S> HashSet<T, S> {
    fn new() -> HashSet<T, S>;
    fn with_capacity(_: usize) -> HashSet<T, S>;
    fn with_hasher(_: S) -> HashSet<T, S>;
    fn from(_: impl IntoIterator<Item = T>) -> HashSet<T, S>;
    fn from_iter(_: impl IntoIterator<Item = T>) -> HashSet<T, S>;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn into_iter(self) -> impl Iterator<Item = T>;
    fn drain(&mut self) -> impl Iterator<Item = T>;
    fn range<R>(&self, _: R) -> impl Iterator<Item = T>;
    fn difference(&self, _: &HashSet<T, S>) -> impl Iterator<Item = T>;
    fn symmetric_difference(&self, _: &HashSet<T, S>) -> impl Iterator<Item = T>;
    fn intersection(&self, _: &HashSet<T, S>) -> impl Iterator<Item = T>;
    fn union(&self, _: &HashSet<T, S>) -> impl Iterator<Item = T>;
    fn get<Q>(&self, _: &Q) -> Option<&T>;
    fn take<Q>(&mut self, _: &Q) -> Option<T>;
    fn insert(&mut self, _: T) -> bool;
    fn replace(&mut self, _: T) -> Option<T>;
    fn retain(&mut self, _: impl FnMut(&T) -> bool);
    fn first(&self) -> Option<&T>;
    fn last(&self) -> Option<&T>;
    fn pop_first(&mut self) -> Option<T>;
    fn pop_last(&mut self) -> Option<T>;
    fn extend(&mut self, _: impl IntoIterator<Item = T>);
    fn get_index(&self, _: usize) -> Option<&T>;
}
pub type BTreeSet<T> = HashSet<T, ()>;
pub type IndexSet<T, S> = HashSet<T, S>;
pub struct RandomState;
pub type Iter<K, V> = crate::iter::Iterator<(K, V)>;

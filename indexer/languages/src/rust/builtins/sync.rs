// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::mpsc;
pub struct Arc<T>;
impl<T> Clone for Arc<T> {}
impl<T> Default for Arc<T> {}
impl<T> crate::ops::Deref for Arc<T> { type Target = T; fn deref(&self) -> &T; }
impl<T> Arc<T> {
    fn new(_: T) -> Arc<T>;
    fn new_cyclic(_: impl FnOnce(&Weak<T>) -> T) -> Arc<T>;
    fn from(_: T) -> Arc<T>;
    fn clone(_: &Arc<T>) -> Arc<T>;
    fn downgrade(_: &Arc<T>) -> Weak<T>;
    fn get_mut(_: &mut Arc<T>) -> Option<&mut T>;
    fn make_mut(_: &mut Arc<T>) -> &mut T;
    fn try_unwrap(_: Arc<T>) -> Result<T, Arc<T>>;
    fn into_inner(_: Arc<T>) -> Option<T>;
    fn unwrap_or_clone(_: Arc<T>) -> T;
    fn as_ref(&self) -> &T;
}
pub struct Weak<T>;
impl<T> Clone for Weak<T> {}
impl<T> Weak<T> { fn new() -> Weak<T>; fn upgrade(&self) -> Option<Arc<T>>; }
pub struct Mutex<T>;
impl<T> Default for Mutex<T> {}
impl<T> Mutex<T> {
    fn new(_: T) -> Mutex<T>;
    fn lock(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn try_lock(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn get_mut(&mut self) -> Result<&mut T, PoisonError<T>>;
    fn into_inner(self) -> Result<T, PoisonError<T>>;
}
pub struct PoisonError<G>;
impl<G> PoisonError<G> { fn into_inner(self) -> G; fn get_ref(&self) -> &G; }
pub type LockResult<G> = Result<G, PoisonError<G>>;
pub struct MutexGuard<T>;
impl<T> crate::ops::Deref for MutexGuard<T> { type Target = T; fn deref(&self) -> &T; }
pub type RwLockReadGuard<T> = MutexGuard<T>;
pub type RwLockWriteGuard<T> = MutexGuard<T>;
pub struct RwLock<T>;
impl<T> Default for RwLock<T> {}
impl<T> RwLock<T> {
    fn new(_: T) -> RwLock<T>;
    fn read(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn write(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn try_read(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn try_write(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn get_mut(&mut self) -> Result<&mut T, PoisonError<T>>;
    fn into_inner(self) -> Result<T, PoisonError<T>>;
}
pub struct Condvar;
impl Condvar {
    fn new() -> Condvar;
    fn wait<T>(&self, _: MutexGuard<T>) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
    fn wait_while<T>(&self, _: MutexGuard<T>, _: impl FnMut(&mut T) -> bool) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>;
}
pub struct OnceLock<T>;
impl<T> Default for OnceLock<T> {}
impl<T> OnceLock<T> {
    fn new() -> OnceLock<T>;
    fn get(&self) -> Option<&T>;
    fn get_mut(&mut self) -> Option<&mut T>;
    fn get_or_init(&self, _: impl FnOnce() -> T) -> &T;
    fn get_or_try_init<E>(&self, _: impl FnOnce() -> Result<T, E>) -> Result<&T, E>;
    fn set(&self, _: T) -> Result<(), T>;
    fn take(&mut self) -> Option<T>;
    fn into_inner(self) -> Option<T>;
}
pub struct LazyLock<T, F>;
impl<T, F> LazyLock<T, F> { fn new(_: impl FnOnce() -> T) -> LazyLock<T, F>; fn force(_: &LazyLock<T, F>) -> &T; }
impl<T, F> crate::ops::Deref for LazyLock<T, F> { type Target = T; fn deref(&self) -> &T; }
pub struct Once;
impl Once { fn new() -> Once; fn call_once(&self, _: impl FnOnce()); }

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub fn spawn<T>(_: impl FnOnce() -> T) -> JoinHandle<T>;
pub fn scope<T>(_: impl FnOnce(&Scope) -> T) -> T;
pub fn sleep(_: crate::time::Duration);
pub fn current() -> Thread;
pub fn available_parallelism() -> crate::io::Result<crate::num::NonZeroUsize>;
pub struct JoinHandle<T>;
impl<T> JoinHandle<T> { fn join(self) -> Result<T, Box<dyn crate::any::Any>>; fn thread(&self) -> &Thread; }
pub struct Scope;
impl Scope { fn spawn<T>(&self, _: impl FnOnce(&Scope) -> T) -> JoinHandle<T>; fn builder(&self) -> Builder; }
pub type ScopedJoinHandle<T> = JoinHandle<T>;
pub struct Builder;
impl Builder { fn new() -> Builder; fn name(self, _: String) -> Builder; fn stack_size(self, _: usize) -> Builder; fn spawn<T>(self, _: impl FnOnce() -> T) -> crate::io::Result<JoinHandle<T>>; }
pub struct Thread;
impl Thread { fn name(&self) -> Option<&str>; }
pub struct LocalKey<T>;
impl<T> LocalKey<T> { fn with<R>(&self, _: impl FnOnce(&T) -> R) -> R; }
impl<T> LocalKey<crate::cell::RefCell<T>> { fn with_borrow<R>(&self, _: impl FnOnce(&T) -> R) -> R; fn with_borrow_mut<R>(&self, _: impl FnOnce(&mut T) -> R) -> R; }

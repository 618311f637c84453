// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Cell<T>;
impl<T> Default for Cell<T> {}
impl<T> Cell<T> {
    fn new(_: T) -> Cell<T>;
    fn get(&self) -> T;
    fn set(&self, _: T);
    fn take(&self) -> T;
    fn replace(&self, _: T) -> T;
    fn into_inner(self) -> T;
    fn get_mut(&mut self) -> &mut T;
    fn update(&self, _: impl FnOnce(T) -> T);
}
pub struct RefCell<T>;
impl<T> Clone for RefCell<T> {}
impl<T> Default for RefCell<T> {}
impl<T> RefCell<T> {
    fn new(_: T) -> RefCell<T>;
    fn borrow(&self) -> Ref<T>;
    fn borrow_mut(&self) -> Ref<T>;
    fn try_borrow(&self) -> Result<Ref<T>, BorrowError>;
    fn try_borrow_mut(&self) -> Result<Ref<T>, BorrowError>;
    fn get_mut(&mut self) -> &mut T;
    fn into_inner(self) -> T;
    fn replace(&self, _: T) -> T;
    fn replace_with(&self, _: impl FnOnce(&mut T) -> T) -> T;
    fn take(&self) -> T;
    fn with_borrow<R>(&self, _: impl FnOnce(&T) -> R) -> R;
    fn with_borrow_mut<R>(&self, _: impl FnOnce(&mut T) -> R) -> R;
    fn with<R>(&self, _: impl FnOnce(&RefCell<T>) -> R) -> R;
}
pub struct BorrowError;
pub struct Ref<T>;
impl<T> crate::ops::Deref for Ref<T> { type Target = T; fn deref(&self) -> &T; }
impl<T> Ref<T> { fn map<U>(_: Ref<T>, _: impl FnOnce(&T) -> &U) -> Ref<U>; fn clone(_: &Ref<T>) -> Ref<T>; }
pub type RefMut<T> = Ref<T>;
pub struct UnsafeCell<T>;
impl<T> UnsafeCell<T> { fn new(_: T) -> UnsafeCell<T>; fn get(&self) -> &mut T; fn get_mut(&mut self) -> &mut T; fn into_inner(self) -> T; }
pub use crate::sync::OnceLock as OnceCell;
pub use crate::sync::LazyLock as LazyCell;

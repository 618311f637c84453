// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Rc<T>;
impl<T> Clone for Rc<T> {}
impl<T> Default for Rc<T> {}
impl<T> crate::ops::Deref for Rc<T> { type Target = T; fn deref(&self) -> &T; }
impl<T> Rc<T> {
    fn new(_: T) -> Rc<T>;
    fn from(_: T) -> Rc<T>;
    fn clone(_: &Rc<T>) -> Rc<T>;
    fn downgrade(_: &Rc<T>) -> Weak<T>;
    fn get_mut(_: &mut Rc<T>) -> Option<&mut T>;
    fn make_mut(_: &mut Rc<T>) -> &mut T;
    fn try_unwrap(_: Rc<T>) -> Result<T, Rc<T>>;
    fn into_inner(_: Rc<T>) -> Option<T>;
    fn as_ref(&self) -> &T;
}
pub struct Weak<T>;
impl<T> Clone for Weak<T> {}
impl<T> Weak<T> { fn new() -> Weak<T>; fn upgrade(&self) -> Option<Rc<T>>; }

// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Pin<P>;
impl<P> crate::ops::Deref for Pin<P> { type Target = P; fn deref(&self) -> &P; }
impl<P> Pin<P> {
    fn new(_: P) -> Pin<P>;
    fn new_unchecked(_: P) -> Pin<P>;
    fn as_ref(&self) -> Pin<P>;
    fn as_mut(&mut self) -> Pin<P>;
    fn get_mut(self) -> P;
    fn get_ref(self) -> P;
    fn get_unchecked_mut(self) -> P;
    fn into_inner(_: Pin<P>) -> P;
    fn set(&mut self, _: P);
}

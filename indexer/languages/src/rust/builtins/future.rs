// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait Future {
    type Output;
    fn poll(self, _: &mut crate::task::Context) -> crate::task::Poll<Self::Output>;
    fn __await__(self) -> Self::Output;
    fn map<U>(self, _: impl FnOnce(Self::Output) -> U) -> impl Future<Output = U>;
    fn then<U>(self, _: impl FnOnce(Self::Output) -> Future<Output = U>) -> impl Future<Output = U>;
    fn boxed(self) -> Self;
    fn instrument<S>(self, _: S) -> Self;
}
pub trait IntoFuture {
    type Output;
    type IntoFuture;
    fn into_future(self) -> Self::IntoFuture;
    fn __await__(self) -> Self::Output;
}
pub fn ready<T>(_: T) -> impl Future<Output = T>;
pub fn poll_fn<T>(_: impl FnMut(&mut crate::task::Context) -> crate::task::Poll<T>) -> impl Future<Output = T>;

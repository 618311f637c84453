// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub fn channel<T>() -> (Sender<T>, Receiver<T>);
pub fn sync_channel<T>(_: usize) -> (Sender<T>, Receiver<T>);
pub struct Sender<T>;
impl<T> Clone for Sender<T> {}
impl<T> Sender<T> { fn send(&self, _: T) -> Result<(), SendError<T>>; }
pub type SyncSender<T> = Sender<T>;
pub struct SendError<T>(pub T);
pub struct RecvError;
pub struct Receiver<T>;
impl<T> IntoIterator for Receiver<T> { type Item = T; }
impl<T> Receiver<T> {
    fn recv(&self) -> Result<T, RecvError>;
    fn try_recv(&self) -> Result<T, RecvError>;
    fn recv_timeout(&self, _: crate::time::Duration) -> Result<T, RecvError>;
    fn iter(&self) -> impl Iterator<Item = T>;
    fn try_iter(&self) -> impl Iterator<Item = T>;
}

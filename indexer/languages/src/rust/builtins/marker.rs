pub use crate::prelude::{Copy, Send, Sized, Sync, Unpin};
pub struct PhantomData<T>;
impl<T> Clone for PhantomData<T> {}
impl<T> Default for PhantomData<T> {}

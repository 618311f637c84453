// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub use crate::prelude::drop;
pub fn take<T>(_: &mut T) -> T;
pub fn replace<T>(_: &mut T, _: T) -> T;
pub fn swap<T>(_: &mut T, _: &mut T);
pub fn forget<T>(_: T);
pub fn size_of<T>() -> usize;
pub fn size_of_val<T>(_: &T) -> usize;
pub fn align_of<T>() -> usize;
pub fn discriminant<T>(_: &T) -> Discriminant<T>;
pub fn transmute<T, U>(_: T) -> U;
pub fn zeroed<T>() -> T;
pub struct Discriminant<T>;
pub struct ManuallyDrop<T>;
impl<T> crate::ops::Deref for ManuallyDrop<T> { type Target = T; fn deref(&self) -> &T; }
impl<T> ManuallyDrop<T> { fn new(_: T) -> ManuallyDrop<T>; fn into_inner(_: ManuallyDrop<T>) -> T; }
pub struct MaybeUninit<T>;
impl<T> MaybeUninit<T> { fn uninit() -> MaybeUninit<T>; fn new(_: T) -> MaybeUninit<T>; fn assume_init(self) -> T; fn assume_init_ref(&self) -> &T; fn assume_init_mut(&mut self) -> &mut T; fn write(&mut self, _: T) -> &mut T; }

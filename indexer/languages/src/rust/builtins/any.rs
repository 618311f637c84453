// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait Any { fn type_id(&self) -> TypeId; fn is<T>(&self) -> bool; fn downcast_ref<T>(&self) -> Option<&T>; fn downcast_mut<T>(&mut self) -> Option<&mut T>; fn downcast<T>(self) -> Result<Box<T>, Self>; }
pub struct TypeId;
impl TypeId { fn of<T>() -> TypeId; }
pub fn type_name<T>() -> &str;

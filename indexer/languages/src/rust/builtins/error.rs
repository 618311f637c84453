// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub trait Error: crate::prelude::Debug + crate::fmt::Display {
    fn source(&self) -> Option<&dyn Error>;
    fn description(&self) -> &str;
    fn cause(&self) -> Option<&dyn Error>;
    fn downcast_ref<T>(&self) -> Option<&T>;
}

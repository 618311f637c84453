pub trait Error: crate::prelude::Debug + crate::fmt::Display {
    fn source(&self) -> Option<&dyn Error>;
    fn description(&self) -> &str;
    fn cause(&self) -> Option<&dyn Error>;
    fn downcast_ref<T>(&self) -> Option<&T>;
}

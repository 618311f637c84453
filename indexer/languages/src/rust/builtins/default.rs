pub use crate::prelude::Default;

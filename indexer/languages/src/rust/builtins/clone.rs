pub use crate::prelude::Clone;

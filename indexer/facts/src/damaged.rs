//! Cached facts that cannot be read back.
//!
//! Resolution reads facts by index, deep inside recursion, where no caller could pass an error on. So the error leaves by
//! unwinding, as a cancelled query does in other demand-driven engines, and [`DamagedFacts::catch`] turns it into a value
//! again where resolution was started. Unwinding does not run the panic hook, so nothing is printed.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The facts of a file are cached, and damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DamagedFacts;

impl fmt::Display for DamagedFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cached facts are damaged")
    }
}

impl std::error::Error for DamagedFacts {}

impl DamagedFacts {
    /// Ends the work that reads the facts, up to the [`catch`](Self::catch) around it. That may be on another thread of the
    /// same pool.
    pub fn escape(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Runs `work`. The caller drops whatever `work` was changing if this fails.
    ///
    /// # Errors
    /// If `work` reads facts that are damaged.
    pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<Self>() {
            Ok(damaged) => *damaged,
            Err(panic) => resume_unwind(panic),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::DamagedFacts;

    #[test]
    fn damage_becomes_an_error_and_a_panic_stays_one() {
        assert_eq!(DamagedFacts::catch(|| 1), Ok(1));
        let caught = DamagedFacts::catch(|| DamagedFacts.escape());
        assert_eq!(caught, Err::<(), _>(DamagedFacts));
        let panic = || DamagedFacts::catch(|| std::panic::resume_unwind(Box::new("a fault")));
        assert!(catch_unwind(panic).is_err());
    }
}

//! What is known of a call: its targets, its result, and what became of it.

use bombe_format::kind::UnresolvedReason;
use smallvec::SmallVec;

use crate::ids::Sym;
use crate::types::Ty;

/// What became of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `targets` are in the repository.
    Resolved,
    /// It leaves the repository.
    External,
    /// It is not known what is called.
    Unknown(UnresolvedReason),
    /// Nothing is called: a conversion.
    Nothing,
}

/// A call, understood as far as possible.
#[derive(Clone, Debug)]
pub struct CallInfo {
    /// The definitions called: one, or several if they fit equally or the callee has several types.
    pub targets: SmallVec<[Sym; 2]>,
    /// The type whose construction this is, if it is one.
    pub constructs: Option<Sym>,
    /// The type of the result.
    pub ret: Ty,
    /// What became of it.
    pub outcome: Outcome,
    /// The target was chosen among several by the arguments.
    pub overload: bool,
    /// The targets are what is known to have been given to the member that is called.
    pub given: bool,
}

impl CallInfo {
    pub(crate) fn unknown(reason: UnresolvedReason) -> Self {
        Self {
            targets: SmallVec::new(),
            constructs: None,
            ret: Ty::UNKNOWN,
            outcome: Outcome::Unknown(reason),
            overload: false,
            given: false,
        }
    }

    pub(crate) fn external(ret: Ty) -> Self {
        Self {
            targets: SmallVec::new(),
            constructs: None,
            ret,
            outcome: Outcome::External,
            overload: false,
            given: false,
        }
    }
}

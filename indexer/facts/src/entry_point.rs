//! Entry points: where a framework or the system calls into the code.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ExprId, StrId};

/// A definition that a framework or the system calls.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryPoint {
    /// Its kind.
    pub kind: EntryKind,
    /// The handler, if it is a definition of this file.
    pub def: Option<DefId>,
    /// The handler as an expression, if it is not.
    pub handler: ExprId,
    /// HTTP method, command name, event name; empty if none.
    pub verb: StrId,
    /// Route or pattern; empty if none.
    pub route: StrId,
    /// Framework, if known: `fastapi`, `spring`, `express`.
    pub framework: StrId,
    /// 1-based line.
    pub line: u32,
}

/// The kinds of [`EntryPoint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryKind {
    /// `main`.
    Main,
    /// An HTTP route.
    Route,
    /// A command of a command line.
    Command,
    /// An event or message handler, a scheduled job.
    Event,
    /// A test.
    Test,
}

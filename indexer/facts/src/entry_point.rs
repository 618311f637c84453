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
    /// The pattern of a framework that has the name of `call`, which resolution is to confirm; none if the language alone
    /// makes this an entry point.
    pub pattern: Option<u16>,
    /// The call or decorator that the pattern matches.
    pub call: ExprId,
}

impl EntryPoint {
    /// Returns an entry point that the language alone makes one: a main or a test.
    pub fn of_language(kind: EntryKind, def: Option<DefId>, line: u32) -> Self {
        Self {
            kind,
            def,
            handler: ExprId::UNKNOWN,
            verb: StrId::EMPTY,
            route: StrId::EMPTY,
            framework: StrId::EMPTY,
            line,
            pattern: None,
            call: ExprId::UNKNOWN,
        }
    }
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
    /// No entry point: a router is mounted on another one.
    Mount,
}

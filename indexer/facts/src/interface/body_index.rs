//! Bindings and definitions of a file by what contains them, for writing the rows of one body.

use std::ops::Range;

use hashbrown::HashSet;
use smallvec::{SmallVec, smallvec};

use crate::expected_type::Literals;
use crate::{BindingId, DefId, DefRole, Facts, ScopeId, StrId};

/// Indexes over a file's facts, and the body whose rows are being written.
pub(super) struct BodyIndex {
    /// Bindings by scope and name.
    bindings: Vec<(ScopeId, StrId, BindingId)>,
    /// Definitions by parent.
    children: Vec<(DefId, DefId)>,
    /// The function and object literals.
    pub(super) literals: Literals,
    /// The outermost scope of the body.
    scope: ScopeId,
    /// The bytes of the body.
    span: Range<u32>,
    /// The names whose bindings are written already, by scope.
    written_names: HashSet<(ScopeId, StrId)>,
}

impl BodyIndex {
    /// Indexes the facts of a file. No body is entered yet.
    pub(super) fn of(facts: &Facts) -> Self {
        let bindings = (0..).map(BindingId).zip(&facts.bindings);
        let children = (0..).map(DefId).zip(&facts.defs);
        Self {
            bindings: sorted(bindings.map(|(id, binding)| (binding.scope, binding.name, id))),
            children: sorted(children.map(|(id, def)| (def.parent, id))),
            literals: Literals::of(facts),
            scope: ScopeId::MODULE,
            span: 0..0,
            written_names: HashSet::new(),
        }
    }

    /// Enters the body with this outermost scope.
    pub(super) fn enter(&mut self, scope: ScopeId, span: Range<u32>) {
        (self.scope, self.span) = (scope, span);
    }

    /// Forgets which names were written.
    pub(super) fn clear(&mut self) {
        self.written_names.clear();
    }

    /// Returns true if a byte is in the body.
    pub(super) fn contains(&self, pos: u32) -> bool {
        self.span.contains(&pos)
    }

    /// Returns the scopes from `scope` outwards to the body's outermost one. None if `scope` is not in the body.
    pub(super) fn scopes_outwards(
        &self,
        facts: &Facts,
        mut scope: ScopeId,
    ) -> Option<SmallVec<[ScopeId; 8]>> {
        let mut scopes = smallvec![scope];
        while scope != self.scope {
            let parent = facts.scopes[scope.index()].parent;
            if parent == scope {
                return None;
            }
            scope = parent;
            scopes.push(scope);
        }
        Some(scopes)
    }

    /// Returns the bindings of a name in a scope. None if they are written already; marks them as written.
    pub(super) fn unwritten_bindings(
        &mut self,
        scope: ScopeId,
        name: StrId,
    ) -> Option<SmallVec<[BindingId; 4]>> {
        if !self.written_names.insert((scope, name)) {
            return None;
        }
        let key = |row: &(ScopeId, StrId, BindingId)| (row.0, row.1);
        let rows = rows_with_key(&self.bindings, (scope, name), key).iter();
        Some(rows.map(|row| row.2).collect())
    }

    /// Returns the methods and fields of an object literal.
    pub(super) fn members(&self, facts: &Facts, object: DefId) -> SmallVec<[DefId; 8]> {
        let children = rows_with_key(&self.children, object, |row| row.0).iter();
        let members = children.map(|row| row.1).filter(|child| {
            let role = facts.defs[child.index()].role;
            matches!(role, DefRole::Callable | DefRole::Value)
        });
        members.collect()
    }
}

/// Returns the rows with a key, of rows sorted by that key.
fn rows_with_key<T, K: Ord>(rows: &[T], key: K, key_of: impl Fn(&T) -> K) -> &[T] {
    let first = rows.partition_point(|row| key_of(row) < key);
    let count = rows[first..].partition_point(|row| key_of(row) == key);
    &rows[first..first + count]
}

fn sorted<T: Ord>(rows: impl Iterator<Item = T>) -> Vec<T> {
    let mut rows: Vec<T> = rows.collect();
    rows.sort_unstable();
    rows
}

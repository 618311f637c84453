//! Which bodies are hidden.

use super::escaping::EscapingWrites;
use super::hidden_body::HiddenBody;
use super::source_order::SourceOrder;
use crate::{Binding, Bound, Def, DefId, DefRole, Facts, Import, ImportKind, ScopeId};

/// Returns the outermost hidden bodies of a file, in source order.
pub(super) fn hidden_bodies(facts: &Facts, order: &SourceOrder) -> Vec<HiddenBody> {
    let outward = OutwardRows::of(facts, order);
    let mut escaping = EscapingWrites::of(facts, order);
    let start_of = |def: &DefId| facts.defs[def.index()].start;
    let mut hidden: Vec<HiddenBody> = Vec::new();
    for (rank, id) in order.by_start.iter().enumerate() {
        let def = &facts.defs[id.index()];
        let is_nested = hidden.last().is_some_and(|last| def.start < last.span.end);
        let is_callable = matches!(def.role, DefRole::Callable | DefRole::Lambda);
        if is_nested || !is_callable || def.body_start >= def.body_end {
            continue;
        }
        let following = &order.by_start[rank + 1..];
        let rank_at = |pos: u32| rank + 1 + following.partition_point(|def| start_of(def) < pos);
        let mut body = HiddenBody {
            callable: *id,
            span: def.body_start..def.body_end,
            flags: def.flags,
            returns_value: def.returns.len + def.yields.len > 0,
            has_type: def.ty.is_known(),
            def_ranks: rank_at(def.body_start)..rank_at(def.body_end),
            effects: Vec::new(),
            reachable_defs: Vec::new(),
        };
        let mut defs = body.defs(order).iter().map(|def| &facts.defs[def.index()]);
        if !defs.all(is_found_by_name_only) || outward.has_any_in(rank, &body) {
            continue;
        }
        if escaping.hash_effects(&mut body, order) {
            hidden.push(body);
        }
    }
    hidden
}

/// Returns true if other files can reach a definition in a body by its name only.
fn is_found_by_name_only(def: &Def) -> bool {
    !def.receiver.is_known()
        && match def.role {
            DefRole::Callable | DefRole::Lambda | DefRole::TypeParam | DefRole::Value => true,
            DefRole::Object => def.kind.is_none(),
            _ => false,
        }
}

/// Rows in the bodies of callables that may matter outside of them: exports, some imports, bindings in other scopes.
struct OutwardRows {
    /// Ranks of the definitions that hold an export, a binding in a scope around them, a module declaration or a wildcard
    /// import, ascending.
    holders: Vec<usize>,
    /// Every binding: its position, and the rank of the definition that owns its scope; ascending.
    bindings: Vec<(u32, usize)>,
}

impl OutwardRows {
    fn of(facts: &Facts, order: &SourceOrder) -> Self {
        let rank_of_owner = |scope: ScopeId| order.rank(facts.scopes[scope.index()].def);
        let imports = facts.imports.iter();
        // The targets of these depend on where they stand, and no name identifies the places that look them up.
        let is_outward = |import: &&Import| {
            let kind = import.kind;
            let is_wildcard = matches!(kind, ImportKind::Wildcard | ImportKind::StaticWildcard);
            import.reexport || is_wildcard || kind == ImportKind::ChildModule
        };
        let imports = imports
            .filter(is_outward)
            .map(|import| rank_of_owner(import.scope));
        // The places of `global x` and the like.
        let outer_bindings = facts.bindings.iter().filter_map(|binding| {
            let (scope, branch) = (rank_of_owner(binding.scope), rank_of_owner(binding.branch));
            (binding.what == Bound::Outer || scope != branch).then_some(branch)
        });
        let exports = facts.exports.iter().map(|export| order.rank(export.within));
        let mut holders: Vec<usize> = imports.chain(exports).chain(outer_bindings).collect();
        holders.sort_unstable();
        // A hoisted definition counts where its text stands.
        let position = |binding: &Binding| match (binding.pos, binding.what) {
            (0, Bound::Def(def)) => facts.defs[def.index()].start,
            (pos, _) => pos,
        };
        let bindings = facts.bindings.iter();
        let mut bindings: Vec<(u32, usize)> = bindings
            .map(|binding| (position(binding), rank_of_owner(binding.scope)))
            .collect();
        bindings.sort_unstable();
        Self { holders, bindings }
    }

    /// Returns true if the body of the callable with this rank holds such a row.
    fn has_any_in(&self, rank: usize, body: &HiddenBody) -> bool {
        let start = self
            .holders
            .partition_point(|def| *def < body.def_ranks.start);
        let end = self
            .holders
            .partition_point(|def| *def < body.def_ranks.end);
        let first = self
            .bindings
            .partition_point(|(pos, _)| *pos < body.span.start);
        let bindings = &self.bindings[first..];
        let bindings = &bindings[..bindings.partition_point(|(pos, _)| *pos < body.span.end)];
        start != end
            || self.holders.binary_search(&rank).is_ok()
            || bindings
                .iter()
                .any(|(_, owner)| *owner != rank && !body.def_ranks.contains(owner))
    }
}

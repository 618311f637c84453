//! What a call of a macro expands to.
//!
//! It is lowered like any code, without the bodies of functions: what these call is seen in the macro's own body. It
//! stands where the call stands; what the call gives stands there. Only that has sites.

use std::collections::BTreeSet;

use tree_sitter::{Node, Point};

use super::lower::Lowering;
use super::macro_rules::Expansion;
use bombe_facts::{DefId, Expr, ExprId, StrId};

/// The first rows of a file's facts that an expansion adds.
struct First {
    def: usize,
    expr: usize,
    site: usize,
    binding: usize,
    scope: usize,
}

impl Lowering<'_> {
    /// Lowers the items that a call expands to. `first` is the first definition that was lowered from its arguments.
    pub(super) fn expanded_items(&mut self, call: Node, expansion: &Expansion, first: usize) {
        let own = self.b.current_def();
        let passed = self.b.facts.defs[first..].iter();
        let passed = passed.filter(|def| def.parent == own && def.kind.is_some());
        let passed = passed.map(|def| def.name).collect();
        self.expanded_tree(call, expansion, passed);
    }

    /// Lowers the expression or statements that a call expands to, instead of its arguments.
    pub(super) fn expanded_value(&mut self, call: Node, expansion: &Expansion) -> Option<ExprId> {
        self.expanded_tree(call, expansion, Vec::new())
    }

    fn expanded_tree(
        &mut self,
        call: Node,
        expansion: &Expansion,
        passed: Vec<StrId>,
    ) -> Option<ExprId> {
        let row = Point {
            row: call.start_position().row,
            column: 0,
        };
        let range = expansion.range.clone();
        let tree = self.parse_again(row, range.start, range.end, "", "", &[])?;
        if tree.root_node().has_error() {
            return None;
        }
        let facts = &self.b.facts;
        let first = First {
            def: facts.defs.len(),
            expr: facts.exprs.len(),
            site: facts.sites.len(),
            binding: facts.bindings.len(),
            scope: facts.scopes.len(),
        };
        self.expanded = Some(passed);
        let value = self.statements(tree.root_node());
        self.expanded = None;
        let outer = call
            .parent()
            .filter(|parent| parent.kind() == "expression_statement");
        let whole = outer.unwrap_or(call);
        self.place_defs(whole, expansion, first.def);
        self.place_scopes(call, expansion, &first);
        self.place_sites(call, expansion, &first);
        self.place_names(call, expansion, &first);
        Some(value)
    }

    /// Puts the definitions of an expansion where the call is.
    fn place_defs(&mut self, call: Node, expansion: &Expansion, first: usize) {
        let [start, end] = [call.start_byte() as u32, call.end_byte() as u32];
        let lines = [call.start_position().row, call.end_position().row];
        let [first_line, last_line] = lines.map(|row| row as u32 + 1);
        for at in first..self.b.facts.defs.len() {
            let name_start = self.b.facts.defs[at].name_start;
            let origin = expansion.origin(name_start, call.byte_range());
            let line = origin.map_or(first_line, |origin| self.place(call, origin).0);
            let def = self.b.def_mut(DefId(at as u32));
            let name_len = def.name_end - def.name_start;
            def.name_start = origin.unwrap_or(start);
            def.name_end = origin.map_or(start, |origin| origin + name_len);
            (def.start, def.end) = (start, end);
            (def.start_line, def.name_line, def.end_line) = (first_line, line, last_line);
            (def.body_start, def.body_end) = (0, 0);
        }
    }

    /// Puts scopes and what they bind into the call, and so into the function around it, in the order that they have in the
    /// expansion.
    fn place_scopes(&mut self, call: Node, expansion: &Expansion, first: &First) {
        let placed = |pos: u32| placed(call, expansion, pos);
        for scope in &mut self.b.facts.scopes[first.scope..] {
            (scope.start, scope.end) = (placed(scope.start), placed(scope.end));
        }
        for binding in &mut self.b.facts.bindings[first.binding..] {
            // Without a position, it is visible in its whole scope.
            if binding.pos != 0 {
                binding.pos = placed(binding.pos);
            }
        }
    }

    /// Puts the sites that the call gives where they are in it, and drops the macro's own. Items have none: they were lowered
    /// from the arguments.
    fn place_sites(&mut self, call: Node, expansion: &Expansion, first: &First) {
        let added = self.b.facts.sites.split_off(first.site);
        let mut moved = vec![u32::MAX; added.len()];
        for (at, mut site) in added.into_iter().enumerate() {
            let origin = expansion.origin(site.start, call.byte_range());
            let Some(origin) = origin.filter(|_| !expansion.is_item) else {
                continue;
            };
            (site.line, site.col) = self.place(call, origin);
            site.start = origin;
            moved[at] = self.b.facts.sites.len() as u32;
            self.b.facts.sites.push(site);
        }
        for expr in &mut self.b.facts.exprs[first.expr..] {
            if let Expr::Call { site, .. } | Expr::New { site, .. } = expr
                && let Some(at) = (*site as usize).checked_sub(first.site)
                && let Some(to) = moved.get(at)
            {
                *site = *to;
            }
        }
    }

    /// Puts the names that the expansion does not bind itself where the call is: they mean what they mean there. The others
    /// stay behind what binds them.
    fn place_names(&mut self, call: Node, expansion: &Expansion, first: &First) {
        let facts = &mut self.b.facts;
        let bindings = facts.bindings[first.binding..].iter();
        let bound: BTreeSet<StrId> = bindings.map(|binding| binding.name).collect();
        for expr in &mut facts.exprs[first.expr..] {
            let Expr::Name { name, pos, .. } = expr else {
                continue;
            };
            if bound.contains(name) {
                *pos = placed(call, expansion, *pos);
            } else {
                let origin = expansion.origin(*pos, call.byte_range());
                *pos = origin.unwrap_or(call.start_byte() as u32);
            }
        }
    }

    /// Returns line and column of a byte of the call.
    fn place(&self, call: Node, at: u32) -> (u32, u32) {
        let start = call.start_byte();
        let before = self.b.source().get(start..at as usize).unwrap_or("");
        let line = call.start_position().row + before.matches('\n').count() + 1;
        let column = match before.rfind('\n') {
            Some(newline) => before.len() - newline - 1,
            None => call.start_position().column + before.len(),
        };
        (line as u32, column as u32)
    }

    /// Returns true for an item of an expansion that its call passed through.
    pub(super) fn is_passed(&mut self, node: Node) -> bool {
        let Some(name) = self.ids.name.of(node) else {
            return false;
        };
        if self.expanded.as_ref().is_none_or(Vec::is_empty) {
            return false;
        }
        let name = self.b.name(name);
        self.expanded
            .as_ref()
            .is_some_and(|passed| passed.contains(&name))
    }
}

/// Returns the byte of a call that stands for a byte of what it expands to: as far behind the start, as a share of the length.
fn placed(call: Node, expansion: &Expansion, pos: u32) -> u32 {
    let from = &expansion.range;
    let behind = (pos as usize).clamp(from.start, from.end) - from.start;
    let length = call.end_byte() - call.start_byte();
    (call.start_byte() + behind * length / from.len().max(1)) as u32
}

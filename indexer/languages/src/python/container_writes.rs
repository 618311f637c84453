//! Writes into containers that start empty, within one file: `d = {}` … `d[k] = v`, `self.xs = []` …
//! `self.xs.append(v)`. The empty literal gets the written elements.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{ContainerWrite, DefId, DefRole, Expr, ExprId, ScopeId, ScopeKind, StrId};

/// The variable or field that holds a container.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Variable(ScopeId, StrId),
    Field(DefId, StrId),
}

/// A write into the container of a holder.
pub(super) struct PendingWrite {
    holder: Holder,
    write: ContainerWrite,
}

/// Methods that add their last argument to a collection, with the number of their arguments.
const WRITING: &[(&str, u32)] = &[
    ("add", 1),
    ("append", 1),
    ("appendleft", 1),
    ("insert", 2),
    ("setdefault", 2),
];

impl Lowering<'_, '_> {
    /// `container[key] = value`. `target` is the left side, already lowered as `index`.
    pub(super) fn write_element(&mut self, target: Node, index: ExprId, value: ExprId) {
        let (into, key) = match self.b.facts.exprs[index.index()] {
            Expr::Index { base, index } => (base, index),
            Expr::Slot { base, .. } => (base, ExprId::UNKNOWN),
            _ => return,
        };
        if let Some(container) = self.ids.value.of(target) {
            self.record_write(container, into, key, value);
        }
    }

    /// `container.append(value)` and the like.
    pub(super) fn write_by_call(&mut self, function: Node, call: ExprId) {
        let Expr::Call { callee, args, .. } = self.b.facts.exprs[call.index()] else {
            return;
        };
        let Expr::Member { base, .. } = self.b.facts.exprs[callee.index()] else {
            return;
        };
        let (Some(container), Some(method)) = (
            self.ids.object.of(function),
            self.ids.attribute.of(function),
        ) else {
            return;
        };
        if WRITING.contains(&(self.text(method), args.len)) {
            let args = self.b.facts.list(args);
            let (key, value) = (args[0], args[args.len() - 1]);
            self.record_write(container, base, key, value);
        }
    }

    fn record_write(&mut self, container: Node, into: ExprId, key: ExprId, value: ExprId) {
        let holder = match self.role(container) {
            Role::Name => {
                let name = self.b.name(container);
                Holder::Variable(self.scope_for(name), name)
            }
            Role::Member => {
                let (Some(object), Some(attribute)) = (
                    self.ids.object.of(container),
                    self.ids.attribute.of(container),
                ) else {
                    return;
                };
                let receiver = self.frame().receiver;
                match receiver {
                    Some((this, class))
                        if self.role(object) == Role::Name && self.b.name(object) == this =>
                    {
                        Holder::Field(class, self.b.name(attribute))
                    }
                    _ => return,
                }
            }
            _ => return,
        };
        let within = self.b.callable();
        let write = ContainerWrite {
            within,
            into,
            key,
            value,
        };
        self.pending_writes.push(PendingWrite { holder, write });
    }

    /// Adds the written elements to the empty literals.
    pub(super) fn fill_containers(&mut self) {
        let pending_writes = std::mem::take(&mut self.pending_writes);
        if pending_writes.is_empty() {
            return;
        }
        let facts = &self.b.facts;
        let mut bound: BTreeSet<(ScopeId, StrId)> = BTreeSet::new();
        let mut empty: BTreeMap<Holder, BTreeSet<ExprId>> = BTreeMap::new();
        let mut note = |holder: Holder, value: ExprId| {
            if let Expr::Map(list) | Expr::Array(list) | Expr::Set(list) =
                facts.exprs[value.index()]
                && list.len == 0
            {
                empty.entry(holder).or_default().insert(value);
            }
        };
        for binding in &facts.bindings {
            bound.insert((binding.scope, binding.name));
            note(Holder::Variable(binding.scope, binding.name), binding.value);
        }
        for assign in &facts.assigns {
            if let Some(owner) = assign.owner {
                note(Holder::Field(owner, assign.name), assign.value);
            }
        }
        for def in &facts.defs {
            if def.role == DefRole::Value {
                note(Holder::Field(def.parent, def.name), def.value);
            }
        }
        let mut elements: BTreeMap<ExprId, Vec<ExprId>> = BTreeMap::new();
        let mut container_writes = Vec::new();
        for pending in pending_writes {
            let holder = match pending.holder {
                Holder::Variable(scope, name) => self.declared_from(scope, name, &bound),
                field @ Holder::Field(..) => Some(field),
            };
            let Some((holder, literals)) = holder.and_then(|holder| empty.get_key_value(&holder))
            else {
                continue;
            };
            let write = pending.write;
            for literal in literals {
                let parts = elements.entry(*literal).or_default();
                if matches!(self.b.facts.exprs[literal.index()], Expr::Map(_)) {
                    parts.push(write.key);
                }
                parts.push(write.value);
            }
            let is_own = match *holder {
                Holder::Variable(scope, _) => {
                    self.b.facts.scopes[scope.index()].def == write.within
                }
                Holder::Field(..) => false,
            };
            if !is_own {
                container_writes.push(write);
            }
        }
        self.b.facts.container_writes.extend(container_writes);
        for (literal, parts) in elements {
            let list = self.b.list(&parts);
            let filled = match self.b.facts.exprs[literal.index()] {
                Expr::Map(_) => Expr::Map(list),
                Expr::Set(_) => Expr::Set(list),
                _ => Expr::Array(list),
            };
            self.b.facts.exprs[literal.index()] = filled;
        }
    }

    /// Returns the variable that a name means in a function: that of the nearest enclosing scope that binds it, except
    /// class bodies.
    fn declared_from(
        &self,
        from: ScopeId,
        name: StrId,
        bound: &BTreeSet<(ScopeId, StrId)>,
    ) -> Option<Holder> {
        let mut scope = from;
        loop {
            let row = &self.b.facts.scopes[scope.index()];
            if bound.contains(&(scope, name)) && (scope == from || row.kind != ScopeKind::Class) {
                return Some(Holder::Variable(scope, name));
            }
            if scope.is_module() {
                return None;
            }
            scope = row.parent;
        }
    }
}

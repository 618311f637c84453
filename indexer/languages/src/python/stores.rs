//! What is put into containers that begin empty, in one file: `d = {}` … `d[k] = v`, `self.xs = []` … `self.xs.append(v)`.
//! The empty literal gets these elements, as if they had been written in it.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{ContainerWrite, DefId, DefRole, Expr, ExprId, ScopeId, ScopeKind, StrId};

/// What holds a container.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Variable(ScopeId, StrId),
    Field(DefId, StrId),
}

/// A value put into the container of a holder, as named from the place where it is put.
pub(super) struct Store {
    holder: Holder,
    put: ContainerWrite,
}

/// Methods that put their last argument into a collection, and how many they take.
const PUTTING: &[(&str, u32)] = &[
    ("add", 1),
    ("append", 1),
    ("appendleft", 1),
    ("insert", 2),
    ("setdefault", 2),
];

impl Lowering<'_, '_> {
    /// `container[key] = value`; `target` is the left side, already read as `index`.
    pub(super) fn store_at(&mut self, target: Node, index: ExprId, value: ExprId) {
        let (into, key) = match self.b.facts.exprs[index.index()] {
            Expr::Index { base, index } => (base, index),
            Expr::Slot { base, .. } => (base, ExprId(0)),
            _ => return,
        };
        if let Some(container) = self.ids.value.of(target) {
            self.store(container, into, key, value);
        }
    }

    /// `container.append(value)` and its like.
    pub(super) fn store_by_call(&mut self, function: Node, call: ExprId) {
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
        if PUTTING.contains(&(self.text(method), args.len)) {
            let args = self.b.facts.list(args);
            let (key, value) = (ExprId(args[0]), ExprId(args[args.len() - 1]));
            self.store(container, base, key, value);
        }
    }

    fn store(&mut self, container: Node, into: ExprId, key: ExprId, value: ExprId) {
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
        let put = ContainerWrite {
            within,
            into,
            key,
            value,
        };
        self.stores.push(Store { holder, put });
    }

    /// Fills the empty literals that the stores go to.
    pub(super) fn fill_containers(&mut self) {
        let stores = std::mem::take(&mut self.stores);
        if stores.is_empty() {
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
        let mut elements: BTreeMap<ExprId, Vec<u32>> = BTreeMap::new();
        let mut container_writes = Vec::new();
        for store in stores {
            let holder = match store.holder {
                Holder::Variable(scope, name) => self.declared_from(scope, name, &bound),
                field @ Holder::Field(..) => Some(field),
            };
            let Some((holder, literals)) = holder.and_then(|holder| empty.get_key_value(&holder))
            else {
                continue;
            };
            let put = store.put;
            for literal in literals {
                let parts = elements.entry(*literal).or_default();
                if matches!(self.b.facts.exprs[literal.index()], Expr::Map(_)) {
                    parts.push(put.key.0);
                }
                parts.push(put.value.0);
            }
            let is_own = match *holder {
                Holder::Variable(scope, _) => self.b.facts.scopes[scope.index()].def == put.within,
                Holder::Field(..) => false,
            };
            if !is_own {
                container_writes.push(put);
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

    /// The variable that a name means in a function: of the nearest scope around that binds it, class bodies left out.
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
            if scope.0 == 0 {
                return None;
            }
            scope = row.parent;
        }
    }
}

//! Traits, `impl` blocks and their associated types.

use bombe_format::kind::SymbolKind;
use tree_sitter::Node;

use super::attributes::Pending;
use super::lower::{Lowering, Owner};
use crate::parse::roles::Role;
use bombe_facts::{DefId, DefRole, ScopeKind, StrId, TypeExpr, TypeId};

impl Lowering<'_> {
    pub(super) fn trait_item(&mut self, node: Node, pending: &Pending) {
        let (def, _) = self.add_item(DefRole::Type, SymbolKind::Trait, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        let self_type = self.own_type(def);
        let associated = body.map_or(Vec::new(), |body| self.associated_names(body));
        self.owners.push(Owner {
            def,
            is_trait: true,
            self_type,
            of_trait: false,
            associated,
        });
        if let Some(bounds) = self.ids.bounds.of(node) {
            let mut bases = Vec::new();
            self.bounds(bounds, StrId::EMPTY, &mut bases);
            self.set_bases(def, &bases);
        }
        let first = self.b.facts.defs.len();
        if let Some(body) = body {
            self.statements(body);
        }
        self.owners.pop();
        self.add_associated_params(def, first);
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    /// Returns the names of the associated types that a trait's body declares.
    fn associated_names(&mut self, body: Node) -> Vec<(StrId, TypeId)> {
        let mut names = Vec::new();
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if self.role(child) == Role::Alias
                && let Some(name) = self.ids.name.of(child)
            {
                names.push((self.b.name(name), TypeId::UNKNOWN));
            }
        }
        names
    }

    /// Makes the associated types among the definitions from `first` on type parameters of their trait.
    fn add_associated_params(&mut self, owner: DefId, first: usize) {
        let params = self.b.facts.defs[owner.index()].type_params;
        let mut params: Vec<DefId> = self.b.facts.list(params).to_vec();
        let before = params.len();
        for (at, def) in self.b.facts.defs.iter().enumerate().skip(first) {
            if def.parent == owner && def.role == DefRole::TypeParam && def.kind.is_some() {
                params.push(DefId(at as u32));
            }
        }
        if params.len() > before {
            let params = self.b.list(&params);
            self.b.def_mut(owner).type_params = params;
        }
    }

    pub(super) fn impl_item(&mut self, node: Node) {
        let Some(of) = self.ids.r#type.of(node) else {
            return;
        };
        let trait_node = self.ids.r#trait.of(node);
        let def = self.b.add_def(DefRole::Impl, None, node, None);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        let receiver = self.ty(of);
        let name = self.type_base_name(receiver);
        self.b.def_mut(def).name = name;
        let first = self.b.facts.defs.len();
        self.owners.push(Owner {
            def,
            is_trait: false,
            self_type: receiver,
            of_trait: trait_node.is_some(),
            associated: Vec::new(),
        });
        let implements = trait_node.map_or(TypeId::UNKNOWN, |node| self.ty(node));
        if let Some(body) = self.ids.body.of(node) {
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
            self.statements(body);
        }
        let associated = self
            .owners
            .pop()
            .map(|owner| owner.associated)
            .unwrap_or_default();
        let implements = self.with_associated(implements, &associated);
        for index in first..self.b.facts.defs.len() {
            let d = &mut self.b.facts.defs[index];
            if d.parent == def && d.role == DefRole::Callable {
                d.receiver = receiver;
                d.implements = implements;
            }
        }
        let d = self.b.def_mut(def);
        d.receiver = receiver;
        d.implements = implements;
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    /// Appends the associated types of an `impl` to the arguments of its trait.
    fn with_associated(&mut self, implements: TypeId, associated: &[(StrId, TypeId)]) -> TypeId {
        if associated.is_empty() {
            return implements;
        }
        let mut args = match self.b.facts.types[implements.index()] {
            TypeExpr::Name { args, .. } | TypeExpr::Member { args, .. } => {
                self.b.facts.list(args).to_vec()
            }
            _ => return implements,
        };
        for (name, ty) in associated {
            args.push(self.b.ty(TypeExpr::Named {
                name: *name,
                ty: *ty,
            }));
        }
        let list = self.b.list(&args);
        let with = match self.b.facts.types[implements.index()] {
            TypeExpr::Name { name, scope, .. } => TypeExpr::Name {
                name,
                scope,
                args: list,
            },
            TypeExpr::Member { base, name, .. } => TypeExpr::Member {
                base,
                name,
                args: list,
            },
            other => other,
        };
        self.b.ty(with)
    }

    /// Returns the last name of a named type; empty for other types.
    fn type_base_name(&self, ty: TypeId) -> StrId {
        match self.b.facts.types[ty.index()] {
            TypeExpr::Name { name, .. }
            | TypeExpr::Member { name, .. }
            | TypeExpr::Builtin { name, .. } => name,
            _ => StrId::EMPTY,
        }
    }

    /// Returns the name under which a trait binds an associated type.
    pub(super) fn associated_name(&mut self, name: StrId) -> StrId {
        let hidden = format!("Self::{}", &self.b.facts.strings[name.index()]);
        self.b.str(&hidden)
    }
}

//! Interfaces, enums, type aliases, namespaces and ambient declarations.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::callables::Shape;
use super::lower::{Frame, Lowering, This};
use super::objects::named;
use crate::parse::roles::Role;
use bombe_facts::{Base, DefFlags, DefId, DefRole, ScopeKind, StrId, TypeId};

impl<'t> Lowering<'t> {
    /// `interface A {}`.
    pub(super) fn interface(&mut self, node: Node<'t>) {
        let at = self.ids.name.of(node);
        let name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let from = self.outer.take().unwrap_or(node);
        let flags = std::mem::take(&mut self.exported);
        let def = self.new_def(
            DefRole::Type,
            Some(SymbolKind::Interface),
            (from, node),
            name,
            at,
        );
        let body = self.ids.body.of(node);
        self.describe(
            def,
            body.map_or(node.end_byte(), |body| body.start_byte()) as u32,
        );
        self.b.def_mut(def).flags.set(flags);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let outer_params = self.type_params.len();
        let type_params = self.type_parameters(node);
        self.b.def_mut(def).type_params = type_params;
        let mut bases: Vec<Base> = Vec::new();
        let mut cursor = node.walk();
        for clause in node.named_children(&mut cursor) {
            if clause.kind() == "extends_type_clause" {
                let mut inner = clause.walk();
                for part in clause.named_children(&mut inner) {
                    if self.role(part) != Role::Comment {
                        let ty = self.ty(part);
                        bases.push(Base::extends(ty));
                    }
                }
            }
        }
        let bases = self.b.list(&bases);
        self.b.def_mut(def).bases = bases;
        if let Some(body) = body {
            self.type_members(body, def, true);
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
        self.leave_type_params(outer_params);
        self.b.leave_def(outer);
    }

    /// The members of an interface or type literal. If `symbols`, they are symbols; those of a type literal are all
    /// properties.
    pub(super) fn type_members(&mut self, body: Node<'t>, owner: DefId, symbols: bool) {
        let scope = self.b.scope();
        let interface = self.b.facts.defs[owner.index()].role == DefRole::Type;
        let mut signatures: Vec<(StrId, DefId)> = Vec::new();
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            match self.role(member) {
                Role::Comment => {
                    self.doc = Some(member);
                    continue;
                }
                Role::Field => {
                    if let Some(at) = self.ids.name.of(member) {
                        let name = self.property_name(at);
                        let kind = symbols.then_some(SymbolKind::Property);
                        let def =
                            self.new_def(DefRole::Value, kind, (member, member), name, Some(at));
                        self.describe(def, member.end_byte() as u32);
                        let modifiers = self.modifiers(member);
                        let outer = self.b.enter_value(def);
                        let ty = self
                            .ids
                            .type_
                            .of(member)
                            .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                        self.b.leave_value(outer);
                        let d = self.b.def_mut(def);
                        d.ty = ty;
                        d.flags = d.flags.with(modifiers.flags);
                    }
                }
                Role::Constructor => {
                    if let Some(at) = self.ids.name.of(member) {
                        let name = self.property_name(at);
                        let outer = std::mem::replace(
                            &mut self.frame,
                            Frame::new(This::Instance(scope), None),
                        );
                        let method = if interface {
                            SymbolKind::Method
                        } else {
                            SymbolKind::Property
                        };
                        let def = self.signature(
                            member,
                            (symbols && named(at)).then_some(method),
                            name,
                            Some(at),
                        );
                        signatures.push((name, def));
                        self.frame = outer;
                    }
                }
                _ => match member.kind() {
                    "call_signature" => {
                        let name = self.b.str("()");
                        let def = self.signature(member, None, name, None);
                        signatures.push((name, def));
                        self.b.def_mut(owner).flags.set(DefFlags::CALL_SIGNATURE);
                    }
                    "construct_signature" => {
                        let name = self.b.str("new()");
                        let def = self.signature(member, None, name, None);
                        signatures.push((name, def));
                    }
                    "index_signature" => self.index_signature(member),
                    _ => {}
                },
            }
            self.doc = None;
        }
        // Signatures of one name are overloads, of which none has a body.
        signatures.sort_unstable();
        for group in signatures.chunk_by(|(a, _), (b, _)| a == b) {
            let accessors = DefFlags::GETTER.with(DefFlags::SETTER);
            let is_accessor =
                |def: DefId| self.b.facts.defs[def.index()].flags.0 & accessors.0 != 0;
            if group.len() < 2 || group[0].0.is_empty() || is_accessor(group[0].1) {
                continue;
            }
            for (_, def) in group {
                self.b.def_mut(*def).flags.set(DefFlags::OVERLOAD);
            }
        }
    }

    fn signature(
        &mut self,
        node: Node<'t>,
        kind: Option<SymbolKind>,
        name: StrId,
        at: Option<Node<'t>>,
    ) -> DefId {
        self.callable(
            node,
            Shape {
                role: DefRole::Callable,
                kind,
                span: (node, node),
                name,
                at,
                this: self.frame.this,
                owner: None,
                flags: DefFlags::default(),
                visibility: Visibility::Public,
            },
        )
    }

    /// `enum A { X = 1 }`.
    pub(super) fn enumeration(&mut self, node: Node<'t>) {
        let at = self.ids.name.of(node);
        let name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let from = self.outer.take().unwrap_or(node);
        let flags = std::mem::take(&mut self.exported);
        let def = self.new_def(
            DefRole::Type,
            Some(SymbolKind::Enum),
            (from, node),
            name,
            at,
        );
        let body = self.ids.body.of(node);
        self.describe(
            def,
            body.map_or(node.end_byte(), |body| body.start_byte()) as u32,
        );
        self.b.def_mut(def).flags.set(flags);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        if let Some(body) = body {
            let mut cursor = body.walk();
            for member in body.named_children(&mut cursor) {
                let at = match self.role(member) {
                    Role::Comment => {
                        self.doc = Some(member);
                        continue;
                    }
                    Role::EnumMember => self.ids.name.of(member),
                    _ => Some(member),
                };
                let Some(at) = at else { continue };
                let name = self.property_name(at);
                let value = self.new_def(
                    DefRole::Value,
                    Some(SymbolKind::EnumMember),
                    (member, member),
                    name,
                    Some(at),
                );
                self.describe(value, member.end_byte() as u32);
                self.b.def_mut(value).flags = DefFlags::STATIC.with(DefFlags::READONLY);
                if let Some(initial) = self.ids.value.of(member) {
                    let initial = self.expr(initial);
                    self.b.def_mut(value).value = initial;
                }
            }
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
        self.b.leave_def(outer);
    }

    /// `type A<T> = …`.
    pub(super) fn type_alias(&mut self, node: Node<'t>) {
        let at = self.ids.name.of(node);
        let name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let from = self.outer.take().unwrap_or(node);
        let flags = std::mem::take(&mut self.exported);
        let def = self.new_def(
            DefRole::Alias,
            Some(SymbolKind::TypeAlias),
            (from, node),
            name,
            at,
        );
        self.describe(def, node.end_byte() as u32);
        self.b.def_mut(def).flags.set(flags);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let outer_params = self.type_params.len();
        let type_params = self.type_parameters(node);
        self.b.def_mut(def).type_params = type_params;
        let ty = match self.ids.value.of(node) {
            Some(value) => {
                let mark = self.named_literals.len();
                self.note_named_literals(value);
                let ty = self.ty(value);
                self.named_literals.truncate(mark);
                ty
            }
            None => TypeId::UNKNOWN,
        };
        self.b.def_mut(def).ty = ty;
        self.leave_type_params(outer_params);
        self.b.leave_def(outer);
    }

    /// Notes the type literals whose properties an alias names: its type itself, and parts of an intersection or of what
    /// `Readonly` and the like take.
    fn note_named_literals(&mut self, node: Node<'t>) {
        if !self.b.descend(node) {
            return;
        }
        let parts = match self.role(node) {
            Role::TypeObject => {
                self.named_literals.push(node.id());
                None
            }
            Role::TypeParenthesized | Role::TypeIntersection => Some(node),
            Role::TypeGeneric => {
                let name = self.ids.name.of(node);
                let name = name.map_or("", |name| self.b.text(name));
                let passes = matches!(name, "Readonly" | "Partial" | "Required");
                self.ids.type_arguments.of(node).filter(|_| passes)
            }
            _ => None,
        };
        if let Some(parts) = parts {
            let mut cursor = parts.walk();
            for part in parts.named_children(&mut cursor) {
                self.note_named_literals(part);
            }
        }
        self.b.ascend();
    }

    /// `namespace A.B {}`, `module "x" {}`.
    pub(super) fn namespace(&mut self, node: Node<'t>) {
        let from = self.outer.take().unwrap_or(node);
        let flags = std::mem::take(&mut self.exported);
        let at = self.ids.name.of(node);
        let text = at
            .map_or("", |at| self.b.text(at))
            .trim_matches(['"', '\'']);
        let body = self.ids.body.of(node);
        let name = self.b.str(text);
        self.namespace_body(node, from, name, at, body, flags);
    }

    fn namespace_body(
        &mut self,
        node: Node<'t>,
        from: Node<'t>,
        name: StrId,
        at: Option<Node<'t>>,
        body: Option<Node<'t>>,
        flags: DefFlags,
    ) {
        let def = self.new_def(
            DefRole::Namespace,
            Some(SymbolKind::Namespace),
            (from, node),
            name,
            at,
        );
        self.describe(
            def,
            body.map_or(node.end_byte(), |body| body.start_byte()) as u32,
        );
        self.b.def_mut(def).flags.set(flags);
        self.b.bind_def(def);
        if let Some(body) = body {
            let outer = self.b.enter_def(def, ScopeKind::Namespace, body);
            self.statements(body);
            self.b.leave_def(outer);
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
    }

    /// `declare …`: lowers the declaration after the keyword, or `global { … }`.
    pub(super) fn ambient(&mut self, node: Node<'t>) {
        let from = self.outer.unwrap_or(node);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if !child.is_named() || self.role(child) == Role::Comment {
                continue;
            }
            if self.role(child) == Role::Block {
                let name = self.b.str(super::modules::GLOBAL);
                let flags = std::mem::take(&mut self.exported);
                self.outer = None;
                self.namespace_body(node, from, name, Some(child), Some(child), flags);
            } else {
                self.outer = Some(from);
                self.statement(child);
            }
        }
    }
}

//! Object literals.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::callables::Shape;
use super::lower::{Lowering, This};
use crate::parse::roles::Role;
use bombe_facts::{Base, DefFlags, DefId, DefRole, Expr, ExprId, ScopeKind, StrId, TypeExpr};

impl<'t> Lowering<'t> {
    /// An object literal. If `symbols`, it is the value of a symbol, and its properties are symbols too.
    pub(super) fn object(&mut self, node: Node<'t>, symbols: bool) -> ExprId {
        let def = self.new_def(DefRole::Object, None, (node, node), StrId::EMPTY, None);
        let captured = self.captured_type_params();
        self.b.def_mut(def).type_params = captured;
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let scope = self.b.scope();
        let mut bases: Vec<Base> = Vec::new();
        let mut cursor = node.walk();
        for member in node.named_children(&mut cursor) {
            match self.role(member) {
                Role::Comment => {
                    self.comment(member);
                    continue;
                }
                Role::Pair => self.object_pair(member, def, scope, symbols),
                Role::Method => {
                    if let Some(at) = self.ids.name.of(member) {
                        let name = self.property_name(at);
                        let method = self.callable(
                            member,
                            Shape {
                                role: DefRole::Callable,
                                kind: named(at).then_some(SymbolKind::Method),
                                span: (member, member),
                                name,
                                at: Some(at),
                                this: This::Instance(scope),
                                owner: Some(def),
                                flags: DefFlags::default(),
                                visibility: Visibility::Public,
                            },
                        );
                        self.b.expr(Expr::Lambda(method));
                    }
                }
                Role::Name => {
                    let name = self.b.name(member);
                    let property =
                        self.new_def(DefRole::Value, None, (member, member), name, Some(member));
                    // The name is looked up from outside the literal, not among its members.
                    let value = self.expr(member);
                    self.b.def_mut(property).value = value;
                }
                Role::Spread => {
                    if let Some(inner) = member.named_child(0) {
                        let value = self.expr(inner);
                        if value.is_known() {
                            let ty = self.b.ty(TypeExpr::Of(value));
                            bases.push(Base::extends(ty));
                        }
                    }
                }
                _ => self.statement(member),
            }
            self.doc = None;
        }
        let bases = self.b.list(&bases);
        self.b.def_mut(def).bases = bases;
        self.b.leave_def(outer);
        self.b.expr(Expr::Object(def))
    }

    fn object_pair(
        &mut self,
        member: Node<'t>,
        object: DefId,
        scope: bombe_facts::ScopeId,
        symbols: bool,
    ) {
        let (Some(at), Some(value)) = (self.ids.key.of(member), self.ids.value.of(member)) else {
            return self.statements(member);
        };
        let name = self.property_name(at);
        let (inner, cast) = self.function_value(value);
        match self.role(inner) {
            Role::Lambda if !name.is_empty() && named(at) => {
                let cast = cast.map(|cast| self.ty(cast));
                let def = self.named_function(
                    inner,
                    Shape {
                        role: DefRole::Callable,
                        kind: Some(SymbolKind::Function),
                        span: (member, member),
                        name,
                        at: Some(at),
                        this: This::Instance(scope),
                        owner: Some(object),
                        flags: DefFlags::default(),
                        visibility: Visibility::Public,
                    },
                );
                match cast {
                    Some(cast) => self.function_of_type(def, cast),
                    // The resolver asks the literal for the expected type of the function.
                    None => {
                        self.b.expr(Expr::Lambda(def));
                    }
                }
            }
            Role::ClassLiteral if !name.is_empty() && cast.is_none() => {
                self.class(
                    inner,
                    Some(SymbolKind::Class),
                    (member, member),
                    name,
                    Some(at),
                    DefFlags::default(),
                );
            }
            role => {
                let kind = (symbols && !name.is_empty()).then_some(SymbolKind::Property);
                let property = self.new_def(DefRole::Value, kind, (member, member), name, Some(at));
                let ty = self.jsdoc_declared_type(member);
                self.b.def_mut(property).ty = ty;
                if symbols {
                    self.describe(property, member.end_byte() as u32);
                }
                let outer = self.b.enter_value(property);
                let value = if role == Role::Object && cast.is_none() {
                    let object = self.object(inner, symbols);
                    self.as_commented(value, object)
                } else {
                    self.expr(value)
                };
                self.b.leave_value(outer);
                self.b.def_mut(property).value = value;
            }
        }
    }

    /// Returns the name of a property; empty if it is computed. The names in a computed key become reads.
    pub(super) fn property_name(&mut self, at: Node<'t>) -> StrId {
        match at.kind() {
            "string" => {
                let text = self.b.text(at).trim_matches(['"', '\'']);
                self.b.str(text)
            }
            "computed_property_name" => {
                let Some(inner) = at.named_child(0) else {
                    return StrId::EMPTY;
                };
                match self.role(inner) {
                    Role::String => self.property_name(inner),
                    Role::Member => {
                        // `[Symbol.iterator]` and the like are names of their own.
                        if let Some(symbol) = self.b.text(inner).strip_prefix("Symbol.") {
                            return self.b.str(&format!("__{symbol}__"));
                        }
                        self.expr(inner);
                        StrId::EMPTY
                    }
                    _ => {
                        self.expr(inner);
                        StrId::EMPTY
                    }
                }
            }
            _ => self.b.name(at),
        }
    }

    /// Returns a value without the parentheses around it.
    pub(super) fn bare(&self, node: Node<'t>) -> Node<'t> {
        let mut node = node;
        while self.role(node) == Role::Parenthesized {
            let mut cursor = node.walk();
            let Some(inner) = node
                .named_children(&mut cursor)
                .find(|child| self.role(*child) != Role::Comment)
            else {
                break;
            };
            node = inner;
        }
        node
    }

    /// Returns a function or class inside parentheses and assertions, with the outermost asserted type. Returns any
    /// other value without its parentheses.
    pub(super) fn function_value(&self, node: Node<'t>) -> (Node<'t>, Option<Node<'t>>) {
        let plain = self.bare(node);
        let mut inner = plain;
        let mut cast = self.comment_cast(node);
        loop {
            match self.role(inner) {
                Role::Lambda | Role::ClassLiteral => return (inner, cast),
                Role::Cast | Role::Deref => {
                    let Some(value) = inner.named_child(0) else {
                        break;
                    };
                    if self.role(inner) == Role::Cast && cast.is_none() {
                        cast = inner.named_child(1);
                    }
                    inner = self.bare(value);
                }
                _ => break,
            }
        }
        (plain, None)
    }
}

/// Returns true if a member's name is literal. A computed `[x]` cannot be looked up.
pub(super) fn named(at: Node) -> bool {
    at.kind() != "computed_property_name"
        || at
            .named_child(0)
            .is_some_and(|inner| inner.kind() == "string")
}

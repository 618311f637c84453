//! Declarators and declarations: variables, fields, prototypes.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefFlags, DefRole, Expr, ExprId, List, MemberAssign, ScopeId, SiteKind, TypeExpr, TypeId,
};

/// Deepest nesting of declarators that is followed.
const DECLARATOR_DEPTH_MAX: u32 = 64;

/// The parts of a declarator: the name, its qualification, and whether it declares a function.
#[derive(Default)]
pub(super) struct Declarator<'t> {
    /// The token of the name: an identifier, a destructor or an operator.
    pub(super) name: Option<Node<'t>>,
    /// `a` and `b` of `a::b::name`.
    pub(super) scopes: Vec<Node<'t>>,
    /// The function declarator of the name; none for a pointer to a function.
    pub(super) function: Option<Node<'t>>,
    /// True if the declarator has a pointer.
    pub(super) pointer: bool,
    /// The names of `auto [a, b]`.
    pub(super) pattern: Option<Node<'t>>,
}

/// Words before the type of a declaration.
#[derive(Clone, Copy, Default)]
pub(super) struct Specifiers {
    pub(super) is_static: bool,
    pub(super) is_extern: bool,
    pub(super) is_const: bool,
    pub(super) is_virtual: bool,
}

impl<'t> Lowering<'_, 't> {
    /// Returns the declarator inside another.
    pub(super) fn inner_declarator(&self, node: Node<'t>) -> Option<Node<'t>> {
        if let Some(inner) = self.ids.declarator.of(node) {
            return Some(inner);
        }
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| {
            matches!(
                self.roles.of(*child),
                Role::Signature
                    | Role::TypePointer
                    | Role::TypeReference
                    | Role::TypeArray
                    | Role::TypeParenthesized
                    | Role::Name
                    | Role::TypeName
                    | Role::Path
                    | Role::Pattern
            ) || child.kind() == "field_identifier"
        })
    }

    pub(super) fn declarator(&self, node: Node<'t>) -> Declarator<'t> {
        let mut found = Declarator::default();
        let mut node = node;
        for _ in 0..DECLARATOR_DEPTH_MAX {
            match self.roles.of(node) {
                Role::TypePointer | Role::TypeReference => {
                    // `(*name)(…)`: the parameters belong to the pointed-to function.
                    found.function = None;
                    found.pointer |= self.roles.of(node) == Role::TypePointer;
                }
                Role::Signature => found.function = Some(node),
                Role::TypeArray | Role::TypeParenthesized | Role::Let => {}
                Role::Pattern => {
                    found.pattern = Some(node);
                    return found;
                }
                Role::Path => {
                    if let Some(scope) = self.ids.scope.of(node) {
                        found.scopes.push(scope);
                    }
                    let Some(name) = self.ids.name.of(node) else {
                        return found;
                    };
                    node = name;
                    continue;
                }
                Role::Instantiate | Role::TypeGeneric => {
                    found.name = self.ids.name.of(node);
                    return found;
                }
                _ => {
                    let kind = node.kind_id();
                    if kind == self.ids.operator_cast {
                        found.name = Some(node);
                        found.function = self.ids.declarator.of(node);
                    } else if kind == self.ids.template_method {
                        found.name = self.ids.name.of(node);
                    } else if kind == self.ids.dependent_name {
                        let mut cursor = node.walk();
                        let inner = node.named_children(&mut cursor).next();
                        let Some(inner) = inner else { return found };
                        node = inner;
                        continue;
                    } else if !node.is_error() && !node.is_missing() {
                        found.name = Some(node);
                    }
                    return found;
                }
            }
            let Some(inner) = self.inner_declarator(node) else {
                return found;
            };
            node = inner;
        }
        found
    }

    pub(super) fn specifiers(&self, node: Node) -> Specifiers {
        let mut found = Specifiers::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let kind = child.kind_id();
            if kind == self.ids.virtual_token {
                found.is_virtual = true;
            } else if kind == self.ids.storage_class_specifier {
                match self.b.text(child) {
                    "static" => found.is_static = true,
                    "extern" => found.is_extern = true,
                    _ => {}
                }
            } else if kind == self.ids.type_qualifier {
                found.is_const |= matches!(self.b.text(child), "const" | "constexpr" | "constinit");
            } else if self.roles.of(child) == Role::Signature || kind == self.ids.parameter_list {
                break;
            }
        }
        found
    }

    /// `T a, *b = x, c(1);`: fields in classes, locals in functions, globals elsewhere, and prototypes.
    pub(super) fn declaration(&mut self, node: Node<'t>) {
        let mut declarators = Vec::new();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let field = cursor.field_id();
            if self.ids.declarator.is(field) {
                declarators.push(cursor.node());
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        let specifiers = self.specifiers(node);
        let type_node = self.ids.ty.of(node);
        if declarators.is_empty() {
            self.bare_declaration(node, type_node);
            return;
        }
        if declarators.len() == 1 && self.prototype(node, type_node, declarators[0], specifiers) {
            return;
        }
        let (ty, token) = type_node.map_or((TypeId::UNKNOWN, None), |ty| self.type_of(ty));
        let mut constructed = false;
        let in_function = self.in_function();
        for declarator in declarators {
            let mut value_node = self
                .ids
                .value
                .of(declarator)
                .filter(|_| self.roles.of(declarator) == Role::Let);
            if value_node.is_none() {
                // In-class initializers and conditions hold the value beside the declarator.
                value_node = self
                    .ids
                    .default_value
                    .of(node)
                    .or_else(|| self.ids.value.of(node));
            }
            let found = self.declarator(declarator);
            if let Some(signature) = found.function {
                if in_function {
                    self.local_with_arguments(&found, signature, ty, token);
                    constructed = true;
                } else {
                    self.callable(node, type_node, &found, true);
                }
                continue;
            }
            let whole = self.wrapped(ty, declarator);
            if in_function {
                let value = self.initial_value(value_node, whole, token, &mut constructed);
                let whole = self.constant(whole, specifiers.is_const);
                self.bind_declared(&found, whole, value);
            } else {
                self.value_definition(
                    node,
                    &found,
                    whole,
                    specifiers,
                    value_node,
                    token,
                    &mut constructed,
                );
            }
        }
        if let Some(token) = token.filter(|_| !constructed) {
            let value = self.b.expr(Expr::TypeValue(ty));
            self.b.site(SiteKind::Type, value, token);
        }
    }

    /// A declaration without a name: `struct A {…};`, an anonymous union member, `FRIEND_TEST(a, b);`.
    fn bare_declaration(&mut self, node: Node<'t>, type_node: Option<Node<'t>>) {
        match type_node {
            Some(ty) if self.ids.name.of(ty).is_none() && self.ids.body.of(ty).is_some() => {
                self.promoted_members(ty);
            }
            Some(ty) => {
                self.type_of(ty);
            }
            None => self.visit_children(node),
        }
    }

    /// A single function declarator outside of functions. Returns false if `declarator` is anything else.
    fn prototype(
        &mut self,
        node: Node<'t>,
        type_node: Option<Node<'t>>,
        declarator: Node<'t>,
        specifiers: Specifiers,
    ) -> bool {
        if self.roles.of(declarator) == Role::Let || self.in_function() {
            return false;
        }
        let found = self.declarator(declarator);
        if found.function.is_none() {
            return false;
        }
        let _ = specifiers;
        self.callable(node, type_node, &found, true);
        true
    }

    /// `T x(a, b);` in a function, which the grammar reads as a prototype.
    fn local_with_arguments(
        &mut self,
        found: &Declarator<'t>,
        signature: Node<'t>,
        ty: TypeId,
        token: Option<Node<'t>>,
    ) {
        let Some(list) = self.ids.parameters.of(signature) else {
            return;
        };
        let mut params = Vec::new();
        let mut cursor = list.walk();
        params.extend(list.named_children(&mut cursor));
        if params.is_empty() || !params.iter().all(|param| self.is_argument(*param)) {
            return;
        }
        let values: Vec<ExprId> = params
            .into_iter()
            .map(|param| self.as_argument(param))
            .collect();
        let args = self.b.list(&values);
        let value = self.constructed(SiteKind::Construct, ty, args, token);
        self.bind_declared(found, ty, value);
    }

    /// Returns true if a parameter may be an argument: `a`, `a::b`, `f(a)`.
    fn is_argument(&self, param: Node<'t>) -> bool {
        let named = self.ids.ty.of(param).is_some_and(|ty| {
            matches!(
                self.roles.of(ty),
                Role::TypeName | Role::Path | Role::TypeGeneric
            )
        });
        if self.roles.of(param) != Role::Parameter || !named || param.named_child_count() > 2 {
            return false;
        }
        let Some(declarator) = self.ids.declarator.of(param) else {
            return true;
        };
        if self.roles.of(declarator) != Role::Signature
            || self.inner_declarator(declarator).is_some()
        {
            return false;
        }
        let Some(list) = self.ids.parameters.of(declarator) else {
            return false;
        };
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .all(|param| self.is_argument(param))
    }

    /// Returns the argument that a misread parameter stands for.
    fn as_argument(&mut self, param: Node<'t>) -> ExprId {
        let Some(ty) = self.ids.ty.of(param) else {
            return ExprId::UNKNOWN;
        };
        let (callee, token) = self.callee(ty);
        let Some(token) = token else { return callee };
        let Some(list) = self
            .ids
            .declarator
            .of(param)
            .and_then(|d| self.ids.parameters.of(d))
        else {
            self.b.site(SiteKind::Read, callee, token);
            return callee;
        };
        let site = self.b.site(SiteKind::Call, ExprId::UNKNOWN, token);
        let mut values = Vec::new();
        let mut cursor = list.walk();
        for param in list.named_children(&mut cursor) {
            values.push(self.as_argument(param));
        }
        let args = self.b.list(&values);
        let call = self.b.expr(Expr::Call { callee, args, site });
        self.b.set_site_expr(site, call);
        call
    }

    /// Returns a constructed value of type `ty`, with a site at the type's name.
    pub(super) fn constructed(
        &mut self,
        kind: SiteKind,
        ty: TypeId,
        args: List<ExprId>,
        token: Option<Node<'t>>,
    ) -> ExprId {
        let Some(token) = token else {
            return self.b.expr(Expr::Cast {
                ty,
                value: ExprId::UNKNOWN,
            });
        };
        let site = self.b.site(kind, ExprId::UNKNOWN, token);
        let value = self.b.expr(Expr::New {
            class: ty,
            args,
            site,
        });
        self.b.set_site_expr(site, value);
        value
    }

    /// Returns the initial value of a variable: `= e`, `(args)`, `{args}`.
    fn initial_value(
        &mut self,
        value: Option<Node<'t>>,
        ty: TypeId,
        token: Option<Node<'t>>,
        constructed: &mut bool,
    ) -> ExprId {
        let Some(value) = value else {
            return ExprId::UNKNOWN;
        };
        let kind = value.kind_id();
        if kind == self.ids.argument_list || (kind == self.ids.initializer_list && !assigned(value))
        {
            let args = self.arguments(value);
            if token.is_none() || *constructed {
                return ExprId::UNKNOWN;
            }
            *constructed = true;
            return self.constructed(SiteKind::Construct, ty, args, token);
        }
        if kind == self.ids.initializer_list {
            self.initializer_list(value, ty);
            return ExprId::UNKNOWN;
        }
        self.expr(value)
    }

    /// Lowers a brace list with elements of type `ty`, and records functions assigned to designated members.
    pub(super) fn initializer_list(&mut self, node: Node<'t>, ty: TypeId) -> ExprId {
        let element = match self.b.facts.types[ty.index()] {
            TypeExpr::Builtin { args, .. } if args.len == 1 => self.b.facts.list(args)[0],
            _ => ty,
        };
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            let role = self.roles.of(child);
            if role == Role::Comment {
                continue;
            }
            match role {
                Role::Array => self.initializer_list(child, element),
                Role::Pair => self.initializer_pair(child, element),
                _ => self.expr(child),
            };
        }
        // The type of a brace list depends on its context.
        ExprId::UNKNOWN
    }

    /// `.name = value`.
    fn initializer_pair(&mut self, node: Node<'t>, owner: TypeId) -> ExprId {
        let Some(value_node) = self.ids.value.of(node) else {
            return ExprId::UNKNOWN;
        };
        let value = match self.roles.of(value_node) {
            Role::Array => self.initializer_list(value_node, TypeId::UNKNOWN),
            _ => self.expr(value_node),
        };
        let designator = self.ids.designator.of(node);
        let field = designator
            .filter(|d| d.kind_id() == self.ids.field_designator)
            .and_then(|d| d.named_child(0));
        if let Some(field) = field
            && owner.is_known()
            && self.is_function_like(value)
        {
            let name = self.b.name(field);
            let base = self.b.expr(Expr::Cast {
                ty: owner,
                value: ExprId::UNKNOWN,
            });
            self.assign_function(base, name, value);
        }
        value
    }

    /// Records that a function is assigned to the member `name` of `base`.
    pub(super) fn assign_function(
        &mut self,
        base: ExprId,
        name: bombe_facts::StrId,
        value: ExprId,
    ) {
        let within = self.b.callable();
        self.b.assign_member(MemberAssign {
            owner: None,
            base,
            name,
            def: None,
            ty: TypeId::UNKNOWN,
            value,
            within,
        });
    }

    /// Returns true for a value that may name a function: a plain or qualified name, or a lambda.
    pub(super) fn is_function_like(&self, value: ExprId) -> bool {
        matches!(
            self.b.facts.exprs[value.index()],
            Expr::Name { .. } | Expr::Path { .. } | Expr::Lambda(_)
        )
    }

    /// Binds a declarator's name as a local variable.
    pub(super) fn bind_local(&mut self, declarator: Node<'t>, ty: TypeId, value: ExprId) {
        let found = self.declarator(declarator);
        let ty = self.wrapped(ty, declarator);
        self.bind_declared(&found, ty, value);
    }

    fn bind_declared(&mut self, found: &Declarator<'t>, ty: TypeId, value: ExprId) {
        let scope = self.b.declaring_scope();
        if let Some(pattern) = found.pattern {
            let mut cursor = pattern.walk();
            for (index, name) in pattern.named_children(&mut cursor).enumerate() {
                let slot = self.b.expr(Expr::Slot {
                    base: value,
                    index: index as u32,
                });
                let pos = name.start_byte() as u32;
                let name = self.b.name(name);
                self.b
                    .bind(name, scope, pos, Bound::Var, TypeId::UNKNOWN, slot);
            }
        } else if let Some(name) = found.name {
            let pos = name.start_byte() as u32;
            let name = self.b.name(name);
            self.b.bind(name, scope, pos, Bound::Var, ty, value);
        }
    }

    /// A field or a variable outside of functions.
    #[expect(clippy::too_many_arguments, reason = "the parts of one declaration")]
    fn value_definition(
        &mut self,
        node: Node<'t>,
        found: &Declarator<'t>,
        ty: TypeId,
        specifiers: Specifiers,
        value: Option<Node<'t>>,
        token: Option<Node<'t>>,
        constructed: &mut bool,
    ) {
        let doc = self.doc_above(node);
        let Some(name) = found.name else {
            self.initial_value(value, ty, token, constructed);
            return;
        };
        let in_class = self.class_here().is_some();
        let kind = if in_class || !found.scopes.is_empty() {
            SymbolKind::Field
        } else if specifiers.is_const {
            SymbolKind::Constant
        } else {
            SymbolKind::Variable
        };
        let def = self.b.add_def(DefRole::Value, Some(kind), node, Some(name));
        let text = self.b.text(node);
        let text = text.split_once("= {").map_or(text, |(head, _)| head);
        let signature = self.b.folded(text.trim_end_matches(';'));
        let outer = self.b.scope();
        let receiver = self.receiver(&found.scopes, outer);
        let initial = self.initial_value(value, ty, token, constructed);
        let visibility = if in_class {
            self.access
        } else if self.internal || (specifiers.is_static && found.scopes.is_empty()) {
            Visibility::Private
        } else {
            Visibility::Public
        };
        let row = self.b.def_mut(def);
        row.ty = ty;
        row.value = initial;
        row.receiver = receiver;
        row.doc = doc;
        row.signature = signature;
        row.visibility = visibility;
        if specifiers.is_const {
            row.flags.set(DefFlags::READONLY);
        }
        if in_class && specifiers.is_static {
            row.flags.set(DefFlags::STATIC);
        }
        if specifiers.is_extern && value.is_none() {
            row.flags.set(DefFlags::DECLARATION);
        }
        if found.scopes.is_empty() {
            self.b.bind_def(def);
        }
    }

    /// Returns the type that the qualifier `a::b::` names, seen from `outer`; unknown if there is none.
    pub(super) fn receiver(&mut self, scopes: &[Node<'t>], outer: ScopeId) -> TypeId {
        let mut base = TypeId::UNKNOWN;
        for scope in scopes {
            let args = self.type_arguments(*scope);
            let token = self.ids.name.of(*scope).unwrap_or(*scope);
            let name = self.b.name(token);
            base = if base.is_known() {
                self.b.ty(TypeExpr::Member { base, name, args })
            } else {
                self.b.ty(TypeExpr::Name {
                    name,
                    scope: outer,
                    args,
                })
            };
        }
        base
    }
}

/// Returns true if `=` precedes a brace list.
fn assigned(list: Node) -> bool {
    list.prev_sibling()
        .is_some_and(|before| before.kind() == "=")
}

//! Classes: bases, metaclasses, enumerations and named tuples.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::functions::visibility;
use super::lower::Lowering;
use super::types::Special;
use crate::parse::roles::Role;
use bombe_facts::{
    Base, BaseKind, Bound, DefFlags, DefId, DefRole, ExprId, List, ScopeId, ScopeKind, StrId,
    TypeExpr, TypeId,
};

impl Lowering<'_, '_> {
    /// `class Name(bases): ...`.
    pub(super) fn class(&mut self, node: Node, decorated: Option<Node>) {
        let Some(name_node) = self.ids.name.of(node) else {
            self.children(node);
            return;
        };
        let whole = decorated.unwrap_or(node);
        let bases_node = self.ids.superclasses.of(node);
        let is_enum = bases_node.is_some_and(|bases| self.has_enum_base(bases));
        let kind = if is_enum {
            SymbolKind::Enum
        } else {
            SymbolKind::Class
        };
        let def = self
            .b
            .add_def(DefRole::Type, Some(kind), whole, Some(name_node));
        let name = self.b.def_mut(def).name;
        if is_enum {
            self.enum_classes.push(name);
        }
        let mut flags = DefFlags::default();
        if let Some(decorated) = decorated {
            flags.set(self.decorators(def, decorated));
        }
        let body = self.ids.body.of(node);
        let signature = self.header_text(node, body);
        let doc = body.map_or(StrId::EMPTY, |body| self.docstring(body));
        let name_text = self.text(name_node);
        let visible = visibility(name_text);
        if self.b.current_def().is_module() && visible == Visibility::Public {
            flags.set(DefFlags::EXPORTED);
        }
        if self.test_file && name_text.starts_with("Test") {
            flags.set(DefFlags::TEST);
        }
        let pos = name_node.end_byte() as u32;
        self.note_redefinition(def, name);
        self.bind(name, pos, Bound::Def(def), TypeId::UNKNOWN, ExprId::UNKNOWN);
        if let Some(list) = bases_node {
            self.note_type_vars(list);
        }
        let has_type_scope = self.open_type_params(def, node);
        let mut bases = Vec::new();
        if let Some(list) = bases_node {
            self.bases(list, &mut bases);
        }
        if has_type_scope {
            self.end_type_header(def);
        }
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        if let Some(body) = body {
            self.block(body);
        }
        self.b.leave_def(outer);
        if has_type_scope {
            self.close_type_params();
        }
        if let Some(fields) = self.named_tuple_fields(def, bases_node) {
            bases.push(Base::extends(fields));
        }
        let bases = self.b.list(&bases);
        let body_range = body.map_or((0, 0), |body| (body.start_byte(), body.end_byte()));
        let d = self.b.def_mut(def);
        d.flags.set(flags);
        d.visibility = visible;
        d.signature = signature;
        d.doc = doc;
        d.bases = bases;
        (d.body_start, d.body_end) = (body_range.0 as u32, body_range.1 as u32);
    }

    /// Lowers the base classes, as pairs of kind and type.
    fn bases(&mut self, list: Node, bases: &mut Vec<Base>) {
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            match self.role(child) {
                Role::Comment => {}
                Role::Keyword => {
                    let (Some(name), Some(value)) =
                        (self.ids.name.of(child), self.ids.value.of(child))
                    else {
                        continue;
                    };
                    if self.text(name) == "metaclass" {
                        let ty = self.ty_without_sites(value);
                        bases.push(Base {
                            kind: BaseKind::Metaclass,
                            ty,
                        });
                    } else {
                        self.expression(value);
                    }
                }
                Role::Call => {
                    let value = self.expression(child);
                    // `with_metaclass(Meta, Base)`: the class derives from what follows the metaclass.
                    let mut args = Vec::new();
                    if let Some(callee) = self.ids.function.of(child)
                        && self.text(callee).ends_with("with_metaclass")
                        && let Some(list) = self.ids.arguments.of(child)
                    {
                        let mut inner = list.walk();
                        args.extend(list.named_children(&mut inner));
                    }
                    if args.is_empty() {
                        let ty = self.b.ty(TypeExpr::Of(value));
                        bases.push(Base::extends(ty));
                    }
                    for (index, arg) in args.into_iter().enumerate() {
                        let kind = if index == 0 {
                            BaseKind::Metaclass
                        } else {
                            BaseKind::Extends
                        };
                        let ty = self.ty_without_sites(arg);
                        bases.push(Base { kind, ty });
                    }
                }
                Role::Index if self.declares_type_vars(child) => {
                    self.ty_without_sites(child);
                    let args: Vec<Node> = self.ids.subscript.all(child).collect();
                    let order: Vec<StrId> = args.into_iter().map(|arg| self.b.name(arg)).collect();
                    self.order_type_params(&order);
                }
                Role::Name | Role::Member | Role::Index | Role::String => {
                    let ty = self.ty_without_sites(child);
                    if ty.is_known() {
                        bases.push(Base::extends(ty));
                    }
                }
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    /// Returns true for `Generic[…]` and `Protocol[…]`.
    fn declares_type_vars(&mut self, base: Node) -> bool {
        let special = self
            .ids
            .value
            .of(base)
            .and_then(|base| self.special_of(base));
        self.role(base) == Role::Index
            && matches!(special, Some(Special::Generic | Special::Protocol))
    }

    /// Notes the arguments of `Generic[…]`, which are type variables, whatever they are called and wherever they are from.
    fn note_type_vars(&mut self, list: Node) {
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            if self.role(child) != Role::Index || !self.declares_type_vars(child) {
                continue;
            }
            let args: Vec<Node> = self.ids.subscript.all(child).collect();
            for arg in args {
                if self.role(arg) != Role::Name {
                    continue;
                }
                let name = self.b.name(arg);
                if !self.type_vars.contains_key(&name) {
                    let bound = self.b.ty(TypeExpr::Name {
                        name,
                        scope: ScopeId::MODULE,
                        args: List::default(),
                    });
                    self.type_vars.insert(name, bound);
                }
            }
        }
    }

    fn has_enum_base(&mut self, list: Node) -> bool {
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            if !matches!(self.role(child), Role::Name | Role::Member) {
                continue;
            }
            let text = self.text(child);
            let last = text.rsplit('.').next().unwrap_or(text);
            if last.ends_with("Enum") || matches!(last, "Flag" | "IntFlag") {
                return true;
            }
            let name = self.b.str(text);
            if self.enum_classes.contains(&name) {
                return true;
            }
        }
        false
    }

    /// Builds the tuple type of a `NamedTuple` class from its annotated fields.
    fn named_tuple_fields(&mut self, def: DefId, list: Option<Node>) -> Option<TypeId> {
        let list = list?;
        let mut cursor = list.walk();
        let is_named_tuple = list.named_children(&mut cursor).any(|child| {
            let text = self.text(child);
            text.rsplit('.').next() == Some("NamedTuple")
        });
        if !is_named_tuple {
            return None;
        }
        let mut fields: Vec<(u32, TypeId)> = self
            .declared
            .range((def, StrId::EMPTY)..=(def, StrId(u32::MAX)))
            .map(|(_, field)| &self.b.facts.defs[field.index()])
            .map(|field| (field.start, field.ty))
            .collect();
        fields.sort_unstable_by_key(|(start, _)| *start);
        let types: Vec<TypeId> = fields.into_iter().map(|(_, ty)| ty).collect();
        Some(self.b.builtin_type("tuple", &types))
    }
}

//! Functions, classes, lambdas: their headers, parameters, decorators, docs.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::grammar::{first_named, last_named};
use super::lower::{Frame, Lowering, cut_at};
use super::types::Special;
use crate::parse::roles::Role;
use bombe_facts::{
    BaseKind, Bound, DefFlags, DefId, DefRole, Expr, ExprId, Param, ParamFlags, ScopeKind,
    SiteKind, StrId, TypeExpr, TypeId,
};

impl Lowering<'_, '_> {
    /// A function or class behind decorators.
    pub(super) fn decorated(&mut self, node: Node) {
        let Some(inner) = self.ids.definition.of(node) else {
            self.children(node);
            return;
        };
        match self.role(inner) {
            Role::Function => self.function(inner, Some(node)),
            Role::Class => self.class(inner, Some(node)),
            _ => self.children(node),
        }
    }

    /// `def name(...): ...`. `decorated` is the node around it that holds its decorators.
    pub(super) fn function(&mut self, node: Node, decorated: Option<Node>) {
        let Some(name_node) = self.ids.name.of(node) else {
            self.children(node);
            return;
        };
        let class = self.class_body();
        let name_text = self.text(name_node);
        let kind = match class {
            Some(_) if name_text == "__init__" => SymbolKind::Constructor,
            Some(_) => SymbolKind::Method,
            None => SymbolKind::Function,
        };
        let whole = decorated.unwrap_or(node);
        let def = self
            .b
            .add_def(DefRole::Callable, Some(kind), whole, Some(name_node));
        let body = self.ids.body.of(node);
        let name = self.b.def_mut(def).name;
        let mut flags = DefFlags::default();
        if let Some(decorated) = decorated {
            flags.set(self.decorators(def, decorated));
        }
        if self.text(node).starts_with("async") {
            flags.set(DefFlags::ASYNC);
        }
        if class.is_some()
            && matches!(
                name_text,
                "__new__" | "__init_subclass__" | "__class_getitem__"
            )
        {
            flags.set(DefFlags::CLASSMETHOD);
        }
        let signature = self.header_text(node, body);
        let doc = body.map_or(StrId(0), |body| self.docstring(body));
        let visible = visibility(name_text);
        if class.is_none() && self.b.current_def() == DefId(0) && visible == Visibility::Public {
            flags.set(DefFlags::EXPORTED);
        }
        if self.stub_file {
            flags.set(DefFlags::DECLARATION);
        }
        // Seen from its own name on: a redefinition below takes over from there.
        let pos = name_node.end_byte() as u32;
        self.note_redefinition(def, name);
        self.bind(name, pos, Bound::Def(def), TypeId(0), ExprId(0));

        let has_type_scope = self.open_type_params(def, node);
        let (params, bound, receiver) = self.parameters(node, class, flags);
        let ty = self
            .ids
            .return_type
            .of(node)
            .map_or(TypeId(0), |ty| self.ty(ty));
        let ty = if ty == TypeId(0) {
            self.function_type_comment(node)
        } else {
            ty
        };
        if has_type_scope {
            self.end_type_header(def);
        }
        if class.is_some()
            && !flags.has(DefFlags::CLASSMETHOD)
            && decorated.is_some()
            && receiver.is_some_and(|name| self.b.facts.str(name) == "cls")
        {
            flags.set(DefFlags::CLASSMETHOD);
        }
        let receiver = if flags.has(DefFlags::STATIC) {
            None
        } else {
            receiver
        };
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        let own = Frame {
            complexity: 1,
            receiver: receiver.zip(class),
            ..Frame::default()
        };
        self.frames.push(own);
        if let Some(name) = receiver {
            let scope = self.b.scope();
            let what = Bound::Param(def, u32::MAX);
            self.b.bind(name, scope, 0, what, TypeId(0), ExprId(0));
        }
        for (index, name) in bound {
            let scope = self.b.scope();
            let what = Bound::Param(def, index);
            self.b.bind(name, scope, 0, what, TypeId(0), ExprId(0));
        }
        if let Some(body) = body {
            if self.is_stub_body(body) && (flags.has(DefFlags::OVERLOAD) || self.stub_file) {
                flags.set(DefFlags::ABSTRACT);
            }
            self.block(body);
        }
        let frame = self.frames.pop().unwrap_or_default();
        self.b.leave_def(outer);
        if has_type_scope {
            self.close_type_params();
        }
        if frame.generator {
            flags.set(DefFlags::GENERATOR);
        }
        if self.is_test_function(name_text, class) {
            flags.set(DefFlags::TEST);
        }
        let returns = self.b.expr_list(&frame.returns);
        let yields = self.b.expr_list(&frame.yields);
        self.b.set_params(def, params);
        let body_range = body.map_or((0, 0), |body| (body.start_byte(), body.end_byte()));
        let d = self.b.def_mut(def);
        d.flags.set(flags);
        d.visibility = visible;
        d.signature = signature;
        d.doc = doc;
        d.ty = ty;
        d.returns = returns;
        d.yields = yields;
        d.complexity = frame.complexity;
        (d.body_start, d.body_end) = (body_range.0 as u32, body_range.1 as u32);
        self.function_entry_point(def);
    }

    /// Parameters, the names to bind for them, and the receiver's name.
    fn parameters(
        &mut self,
        node: Node,
        class: Option<DefId>,
        flags: DefFlags,
    ) -> (Vec<Param>, Vec<(u32, StrId)>, Option<StrId>) {
        let mut params = Vec::new();
        let mut bound = Vec::new();
        let mut receiver = None;
        let Some(list) = self.ids.parameters.of(node) else {
            return (params, bound, receiver);
        };
        let mut keyword_only = false;
        let mut first = class.is_some() && !flags.has(DefFlags::STATIC);
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            let kind = child.kind_id();
            if kind == self.ids.k_keyword_separator {
                keyword_only = true;
                continue;
            }
            let Some(mut param) = self.parameter(child) else {
                continue;
            };
            if std::mem::take(&mut first)
                && !param.flags.has(ParamFlags::VARIADIC)
                && !param.flags.has(ParamFlags::KEYWORDS)
            {
                receiver = Some(param.name);
                continue;
            }
            if param.flags.has(ParamFlags::VARIADIC) {
                keyword_only = true;
            } else if keyword_only {
                param.flags.set(ParamFlags::KEYWORD_ONLY);
            }
            if param.name != StrId(0) {
                bound.push((params.len() as u32, param.name));
            }
            params.push(param);
        }
        (params, bound, receiver)
    }

    /// One parameter, `None` for separators.
    fn parameter(&mut self, node: Node) -> Option<Param> {
        let mut param = Param {
            name: StrId(0),
            ty: TypeId(0),
            default: ExprId(0),
            ty_text: StrId(0),
            default_text: StrId(0),
            flags: ParamFlags::default(),
        };
        let kind = node.kind_id();
        if self.role(node) == Role::Name {
            param.name = self.b.name(node);
            return Some(param);
        }
        let mut inner = None;
        if kind == self.ids.k_typed_parameter {
            inner = first_named(node);
        } else if kind == self.ids.k_default_parameter || kind == self.ids.k_typed_default_parameter
        {
            inner = self.ids.name.of(node);
        } else if kind == self.ids.k_list_splat_pattern
            || kind == self.ids.k_dict_splat_pattern
            || self.role(node) == Role::Pattern
        {
            inner = Some(node);
        }
        let inner = inner?;
        if self.role(inner) == Role::Name {
            param.name = self.b.name(inner);
        } else if inner.kind_id() == self.ids.k_list_splat_pattern {
            param.flags.set(ParamFlags::VARIADIC);
            param.name = first_named(inner).map_or(StrId(0), |name| self.b.name(name));
        } else if inner.kind_id() == self.ids.k_dict_splat_pattern {
            param.flags.set(ParamFlags::KEYWORDS);
            param.name = first_named(inner).map_or(StrId(0), |name| self.b.name(name));
        }
        if let Some(ty) = self.ids.type_.of(node) {
            param.ty = self.ty(ty);
            param.ty_text = self.b.folded(self.text(ty));
        }
        if kind != self.ids.k_typed_parameter
            && let Some(value) = self.ids.value.of(node)
        {
            param.flags.set(ParamFlags::OPTIONAL);
            param.default = self.expression(value);
            param.default_text = self.b.folded(cut_at(self.text(value), 80));
        }
        Some(param)
    }

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
        let doc = body.map_or(StrId(0), |body| self.docstring(body));
        let name_text = self.text(name_node);
        let visible = visibility(name_text);
        if self.b.current_def() == DefId(0) && visible == Visibility::Public {
            flags.set(DefFlags::EXPORTED);
        }
        if self.test_file && name_text.starts_with("Test") {
            flags.set(DefFlags::TEST);
        }
        let pos = name_node.end_byte() as u32;
        self.note_redefinition(def, name);
        self.bind(name, pos, Bound::Def(def), TypeId(0), ExprId(0));
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
            bases.extend([BaseKind::Extends as u32, fields.0]);
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

    /// Base classes, as pairs of kind and type.
    fn bases(&mut self, list: Node, bases: &mut Vec<u32>) {
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
                        let ty = self.quiet_ty(value);
                        bases.extend([BaseKind::Metaclass as u32, ty.0]);
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
                        bases.extend([BaseKind::Extends as u32, ty.0]);
                    }
                    for (index, arg) in args.into_iter().enumerate() {
                        let kind = if index == 0 {
                            BaseKind::Metaclass
                        } else {
                            BaseKind::Extends
                        };
                        let ty = self.quiet_ty(arg);
                        bases.extend([kind as u32, ty.0]);
                    }
                }
                Role::Index
                    if self
                        .ids
                        .value
                        .of(child)
                        .and_then(|base| self.special_of(base))
                        .is_some_and(|special| {
                            matches!(special, Special::Generic | Special::Protocol)
                        }) =>
                {
                    self.quiet_ty(child);
                    let mut order = Vec::new();

                    let args: Vec<Node> = self.ids.subscript.all(child).collect();
                    for arg in args {
                        let name = self.b.name(arg);
                        order.push(name);
                    }
                    self.order_type_params(&order);
                }
                Role::Name | Role::Member | Role::Index | Role::String => {
                    let ty = self.quiet_ty(child);
                    if ty != TypeId(0) {
                        bases.extend([BaseKind::Extends as u32, ty.0]);
                    }
                }
                _ => {
                    self.expression(child);
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

    /// The tuple that a `NamedTuple` class is, from its annotated fields.
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
            .range((def, StrId(0))..=(def, StrId(u32::MAX)))
            .map(|(_, field)| &self.b.facts.defs[field.index()])
            .map(|field| (field.start, field.ty))
            .collect();
        fields.sort_unstable_by_key(|(start, _)| *start);
        let types: Vec<TypeId> = fields.into_iter().map(|(_, ty)| ty).collect();
        Some(self.b.builtin_type("tuple", &types))
    }

    /// `lambda …: …`.
    pub(super) fn lambda(&mut self, node: Node) -> ExprId {
        let def = self.b.add_def(DefRole::Lambda, None, node, None);
        let mut params = Vec::new();
        if let Some(list) = self.ids.parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if !child.is_extra()
                    && let Some(param) = self.parameter(child)
                {
                    params.push(param);
                }
            }
        }
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        for (index, param) in params.iter().enumerate() {
            let scope = self.b.scope();
            let what = Bound::Param(def, index as u32);
            self.b
                .bind(param.name, scope, 0, what, TypeId(0), ExprId(0));
        }
        let body = self
            .ids
            .body
            .of(node)
            .map_or(ExprId(0), |body| self.expression(body));
        self.b.leave_def(outer);
        let returns = self.b.expr_list(&[body]);
        self.b.set_params(def, params);
        self.b.def_mut(def).returns = returns;
        self.b.expr(Expr::Lambda(def))
    }

    /// Reads the decorators of a definition, gives it their expressions, and tells what they say about it.
    fn decorators(&mut self, def: DefId, decorated: Node) -> DefFlags {
        let mut flags = DefFlags::default();
        let mark = self.scratch.len();
        let mut cursor = decorated.walk();
        for child in decorated.named_children(&mut cursor) {
            if self.roles.of(child) != Role::Decorator {
                continue;
            }
            let Some(value) = first_named(child) else {
                continue;
            };
            let callee = if self.role(value) == Role::Call {
                self.ids.function.of(value).unwrap_or(value)
            } else {
                value
            };
            flags.set(decorator_flags(self.text(callee)));
            let expr = self.decorator(value);
            self.scratch.push(expr);
            self.decorator_entry_point(def, value, callee);
        }
        let list = self.take_list(mark);
        self.b.def_mut(def).decorators = list;
        flags
    }

    /// One decorator: a name, a member or a call, and its one site.
    fn decorator(&mut self, value: Node) -> ExprId {
        if self.role(value) == Role::Call {
            return self.call(value, SiteKind::Decorator);
        }
        match self.role(value) {
            Role::Name => {
                let expr = self.b.name_expr(value);
                self.b.site(SiteKind::Decorator, expr, value);
                expr
            }
            Role::Member => {
                let (Some(object), Some(name)) =
                    (self.ids.object.of(value), self.ids.attribute.of(value))
                else {
                    return self.expression(value);
                };
                let base = self.expression(object);
                let text = self.b.name(name);
                let expr = self.b.expr(Expr::Member { base, name: text });
                self.b.site(SiteKind::Decorator, expr, name);
                expr
            }
            _ => self.expression(value),
        }
    }

    /// Text from `def` or `class` up to the colon, comments left out.
    fn header_text(&mut self, node: Node, body: Option<Node>) -> StrId {
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let source = self.b.source();
        let text = source.get(node.start_byte()..end).unwrap_or("");
        // A comment may stand between the colon and the body: the header ends at the colon that no bracket holds.
        let text = cut_at(text, 2_000);
        if !text.contains('#') {
            return self.b.folded(text.trim_end().trim_end_matches(':'));
        }
        let mut plain = String::with_capacity(text.len());
        for line in text.lines() {
            plain.push_str(line.split('#').next().unwrap_or(line));
            plain.push(' ');
        }
        self.b.folded(plain.trim_end().trim_end_matches(':'))
    }

    /// The string that opens a body, without its quotes and common indentation.
    pub(super) fn docstring(&mut self, body: Node) -> StrId {
        let Some(first) = first_named(body) else {
            return StrId(0);
        };
        if self.role(first) != Role::ExpressionStatement {
            return StrId(0);
        }
        let Some(string) = first_named(first) else {
            return StrId(0);
        };
        if string.kind_id() != self.ids.k_string {
            return StrId(0);
        }
        let text = self.text(string);
        let open = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let quotes = if open.starts_with("\"\"\"") || open.starts_with("'''") {
            3
        } else {
            1
        };
        let Some(inner) = open.get(quotes..open.len().saturating_sub(quotes)) else {
            return StrId(0);
        };
        let inner = inner.trim();
        if !inner.contains('\n') {
            return self.b.doc(inner);
        }
        let indent = inner
            .lines()
            .skip(1)
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.len() - line.trim_start().len())
            .min()
            .unwrap_or(0);
        let mut doc = String::with_capacity(inner.len());
        for (index, line) in inner.lines().enumerate() {
            if index > 0 {
                doc.push('\n');
            }
            let line = if index == 0 {
                line
            } else {
                line.get(indent..).unwrap_or_else(|| line.trim_start())
            };
            doc.push_str(line.trim_end());
        }
        self.b.doc(&doc)
    }

    /// True for a body that is only `...`, perhaps after a docstring.
    fn is_stub_body(&self, body: Node) -> bool {
        last_named(body)
            .and_then(first_named)
            .is_some_and(|last| last.kind_id() == self.ids.k_ellipsis)
    }

    /// Marks definitions of one name that stand in different branches of one scope.
    fn note_redefinition(&mut self, def: DefId, name: StrId) {
        let scope = self.b.function_scope();
        if self.b.scope() == scope {
            return;
        }
        let earlier = self
            .b
            .facts
            .bindings
            .iter()
            .rev()
            .find_map(|binding| match binding.what {
                Bound::Def(other)
                    if binding.name == name
                        && binding.scope == scope
                        && binding.branch != scope =>
                {
                    Some(other)
                }
                _ => None,
            });
        if let Some(earlier) = earlier {
            self.b.def_mut(earlier).flags.set(DefFlags::CONDITIONAL);
            self.b.def_mut(def).flags.set(DefFlags::CONDITIONAL);
        }
    }

    fn is_test_function(&self, name: &str, class: Option<DefId>) -> bool {
        if !name.starts_with("test") {
            return false;
        }
        match class {
            Some(class) => {
                let class = &self.b.facts.defs[class.index()];
                self.test_file || self.b.facts.str(class.name).contains("Test")
            }
            None => self.test_file && self.b.current_def() == DefId(0),
        }
    }

    /// `# type: (int, str) -> bool` behind or below a function's header.
    fn function_type_comment(&mut self, node: Node) -> TypeId {
        let mut cursor = node.walk();
        let comment = node
            .children(&mut cursor)
            .find(|child| self.role(*child) == Role::Comment);
        let Some(comment) = comment else {
            return TypeId(0);
        };
        let text = self.text(comment);
        let Some(at) = text.find("->") else {
            return TypeId(0);
        };
        if !text
            .trim_start_matches('#')
            .trim_start()
            .starts_with("type:")
        {
            return TypeId(0);
        }
        let rest = &text[at + 2..];
        let start = at + 2 + (rest.len() - rest.trim_start().len());
        self.type_in(part_of(comment, start, text.trim_end().len()))
    }
}

/// The range of the bytes `start..end` of a node on one line.
pub(super) fn part_of(node: Node, start: usize, end: usize) -> tree_sitter::Range {
    let mut range = node.range();
    range.end_byte = range.start_byte + end;
    range.start_byte += start;
    range.end_point = range.start_point;
    range.end_point.column += end;
    range.start_point.column += start;
    range
}

/// What the name of a decorator says about the definition.
fn decorator_flags(callee: &str) -> DefFlags {
    let last = callee.rsplit('.').next().unwrap_or(callee).trim();
    match last {
        "staticmethod" => DefFlags::STATIC,
        "classmethod" | "abstractclassmethod" => DefFlags::CLASSMETHOD,
        "overload" => DefFlags::OVERLOAD,
        "abstractmethod" => DefFlags::ABSTRACT,
        "setter" | "deleter" => DefFlags::SETTER,
        "getter" => DefFlags::GETTER,
        "fixture" | "yield_fixture" => DefFlags::FIXTURE,
        "override" | "overrides" => DefFlags::OVERRIDE,
        "deprecated" => DefFlags::DEPRECATED,
        "abstractproperty" => DefFlags::GETTER.with(DefFlags::ABSTRACT),
        "final" => DefFlags::READONLY,
        _ if last.ends_with("property") || last.ends_with("reify") => DefFlags::GETTER,
        _ => DefFlags::default(),
    }
}

/// Who may see a name, by its underscores.
pub(super) fn visibility(name: &str) -> Visibility {
    if name.starts_with("__") {
        if name.ends_with("__") {
            Visibility::Public
        } else {
            Visibility::Private
        }
    } else if name.starts_with('_') {
        Visibility::Protected
    } else {
        Visibility::Public
    }
}

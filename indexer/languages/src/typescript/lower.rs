//! The walk over a file: its state, the variables that it declares and assigns, and the parts that all definitions
//! share.
//!
//! [`Lowering`] holds the state; the other files of this folder add its methods by topic. Assignments to variables are
//! bound at the end of the file, because the declaration may follow (a hoisted function assigns a `let`).

use std::collections::BTreeMap;

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::grammar::{Ids, ids};
use super::jsdoc::Tags;
use crate::LowerInput;
use crate::build::Builder;
use crate::parse::roles::{Role, Roles};
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, Expr, ExprId, Facts, List, Param, ScopeId, ScopeKind, StrId,
    TypeExpr, TypeId,
};

/// Lowers one file.
pub(super) fn lower(input: &LowerInput) -> Facts {
    let mut lower = Lowering::new(input);
    lower.program(input.tree.root_node());
    lower.finish()
}

/// The value of `this`.
#[derive(Clone, Copy)]
pub(super) enum This {
    /// Unknown.
    None,
    /// An instance of the class or object whose body scope this is.
    Instance(ScopeId),
    /// The class itself, in static members.
    Static(ScopeId),
    /// The value of an expression.
    Value(ExprId),
}

/// The enclosing function.
pub(super) struct Frame {
    pub(super) this: This,
    /// The definition of this file that gets members from `this.x = …`.
    pub(super) owner: Option<DefId>,
    pub(super) returns: Vec<ExprId>,
    pub(super) yields: Vec<ExprId>,
    pub(super) complexity: u16,
}

impl Frame {
    pub(super) fn new(this: This, owner: Option<DefId>) -> Self {
        Self {
            this,
            owner,
            returns: Vec::new(),
            yields: Vec::new(),
            complexity: 1,
        }
    }
}

/// The enclosing class.
pub(super) struct ClassFrame {
    pub(super) def: DefId,
    /// Names of its members so far, so that `this.x = …` defines a field only once.
    pub(super) members: Vec<StrId>,
}

/// A value assigned to a variable after its declaration. Bound at the end of the file.
struct LateValue {
    name: StrId,
    scope: ScopeId,
    pos: u32,
    value: ExprId,
}

/// The state of the walk.
pub(super) struct Lowering<'t> {
    pub(super) b: Builder<'t>,
    pub(super) roles: &'t Roles,
    pub(super) ids: &'static Ids,
    /// True for JavaScript, where comments declare types.
    pub(super) js: bool,
    /// True in a stub file.
    pub(super) stub: bool,
    pub(super) frame: Frame,
    pub(super) class: Option<ClassFrame>,
    /// The comment directly above the current statement or member, until a definition takes it.
    pub(super) doc: Option<Node<'t>>,
    /// Export flags of the next declaration.
    pub(super) exported: DefFlags,
    /// The `export` around the next declaration, with its decorators.
    pub(super) outer: Option<Node<'t>>,
    /// Stack of expressions for lists under construction.
    pub(super) stack: Vec<ExprId>,
    /// Variables by scope and name; true if assigned values add nothing to the declared type.
    declared: BTreeMap<(ScopeId, StrId), bool>,
    late: Vec<LateValue>,
    /// Functions and classes by scope and name.
    nameable: BTreeMap<(ScopeId, StrId), DefId>,
    /// Narrowed member chains, with the scope in which the narrowing applies.
    pub(super) chains: Vec<(StrId, ScopeId)>,
    /// Visible type parameters, outermost first.
    pub(super) type_params: Vec<DefId>,
    /// The `infer X` of the patterns around the current type, by node, and what they stand for.
    pub(super) inferred: Vec<(usize, TypeId)>,
    /// The type literals of the current alias whose properties are symbols, by node.
    pub(super) named_literals: Vec<usize>,
    /// The scope of the conditional type whose pattern is read.
    pub(super) conditional: Option<ScopeId>,
    /// The list of all visible type parameters, once it exists.
    pub(super) captured: Option<List<DefId>>,
    pub(super) exports_name: StrId,
    pub(super) module_name: StrId,
    /// Tags of the function literal that is lowered next, where they are not those of `doc`.
    pub(super) own_tags: Option<Tags<'t>>,
    /// Names of the types that comments import, by scope, module, exported name and kind of import.
    pub(super) comment_imports: BTreeMap<(ScopeId, StrId, StrId, u8), StrId>,
    /// The name of the file.
    file_name: &'t str,
    /// Top-level names of `module.exports` itself: `const api = module.exports`.
    pub(super) export_aliases: Vec<StrId>,
    /// The value of `module.exports = …`, and whether `exports` has the same value.
    pub(super) whole_export: Option<(ExprId, bool)>,
}

impl<'t> Lowering<'t> {
    pub(super) fn new(input: &LowerInput<'t>) -> Self {
        let stem = module_name(input.path);
        let mut b = Builder::new(input.source, stem);
        let exports_name = b.str("exports");
        let module_name = b.str("module");
        Self {
            b,
            roles: input.roles,
            ids: ids(input.language),
            js: matches!(
                input.language,
                bombe_format::kind::Language::JavaScript | bombe_format::kind::Language::Jsx
            ),
            stub: input.path.starts_with('<'),
            frame: Frame::new(This::None, None),
            class: None,
            doc: None,
            exported: DefFlags::default(),
            outer: None,
            stack: Vec::new(),
            declared: BTreeMap::new(),
            late: Vec::new(),
            nameable: BTreeMap::new(),
            own_tags: None,
            comment_imports: BTreeMap::new(),
            file_name: input.path.rsplit('/').next().unwrap_or(input.path),
            export_aliases: Vec::new(),
            whole_export: None,
            chains: Vec::new(),
            type_params: Vec::new(),
            inferred: Vec::new(),
            named_literals: Vec::new(),
            conditional: None,
            captured: None,
            exports_name,
            module_name,
        }
    }

    fn program(&mut self, root: Node<'t>) {
        if root.has_error() {
            self.b.facts.syntax_errors = count_errors(root);
        }
        self.statements(root);
    }

    fn finish(mut self) -> Facts {
        self.bind_late_values();
        self.mark_exported();
        self.b.finish()
    }

    /// Binds assigned values to their variables.
    fn bind_late_values(&mut self) {
        for late in std::mem::take(&mut self.late) {
            let mut scope = late.scope;
            let mut crossed = false;
            let found = loop {
                if let Some(&typed) = self.declared.get(&(scope, late.name)) {
                    break Some(typed);
                }
                if scope.is_module() {
                    break None;
                }
                let s = &self.b.facts.scopes[scope.index()];
                crossed |= s.kind == ScopeKind::Function;
                scope = s.parent;
            };
            if found == Some(false) {
                // Another function than the declaring one assigns it, at an unknown time, so the whole scope sees the
                // value.
                let pos = if crossed { 0 } else { late.pos };
                self.b.facts.bindings.push(bombe_facts::Binding {
                    name: late.name,
                    scope,
                    branch: late.scope,
                    pos,
                    what: Bound::Var,
                    ty: TypeId::UNKNOWN,
                    value: late.value,
                });
            }
        }
    }

    /// Marks the definitions that `export { … }` and `export default …` name. Other top-level definitions of a module
    /// are visible only in the package.
    fn mark_exported(&mut self) {
        let mut names: Vec<StrId> = Vec::new();
        for export in &self.b.facts.exports {
            if let Expr::Name {
                name,
                scope: ScopeId::MODULE,
                ..
            } = self.b.facts.exprs[export.value.index()]
            {
                names.push(name);
            }
        }
        names.sort_unstable();
        let module = self.b.facts.file.es_module;
        for def in &mut self.b.facts.defs {
            if def.parent.is_module()
                && def.scope.is_module()
                && def.kind.is_some_and(|kind| kind != SymbolKind::Module)
            {
                if names.binary_search(&def.name).is_ok() {
                    def.flags.set(DefFlags::EXPORTED);
                }
                if module
                    && !def.flags.has(DefFlags::EXPORTED)
                    && def.visibility == Visibility::Public
                {
                    def.visibility = Visibility::Package;
                }
            }
        }
    }

    /// Returns the role of a node.
    #[inline]
    pub(super) fn role(&self, node: Node<'t>) -> Role {
        self.roles.of(node)
    }

    /// Records that a scope declares a variable. `typed` is true if assigned values add nothing to its declared type.
    pub(super) fn declare(&mut self, scope: ScopeId, name: StrId, typed: bool) {
        self.declared.insert((scope, name), typed);
    }

    /// Returns the visible type parameters. An object depends on them, so they are its own parameters too.
    pub(super) fn captured_type_params(&mut self) -> List<DefId> {
        if let Some(list) = self.captured {
            return list;
        }
        let list = self.b.list(&self.type_params);
        self.captured = Some(list);
        list
    }

    /// Forgets the type parameters after the first `count`.
    pub(super) fn leave_type_params(&mut self, count: usize) {
        if self.type_params.len() > count {
            self.type_params.truncate(count);
            self.captured = None;
        }
    }

    /// Returns true if a scope declares a variable of this name.
    pub(super) fn is_declared(&self, scope: ScopeId, name: StrId) -> bool {
        self.declared.contains_key(&(scope, name))
    }

    /// Returns true if a scope around here declares a variable of this name.
    pub(super) fn is_visible(&self, name: StrId) -> bool {
        let mut scope = self.b.scope();
        loop {
            if self.is_declared(scope, name) {
                return true;
            }
            if scope.is_module() {
                return false;
            }
            scope = self.b.facts.scopes[scope.index()].parent;
        }
    }

    /// Records that a scope declares a function or class.
    pub(super) fn declare_def(&mut self, scope: ScopeId, name: StrId, def: DefId) {
        self.nameable.insert((scope, name), def);
    }

    /// Returns the function or class of this file that a name stands for, among those walked so far.
    pub(super) fn visible_def(&self, name: StrId) -> Option<DefId> {
        let mut scope = self.b.scope();
        loop {
            if let Some(def) = self.nameable.get(&(scope, name)) {
                return Some(*def);
            }
            if scope.is_module() || self.declared.contains_key(&(scope, name)) {
                return None;
            }
            scope = self.b.facts.scopes[scope.index()].parent;
        }
    }

    /// Records a further value of a variable, from here on.
    pub(super) fn assign_variable(&mut self, name: StrId, pos: u32, value: ExprId) {
        let scope = self.b.scope();
        self.late.push(LateValue {
            name,
            scope,
            pos,
            value,
        });
    }

    /// Returns the module itself, for `exports` and `module.exports` where they are values.
    pub(super) fn own_module(&mut self) -> ExprId {
        let specifier = format!("./{}", self.file_name);
        let kind = bombe_facts::ImportKind::Require;
        let ty = self.imported_type(kind, &specifier, "", List::default());
        match self.b.facts.types[ty.index()] {
            TypeExpr::Name { name, scope, .. } => {
                let pos = u32::MAX;
                self.b.expr(Expr::Name { name, scope, pos })
            }
            _ => ExprId::UNKNOWN,
        }
    }

    /// Returns a parameter without any content.
    pub(super) fn blank_param() -> Param {
        Param {
            name: StrId::EMPTY,
            ty: TypeId::UNKNOWN,
            default: ExprId::UNKNOWN,
            ty_text: StrId::EMPTY,
            default_text: StrId::EMPTY,
            flags: bombe_facts::ParamFlags::default(),
        }
    }

    /// Adds a definition that spans `from ..= to` and is named `name` by the token `at`.
    pub(super) fn new_def(
        &mut self,
        role: DefRole,
        kind: Option<SymbolKind>,
        span: (Node<'t>, Node<'t>),
        name: StrId,
        at: Option<Node<'t>>,
    ) -> DefId {
        let (from, to) = span;
        let mut def = self.b.blank_def(role, kind);
        def.start = from.start_byte() as u32;
        def.end = to.end_byte() as u32;
        def.start_line = from.start_position().row as u32 + 1;
        def.end_line = crate::build::end_line(to);
        def.name = name;
        let token = at.unwrap_or(from);
        def.name_line = token.start_position().row as u32 + 1;
        def.name_start = token.start_byte() as u32;
        def.name_end = if at.is_some() {
            token.end_byte() as u32
        } else {
            def.name_start
        };
        self.b.push_def(def)
    }

    /// Returns where the signature of a definition that spans `from ..= to` starts: after its decorators, which stand before
    /// `to`, or are children of either.
    pub(super) fn after_decorators(&self, (from, to): (Node<'t>, Node<'t>)) -> u32 {
        let mut start = if self.role(from) == Role::Decorator {
            to.start_byte()
        } else {
            from.start_byte()
        };
        for node in [from, to] {
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor) {
                if self.role(child) == Role::Decorator {
                    start = start.max(child.end_byte());
                }
            }
        }
        start as u32
    }

    /// Sets the documentation of a definition, and its signature: the text from its start to `end`.
    pub(super) fn describe(&mut self, def: DefId, signature_end: u32) {
        let start = self.b.facts.defs[def.index()].start;
        self.describe_from(def, start, signature_end);
    }

    /// Does what [`Self::describe`] does for a definition whose signature may start later than itself.
    pub(super) fn describe_from(&mut self, def: DefId, signature_start: u32, signature_end: u32) {
        let comment = self.doc.take();
        if let Some(comment) = comment {
            let text = self.b.text(comment);
            if let Some(text) = super::jsdoc::clean(text) {
                if text.contains("@deprecated") {
                    self.b.def_mut(def).flags.set(DefFlags::DEPRECATED);
                }
                let doc = self.b.doc(&text);
                self.b.def_mut(def).doc = doc;
            }
        }
        let start = signature_start as usize;
        let source = self.b.source();
        let text = source
            .get(start..(signature_end as usize).max(start))
            .unwrap_or("");
        let text = text.trim().trim_end_matches([';', ',']);
        let text = text
            .strip_suffix("=>")
            .or_else(|| text.strip_suffix('='))
            .unwrap_or(text);
        let signature = self.b.folded(text);
        self.b.def_mut(def).signature = signature;
    }

    /// Returns true at the top level of the file or of a namespace, where variables are symbols.
    pub(super) fn at_top_level(&self) -> bool {
        let scope = self.b.scope();
        matches!(
            self.b.facts.scopes[scope.index()].kind,
            ScopeKind::Module | ScopeKind::Namespace
        )
    }
}

/// Returns the name of a file's module: its stem without `.d`, or its folder's name for `index`.
fn module_name(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split('.').next().unwrap_or(file);
    if stem == "index" && !folder.is_empty() {
        folder.rsplit('/').next().unwrap_or(stem)
    } else {
        stem
    }
}

/// Returns the number of error and missing nodes.
fn count_errors(root: Node) -> u32 {
    let mut cursor = root.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            count += 1;
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        loop {
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return count;
            }
        }
    }
}

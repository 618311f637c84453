//! Prints [`Facts`](crate::Facts) for people: definitions as a tree, everything else as lines of source-like text.

use std::fmt::{self, Write};

use super::{
    BaseKind, BinaryOp, Bound, Def, DefFlags, DefId, DefRole, Expr, ExprId, Facts, Import, List,
    Lit, Param, ParamFlags, ScopeId, ScopeKind, TypeExpr, TypeId,
};

/// Deepest nesting of an expression or type that is printed; below it stands `…`.
const DEPTH_MAX: u32 = 24;

/// The whole of a file's facts, one line per fact. `{}` prints it.
pub struct Dump<'a>(pub &'a Facts);

impl fmt::Display for Dump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.0;
        write!(
            f,
            "file: {} lines, {} syntax errors",
            facts.lines, facts.syntax_errors
        )?;
        if facts.package.0 != 0 {
            write!(f, ", package {}", facts.str(facts.package))?;
        }
        for (set, name) in [
            (facts.file.test, "test"),
            (facts.file.generated, "generated"),
            (facts.file.es_module, "es_module"),
            (facts.file.other_build, "other_build"),
        ] {
            if set {
                write!(f, ", {name}")?;
            }
        }
        writeln!(f)?;
        for complaint in &facts.complaints {
            writeln!(f, "  complaint L{} {:?}", complaint.line, complaint.kind)?;
        }
        if !facts.imports.is_empty() {
            writeln!(f, "\nimports")?;
        }
        for (index, import) in facts.imports.iter().enumerate() {
            writeln!(
                f,
                "  #{index} L{} {} in s{}",
                import.line,
                facts.import_text(import),
                import.scope.0
            )?;
        }
        if !facts.exports.is_empty() {
            writeln!(f, "\nexports")?;
        }
        for export in &facts.exports {
            writeln!(
                f,
                "  {} = {}",
                facts.str(export.name),
                facts.expr_text(export.value)
            )?;
        }
        writeln!(f, "\ndefinitions")?;
        let mut depths = vec![0usize; facts.defs.len()];
        for (index, def) in facts.defs.iter().enumerate() {
            if index > 0 && def.parent.index() < index {
                depths[index] = depths[def.parent.index()] + 1;
            }
            writeln!(
                f,
                "{:1$}{2}",
                "",
                2 + 2 * depths[index],
                facts.def_text(DefId(index as u32))
            )?;
        }
        writeln!(f, "\nscopes")?;
        for (index, scope) in facts.scopes.iter().enumerate() {
            writeln!(
                f,
                "  s{index} in s{} {} of d{} {}..{}",
                scope.parent.0,
                scope_kind(scope.kind),
                scope.def.0,
                scope.start,
                scope.end
            )?;
        }
        if !facts.bindings.is_empty() {
            writeln!(f, "\nbindings")?;
        }
        for index in 0..facts.bindings.len() {
            writeln!(f, "  {}", facts.binding_text(index))?;
        }
        if !facts.container_writes.is_empty() {
            writeln!(f, "\nputs")?;
        }
        for put in &facts.container_writes {
            let [into, key, value] =
                [put.into, put.key, put.value].map(|expr| facts.expr_text(expr));
            writeln!(f, "  {into}[{key}] = {value} in d{}", put.within.0)?;
        }
        if !facts.assigns.is_empty() {
            writeln!(f, "\nmember assignments")?;
        }
        for assign in &facts.assigns {
            let owner = assign
                .owner
                .map_or_else(|| facts.expr_text(assign.base), |def| facts.def_name(def));
            write!(f, "  {owner}.{}", facts.str(assign.name))?;
            if assign.ty.0 != 0 {
                write!(f, ": {}", facts.type_text(assign.ty))?;
            }
            if assign.value.0 != 0 {
                write!(f, " = {}", facts.expr_text(assign.value))?;
            }
            if let Some(def) = assign.def {
                write!(f, " (d{})", def.0)?;
            }
            writeln!(f, " in {}", facts.def_name(assign.within))?;
        }
        if !facts.sites.is_empty() {
            writeln!(f, "\nsites")?;
        }
        for site in &facts.sites {
            let (kind, expr) = (site_kind(site.kind), facts.expr_text(site.expr));
            writeln!(
                f,
                "  L{}:{} {kind} {} — {expr} in {}",
                site.line,
                site.col,
                facts.str(site.name),
                facts.def_name(site.within)
            )?;
        }
        if !facts.entry_points.is_empty() {
            writeln!(f, "\nentry points")?;
        }
        for entry in &facts.entry_points {
            let handler = entry
                .def
                .map_or_else(|| facts.expr_text(entry.handler), |def| facts.def_name(def));
            let (verb, route, framework) = (
                facts.str(entry.verb),
                facts.str(entry.route),
                facts.str(entry.framework),
            );
            writeln!(
                f,
                "  L{} {:?} {verb} {route} {framework} → {handler}",
                entry.line, entry.kind
            )?;
        }
        Ok(())
    }
}

impl Facts {
    /// A value expression as source-like text.
    pub fn expr_text(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.write_expr(&mut out, expr, 0);
        out
    }

    /// A type expression as source-like text.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty, 0);
        out
    }

    /// Names from the outermost definition inward, joined by `.`; nameless ones show their role and number.
    pub fn def_name(&self, def: DefId) -> String {
        let mut names = Vec::new();
        let mut at = def;
        while at.0 != 0 && names.len() < 64 {
            let Some(def) = self.defs.get(at.index()) else {
                break;
            };
            names.push(if def.name.0 == 0 {
                format!("<{}{}>", role(def.role), at.0)
            } else {
                self.str(def.name).to_owned()
            });
            at = def.parent;
        }
        if names.is_empty() {
            return "<module>".to_owned();
        }
        names.reverse();
        names.join(".")
    }

    /// An import as source-like text.
    pub fn import_text(&self, import: &Import) -> String {
        let mut text = format!(
            "{:?} {}{}",
            import.kind,
            ".".repeat(import.level.min(64) as usize),
            self.str(import.module)
        );
        if import.symbol.0 != 0 {
            let _ = write!(text, " :: {}", self.str(import.symbol));
        }
        if import.local.0 != 0 {
            let _ = write!(text, " as {}", self.str(import.local));
        }
        for (set, name) in [
            (import.reexport, "reexport"),
            (import.type_only, "type_only"),
        ] {
            if set {
                let _ = write!(text, " [{name}]");
            }
        }
        text
    }

    /// A binding on one line.
    pub fn binding_text(&self, index: usize) -> String {
        let binding = &self.bindings[index];
        let mut text = format!("s{}", binding.scope.0);
        if binding.branch != binding.scope {
            let _ = write!(text, "/s{}", binding.branch.0);
        }
        if binding.pos != 0 {
            let _ = write!(text, "@{}", binding.pos);
        }
        let _ = write!(text, " {}", self.str(binding.name));
        match binding.what {
            Bound::Def(def) => write!(text, " def d{}", def.0),
            Bound::Import(import) => write!(text, " import #{}", import.0),
            Bound::Var => write!(text, " var"),
            Bound::Param(def, u32::MAX) => write!(text, " receiver of d{}", def.0),
            Bound::Param(def, number) => write!(text, " param {number} of d{}", def.0),
            Bound::Narrow => write!(text, " narrow"),
            Bound::Outer => write!(text, " outer"),
        }
        .unwrap_or_default();
        if binding.ty.0 != 0 {
            let _ = write!(text, ": {}", self.type_text(binding.ty));
        }
        if binding.value.0 != 0 {
            let _ = write!(text, " = {}", self.expr_text(binding.value));
        }
        text
    }

    /// A definition on one line, without its children.
    pub fn def_text(&self, id: DefId) -> String {
        let def = &self.defs[id.index()];
        let kind = def.kind.map_or("-", bombe_format::kind::SymbolKind::name);
        let name = if def.name.0 == 0 {
            "<nameless>"
        } else {
            self.str(def.name)
        };
        let mut text = format!("d{} {kind}/{} {name}", id.0, role(def.role));
        if def.type_params.len > 0 {
            let names: Vec<_> = self
                .list(def.type_params)
                .iter()
                .map(|id| self.def_leaf(DefId(*id)))
                .collect();
            let _ = write!(text, "<{}>", names.join(", "));
        }
        if matches!(def.role, DefRole::Callable | DefRole::Lambda) || def.params_len > 0 {
            let params: Vec<_> = self
                .params_of(id)
                .iter()
                .map(|param| self.param_text(param))
                .collect();
            let _ = write!(text, "({})", params.join(", "));
        }
        if def.ty.0 != 0 {
            let _ = write!(text, ": {}", self.type_text(def.ty));
        }
        if def.value.0 != 0 {
            let _ = write!(text, " = {}", self.expr_text(def.value));
        }
        for (base, ty) in self.bases_of(id) {
            let _ = write!(text, " {} {}", base_kind(base), self.type_text(ty));
        }
        if def.receiver.0 != 0 {
            let _ = write!(text, " receiver {}", self.type_text(def.receiver));
        }
        if def.implements.0 != 0 {
            let _ = write!(text, " for trait {}", self.type_text(def.implements));
        }
        for (list, label) in [
            (def.decorators, "@"),
            (def.returns, "returns "),
            (def.yields, "yields "),
        ] {
            for expr in self.list(list) {
                let _ = write!(text, " {label}{}", self.expr_text(ExprId(*expr)));
            }
        }
        self.write_places(&mut text, def);
        text
    }

    /// Where a definition stands, its flags, its texts.
    fn write_places(&self, out: &mut String, def: &Def) {
        let _ = write!(
            out,
            "  [L{}-{} name L{} bytes {}..{}",
            def.start_line, def.end_line, def.name_line, def.start, def.end
        );
        let _ = write!(out, " name {}..{}", def.name_start, def.name_end);
        if def.body_end > 0 {
            let _ = write!(out, " body {}..{}", def.body_start, def.body_end);
        }
        if let Some(scope) = def.body_scope {
            let _ = write!(out, " opens s{}", scope.0);
        }
        let _ = write!(out, " in s{} {}", def.scope.0, def.visibility.name());
        for name in def_flags(def.flags) {
            let _ = write!(out, " {name}");
        }
        if def.complexity > 0 {
            let _ = write!(out, " complexity {}", def.complexity);
        }
        let _ = write!(out, "]");
        if def.signature.0 != 0 {
            let _ = write!(out, " sig {:?}", self.str(def.signature));
        }
        if def.doc.0 != 0 {
            let doc: String = self
                .str(def.doc)
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .take(60)
                .collect();
            let _ = write!(out, " doc {doc:?}");
        }
    }

    /// A parameter as source-like text.
    pub fn param_text(&self, param: &Param) -> String {
        let mut text = String::new();
        for (flag, mark) in [
            (ParamFlags::VARIADIC, "*"),
            (ParamFlags::KEYWORDS, "**"),
            (ParamFlags::KEYWORD_ONLY, "kw "),
        ] {
            if param.flags.has(flag) {
                text.push_str(mark);
            }
        }
        text.push_str(if param.name.0 == 0 {
            "_"
        } else {
            self.str(param.name)
        });
        if param.flags.has(ParamFlags::OPTIONAL) {
            text.push('?');
        }
        if param.ty.0 != 0 {
            let _ = write!(text, ": {}", self.type_text(param.ty));
        }
        if param.default.0 != 0 {
            let _ = write!(text, " = {}", self.expr_text(param.default));
        }
        text
    }

    fn def_leaf(&self, id: DefId) -> String {
        let Some(def) = self.defs.get(id.index()) else {
            return format!("d{}", id.0);
        };
        if def.name.0 == 0 {
            format!("<{}{}>", role(def.role), id.0)
        } else {
            self.str(def.name).to_owned()
        }
    }

    fn write_exprs(&self, out: &mut String, list: List, depth: u32) {
        for (index, id) in self.list(list).iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write_expr(out, ExprId(*id), depth);
        }
    }

    fn write_types(&self, out: &mut String, list: List, separator: &str, depth: u32) {
        for (index, id) in self.list(list).iter().enumerate() {
            if index > 0 {
                out.push_str(separator);
            }
            self.write_type(out, TypeId(*id), depth);
        }
    }

    fn write_wrapped(&self, out: &mut String, before: &str, expr: ExprId, after: &str, depth: u32) {
        out.push_str(before);
        self.write_expr(out, expr, depth);
        out.push_str(after);
    }

    fn write_expr(&self, out: &mut String, id: ExprId, depth: u32) {
        if depth > DEPTH_MAX {
            out.push('…');
            return;
        }
        let Some(expr) = self.exprs.get(id.index()) else {
            let _ = write!(out, "<no expression {}>", id.0);
            return;
        };
        let deeper = depth + 1;
        match *expr {
            Expr::Unknown => out.push('?'),
            Expr::Name { name, .. } => out.push_str(self.str(name)),
            Expr::Member { base, name } => {
                self.write_expr(out, base, deeper);
                let _ = write!(out, ".{}", self.str(name));
            }
            Expr::Path { base, name } => {
                self.write_expr(out, base, deeper);
                let _ = write!(out, "::{}", self.str(name));
            }
            Expr::Call { callee, args, .. } => {
                self.write_expr(out, callee, deeper);
                out.push('(');
                self.write_exprs(out, args, deeper);
                out.push(')');
            }
            Expr::New { class, args, .. } => {
                out.push_str("new ");
                self.write_type(out, class, deeper);
                out.push('(');
                self.write_exprs(out, args, deeper);
                out.push(')');
            }
            Expr::Instantiate { callee, types } => {
                self.write_expr(out, callee, deeper);
                out.push('<');
                self.write_types(out, types, ", ", deeper);
                out.push('>');
            }
            Expr::Index { base, index } => {
                self.write_expr(out, base, deeper);
                self.write_wrapped(out, "[", index, "]", deeper);
            }
            Expr::Slice(base) => self.write_wrapped(out, "", base, "[:]", deeper),
            Expr::Slot { base, index } => {
                self.write_expr(out, base, deeper);
                let _ = write!(out, ".slot{index}");
            }
            Expr::Elem(base) => self.write_wrapped(out, "elem(", base, ")", deeper),
            Expr::Key(base) => self.write_wrapped(out, "key(", base, ")", deeper),
            Expr::Await(base) => self.write_wrapped(out, "await(", base, ")", deeper),
            Expr::Try(base) => self.write_wrapped(out, "", base, "?", deeper),
            Expr::Deref(base) => self.write_wrapped(out, "*", base, "", deeper),
            Expr::Enter(base) => self.write_wrapped(out, "enter(", base, ")", deeper),
            Expr::Cast { ty, value } => {
                self.write_wrapped(out, "(", value, " as ", deeper);
                self.write_type(out, ty, deeper);
                out.push(')');
            }
            Expr::TypeValue(ty) => {
                out.push_str("type ");
                self.write_type(out, ty, deeper);
            }
            Expr::Lit(lit) => out.push_str(lit_text(lit)),
            Expr::Str(text) => {
                let _ = write!(out, "{:?}", self.str(text));
            }
            Expr::Array(list) => self.write_bracketed(out, "[", list, "]", deeper),
            Expr::Tuple(list) => self.write_bracketed(out, "(", list, ")", deeper),
            Expr::Set(list) => self.write_bracketed(out, "set{", list, "}", deeper),
            Expr::Map(list) => {
                out.push_str("map{");
                for (index, pair) in self.list(list).chunks(2).enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    self.write_expr(out, ExprId(pair[0]), deeper);
                    if let Some(value) = pair.get(1) {
                        self.write_wrapped(out, ": ", ExprId(*value), "", deeper);
                    }
                }
                out.push('}');
            }
            Expr::Object(def) => {
                let _ = write!(out, "object d{}", def.0);
            }
            Expr::Lambda(def) => {
                let _ = write!(out, "lambda d{}", def.0);
            }
            Expr::ClassValue(def) => {
                let _ = write!(out, "class d{}", def.0);
            }
            Expr::This(_) => out.push_str("this"),
            Expr::Super(_) => out.push_str("super"),
            Expr::Either(left, right) => {
                self.write_wrapped(out, "(", left, " | ", deeper);
                self.write_expr(out, right, deeper);
                out.push(')');
            }
            Expr::Binary { op, left, right } => {
                self.write_wrapped(out, "(", left, " ", deeper);
                out.push_str(op_text(op));
                self.write_wrapped(out, " ", right, ")", deeper);
            }
            Expr::Not(base) => self.write_wrapped(out, "!", base, "", deeper),
            Expr::Keyword { name, value } => {
                let _ = write!(out, "{}=", self.str(name));
                self.write_expr(out, value, deeper);
            }
            Expr::Spread(base) => self.write_wrapped(out, "...", base, "", deeper),
            Expr::Yield(base) => self.write_wrapped(out, "yield(", base, ")", deeper),
            Expr::Import(import) => {
                let _ = write!(out, "import #{}", import.0);
            }
            Expr::Receive(base) => self.write_wrapped(out, "<-", base, "", deeper),
            Expr::NonNull(base) => self.write_wrapped(out, "", base, "!", deeper),
            Expr::Narrow { ty, value } => {
                self.write_wrapped(out, "(", value, " is ", deeper);
                self.write_type(out, ty, deeper);
                out.push(')');
            }
            Expr::Exclude { ty, value } => {
                self.write_wrapped(out, "(", value, " is not ", deeper);
                self.write_type(out, ty, deeper);
                out.push(')');
            }
            Expr::Discriminated {
                value,
                member,
                is,
                assume_true,
            } => {
                self.write_wrapped(out, "(", value, " where .", deeper);
                out.push_str(self.str(member));
                self.write_wrapped(
                    out,
                    if assume_true { " is " } else { " is not " },
                    is,
                    ")",
                    deeper,
                );
            }
            Expr::HasMember {
                value,
                member,
                assume_true,
            } => {
                self.write_wrapped(
                    out,
                    "(",
                    value,
                    if assume_true { " has ." } else { " has not ." },
                    deeper,
                );
                let _ = write!(out, "{})", self.str(member));
            }
            Expr::Guarded {
                value,
                callee,
                assume_true,
            } => {
                self.write_wrapped(
                    out,
                    "(",
                    value,
                    if assume_true { " if " } else { " if not " },
                    deeper,
                );
                self.write_wrapped(out, "", callee, ")", deeper);
            }
            Expr::ClassOf(base) => self.write_wrapped(out, "classof(", base, ")", deeper),
        }
    }

    fn write_bracketed(&self, out: &mut String, open: &str, list: List, close: &str, depth: u32) {
        out.push_str(open);
        self.write_exprs(out, list, depth);
        out.push_str(close);
    }

    fn write_args(&self, out: &mut String, args: List, depth: u32) {
        if args.len > 0 {
            out.push('<');
            self.write_types(out, args, ", ", depth);
            out.push('>');
        }
    }

    fn write_type(&self, out: &mut String, id: TypeId, depth: u32) {
        if depth > DEPTH_MAX {
            out.push('…');
            return;
        }
        let Some(ty) = self.types.get(id.index()) else {
            let _ = write!(out, "<no type {}>", id.0);
            return;
        };
        let deeper = depth + 1;
        match *ty {
            TypeExpr::Unknown => out.push('?'),
            TypeExpr::Name { name, args, .. } => {
                out.push_str(self.str(name));
                self.write_args(out, args, deeper);
            }
            TypeExpr::Member { base, name, args } => {
                self.write_type(out, base, deeper);
                let _ = write!(out, ".{}", self.str(name));
                self.write_args(out, args, deeper);
            }
            TypeExpr::Builtin { name, args } => {
                let _ = write!(out, "%{}", self.str(name));
                self.write_args(out, args, deeper);
            }
            TypeExpr::Tuple(list) => {
                out.push('(');
                self.write_types(out, list, ", ", deeper);
                out.push(')');
            }
            TypeExpr::Union(list) => self.write_types(out, list, " | ", deeper),
            TypeExpr::Intersection(list) => self.write_types(out, list, " & ", deeper),
            TypeExpr::Fn { params, ret } => {
                out.push_str("fn(");
                self.write_types(out, params, ", ", deeper);
                out.push_str(") -> ");
                self.write_type(out, ret, deeper);
            }
            TypeExpr::Of(expr) => self.write_wrapped(out, "typeof ", expr, "", deeper),
            TypeExpr::SelfType(_) => out.push_str("Self"),
            TypeExpr::Lit(text) => {
                let _ = write!(out, "lit {}", self.str(text));
            }
            TypeExpr::Object(def) => {
                let _ = write!(out, "object d{}", def.0);
            }
            TypeExpr::Nullable(base) => {
                self.write_type(out, base, deeper);
                out.push('?');
            }
            TypeExpr::KeyOf(base) => {
                out.push_str("keyof ");
                self.write_type(out, base, deeper);
            }
            TypeExpr::Indexed { base, index } => {
                self.write_type(out, base, deeper);
                out.push('[');
                self.write_type(out, index, deeper);
                out.push(']');
            }
            TypeExpr::ClassOf(base) => {
                out.push_str("class of ");
                self.write_type(out, base, deeper);
            }
            TypeExpr::Void => out.push_str("void"),
            TypeExpr::Conditional { yes, no } => {
                out.push_str("cond(");
                self.write_type(out, yes, deeper);
                out.push_str(" | ");
                self.write_type(out, no, deeper);
                out.push(')');
            }
            TypeExpr::Named { name, ty } => {
                out.push_str(self.str(name));
                out.push('=');
                self.write_type(out, ty, deeper);
            }
            TypeExpr::Mapped { base, value } => {
                out.push_str("mapped(");
                self.write_type(out, base, deeper);
                out.push_str(" → ");
                self.write_type(out, value, deeper);
                out.push(')');
            }
        }
    }

    /// The scopes from `scope` outwards, itself first.
    pub fn scope_chain(&self, scope: ScopeId) -> Vec<ScopeId> {
        let mut chain = vec![scope];
        let mut at = scope;
        while at.0 != 0 && chain.len() <= self.scopes.len() {
            at = self.scopes[at.index()].parent;
            chain.push(at);
        }
        chain
    }
}

fn def_flags(flags: DefFlags) -> impl Iterator<Item = &'static str> {
    const NAMES: &[(DefFlags, &str)] = &[
        (DefFlags::STATIC, "static"),
        (DefFlags::CLASSMETHOD, "classmethod"),
        (DefFlags::ABSTRACT, "abstract"),
        (DefFlags::ASYNC, "async"),
        (DefFlags::GENERATOR, "generator"),
        (DefFlags::GETTER, "getter"),
        (DefFlags::SETTER, "setter"),
        (DefFlags::OVERLOAD, "overload"),
        (DefFlags::DECLARATION, "declaration"),
        (DefFlags::EXPORTED, "exported"),
        (DefFlags::DEFAULT_EXPORT, "default_export"),
        (DefFlags::READONLY, "readonly"),
        (DefFlags::DEPRECATED, "deprecated"),
        (DefFlags::TEST, "test"),
        (DefFlags::FIXTURE, "fixture"),
        (DefFlags::OVERRIDE, "override"),
        (DefFlags::FROM_PARAMETER, "from_parameter"),
        (DefFlags::DEFAULT, "default"),
        (DefFlags::CALL_SIGNATURE, "call_signature"),
        (DefFlags::CONDITIONAL, "conditional"),
        (DefFlags::TRANSPARENT, "transparent"),
        (DefFlags::SYNTHETIC, "synthetic"),
        (DefFlags::TYPE_GUARD, "type_guard"),
        (DefFlags::CONSTRAINT, "constraint"),
        (DefFlags::OTHER_BUILD, "other_build"),
    ];
    NAMES
        .iter()
        .filter(move |(flag, _)| flags.has(*flag))
        .map(|(_, name)| *name)
}

fn role(role: DefRole) -> &'static str {
    match role {
        DefRole::Module => "module",
        DefRole::Callable => "callable",
        DefRole::Type => "type",
        DefRole::TypeParam => "type_param",
        DefRole::Alias => "alias",
        DefRole::Value => "value",
        DefRole::Namespace => "namespace",
        DefRole::Lambda => "lambda",
        DefRole::Object => "object",
        DefRole::Impl => "impl",
        DefRole::Section => "section",
    }
}

fn base_kind(kind: BaseKind) -> &'static str {
    match kind {
        BaseKind::Extends => "extends",
        BaseKind::Implements => "implements",
        BaseKind::Embeds => "embeds",
        BaseKind::Metaclass => "metaclass",
    }
}

fn scope_kind(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Module => "module",
        ScopeKind::Namespace => "namespace",
        ScopeKind::Class => "class",
        ScopeKind::Function => "function",
        ScopeKind::Block => "block",
        ScopeKind::Branch => "branch",
    }
}

fn site_kind(kind: super::SiteKind) -> &'static str {
    use super::SiteKind;
    match kind {
        SiteKind::Call => "call",
        SiteKind::New => "new",
        SiteKind::Construct => "construct",
        SiteKind::Decorator => "decorator",
        SiteKind::MethodRef => "method_ref",
        SiteKind::CtorCall => "ctor_call",
        SiteKind::Read => "read",
        SiteKind::Write => "write",
        SiteKind::Type => "type",
        SiteKind::Macro => "macro",
        SiteKind::Jsx => "jsx",
        SiteKind::Tagged => "tagged",
    }
}

fn lit_text(lit: Lit) -> &'static str {
    match lit {
        Lit::String => "'string'",
        Lit::Int => "'int'",
        Lit::Float => "'float'",
        Lit::Bool => "'bool'",
        Lit::Bytes => "'bytes'",
        Lit::Char => "'char'",
        Lit::Regex => "'regex'",
        Lit::Null => "null",
    }
}

fn op_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Arithmetic => "arith",
        BinaryOp::Compare => "cmp",
        BinaryOp::And => "&&",
        BinaryOp::Div => "/",
        BinaryOp::BitOr => "|",
    }
}

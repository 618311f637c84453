//! Value expressions as text.

use std::fmt::Write;

use super::DEPTH_MAX;
use crate::{BinaryOp, Expr, ExprId, Facts, List, Lit};

impl Facts {
    /// Returns a value expression as source-like text.
    pub fn expr_text(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.write_expr(&mut out, expr, 0);
        out
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
                    self.write_expr(out, pair[0], deeper);
                    if let Some(value) = pair.get(1) {
                        self.write_wrapped(out, ": ", *value, "", deeper);
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

    fn write_exprs(&self, out: &mut String, list: List<ExprId>, depth: u32) {
        for (index, id) in self.list(list).iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write_expr(out, *id, depth);
        }
    }

    fn write_bracketed(
        &self,
        out: &mut String,
        open: &str,
        list: List<ExprId>,
        close: &str,
        depth: u32,
    ) {
        out.push_str(open);
        self.write_exprs(out, list, depth);
        out.push_str(close);
    }

    pub(super) fn write_wrapped(
        &self,
        out: &mut String,
        before: &str,
        expr: ExprId,
        after: &str,
        depth: u32,
    ) {
        out.push_str(before);
        self.write_expr(out, expr, depth);
        out.push_str(after);
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

//! Type expressions as text.

use std::fmt::Write;

use super::DEPTH_MAX;
use crate::{Facts, List, TypeExpr, TypeId};

impl Facts {
    /// Returns a type expression as source-like text.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty, 0);
        out
    }

    pub(super) fn write_type(&self, out: &mut String, id: TypeId, depth: u32) {
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

    pub(super) fn write_types(
        &self,
        out: &mut String,
        list: List<TypeId>,
        separator: &str,
        depth: u32,
    ) {
        for (index, id) in self.list(list).iter().enumerate() {
            if index > 0 {
                out.push_str(separator);
            }
            self.write_type(out, *id, depth);
        }
    }

    fn write_args(&self, out: &mut String, args: List<TypeId>, depth: u32) {
        if args.len > 0 {
            out.push('<');
            self.write_types(out, args, ", ", depth);
            out.push('>');
        }
    }
}

//! Renders type expressions for comparison: names and arguments, nothing else.

use crate::Facts;
use crate::ids::{List, TypeId};
use crate::type_expr::TypeExpr;

/// Separates the types of a signature: the result, then each parameter.
pub const SHAPE_SEPARATOR: char = bombe_format::column::symbols::RECORD_SEPARATOR;

/// Marks the name of a type that has none of its own: `#optional<T>`, `#tuple<A,B>`.
pub const SHAPE_MARK: char = '#';

/// Deepest nesting that is rendered.
const DEPTH_MAX: u32 = 8;

/// Most arguments of a type that are rendered.
const ARGUMENTS_MAX: usize = 12;

/// Longest rendering of a signature, in bytes: a type at which it is reached is rendered as unknown.
const BYTES_MAX: usize = 2_048;

impl Facts {
    /// Returns the type of a callable's result and those of its parameters, each followed by [`SHAPE_SEPARATOR`] except for
    /// the last.
    ///
    /// A type is a name and, between `<` and `>`, its arguments, separated by `,`. Nothing stands for a type that is not
    /// declared. Names contain none of these characters. Those of built-in types start with `%`.
    pub fn shape(&self, result: TypeId, params: impl Iterator<Item = TypeId>) -> String {
        let mut out = String::new();
        self.write_shape(&mut out, result, 0);
        for param in params {
            out.push(SHAPE_SEPARATOR);
            self.write_shape(&mut out, param, 0);
        }
        out
    }

    fn write_shape(&self, out: &mut String, id: TypeId, depth: u32) {
        if depth > DEPTH_MAX || out.len() > BYTES_MAX {
            return;
        }
        let Some(ty) = self.types.get(id.index()) else {
            return;
        };
        match *ty {
            TypeExpr::Unknown | TypeExpr::Of(_) | TypeExpr::Mapped { .. } => {}
            TypeExpr::Name { name, args, .. } => {
                push_name(out, self.str(name));
                self.write_shapes(out, self.list(args), depth);
            }
            TypeExpr::Member { base, name, args } => {
                self.write_qualifier(out, base, depth);
                push_name(out, self.str(name));
                self.write_shapes(out, self.list(args), depth);
            }
            TypeExpr::Builtin { name, args } => {
                out.push('%');
                push_name(out, self.str(name));
                self.write_shapes(out, self.list(args), depth);
            }
            TypeExpr::Tuple(list) => self.write_special(out, "tuple", list, depth),
            TypeExpr::Union(list) => self.write_special(out, "union", list, depth),
            TypeExpr::Intersection(list) => self.write_special(out, "intersection", list, depth),
            TypeExpr::Fn { params, ret } => {
                out.push_str("#function<");
                for param in self.list(params).iter().take(ARGUMENTS_MAX) {
                    self.write_shape(out, *param, depth + 1);
                    out.push(',');
                }
                self.write_shape(out, ret, depth + 1);
                out.push('>');
            }
            TypeExpr::SelfType(_) => out.push_str("Self"),
            TypeExpr::Lit(_) => out.push_str("#literal"),
            TypeExpr::Object(_) => out.push_str("#any"),
            TypeExpr::Nullable(base) => self.write_one(out, "optional", base, depth),
            TypeExpr::ClassOf(base) => self.write_one(out, "class", base, depth),
            TypeExpr::KeyOf(_) => out.push_str("keyof"),
            TypeExpr::Indexed { .. } => {}
            TypeExpr::Void => out.push_str("#void"),
            TypeExpr::Conditional { yes, no } => {
                out.push_str("#union<");
                self.write_shape(out, yes, depth + 1);
                out.push(',');
                self.write_shape(out, no, depth + 1);
                out.push('>');
            }
            TypeExpr::Named { ty, .. } => self.write_shape(out, ty, depth),
        }
    }

    fn write_special(&self, out: &mut String, name: &str, list: List<TypeId>, depth: u32) {
        out.push(SHAPE_MARK);
        out.push_str(name);
        self.write_shapes(out, self.list(list), depth);
    }

    fn write_one(&self, out: &mut String, name: &str, base: TypeId, depth: u32) {
        out.push(SHAPE_MARK);
        out.push_str(name);
        self.write_shapes(out, &[base], depth);
    }

    fn write_shapes(&self, out: &mut String, types: &[TypeId], depth: u32) {
        for (index, id) in types.iter().take(ARGUMENTS_MAX).enumerate() {
            out.push(if index == 0 { '<' } else { ',' });
            self.write_shape(out, *id, depth + 1);
        }
        if !types.is_empty() {
            out.push('>');
        }
    }

    /// Writes the names before the last one of a dotted name, without their arguments.
    fn write_qualifier(&self, out: &mut String, id: TypeId, depth: u32) {
        if depth > DEPTH_MAX {
            return;
        }
        match self.types.get(id.index()) {
            Some(TypeExpr::Name { name, .. }) => push_name(out, self.str(*name)),
            Some(TypeExpr::Member { base, name, .. }) => {
                self.write_qualifier(out, *base, depth + 1);
                push_name(out, self.str(*name));
            }
            _ => return,
        }
        out.push('.');
    }
}

fn push_name(out: &mut String, name: &str) {
    out.extend(name.chars().map(|c| match c {
        '<' | '>' | ',' | SHAPE_MARK | SHAPE_SEPARATOR | '%' => '_',
        c => c,
    }));
}

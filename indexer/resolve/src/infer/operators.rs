//! The type of a binary operation.

use bombe_facts::{BinaryOp, ExprId};
use bombe_rules::file_table::SourceId;
use bombe_rules::profile::Phases;

use crate::ids::Sym;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    pub(super) fn binary(
        &mut self,
        file: SourceId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Ty {
        let builtins = &self.cx.profile(file).builtins;
        match op {
            BinaryOp::Compare => self.builtin_instance(file, builtins.bool, &[]),
            BinaryOp::And => self.type_of(file, right),
            BinaryOp::Add | BinaryOp::Arithmetic | BinaryOp::Div | BinaryOp::BitOr => {
                let left = self.type_of(file, left);
                let right = self.type_of(file, right);
                let string = self.builtin(file, builtins.string);
                let is = |session: &Self, ty: Ty, sym: Option<Sym>| {
                    sym.is_some()
                        && matches!(session.types.get(ty), TyData::Instance(found, _) if Some(found) == sym)
                };
                if op == BinaryOp::Add && is(self, right, string) {
                    return right;
                }
                if let Some(phases) = self.cx.profile(file).phases {
                    if op == BinaryOp::Add && is(self, left, string) {
                        return left;
                    }
                    return self.promoted(file, phases, left, right);
                }
                // A whole number takes the other operand's type: `2 * duration`.
                let int = self.builtin(file, builtins.int);
                let char = self.builtin(file, builtins.char);
                if right != Ty::UNKNOWN && is(self, left, int) && !is(self, right, char) {
                    return right;
                }
                let float = self.builtin(file, builtins.float);
                if is(self, right, float) && self.is_plain_number(file, left) {
                    return right;
                }
                if left == Ty::UNKNOWN { right } else { left }
            }
        }
    }

    /// Returns true for a number that an operation with a fraction turns into a fraction, and for an unknown type.
    fn is_plain_number(&mut self, file: SourceId, ty: Ty) -> bool {
        let int = self.cx.profile(file).builtins.int;
        match self.types.get(ty) {
            TyData::Instance(sym, _) => {
                self.builtin(file, int) == Some(sym) || self.primitive(file, sym).is_some()
            }
            _ => true,
        }
    }

    /// Returns the type of an arithmetic operation: the wider of both operands' types, and at least the type of whole
    /// numbers.
    fn promoted(&mut self, file: SourceId, phases: &'static Phases, left: Ty, right: Ty) -> Ty {
        let builtins = &self.cx.profile(file).builtins;
        let primitive = |session: &mut Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => match session.primitive(file, sym) {
                Some(name) => Some(name),
                None => session.unboxed(file, phases, sym),
            },
            _ => None,
        };
        let (Some(a), Some(b)) = (primitive(self, left), primitive(self, right)) else {
            return if left == right { left } else { Ty::UNKNOWN };
        };
        if a == builtins.bool || b == builtins.bool {
            return self.builtin_instance(file, builtins.bool, &[]);
        }
        let wider = if Self::widens(phases, a, b) { b } else { a };
        let narrow = wider != builtins.int && Self::widens(phases, wider, builtins.int);
        self.builtin_instance(file, if narrow { builtins.int } else { wider }, &[])
    }
}

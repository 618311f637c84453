//! Method references: the overload that the expected function type selects.

use bombe_facts::{DefFlags, Expr, ExprId};
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::call::Arg;
use crate::ids::Sym;
use crate::limits::OVERLOADS_MAX;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the definitions that a method reference (`X::f`, `x::f`, `X::new`) may name, given the type that its
    /// context expects.
    pub(crate) fn select_reference(
        &mut self,
        file: SourceId,
        expr: ExprId,
        named: Ty,
    ) -> SmallVec<[Sym; 2]> {
        let repo = self.repo();
        let (syms, owner) = match self.types.get(named) {
            TyData::Func { syms, owner, .. } => (self.types.syms_of(syms), owner),
            TyData::Class(class, _) => {
                let (owner, constructors) = self.constructors(file, class);
                if constructors.is_empty() {
                    return smallvec![class];
                }
                (constructors, owner)
            }
            _ => return SmallVec::new(),
        };
        if syms.len() == 1 {
            return smallvec![syms[0]];
        }
        let expected = self.expected(file, expr);
        let Some((count, _)) = self.shape_wanted(expected) else {
            return syms.iter().copied().take(OVERLOADS_MAX).collect();
        };
        let args: SmallVec<[Arg; 4]> = (0..count as u32)
            .map(|at| Arg::Ty(self.function_parameter(file, expected, at)))
            .collect();
        let by_type = match repo.expr(file, expr) {
            Expr::Path { base, .. } => {
                let base = self.type_of(file, base);
                matches!(self.types.get(base), TyData::Class(..))
            }
            _ => false,
        };
        if !by_type || matches!(self.types.get(named), TyData::Class(..)) {
            return self.select(file, &syms, owner, &args);
        }
        // A static method takes all arguments; another method that is named by its class takes the receiver first.
        let is_static = |sym: &Sym| repo.def(*sym).flags.has(DefFlags::STATIC);
        let takes = |sym: &Sym, args: &[Arg]| self.arity_fits(*sym, args);
        let statics: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| is_static(sym) && takes(sym, &args))
            .collect();
        let rest = args.get(1..).unwrap_or_default();
        let others: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| !is_static(sym) && takes(sym, rest))
            .collect();
        if !statics.is_empty() {
            return self.select(file, &statics, owner, &args);
        }
        if others.is_empty() {
            return syms.iter().copied().take(OVERLOADS_MAX).collect();
        }
        self.select(file, &others, owner, rest)
    }
}

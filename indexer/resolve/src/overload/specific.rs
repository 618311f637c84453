//! The choice of the most specific among candidates that fit.

use bombe_facts::DefFlags;
use bombe_rules::file_table::SourceId;
use bombe_rules::profile::Phases;
use smallvec::{SmallVec, smallvec};

use crate::ids::Sym;
use crate::limits::OVERLOADS_MAX;
use crate::overload::{Candidate, Fit, Given, Phase};
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the candidates that no other is more specific than.
    pub(super) fn most_specific(
        &mut self,
        file: SourceId,
        phases: &'static Phases,
        fitting: &[&Candidate],
        given: &[Given],
        phase: Phase,
    ) -> SmallVec<[Sym; 2]> {
        if let [only] = fitting {
            return smallvec![only.sym];
        }
        let mut best: SmallVec<[Sym; 2]> = SmallVec::new();
        for candidate in fitting {
            if self.is_exhausted() {
                break;
            }
            let wins = fitting.iter().all(|other| {
                other.sym == candidate.sym
                    || self.as_specific(file, phases, candidate, other, given, phase)
            });
            if wins {
                best.push(candidate.sym);
            }
        }
        if best.is_empty() {
            let beaten = |session: &mut Self, candidate: &Candidate| {
                fitting.iter().any(|other| {
                    other.sym != candidate.sym
                        && session.as_specific(file, phases, other, candidate, given, phase)
                        && !session.as_specific(file, phases, candidate, other, given, phase)
                })
            };
            best = fitting
                .iter()
                .filter(|candidate| self.is_exhausted() || !beaten(self, candidate))
                .map(|candidate| candidate.sym)
                .take(OVERLOADS_MAX)
                .collect();
            return best;
        }
        let open = given.iter().any(|given| given.is_open());
        if best.len() > 1 && !open {
            // Several types declare the same signature: the nearest method with a body is meant.
            let repo = self.repo();
            let concrete = best
                .iter()
                .copied()
                .find(|sym| !repo.def(*sym).flags.has(DefFlags::ABSTRACT));
            let chosen = concrete.unwrap_or(best[0]);
            return smallvec![chosen];
        }
        best.truncate(OVERLOADS_MAX);
        best
    }

    /// Returns true if `a` takes every known argument at least as specifically as `b` does.
    fn as_specific(
        &mut self,
        file: SourceId,
        phases: &'static Phases,
        a: &Candidate,
        b: &Candidate,
        given: &[Given],
        phase: Phase,
    ) -> bool {
        // The fixed parameters decide among candidates of variable arity that take no argument more.
        let count = if phase == Phase::Variable {
            given.len().max(a.params.len()).max(b.params.len())
        } else {
            given.len()
        };
        (0..count).all(|at| {
            let given = given.get(at).copied();
            if given.is_some_and(Given::is_open) {
                return true;
            }
            let wanted_a = a.wanted(at, phase, &mut |ty| self.array_of(file, ty));
            let wanted_b = b.wanted(at, phase, &mut |ty| self.array_of(file, ty));
            let (Some(x), Some(y)) = (wanted_a, wanted_b) else {
                return true;
            };
            if x == y || self.type_fits(file, phases, x, y, Phase::Strict) == Fit::Yes {
                return true;
            }
            match given {
                Some(given @ (Given::Literal(..) | Given::Reference(_))) => {
                    self.function_as_specific(file, given, x, y)
                }
                _ => false,
            }
        })
    }

    /// Returns true if function type `a` is as specific as `b` for a given function. One with a result beats one
    /// without. Of two results, the one that is primitive, or not, like the function's own result wins.
    fn function_as_specific(&mut self, file: SourceId, given: Given, a: Ty, b: Ty) -> bool {
        let (Some((_, a)), Some((_, b))) = (self.shape_wanted(a), self.shape_wanted(b)) else {
            return false;
        };
        if b == Ty::VOID || a == b {
            return true;
        }
        if a == Ty::VOID {
            return false;
        }
        let is_primitive = |session: &mut Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => session.primitive(file, sym).is_some(),
            _ => false,
        };
        let (primitive_a, primitive_b) = (is_primitive(self, a), is_primitive(self, b));
        if primitive_a == primitive_b {
            return matches!(
                (self.types.get(a), self.types.get(b)),
                (TyData::Instance(a, _), TyData::Instance(b, _)) if self.is_subclass(a, b)
            );
        }
        let gives = match given {
            Given::Literal(at, def) => {
                let row = &self.repo().facts(at).defs[def.index()];
                self.type_of(at, row.value)
            }
            Given::Reference(ty) => self.result_without_arguments(ty),
            Given::Value(_) | Given::Outside(_) | Given::Foreign => Ty::UNKNOWN,
        };
        is_primitive(self, gives) == primitive_a
    }
}

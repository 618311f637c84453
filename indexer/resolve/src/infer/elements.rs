//! Containers: literals, elements, indexes and components.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, DefRole, Expr, ExprId};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::limits::ELEMENTS_READ_MAX;
use crate::member::MemberFilter;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    pub(super) fn collection(
        &mut self,
        file: SourceId,
        id: ExprId,
        len: u32,
        ids: &[ExprId],
        builtin: &'static str,
    ) -> Ty {
        let parts: SmallVec<[Ty; 4]> = ids
            .iter()
            .take(ELEMENTS_READ_MAX)
            .map(|part| self.element_of_literal(file, *part))
            .collect();
        let element = if len == 0 {
            let expected = self.expected(file, id);
            self.element(file, expected)
        } else {
            self.types.union(&parts)
        };
        self.builtin_instance(file, builtin, &[element])
    }

    fn element_of_literal(&mut self, file: SourceId, id: ExprId) -> Ty {
        match self.repo().expr(file, id) {
            Expr::Spread(inner) => {
                let ty = self.type_of(file, inner);
                self.element(file, ty)
            }
            _ => self.type_of(file, id),
        }
    }

    pub(super) fn index_type(&mut self, file: SourceId, base: ExprId, index: ExprId) -> Ty {
        let repo = self.repo();
        let base_ty = self.type_of(file, base);
        if let Expr::Str(key) = repo.expr(file, index)
            && !self.is_library_container(file, base_ty)
            && let Some(found) = self.find_member_in(file, base_ty, repo.name(file, key))
            && found != Ty::UNKNOWN
        {
            return found;
        }
        match self.types.get(base_ty) {
            TyData::Tuple(seq) => {
                let parts = self.types.tys_of(seq);
                self.types.union(&parts)
            }
            // A class object whose metaclass has elements, or a generic class applied to arguments (Python `Foo[int]`).
            TyData::Class(..) => {
                let protocols = self.cx.profile(file).protocols.index;
                match self.protocol(file, base_ty, protocols) {
                    Ty::UNKNOWN => base_ty,
                    ty => ty,
                }
            }
            TyData::External => base_ty,
            // A generic function applied to a type argument (Go `f[int]`).
            TyData::Func { .. } => base_ty,
            _ => {
                let profile = self.cx.profile(file);
                match self.protocol(file, base_ty, profile.protocols.index) {
                    Ty::UNKNOWN if profile.pointers_dropped => base_ty,
                    ty => ty,
                }
            }
        }
    }

    /// Returns true for an external type with an index operator: its keys are not its members (Python `d["items"]`).
    fn is_library_container(&mut self, file: SourceId, ty: Ty) -> bool {
        let repo = self.repo();
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return false;
        };
        if !repo.is_external_sym(sym) {
            return false;
        }
        let any = repo.any_member();
        let lineage = self.lineage(sym);
        let operators = self.cx.profile(file).protocols.index;
        operators.iter().any(|operator| {
            let name = Name::of(operator);
            name != any
                && ({
                    lineage.types.iter().any(|ancestor| {
                        matches!(self.types.get(*ancestor), TyData::Instance(owner, _)
                            if repo.own_members(owner, name).next().is_some())
                    })
                })
        })
    }

    /// Returns the component `index` of a tuple-like type.
    pub fn slot(&mut self, file: SourceId, ty: Ty, index: u32) -> Ty {
        match self.types.get(ty) {
            TyData::Tuple(seq) => self
                .types
                .tys_of(seq)
                .get(index as usize)
                .copied()
                .unwrap_or(Ty::UNKNOWN),
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.slot(file, *part, index))
                    .collect();
                self.types.union(&parts)
            }
            TyData::External => Ty::EXTERNAL,
            _ => {
                // A built-in tuple with arguments, or anything that can be iterated.
                if let Some(tuple) = self.builtin(file, self.cx.profile(file).builtins.tuple)
                    && let Some(tuple) = self.as_base(ty, tuple)
                    && let TyData::Instance(_, args) = self.types.get(tuple)
                    && let Some(part) = self.types.tys_of(args).get(index as usize)
                {
                    return *part;
                }
                match self.component(ty, index) {
                    Some(component) => component,
                    None => self.element(file, ty),
                }
            }
        }
    }

    /// Returns the type of a record's component, by its position.
    fn component(&mut self, ty: Ty, index: u32) -> Option<Ty> {
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        if repo.def(sym).kind != Some(SymbolKind::Record) {
            return None;
        }
        let (file, record) = (repo.file_of(sym), repo.def_id(sym));
        let def = repo
            .facts(file)
            .defs
            .iter()
            .filter(|def| def.parent == record && def.role == DefRole::Value)
            .filter(|def| !def.flags.has(DefFlags::STATIC))
            .nth(index as usize)?;
        self.find_member_as(ty, repo.name(file, def.name), MemberFilter::Values)
    }

    /// Returns the type of an element when `ty` is iterated.
    pub fn element(&mut self, file: SourceId, ty: Ty) -> Ty {
        if let TyData::Tuple(seq) = self.types.get(ty) {
            let parts = self.types.tys_of(seq);
            return self.types.union(&parts);
        }
        let protocols = self.cx.profile(file).protocols.elem;
        self.protocol(file, ty, protocols)
    }
}

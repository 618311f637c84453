//! The types of entities, definitions and bindings.

use bombe_facts::{BindingId, Bound, DefRole};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::ids::Sym;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of an entity, used as a value.
    pub fn entity_type(&mut self, entity: &Entity) -> Ty {
        match entity {
            Entity::Unknown => Ty::UNKNOWN,
            Entity::External => Ty::EXTERNAL,
            Entity::Module(module) => self.types.intern(TyData::Module(*module)),
            Entity::Syms(syms) => self.syms_type(syms),
            Entity::Bindings(file, ids) => {
                let types: SmallVec<[Ty; 4]> =
                    ids.iter().map(|id| self.binding_type(*file, *id)).collect();
                self.types.union(&types)
            }
            Entity::Value(file, expr) => self.type_of(*file, *expr),
            Entity::Typed(ty) => *ty,
        }
    }

    /// Returns the type of several definitions of one name, used as a value. Functions are overloads; a type comes
    /// before its namespace.
    fn syms_type(&mut self, syms: &[Sym]) -> Ty {
        let repo = self.repo();
        let funcs: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| matches!(repo.def(*sym).role, DefRole::Callable | DefRole::Lambda))
            .collect();
        if funcs.len() > 1 {
            return self.types.function(&funcs);
        }
        let first = syms
            .iter()
            .copied()
            .min_by_key(|sym| match repo.def(*sym).role {
                DefRole::Type => u8::from(repo.def(*sym).kind == Some(SymbolKind::Interface)),
                DefRole::Callable | DefRole::Lambda => 0,
                DefRole::Value | DefRole::Object => 2,
                DefRole::Namespace => 3,
                _ => 4,
            });
        first.map_or(Ty::UNKNOWN, |sym| self.sym_type(sym))
    }

    /// Returns the type of a definition, used as a value.
    pub fn sym_type(&mut self, sym: Sym) -> Ty {
        self.memoized(
            |session| &mut session.syms,
            sym,
            |session| session.find_sym_type(sym),
        )
    }

    fn find_sym_type(&mut self, sym: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        match def.role {
            DefRole::Callable | DefRole::Lambda => self.types.function(&[sym]),
            DefRole::Type => {
                let own = self.own_instance(sym);
                // The type is named without arguments. They are to be inferred, and are not the type's own parameters.
                match self.types.get(own) {
                    TyData::Instance(sym, _) => {
                        let none = self.types.tys(&[]);
                        self.types.intern(TyData::Class(sym, none))
                    }
                    _ => own,
                }
            }
            DefRole::Object => self.own_instance(sym),
            DefRole::Alias => {
                let ty = self.type_from(file, def.ty);
                self.class_of(ty)
            }
            DefRole::Namespace => self.types.intern(TyData::Namespace(sym)),
            DefRole::Value => {
                if def.ty.is_known() {
                    let declared = self.type_from(file, def.ty);
                    if declared != Ty::UNKNOWN {
                        return declared;
                    }
                }
                if def.kind == Some(bombe_format::kind::SymbolKind::EnumMember)
                    && !def.ty.is_known()
                {
                    return self.types.instance(repo.parent(sym), &[]);
                }
                self.type_of(file, def.value)
            }
            DefRole::Module => self
                .types
                .intern(TyData::Module(bombe_rules::modules::ModuleRef::File(file))),
            DefRole::TypeParam => {
                let sym = self.receiver_param(sym);
                self.types.intern(TyData::Param(sym))
            }
            DefRole::Impl | DefRole::Section => Ty::UNKNOWN,
        }
    }

    /// Returns the type of a binding.
    pub fn binding_type(&mut self, file: SourceId, id: BindingId) -> Ty {
        let key = (file, id);
        self.memoized(
            |session| &mut session.bindings,
            key,
            |session| session.find_binding_type(file, id),
        )
    }

    fn find_binding_type(&mut self, file: SourceId, id: BindingId) -> Ty {
        let repo = self.repo();
        let binding = repo.binding(file, id);
        if binding.ty.is_known() {
            let ty = self.type_from(file, binding.ty);
            if ty != Ty::UNKNOWN {
                return match binding.what {
                    Bound::Param(def, at) => self.parameter_as_variable(file, def, at, ty),
                    Bound::Var
                        if binding.value.is_known() && self.cx.profile(file).declarations_guide =>
                    {
                        match self.type_of(file, binding.value) {
                            value if matches!(self.types.get(value), TyData::Instance(..)) => {
                                self.narrow(ty, value)
                            }
                            _ => ty,
                        }
                    }
                    _ => ty,
                };
            }
        }
        match binding.what {
            Bound::Def(def) => self.sym_type(repo.sym(file, def)),
            Bound::Import(import) => {
                let entity = self.import_entity(file, import, Namespace::Value);
                let ty = self.entity_type(&entity);
                if ty != Ty::UNKNOWN || !binding.value.is_known() {
                    ty
                } else {
                    self.type_of(file, binding.value)
                }
            }
            Bound::Param(def, u32::MAX) => {
                let scope = repo.facts(file).defs[def.index()]
                    .body_scope
                    .unwrap_or(binding.scope);
                self.this_type(file, scope)
            }
            Bound::Param(def, at) => {
                let ty = self.parameter_type(file, def, at);
                if ty != Ty::UNKNOWN || !binding.value.is_known() {
                    ty
                } else {
                    self.type_of(file, binding.value)
                }
            }
            Bound::Var | Bound::Narrow => self.type_of(file, binding.value),
            Bound::Outer => Ty::UNKNOWN,
        }
    }
}

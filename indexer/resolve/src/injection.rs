//! Injected parameters: those that a framework fills with the value of the function that has the parameter's name.

use bombe_facts::{DefFlags, DefId, DefRole};
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::ModuleRef;
use smallvec::{SmallVec, smallvec};

use crate::ids::{MemberRef, Sym};
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the function whose value a framework passes as parameter `at` of a definition. See
    /// [`bombe_rules::profile::Injection`].
    pub(crate) fn supplier_of(&mut self, file: SourceId, def: DefId, at: u32) -> Option<Sym> {
        let injection = self.cx.profile(file).injection?;
        let repo = self.repo();
        let facts = repo.facts(file);
        let function = &facts.defs[def.index()];
        let mut receivers = injection.receivers.iter();
        if !receivers.any(|flag| function.flags.has(*flag)) {
            return None;
        }
        let param = facts.params_of(def).get(at as usize)?;
        if param.ty.is_known() || param.default.is_known() {
            return None;
        }
        let name = repo.name(file, param.name);
        // A supplier may take its value from the one of the same name that it replaces.
        let this = repo.sym(file, def);
        let supplies = |sym: &Sym| *sym != this && repo.def(*sym).flags.has(injection.supplier);
        let owner = repo.sym(file, function.parent);
        if repo.def(owner).role == DefRole::Type {
            let lineage = self.lineage(owner);
            for ancestor in &lineage.types {
                let TyData::Instance(class, _) = self.types.get(*ancestor) else {
                    continue;
                };
                let own = repo
                    .own_members(class, name)
                    .find_map(|member| match member {
                        MemberRef::Def(sym) => Some(sym).filter(supplies),
                        MemberRef::Assign(..) => None,
                    });
                if own.is_some() {
                    return own;
                }
            }
        }
        let mut modules: SmallVec<[ModuleRef; 4]> = smallvec![ModuleRef::File(file)];
        modules.extend(self.cx.finder(file).suppliers(file).iter().copied());
        modules.into_iter().find_map(|module| {
            match self.module_member(module, name, Namespace::Value) {
                Entity::Syms(syms) => syms.into_iter().find(supplies),
                _ => None,
            }
        })
    }

    /// Returns the type of the value that a supplier passes: what it returns, what the result of an `async` one resolves
    /// to, or what a generator yields.
    pub(crate) fn supplied_type(&mut self, supplier: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(supplier);
        let flags = repo.def(supplier).flags;
        let ty = self.return_type(supplier);
        if flags.has(DefFlags::GENERATOR) {
            return self.element(file, ty);
        }
        if flags.has(DefFlags::ASYNC) {
            let protocol = self.cx.profile(file).protocols.await_;
            return self.protocol(file, ty, protocol);
        }
        ty
    }
}

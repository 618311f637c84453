//! Fixtures: parameters of tests that take their value from a function of their name.

use bombe_facts::{DefFlags, DefId, DefRole};
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::ids::Sym;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// The fixture that a parameter of a test or fixture takes its value from, by name: of the class, the file, or the
    /// modules that supply fixtures to it.
    pub(crate) fn fixture_of(&mut self, file: SourceId, def: DefId, at: u32) -> Option<Sym> {
        let repo = self.repo();
        let facts = repo.facts(file);
        let function = &facts.defs[def.index()];
        if !function.flags.has(DefFlags::TEST) && !function.flags.has(DefFlags::FIXTURE) {
            return None;
        }
        let param = facts.params_of(def).get(at as usize)?;
        if param.ty.0 != 0 || param.default.0 != 0 {
            return None;
        }
        let name = repo.name(file, param.name);
        // A fixture may build on the one of the same name that it replaces.
        let this = repo.sym(file, def);
        let is_fixture = |sym: &Sym| *sym != this && repo.def(*sym).flags.has(DefFlags::FIXTURE);
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
                        crate::ids::MemberRef::Def(sym) => Some(sym).filter(is_fixture),
                        crate::ids::MemberRef::Assign(..) => None,
                    });
                if own.is_some() {
                    return own;
                }
            }
        }
        let mut modules: SmallVec<[bombe_rules::modules::ModuleRef; 4]> =
            smallvec![bombe_rules::modules::ModuleRef::File(file)];
        modules.extend(self.cx.finder(file).fixtures(file).iter().copied());
        modules.into_iter().find_map(|module| {
            match self.module_member(module, name, Namespace::Value) {
                Entity::Syms(syms) => syms.into_iter().find(is_fixture),
                _ => None,
            }
        })
    }

    /// What a fixture gives to whoever names it: the value returned, awaited, or yielded.
    pub(crate) fn fixture_value(&mut self, fixture: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(fixture);
        let flags = repo.def(fixture).flags;
        let ty = self.return_type(fixture);
        if flags.has(DefFlags::GENERATOR) {
            return self.element(file, ty);
        }
        if flags.has(DefFlags::ASYNC) {
            let wait = self.cx.profile(file).protocols.await_;
            return self.protocol(file, ty, wait);
        }
        ty
    }
}

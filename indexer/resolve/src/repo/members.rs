//! Members by owner: those that a file declares itself, and those that other files add.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, DefId, DefRole, Facts, ScopeId};
use bombe_rules::file_table::SourceId;
use rayon::prelude::*;

use crate::cross_fact::{FactKind, FactObject};
use crate::cross_index::CrossFileIndex;
use crate::ids::{MemberRef, Sym};
use crate::repo::Repo;
use crate::repo::source::Opened;

/// The kinds of facts that add members outside their owner's body.
pub(super) const OUTSIDE_MEMBERS: [FactKind; 2] = [FactKind::Member, FactKind::Assigned];

/// The name of the member that stands for every member that a type does not list.
const ANY_MEMBER: &str = "[]";

/// Returns true if facts add members to definitions of a file.
pub(super) fn has_members(cross_facts: &CrossFileIndex, file: SourceId) -> bool {
    let mut lists = OUTSIDE_MEMBERS.into_iter();
    lists.any(|kind| cross_facts.of_file(kind, file).next().is_some())
}

impl Repo {
    /// Returns the members of the definitions of a file: those that it declares itself and those that other files add.
    pub(super) fn members_of_file(
        &self,
        file: SourceId,
        opened: &Opened,
    ) -> Vec<(DefId, Name, MemberRef)> {
        let mut members = self.members_declared(file, opened);
        for kind in OUTSIDE_MEMBERS {
            members.extend(self.cross_facts.of_file(kind, file).filter_map(|row| {
                let member = match row.fact.object {
                    FactObject::Def(member) => MemberRef::Def(self.sym_at(member)),
                    FactObject::Assign(file, assign) => MemberRef::Assign(file, assign),
                    FactObject::None | FactObject::Type(_) => return None,
                };
                Some((row.fact.subject.def, row.fact.name, member))
            }));
        }
        members
    }

    fn members_declared(&self, file: SourceId, opened: &Opened) -> Vec<(DefId, Name, MemberRef)> {
        let Opened { facts, names, .. } = opened;
        let mut members = Vec::new();
        for (at, def) in facts.defs.iter().enumerate().skip(1) {
            let owner = &facts.defs[def.parent.index()];
            let is_member = matches!(
                owner.role,
                DefRole::Type
                    | DefRole::Object
                    | DefRole::Namespace
                    | DefRole::Alias
                    | DefRole::Impl
            ) && !matches!(
                def.role,
                DefRole::TypeParam | DefRole::Lambda | DefRole::Impl
            ) && !(def.role == DefRole::Object && def.kind.is_none())
                && owner
                    .body_scope
                    .is_none_or(|scope| declares(facts, scope, def.scope));
            if is_member && !def.name.is_empty() {
                let member = MemberRef::Def(self.sym(file, DefId(at as u32)));
                let name = names[def.name.index()];
                members.push((def.parent, name, member));
                // Enumerators that are reached without naming their enum also belong to the class around it.
                if owner.flags.has(DefFlags::TRANSPARENT) && def.role == DefRole::Value {
                    members.push((owner.parent, name, member));
                }
            }
        }
        for (at, assign) in facts.assigns.iter().enumerate() {
            if let Some(owner) = assign.owner {
                let already = assign
                    .def
                    .is_some_and(|def| facts.defs[def.index()].parent == owner);
                if !already {
                    let member = MemberRef::Assign(file, at as u32);
                    members.push((owner, names[assign.name.index()], member));
                }
            }
        }
        members
    }

    /// Rebuilds the members of the open files for which a condition holds.
    pub(super) fn renew_members(
        &mut self,
        holds: impl Fn(&CrossFileIndex, SourceId) -> bool + Sync,
    ) {
        let files = self.files.par_iter().enumerate();
        let members: Vec<_> = files
            .filter_map(|(file, source)| {
                let opened = source.opened.get()?;
                let file = SourceId::new(file);
                let renewed = holds(&self.cross_facts, file);
                renewed.then(|| (file, self.members_of_file(file, opened)))
            })
            .collect();
        for (file, members) in members {
            if let Some(opened) = self.files[file.index()].opened.get_mut() {
                opened.set_members(members);
            }
        }
    }

    /// Returns the members of one owner, by the number of their name.
    fn members_of(&self, owner: Sym) -> &[(DefId, Name, MemberRef)] {
        let opened = self.open(self.file_of(owner));
        let at = self.def_id(owner).index();
        &opened.members[opened.first_member[at] as usize..opened.first_member[at + 1] as usize]
    }

    /// Returns the members that `owner` has of its own under `name`, in source order. Logarithmic in the number of its
    /// members.
    pub fn own_members(&self, owner: Sym, name: Name) -> impl Iterator<Item = MemberRef> + '_ {
        let members = self.members_of(owner);
        let start = members.partition_point(|(_, n, _)| *n < name);
        members[start..]
            .iter()
            .take_while(move |(_, n, _)| *n == name)
            .map(|(_, _, member)| *member)
    }

    /// Returns every member that `owner` has of its own, by the number of its name.
    pub fn all_members(&self, owner: Sym) -> impl Iterator<Item = (Name, MemberRef)> + '_ {
        self.members_of(owner)
            .iter()
            .map(|(_, name, member)| (*name, *member))
    }

    /// The name of the member that stands for every member that a type does not list.
    pub fn any_member(&self) -> Name {
        Name::of(ANY_MEMBER)
    }
}

/// Returns true if a definition in `scope` is declared by the body `outer` itself, perhaps inside branches.
fn declares(facts: &Facts, outer: ScopeId, mut scope: ScopeId) -> bool {
    while scope != outer {
        let s = &facts.scopes[scope.index()];
        if s.kind != bombe_facts::ScopeKind::Branch || s.parent == scope {
            return false;
        }
        scope = s.parent;
    }
    true
}

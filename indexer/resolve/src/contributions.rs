//! Contributions: what one file states about definitions that other files declare, or about its own from outside their bodies.
//!
//! Examples are a method declared away from its type, a member assigned from elsewhere, or the supertype that an `impl` block
//! adds. `collect` finds them.

use bombe_rules::file_table::SourceId;
use std::ops::{Deref, DerefMut};

use bombe_facts::TypeId;
use bombe_facts::name::Name;

use crate::dependencies::ReadSet;
use crate::ids::{MemberRef, Sym};

/// The contributions of one file. Most files have none, which takes no memory. `D` is how definitions are numbered.
#[derive(Clone, Debug)]
pub struct Contributions<D = Sym>(Option<Box<ContributionLists<D>>>);

/// The lists of [`Contributions`].
#[derive(Clone, Debug)]
pub struct ContributionLists<D> {
    /// (type, other type): declarations of one type; see [`crate::session::Shared::merged_with`].
    pub merged: Vec<(D, D)>,
    /// (method or block, type): definitions of the file and the type that each belongs to from outside its body.
    pub receivers: Vec<(D, D)>,
    /// (owner, name, member): methods declared outside their owner's body.
    pub members: Vec<(D, Name, MemberRef<D>)>,
    /// (type, type expression of the file): supertypes declared outside the type's body.
    pub supers: Vec<(D, TypeId)>,
    /// Blocks of the file that apply to every type; see [`crate::session::Shared::blanket`].
    pub blanket: Vec<D>,
    /// (type parameter, class of this file): classes that pass themselves to a template from which they derive.
    pub derived: Vec<(D, D)>,
    /// (owner, name, member): members assigned through an expression.
    pub assigned: Vec<(D, Name, MemberRef<D>)>,
    /// (router, digest of the mount, entry point of this file): routers that this file mounts.
    pub mounts: Vec<(D, Name, MemberRef<D>)>,
    /// (handler, digest of the rows): the handlers of entry points that name their handler by an expression; they may be
    /// in any file.
    pub handlers: Vec<(D, Name)>,
    /// (definition of the file, other, how): what its types and methods satisfy. It depends on all files, so it is
    /// found last.
    pub structural: Vec<(D, D, Satisfies)>,
}

/// How a definition satisfies another by its methods alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Satisfies {
    /// A type satisfies an interface. A type that satisfies itself was not compared with all interfaces.
    Interface,
    /// A method is one that an interface requires.
    Method,
}

impl<D: 'static> ContributionLists<D> {
    /// The lists of a file without contributions.
    const NOTHING: &'static Self = &Self {
        merged: Vec::new(),
        receivers: Vec::new(),
        members: Vec::new(),
        supers: Vec::new(),
        blanket: Vec::new(),
        derived: Vec::new(),
        assigned: Vec::new(),
        mounts: Vec::new(),
        handlers: Vec::new(),
        structural: Vec::new(),
    };

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        let pairs = self.merged.len() + self.receivers.len() + self.derived.len();
        let members = self.members.len() + self.assigned.len() + self.mounts.len();
        let others = self.supers.len() + self.blanket.len() + self.handlers.len();
        pairs + members + others + self.structural.len()
    }
}

impl<D> Default for Contributions<D> {
    fn default() -> Self {
        Self(None)
    }
}

impl<D: 'static> Deref for Contributions<D> {
    type Target = ContributionLists<D>;

    fn deref(&self) -> &ContributionLists<D> {
        self.0.as_deref().unwrap_or(ContributionLists::NOTHING)
    }
}

impl<D: Clone + 'static> DerefMut for Contributions<D> {
    fn deref_mut(&mut self) -> &mut ContributionLists<D> {
        self.0
            .get_or_insert_with(|| Box::new(ContributionLists::NOTHING.clone()))
    }
}

impl<D: Copy + 'static> Contributions<D> {
    /// Returns the same lists with definitions numbered by `number`.
    pub fn map<E>(&self, number: impl Fn(D) -> E) -> Contributions<E> {
        if self.rows() == 0 {
            return Contributions(None);
        }
        let pairs = |pairs: &[(D, D)]| {
            let pairs = pairs.iter();
            pairs
                .map(|(one, other)| (number(*one), number(*other)))
                .collect()
        };
        let members = |members: &[(D, Name, MemberRef<D>)]| {
            let members = members.iter().map(|(owner, name, member)| {
                let member = match member {
                    MemberRef::Def(def) => MemberRef::Def(number(*def)),
                    MemberRef::Assign(file, assign) => MemberRef::Assign(*file, *assign),
                };
                (number(*owner), *name, member)
            });
            members.collect()
        };
        let defs = |defs: &[D]| defs.iter().map(|def| number(*def)).collect();
        let (supers, structural) = (self.supers.iter(), self.structural.iter());
        Contributions(Some(Box::new(ContributionLists {
            merged: pairs(&self.merged),
            receivers: pairs(&self.receivers),
            members: members(&self.members),
            supers: supers.map(|(ty, expr)| (number(*ty), *expr)).collect(),
            blanket: defs(&self.blanket),
            derived: pairs(&self.derived),
            assigned: members(&self.assigned),
            mounts: members(&self.mounts),
            handlers: self
                .handlers
                .iter()
                .map(|(def, digest)| (number(*def), *digest))
                .collect(),
            structural: structural
                .map(|(source, target, what)| (number(*source), number(*target), *what))
                .collect(),
        })))
    }
}

/// The collected contributions of a file.
#[derive(Debug)]
pub struct FileContributions {
    /// Number of the file.
    pub file: SourceId,
    /// Its contributions.
    pub contributions: Contributions,
    /// What collecting them read.
    pub reads: ReadSet,
}

/// The contributions of some files, which ascend.
pub type Found = Vec<FileContributions>;

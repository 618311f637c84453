//! Types as the resolver sees them: interned per session, so that equality is equality of ids.

use std::cell::Cell;

use hashbrown::HashMap;

use bombe_rules::modules::ModuleRef;

use super::ids::Sym;
use super::limits::{TYPE_SIZE_MAX, UNION_PARTS_MAX};
use bombe_facts::name::Name;

/// A type: an id in a [`Types`] arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty(pub u32);

impl Ty {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self(0);
    /// A value or type from outside the repository of which nothing is known.
    pub const EXTERNAL: Self = Self(1);
    /// `None`, `null`, `nil`.
    pub const NULL: Self = Self(2);
    /// No value.
    pub const VOID: Self = Self(3);
    /// The receiver's own type, where it is not yet known.
    pub const SELF: Self = Self(4);
}

/// A list of types or symbols, in the side table of a [`Types`] arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seq(pub u32);

/// What a type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TyData {
    /// See [`Ty::UNKNOWN`].
    Unknown,
    /// See [`Ty::EXTERNAL`].
    External,
    /// See [`Ty::NULL`].
    Null,
    /// See [`Ty::VOID`].
    Void,
    /// See [`Ty::SELF`].
    SelfTy,
    /// An instance of a type definition with its arguments (types; empty if not given).
    Instance(Sym, Seq),
    /// The class object of a type definition.
    Class(Sym, Seq),
    /// The class object of an open type: a type parameter, the receiver's own type, or a member of such a type.
    ClassOf(Ty),
    /// Known functions: overloads of one name, found on their owner through a receiver.
    Func {
        /// The functions: overloads of one name.
        syms: Seq,
        /// The type that declares them, with its arguments; unknown for free functions.
        owner: Ty,
        /// The type of what they are called on.
        recv: Ty,
    },
    /// A function type.
    Fn {
        /// Types of the parameters.
        params: Seq,
        /// Type of the result.
        ret: Ty,
    },
    /// A module or package as a value.
    Module(ModuleRef),
    /// A namespace defined inside a file.
    Namespace(Sym),
    /// A type parameter.
    Param(Sym),
    /// A tuple.
    Tuple(Seq),
    /// One of several types.
    Union(Seq),
    /// The type of one string literal.
    Lit(Name),
    /// The type of a member of an open type: base and index, at least one of which mentions a type parameter.
    Indexed(Ty, Ty),
}

/// What walks over a type need to know of it.
#[derive(Clone, Copy)]
struct Shape {
    /// The number of types that it consists of, each counted as often as it occurs.
    size: u32,
    /// Nothing in it can be replaced: it has no type parameter, no receiver's own type, and nothing whose meaning
    /// depends on them.
    closed: bool,
}

/// The arena of a session's types.
///
/// It counts the work of the session as it is used: a step for each type or item of a list that is looked at or added.
pub struct Types {
    steps: Cell<u64>,
    data: Vec<TyData>,
    shapes: Vec<Shape>,
    /// Whether a type was too large to be kept whole.
    pub(crate) is_cut: bool,
    ids: HashMap<TyData, Ty>,
    seqs: Vec<Box<[u32]>>,
    seq_ids: HashMap<Box<[u32]>, Seq>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Self {
            steps: Cell::new(0),
            data: Vec::new(),
            shapes: Vec::new(),
            is_cut: false,
            ids: HashMap::new(),
            seqs: Vec::new(),
            seq_ids: HashMap::new(),
        };
        types.seq(&[]);
        for data in [
            TyData::Unknown,
            TyData::External,
            TyData::Null,
            TyData::Void,
            TyData::SelfTy,
        ] {
            types.intern(data);
        }
        types
    }
}

impl Types {
    /// Returns the id of a type, which it adds if it is new.
    pub fn intern(&mut self, data: TyData) -> Ty {
        if let Some(id) = self.ids.get(&data) {
            return *id;
        }
        let shape = self.shape(data);
        if shape.size > TYPE_SIZE_MAX {
            self.is_cut = true;
            return match data {
                TyData::Instance(sym, _) => self.instance(sym, &[]),
                _ => Ty::UNKNOWN,
            };
        }
        let id = Ty(self.data.len() as u32);
        self.data.push(data);
        self.shapes.push(shape);
        self.ids.insert(data, id);
        id
    }

    fn shape(&self, data: TyData) -> Shape {
        let (closed, seq, others): (bool, Option<Seq>, [Ty; 2]) = match data {
            TyData::SelfTy | TyData::Param(_) => (false, None, [Ty::UNKNOWN; 2]),
            TyData::Indexed(base, index) => (false, None, [base, index]),
            TyData::ClassOf(inner) => (true, None, [inner, Ty::UNKNOWN]),
            TyData::Instance(_, seq)
            | TyData::Class(_, seq)
            | TyData::Tuple(seq)
            | TyData::Union(seq) => (true, Some(seq), [Ty::UNKNOWN; 2]),
            TyData::Fn { params, ret } => (true, Some(params), [ret, Ty::UNKNOWN]),
            TyData::Func { owner, recv, .. } => (true, None, [owner, recv]),
            TyData::Unknown
            | TyData::External
            | TyData::Null
            | TyData::Void
            | TyData::Module(_)
            | TyData::Namespace(_)
            | TyData::Lit(_) => (true, None, [Ty::UNKNOWN; 2]),
        };
        let listed = seq.map_or(&[][..], |seq| &self.seqs[seq.0 as usize]);
        let parts = listed.iter().copied().chain(others.map(|ty| ty.0));
        let mut whole = Shape { size: 1, closed };
        for part in parts.filter(|part| *part != Ty::UNKNOWN.0) {
            let part = self.shapes[part as usize];
            whole.size = whole.size.saturating_add(part.size);
            whole.closed &= part.closed;
        }
        whole
    }

    /// Returns true if nothing in a type can be replaced by substitution.
    pub fn is_closed(&self, ty: Ty) -> bool {
        self.shapes[ty.0 as usize].closed
    }

    /// Returns the number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts steps.
    pub(crate) fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps as u64);
    }

    /// Returns what a type is.
    pub fn get(&self, ty: Ty) -> TyData {
        self.count(1);
        self.data[ty.0 as usize]
    }

    fn seq(&mut self, ids: &[u32]) -> Seq {
        self.count(ids.len());
        if let Some(seq) = self.seq_ids.get(ids) {
            return *seq;
        }
        let seq = Seq(self.seqs.len() as u32);
        self.seqs.push(ids.into());
        self.seq_ids.insert(ids.into(), seq);
        seq
    }

    /// Returns the id of a list of types, which it adds if it is new.
    pub fn tys(&mut self, tys: &[Ty]) -> Seq {
        let raw: smallvec::SmallVec<[u32; 8]> = tys.iter().map(|ty| ty.0).collect();
        self.seq(&raw)
    }

    /// Returns the id of a list of symbols, which it adds if it is new.
    pub fn syms(&mut self, syms: &[Sym]) -> Seq {
        let raw: smallvec::SmallVec<[u32; 8]> = syms.iter().map(|sym| sym.0).collect();
        self.seq(&raw)
    }

    /// Returns the types of a list.
    pub fn tys_of(&self, seq: Seq) -> smallvec::SmallVec<[Ty; 4]> {
        let seq = &self.seqs[seq.0 as usize];
        self.count(seq.len());
        seq.iter().map(|raw| Ty(*raw)).collect()
    }

    /// Returns the symbols of a list.
    pub fn syms_of(&self, seq: Seq) -> smallvec::SmallVec<[Sym; 4]> {
        let seq = &self.seqs[seq.0 as usize];
        self.count(seq.len());
        seq.iter().map(|raw| Sym(*raw)).collect()
    }

    /// Returns the length of a list.
    pub fn len_of(&self, seq: Seq) -> usize {
        self.seqs[seq.0 as usize].len()
    }

    /// Returns an instance of a type definition.
    pub fn instance(&mut self, sym: Sym, args: &[Ty]) -> Ty {
        let args = self.tys(args);
        self.intern(TyData::Instance(sym, args))
    }

    /// Returns the type of a free function, given its overloads.
    pub fn function(&mut self, syms: &[Sym]) -> Ty {
        let syms = self.syms(syms);
        self.intern(TyData::Func {
            syms,
            owner: Ty::UNKNOWN,
            recv: Ty::UNKNOWN,
        })
    }

    /// Returns the union of some types: flattened, without repetitions and unknown parts, cut to `UNION_PARTS_MAX`.
    /// It is unknown if all parts are.
    pub fn union(&mut self, parts: &[Ty]) -> Ty {
        let mut flat: smallvec::SmallVec<[Ty; 8]> = smallvec::SmallVec::new();
        for part in parts {
            let inner = match self.get(*part) {
                TyData::Union(seq) => self.tys_of(seq),
                _ => smallvec::smallvec![*part],
            };
            for ty in inner {
                if ty != Ty::UNKNOWN && !flat.contains(&ty) {
                    flat.push(ty);
                }
            }
        }
        match flat.len() {
            0 => Ty::UNKNOWN,
            1 => flat[0],
            _ => {
                flat.truncate(UNION_PARTS_MAX);
                let seq = self.tys(&flat);
                self.intern(TyData::Union(seq))
            }
        }
    }

    /// Returns true for a union to which nothing can be added.
    pub fn is_full(&self, ty: Ty) -> bool {
        matches!(self.get(ty), TyData::Union(seq) if self.tys_of(seq).len() == UNION_PARTS_MAX)
    }
}

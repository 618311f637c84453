//! What other files can see of a file, as a digest: as long as it stays, nothing that is said of another file changes.
//!
//! The inside of a callable is hidden if nothing in it can be reached from outside: nothing in it is exported, or bound in a
//! scope around it; it defines no type and imports no wildcard; and what it gives, as a result that is not declared or to
//! members, can be told by itself (`escaping`). The digest covers the text of the file without the insides that are hidden, so it
//! errs on the side of seeing too much. What stands in the facts of such a text is the same, but for numbers and positions,
//! whose order stays.
//!
//! What a parser makes of text that it cannot read may depend on all of it, and text may change that says nothing: where a digest
//! does not tell, the facts of before and of now are compared in what they say outside (`outside`). That takes both at hand.

mod escaping;
mod outside;
mod rows;

use escaping::EscapingWrites;
pub use outside::outside;

use super::{
    Binding, Bound, Def, DefFlags, DefId, DefRole, Expr, Facts, Import, ImportKind, ScopeId,
};

/// Digest of what other files can see of a file, given its facts and its text; zeros if that cannot be told.
pub fn interface_hash(facts: &Facts, text: &str) -> [u8; 16] {
    if facts.syntax_errors > 0 || !facts.complaints.is_empty() || has_far_handlers(facts) {
        return [0; 16];
    }
    digest(facts, text).unwrap_or_default()
}

/// True if other files see the same of a file by its facts of before and of now.
pub fn look_alike(was: &Facts, is: &Facts) -> bool {
    !has_far_handlers(was)
        && !has_far_handlers(is)
        && outside(was).is_some_and(|was| outside(is).is_some_and(|is| was == is))
}

/// True if a handler is named by an expression: it may stand in another file, whose entry point it is.
fn has_far_handlers(facts: &Facts) -> bool {
    let entries = facts.entry_points.iter();
    let mut handlers = entries.filter(|entry| entry.def.is_none());
    handlers.any(|entry| {
        let handler = facts.exprs.get(entry.handler.index());
        !matches!(handler, Some(Expr::Unknown | Expr::Lambda(_)))
    })
}

/// Writes what is said of the file as a whole, and its imports.
fn whole(facts: &Facts, seen: &mut Vec<u8>) {
    let file = facts.file;
    let flags = [file.test, file.generated, file.es_module, file.other_build];
    seen.extend(flags.map(u8::from));
    part(seen, facts.str(facts.package));
    seen.extend((facts.imports.len() as u64).to_le_bytes());
    for import in &facts.imports {
        let Import {
            kind,
            module,
            symbol,
            local,
            level,
            scope: _,
            line: _,
            reexport,
            type_only,
        } = import;
        seen.push(*kind as u8);
        for text in [module, symbol, local] {
            part(seen, facts.str(*text));
        }
        seen.extend(level.to_le_bytes());
        seen.extend([*reexport, *type_only].map(u8::from));
    }
}

fn digest(facts: &Facts, text: &str) -> Option<[u8; 16]> {
    let mut seen = Vec::with_capacity(text.len());
    whole(facts, &mut seen);
    let order = Order::of(facts);
    let hidden = hidden(facts, &order);
    let mut at = 0;
    for inside in &hidden {
        let (start, end) = (inside.start as usize, inside.end as usize);
        part(&mut seen, text.get(at..start)?);
        inside.write(facts, &order, &mut seen);
        at = end;
    }
    part(&mut seen, text.get(at..)?);
    let mut digest = [0; 16];
    digest.copy_from_slice(&blake3::hash(&seen).as_bytes()[..16]);
    Some(digest)
}

/// The definitions of a file that do not stand in a hidden inside, or that such a one shows, by their first byte. Two files of
/// one surface have as many, and the same ones in the same order.
pub fn outer(facts: &Facts) -> Vec<DefId> {
    let order = Order::of(facts);
    let mut found = Vec::with_capacity(facts.defs.len());
    let mut at = 0;
    for inside in hidden(facts, &order) {
        found.extend(&order.by_start[at..inside.ranks.start]);
        found.extend(&inside.shows);
        at = inside.ranks.end;
    }
    found.extend(&order.by_start[at..]);
    found
}

fn part(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// The definitions of a file by their first byte.
struct Order {
    by_start: Vec<DefId>,
    /// For each definition its place among them: its rank.
    rank: Vec<usize>,
}

impl Order {
    fn of(facts: &Facts) -> Self {
        let mut by_start: Vec<DefId> = (0..facts.defs.len() as u32).map(DefId).collect();
        by_start.sort_by_key(|def| facts.defs[def.index()].start);
        let mut rank = vec![0; by_start.len()];
        for (at, def) in by_start.iter().enumerate() {
            rank[def.index()] = at;
        }
        Self { by_start, rank }
    }

    /// What is defined in an inside.
    fn defs(&self, inside: &Inside) -> &[DefId] {
        &self.by_start[inside.ranks.clone()]
    }
}

/// The hidden inside of a callable.
struct Inside {
    /// The callable.
    of: DefId,
    start: u32,
    end: u32,
    flags: DefFlags,
    /// It says `return` or `yield` with a value.
    gives: bool,
    /// It has a type: that of a lambda may come from its inside.
    typed: bool,
    /// Ranks of what is defined in it.
    ranks: std::ops::Range<usize>,
    /// What it gives.
    escaping: Vec<u8>,
    /// What is defined in it that can be reached by what it gives, ascending by rank.
    shows: Vec<DefId>,
}

impl Inside {
    /// Writes what of it is seen all the same.
    fn write(&self, facts: &Facts, order: &Order, seen: &mut Vec<u8>) {
        seen.extend(self.flags.0.to_le_bytes());
        seen.extend([self.gives, self.typed].map(u8::from));
        // What is defined inside has a name that may be looked for everywhere, or counts beside others of that name.
        let mut named: Vec<DefId> = Vec::new();
        for id in order.defs(self) {
            let def = &facts.defs[id.index()];
            let Some(kind) = def.kind else {
                continue;
            };
            part(seen, facts.str(def.name));
            seen.push(kind as u8);
            seen.extend(def.flags.0.to_le_bytes());
            seen.extend(self.number_around(facts, order, &named, def).to_le_bytes());
            for param in facts.params_of(*id) {
                seen.extend([param.flags.0, u8::from(param.default.0 != 0)]);
            }
            seen.push(u8::MAX);
            named.push(*id);
        }
        seen.extend(u64::MAX.to_le_bytes());
        seen.extend((self.escaping.len() as u64).to_le_bytes());
        seen.extend(&self.escaping);
    }

    /// The number, among those of `named`, of the nearest definition with a name around `def`; as many as these are if that
    /// stands outside.
    fn number_around(&self, facts: &Facts, order: &Order, named: &[DefId], def: &Def) -> u64 {
        let mut parent = def.parent;
        while parent != self.of && parent.0 != 0 {
            let rank = order.rank[parent.index()];
            let number = named.binary_search_by_key(&rank, |other| order.rank[other.index()]);
            if let Ok(number) = number {
                return number as u64;
            }
            parent = facts.defs[parent.index()].parent;
        }
        named.len() as u64
    }
}

/// What reaches out of callables, in order. Definitions are named by their ranks.
struct Reaching {
    /// Definitions that something is exported in, or bound in for a scope around them, or a module declared, or every name of one imported.
    defs: Vec<usize>,
    /// (position, definition around the scope that is bound in).
    bindings: Vec<(u32, usize)>,
}

impl Reaching {
    fn of(facts: &Facts, order: &Order) -> Self {
        let of_def = |def: DefId| order.rank[def.index()];
        let of_scope = |scope: ScopeId| of_def(facts.scopes[scope.index()].def);
        let imports = facts.imports.iter();
        // What these lead to depends on where they stand, and no name says who looks there.
        let reaches_out = |import: &&Import| {
            let kind = import.kind;
            let is_wildcard = matches!(kind, ImportKind::Wildcard | ImportKind::StaticWildcard);
            import.reexport || is_wildcard || kind == ImportKind::ChildModule
        };
        let imports = imports
            .filter(reaches_out)
            .map(|import| of_scope(import.scope));
        // Where `global x` and the like stand.
        let outer = facts.bindings.iter().filter_map(|binding| {
            let (scope, branch) = (of_scope(binding.scope), of_scope(binding.branch));
            (binding.what == Bound::Outer || scope != branch).then_some(branch)
        });
        let exports = facts.exports.iter().map(|export| of_def(export.within));
        let mut defs: Vec<usize> = imports.chain(exports).chain(outer).collect();
        defs.sort_unstable();
        // A definition that is seen in the whole scope is bound where it stands.
        let place = |binding: &Binding| match (binding.pos, binding.what) {
            (0, Bound::Def(def)) => facts.defs[def.index()].start,
            (pos, _) => pos,
        };
        let bindings = facts.bindings.iter();
        let mut bindings: Vec<(u32, usize)> = bindings
            .map(|binding| (place(binding), of_scope(binding.scope)))
            .collect();
        bindings.sort_unstable();
        Self { defs, bindings }
    }

    /// True if nothing inside the callable of rank `at` reaches out of it.
    fn is_closed(&self, at: usize, inside: &Inside) -> bool {
        let start = self.defs.partition_point(|def| *def < inside.ranks.start);
        let end = self.defs.partition_point(|def| *def < inside.ranks.end);
        let bound = &self.bindings[self
            .bindings
            .partition_point(|(pos, _)| *pos < inside.start)..];
        let bound = &bound[..bound.partition_point(|(pos, _)| *pos < inside.end)];
        start == end
            && self.defs.binary_search(&at).is_err()
            && bound
                .iter()
                .all(|(_, def)| *def == at || inside.ranks.contains(def))
    }
}

/// The outermost hidden insides, ascending.
fn hidden(facts: &Facts, order: &Order) -> Vec<Inside> {
    let reaching = Reaching::of(facts, order);
    let mut escaping = EscapingWrites::of(facts, order);
    let start_of = |def: &DefId| facts.defs[def.index()].start;
    let mut found: Vec<Inside> = Vec::new();
    for (at, id) in order.by_start.iter().enumerate() {
        let def = &facts.defs[id.index()];
        let within = found.last().is_some_and(|last| def.start < last.end);
        let is_callable = matches!(def.role, DefRole::Callable | DefRole::Lambda);
        if within || !is_callable || def.body_start >= def.body_end {
            continue;
        }
        let behind = &order.by_start[at + 1..];
        let first = at + 1 + behind.partition_point(|other| start_of(other) < def.body_start);
        let last = at + 1 + behind.partition_point(|other| start_of(other) < def.body_end);
        let mut inside = Inside {
            of: *id,
            start: def.body_start,
            end: def.body_end,
            flags: def.flags,
            gives: def.returns.len + def.yields.len > 0,
            typed: def.ty.0 != 0,
            ranks: first..last,
            escaping: Vec::new(),
            shows: Vec::new(),
        };
        let mut defs = order
            .defs(&inside)
            .iter()
            .map(|def| &facts.defs[def.index()]);
        if !defs.all(is_plain) || !reaching.is_closed(at, &inside) {
            continue;
        }
        if escaping.hash_effects(&mut inside, order) {
            found.push(inside);
        }
    }
    found
}

/// True if a definition inside a callable cannot be reached but by its name.
fn is_plain(def: &Def) -> bool {
    def.receiver.0 == 0
        && match def.role {
            DefRole::Callable | DefRole::Lambda | DefRole::TypeParam | DefRole::Value => true,
            DefRole::Object => def.kind.is_none(),
            _ => false,
        }
}

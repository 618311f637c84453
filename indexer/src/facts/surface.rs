//! What other files can see of a file, as a digest: as long as it stays, nothing that is said of another file changes.
//!
//! The inside of a callable is hidden if nothing in it can be reached from outside: its result is declared, or it gives
//! none; nothing in it is assigned to a member, imported, or bound in a scope around it; and it defines no type. The
//! digest covers the text of the file without the insides that are hidden, so it errs on the side of seeing too much. What
//! stands in the facts of such a text is the same, but for numbers and positions, whose order stays.

use bombe_format::kind::SymbolKind;

use super::{Bound, Def, DefFlags, DefId, DefRole, Facts, ScopeId};

/// Digest of what other files can see of a file, given its facts and its text; zeros if that cannot be told.
pub fn surface(facts: &Facts, text: &str) -> [u8; 16] {
    // What a parser makes of text that it cannot read may depend on all of it. A handler that is named by an expression
    // may stand in another file, whose entry point it is.
    let unclear = !facts.defs.is_sorted_by_key(|def| def.start)
        || facts.syntax_errors > 0
        || !facts.complaints.is_empty()
        || facts.entry_points.iter().any(|entry| entry.def.is_none());
    if unclear {
        return [0; 16];
    }
    let mut hasher = blake3::Hasher::new();
    let file = facts.file;
    let flags = [file.test, file.generated, file.es_module, file.other_build];
    hasher.update(&flags.map(u8::from));
    part(&mut hasher, facts.str(facts.package));
    for import in &facts.imports {
        for text in [import.module, import.symbol, import.local] {
            part(&mut hasher, facts.str(text));
        }
    }
    let mut at = 0;
    for inside in hidden(facts) {
        let (start, end) = (inside.start as usize, inside.end as usize);
        let (Some(before), true) = (text.get(at..start), text.is_char_boundary(end)) else {
            return [0; 16];
        };
        part(&mut hasher, before);
        hasher.update(&inside.flags.0.to_le_bytes());
        hasher.update(&[u8::from(inside.gives)]);
        // What is defined inside has a name that may be looked for everywhere, or counts beside others of that name.
        for def in &facts.defs[inside.defs.clone()] {
            if def.kind.is_some() {
                part(&mut hasher, facts.str(def.name));
            }
        }
        at = end;
    }
    let Some(rest) = text.get(at..) else {
        return [0; 16];
    };
    part(&mut hasher, rest);
    let mut digest = [0; 16];
    digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    digest
}

/// The definitions of a file that do not stand in a hidden inside, ascending. Two files of one surface have as many, and the
/// same ones in the same order.
pub fn outer(facts: &Facts) -> Vec<DefId> {
    let mut found = Vec::with_capacity(facts.defs.len());
    let mut at = 0;
    let mut add = |defs: std::ops::Range<usize>| {
        found.extend(defs.map(|def| DefId(def as u32)));
    };
    for inside in hidden(facts) {
        add(at..inside.defs.start);
        at = inside.defs.end;
    }
    add(at..facts.defs.len());
    found
}

fn part(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

/// The hidden inside of a callable.
struct Inside {
    start: u32,
    end: u32,
    flags: DefFlags,
    /// It says `return` or `yield` with a value.
    gives: bool,
    /// What is defined in it: indexes into [`Facts::defs`].
    defs: std::ops::Range<usize>,
}

/// What reaches out of callables, in order.
struct Reaching {
    /// Definitions that something is assigned to a member in, imported in, exported in, or bound in for a scope around them.
    defs: Vec<usize>,
    /// (position, definition around the scope that is bound in).
    bindings: Vec<(u32, usize)>,
}

impl Reaching {
    fn of(facts: &Facts) -> Self {
        let of_scope = |scope: ScopeId| facts.scopes[scope.index()].def.index();
        let assigns = facts.assigns.iter().map(|assign| assign.within.index());
        let imports = facts.imports.iter().map(|import| of_scope(import.scope));
        // Where `global x` and the like stand.
        let outer = facts.bindings.iter().filter_map(|binding| {
            let (scope, branch) = (of_scope(binding.scope), of_scope(binding.branch));
            (binding.what == Bound::Outer || scope != branch).then_some(branch)
        });
        let exports = facts.exports.iter().map(|export| export.within.index());
        let mut defs: Vec<usize> = assigns.chain(imports).chain(exports).chain(outer).collect();
        defs.sort_unstable();
        let bindings = facts.bindings.iter();
        let mut bindings: Vec<(u32, usize)> = bindings
            .map(|binding| (binding.pos, of_scope(binding.scope)))
            .collect();
        bindings.sort_unstable();
        Self { defs, bindings }
    }

    /// True if nothing inside the callable `at` reaches out of it.
    fn is_closed(&self, at: usize, inside: &Inside) -> bool {
        let start = self.defs.partition_point(|def| *def < inside.defs.start);
        let end = self.defs.partition_point(|def| *def < inside.defs.end);
        let bound = &self.bindings[self
            .bindings
            .partition_point(|(pos, _)| *pos < inside.start)..];
        let bound = &bound[..bound.partition_point(|(pos, _)| *pos < inside.end)];
        start == end
            && self.defs.binary_search(&at).is_err()
            && bound
                .iter()
                .all(|(_, def)| *def == at || inside.defs.contains(def))
    }
}

/// The outermost hidden insides, ascending.
fn hidden(facts: &Facts) -> Vec<Inside> {
    let reaching = Reaching::of(facts);
    let mut found: Vec<Inside> = Vec::new();
    for (at, def) in facts.defs.iter().enumerate() {
        let within = found.last().is_some_and(|last| def.start < last.end);
        if within || def.role != DefRole::Callable || def.body_start >= def.body_end {
            continue;
        }
        // Definitions are in the order of their first byte.
        let behind = &facts.defs[at + 1..];
        let first = at + 1 + behind.partition_point(|other| other.start < def.body_start);
        let last = at + 1 + behind.partition_point(|other| other.start < def.body_end);
        let inside = Inside {
            start: def.body_start,
            end: def.body_end,
            flags: def.flags,
            gives: def.returns.len + def.yields.len > 0,
            defs: first..last,
        };
        if gives_what_it_declares(facts, at)
            && facts.defs[inside.defs.clone()].iter().all(is_plain)
            && reaching.is_closed(at, &inside)
        {
            found.push(inside);
        }
    }
    found
}

/// True if what a callable gives does not depend on its inside.
fn gives_what_it_declares(facts: &Facts, at: usize) -> bool {
    let def = &facts.defs[at];
    let declared = def.ty.0 != 0 && !def.flags.has(DefFlags::TYPE_GUARD);
    let gives_nothing = def.returns.len == 0 && def.yields.len == 0 && def.value.0 == 0;
    declared || def.kind == Some(SymbolKind::Constructor) || gives_nothing
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

#[cfg(test)]
mod tests {
    use bombe_format::kind::Language;

    use super::surface;
    use crate::parse::parse_file;

    fn of(language: Language, path: &str, text: &str) -> [u8; 16] {
        let facts = parse_file(language, path, text.as_bytes()).expect("it parses");
        surface(&facts, text)
    }

    #[track_caller]
    fn same(language: Language, path: &str, before: &str, after: &str) -> bool {
        let (before, after) = (of(language, path, before), of(language, path, after));
        before != [0; 16] && before == after
    }

    #[test]
    fn the_inside_of_a_callable_with_a_declared_result_is_hidden() {
        let cases = [
            (
                Language::Java,
                "A.java",
                "class A { int f() { return 1; } }",
                "class A { int f() { int x = 2; return g(x); } }",
            ),
            (
                Language::Go,
                "a.go",
                "package a\n\nfunc F() int { return 1 }\n",
                "package a\n\nfunc F() int {\n\tx := G()\n\treturn x\n}\n",
            ),
            (
                Language::Rust,
                "a.rs",
                "fn f() -> u32 { 1 }",
                "fn f() -> u32 { let x = g(); x }",
            ),
            (
                Language::Python,
                "a.py",
                "def f() -> int:\n    return 1\n",
                "def f() -> int:\n    x = g()\n    return x\n",
            ),
            (
                Language::TypeScript,
                "a.ts",
                "export function f(): number { return 1; }",
                "export function f(): number { return [1].map((x) => g(x))[0]; }",
            ),
            (
                Language::Cpp,
                "a.cpp",
                "int f() { return 1; }",
                "int f() { auto x = g(); return x; }",
            ),
        ];
        for (language, path, before, after) in cases {
            assert!(same(language, path, before, after), "{path}");
        }
    }

    #[test]
    fn what_others_can_see_is_not() {
        let cases = [
            (
                Language::Python,
                "result.py",
                "def f():\n    return 1\n",
                "def f():\n    return ''\n",
            ),
            (
                Language::Python,
                "member.py",
                "class A:\n    def f(self) -> int:\n        return 1\n",
                "class A:\n    def f(self) -> int:\n        self.x = 1\n        return 1\n",
            ),
            (
                Language::Python,
                "global.py",
                "def f() -> int:\n    return 1\n",
                "def f() -> int:\n    global x\n    x = 1\n    return 1\n",
            ),
            (
                Language::Python,
                "import.py",
                "def f() -> int:\n    return 1\n",
                "def f() -> int:\n    import os\n    return 1\n",
            ),
            (
                Language::Python,
                "inner.py",
                "def f() -> int:\n    return 1\n",
                "def f() -> int:\n    def g(): pass\n    return 1\n",
            ),
            (
                Language::Java,
                "Signature.java",
                "class A { int f() { return 1; } }",
                "class A { long f() { return 1; } }",
            ),
            (
                Language::Java,
                "Local.java",
                "class A { int f() { return 1; } }",
                "class A { int f() { class B {} return 1; } }",
            ),
            (
                Language::JavaScript,
                "exports.js",
                "function f() { exports.a = 1; }\nmodule.exports = f;",
                "function f() { exports.a = 2; }\nmodule.exports = f;",
            ),
            (
                Language::Rust,
                "impl.rs",
                "struct A; fn f() -> u32 { 1 }",
                "struct A; fn f() -> u32 { impl A { fn g(&self) {} } 1 }",
            ),
            (
                Language::Cpp,
                "broken.cpp",
                "int f() { return 1; }",
                "int f() { return 1; ",
            ),
        ];
        for (language, path, before, after) in cases {
            assert!(!same(language, path, before, after), "{path}");
        }
    }
}

//! Entry points that the language alone makes: mains and tests.

use super::lower::Lowering;
use bombe_facts::{DefFlags, DefId, EntryKind, EntryPoint};

/// Records a lowered function if it is an entry point: `main`, or a test.
pub(super) fn function(lowering: &mut Lowering, def: DefId) {
    let facts = &lowering.b.facts;
    let d = &facts.defs[def.index()];
    let name = facts.str(d.name);
    let method = d.receiver.is_known();
    let line = d.name_line;
    let kind = if lowering.test
        && is_test(name)
        && (!method || (name.starts_with("Test") && d.params_len == 0))
    {
        EntryKind::Test
    } else if name == "main" && !method && facts.str(facts.package) == "main" {
        EntryKind::Main
    } else {
        return;
    };
    if kind == EntryKind::Test {
        lowering.b.def_mut(def).flags.set(DefFlags::TEST);
    }
    let framework = lowering.b.str(if kind == EntryKind::Test {
        "go test"
    } else {
        ""
    });
    lowering.b.entry_point(EntryPoint {
        framework,
        ..EntryPoint::of_language(kind, Some(def), line)
    });
}

/// Returns true for `TestX`, `BenchmarkX`, `FuzzX` and `ExampleX`, where `X` does not start in lower case.
fn is_test(name: &str) -> bool {
    ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|word| {
        name.strip_prefix(word)
            .is_some_and(|rest| !rest.chars().next().is_some_and(char::is_lowercase))
    })
}

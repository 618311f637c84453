//! Tests of file summaries that a cache stores.

use bombe_facts::mapped::OwnedBytes;
use bombe_facts::{ImportId, ImportKind};
use bombe_format::kind::Language;
use bombe_rules::fixed::FixedWidth;
use bombe_rules::summary::{FileSummary, Head};

use crate::parse::parse_file;
use crate::rules_for;

fn summary(text: &str) -> FileSummary {
    let facts = parse_file(Language::Cpp, "a.cpp", text.as_bytes()).unwrap();
    FileSummary::of(&facts, rules_for(Language::Cpp).unwrap())
}

#[test]
fn cached_lists_are_read_back_and_damaged_ones_are_rejected() {
    let text = "#include \"a.h\"\nusing namespace n;\n#include <b/c.h>\nint x;\nint f() { return x; }\nnamespace n { namespace o { int y; } }\n";
    let summary = summary(text);
    let included: Vec<_> = summary.included().collect();
    let system = (ImportId(2), ImportKind::SystemInclude, "b/c.h");
    assert_eq!(
        included,
        [(ImportId(0), ImportKind::Include, "a.h"), system]
    );
    assert_eq!(
        (summary.tops().count(), summary.callables().count()),
        (3, 1)
    );
    let names = |summary: &FileSummary| {
        let namespaces = summary.namespaces().into_iter();
        namespaces
            .map(|namespace| namespace.name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&summary), ["n", "o"]);
    let cached: Vec<u8> = summary.lists().into();
    let back = |lists: &[u8]| {
        let head = Head::of_bytes(summary.head.to_bytes());
        FileSummary::cached(head, OwnedBytes::Heap(lists.into()))
    };
    assert_eq!(back(&cached).as_ref(), Some(&summary));
    for length in 0..cached.len() {
        assert_eq!(back(&cached[..length]), None, "{length} bytes");
    }
    // Changed bytes give other lists, or shorter ones.
    for at in 0..cached.len() {
        let mut other = cached.clone();
        other[at] ^= 0x55;
        let other = back(&other).unwrap();
        assert!(other.included().count() <= 16, "byte {at}");
        assert!(other.namespaces().len() <= 2, "byte {at}");
    }
}

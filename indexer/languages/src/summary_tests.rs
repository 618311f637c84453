//! File summaries that a cache held.

use bombe_facts::mapped::Piece;
use bombe_facts::{ImportId, ImportKind};
use bombe_format::kind::Language;
use bombe_rules::fixed::FixedWidth;
use bombe_rules::summary::{FileSummary, Head};

use crate::parse::parse_file;
use crate::rules_for;

fn outline(text: &str) -> FileSummary {
    let facts = parse_file(Language::Cpp, "a.cpp", text.as_bytes()).unwrap();
    FileSummary::of(&facts, rules_for(Language::Cpp).unwrap())
}

#[test]
fn lists_that_were_kept_come_back_and_others_are_refused() {
    let text = "#include \"a.h\"\nusing namespace n;\n#include <b/c.h>\nint x;\nint f() { return x; }\nnamespace n { namespace o { int y; } }\n";
    let outline = outline(text);
    let included: Vec<_> = outline.included().collect();
    let system = (ImportId(2), ImportKind::SystemInclude, "b/c.h");
    assert_eq!(
        included,
        [(ImportId(0), ImportKind::Include, "a.h"), system]
    );
    assert_eq!(
        (outline.tops().count(), outline.callables().count()),
        (3, 1)
    );
    let names = |outline: &FileSummary| {
        let namespaces = outline.namespaces().into_iter();
        namespaces
            .map(|namespace| namespace.name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&outline), ["n", "o"]);
    let kept: Vec<u8> = outline.lists().into();
    let back = |lists: &[u8]| {
        let head = Head::of_bytes(outline.head.to_bytes());
        FileSummary::kept(head, Piece::Own(lists.into()))
    };
    assert_eq!(back(&kept).as_ref(), Some(&outline));
    for length in 0..kept.len() {
        assert_eq!(back(&kept[..length]), None, "{length} bytes");
    }
    // Other bytes give other lists, or shorter ones.
    for at in 0..kept.len() {
        let mut other = kept.clone();
        other[at] ^= 0x55;
        let other = back(&other).unwrap();
        assert!(other.included().count() <= 16, "byte {at}");
        assert!(other.namespaces().len() <= 2, "byte {at}");
    }
}

//! The tables of `SPEC.md` are made from the constants; the test compares them, and writes them with `UPDATE_EXPECT=1`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::path::Path;

use bombe_format::column::SPECS;
use bombe_format::column::files::{FILE_CUT, FILE_GENERATED, FILE_TEST};
use bombe_format::column::history;
use bombe_format::column::postings::PostingForm;
use bombe_format::column::sets::{Mark, SetFamily, Tier};
use bombe_format::column::symbols::SymbolFlags;
use bombe_format::header::FIELDS;
use bombe_format::kind::{
    Ecosystem, EdgeKind, EntryKind, ImportForm, Language, PackageScope, Rule, SkipReason, Support,
    SymbolKind, TypeClass, UnresolvedReason, Visibility,
};
use bombe_format::section::{Codec, RESERVED, Section};
use bombe_format::text::{Field, STOP_WORDS};

fn header() -> String {
    let mut table = String::from("| offset | bytes | field |\n|---|---|---|\n");
    for (offset, size, name) in FIELDS {
        writeln!(table, "| {offset} | {size} | {name} |").unwrap();
    }
    table
}

fn sections() -> String {
    let mut table = String::from("| id | name | codec | |\n|---|---|---|---|\n");
    for section in Section::ALL {
        let required = if section.required() {
            "required"
        } else {
            "optional"
        };
        let (id, name, codec) = (section.number(), section.name(), section.codec().name());
        writeln!(table, "| {id} | `{name}` | {codec} | {required} |").unwrap();
    }
    for (id, name) in RESERVED {
        writeln!(table, "| {id} | `{name}` | | reserved |").unwrap();
    }
    table
}

fn columns() -> String {
    let mut text = String::new();
    for spec in SPECS {
        let (id, name) = (spec.section.number(), spec.section.name());
        writeln!(text, "### {id} `{name}`\n\n{}\n", spec.doc.trim()).unwrap();
        text.push_str("| column | type | rows | holds |\n|---|---|---|---|\n");
        for column in spec.columns {
            let sparse = if column.sparse { " sparse" } else { "" };
            let (name, int, rows) = (column.name, column.int, column.rows);
            let doc = column.doc.trim();
            writeln!(text, "| `{name}` | {int}{sparse} | {rows} | {doc} |").unwrap();
        }
        text.push('\n');
    }
    text.pop();
    text
}

fn vocabularies() -> String {
    let mut text = String::new();
    macro_rules! list {
        ($($name:literal $kind:ident,)+) => {$(
            let values: Vec<String> =
                $kind::ALL.iter().map(|value| format!("{} {}", *value as u8, value.name())).collect();
            writeln!(text, "* `{}`: {}.", $name, values.join(", ")).unwrap();
        )+};
    }
    list! {
        "codec" Codec,
        "language" Language,
        "support" Support,
        "symbol_kind" SymbolKind,
        "visibility" Visibility,
        "edge_kind" EdgeKind,
        "rule" Rule,
        "unresolved_reason" UnresolvedReason,
        "skip_reason" SkipReason,
        "entry_kind" EntryKind,
        "import_form" ImportForm,
        "type_class" TypeClass,
        "ecosystem" Ecosystem,
        "package_scope" PackageScope,
        "field" Field,
        "posting_form" PostingForm,
        "set_family" SetFamily,
        "mark" Mark,
        "tier" Tier,
    }
    let flags: Vec<String> = SymbolFlags::ALL
        .iter()
        .map(|(flag, name)| format!("{} {name}", flag.0.trailing_zeros()))
        .collect();
    writeln!(text, "* Bits of `symbols.flags`: {}.", flags.join(", ")).unwrap();
    let bit = u8::trailing_zeros;
    writeln!(
        text,
        "* Bits of `files.flags`: {} test, {} generated, {} cut.",
        bit(FILE_TEST),
        bit(FILE_GENERATED),
        bit(FILE_CUT)
    )
    .unwrap();
    let flags: Vec<String> = history::FLAGS
        .iter()
        .map(|(flag, name)| format!("{} {name}", flag.trailing_zeros()))
        .collect();
    writeln!(text, "* Bits of `history.flags`: {}.", flags.join(", ")).unwrap();
    text
}

fn stop_words() -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in STOP_WORDS {
        if width + word.len() > 110 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
        }
        text.push_str(word);
        width += word.len() + 1;
    }
    text.push('\n');
    text
}

/// Replaces the text between the marks of a generated part.
fn with_part(spec: &str, name: &str, part: &str) -> String {
    let start = format!("<!-- {name}: generated -->\n");
    let end = format!("<!-- {name}: end -->");
    let from = spec
        .find(&start)
        .unwrap_or_else(|| panic!("SPEC.md lacks {start}"))
        + start.len();
    let to = spec
        .find(&end)
        .unwrap_or_else(|| panic!("SPEC.md lacks {end}"));
    format!("{}\n{part}\n{}", &spec[..from], &spec[to..])
}

#[test]
fn the_specification_says_what_the_constants_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("SPEC.md");
    let found = std::fs::read_to_string(&path).unwrap();
    let mut expected = found.clone();
    for (name, part) in [
        ("header", header()),
        ("sections", sections()),
        ("columns", columns()),
        ("vocabularies", vocabularies()),
        ("stop words", stop_words()),
    ] {
        expected = with_part(&expected, name, &part);
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &expected).unwrap();
    } else {
        assert_eq!(
            found, expected,
            "run the test with UPDATE_EXPECT=1 and read the difference"
        );
    }
}

#[test]
fn every_section_is_described_once_and_no_number_twice() {
    let mut described: Vec<u32> = SPECS.iter().map(|spec| spec.section.number()).collect();
    described.extend(
        Section::ALL
            .iter()
            .filter(|section| section.codec() == Codec::Fst)
            .map(|section| section.number()),
    );
    described.sort_unstable();
    let mut all: Vec<u32> = Section::ALL
        .iter()
        .map(|section| section.number())
        .collect();
    assert_eq!(described, all);
    all.extend(RESERVED.iter().map(|(number, _)| *number));
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    let mut end = 0;
    for (offset, size, _) in FIELDS {
        assert_eq!(*offset, end);
        end += size;
    }
    assert_eq!(end, bombe_format::header::HEADER_BYTES);
}

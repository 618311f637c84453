//! Search terms and their counts survive the round trip.

use bombe_format::ids::SymbolId;
use bombe_format::kind::SymbolKind;
use bombe_format::text::{Field, for_each_term_of};
use bombe_reader::limits::Limits;
use bombe_tests::synthetic;

use super::{SIZE, opened};

#[test]
fn terms_count_their_occurrences_in_texts() {
    let (graph, view) = opened();
    let mut term_total = 0u64;
    let mut expected = std::collections::BTreeMap::<(String, u32, u8), u32>::new();
    let mut count = |text: &str, symbol: usize, field: Field| {
        for_each_term_of(text, |term| {
            *expected
                .entry((term.to_owned(), symbol as u32, field as u8))
                .or_default() += 1;
        });
    };
    for (id, row) in graph.symbols.iter().enumerate() {
        count(&row.name, id, Field::Name);
        let class = row
            .qualified
            .strip_suffix(&row.name)
            .unwrap_or("")
            .trim_end_matches('.');
        count(class, id, Field::Class);
        count(&row.doc, id, Field::Doc);
        for param in &row.params {
            count(&param.name, id, Field::Signature);
            count(&param.type_text, id, Field::Signature);
        }
        count(&row.type_text, id, Field::Signature);
        if row.kind == SymbolKind::Method {
            let source = synthetic::source(SIZE, row.file);
            count(
                &source[row.bytes.0 as usize..row.bytes.1 as usize],
                id,
                Field::Body,
            );
        }
    }
    for ((term, symbol, field), times) in &expected {
        let found = view.term(term, &Limits::new()).unwrap().unwrap();
        let posting = found
            .postings()
            .unwrap()
            .map(Result::unwrap)
            .find(|posting| posting.symbol.0 == *symbol)
            .unwrap();
        assert_eq!(
            posting.counts.0[usize::from(*field)],
            *times,
            "{term} {symbol} {field}"
        );
        assert_eq!(
            found.postings().unwrap().count(),
            found.symbol_count() as usize
        );
        term_total += u64::from(*times);
    }
    assert!(term_total > 1_000);
    let mut totals = 0;
    for kind in SymbolKind::ALL {
        for tests in [false, true] {
            totals += view.length_totals(*kind, tests).unwrap().documents;
        }
    }
    assert_eq!(totals, graph.symbols.len() as u64);
    let term = view.term("user", &Limits::new()).unwrap().unwrap();
    for posting in term.paths().unwrap() {
        assert!(graph.files[posting.file.index()].path.contains("user"));
        assert!(posting.count > 0);
    }
    assert_eq!(
        term.path_count() as usize,
        graph
            .files
            .iter()
            .filter(|file| file.path.contains("user"))
            .count()
    );
    let mut weighed = term.postings().unwrap();
    for posting in term.postings().unwrap().map(Result::unwrap) {
        let sum = weighed.next_weighed().unwrap().unwrap();
        let (body, doc) = (
            posting.counts.get(Field::Body),
            posting.counts.get(Field::Doc),
        );
        assert_eq!((sum.symbol, sum.text), (posting.symbol, body + doc));
        assert!(sum.frequency > 0.0);
    }
    assert!(weighed.next_weighed().is_none());
    let lengths = view.lengths(SymbolId(2)).unwrap();
    assert!(
        lengths.get(Field::Name) > 0
            && lengths.get(Field::Path) > 0
            && lengths.get(Field::Body) > 0
    );
    let (files, length) = view.documents().unwrap().file_totals(false);
    assert!(files > 0 && length > 0);
    assert!(
        view.terms_with_prefix("use", 100)
            .unwrap()
            .iter()
            .any(|(text, _)| text == "user")
    );
    assert!(
        view.terms_fuzzy("usr", 1, 100)
            .unwrap()
            .iter()
            .any(|(text, _)| text == "user")
    );
}

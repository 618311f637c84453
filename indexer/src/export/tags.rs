//! Writes the definitions of a snapshot as tags for editors, in the extended format of ctags.
//!
//! A tag has a line number as its address, and fields for kind, scope, access, language and last line. The file is sorted by
//! bytes, so that editors search it by halving.

use std::io::Write;

use bombe_format::kind::SymbolKind;
use bombe_reader::plain;
use bombe_reader::view::View;

use super::ExportError;

/// Lines at the start of the file.
const HEAD: &str = "!_TAG_FILE_FORMAT\t2\t/extended format/\n!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n!_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/\n";

/// Writes a tag for each definition that has a name.
///
/// # Errors
/// Fails if the snapshot is damaged, or if `out` fails.
pub fn ctags(view: &View, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut tags = Vec::new();
    for file in view.files()? {
        let path = field(file.path()?);
        let language = file.language().name();
        for symbol in view.symbols_in(file.symbols())? {
            let name = field(symbol.name()?);
            // Names that start with `!` are those of the lines above.
            let is_named = !name.is_empty() && !name.starts_with('!');
            if symbol.kind() == SymbolKind::Module || !is_named {
                continue;
            }
            let parent = match symbol.parent()? {
                Some(parent) => Some(view.symbol(parent)?),
                None => None,
            };
            let parent = parent.filter(|parent| parent.kind() != SymbolKind::Module);
            let scope = match parent {
                Some(parent) => {
                    let qualified = field(&parent.qualified()?);
                    format!("\tscope:{}:{qualified}", parent.kind().name())
                }
                None => String::new(),
            };
            tags.push(format!(
                "{name}\t{path}\t{line};\"\tkind:{}\tline:{line}\tlanguage:{language}{scope}\taccess:{}\tend:{}\n",
                symbol.kind().name(),
                symbol.visibility().name(),
                symbol.end_line(),
                line = symbol.name_line(),
            ));
        }
    }
    tags.sort_unstable();
    tags.dedup();
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{HEAD}!_TAG_PROGRAM_NAME\tbombe\t//\n!_TAG_PROGRAM_VERSION\t{version}\t//\n"
    )?;
    for tag in tags {
        out.write_all(tag.as_bytes())?;
    }
    Ok(())
}

/// Returns a text without what separates fields and lines.
fn field(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\t', "\\t");
    plain::escaped(&text.replace('\n', "\\n")).into_owned()
}

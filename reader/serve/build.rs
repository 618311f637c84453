//! Turns what `queries/<lang>/language.toml` says about the look of a language into a table of the terminal's lexer.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde::Deserialize;

/// The part of a `language.toml` that is about text.
#[derive(Deserialize)]
struct Look {
    name: String,
    #[serde(default)]
    line_comment: Vec<String>,
    #[serde(default)]
    block_comment: Vec<[String; 2]>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default, rename = "dialect")]
    dialects: Vec<Dialect>,
}

#[derive(Deserialize)]
struct Dialect {
    name: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let queries = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../queries");
    println!("cargo::rerun-if-changed={}", queries.display());
    let mut folders: Vec<_> = fs::read_dir(&queries)?.collect::<Result<_, _>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("&[\n");
    for folder in folders {
        let file = folder.path().join("language.toml");
        if !file.is_file() {
            continue;
        }
        let look: Look = toml::from_str(&fs::read_to_string(&file)?)?;
        let dialects = look.dialects.iter().map(|dialect| &dialect.name);
        for name in std::iter::once(&look.name).chain(dialects) {
            let (line, keywords) = (&look.line_comment, &look.keywords);
            writeln!(
                table,
                "Lexicon {{ language: {name:?}, line_comment: &{line:?}, block_comment: &{:?}, keywords: &{keywords:?} }},",
                look.block_comment
            )?;
        }
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("lexicons.rs"), table)?;
    Ok(())
}

//! Signatures: the types of callables, each once.

use bombe_facts::render::type_shape::{SHAPE_MARK, SHAPE_SEPARATOR};
use bombe_format::column::signatures::{SignatureColumns, UNDECLARED};
use bombe_format::kind::{Language, TypeClass};
use bombe_languages::config::{LanguageConfig, config_for, configs};
use bombe_resolve::graph::Graph;
use hashbrown::HashMap;

use super::strings::StringTable;

/// Returns the signatures of all callables. `with_spellings` is true for a base.
pub(super) fn signatures(
    graph: &Graph,
    strings: &mut StringTable,
    with_spellings: bool,
) -> SignatureColumns {
    let mut table = Table::new();
    // Shapes by language and text, and by what they are made of.
    let mut by_text: HashMap<(Language, &str), u32> = HashMap::new();
    let mut shapes: HashMap<(u32, u32), u32> = HashMap::new();
    let mut callables: Vec<Vec<u32>> = Vec::new();
    let mut columns = SignatureColumns::default();
    for (number, symbol) in graph.symbols.iter().enumerate() {
        if !symbol.kind.is_callable() {
            continue;
        }
        let language = graph.files[symbol.file.index()].language;
        let shape = *by_text
            .entry((language, &*symbol.shape))
            .or_insert_with(|| {
                let shape = table.shape(config_for(language), &symbol.shape);
                *shapes.entry(shape).or_insert_with(|| {
                    columns.shape_result.push(shape.0);
                    columns.shape_list.push(shape.1);
                    callables.push(Vec::new());
                    callables.len() as u32 - 1
                })
            });
        callables[shape as usize].push(number as u32);
    }
    columns.shape_first.push(0);
    for symbols in callables {
        columns.symbol.extend(symbols);
        columns.shape_first.push(columns.symbol.len() as u32);
    }
    for (name, class) in table.names {
        columns.name.push(strings.position(&name));
        columns.class.push(class as u8);
    }
    columns.type_name = table.type_name;
    columns.type_first = table.type_first;
    columns.type_arg = table.type_arg;
    columns.list_first = table.list_first;
    columns.list_type = table.list_type;
    if with_spellings {
        let mut spellings: Vec<(&str, TypeClass)> =
            configs().flat_map(LanguageConfig::spellings).collect();
        spellings.sort_unstable();
        spellings.dedup();
        for (name, class) in spellings {
            columns.spelling.push(strings.position(name));
            columns.spelling_class.push(class as u8);
        }
    }
    columns
}

/// Distinct names, types and parameter lists, numbered by first use.
struct Table {
    names: Vec<(String, TypeClass)>,
    name_of: HashMap<(String, TypeClass), u32>,
    types: HashMap<(u32, Vec<u32>), u32>,
    type_name: Vec<u32>,
    type_first: Vec<u32>,
    type_arg: Vec<u32>,
    lists: HashMap<Vec<u32>, u32>,
    list_first: Vec<u32>,
    list_type: Vec<u32>,
}

impl Table {
    fn new() -> Self {
        let mut table = Self {
            names: Vec::new(),
            name_of: HashMap::new(),
            types: HashMap::new(),
            type_name: Vec::new(),
            type_first: vec![0],
            type_arg: Vec::new(),
            lists: HashMap::new(),
            list_first: vec![0],
            list_type: Vec::new(),
        };
        let unknown = table.name(String::new(), TypeClass::Other);
        let unknown = table.ty(unknown, Vec::new());
        debug_assert_eq!(unknown, UNDECLARED);
        table
    }

    /// Returns the type of the result and the parameter list of a rendered shape.
    fn shape(&mut self, config: Option<&LanguageConfig>, text: &str) -> (u32, u32) {
        let mut parts = text.split(SHAPE_SEPARATOR);
        let result = self.parse(config, parts.next().unwrap_or(""));
        let types: Vec<u32> = parts.map(|part| self.parse(config, part)).collect();
        if let Some(list) = self.lists.get(&types) {
            return (result, *list);
        }
        let list = self.lists.len() as u32;
        self.list_type.extend_from_slice(&types);
        self.list_first.push(self.list_type.len() as u32);
        self.lists.insert(types, list);
        (result, list)
    }

    fn parse(&mut self, config: Option<&LanguageConfig>, text: &str) -> u32 {
        let mut rest = text;
        self.parse_type(config, &mut rest)
    }

    /// Reads a type from the start of a text and leaves what follows it. The nesting is that of the rendering, which is
    /// bounded.
    fn parse_type(&mut self, config: Option<&LanguageConfig>, rest: &mut &str) -> u32 {
        let end = rest.find(['<', '>', ',']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        *rest = after;
        let mut args = Vec::new();
        if rest.starts_with('<') {
            *rest = &rest[1..];
            loop {
                args.push(self.parse_type(config, rest));
                match rest.as_bytes().first() {
                    Some(b',') => *rest = &rest[1..],
                    Some(_) => {
                        *rest = &rest[1..];
                        break;
                    }
                    None => break,
                }
            }
        }
        if name.is_empty() {
            return UNDECLARED;
        }
        let own = name.strip_prefix(SHAPE_MARK);
        let class = match own {
            Some(own) => TypeClass::from_name(own),
            None => config.map_or(Some(TypeClass::Other), |config| {
                config.class_of(name.trim_start_matches('%'))
            }),
        };
        let Some(class) = class else {
            // The type stands for its argument.
            return args.first().copied().unwrap_or(UNDECLARED);
        };
        let args = match class {
            TypeClass::Union => return self.union(args),
            TypeClass::Optional => match args[..] {
                [inner] if self.class(inner) == TypeClass::Optional => self.arguments(inner),
                _ => args,
            },
            _ => args,
        };
        let name = own.unwrap_or_else(|| name.trim_start_matches('%'));
        let name = self.name(name.to_owned(), class);
        self.ty(name, args)
    }

    /// Returns one of several types: without equal ones, and optional if one of them is.
    fn union(&mut self, types: Vec<u32>) -> u32 {
        let mut is_optional = false;
        let mut members = Vec::new();
        for ty in types {
            match self.class(ty) {
                TypeClass::Void => is_optional = true,
                TypeClass::Optional => {
                    is_optional = true;
                    members.extend(self.arguments(ty));
                }
                TypeClass::Union => members.extend(self.arguments(ty)),
                _ => members.push(ty),
            }
        }
        members.sort_unstable();
        members.dedup();
        let union = match members[..] {
            [] => self.own(TypeClass::Void, Vec::new()),
            [only] => only,
            _ => self.own(TypeClass::Union, members),
        };
        if is_optional {
            self.own(TypeClass::Optional, vec![union])
        } else {
            union
        }
    }

    /// Returns the type that has the name of its class.
    fn own(&mut self, class: TypeClass, args: Vec<u32>) -> u32 {
        let name = self.name(class.name().to_owned(), class);
        self.ty(name, args)
    }

    fn class(&self, ty: u32) -> TypeClass {
        self.names[self.type_name[ty as usize] as usize].1
    }

    fn arguments(&self, ty: u32) -> Vec<u32> {
        let at = ty as usize;
        self.type_arg[self.type_first[at] as usize..self.type_first[at + 1] as usize].to_vec()
    }

    fn name(&mut self, name: String, class: TypeClass) -> u32 {
        let key = (name, class);
        if let Some(row) = self.name_of.get(&key) {
            return *row;
        }
        let row = self.names.len() as u32;
        self.names.push(key.clone());
        self.name_of.insert(key, row);
        row
    }

    fn ty(&mut self, name: u32, args: Vec<u32>) -> u32 {
        let key = (name, args);
        if let Some(row) = self.types.get(&key) {
            return *row;
        }
        let row = self.type_name.len() as u32;
        self.type_name.push(name);
        self.type_arg.extend_from_slice(&key.1);
        self.type_first.push(self.type_arg.len() as u32);
        self.types.insert(key, row);
        row
    }
}

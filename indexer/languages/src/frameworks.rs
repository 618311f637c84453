//! Reads `queries/<lang>/frameworks.toml`, and notes the calls and decorators of a file that have the name of a pattern.

use std::collections::BTreeMap;

use bombe_facts::{DefId, EntryKind, EntryPoint, Expr, ExprId, Facts, SiteKind, StrId};
use bombe_rules::frameworks::{Arg, Finds, Form, Frameworks, Pattern, ValueRule, argument};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "framework")]
    frameworks: Vec<FrameworkTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameworkTable {
    name: String,
    #[serde(default)]
    types: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    values: Vec<ValueRow>,
    #[serde(default)]
    patterns: Vec<PatternRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueRow {
    call: String,
    #[serde(default)]
    gives: String,
    #[serde(default)]
    prefix: Vec<ArgText>,
    #[serde(default)]
    own: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternRow {
    decorator: Option<String>,
    call: Option<String>,
    #[serde(default)]
    finds: FindsText,
    verb: Option<String>,
    #[serde(default)]
    methods: Vec<ArgText>,
    #[serde(default)]
    methods_of: Option<String>,
    #[serde(default)]
    route: Vec<ArgText>,
    route_of: Option<String>,
    #[serde(default)]
    handler: Vec<ArgText>,
    #[serde(default)]
    overrides: bool,
    #[serde(default)]
    receivers: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ArgText {
    At(i64),
    Key(String),
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FindsText {
    #[default]
    Route,
    Command,
    Event,
    Test,
    Mount,
    Prefix,
}

/// Parses a `frameworks.toml`.
///
/// # Errors
/// Says what is wrong with the text.
pub fn parse(text: &str) -> Result<Frameworks, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut all = Frameworks::default();
    for framework in &file.frameworks {
        read(framework, &mut all).map_err(|problem| format!("{}: {problem}", framework.name))?;
    }
    for at in 0..all.patterns.len() {
        let pattern = &all.patterns[at];
        let mut names = Vec::new();
        if pattern.target.contains('.') {
            names.push(pattern.name().to_owned());
        } else {
            let paths = all.types.iter().filter(|(_, to)| **to == pattern.target);
            for (path, _) in paths {
                names.push(path.rsplit('.').next().unwrap_or(path).to_owned());
            }
        }
        names.sort_unstable();
        names.dedup();
        for name in names {
            all.by_name.entry(name).or_default().push(at as u16);
        }
    }
    Ok(all)
}

fn read(framework: &FrameworkTable, all: &mut Frameworks) -> Result<(), String> {
    // `app.get` is a member of the framework's type `app`.
    let path = |text: &str| {
        let (first, rest) = text.split_once('.').unwrap_or((text, ""));
        if !framework.types.contains_key(first) {
            return text.to_owned();
        }
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{}#{first}{dot}{rest}", framework.name)
    };
    let learn = |all: &mut Frameworks, text: &str| {
        let (first, _) = text.split_once('.').unwrap_or((text, ""));
        if !framework.types.contains_key(first) {
            all.learn(text);
        }
    };
    for (name, paths) in &framework.types {
        for text in paths.iter().flat_map(|text| braces(text)) {
            learn(all, &text);
            let to = format!("{}#{name}", framework.name);
            if let Some(other) = all.types.insert(path(&text), to) {
                return Err(format!("`{text}` is already of the type {other}"));
            }
        }
    }
    for row in &framework.values {
        if !row.gives.is_empty() && !framework.types.contains_key(&row.gives) {
            return Err(format!("`gives` names no type: {}", row.gives));
        }
        for text in braces(&row.call) {
            learn(all, &text);
            let rule = ValueRule {
                gives: if row.gives.is_empty() {
                    String::new()
                } else {
                    path(&row.gives)
                },
                prefix: args(&row.prefix),
                own: row.own,
            };
            all.values.insert(path(&text), rule);
        }
    }
    for row in &framework.patterns {
        let (form, target) = match (&row.decorator, &row.call) {
            (Some(target), None) => (Form::Decorator, target),
            (None, Some(target)) => (Form::Call, target),
            _ => return Err("a pattern has either `decorator` or `call`".to_owned()),
        };
        for text in braces(target) {
            learn(all, &text);
            let route_of = row.route_of.iter().flat_map(|text| braces(text));
            all.patterns.push(Pattern {
                framework: framework.name.clone(),
                finds: match row.finds {
                    FindsText::Route => Finds::Route,
                    FindsText::Command => Finds::Command,
                    FindsText::Event => Finds::Event,
                    FindsText::Test => Finds::Test,
                    FindsText::Mount => Finds::Mount,
                    FindsText::Prefix => Finds::Prefix,
                },
                form,
                target: path(&text),
                verb: row.verb.clone(),
                methods: args(&row.methods),
                methods_of: row.methods_of.clone(),
                route: args(&row.route),
                route_of: route_of.collect(),
                handler: args(&row.handler),
                overrides: row.overrides,
                receivers: row.receivers.clone(),
            });
        }
    }
    Ok(())
}

/// Returns the texts that `a.{b,c}` stands for.
fn braces(text: &str) -> Vec<String> {
    match text.split_once('{').and_then(|(before, rest)| {
        let (inner, after) = rest.split_once('}')?;
        Some((before, inner, after))
    }) {
        Some((before, inner, after)) => inner
            .split(',')
            .flat_map(|part| braces(&format!("{before}{}{after}", part.trim())))
            .collect(),
        None => vec![text.to_owned()],
    }
}

fn args(list: &[ArgText]) -> Vec<Arg> {
    let arg = |arg: &ArgText| match arg {
        ArgText::At(at) => usize::try_from(*at).map_or(Arg::Last, Arg::At),
        ArgText::Key(key) => Arg::Key(key.clone()),
    };
    list.iter().map(arg).collect()
}

/// Adds an entry point for each call and decorator that has the name of a pattern and the arguments that it needs.
/// Resolution confirms them.
pub(crate) fn note_candidates(frameworks: &Frameworks, facts: &mut Facts) {
    if frameworks.patterns.is_empty() {
        return;
    }
    let imports_known = facts.imports.iter().any(|import| {
        let module = facts.str(import.module);
        !module.is_empty() && frameworks.is_known(&Frameworks::normal(module))
    });
    let mut found = Vec::new();
    for (at, def) in facts.defs.iter().enumerate() {
        for call in facts.list(def.decorators) {
            let Some(name) = called(facts, *call) else {
                continue;
            };
            // A derived trait is a decorator of its own.
            if facts.str(name) == "derive"
                && let Expr::Call { args, .. } = facts.exprs[call.index()]
            {
                for derived in facts.list(args) {
                    let Some(name) = called(facts, *derived) else {
                        continue;
                    };
                    for pattern in patterns(frameworks, facts, name, Form::Decorator) {
                        let finds = frameworks.patterns[pattern as usize].finds;
                        let def_id = Some(DefId(at as u32));
                        found.push(candidate(
                            kind(finds),
                            def_id,
                            def.name_line,
                            pattern,
                            *derived,
                        ));
                    }
                }
                continue;
            }
            for pattern in patterns(frameworks, facts, name, Form::Decorator) {
                if frameworks.patterns[pattern as usize].finds == Finds::Prefix {
                    continue;
                }
                let def_id = DefId(at as u32);
                let kind = kind(frameworks.patterns[pattern as usize].finds);
                found.push(candidate(kind, Some(def_id), def.name_line, pattern, *call));
            }
        }
    }
    // A name that no pattern has costs one look.
    let mut has_pattern: Vec<Option<bool>> = vec![None; facts.strings.len()];
    for site in &facts.sites {
        if !matches!(site.kind, SiteKind::Call | SiteKind::New) {
            continue;
        }
        let known = has_pattern[site.name.index()]
            .get_or_insert_with(|| frameworks.by_name.contains_key(facts.str(site.name)));
        if !*known {
            continue;
        }
        for pattern in patterns(frameworks, facts, site.name, Form::Call) {
            let row = &frameworks.patterns[pattern as usize];
            if row.finds == Finds::Test && !facts.file.test {
                continue;
            }
            if let Some(handler) = handler(facts, row, site.expr, imports_known) {
                let def = match facts.exprs[handler.index()] {
                    Expr::Lambda(def) if facts.defs[def.index()].is_symbol() => Some(def),
                    _ => None,
                };
                let entry = candidate(kind(row.finds), def, site.line, pattern, site.expr);
                found.push(EntryPoint { handler, ..entry });
            }
        }
    }
    facts.entry_points.extend(found);
}

fn candidate(
    kind: EntryKind,
    def: Option<DefId>,
    line: u32,
    pattern: u16,
    call: ExprId,
) -> EntryPoint {
    EntryPoint {
        pattern: Some(pattern),
        call,
        ..EntryPoint::of_language(kind, def, line)
    }
}

fn kind(finds: Finds) -> EntryKind {
    match finds {
        Finds::Route => EntryKind::Route,
        Finds::Command => EntryKind::Command,
        Finds::Event => EntryKind::Event,
        Finds::Test => EntryKind::Test,
        Finds::Mount | Finds::Prefix => EntryKind::Mount,
    }
}

/// Returns the last name of what a decorator or call names.
fn called(facts: &Facts, expr: ExprId) -> Option<StrId> {
    match facts.exprs[expr.index()] {
        Expr::Call { callee, .. } => match facts.exprs[callee.index()] {
            Expr::Call { .. } => None,
            _ => called(facts, callee),
        },
        Expr::Name { name, .. } | Expr::Member { name, .. } | Expr::Path { name, .. } => Some(name),
        Expr::Instantiate { callee, .. } => called(facts, callee),
        _ => None,
    }
}

fn patterns(
    frameworks: &Frameworks,
    facts: &Facts,
    name: StrId,
    form: Form,
) -> impl Iterator<Item = u16> {
    let found = frameworks.by_name.get(facts.str(name));
    let found = found.into_iter().flatten().copied();
    found.filter(move |at| frameworks.patterns[*at as usize].form == form)
}

/// Returns the handler of a call, if the call has the arguments that the pattern needs.
fn handler(facts: &Facts, row: &Pattern, call: ExprId, imports_known: bool) -> Option<ExprId> {
    let args = match facts.exprs[call.index()] {
        Expr::Call { args, .. } | Expr::New { args, .. } => facts.list(args),
        _ => return None,
    };
    let mut handlers = row.handler.iter();
    let handler = handlers.find_map(|arg| argument(facts, args, arg));
    if row.handler.is_empty() {
        // The code around the call is the handler.
        return imports_known.then_some(ExprId::UNKNOWN);
    }
    let handler = handler?;
    let mut routes = row.route.iter();
    let route = routes.find_map(|arg| argument(facts, args, arg));
    if route == Some(handler) && row.finds != Finds::Mount {
        return None;
    }
    let text = match route.map(|route| facts.exprs[route.index()]) {
        Some(Expr::Str(text)) => Some(facts.str(text)),
        _ => None,
    };
    // Many things have a `get`. In a file that imports no framework, the route must look like one.
    let looks_like_route = match row.finds {
        Finds::Route => text.is_some_and(|text| text.starts_with('/')),
        Finds::Mount => text.is_some_and(|text| text.starts_with('/')),
        Finds::Test => text.is_some(),
        _ => false,
    };
    let may_handle = matches!(
        facts.exprs[handler.index()],
        Expr::Name { .. }
            | Expr::Member { .. }
            | Expr::Path { .. }
            | Expr::Lambda(_)
            | Expr::Call { .. }
            | Expr::New { .. }
            | Expr::Array(_)
            | Expr::ClassValue(_)
            | Expr::Import(_)
            | Expr::Str(_)
    );
    let is_text = matches!(facts.exprs[handler.index()], Expr::Str(_));
    (may_handle && (looks_like_route || imports_known) && (!is_text || row.finds == Finds::Mount))
        .then_some(handler)
}

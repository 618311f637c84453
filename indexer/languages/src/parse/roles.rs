//! Node kinds to roles: the query files of a language, compiled to a table indexed by the grammar's kind ids.
//!
//! A query file holds patterns that assign a role to every node of a kind: `(call) @expression.call`. A lowering walks
//! the tree once and asks this table for the role of each node; no query cursor runs. Roles depend on the kind alone,
//! so a pattern has no fields, children or predicates. The patterns are valid tree-sitter queries, and
//! `make check-queries` compiles them against their grammars.

use std::fmt;

use hashbrown::HashMap;

macro_rules! roles {
    ($($variant:ident $text:literal,)+) => {
        /// The role of a syntax node, in the closed vocabulary of `queries/README.md`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each role's meaning stands in queries/README.md under the capture's name")]
        pub enum Role { #[default] None, $($variant,)+ }

        impl Role {
            /// Every role with its capture.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $text),)+];
        }
    };
}

roles! {
    // Definitions (tags.scm)
    Function "definition.function",
    Method "definition.method",
    Constructor "definition.constructor",
    Class "definition.class",
    Struct "definition.struct",
    Interface "definition.interface",
    Trait "definition.trait",
    Enum "definition.enum",
    EnumMember "definition.enum_member",
    Record "definition.record",
    Union "definition.union",
    Annotation "definition.annotation",
    Alias "definition.alias",
    Field "definition.field",
    Variable "definition.variable",
    Constant "definition.constant",
    Namespace "definition.namespace",
    Macro "definition.macro",
    Impl "definition.impl",
    Lambda "definition.lambda",
    Object "definition.object",
    Decorated "definition.decorated",
    Signature "definition.signature",
    Declaration "definition.declaration",
    Template "definition.template",
    TypeParam "definition.type_parameter",
    Parameter "definition.parameter",
    // Scopes and flow (locals.scm)
    Block "local.scope",
    If "local.if",
    For "local.for",
    ForEach "local.for_each",
    While "local.while",
    Do "local.do",
    Try "local.try",
    Catch "local.catch",
    With "local.with",
    Switch "local.switch",
    Case "local.case",
    Match "local.match",
    MatchArm "local.match_arm",
    Select "local.select",
    Return "local.return",
    Yield "local.yield",
    Delete "local.delete",
    Global "local.global",
    Nonlocal "local.nonlocal",
    Assert "local.assert",
    ExpressionStatement "local.expression_statement",
    Assignment "local.assignment",
    AugmentedAssignment "local.augmented_assignment",
    ShortDeclaration "local.short_declaration",
    Let "local.let",
    Pattern "local.pattern",
    Branch "local.branch",
    Labeled "local.labeled",
    // Imports (imports.scm)
    Import "import.statement",
    ImportFrom "import.from",
    Export "import.export",
    Package "import.package",
    Use "import.use",
    Include "import.include",
    ModuleDeclaration "import.module",
    // Value expressions (locals.scm)
    Call "expression.call",
    New "expression.new",
    Composite "expression.composite",
    Member "expression.member",
    Path "expression.path",
    Index "expression.index",
    Slice "expression.slice",
    Name "expression.name",
    This "expression.this",
    Super "expression.super",
    Binary "expression.binary",
    Logical "expression.logical",
    Compare "expression.compare",
    Not "expression.not",
    Unary "expression.unary",
    Conditional "expression.conditional",
    Await "expression.await",
    TryValue "expression.try",
    Deref "expression.deref",
    Reference "expression.reference",
    Cast "expression.cast",
    TypeAssertion "expression.type_assertion",
    Parenthesized "expression.parenthesized",
    Tuple "expression.tuple",
    Array "expression.array",
    Set "expression.set",
    Map "expression.map",
    Pair "expression.pair",
    Comprehension "expression.comprehension",
    Spread "expression.spread",
    Keyword "expression.keyword",
    NamedExpression "expression.named",
    MethodRef "expression.method_reference",
    ClassLiteral "expression.class_literal",
    InstanceOf "expression.instance_of",
    Instantiate "expression.instantiate",
    TemplateString "expression.template",
    Element "expression.element",
    MacroCall "expression.macro",
    Range "expression.range",
    Sequence "expression.sequence",
    // Literals (locals.scm)
    String "literal.string",
    Integer "literal.integer",
    Float "literal.float",
    Number "literal.number",
    Bool "literal.bool",
    Char "literal.char",
    Regex "literal.regex",
    Null "literal.null",
    // Types (types.scm)
    TypeName "type.name",
    TypePrimitive "type.primitive",
    TypeGeneric "type.generic",
    TypeMember "type.member",
    TypeArray "type.array",
    TypeMap "type.map",
    TypeChannel "type.channel",
    TypePointer "type.pointer",
    TypeReference "type.reference",
    TypeOptional "type.optional",
    TypeUnion "type.union",
    TypeIntersection "type.intersection",
    TypeFunction "type.function",
    TypeTuple "type.tuple",
    TypeLiteral "type.literal",
    TypeObject "type.object",
    TypeStruct "type.struct",
    TypeInterface "type.interface",
    TypeQuery "type.query",
    TypeKeyOf "type.keyof",
    TypeIndexed "type.indexed",
    TypeConditional "type.conditional",
    TypeParenthesized "type.parenthesized",
    TypePredicate "type.predicate",
    TypeThis "type.this",
    TypeDyn "type.dyn",
    TypeImpl "type.impl",
    TypeWildcard "type.wildcard",
    TypeAnnotation "type.annotation",
    TypeInferred "type.inferred",
    TypeVoid "type.void",
    // The rest
    Decorator "decorator",
    Comment "comment",
    Error "error",
}

/// The reason why a query text is not usable.
#[derive(Debug, thiserror::Error)]
pub enum RolesError {
    /// A capture is not in the vocabulary.
    #[error("unknown capture `@{0}`; the known ones are listed in queries/README.md")]
    UnknownCapture(String),
    /// A pattern names a node kind that the grammar does not have.
    #[error("the grammar has no node kind `{0}`")]
    UnknownKind(String),
    /// The text is not a sequence of patterns, each with its capture.
    #[error("expected `(kind) @capture` or `[(kind) (kind)] @capture` near `{0}`")]
    Malformed(String),
}

/// The role of each node kind of one grammar.
#[derive(Clone)]
pub struct Roles(Vec<Role>);

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Roles({} kinds)", self.0.len())
    }
}

impl Roles {
    /// Compiles query texts against a grammar. A later pattern for a kind replaces an earlier one, so the texts of a
    /// dialect follow those of its parent. A kind that the grammar lacks is an error unless `lenient`: the texts of a
    /// family name kinds that only some of its grammars have.
    ///
    /// # Errors
    /// An unknown capture, an unknown node kind, or a text that is not a sequence of patterns.
    pub fn compile(
        grammar: &tree_sitter::Language,
        texts: &[&str],
        lenient: bool,
    ) -> Result<Self, RolesError> {
        let mut table = vec![Role::None; grammar.node_kind_count()];
        // Several kinds may have the same name.
        let mut ids: HashMap<&str, Vec<u16>> = HashMap::new();
        for id in 0..grammar.node_kind_count() as u16 {
            if grammar.node_kind_is_named(id)
                && let Some(kind) = grammar.node_kind_for_id(id)
            {
                ids.entry(kind).or_default().push(id);
            }
        }
        for text in texts {
            for (kinds, capture) in patterns(text)? {
                let role = Role::ALL
                    .iter()
                    .find(|(_, name)| *name == capture)
                    .ok_or_else(|| RolesError::UnknownCapture(capture.to_owned()))?
                    .0;
                for kind in kinds {
                    match ids.get(kind) {
                        Some(ids) => ids.iter().for_each(|id| table[*id as usize] = role),
                        None if lenient => {}
                        None => return Err(RolesError::UnknownKind(kind.to_owned())),
                    }
                }
            }
        }
        Ok(Self(table))
    }

    /// Returns the role of a node, `Role::None` if no pattern names its kind.
    #[inline]
    pub fn of(&self, node: tree_sitter::Node) -> Role {
        self.0
            .get(node.kind_id() as usize)
            .copied()
            .unwrap_or_default()
    }
}

/// Reads the patterns of a query text: `(kind) @capture` and `[(kind) (kind)] @capture`. Returns the kinds and the
/// capture of each.
fn patterns(text: &str) -> Result<Vec<(Vec<&str>, &str)>, RolesError> {
    let mut tokens = tokenize(text).into_iter();
    let mut found = Vec::new();
    while let Some(first) = tokens.next() {
        let mut kinds = Vec::new();
        match first {
            "(" => kinds.push(kind(&mut tokens)?),
            "[" => loop {
                match tokens.next() {
                    Some("(") => kinds.push(kind(&mut tokens)?),
                    Some("]") => break,
                    other => return Err(malformed(other)),
                }
            },
            other => return Err(malformed(Some(other))),
        }
        let token = tokens.next();
        let capture = token.and_then(|token| token.strip_prefix('@'));
        found.push((kinds, capture.ok_or_else(|| malformed(token))?));
    }
    Ok(found)
}

/// Reads the rest of `(kind)` after its opening parenthesis.
fn kind<'t>(tokens: &mut impl Iterator<Item = &'t str>) -> Result<&'t str, RolesError> {
    let name = tokens.next();
    match (name, tokens.next()) {
        (Some(name), Some(")")) => Ok(name),
        (_, other) => Err(malformed(other)),
    }
}

fn malformed(token: Option<&str>) -> RolesError {
    RolesError::Malformed(token.unwrap_or("end of file").to_owned())
}

/// Splits a query text into brackets and words. Drops comments.
fn tokenize(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or("");
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let first = rest.len() - rest.trim_start_matches(['(', ')', '[', ']']).len();
            let len = if first > 0 {
                1
            } else {
                rest.find(|c: char| c.is_whitespace() || "()[]".contains(c))
                    .unwrap_or(rest.len())
            };
            tokens.push(&rest[..len]);
            rest = rest[len..].trim_start();
        }
    }
    tokens
}

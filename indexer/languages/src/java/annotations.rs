//! Modifiers and annotations: flags, visibility, decorators, and entry points of common frameworks.

use bombe_format::kind::Visibility;
use tree_sitter::Node;

use crate::parse::roles::Role;
use bombe_facts::{DefFlags, DefId, EntryKind, EntryPoint, Expr, ExprId, List, SiteKind, StrId};

use super::lombok::Marks;
use super::lower::Lowering;

/// The modifiers of a declaration.
pub(super) struct Modifiers<'t> {
    /// Flags from keywords and well-known annotations.
    pub(super) flags: DefFlags,
    /// Visibility, if a keyword declares it.
    pub(super) visibility: Option<Visibility>,
    /// Annotations as a list of expressions.
    pub(super) decorators: List<ExprId>,
    /// `abstract`.
    pub(super) is_abstract: bool,
    /// `default`.
    pub(super) is_default: bool,
    /// First byte after the annotations.
    pub(super) signature_start: usize,
    /// The Lombok annotations.
    pub(super) lombok: Marks,
    /// Annotations that make the declaration an entry point.
    pub(super) entries: Vec<(&'static Entry, Node<'t>)>,
    /// Route of an annotation that applies to the whole class.
    pub(super) route: StrId,
}

/// An annotation that makes a method an entry point.
pub(super) struct Entry {
    annotation: &'static str,
    kind: EntryKind,
    verb: &'static str,
    framework: &'static str,
}

const fn entry(
    annotation: &'static str,
    kind: EntryKind,
    verb: &'static str,
    framework: &'static str,
) -> Entry {
    Entry {
        annotation,
        kind,
        verb,
        framework,
    }
}

/// Sorted by annotation.
static ENTRIES: &[Entry] = &[
    entry("Command", EntryKind::Command, "", "picocli"),
    entry("ConnectMapping", EntryKind::Event, "", "spring"),
    entry("DELETE", EntryKind::Route, "DELETE", "jax-rs"),
    entry("Delete", EntryKind::Route, "DELETE", "micronaut"),
    entry("DeleteMapping", EntryKind::Route, "DELETE", "spring"),
    entry("EventListener", EntryKind::Event, "", "spring"),
    entry("GET", EntryKind::Route, "GET", "jax-rs"),
    entry("Get", EntryKind::Route, "GET", "micronaut"),
    entry("GetMapping", EntryKind::Route, "GET", "spring"),
    entry("HEAD", EntryKind::Route, "HEAD", "jax-rs"),
    entry("JmsListener", EntryKind::Event, "", "spring"),
    entry("KafkaListener", EntryKind::Event, "", "spring"),
    entry("MessageMapping", EntryKind::Event, "", "spring"),
    entry("OPTIONS", EntryKind::Route, "OPTIONS", "jax-rs"),
    entry("PATCH", EntryKind::Route, "PATCH", "jax-rs"),
    entry("POST", EntryKind::Route, "POST", "jax-rs"),
    entry("PUT", EntryKind::Route, "PUT", "jax-rs"),
    entry("ParameterizedTest", EntryKind::Test, "", "junit"),
    entry("Patch", EntryKind::Route, "PATCH", "micronaut"),
    entry("PatchMapping", EntryKind::Route, "PATCH", "spring"),
    entry("Post", EntryKind::Route, "POST", "micronaut"),
    entry("PostMapping", EntryKind::Route, "POST", "spring"),
    entry("Put", EntryKind::Route, "PUT", "micronaut"),
    entry("PutMapping", EntryKind::Route, "PUT", "spring"),
    entry("RabbitListener", EntryKind::Event, "", "spring"),
    entry("RepeatedTest", EntryKind::Test, "", "junit"),
    entry("RequestMapping", EntryKind::Route, "", "spring"),
    entry("Scheduled", EntryKind::Event, "", "spring"),
    entry("ShellMethod", EntryKind::Command, "", "spring"),
    entry("SubscribeMapping", EntryKind::Event, "", "spring"),
    entry("Test", EntryKind::Test, "", "junit"),
    entry("TestFactory", EntryKind::Test, "", "junit"),
    entry("TestTemplate", EntryKind::Test, "", "junit"),
    entry("TransactionalEventListener", EntryKind::Event, "", "spring"),
];

/// Annotations whose string argument is a prefix of all routes in the class.
const CLASS_ROUTES: &[&str] = &["Controller", "Path", "RequestMapping"];

impl<'t> Lowering<'_, 't> {
    /// Lowers the modifiers of a declaration. Annotations become sites of the enclosing definition.
    pub(super) fn modifiers(&mut self, declaration: Node<'t>) -> Modifiers<'t> {
        let mut found = Modifiers {
            flags: DefFlags::default(),
            visibility: None,
            decorators: List::default(),
            is_abstract: false,
            is_default: false,
            signature_start: declaration.start_byte(),
            lombok: Marks::default(),
            entries: Vec::new(),
            route: StrId::EMPTY,
        };
        let Some(node) = declaration
            .child(0)
            .filter(|child| child.kind_id() == self.ids.modifiers_kind)
        else {
            return found;
        };
        let doc = self.doc.take();
        let start = self.exprs.len();
        let mut keyword = None;
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match self.roles.of(child) {
                Role::Comment => {}
                Role::Decorator => {
                    self.known_annotation(child, &mut found);
                    let decorator = self.annotation(child);
                    self.exprs.push(decorator);
                }
                _ => {
                    keyword.get_or_insert(child.start_byte());
                    match child.kind() {
                        "public" => {
                            found.visibility = Some(Visibility::Public);
                            found.flags.set(DefFlags::EXPORTED);
                        }
                        "protected" => found.visibility = Some(Visibility::Protected),
                        "private" => found.visibility = Some(Visibility::Private),
                        "static" => found.flags.set(DefFlags::STATIC),
                        "final" => found.flags.set(DefFlags::READONLY),
                        "abstract" => found.is_abstract = true,
                        "default" => found.is_default = true,
                        _ => {}
                    }
                }
            }
        }
        found.decorators = self.b.list(&self.exprs[start..]);
        self.exprs.truncate(start);
        found.signature_start = keyword.unwrap_or_else(|| {
            let rest = self.b.source().get(node.end_byte()..).unwrap_or("");
            node.end_byte() + (rest.len() - rest.trim_start().len())
        });
        self.doc = doc;
        found
    }

    fn known_annotation(&mut self, node: Node<'t>, found: &mut Modifiers<'t>) {
        let Some(name) = self.ids.name.of(node) else {
            return;
        };
        let name = self.b.text(name);
        let name = name.rsplit('.').next().unwrap_or(name);
        match name {
            "Deprecated" => found.flags.set(DefFlags::DEPRECATED),
            "Override" => found.flags.set(DefFlags::OVERRIDE),
            _ => {}
        }
        if self.uses_lombok {
            let text = self.b.text(node);
            found.lombok.add(name, text);
        }
        if let Ok(at) = ENTRIES.binary_search_by(|entry| entry.annotation.cmp(name)) {
            let entry = &ENTRIES[at];
            if entry.kind == EntryKind::Test {
                found.flags.set(DefFlags::TEST);
            }
            found.entries.push((entry, node));
        }
        if found.route.is_empty() && CLASS_ROUTES.contains(&name) {
            found.route = self.first_string(node);
        }
    }

    /// Returns the first string literal in an annotation's arguments, or the empty string.
    fn first_string(&mut self, node: Node<'t>) -> StrId {
        let text = self.b.text(node);
        let text = text
            .split_once('"')
            .and_then(|(_, rest)| rest.split_once('"'))
            .map_or("", |(text, _)| text);
        self.b.str(text)
    }

    /// Records the entry points that annotations declare for a method.
    pub(super) fn entry_points(&mut self, def: DefId, modifiers: &Modifiers<'t>, line: u32) {
        for (entry, node) in &modifiers.entries {
            let own = match entry.kind {
                EntryKind::Test => StrId::EMPTY,
                _ if !modifiers.route.is_empty() => modifiers.route,
                _ => self.first_string(*node),
            };
            let route = if entry.kind == EntryKind::Route && !self.route.is_empty() {
                let whole = format!(
                    "{}/{}",
                    self.b.facts.str(self.route).trim_end_matches('/'),
                    self.b.facts.str(own).trim_start_matches('/')
                );
                self.b.str(whole.trim_end_matches('/'))
            } else {
                own
            };
            let verb = if entry.verb.is_empty() {
                request_method(self.b.text(*node))
            } else {
                entry.verb
            };
            let verb = self.b.str(verb);
            let framework = self.b.str(entry.framework);
            self.b.entry_point(EntryPoint {
                kind: entry.kind,
                def: Some(def),
                handler: ExprId::UNKNOWN,
                verb,
                route,
                framework,
                line,
            });
        }
    }

    /// Lowers an annotation to an expression and a site: a name, or a call with keyword arguments.
    pub(super) fn annotation(&mut self, node: Node<'t>) -> ExprId {
        let Some(name) = self.ids.name.of(node) else {
            return ExprId::UNKNOWN;
        };
        let (callee, token) = self.annotation_name(name);
        let site = self.b.site(SiteKind::Decorator, callee, token);
        let Some(arguments) = self.ids.arguments.of(node) else {
            return callee;
        };
        let args = self.arguments(arguments);
        let call = self.b.expr(Expr::Call { callee, args, site });
        self.b.set_site_expr(site, call);
        call
    }

    /// Returns the name of an annotation and its last token.
    fn annotation_name(&mut self, node: Node<'t>) -> (ExprId, Node<'t>) {
        let scope = self.ids.scope.of(node);
        let (Some(scope), Some(name)) = (scope, self.ids.name.of(node)) else {
            return (self.b.name_expr(node), node);
        };
        let (base, _) = self.annotation_name(scope);
        let text = self.b.name(name);
        (self.b.expr(Expr::Member { base, name: text }), name)
    }
}

/// Returns the HTTP method in `@RequestMapping(method = RequestMethod.POST)`, or the empty string.
fn request_method(annotation: &str) -> &'static str {
    ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|verb| {
            annotation
                .split_once("method")
                .is_some_and(|(_, rest)| rest.contains(verb))
        })
        .unwrap_or("")
}

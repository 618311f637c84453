//! Entry points: routes, commands and event handlers by their decorators, and tests by their names.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{DefFlags, DefId, EntryKind, EntryPoint, ExprId, StrId};

/// Members that make the decorated function an entry point: name, kind, framework. The HTTP method of a route is the
/// name; `*` stands for `methods=[…]` with the default `GET`.
const DECORATORS: &[(&str, EntryKind, &str)] = &[
    ("get", EntryKind::Route, ""),
    ("post", EntryKind::Route, ""),
    ("put", EntryKind::Route, ""),
    ("delete", EntryKind::Route, ""),
    ("patch", EntryKind::Route, ""),
    ("head", EntryKind::Route, ""),
    ("options", EntryKind::Route, ""),
    ("trace", EntryKind::Route, ""),
    ("websocket", EntryKind::Route, ""),
    ("route", EntryKind::Route, ""),
    ("api_route", EntryKind::Route, "fastapi"),
    ("websocket_route", EntryKind::Route, ""),
    ("view_config", EntryKind::Route, "pyramid"),
    ("api_view", EntryKind::Route, "django"),
    ("command", EntryKind::Command, "click"),
    ("group", EntryKind::Command, "click"),
    ("callback", EntryKind::Command, "typer"),
    ("task", EntryKind::Event, "celery"),
    ("shared_task", EntryKind::Event, "celery"),
    ("receiver", EntryKind::Event, "django"),
    ("on_event", EntryKind::Event, "fastapi"),
    ("exception_handler", EntryKind::Event, "fastapi"),
    ("middleware", EntryKind::Event, "fastapi"),
    ("errorhandler", EntryKind::Event, "flask"),
    ("app_errorhandler", EntryKind::Event, "flask"),
    ("before_request", EntryKind::Event, "flask"),
    ("after_request", EntryKind::Event, "flask"),
    ("teardown_request", EntryKind::Event, "flask"),
    ("teardown_appcontext", EntryKind::Event, "flask"),
    ("before_app_request", EntryKind::Event, "flask"),
    ("context_processor", EntryKind::Event, "flask"),
    ("listener", EntryKind::Event, ""),
    ("listens_for", EntryKind::Event, "sqlalchemy"),
    ("hookimpl", EntryKind::Event, "pluggy"),
];

impl Lowering<'_, '_> {
    /// Records the entry point that a decorator declares.
    pub(super) fn decorator_entry_point(&mut self, def: DefId, value: Node, callee: Node) {
        let text = self.text(callee);
        let (base, last) = text.rsplit_once('.').unwrap_or(("", text));
        let Some((name, kind, framework)) = DECORATORS.iter().find(|(name, ..)| *name == last)
        else {
            return;
        };
        let call = self.role(value) == Role::Call;
        let first = call
            .then(|| self.ids.arguments.of(value))
            .flatten()
            .and_then(super::grammar::first_named);
        let text = first
            .and_then(|first| self.plain_string(first))
            .unwrap_or("");
        if *kind == EntryKind::Route {
            // A route needs a path: `@x.get("/path")`. A bare `@get` is something else.
            let with_path = text.starts_with('/') || text.is_empty() && first.is_some();
            let listed = matches!(*name, "view_config" | "api_view");
            if !call
                || (base.is_empty() && !listed)
                || !(with_path || listed || text.starts_with('{'))
            {
                return;
            }
        } else if base.is_empty()
            && !matches!(
                *name,
                "shared_task" | "receiver" | "listens_for" | "hookimpl"
            )
        {
            return;
        }
        let verb = match (*kind, *name) {
            (EntryKind::Route, "route" | "api_route" | "view_config" | "api_view") => {
                self.route_methods(value)
            }
            (EntryKind::Route, _) => self.b.str(&name.to_uppercase()),
            (EntryKind::Command, _) if text.is_empty() => self.b.def_mut(def).name,
            (EntryKind::Command, _) => self.b.str(text),
            _ => self.b.str(name),
        };
        let route = if *kind == EntryKind::Command {
            StrId::EMPTY
        } else {
            self.b.str(text)
        };
        let framework = self.b.str(framework);
        let line = self.b.def_mut(def).name_line;
        self.b.entry_point(EntryPoint {
            kind: *kind,
            def: Some(def),
            handler: ExprId::UNKNOWN,
            verb,
            route,
            framework,
            line,
        });
    }

    /// Returns the methods of `methods=["GET", "POST"]`, joined by commas; `GET` if there are none.
    fn route_methods(&mut self, call: Node) -> StrId {
        let mut methods = String::new();
        if let Some(arguments) = self.ids.arguments.of(call) {
            let mut cursor = arguments.walk();
            for arg in arguments.named_children(&mut cursor) {
                let list = if self.role(arg) == Role::Keyword {
                    let named = self.ids.name.of(arg).is_some_and(|name| {
                        matches!(self.text(name), "methods" | "request_method")
                    });
                    named.then(|| self.ids.value.of(arg)).flatten()
                } else {
                    (self.role(arg) == Role::Array).then_some(arg)
                };
                let Some(list) = list else { continue };
                let mut inner = list.walk();
                for item in list.named_children(&mut inner) {
                    if let Some(method) = self.plain_string(item) {
                        if !methods.is_empty() {
                            methods.push(',');
                        }
                        methods.push_str(&method.to_uppercase());
                    }
                }
            }
        }
        if methods.is_empty() {
            methods.push_str("GET");
        }
        self.b.str(&methods)
    }

    /// Records a function that is an entry point by its name.
    pub(super) fn function_entry_point(&mut self, def: DefId) {
        let d = self.b.def_mut(def);
        if !d.flags.has(DefFlags::TEST) {
            return;
        }
        let line = d.name_line;
        let framework = self.b.str("pytest");
        self.b.entry_point(EntryPoint {
            kind: EntryKind::Test,
            def: Some(def),
            handler: ExprId::UNKNOWN,
            verb: StrId::EMPTY,
            route: StrId::EMPTY,
            framework,
            line,
        });
    }
}

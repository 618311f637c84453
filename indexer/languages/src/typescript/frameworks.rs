//! Entry points: routes of Express-like routers, `NestJS` handlers, commands, tests.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{DefId, EntryKind, EntryPoint, Expr, ExprId, List, StrId, TypeExpr};

/// Decorators of handler methods: name, kind, verb, framework.
const HANDLER_DECORATORS: &[(&str, EntryKind, &str, &str)] = &[
    ("Get", EntryKind::Route, "GET", "nestjs"),
    ("Post", EntryKind::Route, "POST", "nestjs"),
    ("Put", EntryKind::Route, "PUT", "nestjs"),
    ("Patch", EntryKind::Route, "PATCH", "nestjs"),
    ("Delete", EntryKind::Route, "DELETE", "nestjs"),
    ("Options", EntryKind::Route, "OPTIONS", "nestjs"),
    ("Head", EntryKind::Route, "HEAD", "nestjs"),
    ("All", EntryKind::Route, "ALL", "nestjs"),
    ("Query", EntryKind::Route, "QUERY", "graphql"),
    ("Mutation", EntryKind::Route, "MUTATION", "graphql"),
    ("Subscription", EntryKind::Route, "SUBSCRIPTION", "graphql"),
    ("ResolveField", EntryKind::Route, "FIELD", "graphql"),
    ("MessagePattern", EntryKind::Event, "", "nestjs"),
    ("EventPattern", EntryKind::Event, "", "nestjs"),
    ("SubscribeMessage", EntryKind::Event, "", "nestjs"),
    ("OnEvent", EntryKind::Event, "", "nestjs"),
    ("Cron", EntryKind::Event, "", "nestjs"),
    ("Interval", EntryKind::Event, "", "nestjs"),
];

/// Methods of a router that register a route.
const ROUTER_METHODS: &[&str] = &[
    "get", "post", "put", "patch", "delete", "head", "options", "all",
];

impl<'t> Lowering<'t> {
    /// Records the entry points that decorators declare for a method.
    pub(super) fn handler_decorators(&mut self, decorators: &[Node<'t>], def: DefId) {
        for &decorator in decorators {
            let text = self.b.text(decorator).trim_start_matches('@');
            let name = text.split(['(', '<']).next().unwrap_or(text).trim();
            let Some((_, kind, verb, framework)) =
                HANDLER_DECORATORS.iter().find(|(known, ..)| *known == name)
            else {
                continue;
            };
            let route = decorator
                .named_child(0)
                .and_then(|call| self.ids.arguments.of(call))
                .and_then(|arguments| arguments.named_child(0))
                .filter(|first| self.role(*first) == Role::String);
            let route = route.map_or(StrId::EMPTY, |route| self.property_name(route));
            let verb = self.b.str(verb);
            let framework = self.b.str(framework);
            let line = decorator.start_position().row as u32 + 1;
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
    }

    /// Records the further effect of a call: a route, an event handler, a mixin.
    pub(super) fn framework_call(
        &mut self,
        function: Node<'t>,
        arguments: Option<Node<'t>>,
        callee: ExprId,
        args: List<ExprId>,
    ) {
        let Some(arguments) = arguments else { return };
        let args: &[ExprId] = self.b.facts.list(args);
        if args.len() < 2 {
            return;
        }
        let (first, second, last) = (args[0], args[1], args[args.len() - 1]);
        match self.b.facts.exprs[callee.index()] {
            Expr::Member { name, .. } => {
                let name = self.b.facts.str(name);
                if name == "assign" && self.b.text(function) == "Object.assign" {
                    let sources: Vec<ExprId> = args[1..].to_vec();
                    for source in sources {
                        self.mix_in(first, source);
                    }
                    return;
                }
                if name == "inherits" {
                    return self.inherits(first, second);
                }
                let Some(verb) = ROUTER_METHODS.iter().find(|method| **method == name) else {
                    return;
                };
                let Expr::Str(route) = self.b.facts.exprs[first.index()] else {
                    return;
                };
                if !self.b.facts.str(route).starts_with('/') || !self.is_handler(last) {
                    return;
                }
                let verb = self.b.str(&verb.to_uppercase());
                let framework = self.b.str("express");
                let line = arguments.start_position().row as u32 + 1;
                let def = match self.b.facts.exprs[last.index()] {
                    Expr::Lambda(def) if self.b.facts.defs[def.index()].kind.is_some() => Some(def),
                    _ => None,
                };
                self.b.entry_point(EntryPoint {
                    kind: EntryKind::Route,
                    def,
                    handler: last,
                    verb,
                    route,
                    framework,
                    line,
                });
            }
            Expr::Name { name, .. } if self.js => match self.b.facts.str(name) {
                "mixin" | "merge" | "extend" | "assign" => self.mix_in(first, second),
                "inherits" => self.inherits(first, second),
                _ => {}
            },
            _ => {}
        }
    }

    fn is_handler(&self, expr: ExprId) -> bool {
        matches!(
            self.b.facts.exprs[expr.index()],
            Expr::Lambda(_) | Expr::Name { .. } | Expr::Member { .. } | Expr::Call { .. }
        )
    }

    /// `Object.assign(target, source)`: every member of the source becomes a member of the target.
    fn mix_in(&mut self, target: ExprId, source: ExprId) {
        if !source.is_known() || !target.is_known() {
            return;
        }
        let within = self.b.callable();
        self.b.assign_member(bombe_facts::MemberAssign {
            owner: None,
            base: target,
            name: StrId::EMPTY,
            def: None,
            ty: bombe_facts::TypeId::UNKNOWN,
            value: source,
            within,
        });
    }

    /// `util.inherits(Child, Parent)`.
    fn inherits(&mut self, child: ExprId, parent: ExprId) {
        let Expr::Name { name, .. } = self.b.facts.exprs[child.index()] else {
            return;
        };
        let Some(def) = self.visible_def(name) else {
            return;
        };
        let ty = match self.b.facts.exprs[parent.index()] {
            Expr::Name { name, scope, .. } => self.b.ty(TypeExpr::Name {
                name,
                scope,
                args: List::default(),
            }),
            _ => self.b.ty(TypeExpr::Of(parent)),
        };
        self.add_base(def, ty);
        self.b.write_container(child, parent);
    }
}

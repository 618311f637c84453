//! Matches the arguments of a macro call with the pattern of a rule.

use super::tokens::{Kind, Token, group_end};

/// Patterns in patterns that are followed.
const DEPTH_MAX: u32 = 16;

/// A part of a pattern.
#[derive(Debug)]
pub(super) enum Part<'s> {
    /// This token.
    Token(Token<'s>),
    /// `$name:fragment`.
    Variable(&'s str, &'s str),
    /// `$( parts ) separator operator`.
    Repeated {
        parts: Vec<Part<'s>>,
        separator: Option<Token<'s>>,
        operator: &'s str,
    },
}

/// What a variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Bound<'s> {
    /// Tokens, and whether they are one unit that no operator around it may take apart.
    Tokens(Vec<Token<'s>>),
    /// One for each turn of a repetition.
    Turns(Vec<Bound<'s>>),
}

/// Variables by name.
pub(super) type Bindings<'s> = Vec<(&'s str, Bound<'s>)>;

/// Returns the parts of a pattern; `None` if it is none.
pub(super) fn pattern<'s>(tokens: &[Token<'s>], depth: u32) -> Option<Vec<Part<'s>>> {
    if depth > DEPTH_MAX {
        return None;
    }
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.text != "$" {
            parts.push(Part::Token(*token));
            at += 1;
            continue;
        }
        let next = tokens.get(at + 1)?;
        if next.text == "(" {
            let end = group_end(tokens, at + 1);
            let inner = pattern(tokens.get(at + 2..end - 1)?, depth + 1)?;
            let (separator, operator, after) = repetition(tokens, end)?;
            parts.push(Part::Repeated {
                parts: inner,
                separator,
                operator,
            });
            at = after;
        } else {
            if tokens.get(at + 2)?.text != ":" {
                return None;
            }
            parts.push(Part::Variable(next.text, tokens.get(at + 3)?.text));
            at += 4;
        }
    }
    Some(parts)
}

/// Returns separator and operator of a repetition, and the position after them.
pub(super) fn repetition<'s>(
    tokens: &[Token<'s>],
    at: usize,
) -> Option<(Option<Token<'s>>, &'s str, usize)> {
    let is_operator = |token: &&Token| matches!(token.text, "*" | "+" | "?");
    let first = tokens.get(at)?;
    if is_operator(&first)
        && !tokens.get(at + 1).is_some_and(|next| {
            first.text != "?" && is_operator(&next) && next.at == first.at.map(|at| at + 1)
        })
    {
        return Some((None, first.text, at + 1));
    }
    let operator = tokens.get(at + 1).filter(is_operator)?;
    Some((Some(*first), operator.text, at + 2))
}

/// Matches all of `tokens` with a pattern; returns what its variables stand for.
pub(super) fn matches<'s>(parts: &[Part<'s>], tokens: &[Token<'s>]) -> Option<Bindings<'s>> {
    let mut bindings = Vec::new();
    let end = match_parts(parts, tokens, 0, &mut bindings)?;
    (end == tokens.len()).then_some(bindings)
}

fn match_parts<'s>(
    parts: &[Part<'s>],
    tokens: &[Token<'s>],
    mut at: usize,
    bindings: &mut Bindings<'s>,
) -> Option<usize> {
    for part in parts {
        match part {
            Part::Token(wanted) => {
                if tokens.get(at)?.text != wanted.text {
                    return None;
                }
                at += 1;
            }
            Part::Variable(name, fragment) => {
                let end = fragment_end(fragment, tokens, at)?;
                let found = tokens.get(at..end)?.to_vec();
                bindings.push((name, Bound::Tokens(found)));
                at = end;
            }
            Part::Repeated {
                parts,
                separator,
                operator,
            } => {
                let mut turns: Vec<Bindings> = Vec::new();
                loop {
                    let mut from = at;
                    if let Some(separator) = separator.filter(|_| !turns.is_empty()) {
                        if tokens
                            .get(from)
                            .is_none_or(|token| token.text != separator.text)
                        {
                            break;
                        }
                        from += 1;
                    }
                    let mut turn = Vec::new();
                    let Some(end) = match_parts(parts, tokens, from, &mut turn) else {
                        break;
                    };
                    if end == from {
                        break;
                    }
                    turns.push(turn);
                    at = end;
                    if *operator == "?" {
                        break;
                    }
                }
                if *operator == "+" && turns.is_empty() {
                    return None;
                }
                let mut names = Vec::new();
                variables(parts, &mut names);
                for name in names {
                    let of_name = turns.iter().filter_map(|turn| {
                        let mut turn = turn.iter();
                        turn.find(|(bound, _)| *bound == name)
                            .map(|(_, bound)| bound.clone())
                    });
                    bindings.push((name, Bound::Turns(of_name.collect())));
                }
            }
        }
    }
    Some(at)
}

/// Adds the names of the variables of a pattern.
fn variables<'s>(parts: &[Part<'s>], names: &mut Vec<&'s str>) {
    for part in parts {
        match part {
            Part::Token(_) => {}
            Part::Variable(name, _) => names.push(name),
            Part::Repeated { parts, .. } => variables(parts, names),
        }
    }
}

/// Returns the end of the fragment that starts at `at`; `None` if there is none.
fn fragment_end(fragment: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let first = tokens.get(at);
    let rest_until = |stop: fn(&Token) -> bool| {
        let end = until(tokens, at, stop);
        (end > at).then_some(end)
    };
    match fragment {
        "ident" => first
            .filter(|token| token.kind == Kind::Ident && token.text != "_")
            .map(|_| at + 1),
        "lifetime" => first
            .filter(|token| token.kind == Kind::Lifetime)
            .map(|_| at + 1),
        "literal" => {
            let sign = usize::from(first?.text == "-");
            let token = tokens.get(at + sign)?;
            let is_literal = token.kind == Kind::Literal || matches!(token.text, "true" | "false");
            is_literal.then_some(at + sign + 1)
        }
        "tt" => match first?.kind {
            Kind::Open => Some(group_end(tokens, at)),
            Kind::Close => None,
            _ => Some(at + 1),
        },
        "block" => (first?.text == "{").then(|| group_end(tokens, at)),
        "vis" => Some(match first {
            Some(token) if token.text == "pub" => match tokens.get(at + 1) {
                Some(next) if next.text == "(" => group_end(tokens, at + 1),
                _ => at + 1,
            },
            _ => at,
        }),
        "meta" => rest_until(|token| token.text == ","),
        "ty" | "path" => rest_until(|token| {
            matches!(
                token.text,
                "," | ";" | "=" | "=>" | "{" | "|" | ":" | "where" | "as"
            )
        }),
        "expr" | "expr_2021" => rest_until(|token| matches!(token.text, "," | ";" | "=>")),
        "pat" | "pat_param" => {
            rest_until(|token| matches!(token.text, "," | "=" | "=>" | "if" | "in"))
        }
        "stmt" if first?.text == ";" => Some(at + 1),
        "stmt" => rest_until(|token| token.text == ";"),
        "item" => item_end(tokens, at),
        _ => None,
    }
}

/// Returns the position of the first token outside of brackets, angle brackets included, at which a fragment stops.
fn until(tokens: &[Token], from: usize, stop: fn(&Token) -> bool) -> usize {
    let (mut at, mut angles) = (from, 0_u32);
    while let Some(token) = tokens.get(at) {
        match token.kind {
            Kind::Close => break,
            _ if angles == 0 && stop(token) => break,
            Kind::Open => {
                at = group_end(tokens, at);
                continue;
            }
            _ => {}
        }
        match token.text {
            "<" => angles += 1,
            ">" => angles = angles.saturating_sub(1),
            ";" => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Returns the position after an item: after its `;`, or after its body.
fn item_end(tokens: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    let mut ends_with_semicolon = false;
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => return Some(at + 1),
            "const" | "static" | "type" | "use" => ends_with_semicolon = true,
            "fn" | "impl" | "struct" | "enum" | "trait" | "mod" => ends_with_semicolon = false,
            "{" if !ends_with_semicolon => return Some(group_end(tokens, at)),
            _ => {}
        }
        match token.kind {
            Kind::Open => at = group_end(tokens, at),
            Kind::Close => return None,
            _ => at += 1,
        }
    }
    None
}

//! `#define`, `#if` and their kind, on tokens.

use crate::{
    source::diagnostic::{Diagnostic, SourceSpan},
    source::token::{Kind, Token},
};
use std::{collections::BTreeMap, rc::Rc};

/// Macros nest at most so deep, and a source grows to at most so many tokens: an untrusted one cannot grow without end.
const MAX_DEPTH: u32 = 32;
const MAX_TOKENS: usize = 200_000;

/// `#if`s within one another, parameters of a macro, and bytes of a name that count as one token more where a macro writes it again.
const MAX_OPEN: usize = 256;
const MAX_PARAMETERS: usize = 256;
const PART_OF_NAME: usize = 256;

struct Macro {
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

struct Preprocessor<'a> {
    macros: BTreeMap<String, Rc<Macro>>,
    output: Vec<Token>,
    /// Tokens looked at inside macros: a tower of macros can double without writing anything.
    steps: usize,
    errors: &'a mut Vec<Diagnostic>,
}

/// One `#if`: whether its present part counts, whether a part counted already, and where it stands.
struct Condition {
    active: bool,
    done: bool,
    span: SourceSpan,
}

/// Carries out the directives. `flash` is what `AIF_FLASH_TARGET` says.
pub(crate) fn preprocess(
    tokens: &[Token],
    flash: bool,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let mut state = Preprocessor { macros: BTreeMap::new(), output: Vec::new(), steps: 0, errors };
    for (name, value) in [("AIF_FLASH_TARGET", i32::from(flash)), ("AIF_NVIDIA", 0), ("AIF_ATI", 0)]
    {
        let body = vec![Token {
            kind: Kind::Int(value),
            text: value.to_string(),
            span: SourceSpan::default(),
            first: false,
        }];
        state.macros.insert(name.to_owned(), Rc::new(Macro { parameters: None, body }));
    }
    let mut conditions: Vec<Condition> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if token.first && token.is("#") {
            let end = (at + 1..tokens.len())
                .find(|&i| tokens[i].first || tokens[i].kind == Kind::End)
                .unwrap_or(tokens.len());
            state.directive(&tokens[at + 1..end], token.span, &mut conditions);
            at = end;
            if conditions.len() > MAX_OPEN {
                let error = Diagnostic::error("PB026", token.span, "the source grows too large");
                state.errors.push(error.note("256 `#if` may stand within one another"));
                break;
            }
            if conditions.iter().any(|c| !c.active) {
                let next = tokens[at..].iter().position(|t| t.first && t.is("#"));
                let next = next.map_or(tokens.len() - 1, |by| at + by);
                state.forgive(token.span.start, tokens[next].span.start);
                at = next;
            }
            continue;
        }
        at = state.expand(tokens, at, 0);
        if state.is_full() {
            let error = Diagnostic::error("PB026", token.span, "the source grows too large");
            state.errors.push(error.note("macros may make at most 200000 tokens"));
            break;
        }
    }
    if let Some(open) = conditions.last() {
        state.errors.push(Diagnostic::error("PB027", open.span, "`#if` without `#endif`"));
    }
    let end = tokens.last().map(|t| t.span).unwrap_or_default();
    let mut output = state.output;
    if output.last().is_none_or(|t| t.kind != Kind::End) {
        output.push(Token { kind: Kind::End, text: String::new(), span: end, first: true });
    }
    output
}

impl Preprocessor<'_> {
    fn is_full(&self) -> bool {
        self.output.len() > MAX_TOKENS || self.steps > MAX_TOKENS
    }

    /// What is left out may be no tokens at all, but plain words: their quotes and signs are no mistakes.
    fn forgive(&mut self, start: u32, end: u32) {
        let is_left_out = |span: SourceSpan| start <= span.start && span.end <= end;
        let keeps = |error: &Diagnostic| {
            error.code != "PB014" || !is_left_out(error.span) || error.message.contains("comment")
        };
        self.errors.retain(keeps);
    }

    fn directive(&mut self, line: &[Token], hash: SourceSpan, conditions: &mut Vec<Condition>) {
        let Some(word) = line.first() else { return };
        let rest = &line[1..];
        let outer = |conditions: &[Condition], skip: usize| {
            conditions.iter().rev().skip(skip).all(|c| c.active)
        };
        match word.text.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let live = outer(conditions, 0);
                let holds = live
                    && match word.text.as_str() {
                        "if" => self.evaluate(rest, word.span) != 0,
                        "ifdef" => self.is_defined(rest),
                        _ => !self.is_defined(rest),
                    };
                conditions.push(Condition { active: holds, done: holds, span: hash.to(word.span) });
            }
            "elif" | "else" => {
                let live = outer(conditions, 1);
                let test = word.text == "elif";
                let Some(done) = conditions.last().map(|c| c.done) else {
                    return self.stray(word);
                };
                let holds = live && !done && (!test || self.evaluate(rest, word.span) != 0);
                if let Some(last) = conditions.last_mut() {
                    last.active = holds;
                    last.done |= holds;
                }
            }
            "endif" => {
                if conditions.pop().is_none() {
                    self.stray(word);
                }
            }
            _ if !outer(conditions, 0) => {}
            "define" => self.define(rest, word.span),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.remove(&name.text);
                }
            }
            other => {
                let message = format!("`#{other}` is not known");
                let error = Diagnostic::error("PB027", word.span, message);
                let known = "known are #define, #undef, #if, #ifdef, #ifndef, #elif, #else, #endif";
                self.errors.push(error.note(known));
            }
        }
    }

    fn stray(&mut self, word: &Token) {
        let message = format!("`#{}` without `#if`", word.text);
        self.errors.push(Diagnostic::error("PB027", word.span, message));
    }

    fn is_defined(&self, rest: &[Token]) -> bool {
        rest.first().is_some_and(|name| self.macros.contains_key(&name.text))
    }

    fn define(&mut self, rest: &[Token], word: SourceSpan) {
        let Some(name) = rest.first().filter(|t| t.kind == Kind::Name) else {
            self.errors.push(Diagnostic::error("PB027", word, "`#define` needs a name"));
            return;
        };
        let mut body = &rest[1..];
        let mut parameters = None;
        // `(` right behind the name makes a macro with parameters; after a blank it belongs to the body.
        if body.first().is_some_and(|t| t.is("(") && t.span.start == name.span.end) {
            let Some(close) = body.iter().position(|t| t.is(")")) else {
                let message = "the parameters of this macro have no `)`";
                self.errors.push(Diagnostic::error("PB027", name.span, message));
                return;
            };
            let names = body[1..close].iter().filter(|t| t.kind == Kind::Name);
            let names: Vec<String> = names.map(|t| t.text.clone()).collect();
            if names.len() > MAX_PARAMETERS {
                let message = "a macro takes at most 256 arguments";
                self.errors.push(Diagnostic::error("PB027", name.span, message));
                return;
            }
            parameters = Some(names);
            body = &body[close + 1..];
        }
        let found = Rc::new(Macro { parameters, body: body.to_vec() });
        self.macros.insert(name.text.clone(), found);
    }

    /// Writes the token at an index, or what it stands for, and answers the index after it.
    fn expand(&mut self, tokens: &[Token], at: usize, depth: u32) -> usize {
        let token = &tokens[at];
        self.steps += if depth > 0 { weight(token) } else { 0 };
        let known = (token.kind == Kind::Name && depth < MAX_DEPTH)
            .then(|| self.macros.get(&token.text).cloned())
            .flatten();
        let Some(found) = known else {
            self.output.push(token.clone());
            return at + 1;
        };
        let mut next = at + 1;
        let mut replaced = None;
        if let Some(names) = &found.parameters {
            if !tokens.get(next).is_some_and(|t| t.is("(")) {
                self.output.push(token.clone());
                return at + 1;
            }
            let Some((given, end)) = arguments(tokens, next) else {
                let message = "the arguments of this macro have no `)`";
                self.errors.push(Diagnostic::error("PB027", token.span, message));
                return tokens.len() - 1;
            };
            if given.len() != names.len() && !(names.is_empty() && given[0].is_empty()) {
                let message = format!(
                    "this macro takes {} arguments, {} are given",
                    names.len(),
                    given.len()
                );
                self.errors.push(Diagnostic::error("PB027", token.span, message));
            }
            next = end;
            // Arguments are expanded before they go in: within the body, the name of a macro around them is none.
            let given: Vec<Vec<Token>> =
                given.into_iter().map(|tokens| self.expanded(tokens, token, depth)).collect();
            replaced = Some(replace(&found.body, names, &given));
        }
        let body = replaced.as_ref().unwrap_or(&found.body);
        // The name itself is no macro within its own body.
        let own = self.macros.remove(&token.text);
        let mut list: Vec<Token> =
            body.iter().map(|t| Token { span: token.span, first: false, ..t.clone() }).collect();
        let end = list.len();
        list.push(Token { kind: Kind::End, text: String::new(), span: token.span, first: false });
        let mut i = 0;
        while i < end && !self.is_full() {
            i = self.expand(&list, i, depth + 1);
        }
        if let Some(own) = own {
            self.macros.insert(token.text.clone(), own);
        }
        next
    }

    /// What the tokens of an argument stand for.
    fn expanded(&mut self, mut list: Vec<Token>, of: &Token, depth: u32) -> Vec<Token> {
        let end = list.len();
        list.push(Token { kind: Kind::End, text: String::new(), span: of.span, first: false });
        let kept = core::mem::take(&mut self.output);
        let mut i = 0;
        while i < end && !self.is_full() {
            i = self.expand(&list, i, depth + 1);
        }
        core::mem::replace(&mut self.output, kept)
    }

    /// The value of the condition of an `#if`; 0 for one that cannot be read.
    fn evaluate(&mut self, tokens: &[Token], word: SourceSpan) -> i64 {
        let mut plain = Vec::new();
        let mut i = 0;
        while i < tokens.len() {
            if tokens[i].is_name("defined") {
                let open = usize::from(tokens.get(i + 1).is_some_and(|t| t.is("(")));
                let name = tokens.get(i + 1 + open).cloned();
                let value = name.is_some_and(|n| self.macros.contains_key(&n.text));
                plain.push(Token { kind: Kind::Int(i32::from(value)), ..tokens[i].clone() });
                i += 2 + 2 * open;
            } else {
                plain.push(tokens[i].clone());
                i += 1;
            }
        }
        let kept = core::mem::take(&mut self.output);
        let mut i = 0;
        while i < plain.len() && !self.is_full() {
            i = self.expand(&plain, i, 0);
        }
        let line = core::mem::replace(&mut self.output, kept);
        let mut reader = LineReader { tokens: &line, at: 0 };
        let value = reader.binary(0, 0);
        match value {
            Some(value) if reader.at == line.len() => value,
            _ => {
                let span = tokens.first().map_or(word, |t| t.span);
                let message = "this condition cannot be evaluated";
                self.errors.push(Diagnostic::error("PB027", span, message));
                0
            }
        }
    }
}

/// The arguments between the parenthesis at an index and its partner, and the index after that.
fn arguments(tokens: &[Token], open: usize) -> Option<(Vec<Vec<Token>>, usize)> {
    let mut list = vec![Vec::new()];
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
            if depth == 1 {
                continue;
            }
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return Some((list, i + 1));
            }
        } else if token.is(",") && depth == 1 {
            list.push(Vec::new());
            continue;
        } else if token.kind == Kind::End {
            return None;
        }
        list.last_mut()?.push(token.clone());
    }
    None
}

/// Of how many tokens a token counts: a name of a hundred thousand letters could be written again and again.
fn weight(token: &Token) -> usize {
    1 + token.text.len() / PART_OF_NAME
}

/// A body with its arguments in it, up to more than a source may grow to.
fn replace(body: &[Token], names: &[String], given: &[Vec<Token>]) -> Vec<Token> {
    let mut list = Vec::new();
    let weights: Vec<usize> = given.iter().map(|list| list.iter().map(weight).sum()).collect();
    let mut weighs = 0;
    for token in body {
        if weighs > MAX_TOKENS {
            break;
        }
        let index = names.iter().position(|n| token.kind == Kind::Name && *n == token.text);
        if let Some((tokens, heavy)) = index.and_then(|i| Some((given.get(i)?, weights[i]))) {
            weighs += heavy;
            list.extend(tokens.iter().cloned());
        } else {
            weighs += weight(token);
            list.push(token.clone());
        }
    }
    list
}

/// Reads whole-number conditions; names that are no macros count as 0.
struct LineReader<'a> {
    tokens: &'a [Token],
    at: usize,
}

const LEVELS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<", ">", "<=", ">="], &["+", "-"], &["*", "/"]];

impl LineReader<'_> {
    fn binary(&mut self, level: usize, depth: u32) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth)?;
        while let Some(op) =
            self.tokens.get(self.at).and_then(|t| operators.iter().find(|o| t.is(o)))
        {
            self.at += 1;
            let right = self.binary(level + 1, depth)?;
            left = match *op {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                _ => left.checked_div(right)?,
            };
        }
        Some(left)
    }

    fn unary(&mut self, depth: u32) -> Option<i64> {
        if depth > 64 {
            return None;
        }
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        match &token.kind {
            Kind::Int(value) => Some(i64::from(*value)),
            Kind::Name => Some(0),
            Kind::Punct("!") => Some(i64::from(self.unary(depth + 1)? == 0)),
            Kind::Punct("-") => Some(self.unary(depth + 1)?.wrapping_neg()),
            Kind::Punct("+") => self.unary(depth + 1),
            Kind::Punct("(") => {
                let value = self.binary(0, depth + 1)?;
                let close = self.tokens.get(self.at)?;
                self.at += 1;
                close.is(")").then_some(value)
            }
            _ => None,
        }
    }
}

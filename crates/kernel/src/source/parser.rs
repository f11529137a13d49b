//! Tokens to a tree. Goes on after an error, so that one run tells of all.

use crate::{
    source::ast::{
        Argument, ArraySize, Declared, Entry, Expr, ExprKind, Function, Member, Name, Passing,
        Source,
    },
    source::diagnostic::{Diagnostic, SourceSpan},
    source::token::{Kind, Token},
    source::types::Type,
};

/// Expressions and statements nest at most so deep: an untrusted source cannot exhaust the stack.
pub(crate) const MAX_NESTING: u32 = 100;

/// Operations above each other in one expression, of which a long sum has as many as terms.
pub(crate) const MAX_HEIGHT: u16 = 400;

pub(crate) struct Parser<'a> {
    pub(crate) tokens: &'a [Token],
    pub(crate) at: usize,
    pub(crate) depth: u32,
    /// Whether GLSL is read, which has some forms that kernels have not.
    pub(crate) is_shader: bool,
    pub(crate) errors: &'a mut Vec<Diagnostic>,
}

/// What could not be read is reported already.
#[derive(Debug)]
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Reads a whole file. `None` when there is no kernel in it at all.
pub(crate) fn parse(tokens: &[Token], errors: &mut Vec<Diagnostic>) -> Option<Source> {
    let mut parser = Parser { tokens, at: 0, depth: 0, is_shader: false, errors };
    parser.source().ok()
}

impl Parser<'_> {
    pub(crate) fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(crate) fn ahead(&self, by: usize) -> &Token {
        &self.tokens[(self.at + by).min(self.tokens.len() - 1)]
    }

    pub(crate) fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn eat(&mut self, punct: &str) -> bool {
        let found = self.peek().is(punct);
        if found {
            self.take();
        }
        found
    }

    /// The span of the token read last.
    pub(crate) fn last_span(&self) -> SourceSpan {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(crate) fn fail<T>(&mut self, error: Diagnostic) -> Parsed<T> {
        self.errors.push(error);
        Err(Failed)
    }

    pub(crate) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", token.text),
        };
        let error =
            Diagnostic::error("PB014", token.span, format!("expected {what}, found {found}"));
        let opener = match what.get(..3) {
            Some("`)`" | "`,`") => self.unclosed("(", ")"),
            Some("`}`") => self.unclosed("{", "}"),
            _ => None,
        };
        match opener {
            Some(opener) => self.fail(error.label(opener, "opened here")),
            None => self.fail(error),
        }
    }

    /// The nearest opener before this place that nothing closes. Not sought far, or a source of nothing but mistakes would take long.
    fn unclosed(&self, open: &str, close: &str) -> Option<SourceSpan> {
        let mut closed = 0;
        for token in self.tokens[..self.at].iter().rev().take(2000) {
            if token.is(close) {
                closed += 1;
            } else if token.is(open) {
                if closed == 0 {
                    return Some(token.span);
                }
                closed -= 1;
            } else if open == "(" && (token.is("{") || token.is("}")) {
                return None;
            }
        }
        None
    }

    pub(crate) fn expect(&mut self, punct: &'static str) -> Parsed<SourceSpan> {
        if self.peek().is(punct) {
            return Ok(self.take().span);
        }
        if punct == ";" {
            // The place to mend is behind what was read, which may be a line earlier.
            let end = self.last_span().end as usize;
            let (span, place) = (self.peek().span, SourceSpan::new(end, end));
            let error = Diagnostic::error("PB014", span, "expected `;` before this");
            return self.fail(error.fix(place, ";"));
        }
        self.expected(&format!("`{punct}`"))
    }

    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.peek();
        if token.kind != Kind::Name {
            return self.expected(what);
        }
        if Type::from_name(&token.text).is_some() || is_reserved(&token.text) {
            let message =
                format!("`{}` is a word of the language and cannot name anything", token.text);
            let error = Diagnostic::error("PB014", token.span, message);
            return self.fail(error);
        }
        let token = self.take();
        Ok(Name { text: token.text, span: token.span })
    }

    pub(crate) fn type_here(&self) -> Option<Type> {
        let token = self.peek();
        (token.kind == Kind::Name).then(|| Type::from_name(&token.text)).flatten()
    }

    pub(crate) fn ty(&mut self) -> Parsed<Type> {
        match self.type_here() {
            Some(ty) => {
                self.take();
                Ok(ty)
            }
            None => self.expected("a type"),
        }
    }

    fn source(&mut self) -> Parsed<Source> {
        self.version()?;
        if !self.peek().is_name("kernel") {
            return self.expected("`kernel`");
        }
        let kernel = self.kernel()?;
        if self.peek().kind != Kind::End {
            let span = self.peek().span;
            let error = Diagnostic::error("PB014", span, "there is something after the kernel");
            self.errors.push(error.note("a file holds one kernel"));
        }
        Ok(kernel)
    }

    /// From the word `kernel` to the brace that ends it.
    pub(crate) fn kernel(&mut self) -> Parsed<Source> {
        self.take();
        let name = self.name("the name of the kernel")?;
        let (metadata, metadata_span) = self.head(&name)?;
        let mut members = Vec::new();
        while !self.peek().is("}") {
            if self.peek().kind == Kind::End {
                return self.expected("`}` at the end of the kernel");
            }
            let before = self.at;
            match self.member() {
                Ok(found) => members.extend(found),
                Err(Failed) => self.recover(before),
            }
        }
        self.take();
        Ok(Source { name, metadata, metadata_span, members })
    }

    /// The metadata behind a name, and the brace that begins what it names.
    pub(crate) fn head(&mut self, name: &Name) -> Parsed<(Vec<Entry>, SourceSpan)> {
        let start = self.peek().span;
        let metadata = if self.peek().is("<") { self.metadata()? } else { Vec::new() };
        let span = if metadata.is_empty() { name.span } else { start.to(self.last_span()) };
        self.expect("{")?;
        Ok((metadata, span))
    }

    pub(crate) fn version(&mut self) -> Parsed<()> {
        let span = self.peek().span;
        if !self.peek().is("<") || !self.ahead(1).is_name("languageVersion") {
            let message = "the file has to begin with the version of the language";
            let error = Diagnostic::error("PB001", span, message);
            self.errors.push(error.fix(SourceSpan::new(0, 0), "<languageVersion : 1.0;>\n"));
            // Another beginning in brackets is passed over; a kernel can be read all the same.
            if self.peek().is("<") {
                while !self.peek().is(">") && self.peek().kind != Kind::End {
                    self.take();
                }
                self.eat(">");
            }
            return Ok(());
        }
        self.take();
        self.take();
        self.expect(":")?;
        let number = self.take();
        let known = matches!(number.kind, Kind::Float(1.0) | Kind::Int(1));
        if !known {
            let message = format!("version {} of the language is not known", number.text);
            let error = Diagnostic::error("PB002", number.span, message);
            self.errors.push(error.fix(number.span, "1.0").note("accepted is 1.0"));
        }
        self.expect(";")?;
        self.expect(">")?;
        Ok(())
    }

    /// Skips to where the next member probably begins.
    pub(crate) fn recover(&mut self, before: usize) {
        if self.at == before {
            self.take();
        }
        let mut depth = 0u32;
        loop {
            let token = self.peek();
            match token.kind {
                Kind::End => return,
                Kind::Punct("{") => depth += 1,
                Kind::Punct("}") if depth == 0 => return,
                Kind::Punct("}") => {
                    depth -= 1;
                    if depth == 0 {
                        self.take();
                        return;
                    }
                }
                Kind::Punct(";") if depth == 0 => {
                    self.take();
                    return;
                }
                Kind::Name if depth == 0 && is_member_word(&token.text) => return,
                _ => {}
            }
            self.take();
        }
    }

    fn metadata(&mut self) -> Parsed<Vec<Entry>> {
        self.expect("<")?;
        let mut list = Vec::new();
        while !self.eat(">") {
            let token = self.peek().clone();
            if token.kind != Kind::Name {
                return self.expected("a key or `>`");
            }
            self.take();
            let key = Name { text: token.text, span: token.span };
            self.expect(":")?;
            // Comparisons are left out: `>` ends the block.
            let value = self.sum()?;
            // The original compiler does without the last semicolon, and published kernels do too.
            if !self.peek().is(">") {
                self.expect(";")?;
            }
            list.push(Entry { key, value });
        }
        Ok(list)
    }

    /// What one declaration brings: nothing, one member, or several dependents.
    pub(crate) fn member(&mut self) -> Parsed<Vec<Member>> {
        if self.eat(";") {
            return Ok(Vec::new());
        }
        let token = self.peek().clone();
        let word = if token.kind == Kind::Name { token.text.as_str() } else { "" };
        match word {
            "input" => self.input().map(one),
            "output" => {
                self.take();
                let ty = self.ty()?;
                let name = self.name("the name of the output")?;
                let span = token.span.to(self.expect(";")?);
                Ok(one(Member::Output { ty, name, span }))
            }
            "parameter" => self.parameter().map(one),
            "dependent" => self.dependents(token.span),
            "const" => self.declared().map(|list| one(Member::Const(list))),
            "needed" | "changed" | "generated" => self.expected("a type before the function"),
            _ if self.type_here().is_some() => self.function().map(one),
            _ => self.expected("an input, an output, a parameter, a constant or a function"),
        }
    }

    /// `dependent float a, b[3];`
    fn dependents(&mut self, span: SourceSpan) -> Parsed<Vec<Member>> {
        self.take();
        if self.peek().is_name("const") {
            self.take();
        }
        let ty = self.ty()?;
        let mut list = Vec::new();
        loop {
            let name = self.name("the name of the dependent")?;
            let array = self.array_size()?;
            list.push(Member::Dependent { ty, name, array, span });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(list)
    }

    fn input(&mut self) -> Parsed<Member> {
        self.take();
        let span = self.peek().span;
        let ty = self.ty()?;
        let Type::Image(channels) = ty else {
            let error = Diagnostic::error("PB009", span, format!("an input is an image, not {ty}"));
            return self.fail(error.note("image types are image1, image2, image3 and image4"));
        };
        let name = self.name("the name of the input")?;
        if self.peek().is("<") {
            self.metadata()?;
        }
        self.expect(";")?;
        Ok(Member::Input { channels, name })
    }

    fn parameter(&mut self) -> Parsed<Member> {
        self.take();
        let ty = self.ty()?;
        let name = self.name("the name of the parameter")?;
        let array = self.array_size()?;
        let mut metadata = if self.peek().is("<") { self.metadata()? } else { Vec::new() };
        let semicolon = self.expect(";")?;
        if self.peek().is("<") {
            let message = "the metadata of a parameter stands before its semicolon";
            self.errors.push(Diagnostic::error("PB017", semicolon, message).fix(semicolon, ""));
            metadata = self.metadata()?;
            self.eat(";");
        }
        Ok(Member::Parameter { ty, name, array, metadata })
    }

    pub(crate) fn array_size(&mut self) -> Parsed<Option<ArraySize>> {
        if !self.eat("[") {
            return Ok(None);
        }
        if self.is_shader && self.peek().is("]") {
            // As many as it begins with, which is not known yet.
            let end = self.take().span;
            return Ok(Some(ArraySize { size: Expr::new(ExprKind::Int(0), end), end }));
        }
        let size = self.expr()?;
        let end = self.expect("]")?;
        Ok(Some(ArraySize { size, end }))
    }

    fn function(&mut self) -> Parsed<Member> {
        let result = self.ty()?;
        let name = self.name("the name of a function")?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        if self.peek().is_name("void") && self.ahead(1).is(")") {
            self.take();
        }
        while !self.eat(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            let passing = match self.peek().text.as_str() {
                "in" => Some(Passing::In),
                "out" => Some(Passing::Out),
                "inout" => Some(Passing::InOut),
                _ => None,
            };
            if passing.is_some() {
                self.take();
            }
            if self.peek().is_name("const") {
                self.take();
            }
            let ty = self.ty()?;
            let name = self.name("the name of an argument")?;
            let array = self.array_size()?;
            arguments.push(Argument { passing: passing.unwrap_or(Passing::In), ty, name, array });
        }
        let body = self.block()?;
        let end = self.last_span();
        Ok(Member::Function(Function { result, name, arguments, body, end }))
    }

    /// `const float a = 1.0, b = 2.0;` and the same without `const`.
    pub(crate) fn declared(&mut self) -> Parsed<Vec<Declared>> {
        let constant = self.peek().is_name("const");
        if constant {
            self.take();
        }
        let ty = self.ty()?;
        let all = if self.is_shader { self.array_size()? } else { None };
        let mut list = Vec::new();
        loop {
            let name = self.name("the name of a variable")?;
            let mut array = self.array_size()?.or_else(|| all.clone());
            let start = if self.eat("=") { Some(self.expr()?) } else { None };
            let elements = start.as_ref().and_then(array_elements);
            if let (Some(ArraySize { size, .. }), Some(elements)) = (&mut array, elements)
                && matches!(size.kind, ExprKind::Int(0))
            {
                size.kind = ExprKind::Int(elements.len() as i32);
            }
            list.push(Declared { ty, name, array, start, constant });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(list)
    }
}

/// What a call is named that stands for an array in GLSL. No name of the language has brackets.
pub(crate) const ARRAY: &str = "[]";

/// The elements of an array that is written out.
pub(crate) fn array_elements(e: &Expr) -> Option<&[Expr]> {
    match &e.kind {
        ExprKind::Call(name, list) if name.text == ARRAY => Some(list),
        _ => None,
    }
}

fn one(member: Member) -> Vec<Member> {
    vec![member]
}

fn is_member_word(word: &str) -> bool {
    matches!(word, "input" | "output" | "parameter" | "dependent" | "const")
        || Type::from_name(word).is_some()
}

fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "input"
            | "output"
            | "parameter"
            | "dependent"
            | "const"
            | "kernel"
            | "if"
            | "else"
            | "for"
            | "while"
            | "do"
            | "break"
            | "continue"
            | "return"
            | "true"
            | "false"
            | "in"
            | "out"
            | "inout"
            | "switch"
            | "case"
            | "default"
            | "languageVersion"
    )
}

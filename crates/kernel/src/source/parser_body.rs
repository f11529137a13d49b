//! Statements and expressions.

use crate::{
    source::ast::{Declared, Expr, ExprKind, Name, Stmt, StmtKind},
    source::diagnostic::{Diagnostic, SourceSpan},
    source::parser::{ARRAY, Failed, MAX_HEIGHT, MAX_NESTING, Parsed, Parser},
    source::token::Kind,
    source::types::{Type, ValueType},
};

impl Parser<'_> {
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            let span = self.peek().span;
            let error = Diagnostic::error("PB026", span, "this is nested too deeply");
            return self.fail(error.note(format!("{MAX_NESTING} levels are allowed")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// An expression, unless it has grown too high for those who walk it.
    fn make(&mut self, kind: ExprKind, span: SourceSpan) -> Parsed<Expr> {
        let value = Expr::new(kind, span);
        if value.height > MAX_HEIGHT {
            let error = Diagnostic::error("PB026", span, "this expression is too large");
            return self.fail(error.note("compute it in several statements"));
        }
        Ok(value)
    }

    pub(crate) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.expect("{")?;
        let mut list = Vec::new();
        while !self.eat("}") {
            if self.peek().kind == Kind::End {
                return self.expected("`}`");
            }
            let before = self.at;
            match self.statement() {
                Ok(statement) => list.push(statement),
                Err(Failed) => self.skip_statement(before),
            }
        }
        Ok(list)
    }

    /// Skips to the next statement of the same block.
    fn skip_statement(&mut self, before: usize) {
        if self.at == before {
            self.take();
        }
        let mut depth = 0u32;
        loop {
            match self.peek().kind {
                Kind::End => return,
                Kind::Punct("{") => depth += 1,
                Kind::Punct("}") if depth == 0 => return,
                Kind::Punct("}") => depth -= 1,
                Kind::Punct(";") if depth == 0 => {
                    self.take();
                    return;
                }
                _ => {}
            }
            self.take();
        }
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        self.nested(|parser| {
            let start = parser.peek().span;
            let kind = parser.statement_kind()?;
            let span = match kind {
                StmtKind::If(..) | StmtKind::Loop { .. } => start,
                _ => start.to(parser.last_span()),
            };
            Ok(Stmt { kind, span })
        })
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        let token = self.peek().clone();
        if token.is("{") {
            return self.block().map(StmtKind::Block);
        }
        if self.eat(";") {
            return Ok(StmtKind::Block(Vec::new()));
        }
        let word = if token.kind == Kind::Name { token.text.as_str() } else { "" };
        match word {
            "if" => self.if_statement(),
            "for" => self.for_statement(),
            "while" => {
                self.take();
                self.expect("(")?;
                let test = Some(self.expr()?);
                self.expect(")")?;
                let body = Box::new(self.statement()?);
                Ok(StmtKind::Loop { first: None, test, after: Vec::new(), body, test_last: false })
            }
            "do" => {
                self.take();
                let body = Box::new(self.statement()?);
                if !self.peek().is_name("while") {
                    return self.expected("`while`");
                }
                self.take();
                self.expect("(")?;
                let test = Some(self.expr()?);
                self.expect(")")?;
                self.expect(";")?;
                Ok(StmtKind::Loop { first: None, test, after: Vec::new(), body, test_last: true })
            }
            "switch" if self.is_shader => self.switch(),
            "switch" => {
                let error = Diagnostic::error("PB014", token.span, "the language has no `switch`");
                self.fail(error.note("write a chain of `if` and `else if`"))
            }
            "break" | "continue" => {
                self.take();
                self.expect(";")?;
                Ok(if word == "break" { StmtKind::Break } else { StmtKind::Continue })
            }
            "return" => {
                self.take();
                let value = if self.peek().is(";") { None } else { Some(self.expr()?) };
                self.expect(";")?;
                Ok(StmtKind::Return(value))
            }
            "const" => self.declared().map(StmtKind::Declare),
            _ if self.type_here().is_some() && !self.ahead(1).is("(") => {
                self.declared().map(StmtKind::Declare)
            }
            _ => {
                let value = self.expr()?;
                self.expect(";")?;
                Ok(StmtKind::Expr(value))
            }
        }
    }

    /// A `switch` of GLSL as a loop of one round, which `break` leaves; what follows a case that was met is carried out as well.
    fn switch(&mut self) -> Parsed<StmtKind> {
        let at = self.take().span;
        self.expect("(")?;
        let value = self.expr()?;
        self.expect(")")?;
        self.expect("{")?;
        let expr = |kind: ExprKind| Expr::new(kind, at);
        let named = |name: &str| expr(ExprKind::Name(name.to_owned()));
        let stmt = |kind: StmtKind| Stmt { kind, span: at };
        let declare = |ty: ValueType, name: &str, start: Expr| {
            let (ty, name) = (Type::Value(ty), Name { text: name.to_owned(), span: at });
            let declared = Declared { ty, name, array: None, start: Some(start), constant: false };
            stmt(StmtKind::Declare(vec![declared]))
        };
        // No name of the language has a point in it.
        let (of, met) = ("switch.value", "switch.met");
        let assign = |value: Expr| {
            let assign = ExprKind::Assign("", Box::new(named(met)), Box::new(value));
            stmt(StmtKind::Expr(expr(assign)))
        };
        let mut rounds = Vec::new();
        while !self.eat("}") {
            let word = self.peek().clone();
            if word.is_name("case") {
                self.take();
                let case = self.nested(Self::choose_value)?;
                let same = ExprKind::Binary("==", Box::new(named(of)), Box::new(case));
                let either = ExprKind::Binary("||", Box::new(named(met)), Box::new(expr(same)));
                rounds.push(assign(expr(either)));
            } else if word.is_name("default") {
                self.take();
                rounds.push(assign(expr(ExprKind::Bool(true))));
            } else {
                return self.expected("`case`, `default` or `}`");
            }
            self.expect(":")?;
            let mut list = Vec::new();
            let is_label = |parser: &Self| {
                let next = parser.peek();
                next.is_name("case") || next.is_name("default") || next.is("}")
            };
            while !is_label(self) {
                list.push(self.statement()?);
            }
            let block = Box::new(stmt(StmtKind::Block(list)));
            rounds.push(stmt(StmtKind::If(named(met), block, None)));
        }
        let body = Box::new(stmt(StmtKind::Block(rounds)));
        let test = Some(expr(ExprKind::Bool(false)));
        let once = StmtKind::Loop { first: None, test, after: Vec::new(), body, test_last: true };
        Ok(StmtKind::Block(vec![
            declare(ValueType::INT, of, value),
            declare(ValueType::BOOL, met, expr(ExprKind::Bool(false))),
            stmt(once),
        ]))
    }

    fn choose_value(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect("(")?;
        let test = self.expr()?;
        self.expect(")")?;
        let then = Box::new(self.statement()?);
        let mut other = None;
        if self.peek().is_name("else") {
            self.take();
            other = Some(Box::new(self.statement()?));
        }
        Ok(StmtKind::If(test, then, other))
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect("(")?;
        let start = self.peek().span;
        let first = if self.eat(";") {
            None
        } else if self.type_here().is_some() && !self.ahead(1).is("(") {
            let kind = StmtKind::Declare(self.declared()?);
            Some(Box::new(Stmt { kind, span: start.to(self.last_span()) }))
        } else {
            let kind = StmtKind::Block(
                self.list_until(";")?
                    .into_iter()
                    .map(|e| Stmt { span: e.span, kind: StmtKind::Expr(e) })
                    .collect(),
            );
            Some(Box::new(Stmt { kind, span: start.to(self.last_span()) }))
        };
        let test = if self.peek().is(";") { None } else { Some(self.expr()?) };
        self.expect(";")?;
        let after = self.list_until(")")?;
        let body = Box::new(self.statement()?);
        Ok(StmtKind::Loop { first, test, after, body, test_last: false })
    }

    /// Expressions with commas between them, up to a closing token.
    fn list_until(&mut self, close: &'static str) -> Parsed<Vec<Expr>> {
        let mut list = Vec::new();
        while !self.eat(close) {
            if !list.is_empty() {
                self.expect(",")?;
            }
            list.push(self.expr()?);
        }
        Ok(list)
    }

    pub(crate) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let place = parser.choose()?;
            let op = match parser.peek().kind {
                Kind::Punct("=") => "",
                Kind::Punct("+=") => "+",
                Kind::Punct("-=") => "-",
                Kind::Punct("*=") => "*",
                Kind::Punct("/=") => "/",
                Kind::Punct("%=") if parser.is_shader => "%",
                _ => return Ok(place),
            };
            parser.take();
            let value = parser.expr()?;
            let span = place.span.to(value.span);
            parser.make(ExprKind::Assign(op, Box::new(place), Box::new(value)), span)
        })
    }

    fn choose(&mut self) -> Parsed<Expr> {
        let test = self.binary(0)?;
        if !self.eat("?") {
            return Ok(test);
        }
        let then = self.expr()?;
        self.expect(":")?;
        let other = self.nested(Self::choose)?;
        let span = test.span.to(other.span);
        let kind = ExprKind::Choose(Box::new(test), Box::new(then), Box::new(other));
        self.make(kind, span)
    }

    /// Additions and what binds tighter: the values of metadata.
    pub(crate) fn sum(&mut self) -> Parsed<Expr> {
        self.nested(|parser| parser.binary(5))
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        const LEVELS: [&[&str]; 7] = [
            &["||"],
            &["^^"],
            &["&&"],
            &["==", "!="],
            &["<=", ">=", "<", ">"],
            &["+", "-"],
            &["*", "/", "%"],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Kind::Punct(found) = self.peek().kind {
            if found == "%" && level == 6 && !self.is_shader {
                let span = self.peek().span;
                let error = Diagnostic::error("PB014", span, "the language has no `%`");
                return self.fail(error.note("write `mod(a, b)`"));
            }
            let Some(op) = operators.iter().find(|op| **op == found) else { break };
            self.take();
            let right = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            left = self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let Kind::Punct(op @ ("-" | "+" | "!" | "++" | "--")) = self.peek().kind else {
            return self.postfix();
        };
        self.take();
        let operand = self.nested(Self::unary)?;
        let span = start.to(operand.span);
        let place = Box::new(operand);
        let kind = match op {
            "++" => ExprKind::Count { by: 1, after: false, place },
            "--" => ExprKind::Count { by: -1, after: false, place },
            _ => ExprKind::Unary(op, place),
        };
        self.make(kind, span)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.primary()?;
        let start = value.span;
        loop {
            let kind = match self.peek().kind {
                Kind::Punct(".") => {
                    self.take();
                    let token = self.peek().clone();
                    if token.kind != Kind::Name {
                        return self.expected("the name of components");
                    }
                    self.take();
                    let name = Name { text: token.text, span: token.span };
                    ExprKind::Field(Box::new(value), name)
                }
                Kind::Punct("[") => {
                    self.take();
                    let index = self.expr()?;
                    self.expect("]")?;
                    ExprKind::Index(Box::new(value), Box::new(index))
                }
                Kind::Punct(op @ ("++" | "--")) => {
                    self.take();
                    let by = if op == "++" { 1 } else { -1 };
                    ExprKind::Count { by, after: true, place: Box::new(value) }
                }
                _ => return Ok(value),
            };
            let span = start.to(self.last_span());
            value = self.make(kind, span)?;
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let kind = match &token.kind {
            Kind::Int(value) => ExprKind::Int(*value),
            Kind::Float(value) => ExprKind::Float(*value),
            Kind::Text(text) => ExprKind::Text(text.clone()),
            Kind::Punct("(") => {
                self.take();
                let inner = self.expr()?;
                let span = token.span.to(self.expect(")")?);
                return Ok(Expr { span, ..inner });
            }
            Kind::Name => return self.word(),
            _ => return self.expected("a value"),
        };
        self.take();
        self.make(kind, token.span)
    }

    /// A name, a call or a constructor.
    fn word(&mut self) -> Parsed<Expr> {
        let token = self.take();
        let span = token.span;
        if token.text == "true" || token.text == "false" {
            return self.make(ExprKind::Bool(token.text == "true"), span);
        }
        if !self.peek().is("(") {
            if Type::from_name(&token.text).is_some() {
                if self.is_shader && self.peek().is("[") {
                    return self.array(span);
                }
                return self.expected("`(` after the type");
            }
            return self.make(ExprKind::Name(token.text), span);
        }
        self.take();
        let arguments = self.list_until(")")?;
        let all = span.to(self.last_span());
        let kind = match Type::from_name(&token.text) {
            Some(ty) => ExprKind::Construct(ty, arguments),
            None => ExprKind::Call(Name { text: token.text, span }, arguments),
        };
        self.make(kind, all)
    }

    /// `float[3](a, b, c)` of GLSL, behind the type.
    fn array(&mut self, start: SourceSpan) -> Parsed<Expr> {
        self.array_size()?;
        self.expect("(")?;
        let list = self.list_until(")")?;
        let name = Name { text: ARRAY.to_owned(), span: start };
        self.make(ExprKind::Call(name, list), start.to(self.last_span()))
    }
}

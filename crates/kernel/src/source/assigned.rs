//! Whether the output is written on every path, and which functions call which.

use crate::{
    source::check::Checker,
    source::diagnostic::{Diagnostic, Severity, SourceSpan},
    source::typed::{Changes, TExpr, TFunction, TKind, TStmt},
    source::types::Type,
};

impl Checker<'_> {
    /// Warns when `evaluatePixel` leaves a component of the output as it is.
    pub(crate) fn check_assigned(&mut self, function: usize, output: usize, name: SourceSpan) {
        let Type::Value(ty) = self.vars[output].ty else { return };
        // After an error a statement may be missing from the tree.
        if self.errors.iter().any(|d| d.severity == Severity::Error) {
            return;
        }
        let all = (1u8 << ty.count()) - 1;
        let mut walk = Walk { output, all, culprit: None, functions: &self.functions };
        let done = walk.statements(&self.functions[function].body);
        if done == all {
            return;
        }
        let output = self.vars[output].name.clone();
        let (span, message) = match walk.culprit {
            Some(span) => (span, format!("`{output}` is not written in every case of this `if`")),
            None => (name, format!("not every component of `{output}` is written")),
        };
        self.error(Diagnostic::warning("PB018", span, message).note("what is not written is 0"));
    }
}

struct Walk<'a> {
    output: usize,
    all: u8,
    /// The first `if` whose two sides differ.
    culprit: Option<SourceSpan>,
    functions: &'a [TFunction],
}

impl Walk<'_> {
    /// The components that are written for certain.
    fn statements(&mut self, list: &[TStmt]) -> u8 {
        let mut done = 0;
        for statement in list {
            done |= match statement {
                TStmt::Block(inner) => self.statements(inner),
                TStmt::Expr(value) | TStmt::Declare(_, Some(value)) => self.expr(value),
                TStmt::If(test, then, other, span) => {
                    let before = self.expr(test) | done;
                    let (a, b) = (self.statements(then), self.statements(other));
                    if (a | before) != (b | before) && self.culprit.is_none() {
                        self.culprit = Some(*span);
                    }
                    before | (a & b)
                }
                TStmt::Loop { first, test, body, test_last, .. } => {
                    let mut seen = self.statements(first);
                    if let Some(test) = test {
                        seen |= self.expr(test);
                    }
                    // A loop whose test comes first may not run at all; most do, and a warning would be noise.
                    let inside = self.statements(body);
                    if *test_last { seen | inside } else { seen | (inside & self.all) }
                }
                TStmt::Declare(_, None) | TStmt::Return(_) | TStmt::Break | TStmt::Continue => 0,
            };
        }
        done
    }

    fn expr(&self, value: &TExpr) -> u8 {
        let mut done = 0;
        match &value.kind {
            TKind::Assign(_, place, value) => done = self.place(place) | self.expr(value),
            TKind::Call(function, list) => {
                for (argument, (_, passing)) in
                    list.iter().zip(&self.functions[*function].arguments)
                {
                    if *passing != crate::source::ast::Passing::In {
                        done |= self.place(argument);
                    }
                }
                // What a function does to the output directly is taken on trust.
                let body = &self.functions[*function].body;
                let found = |var| done |= if var == self.output { self.all } else { 0 };
                Changes::new(&[], found).statements(body);
            }
            TKind::Binary(_, a, b) => done = self.expr(a) | self.expr(b),
            TKind::Negate(a) | TKind::Not(a) | TKind::Swizzle(a, _) => done = self.expr(a),
            _ => {}
        }
        done
    }

    fn place(&self, place: &TExpr) -> u8 {
        match &place.kind {
            TKind::Var(var) if *var == self.output => self.all,
            TKind::Swizzle(inner, components) => {
                let inside = self.place(inner) != 0;
                components.iter().filter(|_| inside).fold(0, |mask, c| mask | 1 << c)
            }
            TKind::Index(inner, index) if self.place(inner) != 0 => match &index.kind {
                TKind::Const(numbers) => 1 << numbers[0].as_i32().clamp(0, 3),
                _ => self.all,
            },
            _ => 0,
        }
    }
}

/// Adds the functions that statements call, and where.
pub(crate) fn calls(list: &[TStmt], out: &mut Vec<(usize, SourceSpan)>) {
    for statement in list {
        match statement {
            TStmt::Block(inner) => calls(inner, out),
            TStmt::Expr(value) | TStmt::Declare(_, Some(value)) | TStmt::Return(Some(value)) => {
                called(value, out);
            }
            TStmt::If(test, then, other, _) => {
                called(test, out);
                calls(then, out);
                calls(other, out);
            }
            TStmt::Loop { first, test, after, body, .. } => {
                calls(first, out);
                test.iter().chain(after).for_each(|value| called(value, out));
                calls(body, out);
            }
            TStmt::Declare(_, None) | TStmt::Return(None) | TStmt::Break | TStmt::Continue => {}
        }
    }
}

fn called(value: &TExpr, out: &mut Vec<(usize, SourceSpan)>) {
    match &value.kind {
        TKind::Call(function, list) => {
            out.push((*function, value.span));
            for a in list {
                called(a, out);
            }
        }
        TKind::Const(_) | TKind::Var(_) | TKind::Broken => {}
        TKind::Negate(a) | TKind::Not(a) | TKind::Swizzle(a, _) | TKind::Count { place: a, .. } => {
            called(a, out);
        }
        TKind::Binary(_, a, b) | TKind::Index(a, b) | TKind::Assign(_, a, b) => {
            called(a, out);
            called(b, out);
        }
        TKind::Choose(a, b, c) => [a, b, c].into_iter().for_each(|part| called(part, out)),
        TKind::Builtin(_, list) | TKind::Construct(_, list) => {
            for a in list {
                called(a, out);
            }
        }
    }
}

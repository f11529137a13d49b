//! Statements: what happens in functions.

use crate::{
    source::ast::{Declared, Stmt, StmtKind},
    source::check::{Checker, Profile},
    source::diagnostic::Diagnostic,
    source::typed::{TExpr, TStmt, VarKind},
    source::types::{Type, ValueType},
};
use std::collections::HashMap;

impl Checker<'_> {
    pub(crate) fn statements(&mut self, list: &[Stmt]) -> Vec<TStmt> {
        let mut out = Vec::with_capacity(list.len());
        for statement in list {
            self.statement(statement, &mut out);
        }
        out
    }

    /// A statement in a scope of its own.
    fn scoped(&mut self, statement: &Stmt) -> Vec<TStmt> {
        self.scopes.push(HashMap::new());
        let mut out = Vec::new();
        self.statement(statement, &mut out);
        self.scopes.pop();
        out
    }

    fn statement(&mut self, statement: &Stmt, out: &mut Vec<TStmt>) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Block(list) => {
                self.scopes.push(HashMap::new());
                let inner = self.statements(list);
                self.scopes.pop();
                out.push(TStmt::Block(inner));
            }
            StmtKind::Declare(list) => {
                for declared in list {
                    self.declaration(declared, out);
                }
            }
            StmtKind::Expr(value) => {
                let value = self.expr(value);
                if !value.has_effect() && value.ty != Type::Unknown {
                    let message = "this is computed and thrown away";
                    self.error(Diagnostic::warning("PB019", value.span, message));
                }
                out.push(TStmt::Expr(value));
            }
            StmtKind::If(test, then, other) => {
                let test = self.condition(test);
                let then = self.scoped(then);
                let other = other.as_ref().map_or_else(Vec::new, |other| self.scoped(other));
                out.push(TStmt::If(test, then, other, span));
            }
            StmtKind::Loop { first, test, after, body, test_last } => {
                if self.profile == Profile::Flash {
                    self.flash_forbids("PB010", span, "loops");
                }
                self.scopes.push(HashMap::new());
                let mut before = Vec::new();
                if let Some(first) = first {
                    self.statement(first, &mut before);
                }
                let test = test.as_ref().map(|test| self.condition(test));
                let after = after.iter().map(|value| self.expr(value)).collect();
                self.loops += 1;
                let body = self.scoped(body);
                self.loops -= 1;
                self.scopes.pop();
                out.push(TStmt::Loop { first: before, test, after, body, test_last: *test_last });
            }
            StmtKind::Break | StmtKind::Continue => {
                let (word, kind) = match statement.kind {
                    StmtKind::Break => ("break", TStmt::Break),
                    _ => ("continue", TStmt::Continue),
                };
                if self.loops == 0 {
                    let message = format!("`{word}` stands outside of a loop");
                    self.error(Diagnostic::error("PB014", span, message));
                }
                out.push(kind);
            }
            StmtKind::Return(value) => {
                let result = self.result;
                let value = match value {
                    None if result != Type::Void => {
                        let message = format!("this function returns {result}");
                        self.error(Diagnostic::error("PB009", span, message));
                        None
                    }
                    Some(value) if result == Type::Void => {
                        let message = "this function returns nothing";
                        self.error(Diagnostic::error("PB009", value.span, message));
                        None
                    }
                    Some(value) => {
                        let value = self.expr(value);
                        Some(self.fits(value, result, None))
                    }
                    None => None,
                };
                out.push(TStmt::Return(value));
            }
        }
    }

    fn condition(&mut self, test: &crate::source::ast::Expr) -> TExpr {
        let test = self.expr(test);
        self.fits(test, Type::Value(ValueType::BOOL), None)
    }

    fn declaration(&mut self, declared: &Declared, out: &mut Vec<TStmt>) {
        if declared.constant {
            // A constant whose value is not known yet is a variable that nobody may change.
            if let Some((var, value)) = self.constant_declared(declared) {
                out.push(TStmt::Declare(var, Some(value)));
            }
            return;
        }
        let ty = self.sized(declared.ty, declared.array.as_ref(), &declared.name);
        let start = declared.start.as_ref().map(|start| {
            let value = self.expr(start);
            self.fits(value, ty, Some(declared.name.span))
        });
        let var = self.declare(&declared.name, ty, VarKind::Local);
        out.push(TStmt::Declare(var, start));
    }
}

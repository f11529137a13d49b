//! The source as a tree whose types are known and right: what lowering works on.

use crate::{
    source::ast::Passing,
    source::builtin::Builtin,
    source::diagnostic::SourceSpan,
    source::types::{Type, ValueType},
};

/// A number that is known while compiling; truth values are whole numbers 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Float(f32),
    Int(i32),
}

impl Number {
    pub(crate) fn as_f32(self) -> f32 {
        match self {
            Self::Float(value) => value,
            Self::Int(value) => value as f32,
        }
    }

    pub(crate) fn as_i32(self) -> i32 {
        match self {
            Self::Float(value) => value as i32,
            Self::Int(value) => value,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VarKind {
    Local,
    Constant,
    /// With the index of its first number among all parameters.
    Parameter(u16),
    Input(u8),
    Output,
    Dependent,
}

#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) kind: VarKind,
    pub(crate) span: SourceSpan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Xor,
}

#[derive(Clone, Debug)]
pub(crate) struct TExpr {
    pub(crate) kind: TKind,
    pub(crate) ty: Type,
    pub(crate) span: SourceSpan,
}

#[derive(Clone, Debug)]
pub(crate) enum TKind {
    Const(Vec<Number>),
    Var(usize),
    Negate(Box<TExpr>),
    Not(Box<TExpr>),
    Binary(BinOp, Box<TExpr>, Box<TExpr>),
    Choose(Box<TExpr>, Box<TExpr>, Box<TExpr>),
    Assign(Option<BinOp>, Box<TExpr>, Box<TExpr>),
    Count {
        by: i32,
        after: bool,
        place: Box<TExpr>,
    },
    Call(usize, Vec<TExpr>),
    Builtin(Builtin, Vec<TExpr>),
    Construct(ValueType, Vec<TExpr>),
    Swizzle(Box<TExpr>, Vec<u8>),
    Index(Box<TExpr>, Box<TExpr>),
    /// After an error.
    Broken,
}

#[derive(Clone, Debug)]
pub(crate) enum TStmt {
    Block(Vec<TStmt>),
    Declare(usize, Option<TExpr>),
    Expr(TExpr),
    If(TExpr, Vec<TStmt>, Vec<TStmt>, SourceSpan),
    Loop {
        first: Vec<TStmt>,
        test: Option<TExpr>,
        after: Vec<TExpr>,
        body: Vec<TStmt>,
        test_last: bool,
    },
    Break,
    Continue,
    Return(Option<TExpr>),
}

#[derive(Clone, Debug)]
pub(crate) struct TFunction {
    pub(crate) result: Type,
    pub(crate) arguments: Vec<(usize, Passing)>,
    pub(crate) body: Vec<TStmt>,
}

/// A checked kernel.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) vars: Vec<Var>,
    pub(crate) functions: Vec<TFunction>,
    /// Constants with their values, by variable.
    pub(crate) constants: Vec<(usize, Vec<Number>)>,
    pub(crate) pixel: Option<usize>,
    pub(crate) dependents: Option<usize>,
    pub(crate) output: Option<usize>,
}

impl TExpr {
    /// Whether evaluating it changes a variable.
    pub(crate) fn has_effect(&self) -> bool {
        match &self.kind {
            TKind::Assign(..) | TKind::Count { .. } | TKind::Call(..) => true,
            TKind::Const(_) | TKind::Var(_) | TKind::Broken => false,
            TKind::Negate(a) | TKind::Not(a) | TKind::Swizzle(a, _) => a.has_effect(),
            TKind::Binary(_, a, b) | TKind::Index(a, b) => a.has_effect() || b.has_effect(),
            TKind::Choose(a, b, c) => a.has_effect() || b.has_effect() || c.has_effect(),
            TKind::Builtin(_, list) | TKind::Construct(_, list) => {
                list.iter().any(Self::has_effect)
            }
        }
    }

    fn place_var(&self, visit: &mut impl FnMut(usize)) {
        match &self.kind {
            TKind::Var(var) => visit(*var),
            TKind::Swizzle(inner, _) | TKind::Index(inner, _) => inner.place_var(visit),
            _ => {}
        }
    }
}

/// Finds the variables that code may change or bring into being. Calls are followed into the functions given, into each once:
/// a tower of functions that call each other twice has more ways through it than anybody can go.
pub(crate) struct Changes<'a, V> {
    functions: &'a [TFunction],
    seen: Vec<bool>,
    visit: V,
}

impl<'a, V: FnMut(usize)> Changes<'a, V> {
    /// Calls `visit` with every such variable.
    pub(crate) fn new(functions: &'a [TFunction], visit: V) -> Self {
        Self { functions, seen: vec![false; functions.len()], visit }
    }

    pub(crate) fn expr(&mut self, value: &TExpr) {
        match &value.kind {
            TKind::Assign(_, place, value) => {
                place.place_var(&mut self.visit);
                self.expr(place);
                self.expr(value);
            }
            TKind::Count { place, .. } => place.place_var(&mut self.visit),
            TKind::Call(function, list) => {
                for value in list {
                    self.expr(value);
                }
                let functions = self.functions;
                let Some(called) = functions.get(*function) else { return };
                for (value, (_, passing)) in list.iter().zip(&called.arguments) {
                    if *passing != Passing::In {
                        value.place_var(&mut self.visit);
                    }
                }
                if !core::mem::replace(&mut self.seen[*function], true) {
                    self.statements(&called.body);
                }
            }
            TKind::Const(_) | TKind::Var(_) | TKind::Broken => {}
            TKind::Negate(a) | TKind::Not(a) | TKind::Swizzle(a, _) => self.expr(a),
            TKind::Binary(_, a, b) | TKind::Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            TKind::Choose(a, b, c) => {
                for part in [a, b, c] {
                    self.expr(part);
                }
            }
            TKind::Builtin(_, list) | TKind::Construct(_, list) => {
                for a in list {
                    self.expr(a);
                }
            }
        }
    }

    pub(crate) fn statements(&mut self, list: &[TStmt]) {
        for statement in list {
            match statement {
                TStmt::Block(list) => self.statements(list),
                TStmt::Declare(var, value) => {
                    (self.visit)(*var);
                    if let Some(value) = value {
                        self.expr(value);
                    }
                }
                TStmt::Expr(value) | TStmt::Return(Some(value)) => self.expr(value),
                TStmt::If(test, then, other, _) => {
                    self.expr(test);
                    self.statements(then);
                    self.statements(other);
                }
                TStmt::Loop { first, test, after, body, .. } => {
                    self.statements(first);
                    for value in test.iter().chain(after) {
                        self.expr(value);
                    }
                    self.statements(body);
                }
                TStmt::Break | TStmt::Continue | TStmt::Return(None) => {}
            }
        }
    }
}

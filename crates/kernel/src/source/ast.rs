//! The source as a tree, before its types are known.

use crate::{source::diagnostic::SourceSpan, source::types::Type};

#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: SourceSpan,
}

#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: Name,
    pub(crate) metadata: Vec<Entry>,
    pub(crate) metadata_span: SourceSpan,
    pub(crate) members: Vec<Member>,
}

/// `key : value ;` between angle brackets.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Name,
    pub(crate) value: Expr,
}

/// How long an array is to be, up to the closing bracket.
#[derive(Clone, Debug)]
pub(crate) struct ArraySize {
    pub(crate) size: Expr,
    pub(crate) end: SourceSpan,
}

#[derive(Clone, Debug)]
pub(crate) enum Member {
    Input { channels: u8, name: Name },
    Output { ty: Type, name: Name, span: SourceSpan },
    Parameter { ty: Type, name: Name, array: Option<ArraySize>, metadata: Vec<Entry> },
    Dependent { ty: Type, name: Name, array: Option<ArraySize>, span: SourceSpan },
    Const(Vec<Declared>),
    Function(Function),
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) result: Type,
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) end: SourceSpan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    In,
    Out,
    InOut,
}

#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) passing: Passing,
    pub(crate) ty: Type,
    pub(crate) name: Name,
    pub(crate) array: Option<ArraySize>,
}

/// A variable or constant that comes into being.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) ty: Type,
    pub(crate) name: Name,
    pub(crate) array: Option<ArraySize>,
    pub(crate) start: Option<Expr>,
    pub(crate) constant: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: SourceSpan,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Block(Vec<Stmt>),
    Declare(Vec<Declared>),
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `for`, `while` and `do`: what happens first, the test, what happens after each round, the body.
    Loop {
        first: Option<Box<Stmt>>,
        test: Option<Expr>,
        after: Vec<Expr>,
        body: Box<Stmt>,
        test_last: bool,
    },
    Break,
    Continue,
    Return(Option<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: SourceSpan,
    /// Operations above each other in it.
    pub(crate) height: u16,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: SourceSpan) -> Self {
        let all = |list: &[Self]| list.iter().map(|e| e.height).max().unwrap_or(0);
        let below = match &kind {
            ExprKind::Unary(_, a) | ExprKind::Count { place: a, .. } | ExprKind::Field(a, _) => {
                a.height
            }
            ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
                a.height.max(b.height)
            }
            ExprKind::Choose(a, b, c) => a.height.max(b.height).max(c.height),
            ExprKind::Call(_, list) | ExprKind::Construct(_, list) => all(list),
            _ => 0,
        };
        Self { kind, span, height: below + 1 }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Int(i32),
    Float(f32),
    Bool(bool),
    Text(String),
    Name(String),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `=`, `+=` and so on; the operator without its `=`.
    Assign(&'static str, Box<Expr>, Box<Expr>),
    /// `++` and `--`: by how much, whether the old value is the answer.
    Count {
        by: i32,
        after: bool,
        place: Box<Expr>,
    },
    Call(Name, Vec<Expr>),
    Construct(Type, Vec<Expr>),
    Field(Box<Expr>, Name),
    Index(Box<Expr>, Box<Expr>),
}

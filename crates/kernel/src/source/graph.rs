//! Graphs: kernels in one file, tied together by the pictures that they hand on.

use crate::{
    source::ast::{
        Declared, Entry, Expr, ExprKind, Function, Member, Name, Source, Stmt, StmtKind,
    },
    source::diagnostic::{Diagnostic, MOST_TOLD, SourceSpan, closest},
    source::parser::{Parsed, Parser},
    source::token::{Kind, Token},
    source::types::{ScalarType, Type, ValueType},
};

/// A graph before its names are known.
#[derive(Debug)]
pub(crate) struct GraphSource {
    pub(crate) name: Name,
    pub(crate) metadata: Vec<Entry>,
    pub(crate) metadata_span: SourceSpan,
    /// Inputs, the output, parameters, constants and functions.
    pub(crate) members: Vec<Member>,
    pub(crate) kernels: Vec<Source>,
    pub(crate) nodes: Vec<NodeSource>,
    pub(crate) ties: Vec<Tie>,
}

/// `node<Kernel> name;`
#[derive(Debug)]
pub(crate) struct NodeSource {
    pub(crate) kernel: Name,
    pub(crate) name: Name,
}

/// `connect from to to;`
#[derive(Debug)]
pub(crate) struct Tie {
    pub(crate) from: Port,
    pub(crate) to: Port,
}

/// A picture of the graph, or of one of its nodes.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub(crate) node: Option<Name>,
    pub(crate) name: Name,
}

impl Port {
    pub(crate) fn span(&self) -> SourceSpan {
        self.node.as_ref().map_or(self.name.span, |node| node.span.to(self.name.span))
    }
}

/// Reads a whole graph. `None` when there is none at all.
pub(crate) fn parse(tokens: &[Token], errors: &mut Vec<Diagnostic>) -> Option<GraphSource> {
    let mut parser = Parser { tokens, at: 0, depth: 0, is_shader: false, errors };
    graph(&mut parser).ok()
}

fn graph(parser: &mut Parser<'_>) -> Parsed<GraphSource> {
    parser.version()?;
    if !parser.peek().is_name("graph") {
        return parser.expected("`graph`");
    }
    parser.take();
    let name = parser.name("the name of the graph")?;
    let (metadata, metadata_span) = parser.head(&name)?;
    let mut graph = GraphSource {
        name,
        metadata,
        metadata_span,
        members: Vec::new(),
        kernels: Vec::new(),
        nodes: Vec::new(),
        ties: Vec::new(),
    };
    while !parser.peek().is("}") {
        if parser.peek().kind == Kind::End {
            return parser.expected("`}` at the end of the graph");
        }
        let before = parser.at;
        if part(parser, &mut graph).is_err() {
            parser.recover(before);
        }
    }
    parser.take();
    Ok(graph)
}

fn part(parser: &mut Parser<'_>, graph: &mut GraphSource) -> Parsed<()> {
    let token = parser.peek();
    let word = if token.kind == Kind::Name { token.text.as_str() } else { "" };
    match word {
        "kernel" => graph.kernels.push(parser.kernel()?),
        "node" => nodes(parser, &mut graph.nodes)?,
        "connect" => {
            parser.take();
            let from = port(parser)?;
            if !parser.peek().is_name("to") {
                return parser.expected("`to`");
            }
            parser.take();
            let to = port(parser)?;
            parser.expect(";")?;
            graph.ties.push(Tie { from, to });
        }
        // Kernels inside of a graph may say the version of the language once more.
        _ if token.is("<") => parser.version()?,
        _ => graph.members.extend(parser.member()?),
    }
    Ok(())
}

fn nodes(parser: &mut Parser<'_>, list: &mut Vec<NodeSource>) -> Parsed<()> {
    parser.take();
    parser.expect("<")?;
    let kernel = parser.name("the name of a kernel")?;
    parser.expect(">")?;
    loop {
        list.push(NodeSource { kernel: kernel.clone(), name: parser.name("the name of a node")? });
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(";").map(|_| ())
}

fn port(parser: &mut Parser<'_>) -> Parsed<Port> {
    let first = parser.name("a picture or a node")?;
    if !parser.eat(".") {
        return Ok(Port { node: None, name: first });
    }
    Ok(Port { node: Some(first), name: parser.name("a picture of the node")? })
}

/// A parameter of a node: which node and parameter, and what it is without the graph.
#[derive(Clone, Debug)]
pub(crate) struct NodeParameter {
    pub(crate) node: String,
    pub(crate) name: String,
    pub(crate) ty: ValueType,
    pub(crate) default: Vec<f32>,
}

impl NodeParameter {
    /// No name of the language has a point in it.
    fn variable(&self) -> String {
        format!("{}.{}", self.node, self.name)
    }
}

/// The function of a graph that gives the parameters of its nodes their values.
pub(crate) fn dependents(graph: &GraphSource) -> Option<&Function> {
    graph.members.iter().find_map(|member| match member {
        Member::Function(function) if function.name.text == "evaluateDependents" => Some(function),
        _ => None,
    })
}

/// Four numbers or fewer of a parameter of a node as a kernel of their own, whose parameters are those of the graph:
/// the whole language is at the service of `evaluateDependents`, and no second interpreter is needed.
pub(crate) fn as_kernel(
    graph: &GraphSource,
    parameters: &[NodeParameter],
    of: Option<(&NodeParameter, u8)>,
) -> Source {
    let span = graph.name.span;
    let name = |text: &str| Name { text: text.to_owned(), span };
    let expr = |kind: ExprKind| Expr::new(kind, span);
    let statement = |kind: StmtKind| Stmt { kind, span };
    let mut members: Vec<Member> = graph
        .members
        .iter()
        .filter(|member| match member {
            Member::Parameter { .. } | Member::Const(_) => true,
            Member::Function(function) => function.name.text != "evaluateDependents",
            _ => false,
        })
        .cloned()
        .collect();
    let (mut body, mut count, mut value) = (Vec::new(), 1, expr(ExprKind::Float(0.0)));
    if let (Some((of, column)), Some(function)) = (of, dependents(graph)) {
        for parameter in parameters {
            let start = constant(parameter, span);
            let declared = Declared {
                ty: Type::Value(parameter.ty),
                name: name(&parameter.variable()),
                array: None,
                start: Some(start),
                constant: false,
            };
            body.push(statement(StmtKind::Declare(vec![declared])));
        }
        let mut inner = function.body.clone();
        for statement in &mut inner {
            rename(statement, parameters);
        }
        body.extend(inner);
        let whole = expr(ExprKind::Name(of.variable()));
        (count, value) = match of.ty {
            ValueType::Matrix(size) => {
                let column = expr(ExprKind::Int(i32::from(column)));
                (size, expr(ExprKind::Index(Box::new(whole), Box::new(column))))
            }
            ValueType::Vector(ScalarType::Float, size) => (size, whole),
            ValueType::Vector(_, size) => {
                let float = Type::Value(ValueType::float(size));
                (size, expr(ExprKind::Construct(float, vec![whole])))
            }
        };
    }
    let result = expr(ExprKind::Name("graph.out".to_owned()));
    let assign = ExprKind::Assign("", Box::new(result), Box::new(value));
    body.push(statement(StmtKind::Expr(expr(assign))));
    let ty = Type::Value(ValueType::float(count));
    members.push(Member::Output { ty, name: name("graph.out"), span });
    members.push(Member::Function(Function {
        result: Type::Void,
        name: name("evaluatePixel"),
        arguments: Vec::new(),
        body,
        end: span,
    }));
    let (metadata, metadata_span) = (graph.metadata.clone(), graph.metadata_span);
    Source { name: graph.name.clone(), metadata, metadata_span, members }
}

/// What a parameter is unless the graph says otherwise.
fn constant(parameter: &NodeParameter, span: SourceSpan) -> Expr {
    let number = |&number: &f32| {
        let kind = match parameter.ty.scalar() {
            ScalarType::Float => ExprKind::Float(number),
            ScalarType::Int => ExprKind::Int(number as i32),
            ScalarType::Bool => ExprKind::Bool(number != 0.0),
        };
        Expr::new(kind, span)
    };
    let numbers: Vec<Expr> = parameter.default.iter().map(number).collect();
    Expr::new(ExprKind::Construct(Type::Value(parameter.ty), numbers), span)
}

/// Makes `node.parameter` one name, wherever it stands.
fn rename(statement: &mut Stmt, parameters: &[NodeParameter]) {
    let expr = |e: &mut Expr| rename_expr(e, parameters);
    match &mut statement.kind {
        StmtKind::Block(list) => list.iter_mut().for_each(|inner| rename(inner, parameters)),
        StmtKind::Declare(list) => {
            list.iter_mut().filter_map(|declared| declared.start.as_mut()).for_each(expr);
        }
        StmtKind::Expr(e) => expr(e),
        StmtKind::If(test, then, other) => {
            expr(test);
            rename(then, parameters);
            if let Some(other) = other {
                rename(other, parameters);
            }
        }
        StmtKind::Loop { first, test, after, body, .. } => {
            if let Some(first) = first {
                rename(first, parameters);
            }
            test.iter_mut().chain(after).for_each(expr);
            rename(body, parameters);
        }
        StmtKind::Return(value) => value.iter_mut().for_each(expr),
        StmtKind::Break | StmtKind::Continue => {}
    }
}

fn rename_expr(e: &mut Expr, parameters: &[NodeParameter]) {
    match &mut e.kind {
        ExprKind::Field(inner, field) => {
            if let ExprKind::Name(node) = &inner.kind
                && let Some(found) =
                    parameters.iter().find(|p| p.node == *node && p.name == field.text)
            {
                e.kind = ExprKind::Name(found.variable());
                return;
            }
            rename_expr(inner, parameters);
        }
        ExprKind::Unary(_, a) | ExprKind::Count { place: a, .. } => rename_expr(a, parameters),
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
            rename_expr(a, parameters);
            rename_expr(b, parameters);
        }
        ExprKind::Choose(a, b, c) => {
            for e in [a, b, c] {
                rename_expr(e, parameters);
            }
        }
        ExprKind::Call(_, list) | ExprKind::Construct(_, list) => {
            for e in list {
                rename_expr(e, parameters);
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_) => {}
    }
}

/// An error about a name that is not there, with one that is near.
pub(crate) fn unknown<'a>(
    list: &mut Vec<Diagnostic>,
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'a str>,
) {
    let error =
        Diagnostic::error("PB030", name.span, format!("there is no {what} `{}`", name.text));
    let near = if list.len() < MOST_TOLD { closest(&name.text, known) } else { None };
    list.push(match near {
        Some(near) => error.fix(name.span, near),
        None => error,
    });
}

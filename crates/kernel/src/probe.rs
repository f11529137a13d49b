//! A look into one pixel: what each variable of a kernel holds there.
//!
//! No second interpreter: for every variable the source is compiled once more, with a statement after each of its own that
//! copies the variable to the output. What is seen is what the lanes compute, to the bit.

use crate::{
    kernel::{self, CompileOptions, Kernel},
    parameter::RunError,
    shader::Shader,
    source::ast::{Expr, ExprKind, Function, Member, Name, Source, Stmt, StmtKind},
    source::diagnostic::{CompileError, SourceSpan},
    source::glsl,
    source::types::{ScalarType, Type, ValueType},
};

/// What a name of a kernel stands for at one pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbedValue {
    /// As the source calls it.
    pub name: String,
    /// Where it is declared.
    pub span: SourceSpan,
    /// What it holds.
    pub ty: ValueType,
    /// Its numbers, column by column for matrices; truth values are 0 and 1. `None` for a variable of a branch that the pixel
    /// does not take.
    pub numbers: Option<Vec<f32>>,
}

/// A source prepared for looks into single pixels: its pictures, the variables of `evaluatePixel` (of `mainImage` in GLSL) and its
/// output. A variable is seen as the last statement of its scope left it.
///
/// ```
/// use motile_kernel::{CompileOptions, Kernel, KernelProbe, Shader};
///
/// let source = "<languageVersion : 1.0;>
/// kernel Bars < namespace : \"demo\"; vendor : \"demo\"; version : 1; >
/// {
///     output pixel4 dst;
///     void evaluatePixel() {
///         float wave = 0.25 * outCoord().x;
///         if (wave > 1.0) { float over = wave - 1.0; wave = over; }
///         dst = pixel4(wave);
///     }
/// }";
/// let shader = Shader::new(&Kernel::compile(source)?);
/// let mut probe = KernelProbe::new(source, CompileOptions::default())?;
/// let seen = probe.look(&shader, 1, 0)?;
/// let names: Vec<&str> = seen.iter().map(|value| value.name.as_str()).collect();
/// assert_eq!(names, ["wave", "over", "dst"]);
/// assert_eq!(seen[0].numbers, Some(vec![0.375]));
/// assert_eq!(seen[1].numbers, None, "the branch is not taken here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "debugger")]
#[doc(alias = "inspect")]
#[derive(Clone, Debug)]
pub struct KernelProbe {
    parts: Vec<Part>,
}

/// One name, and the kernels that tell about it.
#[derive(Clone, Debug)]
struct Part {
    name: Name,
    ty: ValueType,
    /// Four numbers or fewer each.
    columns: Vec<Shader>,
    /// Gives 1 where the variable comes into being; `None` for what always does.
    reached: Option<Shader>,
}

/// No name of the language has a point in it.
const OUT: &str = "probe.out";

/// More variables than these are not looked at: each is compiled on its own.
const MAX_PARTS: usize = 64;

/// Operations of all that is compiled for the variables. Those of a kernel of thousands are left out from there on: somebody waits.
const MAX_OPERATIONS: usize = 60_000;

impl KernelProbe {
    /// Prepares a source of a kernel.
    ///
    /// # Errors
    /// As [`Kernel::compile_with`].
    pub fn new(source: &str, options: CompileOptions) -> Result<Self, CompileError> {
        Kernel::compile_with(source, &options)?;
        Ok(Self::of(kernel::parsed(source, options, &mut Vec::new()).as_ref(), "evaluatePixel"))
    }

    /// Prepares a shader in the style of Shadertoy.
    ///
    /// # Errors
    /// As [`Kernel::compile_glsl`].
    pub fn new_glsl(source: &str) -> Result<Self, CompileError> {
        Kernel::compile_glsl(source)?;
        let tree = glsl::parse(source, &mut Vec::new());
        let has = |name: &str| {
            let mut members = tree.iter().flat_map(|tree| &tree.members);
            members.any(|member| matches!(member, Member::Function(of) if of.name.text == name))
        };
        let main = if has("mainImage") { "mainImage" } else { "main" };
        Ok(Self::of(tree.as_ref(), main))
    }

    fn of(tree: Option<&Source>, main: &str) -> Self {
        let Some(tree) = tree else { return Self { parts: Vec::new() } };
        let mut parts = Vec::new();
        for member in &tree.members {
            if let Member::Input { channels, name } = member {
                let ty = ValueType::float(*channels);
                let shader = compile(&reading(tree, name, ty));
                parts.extend(shader.map(|shader| Part {
                    name: name.clone(),
                    ty,
                    columns: vec![shader],
                    reached: None,
                }));
            }
        }
        let mut operations = 0;
        for (index, (name, ty)) in variables(tree, main).into_iter().take(MAX_PARTS).enumerate() {
            if operations > MAX_OPERATIONS {
                break;
            }
            let whole = name_of(&name.text, name.span);
            let columns = columns(&whole, ty);
            let columns = columns.into_iter().map(|value| {
                let (count, value) = value;
                compile(&copying(tree, main, index, ValueType::float(count), &value))
            });
            let one = Expr::new(ExprKind::Float(1.0), name.span);
            let reached = compile(&copying(tree, main, index, ValueType::FLOAT, &one));
            if let (Some(columns), Some(_)) = (columns.collect::<Option<Vec<Shader>>>(), &reached) {
                let made = columns.iter().chain(&reached);
                operations += made.map(|shader| shader.kernel.operations()).sum::<usize>();
                parts.push(Part { name, ty, columns, reached });
            }
        }
        for member in &tree.members {
            if let Member::Output { ty: Type::Value(ty), name, .. } = member {
                let columns = compile(tree).into_iter().collect();
                parts.push(Part { name: name.clone(), ty: *ty, columns, reached: None });
            }
        }
        Self { parts }
    }

    /// What every name stands for at a pixel, with the values, pictures and limits of a shader of the same source: pictures first,
    /// read at that pixel, then variables in the order of the source, then the output.
    ///
    /// # Errors
    /// [`RunError::MissingInput`] and [`RunError::TooLong`].
    pub fn look(&mut self, shader: &Shader, x: u32, y: u32) -> Result<Vec<ProbedValue>, RunError> {
        let mut seen = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let mut numbers = Vec::with_capacity(part.ty.count());
            let reached = match &mut part.reached {
                Some(reached) => reached.run_pixel(shader, x, y)?[0] != 0.0,
                None => true,
            };
            for column in part.columns.iter_mut().filter(|_| reached) {
                let count = usize::from(column.kernel.channels());
                numbers.extend(&column.run_pixel(shader, x, y)?[..count]);
            }
            seen.push(ProbedValue {
                name: part.name.text.clone(),
                span: part.name.span,
                ty: part.ty,
                numbers: reached.then_some(numbers),
            });
        }
        Ok(seen)
    }
}

fn compile(tree: &Source) -> Option<Shader> {
    // Dependents stand in for the output, which the Flash profile has not; the source itself is checked already.
    kernel::from_tree(tree, CompileOptions::default(), &mut Vec::new())
        .map(|kernel| Shader::new(&kernel))
}

fn name_of(text: &str, span: SourceSpan) -> Expr {
    Expr::new(ExprKind::Name(text.to_owned()), span)
}

/// Pieces of a value that fit into an output, with the count of their numbers.
fn columns(whole: &Expr, ty: ValueType) -> Vec<(u8, Expr)> {
    let span = whole.span;
    match ty {
        ValueType::Matrix(size) => (0..size)
            .map(|column| {
                let index = Expr::new(ExprKind::Int(i32::from(column)), span);
                let part = ExprKind::Index(Box::new(whole.clone()), Box::new(index));
                (size, Expr::new(part, span))
            })
            .collect(),
        ValueType::Vector(ScalarType::Float, size) => vec![(size, whole.clone())],
        ValueType::Vector(_, size) => {
            let float = Type::Value(ValueType::float(size));
            let cast = ExprKind::Construct(float, vec![whole.clone()]);
            vec![(size, Expr::new(cast, span))]
        }
    }
}

fn assign(value: &Expr) -> Stmt {
    let span = value.span;
    let to = Box::new(name_of(OUT, span));
    let assign = ExprKind::Assign("", to, Box::new(value.clone()));
    Stmt { kind: StmtKind::Expr(Expr::new(assign, span)), span }
}

/// The kernel with another output; its own is a variable of all functions now.
fn with_output(tree: &Source, ty: ValueType) -> Source {
    let mut tree = tree.clone();
    for member in &mut tree.members {
        if let Member::Output { ty, name, span } = member {
            *member = Member::Dependent { ty: *ty, name: name.clone(), array: None, span: *span };
        }
    }
    let span = tree.name.span;
    let name = Name { text: OUT.to_owned(), span };
    tree.members.insert(0, Member::Output { ty: Type::Value(ty), name, span });
    tree
}

/// A kernel that only reads a picture at its own place.
fn reading(tree: &Source, input: &Name, ty: ValueType) -> Source {
    let span = input.span;
    let call = |name: &str, list| {
        let name = Name { text: name.to_owned(), span };
        Expr::new(ExprKind::Call(name, list), span)
    };
    let read =
        call("sampleNearest", vec![name_of(&input.text, span), call("outCoord", Vec::new())]);
    let mut tree = with_output(tree, ty);
    if let Some(function) = function_mut(&mut tree, "evaluatePixel") {
        function.body = vec![assign(&read)];
    }
    tree
}

/// A kernel that copies a variable, counted from 0 in the order of the source, to its output.
fn copying(tree: &Source, main: &str, index: usize, ty: ValueType, value: &Expr) -> Source {
    let mut tree = with_output(tree, ty);
    if let Some(function) = function_mut(&mut tree, main) {
        let names = variables_of(function);
        let name = names.get(index).map_or("", |(name, _)| name.text.as_str());
        let mut copier = Copier { index, seen: 0, name, copy: assign(value) };
        function.body = copier.list(core::mem::take(&mut function.body), false);
    }
    tree
}

fn function_mut<'a>(tree: &'a mut Source, name: &str) -> Option<&'a mut Function> {
    tree.members.iter_mut().find_map(|member| match member {
        Member::Function(function) if function.name.text == name => Some(function),
        _ => None,
    })
}

/// The variables of a function in the order of the source, arrays left out.
fn variables(tree: &Source, main: &str) -> Vec<(Name, ValueType)> {
    tree.members
        .iter()
        .find_map(|member| match member {
            Member::Function(function) if function.name.text == main => {
                Some(variables_of(function))
            }
            _ => None,
        })
        .unwrap_or_default()
}

fn variables_of(function: &Function) -> Vec<(Name, ValueType)> {
    fn visit(list: &[Stmt], found: &mut Vec<(Name, ValueType)>) {
        for statement in list {
            match &statement.kind {
                StmtKind::Block(inner) => visit(inner, found),
                StmtKind::Declare(declared) => {
                    for one in declared.iter().filter(|one| one.array.is_none()) {
                        found.extend(one.ty.value().map(|ty| (one.name.clone(), ty)));
                    }
                }
                StmtKind::If(_, then, other) => {
                    visit(core::slice::from_ref(then), found);
                    if let Some(other) = other {
                        visit(core::slice::from_ref(other), found);
                    }
                }
                StmtKind::Loop { first, body, .. } => {
                    if let Some(first) = first {
                        visit(core::slice::from_ref(first), found);
                    }
                    visit(core::slice::from_ref(body), found);
                }
                StmtKind::Expr(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    visit(&function.body, &mut found);
    found
}

/// Puts a copy of one variable after each statement of its scope.
struct Copier<'a> {
    /// Which of the variables, in the order of the source.
    index: usize,
    seen: usize,
    name: &'a str,
    copy: Stmt,
}

impl Copier<'_> {
    /// Goes through statements in order; `inside` tells whether the variable is known before the first.
    fn list(&mut self, list: Vec<Stmt>, mut inside: bool) -> Vec<Stmt> {
        let mut result = Vec::with_capacity(2 * list.len());
        for statement in list {
            let ends = matches!(
                statement.kind,
                StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue
            );
            let statement = self.statement(statement, &mut inside);
            result.push(statement);
            if inside && !ends {
                result.push(self.copy.clone());
            }
        }
        result
    }

    /// `inside` becomes true when the statement declares the variable, and false when it declares another of its name.
    fn statement(&mut self, statement: Stmt, inside: &mut bool) -> Stmt {
        let span = statement.span;
        let kind = match statement.kind {
            StmtKind::Block(list) => StmtKind::Block(self.list(list, *inside)),
            StmtKind::Declare(declared) => {
                for one in &declared {
                    if one.array.is_none() && one.ty.value().is_some() {
                        if self.seen == self.index {
                            *inside = true;
                        } else if one.name.text == self.name {
                            *inside = false;
                        }
                        self.seen += 1;
                    } else if one.name.text == self.name {
                        *inside = false;
                    }
                }
                StmtKind::Declare(declared)
            }
            StmtKind::If(test, then, other) => {
                let then = Box::new(self.block(*then, *inside));
                StmtKind::If(test, then, other.map(|other| Box::new(self.block(*other, *inside))))
            }
            StmtKind::Loop { first, test, after, body, test_last } => {
                let mut within = *inside;
                let first = first.map(|first| Box::new(self.statement(*first, &mut within)));
                let body = Box::new(self.block(*body, within));
                StmtKind::Loop { first, test, after, body, test_last }
            }
            other => other,
        };
        Stmt { kind, span }
    }

    fn block(&mut self, statement: Stmt, inside: bool) -> Stmt {
        let span = statement.span;
        let list = match statement.kind {
            StmtKind::Block(list) => list,
            kind => vec![Stmt { kind, span }],
        };
        Stmt { kind: StmtKind::Block(self.list(list, inside)), span }
    }
}

//! Regions: what a kernel says about the part of a picture it reads, and the part of the result that a picture changes.
//!
//! The functions `needed`, `changed` and `generated` are compiled as kernels of one pixel: a region is a vector of its four sides,
//! and the functions on regions are a few lines of the language itself. So they have parameters, dependents and functions at their
//! service, and no second interpreter is needed.

use crate::{
    kernel::{self, CompileOptions, Kernel},
    shader::Shader,
    source::ast::{Declared, Expr, ExprKind, Function, Member, Name, Source, Stmt, StmtKind},
    source::diagnostic::{Diagnostic, Severity, SourceSpan},
    source::parser,
    source::token,
    source::types::{Type, ValueType},
};
use motile_geom::{Aabb, vec2};

/// The kernels of the functions that a source has.
#[derive(Debug, Default)]
pub(crate) struct Regions {
    needed: Option<Kernel>,
    changed: Option<Kernel>,
    generated: Option<Kernel>,
}

/// A side of everything: far enough for pictures, and exact.
const FAR: f32 = 16_777_216.0;

/// The functions of the language on regions, and what calls one of the three. Sides are left, top, right, bottom.
const FRAME: &str = "<languageVersion : 1.0;> kernel Region < namespace : \"motile\"; vendor : \"motile\"; version : 1; > {
    parameter float4 regionIn < minValue : float4(-16777216.0); maxValue : float4(16777216.0); >;
    output pixel4 regionOut;
    float4 nowhere() { return float4(0.0); }
    float4 everywhere() { return float4(-16777216.0, -16777216.0, 16777216.0, 16777216.0); }
    float4 outset(float4 r, float2 by) { return float4(r.x - by.x, r.y - by.y, r.z + by.x, r.w + by.y); }
    float4 inset(float4 r, float2 by) { return float4(r.x + by.x, r.y + by.y, r.z - by.x, r.w - by.y); }
    bool isEmpty(float4 r) { return r.x >= r.z || r.y >= r.w; }
    float4 union(float4 a, float4 b) {
        float4 both = float4(min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
        if (isEmpty(a)) both = b;
        if (isEmpty(b)) both = a;
        return both;
    }
    float4 intersect(float4 a, float4 b) {
        return float4(max(a.x, b.x), max(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
    }
    float2 regionPlaced(MATRIX m, float2 p) { PLACED }
    float4 transform(MATRIX m, float4 r) {
        float2 a = regionPlaced(m, r.xy); float2 b = regionPlaced(m, r.zy); float2 c = regionPlaced(m, r.xw); float2 d = regionPlaced(m, r.zw);
        return float4(min(min(a, b), min(c, d)), max(max(a, b), max(c, d)));
    }
    float4 bounds(float4 r) { return r; }
    float4 dod(float4 r) { return r; }
    void evaluatePixel() { regionOut = regionIn; }
}";

/// Matrices that `transform` takes: the language has it for both, and a function of ours takes one.
const MATRICES: [(&str, &str); 2] = [
    ("float3x3", "float3 q = m * float3(p, 1.0); return q.xy / q.z;"),
    ("float2x2", "return m * p;"),
];

impl Regions {
    /// The kernels of a source whose rest is known to be right. A function that cannot be understood counts as none, and there is a
    /// warning about it.
    pub(crate) fn find(tree: &Source, list: &mut Vec<Diagnostic>) -> Self {
        Self {
            needed: compile(tree, "needed", list),
            changed: compile(tree, "changed", list),
            generated: compile(tree, "generated", list),
        }
    }
}

fn compile(tree: &Source, name: &str, warnings: &mut Vec<Diagnostic>) -> Option<Kernel> {
    let function = tree.members.iter().find_map(|member| match member {
        Member::Function(function) if function.name.text == name => Some(function),
        _ => None,
    })?;
    let mut mistakes = Vec::new();
    for (matrix, placed) in MATRICES {
        let text = FRAME.replace("MATRIX", matrix).replace("PLACED", placed);
        let mut list = Vec::new();
        let kernel = compile_in(&text, tree, function, &mut list);
        if kernel.is_some() {
            return kernel;
        }
        // What is wrong with both is told as it is with the first.
        if mistakes.is_empty() {
            mistakes = list;
        }
    }
    let mistakes = mistakes.into_iter().filter(|found| found.severity == Severity::Error);
    warnings.extend(mistakes.map(|mistake| as_warning(mistake, function)));
    None
}

/// One of the three functions as a kernel, with the functions of a frame.
fn compile_in(
    text: &str,
    tree: &Source,
    function: &Function,
    list: &mut Vec<Diagnostic>,
) -> Option<Kernel> {
    let mut tokens = token::tokens(text, list);
    for token in &mut tokens {
        // Nothing of the frame stands in the source.
        token.span = SourceSpan::default();
    }
    let name = function.name.text.as_str();
    let mut frame = parser::parse(&tokens, list)?;
    let Some(Member::Function(mut main)) = frame.members.pop() else { return None };
    main.body = vec![call(function)];
    for member in &tree.members {
        if let Member::Parameter { .. } | Member::Dependent { .. } | Member::Const(_) = member {
            frame.members.push(member.clone());
        }
    }
    let functions = tree.members.iter().filter_map(|member| match member {
        Member::Function(function) => Some(function),
        _ => None,
    });
    // Only what is called comes along: other functions read pictures, of which there are none here.
    let mut wanted = vec!["evaluateDependents".to_owned(), name.to_owned()];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = wanted.get(at).cloned() {
        at += 1;
        let places = functions.clone().enumerate();
        for (place, function) in places.filter(|(_, function)| function.name.text == next) {
            found.push((place, as_vectors(function.clone(), tree, &mut wanted)));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    frame.members.extend(found.into_iter().map(|(_, function)| Member::Function(function)));
    frame.members.push(Member::Function(main));
    kernel::from_tree(&frame, CompileOptions::default(), list)
}

/// What is wrong with one of the three functions is no reason to refuse the kernel.
fn as_warning(mut mistake: Diagnostic, function: &Function) -> Diagnostic {
    let none = SourceSpan::default();
    let name = &function.name;
    mistake.severity = Severity::Warning;
    mistake.message = mistake.message.replace(&format!("`{}.of`", name.text), &name.text);
    if mistake.span == none {
        mistake.span = name.span;
    }
    mistake.labels.retain(|label| label.span != none);
    let then = format!("`{}` is left out, and a part counts as itself", name.text);
    mistake.note(then)
}

/// `regionOut = changed(regionIn, regionIn);`
fn call(function: &Function) -> Stmt {
    let span = function.name.span;
    let name = |text: &str| Expr::new(ExprKind::Name(text.to_owned()), span);
    let arguments = vec![name("regionIn"); function.arguments.len()];
    let called = Name { text: format!("{}.of", function.name.text), span };
    let value = Expr::new(ExprKind::Call(called, arguments), span);
    let assign = ExprKind::Assign("", Box::new(name("regionOut")), Box::new(value));
    Stmt { kind: StmtKind::Expr(Expr::new(assign, span)), span }
}

const VECTOR: Type = Type::Value(ValueType::float(4));

/// A function with vectors in place of regions; pictures are the part itself. Its name gets a point, so that it is a plain function.
fn as_vectors(mut function: Function, tree: &Source, calls: &mut Vec<String>) -> Function {
    if crate::source::check::is_region_function(&function.name.text) {
        function.name.text += ".of";
    }
    let plain = |ty: &mut Type| {
        if *ty == Type::Region {
            *ty = VECTOR;
        }
    };
    plain(&mut function.result);
    for argument in &mut function.arguments {
        plain(&mut argument.ty);
    }
    function.body.iter_mut().for_each(|of| statement(of, calls));
    let pictures = tree.members.iter().filter_map(|member| match member {
        Member::Input { name, .. } => Some(name),
        _ => None,
    });
    for name in pictures {
        if function.arguments.iter().all(|argument| argument.name.text != name.text) {
            let span = name.span;
            let start = Some(Expr::new(ExprKind::Name("regionIn".to_owned()), span));
            let (name, constant) = (name.clone(), false);
            let picture = Declared { ty: VECTOR, name, array: None, start, constant };
            function.body.insert(0, Stmt { kind: StmtKind::Declare(vec![picture]), span });
        }
    }
    function
}

fn statement(of: &mut Stmt, calls: &mut Vec<String>) {
    match &mut of.kind {
        StmtKind::Block(list) => list.iter_mut().for_each(|of| statement(of, calls)),
        StmtKind::Declare(list) => {
            for declared in list {
                if declared.ty == Type::Region {
                    declared.ty = VECTOR;
                }
                declared.start.iter_mut().for_each(|of| expression(of, calls));
            }
        }
        StmtKind::Expr(e) => expression(e, calls),
        StmtKind::If(test, then, other) => {
            expression(test, calls);
            statement(then, calls);
            if let Some(other) = other {
                statement(other, calls);
            }
        }
        StmtKind::Loop { first, test, after, body, .. } => {
            if let Some(first) = first {
                statement(first, calls);
            }
            test.iter_mut().chain(after).for_each(|of| expression(of, calls));
            statement(body, calls);
        }
        StmtKind::Return(value) => value.iter_mut().for_each(|of| expression(of, calls)),
        StmtKind::Break | StmtKind::Continue => {}
    }
}

/// `region(…)` is the vector of its sides; functions that are called are noted.
fn expression(of: &mut Expr, calls: &mut Vec<String>) {
    match &mut of.kind {
        ExprKind::Construct(ty, list) => {
            if *ty == Type::Region {
                *ty = VECTOR;
            }
            for of in list.iter_mut() {
                expression(of, calls);
            }
        }
        ExprKind::Call(name, list) => {
            // Pixels of all pictures are alike.
            if matches!(name.text.as_str(), "pixelSize" | "pixelAspectRatio") {
                list.clear();
            }
            if !calls.contains(&name.text) {
                calls.push(name.text.clone());
            }
            for of in list.iter_mut() {
                expression(of, calls);
            }
        }
        ExprKind::Unary(_, a) | ExprKind::Count { place: a, .. } | ExprKind::Field(a, _) => {
            expression(a, calls);
        }
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
            expression(a, calls);
            expression(b, calls);
        }
        ExprKind::Choose(a, b, c) => {
            for e in [a, b, c] {
                expression(e, calls);
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_) => {}
    }
}

impl Shader {
    /// The part of its pictures that a part of the result is made of, by the kernel's function `needed`; the part itself when the kernel
    /// has none. In pixels, with the present values of the parameters; `None` when it is nothing.
    #[doc(alias = "region of interest")]
    pub fn needed_part(&self, of_result: Aabb) -> Option<Aabb> {
        self.region(self.kernel.inner.regions.needed.as_ref(), of_result)
    }

    /// The part of the result that a part of its pictures changes, by the kernel's function `changed`; the part itself when the kernel
    /// has none. In pixels, with the present values of the parameters; `None` when it is nothing.
    pub fn changed_part(&self, of_pictures: Aabb) -> Option<Aabb> {
        self.region(self.kernel.inner.regions.changed.as_ref(), of_pictures)
    }

    /// The part of the result that is there without any picture, by the kernel's function `generated`; everything is far, and still
    /// finite. `None` when it is nothing, or the kernel has no such function.
    pub fn generated_part(&self) -> Option<Aabb> {
        let generated = self.kernel.inner.regions.generated.as_ref()?;
        self.region(Some(generated), Aabb::new(vec2(-FAR, -FAR), vec2(FAR, FAR)))
    }

    fn region(&self, kernel: Option<&Kernel>, part: Aabb) -> Option<Aabb> {
        let Some(kernel) = kernel else { return Some(part) };
        let mut shader = Self::new(kernel);
        shader.limits = self.limits;
        // The parameter of the frame comes first, then those of the kernel.
        let sides = [part.min.x, part.min.y, part.max.x, part.max.y];
        let values = sides.iter().chain(&self.values);
        for (to, from) in shader.values.iter_mut().zip(values) {
            *to = *from;
        }
        let mut sides = [0.0; 4];
        // What takes too long says nothing, and nothing is lost by taking the part itself.
        if shader.run(1, 1, &mut sides).is_err() || sides.iter().any(|side| side.is_nan()) {
            return Some(part);
        }
        let [left, top, right, bottom] = sides;
        (left < right && top < bottom).then(|| Aabb::new(vec2(left, top), vec2(right, bottom)))
    }
}

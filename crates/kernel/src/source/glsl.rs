//! Shaders in the style of Shadertoy: a function `mainImage` in a subset of GLSL, read by the parser of kernels.
//!
//! The languages are cousins: GLSL with other names of types and functions is what the parser knows already. Words are
//! exchanged before it reads, calls that read pictures afterwards, and a kernel is put around the result; so diagnostics
//! point into the shader as it was written. A front end of its own, through another middle form, would be several times as much code.

use crate::{
    source::ast::{Declared, Expr, ExprKind, Member, Name, Source, Stmt, StmtKind},
    source::diagnostic::{Diagnostic, SourceSpan},
    source::glsl_outer::{self, Outer},
    source::glsl_prelude,
    source::parser::{Parser, array_elements},
    source::token::{Kind, Token},
    source::types::{ScalarType, Type, ValueType},
    source::{preprocess, token},
};

/// Pictures are these, as far as the shader reads them.
const CHANNELS: [&str; 4] = ["iChannel0", "iChannel1", "iChannel2", "iChannel3"];

/// Reads a shader as a kernel. `None` when it cannot be read.
pub(crate) fn parse(source: &str, errors: &mut Vec<Diagnostic>) -> Option<Source> {
    let tokens = token::tokens(source, errors);
    // `1.0f` is a float of GLSL, which kernels have no suffix for.
    errors.retain(|error| error.code != "PB014" || !is_float_suffix(source, error.span));
    let mut tokens = preprocess::preprocess(&as_on_gpus(&tokens), false, errors);
    tokens.retain(|token| token.kind != Kind::Name || !glsl_outer::is_idle(&token.text));
    tokens.iter_mut().for_each(translate);
    let mut outer = Outer::default();
    let mut functions = members(&tokens, &mut outer, errors);
    // To be declared is no use.
    let known = core::mem::take(&mut outer.known);
    let used = |name: &str| {
        let named = tokens.iter().filter(|token| token.is_name(name)).count();
        named > known.iter().filter(|known| *known == name).count()
    };
    let sized = |i: usize| {
        tokens.windows(3).any(|three| {
            three[0].is_name("iChannelResolution")
                && three[1].is("[")
                && three[2].kind == Kind::Int(i as i32)
        })
    };
    let channels = (0..4).filter(|&i| used(CHANNELS[i]) || sized(i));
    let channels = channels.map(Picture::channel);
    let named = outer.pictures.iter().map(|name| Picture::named(name));
    let pictures: Vec<Picture> = channels.chain(named).collect();
    let own = functions.iter().filter_map(|member| match member {
        Member::Function(function) => Some(function.name.text.clone()),
        _ => None,
    });
    let own: Vec<String> = own.collect();
    let names = Names { own: &own, pictures: &pictures };
    for member in &mut functions {
        match member {
            Member::Function(function) => {
                unfold(&mut function.body);
                function.body.iter_mut().for_each(|statement| redirect(statement, names));
            }
            Member::Const(list) => {
                let starts = list.iter_mut().filter_map(|d| d.start.as_mut());
                starts.for_each(|start| redirect_expr(start, names));
            }
            _ => {}
        }
    }
    outer.starts.iter_mut().for_each(|statement| redirect(statement, names));
    let find = |name: &str| {
        functions.iter().find_map(|member| match member {
            Member::Function(function) if function.name.text == name => Some(function.name.span),
            _ => None,
        })
    };
    let has_color = outer.output.is_some() || used("gl_FragColor");
    let (whole, toy) = (find("main").filter(|_| has_color), find("mainImage"));
    let Some(span) = whole.or(toy) else {
        let message = "the shader has no function `mainImage`";
        let error = Diagnostic::error("PB033", SourceSpan::new(0, 0), message);
        errors.push(
            error.note("it begins with `void mainImage(out vec4 fragColor, in vec2 fragCoord)`"),
        );
        return None;
    };
    // What is written around the shader is text of our own, and points to the name of its main function.
    let has = |name: &str| {
        let is_remainder = name == glsl_prelude::REMAINDER;
        let is_used = used(name) || is_remainder && tokens.iter().any(|t| t.is("%") || t.is("%="));
        is_used && !own.iter().any(|own| own == name)
    };
    let prelude = glsl_prelude::text(&has);
    let frame = frame(&pictures, &outer, whole.is_some(), &used, &prelude);
    let mut shell = token::tokens(&frame, errors);
    for token in &mut shell {
        token.span = span;
    }
    let mut kernel = crate::source::parser::parse(&shell, errors)?;
    let Some(Member::Function(mut main)) = kernel.members.pop() else { return None };
    main.body.splice(0..0, outer.starts);
    kernel.members.extend(functions);
    kernel.members.push(Member::Function(main));
    Some(kernel)
}

/// What GPUs define, without what is for their drivers only.
fn as_on_gpus(tokens: &[Token]) -> Vec<Token> {
    let mut list = token::tokens("#define GL_ES 1\n#define __VERSION__ 300\n", &mut Vec::new());
    list.pop();
    for token in &mut list {
        token.span = SourceSpan::default();
    }
    let mut is_idle = false;
    for (at, token) in tokens.iter().enumerate() {
        if token.first {
            let word = tokens.get(at + 1).map_or("", |next| next.text.as_str());
            is_idle = token.is("#") && glsl_outer::is_for_drivers(word);
        }
        if !is_idle || token.kind == Kind::End {
            list.push(token.clone());
        }
    }
    list
}

/// A picture that a shader reads, and the parameter that says how large it is.
struct Picture {
    name: String,
    size: String,
}

impl Picture {
    fn channel(index: usize) -> Self {
        Self { name: format!("iChannel{index}"), size: format!("iChannelSize{index}") }
    }

    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), size: format!("{name}Size") }
    }
}

/// What calls in a shader may mean: functions of its own, and pictures.
#[derive(Clone, Copy)]
struct Names<'a> {
    own: &'a [String],
    pictures: &'a [Picture],
}

/// Whether a piece of a source is the suffix of a float.
fn is_float_suffix(source: &str, span: SourceSpan) -> bool {
    let before = source.get(..span.start as usize).unwrap_or_default();
    let number = before.rsplit(|c: char| !c.is_ascii_digit() && c != '.').next();
    let is_float = number.is_some_and(|number| number.contains('.') && number.len() > 1);
    is_float && matches!(span.text(source), "f" | "F")
}

/// Constants, variables and functions of the shader.
fn members(tokens: &[Token], outer: &mut Outer, errors: &mut Vec<Diagnostic>) -> Vec<Member> {
    let mut parser = Parser { tokens, at: 0, depth: 0, is_shader: true, errors };
    let mut list = Vec::new();
    while parser.peek().kind != Kind::End {
        let before = parser.at;
        let found = match outer.read(&mut parser) {
            Ok(None) => parser.member(),
            Ok(Some(found)) => Ok(found),
            Err(failed) => Err(failed),
        };
        if let Ok(found) = found {
            list.extend(found);
        } else {
            parser.recover(before);
            parser.eat("}");
        }
    }
    list
}

/// Words of GLSL as words of kernels; words of kernels that mean nothing in GLSL are made plain names.
fn translate(token: &mut Token) {
    if token.kind != Kind::Name {
        return;
    }
    let word = match token.text.as_str() {
        "vec2" => "float2",
        "vec3" => "float3",
        "vec4" => "float4",
        "ivec2" => "int2",
        "ivec3" => "int3",
        "ivec4" => "int4",
        "bvec2" => "bool2",
        "bvec3" => "bool3",
        "bvec4" => "bool4",
        "mat2" => "float2x2",
        "mat3" => "float3x3",
        "mat4" => "float4x4",
        "inversesqrt" => "inverseSqrt",
        "smoothstep" => "smoothStep",
        "iGlobalTime" => "iTime",
        "input" | "output" | "kernel" | "parameter" | "dependent" | "region" | "imageRef"
        | "PI" | "float2" | "float3" | "float4" | "pixel2" | "pixel3" | "pixel4" | "image1"
        | "image2" | "image3" | "image4" | "sample" | "outCoord" | "dst" => {
            token.text.push('_');
            return;
        }
        _ => return,
    };
    word.clone_into(&mut token.text);
}

/// The kernel around a shader. `fragCoord` counts from the lower left corner.
fn frame(
    pictures: &[Picture],
    outer: &Outer,
    is_whole: bool,
    used: &dyn Fn(&str) -> bool,
    prelude: &str,
) -> String {
    let mut text = String::from(
        "<languageVersion : 1.0;> kernel Shadertoy < namespace : \"motile\"; vendor : \"motile\"; version : 1; > {
        parameter float iTime < maxValue : 3600.0; description : \"seconds\"; >;
        parameter float iTimeDelta < maxValue : 10.0; defaultValue : 0.0166666; description : \"seconds since the last picture\"; >;
        parameter int iFrame < maxValue : 16777216; description : \"pictures before this one\"; >;
        parameter float3 iResolution < minValue : float3(1.0); maxValue : float3(65536.0); defaultValue : float3(640.0, 480.0, 1.0); description : \"of the picture, in pixels\"; >;
        parameter float4 iMouse < minValue : float4(-65536.0); maxValue : float4(65536.0); description : \"the pointer, and where it was pressed\"; >;
        output pixel4 dst;\n",
    );
    if used("iDate") {
        text += "parameter float4 iDate < maxValue : float4(9999.0, 11.0, 31.0, 86400.0); defaultValue : float4(2000.0, 0.0, 1.0, 0.0); description : \"year, month from 0, day, and seconds of it\"; >;\n";
    }
    if used("iSampleRate") {
        text += "const float iSampleRate = 44100.0;\n";
    }
    text += prelude;
    text += &outer.parameters();
    for Picture { name, size } in pictures {
        let reads = format!(
            "input image4 {name};
            parameter float2 {size} < minValue : float2(1.0); maxValue : float2(65536.0); defaultValue : float2(1.0); description : \"of the picture {name}, in pixels\"; bind : \"input_size\"; input : \"{name}\"; >;
            float4 texture_{name}(float2 uv) {{ return sampleLinear({name}, float2(uv.x, 1.0 - uv.y) * {size}); }}
            float4 texelFetch_{name}(int2 p, int level) {{
                return sampleNearest({name}, float2(float(p.x) + 0.5, {size}.y - 0.5 - float(p.y)));
            }}\n"
        );
        text += &reads;
    }
    for name in ["gl_FragCoord", "gl_FragColor"] {
        if used(name) {
            text.extend(["dependent float4 ", name, ";\n"]);
        }
    }
    text +=
        "void evaluatePixel() { float2 p = float2(outCoord().x, iResolution.y - outCoord().y);\n";
    if used("gl_FragCoord") {
        text += "gl_FragCoord = float4(p, 0.0, 1.0);\n";
    }
    for share in &outer.shares {
        text.extend([share.as_str(), " = p / iResolution.xy;\n"]);
    }
    let color = outer.output.as_deref().unwrap_or("gl_FragColor");
    if is_whole {
        return text + "main(); dst = " + color + "; } }";
    }
    text + "float4 color = float4(0.0, 0.0, 0.0, 1.0);
            mainImage(color, p);
            dst = float4(color.r, color.g, color.b, 1.0);
        } }"
}

/// Arrays that are written out where they are declared get their elements one by one.
fn unfold(list: &mut Vec<Stmt>) {
    let is_array = |d: &Declared| d.start.as_ref().and_then(array_elements).is_some();
    let is_plain = |statement: &Stmt| match &statement.kind {
        StmtKind::Declare(list) => !list.iter().any(is_array),
        _ => true,
    };
    if list.iter().all(is_plain) {
        return;
    }
    for statement in core::mem::take(list) {
        let StmtKind::Declare(all) = statement.kind else {
            list.push(statement);
            continue;
        };
        for mut declared in all {
            let elements = glsl_outer::unfolded(&declared);
            if is_array(&declared) {
                (declared.start, declared.constant) = (None, false);
            }
            list.push(Stmt { kind: StmtKind::Declare(vec![declared]), span: statement.span });
            list.extend(elements);
        }
    }
}

/// Makes `texture(iChannel0, uv)` a call of the function for that picture, and writes out what kernels have no function for, unless the
/// shader has one of that name.
fn redirect(statement: &mut Stmt, names: Names<'_>) {
    match &mut statement.kind {
        StmtKind::Block(list) => {
            unfold(list);
            for statement in list {
                redirect(statement, names);
            }
        }
        StmtKind::Declare(list) => {
            let starts = list.iter_mut().filter_map(|d| d.start.as_mut());
            starts.for_each(|start| redirect_expr(start, names));
        }
        StmtKind::Expr(e) => redirect_expr(e, names),
        StmtKind::If(test, then, other) => {
            redirect_expr(test, names);
            redirect(then, names);
            if let Some(other) = other {
                redirect(other, names);
            }
        }
        StmtKind::Loop { first, test, after, body, .. } => {
            if let Some(first) = first {
                redirect(first, names);
            }
            test.iter_mut().chain(after).for_each(|e| redirect_expr(e, names));
            redirect(body, names);
        }
        StmtKind::Return(value) => value.iter_mut().for_each(|e| redirect_expr(e, names)),
        StmtKind::Break | StmtKind::Continue => {}
    }
}

fn redirect_expr(e: &mut Expr, names: Names<'_>) {
    match &mut e.kind {
        ExprKind::Call(name, list) => {
            for argument in list.iter_mut() {
                redirect_expr(argument, names);
            }
            if names.own.contains(&name.text) {
                return;
            }
            if let Some(written) = written_out(&name.text, list, e.span) {
                *e = written;
                return;
            }
            if let Some(size) = read_picture(name, list, names) {
                *e = Expr::new(size, e.span);
            }
        }
        ExprKind::Index(a, b) => {
            redirect_expr(a, names);
            redirect_expr(b, names);
            let (ExprKind::Name(name), ExprKind::Int(channel)) = (&a.kind, &b.kind) else { return };
            if name == "iChannelTime" {
                e.kind = ExprKind::Name("iTime".to_owned());
                return;
            }
            if name == "iChannelResolution" {
                let size = ExprKind::Name(format!("iChannelSize{channel}"));
                let parts = vec![Expr::new(size, e.span), number(1.0, e.span)];
                let ty = Type::Value(ValueType::float(3));
                *e = Expr::new(ExprKind::Construct(ty, parts), e.span);
            }
        }
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Count { place: a, .. } => {
            redirect_expr(a, names);
        }
        ExprKind::Binary(op, a, b) | ExprKind::Assign(op, a, b) => {
            redirect_expr(a, names);
            redirect_expr(b, names);
            if *op == "%" {
                let (place, list) = (a.clone(), vec![(**a).clone(), (**b).clone()]);
                let name = Name { text: glsl_prelude::REMAINDER.to_owned(), span: e.span };
                let rest = Expr::new(ExprKind::Call(name, list), e.span);
                let is_assigned = matches!(e.kind, ExprKind::Assign(..));
                *e = if is_assigned {
                    Expr::new(ExprKind::Assign("", place, Box::new(rest)), e.span)
                } else {
                    rest
                };
            }
        }
        ExprKind::Choose(a, b, c) => {
            for e in [a, b, c] {
                redirect_expr(e, names);
            }
        }
        ExprKind::Construct(ty, list) => {
            for e in list.iter_mut() {
                redirect_expr(e, names);
            }
            // `mat2(1.0)` has its number on the diagonal only; a kernel's matrix has it everywhere.
            if let (Type::Value(ValueType::Matrix(size)), [only]) = (*ty, list.as_slice())
                && let Some(value) = literal(only)
            {
                let (size, span) = (usize::from(size), only.span);
                let place = |i: usize| if i.is_multiple_of(size + 1) { value } else { 0.0 };
                *list = (0..size * size).map(|i| number(place(i), span)).collect();
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_) => {}
    }
}

/// A call that reads a picture becomes one of the function for that picture. There are no smaller copies of it: a level is left out.
/// Answers what a call that asks for a size stands for.
fn read_picture(name: &mut Name, list: &mut Vec<Expr>, names: Names<'_>) -> Option<ExprKind> {
    let word = match (name.text.as_str(), list.len()) {
        ("texture" | "texture2D", 2 | 3)
        | ("textureLod" | "texture2DLod", 3)
        | ("textureGrad", 4) => "texture",
        ("texelFetch", _) => "texelFetch",
        ("textureSize", 1 | 2) => "textureSize",
        _ => return None,
    };
    let ExprKind::Name(read) = &list.first()?.kind else { return None };
    let picture = names.pictures.iter().find(|picture| picture.name == *read)?;
    if word == "textureSize" {
        let size = Expr::new(ExprKind::Name(picture.size.clone()), name.span);
        let ty = ValueType::Vector(ScalarType::Int, 2);
        return Some(ExprKind::Construct(Type::Value(ty), vec![size]));
    }
    list.remove(0);
    if word == "texture" {
        list.truncate(1);
    }
    *name = Name { text: format!("{word}_{}", picture.name), span: name.span };
    None
}

fn number(value: f32, span: SourceSpan) -> Expr {
    Expr::new(ExprKind::Float(value), span)
}

/// The value of a number that is written out.
fn literal(e: &Expr) -> Option<f32> {
    match &e.kind {
        ExprKind::Float(value) => Some(*value),
        ExprKind::Int(value) => Some(*value as f32),
        ExprKind::Unary("-", of) => literal(of).map(|value| -value),
        _ => None,
    }
}

/// Whether an expression can stand twice where it stood once.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..) | ExprKind::Count { .. } => false,
        ExprKind::Call(_, list) | ExprKind::Construct(_, list) => list.iter().all(is_plain),
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) => is_plain(a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => is_plain(a) && is_plain(b),
        ExprKind::Choose(a, b, c) => is_plain(a) && is_plain(b) && is_plain(c),
        _ => true,
    }
}

/// Functions of GLSL by those that kernels have; equal parts are computed once all the same. `None` for others.
fn written_out(name: &str, list: &[Expr], span: SourceSpan) -> Option<Expr> {
    let binary = |op: &'static str, a: Expr, b: Expr| {
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), span)
    };
    let call = |word: &str, list: Vec<Expr>| {
        Expr::new(ExprKind::Call(Name { text: word.to_owned(), span }, list), span)
    };
    let number = |value: f32| number(value, span);
    match (name, list) {
        ("round" | "roundEven", [x]) => {
            Some(call("floor", vec![binary("+", x.clone(), number(0.5))]))
        }
        // 1 - 2 / (e²ˣ + 1)
        ("tanh", [x]) => {
            let power = call("exp", vec![binary("*", number(2.0), x.clone())]);
            let share = binary("/", number(2.0), binary("+", power, number(1.0)));
            Some(binary("-", number(1.0), share))
        }
        _ if !list.iter().all(is_plain) => None,
        ("trunc", [x]) => {
            let whole = call("floor", vec![call("abs", vec![x.clone()])]);
            Some(binary("*", call("sign", vec![x.clone()]), whole))
        }
        // i - 2·(n·i)·n
        ("reflect", [i, n]) => {
            let along = call("dot", vec![n.clone(), i.clone()]);
            let twice = binary("*", number(2.0), along);
            Some(binary("-", i.clone(), binary("*", twice, n.clone())))
        }
        // With k = 1 - η²·(1 - (n·i)²): η·i - (η·(n·i) + √k)·n, and 0 when k is below 0.
        ("refract", [i, n, eta]) => {
            let along = call("dot", vec![n.clone(), i.clone()]);
            let rest = binary("-", number(1.0), binary("*", along.clone(), along.clone()));
            let square = binary("*", eta.clone(), eta.clone());
            let k = binary("-", number(1.0), binary("*", square, rest));
            let root = call("sqrt", vec![call("max", vec![k.clone(), number(0.0)])]);
            let inward = binary("+", binary("*", eta.clone(), along), root);
            let inward = binary("*", inward, n.clone());
            let bent = binary("-", binary("*", eta.clone(), i.clone()), inward);
            Some(binary("*", bent, call("step", vec![number(0.0), k])))
        }
        _ => None,
    }
}

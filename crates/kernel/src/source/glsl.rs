//! Shaders in the style of Shadertoy: a function `mainImage` in a subset of GLSL, read by the parser of kernels.
//!
//! The languages are cousins: GLSL with other names of types and functions is what the parser knows already. Words are
//! exchanged before it reads, calls that read pictures afterwards, and a kernel is put around the result; so diagnostics
//! point into the shader as it was written. A front end of its own, through another middle form, would be several times as much code.

use crate::{
    source::ast::{Expr, ExprKind, Member, Name, Source, Stmt, StmtKind},
    source::diagnostic::{Diagnostic, SourceSpan},
    source::parser::Parser,
    source::token::{Kind, Token},
    source::{preprocess, token},
};

/// Pictures are these, as far as the shader reads them.
const CHANNELS: [&str; 4] = ["iChannel0", "iChannel1", "iChannel2", "iChannel3"];

/// Reads a shader as a kernel. `None` when it cannot be read.
pub(crate) fn parse(source: &str, errors: &mut Vec<Diagnostic>) -> Option<Source> {
    let tokens = token::tokens(source, errors);
    let mut tokens = preprocess::preprocess(&tokens, false, errors);
    tokens.iter_mut().for_each(translate);
    let mut functions = members(&tokens, errors);
    let used = |name: &str| tokens.iter().any(|token| token.is_name(name));
    let channels: Vec<usize> = (0..4).filter(|&i| used(CHANNELS[i])).collect();
    for member in &mut functions {
        match member {
            Member::Function(function) => function.body.iter_mut().for_each(redirect),
            Member::Const(list) => {
                list.iter_mut().filter_map(|d| d.start.as_mut()).for_each(redirect_expr);
            }
            _ => {}
        }
    }
    let main = functions.iter().find_map(|member| match member {
        Member::Function(function) if function.name.text == "mainImage" => Some(function.name.span),
        _ => None,
    });
    let Some(span) = main else {
        let message = "the shader has no function `mainImage`";
        let error = Diagnostic::error("PB033", SourceSpan::new(0, 0), message);
        errors.push(
            error.note("it begins with `void mainImage(out vec4 fragColor, in vec2 fragCoord)`"),
        );
        return None;
    };
    // What is written around the shader is text of our own, and points to the name of its main function.
    let frame = frame(&channels);
    let mut shell = token::tokens(&frame, errors);
    for token in &mut shell {
        token.span = span;
    }
    let mut kernel = crate::source::parser::parse(&shell, errors)?;
    let main = kernel.members.pop();
    kernel.members.extend(functions);
    kernel.members.extend(main);
    Some(kernel)
}

/// Constants and functions of the shader.
fn members(tokens: &[Token], errors: &mut Vec<Diagnostic>) -> Vec<Member> {
    let mut parser = Parser { tokens, at: 0, depth: 0, errors };
    let mut list = Vec::new();
    while parser.peek().kind != Kind::End {
        let before = parser.at;
        if parser.peek().is_name("precision") {
            while !parser.eat(";") && parser.peek().kind != Kind::End {
                parser.take();
            }
            continue;
        }
        if let Ok(member) = parser.member() {
            list.extend(member);
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
fn frame(channels: &[usize]) -> String {
    let mut text = String::from(
        "<languageVersion : 1.0;> kernel Shadertoy < namespace : \"motile\"; vendor : \"motile\"; version : 1; > {
        parameter float iTime < maxValue : 3600.0; description : \"seconds\"; >;
        parameter float iTimeDelta < maxValue : 10.0; defaultValue : 0.0166666; description : \"seconds since the last picture\"; >;
        parameter int iFrame < maxValue : 16777216; description : \"pictures before this one\"; >;
        parameter float3 iResolution < minValue : float3(1.0); maxValue : float3(65536.0); defaultValue : float3(640.0, 480.0, 1.0); description : \"of the picture, in pixels\"; >;
        parameter float4 iMouse < minValue : float4(-65536.0); maxValue : float4(65536.0); description : \"the pointer, and where it was pressed\"; >;
        output pixel4 dst;\n",
    );
    for &i in channels {
        let reads = format!(
            "input image4 iChannel{i};
            parameter float2 iChannelSize{i} < minValue : float2(1.0); maxValue : float2(65536.0); defaultValue : float2(1.0); description : \"of the picture iChannel{i}, in pixels\"; >;
            float4 texture_iChannel{i}(float2 uv) {{ return sampleLinear(iChannel{i}, float2(uv.x, 1.0 - uv.y) * iChannelSize{i}); }}
            float4 texelFetch_iChannel{i}(int2 p, int level) {{
                return sampleNearest(iChannel{i}, float2(float(p.x) + 0.5, iChannelSize{i}.y - 0.5 - float(p.y)));
            }}\n"
        );
        text += &reads;
    }
    text + "void evaluatePixel() {
            float4 color = float4(0.0, 0.0, 0.0, 1.0);
            mainImage(color, float2(outCoord().x, iResolution.y - outCoord().y));
            dst = float4(color.r, color.g, color.b, 1.0);
        } }"
}

/// Makes `texture(iChannel0, uv)` a call of the function for that picture.
fn redirect(statement: &mut Stmt) {
    match &mut statement.kind {
        StmtKind::Block(list) => list.iter_mut().for_each(redirect),
        StmtKind::Declare(list) => {
            list.iter_mut().filter_map(|d| d.start.as_mut()).for_each(redirect_expr);
        }
        StmtKind::Expr(e) => redirect_expr(e),
        StmtKind::If(test, then, other) => {
            redirect_expr(test);
            redirect(then);
            if let Some(other) = other {
                redirect(other);
            }
        }
        StmtKind::Loop { first, test, after, body, .. } => {
            if let Some(first) = first {
                redirect(first);
            }
            test.iter_mut().chain(after).for_each(redirect_expr);
            redirect(body);
        }
        StmtKind::Return(value) => value.iter_mut().for_each(redirect_expr),
        StmtKind::Break | StmtKind::Continue => {}
    }
}

fn redirect_expr(e: &mut Expr) {
    match &mut e.kind {
        ExprKind::Call(name, list) => {
            list.iter_mut().for_each(redirect_expr);
            let reads = matches!(name.text.as_str(), "texture" | "texture2D" | "texelFetch");
            let channel = match list.first().map(|first| &first.kind) {
                Some(ExprKind::Name(channel)) if CHANNELS.contains(&channel.as_str()) => {
                    channel.clone()
                }
                _ => return,
            };
            if reads {
                let word = if name.text == "texelFetch" { "texelFetch" } else { "texture" };
                list.remove(0);
                *name = Name { text: format!("{word}_{channel}"), span: name.span };
            }
        }
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Count { place: a, .. } => {
            redirect_expr(a);
        }
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
            redirect_expr(a);
            redirect_expr(b);
        }
        ExprKind::Choose(a, b, c) => {
            for e in [a, b, c] {
                redirect_expr(e);
            }
        }
        ExprKind::Construct(_, list) => list.iter_mut().for_each(redirect_expr),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_) => {}
    }
}

//! What stands outside of the functions of a shader: `uniform`, `in`, `out`, and variables that all functions share.
//!
//! Kernels have no variables of that kind, but dependents are what these are to the code that is made of them: they begin with a
//! value for every pixel.

use crate::{
    source::ast::{Declared, Expr, ExprKind, Member, Name, Stmt, StmtKind},
    source::diagnostic::Diagnostic,
    source::parser::{Parsed, Parser, array_elements},
    source::token::{Kind, Token},
    source::types::Type,
};

/// What a shader declares besides functions and constants.
#[derive(Default)]
pub(super) struct Outer {
    /// Names of types and parameters.
    pub(super) uniforms: Vec<(String, String)>,
    /// Pictures with names of their own.
    pub(super) pictures: Vec<String>,
    /// Variables that hold the place in the picture, from 0 to 1.
    pub(super) shares: Vec<String>,
    /// Uniforms that every shader has, and that this one declares all the same.
    pub(super) known: Vec<String>,
    /// What the color is written to.
    pub(super) output: Option<String>,
    /// What the variables begin with, in order.
    pub(super) starts: Vec<Stmt>,
}

/// Words of GLSL that say how exact or how smooth something is.
pub(super) fn is_idle(word: &str) -> bool {
    matches!(word, "highp" | "mediump" | "lowp" | "flat" | "smooth" | "centroid" | "invariant")
}

/// Whether a line of the preprocessor is for the driver of a GPU only.
pub(super) fn is_for_drivers(word: &str) -> bool {
    matches!(word, "version" | "extension" | "pragma" | "line")
}

/// Whether every shader has a uniform of this name without declaring it.
fn is_known(name: &str) -> bool {
    let known = ["iTime", "iTimeDelta", "iFrame", "iResolution", "iMouse", "iDate", "iSampleRate"];
    known.contains(&name) || name.starts_with("iChannel")
}

impl Outer {
    /// Reads a declaration of this kind; `None` when the next one is a constant or a function.
    pub(super) fn read(&mut self, parser: &mut Parser<'_>) -> Parsed<Option<Vec<Member>>> {
        let token = parser.peek().clone();
        let word = if token.kind == Kind::Name { token.text.as_str() } else { "" };
        match word {
            "layout" => {
                parser.take();
                while !parser.eat(")") && parser.peek().kind != Kind::End {
                    parser.take();
                }
                self.read(parser)
            }
            "uniform" | "in" | "varying" | "out" => self.linked(parser, word).map(Some),
            "precision" => {
                while !parser.eat(";") && parser.peek().kind != Kind::End {
                    parser.take();
                }
                Ok(Some(Vec::new()))
            }
            _ if is_prototype(parser) => {
                while !parser.eat(";") {
                    parser.take();
                }
                Ok(Some(Vec::new()))
            }
            // What is written out element by element is no constant to kernels.
            "const" if parser.ahead(2).is("[") || parser.ahead(3).is("[") => {
                self.shared(parser).map(Some)
            }
            _ if parser.type_here().is_some() && !parser.ahead(2).is("(") => {
                self.shared(parser).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `uniform float a, b;` and what else links a shader to what is around it.
    fn linked(&mut self, parser: &mut Parser<'_>, word: &str) -> Parsed<Vec<Member>> {
        parser.take();
        let ty = parser.take();
        let mut members = Vec::new();
        loop {
            let name = parser.name("a name")?;
            parser.array_size()?;
            match (word, ty.text.as_str()) {
                ("uniform", _) if is_known(&name.text) => self.known.push(name.text),
                ("uniform", "sampler2D") => self.pictures.push(name.text),
                ("uniform", text) if Type::from_name(text).is_none() => {
                    let message = format!("a uniform of type `{text}` cannot be given");
                    return parser.fail(Diagnostic::error("PB009", ty.span, message));
                }
                ("uniform", text) => self.uniforms.push((text.to_owned(), name.text)),
                ("out", "float4") if self.output.is_none() => {
                    self.output = Some(name.text.clone());
                    members.extend(variable(&ty, name));
                }
                ("in" | "varying", "float2") => {
                    self.shares.push(name.text.clone());
                    members.extend(variable(&ty, name));
                }
                ("out", "float4") => {
                    return parser.fail(Diagnostic::error(
                        "PB005",
                        name.span,
                        "a shader has one output",
                    ));
                }
                ("out", _) => {
                    let message = "the output of a shader is a color of type vec4";
                    return parser.fail(Diagnostic::error("PB009", ty.span, message));
                }
                _ => {
                    let message = "what comes in is the place in the picture, of type vec2";
                    let error = Diagnostic::error("PB009", ty.span, message);
                    return parser
                        .fail(error.note("there is no shader of corners before this one"));
                }
            }
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(";")?;
        Ok(members)
    }

    /// Variables that all functions share.
    fn shared(&mut self, parser: &mut Parser<'_>) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        for declared in parser.declared()? {
            let span = declared.name.span;
            let elements = declared.start.as_ref().and_then(array_elements);
            if elements.is_some() {
                self.starts.extend(unfolded(&declared));
            } else if let Some(start) = declared.start {
                let name = ExprKind::Name(declared.name.text.clone());
                let place = Box::new(Expr::new(name, span));
                let assign = Expr::new(ExprKind::Assign("", place, Box::new(start)), span);
                self.starts.push(Stmt { kind: StmtKind::Expr(assign), span });
            }
            let (ty, name, array) = (declared.ty, declared.name, declared.array);
            members.push(Member::Dependent { ty, name, array, span });
        }
        Ok(members)
    }

    /// Parameters for the uniforms, by the names that shaders give to time, size and pointer.
    pub(super) fn parameters(&self) -> String {
        let uniforms = self.uniforms.iter().map(|(ty, name)| {
            let known = match (name.trim_start_matches("u_").trim_start_matches('u'), ty.as_str()) {
                ("time" | "Time", "float") => "maxValue : 3600.0; bind : \"time\";".to_owned(),
                ("resolution" | "Resolution" | "size", "float2" | "float3") => {
                    let one = format!("minValue : {ty}(1.0); maxValue : {ty}(65536.0);");
                    format!("{one} defaultValue : {ty}(480.0); bind : \"size\";")
                }
                ("mouse" | "Mouse" | "pointer", "float2") => {
                    "maxValue : float2(65536.0); bind : \"mouse\"; origin : \"below\";".to_owned()
                }
                _ if ty.starts_with("bool") => String::new(),
                _ if ty.starts_with("int") => {
                    format!("minValue : {ty}(-65536); maxValue : {ty}(65536);")
                }
                _ => format!("minValue : {ty}(-65536.0); maxValue : {ty}(65536.0);"),
            };
            format!("parameter {ty} {name} < {known} >;\n")
        });
        uniforms.collect()
    }
}

/// Whether a function is only announced here: `float f(vec2 p);`.
fn is_prototype(parser: &Parser<'_>) -> bool {
    if parser.type_here().is_none() || !parser.ahead(2).is("(") {
        return false;
    }
    let rest = &parser.tokens[parser.at..];
    let close = rest.iter().position(|token| token.is(")") || token.is("{"));
    close.is_some_and(|at| rest[at].is(")") && rest.get(at + 1).is_some_and(|next| next.is(";")))
}

/// What gives an array its elements, one after the other.
pub(super) fn unfolded(declared: &Declared) -> Vec<Stmt> {
    let span = declared.name.span;
    let elements = declared.start.as_ref().and_then(array_elements).unwrap_or_default();
    let assign = |(at, element): (usize, &Expr)| {
        let array = Box::new(Expr::new(ExprKind::Name(declared.name.text.clone()), span));
        let index = Box::new(Expr::new(ExprKind::Int(at as i32), span));
        let place = Box::new(Expr::new(ExprKind::Index(array, index), span));
        let kind = ExprKind::Assign("", place, Box::new(element.clone()));
        Stmt { kind: StmtKind::Expr(Expr::new(kind, element.span)), span: element.span }
    };
    elements.iter().enumerate().map(assign).collect()
}

fn variable(ty: &Token, name: Name) -> Option<Member> {
    let span = name.span;
    let ty = Type::from_name(&ty.text)?;
    Some(Member::Dependent { ty, name, array: None, span })
}

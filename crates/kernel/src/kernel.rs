//! A compiled kernel and what it says about itself.

use crate::{
    ir::Ir,
    ir::lower,
    region::Regions,
    run::program::{self, Program},
    source::ast::Source,
    source::check::{self, Interface, Profile},
    source::diagnostic::{CompileError, Diagnostic, Severity, SourceSpan, told},
    source::glsl,
    source::parser,
    source::preprocess,
    source::token,
    source::types::ValueType,
};
use std::sync::Arc;

/// What a key of metadata says.
#[derive(Clone, Debug, PartialEq)]
pub enum MetaValue {
    /// Words.
    Text(String),
    /// A number, a vector or a matrix, column by column; truth values are 0 and 1.
    Numbers(ValueType, Vec<f32>),
}

/// `key : value ;` of a kernel or a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// Such as `vendor` or `displayName`.
    pub key: String,
    /// What it says.
    pub value: MetaValue,
}

/// A value that the host may change between runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// As the kernel names it.
    pub name: String,
    /// What it holds.
    pub ty: ValueType,
    /// Smallest value, number by number; 0 unless said.
    pub min: Vec<f32>,
    /// Largest value, number by number; 1 unless said.
    pub max: Vec<f32>,
    /// The value it starts with; 0 unless said.
    pub default: Vec<f32>,
    /// All its metadata, those three included.
    pub metadata: Vec<Metadata>,
}

impl Parameter {
    /// A parameter without metadata: from 0 to 1, starting at 0.
    pub fn plain(name: &str, ty: ValueType) -> Self {
        let count = ty.count();
        Self {
            name: name.to_owned(),
            ty,
            min: vec![0.0; count],
            max: vec![1.0; count],
            default: vec![0.0; count],
            metadata: Vec::new(),
        }
    }

    /// What it is for, in words.
    pub fn description(&self) -> Option<&str> {
        self.text("description")
    }

    /// A key of its metadata that says words.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        text_of(&self.metadata, key)
    }
}

/// A picture that a kernel reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageInput {
    /// As the kernel names it.
    pub name: String,
    /// 1 to 4.
    pub channels: u8,
}

fn text_of<'a>(metadata: &'a [Metadata], key: &str) -> Option<&'a str> {
    metadata.iter().find(|entry| entry.key == key).and_then(|entry| match &entry.value {
        MetaValue::Text(text) => Some(text.as_str()),
        MetaValue::Numbers(..) => None,
    })
}

/// How a source is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// The rules it is held to.
    pub profile: Profile,
}

/// A compiled kernel: one pixel of a picture from its place, from other pictures and from parameters. It changes no
/// more, and clones share it; a [`Shader`](crate::Shader) gives it values and runs it.
///
/// ```
/// use motile_kernel::{Kernel, Shader};
/// use motile_pixels::{Color, Surface};
///
/// let kernel = Kernel::compile("<languageVersion : 1.0;>
/// kernel Bars < namespace : \"demo\"; vendor : \"demo\"; version : 1; >
/// {
///     parameter float wave < maxValue : 1.0; defaultValue : 0.2; >;
///     output pixel4 dst;
///     void evaluatePixel() {
///         float gray = sin(wave * outCoord().x) * 0.5 + 0.5;
///         dst = pixel4(gray, gray, gray, 1.0);
///     }
/// }")?;
/// let mut picture = Surface::new(64, 8)?;
/// Shader::new(&kernel).render(&mut picture)?;
/// assert_eq!(picture.get(7, 3), Some(Color::WHITE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "shader")]
#[doc(alias = "Pixel Bender")]
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) interface: Interface,
    pub(crate) ir: Ir,
    pub(crate) program: Program,
    pub(crate) warnings: Vec<Diagnostic>,
    /// What it says about parts of pictures.
    pub(crate) regions: Regions,
}

impl Inner {
    /// Without warnings and regions.
    fn plain(interface: Interface, ir: Ir, program: Program) -> Self {
        Self { interface, ir, program, warnings: Vec::new(), regions: Regions::default() }
    }
}

impl Kernel {
    /// Whether both are clones of one kernel, and so the same code. Costs nothing: kernels are not compared.
    pub fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Compiles a source in the whole language.
    ///
    /// # Errors
    /// All that is wrong with the source, at once.
    pub fn compile(source: &str) -> Result<Self, CompileError> {
        Self::compile_with(source, &CompileOptions::default())
    }

    /// Compiles a file: see [`decode_source`]. Ends of lines are of any kind.
    ///
    /// # Errors
    /// As [`Kernel::compile`].
    pub fn compile_bytes(bytes: &[u8], options: &CompileOptions) -> Result<Self, CompileError> {
        Self::compile_with(&decode_source(bytes), options)
    }

    /// Compiles a source under given rules.
    ///
    /// # Errors
    /// As [`Kernel::compile`].
    pub fn compile_with(source: &str, options: &CompileOptions) -> Result<Self, CompileError> {
        let mut list = Vec::new();
        let result = compile(source, *options, &mut list);
        let list = told(list);
        match result {
            Some(((interface, ir, program), regions)) => {
                let inner = Inner { interface, ir, program, warnings: list, regions };
                Ok(Self { inner: Arc::new(inner) })
            }
            None => Err(CompileError { list, source: source.to_owned() }),
        }
    }

    /// Compiles a shader in the style of Shadertoy: a function `mainImage` in GLSL. Its parameters are `iTime`, `iTimeDelta`, `iFrame`,
    /// `iResolution` and `iMouse`; the pictures that it reads by `texture` and `texelFetch` are the inputs `iChannel0` to `iChannel3`, each
    /// with a parameter `iChannelSize0` and so on for its size in pixels, which is `iChannelResolution[0]` in the shader. `fragCoord` counts
    /// from the lower left corner. `iDate` is a parameter where it is used, and `round` is upward at a half.
    ///
    /// A whole fragment shader is taken as well, that of GLSL ES 3 with `#version 300 es`, `in vec2`, `out vec4` and `void main()`, and that of
    /// ES 1 with `varying` and `gl_FragColor`: uniforms are parameters, each `sampler2D` is an input with a parameter for its size, and
    /// what comes in is the place in the picture, from 0 to 1 and from below. `u_time`, `u_resolution` and `u_mouse` are known to
    /// [`Shader::supply`](crate::Shader::supply); its alpha is kept.
    ///
    /// Structs, `discard`, unsigned numbers, bits, matrices that are not square, derivatives, the length of arrays and commas between
    /// expressions are not known. Pictures have no smaller copies: the level of
    /// `textureLod`, and what `texture` is given besides a place, are left out.
    ///
    /// ```
    /// use motile_kernel::{Kernel, Shader};
    /// use motile_pixels::{Color, Surface};
    ///
    /// let kernel = Kernel::compile_glsl("void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    ///     vec2 uv = fragCoord / iResolution.xy;
    ///     fragColor = vec4(uv, 0.5 + 0.5 * sin(iTime), 1.0);
    /// }")?;
    /// let mut shader = Shader::new(&kernel);
    /// shader.set("iResolution", [64.0, 48.0, 1.0])?;
    /// let mut picture = Surface::new(64, 48)?;
    /// shader.render(&mut picture)?;
    /// assert_eq!(picture.get(0, 47), Some(Color::rgb(2, 3, 128)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the source, at once, with places in it.
    #[doc(alias = "Shadertoy")]
    #[doc(alias = "mainImage")]
    pub fn compile_glsl(source: &str) -> Result<Self, CompileError> {
        let mut list = Vec::new();
        let tree =
            if is_too_large(source, &mut list) { None } else { glsl::parse(source, &mut list) };
        let result = tree.and_then(|tree| lowered(&tree, CompileOptions::default(), &mut list));
        let list = told(list);
        match result {
            Some((interface, ir, program)) => {
                let inner = Inner { warnings: list, ..Inner::plain(interface, ir, program) };
                Ok(Self { inner: Arc::new(inner) })
            }
            None => Err(CompileError { list, source: source.to_owned() }),
        }
    }

    pub(crate) fn from_ir(interface: Interface, ir: Ir) -> Option<Self> {
        let program = program::generate(&ir)?;
        Some(Self { inner: Arc::new(Inner::plain(interface, ir, program)) })
    }

    /// As the source calls it.
    pub fn name(&self) -> &str {
        &self.inner.interface.name
    }

    /// All keys of the kernel, in the order of the source.
    pub fn metadata(&self) -> &[Metadata] {
        &self.inner.interface.metadata
    }

    /// A key of the kernel as text: `vendor`, `namespace`, `description`, and `version`, which is a number.
    pub fn metadata_text(&self, key: &str) -> Option<String> {
        let entry = self.metadata().iter().find(|entry| entry.key == key)?;
        Some(match &entry.value {
            MetaValue::Text(text) => text.clone(),
            MetaValue::Numbers(_, numbers) => {
                let words: Vec<String> = numbers.iter().map(f32::to_string).collect();
                words.join(", ")
            }
        })
    }

    /// What the host may set, in the order of the source.
    pub fn parameters(&self) -> &[Parameter] {
        &self.inner.interface.parameters
    }

    /// The pictures it reads, in the order of the source.
    pub fn inputs(&self) -> &[ImageInput] {
        &self.inner.interface.inputs
    }

    /// Numbers a pixel of the result, 1 to 4.
    pub fn channels(&self) -> u8 {
        self.inner.interface.channels
    }

    /// What the compiler found odd, in the order of the source.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.inner.warnings
    }

    /// Operations after optimization: what one pixel costs, roughly, besides what is computed once a run or a row.
    pub fn operations(&self) -> usize {
        self.inner.ir.count()
    }
}

/// The text of a source file: UTF-8, or Latin-1 where that fails; UTF-16 where the file begins with its mark. Places of diagnostics
/// count in this text.
///
/// ```
/// use motile_kernel::decode_source;
/// assert_eq!(decode_source(b"// 90\xB0"), "// 90°");
/// assert_eq!(decode_source(b"\xFF\xFE/\0/\0"), "//");
/// ```
pub fn decode_source(bytes: &[u8]) -> String {
    let wide = |unit: fn([u8; 2]) -> u16| -> String {
        let units = bytes[2..].as_chunks::<2>().0.iter().map(|&pair| unit(pair));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match (bytes, core::str::from_utf8(bytes)) {
        ([0xFF, 0xFE, ..], _) => wide(u16::from_le_bytes),
        ([0xFE, 0xFF, ..], _) => wide(u16::from_be_bytes),
        (_, Ok(text)) => text.to_owned(),
        (_, Err(_)) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// A kernel of a tree that stands in a larger source.
pub(crate) fn from_tree(
    tree: &Source,
    options: CompileOptions,
    list: &mut Vec<Diagnostic>,
) -> Option<Kernel> {
    let (interface, ir, program) = lowered(tree, options, list)?;
    Some(Kernel { inner: Arc::new(Inner::plain(interface, ir, program)) })
}

/// Sources are no larger than this.
const MAX_SOURCE: usize = 1 << 20;

/// Whether a source is refused for its size alone, which is told then.
pub(crate) fn is_too_large(source: &str, list: &mut Vec<Diagnostic>) -> bool {
    let is_too_large = source.len() > MAX_SOURCE;
    if is_too_large {
        let span = SourceSpan::new(0, 0);
        list.push(Diagnostic::error("PB026", span, "the source is larger than a megabyte"));
    }
    is_too_large
}

fn compile(
    source: &str,
    options: CompileOptions,
    list: &mut Vec<Diagnostic>,
) -> Option<((Interface, Ir, Program), Regions)> {
    if is_too_large(source, list) {
        return None;
    }
    let tree = parsed(source, options, list)?;
    let lowered = lowered(&tree, options, list)?;
    Some((lowered, Regions::find(&tree, list)))
}

/// The source as a tree; `None` when there is no kernel in it at all.
pub(crate) fn parsed(
    source: &str,
    options: CompileOptions,
    list: &mut Vec<Diagnostic>,
) -> Option<Source> {
    let tokens = token::tokens(source, list);
    let tokens = preprocess::preprocess(&tokens, options.profile == Profile::Flash, list);
    parser::parse(&tokens, list)
}

/// A tree to code; `None` when something is wrong with it, or was before.
fn lowered(
    tree: &Source,
    options: CompileOptions,
    list: &mut Vec<Diagnostic>,
) -> Option<(Interface, Ir, Program)> {
    let (checked, interface) = check::check(tree, options.profile, list);
    if list.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return None;
    }
    let ir = lower::lower(&checked);
    let result = ir.and_then(|ir| program::generate(&ir).map(|program| (ir, program)));
    let Some((ir, program)) = result else {
        let error = Diagnostic::error("PB026", tree.name.span, "the kernel grows too large");
        list.push(error.note("calls are written out in place, and short loops unrolled"));
        return None;
    };
    Some((interface, ir, program))
}

//! Pixel kernels: the language of Pixel Bender, compiled at run time and run on SIMD lanes.
//!
//! A kernel is a small program that computes one pixel from its place, from pictures and from parameters. The same kernel
//! fills a shape, filters a picture, blends two or works through plain numbers, with the same bits on every
//! platform.
//!
//! ```
//! use motile_kernel::{Kernel, Shader, Texture};
//! use motile_pixels::{Color, Surface};
//!
//! let kernel = Kernel::compile("<languageVersion : 1.0;>
//! kernel Darken < namespace : \"demo\"; vendor : \"demo\"; version : 1; >
//! {
//!     input image4 src;
//!     output pixel4 dst;
//!     parameter float amount < defaultValue : 0.5; >;
//!     void evaluatePixel() {
//!         dst = sampleNearest(src, outCoord());
//!         dst.rgb *= 1.0 - amount;
//!     }
//! }")?;
//! let mut shader = Shader::new(&kernel);
//! shader.bind("src", &Texture::from_surface(&Surface::filled(8, 8, Color::WHITE)?))?;
//! shader.set("amount", 0.2)?;
//! let mut picture = Surface::new(8, 8)?;
//! shader.render(&mut picture)?;
//! assert_eq!(picture.get(3, 3), Some(Color::rgb(204, 204, 204)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | compile a `.pbk` source | [`Kernel::compile`], [`Kernel::compile_bytes`], [`CompileError`] |
//! | compile a `.pbg` graph of kernels | [`KernelGraph`], [`GraphShader`] |
//! | compile a shader in the style of Shadertoy | [`Kernel::compile_glsl`] |
//! | read and write `.pbj` bytecode | [`Kernel::from_pbj`], [`Kernel::to_pbj`], [`PbjFile`] |
//! | list what a kernel says of itself | [`Kernel::parameters`], [`Kernel::inputs`], [`Kernel::metadata`] |
//! | set values and pictures | [`Shader::set`], [`Shader::bind`], [`Texture`], [`TextureEdge`] |
//! | give it time, size and pointer | [`Shader::supply`], [`HostValues`] |
//! | make a picture, or numbers | [`Shader::render`], [`Shader::run`] |
//! | know which parts of pictures matter | [`Shader::needed_part`], [`Shader::changed_part`] |
//! | fill shapes, filter pictures, blend them | [`ShaderPaint`], [`ShaderFilter`], [`GraphFilter`], [`ShaderBlend`] |
//! | run in slices, beside other work | [`RenderJob`], [`ShaderJob`], [`GraphRenderJob`], [`GraphJob`] |
//! | smooth what is too fine for pixels | [`Shader::supersampling`], [`Texture::mip_level`] |
//! | tween parameters | [`Shader::number_mut`], the feature `anim` |
//! | run pass after pass, or feed a kernel with its result | [`Feedback`] |
//! | run it on a GPU of yours | [`Kernel::to_wgsl`] |
//! | have it as Rust, with typed parameters | [`Kernel::to_rust`], [`generated`] |
//! | look into one pixel, variable by variable | [`KernelProbe`], [`ProbedValue`] |
//! | take ready-made kernels | [`library`] |
//! | keep strangers' kernels in bounds | [`RunLimits`] |
//! | hand on what it says as JSON | [`json`] |
//!
//! # The language
//!
//! All of Pixel Bender 1.0: `image`, `pixel`, vectors, matrices, `bool`, `int`, loops, functions with `in`, `out` and `inout`, arrays,
//! constants, dependents and the preprocessor. Functions of one name may take different types. [`Profile::Flash`] holds a source to what the Flash player ran. Pixel (i, j) is evaluated at
//! (i + ½, j + ½); `int(x)` cuts off toward zero; `PI` is known outside of the Flash profile. A loop is left after
//! [`RunLimits::loop_rounds`] rounds.
//!
//! # Conventions
//!
//! Kernels see straight alpha and channels from 0 to 1, as stored, without color management. A result is written as
//! `round(255·v)`, held between 0 and 255; NaN is 0. Compiled kernels are optimized: known numbers are folded, equal work
//! is done once, what hangs on parameters only is computed once a run, and what hangs on y only once a row.
//!
//! # Features
//!
//! - `anim` (off): parameters as targets of the tweens of `motile-anim`.
//! - `parallel` (off): [`Shader::threads`] share a run, with the same bits.
//!
//! # Limits
//!
//! The functions `needed`, `changed` and `generated` are asked once for all pictures, not picture by picture: `dod(src)` is the part itself. Filters and blends ask them how far they
//! reach; other runs do not, because every picture is there as a whole. Parameters are no arrays. Nodes of graphs are kernels of the same file. An index that is known only while running costs as much as all
//! elements together. Whole numbers of parameters are exact up to 2²⁴.

pub mod generated;
mod graph;
mod host;
mod ir;
pub mod json;
mod kernel;
pub mod library;
mod parameter;
mod pbj;
mod probe;
mod region;
mod run;
mod rust;
mod shader;
mod source;
mod uses;
mod wgsl;

pub use graph::{GraphShader, KernelGraph};
pub use host::{HostValue, HostValues, PointerPress};
pub use kernel::{
    CompileOptions, ImageInput, Kernel, MetaValue, Metadata, Parameter, decode_source,
};
pub use parameter::{KernelUse, ParameterValue, RunError, SetError};
pub use pbj::load::PbjOptions;
pub use pbj::{PbjError, PbjErrorKind, PbjFile, PbjRecord, PbjValue};
pub use probe::{KernelProbe, ProbedValue};
pub use run::image::{Texture, TextureEdge};
pub use run::machine::RunLimits;
pub use rust::RustOptions;
pub use shader::{ParameterHandle, Shader};
pub use source::check::Profile;
pub use source::diagnostic::{
    CompileError, Diagnostic, SecondarySpan, Severity, SourceSpan, Suggestion,
};
pub use source::types::{ScalarType, ValueType};
pub use uses::{
    Feedback, GraphFilter, GraphJob, GraphRenderJob, RenderJob, ShaderBlend, ShaderFilter,
    ShaderJob, ShaderPaint,
};
pub use wgsl::WgslOptions;

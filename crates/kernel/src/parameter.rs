//! What goes into a run from outside, and what can be wrong with it.

use crate::{
    kernel::ImageInput,
    source::diagnostic::closest,
    source::types::{ScalarType, ValueType},
};
use core::fmt;
use motile_geom::Vec2;

/// Why a parameter was not set. It keeps the value it had.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SetError {
    /// The kernel has no such parameter.
    UnknownParameter {
        /// The name given.
        name: String,
        /// A name it was probably meant to be.
        suggestion: Option<String>,
    },
    /// The numbers are of another kind.
    TypeMismatch {
        /// What the parameter holds.
        expected: ValueType,
        /// What was given.
        got: ScalarType,
    },
    /// There are too many or too few numbers.
    ComponentCount {
        /// How many the parameter holds.
        expected: usize,
        /// How many were given.
        got: usize,
    },
    /// A number is NaN or infinite.
    NotFinite,
    /// A number lies outside the range that the kernel gives.
    OutOfRange {
        /// Which of the numbers.
        component: usize,
        /// The smallest allowed.
        min: f32,
        /// The largest allowed.
        max: f32,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownParameter { name, suggestion: None } => {
                write!(f, "the kernel has no parameter `{name}`")
            }
            Self::UnknownParameter { name, suggestion: Some(meant) } => {
                write!(f, "the kernel has no parameter `{name}`; there is `{meant}`")
            }
            Self::TypeMismatch { expected, got } => {
                let got = ValueType::Vector(*got, 1);
                write!(f, "the parameter holds {expected}, not {got}")
            }
            Self::ComponentCount { expected, got } => {
                write!(f, "the parameter holds {expected} numbers, {got} were given")
            }
            Self::NotFinite => f.write_str("a parameter cannot be NaN or infinite"),
            Self::OutOfRange { component, min, max } => {
                write!(f, "number {component} of the parameter lies outside {min} to {max}")
            }
        }
    }
}

impl core::error::Error for SetError {}

/// What a kernel is run as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KernelUse {
    /// Computes a picture or numbers at once.
    Run,
    /// Fills shapes: [`ShaderPaint`](crate::ShaderPaint).
    Fill,
    /// Changes a picture: [`ShaderFilter`](crate::ShaderFilter).
    Filter,
    /// Joins a drawing with what lies behind it: [`ShaderBlend`](crate::ShaderBlend).
    Blend,
    /// Computes piece by piece: [`ShaderJob`](crate::ShaderJob) and [`RenderJob`](crate::RenderJob).
    Job,
    /// Is part of a graph: [`GraphShader`](crate::GraphShader).
    Graph,
}

impl fmt::Display for KernelUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Run => "run",
            Self::Fill => "fill",
            Self::Filter => "filter",
            Self::Blend => "blend",
            Self::Job => "job",
            Self::Graph => "graph",
        })
    }
}

/// Why a kernel did not run, or a picture is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError {
    /// No picture is bound to an input.
    MissingInput {
        /// As the kernel names it.
        name: String,
        /// The channels it wants.
        channels: u8,
        /// The name of the kernel or the graph.
        kernel: String,
        /// What it was to be run as.
        used_as: KernelUse,
    },
    /// The kernel has no such input.
    UnknownInput {
        /// The name given.
        name: String,
        /// The name of the kernel or the graph.
        kernel: String,
        /// A name that it has and that is nearly the same.
        suggestion: Option<String>,
    },
    /// There is less room than the result needs.
    TargetTooSmall {
        /// Numbers that the result holds.
        expected: u64,
        /// Numbers there is room for.
        got: u64,
    },
    /// Numbers that make no picture.
    BadImage {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// Numbers a pixel.
        channels: u8,
        /// Numbers given.
        numbers: u64,
    },
    /// A filter needs a kernel that reads a picture.
    FilterNeedsInput,
    /// A blend needs a kernel that reads two.
    BlendNeedsInputs,
    /// The kernel took more steps than its [`RunLimits`](crate::RunLimits) allow.
    TooLong,
    /// The run needs more memory than its [`RunLimits`](crate::RunLimits) allow.
    TooMuchMemory {
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that it may have.
        allowed: u64,
    },
    /// The result has more rows or columns than places can be told apart: beyond 2²³ a float has no halves.
    TooWide {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// A transform that cannot be inverted, or whose numbers are not finite.
    BadTransform,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingInput { name, channels, kernel, used_as } => write!(
                f,
                "no picture is bound to the input `{name}` of type image{channels}: the {used_as} `{kernel}` needs one"
            ),
            Self::UnknownInput { name, kernel, suggestion } => {
                write!(f, "`{kernel}` has no input `{name}`")?;
                match suggestion {
                    Some(meant) => write!(f, "; is `{meant}` meant?"),
                    None => Ok(()),
                }
            }
            Self::TargetTooSmall { expected, got } => {
                write!(f, "the result holds {expected} numbers, there is room for {got}")
            }
            Self::BadImage { width, height, channels, numbers } => write!(
                f,
                "{numbers} numbers make no picture of {width}×{height} pixels with {channels} channels"
            ),
            Self::FilterNeedsInput => f.write_str("a filter needs a kernel with an input"),
            Self::BlendNeedsInputs => f.write_str("a blend needs a kernel with two inputs"),
            Self::TooLong => f.write_str("the kernel took more steps than allowed"),
            Self::TooMuchMemory { needed, allowed } => {
                write!(f, "the run needs {needed} bytes, it may have {allowed}")
            }
            Self::TooWide { width, height } => write!(
                f,
                "{width}×{height} pixels: a side has at most {}, beyond which places are no longer told apart",
                crate::run::band::WIDEST
            ),
            Self::BadTransform => f.write_str("the transform cannot be inverted"),
        }
    }
}

impl core::error::Error for RunError {}

impl RunError {
    /// Of a name that is none of those of the inputs.
    pub(crate) fn unknown_input(name: &str, kernel: &str, inputs: &[ImageInput]) -> Self {
        let suggestion = closest(name, inputs.iter().map(|input| input.name.as_str()));
        let suggestion = suggestion.map(str::to_owned);
        Self::UnknownInput { name: name.to_owned(), kernel: kernel.to_owned(), suggestion }
    }
}

/// Values that a parameter can be set to: `20`, `0.5`, `true`, `[1.0, 0.9, 0.0]`, vectors of glam and slices of floats.
pub trait ParameterValue: Sized {
    /// What the numbers are.
    const SCALAR: ScalarType;

    /// Calls `give` with the numbers, truth values as 0 and 1.
    fn numbers(self, give: &mut dyn FnMut(&[f32]));
}

impl ParameterValue for f32 {
    const SCALAR: ScalarType = ScalarType::Float;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&[self]);
    }
}

impl ParameterValue for i32 {
    const SCALAR: ScalarType = ScalarType::Int;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&[self as f32]);
    }
}

impl ParameterValue for bool {
    const SCALAR: ScalarType = ScalarType::Bool;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&[f32::from(u8::from(self))]);
    }
}

impl<const N: usize> ParameterValue for [f32; N] {
    const SCALAR: ScalarType = ScalarType::Float;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&self);
    }
}

impl<const N: usize> ParameterValue for [i32; N] {
    const SCALAR: ScalarType = ScalarType::Int;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&self.map(|x| x as f32));
    }
}

impl<const N: usize> ParameterValue for [bool; N] {
    const SCALAR: ScalarType = ScalarType::Bool;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&self.map(|x| f32::from(u8::from(x))));
    }
}

impl ParameterValue for &[f32] {
    const SCALAR: ScalarType = ScalarType::Float;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(self);
    }
}

impl ParameterValue for Vec2 {
    const SCALAR: ScalarType = ScalarType::Float;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&self.to_array());
    }
}

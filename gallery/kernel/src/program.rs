//! What can be run: one kernel, or a graph of several.

use motile_geom::Vec2;
use motile_kernel::{
    GraphShader, HostValues, ImageInput, Parameter, ParameterValue, ScalarType, SetError, Shader,
    Texture,
};
use motile_pixels::Surface;

/// Kernels and graphs, as the command line sees them.
pub(crate) enum Program {
    Kernel(Shader),
    Graph(GraphShader),
}

impl Program {
    pub(crate) fn inputs(&self) -> &[ImageInput] {
        match self {
            Self::Kernel(shader) => shader.kernel().inputs(),
            Self::Graph(shader) => shader.graph().inputs(),
        }
    }

    fn parameters(&self) -> &[Parameter] {
        match self {
            Self::Kernel(shader) => shader.kernel().parameters(),
            Self::Graph(shader) => shader.graph().parameters(),
        }
    }

    pub(crate) fn bind(&mut self, name: &str, texture: &Texture) -> Result<(), String> {
        let bound = match self {
            Self::Kernel(shader) => shader.bind(name, texture),
            Self::Graph(shader) => shader.bind(name, texture),
        };
        bound.map_err(|error| error.to_string())
    }

    /// Tells a kernel that asks for it how large its picture is. No time has passed, and the pointer is in the middle.
    pub(crate) fn supply(&mut self, size: Vec2) {
        if let Self::Kernel(shader) = self {
            shader.supply(&HostValues {
                time: 0.0,
                size,
                pointer: size * 0.5,
                ..HostValues::default()
            });
        }
    }

    /// Sets a parameter from text such as `-6`, `400,300` or `true`.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let parsed: Result<Vec<f32>, _> = value
            .split(',')
            .map(|word| match word.trim() {
                "true" => Ok(1.0),
                "false" => Ok(0.0),
                word => word.parse::<f32>(),
            })
            .collect();
        let list = parsed.map_err(|_| "expected numbers with commas between them")?;
        let parameter = self.parameters().iter().find(|parameter| parameter.name == name);
        let set = match parameter.map(|parameter| parameter.ty.scalar()) {
            Some(ScalarType::Int) if list.iter().any(|x| x.fract() != 0.0) => {
                return Err("expected whole numbers".into());
            }
            Some(ScalarType::Int) => self.assign(name, Whole(list)),
            Some(ScalarType::Bool) => self.assign(name, Truth(list)),
            Some(ScalarType::Float) | None => self.assign(name, list.as_slice()),
        };
        set.map_err(|error| error.to_string())
    }

    fn assign(&mut self, name: &str, value: impl ParameterValue) -> Result<(), SetError> {
        match self {
            Self::Kernel(shader) => shader.set(name, value),
            Self::Graph(shader) => shader.set(name, value),
        }
    }

    /// Several places of each pixel, and their mean.
    pub(crate) fn set_supersampling(&mut self, places: u8) -> Result<(), String> {
        match self {
            Self::Kernel(shader) => {
                shader.supersampling = places;
                Ok(())
            }
            Self::Graph(_) => Err("graphs are not supersampled".into()),
        }
    }

    pub(crate) fn render(&mut self, target: &mut Surface) -> Result<(), String> {
        let done = match self {
            Self::Kernel(shader) => shader.render(target),
            Self::Graph(shader) => shader.render(target),
        };
        done.map_err(|error| error.to_string())
    }
}

/// As many whole numbers as were written.
struct Whole(Vec<f32>);

impl ParameterValue for Whole {
    const SCALAR: ScalarType = ScalarType::Int;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        give(&self.0);
    }
}

/// As many truth values as were written.
struct Truth(Vec<f32>);

impl ParameterValue for Truth {
    const SCALAR: ScalarType = ScalarType::Bool;

    fn numbers(self, give: &mut dyn FnMut(&[f32])) {
        let truth: Vec<f32> = self.0.iter().map(|x| f32::from(u8::from(*x != 0.0))).collect();
        give(&truth);
    }
}

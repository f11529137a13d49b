//! Pictures that come with the playground, made by shaders of its own.

use motile_geom::{Vec2, vec2};
use motile_kernel::{CompileError, HostValues, Kernel, RunError, Shader};
use motile_pixels::Surface;

/// A picture that comes with the playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplePicture {
    /// Its name for people.
    pub name: &'static str,
    /// A shader that paints it.
    source: &'static str,
}

/// What the playground has pictures of.
pub const SAMPLES: &[SamplePicture] = &[
    SamplePicture { name: "Hills", source: include_str!("../examples/hills.glsl") },
    SamplePicture { name: "Beads", source: include_str!("../examples/beads.glsl") },
    SamplePicture { name: "Test card", source: include_str!("../examples/card.glsl") },
];

impl SamplePicture {
    /// Paints it.
    ///
    /// # Errors
    /// When the size is none that pictures have; its shader compiles.
    pub fn paint(&self, width: u32, height: u32) -> Result<Surface, Box<dyn core::error::Error>> {
        let kernel: Result<Kernel, CompileError> = Kernel::compile_glsl(self.source);
        let mut shader = Shader::new(&kernel?);
        let size = vec2(width as f32, height as f32);
        shader.supply(&HostValues {
            time: 0.0,
            size,
            pointer: Vec2::ZERO,
            ..HostValues::default()
        });
        let mut picture = Surface::new(width, height)?;
        let painted: Result<(), RunError> = shader.render(&mut picture);
        painted?;
        Ok(picture)
    }
}

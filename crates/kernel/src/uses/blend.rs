//! A kernel as a blend mode.

use crate::{
    RunError, Shader, TextureEdge,
    run::{
        band::{Band, Out},
        image::{TexelView, View, straight_word},
        machine::{BATCH, Context, Frame},
    },
    shader::{ImageList, run_split},
    uses::fill_failed,
};
use motile_geom::{IVec2, Vec2};
use motile_pixels::PixelBlend;
use std::sync::{Mutex, PoisonError};

/// A kernel as a blend mode: its first input is what is there already, its second what is drawn, whatever their
/// names. What is transparent in the drawing leaves the backdrop as it is.
///
/// A blend sees the row that is being drawn: `outCoord()` is the place on the surface, and both pictures can be read
/// at it. Elsewhere they are transparent.
///
/// ```
/// use motile_kernel::{Kernel, Shader, ShaderBlend};
/// use motile_pixels::{BlendMode, Color, Surface};
///
/// let kernel = Kernel::compile("<languageVersion : 1.0;>
/// kernel Average < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// { input image4 back; input image4 front; output pixel4 dst;
///   void evaluatePixel() { dst = mix(sampleNearest(back, outCoord()), sampleNearest(front, outCoord()), 0.5); } }")?;
/// let mode = BlendMode::custom(ShaderBlend::new(&Shader::new(&kernel))?);
/// let mut screen = Surface::opaque(4, 4, Color::BLUE)?;
/// screen.blend(&Surface::filled(2, 2, Color::RED)?, 1, 1, mode);
/// assert_eq!(screen.get(1, 1), Some(Color::rgb(128, 0, 128)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShaderBlend {
    shader: Shader,
    frames: Mutex<Vec<Frame>>,
}

impl Clone for ShaderBlend {
    /// The memory of runs is not shared.
    fn clone(&self) -> Self {
        Self { shader: self.shader.clone(), frames: Mutex::default() }
    }
}

impl ShaderBlend {
    /// A blend mode with the present values of a shader; the pictures of its first two inputs are not needed.
    ///
    /// # Errors
    /// [`RunError::BlendNeedsInputs`] when the kernel reads fewer than two pictures, [`RunError::MissingInput`] when a later
    /// input has none.
    pub fn new(shader: &Shader) -> Result<Self, RunError> {
        if shader.kernel().inputs().len() < 2 {
            return Err(RunError::BlendNeedsInputs);
        }
        if let Some(error) = shader.missing(2) {
            return Err(error);
        }
        let mut shader = shader.clone();
        shader.frames.clear();
        Ok(Self { shader, frames: Mutex::default() })
    }

    /// The shader, to be changed: the next drawing has the new values.
    pub fn shader_mut(&mut self) -> &mut Shader {
        &mut self.shader
    }

    fn piece(&self, frames: &mut Vec<Frame>, backdrop: &mut [u32], source: &[u32], from: IVec2) {
        let count = backdrop.len();
        let (mut back, mut front) = ([0; BATCH], [0; BATCH]);
        for i in 0..count {
            back[i] = straight_word(backdrop[i]);
            front[i] = straight_word(source[i]);
        }
        let shader = &self.shader;
        let edge = shader.edge.unwrap_or(TextureEdge::Transparent);
        let mut images = ImageList::default();
        images.fill(&shader.textures, edge);
        let origin = from.as_vec2();
        for (index, words) in [&back, &front].into_iter().enumerate() {
            let texels = TexelView::Words(&words[..count]);
            images.set(index, View { width: count as u32, height: 1, origin, texels, edge });
        }
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
        };
        let band =
            Band { start: origin + 0.5, step: Vec2::X, down: Vec2::Y, width: count, height: 1 };
        let mut result = [0; BATCH];
        let out = Out::Words(&mut result[..count]);
        if run_split(&context, frames, 1, &band, out).is_err() {
            fill_failed(&mut result[..count], from.y.max(0) as u32);
        }
        for i in 0..count {
            if source[i] != 0 {
                backdrop[i] = result[i];
            }
        }
    }
}

impl PixelBlend for ShaderBlend {
    fn row(&self, backdrop: &mut [u32], source: &[u32], from: IVec2) {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let pieces = backdrop.chunks_mut(BATCH).zip(source.chunks(BATCH));
        for (index, (backdrop, source)) in pieces.enumerate() {
            let from = IVec2::new(from.x + (index * BATCH) as i32, from.y);
            self.piece(&mut frames, backdrop, source, from);
        }
    }

    fn name(&self) -> &'static str {
        "shader"
    }
}

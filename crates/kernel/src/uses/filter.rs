//! A kernel as a filter.

use crate::{
    KernelUse, RunError, Shader, TextureEdge,
    run::{
        average::run_averaged,
        band::{Band, Out},
        image::{TexelView, View, straighten},
        machine::{Context, Frame},
    },
    shader::ImageList,
    uses::{fill_failed, margin_of},
};
use core::sync::atomic::AtomicU64;
use motile_geom::{IVec2, Vec2, vec2};
use motile_pixels::{Margin, PixelFilter, Scratch, Surface, SurfaceError};
use std::sync::{Mutex, PoisonError};

/// A kernel as a filter: the picture becomes its first input. It keeps the values that the shader had when the
/// filter was made.
///
/// Filters one after the other hand on surfaces, with eight bits a channel. Where a chain must not lose precision, a
/// [`GraphFilter`](crate::GraphFilter) or [`Feedback`](crate::Feedback) runs it in floats and rounds once, at the end.
///
/// ```
/// use motile_kernel::{Kernel, Shader, ShaderFilter};
/// use motile_pixels::{Color, Filter, Surface};
///
/// let kernel = Kernel::compile("<languageVersion : 1.0;>
/// kernel Negative < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// { input image4 src; output pixel4 dst;
///   void evaluatePixel() { dst = sampleNearest(src, outCoord()); dst.rgb = 1.0 - dst.rgb; } }")?;
/// let filter = Filter::custom(ShaderFilter::new(&Shader::new(&kernel))?);
/// let result = filter.apply(&Surface::filled(2, 2, Color::RED)?)?;
/// assert_eq!(result.get(0, 0), Some(Color::rgb(0, 255, 255)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShaderFilter {
    shader: Shader,
    margin: Margin,
    memory: Mutex<Memory>,
}

/// What is kept from run to run.
#[derive(Debug, Default)]
struct Memory {
    frames: Vec<Frame>,
    straight: Vec<u32>,
}

impl Clone for ShaderFilter {
    /// The memory of runs is not shared.
    fn clone(&self) -> Self {
        Self { shader: self.shader.clone(), margin: self.margin, memory: Mutex::default() }
    }
}

impl ShaderFilter {
    /// A filter with the present values and pictures of a shader; the picture of its first input is not needed. Outside of
    /// pictures is transparent black, unless the shader says otherwise. The result reaches beyond the picture as far as the kernel's function
    /// `changed` says, at most 256 pixels.
    ///
    /// # Errors
    /// [`RunError::FilterNeedsInput`] when the kernel reads no picture, [`RunError::MissingInput`] when a later input has
    /// none.
    pub fn new(shader: &Shader) -> Result<Self, RunError> {
        let mut shader = shader.clone();
        shader.frames.clear();
        let margin = margin_of(|part| shader.changed_part(part));
        let filter = Self { margin, shader, memory: Mutex::default() };
        filter.check()?;
        filter.shader.check_memory(1)?;
        Ok(filter)
    }

    /// How far the result reaches beyond a picture that is not opaque.
    #[must_use]
    pub fn with_margin(mut self, margin: Margin) -> Self {
        self.margin = margin;
        self
    }

    /// The shader, to be changed: the next run has the new values. When an input loses its picture by that, pink squares are drawn,
    /// and [`check`](Self::check) says why.
    pub fn shader_mut(&mut self) -> &mut Shader {
        &mut self.shader
    }

    /// Whether the next drawing has all it needs.
    ///
    /// # Errors
    /// [`RunError::FilterNeedsInput`] and [`RunError::MissingInput`], as for [`new`](Self::new).
    pub fn check(&self) -> Result<(), RunError> {
        if self.shader.kernel().inputs().is_empty() {
            return Err(RunError::FilterNeedsInput);
        }
        self.shader.missing(1, KernelUse::Filter).map_or(Ok(()), Err)
    }

    /// Computes rows; `from` is the corner of the first pixel in the coordinates of the picture.
    fn run(&self, picture: &Surface, from: Vec2, width: usize, out: &mut [u32]) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let Memory { frames, straight } = &mut *memory;
        let texels = if picture.is_opaque() {
            picture.words()
        } else {
            straighten(picture, straight);
            straight
        };
        let shader = &self.shader;
        let edge = shader.edge.unwrap_or(TextureEdge::Transparent);
        let mut images = ImageList::default();
        images.fill(&shader.textures, edge);
        let texels = TexelView::Words(texels);
        let (columns, rows) = (picture.width(), picture.height());
        images.set(0, View { width: columns, height: rows, origin: Vec2::ZERO, texels, edge });
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
            spent: &AtomicU64::new(0),
        };
        let height = out.len() / width.max(1);
        let band =
            Band { start: from + 0.5, step: Vec2::X, down: Vec2::Y, first: 0, width, height };
        let run = (shader.threads, shader.supersampling);
        let done = match self.check() {
            Ok(()) => run_averaged(&context, frames, run, &band, Out::Words(out)),
            missing => missing,
        };
        if done.is_err() {
            for (y, row) in out.chunks_mut(width.max(1)).enumerate() {
                fill_failed(row, y as u32);
            }
        }
    }
}

impl PixelFilter for ShaderFilter {
    fn margin(&self) -> Margin {
        self.margin
    }

    fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
        self.run(picture, from.as_vec2(), out.len(), out);
    }

    fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        _: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let margin = if picture.is_opaque() { Margin::default() } else { self.margin };
        let from = vec2(-(margin.left as f32), -(margin.top as f32));
        let width = target.width() as usize;
        self.run(picture, from, width, target.words_mut());
        Ok(())
    }
}

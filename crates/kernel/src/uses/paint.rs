//! A kernel as a fill.

use crate::{
    KernelUse, RunError, Shader, TextureEdge,
    run::{
        average::average_band,
        band::{Band, Work, work},
        machine::{Context, Frame},
    },
    shader::ImageList,
    uses::fill_failed,
};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use fearless_simd::Level;
use motile_pixels::{PaintRow, PixelPaint};
use std::sync::{Arc, Mutex, PoisonError};

/// A kernel as the fill of any shape, next to colors, gradients and pictures. It keeps the values that the shader had when
/// the paint was made. Where it takes too long, pink squares are drawn, and [`failure`](Self::failure) says why, also that of a clone made
/// before.
///
/// ```
/// use motile_kernel::{Kernel, Shader, ShaderPaint};
/// use motile_pixels::{BlendMode, Color, Surface, math::Affine2};
///
/// let kernel = Kernel::compile("<languageVersion : 1.0;>
/// kernel Halves < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// { output pixel4 dst; void evaluatePixel() { dst = pixel4(step(4.0, outCoord().x), 0.0, 0.0, 1.0); } }")?;
/// let paint = ShaderPaint::new(&Shader::new(&kernel))?;
/// let mut picture = Surface::new(8, 8)?;
/// picture.paint(picture.bounds(), &paint, &Affine2::IDENTITY, &BlendMode::Normal);
/// assert_eq!((picture.get(3, 0), picture.get(4, 0)), (Some(Color::BLACK), Some(Color::RED)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ShaderFill")]
#[derive(Debug)]
pub struct ShaderPaint {
    shader: Shader,
    /// Registers in which all that hangs on parameters is computed already.
    ready: Mutex<Frame>,
    /// Whether a row took too long. Clones share it: one of them is asked, and another draws.
    has_failed: Arc<AtomicBool>,
}

impl Clone for ShaderPaint {
    fn clone(&self) -> Self {
        let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let (ready, has_failed) = (Mutex::new(ready.clone()), self.has_failed.clone());
        Self { shader: self.shader.clone(), ready, has_failed }
    }
}

impl ShaderPaint {
    /// A fill with the present values and pictures of a shader. Outside of pictures their border goes on, unless the
    /// shader says otherwise.
    ///
    /// # Errors
    /// [`RunError::MissingInput`], and [`RunError::TooLong`] when the parameters alone take too many steps.
    pub fn new(shader: &Shader) -> Result<Self, RunError> {
        if let Some(error) = shader.missing(0, KernelUse::Fill) {
            return Err(error);
        }
        let mut shader = shader.clone();
        shader.frames.clear();
        let mut frame = Frame::default();
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: &[],
            limits: shader.limits,
            spent: &AtomicU64::new(0),
        };
        shader.check_memory(1)?;
        work(Level::new(), &context, &mut frame, Work::SetUp).map_err(|_| RunError::TooLong)?;
        Ok(Self { shader, ready: Mutex::new(frame), has_failed: Arc::default() })
    }

    /// Why some of what was filled so far shows pink squares: [`RunError::TooLong`] once a row took more steps than the limits of the
    /// shader allow, `None` as long as all went well.
    pub fn failure(&self) -> Option<RunError> {
        self.has_failed.load(Ordering::Relaxed).then_some(RunError::TooLong)
    }

    /// The shader as it was when the paint was made.
    pub fn shader(&self) -> &Shader {
        &self.shader
    }
}

impl PixelPaint for ShaderPaint {
    fn row(&self, row: PaintRow, out: &mut [u32]) {
        let shader = &self.shader;
        let mut images = ImageList::default();
        images.fill(&shader.textures, shader.edge.unwrap_or(TextureEdge::Clamp));
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
            spent: &AtomicU64::new(0),
        };
        let band = Band {
            start: row.start,
            step: row.step,
            down: row.down,
            first: 0,
            width: out.len(),
            height: 1,
        };
        let mut frame = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let done = average_band(&context, &mut frame, shader.supersampling, &band, out);
        if done.is_err() {
            self.has_failed.store(true, Ordering::Relaxed);
            fill_failed(out, row.start.y.max(0.0) as u32);
        }
    }
}

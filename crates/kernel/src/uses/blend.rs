//! A kernel as a blend mode.

use crate::{
    KernelUse, RunError, Shader, TextureEdge,
    run::{
        average::run_averaged,
        band::{Band, Out},
        image::{TexelView, View, straight_word},
        machine::{BATCH, Context, Frame},
    },
    shader::ImageList,
    uses::{MAX_GROWTH, fill_failed, margin_of},
};
use core::sync::atomic::AtomicU64;
use motile_geom::{IRect, IVec2, Vec2};
use motile_pixels::{Margin, PixelBlend, Surface};
use std::sync::{Mutex, PoisonError};

/// A kernel as a blend mode: its first input is what is there already, its second what is drawn, whatever their
/// names. What is transparent in the drawing leaves the backdrop as it is.
///
/// `outCoord()` counts from the top left corner of the box of what is drawn, and both pictures can be read anywhere. Beside
/// that box the drawing is transparent, and so is the backdrop, but for [`with_reach`](Self::with_reach).
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
///
/// Triangles that are drawn without a display list are blended row by row: there a kernel sees one row, and `outCoord()` is the place
/// on the surface.
#[derive(Debug)]
pub struct ShaderBlend {
    shader: Shader,
    reach: Margin,
    everywhere: bool,
    memory: Mutex<Memory>,
}

/// What is kept from run to run.
#[derive(Debug, Default)]
struct Memory {
    frames: Vec<Frame>,
    back: Vec<u32>,
    front: Vec<u32>,
    result: Vec<u32>,
}

impl Clone for ShaderBlend {
    /// The memory of runs is not shared.
    fn clone(&self) -> Self {
        let Self { shader, reach, everywhere, .. } = self;
        let (shader, memory) = (shader.clone(), Mutex::default());
        Self { shader, reach: *reach, everywhere: *everywhere, memory }
    }
}

impl ShaderBlend {
    /// A blend mode with the present values of a shader; the pictures of its first two inputs are not needed. The backdrop can be read
    /// beside the drawing as far as the kernel's function `needed` says, at most 256 pixels.
    ///
    /// # Errors
    /// [`RunError::BlendNeedsInputs`] when the kernel reads fewer than two pictures, [`RunError::MissingInput`] when a later
    /// input has none.
    pub fn new(shader: &Shader) -> Result<Self, RunError> {
        let mut shader = shader.clone();
        shader.frames.clear();
        let reach = margin_of(|part| shader.needed_part(part));
        let blend = Self { shader, reach, everywhere: false, memory: Mutex::default() };
        blend.check()?;
        blend.shader.check_memory(1)?;
        Ok(blend)
    }

    /// How far beside the box of what is drawn the backdrop can be read, for kernels that bend or blur it. At most 256 pixels a side;
    /// each costs its share of a copy.
    #[must_use]
    pub fn with_reach(mut self, reach: Margin) -> Self {
        let Margin { left, top, right, bottom } = reach;
        let [left, top, right, bottom] =
            [left, top, right, bottom].map(|pixels| pixels.min(MAX_GROWTH as u32));
        self.reach = Margin { left, top, right, bottom };
        self
    }

    /// Lets the kernel decide also where the drawing is transparent, inside of its box, as the Flash player did.
    #[must_use]
    pub fn everywhere(mut self) -> Self {
        self.everywhere = true;
        self
    }

    /// The shader, to be changed: the next drawing has the new values. When an input loses its picture by that, pink squares are
    /// drawn, and [`check`](Self::check) says why.
    pub fn shader_mut(&mut self) -> &mut Shader {
        &mut self.shader
    }

    /// Whether the next drawing has all it needs.
    ///
    /// # Errors
    /// [`RunError::BlendNeedsInputs`] and [`RunError::MissingInput`], as for [`new`](Self::new).
    pub fn check(&self) -> Result<(), RunError> {
        if self.shader.kernel().inputs().len() < 2 {
            return Err(RunError::BlendNeedsInputs);
        }
        self.shader.missing(2, KernelUse::Blend).map_or(Ok(()), Err)
    }

    /// Runs the kernel on the two pictures; pink squares where it takes too long.
    fn run(&self, frames: &mut Vec<Frame>, pictures: [View<'_>; 2], band: &Band, out: &mut [u32]) {
        let shader = &self.shader;
        let mut images = ImageList::default();
        images.fill(&shader.textures, pictures[0].edge);
        for (index, picture) in pictures.into_iter().enumerate() {
            images.set(index, picture);
        }
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
            spent: &AtomicU64::new(0),
        };
        let run = (shader.threads, shader.supersampling);
        let done = match self.check() {
            Ok(()) => run_averaged(&context, frames, run, band, Out::Words(out)),
            missing => missing,
        };
        if done.is_err() {
            for (y, row) in out.chunks_mut(band.width.max(1)).enumerate() {
                fill_failed(row, band.start.y.max(0.0) as u32 + y as u32);
            }
        }
    }

    fn edge(&self) -> TextureEdge {
        self.shader.edge.unwrap_or(TextureEdge::Transparent)
    }

    /// Puts results where the kernel decides.
    fn put(&self, backdrop: &mut [u32], source: &[u32], result: &[u32]) {
        for ((to, &source), &word) in backdrop.iter_mut().zip(source).zip(result) {
            if source != 0 || self.everywhere {
                *to = word;
            }
        }
    }
}

/// A box of the surface with straight alpha; what lies outside of the surface is transparent.
fn straighten_part(surface: &Surface, part: IRect, words: &mut Vec<u32>) {
    words.clear();
    words.resize(part.width as usize * part.height as usize, 0);
    let shown = part.intersect(surface.bounds());
    let (stride, width) = (surface.width() as usize, part.width as usize);
    let (length, first) = (shown.width as usize, shown.origin() - part.origin());
    for y in 0..shown.height as usize {
        let from = (shown.y as usize + y) * stride + shown.x as usize;
        let to = (first.y as usize + y) * width + first.x as usize;
        let row = &surface.words()[from..from + length];
        for (to, &word) in words[to..to + length].iter_mut().zip(row) {
            *to = straight_word(word);
        }
    }
}

impl PixelBlend for ShaderBlend {
    fn row(&self, backdrop: &mut [u32], source: &[u32], from: IVec2) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut back, mut front, mut result) = ([0; BATCH], [0; BATCH], [0; BATCH]);
        let pieces = backdrop.chunks_mut(BATCH).zip(source.chunks(BATCH));
        for (index, (backdrop, source)) in pieces.enumerate() {
            let count = backdrop.len();
            for i in 0..count {
                back[i] = straight_word(backdrop[i]);
                front[i] = straight_word(source[i]);
            }
            let origin = IVec2::new(from.x + (index * BATCH) as i32, from.y).as_vec2();
            let edge = self.edge();
            let pictures = [&back, &front].map(|words| {
                let texels = TexelView::Words(&words[..count]);
                View { width: count as u32, height: 1, origin, texels, edge }
            });
            let (step, down, start) = (Vec2::X, Vec2::Y, origin + 0.5);
            let band = Band { start, step, down, first: 0, width: count, height: 1 };
            self.run(&mut memory.frames, pictures, &band, &mut result[..count]);
            self.put(backdrop, source, &result);
        }
    }

    fn needs_area(&self) -> bool {
        true
    }

    fn area(&self, backdrop: &mut Surface, source: &Surface, at: IVec2, clip: IRect) {
        let whole = IRect::new(at.x, at.y, source.width(), source.height());
        let reached = whole.intersect(clip);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let Memory { frames, back, front, result } = &mut *memory;
        let Margin { left, top, right, bottom } = self.reach;
        let behind = IRect::new(
            at.x.saturating_sub_unsigned(left),
            at.y.saturating_sub_unsigned(top),
            whole.width + left + right,
            whole.height + top + bottom,
        );
        straighten_part(backdrop, behind, back);
        straighten_part(source, source.bounds(), front);
        let view = |words, size: IRect, origin: Vec2| {
            let (texels, edge) = (TexelView::Words(words), self.edge());
            View { width: size.width, height: size.height, origin, texels, edge }
        };
        let corner = -Vec2::new(left as f32, top as f32);
        let pictures = [view(back, behind, corner), view(front, whole, Vec2::ZERO)];
        let first = reached.origin() - at;
        let (width, height) = (reached.width as usize, reached.height as usize);
        let (step, down) = (Vec2::X, Vec2::Y);
        let band = Band { start: first.as_vec2() + 0.5, step, down, first: 0, width, height };
        result.clear();
        result.resize(width * height, 0);
        self.run(frames, pictures, &band, result);
        let (stride, wide) = (backdrop.width() as usize, source.width() as usize);
        let (x, y) = (reached.x as usize, reached.y as usize);
        let rows = backdrop.words_mut()[y * stride..].chunks_exact_mut(stride);
        for ((row, result), from) in rows.zip(result.chunks_exact(width)).zip(first.y as usize..) {
            let source = &source.words()[from * wide + first.x as usize..][..width];
            self.put(&mut row[x..x + width], source, result);
        }
    }

    fn name(&self) -> &'static str {
        "shader"
    }
}

//! Runs that are done piece by piece, beside other work.

use crate::{
    KernelUse, RunError, Shader, TextureEdge,
    run::{
        average::run_averaged,
        band::{Band, Out, check_sides},
        machine::{BATCH, Context},
    },
    shader::ImageList,
};
use core::{ops::Range, sync::atomic::AtomicU64};
use motile_geom::{Vec2, vec2};
use motile_pixels::Surface;
use motile_time::{Budget, Job, JobProgress};

/// Numbers of a kernel as a job: [`Shader::run`] in slices that fit into frames. A unit of the budget is one row, or
/// 4,096 pixels of a longer one, computed on the thread that steps the job, whatever [`Shader::threads`] says; to cancel it, drop it.
///
/// ```
/// use motile_kernel::{Shader, ShaderJob, library};
/// use motile_time::Jobs;
///
/// let plasma = library::find("plasma").ok_or("it is there")?.compile()?;
/// let mut jobs = Jobs::new();
/// let id = jobs.spawn(ShaderJob::new(Shader::new(&plasma), 64, 48));
/// jobs.run_units(24);
/// assert_eq!(jobs.progress(id), 0.5);
/// jobs.run_units(100);
/// let numbers = jobs.take(id).ok_or("done")??;
/// assert_eq!(numbers.len(), 64 * 48 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShaderJob {
    pieces: Pieces,
    out: Vec<f32>,
}

/// A picture of a kernel as a job: [`Shader::render`] in slices that fit into frames. A unit of the budget is one row, or
/// 4,096 pixels of a longer one, computed on the thread that steps the job, whatever [`Shader::threads`] says; to cancel it, drop it.
///
/// ```
/// use motile_kernel::{RenderJob, Shader, library};
/// use motile_pixels::Surface;
/// use motile_time::run_to_end;
///
/// let plasma = Shader::new(&library::find("plasma").ok_or("it is there")?.compile()?);
/// let picture = run_to_end(RenderJob::new(plasma, Surface::new(64, 48)?))?;
/// assert!(picture.get(0, 0) != picture.get(63, 47));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RenderJob {
    pieces: Pieces,
    target: Option<Surface>,
}

/// Pixels of a row that are one unit: as many as the widest screens have, whose rows are not cut. Whole batches, so that the steps of a
/// run are the same however it is cut.
const PIECE: usize = 16 * BATCH;

/// How far a run has come.
#[derive(Clone, Debug)]
struct Pieces {
    shader: Shader,
    width: usize,
    height: u32,
    pixels: usize,
    done: usize,
    /// Steps of the pixels that are done.
    spent: u64,
}

impl Pieces {
    fn new(shader: Shader, width: u32, height: u32) -> Self {
        let (wide, high) = (width as usize, height as usize);
        // A number too large is told before a pixel is computed.
        let pixels = wide.saturating_mul(high);
        Self { shader, width: wide, height, pixels, done: 0, spent: 0 }
    }

    fn progress(&self) -> f32 {
        (self.done as f64 / self.pixels.max(1) as f64) as f32
    }

    /// The pixels of the next unit, which ends at the end of its row at the latest; `None` when all are done.
    fn next(&self) -> Option<Range<usize>> {
        if self.done >= self.pixels {
            return None;
        }
        let left = self.width - self.done % self.width;
        Some(self.done..self.done + left.min(PIECE))
    }

    /// Bytes of all its numbers, when it may have them.
    fn bytes(&self) -> Result<u64, RunError> {
        let (width, height) = (self.width as u64, u64::from(self.height));
        let numbers = u64::from(self.shader.kernel().channels()).saturating_mul(width * height);
        let needed = numbers.saturating_mul(4);
        let allowed = self.shader.limits.memory.min(isize::MAX as u64);
        if needed > allowed { Err(RunError::TooMuchMemory { needed, allowed }) } else { Ok(needed) }
    }

    /// Computes the pixels of a unit.
    fn compute(&mut self, unit: Range<usize>, out: Out<'_>) -> Result<(), RunError> {
        let Self { shader, width, .. } = self;
        if let Some(error) = shader.missing(0, KernelUse::Job) {
            return Err(error);
        }
        check_sides(*width as u32, self.height)?;
        shader.check_memory(*width)?;
        let spent = AtomicU64::new(self.spent);
        let mut images = ImageList::default();
        images.fill(&shader.textures, shader.edge.unwrap_or(TextureEdge::Clamp));
        let (row, first) = (unit.start / *width, unit.start % *width);
        let start = vec2(0.5, row as f32 + 0.5);
        let (step, down) = (Vec2::X, Vec2::Y);
        let band = Band { start, step, down, first, width: unit.len(), height: 1 };
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
            spent: &spent,
        };
        self.done = unit.end;
        let run = (1, shader.supersampling);
        let done = run_averaged(&context, &mut shader.frames, run, &band, out);
        self.spent = spent.into_inner();
        done
    }
}

impl ShaderJob {
    /// A run over width × height pixels, with the present values and pictures of a shader. The first step allocates the result, unless
    /// that takes more than the [memory](crate::RunLimits::memory) that the shader may have.
    pub fn new(shader: Shader, width: u32, height: u32) -> Self {
        Self { out: Vec::new(), pieces: Pieces::new(shader, width, height) }
    }

    /// Makes room for the result.
    fn begin(&mut self) -> Result<(), RunError> {
        let needed = self.pieces.bytes()?;
        let allowed = self.pieces.shader.limits.memory;
        let room = self.out.try_reserve_exact((needed / 4) as usize);
        room.map_err(|_| RunError::TooMuchMemory { needed, allowed })
    }

    /// How much of it is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        self.pieces.progress()
    }

    /// Steps that the rows took so far.
    pub(super) fn spent(&self) -> u64 {
        self.pieces.spent
    }

    /// Numbers a pixel.
    pub(super) fn channels(&self) -> u8 {
        self.pieces.shader.kernel().channels()
    }
}

/// The numbers, or why there are none. A finished job that is stepped again gives none.
impl Job for ShaderJob {
    type Output = Result<Vec<f32>, RunError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        let channels = usize::from(self.channels());
        while let Some(unit) = self.pieces.next() {
            if !budget.more() {
                return JobProgress::Pending(self.pieces.progress());
            }
            if unit.start == 0
                && let Err(error) = self.begin()
            {
                return JobProgress::Done(Err(error));
            }
            self.out.resize(unit.end * channels, 0.0);
            let numbers = &mut self.out[unit.start * channels..unit.end * channels];
            if let Err(error) = self.pieces.compute(unit, Out::Floats(numbers)) {
                return JobProgress::Done(Err(error));
            }
        }
        JobProgress::Done(Ok(core::mem::take(&mut self.out)))
    }
}

impl RenderJob {
    /// A run that replaces what is on a surface, with the present values and pictures of a shader.
    pub fn new(shader: Shader, target: Surface) -> Self {
        let pieces = Pieces::new(shader, target.width(), target.height());
        Self { pieces, target: Some(target) }
    }
}

/// The surface, or why there is none. A job that failed or was finished has given its surface away, and says
/// [`RunError::TargetTooSmall`] when it is stepped again.
impl Job for RenderJob {
    type Output = Result<Surface, RunError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        let Some(target) = &mut self.target else {
            return JobProgress::Done(Err(RunError::TargetTooSmall { expected: 1, got: 0 }));
        };
        let opaque = target.is_opaque();
        while let Some(unit) = self.pieces.next() {
            if !budget.more() {
                return JobProgress::Pending(self.pieces.progress());
            }
            let words = &mut target.words_mut()[unit.clone()];
            let done = self.pieces.compute(unit, Out::Words(words));
            if opaque {
                for word in words {
                    *word |= 0xFF00_0000;
                }
            }
            if let Err(error) = done {
                self.target = None;
                return JobProgress::Done(Err(error));
            }
        }
        match self.target.take() {
            Some(target) => JobProgress::Done(Ok(target)),
            None => JobProgress::Pending(1.0),
        }
    }
}

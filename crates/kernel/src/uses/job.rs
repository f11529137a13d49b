//! Runs that are done piece by piece, beside other work.

use crate::{
    KernelUse, RunError, Shader, TextureEdge,
    run::{
        average::run_averaged,
        band::{Band, Out},
        machine::Context,
    },
    shader::ImageList,
};
use core::sync::atomic::AtomicU64;
use motile_geom::{Vec2, vec2};
use motile_pixels::Surface;
use motile_time::{Budget, Job, JobProgress};

/// Numbers of a kernel as a job: [`Shader::run`] in slices that fit into frames. A unit of the budget is one row, computed on the
/// thread that steps the job, whatever [`Shader::threads`] says; to cancel it, drop it.
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
    rows: Rows,
    out: Vec<f32>,
}

/// A picture of a kernel as a job: [`Shader::render`] in slices that fit into frames. A unit of the budget is one row, computed on the
/// thread that steps the job, whatever [`Shader::threads`] says; to cancel it, drop it.
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
    rows: Rows,
    target: Option<Surface>,
}

/// How far a run has come.
#[derive(Clone, Debug)]
struct Rows {
    shader: Shader,
    width: usize,
    height: usize,
    done: usize,
    /// Steps of the rows that are done.
    spent: u64,
}

impl Rows {
    fn new(shader: Shader, width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { shader, width, height: if width == 0 { 0 } else { height }, done: 0, spent: 0 }
    }

    fn progress(&self) -> f32 {
        self.done as f32 / self.height.max(1) as f32
    }

    /// Computes the next row.
    fn row(&mut self, out: Out<'_>) -> Result<(), RunError> {
        let Self { shader, width, .. } = self;
        if let Some(error) = shader.missing(0, KernelUse::Job) {
            return Err(error);
        }
        shader.check_memory(*width)?;
        let spent = AtomicU64::new(self.spent);
        let mut images = ImageList::default();
        images.fill(&shader.textures, shader.edge.unwrap_or(TextureEdge::Clamp));
        let start = vec2(0.5, self.done as f32 + 0.5);
        let band = Band { start, step: Vec2::X, down: Vec2::Y, width: *width, height: 1 };
        let context = Context {
            program: &shader.kernel.inner.program,
            parameters: &shader.values,
            images: images.list(),
            limits: shader.limits,
            spent: &spent,
        };
        self.done += 1;
        let run = (1, shader.supersampling);
        let done = run_averaged(&context, &mut shader.frames, run, &band, out);
        self.spent = spent.into_inner();
        done
    }
}

impl ShaderJob {
    /// A run over width × height pixels, with the present values and pictures of a shader. Allocates the result.
    pub fn new(shader: Shader, width: u32, height: u32) -> Self {
        let channels = usize::from(shader.kernel().channels());
        let rows = Rows::new(shader, width, height);
        Self { out: vec![0.0; rows.width * rows.height * channels], rows }
    }

    /// How much of it is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        self.rows.progress()
    }

    /// Steps that the rows took so far.
    pub(super) fn spent(&self) -> u64 {
        self.rows.spent
    }

    /// Numbers a pixel.
    pub(super) fn channels(&self) -> u8 {
        self.rows.shader.kernel().channels()
    }
}

/// The numbers, or why there are none. A finished job that is stepped again gives none.
impl Job for ShaderJob {
    type Output = Result<Vec<f32>, RunError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        let wide = self.rows.width * usize::from(self.rows.shader.kernel().channels());
        while self.rows.done < self.rows.height {
            if !budget.more() {
                return JobProgress::Pending(self.rows.progress());
            }
            let from = self.rows.done * wide;
            if let Err(error) = self.rows.row(Out::Floats(&mut self.out[from..from + wide])) {
                return JobProgress::Done(Err(error));
            }
        }
        JobProgress::Done(Ok(core::mem::take(&mut self.out)))
    }
}

impl RenderJob {
    /// A run that replaces what is on a surface, with the present values and pictures of a shader.
    pub fn new(shader: Shader, target: Surface) -> Self {
        let rows = Rows::new(shader, target.width(), target.height());
        Self { rows, target: Some(target) }
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
        let (wide, opaque) = (self.rows.width, target.is_opaque());
        while self.rows.done < self.rows.height {
            if !budget.more() {
                return JobProgress::Pending(self.rows.progress());
            }
            let from = self.rows.done * wide;
            let row = &mut target.words_mut()[from..from + wide];
            let done = self.rows.row(Out::Words(row));
            if opaque {
                for word in row {
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

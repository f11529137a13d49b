//! Graphs that run piece by piece, beside other work.

use crate::{GraphShader, RenderJob, RunError, RunLimits, Shader, ShaderJob, Texture, graph::left};
use motile_pixels::Surface;
use motile_time::{Budget, Job, JobProgress};

/// Numbers of a graph as a job: [`GraphShader::run`] in slices that fit into frames. A unit of the budget is one row of one pass,
/// or 4,096 pixels of a longer one; to cancel it, drop it.
///
/// ```
/// use motile_kernel::{GraphJob, GraphShader, KernelGraph};
/// use motile_time::Jobs;
///
/// let graph = KernelGraph::compile("<languageVersion : 1.0;>
/// graph Steps < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// {
///     output image1 dst;
///     kernel Ramp < namespace : \"n\"; vendor : \"v\"; version : 1; >
///     { output pixel1 dst; void evaluatePixel() { dst = outCoord().x; } }
///     kernel Twice < namespace : \"n\"; vendor : \"v\"; version : 1; >
///     { input image1 src; output pixel1 dst; void evaluatePixel() { dst = 2.0 * sampleNearest(src, outCoord()); } }
///     node<Ramp> ramp;
///     node<Twice> twice;
///     connect ramp.dst to twice.src;
///     connect twice.dst to dst;
/// }")?;
/// let mut jobs = Jobs::new();
/// let id = jobs.spawn(GraphJob::new(GraphShader::new(&graph), 3, 2));
/// jobs.run_units(2);
/// assert_eq!(jobs.progress(id), 0.5, "two rows of four");
/// jobs.run_units(2);
/// assert_eq!(jobs.take(id).ok_or("done")??, [1.0, 3.0, 5.0, 1.0, 3.0, 5.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphJob {
    passes: Passes,
    last: Option<ShaderJob>,
}

/// A picture of a graph as a job: [`GraphShader::render`] in slices that fit into frames. A unit of the budget is one row of one pass,
/// or 4,096 pixels of a longer one; to cancel it, drop it.
#[derive(Clone, Debug)]
pub struct GraphRenderJob {
    passes: Passes,
    target: Option<Surface>,
    last: Option<RenderJob>,
}

/// How far the passes before the last have come.
#[derive(Clone, Debug)]
struct Passes {
    graph: GraphShader,
    width: u32,
    height: u32,
    /// What is left of the limits.
    limits: RunLimits,
    is_begun: bool,
    made: Vec<Texture>,
    now: Option<ShaderJob>,
}

impl Passes {
    fn new(graph: GraphShader, width: u32, height: u32) -> Self {
        let limits = graph.limits;
        Self { graph, width, height, limits, is_begun: false, made: Vec::new(), now: None }
    }

    /// Goes on, up to the last pass, which it answers ready to run; `None` when the budget is used up before.
    fn step(&mut self, budget: &mut Budget<'_>) -> Result<Option<Shader>, RunError> {
        if !self.is_begun {
            self.graph.begin(self.width, self.height)?;
            self.is_begun = true;
        }
        loop {
            let index = self.made.len();
            if self.now.is_none() {
                let shader = self.graph.prepare(index, self.limits, &self.made).clone();
                if index + 1 >= self.graph.pass_count() || self.width == 0 || self.height == 0 {
                    return Ok(Some(shader));
                }
                self.now = Some(ShaderJob::new(shader, self.width, self.height));
            }
            let Some(job) = &mut self.now else { continue };
            let channels = job.channels();
            let JobProgress::Done(numbers) = job.step(budget) else { return Ok(None) };
            self.limits = left(self.limits, job.spent());
            self.now = None;
            let made = Texture::from_floats(self.width, self.height, channels, numbers?)?;
            self.made.push(made);
        }
    }

    /// How far all is, when the pass that runs is so far.
    fn progress(&self, of_last: Option<f32>) -> f32 {
        let now = of_last.or(self.now.as_ref().map(ShaderJob::progress)).unwrap_or(0.0);
        (self.made.len() as f32 + now) / self.graph.pass_count().max(1) as f32
    }
}

impl GraphJob {
    /// A run over width × height pixels, with the present values and pictures of a graph.
    pub fn new(graph: GraphShader, width: u32, height: u32) -> Self {
        Self { passes: Passes::new(graph, width, height), last: None }
    }
}

/// The numbers, or why there are none. A finished job that is stepped again gives none.
impl Job for GraphJob {
    type Output = Result<Vec<f32>, RunError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        if self.last.is_none() {
            let (width, height) = (self.passes.width, self.passes.height);
            match self.passes.step(budget) {
                Ok(Some(shader)) => self.last = Some(ShaderJob::new(shader, width, height)),
                Ok(None) => return JobProgress::Pending(self.passes.progress(None)),
                Err(error) => return JobProgress::Done(Err(error)),
            }
        }
        match self.last.as_mut().map(|last| last.step(budget)) {
            Some(JobProgress::Done(numbers)) => JobProgress::Done(numbers),
            Some(JobProgress::Pending(part)) => {
                JobProgress::Pending(self.passes.progress(Some(part)))
            }
            None => JobProgress::Pending(self.passes.progress(None)),
        }
    }
}

impl GraphRenderJob {
    /// A run that replaces what is on a surface, with the present values and pictures of a graph.
    pub fn new(graph: GraphShader, target: Surface) -> Self {
        let passes = Passes::new(graph, target.width(), target.height());
        Self { passes, target: Some(target), last: None }
    }
}

/// The surface, or why there is none. A job that failed or was finished has given its surface away, and says
/// [`RunError::TargetTooSmall`] when it is stepped again.
impl Job for GraphRenderJob {
    type Output = Result<Surface, RunError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        if let Some(target) = self.target.take() {
            match self.passes.step(budget) {
                Ok(Some(shader)) => self.last = Some(RenderJob::new(shader, target)),
                Ok(None) => {
                    self.target = Some(target);
                    return JobProgress::Pending(self.passes.progress(None));
                }
                Err(error) => return JobProgress::Done(Err(error)),
            }
        }
        match self.last.as_mut().map(|last| last.step(budget)) {
            Some(JobProgress::Done(picture)) => JobProgress::Done(picture),
            Some(JobProgress::Pending(part)) => {
                JobProgress::Pending(self.passes.progress(Some(part)))
            }
            None => JobProgress::Done(Err(RunError::TargetTooSmall { expected: 1, got: 0 })),
        }
    }
}

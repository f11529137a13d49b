//! A graph as a filter.

use crate::{GraphShader, KernelUse, RunError, Texture, uses::fill_failed};
use motile_geom::IVec2;
use motile_pixels::{PixelFilter, Scratch, Surface, SurfaceError};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A graph of kernels as a filter: the picture becomes its first input, and between the passes nothing is rounded to bytes. It keeps the
/// values that the graph had when the filter was made. The result is as large as the picture.
///
/// ```
/// use motile_kernel::{GraphFilter, GraphShader, KernelGraph};
/// use motile_pixels::{Color, Filter, Surface};
///
/// let graph = KernelGraph::compile("<languageVersion : 1.0;>
/// graph ThereAndBack < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// {
///     input image4 src; output image4 dst;
///     kernel Scale < namespace : \"n\"; vendor : \"v\"; version : 1; >
///     {
///         input image4 src; output pixel4 dst; parameter float by;
///         void evaluatePixel() { dst = sampleNearest(src, outCoord()); dst.rgb *= by; }
///     }
///     node<Scale> dark, light;
///     connect src to dark.src; connect dark.dst to light.src; connect light.dst to dst;
///     void evaluateDependents() { dark.by = 0.01; light.by = 100.0; }
/// }")?;
/// let filter = Filter::custom(GraphFilter::new(&GraphShader::new(&graph))?);
/// let color = Color::rgb(201, 3, 77);
/// let result = filter.apply(&Surface::filled(2, 2, color)?)?;
/// assert_eq!(result.get(0, 0), Some(color));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GraphFilter {
    graph: Mutex<GraphShader>,
}

impl Clone for GraphFilter {
    fn clone(&self) -> Self {
        Self { graph: Mutex::new(self.lock().clone()) }
    }
}

impl GraphFilter {
    /// A filter with the present values and pictures of a graph; the picture of its first input is not needed.
    ///
    /// # Errors
    /// [`RunError::FilterNeedsInput`] when the graph reads no picture, [`RunError::MissingInput`] when a later input has none.
    pub fn new(graph: &GraphShader) -> Result<Self, RunError> {
        if graph.graph().inputs().is_empty() {
            return Err(RunError::FilterNeedsInput);
        }
        match graph.missing(1, KernelUse::Filter) {
            Some(missing) => Err(missing),
            None => Ok(Self { graph: Mutex::new(graph.clone()) }),
        }
    }

    /// The graph, to be changed: the next run has the new values.
    pub fn shader_mut(&mut self) -> &mut GraphShader {
        self.graph.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, GraphShader> {
        self.graph.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs it on a picture; pink squares where it takes too long.
    fn run(&self, picture: &Surface, target: &mut Surface) {
        let mut graph = self.lock();
        graph.set_first(Some(Texture::from_surface(picture)));
        let done = graph.render(target);
        graph.set_first(None);
        if done.is_err() {
            let width = target.width() as usize;
            for (y, row) in target.words_mut().chunks_mut(width.max(1)).enumerate() {
                fill_failed(row, y as u32);
            }
        }
    }
}

impl PixelFilter for GraphFilter {
    fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
        // A pass may read anywhere in the one before: a row alone costs as much as all of them.
        let mut whole = picture.clone();
        self.run(picture, &mut whole);
        for (x, word) in (from.x..).zip(out) {
            *word = whole.word(x, from.y);
        }
    }

    fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        _: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.run(picture, target);
        Ok(())
    }
}

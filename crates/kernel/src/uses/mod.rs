//! Kernels where pictures are made: as fills, filters, blend modes, and pass after pass.

mod blend;
mod feedback;
mod filter;
mod graph_filter;
mod graph_job;
mod job;
mod paint;
#[cfg(feature = "anim")]
mod tween;

pub use blend::ShaderBlend;
pub use feedback::Feedback;
pub use filter::ShaderFilter;
pub use graph_filter::GraphFilter;
pub use graph_job::{GraphJob, GraphRenderJob};
pub use job::{RenderJob, ShaderJob};
pub use paint::ShaderPaint;

use motile_geom::{Aabb, Vec2};
use motile_pixels::Margin;

/// Pixels a side that a kernel may ask for around a picture by itself.
const MAX_GROWTH: f32 = 256.0;

/// How much larger a part becomes by a region function of a kernel.
fn margin_of(region: impl FnOnce(Aabb) -> Option<Aabb>) -> Margin {
    let part = Aabb::new(Vec2::ZERO, Vec2::splat(64.0));
    let Some(larger) = region(part) else { return Margin::default() };
    let pixels = |by: f32| by.clamp(0.0, MAX_GROWTH).ceil() as u32;
    let (before, after) = (part.min - larger.min, larger.max - part.max);
    Margin {
        left: pixels(before.x),
        top: pixels(before.y),
        right: pixels(after.x),
        bottom: pixels(after.y),
    }
}

/// What is shown where a kernel took more steps than it may: pink and black squares, which nobody takes for a result.
pub(crate) fn fill_failed(out: &mut [u32], y: u32) {
    for (x, word) in out.iter_mut().enumerate() {
        let dark = (x as u32 / 8 + y / 8).is_multiple_of(2);
        *word = if dark { 0xFF00_0000 } else { 0xFFFF_00FF };
    }
}

//! Kernels where pictures are made: as fills, filters, blend modes, and pass after pass.

mod blend;
mod feedback;
mod filter;
mod job;
mod paint;

pub use blend::ShaderBlend;
pub use feedback::Feedback;
pub use filter::ShaderFilter;
pub use job::{RenderJob, ShaderJob};
pub use paint::ShaderPaint;

/// What is shown where a kernel took more steps than it may: pink and black squares, which nobody takes for a result.
pub(crate) fn fill_failed(out: &mut [u32], y: u32) {
    for (x, word) in out.iter_mut().enumerate() {
        let dark = (x as u32 / 8 + y / 8).is_multiple_of(2);
        *word = if dark { 0xFF00_0000 } else { 0xFFFF_00FF };
    }
}

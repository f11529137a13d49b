//! Pixels: surfaces, blits, blend modes, filters, analysis and picture files.

mod color;
mod surface;

pub use color::Color;
pub use surface::{Surface, SurfaceError};

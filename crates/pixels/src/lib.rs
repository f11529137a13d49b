//! Pixels: surfaces, blits, blend modes, filters, analysis and picture files.

#[cfg(not(target_endian = "little"))]
compile_error!("motile-pixels works on words whose lowest byte is red: little-endian targets only");

mod blend;
mod blit;
mod clip;
mod color;
mod color_space;
mod color_text;
mod copy;
mod fill;
mod flood;
mod lanes;
mod over;
mod png;
mod scroll;
mod surface;
#[cfg(test)]
mod testing;
mod transform;

pub use blend::BlendMode;
pub use blit::Blit;
pub use color::Color;
pub use color_space::{LinearColor, Oklab};
pub use color_text::{ColorParseError, ColorParseErrorKind};
pub use motile_geom::{self as math, IRect};
pub use png::{PictureError, PngEncoder};
pub use surface::{Surface, SurfaceError};
pub use transform::Sampling;

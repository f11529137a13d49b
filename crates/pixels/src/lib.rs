//! Pixels: surfaces, blits, blend modes, filters, analysis and picture files.

#[cfg(not(target_endian = "little"))]
compile_error!("motile-pixels works on words whose lowest byte is red: little-endian targets only");

mod blend;
mod blit;
mod blur;
mod clip;
mod color;
mod color_bounds;
mod color_space;
mod color_text;
mod convolve;
mod copy;
mod difference;
mod fill;
mod filter;
mod flood;
mod histogram;
mod lanes;
mod over;
mod palette;
mod png;
mod scan;
mod scroll;
mod surface;
#[cfg(test)]
mod testing;
mod threshold;
mod transform;

pub use blend::BlendMode;
pub use blit::Blit;
pub use blur::Blur;
pub use color::Color;
pub use color_space::{LinearColor, Oklab};
pub use color_text::{ColorParseError, ColorParseErrorKind};
pub use convolve::{Convolution, Edge};
pub use difference::Motion;
pub use filter::{Margin, Scratch};
pub use histogram::Histogram;
pub use motile_geom::{self as math, IRect};
pub use palette::PaletteMap;
pub use png::{PictureError, PngEncoder};
pub use surface::{Surface, SurfaceError};
pub use threshold::{Compare, Threshold, UnknownCompare};
pub use transform::Sampling;

//! Pixels: surfaces, blits, blend modes, filters, analysis and picture files.

#[cfg(not(target_endian = "little"))]
compile_error!("motile-pixels works on words whose lowest byte is red: little-endian targets only");

mod bevel;
mod blend;
mod blit;
mod blur;
mod clip;
mod color;
mod color_bounds;
mod color_matrix;
mod color_space;
mod color_text;
mod color_transform;
mod convolve;
mod copy;
mod difference;
mod displace;
mod fill;
mod filter;
mod flood;
mod gif;
mod glow;
mod halo;
mod histogram;
mod lanes;
mod noise;
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

pub use bevel::{Bevel, BevelKind};
pub use blend::BlendMode;
pub use blit::Blit;
pub use blur::Blur;
pub use color::Color;
pub use color_matrix::ColorMatrix;
pub use color_space::{LinearColor, Oklab};
pub use color_text::{ColorParseError, ColorParseErrorKind};
pub use color_transform::ColorTransform;
pub use convolve::{Convolution, Edge};
pub use difference::Motion;
pub use displace::{Channel, Displacement, Outside};
pub use filter::{Filter, Margin, Scratch, apply_all};
pub use gif::GifEncoder;
pub use glow::{DropShadow, Glow};
pub use histogram::Histogram;
pub use motile_geom::{self as math, IRect};
pub use noise::{ClassicNoise, Noise, NoiseKind};
pub use palette::PaletteMap;
pub use png::{PictureError, PngEncoder};
pub use surface::{Surface, SurfaceError};
pub use threshold::{Compare, Threshold, UnknownCompare};
pub use transform::Sampling;
